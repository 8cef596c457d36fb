"""The table under load: games in progress, listening browsers, moves and pages, over HTTP on this machine.

    python -m bench.table [--seconds 60] [--tables 200] [--listeners 400] [--moves 50] [--pages 5]

A server in a process of its own keeps the tables in a durable SQLite file; a second process listens to their events;
this one sends moves as programs do (answered in JSON) at a fixed rate, and fetches pages. Then it sends some moves as
browsers do (answered with the parts of the page). A move is measured from when it
is due to its answer. The last line is
`table: move p50 A ms p95 B ms, page p95 C ms, D MB per 100 tables`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from bench.tabletools import (
    Browser,
    Playing,
    Prepared,
    be_listeners,
    be_server,
    memory_mb,
    open_service,
    prepare,
    processor_seconds,
)
from stellwerk.table.db.records import Actor

BROWSER_RATE = 4.0
BROWSER_SECONDS = 10.0
BASELINE_MOVES = 300


class Plan(msgspec.Struct):
    """How much of everything."""

    seconds: float
    tables: int
    listeners: int
    moves: float
    pages: float


class Load:
    """What is sent, and how long it took, in milliseconds."""

    def __init__(self, prepared: Prepared, port: int):
        self.prepared = prepared
        self.browsers = [Browser(port, token) for token in prepared.tokens]
        self.sent: dict[tuple[int, int], float] = {}
        self.moves: list[float] = []
        self.rendered: list[float] = []
        self.pages: list[float] = []
        self.parts: list[float] = []
        self.chance = random.Random(1)
        self.busy: set[int] = set()
        self.failures: list[str] = []

    async def sign_in(self) -> None:
        """All sessions fetch the tokens of their forms."""
        for browser in self.browsers:
            await browser.sign_in()

    async def next_table(self) -> Playing:
        """A table that has moves left and waits for none."""
        while not (free := [t for t in self.prepared.tables if t.moves and t.table not in self.busy]):
            await asyncio.sleep(0.01)
        return self.chance.choice(free)

    async def move(self, due: float, script: bool = False, table: Playing | None = None) -> None:
        """Send the next move of some table."""
        table = table or await self.next_table()
        self.busy.add(table.table)
        move = table.moves.popleft()
        form = {"at": move.at, "seat": move.seat, "action": msgspec.json.encode(move.action).decode()}
        form["key"] = f"{table.table}-{move.at}"
        self.sent[table.table, move.at + 1] = due
        browser = self.browsers[table.people[move.seat]]
        path = f"/tables/{table.table}/moves" + ("" if script else ".json")
        if await self.done(browser.post(path, form, script=script)):
            (self.rendered if script else self.moves).append(1000 * (time.monotonic() - due))
        self.busy.discard(table.table)

    async def page(self, due: float, path: str = "") -> None:
        """Fetch the page of some table, as one who sits there."""
        table = self.chance.choice(self.prepared.tables)
        browser = self.browsers[self.chance.choice(table.people)]
        if await self.done(browser.get(f"/tables/{table.table}{path}")):
            (self.parts if path else self.pages).append(1000 * (time.monotonic() - due))

    async def done(self, request: Awaitable[bytes]) -> bool:
        """Was it answered as it should be?"""
        try:
            await request
        except RuntimeError as error:
            self.failures.append(str(error))
            return False
        return True

    async def warm_up(self) -> None:
        """Everything once, at tables that are not measured."""
        for table in self.prepared.warm:
            seat = self.browsers[table.people[0]]
            for path in ("", "/parts", ".json"):
                await seat.get(f"/tables/{table.table}{path}")
            for script in (False, True):
                await self.move(time.monotonic(), script, table)
        self.moves, self.rendered, self.sent = [], [], {}

    async def open_all(self) -> None:
        """Somebody looks at every table: games in progress are at hand in the server."""
        for table in self.prepared.tables:
            await self.browsers[table.people[0]].get(f"/tables/{table.table}/parts?only=header")


async def at_rate(rate: float, seconds: float, work: Callable[[float], Awaitable[None]]) -> None:
    """Begin some work so often a second, whether or not what began before has ended."""
    start, tasks = time.monotonic(), []
    for number in range(int(rate * seconds)):
        due = start + number / rate
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        tasks.append(asyncio.ensure_future(work(due)))
    await asyncio.gather(*tasks)


def percentile(values: list[float], part: float) -> float:
    """The value below which a part of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def told(name: str, values: list[float]) -> None:
    """One line of figures."""
    parts = "  ".join(f"p{int(p * 100)} {percentile(values, p):7.1f}" for p in (0.5, 0.9, 0.95, 0.99))
    print(f"{name:34} {len(values):6}  {parts}  most {max(values, default=0):7.1f} ms")


