"""Reading an 18xx.games file: its head, its players, and the actions that still count after undo and redo."""

from __future__ import annotations

from typing import Any, NoReturn

import msgspec

from stellwerk.errors import BadInput

MOST_ACTIONS = 20_000
LONGEST_WORD = 200
SILENT = frozenset({"message", "log"})
"""Entries that say nothing about the game and stay out of undo."""

Id = int | str


class RecordedAction(msgspec.Struct, frozen=True):
    """One recorded action: its number in the file, who acts, and its fields."""

    number: int
    type: str
    entity: Id
    entity_type: str
    fields: dict[str, Any]

    def bad(self, sentence: str) -> NoReturn:
        """This action cannot be read or played."""
        raise BadInput(f"Action {self.number} ({self.type}): {sentence}")

    def word(self, key: str) -> str:
        """A field that must be a short string."""
        value = self.fields.get(key)
        if not isinstance(value, str) or not 0 < len(value) <= LONGEST_WORD:
            self.bad(f"its field {key!r} must be a short text.")
        return value

    def whole(self, key: str) -> int:
        """A field that must be a whole number."""
        value = self.fields.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 10**9:
            self.bad(f"its field {key!r} must be a whole number.")
        return value

    def words(self, key: str) -> list[str]:
        """A field that must be a list of short strings."""
        value = self.fields.get(key)
        if not isinstance(value, list) or len(value) > LONGEST_WORD or not all(is_word(v) for v in value):
            self.bad(f"its field {key!r} must be a list of texts.")
        return value

    def objects(self, key: str) -> list[dict[str, Any]]:
        """A field that must be a list of objects."""
        value = self.fields.get(key)
        if not isinstance(value, list) or len(value) > LONGEST_WORD or not all(isinstance(v, dict) for v in value):
            self.bad(f"its field {key!r} must be a list of objects.")
        return value


class RecordedSeat(msgspec.Struct, frozen=True):
    """A player of the file: the id that actions use, and the name."""

    id: Id
    name: str


class RecordedFile(msgspec.Struct, frozen=True):
    """What an 18xx.games file says, undone actions left out."""

    title: str
    options: tuple[str, ...]
    """Its optional rules."""
    seats: tuple[RecordedSeat, ...]
    seed: int
    old_seed: int
    """What older versions of the program used: the digits of the game's id."""
    finished: bool
    result: dict[str, int]
    records: tuple[RecordedAction, ...]
    dropped: int
    """Entries that do not count: taken back, chat, standing orders."""


def is_word(value: object) -> bool:
    """Is it a text of sensible length?"""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_WORD


def is_id(value: object) -> bool:
    """Is it something an action may call a player or company by?"""
    return is_word(value) or (isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**12)


def read_file(data: object) -> RecordedFile:
    """Check a decoded file and take out of it what counts."""
    if not isinstance(data, dict):
        raise BadInput("An 18xx.games file is a JSON object.")
    title = data.get("title")
    if not is_word(title):
        raise BadInput("The file does not name its game: the field 'title' must be a text.")
    settings = data.get("settings") or {}
    if not isinstance(settings, dict):
        raise BadInput("The field 'settings' must be an object.")
    options, id = read_options(settings), data.get("id")
    seeds = read_seed(settings, id), read_seed({}, id)
    entries = read_entries(data.get("actions"))
    records = [record for entry in live_entries(entries) for record in unfold_entry(entry)]
    finished = data.get("status") in ("finished", "archived")
    dropped = len(entries) - len({record.number for record in records})
    seats, result = read_seats(data.get("players")), read_result(data.get("result"))
    return RecordedFile(str(title), options, seats, *seeds, finished, result, tuple(records), dropped)


def read_options(settings: dict[str, Any]) -> tuple[str, ...]:
    """The optional rules; files that need an older program are refused."""
    if settings.get("pin"):
        raise BadInput("This game is pinned to an older version of 18xx.games and cannot be read.")
    rules = settings.get("optional_rules")
    if rules is not None and (not isinstance(rules, list) or not all(is_word(rule) for rule in rules)):
        raise BadInput("The field 'optional_rules' must be a list of texts.")
    return tuple(rules or ())


