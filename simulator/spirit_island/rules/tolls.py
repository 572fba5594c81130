"""The toll for shielded invaders where no single step asks for it: effects on all lands, and drowning (`shields.py`)."""

import numpy as np

from simulator.core.agenda import answer_a, answer_kind, ask, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_FLAGS, F_LAND, F_MASK, F_N, F_STEP
from simulator.spirit_island.rules.lands import bit, has_bit, offer_lands, spaces
from simulator.spirit_island.rules.pieces import destroy_piece, health, put_piece
from simulator.spirit_island.rules.shields import awaits_toll, offer_payers, pay_toll, toll_payer


@kernel
def suffers(s, t, f, mark, op):
    """Tells whether a marked invader would be hurt by strife damage, or die of a lowered health."""
    frame = s.frame[f]
    kind = s.mark_kind[mark]
    strife = s.mark_strife[mark]
    if kind == v.DAHAN or op == v.OP_STRIFE_DAMAGE:
        return kind != v.DAHAN and strife > 0
    drop = 0
    if frame[F_FLAGS] & codes.PER_STRIFE:
        drop = strife if s.strife_health == 0 else 0
    elif frame[F_MASK] >> kind & 1:
        drop = -frame[F_N]
    here = s.mark_land[mark]
    return s.mark_hits[mark] > 0 and s.mark_hits[mark] >= max(1, health(s, here, kind, strife) - drop)


@kernel
def tolls_step(s, t, f):
    """Asks for the toll land by land before an effect on all lands."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == steps.ASKED and awaits_toll(s, t, f, bit(land), v.INVADERS_MASK):
        return
    frame[F_STEP] = steps.ASKED
    lands = np.int64(0)
    for mark in range(s.marks):
        if s.mark_land[mark] > land and suffers(s, t, f, mark, frame[reg.TOLLS_OP]):
            lands |= bit(s.mark_land[mark])
    if lands == 0:
        pop_frame(s)
        return
    for other in range(spaces(s) - 1, land, -1):
        if has_bit(lands, other):
            frame[F_LAND] = other
    frame[reg.TOLL] = steps.TOLL_DUE


# --- invaders that do not drown


@kernel
def stranded_step(s, t, f):
    """Lets an invader that does not drown go to the nearest land, unless the toll is paid."""
    frame = s.frame[f]
    ocean = frame[F_LAND]
    if frame[F_STEP] == steps.READY:
        s.options = 0
        offer_payers(s, f)
        offer_lands(s, t.near[s.layout, 1, ocean] & s.island)
        if s.options == 0:
            pop_frame(s)
            return
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_LAND, max(0, toll_payer(s, f))):
            return
    kind, hits, strife = frame[reg.PIECE_KIND], frame[reg.PIECE_HITS], frame[reg.PIECE_STRIFE]
    pop_frame(s)
    if answer_kind(s) == v.O_LAND:
        put_piece(s, answer_a(s), kind, hits, strife, 0)
        return
    pay_toll(s, f, bit(ocean))
    put_piece(s, ocean, kind, hits, strife, 0)
    destroy_piece(s, t, f, ocean, kind, hits, strife, 0)
    hooks.spirit.piece_drowned(s, t, kind)
