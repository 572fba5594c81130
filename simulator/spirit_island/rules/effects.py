"""What programs do to pieces: add, remove, replace (R23); harm: `harm.py`, movement: `moves.py`.

Each `*_step` works on the frame on top of the agenda until it is done.
"""

from simulator.core.agenda import answer_a, answer_b, answer_c, answer_kind, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import note_result, push_child
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_BASE,
    F_FLAGS,
    F_LAND,
    F_MASK,
    F_N,
    F_SOURCE,
    F_STEP,
)
from simulator.spirit_island.rules.blight import return_blight, start_blight
from simulator.spirit_island.rules.lands import (
    adjacent_spaces,
    bit,
    board_of,
    board_spaces,
    has_bit,
    lands_for,
    lands_in_play,
    spaces,
)
from simulator.spirit_island.rules.pieces import (
    add_invader,
    change_mark,
    destroy_piece,
    drop_mark,
    find_mark,
    health,
    kill_overdamaged,
    offer_pieces,
    put_piece,
    take_piece,
)
from simulator.spirit_island.rules.shields import harmable

TOKEN_BITS = 3  # bits per kind of token in the packed number of removed ones
MOST_TOKENS = (1 << TOKEN_BITS) - 1  # more than a power ever puts back


@kernel
def finish(s, f, done):
    """Ends an effect and tells the program how many pieces it dealt with."""
    note_result(s, f, v.RESULT_LAST, done)
    pop_frame(s)


@kernel
def add_step(s, t, f):
    """Adds pieces to the target land: blight by its own rules, strife on an invader (R26.13)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_MASK] & v.STRIFE_MASK:
        add_strife_step(s, t, f)
        return
    if frame[F_MASK] & codes.TOKENS_REMOVED:
        put_back_step(s, t, f)
        return
    if frame[F_N] <= 0:
        finish(s, f, frame[reg.ADDED])
        return
    frame[F_N] -= 1
    frame[reg.ADDED] += 1
    for kind in range(len(v.PIECES)):
        if frame[F_MASK] >> kind & 1:
            if kind == v.BLIGHT:
                start_blight(s, land, frame[F_FLAGS], frame[F_ACTOR])
            elif kind < v.DAHAN:
                add_invader(s, t, land, kind)
            else:
                put_piece(s, land, kind, 0, 0, 0)


@kernel
def add_strife_step(s, t, f):
    """Adds strife to invaders of the actor's choice."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.ASKED:
        kind = answer_b(s) & 15
        hits = answer_c(s) >> 4
        strife = answer_c(s) & 15
        note = answer_b(s) >> 4
        new_note = v.NOTE_TOUCHED if frame[F_FLAGS] & codes.DIFFERENT else note
        change_mark(s, answer_a(s), kind, hits, strife, note, hits, strife + 1, new_note)
        if s.strife_health:
            kill_overdamaged(s, t, f, answer_a(s))  # R28.4
        frame[F_N] -= 1
        frame[reg.STRIFE_ADDED] += 1
        frame[F_STEP] = steps.READY
    s.options = 0
    if frame[F_N] > 0:
        offer_strifable(s, t, f)
    if not asks_for_piece(s, f):
        forget_touched(s, v.NOTE_TOUCHED)
        forget_touched(s, v.NOTE_FRESH)
        finish(s, f, frame[reg.STRIFE_ADDED])


@kernel
def offer_strifable(s, t, f):
    """Offers the invaders that may get strife: of the target land, or of its board, each once where they must differ."""
    frame = s.frame[f]
    mask = frame[reg.ADD_TO] if frame[reg.ADD_TO] else v.INVADERS_MASK
    lands = bit(frame[F_LAND])
    if frame[F_FLAGS] & codes.ACROSS_BOARD:
        lands = board_spaces(board_of(frame[F_LAND])) & s.island
    for land in range(spaces(s)):
        if has_bit(lands, land):
            offer_pieces(s, land, mask, v.O_PIECE, land, False, False)
    if frame[F_FLAGS] & codes.DIFFERENT:
        drop_touched_options(s, 0)
    if frame[F_FLAGS] & codes.FRESH_ONLY:
        drop_touched_options(s, v.NOTE_FRESH)


