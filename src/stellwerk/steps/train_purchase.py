"""Buying trains: from the bank, the pool, other companies; with the director's money when there is no other way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stellwerk.actions import Action, BuyTrain, Choice
from stellwerk.events import LoanTaken, TrainBought
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OUT, POOL, value_or
from stellwerk.referee import Referee
from stellwerk.rules.limits import limited_trains, may_own
from stellwerk.steps.base import Act
from stellwerk.steps.deals import Deal, lowest_offer, refuse_repeated
from stellwerk.steps.operating_round import OperatingTurn, has_runnable_train
from stellwerk.steps.rusting import check_limits, train_sold
from stellwerk.trains import in_pool


def from_bank(ref: Referee) -> Iterator[tuple[str, str]]:
    """Sources and cards the bank sells: what lies open on the stack, and the pool."""
    for card in ref.rules.on_stack(ref.pos):
        yield BANK, card
    for card in in_pool(ref.pos):
        yield POOL, card


def on_sale(ref: Referee, company: str) -> Iterator[tuple[str, str, FaceFigure]]:
    """What a company may buy from the bank and the pool, money aside."""
    for source, card in from_bank(ref):
        if not ref.rules.may_buy_card(ref.pos, company, card):
            continue
        for face in ref.rules.cards.faces(card):
            if face.name not in ref.pos.scrapped and may_own(ref.rules, company, face):
                yield source, card, face


def refuse_over_limit(ref: Referee, company: str, face: FaceFigure) -> None:
    """The train limit, and the last place kept for a train the company can run."""
    if not ref.rules.counts_as_train(face):
        return
    trains = len(limited_trains(ref.rules, ref.pos, company))
    limit = ref.rules.train_limit(ref.pos, company)
    runnable = ref.rules.may_run(company, face)
    if has_runnable_train(ref, company):
        if trains >= limit:
            ref.refuse("train-limit", f"{company} may own {limit} trains.", company)
    elif trains >= limit - 1 and not runnable and ref.rules.keeps_last_place():
        ref.refuse("train-limit-runnable", f"{company} must keep its last place for a train it can run.")


def in_need(ref: Referee, company: str) -> bool:
    """Must the company buy, and can its treasury pay none of the trains on sale that it could run?"""
    if has_runnable_train(ref, company) or not ref.rules.must_own_train(ref.pos, company):
        return False
    prices = [face.price for _, _, face in on_sale(ref, company) if ref.rules.may_run(company, face)]
    return bool(prices) and ref.cash(company) < min(prices)


@dataclass(frozen=True, kw_only=True)
class BuyFromBank(Act):
    """Buy the top card or a pool card, any face the company may own that is not scrapped."""

    action = BuyTrain

    stage: str = "trains"
    """The stage of the turn in which such trains are bought."""

    def refuse_train(self, ref: Referee, company: str, face: FaceFigure) -> None:
        """Refuse a train that a company may not buy now for a reason of the title's own."""

    def most_in_turn(self, ref: Referee, company: str) -> int | None:
        """How many of the bank's trains a company may buy in one turn; None: as many as it likes."""
        return None

    def covers(self, ref: Referee, action: Action) -> bool:
        """Sales by the bank."""
        return isinstance(action, BuyTrain) and action.source in (BANK, POOL)

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Everything on sale."""
        for source, card, face in on_sale(ref, task.company):
            yield BuyTrain(task.company, source, card, face.name, face.price)

    def check(self, ref: Referee, task: OperatingTurn, action: BuyTrain) -> None:
        """As it is sold, paid by the treasury or in an emergency."""
        face = self.check_sale(ref, action)
        most = self.most_in_turn(ref, action.company)
        if most is not None and value_or(task.bought, 0) >= most:
            ref.refuse("bank-limit", f"{action.company} may buy {most} of the bank's trains in a turn.")
        if face.price > ref.cash(action.company):
            self.check_emergency(ref, action.company, action.source, face)

    def check_sale(self, ref: Referee, action: BuyTrain) -> FaceFigure:
        """On sale, the right face and price, within the limit."""
        if (action.source, action.card) not in list(from_bank(ref)):
            ref.refuse("not-on-sale", f"Card {action.card} is not on sale there; cards come in order.")
        if not ref.rules.may_buy_card(ref.pos, action.company, action.card):
            ref.refuse("gave-it-up", f"{action.company} gave this train up and cannot buy it back.")
        face = ref.rules.cards.face(action.card, action.face)
        if face is None or face.name in ref.pos.scrapped:
            ref.refuse("no-such-face", f"Card {action.card} cannot be bought as a {action.face}.")
        if not may_own(ref.rules, action.company, face):
            ref.refuse("train-size", f"{action.company} may not own a {face.name}.", action.company)
        if action.price != face.price:
            ref.refuse("printed-price", f"A {face.name} of this card costs {face.price}.")
        refuse_over_limit(ref, action.company, face)
        self.refuse_train(ref, action.company, face)
        return face

    def check_emergency(self, ref: Referee, company: str, source: str, face: FaceFigure) -> None:
        """The director helps only with a train the company must have."""
        helps = ref.rules.may_run(company, face) and ref.rules.emergency_choice(ref, company, source, face)
        if not in_need(ref, company) or not helps:
            ref.refuse("no-cash-train", f"A {face.name} costs {face.price}; {company} has {ref.cash(company)}.")

    def apply(self, ref: Referee, task: OperatingTurn, action: BuyTrain) -> None:
        """Pay, take the card, and see what its sale does."""
        task = task.enter(ref, self.stage)
        if self.most_in_turn(ref, action.company) is not None:
            ref.amend(task, bought=value_or(task.bought, 0) + 1)
        missing = action.price - ref.cash(action.company)
        if missing <= 0 or ref.rules.raise_money(ref, action, missing):
            buy_from_bank(ref, action)


def buy_from_bank(ref: Referee, action: BuyTrain) -> None:
    """The company pays the bank and takes the card; then the sale has its effects."""
    ref.charge(action.company, action.price, f"train {action.face}")
    take_from_bank(ref, action)


def take_from_bank(ref: Referee, action: BuyTrain) -> None:
    """The company takes the card; then the sale has its effects."""
    face = ref.rules.cards.face(action.card, action.face)
    assert face is not None
    at_limit = len(limited_trains(ref.rules, ref.pos, action.company)) >= ref.rules.train_limit(ref.pos, action.company)
    if action.source == BANK:
        ref.rules.cards.take(ref.pos, action.card)
    ref.pos.put("trains", action.card, (action.company, face.name))
    ref.say(TrainBought(action.company, action.card, face.name, action.source, face.price))
    sold = (face,) if ref.rules.sale_counts(action.source) else ()
    train_sold(ref, action.card, sold, keep=action.card if at_limit and ref.rules.keeps_last_place() else None)


def borrow_for_train(ref: Referee, company: str, missing: int) -> None:
    """The director's cash first, a loan with its penalty for the rest."""
    director = ref.director(company)
    loan = max(0, missing - ref.cash(director))
    if loan:
        ref.pay(BANK, director, loan, "loan")
        ref.pos.put("loans", director, ref.pos.loans.get(director, 0) + loan)
        ref.pos.put("penalties", director, ref.pos.penalties.get(director, 0) + loan)
        ref.say(LoanTaken(director, loan, loan))
    ref.pay(director, company, missing, "emergency money")


