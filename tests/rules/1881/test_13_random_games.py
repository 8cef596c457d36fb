"""1881, random games to their ends: books that balance, legal = play, positions that can be read, rare things."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.sweepkit81 import BENTS, RARE, RISING, VARIANTS, BiasedGame

GAMES = 400
"""In the sweep: 100 of each number of players, 50 of each set of variants."""
MORE = 3_000
OFTEN = 20
EIGHT = [5 * place + 2 * place % 5 for place in range(8)]
"""A game of each set of variants."""


def play_by_number(number: int, closely: float) -> BiasedGame:
    """A game; its number says variants, players and what these are bent on."""
    game = BiasedGame(VARIANTS[number // 5 % 8], 3 + number % 4, number, closely)
    game.play()
    return game


@pytest.mark.clause("1881/1.b", "1881/13.2")
@pytest.mark.parametrize("number", EIGHT)
def test_a_random_game_keeps_every_promise(number: int) -> None:
    """Every set of variants, every number of players."""
    play_by_number(number, closely=0.02)


@pytest.mark.slow
def test_in_many_random_games_every_rare_thing_happens() -> None:
    """All sets of variants, all numbers of players, each rare thing at least 20 times.

    Where that does not suffice players who let prices rise go on: a price of 400 by selling out is rarest.
    """
    counts: Counter[str] = Counter()
    for number in range(GAMES):
        counts += play_by_number(number, closely=0.02).counts
    more = iter(range(GAMES + RISING, GAMES + MORE, len(BENTS)))
    while rare_ones(counts) and (number := next(more, 0)):
        counts += play_by_number(number, closely=0).counts
    assert not rare_ones(counts)


def rare_ones(counts: Counter[str]) -> dict[str, int]:
    """What has not happened often enough."""
    return {rare: counts[rare] for rare in RARE if counts[rare] < OFTEN}
