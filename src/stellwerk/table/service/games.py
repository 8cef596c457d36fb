"""Reading games: where one stands, its positions, its file; and whether its whole log still leads where it led."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection

from stellwerk import actions
from stellwerk.errors import BadInput, Illegal
from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.table.custom_boards.kept_figures import OwnFigures, vocabulary_of
from stellwerk.table.db import archive
from stellwerk.table.db.archive import Archive
from stellwerk.table.db.damage import MISSING, Damaged, Sound
from stellwerk.table.db.records import DRAW, OVER, SCREEN, Actor, Head, Logged, TableInfo
from stellwerk.table.db.replay import play_again
from stellwerk.table.service import input_checks
from stellwerk.table.service.front_desk import Desk, needs_game
from stellwerk.vocabulary import Vocabulary, tag_of

LOOKING = Actor(bot=True)
"""The server itself looks."""


class Games:
    """The part of the service that reads games."""

    def __init__(self, desk: Desk, archive: Archive, figures: OwnFigures):
        self.desk = desk
        self.archive = archive
        self.figures = figures

    def head(self, table_id: int, *, actor: Actor) -> Head:
        """Where the log ends; its number goes into the next move as `at`."""
        with self.desk.reading(actor) as connection:
            self.desk.find(connection, table_id, actor)
            return archive.read_head(connection, table_id)

    def game(self, table_id: int, number: int | None = None, *, actor: Actor) -> Game:
        """The game as it stood after an entry (now, without a number); yours to do with as you like.

        Its `log` reaches back to a snapshot only; the history (`history.log`) knows all of it. What it holds
        is for the server: only `position` with a seat leaves it.
        """
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            return self._game(connection, table, number)

    def sound(self, table_id: int, number: int | None = None, *, actor: Actor) -> Sound:
        """The same for a game that can perhaps no longer be followed: then the last sound position before it."""
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            needs_game(table)
            return self.archive.sound_at(connection, table, node_at(connection, table.id, number))

    def position(self, table_id: int, seat: int | None = None, number: int | None = None, *, actor: Actor) -> Position:
        """What a seat of the actor's (None: a spectator) sees of the position after an entry."""
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            name = None if seat is None else self.desk.seat(table, seat, actor).name
            return self._game(connection, table, number).position.seen_by(name)

    def _game(self, connection: Connection, table: TableInfo, number: int | None) -> Game:
        needs_game(table)
        return self.archive.game_at(connection, table, node_at(connection, table.id, number))

    def export(self, table_id: int, number: int | None = None, *, actor: Actor) -> dict[str, Any]:
        """The game up to an entry as a game file (`interop.files` reads it).

        While the game runs the file has no seed and no hashes (they come from the seed), for draws could be foretold:
        it holds the draws that were made, and goes on with others.
        """
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            needs_game(table)
            log = self.archive.log(connection, table_id)
            line = line_to(log, node_at(connection, table_id, number))
            own = self.figures.content(connection, table.own) if table.own else None
        return game_file(table, line, names_of(table, actor), own, told_in(log, vocabulary_of(table)))

    def verify(self, table_id: int, *, trust: bool = False) -> int:
        """Play the whole log again from the start, branches too, and compare every hash; returns how many steps.

        With `trust` a step whose hash fits is not judged again: was it legal? It was when it was played.
        """
        with self.desk.reading(LOOKING) as connection:
            table = self.desk.find(connection, table_id, LOOKING)
            games = {0: self.archive.begin(connection, table)}
            steps = [line for line in archive.whole_log(connection, table_id) if line.kind in archive.STEPS]
        for step in steps:
            if step.parent not in games:
                raise Damaged(table_id, step.parent, MISSING)
            game = games[step.parent].copy()
            play_again(game, step, table_id, trust=trust)
            game.log.clear()
            games[step.number] = game
        return len(steps)


def node_at(connection: Connection, table: int, number: int | None) -> int:
    """The step whose position holds after an entry; without a number, now."""
    if number is None:
        return archive.read_head(connection, table).node
    if input_checks.check_number(number, "number of an entry") == 0:
        return 0
    found = archive.read_entry(connection, table, number)
    if found is None:
        raise Illegal("unknown-entry", f"The log has no entry {number}.")
    return found.node


def line_to(log: Sequence[Logged], node: int) -> list[Logged]:
    """The steps of a log from the start to a step."""
    lines = {line.number: line for line in log}
    return [lines[number] for number in reversed(archive.path_between(lines, node, 0))]


def game_file(
    table: TableInfo,
    line: Sequence[Logged],
    names: Sequence[str],
    own: dict[str, Any] | None = None,
    told: Collection[int] = (),
) -> dict[str, Any]:
    """A game as a file of ours, as the players of these names may see it; all may see the steps that were `told`."""
    file: dict[str, Any] = {
        "format": "stellwerk-game",
        "version": 1,
        "title": table.title,
        "variant": table.variant,
        "rules": table.rules,
        **({"own": own} if own is not None else {}),
        **({"edition": table.edition} if table.edition > 1 else {}),
        "players": list(table.players),
    }
    if table.state == OVER:
        actions_told = [step.action for step in line]
        return {**file, "seed": table.seed, "actions": actions_told, "hashes": [step.hash for step in line]}
    vocabulary = vocabulary_of(table)
    return {**file, "actions": [action_as_seen(step, names, vocabulary, told) for step in line]}


def names_of(table: TableInfo, actor: Actor) -> list[str]:
    """The players whose secrets somebody may read: those he plays for, unless several people look at his screen."""
    mine = [seat for seat in table.seats if seat.account is not None and seat.account == actor.account]
    is_shared = len(mine) > 1 and any(seat.kind == SCREEN for seat in mine)
    return [] if is_shared else [seat.name for seat in mine]


def viewer_of(table: TableInfo, turn: str, actor: Actor) -> str | None:
    """As which player somebody looks at a position: the one who decides, if he plays for him, or his first."""
    decides = any(seat.name == turn and seat.account == actor.account for seat in table.seats)
    return turn if decides and actor.account is not None else next(iter(names_of(table, actor)), None)


def told_in(log: Sequence[Logged], vocabulary: Vocabulary) -> frozenset[int]:
    """The steps of a log that were secret until a draw which has followed (on a line that was undone, too)."""
    kinds = {tag_of(kind): kind.secret_until for kind in vocabulary.kinds if kind.secret_until}
    lines = {line.number: line for line in log} if kinds else {}
    found: set[int] = set()
    for draw in lines.values():
        name = draw.action.get("what") if draw.kind == DRAW and draw.action is not None else None
        for number in archive.path_between(lines, draw.parent, 0) if name in kinds.values() else ():
            if kinds.get((lines[number].action or {}).get("type", "")) == name:
                found.add(number)
    return frozenset(found)


def action_as_seen(
    step: Logged, names: Sequence[str], vocabulary: Vocabulary, told: Collection[int] = ()
) -> dict[str, Any] | None:
    """The action of an entry as those who play for these players may see it: one of them sees his own.

    One that nobody can read is given as it is: it is no action that could hide something.
    """
    if step.action is None or step.number in told:
        return step.action
    viewer = step.who if step.who in names else next(iter(names), None)
    try:
        action = vocabulary.decode(step.action)
    except BadInput:
        return step.action
    return actions.encode(action.seen_by(viewer))
