"""Writing a game of ours as an 18xx.games file: the actions that count, numbered from 1.

Our game asks for no passes between the parts of a company's turn and says what a company could not do; the other
program wants a pass wherever it stops (`steps`). Offers that were declined are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from stellwerk import actions
from stellwerk.actions import Action
from stellwerk.errors import BadInput
from stellwerk.events import Ran
from stellwerk.game import Entry, Game
from stellwerk.interop.games18xx.names import Names, naming_of, options_for
from stellwerk.interop.games18xx.random_numbers import seed_for
from stellwerk.interop.games18xx.read_file import Id
from stellwerk.interop.games18xx.skipped_steps import Steps, may_decline, station_may_follow
from stellwerk.interop.games18xx.write_actions import Fields, Writer
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.steps.deals import Consent
from stellwerk.steps.draft import DRAFT
from stellwerk.steps.forced_purchase import ForcedSale
from stellwerk.steps.game_flow import Chance
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.rusting import Surplus
from stellwerk.steps.stock_round import STOCK, StockRound
from stellwerk.titles import rules_of

ORDER = ("track", "station", "run", "dividend", "acquire", "surplus", "trains", "privates")
"""The other program's steps of a turn, in order."""

STEPS: dict[type[Action], str] = {
    actions.LayTile: "track",
    actions.PlaceStation: "station",
    actions.Run: "run",
    actions.Dividend: "dividend",
    actions.Acquire: "acquire",
    actions.ReturnTrain: "surplus",
    actions.SellShares: "trains",
    actions.BuyTrain: "trains",
}


def export_game(game: Game, names: Mapping[Id, str] | None = None) -> dict[str, Any]:
    """The game as a decoded 18xx.games file; `names` gives players the ids they had in another file."""
    options_for(game.rules)
    if not game.log or not isinstance(game.log[0].action, actions.Draw):
        raise BadInput("Only a game that was played from its start can be written as an 18xx.games file.")
    return Exporter(game, names).file()


