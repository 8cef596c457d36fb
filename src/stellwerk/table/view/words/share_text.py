"""Certificates that change their places, in the words of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stellwerk import events as ev
from stellwerk.position import BANK, OFFERING, POOL

if TYPE_CHECKING:
    from stellwerk.table.view.words.event_text import EventTeller


def tell_certificate(t: EventTeller, e: ev.CertificateMoved) -> str:
    """A certificate that changes its place, with what was paid for it."""
    players = t.scene.table.players
    more = t.gather(ev.CertificateMoved, lambda o: (o.company, o.giver, o.taker) == (e.company, e.giver, e.taker))
    fields = {"percent": e.percent + sum(other.percent for other in more), "company": e.company}
    fields |= {"giver": t.name(e.giver), "taker": t.name(e.taker)}
    if e.taker in players and e.giver not in players and (paid := t.take(payer=e.taker)):
        fields |= {"price": t.money(paid.amount), "player": e.taker}
        you = t.say("You buy {percent}% of {company} from {giver} for {price}", **fields)
        return t.person(e.taker, you, t.say("{player} buys {percent}% of {company} from {giver} for {price}", **fields))
    if e.giver in players and e.taker in (POOL, OFFERING, BANK) and (paid := t.take(payee=e.giver)):
        fields |= {"price": t.money(paid.amount), "player": e.giver}
        you = t.say("You sell {percent}% of {company} for {price}", **fields)
        return t.person(e.giver, you, t.say("{player} sells {percent}% of {company} for {price}", **fields))
    if not t.scene.rules.figures.has_money:
        return _tell_taken(t, e, fields)
    return t.say("{percent}% of {company}: {giver} to {taker}", **fields)


def _tell_taken(t: EventTeller, e: ev.CertificateMoved, fields: dict[str, Any]) -> str:
    """A certificate that changes its place where nothing is paid for."""
    who = {"player": e.taker if e.taker in t.scene.table.players else e.giver}
    if e.taker == POOL and e.giver == OFFERING:
        return t.say("{percent}% of {company} is set aside from the display", **fields)
    if e.taker == POOL:
        you = t.say("You set {percent}% of {company} aside", **fields)
        return t.person(e.giver, you, t.say("{player} sets {percent}% of {company} aside", **fields, **who))
    if e.giver == OFFERING:
        you = t.say("You take {percent}% of {company}", **fields)
        return t.person(e.taker, you, t.say("{player} takes {percent}% of {company}", **fields, **who))
    return t.say("{percent}% of {company}: {giver} to {taker}", **fields)
