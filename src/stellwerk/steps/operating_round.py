"""The operating round: private companies pay, then every floated company has its turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET, UnsetType

from stellwerk.actions import Action, AnyAction, Pass
from stellwerk.errors import refuse_unless
from stellwerk.events import Passed, RoundBegan
from stellwerk.position import Position, Round, Step, value_or
from stellwerk.referee import Referee
from stellwerk.round_kinds import RoundKind
from stellwerk.steps.base import Act, Task
from stellwerk.steps.deals import check_declined
from stellwerk.steps.income import pay_privates
from stellwerk.trains import in_pool, trains_of

if TYPE_CHECKING:
    from stellwerk.rules import Rules

OPERATING = RoundKind(
    name="operating",
    companies_act=True,
    title="Operating round {set}.{number}",
    phrase="operating round {set}.{number}",
    short="OR {set}.{number}",
    label="{set}.{number}",
)


class OperatingRound(Task, frozen=True, tag="operating-round"):
    """Companies still to operate; the one with the highest price is next."""

    going_on: ClassVar[str] = "an operating round begins"
    lies_on: ClassVar[tuple[str, ...]] = ("course",)
    carries: ClassVar[bool] = False
    round_kind: ClassVar[RoundKind | None] = OPERATING

    queue: tuple[str, ...] = ()

    def advance(self, ref: Referee) -> bool:
        """The next company's turn, or the end of the round."""
        waiting = [company for company in ref.rules.operating_order(ref.pos) if company in self.queue]
        if not waiting:
            ref.pop()
            return True
        company, *rest = waiting
        ref.amend(self, queue=tuple(rest))
        if ref.rules.runs_itself(ref.pos, company):
            ref.rules.automatic_turn(ref, company)
            return True
        first = company not in ref.pos.operated
        ref.push(ref.rules.own_turn(ref.pos, company) or OperatingTurn(company, first=first))
        if first:
            ref.pos.operated = (*ref.pos.operated, company)
            ref.rules.place_home(ref, company)
        return True

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """Started companies, each once."""
        started = {*position.pars, *rules.companies_in_play(position)}
        refuse_unless(set(self.queue) <= started, "Only started companies wait for their turn.")
        refuse_unless(len(set(self.queue)) == len(self.queue), "A company has one turn in a round.")


def begin_operating_round(
    ref: Referee, set: int, number: int, of: int, pay: Callable[[Referee], None] = pay_privates
) -> None:
    """Private companies pay their owners; every floated company will have a turn."""
    ref.pos.round = Round(OPERATING.name, set, number, of)
    ref.say(RoundBegan(f"Operating round {set}.{number}"))
    ref.push(OperatingRound(tuple(ref.rules.operating_order(ref.pos))))
    pay(ref)


class OperatingTurn(Task, frozen=True, tag="operating-turn"):
    """A company's turn: stages in fixed order; an act of a later stage ends the earlier ones.

    A stage that must be done cannot be skipped, so the acts on offer reach from the present stage up to the next one
    that must be done. What may be done at any time is always on offer.
    """

    going_on: ClassVar[str] = "a company has its turn"
    passing: ClassVar[str] = "End the turn of {company}"
    in_order: ClassVar[bool] = True
    lies_on: ClassVar[tuple[str, ...]] = ("operating-round",)
    carries: ClassVar[bool] = False

    company: str
    stage: int = 0
    first: bool = False
    laid: tuple[str, ...] = ()
    """What track was laid in this turn: `yellow` or `upgrade` for each tile."""
    revenue: int = 0
    open_hexes: tuple[str, ...] = ()
    """Hexes where a station may be placed in this turn without a connection."""
    declined: tuple[AnyAction, ...] = ()
    """Offers that were made and declined in this turn."""
    bought: int | UnsetType = UNSET
    """How many trains of the bank's were bought in this turn, where that is limited."""
    dealt: bool | UnsetType = UNSET
    """Has the company dealt in its own certificates in this turn?"""

    def actor(self, ref: Referee) -> str:
        """The company."""
        return self.company

    def decider(self, ref: Referee) -> str:
        """Whoever decides for the company at this stage."""
        return ref.director(self.company, ref.rules.stages(ref.pos, self.company)[self.stage].name)

    def acts(self, ref: Referee) -> Sequence[Act]:
        """The acts of the stages within reach, and those of any time."""
        acts: list[Act] = []
        for stage in ref.rules.stages(ref.pos, self.company)[self.stage :]:
            acts.extend(stage.acts)
            if stage.must:
                break
        acts.extend(ref.rules.any_time)
        return acts

    def advance(self, ref: Referee) -> bool:
        """Do what leaves no choice, for a company that nobody need be asked for."""
        if not ref.rules.goes_alone(ref.pos, self.company):
            return False
        first, *others = islice(self.choices(ref), 2)
        if others or first.field is not None:
            return False
        told = len(ref.events)
        self.judge(ref, first.action).apply(ref, self, first.action)
        if isinstance(first.action, Pass):
            del ref.events[told:]  # nobody has passed
        return True

    def enter(self, ref: Referee, stage: str) -> OperatingTurn:
        """Go to a stage (or stay in it)."""
        ref.amend(self, stage=self.place_of(ref, stage))
        return self.renewed(ref)

    def leave(self, ref: Referee, stage: str) -> OperatingTurn:
        """Go to the stage after this one."""
        ref.amend(self, stage=self.place_of(ref, stage) + 1)
        return self.renewed(ref)

    def place_of(self, ref: Referee, stage: str) -> int:
        """Where a stage comes in the company's turn."""
        return next(i for i, s in enumerate(ref.rules.stages(ref.pos, self.company)) if s.name == stage)

    def renewed(self, ref: Referee) -> OperatingTurn:
        """This turn as it stands on the agenda now."""
        return turn_now(ref)

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """A company that may have its turn, at a stage there is."""
        company, queue = self.company, below[-1].queue if isinstance(below[-1], OperatingRound) else ()
        waits = company in position.floated and company in position.operated
        refuse_unless(waits, f"{company} cannot have its turn now.")
        refuse_unless(company not in queue, f"{company} has one turn in a round.")
        stages = rules.stages(position, company)
        refuse_unless(0 <= self.stage < len(stages), f"There is no stage {self.stage} of a turn.")
        tiles = set(self.laid) <= {"yellow", "upgrade"} and len(self.laid) < 10
        refuse_unless(tiles, "Tiles laid are 'yellow' or 'upgrade'.")
        refuse_unless(0 <= self.revenue <= 1_000_000, f"{company} cannot have earned {self.revenue}.")
        refuse_unless(0 <= value_or(self.bought, 0) < 10, f"{company} cannot have bought {self.bought} trains.")
        check_declined(rules, self.declined)


