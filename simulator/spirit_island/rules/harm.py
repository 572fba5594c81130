"""What programs do to harm pieces: damage, destruction, fights (R18, R23).

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
from simulator.spirit_island.rules.effects import (
    asks_for_piece,
    drop_touched_options,
    finish,
    forget_touched,
    offer_stop,
)
from simulator.spirit_island.rules.lands import (
    adjacent_spaces,
    bit,
    board_of,
    board_spaces,
    has_bit,
    presence_lands,
    spaces,
)
from simulator.spirit_island.rules.pieces import (
    change_mark,
    clear_notes,
    destroy_all,
    destroy_piece,
    health,
    hit_each,
    hit_piece,
    invader_damage,
    offer_pieces,
    put_piece,
    take_piece,
)
from simulator.spirit_island.rules.shields import awaits_toll, harmable, has_shields, is_shielded, takes_fire_bonus
from simulator.spirit_island.rules.values import count

EVERY_PIECE = (1 << len(v.PIECES)) - 1


@kernel
def remove_health_step(s, t, f):
    """Removes invaders up to a total health; damage does not lower health (R18.4)."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == steps.ASKED:
        if answer_kind(s) == v.O_STOP:
            finish(s, f, frame[reg.REMOVED])
            return
        kind = answer_b(s) & 15
        hits, strife, note = answer_c(s) >> 4, answer_c(s) & 15, answer_b(s) >> 4
        frame[F_N] -= health(s, land, kind, strife)
        frame[F_STEP] = steps.READY
        if hooks.adversary.spares(s, f, land, kind, hits, strife, note):
            return
        take_piece(s, land, kind, hits, strife, note)
        frame[reg.REMOVED] += 1
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
        finish(s, f, frame[reg.REMOVED])
        return
    offer(s, v.O_STOP, 0, 0, 0)
    frame[F_STEP] = steps.ASKED
    ask(s, v.D_PIECE, frame[F_ACTOR])


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
            take_piece(s, land, kind, hits, strife, s.mark_note[mark])
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
    """Destroys pieces of the target land (R23.5), or lets them dream of it."""
    frame = s.frame[f]
    land = frame[F_LAND]
    dreaming = hooks.spirit.dreams(s, t, f)
    if has_shields(s) and frame[F_N] > 0:
        whole = frame[F_FLAGS] & codes.WHOLE_BOARD
        lands = board_spaces(board_of(land)) & s.island if whole else bit(land)
        if awaits_toll(s, t, f, lands, v.INVADERS_MASK if whole else frame[F_MASK]):
            return
        if not whole:
            frame[F_MASK] = harmable(s, t, f, land, frame[F_MASK])
    mask = frame[F_MASK]
    if frame[F_FLAGS] & codes.WHOLE_BOARD:
        if dreaming:
            hooks.spirit.dream_of_the_end(s, t, f, board_of(land), v.INVADERS_MASK)
            return
        pop_frame(s)
        destroy_board(s, t, f, board_of(land))
        return
    if frame[F_STEP] == steps.READY:
        note_result(s, f, v.RESULT_DESTROYED, 0)
        if dreaming:
            mask &= v.INVADERS_MASK
            frame[F_MASK] = mask
        if s.land_rules[land] & v.DAHAN_UNHARMED:
            mask &= ~v.DAHAN_MASK
            frame[F_MASK] = mask
        # Everything dies: nobody is asked.
        if not dreaming and not frame[F_FLAGS] & (codes.UP_TO | codes.DROWNS) and frame[F_N] >= count(s, land, mask):
            finish(s, f, destroy_all(s, t, f, land, mask))
            return
    elif frame[F_STEP] == steps.ASKED:
        if answer_kind(s) == v.O_STOP:
            finish(s, f, frame[reg.DESTROYED])
            return
        kind = answer_b(s) & 15
        note = answer_b(s) >> 4
        hits = answer_c(s) >> 4
        strife = answer_c(s) & 15
        frame[F_N] -= 1
        frame[F_STEP] = steps.BEGUN
        if dreaming:
            hooks.spirit.dream_of_death(s, t, f, land, kind, hits, strife, note)
            return
        frame[reg.DESTROYED] += 1
        destroy_piece(s, t, f, land, kind, hits, strife, note)
        if frame[F_FLAGS] & codes.DROWNS:
            hooks.spirit.piece_drowned(s, t, kind)
    destroy_ask(s, f, land, mask, dreaming)


