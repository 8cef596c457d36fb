"""Watches a game go by and keeps what the report needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stellwerk import events
from stellwerk.game import Entry, Game
from stellwerk.lab.record import BANK, BANKRUPTCY, CUT, LAST_ROUND, PRICE, CompanyRecord, EventRecord, TrainRecord
from stellwerk.position import BANK as THE_BANK
from stellwerk.position import Round
from stellwerk.steps.running import RETAINED
from stellwerk.vocabulary import tag_of

FINAL = "end"
"""The zone of a chart whose prices end the game."""


class GameObserver:
    """What happened so far, told by the operating rounds."""

    def __init__(self, game: Game):
        self.game = game
        self.rounds = 0
        self.worths: list[dict[str, int]] = []
        self.trains: dict[str, TrainRecord] = {}
        self.companies: dict[str, CompanyRecord] = {}
        self.phases: dict[str, int] = {}
        self.events: dict[str, EventRecord] = {}
        self.winners: tuple[str, ...] = ()
        self.broken = ""
        """The kind of round in which the bank broke."""
        self.ruined = False
        self._round = Round()
        self._seen = 0
        self._splits = self._kind = ""
        self.look()

    def look(self) -> None:
        """Take notice of everything since the last look."""
        entries: Sequence[Entry] = self.game.log[self._seen :]
        self._seen += len(entries)
        self.ruined = any(isinstance(event, events.Bankrupt) for entry in entries for event in entry.events)
        for entry in entries:
            self._kind = entry.before.round.kind
            for event in entry.events:
                self._note(event)
        self._turn_of_rounds()

    def _note(self, event: events.Event) -> None:
        self._count(event)
        note = NOTES.get(type(event))
        if note is not None:
            note(self, event)

    def _count(self, event: events.Event) -> None:
        """Whatever it is, it happened once more, and its numbers came to more."""
        told = self.events.setdefault(tag_of(event), EventRecord())
        told.times += 1
        for name in event.__struct_fields__:
            number = getattr(event, name)
            if type(number) is int:
                told.note(name, number)

    def _turn_of_rounds(self) -> None:
        """Note what players are worth when an operating round is over, and count the next one."""
        now, before = self.game.position.round, self._round
        if now == before and not self.game.over:
            return
        if self.game.rules.kind_of(before).companies_act:
            self.worths.append(self._worth())
        if self.game.rules.kind_of(now).companies_act and now != before:
            self.rounds += 1
        self._round = now

    def _worth(self) -> dict[str, int]:
        position = self.game.position
        if position.result is not None:
            return dict(position.result)
        return {player: self.game.rules.wealth(position, player) for player in position.players}

    def how_it_ended(self) -> str:
        """In words for statistics."""
        if not self.game.over:
            return CUT
        if self.ruined:
            return BANKRUPTCY
        if any(self.game.rules.chart.zone(marker[:2]) == FINAL for marker in self.game.position.markers.values()):
            return PRICE
        return BANK if self.broken else LAST_ROUND

    def where_it_ended(self) -> str:
        """In which kind of round what ended the game happened."""
        return self.broken if self.how_it_ended() == BANK else self.game.position.round.kind

    # What happened, event by event

    def train(self, face: str) -> TrainRecord:
        """The notes on a train type."""
        return self.trains.setdefault(face, TrainRecord())

    def company(self, name: str) -> CompanyRecord:
        """The notes on a company."""
        return self.companies.setdefault(name, CompanyRecord())

    def bought(self, event: events.TrainBought) -> None:
        """A train was bought; the bank's new ones tell how the trains go."""
        self.company(event.company).trains += 1
        if event.source == THE_BANK:
            self.train(event.face).bought.append(self.rounds)

    def exported(self, event: events.Exported) -> None:
        """A card left the bank unsold: as each of its faces."""
        for face in self.game.rules.cards.faces(event.card):
            self.train(face.name).exported.append(self.rounds)

    def rusted(self, event: events.TypeScrapped) -> None:
        """A type is out of the game."""
        self.train(event.face).rusted = self.rounds

    def started(self, event: events.CompanyStarted) -> None:
        """Somebody became a director."""
        company = self.company(event.company)
        company.started, company.par = self.rounds, event.price

    def floated(self, event: events.Floated) -> None:
        """A company begins to operate."""
        self.company(event.company).floated = self.rounds

    def decided(self, event: events.DividendDecided) -> None:
        """Revenue was paid out or kept; of what is split the part that is kept is told next."""
        company = self.company(event.company)
        kept = 0 if event.kind in ("pay", "split") else event.revenue
        company.runs += event.revenue > 0
        company.kept += kept
        company.paid += event.revenue - kept
        company.payments += event.revenue > kept
        self._splits = event.company if event.kind == "split" else ""

    def paid(self, event: events.Paid) -> None:
        """Of a revenue that is split the company has got its part."""
        if self._splits and (event.payee, event.reason) == (self._splits, RETAINED):
            company = self.company(event.payee)
            company.kept += event.amount
            company.paid -= event.amount
            self._splits = ""

    def round_began(self, event: events.RoundBegan) -> None:
        """What follows happens in the next round."""
        self._kind = self.game.position.round.kind

    def acquired(self, event: events.Acquired) -> None:
        """A company took another over."""
        self.company(event.target).acquired_by = event.company

    def phase_began(self, event: events.PhaseBegan) -> None:
        """A train has changed what holds."""
        self.phases[event.phase] = self.rounds

    def game_ended(self, event: events.GameEnded) -> None:
        """The rules say who has won."""
        self.winners = tuple(event.winners)

    def bank_broke(self, event: events.BankBroken) -> None:
        """The bank has paid all it had."""
        self.broken = self.broken or self._kind


NOTES: dict[type[events.Event], Callable[[GameObserver, Any], None]] = {
    events.TrainBought: GameObserver.bought,
    events.Exported: GameObserver.exported,
    events.TypeScrapped: GameObserver.rusted,
    events.CompanyStarted: GameObserver.started,
    events.Floated: GameObserver.floated,
    events.DividendDecided: GameObserver.decided,
    events.Paid: GameObserver.paid,
    events.RoundBegan: GameObserver.round_began,
    events.Acquired: GameObserver.acquired,
    events.BankBroken: GameObserver.bank_broke,
    events.PhaseBegan: GameObserver.phase_began,
    events.GameEnded: GameObserver.game_ended,
}
