"""Pieces on the island: their marks (damage, strife), health, arrival, departure and destruction (R18, R20, R23).

`state.pieces` counts all pieces of a land; a piece that bears damage, strife or a note also has a mark.
"""

import numpy as np

from simulator.core.agenda import offer
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import (
    FR_PUSH_PIECE,
    FR_RESCUE,
    FR_STRANDED,
    add_result,
    push_child,
    push_frame,
)
from simulator.spirit_island.record.state import F_ACTOR, F_FLAGS, F_LAND, F_SOURCE, MAX_MARKS
from simulator.spirit_island.rules.fear import add_fear
from simulator.spirit_island.rules.lands import bit, is_ocean
from simulator.spirit_island.rules.shields import harmable, has_shields, is_shielded


@kernel
def find_mark(s, land, kind, hits, strife, note):
    """Returns the index of a piece with exactly these marks, -1 = none."""
    for mark in range(s.marks):
        if (
            s.mark_land[mark] == land
            and s.mark_kind[mark] == kind
            and s.mark_hits[mark] == hits
            and s.mark_strife[mark] == strife
            and s.mark_note[mark] == note
        ):
            return mark
    return -1


@kernel
def count_whole(s, land, kind):
    """Returns how many pieces of a kind bear no mark."""
    whole = s.pieces[land, kind]
    for mark in range(s.marks):
        if s.mark_land[mark] == land and s.mark_kind[mark] == kind:
            whole -= 1
    return whole


@kernel
def drop_mark(s, mark):
    """Forgets a mark; order of the others is kept, so that play does not depend on history."""
    for later in range(mark, s.marks - 1):
        s.mark_land[later] = s.mark_land[later + 1]
        s.mark_kind[later] = s.mark_kind[later + 1]
        s.mark_hits[later] = s.mark_hits[later + 1]
        s.mark_strife[later] = s.mark_strife[later + 1]
        s.mark_note[later] = s.mark_note[later + 1]
    s.marks -= 1


@kernel
def add_mark(s, land, kind, hits, strife, note):
    """Notes that one piece of a land bears damage, strife or a dream."""
    if hits == 0 and strife == 0 and note == 0:
        return
    mark = s.marks
    if mark >= MAX_MARKS or strife > 15 or hits > 15:
        s.error |= v.E_MARKS_FULL
        return
    s.mark_land[mark] = land
    s.mark_kind[mark] = kind
    s.mark_hits[mark] = hits
    s.mark_strife[mark] = strife
    s.mark_note[mark] = note
    s.marks = mark + 1


@kernel
def change_mark(s, land, kind, hits, strife, note, new_hits, new_strife, new_note):
    """Changes the marks of one piece."""
    if hits != 0 or strife != 0 or note != 0:
        drop_mark(s, find_mark(s, land, kind, hits, strife, note))
    add_mark(s, land, kind, new_hits, new_strife, new_note)


@kernel
def take_piece(s, land, kind, hits, strife, note):
    """Takes a piece from a land, with its marks."""
    s.pieces[land, kind] -= 1
    if hits != 0 or strife != 0 or note != 0:
        drop_mark(s, find_mark(s, land, kind, hits, strife, note))


@kernel
def put_piece(s, land, kind, hits, strife, note):
    """Puts a piece into a land, with its marks."""
    if s.pieces[land, kind] >= 30000:
        s.error |= v.E_COUNT_OVERFLOW
    hooks.adversary.piece_comes(s, kind)
    s.pieces[land, kind] += 1
    add_mark(s, land, kind, hits, strife, note)


@kernel
def base_health(s, kind):
    """Returns the printed health of a piece (R1), with the adversary's constant (R28.6)."""
    if kind == v.DAHAN:
        return 2
    return kind + 1 + hooks.adversary.more_health(s, kind)


@kernel
def invader_damage(s, kind):
    """Returns the damage an invader deals, 1, 2 or 3, with the adversary's constant (R28.6)."""
    return kind + 1 + hooks.adversary.more_damage(s, kind)


@kernel
def health(s, land, kind, strife):
    """Returns the health of a piece here and now, never below 1 (R28.3)."""
    value = base_health(s, kind) + s.health[kind]
    if kind == v.DAHAN:
        value += s.dahan_health[land]
    elif s.strife_health:
        value -= strife * s.strife_health
    return max(1, value)


