"""Bots in 1881: bids under seal, companies nobody directs yet, boards that vote, nets that pay together, depots."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit81 import NAMES, at_turn, holders
from tests.sweepkit81 import VARIANTS

import stellwerk
from stellwerk.actions import BuyTrain, Dividend, LayTile
from stellwerk.bots import NAMES as BOTS
from stellwerk.bots import make_bot
from stellwerk.bots.evaluation import MONEY, Evaluation
from stellwerk.bots.forecast import RESALE, forecaster_of
from stellwerk.bots.horizon import family_of
from stellwerk.bots.keen import Keen
from stellwerk.bots.offers import other_side
from stellwerk.bots.proposals import EAGER, REASONS
from stellwerk.bots.steady import Steady, SteadyMind
from stellwerk.game import Game
from stellwerk.position import BANK
from stellwerk.steps.objection import CallVote, CastVote, LetPass
from stellwerk.steps.sealed_bids import SealBid
from stellwerk.steps.station_sale import BuyDepot
from stellwerk.trains import trains_of

PLAYERS = (*NAMES, "Eve", "Fay")
DEPOTS = {"S": ["H20"], "S-II": ["H10"], "S-III": ["I27"]}


def board(stage: str, **parts: Any) -> Game:
    """The main net at a stage; Ada is president, Bo and Cy have seats, Bo and Di many shares."""
    companies = {"S": holders(Ada=15, Bo=25, Di=25)}
    trains = {"S": ["4S", "4S"], "S-II": ["4S"], "S-III": ["4S"]}
    usual = {"companies": companies, "seats": {"S-II": "Bo", "S-III": "Cy"}, "trains": trains, "stations": DEPOTS}
    return at_turn("S", stage, **{**usual, **parts})


def mind_of(game: Game) -> SteadyMind:
    """What steady thinks of a position."""
    return SteadyMind(game, Steady(1).chance(game))


def play_on(game: Game, moves: int, **bots: Any) -> Game:
    """So many moves of bots, each for its player; an illegal one would raise."""
    for _ in range(moves):
        if game.over:
            break
        decision = bots[game.turn].decide(game)
        assert decision.why
        game.play(decision.action)
    return game


# Bids under seal


def test_nobody_seals_more_than_an_early_turn_is_worth() -> None:
    amounts = set()
    for seed in range(12):
        game = stellwerk.new_game("1881", NAMES, seed=seed)
        decision = Steady(seed).decide(game)
        assert isinstance(decision.action, SealBid) and decision.action.amount is not None
        assert decision.action.amount <= EAGER * game.position.cash[game.turn]
        assert decision.why.startswith(REASONS["seal"].split("{0}")[0])
        amounts.add(decision.action.amount)
    assert len(amounts) > 2, "who always bids the same can be outbid by the least"


# Companies that nobody directs before they start


def test_what_is_distributed_makes_companies_start() -> None:
    """A share of a company without a director is worth something where all together can start it."""
    game = stellwerk.new_game("1881", NAMES, seed=3)
    bot = Steady(3)
    while game.position.round.kind != "operating":
        game.play(bot.choose(game))
    assert len(game.position.floated) >= 2


# The S-Bahn's board


def test_a_proposal_is_weighed_by_what_it_would_do() -> None:
    """A tile of the main net lies on the board only when all have let it pass; what it is worth is asked before."""
    game = board("track")
    lays = [choice.action for choice in game.legal() if isinstance(choice.action, LayTile)]
    for lay in lays:
        assert lay.hex not in game.position.tiles
        assert mind_of(game).prospect(lay).after.tiles[lay.hex] == (lay.tile, lay.rotation)
    assert lays


@pytest.mark.parametrize(("kind", "answer"), [("pay", LetPass), ("retain", CallVote)])
def test_who_would_lose_a_dividend_calls_a_vote(kind: str, answer: type) -> None:
    game = board("dividend", turn={"revenue": 600})
    game.play(Dividend("S", kind))
    assert game.turn == "Bo"
    decision = Steady(1).decide(game)
    assert type(decision.action) is answer
    assert decision.why.rstrip(".0123456789") in {reason.split("{0}")[0].rstrip(".") for reason in REASONS.values()}


def test_a_vote_is_cast_for_what_brings_something() -> None:
    game = board("dividend", turn={"revenue": 600})
    game.play(Dividend("S", "pay"))
    game.play(CallVote("Bo"))
    assert game.turn == "Cy"
    assert Steady(1).choose(game) == CastVote("Cy", True)


# Nets that pay together, purses and trains of all


def test_what_a_net_pays_is_the_holders_though_they_get_it_later() -> None:
    """12.13: the nets' dividends are paid together, after the last net."""
    joint = {"operated": ("S", "S-II"), "queue": ("S-III",)}
    parts: dict[str, Any] = {"companies": {"S": holders(Ada=15, Bo=25, Di=25)}, "stations": DEPOTS}
    game = at_turn("S-II", "dividend", turn={"revenue": 400}, joint=joint,
                   seats={"S-II": "Bo", "S-III": "Cy"}, trains={"S-II": ["4S"]}, **parts)  # fmt: skip
    after = game.copy()
    after.play(Dividend("S-II", "pay"))
    assert after.position.cash["Di"] == game.position.cash["Di"]
    worth = Evaluation(game.rules, game.position, "S-II")
    gain = worth.parts(after.position, "Di")[MONEY] - worth.parts(game.position, "Di")[MONEY]
    assert gain == pytest.approx(100)


