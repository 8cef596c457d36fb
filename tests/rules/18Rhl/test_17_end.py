"""18Rhl, section 17: the end of the game."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import company, events, given, play_on, refused

from stellwerk.actions import BuyShare, BuyTrain, Dividend, Pass, Run, SellShares
from stellwerk.events import BankBroken, GameEnded, RoundBegan
from stellwerk.game import Game

BANK = 9000


def rhl(bank: int, treasury: int = 0, **parts: Any) -> Game:
    """A position in which the Bank has so much left: Cy holds the rest."""
    game = given(title="18Rhl", **{**parts, "cash": {"Ada": 100, "Bo": 100, "ADR": treasury, **parts.get("cash", {})}})
    rest = game.position.cash["bank"] - bank
    game.position.put("cash", "Cy", game.position.cash["Cy"] + rest)
    game.position.put("cash", "bank", bank)
    assert sum(game.position.cash.values()) == BANK
    return game


def paying(bank: int, number: int = 1, phase: str = "3", revenue: int = 200, **parts: Any) -> Game:
    """Ada's ADR decides about its income (70% are in the hands of Ada and Bo, 10% in the pool, 20% unsold)."""
    position = {
        "companies": {"ADR": {"par": 70, "holders": {"Ada": 50, "Bo": 20, "pool": 10}}},
        "stations": {"ADR": ("K2",)},
        "round": {"kind": "operating", "set": 2, "number": number},
        "turn": {"company": "ADR", "stage": "dividend", "revenue": revenue},
        "phase": phase,
    }
    return rhl(bank, treasury=600, **{**position, **parts})


def idle(game: Game) -> None:
    """The ADR has nothing to run."""
    play_on(game, Run("ADR", 0), Pass("ADR"))


@pytest.mark.clause("18Rhl/17.1a")
@pytest.mark.parametrize(("kind", "paid"), [("pay", 180), ("retain", 200)])
def test_the_bank_breaks_when_it_cannot_pay_an_income_in_full(kind: str, paid: int) -> None:  # R51
    """Exactly nothing left is enough; one Mark less is not. The income is paid in full all the same."""
    game = play_on(paying(paid), Dividend("ADR", kind))
    assert (game.position.cash["bank"], list(events(game, BankBroken))) == (0, [])
    before = paying(paid - 1)
    cash = dict(before.position.cash)
    broken = play_on(before, Dividend("ADR", kind))
    assert broken.position.cash["bank"] == -1
    assert len(list(events(broken, BankBroken))) == 1
    gain = {who: broken.position.cash[who] - cash[who] for who in ("Ada", "Bo", "ADR")}
    assert gain == ({"Ada": 100, "Bo": 40, "ADR": 40} if kind == "pay" else {"Ada": 0, "Bo": 0, "ADR": 200})


@pytest.mark.clause("18Rhl/17.1a")
@pytest.mark.parametrize(("phase", "number", "left"), [("2", 1, 0), ("3", 1, 1), ("3", 2, 0), ("5", 1, 2), ("5", 3, 0)])
def test_the_game_ends_after_the_current_set_of_operating_rounds(phase: str, number: int, left: int) -> None:
    game = play_on(paying(100, number, phase), Dividend("ADR", "pay"), Pass("ADR"))
    for _ in range(left):
        assert not game.over
        assert game.position.round.kind == "operating"
        idle(game)
    assert game.over
    assert len(list(events(game, GameEnded))) == 1
    refused_after(game)


def refused_after(game: Game) -> None:
    """Nothing can be played any more."""
    refused(game, Pass("Ada"), code="game-over")


@pytest.mark.clause("18Rhl/17.1a")
def test_all_corporations_of_the_set_still_operate() -> None:
    companies = {"ADR": company(70, Ada=60), "CME": company(65, Bo=60)}
    stations = {"ADR": ("K2",), "CME": ("I10.2",)}
    game = paying(100, 2, companies=companies, stations=stations)
    play_on(game, Dividend("ADR", "pay"), Pass("ADR"))
    assert (game.over, game.actor) == (False, "CME")
    play_on(game, Run("CME", 0), Pass("CME"))
    assert game.over


@pytest.mark.clause("18Rhl/17.1a")
def test_a_bank_that_can_pay_lets_the_game_go_on() -> None:
    game = play_on(paying(180, 2), Dividend("ADR", "pay"), Pass("ADR"))
    assert (game.over, game.position.round.kind, game.position.round.set) == (False, "stock", 3)


@pytest.mark.clause("18Rhl/17.1a")
def test_private_revenue_breaks_the_bank_as_well() -> None:  # R51
    game = paying(210, 1, privates={"No4": "Bo", "No5": "Cy"})
    play_on(game, Dividend("ADR", "pay"), Pass("ADR"))
    assert game.position.round.number == 2
    assert (game.position.cash["bank"], len(list(events(game, BankBroken)))) == (210 - 180 - 45, 1)
    idle(game)
    assert game.over


@pytest.mark.clause("18Rhl/17.1b")
def test_money_that_comes_in_again_does_not_save_the_game() -> None:
    game = paying(100, 1)
    buy = BuyTrain("ADR", "bank", "3-1", "3", 200)
    play_on(game, Dividend("ADR", "pay"), buy)
    assert game.position.cash["bank"] == 100 - 180 + 200
    play_on(game, Pass("ADR"))
    assert not game.over
    idle(game)
    assert (game.over, game.position.cash["bank"]) == (True, 120)


