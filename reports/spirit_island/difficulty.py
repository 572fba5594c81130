"""Inferred difficulty: what each challenge plays like on the official scale, and where it departs from its number.

A challenge is an adversary level, a scenario, the thematic map, or a combination of them that was played. The win model
gives its hardness in log-odds, and the scale (`scale.py`) reads that as a difficulty.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import t as student
from threadpoolctl import threadpool_limits

from reports.core.discovery import SURE, with_q
from reports.core.model import Contrast, ShareModel
from reports.spirit_island.scale import SURE as ONE_SIDE
from reports.spirit_island.scale import Judgement

CHALLENGES_AT_LEAST = 4  # a scale through fewer points would fit them all
ROUNDING = 0.5  # official numbers are whole, so a smaller departure is none
FLOOR = 0.05  # a rate below, or above its counterpart, says little about how hard a challenge is
KEYS = ["adversary", "level", "scenario", "thematic", "difficulty"]


@dataclass(frozen=True)
class Difficulty:
    """The inferred difficulties and what scenarios add; or why there are none.

    Of a challenge: `inferred` is what it plays like, between `low` and `high`; if `beyond` is 1 (harder than the scale
    can say) or -1 (easier), it is only a bound. `remaining` is half the interval that endless games would leave.
    `extreme` is -1 where the players hardly ever won, 1 where they nearly always did.
    """

    challenges: pd.DataFrame
    additions: pd.DataFrame
    missing: str = ""

    @property
    def found(self) -> pd.DataFrame:
        """The challenges that significantly depart from their number."""
        return self.challenges[self.challenges["significant"]]


def no_scale(why: str) -> Difficulty:
    """Returns the answer when there is no scale, with its reason: a key of the locales."""
    return Difficulty(pd.DataFrame(), pd.DataFrame(), why)


@threadpool_limits.wrap(limits=1)  # matrices this small only lose time to threads
def infer_difficulty(model: ShareModel) -> Difficulty:
    """Infers the difficulty of every challenge played, with intervals and tests of its departure."""
    cells = model.cells.assign(rate=model.cells["wins"] / model.cells["games"])
    table = cells.groupby(KEYS, as_index=False).agg({"games": "sum", "wins": "sum", "rate": "mean"})
    anchors = _anchors(table)
    if table.loc[anchors, "difficulty"].nunique() < CHALLENGES_AT_LEAST:
        return no_scale("four_difficulties")
    slope, spread = model.estimate(model.contrasts([{("fixed", "difficulty"): -1.0}]))
    if slope[0] < SURE * np.sqrt(spread[0, 0]):
        return no_scale("no_fall")
    hardness, covariance = _hardness(model, table)
    judged = Judgement(table["difficulty"].to_numpy(float), hardness, covariance, anchors)
    table = _with_judgement(table, judged)
    pairs = _played_both_ways(table)
    additions = _additions(table, judged, pairs)
    # One quantity, one test: a scenario that is judged by what it adds is not tested again as a challenge.
    again = [row for rows in pairs.values() for row, _ in rows]
    p = np.array([judged.p(number, ROUNDING) for number in range(len(table))])
    p[again] = np.nan
    tested = with_q(pd.DataFrame(), np.concatenate([p, additions.get("p", [])]))
    own, added = tested.iloc[: len(table)].set_index(table.index), tested.iloc[len(table) :].reset_index(drop=True)
    return Difficulty(table.assign(**own), additions.assign(**added) if len(additions) else additions)


def _anchors(table: pd.DataFrame) -> np.ndarray:
    """Chooses the challenges that the scale is fitted to: plain adversary levels, or all when these are too few.

    One that was never won, or always, has no hardness to fit, only a bound of it.
    """
    measured = table["wins"].between(1, table["games"] - 1).to_numpy()
    plain = ((table["scenario"] == "none") & ~table["thematic"]).to_numpy() & measured
    return plain if table.loc[plain, "difficulty"].nunique() >= CHALLENGES_AT_LEAST else measured


def challenge_effect(model: ShareModel, row: tuple) -> Contrast:
    """Returns what a challenge changes in the log-odds of a game, on the mean of all spirits and boards of the run."""
    adversary, number, scenario, thematic, difficulty = row
    level = (adversary, number)
    effect: Contrast = {
        ("fixed", "difficulty"): float(difficulty),
        ("level", level): 1.0,
        ("scenario", scenario): 1.0,
        ("thematic", "thematic"): float(thematic),
        ("level_scenario", (level, scenario)): 1.0,
    }
    spirits, boards = model.labels("spirit"), model.labels("board")
    for spirit in spirits:
        for block, other in (("adversary", adversary), ("level", level), ("scenario", scenario)):
            if other != "none" or block == "adversary":  # no scenario is no kind of scenario
                effect[f"spirit_{block}", (spirit, other)] = 1 / len(spirits)
    for board in boards:
        effect["adversary_board", (adversary, board)] = 1 / len(boards)
    return effect


def _hardness(model: ShareModel, table: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Returns the hardness of each challenge, the opposite of the odds of victory, and its covariance."""
    effects = [challenge_effect(model, row) for row in table[KEYS].itertuples(index=False, name=None)]
    values, covariance = model.estimate(-model.contrasts(effects))
    return values, covariance + np.diag([_unknown(model, effect) for effect in effects])


