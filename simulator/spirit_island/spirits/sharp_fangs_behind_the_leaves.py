"""Sharp Fangs behind the Leaves. Its special rules:

- Ally of the Beasts: presence goes along with beasts that move (`allies.py`, hook `piece_moved`);
- Call Forth Predators: once per spirit phase, before or after growth, 1 presence may become 1 beasts (`start_call`,
  `call_step`).
"""

from simulator.core.agenda import answer_a, answer_kind, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_CALL, push_frame
from simulator.spirit_island.record.state import F_ACTOR, F_STEP
from simulator.spirit_island.rules.lands import spaces


@kernel
def start_call(s, spirit):
    """Offers the call unless it was used in this phase."""
    if s.called[spirit] == 0:
        f = push_frame(s, FR_CALL)
        s.frame[f, F_ACTOR] = spirit


@kernel
def call_step(s, t, f):
    """Turns one presence on the island into beasts; the presence leaves the game."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    if frame[F_STEP] == steps.READY:
        s.options = 0
        for land in range(spaces(s)):
            if s.presence[spirit, land] > 0:
                offer(s, v.O_LAND, land, 0, 0)
        offer(s, v.O_STOP, 0, 0, 0)
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_PRESENCE, spirit):
            return
    pop_frame(s)
    if answer_kind(s) == v.O_LAND:
        s.called[spirit] = 1
        s.presence[spirit, answer_a(s)] -= 1
        s.removed[spirit] += 1
        s.pieces[answer_a(s), v.BEASTS] += 1
