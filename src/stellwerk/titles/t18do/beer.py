"""Running trains and carrying Dortmund Export beer (4.5.5, 4.5.6.1, 4.5.6.2)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar

from stellwerk.actions import Action, Run
from stellwerk.events import TrainScrapped
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OUT, POOL, Position, value_or
from stellwerk.referee import Referee
from stellwerk.routes import Answer, Bonus, Mode, TrainSpec
from stellwerk.rules import Rules
from stellwerk.steps.loads import Loading
from stellwerk.steps.naming_loads import NameLoad
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.running import DecideDividend, RunTrains, running_trains
from stellwerk.titles.t18do.breweries import give_cubes, on_back
from stellwerk.titles.t18do.printed import printed_of
from stellwerk.titles.t18do.state import DoState
from stellwerk.trains import scrap_train, trains_of
from stellwerk.vocabulary import Form, Forms

CITY_FLAG = "dortmund_city"
CITY = "Dortmund City"
"""The tag of Dortmund City, which every route with beer touches."""
THRICE = 3


class CarryBeer(Action, frozen=True, tag="carry-beer"):
    """A company names a train, the beer cubes it carries in its next run, and the red area they go to."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} carries {cubes} beer to {hex} on {card}"),)
    label: ClassVar[str] = "Carry {cubes} beer to {place} on {card}"
    doing: ClassVar[str] = "carry beer"
    group: ClassVar[tuple[str, str]] = ("beer", "card")
    liking: ClassVar[float] = 12

    company: str
    card: str
    cubes: int
    hex: str

    @classmethod
    def known_choices(cls, rules: Any) -> Iterable[tuple[Hashable, ...]] | None:
        """Every card with as many cubes as it ever carries, to each red area."""
        more = sum(printed_of(rules.variant).more_cubes.values())
        rooms = {card: max(face.loads for face in rules.cards.faces(card)) + more for card in rules.cards.stack()}
        return product(rooms, range(1, max(rooms.values()) + 1), red_areas(rules))


def red_areas(rules: Rules) -> Sequence[str]:
    """The red areas beer is carried to, each by its first hex."""
    figures = (rules.board.hexes[area[0]] for area in dict.fromkeys(rules.board.areas.values()))
    return [figure.at for figure in figures if figure.offboard is not None and figure.offboard.delivery]


def delivery_signs(rules: Rules, position: Position) -> Mapping[str, int]:
    """What a cube brings in each red hex, as long as breweries are in the game."""
    if all(owner == OUT for owner in position.privates.values()):
        return {}
    areas = ((hex, rules.board.hexes[hex].offboard) for hex in rules.board.hexes)
    return {hex: area.delivery for hex, area in areas if area is not None and area.delivery}


def place_tags(rules: Rules) -> Mapping[str, Sequence[set[str]]]:
    """Dortmund City, and the red areas by their first hexes, as routes touch them."""
    city = [{hex} for hex, figure in rules.board.hexes.items() if CITY_FLAG in figure.flags]
    return {CITY: city, **{hex: [set(rules.board.areas[hex])] for hex in red_areas(rules)}}


def delivery_bonus(rules: Rules, position: Position, company: str, cubes: int, hex: str) -> int:
    """What cubes in a red area bring: the amount printed there for each, and marker 4 once (4.5.6.1e-g)."""
    area = rules.board.hexes[hex].offboard
    assert area is not None
    return cubes * area.delivery + trip_bonus(rules, position, company)


def area_payments(rules: Rules) -> Mapping[str, int]:
    """What each cube brings in the red areas."""
    return {hex: area.delivery for hex in red_areas(rules) if (area := rules.board.hexes[hex].offboard) is not None}


def trip_bonus(rules: Rules, position: Position, company: str) -> int:
    """What marker 4 adds to a route with beer (4.3.1.1d)."""
    state, more = DoState.of(position), printed_of(rules.variant).more_for_beer
    return sum(amount for private, amount in more.items() if state.holder(private) == company)


def city_hex(rules: Rules) -> str:
    """Dortmund City."""
    return next(hex for hex, figure in rules.board.hexes.items() if CITY_FLAG in figure.flags)


def marker_word(private: str) -> str:
    """A brewery's marker, by its number."""
    return f"marker {private.removeprefix('PB')}"


def loaded_train(face: FaceFigure, hex: str, bonus: int) -> TrainSpec:
    """A train that must run through Dortmund City and to a red area (4.5.5.1b)."""
    pay = Bonus(f"beer to {hex}", bonus, ())
    return TrainSpec(face.name, (Mode(stops=face.cities, needs=((CITY, 1), (hex, 1)), bonuses=(pay,)),), must=True)


def spec_of_train(rules: Rules, position: Position, company: str, face: FaceFigure, card: str) -> TrainSpec:
    """A train with what it carries."""
    load = value_or(DoState.of(position).loads, {}).get(card)
    if load is None:
        return TrainSpec.plain(face.cities)
    return loaded_train(face, load[1], delivery_bonus(rules, position, company, *load))


