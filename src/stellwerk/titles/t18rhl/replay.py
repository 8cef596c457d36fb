"""18Rhl as 18xx.games plays it, where that differs from the book: only so that recorded games replay.

Each answer names the ruling whose Replay line it follows; docs/interop.md lists them.
"""

from __future__ import annotations

from typing import Any, ClassVar

from stellwerk.actions import StartCompany
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OFFERING, POOL, Position
from stellwerk.referee import Referee
from stellwerk.routes import TrainSpec
from stellwerk.rules import Rules
from stellwerk.steps.course import deal_order
from stellwerk.steps.shares import hand_over, settle_float
from stellwerk.steps.stock import StockRound, raise_sold_out
from stellwerk.titles.t18rhl import map as land
from stellwerk.titles.t18rhl.rules import RHE, RHE_LOT, T18Rhl, rotated


class T18RhlAsPlayedOnline(T18Rhl):
    """The answers of the Replay lines."""

    floats_at_once: ClassVar[bool] = True  # R8

    # The start packet

    def packet_sold(self, ref: Referee, seat: int) -> None:
        """R14: the round ends, the priority deal goes to the most cash, a stock round starts."""
        deal_order(ref, rotated(ref.pos.order, self.priority(ref)))
        ref.push(StockRound())

    def auction_speaker(self, position: Position, bids: tuple[tuple[str, int], ...], last: str) -> str:
        """R15: always the one whose bid is lowest."""
        return min(bids, key=lambda bid: bid[1])[0]

    def lot_sold(self, ref: Referee, player: str, lot: str, price: int) -> None:
        """R10: what was paid for the RhE certificate is the RhE's capital."""
        super().lot_sold(ref, player, lot, price)
        if lot == RHE_LOT:
            ref.pos.put("extra", "rhe_bid", price)

    def start_company(self, ref: Referee, action: StartCompany) -> None:
        """R10, R12: the RhE floats when it is bought; the money for its link stays in the bank."""
        Rules.start_company(self, ref, action)
        if action.company == RHE:
            ref.pos.put("extra", "link", 3 * action.price)
            settle_float(ref, RHE)
            ref.pos.put("extra", "bumps", (RHE,))

    def tile_laid(self, ref: Referee) -> None:
        """R12: the bank pays when the link is there."""
        if ref.pos.extra.get("link") and land.linked(self.board, ref.pos.tiles):
            ref.pay(BANK, RHE, ref.pos.extra["link"], "link from Köln to Aachen")
            ref.pos.put("extra", "link", 0)

    # Shares

    def capital(self, position: Position, company: str) -> int:
        """R10: the RhE's is the winning bid."""
        if company == RHE and not self.late(position):
            return int(position.extra["rhe_bid"])
        return super().capital(position, company)

    def floated_now(self, ref: Referee, company: str) -> None:
        """R8: in brown the rest goes to the pool at once; the step up waits for the end of the round."""
        if self.late(ref.pos):
            for card in self.register.at(ref.pos, company, OFFERING):
                hand_over(ref, card, POOL)
        else:
            ref.pos.put("extra", "bumps", (*ref.pos.extra.get("bumps", ()), company))

    def close_stock_round(self, ref: Referee) -> None:
        """R20: bumps in the order in which corporations floated."""
        for company in ref.pos.extra.get("bumps", ()):
            ref.move_price(company, "up")
        ref.pos.put("extra", "bumps", ())
        raise_sold_out(ref)
        deal_order(ref, rotated(ref.pos.order, self.priority(ref)))

    def priority(self, ref: Referee) -> str:
        """R19: in a tie the player left of the last one who bought or sold."""
        most = max(ref.cash(player) for player in ref.pos.order)
        richest = [player for player in ref.pos.order if ref.cash(player) == most]
        if len(richest) == 1:
            return richest[0]
        return rotated(ref.pos.order, ref.pos.extra.get("last_buyer", ref.pos.order[-1]))[1]

    def sells_again(self) -> bool:
        """R23: every sale is its own block with its own drop."""
        return True

    def chooses_exchange(self) -> bool:
        """R25: nobody is asked."""
        return False

    # Trains

    def allows(self, position: Position, what: str) -> bool:
        """R44: trains between corporations from the start."""
        return what == "trains-between-companies" or super().allows(position, what)

    def may_buy_card(self, position: Position, company: str, card: str) -> bool:
        """R68: it may buy back what it gave up."""
        return True

    # Running

    def claims_are_free(self) -> bool:
        """R65: an empty run is accepted; recorded amounts are taken at their word."""
        return True

    def network_options(self) -> dict[str, Any]:
        """R33, R34, R37: circles of a bank and neighbouring red hexes are places of their own; the ferry is paid."""
        return {"group": lambda hex, city: None, "ferry_shares_station": False}

    def iron_rhine(self, others: set[str]) -> bool:
        """R36: everybody gets the bonus."""
        return True

    def train_spec(self, face: FaceFigure) -> TrainSpec:
        """R40: the far end of the 8-train may be a town."""
        return land.rheingold("city", "town") if face.kind == "express" else super().train_spec(face)
