"""Event cards: drawing, their three parts, and the steps only events need (R27)."""

from simulator.core.agenda import answer_a, answer_b, answer_kind, ask, offer, pop_frame
from simulator.core.chance import shuffle
from simulator.core.compiled import kernel
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.frames import FR_EVENT, FR_RUN, note_result, push_child, push_frame
from simulator.spirit_island.record.state import (
    F_ACTOR,
    F_BASE,
    F_LAND,
    F_N,
    F_PC,
    F_SOURCE,
    F_STEP,
    F_WHO,
)
from simulator.spirit_island.rules.blight import empty_pool
from simulator.spirit_island.rules.cards import discard_card, draw_card, find_card, forget_card
from simulator.spirit_island.rules.fear import update_terror_level
from simulator.spirit_island.rules.invader_cards import card_lands, start_card
from simulator.spirit_island.rules.lands import board_spaces
from simulator.spirit_island.rules.powers import NORMALLY, may_use_in, offer_usable, use_card_now, use_chosen
from simulator.spirit_island.rules.presence import presence_on_board, presence_on_island
from simulator.spirit_island.rules.spirits import refresh_elements
from simulator.spirit_island.rules.values import AIDED, aid_by_elements, aid_by_forgetting, shared_means

DISCARDING_AIDS = 2  # R27.9
OUTPACED_ENERGY, OUTPACED_PRESENCE = 3, 2
KEEP_PACE, STAY_SLOW, PAY_PRESENCE = 2, 1, 3  # options of Outpaced


# --- the card


@kernel
def start_event(s, card):
    """Puts an event card on the agenda; -1 = the top card of the deck."""
    f = push_frame(s, FR_EVENT)
    s.frame[f, reg.EVENT_CARD] = card


@kernel
def renew_event_deck(s):
    """Shuffles the discarded events when none is left."""
    if s.event_top < s.event_size:
        return
    s.event_top = 0
    shuffle(s, v.STREAM_EVENT_DECK, s.event_deck, 0, s.event_size)


@kernel
def draw_event(s, t):
    """Takes the top card of the event deck, -1 = none."""
    while s.event_top < s.event_size:
        card = s.event_deck[s.event_top]
        s.event_top += 1
        if s.scenario < 0 or t.event_not_in[card] != s.scenario:  # R27.11
            return card
    return -1


@kernel
def put_event_back(s, card, depth):
    """Puts a card back into the event deck under so many cards."""
    if s.event_top == 0:  # only where a position has no deck: make room at the top
        for k in range(s.event_size, 0, -1):
            s.event_deck[k] = s.event_deck[k - 1]
        s.event_size += 1
    else:
        s.event_top -= 1
    place = min(s.event_top + depth, s.event_size - 1)
    for k in range(s.event_top, place):
        s.event_deck[k] = s.event_deck[k + 1]
    s.event_deck[place] = card


@kernel
def start_part(s, t, card, part):
    """Runs one part of an event card: an action of its own (R0.6)."""
    program = t.event_program[card, part]
    if program < 0:
        return
    f = push_frame(s, FR_RUN)
    s.frame[f, F_PC] = program
    s.frame[f, F_BASE] = f
    s.frame[f, F_SOURCE] = v.SOURCE_DAHAN_EVENT if part == v.DAHAN_PART else v.SOURCE_EVENT


@kernel
def event_step(s, t, f):
    """Resolves an event card part by part, puts it away, and draws another where it says so (R6.2, R27.1)."""
    frame = s.frame[f]
    step = frame[F_STEP]
    frame[F_STEP] = step + 1
    if step == steps.EVENT_DRAW:
        if frame[reg.EVENT_CARD] < 0:
            renew_event_deck(s)
            frame[reg.EVENT_CARD] = draw_event(s, t)
        if frame[reg.EVENT_CARD] < 0:
            pop_frame(s)
            return
        s.tally = 0
        s.marked = 0
        s.event_return = 0
        s.event_again = 0
        if s.turn == 1 and frame[reg.EVENT_OF_PHASE] == 1 and s.flags & v.SKIP_EVENT_TURN_1:
            pop_frame(s)  # R6.4: discarded unresolved
    elif step - steps.EVENT_FIRST_PART < len(v.EVENT_PARTS):
        start_part(s, t, frame[reg.EVENT_CARD], step - steps.EVENT_FIRST_PART)
    else:
        another = draw_event(s, t) if s.event_again else -1  # drawn before this card goes back
        if s.event_return > 0:
            put_event_back(s, frame[reg.EVENT_CARD], s.event_return - 1)
        pop_frame(s)
        if another >= 0:
            start_event(s, another)


