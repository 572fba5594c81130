"""What things of Spirit Island are called: spirits, adversaries, scenarios and the challenges made of them."""

from pathlib import Path

from reports.core.names import ENGLISH, Names
from simulator.core.game import find_game
from simulator.spirit_island.words.names import printed_names

LOCALES = Path(__file__).parent / "locales"


class IslandNames(Names):
    """Looks names up, as short as they are known: first our own, then those that a rulebook prints."""

    def __init__(self, language: str = ENGLISH):
        super().__init__("spirit_island", language, LOCALES)
        self._short = self._texts[0].get("names", {})
        self._printed = printed_names(language)
        self.title = self.printed("products", "spirit_island")

    def printed(self, kind: str, key: str) -> str:
        """Returns the name of a component of a kind."""
        return self._short.get(key) or self._printed.get(kind, {}).get(key) or self.name(key)

    def spirit(self, key: str) -> str:
        """Returns the name of a spirit."""
        return self.printed("spirits", key)

    def component(self, key: str) -> str:
        """Returns the name of a spirit, an adversary or a scenario; another value in words."""
        content = find_game("spirit_island").content()
        kinds = ("spirits", "adversaries", "scenarios")
        kind = next((kind for kind in kinds if key in getattr(content, kind)), "")
        return self.printed(kind, key) if kind else self.value(key)

    def team(self, spirits: str) -> str:
        """Names a team, as in a+b."""
        return " + ".join(self.spirit(spirit) for spirit in spirits.split("+"))

    def adversary(self, key: str) -> str:
        """Returns the name of an adversary, or that there is none."""
        return self.label("no_adversary") if key == "none" else self.printed("adversaries", key)

    def scenario(self, key: str) -> str:
        """Returns the name of a scenario, or of the thematic map."""
        return self.label("thematic") if key == "thematic" else self.printed("scenarios", key)

    def power(self, kind: str, key: str) -> str:
        """Returns the name of a power, or of the growth option of that number."""
        if kind == "growth":
            return self.label("growth_option", number=key)
        return self._printed.get("powers", {}).get(key) or find_game("spirit_island").content().names["powers"].get(
            key, self.name(key)
        )

    def of_group(self, group: str, key: str) -> str:
        """Names a value of one kind: an adversary, a scenario, a spirit, a number."""
        return {"adversary": self.adversary, "scenario": self.scenario, "spirit": self.spirit}.get(group, str)(key)

    def challenge(self, adversary: str, level: int, scenario: str = "none", thematic: bool = False) -> str:
        """Names a challenge, e.g. England 4 + Blitz."""
        parts = [] if adversary == "none" else [f"{self.adversary(adversary)} {level}"]
        parts += [] if scenario == "none" else [self.scenario(scenario)]
        parts += [self.label("thematic")] if thematic else []
        return " + ".join(parts) or self.label("no_adversary")
