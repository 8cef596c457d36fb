"""Bots in a game without money: the dividends of the last runs are all that counts, and a turn has its order."""

from __future__ import annotations

from functools import cache

import stellwerk
from stellwerk import actions
from stellwerk.actions import Action
from stellwerk.bots import make_bot
from stellwerk.bots.evaluation import DIVIDENDS, Evaluation
from stellwerk.bots.final_runs import FinalRuns, make_evaluation, part_on_offer
from stellwerk.bots.keen import Keen
from stellwerk.bots.steady import REASONS, Steady
from stellwerk.game import Game
from stellwerk.titles import rules_of, titles

PLAYERS = ("Ada", "Bo", "Cy", "Di", "Eve")
Move = tuple[Game, Action, str]


def new(players: int = 3, seed: int = 1) -> Game:
    return stellwerk.new_game("18DO", players=PLAYERS[:players], seed=seed, variant="introduction")


@cache
def moves() -> tuple[Move, ...]:
    """A whole game of steady players: the game before each move, the move, and why; and the game after the last."""
    game, bot, made = new(), Steady(1), []
    while not game.over:
        decision = bot.decide(game)
        made.append((game.copy(), decision.action, decision.why))
        game.play(decision.action)
    made.append((game, actions.Pass(""), ""))
    return tuple(made)


def test_of_the_games_there_are_only_the_introduction_has_neither_money_nor_prices() -> None:
    kinds = [rules_of(title, variant) for title in (*titles(), "18DO") for variant in rules_of(title).variants]
    without = {(rules.title, rules.variant) for rules in kinds if not rules.figures.has_money}
    assert without == {
        (rules.title, rules.variant) for rules in kinds if set(rules.companies) <= set(rules.register.unpriced)
    }
    assert without == {("18DO", "introduction")}


def test_steady_is_far_ahead_of_random_players() -> None:
    game, bots = new(4), {name: make_bot("random", seed=9) for name in PLAYERS}
    bots["Ada"] = Steady(1)
    while not game.over:
        game.play(bots[game.turn].choose(game))
    assert game.position.result
    ahead, *others = sorted(game.position.result.values(), reverse=True)
    assert game.position.result["Ada"] == ahead > 1.2 * others[0]


def test_at_the_end_a_player_is_worth_his_dividends() -> None:
    game = moves()[-1][0]
    assert game.position.result
    worth = make_evaluation(game.rules, game.position)
    assert {player: worth.of(game.position, player) for player in game.players} == game.position.result


def test_in_the_last_turn_what_is_expected_is_what_the_trains_run_for() -> None:
    """Given the last certificate is taken; then nothing is dreamt of any more."""
    game = next(game for game, _, _ in moves() if not part_on_offer(game.rules, game.position))
    worth = make_evaluation(game.rules, game.position)
    assert isinstance(worth, FinalRuns)
    for company in game.position.floated:
        assert worth.expected(game.position, company, 0.0) == game.best_runs(company).total


def test_a_company_whose_director_holds_more_of_it_is_expected_to_grow_more() -> None:
    game = next(game for game, action, _ in moves() if game.position.floated)
    (company,) = game.position.floated
    more = game.position.copy()
    director = game.director(company)
    assert director
    more.put("certificates", game.rules.register.of[company][1].id, director)
    worth = FinalRuns(game.rules, game.position)
    assert worth.expected(more, company, 0.8) > worth.expected(game.position, company, 0.8) > 0


def test_a_turn_is_played_in_its_order_and_nothing_in_it_is_left_out() -> None:
    """Tiles before stations and links, those before trains; more than half the turns have a tile and a second step."""
    made = [type(action).__name__ for _, action, _ in moves()]
    turns = " ".join(made).split("TakeCertificate")[1:]
    both = [turn for turn in turns if "LayTile" in turn and ("BuildLink" in turn or "PlaceStation" in turn)]
    assert len(both) > len(turns) / 3


def test_what_is_shut_out_by_a_thing_of_its_step_is_weighed_against_it() -> None:
    """A station or a link: of the two the better one is taken, though the station comes first in the book."""
    made = {type(action).__name__ for game, action, _ in moves()[:-1] if offers(game) >= {"PlaceStation", "BuildLink"}}
    assert made >= {"PlaceStation", "BuildLink"}


def offers(game: Game) -> set[str]:
    return {type(choice.action).__name__ for choice in game.legal()}


def test_reasons_speak_of_dividends_never_of_money_or_prices() -> None:
    told = {REASONS[DIVIDENDS].split("{0}")[0], REASONS["only"], REASONS["rest"], REASONS["least"], REASONS["track"]}
    assert all(any(why.startswith(words) for words in told) for _, _, why in moves()[:-1])
    assert any(why.startswith("About") for _, _, why in moves())


def test_keen_ends_a_future_after_some_moves_where_no_operating_round_ends() -> None:
    game = moves()[-4][0].copy()
    while not game.over:
        decision = Keen(1, samples=3).decide(game)
        assert decision.action in game.legal()
        game.play(decision.action)


def test_where_there_is_money_it_is_valued_as_before() -> None:
    game = stellwerk.new_game("18CZ", players=PLAYERS[:3], seed=1)
    assert type(make_evaluation(game.rules, game.position)) is Evaluation
