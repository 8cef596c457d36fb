"""Vehicles: the bank's and other companies', the director's help, forced purchases, credit (10, 12.7, 12.8, 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from stellwerk.actions import Action, BuyTrain, SellShares
from stellwerk.events import CompanyClosed, Event, TrainReturned, TrainScrapped
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, Position, value_or
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.steps.base import Act
from stellwerk.steps.forced_purchase import ForcedSale, SellForTrain, director_pays, most_by_sales
from stellwerk.steps.operating_round import OperatingTurn, acting_first
from stellwerk.steps.train_purchase import (
    BuyFromBank,
    BuyFromCompany,
    in_need,
    on_sale,
    take_from_bank,
)
from stellwerk.steps.train_purchase_variants import BuyForOldTrain, BuyWithDirectorsHelp
from stellwerk.titles.t1881 import broking, credit, nets, ruin
from stellwerk.titles.t1881.printed import plays
from stellwerk.titles.t1881.state import TRAM
from stellwerk.titles.t1881.turn import CompanyTurn
from stellwerk.vocabulary import Form, Forms, Names


class BuyOnCredit(Action, frozen=True, tag="buy-on-credit"):
    """A tram company without a vehicle takes one and pays for it later."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} takes {face} ({card}) from {source} on credit for {price}"),)
    told_by: ClassVar[Names] = ("card", "face")
    group: ClassVar[tuple[str, str]] = ("credit", "source")
    label: ClassVar[str] = "Take {face} on credit"

    company: str
    source: str
    card: str
    face: str
    price: int


def purchase_of(action: BuyOnCredit) -> BuyTrain:
    """The purchase that is not paid for yet."""
    return BuyTrain(action.company, action.source, action.card, action.face, action.price)


def cheapest_price(ref: Referee, company: str) -> int:
    """What the cheapest vehicle costs that the bank has for the company."""
    return min((face.price for _, _, face in on_sale(ref, company)), default=0)


