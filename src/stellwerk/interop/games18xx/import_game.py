"""Reading a recorded game: every action is played in our game, and what the record leaves unsaid is put in.

The other program skips whatever allows no choice, so passes do not match one to one. Recorded passes of companies
are dropped; a company's turn ends when the record has moved on, and a run it could not make is put in as a run for
nothing. Players whom the record skips pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from stellwerk import actions
from stellwerk.actions import Action
from stellwerk.errors import BadInput, Illegal
from stellwerk.game import Game
from stellwerk.interop.games18xx.compare import LINKED, Imported, links_unlike, result_unlike
from stellwerk.interop.games18xx.names import Names, naming_of, rules_for, unique_names
from stellwerk.interop.games18xx.random_numbers import draw_number
from stellwerk.interop.games18xx.read_actions import Reader
from stellwerk.interop.games18xx.read_file import RecordedAction, RecordedFile, read_file
from stellwerk.interop.games18xx.route_records import read_routes
from stellwerk.interop.games18xx.skipped_steps import Steps, may_decline, station_may_follow
from stellwerk.referee import Referee
from stellwerk.steps.acquisition import TrainsTaken
from stellwerk.steps.deals import Consent
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.stock_round import StockRound
from stellwerk.steps.waterfall import Packet, must_take
from stellwerk.trains import trains_of

STAGES = {
    "lay_tile": "track",
    "place_token": "station",
    "run_routes": "run",
    "dividend": "dividend",
    "buy_corporation": "acquire",
    "buy_train": "trains",
    "sell_shares": "trains",
    "bankrupt": "trains",
}
"""The stage of a company's turn that an action belongs to; others may come at any point of it.

