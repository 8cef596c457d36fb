"""Workers on this machine: processes that play one game after the other.

A worker that dies (killed, out of memory) takes its pool with it; what was under way is played again, one game at a
time, and a new pool is made. A game over which workers die again and again is recorded as a crash.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for

from stellwerk.lab import external_bot
from stellwerk.lab.plan import RunPlan
from stellwerk.lab.record import GameRecord
from stellwerk.lab.worker import play_game, record_crash

STRIKES = 3
"""So many workers may die over one game that is played alone."""
AHEAD = 2
"""So many games wait for each worker."""


def usable_cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_here(plan: RunPlan, numbers: Iterable[int], workers: int) -> Iterator[GameRecord]:
    """The games of these numbers, as they are finished."""
    if workers == 1:
        yield from (play_game(plan, number) for number in numbers)
        return
    coming = iter(numbers)
    while True:
        crew = Crew(plan, workers)
        try:
            yield from crew.play(coming)
            return
        except BrokenProcessPool:
            pass
        finally:
            crew.dismiss()
        for number in crew.under_way.values():
            yield play_alone(plan, number)


def play_alone(plan: RunPlan, number: int) -> GameRecord:
    """Play a game during which a worker died with nobody else at work, so that it is clear whose fault it was."""
    for _ in range(STRIKES):
        crew = Crew(plan, 1)
        try:
            return next(crew.play(iter((number,))))
        except BrokenProcessPool:
            continue
        finally:
            crew.dismiss()
    return record_of_death(plan, number)


def record_of_death(plan: RunPlan, number: int) -> GameRecord:
    """The record of a game over which workers died."""
    return record_crash(plan, number, RuntimeError(f"{STRIKES} workers died while this game was played."))


class Crew:
    """A pool of workers and the games under way."""

    def __init__(self, plan: RunPlan, workers: int):
        self.plan = plan
        self.places = workers * AHEAD
        method = "forkserver" if sys.platform == "linux" else "spawn"
        context = multiprocessing.get_context(method)
        context.set_forkserver_preload(["stellwerk.lab.warm_up"])
        self.pool = ProcessPoolExecutor(workers, mp_context=context, initializer=begin_work)
        self.under_way: dict[Future[GameRecord], int] = {}

    def play(self, coming: Iterator[int]) -> Iterator[GameRecord]:
        """Play; when the pool breaks, `under_way` tells which games are to be played again."""
        while True:
            while len(self.under_way) < self.places and (number := next(coming, None)) is not None:
                self._send(number)
            if not self.under_way:
                return
            finished, _ = wait(self.under_way, return_when=FIRST_COMPLETED)
            for future in finished:
                record = future.result()
                del self.under_way[future]
                yield record

    def _send(self, number: int) -> None:
        """Hand a game over; a pool that is broken already still has to answer for it."""
        try:
            self.under_way[self.pool.submit(play_game, self.plan, number)] = number
        except BrokenProcessPool:
            self.under_way[Future()] = number
            raise

    def dismiss(self) -> None:
        """Send everybody home; games under way are given up."""
        processes = list((self.pool._processes or {}).values())
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def begin_work() -> None:
    """A worker leaves Ctrl-C to its master, and goes when the master is gone or sends it home."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: end_worker())
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=stay_while, args=(parent.sentinel,), daemon=True).start()


def stay_while(master: int) -> None:
    """Wait until the master is gone, then go."""
    wait_for([master])
    end_worker()


def end_worker() -> None:
    """End at once, with the programs that play here."""
    external_bot.kill_all()
    os._exit(1)