@kernel
def forget_touched(s, note):
    """Ends a note on pieces: already dealt with, or just put there."""
    for mark in range(s.marks - 1, -1, -1):
        if s.mark_note[mark] == note:
            s.mark_note[mark] = 0
            if s.mark_hits[mark] == 0 and s.mark_strife[mark] == 0:
                drop_mark(s, mark)


@kernel
def put_back_step(s, t, f):
    """Puts back some of the tokens this power has removed (Grant Hatred a Ravenous Form)."""
    frame = s.frame[f]
    base = frame[F_BASE]
    if frame[F_STEP] == steps.ASKED:
        if answer_kind(s) == v.O_STOP:
            finish(s, f, frame[reg.PUT_BACK])
            return
        kind = answer_b(s)
        frame[F_STEP] = steps.READY
        frame[F_N] -= 1
        frame[reg.PUT_BACK] += 1
        s.frame[base, reg.RUN_REMOVED] -= 1 << TOKEN_BITS * (kind - v.BEASTS)
        if kind != v.STRIFE:
            put_piece(s, frame[F_LAND], kind, 0, 0, 0)
            return
        a = push_child(s, v.OP_ADD, f)
        s.frame[a, F_N] = 1
        s.frame[a, F_MASK] = v.STRIFE_MASK
        return
    s.options = 0
    if frame[F_N] > 0:
        for kind in range(v.BEASTS, v.STRIFE + 1):
            if s.frame[base, reg.RUN_REMOVED] >> TOKEN_BITS * (kind - v.BEASTS) & MOST_TOKENS:
                offer(s, v.O_PIECE, frame[F_LAND], kind, 0)
        offer_stop(s, frame[F_FLAGS])
    if not asks_for_piece(s, f):
        finish(s, f, frame[reg.PUT_BACK])


@kernel
def asks_for_piece(s, f):
    """Asks for the next piece of a step; returns False when none is offered. A single one is taken at the next look."""
    if s.options == 0:
        return False
    s.frame[f, F_STEP] = steps.ASKED
    ask(s, v.D_PIECE, s.frame[f, F_ACTOR])
    return True


@kernel
def offer_stop(s, flags):
    """Offers to stop where the effect is optional (R0.3)."""
    if flags & codes.UP_TO and s.options > 0:
        offer(s, v.O_STOP, 0, 0, 0)


@kernel
def offer_strife(s, land):
    """Offers strife to be taken from each distinguishable invader: kind 8, 9 or 10 for explorer, town or city."""
    for mark in range(s.marks):
        kind, hits, strife, note = s.mark_kind[mark], s.mark_hits[mark], s.mark_strife[mark], s.mark_note[mark]
        if s.mark_land[mark] == land and strife > 0 and find_mark(s, land, kind, hits, strife, note) == mark:
            offer(s, v.O_PIECE, land, v.STRIFE + kind | note << 4, hits << 4 | strife)


@kernel
def remove_chosen(s, t, f):
    """Removes the chosen piece or strife; returns True when the adversary spares it."""
    land = s.frame[f, F_LAND]
    kind = answer_b(s) & 15
    hits = answer_c(s) >> 4
    strife = answer_c(s) & 15
    note = answer_b(s) >> 4
    if hooks.adversary.spares(s, f, land, kind, hits, strife, note):
        return True
    if kind >= v.STRIFE:
        change_mark(s, land, kind - v.STRIFE, hits, strife, note, hits, strife - 1, note)
        kind = v.STRIFE
    else:
        take_piece(s, land, kind, hits, strife, note)
    if kind == v.BLIGHT:
        return_blight(s)
    base = s.frame[f, F_BASE]
    shift = TOKEN_BITS * (kind - v.BEASTS)
    if kind >= v.BEASTS and base >= 0 and s.frame[base, reg.RUN_REMOVED] >> shift & MOST_TOKENS < MOST_TOKENS:
        s.frame[base, reg.RUN_REMOVED] += 1 << shift
    return False


