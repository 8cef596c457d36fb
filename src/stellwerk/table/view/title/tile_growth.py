"""The tiles of a title: how many there are, what each comes from and becomes, and where on the board it can lie."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from stellwerk.board.board import Board
from stellwerk.board.geometry import EDGES
from stellwerk.board.ground import COLORS, color_before, replaced_color
from stellwerk.figures import TileFigure
from stellwerk.rules import Rules
from stellwerk.table.view.words.names import color_word, css_name, place_of, tile_words
from stellwerk.table.view.words.texts import Speech

Placed = tuple[str, int]
"""A tile in a rotation."""

SHOWN = 14
"""So many places of a tile are shown at once; the rest is folded."""


class TileCard(msgspec.Struct, frozen=True):
    """One kind of tile."""

    id: str
    css: str
    """The name as part of an anchor."""
    color: str
    color_name: str
    label: str | None
    count: int | None
    """How many there are; None: as many as are asked for."""
    spoken: str
    special: bool
    """Laid only with a power."""
    comes_from: tuple[str, ...]
    """Tiles it may replace."""
    becomes: tuple[str, ...]
    """Tiles that may replace it."""
    from_print: bool
    """May it be the first tile on a hex?"""
    hexes: tuple[str, ...]
    """Where it can lie in the course of a game."""
    places: tuple[str, ...]
    """The same with the names of places, those with a name first."""


class TileRow(msgspec.Struct, frozen=True):
    """Tiles of one kind, by colours: the tile ids of each colour of the heading, in its order."""

    name: str
    columns: tuple[tuple[str, ...], ...]


class TileSection(msgspec.Struct, frozen=True):
    """The tile set of a title and its upgrade chart."""

    total: int
    """All tiles; those without limit are not counted."""
    colors: tuple[str, ...]
    color_names: tuple[str, ...]
    since: tuple[str, ...]
    """Per colour, the phase it begins in."""
    rows: tuple[TileRow, ...]
    others: tuple[str, ...]
    """Tiles outside the colours of the chart (home tiles, say)."""
    cards: dict[str, TileCard]


class Growth(NamedTuple):
    """What follows what on a board, found by laying tiles on every hex."""

    hexes: Mapping[str, tuple[str, ...]]
    before: Mapping[str, tuple[str, ...]]
    after: Mapping[str, tuple[str, ...]]
    first: frozenset[str]


@lru_cache(32)
def find_growth(rules: Rules) -> Growth:
    """Where tiles can lie, and in which order, on a title's board."""
    board = rules.board
    successors = _successor_finder(board)
    hexes: dict[str, list[str]] = defaultdict(list)
    pairs: set[tuple[str, str]] = set()
    first: set[str] = set()
    for hex in board.hexes:
        start = _first_on(board, hex)
        first |= {tile for tile, _ in start}
        found, links = _grow_hex(board, hex, start, successors)
        pairs |= links
        for tile in found:
            hexes[tile].append(hex)
    for tile, figure in board.tiles.items():
        if tile not in hexes and figure.only_on:
            hexes[tile] = [hex for hex in figure.only_on if hex in board.hexes]
    order = list(board.tiles)
    return Growth(
        {tile: tuple(where) for tile, where in hexes.items()},
        _collect_pairs(order, ((new, old) for old, new in pairs)),
        _collect_pairs(order, pairs),
        frozenset(first),
    )


