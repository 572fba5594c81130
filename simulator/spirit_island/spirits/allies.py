"""Presence that goes along with pieces: Ally of the Dahan (Thunderspeaker), Ally of the Beasts (Sharp Fangs)."""

from simulator.core.agenda import answer_kind, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_FOLLOW, push_frame
from simulator.spirit_island.record.state import F_ACTOR, F_LAND, F_STEP
from simulator.spirit_island.rules.lands import has_bit, lands_for
from simulator.spirit_island.rules.presence import arrive_presence


@kernel
def offer_follow(s, ally, origin, goal):
    """Lets the ally of a moved piece, -1 = nobody, bring one presence along."""
    if ally < 0 or s.presence[ally, origin] == 0 or origin == goal:
        return
    f = push_frame(s, FR_FOLLOW)
    s.frame[f, F_ACTOR] = ally
    s.frame[f, F_LAND] = origin
    s.frame[f, reg.FOLLOW_GOAL] = goal


@kernel
def follow_step(s, t, f):
    """Asks whether presence follows a moved dahan or beasts."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    origin = frame[F_LAND]
    goal = frame[reg.FOLLOW_GOAL]
    if frame[F_STEP] == steps.READY:
        if s.presence[spirit, origin] == 0 or not has_bit(lands_for(s, t, v.SOURCE_SPIRIT_RULE), goal):
            pop_frame(s)
            return
        s.options = 0
        offer(s, v.O_YES, 0, 0, 0)
        offer(s, v.O_NO, 0, 0, 0)
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_MAY, spirit):
            return
    pop_frame(s)
    if answer_kind(s) == v.O_YES:
        s.presence[spirit, origin] -= 1
        arrive_presence(s, t, spirit, goal)
