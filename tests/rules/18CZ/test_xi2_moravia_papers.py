"""18CZ XI.2, Moravia-Silesia: the 3E-train, the Mährische Westbahn, the three Local Railways."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, events, offered, play_on, refused
from tests.moraviakit import LINE, RULES, WIEN, auction, cash, ms, passes, sold, turn_of
from tests.trackkit import way

from stellwerk.actions import (
    Answer,
    Bid,
    BuyTrain,
    Choice,
    Dividend,
    LayTile,
    Pass,
    PlaceStation,
    Run,
    SellPrivate,
    TakeOverPrivate,
    UsePrivate,
)
from stellwerk.errors import BadInput
from stellwerk.events import Paid, Ran, StationRemoved, TrainScrapped
from stellwerk.game import Game
from stellwerk.position import OUT
from stellwerk.routes import best_runs
from stellwerk.rules.limits import certificates_of, limited_trains
from stellwerk.steps.running import best_for, specs_of, worth_of

HOME = {"kk": ("I17",)}
THROUGH = ("I17.0", "H18", "G19.0", "G21.t0", "H22", "I23.0")
GIVE = UsePrivate("kk", "3E")


def with_paper(stage: str = "run", trains: tuple[str, ...] = ("2",), **parts: Any) -> Game:
    """Ada's kk on the line from Wien to Budapest; Ada owns the 3E-train."""
    position = {"tiles": LINE, "stations": HOME, "trains": {"kk": trains}, "privates": {"3E": "Ada"}}
    return turn_of("kk", stage, **{**position, **parts})


def incomes(game: Game, private: str) -> list[tuple[str, int]]:
    """Whom a paper has paid, and what."""
    return [(paid.payee, paid.amount) for paid in events(game, Paid) if paid.reason == f"income of {private}"]


# The 3E-train


@pytest.mark.clause("18CZ/XI.2.papers-a")
@pytest.mark.parametrize("stage", ["track", "station", "run"])
def test_the_owner_may_assign_it_to_his_company_at_any_time_before_it_runs(stage: str) -> None:  # R66
    game = play_on(with_paper(stage), GIVE)
    assert game.position.trains["3E-1"] == ("kk", "3E")
    assert game.position.privates["3E"] == OUT
    assert offered(game, Run) == [Run("kk", 50 + 170)]


@pytest.mark.clause("18CZ/XI.2.papers-a")
def test_after_the_run_it_is_too_late() -> None:  # R66
    for stage in ("dividend", "trains"):
        refused(with_paper(stage, revenue=50), GIVE, code="after-run", clause="18CZ/XI.2.papers-a")


@pytest.mark.clause("18CZ/XI.2.papers-a")
def test_only_a_company_directed_by_its_owner_gets_it() -> None:
    refused(with_paper(privates={"3E": "Bo"}), GIVE, clause="18CZ/XI.2.papers-a")
    refused(with_paper(privates={"3E": OUT}), GIVE)
    refused(with_paper(privates={"3E": "Ada", "S4": "Ada"}), UsePrivate("kk", "S4"))


@pytest.mark.clause("18CZ/XI.2.papers-a")
def test_it_runs_once_its_revenue_is_added_and_then_it_is_discarded() -> None:
    game = play_on(with_paper(), GIVE, Run("kk", 220))
    assert game.position.revenues["kk"] == 220
    assert next(events(game, Ran)).trains == ("2", "3E")
    assert list(events(game, TrainScrapped)) == [TrainScrapped("kk", "3E-1", "3E")]
    assert game.position.trains["3E-1"][0] == OUT
    play_on(game, Dividend("kk", "pay"), Pass("kk"))
    assert game.position.round.number == 2
    assert offered(game, Run) == [Run("kk", 50)], "in the next round the 2-train runs alone"
    refused(game, GIVE)


@pytest.mark.clause("18CZ/XI.2.papers-a")
def test_it_pays_no_income_counts_as_a_certificate_and_no_company_can_buy_it() -> None:  # R66
    game = with_paper("trains", phase="d", revenue=50)
    assert certificates_of(RULES, game.position, "Ada") == 4 + 1
    refused(game, TakeOverPrivate("kk", "3E", 10), clause="18CZ/XI.2.papers-a")
    play_on(game, Pass("kk"))
    assert incomes(game, "3E") == []
    assert certificates_of(RULES, play_on(with_paper(), GIVE).position, "Ada") == 4


