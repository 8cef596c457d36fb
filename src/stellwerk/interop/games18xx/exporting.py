"""Writing a game of ours as an 18xx.games file: the actions that count, numbered from 1.

Our game asks for no passes between the parts of a company's turn and says what a company could not do; the other
program wants a pass wherever it stops (`steps`). Offers that were declined are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from stellwerk import actions
from stellwerk.actions import Action
from stellwerk.errors import BadInput
from stellwerk.game import Game
from stellwerk.interop.games18xx.files import Id
from stellwerk.interop.games18xx.names import Names, naming_of
from stellwerk.interop.games18xx.steps import Steps
from stellwerk.interop.games18xx.writing import Fields, Writer
from stellwerk.position import Position
from stellwerk.steps.acquisition import TrainsTaken
from stellwerk.steps.deals import Consent
from stellwerk.steps.operating import OperatingTurn
from stellwerk.steps.rusting import Surplus
from stellwerk.steps.stock import StockRound

ORDER = ("track", "station", "run", "dividend", "acquire", "surplus", "trains", "privates")
"""The other program's steps of a turn, in order."""

STEPS: dict[type[Action], str] = {
    actions.LayTile: "track",
    actions.PlaceStation: "station",
    actions.Run: "run",
    actions.Dividend: "dividend",
    actions.Acquire: "acquire",
    actions.BuyTrain: "trains",
}


def export_game(game: Game, names: Mapping[Id, str] | None = None) -> dict[str, Any]:
    """The game as a decoded 18xx.games file; `names` gives players the ids they had in another file."""
    if naming_of(game.rules.title).variant != game.rules.variant:
        raise BadInput(f"18xx.games does not play the variant {game.rules.variant!r} of {game.rules.title}.")
    if not game.log or not isinstance(game.log[0].action, actions.Draw):
        raise BadInput("Only a game that was played from its start can be written as an 18xx.games file.")
    return Exporter(game, names).file()


class Exporter:
    """Goes through the log of a game and writes what the other program would have recorded."""

    def __init__(self, game: Game, names: Mapping[Id, str] | None):
        self.game = game
        self.seated = game.log[0].action.result  # type: ignore[attr-defined]
        known = {name: id for id, name in (names or {}).items()}
        self.ids: dict[str, Id] = {player: known.get(player, player) for player in self.seated}
        self.named = bool(names)
        self.writer = Writer(game.rules, Names(game.rules, {id: name for name, id in self.ids.items()}), self.ids)
        self.records: list[Fields] = []
        self.returns: set[int] = set()
        """Records (by identity) of trains returned above the limit."""
        self.at = 0
        """The step of the company's turn the other program has come to."""

    def file(self) -> dict[str, Any]:
        """The whole file."""
        for place, entry in enumerate(self.game.log[1:], 1):
            after = self.game.log[place + 1].before if place + 1 < len(self.game.log) else self.game.position
            self.entry(entry.action, entry.before, after)
            self.home_choice(entry.before, after)
        self.sort_returns()
        for number, record in enumerate(self.records, 1):
            record.update(id=number, created_at=0)
        return {**self.head(), "actions": self.records}

    def sort_returns(self) -> None:
        """Several companies over their limit: the other program goes by the order of the charters."""
        order = [self.writer.names.their_company(company) for company in self.game.rules.companies]
        start = 0
        while start < len(self.records):
            block = list(takewhile(lambda record: id(record) in self.returns, self.records[start:]))
            block.sort(key=lambda record: order.index(record["entity"]))
            self.records[start : start + len(block)] = block
            start += len(block) or 1

    def head(self) -> dict[str, Any]:
        """Everything but the actions."""
        position, count = self.game.position, len(self.seated)
        rounds = {"draft": "Draft Round", "stock": "Stock Round"}
        players = [{"id": self.ids[p], "name": p} if self.named else {"name": p} for p in self.seated]
        head: dict[str, Any] = {
            "id": f"hs_stellwrk_{position.seed}",
            "title": self.game.rules.title,
            "description": "",
            "players": players,
            "min_players": count,
            "max_players": count,
            "settings": {"seed": position.seed, "optional_rules": []},
            "user": {"id": 0, "name": "Stellwerk"},
            "mode": "hotseat",
            "loaded": True,
            "status": "finished" if self.game.over else "active",
            "turn": max(1, position.round.set),
            "round": rounds.get(position.round.kind, "Operating Round"),
            "acting": [] if self.game.over else [self.ids[self.game.turn]],
            "result": {str(self.ids[p]): self.game.rules.wealth(position, p) for p in self.seated},
        }
        if self.game.over:
            head["game_end_reason"] = "fixed_round"
        return head

    def add(self, record: Fields) -> None:
        """One more record."""
        self.records.append(record)

    # One action

    def entry(self, action: Action, before: Position, after: Position) -> None:
        """Write one action of ours."""
        if isinstance(action, actions.Answer):
            offer = before.agenda[-1]
            assert isinstance(offer, Consent)
            if action.agrees:
                self.company_act(offer.offer, before, after)
        elif isinstance(after.agenda[-1], Consent):
            return
        elif isinstance(before.agenda[-1], OperatingTurn | TrainsTaken):
            self.company_act(action, before, after)
        elif not self.silent(action, before):
            self.add(self.writer.record(action, before, after))
            if isinstance(before.agenda[-1], Surplus):
                self.returns.add(id(self.records[-1]))

    def silent(self, action: Action, position: Position) -> bool:
        """Does the other program pass for a player who can do nothing else?"""
        if not isinstance(action, actions.Pass) or not isinstance(position.agenda[-1], StockRound):
            return False
        then = Game.__new__(Game)
        then.rules, then.position = self.game.rules, position
        return all(isinstance(choice.action, actions.Pass) for choice in then.legal())

    def company_act(self, action: Action, before: Position, after: Position) -> None:
        """An action in a company's turn: passes for the steps it leaves out, then itself."""
        turn = next(step for step in reversed(before.agenda) if isinstance(step, OperatingTurn))
        ends = isinstance(action, actions.Pass) and isinstance(before.agenda[-1], OperatingTurn)
        special = isinstance(action, actions.LayTile) and action.private is not None
        step = "end" if ends else None if special else STEPS.get(type(action))
        if isinstance(action, actions.ReturnTrain):
            step = "surplus"
        if step is not None:
            self.go_to(step, turn, before)
        if ends:
            self.at = 0
        elif not (isinstance(action, actions.Run) and not action.revenue and not action.routes):
            self.add(self.writer.record(action, before, after))
        if isinstance(action, actions.PlaceStation):
            self.at = ORDER.index("run")

    def go_to(self, step: str, turn: OperatingTurn, position: Position) -> None:
        """Pass where the other program stops on the way to a step."""
        target = len(ORDER) if step == "end" else ORDER.index(step)
        steps = Steps(self.game.rules, position, turn)
        for name in ORDER[self.at : target]:
            if steps.stops_at(name):
                self.add(self.writer.company_pass(turn.company))
        self.at = max(self.at, target)

    def home_choice(self, before: Position, after: Position) -> None:
        """A home station in a bare hex with two cities: the other program asks for a city at once."""
        for hex, here in after.stations.items():
            for company, city in here:
                if city == -1 and hex not in after.tiles and (company, -1) not in before.stations.get(hex, ()):
                    self.add(self.writer.waiting_station(company, hex))
