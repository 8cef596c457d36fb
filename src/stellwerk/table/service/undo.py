"""Undo and redo: what is one's own freely, more by asking those concerned. Nothing is deleted; the log goes on.

An undo is an entry that points back at the position which holds again; a redo points forward to what was undone.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, insert, select, update

from stellwerk.actions import CHANCE
from stellwerk.errors import Illegal
from stellwerk.game import Game
from stellwerk.table.db import archive
from stellwerk.table.db.archive import Archive
from stellwerk.table.db.event_cache import turn_of
from stellwerk.table.db.records import (
    BOT,
    DRAW,
    MOVE,
    PERSON,
    REDO,
    SCREEN,
    UNDO,
    Actor,
    Head,
    Logged,
    TableInfo,
    TableSeat,
    UndoRequest,
)
from stellwerk.table.db.schema import accounts, requests
from stellwerk.table.live.feed import Feed
from stellwerk.table.service import input_checks
from stellwerk.table.service.front_desk import Desk, head_at, needs_game
from stellwerk.table.service.moves import set_state, steps_of

OPEN, DONE, DECLINED, WITHDRAWN = "open", "done", "declined", "withdrawn"

Lines = dict[int, Logged]


class Way(msgspec.Struct, frozen=True):
    """What an undo or a redo by a seat would do, and who would be asked first."""

    kind: str
    seat: int
    to: int
    """The step whose position would hold again."""
    steps: tuple[int, ...]
    """The steps that would be taken back or restored, in order."""
    asked: tuple[str, ...] = ()
    """The players who would have to agree; nobody: it is done at once."""

    @property
    def free(self) -> bool:
        """Is it done at once?"""
        return not self.asked


class Ways(msgspec.Struct, frozen=True):
    """The ways back and on that somebody has at a table now."""

    undo: Way | None = None
    restart: Way | None = None
    """Back to the start of the turn, where that is more than one step."""
    redo: Way | None = None


class Undoing:
    """The part of the service that takes back and restores."""

    def __init__(self, desk: Desk, archive: Archive, feed: Feed):
        self.desk = desk
        self.archive = archive
        self.feed = feed

    def undo(self, table_id: int, seat: int, at: int, to: int | None = None, *, actor: Actor) -> Head | UndoRequest:
        """Go back to the position after the step `to` (before the seat's last move, if not said).

        Steps by others (draws concern everybody) need their agreement: then the answer is the request to them.
        """
        return self._turn_back_or_on(UNDO, table_id, seat, at, to, actor)

    def redo(self, table_id: int, seat: int, at: int, *, actor: Actor) -> Head | UndoRequest:
        """Restore what the last undo took back, unless somebody has moved since."""
        return self._turn_back_or_on(REDO, table_id, seat, at, None, actor)

    def ways(self, table_id: int, *, actor: Actor) -> Ways:
        """What the actor could undo and redo now: said, not done."""
        with self.desk.reading(actor) as connection:
            return self.ways_in(connection, self.desk.find(connection, table_id, actor), actor)

    def ways_in(self, connection: Connection, table: TableInfo, actor: Actor) -> Ways:
        """The same, at a table that was found."""
        mine = [seat for seat in table.seats if actor.account is not None and seat.account == actor.account]
        now = archive.read_head(connection, table.id)
        if not mine or not now.number or self.archive.sound_at(connection, table, now.node).damage is not None:
            return Ways()
        lines = {line.number: line for line in self.archive.log(connection, table.id)}
        return Ways(
            self._undo_way(connection, table, mine, lines, now),
            self._restart_way(connection, table, mine, lines, now),
            self._redo_way(connection, table, mine, lines, now),
        )

    def _undo_way(
        self, connection: Connection, table: TableInfo, mine: Sequence[TableSeat], lines: Lines, now: Head
    ) -> Way | None:
        """Before the last move of any of these seats."""
        seats = {seat.name: seat for seat in mine}
        for number in archive.path_between(lines, now.node, 0):
            step = lines[number]
            if step.kind == MOVE and step.who in seats:
                if not self.archive.is_sound(connection, table, step.parent):
                    return None
                return _way_of_undo(connection, table, UNDO, seats[step.who], lines, now, step.parent)
        return None

    def _restart_way(
        self, connection: Connection, table: TableInfo, mine: Sequence[TableSeat], lines: Lines, now: Head
    ) -> Way | None:
        """To where the turn that is going on began, if one of these seats has it."""
        game = self.archive.game_at(connection, table, now.node)
        seat = next((seat for seat in mine if seat.name == game.turn), None)
        if seat is None:
            return None
        turn, first, count = turn_of(game.rules, game.position), 0, 0
        for number in archive.path_between(lines, now.node, 0):
            what = self.archive.happened(connection, table, [lines[number]]).get(number)
            if what is None or (what.turn, what.round) != (turn, game.position.round):
                break
            first, count = number, count + 1
        return _way_of_undo(connection, table, UNDO, seat, lines, now, lines[first].parent) if count > 1 else None

    def _redo_way(
        self, connection: Connection, table: TableInfo, mine: Sequence[TableSeat], lines: Lines, now: Head
    ) -> Way | None:
        try:
            target = _redo_to(lines)
        except Illegal:
            return None
        if not self.archive.is_sound(connection, table, target):
            return None
        movers = {lines[number].who for number in archive.path_between(lines, target, now.node)}
        seat = next((seat for seat in mine if seat.name in movers), mine[0])
        return _way_of_undo(connection, table, REDO, seat, lines, now, target)

    def _turn_back_or_on(
        self, kind: str, table_id: int, seat: int, at: int, to: int | None, actor: Actor
    ) -> Head | UndoRequest:
        input_checks.check_number(at, "number of an entry")
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            sitting = self.desk.seat(table, seat, actor)
            needs_game(table)
            now = head_at(connection, table_id, at)
            self.archive.game_at(connection, table, now.node)  # refuses where the game can no longer be followed
            lines = {line.number: line for line in self.archive.log(connection, table_id)}
            target = _undo_to(lines, now, sitting, to) if kind == UNDO else _redo_to(lines)
            self.archive.game_at(connection, table, target)
            asked = _seats_concerned(connection, table, sitting, _steps_between(lines, kind, now.node, target))
            if asked:
                answer: Head | UndoRequest = self.ask(connection, kind, sitting, now, target, asked)
            else:
                answer = self.point(connection, table, kind, sitting.name, actor, now, lines, target)
        self.feed.publish(table_id)
        return answer

    def point(
        self,
        connection: Connection,
        table: TableInfo,
        kind: str,
        who: str,
        actor: Actor,
        now: Head,
        lines: Lines,
        target: int,
    ) -> Head:
        """Write the entry after which the position of step `target` holds.

        Where chance is to decide then (a game that begins anew), it does so at once.
        """
        game = self.archive.game_at(connection, table, target)
        entry = Logged(
            number=now.number + 1,
            kind=kind,
            parent=now.node,
            node=target,
            depth=lines[target].depth if target else 0,
            action=None,
            hash=game.position.hash(),
            who=who,
            account=actor.account,
            at=self.desk.clock(),
        )
        archive.append_entries(connection, table.id, [entry], game)
        set_state(connection, table.id, game)
        done = Head(entry.number, entry.node, entry.depth, entry.hash)
        return done if game.turn != CHANCE else self._draw(connection, table, game, done)

    def _draw(self, connection: Connection, table: TableInfo, game: Game, now: Head) -> Head:
        fresh = Game(game.rules, game.position)
        archive.append_entries(connection, table.id, steps_of(fresh, 0, now, CHANCE, None, self.desk.clock()), fresh)
        set_state(connection, table.id, fresh)
        return archive.read_head(connection, table.id)

    def ask(
        self, connection: Connection, kind: str, seat: TableSeat, now: Head, target: int, asked: Sequence[int]
    ) -> UndoRequest:
        """Write down what the others are asked."""
        if live_request(connection, seat.table, now) is not None:
            raise Illegal("asked-already", "A request is open at this table; it is to be answered first.")
        request = UndoRequest(
            0, seat.table, kind, now.number, target, seat.seat, tuple(asked), (), OPEN, self.desk.clock()
        )
        values = {**msgspec.structs.asdict(request), "asked": list(asked), "agreed": []}
        del values["id"]
        number = connection.execute(insert(requests).values(values).returning(requests.c.id)).scalar_one()
        return msgspec.structs.replace(request, id=number)

    def request(self, table_id: int, *, actor: Actor) -> UndoRequest | None:
        """The request that waits for answers; a move makes it void."""
        with self.desk.reading(actor) as connection:
            self.desk.find(connection, table_id, actor)
            return live_request(connection, table_id, archive.read_head(connection, table_id))

    def answer(self, table_id: int, request_id: int, seat: int, agrees: bool, *, actor: Actor) -> Head | UndoRequest:
        """A seat that was asked agrees or declines; when all agree it is done."""
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            sitting = self.desk.seat(table, seat, actor)
            now = archive.read_head(connection, table_id)
            request = _open_request(connection, table_id, request_id, now)
            if sitting.seat not in request.asked:
                raise Illegal("not-asked", f"{sitting.name} is not asked.")
            result = self._answered(connection, table, request, sitting, agrees is True, now)
        self.feed.publish(table_id)
        return result

    def withdraw(self, table_id: int, request_id: int, seat: int, *, actor: Actor) -> UndoRequest:
        """The one who asked no longer does."""
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            sitting = self.desk.seat(table, seat, actor)
            request = _open_request(connection, table_id, request_id, archive.read_head(connection, table_id))
            if sitting.seat != request.seat:
                raise Illegal("forbidden", "Only the one who asked can withdraw a request.")
            result = _store_request(connection, msgspec.structs.replace(request, state=WITHDRAWN))
        self.feed.publish(table_id)
        return result

    def _answered(
        self, connection: Connection, table: TableInfo, request: UndoRequest, seat: TableSeat, agrees: bool, now: Head
    ) -> Head | UndoRequest:
        if not agrees:
            return _store_request(connection, msgspec.structs.replace(request, state=DECLINED))
        mine = {other.seat for other in table.seats if other.account == seat.account}
        agreed = tuple(sorted({*request.agreed, *(mine & set(request.asked))}))
        if set(agreed) != set(request.asked):
            return _store_request(connection, msgspec.structs.replace(request, agreed=agreed))
        _store_request(connection, msgspec.structs.replace(request, agreed=agreed, state=DONE))
        lines = {line.number: line for line in self.archive.log(connection, table.id)}
        asker = table.seats[request.seat]
        by = Actor(account=asker.account)
        return self.point(connection, table, request.kind, asker.name, by, now, lines, request.target)


def _way_of_undo(
    connection: Connection, table: TableInfo, kind: str, seat: TableSeat, lines: Lines, now: Head, target: int
) -> Way:
    span = _steps_between(lines, kind, now.node, target)
    asked = tuple(table.seats[other].name for other in _seats_concerned(connection, table, seat, span))
    return Way(kind, seat.seat, target, tuple(step.number for step in reversed(span)), asked)


def _undo_to(lines: Lines, now: Head, seat: TableSeat, to: int | None) -> int:
    """The step to go back to: a position on the line in which a player decided."""
    back = archive.path_between(lines, now.node, 0)
    moves = [lines[number] for number in back if lines[number].kind == MOVE]
    if to is None:
        own = next((move for move in moves if move.who == seat.name), None)
        if own is None:
            raise Illegal("nothing-to-undo", f"{seat.name} has no move that could be undone.")
        return own.parent
    input_checks.check_number(to, "number of an entry")
    if to not in {move.parent for move in moves}:
        raise Illegal("nothing-to-undo", f"The game cannot go back to entry {to}: nobody moved there on this line.")
    return to


def _redo_to(lines: Lines) -> int:
    """What the undos at the end of the log, less the redos after them, left to restore."""
    tail = [line for line in lines.values() if line.kind in (UNDO, REDO)]
    last = max((line.number for line in lines.values() if line.kind in archive.STEPS), default=0)
    waiting: list[int] = []
    for line in tail:
        if line.number < last:
            continue
        if line.kind == UNDO:
            waiting.append(line.parent)
        else:
            waiting.pop()
    if not waiting:
        raise Illegal("nothing-to-redo", "There is nothing to redo.")
    return waiting[-1]


def _steps_between(lines: Lines, kind: str, now: int, target: int) -> list[Logged]:
    """The steps between here and there."""
    down, up = (now, target) if kind == UNDO else (target, now)
    return [lines[number] for number in archive.path_between(lines, down, up)]


def _seats_concerned(connection: Connection, table: TableInfo, seat: TableSeat, span: Sequence[Logged]) -> list[int]:
    """The seats of other people whose moves these are; a draw or a bot's move has shown something to all."""
    if all(other.account in (seat.account, None) for other in table.seats):
        return []
    closed = set(connection.scalars(select(accounts.c.id).where(accounts.c.closed)))
    bots = {other.name for other in table.seats if other.kind == BOT}
    all_are = any(step.kind == DRAW or step.who in bots for step in span)
    movers = {step.who for step in span}
    return [
        other.seat
        for other in table.seats
        if other.kind in (PERSON, SCREEN)
        and other.account not in (seat.account, None)
        and other.account not in closed
        and (all_are or other.name in movers)
    ]


def live_request(connection: Connection, table: int, now: Head) -> UndoRequest | None:
    """The request of a table that waits for answers."""
    where = (requests.c.table == table, requests.c.state == OPEN, requests.c.at_number == now.number)
    row = connection.execute(select(requests).where(*where)).first()
    if row is None:
        return None
    fields = dict(row._mapping)
    return UndoRequest(**{**fields, "asked": tuple(fields["asked"]), "agreed": tuple(fields["agreed"])})


def _open_request(connection: Connection, table: int, number: int, now: Head) -> UndoRequest:
    request = live_request(connection, table, now)
    if request is None or request.id != number:
        raise Illegal("unknown-request", "This request is no longer open.")
    return request


def _store_request(connection: Connection, request: UndoRequest) -> UndoRequest:
    values = {"state": request.state, "agreed": list(request.agreed)}
    connection.execute(update(requests).where(requests.c.id == request.id).values(values))
    return request
