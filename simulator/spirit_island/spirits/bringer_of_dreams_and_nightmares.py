"""Bringer of Dreams and Nightmares. Its special rule:

- To Dream a Thousand Deaths: its powers neither damage nor destroy (`dreams`). Damage is a note on the piece that
  lasts for one use of the power (`hit`, `hit_each`); an invader that would be destroyed gives 0/2/5 fear once and is
  pushed unless it is a city (`die`, `push_step`).
"""

from simulator.core.agenda import answer_a, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_DREAM_PUSH, push_child
from simulator.spirit_island.record.state import F_ACTOR, F_LAND, F_N, F_STEP
from simulator.spirit_island.rules.fear import add_fear
from simulator.spirit_island.rules.lands import bit, has_bit, spaces
from simulator.spirit_island.rules.moves import moves_to
from simulator.spirit_island.rules.pieces import change_mark, count_whole, health, move_piece
from simulator.spirit_island.rules.shields import awaits_move_toll, movable

FEAR = (0, 2, 5)  # for an explorer, town or city that dreams of its death


@kernel
def start_push(s, f, land, kind, hits, strife):
    """Puts the push of an explorer or town on the agenda that a dream would have destroyed."""
    p = push_child(s, FR_DREAM_PUSH, f)
    s.frame[p, F_LAND] = land
    s.frame[p, reg.PIECE_KIND] = kind
    s.frame[p, reg.PIECE_HITS] = hits
    s.frame[p, reg.PIECE_STRIFE] = strife


@kernel
def push_step(s, t, f):
    """Pushes one dreaming invader out of its land, if there is anywhere to go."""
    frame = s.frame[f]
    land = frame[F_LAND]
    kind, hits, strife = frame[reg.PIECE_KIND], frame[reg.PIECE_HITS], frame[reg.PIECE_STRIFE]
    if frame[F_STEP] == steps.READY:
        if hooks.scenario.holds_invaders(s):
            if awaits_move_toll(s, f, bit(land), 1 << kind):
                return
            if movable(s, f, 1 << kind) == 0:
                pop_frame(s)
                return
        s.options = 0
        goals = moves_to(s, t, f, land)
        for goal in range(spaces(s)):
            if has_bit(goals, goal):
                offer(s, v.O_PUSH, goal, kind | v.NOTE_SCORED << 4, hits << 4 | strife)
        if s.options == 0:
            pop_frame(s)
            return
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_PIECE, frame[F_ACTOR]):
            return
    pop_frame(s)
    move_piece(s, t, f, land, answer_a(s), kind, hits, strife, v.NOTE_SCORED, -1)


@kernel
def die(s, t, f, land, kind, hits, strife, note):
    """Scores an invader that the power would destroy."""
    change_mark(s, land, kind, hits, strife, note, hits, strife, v.NOTE_SCORED)
    add_fear(s, FEAR[kind], land, True)
    if kind != v.CITY:
        start_push(s, f, land, kind, hits, strife)


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
