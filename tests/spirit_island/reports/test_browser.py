"""The report in a real browser: no error, no request, sorting, filtering, phone, dark mode and print."""

import numpy as np
import pytest
from PIL import Image

from tests.core.reports.browser import CHROMIUM, Browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")


@pytest.fixture(scope="module")
def browser(rich_report):
    with Browser() as page:
        page.resize(1280, 900)
        page.open(rich_report)
        yield page


@pytest.fixture(autouse=True)
def _as_on_a_desk(browser):
    browser.media()
    browser.resize(1280, 900)
    yield
    assert browser.errors == []


def column(browser, table, number):
    script = f"""[...document.querySelectorAll('[data-table={table}] tbody tr')].filter(row => !row.hidden)
        .map(row => row.cells[{number}].dataset.v === undefined ? row.cells[{number}].textContent
                    : Number(row.cells[{number}].dataset.v))"""
    return browser.run(script)


def click(browser, table, number):
    browser.run(f"document.querySelectorAll('[data-table={table}] th')[{number}].querySelector('button').click()")


def test_nothing_is_asked_of_the_network(browser):
    assert browser.requests
    assert all(request.startswith(("file:", "data:")) for request in browser.requests)


def test_sorting_numbers_and_names(browser):
    before = sorted(column(browser, "cells", 6))
    click(browser, "cells", 6)
    assert column(browser, "cells", 6) == before
    click(browser, "cells", 7)
    rates = column(browser, "cells", 7)
    assert rates == sorted(rates)
    click(browser, "cells", 7)
    assert column(browser, "cells", 7) == rates[::-1]
    assert browser.run("document.querySelectorAll('[data-table=cells] th[aria-sort=descending]').length") == 1
    click(browser, "pairings", 0)
    names = column(browser, "pairings", 0)
    assert names == sorted(names)


def type_filter(browser, table, text):
    browser.run(f"""(() => {{ const input = document.querySelector('[data-table={table}] input');
        input.value = {text!r}; input.dispatchEvent(new Event('input')); }})()""")


def test_filtering(browser):
    everything = len(column(browser, "cells", 0))
    type_filter(browser, "cells", "england 4 RIVER")
    rows = "[...document.querySelectorAll('[data-table=cells] tbody tr:not([hidden])')]"
    shown = browser.run(f"{rows}.map(row => row.textContent)")
    assert 0 < len(shown) < everything
    assert all("England 4" in row and "River" in row for row in shown)
    assert browser.run("document.querySelector('[data-table=cells] .count').textContent") == str(len(shown))
    type_filter(browser, "cells", "")
    assert len(column(browser, "cells", 0)) == everything


def test_a_challenge_leads_to_its_cells(browser):
    browser.run("document.querySelector('[data-table=difficulty] a[data-find=\"England 4\"]').click()")
    assert 0 < len(column(browser, "cells", 0)) <= 10
    type_filter(browser, "cells", "")


def test_a_phone_shows_it_without_scrolling_sideways(browser):
    browser.resize(390, 844, phone=True)
    assert browser.run("document.documentElement.scrollWidth") == 390
    sizes = browser.run("[...document.querySelectorAll('p, li, td')].map(e => parseFloat(getComputedStyle(e).fontSize))")
    assert min(sizes) >= 13


def test_dark_mode(browser, tmp_path):
    shades = {}
    for scheme in ("light", "dark"):
        browser.media(scheme=scheme)
        browser.run("document.querySelector('#difficulty').scrollIntoView({behavior: 'instant'})")
        browser.screenshot(tmp_path / "shot.png")
        shades[scheme] = np.asarray(Image.open(tmp_path / "shot.png").convert("L"))
    assert np.median(shades["light"]) > 230
    assert np.median(shades["dark"]) < 50
    assert (shades["dark"] > 180).mean() > 0.005  # the text and the charts follow


def test_printing(browser):
    browser.media("print", "dark")
    assert browser.run("getComputedStyle(document.querySelector('nav')).display") == "none"
    assert browser.run("getComputedStyle(document.body).backgroundColor") == "rgb(254, 254, 254)"
    browser.resize(794, 1123)  # A4
    assert browser.run("document.documentElement.scrollWidth") <= 794
    assert browser.pdf().startswith(b"%PDF")
