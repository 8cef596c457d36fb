"""Bots and the choices of the Railway Game of 18DO: boxes, links, own certificates, loads that go or are held back."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dokit import EAST, dealt, do, fresh, passes, state, turn_of
from tests.kit import company, offered

import stellwerk
from stellwerk.actions import BuyShare, BuyTrain, Run, StartCompany
from stellwerk.bots.evaluation import STORES, Evaluation
from stellwerk.bots.forecast import forecaster_of
from stellwerk.bots.reachable_area import nearby_board
from stellwerk.bots.steady import REASONS, Steady, SteadyMind
from stellwerk.game import Game
from stellwerk.steps.bidding import PlaceToken
from stellwerk.steps.links import BuildLink
from stellwerk.steps.own_shares import SellOwn
from stellwerk.titles.t18do.beer import CarryBeer
from stellwerk.titles.t18do.breweries import AssignMarker

PLAYERS = ("Ada", "Bo", "Cy")


def beer(train: str = "8", **parts: Any) -> Game:
    """Ada's KWE with a train on the line from Unna-Soest to Dortmund City, five cubes on the back of her brewery."""
    known: dict[str, Any] = {
        "tiles": EAST,
        "trains": {"KWE": (train,)},
        "privates": {"PB3": "Ada"},
        "used": ("PB3",),
        "extra": {"cubes": {"PB3": 5}},
        "phase": "8",
        "next_card": "8-3",
    }
    return turn_of("KWE", "run", **{**known, **parts})


def test_a_token_lies_on_the_lowest_box_that_will_do_and_says_what_the_lot_is_worth() -> None:
    game = dealt("PB1", "PB3", "PB5")
    decision = Steady(1).decide(game)
    assert isinstance(decision.action, PlaceToken)
    assert decision.action.amount == game.rules.privates[decision.action.lot].boxes[0]
    assert decision.why.startswith(REASONS["bid"].split("{0}")[0])


def test_who_is_outbid_weighs_a_dearer_box_against_other_lots() -> None:
    """Given somebody on the dearest box of the best lot; then steady moves to another one, for its least."""
    game = dealt("PB1", "PB3", "PB5")
    best = Steady(1).choose(game)
    assert isinstance(best, PlaceToken)
    game.play(PlaceToken("Ada", best.lot, game.rules.privates[best.lot].boxes[-2]))
    other = Steady(1).choose(game)
    assert isinstance(other, PlaceToken) and other.lot != best.lot


def test_the_money_for_a_first_railway_is_not_bid_away() -> None:
    for seed in range(4):
        game = stellwerk.new_game("18DO", ("Ada", "Bo", "Cy", "Di"), seed=seed)
        bot = Steady(seed)
        while game.position.round.kind != "stock":
            game.play(bot.choose(game))
        assert max(game.position.cash[player] for player in game.players) >= 250


def test_a_dividend_of_three_times_the_price_moves_it_twice() -> None:
    """18DO/4.5.6.3: what the rules make of larger dividends is asked, not only of those that reach the price."""
    game = turn_of("KWE")
    forecaster, pos = forecaster_of(game.rules), game.position
    cell = pos.markers["KWE"][:2]
    price = game.rules.chart.value(cell)
    once, thrice = (forecaster.moved(pos, "KWE", cell, float(times * price)) for times in (1, 3))
    assert once and thrice and thrice[1] - cell[1] == 2 * (once[1] - cell[1]) > 0


def test_all_beer_that_pays_is_carried_before_the_trains_run() -> None:
    game = beer()
    decision = Steady(1).decide(game)
    assert isinstance(decision.action, CarryBeer) and decision.action.cubes == 3
    assert "dividends" in decision.why
    game.play(decision.action)
    then = Steady(1).choose(game)
    assert isinstance(then, Run) and then.revenue == game.best_runs("KWE").total


