"""18DO, chapter 3: the Introduction Game, without money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from tests.dokit import EAST, EAST_LINE, NAMES, RAILWAYS, dealt, earns, no_run, run, state, trains
from tests.dokit import intro_turn as turn
from tests.kit import allowed, director, events, offered, percent, play_on, refused

import stellwerk
from stellwerk.actions import Action, BuyShare, Draw, LayTile, Pass, PlaceStation
from stellwerk.events import GameEnded
from stellwerk.game import Game
from stellwerk.position import OFFERING, OUT, POOL, Round
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.steps.links import BuildLink
from stellwerk.steps.running import best_for
from stellwerk.titles import rules_of
from stellwerk.titles.t18do.beer import CarryBeer
from stellwerk.titles.t18do.intro_building import RenewTrain, SwapTrains
from stellwerk.titles.t18do.intro_turn import (
    CERTIFICATE,
    PLACE,
    TILE,
    TRAINS,
    DiscardCertificate,
    TakeCertificate,
)

RULES = rules_of("18DO", "introduction")
FIVE = ("Ada", "Bo", "Cy", "Di", "Ed")


def start() -> Game:
    """A new game, Ada first."""
    return dealt("PB1", "PB2", "PB3", variant="introduction")


# 3.1, 3.2


@pytest.mark.clause("18DO/3.1a")
def test_twelve_trains() -> None:
    counts = Counter(RULES.cards.letter(card) for card in RULES.cards.stack())
    assert counts == {"2": 3, "3": 2, "4": 2, "5": 1, "6": 1, "8": 3} and sum(counts.values()) == 12


@pytest.mark.clause("18DO/3.1b")
def test_the_directors_certificate_lies_on_top() -> None:
    for name in RAILWAYS:
        (first, *_) = RULES.register.on_sale(start().position, name, OFFERING)
        assert first.director


@pytest.mark.clause("18DO/3.1c")
def test_a_token_lies_on_every_home_and_the_others_come_with_the_director() -> None:
    """Given no corporation founded, the circle of H20 is kept, and a tile may be joined with the home of any (R18)."""
    game = turn(TILE, founded={})
    assert {a.company for a in offered(game, LayTile)} == set(RAILWAYS)
    way = {"F20": "K4@0", "G19": "9@0", "H18": "7@3"}
    refused(turn(PLACE, tiles=way), PlaceStation("KWE", "H20", 0), clause="18DO/4.1a")
    game = start()
    game.play(TakeCertificate("Ada", "KWE"))
    assert game.position.stations == {"E21": (("KWE", 0),)} and game.position.unplaced["KWE"] == 3


@pytest.mark.clause("18DO/3.1d", "18DO/3.2.2.1a", "18DO/3.2.2.3a", "18DO/3.2.2.4a")
def test_nothing_costs_anything() -> None:
    """Given no money at all: a tile on a hex with printed costs, a station and a link are free."""
    game = turn(TILE, tiles={"E19": "8@4"})
    game.play(next(a for a in offered(game, LayTile) if a.hex == "F18"))
    assert not game.position.cash
    turn(PLACE, tiles=EAST).play(PlaceStation("KWE", "E17", 0))
    links = turn(PLACE, tiles={"F20": "K4@0"})
    links.play(BuildLink("KWE", "F20"))
    assert state(links).link("F20") == 10 and not links.position.cash


@pytest.mark.clause("18DO/3.2a")
def test_the_numbers_fix_the_seats() -> None:
    game = stellwerk.new_game("18DO", NAMES, variant="introduction", draws=False)
    refused(game, Draw("breweries", ("PB1", "PB1", "PB2")), clause="18DO/3.2a")
    game.play(Draw("breweries", ("PB4", "PB1", "PB2")))
    assert game.position.order == ("Bo", "Cy", "Ada") and game.turn == "Bo"
    assert set(game.position.privates.values()) == {OUT} and game.position.round == Round("introduction", 1)


@pytest.mark.clause("18DO/3.2b")
def test_the_steps_of_a_turn() -> None:
    """Given a certificate first; then a tile, then a station or a link, then trains; no step is gone back to."""
    game = start()
    refused(game, Pass("Ada"), clause="18DO/3.2b")
    assert {type(a.action).__name__ for a in game.legal()} == {"TakeCertificate"}
    game.play(TakeCertificate("Ada", "KWE"))
    play_on(game, LayTile("KWE", "F20", "K4", 0))
    assert not offered(game, LayTile)
    game.play(BuildLink("KWE", "F20"))
    refused(game, BuildLink("KWE", "F20"), clause="18DO/3.2b")
    refused(game, TakeCertificate("Ada", "BME"), clause="18DO/3.2b")
    game.play(Pass("Ada"))
    assert game.turn == "Bo"
    play_on(game, TakeCertificate("Bo", "KWE"))
    for kind in (PlaceStation, BuildLink, SwapTrains, RenewTrain):
        assert not offered(game, kind), "Bo directs nothing"


# 3.2.1


@pytest.mark.clause("18DO/3.2.1a")
def test_a_player_takes_the_top_certificate_of_a_stack() -> None:
    game = start()
    assert {a.company for a in offered(game, TakeCertificate)} == set(RAILWAYS)
    game.play(TakeCertificate("Ada", "DHB"))
    assert game.position.certificates["DHB_0"] == "Ada"
    play_on(game, Pass("Ada"), TakeCertificate("Bo", "DHB"))
    assert game.position.certificates["DHB_1"] == "Bo" and percent(game, "DHB", "Bo") == 20
    refused(game, BuyShare("Bo", "DHB", 10))


@pytest.mark.clause("18DO/3.2.1b")
def test_the_director_gets_charter_tokens_and_the_next_train() -> None:
    game = start()
    game.play(TakeCertificate("Ada", "KWE"))
    assert director(game, "KWE") == "Ada" and trains(game, "KWE") == ["2"] and len(game.position.stack) == 11
    empty = turn(CERTIFICATE, next_card="8-3", phase="8", trains={"KWE": ("8-3 8",)})
    empty.position.stack = ()
    empty.play(TakeCertificate("Ada", "BME"))
    assert director(empty, "BME") == "Ada" and trains(empty, "BME") == [], "none is left (R27)"


@pytest.mark.clause("18DO/3.2.1c")
@pytest.mark.parametrize(("card", "phase", "colors"), [("3-1", "3", 2), ("5-1", "5", 3), ("8-1", "8", 4)])
def test_trains_put_on_charters_begin_phases(card: str, phase: str, colors: int) -> None:
    before = {"3": "2", "5": "4", "8": "6"}[phase]
    game = turn(CERTIFICATE, phase=before, next_card=card)
    game.play(TakeCertificate("Ada", "BME"))
    assert game.position.phase == phase and len(RULES.phases[phase].tiles) == colors
    fleet = {"KWE": ("2-3 2",)}
    swapped = turn(TRAINS, phase="4", next_card="5-1", trains=fleet)
    swapped.play(RenewTrain("Ada", "KWE"))
    assert swapped.position.phase == "5"


@pytest.mark.clause("18DO/3.2.1d")
@pytest.mark.parametrize(("players", "limit"), [(3, 17), (4, 13), (5, 10)])
def test_the_limits(players: int, limit: int) -> None:
    game = stellwerk.new_game("18DO", FIVE[:players], 1, "introduction")
    assert limit_of_certificates(RULES, game.position) == limit


FULL = {"KWE": {"Ada": 60}, "BME": {"Ada": 60}}
"""Ten certificates: the limit of five players."""


def at_the_limit(**more: Mapping[str, int]) -> Game:
    """Ada with ten certificates, five players."""
    return turn(CERTIFICATE, founded={**FULL, **more}, players=FIVE)


@pytest.mark.clause("18DO/3.2.1e")
def test_at_the_limit_a_player_discards_first() -> None:
    """Given ten certificates, Ada takes none before she has discarded an own one that is not a director's."""
    game = at_the_limit(CME={"Bo": 20})
    assert certificates_of(RULES, game.position, "Ada") == 10
    refused(game, TakeCertificate("Ada", "CME"), clause="18DO/3.2.1e")
    refused(game, Pass("Ada"), clause="18DO/3.2b")
    refused(game, DiscardCertificate("Ada", "KWE", 20, "own"), clause="18DO/3.2.1e")
    game.play(DiscardCertificate("Ada", "KWE", 10, "own"))
    assert game.turn == "Ada" and percent(game, "KWE", POOL) == 10
    refused(game, DiscardCertificate("Ada", "KWE", 10, "own"), clause="18DO/3.2.1e")
    game.play(TakeCertificate("Ada", "CME"))
    assert percent(game, "CME", "Ada") == 10 and certificates_of(RULES, game.position, "Ada") == 10


