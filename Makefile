# Every goal sets up what it needs in .venv first; tools/setup-venv is quick when nothing has changed.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
WORKERS ?= 2
TEMPLATES := src/stellwerk/table/web/templates src/stellwerk/lab/report.html

.DEFAULT_GOAL := help
.PHONY: help setup browser play demo test coverage shape clauses bench bench-routes bench-table bench-lab sweep format lock clean

help:  ## show these lines
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 20

setup:  ## make or renew .venv (the other goals do it by themselves)
	@PYTHON="$(PYTHON)" tools/setup-venv

browser:
	@tools/setup-browser

play: setup  ## play in the browser, on this machine
	@$(BIN)/stellwerk play

demo: setup  ## play a whole game by machine and draw it (out/game.html)
	@$(BIN)/stellwerk demo

test: setup browser  ## lint, format, types, tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djangofmt --check $(TEMPLATES)
	$(BIN)/python tools/format_style_sheets.py --check
	$(BIN)/mypy --strict
	$(BIN)/pytest -n $(WORKERS) --ignore=tests/browser
	$(BIN)/pytest -n $(WORKERS) tests/browser  # apart: Playwright keeps an event loop in its process

coverage: setup browser  ## which lines the tests run: a table, and pages in out/coverage
	@rm -rf out/coverage
	@mkdir -p out/coverage
	-$(BIN)/coverage run -m pytest -n $(WORKERS) --ignore=tests/browser  # measuring slows down: only `make test` judges
	-$(BIN)/coverage run -m pytest -n $(WORKERS) tests/browser
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage html --quiet
	@$(BIN)/coverage report

shape: setup  ## measure the shape of the code: questions, names, lengths (python -m tools.shape --list says where)
	@$(BIN)/python -m tools.shape

clauses: setup  ## which clauses of the rule books have a passing test
	@$(BIN)/python tools/clauses.py --workers $(WORKERS)

bench: setup  ## measure speed
	@$(BIN)/python -m bench

bench-routes: setup  ## measure the route finder on every recorded position and on full boards
	@$(BIN)/python -m bench.routes --stress

bench-table: setup  ## measure the table: 200 games, 400 listening browsers, 50 moves a second
	@$(BIN)/python -m bench.table

bench-lab: setup  ## measure the laboratory: steady games a minute for each title
	@$(BIN)/python -m bench.lab

sweep: setup browser  ## the slow tests, which `make test` leaves out
	$(BIN)/pytest -n $(WORKERS) -m slow

format: setup  ## put the code in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djangofmt --quiet $(TEMPLATES)
	$(BIN)/python tools/format_style_sheets.py

lock: setup  ## write requirements.lock anew from pyproject.toml (UPGRADE=--upgrade: newest versions)
	@tools/lock $(UPGRADE)

clean:  ## remove .venv, caches and what was built
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build out src/*.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
