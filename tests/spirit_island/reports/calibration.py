"""How often the intervals of Spirit Island's report hold a truth that was made up; see tests/core/reports/calibration.py."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.special import expit

import reports.spirit_island
from reports.core.discovery import SURE
from reports.core.luck import Luck
from reports.spirit_island.difficulty import ROUNDING, infer_difficulty
from reports.spirit_island.lifts import lifts
from reports.spirit_island.synergy import match_ups, pair_synergies, spirit_strengths
from reports.spirit_island.terms import win_model
from tests.core.reports.calibration import Case, write_table
from tests.spirit_island.reports.synthetic import CHALLENGES, OFFICIAL, SPIRITS, make_cells, make_run, true_logit

Repeat = Callable[[np.random.Generator], np.ndarray]
SOLO = make_cells(SPIRITS[:8])
SCENARIOS = ("none", "blitz", "guard_the_isles_heart", "rituals_of_terror")
PAIRED = make_cells(players=2, challenges=CHALLENGES[::7])
PAIRS = list(PAIRED["spirits"].unique())
REPETITIONS, SLOW = 600, 300  # of 6 to 45 intervals each


def difficulty(spread: float, games: int | np.ndarray, base: float = 2.0) -> Repeat:
    """Draws departures of adversary levels; which challenges' intervals hold official number plus departure?"""

    def repeat(rng: np.random.Generator) -> np.ndarray:
        planted = {challenge: rng.normal(0, spread) for challenge in CHALLENGES}
        strength = dict(zip(SPIRITS, rng.normal(0, 0.5, 8)))
        logit = true_logit(SOLO, base=base, strength=strength, departures=planted)
        table = infer_difficulty(win_model(make_run(SOLO, logit, games, rng))).challenges
        if table.empty:
            return np.array([])
        truth = table["difficulty"] + [planted[row] for row in zip(table["adversary"], table["level"])]
        return ((table["low"] <= truth) & (truth <= table["high"])).to_numpy()

    return repeat


def stars(spread: float, games: int) -> Repeat:
    """Draws departures of adversary levels; of those found, which share is truly above the rounding?"""

    def repeat(rng: np.random.Generator) -> np.ndarray:
        planted = {challenge: rng.normal(0, spread) for challenge in CHALLENGES}
        run = make_run(SOLO, true_logit(SOLO, departures=planted), games, rng)
        table = infer_difficulty(win_model(run)).found
        real = [abs(planted[row]) > ROUNDING for row in zip(table["adversary"], table["level"])]
        return np.array([np.mean(real) if real else 1.0])

    return repeat


def additions(spread: float, games: int) -> Repeat:
    """Draws what scenarios add beyond their number, for levels that depart from theirs; which intervals hold it?"""
    levels = [("none", 0), *((name, level) for name in ("england", "sweden") for level in range(7))]
    plain, others = make_cells(SPIRITS[:6], 1, levels), make_cells(SPIRITS[:6], 1, levels[:3], SCENARIOS[1:])
    cells = pd.concat([plain, others], ignore_index=True)
    cells["cell"] = np.arange(len(cells))

    def repeat(rng: np.random.Generator) -> np.ndarray:
        planted = {thing: rng.normal(0, spread) for thing in [*levels, *SCENARIOS[1:]]}
        run = make_run(cells, true_logit(cells, departures=planted), games, rng)
        table = infer_difficulty(win_model(run)).additions
        truth = table["official"] + [planted[name] for name in table["addition"]]
        return ((table["low"] <= truth) & (truth <= table["high"])).to_numpy()

    return repeat


def strengths(games: int | np.ndarray, players: int = 1, base: float = 2.0, spread: float = 0.5) -> Repeat:
    """Draws strengths of spirits; which intervals hold their distance from the mean spirit?"""
    cells = make_cells(SPIRITS[:6], players, CHALLENGES[::4])

    def repeat(rng: np.random.Generator) -> np.ndarray:
        strength = dict(zip(SPIRITS, rng.normal(0, spread, 6)))
        run = make_run(cells, true_logit(cells, base=base, strength=strength), np.resize(games, len(cells)), rng)
        table = spirit_strengths(win_model(run))
        truth = np.array([strength[spirit] for spirit in table["spirit"]]) - np.mean(list(strength.values()))
        return np.abs(table["odds"] - truth).to_numpy() <= SURE * table["error"].to_numpy()

    return repeat