def _collect_pairs(order: list[str], pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = defaultdict(set)
    for key, value in pairs:
        found[key].add(value)
    return {key: tuple(sorted(values, key=order.index)) for key, values in found.items()}


def _first_on(board: Board, hex: str) -> list[Placed]:
    """The tiles that may be the first on a hex."""
    home = board.hexes[hex].home_tile
    if home is not None and home in board.tiles:
        return [(home, turn) for turn in board.tiles[home].rotations if board.may_lie(hex, home, turn)]
    return list(board.fitting({}, hex))


def _successor_finder(board: Board) -> dict[Placed, list[Placed]]:
    """What may follow a tile in its rotation wherever it lies; the board is asked afterwards."""
    placed = [(tile, turn) for tile in board.counts for turn in board.tiles[tile].rotations]
    after: dict[str, list[Placed]] = defaultdict(list)
    for tile, turn in placed:
        figure = board.tiles[tile]
        after[color_before(figure.color, replaced_color(figure.flags))].append((tile, turn))
    found = {}
    for old in placed:
        later = after[board.tiles[old[0]].color]
        found[old] = [new for new in later if board.may_follow(board.as_laid(*old), board.as_laid(*new))]
    return found


def _grow_hex(
    board: Board, hex: str, start: list[Placed], successors: Mapping[Placed, list[Placed]]
) -> tuple[set[str], set[tuple[str, str]]]:
    """All tiles that can come to lie on a hex, and which followed which."""
    figure = board.hexes[hex]
    probe = board.printed(hex)
    open_edges = {
        edge for edge in EDGES if board.stays_on_map(hex, msgspec.structs.replace(probe, exits=frozenset({edge})))
    }
    seen, todo = set(start), list(start)
    links: set[tuple[str, str]] = set()
    while todo:
        old = todo.pop()
        for new in board.fitting({hex: old}, hex) if figure.label_from else successors[old]:
            only, exits = board.tiles[new[0]].only_on, board.as_laid(*new).exits
            route = board.as_laid(*new).second_exits == board.route(hex)
            if exits <= open_edges and set(figure.stubs) <= exits and (not only or hex in only) and route:
                links.add((old[0], new[0]))
                if new not in seen:
                    seen.add(new)
                    todo.append(new)
    return {tile for tile, _ in seen}, links


def tile_section(rules: Rules, say: Speech) -> TileSection:
    """The tile set with its upgrade chart."""
    board = rules.board
    colors = tuple(color for color in COLORS[1:] if any(tile.color == color for tile in board.tiles.values()))
    rows: dict[tuple[int, str], dict[str, list[str]]] = {}
    for tile in board.tiles.values():
        if tile.color in colors:
            rows.setdefault(_tile_kind(tile), defaultdict(list))[tile.color].append(tile.id)
    return TileSection(
        total=sum(count or 0 for count in board.counts.values()),
        colors=colors,
        color_names=tuple(color_word(say, color) for color in colors),
        since=tuple(_since_phase(rules, color) for color in colors),
        rows=tuple(
            TileRow(_row_name(say, *kind), tuple(tuple(rows[kind][color]) for color in colors)) for kind in sorted(rows)
        ),
        others=tuple(tile.id for tile in board.tiles.values() if tile.color not in colors),
        cards={tile.id: _make_tile_card(rules, say, tile) for tile in board.tiles.values()},
    )


def _since_phase(rules: Rules, color: str) -> str:
    return next((phase.phase for phase in rules.figures.phases if color in phase.tiles), "")


def _tile_kind(tile: TileFigure) -> tuple[int, str]:
    """Plain, one town, two towns, city; and the letters on it."""
    rank = 3 if tile.cities else min(len(tile.towns), 2)
    return rank, tile.label or ""


def _row_name(say: Speech, rank: int, label: str) -> str:
    names = (say("Open land"), say("Towns"), say("Two towns"), say("Cities"))
    return f"{names[rank]} {label}".strip()


def _make_tile_card(rules: Rules, say: Speech, tile: TileFigure) -> TileCard:
    grown = find_growth(rules)
    hexes = grown.hexes.get(tile.id, ())
    named = sorted(hexes, key=lambda hex: rules.board.hexes[hex].name is None)
    return TileCard(
        id=tile.id,
        css=css_name(tile.id),
        color=tile.color,
        color_name=color_word(say, tile.color),
        label=tile.label,
        count=rules.board.counts[tile.id],
        spoken=tile_words(say, tile),
        special=rules.special_tile(tile.id),
        comes_from=grown.before.get(tile.id, ()),
        becomes=grown.after.get(tile.id, ()),
        from_print=tile.id in grown.first,
        hexes=hexes,
        places=tuple(place_of(rules, hex) for hex in named),
    )
