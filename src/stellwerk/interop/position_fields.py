"""What a position file may say: its fields, as records. docs/positions.md explains them with examples."""

from __future__ import annotations

from typing import Any

import msgspec

from stellwerk.position import Round

FORMAT = "stellwerk-position"
BEGINNING = {"format", "title", "variant", "rules", "own", "edition", "players", "seed"}
"""Fields that describe a new game; whoever says more describes a position."""


class Share(msgspec.Struct, forbid_unknown_fields=True):
    """A started company: its initial price, the present one, and who holds how many percent."""

    par: int | None = None
    """Nothing for a company that never has a price."""
    holders: dict[str, int] = {}
    cards: dict[str, str] = {}
    """Certificates that are not like the others, by name, and who holds them beside what `holders` says."""
    price: int | None = None
    cell: tuple[int, int] | None = None
    """Row and column of the price, for charts where one price stands in several cells."""
    director: str | None = None


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """Whose turn it is: a player of a stock round, or a company at a stage of its turn."""

    player: str | None = None
    company: str | None = None
    stage: str | None = None
    """The first one unless said."""
    first: bool = False
    laid: tuple[str, ...] = ()
    revenue: int = 0
    passed: tuple[str, ...] = ()
    after: tuple[str, ...] | None = None
    """Companies that operate after this one; default: all others with a lower price."""
    bids: dict[str, tuple[str, int]] = {}
    """Player to the lot he has bid on and his bid, where a file can stand in the bidding."""


class PositionFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A position as a person writes it."""

    format: str = FORMAT
    title: str
    variant: str = ""
    """The title's first one unless said."""
    rules: str = "book"
    own: dict[str, Any] | None = None
    """The own board, chart or tiles it is played with (docs/own-boards.md)."""
    edition: int | None = None
    """The edition of the rules it is played by; the newest unless said."""
    players: tuple[str, ...]
    order: tuple[str, ...] | None = None
    seed: int = 0
    phase: str | None = None
    round: Round | None = None
    cash: dict[str, int] = {}
    loans: dict[str, int] = {}
    penalties: dict[str, int] = {}
    companies: dict[str, Share] = {}
    """Started companies; of those on one cell the first one named lies on top."""
    floated: tuple[str, ...] | None = None
    operated: tuple[str, ...] | None = None
    absorbed: dict[str, tuple[str, ...]] = {}
    privates: dict[str, str] = {}
    used: tuple[str, ...] = ()
    tiles: dict[str, str] = {}
    """Hex to `tile@rotation`."""
    stations: dict[str, tuple[str, ...]] = {}
    """Company to places: `E11.1` (hex and city), `D4` (its only city)."""
    trains: dict[str, tuple[str, ...]] = {}
    """Company or `pool` to trains: a face (`3+3`) or a card and its face (`e2 3+3`)."""
    next_card: str | tuple[str, ...] | None = None
    """The bank's next card; where it has several stacks, that of each."""
    scrapped: tuple[str, ...] = ()
    returned: dict[str, str] = {}
    """Train card in the pool to the company that returned it."""
    sold: dict[str, tuple[str, ...]] = {}
    extra: dict[str, Any] = {}
    """What only one title knows (its own page says what)."""
    turn: Turn | None = None
    agenda: tuple[dict[str, Any], ...] = ()
    """In place of `turn`: the steps of the round that wait, the present one last, as a position in JSON has them."""


def fields_said(spec: PositionFile) -> set[str]:
    """The fields in which a file says something."""
    start = {field.name: field.default for field in msgspec.structs.fields(PositionFile)}
    return {name for name, said in msgspec.structs.asdict(spec).items() if said not in (start[name], {}, ())}
