"""Playing: one transaction a move, at the number the move was made in; the log, positions and files of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from stellwerk import actions
from stellwerk.actions import Action, Draw
from stellwerk.errors import BadInput, Illegal
from stellwerk.events import Event as Happening
from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.table import archive, checks
from stellwerk.table.damage import MISSING, Damaged, Sound
from stellwerk.table.desk import Desk, head_at, needs_game, needs_play
from stellwerk.table.records import DRAW, MOVE, OVER, PLAYING, Actor, Head, Logged, Played, Seat, TableInfo
from stellwerk.table.replay import play_again
from stellwerk.table.schema import entries, tables


class Moves(Desk):
    """The part of the service that is about the game itself."""

    def head(self, table_id: int, *, actor: Actor) -> Head:
        """Where the log ends; its number goes into the next move as `at`."""
        with self.store.reading() as connection:
            self.find(connection, table_id, actor)
            return archive.head(connection, table_id)

    def game(self, table_id: int, number: int | None = None, *, actor: Actor) -> Game:
        """The game as it stood after an entry (now, without a number); yours to do with as you like.

        Its `log` reaches back to a snapshot only; `log` and `happenings` of the service know all of it. What it holds
        is for the server: only `position` with a seat leaves it.
        """
        with self.store.reading() as connection:
            table = self.find(connection, table_id, actor)
            return self._game(connection, table, number)

    def sound(self, table_id: int, number: int | None = None, *, actor: Actor) -> Sound:
        """The same for a game that can perhaps no longer be followed: then the last sound position before it."""
        with self.store.reading() as connection:
            table = self.find(connection, table_id, actor)
            needs_game(table)
            return self.archive.sound_at(connection, table, node_at(connection, table.id, number))

    def position(self, table_id: int, seat: int | None = None, number: int | None = None, *, actor: Actor) -> Position:
        """What a seat of the actor's (None: a spectator) sees of the position after an entry."""
        with self.store.reading() as connection:
            table = self.find(connection, table_id, actor)
            name = None if seat is None else self.seat(table, seat, actor).name
            return self._game(connection, table, number).position.seen_by(name)

    def _game(self, connection: Connection, table: TableInfo, number: int | None) -> Game:
        needs_game(table)
        return self.archive.game_at(connection, table, node_at(connection, table.id, number))

    def play(
        self,
        table_id: int,
        seat: int,
        action: Action | dict[str, Any],
        at: int,
        *,
        actor: Actor,
        key: str | None = None,
    ) -> Played:
        """Play an action for a seat, at the number of the last entry seen; the same `key` again is answered as before.

        The move is tried on a copy first; the transaction then finds the log where it was, or refuses.
        """
        decided, key, at = checks.action(action), checks.key(key), checks.number(at, "number of an entry")
        with self.store.reading() as connection:
            table = self.find(connection, table_id, actor)
            sitting = self.seat(table, seat, actor)
            again = _answered(connection, sitting, decided, key)
            if again is not None:
                return again
            needs_game(table)
            now = archive.head(connection, table_id)
            game = self.archive.game_at(connection, table, now.node)
            needs_play(table)
            head_at(connection, table_id, at)
        new = _try(game, now, sitting, decided, actor, self.clock(), key)
        return self._write(sitting, decided, at, key, new, game)

    def _write(self, seat: Seat, action: Action, at: int, key: str | None, new: Sequence[Logged], game: Game) -> Played:
        try:
            with self.store.writing() as connection:
                again = _answered(connection, seat, action, key)
                if again is not None:
                    return again
                head_at(connection, seat.table, at)
                archive.append(connection, seat.table, new, game)
                if game.over:
                    set_state(connection, seat.table, game)
        except IntegrityError:
            raise Illegal("stale", "Somebody else was quicker: look again.") from None
        self.archive.tell(seat.table, new, game)
        self.archive.remember(seat.table, new[-1].node, game)
        self.feed.publish(seat.table, new)
        return Played(new[0].number, new[-1].number, new[-1].hash)

    def log(self, table_id: int, after: int = 0, *, actor: Actor) -> list[Logged]:
        """The entries after a number, with what has become of them; for the undone ones `undone_by` is set."""
        checks.number(after, "number of an entry")
        with self.store.reading() as connection:
            self.find(connection, table_id, actor)
            return self.archive.log(connection, table_id)[after:]

    def line(self, table_id: int, number: int | None = None, *, actor: Actor) -> list[Logged]:
        """The steps that lead from the start to the position after an entry, in order."""
        with self.store.reading() as connection:
            self.find(connection, table_id, actor)
            return line_to(self.archive.log(connection, table_id), node_at(connection, table_id, number))

    def happenings(self, table_id: int, number: int, *, actor: Actor) -> tuple[Happening, ...]:
        """What happened by a move or draw: derived by playing it again; nothing for an undo or redo."""
        with self.store.reading() as connection:
            table = self.find(connection, table_id, actor)
            found = archive.entry(connection, table_id, checks.number(number, "number of an entry"))
            if found is None:
                raise Illegal("unknown-entry", f"The log has no entry {number}.")
            if found.action is None:
                return ()
            told = self.archive.happened(connection, table, [found])
            if number not in told:
                self.archive.game_at(connection, table, found.node)
            return told[number].events if number in told else ()

    def export(self, table_id: int, number: int | None = None, *, actor: Actor) -> dict[str, Any]:
        """The game up to an entry as a game file (`interop.files` reads it).

        While the game runs the file has no seed and no hashes (they come from the seed), for draws could be foretold:
        it holds the draws that were made, and goes on with others.
        """
        with self.store.reading() as connection:
            table = self.find(connection, table_id, actor)
            needs_game(table)
            line = line_to(self.archive.log(connection, table_id), node_at(connection, table_id, number))
            own = self.figures.content(connection, table.own) if table.own else None
        return game_file(table, line, names_of(table, actor), own)

    def verify(self, table_id: int, *, trust: bool = False) -> int:
        """Play the whole log again from the start, branches too, and compare every hash; returns how many steps.

        With `trust` a step whose hash fits is not judged again: was it legal? It was when it was played.
        """
        with self.store.reading() as connection:
            table = self.find(connection, table_id, Actor(bot=True))
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
        return archive.head(connection, table).node
    if checks.number(number, "number of an entry") == 0:
        return 0
    found = archive.entry(connection, table, number)
    if found is None:
        raise Illegal("unknown-entry", f"The log has no entry {number}.")
    return found.node


