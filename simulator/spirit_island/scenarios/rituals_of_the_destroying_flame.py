"""Rituals of the Destroying Flame (R31.6). All that it changes:

- after the growth of all spirits each may hold a ritual, which forgets a card of fire and brings a flame and blight
  (`rituals_step`, `kindle_step`; hook `divides_spirit_phase`);
- invaders more than 1 land from a flame cannot be hurt unless a toll is paid (`is_shielded`, `TOLL`; the toll itself:
  `rules/shields.py`, `rules/tolls.py`).
"""

from simulator.core.agenda import answer_a, answer_b, answer_kind, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_KINDLE, push_frame
from simulator.spirit_island.record.state import F_ACTOR, F_LAND, F_STEP
from simulator.spirit_island.rules.blight import start_blight
from simulator.spirit_island.rules.cards import forget_card
from simulator.spirit_island.rules.ending import end_action
from simulator.spirit_island.rules.fear import add_fear
from simulator.spirit_island.rules.invaders import start_damage
from simulator.spirit_island.rules.lands import bit, has_bit, spaces
from simulator.spirit_island.rules.values import count, invader_stage

FIRE = v.ELEMENTS.index("fire")
TOLL = 2  # energy


@kernel
def offer_fire_cards(s, t, spirit):
    """Offers the power cards of a spirit that grant fire."""
    for k in range(s.cards[spirit]):
        card = s.own_card[spirit, k]
        if s.own_zone[spirit, k] != v.PERMANENT and t.power_elements[card, FIRE] > 0:
            offer(s, v.O_CARD, card, 0, 0)


@kernel
def may_kindle(s, t, spirit):
    """Tells whether a spirit owns a card to forget for the ritual."""
    s.options = 0
    offer_fire_cards(s, t, spirit)
    return s.options > 0


@kernel
def rituals_step(s, t, f):
    """After all growth each spirit may hold the ritual once, in an order the players choose (UNSURE: once per turn)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.ASKED:
        frame[F_STEP] = steps.READY
        if answer_kind(s) == v.O_STOP:
            pop_frame(s)
            return
        frame[reg.RITUALS_HELD] |= 1 << answer_b(s)
        k = push_frame(s, FR_KINDLE)
        s.frame[k, F_ACTOR] = answer_b(s)
        s.frame[k, F_LAND] = answer_a(s)
        return
    able = 0
    for spirit in range(s.players):
        if frame[reg.RITUALS_HELD] >> spirit & 1 == 0 and may_kindle(s, t, spirit):
            able |= 1 << spirit
    s.options = 0
    for spirit in range(s.players):
        for land in range(spaces(s)):
            if able >> spirit & 1 and has_bit(s.island, land) and s.presence[spirit, land] > 0:
                offer(s, v.O_RITUAL, land, spirit, 0)
    if s.options == 0:
        pop_frame(s)
        return
    offer(s, v.O_STOP, 0, 0, 0)
    frame[F_STEP] = steps.ASKED
    ask(s, v.D_LAND, 0)


@kernel
def kindle_step(s, t, f):
    """One ritual: a card with fire is forgotten, a flame and blight come, then energy, fear and the dahan's damage."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    land = frame[F_LAND]
    if frame[F_STEP] == steps.READY:
        s.options = 0
        offer_fire_cards(s, t, spirit)
        frame[F_STEP] = steps.KINDLE_CARD_ASKED
        if ask(s, v.D_FORGET, spirit):
            return
    stage = invader_stage(s, t)
    if frame[F_STEP] == steps.KINDLE_CARD_ASKED:
        frame[F_STEP] = steps.KINDLE_BLIGHTED
        forget_card(s, t, spirit, answer_a(s))
        s.flames |= bit(land)
        s.energy[spirit] += stage
        start_blight(s, land, 0, spirit)
    elif frame[F_STEP] == steps.KINDLE_BLIGHTED:
        frame[F_STEP] = steps.KINDLE_DONE
        if count(s, land, v.INVADERS_MASK) > 0:
            add_fear(s, stage, land, False)
            start_damage(s, land, s.pieces[land, v.DAHAN], v.WITHIN_TARGET)
    else:
        pop_frame(s)
        end_action(s, t)


@kernel
def is_shielded(s, t, land):
    """Tells whether invaders in a land withstand harm: no flame within range 1."""
    return t.near[s.layout, 1, land] & s.flames & s.island == 0
