"""The table of Spirit Island: the island with its pieces, the invader board, and what the spirits have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from markupsafe import Markup

from experiments.spirit_island.changes import Reader
from reports.core.watch.markup import join, tag
from reports.core.watch.stage import Player
from reports.core.watch.stage import Stage as StageProtocol
from reports.spirit_island.watch.island import Shape, as_path, island_shapes
from reports.spirit_island.watch.panels import blight_panel, fear_panel, invader_panel, spirit_panel
from reports.spirit_island.watch.tokens import COLOURS, Token, draw_tokens, markers_of, pieces_of, presence_of, symbols
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.words.cards import blight_text, power_text
from simulator.spirit_island.words.labels import land_names

STYLE = Path(__file__).parent / "stage.css"
MARGIN = 34.0  # of sea around the island
NAME_ABOVE = 36.0  # from the middle of a land up to its name
LEAST_SCALE = 0.5  # at which pieces can still be told
BELOW_NAME = 6.0  # from there down to the middle of its pieces
DUE = {v.SLOT_RAVAGE: "ravage", v.SLOT_BUILD: "build"}
# What the ground looks like: a few strokes on a field of 30 by 30.
GROUND = {
    "mountain": "M4 12L9 5L14 12M17 25L22 18L27 25",
    "jungle": "M5 9q3-5 6 0M9 6v7M19 24q3-5 6 0M22 21v7",
    "sands": "M6 7h.1M15 12h.1M24 6h.1M9 22h.1M20 25h.1M27 18h.1",
    "wetland": "M3 8q3-3 6 0t6 0M15 23q3-3 6 0t6 0",
}


class Stage(StageProtocol):
    """Draws one match."""

    def __init__(self, match: Any, language: str) -> None:
        del language  # names come with the content of the match
        self.reader = Reader(match.tables, match.content)
        self.style = STYLE.read_text("utf-8")
        state, content = match.state, match.content
        self.lands = land_names(state, match.tables, content)
        order = [
            content.boards[int(board)] for board in match.tables["layout_board"][state["layout"]][: int(state["players"])]
        ]
        self.shapes = island_shapes(content.source["boards"], order)
        self.terrain = {
            name: int(match.tables["layout_terrain"][state["layout"], land]) for name, land in self.lands.items()
        }
        self.coastal = int(match.tables["layout_coastal"][state["layout"]])
        self.spirits = [self.reader.spirit(state, player) for player in range(int(state["players"]))]

    # --- what stays

    def frame(self) -> Markup:
        """Returns the island without pieces, between the boards of the invaders and the spirits."""
        counters = [tag("p", tag("span", data_part=name), class_="counters") for name in ("fear", "blight")]
        spirits = [tag("div", class_="spirit", data_part=f"spirit {player}") for player in range(len(self.spirits))]
        below = tag("div", *spirits, class_="spirits below")
        return join([tag("div", class_="invaders", data_part="invaders"), *counters, self._island(), below])

    def _island(self) -> Markup:
        places = np.array([point for shape in self.shapes.values() for point in [*shape.outline, shape.middle]])
        (left, top), (right, bottom) = places.min(axis=0) - MARGIN, places.max(axis=0) + MARGIN
        grounds = [tag("pattern", tag("path", d=strokes), id=f"g-{name}", width=30, height=30, patternUnits="userSpaceOnUse")
                   for name, strokes in GROUND.items()]  # fmt: skip
        sea = tag("rect", class_="sea", x=left, y=top, width=right - left, height=bottom - top, rx=18)
        shapes = self.shapes.values()
        shores = [tag("path", class_="shore", d=as_path(border, False)) for shape in shapes for border in shape.coast]
        lands = [self._land(name, shape) for name, shape in self.shapes.items() if shape.outline]
        parts = [tag("g", data_part=f"{what} {name}") for name in self.lands for what in ("due", "land")]
        box = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
        inside = [tag("title", "island"), tag("defs", *grounds, symbols()), sea, *shores, *lands, *self._names(), *parts]
        least = f"--least: {LEAST_SCALE * (right - left):.0f}px"  # on a small screen a large island is moved about
        return tag("div", tag("svg", *inside, class_="island", viewBox=box, role="img", style=least), class_="sight")

    def _land(self, name: str, shape: Shape) -> Markup:
        kind, outline = v.TERRAINS[self.terrain[name]], as_path(shape.outline)
        title = tag("title", f"{name}, {self.reader.terrain(self.terrain[name])}")
        ground = tag("path", class_="ground", fill=f"url(#g-{kind})", d=outline)
        return join([tag("path", title, class_=f"land t-{kind}", d=outline), ground])

    def _names(self) -> list[Markup]:
        return [
            tag("text", name, class_="name", x=shape.middle[0], y=shape.middle[1] - NAME_ABOVE)
            for name, shape in self.shapes.items()
            if shape.outline
        ]

    # --- what changes

    def parts(self, state: np.void) -> dict[str, Markup]:
        """Returns what lies on the table."""
        found = {
            "invaders": invader_panel(self.reader, state),
            "fear": fear_panel(state),
            "blight": blight_panel(self.reader, state),
            **{f"spirit {player}": spirit_panel(self.reader, state, player) for player in range(len(self.spirits))},
        }
        due = {slot: self._lands_of(state, slot) for slot in DUE}
        for name, land in self.lands.items():
            found[f"land {name}"] = draw_tokens(self._tokens(state, land), self._room(name))
            if self.shapes[name].outline:
                found[f"due {name}"] = self._due(state, name, land, due)
        return found

    def _room(self, name: str) -> tuple[float, float]:
        """Returns where the pieces of a land lie: below its name."""
        x, y = self.shapes[name].middle
        return (x, y + BELOW_NAME) if self.shapes[name].outline else (x, y)

    def _tokens(self, state: np.void, land: int) -> list[Token]:
        names = self.reader.content.names["pieces"]
        shield = [Token("defend", "defend", 1, "defend", points=int(state["defend"][land]))] * bool(state["defend"][land])
        return [*pieces_of(state, land, names), *presence_of(state, land, self.spirits), *markers_of(state, land), *shield]

    def _lands_of(self, state: np.void, slot: int) -> int:
        """Returns the terrains in which the cards of a slot act, as bits; the one of the ocean stands for coastal lands."""
        terrains = self.reader.tables["invader_terrains"]
        return int(
            np.bitwise_or.reduce([int(terrains[card]) for card in state["slot"][slot, : state["slot_count"][slot]]] or [0])
        )

    def _due(self, state: np.void, name: str, land: int, due: dict[int, int]) -> Markup:
        """Returns a rim around a land in which invaders are about to act."""
        drawn = []
        for slot, terrains in due.items():
            is_meant = terrains >> self.terrain[name] & 1 or (terrains >> v.OCEAN & 1 and self.coastal >> land & 1)
            if is_meant and state["pieces"][land, [v.EXPLORER, v.TOWN, v.CITY]].any():
                title = tag("title", f"{DUE[slot]} here next")
                outline = as_path(self.shapes[name].outline)
                drawn.append(tag("path", title, class_=f"due {DUE[slot]}", data_k=DUE[slot], d=outline))
        return join(drawn)

    def tips(self) -> dict[str, str]:
        """Returns what each power and each blight card does."""
        content = self.reader.content
        powers = {power: "\n".join(power_text(content, power)) for power in content.powers}
        return powers | {card: "\n".join(blight_text(content, card)) for card in content.blight_cards}

    def players(self, state: np.void) -> list[Player]:
        """Returns one: the spirits win together."""
        return [Player(" + ".join(self.spirits), COLOURS[0])]
