"""The course of a whole game, found by playing its log once: worth, revenue, dividends and trains round by round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.actions import Action, Draw
from stellwerk.events import (
    BankBroken,
    Bankrupt,
    DividendDecided,
    Event,
    LoanTaken,
    Paid,
    PhaseBegan,
    Ran,
    RoundBegan,
    TrainBought,
)
from stellwerk.game import Game
from stellwerk.position import BANK, Position, Round
from stellwerk.round_kinds import SETUP
from stellwerk.rules import Rules

PAID, KEPT = "paid", "kept"
ROUND = re.compile(r"(?P<kind>Stock|Operating) round (?P<number>[0-9.]+)")
"""How the engine names its rounds."""


class PlayerRound(msgspec.Struct, frozen=True):
    """What a player had at the end of a round, and the dividends of that round."""

    player: str
    worth: int
    cash: int | UnsetType
    """Nothing where there is no money."""
    dividends: int


class CompanyRound(msgspec.Struct, frozen=True):
    """What a company earned in a round, and whether it was `paid` or `kept`; its price at the end of the round."""

    company: str
    revenue: int
    decision: str
    price: int | UnsetType
    """Nothing where there are no prices."""


class TrainSale(msgspec.Struct, frozen=True):
    """A train that was bought."""

    company: str
    train: str
    source: str
    price: int
    entry: int


class RoundRecord(msgspec.Struct, frozen=True):
    """A round that was played: its kind, set and number, and what it brought."""

    kind: str
    label: str
    """`SR 3` or `4.1`; `start` is the position before the first round."""
    first: int
    """The entries of the log it began after and ended with."""
    last: int
    players: tuple[PlayerRound, ...]
    companies: tuple[CompanyRound, ...] = ()
    trains: tuple[TrainSale, ...] = ()
    phases: tuple[str, ...] = ()
    happened: tuple[str, ...] = ()
    """Loans, bankruptcies, the end of the bank: the engine's sentences."""


class GameTimeline(msgspec.Struct, frozen=True):
    """A whole game."""

    start: tuple[PlayerRound, ...]
    rounds: tuple[RoundRecord, ...]
    moves: int
    """Decisions, without draws."""
    moves_of: dict[str, int]
    over: bool
    broken: str
    """The label of the round in which the bank broke; empty if it did not."""
    bankrupt: tuple[str, ...]


def course_of(
    start: Position, rules: Rules, actions: Sequence[Action], numbers: Sequence[int] = (), hashes: Sequence[str] = ()
) -> tuple[GameTimeline, Game]:
    """Play a game's actions from its start and note what every round brought.

    `numbers` are the entries of the log the actions stand in, `hashes` those of the positions after them: with them no
    action need be judged again, and proofs of best runs take most of the time.
    """
    game = Game(rules, start.copy(), draws=False)
    noter = Noter(game)
    told = zip(numbers or range(1, len(actions) + 1), actions, hashes or [""] * len(actions), strict=True)
    for number, action, hash in told:
        noter.play(action, number, hash)
    return noter.done(), game


