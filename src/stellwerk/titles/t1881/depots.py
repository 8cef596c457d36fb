"""Depots: new ones, those bought from others, and those of the S-Bahn's nets (7, 12.5, R44 to R48, R60, R95, R98)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from stellwerk.actions import Action, PlaceStation
from stellwerk.position import Position, value_or
from stellwerk.referee import Referee
from stellwerk.rules.arranged_figures import Arranged
from stellwerk.steps.base import Act, Task
from stellwerk.steps.connection_cache import stations_of
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.station_sale import BuyDepot, StationPurchase
from stellwerk.steps.stations import Station, free_places, put_station
from stellwerk.titles.t1881 import credit
from stellwerk.titles.t1881.state import STADTBAHN, State1881

if TYPE_CHECKING:
    from stellwerk.rules import Rules


def is_sbahn(rules: Arranged, company: str) -> bool:
    """Is this a net of the S-Bahn?"""
    return STADTBAHN in (company, rules.companies[company].part_of)


def has_depot(rules: Rules, position: Position, company: str, hex: str, city: int) -> bool:
    """Has the company (or the S-Bahn with any net) a depot in this station?

    A hex is one station; only where a run may use both its cities it is two (R47, R98).
    """
    whole_hex = rules.is_one_station(hex)
    nets = is_sbahn(rules, company)
    here = position.stations.get(hex, ())
    return any((nets and is_sbahn(rules, o)) or o == company for o, place in here if whole_hex or place == city)


class PlaceDepot(Station):
    """A new depot, one a turn (7.1 to 7.5)."""

    def has_station_there(self, ref: Referee, company: str, hex: str, city: int) -> bool:
        """One in each station (7.4, R47)."""
        return has_depot(ref.rules, ref.pos, company, hex, city)

    def check(self, ref: Referee, task: OperatingTurn, action: PlaceStation) -> None:
        """As for any additional depot."""
        super().check(ref, task, action)
        refuse_another_depot(ref, task.company)


def refuse_another_depot(ref: Referee, company: str) -> None:
    """An own marker, besides those that nets were given; who owes for a vehicle spends nothing on depots (15.3)."""
    if ref.pos.unplaced[company] <= depots_due(ref.pos, company):
        ref.refuse("no-marker", f"{company} has no depot left.", company)
    if credit.owes(ref.pos, company):
        ref.refuse("in-debt", f"{company} owes for a vehicle and pays for no depot.", "depot")


class TakeOverDepot(StationPurchase):
    """A depot bought from another company instead of a new one (7.8, R48, R95)."""

    def has_station_there(self, ref: Referee, company: str, hex: str, city: int) -> bool:
        """One in each station (7.4, R47)."""
        return has_depot(ref.rules, ref.pos, company, hex, city)

    def refuse_buyer(self, ref: Referee, company: str) -> None:
        """As for a new depot."""
        refuse_another_depot(ref, company)

    def refuse_station(self, ref: Referee, action: BuyDepot) -> None:
        """No first depot; those of the S-Bahn stay with it (7.3)."""
        if is_first_depot(ref, action.owner, action.hex):
            ref.refuse("first-depot", f"The first depot of {action.owner} cannot be bought.")
        if is_sbahn(ref.rules, action.owner) and not is_sbahn(ref.rules, action.company):
            ref.refuse("s-circle", "A depot of the S-Bahn goes to no tram company.")


def is_first_depot(ref: Referee, owner: str, hex: str) -> bool:
    """Is this the depot a company has started with? The first of a net is the one it was given (R48, R95)."""
    if is_sbahn(ref.rules, owner):
        return True
    return any(place.hex == hex for place in ref.rules.companies[owner].home)


# The depots of the nets


def s_route(rules: Arranged) -> list[str]:
    """The hexes with stations on the route of the S-Bahn that is printed on the board."""
    hexes = rules.board.hexes.items()
    return [hex for hex, figure in hexes if figure.cities and figure.sbahn is not None and figure.sbahn.route]


def free_depots(ref: Referee, net: str) -> Iterator[tuple[str, int]]:
    """Stations on the S-Bahn route with a free place (R60)."""
    for hex in s_route(ref.rules):
        ground = ref.rules.board.ground(ref.pos.tiles, hex)
        on_route = [i for i, city in enumerate(ground.cities) if city.sexits] or range(len(ground.cities))
        for city in on_route:
            if not has_depot(ref.rules, ref.pos, net, hex, city) and free_places(ref, hex, city, net) > 0:
                yield hex, city


def depots_due(position: Position, company: str) -> int:
    """How many depots a net has been given that are not on the map yet; the main net also those of joined nets."""
    waiting = list(value_or(State1881.of(position).joined, {}).values()).count("") if company == STADTBAHN else 0
    owes_first = company in position.floated and not stations_of(position, company)
    return waiting + owes_first


def ask_for_depot(ref: Referee, net: str) -> None:
    """A net places the depot it was given, if somebody acts for it and a station on the route has a place (R60)."""
    asked = any(isinstance(step, DepotChoice) and step.company == net for step in ref.pos.agenda)
    waits = asked or ref.rules.runs_itself(ref.pos, net)
    if depots_due(ref.pos, net) and not waits and any(free_depots(ref, net)):
        ref.push(DepotChoice(net))


class DepotChoice(Task, frozen=True, tag="depot-choice"):
    """A net of the S-Bahn places the depot it was given, anywhere on the route (12.5)."""

    going_on: ClassVar[str] = "a net of the S-Bahn places its depot"
    question: ClassVar[str] = "Choose the station for the depot of {company}"
    places_for_nothing: ClassVar[bool] = True
    carries: ClassVar[bool] = False

    company: str

    def actor(self, ref: Referee) -> str:
        """The net."""
        return self.company

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Place it."""
        return (_FIRST_DEPOT,)

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """A net that has begun and has a depot to place, with a choice."""
        self.refuse_unsound(self.company in rules.companies and is_sbahn(rules, self.company))
        self.refuse_unsound(depots_due(position, self.company) > 0)
        self.refuse_unsound(any(free_depots(Referee(rules, position), self.company)))


class PlaceFirstDepot(Act):
    """Choose one of the free stations."""

    action = PlaceStation

    def options(self, ref: Referee, task: DepotChoice) -> Iterator[Action]:
        """Each of them."""
        for hex, city in free_depots(ref, task.company):
            yield PlaceStation(task.company, hex, city)

    def check(self, ref: Referee, task: DepotChoice, action: PlaceStation) -> None:
        """One of them."""
        if (action.hex, action.city) not in list(free_depots(ref, task.company)):
            ref.refuse("net-depot", f"{task.company} places its depot in a free station on the route of the S-Bahn.")

    def apply(self, ref: Referee, task: DepotChoice, action: PlaceStation) -> None:
        """Free of charge; it may be the one that a joined net has brought."""
        ref.pop()
        joined = dict(value_or(State1881.of(ref.pos).joined, {}))
        brought = next((net for net, hex in joined.items() if not hex), None)
        if task.company == STADTBAHN and stations_of(ref.pos, STADTBAHN) and brought:
            ref.pos.update_state(joined={**joined, brought: action.hex})
        put_station(ref, task.company, action.hex, action.city, 0)
        ask_for_depot(ref, task.company)


_FIRST_DEPOT = PlaceFirstDepot()
