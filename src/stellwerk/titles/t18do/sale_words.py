"""18DO's words for bids, markers and stock rounds."""

from __future__ import annotations

from typing import Any

from stellwerk.position import OFFERING
from stellwerk.steps.bidding import BoxBidding, PlaceToken
from stellwerk.steps.own_shares import BuyOwn, SellOwn
from stellwerk.titles.t18do.breweries import AssignMarker
from stellwerk.titles.t18do.stock import SHARE, TradeUp

# The Starting Round (4.2.2)


def asking_for_token(talk: Any, step: BoxBidding) -> str:
    """The question of the Starting Round."""
    player = talk.me or ""
    return str(talk.say("Move your token") if player in step.tokens else talk.say("Put your token on a box"))


def remarks_on_bids(talk: Any, step: BoxBidding) -> list[str]:
    """Who would have the priority deal as the tokens lie (4.2.2h)."""
    if not step.tokens:
        return []
    numbers = list(talk.rules.privates)
    first = min(step.tokens, key=lambda player: numbers.index(step.tokens[player][0]))
    name = talk.say("you") if first == talk.me else first
    return [talk.say("Priority deal so far: {player}, with {lot}", player=name, lot=step.tokens[first][0])]


def bidding(talk: Any, action: PlaceToken) -> dict[str, Any]:
    """A bid, by the number of the brewery."""
    number = action.lot.removeprefix("PB")
    label = talk.say("Bid {amount} on brewery {number}", amount=action.amount, number=number)
    return {"label": label, "short": str(action.amount)}


# Markers (4.3.1)


def giving_marker(talk: Any, action: AssignMarker) -> dict[str, Any]:
    """A marker goes onto a charter."""
    number = action.private.removeprefix("PB")
    label = talk.say("Put marker {number} on {company}", number=number, company=action.company)
    return {"label": label, "short": talk.say("on {company}", company=action.company)}


def power_of_marker(talk: Any, action: AssignMarker) -> dict[str, Any]:
    """What comes of it: the certificate is turned, and the corporation has the marker's power."""
    figure = talk.rules.privates[action.private]
    lost = talk.rules.private_income(talk.position, action.private)
    lines = [talk.say(figure.power), talk.say("the certificate is turned: no income any more, cubes can be carried")]
    if lost:
        lines.append(talk.say("you lose {amount} in each operating round", amount=talk.money(lost)))
    return {"heading": talk.say("Marker {number}", number=action.private.removeprefix("PB")), "lines": lines}


# Stock rounds (4.4)


def trading_up(talk: Any, action: TradeUp) -> dict[str, Any]:
    """A larger certificate for one of 10% and the price of the other shares."""
    shares = talk.rules.register.shares(action.company, action.percent - SHARE)
    cost = talk.rules.share_price(talk.position, action.company, action.source) * shares
    fields = {"company": action.company, "percent": action.percent, "price": talk.money(cost)}
    label = talk.say("Trade {company} 10 % up to {percent} % for {price}", **fields)
    place = talk.say("charter") if action.source == OFFERING else talk.say("pool")
    return {"label": label, "short": f"10 → {action.percent} %, {place}", "price": cost}


def selling_own(talk: Any, action: SellOwn) -> str:
    """A corporation sells a certificate of its charter."""
    return str(talk.say("Sell {company} {percent} % to the pool", company=action.company, percent=action.percent))


def buying_own(talk: Any, action: BuyOwn) -> str:
    """A corporation buys a certificate back."""
    return str(talk.say("Buy {company} {percent} % back", company=action.company, percent=action.percent))


LABELS: dict[type, Any] = {
    PlaceToken: bidding,
    AssignMarker: giving_marker,
    TradeUp: trading_up,
    SellOwn: selling_own,
    BuyOwn: buying_own,
}
QUESTIONS: dict[type, Any] = {BoxBidding: asking_for_token}
NOTES: dict[type, Any] = {AssignMarker: power_of_marker}
REMARKS: dict[type, Any] = {BoxBidding: remarks_on_bids}
SAID = {
    "en": {
        "Privatbrauerei Nr. {number}": "Private Brewery {number}",
        "first purchases": "starting round",
        "Offer": "Charter",
        "Initial offering": "Charter: what is not sold belongs to the corporation",
        "initial offering": "charter",
        "the initial offering": "the charter",
        "Shares of {company} cannot be bought in phase {phase}.": (
            "{company} cannot be founded yet, in phase {phase}: KWE comes before DGEE, DGEE before DHB and HHW."
        ),
        "not in this phase": "in order: KWE, DGEE, then DHB or HHW",
        "Bids on boxes": "Bids for the Private Breweries",
        "each player has one token; of two on one lot the lower must move": (
            "each player has one token; two on one brewery: the lower must move"
        ),
        "marker not assigned": "not assigned",
        "marker has left the game": "left the game",
    },
    "de": {
        "Bid {amount} on brewery {number}": "{amount} auf Brauerei {number} bieten",
        "last run": "letzte Fahrt",
        "Beer stock": "Biervorrat",
        "Move your token": "Setze deine Marke um",
        "Put your token on a box": "Setze deine Marke auf ein Feld",
        "Priority deal so far: {player}, with {lot}": "Vorkaufsrecht bisher: {player}, mit {lot}",
        "Put marker {number} on {company}": "Marker {number} der {company} geben",
        "on {company}": "an {company}",
        "the certificate is turned: no income any more, cubes can be carried": (
            "das Zertifikat wird umgedreht: kein Ertrag mehr, Würfel können befördert werden"
        ),
        "you lose {amount} in each operating round": "du verlierst {amount} in jeder Betriebsrunde",
        "Marker {number}": "Marker {number}",
        "first purchases": "Startrunde",
        "Offer": "Charter",
        "Initial offering": "Charter: was nicht verkauft ist, gehört der Gesellschaft",
        "initial offering": "Charter",
        "the initial offering": "Charter",
        "Shares of {company} cannot be bought in phase {phase}.": (
            "{company} kann noch nicht gegründet werden, in Phase {phase}: KWE kommt vor DGEE, DGEE vor DHB und HHW."
        ),
        "not in this phase": "der Reihe nach: KWE, DGEE, dann DHB oder HHW",
        "Trade {company} 10 % up to {percent} % for {price}": "{company} 10 % gegen {percent} % tauschen für {price}",
        "Sell {company} {percent} % to the pool": "{company} {percent} % in den Pool verkaufen",
        "Buy {company} {percent} % back": "{company} {percent} % zurückkaufen",
        "charter": "Charter",
        "pool": "Pool",
        "Bids on boxes": "Gebote auf die Privatbrauereien",
        "each player has one token; of two on one lot the lower must move": (
            "jeder hat eine Marke; liegen zwei bei einer Brauerei, muss die niedrigere weichen"
        ),
        "marker not assigned": "nicht vergeben",
        "marker has left the game": "aus dem Spiel",
    },
}
"""What is said for English texts, by language."""
