"""What programs do to pieces: add, remove, destroy, damage, push, gather, move, replace (R23).

Each `*_step` works on the frame on top of the agenda until it is done.
"""

import numpy as np

from simulator.core.compiled import kernel
from simulator.spirit_island import vocabulary as v
from simulator.spirit_island.agenda import (
    FR_DREAM_PUSH,
    FR_RUN,
    answer_a,
    answer_b,
    answer_c,
    answer_kind,
    ask,
    note_result,
    offer,
    pop_frame,
    push_child,
)
from simulator.spirit_island.blight import return_blight, start_blight
from simulator.spirit_island.fear import add_fear
from simulator.spirit_island.lands import (
    adjacent,
    adjacent_spaces,
    bit,
    board_of,
    board_spaces,
    has_bit,
    has_rule,
    player_with_rule,
    presence_lands,
    sacred_lands,
    spaces,
)
from simulator.spirit_island.pieces import (
    SCORED,
    STRIKING,
    add_invader,
    change_mark,
    count_whole,
    destroy_all,
    destroy_piece,
    drop_mark,
    drown,
    find_mark,
    health,
    hit_each,
    hit_piece,
    invader_damage,
    kill_overdamaged,
    move_piece,
    offer_pieces,
    put_piece,
    take_piece,
)
from simulator.spirit_island.shields import (
    awaits_move_toll,
    awaits_toll,
    harmable,
    has_shields,
    is_shielded,
    movable,
    takes_fire_bonus,
)
from simulator.spirit_island.spirits import arrive_presence
from simulator.spirit_island.state import (
    F_A,
    F_ACTOR,
    F_B,
    F_BASE,
    F_BODY,
    F_C,
    F_COND,
    F_D,
    F_FLAGS,
    F_LAND,
    F_MASK,
    F_N,
    F_PC,
    F_SOURCE,
    F_STEP,
    F_TARGET_SPIRIT,
)
from simulator.spirit_island.values import count, holds, lands_where

EVERY_PIECE = (1 << len(v.PIECES)) - 1
REMOVED_MASK = 1 << 9  # pieces of an ADD step: tokens that this power has removed
TOKEN_BITS = 3  # bits per kind of token in the packed number of removed ones
MOST_TOKENS = (1 << TOKEN_BITS) - 1  # more than a power ever puts back
FRESH = 11  # mark_dream of a piece just put in place of another, whose strife is shared out
WAITING = 12  # mark_dream of an invader with strife that has still to strike
TOUCHED = 14  # mark_dream of a piece already hit by a "different invaders" damage


@kernel
def dreams(s, t, f):
    """Tells whether this is a power of Bringer: it neither damages nor destroys (To Dream a Thousand Deaths)."""
    base = s.frame[f, F_BASE]
    if s.frame[f, F_SOURCE] != v.SOURCE_POWER or base < 0:
        return False
    return has_rule(s, t, s.frame[base, F_ACTOR], v.TO_DREAM_A_THOUSAND_DEATHS)


@kernel
def moves_to(s, t, f, land):
    """Returns where pieces may be moved from a land: oceans only by powers (R23.12)."""
    if s.frame[f, F_SOURCE] == v.SOURCE_POWER:
        return adjacent_spaces(s, t, land)
    if s.frame[f, F_SOURCE] == v.SOURCE_DAHAN_EVENT:
        return adjacent(s, t, land) & ~forbidden_lands(s, t)
    return adjacent(s, t, land)


@kernel
def forbidden_lands(s, t):
    """Returns the lands into which dahan events move no dahan: Keeper's sacred sites (Forbidden Ground)."""
    keeper = player_with_rule(s, t, v.FORBIDDEN_GROUND)
    return np.int64(0) if keeper < 0 else sacred_lands(s, t, keeper)


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
    if frame[F_MASK] & REMOVED_MASK:
        put_back_step(s, t, f)
        return
    if frame[F_N] <= 0:
        finish(s, f, frame[F_A])
        return
    frame[F_N] -= 1
    frame[F_A] += 1
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
    """Adds strife to invaders of the actor's choice; F_A restricts the kinds."""
    frame = s.frame[f]
    if frame[F_STEP] == 1:
        kind = answer_b(s) & 15
        hits = answer_c(s) >> 4
        strife = answer_c(s) & 15
        dream = answer_b(s) >> 4
        new_dream = TOUCHED if frame[F_FLAGS] & v.DIFFERENT else dream
        change_mark(s, answer_a(s), kind, hits, strife, dream, hits, strife + 1, new_dream)
        if s.strife_health:
            kill_overdamaged(s, t, f, answer_a(s))  # R28.4
        frame[F_N] -= 1
        frame[F_B] += 1
        frame[F_STEP] = 0
    s.options = 0
    if frame[F_N] > 0:
        offer_strifable(s, t, f)
    if s.options == 0:
        forget_touched(s, TOUCHED)
        forget_touched(s, FRESH)
        finish(s, f, frame[F_B])
        return
    frame[F_STEP] = 1
    ask_or_continue(s, v.D_PIECE, frame[F_ACTOR])


