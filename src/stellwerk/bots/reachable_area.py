"""The part of the board a company can come to: what it earns there depends on nothing else, so it is reckoned once.

A tile far away, or another company's station there, changes nothing; what is known of the track then still holds.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial

from stellwerk.board.reach import find_surroundings
from stellwerk.bots.track import stops_in_reach
from stellwerk.figures import FaceFigure
from stellwerk.position import Position
from stellwerk.routes import Network, best_runs
from stellwerk.rules import Rules
from stellwerk.steps.connection_cache import stations_of
from stellwerk.steps.running import round_revenue

_LATELY, _COMPANIES, _KEPT = 16, 500, 4_000
"""So many states of a company's track are compared with the present one, of so many companies; so many are kept."""


class Nearby:
    """A company's track: the hexes it comes to and what lies in them, the stops, and what trains earn there."""

    def __init__(self, rules: Rules, pos: Position, company: str):
        self.own = stations_of(pos, company)
        self.closed = rules.closed_to(pos, company)
        starts = [(hex, city) for hex, city in self.own if city >= 0]
        open_to = partial(rules.may_pass, pos, company)
        board = rules.board_for(company)
        reached = find_surroundings(board, pos.tiles, starts, open_to, self.closed)
        hexes = {hex for hex, _ in (*reached.entries, *reached.cities, *self.own)}
        self.hexes = tuple(sorted(hexes))
        self.tiles = tuple(map(pos.tiles.get, self.hexes))
        self.stations = tuple(map(pos.stations.get, self.hexes))
        self.stops = stops_in_reach(board, pos, reached)
        self.networks: dict[Hashable, Network] = {}
        self.runs: dict[Hashable, int] = {}

    def is_in(self, pos: Position, own: list[tuple[str, int]], closed: frozenset[str]) -> bool:
        """Does everything in these hexes lie as it did?"""
        return (
            tuple(map(pos.tiles.get, self.hexes)) == self.tiles
            and tuple(map(pos.stations.get, self.hexes)) == self.stations
            and own == self.own
            and closed == self.closed
        )

    def run(self, rules: Rules, pos: Position, company: str, faces: Sequence[FaceFigure]) -> int:
        """What trains of the company earn on this track."""
        values = tuple(sorted(rules.stop_values(pos).items()))
        here = (pos.phase, values, pos.state.run_key(self.hexes))
        supplies = rules.supplies(pos, company)
        key = (here, tuple(face.name for face in faces), tuple(supplies.items()))
        if key not in self.runs:
            if here not in self.networks:
                self.networks[here] = rules.network(pos, company)
            specs = [rules.train_spec(pos, company, face) for face in faces]
            self.runs[key] = round_revenue(rules, best_runs(self.networks[here], specs, supplies=supplies).total)
        return self.runs[key]


_lately: dict[tuple[Rules, str], tuple[Nearby, ...]] = {}
_kept: dict[Hashable, Nearby] = {}


def nearby_board(rules: Rules, pos: Position, company: str) -> Nearby:
    """The part of the board a company can come to now."""
    lately = _lately.get((rules, company), ())
    own, closed = stations_of(pos, company), rules.closed_to(pos, company)
    found = next((known for known in lately if known.is_in(pos, own, closed)), None)
    if found is None:
        found = Nearby(rules, pos, company)
        if len(_kept) >= _KEPT:
            _kept.clear()
        found = _kept.setdefault((rules, company, found.hexes, found.tiles, found.stations, found.closed), found)
    if len(_lately) >= _COMPANIES:
        _lately.clear()
    if not lately or found is not lately[0]:  # replaced, never changed: several threads may look at it
        _lately[rules, company] = (found, *[known for known in lately if known is not found][: _LATELY - 1])
    return found
