"""1881, a second opinion on directors and the president (4.21 to 4.25, 12.3, R20 to R23, R35, R80), in whole games.

Shares are plain numbers here; who has held his present number for longest is what counts among equals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from stellwerk.actions import Action
from stellwerk.events import CertificateMoved, CompanyClosed, Event
from stellwerk.game import Game

BANK = ("offering", "pool", "out")
TRAMS = ("GBS", "BChSt", "BESTAG", "SSC", "NBSN", "SBV", "SHG", "SpS")
LARGE = {"S": 10, **dict.fromkeys(TRAMS, 20)}
"""What the director's (the president's) share counts."""
STARTS = {"S": 30, **dict.fromkeys(TRAMS, 60)}


@dataclass
class Shares:
    """Who holds how much of one company, since when, and who directs it."""

    large: int
    starts: int
    held: Counter[str] = field(default_factory=Counter)
    since: dict[str, int] = field(default_factory=dict)
    sold: int = 0
    director: str = ""
    begun: bool = False

    def move(self, event: CertificateMoved, now: int) -> None:
        """Shares go from hand to hand; the first one of a company that is opened later is its director's (4.23)."""
        self.sold += event.percent * (event.giver == "offering")
        for who, percent in ((event.giver, -event.percent), (event.taker, event.percent)):
            if who not in BANK:
                self.held[who] += percent
                self.since[who] = now
        if event.giver == "offering" and event.percent == self.large:
            self.director = event.taker
        if self.director and self.held[self.director] == 0:
            self.director = ""
        self.settle()

    def settle(self) -> None:
        """The largest holder, if he has enough for the director's share; who directs stays in office on a tie."""
        most = max(self.held.values(), default=0)
        if most < self.large or (not self.director and self.sold < self.starts and not self.begun):
            return
        if not self.director or self.held[self.director] < most:
            largest = [who for who, percent in self.held.items() if percent == most]
            self.director = min(largest, key=lambda who: self.since[who])
        self.begun |= self.sold >= self.starts


class Registrar:
    """Follows a game by the shares that move."""

    def __init__(self, game: Game):
        self.companies = {company: Shares(LARGE[company], STARTS[company]) for company in LARGE}
        self.now = 0
        self.changes = 0

    def note(self, action: Action, told: Sequence[Event], game: Game) -> None:
        """What has happened with an action, then compare."""
        for event in told:
            self.now += 1
            if isinstance(event, CompanyClosed):
                self.companies.pop(event.company, None)
            if isinstance(event, CertificateMoved) and event.company in self.companies:
                before = self.companies[event.company].director
                self.companies[event.company].move(event, self.now)
                self.changes += before not in ("", self.companies[event.company].director)
        for company, shares in self.companies.items():
            director = game.rules.register.director(game.position, company) or ""
            assert director == shares.director, f"{company}: {director}, not {shares.director}; {shares}"
            assert (company in game.position.floated) == shares.begun, f"{company}: {shares}"
