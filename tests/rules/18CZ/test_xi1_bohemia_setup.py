"""XI.1, Bohemia: the set-up, Vaclav, and how he comes by his companies."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.kit import bohemia, company, director, events, offered, percent, play_on, price, refused

import stellwerk
from stellwerk import BadInput
from stellwerk.actions import BuyPrivate, BuyShare, BuyTrain, Draw, Pass, StartCompany
from stellwerk.events import CompanyStarted
from stellwerk.game import Game
from stellwerk.rules.limits import limit_of_certificates
from stellwerk.titles import rules_of
from stellwerk.trains import trains_of

RULES = rules_of("18CZ", "bohemia")
SMALL, MEDIUM, LARGE = {"EKJ", "BCB", "VBW"}, {"BN", "NWB", "ATE", "BTE"}, {"Sx", "By", "kk"}


def new(seed: int = 0) -> Game:
    return stellwerk.new_game("18CZ", ("Ada", "Bo"), seed, "bohemia")


def drawn(game: Game) -> list[str]:
    """The companies chance has drawn for Vaclav."""
    return [
        entry.action.result[0] for entry in game.log if isinstance(entry.action, Draw) and entry.action.what == "vaclav"
    ]


def held(game: Game) -> dict[str, int]:
    """What Vaclav holds."""
    parts = {name: percent(game, name, "Vaclav") for name in game.rules.companies}
    return {name: part for name, part in parts.items() if part}


def trains(game: Game, owner: str) -> dict[str, str]:
    return dict(trains_of(game.position, owner))


# The set-up


@pytest.mark.clause("18CZ/XI.1a")
def test_two_players_begin_with_280_and_may_hold_14_certificates() -> None:
    game = new()
    assert game.position.cash["Ada"] == game.position.cash["Bo"] == 280
    assert limit_of_certificates(RULES, game.position) == 14


@pytest.mark.clause("18CZ/XI.1a", "18CZ/Ia")
@pytest.mark.parametrize("names", [("Ada",), ("Ada", "Bo", "Cy")])
def test_bohemia_is_for_two(names: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match="is for 2 players"):
        stellwerk.new_game("18CZ", names, 0, "bohemia")


@pytest.mark.clause("18CZ/XI.1a")
def test_five_companies_are_not_in_the_game() -> None:
    assert set(RULES.companies) == SMALL | MEDIUM | LARGE
    game = bohemia(round={"kind": "stock", "set": 5}, turn={"player": "Ada"})
    for gone, first in (("OFE", 50), ("MW", 50), ("KFN", 60), ("Pr", 90), ("Ug", 90)):
        refused(game, StartCompany("Ada", gone, first), code="unknown-company")


@pytest.mark.clause("18CZ/XI.1a")
def test_the_map_is_bohemia() -> None:  # R59
    whole, small = rules_of("18CZ").board.hexes, RULES.board.hexes
    assert len(small) == 73 and all(small[at] == whole[at] for at in small)
    gone = {"A21": (21,), "B": (18, 24), "C": (21, 27), "D": (20, 28), "E": (19, 27), "F": (20, 26), "G": (19, 27)}
    gone |= {"H": (20, 24), "I": (19, 23)}
    listed = {f"{row[0]}{number}" for row, ends in gone.items() for number in range(ends[0], ends[-1] + 1, 2)}
    assert set(whole) - set(small) == listed
    # track may not lead where the map ends: F20, the neighbour of F18, is not there
    assert rules_of("18CZ").board.fits({}, "F18", "9", 1) and not RULES.board.fits({}, "F18", "9", 1)


@pytest.mark.clause("18CZ/XI.1b")
def test_nine_local_railways_the_three_cheapest_of_each_size() -> None:
    prices = {name: figure.price for name, figure in RULES.privates.items()}
    assert prices == {"S1": 25, "S2": 30, "S3": 35, "M1": 40, "M2": 45, "M3": 50, "L1": 55, "L2": 60, "L3": 65}
    game = new()
    assert {offer.private for offer in offered(game, BuyPrivate)} == set(prices)
    refused(game, BuyPrivate(game.turn, "S4"), code="not-on-offer")


# Vaclav


@pytest.mark.clause("18CZ/XI.1c")
def test_vaclav_has_no_seat_and_no_player_is_called_so() -> None:
    game = new()
    assert game.position.players == ("Ada", "Bo") and "Vaclav" not in game.position.cash
    with pytest.raises(BadInput, match="something else"):
        stellwerk.new_game("18CZ", ("Ada", "Vaclav"), 0, "bohemia")


@pytest.mark.clause("18CZ/XI.1c")
def test_vaclav_never_acts_in_a_stock_round() -> None:
    game = bohemia("VBW", round={"kind": "stock", "set": 5}, turn={"player": "Ada"})
    turns = []
    while game.position.round.kind == "stock":
        turns.append(game.turn)
        game.play(Pass(game.turn))
    assert turns == ["Ada", "Bo"]
    assert percent(game, "VBW", "Vaclav") == 50


@pytest.mark.clause("18CZ/XI.1c")
@pytest.mark.parametrize("seed", range(3))
def test_vaclav_ends_with_one_company_of_each_size(seed: int) -> None:
    game = new(seed)
    while not game.over and game.position.phase < "e":
        wanted = (BuyTrain, StartCompany, BuyShare)
        choices = list(game.legal())
        game.play(next((c.action for c in choices if isinstance(c.action, wanted)), choices[-1].action))
    assert sorted(game.rules.companies[name].size for name in held(game)) == ["large", "medium", "small"]
    assert all(director(game, name) == "Vaclav" for name in held(game))


@pytest.mark.clause("18CZ/XI.1c")
def test_players_may_buy_the_other_shares_but_never_the_directorship() -> None:  # R58
    game = bohemia("VBW", round={"kind": "stock", "set": 5}, turn={"player": "Ada"})
    play_on(game, BuyShare("Ada", "VBW", 25), Pass("Bo"), BuyShare("Ada", "VBW", 25))
    assert percent(game, "VBW", "Ada") == 50 and director(game, "VBW") == "Vaclav"
    refused(game, StartCompany("Bo", "VBW", 50), code="started")


# His small company


@pytest.mark.clause("18CZ/XI.1d")
def test_before_the_game_vaclav_draws_a_small_company_with_the_top_train() -> None:
    game = new(5)
    (name,) = drawn(game)
    assert name in SMALL and held(game) == {name: 50} and director(game, name) == "Vaclav"
    assert trains(game, name) == {"a1": "2"} and game.position.stack[0] == "a2"
    assert game.position.round.kind == "draft" and name in game.position.floated


@pytest.mark.clause("18CZ/XI.1d")
def test_every_small_company_comes_up_and_the_seed_decides() -> None:
    found = Counter(drawn(new(seed))[0] for seed in range(60))
    assert set(found) == SMALL and min(found.values()) >= 10
    assert drawn(new(7)) == drawn(new(7))


@pytest.mark.clause("18CZ/XI.1d")
@pytest.mark.parametrize("wrong", ["BTE", "By", "OFE", "Vaclav"])
def test_only_a_small_company_can_be_drawn_first(wrong: str) -> None:
    game = stellwerk.new_game("18CZ", ("Ada", "Bo"), 0, "bohemia", draws=False)
    game.play(Draw("seating", ("Bo", "Ada")))
    refused(game, Draw("vaclav", (wrong,)), code="vaclav")
    game.play(Draw("vaclav", ("BCB",)))
    assert held(game) == {"BCB": 50}


@pytest.mark.clause("18CZ/XI.1d")
def test_nobody_can_foresee_a_draw() -> None:
    seen = new(5).seen_by("Ada")
    assert (seen.position.seed, seen.position.draws, seen.log) == (0, 0, [])


@pytest.mark.clause("18CZ/XI.1d")
def test_his_small_company_operates_from_the_first_operating_round() -> None:
    game = new(5)
    while game.position.round.kind != "operating":
        game.play(Pass(game.turn))
    assert (game.actor, game.position.round.set, game.position.round.number) == (drawn(game)[0], 1, 1)
    assert game.position.stations == {RULES.companies[game.actor].home[0].hex: ((game.actor, 0),)}


# His medium and his large company


def buys(card: str, face: str, cost: int, **parts: object) -> Game:
    """Ada's BCB is about to buy a card; Vaclav has the VBW, which is still to operate in the first of two rounds."""
    settings = {
        "companies": {"BCB": company(70, price=80, Ada=75)},
        "cash": {"BCB": 1000},
        "stations": {"BCB": ("E15",)},
        "next_card": card,
        "turn": {"company": "BCB", "stage": "trains", "after": ("VBW",)},
        **parts,
    }
    return play_on(bohemia("VBW", **settings), BuyTrain("BCB", "bank", card, face, cost))


