"""Plain records the service speaks in: actors, tables, seats, entries of the log, answers."""

from __future__ import annotations

from typing import Any

import msgspec

from stellwerk.position import Round

WAITING, PLAYING, OVER, CLOSED = "waiting", "playing", "over", "closed"
"""The states of a table: people sit down, the game runs, the game has ended; or it was closed before it began."""

FREE, PERSON, SCREEN, BOT = "free", "account", "screen", "bot"
"""The kinds of seats: nobody yet, an account, one of several people at an account's screen, a program."""

MOVE, DRAW, UNDO, REDO = "move", "draw", "undo", "redo"
"""The kinds of entries."""


class Actor(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks: an account, the server's own bots, or a visitor; with an invitation, where one was followed."""

    account: int | None = None
    bot: bool = False
    invitation: str = ""
    session: str = ""
    """The digest of the session he asks under, if any: each transaction looks whether it still stands."""


class TableSeat(msgspec.Struct, frozen=True):
    """A seat at a table: its name in the game, and who plays for it."""

    table: int
    seat: int
    name: str
    kind: str
    account: int | None = None
    bot: str | None = None


class TableInfo(msgspec.Struct, frozen=True):
    """A table without its game."""

    id: int
    owner: int
    title: str
    variant: str
    rules: str
    options: dict[str, Any]
    seed: int
    visibility: str
    invitation: str
    created: float
    state: str
    seats: tuple[TableSeat, ...] = ()
    own: str | None = None
    """The own figures it is played with, by their digest."""
    edition: int = 1
    """The edition of the title's rules it is played by; while it waits, the newest there was when it was set up."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names in the game, in the order of the seats."""
        return tuple(seat.name for seat in self.seats)

    @property
    def name(self) -> str:
        """What its people call the table; empty if they gave it no name."""
        return str(self.options.get("name") or "")

    @property
    def brought_by(self) -> str:
        """Who brought the own board it is played on."""
        return str(self.options.get("brought_by") or "")

    @property
    def seed_was_chosen(self) -> bool:
        """Did somebody choose the seed, who may so foretell the draws?"""
        return self.options.get("seed_chosen") is True

    @property
    def removed(self) -> tuple[int, ...]:
        """The accounts the owner does not want at the table."""
        return tuple(account for account in self.options.get("removed", ()) if isinstance(account, int))

    @property
    def offered(self) -> tuple[int, ...]:
        """The bots' seats that somebody may take over."""
        return tuple(seat for seat in self.options.get("offered", ()) if isinstance(seat, int))


class Head(msgspec.Struct, frozen=True):
    """The end of a log: the last entry's number, and the position that holds after it."""

    number: int = 0
    node: int = 0
    depth: int = 0
    hash: str = ""


class Logged(msgspec.Struct, frozen=True):
    """An entry of a log. `node`: the move or draw whose position holds after it; `depth`: moves from the start."""

    number: int
    kind: str
    parent: int
    node: int
    depth: int
    action: dict[str, Any] | None
    hash: str
    who: str
    account: int | None
    at: float
    key: str | None = None
    undone_by: int | None = None


class PlayedAnswer(msgspec.Struct, frozen=True):
    """The answer to a move: the number of its entry, the number after it (with draws), the hash there."""

    number: int
    now: int
    hash: str


class UndoRequest(msgspec.Struct, frozen=True):
    """Somebody asks to take back (or to restore) more than is his alone."""

    id: int
    table: int
    kind: str
    at_number: int
    target: int
    seat: int
    asked: tuple[int, ...]
    agreed: tuple[int, ...]
    state: str
    at: float


class Message(msgspec.Struct, frozen=True):
    """A line of chat, with the number of the log's last entry when it was said."""

    id: int
    table: int
    account: int
    text: str
    number: int
    at: float


class WhatIf(msgspec.Struct, frozen=True):
    """A private copy of a game: the entry it starts from, and what was played on it since."""

    id: int
    owner: int
    table: int
    number: int
    actions: tuple[dict[str, Any], ...]
    created: float


class Account(msgspec.Struct, frozen=True):
    """A person known here."""

    id: int
    name: str
    closed: bool
    created: float


class OwnBoard(msgspec.Struct, frozen=True):
    """An own board somebody keeps here."""

    digest: str
    title: str
    name: str
    created: float


class TableStanding(msgspec.Struct, frozen=True):
    """Where a game stands, in a few plain words for a list of games."""

    turn: str
    """The player who decides; empty when the game is over."""
    actor: str
    """The player or company that acts."""
    round: Round
    step: str
    """The step that is current (`operating-turn`, `consent`)."""
    stage: str = ""
    """In a company's turn, the stage it is in (`track`, `run`)."""
    result: dict[str, int] | None = None


class Overview(msgspec.Struct, frozen=True):
    """A table in a list: where its log ends, when something happened last, and where the game stands."""

    table: TableInfo
    number: int
    at: float
    standing: TableStanding | None = None
    """None before the game begins, and when there was no time to look."""
    host: str = ""
    damaged: bool = False
    """Can the game no longer be followed?"""


class Copied(msgspec.Struct, frozen=True):
    """A private copy in a list: how many actions were played on it, instead of which."""

    id: int
    table: int
    title: str
    name: str
    """The name of the table it was made at; it may have none."""
    number: int
    """The entry it starts from."""
    played: int
    created: float
