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
from stellwerk.lab.encoding import EncodingBlock, catalogue_of
from stellwerk.lab.encoding_reads import THOUSAND, Row, Seen
from stellwerk.position import BANK, OFFERING, POOL, Position
from stellwerk.rules import Rules

BOUND = 1000.0
"""No number of an observation is larger, with either sign."""

Vector = NDArray[np.float32]


class ObservationField(msgspec.Struct, frozen=True):
    """A block: its name, how it is read, what stands in it, and the fields of a position that alone decide it.

    Without such fields it is read anew each time.
    """

    name: str
    read: Callable[[Seen], Row]
    meaning: str
    on: tuple[str, ...] = ()


FIELDS: tuple[ObservationField, ...] = (
    ObservationField("step", read.read_step, "one of the title's steps: what is to be decided"),
    ObservationField("stage", read.read_stage, "one of the stages of a company's turn"),
    ObservationField("round", read.round_now, "set, number in the set, rounds in the set"),
    ObservationField(
        "phase", lambda s: read.one_of(tuple(s.rules.phases), s.pos.phase), "one of the phases", ("phase",)
    ),
    ObservationField("decider", lambda s: read.one_of(s.players, s.decider), "one of the players: who decides"),
    ObservationField(
        "actor", lambda s: read.one_of(s.things.companies, s.actor), "one of the companies: who acts, if no player does"
    ),
    ObservationField("turn", read.turn_so_far, "tiles laid in this turn, promotions among them, what the run earned"),
    ObservationField("purchases", read.read_purchases, "bought in this turn, dealt in own shares"),
    ObservationField(
        "waiting",
        read.read_waiting_action,
        "an offer or a forced purchase: price; its company; target; private company; train",
    ),
    ObservationField(
        "declined",
        read.read_declined,
        "companies to take over, private companies, train cards: price declined in this turn",
    ),
    ObservationField(
        "selling",
        lambda s: read.flag_chosen(s.things.companies, getattr(s.step, "selling", ())),
        "companies sold in this turn",
    ),
    ObservationField(
        "bank", lambda s: [s.pos.cash[BANK] / THOUSAND], "the bank's money (below 0 where it is unlimited)"
    ),
    ObservationField("order", read.read_places, "players: place in the playing order, 0 for who has left"),
    ObservationField("passed", read.read_passes, "players: passed since the last purchase"),
    ObservationField("cash", lambda s: s.each(s.pos.cash, s.players, THOUSAND), "players: cash"),
    ObservationField("loans", lambda s: s.each(s.pos.loans, s.players, THOUSAND), "players: loan"),
    ObservationField("penalties", lambda s: s.each(s.pos.penalties, s.players, THOUSAND), "players: penalty"),
    ObservationField("certificates", read.read_certificates, "players: certificates that count; then the limit"),
    ObservationField("worth", read.read_worths, "players: worth"),
    ObservationField("shares", read.read_shares, "player x company: part held", ("certificates",)),
    ObservationField("director", read.read_directors, "player x company: directs it", ("certificates",)),
    ObservationField("sold", read.read_sales, "player x company: sold shares of it in this stock round", ("sold",)),
    ObservationField(
        "offering", lambda s: s.holdings(OFFERING), "companies: part in the initial offering", ("certificates",)
    ),
    ObservationField("pool", lambda s: s.holdings(POOL), "companies: part in the bank pool", ("certificates",)),
    ObservationField(
        "state",
        read.read_company_states,
        "four rows of companies: started, floated, operated, taken over",
        ("pars", "floated", "operated", "absorbed"),
    ),
    ObservationField(
        "price", read.read_prices, "two rows of companies: present price, first price", ("markers", "pars")
    ),
    ObservationField(
        "marker", read.read_markers, "companies x (row, column, place in the stack), from 1", ("markers",)
    ),
    ObservationField("treasury", lambda s: s.each(s.pos.cash, s.things.companies, THOUSAND), "companies: treasury"),
    ObservationField("debt", read.read_debts, "companies: debt at the bank"),
    ObservationField(
        "markers left",
        lambda s: s.each(s.pos.unplaced, s.things.companies),
        "companies: stations on the charter",
        ("unplaced",),
    ),
    ObservationField(
        "revenue",
        lambda s: s.each(s.pos.revenues, s.things.companies, THOUSAND),
        "companies: last revenue",
        ("revenues",),
    ),
    ObservationField(
        "private", read.private_owners, "private company x (offering, players, companies): owner", ("privates",)
    ),
    ObservationField(
        "used", lambda s: read.flag_chosen(s.things.privates, s.pos.used), "private companies: power used up", ("used",)
    ),
    ObservationField("bid", read.read_bids, "private company x player: the bid that stands"),
    ObservationField(
        "cut", lambda s: [getattr(s.step, "cut", 0) / THOUSAND], "by how much the first lot has become cheaper"
    ),
    ObservationField("trains", read.read_trains, "(companies, pool) x train: how many", ("trains",)),
    ObservationField(
        "scrapped", lambda s: read.flag_chosen(s.things.faces, s.pos.scrapped), "trains: out of the game", ("scrapped",)
    ),
    ObservationField(
        "card",
        read.read_cards,
        "train card x (place: 1 stack, 2 pool, from 3 the companies; face that shows, from 1)",
        ("stack", "trains"),
    ),
    ObservationField(
        "hex",
        read.read_hexes,
        "hex x (tile from 1, rotation, cost, colour, worth, places, 15 pairs of edges joined)",
        ("tiles", "phase"),
    ),
    ObservationField("signs", read.read_signs, "hexes: signs that lie there and are not printed"),
    ObservationField("station", read.read_stations, "(hex and city) x company: a station stands there", ("stations",)),
    ObservationField(
        "held by companies", read.held_by_companies, "company x company that may hold it: part held", ("certificates",)
    ),
    ObservationField(
        "counted", read.counted, "thing in limited number x (offering, pool, players, companies): how many lie there"
    ),
)
"""Every block, in order."""

DEALT = frozenset({
    "actor", "turn", "purchases", "waiting", "declined", "selling", "bank", "passed", "cash", "loans", "penalties",
    "sold", "price", "marker", "treasury", "debt", "revenue", "private", "used", "bid", "cut", "scrapped",
})  # fmt: skip
"""Blocks about money and what companies and players do with it: games without money have none of them."""


class ViewCode:
    """The observations of a title for a number of players."""

    def __init__(self, rules: Rules, players: int):
        self.things = catalogue_of(rules)
        self.blocks: list[EncodingBlock] = []
        self.size = 0
        self._kept: dict[tuple[str, str], tuple[list[object], Vector]] = {}
        names = [f"player_{i}" for i in range(players)]
        empty = Seen(self.things, rules.new_position(names, 0), names[0])
        self.fields = [field for field in FIELDS if rules.figures.has_money or field.name not in DEALT]
        for field in self.fields:
            length = len(self._part(field, empty))
            if length:
                self.blocks.append(EncodingBlock(field.name, self.size, length, field.meaning))
            self.size += length

    def vector(self, position: Position, seat: str) -> Vector:
        """What a seat sees of a position."""
        return self._vector(position.seen_by(seat), seat)

    def state(self, position: Position) -> Vector:
        """What a spectator sees, players in seating order."""
        return self._vector(position.seen_by(None), position.players[0])

    def _vector(self, position: Position, first: str) -> Vector:
        seen = Seen(self.things, position, first)
        return np.concatenate([self._part(field, seen) for field in self.fields]).clip(-BOUND, BOUND)

    def _part(self, field: ObservationField, seen: Seen) -> Vector:
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
