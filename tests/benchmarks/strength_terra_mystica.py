"""Measures how well the policies of Terra Mystica play and writes `policies/terra_mystica/strength.yaml`.

    python -m tests.benchmarks.strength_terra_mystica [--policy NAME ...] [--games N]

Drawn factions, drawn set-ups, the same policy in every seat. Intervals are over set-ups: seats of one game are no
separate chances. Reporting seeds are never used in tuning or fitting. People's figures are those of the reports.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from threadpoolctl import threadpool_limits

from policies.core.strength import Strength, read_strength, write_strength
from policies.terra_mystica.batch import play_games
from policies.terra_mystica.players import STRENGTH
from reports.terra_mystica import people
from simulator import terra_mystica as tm
from simulator.terra_mystica.record import vocabulary as v

SEED = 30_000
CONTENT = tm.load_content()
FOUR = 4
GAMES = {"uniform": 2000, "greedy": 10_000, "planner": 2000}
OTHER_TABLES = (2, 3, 5)
SHARE_ELSEWHERE = 0.2  # of the games, at tables of other sizes
Z = 1.96
DRAWS = 400


def play(policy: str, players: int, games: int) -> tuple[np.ndarray, float]:
    """Plays drawn tables; returns the games without error and the seconds of processor time for one."""
    record = tm.Setup(players=players, choice="drawn").record(CONTENT)
    play_games(CONTENT, record, SEED - 1, 0, 1, (policy,))  # compiled and warm
    begin = time.process_time()
    results = play_games(CONTENT, record, SEED, 0, games, (policy,))
    return results[results["error"] == 0], (time.process_time() - begin) / games


def figure(
    policy: str,
    group: str,
    what: str,
    values: np.ndarray,
    facts: dict | None = None,
    *,
    measure: str = "vp",
    sums_up: bool = False,
) -> Strength:
    """Returns one row: the mean of independent values with its 95 % interval."""
    mean, half = float(values.mean()), Z * float(values.std(ddof=1)) / len(values) ** 0.5
    return Strength(
        policy, what, group, "summary" if sums_up else "part", measure, round(mean, 3), round(mean - half, 3),
        round(mean + half, 3), len(values), SEED, facts or {},
    )  # fmt: skip


def of_sources(results: np.ndarray) -> str:
    """Returns points by source, ours and people's; sources that people's figures keep together stand together."""
    mean = dict(zip(v.SOURCES, results["vp_source"][:, :FOUR].mean(axis=(0, 1)), strict=True))
    told = []
    for names, theirs in people.figures()["sources"].items():
        ours = sum(mean[name] for name in names.split("+"))
        told.append(f"{names.replace('_', ' ')} {ours:.1f} ({theirs:.1f})")
    return ", ".join(told)


def of_leech(results: np.ndarray) -> str:
    """Returns the share of offers of power taken, by size, ours and people's."""
    taken, offers = results["leech_taken"].sum(axis=0), results["leech_offers"].sum(axis=0)
    theirs = people.figures()["leech"]
    return ", ".join(f"{size}: {taken[size - 1] / max(1, offers[size - 1]):.2f} ({theirs[size]:.2f})" for size in theirs)


def of_factions(policy: str, results: np.ndarray) -> list[Strength]:
    """Returns the points of each faction, and its margin over the tables it sat at."""
    points = results["vp"][:, :FOUR].astype(float)
    margin = points - points.mean(axis=1, keepdims=True)
    rows = []
    for number, faction in enumerate(CONTENT.factions):
        sat = results["faction"][:, :FOUR] == number + 1
        facts = {"margin": round(float(margin[sat].mean()), 2), "win": round(float(results["win"][:, :FOUR][sat].mean()), 3)}
        rows.append(figure(policy, "factions", f"{faction}, 4 players", points[sat], facts))
    return rows


