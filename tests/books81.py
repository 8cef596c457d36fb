"""1881, a second opinion on possessions: money, shares and vehicles, rebuilt from what happened, entry by entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from stellwerk.actions import Action
from stellwerk.events import CertificateMoved, CompanyClosed, Event, Paid, TrainBought, TrainReturned, TrainScrapped
from stellwerk.game import Game
from stellwerk.titles.t1881.nets import NetJoined

BANK, POOL, OUT, OFFERING = "bank", "pool", "out", "offering"
ALL_MONEY = 10_320
TRAMS = ("GBS", "BChSt", "BESTAG", "SSC", "NBSN", "SBV", "SHG", "SpS")
NETS = ("S", "S-II", "S-III", "S-IV")


class Bookkeeper:
    """Every payment, share and vehicle that goes from one hand to another; nothing comes from nowhere."""

    def __init__(self, game: Game):
        self.cash: Counter[str] = Counter({BANK: ALL_MONEY})
        self.shares: Counter[tuple[str, str]] = Counter({(company, OFFERING): 100 for company in (*TRAMS, "S")})
        self.vehicles: dict[str, str] = {}
        self.entries = 0

    def note(self, action: Action, told: Sequence[Event], game: Game) -> None:
        """Write what happened with an action, then compare."""
        for event in told:
            self.write(event)
        self.compare(game)

    def write(self, event: Event) -> None:
        """One entry."""
        match event:
            case Paid(payer, payee, amount):
                assert amount > 0 and payer != payee
                self.cash[payer] -= amount
                self.cash[payee] += amount
                self.entries += 1
            case CertificateMoved(company, percent, giver, taker):
                assert self.shares[company, giver] >= percent > 0, event
                self.shares[company, giver] -= percent
                self.shares[company, taker] += percent
            case TrainBought(company, card, _, source):
                assert self.vehicles.get(card, BANK) == source, event
                self.vehicles[card] = company
            case TrainReturned(_, card):
                self.vehicles[card] = POOL
            case TrainScrapped(_, card):
                self.vehicles[card] = OUT
            case CompanyClosed(company):
                self.close(company)
            case NetJoined(net, company):
                self.vehicles = {card: company if owner == net else owner for card, owner in self.vehicles.items()}

    def close(self, company: str) -> None:
        """Its shares are worth nothing; its vehicles can be bought again (9.13)."""
        closed = NETS if company == "S" else (company,)
        for key in [key for key in self.shares if key[0] == company]:
            del self.shares[key]
        if company in (*TRAMS, "S"):
            self.shares[company, OUT] = 100
        self.vehicles = {card: POOL if owner in closed else owner for card, owner in self.vehicles.items()}

    def compare(self, game: Game) -> None:
        """Is it so in the game?"""
        pos, register = game.position, game.rules.register
        assert sum(self.cash.values()) == ALL_MONEY == sum(pos.cash.values())
        purses = {who: amount for who, amount in pos.cash.items() if amount}
        assert purses == {who: amount for who, amount in self.cash.items() if amount}, game.log[-1]
        held: Counter[tuple[str, str]] = Counter()
        for card in register.all():
            held[card.company, pos.certificates[card.id]] += card.percent
        assert +held == +self.shares
        owned = {card: owner for card, (owner, _) in pos.trains.items() if owner not in (OUT, BANK)}
        assert owned == {card: owner for card, owner in self.vehicles.items() if owner not in (OUT, BANK)}
