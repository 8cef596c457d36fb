"""The share table of stock rounds: who holds what, what the reader may sell, buy and start; and lots on offer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.actions import Action, Bid, BuyPrivate, BuyShare, Choice, SellShares, StartCompany
from stellwerk.errors import Illegal
from stellwerk.position import OFFERING, POOL
from stellwerk.table.view.game import share_extras, standing_facts
from stellwerk.table.view.game.box_bidding import BoxBids, make_box_bids
from stellwerk.table.view.game.choices import id_of
from stellwerk.table.view.game.companies import Idle, companies_not_started
from stellwerk.table.view.game.display import Display, make_display
from stellwerk.table.view.game.lots import Lot, lots_on_offer
from stellwerk.table.view.game.sealed_bids import Envelopes, Opening, make_envelopes, make_opening
from stellwerk.table.view.game.share_extras import CardLine, HoldingCompany, Opened, Unstarted
from stellwerk.table.view.game.share_refusals import short_reason
from stellwerk.table.view.game.standing_facts import Held, ShownTrain
from stellwerk.table.view.own_words import own_word
from stellwerk.table.view.scene import Pick, Scene
from stellwerk.table.view.words import choice_labels


class Column(msgspec.Struct, frozen=True):
    """A player's column."""

    name: str
    letter: str
    you: bool


class ShareDeal(msgspec.Struct, frozen=True):
    """A choice the reader has: the group it picks, how many percent at most, what that brings or costs.

    `percents` are the sizes on offer; `chosen`: it is picked now.
    """

    pick: str
    percents: tuple[int, ...]
    money: int
    chosen: bool
    number: int | UnsetType = UNSET
    """Of the certificate, where it is sold by its number."""


class No(msgspec.Struct, frozen=True):
    """Why there is no such choice: in a few words, and in a sentence."""

    text: str
    why: str = ""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A started company."""

    company: str
    name: str
    price: int | None
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
    trains: tuple[ShownTrain, ...]
    no_train: bool
    revenue: int | None
    chosen: bool
    sell: ShareDeal | No | None
    buy: ShareDeal | No | None
    trade: ShareDeal | UnsetType = UNSET
    """A purchase that is paid in part with a share of one's own."""
    offer_at: int | UnsetType = UNSET
    """What a share costs where offering and pool both show their price; the same of the pool."""
    pool_at: int | UnsetType = UNSET
    unstarted: Unstarted | UnsetType = UNSET
    """Where shares are sold before the company has a director: how far it is."""
    holders: tuple[HoldingCompany, ...] | UnsetType = UNSET
    """The companies that hold shares of it, where they have no columns."""


class Openable(msgspec.Struct, frozen=True):
    """A company that is opened by its first certificate: what that costs, whether the reader may buy it."""

    company: str
    name: str
    home: str
    price: int
    deal: ShareDeal | No | None


class StartOffer(msgspec.Struct, frozen=True):
    """A company the reader may start: its prices; `shares` is what the director's certificate counts."""

    company: str
    name: str
    kind: str
    pick: str
    prices: tuple[int, ...]
    shares: int
    chosen: bool


class Shares(msgspec.Struct, frozen=True, kw_only=True):
    """The share table; `shown` only in rounds where players act."""

    shown: bool
    columns: tuple[Column, ...] = ()
    pool: bool = False
    """Does the game have a bank pool beside the initial offering?"""
    offering: str | UnsetType = UNSET
    """What the place is called where unsold shares lie, in a word, and in a few."""
    offering_title: str | UnsetType = UNSET
    rows: tuple[Row, ...] = ()
    starts: tuple[StartOffer, ...] = ()
    closed: tuple[Idle, ...] = ()
    """Companies that are not started and cannot be now."""
    gone: tuple[str, ...] = ()
    """Companies that have left the game."""
    lots: tuple[Lot, ...] = ()
    decides: bool = False
    envelopes: Envelopes | UnsetType = UNSET
    """While sealed bids are made."""
    bidding: BoxBids | UnsetType = UNSET
    """While boxes are bid on."""
    display: Display | UnsetType = UNSET
    """Where certificates are taken off stacks."""
    opening: Opening | UnsetType = UNSET
    """What came of them, as long as it stands."""
    openable: tuple[Openable, ...] | UnsetType = UNSET
    """The companies of which nothing is sold, where their first certificate opens them."""
    opened: tuple[Opened, ...] | UnsetType = UNSET
    remarks: tuple[str, ...] | UnsetType = UNSET
    """What the title remarks on opening companies."""
    lines: tuple[CardLine, ...] | UnsetType = UNSET
    """The cards of companies that are sold in order, with seats among them."""