def in_process(file: Path, table: Playing) -> float:
    """The yardstick: the median of a move through the service in this process, in milliseconds."""
    service, times = open_service(file), []
    actor = Actor(bot=True)
    people = service.tables.table(table.table, actor=actor).seats
    for move in list(table.moves)[:BASELINE_MOVES]:
        start = time.perf_counter()
        service.moves.play(table.table, move.seat, move.action, move.at, actor=Actor(account=people[move.seat].account))
        times.append(1000 * (time.perf_counter() - start))
    service.store.close()
    return statistics.median(times)


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[str]) -> None:
    """Wait until the server answers."""
    for _ in range(600):
        if process.poll() is not None:
            raise SystemExit("The server has ended before it began.")
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("The server does not answer.")


def child(*arguments: object) -> subprocess.Popen[str]:
    """This program in another process, in another part."""
    command = [sys.executable, "-m", "bench.table", *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def listening(port: int, prepared: Prepared, count: int) -> subprocess.Popen[str]:
    """The process that listens: so many streams, spread over the tables and their people."""
    wanted = []
    for number in range(count):
        table = prepared.tables[number % len(prepared.tables)]
        person = table.people[(number // len(prepared.tables)) % len(table.people)]
        wanted.append((prepared.tokens[person], table.table, table.moves[0].at))
    process = child("--listen", port)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(msgspec.json.encode(wanted).decode() + "\n")
    process.stdin.flush()
    assert process.stdout.readline().strip() == "listening"
    return process


def heard(process: subprocess.Popen[str], sent: dict[tuple[int, int], float], listeners: int) -> list[float]:
    """How long it took until each listener had heard of a move, in milliseconds."""
    output, _ = process.communicate("stop\n", timeout=60)
    rows = msgspec.json.decode(output, type=list[tuple[int, int, float]])
    return [1000 * (at - sent[table, number]) for table, number, at in rows if (table, number) in sent]


async def run(plan: Plan, prepared: Prepared, port: int, server: int) -> str:
    """The measurement; gives the last line."""
    load = Load(prepared, port)
    await load.sign_in()
    await load.warm_up()
    empty = memory_mb(server)
    await load.open_all()
    listeners = await asyncio.to_thread(listening, port, prepared, plan.listeners)
    connected, used = memory_mb(server), processor_seconds(server)
    print(
        f"{plan.listeners} listeners; {plan.moves:g} moves and {plan.pages:g} pages a second for {plan.seconds:g} s ..."
    )
    await asyncio.gather(at_rate(plan.moves, plan.seconds, load.move), at_rate(plan.pages, plan.seconds, load.page))
    used = processor_seconds(server) - used
    await asyncio.sleep(1)
    sent = dict(load.sent)
    full = memory_mb(server)
    print(f"now moves of browsers, {BROWSER_RATE:g} a second ...", flush=True)
    seconds = min(BROWSER_SECONDS, plan.seconds)
    await at_rate(BROWSER_RATE, seconds, lambda due: load.move(due, script=True))
    await at_rate(BROWSER_RATE, seconds, lambda due: load.page(due, "/parts"))
    latency = await asyncio.to_thread(heard, listeners, sent, plan.listeners)
    told("move, answered in JSON", load.moves)
    told("until a listener has heard", latency)
    told("page", load.pages)
    told("move, answered with all parts", load.rendered)
    told("all parts", load.parts)
    if load.failures:
        print(f"{len(load.failures)} requests failed, the first so: {load.failures[0]}")
    print(f"processor time of the server: {100 * used / plan.seconds:.0f} % of one while moves and pages came")
    per_100 = (full - empty) * 100 / plan.tables
    print(
        f"memory of the server: {empty:.0f} MB without tables, {connected:.0f} MB with listeners, {full:.0f} MB after"
    )
    return (
        f"table: move p50 {percentile(load.moves, 0.5):.0f} ms p95 {percentile(load.moves, 0.95):.0f} ms, "
        f"page p95 {percentile(load.pages, 0.95):.0f} ms, {per_100:.1f} MB per 100 tables"
    )


def measure(plan: Plan) -> None:
    """Prepare, start, measure, stop."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite"
        start = time.monotonic()
        prepared = prepare(file, plan.tables)
        print(f"{plan.tables} tables in progress, prepared in {time.monotonic() - start:.0f} s", flush=True)
        yardstick = in_process(file, prepared.warm.pop())
        port = free_port()
        server = child("--serve", port, "--file", file)
        try:
            wait_for(port, server)
            line = asyncio.run(run(plan, prepared, port, server.pid))
        finally:
            server.terminate()
            server.wait(20)
        p50 = float(line.split()[3])
        print(
            f"a move in process: {yardstick:.1f} ms; over HTTP under load it takes {p50 / yardstick:.1f} times as long"
        )
        print(line)


def main() -> None:
    """Read the options."""
    parser = argparse.ArgumentParser(description="The table under load.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--listeners", type=int, default=400)
    parser.add_argument("--moves", type=float, default=50)
    parser.add_argument("--pages", type=float, default=5)
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--listen", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        be_server(asked.serve, asked.file)
    elif asked.listen:
        be_listeners(asked.listen)
    else:
        measure(Plan(asked.seconds, asked.tables, asked.listeners, asked.moves, asked.pages))


if __name__ == "__main__":
    main()
