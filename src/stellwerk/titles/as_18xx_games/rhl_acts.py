"""What is done otherwise in recorded games: powers at any time, shares sold before a train, receivership."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stellwerk.actions import Action, BuyTrain, LayTile, Pass, PlaceStation, Run, SellShares
from stellwerk.events import Bankrupt, Passed
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OFFERING, POOL, value_or
from stellwerk.referee import Referee
from stellwerk.rules.phases import is_color_open
from stellwerk.steps.base import Act
from stellwerk.steps.forced_purchase import ForcedSale, refuse_lost_directorship
from stellwerk.steps.game_flow import end_game
from stellwerk.steps.operating_round import OperatingTurn, turn_now
from stellwerk.steps.running import RunTrains, retain_revenue
from stellwerk.steps.share_purchase import Buy, StartAct
from stellwerk.steps.share_sales_and_directors import hand_over, sell_shares
from stellwerk.steps.stations import Station, put_station
from stellwerk.steps.stock_round import Sell, StockRound
from stellwerk.steps.train_purchase import buy_from_bank, from_bank, in_need
from stellwerk.titles.as_18xx_games.rhl_state import OnlineState
from stellwerk.titles.t18rhl import bankruptcy
from stellwerk.titles.t18rhl.powers import UsePower


class UsePowerLater(UsePower):
    """R62: a private company's tile after the track step, until a train is bought; the turn goes on where it was."""

    def apply(self, ref: Referee, task: OperatingTurn, action: LayTile) -> None:
        """Lay it and come back."""
        super().apply(ref, task, action)
        ref.amend(turn_now(ref), stage=task.stage)


