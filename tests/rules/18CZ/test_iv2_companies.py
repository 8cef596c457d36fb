"""18CZ, chapter IV.2: the share companies of three sizes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, director, given, offered, percent, refused

from stellwerk.actions import (
    Answer,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    PlaceStation,
    Run,
    SellShares,
    StartCompany,
    TakeOverPrivate,
)
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18CZ")
STOCK = {"kind": "stock", "set": 4}
OPERATING = {"kind": "operating", "set": 4, "number": 1}
SIZES = {"EKJ": "small", "BTE": "medium", "Sx": "large"}
SHARES = {"EKJ": company(60, Ada=75), "BTE": company(60, Ada=60), "Sx": company(100, Ada=60)}
ORDER = ["small", "medium", "large"]


def turn_of(name: str, stage: str = "trains", **parts: Any) -> Game:
    """A company of Ada's on its turn, with 2000 K; it has a station in Karlovy Vary, which has track to Cheb."""
    return given(**{
        "round": OPERATING,
        "phase": "d",
        "companies": {name: SHARES[name]},
        "stations": {name: ("D4",)},
        "tiles": {"D2": "57@1", "D4": "57@1"},
        "cash": {name: 2000},
        "turn": {"company": name, "stage": stage},
        **parts,
    })  # fmt: skip


# IV.2.a General information


@pytest.mark.clause("18CZ/IV.2.a-a")
@pytest.mark.parametrize("stage", ["track", "run", "trains", "end"])
def test_shares_are_dealt_in_stock_rounds_only(stage: str) -> None:
    share, sale, start = BuyShare("Ada", "EKJ", 25), SellShares("Ada", "EKJ", 25), StartCompany("Ada", "OFE", 50)
    companies = {"EKJ": company(60, Bo=50, Ada=25)}
    game = turn_of("EKJ", stage, companies=companies, trains={"EKJ": ("2",)})
    for action in (share, sale, start):
        refused(game, action, code="not-now")
    stock = given(round=STOCK, companies=companies)
    for action in (share, sale, start):
        assert allowed(stock, action)


