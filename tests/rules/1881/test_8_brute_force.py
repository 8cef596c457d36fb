"""1881, 8 and 14: the best runs once more, from the data file and the book alone, by trying every walk there is.

Trams on tram track, nets on the S-Bahn's; tile 53; halts as ends; shuttles on double track.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from tests.kit81 import holders, position_of

from stellwerk.figures import read_data_file
from stellwerk.position import Position
from stellwerk.rules import Rules
from stellwerk.steps.running import best_for
from stellwerk.titles import rules_of

DATA = read_data_file("stellwerk.titles.t1881", "1881.json")
TILES = {tile["id"]: tile for tile in DATA["tile_definitions"]}
HEXES = {hex["at"]: hex for hex in DATA["boards"]["berlin"]["hexes"]}
PIERS = ("J4", "K35", "L6", "M33")
AROUND = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
TRAM, NET = "exits", "sexits"

Stop = tuple[str, str, int]
"""Hex, kind of stop, number."""


@dataclass
class Walk:
    """A run so far: its stops, the track and the hexes it has used."""

    stops: list[Stop]
    track: set[object] = field(default_factory=set)
    hexes: list[str] = field(default_factory=list)

    def on(self, track: set[object], hexes: list[str], stop: Stop) -> Walk:
        """The same, one stop further."""
        return Walk([*self.stops, stop], self.track | track, [*self.hexes, *hexes])


class Opinion:
    """The runs of a company on a board of tiles."""

    def __init__(self, tiles: Mapping[str, tuple[str, int]], kind: str, depots: Mapping[Stop, Sequence[str]], who: str):
        self.tiles, self.kind, self.who = tiles, kind, who
        self.depots = depots
        self.faces = {hex: TILES[tiles[hex][0]] if hex in tiles else figure for hex, figure in HEXES.items()}
        self.turns = {hex: tiles[hex][1] if hex in tiles else 0 for hex in HEXES}
        self.walks = [walk for stop in self.stops() for walk in self.grow(Walk([stop], set(), [stop[0]]))]

    def stops(self) -> Iterator[Stop]:
        """All stations and halts."""
        for hex, face in self.faces.items():
            for what in ("cities", "towns"):
                yield from ((hex, what, number) for number in range(len(face.get(what, []))))

    def figure(self, stop: Stop) -> Mapping[str, Any]:
        """What is printed at a stop."""
        return self.faces[stop[0]][stop[1]][stop[2]]  # type: ignore[no-any-return]

    def ends_of(self, stop: Stop) -> list[int]:
        """The edges to which track leads from a stop."""
        return [(edge + self.turns[stop[0]]) % 6 for edge in self.figure(stop).get(self.kind, [])]

    def grow(self, walk: Walk) -> Iterator[Walk]:
        """All walks that begin so and end at a stop."""
        if len(walk.stops) > 1:
            yield walk
            if self.blocks(walk.stops[-1]):
                return
        hex, what, number = here = walk.stops[-1]
        for edge in self.ends_of(here):
            for on in self.follow(hex, edge, set(), []):
                yield from self.step(walk, *on)
        if self.faces[hex].get("links") and what == "cities" and self.kind == TRAM:
            yield from self.step(walk, {(hex, "link")}, [], (hex, what, 1 - number))

    def step(self, walk: Walk, track: set[object], hexes: list[str], stop: Stop) -> Iterator[Walk]:
        """One stop further, unless the walk has been there: a hex only once, of tile 53 each station once."""
        seen = [hex for hex in walk.hexes if self.tiles.get(hex, ("", 0))[0] != "53"]
        if not (walk.track & track or set(seen) & set(hexes) or len(set(hexes)) < len(hexes) or stop in walk.stops):
            yield from self.grow(walk.on(track, hexes, stop))

    def follow(
        self, hex: str, edge: int, track: set[object], passed: list[str]
    ) -> Iterator[tuple[set[object], list[str], Stop]]:
        """Over an edge, through plain hexes, to each stop that comes next."""
        there = f"{chr(ord(hex[0]) + AROUND[edge][0])}{int(hex[1:]) + AROUND[edge][1]}"
        if there not in self.faces or there in passed:
            return
        entered, track = (edge + 3) % 6, {*track, frozenset((hex, there))}
        for stop in [stop for stop in self.stops_in(there) if entered in self.ends_of(stop)]:
            yield track, [*passed, there], stop
        face, turn = self.faces[there], self.turns[there]
        plain = face.get("track", []) if self.kind == TRAM else face.get("sbahn", {}).get("track", [])
        for pair in [[(end + turn) % 6 for end in ends] for ends in plain]:
            if entered in pair:
                yield from self.follow(there, sum(pair) - entered, track, [*passed, there])

    def stops_in(self, hex: str) -> list[Stop]:
        """The stops of a hex."""
        face = self.faces[hex]
        return [(hex, what, n) for what in ("cities", "towns") for n in range(len(face.get(what, [])))]

    def blocks(self, stop: Stop) -> bool:
        """Is it full of others, of which one is a tram company (R44)?"""
        here = self.depots.get(stop, ())
        full = len(here) >= self.figure(stop).get("slots", 99)
        return self.kind == TRAM and full and self.who not in here and any(who not in ("S", "S-II") for who in here)

    def runs(self, reach: int, shuttles: bool) -> list[tuple[int, frozenset[object]]]:
        """What a vehicle may run: income and track."""
        with_depot = [w for w in self.walks if any(self.who in self.depots.get(stop, ()) for stop in w.stops)]
        ends = [{walk.stops[0][1], walk.stops[-1][1]} for walk in with_depot]
        connected = {"cities"} in ends
        fit = [
            w for w, kinds in zip(with_depot, ends, strict=True) if "cities" in kinds and (len(kinds) == 1) == connected
        ]
        in_range = [w for w in fit if sum(what == "cities" for _, what, _ in w.stops) <= reach]
        return [(self.income(walk, shuttles), frozenset(walk.track)) for walk in in_range]

    def income(self, walk: Walk, shuttles: bool) -> int:
        """Stops and piers; a shuttle counts what lies between its ends twice (14.5)."""
        values = [int(self.figure(stop)["revenue"]) for stop in walk.stops]
        piers = 40 * len({hex for hex, _, _ in walk.stops} & set(PIERS))
        double = all(self.faces[hex]["color"] in ("green", "brown", "gray") for hex in walk.hexes)
        stations = walk.stops[0][1] == walk.stops[-1][1] == "cities"
        more = sum(values[1:-1]) if shuttles and double and stations else 0
        return sum(values) + piers + more

    def best(self, reaches: Sequence[int], shuttles: bool) -> int:
        """The most that vehicles bring on track apart (8.7)."""
        idle: list[tuple[int, frozenset[object]]] = [(0, frozenset())]
        ways = [sorted(set(self.runs(reach, shuttles)), key=lambda run: -run[0]) + idle for reach in reaches]
        if len(ways) == 1:
            return ways[0][0][0]
        together = (a[0] + b[0] for a, b in product(*ways) if not a[1] & b[1])
        return max(together)


REGIONS = (
    "H14 I13 I15 I17 H16 G15 G13 J16 J14 J18 H18 I19",
    "H20 H18 I19 I21 H22 G19 G17 F18 G21 J20 I23 H16",
    "L6 L8 L10 K9 K7 J8 I9 K11 L12 K13 M9 M13",
    "K29 K31 K33 K35 L30 M31 M33 L28 K27 J28 I27 M29",
    "F24 G23 G25 F26 F28 F22 F20 G21 E23 E25 E21 E19",
    "C21 B22 A23 D20 E19 F18 G17 F20 D22 C19 D18 E17",
)
"""Parts of the board small enough to try everything."""


def random_tiles(rules: Rules, region: Sequence[str], chance: random.Random) -> dict[str, tuple[str, int]]:
    """Up to three tiles on each hex, mostly meeting the track beside it."""
    board, tiles = rules.board, dict[str, tuple[str, int]]()
    for hex in region:
        for _ in range(chance.choice((0, 1, 1, 2, 3))):
            fitting = board.fitting(tiles, hex)
            if fitting:
                met = [sum(has_track(rules, tiles, hex, lay, edge) for edge in range(6)) for lay in fitting]
                some = [lay for lay, n in zip(fitting, met, strict=True) if n == max(met) or chance.random() < 0.2]
                tiles[hex] = chance.choice(some)
    return tiles


def has_track(rules: Rules, tiles: Mapping[str, tuple[str, int]], hex: str, lay: tuple[str, int], edge: int) -> bool:
    """Would track of a tile meet track over an edge?"""
    beside = rules.board.across.get((hex, edge))
    mine = rules.board.as_laid(*lay)
    if beside is None or edge not in {*mine.exits, *mine.second_exits}:
        return False
    there = rules.board.ground(tiles, beside[0])
    return beside[1] in (there.exits if edge in mine.exits else there.second_exits)


def random_position(rules: Rules, company: str, seed: int) -> tuple[Position, dict[Stop, list[str]]]:
    """Random tiles and depots of the company and of others, in some part of the board."""
    chance = random.Random(seed)
    region = chance.choice(REGIONS).split()
    tiles = random_tiles(rules, region, chance)
    reaches = {"2": 2, "3": 3, "4": 4} if company == "SBV" else {"4S": 4}
    letters = chance.choices(list(reaches), k=chance.choice((1, 2)))
    depots: dict[Stop, list[str]] = {}
    cities = [(hex, n) for hex in region for n in range(len(rules.board.ground(tiles, hex).cities))]
    pos = position_of(
        rules,
        phase="green",
        companies={"SBV": holders(Ada=60), "GBS": holders(Bo=60), "BChSt": holders(Cy=60), "S": holders(Ada=30)},
        seats={"S-II": "Bo"},
        stations=dict.fromkeys(("SBV", "GBS", "BChSt", "S", "S-II"), ()),
        trains={company: letters},
    )
    pos.tiles = tiles
    on_route = [(hex, n) for hex, n in cities if rules.board.hexes[hex].sbahn]
    for who in (company, company, "GBS", "BChSt", "S-II"):
        hex, number = chance.choice(cities if who not in ("S", "S-II") else on_route or [("H20", 0)])
        here = depots.setdefault((hex, "cities", number), [])
        if len(here) < rules.board.ground(tiles, hex).cities[number].slots and who not in here:
            here.append(who)
    for (hex, _, number), here in depots.items():
        pos.put("stations", hex, (*pos.stations.get(hex, ()), *((who, number) for who in here)))
    return pos, depots


def compare(variant: str, company: str, seeds: range) -> list[int]:
    """Let both look for the best runs; what they found."""
    rules, found = rules_of("1881", variant), []
    for seed in seeds:
        pos, depots = random_position(rules, company, seed)
        reaches = [rules.cards.by_name[face].cities or 0 for who, face in pos.trains.values() if who == company]
        opinion = Opinion(pos.tiles, TRAM if company == "SBV" else NET, depots, company)
        if len(opinion.walks) > 3_000:
            continue
        best = best_for(rules, pos, company)
        assert best.proven
        assert best.total == opinion.best(reaches, variant == "double-track" and company == "SBV"), f"seed {seed}"
        found.append(best.total)
    return found


@pytest.mark.clause(
    "1881/8.2a", "1881/8.2b", "1881/8.3", "1881/8.5a", "1881/8.5b", "1881/8.6", "1881/8.7a", "1881/9.2a"
)
def test_trams_run_as_well_as_by_trying_everything() -> None:
    found = compare("base", "SBV", range(100))
    assert len(set(found)) > 20 and len(found) > 60


@pytest.mark.clause("1881/8.2a", "1881/8.3", "1881/12.11")
def test_nets_run_as_well_on_the_second_track() -> None:
    found = compare("base", "S", range(150))
    assert len(set(found)) > 5 and len(found) > 100


@pytest.mark.clause("1881/14.1", "1881/14.2", "1881/14.3", "1881/14.4", "1881/14.5")
@pytest.mark.parametrize("company", ["SBV", "S"])
def test_shuttles_earn_as_much_as_by_trying_everything(company: str) -> None:
    found = compare("double-track", company, range(100, 160))
    single = compare("base", company, range(100, 160))
    assert (found == single) == (company == "S"), "trams earn more by shuttles, nets do not shuttle"


@pytest.mark.clause("1881/8.8", "1881/8.3")
def test_tile_53_as_by_trying_everything() -> None:
    """Given 53 at Breitscheidplatz and random track around it, runs over both stations come up."""
    rules, twice = rules_of("1881"), 0
    for seed in range(40):
        pos, _ = random_position(rules, "SBV", seed)
        chance = random.Random(seed)
        tiles = {**random_tiles(rules, REGIONS[0].split(), chance), "I15": ("53", chance.choice((1, 4)))}
        depots: dict[Stop, list[str]] = {("I15", "cities", 0): ["SBV"]}
        pos.tiles, pos.stations = tiles, {"I15": (("SBV", 0),)}
        reaches = [rules.cards.by_name[face].cities or 0 for who, face in pos.trains.values() if who == "SBV"]
        opinion = Opinion(tiles, TRAM, depots, "SBV")
        if len(opinion.walks) > 3_000:
            continue
        best = best_for(rules, pos, "SBV")
        assert best.total == opinion.best(reaches, False), f"seed {seed}"
        twice += any({"I15.0", "I15.1"} <= set(run.nodes) for run in best.runs)
    assert twice > 10
