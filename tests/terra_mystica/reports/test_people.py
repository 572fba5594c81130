"""Figures of people's games: complete, and used as their authors published them."""

import numpy as np
import pandas as pd
import pytest

from reports.terra_mystica import people
from reports.terra_mystica.games import faction_names
from simulator.core.game import find_game
from simulator.terra_mystica.record import vocabulary as v


def test_the_model_of_set_ups_gives_the_published_margins():
    check = people.figures()["setup_check"]
    scoring, cards = check["scoring"].split("+"), check["bonus_cards"].split("+")
    for faction, margin in check["margins"].items():
        assert people.predicted(faction, scoring, cards) == pytest.approx(margin, abs=0.02), faction


def test_every_faction_and_every_part_has_figures():
    figures, content = people.figures(), find_game("terra_mystica").content()
    for kind in ("factions", "cards", "tiles", "setup_model", "starts"):
        assert sorted(figures[kind]) == sorted(faction_names()), kind
    for faction in faction_names():
        assert np.isfinite([people.setup_effect(faction, f"BON{number}", 0) for number in range(1, 10)]).all()
        tiles = [people.setup_effect(faction, f"SCORE{tile}", number) for number in range(1, 7) for tile in range(1, 9)]
        assert np.isnan(tiles).sum() == 2, "the spade tile is never in the last two rounds"
        assert np.isnan(people.setup_effect(faction, "SCORE9", 1))
        for start in figures["starts"][faction]:
            assert set(start.split("+")) <= set(content.hexes)
    named = [name for together in figures["sources"] for name in together.split("+")]
    assert sorted(named) == sorted(v.SOURCES)


def test_published_rankings_agree_with_each_other():
    """Strength by 49,740 games and the start points of 2017: the rank correlation is published as 0.97."""
    strength, handicap = people.of_factions("strength"), people.of_factions("handicap")
    assert people.spearman(strength.to_numpy(), -handicap.to_numpy()) == pytest.approx(0.972, abs=0.001)


def test_agreement_is_told_with_our_own_chance():
    theirs = np.arange(10.0)
    sure = people.agreement("x", pd.DataFrame({"value": theirs * 2, "error": 1e-9}), theirs)
    assert (sure["spearman"], sure["same_sign"], sure["large"]) == (pytest.approx(1), 1, 8)
    assert sure["high"] - sure["low"] < 1e-9
    rough = people.agreement("x", pd.DataFrame({"value": theirs, "error": np.full(10, 4.0)}), theirs)
    assert rough["low"] < 0.9 < rough["high"] <= 1
    opposite = people.agreement("x", pd.DataFrame({"value": -theirs, "error": 1e-9}), theirs)
    assert (opposite["spearman"], opposite["same_sign"]) == (pytest.approx(-1), 0)


def test_what_is_not_known_is_left_out():
    ours = pd.DataFrame({"value": [1.0, np.nan, 3.0, 2.0, 5.0], "error": 0.1})
    assert people.agreement("x", ours, np.array([1.0, 2.0, 3.0, np.nan, 4.0])) == {}
