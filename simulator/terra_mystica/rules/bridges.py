"""Bridges (T12.3)."""

from simulator.core.agenda import answer_a, ask, offer, pop_frame, push_frame
from simulator.core.compiled import kernel
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.record.state import F_SEAT, F_STEP, FR_SITE
from simulator.terra_mystica.rules.hexes import has
from simulator.terra_mystica.rules.reach import note_bridge
from simulator.terra_mystica.rules.towns import ANYWHERE, start_towns


@kernel
def is_bridged(s, site):
    """Tells whether a bridge stands on a site."""
    for bridge in range(s.bridges):
        if s.bridge_site[bridge] == site:
            return True
    return False


@kernel
def may_bridge(s, t, seat, site):
    """Tells whether a seat may build on a site: it is free, and an own structure stands at one end."""
    own = s.own[seat]
    return (has(own, t.site[site, 0]) or has(own, t.site[site, 1])) and not is_bridged(s, site)


@kernel
def has_site(s, t, seat):
    """Tells whether a seat has a bridge left and a place for it."""
    if s.bridges_built[seat] >= v.OWN_BRIDGES:
        return False
    for site in range(v.SITES):
        if may_bridge(s, t, seat, site):
            return True
    return False


@kernel
def start_site(s, seat):
    """Puts a bridge on the agenda."""
    f = push_frame(s, FR_SITE)
    s.frame[f, F_SEAT] = seat


@kernel
def put_bridge(s, t, seat, site):
    """Puts a bridge on the map."""
    s.bridge_site[s.bridges] = site
    s.bridge_seat[s.bridges] = seat
    s.bridges += 1
    s.bridges_built[seat] += 1
    note_bridge(s, t, site)


@kernel
def site_step(s, t, f):
    """Asks for a site and builds; the bridge may complete towns at once, neighbours gain nothing."""
    frame = s.frame[f]
    seat = frame[F_SEAT]
    if frame[F_STEP] == 0:
        frame[F_STEP] = 1
        s.options = 0
        for site in range(v.SITES):
            if may_bridge(s, t, seat, site):
                offer(s, v.O_BRIDGE, site, 0, 0)
        ask(s, v.D_SITE, seat)
        return
    pop_frame(s)
    put_bridge(s, t, seat, answer_a(s))
    start_towns(s, seat, ANYWHERE)


@kernel
def own_links(s, t, seat):
    """Counts the own bridges that join two own structures (T4.2)."""
    links = 0
    for bridge in range(s.bridges):
        site = s.bridge_site[bridge]
        if s.bridge_seat[bridge] == seat and has(s.own[seat], t.site[site, 0]) and has(s.own[seat], t.site[site, 1]):
            links += 1
    return links
