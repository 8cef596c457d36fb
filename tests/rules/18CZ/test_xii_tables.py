"""XII: the tables of the appendix, as the title's figures."""

from __future__ import annotations

from typing import Any

import pytest
from tests.kit import allowed, company, given, refused

import stellwerk
from stellwerk.actions import BuyShare, BuyTrain
from stellwerk.game import Game
from stellwerk.titles import rules_of

RULES = rules_of("18CZ")

SMALL_RAILWAYS = (
    "Plan – Tachau", "Melnik – Mscheno", "Zwittau – Politschka", "Wolframs – Teltsch", "Strakonitz – Blatna – Bresnitz",
    "Martinitz – Rochlitz",
)  # fmt: skip
MEDIUM_RAILWAYS = (
    "Raudnitz – Kmetnowes", "Schweißing – Haid", "Deutschbrod – Tischnowitz", "Troppau – Grätz",
    "Hannsdorf – Mährisch Altstadt", "Friedland – Bila",
)  # fmt: skip
LARGE_RAILWAYS = (
    "Aujezd – Luhatschowitz", "Neuhaus – Wobratain", "Opočno – Dobruschka", "Wekelsdorf – Parschnitz – Trautenau",
    "Nezamislitz – Morkowitz", "Taus – Tachau",
)  # fmt: skip


@pytest.mark.parametrize(
    ("size", "names", "income"),
    [
        pytest.param("small", SMALL_RAILWAYS, 5, marks=pytest.mark.clause("18CZ/XII.1")),
        pytest.param("medium", MEDIUM_RAILWAYS, 10, marks=pytest.mark.clause("18CZ/XII.2")),
        pytest.param("large", LARGE_RAILWAYS, 20, marks=pytest.mark.clause("18CZ/XII.3")),
    ],
)
def test_the_six_local_railways_of_a_size(size: str, names: tuple[str, ...], income: int) -> None:
    railways = [railway for railway in RULES.figures.privates if railway.size == size]
    assert tuple(railway.name for railway in railways) == names
    assert {railway.income for railway in railways} == {income}


@pytest.mark.parametrize(
    ("size", "table"),
    [
        pytest.param(
            "small",
            {
                "EKJ": ("Eisenbahn Karlsbad – Johanngeorgenstadt", {"D4"}, 3),
                "OFE": ("Ostrau-Friedlander Eisenbahn", {"C25"}, 3),
                "BCB": ("Böhmische Commercialbahn", {"E15"}, 3),
                "MW": ("Mährische Westbahn", {"F22"}, 3),
                "VBW": ("Vereinigte Böhmerwaldbahnen", {"I9"}, 3),
            },
            marks=pytest.mark.clause("18CZ/XII.5"),
        ),
        pytest.param(
            "medium",
            {
                "BN": ("Böhmische Nordbahn", {"E11"}, 3),
                "NWB": ("Österreichische Nordwestbahn", {"E11"}, 3),
                "ATE": ("Aussig-Teplitzer Eisenbahn", {"B8"}, 3),
                "BTE": ("Buschtährader Eisenbahn", {"D2"}, 3),
                "KFN": ("Kaiser Ferdinands Nordbahn", {"G19"}, 3),
            },
            marks=pytest.mark.clause("18CZ/XII.6"),
        ),
        pytest.param(  # R2
            "large",
            {
                "Sx": ("Sächsische Eisenbahn", {"A7", "B4"}, 2),
                "Pr": ("Preußische Eisenbahn", {"B18", "A21"}, 2),
                "By": ("Bayrische Staatsbahn", {"F2", "H4"}, 2),
                "kk": ("kk Staatsbahn", {"J14", "I17"}, 2),
                "Ug": ("ungar. Staatsbahn", {"I23", "G27"}, 2),
            },
            marks=pytest.mark.clause("18CZ/XII.7"),
        ),
    ],
)
def test_the_five_companies_of_a_size(size: str, table: dict[str, Any]) -> None:
    companies = [company for company in RULES.figures.companies if company.size == size]
    assert {c.id: (c.name, {place.hex for place in c.home}, len(c.token_costs)) for c in companies} == table


@pytest.mark.clause("18CZ/XII.8", "18CZ/III.2a")
@pytest.mark.parametrize(("players", "cash"), [(3, 380), (4, 300), (5, 250), (6, 210)])
def test_players_start_with_the_capital_of_their_number(players: int, cash: int) -> None:
    # R1: 380 for three players; the 350 of XII.8 is a slip
    game = stellwerk.new_game("18CZ", [f"P{i}" for i in range(players)], seed=3)
    assert {game.position.cash[player] for player in game.position.players} == {cash}


@pytest.mark.clause("18CZ/XII.8")
@pytest.mark.parametrize(("count", "limit"), [(3, 14), (4, 12), (5, 10), (6, 9)])
def test_the_certificate_limit_of_their_number(count: int, limit: int) -> None:
    """A holds the limit less one in railways and one director's certificate, and then all of the limit."""
    players = tuple("ABCDEF"[:count])

    def holding(railways: int) -> Game:
        return given(
            players=players,
            phase="b",
            round={"kind": "stock", "set": 2},
            companies={"EKJ": company(60, A=50), "MW": company(60, B=50)},
            privates=dict.fromkeys(list(RULES.privates)[:railways], "A"),
        )

    assert allowed(holding(limit - 2), BuyShare("A", "MW", 25))
    refused(holding(limit - 1), BuyShare("A", "MW", 25), code="certificate-limit")


