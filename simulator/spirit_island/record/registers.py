"""The registers of a frame: what its free columns mean, op by op. The steps an op goes through: `steps.py`.

F_A ... F_D are free for every op; some ops also give a column of their own meaning to F_N, F_MASK or F_DECLINED.
Everybody who fills or reads these columns says so by the names below: nowhere else stands a bare F_A.
"""

from simulator.spirit_island.record.state import F_A, F_B, F_C, F_D, F_DECLINED, F_MASK, F_N

# --- every instruction with a frame of its own: its columns I_A and I_B, until the op writes there
OPERAND_A, OPERAND_B = F_A, F_B

# --- FR_RUN: a running program (its results have columns of their own, F_RESULT_*)
RUN_NESTED = F_B  # 1 = inside another action: the end of the game is tested after that (R0.6)
RUN_REMOVED = F_C  # tokens this use of a power has removed, packed by kind
RUN_GAINED = F_D  # the power card gained last

# --- loops of programs
STILL_TO_COME = F_A  # OP_EACH_SPIRIT, OP_EACH_PLAYER, OP_EACH_BOARD: bit set of those whose turn comes
LOOP_WITHIN = F_A  # OP_EACH_LAND, OP_IN_LAND: where to look, v.WITHIN_* or codes.WITHIN_ORIGIN
LOOP_RANGE = F_B  # OP_IN_LAND: within this range, -1 = no range
LOOP_RANGE_FROM = F_MASK  # OP_IN_LAND with a range: of whom, a `who` or codes.RANGE_FROM_ORIGIN

# --- frames about one piece: FR_PUSH_PIECE, FR_STRANDED, FR_RESCUE (which is about a dahan, and knows where it came from)
PIECE_KIND, PIECE_HITS, PIECE_STRIFE, PIECE_NOTE = F_A, F_B, F_C, F_D
RESCUE_ORIGIN = F_A
FOLLOW_GOAL = F_A  # FR_FOLLOW: where the dahan or beasts have gone

# --- effects on pieces
ADD_TO = F_A  # OP_ADD of strife: bit set of the kinds that may get it, 0 = all invaders
ADDED = F_A  # OP_ADD of pieces: how many so far
STRIFE_ADDED = F_B  # OP_ADD of strife: how many so far
PUT_BACK = F_B  # OP_ADD of removed tokens: how many so far
REMOVED = F_A  # OP_REMOVE, OP_REMOVE_HEALTH: how many so far
DESTROYED = F_A  # OP_DESTROY: how many so far
REPLACE_WITH, REPLACE_BY, REPLACED = F_A, F_B, F_D  # OP_REPLACE: kind and number of the new ones; how many so far
DAMAGE_ACROSS = F_A  # OP_DAMAGE: over which lands it may be split, v.WITHIN_*
DAMAGE_ELSEWHERE = F_B  # OP_DAMAGE: the one other land hit + 1, 0 = none yet
STRIKERS = F_A  # OP_STRIFE_FIGHT: explorers, towns and cities still to strike, in three columns from here on
TOLL = F_DECLINED  # of frames that hurt or move pieces: steps.TOLL_*
TOLLS_OP = F_A  # FR_TOLLS: the instruction whose victims are shielded

# --- OP_PUSH, OP_GATHER, OP_MOVE_TO
MOVE_COUNTS = F_A  # push, gather: kinds that the result counts, 0 = all
MOVE_COUNTS_TO = F_B  # push, gather: condition on the goals that count + 1, 0 = all
MOVE_TO_GOAL = F_A  # OP_MOVE_TO: the land chosen
MOVED = F_D  # how many so far

# --- blight
BLIGHT_CASCADES = F_A  # FR_ADD_BLIGHT: 1 = there was blight before

# --- presence and elements
PRESENCE_RANGE = F_A  # OP_ADD_PRESENCE: -1 = the land of the frame, codes.ANY_RANGE
PRESENCE_RANGE_OF = F_B  # OP_ADD_PRESENCE: whose presence the range is measured from, a `who`
PRESENCE_SOURCE, PRESENCE_ORIGIN = F_C, F_D  # OP_ADD_PRESENCE: codes.FROM_*, and the land it comes from
PRESENCE_PLACED = F_MASK  # OP_ADD_PRESENCE: how many so far
LOSS_WHERE = F_A  # OP_DESTROY_PRESENCE: codes.LOSS_*
OCEAN_BOARD = F_A  # OP_GATHER_PRESENCE_INTO_OCEANS, OP_PUSH_PRESENCE_FROM_OCEANS: board at work
BRING_ORIGIN, BRING_GOAL, BROUGHT = F_A, F_B, F_D  # OP_PUSH_PRESENCE: lands, and pieces brought along, packed by kind
ELEMENTS_CHOSEN = F_A  # OP_GAIN_ELEMENTS: bit set of those gained