def turn_now(ref: Referee) -> OperatingTurn:
    """The company's turn that goes on now, whatever interrupts it."""
    return turn_below(ref.pos.agenda)


def turn_below(steps: Sequence[Step]) -> OperatingTurn:
    """The company's turn that lies uppermost among these steps."""
    return next(step for step in reversed(steps) if isinstance(step, OperatingTurn))


def acting_first(ref: Referee) -> list[str]:
    """All floated companies: the one in turn, then the others in operating order."""
    turn = next((step.company for step in ref.pos.agenda if isinstance(step, OperatingTurn)), None)
    return sorted(ref.rules.operating_order(ref.pos), key=lambda company: company != turn)


def has_runnable_train(ref: Referee, company: str) -> bool:
    """Does the company own a train it could run?"""
    faces = (ref.rules.cards.by_name[face] for _, face in trains_of(ref.pos, company))
    return any(ref.rules.may_run(company, face) for face in faces)


def could_buy(ref: Referee, company: str) -> bool:
    """Do bank or pool sell a train that the company may buy and could run, money aside?"""
    rules, pos = ref.rules, ref.pos
    cards = [card for card in (*rules.on_stack(pos), *in_pool(pos)) if rules.may_buy_card(pos, company, card)]
    return any(rules.may_run(company, face) for card in cards for face in rules.cards.faces(card))


@dataclass(frozen=True, kw_only=True)
class EndTurn(Act):
    """The company has done what it wants and what it must."""

    action = Pass

    needs_train: bool = True
    """Can a turn only end when the company owns a train it can run, if it must own one at all?"""
    duty_rests: bool = False
    """Does that duty rest while bank and pool have nothing to sell that would do?"""

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """End the turn."""
        yield Pass(task.company)

    def check(self, ref: Referee, task: OperatingTurn, action: Pass) -> None:
        """It owns a train it could run."""
        if not has_runnable_train(ref, task.company) and self.must_own(ref, task.company):
            sentence = f"{task.company} must own a train it could run before its turn ends."
            ref.refuse("must-own-train", sentence, task.company)

    def must_own(self, ref: Referee, company: str) -> bool:
        """Must the company own a train it can run before its turn ends?"""
        if not self.needs_train or (self.duty_rests and not could_buy(ref, company)):
            return False
        return ref.rules.must_own_train(ref.pos, company)

    def apply(self, ref: Referee, task: OperatingTurn, action: Pass) -> None:
        """The next company follows."""
        ref.say(Passed(action.who))
        ref.pop()


class LeaveStage(Act):
    """Do no more at this stage: where the next one is somebody else's to decide."""

    action = Pass

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Always possible."""
        yield Pass(task.company)

    def check(self, ref: Referee, task: OperatingTurn, action: Pass) -> None:
        """Always allowed."""

    def apply(self, ref: Referee, task: OperatingTurn, action: Pass) -> None:
        """The next stage begins."""
        ref.say(Passed(action.who))
        ref.amend(task, stage=task.stage + 1)