# --- costs


@kernel
def offer_aid(s, t, element, slack):
    """Offers cards that lower a shared cost; a discard only while all the rest still suffices (R27.9)."""
    for spirit in range(s.players):
        for k in range(s.cards[spirit]):
            if aid_by_forgetting(s, t, spirit, k, element) == 0:
                continue
            offer(s, v.O_FORGET, s.own_card[spirit, k], spirit, 0)
            if s.own_zone[spirit, k] == v.HAND and slack >= DISCARDING_AIDS:
                offer(s, v.O_DISCARD, s.own_card[spirit, k], spirit, 0)


@kernel
def give_aid(s, t, f):
    """Forgets or discards the chosen card and lowers the cost."""
    spirit = answer_b(s)
    card = answer_a(s)
    if answer_kind(s) == v.O_FORGET:
        forget_card(s, t, spirit, card)
        s.frame[f, F_N] -= DISCARDING_AIDS * 2
    else:
        k = find_card(s, spirit, card)
        s.own_zone[spirit, k] = v.DISCARD
        s.own_used[spirit, k] = AIDED
        s.frame[f, F_N] -= DISCARDING_AIDS


@kernel
def total_energy(s):
    """Returns the energy of all spirits."""
    total = 0
    for spirit in range(s.players):
        total += s.energy[spirit]
    return total


@kernel
def shared_pay_step(s, t, f):
    """Lets the spirits pay together: cards first, then energy, split as they like (R27.8, R27.9)."""
    frame = s.frame[f]
    element = frame[reg.PAY_ELEMENT]
    if frame[F_STEP] == steps.PAY_CARD_ASKED:
        frame[F_STEP] = steps.PAY_CARDS
        if answer_kind(s) == v.O_STOP:
            frame[F_STEP] = steps.PAY_ENERGY
            frame[F_N] -= aid_by_elements(s, element)
        else:
            give_aid(s, t, f)
    elif frame[F_STEP] == steps.PAY_ENERGY_ASKED:
        frame[F_STEP] = steps.PAY_ENERGY
        s.energy[answer_a(s)] -= 1
        frame[F_N] -= 1
    if frame[F_STEP] == steps.PAY_CARDS:
        s.options = 0
        due = frame[F_N] - aid_by_elements(s, element)
        if due > 0:
            offer_aid(s, t, element, shared_means(s, t, element) - frame[F_N])
        if due <= total_energy(s):
            offer(s, v.O_STOP, 0, 0, 0)
        frame[F_STEP] = steps.PAY_CARD_ASKED
        ask(s, v.D_FORGET, 0)
        return
    s.options = 0
    if frame[F_N] > 0:
        for spirit in range(s.players):
            if s.energy[spirit] > 0:
                offer(s, v.O_SPIRIT, spirit, 0, 0)
    if s.options == 0:
        pop_frame(s)
        return
    frame[F_STEP] = steps.PAY_ENERGY_ASKED
    ask(s, v.D_SPIRIT, 0)


# --- decks


