"""How a choice came about: the reason in a sentence, and what the options that were looked at are worth. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MOST_REASONS = 3


@dataclass(frozen=True)
class Tried:
    """An option that was looked at, and what it is worth in the eyes of the policy: `64 %`, `+0.41`."""

    option: int
    worth: str


@dataclass(frozen=True)
class Explanation:
    """Why an option was taken; without a reason if it was said at an earlier choice."""

    why: str = ""
    tried: tuple[Tried, ...] = ()  # the best first
    more: int = 0  # options that were looked at less closely, or not at all
    is_planned: bool = False  # the answer was fixed when an earlier question was asked
    chances: tuple[float, ...] = ()  # of winning, in the eyes of the policy: of all together, or of each seat

    def lines(self, names: Sequence[str]) -> list[str]:
        """Returns the explanation as lines of text, with words for the options."""
        compared = "; ".join(f"{tried.worth} {names[tried.option]}" for tried in self.tried)
        more = f"; {self.more} more" if self.more else ""
        return [self.why] * bool(self.why) + [f"compared: {compared}{more}"] * bool(compared)


def difference_in_words(features: Iterable[tuple[str, float, float]]) -> str:
    """Returns what speaks for the best option against the second best, of (feature, how much more of it, its worth)."""
    strongest = sorted((known for known in features if abs(known[2]) > 1e-4), key=lambda known: -abs(known[2]))[
        :MOST_REASONS
    ]
    good = ", ".join(_amount(*known[:2]) for known in strongest if known[2] > 0)
    bad = ", ".join(_amount(*known[:2]) for known in strongest if known[2] < 0)
    return "; ".join([f"it brings {good}"] * bool(good) + [f"it costs {bad}"] * bool(bad))


def _amount(feature: str, more: float) -> str:
    words = feature.replace("_", " ")
    less = "fewer" if words.endswith("s") else "less"
    return f"{'more' if more > 0 else less} {words}"
