"""The share table of stock rounds: who holds what, what the reader may sell, buy and start; and lots on offer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from stellwerk import market
from stellwerk.actions import Action, Bid, BuyPrivate, BuyShare, Choice, SellShares, StartCompany
from stellwerk.errors import Illegal
from stellwerk.position import OFFERING, POOL
from stellwerk.referee import Referee
from stellwerk.table.view import stand, words
from stellwerk.table.view.companies import Idle, idle
from stellwerk.table.view.scene import Pick, Scene
from stellwerk.table.view.stand import Held, Train
from stellwerk.table.view.why import short_reason


class Column(msgspec.Struct, frozen=True):
    """A player's column."""

    name: str
    letter: str
    you: bool


class Deal(msgspec.Struct, frozen=True):
    """A choice the reader has: the group it picks, how many percent at most, what that brings or costs.

    `percents` are the sizes on offer; `chosen`: it is picked now.
    """

    pick: str
    percents: tuple[int, ...]
    money: int
    chosen: bool


class No(msgspec.Struct, frozen=True):
    """Why there is no such choice: in a few words, and in a sentence."""

    text: str
    why: str = ""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A started company."""

    company: str
    name: str
    price: int
    offered: int | None
    """What a share costs in the initial offering, where that is not the price and there are any."""
    zone: str
    """The zone of the chart it stands in, and its letter there."""
    zone_letter: str
    rises: bool
    """All of it is in players' hands: it rises when the round ends."""
    floated: bool
    held: tuple[Held, ...]
    """One for each player's column."""
    offering: int
    pool: int
    trains: tuple[Train, ...]
    no_train: bool
    revenue: int | None
    chosen: bool
    sell: Deal | No | None
    buy: Deal | No | None


class Start(msgspec.Struct, frozen=True):
    """A company the reader may start: its prices; `shares` is what the director's certificate counts."""

    company: str
    name: str
    kind: str
    pick: str
    prices: tuple[int, ...]
    shares: int
    chosen: bool


class Offer(msgspec.Struct, frozen=True):
    """A bid on a lot."""

    player: str
    letter: str
    amount: int


class Lot(msgspec.Struct, frozen=True, kw_only=True):
    """A private company on offer: price, income, bids from the highest down; what the reader may pick."""

    id: str
    short: str
    name: str
    kind: str
    price: int
    income: int
    bids: tuple[Offer, ...]
    auction: bool
    pick: str
    least: int
    """The least bid, where the choice is a bid."""
    chosen: bool


class Shares(msgspec.Struct, frozen=True, kw_only=True):
    """The share table; `shown` only in rounds where players act."""

    shown: bool
    columns: tuple[Column, ...] = ()
    pool: bool = False
    """Does the game have a bank pool beside the initial offering?"""
    rows: tuple[Row, ...] = ()
    starts: tuple[Start, ...] = ()
    closed: tuple[Idle, ...] = ()
    """Companies that are not started and cannot be now."""
    gone: tuple[str, ...] = ()
    """Companies that have left the game."""
    lots: tuple[Lot, ...] = ()
    decides: bool = False


class Sorted(msgspec.Struct):
    """What `legal` offers, sorted for this table."""

    sells: dict[str, list[int]] = {}
    buys: dict[str, list[BuyShare]] = {}
    starts: dict[str, list[int]] = {}
    lots: dict[str, Choice] = {}


def shares(scene: Scene, pick: Pick) -> Shares:
    """The share table of a scene."""
    if not stand.in_stock_round(scene):
        return Shares(shown=False)
    offered = sort(scene.game.legal()) if scene.decides else Sorted()
    held = stand.held(scene.rules, scene.position)
    order = market.in_order(scene.position, scene.rules.chart)
    columns = tuple(Column(name, scene.letter(name), name == scene.me) for name in scene.position.order)
    return Shares(
        shown=True,
        columns=columns,
        pool=POOL in scene.rules.sources,
        rows=tuple(_row(scene, pick, company, held[company], offered) for company in order),
        starts=starts(scene, pick, offered),
        closed=closed(scene, offered),
        gone=stand.closed(scene.rules, scene.position),
        lots=lots(scene, pick, offered),
        decides=scene.decides,
    )


def sort(legal: Iterable[Choice]) -> Sorted:
    """What may be played, by what it is about."""
    found = Sorted()
    for choice in legal:
        action = choice.action
        if isinstance(action, SellShares):
            found.sells.setdefault(action.company, []).append(action.percent)
        elif isinstance(action, BuyShare):
            found.buys.setdefault(action.company, []).append(action)
        elif isinstance(action, StartCompany):
            found.starts.setdefault(action.company, []).append(action.price)
        elif isinstance(action, BuyPrivate):
            found.lots[action.private] = choice
        elif isinstance(action, Bid):
            found.lots.setdefault(action.lot, choice)  # who puts a lot up may also leave the first bid to others
    return found


