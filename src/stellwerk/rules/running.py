"""Questions about running trains and what they earn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stellwerk.figures import (
    FaceFigure,
)
from stellwerk.position import Position
from stellwerk.rules.arranged import Arranged

if TYPE_CHECKING:
    from stellwerk.referee import Referee
    from stellwerk.routes import Answer, Network, TrainSpec


class RunRules(Arranged):
    """The defaults say what most books say."""

    def must_run_best(self) -> bool:
        """Must a company run for the highest revenue?"""
        return True

    def supplies(self, position: Position, company: str) -> Mapping[str, int]:
        """What a company has for its trains to use up in a run (trailers, loads)."""
        return {}

    def supplies_may_rest(self) -> bool:
        """May routes that are named be run without a supply that would earn more?"""
        return False

    def revenue(self, total: int) -> int:
        """The company's revenue for what its runs earn together."""
        return total

    def routes_matter(self, position: Position, company: str) -> bool:
        """Does more than the revenue follow from the routes (see `ran`), so that even a trusted claim is looked at?"""
        return False

    def ran(self, ref: Referee, company: str, answer: Answer) -> None:
        """A company has run; its trains did what the answer says."""

    def dividend_kinds(self) -> tuple[str, ...]:
        """What may be decided about the revenue: `pay` and `retain` everything; some books know a `split`."""
        return ("pay", "retain")

    def always_pays(self, position: Position, company: str) -> bool:
        """Does a company pay its whole revenue, without anybody deciding about it?"""
        return False

    def paid_dividends(self, position: Position) -> tuple[str, ...]:
        """Who is paid a part of a dividend; what others hold brings nobody anything."""
        return position.players

    def withheld(self, revenue: int) -> int:
        """What a company keeps that splits its revenue."""
        return 0

    def price_after_split(self, ref: Referee, company: str, paid: int) -> None:
        """Move the price marker for a dividend of which the company has kept a part."""
        self.price_after_run(ref, company, paid)

    def after_income(self, ref: Referee, company: str) -> None:
        """What follows the decision about the income."""

    def may_run_nothing(self) -> bool:
        """May a company that could run leave all its trains at home?"""
        return False

    def reads_records(self) -> bool:
        """Are there recorded games of another program, whose amounts are taken at their word when they are read?"""
        return False

    def claims_are_free(self) -> bool:
        """May anybody claim any revenue?"""
        return False

    def network(self, position: Position, company: str) -> Network:
        """The track a company's trains run on, with the values they find there."""
        raise AssertionError("a title says what stops are worth")

    def stop_values(self, position: Position) -> Mapping[str, int]:
        """Hexes whose value no print tells, because it depends on the position, and what they are worth now."""
        return {}

    def charter_markers(self, position: Position, company: str) -> Sequence[str]:
        """What lies on a company's charter beside money, trains and stations, in words."""
        return ()

    def map_markers(self, position: Position) -> Mapping[str, Sequence[str]]:
        """Hexes on which signs lie that are not printed, and the names of the signs."""
        return {}

    def train_spec(self, face: FaceFigure) -> TrainSpec:
        """How a train runs."""
        raise AssertionError("a title says how its trains run")

    def treasury_part(self, position: Position, company: str) -> int:
        """How many percent of a dividend go into the company's own treasury."""
        return 0

    def dividend(self, revenue: int, percent: int) -> int:
        """What a holder of so many percent gets."""
        return revenue * percent // 100

    def price_after_run(self, ref: Referee, company: str, paid: int) -> None:
        """Move the price marker for a dividend or for none."""
        raise AssertionError("a title says how prices move")
