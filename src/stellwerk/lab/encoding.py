"""What there is in a title, in a fixed order: what the encodings of actions and observations count through.

Everything is read off the rules and their figures, so a new title needs nothing here. The order is that of the
figures; it changes only when they do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property

import msgspec

from stellwerk.board.ground import COLORS
from stellwerk.certificates import Certificate
from stellwerk.rules import Rules
from stellwerk.steps.own_shares import BuyOwnShare
from stellwerk.steps.sell_buy_sell import SellBuySell

OPEN_ENDED = 40
"""How many cards are counted of a train the bank never runs out of."""

ANY_POWER = "any"
"""The powers that no figure describes, taken together."""


class EncodingBlock(msgspec.Struct, frozen=True):
    """A stretch of an encoding: its name, where it starts, how long it is, and what stands in it."""

    name: str
    start: int
    size: int
    meaning: str


class Catalogue:
    """The companies, cards, hexes, tiles and places of a title, counted."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self.companies = tuple(rules.companies)
        self.privates = tuple(rules.privates)
        self.faces = tuple(rules.cards.by_name)
        self.hexes = tuple(rules.board.hexes)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Every train card."""
        figures = self.rules.cards.figures.items()
        counts = [(letter, OPEN_ENDED if figure.count is None else figure.count) for letter, figure in figures]
        return tuple(self.rules.cards.name(letter, i + 1) for letter, count in counts for i in range(count))

    @cached_property
    def faces_of_cards(self) -> tuple[tuple[str, str], ...]:
        """Every train card with each of its faces."""
        return tuple((card, face.name) for card in self.cards for face in self.rules.cards.faces(card))

    @cached_property
    def stages(self) -> tuple[str, ...]:
        """The names of the stages of a turn, over all shapes of turns; of players' turns where companies have none."""
        if not any(kind.companies_act for kind in self.rules.round_kinds.values()):
            return tuple(name for task in self.rules.tasks for name in getattr(task, "stage_names", ()))
        turns = (self.rules.turn, *self.rules.other_turns)
        return tuple(dict.fromkeys(stage.name for turn in turns for stage in turn))

    @cached_property
    def counts_purchases(self) -> bool:
        """Does a turn remember what was bought in it, or a deal in own shares?"""
        own_deals = any(isinstance(act, BuyOwnShare) for act in self.rules.any_time)
        return own_deals or any(issubclass(task, SellBuySell) for task in self.rules.tasks)

    @cached_property
    def marked(self) -> tuple[Certificate, ...]:
        """The certificates that are not like the others of their company."""
        return tuple(card for card in self.rules.register.all() if card.mark)

    @cached_property
    def counted(self) -> tuple[str, ...]:
        """The things in limited number that only this title has."""
        names = [f"player_{i}" for i in range(min(self.rules.figures.player_counts()))]
        start = self.rules.new_position(names, 0)
        return tuple(start.state.counted_things(self.rules, start))

    @cached_property
    def layings(self) -> tuple[tuple[str, str, int], ...]:
        """Hex, tile and rotation: all that can ever come to lie on the board."""
        board = self.rules.board
        return tuple(
            (hex, tile, rotation)
            for hex in board.hexes
            for tile in board.counts
            for rotation in board.tiles[tile].rotations
            if board.may_lie(hex, tile, rotation) or board.fits({}, hex, tile, rotation)
        )

    @cached_property
    def places(self) -> tuple[tuple[str, int], ...]:
        """Hex and city: wherever a station can ever stand."""
        board = self.rules.board
        most = {hex: len(board.printed(hex).cities) for hex in board.hexes}
        for hex, tile, rotation in self.layings:
            most[hex] = max(most[hex], len(board.as_laid(tile, rotation).cities))
        return tuple((hex, city) for hex, cities in most.items() for city in range(cities))

    @cached_property
    def powers(self) -> Mapping[str, str]:
        """Private company to the name its power goes by: its own where figures tell what it does."""
        told = {id for id, figure in self.rules.privates.items() if figure.free_terrain or figure.purple_tile_colors}
        return {id: id if id in told else ANY_POWER for id in self.privates}

    def power_layings(self, power: str) -> Iterator[tuple[str, str, int]]:
        """The layings a power can be named with."""
        figure = self.rules.privates.get(power)
        for hex, tile, rotation in self.layings:
            if figure is None or self._covered(figure.purple_tile_colors, figure.free_terrain, hex, tile):
                yield hex, tile, rotation

    def _covered(self, colors: Sequence[str], terrains: Sequence[str], hex: str, tile: str) -> bool:
        if self.rules.special_tile(tile):
            return self.rules.board.tiles[tile].color in colors
        return not self._terrains(hex, self.rules.board.tiles[tile].color).isdisjoint(terrains)

    def _terrains(self, hex: str, color: str) -> set[str]:
        """The terrains that may have to be paid for when a tile of this colour comes on a hex."""
        before = COLORS[COLORS.index(color) - 1] if color in COLORS[1:] else ""
        printed = self.rules.board.hexes[hex].cost
        bare = self.rules.board.printed(hex).color == before
        return self._tile_terrains.get(before, set()) | ({printed.terrain} if printed and bare else set())

    @cached_property
    def _tile_terrains(self) -> Mapping[str, set[str]]:
        """Colour to the terrains printed on tiles of that colour."""
        found: dict[str, set[str]] = {}
        for tile in self.rules.board.tiles.values():
            if tile.cost:
                found.setdefault(tile.color, set()).add(tile.cost.terrain)
        return found

    @cached_property
    def percents(self) -> tuple[tuple[str, int], ...]:
        """Company and size of its certificates."""
        register = self.rules.register
        return tuple((c, size) for c in self.companies for size in sorted({card.percent for card in register.of[c]}))

    @cached_property
    def holdings(self) -> tuple[tuple[str, int], ...]:
        """Company and each percentage that whole shares make up."""
        unit = self.rules.register.unit
        return tuple((c, percent) for c in self.companies for percent in range(unit[c], 101, unit[c]))

    @cached_property
    def bundles(self) -> tuple[tuple[int, ...], ...]:
        """Sizes of ordinary certificates that can be given together, the largest first."""
        found: set[tuple[int, ...]] = set()
        for cards in self.rules.register.of.values():
            ways: set[tuple[int, ...]] = {()}
            for card in cards[1:]:
                ways |= {tuple(sorted((*way, card.percent), reverse=True)) for way in ways}
            found |= ways
        return tuple(sorted(found - {()}))

    @cached_property
    def prices(self) -> tuple[tuple[str, int], ...]:
        """Company and first price."""
        chart, companies = self.rules.chart, self.rules.companies
        return tuple((c, price) for c in self.companies for price in chart.starts(c, companies[c].size))


@cache
def catalogue_of(rules: Rules) -> Catalogue:
    """The catalogue of a title in one of its variants, made once."""
    return Catalogue(rules)
