"""Games by the other program's rules, played at random: what is written of them must be read again as it was."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

from stellwerk import actions
from stellwerk.actions import Action, Choice
from stellwerk.game import Game
from stellwerk.steps.running import best_for
from stellwerk.titles import rules_of

PROGRAM = "18xx-games"
NAMES = ("Ada", "Bo", "Cy", "Dan", "Eva", "Finn")
WEIGHTS: dict[type[Action], int] = {actions.LayTile: 8, actions.StartCompany: 6, actions.BuyShare: 6}


def sayable(action: Action) -> bool:
    """No declined offers (they are not written) and no tiles of private companies (a run for nothing is not either)."""
    if isinstance(action, actions.LayTile):
        return action.private is None
    return not isinstance(action, actions.Answer) or action.agrees


def pick(dice: random.Random, game: Game) -> Action:
    """A kind of action by weight, then one of that kind, then a number in its range; runs are the best ones."""
    kinds: dict[type[Any], list[Choice]] = defaultdict(list)
    for choice in game.legal():
        if sayable(choice.action):
            kinds[type(choice.action)].append(choice)
    choice = dice.choice(kinds[dice.choices(list(kinds), [WEIGHTS.get(kind, 1) for kind in kinds])[0]])
    if isinstance(choice.action, actions.Run):
        best = best_for(game.rules, game.position, choice.action.company)
        return actions.Run(choice.action.company, best.total, tuple(run.nodes for run in best.runs))
    steps = (choice.high - choice.low) // choice.step
    return choice.action if choice.field is None else choice.at(choice.low + choice.step * dice.randint(0, steps))


def random_game(title: str, count: int, seed: int, most: int) -> Game:
    """So many actions of a game, or all of it if it ends before."""
    rules = rules_of(title, program=PROGRAM)
    game = Game(rules, rules.new_position(NAMES[:count], seed))
    dice = random.Random(f"{title} {count} {seed}")
    while not game.over and len(game.log) < most:
        game.play(pick(dice, game))
    return game
