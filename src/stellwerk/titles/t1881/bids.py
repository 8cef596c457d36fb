"""The initial bid and what follows from it: envelopes exchanged, who leads (2.4 to 2.8)."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.referee import Referee
from stellwerk.steps.game_flow import deal_order

ENVELOPES = "envelopes exchanged"


def exchange_envelopes(ref: Referee, bids: Sequence[tuple[str, int]]) -> None:
    """The highest bidder changes his bid for the lowest one, the second highest for the second lowest (2.7, R12).

    The order of the bids is the order of play, until the first stock round is over (2.4, R10).
    """
    for (high, more), (low, less) in zip(bids[: len(bids) // 2], reversed(bids), strict=False):
        ref.pay(high, low, more, ENVELOPES)
        ref.pay(low, high, less, ENVELOPES)
    ref.pos.update_state(seats=ref.pos.order)
    deal_order(ref, [player for player, _ in bids])
