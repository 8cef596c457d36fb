"""Choices in words: every action as a verb with its object and price."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from stellwerk import actions
from stellwerk.actions import Action, Choice
from stellwerk.figures import PrivateFigure
from stellwerk.position import BANK, OFFERING, POOL
from stellwerk.referee import Referee
from stellwerk.rules.privates import price_of_privates
from stellwerk.rules.stages import find_act
from stellwerk.steps.objection import CallVote, CastVote, LetPass
from stellwerk.steps.operating_round import turn_now
from stellwerk.steps.running import DecideDividend
from stellwerk.steps.stock_round import Sell, StockRound
from stellwerk.steps.waterfall import Packet, ParChoice
from stellwerk.table.view.game.choices import task_of
from stellwerk.table.view.own_words import LABELS, Money, better, in_step, in_words
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words import vehicle_text

LARGE = 100_000
"""A revenue so large that rounding does not show."""


class ChoiceLabel(msgspec.Struct, frozen=True):
    """An action in words."""

    label: str
    short: str = ""
    price: int | None = None
    pattern: str = ""


def label_choice(scene: Scene, choice: Choice, number: int) -> ChoiceLabel:
    """What the button for a choice says, its free number set."""
    action = choice.at(number)
    speak = SPEAKERS.get(type(action), _own) if better(scene, LABELS, action, scene.money) is None else _own
    words = speak(scene, action, scene.money)
    if not choice.field or choice.field == "routes":
        return words
    pattern = speak(scene, action, lambda amount: f"# {scene.rules.figures.currency}").label
    return msgspec.structs.replace(words, pattern=pattern)


def private_name(scene: Scene, private: str) -> str:
    """A private company in short: the letters on its card, or its number."""
    figure = scene.rules.privates.get(private)
    return figure.short or private if figure is not None else private


def full_name(scene: Scene, private: str) -> str:
    """A private company in short and by its name."""
    figure = scene.rules.privates.get(private)
    return f"{private_name(scene, private)} {scene.say.sentence(figure.name)}" if figure is not None else private


def _own(scene: Scene, action: Action, money: Money) -> ChoiceLabel:
    """An action of a title's own: as the title says it, else as the action does."""
    told = better(scene, LABELS, action, money)
    if isinstance(told, Mapping):
        with suppress(msgspec.ValidationError):
            return msgspec.convert(told, type=ChoiceLabel)
    label = told if told and isinstance(told, str) else in_words(scene, action, money)
    return ChoiceLabel(label, label)


def _label_pass(scene: Scene, a: actions.Pass, money: Money) -> ChoiceLabel:
    task = task_of(scene)
    if isinstance(task, StockRound) and (task.selling or task.has_bought):
        return ChoiceLabel(scene.say("End the turn"))
    return ChoiceLabel(in_step(scene, task, task.passing) if task is not None else scene.say("Pass"))


def _buy_private(scene: Scene, a: actions.BuyPrivate, money: Money) -> ChoiceLabel:
    task = task_of(scene)
    price = scene.rules.privates[a.private].price
    if isinstance(task, Packet):
        price = task.price(Referee(scene.rules, scene.position), a.private)
    return ChoiceLabel(
        scene.say("Buy {name} for {price}", name=private_name(scene, a.private), price=money(price)),
        money(price),
        price,
    )


def _label_bid(scene: Scene, a: actions.Bid, money: Money) -> ChoiceLabel:
    if not a.amount:
        text = scene.say("Put {name} up without a bid", name=private_name(scene, a.lot))
        return ChoiceLabel(text, scene.say("No bid"))
    text = scene.say("Bid {amount} for {name}", amount=money(a.amount), name=private_name(scene, a.lot))
    return ChoiceLabel(text, scene.say("Bid"), a.amount)


def _label_start(scene: Scene, a: actions.StartCompany, money: Money) -> ChoiceLabel:
    register = scene.rules.register
    cost = a.price * register.shares(a.company, register.of[a.company][0].percent)
    if isinstance(task_of(scene), ParChoice):
        text = scene.say("Start {company} at {price}", company=a.company, price=money(a.price))
        return ChoiceLabel(text, money(a.price), 0)
    text = scene.say(
        "Start {company} at {price}, pay {cost}", company=a.company, price=money(a.price), cost=money(cost)
    )
    return ChoiceLabel(text, money(a.price), cost)


def share_price(scene: Scene, company: str, percent: int, source: str = POOL) -> int:
    """What so many percent cost where they lie; what is sold brings what the pool asks."""
    price = scene.rules.share_price(scene.position, company, source)
    return price * scene.rules.register.shares(company, percent)


