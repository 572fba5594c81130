"""Spirits: their tracks and elements (R16, R17). Presence: `presence.py`, special rules: `spirits/`."""

from simulator.core.agenda import answer_a, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_CHOOSE_ANY, push_frame
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_BASE,
    F_FLAGS,
    F_N,
    F_STEP,
    F_WHO,
)


@kernel
def track_value(s, t, spirit, track):
    """Returns the highest uncovered number of a track (R4.6, R4.7)."""
    panel = s.spirit[spirit]
    best = 0
    for space in range(s.track[spirit, track] + 1):
        best = max(best, t.track_number[panel, track, space])
    return best


@kernel
def count_any_elements(s, t, spirit):
    """Returns the uncovered spaces that give an element of choice (R17.4)."""
    panel = s.spirit[spirit]
    total = 0
    for track in range(2):
        for space in range(s.track[spirit, track] + 1):
            total += t.track_element[panel, track, space] == codes.ANY_ELEMENT
    return total


@kernel
def count_reclaims(s, t, spirit):
    """Returns the uncovered "reclaim one" spaces (R4.10)."""
    panel = s.spirit[spirit]
    total = 0
    for track in range(2):
        for space in range(s.track[spirit, track] + 1):
            total += t.track_reclaim[panel, track, space]
    return total


@kernel
def refresh_elements(s, t, spirit):
    """Counts anew the elements of a spirit: effects of this turn, tracks, cards in play (R4.8, R17.3)."""
    panel = s.spirit[spirit]
    for element in range(len(v.ELEMENTS)):
        s.elements[spirit, element] = s.turn_elements[spirit, element]
    for track in range(2):
        for space in range(s.track[spirit, track] + 1):
            element = t.track_element[panel, track, space]
            if 0 <= element < codes.ANY_ELEMENT:
                s.elements[spirit, element] += 1
    for k in range(s.cards[spirit]):
        if v.PLAY <= s.own_zone[spirit, k] <= v.PERMANENT:
            card = s.own_card[spirit, k]
            for element in range(len(v.ELEMENTS)):
                s.elements[spirit, element] += t.power_elements[card, element]


@kernel
def gain_element(s, spirit, element):
    """Gives a spirit one element for this turn."""
    s.turn_elements[spirit, element] += 1
    s.elements[spirit, element] += 1


@kernel
def start_any_element(s, spirit, number):
    """Asks a spirit for the elements of its "any" spaces."""
    f = push_frame(s, FR_CHOOSE_ANY)
    s.frame[f, F_ACTOR] = spirit
    s.frame[f, F_N] = number


@kernel
def choose_any_step(s, t, f):
    """Lets a spirit choose the element of an "any" space for this turn (R17.4)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.ASKED:
        gain_element(s, frame[F_ACTOR], answer_a(s))
        frame[F_N] -= 1
        frame[F_STEP] = steps.READY
    if frame[F_N] <= 0:
        pop_frame(s)
        return
    s.options = 0
    for element in range(len(v.ELEMENTS)):
        offer(s, v.O_ELEMENT, element, 0, 0)
    frame[F_STEP] = steps.ASKED
    ask(s, v.D_ELEMENT, frame[F_ACTOR])


@kernel
def gain_elements_step(s, t, f):
    """Lets a spirit gain elements of its choice (Elemental Boon); the user may gain the same."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    if frame[F_STEP] == steps.ASKED:
        element = answer_a(s)
        gain_element(s, spirit, element)
        frame[reg.ELEMENTS_CHOSEN] |= 1 << element
        user = s.frame[frame[F_BASE], F_ACTOR]
        if frame[F_FLAGS] & codes.ALSO_ACTOR and user != spirit:
            gain_element(s, user, element)
        frame[F_N] -= 1
    s.options = 0
    if frame[F_N] > 0:
        for element in range(len(v.ELEMENTS)):
            if frame[F_FLAGS] & codes.DIFFERENT and frame[reg.ELEMENTS_CHOSEN] >> element & 1:
                continue
            if frame[F_FLAGS] & codes.OWNED_ONLY and s.elements[spirit, element] == 0:
                continue
            offer(s, v.O_ELEMENT, element, 0, 0)
    if s.options == 0:
        pop_frame(s)
        return
    frame[F_STEP] = steps.ASKED
    ask(s, v.D_ELEMENT, spirit)
