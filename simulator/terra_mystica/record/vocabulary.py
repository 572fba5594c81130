"""Numbers and names shared by content, rules and words: everything that compiled code knows by number.

Holds no rules and no facts of single components.
"""

from simulator.core.header import CORE_ERRORS

MAX_SEATS = 5
ROUNDS = 6
HEXES = 113
SITES = 29  # where a bridge may stand
MAX_BRIDGES = 15  # three of each seat (T1.3)
OWN_BRIDGES = 3
MAX_STRUCTURES = 17  # 8 dwellings, 4 trading posts, 3 temples, a stronghold, a sanctuary

# --- the island
TERRAINS = ("desert", "plains", "swamp", "lakes", "forest", "mountains", "wasteland")  # in the order of the wheel (T6.3)
TERRAIN_LETTERS = "YUKBGSR"
RIVER = 7
RIVER_LETTER = "I"
LONGEST_PATH = 3  # steps on a wheel of seven, by the shorter way

STRUCTURES = ("none", "D", "TP", "TE", "SH", "SA")
NONE, DWELLING, TRADING_POST, TEMPLE, STRONGHOLD, SANCTUARY = range(6)

CULTS = ("fire", "water", "earth", "air")
TOP_LEVEL = 10
PRIESTS_ON_CULTS = 4  # a "cult" of scoring tiles: the priests on all cult spaces (T14.2)

RESOURCES = ("C", "W", "P", "PW")
COINS, WORKERS, PRIESTS, POWER = range(4)

# --- decisions
DECISIONS = (
    "none", "faction", "start_dwelling", "bonus", "action", "spades", "transform", "build", "upgrade", "favor", "town",
    "top", "cult", "site", "priests", "leech", "turn_end",
)  # fmt: skip
(
    D_NONE, D_FACTION, D_START_DWELLING, D_BONUS, D_ACTION, D_SPADES, D_TRANSFORM, D_BUILD, D_UPGRADE, D_FAVOR, D_TOWN,
    D_TOP, D_CULT, D_SITE, D_PRIESTS, D_LEECH, D_TURN_END,
) = range(len(DECISIONS))  # fmt: skip

# --- kinds of options, with the operands a, b, c
OPTIONS = (
    "faction",  # a faction
    "dwelling",  # a hex: start dwelling
    "pass",  # a card + 1, 0 = no card (round 6)
    "build",  # a hex
    "dig",  # a spades bought
    "upgrade",  # a hex, b structure
    "send",  # a cult, b steps
    "power",  # a power action
    "special",  # a special action
    "advance",  # a track
    "use",  # a spades put into one hex
    "transform",  # a hex, b terrain
    "favor",  # a favor tile
    "town",  # a town tile
    "top",  # a cult: this one rises to the top
    "cult",  # a cult
    "bridge",  # a site
    "priests",  # a workers that become priests
    "leech",  # a 1 = yes
    "no",
    "stop",
    "end",
    "town_at",  # a river hex
    "burn",
    "convert",  # a conversion
)  # fmt: skip
(
    O_FACTION, O_DWELLING, O_PASS, O_BUILD, O_DIG, O_UPGRADE, O_SEND, O_POWER, O_SPECIAL, O_ADVANCE, O_USE, O_TRANSFORM,
    O_FAVOR, O_TOWN, O_TOP, O_CULT, O_BRIDGE, O_PRIESTS, O_LEECH, O_NO, O_STOP, O_END, O_TOWN_AT, O_BURN, O_CONVERT,
) = range(len(OPTIONS))  # fmt: skip
FIRST_FREE = O_BURN  # these and the following kinds are conversions: never an action, never asked for

# Free kinds in the order in which they are offered between two other answers (see rules/conversions.py).
CONVERSIONS = ("burn", "PW>P", "P>W", "PW>W", "PW>C", "W>C", "VP>C", "C>VP")
BURN, POWER_TO_PRIEST, PRIEST_TO_WORKER, POWER_TO_WORKER, POWER_TO_COIN, WORKER_TO_COIN, VP_TO_COIN, COINS_TO_VP = range(8)

