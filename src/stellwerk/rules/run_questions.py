"""Questions about running trains and what they earn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from stellwerk.figures import FaceFigure
from stellwerk.position import Position
from stellwerk.rules.arranged_figures import Arranged
from stellwerk.rules.parts import PartsStanding

if TYPE_CHECKING:
    from stellwerk.referee import Referee
    from stellwerk.routes import Network, TrainSpec


class CardSign(msgspec.Struct, frozen=True):
    """What the certificate of a private company shows, where that changes in the course of a game."""

    sign: str
    """What stands on it, in a sign or two."""
    back: bool = False
    """Is its back up?"""
    cubes: int = 0
    """The cubes that lie on it."""
    marker: str | None = None
    """Where its marker is: with a company, with nobody yet (empty), `OUT`; None where it has none."""


class Signs(msgspec.Struct, frozen=True):
    """What lies about in a game beside the pieces all games have."""

    hexes: Mapping[str, Sequence[str]] = {}
    """Hex to the names of the signs that lie on it."""
    charters: Mapping[str, Sequence[str]] = {}
    """Company to what lies on its charter, in words."""
    brought: Mapping[str, str] = {}
    """Hex to the part of a company that has brought the station there along when it became one with the whole."""
    circles: Mapping[str, str] = {}
    """Hex to the letters of the marker for which a circle is kept there."""
    deliveries: Mapping[str, int] = {}
    """Hex of a red area to what each load brings that a train carries there."""
    trains: Mapping[str, str] = {}
    """Train card to what is to be said of it, in a word or two."""
    cards: Mapping[str, CardSign] = {}
    """Private company to what its certificate shows."""
    stock: Mapping[str, int] = {}
    """What lies in a stock of its own, by name, to how much of it is left."""


class RunRules(Arranged):
    """The defaults say what most books say."""

    def supplies(self, position: Position, company: str) -> Mapping[str, int]:
        """What a company has for its trains to use up in a run (trailers, loads)."""
        return {}

    def signs(self, position: Position) -> Signs:
        """What lies on map and charters that is neither printed nor money, tiles, stations or trains."""
        return Signs()

    def incomes_if_over(self, position: Position) -> Mapping[str, int]:
        """What each company would earn if the game ended now, where only that counts; nothing as a rule."""
        return {}

    def turn_count(self, position: Position) -> tuple[int, int] | None:
        """Which turn is played and how many there are, where a round has a fixed number of turns."""
        return None

    def standing_of_parts(self, position: Position, company: str) -> PartsStanding | None:
        """How the parts of a company stand, where each acts for itself and what they decide is settled together."""
        return None

    def network(self, position: Position, company: str) -> Network:
        """The track a company's trains run on, with the values they find there."""
        raise AssertionError("a title says what stops are worth")

    def stop_values(self, position: Position, company: str = "") -> Mapping[str, int]:
        """Hexes whose value no print tells, because it depends on the position (or, where one is named, on the
        company), and what they are worth now."""
        return {}

    def train_spec(self, position: Position, company: str, face: FaceFigure, card: str = "") -> TrainSpec:
        """How a train of a company runs; `card` names it where it is one that lies there."""
        raise AssertionError("a title says how its trains run")

    def treasury_part(self, position: Position, company: str) -> int:
        """How many percent of a dividend go into the company's own treasury."""
        return 0

    def price_after_run(self, ref: Referee, company: str, paid: int) -> None:
        """Move the price marker for a dividend or for none."""
        raise AssertionError("a title says how prices move")
