"""Facts about companies, trains and shares that several parts of the table page show."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk import market
from stellwerk.draw.chart import zone_letter
from stellwerk.figures import FaceFigure
from stellwerk.position import OFFERING, OUT, Position
from stellwerk.rules import Rules
from stellwerk.steps.operating_round import OperatingRound, OperatingTurn
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words.texts import Speech
from stellwerk.trains import trains_of

SIZES = ("small", "medium", "large")
FRAMES = ("S", "M", "L")
"""How the trains of small, middle and large companies are framed."""


class ShownTrain(msgspec.Struct, frozen=True):
    """A train: its card, the face that shows, the frame for its size (empty where a title has one size), its price."""

    card: str
    face: str
    frame: str
    price: int | UnsetType
    """Nothing where there is no money."""
    mark: str | UnsetType = UNSET
    """What is to be said of this very train: that it is obsolete, or has its last run."""


class Held(msgspec.Struct, frozen=True):
    """What lies at one place of one company: percent, and whether the director's certificate is among it."""

    percent: int
    director: bool = False


class Holding(msgspec.Struct, frozen=True):
    """What somebody holds of a company."""

    company: str
    percent: int
    director: bool


def in_stock_round(scene: Scene) -> bool:
    """Do players act now (and not companies)? Then the share table is shown instead of the company cards."""
    return scene.rules.kind_of(scene.position.round).players_act and not scene.game.over


def train_frame(rules: Rules, size: str) -> str:
    """The frame of trains for a size of company."""
    sizes = rules.figures.sizes
    if has_two_networks(rules):
        return "second" if uses_second_track(rules, size) else ""
    return FRAMES[min(sizes.index(size), len(FRAMES) - 1)] if len(sizes) > 1 and size in sizes else ""


def has_two_networks(rules: Rules) -> bool:
    """Has the board track of two kinds?"""
    return any(figure.sbahn is not None for figure in rules.board.hexes.values())


def uses_second_track(rules: Rules, size: str) -> bool:
    """Do companies of a kind use track of the second kind?"""
    company = next((company for company, figure in rules.companies.items() if figure.size == size), None)
    return company is not None and rules.board_for(company) is not rules.board


def vehicle_frame(rules: Rules, face: FaceFigure) -> str:
    """How a vehicle is framed: a rail bus round, a trailer with a broken line, a train by its size."""
    return {"rail-bus": "bus", "trailer": "trailer"}.get(face.kind) or train_frame(rules, face.size)


def kind_of(scene: Scene, size: str) -> str:
    """A size of company in the reader's language; nothing where a title has but one, with a name of its own."""
    return kind_word(scene.say, size) if len(scene.rules.figures.sizes) > 1 or size in SIZES else ""


def kind_word(say: Speech, size: str) -> str:
    """A size of company in the reader's language."""
    return {"small": say("small"), "medium": say("medium"), "large": say("large")}.get(size) or (
        say.find(size) if size else size
    )


def colour_word(say: Speech, colour: str) -> str:
    """A colour of tiles in the reader's language."""
    known = {
        "yellow": say("yellow"), "green": say("green"), "brown": say("brown"), "gray": say("gray"),
        "orange": say("orange"), "red": say("red"),
    }  # fmt: skip
    return known.get(colour, colour)


def bank_piles(rules: Rules) -> tuple[str, ...]:
    """The bank's stacks of vehicles, where a title has several."""
    return tuple(dict.fromkeys(figure.pile for figure in rules.cards.figures.values()))


def make_train(rules: Rules, card: str, face: str) -> ShownTrain:
    """A train as it lies."""
    figure = rules.cards.face(card, face) or rules.cards.by_name[face]
    return ShownTrain(card, face, vehicle_frame(rules, figure), figure.price if rules.figures.has_money else UNSET)


