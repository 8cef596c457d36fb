"""Words for tests of 1881's shares: the initial bid, the distribution, stock rounds."""

from __future__ import annotations

from tests.kit import play_on

from stellwerk.actions import Action
from stellwerk.game import Game
from stellwerk.steps.sealed_bids import SealBid
from stellwerk.titles import rules_of

NAMES = ("Ada", "Bo", "Cy")


def fresh(*done: Action, players: tuple[str, ...] = NAMES, variant: str = "base") -> Game:
    """A new game, after some actions."""
    rules = rules_of("1881", variant)
    return play_on(Game(rules, rules.new_position(players, 1)), *done)


def bids(**amounts: int) -> list[Action]:
    """Each of them seals a bid: bids(Ada=50, Bo=20)."""
    return [SealBid(player, amount) for player, amount in amounts.items()]


def cash(game: Game, *who: str) -> tuple[int, ...]:
    """What each of them has."""
    return tuple(game.position.cash[name] for name in who)
