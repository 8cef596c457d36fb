"""The past of a game as one reader may see it: what the header, the log and the talk beside it are made from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, takewhile, zip_longest
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection

from stellwerk.game import Game
from stellwerk.table import archive, checks
from stellwerk.table.chronicle import Happened, happened
from stellwerk.table.moves import line_to, names_of, node_at, seen
from stellwerk.table.permission import may
from stellwerk.table.records import DRAW, Actor, Logged, Request, TableInfo, WhatIf
from stellwerk.table.talk import Line, lines_in, note_in
from stellwerk.table.undoing import Ways, live_request
from stellwerk.table.whatif import copies_in

if TYPE_CHECKING:
    from stellwerk.table.service import Service

SHOWN = 60
"""So many entries the log beside the board shows."""


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """How it came to a position, and what is being said about it."""

    entries: tuple[Logged, ...] = ()
    """The latest entries up to the position, undone ones too; keys, accounts and hashes are left out."""
    happened: Mapping[int, Happened] = {}
    """What happened by each of these steps."""
    untold: frozenset[int] = frozenset()
    """Those of these steps that can no longer be played again, so that nobody knows what happened by them."""
    older: int = 0
    """How many entries come before these."""
    stops: tuple[int, ...] = ()
    """The entries of the running game one can look at: after each a player decides."""
    tried: tuple[tuple[dict[str, Any], Happened], ...] = ()
    """On a copy: what was played on it, with what happened."""
    ways: Ways = Ways()
    """What may be taken back and restored, and who would be asked."""
    request: Request | None = None
    copies: tuple[WhatIf, ...] = ()
    """The reader's private copies of this game, newest first."""
    chat: tuple[Line, ...] = ()
    note: str | None = None
    """The reader's own note; None, if he cannot keep one."""
    may_talk: bool = False
    may_copy: bool = False
    now: float = 0.0
    """When this was read."""


def of_table(service: Service, table_id: int, number: int | None = None, *, actor: Actor) -> Past:
    """The past of a table's position, now or after an entry."""
    with service.store.reading() as connection:
        table = service.find(connection, table_id, actor)
        log = service.archive.log(connection, table_id)
        to = None if number is None else checks.number(number, "number of an entry")
        upto = service.archive.log(connection, table_id, to)
        told = _told(service, connection, table, upto, SHOWN, actor)
        now = archive.head(connection, table_id)
        return msgspec.structs.replace(
            _talk(service, connection, table, actor),
            entries=told.entries,
            happened=told.happened,
            untold=told.untold,
            older=told.older,
            stops=stops_of(line_to(log, now.node)),
            ways=service.ways_in(connection, table, actor) if number is None else Ways(),
            request=live_request(connection, table_id, now),
        )


def page_of(service: Service, table_id: int, most: int, before: int | None = None, *, actor: Actor) -> Past:
    """So many entries of the whole log, the latest or those before a number; and what happened by them."""
    with service.store.reading() as connection:
        table = service.find(connection, table_id, actor)
        log = service.archive.log(connection, table_id)
        upto = log if before is None else log[: max(0, before - 1)]
        return _told(service, connection, table, upto, most, actor)


def _told(
    service: Service, connection: Connection, table: TableInfo, log: Sequence[Logged], most: int, actor: Actor
) -> Past:
    """The latest entries of a log as the actor may see them."""
    shown = told_part(log, most)
    steps = [line for line in shown if line.kind in archive.STEPS]
    what = service.archive.happened(connection, table, steps)
    names = names_of(table, actor)
    secret = {step.number for step in steps if _is_secret(step, what.get(step.number, Happened()), names)}
    return Past(
        entries=tuple(_plain(entry, names, entry.number in secret or entry.number not in what) for entry in shown),
        happened={key: _hidden(value) if key in secret else value for key, value in what.items()},
        untold=frozenset(step.number for step in steps if step.number not in what),
        older=max(0, len(log) - most),
    )


def of_copy(service: Service, copied: WhatIf, game: Game, *, actor: Actor) -> Past:
    """The past of a private copy: what was played on it, and the table's own past before that."""
    past = of_table(service, copied.table, copied.number, actor=actor)
    tried = game.log[len(game.log) - len(copied.actions) :]
    what = tuple((action, happened(game.rules, entry)) for action, entry in zip(copied.actions, tried, strict=True))
    return msgspec.structs.replace(past, tried=what, request=None)


def _talk(service: Service, connection: Connection, table: TableInfo, actor: Actor) -> Past:
    """What is being said, and what the reader keeps for himself."""
    person = may(actor, "note", table)
    return Past(
        copies=tuple(copies_in(connection, table.id, actor)) if person else (),
        chat=tuple(lines_in(connection, table, 0, actor)),
        note=note_in(connection, table.id, actor) if person else None,
        may_talk=may(actor, "chat.write", table),
        may_copy=may(actor, "what-if.create", table),
        now=service.clock(),
    )


def told_part(log: Sequence[Logged], most: int) -> list[Logged]:
    """The latest `most` entries, and the older ones that these undid."""
    first = len(log) - most
    if first <= 0:
        return list(log)
    undone = [line for line in log[:first] if line.undone_by is not None and line.undone_by > first]
    return undone[-most:] + list(log[first:])


def stops_of(line: Iterable[Logged]) -> tuple[int, ...]:
    """The steps after which a player decides: not those that a draw follows at once."""
    steps = list(line)
    return tuple(step.number for step, then in zip_longest(steps, steps[1:]) if then is None or then.kind != DRAW)


def rounds_of(service: Service, table_id: int, *, actor: Actor) -> list[tuple[int, Happened]]:
    """The steps by which a round began on the line of the running game, with the step that was played first in it."""
    with service.store.reading() as connection:
        table = service.find(connection, table_id, actor)
        line = line_to(service.archive.log(connection, table_id), node_at(connection, table_id, None))
        what = service.archive.happened(connection, table, line)
    found: list[tuple[int, Happened]] = []
    for before, step in pairwise(told for told in line if told.number in what):
        if what[before.number].round != what[step.number].round:
            found.append((before.number, what[step.number]))
    return found


def told_from_start(service: Service, table_id: int, line: Sequence[Logged], *, actor: Actor) -> list[Logged]:
    """The steps of a line up to the first that can no longer be played again."""
    with service.store.reading() as connection:
        table = service.find(connection, table_id, actor)
        what = service.archive.happened(connection, table, line)
    return list(takewhile(lambda step: step.number in what, line))


def _is_secret(step: Logged, what: Happened, names: Sequence[str]) -> bool:
    """Is there something in a step that the players of these names may not see?"""
    viewer = step.who if step.who in names else next(iter(names), None)
    return what.action is not None and what.action.seen_by(viewer) != what.action


def _plain(entry: Logged, names: Sequence[str], secret: bool) -> Logged:
    action = seen(entry, names) if secret else entry.action
    return msgspec.structs.replace(entry, action=action, hash="", account=None, key=None)


def _hidden(what: Happened) -> Happened:
    return msgspec.structs.replace(what, events=(), was="", action=None)
