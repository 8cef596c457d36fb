"""What every bot is: it sees a game as its seat may see it, and decides, saying why in one sentence."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod

import msgspec

from stellwerk.actions import Action, Choice
from stellwerk.bots.casual import CasualBot, sensible_choices
from stellwerk.errors import Illegal
from stellwerk.game import Game
from stellwerk.position import Position

WHIM = 4.0
"""How far a valuation is off, by chance: so that players of different seeds play differently."""

REASONS: dict[str, str] = {
    "any": "Anything goes.",
    "taste": "It seemed a nice thing to do.",
}


class Decision(msgspec.Struct, frozen=True):
    """What to play, and why."""

    action: Action
    why: str


class Prospect(msgspec.Struct, frozen=True):
    """One thing to do, where it leads, and what that is worth."""

    action: Action
    after: Position
    value: float


class Bot(ABC):
    """A player that is a program: deterministic for its seed, and it keeps nothing of one game for another."""

    name: str

    def __init__(self, seed: int = 0):
        self.seed = seed

    @abstractmethod
    def decide(self, game: Game) -> Decision:
        """What to play now, for the player whose turn it is, and why."""

    def choose(self, game: Game) -> Action:
        """What to play now."""
        return self.decide(game).action

    def chance(self, game: Game) -> random.Random:
        """Chance of the bot's own: the same for the same seed and position."""
        return random.Random(f"{self.seed} {game.position.hash()}")


class RandomBot(Bot):
    """Any legal action, with any number in its range."""

    name = "random"

    def decide(self, game: Game) -> Decision:
        """One of the choices, each as likely as the others."""
        chance = self.chance(game)
        return Decision(number_in(chance.choice(list(sensible_choices(game.legal()))), chance), REASONS["any"])


class Casual(Bot):
    """The casual player as a bot among the others."""

    name = "casual"

    def decide(self, game: Game) -> Decision:
        """By taste and chance."""
        player = CasualBot()
        player.random = self.chance(game)
        return Decision(player.choose(game), REASONS["taste"])


def play_if_seen(game: Game, action: Action) -> Game | None:
    """The game after an action; none, if what a seat sees is not enough to play it."""
    after = game.copy()
    after.log, after.undone = [], []
    try:
        after.play(action)
    except Illegal:
        return None
    return after


def number_in(choice: Choice, chance: random.Random) -> Action:
    """A choice with some number of its range."""
    if choice.field is None or choice.field == "routes":
        return choice.action
    return choice.at(choice.low + choice.step * chance.randint(0, (choice.high - choice.low) // choice.step))
