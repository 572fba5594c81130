"""Powers Long Forgotten (R31.6): hidden markers, searches, and the sources found by spirits and invaders.

All that it changes: markers are laid out before the first explore (`markers_step`); whoever has the pieces searches
after any action (`search_lands`); spirits use a source at any moment they like (`start_moment`, `offer_in_power_phase`).
Each of the 8 sources does one thing for spirits and another for invaders: a moment's work, or a rule that lasts.
Rules that last are asked for by `spirits_use` and `invaders_use`, here and in the table of hooks; the shields of
invaders against fire and movement: `rules/shields.py`. Held sources score (`record/results.py`).
"""

import numpy as np

from simulator.core.agenda import answer_a, answer_b, answer_kind, ask, offer, pop_frame
from simulator.core.chance import shuffle
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import (
    FR_DAHAN_STRIKE,
    FR_END_ACTION,
    FR_ERASE,
    FR_MOMENT,
    FR_RUIN,
    FR_SHIFT,
    push_frame,
)
from simulator.spirit_island.record.state import F_ACTOR, F_BASE, F_LAND, F_MASK, F_N, F_STEP
from simulator.spirit_island.rules.blight import start_blight
from simulator.spirit_island.rules.fear import earn_fear_card, fear_cards_left
from simulator.spirit_island.rules.invaders import start_action
from simulator.spirit_island.rules.lands import (
    bit,
    board_of,
    board_spaces,
    has_bit,
    offer_lands,
    spaces,
    terrain_of,
)
from simulator.spirit_island.rules.pieces import change_mark, destroy_all, drop_mark
from simulator.spirit_island.rules.values import count

SOURCES = 8
BLANK = SOURCES + 1
MARKERS_PER_BOARD = 4
SEARCHING_DAHAN = 3
SEARCHING_INVADERS, SEARCHING_FRENCH = 2, 3
TOKENS_MASK = 1 << v.BEASTS | 1 << v.WILDS | 1 << v.DISEASE
CALM_WAITS, CALM_HOLDS = 1, 2
CALM = 3  # damage that invaders do less in a land
TOLL = 1  # energy that lets a power of fire hurt invaders, or a power move them
UNRECLAIMED_ENERGY = 2

# the sources, as numbered on the markers; sets of them are bit sets
BURNS_MORE, SHIFTS_SANDS, REWARDS_PATIENCE, CALMS, KEEPS_CARDS, REACHES_FARTHER, STRIKES, ERASES = range(1, SOURCES + 1)
(
    WITHSTAND_FIRE, SHARE_SANDS, BUILD_IN_WETLANDS, SHORTEN_TURN, SETTLE_ON_BLIGHT, HOLD_INVADERS, RUIN, BAR_LAND,
) = range(1, SOURCES + 1)  # fmt: skip


@kernel
def spirits_use(s, source):
    """Tells whether the spirits use a source."""
    return s.spirit_sources >> source & 1 != 0


@kernel
def invaders_use(s, source):
    """Tells whether the invaders use a source."""
    return s.invader_sources >> source & 1 != 0


# --- set-up


@kernel
def mix_markers(s):
    """Mixes 1 numbered marker per board and 1 more with blank ones, face down, into the scratch list."""
    for k in range(SOURCES):
        s.noted[k] = k + 1
    shuffle(s, v.STREAM_SCENARIO, s.noted, 0, SOURCES)
    for k in range(s.players + 1, MARKERS_PER_BOARD * s.players):
        s.noted[k] = BLANK
    shuffle(s, v.STREAM_SCENARIO, s.noted, 0, MARKERS_PER_BOARD * s.players)


@kernel
def may_bear_marker(s, t, land, board):
    """Tells whether a marker may still be put into a land: on the board, without printed dahan."""
    free = has_bit(s.island & board_spaces(board), land) and s.marker[land] == 0
    return free and t.layout_pieces[s.layout, land, v.DAHAN] == 0


