"""Steps and acts: the two shapes everything on the agenda has.

A *task* is a step of the agenda: whose turn is it, what may they do, how does it go on by itself. An *act* is one
thing that may be done in it: which actions come into question, what the rules say to one of them, what it changes.
`check` is the only place where an act's legality is written: what is offered has passed it, and so has what is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from stellwerk.actions import Action, Choice
from stellwerk.errors import Illegal
from stellwerk.position import Step

if TYPE_CHECKING:
    from stellwerk.position import Position
    from stellwerk.referee import Referee
    from stellwerk.rules import Rules


class Act:
    """One kind of thing that may be done in a task. Acts have no state."""

    action: ClassVar[type[Action]]

    def actor(self, ref: Referee, task: Any) -> str:
        """Who may do it: whoever acts in the task."""
        return str(task.actor(ref))

    def covers(self, ref: Referee, action: Action) -> bool:
        """Is it for this act to judge the action?"""
        return type(action) is self.action

    def options(self, ref: Referee, task: Any) -> Iterator[Action | Choice]:
        """Whatever may come into question, without judging it; nothing legal may be missing."""
        raise AssertionError("every act lists its options")

    def check(self, ref: Referee, task: Any, action: Any) -> None:
        """Refuse the action if the rules forbid it."""
        raise AssertionError("every act checks")

    def apply(self, ref: Referee, task: Any, action: Any) -> None:
        """Carry out an action that has passed the check."""
        raise AssertionError("every act applies")


class Task(Step, frozen=True):
    """A step of the agenda with its behaviour."""

    going_on: ClassVar[str] = "the rounds take their course"
    """What is going on while it is the current step, for a refusal."""

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

    def sound(self, rules: Rules, position: Position) -> bool:
        """Does the step, read from outside, speak of things that are so?"""
        return True

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
            if action.actor != act.actor(ref, self):
                sentence = f"It is {self.actor(ref)}'s turn, not {action.actor}'s."
                ref.refuse("not-your-turn", sentence, str(self.__struct_config__.tag))
            act.check(ref, self, action)
            return act
        return ref.refuse("not-now", f"{self.actor(ref)} cannot do this now: {ref.rules.explain(self)}.")
