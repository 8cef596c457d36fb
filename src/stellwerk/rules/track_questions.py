"""Questions about track and stations."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from stellwerk.board.board import Board
from stellwerk.board.ground import Ground
from stellwerk.position import Position
from stellwerk.rules.arranged_figures import Arranged
from stellwerk.rules.homes import find_home_city, in_places, is_settled

if TYPE_CHECKING:
    from stellwerk.referee import Referee
    from stellwerk.steps.operating_round import OperatingTurn


class TrackRules(Arranged):
    """The defaults say what most books say."""

    def place_home(self, ref: Referee, company: str) -> None:
        """A company's first turn begins: its home stations come on the map, free of charge."""
        raise AssertionError("a title says how companies start")

    def check_hex(self, ref: Referee, task: OperatingTurn, hex: str) -> None:
        """Refuse track on a hex that is closed to this company now, whatever the tile."""

    def closed_to(self, position: Position, company: str) -> frozenset[str]:
        """Hexes that are barred to a company: no connection leads there or through them."""
        return frozenset()

    def board_for(self, company: str) -> Board:
        """The board with the track that a company builds and runs on."""
        return self.board

    def may_pass(self, position: Position, company: str, hex: str, city: int) -> bool:
        """Can the company go through this city: a free place, or a station of its own?"""
        ground = self.board.ground(position.tiles, hex)
        cities = {city, *(way[1] for link in ground.links if link[2] == "ferry" for way in link[:2])}
        own = any(c == company and place in cities for c, place in position.stations.get(hex, ()))
        taken = sum(place in cities for _, place in in_places(self, position, hex))
        return own or taken < sum(ground.cities[place].slots for place in cities)

    def visited_twice(self, position: Position) -> Collection[str] | None:
        """The hexes to which a run or a connection may come back; None: it may come back to all of them."""
        return None

    def extends(self, ref: Referee, company: str, hex: str, new: Ground) -> bool:
        """Is a tile connected with the company's network as the book wants it?"""
        raise AssertionError("a title says how track must be connected")

    def is_upgrade(self, position: Position, hex: str) -> bool:
        """Does a tile on this hex count as a promotion?"""
        return self.board.ground(position.tiles, hex).color != "white"

    def lay_cost(self, position: Position, company: str, hex: str) -> int:
        """What a tile on this hex costs this company."""
        return self.board.tile_cost(position.tiles, hex)

    def yellow_tiles(self, position: Position, company: str, first_turn: bool) -> int:
        """How many yellow tiles a company may lay in a turn."""
        return 1

    def special_tile(self, tile: str) -> bool:
        """Is this tile laid only with a power?"""
        return False

    def station_cost(self, position: Position, company: str) -> int:
        """What the next station of a company costs: markers are used in the order of their prices."""
        costs = self.companies[company].token_costs
        return costs[len(costs) - position.unplaced[company]]

    def station_markers(self, position: Position) -> dict[str, int]:
        """Who has how many station markers, on the map and on charters: his own and those he took over."""
        own = {company.id: len(company.token_costs) for company in self.figures.companies}
        return {company: own[company] + sum(own[c] for c in position.absorbed.get(company, ())) for company in own}

    def is_one_station(self, hex: str) -> bool:
        """Are the cities of a hex one station, so that a company has one marker there at most?"""
        return True

    def reserved(self, position: Position, hex: str, ground: Ground, city: int, company: str) -> int:
        """How many places of a city are kept for homes of companies other than this one."""
        homes = (home.company for home in self.board.hexes[hex].home if home.company != company)
        waiting = (other for other in homes if not is_settled(self, position, other))
        return sum(find_home_city(self, position, other, hex) in (city, -1) for other in waiting)
