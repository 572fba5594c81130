"""What the page of any game must do in a browser: step, mark, scroll, stay within a phone, be readable in the dark."""

import json
import re

import numpy as np
from PIL import Image

WIDTHS = {"desk": (1400, 900, False), "phone": (390, 844, True)}


def film_of(page):
    """Returns the film that a page shows."""
    return json.loads(re.search(r"const FILM = (.*);\n", page)[1])


def shown(browser):
    return browser.run("shown")


def press(browser, key, shift=False):
    browser.run(f"document.dispatchEvent(new KeyboardEvent('keydown', {{key: {key!r}, shiftKey: {str(shift).lower()}}}))")


def check_steps(browser, film):
    """Steps by keys, buttons, slider and address; each shows its words."""
    last = len(film["steps"]) - 1
    press(browser, "Home")
    assert shown(browser) == 0
    press(browser, "ArrowRight")
    assert shown(browser) == 1
    browser.run("document.getElementById('forward').click()")
    assert shown(browser) == 2
    press(browser, "ArrowLeft")
    assert shown(browser) == 1
    press(browser, "ArrowDown")
    chapter = next(number for number, step in enumerate(film["steps"]) if step["k"] == "chapter" and number > 1)
    assert shown(browser) == chapter
    assert browser.run("document.getElementById('chapter').textContent") == film["steps"][chapter]["x"]
    press(browser, "End")
    assert shown(browser) == last
    browser.run("(s => { s.value = 7; s.dispatchEvent(new Event('input')); })(document.getElementById('slider'))")
    assert shown(browser) == 7
    assert browser.run("location.hash") == "#step=7"
    browser.run("location.hash = '#step=9'; visit()")
    assert shown(browser) == 9


def check_choices(browser, film):
    """Shows the reason and the options of a decision, the one taken first."""
    number, step = next((number, step) for number, step in enumerate(film["steps"]) if step.get("q", {}).get("tried"))
    browser.run(f"show({number})")
    choice = step["q"]
    assert browser.run("document.getElementById('why').textContent") == choice["why"]
    assert browser.run("document.querySelectorAll('#options li').length") == len(choice["options"])
    taken = browser.run("document.querySelector('#options li.taken').lastChild.textContent")
    assert taken == choice["options"][choice["taken"]]
    browser.run("document.getElementById('only').checked = true")
    press(browser, "ArrowRight")
    assert film["steps"][shown(browser)]["k"] in ("choice", "ending")
    browser.run("document.getElementById('only').checked = false")


def check_marks(browser, film):
    """Marks what a step changed, and nothing at a step that changed nothing; going back shows what lay there."""
    numbers = range(2, len(film["steps"]))
    moved = next(number for number in numbers if film["steps"][number]["d"] and not film["steps"][number + 1]["d"])
    markup = '[...PLACES.values()].map(place => place.innerHTML.replace(/ class="[^"]*"/g, \'\')).join()'
    browser.run(f"show({moved})")
    before = browser.run(markup)
    marked = browser.run("[...document.querySelectorAll('.changed')].map(place => place.dataset.part)")
    assert sorted(marked) == sorted(film["steps"][moved]["d"])
    assert browser.run("document.querySelectorAll('[data-part] .new').length") > 0
    browser.run(f"show({moved + 1})")
    assert browser.run("document.querySelectorAll('[data-part] .new').length") == 0
    browser.run(f"show({len(film['steps']) - 1}); show({moved})")
    assert browser.run(markup) == before


def check_curve(browser, film):
    """Draws a line per player; a click on it goes there."""
    assert browser.run("document.querySelectorAll('#curve polyline').length") == len(film["players"])
    box = browser.run("(b => [b.left, b.width])(CURVE.getBoundingClientRect())")
    browser.run(f"CURVE.dispatchEvent(new MouseEvent('click', {{clientX: {box[0] + box[1] / 2}}}))")
    assert abs(shown(browser) - (len(film["steps"]) - 1) / 2) <= 1


def check_looks(browser, tmp_path):
    """Fits desk and phone, and has a dark side."""
    for width, height, phone in WIDTHS.values():
        browser.resize(width, height, phone)
        assert browser.run("document.documentElement.scrollWidth") == browser.run("document.documentElement.clientWidth")
        sizes = browser.run("[...document.querySelectorAll('.buttons button')].map(b => b.getBoundingClientRect().height)")
        assert min(sizes) >= 24
    browser.resize(*WIDTHS["desk"])
    shades = {}
    for scheme in ("light", "dark"):
        browser.media(scheme=scheme)
        browser.screenshot(tmp_path / "shot.png")
        shades[scheme] = np.asarray(Image.open(tmp_path / "shot.png").convert("L"))
    browser.media()
    assert np.median(shades["light"]) > 190
    assert np.median(shades["dark"]) < 90
    assert (shades["dark"] > 180).mean() > 0.005


def check_tips(browser, film):
    """Says what a thing does when it is pointed at, within the window."""
    browser.run(f"show({len(film['steps']) // 2})")
    hover = "(t => t.dispatchEvent(new MouseEvent('mouseover', {bubbles: true})))"
    first = "[...document.querySelectorAll('[data-tip]')].find(thing => thing.dataset.tip in FILM.tips)"
    browser.run(f"{hover}({first})")
    assert browser.run("TIP.textContent") == film["tips"][browser.run(f"{first}.dataset.tip")]
    box = browser.run("(b => [b.left, b.top, b.right])(TIP.getBoundingClientRect())")
    assert box[0] >= 0
    assert box[1] >= 0
    assert box[2] <= browser.run("innerWidth")
    browser.run(f"{hover}(document.body)")
    assert browser.run("TIP.hidden")


def check_all(browser, page, tmp_path):
    """Does all of these, and finds no error and no request."""
    film = film_of(page)
    for check in (check_steps, check_choices, check_marks, check_curve, check_tips):
        check(browser, film)
    check_looks(browser, tmp_path)
    assert browser.errors == []
    assert all(request.startswith(("file:", "data:")) for request in browser.requests)
