"""The numbers behind the names: pieces, terrains, elements, ops, decisions.

Shared by the assembler (content to tables), the compiled rules and everything that reads a state.
Knows no rules and no content.
"""

from simulator.core.header import CORE_ERRORS

TERRAINS = ("jungle", "mountain", "sands", "wetland")
JUNGLE, MOUNTAIN, SANDS, WETLAND = range(4)
OCEAN = 4

ELEMENTS = ("sun", "moon", "fire", "air", "water", "earth", "plant", "animal")

# Pieces that lie in a land, in the order of `state.pieces[land]`. Strife lies on an invader and has no column.
PIECES = ("explorer", "town", "city", "dahan", "blight", "beasts", "wilds", "disease")
EXPLORER, TOWN, CITY, DAHAN, BLIGHT, BEASTS, WILDS, DISEASE = range(8)
STRIFE = 8
INVADERS_MASK = 1 << EXPLORER | 1 << TOWN | 1 << CITY
BUILDINGS_MASK = 1 << TOWN | 1 << CITY
DAHAN_MASK = 1 << DAHAN
BLIGHT_MASK = 1 << BLIGHT
STRIFE_MASK = 1 << STRIFE
FEAR_OF_DESTRUCTION = (0, 1, 2)  # R13.1: explorer, town, city

# --- what the effect under way notes of a marked piece (`state.mark_note`); up to MOST_DREAMT: the damage Bringer dreamt
MOST_DREAMT = 10
(
    NOTE_FRESH,  # just put in place of another, whose strife is shared out
    NOTE_WAITING,  # has strife and has still to strike others of its land
    NOTE_STRIKING,  # strikes now; it does not strike itself
    NOTE_TOUCHED,  # already hit, by an effect that must hit different pieces
    NOTE_SCORED,  # already "destroyed" in a dream
) = range(MOST_DREAMT + 1, MOST_DREAMT + 6)

MAX_PLAYERS = 4
SPACES_PER_BOARD = 11  # number 0 is the ocean; balanced boards use 1-8, thematic ones up to 10
MAX_LANDS = MAX_PLAYERS * SPACES_PER_BOARD
MAX_RANGE = 12

# --- decks and zones of power cards
MINOR, MAJOR, UNIQUE, INNATE = range(4)
# permanent: in play for good (Aid from Lesser Spirits); assisting: in play this turn, without elements (Second Wave)
HAND, DISCARD, FACE_DOWN, PLAY, PERMANENT, ASSISTING = range(6)
FAST, SLOW = range(2)

# --- phases of a turn (R3.1)
PHASES = ("spirit", "fast", "invader", "slow", "time_passes")
SPIRIT_PHASE, FAST_PHASE, INVADER_PHASE, SLOW_PHASE, TIME_PASSES = range(len(PHASES))

# --- who (in programs)
ACTOR, TARGET_SPIRIT, ANY_SPIRIT, ALL_SPIRITS = range(4)

# --- where amounts count
AT_TARGET, AT_ADJACENT, AT_AROUND, AT_BOARD, AT_ISLAND, AT_OWN_LANDS = range(6)

# --- amounts: `amounts[id]` = kind, arg, at, times, per, plus, at_most, left, right
AMOUNT_COUNT, AMOUNT_PRESENCE, AMOUNT_SACRED_SITES, AMOUNT_ELEMENT, AMOUNT_PAIRS, AMOUNT_RESULT = range(6)
AMOUNT_PLAYERS, AMOUNT_TERROR, AMOUNT_STAGE, AMOUNT_CARDS_PLAYED, AMOUNT_MIN, AMOUNT_PRODUCT = range(6, 12)
AMOUNT_TALLY, AMOUNT_ADJACENT_LANDS = range(12, 14)
AMOUNT_COLUMNS = 9
ALL = 99  # the amount "all"
NO_LIMIT = 999  # at_most when none is given

# --- results kept for one use of a power (or one card)
RESULT_LAST, RESULT_DESTROYED, RESULT_BUILDINGS_DESTROYED, RESULT_LANDS_ENTERED = range(4)
RESULTS = ("last", "destroyed", "buildings_destroyed", "lands_entered")