class Sorted(msgspec.Struct):
    """What `legal` offers, sorted for this table."""

    sells: dict[str, list[int]] = {}
    buys: dict[str, list[BuyShare]] = {}
    trades: dict[str, list[BuyShare]] = {}
    """Purchases of a kind of the title's own."""
    starts: dict[str, list[int]] = {}
    lots: dict[str, Choice] = {}


def make_share_table(scene: Scene, pick: Pick) -> Shares:
    """The share table of a scene."""
    if not standing_facts.in_stock_round(scene):
        return Shares(shown=False)
    envelopes = make_envelopes(scene)
    if envelopes is not None:
        return Shares(shown=True, envelopes=envelopes, decides=scene.decides)
    display = make_display(scene, pick)
    if display is not None:
        return Shares(shown=True, display=display, decides=scene.decides)
    bidding = make_box_bids(scene, pick)
    if bidding is not None:
        return Shares(shown=True, bidding=bidding, decides=scene.decides)
    offered = sort_offers(scene.game.legal()) if scene.decides else Sorted()
    held = standing_facts.holdings_by_place(scene.rules, scene.position)
    order = scene.rules.companies_by_price(scene.position)
    printed = any(share_extras.prices_are_printed(scene.rules, company) for company in scene.rules.companies)
    unopened = [company for company in order if share_extras.is_unopened(scene, company)]
    dealt = [company for company in order if scene.rules.register.of[company] and company not in unopened]
    columns = tuple(Column(name, scene.letter(name), name == scene.me) for name in _holders(scene))
    return Shares(
        shown=True,
        columns=columns,
        pool=POOL in scene.rules.sources,
        offering=own_word(scene, "Offer"),
        offering_title=own_word(scene, "Initial offering"),
        rows=tuple(_share_row(scene, pick, one, held[one], offered) for one in order if one in dealt),
        starts=companies_to_start(scene, pick, offered),
        closed=() if printed else companies_closed_to_reader(scene, offered),
        gone=standing_facts.closed_companies(scene.rules, scene.position),
        lots=lots_on_offer(scene, pick, offered.lots),
        decides=scene.decides,
        opening=make_opening(scene, pick) or UNSET,
        openable=tuple(_openable(scene, pick, company, offered) for company in unopened) or UNSET,
        opened=share_extras.opened_in_this_round(scene) if unopened else UNSET,
        remarks=share_extras.remarks(scene) or UNSET,
        lines=share_extras.card_lines(scene) or UNSET,
    )


def _holders(scene: Scene) -> tuple[str, ...]:
    """Whose columns there are: the players, and the companies that may hold shares."""
    return (*scene.position.order, *share_extras.have_columns(scene.rules))


def sort_offers(legal: Iterable[Choice]) -> Sorted:
    """What may be played, by what it is about."""
    found = Sorted()
    for choice in legal:
        action = choice.action
        if isinstance(action, SellShares):
            found.sells.setdefault(action.company, []).append(action.percent)
        elif isinstance(action, BuyShare) and type(action) is not BuyShare:
            found.trades.setdefault(action.company, []).append(action)
        elif isinstance(action, BuyShare):
            found.buys.setdefault(action.company, []).append(action)
        elif isinstance(action, StartCompany):
            found.starts.setdefault(action.company, []).append(action.price)
        elif isinstance(action, BuyPrivate):
            found.lots[action.private] = choice
        elif isinstance(action, Bid):
            found.lots.setdefault(action.lot, choice)  # who puts a lot up may also leave the first bid to others
    return found


def _share_row(scene: Scene, pick: Pick, company: str, held: dict[str, Held], offered: Sorted) -> Row:
    rules, position = scene.rules, scene.position
    printed = share_extras.prices_are_printed(rules, company)
    nothing = Held(0)
    offering, pool = held.get(OFFERING, nothing).percent, held.get(POOL, nothing).percent
    return Row(
        company=company,
        name=rules.companies[company].name,
        price=rules.price_of(position, company),
        offered=standing_facts.offered_at(rules, position, company) if offering else None,
        zone=standing_facts.zone_word(scene, company),
        zone_letter=standing_facts.zone_sign(scene, company),
        rises=rules.register.in_hands(position, company) == 100,
        floated=company in position.floated,
        held=tuple(held.get(player, nothing) for player in _holders(scene)),
        offering=offering,
        pool=pool,
        trains=standing_facts.trains_at(scene, company),
        no_train=company in position.operated and not standing_facts.has_train(rules, position, company),
        revenue=position.revenues.get(company),
        chosen=pick.group in (f"sell:{company}", f"buy:{company}", f"trade:{company}"),
        sell=_sell_cell(scene, pick, company, offered),
        buy=_buy_cell(scene, pick, company, offered, offering + pool),
        trade=_trade_cell(scene, pick, offered.trades.get(company, ())),
        offer_at=rules.share_price(position, company, OFFERING) if printed and offering else UNSET,
        pool_at=rules.share_price(position, company, POOL) if printed and pool else UNSET,
        unstarted=share_extras.unstarted(scene, company),
        holders=share_extras.companies_as_holders(scene, company, held) or UNSET,
    )