class Noter:
    """Plays actions and keeps the records of the rounds."""

    def __init__(self, game: Game):
        self.game = game
        self.round = game.position.round
        self.number = 0
        self.first = 0
        self.moves: dict[str, int] = dict.fromkeys(game.position.players, 0)
        self.rounds: list[RoundRecord] = []
        self.start: tuple[PlayerRound, ...] = ()
        self.broken = ""
        self.bankrupt: list[str] = []
        self._fresh()

    def _fresh(self) -> None:
        """Nothing is noted of the present round."""
        self.dividends: dict[str, int] = dict.fromkeys(self.game.position.players, 0)
        self.revenues: dict[str, tuple[int, str]] = {}
        self.trains: list[TrainSale] = []
        self.phases: list[str] = []
        self.happened: list[str] = []

    def play(self, action: Action, number: int, hash: str = "") -> None:
        """Play the action of an entry; where it ends a round, write the round down."""
        if not isinstance(action, Draw) and self.game.turn in self.moves:
            self.moves[self.game.turn] += 1
        if not (hash and self.game.retrace(action, hash)):
            self.game.replay((action,))
        self.number = number
        parts = _by_rounds(self.game.log[-1].events)
        self.game.log.clear()
        self._note(parts[0])
        if self.game.position.round != self.round:
            self._close(_income_from_bank(_join_parts(parts[1:])))
            self._skipped(parts[1:])
        self._note(_join_parts(parts[1:]))

    def _skipped(self, parts: Sequence[Sequence[Event]]) -> None:
        """Rounds that began and ended by themselves: nobody had anything to decide in them."""
        for place, part in enumerate(parts[:-1]):
            began = part[0]
            told = ROUND.fullmatch(began.name) if isinstance(began, RoundBegan) else None
            if told is None:
                continue
            kind, name = told["kind"].lower(), told["number"]
            players = self._players(_income_from_bank(_join_parts(parts[place + 1 :])))
            label = name if self.game.rules.round_kinds[kind].companies_act else f"SR {name}"
            self.rounds.append(RoundRecord(kind, label, self.number, self.number, players))

    def _note(self, events: Iterable[Event]) -> None:
        for event in events:
            self._note_one(event)

    def _note_one(self, event: Event) -> None:
        if isinstance(event, Ran):
            self.revenues[event.company] = (event.revenue, KEPT)
        elif isinstance(event, DividendDecided):
            self.revenues[event.company] = (event.revenue, PAID if event.kind == "pay" else KEPT)
        elif isinstance(event, TrainBought):
            self.trains.append(TrainSale(event.company, event.face, event.source, event.price, self.number))
        elif isinstance(event, PhaseBegan):
            self.phases.append(event.phase)
        elif isinstance(event, Paid) and event.payee in self.dividends and event.reason.startswith("dividend of "):
            self.dividends[event.payee] += event.amount
        elif isinstance(event, BankBroken | Bankrupt | LoanTaken):
            self._note_trouble(event)

    def _note_trouble(self, event: BankBroken | Bankrupt | LoanTaken) -> None:
        self.happened.append(str(event))
        if isinstance(event, BankBroken):
            self.broken = label_of(self.game.rules, self.round)
        elif isinstance(event, Bankrupt):
            self.bankrupt.append(event.player)

    def _close(self, later: dict[str, int]) -> None:
        """The round is over: what everybody has, without what the next round has paid already."""
        pos = self.game.position
        if not self.begun:
            self.start = self._players({})
        elif self.acted:
            self.rounds.append(self._record(later))
        self.round, self.first = pos.round, self.number
        self._fresh()

    @property
    def begun(self) -> bool:
        """Is the set-up over?"""
        return self.round.kind != SETUP.name

    @property
    def acted(self) -> bool:
        """Does anybody act in rounds like the present one?"""
        kind = self.game.rules.kind_of(self.round)
        return kind.players_act or kind.companies_act

    def _players(self, later: dict[str, int]) -> tuple[PlayerRound, ...]:
        rules, pos = self.game.rules, self.game.position
        result = pos.result or {}
        return tuple(
            PlayerRound(
                player,
                result.get(player, rules.wealth(pos, player)) - later.get(player, 0),
                pos.cash[player] - later.get(player, 0) if pos.cash else UNSET,
                self.dividends[player],
            )
            for player in pos.players
        )

    def _record(self, later: dict[str, int]) -> RoundRecord:
        return RoundRecord(
            kind=self.round.kind,
            label=label_of(self.game.rules, self.round),
            first=self.first,
            last=self.number,
            players=self._players(later),
            companies=tuple(self._companies()),
            trains=tuple(self.trains),
            phases=tuple(self.phases),
            happened=tuple(self.happened),
        )

    def _companies(self) -> Iterable[CompanyRound]:
        rules, pos = self.game.rules, self.game.position
        for company, (revenue, decision) in self.revenues.items():
            price = rules.price_of(pos, company) or 0
            yield CompanyRound(company, revenue, decision, price if rules.figures.has_money else UNSET)

    def done(self) -> GameTimeline:
        """The whole course; a round that is still played stands last, as far as it has come."""
        if self.begun and self.acted:
            self.rounds.append(self._record({}))
        return GameTimeline(
            start=self.start or self._players({}),
            rounds=tuple(self.rounds),
            moves=sum(self.moves.values()),
            moves_of=self.moves,
            over=self.game.over,
            broken=self.broken,
            bankrupt=tuple(self.bankrupt),
        )


def _by_rounds(events: Sequence[Event]) -> list[Sequence[Event]]:
    """Events up to the next round, then each round that began, with what happened in it."""
    borders = [i for i, event in enumerate(events) if isinstance(event, RoundBegan)]
    ends = [*borders, len(events)]
    return [events[: ends[0]], *(events[start:end] for start, end in pairwise(ends))]


def _join_parts(parts: Iterable[Sequence[Event]]) -> list[Event]:
    return [event for part in parts for event in part]


def _income_from_bank(events: Iterable[Event]) -> dict[str, int]:
    """What the bank paid to (or took from) everybody in these events."""
    net: dict[str, int] = {}
    for event in events:
        if isinstance(event, Paid) and BANK in (event.payer, event.payee):
            sign, who = (1, event.payee) if event.payer == BANK else (-1, event.payer)
            net[who] = net.get(who, 0) + sign * event.amount
    return net


SENTENCES = ("SR {0}", "setup", "draft", "export")
"""What `label_of` may say, for the catalogues."""


def label_of(rules: Rules, round: Round) -> str:
    """A short name for a round: `4.1` for an operating round, `SR 4` for a stock round, else its kind."""
    return rules.kind_of(round).label_of(round)
