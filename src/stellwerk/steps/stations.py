"""Stations: homes, the choice of a city, additional stations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from stellwerk.actions import Action, ChooseCity, LayTile, PlaceStation
from stellwerk.errors import refuse_unless
from stellwerk.events import StationPlaced, TileLaid
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.rules.homes import find_home_city, in_places
from stellwerk.steps.base import Act, Task
from stellwerk.steps.connection_cache import reach_of
from stellwerk.steps.operating_round import OperatingTurn, turn_below

if TYPE_CHECKING:
    from stellwerk.rules import Rules


def put_station(ref: Referee, company: str, hex: str, city: int, cost: int) -> None:
    """Take a marker off the charter and put it into a city."""
    ref.charge(company, cost, f"station in {hex}")
    ref.pos.put("unplaced", company, ref.pos.unplaced[company] - 1)
    ref.pos.put("stations", hex, (*ref.pos.stations.get(hex, ()), (company, city)))
    ref.say(StationPlaced(company, hex, city, cost))


def free_places(ref: Referee, hex: str, city: int, company: str) -> int:
    """Places of a city that a company may take: not occupied and not kept for the homes of others."""
    ground = ref.rules.board.ground(ref.pos.tiles, hex)
    taken = sum(1 for _, place in in_places(ref.rules, ref.pos, hex) if place == city)
    return ground.cities[city].slots - taken - ref.rules.reserved(ref.pos, hex, ground, city, company)


def refuse_full(ref: Referee, hex: str, city: int, company: str) -> None:
    """A station needs a place that is neither occupied nor kept for somebody's home."""
    if free_places(ref, hex, city, company) > 0:
        return
    taken = sum(1 for _, place in in_places(ref.rules, ref.pos, hex) if place == city)
    figure = ref.rules.board.ground(ref.pos.tiles, hex).cities[city]
    if taken < figure.slots and figure.s_slots:
        ref.refuse("kept-place", f"What is free in {hex} is kept for railways of another kind.", hex)
    if taken < figure.slots:
        ref.refuse("reserved", f"The free place in {hex} is kept for a company that starts there.", hex)
    ref.refuse("no-place", f"There is no free place for {company} in {hex}.")


def within_reach(ref: Referee, task: OperatingTurn) -> set[tuple[str, int]]:
    """The cities a company is connected with, and those of hexes that a power has opened to it."""
    grounds = {hex: ref.rules.board.ground(ref.pos.tiles, hex) for hex in task.open_hexes}
    opened = {(hex, city) for hex, ground in grounds.items() for city in range(len(ground.cities))}
    return opened | reach_of(ref.rules, ref.pos, task.company).cities


def put_homes(ref: Referee, company: str) -> None:
    """Put the home stations on the map; where the company has to choose its city, it is asked."""
    for place in ref.rules.companies[company].home:
        city = find_home_city(ref.rules, ref.pos, company, place.hex)
        put_station(ref, company, place.hex, city, 0)
        if city == -1 and place.hex in ref.pos.tiles:
            ref.push(CityChoice(company, place.hex, company))


