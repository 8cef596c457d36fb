"""Steps and acts: the two shapes everything on the agenda has.

A *task* is a step of the agenda: whose turn is it, what may they do, how does it go on by itself. An *act* is one
thing that may be done in it: which actions come into question, what the rules say to one of them, what it changes.
`check` is the only place where an act's legality is written: what is offered has passed it, and so has what is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from stellwerk.actions import Action, Choice
from stellwerk.errors import Illegal, refuse_unless
from stellwerk.position import Step
from stellwerk.round_kinds import RoundKind
from stellwerk.vocabulary import tag_of

if TYPE_CHECKING:
    from stellwerk.position import Position
    from stellwerk.referee import Referee
    from stellwerk.rules import Rules


class Act:
    """One kind of thing that may be done in a task. Acts have no state, but a title may parametrise them."""

    action: ClassVar[type[Action]]

    def actor(self, ref: Referee, task: Any) -> str:
        """Who may do it: whoever acts in the task."""
        return str(task.actor(ref))

    def covers(self, ref: Referee, action: Action) -> bool:
        """Is it for this act to judge the action?"""
        return type(action) is self.action

    def may_act(self, ref: Referee, task: Any, actor: str) -> bool:
        """May this player or company do it now?"""
        return actor == self.actor(ref, task)

    def options(self, ref: Referee, task: Any) -> Iterator[Action | Choice]:
        """Whatever may come into question, without judging it; nothing legal may be missing."""
        raise AssertionError("every act lists its options")

    def check(self, ref: Referee, task: Any, action: Any) -> None:
        """Refuse the action if the rules forbid it."""
        raise AssertionError("every act checks")

    def apply(self, ref: Referee, task: Any, action: Any) -> None:
        """Carry out an action that has passed the check."""
        raise AssertionError("every act applies")


def refuse_wrong_passes(position: Position, names: Sequence[str]) -> None:
    """Those who have passed are players, each named once."""
    right = set(names) <= set(position.players) and len(set(names)) == len(names)
    refuse_unless(right, "Players who passed are named once each.")


class Task(Step, frozen=True):
    """A step of the agenda with its behaviour."""

    going_on: ClassVar[str] = "the rounds take their course"
    """What is going on while it is the current step, for a refusal."""
    question: ClassVar[str] = "Choose"
    """What is to be decided, for the panel; `{company}`, `{place}` (of its hex) and the like stand for its fields."""
    passing: ClassVar[str] = "Pass"
    """What a pass means in it, for its button."""
    stages: ClassVar[tuple[str, ...]] = ()
    """What the stages of a turn in it are called, in their order, where a player has several things to do."""
    places_for_nothing: ClassVar[bool] = False
    """Does a station cost nothing in it?"""
    lost_by_passing: ClassVar[tuple[str, str]] = ("", "")
    """What a pass gives away for good: a warning, and what the button says then."""
    skippable: ClassVar[bool] = False
    """Do players who do nothing in it pass, so that a record of another program may leave their passes unsaid?"""
    in_order: ClassVar[bool] = False
    """Do the things that may be done in it follow each other, so that a later one ends the earlier ones?"""
    names_companies: ClassVar[bool] = False
    """Does a player do in it what companies do in their turns, for a company that he names?"""
    lies_on: ClassVar[tuple[str, ...]] = ()
    """The steps (by their tags) it lies directly on; without any it lies where it likes."""
    carries: ClassVar[bool] = True
    """May steps lie on it that do not name it?"""
    round_kind: ClassVar[RoundKind | None] = None
    """The kind of round it belongs to, if it belongs to one."""
    can_be_written: ClassVar[bool] = False
    """Can a position file stand in it, although it belongs to no set of rounds (see `as_written`)?"""
    takes: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of actions of a title's own that may be said in it, beside those of the acts the title lists."""

    def actor(self, ref: Referee) -> str:
        """Who acts: a player or a company."""
        raise AssertionError("this step waits for nobody")

    def decider(self, ref: Referee) -> str:
        """The player who decides for the actor."""
        actor = self.actor(ref)
        return actor if actor in ref.pos.players else ref.director(actor)

    def acts(self, ref: Referee) -> Sequence[Act]:
        """What may be done now."""
        return ()

    def advance(self, ref: Referee) -> bool:
        """Go on by itself if nobody has to decide; True if something was done."""
        return False

    @classmethod
    def is_a(cls, tags: Sequence[str]) -> bool:
        """Is it one of the steps with these tags, or made after one?"""
        kinds = (kind for kind in cls.__mro__ if issubclass(kind, Step))
        return any(tag_of(kind) in tags for kind in kinds)

    def may_follow(self, below: Task) -> bool:
        """May it lie directly on this step?"""
        return below.carries or below.is_a(self.lies_on) if self.lies_on else True

    def stage_of_act(self, act: Act) -> int:
        """To which of its stages an act belongs."""
        return 0

    def reminders(self, ref: Referee) -> Sequence[tuple[str, str]]:
        """What whoever decides should know in this step: a sentence, and the code of the refusal behind it."""
        return ()

    @classmethod
    def as_written(cls, ref: Referee, player: str | None, bids: Mapping[str, tuple[str, int]]) -> Task:
        """The step as a position file describes it: whose turn it is, and each player's lot and bid."""
        raise AssertionError("a step that can be written says how")

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """Refuse the step, read from outside, if it speaks of things that are not so; `below` it lie these."""

    def refuse_unsound(self, right: bool) -> None:
        """Refuse a step that speaks of something that is not so, where nothing better can be said."""
        refuse_unless(right, f"The step {tag_of(self)!r} speaks of something that is not so.")

    def choices(self, ref: Referee) -> Iterator[Choice]:
        """Everything that may be played now."""
        for act in self.acts(ref):
            yield from self.choices_of(ref, act)

    def choices_of(self, ref: Referee, act: Act) -> Iterator[Choice]:
        """What may be played now of one act: of its options those that pass its check."""
        for option in act.options(ref, self):
            choice = option if isinstance(option, Choice) else Choice(option)
            try:
                act.check(ref, self, choice.action)
            except Illegal:
                continue
            yield choice

    def judge(self, ref: Referee, action: Action) -> Act:
        """The act that admits an action, or a refusal."""
        act = next((act for act in self.acts(ref) if act.covers(ref, action)), None)
        if act is not None:
            if not act.may_act(ref, self, action.actor):
                sentence = f"It is {self.actor(ref)}'s turn, not {action.actor}'s."
                ref.refuse("not-your-turn", sentence, tag_of(self))
            act.check(ref, self, action)
            return act
        return ref.refuse("not-now", f"{self.actor(ref)} cannot do this now: {self.going_on}.")
