"""The moments at which a scenario has its say, and which scenario answers.

What one scenario changes is told in the head of its file, what can be changed at all is told here. Sources found in
Powers Long Forgotten and the marks of Second Wave (`state.wave`) say by themselves that their scenario is in play.
"""

from simulator.core.agenda import answer_kind
from simulator.core.compiled import kernel
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_MARKERS, FR_RITUALS, FR_WAVE, push_frame
from simulator.spirit_island.scenarios import (
    blitz,
    dahan_insurrection,
    guard_the_isles_heart,
    powers_long_forgotten,
    rituals_of_terror,
    rituals_of_the_destroying_flame,
    second_wave,
    ward_the_shores,
)

# --- set-up


@kernel
def before_dealing(s, t, setup):
    """Before anything is dealt: the first game is remembered."""
    if s.scenario == v.SECOND_WAVE:
        second_wave.recall_first_game(s, t, setup)


@kernel
def populate(s, t, setup):
    """Lays out the island in place of the printed set-up; returns False when the scenario leaves that alone."""
    if s.scenario != v.SECOND_WAVE:
        return False
    second_wave.populate_wave(s, t, setup)
    return True


@kernel
def blight_per_player(s, printed, is_blighted):
    """Returns how much blight a side of the blight card holds per player."""
    return blitz.blight_per_player(printed, is_blighted) if s.scenario == v.BLITZ else printed


@kernel
def change_fear_deck(s):
    """Changes the fear deck that was just dealt."""
    if s.scenario == v.RITUALS_OF_TERROR:
        rituals_of_terror.set_up_fear(s)


@kernel
def sets_aside(s, card):
    """Tells whether a power card stays out of the decks."""
    return s.scenario == v.SECOND_WAVE and second_wave.is_assistance(s, card)


@kernel
def after_dealing(s):
    """After all is dealt, before the spirits are set up: the island is cleared up."""
    if s.scenario == v.SECOND_WAVE:
        push_frame(s, FR_WAVE)


@kernel
def before_first_explore(s):
    """Between the set-up of the spirits and the first explore: markers are laid out."""
    if s.scenario == v.LONG_FORGOTTEN:
        push_frame(s, FR_MARKERS)


@kernel
def after_first_advance(s, t):
    """After the first advance of the invader cards."""
    if s.scenario == v.ISLES_HEART:
        guard_the_isles_heart.set_up(s, t)


@kernel
def second_explore(s, t, step):
    """Two steps of set-up for one more explore and its advance."""
    if s.scenario == v.BLITZ:
        blitz.explore_again(s, t, step)


@kernel
def after_setup(s, t):
    """When set-up is over."""
    if s.scenario == v.LONG_FORGOTTEN:
        powers_long_forgotten.search_lands(s, t)  # UNSURE: lands that fulfil a condition now are searched at once


# --- the turn


@kernel
def divides_spirit_phase(s):
    """Tells whether something comes between the growth of all spirits and the rest of their phases."""
    return s.scenario == v.DESTROYING_FLAME


@kernel
def after_growth(s):
    """What comes between growth and the rest: rituals."""
    push_frame(s, FR_RITUALS)


@kernel
def has_moments(s):
    """Tells whether spirits may act between the steps of a phase."""
    return s.scenario == v.LONG_FORGOTTEN


@kernel
def moment(s, t):
    """A moment between two steps of a phase, in which spirits may act; returns whether there is anything to do."""
    return has_moments(s) and powers_long_forgotten.start_moment(s, t)


@kernel
def before_cards(s, spirit):
    """Before a spirit plays its cards."""
    if s.spirit_sources:
        powers_long_forgotten.reward_patience(s, spirit)


@kernel
def time_passes(s, t):
    """When the effects of a turn have ended."""
    if s.scenario == v.ISLES_HEART:
        guard_the_isles_heart.end_turn(s, t)


# --- power cards


@kernel
def discount(s, t, card):
    """Returns by how much a card is cheaper than printed."""
    return blitz.discount(t, card) if s.scenario == v.BLITZ else 0


@kernel
def limits_plays(s):
    """Tells whether each spirit may play one card only in this turn."""
    return s.short_turn > 0 and s.short_turn == s.turn


