"""The private breweries: dealt and bid for, markers and what they do, beer cubes (4.1, 4.2.2, 4.3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from stellwerk.actions import Action
from stellwerk.events import DEALS, Event, StationPlaced
from stellwerk.position import OFFERING, OUT, Position, value_or
from stellwerk.referee import Referee
from stellwerk.round_kinds import SETUP, RoundKind
from stellwerk.rules.phases import rank_of_phase
from stellwerk.steps.base import Act, Task
from stellwerk.steps.game_flow import Chance, deal_order, shuffle_items
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.privates import close_private
from stellwerk.titles.t18do.printed import printed_of
from stellwerk.titles.t18do.state import DoState
from stellwerk.vocabulary import Form, Forms

if TYPE_CHECKING:
    from stellwerk.rules import Rules

PB2, PB3 = "PB2", "PB3"
"""The breweries whose markers help into Dortmund City."""
CIRCLE = "B2"
"""What is printed in the circle that is kept."""
LAST_REVENUE, LAST_RESERVATION = "6", "8"
"""The phases that end the revenue of all breweries, and the reservation of a circle (4.3.1c, 4.5.3f)."""


class AssignMarker(Action, frozen=True, tag="assign-marker"):
    """A player puts the marker of his private brewery on a corporation's charter."""

    forms: ClassVar[Forms] = (Form("{player} gives the marker of {private} to {company}"),)
    label: ClassVar[str] = "Give the marker of {private} to {company}"
    doing: ClassVar[str] = "assign a marker"
    group: ClassVar[tuple[str, str]] = ("marker", "private")
    liking: ClassVar[float] = 0.5

    player: str
    private: str
    company: str


class MarkerMoved(Event, frozen=True, tag="marker-moved"):
    """The marker of a brewery goes to a corporation, or out of the game."""

    sentence: ClassVar[str] = "The marker of {private} goes to {place}"
    heading: ClassVar[str] = DEALS

    private: str
    place: str


class CubesMoved(Event, frozen=True, tag="cubes-moved"):
    """Beer cubes are put on a brewery, or (less than none) taken off it."""

    sentence: ClassVar[str] = "Beer cubes on {private}: {count} more"
    heading: ClassVar[str] = DEALS

    private: str
    count: int


class DealBreweries(Chance, frozen=True, tag="deal-breweries"):
    """Every player is dealt a brewery: it fixes the seats, and which breweries are in the game (4.1f, 3.2a)."""

    lies_on: ClassVar[tuple[str, ...]] = ("course",)
    carries: ClassVar[bool] = False
    round_kind: ClassVar[RoundKind | None] = SETUP

    what = "breweries"

    def drawn(self, ref: Referee) -> tuple[str, ...]:
        """A brewery for each player."""
        dealt = shuffle_items(list(ref.rules.privates), ref.pos.seed, ref.pos.draws)
        return tuple(dealt[: len(ref.pos.players)])

    def possible(self, ref: Referee, result: tuple[str, ...]) -> bool:
        """Different ones, as many as there are players."""
        return len(set(result)) == len(result) == len(ref.pos.players) and set(result) <= set(ref.rules.privates)

    def settle(self, ref: Referee, result: tuple[str, ...]) -> None:
        """Seats by the numbers; what was not dealt leaves the game."""
        numbers = list(ref.rules.privates)
        dealt = dict(zip(ref.pos.players, result, strict=True))
        deal_order(ref, sorted(dealt, key=lambda player: numbers.index(dealt[player])))
        for private in ref.rules.privates:
            if private not in result:
                close_private(ref, private)


def has_marker(rules: Rules, private: str) -> bool:
    """Has the brewery a marker (and not cubes)?"""
    return private not in printed_of(rules.variant).cubes_on


def brewery_of(position: Position, player: str) -> str:
    """The private brewery of a player; nothing where he has none."""
    return next((private for private, owner in position.privates.items() if owner == player), "")


def give_cubes(ref: Referee, private: str, count: int) -> None:
    """Cubes from the stock to a brewery, as many as there are (4.5.4.3); less than none: back to the stock."""
    state = DoState.of(ref.pos)
    count = min(count, state.stock(ref.pos))
    if private and count:
        ref.pos.update_state(cubes={**value_or(state.cubes, {}), private: state.cubes_on(private) + count})
        ref.say(CubesMoved(private, count))