@pytest.mark.clause("18DO/3.2.1e")
def test_or_discards_from_the_display_and_takes_none() -> None:
    game = at_the_limit(CME={"Bo": 20})
    refused(game, DiscardCertificate("Ada", "RhE", 20, OFFERING), clause="18DO/3.2.1e")
    game.play(DiscardCertificate("Ada", "CME", 10, OFFERING))
    assert percent(game, "CME", POOL) == 10 and not offered(game, TakeCertificate)
    assert offered(game, LayTile), "the turn goes on with the track"


@pytest.mark.clause("18DO/3.2.1e")
def test_below_the_limit_nothing_is_discarded() -> None:
    game = turn(CERTIFICATE)
    refused(game, DiscardCertificate("Ada", "KWE", 10, OFFERING), clause="18DO/3.2.1e")


@pytest.mark.clause("18DO/3.2.1f")
def test_what_was_discarded_is_never_taken_again() -> None:
    """Given the rest of the KWE in the pool, no certificate of it can be taken."""
    game = turn(CERTIFICATE, founded={"KWE": {"Ada": 60, "pool": 40}})
    assert "KWE" not in {a.company for a in offered(game, TakeCertificate)}
    refused(game, TakeCertificate("Ada", "KWE"), clause="18DO/3.2.1a")


