"""18CZ, chapters VII.1 to VII.3: turns, passing, order cards and purchases in a stock round."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, company_of, events, given, offered, percent, play_on, price, refused

from stellwerk.actions import BuyShare, BuyTrain, Pass, Repay, SellShares, StartCompany
from stellwerk.events import OrderDealt, Paid, PhaseBegan
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18CZ")


def stock(set: int = 2, **parts: Any) -> Game:
    """A stock round, Ada to play, then Bo, then Cy."""
    return given(**{"round": {"kind": "stock", "set": set}, "phase": "d", **parts})


# VII.1 General information


@pytest.mark.clause("18CZ/VII.1a")
def test_shares_change_hands_between_a_player_and_the_bank_only() -> None:
    game = stock(companies={"EKJ": company(60, Bo=50, Cy=25)}, cash={"EKJ": 500})
    for source in ("Bo", "Cy", "pool", "EKJ", "bank"):
        refused(game, BuyShare("Ada", "EKJ", 25, source), code="no-certificate")
    for buyer in ("EKJ", "BTE"):
        refused(game, BuyShare(buyer, "EKJ", 25), code="not-your-turn")
    game.play(BuyShare("Ada", "EKJ", 25))
    assert list(events(game, Paid)) == [Paid("Ada", "bank", 60, "25% of EKJ")]
    game.play(Pass("Bo"))
    game.play(SellShares("Cy", "EKJ", 25))
    assert percent(game, "EKJ", "offering") == 25
    assert list(events(game, Paid))[-1] == Paid("bank", "Cy", 60, "25% of EKJ")


@pytest.mark.clause("18CZ/VII.1b")
def test_the_bank_sells_at_the_current_price_not_at_the_initial_one() -> None:
    game = stock(
        companies={"EKJ": company(60, price=138, Bo=50), "BTE": company(60, price=45, Bo=40, Cy=20)},
        cash=dict.fromkeys(("Ada", "Bo", "Cy"), 1000),
    )
    play_on(game, BuyShare("Ada", "EKJ", 25), BuyShare("Bo", "BTE", 20))
    assert (game.position.cash["Ada"], game.position.cash["Bo"]) == (862, 955)
    assert (price(game, "EKJ"), price(game, "BTE")) == (138, 45)


@pytest.mark.clause("18CZ/VII.1c")
def test_a_player_sells_any_number_of_shares_and_then_buys_one_certificate() -> None:
    companies = {"EKJ": company(60, Ada=75), "BTE": company(60, Ada=60, Bo=20), "Sx": company(100, Bo=40, Ada=30)}
    game = stock(companies=companies)
    play_on(game, SellShares("Ada", "Sx", 30), SellShares("Ada", "EKJ", 25), SellShares("Ada", "BTE", 20))
    assert game.turn == "Ada"
    game.play(StartCompany("Ada", "OFE", 50))
    assert game.turn == "Bo"


@pytest.mark.clause("18CZ/VII.1c")
def test_the_purchase_ends_the_turn_so_nothing_is_bought_or_sold_after_it() -> None:
    game = stock(companies={"EKJ": company(60, Ada=75), "BTE": company(60, Ada=40, Bo=40)})
    game.play(BuyShare("Ada", "BTE", 20))
    refused(game, SellShares("Ada", "EKJ", 25), code="not-your-turn")
    refused(game, StartCompany("Ada", "OFE", 50), code="not-your-turn")
    assert game.turn == "Bo"


@pytest.mark.clause("18CZ/VII.1d")
def test_a_turn_without_sale_and_purchase_is_a_pass() -> None:
    game = stock(companies={"EKJ": company(60, Ada=75)})
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert game.position.round.kind == "operating"
    game = stock(companies={"EKJ": company(60, Ada=75)})
    play_on(game, SellShares("Ada", "EKJ", 25), Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert game.position.round.kind == "stock"
    assert game.turn == "Ada"


@pytest.mark.clause("18CZ/VII.1d")
def test_a_turn_with_nothing_but_a_repayment_is_a_pass() -> None:  # R12
    game = stock(companies={"EKJ": company(60, Bo=50)}, loans={"Ada": 50}, penalties={"Ada": 50})
    play_on(game, Repay("Ada", 10), Repay("Ada", 20), Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert game.position.round.kind == "operating"
    assert (game.position.loans["Ada"], game.position.penalties["Ada"]) == (20, 50)


# VII.2 Turn order


@pytest.mark.clause("18CZ/VII.2a")
def test_turns_follow_the_order_cards_from_the_lowest_on() -> None:
    game = stock(order=("Cy", "Ada", "Bo"))
    turns = []
    for name in ("EKJ", "OFE", "BCB", "MW"):
        turns.append(game.turn)
        others = [player for player in game.position.order if player != game.turn]
        for other in others:
            refused(game, Pass(other), clause="18CZ/VII.2a")
            refused(game, StartCompany(other, name, 50), clause="18CZ/VII.2a")
        game.play(StartCompany(game.turn, name, 50))
    assert turns == ["Cy", "Ada", "Bo", "Cy"]


@pytest.mark.clause("18CZ/VII.2b", "18CZ/VII.3h")
def test_the_round_ends_when_all_have_passed_in_sequence() -> None:
    companies = {"EKJ": company(60, Ada=50)}
    game = stock(companies=companies)
    play_on(game, Pass("Ada"), Pass("Bo"), BuyShare("Cy", "EKJ", 25), Pass("Ada"), Pass("Bo"))
    assert game.position.round.kind == "stock"
    assert game.turn == "Cy"  # who bought is sure of another turn
    assert allowed(game, BuyShare("Cy", "EKJ", 25))
    game.play(Pass("Cy"))
    assert game.position.round.kind == "operating"


@pytest.mark.clause("18CZ/VII.3h")
def test_who_sold_is_sure_of_another_turn() -> None:
    game = stock(companies={"EKJ": company(60, Ada=75)}, order=("Bo", "Cy", "Ada"))
    play_on(game, Pass("Bo"), Pass("Cy"), SellShares("Ada", "EKJ", 25), Pass("Ada"))
    play_on(game, Pass("Bo"), Pass("Cy"))
    assert game.turn == "Ada"
    game.play(Pass("Ada"))
    assert game.position.round.kind == "operating"


@pytest.mark.clause("18CZ/VII.3h")
def test_who_started_a_company_is_sure_of_another_turn() -> None:
    game = stock()
    play_on(game, Pass("Ada"), Pass("Bo"), StartCompany("Cy", "EKJ", 50), Pass("Ada"), Pass("Bo"))
    assert game.turn == "Cy"


@pytest.mark.clause("18CZ/VII.2c")
def test_the_richest_player_gets_the_lowest_order_card() -> None:
    game = stock(cash={"Ada": 10, "Bo": 30, "Cy": 20})
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert game.position.order == ("Bo", "Cy", "Ada")
    assert game.turn == "Bo"  # nobody operates: the next stock round


@pytest.mark.clause("18CZ/VII.2c")
def test_equals_keep_their_relative_order() -> None:
    players = ("Ada", "Bo", "Cy", "Di")
    game = stock(players=players, order=("Di", "Bo", "Cy", "Ada"), cash={"Ada": 50, "Bo": 9, "Cy": 50, "Di": 9})
    play_on(game, *(Pass(player) for player in ("Di", "Bo", "Cy", "Ada")))
    assert game.position.order == ("Cy", "Ada", "Di", "Bo")


@pytest.mark.clause("18CZ/VII.2c")
def test_the_cards_are_dealt_before_the_operating_round_pays() -> None:
    """Bo's Local Railway pays him 20 only after the order was dealt."""
    game = stock(cash={"Ada": 10, "Bo": 9, "Cy": 8}, privates={"L1": "Bo"}, companies={"EKJ": company(60, Ada=50)})
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert game.position.cash["Bo"] == 29
    assert [dealt.order for dealt in events(game, OrderDealt)] == [("Ada", "Bo", "Cy")]