CARDS = {
    "a": (5, {"2": 70}),
    "b": (4, {"2": 70, "2+2": 80}),
    "c": (4, {"3": 120, "2+2": 80}),
    "d": (4, {"3": 120, "3+3": 180, "3E": 250}),
    "e": (4, {"4": 250, "3+3": 180, "3E": 250}),
    "f": (4, {"4": 250, "4+4": 400, "4E": 350}),
    "g": (4, {"5": 350, "4+4": 400, "4E": 350}),
    "h": (2, {"5": 350, "5+5": 500, "5E": 700}),
    "i": (2, {"5": 350, "5+5": 500, "6E": 800}),
    "j": (None, {"5": 350, "5+5": 500, "8E": 1000}),
}


def card_tests(clause: str, letters: str) -> list[Any]:
    """One case for each letter of a clause."""
    return [pytest.param(letter, marks=pytest.mark.clause(clause)) for letter in letters]


@pytest.mark.parametrize(
    "letter",
    [
        *card_tests("18CZ/XII.9a", "abc"),
        *card_tests("18CZ/XII.9b", "de"),
        *card_tests("18CZ/XII.9c", "fg"),
        *card_tests("18CZ/XII.9d", "hij"),
    ],
)
def test_train_cards_are_as_many_and_cost_as_much_as_the_table_says(letter: str) -> None:
    count, faces = CARDS[letter]
    figure = RULES.cards.figures[letter]
    assert figure.count == count
    assert {face.name: face.price for face in figure.faces} == faces
    assert sum(card[0] == letter for card in RULES.cards.stack()) == (count or 1)
    sizes = {face.name: face.size for face in figure.faces}
    assert sizes == {name: "medium" if "+" in name else "large" if "E" in name else "small" for name in faces}


@pytest.mark.clause("18CZ/XII.9a", "18CZ/XII.9b", "18CZ/XII.9c", "18CZ/XII.9d")
def test_the_range_of_a_train_is_the_number_on_it() -> None:
    for figure in RULES.figures.trains:
        for face in figure.faces:
            cities, _, towns = face.name.rstrip("E").partition("+")
            assert (face.cities, face.towns) == (int(cities), int(towns or 0))
            assert face.kind == ("express" if "E" in face.name else "plus" if towns else "plain")


@pytest.mark.clause("18CZ/XII.9d")
def test_j_cards_never_run_out() -> None:
    # R5
    game = given(phase="j", next_card="j40", companies={"Sx": company(100, Ada=60)}, cash={"Sx": 2000},
                 turn={"company": "Sx", "stage": "trains"})  # fmt: skip
    game.play(BuyTrain("Sx", "bank", "j40", "8E", 1000))
    assert game.position.stack == ("j41",) and game.position.trains["j40"] == ("Sx", "8E")
    assert allowed(game, BuyTrain("Sx", "bank", "j41", "8E", 1000))


LIMITS = {
    "a": (3, None, None),
    "b": (3, 3, None),
    "c": (3, 3, None),
    "d": (3, 3, 3),
    "e": (2, 3, 3),
    "f": (2, 2, 3),
    "g": (2, 2, 3),
    "h": (1, 2, 3),
    "i": (1, 1, 3),
    "j": (1, 1, 2),
}
COMPANIES = {"small": ("EKJ", 60, 50), "medium": ("KFN", 60, 60), "large": ("kk", 90, 60)}

OWN = {
    "small": {"d": "2", "f": "3", "j": "5"},
    "medium": {"e": "2+2", "g": "3+3", "j": "4+4"},
    "large": {"h": "3E", "i": "4E", "j": "5E"},
}
"""Up to which phase which train of a size survives the next sale."""


@pytest.mark.clause("18CZ/XII.9e", "18CZ/VIII.10c", "18CZ/VIII.12b")
@pytest.mark.parametrize(
    ("phase", "size", "limit"),
    [(p, s, n) for p, row in LIMITS.items() for s, n in zip(COMPANIES, row, strict=True) if n is not None],
)
def test_the_train_limit_of_each_phase_and_size(phase: str, size: str, limit: int) -> None:
    """With one train less than the limit the company buys another one; then no more."""
    name, par, percent = COMPANIES[size]
    next_card = f"{phase}2" if phase in "hij" else f"{phase}4"
    own = next(face for last, face in OWN[size].items() if phase <= last)
    game = given(
        phase=phase,
        next_card=next_card,
        companies={name: company(par, Ada=percent)},
        trains={name: (own,) * (limit - 1)},
        cash={name: 5000},
        turn={"company": name, "stage": "trains"},
    )
    face = next(face for face in RULES.cards.faces(next_card) if face.size == size)
    game.play(BuyTrain(name, "bank", next_card, face.name, face.price))
    assert game.position.phase == phase and game.actor == name
    assert sum(owner == name for owner, _ in game.position.trains.values()) == limit
    top = game.position.stack[0]
    face = next(face for face in RULES.cards.faces(top) if face.size == size)
    refused(game, BuyTrain(name, "bank", top, face.name, face.price), clause="18CZ/VIII.10d")


@pytest.mark.clause("18CZ/XII.9e")
def test_the_limits_of_the_table_are_the_titles() -> None:
    for phase, row in LIMITS.items():
        told = {size: limit for size, limit in zip(COMPANIES, row, strict=True) if limit is not None}
        assert dict(RULES.phases[phase].train_limit) == told
