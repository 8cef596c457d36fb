"""The Bohemia variant: two players, and a third named Vaclav whose companies follow the rules (XI.1)."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.events import Event, PhaseBegan
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.rules import Stage
from stellwerk.steps.base import Task
from stellwerk.steps.game_flow import GameFlow, Seating
from stellwerk.steps.operating_round import EndTurn, LeaveStage
from stellwerk.steps.running import DecideDividend, RunTrains
from stellwerk.steps.stations import Station
from stellwerk.steps.track import LayTrack
from stellwerk.titles.t18cz.rules import T18CZ
from stellwerk.titles.t18cz.vaclav import VACLAV, NewCards, VaclavDraw


class Bohemia(T18CZ):
    """Two players and Vaclav, by the book."""

    silent_partners = (VACLAV,)
    tasks: ClassVar[tuple[type[Task], ...]] = (*T18CZ.tasks, VaclavDraw, NewCards)
    vaclavs_turn: ClassVar[tuple[Stage, ...]] = (
        Stage("track", (LayTrack(), LeaveStage()), must=True),
        Stage("station", (Station(), LeaveStage()), must=True),
        Stage("run", (RunTrains(),), must=True),
        Stage("dividend", (DecideDividend(kinds=("pay",), rounded_up=True),), must=True),
        Stage("acquire", ()),
        Stage("trains", ()),
        Stage("end", (EndTurn(),)),
    )
    arrivals: ClassVar[dict[str, str]] = {"b": "medium", "d": "large"}
    """With which phase Vaclav gets a company of which size."""

    def vaclavs(self, position: Position, company: str) -> bool:
        """Is it a company of Vaclav?"""
        return position.certificates[self.register.of[company][0].id] == VACLAV

    # XI.1c to XI.1h: how Vaclav comes by his companies

    def opening(self) -> tuple[Task, ...]:
        """Vaclav has a small company before the game begins."""
        return (GameFlow(), VaclavDraw("small"), Seating())

    def follow_event(self, ref: Referee, event: Event) -> None:
        """With the first b-train comes his medium company, with the first d-train the large one."""
        if isinstance(event, PhaseBegan) and event.phase in self.arrivals:
            ref.push(VaclavDraw(self.arrivals[event.phase]))

    def capital(self, position: Position, company: str) -> int:
        """Vaclav's companies have no treasury."""
        return 0 if self.vaclavs(position, company) else super().capital(position, company)

    # XI.1i to XI.1m: what his companies do

    def decides(self, position: Position, company: str, stage: str = "") -> str:
        """The first player lays track for the small and the large one, the other places their stations.

        For the medium company it is the other way round (XI.1i, XI.1j, R18, R57).
        """
        if not self.vaclavs(position, company):
            return super().decides(position, company, stage)
        first, other = position.order
        medium = self.companies[company].size == "medium"
        return other if (stage == "station") != medium else first

    def stages(self, position: Position, company: str) -> tuple[Stage, ...]:
        """Track, a station, the best run, always paid out; no acquisition, no train (XI.1k, XI.1l, R58)."""
        return self.vaclavs_turn if self.vaclavs(position, company) else self.turn

    def goes_alone(self, position: Position, company: str) -> bool:
        """Nobody is asked about Vaclav's companies where there is nothing to choose."""
        return self.vaclavs(position, company)

    def lay_cost(self, position: Position, company: str, hex: str) -> int:
        """Vaclav's companies pay no terrain (XI.1i)."""
        return 0 if self.vaclavs(position, company) else super().lay_cost(position, company, hex)

    def station_cost(self, position: Position, company: str) -> int:
        """Vaclav's companies pay no stations (XI.1j)."""
        return 0 if self.vaclavs(position, company) else super().station_cost(position, company)

    def must_own_train(self, position: Position, company: str) -> bool:
        """A company of Vaclav that lost its train waits for the next card (XI.1l, R56)."""
        return not self.vaclavs(position, company)

    def end_set(self, ref: Referee) -> None:
        """No train is exported: Vaclav's companies take new ones instead, small, medium, large (XI.1m)."""
        mine = [company for company in self.companies if self.vaclavs(ref.pos, company)]
        size_rank = self.figures.size_rank
        ref.push(NewCards(tuple(sorted(mine, key=lambda company: size_rank(self.companies[company].size)))))

    # R58: what nobody may do with his companies

    def may_sell_train(self, position: Position, company: str) -> bool:
        """Their trains are not for sale; nor are they, for a silent partner cannot agree."""
        return not self.vaclavs(position, company)
