"""The certificates of 1881: what is on sale, who may direct, seats on the board of the S-Bahn (2.9, 4.12, 4.25, 12)."""

from __future__ import annotations

from collections.abc import Iterable

from stellwerk.certificates import Certificate, Register
from stellwerk.figures import CompanyFigure
from stellwerk.position import OFFERING, POOL, Position, value_or
from stellwerk.steps.distribution import DISTRIBUTION
from stellwerk.titles.t1881.state import State1881


class Register1881(Register):
    """A director's share that nobody has lies in the offering until the first director takes it, later in the pool."""

    def __init__(self, companies: Iterable[CompanyFigure]):
        figures = tuple(companies)
        super().__init__(figures)
        self.starts_at = {figure.id: figure.float_percent or 0 for figure in figures}
        """Company to the percentage that has to be sold before it starts."""

    def parts_floating_with(self, company: str) -> tuple[str, ...]:
        """None: a net comes with its seat (12.4)."""
        return ()

    def sold(self, position: Position, company: str) -> int:
        """How much of a company has been sold, the pool included (4.21)."""
        return 100 - self.percent(position, company, OFFERING)

    def on_sale(self, position: Position, company: str, source: str) -> list[Certificate]:
        """The director's share only as the first one of a company that is opened later (2.9, 2.10, 4.13)."""
        cards = self.at(position, company, source)
        opens = not self.sold(position, company) and position.round.kind != DISTRIBUTION.name
        if not opens or source == POOL:
            cards = [card for card in cards if not card.director]
        return cards if source == POOL else cards[:1]

    def mark_of(self, position: Position, card: Certificate) -> str:
        """A seat that has lapsed is gone for good (R63, R80, R82)."""
        return "" if card.id in value_or(State1881.of(position).lapsed, ()) else card.mark

    def note_given(self, position: Position, cards: Iterable[Certificate]) -> None:
        """A seat given for the president's share lapses (R82)."""
        self.lapse(position, cards)

    def lapse(self, position: Position, cards: Iterable[Certificate]) -> None:
        """The seats among these certificates are plain shares from now on."""
        seats = tuple(card.id for card in cards if self.mark_of(position, card))
        if seats:
            position.update_state(lapsed=(*value_or(State1881.of(position).lapsed, ()), *seats))

    def bundles(self, position: Position, company: str, place: str, percent: int) -> list[list[Certificate]]:
        """Where plain shares do not suffice for the president's share, seats fill up (R61)."""
        ways = super().bundles(position, company, place, percent)
        if ways or company not in self.marked:
            return ways
        seats = [card for card in self.at(position, company, place) if self.mark_of(position, card)]
        way = self.exactly([*self.ordinary(position, company, place), *seats], percent)
        return [] if way is None else [way]

    def largest_holders(self, position: Position, company: str, besides: str) -> tuple[int, list[str]]:
        """Nobody before the first director is appointed (4.22); among equals who has held as many for longest (R23)."""
        if self.holder_of_directorship(position, company) == OFFERING and (
            self.sold(position, company) < self.starts_at[company]
        ):
            return 0, []
        most, holders = super().largest_holders(position, company, besides)
        line = value_or(State1881.of(position).seniority, {}).get(company, ())
        older = [holder for holder in holders if holder not in line]
        return most, older or [holder for holder in line if holder in holders][:1]
