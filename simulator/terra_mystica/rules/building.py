"""Structures: dwellings, upgrades and what they set off (T6.9, T6.10, T8.1-T8.4)."""

from simulator.core.agenda import answer_a, answer_kind, ask, offer, pop_frame, push_frame
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_N, F_SEAT, F_STEP, FR_FAVOR, FR_PRIESTS
from simulator.terra_mystica.rules.conversions import converted, offer_conversions
from simulator.terra_mystica.rules.cults import TRACKS, advance_cult
from simulator.terra_mystica.rules.digging import start_spades
from simulator.terra_mystica.rules.hexes import add, offer_hexes
from simulator.terra_mystica.rules.reach import has_opponent_beside, note_neighbours
from simulator.terra_mystica.rules.resources import gain_power, left_without, priest_room, round_event, score
from simulator.terra_mystica.rules.towns import ANYWHERE, start_towns
from simulator.terra_mystica.rules.tracks import step_ship


@kernel
def put_structure(s, t, seat, hexagon, structure):
    """Puts a structure on an empty hex."""
    s.structure[hexagon] = structure
    s.owner[hexagon] = seat
    s.count[seat, structure] += 1
    s.sites[seat, s.site_count[seat]] = hexagon
    s.site_count[seat] += 1
    add(s.built, hexagon)
    add(s.own[seat], hexagon)
    note_neighbours(s, t, seat, hexagon)


@kernel
def is_in_supply(s, t, seat, structure):
    """Tells whether a seat has another structure of a type (T1.3)."""
    return s.count[seat, structure] < t.supply[structure]


@kernel
def built_points(s, t, seat, structure):
    """Scores favor tiles that pay for a structure built."""
    source = v.V_FAVOR_DWELLING if structure == v.DWELLING else v.V_FAVOR_TRADING_POST
    for favor in range(v.FAVORS):
        if s.favors[seat] >> favor & 1:
            score(s, seat, source, t.favor_built[favor, structure])


@kernel
def offer_power_to_neighbours(s, hexagon):
    """Notes a site for the leech decisions after the action (T8.5)."""
    s.new_sites[s.new_site_count] = hexagon
    s.new_site_count += 1


@kernel
def build_dwelling(s, t, seat, hexagon):
    """Builds a dwelling that is paid for, with all it sets off (T6.10)."""
    put_structure(s, t, seat, hexagon, v.DWELLING)
    round_event(s, t, seat, v.EVENT_DWELLING, 1)
    built_points(s, t, seat, v.DWELLING)
    offer_power_to_neighbours(s, hexagon)
    start_towns(s, seat, hexagon)


# --- upgrades


@kernel
def upgrade_coins(s, t, seat, hexagon, structure):
    """Returns the coins of an upgrade: a trading post without opponents beside it costs twice as many (T8.2)."""
    coins = t.cost[s.faction[seat], structure, v.COINS]
    if structure == v.TRADING_POST and not has_opponent_beside(s, t, hexagon, seat):
        return 2 * coins
    return coins


@kernel
def offer_upgrade(s, t, seat, hexagon, structure):
    """Offers an upgrade that is in supply and can be paid."""
    price = t.cost[s.faction[seat], structure]
    if s.W[seat] < price[v.WORKERS] or s.C[seat] < price[v.COINS] or not is_in_supply(s, t, seat, structure):
        return
    if s.C[seat] >= upgrade_coins(s, t, seat, hexagon, structure):
        offer(s, v.O_UPGRADE, hexagon, structure, 0)


@kernel
def offer_upgrades(s, t, seat):
    """Offers the upgrades of all own structures (T8.1)."""
    for place in range(s.site_count[seat]):
        site = s.sites[seat, place]
        structure = s.structure[site]
        if structure == v.DWELLING:
            offer_upgrade(s, t, seat, site, v.TRADING_POST)
        elif structure == v.TRADING_POST:
            offer_upgrade(s, t, seat, site, v.TEMPLE)
            offer_upgrade(s, t, seat, site, v.STRONGHOLD)
        elif structure == v.TEMPLE:
            offer_upgrade(s, t, seat, site, v.SANCTUARY)


@kernel
def pay_upgrade(s, t, seat, hexagon, structure):
    """Pays the price of an upgrade."""
    s.C[seat] -= upgrade_coins(s, t, seat, hexagon, structure)
    s.W[seat] -= t.cost[s.faction[seat], structure, v.WORKERS]


@kernel
def replace(s, t, seat, hexagon, structure):
    """Replaces a structure, with all it sets off, in the order of T8.4.

    Effects of a stronghold that ask something come after the town tile: its gift may serve them.
    """
    s.count[seat, s.structure[hexagon]] -= 1
    s.count[seat, structure] += 1
    s.structure[hexagon] = structure
    offer_power_to_neighbours(s, hexagon)
    built_points(s, t, seat, structure)
    if structure == v.STRONGHOLD:
        start_stronghold_choices(s, t, seat)
        start_towns(s, seat, hexagon)
        raise_stronghold(s, t, seat)
        return
    start_towns(s, seat, hexagon)
    if structure == v.TRADING_POST:
        round_event(s, t, seat, v.EVENT_TRADING_POST, 1)
        return
    round_event(s, t, seat, v.EVENT_TEMPLE if structure == v.TEMPLE else v.EVENT_LARGE, 1)
    start_favor(s, seat, t.favors_per_building[s.faction[seat]])


