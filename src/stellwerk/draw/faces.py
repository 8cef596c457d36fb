"""What is to be seen on a hex: its printing or the tile that lies there, and the shape that decides where all goes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from stellwerk.figures import (
    CityFigure,
    CostFigure,
    HexFigure,
    LinkFigure,
    OffboardFigure,
    SecondTrackFigure,
    TileFigure,
    TownFigure,
)


@dataclass(frozen=True, slots=True)
class PlannedFace:
    """What is to be seen on a hex: its printing, or the tile that lies there, turned."""

    color: str
    label: str | None
    cities: tuple[CityFigure, ...]
    towns: tuple[TownFigure, ...]
    offboard: OffboardFigure | None
    track: tuple[tuple[int, int], ...]
    junction: bool
    frame: str | None
    stubs: tuple[int, ...]
    icons: tuple[str, ...] = ()
    links: tuple[LinkFigure, ...] = ()
    tile: str | None = None
    rotation: int = 0
    cost: CostFigure | None = None
    """What the next tile on it costs."""
    second: SecondTrackFigure | None = None
    """Plain track of the second kind, and the edges the hex keeps for such track."""


class PlannedLink(NamedTuple):
    """Two stops (kind and number) joined inside a hex, by track or by a ferry."""

    first: tuple[str, int]
    second: tuple[str, int]
    kind: str


class SecondShape(NamedTuple):
    """The same of a second kind of track: what cities and towns are reached, plain track, edges kept for it."""

    cities: tuple[tuple[int, ...], ...] = ()
    towns: tuple[tuple[int, ...], ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    route: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    """How many places of each city are for its railways only."""


class HexShape(NamedTuple):
    """The part of a face that decides where everything goes."""

    cities: tuple[tuple[int, tuple[int, ...]], ...]
    towns: tuple[tuple[int, ...], ...]
    offboard: tuple[int, ...] | None
    track: tuple[tuple[int, int], ...]
    junction: bool
    links: tuple[PlannedLink, ...] = ()
    second: SecondShape = SecondShape()

    def with_all_track(self) -> HexShape:
        """The shape in which both kinds of track are one: so stops find their places beside all of it."""
        second = self.second
        cities = zip(self.cities, second.cities or ((),) * len(self.cities), strict=True)
        towns = zip(self.towns, second.towns or ((),) * len(self.towns), strict=True)
        return self._replace(
            cities=tuple((slots, (*exits, *more)) for (slots, exits), more in cities),
            towns=tuple((*exits, *more) for exits, more in towns),
        )


def hex_face(figure: HexFigure) -> PlannedFace:
    """The printing of a hex; an off-board area that takes stations gets its places as a city."""
    cities = figure.cities
    if figure.offboard and figure.offboard.slots and not cities:
        cities = (CityFigure(slots=figure.offboard.slots),)
    return PlannedFace(
        color=figure.color,
        label=figure.label,
        cities=cities,
        towns=figure.towns,
        offboard=figure.offboard,
        track=figure.track,
        junction=False,
        frame=figure.frame,
        stubs=figure.stubs,
        icons=figure.icons,
        links=figure.links,
        cost=figure.cost,
        second=figure.sbahn,
    )


def tile_face(tile: TileFigure, rotation: int) -> PlannedFace:
    """A tile turned by a number of edges."""

    def turned(exits: tuple[int, ...]) -> tuple[int, ...]:
        return tuple((edge + rotation) % 6 for edge in exits)

    return PlannedFace(
        color=tile.color,
        label=tile.label,
        cities=tuple(
            msgspec.structs.replace(city, exits=turned(city.exits), sexits=turned(city.sexits)) for city in tile.cities
        ),
        towns=tuple(TownFigure(t.revenue, turned(t.exits), turned(t.sexits)) for t in tile.towns),
        offboard=None,
        track=tuple(((a + rotation) % 6, (b + rotation) % 6) for a, b in tile.track),
        junction=tile.junction,
        frame=tile.frame,
        stubs=(),
        icons=tile.icons,
        links=tile.links,
        tile=tile.id,
        rotation=rotation % 6,
        cost=tile.cost,
        second=_turn_second_track(tile.sbahn, rotation),
    )


def _turn_second_track(figure: SecondTrackFigure | None, rotation: int) -> SecondTrackFigure | None:
    if figure is None:
        return None
    return SecondTrackFigure(tuple(((a + rotation) % 6, (b + rotation) % 6) for a, b in figure.track))


def shape_of(face: PlannedFace) -> HexShape:
    """The shape of a face."""
    return HexShape(
        cities=tuple((city.slots, city.exits) for city in face.cities),
        towns=tuple(town.exits for town in face.towns),
        offboard=face.offboard.exits if face.offboard else None,
        track=face.track,
        junction=face.junction,
        links=tuple(
            PlannedLink(_split_stop_name(link.start), _split_stop_name(link.to), link.kind) for link in face.links
        ),
        second=_second_shape_of(face),
    )


def _second_shape_of(face: PlannedFace) -> SecondShape:
    """What a face has of a second kind of track; nothing where it has none of it."""
    on_cities = any(city.sexits or city.s_slots for city in face.cities)
    if face.second is None and not on_cities and not any(town.sexits for town in face.towns):
        return SecondShape()
    return SecondShape(
        cities=tuple(city.sexits for city in face.cities),
        towns=tuple(town.sexits for town in face.towns),
        track=face.second.track if face.second else (),
        route=face.second.route if face.second else (),
        places=tuple(city.s_slots for city in face.cities),
    )


def _split_stop_name(name: str) -> tuple[str, int]:
    """Kind and number of a stop named in a link (`city0`)."""
    match = re.fullmatch(r"([a-z]+)(\d+)", name)
    return (match[1], int(match[2])) if match else (name, 0)
