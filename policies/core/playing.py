"""Lets policies play: one list of them and the same games for every command, whatever the game.

A policy is written as its name and perhaps a budget (`planner:200`), as a file of the user's own (`mine.py`), or, in
games whose seats compete, as one of these for each seat (`greedy+planner`). Those a game declares play in its compiled
loop; `first` and users' own are asked decision by decision. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from policies.core.explanation import Explanation
from policies.core.players import Policy, find_players
from policies.core.user_policy import UserPolicy, is_file, read_policy
from simulator.core.errors import UnknownName, UserError
from simulator.core.game import Chooser, find_game

FIRST = Policy("first", "always the first option")
OWN = Policy("FILE.py[:FUNCTION]", "your own, see policies/README.md")
SEATS = "+"  # between the policies of the seats
PARAMETERS = re.compile("[:@]")  # what begins them: greedy@0.1, planner:200
Explainer = Callable[[np.void, int], Explanation]  # state, choice -> how it was chosen


# --- what there is


def policy_list(game: str) -> tuple[Policy, ...]:
    """Returns the policies that can play a game, the game's own first."""
    return (*find_players(game).policies, FIRST, OWN)


def policy_help(game: str) -> str:
    """Returns the policies in one sentence, for the help of commands."""
    each = ", or one per seat joined by +" if find_game(game).competitive else ""
    return "; ".join(f"{policy.form}: {policy.help}" for policy in policy_list(game)) + each + "."


def read_policies(game: str, spec: str, seats: int | None = None) -> tuple[str, ...]:
    """Returns the policies of a text, one for all seats or one for each, after checking them."""
    policies = tuple(spec.split(SEATS))
    if len(policies) > 1 and not find_game(game).competitive:
        raise UserError(f"policy {spec!r}: the seats of {find_game(game).title} play together, so one policy plays all")
    if seats is not None and len(policies) not in (1, seats):
        raise UserError(f"policy {spec!r}: {len(policies)} policies for {seats} seats (expected one, or one per seat)")
    for policy in policies:
        _check_one(game, policy)
    return policies


def check_policy(game: str, spec: str, seats: int | None = None) -> None:
    """Complains about a policy that does not exist, or not for so many seats."""
    read_policies(game, spec, seats)


def name_of(policy: str) -> str:
    """Returns the name of a policy without its parameters."""
    return PARAMETERS.split(policy)[0]


def _check_one(game: str, policy: str) -> None:
    if is_file(policy):
        read_policy(policy)
        return
    name, names = name_of(policy), [known.name for known in policy_list(game)]
    if name not in names:
        raise UnknownName("policy", policy, names)
    if name != FIRST.name:
        find_players(game).check(policy)
    elif policy != name:
        raise UserError(f"policy {policy!r}: {FIRST.name} takes no budget")


def is_declared(policy: str) -> bool:
    """Tells whether a policy is one that the game itself declares, so that its compiled loop can play it."""
    return not is_file(policy) and policy != FIRST.name


def policy_hashes(specs: list[str]) -> dict[str, str]:
    """Returns the hash of every user's own policy among some specs: part of what decides results."""
    policies = sorted({policy for spec in specs for policy in spec.split(SEATS)})
    return {policy: read_policy(policy).digest for policy in policies if is_file(policy)}


# --- playing


def play_games(game: str, content: Any, setup: np.ndarray, seed: int, first: int, count: int, spec: str) -> np.ndarray:
    """Plays consecutive games of one set-up and returns their result records."""
    policies = read_policies(game, spec)
    if all(map(is_declared, policies)):
        return find_players(game).play_games(content, setup, seed, first, count, policies)
    return play_by_decisions(game, content, setup, seed, first, count, policies)


def play_by_decisions(game: str, content: Any, setup: np.ndarray, seed: int, first: int, count: int,
                      policies: tuple[str, ...]) -> np.ndarray:  # fmt: skip
    """Plays consecutive games by asking for one decision at a time: slow, but any policy will do."""
    played = [_play_game(game, content, setup, seed, number, policies) for number in range(first, first + count)]
    return np.concatenate([np.zeros(0, find_game(game).result), *played])


def _play_game(game: str, content: Any, setup: np.ndarray, seed: int, number: int, policies: tuple[str, ...]) -> np.ndarray:
    match = find_game(game).play(setup, seed, number, content)
    choose = _chooser(game, content, policies)
    match.advance()
    while match.state["decision"] and not match.state["error"]:
        match.choose(choose(match.state, match.tables))
        match.advance()
    return match.result_record()


# --- choosing, one decision at a time


def make_chooser(game: str, content: Any, spec: str) -> Chooser:
    """Returns a chooser that answers just as the policy plays in a batch.

    The luck of a policy comes from the state it is asked about, so a chooser needs no seed of its own.
    """
    return _chooser(game, content, read_policies(game, spec))


def make_explainer(game: str, spec: str, chooser: Chooser) -> Explainer:
    """Returns what explains the choices of a chooser made from a policy."""
    players = find_players(game)
    if not can_explain(game, spec):
        raise UserError(f"only {' and '.join(players.explained)} can explain their choices")
    return lambda state, choice: players.explain(chooser, state, choice)


def can_explain(game: str, spec: str) -> bool:
    """Tells whether all policies of a text can explain their choices, and one chooser answers for all seats."""
    policies = read_policies(game, spec)
    return all(name_of(policy) in find_players(game).explained for policy in policies)


def strongest(game: str) -> str:
    """Returns the strongest policy of a game, as users write it: those are declared with the weakest first."""
    return find_players(game).policies[-1].name


def _chooser(game: str, content: Any, policies: tuple[str, ...]) -> Chooser:
    if all(map(is_declared, policies)):
        return find_players(game).chooser(content, policies)
    choosers = [_seat_chooser(game, content, policy) for policy in policies]
    if len(choosers) == 1:
        return choosers[0]
    return lambda state, tables: choosers[int(state["asked"])](state, tables)


def _seat_chooser(game: str, content: Any, policy: str) -> Chooser:
    if is_file(policy):
        return UserPolicy(read_policy(policy), game, content)
    if policy == FIRST.name:
        return lambda state, tables: 0
    return find_players(game).chooser(content, (policy,))
