"""Finding room for names, values, letters and costs: not on track, not on stops, inside the hex.

Everything that wants room is a box, perhaps with round corners (a value is a box of no size with round
corners of 12). Boxes are placed one after the other, each where it disturbs least.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from stellwerk.draw import geometry
from stellwerk.draw.geometry import APOTHEM, Point
from stellwerk.draw.hex_plan import HexPlan

NAME_SIZE = 15.0
NAME_SIZES = (NAME_SIZE, 13.0, 11.0, 9.5)
LINE = 0.92
"""Distance of the lines of a name, in font sizes."""

_NARROW_LETTERS = frozenset("iljtfrI.,'|!: ()[]/-1íìîï")
_WIDE_LETTERS = frozenset("mwMWÖÜÄOQGÓ&@%")


class Size(NamedTuple):
    """Half the width and height of a box, and how far it is rounded outwards."""

    width: float
    height: float
    round_by: float = 0.0
    cost: float = 0.0


class Item(NamedTuple):
    """Something that wants room: its possible sizes and where it would like to be."""

    sizes: tuple[Size, ...]
    wish: Point
    shy: float = 1.0
    """How much it minds lying on track."""


class Spot(NamedTuple):
    """Where an item went, and which of its sizes it took."""

    at: Point
    choice: int


class LabelBlock(NamedTuple):
    """A box that is taken."""

    at: Point
    size: Size


class Name(NamedTuple):
    """A name in lines of a font size."""

    lines: tuple[str, ...]
    size: float

    @property
    def box(self) -> Size:
        """The room it takes."""
        width = max(text_width(line, self.size) for line in self.lines) / 2
        height = self.size * (0.36 + LINE * (len(self.lines) - 1) / 2)
        return Size(width, height, 1.0, 0.6 * (NAME_SIZE - self.size) ** 2 + 1.5 * (len(self.lines) - 1))


def text_width(text: str, size: float) -> float:
    """About how wide a bold narrow text is."""
    return size * sum(
        0.33 if letter in _NARROW_LETTERS else 0.78 if letter in _WIDE_LETTERS else 0.56 for letter in text
    )


def name_choices(name: str) -> tuple[Name, ...]:
    """The ways to write a name: in one to three lines, large or small, never wider than a hex."""
    parts = _split_name(name)
    choices = []
    for count in range(1, min(3, len(parts)) + 1):
        lines = _break_parts(parts, count)
        widest = max(text_width(line, 1.0) for line in lines)
        fitting = 90 / widest if widest else NAME_SIZE
        sizes = {min(size, fitting) for size in NAME_SIZES}
        choices += [Name(lines, max(6.0, round(size, 1))) for size in sorted(sizes, reverse=True)]
    return tuple(choices)


def _split_name(name: str) -> list[str]:
    """The pieces of a name between which a line may end; hyphens of long words allow it too."""
    pieces: list[str] = []
    for word in name.split():
        if word in "&/" and pieces:
            pieces[-1] += f" {word}"
        elif "-" in word[1:-1] and len(word) > 11:
            head, _, tail = word.rpartition("-")
            pieces += [f"{head}-", tail]
        else:
            pieces.append(word)
    return pieces or [name]


def _break_parts(parts: list[str], count: int) -> tuple[str, ...]:
    """The parts in a number of lines, the widest as narrow as can be."""
    if count == 1:
        return (_join_parts(parts),)
    options = [
        (_join_parts(parts[:cut]), *_break_parts(parts[cut:], count - 1)) for cut in range(1, len(parts) - count + 2)
    ]
    return min(options, key=lambda lines: max(text_width(line, 1.0) for line in lines))


def _join_parts(parts: list[str]) -> str:
    return " ".join(parts).replace("- ", "-")


@lru_cache(maxsize=4096)
def arrange_labels(
    plan: HexPlan, items: tuple[Item, ...], taken: tuple[LabelBlock, ...] = (), rim: float = 3.0
) -> tuple[Spot, ...]:
    """A spot for every item, in their order, `rim` away from the edges; earlier ones choose first."""
    rails = tuple(point for arc in (*plan.lines(), *plan.ferries(), *plan.second_lines()) for point in arc.samples(7))
    blocks = [*taken, *_blocks_of_stops(plan)]
    spots = []
    for item in items:
        spot = _best_spot(item, plan.layout, rim, rails, blocks)
        blocks.append(LabelBlock(spot.at, item.sizes[spot.choice]))
        spots.append(spot)
    return tuple(spots)


def _blocks_of_stops(plan: HexPlan) -> Iterator[LabelBlock]:
    for stop in plan.stops:
        for place in stop.places:
            yield LabelBlock(place, Size(0, 0, stop.radius + 1.5))


def _best_spot(item: Item, layout: str, rim: float, rails: tuple[Point, ...], blocks: list[LabelBlock]) -> Spot:
    """The spot that disturbs least; nearest to the wish first, so that the search can end early."""
    tries = sorted((0.45 * math.dist(point, item.wish), point) for point in (*_GRID, item.wish))
    best, least = Spot(item.wish, 0), math.inf
    for distance, point in tries:
        if distance >= least:
            break
        for choice, size in enumerate(item.sizes):
            cost = distance + size.cost + _how_far_outside(size, point, layout, rim)
            if cost < least:
                cost += _how_far_blocked(size, point, blocks)
            if cost < least:
                cost += item.shy * _on_rails(size, point, rails)
            if cost < least:
                best, least = Spot(point, choice), cost
    return best


def _how_far_outside(size: Size, at: Point, layout: str, rim: float) -> float:
    reach = geometry.reach_of_box(layout, size.width, size.height, size.round_by, at)
    return 8 * max(0.0, reach - APOTHEM + rim)


def _how_far_blocked(size: Size, at: Point, blocks: list[LabelBlock]) -> float:
    total = 0.0
    for block in blocks:
        x = abs(at[0] - block.at[0]) - size.width - block.size.width
        y = abs(at[1] - block.at[1]) - size.height - block.size.height
        gap = math.hypot(max(x, 0), max(y, 0)) if x > 0 or y > 0 else max(x, y)
        total += 14 * max(0.0, size.round_by + block.size.round_by + 1.5 - gap)
    return total


def _on_rails(size: Size, at: Point, rails: tuple[Point, ...]) -> float:
    total = 0.0
    for x, y in rails:
        gap = math.hypot(max(abs(x - at[0]) - size.width, 0), max(abs(y - at[1]) - size.height, 0))
        total += max(0.0, min(6.0, size.round_by + 6.5 - gap))
    return total


_GRID: tuple[Point, ...] = (
    (0.0, 0.0),
    *(
        geometry.polar_point(math.radians(angle), distance)
        for distance in (10, 16, 22, 27, 31, 35, 38, 42)
        for angle in range(0, 360, 15)
    ),
)