@pytest.mark.clause("18DO/3.2.1g")
def test_sixty_percent_at_most() -> None:
    """Given Ada with 50% she takes one more of 10%; with 60% none; of the DHB with 50% no 20% (R27)."""
    assert allowed(turn(CERTIFICATE, founded={"KWE": {"Ada": 50}}), TakeCertificate("Ada", "KWE"))
    refused(turn(CERTIFICATE, founded={"KWE": {"Ada": 60}}), TakeCertificate("Ada", "KWE"), clause="18DO/3.2.1g")
    for count in (3, 4, 5):
        assert RULES.ownership_limit(turn(players=FIVE[:count]).position, "Ada", "KWE", OFFERING) == 60


@pytest.mark.clause("18DO/3.2.1h")
def test_who_holds_more_becomes_director_at_once() -> None:
    game = turn(CERTIFICATE, seat=1, founded={"KWE": {"Ada": 20, "Bo": 20}}, trains={"KWE": ("2",)})
    game.play(TakeCertificate("Bo", "KWE"))
    assert director(game, "KWE") == "Bo"
    assert (percent(game, "KWE", "Ada"), percent(game, "KWE", "Bo")) == (20, 30)
    assert [c.percent for c in RULES.register.at(game.position, "KWE", "Ada")] == [10, 10]
    assert not [a for a in offered(game, LayTile) if a.company != "KWE"]


