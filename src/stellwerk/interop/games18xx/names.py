"""What 18xx.games calls things, and what we call them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from stellwerk.certificates import Certificate
from stellwerk.errors import BadInput
from stellwerk.figures import read_data_file
from stellwerk.interop.games18xx.read_file import Id, RecordedSeat
from stellwerk.position import Position
from stellwerk.rules import Rules
from stellwerk.titles import rules_of

HEX = re.compile(r"([A-Z])(\d{1,2})")
TILE = re.compile(r"(\w+)-(\d{1,3})")
TRAIN = re.compile(r"(\w[\w+]*)-(\d{1,4})")


class NamedOption(msgspec.Struct, frozen=True):
    """An optional rule of the other program: our variant, and tiles that are called otherwise with it."""

    variant: str
    tiles: dict[str, str] = {}


class NamedLink(msgspec.Struct, frozen=True):
    """A bonus for a link that the other program tests after every track step: whose it is, and where ours keeps it."""

    company: str
    purse: str

    def open(self, position: Position) -> bool:
        """Is the bonus still to be paid?"""
        return bool(position.state.money_promised().get(self.company) or position.cash.get(self.purse))


class Naming(msgspec.Struct, frozen=True):
    """How the other program's names of a title differ from ours; theirs to ours where nothing else is said."""

    program: str
    end: str
    """Its word for the ordinary end of a game."""
    columns: int = 0
    """What is added to our hex columns."""
    companies: dict[str, str] = {}
    privates: dict[str, str] = {}
    tiles: dict[str, str] = {}
    certificates: dict[str, tuple[int, ...]] = {}
    """Our company to their numbers of its certificates, in our order."""
    options: dict[str, NamedOption] = {}
    variants: dict[str, str] = {}
    """Number of players to the variant that is played with so many."""
    split: tuple[str, ...] = ()
    """Off-board hexes of ours where every exit leads to a city of its own to them."""
    draws: dict[str, int] = {}
    """Draws of set-up that come from its generator: how many outcomes, numbered from 1."""
    instead_of_track: tuple[str, ...] = ()
    """Our private companies whose tile, laid first, takes the place of the ordinary one."""
    link: NamedLink | None = None


@cache
def _collect_names() -> dict[str, Naming]:
    return msgspec.convert(read_data_file(__package__, "titles.json"), type=dict[str, Naming])


def naming_of(title: str) -> Naming:
    """The naming of a title; refuses titles that cannot be read or written."""
    if title not in _collect_names():
        raise BadInput(
            f"18xx.games does not play {title!r}, as far as is known here; {', '.join(_collect_names())} it does."
        )
    return _collect_names()[title]


def rules_for(title: str, options: Iterable[str] = (), players: int = 0) -> Rules:
    """The rules recorded games of a title with so many players are replayed by."""
    naming = naming_of(title)
    if unknown := [option for option in options if option not in naming.options]:
        raise BadInput(f"The optional rules of this game ({', '.join(unknown[:5])}) are not known here.")
    if str(players) in naming.variants:
        return rules_of(title, naming.variants[str(players)], naming.program)
    chosen = [option.variant for name, option in naming.options.items() if name in options]
    return rules_of(title, "+".join(chosen), naming.program)


def options_for(rules: Rules) -> list[str]:
    """Their optional rules for our variant; refuses variants they do not have."""
    names = {option.variant: name for name, option in naming_of(rules.title).options.items()}
    unsaid = (rules.variants[0], *naming_of(rules.title).variants.values())
    wanted = [] if rules.variant in unsaid else rules.variant.split("+")
    if not set(wanted) <= set(names):
        raise BadInput(f"18xx.games does not play the variant {rules.variant!r} of {rules.title}.")
    return [name for variant, name in names.items() if variant in wanted]


def swap_table(table: Mapping[str, str]) -> dict[str, str]:
    """The same table read the other way."""
    return {ours: theirs for theirs, ours in table.items()}


