"""18Rhl, chapter 14: what the purchase of new trains changes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, events, given, offered, play_on, refused
from tests.trackkit import earns

from stellwerk.actions import BuyTrain, LayTile, Pass, ReturnTrain
from stellwerk.events import PhaseBegan, TrainScrapped
from stellwerk.game import Game
from stellwerk.position import Round
from stellwerk.titles import rules_of

RULES = rules_of("18Rhl")
PRICES = {"2": 100, "3": 200, "4": 300, "5": 500, "6": 600, "8": 800}
SCRAPPED = {"2": (), "3": (), "4": ("2",), "5": ("2",), "6": ("2", "3"), "8": ("2", "3", "4")}
LIMITS = {"2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "8": 2}


def rhl(**parts: Any) -> Game:
    return given(title="18Rhl", **parts)


def bme(phase: str, stage: str = "track", **parts: Any) -> Game:
    """BME (Ada) with 4000 on its turn in a phase, with a station in Barmen; ADR (Bo) waits."""
    return rhl(
        **{
            "phase": phase,
            "companies": {"BME": company(80, Ada=50), "ADR": company(60, Bo=50)},
            "stations": {"BME": ("F13.1",), "ADR": ("K2",)},
            "scrapped": SCRAPPED[phase],
            "cash": {"BME": 4000},
            "turn": {"company": "BME", "stage": stage, "after": ()},
            **parts,
        }
    )


def before(letter: str, **parts: Any) -> Game:
    """BME is about to buy the first train of a type."""
    phase = [*PRICES][[*PRICES].index(letter) - 1]
    return bme(phase, "trains", **{"next_card": f"{letter}-1", **parts})


def buy(card: str, source: str = "bank") -> BuyTrain:
    return BuyTrain("BME", source, card, card[0], PRICES[card[0]])


def trains(game: Game, owner: str) -> list[str]:
    """The types an owner has."""
    return sorted(face for place, face in game.position.trains.values() if place == owner)


# Tiles


TILES: dict[str, tuple[dict[str, str], LayTile]] = {  # what BME could lay: on E14, on F13 (printed yellow, then 934)
    "yellow": ({}, LayTile("BME", "E14", "9", 0)),
    "green": ({}, LayTile("BME", "F13", "934", 5)),
    "brown": ({"F13": "934@5"}, LayTile("BME", "F13", "216", 5)),
}
OPEN = {"2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "8": 4}


@pytest.mark.clause("18Rhl/14a", "18Rhl/14b", "18Rhl/14d")
@pytest.mark.parametrize("phase", OPEN)
@pytest.mark.parametrize("color", ["yellow", "green", "brown"])
def test_each_phase_has_its_tiles(phase: str, color: str) -> None:
    tiles, lay = TILES[color]
    stations = {"BME": ("F13.0" if tiles else "F13.1",), "ADR": ("K2",)}
    game = bme(phase, tiles=tiles, stations=stations)
    if [*TILES].index(color) < OPEN[phase]:
        assert allowed(game, lay)
    else:
        refused(game, lay, clause="18Rhl/8b")


@pytest.mark.clause("18Rhl/14f")
@pytest.mark.parametrize("phase", OPEN)
def test_grey_tiles_come_with_the_first_8_train(phase: str) -> None:
    """RhE in brown Köln."""
    game = rhl(
        phase=phase,
        companies={"RhE": company(80, Ada=30, pool=30)},
        stations={"RhE": ("I10",)},
        tiles={"I10": "928@0"},
        scrapped=SCRAPPED[phase],
        cash={"RhE": 50},
        turn={"company": "RhE"},
    )
    if phase == "8":
        assert allowed(game, LayTile("RhE", "I10", "932", 0))
    else:
        refused(game, LayTile("RhE", "I10", "932", 0), clause="18Rhl/8b")


@pytest.mark.clause("18Rhl/14a", "18Rhl/14b")
@pytest.mark.parametrize("phase", OPEN)
def test_one_yellow_tile_or_one_upgrade_is_laid_in_a_turn(phase: str) -> None:
    yellow, upgrade = LayTile("BME", "E14", "9", 0), LayTile("BME", "F13", "934", 5)
    game = play_on(bme(phase), yellow)
    refused(game, LayTile("BME", "G14", "9", 2), clause="18Rhl/6.3b")
    refused(game, upgrade, clause="18Rhl/6.3b")
    if phase != "2":
        game = play_on(bme(phase), upgrade)
        refused(game, yellow, clause="18Rhl/6.3b")


# Train limits


@pytest.mark.clause("18Rhl/14a", "18Rhl/14b", "18Rhl/14c", "18Rhl/14d", "18Rhl/14e", "18Rhl/14f")
@pytest.mark.parametrize("phase", LIMITS)
def test_each_phase_has_its_train_limit(phase: str) -> None:
    other = {"2": "2-5", "3": "3-5", "4": "4-3", "5": "5-3", "6": "6-5", "8": "8-3"}[phase]
    full = tuple([{"2": "2", "3": "2", "4": "3", "5": "3", "6": "4", "8": "5"}[phase]] * LIMITS[phase])
    refused(bme(phase, "trains", trains={"BME": full}, next_card=other), buy(other), clause="18Rhl/13.1g")
    assert allowed(bme(phase, "trains", trains={"BME": full[1:]}, next_card=other), buy(other))


@pytest.mark.clause("18Rhl/14c", "18Rhl/14d")
@pytest.mark.parametrize(
    ("letter", "had", "left"),
    [("4", ("3", "3", "3"), 3), ("4", ("2", "3", "3"), 3), ("5", ("3", "4"), 2), ("5", ("4",), 2)],
)
def test_a_lower_limit_holds_at_once_and_scrapping_comes_first(letter: str, had: tuple[str, ...], left: int) -> None:
    game = before(letter, trains={"BME": had, "ADR": ("3",)})
    game.play(buy(f"{letter}-1"))
    stays = len([face for face in had if face not in game.position.scrapped]) + 1
    if stays > left:
        assert (game.actor, game.turn) == ("BME", "Ada")
        assert len(offered(game, ReturnTrain)) == stays
        card = next(card for card, (owner, face) in game.position.trains.items() if (owner, face) == ("BME", "3"))
        game.play(ReturnTrain("BME", card))
        assert game.position.trains[card] == ("pool", "3")
    assert len(trains(game, "BME")) == left
    assert not offered(game, ReturnTrain)


@pytest.mark.clause("18Rhl/14d")
def test_first_the_buyer_then_the_others_give_up_their_excess_trains() -> None:  # R53
    game = before("5", trains={"BME": ("4", "4"), "ADR": ("3", "3", "3")})
    game.play(buy("5-1"))
    assert (game.actor, game.turn) == ("BME", "Ada")
    game.play(offered(game, ReturnTrain)[0])
    assert (game.actor, game.turn) == ("ADR", "Bo")
    game.play(offered(game, ReturnTrain)[0])
    assert (game.actor, trains(game, "ADR"), trains(game, "pool")) == ("BME", ["3", "3"], ["3", "4"])


# Scrapping


@pytest.mark.clause("18Rhl/14c", "18Rhl/14e", "18Rhl/14f", "18Rhl/14g")
@pytest.mark.parametrize("letter", ["3", "4", "5", "6", "8"])
def test_the_first_train_of_a_type_scraps_what_the_book_says(letter: str) -> None:
    """Every older type lies in the pool and with ADR where it may."""
    goes = {"4": "2", "6": "3", "8": "4"}.get(letter)
    older = [name for name in PRICES if name < letter and name not in before(letter).position.scrapped]
    owned = tuple(older[:2])
    game = before(letter, trains={"pool": tuple(older), "ADR": owned}, next_card=f"{letter}-1")
    game.play(buy(f"{letter}-1"))
    stay = [name for name in older if name != goes]
    assert trains(game, "pool") == stay
    assert trains(game, "ADR") == [name for name in owned if name != goes]
    assert {event.face for event in events(game, TrainScrapped)} == ({goes} if goes else set())
    assert list(events(game, PhaseBegan)) == [PhaseBegan(letter)]
    play_on(game, buy(f"{letter}-2"))
    assert len(list(events(game, PhaseBegan))) == 1


@pytest.mark.clause("18Rhl/14g")
def test_no_train_scraps_a_5_a_6_or_an_8() -> None:
    scraps = {face.name: face.scraps for figure in RULES.figures.trains for face in figure.faces}
    assert scraps == {"2": (), "3": (), "4": ("2",), "5": (), "6": ("3",), "8": ("4",)}
    game = bme("8", "trains", next_card="8-1", trains={"ADR": ("5", "6"), "pool": ("5", "6")})
    for card in ("8-1", "8-2"):
        game.play(buy(card))
    assert trains(game, "ADR") == trains(game, "pool") == ["5", "6"]
    assert not list(events(game, TrainScrapped))


# What is on sale


@pytest.mark.clause("18Rhl/14d", "18Rhl/14e")
def test_6_trains_are_on_sale_after_the_first_5_train_and_8_trains_after_the_first_6_train() -> None:
    game = before("5", trains={"BME": ("4",)})
    assert [action.card for action in offered(game, BuyTrain)] == ["5-1"]
    refused(game, buy("6-1"), clause="18Rhl/13.1e")
    two = play_on(bme("4", "trains", next_card="5-1"), buy("5-1"))
    assert [action.card for action in offered(two, BuyTrain)] == ["5-2", "6-1"]
    refused(two, buy("8-1"), clause="18Rhl/13.1e")
    one = bme("5", "trains", next_card="5-2")
    one.play(buy("6-1"))
    assert one.position.phase == "6"
    assert [action.card for action in offered(one, BuyTrain)] == ["5-2", "6-2", "8-1"]
    one.play(buy("5-2"))
    assert one.position.phase == "6"


# Values and bonuses


def siegerland(phase: str, tiles: dict[str, str] | None = None, **parts: Any) -> Game:
    """BME with a 3-train (later a 5-train); track from the Eastern Ruhr by Barmen to the Siegerland."""
    laid = {"E14": "9@0", "G14": "9@2"}
    kind = "3" if phase in ("2", "3", "4", "5") else "5"
    return bme(phase, "run", tiles=tiles or laid, trains={"BME": (kind,)}, next_card=f"{max(phase, kind)}-2", **parts)


SOUTH = ("F13.1", "G14", "H15", "I14", "J15.0")


@pytest.mark.clause("18Rhl/14a", "18Rhl/14d")
@pytest.mark.parametrize(("phase", "value"), [("2", 20), ("3", 20), ("4", 20), ("5", 40), ("6", 40), ("8", 40)])
def test_grey_areas_have_their_higher_value_from_the_first_5_train_on(phase: str, value: int) -> None:
    assert earns(siegerland(phase), "BME", SOUTH) == 30 + value


@pytest.mark.clause("18Rhl/14a", "18Rhl/14d")
@pytest.mark.parametrize(("phase", "value"), [("3", 30), ("4", 30), ("5", 60), ("6", 60), ("8", 60)])
def test_off_board_destinations_have_their_higher_value_from_the_first_5_train_on(phase: str, value: int) -> None:
    """ADR from green Aachen to Liège."""
    kind = "3" if phase < "6" else "5"
    game = bme(phase, "run", tiles={"K2": "930@0"}, trains={"ADR": (kind,)}, next_card=f"{max(phase, kind)}-2")
    assert earns(game, "ADR", ("K2.0", "L1.o")) == 30 + value


@pytest.mark.clause("18Rhl/14a", "18Rhl/14d")
@pytest.mark.parametrize(
    ("phase", "steel", "bonus"),
    [("2", 20, 20), ("3", 20, 20), ("4", 20, 20), ("5", 40, 40), ("6", 40, 40), ("8", 40, 40)],
)
def test_the_montan_bonus_doubles_with_the_first_5_train(phase: str, steel: int, bonus: int) -> None:
    """Coal at the link of E14 (Ruhr 20 with one link), Barmen 30, the mill of the Siegerland."""
    route = ("D15.o", "E14", *SOUTH)
    assert earns(siegerland(phase), "BME", route) == 20 + 30 + steel + bonus


# Operating rounds


@pytest.mark.clause("18Rhl/14a", "18Rhl/14b", "18Rhl/14c", "18Rhl/14d", "18Rhl/14e", "18Rhl/14f")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("8", 3)])
def test_the_phase_at_the_end_of_a_stock_round_tells_how_many_operating_rounds_follow(phase: str, rounds: int) -> None:
    companies = {"BME": company(80, Ada=50)}
    game = rhl(
        phase=phase,
        round={"kind": "stock", "set": 2},
        companies=companies,
        stations={"BME": ("F13.1",)},
        scrapped=SCRAPPED[phase],
        turn={"player": "Cy", "passed": ["Ada", "Bo"]},
    )
    game.play(Pass("Cy"))
    assert game.position.round == Round("operating", 2, 1, rounds)


@pytest.mark.clause("18Rhl/14b", "18Rhl/14d")
@pytest.mark.parametrize(("letter", "of", "later"), [("3", 1, 2), ("5", 2, 3)])
def test_a_train_bought_during_a_set_changes_only_the_next_set(letter: str, of: int, later: int) -> None:  # R52
    game = before(letter, round={"kind": "operating", "set": 2, "number": of})
    assert game.position.round.of == of
    play_on(game, buy(f"{letter}-1"), Pass("BME"))
    assert game.position.round == Round("stock", 3)
    play_on(game, *(Pass(name) for name in game.position.order))
    assert game.position.round == Round("operating", 3, 1, later)
