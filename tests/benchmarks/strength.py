"""Measures how strong the policies are and writes `policies/spirit_island/strength.yaml`.

    python -m tests.benchmarks.strength [--scale 1.0] [--part NAME ...]

Every row is one mean: over the ten spirits (those of Branch & Claw in their own expansion), or over teams, of 2,000 games
or more; all of them take about an hour of one core. Each part is written as soon as it is measured; parts not asked for
keep the rows they had. Reporting seeds are never used in tuning.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from scipy.stats import spearmanr
from statsmodels.stats.proportion import proportion_confint

from policies.core.strength import Strength, read_strength, write_strength
from policies.spirit_island.batch import play_games
from policies.spirit_island.players import STRENGTH
from simulator import spirit_island as si
from simulator.spirit_island.record import vocabulary as v

SEED = 20_000
CONTENT = si.load_content()
ADVERSARIES = [entry["id"] for entry in CONTENT.source["adversaries"]]
LEVELS = [(name, level) for name in ADVERSARIES for level in range(7)]
GAMES = {"spirits": (2000, 2000), "levels": (200, 200), "teams": (500, 250)}  # per set-up: greedy, planner
POLICIES = ("greedy", "planner")


def solo(spirit: str, adversary: str | None = None, level: int = 0) -> si.Setup:
    """Returns a solo game of a spirit in the expansion it comes from; France needs Branch & Claw."""
    own = CONTENT.source["spirits"][CONTENT.spirits.index(spirit)]["set"]
    return si.Setup(
        [spirit], expansion="branch_and_claw" if adversary == "france" else own, adversary=adversary, level=level
    )


def play(setups: list[si.Setup], policy: str, games: int) -> tuple[np.ndarray, float]:
    """Plays games of each set-up; returns all results and the seconds of processor time they took."""
    records = [setup.record(CONTENT) for setup in setups]
    play_games(CONTENT, records[0], SEED - 1, 0, 1, policy)  # compiled and warm
    begin = time.process_time()
    results = [play_games(CONTENT, record, SEED, 0, games, policy) for record in records]
    return np.concatenate(results), time.process_time() - begin


def figure(
    policy: str, group: str, what: str, difficulty: int | str, results: np.ndarray, seconds: float, *, sums_up: bool = False
) -> Strength:
    """Returns one row: wins with their 95 % interval, what lost the other games and when, and the speed."""
    fine = results[results["error"] == 0]
    lost = fine[fine["outcome"] != v.VICTORY]
    wins = len(fine) - len(lost)
    low, high = proportion_confint(wins, len(fine), 0.05, "beta")
    causes = {name: int((lost["cause"] == k).sum()) for k, name in enumerate(v.CAUSES) if (lost["cause"] == k).any()}
    facts = {
        "difficulty": difficulty,
        "wins": wins,
        "losses": {name.replace("_", " "): count for name, count in causes.items()},
        "lost_in_turn": round(float(lost["turns"].mean()), 1) if len(lost) else "",
        "games_per_second": round(len(results) / seconds, 1),
    }
    return Strength(
        policy, what.replace("_", " "), group, "summary" if sums_up else "part", "win", round(wins / len(fine), 4),
        round(float(low), 4), round(float(high), 4), len(fine), SEED, facts,
    )  # fmt: skip


def measure_spirits(policy: str, games: int) -> list[Strength]:
    """Measures each spirit alone without adversary, and their mean."""
    played = [(spirit, *play([solo(spirit)], policy, games)) for spirit in CONTENT.spirits]
    rows = [figure(policy, "spirits", f"{spirit}, no adversary", 0, *measured) for spirit, *measured in played]
    every, seconds = np.concatenate([results for _, results, _ in played]), sum(seconds for *_, seconds in played)
    return [*rows, figure(policy, "spirits", "mean of 10 spirits, no adversary", 0, every, seconds, sums_up=True)]


def official(adversary: str, level: int) -> int:
    """Returns the official difficulty of an adversary's level."""
    return si.official_difficulty(solo(CONTENT.spirits[0], adversary, level), CONTENT)


def measure_levels(policy: str, games: int) -> list[Strength]:
    """Measures all adversary levels over all spirits, and how the rates follow the official difficulty."""
    played = {cell: play([solo(spirit, *cell) for spirit in CONTENT.spirits], policy, games) for cell in LEVELS}
    named = {cell: f"mean of 10 spirits, {cell[0]} {cell[1]}" for cell in LEVELS}
    rows = [figure(policy, "levels", named[cell], official(*cell), *played[cell]) for cell in LEVELS]
    for low, high in ((3, 4), (6, 7)):
        cells = [cell for cell in LEVELS if low <= official(*cell) <= high]
        results = np.concatenate([played[cell][0] for cell in cells])
        seconds = sum(played[cell][1] for cell in cells)
        what = "mean over spirits and adversaries"
        rows.append(figure(policy, "levels", what, f"{low}-{high}", results, seconds, sums_up=True))
    return [*rows, order_of_levels(policy, games, rows[: len(LEVELS)])]


def order_of_levels(policy: str, games: int, rows: list[Strength]) -> Strength:
    """Returns how closely the levels are lost in the order of their official difficulty."""
    follows = -spearmanr([row.value for row in rows], [official(*cell) for cell in LEVELS]).statistic
    risen = [rows[k].what for k in range(1, len(LEVELS)) if LEVELS[k][1] > 0 and rows[k - 1].high < rows[k].low]
    facts = {"difficulty": "1-11", "significantly_easier_than_the_level_below": ", ".join(risen) or "none"}
    return Strength(
        policy, "losses against official difficulty, 28 levels", "levels", "summary", "Spearman correlation",
        round(float(follows), 4), None, None, games * len(CONTENT.spirits) * len(LEVELS), SEED, facts,
    )  # fmt: skip


def measure_teams(policy: str, games: int) -> list[Strength]:
    """Measures teams of 2, 3 and 4 base spirits without adversary: eight teams each, every spirit equally often."""
    base = CONTENT.spirits[:8]
    rows = []
    for players in (2, 3, 4):
        teams = [[base[(first + k * 3) % 8] for k in range(players)] for first in range(8)]
        played = play([si.Setup(team) for team in teams], policy, games)
        rows.append(figure(policy, "teams", f"{players} spirits, 8 teams, no adversary", 0, *played, sums_up=True))
    return rows


PARTS = {"spirits": measure_spirits, "levels": measure_levels, "teams": measure_teams}


def write(part: str, policy: str, rows: list[Strength]) -> None:
    """Replaces the rows of one part in the file."""
    kept = [row for row in read_strength(STRENGTH) if (row.policy, row.group) != (policy, part)] + rows
    kept.sort(key=lambda row: (POLICIES.index(row.policy), list(PARTS).index(row.group)))
    write_strength(kept, STRENGTH)


def main() -> None:
    """Measures the parts asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    every = [f"{policy} {part}" for policy in POLICIES for part in PARTS]
    parser.add_argument("--part", action="append", choices=every)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the usual number of games")
    wanted = parser.parse_args()
    for mark in wanted.part or every:
        policy, part = mark.split()
        games = max(2, int(GAMES[part][POLICIES.index(policy)] * wanted.scale))
        rows = PARTS[part](policy, games)
        write(part, policy, rows)
        for entry in rows:
            print(entry.row(), flush=True)


if __name__ == "__main__":
    main()
