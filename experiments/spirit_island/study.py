"""What can be studied of Spirit Island: its cells, plans, case files and stories, as the rest of Evenkeel sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from experiments.core.axes import NONE, Axis, Option, RangeFilter
from experiments.core.cells import Cell as AnyCell
from experiments.core.cells import cell_class, usual
from experiments.core.story import Beat
from experiments.core.study import Study as StudyProtocol
from experiments.spirit_island.axes import AXES, RANDOM, parse_flags
from policies.core.playing import Explainer
from simulator.core.game import Chooser
from simulator.spirit_island.match import Game

Cell = cell_class("spirit_island", AXES, required="spirits")
LEFT_OUT = ("scenario", "boards", "expansion", "flags")  # of a label, where they are as usual


class Study(StudyProtocol):
    """The study, declared."""

    game = "spirit_island"
    Cell: type[AnyCell] = Cell
    axes: tuple[Axis | RangeFilter, ...] = AXES
    options: tuple[Option, ...] = (
        Option("level", "Level of the adversary, if not written with it.", int, metavar="0-6", commands=("play",)),
        Option("first_game", "With second_wave: the won game before it, from play --save; else made up.", Path,
               metavar="FILE", commands=("play",)),
        Option("assist", "With --first-game: a card a spirit sets aside; repeat; else its costliest.", repeat=True,
               metavar="CARD", commands=("play",)),
    )  # fmt: skip
    plans = Path(__file__).parent / "plans"
    patch_example = "minor_powers: {drought: {cost: 2}}"

    @property
    def cases(self) -> Any:
        """The language of case files."""
        from experiments.spirit_island.cases import LANGUAGE

        return LANGUAGE

    @property
    def trace(self) -> Any:
        """What tells what powers, innates and growth did in a game."""
        from experiments.spirit_island.tracing import trace

        return trace

    def setup(self, cell: AnyCell) -> dict[str, Any]:
        """Returns the set-up of a cell as plain values."""
        return {
            "spirits": cell.spirits.split("+"),
            "boards": None if cell.boards == RANDOM else cell.boards.split("+"),
            "expansion": cell.expansion,
            "adversary": None if cell.adversary == NONE else cell.adversary,
            "level": cell.level,
            "scenario": None if cell.scenario == NONE else cell.scenario,
            "thematic": cell.thematic,
            "flags": parse_flags(cell.flags),
        }

    def read_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the set-up that the options of a command about one game ask for, as plain values."""
        from experiments.spirit_island.options import read_options

        return read_options(chosen)

    def fits(self, values: Mapping[str, Any]) -> bool:
        """Tells whether an island has a board for each spirit."""
        return values["boards"] == RANDOM or values["boards"].count("+") == values["spirits"].count("+")

    def seats(self, cell: AnyCell) -> int:
        """Returns how many spirits play."""
        return cell.players

    def label(self, cell: AnyCell) -> str:
        """Returns what distinguishes a cell, for people."""
        against = f"{cell.adversary} {cell.level}" if cell.adversary != NONE else None
        rest = [str(getattr(cell, name)) for name in LEFT_OUT if getattr(cell, name) != usual(Cell)[name]]
        return " · ".join(filter(None, [cell.spirits, against, *rest, "thematic" if cell.thematic else None, cell.policy]))

    def whole_patch(self, patch: dict[str, Any]) -> dict[str, Any]:
        """Returns a patch in which levels of adversaries named by number stand among their printed neighbours."""
        from experiments.spirit_island.patches import with_whole_levels

        return with_whole_levels(patch)

    def patched_axes(self, patches: list[dict[str, Any]]) -> dict[str, list[Any]]:
        """Returns the adversaries, scenarios and spirits that are changed."""
        from experiments.spirit_island.patches import changed_axes

        return changed_axes(patches)

    def not_in_play(self, patch: dict[str, Any], cells: list[AnyCell]) -> list[str]:
        """Returns what a patch changes that no cell has in play."""
        from experiments.spirit_island.patches import not_in_play

        return not_in_play(patch, cells)

    def tell(self, match: Game, chooser: Chooser, record: Any, explain: Explainer | None = None) -> Iterator[Beat]:
        """Plays a game to its end and yields its story."""
        from experiments.spirit_island.narration import tell

        return tell(match, chooser, record, explain)

    def table(self, match: Game) -> list[str]:
        """Returns what lies on the table."""
        from experiments.spirit_island.changes import Reader

        return Reader(match.tables, match.content).table(match.state)

    def look_up(self, match: Game, name: str) -> list[str]:
        """Returns what a power, a card, a spirit, an adversary or a scenario does."""
        from simulator.spirit_island.words.cards import look_up

        return look_up(match.content, name)

    def meanings(self, match: Game) -> list[str]:
        """Returns what each option of the open decision does, in words."""
        from experiments.spirit_island.changes import Reader
        from experiments.spirit_island.decisions import option_words

        reader = Reader(match.tables, match.content)
        return [option_words(reader, match.state, number) for number in range(int(match.state["options"]))]


STUDY = Study()