@pytest.mark.clause("18DO/3.2.1i")
def test_a_former_director_above_the_limit_discards_at_once() -> None:
    """Given Ada at the limit with the director's 20% of the CME, when Bo takes it over she has eleven and discards."""
    founded = {"KWE": {"Ada": 60}, "BME": {"Ada": 50}, "CME": {"Ada": 20, "Bo": 20}}
    game = turn(CERTIFICATE, seat=1, founded=founded, players=FIVE)
    assert certificates_of(RULES, game.position, "Ada") == 10
    game.play(TakeCertificate("Bo", "CME"))
    assert game.turn == "Ada" and certificates_of(RULES, game.position, "Ada") == 11
    assert {a.source for a in offered(game, DiscardCertificate)} == {"own"}
    refused(game, DiscardCertificate("Ada", "KWE", 20, "own"), clause="18DO/3.2.1e")
    game.play(DiscardCertificate("Ada", "CME", 10, "own"))
    assert game.turn == "Bo" and certificates_of(RULES, game.position, "Ada") == 10
    assert percent(game, "CME", POOL) == 10


@pytest.mark.clause("18DO/3.2.1j")
def test_every_stack_is_open_from_the_start() -> None:
    for name in ("DGEE", "DHB", "HHW"):
        game = start()
        game.play(TakeCertificate("Ada", name))
        assert director(game, name) == "Ada"


def test_a_player_for_whom_nothing_is_legal_discards_from_the_display() -> None:
    """R27: given 60% of all that is left on display, Ada, below the limit, discards the top one."""
    founded = {name: {"Ada": 60} if name == "KWE" else {"Bo": 60, "pool": 40} for name in RAILWAYS}
    game = turn(CERTIFICATE, founded={**founded, "DGEE": {"Bo": 60, "pool": 40}}, players=NAMES)
    assert not offered(game, TakeCertificate)
    assert {(a.company, a.source) for a in offered(game, DiscardCertificate)} == {("KWE", OFFERING)}


# 3.2.2


@pytest.mark.clause("18DO/3.2.2.2a")
def test_one_tile_for_one_of_the_own_corporations() -> None:
    """Given Ada directs KWE and CME and Bo the BME, she lays one tile for one of the two."""
    game = turn(TILE, founded={"KWE": {"Ada": 20}, "CME": {"Ada": 20}, "BME": {"Bo": 20}})
    assert {a.company for a in offered(game, LayTile)} == {"KWE", "CME"}
    refused(game, LayTile("BME", "H10", "K4", 2), clause="18DO/3.2.2.2a")
    game.play(LayTile("KWE", "F20", "K4", 0))
    refused(game, LayTile("CME", "B4", "9", 2), clause="18DO/3.2b")


@pytest.mark.clause("18DO/3.2.2.2b")
def test_who_directs_nothing_lays_for_any() -> None:
    """Given Cy without a directorship: a tile joined with any token, also of a corporation not founded (R27)."""
    game = turn(TILE, seat=2)
    assert {a.company for a in offered(game, LayTile)} == set(RAILWAYS)
    game.play(LayTile("BME", "H10", "K58", 3))
    assert game.position.tiles["H10"] == ("K58", 3) and "BME" not in game.position.floated
    refused(turn(TILE, seat=2), LayTile("BME", "E15", "9", 1), clause="18DO/4.5.1f")


@pytest.mark.clause("18DO/3.2.2.2c")
def test_a_station_or_a_link_for_one_corporation() -> None:
    """Given KWE and CME, the tile for one, then one station or one link for either, not both."""
    game = turn(PLACE, founded={"KWE": {"Ada": 20}, "CME": {"Ada": 20}}, tiles={**EAST, "F20": "K4@0", "B4": "8@0"})
    assert {a.company for a in offered(game, PlaceStation)} == {"KWE", "CME"}
    game.play(PlaceStation("CME", "C3", 0))
    refused(game, BuildLink("KWE", "F20"), clause="18DO/3.2b")
    refused(game, PlaceStation("KWE", "E17", 0), clause="18DO/3.2b")