class Station(Act):
    """Place one additional station."""

    action = PlaceStation

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Every city the company can reach."""
        if ref.pos.unplaced[task.company]:
            for hex, city in sorted(within_reach(ref, task)):
                yield PlaceStation(task.company, hex, city)

    def check(self, ref: Referee, task: OperatingTurn, action: PlaceStation) -> None:
        """A marker, a place, a connection, one per hex, the money."""
        pos, company = ref.pos, task.company
        if not pos.unplaced[company]:
            ref.refuse("no-marker", f"{company} has no station marker left.", company)
        if (action.hex, action.city) not in within_reach(ref, task):
            ref.refuse("no-way", f"{company} has no open connection to a city {action.city} in {action.hex}.")
        if self.has_station_there(ref, company, action.hex, action.city):
            ref.refuse("one-per-hex", f"{company} has a station in {action.hex} already.")
        refuse_full(ref, action.hex, action.city, company)
        cost = self.cost(ref, company, action.hex)
        if cost > ref.cash(company):
            ref.refuse("no-cash-station", f"A station costs {cost}; {company} has {ref.cash(company)}.")

    def has_station_there(self, ref: Referee, company: str, hex: str, city: int) -> bool:
        """Has the company a station already where it may have only one?"""
        whole_hex = ref.rules.is_one_station(hex)
        here = ref.pos.stations.get(hex, ())
        return any(owner == company and (whole_hex or place == city) for owner, place in here)

    def apply(self, ref: Referee, task: OperatingTurn, action: PlaceStation) -> None:
        """Place it; there is one a turn."""
        put_station(ref, task.company, action.hex, action.city, self.cost(ref, task.company, action.hex))
        task.leave(ref, "station")

    def cost(self, ref: Referee, company: str, hex: str) -> int:
        """What a station there costs."""
        return ref.rules.station_cost(ref.pos, company)


class CityChoice(Task, frozen=True, tag="city-choice"):
    """A home station that waits in its hex is put into one of the cities."""

    going_on: ClassVar[str] = "a home station waits for its city"
    question: ClassVar[str] = "Choose a city for {company} in {place}"
    lies_on: ClassVar[tuple[str, ...]] = ("operating-turn", "trains-taken", "city-choice")
    carries: ClassVar[bool] = False

    company: str
    hex: str
    chooser: str
    """The company whose director decides."""

    def actor(self, ref: Referee) -> str:
        """The company that places the station."""
        return self.company

    def decider(self, ref: Referee) -> str:
        """Whoever decides about the chooser's stations."""
        return ref.director(self.chooser, "station")

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Choose."""
        return (_CHOOSE,)

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """A station that waits, once."""
        waits = (self.company, -1) in position.stations.get(self.hex, ())
        refuse_unless(waits and self.chooser in position.floated, f"No station of {self.company} waits in {self.hex}.")
        same = ((step.company, step.hex) for step in below if isinstance(step, CityChoice))
        refuse_unless((self.company, self.hex) not in same, "A station is placed once.")


class Choose(Act):
    """Choose one of the cities of the hex."""

    action = ChooseCity

    def options(self, ref: Referee, task: CityChoice) -> Iterator[Action]:
        """Each city."""
        for city in range(len(ref.rules.board.ground(ref.pos.tiles, task.hex).cities)):
            yield ChooseCity(task.company, task.hex, city)

    def check(self, ref: Referee, task: CityChoice, action: ChooseCity) -> None:
        """A city of this hex with a place."""
        cities = ref.rules.board.ground(ref.pos.tiles, task.hex).cities
        if action.hex != task.hex or not 0 <= action.city < len(cities):
            ref.refuse("home-city", f"{task.company} chooses one of the cities of {task.hex}.")
        refuse_full(ref, task.hex, action.city, task.company)

    def apply(self, ref: Referee, task: CityChoice, action: ChooseCity) -> None:
        """The station takes its place."""
        ref.pop()
        here = tuple((c, action.city if c == task.company else k) for c, k in ref.pos.stations[task.hex])
        ref.pos.put("stations", task.hex, here)
        ref.say(StationPlaced(task.company, task.hex, action.city, 0))


class HomeTile(Task, frozen=True, tag="home-tile"):
    """A company whose home is a tile of its own lays it before its first turn and puts its station there."""

    going_on: ClassVar[str] = "a company lays its home tile"
    question: ClassVar[str] = "Lay the home tile of {company}"
    lies_on: ClassVar[tuple[str, ...]] = ("operating-turn",)
    carries: ClassVar[bool] = False

    company: str

    def actor(self, ref: Referee) -> str:
        """The company."""
        return self.company

    def decider(self, ref: Referee) -> str:
        """Whoever decides about its track."""
        return ref.director(self.company, "track")

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Lay it."""
        return (_HOME_TILE,)

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """A tile that is not laid yet, in the company's own turn."""
        figure = rules.companies.get(self.company)
        tile = figure.home_tile if figure is not None else None
        bare = tile is not None and tile not in [laid for laid, _ in position.tiles.values()]
        refuse_unless(bare, f"{self.company} has no home tile to lay.")
        own = self.company == turn_below(below).company
        refuse_unless(own, "A home tile is laid at the start of the company's own turn.")


class LayHomeTile(Act):
    """Lay the home tile on one of the reserved hexes, its track towards the map."""

    action = LayTile

    def options(self, ref: Referee, task: HomeTile) -> Iterator[Action]:
        """Each reserved hex in each rotation."""
        figure = ref.rules.companies[task.company]
        assert figure.home_tile is not None
        for place in figure.home:
            for rotation in range(6):
                yield LayTile(task.company, place.hex, figure.home_tile, rotation)

    def check(self, ref: Referee, task: HomeTile, action: LayTile) -> None:
        """Its own tile, on its own hex, no track off the map."""
        figure = ref.rules.companies[task.company]
        if action.tile != figure.home_tile or action.hex not in [place.hex for place in figure.home]:
            ref.refuse("home-tile", f"{task.company} lays its home tile on one of its reserved hexes first.")
        if action.private is not None or not 0 <= action.rotation < 6:
            ref.refuse("home-tile", "The home tile is laid by itself, in one of six rotations.")
        ground = ref.rules.board.as_laid(action.tile, action.rotation)
        if not ref.rules.board.stays_on_map(action.hex, ground):
            ref.refuse("off-map", "Its track would lead off the map.")

    def apply(self, ref: Referee, task: HomeTile, action: LayTile) -> None:
        """Tile and station, free of charge."""
        ref.pop()
        ref.pos.put("tiles", action.hex, (action.tile, action.rotation))
        ref.say(TileLaid(task.company, action.hex, action.tile, action.rotation, 0))
        put_station(ref, task.company, action.hex, 0, 0)


_CHOOSE = Choose()
_HOME_TILE = LayHomeTile()
