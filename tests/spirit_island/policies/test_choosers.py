"""Greedy and planner: same choices one by one as in a batch, clear errors, and a minimum of strength."""

import numpy as np
import pytest

from policies.spirit_island import vocabulary as p
from policies.spirit_island.batch import Chooser, check_policy, play_games
from policies.spirit_island.knowledge import SECTIONS, WEIGHTS, make_knowledge, read_weights
from simulator import spirit_island as si
from simulator.core.errors import UserError
from simulator.spirit_island.machine import machine
from simulator.spirit_island.record import codes
from simulator.spirit_island.record import vocabulary as v

CONTENT = si.load_content()
BASE_SPIRITS = CONTENT.spirits[:8]


@pytest.mark.parametrize("policy", ["greedy", "planner:16"])
def test_single_decisions_are_those_of_the_batch(policy: str) -> None:
    setup = si.Setup(["thunderspeaker"])
    batch = play_games(CONTENT, setup.record(CONTENT), 4, 0, 2, policy)
    for number in range(2):
        game = si.Game(setup, seed=4, game=number)
        chooser = Chooser(CONTENT, policy)
        while game.advance() != "none":
            machine.choose(game.state, chooser(game.state))
        assert game.result()["digest"] == batch["digest"][number]


@pytest.mark.parametrize("policy", ["greedy", "planner:16"])
def test_games_do_not_depend_on_how_they_are_cut(policy: str) -> None:
    setup = si.Setup(["oceans_hungry_grasp"]).record(CONTENT)
    whole = play_games(CONTENT, setup, 3, 0, 6, policy)
    parts = [play_games(CONTENT, setup, 3, first, 2, policy) for first in (0, 2, 4)]
    assert (whole == np.concatenate(parts)).all()


@pytest.mark.parametrize("spec", ["gready", "greedy:5", "planner:", "planner:x", "planner:0", "planner:5x"])
def test_unknown_policies_are_refused(spec: str) -> None:
    if spec == "planner:5x":
        assert check_policy(spec) == check_policy("planner:5")  # turns left out
        return
    with pytest.raises(UserError):
        check_policy(spec)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_teams_play_without_error(players: int) -> None:
    for shift in range(4):
        team = [BASE_SPIRITS[(shift + k * 3) % 8] for k in range(players)]
        results = play_games(CONTENT, si.Setup(team).record(CONTENT), 12, 0, 20, "greedy")
        assert (results["error"] == 0).all()


@pytest.mark.parametrize("scenario", v.SCENARIOS)
def test_scenarios_are_played_without_error(scenario: str) -> None:
    setup = si.Setup(["vital_strength_of_the_earth"], expansion="branch_and_claw", scenario=scenario)
    for policy, games in (("greedy", 40), ("planner", 3)):
        assert (play_games(CONTENT, setup.record(CONTENT), 6, 0, games, policy)["error"] == 0).all()


def test_wards_are_put_up() -> None:
    """Ward the Shores was once never won: cards played face down were judged by what they do face up."""
    setup = si.Setup(["oceans_hungry_grasp"], expansion="branch_and_claw", scenario="ward_the_shores")
    assert (play_games(CONTENT, setup.record(CONTENT), 6, 0, 20, "planner")["outcome"] == v.VICTORY).any()


def test_greedy_lets_destroyed_buildings_be_answered_before_the_raid() -> None:
    """The invader that answers a town is there when the moved dahan strike."""
    chooser, asked = Chooser(CONTENT, "greedy"), []
    setup = si.Setup(["thunderspeaker"], scenario="dahan_insurrection")
    for number in range(20):
        game = si.Game(setup, seed=9, game=number)
        while game.advance() != "none":
            answer = chooser(game.state)
            if game.options == ["order:1", "order:2"] and game.state["option"][0] >> 8 & 255 == codes.ORDER_ANSWER:
                asked.append(game.options[answer])
            machine.choose(game.state, answer)
    assert set(asked) == {"order:2"}


@pytest.mark.slow
def test_planner_is_far_stronger_than_greedy_and_greedy_than_chance() -> None:
    rates = {}
    setups = [si.Setup([spirit]).record(CONTENT) for spirit in BASE_SPIRITS]
    for policy, games in (("uniform", 200), ("greedy", 200), ("planner", 20)):
        results = np.concatenate([play_games(CONTENT, setup, 8, 0, games, policy) for setup in setups])
        rates[policy] = (results["outcome"] == 1).mean()
    assert rates["uniform"] < 0.02
    assert rates["greedy"] > 0.7
    assert rates["planner"] > 0.85


def test_every_weight_file_has_provenance_and_known_names() -> None:
    files = sorted(WEIGHTS.glob("*.toml"))
    assert (WEIGHTS / "default.toml") in files
    for path in files:
        read_weights(path)
        assert path.read_text("utf-8").startswith("[provenance.")
        assert path.stem == "default" or path.stem in CONTENT.spirits


def test_a_misspelt_weight_is_refused(tmp_path) -> None:
    wrong = tmp_path / "x.toml"
    wrong.write_text("[habits]\nreclaim_nead = 1.0\n")
    with pytest.raises(UserError, match="reclaim_need"):
        read_weights(wrong)


def test_overrides_reach_only_their_spirit() -> None:
    plain = make_knowledge(CONTENT)
    changed = make_knowledge(CONTENT, {"thunderspeaker": {"habits": {"gain_card": 9.0}}})
    differs = (plain["habit"] != changed["habit"])[0].any(axis=1)
    assert [CONTENT.spirits[panel] for panel in np.flatnonzero(differs)] == ["thunderspeaker"]


def test_names_and_numbers_agree() -> None:
    assert p.FEATURES[p.P_CONSTANT] == "constant"
    assert p.FEATURES[p.P_EXPLORE_REACH] == "explore_reach"
    assert p.HABITS[p.H_USE_MARGIN] == "use_margin"
    assert p.POWER_FEATURES[p.W_HELPS] == "helps"
    assert set(SECTIONS) == {"early", "late", "habits", "powers"}
