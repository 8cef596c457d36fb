"""Laying and promoting track."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from stellwerk.actions import Action, LayTile
from stellwerk.board.ground import COLORS, Ground, new_cities
from stellwerk.events import PowerUsed, TileLaid
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.phases import is_color_open
from stellwerk.steps.base import Act
from stellwerk.steps.connection_cache import reach_of, stations_of
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.stations import CityChoice


def is_connected(ref: Referee, company: str, hex: str, ground: Ground) -> bool:
    """Does track of this ground touch the company's network, or does the hex hold one of its stations?"""
    if any(c == company for c, _ in ref.pos.stations.get(hex, ())):
        return True
    return reach_of(ref.rules, ref.pos, company).touches(hex, ground)


def hexes_near(ref: Referee, company: str) -> list[str]:
    """The hexes where a company might lay track."""
    hexes = {hex for hex, _ in reach_of(ref.rules, ref.pos, company).entries}
    hexes.update(hex for hex, _ in stations_of(ref.pos, company))
    return sorted(hexes)


def tiles_for(ref: Referee, company: str, special: bool) -> Iterator[tuple[str, str, int]]:
    """Hex, tile and rotation: whatever fits near the company's track, ordinary or special tiles."""
    for hex in hexes_near(ref, company):
        for tile, rotation in ref.rules.board.fitting(ref.pos.tiles, hex):
            if ref.rules.special_tile(tile) == special:
                yield hex, tile, rotation


def refuse_unfit(ref: Referee, action: LayTile) -> None:
    """What every tile needs: its hex, its colour, its predecessor, one in the box, a connection."""
    board, pos = ref.rules.board, ref.pos
    if action.hex not in board.hexes:
        ref.refuse("unknown-hex", f"There is no hex {action.hex}.")
    if action.tile not in board.counts:
        ref.refuse("unknown-tile", f"There is no tile {action.tile}.")
    if not is_color_open(ref.rules, pos, board.tiles[action.tile].color):
        ref.refuse("tile-color", f"Tiles of this colour cannot be laid in phase {pos.phase}.")
    if not board.fits(pos.tiles, action.hex, action.tile, action.rotation):
        refuse_misfit(ref, action)
    if board.left(pos.tiles, action.tile) == 0:
        ref.refuse("no-tile", f"No tile {action.tile} is left.")
    seen = ref.rules.board_for(action.company).as_laid(action.tile, action.rotation)
    if not ref.rules.extends(ref, action.company, action.hex, seen):
        kind = "promotion" if ref.rules.is_upgrade(pos, action.hex) else "lay"
        sentence = f"The tile on {action.hex} would not be connected with a station of the company."
        ref.refuse("not-connected", sentence, kind)


def refuse_misfit(ref: Referee, action: LayTile) -> NoReturn:
    """Say why a tile does not fit."""
    why = ref.rules.board.misfit(ref.pos.tiles, action.hex, action.tile, action.rotation)
    ground = ref.rules.board.ground(ref.pos.tiles, action.hex)
    words = {
        "turn": "it cannot be turned so",
        "order": f"it does not follow on what lies there ({ground.color})",
        "kind": "the hex and the tile are for different kinds of track",
        "route": "its track of the second kind leaves the route of the hex",
        "rim": "its track would lead off the map or against a closed side",
        "stub": "it does not continue the track printed on the hex",
        "mark": "its letters are not those of the hex",
        "stops": "the hex asks for other cities or towns",
        "track": "it would break track that lies there",
        "table": "it is no promotion of the tile that lies there",
        "only": "the hex or the tile is kept for another one",
    }
    what = "tiles" if ground.tile or ground.color != "white" else "hexes"
    if not ground.tile and ground.color not in COLORS[:-1]:
        what = "closed"
    ref.refuse(f"tile-{why}", f"Tile {action.tile}@{action.rotation} does not fit on {action.hex}: {words[why]}.", what)


def put_tile(ref: Referee, action: LayTile, cost: int, layer_picks: bool = False) -> None:
    """Put the tile down; stations move to the cities that take over their track.

    For a station that waited in the hex its own company picks the city, or the one that lays (`layer_picks`).
    """
    board, pos = ref.rules.board, ref.pos
    old = board.ground(pos.tiles, action.hex)
    new = board.as_laid(action.tile, action.rotation)
    ref.charge(action.company, cost, f"terrain of {action.hex}")
    pos.put("tiles", action.hex, (action.tile, action.rotation))
    ref.say(TileLaid(action.company, action.hex, action.tile, action.rotation, cost))
    heirs = [*new_cities(old, new), 0 if len(new.cities) == 1 else -1]
    moved = tuple((company, heirs[city]) for company, city in pos.stations.get(action.hex, ()))
    if moved:
        pos.put("stations", action.hex, moved)
    for company, city in moved:
        if city == -1:
            ref.push(CityChoice(company, action.hex, action.company if layer_picks else company))


