"""What tests of reports share."""

import pytest

import evenkeel
from simulator.core import registry
from tests.core.reports import farm


@pytest.fixture
def farm_is_a_game(monkeypatch):
    """Makes the farm the only game there is."""
    for module in (registry, evenkeel):
        monkeypatch.setattr(module, "games", lambda: ("farm",))
        monkeypatch.setattr(module, "part", lambda layer, game: farm.PARTS[layer])
