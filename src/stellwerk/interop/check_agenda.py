"""The steps of a position from outside: do they follow each other as in play, and speak of things that are so?

Each step says of itself on what it lies, in which kind of round, and what is sound.
"""

from __future__ import annotations

from itertools import pairwise

from stellwerk.errors import refuse_unless
from stellwerk.position import Position
from stellwerk.rules import Rules
from stellwerk.steps.base import Task
from stellwerk.steps.game_flow import Finished, GameFlow
from stellwerk.vocabulary import tag_of


def check_agenda(rules: Rules, pos: Position) -> None:
    """Refuse an agenda that cannot be."""
    steps = [step for step in pos.agenda if isinstance(step, Task)]
    if [type(step) for step in steps] == [Finished]:
        refuse_unless(pos.result is not None, "A finished game has a result.")
        return
    refuse_unless(pos.result is None, "Only a finished game has a result.")
    begins = bool(steps) and isinstance(steps[0], GameFlow)
    refuse_unless(begins, "The agenda begins with the course of the game.")
    for below, step in pairwise(steps):
        name, kind = repr(tag_of(step)), pos.round.kind
        refuse_unless(step.may_follow(below), f"The step {name} does not follow {tag_of(below)!r}.")
        belongs = step.round_kind is None or step.round_kind.name == kind
        refuse_unless(belongs, f"The step {name} does not belong in a round of kind {kind!r}.")
    for index, step in enumerate(steps):
        step.check_sound(rules, pos, steps[:index])
