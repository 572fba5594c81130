"""Tells how a compiled policy came to its last choice: the scores of the options and what made the difference.

Reads the working memory the choice has left behind; must be asked right after it.
"""

from __future__ import annotations

import numpy as np

from policies.spirit_island import vocabulary as p
from policies.spirit_island.batch import POLICIES, Chooser
from simulator.spirit_island.record import vocabulary as v

SHOWN = 6  # options, best first
REASONS = 4
NOT_TRIED = -1500.0
BY_HABIT = (v.D_GROWTH, v.D_SOURCE, v.D_PLACE, v.D_TAKE_CARD, v.D_DECK, v.D_FORGET, v.D_RECLAIM, v.D_PLAY_CARD,
            v.D_PIECE, v.D_ELEMENT, v.D_SETUP)  # fmt: skip
BY_TRIAL = (v.D_TARGET, v.D_LAND, v.D_OPTION, v.D_MAY, v.D_CASCADE, v.D_PRESENCE, v.D_SPIRIT)


def explain(chooser: Chooser, state: np.void, names: list[str], choice: int) -> list[str]:
    """Returns lines on how the open decision was answered."""
    mind = chooser.desk.minds[0]
    if POLICIES[chooser.desk.policy] == "planner" and mind["plan_size"] > 0:
        return planned(mind, names, choice)
    decision = int(state["decision"])
    if decision in BY_HABIT:
        return scored(names, mind["quick"], "by habit")
    if decision in BY_TRIAL:
        return [*scored(names, mind["score"], "tried out"), *reasons(mind)]
    if decision == v.D_USE_POWER:
        return [f"worth of using it: {mind['use_gain']:+.3f}"]
    return []


def scored(names: list[str], scores: np.ndarray, how: str) -> list[str]:
    """Returns the best options with their scores; options not looked at are left out."""
    order = sorted(range(len(names)), key=lambda option: -scores[option])
    seen = [option for option in order if scores[option] > NOT_TRIED]
    listed = [f"{names[option]} {scores[option]:+.3f}" for option in seen[:SHOWN]]
    more = f"; {len(names) - len(listed)} more" if len(names) > len(listed) else ""
    return [f"{how}: {', '.join(listed)}{more}"]


def reasons(mind: np.void) -> list[str]:
    """Returns the features that speak most for the best option against the second best."""
    gains = mind["weights"] * (mind["best_features"] - mind["second_features"])
    order = np.argsort(-np.abs(gains))[:REASONS]
    told = [f"{p.FEATURES[feature]} {gains[feature]:+.3f}" for feature in order if abs(gains[feature]) > 1e-4]
    return [f"best against second: {', '.join(told)}"] if told else []


def planned(mind: np.void, names: list[str], choice: int) -> list[str]:
    """Returns how a planned answer came about."""
    step, worlds = int(mind["plan_at"]), int(mind["worlds"])
    chances = mind["plan_chance"][:worlds]
    worth = (f"chance of winning after {int(mind['plan_size'])} planned answers: {chances.mean():.1%} "
             f"({chances.min():.0%} to {chances.max():.0%} in {worlds} worlds)")  # fmt: skip
    if step > 1:
        return [f"answer {step} of the plan: {worth}"]
    tried = f"{int(mind['changes_tried'])} changes tried in {int(mind['games_tried'])} games of one world"
    return [f"new plan: {worth}; {tried}", *courses(mind, names)]


def courses(mind: np.void, names: list[str]) -> list[str]:
    """Returns the answers by which courses were tried, best first: chance of winning, its spread, worlds played."""
    worlds = mind["course_worlds"][: len(names)]
    order = sorted(np.flatnonzero(worlds), key=lambda option: (-worlds[option], -mind["course"][option]))
    listed = [
        f"{names[option]} {mind['course'][option]:.1%} ± {mind['course_spread'][option]:.1%} in {worlds[option]}"
        for option in order[:SHOWN]
    ]
    more = f"; {len(order) - len(listed)} more" if len(order) > len(listed) else ""
    return [f"courses tried, ± between worlds: {', '.join(listed)}{more}"]
