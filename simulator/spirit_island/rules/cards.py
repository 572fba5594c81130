"""Power cards: decks, forgetting, reclaiming and playing (R22, R4.7). Gaining: `gains.py`."""

from simulator.core.agenda import answer_a, answer_kind, ask, offer, pop_frame
from simulator.core.chance import shuffle
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_BASE,
    F_FLAGS,
    F_N,
    F_STEP,
    F_WHO,
    MAX_OWN_CARDS,
)
from simulator.spirit_island.rules.spirits import refresh_elements, track_value


@kernel
def shuffle_deck(s, deck):
    """Shuffles what lies in a power deck."""
    shuffle(s, v.STREAM_MINOR_DECK + deck, s.deck[deck], 0, s.deck_size[deck])


@kernel
def draw_card(s, deck):
    """Takes the top card of a power deck, reshuffling the discard when needed; -1 = none left (R22.1)."""
    if s.deck_top[deck] >= s.deck_size[deck]:
        if s.deck_discarded[deck] == 0:
            return -1
        for k in range(s.deck_discarded[deck]):
            s.deck[deck, k] = s.deck_discard[deck, k]
        s.deck_size[deck] = s.deck_discarded[deck]
        s.deck_top[deck] = 0
        s.deck_discarded[deck] = 0
        shuffle_deck(s, deck)
    card = s.deck[deck, s.deck_top[deck]]
    s.deck_top[deck] += 1
    return card


@kernel
def discard_card(s, t, card):
    """Puts a minor or major on its discard pile; a unique leaves the game (R22.3)."""
    deck = t.power_deck[card]
    if deck <= v.MAJOR:
        s.deck_discard[deck, s.deck_discarded[deck]] = card
        s.deck_discarded[deck] += 1


@kernel
def own_card(s, spirit, card, zone):
    """Gives a spirit a power card."""
    k = s.cards[spirit]
    if k >= MAX_OWN_CARDS:
        s.error |= v.E_CARDS_FULL
        return
    s.own_card[spirit, k] = card
    s.own_zone[spirit, k] = zone
    s.own_used[spirit, k] = 0
    s.cards[spirit] = k + 1


@kernel
def find_card(s, spirit, card):
    """Returns the place of a card among the spirit's own, -1 = not there."""
    for k in range(s.cards[spirit]):
        if s.own_card[spirit, k] == card:
            return k
    return -1


@kernel
def disown_card(s, spirit, card):
    """Takes a card from a spirit."""
    k = find_card(s, spirit, card)
    for later in range(k, s.cards[spirit] - 1):
        s.own_card[spirit, later] = s.own_card[spirit, later + 1]
        s.own_zone[spirit, later] = s.own_zone[spirit, later + 1]
        s.own_used[spirit, later] = s.own_used[spirit, later + 1]
    s.cards[spirit] -= 1


@kernel
def forget_card(s, t, spirit, card):
    """Forgets a card; from play its elements are lost at once (R22.4)."""
    disown_card(s, spirit, card)
    discard_card(s, t, card)
    refresh_elements(s, t, spirit)


@kernel
def offer_own_cards(s, spirit, zone):
    """Offers the spirit's cards of one zone; zone -1 = all but those in play for good or assisting."""
    for k in range(s.cards[spirit]):
        if s.own_zone[spirit, k] == zone or (zone < 0 and s.own_zone[spirit, k] < v.PERMANENT):
            offer(s, v.O_CARD, s.own_card[spirit, k], 0, 0)


@kernel
def forget_step(s, t, f):
    """Forgets power cards of the spirit's choice (R22.3)."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    if frame[F_STEP] == steps.ASKED:
        forget_card(s, t, spirit, answer_a(s))
        frame[F_N] -= 1
    s.options = 0
    if frame[F_N] > 0:
        offer_own_cards(s, spirit, -1)
    if s.options == 0:
        pop_frame(s)
        return
    frame[F_STEP] = steps.ASKED
    ask(s, v.D_FORGET, spirit)


@kernel
def reclaim_step(s, t, f):
    """Takes cards from the personal discard back to hand (R22.5); optional where it is a track space."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    if frame[F_N] == v.ALL:
        for k in range(s.cards[spirit]):
            if s.own_zone[spirit, k] == v.DISCARD:
                s.own_zone[spirit, k] = v.HAND
                s.reclaimed[spirit] = 1
        pop_frame(s)
        return
    if frame[F_STEP] == steps.ASKED:
        if answer_kind(s) == v.O_STOP:
            pop_frame(s)
            return
        s.own_zone[spirit, find_card(s, spirit, answer_a(s))] = v.HAND
        s.reclaimed[spirit] = 1
        frame[F_N] -= 1
    s.options = 0
    if frame[F_N] > 0:
        offer_own_cards(s, spirit, v.DISCARD)
        if frame[F_FLAGS] & codes.UP_TO and s.options > 0:
            offer(s, v.O_STOP, 0, 0, 0)
    if s.options == 0:
        pop_frame(s)
        return
    frame[F_STEP] = steps.ASKED
    ask(s, v.D_RECLAIM, spirit)