@kernel
def offer_strifable(s, t, f):
    """Offers the invaders that may get strife: of the target land, or of its board, each once where they must differ."""
    frame = s.frame[f]
    mask = frame[F_A] if frame[F_A] else v.INVADERS_MASK
    lands = bit(frame[F_LAND])
    if frame[F_FLAGS] & v.ACROSS_BOARD:
        lands = board_spaces(board_of(frame[F_LAND])) & s.island
    for land in range(spaces(s)):
        if has_bit(lands, land):
            offer_pieces(s, land, mask, v.O_PIECE, land, False, False)
    if frame[F_FLAGS] & v.DIFFERENT:
        drop_touched_options(s, 0)
    if frame[F_FLAGS] & v.FRESH_ONLY:
        drop_touched_options(s, FRESH)


@kernel
def forget_touched(s, note):
    """Ends a note on pieces: already dealt with, or just put there."""
    for mark in range(s.marks - 1, -1, -1):
        if s.mark_dream[mark] == note:
            s.mark_dream[mark] = 0
            if s.mark_hits[mark] == 0 and s.mark_strife[mark] == 0:
                drop_mark(s, mark)


@kernel
def put_back_step(s, t, f):
    """Puts back some of the tokens this power has removed (Grant Hatred a Ravenous Form)."""
    frame = s.frame[f]
    base = frame[F_BASE]
    if frame[F_STEP] == 1:
        if answer_kind(s) == v.O_STOP:
            finish(s, f, frame[F_B])
            return
        kind = answer_b(s)
        frame[F_STEP] = 0
        frame[F_N] -= 1
        frame[F_B] += 1
        s.frame[base, F_C] -= 1 << TOKEN_BITS * (kind - v.BEASTS)
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
            if s.frame[base, F_C] >> TOKEN_BITS * (kind - v.BEASTS) & MOST_TOKENS:
                offer(s, v.O_PIECE, frame[F_LAND], kind, 0)
        offer_stop(s, frame[F_FLAGS])
    if s.options == 0:
        finish(s, f, frame[F_B])
        return
    frame[F_STEP] = 1
    ask_or_continue(s, v.D_PIECE, frame[F_ACTOR])


@kernel
def ask_or_continue(s, decision, spirit):
    """Asks; a single option is taken and the frame is simply worked on again."""
    ask(s, decision, spirit)


@kernel
def offer_stop(s, flags):
    """Offers to stop where the effect is optional (R0.3)."""
    if flags & v.UP_TO and s.options > 0:
        offer(s, v.O_STOP, 0, 0, 0)


@kernel
def offer_strife(s, land):
    """Offers strife to be taken from each distinguishable invader: kind 8, 9 or 10 for explorer, town or city."""
    for mark in range(s.marks):
        kind, hits, strife, dream = s.mark_kind[mark], s.mark_hits[mark], s.mark_strife[mark], s.mark_dream[mark]
        if s.mark_land[mark] == land and strife > 0 and find_mark(s, land, kind, hits, strife, dream) == mark:
            offer(s, v.O_PIECE, land, v.STRIFE + kind | dream << 4, hits << 4 | strife)


@kernel
def remove_chosen(s, t, f):
    """Removes the chosen piece or strife; returns True when an explorer may be pushed instead (France 6)."""
    land = s.frame[f, F_LAND]
    kind = answer_b(s) & 15
    hits = answer_c(s) >> 4
    strife = answer_c(s) & 15
    dream = answer_b(s) >> 4
    if kind == v.EXPLORER and s.frame[f, F_SOURCE] == v.SOURCE_FEAR and s.adversary_rules & v.EXPLORERS_PERSIST:
        p = push_child(s, v.OP_PUSH, f)
        s.frame[p, F_N] = 1
        s.frame[p, F_MASK] = 1 << v.EXPLORER
        s.frame[p, F_FLAGS] = v.UP_TO
        return True
    if kind >= v.STRIFE:
        change_mark(s, land, kind - v.STRIFE, hits, strife, dream, hits, strife - 1, dream)
        kind = v.STRIFE
    else:
        take_piece(s, land, kind, hits, strife, dream)
    if kind == v.BLIGHT:
        return_blight(s)
    base = s.frame[f, F_BASE]
    shift = TOKEN_BITS * (kind - v.BEASTS)
    if kind >= v.BEASTS and base >= 0 and s.frame[base, F_C] >> shift & MOST_TOKENS < MOST_TOKENS:
        s.frame[base, F_C] += 1 << shift
    return False


