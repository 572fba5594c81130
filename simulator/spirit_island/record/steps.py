"""The steps of a frame (column F_STEP), op by op: what has been done, or what was asked last.

Ops that go from step to step without a question count on, `step + 1`; the order below is their order. Some frames
count something else instead: boards (OP_EACH_BOARD), spirits (FR_TIME_PASSES), phases (FR_GAME, in vocabulary.py).
"""

# --- most ops: nothing done yet (or to be looked at again), a question put, under way after the first look
READY, ASKED, BEGUN = range(3)

# --- programs
TOLLED = 1  # FR_RUN: the toll of the instruction was settled
EACH_NEXT, EACH_ASKED = 1, 2  # OP_EACH_SPIRIT, OP_EACH_PLAYER, OP_EACH_BOARD
LANDS_FOUND, LANDS_ASKED = 1, 2  # OP_EACH_LAND
LAND_DONE = 2  # OP_IN_LAND: the body has run in a land
TOLL_DUE, TOLL_ASKED, TOLL_SETTLED = range(3)  # in the register TOLL

# --- pieces
STRIKERS_FOUND = 1  # OP_STRIFE_FIGHT
MOVE_TO_LAND_ASKED, MOVE_TO_PIECES, MOVE_TO_PIECE_ASKED = 1, 2, 3
BLIGHT_ADDED, CASCADE_ASKED = 1, 2  # FR_ADD_BLIGHT

# --- presence
SOURCE_ASKED, PLACE_ASKED = 1, 2  # OP_ADD_PRESENCE
BRING_ALONG, BRING_ASKED = 2, 3  # OP_PUSH_PRESENCE, after the goal of the presence was asked

# --- OP_GAIN_CARD
(
    GAIN_BEGIN, GAIN_DECK_ASKED, GAIN_DRAW, GAIN_CARD_ASKED, GAIN_KEEP, GAIN_FORGET, GAIN_FORGET_ASKED, GAIN_END,
    GAIN_CHOOSE,
) = range(9)  # fmt: skip

# --- FR_USE_POWER: aiming, its question, a target fixed from outside, the effects, no target at all
USE_AIM, USE_TARGET_ASKED, USE_TARGET_GIVEN, USE_EFFECTS, USE_WITHOUT_TARGET = range(5)

# --- FR_SPIRIT_PHASE: Call Forth Predators before and after growth, income, reclaims of the tracks, cards
CALL_BEFORE_GROWTH, GROW, CALL_AFTER_GROWTH, INCOME, RECLAIM_SPACES, PLAY_CARDS = range(6)
GROWTH_ONLY = 1  # in the register SPIRIT_PHASE_PART: the phase ends before income
PICK_GROWTH, GROWTH_PICK_ASKED, DO_GROWTH, GROWTH_ORDER_ASKED = range(4)  # FR_GROWTH

# --- OP_RAVAGE: damage dealt, dahan have fought back, Sworn to Victory, the adversary's answer to blight
RAVAGE_BEGIN, RAVAGE_CHOKE_ASKED, RAVAGE_DEALT, RAVAGE_FOUGHT_BACK, RAVAGE_MOURNED, RAVAGE_ANSWERED = range(6)
BUILD_BEGIN, BUILD_CHOKE_ASKED, BUILD_DONE = range(3)  # OP_BUILD

# --- FR_EXPLORE_CARD: escalations come before or after; a town or an explorer settles in one land of each board
(
    EXPLORE_REVEAL, EXPLORE_ESCALATE, EXPLORE_LANDS, EXPLORE_TOWNS, EXPLORE_EXPLORERS, EXPLORE_ESCALATE_AFTER,
    EXPLORE_ANSWER, EXPLORE_END,
) = range(8)  # fmt: skip

# --- FR_INVADER_PHASE (R3.2); while the frames of a step are worked on, F_STEP is already that of the next
(
    INVADERS_BLIGHTED_ISLAND, INVADERS_EVENT, INVADERS_FEAR, INVADERS_EXTRA_BUILD, INVADERS_RAVAGE, INVADERS_BUILD,
    INVADERS_EXPLORE, INVADERS_ADVANCE,
) = range(8)  # fmt: skip

FEAR_RESOLVING = 1  # FR_FEAR_STEP: a card at least was resolved

# --- events
EVENT_DRAW, EVENT_FIRST_PART = range(2)  # FR_EVENT; its parts follow
PAY_CARDS, PAY_CARD_ASKED, PAY_ENERGY, PAY_ENERGY_ASKED = range(4)  # OP_SHARED_PAY
TERRAIN_ASKED, TERRAIN_BOARDS, TERRAIN_BOARD_ASKED = 1, 2, 3  # OP_TERRAIN_ACTION
OUTPACED_PRICE_ASKED, OUTPACED_USE_ASKED = 1, 2  # OP_OUTPACED

# --- FR_SETUP: the printed first explore and its advance lie between what scenarios do
(
    SETUP_BEFORE_EXPLORE, SETUP_EXPLORE, SETUP_ADVANCE, SETUP_AFTER_ADVANCE, SETUP_SECOND_EXPLORE,
    SETUP_SECOND_ADVANCE, SETUP_BONUS_GROWTH,
) = range(7)  # fmt: skip

# --- scenarios
MARKERS_ASKED = 1  # FR_MARKERS
KINDLE_CARD_ASKED, KINDLE_BLIGHTED, KINDLE_DONE = 1, 2, 3  # FR_KINDLE
