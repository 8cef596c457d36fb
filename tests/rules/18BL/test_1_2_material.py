"""18BL, chapters 1 and 2: what is in the box, how a game begins."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.blkit import NAMES, PRIVATES, bl, cash, fresh, turn_of, withheld
from tests.kit import offered, refused

import stellwerk
from stellwerk.actions import BuyPrivate, BuyTrain, Draw, LayTile, Pass
from stellwerk.events import BankBroken
from stellwerk.position import BANK, OFFERING, Round
from stellwerk.titles import rules_of

RULES = rules_of("18BL")
BOARD = RULES.board


@pytest.mark.clause("18BL/1a")
def test_the_bank_the_players_the_privates_the_corporations() -> None:
    assert RULES.figures.bank == 10_000
    assert list(RULES.figures.player_counts()) == [2, 3, 4, 5, 6]
    assert tuple(RULES.privates) == PRIVATES and len(RULES.companies) == 8


@pytest.mark.clause("18BL/1b")
def test_the_vehicles() -> None:
    cards = Counter(RULES.cards.letter(card) for card in RULES.cards.stack())
    trains = {"2": 7, "3": 4, "4": 3, "5": 3, "6": 2, "3+3": 4}
    busses = {"SB3": 3, "SB4": 2, "SB5": 2, "SB6": 2}
    assert cards == {**trains, **busses, "BW-A": 3, "BW-B": 4}


@pytest.mark.clause("18BL/1c")
def test_the_tiles_are_limited() -> None:
    totals: Counter[str] = Counter()
    for tile, count in BOARD.counts.items():
        assert count is not None
        totals[BOARD.tiles[tile].color] += count
    assert totals == {"yellow": 58, "green": 48, "brown": 37, "gray": 3, "orange": 1}


@pytest.mark.clause("18BL/1c")
def test_a_tile_that_is_used_up_cannot_be_laid() -> None:
    """Given all three tiles 5 on the map, when OV wants a fourth, it is refused; a returned one can be laid."""
    laid = {"C13": "5@0", "O5": "5@0", "K9": "5@0"}
    game = turn_of("OV", tiles=laid, stations={"OV": ("N12",)})
    refused(game, LayTile("OV", "N12", "5", 0), clause="18BL/1c")
    fewer = turn_of("OV", tiles={**laid, "K9": "57@0"}, stations={"OV": ("N12",)})
    fewer.play(LayTile("OV", "N12", "5", 0))
    assert fewer.position.tiles["N12"] == ("5", 0)


@pytest.mark.clause("18BL/1d")
def test_the_certificates() -> None:
    cards = list(RULES.register.all())
    assert len(cards) == 72
    assert all(figure.shares == (20, *[10] * 8) for figure in RULES.companies.values())


@pytest.mark.clause("18BL/1e")
def test_the_tokens() -> None:
    assert sum(len(figure.token_costs) for figure in RULES.companies.values()) == 22
    assert RULES.privates["EHG"].tokens == 3


@pytest.mark.clause("18BL/1f")
def test_the_last_income_is_kept_and_the_pay_out_table_can_be_shown() -> None:
    game = turn_of("CME", "run", tiles={"M3": "57@0"}, stations={"CME": ("O3",)}, trains={"CME": ("2",)})
    game.play(next(iter(game.legal())).action)
    assert game.position.revenues["CME"] == 50
    assert [withheld(revenue) for revenue in (30, 40, 70, 80, 190, 200, 600)] == [0, 10, 10, 20, 40, 50, 150]


@pytest.mark.clause("18BL/2.1a")
def test_seats_are_drawn() -> None:
    orders = {stellwerk.new_game("18BL", NAMES, seed).position.order for seed in range(30)}
    assert len(orders) == 6
    game = stellwerk.new_game("18BL", NAMES, draws=False)
    refused(game, Draw("seating", ("Ada", "Bo", "Bo")))


@pytest.mark.clause("18BL/2.1b")
def test_the_first_seat_begins() -> None:
    game = stellwerk.new_game("18BL", NAMES, draws=False)
    game.play(Draw("seating", ("Cy", "Ada", "Bo")))
    assert game.position.round == Round("draft") and game.turn == "Cy"


@pytest.mark.clause("18BL/2.2")
@pytest.mark.parametrize(("players", "each"), [(2, 1000), (3, 700), (4, 525), (5, 425), (6, 370)])
def test_the_starting_capital(players: int, each: int) -> None:
    names = tuple(f"P{i}" for i in range(players))
    game = fresh(players=names)
    assert all(cash(game, name) == each for name in names)
    assert cash(game, BANK) == 10_000 - players * each


@pytest.mark.clause("18BL/2.3a")
@pytest.mark.parametrize(("edge", "other"), [(0, "I5"), (5, "H6")])
def test_the_bars_of_vohwinkel(edge: int, other: str) -> None:
    assert ("G5", edge) not in BOARD.across and (other, (edge + 3) % 6) not in BOARD.across
    assert all(edge not in BOARD.as_laid(*tile).exits for tile in BOARD.fitting({}, "G5"))


@pytest.mark.clause("18BL/2.3b")
def test_all_certificates_lie_in_the_initial_offering_the_directors_first() -> None:
    game = fresh()
    assert set(game.position.certificates.values()) == {OFFERING}
    for company in RULES.companies:
        first, *rest = RULES.register.at(game.position, company, OFFERING)
        assert first.director and [card.percent for card in rest] == [10] * 8


@pytest.mark.clause("18BL/2.3c")
def test_only_2_trains_are_available_at_first() -> None:
    game = turn_of("CME", "trains", phase="2", stations={"CME": ("O3",)})
    assert {action.face for action in offered(game, BuyTrain)} == {"2"}


@pytest.mark.clause("18BL/2.3d", "18BL/8.8.2e")
def test_trailers_come_with_their_phases() -> None:
    """Given a corporation with a rail bus, in phases 3 and 4 it is offered BW-A, from phase 5 on BW-B."""
    for phase, faces in (("3", {"BW-A"}), ("4", {"BW-A"}), ("5", {"BW-B"}), ("6", {"BW-B"})):
        bus = "SB3" if phase in "345" else "SB5"
        cards = ("3-2", "SB3-2", "BW-A-1") if phase in "34" else ("5-2", "SB5-2", "BW-B-1")
        gone = ("BW-A",) if phase in "56" else ()
        game = turn_of("CME", "trains", phase=phase, next_card=cards, trains={"CME": (bus,)}, scrapped=gone)
        assert {a.face for a in offered(game, BuyTrain) if a.face.startswith("BW")} == faces


@pytest.mark.clause("18BL/2.3e")
def test_three_tokens_on_number_4_and_a_trailer_on_number_5() -> None:
    """Given the green phase with No. 5 a player's, two trailers BW-A can be bought and no token."""
    parts: dict[str, Any] = {
        "privates": {"DEB": "Bo", "EHG": "Bo"},
        "trains": {"CME": ("SB3-1 SB3",), "RSE": ("SB3-2 SB3",)},
    }
    game = turn_of("CME", "trains", next_card=("3-1", "SB3-3", "BW-A-1"), **parts)
    assert RULES.privates["EHG"].tokens == 3
    game.play(BuyTrain("CME", "bank", "BW-A-1", "BW-A", 60))
    late = turn_of("CME", "trains", next_card=("3-1", "SB3-3", "BW-A-3"), **parts)
    assert not [action for action in offered(late, BuyTrain) if action.face == "BW-A"]


@pytest.mark.clause("18BL/2.3f")
def test_a_treasury_is_not_the_director_s_purse() -> None:
    """Given a rich director and a poor corporation, a tile or a train is paid by the treasury or not at all."""
    game = turn_of("CME", "trains", cash={"CME": 50, "Ada": 900}, trains={"CME": ("2",)}, next_card="3-1")
    refused(game, BuyTrain("CME", "bank", "3-1", "3", 200), clause="18BL/8.8.1f")
    game.play(Pass("CME"))
    assert cash(game, "Ada") == 900


@pytest.mark.clause("18BL/1a")
def test_the_bank_is_not_broken_by_the_start() -> None:
    game = fresh(BuyPrivate("Ada", "SK"))
    assert not any(isinstance(event, BankBroken) for entry in game.log for event in entry.events)
    assert bl(phase="2").position.cash[BANK] == 10_000 - 3 * 700