@kernel
def forgetting_is_optional(s):
    """Tells whether a spirit that gains a major power need not forget a card."""
    return powers_long_forgotten.spirits_use(s, powers_long_forgotten.KEEPS_CARDS)


@kernel
def offer_play(s, spirit):
    """Offers further ways to use up a card play."""
    if s.scenario == v.WARD_THE_SHORES:
        ward_the_shores.offer_face_down(s, spirit)


@kernel
def offer_free_play(s, t):
    """Offers cards that take no card play."""
    if s.wave:
        second_wave.offer_assistance(s, t)


@kernel
def play_chosen(s, spirit):
    """Plays what was offered above; returns False when an ordinary card was chosen."""
    if answer_kind(s) == v.O_FACE_DOWN:
        ward_the_shores.play_face_down(s, spirit)
    elif answer_kind(s) == v.O_ASSIST:
        second_wave.play_assistance(s, spirit)
    else:
        return False
    return True


# --- powers


@kernel
def opens(s, phase):
    """Tells whether powers can be used in a phase at all."""
    return blitz.opens(phase) if s.scenario == v.BLITZ else True


@kernel
def hurries(s):
    """Tells whether slow powers are fast."""
    return s.scenario == v.BLITZ


@kernel
def power_used(s, t, spirit, power, is_hurried):
    """When a power is about to be used; hurried = only the scenario makes it fast."""
    if s.scenario == v.BLITZ and not is_hurried:
        blitz.rebate(s, t, spirit, power)


@kernel
def assists(s, spirit, power):
    """Tells whether a card needs no range, and of its thresholds only so many elements as a note in values.py says."""
    return s.wave != 0 and second_wave.is_assisting(s, spirit, power)


@kernel
def range_bonus(s):
    """Returns by how much the range of every power is longer."""
    return 1 if powers_long_forgotten.spirits_use(s, powers_long_forgotten.REACHES_FARTHER) else 0


@kernel
def offer_uses(s, t, spirit, phase):
    """Offers further ways for a spirit to use a power in a phase."""
    if s.scenario == v.WARD_THE_SHORES:
        ward_the_shores.offer_uses(s, t, spirit, phase)


@kernel
def use_chosen(s, t, phase):
    """Uses what was offered above; returns False when a power was chosen."""
    if answer_kind(s) != v.O_WARD:
        return False
    ward_the_shores.use_ward(s, t, phase)
    return True


@kernel
def offer_in_power_phase(s, t, f):
    """Offers what all spirits may do in a power phase besides using powers."""
    if s.scenario == v.RITUALS_OF_TERROR:
        rituals_of_terror.offer_rituals(s)
    elif s.scenario == v.LONG_FORGOTTEN:
        powers_long_forgotten.offer_in_power_phase(s, t, f)


@kernel
def act_in_power_phase(s, t):
    """Carries out what was offered above; returns False when something else was chosen."""
    if answer_kind(s) == v.O_RITUAL:
        rituals_of_terror.start_ritual(s)
    elif answer_kind(s) == v.O_SOURCE or answer_kind(s) == v.O_SHIFT:
        powers_long_forgotten.take_moment(s, t)
    else:
        return False
    return True


# --- fear


@kernel
def fear_cards_act(s):
    """Tells whether fear cards act by themselves: their dividers raise terror, the invader phase resolves them."""
    return s.scenario != v.RITUALS_OF_TERROR


@kernel
def fear_wins(s):
    """Tells whether an empty fear deck wins."""
    return s.scenario != v.WARD_THE_SHORES


@kernel
def fear_cards_below(s):
    """Returns the fear cards that can be earned when the deck dealt is empty."""
    return ward_the_shores.fear_cards_below(s) if s.scenario == v.WARD_THE_SHORES else 0


# --- blight


@kernel
def fill_blighted_side(s):
    """Fills the blighted side in place of its printed number; returns False when the scenario leaves that alone."""
    if s.wave != v.LEFT_BLIGHTED:
        return False
    second_wave.fill_blighted_side(s)
    return True


@kernel
def setup_blight_moves_card(s):
    """Tells whether blight put on or taken off the island during set-up comes from and goes to the blight card."""
    return s.wave != 0


@kernel
def blight_added(s, land):
    """When blight has come to a land."""
    if s.wards:
        ward_the_shores.break_ward(s, land)


# --- pieces


