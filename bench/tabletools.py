"""What the table's benchmark is made of: a database of games in progress, a small HTTP client, listeners, a server.

The client speaks plain HTTP over kept connections, so that it takes as little as possible of the processor it shares
with the server.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
from sqlalchemy import text

import stellwerk
from stellwerk.game import Game
from stellwerk.table.db.archive import SNAPSHOT_EVERY, append_entries
from stellwerk.table.db.records import PLAYING, Actor, Head, Logged
from stellwerk.table.db.store import Store
from stellwerk.table.service.moves import steps_of
from stellwerk.table.service.service import Service

GAMES = Path(__file__).parents[1] / "tests" / "games"
"""Whole games, recorded; the tables stand somewhere in them, and their moves are what was played next."""
ACCOUNTS = 40
SETTLING = 2.0
"""Seconds between the beginning of the last stream and the measurement."""
EARLIEST, LATEST = 0.05, 0.8
"""Between which parts of a whole game the tables stand."""


class Move(msgspec.Struct, frozen=True):
    """A move to send: at which entry, for which seat, what, and the number of the last entry after it."""

    at: int
    seat: int
    action: dict[str, Any]
    after: int


class Playing(msgspec.Struct):
    """A table in progress: its number, the sessions of its seats by index, and the moves that come next."""

    table: int
    people: tuple[int, ...]
    moves: deque[Move]


class Prepared(msgspec.Struct):
    """The database: its tables, the tokens of the sessions, and tables to warm the server up with."""

    tables: list[Playing]
    tokens: list[str]
    warm: list[Playing]


def open_service(file: Path, durable: bool = True) -> Service:
    """The service on a file."""
    return Service(Store(f"sqlite:///{file}", durable=durable))


class Whole(msgspec.Struct):
    """A whole game: its entries, and the game after each."""

    title: str
    players: list[str]
    seed: int
    log: list[Logged]
    games: list[Game]


def recorded(file: Path) -> Whole:
    """A recorded game, played again to its end."""
    data = msgspec.json.decode(file.read_bytes())
    game = stellwerk.new_game(data["title"], data["players"], data["seed"], data.get("variant", ""))
    whole = Whole(data["title"], data["players"], data["seed"], [], [])
    _note(whole, game, "", 0)
    for action in data["actions"]:
        if action["type"] != "draw":
            who, since = game.turn, len(game.log)
            game.play(game.rules.shapes.actions.decode(action))
            _note(whole, game, who, since)
    return whole


def _note(whole: Whole, game: Game, who: str, since: int) -> None:
    last = len(whole.log)
    new = steps_of(game, since, Head(last, last, last, ""), who, None, 0.0)
    whole.log += new
    whole.games += [Game(game.rules, game.position.copy(), draws=False)] * len(new)


def prepare(file: Path, tables: int) -> Prepared:
    """Fill a database: each table stands somewhere in one of a few recorded games."""
    service = open_service(file, durable=False)
    accounts = [service.accounts.open_account(f"Player {number}").id for number in range(ACCOUNTS)]
    tokens = [service.accounts.open_session(account) for account in accounts]
    games = [recorded(game) for game in sorted(GAMES.glob("*.json"))]
    found: list[Playing] = []
    for number in range(tables + len(games)):
        whole = games[number % len(games)]
        part = EARLIEST + (LATEST - EARLIEST) * ((number * 0.618) % 1)
        people = tuple((number * 4 + seat) % ACCOUNTS for seat in range(len(whole.players)))
        found.append(_put(service, whole, int(len(whole.log) * part), people, accounts))
    service.store.close()
    return Prepared(found[:tables], tokens, found[tables:])


def _put(service: Service, whole: Whole, cut: int, people: tuple[int, ...], accounts: list[int]) -> Playing:
    """A table that stands after (about) `cut` entries of a game."""
    owner = Actor(account=accounts[people[0]])
    kinds = [{"kind": "account", "name": whole.players[0]}, *({"kind": "free"} for _ in whole.players[1:])]
    table = service.tables.create_table(whole.title, kinds, actor=owner, seed=whole.seed, visibility="open")
    while whole.log[cut].kind == "draw":
        cut += 1
    with service.store.writing() as connection:
        for seat, person in enumerate(people):
            values = {"table": table, "seat": seat, "name": whole.players[seat], "account": accounts[person]}
            connection.execute(text(SEATED), values)
        connection.execute(text(BEGUN), {"state": PLAYING, "table": table})
        for start in range(0, cut, SNAPSHOT_EVERY):
            end = min(start + SNAPSHOT_EVERY, cut)
            append_entries(connection, table, whole.log[start:end], whole.games[end - 1])
    return Playing(table, people, deque(_moves(whole, cut)))


BEGUN = "UPDATE tables SET state = :state WHERE id = :table"
SEATED = "UPDATE seats SET kind = 'account', name = :name, account = :account WHERE \"table\" = :table AND seat = :seat"


def _moves(whole: Whole, cut: int) -> Iterator[Move]:
    """The moves of a game from an entry on, each with the draws that follow it."""
    waiting: list[Logged] = []
    for line in [*whole.log[cut:], None]:
        if waiting and (line is None or line.kind == "move"):
            first, last = waiting[0], waiting[-1]
            yield Move(first.number - 1, whole.players.index(first.who), first.action or {}, last.number)
            waiting = []
        if line is not None:
            waiting.append(line)


class Browser:
    """One session: cookies, the token of its forms, and connections that are kept."""

    def __init__(self, port: int, session: str):
        self.port = port
        self.cookies = {"stellwerk-session": session}
        self.csrf = ""
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def sign_in(self) -> None:
        """Fetch the token of the forms."""
        self.csrf = msgspec.json.decode(await self.get("/settings.json"))["csrf"]

    async def get(self, path: str) -> bytes:
        """A page."""
        return await self._ask("GET", path, b"", {})

    async def post(self, path: str, form: dict[str, Any], *, script: bool = False) -> bytes:
        """Send a form; `script`: as htmx does."""
        more = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRF-Token": self.csrf}
        return await self._ask(
            "POST", path, urlencode(form).encode(), {**more, **({"HX-Request": "true"} if script else {})}
        )

    async def _ask(self, verb: str, path: str, body: bytes, headers: dict[str, str]) -> bytes:
        asked = request(verb, path, self.cookies, headers, body)
        kept = bool(self._free)
        reader, writer = self._free.pop() if kept else await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(asked)
            status, answer = await self._answer(reader)
        except (asyncio.IncompleteReadError, ConnectionError):
            if not kept:
                raise
            return await self._ask(verb, path, body, headers)  # it was idle for so long that the server let it go
        self._free.append((reader, writer))
        if status >= 400:
            raise RuntimeError(f"{verb} {path} was answered {status}: {answer[:300]!r}")
        return answer

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        length = 0
        for line in head[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return int(head[0].split()[1]), await reader.readexactly(length)


def request(verb: str, path: str, cookies: dict[str, str], headers: dict[str, str], body: bytes = b"") -> bytes:
    """A request as bytes."""
    lines = [f"{verb} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if cookies:
        lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()))
    if body:
        headers = {**headers, "Content-Length": str(len(body))}
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def listen(
    port: int, token: str, table: int, after: int, heard: list[tuple[int, int, float]], ready: asyncio.Semaphore
) -> None:
    """One listening browser: says when its stream has begun, and notes when it heard of which entry."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    path = f"/tables/{table}/events?after={after}"
    writer.write(request("GET", path, {"stellwerk-session": token}, {"Accept": "text/event-stream"}))
    entry = False
    async for line in reader:
        if line.startswith(b"retry: "):
            ready.release()
        elif line.startswith(b"event: "):
            entry = line == b"event: entry\n"
        elif entry and line.startswith(b"data: "):
            heard.append((table, msgspec.json.decode(line[6:])["number"], time.monotonic()))


