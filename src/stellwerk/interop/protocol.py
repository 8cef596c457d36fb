"""The engine protocol: JSON lines, one reply a line. For bots and tools in any language, as UCI is for chess.

`Session.answer` is the whole of it, a function from line to line; docs/protocol.md is its contract. A request that
cannot be carried out is answered with one sentence and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from stellwerk import actions
from stellwerk.actions import Action, Choice
from stellwerk.errors import BadInput, Illegal, StellwerkError
from stellwerk.events import Event
from stellwerk.game import Entry, Game
from stellwerk.interop.check_position import position_with_own
from stellwerk.interop.files import load_any, read_json
from stellwerk.interop.own_figures_file import checked_rules
from stellwerk.interop.text import read_action, to_text
from stellwerk.titles import rules_of, titles

Reply = dict[str, Any]


class ProtocolRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What every request may carry."""

    command: str
    id: Any = None


class New(ProtocolRequest, kw_only=True):
    """Begin a game."""

    players: tuple[str, ...]
    title: str | None = None
    seed: int = 0
    variant: str = ""
    """The title's first one unless said."""
    rules: str = "book"
    own: dict[str, Any] | None = None
    edition: int | None = None


class SetupRequest(ProtocolRequest, kw_only=True):
    """Begin at a position: a position file, or what the command `position` gave."""

    position: dict[str, Any]


class Play(ProtocolRequest, kw_only=True):
    """Play an action, given as an object or in words."""

    action: dict[str, Any] | str


class View(ProtocolRequest, kw_only=True):
    """The position as a seat sees it."""

    seat: str


class Runs(ProtocolRequest, kw_only=True):
    """The best runs of a company."""

    company: str


class LogRequest(ProtocolRequest, kw_only=True):
    """The log from a number on."""

    start: int = 1


class Load(ProtocolRequest, kw_only=True):
    """Take up a game: a game file, a position file, or a game of 18xx.games."""

    game: dict[str, Any]


