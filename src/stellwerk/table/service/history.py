"""The past of a game as one reader may see it: what the header, the log and the talk beside it are made from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, takewhile, zip_longest
from typing import Any

import msgspec
from sqlalchemy import Connection

from stellwerk.errors import Illegal
from stellwerk.events import Event as Happening
from stellwerk.game import Game
from stellwerk.table.custom_boards.kept_figures import vocabulary_of
from stellwerk.table.db import archive
from stellwerk.table.db.archive import Archive
from stellwerk.table.db.event_cache import Happened, what_happened
from stellwerk.table.db.records import DRAW, Actor, Head, Logged, TableInfo, UndoRequest, WhatIf
from stellwerk.table.service import input_checks
from stellwerk.table.service.chat import ChatLine, lines_in, note_in
from stellwerk.table.service.front_desk import Desk
from stellwerk.table.service.games import action_as_seen, line_to, names_of, node_at, told_in
from stellwerk.table.service.permission import may
from stellwerk.table.service.undo import Undoing, Ways, live_request
from stellwerk.table.service.what_if import copies_in
from stellwerk.vocabulary import Vocabulary

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
    request: UndoRequest | None = None
    copies: tuple[WhatIf, ...] = ()
    """The reader's private copies of this game, newest first."""
    chat: tuple[ChatLine, ...] = ()
    note: str | None = None
    """The reader's own note; None, if he cannot keep one."""
    may_talk: bool = False
    may_copy: bool = False
    now: float = 0.0
    """When this was read."""


