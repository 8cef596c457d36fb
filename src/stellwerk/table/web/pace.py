"""How the process shares its time: short turns between threads, and rare searches for lost memory.

Measured with `make bench-table`: a thread that draws a page held up the one that commits a move for five milliseconds
at every statement, and a search through all that is remembered stopped everything for half a second.
"""

from __future__ import annotations

import gc
import sys
import threading
import time

TURN = 0.0005
"""Seconds a thread computes before another may."""
YOUNG, MIDDLE, OLD = 20_000, 50, 1_000_000
"""How many new objects, and how many searches among them, until the next older ones are searched."""
TIDY_EVERY = 600.0
"""Seconds between two searches through everything."""


def settle_pace() -> None:
    """Set the pace of this process, and keep it tidy in the background."""
    sys.setswitchinterval(TURN)
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    gc.freeze()
    threading.Thread(target=_collect_garbage, name="tidy", daemon=True).start()


def _collect_garbage() -> None:
    while True:
        time.sleep(TIDY_EVERY)
        gc.unfreeze()
        gc.collect()
        gc.freeze()
