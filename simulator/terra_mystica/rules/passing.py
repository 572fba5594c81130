"""The pass: returned cards, what they score, and the next one (T4.2-T4.5)."""

from simulator.core.agenda import offer
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.rules.bridges import own_links
from simulator.terra_mystica.rules.resources import has_stronghold, left_without, score

NO_CARD = -1
CARD_SOURCES = (v.V_START, v.V_CARD_DWELLING, v.V_CARD_TRADING_POST, v.V_START, v.V_CARD_LARGE, v.V_CARD_LARGE)


@kernel
def offer_cards(s, seat):
    """Offers the cards that nobody holds."""
    there = 0
    for card in range(v.CARDS):
        there |= (s.card_holder[card] == v.ON_TABLE) << card
    there = left_without(there, s.without_cards[seat])
    for card in range(v.CARDS):
        if there >> card & 1:
            offer(s, v.O_PASS, card + 1, 0, 0)


@kernel
def offer_passes(s, t, seat):
    """Offers to pass: with each free card, or in the last round without one."""
    if s.round == v.ROUNDS:
        offer(s, v.O_PASS, 0, 0, 0)
    else:
        offer_cards(s, seat)


@kernel
def take_card(s, seat, card):
    """Takes a card and the coins on it."""
    s.C[seat] += s.card_coins[card]
    s.card_coins[card] = 0
    s.card_holder[card] = seat
    s.card[seat] = card


@kernel
def score_pass(s, t, seat):
    """Scores the card handed back, favor tiles and bridges (T4.2)."""
    card = s.card[seat]
    if card >= 0:
        for structure in range(1, len(v.STRUCTURES)):
            score(s, seat, CARD_SOURCES[structure], s.count[seat, structure] * t.card_pass[card, structure])
        steps = s.ship[seat] if t.ship_max[s.faction[seat]] > 0 else 0
        score(s, seat, v.V_CARD_SHIPPING, steps * t.card_pass_ship[card])
    for favor in range(v.FAVORS):
        if s.favors[seat] >> favor & 1:
            score(s, seat, v.V_FAVOR_PASS, t.favor_pass[favor, s.count[seat, v.TRADING_POST]])
    per_bridge = t.pass_vp_per_bridge[s.faction[seat]]
    if per_bridge > 0 and has_stronghold(s, seat):
        score(s, seat, v.V_STRONGHOLD, per_bridge * own_links(s, t, seat))


@kernel
def take_pass(s, t, seat, card):
    """Passes: scores, takes the next card, hands the old one back."""
    score_pass(s, t, seat)
    old = s.card[seat]
    if card != NO_CARD:
        take_card(s, seat, card)
        if old >= 0:
            s.card_holder[old] = v.ON_TABLE
    s.passed[seat] = 1
    s.pass_order[s.passes] = seat
    s.passes += 1
