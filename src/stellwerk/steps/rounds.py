"""The course of a game that ends when its bank is broken: stock rounds, each with its set of operating rounds."""

from __future__ import annotations

from stellwerk.referee import Referee
from stellwerk.steps.game_flow import end_game
from stellwerk.steps.operating_round import begin_operating_round
from stellwerk.steps.stock_round import begin_stock_round


def go_on(ref: Referee, broken: bool) -> None:
    """After a stock round its operating rounds, then the next stock round, unless the bank is broken."""
    now = ref.pos.round
    if ref.rules.kind_of(now).shares_trade:
        begin_operating_round(ref, now.set, 1, ref.rules.rounds_of_set(ref.pos, now.set))
    elif now.number < now.of:
        begin_operating_round(ref, now.set, now.number + 1, now.of)
    elif broken:
        end_game(ref)
    else:
        begin_stock_round(ref, now.set + 1)
