"""1881, a second opinion on what the S-Bahn pays, its price, and which nets join (12.5, 12.12, 12.13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.connection81 import Opinion

from stellwerk.actions import Action
from stellwerk.events import (
    CertificateMoved,
    DividendDecided,
    Event,
    Paid,
    PriceMoved,
    Ran,
    StationPlaced,
    TileLaid,
)
from stellwerk.game import Game
from stellwerk.titles.t1881.joint_turn import JointDividend
from stellwerk.titles.t1881.nets import NetJoined

NETS = ("S", "S-II", "S-III", "S-IV")
PIERS, PIER = ("J4", "K35", "L6", "M33"), 40
BANK = ("offering", "pool", "out", "bank")


class Auditor:
    """Follows the nets from their first run to the settlement of the round."""

    def __init__(self, game: Game):
        self.held: Counter[str] = Counter()
        self.runs: dict[str, int] = {}
        self.piers: dict[str, int] = {}
        self.paid: dict[str, int] = {}
        self.tiles: dict[str, tuple[str, int]] = {}
        self.depots: dict[str, list[str]] = {net: [] for net in NETS}
        self.settlements = 0

    def note(self, action: Action, told: Sequence[Event], game: Game) -> None:
        """What has happened with an action; at a settlement everything is computed and compared."""
        for number, event in enumerate(told):
            match event:
                case CertificateMoved("S", percent, giver, taker):
                    self.held[giver] -= percent
                    self.held[taker] += percent
                case TileLaid(_, hex, tile, rotation):
                    self.tiles[hex] = tile, rotation
                case StationPlaced(company, hex) if company in NETS:
                    self.depots[company].append(hex)
                case NetJoined(net):
                    self.depots["S"] += self.depots[net]
                    self.depots[net] = []
                case Ran(company, revenue, routes) if company in NETS:
                    stops = [stop.partition(".")[0] for route in routes for stop in route]
                    self.piers[company] = PIER * sum(stop in PIERS for stop in stops)
                    self.runs[company] = revenue - self.piers[company]
                case DividendDecided(company, kind, income) if company in NETS:
                    self.paid[company] = {"pay": income, "split": self.runs.get(company, 0)}.get(kind, 0)
                case JointDividend():
                    self.settle(event, told[number + 1 :], game)

    def settle(self, told: JointDividend, after: Sequence[Event], game: Game) -> None:
        """5% of all that is paid for 5%, rounded down; the pool's to the main net; the price by the majority."""
        total = sum(self.paid.values())
        paying = sum(amount > 0 and self.runs[net] > 0 for net, amount in self.paid.items())
        assert (told.amount, told.paying, told.nets) == (total, paying, len(self.runs)), f"{told}: {self.paid}"
        shares = {who: total * percent // 100 for who, percent in self.held.items() if who not in BANK}
        shares["S"] = total * self.held["pool"] // 100
        paid = {e.payee: e.amount for e in after if isinstance(e, Paid) and e.reason.startswith("dividend")}
        assert paid == {who: amount for who, amount in shares.items() if amount}
        self.check_price(paying, len(self.runs) - paying, after, game)
        self.check_joins(after, game)
        self.runs, self.paid, self.piers = {}, {}, {}
        self.settlements += 1

    def check_price(self, paying: int, silent: int, after: Sequence[Event], game: Game) -> None:
        """More that pay: as for a dividend; more that do not: as for none; else it stays (12.12)."""
        moves = [(e.before, e.price) for e in after if isinstance(e, PriceMoved) and e.company == "S"]
        if paying == silent:
            assert not moves
        for before, now in moves:
            assert (now > before) == (paying > silent), f"{paying} of {paying + silent} pay: {before} to {now}"

    def check_joins(self, after: Sequence[Event], game: Game) -> None:
        """A subnet whose depot S-Bahn track joins with one of the main net's is the main net's (12.5, R62)."""
        if "S" not in game.position.floated and game.position.result is None:
            return
        if game.position.result is not None:
            return
        reached = Opinion(self.tiles).reached(self.depots["S"], "s")
        joined = [net for net in NETS[1:] if set(self.depots[net]) & reached]
        assert [event.net for event in after if isinstance(event, NetJoined)][: len(joined)] == joined
