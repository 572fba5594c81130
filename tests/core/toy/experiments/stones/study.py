"""What can be studied of Stones."""

from pathlib import Path

from experiments.core.axes import Axis, Column, Option, one_column
from experiments.core.cells import FLAGS, POLICY, cell_class
from experiments.core.notation import CaseError, choice, mapping, whole
from experiments.core.study import Study
from simulator.core.game import find_game

AXES = (
    Axis("stones", "Stones in the heap.", (Column("stones", "int16", 12, "in the heap, before up to three more"),),
         default=(12,), type=int, expand=one_column("stones"), one=Option("stones", "Stones in the heap.", int, default=12)),
    Axis("policies", "Who decides.", (POLICY,), default=("uniform",), expand=one_column("policy"), option="policy"),
    Axis("flags", "There are none.", (FLAGS,), default=("",), expand=one_column("flags")),
)  # fmt: skip
Cell = cell_class("stones", AXES, required="stones")


class Language:
    """Case files: a heap, what is taken, and the points and stones that this leads to."""

    keys, needed, expect_keys = ("stones",), ("stones",), ("points", "stones")

    def make_table(self, written):
        game = find_game("stones")
        match = game.play(
            game.read_setup({"stones": written["stones"]}, game.content()), whole(written.get("seed", 0), "seed")
        )
        match.state["stones"] = written["stones"]  # as written, without those that chance adds
        match.advance()
        return match

    def run_steps(self, table, steps):
        for step in steps:
            label = f"take:{mapping(step, 'step', ('take',), ('take',))['take']}"
            if table.decision == "none":
                raise CaseError(f"{label}: the game is over")
            table.choose(choice("answer", label, table.options))
            table.advance()

    def compare(self, table, expect):
        found = {"points": table.state["points"].tolist(), "stones": int(table.state["stones"])}
        return [{"what": key, "expected": expect[key], "got": found[key]} for key in expect if expect[key] != found[key]]


class StonesStudy(Study):
    game, Cell, axes = "stones", Cell, AXES
    plans = Path(__file__).parent / "plans"
    cases = Language()
    patch_example = "last: 0"

    def setup(self, cell):
        return {"stones": cell.stones}

    def seats(self, cell):
        return 2

    def read_options(self, chosen):
        return {"stones": chosen["stones"]}


STUDY = StonesStudy()
