"""1881, chapter 9 and 13.1: what becomes of the income, how prices move by it, bankrupt companies, both ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.kit import allowed, offered, play_on, price, refused
from tests.kit81 import at_turn, cash, holders, lie

from stellwerk.actions import BuyTrain, Dividend, LayTile, Pass, PlaceStation, Run
from stellwerk.events import CompanyClosed
from stellwerk.game import Game
from stellwerk.ledger import total_money
from stellwerk.position import BANK, OUT, POOL

PAY, KEEP, APART = Dividend("SBV", "pay"), Dividend("SBV", "retain"), Dividend("SBV", "split")
SOUTH = {"J18": "8@0", "K17": "1@0", "L16": "9@5", "M17": "1@2", "N18": "8@3"}
"""Tram track from Kreuzberg over Marienfelde to Lichtenrade."""
HELD = holders(Ada=30, Bo=20, Cy=10, pool=20)
"""60% with three players, 20% in the pool, 20% in the offering."""


def earned(revenue: int, piers: int = 0, link: int = 0, held: Mapping[str, int] = HELD, **parts: Any) -> Game:
    """SBV, which has run, and whose director decides about the income; all have 500."""
    turn = {"revenue": revenue, "piers": piers, "link": link}
    return at_turn("SBV", "dividend", companies={"SBV": held}, turn=turn, trains={"SBV": ["3"]}, **parts)


def gains(game: Game, *who: str) -> tuple[int, ...]:
    """What each of them has more than 500."""
    return tuple(cash(game, name) - 500 for name in who)


# 9.5 to 9.8: who gets it


@pytest.mark.clause("1881/9.5", "1881/9.6")
def test_income_withheld_goes_from_the_bank_to_the_treasury() -> None:
    game = earned(90, piers=40)
    before = cash(game, BANK)
    game.play(KEEP)
    assert gains(game, "SBV", "Ada", "Bo", "Cy") == (130, 0, 0, 0) and cash(game, BANK) == before - 130


@pytest.mark.clause("1881/9.5", "1881/9.6", "1881/9.7a", "1881/9.7b", "1881/9.8a")
def test_a_dividend_is_10_percent_a_share_and_20_for_the_directors() -> None:
    """The pool's goes to the treasury; what still lies in the offering brings nobody anything (R55)."""
    game = earned(90)
    before = cash(game, BANK)
    game.play(PAY)
    assert gains(game, "Ada", "Bo", "Cy", "Di", "SBV") == (27, 18, 9, 0, 18)
    assert cash(game, BANK) == before - 27 - 18 - 9 - 18


@pytest.mark.clause("1881/9.7a")
def test_the_directors_share_alone_brings_20_percent() -> None:
    game = earned(100, held=holders(Ada=20, Bo=20, Cy=20))
    card = next(card for card, place in game.position.certificates.items() if place == "Ada" and card == "SBV_0")
    assert game.rules.register.of["SBV"][0].id == card
    game.play(PAY)
    assert gains(game, "Ada") == (20,)


@pytest.mark.clause("1881/9.8a")
def test_run_income_is_not_parted() -> None:
    """Pay all or keep all: nothing else is on offer where there is no bonus."""
    game = earned(90)
    assert {action.kind for action in offered(game, Dividend)} == {"pay", "retain"}
    refused(game, Dividend("SBV", "half"), clause="1881/9.8a", code="all-or-nothing")
    refused(game, APART, clause="1881/9.8b", code="nothing-apart")


