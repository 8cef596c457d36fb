"""The other program's generator: what it draws at the start of a game, and a seed for what was drawn here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stellwerk.actions import Draw
from stellwerk.interop.games18xx.names import Naming

MODULUS = 2**31


def draw_number(seed: int, outcomes: int, earlier: int = 0) -> int:
    """The draw with a seed after so many earlier ones: a number from 1 on."""
    for _ in range(earlier + 1):
        seed = (1103515245 * seed + 12345) % MODULUS
    return seed % outcomes + 1


def seed_for(seed: int, naming: Naming, draws: Iterable[Draw], chosen: Sequence[tuple[Sequence[str], str]] = ()) -> int:
    """The seed itself if the other program draws the same with it, else the next one that does.

    `chosen` are things drawn out of a few, one after the other.
    """
    wanted = [(naming.draws[draw.what], draw.result[0]) for draw in draws if draw.what in naming.draws]
    while any(str(draw_number(seed, outcomes)) != result for outcomes, result in wanted) or any(
        few[draw_number(seed, len(few), place) - 1] != result for place, (few, result) in enumerate(chosen)
    ):
        seed = (seed + 1) % MODULUS
    return seed
