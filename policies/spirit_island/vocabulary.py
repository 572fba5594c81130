"""The names behind the numbers of policies: features of positions, habits of spirits, features of powers.

Shared by the compiled choosers, the weight files and tuning. Holds no rules and no opinions.
"""

import numpy as np

from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import MAX_OPTIONS, MAX_OWN_CARDS, STATE
from simulator.spirit_island.record.tables import MAX_GROWTH_OPTIONS, MAX_POWERS, MAX_SPIRITS

# --- features of a position, as it will be once the invader actions already certain have happened. Per player.
FEATURES = (
    # the island, land by land
    "explorers", "towns", "cities", "invader_lands",
    "blight_coming", "presence_dying", "dahan_dying",  # in ravages that nothing stops any more
    "ravages", "ravage_cascades", "ravage_presence", "ravage_dahan", "ravage_damage",  # in the ravage after that
    "builds", "city_builds",  # in the build after that
    "latent_ravages",  # lands that would be blighted if their terrain came up
    "threat",  # how near a land is to losing the game by itself: England's capital, towns in the isle's heart
    "wilds", "disease", "strife", "beasts", "beasts_among_invaders",
    "dahan", "dahan_among_invaders",
    # the way to the end
    "blight_left", "blight_scarcity", "blighted_island", "doomed",
    "fear", "terror_2", "terror_3", "buildings_in_terror_2", "cities_in_terror_3", "explore_reach", "time_left",
    "towns_scarcity",  # France runs out of towns
    "scenario_goal",  # wards, flames, sources: what a scenario asks for
    # the spirits
    "presence", "presence_lands", "sacred_sites", "presence_scarcity", "invaders_in_reach",
    "income", "plays", "track_elements", "reclaim_spaces", "energy", "energy_to_spare",
    "hand", "discard", "card_quality", "hand_quality",
    "constant",
)  # fmt: skip
(
    P_EXPLORERS, P_TOWNS, P_CITIES, P_INVADER_LANDS, P_BLIGHT_COMING, P_PRESENCE_DYING, P_DAHAN_DYING,
    P_RAVAGES, P_RAVAGE_CASCADES, P_RAVAGE_PRESENCE, P_RAVAGE_DAHAN, P_RAVAGE_DAMAGE, P_BUILDS, P_CITY_BUILDS,
    P_LATENT_RAVAGES, P_THREAT, P_WILDS, P_DISEASE, P_STRIFE, P_BEASTS, P_BEASTS_AMONG_INVADERS,
    P_DAHAN, P_DAHAN_AMONG_INVADERS,
    P_BLIGHT_LEFT, P_BLIGHT_SCARCITY, P_BLIGHTED_ISLAND, P_DOOMED,
    P_FEAR, P_TERROR_2, P_TERROR_3, P_BUILDINGS_IN_TERROR_2, P_CITIES_IN_TERROR_3, P_EXPLORE_REACH, P_TIME_LEFT,
    P_TOWNS_SCARCITY, P_SCENARIO_GOAL,
    P_PRESENCE, P_PRESENCE_LANDS, P_SACRED_SITES, P_PRESENCE_SCARCITY, P_INVADERS_IN_REACH,
    P_INCOME, P_PLAYS, P_TRACK_ELEMENTS, P_RECLAIM_SPACES, P_ENERGY, P_ENERGY_TO_SPARE,
    P_HAND, P_DISCARD, P_CARD_QUALITY, P_HAND_QUALITY, P_CONSTANT,
) = range(len(FEATURES))  # fmt: skip
LAND_FEATURES = P_DAHAN_AMONG_INVADERS + 1  # the features before this one belong to single lands
LAND_TERMS = P_FEAR + 1  # lands add to these, fear of counterattacks included