@kernel
def remove_step(s, t, f):
    """Removes pieces: no fear, no destruction (R23.6)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == 1:
        if answer_kind(s) == v.O_STOP:
            finish(s, f, frame[F_A])
            return
        frame[F_N] -= 1
        frame[F_A] += 1
        frame[F_STEP] = 0
        if remove_chosen(s, t, f):
            return
    s.options = 0
    if frame[F_N] > 0:
        offer_pieces(s, land, frame[F_MASK], v.O_PIECE, land, False, False)
        if frame[F_MASK] & v.STRIFE_MASK:
            offer_strife(s, land)
        offer_stop(s, frame[F_FLAGS])
    if s.options == 0:
        finish(s, f, frame[F_A])
        return
    frame[F_STEP] = 1
    ask_or_continue(s, v.D_PIECE, frame[F_ACTOR])


@kernel
def remove_health_step(s, t, f):
    """Removes invaders up to a total health; damage does not lower health (R18.4)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == 1:
        if answer_kind(s) == v.O_STOP:
            finish(s, f, frame[F_A])
            return
        kind = answer_b(s) & 15
        frame[F_N] -= health(s, land, kind, answer_c(s) & 15)
        take_piece(s, land, kind, answer_c(s) >> 4, answer_c(s) & 15, answer_b(s) >> 4)
        frame[F_A] += 1
    s.options = 0
    offer_pieces(s, land, v.INVADERS_MASK, v.O_PIECE, land, False, False)
    affordable = 0
    for k in range(s.options):
        option = s.option[k]
        if health(s, land, option >> 8 & 15, option & 15) <= frame[F_N]:
            s.option[affordable] = option
            affordable += 1
    s.options = affordable
    if affordable == 0:
        finish(s, f, frame[F_A])
        return
    offer(s, v.O_STOP, 0, 0, 0)
    frame[F_STEP] = 1
    ask_or_continue(s, v.D_PIECE, frame[F_ACTOR])


@kernel
def start_dream_push(s, f, land, kind, hits, strife):
    """Pushes an explorer or town that a dream would have destroyed."""
    p = push_child(s, FR_DREAM_PUSH, f)
    s.frame[p, F_LAND] = land
    s.frame[p, F_A] = kind
    s.frame[p, F_B] = hits
    s.frame[p, F_C] = strife


@kernel
def dream_death(s, t, f, land, kind, hits, strife, dream):
    """Scores an invader that Bringer's power would destroy: 0/2/5 fear, explorers and towns are pushed."""
    change_mark(s, land, kind, hits, strife, dream, hits, strife, SCORED)
    fear = 0
    if kind == v.TOWN:
        fear = 2
    elif kind == v.CITY:
        fear = 5
    add_fear(s, fear, land, True)
    if kind != v.CITY:
        start_dream_push(s, f, land, kind, hits, strife)


@kernel
def dream_hit(s, t, f, land, kind, hits, strife, dream, points):
    """Lets one invader dream of damage; it leaves no trace after this use of the power."""
    if dream == TOUCHED:
        dream = 0
    if hits + dream + points >= health(s, land, kind, strife):
        dream_death(s, t, f, land, kind, hits, strife, dream)
    else:
        change_mark(s, land, kind, hits, strife, dream, hits, strife, dream + points)


