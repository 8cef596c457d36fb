"""Words for tests of 1881's shares: the initial bid, the distribution, stock rounds between empty operating rounds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from tests.kit import given, play_on

from stellwerk.actions import Action, BuyShare, Pass, SellShares
from stellwerk.game import Game
from stellwerk.position import POOL, Position
from stellwerk.steps.operating_round import OPERATING
from stellwerk.steps.sealed_bids import SealBid
from stellwerk.titles.t1881 import figures
from stellwerk.titles.t1881.depots import DepotChoice
from stellwerk.titles.t1881.rules import T1881

NAMES = ("Ada", "Bo", "Cy")
SIX = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
TRAMS = ("GBS", "BChSt", "BESTAG", "SSC", "NBSN", "SBV", "SHG", "SpS")


class SharesOnly(T1881):
    """1881 with operating rounds in which nobody operates."""

    def operating_order(self, position: Position) -> list[str]:
        """Nobody, once a round has begun."""
        return [] if position.round.kind == OPERATING.name else super().operating_order(position)


@cache
def shares_only(variant: str = "base") -> SharesOnly:
    """Such rules."""
    return SharesOnly(figures(variant), variant)


def fresh(*done: Action, players: tuple[str, ...] = NAMES, variant: str = "base") -> Game:
    """A new game, after some actions."""
    rules = shares_only(variant)
    return play_on(Game(rules, rules.new_position(players, 1)), *done)


def bids(**amounts: int) -> list[Action]:
    """Each of them seals a bid: bids(Ada=50, Bo=20)."""
    return [SealBid(player, amount) for player, amount in amounts.items()]


def shared_out(*done: Action, players: tuple[str, ...] = NAMES, cash: int | None = None) -> Game:
    """The distribution, players in the order of their seats, after some actions; with other cash, if said."""
    game = fresh(*(SealBid(player, 20) for player in players), players=players)
    for player in players if cash is not None else ():
        game.position.put("cash", player, cash)
    return play_on(game, *done)


def stock(number: int = 2, **parts: Any) -> Game:
    """Ada's turn in a stock round (the second one unless said), everybody with 700."""
    players = parts.get("players", NAMES)
    usual = {"round": {"kind": "stock", "set": number}, "cash": dict.fromkeys(players, 700), "players": players}
    game = given(**{"title": "1881", **usual, **parts})
    return Game(shares_only(parts.get("variant", "base")), game.position)


def started(**holders: int) -> dict[str, Any]:
    """BChSt in its first stock round: started(Ada=40, Bo=20, pool=10); the largest holder directs it."""
    return tram("BChSt", holders)


def tram(
    company: str,
    shares: Mapping[str, int] | None = None,
    director: str | None = None,
    price: int | None = None,
    **holders: int,
) -> dict[str, Any]:
    """A tram company of which shares were sold: tram("SSC", Ada=40, director="offering")."""
    ((par, _),) = shares_only().chart.starts(company).items()
    return {company: {"par": par, "holders": {**(shares or {}), **holders}, "director": director, "price": price}}


def buy(player: str, company: str, percent: int = 10) -> BuyShare:
    """A purchase from the offering."""
    return BuyShare(player, company, percent)


def take(player: str, company: str, percent: int = 10) -> BuyShare:
    """A purchase from the pool."""
    return BuyShare(player, company, percent, POOL)


def sell(player: str, company: str, percent: int = 10) -> SellShares:
    """A sale."""
    return SellShares(player, company, percent)


def passes(*names: str) -> list[Action]:
    """All of them pass."""
    return [Pass(name) for name in names]


def end_round(game: Game) -> Game:
    """Everybody passes until the stock round is over."""
    number = game.position.round.set
    while not game.over and game.position.round.set == number:
        game.play(Pass(game.actor))
    return game


def cash(game: Game, *who: str) -> tuple[int, ...]:
    """What each of them has."""
    return tuple(game.position.cash[name] for name in who)


def depots_placed(game: Game) -> Game:
    """Nets of the S-Bahn that have to place a depot have placed it somewhere."""
    while isinstance(game.position.agenda[-1], DepotChoice):
        game.play(next(iter(game.legal())).action)
    return game
