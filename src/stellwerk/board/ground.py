"""What lies on a hex: a tile in its rotation, or what is printed there; and what may replace it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from stellwerk.figures import CityFigure, HexFigure, LinkFigure, OffboardFigure, TileFigure, TownFigure

COLORS = ("white", "yellow", "green", "brown", "gray")
"""The order in which tiles follow each other."""

Stop = TypeVar("Stop", CityFigure, TownFigure)

Way = tuple[str, int]
"""Where track leads inside a hex: `("side", edge)`, `("city", i)`, `("town", i)` or `("offboard", 0)`."""


class Ground(msgspec.Struct, frozen=True):
    """The track, stops and marks that a hex shows; edges as they lie on the board."""

    tile: str
    color: str
    label: str | None
    cities: tuple[CityFigure, ...]
    towns: tuple[TownFigure, ...]
    offboard: OffboardFigure | None
    track: tuple[tuple[int, int], ...]
    exits: frozenset[int]
    ways: tuple[tuple[Way, ...], ...]
    """Per edge: where the track that enters there leads."""
    terminus: bool = False
    """Cities here are ends of routes (red tiles)."""
    links: tuple[tuple[Way, Way, str], ...] = ()
    """Stops joined inside the hex, and how: by `track` or by a `ferry`."""
    second: tuple[tuple[Way, ...], ...] = ((),) * 6
    """Per edge: where the track of the second kind that enters there leads."""
    second_track: tuple[tuple[int, int], ...] = ()
    """Plain track of the second kind."""
    replaces: str = ""
    """The colour a tile follows, where it is not the one before its own."""

    @property
    def second_exits(self) -> frozenset[int]:
        """The edges that track of the second kind reaches."""
        return frozenset(edge for edge in range(6) if self.second[edge])

    def stop_exits(self, way: Way) -> tuple[int, ...]:
        """The edges a stop's track reaches."""
        kind, index = way
        if kind == "city":
            return self.cities[index].exits
        if kind == "town":
            return self.towns[index].exits
        return self.offboard.exits if self.offboard else ()

    def city_with(self, exits: tuple[int, ...]) -> int:
        """The city that holds all these edges; the first one where none are asked for."""
        return next((i for i, city in enumerate(self.cities) if set(exits) <= set(city.exits)), -1)


def _turn_edges(edges: tuple[int, ...], rotation: int) -> tuple[int, ...]:
    return tuple((edge + rotation) % 6 for edge in edges)


def _turn_track(track: tuple[tuple[int, int], ...], rotation: int) -> tuple[tuple[int, int], ...]:
    return tuple(((a + rotation) % 6, (b + rotation) % 6) for a, b in track)


def _turn_stop(stop: Stop, rotation: int) -> Stop:
    exits, sexits = _turn_edges(stop.exits, rotation), _turn_edges(stop.sexits, rotation)
    return msgspec.structs.replace(stop, exits=exits, sexits=sexits)


def _collect_ways(
    cities: tuple[CityFigure, ...],
    towns: tuple[TownFigure, ...],
    offboard: OffboardFigure | None,
    track: tuple[tuple[int, int], ...],
) -> tuple[tuple[Way, ...], ...]:
    ways: list[list[Way]] = [[] for _ in range(6)]
    for first, second in track:
        ways[first].append(("side", second))
        ways[second].append(("side", first))
    for kind, stops in (("city", cities), ("town", towns), ("offboard", (offboard,) if offboard else ())):
        for index, stop in enumerate(stops):
            for edge in stop.exits:  # type: ignore[attr-defined]
                ways[edge].append((kind, index))
    return tuple(tuple(way) for way in ways)


def _read_links(links: tuple[LinkFigure, ...]) -> tuple[tuple[Way, Way, str], ...]:
    return tuple((_read_stop(link.start), _read_stop(link.to), link.kind) for link in links)


def _read_stop(name: str) -> Way:
    """`city0` as a way."""
    kind = name.rstrip("0123456789")
    return kind, int(name[len(kind) :])


def _second_track_of(
    cities: tuple[CityFigure, ...], towns: tuple[TownFigure, ...], track: tuple[tuple[int, int], ...]
) -> tuple[tuple[Way, ...], ...]:
    """The ways of the second kind of track."""
    return _collect_ways(
        tuple(CityFigure(exits=c.sexits) for c in cities),
        tuple(TownFigure(exits=t.sexits) for t in towns),
        None,
        track,
    )


REPLACES = "replaces "
"""The flag of a tile that names the colour it follows."""


def replaced_color(flags: tuple[str, ...]) -> str:
    """The colour a tile with these flags follows, if they name one."""
    return next((flag.removeprefix(REPLACES) for flag in flags if flag.startswith(REPLACES)), "")


def color_before(color: str, replaces: str = "") -> str:
    """The colour on which a tile lies; one outside the order of colours lies on bare ground."""
    if replaces or color not in COLORS[1:]:
        return replaces or COLORS[0]
    return COLORS[COLORS.index(color) - 1]


