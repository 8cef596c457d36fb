"""Attackers hold connections and streams; the others play on. Slow, and each prints its figure."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from bench.table import Load, at_rate, percentile
from bench.tabletools import prepare
from tests.web.test_serve import ROOT, free_port, started

IDLE, STREAMS = 1_500, 1_000
TABLES = 24
MOVES_A_SECOND, PAGES_A_SECOND, SECONDS = 10.0, 1.0, 25.0
P95_MS = 150.0
AGAIN_SECONDS = 3.0
"""So soon an attacker who was let go comes back."""


async def hold(port: int, source: str, request: bytes, seen: Counter[str]) -> None:
    """Hold a connection from an address, for ever: whenever it is closed, open another."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            writer.write(request)
            seen["held"] += 1
            try:
                while data := await reader.read(65_536):
                    seen[data[9:12].decode("latin-1") if data.startswith(b"HTTP/1.1") else "more"] += 1
            finally:
                seen["held"] -= 1
                writer.close()
        await asyncio.sleep(AGAIN_SECONDS)


async def attack(port: int, addresses: int) -> None:
    """Open all connections from so many addresses; say so when they are there, and what was seen in the end."""
    seen: Counter[str] = Counter()
    listen = b"GET /tables/1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    tasks = []
    for number in range(IDLE + STREAMS):
        request = b"" if number < IDLE else listen
        tasks.append(asyncio.create_task(hold(port, f"127.0.0.{2 + number % addresses}", request, seen)))
        if number % 50 == 0:
            await asyncio.sleep(0.02)
    await asyncio.sleep(AGAIN_SECONDS)
    print("attacking", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(dict(seen), flush=True)


@contextmanager
def attacked(port: int, addresses: int) -> Iterator[None]:
    """While the attack goes on, in a process of its own."""
    code = f"import asyncio; from tests.web.test_load import attack; asyncio.run(attack({port}, {addresses}))"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, text=True, **pipes) as process:  # type: ignore[call-overload]
        try:
            assert process.stdout.readline().strip() == "attacking"
            yield
            process.stdin.write("end\n")
            process.stdin.flush()
            print(f"\nwhat the attackers saw: {process.stdout.readline().strip()}")
        finally:
            process.kill()


async def play(load: Load) -> None:
    """Moves and pages at their rates."""
    await load.sign_in()
    await load.warm_up()
    await load.open_all()
    await asyncio.gather(at_rate(MOVES_A_SECOND, SECONDS, load.move), at_rate(PAGES_A_SECOND, SECONDS, load.page))


def few_files() -> None:
    """What a system gives a process unless told otherwise."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


@pytest.mark.slow
@pytest.mark.parametrize("addresses", [1, 100], ids=["one address", "a hundred addresses, each within its limits"])
def test_the_others_play_on(tmp_path: Path, addresses: int) -> None:
    """Given 1,500 idle connections and 1,000 streams, when others move, then p95 stays under 150 ms."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < IDLE + STREAMS + 1000:
        pytest.skip("this machine gives too few files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the attackers need many
    file, log, port = tmp_path / "club.sqlite", tmp_path / "club.log", free_port()
    load = Load(prepare(file, TABLES), port)
    figures_port = free_port()
    command = ("serve", "--file", file, "--port", port, "--log-file", log, "--metrics", figures_port)
    with started(*command, before=few_files), attacked(port, addresses):
        asyncio.run(play(load))
        told = httpx.get(f"http://127.0.0.1:{figures_port}/metrics").text
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    figures = [
        line for line in told.splitlines() if line.startswith(("stellwerk_conn", "stellwerk_str", "stellwerk_ref"))
    ]
    p50, p95 = percentile(load.moves, 0.5), percentile(load.moves, 0.95)
    print("; ".join(figures), f"\nlog: {log.stat().st_size / 1000:.0f} kB")
    print(
        f"{len(load.moves)} moves: p50 {p50:.0f} ms, p95 {p95:.0f} ms; pages p95 {percentile(load.pages, 0.95):.0f} ms"
    )
    assert load.failures == [] and len(load.moves) >= 0.9 * MOVES_A_SECOND * SECONDS
    assert p95 < P95_MS
    assert not [line for line in log.read_text().splitlines() if " ERROR " in line]


@pytest.mark.slow
def test_out_of_files_the_log_stays_small(tmp_path: Path) -> None:
    """Given a system that gives few files, when thousands connect, then the server lives, and its log stays small."""

    def very_few_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (400, 400))

    log, port = tmp_path / "club.log", free_port()
    command = ("serve", "--file", tmp_path / "club.sqlite", "--port", port, "--log-file", log)
    with started(*command, before=very_few_files) as (_, address), attacked(port, 100):
        began = time.monotonic()
        answers = []
        while time.monotonic() - began < 15:
            with suppress(httpx.TransportError):
                answers.append(httpx.get(f"{address}/alive.json", timeout=5).status_code)
            time.sleep(0.2)
    print(f"log: {log.stat().st_size / 1000:.0f} kB in 15 s; {Counter(answers)}")
    assert log.stat().st_size < 1_000_000
