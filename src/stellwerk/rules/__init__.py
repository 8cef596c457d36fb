"""What a title answers: its figures, and the questions the steps ask where rule books differ.

The defaults say what most books say. A title overrides a question where its book says otherwise; the steps never
know which title they play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from stellwerk import ledger
from stellwerk.position import BANK, OFFERING, Position, Shapes
from stellwerk.rules.arranged_figures import Figures, Stage
from stellwerk.rules.players import check_player_names
from stellwerk.rules.run_questions import CardSign, RunRules, Signs
from stellwerk.rules.shapes import shapes_of
from stellwerk.rules.share_questions import ShareRules
from stellwerk.rules.track_questions import TrackRules
from stellwerk.rules.train_questions import TrainRules

if TYPE_CHECKING:
    from stellwerk.events import Event
    from stellwerk.referee import Referee
    from stellwerk.steps.base import Task

__all__ = ["CardSign", "Figures", "Rules", "Signs", "Stage"]


class Rules(ShareRules, TrainRules, TrackRules, RunRules):
    """A title in one of its variants: figures and answers."""

    def new_position(self, players: Iterable[str], seed: int) -> Position:
        """The game before anything happened: bank, offering and stack full, players with their starting cash."""
        names = check_player_names(self, players)
        position = Position(
            title=self.title,
            variant=self.variant,
            rules=self.program,
            own=self.own_digest,
            edition=self.edition_named,
            players=names,
            order=names,
            seed=seed,
            phase=self.figures.phases[0].phase,
            cash={},
            certificates={card.id: OFFERING for card in self.register.all()},
            privates=dict.fromkeys(self.privates, OFFERING),
            unplaced={company.id: len(company.token_costs) for company in self.figures.companies},
            stack=self.cards.stack(),
            state=self.state(),
        )
        if self.figures.has_money:
            ledger.empty_purses(position, (*names, *self.companies, *self.purses), BANK, self.figures.bank or 0)
        self.put_first_markers(position)
        position.agenda = self.opening()
        return position

    def rounds_of_set(self, position: Position, number: int) -> int:
        """How many operating rounds a set has (0: there is no such set)."""
        sets = self.figures.sets
        return len(sets[number - 1]) if 1 <= number <= len(sets) else 0

    def read_extra(self, position: Position, extra: Mapping[str, Any]) -> None:
        """What a position file says that only this title knows; what is empty was never written."""
        self.state.read(extra)
        position.state = self.state.read({name: said for name, said in extra.items() if said})

    def opening(self) -> tuple[Task, ...]:
        """The agenda of a new game."""
        raise AssertionError("a title says how it begins")

    def next_round(self, ref: Referee) -> None:
        """A round is over: put the next one on the agenda, or end the game."""
        raise AssertionError("a title says how its rounds follow")

    def follow_event(self, ref: Referee, event: Event) -> None:
        """What follows by this book from something that has happened."""

    def wealth(self, position: Position, player: str) -> int:
        """What a player is worth."""
        shares = sum(
            self.register.shares(company, self.register.percent(position, company, player)) * price
            for company in self.companies_in_play(position)
            if (price := self.price_of(position, company))
        )
        debts = position.loans.get(player, 0) + position.penalties.get(player, 0)
        return position.cash[player] + shares - debts

    def tie_break(self, position: Position, player: str) -> int:
        """What decides between players who end equal: more of it wins; as a rule they win together."""
        return 0

    @cached_property
    def shapes(self) -> Shapes:
        """What positions of this title are made of, for reading them."""
        return shapes_of(self)
