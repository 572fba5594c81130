"""Random play under invariants: pieces, cards, presence and blight are conserved, options are distinct, games end."""

import numpy as np
import pytest

from simulator import spirit_island as si
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.record.tables import NO_ADVERSARY
from simulator.spirit_island.words.coverage import NOT_YET

CONTENT = si.load_content()
BASE_SPIRITS = CONTENT.spirits[:8]
GAMES_PER_CELL = 60
LAST_TURN = 12  # R2.20
PUT_OFF = 2  # turns that fear cards of the expansion may add by putting off explores
HEALTH = {v.EXPLORER: 1, v.TOWN: 2, v.CITY: 3, v.DAHAN: 2}


def check(game: si.Game, blight_in_all: int) -> None:
    """Asserts what must hold after every decision."""
    s = game.state
    players = int(s["players"])
    assert s["error"] == 0, [name for bit, name in enumerate(v.ERRORS) if s["error"] >> bit & 1]
    assert (s["pieces"] >= 0).all()
    assert (s["presence"] >= 0).all()
    assert (s["energy"] >= 0).all()
    assert s["turn"] <= LAST_TURN + (PUT_OFF if s["expansion"] else 0) + bool(s["flags"] & v.NO_FIRST_EXPLORE)  # R33.2
    for player in range(players):
        on_island = int(s["presence"][player].sum())
        panel = s["spirit"][player]
        lengths = game.tables["track_length"][panel]
        on_tracks = int((lengths - 1 - s["track"][player]).sum())
        waiting = presence_in_hand(s, player)
        assert on_island + on_tracks + s["destroyed"][player] + s["removed"][player] + waiting == 13
    on_island = int(s["pieces"][:, v.BLIGHT].sum())
    assert on_island + s["blight_pool"] + s["blight_buffer"] + s["blight_beside"] + s["blight_box"] == blight_in_all
    check_island(s)
    check_cards(s, players)
    check_fear_and_invader_cards(s)
    check_marks(s)
    offered = s["option"][: s["options"]].tolist()
    assert len(offered) > 1
    assert len(set(offered)) == len(offered)


def presence_in_hand(s: np.void, player: int) -> int:
    """Presence that set-up has not placed yet."""
    if s["turn"] > 0 or s["frames"] <= 2:
        return 0
    start = int(CONTENT.tables[0]["start_presence"][s["spirit"][player]])
    return max(0, start - int(s["presence"][player].sum()))


def check_island(s: np.void) -> None:
    """Asserts that nothing lies outside the lands in play, and in oceans at most presence and blight."""
    lands = [land for land in range(v.MAX_LANDS) if s["island"] >> land & 1]
    spaces = {*lands, *range(0, v.SPACES_PER_BOARD * int(s["players"]), v.SPACES_PER_BOARD)}
    outside = [land for land in range(v.MAX_LANDS) if land not in spaces]
    assert not s["pieces"][outside].any()
    assert not s["presence"][:, outside].any()
    oceans = [space for space in spaces if space not in lands]
    assert not s["pieces"][oceans][:, : v.BLIGHT].any()


def check_fear_and_invader_cards(s: np.void) -> None:
    """Asserts that fear and invader cards are all somewhere, and that the terror level fits the fear deck (R13.3)."""
    row = NO_ADVERSARY if s["adversary"] < 0 else s["adversary"]
    printed_fear = CONTENT.tables[0]["adversary_fear"][row, s["level"]].sum()
    printed_deck = (CONTENT.tables[0]["adversary_deck"][row, s["level"]] > 0).sum()
    left = int(s["invader_size"] - s["invader_top"])
    assert left + s["slot_count"].sum() + s["invader_discarded"] == s["invader_size"]
    assert len(set(s["invader_deck"][: s["invader_size"]].tolist())) == s["invader_size"] <= printed_deck
    if s["scenario"] == v.RITUALS_OF_TERROR:
        return
    assert 0 <= s["fear"] < s["fear_pool"]
    assert s["terror_level"] == next(level for level in (1, 2, 3) if s["fear_left"][level - 1] or level == 3)
    if not s["expansion"]:  # events add and remove fear cards
        assert s["fear_left"].sum() + s["earned_total"] == printed_fear


def check_cards(s: np.void, players: int) -> None:
    """Asserts that each power card is in exactly one place."""
    seen = [card for player in range(players) for card in s["own_card"][player][: s["cards"][player]].tolist()]
    for deck in range(2):
        seen += s["deck"][deck][s["deck_top"][deck] : s["deck_size"][deck]].tolist()
        seen += s["deck_discard"][deck][: s["deck_discarded"][deck]].tolist()
    seen += s["drawn"][: s["drawn_count"]].tolist()
    seen += [card - 1 for card in s["assistance"].tolist() if card > 0]
    assert len(seen) == len(set(seen))
    decked = [card for card in seen if CONTENT.tables[0]["power_deck"][card] <= v.MAJOR]
    in_box = 58 if s["expansion"] == 0 else 110
    assert len(decked) == in_box - waiting_in_progressions(s, players)


def waiting_in_progressions(s: np.void, players: int) -> int:
    """Returns how many cards of power progressions no spirit has gained yet."""
    if not s["flags"] & v.POWER_PROGRESSION:
        return 0
    lists = CONTENT.tables[0]["progression"][s["spirit"][:players]]
    return int((lists >= 0).sum() - s["progress"][:players].sum())


