"""Objections: what a board may object to is asked of its members before it is done; an objection brings a vote.

Nothing is undone: an act that may be contested waits as a proposal until everybody who could object has let it pass,
or until the vote is counted. Who is asked, how many votes each has and what follows from a defeat its act says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from msgspec.structs import replace

from stellwerk.actions import Action, AnyAction, Choice
from stellwerk.errors import BadInput, Illegal, refuse_unless
from stellwerk.events import DEALS, Event
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.steps.base import Act, Task
from stellwerk.vocabulary import Form, Forms

if TYPE_CHECKING:
    from stellwerk.rules import Rules


class LetPass(Action, frozen=True, tag="let-pass"):
    """A member of a board does not object to a proposal."""

    by: ClassVar[str] = "who"
    forms: ClassVar[Forms] = (Form("{who} lets it pass"),)
    label: ClassVar[str] = "Let it pass"
    liking: ClassVar[float] = 6

    who: str


class CallVote(Action, frozen=True, tag="call-vote"):
    """A member of a board objects to a proposal: the board votes on it."""

    by: ClassVar[str] = "who"
    forms: ClassVar[Forms] = (Form("{who} calls a vote"),)
    label: ClassVar[str] = "Veto: have it voted on"

    who: str


class CastVote(Action, frozen=True, tag="cast-vote"):
    """A member of a board votes for a proposal or against it."""

    by: ClassVar[str] = "who"
    forms: ClassVar[Forms] = (
        Form("{who} votes for it", {"agrees": True}),
        Form("{who} votes against it", {"agrees": False}),
    )

    who: str
    agrees: bool


class Proposed(Event, frozen=True, tag="proposed"):
    """Something is proposed that waits for the board."""

    sentence: ClassVar[str] = "{company} makes a proposal"
    heading: ClassVar[str] = DEALS

    company: str
    proposal: AnyAction


class VoteCalled(Event, frozen=True, tag="vote-called"):
    """A member of the board objects: it votes."""

    sentence: ClassVar[str] = "{who} objects; the board of {company} votes"
    heading: ClassVar[str] = DEALS

    company: str
    who: str


class VoteCast(Event, frozen=True, tag="vote-cast"):
    """A member of the board has voted."""

    sentence: ClassVar[str] = "{who} votes {side} it"
    heading: ClassVar[str] = DEALS

    who: str
    side: str


class VoteCounted(Event, frozen=True, tag="vote-counted"):
    """All have voted."""

    sentence: ClassVar[str] = "The board of {company} votes: {agreeing} for it, {against} against it"
    heading: ClassVar[str] = DEALS

    company: str
    agreeing: int
    against: int


def numbers_left(choice: Choice, gone: Collection[Action]) -> Iterator[Choice]:
    """The parts of a choice's range between the numbers that are not open any more."""
    low = choice.low
    for number in sorted(getattr(action, str(choice.field)) for action in gone if choice.covers(action)):
        if low < number:
            yield replace(choice, action=choice.at(low), low=low, high=number - choice.step)
        low = number + choice.step
    if low <= choice.high:
        yield replace(choice, action=choice.at(low), low=low)


