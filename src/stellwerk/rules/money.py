"""Whether a game is played with money, and with prices."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stellwerk.rules.arranged_figures import Arranged


def has_money(rules: Arranged) -> bool:
    """Does anybody ever have money? Where nobody begins with some and there is no bank nobody does."""
    return bool(rules.figures.bank) or any(rules.figures.starting_cash.values())


def has_prices(rules: Arranged) -> bool:
    """Has any company ever a price?"""
    return len(rules.register.unpriced) < len(rules.companies)
