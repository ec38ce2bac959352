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
	$(PYTHON) -m rollcall.bench_film tests/films
	$(PYTHON) -m rollcall.bench

# Renders and training go on where they were stopped. The networks in models/ saw about 3,600 renders; more is better.
# HDRI: the folder `hdri` of the npm package @pmndrs/assets (CC0) for rooms to light the table; without, lights are made up.
# PHOTOS: labels of photographs to train on as well, see models/finder.md.
WORK ?= build/train
RENDERS ?= 3600
HDRI ?=
PHOTOS ?= ../shared/photos/labels.jsonl
train:
	$(PYTHON) -m models.render $(WORK)/renders --count $(RENDERS) $(if $(HDRI),--hdri $(HDRI))
	$(PYTHON) -m models.train --photos $(PHOTOS) --renders $(WORK)/renders --work $(WORK)
	$(PYTHON) -m rollcall.check > models/SHA256SUMS
