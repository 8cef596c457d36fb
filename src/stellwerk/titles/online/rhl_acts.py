"""What is done otherwise in recorded games: powers at any time, shares sold before a train, receivership."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stellwerk.actions import Action, BuyTrain, LayTile, Pass, PlaceStation, Run, SellShares
from stellwerk.events import Bankrupt, Passed
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK
from stellwerk.referee import Referee
from stellwerk.steps.base import Act
from stellwerk.steps.buying import from_bank, in_need, purchase
from stellwerk.steps.course import end_game
from stellwerk.steps.forced import ForcedSale, refuse_lost_directorship
from stellwerk.steps.operating import OperatingTurn, turn_now
from stellwerk.steps.run import RunTrains, retain
from stellwerk.steps.shares import sell
from stellwerk.steps.stations import Station, put_station
from stellwerk.steps.stock import Sell
from stellwerk.titles.t18rhl import ruin
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
            retain(ref, turn_now(ref))


def cheapest(ref: Referee) -> tuple[str, str, FaceFigure]:
    """The cheapest train of those on sale (there must be one): where, which card, its face."""
    offers = ((source, card, ref.rules.cards.faces(card)[0]) for source, card in from_bank(ref))
    return min(offers, key=lambda offer: offer[2].price)


class SellBefore(Act):
    """R46: a director sells shares before he names the train, each sale by itself."""

    action = SellShares

    def actor(self, ref: Referee, task: OperatingTurn) -> str:
        """The director."""
        return ref.director(task.company)

    def sale(self, ref: Referee, task: OperatingTurn) -> ForcedSale:
        """The forced purchase as the book has it."""
        source, card, face = cheapest(ref)
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
        sell(ref, action.player, action.company, action.percent)
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
        if not in_need(ref, task.company) or ref.cash(action.who) >= cheapest(ref)[2].price - ref.cash(task.company):
            ref.refuse("not-now", f"{action.who} can pay the train of {task.company}.")

    def apply(self, ref: Referee, task: OperatingTurn, action: Pass) -> None:
        """His cash goes to the bank; it counts for the train only in receivership."""
        task = task.enter(ref, "trains")
        ref.say(Passed(action.who))
        ref.say(Bankrupt(action.who))
        cash = ref.cash(action.who)
        ref.charge(action.who, cash, "last money of a bankrupt player")
        heirs = ruin.leave(ref, action.who)
        if len(ref.pos.order) < 2:
            end_game(ref)
            return
        for company, heir in heirs.items():
            ruin.new_director(ref, company, *heir)
        if not ref.rules.runs_itself(ref.pos, task.company):
            return
        ref.pay(BANK, task.company, cash, "last money of a bankrupt player")
        source, card, face = cheapest(ref)
        lend(ref, task.company, face.price - ref.cash(task.company))
        ref.pos.agenda = tuple(step for step in ref.pos.agenda if step is not task)
        purchase(ref, BuyTrain(task.company, source, card, face.name, face.price))


def lend(ref: Referee, company: str, missing: int) -> None:
    """R50: what the bank lends for a train is a negative treasury, and so are the 100 on top."""
    if missing > 0:
        ref.charge(company, ruin.SURCHARGE, "fee for a train in receivership")
