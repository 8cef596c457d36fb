"""The chart part of the table page: the share chart as a drawing, what moves a price, the markers as figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk import market
from stellwerk.draw.chart import chart_svg, zone_letter
from stellwerk.market import Cell
from stellwerk.position import POOL, Marker, Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.stages import usual_act
from stellwerk.steps.running import DecideDividend
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.game.effects import turn_in
from stellwerk.table.view.scene import Pick, Scene
from stellwerk.table.view.words.choice_labels import part_paid

TALL = 5
"""A chart with more rows than this takes room that the board needs while companies have their turns."""
FEW = 3
"""A chart with more rows than this is drawn with low cells, so that the board keeps its room."""

_TOKEN = re.compile(r'class="station" data-company="([\w-]+)"')
_GLYPHS = {(1, 0): "→", (-1, 0): "←", (0, 1): "↓", (0, -1): "↑"}
_SLANTED = "↙"
_BACK = {"↓": "↑", "↑": "↓", "→": "←", "←": "→", "↙": "↗"}
"""A company that is sold out moves the other way than one of which a share is sold."""
_ALL = 10**6
"""A revenue nobody reaches."""
ALL_OF_IT = 100
"""Percent."""


class Move(msgspec.Struct, frozen=True):
    """An arrow and what moves a price that way."""

    arrow: str
    text: str


class Marked(msgspec.Struct, frozen=True):
    """A company's marker: its cell, its place in the stack (0 on top), its price."""

    company: str
    row: int
    column: int
    rank: int
    price: int


class Zone(msgspec.Struct, frozen=True):
    """A coloured area of the chart: the letter in its cells, its name, and what holds there."""

    letter: str
    name: str
    text: str


class ChartPart(msgspec.Struct, frozen=True):
    """The share chart."""

    svg: str
    kind: str
    moves: tuple[Move, ...]
    zones: tuple[Zone, ...]
    markers: tuple[Marked, ...]
    acting: str | None
    tall: bool | UnsetType = UNSET
    """Is the chart higher than wide?"""
    downwards: bool | UnsetType = UNSET
    """Does a price rise downwards?"""
    folds: bool | UnsetType = UNSET
    """Does it give its room up where a page is short, because a company has its turn?"""


def make_chart_if_any(scene: Scene, pick: Pick) -> ChartPart | None:
    """The chart of a scene; a game without money has none."""
    return make_chart_part(scene, pick) if scene.rules.figures.has_money else None


def make_chart_part(scene: Scene, pick: Pick) -> ChartPart:
    """The chart of a scene; the highest price first."""
    rules, position = scene.rules, scene.position
    acting = None if scene.game.over else standing_facts.acting_company(position)
    shown = acting if acting in position.markers else None
    svg = draw_markers(rules, tuple(sorted(position.markers.items())), shown, _caption(scene))
    marked = tuple(
        Marked(company, *position.markers[company], market.share_price(position, rules.chart, company))
        for company in market.in_order(position, rules.chart)
    )
    return ChartPart(
        svg,
        rules.figures.chart.kind,
        describe_price_moves(scene),
        describe_zones(scene),
        marked,
        shown,
        tall=is_tall(rules) or UNSET,
        downwards=after_run(rules, _ALL) == "↓" or UNSET,
        folds=is_folded(scene) or UNSET,
    )


def _caption(scene: Scene) -> str:
    """The spoken name of the chart; it begins with what is not as everywhere."""
    if after_run(scene.rules, _ALL) == "↓":
        return scene.say("Share chart: a price rises downwards")
    return scene.say("Share chart")


def is_folded(scene: Scene) -> bool:
    """Is a high chart in the way of a board with loads, because a company has its turn?"""
    high = len(scene.rules.figures.chart.rows) > TALL and not is_tall(scene.rules)
    runs = not scene.game.over and turn_in(scene.position) is not None
    return high and runs and bool(scene.rules.signs(scene.position).deliveries)


@lru_cache(maxsize=256)
def draw_markers(rules: Rules, markers: tuple[tuple[str, Marker], ...], acting: str | None, caption: str) -> str:
    """The drawing; tokens carry the class of their company, so that the page's colours hold."""
    flat = len(rules.figures.chart.rows) > FEW
    svg = chart_svg(
        rules.figures.chart,
        rules.companies,
        dict(markers),
        acting=acting,
        caption=caption,
        flat=flat,
        low=is_tall(rules),
    )
    return _TOKEN.sub(r'class="station co-\1" data-company="\1"', svg)


def is_tall(rules: Rules) -> bool:
    """Is the chart higher than wide? Then it stands beside the companies, and the board keeps its room."""
    chart = rules.figures.chart
    return chart.kind == "grid" and len(chart.rows) > max(map(len, chart.rows), default=0)