def move_marker(ref: Referee, private: str, place: str) -> None:
    """A marker goes to a corporation, or out of the game; the certificate is flipped (4.3.1c)."""
    ref.pos.update_state(markers={**value_or(DoState.of(ref.pos).markers, {}), private: place})
    ref.say(MarkerMoved(private, place))
    flip(ref, private)


def flip(ref: Referee, private: str) -> None:
    """A certificate shows its back from now on."""
    if private not in ref.pos.used:
        ref.pos.used = (*ref.pos.used, private)


def end_revenues(ref: Referee) -> None:
    """The first 6-train: all breweries are flipped, markers that are with nobody leave the game (4.3.1c, e)."""
    for private, owner in ref.pos.privates.items():
        if owner in ref.pos.players and private not in ref.pos.used:
            if has_marker(ref.rules, private):
                move_marker(ref, private, OUT)
            flip(ref, private)


def use_city_markers(ref: Referee, placed: StationPlaced) -> None:
    """Markers 2 and 3 leave the game when a station is placed in Dortmund City with them (4.3.1.1a, R23)."""
    for private in (PB2, PB3):
        if placed.hex == ref.rules.privates[private].hex and DoState.of(ref.pos).holder(private) == placed.company:
            move_marker(ref, private, OUT)


def keeps_circle(rules: Rules, position: Position, hex: str, company: str) -> bool:
    """Is a circle of this hex kept for the corporation with marker 2, and not for this one (4.2.2g, 4.5.3f)?"""
    if PB2 not in rules.privates or hex != rules.privates[PB2].hex:
        return False
    over = rank_of_phase(rules, position.phase) >= rank_of_phase(rules, LAST_RESERVATION)
    holder = DoState.of(position).holder(PB2)
    return position.privates[PB2] in position.players and not over and holder not in (OUT, company)


def kept_circles(rules: Rules, position: Position) -> Mapping[str, str]:
    """The circle of Dortmund City that is kept for marker 2, by the letters printed in it."""
    here = rules.privates[PB2].hex if PB2 in rules.privates else None
    return {here: CIRCLE} if here and keeps_circle(rules, position, here, OUT) else {}


class PutMarker(Act):
    """Assign the marker of one's own brewery; it is no action of a stock round (4.3.1d, R23)."""

    action = AssignMarker

    def actor(self, ref: Referee, task: Task) -> str:
        """The player on turn, or the director of the corporation on turn."""
        return task.decider(ref)

    def options(self, ref: Referee, task: Task) -> Iterator[Action]:
        """The own marker to every corporation founded."""
        player = self.actor(ref, task)
        private = brewery_of(ref.pos, player)
        if private:
            for company in ref.rules.companies_in_play(ref.pos):
                yield AssignMarker(player, private, company)

    def check(self, ref: Referee, task: Task, action: AssignMarker) -> None:
        """An own marker not assigned yet; a founded corporation, in an operating round the one on turn."""
        if ref.pos.privates.get(action.private) != action.player:
            ref.refuse("no-power", f"{action.player} does not own {action.private}.")
        if not has_marker(ref.rules, action.private) or action.private in ref.pos.used:
            ref.refuse("no-marker-left", f"{action.private} has no marker any more, or never had one.")
        if action.company not in ref.rules.companies_in_play(ref.pos):
            ref.refuse("marker-place", f"{action.company} has not been founded.")
        if isinstance(task, OperatingTurn) and action.company != task.company:
            ref.refuse("marker-place", "In an operating round a marker goes to the corporation on turn.")

    def apply(self, ref: Referee, task: Task, action: AssignMarker) -> None:
        """The marker lies on the charter."""
        move_marker(ref, action.private, action.company)


def buy_brewery(ref: Referee, private: str) -> None:
    """A brewery is sold: its cubes come with it (4.2.2f)."""
    cubes = printed_of(ref.rules.variant).cubes_on.get(private, 0)
    if cubes:
        ref.pos.update_state(cubes={**value_or(DoState.of(ref.pos).cubes, {}), private: cubes})


def lowest_owner(rules: Rules, position: Position) -> str:
    """The owner of the lowest-numbered brewery in the game (4.2.2h)."""
    return next(position.privates[p] for p in rules.privates if position.privates[p] not in (OUT, OFFERING))


def on_back(position: Position, player: str) -> tuple[str, int]:
    """A player's brewery, and the cubes on its back: only those can be carried (4.3.1.2c)."""
    private = brewery_of(position, player)
    return private, DoState.of(position).cubes_on(private) if private in position.used else 0
