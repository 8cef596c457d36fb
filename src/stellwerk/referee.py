"""The referee: a position in the hands of its rules while one action is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, cast

import msgspec

from stellwerk import ledger, market
from stellwerk.errors import Illegal
from stellwerk.events import Event
from stellwerk.position import BANK, Position

if TYPE_CHECKING:
    from stellwerk.rules import Rules
    from stellwerk.steps.base import Task


class Referee:
    """Knows the rules, changes the position, tells what happens."""

    __slots__ = ("events", "pos", "reading", "rules")

    def __init__(self, rules: Rules, position: Position, reading: bool = False):
        self.rules = rules
        self.pos = position
        self.reading = reading
        """Is a record being read, which may say what nobody could play?"""
        self.events: list[Event] = []

    def say(self, event: Event) -> None:
        """Something happened, and by the book something may follow from it."""
        self.events.append(event)
        self.rules.follow_event(self, event)

    def refuse(self, code: str, sentence: str, about: str = "") -> NoReturn:
        """The rules forbid it: a code, a sentence, and the clause the title names for it (`about` which company)."""
        raise Illegal(code, sentence, self.rules.clause(code, about))

    # Money

    def cash(self, who: str) -> int:
        """What a player or company has."""
        return self.pos.cash.get(who, 0)

    def pay(self, payer: str, payee: str, amount: int, reason: str) -> None:
        """Money changes hands."""
        if payer == BANK and self.cash(BANK) < amount:
            self.rules.bank_falls_short(self, amount)
        ledger.pay(self.pos, payer, payee, amount, reason, self.say)

    def charge(self, payer: str, amount: int, reason: str) -> None:
        """Money goes to the bank."""
        self.pay(payer, BANK, amount, reason)

    # Shares

    def price(self, company: str) -> int:
        """The current share price."""
        return market.share_price(self.pos, self.rules.chart, company)

    def move_price(self, company: str, direction: str, times: int = 1) -> None:
        """Move a price marker."""
        market.move_marker(self.pos, self.rules.chart, company, direction, self.say, times)

    def percent(self, company: str, holder: str) -> int:
        """How much of a company somebody holds."""
        return self.rules.register.percent(self.pos, company, holder)

    def director(self, company: str, stage: str = "") -> str:
        """The player who decides for a company (at a stage of its turn)."""
        return self.rules.decides(self.pos, company, stage)

    # The agenda

    @property
    def task(self) -> Task:
        """The current step."""
        return cast("Task", self.pos.agenda[-1])

    def push(self, *steps: Task) -> None:
        """Put steps on top of the agenda; the last one comes first."""
        self.pos.agenda = (*self.pos.agenda, *steps)

    def pop(self) -> None:
        """The current step is done."""
        self.pos.agenda = self.pos.agenda[:-1]

    def amend(self, step: Task, **changes: Any) -> None:
        """Replace a step that lies on the agenda by a changed one."""
        new = msgspec.structs.replace(step, **changes)
        self.pos.agenda = tuple(new if entry is step else entry for entry in self.pos.agenda)

    def settle(self) -> None:
        """Let steps go on by themselves until somebody has to decide or the game is over."""
        while self.pos.agenda and self.task.advance(self):
            pass