def _openable(scene: Scene, pick: Pick, company: str, offered: Sorted) -> Openable:
    figure, register = scene.rules.companies[company], scene.rules.register
    price = choice_labels.share_price(scene, company, register.of[company][0].percent, OFFERING)
    return Openable(company, figure.name, figure.home_name, price, _buy_cell(scene, pick, company, offered, 100))


def _sell_cell(scene: Scene, pick: Pick, company: str, offered: Sorted) -> ShareDeal | No | None:
    if not scene.decides or scene.me is None:
        return None
    percents = offered.sells.get(company)
    if percents:
        gain = choice_labels.sale_price(scene, company, max(percents))
        return _share_deal(scene, pick, f"sell:{company}", tuple(dict.fromkeys(percents)), gain)
    holds = scene.rules.register.percent(scene.position, company, scene.me)
    if not holds:
        return No(scene.say("you own none"))
    return _refusal_of(scene, SellShares(scene.me, company, scene.rules.register.unit[company]))


def _buy_cell(scene: Scene, pick: Pick, company: str, offered: Sorted, left: int) -> ShareDeal | No | None:
    if not scene.decides or scene.me is None:
        return None
    buys = offered.buys.get(company)
    if buys:
        cheapest = min(choice_labels.share_price(scene, company, buy.percent, buy.source) for buy in buys)
        deal = _share_deal(scene, pick, f"buy:{company}", tuple(sorted({buy.percent for buy in buys})), cheapest)
        number = share_extras.number_of_next(scene, company) if buys[0].source == OFFERING and len(buys) == 1 else 0
        return msgspec.structs.replace(deal, number=number or UNSET)
    if not left:
        return No(scene.say("sold out"))
    rules, position = scene.rules, scene.position
    sources = ((source, rules.register.offered_percents(position, company, source)) for source in rules.sources)
    source, sizes_there = next(((place, some) for place, some in sources if some), (OFFERING, {0}))
    return _refusal_of(scene, BuyShare(scene.me, company, min(sizes_there), source))


def _trade_cell(scene: Scene, pick: Pick, trades: Sequence[BuyShare]) -> ShareDeal | UnsetType:
    """What a larger certificate costs beside the one that is given for it."""
    if not trades:
        return UNSET
    prices = (choice_labels.label_choice(scene, Choice(trade), 0).price or 0 for trade in trades)
    percents = tuple(sorted({trade.percent for trade in trades}))
    return _share_deal(scene, pick, id_of(trades[0]), percents, min(prices))


def _share_deal(scene: Scene, pick: Pick, group: str, percents: tuple[int, ...], money: int) -> ShareDeal:
    return ShareDeal(group, percents, money, pick.group == group)


def _refusal_of(scene: Scene, action: Action) -> No:
    """What the rules say to an action that is not on offer."""
    try:
        scene.game.check(action)
    except Illegal as refusal:
        return No(short_reason(scene.say, refusal.code), scene.say.sentence(refusal.sentence))
    return No("")


def companies_to_start(scene: Scene, pick: Pick, offered: Sorted) -> tuple[StartOffer, ...]:
    """The companies the reader may start now."""
    rules = scene.rules
    return tuple(
        StartOffer(
            company,
            rules.companies[company].name,
            standing_facts.kind_of(scene, rules.companies[company].size),
            f"start:{company}",
            tuple(sorted(prices)),
            rules.register.shares(company, rules.register.of[company][0].percent),
            pick.group == f"start:{company}",
        )
        for company, prices in offered.starts.items()
    )


def companies_closed_to_reader(scene: Scene, offered: Sorted) -> tuple[Idle, ...]:
    """Companies that are not started and cannot be started by the reader now."""
    return tuple(company for company in companies_not_started(scene) if company.id not in offered.starts)