@kernel
def probe_step(s, t, f):
    """Discards the top card of a power deck and looks at it: an element, its speed or its cost (R27.12)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.ASKED:
        note_result(s, f, v.RESULT_LAST, answer_kind(s) == v.O_YES)
        pop_frame(s)
        return
    card = draw_card(s, frame[reg.PROBE_DECK])
    found = 0
    if card >= 0:
        discard_card(s, t, card)
        wanted = frame[reg.PROBE_FOR]
        if wanted == codes.PROBE_COST:
            found = t.power_cost[card]
        elif wanted == codes.PROBE_FAST:
            found = t.power_speed[card] == v.FAST
        elif t.power_any_element[card]:
            s.options = 0
            offer(s, v.O_YES, 0, 0, 0)
            offer(s, v.O_NO, 0, 0, 0)
            frame[F_STEP] = steps.ASKED
            ask(s, v.D_MAY, 0)
            return
        else:
            found = t.power_elements[card, wanted] > 0
    note_result(s, f, v.RESULT_LAST, found)
    pop_frame(s)


@kernel
def change_fear_deck(s, adds):
    """Adds an unused fear card on top of the fear deck, or removes the top one unearned (R13.3)."""
    section = s.terror_level - 1
    last = s.fear_top + s.fear_left[0] + s.fear_left[1] + s.fear_left[2]
    if not adds:
        if s.fear_left[section] > 0:
            s.fear_left[section] -= 1
            s.fear_top += 1
            update_terror_level(s)
        return
    if last >= s.fear_cards:
        return
    card = s.fear_deck[last]
    for k in range(last, s.fear_top, -1):
        s.fear_deck[k] = s.fear_deck[k - 1]
    s.fear_deck[s.fear_top] = card
    s.fear_left[section] += 1


@kernel
def remove_invader_card(s):
    """Takes the top invader card out of the game; one placed specially at set-up is passed over."""
    place = s.invader_top
    if place + 1 == s.early_stage_3:
        place += 1
    if place >= s.invader_size:
        return
    for k in range(place, s.invader_size - 1):
        s.invader_deck[k] = s.invader_deck[k + 1]
    s.invader_size -= 1
    if s.early_stage_3 > place + 1:
        s.early_stage_3 -= 1


@kernel
def drain_blight_step(s, t, f):
    """Removes blight from the blight card to the box; an emptied card flips or loses (R19.8, R19.9)."""
    frame = s.frame[f]
    if frame[F_N] <= 0 or s.blight_pool <= 0:
        pop_frame(s)
        return
    frame[F_N] -= 1
    s.blight_pool -= 1
    s.blight_box += 1
    if s.blight_pool == 0:
        empty_pool(s, t)


# --- actions in a terrain of choice


@kernel
def shown_on_cards(s, t):
    """Returns the terrains on the cards in the action slots, the explore card apart while it is not revealed."""
    terrains = 0
    for slot in range(4):
        for k in range(s.slot_count[slot]):
            terrains |= t.invader_terrains[s.slot[slot, k]]
    return terrains


@kernel
def terrain_action_step(s, t, f):
    """An additional ravage or build in all lands of a terrain no card shows; presence may spare a board of it."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        shown = shown_on_cards(s, t)
        s.options = 0
        for terrain in range(len(v.TERRAINS)):
            if shown >> terrain & 1 == 0:
                offer(s, v.O_TERRAIN, terrain, 0, 0)
        if s.options == 0:
            pop_frame(s)
            return
        frame[F_STEP] = steps.TERRAIN_ASKED
        if ask(s, v.D_OPTION, 0):
            return
    if frame[F_STEP] == steps.TERRAIN_ASKED:
        s.frame_lands[f] = card_lands(s, t, 1 << answer_a(s))
        frame[F_STEP] = steps.TERRAIN_BOARDS
    elif frame[F_STEP] == steps.TERRAIN_BOARD_ASKED:
        frame[F_STEP] = steps.TERRAIN_BOARDS
        if answer_kind(s) == v.O_YES:
            s.frame_lands[f] &= ~board_spaces(frame[reg.TERRAIN_BOARD])
            d = push_child(s, v.OP_DESTROY_PRESENCE, f)
            s.frame[d, F_N] = frame[reg.TERRAIN_PRICE]
            s.frame[d, reg.LOSS_WHERE] = codes.LOSS_ON_BOARD
            s.frame[d, F_LAND] = frame[reg.TERRAIN_BOARD] * v.SPACES_PER_BOARD
            s.frame[d, F_WHO] = -1
            frame[reg.TERRAIN_BOARD] += 1
            return
        frame[reg.TERRAIN_BOARD] += 1
    while frame[reg.TERRAIN_PRICE] > 0 and frame[reg.TERRAIN_BOARD] < s.players:
        board = frame[reg.TERRAIN_BOARD]
        if s.frame_lands[f] & board_spaces(board) != 0 and presence_on_board(s, board) >= frame[reg.TERRAIN_PRICE]:
            s.options = 0
            offer(s, v.O_YES, 0, 0, 0)
            offer(s, v.O_NO, 0, 0, 0)
            frame[F_STEP] = steps.TERRAIN_BOARD_ASKED
            ask(s, v.D_MAY, board)
            return
        frame[reg.TERRAIN_BOARD] += 1
    lands = s.frame_lands[f]
    op = v.OP_RAVAGE if frame[reg.TERRAIN_ACTION] == v.RAVAGE else v.OP_BUILD
    pop_frame(s)
    start_card(s, t, op, lands, 0, 0)