def sale_price(scene: Scene, company: str, percent: int) -> int:
    """What so many percent bring that are sold now: the step may keep the price of an earlier sale of the turn."""
    task, referee = task_of(scene), Referee(scene.rules, scene.position)
    act = next((act for act in task.acts(referee) if isinstance(act, Sell)), None) if task is not None else None
    if act is None or not isinstance(task, StockRound):
        return share_price(scene, company, percent)
    return act.price_of(referee, task, company) * scene.rules.register.shares(company, percent)


def _buy_share(scene: Scene, a: actions.BuyShare, money: Money) -> ChoiceLabel:
    say, cost = scene.say, share_price(scene, a.company, a.percent, a.source)
    fields = {"percent": a.percent, "company": a.company, "price": money(cost)}
    if len(scene.rules.sources) == 1:
        return ChoiceLabel(say("Buy {percent}% of {company} for {price}", **fields), f"{a.percent}%", cost)
    if a.source == OFFERING:
        text = say("Buy {percent}% of {company} from the initial offering for {price}", **fields)
        return ChoiceLabel(text, say("{percent}%, initial offering", percent=a.percent), cost)
    if a.source == POOL:
        text = say("Buy {percent}% of {company} from the bank pool for {price}", **fields)
        return ChoiceLabel(text, say("{percent}%, bank pool", percent=a.percent), cost)
    text = say("Buy {percent}% of {company} from {source} for {price}", source=a.source, **fields)
    return ChoiceLabel(text, f"{a.percent}%, {a.source}", cost)


def _label_sale(scene: Scene, a: actions.SellShares, money: Money) -> ChoiceLabel:
    gain = sale_price(scene, a.company, a.percent)
    text = scene.say(
        "Sell {percent}% of {company} for {price}", percent=a.percent, company=a.company, price=money(gain)
    )
    return ChoiceLabel(text, f"{a.percent}%", -gain)


def _label_certificates(scene: Scene, a: actions.GiveCertificates, money: Money) -> ChoiceLabel:
    cards = " + ".join(f"{percent}%" for percent in a.percents)
    return ChoiceLabel(scene.say("Give {cards} of {company}", cards=cards, company=a.company), cards)


def _label_repayment(scene: Scene, a: actions.Repay, money: Money) -> ChoiceLabel:
    return ChoiceLabel(scene.say("Repay {amount} of the loan", amount=money(a.amount)), scene.say("Repay"), a.amount)


def _label_tile(scene: Scene, a: actions.LayTile, money: Money) -> ChoiceLabel:
    say, turn = scene.say, f"{a.tile} @{a.rotation}"
    if a.private:
        text = say(
            "Lay {tile} on {place} with {private}",
            tile=a.tile,
            place=scene.place(a.hex),
            private=private_name(scene, a.private),
        )
        return ChoiceLabel(text, say("{tile} with {private}", tile=turn, private=private_name(scene, a.private)), 0)
    cost = scene.rules.lay_cost(scene.position, a.company, a.hex)
    if not cost:
        return ChoiceLabel(say("Lay {tile} on {place}", tile=a.tile, place=scene.place(a.hex)), turn, 0)
    text = say("Lay {tile} on {place} for {price}", tile=a.tile, place=scene.place(a.hex), price=money(cost))
    return ChoiceLabel(text, turn, cost)


def _name_city(scene: Scene, hex: str, city: int) -> str:
    """A city of a hex, named where there are several."""
    cities = scene.rules.board.ground(scene.position.tiles, hex).cities
    place = scene.place(hex)
    if len(cities) < 2:
        return place
    return scene.say("{place}, city {number}", place=place, number=city + 1)


def _label_station(scene: Scene, a: actions.PlaceStation, money: Money) -> ChoiceLabel:
    task = task_of(scene)
    free = task is not None and task.places_for_nothing
    cost = 0 if free else scene.rules.station_cost(scene.position, a.company)
    place = _name_city(scene, a.hex, a.city)
    if not scene.rules.figures.has_money:
        fields = {"company": a.company, "place": place}
        return ChoiceLabel(scene.say("Place a station of {company} in {place}", **fields), scene.token(a.company))
    text = scene.say("Place a station in {place} for {price}", place=place, price=money(cost))
    return ChoiceLabel(text, place, cost)


