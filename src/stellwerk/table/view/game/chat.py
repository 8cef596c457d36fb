"""Chat and notes beside the log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from stellwerk.table.db.records import MOVE, TableInfo
from stellwerk.table.service.chat import ChatLine
from stellwerk.table.service.history import Past
from stellwerk.table.view.scene import Scene


class ShownChat(msgspec.Struct, frozen=True):
    """A line of chat."""

    id: int
    who: str
    text: str
    when: str
    """The time it was said, for programs: `2026-11-16T17:05:00Z`."""
    clock: str
    """Hours and minutes there and then (UTC); a browser shows its own."""
    number: int
    """The last action of the game at that time."""
    mine: bool


class TalkPart(msgspec.Struct, frozen=True, kw_only=True):
    """What is said at the table, and the reader's own note."""

    lines: tuple[ShownChat, ...]
    last: int
    """The last line's number; a browser remembers up to which one it has been read."""
    new: int
    """Lines of others since the reader last said or did something."""
    may_write: bool
    note: str | None
    """None, if the reader cannot keep notes."""
    address: str


def make_talk(scene: Scene) -> TalkPart:
    """Chat and note of a scene's table."""
    return talk_at(scene.table, scene.past, scene.mine)


def talk_at(table: TableInfo, past: Past, mine: Sequence[int]) -> TalkPart:
    """Chat and note of a table; `mine` are the reader's seats."""
    return TalkPart(
        lines=tuple(map(chat_line, past.chat)),
        last=past.chat[-1].id if past.chat else 0,
        new=_count_new_lines(table, past, mine),
        may_write=past.may_talk,
        note=past.note,
        address=f"/tables/{table.id}",
    )


def chat_line(line: ChatLine) -> ShownChat:
    """A line of chat as it is shown."""
    when = datetime.fromtimestamp(line.at, UTC)
    iso = when.strftime("%Y-%m-%dT%H:%M:%SZ")
    return ShownChat(line.id, line.who, line.text, iso, when.strftime("%H:%M"), line.number, line.mine)


def _count_new_lines(table: TableInfo, past: Past, mine: Sequence[int]) -> int:
    """How many lines came since the reader said or did something."""
    names = {table.seats[seat].name for seat in mine}
    moved = max((entry.at for entry in past.entries if entry.kind == MOVE and entry.who in names), default=0.0)
    spoke = max((line.at for line in past.chat if line.mine), default=0.0)
    return sum(1 for line in past.chat if not line.mine and line.at > max(moved, spoke))
