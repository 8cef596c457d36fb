"""Random games of 1881 for sweeps: players with a bent, and what rarely happens counted."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator

import msgspec
from tests.conformance.test_conformance import RandomGame, check_cards, check_end, check_position, manner

from stellwerk.actions import Action, Choice, Dividend, encode
from stellwerk.events import (
    Bankrupt,
    CompanyClosed,
    CompanyStarted,
    DirectorChanged,
    Event,
    GameEnded,
    Paid,
    TrainReturned,
    TrainScrapped,
)
from stellwerk.game import Game
from stellwerk.interop.check_position import read_position
from stellwerk.interop.protocol import Session
from stellwerk.interop.text import from_text, to_text
from stellwerk.lab.encoding_actions import action_code
from stellwerk.lab.encoding_view import view_code
from stellwerk.position import BANK, Position, value_or
from stellwerk.steps.objection import VoteCounted
from stellwerk.steps.station_sale import DepotSold
from stellwerk.titles.t1881 import nets
from stellwerk.titles.t1881.credit import debts_of
from stellwerk.titles.t1881.joint_turn import JointDividend
from stellwerk.titles.t1881.nets import NetJoined, SeatLapsed
from stellwerk.titles.t1881.prices import END
from stellwerk.titles.t1881.state import STADTBAHN, State1881

VARIANTS = (
    "base",
    "house",
    "double-track",
    "credit",
    "house+double-track",
    "house+credit",
    "double-track+credit",
    "house+double-track+credit",
)
RARE = (
    "joined by track",
    "joined by owner",
    "joined by sale",
    "company as president",
    "carried veto",
    "depot sold",
    "credit repaid",
    "credit lapsed",
    "company bankrupt",
    "player bankrupt",
    "400 by dividend",
    "400 by sold-out",
    "bank empty in a stock round",
    "bank empty in an operating round",
    "tie for director",
    "opening used later",
)
BUSY = {"pass": 0.3, "buy-share": 4, "lay-tile": 4, "new-train": 2, "call-vote": 2, "against": 2, "sell-shares": 0.3}
"""Everybody rather does something than nothing."""
TIRED = {"pass": 30.0}
"""Who plays for very long does nothing more, so that games end in which nobody can do anything to the purpose."""
BENTS: tuple[dict[str, float], ...] = (
    {},
    {"pay": 9, "retain": 0.2, "sell-shares": 0.02, "nothing": 0},
    {"retain": 9, "nothing": 4, "lay-tile": 1},
    {"buy-depot": 6, "yes": 9, "no": 0.1, "place-station": 3, "new-train": 5, "nothing": 0},
    {"pay": 30, "retain": 0.1, "sell-shares": 0, "nothing": 0, "buy-share": 20, "new-train": 4, "buy-depot": 0},
)
"""What players of a game are bent on, by its seed: nothing, paying, keeping, dealing, building up."""
DRAINING, RISING = 1, 4
"""Bents that see to it that something happens in a stock round: the bank is empty, a price comes to 400."""
LOW = {"operating": 1_000, "stock": 3_000}
"""With so much in the bank or less, players who drain it do not run any more, and sell shares."""
DEAR = 220
"""From this price on they keep what comes in, so that no price comes to 400 before."""
HIGH = (350, 384)
"""The two prices before 400: a company that rises comes to the last one with its last operating round."""
KEEP = {"pay": 0.0, "split": 0.0, "retain": 1.0}
WAIT = {**KEEP, "nothing": 10.0}


def manner_of(choice: Choice) -> str:
    """The kind of a choice; what is decided by words apart."""
    action = choice.action
    if isinstance(action, Dividend):
        return action.kind
    agrees = getattr(action, "agrees", None)
    if agrees is not None:
        kind = manner(action)
        return ("for" if agrees else "against") if kind == "cast-vote" else ("yes" if agrees else "no")
    return manner(action)


class BiasedGame(RandomGame):
    """A random game of 1881 whose players have a bent; what rarely happens is counted."""

    def __init__(self, variant: str, count: int, seed: int, closely: float):
        super().__init__("1881", variant, count, seed, closely)
        self.bent = seed % len(BENTS)
        self.weights = {**BUSY, **BENTS[self.bent]}
        self.counts: Counter[str] = Counter()

    def play(self) -> None:
        """To the end; now and then all that must hold is looked at closely."""
        game = self.game
        while not game.over:
            choices = list(iter(game.legal()))
            assert choices, f"dead end at {game.position.agenda}"
            if self.random.random() < self.closely:
                self.check_copy(choices)
                self.check_choices(choices)
                self.check_bent(choices)
                check_position(game, self.money)
                check_cards(game, self.exported)
                check_read(game)
                check_doors(game, self.some(choices))
            before = game.position
            game.play(self.pick(choices))
            self.counts.update(rarities(game, before))
            assert len(game.log) < 6_000, "no end"
        check_position(game, self.money)
        check_end(game)

    def pick(self, choices: list[Choice]) -> Action:
        """A kind of action by its weight, then a choice, then a number."""
        kinds: dict[str, list[Choice]] = defaultdict(list)
        for choice in choices:
            kinds[manner_of(choice)].append(choice)
        names = list(kinds)
        weights = [self.wishes().get(name, 1) for name in names]
        (kind,) = self.random.choices(names, weights if any(weights) else None)
        choice = self.random.choice(kinds[kind])
        if choice.field is None:
            return choice.action
        if choice.field == "routes":
            return self.pick_run(choice)
        steps = (choice.high - choice.low) // choice.step
        return choice.at(choice.low + choice.step * self.random.randint(0, steps))

    def wishes(self) -> dict[str, float]:
        """How much rather a kind of choice is made than another, at this moment."""
        pos = self.game.position
        wishes = {**self.weights, **(TIRED if len(self.game.log) > 2_500 else {})}
        if self.bent == DRAINING and pos.cash[BANK] <= LOW.get(pos.round.kind, 0):
            wishes.update({"sell-shares": 30.0, "buy-share": 0.3} if pos.round.kind == "stock" else WAIT)
        elif self.bent == DRAINING and self.price() >= DEAR:
            wishes.update(KEEP)
        if self.bent == RISING and pos.round.kind == "operating" and self.is_early():
            wishes.update(WAIT)
        return wishes

    def is_early(self) -> bool:
        """Would the acting company come to its highest price before the last operating round?"""
        now, price = self.game.position.round, self.price()
        return price in HIGH and (now.number < now.of or price == HIGH[1])

    def price(self) -> int:
        """The price of the acting company; 0 where none acts."""
        markers, company = self.game.position.markers, self.game.actor
        return self.game.rules.chart.value(markers[company][:2]) if company in markers else 0

    def pick_run(self, choice: Choice) -> Action:
        """The best runs, now and then none."""
        rests = self.random.random() * 10 < self.wishes().get("nothing", 1)
        return type(choice.action)(choice.action.actor, 0) if rests else choice.action


def check_read(game: Game) -> None:
    """The position can be read as a file, and is the same."""
    told = game.position.as_json()
    assert read_position(game.rules, told).hash() == game.position.hash()


def check_doors(game: Game, choices: list[Choice]) -> None:
    """A program that is told the position can play each of these in words and as data; every choice has an index."""
    vocabulary, session = game.rules.shapes.actions, Session()
    for choice in choices:
        assert from_text(to_text(choice.action), vocabulary) == choice.action
        assert vocabulary.decode(json.loads(json.dumps(encode(choice.action)))) == choice.action
    told = json.loads(session.answer(json.dumps({"command": "setup", "position": game.position.as_json()})))
    assert told["ok"], told
    said = {"command": "play", "action": to_text(choices[0].action)}
    assert json.loads(session.answer(json.dumps(said)))["ok"]
    offers = action_code(game.rules).offers(game.position)
    assert all(choice.action in game.legal() for choice in choices) and offers
    assert len(view_code(game.rules, len(game.players)).vector(game.position, game.turn))


def rarities(game: Game, before: Position) -> Iterator[str]:
    """What rarely happens and has happened with the last action."""
    told, now = game.log[-1].events, game.position
    yield from joined(told)
    yield from credits_gone(told, before, now)
    director = game.rules.register.director
    owner = director(now, STADTBAHN)
    if owner in game.rules.companies and owner != director(before, STADTBAHN):
        yield "company as president"
    for event in told:
        match event:
            case VoteCounted(agreeing=agreeing, against=against) if against > agreeing:
                yield "carried veto"
            case DepotSold():
                yield "depot sold"
            case CompanyClosed(company) if not nets.is_net(game.rules, company) or company == STADTBAHN:
                yield "company bankrupt"
            case Bankrupt():
                yield "player bankrupt"
            case CompanyStarted():
                yield "opening used later"
            case DirectorChanged(company) if company != STADTBAHN:
                yield from ["tie for director"] * was_tied(game, before, company)
            case GameEnded():
                yield from ends(game, before)


def joined(told: tuple[Event, ...]) -> Iterator[str]:
    """How nets have joined the main net: after the S-Bahn's turn, with a seat that lapsed, or else by the owner."""
    lapsed = [event.net for event in told if isinstance(event, SeatLapsed)]
    settled = False
    for event in told:
        settled |= isinstance(event, JointDividend)
        if isinstance(event, NetJoined):
            by_seat = "sale" if event.net in lapsed else "owner"
            yield f"joined by {'track' if settled else by_seat}"