class StationLater(Station):
    """R62: the station that may follow such a tile."""

    def covers(self, ref: Referee, action: Action) -> bool:
        """Stations on hexes that a power has opened in this turn."""
        return isinstance(action, PlaceStation) and action.hex in turn_now(ref).open_hexes

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Those of them that are on offer."""
        yield from (action for action in super().options(ref, task) if self.covers(ref, action))

    def apply(self, ref: Referee, task: OperatingTurn, action: PlaceStation) -> None:
        """Place it; the turn goes on where it was, and no second one follows."""
        put_station(ref, task.company, action.hex, action.city, ref.rules.station_cost(ref.pos, task.company))
        ref.amend(task, open_hexes=())


AS_RECORDED = {"must_be_best": False, "may_run_nothing": True, "reads_records": True}
"""R65: an empty run is accepted, and recorded amounts are taken at their word."""


class RunForBank(RunTrains):
    """R49: in receivership the recorded run counts, and its income is kept."""

    def covers(self, ref: Referee, action: Action) -> bool:
        """Runs of companies nobody directs."""
        return isinstance(action, Run) and ref.rules.runs_itself(ref.pos, action.company)

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Any]:
        """As ever, while nobody directs the company."""
        if ref.rules.runs_itself(ref.pos, task.company):
            yield from super().options(ref, task)

    def apply(self, ref: Referee, task: OperatingTurn, action: Run) -> None:
        """Nobody decides about it."""
        super().apply(ref, task, action)
        if action.revenue:
            retain_revenue(ref, turn_now(ref))


def cheapest_train(ref: Referee) -> tuple[str, str, FaceFigure]:
    """The cheapest train of those on sale (there must be one): where, which card, its face."""
    offers = ((source, card, ref.rules.cards.faces(card)[0]) for source, card in from_bank(ref))
    return min(offers, key=lambda offer: offer[2].price)


class SellAgain(Sell):
    """R23: every sale is its own block with its own drop."""

    def apply(self, ref: Referee, task: StockRound, action: SellShares) -> None:
        """R19: a sale counts like a purchase."""
        ref.rules.bought(ref, action.player)
        super().apply(ref, task, action)


def note_bump(ref: Referee, company: str) -> None:
    """R8: in brown the rest goes to the pool at once; the step up waits for the end of the round."""
    if is_color_open(ref.rules, ref.pos, "brown"):
        for card in ref.rules.register.at(ref.pos, company, OFFERING):
            hand_over(ref, card, POOL)
    else:
        ref.pos.update_state(bumps=(*value_or(OnlineState.of(ref.pos).bumps, ()), company))


class BuyAndBump(Buy):
    """A purchase with which a company may float."""

    def note_float(self, ref: Referee, company: str) -> None:
        """See `note_bump`."""
        note_bump(ref, company)


class StartAndBump(StartAct):
    """A start with which a company may float."""

    def note_float(self, ref: Referee, company: str) -> None:
        """See `note_bump`."""
        note_bump(ref, company)


class SellBefore(Act):
    """R46: a director sells shares before he names the train, each sale by itself."""

    action = SellShares

    def actor(self, ref: Referee, task: OperatingTurn) -> str:
        """The director."""
        return ref.director(task.company)

    def sale(self, ref: Referee, task: OperatingTurn) -> ForcedSale:
        """The forced purchase as the book has it."""
        source, card, face = cheapest_train(ref)
        return ForcedSale(ref.director(task.company), BuyTrain(task.company, source, card, face.name, face.price))

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """As in a stock round."""
        if in_need(ref, task.company) and not ref.rules.runs_itself(ref.pos, task.company):
            yield from Sell().options(ref, self.sale(ref, task))

    def check(self, ref: Referee, task: OperatingTurn, action: SellShares) -> None:
        """The company must buy, money is missing, all limits of a sale hold, the acting company keeps its director."""
        if not in_need(ref, task.company):
            ref.refuse("not-now", f"{task.company} needs no money of its director.")
        sale = self.sale(ref, task)
        if sale.short(ref) <= 0:
            ref.refuse("sells-too-much", f"{sale.director} has money enough.")
        Sell().check(ref, sale, action)
        refuse_lost_directorship(ref, sale, action)

    def apply(self, ref: Referee, task: OperatingTurn, action: SellShares) -> None:
        """The price falls as in a stock round."""
        task.enter(ref, "trains")
        sell_shares(ref, action.player, action.company, action.percent)
        ref.move_price(action.company, "down")


class GiveUp(Act):
    """R47, R48: a director who cannot pay is bankrupt; his successor goes on, or the bank buys at once."""

    action = Pass

    def actor(self, ref: Referee, task: OperatingTurn) -> str:
        """The director."""
        return ref.director(task.company)

    def covers(self, ref: Referee, action: Action) -> bool:
        """Passes of players."""
        return isinstance(action, Pass) and action.who in ref.pos.players

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Give up."""
        if not ref.rules.runs_itself(ref.pos, task.company):
            yield Pass(ref.director(task.company))

    def check(self, ref: Referee, task: OperatingTurn, action: Pass) -> None:
        """The company must buy and the director's cash is not enough."""
        if not in_need(ref, task.company) or ref.cash(action.who) >= cheapest_train(ref)[2].price - ref.cash(
            task.company
        ):
            ref.refuse("not-now", f"{action.who} can pay the train of {task.company}.")

    def apply(self, ref: Referee, task: OperatingTurn, action: Pass) -> None:
        """His cash goes to the bank; it counts for the train only in receivership."""
        task = task.enter(ref, "trains")
        ref.say(Passed(action.who))
        ref.say(Bankrupt(action.who))
        cash = ref.cash(action.who)
        ref.charge(action.who, cash, "last money of a bankrupt player")
        heirs = bankruptcy.leave_game(ref, action.who)
        if len(ref.pos.order) < 2:
            end_game(ref)
            return
        for company, heir in heirs.items():
            bankruptcy.new_director(ref, company, *heir)
        if not ref.rules.runs_itself(ref.pos, task.company):
            return
        ref.pay(BANK, task.company, cash, "last money of a bankrupt player")
        source, card, face = cheapest_train(ref)
        lend_for_train(ref, task.company, face.price - ref.cash(task.company))
        ref.pos.agenda = tuple(step for step in ref.pos.agenda if step is not task)
        buy_from_bank(ref, BuyTrain(task.company, source, card, face.name, face.price))


def lend_for_train(ref: Referee, company: str, missing: int) -> None:
    """R50: what the bank lends for a train is a negative treasury, and so are the 100 on top."""
    if missing > 0:
        ref.charge(company, bankruptcy.SURCHARGE, "fee for a train in receivership")