def test_a_company_of_parts_has_the_money_and_the_trains_of_all() -> None:
    game = board("trains", cash={"S": 100, "S-II": 40, "S-III": 7})
    rules, pos = game.rules, game.position
    forecaster = forecaster_of(rules)
    assert family_of(rules, pos, "S") == ("S", "S-II", "S-III")
    assert forecaster.money(pos, "S") == 147
    assert len(forecaster.outlook.fleet(pos, "S")) == 4
    assert family_of(rules, pos, "GBS") == ("GBS",)


def test_shares_a_company_holds_are_money_it_could_have() -> None:
    """10.9: tram companies hold shares of the S-Bahn."""
    game = at_turn("GBS", "trains", companies={"S": holders(Ada=25, GBS=10)}, cash={"GBS": 50})
    shares = game.rules.register.shares("S", 10)
    price = game.rules.price_of(game.position, "S")
    assert price is not None
    assert forecaster_of(game.rules).money(game.position, "GBS") == pytest.approx(50 + RESALE * shares * price)


# Depots


def test_a_depot_is_a_deal_as_trains_of_others_are() -> None:
    """7.8: somebody else is asked, so steady looks for a price that serves both sides."""
    mind = mind_of(at_turn("BESTAG", "station", companies={"SBV": holders(Bo=60)}))
    assert BuyDepot in mind.deals and BuyTrain in mind.deals
    assert other_side(mind, BuyDepot("BESTAG", "SBV", "L16", 0, 1)) == "Bo"


# Whole games


@pytest.mark.parametrize(("variant", "players"), list(zip(VARIANTS, (3, 4, 5, 6, 3, 4, 5, 6), strict=True)))
def test_steady_begins_a_game_in_every_variant(variant: str, players: int) -> None:
    names = PLAYERS[:players]
    game = stellwerk.new_game("1881", names, seed=players, variant=variant)
    play_on(game, 45, **{name: Steady(seed) for seed, name in enumerate(names)})
    assert game.position.round.kind in ("stock", "operating")


def test_keen_plays_a_net_on() -> None:
    game = board("trains", cash={"S": 700})
    decision = Keen(1, samples=2).decide(game)
    assert decision.action in game.legal()
    assert trains_of(game.position, "S")


@pytest.mark.slow
@pytest.mark.parametrize("bot", [name for name in BOTS if name != "keen"])
@pytest.mark.parametrize(("variant", "players"), list(zip(VARIANTS, (3, 4, 5, 6, 6, 5, 4, 3), strict=True)))
def test_bots_end_whole_games(bot: str, variant: str, players: int) -> None:
    names = PLAYERS[:players]
    game = stellwerk.new_game("1881", names, seed=players, variant=variant)
    money = sum(game.position.cash.values())
    play_on(game, 6_000, **{name: make_bot(bot, seed) for seed, name in enumerate(names)})
    assert game.over
    assert sum(game.position.cash.values()) == money and BANK in game.position.cash