def test_beer_is_held_back_where_another_railway_pays_its_director_more_for_it() -> None:
    """Given a director with 30% of this railway and 60% of another; then the cubes wait for the other one (R84)."""
    both = {"KWE": company(65, Ada=30, Bo=20), "CME": company(60, Ada=60)}
    game = beer(companies=both, stations={"CME": ("A3",)})
    assert offered(game, CarryBeer)
    assert isinstance(Steady(1).choose(game), Run)


def test_cubes_in_store_count_for_those_who_can_carry_them_more_with_the_back_up() -> None:
    back, front = beer(), beer(used=())
    brings = [state(game).could_bring(game.rules, game.position)["Ada"] for game in (back, front)]
    assert brings[0] == 2 * brings[1] > 0
    worth = Evaluation(back.rules, back.position, "KWE")
    assert worth.parts(back.position, "Ada")[STORES] > 0 == worth.parts(back.position, "Bo")[STORES]
    named = back.copy()
    named.play(CarryBeer("KWE", "8-2", 2, "E21"))
    assert state(named).could_bring(named.rules, named.position)["Ada"] < brings[0]


def test_what_only_lies_in_store_leaves_what_is_known_of_the_track() -> None:
    """Cubes, loads and whoever acted last change no run of a plain train: it is not reckoned again."""
    game = beer()
    near = nearby_board(game.rules, game.position, "KWE")
    faces = [game.rules.cards.by_name["8"]]
    before = near.run(game.rules, game.position, "KWE", faces), len(near.networks)
    game.play(CarryBeer("KWE", "8-2", 2, "E21"))
    assert (near.run(game.rules, game.position, "KWE", faces), len(near.networks)) == before


def test_a_marker_stays_on_a_brewery_that_earns() -> None:
    """Given a stock round and nothing the marker is good for; then its income is not given up."""
    game = fresh(StartCompany("Ada", "KWE", 65), *passes("Bo", "Cy"))
    mind = SteadyMind(game, Steady(1).chance(game))
    markers = [choice for choice in mind.choices if isinstance(choice.action, AssignMarker)]
    assert all(mind.prospects(choice)[0].value < mind.now for choice in markers)


def test_shares_float_a_railway_that_its_director_leaves() -> None:
    """Given Bo started a railway and has no money; then Ada, who holds shares and money, may still float it."""
    parts = {"companies": {"KWE": company(50, Bo=20, Ada=20)}, "floated": (), "operated": (), "phase": "2"}
    game = do(round={"kind": "stock", "set": 1}, cash={"Ada": 60, "Bo": 0, "Cy": 0}, **parts)
    worth = Evaluation(game.rules, game.position)
    held = worth.held(game.position)["KWE"]
    assert "Ada" in worth.finishers(game.position, "KWE", held)
    assert worth.floats(game.position, "KWE", held) > 0.9
    assert isinstance(Steady(1).choose(game), BuyShare)


def test_an_early_train_is_bought_before_the_first_run() -> None:
    """Given the beginning of a railway's first turn and money; then it buys and runs in the same turn (4.3.2.1a)."""
    game = turn_of("BME", "start", first=True, phase="2", cash={"BME": 300})
    assert isinstance(Steady(1).choose(game), BuyTrain)
    poor = turn_of("BME", "start", first=True, phase="2", cash={"BME": 70})
    assert not isinstance(Steady(1).choose(poor), BuyTrain)


@pytest.mark.slow
def test_a_whole_game_uses_what_the_book_offers_gives_reasons_and_ends_with_the_bank() -> None:
    game, bot, told = stellwerk.new_game("18DO", PLAYERS, seed=3), Steady(1), dict[type, str]()
    while not game.over:
        decision = bot.decide(game)
        if decision.why not in (REASONS["rest"], REASONS["only"]):
            told[type(decision.action)] = decision.why
        game.play(decision.action)
    assert set(told) >= {PlaceToken, BuildLink, CarryBeer, SellOwn, BuyTrain, BuyShare, StartCompany, Run}
    assert len(game.position.floated) == 7
    assert any(type(event).__name__ == "BankBroken" for entry in game.log for event in entry.events)
