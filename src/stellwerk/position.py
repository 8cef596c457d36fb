"""The state of a game: plain data, cheap to copy, JSON in and out.

The fields hold immutable values or mappings that are never changed in place: a change puts a new mapping into the
field (`put`, `drop`). So a copy shares everything and costs next to nothing, and an old copy stays as it was.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from stellwerk.errors import BadInput

BANK = "bank"
OFFERING = "offering"
POOL = "pool"
OUT = "out"
PLACES = (BANK, OFFERING, POOL, OUT)

Marker = tuple[int, int, int]
"""Where a price marker stands: row, column, and its place in the stack (0 on top)."""


class Step(msgspec.Struct, frozen=True, tag_field="step"):
    """An entry of the agenda: small plain data. What steps do is in `steps`."""

    def seen_by(self, seat: str | None) -> Step:
        """What one player may see of it; a step that keeps a secret hides it here."""
        return self


class Round(msgspec.Struct, frozen=True):
    """The round being played: its kind, the set it belongs to, its number in the set and of how many."""

    kind: str = "setup"
    set: int = 0
    number: int = 0
    of: int = 0


class Position(msgspec.Struct, kw_only=True):
    """Everything that is so at one moment of a game."""

    title: str
    variant: str
    rules: str = "book"
    own: str | msgspec.UnsetType = msgspec.UNSET
    """The own figures it is played with, by their digest; the printed ones need none."""
    edition: int | msgspec.UnsetType = msgspec.UNSET
    """The edition of the rules it is played by, from the second on; the first needs no number."""
    players: tuple[str, ...]
    order: tuple[str, ...]
    """Playing order: the order cards, or the seats from the priority deal on."""
    seed: int = 0
    draws: int = 0
    """How many draws were made from the seed."""
    round: Round = Round()
    phase: str
    cash: Mapping[str, int]
    loans: Mapping[str, int] = {}
    penalties: Mapping[str, int] = {}
    certificates: Mapping[str, str]
    """Certificate to the place it lies: a player, a company, `offering`, `pool` or `out`."""
    pars: Mapping[str, int] = {}
    """Company to its initial price; only companies whose director's certificate was sold."""
    markers: Mapping[str, Marker] = {}
    floated: tuple[str, ...] = ()
    operated: tuple[str, ...] = ()
    """Companies that have had a turn (their home station is placed)."""
    privates: Mapping[str, str] = {}
    """Private company to its owner: a player, a company, `offering` or `out`."""
    used: tuple[str, ...] = ()
    """Private companies whose power is used up."""
    tiles: Mapping[str, tuple[str, int]] = {}
    """Hex to the tile laid there and its rotation."""
    stations: Mapping[str, tuple[tuple[str, int], ...]] = {}
    """Hex to its stations: company and city (-1: waiting in the hex, no city yet)."""
    unplaced: Mapping[str, int] = {}
    """Company to the station markers on its charter."""
    absorbed: Mapping[str, tuple[str, ...]] = {}
    """Company to the companies it has taken over."""
    stack: tuple[str, ...] = ()
    """Train cards still with the bank, the next one first."""
    trains: Mapping[str, tuple[str, str]] = {}
    """Train card to its owner (a company, `pool` or `out`) and the face that shows."""
    returned: Mapping[str, str] = {}
    """Train card to the company that returned it to the pool last."""
    scrapped: tuple[str, ...] = ()
    """Train types that are out of the game."""
    sold: Mapping[str, tuple[str, ...]] = {}
    """Player to the companies he sold shares of in this stock round."""
    revenues: Mapping[str, int] = {}
    """Company to its last revenue."""
    agenda: tuple[Step, ...] = ()
    """What happens next; the last step is the current one."""
    result: Mapping[str, int] | None = None
    """Player to final wealth, once the game is over."""
    extra: Mapping[str, Any] = {}
    """What only one title knows."""

    def copy(self) -> Position:
        """The same position, free to go another way."""
        return copy.copy(self)

    def put(self, field: str, key: str, value: Any) -> None:
        """Set one entry of a mapping."""
        setattr(self, field, {**getattr(self, field), key: value})

    def drop(self, field: str, key: str) -> None:
        """Remove one entry of a mapping."""
        setattr(self, field, {k: v for k, v in getattr(self, field).items() if k != key})

    def as_json(self) -> dict[str, Any]:
        """The position as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    def hash(self) -> str:
        """Sixteen hexadecimal digits that stand for this position on every machine."""
        text = msgspec.json.encode(self, order="deterministic")
        return hashlib.blake2b(text, digest_size=8).hexdigest()

    @classmethod
    def from_json(cls, data: object, steps: Any) -> Position:
        """A position from plain data; `steps` is the union of step records that may stand in its agenda."""
        if not isinstance(data, dict):
            raise BadInput("A position is a JSON object.")
        try:
            agenda = msgspec.convert(data.get("agenda", []), type=tuple[steps, ...])
            position = msgspec.convert({**data, "agenda": []}, type=cls)
        except (msgspec.ValidationError, RecursionError) as error:
            raise BadInput(f"This is no position: {error}.") from None
        position.agenda = agenda
        if position.edition == 1:
            position.edition = msgspec.UNSET
        return position

    def seen_by(self, seat: str | None) -> Position:
        """What one player (None: a spectator) may see: no seed, for draws could be foretold, and no step's secrets."""
        seen = self.copy()
        seen.seed, seen.draws = 0, 0
        seen.agenda = tuple(step.seen_by(seat) for step in self.agenda)
        return seen
