"""The Introduction Game (3): sixty turns without money, then every train runs once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from stellwerk.board.ground import COLORS
from stellwerk.events import Event, GameEnded, Ran, RoundBegan
from stellwerk.position import Position, Round
from stellwerk.referee import Referee
from stellwerk.round_kinds import SETUP
from stellwerk.rules import Stage
from stellwerk.steps.base import Act, Task
from stellwerk.steps.game_flow import Finished, GameFlow
from stellwerk.steps.privates import close_private
from stellwerk.steps.running import best_for, running_trains
from stellwerk.steps.stock_round import StockRound
from stellwerk.titles.t18do.breweries import DealBreweries
from stellwerk.titles.t18do.intro_building import TURN_ACTS
from stellwerk.titles.t18do.intro_turn import INTRODUCTION, CertificateSurplus, PlayerTurn
from stellwerk.titles.t18do.rules import T18DO


class IntroductionGame(T18DO):
    """The game of chapter 3."""

    tasks: ClassVar[tuple[type[Task], ...]] = (GameFlow, DealBreweries, PlayerTurn, CertificateSurplus, Finished)
    turn: ClassVar[tuple[Stage, ...]] = ()
    any_time: ClassVar[tuple[Act, ...]] = ()
    step_acts: ClassVar[Mapping[type[Task], tuple[Act, ...]]] = {StockRound: (), PlayerTurn: TURN_ACTS}

    def rounds_of_set(self, position: Position, number: int) -> int:
        """All turns are one round."""
        return 1 if number == 1 else 0

    def next_round(self, ref: Referee) -> None:
        """Players' turns until the last certificate is taken; then the trains run (3.2, 3.3)."""
        if ref.pos.round.kind != SETUP.name:
            self.run_trains(ref)
            return
        for private in self.privates:
            close_private(ref, private)
        ref.pos.round = Round(INTRODUCTION.name, 1)
        ref.say(RoundBegan("The Introduction Game"))
        ref.push(PlayerTurn())

    def follow_event(self, ref: Referee, event: Event) -> None:
        """There are no breweries, and no train leaves by itself (3.2.3c)."""

    def lay_cost(self, position: Position, company: str, hex: str) -> int:
        """Nothing (3.2.2.1a)."""
        return 0

    def colour(self, position: Position) -> str:
        """The highest values (3.3c, R20)."""
        return COLORS[-1]

    def run_trains(self, ref: Referee) -> None:
        """Every corporation with a director runs for the most it can; the dividends decide (3.3, R27)."""
        for company in self.companies_in_play(ref.pos):
            best = best_for(self, ref.pos, company)
            faces = tuple(face for _, face in running_trains(self, ref.pos, company))
            ref.say(Ran(company, best.total, tuple(run.nodes for run in best.runs), faces))
            ref.pos.put("revenues", company, best.total)
        result = {player: self.wealth(ref.pos, player) for player in ref.pos.players}
        ref.pos.result = result
        ref.pos.agenda = (Finished(),)
        ref.say(GameEnded(tuple(self.winners(ref.pos, result)), result))

    def winners(self, position: Position, result: Mapping[str, int]) -> Sequence[str]:
        """Most dividends; among equals whoever directs the corporation with the highest income (3.3e)."""
        most = max(result.values())
        tied = [player for player in result if result[player] == most]
        best = {player: max(self.directed_incomes(position, player), default=-1) for player in tied}
        return [player for player in tied if best[player] == max(best.values())]

    def directed_incomes(self, position: Position, player: str) -> list[int]:
        """The incomes of the corporations a player directs."""
        mine = [c for c in self.companies_in_play(position) if self.register.director(position, c) == player]
        return [position.revenues.get(company, 0) for company in mine]

    def wealth(self, position: Position, player: str) -> int:
        """A tenth of each income for each share (3.3d)."""
        held = {company: self.register.percent(position, company, player) for company in self.companies}
        return sum(position.revenues.get(company, 0) * percent // 100 for company, percent in held.items())