def line_to(log: Sequence[Logged], node: int) -> list[Logged]:
    """The steps of a log from the start to a step."""
    lines = {line.number: line for line in log}
    return [lines[number] for number in reversed(archive.path(lines, node, 0))]


def game_file(
    table: TableInfo, line: Sequence[Logged], names: Sequence[str], own: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A game as a file of ours, as the players of these names may see it."""
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
    return {**file, "actions": [seen(step, names) for step in line]}


def names_of(table: TableInfo, actor: Actor) -> list[str]:
    """The players somebody plays for."""
    return [seat.name for seat in table.seats if seat.account is not None and seat.account == actor.account]


def seen(step: Logged, names: Sequence[str]) -> dict[str, Any] | None:
    """The action of an entry as those who play for these players may see it: one of them sees his own.

    One that nobody can read is given as it is: it is no action that could hide something.
    """
    if step.action is None:
        return None
    viewer = step.who if step.who in names else next(iter(names), None)
    try:
        action = actions.decode(step.action)
    except BadInput:
        return step.action
    return actions.encode(action.seen_by(viewer))


def set_state(connection: Connection, table: int, game: Game) -> None:
    """Is the game over, or (after an undo) no longer?"""
    state = OVER if game.over else PLAYING
    connection.execute(update(tables).where(tables.c.id == table).values(state=state))


def steps_of(
    game: Game, since: int, now: Head, who: str, account: int | None, at: float, key: str | None = None
) -> list[Logged]:
    """What a game has played since so many steps of its log, as entries that follow the log's end."""
    after = [entry.before for entry in game.log[since + 1 :]] + [game.position]
    new: list[Logged] = []
    for index, (entry, position) in enumerate(zip(game.log[since:], after, strict=True)):
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


def _try(game: Game, now: Head, seat: Seat, action: Action, actor: Actor, at: float, key: str | None) -> list[Logged]:
    """Play on a copy of the game; what is to be written."""
    if game.turn != seat.name:
        raise Illegal("not-your-turn", f"It is not {seat.name} who decides now, but {game.turn}.")
    since = len(game.log)
    game.play(action)
    return steps_of(game, since, now, seat.name, actor.account, at, key)


def _answered(connection: Connection, seat: Seat, action: Action, key: str | None) -> Played | None:
    """The answer this request got before, if it came before."""
    if key is None:
        return None
    same = (entries.c.table == seat.table, entries.c.key == key)
    row = connection.execute(select(entries).where(*same)).one_or_none()
    if row is None:
        return None
    if row.who != seat.name or actions.decode(row.action) != action:
        raise BadInput("This key was used for another request.")
    last = row
    later = select(entries).where(entries.c.table == seat.table, entries.c.number > row.number)
    for follower in connection.execute(later.order_by(entries.c.number)):
        if follower.kind != DRAW or follower.parent != last.number:
            break
        last = follower
    return Played(row.number, last.number, last.hash)
