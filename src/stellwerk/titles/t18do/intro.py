"""The Introduction Game (3): sixty turns without money, then every train runs once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

import msgspec

from stellwerk.board.ground import COLORS
from stellwerk.events import Event, GameEnded, Ran, RoundBegan
from stellwerk.memory import Memory
from stellwerk.position import OFFERING, Position, Round
from stellwerk.referee import Referee
from stellwerk.round_kinds import SETUP
from stellwerk.rules import Signs, Stage
from stellwerk.steps.base import Act, Task
from stellwerk.steps.game_flow import Finished, GameFlow
from stellwerk.steps.privates import close_private
from stellwerk.steps.running import best_for, running_trains
from stellwerk.steps.stations import Station
from stellwerk.steps.stock_round import StockRound
from stellwerk.steps.track import LayTrack
from stellwerk.titles.t18do.breweries import DealBreweries
from stellwerk.titles.t18do.intro_building import TURN_ACTS, is_obsolete
from stellwerk.titles.t18do.intro_turn import CERTIFICATE, INTRODUCTION, CertificateSurplus, PlayerTurn
from stellwerk.titles.t18do.links import Link
from stellwerk.titles.t18do.rules import T18DO

OBSOLETE = "obsolete"
KEPT = 64
"""So many positions whose incomes are kept at hand."""


class IntroductionGame(T18DO):
    """The game of chapter 3."""

    tasks: ClassVar[tuple[type[Task], ...]] = (GameFlow, DealBreweries, PlayerTurn, CertificateSurplus, Finished)
    turn: ClassVar[tuple[Stage, ...]] = (  # what players do for their corporations
        Stage("track", (LayTrack(),)),
        Stage("station", (Station(),)),
        Stage("link", (Link(),)),
    )
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
        """Most dividends; among equals whoever wins the tie (3.3e)."""
        ranks = {player: (amount, self.tie_break(position, player)) for player, amount in result.items()}
        return [player for player in result if ranks[player] == max(ranks.values())]

    def tie_break(self, position: Position, player: str) -> int:
        """The highest income of a corporation the player directs; less than nothing where he directs none (3.3e)."""
        mine = [c for c in self.companies_in_play(position) if self.register.director(position, c) == player]
        return max((position.revenues.get(company, 0) for company in mine), default=-1)

    def wealth(self, position: Position, player: str) -> int:
        """A tenth of each income for each share (3.3d); before the end, of what each would earn."""
        held = {company: self.register.percent(position, company, player) for company in self.companies}
        incomes = self.incomes_if_over(position)
        return sum(incomes.get(company, 0) * percent // 100 for company, percent in held.items())

    def incomes_if_over(self, position: Position) -> Mapping[str, int]:
        """The best run of every corporation with a director (3.3b)."""
        if position.revenues or position.result is not None:
            return position.revenues
        on = (position.floated, position.tiles, position.stations, position.trains, position.state)
        return self.known_incomes.get(
            msgspec.json.encode(on, order="deterministic"),
            lambda: {c: best_for(self, position, c).total for c in self.companies_in_play(position)},
        )

    @cached_property
    def known_incomes(self) -> Memory[bytes, Mapping[str, int]]:
        """What was reckoned before: pages ask for one position many times."""
        return Memory(KEPT)

    def signs(self, position: Position) -> Signs:
        """Links on the map, and the trains that can be renewed."""
        ref = Referee(self, position)
        old = {card: OBSOLETE for card, (_, face) in position.trains.items() if is_obsolete(ref, face)}
        return msgspec.structs.replace(super().signs(position), trains=old)

    def turn_count(self, position: Position) -> tuple[int, int]:
        """Every turn takes one certificate off the display (3.2.1)."""
        left = sum(1 for place in position.certificates.values() if place == OFFERING)
        step = position.agenda[-1] if position.agenda else None
        taken = isinstance(step, PlayerTurn) and step.stage != CERTIFICATE
        count = len(position.certificates)
        return min(count - left + (0 if taken else 1), count), count
