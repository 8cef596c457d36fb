"""Clauses: tests say which clauses of a rule book they prove, and a run can report it.

`@pytest.mark.clause("18CZ/VII.3a", ...)` marks a test. An id that no `tests/rules/<title>/clauses.tsv`
holds is an error at collection. `--clauses=FILE` writes JSON: clause id -> list of [test, outcome].
"""

from __future__ import annotations

import csv
import json
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest

RULES = Path(__file__).parent / "rules"
PROPERTY = "clauses"


@cache
def known_clauses() -> frozenset[str]:
    """The ids of all clause lists."""
    ids: set[str] = set()
    for path in RULES.glob("*/clauses.tsv"):
        with path.open(encoding="utf-8", newline="") as file:
            ids |= {row["id"] for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    return frozenset(ids)


def clauses_of(item: pytest.Item) -> list[str]:
    """The clause ids a test is marked with, each once."""
    return list(dict.fromkeys(str(i) for mark in item.iter_markers("clause") for i in mark.args))


def complaints(item: pytest.Item) -> Iterator[str]:
    """What is wrong with the clause marks of a test."""
    for mark in item.iter_markers("clause"):
        if not mark.args or mark.kwargs:
            yield f"{item.nodeid}: the clause mark takes one clause id or more, and nothing else"
    for clause in clauses_of(item):
        if clause not in known_clauses():
            yield f"{item.nodeid}: no clause {clause!r} in tests/rules/*/clauses.tsv"


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn wrong clause marks into a collection error of their file or class."""
    report = yield
    items = [node for node in report.result or () if isinstance(node, pytest.Item)]
    wrong = [line for item in items for line in complaints(item)]
    if report.passed and wrong:
        report.outcome = "failed"
        report.longrepr = "\n".join(wrong)
    return report


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let the clause ids travel with the test's reports, also from a worker process."""
    if clauses := clauses_of(item):
        item.user_properties.append((PROPERTY, clauses))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--clauses=FILE`."""
    parser.addoption("--clauses", metavar="FILE", help="write which clauses were proven to FILE, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    """Gather outcomes where the run is led: not in the workers."""
    file = config.getoption("--clauses")
    if file and not hasattr(config, "workerinput"):
        config.pluginmanager.register(ClauseReport(Path(file)), "clause-report")


class ClauseReport:
    """Gathers the outcomes of marked tests and writes them at the end."""

    def __init__(self, file: Path) -> None:
        """Start with nothing gathered."""
        self.file = file
        self.outcomes: dict[str, str] = {}
        self.clauses: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note one phase (setup, call, teardown) of one test; the worst phase is the test's outcome."""
        clauses = dict(report.user_properties).get(PROPERTY)
        if not isinstance(clauses, list):
            return
        self.clauses[report.nodeid] = clauses
        order = ("passed", "xpassed", "xfailed", "skipped", "failed")
        before = self.outcomes.get(report.nodeid, "passed")
        self.outcomes[report.nodeid] = max(before, outcome(report), key=order.index)

    def pytest_sessionfinish(self) -> None:
        """Write the file."""
        tests: dict[str, list[list[str]]] = {}
        for nodeid in sorted(self.clauses):
            for clause in self.clauses[nodeid]:
                tests.setdefault(clause, []).append([nodeid, self.outcomes[nodeid]])
        self.file.write_text(json.dumps(tests, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def outcome(report: pytest.TestReport) -> str:
    """The outcome of a phase; a test that is expected to fail proves nothing."""
    expected_to_fail = hasattr(report, "wasxfail") and report.outcome != "failed"
    if not expected_to_fail:
        return report.outcome
    return "xpassed" if report.passed else "xfailed"
