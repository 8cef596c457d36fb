"""18CZ as 18xx.games plays it, where that differs from the book: only so that recorded games replay.

Each answer names the ruling whose Replay line it follows; docs/interop.md lists them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from stellwerk.actions import Action, Pass, ReturnTrain
from stellwerk.board.ground import Ground
from stellwerk.figures import FaceFigure
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.routes import TrainSpec
from stellwerk.rules import Rules, Stage
from stellwerk.rules.stages import swap_acts
from stellwerk.steps.acquisition import TRAINS_TAKEN_ACTS, TrainsTaken, TurnTakenTrain
from stellwerk.steps.base import Act, Task
from stellwerk.steps.operating_round import EndTurn, OperatingTurn
from stellwerk.steps.privates import LaySpecialTile
from stellwerk.steps.running import RunTrains
from stellwerk.steps.rusting import give_back
from stellwerk.steps.stock_round import STOCK_ACTS, Sell, StockRound
from stellwerk.steps.track import LayTrack
from stellwerk.titles.t18cz.rules import T18CZ
from stellwerk.trains import trains_of


def over_limit(ref: Referee, company: str) -> bool:
    """Does the company own more trains than it may?"""
    return len(trains_of(ref.pos, company)) > ref.rules.train_limit(ref.pos, company)


class ReturnAfterAcquisition(Act):
    """Return to the pool what an acquisition brought beyond the limit (R43)."""

    action = ReturnTrain

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Each train, while there are too many."""
        if over_limit(ref, task.company):
            for card, _ in trains_of(ref.pos, task.company):
                yield ReturnTrain(task.company, card)

    def check(self, ref: Referee, task: OperatingTurn, action: ReturnTrain) -> None:
        """There are too many, and it is one of them."""
        if not over_limit(ref, task.company):
            ref.refuse("train-limit", f"{task.company} keeps within its train limit.")
        if action.card not in [card for card, _ in trains_of(ref.pos, task.company)]:
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


RUN = RunTrains(must_be_best=False, may_run_nothing=True, reads_records=True)
"""R35: any legal set of routes is accepted, an empty one too; recorded amounts are taken at their word."""
LAY = LayTrack(layer_picks=True)
"""R26: the director of the company that lays the tile picks the city for a station that waited."""
_TURN = swap_acts(T18CZ.turn, LAY, RUN)


class T18CZAsPlayedOnline(T18CZ):
    """The answers of the Replay lines."""

    turn: ClassVar[tuple[Stage, ...]] = (
        *(stage for stage in _TURN if stage.name not in ("trains", "end")),
        Stage("surplus", (ReturnAfterAcquisition(),)),
        *(stage for stage in _TURN if stage.name == "trains"),
        Stage("end", (EndWithinLimit(needs_train=False),)),  # R48: a turn that ended without a train is accepted
    )
    any_time: ClassVar[tuple[Act, ...]] = (*T18CZ.any_time[:-1], LaySpecialTile(layer_picks=True))
    step_acts: ClassVar[Mapping[type[Task], tuple[Act, ...]]] = {
        StockRound: (Sell(again=True), *STOCK_ACTS[1:]),  # R13: each sale is its own, with its own price and drop
        TrainsTaken: (TurnTakenTrain(scraps=True, surplus_waits=True), *TRAINS_TAKEN_ACTS[1:]),  # R43, R44
    }

    def is_upgrade(self, position: Position, hex: str) -> bool:
        """R20: the yellow tile on pre-printed Praha is a yellow lay."""
        return self.board.ground(position.tiles, hex).color != "white"

    def reserved(self, position: Position, hex: str, ground: Ground, city: int, company: str) -> int:
        """R27: on brown only one place is kept."""
        ask = super().reserved if len(ground.cities) > 1 else partial(Rules.reserved, self)
        return ask(position, hex, ground, city, company)

    def station_cost(self, position: Position, company: str) -> int:
        """R29: after any acquisition always 100."""
        if position.absorbed.get(company):
            return self.figures.station_costs["further"]
        return super().station_cost(position, company)

    def allows(self, position: Position, what: str) -> bool:
        """R34: trains between companies also in phase a."""
        return what == "trains-between-companies" or super().allows(position, what)

    def train_spec(self, position: Position, company: str, face: FaceFigure, card: str = "") -> TrainSpec:
        """R37: an E-train is paid at most three towns, and the dearest stops count."""
        if face.kind == "express":
            return TrainSpec.dearest(face.cities, towns=3)
        return super().train_spec(position, company, face, card)

    def keeps_last_place(self) -> bool:
        """R48: so is one that filled its last place with a train it cannot run, or returned the one just bought."""
        return False

    def surplus_order(self, ref: Referee) -> Sequence[str]:
        """R47: in the order of the charters."""
        return [company for company in self.companies if company in ref.pos.floated]
