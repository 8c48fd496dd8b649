# Everything runs inside .venv, which the first command makes.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Twice as many as there are cores: many tests wait now and then, for a bot, a page or a server.
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN) \* 2)
ARGS ?=

# Else every process that a test starts would compile all of Meowple anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play test pytest quick rules compile compiled bench lint types format messages pseudo forms chromium postgres icons fonts clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.server ## start a server and print its address (ARGS="--port 8001")
	$(BIN)/meowple serve $(ARGS)

test: lint types rules pytest ## everything that must be green before a push

pytest: $(VENV)/.dev chromium postgres ## all tests
	MEOWPLE_CHROMIUM="$$(scripts/chromium.sh)" MEOWPLE_POSTGRES="$$(scripts/postgres.sh)" $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

quick: $(VENV)/.dev ## the tests without a browser, PostgreSQL and the slow ones
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not browser and not postgres and not slow" $(ARGS)

rules: $(VENV)/.dev ## how many of each game's rules have a test
	$(BIN)/python tools/rules.py

compile: $(VENV)/.compile ## compile what games spend their time in, into build/compiled (optional)
	$(BIN)/python tools/compile.py $(ARGS)

compiled: $(VENV)/.compile ## compile, then play the same matches interpreted and compiled
	$(BIN)/python tools/compile.py --check 6

bench: $(VENV)/.dev ## how fast the games run, beside their peers where installed
	$(BIN)/python bench/run.py $(ARGS)

lint: $(VENV)/.dev ## style, formatting, direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/.dev ## mypy
	$(BIN)/mypy

format: $(VENV)/.dev ## put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

pseudo: $(VENV)/.dev ## start a server in a language of accents, to find what is not translated
	$(BIN)/python -m tools.pseudo

messages: $(VENV)/.dev ## collect the texts, bring the catalogues up to date, compile them
	$(BIN)/python tools/messages.py $(ARGS)

forms: $(VENV)/.dev ## write into docs/ what is made of the code: forms of views, code of the example
	$(BIN)/python tools/forms.py

chromium: ## a Chromium for the browser tests
	@scripts/chromium.sh >/dev/null

postgres: ## PostgreSQL's programs for the server tests
	@scripts/postgres.sh >/dev/null

icons: $(VENV)/.dev ## build the icon sprites and covers from assets
	$(BIN)/python tools/icons.py
	$(BIN)/python tools/covers.py

fonts: $(VENV)/.dev ## cut the fonts down to the letters we use (FONTS=folder with the full fonts)
	$(BIN)/python tools/fonts.py "$(FONTS)"

clean: ## remove what the commands above made
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist

# The stamps lie inside the environment, so that they go with it.
$(BIN)/python:
	"$$(scripts/python.sh)" -m venv $(VENV)

$(VENV)/.server: pyproject.toml | $(BIN)/python
	$(PIP) install --editable '.[cli,server]'
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/.server

$(VENV)/.compile: $(VENV)/.dev
	$(PIP) install --editable '.[dev,compile]'
	@touch $@
