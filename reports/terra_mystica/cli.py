"""Commands about runs of Terra Mystica: `factions` and `pick`. They parse and print."""

from __future__ import annotations

from typing import Annotated, Any

import pandas as pd
import typer

from experiments.core.options import split
from reports.core.analysis import analysis_of
from reports.core.printing import AsJson, Language, RunPath, print_json, print_table
from reports.terra_mystica import people
from reports.terra_mystica.games import DRAFT
from reports.terra_mystica.names import TerraNames
from simulator.core.errors import UserError
from simulator.core.game import find_game
from simulator.terra_mystica.setups import Setup, check_setup

Players = Annotated[int | None, typer.Option(min=2, max=5, help="Only games of so many players.")]


def factions(run: RunPath, players: Players = None, as_json: AsJson = False, lang: Language = "en") -> None:
    """Show how strong each faction is, by number of players: share of the win, points, strength with its interval."""
    analysis: Any = analysis_of(run)
    names, table = TerraNames(lang), analysis.factions
    if players is not None and len(table):
        table = table[table["players"] == players]
    if table.empty:
        raise UserError(f"{run} has no games{f' of {players} players' if players else ''} in which everything may be taken")
    if as_json:
        print_json(table)
        return
    for (draft, seats, policy), part in table.groupby(["draft", "players", "policy"], sort=False):
        typer.echo(names.group(seats, draft, policy))
        rows = [
            [names.faction(row.faction), f"{row.games:,}", f"{100 * row.win_mean:.1f} %",
             f"{100 * row.win_low:.1f} … {100 * row.win_high:.1f}", f"{row.vp_mean:.1f}", f"{row.margin_mean:+.2f}",
             f"{row.strength:+.2f}", f"{row.low:+.2f} … {row.high:+.2f}", "*" if row.significant else ""]
            for row in part.itertuples()
        ]  # fmt: skip
        print_table(["faction", "games", "won", "95 % interval", "VP", "margin", "strength", "95 % interval", ""], rows)
    typer.echo(
        "margin: VP beyond the table; strength: the same against equal opponents in equal seats; * differs from the mean"
    )


def pick(
    run: RunPath,
    scoring: Annotated[str, typer.Option(metavar="SCORE1,…", help="The scoring tiles of rounds 1 to 6.")],
    bonus: Annotated[str, typer.Option(metavar="BON1,…", help="The bonus cards in play.")],
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Show which faction to pick for a set-up: the margin over the table that the games of a run promise."""
    analysis: Any = analysis_of(run)
    names, model = TerraNames(lang), analysis.setup_model
    if model is None:
        raise UserError(f"{run} cannot tell what a set-up does: {names.reason(analysis.setup_missing)}")
    tiles, cards = split(scoring), split(bonus)
    table = promised(model, tiles, cards)
    key = analysis.main.key
    if as_json:
        print_json(table)
        return
    rows = [
        [names.faction(row.faction), f"{row.margin:+.1f}", f"{row.low:+.1f} … {row.high:+.1f}", f"{row.usual:+.1f}",
         "" if pd.isna(row.people) else f"{row.people:+.1f}"]
        for row in table.itertuples()
    ]  # fmt: skip
    print_table(["faction", "margin", "95 % interval", "usually", "people"], rows)
    who = f"{names.group(key.players, key.draft, key.policy)}, {len(analysis.main.vp):,} games"
    typer.echo(f"VP beyond the table in this set-up and in a usual one ({who}); people: model of their four-player games")


def promised(model: Any, tiles: list[str], cards: list[str]) -> pd.DataFrame:
    """Returns the margins that a model promises in a set-up, beside people's; complains about what cannot lie there."""
    content: Any = find_game("terra_mystica").content()
    for kind, names in (("round_tiles", tiles), ("cards", cards)):
        for name in names:
            content.number(kind, name)
    outside = {name: True for name in (*tiles, *cards) if name in ("SCORE9", "BON10")}
    check_setup(Setup(players=model.players, choice=DRAFT, scoring=tiles, bonus_cards=cards, flags=outside), content)
    lies = model.lying(tiles, cards)
    table = model.predict(lies)
    fours = model.players == people.figures()["players"]
    return table.assign(
        people=[people.predicted(row.faction, tiles, cards) if fours else None for row in table.itertuples()]
    )
