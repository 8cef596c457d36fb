"""What the private companies' owners may do as directors, in the track step of a corporation (4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.actions import Action, LayTile, Pass, PlaceStation
from stellwerk.events import Passed
from stellwerk.referee import Referee
from stellwerk.rules.phases import is_color_open
from stellwerk.steps.base import Act, Task
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.stations import put_station
from stellwerk.steps.track import put_tile, use_power
from stellwerk.titles.t18rhl.map import METROPOLISES

PWB, OSTERATH, SEILZUG, TRAJEKT = "No1", "No2", "No3", "No4"
PWB_HEX, OSTERATH_HEX, OSTERATH_TILE = "E14", "E8", ("935", 1)


class UsePower(Act):
    """Lay a tile with a private company's function: beside the normal lay, without a connection."""

    action = LayTile

    def covers(self, ref: Referee, action: Action) -> bool:
        """Lays that name a private company."""
        return isinstance(action, LayTile) and action.private is not None

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """What fits, for each function its owner has left."""
        owner = task.decider(ref)
        for private in (PWB, OSTERATH, SEILZUG, TRAJEKT):
            if ref.pos.privates[private] == owner and private not in ref.pos.used:
                for hex in self.hexes(ref, private):
                    for tile, rotation in self.tiles(ref, private, hex):
                        yield LayTile(task.company, hex, tile, rotation, private)

    def hexes(self, ref: Referee, private: str) -> Sequence[str]:
        """Where a function works."""
        if private == SEILZUG:
            figures = ref.rules.board.hexes.values()
            return [figure.at for figure in figures if figure.cost and figure.cost.terrain == "mountain"]
        return {PWB: (PWB_HEX,), OSTERATH: (OSTERATH_HEX,), TRAJEKT: METROPOLISES}[private]

    def tiles(self, ref: Referee, private: str, hex: str) -> Sequence[tuple[str, int]]:
        """The tiles it may lay there."""
        if private == OSTERATH:
            return (OSTERATH_TILE,)
        return ref.rules.board.fitting(ref.pos.tiles, hex)

    def check(self, ref: Referee, task: OperatingTurn, action: LayTile) -> None:
        """The owner directs the corporation, the function is unused and works here now."""
        private = str(action.private)
        if ref.pos.privates.get(private) != task.decider(ref) or private in ref.pos.used:
            ref.refuse("no-power", f"{task.decider(ref)} cannot use a function of {private}.")
        if private not in (PWB, OSTERATH, SEILZUG, TRAJEKT) or action.hex not in self.hexes(ref, private):
            ref.refuse("power-hex", f"{private} does not work on {action.hex}.")
        if (action.tile, action.rotation) not in self.tiles(ref, private, action.hex):
            ref.refuse("tile-fit", f"Tile {action.tile} does not fit on {action.hex} in rotation {action.rotation}.")
        self.check_time(ref, task, action)
        if ref.rules.board.left(ref.pos.tiles, action.tile) == 0:
            ref.refuse("no-tile", f"No tile {action.tile} is left.")
        if self.cost(ref, action) > max(0, ref.cash(task.company)):
            ref.refuse("no-cash-terrain", f"{action.hex} costs {self.cost(ref, action)}; the treasury is too small.")

    def check_time(self, ref: Referee, task: OperatingTurn, action: LayTile) -> None:
        """Colours of the phase; the first tile on E14; yellow metropolises only (4.2)."""
        color = ref.rules.board.tiles[action.tile].color
        if not is_color_open(ref.rules, ref.pos, "green" if action.private == OSTERATH else color):
            ref.refuse("tile-color", f"This tile cannot be laid in phase {ref.pos.phase}.")
        if action.private in (PWB, TRAJEKT) and action.hex in ref.pos.tiles:
            ref.refuse("power-hex", f"{action.private} works only while no tile lies on {action.hex}.")
        if action.private != OSTERATH:
            ref.rules.check_hex(ref, task, action.hex)

    def cost(self, ref: Referee, action: LayTile) -> int:
        """Only the first tile on E14 is paid for (4.2, R4)."""
        return ref.rules.board.tile_cost(ref.pos.tiles, action.hex) if action.private == PWB else 0

    def apply(self, ref: Referee, task: OperatingTurn, action: LayTile) -> None:
        """Lay it; a station may follow on E8 for nothing, on a metropolis without a connection."""
        task = task.enter(ref, "track")
        if action.private == TRAJEKT:
            ref.amend(task, open_hexes=(*task.open_hexes, action.hex))
        use_power(ref, str(action.private), task.company)
        put_tile(ref, action, self.cost(ref, action))
        if action.private == OSTERATH and ref.pos.unplaced[task.company]:
            ref.push(FreeStation(task.company))


class FreeStation(Task, frozen=True, tag="free-station"):
    """Directly after tile 935 the corporation may place a station there for nothing (4.2)."""

    going_on: ClassVar[str] = "a company places its free station"
    question: ClassVar[str] = "Place a station for nothing, or not"
    passing: ClassVar[str] = "Place no station"
    places_for_nothing: ClassVar[bool] = True
    lost_by_passing: ClassVar[tuple[str, str]] = ("The free station is lost.", "Give up the free station")

    company: str

    def actor(self, ref: Referee) -> str:
        """The corporation."""
        return self.company

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Place it or not."""
        return (_PLACE, _DECLINE)


class PlaceFree(Act):
    """Place the cheapest marker; it is the only station of this turn, and no more track follows."""

    action = PlaceStation

    def options(self, ref: Referee, task: FreeStation) -> Iterator[Action]:
        """On the new tile."""
        yield PlaceStation(task.company, OSTERATH_HEX, 0)

    def check(self, ref: Referee, task: FreeStation, action: PlaceStation) -> None:
        """There and nowhere else."""
        if (action.hex, action.city) != (OSTERATH_HEX, 0):
            ref.refuse("power-hex", f"The free station goes to {OSTERATH_HEX}.")

    def apply(self, ref: Referee, task: FreeStation, action: PlaceStation) -> None:
        """The station step is over with it."""
        ref.pop()
        put_station(ref, task.company, OSTERATH_HEX, 0, 0)
        turn = ref.task
        assert isinstance(turn, OperatingTurn)
        if turn.stage <= [stage.name for stage in ref.rules.turn].index("station"):
            turn.leave(ref, "station")


class Decline(Act):
    """Place no free station."""

    action = Pass

    def options(self, ref: Referee, task: FreeStation) -> Iterator[Action]:
        """Go on without."""
        yield Pass(task.company)

    def check(self, ref: Referee, task: FreeStation, action: Pass) -> None:
        """Always possible."""

    def apply(self, ref: Referee, task: FreeStation, action: Pass) -> None:
        """It is lost."""
        ref.say(Passed(action.who))
        ref.pop()


_PLACE, _DECLINE = PlaceFree(), Decline()
