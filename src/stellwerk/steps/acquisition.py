"""A company acquires a smaller one: the offer, the money, what is taken over, and what becomes of its trains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from stellwerk import market
from stellwerk.actions import (
    Acquire,
    Action,
    AnyAction,
    Choice,
    Pass,
    RemoveStation,
    ScrapTrain,
    TurnTrain,
)
from stellwerk.errors import refuse_unless
from stellwerk.events import Acquired, Passed, StationRemoved, TrainScrapped, TrainTurned
from stellwerk.position import OUT, Position
from stellwerk.referee import Referee
from stellwerk.rules.limits import may_acquire, may_own
from stellwerk.steps.base import Act, Task
from stellwerk.steps.deals import Deal, check_declined, lowest_offer, refuse_repeated
from stellwerk.steps.operating_round import OperatingTurn, turn_below
from stellwerk.steps.rusting import scrap_types
from stellwerk.trains import scrap_train, trains_of

if TYPE_CHECKING:
    from stellwerk.rules import Rules


def price_range(ref: Referee, target: str) -> tuple[int, int]:
    """From half to one and a half of the share price, in whole money."""
    price = ref.price(target)
    return (price + 1) // 2, price * 3 // 2


class AcquireCompany(Deal):
    """Offer a price per share to a smaller company's director."""

    action = Acquire

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Choice]:
        """Each smaller floated company, for what the rules and the treasury allow."""
        for target in ref.pos.floated:
            if target == task.company:
                continue
            low, high = price_range(ref, target)
            low = max(low, lowest_offer(task, Acquire(task.company, target, 0)))
            high = min(high, ref.cash(task.company) // self.shares_paid(ref, target))
            if low <= high:
                yield Choice(Acquire(task.company, target, low), "price", low, high)

    def shares_paid(self, ref: Referee, target: str) -> int:
        """How many shares are in players' hands."""
        return ref.rules.register.shares(target, ref.rules.register.in_hands(ref.pos, target))

    def check(self, ref: Referee, task: OperatingTurn, action: Acquire) -> None:
        """Floated, smaller, a fair price, and the treasury alone can pay every player."""
        if action.target not in ref.pos.floated:
            ref.refuse("not-floated", f"{action.target} is no floated company.")
        if ref.rules.register.director(ref.pos, action.target) in ref.rules.silent_partners:
            ref.refuse("not-smaller", f"Nobody can agree to sell {action.target}.", "silent")
        if not may_acquire(ref.rules, task.company, action.target):
            ref.refuse("not-smaller", f"{task.company} can only acquire smaller companies.")
        low, high = price_range(ref, action.target)
        if not low <= action.price <= high:
            ref.refuse("acquisition-price", f"The price per share must be between {low} and {high}.")
        if action.price * self.shares_paid(ref, action.target) > ref.cash(task.company):
            ref.refuse("no-cash-acquisition", f"The treasury of {task.company} cannot pay all shareholders.")
        refuse_repeated(ref, task, action)

    def asked(self, ref: Referee, action: Acquire) -> str:
        """The smaller company's director."""
        return ref.director(action.target)

    def words(self, action: Acquire) -> str:
        """The offer."""
        return f"{action.company} acquires {action.target} for {action.price} per share"

    def apply(self, ref: Referee, task: OperatingTurn, action: Acquire) -> None:
        """Acquisitions come before trains are bought."""
        super().apply(ref, task.enter(ref, "acquire"), action)

    def conclude(self, ref: Referee, action: Acquire) -> None:
        """Pay the shareholders, take over everything; then clashing stations and trains are decided."""
        ref.say(Acquired(action.company, action.target, action.price))
        trains = tuple(card for card, _ in trains_of(ref.pos, action.target))
        buy_out(ref, action)
        clashes = take_over(ref, action.company, action.target)
        if trains:
            ref.push(TrainsTaken(action.company, trains))
        for hex in reversed(clashes):
            ref.push(Clash(action.company, hex))


def buy_out(ref: Referee, action: Acquire) -> None:
    """Every player is paid; the shares and the price marker leave the game."""
    register = ref.rules.register
    for player in ref.pos.players:
        shares = register.shares(action.target, ref.percent(action.target, player))
        ref.pay(action.company, player, shares * action.price, f"shares of {action.target}")
    gone = {card.id: OUT for card in register.of[action.target]}
    ref.pos.certificates = {**ref.pos.certificates, **gone}
    market.take_off(ref.pos, action.target)
    ref.pos.floated = tuple(company for company in ref.pos.floated if company != action.target)


def take_over(ref: Referee, company: str, target: str) -> list[str]:
    """Treasury, private companies, markers, stations and trains go to the larger company; returns clashing hexes."""
    pos = ref.pos
    ref.pay(target, company, ref.cash(target), f"treasury of {target}")
    pos.privates = {p: company if owner == target else owner for p, owner in pos.privates.items()}
    pos.trains = {c: (company if owner == target else owner, face) for c, (owner, face) in pos.trains.items()}
    pos.unplaced = {**pos.unplaced, company: pos.unplaced[company] + pos.unplaced[target], target: 0}
    earlier = pos.absorbed.get(target, ())
    pos.put("absorbed", company, (*pos.absorbed.get(company, ()), target, *earlier))
    pos.stations = {
        hex: tuple((company if c == target else c, city) for c, city in here) for hex, here in pos.stations.items()
    }
    return [hex for hex, here in pos.stations.items() if sum(1 for c, _ in here if c == company) > 1]


class Clash(Task, frozen=True, tag="clash"):
    """Two stations of one company on a hex after an acquisition: one goes back to the charter."""

    going_on: ClassVar[str] = "a company gives up one of two stations in a hex"
    question: ClassVar[str] = "Take one station of {company} off {place}"
    lies_on: ClassVar[tuple[str, ...]] = ("operating-turn", "trains-taken", "clash")
    carries: ClassVar[bool] = False

    company: str
    hex: str

    def actor(self, ref: Referee) -> str:
        """The acquiring company."""
        return self.company

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Remove one."""
        return (_REMOVE,)

    def advance(self, ref: Referee) -> bool:
        """In one and the same city there is nothing to choose."""
        cities = own_cities(ref.pos, self.company, self.hex)
        if len(set(cities)) > 1:
            return False
        _REMOVE.apply(ref, self, RemoveStation(self.company, self.hex, cities[0]))
        return True

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """Two stations on the hex, in the company's own turn."""
        here = [company for company, _ in position.stations.get(self.hex, ()) if company == self.company]
        refuse_unless(len(here) == 2, f"{self.company} has no two stations in {self.hex}.")
        once = not any(isinstance(step, Clash) and step.hex == self.hex for step in below)
        own = self.company == turn_below(below).company
        refuse_unless(once and own, "Stations clash once, in the company's own turn.")


def own_cities(pos: Position, company: str, hex: str) -> list[int]:
    """The cities of a hex where a company has stations, one entry a station."""
    return [city for c, city in pos.stations[hex] if c == company]


class Remove(Act):
    """Take one of the two stations off the map."""

    action = RemoveStation

    def options(self, ref: Referee, task: Clash) -> Iterator[Action]:
        """Either."""
        for city in own_cities(ref.pos, task.company, task.hex):
            yield RemoveStation(task.company, task.hex, city)

    def check(self, ref: Referee, task: Clash, action: RemoveStation) -> None:
        """One that is there."""
        if action.hex != task.hex or action.city not in own_cities(ref.pos, task.company, task.hex):
            ref.refuse("clash", f"{task.company} takes one of its two stations off {task.hex}.")

    def apply(self, ref: Referee, task: Clash, action: RemoveStation) -> None:
        """Back to the charter."""
        ref.pop()
        here = list(ref.pos.stations[task.hex])
        here.remove((task.company, action.city))
        ref.pos.put("stations", task.hex, tuple(here))
        ref.pos.put("unplaced", task.company, ref.pos.unplaced[task.company] + 1)
        ref.say(StationRemoved(task.company, task.hex, action.city))


class TrainsTaken(Task, frozen=True, tag="trains-taken"):
    """The trains just taken over: each is kept, turned over or scrapped; the limit must hold.

    It is part of the company's turn, so what a company may do at any time of its turn is on offer here too.
    """

    going_on: ClassVar[str] = "a company decides about the trains it has taken over"
    question: ClassVar[str] = "Keep, turn or scrap the trains taken over"
    passing: ClassVar[str] = "Keep the other trains as they are"
    lies_on: ClassVar[tuple[str, ...]] = ("operating-turn",)
    carries: ClassVar[bool] = False

    company: str
    cards: tuple[str, ...]
    declined: tuple[AnyAction, ...] = ()

    def actor(self, ref: Referee) -> str:
        """The acquiring company."""
        return self.company

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Turn, scrap, done; and what goes at any time."""
        return (*ref.rules.acts_by_step.get(TrainsTaken, TRAINS_TAKEN_ACTS), *ref.rules.any_time)

    def advance(self, ref: Referee) -> bool:
        """Nothing left to decide."""
        if self.cards:
            return False
        ref.pop()
        return True

    def without(self, ref: Referee, card: str) -> None:
        """One train is decided."""
        ref.amend(self, cards=tuple(c for c in self.cards if c != card))

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """Trains of the company, and no more beside them than it may own."""
        own = {card for card, _ in trains_of(position, self.company)}
        refuse_unless(self.company == turn_below(below).company, "Trains are taken over in the company's own turn.")
        theirs = set(self.cards) <= own and len(set(self.cards)) == len(self.cards)
        refuse_unless(theirs, "Trains taken over are the company's.")
        kept = len(own) - len(self.cards)
        few = kept <= rules.train_limit(position, self.company)
        refuse_unless(few, f"{self.company} has too many trains of its own.")
        check_declined(rules, self.declined)


def refuse_other_train(ref: Referee, task: TrainsTaken, card: str) -> None:
    """Only trains just taken over are turned or scrapped."""
    if card not in task.cards:
        ref.refuse("not-taken-over", f"{card} is not among the trains just taken over.")


@dataclass(frozen=True, kw_only=True)
class TurnTakenTrain(Act):
    """Turn a train to a larger face for the difference of the prices."""

    action = TurnTrain

    scraps: bool = False
    """Does a train turned over scrap older ones, as a sale does?"""
    surplus_waits: bool = False
    """Is what is beyond the train limit returned later (otherwise trains taken over keep within it at once)?"""

    def options(self, ref: Referee, task: TrainsTaken) -> Iterator[Action]:
        """Every other face of every card."""
        for card in task.cards:
            for face in ref.rules.cards.faces(card):
                yield TurnTrain(task.company, card, face.name)

    def check(self, ref: Referee, task: TrainsTaken, action: TurnTrain) -> None:
        """A larger face the company may own, not scrapped, and the money."""
        refuse_other_train(ref, task, action.card)
        rules = ref.rules
        new = rules.cards.face(action.card, action.face)
        old = rules.cards.by_name[ref.pos.trains[action.card][1]]
        if (
            new is None
            or rules.figures.size_rank(new.size) <= rules.figures.size_rank(old.size)
            or not may_own(rules, task.company, new)
        ):
            ref.refuse("turn-face", f"{action.card} cannot be turned to {action.face} by {task.company}.")
        if new.name in ref.pos.scrapped:
            ref.refuse("no-such-face", f"All {new.name}-trains are scrapped.")
        surplus = len(trains_of(ref.pos, task.company)) - rules.train_limit(ref.pos, task.company)
        if surplus >= len(task.cards) and not self.surplus_waits:
            ref.refuse("train-limit", f"{task.company} has too many trains; this one can only be scrapped.")
        if self.cost(ref, action) > ref.cash(task.company):
            ref.refuse("no-cash-turn", f"Turning it costs {self.cost(ref, action)}; the treasury is too small.")

    def cost(self, ref: Referee, action: TurnTrain) -> int:
        """The difference, if it is greater than nothing."""
        cards = ref.rules.cards
        old = cards.face(action.card, ref.pos.trains[action.card][1])
        new = cards.face(action.card, action.face)
        assert old is not None and new is not None
        return max(0, new.price - old.price)

    def apply(self, ref: Referee, task: TrainsTaken, action: TurnTrain) -> None:
        """Pay and turn; this is no sale."""
        old = ref.pos.trains[action.card][1]
        ref.charge(task.company, self.cost(ref, action), f"train {old} turned to {action.face}")
        ref.pos.put("trains", action.card, (task.company, action.face))
        ref.say(TrainTurned(task.company, action.card, action.face, old))
        task.without(ref, action.card)
        if self.scraps:
            scrap_types(ref, ref.rules.cards.by_name[action.face])


class Scrap(Act):
    """Scrap a train just taken over: it leaves the game."""

    action = ScrapTrain

    def options(self, ref: Referee, task: TrainsTaken) -> Iterator[Action]:
        """Each of them."""
        for card in task.cards:
            yield ScrapTrain(task.company, card)

    def check(self, ref: Referee, task: TrainsTaken, action: ScrapTrain) -> None:
        """Only these."""
        refuse_other_train(ref, task, action.card)

    def apply(self, ref: Referee, task: TrainsTaken, action: ScrapTrain) -> None:
        """Out of the game."""
        ref.say(TrainScrapped(task.company, action.card, ref.pos.trains[action.card][1]))
        scrap_train(ref.pos, action.card)
        task.without(ref, action.card)


class KeepRest(Act):
    """Keep the others as they are."""

    action = Pass

    def options(self, ref: Referee, task: TrainsTaken) -> Iterator[Action]:
        """Done."""
        yield Pass(task.company)

    def check(self, ref: Referee, task: TrainsTaken, action: Pass) -> None:
        """Within the train limit."""
        limit = ref.rules.train_limit(ref.pos, task.company)
        if len(trains_of(ref.pos, task.company)) > limit:
            ref.refuse("train-limit", f"{task.company} may own {limit} trains; the others must be scrapped now.")

    def apply(self, ref: Referee, task: TrainsTaken, action: Pass) -> None:
        """The acquisition is complete."""
        ref.say(Passed(action.who))
        ref.pop()


_REMOVE = Remove()
TRAINS_TAKEN_ACTS: tuple[Act, ...] = (TurnTakenTrain(), Scrap(), KeepRest())
