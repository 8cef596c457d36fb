"""The other program's generator: what it draws at the start of a game, and a seed for what was drawn here."""

from __future__ import annotations

from collections.abc import Iterable

from stellwerk.actions import Draw
from stellwerk.interop.games18xx.names import Naming

MODULUS = 2**31


def drawn(seed: int, outcomes: int) -> int:
    """The first draw with a seed: a number from 1 on."""
    return (1103515245 * seed + 12345) % MODULUS % outcomes + 1


def seed_for(seed: int, naming: Naming, draws: Iterable[Draw]) -> int:
    """The seed itself if the other program draws the same with it, else the next one that does."""
    wanted = [(naming.draws[draw.what], draw.result[0]) for draw in draws if draw.what in naming.draws]
    while any(str(drawn(seed, outcomes)) != result for outcomes, result in wanted):
        seed = (seed + 1) % MODULUS
    return seed
