"""18BL, 8.8.1, 8.8.2 and 9: vehicles, when they become available, phases and obsolescence."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blkit import cash, trains, turn_of
from tests.kit import allowed, choices, company, events, offered, play_on, refused

from stellwerk.actions import Answer, BuyTrain, Pass, ReturnTrain, Run
from stellwerk.events import PhaseBegan, TypeScrapped
from stellwerk.game import Game
from stellwerk.position import BANK, OUT, POOL, Round
from stellwerk.titles import rules_of

RULES = rules_of("18BL")
PRICES = {
    "2": 100,
    "3": 200,
    "4": 300,
    "5": 450,
    "6": 600,
    "3+3": 750,
    "SB3": 160,
    "SB4": 240,
    "SB5": 340,
    "SB6": 440,
    "BW-A": 60,
    "BW-B": 90,
}


def buying(money: int = 3000, **parts: Any) -> Game:
    """The CME (Ada) buys vehicles; it has a 2-train unless said."""
    position = {"cash": {"CME": money}, "trains": {"CME": ("2-1 2",)}, "stations": {"CME": ("O3",)}}
    return turn_of("CME", "trains", **{**position, **parts})


def buy(card: str, company: str = "CME", source: str = BANK) -> BuyTrain:
    """The purchase of a card at its printed price."""
    face = RULES.cards.letter(card)
    return BuyTrain(company, source, card, face, PRICES[face])


def on_sale(game: Game) -> set[str]:
    """The types in the available boxes."""
    return {RULES.cards.letter(card) for card in RULES.on_stack(game.position)}


def started(name: str = "CME", other: str = "OV") -> dict[str, Any]:
    """Ada's corporation and Bo's."""
    return {name: company(80, Ada=60), other: company(75, Bo=60)}


# 8.8.1


@pytest.mark.clause("18BL/8.8.1a")
def test_prices() -> None:
    assert {name: face.price for name, face in RULES.cards.by_name.items()} == PRICES
    refused(buying(phase="2", next_card="2-2"), BuyTrain("CME", BANK, "2-2", "2", 99), clause="18BL/8.8.1a")


@pytest.mark.clause("18BL/8.8.1b")
@pytest.mark.parametrize(("phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 3), ("6", 2), ("3+3", 2)])
def test_the_limit_of_trains_and_rail_busses(phase: str, limit: int) -> None:
    """Given as many vehicles as the limit, trailers aside, no more can be bought."""
    kinds = {"2": "2", "3": "3", "4": "4", "5": "5", "6": "5", "3+3": "5"}
    letter = kinds[phase]
    fleet = [f"{letter}-{i + 1} {letter}" for i in range(min(limit, RULES.cards.figures[letter].count or 0))]
    assert RULES.phases[phase].train_limit[""] == limit
    if len(fleet) == limit:
        nexts = {"2": "2-5", "3": "4-1", "4": "5-1", "5": "6-1", "6": "6-2", "3+3": "6-2"}[phase]
        game = buying(phase=phase, trains={"CME": tuple(fleet)}, next_card=nexts)
        card = next(c for c in RULES.on_stack(game.position) if RULES.cards.letter(c)[0] != "B")
        refused(game, buy(card), clause="18BL/8.8.1b")


@pytest.mark.clause("18BL/8.8.1b")
def test_one_trailer_beside_the_limit() -> None:
    """Given three vehicles in phase 5, a trailer is bought besides; a second one never."""
    fleet = ("4-1 4", "4-2 4", "SB4-1 SB4")
    game = buying(phase="5", trains={"CME": fleet}, next_card=("5-2", "SB5-1", "BW-B-1"), scrapped=("2", "BW-A"))
    game.play(buy("BW-B-1"))
    assert trains(game, "CME") == ["4", "4", "BW-B", "SB4"]
    refused(game, buy("BW-B-2"), clause="18BL/8.8.1b")


@pytest.mark.clause("18BL/8.8.1c")
def test_vehicles_are_bought_at_the_end_of_the_turn() -> None:
    for stage in ("track", "run", "dividend"):
        turn = {"company": "CME", "stage": stage, "revenue": 50}
        refused(buying(phase="2", next_card="2-2", turn=turn, tiles={"M3": "57@0"}), buy("2-2"), clause="18BL/8.2a")


@pytest.mark.clause("18BL/8.8.1d")
def test_boxes_pool_and_other_corporations() -> None:
    parts: dict[str, Any] = {
        "companies": started(),
        "trains": {"CME": ("2-1 2",), "OV": ("3-1 3",), "pool": ("2-2 2", "3-2 3")},
    }
    game = buying(next_card=("3-3", "SB3-1", "BW-A-1"), **parts)
    before = cash(game, BANK)
    play_on(game, buy("3-2", source=POOL))
    assert cash(game, BANK) == before + 200 and trains(game, POOL) == ["2"]
    game.play(buy("SB3-1"))
    assert cash(game, BANK) == before + 360
    refused(game, BuyTrain("CME", "OV", "BW-A-1", "BW-A", 10), clause="18BL/8.8.1d")


@pytest.mark.clause("18BL/8.8.1e")
def test_trade_between_corporations_from_the_green_phase() -> None:
    parts: dict[str, Any] = {"companies": started(), "trains": {"CME": ("2-1 2",), "OV": ("2-2 2",)}}
    offer = BuyTrain("CME", "OV", "2-2", "2", 1)
    refused(buying(phase="2", next_card="2-3", **parts), offer, clause="18BL/8.8.1e")
    game = buying(77, phase="3", **parts)
    (choice,) = choices(game, BuyTrain)
    assert (choice.low, choice.high) == (1, 77)
    refused(game, BuyTrain("CME", "OV", "2-2", "2", 0), clause="18BL/8.8.1e")
    game.play(offer)
    assert game.turn == "Bo"
    game.play(Answer("Bo", True))
    assert cash(game, "OV") == 1 and trains(game, "CME") == ["2", "2"] and trains(game, "OV") == []


@pytest.mark.clause("18BL/8.8.1f")
def test_the_treasury_pays_the_whole_price() -> None:
    game = buying(199, phase="3", next_card=("3-1", "SB3-1"))
    refused(game, buy("3-1"), clause="18BL/8.8.1f")
    assert allowed(game, buy("SB3-1"))


@pytest.mark.clause("18BL/8.8.1g")
def test_once_the_limit_is_met_nothing_more_is_bought() -> None:
    """Given three 2-trains in phase 3 (limit 4), the first 4-train meets the limit, though it scraps them (R72)."""
    fleet = ("2-1 2", "2-2 2", "2-3 2")
    game = buying(phase="3", trains={"CME": fleet}, next_card=("4-1", "SB4-1", "BW-A-1"))
    game.play(buy("4-1"))
    assert trains(game, "CME") == ["4"]
    refused(game, buy("4-2"), clause="18BL/8.8.1g")
    play_on(game, Pass("CME"), Run("CME", 0))
    assert allowed(game, buy("4-2")), "in its next turn it may"
    fewer = buying(phase="3", trains={"CME": fleet[:2]}, next_card=("4-1", "SB4-1", "BW-A-1"))
    play_on(fewer, buy("4-1"), buy("4-2"))
    assert trains(fewer, "CME") == ["4", "4"]


@pytest.mark.clause("18BL/8.8.1g")
def test_any_number_up_to_the_limit_and_a_trailer_still() -> None:
    game = buying(phase="3", trains={"CME": ("SB3-1 SB3",)}, next_card=("3-1", "SB3-2", "BW-A-1"))
    play_on(game, buy("3-1"), buy("3-2"), buy("3-3"))
    refused(game, buy("3-4"), clause="18BL/8.8.1b")
    game.play(buy("BW-A-1"))
    assert trains(game, "CME") == ["3", "3", "3", "BW-A", "SB3"]


@pytest.mark.clause("18BL/8.8.1h", "18BL/8.8.2d")
@pytest.mark.parametrize(("card", "phase"), [("3-1", "3"), ("SB3-1", "3")])
def test_trains_and_rail_busses_begin_phases_alike(card: str, phase: str) -> None:
    game = buying(phase="2", next_card=("3-1", "SB3-1", "BW-A-1"))
    assert game.position.phase == "2", "available, but not bought"
    game.play(buy(card))
    assert [event.phase for event in events(game, PhaseBegan)] == [phase]


@pytest.mark.clause("18BL/8.8.1h")
def test_a_vehicle_from_the_pool_or_a_corporation_begins_no_phase() -> None:
    """R75."""
    parts: dict[str, Any] = {"companies": started(), "phase": "3", "next_card": ("4-1", "SB4-1")}
    game = buying(**parts, trains={"CME": ("2-1 2",), "pool": ("3-1 3",)})
    game.play(buy("3-1", source=POOL))
    assert game.position.phase == "3" and not list(events(game, PhaseBegan))


@pytest.mark.clause("18BL/8.8.1i")
def test_trailers_need_a_rail_bus_and_are_never_sold_on() -> None:
    cards = ("3-1", "SB3-2", "BW-A-1")
    refused(buying(phase="3", next_card=cards), buy("BW-A-1"), clause="18BL/8.8.1i")
    other = buying(
        phase="3",
        companies=started(),
        trains={"CME": ("SB3-1 SB3",), "OV": ("2-1 2", "BW-A-1 BW-A")},
        next_card=("3-1", "SB3-2", "BW-A-2"),
    )
    refused(other, BuyTrain("CME", "OV", "BW-A-1", "BW-A", 10), clause="18BL/8.8.1i")


@pytest.mark.clause("18BL/8.8.1i")
def test_a_trailer_stays_when_the_last_rail_bus_goes() -> None:
    """Given OV with a rail bus and a trailer, it sells the rail bus and keeps the trailer."""
    game = buying(
        phase="3",
        companies={"CME": company(80, Ada=60), "OV": company(75, Ada=60)},
        trains={"CME": ("2-1 2",), "OV": ("SB3-1 SB3", "BW-A-1 BW-A")},
        next_card=("3-1", "SB3-2", "BW-A-2"),
    )
    game.play(BuyTrain("CME", "OV", "SB3-1", "SB3", 5))
    assert trains(game, "OV") == ["BW-A"]
    late = buying(
        phase="5",
        companies=started(),
        trains={"CME": ("5-1 5",), "OV": ("SB3-1 SB3", "BW-B-1 BW-B")},
        next_card=("6-1", "SB6-1", "BW-B-2"),
        scrapped=("2", "BW-A"),
    )
    late.play(buy("6-1"))
    assert trains(late, "OV") == ["BW-B"]


@pytest.mark.clause("18BL/8.8.1j")
def test_vehicles_above_a_lowered_limit_go_to_the_pool() -> None:
    """Given the OV with four 3-trains when the first 4 is sold, its director gives one up (R73)."""
    fleet = {"CME": ("2-1 2",), "OV": ("3-1 3", "3-2 3", "3-3 3", "3-4 3")}
    game = buying(phase="3", companies=started(), trains=fleet, next_card=("4-1", "SB4-1", "BW-A-1"))
    game.play(buy("4-1"))
    assert game.turn == "Bo" and {a.card for a in offered(game, ReturnTrain)} == {"3-1", "3-2", "3-3", "3-4"}
    game.play(ReturnTrain("OV", "3-2"))
    assert trains(game, POOL) == ["3"] and cash(game, "OV") == 0
    game.play(buy("3-2", source=POOL))
    assert trains(game, "CME") == ["3", "4"]


@pytest.mark.clause("18BL/8.8.1j")
def test_trailers_never_count_and_the_acting_corporation_is_first() -> None:
    """Given both corporations over the limit of the grey phase, the acting one gives up first; trailers stay."""
    fleet = {"CME": ("4-1 4", "4-2 4"), "OV": ("5-1 5", "5-2 5", "SB5-1 SB5", "BW-B-1 BW-B")}
    game = buying(
        phase="5",
        companies={"CME": company(65, Ada=60), "OV": company(90, Bo=60)},
        trains=fleet,
        next_card=("6-1", "SB6-1", "BW-B-2"),
        scrapped=("2", "BW-A"),
    )
    game.play(buy("6-1"))
    assert game.actor == "CME"
    play_on(game, ReturnTrain("CME", "4-1"))
    assert game.actor == "OV"
    refused(game, ReturnTrain("OV", "BW-B-1"), clause="18BL/8.8.1d")
    game.play(ReturnTrain("OV", "SB5-1"))
    assert trains(game, "OV") == ["5", "5", "BW-B"] and trains(game, POOL) == ["4", "SB5"]


# 8.8.2


@pytest.mark.clause("18BL/8.8.2a", "18BL/8.8.2b")
def test_the_last_2_train_brings_3_trains_and_sb3() -> None:
    game = buying(phase="2", next_card=("2-7", "SB3-1", "BW-A-1"))
    assert on_sale(game) == {"2"}
    game.play(buy("2-7"))
    assert on_sale(game) == {"3", "SB3"} and game.position.phase == "2"


@pytest.mark.clause("18BL/8.8.2a")
def test_a_type_sold_out_in_one_box_brings_the_next_of_both_kinds() -> None:
    """Given two 3-trains and the last SB3, when it is bought, 4-trains and SB4 appear and the 3-trains stay (R70)."""
    game = buying(phase="3", next_card=("3-3", "SB3-3", "BW-A-1"))
    assert on_sale(game) == {"3", "SB3", "BW-A"}
    game.play(buy("SB3-3"))
    assert on_sale(game) == {"3", "4", "SB4", "BW-A"}
    play_on(game, buy("3-3"), buy("3-4"))
    assert on_sale(game) == {"4", "SB4", "BW-A"}, "older types bring nothing new"


@pytest.mark.clause("18BL/8.8.2a")
def test_the_example_of_the_book() -> None:
    """Two 4-trains, one 5-train and one SB5: the last 5-train brings 6 and SB6, the 4-trains remain."""
    game = buying(
        phase="5", next_card=("4-2", "SB5-2", "BW-B-1"), trains={"CME": ("4-1 4",), "pool": ("5-1 5", "5-2 5")}
    )
    position = game.position
    position.stack = tuple(card for card in position.stack if card not in ("5-1", "5-2"))
    assert on_sale(game) == {"4", "5", "SB5", "BW-B"}
    game.play(buy("5-3"))
    assert on_sale(game) == {"4", "6", "SB5", "SB6", "BW-B"}


@pytest.mark.clause("18BL/8.8.2c")
@pytest.mark.parametrize("card", ["6-1", "SB6-1"])
def test_the_first_6_or_sb6_brings_the_3_plus_3(card: str) -> None:
    game = buying(phase="5", next_card=("6-1", "SB6-1", "BW-B-1"), trains={"CME": ("5-1 5",)})
    assert "3+3" not in on_sale(game)
    refused(game, buy("3+3-1"), clause="18BL/8.8.2a")
    game.play(buy(card))
    assert {"6", "SB6", "3+3"} <= on_sale(game)
    play_on(game, Pass("CME"))
    last = buying(phase="6", next_card=("6-2", "SB6-2", "BW-B-1"), trains={"CME": ("5-1 5",)})
    last.play(buy("6-2"))
    assert on_sale(last) == {"SB6", "3+3", "BW-B"}, "after the last 6 nothing new appears"


@pytest.mark.clause("18BL/8.8.2d")
def test_obsolescence_begins_with_the_first_purchase() -> None:
    """Given 4-trains on sale, the 2-trains run on until the first is bought."""
    game = buying(
        phase="3",
        next_card=("3-4", "SB3-1", "BW-A-1"),
        companies=started(),
        trains={"CME": ("3-1 3",), "OV": ("2-1 2",)},
    )
    game.play(buy("3-4"))
    assert "4" in on_sale(game) and trains(game, "OV") == ["2"]
    game.play(buy("4-1"))
    assert trains(game, "OV") == []


@pytest.mark.clause("18BL/8.8.2e")
def test_bw_b_wait_for_the_brown_phase() -> None:
    """Given SB5 available in phase 4 and not bought, no BW-B is on sale yet (R68)."""
    game = buying(phase="4", next_card=("4-3", "SB5-1", "BW-B-1"), trains={"CME": ("SB4-1 SB4",)})
    assert "SB5" in on_sale(game) and "BW-B" not in on_sale(game)
    game.play(buy("SB5-1"))
    assert "BW-B" in on_sale(game)


# 9: phases


@pytest.mark.clause("18BL/9a")
def test_the_yellow_phase() -> None:
    phase = RULES.phases["2"]
    assert set(phase.tiles) == {"yellow", "orange"} and phase.values == "yellow" and phase.operating_rounds == 1
    assert phase.train_limit[""] == 4 and not RULES.allows(buying(phase="2").position, "trains-between-companies")


@pytest.mark.clause("18BL/9b")
@pytest.mark.parametrize("card", ["3-1", "SB3-1"])
def test_the_green_phase(card: str) -> None:
    """Given the set of one round in which it begins, one more round is not played; the next set has two (R85)."""
    turn = {"company": "CME", "stage": "trains"}
    game = buying(phase="2", next_card=("3-1", "SB3-1", "BW-A-1"), turn=turn)
    game.play(buy(card))
    phase = RULES.phases[game.position.phase]
    assert game.position.phase == "3" and {"yellow", "green"} <= set(phase.tiles) and "brown" not in phase.tiles
    assert (
        phase.values == "green" and RULES.allows(game.position, "trains-between-companies") and "BW-A" in on_sale(game)
    )
    game.play(Pass("CME"))
    assert game.position.round == Round("stock", 2)
    play_on(game, Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert game.position.round == Round("operating", 2, 1, 2)


@pytest.mark.clause("18BL/9c")
@pytest.mark.parametrize("card", ["4-1", "SB4-1"])
def test_the_first_4_or_sb4(card: str) -> None:
    game = buying(
        phase="3",
        next_card=("4-1", "SB4-1", "BW-A-1"),
        companies=started(),
        trains={"CME": ("3-1 3",), "OV": ("2-1 2", "SB3-1 SB3"), "pool": ("2-2 2",)},
    )
    game.play(buy(card))
    assert [event.face for event in events(game, TypeScrapped)] == ["2"]
    assert trains(game, "OV") == ["SB3"] and trains(game, POOL) == [] and trains(game, OUT) == ["2", "2"]
    assert RULES.train_limit(game.position, "CME") == 3


@pytest.mark.clause("18BL/9d")
@pytest.mark.parametrize("card", ["5-1", "SB5-1"])
def test_the_brown_phase(card: str) -> None:
    game = buying(
        phase="4",
        next_card=("5-1", "SB5-1", "BW-A-3"),
        companies=started(),
        trains={"CME": ("4-1 4",), "OV": ("SB4-1 SB4", "BW-A-1 BW-A"), "pool": ("BW-A-2 BW-A",)},
        privates={"SK": "Ada", "DEB": "OV"},
    )
    game.play(buy(card))
    phase = RULES.phases[game.position.phase]
    assert game.position.phase == "5" and "brown" in phase.tiles and phase.values == "brown"
    assert phase.operating_rounds == 3 and set(game.position.privates.values()) == {OUT}
    assert trains(game, "OV") == ["SB4"] and trains(game, POOL) == [] and "BW-B" in on_sale(game)
    assert "BW-A" not in on_sale(game) and "BW-A-3" not in game.position.stack, "obsolete ones leave the boxes (R71)"


@pytest.mark.clause("18BL/9e")
@pytest.mark.parametrize("card", ["6-1", "SB6-1"])
def test_the_grey_phase(card: str) -> None:
    """3-trains and SB3 become obsolete, SB4 do not (R69)."""
    game = buying(
        phase="5",
        next_card=("6-1", "SB6-1", "BW-B-1"),
        companies=started(),
        trains={"CME": ("5-1 5",), "OV": ("3-1 3", "SB3-1 SB3", "SB4-1 SB4"), "pool": ("4-1 4",)},
    )
    game.play(buy(card))
    phase = RULES.phases[game.position.phase]
    assert (
        game.position.phase == "6" and "gray" in phase.tiles and phase.values == "gray" and phase.train_limit[""] == 2
    )
    assert trains(game, "OV") == ["SB4"] and trains(game, POOL) == ["4"] and "3+3" in on_sale(game)


@pytest.mark.clause("18BL/9f")
def test_the_first_3_plus_3() -> None:
    game = buying(
        phase="6",
        next_card=("3+3-1", "SB6-2", "BW-B-1"),
        companies=started(),
        trains={"CME": ("5-1 5",), "OV": ("4-1 4", "SB4-1 SB4"), "pool": ("4-2 4",)},
    )
    game.play(buy("3+3-1"))
    assert game.position.phase == "3+3" and trains(game, "OV") == [] and trains(game, POOL) == []


@pytest.mark.clause("18BL/11d")
def test_removed_vehicles_never_come_back() -> None:
    """Given 3-trains still in the box when they become obsolete, they are out for good."""
    game = buying(phase="5", next_card=("3-4", "SB6-1", "BW-B-1"), trains={"CME": ("5-1 5",)})
    game.play(buy("SB6-1"))
    assert "3-4" not in game.position.stack and game.position.trains["3-4"][0] == OUT
    refused(game, buy("3-4"), clause="18BL/8.8.2a")
