"""The state of one game: a single structured record, copied with one memcpy.

Every field is declared once, here, with its meaning, its range and the rule it serves.
Holds no rules. A land is a number: slot of its board * 11 + printed number (0 = ocean).
"""

import numpy as np

from simulator.core.header import agenda_fields, question_fields
from simulator.core.records import new_records
from simulator.spirit_island.record import vocabulary as v

MAX_FRAMES = 40
FRAME_FIELDS = 24
MAX_OPTIONS = 256
MAX_MARKS = 160
MAX_OWN_CARDS = 48
MAX_GRANTS = 8
MAX_SKIPS = 16
MAX_WATCHES = 8

# Columns of one frame of the agenda. The first dozen are the context that nested frames inherit.
(
    F_OP,  # what to do: a frame op (frames.py)
    F_STEP,  # progress inside the op (steps.py); 0 = not begun
    F_PC,  # next instruction of a running program
    F_ACTOR,  # spirit that decides
    F_LAND,  # target land, -1 = none
    F_TARGET_SPIRIT,  # spirit aimed at, -1 = none
    F_POWER,  # power being used, -1 = none
    F_SOURCE,  # v.SOURCE_*: power, fear card, event ...
    F_BASE,  # frame that holds the results of this program (F_RESULT_*)
    F_N,  # pieces or points still to do
    F_MASK,  # piece kinds concerned
    F_FLAGS,  # flags of the instruction
    F_COND,  # condition on lands, -1 = none
    F_A,  # free use by the op, by the names of registers.py
    F_B,
    F_C,
    F_D,
    F_BODY,  # program of a nested body, -1 = none
    F_WHO,
    F_DECLINED,  # need id of the first declined threshold of this use + 1, 0 = none
    F_RESULT_LAST,  # v.RESULT_LAST ...
    F_RESULT_DESTROYED,
    F_RESULT_BUILDINGS,
    F_RESULT_ENTERED,
) = range(FRAME_FIELDS)