@kernel
def destroy_ask(s, f, land, mask, dreaming):
    """Asks which piece dies next, or ends the destruction."""
    frame = s.frame[f]
    s.options = 0
    if frame[F_N] > 0:
        offer_pieces(s, land, mask, v.O_PIECE, land, False, dreaming)
        offer_stop(s, frame[F_FLAGS])
    if not asks_for_piece(s, f):
        finish(s, f, frame[reg.DESTROYED])


@kernel
def damage_lands(s, t, f):
    """Returns the lands over which a pool of damage may be split."""
    frame = s.frame[f]
    land = frame[F_LAND]
    across = frame[reg.DAMAGE_ACROSS]
    if across == v.WITHIN_AROUND:
        return adjacent_spaces(s, t, land) | bit(land)
    if across == v.WITHIN_ADJACENT:
        return adjacent_spaces(s, t, land)
    if across == v.WITHIN_OWN_LANDS_TOO:
        if frame[reg.DAMAGE_ELSEWHERE] > 0:  # the one other land is chosen
            return bit(land) | bit(frame[reg.DAMAGE_ELSEWHERE] - 1)
        return bit(land) | presence_lands(s, t, frame[F_ACTOR])
    return bit(land)


@kernel
def damage_each(s, t, f):
    """Deals the damage to every piece concerned in the target land."""
    frame = s.frame[f]
    land = frame[F_LAND]
    note_result(s, f, v.RESULT_DESTROYED, 0)
    mask = harmable(s, t, f, land, frame[F_MASK])
    if hooks.spirit.dreams(s, t, f):
        hooks.spirit.dream_of_damage_to_each(s, t, f, land, mask)
        return
    hit_each(s, t, f, land, mask, frame[F_N], frame[F_FLAGS] & codes.STRIFED_ONLY != 0)
    pop_frame(s)


@kernel
def damage_apply(s, t, f):
    """Deals the point (or all points on one piece) that was just chosen."""
    frame = s.frame[f]
    land = answer_a(s)
    kind = answer_b(s) & 15
    note = answer_b(s) >> 4
    hits = answer_c(s) >> 4
    strife = answer_c(s) & 15
    points = frame[F_N] if frame[F_FLAGS] & codes.ONE_PIECE else 1
    frame[F_N] -= points
    if frame[reg.DAMAGE_ACROSS] == v.WITHIN_OWN_LANDS_TOO and land != frame[F_LAND]:
        frame[reg.DAMAGE_ELSEWHERE] = land + 1
    if hooks.spirit.dreams(s, t, f):
        hooks.spirit.dream_of_damage(s, t, f, land, kind, hits, strife, note, points)
    elif frame[F_FLAGS] & codes.DIFFERENT and hits + points < health(s, land, kind, strife):
        change_mark(s, land, kind, hits, strife, note, hits + points, strife, v.NOTE_TOUCHED)
    else:
        hit_piece(s, t, f, land, kind, hits, strife, note, points)


@kernel
def end_damage(s, t, f):
    """Ends a pool of damage; dreams of a power whose use is over end with it."""
    if s.frame[f, F_FLAGS] & codes.DIFFERENT:
        forget_touched(s, v.NOTE_TOUCHED)
    if s.frame[f, F_BASE] < 0 and hooks.spirit.dreams(s, t, f):
        clear_notes(s)
    pop_frame(s)


