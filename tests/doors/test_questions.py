"""What a game answers about its position agrees with the position, in every recorded game, early and late."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.kit import company, given

import stellwerk
from stellwerk import BadInput, Game, Questions
from stellwerk.actions import BuyShare, BuyTrain, StartCompany
from stellwerk.events import Paid
from stellwerk.interop.files import load_game
from stellwerk.position import OUT

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*p.json"))
SHORT, HALFWAY = 60, 400


@pytest.fixture(
    params=[(file, length) for file in GAMES for length in (SHORT, HALFWAY)], ids=lambda p: f"{p[0].stem}-{p[1]}"
)
def game(request: pytest.FixtureRequest) -> Game:
    """A recorded game, some way into it."""
    file, length = request.param
    return load_game(file.read_bytes(), to=length)


def test_all_of_every_company_lies_somewhere(game: Game) -> None:
    for name in game.companies:
        out = game.rules.register.percent(game.position, name, OUT)
        assert sum(game.holders(name).values()) + out == sum(c.percent for c in game.rules.register.of[name])
        for holder, percent in game.holders(name).items():
            assert game.holdings(holder)[name] == percent


def test_money_trains_and_private_companies_are_where_the_position_says(game: Game) -> None:
    assert {owner: game.cash(owner) for owner in game.position.cash} == dict(game.position.cash)
    held = {card: face for owner in (*game.companies, "pool") for card, face in game.trains(owner).items()}
    assert held == {card: face for card, (owner, face) in game.position.trains.items() if owner != OUT}
    for private in game.privates:
        owner = game.private_owner(private)
        assert owner is None or private in game.privates_of(owner)


def test_a_started_company_has_a_price_in_a_cell_of_the_chart(game: Game) -> None:
    started = [name for name in game.companies if game.price(name) is not None]
    assert set(started) == set(game.position.markers)
    assert started or len(game.log) == SHORT
    for name in started:
        cell = game.cell(name)
        assert cell is not None and game.rules.chart.value(cell) == game.price(name)
        assert game.par(name) in game.starting_prices(name)
    assert set(game.operating_order()) <= {name for name in started if game.has_floated(name)}


def test_the_director_holds_the_first_certificate(game: Game) -> None:
    for name in game.companies:
        director = game.director(name)
        if director is not None:
            assert director in game.holders(name) and not game.is_closed(name)


def test_whoever_wins_was_worth_most_and_the_others_what_they_were_worth() -> None:
    game = stellwerk.load(GAMES[0])
    assert game.position.result == {player: game.wealth(player) for player in game.players}


def test_limits_and_stations_are_those_of_the_book() -> None:
    game = given(phase="b", companies={"BN": company(70, Ada=60), "MW": company(60, Bo=50)}, stations={"MW": ("F22",)})
    assert (game.certificate_limit(), game.certificate_count("Ada"), game.certificate_count("Cy")) == (14, 2, 0)
    assert (game.share_limit("MW"), game.share_limit("BN")) == (75, 60)
    assert game.train_limit("MW") == 3
    assert game.stations("MW") == (("F22", 0),) and game.stations_left("MW") == 2
    assert game.price("KFN") is None and game.cell("KFN") is None and game.director("KFN") is None
    assert game.starting_prices("KFN") == (60, 70, 80, 90, 100)


def test_what_legal_offers_of_the_bank_is_for_sale() -> None:
    game = stellwerk.load(GAMES[0])
    seen = 0
    for entry in game.log:
        asked = Questions(game.rules, entry.before)
        if isinstance(entry.action, BuyTrain) and entry.action.source in ("bank", "pool"):
            bought = entry.action
            assert (bought.card, bought.source, bought.face, bought.price) in asked.trains_for_sale()
            seen += 1
        elif isinstance(entry.action, BuyShare):
            share = entry.action
            offers = {(offer.company, offer.source, offer.percent): offer.cost for offer in asked.shares_for_sale()}
            paid = [event.amount for event in entry.events if isinstance(event, Paid) and event.payer == share.player]
            assert paid == [offers[share.company, share.source, share.percent]]
            seen += 1
        elif isinstance(entry.action, StartCompany):
            assert entry.action.price in asked.starting_prices(entry.action.company)
    assert seen > 20


ASKED: tuple[tuple[Callable[[Game, Any], Any], str], ...] = (
    (Game.cash, "owner of money"),
    (Game.holdings, "holder of shares"),
    (Game.trains, "owner of trains"),
    (Game.privates_of, "owner of private companies"),
    (Game.private_owner, "private company"),
    (Game.certificate_count, "player"),
    (Game.wealth, "player"),
    *(
        (question, "company")
        for question in (
            Game.holders, Game.director, Game.has_floated, Game.is_closed, Game.par, Game.starting_prices, Game.cell,
            Game.price, Game.stations, Game.stations_left, Game.share_limit, Game.train_limit,
        )
    ),
)  # fmt: skip


@pytest.mark.parametrize(("question", "what"), ASKED, ids=lambda value: getattr(value, "__name__", value))
@pytest.mark.parametrize("name", ["Nobody", "", "ada", None, 3, ["Ada"]])
def test_a_name_that_nobody_bears_is_refused(question: Callable[[Game, Any], Any], what: str, name: Any) -> None:
    game = given(companies={"MW": company(60, Bo=50)})
    with pytest.raises(BadInput) as caught:
        question(game, name)
    assert str(caught.value).startswith(f"{name!r} is no {what} here; there are ") and "\n" not in str(caught.value)
