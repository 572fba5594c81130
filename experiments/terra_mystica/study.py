"""What can be studied of Terra Mystica: its cells, plans, case files, recorded games and stories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from experiments.core.axes import Option
from experiments.core.cells import Cell as AnyCell
from experiments.core.cells import cell_class
from experiments.core.story import Beat
from experiments.core.study import Study as StudyProtocol
from experiments.terra_mystica.axes import AXES, named, parse_flags, read_start
from policies.core.playing import Explainer
from simulator.core.game import Chooser

Cell = cell_class("terra_mystica", AXES, required="factions")


class Study(StudyProtocol):
    """The study, declared."""

    game = "terra_mystica"
    Cell = Cell
    axes = AXES
    options = (Option("choice", "How factions are found that are not named: draft or drawn.", metavar="draft|drawn"),)
    plans = Path(__file__).parent / "plans"
    patch_example = "cards: {BON9: {pass: {D: 2}}}"

    @property
    def cases(self) -> Any:
        """The language of case files."""
        from experiments.terra_mystica.cases import LANGUAGE

        return LANGUAGE

    @property
    def conform(self) -> Any:
        """What plays a recorded game again."""
        from experiments.terra_mystica.replaying import conform_written

        return conform_written

    def setup(self, cell: AnyCell) -> dict[str, Any]:
        """Returns the set-up of a cell as plain values."""
        choice, colon, players = cell.factions.partition(":")
        who = {"choice": choice, "players": int(players)} if colon else {"factions": choice.split("+")}
        return {
            **who,
            "scoring": named(cell.scoring),
            "bonus_cards": named(cell.bonus_cards),
            "start_vp": read_start(cell.start_vp),
            "without": cell.without.split("+") if cell.without else None,
            "flags": parse_flags(cell.flags),
        }

    def seats(self, cell: AnyCell) -> int:
        """Returns how many play."""
        return cell.players

    def not_in_play(self, patch: dict[str, Any], cells: list[AnyCell]) -> list[str]:
        """Returns the changed factions that no cell may have; those that are drawn or chosen may be any."""
        named_ones = [cell.factions for cell in cells]
        changed = patch.get("factions")
        if any(":" in factions for factions in named_ones) or not isinstance(changed, dict):
            return []
        there = {faction for factions in named_ones for faction in factions.split("+")}
        return [f"factions.{name} (these games have {', '.join(sorted(there))})" for name in changed if name not in there]

    def read_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the set-up that the options of a command about one game ask for, as plain values."""
        from experiments.terra_mystica.options import read_options

        return read_options(chosen)

    def tell(self, match: Any, chooser: Chooser, record: Any, explain: Explainer | None = None) -> Iterator[Beat]:
        """Plays a game to its end and yields its story."""
        from experiments.terra_mystica.narration import tell

        return tell(match, chooser, record, explain)

    def table(self, match: Any) -> list[str]:
        """Returns what lies on the table."""
        from experiments.terra_mystica.narration import Story, map_lines

        return [*Story(match).table(), *map_lines(match)]

    def look_up(self, match: Any, name: str) -> list[str]:
        """Returns what a faction, a card or a tile does."""
        from simulator.terra_mystica.words.describing import look_up

        return look_up(match.content, name)

    def meanings(self, match: Any) -> list[str]:
        """Returns what each option of the open decision does, in words."""
        from experiments.terra_mystica.telling import answer_words

        return [answer_words(label, match.content) for label in match.options]


STUDY = Study()