@pytest.mark.clause("18CZ/XI.2.papers-b")
def test_it_may_use_the_track_of_the_other_trains_skip_towns_and_adds_every_red_bonus() -> None:
    game = play_on(with_paper(trains=("3", "2"), next_card="d2", phase="a"), GIVE)
    answer = best_for(RULES, game.position, "kk")
    assert answer.proven
    last = answer.runs[-1]
    assert (last.train, last.value) == (2, 20 + 30 + 20 + 2 * 50), "it runs over the town and does not count it"
    assert ("G21.t0", 10) not in last.stops
    assert set(answer.runs[0].nodes) < set(last.nodes), "on the same track"
    assert offered(game, Run) == [Run("kk", answer.total)]
    plain = best_runs(RULES.network(game.position, "kk"), specs_of(RULES, game.position, "kk")[:2])
    assert answer.total == plain.total + last.value


@pytest.mark.clause("18CZ/XI.2.papers-b")
def test_routes_that_are_named_may_overlap_with_it_but_not_with_each_other() -> None:
    game = play_on(with_paper(trains=("3", "2"), next_card="d2", phase="a"), GIVE)
    short, long = tuple(way(game, *THROUGH[:3])), tuple(way(game, *THROUGH))
    assert worth_of(RULES, game.position, "kk", ((), short, long)).total == 50 + 170
    with pytest.raises(Exception, match="share no track"):
        worth_of(RULES, game.position, "kk", (short, short, ()))


@pytest.mark.clause("18CZ/XI.2.papers-b")
def test_like_every_e_train_it_counts_all_cities_and_at_most_three_stops() -> None:
    tiles = {**WIEN, "H18": "9@0", "G19": "202@4", "G21": "4@1", "G23": "57@1", "G25": "9@1", "G27": "8894@1"}
    game = play_on(with_paper(tiles=tiles), GIVE)
    assert offered(game, Run) == [Run("kk", 50 + 120)], "Wien, Brno, Hulín: Budapest would be a fourth city"


@pytest.mark.clause("18CZ/XI.2.papers-c")
def test_it_does_not_count_for_the_train_limit() -> None:
    game = with_paper(trains=("2",) * 4, next_card="a5")
    play_on(game, GIVE)
    assert game.actor == "kk"
    assert limited_trains(RULES, game.position, "kk") == ["a4", "a3", "a2", "a1"]
    three = play_on(with_paper(trains=("2",) * 3, next_card="a4"), GIVE)
    play_on(three, *offered(three, Run), Dividend("kk", "pay"))
    assert allowed(three, BuyTrain("kk", "bank", "a4", "2", 70))


@pytest.mark.clause("18CZ/XI.2.papers-c")
def test_it_does_not_satisfy_the_duty_to_own_a_train() -> None:
    game = play_on(with_paper(trains=()), GIVE, Run("kk", 170), Dividend("kk", "pay"))
    refused(game, Pass("kk"), code="must-own-train", clause="18CZ/VIII.10a")
    play_on(game, BuyTrain("kk", "bank", "a1", "2", 70), Pass("kk"))


# The Mährische Westbahn


def before_round(tile: str | None = "57@0", owner: str = "Bo", **parts: Any) -> Game:
    """The end of an operating round in which kk acts; the Westbahn has an owner and perhaps a tile."""
    tiles = {**LINE, **({"F22": tile} if tile else {})}
    position = {"tiles": tiles, "stations": HOME, "trains": {"kk": ("2",)}, "privates": {"MW": owner}}
    return turn_of("kk", "end", **{**position, **parts})


@pytest.mark.clause("18CZ/XI.2.papers-d")
def test_its_buyer_puts_its_only_station_on_its_home_hex() -> None:  # R67
    game = auction("Ada", "Bo", "Cy")
    assert "F22" not in game.position.stations
    sold(game, "Bo", "MW", 50)
    assert game.position.stations["F22"] == (("MW", 0),)


@pytest.mark.clause("18CZ/XI.2.papers-d")
def test_its_station_takes_a_place_and_blocks_like_that_of_another_company() -> None:  # R67
    tiles = {**LINE, "G21": "58@1", "F22": "57@0", "E23": "9@0", "D24": "9@0"}
    free = turn_of("kk", "station", tiles=tiles, stations=HOME)
    assert allowed(free, PlaceStation("kk", "F22", 0))
    assert allowed(turn_of("kk", tiles=tiles, stations=HOME), LayTile("kk", "C25", "202", 0)), "through a free city"
    kept = turn_of("kk", "station", tiles=tiles, stations=HOME, privates={"MW": "Bo"})
    refused(kept, PlaceStation("kk", "F22", 0), code="no-place")
    blocked = turn_of("kk", tiles=tiles, stations=HOME, privates={"MW": "Ada"})
    refused(blocked, LayTile("kk", "C25", "202", 0), code="not-connected")


