"""What happened by each step of a log: derived by playing it once, then kept in memory.

An entry never changes, so neither does what happened by it. Whatever plays a step (a move, the archive on its way to a
position) leaves here what it saw; the log a person reads is made from that.
"""

from __future__ import annotations

import msgspec

from stellwerk.actions import CHANCE, Action, LayTile
from stellwerk.events import Event
from stellwerk.game import Entry
from stellwerk.memory import Memory
from stellwerk.position import Position, Round
from stellwerk.referee import Referee
from stellwerk.rules import Rules

KEPT = 30_000
"""So many steps are remembered, over all tables."""


class Happened(msgspec.Struct, frozen=True):
    """What happened by one step, and in whose turn."""

    events: tuple[Event, ...] = ()
    turn: str = ""
    """The company or player whose turn it was; empty before the first."""
    round: Round = Round()
    """The round it was played in."""
    director: str = ""
    """In a company's turn, the director it had; empty if the bank ran it."""
    was: str = ""
    """The tile that lay where one was laid."""
    action: Action | None = None


class Chronicle:
    """What happened, by table and entry; the least used is forgotten first."""

    def __init__(self, kept: int = KEPT):
        self.steps: Memory[tuple[int, int], Happened] = Memory(kept)

    def get(self, table: int, number: int) -> Happened | None:
        """What happened by an entry, if it is remembered."""
        return self.steps.find((table, number))

    def put(self, table: int, number: int, what: Happened) -> None:
        """Remember what happened by an entry."""
        self.steps.put((table, number), what)


def what_happened(rules: Rules, entry: Entry) -> Happened:
    """What a played step of a game tells."""
    laid = entry.action if isinstance(entry.action, LayTile) else None
    was = entry.before.tiles.get(laid.hex, ("", 0))[0] if laid is not None else ""
    turn = turn_of(rules, entry.before)
    director = rules.register.director(entry.before, turn) if turn in rules.companies else None
    return Happened(entry.events, turn, entry.before.round, director or "", was, entry.action)


def turn_of(rules: Rules, position: Position) -> str:
    """Whose turn it is, whoever is asked within it: a company in an operating round, a player otherwise."""
    for step in position.agenda:
        company = getattr(step, "company", None)
        if isinstance(company, str) and company in rules.companies:
            return company
    if not position.agenda:
        return ""
    referee = Referee(rules, position)
    actor = referee.task.actor(referee)
    return "" if actor == CHANCE else actor
