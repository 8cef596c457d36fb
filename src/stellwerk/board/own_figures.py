"""Own figures: a board, a share chart or a tile set that an owner of a game puts in place of the printed one.

`Own` is the record of such a file (docs/own-boards.md). Reading one only says whether it has the right form; whether
a title can be played with it is asked elsewhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from stellwerk.board.geometry import split_hex_name
from stellwerk.board.shapes import Problem
from stellwerk.errors import BadInput
from stellwerk.figures import BoardFigure, ChartFigure, TileFigure

FORMAT = "stellwerk-board"
VERSION = 1
MOST_BYTES = 1024 * 1024
LONGEST_NAME, LONGEST_NOTE = 60, 500
MOST_SLIPS = 100
"""So many fields that nobody reads are told."""
PARTS = ("board", "chart", "tiles")
"""What a file may replace."""


class TileSetFigure(msgspec.Struct, frozen=True):
    """A tile set: how many of each tile (None: as many as you like), tiles of its own, and its table of upgrades."""

    counts: Mapping[str, int | None]
    definitions: tuple[TileFigure, ...] = ()
    upgrades: Mapping[str, tuple[str, ...]] = {}


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """Figures that take the place of a title's printed ones; what is not there stays as printed."""

    format: str = FORMAT
    version: int = VERSION
    title: str
    variant: str = "base"
    """The variant it was made for; a game may try it with another."""
    name: str = "own board"
    source: str = "own"
    note: str = ""
    board: BoardFigure | None = None
    chart: ChartFigure | None = None
    tiles: TileSetFigure | None = None

    def __hash__(self) -> int:
        """Quick to tell; equal ones are compared whole."""
        return hash((self.title, self.variant, self.name, self.source))

    @property
    def parts(self) -> tuple[str, ...]:
        """What it replaces."""
        return tuple(part for part in PARTS if getattr(self, part) is not None)

    def as_json(self) -> dict[str, Any]:
        """The file as plain data, without what may be left out."""
        plain: dict[str, Any] = without_defaults(self)
        return {"format": self.format, "version": self.version, **plain}

    def digest(self) -> str:
        """Thirty-two hexadecimal digits that stand for these figures on every machine."""
        text = msgspec.json.encode(self.as_json(), order="deterministic")
        return hashlib.blake2b(text, digest_size=16).hexdigest()


def without_defaults(record: Any) -> Any:
    """A record as plain data, without fields that have their default."""
    if isinstance(record, msgspec.Struct):
        pairs = ((field, getattr(record, field.name)) for field in msgspec.structs.fields(record))
        return {field.encode_name: without_defaults(value) for field, value in pairs if value != _default_of(field)}
    if isinstance(record, tuple):
        return [without_defaults(item) for item in record]
    if isinstance(record, Mapping):
        return {key: without_defaults(value) for key, value in record.items()}
    return record


def _default_of(field: Any) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def read_own(plain: object) -> Own:
    """Own figures from plain data; what has not the form of such a file is refused with a sentence."""
    try:
        own = msgspec.convert(plain, type=Own)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadInput(f"This is no board file: {error}.") from None
    if own.format != FORMAT:
        raise BadInput(f"This is no board file: its format is {own.format[:60]!r}, not {FORMAT!r}.")
    if own.version != VERSION:
        raise BadInput(f"This board file is of version {own.version}; version {VERSION} is read here.")
    if not own.parts:
        raise BadInput("A board file has a board, a chart or tiles, or several of them.")
    for what, said, most in _describe_own(own):
        if len(said) > most or not said.isprintable():
            raise BadInput(f"The {what} of a board file has at most {most} printable characters.")
    if not own.name.strip():
        raise BadInput("A board file has a name, or says nothing of it.")
    return own


def _describe_own(own: Own) -> tuple[tuple[str, str, int], ...]:
    names = (("title", own.title), ("variant", own.variant), ("name", own.name), ("source", own.source))
    return (*((what, said, LONGEST_NAME) for what, said in names), ("note", own.note, LONGEST_NOTE))


