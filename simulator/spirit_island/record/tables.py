"""The tables: the game's content as numbers, one record that every compiled function receives.

Only the shapes below are compiled in; a changed card, an overlay or another board needs no recompile.
"""

import numpy as np

from simulator.core.header import STOP_FIELD
from simulator.spirit_island.record import vocabulary as v

MAX_CODE = 6000
MAX_AMOUNTS = 600
MAX_CONDITIONS = 1000
MAX_ATOMS = 2500
MAX_NEEDS = 400
MAX_POWERS = 192
MAX_SPIRITS = 10
MAX_GROWTH_OPTIONS = 4
MAX_GROWTH_ACTIONS = 5
MAX_TRACK = 9
MAX_FEAR_CARDS = 32
MAX_BLIGHT_CARDS = 10
MAX_INVADER_CARDS = 15
MAX_LAYOUTS = 72
MAX_ADVERSARIES = 4
MAX_EVENTS = 26
NO_ADVERSARY = MAX_ADVERSARIES  # row of the adversary tables for games without one
LEVELS = 7
MAX_INVADER_DECK = 16

TABLES = np.dtype(
    [
        STOP_FIELD,
        # --- programs (columns: vocabulary.I_*, amounts, atoms)
        ("code", np.int16, (MAX_CODE, v.CODE_COLUMNS)),
        ("amounts", np.int16, (MAX_AMOUNTS, v.AMOUNT_COLUMNS)),
        ("conditions", np.int16, (MAX_CONDITIONS, 2)),
        ("atoms", np.int16, (MAX_ATOMS, v.ATOM_COLUMNS)),
        ("needs", np.int8, (MAX_NEEDS, len(v.ELEMENTS))),  # element thresholds
        # --- powers: cards first (minors, majors, uniques), then innates
        ("cards", np.int16),  # number of power cards = index of the first innate
        ("power_deck", np.int8, (MAX_POWERS,)),  # v.MINOR, MAJOR, UNIQUE, INNATE
        ("power_set", np.int8, (MAX_POWERS,)),  # 0 base, 1 Branch & Claw
        ("power_cost", np.int8, (MAX_POWERS,)),
        ("power_speed", np.int8, (MAX_POWERS,)),  # v.FAST, v.SLOW
        ("power_elements", np.int8, (MAX_POWERS, len(v.ELEMENTS))),
        ("power_any_element", np.int8, (MAX_POWERS,)),  # 1 = its element is chosen by the players (R27.12)
        ("power_aim", np.int8, (MAX_POWERS,)),  # v.AIM_*
        ("power_origin", np.int8, (MAX_POWERS,)),  # v.FROM_*
        ("power_origin_terrains", np.int8, (MAX_POWERS,)),  # bit set, for FROM_PRESENCE_IN
        ("power_range", np.int8, (MAX_POWERS,)),
        ("power_target", np.int16, (MAX_POWERS,)),  # condition on the land, -1 = any
        ("power_program", np.int16, (MAX_POWERS,)),  # first instruction
        ("power_fast_need", np.int16, (MAX_POWERS,)),  # need that makes it fast, -1 = none
        ("power_range_need", np.int16, (MAX_POWERS, 2)),  # need that lengthens the range, -1 = none
        ("power_range_plus", np.int8, (MAX_POWERS, 2)),
        ("power_levels", np.int16, (MAX_POWERS, 4)),  # innates: needs, one of which must be met to use it; -1 = none
        # --- spirits
        ("spirit_rules", np.int32, (MAX_SPIRITS,)),  # bits of v.SPIRIT_RULES
        ("spirit_unique", np.int16, (MAX_SPIRITS, 4)),  # power numbers
        ("spirit_innate", np.int16, (MAX_SPIRITS, 3)),  # power numbers, -1 = none
        ("spirit_picks", np.int8, (MAX_SPIRITS,)),  # growth options taken per turn
        ("spirit_options", np.int8, (MAX_SPIRITS,)),  # growth options printed
        ("growth_cost", np.int8, (MAX_SPIRITS, MAX_GROWTH_OPTIONS)),
        # growth programs, one per action, -1 = none; the last row is `always`
        ("growth", np.int16, (MAX_SPIRITS, MAX_GROWTH_OPTIONS + 1, MAX_GROWTH_ACTIONS)),
        ("track_length", np.int8, (MAX_SPIRITS, 2)),  # spaces, the open first one included
        ("track_number", np.int8, (MAX_SPIRITS, 2, MAX_TRACK)),  # income or plays, -1 = no number
        ("track_element", np.int8, (MAX_SPIRITS, 2, MAX_TRACK)),  # element, 8 = any, -1 = none
        ("track_reclaim", np.int8, (MAX_SPIRITS, 2, MAX_TRACK)),  # 1 = reclaim one
        ("spirit_setup", np.int16, (MAX_SPIRITS, 3, 6)),  # entries: kind (SETUP_*), arg, presence, piece, pieces, condition
        ("start_presence", np.int8, (MAX_SPIRITS,)),
        ("progression", np.int16, (MAX_SPIRITS, 8)),  # power numbers in order, -1 = none
        # --- fear, blight, invader cards
        ("fear_cards", np.int8),
        ("fear_set", np.int8, (MAX_FEAR_CARDS,)),
        ("fear_program", np.int16, (MAX_FEAR_CARDS, 3)),
        ("blight_cards", np.int8),
        ("blight_sets", np.int8, (MAX_BLIGHT_CARDS,)),  # bit 0: in the base set, bit 1: in Branch & Claw
        ("blight_solo_excluded", np.int8, (MAX_BLIGHT_CARDS,)),
        ("blight_healthy", np.int8, (MAX_BLIGHT_CARDS,)),  # per player
        ("blight_blighted", np.int8, (MAX_BLIGHT_CARDS,)),  # per player
        ("blight_immediate", np.int16, (MAX_BLIGHT_CARDS,)),  # program, -1 = none
        ("blight_each_turn", np.int16, (MAX_BLIGHT_CARDS,)),
        ("blight_when", np.int8, (MAX_BLIGHT_CARDS,)),  # v.EACH_INVADER_PHASE ...
        # --- events
        ("events", np.int8),
        ("event_program", np.int16, (MAX_EVENTS, len(v.EVENT_PARTS))),  # -1 = that part is not printed
        ("event_of_adversary", np.int8, (MAX_EVENTS,)),  # 1 = only in the deck where an adversary puts it
        ("event_not_in", np.int8, (MAX_EVENTS,)),  # scenario in which the card is passed over, -1 = none (R27.11)
        # --- adversaries, by level; effects of lower levels included, but for the two kinds of set-up
        ("adversary_rules", np.int32, (MAX_ADVERSARIES + 1, LEVELS)),  # bits of v.ADVERSARY_RULES
        ("adversary_hook", np.int16, (MAX_ADVERSARIES + 1, LEVELS, len(v.HOOKS))),  # programs, -1 = none
        ("adversary_setup", np.int16, (MAX_ADVERSARIES + 1, LEVELS)),  # program after the printed pieces, -1 = none
        ("adversary_last_setup", np.int16, (MAX_ADVERSARIES + 1, LEVELS)),  # program after the first explore
        ("adversary_fear", np.int8, (MAX_ADVERSARIES + 1, LEVELS, 3)),  # parts of the fear deck (R31.4)
        ("adversary_deck", np.int8, (MAX_ADVERSARIES + 1, LEVELS, MAX_INVADER_DECK)),  # stages from the top, 0 = end
        ("invader_stage", np.int8, (MAX_INVADER_CARDS,)),
        ("invader_terrains", np.int8, (MAX_INVADER_CARDS,)),  # bit set of terrains; bit 4 = coastal lands
        ("invader_escalates", np.int8, (MAX_INVADER_CARDS,)),
        # --- islands: every ordered choice of boards
        ("layouts", np.int16),
        ("layout_players", np.int8, (MAX_LAYOUTS,)),
        ("layout_thematic", np.int8, (MAX_LAYOUTS,)),
        ("layout_board", np.int8, (MAX_LAYOUTS, v.MAX_PLAYERS)),  # board number per slot
        ("layout_lands", np.int64, (MAX_LAYOUTS,)),  # bit set of lands, oceans excluded
        ("layout_coastal", np.int64, (MAX_LAYOUTS,)),
        ("layout_terrain", np.int8, (MAX_LAYOUTS, v.MAX_LANDS)),  # v.OCEAN for oceans, -1 = no such space
        # spaces within range; oceans are ends, never passed (R14.5)
        ("near", np.int64, (MAX_LAYOUTS, v.MAX_RANGE + 1, v.MAX_LANDS)),
        ("layout_lands_of", np.int64, (MAX_LAYOUTS, len(v.TERRAINS))),  # bit set of the lands of a terrain
        ("layout_inner", np.int64, (MAX_LAYOUTS,)),  # inner lands of Guard the Isle's Heart
        ("layout_pieces", np.int8, (MAX_LAYOUTS, v.MAX_LANDS, len(v.PIECES))),  # printed set-up, tokens apart
        ("layout_tokens", np.int8, (MAX_LAYOUTS, v.MAX_LANDS, len(v.PIECES))),  # Branch & Claw set-up tokens
        ("layout_strife", np.int8, (MAX_LAYOUTS, v.MAX_LANDS)),  # invaders printed with strife: kind + 1, 0 = none
    ],
    align=True,
)

# kinds of spirit set-up entries
SETUP_NONE, SETUP_HIGHEST_TERRAIN, SETUP_NUMBER, SETUP_OCEAN, SETUP_CHOOSE, SETUP_CHOOSE_ANYWHERE, SETUP_MOST = range(7)
