"""What if: private copies of a game from any position, to play with and to throw away."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update

from stellwerk import actions
from stellwerk.actions import CHANCE, Action, Draw
from stellwerk.errors import Illegal, StellwerkError
from stellwerk.game import Game
from stellwerk.table.custom_boards.kept_figures import OwnFigures
from stellwerk.table.db.archive import Archive
from stellwerk.table.db.records import Actor, TableInfo, WhatIf
from stellwerk.table.db.schema import what_ifs
from stellwerk.table.service import input_checks
from stellwerk.table.service.front_desk import Desk, needs_game
from stellwerk.table.service.games import game_file, line_to, node_at, viewer_of
from stellwerk.table.service.permission import demand_permission
from stellwerk.vocabulary import tag_of

AT_MOST = 50
"""So many copies one account keeps."""
LONGEST = 500
"""So many actions a copy holds."""


class WhatIfs:
    """The part of the service that keeps private copies. They belong to one account and tell nobody."""

    def __init__(self, desk: Desk, archive: Archive, figures: OwnFigures):
        self.desk = desk
        self.archive = archive
        self.figures = figures

    def create_what_if(self, table_id: int, number: int | None = None, *, actor: Actor) -> WhatIf:
        """A copy of the game as it stood after an entry (now, without a number)."""
        with self.desk.writing(actor) as connection:
            table = self.desk.find(connection, table_id, actor, "what-if.create")
            needs_game(table)
            node = node_at(connection, table_id, number)
            mine = select(what_ifs.c.id).where(what_ifs.c.owner == actor.account)
            if len(connection.scalars(mine.limit(AT_MOST)).all()) >= AT_MOST:
                raise Illegal("too-many-copies", f"You keep {AT_MOST} copies; drop one first.")
            values: dict[str, Any] = {
                "owner": actor.account,
                "table": table_id,
                "number": node,
                "actions": [],
                "created": self.desk.clock(),
            }
            made = connection.execute(insert(what_ifs).values(values).returning(what_ifs.c.id)).scalar_one()
            return self._drawn(connection, copy_in(connection, made, actor), actor)

    def _drawn(self, connection: Connection, copy: WhatIf, actor: Actor) -> WhatIf:
        """A new copy in which a player decides: where a draw was due, the copy makes its own."""
        _, game = self.copied(connection, copy, actor)
        if game.turn != CHANCE:
            return copy
        while game.turn == CHANCE:
            game.play(next(iter(game.legal())).action)
        return _set_copy(connection, copy, actor, [actions.encode(entry.action) for entry in game.log])

    def what_ifs_of(self, table_id: int, *, actor: Actor) -> list[WhatIf]:
        """The actor's copies of a game, newest first."""
        with self.desk.reading(actor) as connection:
            self.desk.find(connection, table_id, actor)
            return copies_in(connection, table_id, actor)

    def what_if(self, what_if: int, *, actor: Actor) -> WhatIf:
        """A copy without its game."""
        with self.desk.reading(actor) as connection:
            return copy_in(connection, what_if, actor)

    def what_if_game(self, what_if: int, *, actor: Actor) -> Game:
        """The game of a copy, with what was played on it."""
        with self.desk.reading(actor) as connection:
            copy = copy_in(connection, what_if, actor)
            return self.copied(connection, copy, actor)[1]

    def play_what_if(
        self,
        what_if: int,
        action: Action | dict[str, Any],
        at: int,
        *,
        actor: Actor,
        first: Sequence[dict[str, Any]] = (),
    ) -> WhatIf:
        """Play on a copy, for whoever decides there; `at` is how many actions it holds. `first` comes before it."""
        said = input_checks.check_action(action)
        with self.desk.reading(actor) as connection:
            copy = copy_in(connection, what_if, actor)
            _is_at(copy, at)
            _, game = self.copied(connection, copy, actor)
        since = len(game.log)
        for earlier in first:
            game.play(game.rules.shapes.actions.decode(earlier))
        game.play(said if isinstance(said, Action) else game.rules.shapes.actions.decode(said))
        new = [actions.encode(entry.action) for entry in game.log[since:]]
        with self.desk.writing(actor) as connection:
            now = copy_in(connection, what_if, actor)
            if now.actions != copy.actions:
                raise Illegal("stale", "The copy has changed meanwhile: look again.")
            changed = _set_copy(connection, copy, actor, [*copy.actions, *new])
        self.archive.remember_copy(copy.id, _played_digest(changed.actions), game)
        return changed

    def undo_what_if(self, what_if: int, at: int, *, actor: Actor) -> WhatIf:
        """Take back the last decision on a copy, with the draws that followed it."""
        with self.desk.writing(actor) as connection:
            copy = copy_in(connection, what_if, actor)
            _is_at(copy, at)
            kept = list(copy.actions)
            while kept and kept[-1].get("type") == tag_of(Draw):
                kept.pop()
            if not kept:
                raise Illegal("nothing-to-undo", "There is nothing to undo.")
            return _set_copy(connection, copy, actor, kept[:-1])

    def drop_what_if(self, what_if: int, *, actor: Actor) -> None:
        """Throw a copy away."""
        with self.desk.writing(actor) as connection:
            copy = copy_in(connection, what_if, actor)
            connection.execute(delete(what_ifs).where(what_ifs.c.id == copy.id))

    def export_what_if(self, what_if: int, *, actor: Actor) -> dict[str, Any]:
        """A copy as a game file: the game up to where it was made, and what was played on it; draws as they came."""
        with self.desk.reading(actor) as connection:
            copy = copy_in(connection, what_if, actor)
            table = self.desk.find(connection, copy.table, actor)
            line = line_to(self.archive.log(connection, copy.table), copy.number)
            own = self.figures.content(connection, table.own) if table.own else None
            viewer = viewer_of(table, self.archive.game_at(connection, table, copy.number).turn, actor)
        file = game_file(table, line, () if viewer is None else (viewer,), own)
        told = [*file["actions"], *(dict(action) for action in copy.actions)]
        return {**{name: file[name] for name in file if name not in ("seed", "hashes")}, "actions": told}

    def copied(self, connection: Connection, copy: WhatIf, actor: Actor) -> tuple[TableInfo, Game]:
        """A copy's table and game; what is secret at the table, its draws to come included, is not in it."""
        table = self.desk.find(connection, copy.table, actor)
        known = self.archive.copy_at(copy.id, _played_digest(copy.actions))
        if known is not None:
            return table, known
        game = self.archive.game_at(connection, table, copy.number)
        position = game.position.seen_by(viewer_of(table, game.turn, actor))
        position.seed = seed_of(copy)
        copied = Game(game.rules, position, draws=False)
        _replay_copy(copied, copy)
        self.archive.remember_copy(copy.id, _played_digest(copy.actions), copied)
        return table, copied


