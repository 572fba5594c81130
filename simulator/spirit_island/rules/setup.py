"""Set-up of a game (R2): decks, island, spirits, the invaders' first explore; and the easier variants (R33)."""

import numpy as np

from simulator.core.agenda import answer_a, ask, offer, pop_frame
from simulator.core.chance import draw_below, shuffle
from simulator.core.compiled import kernel
from simulator.core.streams import stream_key
from simulator.spirit_island import hooks
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import tables as content
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import (
    FR_EXPLORE_CARD,
    FR_GAME,
    FR_RUN,
    FR_SETUP,
    FR_SPIRIT_SETUP,
    push_frame,
)
from simulator.spirit_island.record.state import F_ACTOR, F_BASE, F_PC, F_SOURCE, F_STEP
from simulator.spirit_island.rules.blight import is_in_blight_deck
from simulator.spirit_island.rules.cards import own_card, shuffle_deck
from simulator.spirit_island.rules.invader_cards import advance_cards
from simulator.spirit_island.rules.lands import bit, board_spaces, has_bit, spaces
from simulator.spirit_island.rules.pieces import add_mark
from simulator.spirit_island.rules.spirits import refresh_elements
from simulator.spirit_island.rules.turn import start_growth
from simulator.spirit_island.rules.values import NO_BASE, holds

FEAR_PER_PLAYER = 4
BOX_BLIGHT = 500
PRINTED_BLIGHT = 5  # per player, without a blight card (R2.7)
STAGE_CARDS = (4, 5, 6)


@kernel
def seed_streams(s, seed, game):
    """Derives the random streams from seed and game index alone (common random numbers)."""
    for stream in range(len(v.STREAMS)):
        s.seed_key[stream] = stream_key(seed, game, stream)
        s.draws[stream] = 0


@kernel
def choose_layout(s, t, layout):
    """Takes the given boards, or draws them (R2.9)."""
    if layout < 0:
        candidates = 0
        for k in range(t.layouts):
            candidates += t.layout_players[k] == s.players and not t.layout_thematic[k]
        chosen = draw_below(s, v.STREAM_BOARDS, candidates)
        for k in range(t.layouts):
            if t.layout_players[k] == s.players and not t.layout_thematic[k]:
                if chosen == 0:
                    layout = k
                chosen -= 1
    s.layout = layout
    s.island = t.layout_lands[layout]


@kernel
def populate(s, t):
    """Puts the printed pieces on the island; this blight comes from the box (R2.10)."""
    for land in range(spaces(s)):
        for kind in range(len(v.PIECES)):
            pieces = t.layout_pieces[s.layout, land, kind]
            if s.expansion:
                pieces += t.layout_tokens[s.layout, land, kind]
            s.pieces[land, kind] = pieces
            if kind == v.BLIGHT:
                s.blight_box -= pieces
        if s.expansion and t.layout_strife[s.layout, land]:  # printed on thematic boards (R30.4)
            add_mark(s, land, t.layout_strife[s.layout, land] - 1, 0, 1, 0)


@kernel
def build_fear_deck(s, t):
    """Shuffles the fear cards of the sets in play and takes those of the level in three parts (R2.2, R31.4)."""
    size = 0
    for card in range(t.fear_cards):
        if t.fear_set[card] <= s.expansion:
            s.fear_deck[size] = card
            size += 1
    s.fear_cards = size
    shuffle(s, v.STREAM_FEAR_DECK, s.fear_deck, 0, size)
    for section in range(3):
        s.fear_left[section] = t.adversary_fear[adversary_row(s), s.level, section]
    hooks.scenario.change_fear_deck(s)
    s.fear_pool = (FEAR_PER_PLAYER + hooks.adversary.more_fear(s)) * s.players
    s.terror_level = 1


@kernel
def build_invader_deck(s, t):
    """Shuffles each stage and stacks them in the order of the level; what it does not use stays unseen (R2.3)."""
    order = t.adversary_deck[adversary_row(s), s.level]
    first = 0
    for stage in range(1, 4):
        cards = STAGE_CARDS[stage - 1]
        shuffled = s.drawn  # scratch room for one stage
        for k in range(cards):
            shuffled[k] = first + k
        shuffle(s, v.STREAM_INVADER_DECK, shuffled, 0, cards)
        used = 0
        for place in range(len(order)):
            if order[place] == stage:
                s.invader_deck[place] = shuffled[used]
                used += 1
                s.invader_size += 1
        first += cards
    for place in range(s.invader_size - 1):
        if order[place] == 3 and order[place + 1] == 2:
            s.early_stage_3 = place + 1


