"""Forced purchases, the bankruptcy of a player, and the bank that is broken (8.8.4, 8.8.5, 10.1)."""

from __future__ import annotations

from stellwerk.actions import BuyTrain
from stellwerk.events import Bankrupt
from stellwerk.position import BANK, POOL
from stellwerk.referee import Referee
from stellwerk.steps.forced_purchase import ForcedSale, largest_sales, most_by_sales
from stellwerk.steps.game_flow import end_game
from stellwerk.steps.privates import close_private
from stellwerk.steps.share_sales_and_directors import holder_of_directorship, sell_shares
from stellwerk.steps.train_purchase import from_bank
from stellwerk.titles.t18bl.tokens import close_corporation


def trains_to_help_with(ref: Referee, company: str) -> list[BuyTrain]:
    """What a director may help to buy: the cheapest train or rail bus, the dearer of the two if he can pay it.

    Out of the available boxes; only if both are empty out of the pool (8.8.4a, R77, R80).
    """
    rules = ref.rules
    sales = [
        BuyTrain(company, place, card, face.name, face.price)
        for place, card in from_bank(ref)
        for face in rules.cards.faces(card)
        if rules.may_run(company, face)
    ]
    boxes = [sale for sale in sales if sale.source == BANK]
    cheapest: dict[str, BuyTrain] = {}
    for sale in sorted(boxes or sales, key=lambda sale: -sale.price):
        cheapest[rules.cards.figures[sale.face].pile if boxes else POOL] = sale
    offers = sorted(cheapest.values(), key=lambda sale: sale.price)
    return offers[:1] + [sale for sale in offers[1:] if can_raise(ref, sale)]


def can_raise(ref: Referee, train: BuyTrain) -> bool:
    """Could the director pay what the treasury lacks, with all he can sell (R80)?"""
    director = ref.director(train.company)
    sales = most_by_sales(ref, ForcedSale(director, train))
    return ref.cash(train.company) + ref.cash(director) + sum(sales.values()) >= train.price


def declare_bankrupt(ref: Referee, train: BuyTrain) -> None:
    """The director sells what he can and leaves; what he still directs and his private companies go (8.8.5)."""
    player = ref.director(train.company)
    ref.say(Bankrupt(player))
    for (company, _), percent in largest_sales(ref, ForcedSale(player, train)).items():
        sell_shares(ref, player, company, percent)
        ref.rules.price_after_sale(ref, company, ref.rules.register.shares(company, percent), player)
    for company in [c for c in ref.pos.markers if holder_of_directorship(ref, c) == player]:
        close_corporation(ref, company)
    for private in [p for p, owner in ref.pos.privates.items() if owner == player]:
        close_private(ref, private)
    ref.pos.order = tuple(other for other in ref.pos.order if other != player)
    if len(ref.pos.order) < 2:
        end_game(ref)


def contribute_to_bank(ref: Referee, missing: int) -> None:
    """All players give the bank the same amount, the smallest that will do; who has less gives all (10.1c, R84)."""
    cash = [ref.cash(player) for player in ref.pos.order]
    most = max(cash, default=0)
    each = next((m for m in range(1, most) if sum(min(c, m) for c in cash) >= missing), most)
    for player in ref.pos.order:
        ref.charge(player, min(each, ref.cash(player)), "contribution to the bank")
