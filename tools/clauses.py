"""Which clauses of the rule books have a passing test: runs tests/rules and prints the tally.

A clause counts when at least one of its tests passed and none failed. The clause lists are
`tests/rules/<title>/clauses.tsv`. Exit status 1 when a test failed or a mark names no clause.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

Outcomes = Mapping[str, Sequence[Sequence[str]]]
"""Clause id -> [test, outcome] of each test marked with it."""

NO_TESTS_COLLECTED = 5


@dataclass(frozen=True)
class Clause:
    """One line of a clause list."""

    id: str
    section: str
    kind: str
    variant: str
    clause: str


def read_clauses(file: Path) -> list[Clause]:
    """The clauses of one title, in the order of the rule book."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        clauses = [Clause(**row) for row in rows]
    if len({clause.id for clause in clauses}) != len(clauses):
        raise click.ClickException(f"{file} has a clause id twice; each may occur once.")
    return clauses


def run_tests(root: Path, workers: int) -> tuple[int, Outcomes]:
    """Run the rules tests; pytest's exit status, and what became of each clause."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "clauses.json"
        command = [sys.executable, "-m", "pytest", "tests/rules", "-n", str(workers), "-m", ""]
        command += ["--continue-on-collection-errors", f"--clauses={report}"]
        status = subprocess.run(command, cwd=root, check=False).returncode
        outcomes: Outcomes = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    return status, outcomes


def passes(clause: Clause, outcomes: Outcomes) -> bool:
    """Whether a clause is proven: a test passed and none failed."""
    results = {outcome for _, outcome in outcomes.get(clause.id, ())}
    return "passed" in results and "failed" not in results


def by(clauses: Iterable[Clause], key: Callable[[Clause], str]) -> dict[str, list[Clause]]:
    """Clauses in groups, in the order in which the groups first occur."""
    groups: dict[str, list[Clause]] = defaultdict(list)
    for clause in clauses:
        groups[key(clause)].append(clause)
    return dict(groups)


def tally(clauses: Sequence[Clause], outcomes: Outcomes) -> str:
    """`passing/all`."""
    return f"{sum(passes(clause, outcomes) for clause in clauses)}/{len(clauses)}"


def kinds_table(title: str, clauses: Sequence[Clause], outcomes: Outcomes) -> Table:
    """Per kind and variant, how many clauses have a passing test."""
    variants = by(clauses, lambda clause: clause.variant)
    table = Table("kind", *variants, title=f"{title}: clauses with a passing test")
    for column in table.columns[1:]:
        column.justify = "right"
    for kind, of_kind in sorted(by(clauses, lambda clause: clause.kind).items()):
        groups = by(of_kind, lambda clause: clause.variant)
        table.add_row(kind, *(tally(groups[v], outcomes) if v in groups else "" for v in variants))
    return table


def is_built(clauses: Iterable[Clause], outcomes: Outcomes) -> bool:
    """Has a variant been begun: is there a test for any of its clauses?"""
    return any(clause.id in outcomes for clause in clauses)


def print_gaps(console: Console, title: str, clauses: Sequence[Clause], outcomes: Outcomes) -> None:
    """List the clauses without a passing test, of each variant that any test touches."""
    for variant, group in by(clauses, lambda clause: clause.variant).items():
        missing = [clause for clause in group if not passes(clause, outcomes)]
        if not is_built(group, outcomes) or not missing:
            continue
        console.print(f"\n[bold]{title} {variant}: without a passing test[/bold]")
        for clause in missing:
            console.print(f"  {escape(clause.id)}  {escape(clause.clause)}", soft_wrap=True, highlight=False)
            for test, outcome in outcomes.get(clause.id, ()):
                console.print(f"      {outcome}: {escape(test)}", soft_wrap=True, highlight=False)


def print_report(console: Console, titles: Mapping[str, Sequence[Clause]], outcomes: Outcomes) -> None:
    """The table of each title, and the gaps."""
    for title, clauses in titles.items():
        console.print()
        console.print(kinds_table(title, clauses, outcomes))
        print_gaps(console, title, clauses, outcomes)


@click.command(help="Which clauses of the rule books have a passing test.")
@click.option("--root", type=click.Path(path_type=Path, exists=True), help="The project's folder.")
@click.option("--workers", default=2, show_default=True, help="Processes to run the tests in.")
def main(root: Path | None, workers: int) -> None:
    """Run the tests, print the tally, end with one line per title and variant."""
    root = root or Path(__file__).resolve().parent.parent
    files = sorted((root / "tests" / "rules").glob("*/clauses.tsv"))
    if not files:
        raise click.ClickException("There is no tests/rules/<title>/clauses.tsv to count.")
    titles = {file.parent.name: read_clauses(file) for file in files}
    status, outcomes = run_tests(root, workers)
    print_report(Console(), titles, outcomes)
    click.echo()
    failed = status not in (0, NO_TESTS_COLLECTED)
    if failed:
        click.echo("Some tests failed or could not be collected; pytest says above which and why.")
    for title, clauses in titles.items():
        for variant, group in by(clauses, lambda clause: clause.variant).items():
            click.echo(
                f"{title} {variant} {tally(group, outcomes)}{'' if is_built(group, outcomes) else ' (not built)'}"
            )
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