# VII.3 Purchase of shares


def startable(game: Game) -> set[str]:
    """The sizes of the companies that can be started."""
    return {RULES.companies[action.company].size for action in offered(game, StartCompany)}


@pytest.mark.clause("18CZ/VII.3a", "18CZ/VII.3b", "18CZ/VII.3c")
@pytest.mark.parametrize(("phase", "sizes"), [
    ("a", {"small"}), ("b", {"small", "medium"}), ("c", {"small", "medium"}), ("d", {"small", "medium", "large"}),
    ("j", {"small", "medium", "large"}),
])  # fmt: skip
def test_the_phase_says_which_companies_are_available(phase: str, sizes: set[str]) -> None:
    game = stock(1 if phase == "a" else 2, phase=phase)
    assert startable(game) == sizes
    for size, name in (("small", "EKJ"), ("medium", "BTE"), ("large", "Sx")):
        start = StartCompany("Ada", name, 100 if size == "large" else 60)
        if size in sizes:
            assert allowed(game, start)
        else:
            refused(game, start, code="not-available")


def end_of_set(phase: str, next_card: str) -> Game:
    """EKJ is at the end of its turn in the last operating round of a set."""
    return given(
        round={"kind": "operating", "set": 1, "number": 1},
        phase=phase,
        next_card=next_card,
        companies={"EKJ": company(60, Ada=50)},
        stations={"EKJ": ("D4",)},
        trains={"EKJ": ("2",)},
        cash={"EKJ": 500},
        turn={"company": "EKJ", "stage": "trains"},
    )