# --- conditions: `conditions[id]` = first atom, number of atoms; -1 = always true.
# Atoms in disjunctive normal form: kind, negated, starts_clause, arg, at, low, high
ATOM_TERRAIN, ATOM_COASTAL, ATOM_COUNT, ATOM_OUTNUMBER, ATOM_PRESENCE, ATOM_SACRED_SITE, ATOM_AMOUNT = range(7)
ATOM_TERROR, ATOM_BLIGHTED, ATOM_STAGE, ATOM_TARGET_IS_SELF, ATOM_ELEMENTS = range(7, 12)
ATOM_HAS_CARD, ATOM_MORE_THAN_TARGET, ATOM_NEARER_OCEAN, ATOM_DEEPER, ATOM_NUMBER, ATOM_SHOWN = range(12, 18)
ATOM_AFFORDABLE, ATOM_MARKED, ATOM_WAY_OUT = range(18, 21)
ATOM_COLUMNS = 7

# --- instructions: `code[pc]` = these columns
I_OP, I_N, I_MASK, I_FLAGS, I_COND, I_A, I_B, I_BODY, I_WHO = range(9)
CODE_COLUMNS = 9

# --- in which lands a step may look (column I_A of EACH_LAND / IN_LAND, `across` of damage)
WITHIN_ISLAND, WITHIN_ADJACENT, WITHIN_AROUND, WITHIN_BOARD, WITHIN_TARGET, WITHIN_OWN_LANDS_TOO = range(6)

_CONTROL = (
    "end", "jump", "if", "threshold", "choose", "alternative", "may", "pay", "each_player", "each_spirit", "each_board",
    "each_land", "in_land", "by", "repeat_power",
)  # fmt: skip
_STEPS = (
    "add", "remove", "remove_health", "destroy", "damage", "push", "gather", "move_to", "replace", "strife_damage",
    "strife_fight", "class_fight", "fear", "defend", "skip", "skip_where", "land_rule", "watch", "health", "ravage",
    "build", "explore", "turn_rule", "next_normal", "gain_energy", "lose_energy", "gain_elements", "range_bonus",
    "make_fast", "repeat_cards", "share_presence", "gain_card", "forget", "reclaim", "reclaim_played", "extra_play",
    "add_presence", "destroy_presence", "push_presence", "play_gained", "flip_fear_card", "extra_plays",
    "gather_presence_into_oceans", "push_presence_from_oceans", "discard_invader_card", "probe", "shared_pay",
    "after_advance", "terrain_action", "fear_deck", "remove_invader_card", "drain_blight", "return_event",
    "another_event", "strike", "damage_dahan", "outpaced", "use_slow_now", "mark", "missing",
)  # fmt: skip
OPS = _CONTROL + _STEPS
(
    OP_END, OP_JUMP, OP_IF, OP_THRESHOLD, OP_CHOOSE, OP_ALTERNATIVE, OP_MAY, OP_PAY, OP_EACH_PLAYER, OP_EACH_SPIRIT,
    OP_EACH_BOARD, OP_EACH_LAND, OP_IN_LAND, OP_BY, OP_REPEAT_POWER,
) = range(len(_CONTROL))  # fmt: skip
(
    OP_ADD, OP_REMOVE, OP_REMOVE_HEALTH, OP_DESTROY, OP_DAMAGE, OP_PUSH, OP_GATHER, OP_MOVE_TO, OP_REPLACE,
    OP_STRIFE_DAMAGE, OP_STRIFE_FIGHT, OP_CLASS_FIGHT, OP_FEAR, OP_DEFEND, OP_SKIP, OP_SKIP_WHERE, OP_LAND_RULE,
    OP_WATCH, OP_HEALTH, OP_RAVAGE, OP_BUILD, OP_EXPLORE, OP_TURN_RULE, OP_NEXT_NORMAL, OP_GAIN_ENERGY, OP_LOSE_ENERGY,
    OP_GAIN_ELEMENTS, OP_RANGE_BONUS, OP_MAKE_FAST, OP_REPEAT_CARDS, OP_SHARE_PRESENCE, OP_GAIN_CARD, OP_FORGET,
    OP_RECLAIM, OP_RECLAIM_PLAYED, OP_EXTRA_PLAY, OP_ADD_PRESENCE, OP_DESTROY_PRESENCE, OP_PUSH_PRESENCE,
    OP_PLAY_GAINED, OP_FLIP_FEAR_CARD, OP_EXTRA_PLAYS, OP_GATHER_PRESENCE_INTO_OCEANS, OP_PUSH_PRESENCE_FROM_OCEANS,
    OP_DISCARD_INVADER_CARD, OP_PROBE, OP_SHARED_PAY, OP_AFTER_ADVANCE, OP_TERRAIN_ACTION, OP_FEAR_DECK,
    OP_REMOVE_INVADER_CARD, OP_DRAIN_BLIGHT, OP_RETURN_EVENT, OP_ANOTHER_EVENT, OP_STRIKE, OP_DAMAGE_DAHAN, OP_OUTPACED,
    OP_USE_SLOW_NOW, OP_MARK, OP_MISSING,
) = range(len(_CONTROL), len(OPS))  # fmt: skip