@kernel
def reclaim_played_step(s, t, f):
    """Lets a spirit take back one of its played cards at the end of turn (Gift of Constancy)."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    if frame[F_STEP] == steps.ASKED:
        if answer_kind(s) != v.O_STOP:
            s.own_zone[spirit, find_card(s, spirit, answer_a(s))] = v.HAND
        s.reclaim_played[spirit] -= 1
    s.options = 0
    if s.reclaim_played[spirit] > 0:
        offer_own_cards(s, spirit, v.PLAY)
        offer_own_cards(s, spirit, v.FACE_DOWN)
        if s.options > 0:
            offer(s, v.O_STOP, 0, 0, 0)
    if s.options == 0:
        s.reclaim_played[spirit] = 0
        pop_frame(s)
        return
    frame[F_STEP] = steps.ASKED
    ask(s, v.D_RECLAIM, spirit)


@kernel
def card_cost(s, t, card):
    """Returns what a card costs to play."""
    return t.power_cost[card] - hooks.scenario.discount(s, t, card)


@kernel
def play_card(s, t, spirit, card):
    """Plays a card from hand and pays for it (R4.7)."""
    s.energy[spirit] -= card_cost(s, t, card)
    k = find_card(s, spirit, card)
    s.own_zone[spirit, k] = v.PLAY
    s.own_used[spirit, k] = 0
    s.plays_made[spirit] += 1
    refresh_elements(s, t, spirit)


@kernel
def play_chosen(s, t, spirit):
    """Plays the card that was just chosen, in the way that was chosen with it."""
    if not hooks.scenario.play_chosen(s, spirit):
        play_card(s, t, spirit, answer_a(s))


@kernel
def plays_left(s, t, spirit):
    """Returns how many cards the spirit may still play this turn."""
    if hooks.scenario.limits_plays(s):
        return 1 - s.plays_made[spirit]
    return track_value(s, t, spirit, v.PLAYS_TRACK) + s.extra_plays[spirit] - s.plays_made[spirit]


@kernel
def offer_playable(s, t, spirit):
    """Offers the cards in hand that the spirit can pay for."""
    for k in range(s.cards[spirit]):
        card = s.own_card[spirit, k]
        if s.own_zone[spirit, k] == v.HAND and card_cost(s, t, card) <= s.energy[spirit]:
            offer(s, v.O_CARD, card, 0, 0)


@kernel
def play_cards_step(s, t, f):
    """Lets a spirit choose and pay all its cards of the turn (R4.7)."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    if frame[F_STEP] == steps.ASKED:
        if answer_kind(s) == v.O_STOP:
            pop_frame(s)
            return
        play_chosen(s, t, spirit)
    s.options = 0
    if plays_left(s, t, spirit) > 0:
        offer_playable(s, t, spirit)
        hooks.scenario.offer_play(s, spirit)
    hooks.scenario.offer_free_play(s, t)
    if s.options == 0:
        pop_frame(s)
        return
    offer(s, v.O_STOP, 0, 0, 0)
    frame[F_STEP] = steps.ASKED
    ask(s, v.D_PLAY_CARD, spirit)


@kernel
def extra_play_step(s, t, f):
    """Lets a spirit play one more card now, beyond its plays (Spur on with Words of Fire)."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    if frame[F_STEP] == steps.READY:
        s.options = 0
        offer_playable(s, t, spirit)
        hooks.scenario.offer_play(s, spirit)
        offer(s, v.O_STOP, 0, 0, 0)
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_PLAY_CARD, spirit):
            return
    pop_frame(s)
    if answer_kind(s) != v.O_STOP:
        play_chosen(s, t, spirit)


@kernel
def play_gained_step(s, t, f):
    """Plays the card just gained: for its cost, or for half of it, or free and forgotten later (Unlock the Gates)."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    card = s.frame[frame[F_BASE], reg.RUN_GAINED]
    cost = card_cost(s, t, card)
    if frame[F_STEP] == steps.READY:
        k = find_card(s, spirit, card)
        if k < 0 or s.own_zone[spirit, k] != v.HAND:
            pop_frame(s)
            return
        unlocks = frame[F_FLAGS] & codes.HALF_PRICE != 0
        s.options = 0
        if (unlocks and (cost + 1) // 2 <= s.energy[spirit]) or (not unlocks and cost <= s.energy[spirit]):
            offer(s, v.O_OPTION, 1, 0, 0)
        if unlocks:
            offer(s, v.O_OPTION, 2, 0, 0)
            offer(s, v.O_STOP, 0, 0, 0)
        if s.options == 0:
            pop_frame(s)
            return
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_OPTION, spirit):
            return
    pop_frame(s)
    if answer_kind(s) == v.O_STOP:
        return
    if frame[F_FLAGS] & codes.HALF_PRICE:
        s.unlocked[spirit] = card + 1
        s.energy[spirit] += cost // 2 if answer_a(s) == 1 else cost  # given back: playing takes the whole cost
        if answer_a(s) == 2:
            s.forget_later[spirit] = card + 1
    play_card(s, t, spirit, card)
