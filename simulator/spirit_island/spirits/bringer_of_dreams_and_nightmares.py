"""Bringer of Dreams and Nightmares. Its special rule:

- To Dream a Thousand Deaths: its powers neither damage nor destroy (`dreams`). Damage is a note on the piece that
  lasts for one use of the power (`hit`, `hit_each`); an invader that would be destroyed gives 0/2/5 fear once and is
  pushed unless it is a city (`die`). A board that would be destroyed stays, but its own presence there dies
  (`dream_of_the_end`).
"""

from simulator.core.agenda import pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_ACTOR, F_BASE, F_N, F_STEP
from simulator.spirit_island.rules.fear import add_fear
from simulator.spirit_island.rules.moves import start_piece_push
from simulator.spirit_island.rules.pieces import change_mark, count_whole, health
from simulator.spirit_island.rules.shields import harmable

FEAR = (0, 2, 5)  # for an explorer, town or city that dreams of its death


@kernel
def die(s, t, f, land, kind, hits, strife, note):
    """Scores an invader that the power would destroy."""
    change_mark(s, land, kind, hits, strife, note, hits, strife, v.NOTE_SCORED)
    add_fear(s, FEAR[kind], land, True)
    if kind != v.CITY:
        start_piece_push(s, f, land, kind, hits, strife, v.NOTE_SCORED)


@kernel
def hit(s, t, f, land, kind, hits, strife, note, points):
    """Lets one invader dream of damage; it leaves no trace after this use of the power."""
    if note == v.NOTE_TOUCHED:
        note = 0
    if hits + note + points >= health(s, land, kind, strife):
        die(s, t, f, land, kind, hits, strife, note)
    else:
        change_mark(s, land, kind, hits, strife, note, hits, strife, note + points)


@kernel
def hit_each(s, t, f, land, mask):
    """Lets one more of the invaders of a land dream of the damage of a frame, or ends that frame.

    Each may be pushed, so they are taken one at a time: first those without a mark, then unscored, untouched ones.
    """
    for kind in range(v.DAHAN):
        if mask >> kind & 1 and count_whole(s, land, kind) > 0:
            hit(s, t, f, land, kind, 0, 0, 0, s.frame[f, F_N])
            return
    for mark in range(s.marks):
        kind = s.mark_kind[mark]
        if s.mark_land[mark] == land and mask >> kind & 1 and kind < v.DAHAN:
            if s.mark_note[mark] == 0 and s.mark_hits[mark] + s.mark_strife[mark] > 0:
                hit(s, t, f, land, kind, s.mark_hits[mark], s.mark_strife[mark], 0, s.frame[f, F_N])
                return
    pop_frame(s)


@kernel
def dream_of_the_end(s, t, f, board, mask):
    """Lets one more invader of a board dream of its death, or ends the frame; first its own presence there dies."""
    frame = s.frame[f]
    lands = range(board * v.SPACES_PER_BOARD, (board + 1) * v.SPACES_PER_BOARD)
    if frame[F_STEP] == steps.READY:
        frame[F_STEP] = steps.BEGUN
        user = s.frame[frame[F_BASE], F_ACTOR]
        for land in lands:
            s.destroyed[user] += s.presence[user, land]
            s.presence[user, land] = 0
    for land in lands:
        kinds = harmable(s, t, f, land, mask)
        for kind in range(v.DAHAN):
            if kinds >> kind & 1 and count_whole(s, land, kind) > 0:
                die(s, t, f, land, kind, 0, 0, 0)
                return
        for mark in range(s.marks):
            kind = s.mark_kind[mark]
            is_victim = s.mark_land[mark] == land and kind < v.DAHAN and kinds >> kind & 1
            if is_victim and s.mark_note[mark] != v.NOTE_SCORED:
                die(s, t, f, land, kind, s.mark_hits[mark], s.mark_strife[mark], s.mark_note[mark])
                return
    pop_frame(s)
