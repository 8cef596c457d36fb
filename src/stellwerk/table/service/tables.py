"""Tables and who sits there: set up, join, leave, invite, start, list."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, exists, insert, or_, select, update

from stellwerk import bots
from stellwerk.actions import CHANCE
from stellwerk.errors import BadInput, Illegal
from stellwerk.game import Game
from stellwerk.rules.players import check_player_names
from stellwerk.table.custom_boards import kept_figures
from stellwerk.table.custom_boards.kept_figures import OwnFigures
from stellwerk.table.db import archive
from stellwerk.table.db.archive import Archive
from stellwerk.table.db.records import (
    BOT,
    CLOSED,
    FREE,
    OVER,
    PERSON,
    PLAYING,
    SCREEN,
    WAITING,
    Actor,
    Head,
    TableInfo,
    TableSeat,
)
from stellwerk.table.db.schema import accounts, seats, tables
from stellwerk.table.live.feed import Feed
from stellwerk.table.service import input_checks
from stellwerk.table.service.front_desk import Desk, needs_waiting
from stellwerk.table.service.moves import steps_of
from stellwerk.table.service.permission import demand_permission, may
from stellwerk.table.service.table_limits import refuse_more_running, refuse_more_waiting
from stellwerk.titles import first_variant, newest_edition, rules_of

KINDS = (FREE, PERSON, SCREEN, BOT)
VISIBILITIES = ("open", "private")
REMOVED = 50
"""So many accounts that were removed are remembered."""
USUAL_BOT = "steady"
"""Who plays for a bot's seat, if nothing else is said."""
LISTED = 100

SeatSpec = Mapping[str, Any]
"""A seat as it is asked for: `kind` (free, account, screen or bot), `name` in the game, `bot` (which program)."""


