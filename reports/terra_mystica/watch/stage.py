"""The table of Terra Mystica: the map with structures and bridges, the cults, what is on offer, and the seats."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from markupsafe import Markup

from reports.core.watch.markup import join, tag
from reports.core.watch.stage import Player
from reports.core.watch.stage import Stage as StageProtocol
from reports.terra_mystica.hexmap import LAND, STRONG, UP, corners, place
from reports.terra_mystica.names import TerraNames
from reports.terra_mystica.watch.panels import NO_FACTION, cult_panel, offer_panel, seat_name, seat_panel, tile_panel
from simulator.terra_mystica.record import vocabulary as v

STYLE = Path(__file__).parent / "stage.css"
SIZE = 64.0  # width of a hex in the units of the drawing
# Structures on a field of 40 by 40 around the middle of their hex, in the colour of their seat.
STRUCTURES = {
    v.DWELLING: "M-9 10V-2L0 -11L9 -2V10Z",
    v.TRADING_POST: "M-14 11V-1L-6 -9L2 -1H14V11Z",
    v.TEMPLE: "M-11 0A11 11 0 1 1 11 0A11 11 0 1 1 -11 0Z",
    v.STRONGHOLD: "M-16 12V-12H-9V-6H-4V-12H4V-6H9V-12H16V12Z",
    v.SANCTUARY: "M-8 -12H8A12 12 0 0 1 8 12H-8A12 12 0 0 1 -8 -12Z",
}


class Stage(StageProtocol):
    """Draws one match."""

    def __init__(self, match: Any, language: str) -> None:
        self.names = TerraNames(language)
        self.match, self.content, self.tables = match, match.content, match.tables
        self.style = STYLE.read_text("utf-8")
        self.seats = range(int(match.state["players"]))

    def frame(self) -> Markup:
        """Returns the map and the places beside it."""
        ground = [self._ground(hexagon) for hexagon in range(v.HEXES)]
        hexes = [tag("g", data_part=f"hex {name}") for name in self.content.hexes]
        box = f"{-SIZE * 0.65:.0f} {-SIZE * 0.8:.0f} {SIZE * 14.2:.0f} {SIZE * (8 * UP + 1.6):.0f}"
        title = tag("title", "map")
        drawn = tag("svg", title, *ground, *hexes, tag("g", data_part="bridges"), class_="map", viewBox=box, role="img")
        cults = [tag("div", class_="cult", data_part=f"cult {track}") for track in v.CULTS]
        seats = [tag("div", class_="seat", data_part=f"seat {seat}") for seat in self.seats]
        below = tag("div", tag("div", *cults, class_="cults"), tag("div", *seats, class_="seats"), class_="below")
        above = [tag("div", class_=name, data_part=name) for name in ("tiles", "offer")]
        return join([*above, drawn, below])

    def _ground(self, hexagon: int) -> Markup:
        """Returns a hex as it lies there before anything is dug."""
        river = self.content.island.is_river(hexagon)
        return tag("path", class_="hex river" if river else "hex", d=self._rim(hexagon))

    def _middle(self, hexagon: int) -> tuple[float, float]:
        x, y = place(self.content.island.cells[hexagon])
        return SIZE * x, SIZE * y

    def _rim(self, hexagon: int, size: float = 0.97) -> str:
        points = corners(self.content.island.cells[hexagon], size)
        return "M" + "L".join(f"{SIZE * x:.1f} {SIZE * y:.1f}" for x, y in points) + "Z"

    # --- what changes

    def parts(self, state: np.void) -> dict[str, Markup]:
        """Returns what lies on the table."""
        colours = tuple(self._colour(state, seat) for seat in self.seats)
        found = {
            "tiles": tile_panel(self.content, state),
            "offer": offer_panel(self.content, state),
            "bridges": self._bridges(state),
        }
        for hexagon, name in enumerate(self.content.hexes):
            owner, terrain = int(state["owner"][hexagon]), int(state["terrain"][hexagon])
            in_town = bool(int(state["in_town"][hexagon // 64]) >> hexagon % 64 & 1)
            river_town = bool(int(state["river_town"][hexagon // 64]) >> hexagon % 64 & 1)
            colour = colours[owner] if owner >= 0 else ""
            found[f"hex {name}"] = self._hex(
                hexagon, terrain, int(state["structure"][hexagon]), colour, in_town or river_town
            )
        for track, name in enumerate(v.CULTS):
            found[f"cult {name}"] = cult_panel(self.content, state, track, colours)
        for seat in self.seats:
            found[f"seat {seat}"] = seat_panel(self.content, state, seat, colours[seat])
        return found

    def _colour(self, state: np.void, seat: int) -> str:
        faction = int(state["faction"][seat])
        return NO_FACTION if faction < 0 else STRONG[int(self.tables["home"][faction])]

    @cache  # noqa: B019 - a stage lives as long as its film is made
    def _hex(self, hexagon: int, terrain: int, structure: int, colour: str, in_town: bool) -> Markup:
        x, y = self._middle(hexagon)
        name = self.content.hexes[hexagon]
        drawn = []
        if terrain != v.RIVER:
            title = tag("title", f"{name}, {v.TERRAINS[terrain]}")
            ground = {"data_k": "ground", "class_": "ground", "style": f"fill:{LAND[terrain]}", "d": self._rim(hexagon)}
            drawn += [tag("path", title, **ground), tag("text", name, class_="name", x=x, y=y - SIZE * 0.33)]
        if structure:
            title = tag("title", v.STRUCTURES[structure])
            shape = tag("path", title, class_="structure", style=f"fill:{colour}", d=STRUCTURES[structure])
            drawn.append(tag("g", shape, data_k=f"structure-{structure}", transform=f"translate({x:.1f} {y + 5:.1f})"))
        if in_town:
            drawn.append(tag("circle", data_k="town", class_="town", cx=x + 20, cy=y - 8, r=5))
        return join(drawn)

    def _bridges(self, state: np.void) -> Markup:
        return join([self._bridge(state, number) for number in range(int(state["bridges"]))])

    def _bridge(self, state: np.void, number: int) -> Markup:
        """Returns a bridge: the middle part of the way between the two hexes, so that structures stay in sight."""
        one, other = (np.array(self._middle(int(end))) for end in self.tables["site"][int(state["bridge_site"][number])])
        (x1, y1), (x2, y2) = one + 0.3 * (other - one), one + 0.7 * (other - one)
        style = f"stroke:{self._colour(state, int(state['bridge_seat'][number]))}"
        return tag("line", data_k=f"bridge-{number}", class_="bridge", style=style, x1=float(x1), y1=float(y1), x2=float(x2),
                   y2=float(y2))  # fmt: skip

    def tips(self) -> dict[str, str]:
        """Returns what cards and tiles do."""
        content = self.content
        kinds = (content.cards, content.favors, content.towns, content.round_tiles)
        return {name: self.names.tile(name) for kind in kinds for name in kind}

    def players(self, state: np.void) -> list[Player]:
        """Returns the seats."""
        return [Player(seat_name(self.content, state, seat), self._colour(state, seat)) for seat in self.seats]
