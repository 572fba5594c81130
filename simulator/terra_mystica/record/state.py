"""The state of one game: a single structured record, copied with one memcpy.

Every field is declared once, here, with its meaning, its range and the rule it serves. Holds no rules.
A hex is its row-major number 0-112, rivers included; a set of hexes is 128 bits in two words.
"""

import numpy as np

from simulator.core.header import agenda_fields, question_fields
from simulator.terra_mystica.record import vocabulary as v

MAX_FRAMES = 14
FRAME_FIELDS = 8
MAX_OPTIONS = 192

# Columns of one frame of the agenda; the first two are the same in every game.
(
    F_OP,  # what to do: FR_*
    F_STEP,  # progress inside the op; 0 = not begun
    F_SEAT,  # who acts
    F_N,  # things still to do: spades, tiles, steps, actions
    F_A,  # free use by the op
    F_B,
    F_C,
    F_D,
) = range(FRAME_FIELDS)

# What a frame can be.
(
    FR_GAME,  # the rounds from set-up to the final score
    FR_DRAFT,  # a seat chooses its faction
    FR_START_DWELLING,  # a seat places a start dwelling
    FR_FIRST_CARD,  # a seat takes its first bonus card
    FR_TURN,  # a turn; n = actions left
    FR_SPADES,  # spades in hand; n = how many, a = bits SPADES_*, b = foreign hexes so far, d = 1: one hex takes all
    FR_BUILD_HERE,  # a dwelling on one of the hexes just transformed
    FR_SANDSTORM,  # Nomads choose a hex
    FR_FREE_TRADING_POST,  # Swarmlings choose a dwelling
    FR_FREE_DWELLING,  # Witches choose a forest
    FR_SITE,  # a bridge is placed
    FR_FAVOR,  # n = favor tiles still to take
    FR_CULT_STEP,  # n = steps on one track of choice
    FR_TOWNS,  # towns are founded
    FR_RISE,  # steps on several tracks at once (T9.4, T9.5); n = steps on each, a = tracks chosen to reach the top
    FR_PRIESTS,  # Darklings turn up to n workers into priests
    FR_LEECH,  # neighbours are offered power; a = hex, b = place in the order, c = somebody could, d = somebody did
    FR_CULT_SPADES,  # spades of the cult bonus, seat by seat; n = place in the order
) = range(18)

SEATS = v.MAX_SEATS

