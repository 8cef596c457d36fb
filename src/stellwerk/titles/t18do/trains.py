"""Buying trains: how many a turn, the early ones, and forced purchases (4.3.2.1a, 4.5.7)."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.actions import BuyTrain
from stellwerk.certificates import Certificate
from stellwerk.events import LoanTaken
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OFFERING, POOL
from stellwerk.referee import Referee
from stellwerk.rules.phases import is_color_open
from stellwerk.steps.operating_round import OperatingTurn, has_runnable_train
from stellwerk.steps.share_sales_and_directors import hand_over
from stellwerk.steps.train_purchase import BuyFromBank, BuyFromCompany, on_sale
from stellwerk.titles.t18do.beer import is_turned
from stellwerk.titles.t18do.own_shares import SellOwnShare, sell_own_cards, value_of
from stellwerk.titles.t18do.printed import printed_of
from stellwerk.titles.t18do.turn import railway_turn

EARLY = "start"
CREDIT = 2
"""So many times what the bank lends is deducted at the end (4.5.7.5h)."""


class BuyNew(BuyFromBank):
    """A train of the display or the pool."""

    def refuse_train(self, ref: Referee, company: str, face: FaceFigure) -> None:
        """Two a turn in the yellow phase, then one (4.5.7.1b, R11)."""
        most = 1 if is_color_open(ref.rules, ref.pos, "green") else 2
        if railway_turn(ref).bought >= most:
            ref.refuse("bank-limit", f"{company} buys {most} of the bank's trains in a turn.")

    def check_emergency(self, ref: Referee, company: str, source: str, face: FaceFigure) -> None:
        """The director helps with the cheapest train of the display, or one of the pool (4.5.7.4c, 4.5.7.5a, R10)."""
        cheapest = cheapest_of_display(ref, company)
        if has_runnable_train(ref, company) or cheapest is None or ref.cash(company) >= cheapest:
            ref.refuse("no-cash-train", f"A {face.name} costs {face.price}; {company} has {ref.cash(company)}.")
        if source == BANK and face.price > cheapest:
            ref.refuse("cheapest-train", f"A forced purchase is that of the cheapest new train, for {cheapest}.")
        sell = SellOwnShare()
        if any(True for _ in ref.task.choices_of(ref, sell)):
            ref.refuse("sell-own-first", f"{company} must sell one of its own certificates first.")

    def apply(self, ref: Referee, task: OperatingTurn, action: BuyTrain) -> None:
        """It is counted."""
        turn = railway_turn(ref)
        ref.amend(turn, bought=turn.bought + 1)
        super().apply(ref, railway_turn(ref), action)


class BuyEarly(BuyNew):
    """BME, CME and RhE buy a train at the beginning of their first turn (4.3.2.1a)."""

    def check(self, ref: Referee, task: OperatingTurn, action: BuyTrain) -> None:
        """Only they, only then, once."""
        if not task.first or task.company not in printed_of(ref.rules.variant).early_trains:
            ref.refuse("early-train", f"{task.company} buys trains at the end of its turn.")
        if railway_turn(ref).bought:
            ref.refuse("early-train", f"{task.company} buys one train at the beginning of its turn.")
        super().check(ref, task, action)

    def check_emergency(self, ref: Referee, company: str, source: str, face: FaceFigure) -> None:
        """Out of the treasury alone."""
        ref.refuse("no-cash-train", f"A {face.name} costs {face.price}; {company} has {ref.cash(company)}.")


class BuyUsed(BuyFromCompany):
    """A train of another corporation."""

    def refuse_train(self, ref: Referee, company: str, face: FaceFigure) -> None:
        """A turned train stays where it is (4.5.7.3c)."""
        if is_turned(ref.rules, ref.pos, face.name):
            ref.refuse("turned-train", f"A turned {face.name} is not sold.")


def cheapest_of_display(ref: Referee, company: str) -> int | None:
    """The price of the cheapest train of the display; of the pool where the display is empty (R93)."""
    trains = list(on_sale(ref, company))
    display = [face.price for source, _, face in trains if source == BANK]
    return min(display or [face.price for _, _, face in trains], default=None)


def raise_for_train(ref: Referee, company: str, price: int) -> None:
    """Own certificates, the director's cash, his certificates of the corporation, credit (4.5.7.5b-g, R9)."""

    def short() -> int:
        return price - ref.cash(company)

    director, register = ref.director(company), ref.rules.register
    own = fewest(register.ordinary(ref.pos, company, OFFERING), short(), ref.price(company))
    if own:
        sell_own_cards(ref, company, own)
    ref.pay(director, company, max(0, min(short(), ref.cash(director))), "forced purchase")
    sell_for_train(ref, company, director, short())
    ref.pay(director, company, max(0, min(short(), ref.cash(director))), "forced purchase")
    credit = short()
    if credit > 0:
        ref.pay(BANK, company, credit, "credit")
        ref.pos.put("penalties", director, ref.pos.penalties.get(director, 0) + CREDIT * credit)
        ref.say(LoanTaken(director, credit, CREDIT * credit))


def sell_for_train(ref: Referee, company: str, director: str, short: int) -> None:
    """The director's own certificates in one sale, the fewest that will do, so that he stays director."""
    most, _ = ref.rules.register.largest_holders(ref.pos, company, besides=director)
    spare = ref.percent(company, director) - most
    cards = ref.rules.register.ordinary(ref.pos, company, director)
    sold = fewest(cards, short + max(0, -ref.cash(director)) if short > 0 else 0, ref.price(company), spare)
    percent = sum(card.percent for card in sold)
    if percent:
        ref.pay(BANK, director, value_of(ref, company, percent), f"{percent}% of {company}")
        for card in sold:
            hand_over(ref, card, POOL)
        ref.rules.price_after_sale(ref, company, ref.rules.register.shares(company, percent), director)


def fewest(cards: Sequence[Certificate], short: int, price: int, most: int = 100) -> list[Certificate]:
    """The fewest shares that bring what is short, small certificates first; where all are too few, all that may go."""
    if short <= 0:
        return []
    sums: dict[int, list[Certificate]] = {0: []}
    for card in sorted(cards, key=lambda card: card.percent):
        for percent, chosen in list(sums.items()):
            sums.setdefault(percent + card.percent, [*chosen, card])
    able = [percent for percent in sorted(sums) if percent <= most]
    enough = (percent for percent in able if percent // 10 * price >= short)
    return sums[next(enough, able[-1])]