class Names:
    """Translates the names of one game."""

    def __init__(self, rules: Rules, players: dict[Id, str]):
        self.rules = rules
        self.naming = naming_of(rules.title)
        self.players = players
        self._ours = {str(id): name for id, name in players.items()}
        self._companies = swap_table(self.naming.companies)
        self._privates = swap_table(self.naming.privates)
        self._tiles = dict(self.naming.tiles)
        for name in options_for(rules):
            self._tiles.update(self.naming.options[name].tiles)
        self._their_tiles = swap_table(self._tiles)
        self._letters = {self.their_letter(letter): letter for letter in rules.cards.letters}

    # Players, companies, private companies

    def player(self, id: Id) -> str | None:
        """Our player."""
        return self._ours.get(str(id))

    def company(self, id: object) -> str | None:
        """Our company."""
        ours = self.naming.companies.get(str(id), str(id))
        return ours if ours in self.rules.companies and str(id) not in self._companies else None

    def their_company(self, company: str) -> str:
        """Their abbreviation."""
        return self._companies.get(company, company)

    def private(self, id: object) -> str | None:
        """Our private company."""
        ours = self.naming.privates.get(str(id), str(id))
        return ours if ours in self.rules.privates and str(id) not in self._privates else None

    def their_private(self, private: str) -> str:
        """Their id of a private company."""
        return self._privates.get(private, private)

    def certificate(self, company: str, number: int) -> Certificate | None:
        """Our certificate of a company by their number of it."""
        cards = self.rules.register.of[company]
        numbers = self.naming.certificates.get(company, range(len(cards)))
        return cards[numbers.index(number)] if number in numbers else None

    def their_certificate(self, card: Certificate) -> str:
        """Their id of a certificate."""
        cards = self.rules.register.of[card.company]
        numbers = self.naming.certificates.get(card.company, range(len(cards)))
        return f"{self.their_company(card.company)}_{numbers[cards.index(card)]}"

    # Map and chart

    def hex(self, name: str) -> str | None:
        """Our hex, if the board has it."""
        found = HEX.fullmatch(name)
        ours = f"{found[1]}{int(found[2]) - self.naming.columns}" if found else ""
        return ours if ours in self.rules.board.hexes else None

    def their_hex(self, name: str) -> str:
        """Their name of a hex."""
        return f"{name[0]}{int(name[1:]) + self.naming.columns}"

    def tile(self, name: str) -> str | None:
        """Our tile, by the name of their copy (`X921-0`)."""
        found = TILE.fullmatch(name)
        ours = self._tiles.get(found[1], found[1]) if found else ""
        known = found is not None and found[1] not in self._their_tiles
        return ours if known and ours in self.rules.board.counts else None

    def their_tile(self, tile: str) -> str:
        """Their name of a tile."""
        return self._their_tiles.get(tile, tile)

    def their_cell(self, row: int, column: int) -> tuple[int, int]:
        """Their cell of the chart: two rows that interlock are one list to them."""
        return (0, 2 * column + 1 - row) if self.rules.chart.figure.kind == "zigzag" else (row, column)

    # Trains

    def their_letter(self, letter: str) -> str:
        """Their name of a kind of card: the first face, and the letter where it is one (`4e`, `2`)."""
        return self.their_suffix(self.rules.cards.figures[letter].faces[0].name, letter)

    def their_suffix(self, face: str, letter: str) -> str:
        """A face with the letter of its card, where that is a letter."""
        return f"{face}{letter}" if letter.isalpha() else face

    def letter(self, train: str) -> str | None:
        """The letter of a train id such as `4e-0`, if there is such a card."""
        found = TRAIN.fullmatch(train)
        letter = self._letters.get(found[1]) if found else None
        if found is None or letter is None:
            return None
        return letter if int(found[2]) < (self.rules.cards.figures[letter].count or 9999) else None

    def their_card(self, card: str) -> str:
        """Their id of a card: `e1` is `4e-0`, `2-1` is `2-0`."""
        letter = self.rules.cards.letter(card)
        return f"{self.their_letter(letter)}-{int(card[len(letter) :].lstrip('-')) - 1}"

    def face(self, card: str, variant: str) -> str | None:
        """The face of a card that a variant such as `3+3e` names."""
        faces = (face.name for face in self.rules.cards.faces(card))
        return next((face for face in faces if self.their_face(card, face) == variant), None)

    def their_face(self, card: str, face: str) -> str:
        """Their name of a face: `3+3` of an e-card is `3+3e`."""
        return self.their_suffix(face, self.rules.cards.letter(card))


def unique_names(seats: tuple[RecordedSeat, ...], rules: Rules) -> dict[Id, str]:
    """A name of our kind for each player: printable, short, unlike everything else in the game."""
    taken = {*rules.companies, *rules.privates, *rules.purses, "bank", "offering", "pool", "out", "chance"}
    names: dict[Id, str] = {}
    for seat in seats:
        plain = "".join(c for c in seat.name if c.isprintable()).strip()[:36].strip() or "Player"
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain} {number}", number + 1
        taken.add(name)
        names[seat.id] = name
    return names
