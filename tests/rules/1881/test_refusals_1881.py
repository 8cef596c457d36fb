"""1881: every refusal its steps can give names a clause of the book."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.conformance.test_clauses_named import NOT_YET, ROOT, SILENT, codes_in, modules_of

from stellwerk.rules import Rules
from stellwerk.titles import rules_of
from stellwerk.titles.t1881.rules import T1881

VARIANTS = ("base", "house", "double-track", "credit", "house+double-track+credit")
SOURCE = ROOT / "src" / "stellwerk"
ROUTES = (SOURCE / "routes" / "check.py", SOURCE / "routes" / "route_value.py")
NOT_PLAYED = {
    *("gave-it-up", "train-limit-runnable", "return-another", "never-traded", "no-train-trade"),
    *("loan", "no-loan", "initial-price", "started", "no-sale-yet", "one-sale", "pool-limit"),
    *("home-city", "home-tile", "off-map", "no-power", "power-terrain"),
    *(
        "supplies-exhausted",
        "route-misses-place",
        "route-to-red-area",
        "route-not-one-city",
        "route-through-closed-hex",
    ),
}
"""Codes of shared steps and of routes that cannot come up: it has no loans, privates, supplies or closed hexes."""
NEVER_ASKED = {"no-such-train", "train-runs-twice"}
"""Routes are named one a vehicle."""
WITHOUT = {"base": {"help"}, "double-track": {"help"}, "credit": {"help"}}
"""Codes of acts that only some variants know."""


def refusals_of_routes() -> set[str]:
    """The codes with which routes are refused."""
    calls = [node for path in ROUTES for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    first = [call.args[0] for call in calls if getattr(call.func, "id", "") == "Illegal"]
    return {str(code.value) for code in first if isinstance(code, ast.Constant)}


def modules_of_title(rules: Rules) -> set[Path]:
    """The modules of the title, and those of all its acts, the nets' too."""
    acts = [act for turn in (T1881.turn, *T1881.other_turns) for stage in turn for act in stage.acts]
    names = {kind.__module__ for act in acts for kind in type(act).__mro__ if kind is not object}
    shared = {SOURCE.parent / (name.replace(".", "/") + ".py") for name in names if name.startswith("stellwerk.")}
    return {*modules_of(rules), *shared, *(SOURCE / "titles" / "t1881").glob("*.py")}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_refusal_names_a_clause(variant: str) -> None:
    rules = rules_of("1881", variant)
    codes = {code for path in modules_of_title(rules) for code in codes_in(path)} | refusals_of_routes()
    codes |= {"declined-buy-train", "declined-buy-depot"}
    nameless = {code for code in codes if rules.clause(code) is None}
    assert nameless - SILENT - NOT_YET - NOT_PLAYED - NEVER_ASKED == WITHOUT.get(variant, set())


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_clause_named_stands_in_the_book(variant: str) -> None:
    lines = (Path(__file__).parent / "clauses.tsv").read_text(encoding="utf-8").splitlines()
    known = {line.split("\t")[0] for line in lines}
    assert {f"1881/{section}" for section in rules_of("1881", variant).figures.clauses.values()} <= known