@kernel
def building_destroyed(s, land, kind):
    """When a town or city was destroyed."""
    if s.scenario == v.INSURRECTION:
        dahan_insurrection.note_destroyed(s, land, kind)


@kernel
def dahan_moved(s, origin, goal):
    """When a dahan has moved."""
    if s.scenario == v.INSURRECTION:
        dahan_insurrection.note_moved(s, origin, goal)


@kernel
def invader_comes(s, t, land, kind):
    """When an invader is about to be added to a land."""
    if s.invader_sources:
        powers_long_forgotten.settle_on_blight(s, t, land, kind)


# --- invaders that withstand (rules/shields.py)


@kernel
def has_shields(s):
    """Tells whether invaders can withstand damage at all."""
    return s.scenario == v.DESTROYING_FLAME or powers_long_forgotten.invaders_use(s, powers_long_forgotten.WITHSTAND_FIRE)


@kernel
def shield_toll(s):
    """Returns the energy that lifts the shield."""
    if s.scenario == v.DESTROYING_FLAME:
        return rituals_of_the_destroying_flame.TOLL
    return powers_long_forgotten.TOLL


@kernel
def is_shielded(s, t, land, by_fire):
    """Tells whether invaders in a land withstand an effect for which nothing was paid, of a power of fire or not."""
    if s.scenario == v.LONG_FORGOTTEN:
        return by_fire
    return rituals_of_the_destroying_flame.is_shielded(s, t, land)


@kernel
def holds_invaders(s):
    """Tells whether powers must pay to move invaders."""
    return powers_long_forgotten.invaders_use(s, powers_long_forgotten.HOLD_INVADERS)


@kernel
def fire_hurts_more(s):
    """Tells whether powers of fire deal 1 more damage."""
    return powers_long_forgotten.spirits_use(s, powers_long_forgotten.BURNS_MORE)


# --- ravages, builds, explores


@kernel
def defend(s, land):
    """Returns the defend that a land has by the scenario."""
    return ward_the_shores.defend(s, land) if s.wards else 0


@kernel
def ravage_less(s, is_normal):
    """Returns by how much a ravage does less damage."""
    return powers_long_forgotten.calm(s) if is_normal and s.calm else 0


@kernel
def ravages_begin(s, begin):
    """When the actions of a slot begin: those of the ravage slot, or others."""
    if s.calm:
        powers_long_forgotten.note_ravage(s, begin)


@kernel
def count_for_settlers(s, t, land, mask):
    """Counts pieces of a land as builds and explores see them."""
    return powers_long_forgotten.count_for_settlers(s, t, land, mask)


@kernel
def lands_explored(s, t, card, lands):
    """When a card has explored its lands."""
    if s.scenario == v.WARD_THE_SHORES:
        ward_the_shores.surge(s, t, card, lands)


@kernel
def explorers_settle(s):
    """Tells whether one explored land of each board gets one more explorer."""
    return s.scenario == v.BLITZ


@kernel
def explore_over(s, t, lands):
    """After an explore, before its escalation."""
    if s.invader_sources:
        powers_long_forgotten.build_in_wetlands(s, t, lands)


# --- the end


@kernel
def has_own_victory(s):
    """Tells whether the scenario puts its own victory in place of the usual ones."""
    return s.scenario == v.INSURRECTION or s.scenario == v.WARD_THE_SHORES


@kernel
def is_won(s, t):
    """Tests the scenario's own victory."""
    return dahan_insurrection.wins(s) if s.scenario == v.INSURRECTION else ward_the_shores.wins(s, t)


@kernel
def is_lost(s, t):
    """Tests a defeat that only the scenario knows."""
    if s.scenario == v.ISLES_HEART:
        return guard_the_isles_heart.is_lost(s, t)
    return s.scenario == v.INSURRECTION and dahan_insurrection.is_lost(s)


@kernel
def follow_action(s):
    """Before the end is tested after an action: what it sets off, which belongs to it; returns whether anything does."""
    return s.scenario == v.INSURRECTION and dahan_insurrection.follow_action(s)


@kernel
def final_strike_failed(s):
    """Tells whether the strike that had to win has not won."""
    return s.struck != 0


@kernel
def action_over(s, t):
    """After an action that has not ended the game."""
    if s.scenario == v.LONG_FORGOTTEN:
        powers_long_forgotten.search_lands(s, t)