def strengths(results: np.ndarray, draws: int) -> np.ndarray:
    """Returns what each faction adds to its points, corrected for who else sat there: least squares, games apart.

    The first row is that of all games, the others are those of games drawn anew from them.
    """
    points = results["vp"][:, :FOUR].astype(float)
    points -= points.mean(axis=1, keepdims=True)
    sat = np.eye(len(CONTENT.factions))[results["faction"][:, :FOUR] - 1]
    sat -= sat.mean(axis=1, keepdims=True)
    squares, products = np.einsum("gsi,gsj->gij", sat, sat), np.einsum("gsi,gs->gi", sat, points)
    times = np.random.default_rng(0).multinomial(len(results), np.full(len(results), 1 / len(results)), draws)
    times = np.vstack([np.ones(len(results), int), times])
    whole = np.tensordot(times, squares, axes=1)
    return np.einsum("dij,dj->di", np.linalg.pinv(whole, hermitian=True), times @ products)


def agreement(policy: str, results: np.ndarray) -> Strength:
    """Returns the rank correlation of the factions' strength with that of people's games, its interval over set-ups."""
    theirs = people.of_factions("strength").reindex(CONTENT.factions).to_numpy()
    ours, *drawn = strengths(results, DRAWS)
    low, high = np.quantile([people.spearman(others, theirs) for others in drawn], [0.025, 0.975])
    facts = {"by faction": ", ".join(f"{CONTENT.factions[k]} {ours[k]:+.1f} ({theirs[k]:+.1f})" for k in np.argsort(-ours))}
    return Strength(
        policy, "faction strength against people's 49,740 games, 4 players", "validity", "summary", "Spearman correlation",
        round(people.spearman(ours, theirs), 3), round(float(low), 3), round(float(high), 3), len(results), SEED, facts,
    )  # fmt: skip


def of_seats(policy: str, results: np.ndarray) -> Strength:
    """Returns how many points a later seat brings, with the share of wins of each seat."""
    points = results["vp"][:, :FOUR].astype(float)
    line = np.arange(FOUR) - (FOUR - 1) / 2
    wins = results["win"][:, :FOUR].mean(axis=0)
    facts = {"wins by seat": ", ".join(f"{share:.3f}" for share in wins)}
    return figure(
        policy,
        "validity",
        "points per later seat, 4 players (people -0.33; chosen factions and set-ups apart, +0.10)",
        points @ line / (line @ line),
        facts,
    )


def four_players(policy: str, results: np.ndarray, seconds: float) -> list[Strength]:
    """Returns all figures of four-player games."""
    facts = {"games_per_second": round(1 / seconds, 1), "points by source (people)": of_sources(results)}
    points = results["vp"][:, :FOUR]
    return [
        figure(policy, "tables", "4 players, drawn factions and set-ups", points.mean(axis=1), facts, sums_up=True),
        figure(policy, "tables", "the winner of 4", points.max(axis=1).astype(float), sums_up=True),
        *of_factions(policy, results),
        agreement(policy, results),
        of_seats(policy, results),
        figure(policy, "validity", "power taken from neighbours, 4 players", results["leeched"][:, :FOUR].mean(axis=1),
               {"share of offers taken by size (people)": of_leech(results)}, measure="power"),
    ]  # fmt: skip


def measure(policy: str, games: int) -> list[Strength]:
    """Measures a policy at tables of all sizes."""
    rows = four_players(policy, *play(policy, FOUR, games))
    for players in OTHER_TABLES:
        results, seconds = play(policy, players, max(50, int(games * SHARE_ELSEWHERE)))
        facts = {"games_per_second": round(1 / seconds, 1)}
        means = results["vp"][:, :players].mean(axis=1)
        rows.append(figure(policy, "tables", f"{players} players, drawn factions and set-ups", means, facts, sums_up=True))
    return rows


def write(policy: str, rows: list[Strength]) -> None:
    """Replaces the rows of one policy in the file."""
    kept = [row for row in read_strength(STRENGTH) if row.policy != policy] + rows
    kept.sort(key=lambda row: list(GAMES).index(row.policy))
    write_strength(kept, STRENGTH)


@threadpool_limits.wrap(limits=1)  # small matrices only lose time to threads
def main() -> None:
    """Measures the policies asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policy", action="append", choices=list(GAMES))
    parser.add_argument("--games", type=int, help="four-player games of each policy; left out: the usual numbers")
    wanted = parser.parse_args()
    for policy in wanted.policy or GAMES:
        rows = measure(policy, wanted.games or GAMES[policy])
        write(policy, rows)
        for entry in rows:
            print(entry.row(), flush=True)


if __name__ == "__main__":
    main()