class Session:
    """One conversation: at most one game, and what is said about it."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self.over = False
        """Has the other side said goodbye?"""

    @property
    def game(self) -> Game:
        """The game on the table."""
        if self._game is None:
            raise BadInput("There is no game yet: begin one with new, setup or load.")
        return self._game

    def answer(self, line: str | bytes) -> str:
        """The reply to one line."""
        echo: Reply = {}
        try:
            data = read_json(line)
            if isinstance(data, dict) and "id" in data:
                echo["id"] = data["id"]
            return _write_line({"ok": True, **echo, **self._reply(data)})
        except StellwerkError as error:
            return _write_line({"ok": False, **echo, "error": refusal_as_data(error)})

    def _reply(self, data: object) -> Reply:
        name = data.get("command") if isinstance(data, dict) else None
        if not isinstance(name, str) or name not in COMMANDS:
            raise BadInput(f'A request is {{"command": ...}}; the commands are {", ".join(COMMANDS)}.')
        kind, carry_out = COMMANDS[name]
        try:
            request = msgspec.convert(data, type=kind)
        except msgspec.ValidationError as error:
            raise BadInput(f"The request {name} cannot be read: {error}.") from None
        return carry_out(self, request)

    # What changes the game

    def new(self, request: New) -> Reply:
        """Begin a game."""
        title = request.title or titles()[0]
        rules = checked_rules(title, request.variant, request.rules, request.own, request.edition)
        self._game = Game(rules, rules.new_position(request.players, request.seed))
        return self._standing()

    def take_up(self, request: SetupRequest | Load) -> Reply:
        """Begin at a position, or take up a game."""
        self._game = load_any(request.position if isinstance(request, SetupRequest) else request.game)
        return self._standing()

    def play(self, request: Play) -> Reply:
        """Play an action; draws that follow it are played at once."""
        said = request.action
        action = read_action(said, self.game.rules.shapes.actions)
        before = len(self.game.log)
        self.game.play(action)
        return {"events": _describe_events(self.game.log[before:]), **self._standing()}

    def undo(self, request: ProtocolRequest) -> Reply:
        """Take the last decision back."""
        return {**describe_action(self.game.undo()), **self._standing()}

    def redo(self, request: ProtocolRequest) -> Reply:
        """Play again what was taken back."""
        return {**describe_action(self.game.redo()), **self._standing()}

    def quit(self, request: ProtocolRequest) -> Reply:
        """Say goodbye."""
        self.over = True
        return {}

    # What only looks

    def titles(self, request: ProtocolRequest) -> Reply:
        """The games that can be played."""
        return {"titles": [_describe_title(name) for name in titles()]}

    def legal(self, request: ProtocolRequest) -> Reply:
        """Everything that may be played now."""
        choices = [describe_choice(choice) for choice in self.game.legal()]
        return {"turn": self.game.turn, "actor": self.game.actor, "choices": choices}

    def position(self, request: ProtocolRequest) -> Reply:
        """The whole position."""
        position = self.game.position
        return {"position": position_with_own(self.game), "hash": position.hash()}

    def view(self, request: View) -> Reply:
        """The position as a seat sees it."""
        if request.seat not in self.game.position.players:
            raise BadInput(f"{request.seat!r} does not play; {', '.join(self.game.position.players)} do.")
        return {"seat": request.seat, "position": self.game.position.seen_by(request.seat)}

    def runs(self, request: Runs) -> Reply:
        """The best runs of a company as things stand."""
        best = self.game.best_runs(request.company)
        runs = [{"nodes": run.nodes, "stops": run.stops, "value": run.value} for run in best.runs]
        return {"company": request.company, "total": best.total, "proven": best.proven, "runs": runs}

    def log(self, request: LogRequest) -> Reply:
        """The log from a number on."""
        first = max(1, request.start)
        entries = self.game.log[first - 1 :]
        return {"log": [{"number": n, **_describe_entry(entry)} for n, entry in enumerate(entries, first)]}

    def save(self, request: ProtocolRequest) -> Reply:
        """The game as a file of ours."""
        return {"game": self.game.as_json()}

    def _standing(self) -> Reply:
        """Where the game stands, in short."""
        game = self.game
        position = game.position
        return {
            "turn": game.turn,
            "actor": game.actor,
            "round": position.round,
            "phase": position.phase,
            "actions": len(game.log),
            "over": game.over,
            "result": position.result,
            "edition": game.rules.edition,
            "hash": position.hash(),
        }


COMMANDS: dict[str, tuple[type[ProtocolRequest], Callable[[Session, Any], Reply]]] = {
    "titles": (ProtocolRequest, Session.titles),
    "new": (New, Session.new),
    "setup": (SetupRequest, Session.take_up),
    "load": (Load, Session.take_up),
    "legal": (ProtocolRequest, Session.legal),
    "play": (Play, Session.play),
    "undo": (ProtocolRequest, Session.undo),
    "redo": (ProtocolRequest, Session.redo),
    "position": (ProtocolRequest, Session.position),
    "view": (View, Session.view),
    "runs": (Runs, Session.runs),
    "log": (LogRequest, Session.log),
    "save": (ProtocolRequest, Session.save),
    "quit": (ProtocolRequest, Session.quit),
}


def refusal_as_data(error: StellwerkError) -> Reply:
    """A refusal as plain data."""
    if isinstance(error, Illegal):
        return dict(error.as_json())
    return {"code": "bad-input", "sentence": str(error), "clause": None}


def reply_to_failure(error: Exception) -> str:
    """The reply when the engine itself fails: the game is as it was."""
    sentence = f"The engine failed ({type(error).__name__}); the game is as it was before this request."
    return _write_line({"ok": False, "error": {"code": "internal", "sentence": sentence, "clause": None}})


def describe_action(action: Action) -> Reply:
    """An action as data and in words."""
    return {"action": actions.encode(action), "text": to_text(action)}


def describe_choice(choice: Choice) -> Reply:
    """A choice as data and in words, with the range of its number if it has one."""
    if choice.field is None:
        return describe_action(choice.action)
    number = {"field": choice.field, "low": choice.low, "high": choice.high, "step": choice.step}
    return {**describe_action(choice.action), **number}


def _describe_entry(entry: Entry) -> Reply:
    return {**describe_action(entry.action), "events": [event.as_json() for event in entry.events]}


def _describe_events(entries: list[Entry]) -> list[dict[str, Any]]:
    happened: list[Event] = [event for entry in entries for event in entry.events]
    return [event.as_json() for event in happened]


def _describe_title(name: str) -> Reply:
    rules = rules_of(name)
    figures = rules.figures
    return {
        "title": name,
        "designer": figures.designer,
        "publisher": figures.publisher,
        "variants": rules.variants,
        "rules": rules.programs,
        "edition": rules.edition,
        "players": rules.figures.player_counts(),
    }


def _write_line(reply: Reply) -> str:
    return msgspec.json.encode(reply).decode()
