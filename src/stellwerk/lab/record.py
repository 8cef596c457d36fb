"""What is kept of a game: one line of JSON each."""

from __future__ import annotations

from typing import Any

import msgspec

BANK, BANKRUPTCY, PRICE, LAST_ROUND, CUT, CRASH = "bank", "bankruptcy", "price", "last round", "cut off", "crash"
"""How a game can end; the last two are no ends by the rules."""


class Fault(msgspec.Struct, frozen=True):
    """A bot failed; another took its place for the rest of the game."""

    player: str
    bot: str
    move: int
    kind: str
    """`crash`, `illegal`, `silence`, `nonsense` or `flood`."""
    sentence: str


class SeatRecord(msgspec.Struct, frozen=True):
    """A player of a game."""

    player: str
    bot: str
    place: int
    """1 played first."""
    worth: int = 0
    """At the end."""
    won: float = 0.0
    """1, or a part of it where several won together."""
    moves: int = 0


class TrainRecord(msgspec.Struct):
    """A train type: the operating rounds (1 is the first of the game) in which things happened to it."""

    bought: list[int] = []
    """From the bank."""
    exported: list[int] = []
    rusted: int | None = None


class CompanyRecord(msgspec.Struct):
    """A company: when it floated (0: before the first operating round), and what it earned."""

    started: int | None = None
    floated: int | None = None
    par: int = 0
    paid: int = 0
    """The sum of the revenues it paid out."""
    kept: int = 0
    """The sum of the revenues it kept."""
    payments: int = 0
    runs: int = 0
    """How often it ran for something."""
    acquired_by: str | None = None
    trains: int = 0
    """How many trains it bought, from whomever."""


class EventRecord(msgspec.Struct):
    """A kind of event: how often it happened, and what its numbers came to, those below nothing by themselves."""

    times: int = 0
    gained: dict[str, int] = {}
    lost: dict[str, int] = {}

    def note(self, name: str, number: int) -> None:
        """Count a number of one of them."""
        side = self.gained if number >= 0 else self.lost
        side[name] = side.get(name, 0) + number


class Timing(msgspec.Struct):
    """How long a bot thought: the only part of a record that differs between two runs."""

    seconds: float = 0.0
    slowest: float = 0.0
    spread: dict[int, int] = {}
    """How many moves took less than 2^(k/4) microseconds but not less than 2^((k-1)/4)."""


class GameRecord(msgspec.Struct, kw_only=True):
    """A game that was played."""

    game: int
    seed: int
    seats: tuple[SeatRecord, ...]
    """In the order of the first round."""
    ended: str
    ended_in: str = ""
    """The kind of round in which what ended the game happened: where the bank broke, or the last one."""
    winners: tuple[str, ...] = ()
    result: dict[str, int] = {}
    moves: int = 0
    rounds: int = 0
    """How many operating rounds began."""
    worths: list[dict[str, int]] = []
    """Player to worth, after each operating round."""
    trains: dict[str, TrainRecord] = {}
    companies: dict[str, CompanyRecord] = {}
    phases: dict[str, int] = {}
    """Phase to the operating round in which it began, those that did."""
    events: dict[str, EventRecord] = {}
    """Kind of event (its tag) to what it came to, for everything that happened, whatever a title brings."""
    faults: tuple[Fault, ...] = ()
    error: str | None = None
    hash: str = ""
    """Of the last position."""
    times: dict[str, Timing] = {}

    def essence(self) -> dict[str, Any]:
        """Everything that is the same whenever the game is played again."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        del data["times"]
        return data


encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(GameRecord)
