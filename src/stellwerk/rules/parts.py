"""Companies made of parts: who decides for each, how it stands in this round, and what the price will do."""

from __future__ import annotations

import msgspec

DONE, ACTS, LATER, RESTS, JOINED, WAITS = "done", "now", "later", "rests", "joined", "waits"
"""A part has had its turn in this round, has it, has it later, has nobody who decides for it, is one with the first
part for good, or has nothing to do now."""

PAYS, KEEPS, EMPTY = "pays", "keeps", "nothing"
"""A part has decided to pay, to keep its income, or had none."""


class PartStanding(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a company."""

    company: str
    sign: str
    """What it is called in short: a numeral."""
    state: str
    owner: str | None = None
    """The player or company it belongs to."""
    card: int = 0
    """Which of the company's certificates makes him its owner, from 1 on; 0 where that is the director's."""
    decider: str | None = None
    """The player who decides for it."""
    depots: tuple[str, ...] = ()
    result: str = ""
    """What it has decided in this round."""
    amount: int = 0
    """How much it pays or keeps."""
    counts: bool = False
    """Does it count for the price in this round?"""
    for_price: bool = False
    """Does what it pays count for the price?"""
    decided: bool = False
    """Is it known on which side it counts?"""
    reached: bool = False
    """Does track connect it with the first part, so that it joins that when the company's turn is over?"""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How many parts pay, keep, and have not decided; and what the price does: most pay, most keep, as many of both."""

    paying: int
    silent: int
    waiting: int
    price: int
    if_paid: int
    if_kept: int

    @property
    def of(self) -> int:
        """How many count."""
        return self.paying + self.silent + self.waiting

    def settled(self, paying: int = 0, silent: int = 0) -> int | None:
        """The price whatever the others do, when so many of those who wait pay and so many keep; None: it depends."""
        open_yet = self.waiting - paying - silent
        pay, keep = self.paying + paying, self.silent + silent
        if pay > keep + open_yet:
            return self.if_paid
        if keep > pay + open_yet:
            return self.if_kept
        return self.price if not open_yet else None


class PartsStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A company with its parts."""

    company: str
    parts: tuple[PartStanding, ...]
    held: int = 0
    """What parts have paid that is given to the holders when the last one is done."""
    last: str = ""
    """The part that acts last in the company's turn."""
    tally: Tally | None = None
    """What the price will do; nothing where the company has no turn before it in this round."""

    def part(self, company: str) -> PartStanding | None:
        """A part by its name."""
        return next((part for part in self.parts if part.company == company), None)


def newly_reached(before: PartsStanding | None, after: PartsStanding | None) -> tuple[PartStanding, ...]:
    """The parts that will join the first part by what has happened between."""
    if before is None or after is None:
        return ()
    known = {part.company for part in before.parts if part.reached or part.state == JOINED}
    found = (part for part in after.parts if part.reached or part.state == JOINED)
    return tuple(part for part in found if part.company not in known)
