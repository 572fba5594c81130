"""Measures how strong the policies are and writes `policies/spirit_island/strength.yaml`.

    python -m tests.benchmarks.strength [--scale 1.0] [--part NAME ...]

Every row is one mean: over the ten spirits (those of Branch & Claw in their own expansion), or over teams, of 2,000 games
or more; all of them take about an hour of one core. Each part is written as soon as it is measured; parts not asked for
keep the rows they had. Reporting seeds are never used in tuning.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import yaml
from scipy.stats import spearmanr
from statsmodels.stats.proportion import proportion_confint

from policies.spirit_island.batch import play_games
from simulator import spirit_island as si
from simulator.spirit_island.record import vocabulary as v

SEED = 20_000
FILE = Path(__file__).parents[2] / "policies" / "spirit_island" / "strength.yaml"
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


def row(policy: str, configuration: str, difficulty: int | str, results: np.ndarray, seconds: float) -> dict:
    """Returns one row: wins with their 95 % interval, what lost the other games and when, and the speed."""
    fine = results[results["error"] == 0]
    lost = fine[fine["outcome"] != v.VICTORY]
    wins = len(fine) - len(lost)
    low, high = proportion_confint(wins, len(fine), 0.05, "beta")
    causes = {name: int((lost["cause"] == k).sum()) for k, name in enumerate(v.CAUSES) if (lost["cause"] == k).any()}
    return {
        "policy": policy, "configuration": configuration.replace("_", " "), "difficulty": difficulty,
        "games": len(fine), "wins": wins,
        "rate": f"{wins / len(fine):.3f}", "interval": f"{low:.3f}-{high:.3f}",
        "losses": ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in causes.items()),
        "lost in turn": f"{lost['turns'].mean():.1f}" if len(lost) else "",
        "games/s": round(len(results) / seconds, 1),
        "seed": SEED,
    }  # fmt: skip


def measure_spirits(policy: str, games: int) -> list[dict]:
    """Measures each spirit alone without adversary, and their mean."""
    played = [(spirit, *play([solo(spirit)], policy, games)) for spirit in CONTENT.spirits]
    rows = [row(policy, f"{spirit}, no adversary", 0, results, seconds) for spirit, results, seconds in played]
    every = np.concatenate([results for _, results, _ in played])
    return [*rows, row(policy, "mean of 10 spirits, no adversary", 0, every, sum(seconds for *_, seconds in played))]


def official(adversary: str, level: int) -> int:
    """Returns the official difficulty of an adversary's level."""
    return si.official_difficulty(solo(CONTENT.spirits[0], adversary, level), CONTENT)


def measure_levels(policy: str, games: int) -> list[dict]:
    """Measures all adversary levels over all spirits, and how the rates follow the official difficulty."""
    played = {cell: play([solo(spirit, *cell) for spirit in CONTENT.spirits], policy, games) for cell in LEVELS}
    rows = [row(policy, f"mean of 10 spirits, {cell[0]} {cell[1]}", official(*cell), *played[cell]) for cell in LEVELS]
    for low, high in ((3, 4), (6, 7)):
        cells = [cell for cell in LEVELS if low <= official(*cell) <= high]
        results = np.concatenate([played[cell][0] for cell in cells])
        seconds = sum(played[cell][1] for cell in cells)
        rows.append(row(policy, "mean over spirits and adversaries", f"{low}-{high}", results, seconds))
    rates = [float(entry["rate"]) for entry in rows[: len(LEVELS)]]
    follows = -spearmanr(rates, [official(*cell) for cell in LEVELS]).statistic
    risen = [rows[k]["configuration"] for k in range(1, len(LEVELS)) if LEVELS[k][1] > 0 and rises(rows[k - 1], rows[k])]
    rows.append({
        "policy": policy, "configuration": "Spearman correlation of losses with official difficulty, 28 levels",
        "difficulty": "1-11", "games": games * len(CONTENT.spirits) * len(LEVELS), "rate": f"{follows:.3f}",
        "losses": f"significantly easier than the level below: {', '.join(risen) or 'none'}", "seed": SEED,
    })  # fmt: skip
    return rows


def rises(below: dict, above: dict) -> bool:
    """Tells whether a higher level is won significantly more often: the intervals do not touch."""
    return float(below["interval"].split("-")[1]) < float(above["interval"].split("-")[0])


def measure_teams(policy: str, games: int) -> list[dict]:
    """Measures teams of 2, 3 and 4 base spirits without adversary: eight teams each, every spirit equally often."""
    base = CONTENT.spirits[:8]
    rows = []
    for players in (2, 3, 4):
        teams = [[base[(first + k * 3) % 8] for k in range(players)] for first in range(8)]
        rows.append(
            row(policy, f"{players} spirits, 8 teams, no adversary", 0, *play([si.Setup(t) for t in teams], policy, games))
        )
    return rows


PARTS = {"spirits": measure_spirits, "levels": measure_levels, "teams": measure_teams}


def write(part: str, policy: str, rows: list[dict]) -> None:
    """Replaces the rows of one part in the file; the mark `part` says where a row belongs."""
    kept = yaml.safe_load(FILE.read_text("utf-8")) if FILE.exists() else []
    mark = f"{policy} {part}"
    kept = [entry for entry in kept if entry["part"] != mark] + [entry | {"part": mark} for entry in rows]
    order = [f"{name} {kind}" for name in POLICIES for kind in PARTS]
    kept.sort(key=lambda entry: order.index(entry["part"]))
    FILE.write_text(yaml.safe_dump(kept, sort_keys=False, width=200), "utf-8")


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
            print({key: value for key, value in entry.items() if key != "part"}, flush=True)


if __name__ == "__main__":
    main()