@kernel
def dream_push_step(s, t, f):
    """Pushes one dreaming invader out of its land, if there is anywhere to go."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == 0:
        if s.invader_sources >> 6 & 1:
            if awaits_move_toll(s, f, bit(land), 1 << frame[F_A]):
                return
            if movable(s, f, 1 << frame[F_A]) == 0:
                pop_frame(s)
                return
        s.options = 0
        goals = moves_to(s, t, f, land)
        for goal in range(spaces(s)):
            if has_bit(goals, goal):
                offer(s, v.O_PUSH, goal, frame[F_A] | SCORED << 4, frame[F_B] << 4 | frame[F_C])
        if s.options == 0:
            pop_frame(s)
            return
        frame[F_STEP] = 1
        if ask(s, v.D_PIECE, frame[F_ACTOR]):
            return
    kind = frame[F_A]
    hits = frame[F_B]
    strife = frame[F_C]
    pop_frame(s)
    move_piece(s, t, f, land, answer_a(s), kind, hits, strife, SCORED, -1)


@kernel
def destroy_board(s, t, f, board):
    """Destroys a board with all that is on it; its blight leaves the game (Cast Down into the Briny Deep)."""
    for land in range(board * v.SPACES_PER_BOARD, (board + 1) * v.SPACES_PER_BOARD):
        s.blight_box += s.pieces[land, v.BLIGHT]
        s.pieces[land, v.BLIGHT] = 0
        destroy_all(s, t, f, land, harmable(s, t, f, land, EVERY_PIECE))
        for spirit in range(s.players):
            s.destroyed[spirit] += s.presence[spirit, land]
            s.presence[spirit, land] = 0
    s.island &= ~board_spaces(board)
    for land in range(board * v.SPACES_PER_BOARD, (board + 1) * v.SPACES_PER_BOARD):
        flee(s, t, land)


@kernel
def flee(s, t, land):
    """Moves what has survived the end of its board to the nearest land left (Destroying Flame)."""
    if count(s, land, v.INVADERS_MASK) == 0:
        return
    goal = nearest_land(s, t, land)
    for mark in range(s.marks - 1, -1, -1):
        if s.mark_land[mark] == land:
            kind, hits, strife = s.mark_kind[mark], s.mark_hits[mark], s.mark_strife[mark]
            take_piece(s, land, kind, hits, strife, s.mark_dream[mark])
            put_piece(s, goal, kind, hits, strife, 0)
    for kind in range(v.DAHAN):
        while s.pieces[land, kind] > 0 and goal != land:
            take_piece(s, land, kind, 0, 0, 0)
            put_piece(s, goal, kind, 0, 0, 0)


@kernel
def nearest_land(s, t, land):
    """Returns the land of the island nearest to a space, the lowest of several; the space itself if none is left."""
    for distance in range(v.MAX_RANGE + 1):
        near = t.near[s.layout, distance, land] & s.island
        for other in range(spaces(s)):
            if has_bit(near, other):
                return other
    return land


@kernel
def destroy_step(s, t, f):
    """Destroys pieces of the target land (R23.5); in Bringer's powers they dream it instead."""
    frame = s.frame[f]
    land = frame[F_LAND]
    dreaming = dreams(s, t, f)
    if has_shields(s) and frame[F_N] > 0:
        whole = frame[F_FLAGS] & v.WHOLE_BOARD
        lands = board_spaces(board_of(land)) & s.island if whole else bit(land)
        if awaits_toll(s, t, f, lands, v.INVADERS_MASK if whole else frame[F_MASK]):
            return
        if not whole:
            frame[F_MASK] = harmable(s, t, f, land, frame[F_MASK])
    mask = frame[F_MASK]
    if frame[F_FLAGS] & v.WHOLE_BOARD:
        pop_frame(s)
        if not dreaming:
            destroy_board(s, t, f, board_of(land))
        return
    if frame[F_STEP] == 0:
        note_result(s, f, v.RESULT_DESTROYED, 0)
        if dreaming:
            mask &= v.INVADERS_MASK
            frame[F_MASK] = mask
        if s.land_rules[land] & v.DAHAN_UNHARMED:
            mask &= ~v.DAHAN_MASK
            frame[F_MASK] = mask
        # Everything dies: nobody is asked.
        if not dreaming and not frame[F_FLAGS] & (v.UP_TO | v.DROWNS) and frame[F_N] >= count(s, land, mask):
            finish(s, f, destroy_all(s, t, f, land, mask))
            return
    elif frame[F_STEP] == 1:
        if answer_kind(s) == v.O_STOP:
            finish(s, f, frame[F_A])
            return
        kind = answer_b(s) & 15
        dream = answer_b(s) >> 4
        hits = answer_c(s) >> 4
        strife = answer_c(s) & 15
        frame[F_N] -= 1
        frame[F_STEP] = 2
        if dreaming:
            dream_death(s, t, f, land, kind, hits, strife, dream)
            return
        frame[F_A] += 1
        destroy_piece(s, t, f, land, kind, hits, strife, dream)
        if frame[F_FLAGS] & v.DROWNS:
            drown(s, t, kind)
    destroy_ask(s, f, land, mask, dreaming)


@kernel
def destroy_ask(s, f, land, mask, dreaming):
    """Asks which piece dies next, or ends the destruction."""
    frame = s.frame[f]
    s.options = 0
    if frame[F_N] > 0:
        offer_pieces(s, land, mask, v.O_PIECE, land, False, dreaming)
        offer_stop(s, frame[F_FLAGS])
    if s.options == 0:
        finish(s, f, frame[F_A])
        return
    frame[F_STEP] = 1
    ask_or_continue(s, v.D_PIECE, frame[F_ACTOR])


@kernel
def damage_lands(s, t, f):
    """Returns the lands over which a pool of damage may be split."""
    frame = s.frame[f]
    land = frame[F_LAND]
    across = frame[F_A]
    if across == v.WITHIN_AROUND:
        return adjacent_spaces(s, t, land) | bit(land)
    if across == v.WITHIN_ADJACENT:
        return adjacent_spaces(s, t, land)
    if across == v.WITHIN_OWN_LANDS_TOO:
        if frame[F_B] > 0:  # the one other land is chosen
            return bit(land) | bit(frame[F_B] - 1)
        return bit(land) | presence_lands(s, frame[F_ACTOR])
    return bit(land)


