"""Late in the Railway Game, with the board full of track and beer on the trains, the best runs are proven."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.conformance.test_conformance import RandomGame

from stellwerk.actions import Run
from stellwerk.game import Game
from stellwerk.steps.running import best_for
from stellwerk.titles.t18do.beer import CarryBeer, loads_of

LATE = ("6", "8")


def late_runs(seed: int) -> Iterator[tuple[str, Game]]:
    """Companies before their runs in the last phases of a game between players who build."""
    player = RandomGame("18DO", "railway", 5, seed, closely=0)
    while not player.game.over:
        choices = list(player.game.legal())
        runs = [choice.action.company for choice in choices if isinstance(choice.action, Run)]
        if runs and player.game.position.phase in LATE:
            yield runs[0], player.game.copy()
        player.game.play(player.pick(choices))


def load_all(game: Game, dice: random.Random) -> None:
    """Name transports until no more can be carried."""
    while carried := [choice.action for choice in game.legal() if isinstance(choice.action, CarryBeer)]:
        game.play(dice.choice(carried))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 3])
def test_best_runs_on_full_boards_are_proven_with_beer_and_without(seed: int) -> None:
    dice, loaded, tiles = random.Random(seed), 0, 0
    for company, game in late_runs(seed):
        empty = best_for(game.rules, game.position, company)
        load_all(game, dice)
        loads = loads_of(game.position, company)
        full = best_for(game.rules, game.position, company)
        assert empty.proven and empty.total <= empty.bound and full.proven and full.total <= full.bound
        assert len(full.runs) >= len(loads)
        loaded += bool(loads)
        tiles = max(tiles, len(game.position.tiles))
    assert loaded >= 10 and tiles >= 40
