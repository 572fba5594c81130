"""Gaining power cards (R22.1, R22.2, R22.6)."""

from simulator.core.agenda import answer_a, answer_kind, ask, offer, pop_frame
from simulator.core.compiled import kernel
from simulator.spirit_island import hooks
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_RUN, push_child
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_BASE,
    F_BODY,
    F_FLAGS,
    F_N,
    F_PC,
    F_POWER,
    F_STEP,
    F_TARGET_SPIRIT,
    F_WHO,
)
from simulator.spirit_island.rules.cards import discard_card, disown_card, draw_card, forget_card, offer_own_cards, own_card
from simulator.spirit_island.rules.spirits import refresh_elements


@kernel
def draw_some(s, deck, number):
    """Draws cards to choose from."""
    s.drawn_count = 0
    for _ in range(min(number, len(s.drawn))):
        card = draw_card(s, deck)
        if card >= 0:
            s.drawn[s.drawn_count] = card
            s.drawn_count += 1


@kernel
def take_drawn(s, card):
    """Takes one of the drawn cards out of the row."""
    for k in range(s.drawn_count):
        if s.drawn[k] == card:
            for later in range(k, s.drawn_count - 1):
                s.drawn[later] = s.drawn[later + 1]
            s.drawn_count -= 1
            return


@kernel
def offer_drawn(s):
    """Offers the drawn cards."""
    s.options = 0
    for k in range(s.drawn_count):
        offer(s, v.O_CARD, s.drawn[k], 0, 0)


@kernel
def next_of_progression(s, t, spirit):
    """Returns the next card of the spirit's power progression, -1 = none (R22.6)."""
    if not s.flags & v.POWER_PROGRESSION or s.progress[spirit] >= 8:
        return -1
    return t.progression[s.spirit[spirit], s.progress[spirit]]


@kernel
def choose_deck(s, t, f):
    """Settles which deck is drawn from; returns False while the spirit is asked."""
    frame = s.frame[f]
    if frame[reg.GAIN_DECK] != codes.ANY_DECK:
        return True
    s.options = 0
    for deck in range(2):
        if s.deck_size[deck] - s.deck_top[deck] + s.deck_discarded[deck] > 0:
            offer(s, v.O_DECK, deck, 0, 0)
    if s.options == 0:
        return True
    frame[F_STEP] = steps.GAIN_DECK_ASKED
    if ask(s, v.D_DECK, frame[F_WHO]):
        return False
    frame[reg.GAIN_DECK] = answer_a(s)
    return True


@kernel
def begin_gain(s, t, f):
    """Starts a gain: the card of the progression, or cards drawn; returns False while waiting or done."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    card = next_of_progression(s, t, spirit)
    if card >= 0:
        s.progress[spirit] += 1
        frame[reg.GAIN_CARD] = card
        frame[F_STEP] = steps.GAIN_KEEP
        return True
    if not choose_deck(s, t, f):
        return False
    frame[F_STEP] = steps.GAIN_DRAW
    return True


@kernel
def keep_card(s, t, f, card):
    """Puts a gained card into hand; a major makes the spirit forget one (R22.2)."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    own_card(s, spirit, card, v.HAND)
    s.cards_gained += 1
    frame[reg.GAIN_CARD] = card
    if frame[F_BASE] >= 0:
        s.frame[frame[F_BASE], reg.RUN_GAINED] = card  # for play_gained
    must_forget = t.power_deck[card] == v.MAJOR and frame[F_FLAGS] & codes.NO_FORGET == 0
    frame[F_STEP] = steps.GAIN_FORGET if must_forget else steps.GAIN_END


@kernel
def end_gain(s, t, f):
    """Ends a gain: the user may take one of the rest (Entwined Power), the others are discarded."""
    frame = s.frame[f]
    if frame[reg.GAIN_LEFTOVER] == 1 and s.drawn_count > 0:
        frame[reg.GAIN_LEFTOVER] = 0
        frame[F_WHO] = s.frame[frame[F_BASE], F_ACTOR]
        frame[F_STEP] = steps.GAIN_CHOOSE
        return
    for k in range(s.drawn_count):
        discard_card(s, t, s.drawn[k])
    s.drawn_count = 0
    body = frame[F_BODY]
    forgot_this = frame[reg.GAIN_FORGOT_POWER] == 1
    pop_frame(s)
    if body >= 0 and forgot_this:
        r = push_child(s, FR_RUN, f)
        s.frame[r, F_PC] = body