POWER_ACTIONS = ("bridge", "priest", "workers", "coins", "spade", "spades")  # ACT1-ACT6
BRIDGE_ACTION = 0

SPECIALS = ("BON1", "BON2", "FAV6", "SH", "bridge")
SPECIAL_SPADE, SPECIAL_CULT, SPECIAL_FAVOR, SPECIAL_STRONGHOLD, SPECIAL_BRIDGE = range(5)

TRACKS = ("ship", "dig")
SHIP, DIG = range(2)

# What a stronghold lets its owner do once per round.
STRONGHOLD_ACTIONS = ("none", "cult_steps", "double_turn", "spades", "sandstorm", "free_trading_post", "free_dwelling")
(
    SH_NONE, SH_CULT_STEPS, SH_DOUBLE_TURN, SH_SPADES, SH_SANDSTORM, SH_FREE_TRADING_POST, SH_FREE_DWELLING,
) = range(len(STRONGHOLD_ACTIONS))  # fmt: skip

CARD_ACTIONS = ("none", "spade", "cult_step")
CARD_NONE, CARD_SPADE, CARD_CULT = range(3)

# What a round tile pays for (T6.8, T6.10, T8.4, T10.2, T14.2).
EVENTS = ("spade", "town", "D", "SH_or_SA", "TP", "TE")
EVENT_SPADE, EVENT_TOWN, EVENT_DWELLING, EVENT_LARGE, EVENT_TRADING_POST, EVENT_TEMPLE = range(6)

# --- tiles and cards: room for every kind, those outside the base box included
FACTIONS = 14
CARDS = 10
FAVORS = 12
TOWNS = 8
ROUND_TILES = 9
SPADE_TILE = 0  # SCORE1, kept out of the last two rounds (T2.1)
ON_TABLE, OUT_OF_PLAY = -1, -2  # holders of a card that no seat holds

# --- phases
PHASES = ("setup", "income", "actions", "cult_bonus", "end")
SETTING_UP, INCOME, ACTIONS, CULT_BONUS, END = range(5)

START_VP = 20  # of every seat, if nothing else is said (T2.4)
LEECH_SIZES = 8  # offers of power told apart by size, larger ones counted with the largest

OUTCOMES = ("ongoing", "finished")
ONGOING, FINISHED = range(2)

# --- rule flags (all off by default) and the pieces of T14
FLAGS = ("turn_order_by_passing", "BON10", "SCORE9", "town_tiles_mini", "loose_spades")
ORDER_BY_PASSING, EXTRA_CARD, EXTRA_ROUND_TILE, EXTRA_TOWNS, LOOSE_SPADES = (1 << bit for bit in range(len(FLAGS)))

# --- where victory points come from
SOURCES = (
    "start", "round_tile", "faction", "stronghold", "favor_dwelling", "favor_trading_post", "favor_pass", "card_dwelling",
    "card_trading_post", "card_large", "card_shipping", "town", "advance_ship", "advance_dig", "leech", "network",
    "fire", "water", "earth", "air", "resources",
)  # fmt: skip
(
    V_START, V_ROUND_TILE, V_FACTION, V_STRONGHOLD, V_FAVOR_DWELLING, V_FAVOR_TRADING_POST, V_FAVOR_PASS, V_CARD_DWELLING,
    V_CARD_TRADING_POST, V_CARD_LARGE, V_CARD_SHIPPING, V_TOWN, V_ADVANCE_SHIP, V_ADVANCE_DIG, V_LEECH, V_NETWORK,
    V_FIRE, V_WATER, V_EARTH, V_AIR, V_RESOURCES,
) = range(len(SOURCES))  # fmt: skip

# --- random streams: one per purpose, none depends on who plays what
STREAMS = ("scoring", "cards", "seats", "policy")
STREAM_SCORING, STREAM_CARDS, STREAM_SEATS, STREAM_POLICY = range(len(STREAMS))

ERRORS = CORE_ERRORS
