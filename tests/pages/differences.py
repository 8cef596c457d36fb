"""Differences between what was kept and what is said now: shown in short, or allowed by the list of wanted ones.

The list (`wanted.tsv`) has four columns: the questions it is about (`*` stands for anything), a regular expression
for a whole line as it was, what stands there now (`\\1` for a group, `\\n` between lines, `^` before one that
stands further out; empty: the line is gone), and why. A line of data reads `path.to[0].field = value`; one of a page
is as tests/pages/normal.py writes it, its indentation aside.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from fnmatch import fnmatchcase
from itertools import groupby
from typing import NamedTuple

from tests.pages.normal import leaves, unclassed

MOST_LINES = 12
LONGEST = 300
OUTER = "^"
"""Before a line of what stands there now: it stands further out by one."""
EXTRA = "extra."
"""In the path of every field that only one title knows."""


class Wanted(NamedTuple):
    """A difference that is wanted."""

    question: str
    was: str
    now: str
    reason: str

    def is_about(self, question: str) -> bool:
        """Is the answer to this question among those that may differ?"""
        return fnmatchcase(question, self.question)

    def fits(self, line: str) -> bool:
        """Is this a line that is another one now?"""
        return re.fullmatch(self.was, line.strip()) is not None

    def change(self, line: str) -> Iterator[str]:
        """What stands there now; other lines stay."""
        found = re.fullmatch(self.was, line.strip())
        if found is None:
            yield line
        elif self.now:
            indent = line[: len(line) - len(line.lstrip())]
            for part in found.expand(self.now).split("\n"):
                text = part.lstrip(OUTER)
                yield indent[: len(indent) - (len(part) - len(text))] + text


def read_wanted(text: str) -> list[Wanted]:
    """The list; a line that begins with # is a remark."""
    told = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    rows = csv.DictReader(io.StringIO(told), delimiter="\t", quoting=csv.QUOTE_NONE)
    found = [Wanted(**row) for row in rows]
    assert all(entry.reason for entry in found), "every wanted difference has a reason"
    return found


def lines_of(answer: str) -> list[str]:
    """An answer in lines: data field by field."""
    return [part for line in answer.split("\n") for part in _parts(line)]


def _parts(line: str) -> Iterator[str]:
    if line.startswith(("{", "[")):
        try:
            yield from _ordered(leaves(json.loads(line)))
            return
        except ValueError:
            pass
    yield line


def _ordered(told: Iterator[str]) -> Iterator[str]:
    """What only a title knows is a record now: its fields stand in the order of the record, not of their writing."""
    for own, run in groupby(told, key=lambda line: EXTRA in line):
        lines = list(run)
        yield from sorted(lines) if own else lines


def compare(question: str, was: str, now: str, wanted: Sequence[Wanted]) -> str:
    """The first differences that are not wanted, as a text; nothing if there are none."""
    entries = [entry for entry in wanted if entry.is_about(question)]
    was, now = unclassed(was), unclassed(now)
    if was == now and not entries:
        return ""
    expected, found = lines_of(was), lines_of(now)
    for entry in entries:
        expected = [part for line in expected for part in entry.change(line)]
    if expected == found:
        return "" if entries or was == now or EXTRA in "".join(expected) else "the same fields in another order or form"
    return "\n".join(_differences(expected, found))


def _differences(expected: list[str], found: list[str]) -> Iterator[str]:
    """The first lines that differ; only what lies near the first one is compared, for pages are long."""
    first = next((n for n, pair in enumerate(zip(expected, found, strict=False)) if pair[0] != pair[1]), None)
    start = min(len(expected), len(found)) if first is None else first
    before, after = expected[start : start + 400], found[start : start + 400]
    if start:
        yield _shortened(f"  {expected[start - 1]}")
    shown = 0
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for line in [*(f"- {line}" for line in before[a:b]), *(f"+ {line}" for line in after[c:d])]:
            yield _shortened(line)
            shown += 1
            if shown >= MOST_LINES:
                yield "  ..."
                return


def _shortened(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."