# --- land rules of the turn (bits of `state.land_rules[land]`)
ACTIONS = ("ravage", "build", "explore")
RAVAGE, BUILD, EXPLORE = range(3)
LAND_RULES = (
    "skip_ravage", "skip_build", "skip_explore", "skip_normal_ravage", "skip_normal_build", "skip_normal_explore",
    "no_blight", "dahan_unharmed_by_ravage", "dahan_unharmed", "strike_together", "ravage_becomes_build",
    "ravage_hits_neighbours", "fear_defends", "push_added_invaders",
)  # fmt: skip
SKIP_RAVAGE, SKIP_BUILD, SKIP_EXPLORE = (1 << b for b in range(3))
SKIP_NORMAL_RAVAGE, SKIP_NORMAL_BUILD, SKIP_NORMAL_EXPLORE = (1 << b for b in range(3, 6))
NO_BLIGHT, DAHAN_UNHARMED_BY_RAVAGE, DAHAN_UNHARMED, STRIKE_TOGETHER, RAVAGE_BECOMES_BUILD = (1 << b for b in range(6, 11))
RAVAGE_HITS_NEIGHBOURS, FEAR_DEFENDS, PUSH_ADDED_INVADERS = (1 << b for b in range(11, 14))

TURN_RULES = (
    "ravage_land_bonus",
    "explore_extra",
    "explore_range",
    "defend_per_dahan",
    "disease_ignored",
    "town_instead_of_explorer",
    "no_explore_source",
)
NEXT_NORMAL_RULES = ("skip", "skip_card_stays", "skip_lowest", "becomes_build", "piece_damage", "no_lands")
(
    RAVAGE_LAND_BONUS, EXPLORE_EXTRA, EXPLORE_RANGE, DEFEND_PER_DAHAN, DISEASE_IGNORED, TOWN_INSTEAD, NO_EXPLORE_SOURCE,
) = range(len(TURN_RULES))  # fmt: skip
SKIP_CARD, CARD_STAYS, SKIP_LOWEST, BECOMES_BUILD, PIECE_DAMAGE, NO_LANDS = range(len(NEXT_NORMAL_RULES))
WATCHES = ("vengeance", "first_kill_fear")
VENGEANCE, FIRST_KILL_FEAR = range(2)

