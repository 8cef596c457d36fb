"""What the positions and actions of a title are made of, put together from the title's own lists."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import msgspec

from stellwerk.actions import COMMON, Draw, Pass
from stellwerk.errors import BadInput
from stellwerk.position import Shapes
from stellwerk.rules.arranged_figures import Arranged
from stellwerk.vocabulary import Action, tag_of

if TYPE_CHECKING:
    from stellwerk.steps.base import Act, Task

EVERYWHERE = (tag_of(Draw), tag_of(Pass))
"""What is the same in every title: chance, and doing nothing."""


def shapes_of(rules: Arranged) -> Shapes:
    """The steps a title lists, and the actions every title understands with those of its own."""
    for step in rules.tasks:
        check_fields(step)
    kinds = tuple(kinds_of(rules))
    for kind in kinds:
        if tag_of(kind) in EVERYWHERE and kind not in COMMON.kinds:
            raise BadInput(f"No action of a title's own may be called {tag_of(kind)!r}.")
    return Shapes(steps=reduce(or_, rules.tasks), actions=COMMON.with_own(kinds), state=rules.state)


def check_fields(step: type[Task]) -> None:
    """Refuse a step with a field that hides what every step says of itself or does."""
    names = {name for kind in step.__mro__ if kind.__name__ in ("Task", "Step") for name in vars(kind)}
    for field in msgspec.structs.fields(step):
        if field.name in names:
            raise BadInput(f"The step {tag_of(step)!r} may not have a field called {field.name!r}.")


def kinds_of(rules: Arranged) -> Iterator[type[Action]]:
    """The kinds of actions that a title's acts and steps name."""
    yield from (act.action for act in every_act(rules))
    for step in rules.tasks:
        yield from step.takes


def every_act(rules: Arranged) -> Iterator[Act]:
    """The acts a title lists: of a company's turn, of any time, of other steps."""
    for turn in (rules.turn, *rules.other_turns):
        for stage in turn:
            yield from stage.acts
    yield from rules.any_time
    for acts in rules.acts_by_step.values():
        yield from acts
