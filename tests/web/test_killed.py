"""The server killed in the middle of play: what it acknowledged is there, nothing is there by halves.

What is played is known beforehand: the same seed gives the same game, so the log after a kill is compared, entry by
entry, with a game played by the engine alone.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from stellwerk import actions, new_game
from stellwerk.actions import CHANCE
from stellwerk.bots.casual import CasualBot
from stellwerk.table.db.records import Actor, Logged
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service
from stellwerk.table.web.server import ServerPlan, start_server
from stellwerk.table.web.site import Settings

NAMES = ("Ada", "Bo", "Cy")
ME = Actor(account=1)
MOVES = 150
"""So many moves of a game are played; then another table is set up."""
THREADS = 3


class Move(NamedTuple):
    """A move of the game that is played: the log before it, seat, action, and the entries it makes (with draws)."""

    at: int
    seat: int
    action: dict[str, Any]
    entries: tuple[tuple[dict[str, Any], str], ...]

    @property
    def now(self) -> int:
        """The number of the log's last entry after it."""
        return self.at + len(self.entries)


@cache
def line_of(title: str, seed: int) -> tuple[Move, ...]:
    """The game, as the engine alone plays it."""
    game, bot = new_game(title, NAMES, seed=seed), CasualBot(seed)
    made: list[Move] = []
    while not game.over and len(made) < MOVES:
        at, seat, action = len(game.log), NAMES.index(game.turn), bot.choose(game)
        game.play(action)
        after = [entry.before for entry in game.log[at + 1 :]] + [game.position]
        told = [(actions.encode(entry.action), then.hash()) for entry, then in zip(game.log[at:], after, strict=True)]
        made.append(Move(at, seat, actions.encode(action), tuple(told)))
    return tuple(made)


class Table:
    """A table as the one who plays at it knows it: what was acknowledged, what he has not heard of."""

    def __init__(self, service: Service, title: str, seed: int):
        seats = [{"kind": "account" if name == "Ada" else "screen", "name": name} for name in NAMES]
        self.id = service.tables.create_table(title, seats, actor=ME, seed=seed)
        self.line = line_of(title, seed)
        self.first = service.tables.start(self.id, actor=ME).number
        assert self.first == self.line[0].at
        self.played = 0
        """So many moves were acknowledged."""
        self.asked = False
        """Is there a request that was sent and not answered?"""

    @property
    def done(self) -> bool:
        """Is there nothing more to play?"""
        return self.played == len(self.line)

    @property
    def acknowledged(self) -> int:
        """The number of the last entry that was acknowledged."""
        return self.line[self.played - 1].now if self.played else self.first

    def send(self, browser: httpx.Client, move: int) -> httpx.Response:
        """Send a move; its key is always the same."""
        what = self.line[move]
        form = {"at": what.at, "seat": what.seat, "action": json.dumps(what.action), "key": f"{self.id}-{move}"}
        return browser.post(f"/tables/{self.id}/moves.json", data=form)

    def play(self, browser: httpx.Client) -> None:
        """Play the next move; until the answer is there it may or may not have been played."""
        self.asked = True
        self.heard(self.send(browser, self.played), self.played)
        self.played, self.asked = self.played + 1, False

    def heard(self, answer: httpx.Response, move: int) -> None:
        """An answer must name the entries that the move makes."""
        assert answer.status_code == 200, answer.text
        told = answer.json()
        assert (told["number"], told["now"]) == (self.line[move].at + 1, self.line[move].now)

    def check(self, log: Sequence[Logged]) -> None:
        """What is in the log is the game: all that was acknowledged, the unanswered move wholly or not at all."""
        known = {self.acknowledged, self.line[self.played].now} if self.asked else {self.acknowledged}
        assert len(log) in known, (self.id, len(log), known)
        moves = self.line[: self.played + (len(log) > self.acknowledged)]
        expected = [entry for move in moves for entry in move.entries]
        assert [(line.action, line.hash) for line in log[self.first :]] == expected
        assert [line.number for line in log] == list(range(1, len(log) + 1))
        keys = [line.key for line in log[self.first :] if line.kind == "move"]
        assert keys == [f"{self.id}-{move}" for move in range(len(moves))]


def serve(file: Path, told: Connection) -> None:
    """The server's process: as it is started to play, durable, without limits of speed."""
    settings = Settings(limits=False, local=True)
    start_server(ServerPlan(file=file, settings=settings, port=0), lambda line: told.send(line))


