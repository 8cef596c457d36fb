"""The best set of runs by trying everything: the measure of the search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stellwerk.errors import Illegal
from stellwerk.routes import Network, TrainSpec
from stellwerk.routes.check import check_path, joint_bonuses, mask_of, write_path
from stellwerk.routes.plain_search import all_paths
from stellwerk.routes.route_value import Path, worth_of_route

Option = tuple[int, int, Path, tuple[tuple[str, int], ...]]


def options(network: Network, train: TrainSpec, paths: Sequence[Path]) -> list[Option]:
    """Every route a train can run, in every mode: value, track, path, supplies."""
    found = []
    for path in paths:
        for mode in train.modes:
            try:
                found.append((worth_of_route(network, mode, path).value, mask_of(network, path), path, mode.uses))
            except Illegal:
                continue
    return found


def totals(
    network: Network, trains: Sequence[TrainSpec], supplies: Mapping[str, int] | None = None
) -> dict[tuple[tuple[str, ...] | None, ...], int]:
    """Every set of runs (per train its nodes or None) and what it is worth."""
    paths = list(all_paths(network))
    for path in paths:
        check_path(network, path)
    lists = [options(network, train, paths) for train in trains]
    found: dict[tuple[tuple[str, ...] | None, ...], int] = {}

    def choose(train: int, used: int, total: int, chosen: tuple[Option | None, ...]) -> None:
        if train == len(trains):
            runs = [option for option in chosen if option]
            joint = sum(amount for _, amount in joint_bonuses(network, [run[2] for run in runs]))
            key = tuple(write_path(network, option[2]) if option else None for option in chosen)
            found[key] = max(found.get(key, 0), total + joint)
            return
        choose(train + 1, used, total, (*chosen, None))
        for option in lists[train]:
            if not used & option[1] and _supplied([*chosen, option], supplies or {}):
                choose(train + 1, used | option[1], total + option[0], (*chosen, option))

    choose(0, 0, 0, ())
    return found


def _supplied(chosen: Sequence[Option | None], supplies: Mapping[str, int]) -> bool:
    needed: dict[str, int] = {}
    for option in chosen:
        for supply, amount in option[3] if option else ():
            needed[supply] = needed.get(supply, 0) + amount
    return all(amount <= supplies.get(supply, 0) for supply, amount in needed.items())