@kernel
def adversary_row(s):
    """Returns the row of the adversary tables."""
    return s.adversary if s.adversary >= 0 else content.NO_ADVERSARY


@kernel
def meet_adversary(s, t):
    """Takes the rules of the adversary's level (R31.2)."""
    row = adversary_row(s)
    s.adversary_rules = t.adversary_rules[row, s.level]
    for hook in range(len(v.HOOKS)):
        s.hook[hook] = t.adversary_hook[row, s.level, hook]
    s.slot_open = hooks.adversary.opens_build_space(s)


@kernel
def start_setup_program(s, program):
    """Puts a set-up text of the adversary on the agenda."""
    if program < 0:
        return
    f = push_frame(s, FR_RUN)
    s.frame[f, F_PC] = program
    s.frame[f, F_SOURCE] = v.SOURCE_SETUP
    s.frame[f, F_BASE] = f


@kernel
def build_event_deck(s, t):
    """Shuffles the events; the adversary may put its own card among them (R2.15)."""
    if not s.expansion:
        return
    own = -1
    for card in range(t.events):
        if t.event_of_adversary[card]:
            own = card
        else:
            s.event_deck[s.event_size] = card
            s.event_size += 1
    shuffle(s, v.STREAM_EVENT_DECK, s.event_deck, 0, s.event_size)
    hooks.adversary.change_event_deck(s, own)


@kernel
def choose_blight_card(s, t):
    """Draws a blight card, or uses the printed space (R2.4-R2.8, R29.4)."""
    extra = 1 if s.flags & v.BLIGHT_PLUS_ONE else 0
    s.blight_box = BOX_BLIGHT
    s.blight_card = -1
    per_player = PRINTED_BLIGHT
    if not s.flags & v.NO_BLIGHT_CARD:
        fitting = 0
        for card in range(t.blight_cards):
            fitting += is_in_blight_deck(s, t, card)
        chosen = draw_below(s, v.STREAM_BLIGHT_CARD, fitting)
        for card in range(t.blight_cards):
            if is_in_blight_deck(s, t, card):
                if chosen == 0:
                    s.blight_card = card
                chosen -= 1
        per_player = t.blight_healthy[s.blight_card]
    per_player = hooks.scenario.blight_per_player(s, per_player, False)
    s.blight_pool = per_player * s.players + extra
    s.blight_box -= s.blight_pool


@kernel
def is_set_aside(s, t, card):
    """Tells whether a card waits in the power progression of a spirit in play (R22.6), or by the scenario."""
    if hooks.scenario.sets_aside(s, card):
        return True
    if not s.flags & v.POWER_PROGRESSION:
        return False
    for spirit in range(s.players):
        for k in range(8):
            if t.progression[s.spirit[spirit], k] == card:
                return True
    return False


@kernel
def build_power_decks(s, t):
    """Shuffles minors and majors of the sets in play (R2.14)."""
    for card in range(t.cards):
        deck = t.power_deck[card]
        if deck <= v.MAJOR and t.power_set[card] <= s.expansion and not is_set_aside(s, t, card):
            s.deck[deck, s.deck_size[deck]] = card
            s.deck_size[deck] += 1
    for deck in range(2):
        shuffle_deck(s, deck)


@kernel
def setup_lands(s, t, spirit, entry):
    """Returns the lands among which a set-up entry is placed (R2.17)."""
    panel = s.spirit[spirit]
    kind = t.spirit_setup[panel, entry, 0]
    arg = t.spirit_setup[panel, entry, 1]
    board = spirit * v.SPACES_PER_BOARD
    if kind == content.SETUP_OCEAN:
        return bit(board)
    if kind == content.SETUP_NUMBER:
        return bit(board + arg)
    if kind == content.SETUP_HIGHEST_TERRAIN:
        for number in range(v.SPACES_PER_BOARD - 1, 0, -1):
            if t.layout_terrain[s.layout, board + number] == arg:
                return bit(board + number)
    if kind == content.SETUP_MOST:
        return most_lands(s, spirit, v.DAHAN, arg)
    lands = np.int64(0)
    reach = s.island if kind == content.SETUP_CHOOSE_ANYWHERE else s.island & board_spaces(spirit)
    for land in range(spaces(s)):
        if has_bit(reach, land) and holds(s, t, t.spirit_setup[panel, entry, 5], land, spirit, -1, NO_BASE):
            lands |= bit(land)
    return lands if lands else reach  # after a first game no land may be as printed (UNSURE: any will do)


