"""18CZ as 18xx.games plays it, where that differs from the book: only so that recorded games replay.

Each answer names the ruling whose Replay line it follows; docs/interop.md lists them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.actions import Action, Pass, ReturnTrain
from stellwerk.board.ground import Ground
from stellwerk.figures import FaceFigure
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.routes import TrainSpec
from stellwerk.rules import Stage
from stellwerk.steps.base import Act
from stellwerk.steps.operating import EndTurn, OperatingTurn
from stellwerk.steps.rusting import give_back
from stellwerk.titles.t18cz.rules import T18CZ
from stellwerk.trains import owned


def over_limit(ref: Referee, company: str) -> bool:
    """Does the company own more trains than it may?"""
    return len(owned(ref.pos, company)) > ref.rules.train_limit(ref.pos, company)


class ReturnAfterAcquisition(Act):
    """Return to the pool what an acquisition brought beyond the limit (R43)."""

    action = ReturnTrain

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Each train, while there are too many."""
        if over_limit(ref, task.company):
            for card, _ in owned(ref.pos, task.company):
                yield ReturnTrain(task.company, card)

    def check(self, ref: Referee, task: OperatingTurn, action: ReturnTrain) -> None:
        """There are too many, and it is one of them."""
        if not over_limit(ref, task.company):
            ref.refuse("train-limit", f"{task.company} keeps within its train limit.")
        if action.card not in [card for card, _ in owned(ref.pos, task.company)]:
            ref.refuse("not-its-train", f"{task.company} does not own {action.card}.")

    def apply(self, ref: Referee, task: OperatingTurn, action: ReturnTrain) -> None:
        """Acquisitions are over."""
        task.enter(ref, "surplus")
        give_back(ref, task.company, action.card)


class EndWithinLimit(EndTurn):
    """The turn ends only when the surplus is returned (R43)."""

    def check(self, ref: Referee, task: OperatingTurn, action: Pass) -> None:
        """Within the train limit, and as ever."""
        if over_limit(ref, task.company):
            ref.refuse("train-limit", f"{task.company} has too many trains and must return some.")
        super().check(ref, task, action)


class T18CZAsPlayedOnline(T18CZ):
    """The answers of the Replay lines."""

    turn: ClassVar[tuple[Stage, ...]] = (
        *(stage for stage in T18CZ.turn if stage.name not in ("trains", "end")),
        Stage("surplus", (ReturnAfterAcquisition(),)),
        *(stage for stage in T18CZ.turn if stage.name == "trains"),
        Stage("end", (EndWithinLimit(),)),
    )

    def sells_again(self) -> bool:
        """R13: each sale is its own, with its own price and drop."""
        return True

    def is_upgrade(self, position: Position, hex: str) -> bool:
        """R20: the yellow tile on pre-printed Praha is a yellow lay."""
        return self.board.ground(position.tiles, hex).color != "white"

    def places_waiting_station(self, position: Position, waiting: str, layer: str) -> str:
        """R26: the director of the company that lays the tile picks the city."""
        return layer

    def keeps_whole_hex(self, ground: Ground) -> bool:
        """R27: on brown only one place is kept."""
        return len(ground.cities) > 1

    def station_cost(self, position: Position, company: str) -> int:
        """R29: after any acquisition always 100."""
        if position.absorbed.get(company):
            return self.figures.station_costs["further"]
        return super().station_cost(position, company)

    def allows(self, position: Position, what: str) -> bool:
        """R34: trains between companies also in phase a."""
        return what == "trains-between-companies" or super().allows(position, what)

    def must_run_best(self) -> bool:
        """R35: any legal set of routes is accepted."""
        return False

    def may_run_nothing(self) -> bool:
        """R35: so is an empty run."""
        return True

    def reads_records(self) -> bool:
        """R35: recorded amounts are taken at their word."""
        return True

    def train_spec(self, face: FaceFigure) -> TrainSpec:
        """R37: an E-train is paid at most three towns, and the dearest stops count."""
        if face.kind == "express":
            return TrainSpec.dearest(face.cities, towns=3)
        return super().train_spec(face)

    def turning_scraps(self) -> bool:
        """R44: a turned train scraps older ones like a purchase."""
        return True

    def may_end_without_train(self, position: Position, company: str) -> bool:
        """R48: a turn that ended without a train is accepted."""
        return True

    def keeps_last_place(self) -> bool:
        """R48: so is one that filled its last place with a train it cannot run, or returned the one just bought."""
        return False

    def surplus_is_scrapped(self) -> bool:
        """R43: what is beyond the limit after an acquisition is returned to the pool before trains are bought."""
        return False

    def surplus_order(self, ref: Referee) -> Sequence[str]:
        """R47: in the order of the charters."""
        return [company for company in self.companies if company in ref.pos.floated]