@kernel
def offer_pieces(s, land, mask, option, a, strifed_only, dreamt):
    """Offers each distinguishable piece of the given kinds; dreamt pieces already scored are left out if asked."""
    for kind in range(len(v.PIECES)):
        if mask >> kind & 1 == 0 or s.pieces[land, kind] == 0:
            continue
        if kind > v.DAHAN:
            offer(s, option, a, kind, 0)
        elif not strifed_only and count_whole(s, land, kind) > 0:
            offer(s, option, a, kind, 0)
    for mark in range(s.marks):
        kind = s.mark_kind[mark]
        if s.mark_land[mark] != land or mask >> kind & 1 == 0:
            continue
        if strifed_only and s.mark_strife[mark] == 0:
            continue
        if s.mark_note[mark] == v.NOTE_STRIKING:
            continue
        if dreamt and s.mark_note[mark] == v.NOTE_SCORED:
            continue
        if find_mark(s, land, kind, s.mark_hits[mark], s.mark_strife[mark], s.mark_note[mark]) == mark:
            offer(s, option, a, kind | s.mark_note[mark] << 4, s.mark_hits[mark] << 4 | s.mark_strife[mark])


@kernel
def notice_destruction(s, land, kind):
    """Tells the delayed triggers that a piece was destroyed."""
    for watch in range(s.watches):
        if s.watch_land[watch] != land:
            continue
        if s.watch_rule[watch] == v.VENGEANCE and kind != v.EXPLORER:
            s.watch_pending[watch] += 1
        elif s.watch_rule[watch] == v.FIRST_KILL_FEAR and kind != v.DAHAN and s.watch_pending[watch] == 0:
            s.watch_pending[watch] = 1
            add_fear(s, 1, land, True)  # by the power that watches


@kernel
def destroy_piece(s, t, f, land, kind, hits, strife, note):
    """Destroys one invader, dahan or token: fear for buildings (R13.1), results and delayed triggers."""
    take_piece(s, land, kind, hits, strife, note)
    if kind > v.DAHAN:
        return
    notice_destruction(s, land, kind)
    if kind == v.DAHAN:
        return
    add_result(s, f, v.RESULT_DESTROYED, 1)
    if kind != v.EXPLORER:
        hooks.scenario.building_destroyed(s, land, kind)
        add_result(s, f, v.RESULT_BUILDINGS_DESTROYED, 1)
        add_fear(s, kind, land, False)


@kernel
def hit_piece(s, t, f, land, kind, hits, strife, note, points):
    """Deals damage to one piece and destroys it when the damage reaches its health (R18.3)."""
    if hits + points >= health(s, land, kind, strife):
        destroy_piece(s, t, f, land, kind, hits, strife, note)
    else:
        change_mark(s, land, kind, hits, strife, note, hits + points, strife, note)


@kernel
def hit_each(s, t, f, land, mask, points, strifed_only):
    """Deals damage to every piece of the given kinds in a land (R23.4)."""
    for mark in range(s.marks - 1, -1, -1):
        kind = s.mark_kind[mark]
        if s.mark_land[mark] == land and mask >> kind & 1 and not (strifed_only and s.mark_strife[mark] == 0):
            hits = s.mark_hits[mark]
            if hits + points >= health(s, land, kind, s.mark_strife[mark]):
                destroy_piece(s, t, f, land, kind, hits, s.mark_strife[mark], s.mark_note[mark])
            else:
                s.mark_hits[mark] = -(hits + points)  # negative: done, so that whole pieces below do not mix with them
    if not strifed_only:
        for kind in range(4):
            if mask >> kind & 1:
                for _ in range(count_whole(s, land, kind)):
                    if points >= health(s, land, kind, 0):
                        destroy_piece(s, t, f, land, kind, 0, 0, 0)
                    else:
                        add_mark(s, land, kind, points, 0, 0)
    for mark in range(s.marks):
        s.mark_hits[mark] = abs(s.mark_hits[mark])


@kernel
def kill_overdamaged(s, t, f, land):
    """Destroys pieces whose damage has reached a lowered health (R28.3)."""
    for mark in range(s.marks - 1, -1, -1):
        if s.mark_land[mark] == land:
            kind = s.mark_kind[mark]
            if harmable(s, t, f, land, 1 << kind) == 0:
                continue
            if s.mark_hits[mark] > 0 and s.mark_hits[mark] >= health(s, land, kind, s.mark_strife[mark]):
                destroy_piece(s, t, f, land, kind, s.mark_hits[mark], s.mark_strife[mark], s.mark_note[mark])


@kernel
def destroy_all(s, t, f, land, mask):
    """Destroys every piece of the given kinds in a land; returns how many."""
    destroyed = 0
    for mark in range(s.marks - 1, -1, -1):
        kind = s.mark_kind[mark]
        if s.mark_land[mark] == land and mask >> kind & 1:
            destroy_piece(s, t, f, land, kind, s.mark_hits[mark], s.mark_strife[mark], s.mark_note[mark])
            destroyed += 1
    for kind in range(len(v.PIECES)):
        if mask >> kind & 1:
            while s.pieces[land, kind] > 0:
                destroy_piece(s, t, f, land, kind, 0, 0, 0)
                destroyed += 1
    return destroyed