def synergies(spread: float, games: int, base: float = 2.0) -> Repeat:
    """Draws synergies of all pairs; which intervals hold them?"""

    def repeat(rng: np.random.Generator) -> np.ndarray:
        strength = dict(zip(SPIRITS, rng.normal(0, 0.5, 10)))
        planted = dict(zip(PAIRS, rng.normal(0, spread, len(PAIRS))))
        run = make_run(PAIRED, true_logit(PAIRED, base=base, strength=strength, synergy=planted), games, rng)
        table = pair_synergies(win_model(run))
        truth = [planted["+".join(sorted(pair, key=SPIRITS.index))] for pair in zip(table["first"], table["second"])]
        return np.abs(table["odds"] - truth).to_numpy() <= SURE * table["error"].to_numpy()

    return repeat


def starred_pairs(count: int, games: int | np.ndarray, base: float = 2.0) -> Repeat:
    """Plants a few strong synergies; of those found, which share is true?"""

    def repeat(rng: np.random.Generator) -> np.ndarray:
        strength = dict(zip(SPIRITS, rng.normal(0, 0.5, 10)))
        planted = dict(zip(rng.choice(PAIRS, count, replace=False), rng.choice([-0.6, 0.6], count)))
        logit = true_logit(PAIRED, base=base, strength=strength, synergy=planted)
        table = pair_synergies(win_model(make_run(PAIRED, logit, np.resize(games, len(PAIRED)), rng)))
        found = table.loc[table["significant"], ["first", "second"]].itertuples(index=False)
        real = ["+".join(sorted(pair, key=SPIRITS.index)) in planted for pair in found]
        return np.array([np.mean(real) if real else 1.0])

    return repeat


def suits(spread: float, games: int) -> Repeat:
    """Draws how each spirit suits each adversary; which intervals hold it?"""
    adversaries = [name for name in OFFICIAL if name != "none"]

    def repeat(rng: np.random.Generator) -> np.ndarray:
        planted = {(spirit, name): rng.normal(0, spread) for spirit in SPIRITS[:8] for name in adversaries}
        table = match_ups(win_model(make_run(SOLO, true_logit(SOLO, match_ups=planted), games, rng)))
        truth = np.array([planted.get(row, 0.0) for row in zip(table["spirit"], table["adversary"])])
        held = np.abs(table["odds"] - truth) <= SURE * table["error"]
        return held[table["adversary"] != "none"].to_numpy()

    return repeat


def true_lifts(cells: pd.DataFrame, chance: np.ndarray) -> dict[tuple[str, str, str], float]:
    """Returns what each spirit truly adds to each pair against each adversary, from the chances of victory."""
    of = {(frozenset(row.spirits.split("+")), row.adversary, row.level): chance[row.Index] for row in cells.itertuples()}
    spirits, found = sorted({spirit for team, *_ in of for spirit in team}), {}
    for (team, adversary, level), own in of.items():
        for spirit in team:
            (partner,) = team - {spirit}
            seat = [of[frozenset((other, partner)), adversary, level] for other in spirits if other != partner]
            found.setdefault((spirit, partner, adversary), []).append(own - np.mean(seat))
    return {key: float(np.mean(values)) for key, values in found.items()}


def lifted(spread: float, games: int | np.ndarray) -> Repeat:
    """Draws strengths, synergies and match-ups; which intervals hold what a spirit adds?"""

    def repeat(rng: np.random.Generator) -> np.ndarray:
        adversaries = sorted(set(PAIRED["adversary"]))
        logit = true_logit(
            PAIRED, strength=dict(zip(SPIRITS, rng.normal(0, spread, 10))),
            synergy=dict(zip(PAIRS, rng.normal(0, spread / 2, len(PAIRS)))),
            match_ups={(spirit, name): rng.normal(0, spread) for spirit in SPIRITS for name in adversaries},
        )  # fmt: skip
        run = make_run(PAIRED, logit, np.resize(games, len(PAIRED)), rng)
        truth = true_lifts(PAIRED, expit(logit))
        table = lifts(run, Luck(run.played["win"]), np.ones(len(PAIRED), bool))
        held = [row.low <= 100 * truth[row.spirit, row.partners, row.adversary] <= row.high for row in table.itertuples()]
        return np.array(held)

    return repeat


