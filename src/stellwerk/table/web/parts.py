"""The parts of the table page: what makes each, and the order in which they are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.table.view.game import board, chart, companies, header, log, panel, players, shares, trains
from stellwerk.table.view.scene import Pick, Scene

Maker = Callable[[Scene, Pick], Any]

PARTS: dict[str, Maker] = {
    "header": header.make_header,
    "players": players.make_players_part,
    "trains": trains.make_trains_part,
    "shares": shares.make_share_table,
    "board": board.make_board_part,
    "chart": chart.make_chart_if_any,
    "companies": companies.make_companies_part,
    "panel": panel.make_panel,
    "log": log.make_log,
}
"""Each is also the name of its template in `templates/parts` and, with `part-` before it, of its place in the page."""


def make_parts(scene: Scene, pick: Pick, names: tuple[str, ...] = tuple(PARTS)) -> dict[str, Any]:
    """The parts of a scene; what its game does not have (a chart, where there is no money) is left out."""
    made = ((name, PARTS[name](scene, pick)) for name in names)
    return {name: part for name, part in made if part is not None}
