# One command for people and for CI. Uses the environment in .venv if there is one.
PYTHON := $(firstword $(wildcard .venv/bin/python .venv/Scripts/python.exe) python3)

.PHONY: check fix demo bench train

check:
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy
	$(PYTHON) -m pytest

fix:
	$(PYTHON) -m ruff check --fix
	$(PYTHON) -m ruff format

demo:
	$(PYTHON) -m rollcall demo

bench:
	$(PYTHON) -m rollcall.bench

# Renders and training go on where they were stopped.
WORK ?= build/train
RENDERS ?= 20000
train:
	$(PYTHON) -m models.render $(WORK)/renders --count $(RENDERS)
	$(PYTHON) -m models.train --renders $(WORK)/renders --work $(WORK)
	$(PYTHON) -m rollcall.check > models/SHA256SUMS
