"""What stands beside the share table where a title has it: companies to open, companies as holders, cards in order."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.actions import BuyShare
from stellwerk.certificates import Certificate
from stellwerk.events import CompanyStarted
from stellwerk.position import OFFERING, POOL
from stellwerk.rules import Rules
from stellwerk.table.view.game.standing_facts import Held
from stellwerk.table.view.own_words import Note, lines_of, note_of
from stellwerk.table.view.scene import Scene

MOST_COLUMNS = 3
"""Of more companies that may hold shares those that do stand in a row below the company, not in columns."""
SOLD, NEXT, LATER = "sold", "next", "later"
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
LINE = 760.0
"""How wide the line of cards is."""


def prices_are_printed(rules: Rules, company: str) -> bool:
    """Does the chart name the first price of this very company? Then it has one before it has a director."""
    return bool(rules.chart.starts(company))


# Companies that have not started


class Unstarted(msgspec.Struct, frozen=True):
    """A company whose shares are sold and that has no director yet: how much is sold and needed, who holds most."""

    sold: int
    needed: int
    most: tuple[str, ...]


def unstarted(scene: Scene, company: str) -> Unstarted | UnsetType:
    """How far a company is from its start, if its shares are sold before it has a director."""
    rules, position = scene.rules, scene.position
    if company in position.floated or not prices_are_printed(rules, company):
        return UNSET
    register = rules.register
    if register.director(position, company) is not None:
        return UNSET
    held = {holder: register.percent(position, company, holder) for holder in register.holders(position, company)}
    top = max(held.values(), default=0)
    most = tuple(holder for holder, percent in held.items() if percent == top and top)
    needed = rules.companies[company].float_percent or rules.figures.float_percent
    return Unstarted(100 - register.percent(position, company, OFFERING), needed, most)


def is_unopened(scene: Scene, company: str) -> bool:
    """Has nothing of a company been sold whose first certificate opens it?"""
    rules, position = scene.rules, scene.position
    if not prices_are_printed(rules, company) or rules.register.percent(position, company, OFFERING) < 100:
        return False
    first = rules.register.on_sale(position, company, OFFERING)[:1]
    return all(card.director for card in first)


class Opened(msgspec.Struct, frozen=True):
    """Who has opened which company in this round."""

    player: str
    company: str


def opened_in_this_round(scene: Scene) -> tuple[Opened, ...]:
    """The openings of this round, as far as the log here tells."""
    numbers = [step.number for step in scene.line if step.number in scene.past.happened]
    told = [what for number in numbers if (what := scene.past.happened[number]).round == scene.position.round]
    told += [what for _, what in scene.past.tried if what.round == scene.position.round]
    events = (event for what in told for event in what.events if isinstance(event, CompanyStarted))
    return tuple(Opened(event.player, event.company) for event in events)


def remarks(scene: Scene) -> tuple[str, ...]:
    """What the title says of opening companies now."""
    step = scene.position.agenda[-1] if scene.position.agenda else None
    return lines_of(scene, step)


# Companies as holders


class HoldingCompany(msgspec.Struct, frozen=True):
    """A company that holds shares of another: how many percent, the numerals of its seats, who decides for it."""

    company: str
    percent: int
    seats: tuple[str, ...]
    decides: str | None


def have_columns(rules: Rules) -> tuple[str, ...]:
    """The companies that have a column in the share table because they may hold shares."""
    able = dict.fromkeys(c for holders in rules.register.holding_companies.values() for c in holders)
    return tuple(able) if len(able) <= MOST_COLUMNS else ()


def companies_as_holders(scene: Scene, company: str, held: Mapping[str, Held]) -> tuple[HoldingCompany, ...]:
    """The companies that hold shares of a company, where they have no columns."""
    rules, position = scene.rules, scene.position
    able = rules.register.holding_companies.get(company, ()) if not have_columns(rules) else ()
    seats = seats_of(scene, company)
    return tuple(
        HoldingCompany(
            holder,
            held[holder].percent,
            tuple(seats[card.id] for card in rules.register.at(position, company, holder) if card.id in seats),
            rules.register.director(position, holder),
        )
        for holder in able
        if holder in held
    )


# Cards in order


class CardStop(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate on the line: its number, percent, the numeral of its seat, who has it, its place across."""

    number: int
    percent: int
    seat: str
    state: str
    holder: str
    at: float


