"""What trains may carry in a run: how many loads there are, where they bring what, and how much room each train has."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from stellwerk.routes import Bonus, Mode, TrainSpec

LOADS, MORE = "loads", "more room"
"""What trains use up that carry something: the loads there are, and the room beyond their own."""


class Loading(msgspec.Struct, frozen=True, kw_only=True):
    """What a company may load on its trains before they run."""

    what: str
    """What is carried, in a word."""
    kind: str
    """The kind of group its actions belong to."""
    supply: int
    """So many loads are there that are on no train yet."""
    pays: Mapping[str, int]
    """Red area, by its first hex, to what each load brings there."""
    trip: int = 0
    """What a route with loads brings besides."""
    room: Mapping[str, int]
    """Train card to the loads it takes by itself."""
    more: int = 0
    """So many loads beyond that may go on one train or other."""
    more_by: str = ""
    """What makes that possible, in a word or two."""
    through: str = ""
    """The hex every route with loads touches; nothing where any route will do."""
    needs: tuple[tuple[str, int], ...] = ()
    """The same as the route finder wants it."""
    aboard: Mapping[str, tuple[int, str]] = {}
    """Train card to what is on it already, and where that goes."""

    def most(self, card: str) -> int:
        """So many loads one train can take."""
        return 0 if card in self.aboard else min(self.supply, self.room.get(card, 0) + self.more)

    def able(self) -> bool:
        """Can any train take something?"""
        return any(self.most(card) for card in self.room)

    def spec(self, card: str, spec: TrainSpec) -> TrainSpec:
        """A train that may run with loads or without; never with fewer than would stay behind otherwise."""
        others = sum(self.room[other] for other in self.room if other != card and other not in self.aboard)
        least = max(1, min(self.room.get(card, 0), self.supply - others - self.more))
        carried = [
            self.mode(mode, card, count, hex)
            for mode in spec.modes
            for count in range(least, self.most(card) + 1)
            for hex in self.pays
        ]
        return msgspec.structs.replace(spec, modes=(*spec.modes, *carried))

    def mode(self, mode: Mode, card: str, count: int, hex: str) -> Mode:
        """One way of running, with so many loads to a red area."""
        beyond = max(0, count - self.room.get(card, 0))
        uses = ((LOADS, count), *(((MORE, beyond),) if beyond else ()))
        pay = Bonus(f"{count} to {hex}", count * self.pays[hex] + self.trip, ())
        return msgspec.structs.replace(
            mode, needs=(*mode.needs, *self.needs, (hex, 1)), bonuses=(*mode.bonuses, pay), uses=(*mode.uses, *uses)
        )

    @property
    def supplies(self) -> Mapping[str, int]:
        """What the trains can use up."""
        return {LOADS: self.supply, MORE: self.more}
