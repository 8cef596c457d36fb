"""Running trains and carrying Dortmund Export beer (4.5.5, 4.5.6.1, 4.5.6.2)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar

from stellwerk.actions import Action, Run
from stellwerk.events import DividendDecided, TrainScrapped
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OUT, POOL, Position, value_or
from stellwerk.referee import Referee
from stellwerk.routes import Answer, Bonus, Mode, TrainSpec, best_runs
from stellwerk.rules import Rules
from stellwerk.steps.base import Act
from stellwerk.steps.loads import Loading
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
FULL = 10
"""A dividend is paid in full ten Mark."""


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


class NameBeer(Act):
    """Name a transport before the trains run; what is not named is held back (R84)."""

    action = CarryBeer

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Each train with each number of cubes to each red area."""
        _, most = self.cubes_left(ref, task.company)
        if most <= 0 or task.company in printed_of(ref.rules.variant).no_beer:
            return
        for card, face in trains_of(ref.pos, task.company):
            room = ref.rules.cards.by_name[face].loads + self.more_room(ref, task.company)
            for hex in red_areas(ref.rules):
                for cubes in range(1, min(most, room) + 1):
                    yield CarryBeer(task.company, card, cubes, hex)

    def cubes_left(self, ref: Referee, company: str) -> tuple[str, int]:
        """The director's brewery, and the cubes on its back that are not named yet."""
        private, cubes = on_back(ref.pos, ref.director(company))
        return private, cubes - sum(cubes for cubes, _ in loads_of(ref.pos, company).values())

    def more_room(self, ref: Referee, company: str) -> int:
        """What one train can carry beyond its blue squares, with marker 5 (4.5.5.1c)."""
        rules, state = ref.rules, DoState.of(ref.pos)
        more = sum(n for p, n in printed_of(rules.variant).more_cubes.items() if state.holder(p) == company)
        faces = {card: rules.cards.by_name[face] for card, face in trains_of(ref.pos, company)}
        beyond = (max(0, cubes - faces[card].loads) for card, (cubes, _) in loads_of(ref.pos, company).items())
        return more - sum(beyond)

    def check(self, ref: Referee, task: OperatingTurn, action: CarryBeer) -> None:
        """An own train not named yet, its room, the director's cubes, a red area, a route for all that is named."""
        company = action.company
        if company in printed_of(ref.rules.variant).no_beer:
            ref.refuse("no-beer", f"{company} never carries beer.")
        if ref.pos.trains.get(action.card, ("", ""))[0] != company or action.card in loads_of(ref.pos, company):
            ref.refuse("beer-train", f"{company} has no train {action.card} that could be named.")
        if action.hex not in red_areas(ref.rules):
            ref.refuse("beer-area", f"{action.hex} is no red area beer is carried to.")
        room = ref.rules.cards.by_name[ref.pos.trains[action.card][1]].loads + self.more_room(ref, company)
        if not 1 <= action.cubes <= room:
            ref.refuse("beer-room", f"{action.card} can carry {room} cubes, not {action.cubes}.")
        if action.cubes > self.cubes_left(ref, company)[1]:
            ref.refuse("no-cubes", f"The director of {company} has not so many cubes on the back of his brewery.")
        if not self.finds_routes(ref, company, action):
            ref.refuse("beer-route", f"No route by way of {CITY} leads to {action.hex}.")

    def finds_routes(self, ref: Referee, company: str, action: CarryBeer) -> bool:
        """Can all trains that are named run at the same time?"""
        named = {card: hex for card, (_, hex) in loads_of(ref.pos, company).items()} | {action.card: action.hex}
        by_name = ref.rules.cards.by_name
        specs = [loaded_train(by_name[ref.pos.trains[card][1]], hex, 1_000) for card, hex in named.items()]
        urged = [spec.urged(100_000) for spec in specs]
        return len(best_runs(ref.rules.network(ref.pos, company), urged).runs) == len(specs)

    def apply(self, ref: Referee, task: OperatingTurn, action: CarryBeer) -> None:
        """It will be carried in this run."""
        task.enter(ref, "run")
        loads = value_or(DoState.of(ref.pos).loads, {})
        ref.pos.update_state(loads={**loads, action.card: (action.cubes, action.hex)})


class RunWithBeer(RunTrains):
    """Runs; cubes that were carried go back to the stock, turned trains leave the game."""

    def loading(self, rules: Rules, position: Position, company: str) -> Loading | None:
        """Beer, where the company may carry any (4.5.5.1)."""
        printed, name = printed_of(rules.variant), NameBeer()
        if company in printed.no_beer or not red_areas(rules):
            return None
        ref = Referee(rules, position)
        state, by_name = DoState.of(position), rules.cards.by_name
        with_marker = [private for private in printed.more_cubes if state.holder(private) == company]
        return Loading(
            what="beer",
            kind=CarryBeer.group[0],
            supply=max(0, name.cubes_left(ref, company)[1]),
            pays=area_payments(rules),
            trip=trip_bonus(rules, position, company),
            room={card: by_name[face].loads for card, face in running_trains(rules, position, company)},
            more=max(0, name.more_room(ref, company)),
            more_by=marker_word(with_marker[0]) if with_marker else "",
            through=city_hex(rules),
            needs=((CITY, 1),),
            aboard=loads_of(position, company),
        )  # fmt: skip

    def load(self, company: str, card: str, count: int, hex: str) -> Action:
        """Beer is named by train, cubes and red area."""
        return CarryBeer(company, card, count, hex)

    def loaded_by(self, action: Action) -> tuple[str, int, str] | None:
        """A transport that was named."""
        return (action.card, action.cubes, action.hex) if isinstance(action, CarryBeer) else None

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
    """All or nothing; what is paid out is a full ten Mark."""

    def paid(self, rules: Rules, position: Position, task: OperatingTurn, kind: str) -> int:
        """What the holders get: full ten Mark."""
        return super().paid(rules, position, task, kind) // FULL * FULL

    def explain(self, rules: Rules, position: Position, company: str, paid: int) -> str:
        """What moves the price: nothing paid, less than the value, the value, three times the value."""
        value = rules.price_of(position, company) or 0
        if not paid:
            return "nothing paid"
        if paid < value:
            return "less than the value paid"
        return "three times reached" if paid >= THRICE * value else "value reached"

    def pay_out(self, ref: Referee, task: OperatingTurn) -> None:
        """The rest goes to the treasury; where only a rest is left there is no dividend (4.5.6.2c, R22)."""
        paid = task.revenue // FULL * FULL
        if not paid:
            self.retain(ref, task)
            return
        ref.say(DividendDecided(task.company, "pay", task.revenue))
        kept = task.revenue - paid
        due = kept + self.part(paid, 100 - ref.percent(task.company, POOL))
        if ref.cash(BANK) < due:
            ref.rules.bank_falls_short(ref, due)
        ref.pay(BANK, task.company, kept, "what is no full 10 Mark")
        self.distribute(ref, task.company, paid)
        ref.rules.price_after_run(ref, task.company, paid)
        self.close(ref, task)
