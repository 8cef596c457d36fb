"""A casual player: seeded random play that leans towards what people do: build, buy trains, pay out, start companies.

It plays any title to its end and knows no plan. It is there to show a game and to try the engine, not to win.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator

from stellwerk import actions
from stellwerk.actions import Action, Choice
from stellwerk.game import Game
from stellwerk.trains import trains_of

TRADE = 0.03
"""How much less a train of another company is liked than one of the bank."""

GLANCES = 8
"""How many places for a tile are looked at."""


class CasualBot:
    """Picks a kind of action by weight, then one of that kind, then a number in its range."""

    def __init__(self, seed: int = 0):
        self.random = random.Random(seed)

    def choose(self, game: Game) -> Action:
        """What to play now."""
        kinds: dict[tuple[type[Action], bool], list[Choice]] = {}
        for choice in sensible_choices(game.legal()):
            kinds.setdefault((type(choice.action), is_trade(game, choice.action)), []).append(choice)
        weights = [kind.liking * (TRADE if trade else 1) for kind, trade in kinds]
        chosen = self.random.choices(list(kinds), weights)[0]
        return self.number(game, self.one_of(game, chosen[0], kinds[chosen]))

    def one_of(self, game: Game, kind: type[Action], choices: list[Choice]) -> Choice:
        """One choice of a kind, by taste; of a few tiles the one that serves the company's trains best."""
        likes = [self.taste(game, choice.action) for choice in choices]
        if kind is not actions.LayTile or not trains_of(game.position, game.actor):
            return self.random.choices(choices, likes)[0]
        few = self.random.choices(choices, likes, k=GLANCES)
        return max(few, key=lambda choice: self.worth(game, choice.action))

    def worth(self, game: Game, action: Action) -> int:
        """What the company could run for after this."""
        after = game.copy()
        after.play(action)
        return after.best_runs(game.actor).total

    def taste(self, game: Game, action: Action) -> float:
        """How much one action is liked beside others of its kind."""
        if isinstance(action, actions.Dividend):
            return 9 if action.kind == "pay" else 1
        if isinstance(action, actions.Answer):
            return 3 if action.agrees else 1
        if isinstance(action, actions.LayTile):
            return 2 if action.hex in game.position.tiles else 1
        if isinstance(action, actions.BuyShare):
            return 1 if action.company in game.position.floated else 6
        if isinstance(action, actions.BuyTrain):
            rules = game.rules
            return 8 if rules.may_run(action.company, rules.cards.by_name[action.face]) else 0.2
        return 1

    def number(self, game: Game, choice: Choice) -> Action:
        """Offers go from the lowest number on, rarely far; debts are repaid in full."""
        if choice.field is None:
            return choice.action
        if isinstance(choice.action, actions.Repay):
            return choice.at(choice.high)
        steps = (choice.high - choice.low) // choice.step
        return choice.at(choice.low + choice.step * int(steps * self.random.random() ** 2))


def sensible_choices(choices: Iterable[Choice]) -> Iterator[Choice]:
    """What a player considers: no claim of a revenue that nobody proves (old games leave the number free)."""
    return (choice for choice in choices if not (isinstance(choice.action, actions.Run) and choice.field == "revenue"))


def is_trade(game: Game, action: Action) -> bool:
    """Is this a train of another company?"""
    return isinstance(action, actions.BuyTrain) and action.source in game.rules.companies


def play_out(game: Game, seed: int = 0, told: Callable[[Game], None] | None = None, most: int = 20_000) -> Game:
    """Play a game to its end; `told` is called after each action."""
    player = CasualBot(seed)
    while not game.over and len(game.log) < most:
        game.play(player.choose(game))
        if told is not None:
            told(game)
    return game