def _unknown(model: ShareModel, effect: Contrast) -> float:
    """Returns the variance of what nobody played: how a spirit would have fared is known only as far as its kind is."""
    missing = [key for key in effect if key[0] in model.variance and key not in model.place]
    return sum(effect[key] ** 2 * model.variance[key[0]] for key in missing if key[0].startswith("spirit_"))


def _with_judgement(table: pd.DataFrame, judged: Judgement) -> pd.DataFrame:
    """Adds what each challenge plays like; never won or always, or off the scale, only on which side of a bound."""
    low, high = np.array([judged.interval(number) for number in range(len(table))]).T
    inferred = judged.inferred
    low, high = np.minimum(low, inferred), np.maximum(high, inferred)
    never, always = table["wins"] == 0, table["wins"] == table["games"]
    ends = np.array([(scale.lowest, scale.highest) for scale in judged.scales]).T
    beyond = np.where(never | (inferred >= ends[1]), 1, np.where(always | (inferred <= ends[0]), -1, 0))
    inferred = np.select([beyond == 1, beyond == -1], [low, high], inferred)
    low, high = np.where(beyond == -1, -np.inf, low), np.where(beyond == 1, np.inf, high)
    extreme = np.select([table["rate"] < FLOOR, table["rate"] > 1 - FLOOR], [-1, 1], 0)
    remaining = [judged.remaining(number) for number in range(len(table))]
    return table.assign(
        inferred=inferred, low=low, high=high, departure=inferred - table["difficulty"], beyond=beyond, extreme=extreme,
        remaining=remaining,
    )  # fmt: skip


Pairs = dict[str, list[tuple[int, int]]]


def _played_both_ways(table: pd.DataFrame) -> Pairs:
    """Finds the challenges played with and without each scenario, or the thematic map: rows of the table."""
    keys = ["adversary", "level", "scenario", "thematic"]
    place = {tuple(key): row for row, key in enumerate(table[keys].itertuples(index=False, name=None))}
    pairs: Pairs = {}
    for (adversary, level, scenario, thematic), row in place.items():
        if scenario != "none" and (without := place.get((adversary, level, "none", thematic))) is not None:
            pairs.setdefault(scenario, []).append((row, without))
        if thematic and (without := place.get((adversary, level, scenario, False))) is not None:
            pairs.setdefault("thematic", []).append((row, without))
    return dict(sorted(pairs.items()))


def _additions(table: pd.DataFrame, judged: Judgement, pairs: Pairs) -> pd.DataFrame:
    """Computes what a scenario or the thematic map adds, averaged over the challenges played with and without it."""
    rows = []
    for name, found in pairs.items():
        there, without = np.array(found).T
        adds, error, freedom = judged.difference(there, without)
        official = float((judged.official[there] - judged.official[without]).mean())
        reach, departure = student.isf(1 - ONE_SIDE, freedom) * error, adds - official
        never = bool((table["wins"].to_numpy()[there] == 0).any())  # then no end can be told
        off = (abs(departure) + np.array([-ROUNDING, ROUNDING])) / error
        rows.append({
            "addition": name, "games": int(table["games"].to_numpy()[there].sum()), "challenges": len(found),
            "official": official, "adds": adds, "low": adds - reach, "high": np.inf if never else adds + reach,
            "departure": departure, "error": error, "p": float(min(student.sf(off, freedom).sum(), 1)),
        })  # fmt: skip
    return pd.DataFrame(rows)