def read_seats(players: object) -> tuple[RecordedSeat, ...]:
    """The players in seating order."""
    if not isinstance(players, list) or not 1 <= len(players) <= 12:
        raise BadInput("The field 'players' must be a list of the players in seating order.")
    seats = []
    for player in players:
        if not isinstance(player, dict) or not is_word(player.get("name")):
            raise BadInput("Every entry of 'players' must be an object with a 'name'.")
        id: Any = player.get("id", player["name"])
        if not is_id(id):
            raise BadInput(f"The player {player['name']!r} has no usable 'id'.")
        seats.append(RecordedSeat(id, player["name"]))
    if len({str(seat.id) for seat in seats}) < len(seats):
        raise BadInput("Two players have the same id.")
    return tuple(seats)


def read_seed(settings: dict[str, Any], id: object) -> int:
    """The seed of the settings, else the first digits of the game's id."""
    seed = settings.get("seed")
    if isinstance(seed, int) and not isinstance(seed, bool):
        return seed % 2**31
    text = str(seed) if is_word(seed) else str(id) if is_id(id) else ""
    digits = ""
    for letter in text:
        if letter.isascii() and letter.isdigit():
            digits += letter
        elif digits:
            break
    return int(digits[:18] or "0") % 2**31


def read_result(result: object) -> dict[str, int]:
    """Final wealth by player id or name, as far as the file gives whole numbers."""
    if not isinstance(result, dict):
        return {}
    return {str(k): int(v) for k, v in result.items() if isinstance(v, int | float) and abs(v) < 10**9}


def read_entries(actions: object) -> list[RecordedAction]:
    """All entries of the file, in order."""
    if not isinstance(actions, list):
        raise BadInput("The field 'actions' must be a list.")
    if len(actions) > MOST_ACTIONS:
        raise BadInput(f"The file has {len(actions)} actions; more than {MOST_ACTIONS} are not read.")
    return [read_entry(entry, place) for place, entry in enumerate(actions, 1)]


def read_entry(entry: object, place: int) -> RecordedAction:
    """One entry; without a number of its own it is called by its place."""
    if not isinstance(entry, dict):
        raise BadInput(f"Action {place} must be an object.")
    number = entry.get("id", place)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number < 10**9:
        raise BadInput(f"Action {place}: its field 'id' must be a positive whole number.")
    kind = entry.get("type")
    if not is_word(kind):
        raise BadInput(f"Action {number}: its field 'type' must be a text.")
    entity, entity_type = entry.get("entity", ""), entry.get("entity_type", "")
    if entity is not None and entity != "" and not is_id(entity):
        raise BadInput(f"Action {number}: its field 'entity' must be an id.")
    return RecordedAction(number, str(kind), "" if entity is None else entity, str(entity_type), entry)


def live_entries(entries: list[RecordedAction]) -> list[RecordedAction]:
    """The entries that count: undo takes back, redo brings back (chat aside)."""
    alive: list[RecordedAction] = []
    undone: list[list[RecordedAction]] = []
    for entry in entries:
        if entry.type in SILENT:
            continue
        if entry.type == "undo":
            undone.append(cut_undone(alive, entry))
        elif entry.type == "redo":
            if undone:
                alive.extend(undone.pop())
        else:
            undone.clear()
            alive.append(entry)
    return alive


def cut_undone(alive: list[RecordedAction], undo: RecordedAction) -> list[RecordedAction]:
    """Take back what an undo names: the last entry, or all after the one with the number given."""
    upto = undo.fields.get("action_id")
    if upto is None:
        keep = max(0, len(alive) - 1)
    elif isinstance(upto, int) and not isinstance(upto, bool):
        keep = sum(1 for record in alive if record.number <= upto)
    else:
        undo.bad("its field 'action_id' must be a whole number.")
    gone = alive[keep:]
    del alive[keep:]
    return gone


def unfold_entry(entry: RecordedAction) -> list[RecordedAction]:
    """An action and those the program played right after it; standing orders themselves say nothing."""
    after = entry.fields.get("auto_actions") or []
    if not isinstance(after, list) or len(after) > LONGEST_WORD:
        entry.bad("its field 'auto_actions' must be a list of actions.")
    own = [] if entry.type.startswith("program_") else [entry]
    for inner in after:
        if not isinstance(inner, dict):
            entry.bad("its field 'auto_actions' must be a list of actions.")
        record = read_entry({**inner, "id": entry.number, "auto_actions": None}, entry.number)
        own += [] if record.type.startswith("program_") or record.type in SILENT else [record]
    return own