def trains_at(scene: Scene, owner: str) -> tuple[ShownTrain, ...]:
    """The trains of a company or in the pool, the dearest first."""
    marks = scene.rules.signs(scene.position).trains
    here = [
        msgspec.structs.replace(
            make_train(scene.rules, card, face), mark=scene.say.sentence(marks[card]) if card in marks else UNSET
        )
        for card, face in trains_of(scene.position, owner)
    ]
    return tuple(sorted(here, key=lambda one: (-(one.price or 0), one.card)))


def has_train(rules: Rules, position: Position, company: str) -> bool:
    """Does a company own a train it could run?"""
    return any(rules.may_run(company, rules.cards.by_name[face]) for _, face in trains_of(position, company))


def holdings_by_place(rules: Rules, position: Position) -> dict[str, dict[str, Held]]:
    """Company to place (player, company, offering, pool ...) to what lies there."""
    found: dict[str, dict[str, Held]] = {}
    where = position.certificates
    for company, cards in rules.register.of.items():
        places: dict[str, Held] = {}
        for card in cards:
            before = places.get(where[card.id], Held(0))
            places[where[card.id]] = Held(before.percent + card.percent, before.director or card.director)
        found[company] = places
    return found


def price_of(scene: Scene, company: str) -> int | None:
    """The share price of a company, once it has one."""
    return scene.rules.price_of(scene.position, company)


def acting_company(position: Position) -> str | None:
    """The company whose turn goes on, whatever interrupts it."""
    turn = next((step for step in reversed(position.agenda) if isinstance(step, OperatingTurn)), None)
    return turn.company if turn is not None else None


def companies_waiting(position: Position) -> tuple[str, ...]:
    """The companies that still act in this operating round, after the acting one."""
    rounds = (step for step in reversed(position.agenda) if isinstance(step, OperatingRound))
    step = next(rounds, None)
    return step.queue if step is not None else ()


def to_act(rules: Rules, position: Position) -> list[str]:
    """The companies that act yet: in this operating round, or in the next one while players act."""
    if not rules.kind_of(position.round).companies_act:
        return rules.operating_order(position)
    now = acting_company(position)
    left = (*((now,) if now else ()), *companies_waiting(position))
    return [company for company in rules.operating_order(position) if company in left]


def players_passed(position: Position) -> Sequence[str]:
    """The players who have passed one after the other, in the step that asks players in turn."""
    found: Sequence[str] = next((step.passed for step in reversed(position.agenda) if hasattr(step, "passed")), ())
    return found


def taken_over(position: Position) -> dict[str, str]:
    """Company to the one that has taken it over."""
    return {small: large for large, taken in position.absorbed.items() for small in taken}


def closed_companies(rules: Rules, position: Position) -> tuple[str, ...]:
    """The companies that have left the game and were not taken over."""
    gone = (company for company in rules.companies if rules.register.has_left(position, company))
    taken = taken_over(position)
    return tuple(company for company in gone if company not in taken)


def offered_at(rules: Rules, position: Position, company: str) -> int | None:
    """What a share costs in the initial offering, where that is another price than the chart's."""
    price = rules.price_of(position, company)
    if price is None:
        return None
    asked = rules.share_price(position, company, OFFERING)
    return asked if asked != price else None


def zone_word(scene: Scene, company: str) -> str:
    """The zone of the chart a company stands in; empty for the ordinary ones."""
    return colour_word(scene.say, _zone_of(scene, company))


def zone_sign(scene: Scene, company: str) -> str:
    """The letter of that zone on the chart."""
    return zone_letter(_zone_of(scene, company))


def _zone_of(scene: Scene, company: str) -> str:
    if company not in scene.position.markers:
        return ""
    return scene.rules.chart.zone(market.cell_of(scene.position, company))


def directed_by(rules: Rules, position: Position, company: str) -> str | None:
    """The player who directs a company, if any."""
    return rules.register.director(position, company)


def private_label(rules: Rules, private: str) -> str:
    """What a private company is called where there is little room."""
    figure = rules.privates[private]
    return figure.short or figure.id


def is_gone(owner: str) -> bool:
    """Has it left the game?"""
    return owner == OUT