@kernel
def remove_step(s, t, f):
    """Removes pieces: no fear, no destruction (R23.6)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == steps.ASKED:
        if answer_kind(s) == v.O_STOP:
            finish(s, f, frame[reg.REMOVED])
            return
        frame[F_N] -= 1
        frame[reg.REMOVED] += 1
        frame[F_STEP] = steps.READY
        if remove_chosen(s, t, f):
            return
    s.options = 0
    if frame[F_N] > 0:
        offer_pieces(s, land, frame[F_MASK], v.O_PIECE, land, False, False)
        if frame[F_MASK] & v.STRIFE_MASK:
            offer_strife(s, land)
        offer_stop(s, frame[F_FLAGS])
    if not asks_for_piece(s, f):
        finish(s, f, frame[reg.REMOVED])


@kernel
def drop_touched_options(s, note):
    """Leaves out pieces that bear another note: already hit, where each point must hit a different one, or not new."""
    kept = 0
    for k in range(s.options):
        if s.option[k] >> 12 & 15 == note:
            s.option[kept] = s.option[k]
            kept += 1
    s.options = kept


@kernel
def replace_piece(s, t, f, land, kind, hits, strife, new_kind, new_count):
    """Swaps a piece: damage stays, strife stays on invaders and is shared out by several (R23.7, R23.8, R26.12)."""
    take_piece(s, land, kind, hits, strife, 0)
    shares = new_count > 1 and strife > 0 and new_kind < v.DAHAN
    if shares:
        a = push_child(s, v.OP_ADD, f)
        s.frame[a, F_LAND] = land
        s.frame[a, F_N] = strife
        s.frame[a, F_MASK] = v.STRIFE_MASK
        s.frame[a, F_FLAGS] = codes.FRESH_ONLY
    for k in range(new_count):
        own_hits = hits if new_count == 1 else (1 if k < hits else 0)
        own_strife = strife if new_count == 1 and new_kind < v.DAHAN else 0
        if new_kind > v.DAHAN:
            own_hits = 0
        dies = own_hits > 0 and own_hits >= health(s, land, new_kind, own_strife)
        if dies and harmable(s, t, f, land, 1 << new_kind) == 0:
            own_hits = health(s, land, new_kind, own_strife) - 1
            dies = False
        put_piece(s, land, new_kind, own_hits, own_strife, v.NOTE_FRESH if shares and own_hits == 0 else 0)
        if dies:
            destroy_piece(s, t, f, land, new_kind, own_hits, own_strife, 0)


@kernel
def replace_step(s, t, f):
    """Replaces pieces of the target land (R23.7)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == steps.ASKED:
        if answer_kind(s) == v.O_STOP:
            finish(s, f, frame[reg.REPLACED])
            return
        frame[F_STEP] = steps.READY
        frame[F_N] -= 1
        frame[reg.REPLACED] += 1
        hits, strife = answer_c(s) >> 4, answer_c(s) & 15
        new_count = max(1, frame[reg.REPLACE_BY])
        replace_piece(s, t, f, land, answer_b(s) & 15, hits, strife, frame[reg.REPLACE_WITH], new_count)
        return  # strife may have to be shared out first
    s.options = 0
    if frame[F_N] > 0:
        offer_pieces(s, land, frame[F_MASK], v.O_PIECE, land, False, False)
        offer_stop(s, frame[F_FLAGS])
    if not asks_for_piece(s, f):
        finish(s, f, frame[reg.REPLACED])


@kernel
def effect_lands(s, t, f, within_code):
    """Returns the lands a step may look at (EACH_LAND, IN_LAND)."""
    land = s.frame[f, F_LAND]
    live = lands_for(s, t, s.frame[f, F_SOURCE])
    if s.frame[f, F_FLAGS] & codes.OCEANS_TOO:  # tokens and blight of an ocean in play are in play for everything
        live = lands_in_play(s, t)
    if within_code == v.WITHIN_ADJACENT:
        return adjacent_spaces(s, t, land) & live
    if within_code == v.WITHIN_AROUND:
        return adjacent_spaces(s, t, land) & live | bit(land)
    if within_code == v.WITHIN_BOARD:
        return live & board_spaces(board_of(land))
    if within_code == v.WITHIN_TARGET:
        return bit(land)
    return live
