"""Numbers, names and records of the policies: what positions are judged by, what a policy knows, what it remembers.

Holds no judgement. Worths are in victory points throughout.
"""

import numpy as np

from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import MAX_OPTIONS, STATE

# What a position is worth to a seat: the sum of these numbers, each times its weight for faction and round.
FEATURES = (
    "vp",  # points now, and those that the next pass brings for certain
    "coins", "workers", "priests", "power_3", "power_2", "power_1",  # in hand; power by bowls
    "coins_over", "workers_over", "priests_over",  # what is in hand beyond what is soon spent
    "coin_income", "worker_income", "priest_income", "power_income",  # of each round to come
    "cult_prize",  # points that the tracks promise at the end, as the seats stand
    "cult_bonus",  # resources that the cult bonuses of the rounds to come bring, as the seat stands
    "keys",  # not spent
    "dwellings", "trading_posts", "temples", "stronghold", "sanctuary",
    "favor_power_6", "favor_cult", "favor_trading_posts", "favor_dwellings", "favor_pass",
    "town_next", "town_second",  # how near the two groups are that are nearest to a town
    "home_near", "one_spade_near", "two_spades_near", "three_spades_near",  # hexes within reach, by spades
    "ship", "dig",
    "network",  # points that the largest network promises
    "neighbours",  # own structures beside opponents
    "links",  # bridges between own structures that score at a pass
    "matched",  # coins, in hand and coming in, that have workers to be spent with
    "tile_ahead",  # points of the next round's tile for what could be built then
)  # fmt: skip
(
    X_VP, X_C, X_W, X_P, X_III, X_II, X_I, X_C_OVER, X_W_OVER, X_P_OVER, X_INCOME_C, X_INCOME_W, X_INCOME_P, X_INCOME_PW,
    X_CULT, X_BONUS, X_KEYS, X_D, X_TP, X_TE, X_SH, X_SA, X_FAV5, X_FAV6, X_FAV10, X_FAV11, X_FAV12, X_TOWN, X_TOWN_2,
    X_HOME, X_ONE, X_TWO, X_THREE, X_SHIP, X_DIG, X_NETWORK, X_NEIGHBOURS, X_LINKS, X_MATCHED, X_AHEAD,
) = range(len(FEATURES))  # fmt: skip
FIRST_INCOME = X_INCOME_C  # incomes are in the order of the resources; their weights follow from those of the resources
PRICES = (X_C, X_W, X_P)

# Habits: numbers of a faction that do not change with the round.
HABITS = (
    "least_gain",  # what an action must bring beyond keeping its price for the next round
    "spade", "cult_step",  # worth of what bonus cards let do once per round
    "card_points", "card_ship",  # share of what the card would pay at a pass now; worth of its shipping
    "track_scale", "network_scale",  # how many steps ahead make a place safe, per round to come
    "leech",  # worth of power from neighbours, against that of power in general
    "hex_home", "hex_own", "hex_town", "hex_opponent", "hex_near", "hex_spade",  # where to dig and build
    "start_home", "start_one", "start_two", "start_water", "start_opponent", "start_own",  # where to begin
    "draft",  # worth of the faction
)  # fmt: skip
(
    H_LEAST_GAIN, H_SPADE, H_CULT_STEP, H_CARD_POINTS, H_CARD_SHIP, H_TRACK_SCALE, H_NETWORK_SCALE, H_LEECH,
    H_HEX_HOME, H_HEX_OWN, H_HEX_TOWN, H_HEX_OPPONENT, H_HEX_NEAR, H_HEX_SPADE,
    H_START_HOME, H_START_ONE, H_START_TWO, H_START_WATER, H_START_OPPONENT, H_START_OWN, H_DRAFT,
) = range(len(HABITS))  # fmt: skip

TURN, KEEP = range(2)  # a position within the turns of a round; the same if the seat passed right now

# What a policy knows: fixed during play.
KNOWLEDGE = np.dtype(
    [
        ("weight", np.float64, (v.FACTIONS, v.ROUNDS + 1, 2, len(FEATURES))),  # by faction, round, TURN or KEEP
        ("habit", np.float64, (v.FACTIONS, len(HABITS))),
        (
            "value",
            np.float64,
            (v.FACTIONS, v.ROUNDS + 1, len(FEATURES)),
        ),  # what the start of a round promises, by its number
        ("start", np.float64, (v.FACTIONS, v.HEXES)),  # worth of a start dwelling on a hex, beyond the habits
    ],
    align=True,
)

MAX_PLAN = 192  # answers of a seat in the rest of a game; what lies beyond is chosen anew

# The working memory of a policy during one game: nothing in it lasts beyond the game.
MIND = np.dtype(
    [
        ("x", np.float64, (len(FEATURES),)),  # features of the position valued last
        ("best_x", np.float64, (len(FEATURES),)),  # of the best option tried, and of the second: explanations read them
        ("second_x", np.float64, (len(FEATURES),)),
        ("score", np.float64, (MAX_OPTIONS,)),  # of each option of the decision taken last
        ("network", np.float64, (v.MAX_SEATS,)),  # largest network of each seat, before the decision
        ("best", np.float64),
        ("second", np.float64),
        ("least", np.float64),  # what an action must be worth at KEEP, or the seat passes
        ("worth", np.float64, (2,)),  # of the position valued last: TURN, KEEP
        ("paid", np.int64, (len(v.CONVERSIONS),)),  # conversions that a price takes
        # --- of the planner: plans belong to a game, and each seat has its own
        ("plan_key", np.uint64),  # the game they are for
        ("plan_moment", np.int64),  # decisions of it that had been taken when they were last looked at
        ("plan_size", np.int64, (v.MAX_SEATS,)),
        ("plan_at", np.int64, (v.MAX_SEATS,)),  # the next answer of the plan
        ("plan", np.int32, (v.MAX_SEATS, MAX_PLAN)),
        ("course", np.int32, (MAX_PLAN,)),  # own answers of the course played last
        ("course_size", np.int64),
        ("reached", np.float64),  # worth of the end of that course
        ("planned", np.float64),  # worth of the end of the plan
        ("courses_tried", np.int64),  # for the decision taken last
        ("greedy_choice", np.int64),
        ("glance", np.float64, (MAX_OPTIONS,)),  # greedy's score of each option
        ("end", np.float64, (MAX_OPTIONS,)),  # worth of the end of the best course that begins with it
    ],
    align=True,
)

WORDS = STATE.itemsize // 8
