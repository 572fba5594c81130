"""Rituals of Terror (R31.6): terror rises by rituals alone. All that it changes:

- the fear deck holds all fear cards without dividers (`set_up_fear`); earned cards wait for a ritual:
  no phase resolves them, and they do not raise the terror level (hook `fear_cards_act`);
- in the power phases a Ritual of Terror can be held where every spirit has presence and the dahan gather
  (`offer_rituals`, `start_ritual`); the third one wins.
"""

from simulator.core.agenda import answer_a, offer
from simulator.core.compiled import kernel
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_END_ACTION, FR_FEAR_STEP, push_frame
from simulator.spirit_island.record.state import F_FLAGS, F_LAND, F_MASK, F_N, F_WHO
from simulator.spirit_island.rules.lands import has_bit, spaces

RITUAL_ENERGY = RITUAL_PRESENCE = 3
RITUAL_DAHAN = 3  # per player


@kernel
def set_up_fear(s):
    """Takes all fear cards as one deck without dividers."""
    s.fear_left[0] = s.fear_cards
    s.fear_left[1] = 0
    s.fear_left[2] = 0


@kernel
def may_hold_ritual(s, land):
    """Tells whether the Ritual of Terror can be held in a land now."""
    energy = 0
    presence = 0
    for spirit in range(s.players):
        if s.presence[spirit, land] == 0:
            return False
        energy += s.energy[spirit]
        presence += s.presence[spirit, land]
    enough_dahan = s.pieces[land, v.DAHAN] >= RITUAL_DAHAN * s.players
    return enough_dahan and energy >= RITUAL_ENERGY and presence >= RITUAL_PRESENCE


@kernel
def offer_rituals(s):
    """Offers the lands in which the Ritual of Terror can be held, between powers."""
    for land in range(spaces(s)):
        if has_bit(s.island, land) and may_hold_ritual(s, land):
            offer(s, v.O_RITUAL, land, 0, 0)


@kernel
def start_ritual(s):
    """Puts the parts of a ritual on the agenda: price, terror, all earned fear cards, the dahan scatter."""
    land = answer_a(s)
    push_frame(s, FR_END_ACTION)
    p = push_frame(s, v.OP_PUSH)
    s.frame[p, F_LAND] = land
    s.frame[p, F_N] = v.ALL
    s.frame[p, F_MASK] = v.DAHAN_MASK
    s.frame[p, F_FLAGS] = codes.SPREAD | codes.EVENLY
    push_frame(s, FR_FEAR_STEP)
    if s.terror_level == 3:
        s.won = v.C_SCENARIO
    s.terror_level = min(3, s.terror_level + 1)
    d = push_frame(s, v.OP_DESTROY_PRESENCE)
    s.frame[d, F_LAND] = land
    s.frame[d, F_N] = RITUAL_PRESENCE
    s.frame[d, reg.LOSS_WHERE] = codes.LOSS_ON_TARGET
    s.frame[d, F_WHO] = -1
    e = push_frame(s, v.OP_SHARED_PAY)
    s.frame[e, F_N] = RITUAL_ENERGY
    s.frame[e, reg.PAY_ELEMENT] = codes.NO_ELEMENT
