"""Bankruptcy, receivership and bank debts (13.3)."""

from __future__ import annotations

from stellwerk.actions import BuyTrain
from stellwerk.events import Bankrupt, InReceivership, Ran
from stellwerk.position import BANK, POOL, Position
from stellwerk.referee import Referee
from stellwerk.steps.forced_purchase import ForcedSale
from stellwerk.steps.game_flow import end_game
from stellwerk.steps.operating_round import OperatingTurn, has_runnable_train
from stellwerk.steps.privates import close_private
from stellwerk.steps.running import best_for, running_trains
from stellwerk.steps.share_sales_and_directors import change_director, holder_of_directorship, next_director
from stellwerk.steps.train_purchase import buy_from_bank

SURCHARGE = 100


def debt_of(position: Position, company: str) -> int:
    """What a corporation owes the bank."""
    return position.state.money_owed().get(company, 0)


def change_debt(ref: Referee, company: str, amount: int) -> None:
    """A corporation's bank debt changes."""
    debts = {**ref.pos.state.money_owed(), company: debt_of(ref.pos, company) + amount}
    ref.pos.update_state(debts={c: owed for c, owed in debts.items() if owed})


def repay_debt(ref: Referee, company: str) -> None:
    """After the income step a corporation repays as much as it can."""
    amount = min(debt_of(ref.pos, company), ref.cash(company))
    if amount > 0:
        ref.charge(company, amount, "bank debt")
        change_debt(ref, company, -amount)


def declare_bankrupt(ref: Referee, player: str, train: BuyTrain) -> None:
    """The player leaves the game; his cash helps to pay the train, his shares go to the pool, prices stay."""
    ref.say(Bankrupt(player))
    ref.pay(player, train.company, ref.cash(player), "last money of a bankrupt player")
    heirs = leave_game(ref, player)
    if len(ref.pos.order) < 2:
        end_game(ref)
        return
    complete_purchase(ref, train, *heirs[train.company])
    for company, heir in heirs.items():
        new_director(ref, company, *heir)


def leave_game(ref: Referee, player: str) -> dict[str, tuple[str, int]]:
    """A player's shares go to the pool, his private companies close; what he directed, with the largest holders."""
    directed = [c for c in ref.pos.markers if holder_of_directorship(ref, c) == player]
    ref.pos.certificates = {c: POOL if place == player else place for c, place in ref.pos.certificates.items()}
    for private, owner in ref.pos.privates.items():
        if owner == player:
            close_private(ref, private)
    heirs = {company: next_director(ref, company, player) for company in directed} if len(ref.pos.order) > 1 else {}
    ref.pos.order = tuple(other for other in ref.pos.order if other != player)
    return heirs


def takes_over(ref: Referee, company: str, percent: int) -> bool:
    """Are these shares enough for the director's certificate?"""
    return percent >= ref.rules.register.of[company][0].percent


def new_director(ref: Referee, company: str, heir: str, percent: int) -> None:
    """Who has most shares, and as much as the director's certificate, takes over; else the bank does."""
    if takes_over(ref, company, percent):
        change_director(ref, company, POOL, heir)
    else:
        ref.say(InReceivership(company))


def complete_purchase(ref: Referee, train: BuyTrain, heir: str, percent: int) -> None:
    """The bank completes the same purchase now; a new director does as soon as he has the certificate."""
    if takes_over(ref, train.company, percent):
        ref.push(ForcedSale(heir, train))
        return
    bank_pays(ref, train.company, train.price - ref.cash(train.company))
    buy_from_bank(ref, train)
    ref.pos.agenda = tuple(step for step in ref.pos.agenda if not isinstance(step, OperatingTurn))


def bank_pays(ref: Referee, company: str, missing: int) -> None:
    """The bank pays for a train; that and 100 more is the corporation's debt."""
    if missing > 0:
        ref.pay(BANK, company, missing, "train in receivership")
        change_debt(ref, company, missing + SURCHARGE)


def run_by_bank(ref: Referee, company: str) -> None:
    """A corporation in receivership runs its trains, keeps the income, repays and buys a train if it must."""
    best = best_for(ref.rules, ref.pos, company)
    trains = tuple(face for _, face in running_trains(ref.rules, ref.pos, company))
    ref.say(Ran(company, best.total, tuple(run.nodes for run in best.runs), trains))
    ref.pos.put("revenues", company, best.total)
    ref.pay(BANK, company, best.total, "revenue retained")
    ref.rules.price_after_run(ref, company, 0)
    repay_debt(ref, company)
    card = min(ref.rules.on_stack(ref.pos), key=lambda c: ref.rules.cards.faces(c)[0].price, default=None)
    if has_runnable_train(ref, company) or card is None:
        return
    face = ref.rules.cards.faces(card)[0]
    missing = face.price - ref.cash(company)
    if missing <= 0 or ref.rules.must_own_train(ref.pos, company):
        bank_pays(ref, company, missing)
        buy_from_bank(ref, BuyTrain(company, BANK, card, face.name, face.price))
