"""Depots: new ones, those bought from others, and those of the S-Bahn's nets (7, 12.5, R44 to R48, R60, R95, R98)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from stellwerk.actions import Action, Choice, PlaceStation
from stellwerk.events import TRACK, Event
from stellwerk.position import Position, value_or
from stellwerk.referee import Referee
from stellwerk.rules.arranged_figures import Arranged
from stellwerk.steps.base import Act, Task
from stellwerk.steps.connection_cache import stations_of
from stellwerk.steps.deals import Deal, lowest_offer, refuse_repeated
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.stations import Station, free_places, put_station, within_reach
from stellwerk.titles.t1881 import credit
from stellwerk.titles.t1881.state import STADTBAHN, State1881
from stellwerk.vocabulary import Form, Forms, Names

if TYPE_CHECKING:
    from stellwerk.rules import Rules


class BuyDepot(Action, frozen=True, tag="buy-depot"):
    """A company buys a depot of another one, at an agreed price (7.8)."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} buys the depot of {owner} in city {city} of {hex} for {price}"),)
    told_by: ClassVar[Names] = ("owner", "hex", "city")
    number: ClassVar[str] = "price"
    group: ClassVar[tuple[str, str]] = ("depot", "owner")
    liking: ClassVar[float] = 0.1
    label: ClassVar[str] = "Buy the depot of {owner}"

    company: str
    owner: str
    hex: str
    city: int
    price: int


class DepotSold(Event, frozen=True, tag="depot-sold"):
    """A depot has changed hands."""

    sentence: ClassVar[str] = "{company} takes over the depot of {owner} in {hex} for {price}"
    heading: ClassVar[str] = TRACK

    company: str
    owner: str
    hex: str
    price: int


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


class TakeOverDepot(Deal):
    """A depot bought from another company instead of a new one (7.8, R48, R95)."""

    action = BuyDepot

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Choice]:
        """Each depot in reach that is not the owner's first, for any price the treasury can pay."""
        cash, reached = ref.cash(task.company), within_reach(ref, task)
        if not ref.pos.unplaced[task.company]:
            return
        for hex, city in sorted(reached):
            for owner, place in ref.pos.stations.get(hex, ()):
                offer = BuyDepot(task.company, owner, hex, city, 1)
                low = lowest_offer(task, offer)
                if place == city and owner != task.company and low <= cash:
                    yield Choice(BuyDepot(task.company, owner, hex, city, low), "price", low, cash)

    def check(self, ref: Referee, task: OperatingTurn, action: BuyDepot) -> None:
        """A token, a way there, a depot that may be sold to this kind of company, the money."""
        pos, company, place = ref.pos, task.company, (action.hex, action.city)
        refuse_another_depot(ref, company)
        if (action.owner, action.city) not in pos.stations.get(action.hex, ()) or action.owner == company:
            ref.refuse("no-depot", f"{action.owner} has no depot there.")
        if place not in within_reach(ref, task):
            ref.refuse("no-way", f"{company} has no open connection to a city {action.city} in {action.hex}.", "depot")
        if is_first_depot(ref, action.owner, action.hex):
            ref.refuse("first-depot", f"The first depot of {action.owner} cannot be bought.")
        if is_sbahn(ref.rules, action.owner) and not is_sbahn(ref.rules, company):
            ref.refuse("s-circle", "A depot of the S-Bahn goes to no tram company.")
        if has_depot(ref.rules, pos, company, action.hex, action.city):
            ref.refuse("one-per-hex", f"{company} has a depot in {action.hex} already.")
        if not ref.rules.may_sell_train(pos, action.owner):
            ref.refuse("nobody-asked", f"Nobody can agree for {action.owner}.")
        if not 1 <= action.price <= ref.cash(company):
            ref.refuse("train-price", f"The price must be between 1 and {ref.cash(company)}.", "depot")
        refuse_repeated(ref, task, action)

    def asked(self, ref: Referee, action: BuyDepot) -> str:
        """Whoever decides for the owner."""
        return ref.director(action.owner)

    def words(self, action: BuyDepot) -> str:
        """The offer."""
        return f"{action.price} for the depot of {action.owner} in {action.hex}"

    def conclude(self, ref: Referee, action: BuyDepot) -> None:
        """Markers and money change hands; each uses and gets back the marker that comes next by its price."""
        pos, buyer, seller = ref.pos, action.company, action.owner
        ref.pay(buyer, seller, action.price, f"depot in {action.hex}")
        here = tuple((buyer if s == (seller, action.city) else s[0], s[1]) for s in pos.stations[action.hex])
        pos.put("stations", action.hex, here)
        pos.put("unplaced", buyer, pos.unplaced[buyer] - 1)
        pos.put("unplaced", seller, pos.unplaced[seller] + 1)
        ref.say(DepotSold(buyer, seller, action.hex, action.price))
        turn = ref.task
        assert isinstance(turn, OperatingTurn), "a depot is bought in a turn"
        turn.leave(ref, "station")


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
