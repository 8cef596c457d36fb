"""Every refusal a title's steps can give names a clause of its book, and the clauses named exist."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from stellwerk import titles
from stellwerk.rules import Rules
from stellwerk.titles import rules_of

ROOT = Path(__file__).parents[2]
SILENT = {"seating", "mines", "route-too-many", "unknown-hex", "unknown-tile", "unknown-company", "not-recorded"}
"""Codes that speak of input, not of a rule, where a book need not have a clause."""


def codes_in(path: Path) -> set[str]:
    """The codes that a module refuses with, as far as they are written out."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") != "refuse":
            continue
        if node.args and isinstance(node.args[0], ast.Constant):
            found.add(str(node.args[0].value))
    return found


def modules_of(rules: Rules) -> set[Path]:
    """The modules whose acts a title uses, and its own."""
    acts = [act for stage in rules.turn for act in stage.acts] + list(rules.any_time)
    acts += [act for of_step in rules.acts_by_step.values() for act in of_step]
    kinds = {kind for act in acts for kind in type(act).__mro__} | set(rules.tasks)
    names = {kind.__module__ for kind in kinds if kind.__module__.startswith("stellwerk.")}
    return {ROOT / "src" / (name.replace(".", "/") + ".py") for name in names}


@pytest.mark.parametrize("title", titles())
def test_every_refusal_has_a_clause(title: str) -> None:
    rules = rules_of(title)
    codes = set().union(*(codes_in(path) for path in modules_of(rules)))
    unused = {code for code in codes if rules.clause(code) is None} - SILENT
    assert not unused - NOT_PLAYED.get(title, set()) - NOT_YET


NOT_YET = {"bank-limit", "kept-place", "load-must-run", "train-must-run"}
"""Codes that only some titles give."""

NOT_PLAYED = {
    "18CZ": {"pool-limit", "gave-it-up", "exchange", "not-the-sum", "never-traded"},
    "18BL": {"gave-it-up", "home-city", "home-tile", "loan", "no-loan", "off-map", "train-size"},
    "18DO": {"home-city", "home-tile", "loan", "never-traded", "no-loan", "off-map", "power-terrain", "train-size"},
    "1881": {
        *("gave-it-up", "help", "home-city", "home-tile", "initial-price", "loan", "never-traded"),
        *("no-loan", "no-power", "no-sale-yet", "no-train-trade", "off-map", "one-sale", "pool-limit"),
        *("power-terrain", "return-another", "started", "train-limit-runnable"),
    },
    "18Rhl": {
        "loan",
        "no-loan",
        "not-available",
        "train-size",
        "no-power",
        "power-terrain",
        "home-city",
        "home-tile",
        "off-map",
        "never-traded",
        "bid-now",
        "bid-step",
    },
}
"""Codes of shared steps that cannot come up in a title: it has no such thing."""


@pytest.mark.parametrize("title", titles())
def test_every_clause_named_is_in_the_book(title: str) -> None:
    known = {
        line.split("\t")[0] for line in (ROOT / "tests" / "rules" / title / "clauses.tsv").read_text().splitlines()
    }
    named = {f"{title}/{section}" for section in rules_of(title).figures.clauses.values()}
    assert named <= known