class CardLine(msgspec.Struct, frozen=True, kw_only=True):
    """The certificates of a company that are sold in order; `starts_after` of them it starts, at so many percent."""

    company: str
    price: int
    cards: tuple[CardStop, ...]
    starts_at: int
    starts_after: int
    next: int
    """The number of the next one; 0 if none is left."""
    note: Note | UnsetType = UNSET
    """What the next one brings."""
    later: tuple[tuple[int, str], ...] = ()
    """The seats that come after it, by the number of the card."""


def card_lines(scene: Scene) -> tuple[CardLine, ...]:
    """The line of each company with seats among its certificates."""
    rules, position = scene.rules, scene.position
    return tuple(_card_line(scene, company) for company in position.markers if company in rules.register.marked)


def seats_of(scene: Scene, company: str) -> dict[str, str]:
    """Certificate to the numeral of its seat: the director's is the first, then those that are marked, in order."""
    register = scene.rules.register
    marked = [card for card in register.of[company] if card.director or card.mark]
    names = {card.id: numeral for card, numeral in zip(marked, NUMERALS, strict=False)}
    if company not in register.marked:
        return {}
    return {card.id: names[card.id] for card in marked if card.director or register.mark_of(scene.position, card)}


def _card_line(scene: Scene, company: str) -> CardLine:
    rules, position = scene.rules, scene.position
    cards, seats = rules.register.of[company], seats_of(scene, company)
    left = [n for n, card in enumerate(cards, start=1) if position.certificates[card.id] == OFFERING]
    gap = LINE / max(1, len(cards) - 1)
    stops = tuple(
        CardStop(
            number=number,
            percent=card.percent,
            seat=seats.get(card.id, ""),
            state=NEXT if left[:1] == [number] else LATER if number in left else SOLD,
            holder=_holder(scene, position.certificates[card.id]),
            at=round(gap * (number - 1), 1),
        )
        for number, card in enumerate(cards, start=1)
    )
    needed = rules.companies[company].float_percent or rules.figures.float_percent
    return CardLine(
        company=company,
        price=rules.share_price(position, company, OFFERING),
        cards=stops,
        starts_at=needed,
        starts_after=sum(1 for n in range(len(cards)) if sum(card.percent for card in cards[:n]) < needed),
        next=left[0] if left else 0,
        note=_note_of_next(scene, company, cards[left[0] - 1]) if left else UNSET,
        later=tuple((stop.number, stop.seat) for stop in stops if stop.state == LATER and stop.seat),
    )


def _note_of_next(scene: Scene, company: str, card: Certificate) -> Note | UnsetType:
    marked = bool(scene.rules.register.mark_of(scene.position, card))
    player = scene.me or scene.position.players[0]
    return note_of(scene, BuyShare(player, company, card.percent, OFFERING, card.id if marked else UNSET))


def _holder(scene: Scene, place: str) -> str:
    """Who has a card, in a word; nobody, while it is in the offering."""
    if place == OFFERING:
        return ""
    if place == POOL:
        return scene.say("Pool")
    return scene.say("you") if place == scene.me else place


def number_of_next(scene: Scene, company: str) -> int:
    """The number of the next card in the offering, where cards are sold in order; 0 where they are not."""
    cards = scene.rules.register.of[company] if company in scene.rules.register.marked else ()
    places = scene.position.certificates
    return next((n for n, card in enumerate(cards, start=1) if places[card.id] == OFFERING), 0)