class Contested(Act):
    """An act that members of a board may object to before it is done; mixed in before the act itself.

    The turn it belongs to remembers what was voted down (`voted_down`) and who has objected (`objected`).
    """

    replacing: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of actions that would take each other's place."""

    def options(self, ref: Referee, task: Any) -> Iterator[Any]:
        """Without the numbers with which the same was voted down."""
        for option in super().options(ref, task):
            if isinstance(option, Choice) and option.field:
                yield from numbers_left(option, task.voted_down)
            else:
                yield option

    def check(self, ref: Referee, task: Any, action: Any) -> None:
        """What was voted down is not proposed again in this turn, nor what would take its place, if nothing may."""
        super().check(ref, task, action)
        replaces = not self.may_be_replaced(ref) and any(isinstance(down, self.replacing) for down in task.voted_down)
        if (action in task.voted_down or replaces) and not self.is_forced(ref, task, action):
            ref.refuse("voted-down", "The board has voted this down in this turn.")

    def may_be_replaced(self, ref: Referee) -> bool:
        """May something else of the kind be proposed in place of what was voted down?"""
        return True

    def is_forced(self, ref: Referee, task: Any, action: Any) -> bool:
        """Must it be done, so that nobody can object?"""
        return False

    def objectors(self, ref: Referee, task: Any, action: Any) -> tuple[str, ...]:
        """Who may object to the proposal, in the order in which they are asked; nobody where it is not contested."""
        raise AssertionError("a title says who may object")

    def voters(self, ref: Referee, task: Any) -> dict[str, int]:
        """Everybody who votes, in the order of voting, and how many votes he has; the proposer first."""
        raise AssertionError("a title says who votes")

    def voted_down(self, ref: Referee, task: Any, action: Any) -> None:
        """A proposal was voted down and noted: see what is to be done instead."""

    def apply(self, ref: Referee, task: Any, action: Any) -> None:
        """Ask those who may object; where there is nobody, do it."""
        asked = self.objectors(ref, task, action)
        if asked:
            ref.say(Proposed(task.company, action))
            ref.push(Veto(action, asked))
        else:
            super().apply(ref, task, action)

    def carry_out(self, ref: Referee, task: Any, action: Any) -> None:
        """Do what was proposed."""
        super().apply(ref, task, action)


class Proposal(Task, frozen=True):
    """A step in which a proposal waits for what a board says to it."""

    going_on: ClassVar[str] = "a proposal waits for the board"
    lies_on: ClassVar[tuple[str, ...]] = ("operating-turn",)
    carries: ClassVar[bool] = False

    proposal: AnyAction

    def act_of(self, ref: Referee, turn: Task) -> Contested:
        """The act that is proposed."""
        act = next(act for act in turn.acts(ref) if act.covers(ref, self.proposal))
        assert isinstance(act, Contested), "only what may be contested is proposed"
        return act

    def close(self, ref: Referee, passed: bool) -> None:
        """Do what was proposed, or note that it was voted down."""
        ref.pop()
        turn: Any = ref.task
        act = self.act_of(ref, turn)
        if passed:
            act.carry_out(ref, turn, self.proposal)
        else:
            ref.amend(turn, voted_down=(*turn.voted_down, self.proposal))
            act.voted_down(ref, ref.task, self.proposal)

    def carried_out(self, rules: Rules, position: Position) -> Referee:
        """What would be if the proposal, which waits in a position, were done now."""
        referee = Referee(rules, position.copy())
        self.close(referee, passed=True)
        return referee

    def judged_before(self, rules: Rules, position: Position, below: Sequence[Task]) -> tuple[Referee, Contested]:
        """The position as it was before the step, and the act; refuses a proposal that could not be made there."""
        before = position.copy()
        before.agenda = tuple(below)
        referee = Referee(rules, before)
        try:
            act = referee.task.judge(referee, self.proposal)
        except Illegal as error:
            raise BadInput(f"The proposal that waits for the board is not legal: {error}") from None
        if not isinstance(act, Contested):
            raise BadInput("Nobody can object to this proposal.")
        return referee, act