@pytest.mark.clause("18CZ/IV.2.a-b")
@pytest.mark.parametrize(("name", "double"), [("EKJ", 50), ("BTE", 40), ("Sx", 20)])
def test_the_first_certificate_is_the_directors_and_stands_for_two_shares(name: str, double: int) -> None:
    game = given(round=STOCK, phase="d")
    refused(game, BuyShare("Ada", name, double // 2), clause="18CZ/VII.3d")
    price = 100 if name == "Sx" else 60
    game.play(StartCompany("Ada", name, price))
    assert percent(game, name, "Ada") == double
    assert game.position.cash["Ada"] == 380 - 2 * price
    assert director(game, name) == "Ada"
    refused(game, StartCompany("Bo", name, price), clause="18CZ/IV.2.a-b")
    assert allowed(game, BuyShare("Bo", name, double // 2))


@pytest.mark.clause("18CZ/IV.2.a-c")
def test_a_share_is_worth_the_current_price_of_its_company() -> None:
    """Ada: 3 x 75 (small), 3 x 85 (medium, blue), 6 x 126 (large); the initial prices do not matter."""
    game = given(
        round=STOCK,
        phase="d",
        companies={
            "EKJ": company(60, price=75, Ada=75),
            "BTE": company(60, price=85, Ada=60),
            "Sx": company(100, price=126, Ada=60),
        },
        cash={"Ada": 1},
    )
    assert RULES.wealth(game.position, "Ada") == 1 + 3 * 75 + 3 * 85 + 6 * 126
    game.play(SellShares("Ada", "Sx", 30))
    assert game.position.cash["Ada"] == 1 + 3 * 126
    assert RULES.wealth(game.position, "Ada") == 1 + 3 * 75 + 3 * 85 + 3 * 126 + 3 * 120


@pytest.mark.clause("18CZ/IV.2.a-d")
def test_a_company_pays_all_its_revenue_or_keeps_all_of_it() -> None:
    def ran() -> Game:
        game = turn_of("EKJ", "run", trains={"EKJ": ("2",)}, cash={"EKJ": 0, "Ada": 0})
        game.play(Run("EKJ", 40))
        return game

    game = ran()
    assert offered(game, Dividend) == [Dividend("EKJ", "pay"), Dividend("EKJ", "retain")]
    for kind in ("half", "", "withhold 20"):
        refused(game, Dividend("EKJ", kind), clause="18CZ/VIII.8e")
    game.play(Dividend("EKJ", "pay"))
    assert (game.position.cash["EKJ"], game.position.cash["Ada"]) == (0, 30)
    game = ran()
    game.play(Dividend("EKJ", "retain"))
    assert (game.position.cash["EKJ"], game.position.cash["Ada"]) == (40, 0)


# Certificates


@pytest.mark.clause("18CZ/IV.2.b-a", "18CZ/IV.2.c-a", "18CZ/IV.2.d-a")
@pytest.mark.parametrize("name", RULES.companies)
def test_the_denominations_of_a_companys_certificates(name: str) -> None:
    denominations = {"small": [50, 25, 25], "medium": [40, 20, 20, 20], "large": [20] + [10] * 8}
    assert [card.percent for card in RULES.register.of[name]] == denominations[RULES.companies[name].size]


@pytest.mark.clause("18CZ/IV.2.b-a", "18CZ/IV.2.c-a", "18CZ/IV.2.d-a")
@pytest.mark.parametrize(("name", "unit", "count"), [("EKJ", 25, 2), ("BTE", 20, 3), ("Sx", 10, 8)])
def test_ordinary_certificates_are_single_shares(name: str, unit: int, count: int) -> None:
    game = given(round=STOCK, phase="d", cash=dict.fromkeys(("Ada", "Bo", "Cy"), 5000))
    game.play(StartCompany("Ada", name, 100 if name == "Sx" else 60))
    for bought in range(count):
        buyer = ("Bo", "Cy", "Ada")[bought % 3]
        refused(game, BuyShare(buyer, name, 2 * unit), code="no-certificate")
        game.play(BuyShare(buyer, name, unit))
    assert percent(game, name, "offering") == 0
    assert not [action for action in offered(game, BuyShare) if action.company == name]


# Trains


FACES = {"small": "3", "medium": "3+3", "large": "3E"}
PRICES = {"3": 120, "3+3": 180, "3E": 250}


@pytest.mark.clause("18CZ/IV.2.b-b", "18CZ/IV.2.c-b", "18CZ/IV.2.d-b")
@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("size", ORDER)
def test_a_company_buys_trains_of_its_own_and_smaller_sizes(name: str, size: str) -> None:
    """From the bank, from the pool and from a company."""
    trains = {"pool": (FACES[size],), "KFN": (FACES[size],), name: (FACES[SIZES[name]],)}
    game = turn_of(name, companies={name: SHARES[name], "KFN": company(60, Ada=60)}, trains=trains, next_card="d4")
    face = FACES[size]
    cards = {owner: card for card, (owner, shown) in game.position.trains.items() if shown == face and owner != name}
    buys = [
        BuyTrain(name, "bank", "d4", face, PRICES[face]),
        BuyTrain(name, "pool", cards["pool"], face, PRICES[face]),
        BuyTrain(name, "KFN", cards["KFN"], face, 1),
    ]
    for buy in buys:
        if ORDER.index(size) <= ORDER.index(SIZES[name]):
            assert allowed(game, buy)
        else:
            refused(game, buy, code="train-size")


@pytest.mark.clause("18CZ/IV.2.b-b", "18CZ/IV.2.c-b", "18CZ/IV.2.d-b")
@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("size", ORDER)
def test_a_company_runs_only_trains_of_its_own_size(name: str, size: str) -> None:
    game = turn_of(name, "run", trains={name: (FACES[size],)})
    revenue = 50 if size == SIZES[name] else 0  # 20 + 20 and the town of 10 beyond Cheb
    refused(game, Run(name, 50 - revenue), clause="18CZ/VIII.8d")
    game.play(Run(name, revenue))


# Local Railways


@pytest.mark.clause("18CZ/IV.2.b-c", "18CZ/IV.2.c-c", "18CZ/IV.2.d-c")
@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize(("railway", "size"), [("S1", "small"), ("M1", "medium"), ("L1", "large")])
def test_a_company_buys_local_railways_up_to_its_own_size(name: str, railway: str, size: str) -> None:
    game = turn_of(name, privates={railway: "Bo"})
    offer = TakeOverPrivate(name, railway, 10)
    if ORDER.index(size) > ORDER.index(SIZES[name]):
        refused(game, offer, code="private-size")
        return
    game.play(offer)
    game.play(Answer("Bo", True))
    assert game.position.privates[railway] == name


# Station markers


@pytest.mark.clause("18CZ/IV.2.b-d", "18CZ/IV.2.c-d", "18CZ/IV.2.d-d")
def test_small_and_medium_companies_have_three_markers_and_large_ones_two() -> None:
    markers = {"small": 3, "medium": 3, "large": 2}
    unplaced = given(round=STOCK).position.unplaced
    assert unplaced == {figure.id: markers[figure.size] for figure in RULES.figures.companies}


@pytest.mark.clause("18CZ/IV.2.b-d", "18CZ/IV.2.c-d", "18CZ/IV.2.d-d")
@pytest.mark.parametrize(("name", "markers"), [("EKJ", 3), ("BTE", 3), ("Sx", 2)])
def test_nobody_places_more_stations_than_he_has_markers(name: str, markers: int) -> None:
    """Tábor and Jihlava are joined; the other stations lie far away."""
    place = PlaceStation(name, "G15", 0)
    tiles = {"G11": "57@1", "G13": "9@1", "G15": "57@1", "D4": "57@1", "E21": "57@1"}
    rest = ("G11", "D4", "E21")
    last = turn_of(name, "station", stations={name: rest[: markers - 1]}, tiles=tiles)
    assert allowed(last, place)
    last.play(place)
    assert last.position.unplaced[name] == 0
    none = turn_of(name, "station", stations={name: rest[:markers]}, tiles=tiles)
    refused(none, place, code="no-marker")


# Homes


HOMES = {
    "EKJ": ("D4", 0), "OFE": ("C25", 0), "BCB": ("E15", 0), "MW": ("F22", 0), "VBW": ("I9", 0),
    "BN": ("E11", 1), "NWB": ("E11", 0), "ATE": ("B8", -1), "BTE": ("D2", 0), "KFN": ("G19", 0),
}  # fmt: skip


@pytest.mark.clause("18CZ/IV.2.b-e", "18CZ/IV.2.c-e")
@pytest.mark.parametrize("name", HOMES)
def test_small_and_medium_companies_start_at_home(name: str) -> None:
    """BN has the north-east city of Praha, NWB the south-east one (R28); ATE waits in its OO hex."""
    holders: dict[str, Any] = {"Ada": 50} if RULES.companies[name].size == "small" else {"Ada": 60}
    game = given(
        round=OPERATING,
        phase="b",
        companies={name: company(60, **holders)},
        turn={"company": name, "first": True},
    )
    hex, city = HOMES[name]
    assert dict(game.position.stations) == {hex: ((name, city),)}
    if hex == "E11":
        assert RULES.board.printed(hex).cities[city].exits == {"BN": (3,), "NWB": (5,)}[name]


@pytest.mark.clause("18CZ/IV.2.b-e", "18CZ/IV.2.c-e", "18CZ/IV.2.d-e")
def test_the_map_names_the_homes() -> None:
    cities = {
        "EKJ": "Karlovy Vary", "OFE": "Ostrava", "BCB": "Pardubice", "MW": "Přerov", "VBW": "Strakonice",
        "BN": "Praha", "NWB": "Praha", "ATE": "Teplice & Ústí nad Labem", "BTE": "Cheb", "KFN": "Brno",
        "Sx": "Dresden", "Pr": "Berlin", "By": "München", "kk": "Wien", "Ug": "Budapest",
    }  # fmt: skip
    for name, figure in RULES.companies.items():
        assert {RULES.board.hexes[place.hex].name for place in figure.home} == {cities[name]}
    assert RULES.board.hexes["B8"].label == "OO"


RED = {"Sx": {"A7", "B4"}, "Pr": {"B18", "A21"}, "By": {"F2", "H4"}, "kk": {"J14", "I17"}, "Ug": {"I23", "G27"}}


@pytest.mark.clause("18CZ/IV.2.d-e")
@pytest.mark.parametrize("name", RED)
def test_a_large_company_starts_in_one_of_its_two_red_edged_hexes(name: str) -> None:  # R2, R24
    game = given(
        round=OPERATING,
        phase="d",
        companies={name: company(100, Ada=50)},
        turn={"company": name, "first": True},
    )
    lays = offered(game, LayTile)
    assert {action.hex for action in lays} == RED[name]
    tile = RULES.companies[name].home_tile
    assert {action.tile for action in lays} == {tile}
    foreign = next(hex for other in RED for hex in sorted(RED[other]) if other != name)
    for rotation in range(6):
        refused(game, LayTile(name, foreign, str(tile), rotation), clause="18CZ/VIII.4o")
    game.play(lays[0])
    assert dict(game.position.stations) == {lays[0].hex: ((name, 0),)}