@pytest.mark.clause("1881/9.8b", "1881/9.9", "1881/H.26")
@pytest.mark.parametrize(("piers", "link"), [(40, 0), (0, 100), (80, 100)])
def test_bonuses_may_be_kept_when_the_runs_are_paid(piers: int, link: int) -> None:
    """Both kinds together (R54); the price rises as for any dividend."""
    game = earned(90, piers, link, phase="brown")
    game.play(APART)
    assert gains(game, "Ada", "SBV") == (27, 18 + piers + link) and price(game, "SBV") == 88
    paid = earned(90, piers, link, phase="brown")
    paid.play(PAY)
    assert gains(paid, "Ada") == ((90 + piers + link) * 3 // 10,) and price(paid, "SBV") == 88


@pytest.mark.clause("1881/9.8b", "1881/9.6")
def test_bonuses_are_kept_with_all_the_rest() -> None:
    game = play_on(earned(90, 40, 100), KEEP)
    assert gains(game, "SBV", "Ada") == (230, 0) and price(game, "SBV") == 78


@pytest.mark.clause("1881/9.8b", "1881/9.10", "1881/H.26")
@pytest.mark.parametrize("decision", [PAY, KEEP])
def test_a_bonus_without_a_run_is_paid_or_kept_and_the_price_falls(decision: Dividend) -> None:
    """R54."""
    game = earned(0, link=100)
    refused(game, APART, clause="1881/9.8b")
    game.play(decision)
    assert gains(game, "Ada", "SBV") == ((30, 20) if decision == PAY else (0, 100))
    assert price(game, "SBV") == 78


@pytest.mark.clause("1881/9.4a", "1881/9.8b")
def test_the_connection_bonus_belongs_to_the_income_of_the_turn() -> None:
    """Given SBV, which connects Lichtenrade with Kreuzberg by its tile, it is asked what becomes of 100.

    It needs no vehicle for it (R53).
    """
    for trains, revenue in (((), 0), (("2",), 40)):
        tiles = {hex: tile for hex, tile in SOUTH.items() if hex != "K17"}
        game = at_turn("SBV", tiles=tiles, trains={"SBV": trains})
        play_on(game, LayTile("SBV", "K17", "1", 0), Run("SBV", revenue))
        assert {action.kind for action in offered(game, Dividend)} == {"pay", "retain"} | (
            {"split"} if trains else set()
        )
        game.play(PAY)
        assert gains(game, "Ada") == ((100 + revenue) * 6 // 10,)


# 9.9 to 9.11: prices


@pytest.mark.clause("1881/9.9", "1881/9.10")
def test_down_for_a_dividend_up_for_none() -> None:
    """From 84 in the sixth row to 88 in the seventh, or to 78 in the fifth; other companies stay."""
    game = earned(90)
    row, column, _ = game.position.markers["SBV"]
    others = {c: m for c, m in game.position.markers.items() if c != "SBV"}
    paid, kept = play_on(game.copy(), PAY), play_on(game.copy(), KEEP)
    assert paid.position.markers["SBV"][:2] == (row + 1, column) and price(paid, "SBV") == 88
    assert kept.position.markers["SBV"][:2] == (row - 1, column) and price(kept, "SBV") == 78
    for company in set(others) - {"BChSt", "BESTAG", "SSC", "NBSN", "S"}:
        assert paid.position.markers[company] == others[company]


@pytest.mark.clause("1881/9.10")
def test_a_company_without_income_falls_too() -> None:
    """Also in its first turn, when it can have no vehicle (R56), and one that does not run its vehicles."""
    for trains in ((), ("2",)):
        game = at_turn("SBV", tiles=SOUTH, trains={"SBV": trains})
        game.play(Run("SBV", 0))
        assert price(game, "SBV") == 78 and not offered(game, Dividend)


ARROWS_UP = {(0, 2): 20, (0, 3): 30, (4, 4): 78, (6, 5): 92, (8, 6): 120}
"""Cells over which the table ends, and the price at the left of them."""
ARROWS_DOWN = {(8, 0): 92, (10, 1): 114, (12, 2): 154, (15, 3): 236, (18, 4): 350}
"""Cells below which it ends, and the price at the right of them."""


@pytest.mark.clause("1881/9.11")
@pytest.mark.parametrize("cell", sorted({**ARROWS_UP, **ARROWS_DOWN}))
def test_at_the_edge_a_marker_follows_the_arrow(cell: tuple[int, int]) -> None:
    game = earned(90, cells={"SBV": cell})
    up = cell in ARROWS_UP
    before = price(game, "SBV")
    game.play(KEEP if up else PAY)
    row, column, _ = game.position.markers["SBV"]
    assert (row, column) == (cell[0], cell[1] + (-1 if up else 1))
    assert price(game, "SBV") == {**ARROWS_UP, **ARROWS_DOWN}[cell] and (price(game, "SBV") < before) == up


@pytest.mark.clause("1881/9.11")
def test_no_marker_can_be_stuck() -> None:
    """Each cell has a neighbour for a dividend and one for none, but 10 at the top and 400 at the bottom."""
    chart = earned(90).rules.chart
    cells = [(r, c) for r, row in enumerate(chart.figure.rows) for c, cell in enumerate(row) if cell is not None]
    for cell in cells:
        for way, end in (("down", 400), ("up", 10)):
            after = chart.beyond(cell, chart.way_from(cell, way, ("left", "right")))
            assert (after == cell) == (chart.value(cell) == end), cell


# 9.12, 13.1: the ends


@pytest.mark.clause("1881/9.12", "1881/13.1c")
@pytest.mark.parametrize("cell", [(18, 6), (19, 5)])
def test_400_ends_the_game_when_the_dividend_is_paid(cell: tuple[int, int]) -> None:
    """Before vehicles are bought, and before the companies that have not had their turns (R71)."""
    companies = {"SBV": holders(Ada=60), "BChSt": holders(Bo=60)}
    game = at_turn("SBV", "dividend", after=("BChSt",), companies=companies, cells={"SBV": cell},
                   turn={"revenue": 100}, trains={"SBV": ["3"], "BChSt": ["3"]})  # fmt: skip
    assert not play_on(game.copy(), KEEP).over
    game.play(PAY)
    assert game.over and price(game, "SBV") == 400
    result = game.position.result or {}
    assert result["Ada"] == 500 + 60 + 6 * 400, "the dividend is his, and counts"


@pytest.mark.clause("1881/13.1a")
def test_an_empty_bank_ends_the_game_after_the_operating_round() -> None:
    """Given a bank with 50, a dividend of 72 is paid in full; the next company still has its turn (R72).

    Not the whole set of operating rounds is played; what comes in later does not refill the bank.
    """
    companies = {"SBV": HELD, "BChSt": holders(Bo=60)}
    game = at_turn("SBV", "dividend", after=("BChSt",), companies=companies, turn={"revenue": 90},
                   trains={"SBV": ["3"], "BChSt": ["3"]}, cash={"Di": 500})  # fmt: skip
    game.position.put("cash", "Di", 500 + cash(game, BANK) - 50)
    game.position.put("cash", BANK, 50)
    money = total_money(game.position)
    play_on(game, PAY, BuyTrain("SBV", BANK, "3-3", "3", 330), Pass("SBV"))
    assert gains(game, "Ada", "Bo") == (27, 18) and not game.over and game.actor == "BChSt"
    assert cash(game, BANK) == 50 - 72 + 330 and total_money(game.position) == money
    assert game.position.round.of == 2, "a second operating round would follow"
    play_on(game, Run("BChSt", 0), Pass("BChSt"))
    assert game.over
    assert (game.position.result or {})["Bo"] == 500 + 18 + 2 * 88 + 6 * 84


@pytest.mark.clause("1881/13.1a")
@pytest.mark.parametrize(("left", "over"), [(0, True), (1, False)])
def test_a_bank_is_empty_at_0(left: int, over: bool) -> None:
    game = earned(90)
    game.position.put("cash", "Di", 500 + cash(game, BANK) - 72 - left)
    game.position.put("cash", BANK, 72 + left)
    play_on(game, PAY, Pass("SBV"))
    assert game.over == over


@pytest.mark.clause("1881/H.50")
def test_by_the_house_rules_400_lets_the_operating_round_be_finished() -> None:
    """The company goes on, the others have their turns, and no other operating round follows."""
    companies = {"SBV": holders(Ada=60), "BChSt": holders(Bo=60)}
    game = at_turn("SBV", "dividend", after=("BChSt",), companies=companies, cells={"SBV": (18, 6)}, variant="house",
                   turn={"revenue": 100}, trains={"SBV": ["3"], "BChSt": ["3"]})  # fmt: skip
    play_on(game, PAY, BuyTrain("SBV", BANK, "3-3", "3", 330), Pass("SBV"))
    assert not game.over and game.actor == "BChSt" and price(game, "SBV") == 400
    play_on(game, Run("BChSt", 0), Pass("BChSt"))
    assert game.over and game.position.round.number == 1


@pytest.mark.clause("1881/H.50")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_an_operating_round_in_which_the_bank_breaks_is_played_to_its_end(variant: str) -> None:
    companies = {"SBV": HELD, "BChSt": holders(Bo=60)}
    game = at_turn("SBV", "dividend", after=("BChSt",), companies=companies, turn={"revenue": 90}, variant=variant,
                   trains={"SBV": ["3"], "BChSt": ["3"]})  # fmt: skip
    game.position.put("cash", "Di", 500 + cash(game, BANK) - 72)
    game.position.put("cash", BANK, 72)
    play_on(game, PAY, Pass("SBV"))
    assert not game.over and game.actor == "BChSt"
    play_on(game, Run("BChSt", 0), Pass("BChSt"))
    assert game.over and game.position.round.number == 1


# 9.13: bankrupt companies

LOW = {"20 above 10": (1, 0), "20 beside 10": (0, 1), "10 by a sale": (0, 0)}


def ruined(cell: tuple[int, int], variant: str = "base", **parts: Any) -> Game:
    """SBV, low down, has withheld; it had two depots, a tram, S-Bahn shares; BChSt is next."""
    companies = {"SBV": HELD, "BChSt": holders(Bo=60), "S": holders(Cy=30, SBV=10)}
    usual = {"turn": {"revenue": 20}, "trains": {"SBV": ["3"], "BChSt": ["3"]}, "tiles": SOUTH,
             "companies": companies, "stations": {"SBV": ["L16", "N18"], "BChSt": ["J18"], "S": ["H20"]}}  # fmt: skip
    game = at_turn("SBV", "dividend", after=("BChSt",), cells={"SBV": cell}, variant=variant, **{**usual, **parts})
    game.play(KEEP)
    return game


@pytest.mark.clause("1881/9.13a")
@pytest.mark.parametrize("cell", LOW.values(), ids=LOW)
def test_a_company_down_at_10_by_operating_is_bankrupt(cell: tuple[int, int]) -> None:
    """R57: also one that a sale has brought to 10, and that cannot go lower."""
    game = ruined(cell)
    assert [event.company for event in game.log[-1].events if isinstance(event, CompanyClosed)] == ["SBV"]
    assert game.actor == "BChSt", "its turn is over"
    assert "SBV" not in game.position.floated and "SBV" not in game.position.markers


@pytest.mark.clause("1881/9.13a", "1881/H.25")
@pytest.mark.parametrize(("cell", "closes"), [((1, 0), False), ((0, 1), False), ((0, 0), True), ((2, 0), False)])
def test_by_the_house_rules_it_would_have_to_go_below_10(cell: tuple[int, int], closes: bool) -> None:
    assert ("SBV" not in ruined(cell, "house").position.floated) == closes


@pytest.mark.clause("1881/9.13a")
def test_a_company_at_10_that_pays_and_one_above_10_live_on() -> None:
    game = earned(20, cells={"SBV": (0, 0)})
    game.play(PAY)
    assert price(game, "SBV") == 20 and "SBV" in game.position.floated
    assert "SBV" in ruined((2, 0)).position.floated


@pytest.mark.clause("1881/9.13b", "1881/10.3c")
def test_shares_are_worthless_treasury_and_vehicles_go_to_the_bank() -> None:
    """Its depots leave the map, its S-Bahn shares go to the pool (R57); its tram can be bought from the bank."""
    before = at_turn("SBV").position.cash[BANK]
    game = ruined((1, 0))
    pos = game.position
    assert lie(game, "SBV", OUT) == 100 and gains(game, "Ada", "Bo") == (0, 0) and cash(game, "SBV") == 0
    assert before and pos.trains["3-1"] == (POOL, "3") and lie(game, "S", POOL) == 10 and lie(game, "S", "SBV") == 0
    assert not any(owner == "SBV" for here in pos.stations.values() for owner, _ in here)
    assert allowed(game, PlaceStation("BChSt", "L16", 0)), "its home is a station like any other"
    play_on(game, Run("BChSt", 0))
    assert allowed(game, BuyTrain("BChSt", POOL, "3-1", "3", 330))


@pytest.mark.clause("1881/9.13b")
def test_the_treasury_goes_to_the_bank() -> None:
    game = at_turn("SBV", "dividend", turn={"revenue": 20}, cells={"SBV": (1, 0)}, cash={"SBV": 300})
    before = cash(game, BANK)
    game.play(KEEP)
    assert cash(game, BANK) == before + 300


@pytest.mark.clause("1881/9.13a", "1881/13.2")
def test_a_bankrupt_company_never_returns_and_counts_for_nothing() -> None:
    game = ruined((1, 0))
    assert not game.rules.available(game.position, "SBV") and "SBV" not in game.rules.operating_order(game.position)
    assert game.wealth("Ada") == 500
