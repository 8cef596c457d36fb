"""What a drawing shows, in words: for titles, labels and readers that cannot see it."""

from __future__ import annotations

from collections.abc import Iterable

from stellwerk.figures import CityFigure, HexFigure, LinkFigure, Revenue, TileFigure, TownFigure

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def speak_tile(figure: TileFigure) -> str:
    """A tile: its colour, number, letters, stops and what they are worth."""
    parts = [f"Tile {figure.id}, {_speak_color(figure.color)}"]
    if figure.label:
        parts.append(f"marked {figure.label}")
    parts += speak_stops(figure.cities, figure.towns)
    if not figure.cities and not figure.towns:
        parts.append("plain track")
    parts += speak_ferries(figure.links)
    if figure.frame:
        parts.append(speak_frame(figure.frame))
    return ", ".join(parts)


def speak_frame(frame: str) -> str:
    """The coloured line inside a tile."""
    return f"{frame} frame" if frame.isalpha() else "framed"


def speak_stops(cities: Iterable[CityFigure], towns: Iterable[TownFigure]) -> list[str]:
    """Cities with their places and towns, and their values."""
    told = []
    for city in cities:
        places = f" with {_speak_number(city.slots)} places" if city.slots > 1 else ""
        by_ferry = f" (by ferry {city.ferry_revenue})" if city.ferry_revenue is not None else ""
        told.append(f"city{places}{_speak_worth(city.revenue)}{by_ferry}")
    told += [f"town{_speak_worth(town.revenue)}" for town in towns]
    return told


def speak_ferries(links: Iterable[LinkFigure]) -> list[str]:
    """That there is a ferry inside a hex."""
    return ["ferry"] if any(link.kind == "ferry" for link in links) else []


def hex_line(
    figure: HexFigure,
    tile_color: str,
    tile_id: str | None,
    label: str | None,
    signs: Iterable[str],
    stations: Iterable[str],
) -> list[str]:
    """What lies on a hex, for its title: name, tile or printing, letters, signs, stations."""
    parts = [figure.at]
    if figure.name:
        parts.append(figure.name)
    parts.append(f"{_speak_color(tile_color)} tile {tile_id}" if tile_id else _speak_printed(figure))
    if label:
        parts.append(f"marked {label}")
    if figure.frame:
        parts.append(speak_frame(figure.frame))
    if figure.cost and not tile_id:
        parts.append(f"{figure.cost.terrain} {figure.cost.amount}")
    parts += [f"{border.kind} at side {border.edge}" for border in figure.borders if border.kind != "limit"]
    parts += signs
    present = list(stations)
    if present:
        parts.append(("station " if len(present) == 1 else "stations ") + " and ".join(present))
    return parts


def speak_count(number: int | None) -> str:
    """How many of a tile there are."""
    return "without limit" if number is None else f"{number} in all"


def _speak_printed(figure: HexFigure) -> str:
    """What is printed on a hex without a tile."""
    if "red-edged" in figure.flags:
        return f"red-edged, for {' and '.join(home.company for home in figure.home) or 'a home'}"
    if figure.offboard:
        return f"off-board area{_speak_worth(figure.offboard.revenue)}"
    told = speak_stops(figure.cities, figure.towns)
    if figure.track and not told:
        told = ["printed track"]
    ground = "open land" if figure.color == "white" else f"{_speak_color(figure.color)} printed"
    return ", ".join([*told, "no tile"] if told and figure.color == "white" else [ground, *told])


def _speak_worth(revenue: Revenue) -> str:
    if isinstance(revenue, int):
        return f" {revenue}" if revenue else ""
    return " " + " / ".join(str(value) for value in revenue.values())


def _speak_number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _speak_color(color: str) -> str:
    return "grey" if color == "gray" else color
