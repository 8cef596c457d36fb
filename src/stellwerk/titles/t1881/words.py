"""1881's better words for the table page, and its texts in German."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from stellwerk.actions import BuyShare
from stellwerk.position import OFFERING, value_or
from stellwerk.referee import Referee
from stellwerk.steps.sealed_bids import SealBid, SealedBids
from stellwerk.titles.t1881 import nets
from stellwerk.titles.t1881.depots import free_depots
from stellwerk.titles.t1881.printed import printed_of
from stellwerk.titles.t1881.state import STADTBAHN, State1881
from stellwerk.titles.t1881.stock_round import StockRound1881

USUAL = 6
"""So many amounts are offered for a quick bid."""


# The initial bid (2.4 to 2.8)


def asking_for_bid(talk: Any, step: SealedBids) -> str:
    """The question of the initial bid."""
    return str(talk.say("Your sealed bid"))


def meaning_of_bid(talk: Any, action: SealBid) -> dict[str, Any]:
    """What a bid would mean: told from own figures only, so that it can betray nothing."""
    cash, players = talk.position.cash[action.player], len(talk.position.order)
    bid = printed_of(talk.rules.variant).initial_bid
    most, unit = cash // bid.step * bid.step, 2 * bid.step
    spare = {"base": cash + bid.min, "per": -1}
    return {
        "heading": talk.say("What # {currency} would mean", currency=talk.rules.figures.currency),
        "columns": (talk.say("if it is the"), talk.say("you buy"), talk.say("your cash after the exchange")),
        "rows": [_rank(talk, rank, players, cash, spare, {"base": cash + most, "per": -1}) for rank in range(players)],
        "sums": [
            {"label": talk.say("You can spend for certain"), "low": spare},
            {"label": talk.say("{n} shares cost", n=_shares(talk)), **_cost_of_shares(talk)},
        ],
        "usual": [bid.min + unit * step for step in range(USUAL) if bid.min + unit * step <= most],
    }


def _rank(talk: Any, rank: int, players: int, cash: int, less: Any, more: Any) -> dict[str, Any]:
    """One place in the order: who bids more gets at least the least bid, who bids less at most all that was bid."""
    kept, all_of_it = 2 * rank == players - 1, {"base": cash}
    low, high = (less, all_of_it) if 2 * rank < players - 1 else (all_of_it, more)
    amounts = {"low": all_of_it} if kept else {"low": low, "high": high}
    return {"label": _bid_words(talk, rank, players), "text": _turn_words(talk, rank, players), **amounts}


def _bid_words(talk: Any, rank: int, players: int) -> str:
    """A bid by its place."""
    if rank in (0, players - 1):
        return str(talk.say("lowest bid") if rank else talk.say("highest bid"))
    names = (talk.say("second bid"), talk.say("third bid"), talk.say("fourth bid"), talk.say("fifth bid"))
    return str(names[rank - 1])


def _turn_words(talk: Any, rank: int, players: int) -> str:
    """A turn by its place."""
    if rank in (0, players - 1):
        return str(talk.say("last") if rank else talk.say("first, as game leader"))
    return str((talk.say("second"), talk.say("third"), talk.say("fourth"), talk.say("fifth"))[rank - 1])


def _shares(talk: Any) -> int:
    return printed_of(talk.rules.variant).initial_shares


def _cost_of_shares(talk: Any) -> dict[str, Any]:
    """What all shares cost that one may buy in the distribution."""
    trams = [company.id for company in talk.rules.figures.companies if company.size == talk.rules.figures.sizes[0]]
    prices = [price for tram in trams for price in talk.rules.chart.starts(tram)]
    return {"low": {"base": _shares(talk) * min(prices)}, "high": {"base": _shares(talk) * max(prices)}}


# Stock rounds (4, 12)


def buying(talk: Any, action: BuyShare) -> dict[str, Any] | None:
    """A card of the S-Bahn is bought by its number; other shares are told as everywhere."""
    number = number_of(talk, action)
    if not number:
        return None
    price = talk.rules.share_price(talk.position, action.company, action.source)
    cost = price * talk.rules.register.shares(action.company, action.percent)
    label = talk.say("Buy S-Bahn card nr. {number} for {price}", number=number, price=talk.money(cost))
    return {"label": label, "short": talk.say("nr. {number}", number=number), "price": cost}


def number_of(talk: Any, action: BuyShare) -> int:
    """The number of a card of the S-Bahn that comes from the offering; 0 for other shares."""
    if action.company != STADTBAHN or action.source != OFFERING:
        return 0
    places, cards = talk.position.certificates, talk.rules.register.of[STADTBAHN]
    return next((number for number, card in enumerate(cards, start=1) if places[card.id] == OFFERING), 0)


def gain_of_card(talk: Any, action: BuyShare) -> dict[str, Any] | None:
    """What comes with a seat on the board of the S-Bahn."""
    if action.company != STADTBAHN or action.source != OFFERING:
        return None
    if action.percent == talk.rules.register.of[STADTBAHN][0].percent:
        lines = (talk.say("you decide for the main net"), talk.say("your seat on the board"))
        return {"heading": talk.say("The president’s share"), "mark": "I", "lines": lines}
    net = next((net for net, card in nets.seats(talk.rules).items() if card == action.card), None)
    return _seat(talk, net) if net is not None and action.card is not UNSET else None


def _seat(talk: Any, net: str) -> dict[str, Any]:
    """A vice-president's share."""
    printed, numeral = printed_of(talk.rules.variant), net.rpartition("-")[2]
    places = len(list(free_depots(Referee(talk.rules, talk.position), net)))
    lines = [
        talk.say("{amount} in the net’s own purse", amount=talk.money(printed.net_capital)),
        talk.say("a depot on any station of the S route with a free place: {n} to choose from", n=places),
        talk.say("its own turn after the main net’s; it must own a train"),
        talk.say("your vote and veto on the main net’s track, dividend and purchases"),
        talk.say(
            "{amount} for you each time net {net} pays while it is apart",
            amount=talk.money(printed.success_bonus),
            net=numeral,
        ),
    ]
    if STADTBAHN not in talk.position.floated:
        lines.insert(0, talk.say("the net begins when the S-Bahn starts"))
    return {"heading": talk.say("Seat {net} with net {net}", net=numeral), "mark": numeral, "lines": lines}


