"""A game file becomes a table: played again from its start, then written whole, in one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import insert, select

from stellwerk.actions import Draw
from stellwerk.errors import BadInput
from stellwerk.game import Entry, Game
from stellwerk.interop.files import load_any
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.table.custom_boards import kept_figures
from stellwerk.table.db import archive
from stellwerk.table.db.records import OVER, PLAYING, SCREEN, Actor, Head, Logged
from stellwerk.table.db.schema import accounts, seats, tables
from stellwerk.table.service import input_checks
from stellwerk.table.service.front_desk import Desk
from stellwerk.table.service.moves import steps_of
from stellwerk.table.service.permission import demand_permission
from stellwerk.table.service.table_limits import refuse_more_running

MOST_BYTES = 5_000_000
MOST_STEPS = 10_000


class GameImport:
    """The part of the service that takes games from files."""

    def __init__(self, desk: Desk):
        self.desk = desk

    def import_table(self, data: bytes | str | dict[str, Any], *, actor: Actor, name: str = "") -> int:
        """A table from a game file, ours or of 18xx.games; all its seats are at the actor's screen."""
        demand_permission(actor, "table.create")
        if isinstance(data, bytes | str) and len(data) > MOST_BYTES:
            raise BadInput(f"A game file has at most {MOST_BYTES // 1_000_000} MB.")
        game = load_any(data)
        start = game.start
        if start.hash() != game.rules.new_position(start.players, start.seed).hash():
            raise BadInput("This game does not begin at the beginning; a table needs a whole game.")
        if len(game.log) > MOST_STEPS:
            raise BadInput(f"A game at a table has at most {MOST_STEPS} steps.")
        values = {
            "owner": actor.account,
            "title": start.title,
            "variant": start.variant,
            "rules": start.rules,
            "options": {"name": input_checks.check_name(name, "name of a table")} if name else {},
            "seed": input_checks.check_seed(start.seed),
            "visibility": "private",
            "invitation": secrets.token_urlsafe(24),
            "created": self.desk.clock(),
            "state": OVER if game.over else PLAYING,
            "edition": game.rules.edition,
        }
        return self._store_game(values, game, actor)

    def _store_game(self, values: dict[str, Any], game: Game, actor: Actor) -> int:
        sitting = [
            {"seat": seat, "name": input_checks.check_name(name), "kind": SCREEN, "account": actor.account, "bot": None}
            for seat, name in enumerate(game.start.players)
        ]
        lines = _lines_of_game(game, actor, self.desk.clock())
        with self.desk.writing(actor) as connection:
            if not game.over:
                refuse_more_running(connection, actor.account, [SCREEN], self.desk.allowance)
            if game.rules.own is not None:
                name = connection.scalar(select(accounts.c.name).where(accounts.c.id == actor.account))
                values["own"] = kept_figures.store_figures(connection, game.rules.own, self.desk.clock())
                values["options"] = {**values["options"], "brought_by": name}
            table: int = connection.execute(insert(tables).values(values).returning(tables.c.id)).scalar_one()
            connection.execute(insert(seats), [{"table": table, **seat} for seat in sitting])
            for first in range(0, len(lines), archive.SNAPSHOT_EVERY):
                chunk = lines[first : first + archive.SNAPSHOT_EVERY]
                archive.append_entries(connection, table, chunk, _game_after(game, first + len(chunk)))
        return table


def _lines_of_game(game: Game, actor: Actor, at: float) -> list[Logged]:
    lines = steps_of(game, 0, Head(), "", actor.account, at)
    who = [_decider_of(game.rules, entry) for entry in game.log]
    return [msgspec.structs.replace(line, who=name or line.who) for line, name in zip(lines, who, strict=True)]


def _decider_of(rules: Rules, entry: Entry) -> str:
    """The player whose decision it was; nobody's, if it was chance's."""
    if isinstance(entry.action, Draw):
        return ""
    referee = Referee(rules, entry.before)
    return str(referee.task.decider(referee))


def _game_after(game: Game, steps: int) -> Game:
    """The game as it stood after so many steps, for its snapshot."""
    log: Sequence[Entry] = game.log
    if steps >= len(log):
        return game
    return Game(game.rules, log[steps].before.copy(), draws=False)
