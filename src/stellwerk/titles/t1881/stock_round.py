"""A stock round (4.1): one purchase a turn, sales before and after it; an empty bank ends the game (13.1)."""

from __future__ import annotations

from typing import Any

from stellwerk.actions import BuyShare
from stellwerk.position import OFFERING, value_or
from stellwerk.referee import Referee
from stellwerk.steps.game_flow import end_game
from stellwerk.steps.sell_buy_sell import BuyOnce, SellBuySell
from stellwerk.titles.t1881.state import State1881


class StockRound1881(SellBuySell, frozen=True, tag="tram-shares"):
    """It ends at once when the bank is empty."""

    def advance(self, ref: Referee) -> bool:
        """The game is over after the action that emptied the bank (R72)."""
        if value_or(State1881.of(ref.pos).last_round, False):
            end_game(ref)
            return True
        return super().advance(ref)


class BuyTramShare(BuyOnce):
    """Buy a certificate; the first one of a company that is opened now is its director's."""

    def check(self, ref: Referee, task: Any, action: BuyShare) -> None:
        """A company of which nothing was sold needs an opening (4.12), and begins with its director's share (4.13)."""
        company, register = action.company, ref.rules.register
        if company in ref.pos.markers:
            if not ref.rules.available(ref.pos, company):
                ref.refuse("closed", f"{company} is closed: no other company may be opened now.")
            directors = register.of[company][0].percent
            if ref.percent(company, OFFERING) == 100 and action.percent != directors:
                ref.refuse("director-first", f"The first certificate of {company} is the director's.", company)
        elif company in ref.rules.companies:
            ref.refuse("not-available", f"{company} is not in the game.", company)
        super().check(ref, task, action)
