"""Own boards: reading a board file, checking it hex by hex, its picture, its normal form; and what is reconstructed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from stellwerk.board.check import Problem, problems_of, sound_part
from stellwerk.board.geometry import split
from stellwerk.draw import board_svg
from stellwerk.errors import BadInput
from stellwerk.figures import (
    BoardFigure,
    BorderFigure,
    CityFigure,
    CostFigure,
    HexFigure,
    HomeFigure,
    LinkFigure,
    OffboardFigure,
    SecondTrackFigure,
    TownFigure,
)
from stellwerk.rules import Rules
from stellwerk.table.view.boardfields import MEANINGS
from stellwerk.table.view.sources import Sourced, sources_of
from stellwerk.table.view.texts import Say
from stellwerk.titles import rules_of, titles

MOST_BYTES = 1024 * 1024
MOST_TOLD = 200
"""So many mistakes are told; who makes more corrects these first."""

RECORDS: dict[str, type[msgspec.Struct]] = {
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
}
"""The records of a board file by their names."""

BOARD_FIELDS = frozenset(field.encode_name for field in msgspec.structs.fields(BoardFigure))
HEX_FIELDS = frozenset(field.encode_name for field in msgspec.structs.fields(HexFigure))


class BoardReport(msgspec.Struct, frozen=True):
    """What a check found."""

    title: str
    good: bool
    problems: tuple[Problem, ...]
    untold: int
    """So many more mistakes were found than are told."""
    hexes: int
    picture: str
    """The board as SVG, as far as it can be drawn; empty if it cannot."""
    normal: str
    """The file in its normal form, if it is good."""


class TitleSources(msgspec.Struct, frozen=True):
    """The figures of one title by their sources."""

    title: str
    sources: tuple[Sourced, ...]


class Field(msgspec.Struct, frozen=True):
    """A field of the format: its name, what it is if it is left out (empty: it must be there), what it means."""

    name: str
    default: str
    meaning: str


class RecordFields(msgspec.Struct, frozen=True):
    """A record of the format."""

    name: str
    fields: tuple[Field, ...]


class BoardsPage(msgspec.Struct, frozen=True):
    """The page about reconstructed figures and own boards."""

    titles: tuple[TitleSources, ...]
    reconstructed: int
    format: tuple[RecordFields, ...]
    most_bytes: int
    asked: str
    """The title whose board is to be checked."""
    report: BoardReport | None = None


def boards_page(say: Say, asked: str = "", report: BoardReport | None = None) -> BoardsPage:
    """The page, with the report of a check if there was one."""
    known = tuple(TitleSources(title, sources_of(rules_of(title), say)) for title in titles())
    return BoardsPage(
        titles=known,
        reconstructed=sum(line.reconstructed for title in known for line in title.sources),
        format=tuple(_record(say, name, kind) for name, kind in RECORDS.items()),
        most_bytes=MOST_BYTES,
        asked=asked if asked in titles() else titles()[0],
        report=report,
    )


def _record(say: Say, name: str, kind: type[msgspec.Struct]) -> RecordFields:
    fields = msgspec.structs.fields(kind)
    return RecordFields(name, tuple(Field(f.encode_name, _default(f), _meaning(say, name, f)) for f in fields))


def _meaning(say: Say, record: str, field: Any) -> str:
    text = MEANINGS.get(f"{record}.{field.encode_name}", "")
    return say(text) if text else ""


def _default(field: Any) -> str:
    """What a field is if it is left out, as JSON; empty where it must be there."""
    if field.default is msgspec.NODEFAULT:
        return "" if field.default_factory is msgspec.NODEFAULT else "[]"
    return msgspec.json.encode(field.default).decode()


def check_board(rules: Rules, data: bytes | str | Mapping[str, Any]) -> BoardReport:
    """Check a board file (or what was read from one) for a title; never raises, whatever is in it."""
    try:
        figure, unknown = read_board(data)
    except BadInput as error:
        return BoardReport(rules.title, False, (Problem("", "unreadable", str(error)),), 0, 0, "", "")
    borders = {border.kind for hex in rules.board.figure.hexes for border in hex.borders}
    found = (*unknown, *problems_of(figure, rules.companies, rules.board.tiles, borders))
    return BoardReport(
        title=rules.title,
        good=not found,
        problems=found[:MOST_TOLD],
        untold=max(0, len(found) - MOST_TOLD),
        hexes=len(figure.hexes),
        picture=_picture(rules, figure, found),
        normal="" if found else normal_form(figure),
    )


def read_board(data: bytes | str | Mapping[str, Any]) -> tuple[BoardFigure, tuple[Problem, ...]]:
    """A board from a file, and the fields in it that mean nothing."""
    plain = _plain(data)
    try:
        figure = msgspec.convert(plain, type=BoardFigure)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadInput(f"This is no board: {error}.") from None
    return figure, tuple(_unknown(plain))


def _plain(data: bytes | str | Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(data, Mapping):
        return data
    if len(data) > MOST_BYTES:
        raise BadInput("The file is too large: a board has at most 1 MB.")
    try:
        plain = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadInput(f"The file is no JSON: {error}.") from None
    if isinstance(plain, dict) and isinstance(plain.get("boards"), dict) and len(plain["boards"]) == 1:
        plain = next(iter(plain["boards"].values()))
    if not isinstance(plain, dict):
        raise BadInput("A board is a JSON object with the fields layout and hexes.")
    return plain


def _unknown(plain: Mapping[str, Any]) -> list[Problem]:
    """Fields nobody reads: most often a slip of the pen."""
    problems = [_no_field("", "board", name) for name in plain if name not in BOARD_FIELDS]
    for hex in plain["hexes"]:
        problems += [_no_field(str(hex["at"])[:60], "hex", name) for name in hex if name not in HEX_FIELDS]
    return problems


def _no_field(hex: str, record: str, name: str) -> Problem:
    return Problem(hex, "field", str(BadInput(f"{name[:40]!r} is no field of a {record}.")))


def _picture(rules: Rules, figure: BoardFigure, found: tuple[Problem, ...]) -> str:
    """What can be drawn; hexes with mistakes are dotted."""
    if any(problem.code in ("layout", "size") for problem in found):
        return ""
    part = sound_part(figure, found)
    wrong = {problem.hex for problem in found}
    if not part.hexes:
        return ""
    return board_svg(
        part,
        rules.board.tiles,
        rules.companies,
        tiles={},
        stations={},
        buildable=[hex.at for hex in part.hexes if hex.at in wrong],
        caption=f"Board of your file, for {rules.title}",
    )


def normal_form(figure: BoardFigure) -> str:
    """The file as we write it: hexes in order, one a line, nothing that may be left out."""
    ordered = sorted(figure.hexes, key=lambda hex: split(hex.at))
    lines = [f"    {msgspec.json.encode(_short(hex)).decode()}" for hex in ordered]
    head = {"layout": figure.layout, "source": figure.source, **({"note": figure.note} if figure.note else {})}
    first = "\n".join(f'  "{name}": {msgspec.json.encode(value).decode()},' for name, value in head.items())
    return "{\n" + first + '\n  "hexes": [\n' + ",\n".join(lines) + "\n  ]\n}\n"


def _short(record: Any) -> Any:
    """A record without fields that have their default."""
    if isinstance(record, msgspec.Struct):
        pairs = ((field, getattr(record, field.name)) for field in msgspec.structs.fields(record))
        return {field.encode_name: _short(value) for field, value in pairs if value != field.default}
    if isinstance(record, tuple):
        return [_short(item) for item in record]
    return record
