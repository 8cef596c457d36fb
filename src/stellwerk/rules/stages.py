"""The acts of a company's turn: how to find one, and how a title's turn is made from another one's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

if TYPE_CHECKING:
    from stellwerk.position import Position
    from stellwerk.rules import Rules, Stage
    from stellwerk.steps.base import Act

A = TypeVar("A", bound="Act")


@cache
def swap_acts(stages: tuple[Stage, ...], *new: Act) -> tuple[Stage, ...]:
    """A turn with other acts in the places of those whose subclasses they are, or which they are with other answers."""
    return tuple(replace(stage, acts=tuple(_swap_act(act, new) for act in stage.acts)) for stage in stages)


def _swap_act(act: Act, new: Iterable[Act]) -> Act:
    same = (other for other in new if type(other) is type(act))
    return next(same, None) or next((other for other in new if isinstance(other, type(act))), act)


def acts_of(rules: Rules, position: Position, company: str) -> Iterator[Act]:
    """Everything that may be done in a turn of a company, in the order of its stages."""
    for stage in rules.stages(position, company):
        yield from stage.acts
    yield from rules.any_time


def find_act(rules: Rules, kind: type[A], position: Position, company: str) -> A | None:
    """The act of a kind in a company's turn; None where it has none."""
    return next((act for act in acts_of(rules, position, company) if isinstance(act, kind)), None)


def usual_act(rules: Rules, kind: type[A]) -> A | None:
    """The act of a kind in the turn that most companies have, whatever the position."""
    acts = (*(act for stage in rules.turn for act in stage.acts), *rules.any_time)
    return next((act for act in acts if isinstance(act, kind)), None)
