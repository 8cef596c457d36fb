"""18DO, 4.1 and 4.2: preparation, phases, the Starting Round, the 1st Stock Round."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.dokit import NAMES, cash, charter, cube_stock, cubes, dealt, do, end_round, fresh, passes, stock, turn_of
from tests.kit import allowed, company, events, offered, percent, play_on, refused

import stellwerk
from stellwerk.actions import BuyShare, BuyTrain, Draw, Pass, PlaceStation, Run, SellShares, StartCompany
from stellwerk.events import PhaseBegan
from stellwerk.game import Game
from stellwerk.interop.files import load_game
from stellwerk.interop.text import from_text
from stellwerk.position import BANK, OFFERING, OUT, Round
from stellwerk.steps.bidding import PlaceToken
from stellwerk.titles import rules_of
from stellwerk.titles.t18do.breweries import AssignMarker

RULES = rules_of("18DO")
FIVE = ("Ada", "Bo", "Cy", "Di", "Ed")


def owners(game: Game) -> dict[str, str]:
    """Who owns which brewery."""
    return {private: owner for private, owner in game.position.privates.items() if owner in game.position.players}


# 4.1


@pytest.mark.clause("18DO/4.1a")
def test_the_homes_are_kept_from_the_start() -> None:
    """Given the one circle of H20 and the HHW not founded, the KWE that reaches it gets none there."""
    way = {"F20": "K4@0", "G19": "9@0", "H18": "7@3"}
    refused(turn_of("KWE", "station", tiles=way), PlaceStation("KWE", "H20", 0), clause="18DO/4.1a")
    homes = {hex.at: [home.company for home in hex.home] for hex in RULES.board.hexes.values() if hex.home}
    assert homes == {
        "A3": ["CME"], "A19": ["DGEE"], "C9": ["DHB"], "E21": ["KWE"], "H2": ["RhE"], "H20": ["HHW"], "I11": ["BME"],
    }  # fmt: skip


@pytest.mark.clause("18DO/4.1b")
def test_stacks_begin_with_the_directors_certificate_and_trains_with_the_smallest() -> None:
    game = fresh()
    for name in RULES.companies:
        first, *_ = RULES.register.at(game.position, name, OFFERING)
        assert first.director
    types = [RULES.cards.letter(card) for card in game.position.stack]
    assert types == sorted(types) and types[0] == "2"


@pytest.mark.clause("18DO/4.1b")
def test_from_a_charter_the_next_certificate_of_the_stack_is_bought() -> None:
    """Given the DHB (20, 20, 10 ...) founded, the second 20% is next, and no 10% can be bought (R3)."""
    game = stock(companies={"DHB": company(60, Ada=20)}, stations={})
    assert {a.percent for a in offered(game, BuyShare)} == {20}
    refused(game, BuyShare("Ada", "DHB", 10), clause="18DO/4.4b")


@pytest.mark.clause("18DO/4.1c")
def test_eighteen_cubes_and_a_token_for_every_mine_and_mill() -> None:
    assert cube_stock(dealt("PB3", "PB4", "PB5")) == 18
    assert RULES.printed.links.values == {"yellow": 10, "green": 20, "brown": 30}  # type: ignore[attr-defined]


@pytest.mark.clause("18DO/4.1d")
def test_tiles_coded_hsb_are_not_in_the_box() -> None:
    assert not {"SU4", "SW4", "SX4", "SY4", "SP4", "DH5"} & set(RULES.board.counts)
    assert {"SU3", "SW3", "SX3", "SY3", "SP3", "DH4"} <= set(RULES.board.counts)


@pytest.mark.clause("18DO/4.1e")
@pytest.mark.parametrize(("players", "each"), [(3, 375), (4, 340), (5, 320)])
def test_the_starting_capital(players: int, each: int) -> None:
    names = FIVE[:players]
    game = dealt(*(f"PB{i + 1}" for i in range(players)), players=names)
    assert [cash(game, name) for name in names] == [each] * players
    assert cash(game, BANK) == 9_000 - players * each


@pytest.mark.clause("18DO/4.1f")
def test_the_breweries_dealt_fix_the_seats_and_the_first_player() -> None:
    """Given 4 for Ada, 1 for Bo and 5 for Cy: Bo, Ada, Cy, and 2 and 3 leave the game."""
    game = dealt("PB4", "PB1", "PB5")
    assert game.position.order == ("Bo", "Ada", "Cy") and game.turn == "Bo"
    assert [p for p, owner in game.position.privates.items() if owner == OUT] == ["PB2", "PB3"]
    other = stellwerk.new_game("18DO", NAMES, draws=False)
    refused(other, Draw("breweries", ("PB1", "PB1", "PB2")), clause="18DO/4.1f")


@pytest.mark.clause("18DO/4.1g")
def test_what_was_dealt_is_auctioned() -> None:
    """Given Ada was dealt 1, nobody owns it; whoever buys it gets two cubes."""
    game = dealt("PB1", "PB2", "PB3")
    assert game.position.privates["PB1"] == OFFERING and cubes(game, "PB1") == 0
    play_on(game, PlaceToken("Ada", "PB3", 60), PlaceToken("Bo", "PB2", 40), PlaceToken("Cy", "PB1", 20))
    assert owners(game) == {"PB3": "Ada", "PB2": "Bo", "PB1": "Cy"} and cubes(game, "PB1") == 2
    assert cube_stock(game) == 18


# 4.2, 4.2.1


@pytest.mark.clause("18DO/4.2a")
def test_the_rounds_follow_one_another() -> None:
    """Given the 1st Stock Round is over, one Operating Round in phase 2, then a Stock Round."""
    game = fresh()
    assert game.position.round == Round("stock", 1)
    play_on(game, StartCompany("Ada", "KWE", 50), *passes("Bo", "Cy"), BuyShare("Ada", "KWE", 10))
    play_on(game, *passes("Bo", "Cy"), BuyShare("Ada", "KWE", 10), *passes("Bo", "Cy"), BuyShare("Ada", "KWE", 10))
    end_round(game)
    assert game.position.round == Round("operating", 1, 1, 1)
    assert game.actor == "KWE"
    play_on(game, Run("KWE", 0), BuyTrain("KWE", BANK, "2-1", "2", 80), Pass("KWE"))
    assert game.position.round == Round("stock", 2)


@pytest.mark.clause("18DO/4.2a")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("8", 3)])
def test_the_number_of_operating_rounds_is_that_of_the_phase(phase: str, rounds: int) -> None:
    """Given a stock round that ends in a phase, its set has that many rounds (R15)."""
    game = stock(phase=phase, companies={"KWE": company(65, Ada=60)})
    end_round(game)
    assert game.position.round == Round("operating", 2, 1, rounds)


@pytest.mark.clause("18DO/4.2.1a")
def test_the_first_train_of_a_type_begins_its_phase() -> None:
    for phase, after in (("2", "3"), ("3", "4"), ("4", "5"), ("5", "6"), ("6", "8")):
        price = RULES.cards.by_name[after].price
        card = RULES.cards.name(after, 1)
        game = turn_of("KWE", "trains", phase=phase, next_card=card, cash={"KWE": 900})
        game.play(BuyTrain("KWE", BANK, card, after, price))
        assert game.position.phase == after and [e.phase for e in events(game, PhaseBegan)] == [after]


@pytest.mark.clause("18DO/4.2.1b")
def test_the_colours_of_the_phases() -> None:
    open_in = {name: set(phase.tiles) for name, phase in RULES.phases.items()}
    assert open_in["2"] == {"yellow"} and open_in["3"] == open_in["4"] == {"yellow", "green"}
    assert open_in["5"] == open_in["6"] == {"yellow", "green", "brown"}
    assert open_in["8"] == {"yellow", "green", "brown", "gray"}


# 4.2.2


@pytest.mark.clause("18DO/4.2.2a")
def test_everybody_ends_with_one_brewery() -> None:
    """Given any course of the bidding, each player owns exactly one."""
    for seed in range(8):
        game = stellwerk.new_game("18DO", FIVE[: 3 + seed % 3], seed)
        step = 0
        while game.position.round.kind == "draft":
            bids = offered(game, PlaceToken)
            game.play(bids[(seed * 7 + step * 5) % len(bids)])
            step += 1
        assert sorted(owners(game).values()) == sorted(game.position.players)


@pytest.mark.clause("18DO/4.2.2b")
def test_any_box_of_a_brewery_without_a_token() -> None:
    game = dealt("PB1", "PB2", "PB3")
    boxes = Counter(action.lot for action in offered(game, PlaceToken))
    assert boxes == {"PB1": 9, "PB2": 9, "PB3": 9}
    assert allowed(game, PlaceToken("Ada", "PB2", 80))
    refused(game, PlaceToken("Ada", "PB2", 85), clause="18DO/4.2.2b")
    refused(game, PlaceToken("Ada", "PB5", 100), clause="18DO/4.2.2b")
    game.play(PlaceToken("Ada", "PB2", 40))
    assert game.turn == "Bo", "clockwise"


@pytest.mark.clause("18DO/4.2.2c")
def test_a_second_token_must_lie_higher() -> None:
    game = dealt("PB1", "PB2", "PB3")
    game.play(PlaceToken("Ada", "PB2", 50))
    refused(game, PlaceToken("Bo", "PB2", 50), clause="18DO/4.2.2c")
    refused(game, PlaceToken("Bo", "PB2", 45), clause="18DO/4.2.2c")
    assert allowed(game, PlaceToken("Bo", "PB2", 55))


@pytest.mark.clause("18DO/4.2.2c")
def test_a_game_in_the_bidding_is_read_from_its_file() -> None:
    """Given a game in which tokens were placed, its file and its lines of text lead to the same position."""
    game = play_on(dealt("PB1", "PB2", "PB3"), PlaceToken("Ada", "PB2", 50), PlaceToken("Bo", "PB2", 55))
    assert load_game(game.as_json()).position.hash() == game.position.hash()
    assert from_text("Ada bids 50 on the boxes of PB2", game.rules.shapes.actions) == PlaceToken("Ada", "PB2", 50)


@pytest.mark.clause("18DO/4.2.2d")
def test_who_is_outbid_moves_the_token() -> None:
    """Given Ada outbid by Bo and Cy elsewhere, Ada moves: higher there, or onto another one above its tokens (R32)."""
    game = dealt("PB1", "PB2", "PB3")
    play_on(game, PlaceToken("Ada", "PB2", 40), PlaceToken("Bo", "PB2", 45), PlaceToken("Cy", "PB3", 70))
    assert game.turn == "Ada"
    refused(game, PlaceToken("Ada", "PB2", 45), clause="18DO/4.2.2c")
    refused(game, PlaceToken("Ada", "PB3", 70), clause="18DO/4.2.2c")
    refused(game, PlaceToken("Bo", "PB3", 90), clause="18DO/4.2.2d")
    assert allowed(game, PlaceToken("Ada", "PB2", 50)) and allowed(game, PlaceToken("Ada", "PB3", 75))
    game.play(PlaceToken("Ada", "PB3", 75))
    assert game.turn == "Cy", "now Cy is outbid, and Bo lies alone"
    game.play(PlaceToken("Cy", "PB2", 80))
    assert game.turn == "Bo"
    game.play(PlaceToken("Bo", "PB1", 20))
    assert owners(game) == {"PB1": "Bo", "PB2": "Cy", "PB3": "Ada"}


@pytest.mark.clause("18DO/4.2.2e")
def test_who_lies_highest_neither_moves_nor_withdraws() -> None:
    game = dealt("PB1", "PB2", "PB3")
    play_on(game, PlaceToken("Ada", "PB2", 40), PlaceToken("Bo", "PB2", 45), PlaceToken("Cy", "PB3", 60))
    assert {action.player for action in offered(game, PlaceToken)} == {"Ada"}
    refused(game, Pass("Ada"))


@pytest.mark.clause("18DO/4.2.2f")
def test_the_bids_are_paid_when_all_lie_apart() -> None:
    game = dealt("PB1", "PB2", "PB3")
    play_on(game, PlaceToken("Ada", "PB2", 55), PlaceToken("Bo", "PB3", 60), PlaceToken("Cy", "PB1", 30))
    assert [cash(game, name) for name in NAMES] == [375 - 55, 375 - 60, 375 - 30]
    assert cash(game, BANK) == 9_000 - 3 * 375 + 145
    assert game.position.round == Round("stock", 1)


@pytest.mark.clause("18DO/4.2.2g")
@pytest.mark.parametrize(("privates", "free"), [({"PB2": "Ada"}, False), ({"PB3": "Ada"}, True)])
def test_brewery_2_keeps_a_circle_of_dortmund_city(privates: dict[str, str], free: bool) -> None:
    """Given three tokens in Dortmund City, the fourth circle is free only without brewery 2."""
    tiles = {"E19": "9@1", "E15": "9@1"}
    stations = {"KWE": ("E21",), "CME": ("A3", "E13"), "RhE": ("H2", "E13"), "BME": ("I11", "E13")}
    game = turn_of("KWE", "station", tiles=tiles, stations=stations, privates=privates)
    if free:
        assert allowed(game, PlaceStation("KWE", "E13", 0))
    else:
        refused(game, PlaceStation("KWE", "E13", 0), clause="18DO/4.5.3f")


@pytest.mark.clause("18DO/4.2.2h")
def test_the_lowest_number_has_the_priority_deal() -> None:
    game = dealt("PB3", "PB4", "PB5")
    play_on(game, PlaceToken("Ada", "PB5", 100), PlaceToken("Bo", "PB4", 80), PlaceToken("Cy", "PB3", 60))
    assert game.position.order == ("Cy", "Ada", "Bo") and game.turn == "Cy"


# 4.2.3


@pytest.mark.clause("18DO/4.2.3a")
def test_found_buy_or_pass() -> None:
    """Given the 1st Stock Round, one certificate a turn: a director's, or one of a corporation founded."""
    game = fresh()
    refused(game, BuyShare("Ada", "KWE", 10), clause="18DO/4.3.2a")
    game.play(StartCompany("Ada", "KWE", 60))
    assert game.turn == "Bo"
    game.play(BuyShare("Bo", "KWE", 10))
    assert game.turn == "Cy" and percent(game, "KWE", "Bo") == 10 and charter(game, "KWE") == 70
    game.play(Pass("Cy"))
    assert game.turn == "Ada"


