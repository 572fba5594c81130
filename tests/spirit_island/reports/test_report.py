"""The report as a whole: says the right things, is valid and safe, and copes with odd runs."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from reports.core.analysis import analysis_of
from reports.core.drawing import draw_charts
from reports.core.html import render
from reports.core.names import load_texts
from reports.spirit_island.analysis import IslandAnalysis
from reports.spirit_island.names import LOCALES, IslandNames
from reports.spirit_island.report import CHARTS, REPORT
from reports.spirit_island.words import summary
from simulator.spirit_island.words.names import LANGUAGES
from tests.core.reports.page import check_page
from tests.spirit_island.reports.synthetic import CHALLENGES, SPIRITS, make_cells, true_logit, write_run

BARE = {"format": 1, "name": "", "plan": {}, "rules": {}, "cells": [], "sessions": []}


def test_the_page_is_valid_and_small(rich_report):
    text = rich_report.read_text(encoding="utf-8")
    says = check_page(text)
    assert len(text) < 5_000_000
    assert "England 4 plays like difficulty" in says
    assert "mean of 10 spirits, no adversary" in says
    assert "evenkeel replay" in says
    assert "--cell 7 --game" in says


def test_every_chart_and_table_is_a_file(rich_report):
    assert not (rich_report.parent / "charts" / "powers.png").exists()  # no game of this run is traced
    for name in set(CHARTS) - {"powers", "worth"}:
        image = Image.open(rich_report.parent / "charts" / f"{name}.png")
        assert image.width > 900
        ElementTree.parse(rich_report.parent / "charts" / f"{name}.svg")
    for name in ("difficulty", "scenarios", "spirits", "pairings", "match_ups", "cells"):
        assert len(pd.read_csv(rich_report.parent / "tables" / f"{name}.csv")) > 1


def test_the_rich_run_lacks_only_what_it_was_not_played_for(rich_report):
    untold = rich_report.read_text(encoding="utf-8").split('id="untold"')[1].split("</section>")[0]
    assert untold.count("<li>") == 3
    for reason in ("needs the same cells played by several policies", "no game is traced", "nothing was played without"):
        assert reason in untold


def test_the_first_screen_names_what_was_planted(rich):
    sentences = " ".join(summary(rich, IslandNames("en")))
    assert "England 4 plays like difficulty" in sentences
    assert "officially 7" in sentences
    assert "Best partners: Lightning's Swift Strike and Shadows Flicker Like Flame" in sentences
    assert "Worst partners" in sentences


def test_the_same_data_give_the_same_page(rich, rich_report):
    assert page_of(IslandAnalysis(rich.run)) == rich_report.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(language, rich):
    names = IslandNames(language)
    page = page_of(rich, language)
    says = check_page(page)
    for section in REPORT.sections:
        untold = section.key in ("policies", "powers")  # one policy played, nothing is traced
        assert (f'<section id="{section.key}"' in page) != untold
        assert untold or names.heading(section.key) in says
    assert names.spirit(SPIRITS[0]) in says
    assert names.adversary("england") in says


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_text_is_translated(language):
    english, other = (load_texts(LOCALES / f"{code}.yaml") for code in ("en", language))
    for section in english.keys() - {"names"}:
        assert english[section].keys() == other[section].keys(), section


def page_of(analysis, language="en"):
    names = IslandNames(language)
    return render(analysis, names, draw_charts(analysis, names))


def report_of(tmp_path, cells, logit, games, **options):
    path = write_run(tmp_path / "run", cells, logit, games, **options)
    return check_page(page_of(analysis_of(path)))


def test_one_cell(tmp_path):
    cells = make_cells(SPIRITS[:1], challenges=CHALLENGES[:1])
    assert "Only one configuration" in report_of(tmp_path, cells, np.zeros(1), 100)


@pytest.mark.parametrize(("logit", "says"), [(50.0, "Every game was won"), (-50.0, "Every game was lost")])
def test_all_alike(tmp_path, logit, says):
    cells = make_cells(SPIRITS[:4], 2, CHALLENGES[:8])
    assert says in report_of(tmp_path, cells, np.full(len(cells), logit), 30)


@pytest.mark.parametrize("games", [1, 3])
def test_tiny(tmp_path, games):
    cells = make_cells(SPIRITS[:3], challenges=CHALLENGES[:5])
    assert "What this run cannot tell" in report_of(tmp_path, cells, true_logit(cells), games)


def test_a_challenge_never_won_has_only_a_lower_bound(tmp_path):
    cells = make_cells(SPIRITS[:4], challenges=CHALLENGES[:15])
    hopeless = (cells["adversary"] == "england") & (cells["level"] == 2)
    path = write_run(tmp_path / "run", cells, true_logit(cells) - 50 * hopeless, 200)
    analysis = analysis_of(path)
    beyond = analysis.difficulty.challenges.query("beyond == 1")
    assert beyond[["adversary", "level"]].values.tolist() == [["england", 2]]
    page = page_of(analysis)
    if beyond["significant"].all():
        assert "England 2 is beyond the scale of this run (0.0\N{NO-BREAK SPACE}% won): harder than" in page
    assert "Won in less than 5 % of games, so badly measured: England 2 (1)." in page
    assert "≥ " in page


def test_a_bare_manifest(tmp_path):
    cells = make_cells(SPIRITS[:2], challenges=CHALLENGES[:2])
    report_of(tmp_path, cells, true_logit(cells), 40, manifest=BARE)


def test_user_text_is_escaped(tmp_path):
    nasty = "<script>alert(1)</script>&\"'$\\frac$"
    cells = make_cells(SPIRITS[:3], 2, CHALLENGES[:9])
    cells = cells.assign(policy=nasty, scenario=nasty, spirits=cells["spirits"].str.replace(SPIRITS[0], nasty, regex=False))
    logit = true_logit(cells.assign(scenario="none"))
    path = write_run(tmp_path / "run", cells, logit, 60, manifest=BARE | {"plan": {"name": nasty}})
    page = page_of(analysis_of(path))
    assert "alert(1)" in check_page(page).lower()
    assert "<script>alert" not in page.lower()


def test_mixed_runs(tmp_path):
    parts = [
        make_cells(SPIRITS[:3], players, CHALLENGES[:6], boards=[boards])
        for players, boards in ((1, "A"), (2, "A+B"), (3, "random"))
    ]
    cells = pd.concat(parts, ignore_index=True)
    cells["cell"] = 10 * np.arange(len(cells)) + 5
    cells["thematic"] = cells.index % 3 == 0
    cells["flags"] = np.where(cells.index % 2, "fast_only", "")
    assert "cell" in report_of(tmp_path, cells, true_logit(cells), 40)
