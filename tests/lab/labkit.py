"""Small runs of the laboratory for tests."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

from stellwerk.lab.plan import RunPlan
from stellwerk.lab.worker import play_game
from stellwerk.titles import titles

ROOT = Path(__file__).parents[2]
TITLE = titles()[0]
EXAMPLE = f"cmd:{sys.executable} {ROOT / 'examples' / 'mybot.py'}"


def small(**changes: Any) -> RunPlan:
    """A few games that are cut off early."""
    settings: dict[str, Any] = {"title": TITLE, "bots": ("random",) * 3, "games": 6, "seed": 5, "most": 30}
    return RunPlan(**{**settings, **changes})


def essences(plan: RunPlan) -> list[dict[str, Any]]:
    """What each game of a plan must be, played one after the other."""
    return [play_game(plan, number).essence() for number in range(plan.games)]


def wait_until(true: Callable[[], bool], seconds: float = 120.0) -> None:
    """Wait for something that must come true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "this did not come true in time"
        time.sleep(0.02)


def lines_in(path: Path) -> int:
    """How many whole lines a file has."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def alive(number: int) -> bool:
    """Does a process still run?"""
    try:
        return bool(psutil.Process(number).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