# --- habits of a spirit: how it grows, spreads and picks cards
HABITS = (
    "reclaim_need", "reclaim_all", "reclaim_one", "gain_card", "grow_presence", "grow_energy", "grow_plays", "tide",
    "growth_1", "growth_2", "growth_3", "growth_4",  # a taste for a growth option, whatever it offers
    "track_energy", "track_plays", "track_income", "track_more_plays", "track_element", "track_reclaim",
    "place_new", "place_sacred", "place_third", "place_danger", "place_near_invaders", "place_near_buildings",
    "place_dahan", "place_coast", "place_blight",
    "place_beasts", "place_jungle", "place_mountain", "place_sands", "place_wetland",
    "move_presence", "regrow_presence",
    "draft_major", "draft_major_energy", "draft_cost", "draft_elements", "draft_fast",
    "play_rating", "play_cost", "play_innate", "use_margin",
)  # fmt: skip
(
    H_RECLAIM_NEED, H_RECLAIM_ALL, H_RECLAIM_ONE, H_GAIN_CARD, H_GROW_PRESENCE, H_GROW_ENERGY, H_GROW_PLAYS, H_TIDE,
    H_GROWTH_1, H_GROWTH_2, H_GROWTH_3, H_GROWTH_4,
    H_TRACK_ENERGY, H_TRACK_PLAYS, H_TRACK_INCOME, H_TRACK_MORE_PLAYS, H_TRACK_ELEMENT, H_TRACK_RECLAIM,
    H_PLACE_NEW, H_PLACE_SACRED, H_PLACE_THIRD, H_PLACE_DANGER, H_PLACE_NEAR_INVADERS, H_PLACE_NEAR_BUILDINGS,
    H_PLACE_DAHAN, H_PLACE_COAST, H_PLACE_BLIGHT,
    H_PLACE_BEASTS, H_PLACE_JUNGLE, H_PLACE_MOUNTAIN, H_PLACE_SANDS, H_PLACE_WETLAND,
    H_MOVE_PRESENCE, H_REGROW_PRESENCE,
    H_DRAFT_MAJOR, H_DRAFT_MAJOR_ENERGY, H_DRAFT_COST, H_DRAFT_ELEMENTS, H_DRAFT_FAST,
    H_PLAY_RATING, H_PLAY_COST, H_PLAY_INNATE, H_USE_MARGIN,
) = range(len(HABITS))  # fmt: skip

# --- what a power does, read from its program
POWER_FEATURES = (
    "fear", "damage", "destroy_explorer", "destroy_building", "push_explorer", "push_building", "gather_invader",
    "move_dahan", "add_dahan", "defend", "skip_ravage", "skip_build", "remove_blight", "add_blight", "energy", "cards",
    "presence", "helps", "wilds", "disease", "strife", "beasts",
)  # fmt: skip
(
    W_FEAR, W_DAMAGE, W_DESTROY_EXPLORER, W_DESTROY_BUILDING, W_PUSH_EXPLORER, W_PUSH_BUILDING, W_GATHER_INVADER,
    W_MOVE_DAHAN, W_ADD_DAHAN, W_DEFEND, W_SKIP_RAVAGE, W_SKIP_BUILD, W_REMOVE_BLIGHT, W_ADD_BLIGHT, W_ENERGY, W_CARDS,
    W_PRESENCE, W_HELPS, W_WILDS, W_DISEASE, W_STRIFE, W_BEASTS,
) = range(len(POWER_FEATURES))  # fmt: skip

# --- amounts of a power that depend on the land it is used in (dahan, beasts, presence there)
VARIES = ("damage", "defend", "destroy_building")
(V_DAMAGE, V_DEFEND, V_DESTROY_BUILDING) = range(len(VARIES))
UNKNOWN_AMOUNT = 2.0  # what such an amount is taken for without a land

# --- what a growth option gives
GROWTH_FEATURES = ("reclaim_all", "reclaim_one", "cards", "presence", "energy", "plays", "tide")
(G_RECLAIM_ALL, G_RECLAIM_ONE, G_CARDS, G_PRESENCE, G_ENERGY, G_PLAYS, G_TIDE) = range(len(GROWTH_FEATURES))

EARLY, LATE = range(2)  # weights with the invader deck full and with an empty one