def plain_file(data: bytes | str | Mapping[str, Any], read: Callable[[bytes | str], Any], title: str) -> dict[str, Any]:
    """The plain data of a file, `read` from its text; a bare board is one for `title`."""
    if isinstance(data, bytes | str) and len(data) > MOST_BYTES:
        raise BadInput("The file is too large: a board file has at most 1 MB.")
    plain = read(data) if isinstance(data, bytes | str) else data
    if not isinstance(plain, Mapping):
        raise BadInput("A board file is a JSON object.")
    return {"title": title, "board": plain} if "hexes" in plain and "title" not in plain else dict(plain)


def unread_fields(plain: Mapping[str, Any]) -> tuple[Problem, ...]:
    """The fields of a file that nobody reads, each at the hex, row or tile it stands in."""
    found = []
    for at, record, name in islice(unknown_fields(plain), MOST_SLIPS):
        part, where = (at[0] if at and at[0] in PARTS else ""), (at[2] if len(at) > 2 else "")
        sentence = str(BadInput(f"{name[:40]!r} is no field of a {record}."))
        found.append(Problem(where[:LONGEST_NAME], "field", sentence, part))
    return tuple(found)


def unknown_fields(plain: Any, kind: Any = Own, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Fields nobody reads, most often a slip of the pen: where they stand, of which record, and their names."""
    record = _record_type_in(kind)
    if record is not None and isinstance(plain, Mapping):
        hints = get_type_hints(record)
        known = {field.encode_name: hints[field.name] for field in msgspec.structs.fields(record)}
        for name, value in plain.items():
            if name not in known:
                yield at, record.__name__.removesuffix("Figure").lower(), str(name)
            else:
                yield from unknown_fields(value, known[name], (*at, name))
    elif isinstance(plain, list | tuple):
        kinds = [one for one in get_args(kind) if one is not Ellipsis]
        for place, item in enumerate(plain):
            yield from unknown_fields(item, kinds[0] if kinds else object, (*at, _name_of_entry(item, place)))


def _record_type_in(kind: Any) -> type[msgspec.Struct] | None:
    """The record a type speaks of, alone or beside None."""
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    found = (one for one in kinds if isinstance(one, type) and issubclass(one, msgspec.Struct))
    return next(found, None)


def _name_of_entry(item: Any, place: int) -> str:
    """How people find an entry of a list: by the name of the hex or tile, else by its place."""
    name = (item.get("at") or item.get("id")) if isinstance(item, Mapping) else None
    return name if isinstance(name, str) else str(place)


def in_order(own: Own) -> Own:
    """The same figures, hexes in the order of their names."""
    if own.board is None:
        return own
    hexes = tuple(sorted(own.board.hexes, key=lambda hex: split_hex_name(hex.at)))
    return msgspec.structs.replace(own, board=msgspec.structs.replace(own.board, hexes=hexes))


def normal_form(own: Own) -> str:
    """The file as we write it: hexes in order, a hex, a row or a tile a line, nothing that may be left out."""
    return _laid_out(in_order(own).as_json(), 0) + "\n"


BROKEN_UP = {"hexes", "rows", "definitions"}
"""Lists of which each entry has its line."""


def _laid_out(value: Mapping[str, Any], depth: int) -> str:
    pad = "  " * (depth + 1)
    lines = []
    for name, inner in value.items():
        if name in PARTS and depth == 0:
            text = _laid_out(inner, 1)
        elif name in BROKEN_UP:
            rows = ",\n".join(f"{pad}  {_plain_copy(row)}" for row in inner)
            text = f"[\n{rows}\n{pad}]"
        else:
            text = _plain_copy(inner)
        lines.append(f"{pad}{_plain_copy(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n" + "  " * depth + "}"


def _plain_copy(value: Any) -> str:
    return msgspec.json.encode(value).decode()
