"""Set-up (T2): tiles and cards, factions, start dwellings, first bonus cards."""

from simulator.core.agenda import answer_a, ask, offer, pop_frame, push_frame
from simulator.core.chance import draw_below, shuffle
from simulator.core.compiled import kernel
from simulator.core.streams import stream_key
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_SEAT, F_STEP, FR_DRAFT, FR_GAME
from simulator.terra_mystica.rules.building import put_structure
from simulator.terra_mystica.rules.hexes import add, offer_hexes
from simulator.terra_mystica.rules.passing import offer_cards, take_card
from simulator.terra_mystica.rules.resources import score

EXTRA_CARDS = 3  # cards in play beyond one per player (T2.2)
LAST_SPADE_ROUND = 4  # T2.1


@kernel
def seed_streams(s, seed, game):
    """Derives the random streams from seed and game index alone (common random numbers)."""
    for stream in range(len(v.STREAMS)):
        s.seed_key[stream] = stream_key(seed, game, stream)
        s.draws[stream] = 0


@kernel
def deal(s, t, setup, seed, game):
    """Deals a position and puts the game on the agenda. The state must be zeroed."""
    s.players = setup.players
    s.flags = setup.flags
    seed_streams(s, seed, game)
    clear_table(s, t)
    deal_scoring(s, t, setup)
    deal_cards(s, t, setup)
    for seat in range(s.players):
        s.order[seat] = seat
        s.faction[seat] = setup.faction[seat]
        score(s, seat, v.V_START, setup.start_vp[seat])
        s.without_cards[seat] = setup.without_cards[seat]
        s.without_favors[seat] = setup.without_favors[seat]
        s.without_towns[seat] = setup.without_towns[seat]
    if setup.draw_factions:
        draw_factions(s, t)
    push_frame(s, FR_GAME)
    for seat in range(s.players - 1, -1, -1):
        if s.faction[seat] < 0:
            f = push_frame(s, FR_DRAFT)
            s.frame[f, F_SEAT] = seat


@kernel
def clear_table(s, t):
    """Lays out the map and all supplies."""
    s.turn = -1
    for hexagon in range(v.HEXES):
        s.terrain[hexagon] = t.terrain[hexagon]
        s.owner[hexagon] = -1
        if s.terrain[hexagon] != v.RIVER:
            add(s.of_terrain[s.terrain[hexagon]], hexagon)
    for track in range(len(v.CULTS)):
        s.top[track] = -1
        for space in range(4):
            s.priest_space[track, space] = -1
    for favor in range(v.FAVORS):
        s.favors_left[favor] = t.favor_count[favor]
    for town in range(v.TOWNS):
        if not t.town_outside[town] or s.flags & v.EXTRA_TOWNS:
            s.towns_left[town] = t.town_count[town]
    for seat in range(v.MAX_SEATS):
        s.card[seat] = -1
        s.faction[seat] = -1
        for place in range(3):
            s.first_sites[seat, place] = -1


@kernel
def deal_scoring(s, t, setup):
    """Takes the given round tiles, or draws them; an order with the spade tile in round 5 or 6 is redrawn (T2.1)."""
    for place in range(v.ROUNDS):
        s.scoring[place] = setup.scoring[place]
    if s.scoring[0] >= 0:
        return
    tiles = s.option  # scratch room
    count = 0
    for tile in range(v.ROUND_TILES):
        if not t.tile_outside[tile] or s.flags & v.EXTRA_ROUND_TILE:
            tiles[count] = tile
            count += 1
    late = True
    while late:
        shuffle(s, v.STREAM_SCORING, tiles, 0, count)
        late = tiles[LAST_SPADE_ROUND] == v.SPADE_TILE or tiles[LAST_SPADE_ROUND + 1] == v.SPADE_TILE
    for place in range(v.ROUNDS):
        s.scoring[place] = tiles[place]


@kernel
def deal_cards(s, t, setup):
    """Takes the given bonus cards, or draws three more than there are players (T2.2)."""
    given = 0
    for card in range(v.CARDS):
        s.card_holder[card] = v.ON_TABLE if setup.card[card] else v.OUT_OF_PLAY
        given += setup.card[card]
    if given > 0:
        return
    cards = s.option  # scratch room
    count = 0
    for card in range(v.CARDS):
        if not t.card_outside[card] or s.flags & v.EXTRA_CARD:
            cards[count] = card
            count += 1
    shuffle(s, v.STREAM_CARDS, cards, 0, count)
    for place in range(s.players + EXTRA_CARDS):
        s.card_holder[cards[place]] = v.ON_TABLE


