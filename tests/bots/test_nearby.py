"""What a bot remembers of a company's track is what the proven best runs say, whatever was played before."""

from __future__ import annotations

import pytest

import stellwerk
from stellwerk.bots.forecast import forecaster_of
from stellwerk.bots.horizon import outlook_of
from stellwerk.bots.keen import Keen
from stellwerk.bots.reachable_area import nearby_board
from stellwerk.bots.steady import Steady
from stellwerk.game import Game
from stellwerk.titles import rules_of

PLAYERS = ("Ada", "Bo", "Cy")


def played(title: str, moves: int, seed: int = 1) -> Game:
    """A game that steady players have begun."""
    game, bot = stellwerk.new_game(title, players=PLAYERS, seed=seed), Steady(seed)
    for _ in range(moves):
        game.play(bot.choose(game))
    return game


@pytest.mark.parametrize("title", ["18CZ", "18Rhl", "18BL"])
def test_remembered_runs_are_the_best_runs_after_every_move(title: str) -> None:
    game, bot = played(title, 60), Steady(1)
    asked = 0
    for _ in range(60):
        game.play(bot.choose(game))
        for company in game.position.operated:
            if company in game.position.floated:
                trains = outlook_of(game.rules).runnable(game.position, company)
                known = nearby_board(game.rules, game.position, company).run(game.rules, game.position, company, trains)
                assert known == game.best_runs(company).total, company
                asked += 1
    assert asked > 60


def test_a_tile_far_away_leaves_what_is_known_of_a_company_as_it_was() -> None:
    game = played("18CZ", 100)
    rules, pos = game.rules, game.position
    company = pos.operated[0]
    known = nearby_board(rules, pos, company)
    far = next(hex for hex in pos.tiles if hex not in known.hexes)
    after = pos.copy()
    after.drop("tiles", far)
    assert nearby_board(rules, after, company) is known


def test_a_new_station_elsewhere_makes_it_another_track() -> None:
    game = played("18CZ", 100)
    rules, pos = game.rules, game.position
    company = pos.operated[0]
    known = nearby_board(rules, pos, company)
    far = next(hex for hex in pos.stations if hex not in known.hexes)
    after = pos.copy()
    after.put("stations", far, (*pos.stations[far], (company, 0)))
    assert nearby_board(rules, after, company) is not known


def test_decisions_do_not_depend_on_games_played_before() -> None:
    game = played("18CZ", 90)
    first = Steady(4).decide(game), Keen(4, samples=3).decide(game)
    played("18CZ", 90, seed=2)
    assert (Steady(4).decide(game), Keen(4, samples=3).decide(game)) == first


def test_a_company_that_closes_in_the_sketch_is_worth_nothing_then() -> None:
    """18BL closes a corporation whose price falls off the chart: its share is worth nothing from then on."""
    rules = rules_of("18BL")
    game = played("18BL", 80)
    pos = game.position
    forecaster = forecaster_of(rules)
    company = pos.floated[0]
    rows = rules.chart.figure.rows
    cells = [(row, column) for row, cells in enumerate(rows) for column in range(len(cells)) if cells[column]]
    falls = [cell for cell in cells if forecaster.moved(pos, company, cell, 0.0) is None]
    assert falls
    state = forecaster.state(pos, company, 0.0, 3, forecaster.outlook.horizon(pos, company, 1.0))
    ruined = state._replace(cell=falls[0], trains=(), treasury=0, quality=0.0)
    assert forecaster.sketch(pos, ruined).price == 0.0