def check_marks(s: np.void) -> None:
    """Asserts that every damaged or strifed piece exists, and that none has taken deadly damage."""
    marks = int(s["marks"])
    for land, kind in {(int(s["mark_land"][k]), int(s["mark_kind"][k])) for k in range(marks)}:
        here = sum(1 for k in range(marks) if (s["mark_land"][k], s["mark_kind"][k]) == (land, kind))
        assert here <= s["pieces"][land, kind]
    for k in range(marks):
        kind = int(s["mark_kind"][k])
        assert 0 <= s["mark_hits"][k] < health(s, k, kind)
        assert s["mark_hits"][k] + s["mark_strife"][k] + abs(s["mark_note"][k]) > 0


def health(s: np.void, mark: int, kind: int) -> int:
    """Returns the health of a marked piece, all modifiers counted (R28.3)."""
    value = HEALTH[kind] + s["health"][kind]
    if kind == v.DAHAN:
        value += s["dahan_health"][s["mark_land"][mark]]
    elif s["strife_health"]:
        value -= s["mark_strife"][mark] * s["strife_health"]
    if kind in (v.TOWN, v.CITY) and s["adversary_rules"] & v.STURDY_BUILDINGS:
        value += 1
    return max(1, int(value))


def play_checked(setup: si.Setup, seed: int, defended: int = 0) -> si.Game:
    """Plays one uniform game and checks after every decision; with every land defended it lasts longer."""
    game = si.Game(setup, seed=seed)
    rng = np.random.default_rng(seed)
    s = game.state
    blight_in_all = int(s["pieces"][:, v.BLIGHT].sum() + s["blight_pool"] + s["blight_box"])
    while game.advance() != "none":
        check(game, blight_in_all)
        s["defend"][:] = np.maximum(s["defend"], defended)
        game.choose(int(rng.integers(s["options"])))
    assert game.outcome != "ongoing"
    return game


@pytest.mark.parametrize("spirit", BASE_SPIRITS)
def test_solo_games_are_sound(spirit: str) -> None:
    for seed in range(GAMES_PER_CELL):
        play_checked(si.Setup([spirit]), seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_team_games_are_sound(players: int) -> None:
    rng = np.random.default_rng(players)
    for seed in range(GAMES_PER_CELL):
        team = rng.choice(BASE_SPIRITS, players, replace=False).tolist()
        play_checked(si.Setup(team), seed)


@pytest.mark.parametrize("adversary", [None, *CONTENT.adversaries])
def test_games_of_the_expansion_are_sound(adversary: str | None) -> None:
    rng = np.random.default_rng(7)
    for seed in range(GAMES_PER_CELL):
        team = rng.choice(CONTENT.spirits, 1 + seed % 4, replace=False).tolist()
        level = 0 if adversary is None else seed % 7
        play_checked(si.Setup(team, expansion="branch_and_claw", adversary=adversary, level=level), seed)


PLAYABLE = [name for name in CONTENT.scenarios if name not in NOT_YET["scenarios"]]


@pytest.mark.parametrize("scenario", PLAYABLE)
def test_games_of_scenarios_are_sound(scenario: str) -> None:
    rng = np.random.default_rng(8)
    for seed in range(GAMES_PER_CELL):
        team = rng.choice(CONTENT.spirits, 1 + seed % 4, replace=False).tolist()
        adversary = [None, *CONTENT.adversaries][seed % 5]
        level = 0 if adversary is None else seed % 7
        thematic = seed % 3 == 0 and scenario != "guard_the_isles_heart"
        setup = si.Setup(
            team, expansion="branch_and_claw", adversary=adversary, level=level, scenario=scenario, thematic=thematic
        )
        play_checked(setup, seed)


def test_long_games_are_sound() -> None:
    turns = [int(play_checked(si.Setup(["vital_strength_of_the_earth"]), seed, 8).state["turn"]) for seed in range(60)]
    assert max(turns) == LAST_TURN


@pytest.mark.parametrize(
    "flags",
    [
        {"power_progression": True},
        {"bonus_growth": True},
        {"no_blight_card": True},
        {"slow_made_fast": "fast_only"},
        {"check_end_per_action": False},
    ],
    ids=str,
)
def test_variants_are_sound(flags: dict) -> None:
    for seed in range(20):
        spirit = ["river_surges_in_sunlight", "shadows_flicker_like_flame"][seed % 2]
        play_checked(si.Setup([spirit], flags=flags), seed)


def test_without_first_explore_the_build_space_is_empty_in_turn_1() -> None:
    game = si.Game(si.Setup(["river_surges_in_sunlight"], flags={"no_first_explore": True}), seed=1)
    game.advance()
    assert game.state["slot_count"].tolist() == [0, 0, 0, 0]


def test_same_seed_and_choices_give_the_same_digest() -> None:
    first = play_checked(si.Setup(["thunderspeaker"]), 5).result()
    play_checked(si.Setup(["oceans_hungry_grasp"]), 6)
    assert play_checked(si.Setup(["thunderspeaker"]), 5).result() == first


def test_the_invader_deck_does_not_depend_on_the_spirit() -> None:
    decks = {si.Game(si.Setup([spirit]), seed=3, game=77).state["invader_deck"].tobytes() for spirit in BASE_SPIRITS}
    assert len(decks) == 1
    other = si.Game(si.Setup(BASE_SPIRITS[:1]), seed=3, game=78).state["invader_deck"].tobytes()
    assert other not in decks
