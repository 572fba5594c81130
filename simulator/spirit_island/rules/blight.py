"""Adding and removing blight, cascades and the blight card (R19)."""

from simulator.core.agenda import answer_a, ask, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_ADD_BLIGHT, FR_RUN, push_frame
from simulator.spirit_island.record.state import F_ACTOR, F_BASE, F_FLAGS, F_LAND, F_PC, F_SOURCE, F_STEP
from simulator.spirit_island.rules.lands import adjacent_spaces, board_of, offer_lands


@kernel
def is_in_blight_deck(s, t, card):
    """Tells whether a blight card takes part in this game (R2.4, R29.4)."""
    dropped = s.players == 1 and s.expansion and s.flags & v.SOLO_DROP_2_BLIGHT_CARDS and t.blight_solo_excluded[card]
    return t.blight_sets[card] >> s.expansion & 1 != 0 and not dropped


@kernel
def start_blight(s, land, flags, actor):
    """Puts one adding of blight on the agenda."""
    f = push_frame(s, FR_ADD_BLIGHT)
    s.frame[f, F_LAND] = land
    s.frame[f, F_FLAGS] = flags
    s.frame[f, F_ACTOR] = actor


@kernel
def destroy_presence_at(s, spirit, land):
    """Destroys one presence of a spirit in a land (R15.4)."""
    s.presence[spirit, land] -= 1
    s.destroyed[spirit] += 1


@kernel
def run_blight_program(s, program, nested):
    """Starts a text of the blight card; nested = inside another action (R0.6)."""
    f = push_frame(s, FR_RUN)
    s.frame[f, F_PC] = program
    s.frame[f, F_SOURCE] = v.SOURCE_BLIGHT_CARD
    s.frame[f, F_BASE] = f
    s.frame[f, reg.RUN_NESTED] = nested


@kernel
def empty_pool(s, t):
    """The last blight left the card: it flips and acts at once (R19.8), or the island is lost (R19.9)."""
    if s.blight_card < 0 or s.blighted:
        s.lost = v.C_BLIGHT
        return
    s.blighted = 1
    s.blighted_turn = s.turn
    if not hooks.scenario.fill_blighted_side(s):
        per_player = hooks.scenario.blight_per_player(s, t.blight_blighted[s.blight_card], True)
        s.blight_pool += per_player * s.players
        s.blight_box -= per_player * s.players
    if t.blight_immediate[s.blight_card] >= 0:
        run_blight_program(s, t.blight_immediate[s.blight_card], 1)


@kernel
def flip_before(s, t, several):
    """Flips a card that holds less than the blight added at once (R19.10); call it after those are on the agenda."""
    if several > s.blight_pool and s.blight_card >= 0 and not s.blighted and s.turn > 0:
        empty_pool(s, t)


@kernel
def return_blight(s):
    """Puts a blight removed from the island back on the card (R19.1); the card never flips back (R19.7)."""
    if s.turn == 0 and not hooks.scenario.setup_blight_moves_card(s):  # blight of set-up comes from the box (R2.10)
        s.blight_box += 1
    elif not hooks.adversary.keeps_blight(s):
        s.blight_pool += 1


@kernel
def add_blight_step(s, t, f):
    """Adds one blight to a land: presence dies (R19.2), the card may flip, the blight may cascade (R19.3)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        land = frame[F_LAND]
        if s.turn == 0:  # blight of set-up: from the box, without consequences (R2.10)
            if hooks.scenario.setup_blight_moves_card(s) and s.blight_pool > 1:  # UNSURE: but not the last one
                s.blight_pool -= 1
            else:
                s.blight_box -= 1
            s.pieces[land, v.BLIGHT] += 1
            pop_frame(s)
            return
        if s.land_rules[land] & v.NO_BLIGHT or s.blight_pool <= 0:
            pop_frame(s)
            return
        frame[reg.BLIGHT_CASCADES] = s.pieces[land, v.BLIGHT] > 0
        s.blight_pool -= 1
        s.pieces[land, v.BLIGHT] += 1
        hooks.scenario.blight_added(s, land)
        if frame[F_FLAGS] & codes.SPARES_PRESENCE == 0:
            for spirit in range(s.players):
                if s.presence[spirit, land] > 0:
                    destroy_presence_at(s, spirit, land)
        frame[F_STEP] = steps.BLIGHT_ADDED
        if s.blight_pool == 0:
            empty_pool(s, t)
            return
    if frame[F_STEP] == steps.BLIGHT_ADDED:
        if not frame[reg.BLIGHT_CASCADES] or frame[F_FLAGS] & codes.NO_CASCADE or s.lost == v.C_BLIGHT:
            pop_frame(s)
            return
        s.options = 0
        goals = adjacent_spaces(s, t, frame[F_LAND])  # R19.12: an ocean only while it is in play
        offer_lands(s, goals)
        frame[F_STEP] = steps.CASCADE_ASKED
        if ask(s, v.D_CASCADE, board_of(frame[F_LAND])):
            return
    frame[F_LAND] = answer_a(s)
    frame[F_STEP] = steps.READY