def _replay_copy(game: Game, copy: WhatIf) -> None:
    """Play what was played on a copy; a program that no longer can says so."""
    try:
        game.replay([game.rules.shapes.actions.decode(action) for action in copy.actions])
    except Exception as error:
        why = str(error) if isinstance(error, StellwerkError) else type(error).__name__
        raise Illegal("damaged", f"What was played on this copy can no longer be played. {why}") from error


def _played_digest(actions_played: Sequence[dict[str, Any]]) -> int:
    """A number that stands for what was played on a copy."""
    digest = hashlib.blake2b(msgspec.json.encode(actions_played, order="sorted"), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def seed_of(copy: WhatIf) -> int:
    """The seed a copy draws from: its own, which tells nothing of the table's."""
    digest = hashlib.blake2b(f"what if {copy.id} {copy.created}".encode(), digest_size=6).digest()
    return int.from_bytes(digest, "big")


def copies_in(connection: Connection, table: int, actor: Actor) -> list[WhatIf]:
    """The actor's copies of a table's game, newest first."""
    where = (what_ifs.c.table == table, what_ifs.c.owner == actor.account)
    rows = connection.execute(select(what_ifs).where(*where).order_by(what_ifs.c.id.desc()))
    return [_as_copy(row) for row in rows]


def _as_copy(row: Row[Any]) -> WhatIf:
    fields = dict(row._mapping)
    return WhatIf(**{**fields, "actions": tuple(fields["actions"])})


def copy_in(connection: Connection, number: int, actor: Actor) -> WhatIf:
    """A copy of the actor's."""
    input_checks.check_number(number, "copy")
    row = connection.execute(select(what_ifs).where(what_ifs.c.id == number)).one_or_none()
    if row is None:
        raise Illegal("unknown-what-if", f"There is no copy {number}.")
    copy = _as_copy(row)
    demand_permission(actor, "what-if.use", copy)
    return copy


def _is_at(copy: WhatIf, at: int) -> None:
    if input_checks.check_number(at, "number of actions") != len(copy.actions):
        raise Illegal("stale", f"This was said at action {at}, but the copy is at {len(copy.actions)} now: look again.")


def _set_copy(connection: Connection, copy: WhatIf, actor: Actor, new: list[dict[str, Any]]) -> WhatIf:
    if len(new) > LONGEST:
        raise Illegal("too-long", f"A copy holds at most {LONGEST} actions.")
    connection.execute(update(what_ifs).where(what_ifs.c.id == copy.id).values(actions=new))
    return copy_in(connection, copy.id, actor)
