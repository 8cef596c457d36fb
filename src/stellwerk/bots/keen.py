"""A keen player: before it decides it plays the best few of `steady`'s ideas on, and takes what ends best.

Futures are played by a hasty `steady` for everybody, to the end of a round some moves ahead, and valued there. All
ideas see the same chances; those that fall behind are dropped, so that the time goes to the close ones. What is clear
at first sight is played at once.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

from stellwerk import actions
from stellwerk.bots.base import Bot, Decision, Prospect
from stellwerk.bots.evaluation import Evaluation
from stellwerk.bots.final_runs import make_evaluation
from stellwerk.bots.steady import SteadyMind, value_for
from stellwerk.errors import StellwerkError
from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.rules import Rules

WIDTH = 4
"""So many ideas are played on."""
ALIKE = 2
"""So many of them may be of one kind and for one company."""
CLEAR = 250.0
"""An idea that leads by so much is played at once; one that is so far behind is not looked at."""
WIDE, HASTY = 30, 2
"""So many places for a tile are looked at in earnest, and while playing on."""
FAR, FARTHEST = (10, 30), 200
"""A future ends with the first operating round that ends after so many moves, first and (if it is close) the second
time; in any case after so many."""
RIVAL = 0.3
"""How much the best of the others counts against one, beside what all others gain."""
TRUST = 0.3
"""How much the valuation at first sight counts beside what the futures say."""
SPARE = 0.8
"""The search uses this part of its time; the rest is for the move it is in."""
CLOSE, SURE = 35.0, 20.0
"""Ideas so far behind the best are dropped; an idea must be so much better than `steady`'s own to replace it."""

REASONS: dict[str, str] = {
    "ahead": "Played on, this comes out about {0} better than the next best.",
    "close": "Played on, this comes out no worse than anything else.",
}

SIMPLE = (actions.LayTile, actions.Run, actions.PlaceStation, actions.ChooseCity, actions.Bid, actions.BuyPrivate)
"""What is decided at first sight, with a wider look."""


class Keen(Bot):
    """Search on top of `steady`, for some seconds a move, or for a number of futures (then exactly repeatable)."""

    name = "keen"

    def __init__(self, seed: int = 0, seconds: float = 2.0, samples: int | None = None):
        super().__init__(seed)
        self.seconds = seconds
        self.samples = samples

    def decide(self, game: Game) -> Decision:
        """The idea whose futures are best."""
        late = self.clock()
        mind = SteadyMind(game, self.chance(game), WIDE, late)
        only = mind.only()
        if only is not None:
            return only
        ideas = best_few(mind.ranked())
        if len(ideas) == 1 or isinstance(ideas[0].action, SIMPLE):
            return Decision(ideas[0].action, mind.why(ideas[0]))
        search = Search(game, mind, ideas, late, self.samples, self.seed)
        best, lead = search.best()
        if best is ideas[0]:
            return Decision(best.action, mind.why(best))
        return Decision(best.action, REASONS["ahead" if lead >= 1 else "close"].format(round(lead)))

    def clock(self) -> Callable[[], bool] | None:
        """Tells whether the time is up; none where futures are counted instead."""
        if self.samples is not None:
            return None
        end = time.monotonic() + SPARE * self.seconds
        return lambda: time.monotonic() > end


def best_few(ranked: Sequence[Prospect]) -> list[Prospect]:
    """The best ideas, not too many alike, none far behind."""
    kept: list[Prospect] = []
    kinds: dict[tuple[type, str], int] = {}
    for idea in ranked:
        kind = (type(idea.action), str(getattr(idea.action, "company", "")))
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] <= ALIKE and idea.value > ranked[0].value - CLEAR:
            kept.append(idea)
    return kept[:WIDTH]


class Search:
    """Ideas played on, each with the same chances, until one is left or the time is up."""

    def __init__(
        self, game: Game, mind: SteadyMind, ideas: Sequence[Prospect], late: Callable[[], bool] | None,
        samples: int | None, seed: int,
    ):  # fmt: skip
        self.game = game
        self.mind = mind
        self.ideas = list(ideas)
        self.late = late or (lambda: False)
        self.left = len(ideas) * len(FAR) if samples is None else samples
        self.seed = seed
        self.ends: list[list[float]] = [[] for _ in ideas]

    def best(self) -> tuple[Prospect, float]:
        """The idea that ends best, and its lead over the next."""
        alive = list(range(len(self.ideas)))
        for turn in range(len(FAR)):
            if len(alive) < 2 or not self.once(alive, turn):
                break
            top = max(map(self.score, alive))
            alive = [index for index in alive if self.score(index) > top - CLOSE]
        order = sorted((index for index in alive if self.ends[index]), key=self.score, reverse=True)
        if not order or (0 in order and self.score(order[0]) < self.score(0) + SURE):
            return self.ideas[0], 0.0
        next_best = order[1] if len(order) > 1 else 0
        return self.ideas[order[0]], self.score(order[0]) - self.score(next_best)

    def once(self, alive: Sequence[int], turn: int) -> bool:
        """Play every idea on once; False if time or samples ran out before, and nothing counts of it."""
        ends: list[float] = []
        for index in alive:
            chance = random.Random(f"{self.seed} {turn} {self.game.position.hash()}")
            end = None if self.left <= 0 or self.late() else self.future(self.ideas[index], chance, FAR[turn])
            if end is None:
                if turn == 0 and len(ends) > 1:
                    break  # what was looked at so far is better than nothing
                return False
            ends.append(end)
            self.left -= 1
        for index, end in zip(alive, ends, strict=False):
            self.ends[index].append(end)
        return len(ends) == len(alive)

    def score(self, index: int) -> float:
        """What an idea is worth: the mean of its futures, and a little of what it seemed at first sight."""
        ends = self.ends[index]
        sight = self.ideas[index].value - self.ideas[0].value
        return sum(ends) / len(ends) + TRUST * sight if ends else -1e9

    def future(self, idea: Prospect, chance: random.Random, far: int) -> float | None:
        """What one future of an idea is worth; none if the time was up before its end."""
        game = self.game.copy()
        game.log, game.undone = [], []
        before = game.position
        try:
            game.play(idea.action)
            for moves in range(FARTHEST):
                if game.over or (moves >= far and round_has_ended(game.rules, before, game.position)):
                    break
                if self.late():
                    return None
                before = game.position
                game.play(SteadyMind(game, chance, HASTY, self.late).decision().action)
                game.log.clear()
        except StellwerkError:  # what a seat sees may not be enough to play on
            return None
        return standing_of(make_evaluation(game.rules, game.position), game.position, self.mind.me)


def standing_of(worth: Evaluation, pos: Position, player: str) -> float:
    """What a position is worth to one who wants to be first."""
    rival = max(worth.of(pos, other) for other in pos.players if other != player)
    return value_for(worth, pos, player) - RIVAL * rival


def round_has_ended(rules: Rules, before: Position, after: Position) -> bool:
    """Has an operating round ended between two positions? Where there are none any moment will do."""
    if not any(kind.companies_act for kind in rules.round_kinds.values()):
        return True
    return before.round != after.round and rules.kind_of(before.round).companies_act
