"""What 18xx.games calls things, and what we call them."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from stellwerk.errors import BadInput
from stellwerk.figures import read
from stellwerk.interop.games18xx.files import Id, Seat
from stellwerk.rules import Rules
from stellwerk.titles import rules_of

TRAIN = re.compile(r"(\d[\dE+]*)([a-z])-(\d{1,4})")
VARIANT = re.compile(r"(\d[\dE+]*)([a-z])")
HEX = re.compile(r"([A-Z])(\d{1,2})")
TILE = re.compile(r"(\w+)-(\d{1,3})")


class Naming(msgspec.Struct, frozen=True):
    """How the other program's names of a title differ from ours."""

    program: str
    variant: str
    columns: int
    """What is added to our hex columns."""
    companies: dict[str, str]
    """Their abbreviation to ours."""


@cache
def _namings() -> dict[str, Naming]:
    return msgspec.convert(read(__package__, "titles.json"), type=dict[str, Naming])


def naming_of(title: str) -> Naming:
    """The naming of a title; refuses titles that cannot be read or written."""
    if title not in _namings():
        raise BadInput(f"18xx.games files of {title!r} cannot be read; those of {', '.join(_namings())} can.")
    return _namings()[title]


def rules_for(title: str) -> Rules:
    """The rules recorded games of a title are replayed by."""
    naming = naming_of(title)
    return rules_of(title, naming.variant, naming.program)


class Names:
    """Translates the names of one game."""

    def __init__(self, rules: Rules, players: dict[Id, str]):
        self.rules = rules
        self.naming = naming_of(rules.title)
        self.players = players
        self._ours = {str(id): name for id, name in players.items()}
        self._theirs = {ours: theirs for theirs, ours in self.naming.companies.items()}

    def player(self, id: Id) -> str | None:
        """Our player."""
        return self._ours.get(str(id))

    def company(self, id: object) -> str | None:
        """Our company."""
        ours = self.naming.companies.get(str(id), str(id))
        return ours if ours in self.rules.companies and str(id) not in self._theirs else None

    def their_company(self, company: str) -> str:
        """Their abbreviation."""
        return self._theirs.get(company, company)

    def hex(self, name: str) -> str | None:
        """Our hex, if the board has it."""
        found = HEX.fullmatch(name)
        ours = f"{found[1]}{int(found[2]) - self.naming.columns}" if found else ""
        return ours if ours in self.rules.board.hexes else None

    def their_hex(self, name: str) -> str:
        """Their name of a hex."""
        return f"{name[0]}{int(name[1:]) + self.naming.columns}"

    def letter(self, train: str) -> str | None:
        """The letter of a train id such as `4e-0`, if there is such a card."""
        found = TRAIN.fullmatch(train)
        figure = self.rules.cards.figures.get(found[2]) if found else None
        if found is None or figure is None or figure.faces[0].name != found[1]:
            return None
        return found[2] if int(found[3]) < (figure.count or 9999) else None

    def their_card(self, card: str) -> str:
        """Their id of a card: `e1` is `4e-0`."""
        letter = self.rules.cards.letter(card)
        return f"{self.rules.cards.faces(card)[0].name}{letter}-{int(card[len(letter) :]) - 1}"

    def face(self, card: str, variant: str) -> str | None:
        """The face of a card that a variant such as `3+3e` names."""
        found = VARIANT.fullmatch(variant)
        if found is None or found[2] != self.rules.cards.letter(card):
            return None
        return found[1] if self.rules.cards.face(card, found[1]) else None

    def their_face(self, card: str, face: str) -> str:
        """Their name of a face: `3+3` of an e-card is `3+3e`."""
        return f"{face}{self.rules.cards.letter(card)}"


def unique_names(seats: tuple[Seat, ...], rules: Rules) -> dict[Id, str]:
    """A name of our kind for each player: printable, short, unlike everything else in the game."""
    taken = {*rules.companies, *rules.privates, "bank", "offering", "pool", "out", "chance"}
    names: dict[Id, str] = {}
    for seat in seats:
        plain = "".join(c for c in seat.name if c.isprintable()).strip()[:36].strip() or "Player"
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain} {number}", number + 1
        taken.add(name)
        names[seat.id] = name
    return names
