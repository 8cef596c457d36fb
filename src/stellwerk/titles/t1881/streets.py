"""Track, depots and runs (6 to 8)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from functools import cached_property, partial
from typing import Any

from stellwerk.board.board import Board
from stellwerk.board.ground import COLORS, Ground, color_before
from stellwerk.events import Event, TileLaid
from stellwerk.figures import FaceFigure
from stellwerk.memory import Memory
from stellwerk.position import BANK, Position, value_or
from stellwerk.referee import Referee
from stellwerk.routes import Bonus, Network, TrainSpec, best_runs, build_network
from stellwerk.rules import Rules
from stellwerk.steps.strict_connection import extends_route
from stellwerk.titles.t1881.connection import CentreConnected, edge_stations_connected
from stellwerk.titles.t1881.printed import printed_of
from stellwerk.titles.t1881.state import NET, State1881
from stellwerk.titles.t1881.turn import note_connection

TWICE, HOUSE, DOUBLE = "twice", "house", "double-track"

KEPT = 200
"""So many networks are remembered."""


def network_key(position: Position, company: str) -> Hashable:
    """All that a company's network depends on."""
    return company, position.phase, frozenset(position.tiles.items()), frozenset(position.stations.items())


class StreetRules(Rules):
    """The answers of these chapters."""

    def is_net(self, company: str) -> bool:
        """Is it a net of the S-Bahn, and no tram company?"""
        return self.companies[company].size == NET

    # 6: track

    def board_for(self, company: str) -> Board:
        """Trams see the tram track, nets the S-Bahn's (6.13, R40)."""
        return self.board.second_track if self.is_net(company) else self.board

    def yellow_tiles(self, position: Position, company: str, first_turn: bool) -> int:
        """One tile, in phase 1 two (6.1)."""
        return 2 if self.allows(position, "second-tile") else 1

    def extends(self, ref: Referee, company: str, hex: str, new: Ground) -> bool:
        """New track of the company's own kind on a route of its, or a stop on it is raised (6.12, R38, R40)."""
        return extends_route(ref, company, hex, new, towns_count=True)

    def visited_twice(self, position: Position) -> Collection[str]:
        """Nothing comes back to a hex but to tile 53 (8.3, 8.8)."""
        return [hex for hex, (tile, _) in position.tiles.items() if TWICE in self.board.tiles[tile].flags]

    def follow_event(self, ref: Referee, event: Event) -> None:
        """The first tile on some hexes, and the first connection with the centre, bring a bonus (6.16, 9.4)."""
        super().follow_event(ref, event)
        if isinstance(event, TileLaid):
            if self.is_first_tile(event.hex, event.tile):
                bonus = printed_of(self.variant).building_bonus.get(event.hex, 0)
                ref.pay(BANK, event.company, bonus, f"building bonus of {event.hex}")
            self.note_first_connections(ref, event.company)

    def is_first_tile(self, hex: str, tile: str) -> bool:
        """Does a tile lie directly on what is printed on the hex?"""
        figure = self.board.as_laid(tile, 0)
        return self.board.printed(hex).color == color_before(figure.color, figure.replaces)

    def note_first_connections(self, ref: Referee, company: str) -> None:
        """One bonus a turn; of several stations connected at once all are used up (R53)."""
        now, known = edge_stations_connected(self, ref.pos.tiles), value_or(State1881.of(ref.pos).connected, ())
        new = tuple(hex for hex in now if hex not in known)
        if new:
            ref.pos.update_state(connected=now)
            ref.say(CentreConnected(company, new))
            note_connection(ref, printed_of(self.variant).connection_bonus.amount)

    def read_extra(self, position: Position, extra: Mapping[str, Any]) -> None:
        """`connected` need not be told: it follows from the tiles."""
        super().read_extra(position, {"connected": edge_stations_connected(self, position.tiles), **extra})

    # 7: depots

    def is_one_station(self, hex: str) -> bool:
        """Bhf. Zoo is one station, Breitscheidplatz two (R47)."""
        return hex not in printed_of(self.variant).two_stations

    def reserved(self, position: Position, hex: str, ground: Ground, city: int, company: str) -> int:
        """Homes of companies not in the game; from trams also the circles marked S (7.3, 7.5, R45, R46)."""
        kept = super().reserved(position, hex, ground, city, company)
        if self.is_net(company):
            return kept
        nets = sum(place == city and self.is_net(who) for who, place in position.stations.get(hex, ()))
        return kept + max(0, ground.cities[city].s_slots - nets)

    def may_pass(self, position: Position, company: str, hex: str, city: int) -> bool:
        """A net always; a tram unless depots, one of them a tram's, fill every circle (7.6, 7.7, 8.2, R44, H.23)."""
        here = [who for who, place in position.stations.get(hex, ()) if place == city]
        trams = [who for who in here if not self.is_net(who)]
        counted = trams if HOUSE in self.variant.split("+") else here
        free = len(counted) < self.board.ground(position.tiles, hex).cities[city].slots
        return self.is_net(company) or company in here or not trams or free

    # 8, 9.3, 14: running

    def network(self, position: Position, company: str) -> Network:
        """What vehicles of a company can run on; remembered while track, depots and phase are the same."""
        return self._networks.get(network_key(position, company), lambda: self.make_network(position, company))

    @cached_property
    def _networks(self) -> Memory[Hashable, Network]:
        return Memory(KEPT)

    @cached_property
    def _only_halts(self) -> Memory[Hashable, bool]:
        return Memory(8 * KEPT)

    def make_network(self, position: Position, company: str) -> Network:
        """Trams on tram track, nets on the S-Bahn's; no hex twice but tile 53; piers add to a run (8.3, 8.8, 9.3)."""
        piers = printed_of(self.variant).ferry_piers
        return build_network(
            self.board, position.tiles, company, position.stations,
            colour=self.phases[position.phase].values,
            passable=partial(self.may_pass, position, company),
            once="hex",
            twice=self.visited_twice(position),
            tags={hex: [[hex]] for hex in piers.hexes} | {DOUBLE: [self.double_track(position)]},
            bonuses=[Bonus(f"ferry pier {hex}", piers.bonus, ((hex, 1),)) for hex in piers.hexes],
            second=self.is_net(company),
        )  # fmt: skip

    def train_spec(self, position: Position, company: str, face: FaceFigure, card: str = "") -> TrainSpec:
        """Halts are free; one may end a run of a company that connects no two stations (8.5, 8.6, R49)."""
        halts = self._only_halts.get(network_key(position, company), lambda: self.connects_nothing(position, company))
        if self.is_net(company) or DOUBLE not in self.variant.split("+"):
            return TrainSpec.halts_free(face.cities, halt_ends=halts)
        return TrainSpec.shuttle(face.cities, DOUBLE, halt_ends=halts)

    def connects_nothing(self, position: Position, company: str) -> bool:
        """Does the company's track connect no two stations?"""
        return not best_runs(self.network(position, company), [TrainSpec.halts_free(2)]).runs

    def double_track(self, position: Position) -> set[str]:
        """The hexes that are green or later, and the sides between them (14.3, R74)."""
        if DOUBLE not in self.variant.split("+"):
            return set()
        colors = {hex: self.board.ground(position.tiles, hex).color for hex in self.board.hexes}
        double = {hex for hex, color in colors.items() if color in COLORS[2:]}
        across = self.board.across.items()
        return double | {self.board.side(*here) for here, there in across if {here[0], there[0]} <= double}
