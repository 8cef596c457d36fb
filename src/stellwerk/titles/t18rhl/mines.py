"""The draw for the extra coal mine and the extra steel mill (2.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.actions import CHANCE, Action, Draw
from stellwerk.referee import Referee
from stellwerk.steps.base import Act, Task
from stellwerk.steps.course import random_number
from stellwerk.titles.t18rhl.map import MINES


class MineDraw(Task, frozen=True, tag="mine-draw"):
    """One of the nine ADR certificates is drawn and put back."""

    def actor(self, ref: Referee) -> str:
        """Chance."""
        return CHANCE

    def decider(self, ref: Referee) -> str:
        """Chance."""
        return CHANCE

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Draw."""
        return (_DRAW,)


class DrawMines(Act):
    """The number of the share tells both places."""

    action = Draw

    def options(self, ref: Referee, task: MineDraw) -> Iterator[Action]:
        """What the generator gives."""
        yield Draw("mines", (str(random_number(ref.pos.seed, ref.pos.draws, len(MINES)) + 1),))

    def check(self, ref: Referee, task: MineDraw, action: Draw) -> None:
        """A number from 1 to 9."""
        if action.what != "mines" or action.result not in [(str(i + 1),) for i in range(len(MINES))]:
            ref.refuse("mines", "The draw is one of the nine ADR shares.")

    def apply(self, ref: Referee, task: MineDraw, action: Draw) -> None:
        """Place the markers."""
        ref.pop()
        ref.pos.draws += 1
        ref.pos.put("extra", "mines", MINES[int(action.result[0]) - 1])


_DRAW = DrawMines()