@pytest.mark.clause("18CZ/VII.3b", "18CZ/VII.3c")
@pytest.mark.parametrize(("phase", "card", "face", "cost", "name", "par"), [
    ("a", "b1", "2", 70, "BTE", 60), ("c", "d1", "3", 120, "Sx", 100),
])  # fmt: skip
def test_the_first_b_or_d_train_opens_a_size_whether_bought_or_exported(
    phase: str, card: str, face: str, cost: int, name: str, par: int
) -> None:
    before = {"b1": "a5", "d1": "c4"}[card]
    start = StartCompany("Ada", name, par)
    still_closed = end_of_set(phase, before)
    still_closed.play(Pass("EKJ"))
    refused(still_closed, start, code="not-available")
    exported = end_of_set(phase, card)
    exported.play(Pass("EKJ"))
    assert list(events(exported, PhaseBegan)) == [PhaseBegan(card[0])]
    assert allowed(exported, start)
    bought = end_of_set(phase, card)
    play_on(bought, BuyTrain("EKJ", "bank", card, face, cost), Pass("EKJ"))
    assert allowed(bought, start)


@pytest.mark.clause("18CZ/VII.3d")
@pytest.mark.parametrize(("name", "par", "share"), [("EKJ", 65, 25), ("BTE", 90, 20), ("Sx", 120, 10)])
def test_the_directors_certificate_is_sold_first_for_two_shares(name: str, par: int, share: int) -> None:
    game = stock(cash={"Ada": 2 * par})
    refused(game, BuyShare("Ada", name, share), clause="18CZ/VII.3d")
    game.play(StartCompany("Ada", name, par))
    assert game.position.cash["Ada"] == 0
    assert [card.director for card in RULES.register.at(game.position, name, "Ada")] == [True]
    refused(stock(cash={"Ada": 2 * par - 1}), StartCompany("Ada", name, par), clause="18CZ/VII.3f")


@pytest.mark.clause("18CZ/VII.3e")
@pytest.mark.parametrize(("name", "right", "wrong"), [
    ("EKJ", 50, 80), ("EKJ", 70, 75), ("BTE", 60, 65), ("BTE", 100, 110), ("Sx", 90, 80), ("Sx", 120, 132),
])  # fmt: skip
def test_the_buyer_sets_the_price_among_the_cells_of_the_companys_colour(name: str, right: int, wrong: int) -> None:
    game = stock()
    refused(game, StartCompany("Ada", name, wrong), clause="18CZ/VII.3e")
    game.play(StartCompany("Ada", name, right))
    assert price(game, name) == game.position.pars[name] == right


@pytest.mark.clause("18CZ/VII.3f")
def test_a_player_buys_only_with_enough_cash() -> None:
    companies = {"EKJ": company(60, price=85, Bo=50)}
    refused(stock(companies=companies, cash={"Ada": 84}), BuyShare("Ada", "EKJ", 25), clause="18CZ/VII.3f")
    assert allowed(stock(companies=companies, cash={"Ada": 85}), BuyShare("Ada", "EKJ", 25))


@pytest.mark.clause("18CZ/VII.3f")
def test_a_player_buys_only_without_a_loan() -> None:  # R12
    game = stock(companies={"EKJ": company(60, Bo=50), "BTE": company(60, Bo=40, Ada=20)}, loans={"Ada": 30})
    refused(game, BuyShare("Ada", "EKJ", 25), code="loan")
    refused(game, StartCompany("Ada", "OFE", 50), code="loan")
    refused(game, Repay("Ada", 31), code="no-loan")
    game.play(Repay("Ada", 29))
    refused(game, BuyShare("Ada", "EKJ", 25), code="loan")
    play_on(game, SellShares("Ada", "BTE", 20), Repay("Ada", 1), BuyShare("Ada", "EKJ", 25))
    assert percent(game, "EKJ", "Ada") == 25
    assert game.position.cash["Ada"] == 380 - 30 + 60 - 60