@dataclass(frozen=True, kw_only=True)
class BuyFromCompany(Deal):
    """Buy a train of another company, both directors agreeing, out of the treasury alone."""

    action = BuyTrain

    keeps_bought: bool = False
    """Must a company keep the train it bought beyond its limit, even where it need not keep one of the bank?"""

    def refuse_train(self, ref: Referee, company: str, face: FaceFigure) -> None:
        """Refuse a train that a company may not buy now for a reason of the title's own."""

    def is_traded(self, face: FaceFigure) -> bool:
        """May companies sell such a train to each other?"""
        return True

    def covers(self, ref: Referee, action: Action) -> bool:
        """Sales by companies."""
        return isinstance(action, BuyTrain) and action.source not in (BANK, POOL)

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Choice]:
        """Each train of each other company, for any price the treasury can pay."""
        for card, (owner, face) in ref.pos.trains.items():
            kept = not self.is_traded(ref.rules.cards.by_name[face])
            if owner not in (POOL, OUT, task.company) and not kept and ref.rules.may_sell_train(ref.pos, owner):
                offer = BuyTrain(task.company, owner, card, face, 1)
                low = lowest_offer(task, offer)
                if low <= ref.cash(task.company):
                    yield Choice(BuyTrain(task.company, owner, card, face, low), "price", low, ref.cash(task.company))

    def check(self, ref: Referee, task: OperatingTurn, action: BuyTrain) -> None:
        """The phase, the train as it lies, the size, the limit, the price."""
        if not ref.rules.allows(ref.pos, "trains-between-companies"):
            ref.refuse("no-train-trade", "Companies cannot buy trains from each other yet.")
        if (
            action.source not in ref.pos.floated
            or action.source == task.company
            or not ref.rules.may_sell_train(ref.pos, action.source)
        ):
            ref.refuse("not-its-train", f"{action.source} is no other company that could sell a train.")
        if ref.pos.trains.get(action.card) != (action.source, action.face):
            ref.refuse("not-its-train", f"{action.source} has no such train for sale.")
        face = ref.rules.cards.by_name[action.face]
        if not self.is_traded(face):
            ref.refuse("never-traded", f"A {face.name} is never sold to another company.")
        if not may_own(ref.rules, action.company, face):
            ref.refuse("train-size", f"{action.company} may not own a {face.name}.", action.company)
        refuse_over_limit(ref, action.company, face)
        self.refuse_train(ref, action.company, face)
        if not 1 <= action.price <= ref.cash(action.company):
            ref.refuse("train-price", f"The price must be between 1 and {ref.cash(action.company)}.")
        refuse_repeated(ref, task, action)

    def asked(self, ref: Referee, action: BuyTrain) -> str:
        """The selling director."""
        return ref.director(action.source)

    def words(self, action: BuyTrain) -> str:
        """The offer."""
        return f"{action.price} for the {action.face}-train of {action.source}"

    def apply(self, ref: Referee, task: OperatingTurn, action: BuyTrain) -> None:
        """Buying trains is the last stage."""
        super().apply(ref, task.enter(ref, "trains"), action)

    def conclude(self, ref: Referee, action: BuyTrain) -> None:
        """Money and train change hands; such a sale scraps nothing. Who had to buy at the limit returns another."""
        ref.pay(action.company, action.source, action.price, f"train {action.face}")
        ref.pos.put("trains", action.card, (action.company, action.face))
        ref.say(TrainBought(action.company, action.card, action.face, action.source, action.price))
        check_limits(ref, keep=action.card if self.keeps_bought or ref.rules.keeps_last_place() else None)
