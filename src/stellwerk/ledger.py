"""Money: every payment has a payer, a payee and a reason. No cash is written anywhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stellwerk.events import Event, Paid
from stellwerk.position import Position


def pay(position: Position, payer: str, payee: str, amount: int, reason: str, say: Callable[[Event], None]) -> None:
    """Move money from one purse to another."""
    if amount == 0 or payer == payee:
        return
    cash = dict(position.cash)
    cash[payer] = cash.get(payer, 0) - amount
    cash[payee] = cash.get(payee, 0) + amount
    position.cash = cash
    say(Paid(payer, payee, amount, reason))


def empty_purses(position: Position, purses: Iterable[str], bank: str, money: int = 0) -> None:
    """Open a purse with nothing in it for each name, and the bank's with all the money of the game."""
    position.cash = {bank: money, **dict.fromkeys(purses, 0)}


def total_money(position: Position) -> int:
    """All the money there is; a constant of the game."""
    return sum(position.cash.values())
