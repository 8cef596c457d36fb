"""Deals need two: an offer, and a step in which the other side accepts or declines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from stellwerk.actions import Action, Answer, AnyAction
from stellwerk.errors import BadInput, Illegal, refuse_unless
from stellwerk.events import Answered, Offered
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.rules.shapes import every_act
from stellwerk.steps.base import Act, Task
from stellwerk.vocabulary import tag_of

if TYPE_CHECKING:
    from stellwerk.rules import Rules


class Deal(Act):
    """An act that another player may have to agree to."""

    def asked(self, ref: Referee, action: Any) -> str:
        """The player who speaks for the other side."""
        raise AssertionError("a deal has another side")

    def words(self, action: Any) -> str:
        """The offer in words."""
        raise AssertionError("a deal has words")

    def conclude(self, ref: Referee, action: Any) -> None:
        """Both sides agree: carry the deal out."""
        raise AssertionError("a deal is carried out")

    def apply(self, ref: Referee, task: Any, action: Any) -> None:
        """Ask the other side, unless one player speaks for both."""
        asked = self.asked(ref, action)
        if asked == task.decider(ref):
            self.conclude(ref, action)
            return
        ref.say(Offered(task.actor(ref), asked, self.words(action)))
        ref.push(Consent(action, asked))


class Consent(Task, frozen=True, tag="consent"):
    """The other side of a deal is asked."""

    going_on: ClassVar[str] = "an offer waits for its answer"
    question: ClassVar[str] = "Agree or decline"
    lies_on: ClassVar[tuple[str, ...]] = ("operating-turn", "trains-taken")
    carries: ClassVar[bool] = False

    offer: AnyAction
    asked: str

    def actor(self, ref: Referee) -> str:
        """The player who answers."""
        return self.asked

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Yes or no."""
        return (_ANSWER,)

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """An offer that could be made before it, put to whoever speaks for the other side."""
        before = position.copy()
        before.agenda = tuple(below)
        referee = Referee(rules, before)
        try:
            deal = referee.task.judge(referee, self.offer)
        except Illegal as error:
            raise BadInput(f"The offer that waits for an answer is not legal: {error}") from None
        asked = deal.asked(referee, self.offer) if isinstance(deal, Deal) else None
        refuse_unless(self.asked == asked, f"{self.asked} is not the one to answer this offer.")


class AnswerOffer(Act):
    """Accept or decline."""

    action = Answer

    def options(self, ref: Referee, task: Consent) -> Iterator[Action]:
        """Both answers."""
        yield Answer(task.asked, True)
        yield Answer(task.asked, False)

    def check(self, ref: Referee, task: Consent, action: Answer) -> None:
        """Either answer is free."""

    def apply(self, ref: Referee, task: Consent, action: Answer) -> None:
        """Carry the deal out, or note that it was declined: it can be raised in this turn."""
        ref.say(Answered(action.player, "agrees" if action.agrees else "declines"))
        ref.pop()
        turn: Any = ref.task
        if action.agrees:
            deal = next(act for act in turn.acts(ref) if act.covers(ref, task.offer))
            deal.conclude(ref, task.offer)
        else:
            ref.amend(turn, declined=(*turn.declined, task.offer))


def check_declined(rules: Rules, declined: Sequence[Action]) -> None:
    """Refuse a step, read from outside, in which something was declined that nobody is asked about."""
    asked = {act.action for act in every_act(rules) if isinstance(act, Deal)}
    refuse_unless({type(offer) for offer in declined} <= asked, "Only an offer can have been declined.")


def lowest_offer(task: Any, offer: Any) -> int:
    """A declined offer can be made again in the same turn only for more; so turns come to an end."""
    alike = [d for d in task.declined if type(d) is type(offer)]
    same = [d.price for d in alike if replace(d, price=0) == replace(offer, price=0)]
    return max(same, default=0) + 1


def refuse_repeated(ref: Referee, task: Any, offer: Any) -> None:
    """See `lowest_offer`."""
    if offer.price < lowest_offer(task, offer):
        ref.refuse(
            f"declined-{tag_of(offer)}",
            "This offer was declined in this turn; only a higher one can be made.",
        )


_ANSWER = AnswerOffer()
