"""Thunderspeaker. Its special rules:

- Ally of the Dahan: presence goes along with dahan that move (`allies.py`, hook `piece_moved`);
- Sworn to Victory: a ravage that destroyed dahan costs it as much presence within range 1 (`start_mourning`,
  `sworn_step`).
"""

from simulator.core.agenda import answer_a, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_SWORN, push_frame
from simulator.spirit_island.record.state import F_ACTOR, F_LAND, F_N, F_STEP
from simulator.spirit_island.rules.blight import destroy_presence_at
from simulator.spirit_island.rules.lands import has_bit, lands_in_play, spaces


@kernel
def start_mourning(s, spirit, land, dead):
    """Puts the loss of presence after a ravage on the agenda."""
    p = push_frame(s, FR_SWORN)
    s.frame[p, F_ACTOR] = spirit
    s.frame[p, F_LAND] = land
    s.frame[p, F_N] = dead


@kernel
def sworn_step(s, t, f):
    """Destroys presence near a ravage that killed dahan, where the spirit chooses."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    if frame[F_STEP] == steps.ASKED:
        destroy_presence_at(s, spirit, answer_a(s))
        frame[F_N] -= 1
    near = t.near[s.layout, 1, frame[F_LAND]] & lands_in_play(s, t)
    s.options = 0
    if frame[F_N] > 0:
        for land in range(spaces(s)):
            if has_bit(near, land) and s.presence[spirit, land] > 0:
                offer(s, v.O_LAND, land, 0, spirit)
    if s.options == 0:
        pop_frame(s)
        return
    frame[F_STEP] = steps.ASKED
    ask(s, v.D_PRESENCE, spirit)
