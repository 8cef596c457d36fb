"""What a seat sees, as one row of numbers of a fixed length: `FIELDS` says which, `encoding_reads` how they are read.

Only `Position.seen_by` is read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from stellwerk.lab import encoding_reads as read
from stellwerk.lab.encoding import Block, catalogue
from stellwerk.lab.encoding_reads import THOUSAND, Row, Seen
from stellwerk.position import BANK, OFFERING, POOL, Position
from stellwerk.rules import Rules

BOUND = 1000.0
"""No number of an observation is larger, with either sign."""

Vector = NDArray[np.float32]


class Field(msgspec.Struct, frozen=True):
    """A block: its name, how it is read, what stands in it, and the fields of a position that alone decide it.

    Without such fields it is read anew each time.
    """

    name: str
    read: Callable[[Seen], Row]
    meaning: str
    on: tuple[str, ...] = ()


FIELDS: tuple[Field, ...] = (
    Field("step", read.steps, "one of the title's steps: what is to be decided"),
    Field("stage", read.stages, "one of the stages of a company's turn"),
    Field("round", read.round_now, "set, number in the set, rounds in the set"),
    Field("phase", lambda s: read.one_of(tuple(s.rules.phases), s.pos.phase), "one of the phases", ("phase",)),
    Field("decider", lambda s: read.one_of(s.players, s.decider), "one of the players: who decides"),
    Field(
        "actor", lambda s: read.one_of(s.things.companies, s.actor), "one of the companies: who acts, if no player does"
    ),
    Field("turn", read.turn_so_far, "tiles laid in this turn, promotions among them, what the run earned"),
    Field("waiting", read.waiting, "an offer or a forced purchase: price; its company; target; private company; train"),
    Field(
        "declined", read.declined, "companies to take over, private companies, train cards: price declined in this turn"
    ),
    Field(
        "selling",
        lambda s: read.among(s.things.companies, getattr(s.step, "selling", ())),
        "companies sold in this turn",
    ),
    Field("bank", lambda s: [s.pos.cash[BANK] / THOUSAND], "the bank's money (below 0 where it is unlimited)"),
    Field("order", read.places, "players: place in the playing order, 0 for who has left"),
    Field(
        "passed",
        lambda s: read.among(s.players, getattr(s.step, "passed", ())),
        "players: passed since the last purchase",
    ),
    Field("cash", lambda s: s.each(s.pos.cash, s.players, THOUSAND), "players: cash"),
    Field("loans", lambda s: s.each(s.pos.loans, s.players, THOUSAND), "players: loan"),
    Field("penalties", lambda s: s.each(s.pos.penalties, s.players, THOUSAND), "players: penalty"),
    Field("certificates", read.certificates, "players: certificates that count; then the limit"),
    Field("worth", read.worths, "players: worth"),
    Field("shares", read.shares, "player x company: part held", ("certificates",)),
    Field("director", read.directors, "player x company: directs it", ("certificates",)),
    Field("sold", read.sales, "player x company: sold shares of it in this stock round", ("sold",)),
    Field("offering", lambda s: s.holdings(OFFERING), "companies: part in the initial offering", ("certificates",)),
    Field("pool", lambda s: s.holdings(POOL), "companies: part in the bank pool", ("certificates",)),
    Field(
        "state",
        read.states,
        "four rows of companies: started, floated, operated, taken over",
        ("pars", "floated", "operated", "absorbed"),
    ),
    Field("price", read.prices, "two rows of companies: present price, first price", ("markers", "pars")),
    Field("marker", read.markers, "companies x (row, column, place in the stack), from 1", ("markers",)),
    Field("treasury", lambda s: s.each(s.pos.cash, s.things.companies, THOUSAND), "companies: treasury"),
    Field("debt", read.debts, "companies: debt at the bank"),
    Field(
        "markers left",
        lambda s: s.each(s.pos.unplaced, s.things.companies),
        "companies: stations on the charter",
        ("unplaced",),
    ),
    Field(
        "revenue",
        lambda s: s.each(s.pos.revenues, s.things.companies, THOUSAND),
        "companies: last revenue",
        ("revenues",),
    ),
    Field("private", read.private_owners, "private company x (offering, players, companies): owner", ("privates",)),
    Field("used", lambda s: read.among(s.things.privates, s.pos.used), "private companies: power used up", ("used",)),
    Field("bid", read.bids, "private company x player: the bid that stands"),
    Field("cut", lambda s: [getattr(s.step, "cut", 0) / THOUSAND], "by how much the first lot has become cheaper"),
    Field("trains", read.trains, "(companies, pool) x train: how many", ("trains",)),
    Field("scrapped", lambda s: read.among(s.things.faces, s.pos.scrapped), "trains: out of the game", ("scrapped",)),
    Field(
        "card",
        read.cards,
        "train card x (place: 1 stack, 2 pool, from 3 the companies; face that shows, from 1)",
        ("stack", "trains"),
    ),
    Field(
        "hex",
        read.hexes,
        "hex x (tile from 1, rotation, cost, colour, worth, places, 15 pairs of edges joined)",
        ("tiles", "phase"),
    ),
    Field("signs", read.signs, "hexes: signs that lie there and are not printed"),
    Field("station", read.stations, "(hex and city) x company: a station stands there", ("stations",)),
)
"""Every block, in order."""


class ViewCode:
    """The observations of a title for a number of players."""

    def __init__(self, rules: Rules, players: int):
        self.things = catalogue(rules)
        self.blocks: list[Block] = []
        self.size = 0
        self._kept: dict[tuple[str, str], tuple[list[object], Vector]] = {}
        names = [f"player_{i}" for i in range(players)]
        empty = Seen(self.things, rules.new_position(names, 0), names[0])
        for field in FIELDS:
            length = len(self._part(field, empty))
            self.blocks.append(Block(field.name, self.size, length, field.meaning))
            self.size += length

    def vector(self, position: Position, seat: str) -> Vector:
        """What a seat sees of a position."""
        return self._vector(position.seen_by(seat), seat)

    def state(self, position: Position) -> Vector:
        """What a spectator sees, players in seating order."""
        return self._vector(position.seen_by(None), position.players[0])

    def _vector(self, position: Position, first: str) -> Vector:
        seen = Seen(self.things, position, first)
        return np.concatenate([self._part(field, seen) for field in FIELDS]).clip(-BOUND, BOUND)

    def _part(self, field: Field, seen: Seen) -> Vector:
        """One block; it is kept for as long as what it depends on is the same object (positions share what stays)."""
        basis = [getattr(seen.pos, name) for name in field.on]
        key = (field.name, seen.players[0])
        kept = self._kept.get(key)
        if kept and all(one is other for one, other in zip(kept[0], basis, strict=True)):
            return kept[1]
        row = np.array(list(field.read(seen)), dtype=np.float32)
        if field.on:
            self._kept[key] = (basis, row)
        return row


@cache
def view_code(rules: Rules, players: int) -> ViewCode:
    """The encoding for a title in one of its variants and a number of players, made once."""
    return ViewCode(rules, players)
