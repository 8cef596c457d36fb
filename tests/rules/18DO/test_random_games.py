"""18DO: many random games keep every promise of the conformance suite, which plays a few itself."""

from __future__ import annotations

import pytest
from tests.conformance.test_clauses_named import NOT_PLAYED, NOT_YET, SILENT, codes_in, modules_of
from tests.conformance.test_conformance import RandomGame

from stellwerk.titles import rules_of

TABLES = [(variant, count) for variant in ("railway", "introduction") for count in (3, 4, 5)]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "count", "seed"), [(*table, seed) for table in TABLES for seed in range(50)])
def test_many_random_games_keep_every_promise(variant: str, count: int, seed: int) -> None:
    """Many games in the sweep."""
    RandomGame("18DO", variant, count, seed).play()


@pytest.mark.parametrize("variant", ["railway", "introduction"])
def test_every_refusal_has_a_clause(variant: str) -> None:
    rules = rules_of("18DO", variant)
    codes = set().union(*(codes_in(path) for path in modules_of(rules)))
    assert not {code for code in codes if rules.clause(code) is None} - SILENT - NOT_PLAYED["18DO"] - NOT_YET