def credits_gone(told: tuple[Event, ...], before: Position, now: Position) -> Iterator[str]:
    """Debts that are no more: paid, or gone with the vehicle."""
    gone = (TrainScrapped, TrainReturned, CompanyClosed)
    for company in set(debts_of(before)) - set(debts_of(now)):
        paid = any(isinstance(event, Paid) and event.reason == "vehicle on credit" for event in told)
        lapsed = any(isinstance(event, gone) and company in msgspec.structs.astuple(event) for event in told)
        yield "credit repaid" if paid and not lapsed else "credit lapsed"


def was_tied(game: Game, before: Position, company: str) -> bool:
    """Did several hold as much as the new director, when the first director was appointed or another was outdone?"""
    register = game.rules.register
    director = register.director(game.position, company)
    if director is None or register.holder_of_directorship(before, company) == director:
        return False
    held = Counter(register.percent(game.position, company, player) for player in game.position.order)
    return held[register.percent(game.position, company, director)] > 1


def ends(game: Game, before: Position) -> Iterator[str]:
    """Why the game is over: a price of 400, or an empty bank."""
    state, kind = State1881.of(game.position), before.round.kind
    where = "an operating" if kind == "operating" else "a stock"
    top = any(game.rules.chart.zone(marker[:2]) == END for marker in game.position.markers.values())
    if top:
        yield "400 by dividend" if kind == "operating" else "400 by sold-out"
    elif value_or(state.last_round, False):
        yield f"bank empty in {where} round"
