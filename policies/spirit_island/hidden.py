"""What players cannot see: puts hidden cards of a copied state into an order of the policy's own.

Everything hidden is first rebuilt from what is known, so that no look-ahead can depend on the true order.
"""

import numpy as np

from simulator.core.compiled import entry, kernel
from simulator.core.streams import below, mix
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.blight import is_in_blight_deck
from simulator.spirit_island.scenarios.powers_long_forgotten import BLANK


@kernel
def draw(m, bound):
    """Draws a random number in [0, bound) from the policy's own stream."""
    m.draws += np.uint64(1)
    return below(m.key, m.draws, bound)


@kernel
def sort_cards(cards, first, end):
    """Sorts a part of a deck by card number: the order known to nobody is forgotten."""
    for k in range(first + 1, end):
        card = cards[k]
        place = k
        while place > first and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


@kernel
def shuffle_cards(m, cards, first, end):
    """Shuffles a part of a deck."""
    for last in range(end - 1, first, -1):
        other = first + draw(m, last - first + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


@kernel
def unfound_source(s, number):
    """Tells whether a source may still lie face down (Powers Long Forgotten)."""
    return (s.invader_sources | s.spirit_sources | s.held_sources) >> number & 1 == 0


@kernel
def deal_markers(s, m):
    """Deals other sources to the face-down markers: which lie where and which are in the game is hidden."""
    sources = 0
    markers = 0
    for land in range(len(s.marker)):
        sources += 0 < s.marker[land] < BLANK
        markers += s.marker[land] > 0
    free = np.int64(0)
    for number in range(1, BLANK):
        free |= np.int64(unfound_source(s, number)) << number
    for land in range(len(s.marker)):
        if s.marker[land] == 0:
            continue
        s.marker[land] = BLANK
        if draw(m, markers) < sources:
            number = 1 + draw(m, BLANK - 1)
            while free >> number & 1 == 0:
                number = number % (BLANK - 1) + 1
            free &= ~(np.int64(1) << number)
            s.marker[land] = number
            sources -= 1
        markers -= 1


@kernel
def forget_order(s):
    """Sorts every hidden part of the decks, earned fear cards included (R13.6)."""
    for deck in range(2):
        sort_cards(s.deck[deck], s.deck_top[deck], s.deck_size[deck])
    sort_cards(s.event_deck, s.event_top, s.event_size)
    sort_cards(s.fear_deck, s.fear_top - s.earned_count, s.fear_cards)


@kernel
def is_revealed(s, card):
    """Tells whether an invader card has been seen."""
    for k in range(s.invader_top):
        if s.invader_deck[k] == card:
            return True
    return False


@kernel
def deal_invader_cards(s, t, m):
    """Deals unseen cards of the right stage to the hidden places of the invader deck: only backs are known (R2.3)."""
    for stage in range(1, 4):
        unseen = np.int64(0)
        count = 0
        for card in range(len(t.invader_stage)):
            if t.invader_stage[card] == stage and not is_revealed(s, card):
                unseen |= np.int64(1) << card
                count += 1
        for place in range(s.invader_top, s.invader_size):
            if t.invader_stage[s.invader_deck[place]] != stage or count == 0:
                continue
            chosen = draw(m, count)
            for card in range(len(t.invader_stage)):
                if unseen >> card & 1:
                    if chosen == 0:
                        s.invader_deck[place] = card
                        unseen &= ~(np.int64(1) << card)
                        break
                    chosen -= 1
            count -= 1


@kernel
def deal_blight_card(s, t, m):
    """Puts any possible card in the place of an unflipped blight card."""
    if s.blight_card < 0 or s.blighted:
        return
    fitting = 0
    for card in range(t.blight_cards):
        fitting += is_in_blight_deck(s, t, card)
    chosen = draw(m, fitting)
    for card in range(t.blight_cards):
        if is_in_blight_deck(s, t, card):
            if chosen == 0:
                s.blight_card = card
                return
            chosen -= 1


@kernel
def imagine(s, t, m, world):
    """Turns a copy whose hidden order is forgotten into one of the worlds it could be."""
    m.draws = np.uint64(world) << np.uint64(20)
    for deck in range(2):
        shuffle_cards(m, s.deck[deck], s.deck_top[deck], s.deck_size[deck])
    shuffle_cards(m, s.event_deck, s.event_top, s.event_size)
    first = s.fear_top - s.earned_count
    shuffle_cards(m, s.fear_deck, first, s.fear_cards)
    for k in range(s.earned_count):
        s.earned[k] = s.fear_deck[first + k]
    deal_invader_cards(s, t, m)
    deal_blight_card(s, t, m)
    if s.scenario == v.LONG_FORGOTTEN:
        deal_markers(s, m)
    for stream in range(len(v.STREAMS)):
        s.seed_key[stream] = mix(m.key + np.uint64(stream + 1 + 16 * world))
        s.draws[stream] = 0


@entry
def make_up(s, t, m):
    """Turns a copy into one of the worlds it could be, the same one whenever this decision is met; for Python."""
    m.key = mix(s.seed_key[v.STREAM_POLICY] + np.uint64(s.decisions + 1))
    forget_order(s)
    imagine(s, t, m, 0)
