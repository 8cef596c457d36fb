"""Choices in words: every action as a verb with its object and price, and every group by what it is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from stellwerk import actions
from stellwerk.actions import Action, Choice
from stellwerk.errors import BadInput
from stellwerk.figures import PrivateFigure
from stellwerk.interop.text import to_text
from stellwerk.position import BANK, OFFERING, POOL
from stellwerk.referee import Referee
from stellwerk.steps.operating import turn_now
from stellwerk.steps.stock import StockRound
from stellwerk.steps.waterfall import Packet, ParChoice
from stellwerk.table.view import stand, vehicles
from stellwerk.table.view.choices import key_of, tag_of, task_of
from stellwerk.table.view.scene import Scene

LARGE = 100_000
"""A revenue so large that rounding does not show."""


class Said(msgspec.Struct, frozen=True):
    """An action in words."""

    label: str
    short: str = ""
    price: int | None = None
    pattern: str = ""


def said(scene: Scene, choice: Choice, number: int) -> Said:
    """What the button for a choice says, its free number set."""
    action = choice.at(number)
    speak = SPEAKERS.get(type(action))
    if speak is None:
        return Said(in_words(action), in_words(action))
    words = speak(scene, action, scene.money)
    if not choice.field or choice.field == "routes":
        return words
    pattern = speak(scene, action, lambda amount: f"# {scene.rules.figures.currency}").label
    return msgspec.structs.replace(words, pattern=pattern)


def in_words(action: Action) -> str:
    """An action nobody has put into words here: its text form."""
    try:
        return to_text(action)
    except BadInput:
        return tag_of(action)


def private_name(scene: Scene, private: str) -> str:
    """A private company in short: the letters on its card, or its number."""
    figure = scene.rules.privates.get(private)
    return figure.short or private if figure is not None else private


def full_name(scene: Scene, private: str) -> str:
    """A private company in short and by its name."""
    figure = scene.rules.privates.get(private)
    return f"{private_name(scene, private)} {scene.say.sentence(figure.name)}" if figure is not None else private


Money = Callable[[int], str]


def _pass(scene: Scene, a: actions.Pass, money: Money) -> Said:
    say, task = scene.say, task_of(scene)
    words = {
        "lot-auction": say("Drop out"),
        "operating-turn": say("End the turn of {company}", company=a.who),
        "trains-taken": say("Keep the other trains as they are"),
        "free-station": say("Place no station"),
        "exchange-offer": say("Keep it"),
        "auctions": say("Put nothing up"),
        "home-build": say("Build nothing"),
    }
    if isinstance(task, StockRound) and task.selling:
        return Said(say("End the turn"))
    return Said(words.get(tag_of(task), say("Pass")))


def _buy_private(scene: Scene, a: actions.BuyPrivate, money: Money) -> Said:
    task = task_of(scene)
    price = scene.rules.privates[a.private].price
    if isinstance(task, Packet):
        price = task.price(Referee(scene.rules, scene.position), a.private)
    return Said(
        scene.say("Buy {name} for {price}", name=private_name(scene, a.private), price=money(price)),
        money(price),
        price,
    )


def _bid(scene: Scene, a: actions.Bid, money: Money) -> Said:
    if not a.amount:
        text = scene.say("Put {name} up without a bid", name=private_name(scene, a.lot))
        return Said(text, scene.say("No bid"))
    text = scene.say("Bid {amount} for {name}", amount=money(a.amount), name=private_name(scene, a.lot))
    return Said(text, scene.say("Bid"), a.amount)


def _start(scene: Scene, a: actions.StartCompany, money: Money) -> Said:
    register = scene.rules.register
    cost = a.price * register.shares(a.company, register.of[a.company][0].percent)
    if isinstance(task_of(scene), ParChoice):
        text = scene.say("Start {company} at {price}", company=a.company, price=money(a.price))
        return Said(text, money(a.price), 0)
    text = scene.say(
        "Start {company} at {price}, pay {cost}", company=a.company, price=money(a.price), cost=money(cost)
    )
    return Said(text, money(a.price), cost)


def share_price(scene: Scene, company: str, percent: int, source: str = POOL) -> int:
    """What so many percent cost where they lie; what is sold brings what the pool asks."""
    price = scene.rules.share_price(scene.position, company, source)
    return price * scene.rules.register.shares(company, percent)


def _buy_share(scene: Scene, a: actions.BuyShare, money: Money) -> Said:
    say, cost = scene.say, share_price(scene, a.company, a.percent, a.source)
    fields = {"percent": a.percent, "company": a.company, "price": money(cost)}
    if len(scene.rules.sources) == 1:
        return Said(say("Buy {percent}% of {company} for {price}", **fields), f"{a.percent}%", cost)
    if a.source == OFFERING:
        text = say("Buy {percent}% of {company} from the initial offering for {price}", **fields)
        return Said(text, say("{percent}%, initial offering", percent=a.percent), cost)
    if a.source == POOL:
        text = say("Buy {percent}% of {company} from the bank pool for {price}", **fields)
        return Said(text, say("{percent}%, bank pool", percent=a.percent), cost)
    text = say("Buy {percent}% of {company} from {source} for {price}", source=a.source, **fields)
    return Said(text, f"{a.percent}%, {a.source}", cost)


def _sell(scene: Scene, a: actions.SellShares, money: Money) -> Said:
    gain = share_price(scene, a.company, a.percent)
    text = scene.say(
        "Sell {percent}% of {company} for {price}", percent=a.percent, company=a.company, price=money(gain)
    )
    return Said(text, f"{a.percent}%", -gain)


def _give(scene: Scene, a: actions.GiveCertificates, money: Money) -> Said:
    cards = " + ".join(f"{percent}%" for percent in a.percents)
    return Said(scene.say("Give {cards} of {company}", cards=cards, company=a.company), cards)


def _repay(scene: Scene, a: actions.Repay, money: Money) -> Said:
    return Said(scene.say("Repay {amount} of the loan", amount=money(a.amount)), scene.say("Repay"), a.amount)


def _tile(scene: Scene, a: actions.LayTile, money: Money) -> Said:
    say, turn = scene.say, f"{a.tile} @{a.rotation}"
    if a.private:
        text = say(
            "Lay {tile} on {place} with {private}",
            tile=a.tile,
            place=scene.place(a.hex),
            private=private_name(scene, a.private),
        )
        return Said(text, say("{tile} with {private}", tile=turn, private=private_name(scene, a.private)), 0)
    cost = scene.rules.lay_cost(scene.position, a.company, a.hex)
    if not cost:
        return Said(say("Lay {tile} on {place}", tile=a.tile, place=scene.place(a.hex)), turn, 0)
    text = say("Lay {tile} on {place} for {price}", tile=a.tile, place=scene.place(a.hex), price=money(cost))
    return Said(text, turn, cost)


def _city(scene: Scene, hex: str, city: int) -> str:
    """A city of a hex, named where there are several."""
    cities = scene.rules.board.ground(scene.position.tiles, hex).cities
    place = scene.place(hex)
    if len(cities) < 2:
        return place
    return scene.say("{place}, city {number}", place=place, number=city + 1)


def _station(scene: Scene, a: actions.PlaceStation, money: Money) -> Said:
    cost = 0 if tag_of(task_of(scene)) == "free-station" else scene.rules.station_cost(scene.position, a.company)
    place = _city(scene, a.hex, a.city)
    text = scene.say("Place a station in {place} for {price}", place=place, price=money(cost))
    return Said(text, place, cost)


def _choose(scene: Scene, a: actions.ChooseCity, money: Money) -> Said:
    place = _city(scene, a.hex, a.city)
    return Said(scene.say("Put the station of {company} into {place}", company=a.company, place=place), place)


def _remove(scene: Scene, a: actions.RemoveStation, money: Money) -> Said:
    place = _city(scene, a.hex, a.city)
    return Said(scene.say("Take the station of {company} off {place}", company=a.company, place=place), place)


def _run(scene: Scene, a: actions.Run, money: Money) -> Said:
    if not a.revenue:
        return Said(scene.say("Go on without a run"), money(0), 0)
    return Said(scene.say("Run for {revenue}", revenue=money(a.revenue)), money(a.revenue), -a.revenue)


def _dividend(scene: Scene, a: actions.Dividend, money: Money) -> Said:
    say, revenue = scene.say, turn_now(Referee(scene.rules, scene.position)).revenue
    if a.kind == "pay":
        return Said(say("Pay out {revenue}", revenue=money(revenue)), say("Pay out"))
    if a.kind == "retain":
        return Said(say("Keep {revenue}", revenue=money(revenue)), say("Keep"))
    if a.kind == "split":
        kept, percent = scene.rules.withheld(revenue), part_paid(scene)
        paid = money(revenue - kept)
        text = say("Pay out {percent}% ({paid}), keep {kept}", percent=percent, paid=paid, kept=money(kept))
        return Said(text, say("Pay out {percent}%", percent=percent))
    return Said(in_words(a), a.kind)


def part_paid(scene: Scene) -> int:
    """Where a part of the revenue may be paid out, how many percent that is before anything is rounded."""
    return 100 - scene.rules.withheld(LARGE) * 100 // LARGE


def _acquire(scene: Scene, a: actions.Acquire, money: Money) -> Said:
    text = scene.say("Offer {price} a share for {company}", price=money(a.price), company=a.target)
    return Said(text, scene.say("Offer"), a.price)


def _buy_train(scene: Scene, a: actions.BuyTrain, money: Money) -> Said:
    short = f"{a.face}: {money(a.price)}" if a.source in (BANK, POOL) else a.face
    return Said(vehicles.buying(scene, a, money), short, a.price)


def _face(scene: Scene, card: str) -> str:
    """The train a card shows."""
    return scene.position.trains[card][1] if card in scene.position.trains else card


def _turn(scene: Scene, a: actions.TurnTrain, money: Money) -> Said:
    cards = scene.rules.cards
    old, new = cards.face(a.card, _face(scene, a.card)), cards.face(a.card, a.face)
    cost = max(0, new.price - old.price) if old and new else 0
    text = scene.say(
        "Turn the {train} into a {other} for {price}", train=_face(scene, a.card), other=a.face, price=money(cost)
    )
    return Said(text, a.face, cost)


def _scrap(scene: Scene, a: actions.ScrapTrain, money: Money) -> Said:
    return Said(scene.say("Scrap the {train}", train=_face(scene, a.card)), scene.say("Scrap"))


def _return(scene: Scene, a: actions.ReturnTrain, money: Money) -> Said:
    return Said(vehicles.returning(scene, _face(scene, a.card)), scene.say("Return"))


def _take_over(scene: Scene, a: actions.TakeOverPrivate, money: Money) -> Said:
    owner = scene.position.privates[a.private]
    text = scene.say(
        "Offer {owner} {price} for {name}", owner=owner, price=money(a.price), name=private_name(scene, a.private)
    )
    return Said(text, scene.say("Offer"), a.price)


def _sell_private(scene: Scene, a: actions.SellPrivate, money: Money) -> Said:
    gain = scene.rules.private_price(scene.position)
    text = scene.say("Sell {name} to the bank for {price}", name=private_name(scene, a.private), price=money(gain))
    return Said(text, scene.say("Sell"), -gain)


def _token(scene: Scene, a: actions.BuyToken, money: Money) -> Said:
    say, figure = scene.say, token_figure(scene)
    fields = {"hex": figure.hex, "price": money(figure.token_price)} if figure is not None else {"hex": "", "price": ""}
    if a.source == POOL:
        text = say("Buy an access token to {hex} from the bank pool for {price}", **fields)
    else:
        text = say("Buy an access token to {hex} from {source} for {price}", source=a.source, **fields)
    return Said(text, say("Buy"), figure.token_price if figure is not None else None)


def token_figure(scene: Scene) -> PrivateFigure | None:
    """The private company that comes with tokens, if the title has one."""
    return next((figure for figure in scene.rules.privates.values() if figure.tokens), None)


def _exchange(scene: Scene, a: actions.ExchangePrivate, money: Money) -> Said:
    text = scene.say("Exchange {name} for shares", name=private_name(scene, a.private))
    return Said(text, scene.say("Exchange"))


def _use(scene: Scene, a: actions.UsePrivate, money: Money) -> Said:
    text = scene.say("Give {name} to {company}", name=full_name(scene, a.private), company=a.company)
    return Said(text, scene.say("Give"), 0)


def _answer(scene: Scene, a: actions.Answer, money: Money) -> Said:
    say = scene.say
    offer: Any = getattr(task_of(scene), "offer", None)
    if isinstance(offer, actions.LayTile):
        text = say("Allow it") if a.agrees else say("Refuse it")
        return Said(text, text)
    if not a.agrees:
        return Said(say("Decline"), say("Decline"))
    price = getattr(offer, "price", None)
    return Said(say("Accept {price}", price=money(price)) if price is not None else say("Accept"), say("Accept"))


SPEAKERS: dict[type[Action], Callable[[Scene, Any, Money], Said]] = {
    actions.Pass: _pass, actions.BuyPrivate: _buy_private, actions.Bid: _bid, actions.StartCompany: _start,
    actions.BuyShare: _buy_share, actions.SellShares: _sell, actions.GiveCertificates: _give, actions.Repay: _repay,
    actions.LayTile: _tile, actions.PlaceStation: _station, actions.ChooseCity: _choose,
    actions.RemoveStation: _remove, actions.Run: _run, actions.Dividend: _dividend, actions.Acquire: _acquire,
    actions.BuyTrain: _buy_train, actions.TurnTrain: _turn, actions.ScrapTrain: _scrap, actions.ReturnTrain: _return,
    actions.TakeOverPrivate: _take_over, actions.SellPrivate: _sell_private, actions.Answer: _answer,
    actions.BuyToken: _token, actions.ExchangePrivate: _exchange, actions.UsePrivate: _use,
}  # fmt: skip


def group_words(scene: Scene, action: Action) -> str:
    """A group in words, from one of its actions."""
    say, (kind, about) = scene.say, key_of(action)
    words: dict[str, Callable[[], str]] = {
        "tile": lambda: scene.place(about),
        "station": lambda: say("Station in {place}", place=scene.place(about)),
        "city": lambda: say("Station in {place}", place=scene.place(about)),
        "remove": lambda: say("Station in {place}", place=scene.place(about)),
        "sell": lambda: say("Sell {company}", company=about),
        "buy": lambda: say("Buy {company}", company=about),
        "start": lambda: say("Start {company}", company=about),
        "give": lambda: say("Give certificates of {company}", company=about),
        "private": lambda: _private_group(scene, action, about),
        "bid": lambda: full_name(scene, about),
        "train": lambda: _train_group(scene, about),
        "acquire": lambda: say("Take over {company}", company=about),
        "run": lambda: said(scene, Choice(action), 0).label,
        "dividend": lambda: say("Pay out or keep"),
        "buy-token": lambda: said(scene, Choice(action), 0).label,
        "exchange-private": lambda: said(scene, Choice(action), 0).label,
        "use-private": lambda: said(scene, Choice(action), 0).label,
        "answer": lambda: say("Answer the offer"),
        "repay": lambda: say("Repay the loan"),
        "return": lambda: vehicles.returning(scene, _face(scene, about)),
        "turn": lambda: say("Turn the {train}", train=_face(scene, about)),
        "scrap": lambda: say("Scrap the {train}", train=_face(scene, about)),
        "pass": lambda: said(scene, Choice(action), 0).label,
    }
    return words[kind]() if kind in words else in_words(action)


def _private_group(scene: Scene, action: Action, private: str) -> str:
    owner = scene.position.privates.get(private, "")
    if isinstance(action, actions.TakeOverPrivate):
        return scene.say("Buy {name} of {owner}", name=private_name(scene, private), owner=owner)
    if isinstance(action, actions.SellPrivate):
        return scene.say("Sell {name} to the bank", name=private_name(scene, private))
    return full_name(scene, private)


def _train_group(scene: Scene, source: str) -> str:
    say, several = scene.say, len(stand.piles(scene.rules)) > 1
    if source == BANK:
        return say("Buy a train or rail bus") if several else say("Buy a train")
    if source == POOL:
        return say("Buy from the bank pool") if several else say("Buy a train from the bank pool")
    return scene.say("Buy from {company}", company=source)


def may(scene: Scene, kind: str) -> str:
    """What somebody may do, as a few words after "may"."""
    say = scene.say
    words = {
        "tile": say("lay track"), "station": say("place a station"), "city": say("choose a city"),
        "remove": say("take a station off"), "sell": say("sell shares"), "buy": say("buy a certificate"),
        "start": say("start a company"), "give": say("choose certificates"), "private": say("trade a private company"),
        "bid": say("bid"), "train": say("buy a train"), "acquire": say("take over a company"),
        "run": say("run trains"), "dividend": say("pay out or keep the revenue"), "answer": say("answer an offer"),
        "repay": say("repay a loan"), "return": say("return a train"), "turn": say("turn a train"),
        "scrap": say("scrap a train"), "pass": say("pass"), "buy-token": say("buy an access token"),
        "exchange-private": say("exchange a private company"), "use-private": say("use a private company"),
    }  # fmt: skip
    return words.get(kind, kind)