@kernel
def most_lands(s, spirit, piece, number):
    """Returns the lands of the spirit's board that hold most of a piece (Thunderspeaker)."""
    lands = np.int64(0)
    for _ in range(number):
        best = -1
        for land in range(spirit * v.SPACES_PER_BOARD + 1, (spirit + 1) * v.SPACES_PER_BOARD):
            if has_bit(s.island & ~lands, land) and (best < 0 or s.pieces[land, piece] > s.pieces[best, piece]):
                best = land
        lands |= bit(best)
    return lands


@kernel
def place_entry(s, t, spirit, entry, land):
    """Puts the presence (and tokens) of a set-up entry into a land."""
    panel = s.spirit[spirit]
    s.presence[spirit, land] += t.spirit_setup[panel, entry, 2]
    if t.spirit_setup[panel, entry, 4] > 0:
        s.pieces[land, t.spirit_setup[panel, entry, 3]] += t.spirit_setup[panel, entry, 4]


@kernel
def spirit_setup_step(s, t, f):
    """Places one spirit's starting presence, entry by entry (R2.17)."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    panel = s.spirit[spirit]
    entry = frame[reg.SETUP_ENTRY]
    if frame[F_STEP] == steps.ASKED:
        place_entry(s, t, spirit, entry, answer_a(s))
        entry += 1
    frame[F_STEP] = steps.READY
    while entry < 3 and t.spirit_setup[panel, entry, 0] != content.SETUP_NONE:
        lands = setup_lands(s, t, spirit, entry)
        s.options = 0
        for land in range(spaces(s)):
            if has_bit(lands, land):
                if t.spirit_setup[panel, entry, 0] == content.SETUP_MOST:
                    place_entry(s, t, spirit, entry, land)
                else:
                    offer(s, v.O_LAND, land, 0, 0)
        if s.options > 0:
            frame[reg.SETUP_ENTRY] = entry
            frame[F_STEP] = steps.ASKED
            ask(s, v.D_SETUP, spirit)
            return
        entry += 1
    pop_frame(s)
    refresh_elements(s, t, spirit)


@kernel
def setup_step(s, t, f):
    """The last steps of set-up: the first explore and its advance (R2.19), bonus growth (R33.1)."""
    frame = s.frame[f]
    step = frame[F_STEP]
    frame[F_STEP] = step + 1
    if step == steps.SETUP_BEFORE_EXPLORE:
        hooks.scenario.before_first_explore(s)
    elif step == steps.SETUP_EXPLORE:
        if not s.flags & v.NO_FIRST_EXPLORE:
            push_frame(s, FR_EXPLORE_CARD)
    elif step == steps.SETUP_ADVANCE:
        advance_cards(s, t)
        for level in range(s.level, -1, -1):
            start_setup_program(s, t.adversary_last_setup[adversary_row(s), level])
    elif step == steps.SETUP_AFTER_ADVANCE:
        hooks.scenario.after_first_advance(s, t)
    elif step == steps.SETUP_SECOND_EXPLORE or step == steps.SETUP_SECOND_ADVANCE:
        hooks.scenario.second_explore(s, t, step)
    elif step == steps.SETUP_BONUS_GROWTH and s.flags & v.BONUS_GROWTH:
        for spirit in range(s.players - 1, -1, -1):
            start_growth(s, spirit, t.spirit_picks[s.spirit[spirit]])
    elif step > steps.SETUP_BONUS_GROWTH:
        pop_frame(s)
        hooks.scenario.after_setup(s, t)


@kernel
def deal(s, t, setup, seed, game):
    """Deals a position and puts the game on the agenda. The state must be zeroed."""
    s.players = setup.players
    s.expansion = setup.expansion
    s.adversary = setup.adversary
    s.level = setup.level
    s.scenario = setup.scenario
    s.flags = setup.flags
    s.difficulty = setup.difficulty
    for spirit in range(s.players):
        s.spirit[spirit] = setup.spirit[spirit]
    seed_streams(s, seed, game)
    hooks.scenario.before_dealing(s, t, setup)
    meet_adversary(s, t)
    choose_layout(s, t, setup.layout)
    choose_blight_card(s, t)
    if not hooks.scenario.populate(s, t, setup):
        populate(s, t)
    build_fear_deck(s, t)
    build_invader_deck(s, t)
    build_event_deck(s, t)
    build_power_decks(s, t)
    push_frame(s, FR_GAME)
    push_frame(s, FR_SETUP)
    for spirit in range(s.players - 1, -1, -1):
        for k in range(4):
            own_card(s, spirit, t.spirit_unique[s.spirit[spirit], k], v.HAND)
        f = push_frame(s, FR_SPIRIT_SETUP)
        s.frame[f, F_ACTOR] = spirit
    for level in range(s.level, -1, -1):
        start_setup_program(s, t.adversary_setup[adversary_row(s), level])
    hooks.scenario.after_dealing(s)
