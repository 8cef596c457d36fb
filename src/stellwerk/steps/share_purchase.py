"""Buying certificates: what every purchase needs, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from msgspec import UNSET, UnsetType

from stellwerk.actions import Action, BuyShare, StartCompany
from stellwerk.certificates import Certificate
from stellwerk.position import OFFERING
from stellwerk.referee import Referee
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.steps.base import Act
from stellwerk.steps.share_sales_and_directors import hand_over, settle_director, settle_float


def refuse_purchase(ref: Referee, player: str, company: str, percent: int, cost: int, source: str = OFFERING) -> None:
    """What every purchase of a certificate needs: the phase, no loan, the limits, no earlier sale, the money."""
    rules, pos = ref.rules, ref.pos
    if not rules.available(pos, company):
        ref.refuse("not-available", f"Shares of {company} cannot be bought in phase {pos.phase}.", company)
    if pos.loans.get(player):
        ref.refuse("loan", f"{player} owes the bank {pos.loans[player]}; he buys only without a loan.")
    if company in pos.sold.get(player, ()):
        ref.refuse("sold-before", f"{player} has sold shares of {company} in this stock round.")
    counts = rules.counts_to_limit(pos, company)
    if counts and certificates_of(rules, pos, player) >= limit_of_certificates(rules, pos):
        ref.refuse("certificate-limit", f"{player} may hold {limit_of_certificates(rules, pos)} certificates.")
    if rules.excess(pos, player):
        ref.refuse("over-limit", f"{player} holds too many certificates and must sell.")
    limit = rules.ownership_limit(pos, player, company, source)
    if ref.percent(company, player) + percent > limit:
        ref.refuse("ownership-limit", f"A player may hold {limit}% of {company}.", company)
    if cost > ref.cash(player):
        ref.refuse("no-cash", f"This costs {cost}; {player} has {ref.cash(player)}.")


def float_at_once(ref: Referee, company: str) -> bool:
    """Where companies float with a purchase: see whether this one does."""
    if not ref.rules.floats_at_once or company in ref.pos.floated or not ref.rules.floats(ref.pos, company):
        return False
    settle_float(ref, company)
    return True


class Buying(Protocol):
    """A step in which players buy certificates."""

    def actor(self, ref: Referee) -> str:
        """Who buys."""

    def end_purchase(self, ref: Referee) -> None:
        """A certificate was bought."""


class Take(Act):
    """Take a certificate in exchange for money, and what comes of it."""

    def close(self, ref: Referee, task: Buying, player: str, company: str) -> None:
        """The company may float; the step goes on."""
        if float_at_once(ref, company):
            self.note_float(ref, company)
        ref.rules.bought(ref, player)
        task.end_purchase(ref)

    def note_float(self, ref: Referee, company: str) -> None:
        """A company has floated with the purchase."""


class StartAct(Take):
    """Buy a director's certificate and set the initial price."""

    action = StartCompany

    def options(self, ref: Referee, task: Buying) -> Iterator[Action]:
        """Every company not started, at every price of its kind."""
        for company in ref.rules.companies.values():
            if company.id not in ref.pos.pars and ref.rules.available(ref.pos, company.id):
                for price in ref.rules.starting_prices(ref.pos, company.id):
                    yield StartCompany(task.actor(ref), company.id, price)

    def check(self, ref: Referee, task: Buying, action: StartCompany) -> None:
        """The company is new and the price is one of its kind."""
        company = ref.rules.companies.get(action.company)
        if company is None:
            ref.refuse("unknown-company", f"There is no company {action.company}.")
        if company.id in ref.rules.register.unpriced:
            ref.refuse("initial-price", f"{company.id} never has a price.")
        directors = ref.rules.register.of[company.id][0]
        if ref.pos.certificates[directors.id] != OFFERING:
            ref.refuse("started", f"{company.id} has been started already, or is out of the game.")
        if action.price not in ref.rules.starting_prices(ref.pos, company.id):
            ref.refuse("initial-price", f"{company.id} cannot start at {action.price}.")
        cost = action.price * ref.rules.register.shares(company.id, directors.percent)
        refuse_purchase(ref, action.player, company.id, directors.percent, cost)

    def apply(self, ref: Referee, task: Buying, action: StartCompany) -> None:
        """Put the marker under those on its cell, pay for the director's certificate."""
        company = ref.rules.companies[action.company]
        directors = ref.rules.register.of[company.id][0]
        ref.rules.start_company(ref, action)
        cost = action.price * ref.rules.register.shares(company.id, directors.percent)
        payee = ref.rules.payee(ref.pos, company.id, OFFERING)
        ref.pay(action.player, payee, cost, f"director's certificate of {company.id}")
        hand_over(ref, directors, action.player)
        self.close(ref, task, action.player, company.id)


class Buy(Take):
    """Buy one ordinary certificate at the current price."""

    action = BuyShare

    def options(self, ref: Referee, task: Buying) -> Iterator[Action]:
        """One certificate of each kind from each place."""
        for company in ref.pos.markers:
            for source in ref.rules.sources:
                for percent in sorted(ref.rules.register.offered_percents(ref.pos, company, source)):
                    for card in cards_on_sale(ref, company, percent, source):
                        yield BuyShare(task.actor(ref), company, percent, source, card)

    def check(self, ref: Referee, task: Buying, action: BuyShare) -> None:
        """The company is started, the certificate is there."""
        if action.company not in ref.rules.companies:
            ref.refuse("unknown-company", f"There is no company {action.company}.")
        if action.company not in ref.pos.markers:
            ref.refuse("director-first", f"The first certificate of {action.company} is the director's.")
        if (
            action.source not in ref.rules.sources
            or action.percent not in ref.rules.register.offered_percents(ref.pos, action.company, action.source)
            or action.card not in cards_on_sale(ref, action.company, action.percent, action.source)
        ):
            sentence = f"No {action.percent}% certificate of {action.company} is on sale there."
            ref.refuse("no-certificate", sentence, action.company)
        refuse_purchase(ref, action.player, action.company, action.percent, self.cost(ref, action), action.source)

    def card(self, ref: Referee, action: BuyShare) -> Certificate:
        """A certificate as asked for; a director's first, where one is on sale."""
        register = ref.rules.register
        cards = register.at(ref.pos, action.company, action.source)
        if action.card is not UNSET:
            return next(card for card in cards if card.id == action.card)
        return next(card for card in cards if card.percent == action.percent and not register.mark_of(ref.pos, card))

    def cost(self, ref: Referee, action: BuyShare) -> int:
        """The price of that place for each share."""
        price = ref.rules.share_price(ref.pos, action.company, action.source)
        return price * ref.rules.register.shares(action.company, action.percent)

    def apply(self, ref: Referee, task: Buying, action: BuyShare) -> None:
        """Pay, take, see who directs and whether the company floats."""
        payee = ref.rules.payee(ref.pos, action.company, action.source)
        ref.pay(action.player, payee, self.cost(ref, action), f"{action.percent}% of {action.company}")
        hand_over(ref, self.card(ref, action), action.player)
        settle_director(ref, action.company)
        self.close(ref, task, action.player, action.company)


def cards_on_sale(ref: Referee, company: str, percent: int, source: str) -> list[str | UnsetType]:
    """How certificates of a size that can be bought are named: those that are alike need no name."""
    register = ref.rules.register
    if company not in register.marked:
        return [UNSET]
    cards = [card for card in register.on_sale(ref.pos, company, source) if card.percent == percent]
    marked: list[str | UnsetType] = [card.id for card in cards if register.mark_of(ref.pos, card)]
    return marked if len(marked) == len(cards) else [UNSET, *marked]