@kernel
def markers_step(s, t, f):
    """Lays out 4 markers per board; where more lands would do (thematic boards) the players choose."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        mix_markers(s)
    else:
        s.marker[answer_a(s)] = s.noted[frame[reg.MARKERS_LAID]]
        frame[reg.MARKERS_LAID] += 1
    frame[F_STEP] = steps.MARKERS_ASKED
    while frame[reg.MARKERS_LAID] < MARKERS_PER_BOARD * s.players:
        board = frame[reg.MARKERS_LAID] // MARKERS_PER_BOARD
        wanted = MARKERS_PER_BOARD - frame[reg.MARKERS_LAID] % MARKERS_PER_BOARD
        s.options = 0
        for land in range(spaces(s)):
            if may_bear_marker(s, t, land, board):
                offer(s, v.O_LAND, land, 0, 0)
        if s.options > wanted:
            ask(s, v.D_SETUP, board)
            return
        for k in range(s.options):
            s.marker[s.option[k] >> 16 & 255] = s.noted[frame[reg.MARKERS_LAID] + k]
        frame[reg.MARKERS_LAID] += wanted
    pop_frame(s)


# --- searches


@kernel
def search_lands(s, t):
    """Lets both sides search every land whose condition holds, players first (UNSURE); returns False if nobody does."""
    searched = False
    found = False
    needed = SEARCHING_FRENCH if s.adversary_rules & v.FINITE_TOWNS else SEARCHING_INVADERS
    for land in range(spaces(s)):
        if s.marker[land] > 0 and s.pieces[land, v.DAHAN] >= SEARCHING_DAHAN:
            if not searched:
                push_frame(s, FR_END_ACTION)
                searched = True
            if s.marker[land] != BLANK:
                s.held_sources |= 1 << s.marker[land]
                found = True
            s.marker[land] = 0
    for land in range(spaces(s)):
        if s.marker[land] > 0 and count(s, land, v.INVADERS_MASK) >= needed:
            if not searched:
                push_frame(s, FR_END_ACTION)
                searched = True
            if s.marker[land] != BLANK:
                give_to_invaders(s, land, s.marker[land])
            s.marker[land] = 0
    if found:
        push_frame(s, FR_MOMENT)
    return searched


@kernel
def give_to_invaders(s, land, source):
    """Lets the invaders use the source they found."""
    s.invader_sources |= 1 << source
    if source == SHORTEN_TURN:
        s.short_turn = s.turn + 1
    elif source == RUIN:
        push_frame(s, FR_RUIN)
    elif source == BAR_LAND:
        s.barred |= bit(land)


@kernel
def ruin_step(s, t, f):
    """Destroys dahan and tokens in the most built-up land of each board and adds blight there (invaders' source 7)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.ASKED:
        frame[F_STEP] = steps.READY
        frame[reg.RUIN_BOARD] += 1
        ruin_land(s, t, f, answer_a(s))
        return
    while frame[reg.RUIN_BOARD] < s.players:
        s.options = 0
        offer_most_built(s, frame[reg.RUIN_BOARD])
        if s.options > 0:
            frame[F_STEP] = steps.ASKED
            ask(s, v.D_LAND, frame[reg.RUIN_BOARD])
            return
        frame[reg.RUIN_BOARD] += 1
    pop_frame(s)


@kernel
def offer_most_built(s, board):
    """Offers the lands of a board with most towns and cities, at least 1."""
    most = 1
    for land in range(spaces(s)):
        if has_bit(s.island & board_spaces(board), land):
            most = max(most, count(s, land, v.BUILDINGS_MASK))
    for land in range(spaces(s)):
        if has_bit(s.island & board_spaces(board), land) and count(s, land, v.BUILDINGS_MASK) == most:
            offer(s, v.O_LAND, land, 0, 0)


@kernel
def ruin_land(s, t, f, land):
    """Destroys all dahan and all tokens of a land, strife included, and adds blight."""
    mask = TOKENS_MASK if s.land_rules[land] & v.DAHAN_UNHARMED else TOKENS_MASK | v.DAHAN_MASK
    destroy_all(s, t, f, land, mask)
    for mark in range(s.marks - 1, -1, -1):
        if s.mark_land[mark] == land and s.mark_strife[mark] > 0:
            kind, hits, note = s.mark_kind[mark], s.mark_hits[mark], s.mark_note[mark]
            change_mark(s, land, kind, hits, s.mark_strife[mark], note, hits, 0, note)
    start_blight(s, land, 0, board_of(land))


# --- what spirits do with their sources


@kernel
def start_moment(s, t):
    """Gives the spirits a moment to use sources in; returns False when they have none to use."""
    if s.held_sources == 0 and not spirits_use(s, SHIFTS_SANDS):
        return False
    refill_shifts(s, t)
    push_frame(s, FR_MOMENT)
    return True


@kernel
def refill_shifts(s, t):
    """Lets each presence in sands be shifted once until the next event of the game: more would change nothing."""
    for spirit in range(s.players):
        s.shifts[spirit] = 0
        for land in range(spaces(s)):
            if is_sands(s, t, land):
                s.shifts[spirit] += s.presence[spirit, land]


@kernel
def is_sands(s, t, land):
    """Tells whether a land of the island is sands."""
    return has_bit(s.island, land) and terrain_of(s, t, land) == v.SANDS


@kernel
def offer_moment(s, t):
    """Offers held sources, and presence that may be shifted between sands (spirits' source 2)."""
    for source in range(1, SOURCES + 1):
        if s.held_sources >> source & 1:
            offer(s, v.O_SOURCE, source, 0, 0)
    if not spirits_use(s, SHIFTS_SANDS):
        return
    for spirit in range(s.players):
        for land in range(spaces(s)):
            if s.shifts[spirit] > 0 and is_sands(s, t, land) and s.presence[spirit, land] > 0:
                if sands_goals(s, t, spirit, land) != 0:
                    offer(s, v.O_SHIFT, land, spirit, 0)


@kernel
def offer_in_power_phase(s, t, f):
    """Offers the same between the powers of a phase."""
    if s.frame[f, reg.POWER_PHASE_SHIFTED] == 0:
        s.frame[f, reg.POWER_PHASE_SHIFTED] = 1
        refill_shifts(s, t)
    offer_moment(s, t)


@kernel
def sands_goals(s, t, spirit, origin):
    """Returns the other sands that may hold a presence of the spirit."""
    goals = np.int64(0)
    for land in range(spaces(s)):
        if land != origin and is_sands(s, t, land) and hooks.spirit.may_hold_presence(s, t, spirit, land):
            goals |= bit(land)
    return goals


@kernel
def take_moment(s, t):
    """Carries out the chosen use of a source."""
    if answer_kind(s) == v.O_SOURCE:
        use_source(s, answer_a(s))
        return
    s.shifts[answer_b(s)] -= 1
    f = push_frame(s, FR_SHIFT)
    s.frame[f, F_ACTOR] = answer_b(s)
    s.frame[f, F_LAND] = answer_a(s)


@kernel
def use_source(s, source):
    """Activates a source the spirits have held; what happens now is put on the agenda."""
    s.held_sources &= ~(1 << source)
    s.spirit_sources |= 1 << source
    if source == CALMS:
        s.calm = CALM_WAITS
    elif source == STRIKES:
        push_frame(s, FR_END_ACTION)
        push_frame(s, FR_DAHAN_STRIKE)
        for _ in range(2):
            if fear_cards_left(s) > 0:
                earn_fear_card(s)
    elif source == ERASES:
        push_frame(s, FR_END_ACTION)
        push_frame(s, FR_ERASE)


@kernel
def moment_step(s, t, f):
    """Lets the spirits use sources one by one until they stop."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.ASKED:
        frame[F_STEP] = steps.READY
        if answer_kind(s) == v.O_STOP:
            pop_frame(s)
        else:
            take_moment(s, t)
        return
    s.options = 0
    offer_moment(s, t)
    if s.options == 0:
        pop_frame(s)
        return
    offer(s, v.O_STOP, 0, 0, 0)
    frame[F_STEP] = steps.ASKED
    ask(s, v.D_OPTION, 0)


@kernel
def shift_step(s, t, f):
    """Shifts one presence to another sands; it is no move (spirits' source 2)."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    if frame[F_STEP] == steps.READY:
        s.options = 0
        goals = sands_goals(s, t, spirit, frame[F_LAND])
        offer_lands(s, goals)
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_PLACE, spirit):
            return
    s.presence[spirit, frame[F_LAND]] -= 1
    s.presence[spirit, answer_a(s)] += 1
    pop_frame(s)


@kernel
def dahan_strike_step(s, t, f):
    """Lets the dahan of one land deal damage, 2 each (spirits' source 7; UNSURE: as in a counterattack)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        s.options = 0
        for land in range(spaces(s)):
            if has_bit(s.island, land) and s.pieces[land, v.DAHAN] > 0 and count(s, land, v.INVADERS_MASK) > 0:
                offer(s, v.O_LAND, land, 0, 0)
        if s.options == 0:
            pop_frame(s)
            return
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_LAND, 0):
            return
    land = answer_a(s)
    pop_frame(s)
    d = push_frame(s, v.OP_DAMAGE)
    s.frame[d, F_BASE] = -1
    s.frame[d, F_ACTOR] = board_of(land)
    s.frame[d, F_LAND] = land
    s.frame[d, F_N] = 2 * s.pieces[land, v.DAHAN]
    s.frame[d, F_MASK] = v.INVADERS_MASK
    s.frame[d, reg.DAMAGE_ACROSS] = v.WITHIN_TARGET


@kernel
def erase_step(s, t, f):
    """Removes everything in one land from the game (spirits' source 8)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        s.options = 0
        offer_lands(s, s.island)
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_LAND, 0):
            return
    pop_frame(s)
    erase_land(s, answer_a(s))


@kernel
def erase_land(s, land):
    """Takes all pieces, tokens, presence and the marker of a land out of the game."""
    for mark in range(s.marks - 1, -1, -1):
        if s.mark_land[mark] == land:
            drop_mark(s, mark)
    s.blight_box += s.pieces[land, v.BLIGHT]
    for kind in range(len(v.PIECES)):
        s.pieces[land, kind] = 0
    for spirit in range(s.players):
        s.removed[spirit] += s.presence[spirit, land]
        s.presence[spirit, land] = 0
    s.marker[land] = 0
    s.barred &= ~bit(land)


# --- rules that last


@kernel
def reward_patience(s, spirit):
    """Gives energy to a spirit that has reclaimed nothing in its phase (spirits' source 3)."""
    if spirits_use(s, REWARDS_PATIENCE) and not s.reclaimed[spirit]:
        s.energy[spirit] += UNRECLAIMED_ENERGY


@kernel
def calm(s):
    """Returns by how much the present ravage is calmer (spirits' source 4)."""
    return CALM if s.calm == CALM_HOLDS else 0


@kernel
def build_in_wetlands(s, t, explored):
    """Builds at once in explored wetlands (invaders' source 3)."""
    if not invaders_use(s, BUILD_IN_WETLANDS):
        return
    for land in range(spaces(s) - 1, -1, -1):
        if has_bit(explored, land) and terrain_of(s, t, land) == v.WETLAND:
            start_action(s, v.OP_BUILD, land, 0)


@kernel
def settle_on_blight(s, t, land, kind):
    """Adds blight where the first building comes to a jungle or wetland (invaders' source 5)."""
    if not invaders_use(s, SETTLE_ON_BLIGHT) or kind == v.EXPLORER:
        return
    terrain = terrain_of(s, t, land)
    if s.pieces[land, v.TOWN] + s.pieces[land, v.CITY] == 0 and (terrain == v.JUNGLE or terrain == v.WETLAND):
        start_blight(s, land, 0, board_of(land))


@kernel
def count_for_settlers(s, t, land, mask):
    """Counts pieces for explores and builds: with the invaders' source 2 all sands hold those of every sands."""
    if not invaders_use(s, SHARE_SANDS) or not is_sands(s, t, land):
        return count(s, land, mask)
    total = 0
    for other in range(spaces(s)):
        if is_sands(s, t, other):
            total += count(s, other, mask)
    return total


@kernel
def note_ravage(s, begins):
    """Lets the calm of the spirits' source 4 last for the whole next normal ravage."""
    if begins and s.calm == CALM_WAITS:
        s.calm = CALM_HOLDS
    elif not begins and s.calm == CALM_HOLDS:
        s.calm = 0
