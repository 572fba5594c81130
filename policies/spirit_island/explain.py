"""Tells how a compiled policy came to its last choice: the scores of the options and what made the difference.

Reads the working memory the choice has left behind; must be asked right after it.
"""

from __future__ import annotations

import numpy as np

from policies.core.explanation import Explanation, Tried, difference_in_words
from policies.spirit_island import vocabulary as p
from policies.spirit_island.batch import POLICIES, Chooser
from simulator.spirit_island.record import vocabulary as v

SHOWN = 6  # options, best first
NOT_TRIED = -1500.0
BY_HABIT = (v.D_GROWTH, v.D_SOURCE, v.D_PLACE, v.D_TAKE_CARD, v.D_DECK, v.D_FORGET, v.D_RECLAIM, v.D_PLAY_CARD,
            v.D_PIECE, v.D_ELEMENT, v.D_SETUP)  # fmt: skip
BY_TRIAL = (v.D_TARGET, v.D_LAND, v.D_OPTION, v.D_MAY, v.D_CASCADE, v.D_PRESENCE, v.D_SPIRIT)


def explain(chooser: Chooser, state: np.void, choice: int) -> Explanation:
    """Returns how the open decision was answered."""
    mind, options = chooser.desk.minds[0], int(state["options"])
    if POLICIES[chooser.desk.policy] == "planner" and mind["plan_size"] > 0:
        return planned(mind, options)
    decision = int(state["decision"])
    if decision in BY_HABIT:
        return compared("by the habits of the spirit", mind["quick"], options)
    if decision in BY_TRIAL:
        return compared(reason(mind), mind["score"], options)
    if decision == v.D_USE_POWER:
        return Explanation(f"using it makes the position {mind['use_gain']:+.2f} better")
    return Explanation()


def compared(why: str, scores: np.ndarray, options: int) -> Explanation:
    """Returns the best options with their scores; options not looked at are left out."""
    seen = sorted(np.flatnonzero(scores[:options] > NOT_TRIED), key=lambda option: -scores[option])
    shown = [Tried(int(option), f"{scores[option]:+.2f}") for option in seen[:SHOWN]]
    return Explanation(why, tuple(shown), options - len(shown))


def reason(mind: np.void) -> str:
    """Returns what speaks for the best option against the second best, tried out on copies."""
    more = mind["best_features"] - mind["second_features"]
    told = difference_in_words(zip(p.FEATURES, more, more * mind["weights"]))
    return f"tried out, {told}" if told else "tried out"


def planned(mind: np.void, options: int) -> Explanation:
    """Returns how a planned answer came about; the later answers of a plan have no reason of their own."""
    if int(mind["plan_at"]) > 1:
        return Explanation(is_planned=True)
    worlds = int(mind["worlds"])
    chances = mind["plan_chance"][:worlds]
    size = int(mind["plan_size"])
    ahead = f"plans {size} answers" if size > 1 else "plans this answer"
    courses = int(mind["changes_tried"]) + 1
    spread = f"{chances.min():.0%} to {chances.max():.0%} in {worlds} imagined worlds"
    why = f"{ahead}: wins in {chances.mean():.0%} ({spread}), best of {courses} courses"
    tried = mind["course_worlds"][:options]
    order = sorted(np.flatnonzero(tried), key=lambda option: (-tried[option], -mind["course"][option]))
    shown = [Tried(int(option), f"{mind['course'][option]:.0%}") for option in order[:SHOWN]]
    return Explanation(why, tuple(shown), options - len(shown), chances=(float(chances.mean()),))
