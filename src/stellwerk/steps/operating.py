"""The operating round: private companies pay, then every floated company has its turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import ClassVar

from stellwerk.actions import Acquire, Action, BuyTrain, LayTile, Pass, TakeOverPrivate
from stellwerk.events import Passed, RoundBegan
from stellwerk.position import Round
from stellwerk.referee import Referee
from stellwerk.steps.base import Act, Task
from stellwerk.trains import owned


class OperatingRound(Task, frozen=True, tag="operating-round"):
    """Companies still to operate; the one with the highest price is next."""

    going_on: ClassVar[str] = "an operating round begins"

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
        ref.push(OperatingTurn(company, first=first))
        if first:
            ref.pos.operated = (*ref.pos.operated, company)
            ref.rules.place_home(ref, company)
        return True


def begin_operating_round(ref: Referee, set: int, number: int, of: int) -> None:
    """Private companies pay their owners; every floated company will have a turn."""
    ref.pos.round = Round("operating", set, number, of)
    ref.say(RoundBegan(f"Operating round {set}.{number}"))
    ref.push(OperatingRound(tuple(ref.rules.operating_order(ref.pos))))
    ref.rules.pay_privates(ref)


class OperatingTurn(Task, frozen=True, tag="operating-turn"):
    """A company's turn: stages in fixed order; an act of a later stage ends the earlier ones.

    A stage that must be done cannot be skipped, so the acts on offer reach from the present stage up to the next one
    that must be done. What may be done at any time is always on offer.
    """

    going_on: ClassVar[str] = "a company has its turn"

    company: str
    stage: int = 0
    first: bool = False
    laid: tuple[str, ...] = ()
    """What track was laid in this turn: `yellow` or `upgrade` for each tile."""
    revenue: int = 0
    open_hexes: tuple[str, ...] = ()
    """Hexes where a station may be placed in this turn without a connection."""
    declined: tuple[Acquire | BuyTrain | LayTile | TakeOverPrivate, ...] = ()

    def actor(self, ref: Referee) -> str:
        """The company."""
        return self.company

    def decider(self, ref: Referee) -> str:
        """Whoever decides for the company at this stage."""
        return ref.director(self.company, ref.rules.turn[self.stage].name)

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
        index = next(i for i, s in enumerate(ref.rules.turn) if s.name == stage)
        ref.amend(self, stage=index)
        return self.renewed(ref)

    def leave(self, ref: Referee, stage: str) -> OperatingTurn:
        """Go to the stage after this one."""
        index = next(i for i, s in enumerate(ref.rules.turn) if s.name == stage)
        ref.amend(self, stage=index + 1)
        return self.renewed(ref)

    def renewed(self, ref: Referee) -> OperatingTurn:
        """This turn as it stands on the agenda now."""
        return turn_now(ref)


def turn_now(ref: Referee) -> OperatingTurn:
    """The company's turn that goes on now, whatever interrupts it."""
    return next(step for step in reversed(ref.pos.agenda) if isinstance(step, OperatingTurn))


def acting_first(ref: Referee) -> list[str]:
    """All floated companies: the one in turn, then the others in operating order."""
    turn = next((step.company for step in ref.pos.agenda if isinstance(step, OperatingTurn)), None)
    return sorted(ref.rules.operating_order(ref.pos), key=lambda company: company != turn)


def has_runnable_train(ref: Referee, company: str) -> bool:
    """Does the company own a train it could run?"""
    faces = (ref.rules.cards.by_name[face] for _, face in owned(ref.pos, company))
    return any(ref.rules.may_run(company, face) for face in faces)


class EndTurn(Act):
    """The company has done what it wants and what it must."""

    action = Pass

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """End the turn."""
        yield Pass(task.company)

    def check(self, ref: Referee, task: OperatingTurn, action: Pass) -> None:
        """It owns a train it could run."""
        if not has_runnable_train(ref, task.company) and not ref.rules.may_end_without_train(ref.pos, task.company):
            ref.refuse("must-own-train", f"{task.company} must own a train it could run before its turn ends.")

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
