"""Purchases from the bank in other ways: with money of the director, needed or not; for an old train given up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.actions import Action, BuyTrain, Choice
from stellwerk.events import TrainScrapped
from stellwerk.figures import FaceFigure
from stellwerk.position import OUT
from stellwerk.referee import Referee
from stellwerk.steps.base import Act
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.train_purchase import BuyFromBank, buy_from_bank, on_sale
from stellwerk.trains import scrap_train, trains_of
from stellwerk.vocabulary import Form, Forms, Names


class BuyWithHelp(Action, frozen=True, tag="buy-with-help"):
    """A company buys a vehicle of the bank, to which its director adds money of his own."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (
        Form("{company} buys {face} ({card}) from {source} for {price}, {help} of it from the director"),
    )
    told_by: ClassVar[Names] = ("card", "face")
    number: ClassVar[str] = "help"
    group: ClassVar[tuple[str, str]] = ("help", "source")
    liking: ClassVar[float] = 0.3
    label: ClassVar[str] = "Buy {face} with the director's help"

    company: str
    source: str
    card: str
    face: str
    price: int
    help: int


class TradeIn(Action, frozen=True, tag="trade-in-train"):
    """A company buys a train and discards a smaller one for it."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} buys {face} ({card}) from {source} for {price} and discards {old}"),)
    told_by: ClassVar[Names] = ("card", "face", "old")
    group: ClassVar[tuple[str, str]] = ("trade-in", "source")
    liking: ClassVar[float] = 2
    label: ClassVar[str] = "Buy {face} and discard {old}"

    company: str
    source: str
    card: str
    face: str
    price: int
    old: str


def purchase_of(action: BuyWithHelp | TradeIn) -> BuyTrain:
    """The purchase that is made in another way."""
    return BuyTrain(action.company, action.source, action.card, action.face, action.price)


class BuyWithDirectorsHelp(Act):
    """A director adds to the price, needed or not: at least what is missing, at most what the title says."""

    action = BuyWithHelp
    purchase: ClassVar[BuyFromBank] = BuyFromBank()
    """How the company buys from the bank without help."""

    def most_help(self, ref: Referee, company: str, face: FaceFigure) -> int:
        """The most the director may add."""
        raise AssertionError("a title says what its directors may add")

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Choice]:
        """Everything on sale, with what is missing or more."""
        for source, card, face in on_sale(ref, task.company):
            low, high = max(1, face.price - ref.cash(task.company)), self.most_help(ref, task.company, face)
            if low <= high:
                yield Choice(BuyWithHelp(task.company, source, card, face.name, face.price, low), "help", low, high)

    def check(self, ref: Referee, task: OperatingTurn, action: BuyWithHelp) -> None:
        """As it is sold, with no more than a quarter and all that is missing."""
        face = self.purchase.check_sale(ref, purchase_of(action))
        most = self.most_help(ref, action.company, face)
        if not max(1, face.price - ref.cash(action.company)) <= action.help <= most:
            ref.refuse("help", f"Of a {face.name} the director pays {most} at most, and what is missing.")

    def apply(self, ref: Referee, task: OperatingTurn, action: BuyWithHelp) -> None:
        """Help, then the purchase."""
        task.enter(ref, "trains")
        ref.pay(ref.director(action.company), action.company, action.help, "help of the director")
        buy_from_bank(ref, purchase_of(action))


class BuyForOldTrain(Act):
    """A company discards a smaller train of its own with a purchase from the bank."""

    action = TradeIn
    purchase: ClassVar[BuyFromBank] = BuyFromBank()
    """How the company buys from the bank without discarding."""

    def most_help(self, ref: Referee, company: str, face: FaceFigure) -> int:
        """What the owner may add to an unforced purchase."""
        return 0

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Everything on sale for everything it owns."""
        for source, card, face in on_sale(ref, task.company):
            for old, _ in trains_of(ref.pos, task.company):
                yield TradeIn(task.company, source, card, face.name, face.price, old)

    def check(self, ref: Referee, task: OperatingTurn, action: TradeIn) -> None:
        """A smaller train of its own; then as any purchase that need not be made."""
        owned = dict(trains_of(ref.pos, task.company)).get(action.old)
        face = ref.rules.cards.face(action.card, action.face) if ref.rules.cards.knows(action.card) else None
        if owned is None or face is None or ref.rules.cards.by_name[owned].price >= face.price:
            ref.refuse("no-older", f"{task.company} discards a smaller train of its own for a new one.")
        after = ref.pos.copy()
        after.put("trains", action.old, (OUT, owned))
        self.purchase.check_sale(Referee(ref.rules, after), purchase_of(action))
        if face.price - ref.cash(task.company) > self.most_help(ref, task.company, face):
            ref.refuse(
                "no-cash-train", f"A {face.name} costs {face.price}; {task.company} has {ref.cash(task.company)}."
            )

    def apply(self, ref: Referee, task: OperatingTurn, action: TradeIn) -> None:
        """The old train leaves the game, the new one comes."""
        owned = ref.pos.trains[action.old][1]
        scrap_train(ref.pos, action.old)
        ref.say(TrainScrapped(task.company, action.old, owned))
        self.purchase.apply(ref, task, purchase_of(action))
