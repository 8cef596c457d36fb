"""18CZ, chapters I to III: players, components, etiquette, starting money, set-up."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.kit import allowed, company, events, given, offered, refused

import stellwerk
from stellwerk import BadInput
from stellwerk.actions import (
    Acquire,
    Answer,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Draw,
    LayTile,
    Pass,
    StartCompany,
    TakeOverPrivate,
)
from stellwerk.events import GameEnded, Paid
from stellwerk.game import Game
from stellwerk.steps.deals import Deal
from stellwerk.titles import rules_of

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gil")
RULES = rules_of("18CZ")


def new(players: int, seed: int = 0) -> Game:
    return stellwerk.new_game("18CZ", NAMES[:players], seed=seed)


# I. General information


@pytest.mark.clause("18CZ/Ia")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_may_play_the_base_game(players: int) -> None:  # R3
    assert new(players).position.players == NAMES[:players]


@pytest.mark.clause("18CZ/Ia")
@pytest.mark.parametrize("players", [0, 1, 2, 7])
def test_nobody_plays_the_base_game_with_fewer_or_more(players: int) -> None:  # R3
    with pytest.raises(BadInput):
        new(players)


def end_of_the_game(**parts: object) -> Game:
    """The last company of the last operating round is about to end its turn."""
    game = given(
        round={"kind": "operating", "set": 8, "number": 3},
        phase="b",
        companies={"EKJ": company(60, price=100, Ada=50, Bo=25)},
        stations={"EKJ": ("D4",)},
        trains={"EKJ": ("2",)},
        turn={"company": "EKJ", "stage": "trains"},
        **parts,
    )
    game.play(Pass("EKJ"))
    return game


@pytest.mark.clause("18CZ/Ib")
def test_cash_and_shares_together_decide_who_wins() -> None:
    game = end_of_the_game(cash={"Ada": 101, "Bo": 200, "Cy": 299})
    assert game.position.result == {"Ada": 301, "Bo": 300, "Cy": 299}
    assert [end.winners for end in events(game, GameEnded)] == [("Ada",)]


@pytest.mark.clause("18CZ/Ib")
def test_equal_wealth_is_a_shared_victory() -> None:  # R19
    game = end_of_the_game(cash={"Ada": 100, "Bo": 200, "Cy": 299})
    assert [end.winners for end in events(game, GameEnded)] == [("Ada", "Bo")]


# II. Components


@pytest.mark.clause("18CZ/IIa")
def test_there_are_160_tiles_in_their_colours() -> None:  # R4
    board = RULES.board
    tiles: Counter[str] = Counter()
    purple: Counter[str] = Counter()
    for tile, count in board.counts.items():
        assert count is not None
        color = board.tiles[tile].color
        tiles[color] += count
        purple[color] += count if RULES.special_tile(tile) else 0
    assert tiles == {"yellow": 69, "green": 54, "brown": 28, "gray": 4, "red": 5}
    assert +purple == {"green": 10, "brown": 7, "gray": 3}


@pytest.mark.clause("18CZ/IIa")
def test_a_tile_that_lies_on_the_map_is_not_in_the_box() -> None:
    """There are four tiles 57."""
    ekj = {"companies": {"EKJ": company(60, Ada=50)}, "turn": {"company": "EKJ", "first": True}}
    cities = ("E9", "G11", "E21", "G23")
    lay = LayTile("EKJ", "D4", "57", 1)
    assert allowed(given(tiles=dict.fromkeys(cities[:3], "57@1"), **ekj), lay)
    refused(given(tiles=dict.fromkeys(cities, "57@1"), **ekj), lay, clause="18CZ/IIa")


@pytest.mark.clause("18CZ/IIb")
def test_companies_railways_trains_and_station_markers_are_all_there() -> None:
    sizes = {"small": 5, "medium": 5, "large": 5}
    assert Counter(figure.size for figure in RULES.figures.companies) == sizes
    assert Counter(figure.size for figure in RULES.figures.privates) == {"small": 6, "medium": 6, "large": 6}
    position = new(3).position
    assert sum(position.unplaced.values()) == 40
    letters = {figure.letter: figure.count for figure in RULES.figures.trains}
    # 33 cards up to i; of the j-cards (five in the box) there are as many as are asked for (R5)
    assert letters == {"a": 5, "b": 4, "c": 4, "d": 4, "e": 4, "f": 4, "g": 4, "h": 2, "i": 2, "j": None}
    certificates = Counter(card.company for card in RULES.register.all())
    assert sum(certificates.values()) == 15 + 20 + 45


# III.1 Etiquette


@pytest.mark.clause("18CZ/III.1a")
@pytest.mark.parametrize("seat", ["Ada", "Bo", "Cy", None])
def test_everybody_sees_everything(seat: str | None) -> None:
    game = given(
        round={"kind": "stock", "set": 2},
        companies={"EKJ": company(60, Ada=75, Bo=25)},
        privates={"S1": "Cy", "M1": "EKJ"},
        trains={"EKJ": ("2",)},
        cash={"Ada": 11, "Bo": 22, "Cy": 33, "EKJ": 44},
        loans={"Bo": 5},
        penalties={"Bo": 6},
    )
    seen = game.position.seen_by(seat)
    assert seen.as_json() == game.position.as_json()
    assert [seen.cash[who] for who in ("Ada", "Bo", "Cy", "EKJ")] == [11, 22, 33, 44]


@pytest.mark.clause("18CZ/III.1b")
def test_every_deal_asks_exactly_one_other_player() -> None:
    acts = [*(act for stage in RULES.turn for act in stage.acts), *RULES.any_time]
    assert {act.action for act in acts if isinstance(act, Deal)} == {Acquire, BuyTrain, TakeOverPrivate}
    game = given(
        round={"kind": "operating", "set": 5, "number": 1},
        phase="b",
        companies={"BTE": company(60, Ada=60), "EKJ": company(60, Bo=50, Cy=25)},
        stations={"BTE": ("D2",), "EKJ": ("D4",)},
        trains={"BTE": ("2+2",), "EKJ": ("2", "2")},
        privates={"S1": "Cy"},
        cash={"BTE": 400},
        turn={"company": "BTE", "stage": "acquire"},
    )
    card = next(card for card, (owner, _) in game.position.trains.items() if owner == "EKJ")
    deals = {
        Acquire("BTE", "EKJ", 60): "Bo",
        BuyTrain("BTE", "EKJ", card, "2", 50): "Bo",
        TakeOverPrivate("BTE", "S1", 60): "Cy",
    }
    for deal, asked in deals.items():
        twin = game.copy()
        twin.play(deal)
        assert twin.turn == asked
        assert [choice.action for choice in twin.legal()] == [Answer(asked, True), Answer(asked, False)]


@pytest.mark.clause("18CZ/III.1b")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_action_moves_money_from_player_to_player(seed: int) -> None:
    chance = random.Random(seed)
    game = new(4, seed)
    for _ in range(400):
        if game.over:
            break
        choices = list(game.legal())
        busy = [choice for choice in choices if not isinstance(choice.action, Pass)]
        game.play(chance.choice(busy if busy and chance.random() < 0.8 else choices).action)
    paid = list(events(game, Paid))
    assert len(paid) > 50
    assert not [pay for pay in paid if {pay.payer, pay.payee} <= set(NAMES)]


# III.2 Starting money


@pytest.mark.clause("18CZ/III.2a")
@pytest.mark.parametrize(("players", "money"), [(3, 380), (4, 300), (5, 250), (6, 210)])
def test_starting_money_depends_on_the_number_of_players(players: int, money: int) -> None:  # R1: not 350
    game = new(players)
    assert [game.position.cash[name] for name in NAMES[:players]] == [money] * players
    assert all(game.position.cash[name] == 0 for name in RULES.companies)


@pytest.mark.clause("18CZ/III.2b")
def test_six_players_may_hold_nine_certificates_each() -> None:
    railways = [*RULES.privates][:9]
    parts = {"players": NAMES[:6], "round": {"kind": "stock", "set": 2}}
    start = StartCompany("Ada", "EKJ", 50)
    assert allowed(given(privates=dict.fromkeys(railways[:8], "Ada"), **parts), start)
    refused(given(privates=dict.fromkeys(railways, "Ada"), **parts), start, clause="18CZ/VII.4a")


# III.3 Further information


@pytest.mark.clause("18CZ/III.3a")
def test_the_sheet_holds_all_local_railways_which_differ_by_price_only() -> None:  # R7
    game = new(3)
    assert set(game.position.privates.values()) == {"offering"}
    assert [action.private for action in offered(game, BuyPrivate)] == [*RULES.privates]
    columns: dict[str, list[int]] = {}
    kinds = set()
    for figure in RULES.figures.privates:
        columns.setdefault(figure.size, []).append(figure.price)
        kinds.add((figure.size, figure.income, figure.free_terrain, figure.purple_tile_colors))
    assert columns == {
        "small": [25, 30, 35, 40, 45, 50],
        "medium": [40, 45, 50, 55, 60, 65],
        "large": [55, 60, 65, 70, 75, 80],
    }
    assert len(kinds) == 3


@pytest.mark.clause("18CZ/III.3b")
def test_the_directors_certificate_lies_on_top_of_its_stack() -> None:
    game = given(round={"kind": "stock", "set": 1})
    assert set(game.position.certificates.values()) == {"offering"}
    refused(game, BuyShare("Ada", "EKJ", 25), clause="18CZ/VII.3d")
    game.play(StartCompany("Ada", "EKJ", 60))
    assert [card.percent for card in RULES.register.at(game.position, "EKJ", "Ada")] == [50]
    assert allowed(game, BuyShare("Bo", "EKJ", 25))


@pytest.mark.clause("18CZ/III.3c")
def test_trains_are_stacked_by_letter_and_only_the_first_card_is_on_sale() -> None:
    stack = new(3).position.stack
    assert [card[0] for card in stack] == list("aaaaabbbbccccddddeeeeffffgggghhiij")
    parts = {
        "companies": {"EKJ": company(60, Ada=50)},
        "stations": {"EKJ": ("D4",)},
        "cash": {"EKJ": 500},
        "turn": {"company": "EKJ", "stage": "trains"},
    }
    game = given(**parts)
    refused(game, BuyTrain("EKJ", "bank", "b1", "2", 70), clause="18CZ/VIII.10f")
    for card in ("a1", "a2", "a3"):
        assert [action.card for action in offered(game, BuyTrain)] == [card]
        game.play(BuyTrain("EKJ", "bank", card, "2", 70))
    assert [action.card for action in offered(given(next_card="a5", **parts), BuyTrain)] == ["a5"]
    game = given(next_card="a5", **parts)
    game.play(BuyTrain("EKJ", "bank", "a5", "2", 70))
    assert [action.card for action in offered(game, BuyTrain)] == ["b1"]


@pytest.mark.clause("18CZ/III.3d")
def test_at_the_start_only_yellow_tiles_are_in_use() -> None:
    parts = {
        "companies": {"EKJ": company(60, Ada=50)},
        "stations": {"EKJ": ("D4",)},
        "tiles": {"D4": "57@1"},
        "turn": {"company": "EKJ"},
    }
    game = given(phase="a", **parts)
    refused(game, LayTile("EKJ", "D4", "14", 1), clause="18CZ/VIII.5b")
    assert {RULES.board.tiles[action.tile].color for action in offered(game, LayTile)} == {"yellow"}
    assert allowed(given(phase="d", **parts), LayTile("EKJ", "D4", "14", 1))


@pytest.mark.clause("18CZ/III.3e")
def test_a_director_cannot_pay_for_his_company_nor_the_company_for_him() -> None:
    """D10 costs 10 (river); a company's money is its own."""
    parts = {
        "companies": {"BTE": company(60, Ada=60), "EKJ": company(60, Ada=50)},
        "phase": "b",
        "stations": {"BTE": ("E9",)},
        "tiles": {"E9": "57@0"},
        "turn": {"company": "BTE"},
    }
    lay = LayTile("BTE", "D10", "9", 0)
    refused(given(cash={"Ada": 900, "BTE": 9, "EKJ": 900}, **parts), lay, clause="18CZ/VIII.4j")
    game = given(cash={"Ada": 900, "BTE": 10, "EKJ": 900}, **parts)
    game.play(lay)
    assert [game.position.cash[who] for who in ("Ada", "BTE", "EKJ")] == [900, 0, 900]
    shares = {"round": {"kind": "stock", "set": 2}, "companies": {"EKJ": company(60, Ada=50)}}
    refused(given(cash={"Ada": 59, "EKJ": 900}, **shares), BuyShare("Ada", "EKJ", 25), clause="18CZ/VII.3f")
    assert allowed(given(cash={"Ada": 60}, **shares), BuyShare("Ada", "EKJ", 25))


@pytest.mark.clause("18CZ/III.3f")
def test_chance_deals_the_order_cards_and_the_lowest_one_starts() -> None:
    orders = Counter(new(3, seed).position.order for seed in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60
    for seed in range(10):
        game = new(3, seed)
        assert game.turn == game.position.order[0]
        assert new(3, seed).position.order == game.position.order


@pytest.mark.clause("18CZ/III.3f")
def test_a_drawn_order_names_every_player_once() -> None:
    game = stellwerk.new_game("18CZ", NAMES[:3], draws=False)
    assert game.turn == "chance"
    refused(game, Draw("seating", ("Ada", "Ada", "Bo")), clause="18CZ/III.3f")
    refused(game, Draw("seating", ("Ada", "Bo")), clause="18CZ/III.3f")
    game.play(Draw("seating", ("Cy", "Ada", "Bo")))
    assert game.position.order == ("Cy", "Ada", "Bo")
    assert game.turn == "Cy"