async def _listen_all(port: int, wanted: list[tuple[str, int, int]], heard: list[tuple[int, int, float]]) -> None:
    tasks, ready = [], asyncio.Semaphore(0)
    for token, table, after in wanted:
        tasks.append(asyncio.create_task(listen(port, token, table, after, heard, ready)))
    for _ in wanted:
        await ready.acquire()
    await asyncio.sleep(SETTLING)  # what they catch up with is read after that
    print("listening", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    for task in tasks:
        task.cancel()


def be_listeners(port: int) -> None:
    """The second process: reads whom to listen as, listens until a line comes, writes what it heard."""
    wanted = msgspec.json.decode(sys.stdin.readline(), type=list[tuple[str, int, int]])
    heard: list[tuple[int, int, float]] = []
    asyncio.run(_listen_all(port, wanted, heard))
    print(msgspec.json.encode(heard).decode(), flush=True)


def be_server(port: int, file: Path) -> None:
    """The server's process, as a club starts it, but without limits: all visitors come from one address."""
    from stellwerk.table.web import server
    from stellwerk.table.web.site import Settings

    server.start_server(server.ServerPlan(file=file, settings=Settings(local=False, limits=False), port=port), print)


def memory_mb(process: int) -> float:
    """What a process holds in memory now."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def processor_seconds(process: int) -> float:
    """What a process has used of the processors so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