def _label_city_choice(scene: Scene, a: actions.ChooseCity, money: Money) -> ChoiceLabel:
    place = _name_city(scene, a.hex, a.city)
    return ChoiceLabel(scene.say("Put the station of {company} into {place}", company=a.company, place=place), place)


def _label_station_removal(scene: Scene, a: actions.RemoveStation, money: Money) -> ChoiceLabel:
    place = _name_city(scene, a.hex, a.city)
    return ChoiceLabel(scene.say("Take the station of {company} off {place}", company=a.company, place=place), place)


def _label_run(scene: Scene, a: actions.Run, money: Money) -> ChoiceLabel:
    if not a.revenue:
        return ChoiceLabel(scene.say("Go on without a run"), money(0), 0)
    return ChoiceLabel(scene.say("Run for {revenue}", revenue=money(a.revenue)), money(a.revenue), -a.revenue)


def _label_dividend(scene: Scene, a: actions.Dividend, money: Money) -> ChoiceLabel:
    say, turn = scene.say, turn_now(Referee(scene.rules, scene.position))
    act = find_act(scene.rules, DecideDividend, scene.position, a.company)
    assert act is not None, "who decides about a dividend has an act for it"
    income = act.income(turn)
    paid = act.paid(scene.rules, scene.position, turn, a.kind)
    if a.kind == "pay" and paid != income:
        fields = {"paid": money(paid), "kept": income - paid}
        return ChoiceLabel(say("Pay out {paid}, {kept} to the treasury", **fields), say("Pay out"))
    if a.kind == "pay":
        return ChoiceLabel(say("Pay out {revenue}", revenue=money(income)), say("Pay out"))
    if a.kind == "retain":
        return ChoiceLabel(say("Keep {revenue}", revenue=money(income)), say("Keep"))
    if a.kind == "split":
        fields = {"paid": money(paid), "kept": money(income - paid)}
        if act.bonuses(turn):
            return ChoiceLabel(say("Pay out {paid}, keep bonuses {kept}", **fields), say("Pay run, keep bonuses"))
        percent = part_paid(scene)
        text = say("Pay out {percent}% ({paid}), keep {kept}", percent=percent, **fields)
        return ChoiceLabel(text, say("Pay out {percent}%", percent=percent))
    return ChoiceLabel(in_words(scene, a), a.kind)


def part_paid(scene: Scene) -> int:
    """Where a part of the revenue may be paid out, how many percent that is before anything is rounded."""
    return 100 - withheld_of(scene, next(iter(scene.rules.companies)), LARGE) * 100 // LARGE


def withheld_of(scene: Scene, company: str, revenue: int) -> int:
    """What a company keeps that splits its revenue."""
    act = find_act(scene.rules, DecideDividend, scene.position, company)
    return act.withheld(scene.rules, scene.position, company, revenue) if act is not None else 0


def _label_acquisition(scene: Scene, a: actions.Acquire, money: Money) -> ChoiceLabel:
    text = scene.say("Offer {price} a share for {company}", price=money(a.price), company=a.target)
    return ChoiceLabel(text, scene.say("Offer"), a.price)


def _buy_train(scene: Scene, a: actions.BuyTrain, money: Money) -> ChoiceLabel:
    short = f"{a.face}: {money(a.price)}" if a.source in (BANK, POOL) else a.face
    return ChoiceLabel(vehicle_text.say_buy_vehicle(scene, a, money), short, a.price)


def face_shown(scene: Scene, card: str) -> str:
    """The train a card shows."""
    return scene.position.trains[card][1] if card in scene.position.trains else card


def _label_train_turn(scene: Scene, a: actions.TurnTrain, money: Money) -> ChoiceLabel:
    cards = scene.rules.cards
    old, new = cards.face(a.card, face_shown(scene, a.card)), cards.face(a.card, a.face)
    cost = max(0, new.price - old.price) if old and new else 0
    text = scene.say(
        "Turn the {train} into a {other} for {price}", train=face_shown(scene, a.card), other=a.face, price=money(cost)
    )
    return ChoiceLabel(text, a.face, cost)


def _label_scrapping(scene: Scene, a: actions.ScrapTrain, money: Money) -> ChoiceLabel:
    return ChoiceLabel(scene.say("Scrap the {train}", train=face_shown(scene, a.card)), scene.say("Scrap"))


def _label_train_return(scene: Scene, a: actions.ReturnTrain, money: Money) -> ChoiceLabel:
    return ChoiceLabel(vehicle_text.say_return_vehicle(scene, face_shown(scene, a.card)), scene.say("Return"))


