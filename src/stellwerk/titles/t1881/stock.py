"""The initial bid, the distribution and stock rounds (2 to 4)."""

from __future__ import annotations

from stellwerk.events import Event, RoundBegan
from stellwerk.position import Round
from stellwerk.referee import Referee
from stellwerk.round_kinds import SETUP
from stellwerk.rules import Rules
from stellwerk.steps.base import Task
from stellwerk.steps.game_flow import GameFlow, end_game, pay_starting_cash
from stellwerk.steps.sealed_bids import BIDS, BidsOpened, SealedBids
from stellwerk.titles.t1881.bids import exchange_envelopes
from stellwerk.titles.t1881.printed import printed_of


class StockRules(Rules):
    """The answers of these chapters."""

    # 2, 3: the course of the game

    def opening(self) -> tuple[Task, ...]:
        """Players sit as they are named; the first one is the auctioneer (2.4, R11)."""
        return (GameFlow(),)

    def next_round(self, ref: Referee) -> None:
        """The initial bid, the distribution, then stock rounds with their operating rounds (2, 3.2)."""
        now = ref.pos.round
        if now.kind == SETUP.name:
            pay_starting_cash(ref)
            bid = printed_of(self.variant).initial_bid
            ref.pos.round = Round(BIDS.name)
            ref.say(RoundBegan("The initial bid"))
            ref.push(SealedBids(bid.min, bid.step))
        else:
            end_game(ref)

    def follow_event(self, ref: Referee, event: Event) -> None:
        """What follows from what."""
        super().follow_event(ref, event)
        match event:
            case BidsOpened(bids):
                exchange_envelopes(ref, bids)
