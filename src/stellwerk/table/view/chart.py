"""The chart part of the table page: the share chart as a drawing, what moves a price, the markers as figures."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from stellwerk import market
from stellwerk.draw.chart import chart_svg
from stellwerk.market import Cell
from stellwerk.position import Marker
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.table.view import stand
from stellwerk.table.view.scene import Pick, Scene

FEW = 3
"""A chart with more rows than this is drawn with low cells, so that the board keeps its room."""

_TOKEN = re.compile(r'class="stn" data-company="([\w-]+)"')
_GLYPHS = {(1, 0): "→", (-1, 0): "←", (0, 1): "↓", (0, -1): "↑"}
_SLANTED = {"down": "↙", "up": "↗"}
_ALL = 10**6
"""A revenue nobody reaches."""


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


class Chart(msgspec.Struct, frozen=True):
    """The share chart."""

    svg: str
    kind: str
    moves: tuple[Move, ...]
    markers: tuple[Marked, ...]
    acting: str | None


def chart(scene: Scene, pick: Pick) -> Chart:
    """The chart of a scene; the highest price first."""
    rules, position = scene.rules, scene.position
    acting = None if scene.game.over else stand.acting(position)
    shown = acting if acting in position.markers else None
    svg = drawn(rules, tuple(sorted(position.markers.items())), shown, scene.say("Share chart"))
    marked = tuple(
        Marked(company, *position.markers[company], market.price(position, rules.chart, company))
        for company in market.in_order(position, rules.chart)
    )
    return Chart(svg, rules.figures.chart.kind, moves(scene), marked, shown)


@lru_cache(maxsize=256)
def drawn(rules: Rules, markers: tuple[tuple[str, Marker], ...], acting: str | None, caption: str) -> str:
    """The drawing; tokens carry the class of their company, so that the page's colours hold."""
    flat = len(rules.figures.chart.rows) > FEW
    svg = chart_svg(rules.figures.chart, rules.companies, dict(markers), acting=acting, caption=caption, flat=flat)
    return _TOKEN.sub(r'class="stn co-\1" data-company="\1"', svg)


def moves(scene: Scene) -> tuple[Move, ...]:
    """What moves a price, where to: the rules are tried on a cell with neighbours on all sides."""
    rules, say = scene.rules, scene.say
    found = []
    pays, any_pay = after_run(rules, _ALL), after_run(rules, 1)
    if pays:
        text = say("pays") if any_pay else say("pays its price or more")
        twice = [stand.kind_word(say, size) for size, steps in rules.figures.dividend_steps.items() if steps > 1]
        found.append(Move(pays, say("pays ({kinds} twice)", kinds=", ".join(twice)) if twice else text))
    keeps = after_run(rules, 0)
    if keeps:
        found.append(Move(keeps, say("keeps")))
    slanted = rules.figures.chart.kind == "zigzag"
    found.append(Move(_SLANTED["down"] if slanted else "↓", say("sold")))
    found.append(Move(_SLANTED["up"] if slanted else "↑", say("sold out")))
    return tuple(found)


@lru_cache(maxsize=128)
def after_run(rules: Rules, paid: int) -> str:
    """The arrow of a company's price after a run that paid so much; empty if it stays."""
    cell = _inner_cell(rules)
    if cell is None:
        return ""
    company = next(iter(rules.companies))
    position = rules.new_position([f"player {index}" for index in range(min(rules.player_counts()))], 0)
    position.markers = {company: (*cell, 0)}
    rules.price_after_run(Referee(rules, position), company, paid)
    row, column = market.cell_of(position, company)
    return _GLYPHS.get((_sign(column - cell[1]), _sign(row - cell[0])), "")


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _inner_cell(rules: Rules) -> Cell | None:
    """The first cell with neighbours on all sides."""
    chart = rules.chart
    cells = ((row, column) for row, figures in enumerate(chart.figure.rows) for column in range(len(figures)))
    sides = ("left", "right", "up", "down")
    return next((c for c in cells if chart.has(c) and all(chart.beyond(c, side) != c for side in sides)), None)
