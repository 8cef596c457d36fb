"""Links: what companies build to join a place of the board with the railway, step by step, so that it brings more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from stellwerk.actions import Action
from stellwerk.board.ground import COLORS
from stellwerk.events import TRACK, Event
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.phases import is_color_open
from stellwerk.steps.base import Act
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.track import hexes_near, is_connected
from stellwerk.vocabulary import Form, Forms


class BuildLink(Action, frozen=True, tag="build-link"):
    """A company creates the link of a place, or extends it."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} links {hex}"),)
    label: ClassVar[str] = "Build a link in {place}"
    doing: ClassVar[str] = "build a link"
    group: ClassVar[tuple[str, str]] = ("link", "hex")
    liking: ClassVar[float] = 6

    company: str
    hex: str


class LinkBuilt(Event, frozen=True, tag="link-built"):
    """A link has a new value."""

    sentence: ClassVar[str] = "{company} builds a link of {value} in {hex} for {cost}"
    heading: ClassVar[str] = TRACK

    company: str
    hex: str
    value: int
    cost: int


class LinkPlaces(Act):
    """Create a link, or extend one as far as the colour of the phase goes: one a turn."""

    action = BuildLink

    def steps(self, rules: Rules) -> Mapping[str, int]:
        """The values of a link, by the colour from which it can have them."""
        raise AssertionError("a book that knows links says what they are worth")

    def is_place(self, rules: Rules, hex: str) -> bool:
        """Is there something to link on the hex?"""
        raise AssertionError("a book that knows links says where they are built")

    def value(self, position: Position, hex: str) -> int:
        """What a link is worth now; 0 where there is none."""
        raise AssertionError("a book that knows links says where they are noted")

    def cost(self, ref: Referee, action: BuildLink) -> int:
        """What the next step of a link costs a company."""
        raise AssertionError("a book that knows links says what they cost")

    def build(self, ref: Referee, action: BuildLink, value: int) -> None:
        """The link has its next value."""
        raise AssertionError("a book that knows links says where they are noted")

    def next_step(self, rules: Rules, position: Position, hex: str) -> tuple[str, int] | None:
        """The colour and the value of the next step of a link; none beyond the last."""
        steps, now = self.steps(rules), self.value(position, hex)
        return next(((color, steps[color]) for color in COLORS if color in steps and steps[color] > now), None)

    def options(self, ref: Referee, task: Any) -> Iterator[Action]:
        """Every place near the company's track."""
        for hex in hexes_near(ref, task.company):
            if self.is_place(ref.rules, hex):
                yield BuildLink(task.company, hex)

    def check(self, ref: Referee, task: Any, action: BuildLink) -> None:
        """A place with track that the company reaches, a further step, the money."""
        if action.hex not in ref.rules.board.hexes or not self.is_place(ref.rules, action.hex):
            ref.refuse("no-mine", f"There is nothing to link on {action.hex}.")
        step = self.next_step(ref.rules, ref.pos, action.hex)
        if step is None or not is_color_open(ref.rules, ref.pos, step[0]):
            ref.refuse("link-phase", f"The link of {action.hex} cannot be extended in phase {ref.pos.phase}.")
        ground = ref.rules.board.ground(ref.pos.tiles, action.hex)
        if not ground.exits or not is_connected(ref, action.company, action.hex, ground):
            ref.refuse("link-route", f"{action.company} has no route to track on {action.hex}.")
        cost = self.cost(ref, action)
        if cost > ref.cash(action.company):
            ref.refuse("no-cash-link", f"A link costs {cost}; {action.company} has {ref.cash(action.company)}.")

    def apply(self, ref: Referee, task: OperatingTurn, action: BuildLink) -> None:
        """Pay, and the link has its next value."""
        step, cost = self.next_step(ref.rules, ref.pos, action.hex), self.cost(ref, action)
        assert step is not None, "a step was open"
        self.build(ref, action, step[1])
        ref.charge(action.company, cost, f"link in {action.hex}")
        ref.say(LinkBuilt(action.company, action.hex, step[1], cost))
        task.leave(ref, "link")
