"""Where a corporation's token goes on the stock value table, and when that closes it (7.5, 8.7)."""

from __future__ import annotations

from stellwerk import market
from stellwerk.position import Position
from stellwerk.rules import Rules

RED_ARROWS, GREEN_ARROWS = ("down", "left"), ("up",)


def way_from(rules: Rules, cell: market.Cell, direction: str) -> str:
    """At the end of a row or column a rise follows a green arrow and a fall a red one (7.5b, 8.7a, 8.7b)."""
    return rules.chart.way_from(cell, direction, GREEN_ARROWS if direction == "right" else RED_ARROWS)


def would_close(rules: Rules, position: Position, company: str, percent: int) -> bool:
    """Would a sale of so much move the token into the red area?"""
    cell = market.cell_of(position, company)
    for _ in range(rules.register.shares(company, percent)):
        cell = rules.chart.beyond(cell, way_from(rules, cell, "down"))
        if rules.chart.zone(cell) == "red":
            return True
    return False
