"""What buying and selling shares does: certificates, directors, floating."""

from __future__ import annotations

from stellwerk.certificates import Certificate
from stellwerk.events import CertificateMoved, DirectorChanged, Floated
from stellwerk.position import BANK
from stellwerk.referee import Referee


def hand_over(ref: Referee, card: Certificate, taker: str) -> None:
    """A certificate goes to somebody."""
    giver = ref.pos.certificates[card.id]
    ref.pos.put("certificates", card.id, taker)
    ref.say(CertificateMoved(card.company, card.percent, giver, taker))


def exchange(ref: Referee, company: str, old: str, new: str) -> None:
    """The director's certificate goes to the new director, ordinary ones of the same size to the old one."""
    register = ref.rules.register
    directors = register.of[company][0]
    ordinary = register.bundle(ref.pos, company, new, directors.percent)
    assert ordinary is not None, "a successor can give as much as the director's certificate stands for"
    ref.pos.put("certificates", directors.id, new)
    for card in ordinary:
        ref.pos.put("certificates", card.id, old)
    ref.say(DirectorChanged(company, new))


def successor(ref: Referee, company: str, director: str) -> tuple[str, int]:
    """The largest other holder (among equals the next in playing order) and what he holds."""
    percent, holders = ref.rules.register.largest_holders(ref.pos, company, besides=director)
    order = ref.pos.order
    start = order.index(director)
    following = [order[(start + i) % len(order)] for i in range(1, len(order))]
    return next(player for player in following if player in holders), percent


def settle_director(ref: Referee, company: str) -> None:
    """Whoever holds more than the director becomes director at once; equality changes nothing."""
    director = ref.rules.register.director(ref.pos, company)
    if director is None:
        return
    heir, percent = successor(ref, company, director)
    if percent > ref.percent(company, director):
        exchange(ref, company, director, heir)


def settle_float(ref: Referee, company: str) -> None:
    """A company floats at the moment enough of it is in players' hands, and gets its capital."""
    if company in ref.pos.floated or not ref.rules.floats(ref.pos, company):
        return
    ref.pos.floated = (*ref.pos.floated, company)
    capital = ref.rules.capital(ref.pos, company)
    ref.say(Floated(company, capital))
    ref.pay(BANK, company, capital, "capital")


def sell(ref: Referee, player: str, company: str, percent: int, to: str) -> None:
    """Sell at the price before the sale: ordinary certificates first, then what the heir gives in exchange."""
    register = ref.rules.register
    price = ref.price(company)
    ordinary = sum(card.percent for card in register.ordinary(ref.pos, company, player))
    if percent > ordinary:
        heir, _ = successor(ref, company, player)
        exchange(ref, company, player, heir)
    bundle = register.bundle(ref.pos, company, player, percent)
    assert bundle is not None, "what passed the check can be made up of certificates"
    for card in bundle:
        hand_over(ref, card, to)
    ref.pay(BANK, player, price * register.shares(company, percent), f"{percent}% of {company}")
    settle_director(ref, company)
