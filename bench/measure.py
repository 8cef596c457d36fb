"""How we measure: repeat, take the median, tell the spread; a yardstick for the machine's mood."""

from __future__ import annotations

import statistics
import time
import tracemalloc
from collections.abc import Callable

import msgspec


class Figure(msgspec.Struct):
    """One measured figure: the median of some runs, its spread, and a ratio to a baseline of the same run."""

    name: str
    value: float
    unit: str
    low: float
    high: float
    ratio: float
    baseline: str
    memory_kb: float = 0.0


def repeat(work: Callable[[], float], times: int) -> list[float]:
    """Several readings of a figure, the first one (cold) left out."""
    work()
    return sorted(work() for _ in range(times))


def seconds(work: Callable[[], object]) -> float:
    """How long some work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def yardstick() -> float:
    """Seconds for a fixed piece of plain Python: dictionaries, tuples and method calls, as an engine uses them."""

    def work() -> int:
        total = 0
        table = {str(i): (i, i + 1) for i in range(200)}
        for _ in range(500):
            table = {**table, "7": (total, 1)}
            total += sum(first for first, _ in table.values()) % 7
        return total

    return min(seconds(work) for _ in range(5))


def peak_kb(work: Callable[[], object]) -> float:
    """How much memory some work holds at its end, in kilobytes; the result is kept alive meanwhile."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept = work()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return (after - before) / 1024


def figure(
    name: str, unit: str, readings: list[float], baseline: float, against: str, memory_kb: float = 0.0
) -> Figure:
    """A figure from its readings."""
    middle = statistics.median(readings)
    return Figure(name, middle, unit, readings[0], readings[-1], middle / baseline, against, memory_kb)