@contextmanager
def server(file: Path) -> Iterator[tuple[multiprocessing.process.BaseProcess, str]]:
    """A server in a process of its own, and its address; it is dead afterwards."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.web.test_killed"])
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=serve, args=(file, there), daemon=True)
    process.start()
    there.close()
    try:
        assert here.poll(30), "the server does not start"
        yield process, next(word for word in here.recv().split() if word.startswith("http"))
    finally:
        process.kill()
        process.join()
        here.close()


def play_all(
    tables: Sequence[Table], browser: httpx.Client, stop: threading.Event, failed: list[BaseException]
) -> None:
    """One thread: play at its tables in turn, as fast as answers come, until the server is gone."""
    try:
        while not stop.is_set() and not all(table.done for table in tables):
            for table in tables:
                if not table.done:
                    table.play(browser)
    except httpx.TransportError:
        return
    except BaseException as error:
        failed.append(error)


def browser_for(address: str, cookies: httpx.Cookies) -> httpx.Client:
    """A program that plays; it has its token from the settings."""
    made = httpx.Client(base_url=address, cookies=cookies, timeout=20)
    made.headers["X-CSRF-Token"] = made.get("/settings.json").json()["csrf"]
    return made


def play_and_kill(file: Path, tables: Sequence[Table], chance: random.Random) -> None:
    """Let threads play, kill the server after a random time; first, repeat what was said before the last kill."""
    failed: list[BaseException] = []
    stop = threading.Event()
    with server(file) as (process, address), httpx.Client() as jar:
        browsers = [browser_for(address, jar.cookies) for _ in range(THREADS)]
        for table in tables:
            repeat(table, browsers[0])
        shares = [[table for table in tables if table.id % THREADS == n] for n in range(THREADS)]
        jobs = [
            threading.Thread(target=play_all, args=(share, browser, stop, failed))
            for share, browser in zip(shares, browsers, strict=True)
        ]
        for job in jobs:
            job.start()
        time.sleep(chance.uniform(0.01, 0.6))
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        assert process.exitcode == -signal.SIGKILL
        stop.set()
        for job in jobs:
            job.join(30)
        for browser in browsers:
            browser.close()
    assert not failed, failed


def repeat(table: Table, browser: httpx.Client) -> None:
    """A request that was answered is answered as before; one that was not is played once, now or then."""
    if table.played:
        table.heard(table.send(browser, table.played - 1), table.played - 1)
    if table.asked:
        table.play(browser)


def check(service: Service, tables: Sequence[Table], whole: bool) -> None:
    """The file is sound, and so is every game in it."""
    service.archive.forget()
    with service.store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
        assert not connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    for table in tables:
        log = service.history.log(table.id, actor=ME)
        table.check(log)
        assert service.games.game(table.id, actor=ME).turn != CHANCE
        if whole:
            assert service.games.verify(table.id) == len(log)


def survive(file: Path, kills: int, seed: int) -> tuple[int, int]:
    """Kill the server so often; how many moves were acknowledged, and how many were on their way at a kill."""
    service, chance = Service(Store(f"sqlite:///{file}")), random.Random(seed)
    service.accounts.open_account("Ada")
    games = [("18CZ", seed), ("18Rhl", seed + 1)]
    tables = [Table(service, *games[number % 2]) for number in range(2 * THREADS)]
    unheard = 0
    for kill in range(kills):
        play_and_kill(file, [table for table in tables if not table.done], chance)
        check(service, tables, whole=kill == kills - 1)
        unheard += sum(table.asked for table in tables)
        while sum(not table.done for table in tables) < 2 * THREADS:
            tables.append(Table(service, *games[len(tables) % 2]))
    service.store.close()
    return sum(table.played for table in tables), unheard


def test_kills(tmp_path: Path) -> None:
    acknowledged, unheard = survive(tmp_path / "games.sqlite", 12, seed=1)
    assert acknowledged > 12 and unheard


@pytest.mark.slow
def test_fifty_kills(tmp_path: Path) -> None:
    acknowledged, unheard = survive(tmp_path / "games.sqlite", 50, seed=5)
    print(f"{acknowledged} moves acknowledged, {unheard} on their way when the server was killed")
    assert acknowledged > 50 and unheard > 10