# What a policy knows before the game: one record, made in Python, only read by compiled code.
KNOWLEDGE = np.dtype(
    [
        ("value", np.float64, (MAX_SPIRITS, 2, len(FEATURES))),  # weights of the features of a position
        ("habit", np.float64, (MAX_SPIRITS, len(HABITS))),
        ("taste", np.float64, (MAX_SPIRITS, MAX_POWERS)),  # worth of owning a power card, elements included
        ("power", np.float64, (MAX_POWERS, len(POWER_FEATURES))),
        ("varies", np.int64, (MAX_POWERS, len(VARIES))),  # amount behind a feature (negative), 0 = none varies
        ("share", np.float64, (MAX_POWERS, len(VARIES))),  # and how much of it counts
        ("rating", np.float64, (MAX_POWERS,)),  # worth of one use, without a look at the island
        ("order", np.float64, (MAX_POWERS,)),  # powers with a higher number are used first
        ("is_steady", np.int8, (MAX_POWERS,)),  # 1 = what it promises rests on island and range only, not on cards
        ("elements", np.uint64, (MAX_POWERS,)),  # one byte per element
        ("needs", np.uint64, (MAX_POWERS, 4)),  # thresholds of innates, one byte per element; 0 = none
        ("growth", np.float64, (MAX_SPIRITS, MAX_GROWTH_OPTIONS, len(GROWTH_FEATURES))),
        ("element_worth", np.float64, (MAX_SPIRITS, 8)),  # how much a spirit's innates ask for each element
        ("blight_behind", np.float64, (2,)),  # mean blight per player on the blighted side, by expansion
    ],
    align=True,
)

CIRCUMSTANCES = 8
MAX_PLAN = 400
MAX_HAND = 12
MOST_WORLDS = 8  # imagined worlds in which the planner compares courses

