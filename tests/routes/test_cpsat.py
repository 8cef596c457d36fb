"""The search against an independent model: constraint programming over the hexes' own track."""

from __future__ import annotations

import random

import pytest
from tests.routes import traces
from tests.routes.boards import PATCH, TILES, net, patch
from tests.routes.model_cpsat import optimum

from stellwerk.routes import Network, TrainSpec, best_runs

pytest.importorskip("ortools", reason="ortools is not installed: no cross-check by constraint programming")


def crowded(seed: int) -> Network:
    """The patch with a tile on every hex."""
    chance = random.Random(seed)
    names = sorted(set(TILES) - {"river", "suburb", "knot", "second", "second-line"})
    tiles = {name: (chance.choice(names), chance.randrange(6)) for name in PATCH}
    cities = [name for name in PATCH if TILES[tiles[name][0]].cities]
    stations = {name: [(chance.choice("XXY"), 0)] for name in cities}
    return net(patch(), tiles, stations)


@pytest.mark.parametrize("seed", range(8))
def test_crowded_patches(seed: int) -> None:
    network = crowded(seed)
    for trains in ([TrainSpec.plain(4), TrainSpec.plus(2, 2)], [TrainSpec.express(3)] * 2):
        assert best_runs(network, trains).total == optimum(network, trains)


@pytest.mark.skipif(not traces.TRACES.is_dir(), reason="the shared traces are not here")
@pytest.mark.parametrize("number", [1, 4, 10])
def test_late_positions(number: int) -> None:
    case = traces.cases("18CZ")[number]
    state = traces.lines("18CZ", case["fixture"])[case["action_index"] - 1]
    network = traces.cz_network(state, case["corporation"])
    trains = [traces.cz_train(name) for name in case["trains"]]
    book = [TrainSpec.express(train.modes[0].stops) if "E" in train.name else train for train in trains]
    assert best_runs(network, book).total == optimum(network, book)


@pytest.mark.slow
@pytest.mark.skipif(not traces.TRACES.is_dir(), reason="the shared traces are not here")
@pytest.mark.parametrize("number", range(20, 41, 4))
@pytest.mark.parametrize("sort", ["express", "plus", "plain"])
def test_many_trains_on_late_positions(number: int, sort: str) -> None:
    case = traces.cases("18CZ")[number]
    state = traces.lines("18CZ", case["fixture"])[case["action_index"] - 1]
    network = traces.cz_network(state, case["corporation"])
    kinds = {"express": TrainSpec.express(5), "plus": TrainSpec.plus(4, 4), "plain": TrainSpec.plain(5)}
    trains = [kinds[sort]] * 3
    assert best_runs(network, trains).total == optimum(network, trains)