# --- special rules of spirits (bits of `powers` of the panel: `spirit_rules[spirit]`)
SPIRIT_RULES = (
    "swiftness_of_lightning", "rivers_domain", "shadows_of_the_dahan", "earths_vitality", "choke_the_land_with_green",
    "steady_regeneration", "ally_of_the_dahan", "sworn_to_victory", "ocean_in_play", "drowning",
    "to_dream_a_thousand_deaths", "forbidden_ground", "ally_of_the_beasts", "call_forth_predators",
)  # fmt: skip
(
    SWIFTNESS_OF_LIGHTNING, RIVERS_DOMAIN, SHADOWS_OF_THE_DAHAN, EARTHS_VITALITY, CHOKE_THE_LAND_WITH_GREEN,
    STEADY_REGENERATION, ALLY_OF_THE_DAHAN, SWORN_TO_VICTORY, OCEAN_IN_PLAY, DROWNING, TO_DREAM_A_THOUSAND_DEATHS,
    FORBIDDEN_GROUND, ALLY_OF_THE_BEASTS, CALL_FORTH_PREDATORS,
) = (1 << b for b in range(len(SPIRIT_RULES)))  # fmt: skip

# --- rules of adversaries (bits of `state.adversary_rules`) and moments at which they run a program (`state.hook`)
ADVERSARY_RULES = (
    "capital", "builds_beside_two", "extra_build_slot", "slot_leaves_at_stage_2", "sturdy_buildings",
    "double_build_without_fear", "larger_fear_pool", "heavy_mining", "fine_steel", "swayed_dahan", "finite_towns",
    "frontier_explorers", "slave_labor", "slow_healing", "explorers_persist",
)  # fmt: skip
(
    CAPITAL, BUILDS_BESIDE_TWO, EXTRA_BUILD_SLOT, SLOT_LEAVES_AT_STAGE_2, STURDY_BUILDINGS, DOUBLE_BUILD_WITHOUT_FEAR,
    LARGER_FEAR_POOL, HEAVY_MINING, FINE_STEEL, SWAYED_DAHAN, FINITE_TOWNS, FRONTIER_EXPLORERS, SLAVE_LABOR,
    SLOW_HEALING, EXPLORERS_PERSIST,
) = (1 << b for b in range(len(ADVERSARY_RULES)))  # fmt: skip
SLOT_RAVAGE, SLOT_BUILD, SLOT_EXPLORE, SLOT_EXTRA_BUILD = range(4)  # spaces for invader cards (`state.slot`)
HOOKS = ("escalation_before_explore", "escalation_after_explore", "ravage_blight", "coastal_city", "explored_card")
H_ESCALATION_BEFORE, H_ESCALATION_AFTER, H_RAVAGE_BLIGHT, H_COASTAL_CITY, H_EXPLORED_CARD = range(len(HOOKS))

SCENARIOS = (
    "blitz", "guard_the_isles_heart", "rituals_of_terror", "dahan_insurrection", "second_wave", "powers_long_forgotten",
    "ward_the_shores", "rituals_of_the_destroying_flame",
)  # fmt: skip
(
    BLITZ, ISLES_HEART, RITUALS_OF_TERROR, INSURRECTION, SECOND_WAVE, LONG_FORGOTTEN, WARD_THE_SHORES, DESTROYING_FLAME,
) = range(len(SCENARIOS))  # fmt: skip
LEFT_HEALTHY, LEFT_BLIGHTED = 1, 2  # Second Wave: side of the blight card at the end of the first game (`state.wave`)

# --- parts of an event card, each an action of its own (R27.1)
EVENT_PARTS = ("main", "token", "dahan")
DAHAN_PART = 2

# --- range origins of powers (column of the power table); PRESENCE_IN uses `origin_terrains`
FROM_PRESENCE, FROM_SACRED_SITE, FROM_PRESENCE_IN = range(3)
AIM_LAND, AIM_ANY_SPIRIT, AIM_ANOTHER_SPIRIT = range(3)

# --- blight card texts: when the repeated part acts
EACH_INVADER_PHASE, EACH_SPIRIT_PHASE = 1, 2

# --- rule flags (R0.5), bits of `state.flags`
FLAGS = (
    "blight_plus_one", "skip_event_turn_1", "check_end_per_action", "fast_only", "replace_is_add_remove",
    "solo_drop_2_blight_cards", "no_blight_card", "power_progression", "bonus_growth", "no_first_explore",
)  # fmt: skip
(
    BLIGHT_PLUS_ONE, SKIP_EVENT_TURN_1, CHECK_END_PER_ACTION, FAST_ONLY, REPLACE_IS_ADD_REMOVE,
    SOLO_DROP_2_BLIGHT_CARDS, NO_BLIGHT_CARD, POWER_PROGRESSION, BONUS_GROWTH, NO_FIRST_EXPLORE,
) = (1 << b for b in range(len(FLAGS)))  # fmt: skip

