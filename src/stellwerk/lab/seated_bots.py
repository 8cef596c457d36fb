"""Those who play: a bot on each seat, watched by a clock, with somebody ready to take over when it fails."""

from __future__ import annotations

import math
import time

from stellwerk import bots
from stellwerk.actions import Action
from stellwerk.bots import Bot
from stellwerk.errors import Illegal
from stellwerk.game import Game
from stellwerk.lab.external_bot import CRASH, ILLEGAL, ExternalProgram, Failure
from stellwerk.lab.plan import COMMAND, RunPlan, words_of
from stellwerk.lab.record import Fault, Timing

UNDERSTUDIES = ("steady", "random")
"""Who goes on when a bot fails, one after the other."""


def make_bot(name: str, seed: int, plan: RunPlan) -> Bot:
    """A bot of ours by its name, or a program."""
    if name.startswith(COMMAND):
        return ExternalProgram(name, words_of(name), seed, plan.limit)
    return bots.make_bot(name, seed, plan.seconds)


class SeatedBot:
    """One seat of one game."""

    def __init__(self, name: str, bot: str, seed: int, plan: RunPlan):
        self.name = name
        self.bot = bot
        self.seed = seed
        self.plan = plan
        self.moves = 0
        self.time = Timing()
        self.faults: list[Fault] = []
        self.mind = make_bot(bot, seed, plan)
        self.reserve = [name for name in UNDERSTUDIES if name != bot]

    def choose(self, game: Game) -> Action:
        """A legal action, of the bot or of one who goes on for it."""
        for _ in range(1 + len(self.reserve)):
            try:
                return self._asked(game)
            except Failure as failure:
                self._replaced(game, failure.kind, str(failure))
            except Illegal as error:
                self._replaced(game, ILLEGAL, str(error))
            except Exception as error:  # a bot may fail in any way; the game goes on
                self._replaced(game, CRASH, f"{type(error).__name__}: {error}")
        return next(iter(game.legal())).action

    def _asked(self, game: Game) -> Action:
        start = time.perf_counter()
        try:
            action = self.mind.decide(game.seen_by(self.name)).action
        finally:
            note_time(self.time, time.perf_counter() - start)
        game.check(action)
        self.moves += 1
        return action

    def _replaced(self, game: Game, kind: str, sentence: str) -> None:
        """Note what went wrong; the next understudy sits down."""
        self.faults.append(Fault(self.name, self.mind.name, len(game.log), kind, sentence[:500]))
        self.leave()
        if self.reserve:
            self.mind = make_bot(self.reserve.pop(0), self.seed, self.plan)

    def leave(self) -> None:
        """The game is over."""
        if isinstance(self.mind, ExternalProgram):
            self.mind.leave()


def note_time(timing: Timing, seconds: float) -> None:
    """A move took so long."""
    timing.seconds = round(timing.seconds + seconds, 6)
    timing.slowest = round(max(timing.slowest, seconds), 6)
    bucket = math.ceil(4 * math.log2(max(seconds * 1e6, 1.0)))
    timing.spread[bucket] = timing.spread.get(bucket, 0) + 1
