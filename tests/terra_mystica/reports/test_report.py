"""The report as a whole: says the right things, is valid, speaks every language; sums are those of the rows."""

import json
import xml.etree.ElementTree as ElementTree

import numpy as np
import pandas as pd
import pyarrow.dataset as ds
import pytest

import evenkeel
from reports.core.html import render
from reports.core.names import load_texts
from reports.terra_mystica.games import faction_names
from reports.terra_mystica.names import LOCALES, TerraNames
from reports.terra_mystica.report import CHARTS, REPORT
from simulator.core.game import find_game
from simulator.terra_mystica.record import vocabulary as v
from simulator.terra_mystica.words.names import LANGUAGES
from tests.core.reports.page import check_page

CONTENT = find_game("terra_mystica").content()


@pytest.fixture(scope="module")
def rows(real_path):
    """The rows of the main group: four players, factions given, nothing forbidden."""
    whole = ds.dataset([str(file) for file in real_path.rglob("*.parquet")]).to_table().to_pandas()
    return whole[(whole["factions"] == "drawn:4") & (whole["without"] == "")]


def run(capsys, *args):
    code = evenkeel.main([str(arg) for arg in args])
    return code, *capsys.readouterr()


# --- the page


def test_the_page_is_valid_and_says_who_is_strong(real_page):
    text = real_page.read_text(encoding="utf-8")
    says = check_page(text)
    assert len(text) < 6_000_000
    assert "24,000 games in 8 cells, played by uniform; 4 players, factions given:" in says
    assert "4 players, factions given, uniform: strongest Dwarves" in says
    assert "Factions would win equally often with these start VP: Dwarves" in says
    assert "Factions rank as among people with a rank correlation of -" in says


def test_every_chart_is_drawn_and_every_table_is_a_file(real_page):
    for name in CHARTS:
        ElementTree.parse(real_page.parent / "charts" / f"{name}.svg")
    assert "Too little data" not in real_page.read_text(encoding="utf-8")
    tables = {file.stem for file in (real_page.parent / "tables").glob("*.csv")}
    own = "factions draft seats match_ups setups worth worth_by_faction handicap sources rounds leech starts people cells"
    assert tables == set(own.split())
    assert all(len(pd.read_csv(real_page.parent / "tables" / f"{name}.csv")) for name in tables)


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(language, real):
    names = TerraNames(language)
    says = check_page(render(real, names, {name: _empty(name) for name in REPORT_CHARTS}))
    assert names.faction("dwarves") in says
    texts, english = load_texts(LOCALES / f"{language}.yaml"), load_texts(LOCALES / "en.yaml")
    assert {section: sorted(known) for section, known in texts.items()} == {
        section: sorted(known) for section, known in english.items()
    }
    for section, known in english.items():
        for key, text in known.items():
            assert _fields(texts[section][key]) == _fields(text), (section, key)


REPORT_CHARTS = tuple(chart for section in REPORT.sections for chart in section.charts)


def _empty(name):
    from reports.core.style import message_figure

    return message_figure("not drawn here")


def _fields(text):
    import string

    return sorted(field for _, field, _, _ in string.Formatter().parse(str(text)) if field)


def test_every_word_that_the_page_asks_for_is_known(real):
    names = TerraNames("en")
    for table in real.report.tables(real, names).values():
        missing = [c for c in table.columns if c not in table.headings and names.known("columns", c) is None]
        assert not missing, table.key
    for section in REPORT.sections:
        assert names.known("headings", section.key), section.key
    for chart in REPORT_CHARTS:
        assert names.known("charts", chart), chart


# --- sums


def test_sums_are_those_of_the_rows(real, rows):
    assert len(rows) == 3000
    assert real.main.key.players == 4
    town = np.mean([rows[f"vp_source_town_{seat}"].mean() for seat in range(1, 5)])
    assert real.sources.set_index("source").loc["town", "mean"] == pytest.approx(town)
    won = pd.concat([rows.loc[rows[f"win_{seat}"] > 0, f"round_vp_6_{seat}"] for seat in range(1, 5)])
    assert real.rounds["winners"].iloc[-1] == pytest.approx(won.mean())
    taken = rows["leech_taken_2"].sum() / rows["leech_offers_2"].sum()
    assert real.leech.set_index("size").loc[2, "taken"] == pytest.approx(taken)
    assert real.totals.seats.sum() == 12_000


def test_sites_are_those_of_the_rows(real, rows):
    hexagon = CONTENT.hexes.index("E8")
    half, bit = ("low", hexagon) if hexagon < 64 else ("high", hexagon - 64)
    stood = sum(
        (rows[f"built_{half}_{seat}"].astype(np.uint64) >> np.uint64(bit) & np.uint64(1)).sum() for seat in range(1, 5)
    )
    assert real.totals.built[:, hexagon].sum() == stood > 0
    began = sum((rows[f"first_sites_{place}_{seat}"] == "E8").sum() for place in ("first", "second", "third")
                for seat in range(1, 5))  # fmt: skip
    assert real.totals.first_sites[:, hexagon].sum() == began > 0
    assert real.starts.groupby("faction")["share"].sum().max() <= 1
    nomads = real.totals.seats[faction_names().index("nomads")]
    assert real.totals.first_sites[faction_names().index("nomads")].sum() == 3 * nomads
    assert real.totals.seats.sum() == 4 * len(rows)
    assert len(real.totals.built[0]) == v.HEXES


# --- commands


def test_factions(capsys, real_path):
    code, out, err = run(capsys, "factions", real_path, "--players", 4)
    assert (code, err) == (0, "")
    assert "4 players, factions given, uniform" in out
    assert "2 players" not in out
    rows = json.loads(run(capsys, "factions", real_path, "--json")[1])
    assert {(row["players"], row["draft"]) for row in rows} == {(2, False), (2, True), (4, False), (4, True)}
    dwarves = next(row for row in rows if (row["faction"], row["players"], row["draft"]) == ("dwarves", 4, False))
    assert dwarves["low"] < dwarves["strength"] < dwarves["high"]
    assert run(capsys, "factions", real_path, "--players", 3)[0] == 2


def test_pick(capsys, real_path):
    options = ["--scoring", "SCORE2,SCORE3,SCORE4,SCORE5,SCORE6,SCORE7", "--bonus", "BON1,BON2,BON3,BON4,BON5,BON6,BON7"]
    code, out, err = run(capsys, "pick", real_path, *options)
    assert (code, err) == (0, "")
    assert out.splitlines()[1].startswith("Dwarves")
    rows = json.loads(run(capsys, "pick", real_path, *options, "--json")[1])
    assert len(rows) == 14
    darklings = next(row for row in rows if row["faction"] == "darklings")
    assert darklings["people"] == pytest.approx(6.95, abs=0.02)
    code, out, err = run(capsys, "pick", real_path, *options[:2], "--bonus", "BON1")
    assert (code, out) == (2, "")
    assert err == "evenkeel: 1 bonus cards for 4 seats: three more than seats (T2.2)\n"


def test_a_chart_alone(capsys, real_path, tmp_path):
    assert run(capsys, "chart", "strength", real_path, "-o", tmp_path / "x.png")[0] == 0
    assert (tmp_path / "x.png").stat().st_size > 10_000
