"""Questions about track and stations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.board.ground import Ground
from stellwerk.figures import (
    CostFigure,
)
from stellwerk.position import Position
from stellwerk.rules.arranged import Arranged

if TYPE_CHECKING:
    from stellwerk.actions import LayTile
    from stellwerk.referee import Referee
    from stellwerk.steps.operating import OperatingTurn


class TrackRules(Arranged):
    """The defaults say what most books say."""

    def place_home(self, ref: Referee, company: str) -> None:
        """A company's first turn begins: its home stations come on the map, free of charge."""
        raise AssertionError("a title says how companies start")

    def home_city(self, position: Position, company: str, hex: str) -> int:
        """The city of a home hex that takes the home station; -1 where the company has to choose."""
        ground = self.board.ground(position.tiles, hex)
        place = next(place for place in self.companies[company].home if place.hex == hex)
        if len(ground.cities) == 1:
            return 0
        if place.city is None:
            return -1
        return ground.city_with(self.board.printed(hex).cities[place.city].exits)

    def check_hex(self, ref: Referee, task: OperatingTurn, hex: str) -> None:
        """Refuse track on a hex that is closed to this company now, whatever the tile."""

    def closed_to(self, position: Position, company: str) -> frozenset[str]:
        """Hexes that are barred to a company: no connection leads there or through them."""
        return frozenset()

    def asked_for_hex(self, ref: Referee, company: str, hex: str) -> str:
        """The player whose leave a company needs to lay track on a hex: its own director where it needs none."""
        return ref.director(company)

    def tile_laid(self, ref: Referee, action: LayTile) -> None:
        """Track has been laid."""

    def extends(self, ref: Referee, company: str, hex: str, new: Ground) -> bool:
        """Is a tile connected with the company's network as the book wants it?"""
        raise AssertionError("a title says how track must be connected")

    def is_upgrade(self, position: Position, hex: str) -> bool:
        """Does a tile on this hex count as a promotion?"""
        return self.board.ground(position.tiles, hex).color != "white"

    def whole_action(self, position: Position, company: str, hex: str) -> bool:
        """Is a tile on this hex all the track the company may lay in its turn?"""
        return self.is_upgrade(position, hex)

    def lay_cost(self, position: Position, company: str, hex: str) -> int:
        """What a tile on this hex costs this company."""
        return self.tile_cost(position, hex)

    def color_open(self, position: Position, color: str) -> bool:
        """Are tiles of this colour in use?"""
        return color in self.phases[position.phase].tiles

    def yellow_tiles(self, first_turn: bool) -> int:
        """How many yellow tiles a company may lay in a turn."""
        return 1

    def tile_cost(self, position: Position, hex: str) -> int:
        """What a tile on this hex costs now: the amount printed there, or on the tile that is replaced."""
        cost = self.terrain(position, hex)
        return cost.amount if cost else 0

    def terrain(self, position: Position, hex: str) -> CostFigure | None:
        """The cost printed on a hex, or on the tile that lies there."""
        laid = position.tiles.get(hex)
        return self.board.tiles[laid[0]].cost if laid else self.board.hexes[hex].cost

    def special_tile(self, tile: str) -> bool:
        """Is this tile laid only with a power?"""
        return False

    def station_cost(self, position: Position, company: str) -> int:
        """What the next station of a company costs: markers are used in the order of their prices."""
        costs = self.companies[company].token_costs
        return costs[len(costs) - position.unplaced[company]]

    def station_markers(self, position: Position, company: str) -> int:
        """How many station markers a company has, on the map and on its charter: its own and those it took over."""
        family = (company, *position.absorbed.get(company, ()))
        return sum(len(self.companies[member].token_costs) for member in family)

    def has_stations(self, position: Position, who: str) -> bool:
        """Can stations of this name stand on the map?"""
        return who in position.markers

    def reserved(self, position: Position, hex: str, ground: Ground, city: int, company: str) -> int:
        """How many places of a city are kept for homes of companies other than this one."""
        homes = (home.company for home in self.board.hexes[hex].home if home.company != company)
        waiting = (other for other in homes if not self.settled(position, other))
        return sum(self.home_city(position, other, hex) in (city, -1) for other in waiting)

    def settled(self, position: Position, company: str) -> bool:
        """Has the company placed its home, or will it never?"""
        return company in position.operated or self.gone(position, company)

    def places_waiting_station(self, position: Position, waiting: str, layer: str) -> str:
        """Which company's director picks the city for a station that waited in a bare hex."""
        return waiting