class History:
    """The part of the service that knows what was played and what is being said about it."""

    def __init__(self, desk: Desk, archive: Archive, undo: Undoing):
        self.desk = desk
        self.archive = archive
        self.undo = undo

    def log(self, table_id: int, after: int = 0, *, actor: Actor) -> list[Logged]:
        """The entries after a number, with what has become of them; for the undone ones `undone_by` is set."""
        input_checks.check_number(after, "number of an entry")
        with self.desk.reading(actor) as connection:
            self.desk.find(connection, table_id, actor)
            return self.archive.log(connection, table_id)[after:]

    def line(self, table_id: int, number: int | None = None, *, actor: Actor) -> list[Logged]:
        """The steps that lead from the start to the position after an entry, in order."""
        with self.desk.reading(actor) as connection:
            self.desk.find(connection, table_id, actor)
            return line_to(self.archive.log(connection, table_id), node_at(connection, table_id, number))

    def happenings(self, table_id: int, number: int, *, actor: Actor) -> tuple[Happening, ...]:
        """What happened by a move or draw: derived by playing it again; nothing for an undo or redo."""
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            found = archive.read_entry(connection, table_id, input_checks.check_number(number, "number of an entry"))
            if found is None:
                raise Illegal("unknown-entry", f"The log has no entry {number}.")
            if found.action is None:
                return ()
            told = self.archive.happened(connection, table, [found])
            if number not in told:
                self.archive.game_at(connection, table, found.node)
            return told[number].events if number in told else ()

    def page_of(self, table_id: int, most: int, before: int | None = None, *, actor: Actor) -> Past:
        """So many entries of the whole log, the latest or those before a number; and what happened by them."""
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            log = self.archive.log(connection, table_id)
            upto = log if before is None else log[: max(0, before - 1)]
            return self._told(connection, table, upto, most, actor)

    def of_table(self, table_id: int, number: int | None = None, *, actor: Actor) -> Past:
        """The past of a table's position, now or after an entry."""
        to = None if number is None else input_checks.check_number(number, "number of an entry")
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            return self.past_in(connection, table, archive.read_head(connection, table_id), to, actor)

    def past_in(self, connection: Connection, table: TableInfo, now: Head, number: int | None, actor: Actor) -> Past:
        """The same, at a table that was found and whose log ends there."""
        log = self.archive.log(connection, table.id)
        told = self._told(connection, table, self.archive.log(connection, table.id, number), SHOWN, actor)
        return msgspec.structs.replace(
            self._talk(connection, table, actor),
            entries=told.entries,
            happened=told.happened,
            untold=told.untold,
            older=told.older,
            stops=stops_of(line_to(log, now.node)),
            ways=self.undo.ways_in(connection, table, actor) if number is None else Ways(),
            request=live_request(connection, table.id, now),
        )

    def rounds_of(self, table_id: int, *, actor: Actor) -> list[tuple[int, Happened]]:
        """The steps by which a round began on the line of the running game, with the step played first in it."""
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            line = line_to(self.archive.log(connection, table_id), node_at(connection, table_id, None))
            what = self.archive.happened(connection, table, line)
        found: list[tuple[int, Happened]] = []
        for before, step in pairwise(told for told in line if told.number in what):
            if what[before.number].round != what[step.number].round:
                found.append((before.number, what[step.number]))
        return found

    def told_from_start(self, table_id: int, line: Sequence[Logged], *, actor: Actor) -> list[Logged]:
        """The steps of a line up to the first that can no longer be played again."""
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            what = self.archive.happened(connection, table, line)
        return list(takewhile(lambda step: step.number in what, line))

    def _told(self, connection: Connection, table: TableInfo, log: Sequence[Logged], most: int, actor: Actor) -> Past:
        """The latest entries of a log as the actor may see them."""
        shown = told_part(log, most)
        steps = [line for line in shown if line.kind in archive.STEPS]
        what = self.archive.happened(connection, table, steps)
        names, vocabulary = names_of(table, actor), vocabulary_of(table)
        told = told_in(self.archive.log(connection, table.id), vocabulary)
        hiding = [step for step in steps if step.number not in told]
        secret = {step.number for step in hiding if _is_secret(step, what.get(step.number, Happened()), names)}
        doubtful = {step.number for step in hiding if step.number not in what}
        return Past(
            entries=tuple(_plain_entry(line, names, vocabulary, line.number in secret | doubtful) for line in shown),
            happened={key: _hidden_action(value) if key in secret else value for key, value in what.items()},
            untold=frozenset(step.number for step in steps if step.number not in what),
            older=max(0, len(log) - most),
        )

    def _talk(self, connection: Connection, table: TableInfo, actor: Actor) -> Past:
        """What is being said, and what the reader keeps for himself."""
        person = may(actor, "note", table)
        return Past(
            copies=tuple(copies_in(connection, table.id, actor)) if person else (),
            chat=tuple(lines_in(connection, table, 0, actor)),
            note=note_in(connection, table.id, actor) if person else None,
            may_talk=may(actor, "chat.write", table),
            may_copy=may(actor, "what-if.create", table),
            now=self.desk.clock(),
        )


def past_of_copy(past: Past, copied: WhatIf, game: Game) -> Past:
    """The past of a private copy: what was played on it, and the table's own past before that."""
    tried = game.log[len(game.log) - len(copied.actions) :]
    what = tuple(
        (action, what_happened(game.rules, entry)) for action, entry in zip(copied.actions, tried, strict=True)
    )
    return msgspec.structs.replace(past, tried=what, request=None)


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


def _is_secret(step: Logged, what: Happened, names: Sequence[str]) -> bool:
    """Is there something in a step that the players of these names may not see?"""
    viewer = step.who if step.who in names else next(iter(names), None)
    return what.action is not None and what.action.seen_by(viewer) != what.action


def _plain_entry(entry: Logged, names: Sequence[str], vocabulary: Vocabulary, secret: bool) -> Logged:
    action = action_as_seen(entry, names, vocabulary) if secret else entry.action
    return msgspec.structs.replace(entry, action=action, hash="", account=None, key=None)


def _hidden_action(what: Happened) -> Happened:
    heard = (event.while_secret() for event in what.events)
    events = tuple(event for event in heard if event is not None)
    return msgspec.structs.replace(what, events=events, was="", action=None)