def ground_of_tile(tile: TileFigure, rotation: int) -> Ground:
    """A tile as it lies on the board."""
    cities = tuple(_turn_stop(c, rotation) for c in tile.cities)
    towns = tuple(_turn_stop(t, rotation) for t in tile.towns)
    track = _turn_track(tile.track, rotation)
    ways = _collect_ways(cities, towns, None, track)
    exits = frozenset(edge for edge in range(6) if ways[edge])
    terminus = "terminus" in tile.flags
    plain = _turn_track(tile.sbahn.track if tile.sbahn else (), rotation)
    return Ground(
        tile.id,
        tile.color,
        tile.label,
        cities,
        towns,
        None,
        track,
        exits,
        ways,
        terminus,
        _read_links(tile.links),
        _second_track_of(cities, towns, plain),
        plain,
        replaced_color(tile.flags),
    )


def ground_of_hex(figure: HexFigure) -> Ground:
    """What a hex shows before any tile lies there."""
    ways = _collect_ways(figure.cities, figure.towns, figure.offboard, figure.track)
    exits = frozenset(edge for edge in range(6) if ways[edge])
    plain = figure.sbahn.track if figure.sbahn else ()
    return Ground(
        "",
        figure.color,
        figure.label,
        figure.cities,
        figure.towns,
        figure.offboard,
        figure.track,
        exits,
        ways,
        "terminus" in figure.flags,
        _read_links(figure.links),
        _second_track_of(figure.cities, figure.towns, plain),
        plain,
    )


def ground_of_second_track(ground: Ground) -> Ground:
    """What a hex shows to those who use the track of the second kind only: it is all the track there is."""
    replace = msgspec.structs.replace
    return replace(
        ground,
        cities=tuple(replace(city, exits=city.sexits) for city in ground.cities),
        towns=tuple(replace(town, exits=town.sexits) for town in ground.towns),
        offboard=None,
        track=ground.second_track,
        exits=ground.second_exits,
        ways=ground.second,
    )


def may_replace_ground(old: Ground, new: Ground) -> bool:
    """May `new` replace `old`, as far as the two of them decide: the next colour, all else kept?"""
    return (
        next_color(old, new)
        and keeps_track_and_stops(old, new)
        and (old.color != "white" or len(new.towns) == len(old.towns))
    )


def keeps_track_and_stops(old: Ground, new: Ground) -> bool:
    """Does `new` keep the mark, the track and the stops of `old`? Stops may merge, none may be added but cities."""
    return (
        _same_mark(old.label, new.label)
        and _same_pieces(old, new)
        and _stops_kept(old.cities, new.cities)
        and _stops_kept(old.towns, new.towns)
        and len(new.towns) <= len(old.towns)
    )


def why_not(old: Ground, new: Ground) -> str:
    """What a tile of the right colour does not keep: `mark`, `stops`, `track`, or `table` (it is not listed)."""
    if not _same_mark(old.label, new.label):
        return "mark"
    same_kind = bool(old.cities) == bool(new.cities) and bool(old.towns) == bool(new.towns)
    if not same_kind or len(new.towns) > len(old.towns) or (old.color == "white" and len(new.towns) != len(old.towns)):
        return "stops"
    return "table" if keeps_track_and_stops(old, new) else "track"


def keeps_listed_track(old: Ground, new: Ground) -> bool:
    """Does `new` keep the track of `old`, where a game's own table says that it may follow?"""
    return old.exits <= new.exits and old.second_exits <= new.second_exits and _same_pieces(old, new)


def _same_pieces(old: Ground, new: Ground) -> bool:
    """Is the plain track of `old`, of either kind, in `new`?"""
    if not (old.track or old.second_track):
        return True
    turned = {*new.track, *((b, a) for a, b in new.track)}
    return set(old.track) <= turned and set(old.second_track) <= {
        *new.second_track,
        *((b, a) for a, b in new.second_track),
    }


def _same_mark(old: str | None, new: str | None) -> bool:
    """The same letters; a tile marked `D/DU/K` fits each of them."""
    return old == new if old is None or new is None else old in new.split("/")


def next_color(old: Ground, new: Ground) -> bool:
    """Is the new tile's colour the one after the old one's?"""
    return old.color == color_before(new.color, new.replaces)


def _stops_kept(old: tuple[CityFigure | TownFigure, ...], new: tuple[CityFigure | TownFigure, ...]) -> bool:
    """Every old stop's track meets in one new stop of its kind, stops merge only where the new tile has fewer of them,
    and no kind of stop appears or vanishes."""
    if bool(old) != bool(new):
        return False
    heirs = [{i for i, heir in enumerate(new) if _holds_exits(heir, stop)} for stop in old]
    return all(heirs) and len(set[int]().union(*heirs)) >= min(sum(bool(stop.exits) for stop in old), len(new))


def _holds_exits(heir: CityFigure | TownFigure, stop: CityFigure | TownFigure) -> bool:
    """Does one stop have all the track of another, of either kind?"""
    return set(stop.exits) <= set(heir.exits) and set(stop.sexits) <= set(heir.sexits)


def new_cities(old: Ground, new: Ground) -> Iterator[int]:
    """For each old city, the city of the new tile that takes its stations (-1: to be chosen)."""
    for index, city in enumerate(old.cities):
        if len(new.cities) == 1:
            yield 0
        elif city.exits:
            yield new.city_with(city.exits)
        else:
            yield index if len(old.cities) == 1 else -1
