"""The S-Bahn's turn: its nets one after the other, then dividend, price and joining (12.5, 12.12, 12.13, R59, R68)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from stellwerk.actions import Action
from stellwerk.events import MONEY, Event
from stellwerk.position import BANK, POOL, Position
from stellwerk.referee import Referee
from stellwerk.steps.base import Act, Task
from stellwerk.steps.operating_round import OperatingRound
from stellwerk.steps.share_sales_and_directors import hand_over
from stellwerk.titles.t1881 import nets
from stellwerk.titles.t1881.depots import ask_for_depot
from stellwerk.titles.t1881.income import DivideIncome
from stellwerk.titles.t1881.printed import plays, printed_of
from stellwerk.titles.t1881.state import STADTBAHN
from stellwerk.titles.t1881.turn import CompanyTurn
from stellwerk.vocabulary import Form, Forms

if TYPE_CHECKING:
    from stellwerk.rules import Rules


class TakeBonus(Action, frozen=True, tag="take-bonus"):
    """Who owns a subnet that pays takes his success bonus out of its treasury."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} pays its owner the success bonus"),)
    label: ClassVar[str] = "Take the success bonus"
    liking: ClassVar[float] = 15

    company: str


class JointDividend(Event, frozen=True, tag="joint-dividend"):
    """The nets have decided, and the S-Bahn pays what those pay that do."""

    sentence: ClassVar[str] = "{company} pays {amount}: {paying} of {nets} nets pay"
    heading: ClassVar[str] = MONEY

    company: str
    amount: int
    paying: int
    nets: int


class JointTurn(Task, frozen=True, tag="joint-turn"):
    """The nets have their turns; what those that pay bring is settled for all together after the last one."""

    going_on: ClassVar[str] = "the S-Bahn has its turn"
    lies_on: ClassVar[tuple[str, ...]] = ("operating-round",)
    carries: ClassVar[bool] = False

    company: str
    queue: tuple[str, ...] = ()
    """The nets still to come."""
    operated: tuple[str, ...] = ()
    """The nets that have had their turn or have it."""
    paid: tuple[tuple[str, int, bool], ...] = ()
    """The nets that pay, how much, and whether any of it was earned by runs (R68, R84)."""

    def advance(self, ref: Referee) -> bool:
        """The next net; after the last one all is settled."""
        if not self.queue:
            ref.pop()
            settle(ref, self)
            return True
        net, *rest = self.queue
        if net not in ref.pos.floated or ref.rules.runs_itself(ref.pos, net):
            ref.amend(self, queue=tuple(rest))
            return True
        ref.amend(self, queue=tuple(rest), operated=(*self.operated, net))
        ref.push(ref.rules.own_turn(ref.pos, net) or CompanyTurn(net))
        ask_for_depot(ref, net)
        return True

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """Nets there are, each once; amounts there can be."""
        all_nets = (STADTBAHN, *rules.register.parts_of(STADTBAHN))
        self.refuse_unsound(self.company == STADTBAHN and STADTBAHN in position.floated)
        seen = (*self.operated, *self.queue)
        self.refuse_unsound(set(seen) <= set(all_nets) and len(set(seen)) == len(seen))
        payers = [net for net, _, _ in self.paid]
        self.refuse_unsound(set(payers) <= set(self.operated) and len(set(payers)) == len(payers))
        self.refuse_unsound(all(0 < amount <= 1_000_000 for _, amount, _ in self.paid))
        queue = below[-1].queue if isinstance(below[-1], OperatingRound) else ()
        self.refuse_unsound(STADTBAHN not in queue)


def joint_turn(ref: Referee) -> JointTurn:
    """The S-Bahn's turn that goes on."""
    return next(step for step in ref.pos.agenda if isinstance(step, JointTurn))


def settle(ref: Referee, turn: JointTurn) -> None:
    """The nets' dividend, the price by their majority, joining where track connects (12.5, 12.12, 12.13)."""
    if not turn.operated:
        return
    amount, paying = sum(paid for _, paid, _ in turn.paid), sum(earned for _, _, earned in turn.paid)
    ref.say(JointDividend(STADTBAHN, amount, paying, len(turn.operated)))
    DivideIncome().distribute(ref, STADTBAHN, amount)
    silent = len(turn.operated) - paying
    if paying != silent:
        ref.rules.price_after_run(ref, STADTBAHN, amount if paying > silent else 0)
    if STADTBAHN in ref.pos.floated and ref.pos.result is None:
        join_by_track(ref)


def join_by_track(ref: Referee) -> None:
    """Connected nets join the main net; by the house rules their seats are sold to the pool (R62)."""
    for net in list(nets.nets_on_track(ref)):
        nets.join_net(ref, net)
        if plays(ref.rules, "house"):
            sell_seat(ref, net)


def sell_seat(ref: Referee, net: str) -> None:
    """The owner of a net that has joined gets the market price for its seat."""
    card = next(card for card in ref.rules.register.of[STADTBAHN] if card.id == nets.seat_of(ref.rules, net))
    owner = ref.pos.certificates[card.id]
    ref.pay(BANK, owner, ref.price(STADTBAHN), f"seat of {net}")
    hand_over(ref, card, POOL)


class DivideNetIncome(DivideIncome):
    """A net decides for itself; what it pays is paid with the other nets' (12.13, R84)."""

    def bring(self, ref: Referee, task: CompanyTurn, paid: int) -> None:
        """Noted until the last net has decided."""
        turn = joint_turn(ref)
        if paid:
            ref.amend(turn, paid=(*turn.paid, (task.company, paid, task.revenue > 0)))


class TakeSuccessBonus(Act):
    """20 TM for the owner of a subnet that has paid in this turn, out of its treasury (12.5, R69)."""

    action = TakeBonus

    def options(self, ref: Referee, task: CompanyTurn) -> Iterator[Action]:
        """Take it."""
        yield TakeBonus(task.company)

    def check(self, ref: Referee, task: CompanyTurn, action: TakeBonus) -> None:
        """A subnet that pays and has the money, once."""
        amount = printed_of(ref.rules.variant).success_bonus
        if task.company not in [net for net, _, _ in joint_turn(ref).paid]:
            ref.refuse("no-success", f"{task.company} has paid no dividend in this turn.")
        if task.bonus_taken:
            ref.refuse("no-success", "The success bonus is taken once a turn.")
        if ref.cash(task.company) < amount:
            ref.refuse(
                "no-cash", f"The bonus is more than {task.company} has: {ref.cash(task.company)}.", "success-bonus"
            )

    def apply(self, ref: Referee, task: CompanyTurn, action: TakeBonus) -> None:
        """Into the pocket of whoever decides."""
        ref.amend(task, bonus_taken=True)
        amount = printed_of(ref.rules.variant).success_bonus
        ref.pay(task.company, ref.director(task.company), amount, "success bonus")