@kernel
def arrive(s, t, f, origin, goal, kind, hits, strife, note, rescue):
    """Lets a moving piece arrive: it drowns in an ocean, may be followed, and may die where it loses health."""
    if is_ocean(goal) and kind <= v.DAHAN:
        if kind == v.DAHAN and rescue >= 0:
            r = push_frame(s, FR_RESCUE)
            s.frame[r, F_ACTOR] = rescue
            s.frame[r, F_LAND] = goal
            s.frame[r, reg.RESCUE_ORIGIN] = origin
            s.frame[r, reg.PIECE_HITS] = hits
            s.frame[r, reg.PIECE_STRIFE] = strife
            return
        if kind != v.DAHAN and has_shields(s) and is_shielded(s, t, f, goal):
            r = push_child(s, FR_STRANDED, f)
            s.frame[r, F_LAND] = goal
            s.frame[r, reg.PIECE_KIND] = kind
            s.frame[r, reg.PIECE_HITS] = hits
            s.frame[r, reg.PIECE_STRIFE] = strife
            return
        put_piece(s, goal, kind, hits, strife, note)
        destroy_piece(s, t, f, goal, kind, hits, strife, note)
        hooks.spirit.piece_drowned(s, t, kind)
    else:
        put_piece(s, goal, kind, hits, strife, note)
        if hits > 0 and hits >= health(s, goal, kind, strife):
            destroy_piece(s, t, f, goal, kind, hits, strife, note)
    if kind == v.DAHAN:
        hooks.scenario.dahan_moved(s, origin, goal)
    hooks.spirit.piece_moved(s, t, origin, goal, kind)


@kernel
def move_piece(s, t, f, origin, goal, kind, hits, strife, note, rescue):
    """Moves a piece between lands with its damage and strife (R23.14)."""
    take_piece(s, origin, kind, hits, strife, note)
    arrive(s, t, f, origin, goal, kind, hits, strife, note, rescue)


@kernel
def add_invader(s, t, land, kind):
    """Adds an invader from the supply; Confounding Mists may push it at once."""
    hooks.scenario.invader_comes(s, t, land, kind)
    put_piece(s, land, kind, 0, 0, 0)
    if s.land_rules[land] & v.PUSH_ADDED_INVADERS:
        f = push_frame(s, FR_PUSH_PIECE)
        s.frame[f, F_LAND] = land
        s.frame[f, reg.PIECE_KIND] = kind
        s.frame[f, F_SOURCE] = v.SOURCE_POWER
        s.frame[f, F_FLAGS] = codes.UP_TO


@kernel
def dahan_ravaged(s, t, f, land, damage):
    """Deals invaders' damage to dahan: as many as possible die, wounded ones first (R7.5, R28.2); returns the dead."""
    dead = 0
    for hits in range(15, -1, -1):
        while damage > 0:
            whole = count_whole(s, land, v.DAHAN) if hits == 0 else 0
            if hits > 0 and find_mark(s, land, v.DAHAN, hits, 0, 0) < 0:
                break
            if hits == 0 and whole == 0:
                break
            need = health(s, land, v.DAHAN, 0) - hits
            if damage < need:
                change_mark(s, land, v.DAHAN, hits, 0, 0, hits + damage, 0, 0)
                return dead
            destroy_piece(s, t, f, land, v.DAHAN, hits, 0, 0)
            damage -= need
            dead += 1
    return dead


@kernel
def clear_damage(s):
    """Heals every piece; strife stays (R11.3)."""
    kept = 0
    for mark in range(s.marks):
        if s.mark_strife[mark] > 0:
            s.mark_land[kept] = s.mark_land[mark]
            s.mark_kind[kept] = s.mark_kind[mark]
            s.mark_strife[kept] = s.mark_strife[mark]
            s.mark_hits[kept] = 0
            s.mark_note[kept] = 0
            kept += 1
    s.marks = kept


@kernel
def clear_notes(s):
    """Forgets what was noted of pieces, dreams above all, at the end of a use of a power."""
    for mark in range(s.marks - 1, -1, -1):
        if s.mark_note[mark] != 0:
            s.mark_note[mark] = 0
            if s.mark_hits[mark] == 0 and s.mark_strife[mark] == 0:
                drop_mark(s, mark)


@kernel
def stands(s, mask):
    """Tells whether any piece of the given kinds is on the island."""
    for land in range(s.players * v.SPACES_PER_BOARD):
        if s.island & bit(land) == 0 and not is_ocean(land):
            continue
        for kind in range(len(v.PIECES)):
            if mask >> kind & 1 and s.pieces[land, kind] > 0:
                return True
    return False


@kernel
def island_count(s, mask):
    """Returns the pieces of the given kinds in all lands of the island."""
    total = np.int64(0)
    for land in range(s.players * v.SPACES_PER_BOARD):
        if s.island & bit(land) == 0 and not is_ocean(land):
            continue
        for kind in range(len(v.PIECES)):
            if mask >> kind & 1:
                total += s.pieces[land, kind]
    return total