def _row(scene: Scene, pick: Pick, company: str, held: dict[str, Held], offered: Sorted) -> Row:
    rules, position = scene.rules, scene.position
    nothing = Held(0)
    offering, pool = held.get(OFFERING, nothing).percent, held.get(POOL, nothing).percent
    return Row(
        company=company,
        name=rules.companies[company].name,
        price=market.price(position, rules.chart, company),
        offered=stand.offered_at(rules, position, company) if offering else None,
        zone=stand.zone_word(scene, company),
        zone_letter=stand.zone_sign(scene, company),
        rises=rules.register.in_hands(position, company) == 100,
        floated=company in position.floated,
        held=tuple(held.get(player, nothing) for player in position.order),
        offering=offering,
        pool=pool,
        trains=stand.trains_at(scene, company),
        no_train=company in position.operated and not stand.has_train(rules, position, company),
        revenue=position.revenues.get(company),
        chosen=pick.group in (f"sell:{company}", f"buy:{company}"),
        sell=_sell(scene, pick, company, offered),
        buy=_buy(scene, pick, company, offered, offering + pool),
    )


def _sell(scene: Scene, pick: Pick, company: str, offered: Sorted) -> Deal | No | None:
    if not scene.decides or scene.me is None:
        return None
    percents = offered.sells.get(company)
    if percents:
        return _deal(scene, pick, f"sell:{company}", tuple(percents), words.share_price(scene, company, max(percents)))
    holds = scene.rules.register.percent(scene.position, company, scene.me)
    if not holds:
        return No(scene.say("you own none"))
    return _refusal(scene, SellShares(scene.me, company, scene.rules.register.unit[company]))


def _buy(scene: Scene, pick: Pick, company: str, offered: Sorted, left: int) -> Deal | No | None:
    if not scene.decides or scene.me is None:
        return None
    buys = offered.buys.get(company)
    if buys:
        cheapest = min(words.share_price(scene, company, buy.percent, buy.source) for buy in buys)
        return _deal(scene, pick, f"buy:{company}", tuple(sorted({buy.percent for buy in buys})), cheapest)
    if not left:
        return No(scene.say("sold out"))
    rules, position = scene.rules, scene.position
    sources = ((source, rules.offered_percents(position, company, source)) for source in rules.sources)
    source, sizes_there = next(((place, some) for place, some in sources if some), (OFFERING, {0}))
    return _refusal(scene, BuyShare(scene.me, company, min(sizes_there), source))


def _deal(scene: Scene, pick: Pick, group: str, percents: tuple[int, ...], money: int) -> Deal:
    return Deal(group, percents, money, pick.group == group)


def _refusal(scene: Scene, action: Action) -> No:
    """What the rules say to an action that is not on offer."""
    try:
        scene.game.check(action)
    except Illegal as refusal:
        return No(short_reason(scene.say, refusal.code), scene.say.sentence(refusal.sentence))
    return No("")


def starts(scene: Scene, pick: Pick, offered: Sorted) -> tuple[Start, ...]:
    """The companies the reader may start now."""
    rules = scene.rules
    return tuple(
        Start(
            company,
            rules.companies[company].name,
            stand.kind_word(scene.say, rules.companies[company].size),
            f"start:{company}",
            tuple(sorted(prices)),
            rules.register.shares(company, rules.register.of[company][0].percent),
            pick.group == f"start:{company}",
        )
        for company, prices in offered.starts.items()
    )


def closed(scene: Scene, offered: Sorted) -> tuple[Idle, ...]:
    """Companies that are not started and cannot be started by the reader now."""
    return tuple(company for company in idle(scene) if company.id not in offered.starts)


def lots(scene: Scene, pick: Pick, offered: Sorted) -> tuple[Lot, ...]:
    """The private companies nobody owns yet."""
    position = scene.position
    left = [private for private in scene.rules.privates if position.privates.get(private) == OFFERING]
    step = next((step for step in reversed(position.agenda) if hasattr(step, "lot")), None)
    spoken = step.lot if step is not None else ""
    return tuple(_lot(scene, pick, private, offered.lots.get(private), private == spoken) for private in left)


def _lot(scene: Scene, pick: Pick, private: str, choice: Choice | None, auction: bool) -> Lot:
    figure = scene.rules.privates[private]
    group, least = "", 0
    if choice is not None:
        bids = isinstance(choice.action, Bid)
        group, least = f"{'bid' if bids else 'private'}:{private}", choice.low if bids else 0
    return Lot(
        id=private,
        short=stand.private_label(scene.rules, private),
        name=scene.say.sentence(figure.name),
        kind=stand.kind_word(scene.say, figure.size),
        price=_lot_price(scene, private),
        income=scene.rules.private_income(scene.position, private),
        bids=_bids(scene, private),
        auction=auction,
        pick=group,
        least=least,
        chosen=bool(group) and pick.group == group,
    )


def _lot_price(scene: Scene, private: str) -> int:
    """What a lot costs now: the step that sells it may have made it cheaper."""
    for step in reversed(scene.position.agenda):
        priced: Any = getattr(step, "price", None)
        if callable(priced):
            return int(priced(Referee(scene.rules, scene.position), private))
    return scene.rules.privates[private].price


def _bids(scene: Scene, private: str) -> tuple[Offer, ...]:
    """The bids on a lot, wherever the agenda keeps them; an auction that goes on knows best."""
    for step in reversed(scene.position.agenda):
        bids: Any = getattr(step, "bids", None)
        if isinstance(bids, Mapping):
            made = bids.get(private, ())
        elif bids is not None and getattr(step, "lot", None) == private:
            made = bids
        else:
            continue
        return tuple(Offer(who, scene.letter(who), amount) for who, amount in sorted(made, key=lambda bid: -bid[1]))
    return ()