@pytest.mark.clause("18CZ/XI.1e")
def test_with_the_first_b_train_vaclav_gets_60_percent_of_a_medium_company() -> None:
    game = buys("b1", "2", 70, phase="a")
    (name,) = drawn(game)
    assert name in MEDIUM and held(game) == {"VBW": 50, name: 60} and director(game, name) == "Vaclav"
    assert trains(game, name) == {"b2": "2+2"} and game.position.stack[0] == "b3"


@pytest.mark.clause("18CZ/XI.1e")
def test_a_later_b_train_brings_nothing() -> None:
    game = buys("b2", "2", 70, phase="b")
    assert not drawn(game) and held(game) == {"VBW": 50}


@pytest.mark.clause("18CZ/XI.1e")
def test_the_first_b_train_may_also_go_to_vaclav_himself() -> None:
    game = bohemia("VBW", phase="a", next_card="b1", round={"kind": "operating", "set": 2, "number": 1})
    while game.position.round.kind == "operating":
        game.play(Pass("VBW"))
    (name,) = drawn(game)
    assert name in MEDIUM and percent(game, name, "Vaclav") == 60
    assert trains(game, "VBW")["b1"] == "2" and trains(game, name) == {"b2": "2+2"}


@pytest.mark.clause("18CZ/XI.1f")
def test_with_the_first_d_train_vaclav_gets_50_percent_of_a_large_company() -> None:
    game = buys("d1", "3", 120, phase="c")
    (name,) = drawn(game)
    assert name in LARGE and held(game) == {"VBW": 50, name: 50}
    assert [card.percent for card in RULES.register.at(game.position, name, "Vaclav")] == [20, 10, 10, 10]
    assert trains(game, name) == {"d2": "3E"} and game.position.stack[0] == "d3"


