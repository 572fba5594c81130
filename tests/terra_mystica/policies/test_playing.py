"""Every policy plays the same game one decision at a time as in a batch, in every kind of game, and says how it chose."""

import numpy as np
import pytest

from policies.core import playing
from policies.terra_mystica.batch import Chooser, play_games, read_policy
from policies.terra_mystica.knowledge import make_knowledge
from simulator import terra_mystica as tm
from simulator.core.errors import UserError
from simulator.terra_mystica.record import vocabulary as v

GAME = "terra_mystica"
CONTENT = tm.load_content()
DRAWN = {seats: tm.Setup(players=seats, choice="drawn").record(CONTENT) for seats in range(2, 6)}
STRONG = ("greedy", "planner:2")


def stepped(record: np.ndarray, spec: str, seed: int, number: int) -> np.ndarray:
    """Plays a game as the command `play` does."""
    match = tm.Game(record, seed, number, CONTENT)
    chooser = playing.make_chooser(GAME, CONTENT, spec)
    while match.advance() != "none":
        match.choose(chooser(match.state, match.tables))
    return match.result_record()


@pytest.mark.parametrize(
    "spec", ["uniform", "greedy", "greedy@0.2", "greedy+uniform+greedy@0.5", "planner:2", "greedy+planner:3x2+planner@0.2"]
)
def test_a_game_played_by_steps_is_the_game_of_the_batch(spec: str) -> None:
    batch = playing.play_games(GAME, CONTENT, DRAWN[3], 4, 0, 3, spec)
    for number in (0, 2):
        assert (stepped(DRAWN[3], spec, 4, number) == batch[number : number + 1]).all()


@pytest.mark.parametrize("policy", STRONG)
def test_games_do_not_depend_on_how_they_are_cut(policy: str) -> None:
    whole = play_games(CONTENT, DRAWN[4], 3, 0, 6, (policy,))
    parts = [play_games(CONTENT, DRAWN[4], 3, first, 2, (policy,)) for first in (0, 2, 4)]
    assert (whole == np.concatenate(parts)).all()


@pytest.mark.parametrize("policy", STRONG)
@pytest.mark.parametrize("seats", range(2, 6))
def test_every_table_is_played_to_the_end_without_error(policy: str, seats: int) -> None:
    flags = dict.fromkeys(v.FLAGS, True)
    everything = tm.Setup(players=seats, choice="drawn", flags=flags).record(CONTENT)
    draft = tm.Setup(players=seats).record(CONTENT)
    for record in (DRAWN[seats], everything, draft):
        results = play_games(CONTENT, record, 12, 0, 20 if policy == "greedy" else 2, (policy,))
        assert (results["error"] == 0).all()
        assert (results["outcome"] == v.FINISHED).all()
        assert (results["vp"][:, :seats] > 20).all()


def test_every_faction_is_played() -> None:
    results = play_games(CONTENT, DRAWN[5], 5, 0, 30, ("greedy",))
    assert set(np.unique(results["faction"])) == set(range(1, v.FACTIONS + 1))


def test_a_strong_seat_beats_weak_ones() -> None:
    results = play_games(CONTENT, DRAWN[4], 6, 0, 40, ("uniform", "greedy", "uniform", "uniform"))
    assert results["win"][:, 1].mean() > 0.9


def test_noise_makes_games_of_one_setup_differ() -> None:
    setup = tm.Setup(
        factions=["witches", "giants"], scoring=[f"SCORE{number}" for number in range(1, 7)],
        bonus_cards=[f"BON{number}" for number in range(1, 6)],
    ).record(CONTENT)  # fmt: skip
    copies = play_games(CONTENT, setup, 1, 0, 5, ("greedy",))
    assert len({points.tobytes() for points in copies["vp_source"]}) == 1
    noisy = play_games(CONTENT, setup, 1, 0, 5, ("greedy@0.1",))
    assert len({points.tobytes() for points in noisy["vp_source"]}) == 5


@pytest.mark.parametrize(
    "spec",
    ["gready", "greedy:5", "greedy@", "greedy@2", "greedy@x", "uniform@0.1", "planner:1", "planner:x2", "planner:4x7"],
)
def test_policies_that_do_not_exist_are_refused(spec: str) -> None:
    with pytest.raises(UserError):
        read_policy(spec)


def test_choices_are_explained_by_the_scores_they_were_made_by() -> None:
    match = tm.Game(DRAWN[2], 8, 0, CONTENT)
    chooser = Chooser(CONTENT, ("greedy",))
    explainer = playing.make_explainer(GAME, "greedy", chooser)
    asked = set()
    while match.advance() != "none":
        choice = chooser(match.state, match.tables)
        found = explainer(match.state, choice)
        if found.tried and found.why.startswith("tried out"):
            asked.add(int(match.state["decision"]))
            assert found.tried[0].option == choice
        match.choose(choice)
    assert v.D_ACTION in asked


def test_the_planner_explains_itself_by_the_courses_it_tried() -> None:
    match = tm.Game(DRAWN[2], 8, 0, CONTENT)
    chooser = Chooser(CONTENT, ("planner:4",))
    explainer = playing.make_explainer(GAME, "planner:4", chooser)
    courses = 0
    while match.advance() != "none":
        choice = chooser(match.state, match.tables)
        found = explainer(match.state, choice)
        if "courses" in found.why:
            courses += 1
            assert choice in [tried.option for tried in found.tried]
        match.choose(choice)
    assert courses > 40


def test_a_planner_of_another_game_or_moment_starts_anew() -> None:
    """A plan never outlives its game: a chooser that has played before answers like a new one."""
    used = playing.make_chooser(GAME, CONTENT, "planner:3")
    for number in (0, 1):
        fresh = playing.make_chooser(GAME, CONTENT, "planner:3")
        match = tm.Game(DRAWN[3], 9, number, CONTENT)
        for _ in range(60):
            match.advance()
            choice = used(match.state, match.tables)
            assert choice == fresh(match.state, match.tables)
            match.choose(choice)


def test_the_planner_beats_greedy() -> None:
    """Eight seats against eight at the same tables; measured strength is in strength.yaml."""
    first = play_games(CONTENT, DRAWN[4], 31, 0, 8, ("planner", "greedy", "planner", "greedy"))
    second = play_games(CONTENT, DRAWN[4], 31, 0, 8, ("greedy", "planner", "greedy", "planner"))
    planner = np.concatenate([first["vp"][:, [0, 2]], second["vp"][:, [1, 3]]])
    greedy = np.concatenate([first["vp"][:, [1, 3]], second["vp"][:, [0, 2]]])
    assert planner.mean() > greedy.mean()


def test_seats_can_play_by_different_weights() -> None:
    """What generations of weights are compared by: the same table, each seat with a row of the knowledge."""
    plain = make_knowledge(CONTENT)
    lost = make_knowledge(CONTENT, {"default": {"early": {"vp": -1.0}, "middle": {"vp": -1.0}, "late": {"vp": -1.0}}})
    both = np.concatenate([plain, lost])
    same = play_games(CONTENT, DRAWN[2], 4, 0, 10, ("greedy",), both, (0, 0))
    assert (same == play_games(CONTENT, DRAWN[2], 4, 0, 10, ("greedy",))).all()
    results = play_games(CONTENT, DRAWN[2], 4, 0, 10, ("greedy",), both, (0, 1))
    assert results["win"][:, 0].mean() > 0.9
