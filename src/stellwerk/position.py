"""The state of a game: plain data, cheap to copy, JSON in and out.

The fields hold immutable values or mappings that are never changed in place: a change puts a new mapping into the
field (`put`, `drop`). So a copy shares everything and costs next to nothing, and an old copy stays as it was.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, Self, TypeVar

import msgspec

from stellwerk.errors import BadInput
from stellwerk.vocabulary import Vocabulary

T = TypeVar("T")

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


class TitleState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What only one title has to remember: a record of its own, empty where a title has nothing.

    Its fields are left out of the JSON until something is written into them: they are `UNSET` by default.
    """

    @classmethod
    def of(cls, position: Position) -> Self:
        """The state of a position of this title."""
        state = position.state
        assert isinstance(state, cls), f"{position.title} has no such state"
        return state

    @classmethod
    def read(cls, data: object) -> Self:
        """The state from plain data, read strictly; refuses with one sentence."""
        try:
            return msgspec.convert(data, type=cls)
        except (msgspec.ValidationError, RecursionError) as error:
            raise BadInput(f"The title of this position cannot have such `extra`: {error}.") from None

    def check(self, rules: Any, position: Position) -> None:
        """Refuse what cannot be in this position."""

    def money_owed(self) -> Mapping[str, int]:
        """What companies and players owe beyond loans and penalties."""
        return {}

    def money_promised(self) -> Mapping[str, int]:
        """What the bank is to pay once a condition is met: to whom how much."""
        return {}

    def counted_things(self, rules: Any, position: Position) -> Mapping[str, Mapping[str, int]]:
        """Things in limited number, by name: where how many lie. Together they are always as many."""
        return {}

    def could_bring(self, rules: Any, position: Position) -> Mapping[str, int]:
        """What such things could bring players by the shares they hold, if all were used: a guess, for bots."""
        return {}

    def as_key(self) -> bytes:
        """Something that differs where the state does, for caches."""
        return msgspec.json.encode(self, order="sorted")

    def run_key(self, hexes: Sequence[str]) -> Hashable:
        """The same, of what runs of plain trains in these hexes depend on: a title leaves out what they do not."""
        return self.as_key()


@cache
def fields_are_sorted(kind: type[TitleState]) -> bool:
    """Do the fields stand in alphabetical order, as they do in what is hashed?"""
    return list(kind.__struct_fields__) == sorted(kind.__struct_fields__)


def value_or(value: T | msgspec.UnsetType, otherwise: T) -> T:
    """What was written into a field, or something else where nothing was."""
    return otherwise if isinstance(value, msgspec.UnsetType) else value


class Shapes(NamedTuple):
    """What the positions of one title are made of, for reading them."""

    steps: Any
    """The union of the step records that may stand on its agenda."""
    actions: Vocabulary
    """The actions that can be said in it."""
    state: type[TitleState] = TitleState
    """What it has to remember beside all that positions have in common."""


def read_agenda(data: object, shapes: Shapes) -> tuple[Any, ...]:
    """The steps that wait, from plain data; refuses what can be none of the title's."""
    try:
        steps = tuple[shapes.steps, ...]  # type: ignore[name-defined]
        return msgspec.convert(data, type=steps, dec_hook=shapes.actions.read_said)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadInput(f"This is no position: {error}.") from None


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
    state: TitleState = msgspec.field(name="extra", default=TitleState())
    """What only its title knows (`extra` in JSON)."""

    def copy(self) -> Position:
        """The same position, free to go another way."""
        return copy.copy(self)

    def put(self, field: str, key: str, value: Any) -> None:
        """Set one entry of a mapping."""
        setattr(self, field, {**getattr(self, field), key: value})

    def drop(self, field: str, key: str) -> None:
        """Remove one entry of a mapping."""
        setattr(self, field, {k: v for k, v in getattr(self, field).items() if k != key})

    def update_state(self, **changes: Any) -> None:
        """Write into fields of what only the title knows; `UNSET` empties one."""
        self.state = msgspec.structs.replace(self.state, **changes)

    def as_json(self) -> dict[str, Any]:
        """The position as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    def hash(self) -> str:
        """Sixteen hexadecimal digits that stand for this position on every machine."""
        told = self
        if not fields_are_sorted(type(self.state)):
            told = self.copy()
            told.state = msgspec.Raw(self.state.as_key())  # type: ignore[assignment]  # sorted, as keys are
        text = msgspec.json.encode(told, order="deterministic")
        return hashlib.blake2b(text, digest_size=8).hexdigest()

    @classmethod
    def from_json(cls, data: object, shapes: Shapes) -> Position:
        """A position from plain data, made of what its title has (`Rules.shapes`)."""
        if not isinstance(data, dict):
            raise BadInput("A position is a JSON object.")
        agenda = read_agenda(data.get("agenda", []), shapes)
        try:
            position = msgspec.convert({**data, "agenda": [], "extra": {}}, type=cls)
        except (msgspec.ValidationError, RecursionError) as error:
            raise BadInput(f"This is no position: {error}.") from None
        position.agenda = agenda
        position.state = shapes.state.read(data.get("extra", {}))
        if position.edition == 1:
            position.edition = msgspec.UNSET
        return position

    def seen_by(self, seat: str | None) -> Position:
        """What one player (None: a spectator) may see: no seed, for draws could be foretold, and no step's secrets."""
        seen = self.copy()
        seen.seed, seen.draws = 0, 0
        seen.agenda = tuple(step.seen_by(seat) for step in self.agenda)
        return seen
