"""Plays what is asked, and what it is measured by, into runs of their own; and says what came of it.

The team plays its question until the interval is narrow enough, and a ladder of adversary levels, one of each official
difficulty, a fixed number of games each. Both are ordinary runs, named by what they hold: asked again, they are there.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from experiments.core.engine import fingerprint
from experiments.core.merging import merge_runs
from experiments.core.planning import Plan
from experiments.core.store import open_store
from experiments.core.sweep_cli import play_on
from reports.core.analysis import Analysis, analysis_of
from reports.core.results import open_run
from reports.spirit_island.ask.question import Question
from simulator.core.errors import UserError
from simulator.spirit_island.language.assembler import Content

GAME = "spirit_island"
RUNG_GAMES = 150
SEED = 1
KEYS = ["adversary", "level", "scenario", "thematic"]
QUESTION, LADDER = "asked", "ladder"


@dataclass(frozen=True)
class Way:
    """How a question is answered: by whom, how exactly, and where games are kept."""

    policy: str
    precision: float
    games: int
    home: Path
    jobs: int


@dataclass(frozen=True)
class Answer:
    """What games say to a question."""

    question: Question
    policy: str
    official: int
    rate: float
    low: float
    high: float
    games: int
    inferred: dict[str, Any]  # value, low, high, beyond; empty if games cannot tell
    partners: tuple[dict[str, Any], ...]  # other teams asked about with the same challenge, the best first
    analysis: Analysis

    def as_dict(self, configuration: str) -> dict[str, Any]:
        """Returns the answer as plain values."""
        return {
            "configuration": configuration, "spirits": list(self.question.spirits),
            **{key: getattr(self.question, key) for key in (*KEYS, "expansion")},
            "rate": self.rate, "low": self.low, "high": self.high, "games": self.games, "policy": self.policy,
            "official": self.official, "inferred": self.inferred.get("value"),
            "inferred_low": self.inferred.get("low"), "inferred_high": self.inferred.get("high"),
            "beyond_the_scale": self.inferred.get("beyond"), "partners": list(self.partners),
        }  # fmt: skip


def answer(question: Question, way: Way, content: Content) -> Answer:
    """Plays a question, or takes what was played before, and answers it."""
    asked = _play(question, QUESTION, way, precision=way.precision, max_games=way.games)
    ladder = _play(question, LADDER, way, games=RUNG_GAMES)
    with tempfile.TemporaryDirectory() as home:
        whole = Path(home) / "both"
        merge_runs(whole, [asked, ladder])
        analysis: Any = analysis_of(whole)
        found = analysis.difficulty.challenges
    row = open_run(asked).analysis.cells.iloc[0]
    return Answer(
        question, way.policy, question.official(content), float(row["rate"]), float(row["low"]), float(row["high"]),
        int(row["games"]), _inferred(found, question), tuple(_partners(question, way)), analysis,
    )  # fmt: skip


def _play(question: Question, what: str, way: Way, **sampling: Any) -> Path:
    axes = question.axes() | {"policies": [way.policy]}
    if what == LADDER:
        axes |= {"adversaries": ladder(question), "scenarios": ["none"], "thematic": [False]}
    plan = Plan(game=GAME, seed=SEED, name=what).with_axes(axes, {}).with_sampling(**sampling)
    cells, path = plan.cells(), way.home / by_rules(way.policy) / run_name(question, what, way.policy)
    with open_store(path, plan, cells) as store:
        if play_on(store, cells, plan.sampling(), way.jobs) == "stopped":
            raise UserError(f"stopped; what was played is kept in {path}, ask again to go on")
    return path


def by_rules(policy: str) -> str:
    """Returns a directory that games of other rules do not share: after a change of rules a question is open again."""
    written = json.dumps(fingerprint(GAME, [policy]), sort_keys=True)
    return f"rules-{hashlib.sha256(written.encode()).hexdigest()[:8]}"


def run_name(question: Question, what: str, policy: str) -> str:
    """Returns the name of a run: who plays against what, by whom."""
    parts = [what, question.team, question.expansion]
    if what == QUESTION:
        parts += [f"{question.adversary}-{question.level}", question.scenario, *(["thematic"] if question.thematic else [])]
    return "_".join([*parts, policy.replace(":", "-")])


def ladder(question: Question) -> list[str]:
    """Returns an adversary level of each official difficulty, adversaries as evenly as it goes."""
    axes = {"teams": [question.team], "expansion": [question.expansion], "adversaries": ["none", "all"]}
    rungs: dict[int, list[Any]] = {}
    for cell in Plan(game=GAME).with_axes(axes, {}).cells():
        rungs.setdefault(cell.values()["difficulty"], []).append(cell)
    used: Counter = Counter()
    chosen = []
    for difficulty in sorted(rungs):
        cell = min(rungs[difficulty], key=lambda cell: used[cell.adversary])
        used[cell.adversary] += 1
        chosen.append("none" if cell.adversary == "none" else f"{cell.adversary}:{cell.level}")
    return chosen


def _inferred(challenges: pd.DataFrame, question: Question) -> dict[str, Any]:
    """Returns what the question plays like; nothing if the games make no scale."""
    if challenges.empty:
        return {}
    wanted = (challenges[KEYS] == [getattr(question, key) for key in KEYS]).all(axis=1)
    row = challenges[wanted].iloc[0]
    ends = {name: float(row[name]) if np.isfinite(row[name]) else None for name in ("low", "high")}
    return {"value": float(row["inferred"]), **ends, "beyond": int(row["beyond"])}


def _partners(question: Question, way: Way) -> list[dict[str, Any]]:
    """Returns how other teams did that share a spirit with this one and were asked about with the same challenge."""
    known = []
    for path in sorted((way.home / by_rules(way.policy)).glob(f"{QUESTION}_*")):
        cells = open_run(path).analysis.cells
        row = cells.iloc[0]
        same = all(row[key] == getattr(question, key) for key in KEYS) and row["policy"] == way.policy
        team = row["spirits"].split("+")
        if (
            same
            and row["spirits"] != question.team
            and len(team) == len(question.spirits) > 1
            and set(team) & set(question.spirits)
        ):
            known.append({"spirits": row["spirits"], **{key: float(row[key]) for key in ("rate", "low", "high")}})
    return sorted(known, key=lambda team: -team["rate"])