STATE = np.dtype(
    [
        # --- configuration, fixed during the game
        ("seed_key", np.uint64, (len(v.STREAMS),)),  # key of each random stream
        ("island", np.int64),  # bit set of the lands in play, oceans excluded
        ("layout", np.int16),  # index of the ordered boards in the tables
        ("players", np.int8),  # P = spirits = boards, 1-4 (R0.1)
        ("expansion", np.int8),  # 0 base, 1 Branch & Claw
        ("adversary", np.int8),  # -1 none
        ("level", np.int8),  # 0-6
        ("scenario", np.int8),  # -1 none
        ("difficulty", np.int8),  # official difficulty of the configuration (R31.8)
        ("adversary_rules", np.int32),  # bits of v.ADVERSARY_RULES (R31.2)
        ("hook", np.int16, (len(v.HOOKS),)),  # program the adversary runs at each moment, -1 = none
        ("flags", np.int32),  # rule flags (R0.5), bits of v.FLAGS
        ("spirit", np.int8, (v.MAX_PLAYERS,)),  # which spirit each player is
        # --- random streams
        ("draws", np.uint32, (len(v.STREAMS),)),  # numbers drawn from each stream so far
        # --- island
        ("pieces", np.int16, (v.MAX_LANDS, len(v.PIECES))),  # counts per land, damaged and strifed ones included
        ("presence", np.int8, (v.MAX_PLAYERS, v.MAX_LANDS)),  # presence of each spirit per land (R15)
        ("marks", np.int16),  # number of entries in the five mark_ arrays
        ("mark_land", np.int8, (MAX_MARKS,)),  # one entry per piece that bears damage, strife or a note (R18.5)
        ("mark_kind", np.int8, (MAX_MARKS,)),  # explorer, town, city or dahan
        ("mark_hits", np.int8, (MAX_MARKS,)),  # damage taken this turn
        ("mark_strife", np.int8, (MAX_MARKS,)),  # strife tokens on it (R26.1)
        ("mark_note", np.int8, (MAX_MARKS,)),  # of the effect under way: damage dreamt (0-10) or v.NOTE_*
        # --- effects of this turn (cleared by time passes, R11.4)
        ("defend", np.int16, (v.MAX_LANDS,)),  # defend of the land (R23.15)
        ("land_rules", np.int32, (v.MAX_LANDS,)),  # bits of v.LAND_RULES
        ("dahan_health", np.int8, (v.MAX_LANDS,)),  # extra health of dahan while in the land
        ("health", np.int8, (4,)),  # health change of explorer, town, city, dahan everywhere (R28.4)
        ("strife_health", np.int8),  # by how much each strife lowers health
        ("ward", np.int8, (v.MAX_PLAYERS,)),  # defend in every land of the spirit (follows its presence)
        ("range_bonus", np.int8, (v.MAX_PLAYERS,)),  # added range of powers (R14.7)
        ("coastal_range_bonus", np.int8, (v.MAX_PLAYERS,)),  # the same, towards coastal lands only
        ("shares", np.int8, (v.MAX_PLAYERS,)),  # bit set of spirits whose presence may serve as origin
        ("skips", np.int8),  # entries in the skip_ arrays: conditional skips (Avoid the Dahan ...)
        ("skip_action", np.int8, (MAX_SKIPS,)),  # bit set of ravage, build, explore
        ("skip_condition", np.int16, (MAX_SKIPS,)),  # tested when the action would happen
        ("skip_flags", np.int16, (MAX_SKIPS,)),  # codes.NORMAL_ONLY, codes.CITY_ONLY
        ("watches", np.int8),  # entries in the watch_ arrays: delayed triggers
        ("watch_rule", np.int8, (MAX_WATCHES,)),  # v.VENGEANCE or v.FIRST_KILL_FEAR
        ("watch_land", np.int8, (MAX_WATCHES,)),
        ("watch_spirit", np.int8, (MAX_WATCHES,)),  # who distributes the damage
        ("watch_across", np.int8, (MAX_WATCHES,)),  # 1 = the damage may go to adjacent lands
        ("watch_pending", np.int16, (MAX_WATCHES,)),  # destroyed pieces not yet answered
        ("turn_rule", np.int8, (len(v.TURN_RULES),)),  # number in force of each rule of v.TURN_RULES
        ("turn_rule_condition", np.int16, (len(v.TURN_RULES),)),
        # --- fear (R13)
        ("fear", np.int16),  # markers generated, 0 .. pool - 1
        ("fear_pool", np.int16),  # markers per fear card, 4 * P
        ("fear_generated", np.int32),  # total of the game
        ("fear_deck", np.int8, (32,)),  # fear cards from the top; taken from `fear_top` on
        ("fear_cards", np.int8),  # entries in fear_deck, the unused ones included
        ("fear_top", np.int8),
        ("fear_left", np.int8, (3,)),  # cards left above, between and below the dividers
        ("earned", np.int8, (32,)),  # earned, not yet resolved, oldest first
        ("earned_count", np.int8),
        ("earned_total", np.int8),  # fear cards earned in the whole game
        ("terror_level", np.int8),  # 1-3
        # --- blight (R19)
        ("blight_card", np.int8),  # -1 = the space printed on the invader board
        ("blighted", np.int8),  # 1 = the card shows its blighted side
        ("blight_pool", np.int16),  # blight left on the card
        ("blighted_turn", np.int8),  # turn in which the card flipped, 0 = never
        ("blight_buffer", np.int16),  # blight kept by the adversary before it returns to the card (France 5)
        ("blight_box", np.int16),  # blight in the box; falls when a side is filled, for conservation checks
        # --- invader cards (R10); -1 = none
        ("invader_deck", np.int8, (16,)),  # from the top; taken from `invader_top` on
        ("invader_size", np.int8),
        ("invader_top", np.int8),
        ("invader_discarded", np.int8),  # cards in the discard
        ("slot", np.int8, (4, 4)),  # cards in ravage, build, explore and the extra build space, oldest first
        ("slot_count", np.int8, (4,)),
        ("slot_open", np.int8),  # 1 = the extra build space is there (England 3)
        ("held", np.int8),  # bit set of the build cards that do not advance this turn
        ("early_stage_3", np.int8),  # place of a stage III card above stage II + 1, 0 = none (R27.3)
        ("shown_terrains", np.int8),  # terrains of the invader card just revealed or discarded; bit 4 = coastal
        ("beside", np.int64),  # empty lands in which the present build card acts too (England 1)
        ("settled", np.int64),  # explored lands that get a town instead of the explorer (Promising Farmland)
        ("extra_explores", np.int8),  # explore cards due besides the normal one
        ("next_normal", np.int16, (3, len(v.NEXT_NORMAL_RULES), 4)),  # waiting "next normal action" effects
        # --- events (R27)
        ("event_deck", np.int8, (32,)),
        ("event_size", np.int8),
        ("event_top", np.int8),
        ("event_return", np.int8),  # the card being resolved goes back under so many cards + 1, 0 = it is discarded
        ("event_again", np.int8),  # 1 = another card is drawn after this one
        ("delayed", np.int16),  # program to run when the invader cards have advanced + 1, 0 = none
        ("tally", np.int16),  # counter of the running event
        ("marked", np.int64),  # lands chosen in the running event
        # --- scenarios
        ("raiders", np.int8, (v.MAX_LANDS,)),  # dahan that the present action has moved here (Dahan Insurrection)
        ("fallen", np.int8, (v.MAX_LANDS, 2)),  # towns and cities destroyed here and not yet answered
        ("struck", np.int8),  # 1 = the dahan have struck after the last fear card
        ("wards", np.int64),  # lands with a warding pattern (Ward the Shores)
        ("face_down", np.int8, (v.MAX_PLAYERS,)),  # 1 = the spirit has played a card face down this turn
        ("flames", np.int64),  # lands with a flame marker (Rituals of the Destroying Flame)
        ("marker", np.int8, (v.MAX_LANDS,)),  # face-down markers: 1-8 a source, 9 blank, 0 = none (Powers Long Forgotten)
        ("invader_sources", np.int16),  # bit set of the sources found by invaders
        ("spirit_sources", np.int16),  # those found by spirits and used
        ("held_sources", np.int16),  # those found by spirits and not used yet
        ("barred", np.int64),  # lands that powers cannot target
        ("short_turn", np.int8),  # turn with one card play per spirit, 0 = none
        ("calm", np.int8),  # 1 = the next normal ravage does less damage, 2 = the present one
        ("reclaimed", np.int8, (v.MAX_PLAYERS,)),  # 1 = the spirit has reclaimed cards since its spirit phase began
        ("shifts", np.int8, (v.MAX_PLAYERS,)),  # presence it may still shift between sands now
        ("wave", np.int8),  # Second Wave: v.LEFT_HEALTHY or v.LEFT_BLIGHTED, 0 = another scenario
        ("blight_beside", np.int16),  # blight that fills the blighted side instead of the printed number (Second Wave)
        ("assistance", np.int16, (v.MAX_PLAYERS,)),  # cards set aside in the first game + 1, 0 = none or used
        ("noted", np.int8, (v.MAX_LANDS,)),  # pieces per land when a loop over them began
        # --- power decks (R22): cards from `*_top` on; the discard as a list
        ("deck", np.uint8, (2, 72)),  # minor, major
        ("deck_size", np.int8, (2,)),
        ("deck_top", np.int8, (2,)),
        ("deck_discard", np.uint8, (2, 72)),
        ("deck_discarded", np.int8, (2,)),
        ("drawn", np.uint8, (8,)),  # cards drawn and not yet kept or discarded
        ("drawn_count", np.int8),
        # --- spirits (R15-R17)
        ("energy", np.int16, (v.MAX_PLAYERS,)),
        ("track", np.int8, (v.MAX_PLAYERS, 2)),  # presence taken from the energy and the card-play track
        ("destroyed", np.int8, (v.MAX_PLAYERS,)),  # destroyed presence (R15.4)
        ("removed", np.int8, (v.MAX_PLAYERS,)),  # presence that left the game for good
        ("elements", np.int8, (v.MAX_PLAYERS, len(v.ELEMENTS))),  # all it has now: cards, tracks, effects (R17.3)
        ("turn_elements", np.int8, (v.MAX_PLAYERS, len(v.ELEMENTS))),  # of these, from effects of this turn
        ("extra_plays", np.int8, (v.MAX_PLAYERS,)),  # card plays on top of the track this turn
        ("plays_made", np.int8, (v.MAX_PLAYERS,)),  # cards played this turn
        ("cards", np.int8, (v.MAX_PLAYERS,)),  # entries in own_card
        ("own_card", np.uint8, (v.MAX_PLAYERS, MAX_OWN_CARDS)),  # power cards the spirit owns
        ("own_zone", np.int8, (v.MAX_PLAYERS, MAX_OWN_CARDS)),  # v.HAND ... v.ASSISTING
        ("own_used", np.int8, (v.MAX_PLAYERS, MAX_OWN_CARDS)),  # 1 fast, 2 slow: phase of use this turn; 0 = not used
        ("innate_used", np.int8, (v.MAX_PLAYERS, 3)),
        ("cards_gained", np.int16),  # by all spirits, in the whole game
        ("unlocked", np.int16, (v.MAX_PLAYERS,)),  # card all of whose thresholds are met this turn + 1, 0 = none
        ("forget_later", np.int16, (v.MAX_PLAYERS,)),  # card to forget at the end of turn + 1, 0 = none
        ("called", np.int8, (v.MAX_PLAYERS,)),  # 1 = Call Forth Predators was used in this spirit phase
        ("progress", np.int8, (v.MAX_PLAYERS,)),  # cards taken from the power progression (R22.6)
        ("reclaim_played", np.int8, (v.MAX_PLAYERS,)),  # cards it may take back at the end of turn
        ("swift_used", np.int8, (v.MAX_PLAYERS,)),  # slow powers used fast by the Swiftness rule
        ("fast_grants", np.int8, (v.MAX_PLAYERS,)),  # slow powers it may still use fast
        ("slow_grants", np.int8, (v.MAX_PLAYERS,)),  # of these, how many may instead be fast powers used slow
        ("grants", np.int8),  # entries in the repeat_ arrays
        ("repeat_spirit", np.int8, (MAX_GRANTS,)),  # repeats granted this turn (R24)
        ("repeat_cost", np.int8, (MAX_GRANTS,)),  # highest printed cost; free
        ("repeat_paid", np.int8, (MAX_GRANTS,)),  # 1 = the cost is paid again
        ("repeat_left", np.int8, (MAX_GRANTS,)),
        ("drowned", np.int16, (v.MAX_PLAYERS,)),  # health drowned and not yet turned into energy
        # --- turn
        ("turn", np.int8),  # 1 .. 12; 0 during set-up
        ("phase", np.int8),  # v.SPIRIT_PHASE ... v.TIME_PASSES
        ("fear_resolved", np.int8),  # fear cards resolved in this invader phase
        # --- end (R12)
        ("outcome", np.int8),  # v.ONGOING, v.VICTORY, v.DEFEAT
        ("cause", np.int8),  # v.CAUSES
        ("won", np.int8),  # a cause of victory noted, not yet tested
        ("lost", np.int8),  # a cause of defeat noted, not yet tested
        ("error", np.int16),  # bits of v.ERRORS
        # --- the agenda
        *agenda_fields(MAX_FRAMES, FRAME_FIELDS),
        ("frame_lands", np.int64, (MAX_FRAMES,)),  # one bit set of lands per frame
        # --- the open decision
        *question_fields(MAX_OPTIONS),
    ],
    align=True,
)


def new_states(count: int) -> np.ndarray:
    """Returns an array of empty states."""
    return new_records(count, STATE)
