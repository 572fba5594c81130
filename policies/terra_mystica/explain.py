"""Tells how a compiled policy came to its last choice: the scores of the options and what made the difference.

Reads the working memory the choice has left behind; must be asked right after it.
"""

from __future__ import annotations

import numpy as np

from policies.core.explanation import Explanation, Tried, difference_in_words
from policies.terra_mystica import vocabulary as p
from policies.terra_mystica.batch import PLANNER, POLICIES, Chooser
from policies.terra_mystica.greedy import UNWORTHY
from policies.terra_mystica.planner import UNTRIED
from simulator.terra_mystica.record import vocabulary as v

SHOWN = 6  # options, best first
NOT_TRIED = -0.5 * UNWORTHY  # what lies below was tried in vain, or not at all
AT_A_GLANCE = (v.D_FACTION, v.D_START_DWELLING, v.D_BONUS, v.D_LEECH, v.D_TURN_END)


def explain(chooser: Chooser, state: np.void, choice: int) -> Explanation:
    """Returns how the open decision was answered."""
    mind, options = chooser.desk.minds[0], int(state["options"])
    if POLICIES[int(chooser.desk.policies[state["asked"], 0])] == PLANNER and mind["courses_tried"]:
        return courses(mind, options, choice)
    if int(state["decision"]) in AT_A_GLANCE:
        return compared("at a glance", mind["score"], options)
    found = compared(reason(mind, chooser.desk.knowledge[0], state), mind["score"], options)
    return found if found.tried else Explanation("no action brings more than its price is worth in the next round")


def courses(mind: np.void, options: int, choice: int) -> Explanation:
    """Returns what the courses of the planner came to."""
    ends = mind["end"][:options]
    order = [int(option) for option in np.argsort(-ends, kind="stable") if ends[option] > UNTRIED]
    shown = [Tried(option, f"{ends[option]:.0f}") for option in order[:SHOWN]]
    glance = "" if int(mind["greedy_choice"]) == choice else ", better than what is best at a glance"
    why = f"promises most points at the end of {int(mind['courses_tried'])} courses{glance}"
    return Explanation(why, tuple(shown), options - len(shown))


def compared(why: str, scores: np.ndarray, options: int) -> Explanation:
    """Returns the best options with their scores in points; options that were refused are left out."""
    seen = sorted(np.flatnonzero(scores[:options] > NOT_TRIED), key=lambda option: -scores[option])
    shown = [Tried(int(option), f"{scores[option]:+.1f}") for option in seen[:SHOWN]]
    return Explanation(why, tuple(shown), options - len(shown))


def reason(mind: np.void, knowledge: np.void, state: np.void) -> str:
    """Returns what speaks for the best option against the second best, tried out on copies."""
    if mind["second"] < NOT_TRIED:
        return "the only action that is worth its price"
    faction = int(state["faction"][state["asked"]])
    more = mind["best_x"] - mind["second_x"]
    told = difference_in_words(zip(p.FEATURES, more, more * knowledge["weight"][faction, state["round"], p.TURN]))
    return f"tried out, {told}" if told else "tried out"
