"""Trams on credit, a variant (15, R75, R96)."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.events import MONEY, Event
from stellwerk.position import Position, value_or
from stellwerk.referee import Referee
from stellwerk.steps.train_purchase import in_need
from stellwerk.titles.t1881 import broking
from stellwerk.titles.t1881.printed import printed_of
from stellwerk.titles.t1881.state import State1881


class CreditTaken(Event, frozen=True, tag="credit-taken"):
    """A vehicle was taken on credit."""

    sentence: ClassVar[str] = "{company} owes the bank {amount} for its vehicle"
    heading: ClassVar[str] = MONEY

    company: str
    amount: int


def debts_of(position: Position) -> dict[str, int]:
    """Company to what it owes for its vehicle."""
    return dict(value_or(State1881.of(position).debts, {}))


def owes(position: Position, company: str) -> bool:
    """Has the company a vehicle on credit?"""
    return company in debts_of(position)


def note_debt(ref: Referee, company: str, amount: int) -> None:
    """What a company owes from now on; nothing is no debt."""
    if not amount and not owes(ref.pos, company):
        return
    debts = {**debts_of(ref.pos), company: amount}
    ref.pos.update_state(debts={owing: owed for owing, owed in debts.items() if owed})


def repay(ref: Referee, company: str) -> None:
    """The whole price as soon as the treasury holds it (15.3)."""
    owed = debts_of(ref.pos).get(company, 0)
    if 0 < owed <= ref.cash(company):
        ref.charge(company, owed, "vehicle on credit")
        note_debt(ref, company, 0)


def is_open(ref: Referee, company: str, price: int) -> bool:
    """May the company take credit: in need, too poor with all its shares, a clip left (15.1, R75, R96)?"""
    if not in_need(ref, company) or len(debts_of(ref.pos)) >= printed_of(ref.rules.variant).clips:
        return False
    return ref.cash(company) + broking.worth_of_shares(ref, company) < price