UNEVEN = np.array([100, 300, 2000])
CASES = (
    Case("inferred difficulty", "29 levels exactly of their number, 200 games each", difficulty(0.0, 200), SLOW),
    Case("inferred difficulty", "29 levels half a point off theirs, 200 games each", difficulty(0.5, 200), SLOW),
    Case("inferred difficulty", "29 levels a point off theirs, 200 games each", difficulty(1.0, 200), SLOW),
    Case("inferred difficulty", "29 levels a point off theirs, 1,000 games each", difficulty(1.0, 1000), SLOW),
    Case("inferred difficulty", "29 levels a point off theirs, 100 to 2,000 games each",
         difficulty(1.0, np.resize(UNEVEN, len(SOLO))), SLOW),
    Case("inferred difficulty", "29 levels a point off theirs, 200 games each, 0.5 to 27 % won", difficulty(1.0, 200, -1.0),
         SLOW),
    Case("inferred difficulty", "29 levels a point off theirs, 200 games each, 73 to 99 % won", difficulty(1.0, 200, 5.0),
         SLOW),
    Case("true among starred departures", "29 levels half a point off theirs, 1,000 games each", stars(0.5, 1000),
         SLOW),
    Case("true among starred departures", "29 levels a point off theirs, 1,000 games each", stars(1.0, 1000), SLOW),
    Case("what scenarios add", "3 scenarios a point off theirs against 3 of 15 levels, 300 games each", additions(1.0, 300),
         REPETITIONS),
    Case("strength of spirits", "6 spirits alone, 150 games each", strengths(150), REPETITIONS),
    Case("strength of spirits", "6 spirits alone, 100 to 2,000 games each", strengths(UNEVEN), REPETITIONS),
    Case("strength of spirits", "6 spirits in pairs, 20 games each", strengths(20, 2), REPETITIONS),
    Case("strength of spirits", "6 spirits alone, 150 games each, 0.5 to 27 % won", strengths(150, 1, -1.0), REPETITIONS),
    Case("strength of spirits", "6 spirits nearly alike (0.03 in log-odds), 150 games each", strengths(150, spread=0.03),
         REPETITIONS),
    Case("synergy", "45 pairs without any, 200 games each", synergies(0.0, 200), REPETITIONS),
    Case("synergy", "45 pairs with little (0.05 in log-odds), 200 games each", synergies(0.05, 200), REPETITIONS),
    Case("synergy", "45 pairs with some (0.2 in log-odds), 200 games each", synergies(0.2, 200), REPETITIONS),
    Case("synergy", "45 pairs with some, 200 games each, 95 to 99 % won", synergies(0.2, 200, 5.0), REPETITIONS),
    Case("true among starred synergies", "45 pairs without any, 100 to 2,000 games each", starred_pairs(0, UNEVEN),
         REPETITIONS),
    Case("true among starred synergies", "5 of 45 pairs, 200 games each", starred_pairs(5, 200), REPETITIONS),
    Case("true among starred synergies", "5 of 45 pairs, 200 games each, 95 to 99 % won", starred_pairs(5, 200, 5.0),
         REPETITIONS),
    Case("lifts", "90 of 10 spirits in pairs against 4 adversaries, alike, 100 games each", lifted(0.0, 100), SLOW),
    Case("lifts", "the same, with effects of 0.4 in log-odds", lifted(0.4, 100), SLOW),
    Case("lifts", "the same, 100 to 2,000 games each", lifted(0.4, UNEVEN), SLOW),
    Case("match-ups", "32 of 8 spirits, some (0.3 in log-odds), 100 games each", suits(0.3, 100), REPETITIONS),
)  # fmt: skip

if __name__ == "__main__":
    write_table(CASES, Path(reports.spirit_island.__file__).parent / "calibration.csv")
