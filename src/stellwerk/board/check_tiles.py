"""Is a tile set fit for play? Every mistake is found, tile by tile, and told in a sentence."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from stellwerk.board.geometry import EDGES
from stellwerk.board.ground import COLORS, color_before, replaced_color
from stellwerk.board.own_figures import TileSetFigure
from stellwerk.board.shapes import CROWD, DRAWN_CROWDS, LONGEST, Looker, Problem, exits_of, second_exits_of, stops_of
from stellwerk.figures import TileFigure

MOST_TILES, MOST_COUNT = 300, 200
SHAPELESS = frozenset({"side", "stops", "places", "worth", "color", "name", "link", "words", "crowd"})
"""Codes of mistakes that leave a tile without a shape."""


def tile_problems(
    tiles: TileSetFigure,
    common: Mapping[str, TileFigure],
    colors: Collection[str],
    named: Collection[str] = (),
) -> tuple[Problem, ...]:
    """All mistakes of a tile set.

    `common` are the tiles everybody knows by their number, `colors` those the phases of the title speak of, `named`
    the tiles its rules speak of.
    """
    checker = TilesChecker(tiles, common, colors, named)
    checker.look()
    return tuple(dict.fromkeys(checker.found))


def known_tiles(tiles: TileSetFigure, common: Mapping[str, TileFigure]) -> dict[str, TileFigure]:
    """The tiles of a set by their names, as far as they are known."""
    known = {**common, **{tile.id: tile for tile in tiles.definitions}}
    return {name: known[name] for name in tiles.counts if name in known}


class TilesChecker(Looker):
    """Looks at a tile set and collects what is wrong with it."""

    part = "tiles"

    def __init__(
        self,
        tiles: TileSetFigure,
        common: Mapping[str, TileFigure],
        colors: Collection[str],
        named: Collection[str],
    ) -> None:
        super().__init__()
        self.tiles, self.common, self.colors, self.named = tiles, common, colors, named
        self.known = known_tiles(tiles, common)

    def look(self) -> None:
        """Find everything: the size, each tile, the counts, the table of upgrades, then what the rules need."""
        most = max(len(self.tiles.counts), len(self.tiles.definitions), len(self.tiles.upgrades))
        if not self.tiles.counts or most > MOST_TILES:
            self.refuse("size", f"A tile set has 1 to {MOST_TILES} kinds of tiles.")
            return
        seen: set[str] = set()
        for tile in self.tiles.definitions:
            self.at = tile.id[:LONGEST]
            if tile.id in seen:
                self.refuse("twice", f"Tile {self.at} is there twice.")
            seen.add(tile.id)
            self._tile(tile)
        self._counts()
        self._upgrades()
        self.at = ""
        self._set()

    def _tile(self, tile: TileFigure) -> None:
        """What can be said of a tile alone."""
        self.words((tile.id, tile.frame, *tile.only_on))
        if tile.color not in self.colors:
            self.refuse("color", f"{tile.color[:20]!r} is no colour of a tile; {', '.join(self.colors)} are.")
        self.lists((tile.only_on, tile.rotations))
        if not tile.rotations or set(tile.rotations) - set(EDGES) or len(set(tile.rotations)) < len(tile.rotations):
            self.refuse("turn", "A tile can be turned by 0 to 5 sides; each is named once.")
        self.face(tile)
        if not exits_of(tile) and not second_exits_of(tile):
            self.refuse("side", "No track of the tile reaches a side.")
        if tile.id not in self.tiles.counts:
            self.refuse("count", f"Tile {self.at} is described, but counts does not say how many there are.")

    def _counts(self) -> None:
        for name, count in self.tiles.counts.items():
            self.at = name[:LONGEST]
            if name not in self.known:
                self.refuse("unknown", f"Tile {self.at} is none of the common ones, and the file does not describe it.")
            if count is not None and not 1 <= count <= MOST_COUNT:
                self.refuse("count", f"Of a tile there are 1 to {MOST_COUNT}, or null: as many as you like.")

    def _upgrades(self) -> None:
        """The table speaks of tiles there are, and of the next colour."""
        for name, followers in self.tiles.upgrades.items():
            self.at = name[:LONGEST]
            old = self.known.get(name)
            if old is None:
                self.refuse("upgrade", f"Tile {self.at} has upgrades, but is not in the set.")
            if len(followers) > MOST_TILES:
                self.refuse("upgrade", f"A tile set has 1 to {MOST_TILES} kinds of tiles.")
            for follower in followers[:MOST_TILES]:
                new = self.known.get(follower)
                if new is None:
                    self.refuse("upgrade", f"Tile {follower[:LONGEST]}, which may follow it, is not in the set.")
                elif old is not None and not _may_follow(old, new):
                    self.refuse("upgrade", f"Tile {follower} is {new.color}; that does not follow {old.color}.")

    def _set(self) -> None:
        """The tiles the rules speak of, a first tile to lay, and no more crowds than can be drawn."""
        for name in sorted(self.named):
            if name not in self.tiles.counts:
                self.refuse("named", f"The rules speak of tile {name}, which is not in the set.")
        if not any(tile.color == COLORS[1] for tile in self.known.values()):
            self.refuse("color", f"The set has no {COLORS[1]} tile: nobody could begin to build.")
        crowds = [tile.id for tile in self.tiles.definitions if len(stops_of(tile)) >= CROWD]
        if len(crowds) > DRAWN_CROWDS:
            self.refuse("crowd", f"At most {DRAWN_CROWDS} tiles have {CROWD} stops or more, not {len(crowds)}.")


def _may_follow(old: TileFigure, new: TileFigure) -> bool:
    """Does one tile follow another by its colour? Colours outside the order are the title's own business."""
    known = old.color in COLORS and new.color in COLORS
    return not known or color_before(new.color, replaced_color(new.flags)) == old.color
