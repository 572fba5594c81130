"""Invaders that cannot be hurt or moved unless a toll is paid (Destroying Flame; Powers Long Forgotten, sources 1, 6).

A payment covers one use of a power, one counterattack, or one land of an event part or fear card. It is noted as lands
in `frame_lands` of the program's base frame, or of the frame that deals the damage where there is no program.
"""

import numpy as np

from simulator.core.agenda import answer_a, answer_kind, ask, offer
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_ACTOR, F_BASE, F_MASK, F_N, F_POWER, F_SOURCE
from simulator.spirit_island.rules.lands import bit, has_bit, spaces

FIRE = v.ELEMENTS.index("fire")
FIRE_BONUS, MOVES_PAID = np.int64(1 << 60), np.int64(1 << 61)  # further notes among the lands paid for
EVERY_LAND = np.int64((1 << v.MAX_LANDS) - 1)


@kernel
def has_shields(s):
    """Tells whether the scenario lets invaders withstand damage at all."""
    return hooks.scenario.has_shields(s)


@kernel
def toll(s):
    """Returns the energy that lifts the shield."""
    return hooks.scenario.shield_toll(s)


@kernel
def payment_frame(s, f):
    """Returns the frame that holds what was paid for."""
    return s.frame[f, F_BASE] if s.frame[f, F_BASE] >= 0 else f


@kernel
def is_shielded(s, t, f, land):
    """Tells whether the effect of a frame cannot hurt invaders in a land."""
    if has_bit(s.frame_lands[payment_frame(s, f)], land):
        return False
    return hooks.scenario.is_shielded(s, t, land, is_power_of_fire(s, t, f))


@kernel
def is_power_of_fire(s, t, f):
    """Tells whether a frame belongs to the use of a power card that grants fire."""
    power = s.frame[f, F_POWER]
    return s.frame[f, F_SOURCE] == v.SOURCE_POWER and 0 <= power < t.cards and t.power_elements[power, FIRE] > 0


@kernel
def harmable(s, t, f, land, mask):
    """Returns those of the kinds that the effect of a frame can hurt in a land."""
    if has_shields(s) and is_shielded(s, t, f, land):
        return mask & ~v.INVADERS_MASK
    return mask


@kernel
def toll_payer(s, f):
    """Returns the spirit that must pay: the user of the power; -1 = any spirit may."""
    if s.frame[f, F_SOURCE] != v.SOURCE_POWER:
        return np.int64(-1)
    return np.int64(s.frame[payment_frame(s, f), F_ACTOR])


@kernel
def offer_payers(s, f):
    """Offers the payment to those who may make it and have the energy."""
    payer = toll_payer(s, f)
    if payer >= 0:
        if s.energy[payer] >= toll(s):
            offer(s, v.O_YES, 0, 0, 0)
        return
    for spirit in range(s.players):
        if s.energy[spirit] >= toll(s):
            offer(s, v.O_SPIRIT, spirit, 0, 0)


@kernel
def pay_toll(s, f, lands):
    """Takes the energy of the answer and notes what it covers."""
    payer = answer_a(s) if answer_kind(s) == v.O_SPIRIT else toll_payer(s, f)
    s.energy[payer] -= toll(s)
    of_program = s.frame[f, F_BASE] >= 0 and s.frame[f, F_SOURCE] != v.SOURCE_POWER
    s.frame_lands[payment_frame(s, f)] |= lands if of_program else EVERY_LAND


@kernel
def shielded_lands(s, t, f, lands, mask):
    """Returns those of the lands in which invaders concerned are shielded."""
    found = np.int64(0)
    for land in range(spaces(s)):
        if has_bit(lands, land) and is_shielded(s, t, f, land):
            for kind in range(v.DAHAN):
                if mask >> kind & 1 and s.pieces[land, kind] > 0:
                    found |= bit(land)
    return found


@kernel
def awaits_toll(s, t, f, lands, mask):
    """Asks once per step whether the toll for shielded invaders is paid; returns True while waiting."""
    frame = s.frame[f]
    if frame[reg.TOLL] == steps.TOLL_SETTLED:
        return False
    shielded = shielded_lands(s, t, f, lands, mask)
    if frame[reg.TOLL] == steps.TOLL_ASKED:
        frame[reg.TOLL] = steps.TOLL_SETTLED
        if answer_kind(s) != v.O_NO:
            pay_toll(s, f, shielded)
        return False
    frame[reg.TOLL] = steps.TOLL_SETTLED
    s.options = 0
    if shielded != 0:
        offer_payers(s, f)
    if s.options == 0:
        return False
    offer(s, v.O_NO, 0, 0, 0)
    frame[reg.TOLL] = steps.TOLL_ASKED
    return ask(s, v.D_MAY, max(0, toll_payer(s, f)))


# --- powers that move invaders, and the fire of the spirits (Powers Long Forgotten)


@kernel
def movable(s, f, mask):
    """Returns those of the kinds that a push or gather can move: no invaders by an unpaid power (invaders' source 6)."""
    if not hooks.scenario.holds_invaders(s) or s.frame[f, F_SOURCE] != v.SOURCE_POWER:
        return mask
    return mask if s.frame_lands[payment_frame(s, f)] & MOVES_PAID else mask & ~v.INVADERS_MASK


@kernel
def awaits_move_toll(s, f, lands, mask):
    """Asks once per step whether 1 energy is paid to move invaders; returns True while waiting."""
    frame = s.frame[f]
    if frame[reg.TOLL] == steps.TOLL_SETTLED:
        return False
    payer = toll_payer(s, f)
    if frame[reg.TOLL] == steps.TOLL_ASKED:
        frame[reg.TOLL] = steps.TOLL_SETTLED
        if answer_kind(s) == v.O_YES:
            s.energy[payer] -= toll(s)
            s.frame_lands[payment_frame(s, f)] |= MOVES_PAID
        return False
    frame[reg.TOLL] = steps.TOLL_SETTLED
    if movable(s, f, mask) == mask or payer < 0 or s.energy[payer] < toll(s) or not has_pieces(s, lands, mask):
        return False
    s.options = 0
    offer(s, v.O_YES, 0, 0, 0)
    offer(s, v.O_NO, 0, 0, 0)
    frame[reg.TOLL] = steps.TOLL_ASKED
    return ask(s, v.D_MAY, payer)


@kernel
def waits_to_move(s, f, lands):
    """Settles the toll of a push or gather from these lands, True while waiting; then leaves out what may not move."""
    if not hooks.scenario.holds_invaders(s):
        return False
    frame = s.frame[f]
    if frame[F_N] > 0 and awaits_move_toll(s, f, lands, frame[F_MASK]):
        return True
    frame[F_MASK] = movable(s, f, frame[F_MASK])
    return False


@kernel
def has_pieces(s, lands, mask):
    """Tells whether invaders of the kinds are in the lands."""
    for land in range(spaces(s)):
        for kind in range(v.DAHAN):
            if has_bit(lands, land) and mask >> kind & 1 and s.pieces[land, kind] > 0:
                return True
    return False


@kernel
def takes_fire_bonus(s, t, f):
    """Tells, once per use, whether a power that grants fire deals 1 more damage (spirits' source 1)."""
    base = s.frame[f, F_BASE]
    if base < 0 or not is_power_of_fire(s, t, f) or s.frame_lands[base] & FIRE_BONUS:
        return False
    s.frame_lands[base] |= FIRE_BONUS
    return True
