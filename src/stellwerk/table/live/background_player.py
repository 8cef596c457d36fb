"""Bots and programmed choices, played in the background: whenever something was committed, the table is looked at.

A table is looked at by one thread at a time, and what fails at one table is tried again later and stops no other.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from sqlalchemy import BindParameter, bindparam, select

from stellwerk import bots
from stellwerk.actions import Action, Answer
from stellwerk.bots.casual import CasualBot
from stellwerk.errors import Illegal
from stellwerk.events import Offered
from stellwerk.game import Game
from stellwerk.table.db.damage import Damaged
from stellwerk.table.db.records import BOT, PLAYING, Actor, Head, Logged, TableInfo, TableSeat
from stellwerk.table.db.schema import programs as stored_programs
from stellwerk.table.db.schema import seats, tables
from stellwerk.table.live import programmed_choices
from stellwerk.table.live.feed import Cursor
from stellwerk.table.live.programmed_choices import Programmed, StopReason
from stellwerk.table.service.service import Service
from stellwerk.table.service.tables import USUAL_BOT

logger = logging.getLogger(__name__)

BOTS = Actor(bot=True)
THREADS = 2
"""One of them looks at tables with people only, so that nobody waits for games of bots alone."""
PATIENCE = (1.0, 2.0, 5.0, 15.0, 60.0)
"""Seconds until a table that failed is looked at again: after the first failure in a row, the second, ..."""
SECONDS = 2.0
"""What a bot that searches may think about a move."""
TRIES = 20
"""So often a bot thinks again that wants to bother a person with another offer."""
ALL_CHAT = 2**31 - 1

_HERE: BindParameter[int] = bindparam("here")
PROGRAMS = select(stored_programs.c.seat, stored_programs.c.program).where(stored_programs.c.table == _HERE)
STATE = select(tables.c.state).where(tables.c.id == _HERE)
BOT_SEATS = select(seats.c.seat).where(seats.c.table == _HERE, seats.c.kind == BOT).limit(1)


class Pace(Protocol):
    """The settings the runner asks for."""

    @property
    def bot_delay(self) -> float:
        """Seconds a bot waits before it moves."""


class Crowd(NamedTuple):
    """Whose table it is, and whether bots alone sit at it."""

    owner: int
    bots_only: bool


UNKNOWN = Crowd(0, False)


class Runner:
    """Plays for bots and for seats with a program."""

    def __init__(self, service: Service, settings: Pace):
        self.service = service
        self.delay = settings.bot_delay
        self._due: dict[int, float] = {}
        self._busy: set[int] = set()
        self._failures: dict[int, int] = {}
        self._read: dict[tuple[int, int, int], int] = {}
        """By table, seat and the entry a program was made after: how far its reasons to stop were looked for."""
        self._people: set[int] = set()
        """Running tables without bots; who sits at a running table stays."""
        self._crowds: dict[int, Crowd] = {}
        self._served: dict[int, float] = {}
        """By account: when one of its tables was looked at last."""
        self._change = threading.Condition()
        self._stopping = False
        self._threads: list[threading.Thread] = []
        self._unwatch: Callable[[], None] | None = None

    def start(self) -> None:
        """Look at all running games, and then whenever something happens."""
        self._stopping = False
        self._unwatch = self.service.feed.watch(self.wake)
        with self.service.store.reading() as connection:
            running = connection.scalars(select(tables.c.id).where(tables.c.state == PLAYING)).all()
        for table in running:
            self.wake(table)
        self._threads = [
            threading.Thread(target=self._run, args=(n == 0,), name=f"runner-{n}", daemon=True) for n in range(THREADS)
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End; a move that is being made is finished first."""
        if self._unwatch is not None:
            self._unwatch()
        with self._change:
            self._stopping = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join(10)

    def wake(self, table: int, seconds: float | None = None) -> None:
        """Look at a table soon."""
        due = time.monotonic() + (self.delay if seconds is None else seconds)
        with self._change:
            self._due[table] = min(due, self._due.get(table, due))
            self._change.notify_all()

    def waiting(self) -> tuple[int, float]:
        """How many tables are due, and for how many seconds the first has been."""
        now = time.monotonic()
        with self._change:
            due = [since for since in self._due.values() if since <= now]
        return len(due), max((now - since for since in due), default=0.0)

    def _run(self, people_only: bool) -> None:
        while True:
            table = self._next(people_only)
            if table is None:
                return
            try:
                self._look(table)
                self._failures.pop(table, None)
            except Damaged:
                self._failures.pop(table, None)  # until its people agree to go on, which wakes us again
            except Exception:
                self._failed(table)
            finally:
                with self._change:
                    self._busy.discard(table)
                    self._change.notify_all()

    def _next(self, people_only: bool) -> int | None:
        """Wait for a table that is due and that nobody looks at; None at the end."""
        with self._change:
            while not self._stopping:
                now = time.monotonic()
                waiting = [table for table in self._due if table not in self._busy]
                if people_only:
                    waiting = [table for table in waiting if not self._crowd(table).bots_only]
                due = [table for table in waiting if self._due[table] <= now]
                if due:
                    return self._take(min(due, key=self._urgency), now)
                soonest = min((self._due[table] for table in waiting), default=None)
                self._change.wait(None if soonest is None else soonest - now)
        return None

    def _take(self, table: int, now: float) -> int:
        del self._due[table]
        self._busy.add(table)
        self._served[self._crowd(table).owner] = now
        return table

    def _crowd(self, table: int) -> Crowd:
        """Who sits at a table, as far as it was looked at; one not known yet may have people."""
        return self._crowds.get(table, UNKNOWN)

    def _urgency(self, table: int) -> tuple[bool, float, float]:
        """Tables with people first; of these the one whose owner was served longest ago; then who waits longest."""
        crowd = self._crowd(table)
        return crowd.bots_only, self._served.get(crowd.owner, 0.0), self._due[table]

    def _failed(self, table: int) -> None:
        failures = self._failures.get(table, 0)
        wait = PATIENCE[min(failures, len(PATIENCE) - 1)]
        self._failures[table] = failures + 1
        logger.exception("Table %d could not be looked at; again in %.0f s.", table, wait)
        self.wake(table, wait)

    def _look(self, table_id: int) -> None:
        """See whether a bot or a program is to move, and make one move; its commit wakes us again."""
        stored = self._at_work(table_id)
        if stored is None:
            return
        table = self.service.tables.table(table_id, actor=BOTS)
        self._crowds[table_id] = Crowd(table.owner, all(seat.kind == BOT for seat in table.seats))
        now = self.service.games.head(table_id, actor=BOTS)
        game = self.service.games.game(table_id, now.number, actor=BOTS)
        for seat, data in stored.items():
            program = programmed_choices.decode_program(data)
            if program is not None and self._follow(table, table.seats[seat], program, game, now):
                return
        turn = next((seat for seat in table.seats if seat.name == game.turn), None)
        if turn is not None and turn.kind == BOT:
            self._play(turn, choose_for_bot(game, table, turn, now.number), now, BOTS)

    def _at_work(self, table_id: int) -> dict[int, Any] | None:
        """The programs at a running table by seat; None if there is neither a program nor a bot."""
        with self.service.store.reading() as connection:
            rows = connection.execute(PROGRAMS, {"here": table_id})
            found = {row.seat: row.program for row in rows}
            if table_id in self._people and not found:
                return None
            if connection.scalar(STATE, {"here": table_id}) != PLAYING:
                return None
            if connection.scalar(BOT_SEATS, {"here": table_id}) is None:
                self._people.add(table_id)
                return found or None
            return found

    def _play(self, seat: TableSeat, action: Action, now: Head, actor: Actor) -> None:
        try:
            self.service.moves.play(seat.table, seat.seat, action, now.number, actor=actor)
        except Illegal as refusal:
            if refusal.code not in ("stale", "game-over"):
                raise
            self.wake(seat.table, 0)

    def _follow(self, table: TableInfo, seat: TableSeat, program: Programmed, game: Game, now: Head) -> bool:
        """Go on with a program: True if it moved."""
        actor = Actor(account=seat.account)
        if programmed_choices.is_over(program, game.rules, game.position):
            self._tell(seat, None, actor)
            return False
        if program.reason is not None:
            return False
        reason = self._concern(table, seat, program, now)
        if reason is None and game.turn == seat.name:
            chosen = programmed_choices.choose_by_program(program, seat.name, game)
            if isinstance(chosen, Action):
                self._play(seat, chosen, now, actor)
                return True
            reason = chosen
        if reason is not None:
            self._tell(seat, program.stopped(reason), actor)
        return False

    def _tell(self, seat: TableSeat, program: Programmed | None, actor: Actor) -> None:
        """Store what became of a program, and have its player look."""
        data = programmed_choices.encode_program(program) if program is not None else None
        self.service.programs.set_program(seat.table, seat.seat, data, actor=actor)
        self.service.feed.publish(seat.table)

    def _concern(self, table: TableInfo, seat: TableSeat, program: Programmed, now: Head) -> StopReason | None:
        """What has happened since the program was made that stops it."""
        key = (table.id, seat.seat, program.since)
        read = self._read.get(key, program.since)
        rules = self.service.games.game(table.id, now.number, actor=BOTS).rules
        for event in self.service.live.news(table.id, Cursor(read, ALL_CHAT), actor=BOTS):
            if event.kind == "entry" and event.cursor.number <= now.number:
                reason = programmed_choices.concern_of(program, seat.name, rules, self._step(table.id, event.data))
                if reason is not None:
                    self._read.pop(key, None)
                    return reason
        self._read[key] = now.number
        return None

    def _step(self, table: int, line: Logged) -> programmed_choices.ProgramStep:
        """An entry with the positions around it."""
        before = self.service.games.game(table, line.parent, actor=BOTS).position
        after = self.service.games.game(table, line.number, actor=BOTS).position
        return programmed_choices.ProgramStep(
            line, before, after, self.service.history.happenings(table, line.number, actor=BOTS)
        )


