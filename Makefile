# setup     make .venv and install everything, pinned by constraints.txt (once, and again when the pins change)
# demo      run a small real sweep and make its report
# demo-tm   the same for Terra Mystica
# test      lint, types, then all tests; what continuous integration runs
# test-fast the tests that take no more than a few seconds each
# lint      ruff: habits and format
# format    let ruff put the format right, and what else it can
# types     mypy
# coverage  run all cases and golden games in plain Python and list the lines they never reach (some minutes)
# docs      write the tables of experiments/*/README.md anew from what the games declare
# bench     measure the speed of the kernel and of sweeps
# calibrate count how often the intervals of reports hold truths that were made up (half an hour on one core)
# golden    write the golden playthroughs anew, after a wanted change of rules or narration
# soak      play many games of every game under all invariants and bounds checks (well over half an hour)
# readings  measure by how much the readings of open questions can move the win rate (about half an hour)

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

module = $(subst /,.,$(basename $(1)))
GOLDEN := $(call module,$(patsubst %/__main__.py,%,$(wildcard tests/*/golden/__main__.py)))
CALIBRATIONS := $(call module,$(wildcard tests/*/reports/calibration.py))
SOAKS := $(call module,$(wildcard tests/*/soak.py tests/*/soak_*.py))
READINGS := $(call module,$(wildcard reports/*/readings.py))
TOLD := $(wildcard $(patsubst %,tests/*/experiments/test_%.py,cases conform golden))

.PHONY: setup demo demo-tm test test-fast lint format types coverage docs bench calibrate golden soak readings

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@echo "== setup: installing into .venv (one-time step, a minute or two)"
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@
	@echo "== setup: done"

demo: setup
	@echo "== demo: 72,800 games of 728 configurations (the rules are compiled first: about a minute, once)"
	$(BIN)/evenkeel sweep demo --out runs/demo
	@echo "== demo: its report"
	$(BIN)/evenkeel report runs/demo --out runs/demo/report

demo-tm: setup
	@echo "== demo-tm: 24,000 games of 16 configurations (the rules are compiled first: about a minute, once)"
	$(BIN)/evenkeel sweep tm_demo --out runs/demo_tm
	@echo "== demo-tm: its report"
	$(BIN)/evenkeel report runs/demo_tm --out runs/demo_tm/report

test: lint types
	$(BIN)/python -m pytest

test-fast: setup
	$(BIN)/python -m pytest -m 'not slow'

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup
	$(BIN)/mypy

coverage: setup
	EVENKEEL_PLAIN=1 $(BIN)/coverage run -m pytest -m 'not slow' $(TOLD); told=$$?; \
	$(BIN)/coverage report --skip-covered --show-missing; exit $$told

docs: setup
	$(BIN)/python -m experiments.core.documentation

bench: setup
	$(BIN)/python -m tests.benchmarks.speed
	$(BIN)/python -m tests.benchmarks.sweeps

calibrate: setup
	@for module in $(CALIBRATIONS); do $(BIN)/python -m $$module || exit 1; done

golden: setup
	@for module in $(GOLDEN); do $(BIN)/python -m $$module || exit 1; done

soak: setup
	@for module in $(SOAKS); do $(BIN)/python -m $$module || exit 1; done

readings: setup
	@for module in $(READINGS); do $(BIN)/python -m $$module || exit 1; done