# The working memory of a policy during one game: nothing in it lasts beyond the game.
MIND = np.dtype(
    [
        ("weights", np.float64, (len(FEATURES),)),  # weights for these spirits at this time
        ("weights_for", np.int64),  # invader cards left for which they were mixed, -1 = not yet
        ("features", np.float64, (len(FEATURES),)),
        ("local", np.float64, (len(FEATURES),)),  # features of a single land
        # the ledger (ledger.py): what was seen of the position at hand, and what it adds to the features
        ("circumstances", np.int64, (CIRCUMSTANCES,)),  # all that the entries of every land rest on
        ("seen_actions", np.int64, (5,)),  # the five sets of lands above, as they were when lands were entered
        ("seen_skips", np.int64),
        ("seen_pieces", np.int16, (v.MAX_LANDS, len(v.PIECES))),
        ("seen_defend", np.int16, (v.MAX_LANDS,)),
        ("seen_rules", np.int32, (v.MAX_LANDS,)),
        ("seen_dahan_health", np.int8, (v.MAX_LANDS,)),
        ("seen_presence", np.int8, (v.MAX_PLAYERS, v.MAX_LANDS)),
        ("seen_track", np.int8, (v.MAX_PLAYERS, 2)),
        ("seen_cards", np.int8, (v.MAX_PLAYERS,)),
        ("seen_own_card", np.uint8, (v.MAX_PLAYERS, MAX_OWN_CARDS)),
        ("seen_own_zone", np.int8, (v.MAX_PLAYERS, MAX_OWN_CARDS)),
        ("stale_lands", np.int64),  # lands whose entries no longer hold
        ("stale_spirits", np.int64),  # bit set of the spirits whose presence has changed
        ("strifes", np.int64),  # lands with strife
        ("hostile", np.int64),  # lands with invaders
        ("sources", np.int64),  # lands with buildings
        ("reach_from", np.int64),  # lands with buildings for which `explore_reach` was counted, -1 = none
        ("explore_reach", np.int64),
        ("land_terms", np.float64, (v.MAX_LANDS, LAND_TERMS)),
        ("land_total", np.float64, (LAND_TERMS,)),
        ("spirit_terms", np.float64, (v.MAX_PLAYERS, P_HAND)),  # cards apart
        ("spirit_reach", np.int64, (v.MAX_PLAYERS,)),  # lands at most one step from presence
        ("card_terms", np.float64, (P_CONSTANT,)),  # of all spirits
        ("worth", np.float64, (2, v.MAX_LANDS)),  # of lands as they are, now and as slow powers will find them
        ("worth_known", np.int64, (2,)),  # lands for which it was reckoned
        ("worth_at", np.int64),  # terror level for which it was reckoned
        ("changes", np.int64),  # how often an entry of a land, or what features weigh, has changed
        ("sight", np.int64),  # how the island is looked at (ledger.NOW, LATE)
        ("cards_key", np.int64),  # invader cards for which the four sets of lands were found
        ("cards_island", np.int64),
        ("early_build", np.int64),  # lands that build before the ravage (England)
        ("ravage_now", np.int64),  # lands whose ravage is certain
        ("build_now", np.int64),  # lands whose build is certain
        ("next_ravage", np.int64),  # lands that ravage afterwards
        ("next_build", np.int64),  # lands that build afterwards, as far as known
        ("blight_price", np.float64),  # what one blight costs now
        ("promised_for", np.int64, (5,)),  # spirit, island and range for which powers were judged
        ("judgement", np.int64),  # number of that judgement
        ("promised_in", np.int64, (MAX_POWERS,)),  # judgement in which a power was judged last
        ("promised", np.float64, (MAX_POWERS,)),  # and what it promised
        ("card_option", np.int64, (MAX_HAND,)),  # cards to play: their options and what each is worth
        ("card_gain", np.float64, (MAX_HAND,)),
        ("card_cost", np.int64, (MAX_HAND,)),
        ("card_elements", np.uint64, (MAX_HAND,)),  # one byte per element; none if played face down
        ("innate_gain", np.float64, (3,)),  # what a level of each innate is worth
        ("set_elements", np.uint64, (MAX_HAND + 1,)),  # search for the best set of cards, by depth
        ("set_energy", np.int64, (MAX_HAND + 1,)),
        ("set_gain", np.float64, (MAX_HAND + 1,)),
        ("set_card", np.int64, (MAX_HAND + 1,)),
        ("quick", np.float64, (MAX_OPTIONS,)),  # scores of options by habit or reflex, overwritten while looking ahead
        ("score", np.float64, (MAX_OPTIONS,)),  # scores of options tried out, of the decision taken last
        ("best_features", np.float64, (len(FEATURES),)),  # of the best and second best option tried last
        ("second_features", np.float64, (len(FEATURES),)),
        ("use_gain", np.float64),  # what the power chosen last adds to the worth of the position
        ("targets_tried", np.int64),  # how many targets of a power are looked at closely
        ("foreseen", np.uint64),  # digest of the decision whose answer was found while looking ahead
        ("foreseen_answer", np.int32),
        ("key", np.uint64),  # key of the planner's own random numbers
        ("draws", np.uint64),
        ("worlds", np.int64),  # in which courses are compared
        ("plan_size", np.int64),
        ("plan_at", np.int64),  # next answer of the plan to give
        ("plan_decision", np.int64),  # number of the decision that answer is for
        ("plan_chance", np.float64, (MOST_WORLDS,)),  # of winning, by world
        ("is_clear", np.bool_),  # whether the plan wins so surely that nothing is left to improve
        ("stake", np.float64),  # how much chance can differ: 1 where the game is open, little where it is decided
        ("plan", np.int32, (MAX_PLAN,)),
        ("course", np.float64, (MAX_OPTIONS,)),  # chance of winning by the course that begins with each option
        ("course_spread", np.float64, (MAX_OPTIONS,)),  # standard deviation of it between worlds
        ("course_worlds", np.int64, (MAX_OPTIONS,)),  # in how many worlds it was tried, 0 = not at all
        ("games_tried", np.int64),  # for this plan: courses played, each in one world
        ("changes_tried", np.int64),  # for this plan
        ("change_at", np.int64),  # place in the plan where it differs, -1 = nowhere
        ("change_to", np.int64),  # number of the option it takes there
        ("second_at", np.int64),  # another such place and option, -1 = none
        ("second_to", np.int64),
        ("change_focus", np.int64),  # land that the answers after it try to save, -1 = none
        ("focus", np.int64),  # the same, until it is saved
        ("follows", np.bool_),  # whether the course still fits the plan
        ("tried", np.uint64, (MAX_PLAN,)),  # options of each place of the plan that were tried already
        ("trial_chance", np.float64, (MOST_WORLDS,)),  # of winning, by world
        ("trial_size", np.int64),
        ("trial", np.int32, (MAX_PLAN,)),
        ("trial_options", np.int16, (MAX_PLAN,)),  # how many options there were at each decision
        ("trial_choice", np.int16, (MAX_PLAN,)),  # and which of them was taken
        ("plan_options", np.int16, (MAX_PLAN,)),
        ("plan_choice", np.int16, (MAX_PLAN,)),
    ],
    align=True,
)

WORDS = STATE.itemsize // 8
