"""1881's better words for the table page, and its texts in German."""

from __future__ import annotations

from typing import Any

from stellwerk.steps.sealed_bids import SealBid, SealedBids
from stellwerk.titles.t1881.printed import printed_of

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


QUESTIONS = {SealedBids: asking_for_bid}
NOTES = {SealBid: meaning_of_bid}
TEXTS = {
    "en": {
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
    },
}