@pytest.mark.clause("18DO/3.2.2.4a")
@pytest.mark.parametrize(("phase", "before", "after"), [("2", 10, None), ("3", 10, 20), ("5", 20, 30)])
def test_links_are_extended_as_in_the_railway_game(phase: str, before: int, after: int | None) -> None:
    game = turn(PLACE, phase=phase, tiles={"F20": "K4@0"}, extra={"links": {"F20": before}})
    if after is None:
        refused(game, BuildLink("KWE", "F20"), clause="18DO/4.5.4.2a")
    else:
        game.play(BuildLink("KWE", "F20"))
        assert state(game).link("F20") == after
    refused(turn(PLACE), BuildLink("KWE", "F20"), clause="18DO/4.5.4.1b")


# 3.2.3

TWO = {"KWE": {"Ada": 20}, "CME": {"Ada": 20}, "BME": {"Bo": 20}}


@pytest.mark.clause("18DO/2.3b")
def test_one_train_a_corporation_and_no_abilities() -> None:
    assert {phase.train_limit["railway"] for phase in RULES.phases.values()} == {1}
    printed = RULES.printed  # type: ignore[attr-defined]
    assert (printed.early_trains, printed.free_link, printed.through_steel) == ((), (), ())


@pytest.mark.clause("18DO/3.2.3a")
def test_one_swap_a_turn() -> None:
    fleet = {"KWE": ("2-1 2",), "CME": ("2-2 2",)}
    game = turn(TRAINS, founded=TWO, trains=fleet, phase="4", next_card="4-2")
    assert offered(game, SwapTrains)
    assert offered(game, RenewTrain)
    game.play(RenewTrain("Ada", "KWE"))
    assert game.turn == "Bo", "the turn is over"
    game = turn(TRAINS, founded=TWO, trains=fleet, phase="4", next_card="4-2")
    game.play(SwapTrains("Ada", "CME", "KWE"))
    assert game.turn == "Bo"


@pytest.mark.clause("18DO/3.2.3b")
@pytest.mark.parametrize(("train", "by"), [("2", "4"), ("3", "6"), ("4", "8"), ("5", None), ("6", None), ("8", None)])
def test_obsolescence(train: str, by: str | None) -> None:
    """Given a train in each phase, it can be renewed from the phase on that makes it obsolete."""
    phases = list(RULES.phases)
    for phase in phases[phases.index(train) :]:
        following = {"2": "3-1", "3": "4-1", "4": "5-1", "5": "6-1", "6": "8-1", "8": "8-3"}[phase]
        first = f"{train}-1 {train}"
        game = turn(TRAINS, phase=phase, trains={"KWE": (first,)}, next_card=following)
        old = by is not None and phases.index(phase) >= phases.index(by)
        assert bool(offered(game, RenewTrain)) == old, phase


@pytest.mark.clause("18DO/3.2.3c")
def test_obsolete_trains_stay_until_they_are_swapped() -> None:
    game = turn(CERTIFICATE, founded=TWO, trains={"KWE": ("2-1 2",)}, phase="3", next_card="4-1")
    game.play(TakeCertificate("Ada", "RhE"))
    assert game.position.phase == "4" and trains(game, "KWE") == ["2"]


@pytest.mark.clause("18DO/3.2.3d")
def test_obsolete_for_new() -> None:
    game = turn(TRAINS, founded=TWO, trains={"KWE": ("2-1 2",)}, phase="4", next_card="4-2")
    game.play(RenewTrain("Ada", "KWE"))
    assert trains(game, "KWE") == ["4"] and trains(game, OUT) == ["2"]
    refused(turn(TRAINS, founded=TWO, trains={"BME": ("2-1 2",)}, phase="4"), RenewTrain("Ada", "BME"), "18DO/3.2.3f")
    gone = turn(TRAINS, trains={"KWE": ("2-1 2",)}, phase="8", next_card="8-3")
    gone.position.stack = ()
    refused(gone, RenewTrain("Ada", "KWE"), clause="18DO/3.2.3d")