class Tables:
    """The part of the service that is about tables."""

    def __init__(self, desk: Desk, archive: Archive, feed: Feed, figures: OwnFigures):
        self.desk = desk
        self.archive = archive
        self.feed = feed
        self.figures = figures

    def create_table(
        self,
        title: str,
        seating: Sequence[SeatSpec],
        *,
        actor: Actor,
        variant: str = "",
        rules: str = "book",
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        visibility: str = "private",
        own: str | None = None,
    ) -> int:
        """Set up a table; `account` and `screen` seats are the actor's own. Returns its number.

        `own` is the digest of an own board the actor keeps here: the table is played on it.
        """
        demand_permission(actor, "table.create")
        sitting = _read_seats(seating, actor)
        _check_game(title, variant, rules, [seat["name"] for seat in sitting])
        played = variant or first_variant(title)
        if visibility not in VISIBILITIES:
            raise BadInput("A table is open or private.")
        told = {} if seed is None else {"seed_chosen": True}
        values = {
            "owner": actor.account,
            "title": title,
            "variant": played,
            "rules": rules,
            "options": {**input_checks.check_plain_object(dict(options or {}), "list of options"), **told},
            "seed": secrets.randbelow(input_checks.LARGEST) if seed is None else input_checks.check_seed(seed),
            "visibility": visibility,
            "invitation": secrets.token_urlsafe(24),
            "created": self.desk.clock(),
            "state": WAITING,
            "edition": newest_edition(title),
        }
        with self.desk.writing(actor) as connection:
            _needs_account(connection, actor)
            refuse_more_waiting(connection, actor.account, visibility, self.desk.allowance)
            if own is not None:
                values |= self._on_own(connection, own, values, actor)
            table: int = connection.execute(insert(tables).values(values).returning(tables.c.id)).scalar_one()
            connection.execute(insert(seats), [{"table": table, **seat} for seat in sitting])
        return table

    def _on_own(self, connection: Connection, own: str, values: dict[str, Any], actor: Actor) -> dict[str, Any]:
        """What a table on an own board has beside: the board, and who brought it."""
        rules = rules_of(values["title"], values["variant"], values["rules"])
        name = connection.scalar(select(accounts.c.name).where(accounts.c.id == actor.account))
        digest = kept_figures.chosen_board(self.figures, connection, own, rules, actor)
        return {"own": digest, "options": {**values["options"], "brought_by": name}}

    def table(self, table_id: int, *, actor: Actor) -> TableInfo:
        """A table and its seats."""
        with self.desk.reading(actor) as connection:
            return table_as_shown(self.desk.find(connection, table_id, actor), actor)

    def tables_of(self, *, actor: Actor, state: str | None = None, limit: int = LISTED) -> list[TableInfo]:
        """The tables the actor owns or sits at, newest first; a visitor has none."""
        if actor.account is None:
            return []
        mine = exists().where(seats.c.table == tables.c.id, seats.c.account == actor.account)
        return self._listed(actor, or_(tables.c.owner == actor.account, mine), state, limit)

    def open_tables(self, *, actor: Actor, state: str | None = WAITING, limit: int = LISTED) -> list[TableInfo]:
        """The tables everybody may see, newest first."""
        return self._listed(actor, tables.c.visibility == "open", state, limit)

    def _listed(self, actor: Actor, which: ColumnElement[bool], state: str | None, limit: int) -> list[TableInfo]:
        query = select(tables.c.id).where(which).order_by(tables.c.id.desc()).limit(min(limit, LISTED))
        if state is not None:
            query = query.where(tables.c.state == state)
        with self.desk.reading(actor) as connection:
            return [
                table_as_shown(self.desk.find(connection, number, actor), actor)
                for number in connection.scalars(query).all()
            ]

    def table_invited(self, invitation: str) -> int:
        """The table an invitation is for."""
        input_checks.check_words(invitation, "invitation", 64)
        with self.desk.store.reading() as connection:
            found = connection.scalar(select(tables.c.id).where(tables.c.invitation == invitation))
        if found is None:
            raise Illegal("unknown-invitation", "This invitation is for no table.")
        return int(found)

    def renew_invitation(self, table_id: int, *, actor: Actor) -> TableInfo:
        """The owner makes a new invitation; the old one opens nothing any more."""
        with self.desk.writing(actor) as connection:
            self.desk.find(connection, table_id, actor, "table.arrange")
            token = secrets.token_urlsafe(24)
            connection.execute(update(tables).where(tables.c.id == table_id).values(invitation=token))
            table = self.desk.find(connection, table_id, actor)
        self.feed.publish(table_id)
        return table_as_shown(table, actor)

    def close_table(self, table_id: int, *, actor: Actor) -> TableInfo:
        """Close a table at which no game has begun; it can still be looked at, but nobody sits down any more."""
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor, "table.close")
            needs_waiting(table)
            connection.execute(update(tables).where(tables.c.id == table_id).values(state=CLOSED))
            table = self.desk.find(connection, table_id, actor)
        self.feed.publish(table_id)
        return table_as_shown(table, actor)

    def start(self, table_id: int, *, actor: Actor) -> Head:
        """Begin the game once every seat is taken, by the newest edition of its rules; the first draws are made."""
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor, "table.start")
            needs_waiting(table)
            if any(seat.kind == FREE for seat in table.seats):
                raise Illegal("seats-free", "A seat is still free.")
            refuse_more_running(connection, table.owner, [seat.kind for seat in table.seats], self.desk.allowance)
            table = msgspec.structs.replace(table, edition=newest_edition(table.title))
            answers = self.figures.rules(connection, table)
            game = Game(answers, answers.new_position(table.players, table.seed))
            new = steps_of(game, 0, Head(), CHANCE, None, self.desk.clock())
            if new:
                archive.append_entries(connection, table_id, new, game)
            state = OVER if game.over else PLAYING
            begun = {"state": state, "edition": table.edition}
            connection.execute(update(tables).where(tables.c.id == table_id).values(begun))
            now = archive.read_head(connection, table_id)
        self.archive.remember(table_id, now.node, game)
        self.feed.publish(table_id)
        return now


