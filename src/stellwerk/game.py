"""A game: a position, its log, and the one door through which it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from stellwerk import actions
from stellwerk.actions import CHANCE, Action, Choice
from stellwerk.errors import BadInput, Illegal
from stellwerk.events import Event
from stellwerk.position import Position
from stellwerk.questions import Questions
from stellwerk.referee import Referee
from stellwerk.routes import Answer
from stellwerk.rules import Rules
from stellwerk.steps.running import best_for


class Entry(msgspec.Struct, frozen=True):
    """One line of the log: what was decided, what happened, and the position before it."""

    action: Action
    events: tuple[Event, ...]
    before: Position


class Legal:
    """What may be played now: iterate over it, ask whether an action is in it, how many there are, whether any."""

    def __init__(self, game: Game):
        self._game = game

    def __iter__(self) -> Iterator[Choice]:
        referee = Referee(self._game.rules, self._game.position)
        if self._game.position.agenda:
            yield from referee.task.choices(referee)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action):
            return False
        try:
            self._game.check(action)
        except Illegal:
            return False
        return True

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        """How many choices there are. (No `__len__`: `list` would ask it first and do the work twice.)"""
        return sum(1 for _ in self)

    def actions(self) -> list[Action]:
        """One action for each choice, free numbers at their lowest."""
        return [choice.action for choice in self]


class Game(Questions):
    """A game of a title: position, log, legal actions, play, undo, redo; and all that can be asked of its position."""

    def __init__(self, rules: Rules, position: Position, *, draws: bool = True):
        super().__init__(rules, position)
        self.start = position.copy()
        self.log: list[Entry] = []
        self.undone: list[Action] = []
        self.draws = draws
        """Are draws made from the seed at once (otherwise they are given)?"""
        self._settle()

    def _settle(self) -> None:
        referee = Referee(self.rules, self.position)
        referee.settle()
        if self.draws:
            self._draw()

    def _draw(self) -> None:
        """Chance plays whenever it is its turn."""
        while self.turn == CHANCE:
            self._play(next(iter(self.legal())).action)

    @property
    def turn(self) -> str:
        """The player (or chance) who decides now; empty when the game is over."""
        referee = Referee(self.rules, self.position)
        return referee.task.decider(referee) if self.position.agenda else ""

    @property
    def actor(self) -> str:
        """The player or company that acts now; empty when the game is over."""
        referee = Referee(self.rules, self.position)
        return referee.task.actor(referee) if self.position.agenda else ""

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.position.result is not None

    def legal(self) -> Legal:
        """What may be played now."""
        return Legal(self)

    def check(self, action: Action) -> None:
        """Refuse an action that may not be played now."""
        if self.over:
            raise Illegal("game-over", "The game is over.")
        referee = Referee(self.rules, self.position)
        referee.task.judge(referee, action)

    def play(self, action: Action) -> tuple[Event, ...]:
        """Play an action; returns what happened, or refuses and changes nothing."""
        events = self._play(action)
        self.undone.clear()
        if self.draws:
            self._draw()
        return events

    def _play(self, action: Action, reading: bool = False) -> tuple[Event, ...]:
        if self.over:
            raise Illegal("game-over", "The game is over.")
        after = self.position.copy()
        referee = Referee(self.rules, after, reading)
        task = referee.task
        act = task.judge(referee, action)
        act.apply(referee, task, action)
        referee.settle()
        entry = Entry(action, tuple(referee.events), self.position)
        self.log.append(entry)
        self.position = after
        return entry.events

    def retrace(self, action: Action, hash: str) -> bool:
        """Play an action of a log again without judging it: it was legal when written, and its hash is proof enough.

        The route finder rests: a claim says what was earned. If the position does not get the hash, or anything is not
        as it was, nothing is played and the answer is no: then the action is to be judged (`replay`).
        """
        after = self.position.copy()
        referee = Referee(self.rules, after)
        try:
            _apply_unjudged(referee, action)
        except Exception:
            return False
        if after.hash() != hash:
            return False
        self.log.append(Entry(action, tuple(referee.events), self.position))
        self.position = after
        return True

    def undo(self) -> Action:
        """Take the last decision back (with the draws that followed it)."""
        while self.log:
            entry = self.log.pop()
            self.position = entry.before
            if not (self.draws and isinstance(entry.action, actions.Draw)):
                self.undone.append(entry.action)
                return entry.action
        self._settle()
        raise BadInput("There is nothing to undo.")

    def redo(self) -> Action:
        """Play again what was taken back last."""
        if not self.undone:
            raise BadInput("There is nothing to redo.")
        action = self.undone.pop()
        self._play(action, reading=True)
        if self.draws:
            self._draw()
        return action

    def copy(self) -> Game:
        """The same game, free to go another way."""
        twin = Game.__new__(Game)
        twin.rules, twin.position, twin.start = self.rules, self.position.copy(), self.start
        twin.log, twin.undone, twin.draws = self.log.copy(), self.undone.copy(), self.draws
        return twin

    def seen_by(self, seat: str | None) -> Game:
        """The game as one player (None: a spectator) may see it: what the position shows him, and no past."""
        seen = self.copy()
        seen.position = self.position.seen_by(seat)
        seen.start, seen.log, seen.undone = seen.position, [], []
        return seen

    def best_runs(self, company: str) -> Answer:
        """The best set of runs for a company as things stand, proven."""
        if company not in self.rules.companies:
            raise BadInput(f"There is no company {company}.")
        return best_for(self.rules, self.position, company)

    def as_json(self, hashes: bool = True) -> dict[str, Any]:
        """The game as its log: what to play from the start, with the hash after each action."""
        after = [entry.before for entry in self.log[1:]] + [self.position]
        entries = [actions.encode(entry.action) for entry in self.log]
        data: dict[str, Any] = {
            "format": "stellwerk-game",
            "version": 1,
            "title": self.position.title,
            "variant": self.position.variant,
            "rules": self.position.rules,
            **({"own": self.rules.own.as_json()} if self.rules.own is not None else {}),
            **({"edition": self.rules.edition} if self.rules.edition > 1 else {}),
            "players": list(self.start.players),
            "seed": self.start.seed,
            "actions": entries,
        }
        if self.start.hash() != self.rules.new_position(self.start.players, self.start.seed).hash():
            data["start"] = self.start.as_json()
        if hashes:
            data["hashes"] = [position.hash() for position in after][: len(entries)]
        return data

    def read_action(self, action: Action) -> tuple[Event, ...]:
        """Play what a record says: as `play`, but a run may state an amount that was recorded elsewhere."""
        return self._play(action, reading=True)

    def replay(self, entries: Sequence[Action]) -> None:
        """Play given actions of a log, draws included."""
        self.draws = False
        for action in entries:
            self.read_action(action)
        self.draws = True

    def _repr_svg_(self) -> str:
        """A notebook shows the board, if pictures were registered."""
        return "".join(draw(self) for draw in _pictures)


_pictures: list[Callable[[Game], str]] = []
"""What draws a game; nothing, until it is registered."""


def register_picture(draw: Callable[[Game], str]) -> None:
    """Say how a notebook is to show games: once, from above, for the engine knows nothing of pictures."""
    _pictures[:] = [draw]


def _apply_unjudged(referee: Referee, action: Action) -> None:
    """Carry an action out as it was claimed; a run without routes gets an empty one, so that none is looked for."""
    task = referee.task
    act = next(act for act in task.acts(referee) if act.covers(referee, action))
    bare = isinstance(action, actions.Run) and not action.routes
    act.apply(referee, task, msgspec.structs.replace(action, routes=((),)) if bare else action)
    referee.settle()
