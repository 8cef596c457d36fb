"""A train that can be bought before the trains run: what it is worth shows when the turn is played on.

The track on which it would run is laid only later in the turn, so one step ahead there is nothing to see.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from stellwerk.actions import Action, BuyTrain
from stellwerk.bots.base import Prospect, play_if_seen
from stellwerk.game import Game
from stellwerk.steps.operating_round import OperatingTurn

if TYPE_CHECKING:
    from stellwerk.bots.steady import SteadyMind

LOOKS, MOVES = 2, 15
"""So many places for a tile are looked at while the turn is played on, for so many moves."""


def is_early(mind: SteadyMind) -> bool:
    """Has the company that may buy now still to run in its turn?"""
    step = mind.game.position.agenda[-1]
    return isinstance(step, OperatingTurn) and bool(mind.worth.outlook.to_run(mind.game.position, step.company))


def weigh_early_train(mind: SteadyMind, action: Action) -> Prospect:
    """The turn with this train against the turn without it."""
    after = play_if_seen(mind.game, action)
    if after is None:
        return mind.vain(action)
    bare = mind.game.copy()
    bare.log, bare.undone = [], []
    ends = end_turn(mind, after, wants=True), end_turn(mind, bare, wants=False)
    gain = mind.value(ends[0].position, mind.me) - mind.value(ends[1].position, mind.me)
    return Prospect(action, after.position, mind.now + gain)


def end_turn(mind: SteadyMind, game: Game, *, wants: bool) -> Game:
    """The turn played on in haste to its end, with early trains or without any."""
    chance, told = random.Random(mind.company), len(game.position.agenda)
    for _ in range(MOVES):
        if game.over or game.actor != mind.company or len(game.position.agenda) != told:
            break
        hasty = type(mind)(game, chance, LOOKS, mind.late)
        if not wants and is_early(hasty):
            hasty.choices = [choice for choice in hasty.choices if not isinstance(choice.action, BuyTrain)]
        game.play(hasty.decision().action)
    return game
