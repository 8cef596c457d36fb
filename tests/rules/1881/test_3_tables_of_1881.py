"""1881, components and tables 2, 3 and 7: companies and their tokens, vehicles, phases, what belongs to whom."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.kit import allowed, events, offered, refused
from tests.kit81 import NAMES, TRAMS, at_turn, cash, holders, position_of
from tests.tramsharekit import buy, stock, tram

from stellwerk.actions import BuyTrain, PlaceStation, Run
from stellwerk.events import StationPlaced
from stellwerk.position import BANK
from stellwerk.referee import Referee
from stellwerk.steps.train_purchase import on_sale
from stellwerk.titles import rules_of

RULES = rules_of("1881")

COMPANIES = {
    "GBS": ("Alexanderplatz", "H20", 2),
    "BChSt": ("Bahnhof Zoo", "H14", 5),
    "BESTAG": ("Breitscheidplatz", "I15", 5),
    "SSC": ("Köpenick", "K29", 3),
    "NBSN": ("Weißensee", "F24", 4),
    "SBV": ("Marienfelde", "L16", 4),
    "SHG": ("Wittenau", "D14", 4),
    "SpS": ("Spandau", "F8", 3),
}
"""Table 3: where companies start and how many tokens they have, the price marker included."""
VEHICLES = {
    "2": (9, 2, 220),
    "3": (6, 3, 330),
    "4": (4, 4, 440),
    "5": (4, 5, 550),
    "6": (4, 6, 660),
    "4S": (4, 4, 300),
    "7S": (1, 7, 600),
    "9S": (1, 9, 900),
}
"""Table 7: number, reach, price."""
SOUTH = {"J18": "8@0", "K17": "1@0", "L16": "9@5", "M17": "1@2", "N18": "8@3"}
"""Tram track from Kreuzberg over Marienfelde to Lichtenrade."""


@pytest.mark.clause(*(f"1881/T3.{company}" for company in COMPANIES), "1881/C.j", "1881/4.26b", "1881/4.26a")
@pytest.mark.parametrize("company", TRAMS)
def test_a_company_that_starts_puts_a_depot_on_its_starting_location(company: str) -> None:
    """All tokens but the price marker and this one are left for more depots."""
    name, hex, tokens = COMPANIES[company]
    assert RULES.board.hexes[hex].name == name
    game = stock(companies=tram(company, Ada=50))
    assert game.stations_left(company) == tokens - 1, "the marker is on the stock table"
    game.play(buy("Ada", company))
    assert [(event.hex, event.cost) for event in events(game, StationPlaced)] == [(hex, 0)]
    assert game.stations_left(company) == tokens - 2


@pytest.mark.clause("1881/T3.S", "1881/C.j")
def test_the_s_bahn_has_four_depots_of_nets_and_one_more() -> None:
    """Six tokens with the price marker; it starts nowhere."""
    parts = RULES.register.parts_of("S")
    new = RULES.new_position(NAMES, 1)
    assert len(parts) == 3 and sum(new.unplaced[net] for net in ("S", *parts)) == 6 - 1
    assert [new.unplaced[net] for net in parts] == [1, 1, 1]
    assert not any(RULES.companies[net].home for net in ("S", *parts))


@pytest.mark.clause("1881/C.b", *(f"1881/T7.{letter}" for letter in VEHICLES))
@pytest.mark.parametrize("letter", VEHICLES)
def test_vehicles(letter: str) -> None:
    """As many cards as table 7 says; each bought at its price, and it passes as many stations as it says."""
    number, reach, price = VEHICLES[letter]
    cards = [card for card in RULES.cards.stack() if RULES.cards.letter(card) == letter]
    (face,) = RULES.cards.faces(cards[0])
    assert (len(cards), face.name, face.price) == (number, letter, price)
    company = "S" if letter.endswith("S") else "SBV"
    pos = position_of(RULES, companies={"S": holders(Ada=30), "SBV": holders(Ada=60)}, phase="green")
    assert RULES.train_spec(pos, company, face).modes[0].stops == reach
    assert RULES.may_run(company, face) and not RULES.may_run("S" if company == "SBV" else "SBV", face)


@pytest.mark.clause("1881/C.b")
def test_there_are_27_trams_and_6_s_bahn_trains() -> None:
    sizes = Counter(RULES.cards.faces(card)[0].size for card in RULES.cards.stack())
    assert sizes == {"tram": 27, "sbahn": 6}


@pytest.mark.clause("1881/C.i", "1881/3.5")
def test_what_belongs_to_one_company_serves_no_other_one_of_the_same_director() -> None:
    """Given SBV without money, token and tram, and GBS of the same director with all of them, SBV can use none."""
    game = at_turn(
        "SBV",
        companies={"SBV": holders(Ada=60), "BChSt": holders(Ada=60)},
        cash={"SBV": 39, "BChSt": 900, "Ada": 900},
        tiles=SOUTH,
        trains={"BChSt": ["2"]},
    )
    refused(game, PlaceStation("SBV", "J18", 0), clause="1881/7.2", code="no-cash-station")
    (run,) = offered(game, Run)
    assert run.revenue == 0, "the tram of BChSt does not run for SBV"
    full = at_turn("SBV", companies={"SBV": holders(Ada=60), "BChSt": holders(Ada=60)}, tiles=SOUTH)
    full.position.put("unplaced", "SBV", 0)
    refused(full, PlaceStation("SBV", "J18", 0), clause="1881/7.1", code="no-marker")


@pytest.mark.clause("1881/C.i")
def test_a_company_pays_for_its_vehicle_alone() -> None:
    """The director gives a quarter, his other company nothing."""
    game = at_turn("SBV", "trains", companies={"SBV": holders(Ada=60), "BChSt": holders(Ada=60)},
                   cash={"SBV": 100, "BChSt": 900, "Ada": 0}, trains={"SBV": ["3"], "BChSt": ["3"]})  # fmt: skip
    ref = Referee(RULES, game.position)
    ((source, card, face),) = on_sale(ref, "SBV")
    assert (source, face.name) == (BANK, "3")
    refused(game, BuyTrain("SBV", BANK, card, "3", 330), clause="1881/10.1b", code="no-cash-train")
    assert cash(game, "BChSt") == 900


@pytest.mark.clause("1881/11.3")
def test_the_game_begins_in_phase_1() -> None:
    new = RULES.new_position(NAMES, 1)
    assert new.phase == next(iter(RULES.phases)) == "yellow"
    assert RULES.cards.letter(new.stack[0]) == "2"
    assert allowed(at_turn("SBV", "trains", phase="yellow"), BuyTrain("SBV", BANK, "2-1", "2", 220))
