"""Shares of the S-Bahn in the hands of tram companies (10.9, R70, R91, R96)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.actions import Action, BuyShare, SellShares
from stellwerk.position import BANK, value_or
from stellwerk.referee import Referee
from stellwerk.steps.base import Act
from stellwerk.steps.share_purchase import Buy, cards_on_sale, float_at_once
from stellwerk.steps.share_sales_and_directors import hand_over, sale_is_possible, sell_shares, settle_director
from stellwerk.steps.stock_round import marked_cards
from stellwerk.steps.train_purchase import in_need
from stellwerk.titles.t1881.printed import plays
from stellwerk.titles.t1881.state import STADTBAHN, State1881
from stellwerk.titles.t1881.turn import BOUGHT, SOLD, CompanyTurn


def worth_of_shares(ref: Referee, company: str) -> int:
    """What a company's S-Bahn shares count for; the president's does not (R96)."""
    if STADTBAHN not in ref.pos.markers:
        return 0
    register = ref.rules.register
    cards = [card for card in register.at(ref.pos, STADTBAHN, company) if not card.director]
    return sum(register.shares(STADTBAHN, card.percent) for card in cards) * ref.price(STADTBAHN)


def refuse_trade(ref: Referee, task: CompanyTurn) -> None:
    """From the green phase on tram companies deal with the bank in S-Bahn shares (10.9, 12.1)."""
    if STADTBAHN not in ref.pos.markers:
        ref.refuse("not-available", "There are no shares of the S-Bahn yet.", STADTBAHN)


class BuyForCompany(Act):
    """A tram company buys one share of the S-Bahn."""

    action = BuyShare

    def options(self, ref: Referee, task: CompanyTurn) -> Iterator[Action]:
        """What offering and pool hold."""
        if STADTBAHN not in ref.pos.markers:
            return
        for source in ref.rules.sources:
            for percent in sorted(ref.rules.register.offered_percents(ref.pos, STADTBAHN, source)):
                for card in cards_on_sale(ref, STADTBAHN, percent, source):
                    yield BuyShare(task.company, STADTBAHN, percent, source, card)

    def check(self, ref: Referee, task: CompanyTurn, action: BuyShare) -> None:
        """One trade a turn, no debt, the card, the limit, the money."""
        refuse_trade(ref, task)
        if task.company in value_or(State1881.of(ref.pos).debts, {}):
            ref.refuse("in-debt", f"{task.company} owes for a vehicle and buys no shares.", "shares")
        if (BOUGHT in task.traded) if plays(ref.rules, "house") else task.traded:
            ref.refuse("one-trade", "A company deals in one share of the S-Bahn in a turn.")
        if action not in list(self.options(ref, task)):
            ref.refuse("no-certificate", "There is no such share of the S-Bahn on sale.", STADTBAHN)
        limit = ref.rules.ownership_limit(ref.pos, task.company, STADTBAHN, action.source)
        if ref.percent(STADTBAHN, task.company) + action.percent > limit:
            ref.refuse("ownership-limit", f"Nobody may hold more than {limit}% of the S-Bahn.", STADTBAHN)
        if Buy().cost(ref, action) > ref.cash(task.company):
            sentence = f"This costs {Buy().cost(ref, action)}; {task.company} has {ref.cash(task.company)}."
            ref.refuse("no-cash", sentence, "shares")

    def apply(self, ref: Referee, task: CompanyTurn, action: BuyShare) -> None:
        """Pay, take; the presidency may change and the S-Bahn may start."""
        task = task.enter(ref, "trains")  # type: ignore[assignment]
        ref.amend(task, traded=(*task.traded, BOUGHT))
        ref.pay(task.company, BANK, Buy().cost(ref, action), f"{action.percent}% of {STADTBAHN}")
        hand_over(ref, Buy().card(ref, action), task.company)
        settle_director(ref, STADTBAHN)
        float_at_once(ref, STADTBAHN)


class SellForCompany(Act):
    """A tram company sells one share of the S-Bahn; in need one after the other."""

    action = SellShares

    def options(self, ref: Referee, task: CompanyTurn) -> Iterator[Action]:
        """A plain share, or a seat by its name."""
        if STADTBAHN not in ref.pos.markers:
            return
        unit = ref.rules.register.unit[STADTBAHN]
        if ref.percent(STADTBAHN, task.company) >= unit:
            yield SellShares(task.company, STADTBAHN, unit)
        for card in marked_cards(ref, task.company, STADTBAHN):
            yield SellShares(task.company, STADTBAHN, card.percent, card.id)

    def check(self, ref: Referee, task: CompanyTurn, action: SellShares) -> None:
        """One trade a turn, except in need; a share it has and can give."""
        refuse_trade(ref, task)
        free = plays(ref.rules, "house") or in_need(ref, task.company)
        if task.traded and not free:
            ref.refuse("one-trade", "A company deals in one share of the S-Bahn in a turn.")
        if action not in list(self.options(ref, task)):
            ref.refuse("no-shares", f"{task.company} has no such share of the S-Bahn.", "shares")
        if not value_or(action.card, "") and not sale_is_possible(ref, task.company, STADTBAHN, action.percent):
            sentence = "Nobody else holds enough of the S-Bahn to become its president."
            ref.refuse("director-stays", sentence, STADTBAHN)

    def apply(self, ref: Referee, task: CompanyTurn, action: SellShares) -> None:
        """At the market price, which does not move (R70)."""
        task = task.enter(ref, "trains")  # type: ignore[assignment]
        ref.amend(task, traded=(*task.traded, SOLD))
        sell_shares(ref, task.company, STADTBAHN, action.percent, value_or(action.card, ""))


def can_sell(ref: Referee, task: CompanyTurn) -> bool:
    """Has the company a share of the S-Bahn that it can sell now?"""
    return any(True for _ in task.choices_of(ref, SellForCompany()))
