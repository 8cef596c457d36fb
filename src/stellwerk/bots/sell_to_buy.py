"""Selling shares to pay for something better: a sale is worth what the best purchase after it is worth.

A player short of money, or of places for certificates, sells what he misses least, once or more, until he can buy what
he could not buy before. Only the first sale is played; the next decision sees the rest again.
"""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

from msgspec.structs import replace

from stellwerk.actions import Action, BuyShare, SellShares, StartCompany
from stellwerk.bots.base import Prospect, play_if_seen
from stellwerk.game import Game

if TYPE_CHECKING:
    from stellwerk.bots.steady import SteadyMind

FIRST, CHAIN = 3, 3
"""So many sales are looked at, those that cost least; each is followed by others, up to so many in all."""
SACRIFICE = 200.0
"""What sales may cost at most, for something better."""
PLENTY = 1_000_000
"""More money than anything costs."""
TROUBLE = 60.0
"""What is bought for something sold must be so much better."""


def for_something_better(mind: SteadyMind, sales: list[Prospect]) -> list[Prospect]:
    """The sales, those that cost least valued by the best they pay for."""
    before = {choice.action for choice in mind.choices}
    if not could_buy_more(mind, before):
        return sales
    order = sorted(sales, key=lambda sale: -sale.value)
    return [replace(sale, value=worth_of_raised_money(mind, sale, before)) for sale in order[:FIRST]] + order[FIRST:]


def could_buy_more(mind: SteadyMind, before: Set[Action]) -> bool:
    """Is anything out of reach for want of money or of a place for it?"""
    if mind.worth.room(mind.game.position, mind.me) <= 0:
        return not getattr(mind.game.position.agenda[-1], "has_bought", False)
    rich = mind.game.copy()
    rich.position.put("cash", mind.me, PLENTY)
    wanted = (choice.action for choice in rich.legal() if isinstance(choice.action, BuyShare | StartCompany))
    return any(action not in before for action in wanted)


def worth_of_raised_money(mind: SteadyMind, sale: Prospect, before: Set[Action]) -> float:
    """What the best purchase is worth that a sale makes possible, alone or with further sales."""
    game, best = play_if_seen(mind.game, sale.action), sale.value
    for further in range(CHAIN):
        if game is None or game.turn != mind.me or mind.value(game.position, mind.me) < mind.now - SACRIFICE:
            break
        best = max(best, best_purchase(mind, game, before))
        game = least_missed(mind, game) if further + 1 < CHAIN else None
    return max(sale.value, best - TROUBLE)


def best_purchase(mind: SteadyMind, game: Game, before: Set[Action]) -> float:
    """What the best is worth that can be bought now, and could not be bought before."""
    values = [-1e9]
    for choice in game.legal():
        if isinstance(choice.action, BuyShare | StartCompany) and choice.action not in before:
            after = play_if_seen(game, choice.action)
            if after is not None:
                values.append(mind.value(after.position, mind.me) + mind.finishing(choice.action))
    return max(values)


def least_missed(mind: SteadyMind, game: Game) -> Game | None:
    """The game after the sale that costs least."""
    sales = [choice.action for choice in game.legal() if isinstance(choice.action, SellShares)]
    games = [after for sale in sales if (after := play_if_seen(game, sale)) is not None]
    return max(games, key=lambda after: mind.value(after.position, mind.me), default=None)