@dataclass(frozen=True, kw_only=True)
class LayTrack(Act):
    """The company's track action: yellow tiles or one promotion; a private's power may save the terrain cost."""

    action = LayTile

    layer_picks: bool = False
    """Does the company that lays pick the city for a station that waited in the hex (otherwise its own does)?"""

    def is_whole_action(self, rules: Rules, position: Position, company: str, hex: str) -> bool:
        """Is a tile on this hex all the track the company may lay in its turn?"""
        return rules.is_upgrade(position, hex)

    def covers(self, ref: Referee, action: Action) -> bool:
        """Ordinary tiles."""
        return isinstance(action, LayTile) and not ref.rules.special_tile(action.tile)

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """All that fits near, with each power that saves the cost."""
        if not self.may_lay_more(ref, task):
            return
        mine = [p for p, owner in ref.pos.privates.items() if owner == task.company and p not in ref.pos.used]
        savers = [private for private in mine if ref.rules.privates[private].free_terrain]
        for hex, tile, rotation in tiles_for(ref, task.company, special=False):
            yield LayTile(task.company, hex, tile, rotation)
            if savers and ref.rules.lay_cost(ref.pos, task.company, hex):
                for private in savers:
                    yield LayTile(task.company, hex, tile, rotation, private)

    def may_lay_more(self, ref: Referee, task: OperatingTurn) -> bool:
        """Is the track action not used up?"""
        return "upgrade" not in task.laid and len(task.laid) < ref.rules.yellow_tiles(ref.pos, task.company, task.first)

    def check(self, ref: Referee, task: OperatingTurn, action: LayTile) -> None:
        """Tiles left in this turn, home first, the tile itself, the money."""
        if not self.may_lay_more(ref, task):
            ref.refuse("track-used", f"{task.company} has laid all the track it may lay in this turn.")
        if action.hex in ref.rules.board.hexes:
            ref.rules.check_hex(ref, task, action.hex)
        refuse_unfit(ref, action)
        if task.laid and self.is_whole_action(ref.rules, ref.pos, task.company, action.hex):
            ref.refuse("track-used", "After a yellow tile no tile can be promoted in the same turn.")
        cost, terrain = self.cost(ref, action), ref.rules.board.terrain(ref.pos.tiles, action.hex)
        if cost > max(0, ref.cash(task.company)):
            sentence = f"{action.hex} costs {cost}; the treasury is too small."
            ref.refuse("no-cash-terrain", sentence, terrain.terrain if terrain else "")

    def cost(self, ref: Referee, action: LayTile) -> int:
        """The terrain cost, saved by a power that covers it."""
        cost = ref.rules.lay_cost(ref.pos, action.company, action.hex)
        if action.private is None:
            return cost
        if ref.pos.privates.get(action.private) != action.company or action.private in ref.pos.used:
            ref.refuse("no-power", f"{action.company} cannot use a power of {action.private}.")
        terrain = ref.rules.board.terrain(ref.pos.tiles, action.hex)
        if not cost or terrain is None or terrain.terrain not in ref.rules.privates[action.private].free_terrain:
            ref.refuse("power-terrain", f"{action.private} saves nothing on {action.hex}.")
        return 0

    def apply(self, ref: Referee, task: OperatingTurn, action: LayTile) -> None:
        """Lay it and note what was laid."""
        whole = self.is_whole_action(ref.rules, ref.pos, action.company, action.hex)
        cost = self.cost(ref, action)
        task = task.enter(ref, "track")
        ref.amend(task, laid=(*task.laid, "upgrade" if whole else "yellow"))
        if action.private is not None:
            use_power(ref, action.private, action.company)
        put_tile(ref, action, cost, self.layer_picks)


def use_power(ref: Referee, private: str, company: str) -> None:
    """Turn a private company's certificate over."""
    ref.pos.used = (*ref.pos.used, private)
    ref.say(PowerUsed(private, company))
