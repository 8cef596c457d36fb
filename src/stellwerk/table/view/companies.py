"""The companies part of the table page: a card each, in operating order; in its head those without one."""

from __future__ import annotations

import msgspec

from stellwerk import market
from stellwerk.position import OFFERING, POOL
from stellwerk.table.view import players, stand
from stellwerk.table.view.players import PrivateChip
from stellwerk.table.view.scene import Pick, Scene
from stellwerk.table.view.stand import Held, Train

DONE, ACTS, LATER, WAITS = "done", "now", "later", "waits"
"""A company has acted in this operating round, acts, acts later; or none of these (stock round, not floated)."""


class Part(msgspec.Struct, frozen=True):
    """A part of the share bar: who holds it, in letters too, how much; `kind` is director, player or bank."""

    holder: str
    letter: str
    percent: int
    kind: str


class Company(msgspec.Struct, frozen=True, kw_only=True):
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
    price: int
    offered: int | None
    """What a share costs in the initial offering, where that is not the price and there are any."""
    zone: str
    """The zone of the chart it stands in, and its letter there."""
    zone_letter: str
    par: int
    cash: int
    debt: int
    director: str | None
    receivership: bool
    trains: tuple[Train, ...]
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


class Idle(msgspec.Struct, frozen=True):
    """A company that is not started; `open`: it may be started in this phase."""

    id: str
    name: str
    kind: str
    open: bool


class Taken(msgspec.Struct, frozen=True):
    """A company that was taken over."""

    id: str
    by: str


class Companies(msgspec.Struct, frozen=True):
    """All companies; `shown` is false while the share table takes their place."""

    shown: bool
    companies: tuple[Company, ...]
    idle: tuple[Idle, ...]
    taken: tuple[Taken, ...]
    closed: tuple[str, ...]
    """Those that have left the game."""


def companies(scene: Scene, pick: Pick) -> Companies:
    """The companies of a scene."""
    shares = stand.held(scene.rules, scene.position)
    cards = tuple(_company(scene, company, shares[company]) for company in in_order(scene))
    taken = stand.taken_over(scene.position)
    lost = tuple(Taken(small, large) for small, large in taken.items())
    return Companies(
        not stand.in_stock_round(scene), cards, idle(scene), lost, stand.closed(scene.rules, scene.position)
    )


def idle(scene: Scene) -> tuple[Idle, ...]:
    """The companies that may be started yet."""
    rules, position = scene.rules, scene.position
    gone = {*stand.taken_over(position), *stand.closed(rules, position)}
    return tuple(
        Idle(figure.id, figure.name, stand.kind_word(scene.say, figure.size), rules.available(position, figure.id))
        for figure in rules.figures.companies
        if figure.id not in position.markers and figure.id not in gone
    )


def in_order(scene: Scene) -> list[str]:
    """Who has acted, who acts, who acts later, who has not floated; within these by price."""
    ranks = {DONE: 0, ACTS: 1, LATER: 2, WAITS: 2}
    by_price = market.in_order(scene.position, scene.rules.chart)
    floated = scene.position.floated
    return sorted(by_price, key=lambda company: (company not in floated, ranks[state(scene, company)]))


def state(scene: Scene, company: str) -> str:
    """Has a company acted in this operating round?"""
    position = scene.position
    if position.round.kind != "operating" or scene.game.over or company not in position.floated:
        return WAITS
    if company == stand.acting(position):
        return ACTS
    return LATER if company in stand.waiting(position) else DONE


def _company(scene: Scene, company: str, shares: dict[str, Held]) -> Company:
    rules, position, figure = scene.rules, scene.position, scene.rules.companies[company]
    placed = sum(1 for here in position.stations.values() for owner, _ in here if owner == company)
    director, floated = stand.directed_by(rules, position, company), company in position.floated
    offering = shares.get(OFFERING, Held(0)).percent
    return Company(
        id=company,
        name=figure.name,
        kind=stand.kind_word(scene.say, figure.size),
        state=state(scene, company),
        place=rules.operating_order(position).index(company) + 1 if floated else 0,
        floated=floated,
        sold=100 - offering,
        needed=figure.float_percent or rules.figures.float_percent,
        price=market.price(position, rules.chart, company),
        offered=stand.offered_at(rules, position, company) if offering else None,
        zone=stand.zone_word(scene, company),
        zone_letter=stand.zone_sign(scene, company),
        par=position.pars.get(company, 0),
        cash=position.cash.get(company, 0),
        debt=int(position.extra.get("debts", {}).get(company, 0)),
        director=director,
        receivership=rules.receivership and floated and director is None,
        trains=stand.trains_at(scene, company),
        no_train=floated and not stand.has_train(rules, position, company),
        counted=len(rules.limited(position, company)),
        limit=rules.train_limit(position, company),
        revenue=position.revenues.get(company),
        stations=placed,
        markers=placed + position.unplaced.get(company, 0),
        privates=players.privates(rules, position, company),
        absorbed=position.absorbed.get(company, ()),
        markers_on_charter=tuple(map(scene.say.sentence, rules.charter_markers(position, company))),
        shares=share_bar(scene, shares),
    )


def share_bar(scene: Scene, shares: dict[str, Held]) -> tuple[Part, ...]:
    """The director, the other players by what they hold, then what lies elsewhere."""
    say, position = scene.say, scene.position
    owners = [holder for holder in scene.rules.register.holders(position) if holder in shares]
    owners.sort(key=lambda player: (not shares[player].director, -shares[player].percent))
    bar = [
        Part(player, scene.letter(player), shares[player].percent, "director" if shares[player].director else "player")
        for player in owners
    ]
    names = {OFFERING: say("initial offering"), POOL: say("bank pool")}
    rest = [place for place in shares if place not in owners]
    rest.sort(key=lambda place: (place != OFFERING, place))
    bar += [Part(names.get(place, place), "", shares[place].percent, "bank") for place in rest]
    return tuple(bar)
