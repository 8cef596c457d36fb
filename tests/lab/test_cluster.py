"""Games on dask.distributed: a scheduler and two workers as processes, one of them killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.lab.labkit import ROOT, essences, lines_in, small, wait_until

from stellwerk.errors import BadInput
from stellwerk.lab.record import GameRecord, decoder
from stellwerk.lab.run import play_all
from stellwerk.lab.store import GAMES

DASK = [sys.executable, "-m", "dask"]


@contextmanager
def started(*words: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process of dask, ended at the end."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "3"}
    with log.open("wb") as file:
        process = subprocess.Popen([*DASK, *words], env=environment, stdout=file, stderr=file, cwd=log.parent)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler on loopback with two workers: its address, and the processes (the scheduler is the last)."""
    note = folder / "scheduler.json"
    place = ("--host", "127.0.0.1", "--no-dashboard")
    words = ("scheduler", *place, "--port", "0", "--scheduler-file", str(note))
    with started(*words, log=folder / "scheduler.log") as scheduler:
        wait_until(lambda: note.exists() and address_in(note) != "")
        address = address_in(note)
        worker = ("worker", address, *place, "--nthreads", "1", "--no-nanny")
        with started(*worker, log=folder / "a.log") as first, started(*worker, log=folder / "b.log") as second:
            yield address, [first, second, scheduler]


def address_in(note: Path) -> str:
    """The address a scheduler wrote down."""
    try:
        return str(json.loads(note.read_text(encoding="utf-8"))["address"])
    except ValueError:
        return ""


def test_a_cluster_plays_the_same_games_and_loses_none_with_a_worker(tmp_path: Path) -> None:
    plan = small(games=16, most=120)
    folder = tmp_path / "run"
    told: list[int] = []
    with cluster(tmp_path) as (address, workers):

        def watch(record: GameRecord) -> None:
            told.append(record.game)
            if len(told) == 4:
                workers[0].send_signal(signal.SIGKILL)

        records = play_all(plan, folder, cluster=address, told=watch)
        assert workers[0].wait(10) == -signal.SIGKILL and workers[1].poll() is None
    assert sorted(told) == list(range(plan.games))
    assert [record.essence() for record in records] == essences(plan)
    written = [decoder.decode(line).game for line in (folder / GAMES).read_bytes().splitlines()]
    assert sorted(written) == list(range(plan.games)) and lines_in(folder / GAMES) == plan.games


def test_a_scheduler_that_dies_is_a_sentence_and_the_run_goes_on(tmp_path: Path) -> None:
    plan = small(games=12, most=60)
    told: list[int] = []
    with cluster(tmp_path) as (address, processes):

        def watch(record: GameRecord) -> None:
            told.append(record.game)
            if len(told) == 2:
                processes[-1].send_signal(signal.SIGKILL)

        with pytest.raises(BadInput, match="scheduler is gone"):
            play_all(plan, tmp_path / "run", cluster=address, told=watch)
    assert lines_in(tmp_path / "run" / GAMES) == len(told) < plan.games
    records = play_all(plan, tmp_path / "run", 1)
    assert [record.essence() for record in records] == essences(plan)


def test_a_scheduler_that_is_not_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.lab.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(BadInput, match="no dask scheduler at"):
        play_all(small(), tmp_path, cluster="tcp://127.0.0.1:9")
    with pytest.raises(BadInput, match="no dask scheduler at"):
        play_all(small(), tmp_path, cluster="nonsense://x")
