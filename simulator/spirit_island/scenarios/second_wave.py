"""Second Wave (R31.6): a second game on the island that a won one leaves. All that it changes:

- the first game, given in the set-up record or made up, sets side of the blight card, level and assisting cards
  (`recall_first_game`) and the island, on which invaders are set up nearer to the coast (`populate_wave`);
- before the spirits are set up the island is cleared up (`wave_step`), and blight of set-up moves to and from the
  blight card (hook `setup_blight_moves_card`);
- a card turned back fills its blighted side with the blight laid beside it (`fill_blighted_side`);
- a card of the first game assists once: it is kept out of the decks (`is_assistance`), played free from stage III on
  (`offer_assistance`, `play_assistance`), without range and with easy thresholds (`is_assisting`), and leaves when time
  passes (zone v.ASSISTING).
"""

from simulator.core.agenda import answer_a, answer_c, ask, offer, pop_frame
from simulator.core.chance import draw_below
from simulator.core.compiled import kernel
from simulator.spirit_island.record import codes, steps
from simulator.spirit_island.record import registers as reg
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import F_STEP
from simulator.spirit_island.record.tables import MAX_SPIRITS
from simulator.spirit_island.rules.cards import own_card
from simulator.spirit_island.rules.lands import adjacent, board_of, board_spaces, has_bit, spaces
from simulator.spirit_island.rules.values import invader_stage

HIGHEST_LEVEL = 6
BLIGHT_LEFT = 2  # per board, on the island and on a card turned back to healthy
SHIFTED_FROM, SHIFT = 6, 3  # printed invaders of these lands go so many numbers lower
TOWN_LAND = 5
DRAWN_LANDS = 8  # every board, thematic or not, has lands 1 to 8
CROWD = 3  # dahan in one land that make one of them leave
FEW_DAHAN, SOME_DAHAN, MANY_DAHAN = 2, 4, 8  # per board: one joins between the first two, none stays beyond the third
FREE_PUSHES = 60  # after so many, crowded dahan go only where there is room, so that set-up ends
PRUNE_BLIGHT, PRUNE_BEASTS, PRUNE_WILDS, PRUNE_DISEASE, SPREAD_DAHAN, JOIN_DAHAN, THIN_DAHAN, FILL_CARD = range(8)


@kernel
def recall_first_game(s, t, setup):
    """Takes the side of the blight card, which may raise the adversary's level, and the cards that assist."""
    if setup.first_given:
        s.wave = v.LEFT_BLIGHTED if setup.first_blighted else v.LEFT_HEALTHY
        for k in range(v.MAX_PLAYERS):
            s.assistance[k] = setup.first_assistance[k] + 1
    else:
        s.wave = v.LEFT_HEALTHY
        if draw_below(s, v.STREAM_SCENARIO, 2) == 1 and not s.flags & v.NO_BLIGHT_CARD:
            s.wave = v.LEFT_BLIGHTED
        for k in range(s.players):
            s.assistance[k] = draw_assistance(s, t) + 1
    if s.wave == v.LEFT_HEALTHY and s.adversary >= 0:
        s.level = min(HIGHEST_LEVEL, s.level + 1)


@kernel
def draw_assistance(s, t):
    """Returns a unique power of a spirit that takes no part and has not given one yet."""
    while True:
        panel = draw_below(s, v.STREAM_SCENARIO, MAX_SPIRITS)
        card = t.spirit_unique[panel, draw_below(s, v.STREAM_SCENARIO, 4)]
        takes_part = False
        for spirit in range(s.players):
            takes_part |= s.spirit[spirit] == panel
            for k in range(4):
                takes_part |= s.assistance[spirit] == t.spirit_unique[panel, k] + 1
        if not takes_part:
            return card


@kernel
def is_assistance(s, card):
    """Tells whether a card was set aside to assist."""
    for k in range(v.MAX_PLAYERS):
        if s.assistance[k] == card + 1:
            return True
    return False


# --- the island