@kernel
def give_card_step(s, t, f):
    """Lets a spirit give a card from its hand to another (Entwined Power); no forgetting."""
    frame = s.frame[f]
    taker = frame[F_WHO]
    giver = frame[F_ACTOR] if frame[reg.GAIN_GIVER] == v.ACTOR else frame[F_TARGET_SPIRIT]
    if frame[F_STEP] == steps.READY:
        s.options = 0
        if giver != taker:
            offer_own_cards(s, giver, v.HAND)
        offer(s, v.O_STOP, 0, 0, 0)
        frame[F_STEP] = steps.ASKED
        if ask(s, v.D_TAKE_CARD, giver):
            return
    pop_frame(s)
    if answer_kind(s) == v.O_CARD:
        disown_card(s, giver, answer_a(s))
        own_card(s, taker, answer_a(s), v.HAND)


@kernel
def share_out_step(s, t, f):
    """Gives every spirit one of the drawn cards, in play for good (Aid from Lesser Spirits)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        draw_some(s, frame[reg.GAIN_DECK], frame[F_N])
    elif frame[F_STEP] == steps.ASKED:
        take_drawn(s, answer_a(s))
        own_card(s, frame[reg.GAIN_TAKER], answer_a(s), v.PERMANENT)
        refresh_elements(s, t, frame[reg.GAIN_TAKER])
        frame[reg.GAIN_TAKER] += 1
    frame[F_STEP] = steps.ASKED
    offer_drawn(s)
    if frame[reg.GAIN_TAKER] >= s.players or s.options == 0:
        end_gain(s, t, f)
        return
    ask(s, v.D_TAKE_CARD, frame[reg.GAIN_TAKER])


@kernel
def gain_card_step(s, t, f):
    """Gains a power card: choose the deck, draw, keep one, forget for a major (R22.1, R22.2)."""
    frame = s.frame[f]
    spirit = frame[F_WHO]
    if frame[reg.GAIN_DECK] == codes.HAND_OF_ANOTHER:
        give_card_step(s, t, f)
        return
    if frame[F_FLAGS] & codes.FOR_GOOD:
        share_out_step(s, t, f)
        return
    if frame[F_STEP] == steps.GAIN_BEGIN and not begin_gain(s, t, f):
        return
    if frame[F_STEP] == steps.GAIN_DECK_ASKED:
        frame[reg.GAIN_DECK] = answer_a(s)
        frame[F_STEP] = steps.GAIN_DRAW
    if frame[F_STEP] == steps.GAIN_DRAW:
        draw_some(s, min(frame[reg.GAIN_DECK], 1), frame[F_N])
        frame[F_STEP] = steps.GAIN_CHOOSE
    if frame[F_STEP] == steps.GAIN_CHOOSE:
        offer_drawn(s)
        if s.options == 0:
            pop_frame(s)
            return
        frame[F_STEP] = steps.GAIN_CARD_ASKED
        if ask(s, v.D_TAKE_CARD, frame[F_WHO]):
            return
    if frame[F_STEP] == steps.GAIN_CARD_ASKED:
        frame[reg.GAIN_CARD] = answer_a(s)
        take_drawn(s, frame[reg.GAIN_CARD])
        frame[F_STEP] = steps.GAIN_KEEP
    if frame[F_STEP] == steps.GAIN_KEEP:
        keep_card(s, t, f, frame[reg.GAIN_CARD])
    if frame[F_STEP] == steps.GAIN_FORGET:
        s.options = 0
        offer_own_cards(s, spirit, -1)
        if hooks.scenario.forgetting_is_optional(s):
            offer(s, v.O_STOP, 0, 0, 0)
        frame[F_STEP] = steps.GAIN_FORGET_ASKED
        if ask(s, v.D_FORGET, spirit):
            return
    if frame[F_STEP] == steps.GAIN_FORGET_ASKED and answer_kind(s) != v.O_STOP:
        forgotten = answer_a(s)
        if forgotten == frame[F_POWER]:
            frame[reg.GAIN_FORGOT_POWER] = 1
        forget_card(s, t, spirit, forgotten)
    end_gain(s, t, f)
