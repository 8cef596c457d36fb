"""Seats that change hands while a game runs: given up to a bot, taken over from one. The log keeps who played what."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, select, update

from stellwerk.errors import Illegal
from stellwerk.table.db.records import BOT, FREE, PERSON, SCREEN, Actor, TableInfo, TableSeat
from stellwerk.table.db.schema import accounts, programs, seats, tables
from stellwerk.table.live.feed import Feed
from stellwerk.table.service import input_checks
from stellwerk.table.service.front_desk import Desk, needs_play
from stellwerk.table.service.permission import demand_permission, may
from stellwerk.table.service.table_limits import refuse_more_of_bots
from stellwerk.table.service.tables import USUAL_BOT, table_as_shown


class SeatTransfers:
    """The part of the service that hands seats over. The player keeps his name in the game, whoever plays for him."""

    def __init__(self, desk: Desk, feed: Feed):
        self.desk = desk
        self.feed = feed

    def replace(self, table_id: int, seat: int, *, actor: Actor) -> TableInfo:
        """A bot goes on for a seat: its own people give it up, or those at the table do it for a closed account."""
        with self.desk.writing(actor) as connection:
            table, found = self._sitting(connection, table_id, seat, actor)
            if found.kind == BOT:
                raise Illegal("seat-taken", "A bot plays for this seat already.")
            if _is_closed(connection, found.account):
                demand_permission(actor, "table.relieve", table)
            else:
                demand_permission(actor, "seat.leave", found)
            if all(other.kind == BOT for other in table.seats if other.seat != found.seat):
                refuse_more_of_bots(connection, table.owner, self.desk.allowance)
            _hand_over_seat(connection, table, found, kind=BOT, account=None, bot=USUAL_BOT)
            table = self.desk.find(connection, table_id, Actor(bot=True))
        self.feed.publish(table_id)
        return table_as_shown(table, actor)

    def offer_seat(self, table_id: int, seat: int, offered: bool = True, *, actor: Actor) -> TableInfo:
        """The owner decides whether somebody may take a bot's seat over."""
        with self.desk.writing(actor) as connection:
            table, found = self._sitting(connection, table_id, seat, actor, "table.arrange")
            if found.kind != BOT:
                raise Illegal("seat-taken", "Only the seat of a bot can be offered.")
            _insert_offer(connection, table, {*table.offered, seat} if offered else {*table.offered} - {seat})
            table = self.desk.find(connection, table_id, actor)
        self.feed.publish(table_id)
        return table_as_shown(table, actor)

    def take_over(self, table_id: int, seat: int, *, actor: Actor) -> TableInfo:
        """Sit down on a bot's seat that is offered, and go on with its game; the owner need not ask himself."""
        with self.desk.writing(actor) as connection:
            table, found = self._sitting(connection, table_id, seat, actor, "table.join")
            owns = may(actor, "table.arrange", table)
            if found.kind != BOT or not (owns or seat in table.offered):
                raise Illegal("seat-taken", "This seat is not offered to anybody.")
            sits = any(other.kind == PERSON and other.account == actor.account for other in table.seats)
            if sits and not owns:
                raise Illegal("seated", "You sit at this table already.")
            _hand_over_seat(connection, table, found, kind=SCREEN if sits else PERSON, account=actor.account, bot=None)
            table = self.desk.find(connection, table_id, actor)
        self.feed.publish(table_id)
        return table_as_shown(table, actor)

    def deserted(self, table_id: int, *, actor: Actor) -> tuple[int, ...]:
        """The seats whose account is closed: nobody will play for them, unless a bot does."""
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            return tuple(seat.seat for seat in table.seats if _is_closed(connection, seat.account))

    def _sitting(
        self, connection: Connection, table_id: int, seat: int, actor: Actor, action: str = "table.see"
    ) -> tuple[TableInfo, TableSeat]:
        table = self.desk.find(connection, table_id, actor, action)
        needs_play(table)
        if input_checks.check_number(seat, "seat") >= len(table.seats):
            raise Illegal("unknown-seat", f"The table has no seat {seat}; it has {len(table.seats)}, from 0 on.")
        found = table.seats[seat]
        if found.kind == FREE:
            raise Illegal("seats-free", "A seat is still free.")
        return table, found


def _is_closed(connection: Connection, account: int | None) -> bool:
    return account is not None and bool(connection.scalar(select(accounts.c.closed).where(accounts.c.id == account)))


def _hand_over_seat(connection: Connection, table: TableInfo, seat: TableSeat, **values: Any) -> None:
    """What was programmed goes with the one who programmed it, and an offer of the seat is used up."""
    this = (seats.c.table == table.id, seats.c.seat == seat.seat)
    connection.execute(update(seats).where(*this).values(values))
    connection.execute(delete(programs).where(programs.c.table == table.id, programs.c.seat == seat.seat))
    _insert_offer(connection, table, {*table.offered} - {seat.seat})


def _insert_offer(connection: Connection, table: TableInfo, offered: set[int]) -> None:
    options = {key: value for key, value in table.options.items() if key != "offered"}
    if offered:
        options["offered"] = sorted(offered)
    connection.execute(update(tables).where(tables.c.id == table.id).values(options=options))