def most_help(ref: Referee, company: str, face: FaceFigure) -> int:
    """What whoever directs may add out of his own pocket; a company that owns a net adds nothing (10.1, R32, R83)."""
    owner = nets.owner_of(ref.rules, ref.pos, company)
    return min(face.price // 4, ref.cash(owner)) if owner in ref.pos.players else 0


def can_raise(ref: Referee, train: BuyTrain) -> bool:
    """Could the owner pay what the treasury lacks, with all he may sell (R33, R65)?"""
    owner = nets.owner_of(ref.rules, ref.pos, train.company)
    missing = train.price - ref.cash(train.company)
    if owner not in ref.pos.players:
        return owner is not None and ref.cash(owner) >= missing
    sales = most_by_sales(ref, ForcedSale(owner, train))
    return ref.cash(owner) + sum(sales.values()) >= missing


class BuyVehicle(BuyFromBank):
    """From the bank: trams the smallest there is, S-Bahn trains of any open type (10.3, R31)."""

    def check_sale(self, ref: Referee, action: BuyTrain) -> FaceFigure:
        """Trams for trams, S-Bahn trains for nets (10.9)."""
        known = ref.rules.cards.knows(action.card)
        if known and not ref.rules.may_buy_card(ref.pos, action.company, action.card):
            ref.refuse("train-size", f"{action.company} may not own a {action.face}.", action.company)
        return super().check_sale(ref, action)

    def refuse_train(self, ref: Referee, company: str, face: FaceFigure) -> None:
        """The smallest tram; nothing for a company in debt (10.3, R75)."""
        if credit.owes(ref.pos, company):
            ref.refuse("in-debt", f"{company} owes for a vehicle and buys no other.", "vehicle")
        if face.size == TRAM and face.price > cheapest_price(ref, company):
            ref.refuse("smallest-first", "From the bank a company buys the smallest vehicle there is.")

    def check_emergency(self, ref: Referee, company: str, source: str, face: FaceFigure) -> None:
        """The director adds a quarter at most, unless the company must buy (10.1, 10.8, R32, R33, R93)."""
        missing = face.price - ref.cash(company)
        if missing <= most_help(ref, company, face):
            return
        if not in_need(ref, company) or face.price > cheapest_price(ref, company):
            sentence = (
                f"A {face.name} costs {face.price}; {company} has {ref.cash(company)}, and a quarter may be added."
            )
            ref.refuse("no-cash-train", sentence)
        if nets.is_net(ref.rules, company):
            self.refuse_unpaid_net(ref, company, face)
        else:
            self.refuse_before_other_ways(ref, company, face)

    def refuse_unpaid_net(self, ref: Referee, company: str, face: FaceFigure) -> None:
        """A net for which all cannot be paid stays without a train; one that could pay another buys that (R93)."""
        helped = [f for _, _, f in on_sale(ref, company) if f.price - ref.cash(company) <= most_help(ref, company, f)]
        if helped or not can_raise(ref, BuyTrain(company, BANK, "", face.name, face.price)):
            ref.refuse("no-cash-train", f"A {face.name} costs {face.price}; {company} has {ref.cash(company)}.")

    def refuse_before_other_ways(self, ref: Referee, company: str, face: FaceFigure) -> None:
        """The company's S-Bahn shares come before the director's money; nobody is ruined who can take credit."""
        turn = ref.task
        if isinstance(turn, CompanyTurn) and broking.can_sell(ref, turn):
            ref.refuse("sells-shares-first", f"{company} sells its shares of the S-Bahn before its director pays.")
        on_credit = plays(ref.rules, "credit") and credit.is_open(ref, company, face.price)
        if on_credit and not can_raise(ref, BuyTrain(company, BANK, "", face.name, face.price)):
            ref.refuse("takes-credit", f"{company} takes the vehicle on credit.")


class BuyHelped(BuyWithDirectorsHelp):
    """The director adds up to a quarter, needed or not (H.34)."""

    purchase = BuyVehicle()

    def most_help(self, ref: Referee, company: str, face: FaceFigure) -> int:
        """A quarter (R32)."""
        return most_help(ref, company, face)


class TakeCredit(Act):
    """Take the vehicle that would have to be bought, and pay later (15)."""

    action = BuyOnCredit

    def options(self, ref: Referee, task: CompanyTurn) -> Iterator[Action]:
        """Whatever the bank sells."""
        for source, card, face in on_sale(ref, task.company):
            yield BuyOnCredit(task.company, source, card, face.name, face.price)

    def check(self, ref: Referee, task: CompanyTurn, action: BuyOnCredit) -> None:
        """What would have to be bought, by a tram company that has no other way."""
        face = BuyVehicle().check_sale(ref, purchase_of(action))
        if not credit.is_open(ref, action.company, face.price):
            ref.refuse("no-credit", "Credit is for a company without a vehicle whose cash and shares do not suffice.")

    def apply(self, ref: Referee, task: CompanyTurn, action: BuyOnCredit) -> None:
        """The vehicle comes, nothing is paid down."""
        task.enter(ref, "trains")
        take_from_bank(ref, purchase_of(action))
        credit.note_debt(ref, action.company, action.price)
        ref.say(credit.CreditTaken(action.company, action.price))


class BuyOfCompany(BuyFromCompany):
    """From another company, treasury to treasury (10.5, R36)."""

    def refuse_train(self, ref: Referee, company: str, face: FaceFigure) -> None:
        """Trams for trams, S-Bahn trains for nets; nothing for a company in debt (12.9, R75)."""
        if face.size != ref.rules.companies[company].size:
            ref.refuse("train-size", f"{company} may not own a {face.name}.", company)
        if credit.owes(ref.pos, company):
            ref.refuse("in-debt", f"{company} owes for a vehicle and buys no other.", "vehicle")

    def check(self, ref: Referee, task: OperatingTurn, action: BuyTrain) -> None:
        """Nothing that is not paid for (15.4)."""
        super().check(ref, task, action)
        if credit.owes(ref.pos, action.source):
            ref.refuse("on-credit", f"{action.source} has not paid for this vehicle.")


class BuyForOld(BuyForOldTrain):
    """A net discards a smaller train with a purchase (12.7, R87, R92)."""

    purchase = BuyVehicle()

    def most_help(self, ref: Referee, company: str, face: FaceFigure) -> int:
        """A quarter (10.1)."""
        return most_help(ref, company, face)


@dataclass(frozen=True, kw_only=True)
class SellForVehicle(SellForTrain):
    """Shares sold for a vehicle: nothing by which the net would change hands (10.8, R33, R93)."""

    def refuse_sale(self, ref: Referee, task: ForcedSale, action: SellShares) -> None:
        """Not the seat of the net; the presidency is kept as every directorship is."""
        net = task.train.company
        if value_or(action.card, "") == nets.seats(ref.rules).get(net):
            ref.refuse("keeps-directorship", f"{task.director} must keep {net}.", net)

    def be_ruined(self, ref: Referee, task: ForcedSale) -> None:
        """Bankruptcy (R35)."""
        ruin.leave_game(ref, task.director, task.train.company)


class VehicleRules(Rules):
    """The answers of chapter 10."""

    def follow_event(self, ref: Referee, event: Event) -> None:
        """With the vehicle on credit the debt lapses (R75)."""
        super().follow_event(ref, event)
        match event:
            case TrainScrapped(company) | TrainReturned(company) | CompanyClosed(company):
                credit.note_debt(ref, company, 0)

    def may_run(self, company: str, face: FaceFigure) -> bool:
        """Trams and S-Bahn trains are strictly apart (10.9)."""
        return face.size == self.companies[company].size

    def may_buy_card(self, position: Position, company: str, card: str) -> bool:
        """The same (10.9)."""
        return all(self.may_run(company, face) for face in self.cards.faces(card))

    def may_sell_train(self, position: Position, company: str) -> bool:
        """Somebody must agree to it (10.5)."""
        return not self.runs_itself(position, company)

    def on_stack(self, position: Position) -> Sequence[str]:
        """The next tram, and one of each type of S-Bahn trains that the phase knows (10.3, R31)."""
        first: dict[str, str] = {}
        for card in position.stack:
            letter = self.cards.letter(card)
            pile = self.cards.figures[letter].pile
            if pile == TRAM or self.allows(position, letter):
                first.setdefault(TRAM if pile == TRAM else letter, card)
        return list(first.values())

    def keeps_last_place(self) -> bool:
        """A company owns nothing that it cannot run."""
        return False

    def must_own_train(self, position: Position, company: str) -> bool:
        """Always, with a run or without (10.8, R34); a net only as far as its owner can pay (R65, R93)."""
        if not nets.is_net(self, company):
            return True
        ref = Referee(self, position)
        price = cheapest_price(ref, company)
        return can_raise(ref, BuyTrain(company, BANK, "", "", price))

    def raise_money(self, ref: Referee, action: BuyTrain, missing: int) -> bool:
        """A player out of his pocket and by selling shares, a company out of its treasury (R33, R65)."""
        owner = nets.owner_of(self, ref.pos, action.company)
        if owner in self.companies:
            ref.pay(owner, action.company, missing, "forced purchase")
            return True
        return director_pays(ref, action, missing)

    def surplus_order(self, ref: Referee) -> Sequence[str]:
        """The buyer first, then in operating order, the nets after the main net (R30)."""
        order = [part for company in acting_first(ref) for part in (company, *nets.subnets_of(self, ref.pos, company))]
        acting = next((step.company for step in ref.pos.agenda if isinstance(step, OperatingTurn)), "")
        return sorted(order, key=lambda company: company != acting)
