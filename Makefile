# setup  make .venv and install everything, pinned by constraints.txt (once, and again when the pins change)
# demo   run a small real sweep and make its report
# test   lint, then all tests
# lint   ruff only
# bench  measure the speed of the kernel and of sweeps
# golden write the golden playthroughs anew, after a wanted change of rules or narration
# soak   play 120,000 uniform games under all invariants (well over half an hour)

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup demo test lint bench golden soak

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

test: lint
	$(BIN)/python -m pytest

lint: setup
	$(BIN)/ruff check .

bench: setup
	$(BIN)/python -m tests.benchmarks.speed
	$(BIN)/python -m tests.benchmarks.sweeps

golden: setup
	$(BIN)/python -m tests.spirit_island.golden

soak: setup
	$(BIN)/python -m tests.spirit_island.soak 100096
	$(BIN)/python -m tests.spirit_island.soak 20000 --design pairs