@pytest.mark.clause("18DO/3.2.3e")
def test_no_train_is_made_obsolete_by_its_own_swap() -> None:
    """Given phase 3 with the first 4-train next, a 2-train cannot be swapped for it."""
    game = turn(TRAINS, trains={"KWE": ("2-1 2",)}, phase="3", next_card="4-1")
    refused(game, RenewTrain("Ada", "KWE"), clause="18DO/3.2.3e")


@pytest.mark.clause("18DO/3.2.3f")
def test_two_corporations_of_one_director_exchange_trains() -> None:
    """Given KWE and CME of Ada's, their trains change places, obsolete or not; not with Bo's."""
    fleet = {"KWE": ("2-1 2",), "CME": ("5-1 5",), "BME": ("4-1 4",)}
    game = turn(TRAINS, founded=TWO, trains=fleet, phase="5", next_card="6-1")
    refused(game, SwapTrains("Ada", "BME", "KWE"), clause="18DO/3.2.3f")
    refused(game, SwapTrains("Ada", "KWE", "KWE"), clause="18DO/3.2.3f")
    game.play(SwapTrains("Ada", "CME", "KWE"))
    assert (trains(game, "KWE"), trains(game, "CME")) == (["5"], ["2"])
    none = turn(TRAINS, founded=TWO, trains={"KWE": ("2-1 2",)}, phase="3")
    refused(none, SwapTrains("Ada", "CME", "KWE"), clause="18DO/3.2.3f")


# 3.3


CYS: Mapping[str, Mapping[str, int]] = {
    name: {"Cy": RULES.companies[name].shares[0], "pool": 100 - RULES.companies[name].shares[0]} for name in RAILWAYS
}
"""Corporations of which Cy has the director's certificate and the pool all else."""


def last_certificate(**parts: Any) -> Game:
    """Ada has one certificate left to take, the last of the KWE; she directs it with 50%, Bo has 40%."""
    founded = {**CYS, "KWE": {"Ada": 50, "Bo": 40}}
    return turn(CERTIFICATE, founded=founded, **{"players": NAMES, "phase": "8", "next_card": "8-1", **parts})


@pytest.mark.clause("18DO/3.3a")
def test_the_game_ends_with_the_turn_of_the_last_certificate() -> None:
    game = last_certificate(trains={"KWE": ("3-1 3",)}, tiles=EAST)
    game.play(TakeCertificate("Ada", "KWE"))
    assert not game.over and offered(game, LayTile), "the turn is finished first"
    game.play(Pass("Ada"))
    assert game.over


@pytest.mark.clause("18DO/3.3a")
def test_there_are_sixty_turns() -> None:
    for count in (3, 4, 5):
        game = stellwerk.new_game("18DO", FIVE[:count], count, "introduction")
        turns = 0
        while not game.over:
            first: list[Action] = [*offered(game, TakeCertificate), *offered(game, DiscardCertificate)]
            action = first[turns % len(first)] if first else Pass(game.turn)
            turns += isinstance(action, TakeCertificate) or getattr(action, "source", "") == OFFERING
            game.play(action)
        assert turns == 60


@pytest.mark.clause("18DO/3.3b", "18DO/3.3f")
def test_every_corporation_runs_its_train_for_the_most() -> None:
    """Given the KWE with an obsolete 3-train and track for three hexes, it runs for 40 + 20 + 50."""
    game = last_certificate(trains={"KWE": ("3-1 3",), "CME": ("2-1 2",)}, tiles=EAST)
    play_on(game, TakeCertificate("Ada", "KWE"), Pass("Ada"))
    assert game.position.revenues["KWE"] == 110 and game.position.revenues["CME"] == 0
    two = last_certificate(trains={"KWE": ("2-1 2",)}, tiles=EAST)
    no_run(two, "KWE", "route-too-long", EAST_LINE)
    assert best_for(RULES, two.position, "KWE").total == 60
    assert run(last_certificate(trains={"KWE": ("3-1 3",)}, tiles=EAST), "KWE", EAST_LINE).revenue == 110


