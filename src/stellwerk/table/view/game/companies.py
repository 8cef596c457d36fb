"""The companies part of the table page: a card each, in operating order; in its head those without one."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.position import OFFERING, POOL
from stellwerk.rules.limits import limited_trains
from stellwerk.table.view.game import parts, players, standing_facts
from stellwerk.table.view.game.chart import is_tall
from stellwerk.table.view.game.parts import PartsCard
from stellwerk.table.view.game.players import PrivateChip
from stellwerk.table.view.game.sealed_bids import make_envelopes
from stellwerk.table.view.game.standing_facts import Held, ShownTrain
from stellwerk.table.view.own_words import own_word
from stellwerk.table.view.scene import Pick, Scene

DONE, ACTS, LATER, WAITS = "done", "now", "later", "waits"
"""A company has acted in this operating round, acts, acts later; or none of these (stock round, not floated)."""


class Part(msgspec.Struct, frozen=True):
    """A part of the share bar: who holds it, in letters too, how much; `kind` is director, player or bank."""

    holder: str
    letter: str
    percent: int
    kind: str


class CompanyHolding(msgspec.Struct, frozen=True):
    """What a company holds of another one; `seats` are the parts of that one which come with it, by their numerals."""

    company: str
    percent: int
    director: bool
    seats: tuple[str, ...]


class CompanyCard(msgspec.Struct, frozen=True, kw_only=True):
    """A started company."""

    id: str
    name: str
    kind: str
    state: str
    place: int
    """Its place in the operating order, from 1 on; 0 if it has not floated."""
    floated: bool
    sold: int
    """Percent out of the offering."""
    needed: int
    """Percent at which it floats."""
    price: int | UnsetType | None = UNSET
    """Nothing where it never has one; left out, as all that is money, in a game without money."""
    offered: int | UnsetType | None = UNSET
    """What a share costs in the initial offering, where that is not the price and there are any."""
    zone: str | UnsetType = UNSET
    """The zone of the chart it stands in, and its letter there."""
    zone_letter: str | UnsetType = UNSET
    par: int | UnsetType = UNSET
    cash: int | UnsetType = UNSET
    debt: int | UnsetType = UNSET
    would_earn: int | UnsetType = UNSET
    """What its best run would earn if the game ended now, where only that counts."""
    director: str | None
    receivership: bool
    trains: tuple[ShownTrain, ...]
    no_train: bool
    counted: int
    """Vehicles that count against the limit."""
    limit: int
    revenue: int | None
    stations: int
    """Stations on the board."""
    markers: int
    """Station markers in all."""
    privates: tuple[PrivateChip, ...]
    absorbed: tuple[str, ...]
    markers_on_charter: tuple[str, ...]
    """What else lies on its charter, in words."""
    shares: tuple[Part, ...]
    holds: tuple[CompanyHolding, ...] | UnsetType = UNSET
    """What it holds of other companies itself."""
    look: str | UnsetType = UNSET
    """The pick that shows on the board what stops count for it, where that is not the same for all."""


class FirstPrice(msgspec.Struct, frozen=True):
    """What a share of a company costs first, where that is printed; where it is at home, or when it comes."""

    company: str
    name: str
    price: int
    about: str
    later: bool


class Idle(msgspec.Struct, frozen=True):
    """A company that is not started; `open`: it may be started in this phase."""

    id: str
    name: str
    kind: str
    open: bool
    text: str | UnsetType = UNSET
    """Why it is not started, where the title has words of its own for it."""


class Taken(msgspec.Struct, frozen=True):
    """A company that was taken over."""

    id: str
    by: str


class Companies(msgspec.Struct, frozen=True):
    """All companies; `shown` is false while the share table takes their place."""

    shown: bool
    companies: tuple[CompanyCard, ...]
    idle: tuple[Idle, ...]
    taken: tuple[Taken, ...]
    closed: tuple[str, ...]
    """Those that have left the game."""
    parts: tuple[PartsCard, ...] | UnsetType = UNSET
    """Companies whose parts act for themselves; they and their parts have no card of the usual kind."""
    lines: bool | UnsetType = UNSET
    """Are companies lines beside the chart where there is room, instead of cards?"""
    first_prices: tuple[FirstPrice, ...] | UnsetType = UNSET
    """What shares cost first, while nobody has any yet and bids are made."""


def make_companies_part(scene: Scene, pick: Pick) -> Companies:
    """The companies of a scene."""
    shares = standing_facts.holdings_by_place(scene.rules, scene.position)
    of_parts = parts.companies_of_parts(scene)
    cards = tuple(
        _make_company_card(scene, company, shares[company])
        for company in in_order(scene)
        if company not in of_parts and scene.rules.companies[company].part_of not in of_parts
    )
    taken = standing_facts.taken_over(scene.position)
    joined = {part for part, whole in taken.items() if whole in of_parts}
    lost = tuple(Taken(small, large) for small, large in taken.items() if small not in joined)
    return Companies(
        not standing_facts.in_stock_round(scene) or not scene.rules.figures.has_money,
        cards,
        companies_not_started(scene),
        lost,
        standing_facts.closed_companies(scene.rules, scene.position),
        parts.make_parts_cards(scene) or UNSET,
        is_tall(scene.rules) or UNSET,
        first_prices(scene) or UNSET,
    )


def first_prices(scene: Scene) -> tuple[FirstPrice, ...]:
    """The printed first prices, while bids are sealed."""
    if make_envelopes(scene) is None:
        return ()
    rules, found = scene.rules, []
    for company, figure in rules.companies.items():
        price = next(iter(rules.chart.starts(company)), None)
        if price is None:
            continue
        phase = next((name for name, now in rules.phases.items() if figure.size in now.allows), "")
        about = figure.home_name or figure.name
        if phase:
            about = scene.say("from phase {phase}", phase=standing_facts.colour_word(scene.say, phase))
        found.append(FirstPrice(company, figure.name, price, about, bool(phase)))
    return tuple(found)


def companies_not_started(scene: Scene) -> tuple[Idle, ...]:
    """The companies that may be started yet."""
    rules, position = scene.rules, scene.position
    gone = {*standing_facts.taken_over(position), *standing_facts.closed_companies(rules, position)}
    words = {True: own_word(scene, "not now"), False: own_word(scene, "not in this phase")}
    return tuple(
        Idle(
            figure.id,
            figure.name,
            standing_facts.kind_of(scene, figure.size),
            rules.available(position, figure.id),
            words[rules.available(position, figure.id)],
        )
        for figure in rules.figures.companies
        if figure.id not in rules.companies_in_play(position) and figure.id not in gone
    )


def in_order(scene: Scene) -> list[str]:
    """Who has acted, who acts, who acts later, who has not floated; within these by price."""
    ranks = {DONE: 0, ACTS: 1, LATER: 2, WAITS: 2}
    by_price = scene.rules.companies_by_price(scene.position)
    floated = scene.position.floated
    return sorted(by_price, key=lambda company: (company not in floated, ranks[turn_state(scene, company)]))


def turn_state(scene: Scene, company: str) -> str:
    """Has a company acted in this operating round?"""
    position = scene.position
    if not scene.rules.kind_of(position.round).companies_act or scene.game.over or company not in position.floated:
        return WAITS
    if company == standing_facts.acting_company(position):
        return ACTS
    if company not in scene.rules.operating_order(position):
        return WAITS
    return LATER if company in standing_facts.companies_waiting(position) else DONE


def _make_company_card(scene: Scene, company: str, shares: dict[str, Held]) -> CompanyCard:
    rules, position, figure = scene.rules, scene.position, scene.rules.companies[company]
    placed = sum(1 for here in position.stations.values() for owner, _ in here if owner == company)
    director, floated = standing_facts.directed_by(rules, position, company), company in position.floated
    offering, order = shares.get(OFFERING, Held(0)).percent, rules.operating_order(position)
    return CompanyCard(
        id=company,
        name=figure.name,
        kind=standing_facts.kind_of(scene, figure.size),
        state=turn_state(scene, company),
        place=order.index(company) + 1 if company in order else 0,
        floated=floated,
        sold=100 - offering,
        needed=figure.float_percent or rules.figures.float_percent,
        **(_money_of(scene, company, bool(offering)) if rules.figures.has_money else {}),
        would_earn=rules.incomes_if_over(position).get(company, UNSET),
        director=director,
        receivership=rules.receivership and floated and director is None,
        trains=standing_facts.trains_at(scene, company),
        no_train=floated and not standing_facts.has_train(rules, position, company),
        counted=len(limited_trains(rules, position, company)),
        limit=rules.train_limit(position, company),
        revenue=position.revenues.get(company),
        stations=placed,
        markers=placed + position.unplaced.get(company, 0),
        privates=players.list_privates(rules, position, company),
        absorbed=position.absorbed.get(company, ()),
        markers_on_charter=tuple(map(scene.say.sentence, rules.signs(position).charters.get(company, ()))),
        shares=share_bar(scene, company, shares),
        holds=holdings_of(scene, company) or UNSET,
        look=f"look:{company}" if rules.stop_values(position, company) != rules.stop_values(position) else UNSET,
    )


def _money_of(scene: Scene, company: str, offering: bool) -> dict[str, Any]:
    """What a company is worth, has and owes."""
    rules, position = scene.rules, scene.position
    return {
        "price": rules.price_of(position, company),
        "offered": standing_facts.offered_at(rules, position, company) if offering else None,
        "zone": standing_facts.zone_word(scene, company),
        "zone_letter": standing_facts.zone_sign(scene, company),
        "par": position.pars.get(company, 0),
        "cash": position.cash.get(company, 0),
        "debt": position.state.money_owed().get(company, 0),
    }


def holdings_of(scene: Scene, company: str) -> tuple[CompanyHolding, ...]:
    """The shares a company holds itself, and the parts that come with them."""
    rules, position = scene.rules, scene.position
    found = []
    for other in rules.companies_in_play(position):
        percent = rules.register.percent(position, other, company) if other != company else 0
        if percent:
            standing = rules.standing_of_parts(position, other)
            own = [part.sign for part in standing.parts if part.owner == company] if standing is not None else []
            director = rules.register.director(position, other) == company
            found.append(CompanyHolding(other, percent, director, tuple(own)))
    return tuple(found)


def share_bar(scene: Scene, company: str, shares: dict[str, Held]) -> tuple[Part, ...]:
    """The director, the other players by what they hold, then what lies elsewhere."""
    say, position = scene.say, scene.position
    owners = [holder for holder in scene.rules.register.holders(position, company) if holder in shares]
    owners.sort(key=lambda player: (not shares[player].director, -shares[player].percent))
    bar = [
        Part(player, scene.letter(player), shares[player].percent, "director" if shares[player].director else "player")
        for player in owners
    ]
    names = {OFFERING: say("initial offering"), POOL: say("bank pool")}
    if not scene.rules.figures.has_money:
        names = {OFFERING: say("on display"), POOL: say("set aside")}
    rest = [place for place in shares if place not in owners]
    rest.sort(key=lambda place: (place != OFFERING, place))
    bar += [Part(names.get(place, place), "", shares[place].percent, "bank") for place in rest]
    return tuple(bar)
