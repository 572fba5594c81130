"""Operand codes of instructions: what the writer of programs puts into a column and the machine reads there.

Both sides take the numbers from here. Flags are bits of the column I_FLAGS; a name that several ops use means the
same bit in all of them, and bits are shared between ops, but never within one (FLAGS_OF says which op has which).
"""

from simulator.spirit_island.record import vocabulary as v

# --- flags of many ops
UP_TO = 1 << 0  # the actor may stop early
DIFFERENT = 1 << 2  # each time another piece, land or element
ANY_LAND = 1 << 14  # presence: also where the spirit may not go

# --- flags of control flow: threshold, pay, in_land, each_land
OPTIONAL = 1 << 6
OTHER_LANDS = 1 << 5
MOST, FEWEST, LOWEST, HIGHEST = 1 << 1, 1 << 3, 1 << 4, 1 << 7
DIFFERENT_BOARDS = 1 << 11
ORDER_MATTERS = 1 << 13  # each_board, each_land: what one of them does can change another
OCEANS_TOO = 1 << 12  # the step is about tokens, blight or presence, which an ocean in play may hold

# --- flags of effects on pieces
ACROSS_BOARD, FRESH_ONLY = 1 << 5, 1 << 4  # add strife: anywhere on the board; only to pieces just put there
NO_CASCADE, SPARES_PRESENCE = 1 << 9, 1 << 10  # add blight
EACH, ONE_PIECE, STRIFED_ONLY = 1 << 1, 1 << 3, 1 << 4  # damage: every piece; all points on one; only with strife
WHOLE_BOARD, DROWNS = 1 << 14, 1 << 8  # destroy
SPREAD, EVENLY, RESCUE = 1 << 5, 1 << 2, 1 << 10  # push, gather: each to another land; as many to each; Tidal Boon
ONWARD = 1 << 7  # push: each piece may be pushed once more
EVERYWHERE, PER_STRIFE = 1 << 14, 1 << 3  # health
NORMAL_ONLY, CITY_ONLY = 1 << 7, 1 << 8  # skip, skip_where
TO_ADJACENT = 1 << 8  # watch

# --- flags of effects on spirits and cards
OWNED_ONLY, ALSO_ACTOR = 1 << 3, 1 << 5  # gain_elements
IN_GROWTH, FROM_DESTROYED = 1 << 5, 1 << 13  # add_presence
NO_FORGET, FOR_GOOD = 1 << 12, 1 << 14  # gain_card
COASTAL_ONLY = 1 << 5  # range_bonus
OR_SLOW = 1 << 5  # make_fast
PAID = 1 << 11  # repeat_cards
HALF_PRICE = 1 << 11  # play_gained

FLAGS_OF = {
    "threshold": (OPTIONAL,), "pay": (OPTIONAL,), "each_land": (OTHER_LANDS, ORDER_MATTERS, OCEANS_TOO),
    "each_board": (ORDER_MATTERS,),
    "in_land": (OPTIONAL, DIFFERENT, OTHER_LANDS, MOST, FEWEST, LOWEST, HIGHEST, DIFFERENT_BOARDS, OCEANS_TOO),
    "add": (UP_TO, DIFFERENT, ACROSS_BOARD, FRESH_ONLY, NO_CASCADE, SPARES_PRESENCE),
    "remove": (UP_TO,), "move_to": (UP_TO,), "replace": (UP_TO,), "reclaim": (UP_TO,),
    "damage": (EACH, DIFFERENT, ONE_PIECE, STRIFED_ONLY),
    "destroy": (UP_TO, WHOLE_BOARD, DROWNS),
    "push": (UP_TO, SPREAD, EVENLY, RESCUE, ONWARD), "gather": (UP_TO, SPREAD, RESCUE),
    "health": (EVERYWHERE, PER_STRIFE), "skip": (NORMAL_ONLY,), "skip_where": (NORMAL_ONLY, CITY_ONLY),
    "watch": (TO_ADJACENT,), "gain_elements": (DIFFERENT, OWNED_ONLY, ALSO_ACTOR),
    "add_presence": (IN_GROWTH, FROM_DESTROYED, ANY_LAND), "gain_card": (UP_TO, NO_FORGET, FOR_GOOD),
    "range_bonus": (COASTAL_ONLY,), "make_fast": (OR_SLOW,), "repeat_cards": (PAID,), "play_gained": (HALF_PRICE,),
}  # fmt: skip

# --- lands and ranges
WITHIN_ORIGIN = 6  # I_A of in_land, beside v.WITHIN_*: lands that can have been the origin of this use of the power
RANGE_FROM_ORIGIN = 4  # I_MASK of in_land, beside the `who`: measured from the origin of this use of the power
ANY_RANGE = 99  # I_B of in_land, I_A of add_presence
DEFEND_LANDS_OF, DEFEND_AROUND = 1, 2  # I_A of defend; 0 = the target land
LOSS_ON_ISLAND, LOSS_ON_TARGET, LOSS_ON_BOARD = range(3)  # I_A of destroy_presence: where
LOSSES = ("island", "target", "board")

# --- pieces
TOKENS_REMOVED = 1 << 9  # I_MASK of add: one of the tokens just removed, as the actor likes

# --- cards and elements
ANY_DECK, HAND_OF_ANOTHER = 2, 3  # I_A of gain_card, beside v.MINOR and v.MAJOR; a hand: of spirit I_B
ANY_COST = 99  # I_A of repeat_cards
ANY_ELEMENT = len(v.ELEMENTS)  # of a track space: the spirit chooses
NO_ELEMENT = len(v.ELEMENTS)  # I_A of shared_pay: no element lowers the price
PROBE_FAST, PROBE_COST = 8, 9  # I_B of probe; below 8: the element
CARD_REMOVED, CARD_ADDED = range(2)  # I_A of fear_deck

# --- operand b of an order option: what it is that comes next
ORDER_LAND, ORDER_SPIRIT, ORDER_NUMBER, ORDER_BOARD, ORDER_ANSWER = range(5)

# --- operand b of a land option: where the presence put there comes from, or what else goes there
FROM_ENERGY, FROM_PLAYS, FROM_LAND, FROM_DESTROYED_PILE = 1, 2, 3, 4