@kernel
def damage_each(s, t, f):
    """Deals the damage to every piece concerned in the target land."""
    frame = s.frame[f]
    land = frame[F_LAND]
    note_result(s, f, v.RESULT_DESTROYED, 0)
    mask = harmable(s, t, f, land, frame[F_MASK])
    if not dreams(s, t, f):
        hit_each(s, t, f, land, mask, frame[F_N], frame[F_FLAGS] & v.STRIFED_ONLY != 0)
        pop_frame(s)
        return
    # In a dream each piece may be pushed, so they are taken one at a time: work through unscored, untouched ones.
    for kind in range(v.DAHAN):
        if mask >> kind & 1 == 0:
            continue
        if count_whole(s, land, kind) > 0:
            dream_hit(s, t, f, land, kind, 0, 0, 0, frame[F_N])
            return
    for mark in range(s.marks):
        kind = s.mark_kind[mark]
        if s.mark_land[mark] == land and mask >> kind & 1 and kind < v.DAHAN:
            if s.mark_dream[mark] == 0 and s.mark_hits[mark] + s.mark_strife[mark] > 0:
                dream_hit(s, t, f, land, kind, s.mark_hits[mark], s.mark_strife[mark], 0, frame[F_N])
                return
    pop_frame(s)


@kernel
def damage_apply(s, t, f):
    """Deals the point (or all points on one piece) that was just chosen."""
    frame = s.frame[f]
    land = answer_a(s)
    kind = answer_b(s) & 15
    dream = answer_b(s) >> 4
    hits = answer_c(s) >> 4
    strife = answer_c(s) & 15
    points = frame[F_N] if frame[F_FLAGS] & v.ONE_PIECE else 1
    frame[F_N] -= points
    if frame[F_A] == v.WITHIN_OWN_LANDS_TOO and land != frame[F_LAND]:
        frame[F_B] = land + 1
    if dreams(s, t, f):
        dream_hit(s, t, f, land, kind, hits, strife, dream, points)
    elif frame[F_FLAGS] & v.DIFFERENT and hits + points < health(s, land, kind, strife):
        change_mark(s, land, kind, hits, strife, dream, hits + points, strife, TOUCHED)
    else:
        hit_piece(s, t, f, land, kind, hits, strife, dream, points)


@kernel
def drop_touched_options(s, note):
    """Leaves out pieces that bear another note: already hit, where each point must hit a different one, or not new."""
    kept = 0
    for k in range(s.options):
        dream = s.option[k] >> 12 & 15
        if dream == note:
            s.option[kept] = s.option[k]
            kept += 1
    s.options = kept


@kernel
def end_damage(s, f):
    """Ends a pool of damage."""
    if s.frame[f, F_FLAGS] & v.DIFFERENT:
        forget_touched(s, TOUCHED)
    pop_frame(s)


@kernel
def add_fire(s, t, f):
    """Adds the 1 damage of the spirits' source 1; returns True when it has to be dealt first, apart from "each" damage."""
    frame = s.frame[f]
    if frame[F_STEP] != 0 or frame[F_N] <= 0 or frame[F_MASK] & v.INVADERS_MASK == 0 or not takes_fire_bonus(s, t, f):
        return False
    if frame[F_FLAGS] & v.EACH:
        start_fight(s, f, 1, frame[F_MASK] & v.INVADERS_MASK)
        return True
    frame[F_N] += 1
    return False


@kernel
def damage_step(s, t, f):
    """Deals damage point by point, split freely (R23.3)."""
    frame = s.frame[f]
    if has_shields(s) and frame[F_N] > 0 and awaits_toll(s, t, f, damage_lands(s, t, f), frame[F_MASK]):
        return
    if s.spirit_sources >> 1 & 1 and add_fire(s, t, f):
        return
    if frame[F_FLAGS] & v.EACH:
        damage_each(s, t, f)
        return
    if frame[F_STEP] == 0:
        note_result(s, f, v.RESULT_DESTROYED, 0)
        if frame[F_SOURCE] != v.SOURCE_POWER:  # a power counts over all its steps, an event each time
            note_result(s, f, v.RESULT_BUILDINGS_DESTROYED, 0)
        if dreams(s, t, f):
            frame[F_MASK] &= v.INVADERS_MASK
        if s.land_rules[frame[F_LAND]] & v.DAHAN_UNHARMED:
            frame[F_MASK] &= ~v.DAHAN_MASK
        frame[F_STEP] = 2
    if frame[F_STEP] == 1:
        frame[F_STEP] = 2
        damage_apply(s, t, f)
        if s.frames - 1 != f:
            return  # a push of a dreaming invader comes first
    s.options = 0
    if frame[F_N] > 0:
        lands = damage_lands(s, t, f)
        dreaming = dreams(s, t, f)
        strifed_only = frame[F_FLAGS] & v.STRIFED_ONLY != 0
        for land in range(spaces(s)):
            if has_bit(lands, land):
                mask = harmable(s, t, f, land, frame[F_MASK])
                offer_pieces(s, land, mask, v.O_PIECE, land, strifed_only, dreaming)
        if frame[F_FLAGS] & v.DIFFERENT:
            drop_touched_options(s, 0)
    if s.options == 0:
        end_damage(s, f)
        return
    frame[F_STEP] = 1
    ask_or_continue(s, v.D_PIECE, frame[F_ACTOR])