def describe_price_moves(scene: Scene) -> tuple[Move, ...]:
    """What moves a price, where to: the rules are tried on a cell with neighbours on all sides."""
    rules, say = scene.rules, scene.say
    found = []
    pays, any_pay = after_run(rules, _ALL), after_run(rules, 1)
    if pays:
        text = say("pays") if any_pay else say("pays its price or more")
        twice = [
            standing_facts.kind_word(say, size) for size, steps in rules.figures.dividend_steps.items() if steps > 1
        ]
        found.append(Move(pays, say("pays ({kinds} twice)", kinds=", ".join(twice)) if twice else text))
    parts = needed_for_part(rules)
    if parts:
        percent = part_paid(scene)
        text = say("pays {percent}%, {times} times its price or more", percent=percent, times=f"{parts:g}")
        found.append(Move(after_part(rules, _ALL), text))
    keeps = after_run(rules, 0)
    if keeps:
        found.append(Move(keeps, say("keeps")))
    sold = _SLANTED if rules.figures.chart.kind == "zigzag" else after_sale(rules) or "↓"
    found.append(Move(sold, say("sold")))
    found.append(Move(_BACK[sold], say("sold out")))
    return tuple(found)


@lru_cache(maxsize=64)
def after_sale(rules: Rules) -> str:
    """The arrow of a company's price of which a share was sold."""
    cell = _inner_cell(rules)
    if cell is None:
        return ""
    return _try_move(cell, rules, lambda ref, company: rules.price_after_sale(ref, company, 1, ref.pos.players[0]))


@lru_cache(maxsize=128)
def after_run(rules: Rules, paid: int) -> str:
    """The arrow of a company's price after a run that paid so much; empty if it stays."""
    cell = _inner_cell(rules)
    return (
        "" if cell is None else _try_move(cell, rules, lambda ref, company: rules.price_after_run(ref, company, paid))
    )


@lru_cache(maxsize=128)
def after_part(rules: Rules, paid: int) -> str:
    """The same where only a part of the revenue was paid."""
    cell, act = _inner_cell(rules), usual_act(rules, DecideDividend)
    if cell is None or act is None:
        return ""
    return _try_move(cell, rules, lambda ref, company: act.price_after_split(ref, company, paid))


@lru_cache(maxsize=8)
def needed_for_part(rules: Rules) -> float:
    """How many times its price a company must pay to rise though it pays only a part, in tenths; 0: there is none."""
    cell, act = _inner_cell(rules), usual_act(rules, DecideDividend)
    if cell is None or act is None or "split" not in act.kinds:
        return 0.0
    price = rules.chart.value(cell)
    enough = next((paid for paid in range(10 * price + 1) if after_part(rules, paid)), 0)
    return enough * 10 // price / 10


def _try_move(cell: Cell, rules: Rules, move: Callable[[Referee, str], None]) -> str:
    """The way a marker goes that stands alone on a cell."""
    company, position = _place_one_marker(rules, cell)
    move(Referee(rules, position), company)
    row, column = market.cell_of(position, company)
    across, down = _sign_of(column - cell[1]), _sign_of(row - cell[0])
    return _GLYPHS.get((across, down), "")


def _place_one_marker(rules: Rules, cell: Cell) -> tuple[str, Position]:
    """A company with its marker on a cell, and nothing else."""
    company = next(iter(rules.companies))
    position = rules.new_position([f"player {index}" for index in range(min(rules.figures.player_counts()))], 0)
    position.markers = {company: (*cell, 0)}
    return company, position


def describe_zones(scene: Scene) -> tuple[Zone, ...]:
    """The areas of the chart and what the rules say about a company there."""
    return tuple(
        Zone(zone_letter(name), standing_facts.colour_word(scene.say, name), _describe_cell_rules(scene, cell))
        for name, cell in zone_cells(scene.rules).items()
    )


def zone_cells(rules: Rules) -> dict[str, Cell]:
    """Each zone with one of its cells."""
    found: dict[str, Cell] = {}
    for cell in _count_cells(rules):
        if rules.chart.has(cell) and rules.chart.zone(cell):
            found.setdefault(rules.chart.zone(cell), cell)
    return found


def _describe_cell_rules(scene: Scene, cell: Cell) -> str:
    """What holds for a company on a cell, as far as it is not so everywhere."""
    rules, say = scene.rules, scene.say
    if closes_at(rules, cell):
        return say("the company is closed")
    company, position = _place_one_marker(rules, cell)
    counts = rules.counts_to_limit(position, company)
    limit = rules.ownership_limit(position, position.players[0], company, POOL)
    parts = [] if counts else [say("certificates do not count")]
    parts += [say("no limit for one player")] if limit >= ALL_OF_IT else []
    return ", ".join(parts)


@lru_cache(maxsize=64)
def closes_at(rules: Rules, cell: Cell) -> bool:
    """Does a company leave the game that is moved here by a sale?"""
    for start in _count_cells(rules):
        if not rules.chart.has(start) or rules.chart.beyond(start, rules.chart.arrow(start) or "down") != cell:
            continue
        company, position = _place_one_marker(rules, start)
        rules.price_after_sale(Referee(rules, position), company, 1, position.players[0])
        if start != cell and company not in position.markers:
            return True
    return False


def _sign_of(number: int) -> int:
    return (number > 0) - (number < 0)


def _inner_cell(rules: Rules) -> Cell | None:
    """The first cell with neighbours on all sides."""
    chart, sides = rules.chart, ("left", "right", "up", "down")
    inner = (c for c in _count_cells(rules) if chart.has(c) and all(chart.beyond(c, side) != c for side in sides))
    return next(inner, None)


def _count_cells(rules: Rules) -> Iterator[Cell]:
    for row, figures in enumerate(rules.chart.figure.rows):
        yield from ((row, column) for column in range(len(figures)))
