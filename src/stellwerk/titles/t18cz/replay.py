"""18CZ as 18xx.games plays it, where that differs from the book: only so that recorded games replay.

Each answer names the ruling whose Replay line it follows; docs/interop.md lists them.
"""

from __future__ import annotations

from stellwerk.board.ground import Ground
from stellwerk.figures import FaceFigure
from stellwerk.position import Position
from stellwerk.routes import TrainSpec
from stellwerk.titles.t18cz.rules import T18CZ


class T18CZAsPlayedOnline(T18CZ):
    """The answers of the Replay lines."""

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

    def claims_are_free(self) -> bool:
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
