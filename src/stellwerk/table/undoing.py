"""Undo and redo: what is one's own freely, more by asking those concerned. Nothing is deleted; the log goes on.

An undo is an entry that points back at the position which holds again; a redo points forward to what was undone.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, insert, select, update

from stellwerk.errors import Illegal
from stellwerk.table import archive, checks
from stellwerk.table.chronicle import turn_of
from stellwerk.table.desk import Desk, head_at, needs_game
from stellwerk.table.moves import set_state
from stellwerk.table.records import (
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
    Request,
    Seat,
    TableInfo,
)
from stellwerk.table.schema import accounts, requests

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


class Undoing(Desk):
    """The part of the service that takes back and restores."""

    def undo(self, table_id: int, seat: int, at: int, to: int | None = None, *, actor: Actor) -> Head | Request:
        """Go back to the position after the step `to` (before the seat's last move, if not said).

        Steps by others (draws concern everybody) need their agreement: then the answer is the request to them.
        """
        return self._turn_back_or_on(UNDO, table_id, seat, at, to, actor)

    def redo(self, table_id: int, seat: int, at: int, *, actor: Actor) -> Head | Request:
        """Restore what the last undo took back, unless somebody has moved since."""
        return self._turn_back_or_on(REDO, table_id, seat, at, None, actor)

    def ways(self, table_id: int, *, actor: Actor) -> Ways:
        """What the actor could undo and redo now: said, not done."""
        with self.store.reading() as connection:
            return self.ways_in(connection, self.find(connection, table_id, actor), actor)

    def ways_in(self, connection: Connection, table: TableInfo, actor: Actor) -> Ways:
        """The same, at a table that was found."""
        mine = [seat for seat in table.seats if actor.account is not None and seat.account == actor.account]
        now = archive.head(connection, table.id)
        if not mine or not now.number or self.archive.sound_at(connection, table, now.node).damage is not None:
            return Ways()
        lines = {line.number: line for line in self.archive.log(connection, table.id)}
        return Ways(
            self._undo_way(connection, table, mine, lines, now),
            self._restart_way(connection, table, mine, lines, now),
            self._redo_way(connection, table, mine, lines, now),
        )

    def _undo_way(
        self, connection: Connection, table: TableInfo, mine: Sequence[Seat], lines: Lines, now: Head
    ) -> Way | None:
        """Before the last move of any of these seats."""
        seats = {seat.name: seat for seat in mine}
        for number in archive.path(lines, now.node, 0):
            step = lines[number]
            if step.kind == MOVE and step.who in seats:
                if not self.archive.is_sound(connection, table, step.parent):
                    return None
                return _way(connection, table, UNDO, seats[step.who], lines, now, step.parent)
        return None

    def _restart_way(
        self, connection: Connection, table: TableInfo, mine: Sequence[Seat], lines: Lines, now: Head
    ) -> Way | None:
        """To where the turn that is going on began, if one of these seats has it."""
        game = self.archive.game_at(connection, table, now.node)
        seat = next((seat for seat in mine if seat.name == game.turn), None)
        if seat is None:
            return None
        turn, first, count = turn_of(game.rules, game.position), 0, 0
        for number in archive.path(lines, now.node, 0):
            what = self.archive.happened(connection, table, [lines[number]]).get(number)
            if what is None or (what.turn, what.round) != (turn, game.position.round):
                break
            first, count = number, count + 1
        return _way(connection, table, UNDO, seat, lines, now, lines[first].parent) if count > 1 else None

    def _redo_way(
        self, connection: Connection, table: TableInfo, mine: Sequence[Seat], lines: Lines, now: Head
    ) -> Way | None:
        try:
            target = _redo_to(lines)
        except Illegal:
            return None
        if not self.archive.is_sound(connection, table, target):
            return None
        movers = {lines[number].who for number in archive.path(lines, target, now.node)}
        seat = next((seat for seat in mine if seat.name in movers), mine[0])
        return _way(connection, table, REDO, seat, lines, now, target)

    def _turn_back_or_on(
        self, kind: str, table_id: int, seat: int, at: int, to: int | None, actor: Actor
    ) -> Head | Request:
        checks.number(at, "number of an entry")
        with self.store.writing() as connection:
            table = self.find(connection, table_id, actor)
            sitting = self.seat(table, seat, actor)
            needs_game(table)
            now = head_at(connection, table_id, at)
            self.archive.game_at(connection, table, now.node)  # refuses where the game can no longer be followed
            lines = {line.number: line for line in self.archive.log(connection, table_id)}
            target = _undo_to(lines, now, sitting, to) if kind == UNDO else _redo_to(lines)
            self.archive.game_at(connection, table, target)
            asked = _concerned(connection, table, sitting, _span(lines, kind, now.node, target))
            if asked:
                answer: Head | Request = self._ask(connection, kind, sitting, now, target, asked)
            else:
                answer = self._point(connection, table, kind, sitting.name, actor, now, lines, target)
        self.feed.publish(table_id)
        return answer

    def _point(
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
        """Write the entry after which the position of step `target` holds."""
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
            at=self.clock(),
        )
        archive.append(connection, table.id, [entry], game)
        set_state(connection, table.id, game)
        return Head(entry.number, entry.node, entry.depth, entry.hash)

    def _ask(
        self, connection: Connection, kind: str, seat: Seat, now: Head, target: int, asked: Sequence[int]
    ) -> Request:
        if live_request(connection, seat.table, now) is not None:
            raise Illegal("asked-already", "A request is open at this table; it is to be answered first.")
        request = Request(0, seat.table, kind, now.number, target, seat.seat, tuple(asked), (), OPEN, self.clock())
        values = {**msgspec.structs.asdict(request), "asked": list(asked), "agreed": []}
        del values["id"]
        number = connection.execute(insert(requests).values(values).returning(requests.c.id)).scalar_one()
        return msgspec.structs.replace(request, id=number)

    def request(self, table_id: int, *, actor: Actor) -> Request | None:
        """The request that waits for answers; a move makes it void."""
        with self.store.reading() as connection:
            self.find(connection, table_id, actor)
            return live_request(connection, table_id, archive.head(connection, table_id))

    def answer(self, table_id: int, request_id: int, seat: int, agrees: bool, *, actor: Actor) -> Head | Request:
        """A seat that was asked agrees or declines; when all agree it is done."""
        with self.store.writing() as connection:
            table = self.find(connection, table_id, actor)
            sitting = self.seat(table, seat, actor)
            now = archive.head(connection, table_id)
            request = _open(connection, table_id, request_id, now)
            if sitting.seat not in request.asked:
                raise Illegal("not-asked", f"{sitting.name} is not asked.")
            result = self._answered(connection, table, request, sitting, agrees is True, now)
        self.feed.publish(table_id)
        return result

    def withdraw(self, table_id: int, request_id: int, seat: int, *, actor: Actor) -> Request:
        """The one who asked no longer does."""
        with self.store.writing() as connection:
            table = self.find(connection, table_id, actor)
            sitting = self.seat(table, seat, actor)
            request = _open(connection, table_id, request_id, archive.head(connection, table_id))
            if sitting.seat != request.seat:
                raise Illegal("forbidden", "Only the one who asked can withdraw a request.")
            result = _store(connection, msgspec.structs.replace(request, state=WITHDRAWN))
        self.feed.publish(table_id)
        return result

    def _answered(
        self, connection: Connection, table: TableInfo, request: Request, seat: Seat, agrees: bool, now: Head
    ) -> Head | Request:
        if not agrees:
            return _store(connection, msgspec.structs.replace(request, state=DECLINED))
        mine = {other.seat for other in table.seats if other.account == seat.account}
        agreed = tuple(sorted({*request.agreed, *(mine & set(request.asked))}))
        if set(agreed) != set(request.asked):
            return _store(connection, msgspec.structs.replace(request, agreed=agreed))
        _store(connection, msgspec.structs.replace(request, agreed=agreed, state=DONE))
        lines = {line.number: line for line in self.archive.log(connection, table.id)}
        asker = table.seats[request.seat]
        by = Actor(account=asker.account)
        return self._point(connection, table, request.kind, asker.name, by, now, lines, request.target)


def _way(connection: Connection, table: TableInfo, kind: str, seat: Seat, lines: Lines, now: Head, target: int) -> Way:
    span = _span(lines, kind, now.node, target)
    asked = tuple(table.seats[other].name for other in _concerned(connection, table, seat, span))
    return Way(kind, seat.seat, target, tuple(step.number for step in reversed(span)), asked)


def _undo_to(lines: Lines, now: Head, seat: Seat, to: int | None) -> int:
    """The step to go back to: a position on the line in which a player decided."""
    back = archive.path(lines, now.node, 0)
    moves = [lines[number] for number in back if lines[number].kind == MOVE]
    if to is None:
        own = next((move for move in moves if move.who == seat.name), None)
        if own is None:
            raise Illegal("nothing-to-undo", f"{seat.name} has no move that could be undone.")
        return own.parent
    checks.number(to, "number of an entry")
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


def _span(lines: Lines, kind: str, now: int, target: int) -> list[Logged]:
    """The steps between here and there."""
    down, up = (now, target) if kind == UNDO else (target, now)
    return [lines[number] for number in archive.path(lines, down, up)]


def _concerned(connection: Connection, table: TableInfo, seat: Seat, span: Sequence[Logged]) -> list[int]:
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


def live_request(connection: Connection, table: int, now: Head) -> Request | None:
    """The request of a table that waits for answers."""
    where = (requests.c.table == table, requests.c.state == OPEN, requests.c.at_number == now.number)
    row = connection.execute(select(requests).where(*where)).first()
    if row is None:
        return None
    fields = dict(row._mapping)
    return Request(**{**fields, "asked": tuple(fields["asked"]), "agreed": tuple(fields["agreed"])})


def _open(connection: Connection, table: int, number: int, now: Head) -> Request:
    request = live_request(connection, table, now)
    if request is None or request.id != number:
        raise Illegal("unknown-request", "This request is no longer open.")
    return request


def _store(connection: Connection, request: Request) -> Request:
    values = {"state": request.state, "agreed": list(request.agreed)}
    connection.execute(update(requests).where(requests.c.id == request.id).values(values))
    return request
