"""Playing: one transaction a move, at the number the move was made in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from stellwerk import actions
from stellwerk.actions import Action, Draw
from stellwerk.errors import BadInput, Illegal
from stellwerk.game import Game
from stellwerk.table.custom_boards.kept_figures import vocabulary_of
from stellwerk.table.db import archive
from stellwerk.table.db.archive import Archive
from stellwerk.table.db.records import DRAW, MOVE, OVER, PLAYING, Actor, Head, Logged, PlayedAnswer, TableSeat
from stellwerk.table.db.schema import entries, tables
from stellwerk.table.live.feed import Feed
from stellwerk.table.service import input_checks
from stellwerk.table.service.front_desk import Desk, head_at, needs_game, needs_play

MOST_FIRST = 8
"""So many actions may belong to one that follows them."""


class Moves:
    """The part of the service that plays."""

    def __init__(self, desk: Desk, archive: Archive, feed: Feed):
        self.desk = desk
        self.archive = archive
        self.feed = feed

    def play(
        self,
        table_id: int,
        seat: int,
        action: Action | dict[str, Any],
        at: int,
        *,
        actor: Actor,
        key: str | None = None,
        first: Sequence[dict[str, Any]] = (),
    ) -> PlayedAnswer:
        """Play an action for a seat, at the number of the last entry seen; the same `key` again is answered as before.

        What is to be played `first` belongs to it: all of it is written, or nothing.
        The move is tried on a copy first; the transaction then finds the log where it was, or refuses.
        """
        said, key, at = (
            input_checks.check_action(action),
            input_checks.check_key(key),
            input_checks.check_number(at, "number of an entry"),
        )
        if len(first) > MOST_FIRST:
            raise BadInput(f"At most {MOST_FIRST} actions are played before another one.")
        with self.desk.reading(actor) as connection:
            table = self.desk.find(connection, table_id, actor)
            words = vocabulary_of(table)
            decided = (*map(words.decode, first), said if isinstance(said, Action) else words.decode(said))
            sitting = self.desk.seat(table, seat, actor)
            again = _earlier_answer(connection, sitting, decided, key)
            if again is not None:
                return again
            needs_game(table)
            now = archive.read_head(connection, table_id)
            game = self.archive.game_at(connection, table, now.node)
            needs_play(table)
            head_at(connection, table_id, at)
        new = _try_action(game, now, sitting, decided, actor, self.desk.clock(), key)
        return self._write(actor, sitting, decided, at, key, new, game)

    def _write(
        self,
        actor: Actor,
        seat: TableSeat,
        decided: Sequence[Action],
        at: int,
        key: str | None,
        new: Sequence[Logged],
        game: Game,
    ) -> PlayedAnswer:
        try:
            with self.desk.writing(actor) as connection:
                again = _earlier_answer(connection, seat, decided, key)
                if again is not None:
                    return again
                head_at(connection, seat.table, at)
                archive.append_entries(connection, seat.table, new, game)
                if game.over:
                    set_state(connection, seat.table, game)
        except IntegrityError:
            raise Illegal("stale", "Somebody else was quicker: look again.") from None
        self.archive.tell(seat.table, new, game)
        self.archive.remember(seat.table, new[-1].node, game)
        self.feed.publish(seat.table, new)
        return PlayedAnswer(new[0].number, new[-1].number, new[-1].hash)


def set_state(connection: Connection, table: int, game: Game) -> None:
    """Is the game over, or (after an undo) no longer?"""
    state = OVER if game.over else PLAYING
    connection.execute(update(tables).where(tables.c.id == table).values(state=state))


def steps_of(
    game: Game, since: int, now: Head, who: str, account: int | None, at: float, key: str | None = None
) -> list[Logged]:
    """What a game has played since so many steps of its log, as entries that follow the log's end."""
    played = game.log[since:]
    after = [entry.before for entry in played[1:]] + [game.position]
    new: list[Logged] = []
    for index, (entry, position) in enumerate(zip(played, after, strict=bool(played))):
        chance = isinstance(entry.action, Draw)
        number = now.number + 1 + index
        new.append(
            Logged(
                number=number,
                kind=DRAW if chance else MOVE,
                parent=number - 1 if index else now.node,
                node=number,
                depth=now.depth + 1 + index,
                action=actions.encode(entry.action),
                hash=position.hash(),
                who="chance" if chance else who,
                account=None if chance else account,
                at=at,
                key=None if index else key,
            )
        )
    return new


def _try_action(
    game: Game, now: Head, seat: TableSeat, decided: Sequence[Action], actor: Actor, at: float, key: str | None
) -> list[Logged]:
    """Play on a copy of the game; what is to be written."""
    since = len(game.log)
    for action in decided:
        if game.turn != seat.name:
            raise Illegal("not-your-turn", f"It is not {seat.name} who decides now, but {game.turn}.")
        game.play(action)
    return steps_of(game, since, now, seat.name, actor.account, at, key)


def _is_same(stored: object, action: Action) -> bool:
    """Is a stored action this one?"""
    one, other = (msgspec.json.encode(said, order="deterministic") for said in (stored, actions.encode(action)))
    return one == other


def _earlier_answer(
    connection: Connection, seat: TableSeat, decided: Sequence[Action], key: str | None
) -> PlayedAnswer | None:
    """The answer this request got before, if it came before."""
    if key is None:
        return None
    same = (entries.c.table == seat.table, entries.c.key == key)
    row = connection.execute(select(entries).where(*same)).one_or_none()
    if row is None:
        return None
    if row.who != seat.name or not _is_same(row.action, decided[0]):
        raise BadInput("This key was used for another request.")
    last, rest = row, list(decided[1:])
    later = select(entries).where(entries.c.table == seat.table, entries.c.number > row.number)
    for follower in connection.execute(later.order_by(entries.c.number)):
        if follower.parent != last.number or (follower.kind != DRAW and not rest):
            break
        if follower.kind != DRAW and not _is_same(follower.action, rest.pop(0)):
            raise BadInput("This key was used for another request.")
        last = follower
    return PlayedAnswer(row.number, last.number, last.hash)