STATE = np.dtype(
    [
        # --- configuration, fixed during the game
        ("seed_key", np.uint64, (len(v.STREAMS),)),  # key of each random stream
        ("draws", np.uint32, (len(v.STREAMS),)),  # numbers drawn from each stream so far
        ("flags", np.int32),  # bits of v.FLAGS
        ("players", np.int8),  # 2-5 (T1.1)
        ("faction", np.int8, (SEATS,)),  # faction of each seat, -1 = not chosen yet (T2.3)
        ("scoring", np.int8, (v.ROUNDS,)),  # round tile of each round (T2.1)
        # what a seat is not offered while there is anything else: a question of studies, not a rule; normally nothing
        ("without_cards", np.int16, (SEATS,)),  # bit set of bonus cards
        ("without_favors", np.int16, (SEATS,)),  # bit set of favor tiles
        ("without_towns", np.int16, (SEATS,)),  # bit set of town tiles
        # --- the map
        ("terrain", np.int8, (v.HEXES,)),  # index into v.TERRAINS, v.RIVER
        ("structure", np.int8, (v.HEXES,)),  # v.STRUCTURES
        ("owner", np.int8, (v.HEXES,)),  # seat whose structure stands here, -1 = none (T6.7)
        ("of_terrain", np.uint64, (len(v.TERRAINS), 2)),  # the land hexes of each terrain, as `terrain` says
        ("built", np.uint64, (2,)),  # hexes with a structure
        ("own", np.uint64, (SEATS, 2)),  # hexes with a structure of the seat
        ("direct", np.uint64, (SEATS, 2)),  # hexes directly adjacent to a structure of the seat, bridges included (T7.1)
        ("in_town", np.uint64, (2,)),  # hexes whose structure belongs to a town (T10.3)
        ("river_town", np.uint64, (2,)),  # river hexes with a Mermaids' town tile (T10.6)
        ("site_count", np.int8, (SEATS,)),  # entries of `sites`
        ("sites", np.int8, (SEATS, v.MAX_STRUCTURES)),  # hexes of the seat's structures, oldest first
        ("bridges", np.int8),  # entries of the two arrays below
        ("bridge_site", np.int8, (v.MAX_BRIDGES,)),  # where (T12.3)
        ("bridge_seat", np.int8, (v.MAX_BRIDGES,)),  # whose
        # --- common supplies
        ("actions_used", np.int8),  # bit set of the power actions taken this round (T12.1)
        ("card_holder", np.int8, (v.CARDS,)),  # seat, v.ON_TABLE or v.OUT_OF_PLAY (T2.2)
        ("card_coins", np.int8, (v.CARDS,)),  # coins lying on the card (T4.5)
        ("favors_left", np.int8, (v.FAVORS,)),  # 0-3 of each kind (T1.6)
        ("towns_left", np.int8, (v.TOWNS,)),  # 0-2 of each kind
        ("priest_space", np.int8, (len(v.CULTS), 4)),  # seat whose priest stands there, -1 = free (T9.2)
        ("top", np.int8, (len(v.CULTS),)),  # seat at level 10, -1 = none (T9.3)
        # --- seats: resources
        ("C", np.int16, (SEATS,)),  # coins
        ("W", np.int16, (SEATS,)),  # workers
        ("P", np.int16, (SEATS,)),  # priests in hand, 0-7 together with `priests_out` (T1.4)
        ("VP", np.int16, (SEATS,)),  # victory points, never below 0 (T1.5)
        ("bowls", np.int8, (SEATS, 3)),  # power tokens in bowls I, II, III (T5)
        ("priests_out", np.int8, (SEATS,)),  # priests standing on cult spaces, for ever
        ("count", np.int8, (SEATS, len(v.STRUCTURES))),  # structures of each type on the map
        ("cult", np.int8, (SEATS, len(v.CULTS))),  # level 0-10 on each track (T9.1)
        ("blocked", np.int8, (SEATS,)),  # bit set of tracks held at 9 in this turn for lack of a key (T9.4)
        ("keys", np.int8, (SEATS,)),  # keys not spent
        ("ship", np.int8, (SEATS,)),  # shipping level, BON4 not counted (T11.1)
        ("dig", np.int8, (SEATS,)),  # steps on the spade track (T11.2)
        ("skip", np.int8, (SEATS,)),  # hexes a tunnel or carpet leaps over, 0 = has none (T7.2)
        ("bridges_built", np.int8, (SEATS,)),  # 0-3
        ("card", np.int8, (SEATS,)),  # bonus card held, -1 = none
        ("favors", np.int16, (SEATS,)),  # bit set of favor tiles
        ("towns", np.int8, (SEATS, v.TOWNS)),  # town tiles of each kind
        ("specials_used", np.int8, (SEATS,)),  # bit set of v.SPECIALS used this round (T12.4)
        ("passed", np.int8, (SEATS,)),  # 1 = has passed in this round
        # --- progress
        ("round", np.int8),  # 1-6, 0 during set-up
        ("phase", np.int8),  # v.PHASES
        ("order", np.int8, (SEATS,)),  # turn order: who acts, and whom a leech offer reaches first (T4.1)
        ("pass_order", np.int8, (SEATS,)),  # seats in the order in which they passed this round
        ("passes", np.int8),  # entries of `pass_order`
        ("turn", np.int8),  # seat whose turn it is, -1 = none (T5.4: only this seat converts)
        ("free_kind", np.int8),  # earliest conversion still open before the next other answer, -1 = none was taken
        ("fresh", np.uint64, (2,)),  # hexes transformed in the present action (T6.6)
        ("tunnelled", np.int8),  # 1 = tunnel or carpet was paid in the present action (T7.5)
        ("new_sites", np.int8, (2,)),  # hexes of this action that neighbours have not been offered power for (T8.5)
        ("new_site_count", np.int8),
        # --- tallies for the result: they steer nothing
        ("vp_source", np.int16, (SEATS, len(v.SOURCES))),  # VP by source, losses negative
        ("burnt", np.int8, (SEATS,)),  # tokens that left the game
        ("leeched", np.int16, (SEATS,)),  # power taken from neighbours
        ("leech_paid", np.int16, (SEATS,)),  # VP paid for it
        ("conversions", np.int16, (SEATS, len(v.CONVERSIONS))),
        ("first_sites", np.int8, (SEATS, 3)),  # hexes of the start dwellings, -1 = none
        ("round_vp", np.int16, (SEATS, v.ROUNDS)),  # points when each round was over, the last with the final score
        ("leech_offers", np.int16, (v.LEECH_SIZES,)),  # offers to all seats by the power offered
        ("leech_taken", np.int16, (v.LEECH_SIZES,)),  # how many of them were taken
        ("network", np.int8, (SEATS,)),  # structures in the largest group, counted at the end (T15.2)
        # --- end
        ("outcome", np.int8),  # v.ONGOING, v.FINISHED
        ("error", np.int16),  # bits of v.ERRORS
        # --- the agenda and the open decision
        *agenda_fields(MAX_FRAMES, FRAME_FIELDS),
        *question_fields(MAX_OPTIONS),
    ],
    align=True,
)