@pytest.mark.clause("18DO/4.2.3b")
def test_nothing_is_sold_in_the_1st_stock_round() -> None:
    companies = {"KWE": company(60, Ada=50)}
    game = do(phase="2", round={"kind": "stock", "set": 1}, companies=companies, stations={"KWE": ("E21",)})
    assert not offered(game, SellShares)
    refused(game, SellShares("Ada", "KWE", 10), clause="18DO/4.2.3b")


@pytest.mark.clause("18DO/4.2.3c")
def test_the_round_ends_when_all_pass_in_a_row() -> None:
    """Given Bo bought last, after three passes Cy has the priority deal; who has passed may act again before."""
    game = fresh(StartCompany("Ada", "KWE", 60), Pass("Bo"), BuyShare("Cy", "KWE", 10), Pass("Ada"))
    play_on(game, BuyShare("Bo", "KWE", 10), Pass("Cy"), Pass("Ada"))
    assert game.position.round == Round("stock", 1)
    game.play(Pass("Bo"))
    assert game.position.round == Round("stock", 2), "nothing floats, so the operating round is over at once"
    assert game.position.order[0] == "Cy"


def test_a_marker_is_no_action_that_ends_the_turn() -> None:
    """R23: after assigning a marker the player still acts."""
    game = fresh(StartCompany("Ada", "KWE", 60))
    game.play(AssignMarker("Bo", "PB2", "KWE"))
    assert game.turn == "Bo" and allowed(game, BuyShare("Bo", "KWE", 10))
