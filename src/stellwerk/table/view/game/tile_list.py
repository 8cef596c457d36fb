"""The tile list of a table: every tile, how many are left, where it lies, what it comes from and becomes."""

from __future__ import annotations

import msgspec

from stellwerk.figures import TileFigure
from stellwerk.rules.phases import is_color_open
from stellwerk.table.view.game.hexes import page_address
from stellwerk.table.view.game.tiles import draw_tile_alone
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.title.tile_growth import TileCard, tile_section
from stellwerk.table.view.words.names import color_word

MANY = 14
"""So many hexes are named; beyond that they are counted."""


class ListedTile(msgspec.Struct, frozen=True):
    """One kind of tile."""

    id: str
    picture: str
    """SVG."""
    spoken: str
    label: str | None
    count: int | None
    """How many there are; None: as many as are asked for."""
    left: int | None
    """How many are in the box."""
    special: bool
    """Laid only with a power."""
    comes_from: tuple[str, ...]
    from_print: bool
    """May it be the first tile on a hex?"""
    becomes: tuple[str, ...]
    lies_on: tuple[str, ...]
    """The hexes it lies on now."""
    may_lie_on: tuple[str, ...]
    """The hexes it can come to lie on in the course of a game."""
    places: str
    """The same in words."""


class ListedColor(msgspec.Struct, frozen=True):
    """The tiles of one colour."""

    color: str
    name: str
    open: bool
    """May tiles of this colour be laid in this phase?"""
    tiles: tuple[ListedTile, ...]


class TileList(msgspec.Struct, frozen=True):
    """All tiles of a game, by colours."""

    heading: str
    title: str
    phase: str
    address: str
    """Of the table in this position."""
    colors: tuple[ListedColor, ...]


def make_tile_list(scene: Scene) -> TileList:
    """The tile list of a scene."""
    section = tile_section(scene.rules, scene.say)
    figures = scene.rules.board.tiles
    order = [*section.colors, *sorted({tile.color for tile in figures.values()} - set(section.colors))]
    return TileList(
        heading=scene.say("Tiles"),
        title=scene.rules.title,
        phase=scene.position.phase,
        address=page_address(scene),
        colors=tuple(_make_color_group(scene, color, section.cards) for color in order),
    )


def _make_color_group(scene: Scene, color: str, cards: dict[str, TileCard]) -> ListedColor:
    figures = [tile for tile in scene.rules.board.tiles.values() if tile.color == color]
    return ListedColor(
        color=color,
        name=color_word(scene.say, color),
        open=is_color_open(scene.rules, scene.position, color),
        tiles=tuple(_make_listed_tile(scene, tile, cards[tile.id]) for tile in figures),
    )


def _make_listed_tile(scene: Scene, tile: TileFigure, card: TileCard) -> ListedTile:
    rules, laid = scene.rules, scene.position.tiles
    values = rules.phases[scene.position.phase].values
    return ListedTile(
        id=tile.id,
        picture=draw_tile_alone(rules, tile.id, 0, values, 60.0),
        spoken=card.spoken,
        label=tile.label,
        count=card.count,
        left=rules.board.left(laid, tile.id),
        special=card.special,
        comes_from=card.comes_from,
        from_print=card.from_print,
        becomes=card.becomes,
        lies_on=tuple(hex for hex, (lying, _) in laid.items() if lying == tile.id),
        may_lie_on=card.hexes,
        places=_places_for_tile(scene, card),
    )


def _places_for_tile(scene: Scene, card: TileCard) -> str:
    """Where a tile can lie: by name where they are few, else how many."""
    if not card.hexes:
        return scene.say("nowhere on this board")
    if len(card.hexes) > MANY:
        return scene.say.n("{n} hex", "{n} hexes", len(card.hexes))
    return ", ".join(card.places)