def _take_over(scene: Scene, a: actions.TakeOverPrivate, money: Money) -> ChoiceLabel:
    owner = scene.position.privates[a.private]
    text = scene.say(
        "Offer {owner} {price} for {name}", owner=owner, price=money(a.price), name=private_name(scene, a.private)
    )
    return ChoiceLabel(text, scene.say("Offer"), a.price)


def _sell_private(scene: Scene, a: actions.SellPrivate, money: Money) -> ChoiceLabel:
    gain = price_of_privates(scene.rules, scene.position)
    text = scene.say("Sell {name} to the bank for {price}", name=private_name(scene, a.private), price=money(gain))
    return ChoiceLabel(text, scene.say("Sell"), -gain)


def _label_token(scene: Scene, a: actions.BuyToken, money: Money) -> ChoiceLabel:
    say, figure = scene.say, token_figure(scene)
    fields = {"hex": figure.hex, "price": money(figure.token_price)} if figure is not None else {"hex": "", "price": ""}
    if a.source == POOL:
        text = say("Buy an access token to {hex} from the bank pool for {price}", **fields)
    else:
        text = say("Buy an access token to {hex} from {source} for {price}", source=a.source, **fields)
    return ChoiceLabel(text, say("Buy"), figure.token_price if figure is not None else None)


def token_figure(scene: Scene) -> PrivateFigure | None:
    """The private company that comes with tokens, if the title has one."""
    return next((figure for figure in scene.rules.privates.values() if figure.tokens), None)


def _label_exchange(scene: Scene, a: actions.ExchangePrivate, money: Money) -> ChoiceLabel:
    text = scene.say("Exchange {name} for shares", name=private_name(scene, a.private))
    return ChoiceLabel(text, scene.say("Exchange"))


def _label_private_use(scene: Scene, a: actions.UsePrivate, money: Money) -> ChoiceLabel:
    text = scene.say("Give {name} to {company}", name=full_name(scene, a.private), company=a.company)
    return ChoiceLabel(text, scene.say("Give"), 0)


def _label_answer(scene: Scene, a: actions.Answer, money: Money) -> ChoiceLabel:
    say = scene.say
    offer: Any = getattr(task_of(scene), "offer", None)
    if isinstance(offer, actions.LayTile):
        text = say("Allow it") if a.agrees else say("Refuse it")
        return ChoiceLabel(text, text)
    if not a.agrees:
        return ChoiceLabel(say("Decline"), say("Decline"))
    price = getattr(offer, "price", None)
    return ChoiceLabel(say("Accept {price}", price=money(price)) if price is not None else say("Accept"), say("Accept"))


def _let_pass(scene: Scene, a: LetPass, money: Money) -> ChoiceLabel:
    return ChoiceLabel(scene.say("Let it pass"), scene.say("Let it pass"))


def _call_vote(scene: Scene, a: CallVote, money: Money) -> ChoiceLabel:
    return ChoiceLabel(scene.say("Veto: call the vote"), scene.say("Veto"))


def _cast_vote(scene: Scene, a: CastVote, money: Money) -> ChoiceLabel:
    text = scene.say("Vote for it") if a.agrees else scene.say("Vote against it")
    return ChoiceLabel(text, text)


SPEAKERS: dict[type[Action], Callable[[Scene, Any, Money], ChoiceLabel]] = {
    actions.Pass: _label_pass,
    actions.BuyPrivate: _buy_private,
    actions.Bid: _label_bid,
    actions.StartCompany: _label_start,
    actions.BuyShare: _buy_share,
    actions.SellShares: _label_sale,
    actions.GiveCertificates: _label_certificates,
    actions.Repay: _label_repayment,
    actions.LayTile: _label_tile,
    actions.PlaceStation: _label_station,
    actions.ChooseCity: _label_city_choice,
    actions.RemoveStation: _label_station_removal,
    actions.Run: _label_run,
    actions.Dividend: _label_dividend,
    actions.Acquire: _label_acquisition,
    actions.BuyTrain: _buy_train,
    actions.TurnTrain: _label_train_turn,
    actions.ScrapTrain: _label_scrapping,
    actions.ReturnTrain: _label_train_return,
    actions.TakeOverPrivate: _take_over,
    actions.SellPrivate: _sell_private,
    actions.Answer: _label_answer,
    actions.BuyToken: _label_token,
    actions.ExchangePrivate: _label_exchange,
    actions.UsePrivate: _label_private_use,
    LetPass: _let_pass,
    CallVote: _call_vote,
    CastVote: _cast_vote,
}
