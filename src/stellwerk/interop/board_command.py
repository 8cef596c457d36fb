"""What `stellwerk board` does: check a board file and draw it, or write the printed figures as such a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from stellwerk.board.own_figures import PARTS, normal_form
from stellwerk.board.shapes import Problem
from stellwerk.draw.own_figures import draw_own_figures
from stellwerk.errors import BadInput
from stellwerk.interop.own_figures_file import CheckedFigures, check_file, printed_own_file
from stellwerk.titles import rules_of

MOST_TOLD = 500
"""So many mistakes are told; who makes more corrects these first."""

Say = Callable[[str], None]
Write = Callable[[str, str], None]


def check_board_file(data: bytes, title: str, variant: str, picture: str | None, say: Say, write: Write) -> bool:
    """Tell every mistake of a file in a sentence, draw it if wanted; was it good?"""
    found = check_file(data, title, variant)
    for line in describe_problems(found):
        say(line)
    if picture:
        _draw_checked(found, picture, write)
    return found.good


def describe_problems(found: CheckedFigures) -> Iterator[str]:
    """What a check found, a line each."""
    for problem in found.problems[:MOST_TOLD]:
        yield f"{_place_of_problem(problem)}: {problem.sentence}"
    if len(found.problems) > MOST_TOLD:
        yield f"... and {len(found.problems) - MOST_TOLD} more."
    own, rules = found.own, found.rules
    if found.good and own is not None and rules is not None:
        yield f"{own.name} is good: {rules.title} ({rules.variant}) can be played with its {' and '.join(own.parts)}."
    else:
        count = Counter(problem.part or "file" for problem in found.problems)
        yield "Mistakes: " + ", ".join(f"{number} in the {part}" for part, number in count.items()) + "."


def _place_of_problem(problem: Problem) -> str:
    """Where a mistake is, in words."""
    if not problem.part:
        return "file"
    kind = {"board": "hex ", "tiles": "tile "}.get(problem.part, "")
    return f"{problem.part}, {kind}{problem.at}" if problem.at else problem.part


def _draw_checked(found: CheckedFigures, picture: str, write: Write) -> None:
    """The board into the file that was named; chart and tiles, if the file has them too, beside it."""
    drawn = draw_own_figures(found.rules, found.own, found.problems) if found.rules and found.own else {}
    if not drawn:
        raise BadInput("Nothing of this file can be drawn.")
    first, *others = drawn
    write(picture, drawn[first])
    stem = picture.removesuffix(".svg")
    for part in others:
        write(f"{stem}-{part}.svg", drawn[part])


def export_board_file(title: str, variant: str, parts: str) -> str:
    """The printed figures of a title as a board file, to begin with."""
    wanted = tuple(part for part in PARTS if part in parts.split(","))
    if set(parts.split(",")) - set(PARTS):
        raise BadInput(f"The parts of a board file are {', '.join(PARTS)}.")
    return normal_form(printed_own_file(rules_of(title, variant), parts=wanted))
