"""Pictures of own figures: board, chart and tiles of a file as far as they can be drawn, with mistakes dotted."""

from __future__ import annotations

from collections.abc import Iterable

from stellwerk.board.check import sound_part
from stellwerk.board.check_chart import name_space
from stellwerk.board.check_tiles import SHAPELESS, known_tiles
from stellwerk.board.own_figures import Own, TileSetFigure
from stellwerk.board.shapes import CROWD, DRAWN_CROWDS, Problem, stops_of, too_crowded
from stellwerk.draw.board import board_svg
from stellwerk.draw.chart import chart_svg
from stellwerk.draw.tiles import tile_set_svg
from stellwerk.figures import BoardFigure, ChartFigure, TileFigure, common_tiles
from stellwerk.rules import Rules

MOST_DRAWN = 300
"""So many kinds of tiles are drawn."""


def draw_own_figures(rules: Rules, own: Own, problems: Iterable[Problem] = ()) -> dict[str, str]:
    """Part of the file to its picture (SVG); a part that cannot be drawn has none."""
    found = tuple(problems)
    tiles = drawable_tiles(own.tiles, found) if own.tiles is not None else dict(rules.board.tiles)
    drawn: dict[str, str] = {}
    if own.board is not None:
        drawn["board"] = _draw_own_board(rules, own.board, {**rules.board.tiles, **tiles}, found)
    if own.chart is not None:
        drawn["chart"] = _draw_own_chart(rules, own.chart, found)
    if own.tiles is not None:
        layout = own.board.layout if own.board is not None and drawn["board"] else rules.board.layout
        drawn["tiles"] = _draw_own_tiles(own.tiles, tiles, layout, found)
    return {part: svg for part, svg in drawn.items() if svg}


def drawable_tiles(tiles: TileSetFigure, problems: Iterable[Problem]) -> dict[str, TileFigure]:
    """The tiles of a set that have a shape, no more of them than can be drawn in a moment."""
    broken = {problem.at for problem in problems if problem.part == "tiles" and problem.code in SHAPELESS}
    sound = [
        tile
        for name, tile in known_tiles(tiles, common_tiles()).items()
        if name[:60] not in broken and not too_crowded(tile)
    ]
    crowds = [tile.id for tile in sound if len(stops_of(tile)) >= CROWD][DRAWN_CROWDS:]
    return {tile.id: tile for tile in sound if tile.id not in crowds}


def _draw_own_board(
    rules: Rules, board: BoardFigure, tiles: dict[str, TileFigure], problems: tuple[Problem, ...]
) -> str:
    wrong = {problem.at for problem in problems if problem.part == "board"}
    if any(problem.part == "board" and problem.code in ("layout", "size") for problem in problems):
        return ""
    part = sound_part(board, [problem for problem in problems if problem.part == "board"])
    if not part.hexes:
        return ""
    return board_svg(
        part,
        tiles,
        rules.companies,
        tiles={},
        stations={},
        values=rules.figures.phases[0].values,
        wrong=[hex.at for hex in part.hexes if hex.at in wrong],
        caption=f"Board of your file, for {rules.title}",
    )


def _draw_own_chart(rules: Rules, chart: ChartFigure, problems: tuple[Problem, ...]) -> str:
    mine = [problem for problem in problems if problem.part == "chart"]
    if any(problem.code in ("size", "kind") for problem in mine):
        return ""
    wrong = {problem.at for problem in mine}
    cells = [(row, column) for row, spaces in enumerate(chart.rows) for column in range(len(spaces))]
    dotted = [cell for cell in cells if name_space(*cell) in wrong]
    return chart_svg(chart, rules.companies, {}, caption=f"Share chart of your file, for {rules.title}", dotted=dotted)


def _draw_own_tiles(
    figure: TileSetFigure, tiles: dict[str, TileFigure], layout: str, problems: tuple[Problem, ...]
) -> str:
    wrong = {problem.at for problem in problems if problem.part == "tiles"}
    shown = list(tiles.values())[:MOST_DRAWN]
    return tile_set_svg(shown, figure.counts, layout=layout, dotted=wrong) if shown else ""
