"""What the search hands back: runs, their value stop by stop, the total, and whether it is proven."""

from __future__ import annotations

import msgspec

Route = tuple[str, ...]
"""Node names in travel order: stops (`E11.0`, `E13.t0`, `A3.o`) and the hex sides crossed (`E11/2`)."""


class RunResult(msgspec.Struct, frozen=True):
    """One train's run: the stops that count with what each earns, and bonuses by name."""

    train: int
    nodes: Route
    stops: tuple[tuple[str, int], ...]
    value: int
    bonuses: tuple[tuple[str, int], ...] = ()
    mode: int = 0
    """Which of the train's modes it ran in."""


class Answer(msgspec.Struct, frozen=True):
    """A set of runs. `bound` is what no set can exceed; `proven` says that the total reaches it."""

    runs: tuple[RunResult, ...]
    total: int
    proven: bool
    bound: int
    bonuses: tuple[tuple[str, int], ...] = ()
    """Bonuses for all runs together."""
    others: tuple[Answer, ...] = ()
    """The next best sets, when more than one was asked for."""
    considered: int = 0
    """How many partial routes the search looked at."""
