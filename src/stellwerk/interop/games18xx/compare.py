"""A game that was read, and what its file says about it that our game says too."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from stellwerk.game import Game
from stellwerk.interop.games18xx.names import naming_of
from stellwerk.interop.games18xx.read_file import RecordedFile
from stellwerk.position import Position

LINKED = "destination_connection"
"""Says after a track step whether a link has been made; our game sees that by itself."""


class Imported(msgspec.Struct):
    """A recorded game in our engine, and what was found on the way."""

    game: Game
    names: dict[int | str, str]
    """The file's player ids to our players' names."""
    differences: list[str]
    inserted: int
    """Actions put in that the record leaves unsaid."""
    dropped: int
    """Entries left out: taken back, chat, passes that our game does not ask for."""
    after: dict[int, int]
    """Number of a recorded action to the number of our actions played after it."""
    cards: dict[str, str]
    """The file's train ids to our cards."""
    ended_early: bool = False
    """Did the players agree to stop?"""

    def position_after(self, number: int) -> Position:
        """Our position after the recorded action of a number, or of the last one before it."""
        log = self.game.log
        played = max((after for known, after in self.after.items() if known <= number), default=0)
        return log[played].before if played < len(log) else self.game.position


def links_unlike(imported: Imported, file: RecordedFile) -> Iterator[str]:
    """Where the other program sees a link earlier or later than our game."""
    link = naming_of(file.title).link
    if link is None:
        return
    said = [record for record in file.records if record.type == LINKED and record.number in imported.after]
    for record in said:
        if link.open(imported.position_after(record.number)) == bool(record.fields.get("corporations")):
            yield f"Action {record.number}: the link of {link.company} is seen otherwise."


def result_unlike(imported: Imported, file: RecordedFile) -> Iterator[str]:
    """Where the recorded result differs from our count."""
    counts = imported.game.position.result
    for seat in file.seats:
        name = imported.names[seat.id]
        recorded = file.result.get(str(seat.id), file.result.get(seat.name))
        if recorded is not None and counts is not None and counts[name] != recorded:
            yield f"{name} ends with {counts[name]}, recorded are {recorded}."
