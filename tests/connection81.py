"""1881, a second opinion on connections (9.4, R53, R88), from the book and the data file alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stellwerk.actions import Action
from stellwerk.events import DividendDecided, Event, Ran, TileLaid
from stellwerk.figures import read_data_file
from stellwerk.game import Game
from stellwerk.titles.t1881.connection import CentreConnected

DATA = read_data_file("stellwerk.titles.t1881", "1881.json")
EDGE = ("A11", "A23", "B16", "D26", "F28", "H30", "J4", "K35", "L6", "L10", "M25", "M33", "N2", "N18")
CENTRE = ("F20", "G15", "G17", "H14", "H18", "H20", "I15", "J18")
BONUS = 100


def wheel(edges: list[int], turn: int) -> list[int]:
    """Edges turned."""
    return [(edge + turn) % 6 for edge in edges]


class Opinion:
    """Connections once more, from the data file alone: which way out follows which, until nothing new follows."""

    around = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))

    def __init__(self, tiles: Mapping[str, tuple[str, int]]):
        known = {tile["id"]: tile for tile in DATA["tile_definitions"]}
        self.faces: dict[str, tuple[dict[str, Any], int]] = {}
        for figure in DATA["boards"]["berlin"]["hexes"]:
            name = figure["at"]
            tile, turn = tiles.get(name, ("", 0))
            self.faces[name] = (known[tile], turn) if tile else (figure, 0)

    def beyond(self, hex: str, edge: int) -> str:
        down, right = self.around[edge]
        return f"{chr(ord(hex[0]) + down)}{int(hex[1:]) + right}"

    def ends(self, hex: str, stop: Mapping[str, Any], kinds: str) -> Iterator[tuple[str, int, str]]:
        """The ways out of a stop, over tram track (`t`), S-Bahn track (`s`) or both."""
        turn = self.faces[hex][1]
        for kind in kinds:
            for edge in wheel(stop.get("exits" if kind == "t" else "sexits", []), turn):
                yield hex, edge, kind

    def follow(self, hex: str, edge: int, kind: str) -> tuple[set[tuple[str, int, str]], set[str]]:
        """Who leaves a hex so: the ways out of the next hex, and the stations on the way."""
        there, entered = self.beyond(hex, edge), (edge + 3) % 6
        if there not in self.faces:
            return set(), set()
        face, turn = self.faces[there]
        plain = face.get("track", []) if kind == "t" else face.get("sbahn", {}).get("track", [])
        out: set[tuple[str, int, str]] = set()
        for a, b in (wheel(pair, turn) for pair in plain):
            out |= {(there, b, kind)} if a == entered else {(there, a, kind)} if b == entered else set()
        for town in face.get("towns", []):
            ends = set(self.ends(there, town, kind))
            out |= ends - {(there, entered, kind)} if (there, entered, kind) in ends else set()
        cities = face.get("cities", [])
        met = [city for city in cities if (there, entered, kind) in self.ends(there, city, kind)]
        if met:
            for city in cities if face.get("links") else met:
                out |= set(self.ends(there, city, "ts"))
        return out, {there} if met else set()

    def reached(self, starts: Iterable[str], kinds: str = "ts") -> set[str]:
        """The stations to which walks lead from these, over tram track (`t`), S-Bahn track (`s`) or both."""
        ahead = [end for hex in starts for city in self.faces[hex][0]["cities"] for end in self.ends(hex, city, kinds)]
        seen, met = set(ahead), set(starts)
        while ahead:
            further, stations = self.follow(*ahead.pop())
            new = {end for end in further if end[2] in kinds} - seen
            seen |= new
            ahead += new
            met |= stations
        return met

    def linked(self, start: str, goals: set[str]) -> bool:
        """Is there a walk from a station to one of the goals?"""
        out = {end for city in self.faces[start][0]["cities"] for end in self.ends(start, city, "ts")}
        while True:
            more, met = set(out), set()
            for end in out:
                further, stations = self.follow(*end)
                more |= further
                met |= stations
            if met & goals or more == out:
                return bool(met & goals)
            out = more


class Surveyor:
    """Follows a game by the tiles that are laid: who connects edge stations first, and gets 100 for it once a turn."""

    def __init__(self, game: Game):
        self.tiles: dict[str, tuple[str, int]] = {}
        self.connected: set[str] = set()
        self.turn = ""
        self.link = 0
        self.earned = 0
        self.bonuses = 0

    def note(self, action: Action, told: Sequence[Event], game: Game) -> None:
        """What has happened with an action."""
        claims: list[CentreConnected] = []
        expected: list[CentreConnected] = []
        for event in told:
            match event:
                case TileLaid(company, hex, tile, rotation):
                    self.tiles[hex] = tile, rotation
                    new = tuple(hex for hex in EDGE if hex in self.found() - self.connected)
                    self.connected |= set(new)
                    expected += [CentreConnected(company, new)] if new else []
                    self.link = BONUS if new else self.link if company == self.turn else 0
                    self.turn = company
                case CentreConnected():
                    claims.append(event)
                case Ran(company, revenue):
                    self.earned, self.link, self.turn = revenue, self.link * (company == self.turn), company
                case DividendDecided(company, _, income):
                    assert income == self.earned + self.link, f"{company} has {income}"
                    self.bonuses += self.link > 0
                    self.link = self.earned = 0
        assert claims == expected, game.log[-1]

    def found(self) -> set[str]:
        """The edge stations connected now."""
        return Opinion(self.tiles).reached(CENTRE) & set(EDGE)