# --- spirits pressed for time


@kernel
def next_slow_card(s, t, spirit, k):
    """Returns the next card in play that is slow now and unused, from place k on; -1 = none."""
    while k < s.cards[spirit]:
        card = s.own_card[spirit, k]
        is_slow = may_use_in(s, t, spirit, card, v.FAST) != NORMALLY
        if s.own_zone[spirit, k] == v.PLAY and s.own_used[spirit, k] == 0 and is_slow:
            return k
        k += 1
    return -1


@kernel
def outpaced_step(s, t, f):
    """For each slow card a spirit gives it up for energy, or pays to keep it and may use it now (Outpaced)."""
    frame = s.frame[f]
    spirit = frame[F_ACTOR]
    k = frame[reg.OUTPACED_PLACE]
    if frame[F_STEP] == steps.OUTPACED_PRICE_ASKED:
        choice = answer_a(s)
        frame[reg.OUTPACED_PLACE] = k + 1
        frame[F_STEP] = steps.READY
        if choice == STAY_SLOW:
            s.own_zone[spirit, k] = v.DISCARD
            s.energy[spirit] += 1 + t.power_cost[s.own_card[spirit, k]]
            refresh_elements(s, t, spirit)
            return
        start_late_use(s, f, k)
        if choice == KEEP_PACE:
            s.energy[spirit] -= OUTPACED_ENERGY
        else:
            d = push_child(s, v.OP_DESTROY_PRESENCE, f)
            s.frame[d, F_N] = OUTPACED_PRESENCE
            s.frame[d, F_WHO] = spirit
        return
    if frame[F_STEP] == steps.OUTPACED_USE_ASKED:
        frame[F_STEP] = steps.READY
        if answer_kind(s) == v.O_YES:
            use_card_now(s, t, spirit, frame[reg.OUTPACED_CARD], v.SLOW)
        return
    if frame[reg.OUTPACED_KEPT] == 1:
        ask_late_use(s, f)
        return
    k = next_slow_card(s, t, spirit, k)
    if k < 0:
        pop_frame(s)
        return
    frame[reg.OUTPACED_PLACE] = k
    s.options = 0
    offer(s, v.O_OPTION, STAY_SLOW, 0, 0)
    if s.energy[spirit] >= OUTPACED_ENERGY:
        offer(s, v.O_OPTION, KEEP_PACE, 0, 0)
    if presence_on_island(s, spirit) >= OUTPACED_PRESENCE:
        offer(s, v.O_OPTION, PAY_PRESENCE, 0, 0)
    frame[F_STEP] = steps.OUTPACED_PRICE_ASKED
    ask(s, v.D_OPTION, spirit)


@kernel
def start_late_use(s, f, k):
    """Notes that the kept card may be used now, after its price is paid."""
    s.frame[f, reg.OUTPACED_CARD] = s.own_card[s.frame[f, F_ACTOR], k]
    s.frame[f, reg.OUTPACED_KEPT] = 1


@kernel
def ask_late_use(s, f):
    """Asks whether the kept card is used now instead of in the slow phase."""
    s.frame[f, reg.OUTPACED_KEPT] = 0
    s.options = 0
    offer(s, v.O_YES, 0, 0, 0)
    offer(s, v.O_NO, 0, 0, 0)
    s.frame[f, F_STEP] = steps.OUTPACED_USE_ASKED
    ask(s, v.D_MAY, s.frame[f, F_ACTOR])


@kernel
def use_slow_now_step(s, t, f):
    """Lets a spirit use one slow power now instead of in the slow phase (Rouse the Spirits)."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.READY:
        s.options = 0
        offer_usable(s, t, frame[F_ACTOR], v.SLOW)
        if s.options == 0:
            pop_frame(s)
            return
        offer(s, v.O_STOP, 0, 0, 0)
        frame[F_STEP] = steps.ASKED
        ask(s, v.D_USE_POWER, frame[F_ACTOR])
        return
    pop_frame(s)
    if answer_kind(s) != v.O_STOP:
        use_chosen(s, t, v.SLOW)
