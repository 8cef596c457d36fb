"""The parts of the table page: what makes each, and the order in which they are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.table.view import board, chart, companies, header, log, panel, players, shares, trains
from stellwerk.table.view.scene import Pick, Scene

Maker = Callable[[Scene, Pick], Any]

PARTS: dict[str, Maker] = {
    "header": header.header,
    "players": players.players,
    "trains": trains.trains,
    "shares": shares.shares,
    "board": board.board,
    "chart": chart.chart,
    "companies": companies.companies,
    "panel": panel.panel,
    "log": log.log,
}
"""Each is also the name of its template in `templates/parts` and, with `part-` before it, of its place in the page."""


def make(scene: Scene, pick: Pick, names: tuple[str, ...] = tuple(PARTS)) -> dict[str, Any]:
    """The parts of a scene."""
    return {name: PARTS[name](scene, pick) for name in names}