@kernel
def start_fight(s, f, points, mask):
    """Puts damage among invaders of the target land on the agenda; the actor splits it."""
    d = push_child(s, v.OP_DAMAGE, f)
    s.frame[d, F_N] = points
    s.frame[d, F_MASK] = mask
    s.frame[d, F_A] = v.WITHIN_TARGET


@kernel
def class_fight(s, t, f):
    """Lets explorers and buildings damage each other; both totals are fixed before either is dealt."""
    land = s.frame[f, F_LAND]
    explorers = s.pieces[land, v.EXPLORER]
    buildings = invader_damage(s, v.TOWN) * s.pieces[land, v.TOWN] + invader_damage(s, v.CITY) * s.pieces[land, v.CITY]
    start_fight(s, f, buildings, 1 << v.EXPLORER)
    start_fight(s, f, explorers, v.BUILDINGS_MASK)


@kernel
def strife_damage(s, t, f):
    """Deals every invader of the island 1 damage per strife on it."""
    for mark in range(s.marks - 1, -1, -1):
        strife = s.mark_strife[mark]
        if strife == 0:
            continue
        land, kind, hits = s.mark_land[mark], s.mark_kind[mark], s.mark_hits[mark]
        if has_shields(s) and is_shielded(s, t, f, land):
            continue
        if hits + strife >= health(s, land, kind, strife):
            destroy_piece(s, t, f, land, kind, hits, strife, s.mark_dream[mark])
        else:
            s.mark_hits[mark] = hits + strife


@kernel
def strife_fight_step(s, t, f):
    """Lets each invader with strife of the land strike others there; the strikers are fixed at the start."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == 0:
        frame[F_STEP] = 1
        for mark in range(s.marks):
            if s.mark_land[mark] == land and s.mark_strife[mark] > 0:
                frame[F_A + s.mark_kind[mark]] += 1  # F_A, F_B, F_C: explorers, towns, cities that strike
                s.mark_dream[mark] = WAITING
    for mark in range(s.marks):
        if s.mark_dream[mark] == STRIKING:
            s.mark_dream[mark] = 0
    for mark in range(s.marks):
        if s.mark_dream[mark] == WAITING:
            kind = s.mark_kind[mark]
            s.mark_dream[mark] = STRIKING
            frame[F_A + kind] -= 1
            start_fight(s, f, invader_damage(s, kind), v.INVADERS_MASK)
            return
    for kind in range(v.DAHAN):  # those destroyed meanwhile strike all the same (UNSURE)
        if frame[F_A + kind] > 0:
            frame[F_A + kind] -= 1
            start_fight(s, f, invader_damage(s, kind), v.INVADERS_MASK)
            return
    pop_frame(s)


@kernel
def rescuer(s, f):
    """Returns the spirit that may save dahan from drowning (Tidal Boon), -1 = nobody."""
    if s.frame[f, F_FLAGS] & v.RESCUE:
        return np.int64(s.frame[s.frame[f, F_BASE], F_ACTOR])
    return np.int64(-1)


@kernel
def count_moved(s, t, f, kind, goal):
    """Counts a moved piece for the result, if it is of the kinds and went to the lands that count."""
    frame = s.frame[f]
    pieces_that_count = frame[F_A]
    if pieces_that_count and pieces_that_count >> kind & 1 == 0:
        return
    if frame[F_B] > 0 and not holds(s, t, frame[F_B] - 1, goal, frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE]):
        return
    frame[F_D] += 1


@kernel
def end_move(s, f):
    """Ends a push or gather: how many moved, and how many lands were entered."""
    entered = 0
    for land in range(spaces(s)):
        if has_bit(s.frame_lands[f], land):
            entered += 1
    note_result(s, f, v.RESULT_LANDS_ENTERED, entered)
    body = s.frame[f, F_BODY]
    finish(s, f, s.frame[f, F_D])
    if body >= 0:
        reached = s.frame_lands[f]
        e = push_child(s, v.OP_EACH_LAND, f)
        s.frame[e, F_BODY] = body
        s.frame[e, F_STEP] = 1
        s.frame_lands[e] = reached


@kernel
def push_step(s, t, f):
    """Pushes pieces out of the target land, each to its own goal (R23.11)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == 1:
        if answer_kind(s) == v.O_STOP:
            end_move(s, f)
            return
        goal = answer_a(s)
        kind = answer_b(s) & 15
        frame[F_N] -= 1
        frame[F_STEP] = 0
        s.frame_lands[f] |= bit(goal)
        count_moved(s, t, f, kind, goal)
        move_piece(s, t, f, land, goal, kind, answer_c(s) >> 4, answer_c(s) & 15, answer_b(s) >> 4, rescuer(s, f))
        return
    if s.invader_sources >> 6 & 1:
        if frame[F_N] > 0 and awaits_move_toll(s, f, bit(land), frame[F_MASK]):
            return
        frame[F_MASK] = movable(s, f, frame[F_MASK])
    goals = moves_to(s, t, f, land)
    goals = lands_where(s, t, goals, frame[F_COND], frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE])
    if frame[F_FLAGS] & v.EVENLY and goals & ~s.frame_lands[f] == 0:
        s.frame_lands[f] = 0  # every land has as many: the next round begins
    if frame[F_FLAGS] & v.SPREAD and goals & ~s.frame_lands[f] != 0:
        goals &= ~s.frame_lands[f]
    s.options = 0
    if frame[F_N] > 0:
        for goal in range(spaces(s)):
            if has_bit(goals, goal):
                offer_pieces(s, land, frame[F_MASK], v.O_PUSH, goal, False, False)
        offer_stop(s, frame[F_FLAGS])
    if s.options == 0:
        end_move(s, f)
        return
    frame[F_STEP] = 1
    ask_or_continue(s, v.D_PIECE, frame[F_ACTOR])