@kernel
def raise_stronghold(s, t, seat):
    """Gives what a stronghold brings at once (T13)."""
    faction = s.faction[seat]
    round_event(s, t, seat, v.EVENT_LARGE, 1)
    gain_power(s, seat, t.sh_power[faction])
    score(s, seat, v.V_STRONGHOLD, t.sh_vp[faction])
    s.skip[seat] += t.sh_skip[faction]
    for _ in range(t.sh_ship[faction]):
        step_ship(s, t, seat)
    start_favor(s, seat, t.sh_favors[faction])


@kernel
def start_stronghold_choices(s, t, seat):
    """Puts on the agenda what a new stronghold asks its owner."""
    if t.sh_spades[s.faction[seat]] > 0:  # T13.10: none may be bought on top
        start_spades(s, t, seat, t.sh_spades[s.faction[seat]], 0)
    workers = t.sh_priests[s.faction[seat]]
    if workers > 0:
        f = push_frame(s, FR_PRIESTS)
        s.frame[f, F_SEAT] = seat
        s.frame[f, F_N] = workers


@kernel
def priests_step(s, t, f):
    """Asks how many workers become priests, bounded by the supply (T13.5)."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    if frame[F_STEP] == 0:
        frame[F_STEP] = 1
        s.options = 0
        for workers in range(min(frame[F_N], s.W[seat], priest_room(s, seat)) + 1):
            offer(s, v.O_PRIESTS, workers, 0, 0)
        offer_conversions(s, t, seat)
        ask(s, v.D_PRIESTS, seat)
        return
    if converted(s, f, seat, 0):
        return
    pop_frame(s)
    s.W[seat] -= answer_a(s)
    s.P[seat] += answer_a(s)


# --- favor tiles


@kernel
def start_favor(s, seat, tiles):
    """Puts the choice of favor tiles on the agenda."""
    if tiles > 0:
        f = push_frame(s, FR_FAVOR)
        s.frame[f, F_SEAT] = seat
        s.frame[f, F_N] = tiles


@kernel
def favor_step(s, t, f):
    """Asks for a favor tile of a kind that is left and not owned (T8.3)."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    if frame[F_STEP] == 0:
        frame[F_STEP] = 1
        s.options = 0
        there = 0
        for favor in range(v.FAVORS):
            there |= (s.favors_left[favor] > 0) << favor
        there = left_without(there & ~s.favors[seat], s.without_favors[seat])
        for favor in range(v.FAVORS):
            if there >> favor & 1:
                offer(s, v.O_FAVOR, favor, 0, 0)
        if s.options == 0:
            pop_frame(s)
            return
        offer_conversions(s, t, seat)
        ask(s, v.D_FAVOR, seat)
        return
    if converted(s, f, seat, 0):
        return
    frame[F_STEP] = 0
    frame[F_N] -= 1
    if frame[F_N] == 0:
        pop_frame(s)
    take_favor(s, t, seat, answer_a(s))


@kernel
def take_favor(s, t, seat, favor):
    """Gives a favor tile; its cult steps are immediate."""
    s.favors_left[favor] -= 1
    s.favors[seat] |= 1 << favor
    if t.favor_town_power[favor]:
        start_towns(s, seat, ANYWHERE)  # T10.4
    for track in range(TRACKS):
        advance_cult(s, t, seat, track, t.favor_cult[favor, track])


# --- free structures of strongholds (T13.13, T13.14)


@kernel
def free_dwelling_step(s, t, f):
    """Asks for any empty home hex of the map; the dwelling is free."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    if frame[F_STEP] == 0:
        frame[F_STEP] = 1
        s.options = 0
        if is_in_supply(s, t, seat, v.DWELLING):
            for half in range(2):
                offer_hexes(s, v.O_BUILD, half, s.of_terrain[t.home[s.faction[seat]], half] & ~s.built[half], 0)
        offer(s, v.O_NO, 0, 0, 0)
        ask(s, v.D_BUILD, seat)
        return
    pop_frame(s)
    if answer_kind(s) == v.O_BUILD:
        build_dwelling(s, t, seat, answer_a(s))


@kernel
def free_trading_post_step(s, t, f):
    """Asks for a dwelling that becomes a trading post for nothing."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    if frame[F_STEP] == 0:
        frame[F_STEP] = 1
        s.options = 0
        for place in range(s.site_count[seat]):
            site = s.sites[seat, place]
            if s.structure[site] == v.DWELLING and is_in_supply(s, t, seat, v.TRADING_POST):
                offer(s, v.O_UPGRADE, site, v.TRADING_POST, 0)
        offer(s, v.O_NO, 0, 0, 0)
        ask(s, v.D_UPGRADE, seat)
        return
    pop_frame(s)
    if answer_kind(s) == v.O_UPGRADE:
        replace(s, t, seat, answer_a(s), v.TRADING_POST)