@pytest.mark.clause("18DO/3.3c")
def test_the_values_at_the_end() -> None:
    """Given phase 3: the higher value of the edge and of Dortmund City, links and yards as ever, no beer (R20)."""
    tiles = {**EAST, "F20": "K4@0"}
    game = turn(founded={"KWE": {"Ada": 20}}, trains={"KWE": ("3-1 3",)}, tiles=tiles, extra={"links": {"F20": 20}})
    assert earns(game, "KWE", EAST_LINE) == 40 + 20 + 50
    assert earns(game, "KWE", ("E21.o", "F20.t0")) // 10 * 10 == 40 + 30
    stations = {"KWE": ("E21", "E17"), "CME": ("A3", "E17")}
    founded = {"KWE": {"Ada": 20}, "CME": {"Bo": 20}}
    yard = turn(founded=founded, trains={"KWE": ("3-1 3",)}, tiles=tiles, stations=stations)
    assert earns(yard, "KWE", ("E21.o", "E19", "E17.0")) == 40 + 40
    assert not offered(yard, CarryBeer)


@pytest.mark.clause("18DO/3.3d")
def test_the_income_is_rounded_down_and_paid_in_tenths() -> None:
    """Given the KWE's 40 + 15 on a green mine: 50, so 30 for Ada's 60% and 20 for Bo's 40%; the pool gets nothing."""
    green = next(t for t in range(6) if ("K141", t) in RULES.board.fitting({"F20": ("K4", 0)}, "F20"))
    game = last_certificate(trains={"KWE": ("2-1 2",)}, tiles={"F20": f"K141@{green}"})
    play_on(game, TakeCertificate("Ada", "KWE"), Pass("Ada"))
    assert game.position.revenues["KWE"] == 50
    assert game.position.result == {"Ada": 30, "Bo": 20, "Cy": 0}


def ended(tiles: Any, fleet: Any, founded: Mapping[str, Mapping[str, int]]) -> GameEnded:
    """The end of a game in which Ada takes the last certificate of the KWE."""
    game = turn(CERTIFICATE, founded={**CYS, **founded}, phase="8", next_card="8-1", trains=fleet, tiles=tiles)
    play_on(game, TakeCertificate("Ada", "KWE"), Pass("Ada"))
    (end,) = events(game, GameEnded)
    return end  # type: ignore[no-any-return]


@pytest.mark.clause("18DO/3.3e")
def test_most_dividends_win_and_among_equals_the_best_directed_corporation() -> None:
    """Given 55 each for Ada and Bo, who directs the KWE: Bo wins; with no income at all everybody does (R27)."""
    tie = {"KWE": {"Ada": 40, "Bo": 50}, "RhE": {"Bo": 60, "pool": 40}}
    end = ended(EAST, {"KWE": ("3-1 3",)}, tie)
    assert end.result == {"Ada": 55, "Bo": 55, "Cy": 0} and end.winners == ("Bo",), "Bo directs it"
    more = ended(EAST, {"KWE": ("3-1 3",)}, {"KWE": {"Ada": 50, "Bo": 40}})
    assert more.result == {"Ada": 66, "Bo": 44, "Cy": 0} and more.winners == ("Ada",)
    none = ended({}, {"KWE": ("3-1 3",)}, {"KWE": {"Ada": 50, "Bo": 40}, "RhE": {"Bo": 60, "pool": 40}})
    assert none.winners == ("Ada", "Bo", "Cy"), "nothing earned: all equal"