class Veto(Proposal, frozen=True, tag="veto"):
    """Those who may object are asked one after the other; the first objection ends the asking."""

    question: ClassVar[str] = "Let the proposal pass, or have the board vote on it"
    takes: ClassVar[tuple[type[Action], ...]] = (LetPass, CallVote)

    asked: tuple[str, ...]
    """Who is still to be asked; the first one is asked now."""

    def actor(self, ref: Referee) -> str:
        """The first of those to be asked."""
        return self.asked[0]

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Let it pass, or object."""
        return _VETO_ACTS

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """A proposal that could be made, and the last of those who may object."""
        referee, act = self.judged_before(rules, position, below)
        may = act.objectors(referee, referee.task, self.proposal)
        refuse_unless(bool(self.asked) and may[-len(self.asked) :] == self.asked, "Others may object to this proposal.")


class LetItPass(Act):
    """Do not object."""

    action = LetPass

    def options(self, ref: Referee, task: Veto) -> Iterator[Action]:
        """Always possible."""
        yield LetPass(task.asked[0])

    def check(self, ref: Referee, task: Veto, action: LetPass) -> None:
        """Always allowed."""

    def apply(self, ref: Referee, task: Veto, action: LetPass) -> None:
        """The next one is asked; after the last one it is done."""
        if len(task.asked) > 1:
            ref.amend(task, asked=task.asked[1:])
        else:
            task.close(ref, passed=True)


class ObjectTo(Act):
    """Object: the board votes, the one who objects against the proposal and the one who made it for it."""

    action = CallVote

    def options(self, ref: Referee, task: Veto) -> Iterator[Action]:
        """Always possible."""
        yield CallVote(task.asked[0])

    def check(self, ref: Referee, task: Veto, action: CallVote) -> None:
        """Always allowed."""

    def apply(self, ref: Referee, task: Veto, action: CallVote) -> None:
        """Nobody else is asked; the others vote."""
        ref.pop()
        turn: Any = ref.task
        ref.say(VoteCalled(turn.company, action.who))
        ref.amend(turn, objected=(*turn.objected, action.who))
        proposer = next(iter(task.act_of(ref, ref.task).voters(ref, ref.task)))
        ref.push(Vote(task.proposal, ((proposer, True), (action.who, False))))


_VETO_ACTS = (LetItPass(), ObjectTo())


class Vote(Proposal, frozen=True, tag="vote"):
    """The members of the board vote one after the other; more votes against a proposal than for it bring it down."""

    question: ClassVar[str] = "Vote for the proposal or against it"
    takes: ClassVar[tuple[type[Action], ...]] = (CastVote,)

    votes: tuple[tuple[str, bool], ...]
    """Who has voted, and whether for it."""

    def voters(self, ref: Referee) -> dict[str, int]:
        """Everybody who votes, and how many votes he has."""
        turn = ref.pos.agenda[-2]
        return self.act_of(ref, cast("Task", turn)).voters(ref, turn)

    def actor(self, ref: Referee) -> str:
        """The next one to vote."""
        voted = {who for who, _ in self.votes}
        return next(who for who in self.voters(ref) if who not in voted)

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Vote."""
        return (_VOTE,)

    def advance(self, ref: Referee) -> bool:
        """When all have voted the votes are counted."""
        voters, turn = self.voters(ref), cast("Any", ref.pos.agenda[-2])
        if len(self.votes) < len(voters):
            return False
        agreeing = sum(voters[who] for who, agrees in self.votes if agrees)
        against = sum(voters[who] for who, agrees in self.votes if not agrees)
        ref.say(VoteCounted(turn.company, agreeing, against))
        self.close(ref, passed=against <= agreeing)
        return True

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """A proposal that could be made; the proposer voted for it, one who may object against it, others in order."""
        referee, act = self.judged_before(rules, position, below)
        voters = tuple(act.voters(referee, referee.task))
        (proposer, first), (objector, second) = self.votes[:2] if len(self.votes) > 1 else (("", True),) * 2
        refuse_unless(first and not second and proposer == voters[0], "A vote begins with the proposal and a veto.")
        refuse_unless(objector in voters[1:], f"{objector} is not on the board.")
        others = tuple(who for who in voters[1:] if who != objector)
        voted = tuple(who for who, _ in self.votes[2:])
        refuse_unless(others[: len(voted)] == voted and len(voted) < len(others), "The board votes in its order.")


class GiveVote(Act):
    """Vote."""

    action = CastVote

    def options(self, ref: Referee, task: Vote) -> Iterator[Action]:
        """For it or against it."""
        yield CastVote(task.actor(ref), True)
        yield CastVote(task.actor(ref), False)

    def check(self, ref: Referee, task: Vote, action: CastVote) -> None:
        """Always allowed."""

    def apply(self, ref: Referee, task: Vote, action: CastVote) -> None:
        """Noted, for all to see."""
        ref.say(VoteCast(action.who, "for" if action.agrees else "against"))
        ref.amend(task, votes=(*task.votes, (action.who, action.agrees)))


_VOTE = GiveVote()
