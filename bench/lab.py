"""The laboratory's speed: games of `steady` a minute for each title, with one worker and with two.

    python -m bench.lab [--quick] [--games 12] [--bot steady]

Each number of workers plays the same games, in processes of their own and after a first game that warms them up, so
starting is not counted. Memory is the most any worker held. The last lines are
`lab TITLE: G games/min with 1 worker, H with 2`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import statistics
import time
from concurrent.futures import ProcessPoolExecutor

import msgspec
from rich.console import Console
from rich.table import Table

from stellwerk.lab.local_workers import begin_work
from stellwerk.lab.plan import RunPlan, read_bots
from stellwerk.lab.record import GameRecord
from stellwerk.lab.stats import tally_wins
from stellwerk.lab.worker import play_game
from stellwerk.titles import titles

WORKERS = (1, 2)


class Speed(msgspec.Struct):
    """What was measured for a title with so many workers."""

    title: str
    workers: int
    games: int
    per_minute: float
    processor_seconds: float
    """Of one game: what counts on a machine that has other things to do."""
    memory_mb: float
    moves: float
    median_ms: float


class Played(msgspec.Struct):
    """A game, the processor time it took, and the most memory its process held so far."""

    record: GameRecord
    seconds: float
    memory_mb: float


def task(plan: RunPlan, number: int) -> Played:
    """What a worker does."""
    start = time.process_time()
    record = play_game(plan, number)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Played(record, time.process_time() - start, memory)


def measured(plan: RunPlan, workers: int) -> Speed:
    """Play all games of a plan."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=begin_work) as pool:
        short = msgspec.structs.replace(plan, most=60)
        list(pool.map(task, [short] * 2 * workers, range(2 * workers)))
        start = time.perf_counter()
        results = list(pool.map(task, [plan] * plan.games, range(plan.games)))
        seconds = time.perf_counter() - start
    records = [result.record for result in results]
    assert not any(record.faults or record.error for record in records), "a bot failed"
    return Speed(
        title=plan.title,
        workers=workers,
        games=plan.games,
        per_minute=60 * plan.games / seconds,
        processor_seconds=statistics.mean(result.seconds for result in results),
        memory_mb=max(result.memory_mb for result in results),
        moves=statistics.mean(record.moves for record in records),
        median_ms=1000 * statistics.median(line.median for line in tally_wins(records)),
    )


def shown(speeds: list[Speed]) -> Table:
    """All that was measured."""
    heads = ("title", "workers", "games", "games/min", "CPU s a game", "MB a worker", "moves a game", "median move")
    table = Table(*heads, title="The laboratory")
    for row in speeds:
        speed = (f"{row.per_minute:.1f}", f"{row.processor_seconds:.1f}", f"{row.memory_mb:.0f}")
        table.add_row(
            row.title, str(row.workers), str(row.games), *speed, f"{row.moves:.0f}", f"{row.median_ms:.1f} ms"
        )
    return table


def main() -> None:
    """Measure every title."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=12, help="games for each title and number of workers")
    parser.add_argument("--bot", default="steady", help="who plays all seats")
    parser.add_argument("--quick", action="store_true", help="few games: a first look")
    chosen = parser.parse_args()
    games = 4 if chosen.quick else chosen.games
    console = Console(width=120)
    speeds: list[Speed] = []
    for title in titles():
        plan = RunPlan(title=title, bots=read_bots(chosen.bot, title, "", None), games=games)
        for workers in WORKERS:
            load = os.getloadavg()[0]
            speeds.append(measured(plan, workers))
            console.print(
                f"{title}, {workers} at work: {speeds[-1].per_minute:.1f} games/min (load before: {load:.1f})"
            )
    console.print(shown(speeds))
    for title in titles():
        one, two = (speed.per_minute for speed in speeds if speed.title == title)
        print(f"lab {title}: {one:.1f} games/min with 1 worker, {two:.1f} with 2")


if __name__ == "__main__":
    main()