@kernel
def gather_step(s, t, f):
    """Gathers pieces into the target land from adjacent ones (R23.11)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == 1:
        if answer_kind(s) == v.O_STOP:
            end_move(s, f)
            return
        origin = answer_a(s)
        kind = answer_b(s) & 15
        frame[F_N] -= 1
        frame[F_STEP] = 0
        count_moved(s, t, f, kind, land)
        move_piece(s, t, f, origin, land, kind, answer_c(s) >> 4, answer_c(s) & 15, answer_b(s) >> 4, -1)
        return
    origins = adjacent_spaces(s, t, land)
    origins = lands_where(s, t, origins, frame[F_COND], frame[F_ACTOR], frame[F_TARGET_SPIRIT], frame[F_BASE])
    if s.invader_sources >> 6 & 1:
        if frame[F_N] > 0 and awaits_move_toll(s, f, origins, frame[F_MASK]):
            return
        frame[F_MASK] = movable(s, f, frame[F_MASK])
    s.options = 0
    if frame[F_N] > 0:
        for origin in range(spaces(s)):
            if has_bit(origins, origin):
                offer_pieces(s, origin, frame[F_MASK], v.O_GATHER, origin, False, False)
        offer_stop(s, frame[F_FLAGS])
    if s.options == 0:
        end_move(s, f)
        return
    frame[F_STEP] = 1
    ask_or_continue(s, v.D_PIECE, frame[F_ACTOR])


@kernel
def move_to_step(s, t, f):
    """Moves pieces from the target land to one land anywhere; the body then runs there."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == 0:
        s.options = 0
        goals = s.island
        for goal in range(spaces(s)):
            if has_bit(goals, goal):
                offer(s, v.O_LAND, goal, 0, 0)
        frame[F_STEP] = 1
        if ask(s, v.D_LAND, frame[F_ACTOR]):
            return
    if frame[F_STEP] == 1:
        frame[F_A] = answer_a(s)
        frame[F_STEP] = 2
    elif frame[F_STEP] == 3:
        frame[F_STEP] = 2
        if answer_kind(s) == v.O_STOP:
            frame[F_N] = 0
        else:
            frame[F_N] -= 1
            frame[F_D] += 1
            kind = answer_b(s) & 15
            move_piece(s, t, f, land, frame[F_A], kind, answer_c(s) >> 4, answer_c(s) & 15, answer_b(s) >> 4, -1)
            return
    s.options = 0
    if frame[F_N] > 0 and frame[F_A] != land:
        offer_pieces(s, land, frame[F_MASK], v.O_PUSH, frame[F_A], False, False)
        offer_stop(s, frame[F_FLAGS])
    if s.options > 0:
        frame[F_STEP] = 3
        ask_or_continue(s, v.D_PIECE, frame[F_ACTOR])
        return
    note_result(s, f, v.RESULT_LAST, frame[F_D])
    body = frame[F_BODY]
    goal = frame[F_A]
    pop_frame(s)
    if body >= 0:
        r = push_child(s, FR_RUN, f)
        s.frame[r, F_PC] = body
        s.frame[r, F_LAND] = goal


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
        s.frame[a, F_FLAGS] = v.FRESH_ONLY
    for k in range(new_count):
        own_hits = hits if new_count == 1 else (1 if k < hits else 0)
        own_strife = strife if new_count == 1 and new_kind < v.DAHAN else 0
        if new_kind > v.DAHAN:
            own_hits = 0
        dies = own_hits > 0 and own_hits >= health(s, land, new_kind, own_strife)
        if dies and harmable(s, t, f, land, 1 << new_kind) == 0:
            own_hits = health(s, land, new_kind, own_strife) - 1
            dies = False
        put_piece(s, land, new_kind, own_hits, own_strife, FRESH if shares and own_hits == 0 else 0)
        if dies:
            destroy_piece(s, t, f, land, new_kind, own_hits, own_strife, 0)