A director who sells shares in it does so for a train.
"""

ANY_TIME = ("buy_company", "sell_company")
ANSWERS = ("swap_train", "discard_train", "place_token", "pass", *ANY_TIME)
"""What may be said where a company is asked for something in the middle of its turn."""
MOST_ROUNDS = 4
"""How far the other program goes on by itself: rounds in which nobody can do anything."""
EARLY = ("lay_tile", "place_token", "run_routes")
"""What shows that a company has not yet come past its run."""


def import_game(data: object) -> Imported:
    """Play a decoded 18xx.games file; refuses with one sentence what cannot be read or played."""
    file = read_file(data)
    imported = replay_file(file, file.seed)
    if imported.differences and naming_of(file.title).draws and file.old_seed != file.seed:
        other = replay_file(file, file.old_seed)
        return min(imported, other, key=lambda result: len(result.differences))
    return imported


def replay_file(file: RecordedFile, seed: int) -> Imported:
    """Play a file with what a seed gives."""
    rules = rules_for(file.title, file.options, len(file.seats))
    players = unique_names(file.seats, rules)
    game = Game(rules, rules.new_position(players.values(), seed), draws=False)
    importer = Importer(game, Names(rules, players), file)
    importer.run()
    return importer.result


class Importer:
    """Plays the records of a file one after the other."""

    def __init__(self, game: Game, names: Names, file: RecordedFile):
        self.game = game
        self.names = names
        self.file = file
        self.reader = Reader(game, names)
        self.result = Imported(game, names.players, [], 0, file.dropped, {}, self.reader.cards)
        self.draws = 0
        """How many things were drawn out of a few."""
        self.track_passed = False
        """Has the company on turn declined (more) track?"""
        self.station_passed = False
        self.spent = False
        """Has a private company's tile taken the place of the ordinary one in this turn?"""
        self.teleport = False
        """May a station follow at once on the tile of a private company, so that a pass declines it?"""

    def run(self) -> None:
        """Play everything, then compare the end."""
        self.draw()
        records = [record for record in self.file.records if record.type != LINKED]
        self.reader.note_users(records)
        for place, record in enumerate(records):
            if record.type == "end_game":
                self.result.ended_early = True
                break
            self.line_up(record)
            self.take(record)
            self.settle(records, place)
            self.result.after[record.number] = len(self.game.log)
        self.result.differences += [*links_unlike(self.result, self.file), *result_unlike(self.result, self.file)]

    def draw(self) -> None:
        """Chance: players sit as the file says, the rest is what the other program's generator gives."""
        while self.game.turn == actions.CHANCE:
            draw = next(iter(self.game.legal())).action
            assert isinstance(draw, actions.Draw)
            outcomes = self.names.naming.draws.get(draw.what)
            position = self.game.position
            result = position.players if outcomes is None else (str(draw_number(position.seed, outcomes)),)
            few = self.task.outcomes(Referee(self.game.rules, position))
            if few:
                result = (few[draw_number(position.seed, len(few), self.draws) - 1],)
                self.draws += 1
            self.reader.note_given(self.game.read_action(actions.Draw(draw.what, result)))

    # Playing

    def play(self, record: RecordedAction, action: Action) -> None:
        """Play one action of ours for a record."""
        before = self.turn
        try:
            events = self.game.read_action(action)
        except Illegal as refusal:
            raise BadInput(f"Action {record.number} ({record.type}): {refusal}") from None
        self.reader.note_given(events)
        self.draw()
        if isinstance(action, actions.Pass):
            self.reader.note_sales(events)
        if self.turn is not before and (before is None or self.turn is None or self.turn.company != before.company):
            self.track_passed = self.station_passed = self.spent = self.teleport = False
        elif isinstance(action, actions.LayTile) and action.private in self.names.naming.instead_of_track:
            self.spent = self.spent or (self.turn is not None and not self.turn.laid)
            self.teleport = station_may_follow(self.game.position, action.company, action.hex)
        elif isinstance(action, actions.PlaceStation):
            self.teleport = False

    def insert(self, record: RecordedAction, action: Action) -> None:
        """Play an action that the record leaves unsaid."""
        self.play(record, action)
        self.result.inserted += 1

    def take(self, record: RecordedAction) -> None:
        """Play what a record says."""
        if record.type == "pass":
            self.take_pass(record)
        elif record.type == "run_routes":
            self.take_run(record)
        elif record.type in self.reader.kinds:
            self.take_action(record)
        else:
            record.bad("this kind of action does not belong to this game.")

    def take_action(self, record: RecordedAction) -> None:
        """Play an ordinary record; recorded deals count as agreed."""
        readings = self.reader.read(record)
        self.result.dropped += not readings
        for action in readings:
            self.play(record, action)
            if isinstance(action, actions.BuyTrain):
                self.reader.note_train(record, action)
            if isinstance(action, actions.LayTile):
                self.reader.note_tile(record)
        while isinstance(task := self.task, Consent):
            self.insert(record, actions.Answer(task.asked, True))
        if record.type == "sell_shares" and self.reader.asks_for_certificates():
            given = self.reader.certificates(record)
            self.insert(record, actions.GiveCertificates(self.game.actor, self.reader.shares(record)[0], given))

    def take_pass(self, record: RecordedAction) -> None:
        """Players pass; of a company only the end of a decision about trains taken over is a pass of ours."""
        if record.entity_type == "player":
            passes = self.reader.passes(record)
            self.result.dropped += not passes
            for action in passes:
                self.play(record, action)
            return
        company = self.reader.company(record)
        teleport, self.teleport = self.teleport, False
        if self.interrupted and self.game.actor == company:
            self.play(record, actions.Pass(company))
            return
        self.result.dropped += 1
        if self.turn is not None and self.turn.company == company and not teleport:
            open = Steps(self.game.rules, self.game.position, self.turn, self.spent).track()
            self.station_passed = self.track_passed or not open
            self.track_passed = True

    def take_run(self, record: RecordedAction) -> None:
        """Play a run for the recorded amount; where our own figure differs, say so and take it at its word."""
        company = self.reader.company(record)
        recorded, routes, notes = read_routes(self.game, self.names, self.reader.cards, company, record)
        self.result.differences += [f"Action {record.number} ({company}): {note}" for note in notes]
        self.play(record, actions.Run(company, recorded, routes, recorded=bool(notes)))

    # Where the game is

    @property
    def task(self) -> Any:
        """The current step."""
        return self.game.position.agenda[-1]

    @property
    def interrupted(self) -> bool:
        """Is a company asked for something that it may decline, in the middle of its turn?"""
        return may_decline(self.game.rules, self.game.position)

    @property
    def turn(self) -> OperatingTurn | None:
        """The company's turn that goes on now, whatever interrupts it."""
        return next((s for s in reversed(self.game.position.agenda) if isinstance(s, OperatingTurn)), None)

    def stage(self, name: str) -> int:
        """The place of a stage in a turn; what a title does not have comes last."""
        names = [stage.name for stage in self.game.rules.turn]
        return names.index(name) if name in names else len(names)

    def actor_of(self, record: RecordedAction) -> str:
        """The player or company of a record; empty if nobody is known by that name."""
        if record.entity_type == "player":
            return self.names.player(record.entity) or ""
        if record.entity_type == "company":
            return self.reader.user_of(record)
        return self.names.company(record.entity) or ""

    def belongs(self, record: RecordedAction, turn: OperatingTurn) -> bool:
        """Can a record belong to this turn of a company?"""
        rules, position = self.game.rules, self.game.position
        if record.type == "sell_shares":
            forced = not trains_of(position, turn.company) and rules.must_own_train(position, turn.company)
            return forced and self.actor_of(record) == rules.decides(position, turn.company)
        if self.actor_of(record) != turn.company:
            return False
        if record.type == "discard_train":
            return len(trains_of(position, turn.company)) > rules.train_limit(position, turn.company)
        if record.entity_type == "company" or record.type not in STAGES:
            return True
        if record.type == "lay_tile" and not Steps(rules, position, turn).tiles_left():
            return False
        waits = any((turn.company, -1) in here for here in position.stations.values())
        if record.type == "place_token" and (waits or self.reader.city_on(record, turn.open_hexes)):
            return True
        return self.stage(STAGES[record.type]) >= turn.stage

    # What the record leaves unsaid

    def line_up(self, record: RecordedAction) -> None:
        """Go on to the point of the game where a record belongs."""
        rounds = {self.game.position.round}
        while (action := self.missing(record)) is not None:
            self.insert(record, action)
            rounds.add(self.game.position.round)
            if len(rounds) > MOST_ROUNDS:
                record.bad(f"it is not the turn of {record.entity!r}.")

    def missing(self, record: RecordedAction) -> Action | None:
        """What has to be played before a record; None if it is its turn (or nothing helps)."""
        task = self.task
        if self.game.over or not self.may_act(record):
            return None
        if self.interrupted:
            return self.missing_answer(record)
        if task.skippable:
            return self.missing_player(record)
        if not isinstance(task, OperatingTurn):
            return None
        if not self.belongs(record, task):
            return self.end_of(task)
        late = STAGES.get(record.type) if record.entity_type != "company" else None
        if late is not None and self.handed_over(task) and task.stage < self.stage(late):
            return actions.Pass(task.company)
        if late is not None and task.stage <= self.stage("run") < self.stage(late):
            return actions.Run(task.company, 0)
        return None

    def missing_answer(self, record: RecordedAction) -> Action | None:
        """A company is asked for something in the middle of its turn; where the record has gone on, it declines."""
        fits = record.type in ANSWERS or (isinstance(self.task, TrainsTaken) and record.entity_type == "company")
        return None if fits and self.actor_of(record) == self.game.actor else actions.Pass(self.game.actor)

    def may_act(self, record: RecordedAction) -> bool:
        """Is the actor of a record in the game at all?"""
        actor = self.actor_of(record)
        return actor in self.game.position.players or actor in self.game.position.floated

    def missing_player(self, record: RecordedAction) -> Action | None:
        """A player whom the record skips passes; not the one who has just acted and only ends his turn."""
        actor = self.game.actor
        if self.actor_of(record) == actor and not self.must_pass(record):
            return None
        if record.type == "pass" and self.reader.has_bought(self.actor_of(record)):
            return None
        if isinstance(self.task, Packet) and must_take(Referee(self.game.rules, self.game.position), self.task):
            return next(iter(self.game.legal())).action
        return actions.Pass(actor)

    def must_pass(self, record: RecordedAction) -> bool:
        """Can the player on turn do nothing, so that the other program has passed for him?"""
        if record.type == "pass" or not isinstance(self.task, StockRound):
            return False
        return all(isinstance(choice.action, actions.Pass) for choice in self.game.legal())

    def end_of(self, turn: OperatingTurn) -> Action:
        """The next action towards the end of a company's turn; who decides for two hands over by a pass."""
        if self.handed_over(turn):
            return actions.Pass(turn.company)
        return actions.Run(turn.company, 0) if turn.stage <= self.stage("run") else actions.Pass(turn.company)

    def handed_over(self, turn: OperatingTurn) -> bool:
        """Does a company wait for one player's pass before another decides for it?"""
        alone = self.game.rules.goes_alone(self.game.position, turn.company)
        return alone and turn.stage < self.stage("run")

    def settle(self, records: Sequence[RecordedAction], place: int) -> None:
        """After a record: go on at once where the other program has gone on by itself."""
        record = records[place]
        following = records[place + 1] if place + 1 < len(records) else None
        if following is None or following.type == "end_game":
            while following is None and self.file.finished and isinstance(self.task, OperatingTurn):
                self.insert(record, self.end_of(self.task))
            return
        rounds = {self.game.position.round}
        while len(rounds) <= MOST_ROUNDS and (action := self.skipped(records, place)) is not None:
            self.insert(record, action)
            rounds.add(self.game.position.round)

    def skipped(self, records: Sequence[RecordedAction], place: int) -> Action | None:
        """What the other program has skipped after a record, seen from what follows."""
        action = self.missing(records[place + 1])
        if action is not None:
            return action
        turn = self.turn
        if turn is None or turn is not self.task or turn.stage > self.stage("run") or self.teleport:
            return None
        steps = Steps(self.game.rules, self.game.position, turn, self.spent)
        if not self.track_passed and steps.track():
            return None
        if not (self.station_passed or turn.stage > self.stage("station")) and steps.station():
            return None
        coming = (record for record in records[place + 1 :] if record.entity_type != "company")
        for record in takewhile(lambda record: self.belongs(record, turn), coming):
            if record.type in EARLY:
                return None
        return self.end_of(turn)
