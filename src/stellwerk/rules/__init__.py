"""What a title answers: its figures, and the questions the steps ask where rule books differ.

The defaults say what most books say. A title overrides a question where its book says otherwise; the steps never
know which title they play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from stellwerk import ledger
from stellwerk.errors import BadInput
from stellwerk.position import BANK, OFFERING, POOL, Position
from stellwerk.rules.arranged import Figures, Stage
from stellwerk.rules.running import RunRules
from stellwerk.rules.shares import ShareRules
from stellwerk.rules.track import TrackRules
from stellwerk.rules.trains import TrainRules

if TYPE_CHECKING:
    from stellwerk.referee import Referee
    from stellwerk.steps.base import Task

__all__ = ["Figures", "Rules", "Stage"]


class Rules(ShareRules, TrainRules, TrackRules, RunRules):
    """A title in one of its variants: figures and answers."""

    def player_counts(self) -> Sequence[int]:
        """For how many players the game is."""
        return sorted(int(count) for count in self.figures.starting_cash)

    def check_players(self, players: Iterable[str]) -> tuple[str, ...]:
        """Names that can be told apart, in a number the game allows."""
        names = tuple(players)
        if len(names) not in self.player_counts():
            allowed = ", ".join(map(str, self.player_counts()))
            raise BadInput(f"{self.title} ({self.variant}) is for {allowed} players, not {len(names)}.")
        owners = (*self.companies, *self.privates, *self.purses, *self.silent_partners)
        taken = {*owners, BANK, OFFERING, POOL, "out", "chance"}
        for name in names:
            if not isinstance(name, str) or not 0 < len(name) <= 40 or not name.isprintable() or name != name.strip():
                raise BadInput(f"{name!r} is no name for a player: 1 to 40 printable characters are.")
            if name in taken:
                raise BadInput(f"{name!r} cannot be a player's name: something else in the game is called so.")
        if len(set(names)) != len(names):
            raise BadInput("Every player needs a name of his own.")
        return names

    def new_position(self, players: Iterable[str], seed: int) -> Position:
        """The game before anything happened: bank, offering and stack full, players with their starting cash."""
        names = self.check_players(players)
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
        )
        ledger.empty_purses(position, (*names, *self.companies, *self.purses), BANK, self.figures.bank or 0)
        position.agenda = self.opening()
        return position

    def pay_starting_cash(self, ref: Referee) -> None:
        """The bank pays every player his starting cash."""
        for player in ref.pos.players:
            ref.pay(BANK, player, self.figures.starting_cash[str(len(ref.pos.players))], "starting cash")

    def rounds_of_set(self, position: Position, number: int) -> int:
        """How many operating rounds a set has (0: there is no such set)."""
        sets = self.figures.sets
        return len(sets[number - 1]) if 1 <= number <= len(sets) else 0

    def before_set_up(self, position: Position) -> None:
        """A position file is about to be read: undo what only a game's opening needs."""

    def read_extra(self, position: Position, extra: Mapping[str, Any]) -> None:
        """What a position file says that only this title knows."""
        if extra:
            raise BadInput(f"{self.title} knows nothing of {', '.join(map(repr, extra))}.")

    def opening(self) -> tuple[Task, ...]:
        """The agenda of a new game."""
        raise AssertionError("a title says how it begins")

    def next_round(self, ref: Referee) -> None:
        """A round is over: put the next one on the agenda, or end the game."""
        raise AssertionError("a title says how its rounds follow")

    def wealth(self, position: Position, player: str) -> int:
        """What a player is worth."""
        shares = sum(
            self.register.shares(company, self.register.percent(position, company, player))
            * self.chart.value(position.markers[company][:2])
            for company in position.markers
        )
        debts = position.loans.get(player, 0) + position.penalties.get(player, 0)
        return position.cash[player] + shares - debts

    def advice(self, players: int) -> tuple[str, ...]:
        """What the book advises against, for this variant and so many players: a sentence each."""
        return ()

    def explain(self, task: Task) -> str:
        """What is going on, in a few words for a refusal."""
        return task.going_on

    @cached_property
    def task_union(self) -> Any:
        """The union type of all steps, for reading positions."""
        union: Any = self.tasks[0]
        for task in self.tasks[1:]:
            union = union | task
        return union