@kernel
def replace_step(s, t, f):
    """Replaces pieces of the target land (R23.7)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == 1:
        if answer_kind(s) == v.O_STOP:
            finish(s, f, frame[F_D])
            return
        frame[F_STEP] = 0
        frame[F_N] -= 1
        frame[F_D] += 1
        strife = answer_c(s) & 15
        replace_piece(s, t, f, land, answer_b(s) & 15, answer_c(s) >> 4, strife, frame[F_A], max(1, frame[F_B]))
        return  # strife may have to be shared out first
    s.options = 0
    if frame[F_N] > 0:
        offer_pieces(s, land, frame[F_MASK], v.O_PIECE, land, False, False)
        offer_stop(s, frame[F_FLAGS])
    if s.options == 0:
        finish(s, f, frame[F_D])
        return
    frame[F_STEP] = 1
    ask_or_continue(s, v.D_PIECE, frame[F_ACTOR])


@kernel
def rescue_step(s, t, f):
    """Lets Ocean put a dahan pushed into its ocean on any coastal land instead of drowning it (Tidal Boon)."""
    frame = s.frame[f]
    if frame[F_STEP] == 0:
        s.options = 0
        for land in range(spaces(s)):
            if has_bit(s.island & t.layout_coastal[s.layout], land):
                offer(s, v.O_LAND, land, 0, 0)
        offer(s, v.O_STOP, 0, 0, 0)
        frame[F_STEP] = 1
        if ask(s, v.D_LAND, frame[F_ACTOR]):
            return
    pop_frame(s)
    if answer_kind(s) == v.O_STOP:
        put_piece(s, frame[F_LAND], v.DAHAN, frame[F_B], frame[F_C], 0)
        destroy_piece(s, t, f, frame[F_LAND], v.DAHAN, frame[F_B], frame[F_C], 0)
    else:
        put_piece(s, answer_a(s), v.DAHAN, frame[F_B], frame[F_C], 0)


@kernel
def push_added_step(s, t, f):
    """Lets the user of Confounding Mists push an invader that was just added."""
    frame = s.frame[f]
    land = frame[F_LAND]
    kind = frame[F_MASK]
    if frame[F_STEP] == 0:
        s.options = 0
        goals = moves_to(s, t, f, land)
        for goal in range(spaces(s)):
            if has_bit(goals, goal):
                offer(s, v.O_PUSH, goal, kind, 0)
        offer(s, v.O_STOP, 0, 0, 0)
        frame[F_STEP] = 1
        if ask(s, v.D_PIECE, frame[F_ACTOR]):
            return
    pop_frame(s)
    if answer_kind(s) != v.O_STOP and count_whole(s, land, kind) > 0:
        move_piece(s, t, f, land, answer_a(s), kind, 0, 0, 0, -1)


@kernel
def follow_step(s, t, f):
    """Asks whether presence follows a moved dahan or beasts (Ally of the Dahan, Ally of the Beasts)."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    origin = frame[F_LAND]
    goal = frame[F_A]
    if frame[F_STEP] == 0:
        if s.presence[spirit, origin] == 0 or not has_bit(s.island, goal):
            pop_frame(s)
            return
        s.options = 0
        offer(s, v.O_YES, 0, 0, 0)
        offer(s, v.O_NO, 0, 0, 0)
        frame[F_STEP] = 1
        if ask(s, v.D_MAY, spirit):
            return
    pop_frame(s)
    if answer_kind(s) == v.O_YES:
        s.presence[spirit, origin] -= 1
        arrive_presence(s, t, spirit, goal)


@kernel
def effect_lands(s, t, f, within_code):
    """Returns the lands a step may look at (EACH_LAND, IN_LAND)."""
    land = s.frame[f, F_LAND]
    live = s.island
    if s.frame[f, F_SOURCE] == v.SOURCE_POWER:
        live = s.island | (adjacent_spaces(s, t, land) if land >= 0 else np.int64(0))
    if within_code == v.WITHIN_ADJACENT:
        return adjacent_spaces(s, t, land) & live
    if within_code == v.WITHIN_AROUND:
        return adjacent_spaces(s, t, land) & live | bit(land)
    if within_code == v.WITHIN_BOARD:
        return live & board_spaces(board_of(land))
    if within_code == v.WITHIN_TARGET:
        return bit(land)
    return s.island
