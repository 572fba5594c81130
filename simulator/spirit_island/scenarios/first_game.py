"""The won game before a Second Wave (R31.6): what it leaves on the island, its blight card and the cards that assist.

Read from an ended game or written by hand; checked against the set-up of the second game and put into its record.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.core.errors import UnknownName, UserError, shortened
from simulator.spirit_island.language.assembler import Content
from simulator.spirit_island.language.layouts import BALANCED
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.words.labels import land_index, land_names, spirit_id

if TYPE_CHECKING:
    from simulator.spirit_island.match import Game
    from simulator.spirit_island.setups import Setup

LEFT = v.PIECES[v.DAHAN :]  # what stays on the island: dahan, blight and tokens
MOST_PIECES = 99
BLIGHT_LEFT = 2  # per board, on the island
SECOND_WAVE = v.SCENARIOS[v.SECOND_WAVE]


@dataclass(frozen=True)
class FirstGame:
    """A won game as a Second Wave takes it over, before anything is cleared up."""

    spirits: list[str]
    boards: list[str]
    adversary: str | None = None
    lands: dict[str, dict[str, int]] = field(default_factory=dict)  # land -> dahan, blight, beasts, wilds, disease
    blight_card: str | None = None  # None = the printed space
    blighted: bool = False
    blight: int = 1  # left on the card
    assistance: list[str] = field(default_factory=list)  # one power card of each spirit


# --- from an ended game


def first_game_of(game: Game, assist: list[str] | None = None) -> FirstGame:
    """Returns what a won game leaves; each spirit gives the card named in `assist`, else its costliest."""
    _check_ended(game)
    state, content = game.state, game.content
    card, layout = int(state["blight_card"]), game.tables["layout_board"][state["layout"]]
    players = range(int(state["players"]))
    lands = land_names(state, game.tables, content)
    oceans = [land for land in lands.values() if land % v.SPACES_PER_BOARD == 0]
    return FirstGame(
        spirits=[spirit_id(state, content, player) for player in players],
        boards=[content.boards[layout[player]] for player in players],
        adversary=game.setup.adversary,
        lands={name: _left(state["pieces"][land]) for name, land in lands.items() if land not in oceans},
        blight_card=None if card < 0 else content.blight_cards[card],
        blighted=bool(state["blighted"]),
        # Blight in an ocean or kept back by France lies on no land of the island: it returns to the card.
        blight=int(state["blight_pool"] + state["blight_buffer"] + state["pieces"][oceans, v.BLIGHT].sum()),
        assistance=_assistance(game, assist or []),
    )


def _check_ended(game: Game) -> None:
    if game.outcome != "victory":
        raise UserError(f"a second wave follows a won game; the first game: {game.outcome}")
    if game.setup.expansion != "branch_and_claw":
        raise UserError(f"a second wave needs a first game with branch_and_claw, not {game.setup.expansion}")
    if game.setup.scenario == SECOND_WAVE:
        raise UserError("a second wave follows a first game, not another second_wave")


def _left(pieces: np.ndarray) -> dict[str, int]:
    return {kind: int(pieces[v.PIECES.index(kind)]) for kind in LEFT if pieces[v.PIECES.index(kind)]}


def _assistance(game: Game, assist: list[str]) -> list[str]:
    """Returns the card that each spirit sets aside."""
    owned = [_cards_of(game, player) for player in range(int(game.state["players"]))]
    for card in assist:
        if not any(card in cards for cards in owned):
            raise UnknownName("card of the first game", card, [name for cards in owned for name in cards])
    chosen = []
    for player, cards in enumerate(owned):
        named = [card for card in assist if card in cards]
        if len(named) > 1:
            spirit = spirit_id(game.state, game.content, player)
            raise UserError(f"{spirit} sets aside one card, not {len(named)}: {', '.join(named)}")
        chosen += named or cards[:1]
    return chosen


def _cards_of(game: Game, player: int) -> list[str]:
    """Returns the cards of a spirit, the costliest first: an assisting card costs nothing."""
    cards = [int(card) for card in game.state["own_card"][player, : game.state["cards"][player]]]
    cards.sort(key=lambda card: -int(game.tables["power_cost"][card]))
    return [game.content.powers[card] for card in cards]


# --- as plain values


def read_first_game(value: Any) -> FirstGame:
    """Returns a first game from plain values such as a recorded game holds; checks names and kinds of its fields."""
    if not isinstance(value, dict):
        raise UserError(f"first_game: expected a mapping, got {shortened(value)}")
    empty = FirstGame([], [])
    for key, found in value.items():
        if key not in [field.name for field in fields(FirstGame)]:
            raise UserError(f"first_game: {UnknownName('key', key, [field.name for field in fields(FirstGame)])}")
        kind = type(getattr(empty, key))
        is_name = kind is type(None) and isinstance(found, str)
        if type(found) is not kind and not is_name:
            raise UserError(f"first_game: {key}: unexpected value {shortened(found)}")
    for key in ("spirits", "boards"):
        if key not in value:
            raise UserError(f"first_game: {key} is missing")
    return FirstGame(**value)


# --- into the set-up of the second game


def check_first_game(first: FirstGame, setup: Setup, content: Content) -> None:
    """Raises a UserError when the second game does not fit the first."""
    if setup.scenario != SECOND_WAVE:
        raise UserError(f"a first game goes with the scenario second_wave, not with {setup.scenario or 'none'}")
    if len(first.spirits) != len(setup.spirits):
        raise UserError(f"the first game had another number of spirits: {len(first.spirits)}, not {len(setup.spirits)}")
    for spirit in first.spirits:
        content.spirit_index(spirit)
        if spirit in setup.spirits:
            raise UserError(f"{spirit} has played the first game; a second wave meets other spirits")
    if setup.boards is not None and setup.boards != first.boards:
        raise UserError(f"the first game was played on {' '.join(first.boards)}, not on {' '.join(setup.boards)}")
    if setup.thematic and set(first.boards) & set(BALANCED):
        raise UserError(f"the first game was played on {' '.join(first.boards)}, not on thematic boards")
    if len(first.boards) != len(first.spirits):
        raise UserError(f"first_game: {len(first.boards)} boards for {len(first.spirits)} spirits")
    if setup.adversary != first.adversary:
        raise UserError(f"the first game was against {first.adversary or 'no adversary'}, not {setup.adversary or 'none'}")
    _check_assistance(first, content)


def _check_assistance(first: FirstGame, content: Content) -> None:
    cards = content.powers[: int(content.tables[0]["cards"])]
    for card in first.assistance:
        if card not in cards:
            raise UnknownName("power card", card, cards)
    if len(first.assistance) > len(first.spirits) or len(set(first.assistance)) < len(first.assistance):
        raise UserError(f"assistance: one card of each of {len(first.spirits)} spirits, not {', '.join(first.assistance)}")


def put_first_game(record: np.ndarray, first: FirstGame, content: Content) -> None:
    """Fills the `first_*` fields of a set-up record."""
    row = record[0]
    row["first_given"] = 1
    row["first_assistance"] = -1
    for k, card in enumerate(first.assistance):
        row["first_assistance"][k] = content.power_index(card)
    _put_lands(row, first, content)
    _put_blight(row, first, content)


def _put_blight(row: np.void, first: FirstGame, content: Content) -> None:
    if first.blighted and first.blight_card is None:
        raise UserError("first_game: the printed space has no side blighted")
    returned = max(0, int(row["first_pieces"][:, v.BLIGHT].sum()) - BLIGHT_LEFT * len(first.boards))
    if first.blight > MOST_PIECES:
        raise UserError(f"first_game: blight: unexpected value {shortened(first.blight)} (at most {MOST_PIECES})")
    if first.blight < 0 or first.blight + returned < 1:
        raise UserError(f"first_game: blight {first.blight}: nothing is left on the card for a second game")
    row["first_blighted"] = first.blighted
    row["first_blight_card"] = -1 if first.blight_card is None else content.blight_card_index(first.blight_card)
    row["first_blight_pool"] = first.blight


def _put_lands(row: np.void, first: FirstGame, content: Content) -> None:
    for name, pieces in first.lands.items():
        land = land_index(row, content.tables[0], content, name)
        if land % v.SPACES_PER_BOARD == 0 or not isinstance(pieces, dict):
            raise UserError(f"first_game: {name}: expected the pieces of a land, got {shortened(pieces)}")
        for kind, count in pieces.items():
            if kind not in LEFT:
                raise UserError(f"first_game: {name}: {UnknownName('piece', kind, LEFT)}")
            if type(count) is not int or not 0 <= count <= MOST_PIECES:
                raise UserError(f"first_game: {name}: {kind}: unexpected value {shortened(count)}")
            row["first_pieces"][land, v.PIECES.index(kind)] = count
