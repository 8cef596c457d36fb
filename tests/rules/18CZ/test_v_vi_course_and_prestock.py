"""18CZ, chapters V and VI: the course of the game and the Pre-Stock Round."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, director, events, given, offered, play_on, refused

import stellwerk
from stellwerk.actions import BuyPrivate, BuyShare, Draw, LayTile, Pass, PlaceStation, StartCompany
from stellwerk.events import Exported, GameEnded, OrderDealt, PhaseBegan, PrivateMoved, RoundBegan
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18CZ")
NAMES = ("Ada", "Bo", "Cy", "Di")


def prestock(*order: str) -> Game:
    """The Pre-Stock Round with the players in this order."""
    game = stellwerk.new_game("18CZ", sorted(order), draws=False)
    game.play(Draw("seating", order))
    return game


def pass_round(game: Game) -> None:
    """Everybody passes once."""
    for player in game.position.order:
        game.play(Pass(player))


# V. Game play


@pytest.mark.clause("18CZ/Va", "18CZ/Vb")
def test_the_rounds_follow_the_game_process_track() -> None:  # R6
    game = prestock("Ada", "Bo", "Cy")
    while not game.over:
        pass_round(game)
    course: list[str] = []
    for event in (event for entry in game.log for event in entry.events):
        if isinstance(event, RoundBegan):
            course.append(event.name)
        elif isinstance(event, Exported | GameEnded):
            course.append("export" if isinstance(event, Exported) else "end")
    expected = ["The Pre-Stock Round"]
    for number, rounds in enumerate((1, 1, 1, 1, 2, 2, 2, 3), 1):
        expected += [f"Stock round {number}", *(f"Operating round {number}.{k}" for k in range(1, rounds + 1))]
        expected.append("export" if number < 8 else "end")
    assert course == expected
    assert [export.card for export in events(game, Exported)] == ["a1", "a2", "a3", "a4", "a5", "b1", "b2"]


def last_turn(set: int, number: int, **parts: Any) -> Game:
    """EKJ, the only company, is about to end its turn."""
    return given(**{
        "round": {"kind": "operating", "set": set, "number": number},
        "companies": {"EKJ": company(60, Ada=50)},
        "stations": {"EKJ": ("D4",)},
        "trains": {"EKJ": ("2",)},
        "turn": {"company": "EKJ", "stage": "trains"},
        **parts,
    })  # fmt: skip


@pytest.mark.clause("18CZ/Vb")
def test_a_train_is_exported_at_the_end_of_a_set_only() -> None:
    game = last_turn(5, 1, next_card="a5")
    game.play(Pass("EKJ"))
    assert not list(events(game, Exported))
    assert game.position.round.number == 2
    game = last_turn(5, 2, next_card="a5")
    game.play(Pass("EKJ"))
    assert list(events(game, Exported)) == [Exported("a5")]
    assert game.position.stack[0] == "b1"
    assert (game.position.round.kind, game.position.round.set) == ("stock", 6)


@pytest.mark.clause("18CZ/Vb")
def test_an_export_starts_a_phase_and_after_the_last_operating_round_there_is_none() -> None:
    game = last_turn(1, 1, next_card="b1")
    game.play(Pass("EKJ"))
    assert list(events(game, PhaseBegan)) == [PhaseBegan("b")]
    game = last_turn(8, 3, next_card="b1")
    game.play(Pass("EKJ"))
    assert game.over
    assert not list(events(game, Exported))


@pytest.mark.clause("18CZ/Vc")
def test_the_player_with_most_shares_decides_for_the_company() -> None:
    game = given(
        round={"kind": "stock", "set": 2},
        phase="b",
        companies={"BTE": company(60, Ada=40, Bo=40)},
    )
    assert director(game, "BTE") == "Ada"
    play_on(game, Pass("Ada"), BuyShare("Bo", "BTE", 20), Pass("Cy"), Pass("Ada"), Pass("Bo"))
    assert (game.actor, game.turn) == ("BTE", "Bo")
    game = last_turn(1, 1, companies={"EKJ": company(60, Cy=50, Ada=25)})
    assert (game.actor, game.turn) == ("EKJ", "Cy")


@pytest.mark.clause("18CZ/Vc")
def test_company_costs_come_out_of_its_treasury_alone() -> None:
    """Tábor and Jihlava are joined: a station there costs 40, a tile on the river hex G9 costs 10."""
    parts: dict[str, Any] = {
        "companies": {"EKJ": company(60, Ada=50)},
        "stations": {"EKJ": ("G11",)},
        "tiles": {"G11": "57@1", "G13": "9@1", "G15": "57@1"},
        "turn": {"company": "EKJ"},
    }
    station, tile = PlaceStation("EKJ", "G15", 0), LayTile("EKJ", "G9", "9", 1)
    refused(last_turn(2, 1, cash={"EKJ": 39, "Ada": 900}, **parts), station, clause="18CZ/VIII.6e")
    refused(last_turn(2, 1, cash={"EKJ": 9, "Ada": 900}, **parts), tile, clause="18CZ/VIII.4j")
    game = last_turn(2, 1, cash={"EKJ": 50, "Ada": 900}, **parts)
    play_on(game, tile, station)
    assert (game.position.cash["EKJ"], game.position.cash["Ada"]) == (0, 900)


# VI. Pre-Stock Round


@pytest.mark.clause("18CZ/VIa")
@pytest.mark.parametrize("order", [("Ada", "Bo", "Cy"), ("Di", "Bo", "Cy", "Ada")])
def test_the_order_winds_up_and_down_like_a_snake(order: tuple[str, ...]) -> None:
    game = prestock(*order)
    turns = []
    for private in [*RULES.privates][:12]:
        turns.append(game.turn)
        others = [name for name in order if name != game.turn]
        refused(game, BuyPrivate(others[0], private), code="not-your-turn")
        game.play(BuyPrivate(game.turn, private))
    snake = [*order, *reversed(order)]
    assert turns == (snake * 3)[:12]


@pytest.mark.clause("18CZ/VIb")
@pytest.mark.parametrize("private", RULES.privates)
def test_a_player_may_buy_any_railway_for_the_price_of_its_space(private: str) -> None:  # R7
    sheet = {"S": (25, 30, 35, 40, 45, 50), "M": (40, 45, 50, 55, 60, 65), "L": (55, 60, 65, 70, 75, 80)}
    game = prestock("Ada", "Bo", "Cy")
    game.play(BuyPrivate("Ada", private))
    assert game.position.privates[private] == "Ada"
    assert game.position.cash["Ada"] == 380 - sheet[private[0]][int(private[1]) - 1]
    assert game.turn == "Bo"
    refused(game, BuyPrivate("Bo", private), clause="18CZ/VIb")


@pytest.mark.clause("18CZ/VIb")
def test_one_railway_a_turn_and_only_for_cash() -> None:
    game = prestock("Ada", "Bo", "Cy")
    refused(game, BuyPrivate("Ada", "X9"), clause="18CZ/VIb")
    game.position.put("cash", "Ada", 54)
    assert {action.private for action in offered(game, BuyPrivate)} == {
        "S1", "S2", "S3", "S4", "S5", "S6", "M1", "M2", "M3",
    }  # fmt: skip
    refused(game, BuyPrivate("Ada", "L1"), code="no-cash-lot")
    game.play(BuyPrivate("Ada", "M3"))
    assert game.position.cash["Ada"] == 4
    refused(game, BuyPrivate("Ada", "S1"), code="not-your-turn")


@pytest.mark.clause("18CZ/VIc")
def test_it_ends_when_all_pass_consecutively_and_the_rest_leaves_the_game() -> None:
    game = prestock("Ada", "Bo", "Cy")
    play_on(game, Pass("Ada"), Pass("Bo"), BuyPrivate("Cy", "S1"))
    play_on(game, Pass("Cy"), Pass("Bo"))
    assert game.position.round.kind == "draft"
    game.play(Pass("Ada"))
    assert game.position.round.kind == "stock"
    owners = dict(game.position.privates)
    assert owners.pop("S1") == "Cy"
    assert set(owners.values()) == {"out"}
    assert sum(1 for move in events(game, PrivateMoved) if move.owner == "out") == 17


@pytest.mark.clause("18CZ/VIc")
def test_two_passes_of_one_player_in_a_row_are_one() -> None:  # R11
    game = prestock("Ada", "Bo", "Cy")
    play_on(game, BuyPrivate("Ada", "S1"), BuyPrivate("Bo", "S2"), Pass("Cy"), Pass("Cy"), Pass("Bo"))
    assert game.position.round.kind == "draft"
    assert game.turn == "Ada"
    play_on(game, BuyPrivate("Ada", "S3"), Pass("Ada"), Pass("Bo"))
    assert game.position.round.kind == "draft"
    game.play(Pass("Cy"))
    assert game.position.round.kind == "stock"


@pytest.mark.clause("18CZ/VIc")
def test_it_ends_at_once_when_all_railways_are_sold() -> None:
    game = prestock("Ada", "Bo", "Cy")
    for player in ("Ada", "Bo", "Cy"):
        game.position.put("cash", player, 1000)
    for private in RULES.privates:
        assert game.position.round.kind == "draft"
        game.play(BuyPrivate(game.turn, private))
    assert game.position.round.kind == "stock"
    assert "out" not in game.position.privates.values()


@pytest.mark.clause("18CZ/VIc")
def test_who_can_afford_nothing_passes_by_himself_and_counts() -> None:  # R11
    game = prestock("Ada", "Bo", "Cy")
    game.position.put("cash", "Bo", 24)
    game.play(Pass("Ada"))
    assert game.turn == "Cy"
    game.play(Pass("Cy"))
    assert game.position.round.kind == "stock"
    game = prestock("Ada", "Bo", "Cy")
    game.position.put("cash", "Bo", 25)
    game.play(Pass("Ada"))
    assert game.turn == "Bo"


@pytest.mark.clause("18CZ/VId")
def test_who_passed_may_buy_on_a_later_turn() -> None:
    game = prestock("Ada", "Bo", "Cy")
    play_on(game, Pass("Ada"), Pass("Bo"), BuyPrivate("Cy", "L6"), Pass("Cy"), Pass("Bo"))
    game.play(BuyPrivate("Ada", "S1"))
    assert game.position.privates["S1"] == "Ada"
    play_on(game, Pass("Ada"), BuyPrivate("Bo", "S2"))
    assert game.position.privates["S2"] == "Bo"


@pytest.mark.clause("18CZ/VId")
def test_after_the_end_nobody_buys() -> None:
    game = prestock("Ada", "Bo", "Cy")
    pass_round(game)
    refused(game, BuyPrivate("Ada", "S1"), code="not-now")


@pytest.mark.clause("18CZ/VIe")
def test_the_poorest_player_gets_the_lowest_order_card() -> None:
    game = prestock("Ada", "Bo", "Cy")
    play_on(game, BuyPrivate("Ada", "S1"), BuyPrivate("Bo", "L1"), BuyPrivate("Cy", "M1"))
    play_on(game, Pass("Cy"), Pass("Bo"), Pass("Ada"))
    assert [game.position.cash[name] for name in ("Ada", "Bo", "Cy")] == [355, 325, 340]
    assert game.position.order == ("Bo", "Cy", "Ada")


@pytest.mark.clause("18CZ/VIe")
def test_equals_keep_their_old_order() -> None:
    game = prestock("Di", "Cy", "Bo", "Ada")
    play_on(game, Pass("Di"), BuyPrivate("Cy", "S4"), Pass("Bo"), BuyPrivate("Ada", "M1"))  # 40 each
    play_on(game, *(Pass(name) for name in ("Ada", "Bo", "Cy", "Di")))
    assert game.position.order == ("Cy", "Ada", "Di", "Bo")
    assert list(events(game, OrderDealt))[-1].order == game.position.order


@pytest.mark.clause("18CZ/VIf")
def test_then_the_first_stock_round_begins() -> None:
    game = prestock("Ada", "Bo", "Cy")
    play_on(game, Pass("Ada"), Pass("Bo"), BuyPrivate("Cy", "S1"), Pass("Cy"), Pass("Bo"), Pass("Ada"))
    assert (game.position.round.kind, game.position.round.set) == ("stock", 1)
    assert [began.name for began in events(game, RoundBegan)] == ["The Pre-Stock Round", "Stock round 1"]
    assert game.turn == "Cy"
    assert allowed(game, StartCompany("Cy", "EKJ", 50))
