"""The ledger of a position against the plain form: random games of every kind, equal to the last bit."""

import numpy as np
import pytest

from policies.spirit_island import vocabulary as p
from policies.spirit_island.batch import knowledge_of
from policies.spirit_island.position import land_worth, prepare_local, read_position, worth_as_is
from simulator import spirit_island as si
from simulator.core.compiled import entry
from simulator.core.machine import answer, deal_game, run_game
from simulator.core.records import words
from simulator.core.streams import below
from simulator.spirit_island.machine.machine import gate
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.state import new_states
from simulator.spirit_island.rules.lands import spaces
from tests.spirit_island.policies.naive_position import read_plainly

CONTENT = si.load_content()
GAMES = 12  # of each kind
DEFENDED = 12  # in every land and turn, lest random play end before the island is full
KINDS = {
    **{f"{players} players, {expansion}": {"players": players, "expansion": expansion}
       for players in range(1, 5) for expansion in si.EXPANSIONS},
    **{f"{adversary} {level}": {"players": 1 + level // 2, "adversary": adversary, "level": level}
       for adversary in CONTENT.adversaries for level in (2, 6)},
    **{scenario: {"players": 1 + number % 3, "scenario": scenario} for number, scenario in enumerate(CONTENT.scenarios)},
    "thematic map": {"players": 3, "thematic": True},
}  # fmt: skip


@entry
def count_differences(machine, states, row, tables, knowledge, minds, setups, seed, game, defended):
    """Plays a random game and looks at most of its positions with the ledger and plainly; returns both counts."""
    s, t, k = states[0], tables[0], knowledge[0]
    m, plain = minds[0], minds[1]
    for word in range(len(row)):
        row[word] = 0
    deal_game(machine, s, t, setups[0], seed, game)
    run_game(machine, s, t, -1)
    positions = 0
    differences = 0
    while s.decision != 0 and s.error == 0:
        if below(s.seed_key[v.STREAM_POLICY], s.decisions, 4) > 0:
            positions += 1
            prepare_local(s, t, k, m)
            for land in range(positions % 3, spaces(s), 2):  # some are asked for, some are not
                here = s.pieces[land]
                known = worth_as_is(s, t, m, land)
                anew = land_worth(s, t, m, land, here[v.EXPLORER], here[v.TOWN], here[v.CITY], here[v.DAHAN])
                differences += known != anew
            read_position(s, t, k, m)
            read_plainly(s, t, k, plain)
            for feature in range(len(p.FEATURES)):
                differences += m.features[feature] != plain.features[feature]
        answer(s, below(s.seed_key[v.STREAM_POLICY], s.decisions + 1_000_000, s.options))
        for land in range(spaces(s)):
            s.defend[land] = max(s.defend[land], defended)
        run_game(machine, s, t, -1)
    return positions, differences


def random_setup(numbers, players=1, expansion="branch_and_claw", **rest) -> si.Setup:
    """Returns a set-up of a kind with random spirits."""
    spirits = [name for name in CONTENT.spirits if expansion == "branch_and_claw" or is_of_the_base(name)]
    return si.Setup(numbers.permutation(spirits)[:players].tolist(), expansion=expansion, **rest)


def is_of_the_base(spirit: str) -> bool:
    """Tells whether a spirit comes with the base game."""
    return CONTENT.source["spirits"][CONTENT.spirits.index(spirit)]["set"] == "base"


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_kept_up_to_date_equals_what_is_reckoned_anew(kind):
    numbers = np.random.default_rng(list(KINDS).index(kind))
    states, minds = new_states(1), np.zeros(2, p.MIND)
    minds["weights_for"] = -1
    seen = wrong = 0
    for game in range(GAMES):
        setup = random_setup(numbers, **KINDS[kind]).record(CONTENT)
        found = count_differences(
            gate(), states, words(states)[0], CONTENT.tables, knowledge_of(CONTENT), minds, setup, 77, game,
            DEFENDED * (game % 2),
        )  # fmt: skip
        seen, wrong = seen + found[0], wrong + found[1]
    assert seen > 10 * GAMES
    assert wrong == 0
