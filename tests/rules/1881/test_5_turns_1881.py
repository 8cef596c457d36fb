"""1881, chapter 5 and 10.2: who acts, the order of a turn, what of it is optional."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, offered, play_on, refused
from tests.kit81 import at_turn, holders
from tests.trackkit import way

from stellwerk.actions import Action, BuyTrain, Dividend, LayTile, Pass, PlaceStation, Run
from stellwerk.game import Game
from stellwerk.position import BANK
from stellwerk.steps.station_sale import BuyDepot

SOUTH = {"J18": "8@0", "K17": "1@0", "L16": "9@5", "M17": "1@2", "N18": "8@3"}
"""Tram track from Kreuzberg over Marienfelde to Lichtenrade."""
LAY = LayTile("SBV", "L16", "18", 3)
DEPOT = PlaceStation("SBV", "J18", 0)
RUN = Run("SBV", 40)
PAY = Dividend("SBV", "pay")
BUY = BuyTrain("SBV", BANK, "3-2", "3", 330)
END = Pass("SBV")


def sbv(**parts: Any) -> Game:
    """SBV with a 2, at the beginning of its turn."""
    return at_turn("SBV", **{"tiles": SOUTH, "trains": {"SBV": ["2"]}, **parts})


# 5.2: the director acts


@pytest.mark.clause("1881/5.2")
def test_only_the_director_acts_for_a_company() -> None:
    """Given SBV at its turn, Bo directs it, others hold shares: Bo is asked, and no other company acts."""
    game = at_turn("SBV", companies={"SBV": holders(Bo=30, Ada=20, Cy=10), "BChSt": holders(Ada=60)})
    assert game.turn == "Bo"
    refused(game, LayTile("BChSt", "H14", "54", 2), clause="1881/5.2", code="not-your-turn")
    late = at_turn("SBV", "end", companies={"SBV": holders(Bo=30, Ada=20, Cy=10), "BChSt": holders(Ada=60)})
    refused(late, Pass("BChSt"), clause="1881/5.2", code="not-your-turn")
    refused(late, Pass("Bo"), clause="1881/5.2", code="not-your-turn")


@pytest.mark.clause("1881/5.2")
def test_the_new_director_acts_after_a_change() -> None:
    game = at_turn("SBV", companies={"SBV": holders(Bo=30, Ada=30)})
    game.position.put("certificates", "SBV_0", "Ada")
    game.position.put("certificates", "SBV_1", "Bo")
    assert game.turn == "Ada"


# 5.4: the order


@pytest.mark.clause("1881/5.4a", "1881/7.1", "1881/8.1")
def test_a_turn_goes_in_this_order() -> None:
    """Each act closes those before it; buying is open only after the income, and the last of all."""
    steps = [LAY, DEPOT, Run("SBV", 50), PAY, BUY]
    game = sbv()
    for number, step in enumerate(steps):
        for later in steps[number + 1 :]:
            if later in (PAY, BUY):
                refused(game, later, clause="1881/5.4a", code="not-now")
        game.play(step)
        for earlier in steps[: number + 1]:
            if earlier != BUY:
                assert not allowed(game, earlier), f"{earlier} after {step}"
    game.play(END)


@pytest.mark.clause("1881/5.4a")
@pytest.mark.parametrize(("done", "late"), [(DEPOT, LAY), (RUN, LAY), (RUN, DEPOT)])
def test_what_was_left_out_is_not_made_up_for(done: Action, late: Action) -> None:
    refused(play_on(sbv(), done), late, clause="1881/5.4a", code="not-now")


@pytest.mark.clause("1881/5.4a", "1881/10.1a")
def test_buying_is_the_last_action() -> None:
    game = play_on(sbv(cash={"SBV": 900, "Ada": 0}), RUN, PAY, BUY)
    refused(game, LAY, code="not-now")
    refused(game, Run("SBV", 60), clause="1881/5.4a", code="not-now")
    assert allowed(game, BuyTrain("SBV", BANK, "3-3", "3", 330)), "another vehicle may follow"


@pytest.mark.clause("1881/5.4b")
def test_track_depot_running_and_buying_are_optional() -> None:
    """Given SBV with a tram and money, when it does nothing at all, its turn ends."""
    game = play_on(sbv(), Run("SBV", 0), END)
    assert not any(isinstance(action, Pass) and action.who == "SBV" for action in offered(game, Pass))
    assert game.position.stations == {"L16": (("SBV", 0),)} and game.position.cash["SBV"] == 500


@pytest.mark.clause("1881/5.4b")
def test_income_is_not_optional() -> None:
    """The turn does not end before it was run (or not run) and decided."""
    game = sbv()
    refused(game, END, clause="1881/5.4a")
    game.play(RUN)
    refused(game, END, clause="1881/5.4a")


@pytest.mark.clause("1881/5.4b")
def test_the_director_chooses_the_runs() -> None:
    """R52: some vehicles may stay at home, and a run need not be the best."""
    game = sbv(trains={"SBV": ["3", "2"]})
    (best,) = offered(game, Run)
    south = tuple(way(game, "L16.0", "M17", "N18.0"))
    assert best.revenue == 80
    game.play(Run("SBV", 40, ((), south)))
    assert game.position.revenues["SBV"] == 40


# 10.2


@pytest.mark.clause("1881/10.2")
def test_a_new_vehicle_runs_in_the_next_operating_round() -> None:
    """Given SBV without a vehicle, when it buys one, it does not run in this turn any more, but in the next round."""
    game = at_turn("SBV", "trains", tiles=SOUTH, phase="green")
    game.play(BuyTrain("SBV", BANK, "3-2", "3", 330))
    refused(game, Run("SBV", 60), clause="1881/5.4a", code="not-now")
    game.play(END)
    assert game.position.round.number == 2 and game.actor == "SBV"
    assert allowed(game, Run("SBV", 60))


@pytest.mark.clause("1881/10.2", "1881/10.5a")
def test_a_vehicle_bought_of_another_company_runs_in_the_next_round_too() -> None:
    companies = {"SBV": holders(Ada=60), "BChSt": holders(Ada=60)}
    game = at_turn("SBV", "trains", companies=companies, trains={"SBV": ["2"], "BChSt": ["3"]}, tiles=SOUTH)
    game.play(BuyTrain("SBV", "BChSt", "3-1", "3", 1))
    refused(game, Run("SBV", 60), clause="1881/5.4a", code="not-now")


# BuyDepot takes the place of a new depot


@pytest.mark.clause("1881/7.1", "1881/7.8b")
def test_one_depot_a_turn_new_or_bought() -> None:
    """R48."""
    game = sbv(companies={"SBV": holders(Ada=60), "BChSt": holders(Ada=60)}, stations={"BChSt": ["H14", "N18"]})
    bought = BuyDepot("SBV", "BChSt", "N18", 0, 30)
    assert allowed(game, bought)
    other = play_on(game.copy(), DEPOT)
    refused(other, bought, clause="1881/5.4a", code="not-now")
    refused(play_on(game, bought), DEPOT, clause="1881/5.4a", code="not-now")
