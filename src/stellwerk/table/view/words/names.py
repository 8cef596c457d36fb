"""Names and amounts as pages write them: class names of companies, colours of a title, money, places."""

from __future__ import annotations

import re

from stellwerk.draw.style import ink_on, safe_color
from stellwerk.figures import CityFigure, Revenue, TileFigure
from stellwerk.rules import Rules
from stellwerk.table.view.words.texts import Speech

NARROW = "\u202f"
"""A narrow space that does not break."""


def css_name(name: str) -> str:
    """A name as part of a class or anchor: letters, digits and `-` stay, all else becomes `_` and its number."""
    return re.sub(r"[^A-Za-z0-9-]", lambda found: f"_{ord(found[0]):x}_", name)


def clause_anchor(clause: str) -> str:
    """The anchor of a clause on its title's page, without `#`: `c-VIII.5f`."""
    return "c-" + re.sub(r"\s+", "_", clause)


def colours_css(rules: Rules) -> str:
    """The style sheet of a title's companies: `.co-BN { --co: #a9a9a9; --co-ink: #14181a; }`."""
    lines = [f"/* Companies of {re.sub(r'[^A-Za-z0-9 ]', '', rules.title)} */"]
    for company in rules.figures.companies:
        color = safe_color(company.color)
        ink = ink_on(color, company.text)
        lines.append(f".co-{css_name(company.id)} {{ --co: {color}; --co-ink: {ink}; }}")
    return "\n".join(lines) + "\n"


def group_digits(amount: int) -> str:
    """A number with its thousands apart, and a true minus."""
    return f"{amount:,}".replace(",", NARROW).replace("-", "\u2212")


def money_of(rules: Rules, amount: int) -> str:
    """An amount with the title's unit."""
    return f"{group_digits(amount)} {rules.figures.currency}"


def place_of(rules: Rules, hex: str) -> str:
    """A hex and, if the board names it, its place."""
    figure = rules.board.hexes.get(hex)
    return f"{hex} {figure.name}" if figure is not None and figure.name else hex


def color_word(say: Speech, color: str) -> str:
    """The name of a colour of tiles and phases."""
    known = {
        "white": say("white"),
        "yellow": say("yellow"),
        "green": say("green"),
        "brown": say("brown"),
        "gray": say("grey"),
        "red": say("red"),
        "orange": say("orange"),
        "blue": say("blue"),
        "turquoise": say("turquoise"),
        "purple": say("purple"),
        "pink": say("pink"),
    }
    return known.get(color, color)


def size_word(say: Speech, size: str) -> str:
    """The name of a kind of companies."""
    known = {"small": say("small"), "medium": say("medium"), "large": say("large"), "": ""}
    return known.get(size, size)


def terrain_word(say: Speech, terrain: str) -> str:
    """The name of a terrain."""
    known = {"river": say("river"), "hill": say("hill"), "mountain": say("mountain"), "water": say("water")}
    return known.get(terrain, terrain)


def join_with_and(say: Speech, words: list[str]) -> str:
    """Words as a list: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return say("{most} and {last}", most=", ".join(words[:-1]), last=words[-1])


def worth_words(say: Speech, revenue: Revenue) -> str:
    """What a stop is worth, by phases where that differs."""
    if isinstance(revenue, int):
        return str(revenue)
    return ", ".join(f"{color_word(say, color)} {worth}" for color, worth in revenue.items())


def tile_words(say: Speech, tile: TileFigure) -> str:
    """A tile in words: its colour, number, letters, stops and what they are worth."""
    parts = [say("tile {number}, {colour}", number=tile.id, colour=color_word(say, tile.color))]
    if tile.label:
        parts.append(say("marked {letters}", letters=tile.label))
    parts += [_city_name(say, city) for city in tile.cities]
    parts += [say("town {worth}", worth=_worth_as_numbers(town.revenue)).strip() for town in tile.towns]
    if not tile.cities and not tile.towns:
        parts.append(say("plain track"))
    if any(link.kind == "ferry" for link in tile.links):
        parts.append(say("ferry"))
    return ", ".join(parts)


def _city_name(say: Speech, city: CityFigure) -> str:
    worth = _worth_as_numbers(city.revenue)
    if city.slots > 1:
        return say("city with {n} places {worth}", n=city.slots, worth=worth).strip()
    return say("city {worth}", worth=worth).strip()


def _worth_as_numbers(revenue: Revenue) -> str:
    """A worth as numbers; nothing for none."""
    if isinstance(revenue, int):
        return str(revenue) if revenue else ""
    return " / ".join(map(str, revenue.values()))
