"""Naming what trains carry before they run: how much, on which train, to which red area; what is not named stays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from msgspec.structs import replace

from stellwerk.actions import Action
from stellwerk.referee import Referee
from stellwerk.routes import TrainSpec, best_runs
from stellwerk.rules.stages import find_act
from stellwerk.steps.base import Act
from stellwerk.steps.loads import Loading
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.running import HIGHEST_CLAIM, RunTrains

Named = tuple[str, int, str]
"""A train card, what it carries, and where that goes."""


class NameLoad(Act):
    """Name a load before the trains run; what there is to load, and how it is said, the act of running knows."""

    def running(self, ref: Referee, company: str) -> RunTrains:
        """How the company's trains run."""
        act = find_act(ref.rules, RunTrains, ref.pos, company)
        assert act is not None, "who loads trains runs them"
        return act

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Each train with all it can take, to each red area."""
        act = self.running(ref, task.company)
        loading = act.loading(ref.rules, ref.pos, task.company)
        if loading is None:
            return
        for card, hex in product(loading.room, loading.pays):
            for count in range(1, loading.most(card) + 1):
                yield act.load(task.company, card, count, hex)

    def check(self, ref: Referee, task: OperatingTurn, action: Any) -> None:
        """An own train not named yet, its room, what there is, a red area, a route beside all that is named."""
        company, act = action.company, self.running(ref, action.company)
        loading, named = act.loading(ref.rules, ref.pos, company), act.loaded_by(action)
        assert named is not None, "the act of running knows what was said"
        card, count, hex = named
        if loading is None:
            ref.refuse("no-load", f"{company} never carries anything.")
        if card not in loading.room or card in loading.aboard:
            ref.refuse("load-train", f"{company} has no train {card} that could be named.")
        if hex not in loading.pays:
            ref.refuse("load-area", f"{hex} is no red area anything is carried to.")
        room = loading.room[card] + loading.more
        if not 1 <= count <= room:
            ref.refuse("load-room", f"{card} can carry {room}, not {count}.")
        if count > loading.supply:
            ref.refuse("load-supply", f"{company} has only {loading.supply} to carry.")
        if not finds_routes(ref, company, loading, card, hex):
            ref.refuse("load-route", f"No route by way of {loading.through} leads to {hex}.")

    def apply(self, ref: Referee, task: OperatingTurn, action: Any) -> None:
        """It will be carried in this run."""
        task.enter(ref, "run")
        act = self.running(ref, action.company)
        named = act.loaded_by(action)
        assert named is not None, "the act of running knows what was said"
        act.put_aboard(ref, *named)


def finds_routes(ref: Referee, company: str, loading: Loading, card: str, hex: str) -> bool:
    """Can a train go there with a load at the same time as all others that carry something?"""
    specs = [spec_of(ref, company, other) for other in loading.aboard]
    new = spec_of(ref, company, card)
    specs.append(replace(new, modes=tuple(loading.mode(mode, card, 1, hex) for mode in new.modes)))
    urged = [spec.urged(HIGHEST_CLAIM) for spec in specs]
    return len(best_runs(ref.rules.network(ref.pos, company), urged, supplies=loading.supplies).runs) == len(specs)


def spec_of(ref: Referee, company: str, card: str) -> TrainSpec:
    """A train as the route finder wants it, with what it carries."""
    return ref.rules.train_spec(ref.pos, company, ref.rules.cards.by_name[ref.pos.trains[card][1]], card)