@kernel
def populate_wave(s, t, setup):
    """Puts the printed invaders nearer to the coast, a town into land 5, and what the first game has left."""
    for land in range(spaces(s)):
        goal = land - SHIFT if land % v.SPACES_PER_BOARD >= SHIFTED_FROM else land
        for kind in range(v.DAHAN):
            s.pieces[goal, kind] += t.layout_pieces[s.layout, land, kind]
    for board in range(s.players):
        s.pieces[board * v.SPACES_PER_BOARD + TOWN_LAND, v.TOWN] += 1
    if setup.first_given:
        take_over_island(s, setup)
    else:
        make_up_island(s, t)


@kernel
def take_over_island(s, setup):
    """Takes the blight card, dahan, blight and tokens of a given first game."""
    s.blight_card = setup.first_blight_card
    s.blight_pool = setup.first_blight_pool
    for land in range(spaces(s)):
        for kind in range(v.DAHAN, len(v.PIECES)):
            s.pieces[land, kind] = setup.first_pieces[land, kind]


@kernel
def make_up_island(s, t):
    """Makes up what a first game may have left: the printed dahan and tokens, and all its blight somewhere."""
    for land in range(spaces(s)):
        for kind in range(v.DAHAN, len(v.PIECES)):
            if kind != v.BLIGHT:
                s.pieces[land, kind] = t.layout_pieces[s.layout, land, kind] + t.layout_tokens[s.layout, land, kind]
        s.blight_pool += t.layout_pieces[s.layout, land, v.BLIGHT]
    if s.wave == v.LEFT_BLIGHTED:
        s.blight_pool += t.blight_blighted[s.blight_card] * s.players
    for k in range(BLIGHT_LEFT * s.players):
        if s.blight_pool > 1:  # an empty card would have flipped
            land = k % s.players * v.SPACES_PER_BOARD + 1 + draw_below(s, v.STREAM_SCENARIO, DRAWN_LANDS)
            s.pieces[land, v.BLIGHT] += 1
            s.blight_pool -= 1


# --- between the games


@kernel
def offer_surplus(s, kind, board, most):
    """Offers the lands from which a piece can go while the island (board -1) or a board holds more than so many."""
    total = 0
    for land in range(spaces(s)):
        if has_bit(s.island, land) and (board < 0 or board_of(land) == board):
            total += s.pieces[land, kind]
    if total <= most:
        return
    for land in range(spaces(s)):
        if has_bit(s.island, land) and (board < 0 or board_of(land) == board) and s.pieces[land, kind] > 0:
            offer(s, v.O_LAND, land, 0, 0)


@kernel
def has_room(s):
    """Tells whether some land can take a dahan without being crowded."""
    for land in range(spaces(s)):
        if has_bit(s.island, land) and s.pieces[land, v.DAHAN] < CROWD - 1:
            return True
    return False


@kernel
def steps_to_room(s, t, land):
    """Returns how far the nearest land is that can take a dahan without being crowded."""
    for distance in range(v.MAX_RANGE + 1):
        near = t.near[s.layout, distance, land] & s.island
        for other in range(spaces(s)):
            if has_bit(near, other) and s.pieces[other, v.DAHAN] < CROWD - 1:
                return distance
    return v.MAX_RANGE + 1


@kernel
def offer_spreads(s, t, pushes):
    """Offers the pushes of dahan out of crowded lands; late ones only towards room."""
    if not has_room(s):
        return
    for land in range(spaces(s)):
        if not has_bit(s.island, land) or s.pieces[land, v.DAHAN] < CROWD:
            continue
        goals = adjacent(s, t, land)
        for goal in range(spaces(s)):
            if has_bit(goals, goal) and (pushes < FREE_PUSHES or steps_to_room(s, t, goal) < steps_to_room(s, t, land)):
                offer(s, v.O_LAND, goal, codes.FROM_LAND, land)


@kernel
def join_dahan(s):
    """Adds a dahan to the lowest-numbered land with dahan of each board that holds few."""
    for board in range(s.players):
        total = 0
        lowest = -1
        for land in range(spaces(s) - 1, -1, -1):
            if has_bit(s.island & board_spaces(board), land) and s.pieces[land, v.DAHAN] > 0:
                total += s.pieces[land, v.DAHAN]
                lowest = land
        if FEW_DAHAN <= total <= SOME_DAHAN:
            s.pieces[lowest, v.DAHAN] += 1