class Seats:
    """The part of the service that is about seats before the game begins."""

    def __init__(self, desk: Desk, feed: Feed):
        self.desk = desk
        self.feed = feed

    def join(self, table_id: int, seat: int, name: str, *, actor: Actor) -> TableInfo:
        """Sit down on a free seat, under a name."""
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor, "table.join")
            needs_waiting(table)
            input_checks.check_number(seat, "seat")
            if seat >= len(table.seats) or table.seats[seat].kind != FREE:
                raise Illegal("seat-taken", "This seat is not free.")
            if any(other.account == actor.account and other.kind == PERSON for other in table.seats):
                raise Illegal("seated", "You sit at this table already.")
            if actor.account in table.removed:
                raise Illegal("removed", "The one who set the table up wants to play with others.")
            name = input_checks.check_name(name)
            players = [name if other.seat == seat else other.name for other in table.seats]
            _check_game(table.title, table.variant, table.rules, players)
            _read_seat(connection, table.seats[seat], name=name, kind=PERSON, account=actor.account)
            table = self.desk.find(connection, table_id, actor)
        self.feed.publish(table_id)
        return table_as_shown(table, actor)

    def leave(self, table_id: int, seat: int, *, actor: Actor) -> TableInfo:
        """Stand up before the game begins; the seat is free again."""
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            found = self.desk.seat(table, seat, actor, "seat.leave")
            needs_waiting(table)
            _read_seat(connection, found, name=_free_name(table, seat), kind=FREE, account=None)
            left = self.desk.find(connection, table_id, Actor(bot=True))
        self.feed.publish(table_id)
        return table_as_shown(left, actor)

    def remove(self, table_id: int, seat: int, *, actor: Actor) -> TableInfo:
        """The owner has somebody stand up before the game begins, who cannot sit down there again."""
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor, "table.arrange")
            needs_waiting(table)
            input_checks.check_number(seat, "seat")
            if seat >= len(table.seats) or table.seats[seat].account in (None, actor.account):
                raise Illegal("unknown-seat", "Nobody else sits there.")
            found = table.seats[seat]
            options = {**table.options, "removed": [*table.removed, found.account][-REMOVED:]}
            connection.execute(update(tables).where(tables.c.id == table_id).values(options=options))
            _read_seat(connection, found, name=_free_name(table, seat), kind=FREE, account=None)
            table = self.desk.find(connection, table_id, actor)
        self.feed.publish(table_id)
        return table_as_shown(table, actor)

    def arrange(self, table_id: int, seat: int, spec: SeatSpec, *, actor: Actor) -> TableInfo:
        """The owner makes a free, own or bot seat another kind."""
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor, "table.arrange")
            needs_waiting(table)
            input_checks.check_number(seat, "seat")
            if seat >= len(table.seats) or table.seats[seat].account not in (None, actor.account):
                raise Illegal("seat-taken", "Somebody else sits there.")
            new = _as_seat(seat, spec, actor)
            players = [new["name"] if other.seat == seat else other.name for other in table.seats]
            _check_game(table.title, table.variant, table.rules, players)
            _read_seat(connection, table.seats[seat], **{key: new[key] for key in ("name", "kind", "account", "bot")})
            table = self.desk.find(connection, table_id, actor)
        self.feed.publish(table_id)
        return table_as_shown(table, actor)

    def rename(self, table_id: int, seat: int, name: str, *, actor: Actor) -> TableInfo:
        """Play under another name; before the game begins."""
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            found = self.desk.seat(table, seat, actor, "seat.rename")
            needs_waiting(table)
            name = input_checks.check_name(name)
            players = [name if other.seat == seat else other.name for other in table.seats]
            _check_game(table.title, table.variant, table.rules, players)
            _read_seat(connection, found, name=name)
            table = self.desk.find(connection, table_id, actor)
        self.feed.publish(table_id)
        return table_as_shown(table, actor)


def table_as_shown(table: TableInfo, actor: Actor) -> TableInfo:
    """What an actor sees of a table: the invitation if he may pass it on, the seed once it tells nothing any more."""
    invitation = table.invitation if may(actor, "table.invite", table) else ""
    seed = table.seed if table.state == OVER else 0
    return msgspec.structs.replace(table, invitation=invitation, seed=seed)


def _read_seats(seating: Sequence[SeatSpec], actor: Actor) -> list[dict[str, Any]]:
    if not isinstance(seating, Sequence) or isinstance(seating, str) or not 1 <= len(seating) <= 10:
        raise BadInput("The seats of a table are a list of at most ten.")
    return [_as_seat(number, spec, actor) for number, spec in enumerate(seating)]


def _as_seat(number: int, spec: SeatSpec, actor: Actor) -> dict[str, Any]:
    if not isinstance(spec, Mapping) or not set(spec) <= {"kind", "name", "bot"}:
        raise BadInput("A seat has a kind, a name and, for a bot, which one.")
    kind = spec.get("kind", FREE)
    if kind not in KINDS:
        raise BadInput(f"A seat is one of {', '.join(KINDS)}.")
    bot = spec.get("bot", USUAL_BOT) if kind == BOT else None
    if kind == BOT and bot not in bots.NAMES:
        raise BadInput(f"There is no such bot; there are {', '.join(bots.NAMES)}.")
    name = input_checks.check_name(spec.get("name", f"Seat {number + 1}"))
    account = actor.account if kind in (PERSON, SCREEN) else None
    return {"seat": number, "name": name, "kind": kind, "account": account, "bot": bot}


def _check_game(title: str, variant: str, rules: str, players: Sequence[str]) -> None:
    if not all(isinstance(name, str) and len(name) <= 200 for name in (title, variant, rules)):
        raise BadInput("The title, the variant and the rules of a game are names.")
    check_player_names(rules_of(title, variant, rules), players)


def _needs_account(connection: Connection, actor: Actor) -> None:
    closed = connection.scalar(select(accounts.c.closed).where(accounts.c.id == actor.account))
    if closed is not False:
        raise Illegal("unknown-account", "There is no such account.")


def _free_name(table: TableInfo, seat: int) -> str:
    taken = set(table.players)
    return next(name for name in (f"Seat {seat + 1 + extra * 10}" for extra in range(99)) if name not in taken)


def _read_seat(connection: Connection, seat: TableSeat, **values: Any) -> None:
    where = (seats.c.table == seat.table, seats.c.seat == seat.seat)
    connection.execute(update(seats).where(*where).values(values))
