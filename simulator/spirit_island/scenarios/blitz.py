"""Blitz (R31.6): a race. All that it changes:

- the healthy blight card holds 1 blight more per player, the blighted side 1 less (`blight_per_player`);
- set-up ends with one more explore and build (`explore_again`);
- cards that are fast anyway cost 1 less (`discount`); all powers are fast (`opens`, `hurries`), and a power that is
  fast anyway without a cheaper card gives 1 energy when used (`rebate`);
- each explore adds 1 more explorer in one explored land of each board (hook `explorers_settle`);
- Outpaced is passed over (content: `event_not_in`).
"""

from simulator.core.compiled import kernel
from simulator.spirit_island.record import steps
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_EXPLORE_CARD, push_frame
from simulator.spirit_island.rules.invader_cards import advance_cards, start_slot


@kernel
def blight_per_player(printed, is_blighted):
    """Returns how much blight a side of the blight card holds per player."""
    return printed - 1 if is_blighted else printed + 1


@kernel
def explore_again(s, t, step):
    """Puts the second explore of set-up and the build before it on the agenda; advances the cards a step later."""
    if step == steps.SETUP_SECOND_EXPLORE:
        push_frame(s, FR_EXPLORE_CARD)
        start_slot(s, t, v.SLOT_BUILD)
    else:
        advance_cards(s, t)


@kernel
def discount(t, card):
    """Returns by how much a card is cheaper."""
    return 1 if t.power_cost[card] > 0 and t.power_speed[card] == v.FAST else 0


@kernel
def opens(phase):
    """Tells whether powers can be used in a phase at all."""
    return phase == v.FAST


@kernel
def rebate(s, t, spirit, power):
    """Gives 1 energy for a power that is fast anyway, unless its card was cheaper to play for it."""
    if power >= t.cards or discount(t, power) == 0:
        s.energy[spirit] += 1