# --- where an effect comes from (frame field): decides whose rules apply (R21, R6, R27)
SOURCE_RULE, SOURCE_POWER, SOURCE_FEAR, SOURCE_EVENT, SOURCE_GROWTH, SOURCE_BLIGHT_CARD, SOURCE_SETUP = range(7)
SOURCE_DAHAN_EVENT, SOURCE_ADVERSARY, SOURCE_SPIRIT_RULE = range(7, 10)

# --- random streams: one per purpose
STREAMS = (
    "boards", "invader_deck", "fear_deck", "event_deck", "minor_deck", "major_deck", "blight_card", "policy",
    "scenario",
)  # fmt: skip
(
    STREAM_BOARDS, STREAM_INVADER_DECK, STREAM_FEAR_DECK, STREAM_EVENT_DECK, STREAM_MINOR_DECK, STREAM_MAJOR_DECK,
    STREAM_BLIGHT_CARD, STREAM_POLICY, STREAM_SCENARIO,
) = range(len(STREAMS))  # fmt: skip

# --- decisions: what is asked
DECISIONS = (
    "none", "growth", "order", "source", "place", "take_card", "deck", "forget", "reclaim", "play_card", "use_power",
    "target", "piece", "land", "option", "threshold", "may", "element", "spirit", "cascade", "presence", "setup",
)  # fmt: skip
(
    D_NONE, D_GROWTH, D_ORDER, D_SOURCE, D_PLACE, D_TAKE_CARD, D_DECK, D_FORGET, D_RECLAIM, D_PLAY_CARD, D_USE_POWER,
    D_TARGET, D_PIECE, D_LAND, D_OPTION, D_THRESHOLD, D_MAY, D_ELEMENT, D_SPIRIT, D_CASCADE, D_PRESENCE, D_SETUP,
) = range(len(DECISIONS))  # fmt: skip

# --- options: one int32 each, `kind << 24 | a << 16 | b << 8 | c`
OPTIONS = (
    "stop", "yes", "no", "land", "piece", "push", "gather", "card", "option", "element", "track", "growth", "deck",
    "spirit", "order", "destroyed", "power", "repeat", "terrain", "forget", "discard", "ritual", "face_down", "ward",
    "source", "shift", "assist",
)  # fmt: skip
(
    O_STOP, O_YES, O_NO, O_LAND, O_PIECE, O_PUSH, O_GATHER, O_CARD, O_OPTION, O_ELEMENT, O_TRACK, O_GROWTH, O_DECK,
    O_SPIRIT, O_ORDER, O_DESTROYED, O_POWER, O_REPEAT, O_TERRAIN, O_FORGET, O_DISCARD, O_RITUAL, O_FACE_DOWN, O_WARD,
    O_SOURCE, O_SHIFT, O_ASSIST,
) = range(len(OPTIONS))  # fmt: skip
ENERGY_TRACK, PLAYS_TRACK = range(2)

# --- outcome and its cause
OUTCOMES = ("ongoing", "victory", "defeat")
ONGOING, VICTORY, DEFEAT = range(3)
CAUSES = ("none", "terror", "fear", "scenario", "sacrifice", "blight", "presence", "invader_deck", "adversary")
(C_NONE, C_TERROR, C_FEAR, C_SCENARIO, C_SACRIFICE, C_BLIGHT, C_PRESENCE, C_INVADER_DECK, C_ADVERSARY) = range(len(CAUSES))

# --- errors of the machine (bits of `state.error`): such a game is never counted
ERRORS = (*CORE_ERRORS, "marks_full", "cards_full", "count_overflow", "missing_effect")
E_MARKS_FULL, E_CARDS_FULL, E_COUNT_OVERFLOW, E_MISSING = (1 << bit for bit in range(len(CORE_ERRORS), len(ERRORS)))