@pytest.mark.clause("18CZ/XI.1e", "18CZ/XI.1f")
@pytest.mark.parametrize(("card", "face", "cost", "phase"), [("b1", "2", 70, "a"), ("d1", "3", 120, "c")])
def test_a_new_company_of_vaclav_operates_from_the_following_round_on(
    card: str, face: str, cost: int, phase: str
) -> None:
    game = buys(card, face, cost, phase=phase)
    (name,) = drawn(game)
    assert name not in game.position.operated
    while game.position.round.number == 1:
        assert game.actor != name
        game.play(list(game.legal())[-1].action)
    assert game.position.round.number == 2
    assert name == game.actor or name in getattr(game.position.agenda[1], "queue", ())


@pytest.mark.clause("18CZ/XI.1e", "18CZ/XI.1f")
@pytest.mark.parametrize(
    ("card", "face", "cost", "phase", "able"), [("b1", "2", 70, "a", MEDIUM), ("d1", "3", 120, "c", LARGE)]
)
def test_any_company_of_the_size_may_come_up(card: str, face: str, cost: int, phase: str, able: set[str]) -> None:
    assert {drawn(buys(card, face, cost, phase=phase, seed=seed))[0] for seed in range(30)} == able


# Prices and treasuries


@pytest.mark.clause("18CZ/XI.1g")
def test_vaclavs_companies_start_at_the_lowest_price_of_their_size() -> None:
    first = new(5)
    medium, large = buys("b1", "2", 70, phase="a"), buys("d1", "3", 120, phase="c")
    for game, expected in ((first, 50), (medium, 60), (large, 90)):
        name = drawn(game)[0]
        assert price(game, name) == game.position.pars[name] == expected
        assert list(events(game, CompanyStarted)) == [CompanyStarted(name, "Vaclav", expected)]


@pytest.mark.clause("18CZ/XI.1h")
def test_vaclavs_companies_get_no_capital() -> None:
    for game in (new(5), buys("b1", "2", 70, phase="a"), buys("d1", "3", 120, phase="c")):
        name = drawn(game)[0]
        assert name in game.position.floated and game.position.cash[name] == 0


@pytest.mark.clause("18CZ/XI.1h")
def test_nor_does_anything_fill_their_treasury() -> None:
    game = bohemia("VBW", companies={"VBW": company(50, Vaclav=50, Ada=25)})
    play_on(game, Pass("VBW"), Pass("VBW"))
    assert game.position.revenues["VBW"] == 50 and game.position.cash["VBW"] == 0
    stock = bohemia("VBW", round={"kind": "stock", "set": 5}, turn={"player": "Ada"})
    stock.play(BuyShare("Ada", "VBW", 25))
    assert stock.position.cash["VBW"] == 0 and stock.position.cash["Ada"] == 280 - 50