@pytest.mark.clause("18CZ/VII.3g")
def test_who_sold_shares_of_a_company_buys_none_of_it_in_this_stock_round() -> None:
    game = stock(companies={"EKJ": company(60, Ada=75), "OFE": company(60, Bo=50)})
    game.play(SellShares("Ada", "EKJ", 25))
    refused(game, BuyShare("Ada", "EKJ", 25), clause="18CZ/VII.3g")
    assert allowed(game, BuyShare("Ada", "OFE", 25))
    play_on(game, Pass("Ada"), BuyShare("Bo", "EKJ", 25), Pass("Cy"))
    refused(game, BuyShare("Ada", "EKJ", 25), clause="18CZ/VII.3g")
    assert allowed(game, BuyShare("Ada", "OFE", 25))


@pytest.mark.clause("18CZ/VII.3g")
def test_the_right_to_buy_is_back_in_the_next_stock_round() -> None:
    """A sale in the last round is forgotten; the company has not floated, so no operating turn lies between."""
    game = stock(companies={"Sx": company(100, Ada=40)})
    play_on(game, SellShares("Ada", "Sx", 10), Pass("Ada"), Pass("Bo"), Pass("Cy"))
    refused(game, BuyShare("Ada", "Sx", 10), clause="18CZ/VII.3g")
    play_on(game, Pass("Ada"))
    assert (game.position.round.kind, game.position.round.set) == ("stock", 3)
    for player in game.position.order:
        if player == "Ada":
            assert allowed(game, BuyShare("Ada", "Sx", 10))
        game.play(Pass(player))


@pytest.mark.clause("18CZ/VII.3i")
@pytest.mark.parametrize(("name", "par", "holders", "share", "capital"), [
    ("BTE", 60, {"Bo": 40}, 20, 300),  # a medium company floats at 60%
    ("Sx", 100, {"Ada": 10, "Bo": 30}, 10, 1000),  # a large one at 50%
])  # fmt: skip
def test_a_company_floats_the_moment_half_of_it_is_bought(
    name: str, par: int, holders: dict[str, int], share: int, capital: int
) -> None:
    game = stock(companies={name: company_of(holders, par)})
    assert RULES.register.in_hands(game.position, name) == 40
    assert game.position.floated == ()
    assert game.position.cash[name] == 0
    game.play(BuyShare("Ada", name, share))
    assert [*game.position.floated] == [name]
    assert game.position.cash[name] == capital


@pytest.mark.clause("18CZ/VII.3i")
def test_a_small_company_floats_with_its_directors_certificate_and_operates_in_the_next_round() -> None:
    game = stock(1, phase="a")
    game.play(StartCompany("Ada", "EKJ", 50))
    assert game.position.floated == ("EKJ",)
    assert game.position.cash["EKJ"] == 200
    play_on(game, Pass("Bo"), Pass("Cy"), Pass("Ada"))
    assert (game.position.round.kind, game.actor) == ("operating", "EKJ")


@pytest.mark.clause("18CZ/VII.3i")
def test_a_company_that_has_not_floated_does_not_operate() -> None:
    game = stock(companies={"EKJ": company(60, Ada=50), "Sx": company(100, Ada=40)})
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert (game.position.round.kind, game.actor) == ("operating", "EKJ")
    assert [step.queue for step in game.position.agenda if hasattr(step, "queue")] == [()]


@pytest.mark.clause("18CZ/VII.3i")
def test_shares_sold_back_before_floating_do_not_count() -> None:  # R14
    game = stock(companies={"Sx": company(100, Ada=30, Bo=10)})
    play_on(game, Pass("Ada"), SellShares("Bo", "Sx", 10), Pass("Bo"))
    play_on(game, BuyShare("Cy", "Sx", 10))
    assert game.position.floated == ()
    game.play(BuyShare("Ada", "Sx", 10))
    assert [*game.position.floated] == ["Sx"]
    assert game.position.cash["Sx"] == 1000  # ten times the initial price, not the present 95
    assert price(game, "Sx") == 95