@kernel
def fill_card(s):
    """Turns a blighted card back: 2 blight per board (and the errata's 1) lie on it, the rest beside it."""
    if s.wave != v.LEFT_BLIGHTED:
        return
    on_card = BLIGHT_LEFT * s.players + (1 if s.flags & v.BLIGHT_PLUS_ONE else 0)
    s.blight_beside = max(0, s.blight_pool - on_card)
    s.blight_pool -= s.blight_beside


@kernel
def offer_between(s, t, stage, pushes):
    """Offers what the players may choose in one stage of clearing up."""
    s.options = 0
    if stage == PRUNE_BLIGHT:
        offer_surplus(s, v.BLIGHT, -1, BLIGHT_LEFT * s.players)
    elif stage <= PRUNE_DISEASE:
        offer_surplus(s, v.BEASTS + stage - PRUNE_BEASTS, -1, s.players)
    elif stage == SPREAD_DAHAN:
        offer_spreads(s, t, pushes)
    elif stage == THIN_DAHAN:
        for board in range(s.players):
            if s.options == 0:
                offer_surplus(s, v.DAHAN, board, MANY_DAHAN)


@kernel
def clear_up(s, stage):
    """Carries out the choice of one stage of clearing up."""
    land = answer_a(s)
    if stage == PRUNE_BLIGHT:
        s.pieces[land, v.BLIGHT] -= 1
        s.blight_pool += 1
    elif stage <= PRUNE_DISEASE:
        s.pieces[land, v.BEASTS + stage - PRUNE_BEASTS] -= 1
    elif stage == SPREAD_DAHAN:
        s.pieces[answer_c(s), v.DAHAN] -= 1
        s.pieces[land, v.DAHAN] += 1
    else:
        s.pieces[land, v.DAHAN] -= 1


@kernel
def wave_step(s, t, f):
    """Clears up after the first game: blight, tokens and dahan go or move; UNSURE: the players choose which."""
    frame = s.frame[f]
    if frame[F_STEP] == steps.ASKED:
        frame[F_STEP] = steps.READY
        frame[reg.WAVE_CHOICES] += 1
        clear_up(s, frame[reg.WAVE_STAGE])
    while frame[reg.WAVE_STAGE] < FILL_CARD:
        if frame[reg.WAVE_STAGE] == JOIN_DAHAN:
            join_dahan(s)
        offer_between(s, t, frame[reg.WAVE_STAGE], frame[reg.WAVE_CHOICES])
        if s.options > 0:
            frame[F_STEP] = steps.ASKED
            ask(s, v.D_LAND, 0)
            return
        frame[reg.WAVE_STAGE] += 1
        frame[reg.WAVE_CHOICES] = 0
    fill_card(s)
    pop_frame(s)


# --- a card that turns over


@kernel
def fill_blighted_side(s):
    """Puts what lies beside the card on its blighted side; without any, the island is lost (R19.9)."""
    s.blight_pool += s.blight_beside
    s.blight_beside = 0
    if s.blight_pool == 0:
        s.lost = v.C_BLIGHT


# --- assistance


@kernel
def offer_assistance(s, t):
    """Offers the set-aside cards, from stage III on."""
    if invader_stage(s, t) != 3:
        return
    for k in range(v.MAX_PLAYERS):
        if s.assistance[k] > 0:
            offer(s, v.O_ASSIST, s.assistance[k] - 1, 0, 0)


@kernel
def play_assistance(s, spirit):
    """Plays the chosen set-aside card, which assists once."""
    card = answer_a(s)
    for k in range(v.MAX_PLAYERS):
        if s.assistance[k] == card + 1:
            s.assistance[k] = 0
    own_card(s, spirit, card, v.ASSISTING)


@kernel
def is_assisting(s, spirit, power):
    """Tells whether a power is a card of the first game that a spirit has played."""
    for k in range(s.cards[spirit]):
        if s.own_card[spirit, k] == power:
            return s.own_zone[spirit, k] == v.ASSISTING
    return False