# --- cards
GAIN_DECK = F_A  # OP_GAIN_CARD: v.MINOR, v.MAJOR, codes.ANY_DECK, codes.HAND_OF_ANOTHER
GAIN_LEFTOVER = F_B  # OP_GAIN_CARD: 1 = the user may take one of the cards left over
GAIN_GIVER = F_B  # OP_GAIN_CARD from a hand: whose, a `who`
GAIN_CARD = F_C  # OP_GAIN_CARD: the card chosen
GAIN_FORGOT_POWER = F_D  # OP_GAIN_CARD: 1 = the power in use was forgotten for it
GAIN_TAKER = F_D  # OP_GAIN_CARD for good: spirit whose turn it is to take one

# --- FR_USE_POWER
USE_REPEATS = F_N  # further uses still due
USE_IS_REPEAT = F_B  # 1 = repeat instructions are ignored (R24.2)
USE_REPEATS_NEXT_TO = F_C  # 1 = the further uses are on adjacent lands (R24.4)
USE_IS_NEXT_TO = F_D  # 1 = this use is on an adjacent land

# --- turn
POWER_PHASE = F_A  # FR_POWER_PHASE: v.FAST or v.SLOW
POWER_PHASE_SHIFTED = F_B  # FR_POWER_PHASE: 1 = nothing has happened since shifts were counted (Powers Long Forgotten)
SPIRIT_PHASE_PART = F_A  # FR_SPIRIT_PHASE: steps.GROWTH_ONLY or 0
GROWTH_OPTION, GROWTH_ACTIONS = F_A, F_B  # FR_GROWTH: option under way, bit set of its actions still to do
GROWTH_PICKS, GROWTH_PICKED = F_C, F_D  # FR_GROWTH: options still to pick, bit set of those picked

# --- ravages, builds, explores
RAVAGE_LESS = F_N  # OP_RAVAGE: by how much its damage is lower
RAVAGE_BONUS = F_DECLINED  # OP_RAVAGE, FR_INVADER_CARD: more damage per invader, packed by kind
RAVAGE_BLIGHT, RAVAGE_DAHAN = F_A, F_B  # OP_RAVAGE: blight and dahan in the land before it
RAVAGE_DAHAN_DEAD = F_C  # OP_RAVAGE
BUILD_BESIDE = F_C  # OP_BUILD: 1 = also without invaders (England 1)
ACTION_IS_NORMAL = F_D  # OP_RAVAGE, OP_BUILD: 1 = of an invader card in its slot (R10.5)
CARD_OP, CARD_IS_CARD = F_A, F_B  # FR_INVADER_CARD: v.OP_RAVAGE or v.OP_BUILD; 1 = a card causes it
CARD_JUDGED = F_C  # FR_INVADER_CARD: 1 = the lands beside buildings are found
CARD_IS_NORMAL = F_D  # FR_INVADER_CARD: 1 = the normal action of its slot
EXPLORE_CARD = F_A  # FR_EXPLORE_CARD: the card revealed
SETTLE_BOARD, SETTLE_ASKED = F_B, F_C  # FR_EXPLORE_CARD: board at work while one land of each gets more; 1 = asked
INVADERS_MOMENT = F_D  # FR_INVADER_PHASE: steps before which the spirits had a moment (Powers Long Forgotten)

# --- events
EVENT_CARD, EVENT_OF_PHASE = F_A, F_B  # FR_EVENT: -1 = the top card; 1 = the event of the phase (R6.4)
PAY_ELEMENT = F_A  # OP_SHARED_PAY: element that lowers the price, codes.NO_ELEMENT = none does
PROBE_DECK, PROBE_FOR = F_A, F_B  # OP_PROBE: the deck; an element, codes.PROBE_FAST or codes.PROBE_COST
TERRAIN_ACTION, TERRAIN_PRICE = F_A, F_B  # OP_TERRAIN_ACTION: v.RAVAGE or v.BUILD; presence that spares a board
TERRAIN_BOARD = F_D  # OP_TERRAIN_ACTION: board at work
OUTPACED_PLACE, OUTPACED_CARD, OUTPACED_KEPT = F_A, F_B, F_C  # OP_OUTPACED: place among the cards; card kept; 1 = kept

# --- set-up and scenarios
SETUP_ENTRY = F_A  # FR_SPIRIT_SETUP: entry under way
MARKERS_LAID = F_A  # FR_MARKERS: how many so far
RUIN_BOARD = F_A  # FR_RUIN: board at work
RESPONSE = F_A  # FR_RESPOND: kind of the invader that answers
RITUALS_HELD = F_A  # FR_RITUALS: bit set of the spirits that have held it
WAVE_STAGE, WAVE_CHOICES = F_A, F_N  # FR_WAVE: stage of clearing up, choices made in it
