"""Can a title be played with own figures? Board, chart and tiles are checked, alone and together, then tried."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.board.check import problems_of
from stellwerk.board.check_chart import chart_problems
from stellwerk.board.check_tiles import SHAPELESS, known_tiles, tile_problems
from stellwerk.board.own_figures import Own, TileSetFigure
from stellwerk.board.shapes import Problem
from stellwerk.errors import BadInput
from stellwerk.figures import TileFigure, common_tiles
from stellwerk.game import Game
from stellwerk.rules import Rules


def problems_with(rules: Rules, own: Own) -> tuple[Problem, ...]:
    """Every mistake of own figures for a title in a variant."""
    figures = rules.figures
    found: tuple[Problem, ...] = ()
    if own.title != rules.title:
        found = (Problem("", "title", str(BadInput(f"This file is for {own.title}, not for {rules.title}.")), ""),)
    if own.chart is not None:
        found += chart_problems(own.chart, figures.chart, names_of_starts(rules))
    tiles: Mapping[str, TileFigure] = rules.board.tiles
    if own.tiles is not None:
        wrong = tile_problems(own.tiles, common_tiles(), colors_of(rules), named_tiles(rules))
        found, tiles = (*found, *wrong), _sound_tiles(rules, own.tiles, wrong)
    if own.board is not None or own.tiles is not None:
        found += _board_problems(rules, own, tiles)
    return found if found else _rehearse_start(rules.on(own))


def names_of_starts(rules: Rules) -> tuple[str, ...]:
    """What a chart names at initial prices: the companies, if the printed chart names any, else their kinds."""
    printed = {name for cells in rules.figures.chart.rows for cell in cells if cell is not None for name in cell.par}
    companies = tuple(company for company in rules.companies if company in printed)
    return companies or rules.figures.sizes or ("",)


def named_hexes(rules: Rules) -> frozenset[str]:
    """The hexes that the rules themselves speak of: every board of the title has them."""
    return frozenset((*rules.figures.named_hexes, *(p.hex for p in rules.figures.privates if p.hex)))


def named_tiles(rules: Rules) -> frozenset[str]:
    """The tiles that the rules themselves speak of: every tile set of the title has them."""
    homes = (company.home_tile for company in rules.figures.companies if company.home_tile)
    return frozenset((*rules.figures.named_tiles, *homes))


def colors_of(rules: Rules) -> tuple[str, ...]:
    """The colours of a title's tiles."""
    phases = (color for phase in rules.figures.phases for color in phase.tiles)
    return tuple(dict.fromkeys((*phases, *(tile.color for tile in rules.board.tiles.values()))))


def _sound_tiles(rules: Rules, tiles: TileSetFigure, wrong: tuple[Problem, ...]) -> Mapping[str, TileFigure]:
    """The tiles of a set; where it has mistakes, the sound ones beside the printed ones."""
    known = known_tiles(tiles, common_tiles())
    if not wrong:
        return known
    broken = {problem.at for problem in wrong if problem.code in SHAPELESS}
    return {**rules.board.tiles, **{name: tile for name, tile in known.items() if name[:60] not in broken}}


def _board_problems(rules: Rules, own: Own, tiles: Mapping[str, TileFigure]) -> tuple[Problem, ...]:
    printed = rules.board.figure
    borders = {border.kind for hex in printed.hexes for border in hex.borders}
    named = {name: rules.board.hexes[name] for name in sorted(named_hexes(rules)) if name in rules.board.hexes}
    return problems_of(own.board or printed, rules.companies, tiles, borders, named)


def _rehearse_start(rules: Rules) -> tuple[Problem, ...]:
    """Begin a game, and let every company look at its track: what no check foresaw is told, and not found in play."""
    try:
        players = [f"player {number}" for number in range(min(rules.figures.player_counts()))]
        game = Game(rules, rules.new_position(players, 1))
        for company in rules.figures.companies:
            pos = game.position.copy()
            pos.stations = {place.hex: ((company.id, place.city or 0),) for place in company.home}
            rules.network(pos, company.id)
    except Exception as error:
        sentence = str(BadInput(f"The rules cannot be played with these figures ({type(error).__name__})."))
        return (Problem("", "rules", sentence, ""),)
    return ()
