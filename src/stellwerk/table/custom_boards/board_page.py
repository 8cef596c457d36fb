"""Own boards: checking a board file, its pictures, its normal form; those kept here; and what is reconstructed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from stellwerk.board.own_figures import MOST_BYTES, Own, TileSetFigure, normal_form
from stellwerk.board.shapes import Problem
from stellwerk.draw.own_figures import draw_own_figures
from stellwerk.figures import (
    BoardFigure,
    BorderFigure,
    CellFigure,
    ChartFigure,
    CityFigure,
    CostFigure,
    HexFigure,
    HomeFigure,
    LinkFigure,
    OffboardFigure,
    SecondTrackFigure,
    TileFigure,
    TownFigure,
)
from stellwerk.interop.own_figures_file import check_file, printed_own_file
from stellwerk.rules import Rules
from stellwerk.table.custom_boards.board_fields import MEANINGS
from stellwerk.table.custom_boards.kept_boards import MOST_KEPT
from stellwerk.table.db.records import OwnBoard
from stellwerk.table.view.title.figure_sources import Sourced, all_sources_of
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import titles

MOST_TOLD = 200
"""So many mistakes are told; who makes more corrects these first."""

RECORDS: dict[str, type[msgspec.Struct]] = {
    "file": Own,
    "board": BoardFigure,
    "hex": HexFigure,
    "city": CityFigure,
    "town": TownFigure,
    "offboard": OffboardFigure,
    "cost": CostFigure,
    "home": HomeFigure,
    "border": BorderFigure,
    "link": LinkFigure,
    "sbahn": SecondTrackFigure,
    "chart": ChartFigure,
    "space": CellFigure,
    "tiles": TileSetFigure,
    "tile": TileFigure,
}
"""The records of a board file by their names."""


class BoardReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a check found."""

    title: str
    variant: str
    name: str
    parts: tuple[str, ...]
    """What the file replaces: board, chart, tiles."""
    good: bool
    problems: tuple[Problem, ...]
    untold: int
    """So many more mistakes were found than are told."""
    hexes: int
    pictures: dict[str, str]
    """Part to its picture as SVG, as far as it can be drawn."""
    normal: str
    """The file in its normal form, if it is good."""


class TitleSources(msgspec.Struct, frozen=True):
    """The figures of one title by their sources."""

    title: str
    sources: tuple[Sourced, ...]


class BoardField(msgspec.Struct, frozen=True):
    """A field of the format: its name, what it is if it is left out (empty: it must be there), what it means."""

    name: str
    default: str
    meaning: str


class RecordFields(msgspec.Struct, frozen=True):
    """A record of the format."""

    name: str
    fields: tuple[BoardField, ...]


class BoardsPage(msgspec.Struct, frozen=True, kw_only=True):
    """The page about reconstructed figures and own boards."""

    titles: tuple[TitleSources, ...]
    reconstructed: int
    format: tuple[RecordFields, ...]
    most_bytes: int
    asked: str
    """The title whose board is to be checked."""
    report: BoardReport | None = None
    kept: tuple[OwnBoard, ...] = ()
    """The own boards the reader keeps here."""
    most_kept: int = MOST_KEPT


def boards_page(
    say: Speech, asked: str = "", report: BoardReport | None = None, kept: Sequence[OwnBoard] = ()
) -> BoardsPage:
    """The page, with the report of a check if there was one."""
    known = tuple(TitleSources(title, all_sources_of(title, say)) for title in titles())
    return BoardsPage(
        titles=known,
        reconstructed=sum(line.reconstructed for title in known for line in title.sources),
        format=tuple(_describe_record(say, name, kind) for name, kind in RECORDS.items()),
        most_bytes=MOST_BYTES,
        asked=asked if asked in titles() else titles()[0],
        report=report,
        kept=tuple(kept),
    )


def _describe_record(say: Speech, name: str, kind: type[msgspec.Struct]) -> RecordFields:
    fields = msgspec.structs.fields(kind)
    return RecordFields(
        name, tuple(BoardField(f.encode_name, _default_as_json(f), _describe_field(say, name, f)) for f in fields)
    )


def _describe_field(say: Speech, record: str, field: Any) -> str:
    text = MEANINGS.get(f"{record}.{field.encode_name}", "")
    return say(text) if text else ""


def _default_as_json(field: Any) -> str:
    """What a field is if it is left out, as JSON; empty where it must be there."""
    if field.default is msgspec.NODEFAULT:
        return "" if field.default_factory is msgspec.NODEFAULT else "[]"
    return msgspec.json.encode(field.default).decode()


def check_board(data: bytes | str | Mapping[str, Any], title: str = "") -> BoardReport:
    """Check a board file (or what was read from one); never raises, whatever is in it.

    `title` is asked for a file that holds nothing but a board.
    """
    checked = check_file(data, title)
    own, rules, found = checked.own, checked.rules, checked.problems
    return BoardReport(
        title=rules.title if rules else title,
        variant=rules.variant if rules else "",
        name=own.name if own else "",
        parts=own.parts if own else (),
        good=checked.good,
        problems=found[:MOST_TOLD],
        untold=max(0, len(found) - MOST_TOLD),
        hexes=len(own.board.hexes) if own and own.board else 0,
        pictures=draw_own_figures(rules, own, found) if own and rules else {},
        normal=normal_form(own) if own and checked.good else "",
    )


def example_file(rules: Rules) -> str:
    """The printed figures of a title as a file, to begin with."""
    return normal_form(printed_own_file(rules))