@pytest.mark.clause("18CZ/XI.2.papers-e")
def test_at_the_start_of_each_operating_round_its_owner_may_build_on_its_home_hex() -> None:
    game = play_on(before_round(tile=None), Pass("kk"))
    assert (game.actor, game.turn) == ("MW", "Bo")
    assert {action.tile for action in offered(game, LayTile)} == {"5", "6", "57"}
    refused(game, LayTile("MW", "G23", "57", 0), clause="18CZ/XI.2.papers-e")
    refused(game, LayTile("MW", "F22", "619", 0), code="tile-color")
    refused(game, LayTile("MW", "F22", "201", 0), code="tile-mark")
    before = {who: cash(game, who) for who in ("Bo", "kk")}
    play_on(game, LayTile("MW", "F22", "57", 1))
    assert game.position.tiles["F22"] == ("57", 1)
    assert game.position.stations["F22"] == (("MW", 0),), "now in the first place of its tile (R67)"
    assert {who: cash(game, who) - before[who] for who in before} == {"Bo": 20, "kk": 0}, "free; then it pays"
    assert game.actor == "kk"


@pytest.mark.clause("18CZ/XI.2.papers-e")
def test_it_promotes_one_step_in_a_round_to_colours_that_are_open_without_purple_tiles() -> None:  # R67
    yellow = play_on(before_round(), Pass("kk"))
    assert yellow.actor == "kk", "no green tile is available in phase a, so nobody is asked"
    green = play_on(before_round(phase="e"), Pass("kk"))
    assert {action.tile for action in offered(green, LayTile)} == {"14", "15", "619"}
    refused(green, LayTile("MW", "F22", "15p", 0), code="special-tile")
    refused(green, LayTile("MW", "F22", "611", 0))
    play_on(green, LayTile("MW", "F22", "619", 0))
    assert green.actor == "kk", "one tile in a round"
    assert incomes(green, "MW") == [("Bo", 30)]


@pytest.mark.clause("18CZ/XI.2.papers-e")
def test_it_builds_only_what_is_left_in_the_box() -> None:
    far = {"C23": "619@0", "E21": "619@3", "G23": "619@0", "G15": "619@0"}
    tiles = {**LINE, "F22": "57@0", **far}
    game = play_on(before_round(phase="e", tiles=tiles), Pass("kk"))
    assert {action.tile for action in offered(game, LayTile)} == {"14", "15"}


@pytest.mark.clause("18CZ/XI.2.papers-f")
@pytest.mark.parametrize(
    ("tile", "phase", "value"),
    [(None, "a", 0), ("57@0", "a", 20), ("619@0", "d", 30), ("14@0", "e", 30), ("611@0", "e", 40)],
)
def test_it_pays_its_owner_the_value_of_its_home_tile(tile: str | None, phase: str, value: int) -> None:
    game = play_on(before_round(tile, phase=phase), Pass("kk"))
    if game.actor == "MW":
        play_on(game, Pass("MW"))
    assert incomes(game, "MW") == ([("Bo", value)] if value else [])


@pytest.mark.clause("18CZ/XI.2.papers-f")
def test_it_builds_first_and_then_pays_the_new_value() -> None:  # R67
    game = play_on(before_round(phase="e"), Pass("kk"))
    assert incomes(game, "MW") == []
    play_on(game, LayTile("MW", "F22", "619", 0))
    assert incomes(game, "MW") == [("Bo", 30)]


def seller(stations: tuple[str, ...] = ("I17",), price: int = 60, **parts: Any) -> Game:
    """kk, directed by Ada, buys the Westbahn from Bo, who agrees; a green tile lies on its hex."""
    tiles = {**LINE, "F22": "619@0"}
    position = {"phase": "d", "tiles": tiles, "stations": {"kk": stations}, "privates": {"MW": "Bo"}}
    game = turn_of("kk", parts.pop("stage", "track"), **{**position, **parts})
    return play_on(game, TakeOverPrivate("kk", "MW", price), Answer("Bo", True))


@pytest.mark.clause("18CZ/XI.2.papers-g")
def test_it_may_be_sold_to_a_company_for_1_up_to_the_local_railway_price() -> None:
    game = turn_of("kk", phase="d", tiles=LINE, stations=HOME, privates={"MW": "Bo"})
    offer = [choice for choice in game.legal() if isinstance(choice.action, TakeOverPrivate)]
    assert offer == [Choice(TakeOverPrivate("kk", "MW", 1), "price", 1, 60)]
    refused(game, TakeOverPrivate("kk", "MW", 61), code="private-price")
    refused(game, TakeOverPrivate("kk", "MW", 0), code="private-price")
    bought = seller(price=37)
    assert (cash(bought, "kk"), cash(bought, "Bo")) == (500 - 37, 450 + 37)


