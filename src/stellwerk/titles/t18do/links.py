"""Railway links to coal mines and steel mills (4.5.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from stellwerk.actions import Action
from stellwerk.board.ground import COLORS
from stellwerk.events import TRACK, Event
from stellwerk.position import Position, value_or
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.phases import is_color_open
from stellwerk.steps.base import Act
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.track import hexes_near, is_connected
from stellwerk.titles.t18do.printed import printed_of
from stellwerk.titles.t18do.state import DoState
from stellwerk.vocabulary import Form, Forms

COAL, STEEL = "coal", "steel"


class BuildLink(Action, frozen=True, tag="build-link"):
    """A company creates or extends the railway link of a coal mine or a steel mill."""

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


def next_value(rules: Rules, position: Position, hex: str) -> tuple[str, int] | None:
    """The colour and the value of the next step of a link; none beyond the last (4.5.4.2)."""
    steps = printed_of(rules.variant).links.values
    now = DoState.of(position).link(hex)
    return next(((color, steps[color]) for color in COLORS if color in steps and steps[color] > now), None)


def is_place(rules: Rules, hex: str) -> bool:
    """Is there a coal mine or a steel mill on the hex?"""
    figure = rules.board.hexes.get(hex)
    return figure is not None and bool({COAL, STEEL} & set(figure.icons))


def link_values(position: Position) -> Mapping[str, int]:
    """Hex to what its link adds to it, for every corporation (4.5.4a)."""
    return value_or(DoState.of(position).links, {})


def goes_free(rules: Rules, position: Position, company: str, hex: str) -> bool:
    """Has the company a token for the first link of a coal mine (4.3.2.1b, R26)?"""
    mine = COAL in rules.board.hexes[hex].icons and not DoState.of(position).link(hex)
    return mine and company in value_or(DoState.of(position).free_links, ())


class Link(Act):
    """Create a link, or extend one as far as the colour of the phase goes: one a turn."""

    action = BuildLink

    def options(self, ref: Referee, task: Any) -> Iterator[Action]:
        """Every mine and mill near the company's track."""
        for hex in hexes_near(ref, task.company):
            if is_place(ref.rules, hex):
                yield BuildLink(task.company, hex)

    def check(self, ref: Referee, task: Any, action: BuildLink) -> None:
        """A mine or mill with track that the company reaches, a further step, the money."""
        if not is_place(ref.rules, action.hex):
            ref.refuse("no-mine", f"There is no coal mine or steel mill on {action.hex}.")
        step = next_value(ref.rules, ref.pos, action.hex)
        if step is None or not is_color_open(ref.rules, ref.pos, step[0]):
            ref.refuse("link-phase", f"The link of {action.hex} cannot be extended in phase {ref.pos.phase}.")
        ground = ref.rules.board.ground(ref.pos.tiles, action.hex)
        if not ground.exits or not is_connected(ref, action.company, action.hex, ground):
            ref.refuse("link-route", f"{action.company} has no route to track on {action.hex}.")
        cost = self.cost(ref, action)
        if cost > ref.cash(action.company):
            ref.refuse("no-cash-link", f"A link costs {cost}; {action.company} has {ref.cash(action.company)}.")

    def cost(self, ref: Referee, action: BuildLink) -> int:
        """The same for every step; the first coal mine of the KWE is free."""
        free = goes_free(ref.rules, ref.pos, action.company, action.hex)
        return 0 if free else printed_of(ref.rules.variant).links.cost

    def apply(self, ref: Referee, task: OperatingTurn, action: BuildLink) -> None:
        """Pay, put the token there."""
        self.build(ref, action)
        task.leave(ref, "link")

    def build(self, ref: Referee, action: BuildLink) -> None:
        """The link has its next value."""
        step, cost = next_value(ref.rules, ref.pos, action.hex), self.cost(ref, action)
        assert step is not None
        if goes_free(ref.rules, ref.pos, action.company, action.hex):
            left = (c for c in value_or(DoState.of(ref.pos).free_links, ()) if c != action.company)
            ref.pos.update_state(free_links=tuple(left))
        ref.charge(action.company, cost, f"link in {action.hex}")
        ref.pos.update_state(links={**link_values(ref.pos), action.hex: step[1]})
        ref.say(LinkBuilt(action.company, action.hex, step[1], cost))
