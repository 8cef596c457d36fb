"""Bots: they play what is legal, say why, play the same for the same seed, and do what a decent player would do."""

from __future__ import annotations

import time

import pytest

import stellwerk
from stellwerk import actions
from stellwerk.actions import Action
from stellwerk.bots import NAMES, make_bot
from stellwerk.bots.casual import CasualBot
from stellwerk.bots.keen import Keen
from stellwerk.bots.steady import Steady
from stellwerk.errors import BadInput
from stellwerk.game import Game
from stellwerk.steps.deals import Consent
from stellwerk.trains import trains_of

TITLES = ("18CZ", "18Rhl", "18BL")
PLAYERS = ("Ada", "Bo", "Cy", "Di", "Eve", "Fay")


def new(title: str, players: int = 3, variant: str = "base", seed: int = 1) -> Game:
    return stellwerk.new_game(title, players=PLAYERS[:players], seed=seed, variant=variant)


def played_on(game: Game, name: str, moves: int) -> list[Action]:
    """What a bot plays for everybody; an illegal move would raise."""
    made: list[Action] = []
    bot = make_bot(name, seed=3)
    while not game.over and len(made) < moves:
        decision = bot.decide(game)
        assert decision.why
        assert decision.action in game.legal()
        game.play(decision.action)
        made.append(decision.action)
    return made


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_steady_plays_legally_for_every_number_of_players(title: str, players: int) -> None:
    game = new(title, players)
    played_on(game, "steady", 70)
    assert game.position.floated


@pytest.mark.parametrize("variant", ["optional-2-train", "lower-capital", "promotion-tiles"])
def test_steady_plays_the_variants(variant: str) -> None:
    played_on(new("18Rhl", 4, variant), "steady", 60)


@pytest.mark.parametrize("title", TITLES)
def test_steady_ends_a_game(title: str) -> None:
    game, casual = new(title), CasualBot(5)
    last = len(game.rules.figures.sets)
    while not getattr(game.position.state, "broken", False):
        if (game.position.round.set, game.position.round.number) == (last, 2):
            break
        game.play(casual.choose(game))
        game.log.clear()
    played_on(game, "steady", 1500)
    assert game.over


@pytest.mark.parametrize("title", TITLES)
def test_the_same_seed_plays_the_same_game(title: str) -> None:
    assert played_on(new(title), "steady", 45) == played_on(new(title), "steady", 45)


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_has_its_name_and_plays(name: str) -> None:
    bot = make_bot(name, seconds=0.05)
    assert bot.name == name
    game = new("18CZ")
    assert bot.choose(game) in game.legal()


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(BadInput):
        make_bot("mastermind")


@pytest.mark.parametrize("title", TITLES)
def test_random_stays_in_range(title: str) -> None:
    played_on(new(title, seed=4), "random", 300)


def test_a_bot_sees_only_what_its_seat_sees() -> None:
    game = new("18CZ", 4)
    played_on(game, "steady", 40)
    seen = game.copy()
    seen.position = game.position.seen_by(game.turn)
    assert Steady(1).choose(seen) in game.legal()


def operating(title: str, seed: int = 1) -> Game:
    """A game some rounds on, when companies have trains and run."""
    game, bot = new(title, 3, seed=seed), Steady(seed)
    while not sum(1 for revenue in game.position.revenues.values() if revenue) > 2:
        game.play(bot.choose(game))
    return game


def decisions(game: Game, kind: type[Action], moves: int = 80) -> list[tuple[Game, Action]]:
    """The decisions of one kind that follow, and the game before them."""
    bot, found = Steady(2), []
    for _ in range(moves):
        if game.over:
            break
        action = bot.choose(game)
        if isinstance(action, kind):
            found.append((game.copy(), action))
        game.play(action)
    return found


@pytest.mark.parametrize("title", TITLES)
def test_companies_mostly_pay_out(title: str) -> None:
    kinds = [action.kind for _, action in decisions(operating(title), actions.Dividend)]  # type: ignore[attr-defined]
    assert kinds.count("pay") > 2 * kinds.count("retain")


@pytest.mark.parametrize("title", TITLES)
def test_a_company_without_a_train_buys_one_it_can_pay(title: str) -> None:
    for before, action in decisions(operating(title), actions.Pass):
        company = before.actor
        if company in before.rules.companies and not trains_of(before.position, company):
            prices = [c.action.price for c in before.legal() if isinstance(c.action, actions.BuyTrain)]
            assert not prices or min(prices) > before.position.cash[company], action


@pytest.mark.parametrize("title", TITLES)
def test_no_offer_is_made_twice_in_a_turn(title: str) -> None:
    """Everybody declines everything; nobody asks again for the same thing."""
    game, bot = operating(title), Steady(2)
    for _ in range(100):
        if game.over:
            break
        if isinstance(game.position.agenda[-1], Consent):
            game.play(actions.Answer(game.turn, False))
        else:
            game.play(bot.choose(game))
        for step in game.position.agenda:
            asked = [(type(offer), getattr(offer, "card", ""), getattr(offer, "target", ""),
                      getattr(offer, "private", "")) for offer in getattr(step, "declined", ())]  # fmt: skip
            assert len(asked) == len(set(asked))


def test_money_is_kept_for_a_first_company() -> None:
    game = new("18CZ", 4)
    bot = Steady(1)
    while game.position.round.kind != "stock":
        game.play(bot.choose(game))
    assert min(game.position.cash[player] for player in game.position.players) >= 100


def test_nobody_bids_all_his_money() -> None:
    game, bot = new("18Rhl", 4), Steady(1)
    bids = 0
    while game.position.round.kind != "operating":
        action = bot.choose(game)
        bids += isinstance(action, actions.Bid)
        assert not isinstance(action, actions.Bid) or action.amount < 400
        game.play(action)
    assert bids < 30


def test_keen_keeps_its_time() -> None:
    game = operating("18CZ")
    for _ in range(6):
        began = time.monotonic()
        action = Keen(1, seconds=0.4).choose(game)
        assert time.monotonic() - began < 2.0  # the machine may be busy
        game.play(action)


def test_keen_with_a_number_of_futures_is_repeatable() -> None:
    game = operating("18CZ")
    while game.position.round.kind != "stock":
        game.play(Steady(1).choose(game))
    first = Keen(1, samples=4).decide(game)
    assert first == Keen(1, samples=4).decide(game)
    assert first.why
