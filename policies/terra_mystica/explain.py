"""Tells how a compiled policy came to its last choice: the scores of the options and what made the difference.

Reads the working memory the choice has left behind; must be asked right after it.
"""

from __future__ import annotations

import numpy as np

from policies.terra_mystica import vocabulary as p
from policies.terra_mystica.batch import PLANNER, POLICIES, Chooser
from policies.terra_mystica.greedy import UNWORTHY
from policies.terra_mystica.planner import UNTRIED
from simulator.terra_mystica.record import vocabulary as v

SHOWN = 6  # options, best first
REASONS = 5
NOT_TRIED = -0.5 * UNWORTHY  # what lies below was tried in vain, or not at all
AT_A_GLANCE = (v.D_FACTION, v.D_START_DWELLING, v.D_BONUS, v.D_LEECH, v.D_TURN_END)


def explain(chooser: Chooser, state: np.void, names: list[str], choice: int) -> list[str]:
    """Returns lines on how the open decision was answered."""
    mind = chooser.desk.minds[0]
    if POLICIES[int(chooser.desk.policies[state["asked"], 0])] == PLANNER and mind["courses_tried"]:
        return courses(names, mind, choice)
    if int(state["decision"]) in AT_A_GLANCE:
        return scored(names, mind["score"], "at a glance")
    told = scored(names, mind["score"], "tried out, in points")
    if not told:
        return ["no action brings more than its price is worth in the next round"]
    return [*told, *reasons(mind, chooser.desk.knowledge[0], state)]


def courses(names: list[str], mind: np.void, choice: int) -> list[str]:
    """Returns what the courses of the planner came to."""
    ends = mind["end"][: len(names)]
    order = [option for option in np.argsort(-ends, kind="stable") if ends[option] > UNTRIED]
    told = [f"{names[option]} {ends[option]:.0f}" for option in order]
    lines = [f"{mind['courses_tried']} courses, points they promise: {', '.join(told)}"]
    at_a_glance = int(mind["greedy_choice"])
    return lines if at_a_glance == choice else [*lines, f"greedy would choose {names[at_a_glance]}"]


def scored(names: list[str], scores: np.ndarray, how: str) -> list[str]:
    """Returns the best options with their scores; options that were refused are left out."""
    order = sorted(range(len(names)), key=lambda option: -scores[option])
    seen = [option for option in order if scores[option] > NOT_TRIED]
    listed = [f"{names[option]} {scores[option]:+.2f}" for option in seen[:SHOWN]]
    more = f"; {len(names) - len(listed)} more" if len(names) > len(listed) else ""
    return [f"{how}: {', '.join(listed)}{more}"] if listed else []


def reasons(mind: np.void, knowledge: np.void, state: np.void) -> list[str]:
    """Returns the features that speak most for the best option against the second best."""
    if mind["second"] < NOT_TRIED:
        return []
    faction = int(state["faction"][state["asked"]])
    weights = knowledge["weight"][faction, state["round"], p.TURN]
    gains = weights * (mind["best_x"] - mind["second_x"])
    order = np.argsort(-np.abs(gains))[:REASONS]
    told = [f"{p.FEATURES[feature]} {gains[feature]:+.2f}" for feature in order if abs(gains[feature]) > 1e-3]
    return [f"best against second: {', '.join(told)}"] if told else []