def loads_of(position: Position, company: str) -> Mapping[str, tuple[int, str]]:
    """What the trains of a company carry."""
    loads = value_or(DoState.of(position).loads, {})
    return {card: load for card, load in loads.items() if position.trains[card][0] == company}


class NameBeer(NameLoad):
    """Name a transport before the trains run; what is not named is held back (R84)."""

    action = CarryBeer


class RunWithBeer(RunTrains):
    """Runs; cubes that were carried go back to the stock, turned trains leave the game."""

    def loading(self, rules: Rules, position: Position, company: str) -> Loading | None:
        """Beer, where the company may carry any (4.5.5.1)."""
        printed, state = printed_of(rules.variant), DoState.of(position)
        if company in printed.no_beer or not red_areas(rules):
            return None
        aboard, by_name = loads_of(position, company), rules.cards.by_name
        room = {card: by_name[face].loads for card, face in running_trains(rules, position, company)}
        beyond = sum(max(0, cubes - room.get(card, 0)) for card, (cubes, _) in aboard.items())
        with_marker = [private for private in printed.more_cubes if state.holder(private) == company]
        _, cubes = on_back(position, rules.register.director(position, company) or "")
        return Loading(
            what="beer",
            kind=CarryBeer.group[0],
            supply=max(0, cubes - sum(named for named, _ in aboard.values())),
            pays=area_payments(rules),
            trip=trip_bonus(rules, position, company),
            room=room,
            more=max(0, sum(printed.more_cubes[private] for private in with_marker) - beyond),
            more_by=marker_word(with_marker[0]) if with_marker else "",
            through=city_hex(rules),
            needs=((CITY, 1),),
            aboard=aboard,
        )

    def load(self, company: str, card: str, count: int, hex: str) -> Action:
        """Beer is named by train, cubes and red area."""
        return CarryBeer(company, card, count, hex)

    def loaded_by(self, action: Action) -> tuple[str, int, str] | None:
        """A transport that was named."""
        return (action.card, action.cubes, action.hex) if isinstance(action, CarryBeer) else None

    def put_aboard(self, ref: Referee, card: str, count: int, hex: str) -> None:
        """The cubes stay on the brewery until they have been carried."""
        ref.pos.update_state(loads={**value_or(DoState.of(ref.pos).loads, {}), card: (count, hex)})

    def routes_matter(self, rules: Rules, position: Position, company: str) -> bool:
        """Which trains have run decides about their cubes."""
        return bool(loads_of(position, company))

    def note_runs(self, ref: Referee, company: str, answer: Answer) -> None:
        """The cubes of the trains that have run are delivered."""
        cards = [card for card, _ in running_trains(ref.rules, ref.pos, company)]
        ran, loads = {cards[run.train] for run in answer.runs}, loads_of(ref.pos, company)
        self.deliver(ref, company, sum(cubes for card, (cubes, _) in loads.items() if card in ran))
        others = {card: load for card, load in value_or(DoState.of(ref.pos).loads, {}).items() if card not in loads}
        if loads:
            ref.pos.update_state(loads=others)

    def deliver(self, ref: Referee, company: str, cubes: int) -> None:
        """They come off the director's brewery (4.5.5.1d)."""
        give_cubes(ref, on_back(ref.pos, ref.director(company))[0], -cubes)

    def apply(self, ref: Referee, task: OperatingTurn, action: Run) -> None:
        """A turned train has had its final run (4.5.7.3b, R13)."""
        super().apply(ref, task, action)
        for card, face in trains_of(ref.pos, task.company):
            if is_turned(ref.rules, ref.pos, face):
                scrap_train(ref.pos, card)
                ref.say(TrainScrapped(task.company, card, face))


TURNED, TURNED_BY = "4", "8"


def is_turned(rules: Rules, position: Position, face: str) -> bool:
    """Is such a train turned, with at most one run to come (4.5.7.3b)?"""
    return face == TURNED and position.phase == TURNED_BY


class PayInFull(DecideDividend):
    """All or nothing."""

    def explain(self, rules: Rules, position: Position, company: str, paid: int) -> str:
        """What moves the price: nothing paid, less than the value, the value, three times the value."""
        value = rules.price_of(position, company) or 0
        if not paid:
            return "nothing paid"
        if paid < value:
            return "less than the value paid"
        return "three times reached" if paid >= THRICE * value else "value reached"

    def pay_out(self, ref: Referee, task: OperatingTurn) -> None:
        """What the bank cannot pay the players give it, all at once (R28); what is no full ten is kept (R22)."""
        paid = task.revenue // self.full * self.full
        due = task.revenue - paid + self.part(paid, 100 - ref.percent(task.company, POOL))
        if paid and ref.cash(BANK) < due:
            ref.rules.bank_falls_short(ref, due)
        super().pay_out(ref, task)
