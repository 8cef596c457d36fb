"""A game that can no longer be followed: where it breaks, why, and the last position that is sound."""

from __future__ import annotations

import msgspec

from stellwerk.errors import Illegal
from stellwerk.game import Game

OTHER, REFUSED, UNREADABLE, MISSING, NO_RULES = "other", "refused", "unreadable", "missing", "rules"
"""Why: another position comes out, the rules refuse the step, it says nothing readable, it is not there; or nothing
can be played at all, because the title, its variant, its edition or the own board is not here."""


class Damaged(Illegal):
    """What is stored does not lead where it led when it was played."""

    def __init__(
        self, table: int, entry: int, cause: str, why: str = "", *, expected: str = "", found: str = "", before: int = 0
    ):
        self.table = table
        self.entry = entry
        """The step that can no longer be played; 0, if none can."""
        self.cause = cause
        self.why = why
        """The refusal of the engine, in a sentence."""
        self.expected, self.found = expected, found
        """The hash of the entry, and the one that came out."""
        self.before = before
        """The step before the break."""
        super().__init__("damaged", _damage_sentence(entry, cause, why))

    def told(self) -> str:
        """For the operator: table, entry, both hashes, and why."""
        hashes = f"expected {self.expected or 'nothing'}, found {self.found or 'nothing'}"
        return f"Table {self.table} can no longer be followed at entry {self.entry} ({hashes}): {self.sentence}"


class Sound(msgspec.Struct, frozen=True):
    """The position after a step; where the log breaks before it, the last sound one and what is wrong."""

    game: Game | None
    """None, if there is no position at all."""
    node: int
    damage: Damaged | None = None


SENTENCES = {
    NO_RULES: "This game can no longer be followed, for its rules are not here: {0}",
    MISSING: "This game can no longer be followed: entry {0} is missing in its log.",
    UNREADABLE: "This game can no longer be followed: entry {0} cannot be read.",
    REFUSED: "This game can no longer be followed: entry {0} can no longer be played. {1}",
    OTHER: "This game can no longer be followed: after entry {0} the position is another one than when it was played."
    " The rules have changed since, or the file was edited.",
}


def _damage_sentence(entry: int, cause: str, why: str) -> str:
    return SENTENCES[cause].format(*((why,) if cause == NO_RULES else (entry, why)))