def seed_of(*parts: object) -> int:
    """A seed from some numbers, the same on every machine."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "big")


def choose_for_bot(game: Game, table: TableInfo, seat: TableSeat, number: int) -> Action:
    """What a bot plays: it knows what its seat may see, and offers a person one deal in a company's turn."""
    seen = game.seen_by(seat.name)
    people = {other.name for other in table.seats if other.kind != BOT}
    quiet = has_offered(game, people)
    wanted = decide_by_program(seen, seat, seed_of(table.seed, seat.seat, number))
    if wanted is not None and not (quiet and would_ask_person(seen, wanted, people)):
        return wanted
    for again in range(TRIES):
        action = CasualBot(seed_of(table.seed, seat.seat, number, again)).choose(seen)
        if not quiet or not would_ask_person(seen, action, people):
            return action
    return next((action for action in seen.legal().actions() if not would_ask_person(seen, action, people)), action)


def decide_by_program(seen: Game, seat: TableSeat, seed: int) -> Action | None:
    """What the program of a seat wants; nothing, if it fails: a game is not to stand still for that."""
    try:
        return bots.make_bot(seat.bot or USUAL_BOT, seed, SECONDS).choose(seen)
    except Exception:
        logger.exception("The bot %s failed at table %d; a casual one goes on.", seat.bot, seat.table)
        return None


def would_ask_person(game: Game, action: Action, people: set[str]) -> bool:
    """Would this action ask a person something?"""
    tried = game.copy()
    return any(isinstance(event, Offered) and event.asked in people for event in tried.play(action))


def has_offered(game: Game, people: set[str]) -> bool:
    """Has the one who acts made a person an offer in this turn?"""
    if getattr(game.position.agenda[-1], "declined", ()):
        return True
    for entry in reversed(game.log):
        if isinstance(entry.action, Answer):
            continue
        if entry.action.actor != game.actor:
            return False
        if any(isinstance(event, Offered) and event.asked in people for event in entry.events):
            return True
    return False
