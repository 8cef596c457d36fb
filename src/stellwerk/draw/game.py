"""Pictures of a game: its board, its share chart, its tile set; what the bare drawings need is read off the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stellwerk.draw import board_svg, chart_svg, tile_set_svg
from stellwerk.draw.capsules import Delivery
from stellwerk.figures import HomeFigure
from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.rules import Rules
from stellwerk.rules.homes import find_home_city, is_settled
from stellwerk.steps.operating_round import OperatingTurn


def board_picture(
    game: Game, routes: Sequence[Sequence[str]] = (), values: Sequence[int] = (), theme: str = "light"
) -> str:
    """The board as it lies, with runs (and what each is worth) if they are given."""
    rules, pos = game.rules, game.position
    whose = company_at_turn(game)
    return board_svg(
        rules.board.figure,
        rules.board.tiles,
        rules.companies,
        tiles=pos.tiles,
        stations=stations_to_draw(rules, pos),
        routes=routes,
        route_values=values,
        values=rules.phases[pos.phase].values,
        reserved=kept_homes(game),
        markers=rules.signs(pos).hexes,
        worths=rules.stop_values(pos, whose),
        whose=whose,
        deliveries={hex: Delivery(amount) for hex, amount in rules.signs(pos).deliveries.items()},
        theme=theme,
        caption=credit_line(rules),
    )


def stations_to_draw(rules: Rules, pos: Position) -> Mapping[str, Sequence[tuple[str, int]]]:
    """The stations on the map; one that a part of a company has brought along is still drawn as that part's."""
    brought = rules.signs(pos).brought
    whole = {part: rules.companies[part].part_of for part in brought.values()}
    renamed = {
        hex: tuple((brought[hex] if company == whole[brought[hex]] else company, city) for company, city in here)
        for hex, here in pos.stations.items()
        if hex in brought
    }
    return {**pos.stations, **renamed}


def company_at_turn(game: Game) -> str:
    """The company that has its turn, if one has."""
    turn = next((step for step in reversed(game.position.agenda) if isinstance(step, OperatingTurn)), None)
    return turn.company if turn is not None else ""


def kept_homes(game: Game) -> dict[str, list[tuple[str, int | None]]]:
    """Hex to the homes still kept free there: company and city (None: to be chosen)."""
    kept: dict[str, list[tuple[str, int | None]]] = {}
    for name, figure in game.rules.board.hexes.items():
        for home in figure.home:
            if not is_settled(game.rules, game.position, home.company):
                kept.setdefault(name, []).append((home.company, _home_city(game, name, home)))
    for name, letters in game.rules.signs(game.position).circles.items():
        kept.setdefault(name, []).append((letters, None))
    return kept


def _home_city(game: Game, hex: str, home: HomeFigure) -> int | None:
    if not game.rules.board.ground(game.position.tiles, hex).cities:
        return home.city
    city = find_home_city(game.rules, game.position, home.company, hex)
    return None if city < 0 else city


def chart_picture(game: Game, theme: str = "light") -> str:
    """The share chart with its markers."""
    rules, acting = game.rules, game.actor
    return chart_svg(
        rules.figures.chart,
        rules.companies,
        game.position.markers,
        theme=theme,
        acting=acting if acting in game.position.markers else None,
        caption=f"Share chart of {credit_line(rules)}",
    )


def tile_set_picture(rules: Rules, game: Game | None = None, theme: str = "light") -> str:
    """The tile set; with a game, also how many of each tile are left."""
    left = None
    if game is not None:
        laid = game.position.tiles
        numbers = {tile: rules.board.left(laid, tile) for tile in rules.board.counts}
        left = {tile: number for tile, number in numbers.items() if number is not None}
    tiles = list(rules.board.tiles.values())
    return tile_set_svg(tiles, rules.board.counts, left, layout=rules.board.layout, theme=theme)


def credit_line(rules: Rules) -> str:
    """The title with those it belongs to."""
    own = f"; own board: {rules.own.name}" if rules.own is not None else ""
    return f"{rules.title} by {rules.figures.designer}, published by {rules.figures.publisher}{own}"
