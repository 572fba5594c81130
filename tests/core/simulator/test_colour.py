"""Colours are for terminals, and for nobody who has said no."""

import io

import pytest

from simulator.core.colour import paint


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_a_terminal_shows_colours():
    assert paint("FAILED", "bad", Terminal()) == "\x1b[31mFAILED\x1b[0m"
    assert paint("", "bad", Terminal()) == ""


def test_a_file_does_not():
    assert paint("FAILED", "bad", io.StringIO()) == "FAILED"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_nobody_gets_colours_who_said_no(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    assert paint("FAILED", "bad", Terminal()) == "FAILED"
