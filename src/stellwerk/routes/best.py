"""The best set of runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from stellwerk.errors import Illegal
from stellwerk.routes.answer import Answer, Route, RunResult
from stellwerk.routes.check import mask_of, run_result
from stellwerk.routes.network import Network
from stellwerk.routes.plainsearch import all_paths
from stellwerk.routes.spec import TrainSpec
from stellwerk.routes.worth import worth


def best_runs(
    network: Network,
    trains: Sequence[TrainSpec],
    *,
    fixed: Mapping[int, Route] | None = None,
    k: int = 1,
    limit: float | None = None,
    now: Callable[[], float] | None = None,
) -> Answer:
    """First version: every route of every train, then the best set of them."""
    paths = [(path, mask_of(network, path)) for path in all_paths(network)]
    options = []
    for number, train in enumerate(trains):
        found = {}
        for path, mask in paths:
            for i, mode in enumerate(train.modes):
                try:
                    earned = worth(network, mode, path)
                except Illegal:
                    continue
                if earned.value > found.get(mask, (0,))[0]:
                    found[mask] = (earned.value, path, i, earned)
        options.append(sorted(((v, m, p, i, e) for m, (v, p, i, e) in found.items()), key=lambda x: -x[0]))
    best: list[object] = [0, ()]
    tops = [o[0][0] if o else 0 for o in options]

    def pack(number: int, used: int, total: int, chosen: tuple[RunResult, ...]) -> None:
        if total > best[0]:
            best[:] = [total, chosen]
        if number == len(trains) or total + sum(tops[number:]) <= best[0]:
            return
        for value, mask, path, mode, earned in options[number]:
            if total + value + sum(tops[number + 1 :]) <= best[0]:
                break
            if not used & mask:
                run = run_result(network, number, path, mode, earned)
                pack(number + 1, used | mask, total + value, (*chosen, run))
        pack(number + 1, used, total, chosen)

    pack(0, 0, 0, ())
    return Answer(best[1], best[0], True, best[0])
