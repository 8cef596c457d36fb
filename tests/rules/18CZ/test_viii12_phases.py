"""VIII.12 and VIII.13: phases, scrapped trains, limits, and trains sold abroad."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.kit import allowed, company, events, given, offered, play_on, refused

from stellwerk.actions import BuyShare, BuyTrain, LayTile, Pass, ReturnTrain, StartCompany, TakeOverPrivate
from stellwerk.events import Exported, Paid, PhaseBegan, RoundBegan, TrainBought, TrainScrapped
from stellwerk.game import Game

COMPANIES = {
    "Sx": company(120, Ada=60),
    "BN": company(80, Ada=60),
    "NWB": company(70, Bo=60),
    "EKJ": company(60, Ada=50),
    "MW": company(55, Bo=50),
}
SMALL = {name: COMPANIES[name] for name in ("EKJ", "MW")}
OLD = {
    "2": "a1", "3": "c1", "2+2": "b1", "3+3": "d1", "3E": "d2", "4": "e1", "4+4": "f1", "4E": "f2", "5": "g1",
    "5+5": "h1", "5E": "h2", "6E": "i1",
}  # fmt: skip
"""One card of every type, to lie in the Train Pool."""


def before(card: str, **parts: Any) -> Game:
    """Sx (rich) is about to buy trains; this first card of its letter is the next one."""
    pool = tuple(f"{sold} {face}" for face, sold in OLD.items() if sold[0] < card[0])
    return given(
        **{
            "phase": chr(ord(card[0]) - 1),
            "next_card": card,
            "companies": COMPANIES,
            "cash": {"Sx": 3000},
            "trains": {"pool": pool},
            "turn": {"company": "Sx", "stage": "trains"},
            **parts,
        }
    )


def last_turn(card: str, set: int = 4, number: int = 1, **parts: Any) -> Game:
    """EKJ, the last company of an operating round, is about to end its turn; the next card is given."""
    first = card[1:] == "1" and card != "a1"
    return given(
        **{
            "phase": chr(ord(card[0]) - first),
            "next_card": card,
            "round": {"kind": "operating", "set": set, "number": number},
            "companies": SMALL,
            "trains": {"EKJ": ("5",) if card > "g1" else ("3",) if card > "c1" else ("2",) if card > "a1" else ()},
            "cash": {"EKJ": 100},
            "turn": {"company": "EKJ", "stage": "trains", "after": ()},
            **parts,
        }
    )


def trains(game: Game, owner: str) -> dict[str, str]:
    """Cards and faces of an owner."""
    return {card: face for card, (place, face) in game.position.trains.items() if place == owner}


@pytest.mark.clause("18CZ/VIII.12a")
def test_the_first_card_of_a_letter_starts_its_phase_and_later_ones_do_not() -> None:
    game = before("f1")
    game.play(BuyTrain("Sx", "bank", "f1", "4E", 350))
    assert game.position.phase == "f"
    game.play(BuyTrain("Sx", "bank", "f2", "4E", 350))
    assert list(events(game, PhaseBegan)) == [PhaseBegan("f")]


@pytest.mark.clause("18CZ/VIII.12a")
def test_an_older_card_from_the_pool_changes_no_phase() -> None:
    game = before("f1")
    game.play(BuyTrain("Sx", "pool", "d2", "3E", 250))
    assert game.position.phase == "e" and not list(events(game, PhaseBegan))


@pytest.mark.clause("18CZ/VIII.12a", "18CZ/VIII.13")
@pytest.mark.parametrize("card", ["b1", "d1", "g1", "j1"])
def test_an_export_starts_a_phase_as_a_purchase_does(card: str) -> None:
    game = last_turn(card)
    game.play(Pass("EKJ"))
    assert game.position.phase == card[0] and list(events(game, PhaseBegan)) == [PhaseBegan(card[0])]


def city(phase: str, name: str, hex: str, tile: str) -> Game:
    """A company with a station in a city that has this tile is about to lay track."""
    return given(
        phase=phase,
        companies={name: COMPANIES[name]},
        cash={name: 500},
        tiles={hex: f"{tile}@0"},
        stations={name: (hex,)},
        turn={"company": name, "stage": "track"},
    )


@pytest.mark.clause("18CZ/VIII.12b", "18CZ/VIII.12e", "18CZ/VIII.12h", "18CZ/VIII.12j")
@pytest.mark.parametrize(
    ("last_without", "first_with", "under", "upgrade"),
    [
        ("c", "d", "57", LayTile("EKJ", "D4", "14", 0)),
        ("f", "g", "14", LayTile("EKJ", "D4", "611", 0)),
        ("h", "i", "8892", LayTile("BN", "E11", "8893", 0)),
    ],
)
def test_green_brown_and_grey_tiles_come_with_their_phase(
    last_without: str, first_with: str, under: str, upgrade: LayTile
) -> None:
    refused(city(last_without, upgrade.company, upgrade.hex, under), upgrade, code="tile-color")
    assert allowed(city(first_with, upgrade.company, upgrade.hex, under), upgrade)


@pytest.mark.clause("18CZ/VIII.12b")
def test_phase_a_has_yellow_tiles_and_three_trains_a_company() -> None:
    game = given(
        phase="a", companies=SMALL, stations={"EKJ": ("D4",)}, turn={"company": "EKJ"}, trains={"EKJ": ("2", "2")},
        next_card="a4", cash={"EKJ": 500},
    )  # fmt: skip
    colors = {game.rules.board.tiles[action.tile].color for action in offered(game, LayTile)}
    assert colors == {"yellow"}
    room = last_turn("a4", trains={"EKJ": ("2", "2")})
    room.play(BuyTrain("EKJ", "bank", "a4", "2", 70))
    refused(room, BuyTrain("EKJ", "bank", "a5", "2", 70), clause="18CZ/VIII.10d")


@pytest.mark.clause("18CZ/VIII.12c", "18CZ/VIII.12e")
@pytest.mark.parametrize(
    ("phase", "medium", "large"), [("a", False, False), ("b", True, False), ("c", True, False), ("d", True, True)]
)
def test_medium_shares_come_with_phase_b_and_large_ones_with_phase_d(phase: str, medium: bool, large: bool) -> None:
    game = given(phase=phase, companies=SMALL, round={"kind": "stock", "set": 2}, cash={"Ada": 500})
    for action, possible in ((StartCompany("Ada", "KFN", 60), medium), (StartCompany("Ada", "kk", 90), large)):
        if possible:
            assert allowed(game, action)
        else:
            refused(game, action, code="not-available")


@pytest.mark.clause("18CZ/VIII.12c")
def test_companies_buy_railways_from_phase_b_on() -> None:
    # R33: also when the phase came by export
    offer = TakeOverPrivate("EKJ", "S1", 10)
    parts: dict[str, Any] = {"privates": {"S1": "Bo"}, "set": 1, "trains": {"EKJ": ("2",), "MW": ("2",)}}
    refused(last_turn("a5", **parts), offer, code="no-private-trade")
    assert allowed(last_turn("b2", **parts), offer)
    exported = last_turn("b1", **parts)
    refused(exported, offer, code="no-private-trade")
    play_on(exported, Pass("EKJ"), Pass("Ada"), Pass("Bo"), Pass("Cy"))
    assert exported.position.phase == "b" and exported.actor == "EKJ"
    assert allowed(exported, offer)


@pytest.mark.clause("18CZ/VIII.12d")
def test_phase_c_changes_nothing() -> None:
    game = last_turn("c1", trains={"EKJ": ("a1 2", "a2 2")}, cash={"EKJ": 500})
    happened = game.play(BuyTrain("EKJ", "bank", "c1", "3", 120))
    assert [type(event) for event in happened] == [Paid, TrainBought, PhaseBegan]
    b, c = game.rules.phases["b"], game.rules.phases["c"]
    assert msgspec.structs.replace(b, phase="c") == c


@pytest.mark.clause("18CZ/VIII.12e", "18CZ/VIII.12h", "18CZ/VIII.12j", "18CZ/VIII.8b")
@pytest.mark.parametrize(
    ("phase", "value"), [("d", 30), ("e", 30), ("f", 30), ("g", 40), ("h", 40), ("i", 50), ("j", 50)]
)
def test_red_tiles_are_worth_what_the_phase_says(phase: str, value: int) -> None:
    """Sx runs from its red home (and 50 more) to the green city of B8 (40)."""
    game = given(
        phase=phase,
        companies={"Sx": company(100, Ada=60)},
        tiles={"A7": "8896@4", "B8": "8885@0"},
        stations={"Sx": ("A7",)},
        trains={"Sx": ("d1 3E",)},
        next_card=f"{phase}2",
        turn={"company": "Sx", "stage": "run"},
    )
    assert game.best_runs("Sx").total == value + 50 + 40


SALES = [
    ("e1", "4", 250, {"2"}),
    ("e1", "3+3", 180, set()),
    ("e1", "3E", 250, set()),
    ("f1", "4", 250, {"2"}),
    ("f1", "4+4", 400, {"2+2"}),
    ("f1", "4E", 350, set()),
    ("g1", "5", 350, {"2", "3"}),
    ("g1", "4+4", 400, {"2+2"}),
    ("g1", "4E", 350, set()),
    ("h1", "5", 350, {"2", "3"}),
    ("h1", "5+5", 500, {"2+2", "3+3"}),
    ("h1", "5E", 700, set()),
    ("i1", "6E", 800, {"3E"}),
    ("i1", "5+5", 500, {"2+2", "3+3"}),
    ("j1", "8E", 1000, {"3E", "4E"}),
    ("j1", "5", 350, {"2", "3"}),
]


@pytest.mark.clause(
    "18CZ/VIII.12f",
    "18CZ/VIII.12g",
    "18CZ/VIII.12h",
    "18CZ/VIII.12i",
    "18CZ/VIII.12j",
    "18CZ/VIII.12k",
    "18CZ/VIII.12l",
)
@pytest.mark.parametrize(("card", "face", "price", "scrapped"), SALES)
def test_a_sale_scraps_the_types_of_its_own_colour_it_names(
    card: str, face: str, price: int, scrapped: set[str]
) -> None:
    game = before(card)
    there = set(trains(game, "pool").values())
    assert scrapped <= there
    game.play(BuyTrain("Sx", "bank", card, face, price))
    assert set(trains(game, "pool").values()) == there - scrapped
    assert set(trains(game, "out").values()) == scrapped == set(game.position.scrapped)


@pytest.mark.clause("18CZ/VIII.12f", "18CZ/VIII.12l")
def test_scrapping_hits_every_companys_trains_with_that_side_up_and_no_others() -> None:
    # R45: the other side of a card survives, the scrapped side is gone for good
    owners = {"EKJ": ("a1 2", "c1 3"), "MW": ("b1 2",), "BN": ("b2 2+2", "a2 2"), "pool": ("b3 2", "c2 2+2")}
    game = before("e1", trains=owners)
    game.play(BuyTrain("Sx", "bank", "e1", "4", 250))
    assert {event.card for event in events(game, TrainScrapped)} == {"a1", "b1", "a2", "b3"}
    assert trains(game, "EKJ") == {"c1": "3"} and trains(game, "BN") == {"b2": "2+2"} and trains(game, "MW") == {}
    assert trains(game, "pool") == {"c2": "2+2"}
    again = before("f1", trains={"pool": ("b2 2+2",)}, scrapped=("2",))
    refused(again, BuyTrain("Sx", "pool", "b2", "2", 70), code="no-such-face")
    assert allowed(again, BuyTrain("Sx", "pool", "b2", "2+2", 80))


@pytest.mark.clause("18CZ/VIII.12f")
def test_a_sale_from_the_pool_scraps_too() -> None:
    # R45, R46: the card is turned to the side the buyer chooses
    game = before("f1", trains={"pool": ("e1 3+3",), "MW": ("a1 2",)})
    game.play(BuyTrain("Sx", "pool", "e1", "4", 250))
    assert trains(game, "Sx") == {"e1": "4"} and trains(game, "MW") == {}


@pytest.mark.clause("18CZ/VIII.12m", "18CZ/VIII.13")
@pytest.mark.parametrize(
    ("card", "scrapped"),
    [
        ("d1", set()),
        ("e1", {"2"}),
        ("f1", {"2", "2+2"}),
        ("g1", {"2", "3", "2+2"}),
        ("h1", {"2", "3", "2+2", "3+3"}),
        ("i1", {"2", "3", "2+2", "3+3", "3E"}),
        ("j1", {"2", "3", "2+2", "3+3", "3E", "4E"}),
    ],
)
def test_an_exported_card_scraps_what_each_of_its_sides_would(card: str, scrapped: set[str]) -> None:
    # R53: in one step, before limits are checked
    pool = tuple(f"{sold} {face}" for face, sold in OLD.items() if sold[0] < card[0])
    own = ("g2 5",) if card[0] > "g" else ("c2 3",)
    game = last_turn(card, companies=COMPANIES, trains={"pool": pool, "EKJ": own})
    game.play(Pass("EKJ"))
    assert set(game.position.scrapped) == scrapped
    assert set(trains(game, "pool").values()) == {face for face, sold in OLD.items() if sold[0] < card[0]} - scrapped


LIMITS = [
    ("e1", "EKJ", ("c1 3", "c2 3", "d3 3"), 2),
    ("f1", "BN", ("d1 3+3", "d2 3+3", "d3 3+3"), 2),
    ("h1", "EKJ", ("e1 4", "e2 4"), 1),
    ("i1", "BN", ("f1 4+4", "f2 4+4"), 1),
    ("j1", "kk", ("h1 5E", "h2 5E", "g1 4E"), 2),
]


@pytest.mark.clause(
    "18CZ/VIII.12f", "18CZ/VIII.12g", "18CZ/VIII.12i", "18CZ/VIII.12j", "18CZ/VIII.12k", "18CZ/VIII.12n"
)
@pytest.mark.parametrize(("card", "name", "own", "limit"), LIMITS)
def test_a_phase_reduces_a_train_limit_and_the_surplus_goes_unpaid_to_the_pool(
    card: str, name: str, own: tuple[str, ...], limit: int
) -> None:
    """Sx buys a red train, which scraps nothing here; the other company returns what is too much, its choice."""
    kk = {"kk": company(90, Ada=60)} if name == "kk" else {}
    game = before(card, trains={name: own}, companies={**COMPANIES, **kk})
    red = next(face for face in game.rules.cards.faces(card) if face.size == "small")
    game.play(BuyTrain("Sx", "bank", card, red.name, red.price))
    cards = [text.split()[0] for text in own]
    cash = game.position.cash
    assert game.actor == name and set(offered(game, ReturnTrain)) == {ReturnTrain(name, c) for c in cards}
    refused(game, Pass("Sx"), code="not-now")
    for surplus in cards[limit:]:
        game.play(ReturnTrain(name, surplus))
    assert set(trains(game, name)) == set(cards[:limit]) and set(trains(game, "pool")) == set(cards[limit:])
    assert game.position.cash == cash and game.actor == "Sx"


@pytest.mark.clause("18CZ/VIII.12n")
def test_surplus_trains_are_returned_in_operating_order_the_buyer_included() -> None:
    # R47
    game = before(
        "e1", trains={"EKJ": ("c1 3", "c2 3"), "MW": ("c3 3", "c4 3", "d1 3")}, cash={"EKJ": 500},
        turn={"company": "EKJ", "stage": "trains"},
    )  # fmt: skip
    game.play(BuyTrain("EKJ", "bank", "e1", "4", 250))
    assert game.actor == "EKJ" and game.turn == "Ada"
    assert set(offered(game, ReturnTrain)) == {ReturnTrain("EKJ", card) for card in ("c1", "c2", "e1")}
    refused(game, ReturnTrain("MW", "c3"), code="not-your-turn")
    game.play(ReturnTrain("EKJ", "c1"))
    assert game.actor == "MW" and game.turn == "Bo"
    refused(game, ReturnTrain("MW", "c2"), code="not-its-train")
    game.play(ReturnTrain("MW", "d1"))
    assert game.actor == "EKJ" and trains(game, "pool") == {"c1": "3", "d1": "3"}


@pytest.mark.clause("18CZ/VIII.12n")
def test_pool_trains_are_sold_to_every_company_entitled_at_the_price_of_the_chosen_side() -> None:
    # R46: new and Pool trains in any order
    game = before("e1", trains={"pool": ("d1 3", "b1 2+2")})
    from_pool = {(a.card, a.face, a.price) for a in offered(game, BuyTrain) if a.source == "pool"}
    assert from_pool == {
        ("d1", "3", 120), ("d1", "3+3", 180), ("d1", "3E", 250), ("b1", "2", 70), ("b1", "2+2", 80)
    }  # fmt: skip
    play_on(game, BuyTrain("Sx", "bank", "e1", "3E", 250), BuyTrain("Sx", "pool", "d1", "3E", 250))
    assert trains(game, "Sx") == {"e1": "3E", "d1": "3E"} and game.position.cash["Sx"] == 3000 - 500
    small = before("e1", trains={"pool": ("b1 2+2",)}, cash={"EKJ": 500}, turn={"company": "EKJ", "stage": "trains"})
    refused(small, BuyTrain("EKJ", "pool", "b1", "2+2", 80), code="train-size")
    small.play(BuyTrain("EKJ", "pool", "b1", "2", 70))
    assert trains(small, "EKJ") == {"b1": "2"}


@pytest.mark.clause("18CZ/VIII.13")
@pytest.mark.parametrize("set", [1, 2, 3, 4, 5, 6, 7])
def test_at_the_end_of_each_set_the_top_card_leaves_the_game(set: int) -> None:
    number = {5: 2, 6: 2, 7: 2}.get(set, 1)
    game = last_turn("c2", set, number)
    stack = game.position.stack
    happened = game.play(Pass("EKJ"))
    assert [event for event in happened if isinstance(event, Exported)] == [Exported("c2")]
    assert game.position.stack == stack[1:] and "c2" not in game.position.trains
    assert (game.position.round.kind, game.position.round.set) == ("stock", set + 1)
    exported = next(i for i, event in enumerate(happened) if isinstance(event, Exported))
    begun = next(i for i, event in enumerate(happened) if isinstance(event, RoundBegan))
    assert exported < begun


@pytest.mark.clause("18CZ/VIII.13")
@pytest.mark.parametrize(("set", "number"), [(5, 1), (6, 1), (7, 1), (8, 1), (8, 2), (8, 3)])
def test_nothing_is_exported_inside_a_set_nor_after_the_last_round(set: int, number: int) -> None:
    # R6
    game = last_turn("c2", set, number)
    game.play(Pass("EKJ"))
    assert not list(events(game, Exported)) and game.position.stack[0] == "c2"


@pytest.mark.clause("18CZ/VIII.13")
def test_the_top_card_goes_and_never_a_pool_train() -> None:
    # R53
    game = last_turn("c2", trains={"pool": ("a1 2",), "EKJ": ("a2 2",)})
    game.play(Pass("EKJ"))
    assert trains(game, "pool") == {"a1": "2"} and list(events(game, Exported)) == [Exported("c2")]


@pytest.mark.clause("18CZ/VIII.13")
def test_limits_after_an_export_are_met_before_the_stock_round() -> None:
    # R47, R53: the 2 is scrapped first, so MW has only one 3 too many
    game = last_turn("e1", trains={"EKJ": ("c1 3",), "MW": ("c2 3", "c3 3", "c4 3")})
    game.play(Pass("EKJ"))
    assert game.actor == "MW" and game.turn == "Bo"
    refused(game, BuyShare("Ada", "MW", 25), code="not-now")
    game.play(ReturnTrain("MW", "c2"))
    assert game.position.round.kind == "stock" and trains(game, "pool") == {"c2": "3"}
    spared = last_turn("e1", trains={"EKJ": ("c1 3",), "MW": ("a1 2", "c3 3", "c4 3")})
    spared.play(Pass("EKJ"))
    assert spared.position.round.kind == "stock" and set(trains(spared, "MW")) == {"c3", "c4"}