def selling(bank: int, phase: str = "3", **parts: Any) -> Game:
    """A stock round in which Ada can sell 20% of the ADR at 70."""
    position = {
        "companies": {"ADR": company(70, Ada=50, Bo=20)},
        "stations": {"ADR": ("K2",)},
        "round": {"kind": "stock", "set": 2},
        "phase": phase,
    }
    return rhl(bank, **{**position, **parts})


@pytest.mark.clause("18Rhl/17.1c")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("5", 3)])
def test_broken_in_a_stock_round_it_is_finished_and_a_full_set_follows(phase: str, rounds: int) -> None:
    game = play_on(selling(139, phase), SellShares("Ada", "ADR", 20), Pass("Ada"))
    assert len(list(events(game, BankBroken))) == 1
    assert game.position.cash["bank"] == -1
    play_on(game, BuyShare("Bo", "ADR", 10, "pool"))
    assert game.position.round.kind == "stock", "the stock round is completed normally"
    play_on(game, Pass("Cy"), Pass("Ada"), Pass("Bo"))
    for number in range(1, rounds + 1):
        assert (game.over, game.position.round.number) == (False, number)
        idle(game)
    assert game.over
    assert [event.name for event in events(game, RoundBegan)] == [f"Operating round 2.{n + 1}" for n in range(rounds)]


@pytest.mark.clause("18Rhl/17.1c")
def test_a_sale_the_bank_can_just_pay_ends_nothing() -> None:
    game = play_on(selling(140), SellShares("Ada", "ADR", 20))
    assert (game.position.cash["bank"], list(events(game, BankBroken))) == (0, [])


@pytest.mark.clause("18Rhl/17.1c")
def test_the_capital_of_a_corporation_that_floats_breaks_the_bank_too() -> None:  # R51
    game = selling(349, companies={"ADR": company(70, Ada=50)}, floated=(), stations={})
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert (game.position.cash["ADR"], game.position.cash["bank"]) == (350, -1)
    idle(game)
    idle(game)
    assert game.over


# 17.2 Winning the game


def ended(**parts: Any) -> Game:
    """The last corporation ends its turn in the last operating round of a broken Bank."""
    position = {
        "title": "18Rhl",
        "companies": {"ADR": company(70, price=100, Ada=60, Bo=20), "KKK": company(60, Bo=40)},
        "floated": ("ADR",),
        "stations": {"ADR": ("K2",)},
        "cash": {"Ada": 100, "Bo": 200, "Cy": 300},
        "phase": "8",
        "round": {"kind": "operating", "set": 5, "number": 3},
        "turn": {"company": "ADR", "stage": "end"},
        "extra": {"broken": True},
    }
    return play_on(given(**{**position, **parts}), Pass("ADR"))


@pytest.mark.clause("18Rhl/17.2a")
def test_trains_stations_and_treasuries_count_nothing() -> None:
    plain = ended()
    rich = ended(
        cash={"Ada": 100, "Bo": 200, "Cy": 300, "ADR": 3000, "KKK": 500},
        trains={"ADR": ("8", "6")},
        stations={"ADR": ("K2", "K6", "E2")},
    )
    assert plain.position.result == rich.position.result == {"Ada": 700, "Bo": 640, "Cy": 300}


@pytest.mark.clause("18Rhl/17.2b")
def test_cash_and_shares_at_market_value_are_added_and_the_highest_wins() -> None:  # R73
    """The KKK never floated; its shares count at its marker's value. Two 20% certificates are four shares."""
    game = ended()
    (end,) = events(game, GameEnded)
    assert end.result == {"Ada": 100 + 6 * 100, "Bo": 200 + 2 * 100 + 4 * 60, "Cy": 300}
    assert end.winners == ("Ada",)


@pytest.mark.clause("18Rhl/17.2b")
def test_the_market_value_counts_not_the_starting_value() -> None:
    low = {"ADR": company(70, price=50, Ada=60, Bo=20)}
    assert ended(companies=low).position.result == {"Ada": 400, "Bo": 300, "Cy": 300}


@pytest.mark.clause("18Rhl/17.2b")
def test_privates_and_shares_without_a_marker_count_nothing() -> None:  # R73
    game = given(
        title="18Rhl",
        companies={"ADR": company(70, Ada=60)},
        stations={"ADR": ("K2",)},
        cash={"Ada": 100, "Bo": 200, "Cy": 300},
        privates={"No5": "Cy", "No1": "Bo"},
        round={"kind": "operating", "set": 1, "number": 1},
        turn={"company": "ADR", "stage": "end"},
        extra={"broken": True},
    )
    share = game.rules.register.ordinary(game.position, "GVE", "offering")[-1]
    game.position.put("certificates", share.id, "Cy")
    play_on(game, Pass("ADR"))
    assert game.position.result == {"Ada": 100 + 420, "Bo": 200, "Cy": 300}


@pytest.mark.clause("18Rhl/17.2b")
def test_equal_totals_share_the_win() -> None:  # R69
    game = ended(cash={"Ada": 100, "Bo": 260, "Cy": 300})
    (end,) = events(game, GameEnded)
    assert end.winners == ("Ada", "Bo")
    assert end.result == {"Ada": 700, "Bo": 700, "Cy": 300}