class Exporter:
    """Goes through the log of a game and writes what the other program would have recorded."""

    def __init__(self, game: Game, names: Mapping[Id, str] | None):
        if game.rules.own is not None:
            raise BadInput("18xx.games knows no own boards: only a game on the printed board can go there.")
        self.game = game
        self.naming = naming_of(game.rules.title)
        self.seated = game.log[0].action.result  # type: ignore[attr-defined]
        known = {name: id for id, name in (names or {}).items()}
        self.ids: dict[str, Id] = {player: known.get(player, player) for player in self.seated}
        self.named = bool(names)
        self.writer = Writer(game.rules, Names(game.rules, {id: name for name, id in self.ids.items()}), self.ids)
        self.records: list[Fields] = []
        self.returns: dict[int, int] = {}
        """Records (by identity) of trains returned above the limit, with the other program's order of the companies."""
        rules = game.rules
        self.online = rules_of(rules.title, rules.variant, self.naming.program, edition=rules.edition)
        self.at = 0
        """The step of the company's turn the other program has come to."""
        self.spent = False
        """Has a private company's tile taken the place of the ordinary one in this turn?"""
        self.asked = False
        """Does the other program ask for a station on such a tile?"""
        self.held: actions.BuyTrain | None = None
        """A train for which a director sells shares: it is written when it is paid."""
        self.told_open = False
        """Does the other program wait for a link?"""

    def file(self) -> dict[str, Any]:
        """The whole file."""
        for place, entry in enumerate(self.game.log):
            after = self.game.log[place + 1].before if place + 1 < len(self.game.log) else self.game.position
            if not isinstance(entry.action, actions.Draw):
                self.entry(entry, after)
        self.sort_returns()
        for number, record in enumerate(self.records, 1):
            record.update(id=number, created_at=0)
        return {**self.head(), "actions": self.records}

    def sort_returns(self) -> None:
        """Several companies over their limit: the other program goes by an order of its own."""
        start = 0
        while start < len(self.records):
            block = list(takewhile(lambda record: id(record) in self.returns, self.records[start:]))
            block.sort(key=lambda record: self.returns[id(record)])
            self.records[start : start + len(block)] = block
            start += len(block) or 1

    def head(self) -> dict[str, Any]:
        """Everything but the actions."""
        position, count = self.game.position, len(self.seated)
        rounds = {DRAFT.name: "Draft Round", STOCK.name: "Stock Round"}
        draws = [entry.action for entry in self.game.log if isinstance(entry.action, actions.Draw)]
        seed = seed_for(position.seed, self.naming, draws, list(self.chosen()))
        players = [{"id": self.ids[p], "name": p} if self.named else {"name": p} for p in self.seated]
        head: dict[str, Any] = {
            "id": f"hs_stellwrk_{position.seed}",
            "title": self.game.rules.title,
            "description": "",
            "players": players,
            "min_players": count,
            "max_players": count,
            "settings": {"seed": seed, "optional_rules": options_for(self.game.rules)},
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
            head["game_end_reason"] = self.naming.end
        return head

    def chosen(self) -> Iterator[tuple[Sequence[str], str]]:
        """What was drawn out of a few things: these, and the one that came."""
        for entry in self.game.log:
            task = entry.before.agenda[-1]
            if isinstance(task, Chance) and isinstance(entry.action, actions.Draw):
                few = task.outcomes(Referee(self.game.rules, entry.before))
                if few:
                    yield few, entry.action.result[0]

    def add(self, record: Fields) -> None:
        """One more record."""
        self.records.append(record)

    # One action

    def entry(self, entry: Entry, after: Position) -> None:
        """Write one action of ours and what the bank did after it."""
        action, before = entry.action, entry.before
        task = before.agenda[-1]
        if isinstance(task, Consent):
            if isinstance(action, actions.Answer) and action.agrees:
                self.company_act(task.offer, before, after)
        elif isinstance(task, OperatingTurn) or may_decline(self.game.rules, before):
            if not isinstance(after.agenda[-1], Consent):
                self.company_act(action, before, after)
        elif isinstance(action, actions.GiveCertificates):
            self.given(action, before, after)
        elif not self.silent(action, before):
            self.add(self.writer.record(action, before, after))
            if isinstance(task, Surplus):
                order = self.online.surplus_order(Referee(self.online, before))
                self.returns[id(self.records[-1])] = order.index(task.company)
        self.forced(before, after)
        self.automatic_runs(entry, after)
        self.home_choice(before, after)
        link = self.naming.link
        self.told_open = self.told_open or (link is not None and link.open(after) and not link.open(before))

    def given(self, action: actions.GiveCertificates, before: Position, after: Position) -> None:
        """A seller has chosen his certificates: the record of the sale names them. Other choices are not recorded."""
        cards = self.game.rules.register.ordinary(before, action.company, action.player)
        gone = [card for card in cards if after.certificates[card.id] != action.player]
        sale = self.records[-1]
        if sale["type"] == "sell_shares" and sale["entity"] == self.ids[action.player]:
            sale["shares"] = [self.writer.names.their_certificate(card) for card in gone]

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
        step = self.step_of(action, before)
        if not isinstance(action, actions.LayTile) or action.private is None:
            if self.asked and step is None:
                return
            self.answer(action, turn, after)
        if step is not None:
            self.go_to(step, turn, before)
        if isinstance(action, actions.Run) and not action.revenue and not action.routes:
            if Steps(self.game.rules, before, turn).run():
                self.add(self.writer.record(action, before, after))
        elif isinstance(action, actions.BuyTrain) and self.needs_director(before, after):
            self.held = action
        elif isinstance(action, actions.Pass) and action.who in self.ids:
            self.add(self.writer.bankrupt(turn.company))
        elif step != "end" and not (isinstance(action, actions.Pass) and isinstance(before.agenda[-1], OperatingTurn)):
            self.add(self.writer.record(action, before, after))
        if isinstance(action, actions.PlaceStation):
            self.at = max(self.at, ORDER.index("run"))
        if isinstance(action, actions.LayTile):
            self.laid(action, turn, after)
        acting = [s.company for s in after.agenda if isinstance(s, OperatingTurn)]
        if step == "end" or before.round != after.round or turn.company not in acting:
            self.at, self.spent, self.asked = 0, False, False

    def step_of(self, action: Action, before: Position) -> str | None:
        """The step of the turn that an action belongs to; None if it may come at any point."""
        if isinstance(action, actions.LayTile) and action.private is not None:
            return None
        if isinstance(action, actions.Pass):
            ends = "trains" if action.who in self.ids else "end"
            turn = before.agenda[-1]
            if isinstance(turn, OperatingTurn) and self.game.rules.goes_alone(before, turn.company):
                return {"track": "station", "station": "run"}.get(self.game.rules.turn[turn.stage].name, ends)
            return ends if isinstance(before.agenda[-1], OperatingTurn) else None
        return STEPS.get(type(action))

    def laid(self, action: actions.LayTile, turn: OperatingTurn, after: Position) -> None:
        """A tile was laid; that of some private companies, laid first, takes the place of the ordinary one."""
        if action.private in self.naming.instead_of_track:
            self.spent = self.spent or (self.at == 0 and not turn.laid)
            self.asked = station_may_follow(after, turn.company, action.hex)
            if not self.asked:
                self.answer(action, turn, after)
        elif action.private is None:
            self.track_done(turn.company, after)

    def answer(self, action: Action, turn: OperatingTurn, after: Position) -> None:
        """The other program asks for a station after such a tile: unless it follows, the company passes."""
        asked, self.asked = self.asked, False
        if asked and not isinstance(action, actions.PlaceStation):
            self.add(self.writer.company_pass(turn.company))
        if self.spent and self.at == 0:
            self.at = ORDER.index("station")
            self.track_done(turn.company, after)

    def track_done(self, company: str, after: Position) -> None:
        """A track step is over: the other program looks whether a link has been made."""
        link = self.naming.link
        if link is None or not self.told_open:
            return
        self.told_open = link.open(after)
        said = self.writer.linked(company, None if self.told_open else link.company)
        self.records[-1].setdefault("auto_actions", []).append(said)

    def go_to(self, step: str, turn: OperatingTurn, position: Position) -> None:
        """Pass where the other program stops on the way to a step."""
        target = len(ORDER) if step == "end" else ORDER.index(step)
        steps = Steps(self.game.rules, position, turn, self.spent)
        for name in ORDER[self.at : target]:
            if steps.stops_at(name):
                self.add(self.writer.company_pass(turn.company))
                if name == "track":
                    self.track_done(turn.company, position)
        self.at = max(self.at, target)

    # What the book settles in one action and the other program in several

    def needs_director(self, before: Position, after: Position) -> bool:
        """Must the director sell shares for the train, or leave the game?"""
        return any(isinstance(step, ForcedSale) for step in after.agenda) or before.order != after.order

    def forced(self, before: Position, after: Position) -> None:
        """A forced purchase goes on: who is bankrupt, and at last the train."""
        if self.held is None:
            return
        for _ in set(before.order) - set(after.order):
            self.add(self.writer.bankrupt(self.held.company))
        if any(isinstance(step, ForcedSale) for step in after.agenda):
            return
        held, self.held = self.held, None
        if self.game.rules.register.director(after, held.company) is not None:
            self.add(self.writer.record(held, before, after))

    def automatic_runs(self, entry: Entry, after: Position) -> None:
        """By the book a company that nobody directs runs by itself; the other program records it."""
        there = entry.before.copy()
        there.tiles, there.stations = after.tiles, after.stations
        for event in entry.events if not isinstance(entry.action, actions.Run) else ():
            if isinstance(event, Ran) and event.revenue:
                run = actions.Run(event.company, event.revenue, event.routes)
                self.add(self.writer.record(run, there, there))

    def home_choice(self, before: Position, after: Position) -> None:
        """A home station in a bare hex with two cities: the other program asks for a city at once."""
        for hex, here in after.stations.items():
            for company, city in here:
                if city == -1 and hex not in after.tiles and (company, -1) not in before.stations.get(hex, ()):
                    self.add(self.writer.waiting_station(company, hex))