@kernel
def is_colour_free(s, t, faction):
    """Tells whether nobody plays the colour of a faction (T1.1)."""
    for seat in range(s.players):
        if s.faction[seat] >= 0 and t.home[s.faction[seat]] == t.home[faction]:
            return False
    return True


@kernel
def draw_factions(s, t):
    """Draws a colour for every seat without faction, then a side of its board (T2.3)."""
    colours = s.option  # scratch room
    for colour in range(len(v.TERRAINS)):
        colours[colour] = colour
    shuffle(s, v.STREAM_SEATS, colours, 0, len(v.TERRAINS))
    drawn = 0
    for seat in range(s.players):
        side = draw_below(s, v.STREAM_SEATS, 2)
        while s.faction[seat] < 0:
            for faction in range(v.FACTIONS):
                if t.home[faction] == colours[drawn] and is_colour_free(s, t, faction):
                    if side == 0:
                        s.faction[seat] = faction
                        break
                    side -= 1
            drawn += 1


@kernel
def draft_step(s, t, f):
    """Asks a seat for a faction of a free colour."""
    frame = s.frame[f]
    if frame[F_STEP] == 0:
        frame[F_STEP] = 1
        s.options = 0
        for faction in range(v.FACTIONS):
            if is_colour_free(s, t, faction):
                offer(s, v.O_FACTION, faction, 0, 0)
        ask(s, v.D_FACTION, frame[F_SEAT])
        return
    s.faction[frame[F_SEAT]] = answer_a(s)
    pop_frame(s)


@kernel
def lay_out(s, t, seat):
    """Gives a seat what its faction starts with; cult steps at the start pay no power (T2.4)."""
    faction = s.faction[seat]
    s.C[seat] = t.start[faction, v.COINS]
    s.W[seat] = t.start[faction, v.WORKERS]
    s.P[seat] = t.start[faction, v.PRIESTS]
    score(s, seat, v.V_START, max(t.start_vp[faction] - v.START_VP, -s.VP[seat]))
    s.ship[seat] = t.ship_start[faction]
    s.skip[seat] = t.skip_range[faction]
    for bowl in range(3):
        s.bowls[seat, bowl] = t.start_bowls[faction, bowl]
    for track in range(len(v.CULTS)):
        s.cult[seat, track] = t.start_cult[faction, track]


# --- start dwellings and first cards


@kernel
def start_dwelling_seat(s, t, place):
    """Returns who places start dwelling number `place`, -1 if nobody, -2 after the last (T2.5).

    Passes round the table: forward, backward, forward for a third dwelling, and last those who place a single one.
    """
    lap = place // s.players
    seat = place % s.players
    if lap > 3:
        return -2
    if lap == 1:
        seat = s.players - 1 - seat
    dwellings = t.start_dwellings[s.faction[seat]]
    if lap == 3:
        return seat if dwellings == 1 else -1
    return seat if dwellings > max(lap, 1) else -1


@kernel
def start_for(s, op, seat):
    """Puts a choice of set-up on the agenda."""
    f = push_frame(s, op)
    s.frame[f, F_SEAT] = seat


@kernel
def start_dwelling_step(s, t, f):
    """Asks for a home hex without structure."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    if frame[F_STEP] == 0:
        frame[F_STEP] = 1
        s.options = 0
        for half in range(2):
            offer_hexes(s, v.O_DWELLING, half, s.of_terrain[t.home[s.faction[seat]], half] & ~s.built[half], 0)
        ask(s, v.D_START_DWELLING, seat)
        return
    pop_frame(s)
    s.first_sites[seat, s.site_count[seat]] = answer_a(s)
    put_structure(s, t, seat, answer_a(s), v.DWELLING)


@kernel
def first_card_step(s, f):
    """Asks for the first bonus card (T2.6)."""
    frame = s.frame[f]
    if frame[F_STEP] == 0:
        frame[F_STEP] = 1
        s.options = 0
        offer_cards(s, frame[F_SEAT])
        ask(s, v.D_BONUS, frame[F_SEAT])
        return
    pop_frame(s)
    take_card(s, frame[F_SEAT], answer_a(s) - 1)
