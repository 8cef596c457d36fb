"""What the sale or export of a train does: phases, scrapping, limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from stellwerk.actions import Action, ReturnTrain
from stellwerk.errors import refuse_unless
from stellwerk.events import Exported, PhaseBegan, TrainReturned, TrainScrapped, TypeScrapped
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OUT, POOL, Position
from stellwerk.referee import Referee
from stellwerk.rules.limits import limited_trains
from stellwerk.rules.phases import rank_of_phase
from stellwerk.steps.base import Act, Task
from stellwerk.trains import scrap_train, trains_of

if TYPE_CHECKING:
    from stellwerk.rules import Rules


def train_sold(ref: Referee, card: str, faces: Iterable[FaceFigure], keep: str | None = None) -> None:
    """A card left the bank as these trains: the phase may change, older trains go, then limits are checked.

    `keep` is the card a company has bought beyond its limit and may not return.
    """
    begin_phase(ref, ref.rules.cards.letter(card))
    for face in faces:
        scrap_types(ref, face)
    check_limits(ref, keep)


def begin_phase(ref: Referee, letter: str) -> None:
    """The first card of a new letter starts its phase."""
    phase = ref.rules.cards.figures[letter].phase or letter
    if phase in ref.rules.phases and rank_of_phase(ref.rules, phase) > rank_of_phase(ref.rules, ref.pos.phase):
        ref.pos.phase = phase
        ref.say(PhaseBegan(phase))


def scrap_types(ref: Referee, sold: FaceFigure) -> None:
    """A train sold scraps all trains of the types it names, in companies and in the pool."""
    for name in sold.scraps:
        if name in ref.pos.scrapped:
            continue
        ref.pos.scrapped = (*ref.pos.scrapped, name)
        ref.say(TypeScrapped(name))
        for card, (owner, face) in ref.pos.trains.items():
            if face == name and owner != OUT:
                scrap_train(ref.pos, card)
                ref.say(TrainScrapped(owner, card, face))
        withdraw_cards(ref, name)


def withdraw_cards(ref: Referee, name: str) -> None:
    """Cards still with the bank that could only be bought as a scrapped train leave the game."""
    for card in ref.pos.stack:
        if all(face.name in ref.pos.scrapped for face in ref.rules.cards.faces(card)):
            ref.pos.stack = tuple(other for other in ref.pos.stack if other != card)
            ref.pos.put("trains", card, (OUT, name))
            ref.say(TrainScrapped(BANK, card, name))


def check_limits(ref: Referee, keep: str | None) -> None:
    """Companies with too many trains return some, in the order the title names."""
    for company in reversed(ref.rules.surplus_order(ref)):
        if len(limited_trains(ref.rules, ref.pos, company)) > ref.rules.train_limit(ref.pos, company):
            ref.push(Surplus(company, keep if keep and ref.pos.trains[keep][0] == company else None))


def export_top_card(ref: Referee) -> None:
    """The top card is sold abroad: it counts as a sale of each of its faces."""
    card = ref.pos.stack[0]
    ref.rules.cards.take(ref.pos, card)
    ref.say(Exported(card))
    train_sold(ref, card, ref.rules.cards.faces(card))


class Surplus(Task, frozen=True, tag="surplus"):
    """A company has more trains than it may own."""

    going_on: ClassVar[str] = "a company has too many trains and gives some up"
    question: ClassVar[str] = "{company} has too many trains: return one"
    lies_on: ClassVar[tuple[str, ...]] = ("course", "operating-round", "operating-turn", "surplus", "trains-taken")
    carries: ClassVar[bool] = False

    company: str
    keep: str | None = None

    def actor(self, ref: Referee) -> str:
        """The company."""
        return self.company

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Return a train."""
        return (_RETURN,)

    def advance(self, ref: Referee) -> bool:
        """Done when the limit holds; a company that nobody directs returns its cheapest trains."""
        if len(limited_trains(ref.rules, ref.pos, self.company)) <= ref.rules.train_limit(ref.pos, self.company):
            ref.pop()
            return True
        if not ref.rules.runs_itself(ref.pos, self.company):
            return False
        trains = [(ref.rules.cards.by_name[face].price, card) for card, face in trains_of(ref.pos, self.company)]
        _RETURN.apply(ref, self, ReturnTrain(self.company, min(trains)[1]))
        return True

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """A company that may own trains, and one of them to keep."""
        refuse_unless(self.company in position.floated, f"{self.company} has not floated.")
        own = [card for card, _ in trains_of(position, self.company)]
        refuse_unless(self.keep is None or self.keep in own, f"{self.company} has no train {self.keep} to keep.")
        able = rules.train_limit(position, self.company) >= 1
        refuse_unless(able, f"{self.company} cannot own trains in phase {position.phase}.")


class Return(Act):
    """A train goes to the pool, unpaid."""

    action = ReturnTrain

    def options(self, ref: Referee, task: Surplus) -> Iterator[Action]:
        """Each train of the company."""
        for card in limited_trains(ref.rules, ref.pos, task.company):
            yield ReturnTrain(task.company, card)

    def check(self, ref: Referee, task: Surplus, action: ReturnTrain) -> None:
        """It is the company's, and not the one it was forced to buy."""
        if action.card not in limited_trains(ref.rules, ref.pos, task.company):
            ref.refuse("not-its-train", f"{task.company} does not own {action.card}.", "surplus")
        if action.card == task.keep:
            ref.refuse("return-another", f"{task.company} returns another train than the one it had to buy.")

    def apply(self, ref: Referee, task: Surplus, action: ReturnTrain) -> None:
        """Into the pool."""
        give_back(ref, task.company, action.card)


def give_back(ref: Referee, company: str, card: str) -> None:
    """A company's train goes to the pool, unpaid."""
    face = ref.pos.trains[card][1]
    ref.pos.put("trains", card, (POOL, face))
    ref.pos.put("returned", card, company)
    ref.say(TrainReturned(company, card, face))


_RETURN = Return()