@kernel
def add_fire(s, t, f):
    """Adds the 1 damage of the spirits' source 1; returns True when it has to be dealt first, apart from "each" damage."""
    frame = s.frame[f]
    begins = frame[F_STEP] == steps.READY and frame[F_N] > 0 and frame[F_MASK] & v.INVADERS_MASK != 0
    if not begins or not takes_fire_bonus(s, t, f):
        return False
    if frame[F_FLAGS] & codes.EACH:
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
    if hooks.scenario.fire_hurts_more(s) and add_fire(s, t, f):
        return
    if frame[F_FLAGS] & codes.EACH:
        damage_each(s, t, f)
        return
    if frame[F_STEP] == steps.READY:
        note_result(s, f, v.RESULT_DESTROYED, 0)
        if frame[F_SOURCE] != v.SOURCE_POWER:  # a power counts over all its steps, an event each time
            note_result(s, f, v.RESULT_BUILDINGS_DESTROYED, 0)
        if hooks.spirit.dreams(s, t, f):
            frame[F_MASK] &= v.INVADERS_MASK
        if s.land_rules[frame[F_LAND]] & v.DAHAN_UNHARMED:
            frame[F_MASK] &= ~v.DAHAN_MASK
        frame[F_STEP] = steps.BEGUN
    if frame[F_STEP] == steps.ASKED:
        frame[F_STEP] = steps.BEGUN
        damage_apply(s, t, f)
        if s.frames - 1 != f:
            return  # a push of a dreaming invader comes first
    s.options = 0
    if frame[F_N] > 0:
        lands = damage_lands(s, t, f)
        dreaming = hooks.spirit.dreams(s, t, f)
        strifed_only = frame[F_FLAGS] & codes.STRIFED_ONLY != 0
        for land in range(spaces(s)):
            if has_bit(lands, land):
                mask = harmable(s, t, f, land, frame[F_MASK])
                offer_pieces(s, land, mask, v.O_PIECE, land, strifed_only, dreaming)
        if frame[F_FLAGS] & codes.DIFFERENT:
            drop_touched_options(s, 0)
    if not asks_for_piece(s, f):
        end_damage(s, t, f)


@kernel
def start_fight(s, f, points, mask):
    """Puts damage among invaders of the target land on the agenda; the actor splits it."""
    d = push_child(s, v.OP_DAMAGE, f)
    s.frame[d, F_N] = points
    s.frame[d, F_MASK] = mask
    s.frame[d, reg.DAMAGE_ACROSS] = v.WITHIN_TARGET


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
            destroy_piece(s, t, f, land, kind, hits, strife, s.mark_note[mark])
        else:
            s.mark_hits[mark] = hits + strife


@kernel
def strife_fight_step(s, t, f):
    """Lets each invader with strife of the land strike others there; the strikers are fixed at the start."""
    frame = s.frame[f]
    land = frame[F_LAND]
    if frame[F_STEP] == steps.READY:
        frame[F_STEP] = steps.STRIKERS_FOUND
        for mark in range(s.marks):
            if s.mark_land[mark] == land and s.mark_strife[mark] > 0:
                frame[reg.STRIKERS + s.mark_kind[mark]] += 1
                s.mark_note[mark] = v.NOTE_WAITING
    for mark in range(s.marks):
        if s.mark_note[mark] == v.NOTE_STRIKING:
            s.mark_note[mark] = 0
    for mark in range(s.marks):
        if s.mark_note[mark] == v.NOTE_WAITING:
            kind = s.mark_kind[mark]
            s.mark_note[mark] = v.NOTE_STRIKING
            frame[reg.STRIKERS + kind] -= 1
            start_fight(s, f, invader_damage(s, kind), v.INVADERS_MASK)
            return
    for kind in range(v.DAHAN):  # those destroyed meanwhile strike all the same (UNSURE)
        if frame[reg.STRIKERS + kind] > 0:
            frame[reg.STRIKERS + kind] -= 1
            start_fight(s, f, invader_damage(s, kind), v.INVADERS_MASK)
            return
    pop_frame(s)