@pytest.mark.clause("18CZ/XI.2.papers-g")
def test_it_closes_at_once_and_its_station_becomes_an_additional_one_of_the_buyer() -> None:
    game = seller()
    assert game.position.privates["MW"] == OUT
    assert game.position.stations["F22"] == (("kk", 0),)
    assert game.position.unplaced["kk"] == 2
    assert game.rules.station_cost(game.position, "kk") == 40, "it changes nothing for the others (R61)"
    refused(game, SellPrivate("kk", "MW"))
    assert allowed(game, LayTile("kk", "E23", "9", 0)), "track from the new station"


@pytest.mark.clause("18CZ/XI.2.papers-g", "18CZ/XI.2d")
def test_beside_a_station_of_the_buyer_its_marker_goes_to_the_charter_and_costs_100() -> None:  # R61, R68
    game = seller(stations=("I17", "F22"))
    assert game.position.stations["F22"] == (("kk", 0),)
    assert list(events(game, StationRemoved)) == [StationRemoved("MW", "F22", 0)]
    assert game.position.unplaced["kk"] == 2, "the one for 100 and the Westbahn's"
    assert game.rules.station_cost(game.position, "kk") == 100
    play_on(game, PlaceStation("kk", "G19", 0))
    assert cash(game, "kk") == 500 - 60 - 100
    assert (game.position.unplaced["kk"], game.rules.station_cost(game.position, "kk")) == (1, 100)


@pytest.mark.clause("18CZ/XI.2.papers-g")
def test_a_position_file_can_tell_of_all_four_markers_on_the_map() -> None:
    four = {"kk": ("I17", "F22", "G19", "E21")}
    game = turn_of("kk", phase="d", tiles=LINE, stations=four, extra={"mw": "kk"})
    assert game.position.unplaced["kk"] == 0
    with pytest.raises(BadInput, match="3 station markers"):
        turn_of("kk", phase="d", tiles=LINE, stations=four)


@pytest.mark.clause("18CZ/XI.2.papers-g", "18CZ/XI.2j")
def test_a_station_already_sold_stays_when_the_papers_close() -> None:  # R65
    game = seller(stage="trains", phase="e", next_card="g1")
    play_on(game, BuyTrain("kk", "bank", "g1", "4+4", 400))
    assert game.position.phase == "g"
    assert game.position.stations["F22"] == (("kk", 0),)


@pytest.mark.clause("18CZ/XI.2.papers-g")
def test_no_operating_round_asks_for_a_westbahn_that_is_sold_or_closed() -> None:
    game = seller(stage="end", trains={"kk": ("2",)})
    play_on(game, Pass("kk"))
    assert game.actor == "kk"
    assert incomes(game, "MW") == []


# The Local Railways


@pytest.mark.clause("18CZ/XI.2.papers-h")
def test_local_railways_pay_their_owners_5_10_and_20() -> None:
    privates = {"S4": "Ada", "M4": "Bo", "L1": "kk"}
    game = play_on(before_round(privates=privates), Pass("kk"))
    paid = {name: incomes(game, name) for name in privates}
    assert paid == {"S4": [("Ada", 5)], "M4": [("Bo", 10)], "L1": [("kk", 20)]}


@pytest.mark.clause("18CZ/XI.2.papers-h")
def test_companies_buy_them_sell_them_to_the_bank_and_use_their_powers() -> None:
    tiles = {**LINE, "F22": "57@0", "G21": "58@1"}
    parts: dict[str, Any] = {"phase": "d", "tiles": tiles, "stations": HOME, "privates": {"S4": "Ada", "L1": "kk"}}
    game = turn_of("kk", **parts)
    assert allowed(game, TakeOverPrivate("kk", "S4", 60))
    assert allowed(game, LayTile("kk", "F22", "15p", 3, "L1"))
    assert cash(play_on(game, SellPrivate("kk", "L1")), "kk") == 500 + 60


@pytest.mark.clause("18CZ/XI.2.papers-h")
def test_at_the_end_only_local_railways_are_worth_their_price() -> None:
    """The 3E and the Westbahn are papers of another kind (X.2b, XI.2.papers-h)."""
    papers = {"S4": "Ada", "M4": "Bo", "3E": "Bo", "MW": "Cy"}
    game = ms(round={"kind": "stock", "set": 6}, privates=papers)
    assert [RULES.wealth(game.position, player) for player in ("Ada", "Bo", "Cy")] == [450 + 120, 450 + 120, 450]


@pytest.mark.clause("18CZ/XI.2.papers-d")
def test_a_company_left_without_a_bidder_has_no_station() -> None:
    game = auction("Ada", "Bo")
    sold(game, "Ada", "S4", 30)
    play_on(game, Bid("Bo", "MW", 0), Pass("Ada"), *passes("Ada"))
    assert game.position.privates["MW"] == OUT
    assert not game.position.stations