def remarks_on_openings(talk: Any, step: StockRound1881) -> list[str]:
    """How many companies may still be opened, and by which offerings (4.12, R19)."""
    state = State1881.of(talk.position)
    left, emptied = value_or(state.openings, 0), value_or(state.emptied, ())
    said = [talk.say("{n} openings left", n=left) if left != 1 else talk.say("1 opening left")] if left else []
    if left and emptied:
        said.append(talk.say("sold out: {companies}", companies=", ".join(emptied)))
    begun = [c for c in talk.rules.trams(talk.position) if talk.rules.register.sold(talk.position, c)]
    waiting = [company for company in begun if company not in emptied]
    if not left and waiting:
        said.append(talk.say("none may be opened before the offering of {companies} is sold out",
                             companies=talk.say(" or ").join(waiting)))  # fmt: skip
    return said


LABELS = {BuyShare: buying}
QUESTIONS = {SealedBids: asking_for_bid}
NOTES = {SealBid: meaning_of_bid, BuyShare: gain_of_card}
REMARKS = {StockRound1881: remarks_on_openings}
TEXTS = {
    "en": {
        "Trains and phase": "Vehicles and phase",
        "Trains": "Vehicles",
        "Station": "Depot",
        "sbahn": "S-Bahn",
        "part {sign}": "net {sign}",
        "{company}, part {sign}": "{company}, net {sign}",
        "a tile here would swallow a part": "a tile here joins a net with the main net",
        "hex of the second network": "S-Bahn hex",
        "second network": "S-Bahn track",
        "route of the second network, no track yet": "S route, no track yet",
        "first network": "tram track",
        "city limit": "city limit of 1881",
        "No depot blocks this network.": "No depot blocks an S-Bahn net.",
        "Route of the second network": "S route",
        "First network": "Tram track stands out",
        "Second network": "S-Bahn track stands out",
        "Both networks": "Both kinds of track stand out",
        "Sealed bids": "Initial bid",
        "sealed bids": "initial bid",
        "Bids": "Bid",
        "highest bid": "highest",
        "second bid": "second",
        "third bid": "third",
        "fourth bid": "fourth",
        "fifth bid": "fifth",
        "lowest bid": "lowest",
    },
    "de": {
        "Trains and phase": "Fahrzeuge und Phase",
        "Trains": "Bahnen",
        "Station": "Depot",
        "tram": "Tram",
        "ferry piers": "Anleger",
        "first connection with the centre": "Erstanschluss ans Zentrum",
        "sbahn": "S-Bahn",
        "part {sign}": "Netz {sign}",
        "{company}, part {sign}": "{company}, Netz {sign}",
        "a tile here would swallow a part": "ein Plättchen hier lässt ein Netz im Hauptnetz aufgehen",
        "hex of the second network": "S-Bahn-Feld",
        "second network": "S-Bahn-Gleis",
        "route of the second network, no track yet": "S-Strecke, noch kein Gleis",
        "first network": "Straßenbahngleis",
        "city limit": "Stadtgrenze von 1881",
        "No depot blocks this network.": "Kein Depot sperrt ein S-Bahn-Netz.",
        "Route of the second network": "S-Strecke",
        "First network": "Straßenbahngleise hervorgehoben",
        "Second network": "S-Bahn-Gleise hervorgehoben",
        "Both networks": "Beide Gleisarten hervorgehoben",
        "Sealed bids": "Anfangsgebot",
        "sealed bids": "Anfangsgebot",
        "Bids": "Gebot",
        "Your sealed bid": "Dein verschlossenes Gebot",
        "What # {currency} would mean": "Was # {currency} bedeuten würden",
        "if it is the": "ist es das",
        "you buy": "kaufst du",
        "your cash after the exchange": "dein Geld nach dem Tausch",
        "You can spend for certain": "Sicher hast du",
        "{n} shares cost": "{n} Aktien kosten",
        "highest bid": "höchste",
        "second bid": "zweite",
        "third bid": "dritte",
        "fourth bid": "vierte",
        "fifth bid": "fünfte",
        "lowest bid": "niedrigste",
        "first, as game leader": "zuerst, als Spielleiter",
        "second": "als Zweiter",
        "third": "als Dritter",
        "fourth": "als Vierter",
        "fifth": "als Fünfter",
        "last": "zuletzt",
        "envelopes exchanged": "Umschläge getauscht",
        "Buy S-Bahn card nr. {number} for {price}": "S-Bahn-Karte Nr. {number} für {price} kaufen",
        "nr. {number}": "Nr. {number}",
        "you decide for the main net": "du entscheidest für das Hauptnetz",
        "your seat on the board": "dein Sitz im Direktorium",
        "The president’s share": "Die Präsidentenaktie",
        "{amount} in the net’s own purse": "{amount} in der eigenen Kasse des Netzes",
        "a depot on any station of the S route with a free place: {n} to choose from": (
            "ein Depot auf einem Bahnhof der S-Strecke mit freiem Platz: {n} zur Wahl"
        ),
        "its own turn after the main net’s; it must own a train": (
            "ein eigener Zug nach dem Hauptnetz; es muss einen S-Zug besitzen"
        ),
        "your vote and veto on the main net’s track, dividend and purchases": (
            "deine Stimme und dein Veto bei Gleisen, Dividende und Käufen des Hauptnetzes"
        ),
        "{amount} for you each time net {net} pays while it is apart": (
            "{amount} für dich, jedes Mal wenn Netz {net} ausschüttet, solange es eigenständig ist"
        ),
        "the net begins when the S-Bahn starts": "das Netz beginnt, wenn die S-Bahn startet",
        "Seat {net} with net {net}": "Sitz {net} mit Netz {net}",
        "{n} openings left": "{n} Eröffnungen frei",
        "1 opening left": "1 Eröffnung frei",
        "sold out: {companies}": "ausverkauft: {companies}",
        "none may be opened before the offering of {companies} is sold out": (
            "keine darf eröffnet werden, bevor die Erstausgabe von {companies} ausverkauft ist"
        ),
        " or ": " oder ",
    },
}
