"""A writer killed at random moments: what was acknowledged is there, nothing is there by halves."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.table.tablekit import BOTS, bot_move, bot_table, person, service_on, url

from stellwerk.actions import CHANCE
from stellwerk.bots.casual import CasualBot
from stellwerk.table.service.service import Service

ROOT = Path(__file__).resolve().parents[2]
MOST_HEARD = 30
"""So many moves are heard of at most before the writer is killed."""


def play_and_kill(file: Path, table: int, seed: int) -> list[tuple[int, int, str]]:
    """Let the writer play, kill it at a random moment after some moves; what it said it had played."""
    chance = random.Random(seed)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    command = [sys.executable, "-m", "tests.table.writer", url(file), str(table), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ready")
        said = [process.stdout.readline() for _ in range(chance.randrange(MOST_HEARD))]
        time.sleep(chance.uniform(0, 0.05))
        process.send_signal(signal.SIGKILL)
        said += process.stdout.read().splitlines(keepends=True)
    assert process.returncode in (-signal.SIGKILL, 0)
    return [
        (int(number), int(now), hash) for number, now, hash in (line.split() for line in said if line.endswith("\n"))
    ]


def check(service: Service, table: int, acknowledged: list[tuple[int, int, str]]) -> None:
    """Everything that was said is there, every hash matches, no move lacks its draws."""
    log = {line.number: line for line in service.history.log(table, actor=BOTS)}
    assert sorted(log) == list(range(1, len(log) + 1))
    for number, now, hash in acknowledged:
        assert log[number].kind == "move" and log[now].hash == hash
    assert service.games.verify(table) == len(log)
    assert service.games.game(table, actor=BOTS).position.hash() == log[max(log)].hash
    assert service.games.game(table, actor=BOTS).turn != CHANCE
    with service.store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
        assert not connection.exec_driver_sql("PRAGMA foreign_key_check").all()


def survive(file: Path, title: str, kills: int, seed: int) -> None:
    """Kill the writer so often; after each time the file is sound and the game goes on."""
    service = service_on(file)
    owner = person(service, "Ada")
    table = bot_table(service, title, owner, seed)
    acknowledged: list[tuple[int, int, str]] = []
    count = 0
    for kill in range(kills):
        said = play_and_kill(file, table, seed * 1000 + kill)
        acknowledged += said
        count += len(said)
        service.archive.forget()
        check(service, table, acknowledged)
        if service.games.game(table, actor=BOTS).over:
            table, acknowledged = bot_table(service, title, owner, seed + kill), []
        assert bot_move(service, table, CasualBot(kill)) is not None
    service.store.close()
    assert count


@pytest.mark.parametrize(("title", "seed"), [("18CZ", 1), ("18Rhl", 2)])
def test_acknowledged_moves_survive_a_kill(tmp_path: Path, title: str, seed: int) -> None:
    survive(tmp_path / "games.sqlite", title, 5, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("title", "seed"), [("18CZ", 3), ("18Rhl", 4)])
def test_acknowledged_moves_survive_many_kills(tmp_path: Path, title: str, seed: int) -> None:
    survive(tmp_path / "games.sqlite", title, 25, seed)
