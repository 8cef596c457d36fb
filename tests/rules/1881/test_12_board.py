"""1881, chapter 12.6: the board of the S-Bahn, its vetoes and votes; the outcomes are computed by hand.

Ada is president. `votes` says who owns the seats of nets II, III and IV; a net that has joined keeps its seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.kit import allowed, events, offered, play_on, price, refused
from tests.kit81 import at_turn, cash, holders

from stellwerk.actions import Action, BuyTrain, Dividend, LayTile, Pass, PlaceStation, Run
from stellwerk.game import Game
from stellwerk.position import BANK, POOL
from stellwerk.steps.objection import CallVote, CastVote, LetPass, Veto, Vote, VoteCounted
from stellwerk.steps.station_sale import BuyDepot
from stellwerk.trains import trains_of

NETS = ("S-II", "S-III", "S-IV")
DEPOTS = {"S": ["H20"], "S-II": ["H10"], "S-III": ["I27"], "S-IV": ["A23"]}
LAY, OTHER = LayTile("S", "H18", "30", 5), LayTile("S", "I21", "25", 2)
BUY = BuyTrain("S", BANK, "4S-3", "4S", 300)


def board(
    stage: str = "track",
    seats: Mapping[str, str] | None = None,
    variant: str = "base",
    **parts: Any,
) -> Game:
    """The main net at a stage; Bo and Cy have the seats of II and III unless said."""
    owners = {"S-II": "Bo", "S-III": "Cy"} if seats is None else seats
    companies = {"S": holders(Ada=25, Bo=5), **parts.pop("companies", {})}
    trains = {"S": ["4S", "4S"], **parts.pop("trains", {})}
    depots = {net: DEPOTS[net] for net in ("S", *owners)}
    stations = {**depots, **parts.pop("stations", {})}
    usual: dict[str, Any] = {"companies": companies, "seats": owners, "trains": trains, "stations": stations}
    return at_turn("S", stage, variant=variant, **{**usual, **parts})


def counted(game: Game) -> list[tuple[int, int]]:
    """The results of the votes so far: for and against."""
    return [(event.agreeing, event.against) for event in events(game, VoteCounted)]


def waits(game: Game) -> bool:
    """Does a proposal wait for the board?"""
    return isinstance(game.position.agenda[-1], Veto | Vote)


def pass_all(game: Game) -> Game:
    """Everybody lets the proposal pass."""
    while isinstance(game.position.agenda[-1], Veto):
        game.play(LetPass(game.actor))
    return game


def object_to(game: Game, *votes: bool) -> Game:
    """The first one to be asked objects; the others vote so."""
    game.play(CallVote(game.actor))
    for agrees in votes:
        game.play(CastVote(game.actor, agrees))
    return game


# Who is asked


@pytest.mark.clause("1881/12.6a", "1881/H.37")
def test_before_an_act_of_the_main_net_the_owners_of_seats_are_asked_in_order() -> None:
    """Each once, by the numbers of their shares (R97); it is done when all let it pass."""
    game = board()
    game.play(LAY)
    assert "H18" not in game.position.tiles and (game.actor, game.turn) == ("Bo", "Bo")
    game.play(LetPass("Bo"))
    assert game.actor == "Cy" and "H18" not in game.position.tiles
    refused(game, LetPass("Bo"), clause="1881/12.6a")
    game.play(LetPass("Cy"))
    assert game.position.tiles["H18"] == ("30", 5) and game.turn == "Ada"


@pytest.mark.clause("1881/12.6a")
def test_an_owner_of_several_seats_is_asked_once_and_votes_with_all() -> None:
    """R67, R97."""
    game = board(seats={"S-II": "Bo", "S-III": "Cy", "S-IV": "Bo"})
    play_on(game, LAY, LetPass("Bo"), CallVote("Cy"), CastVote("Bo", False))
    assert counted(game) == [(1, 3)] and "H18" not in game.position.tiles


@pytest.mark.clause("1881/12.6a")
@pytest.mark.parametrize("seats", [{}, {"S-II": "Ada"}], ids=["none sold", "the president's own"])
def test_where_nobody_but_the_president_owns_a_seat_nobody_is_asked(seats: Mapping[str, str]) -> None:
    game = board(seats=seats)
    game.play(LAY)
    assert not waits(game) and "H18" in game.position.tiles


@pytest.mark.clause("1881/12.6a")
def test_a_seat_that_lapsed_has_no_veto() -> None:
    game = board(seats={"S-II": "Bo"})
    game.position.update_state(lapsed=("S_5",))
    game.play(LAY)
    assert not waits(game)


@pytest.mark.clause("1881/12.6a", "1881/10.9d")
def test_a_company_that_owns_a_seat_speaks_through_its_director_or_not_at_all() -> None:
    """R85: one that rests casts no vote."""
    companies = {"SBV": holders(Di=60)}
    game = board(seats={"S-II": "SBV"}, companies=companies, stations={"SBV": ["L16"]})
    game.play(LAY)
    assert (game.actor, game.turn) == ("SBV", "Di")
    rests = board(seats={"S-II": "SBV"}, companies=companies, stations={"SBV": ["L16"]})
    for card in rests.rules.register.of["SBV"]:
        if rests.position.certificates[card.id] == "Di":
            rests.position.put("certificates", card.id, POOL)
    rests.play(LAY)
    assert not waits(rests)


@pytest.mark.clause("1881/12.6a", "1881/12.5b")
def test_a_vice_president_whose_net_has_joined_keeps_seat_and_veto() -> None:
    """R62, base."""
    game = board(seats={"S-II": "Bo"})
    game.position.floated = tuple(net for net in game.position.floated if net != "S-II")
    game.position.stations = {hex: here for hex, here in game.position.stations.items() if hex != "H10"}
    game.position.update_state(joined={"S-II": "H10"})
    game.play(LAY)
    assert game.actor == "Bo"


# What can be vetoed


def depot_game(variant: str = "base") -> Game:
    return board("station", tiles={"H18": "30@5"}, seats={"S-II": "Bo"}, variant=variant)


@pytest.mark.clause("1881/12.6a", "1881/H.48")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_track_depots_and_purchases_are_contested(variant: str) -> None:
    seats = {"S-II": "Bo"}
    tram = {"companies": {"SBV": holders(Di=60)}, "stations": {"SBV": ["L16"], "S-II": ["H10"]}}
    cases: list[tuple[Game, Action]] = [
        (board(seats=seats, variant=variant), LAY),
        (depot_game(variant), PlaceStation("S", "H18", 0)),
        (board("trains", seats, variant, cash={"S": 900}, **tram), BUY),
        (board("trains", seats, variant, trains={"S": ["4S"], "S-II": ["4S"]}), BuyTrain("S", "S-II", "4S-2", "4S", 5)),
    ]
    for game, action in cases:
        game.play(action)
        assert isinstance(game.position.agenda[-1], Veto) and game.actor == "Bo"


@pytest.mark.clause("1881/12.6a", "1881/7.8a")
def test_a_depot_that_is_bought_is_contested() -> None:
    tiles = {"H18": "30@5"}
    companies = {"SBV": holders(Di=60)}
    game = board("station", {"S-II": "Bo"}, tiles=tiles, companies=companies, stations={"SBV": ["L16", "H18"]})
    action = BuyDepot("S", "SBV", "H18", 0, 5)
    game.play(action)
    assert isinstance(game.position.agenda[-1], Veto)
    object_to(game)
    assert counted(game) == [(1, 1)], "a tie: it is done, the seller is asked"
    assert game.turn == "Di"


@pytest.mark.clause("1881/12.6a")
def test_running_is_not_contested_nor_the_end_of_a_turn() -> None:
    game = board("run")
    game.play(Run("S", 0))
    assert not waits(game)
    play_on(game, Pass("S"))
    assert not waits(game)


@pytest.mark.clause("1881/12.6a")
@pytest.mark.parametrize("net", ["S-II", "S-III"])
def test_subnets_are_not_contested(net: str) -> None:
    seats = {"S-II": "Bo", "S-III": "Cy"}
    stations = {name: DEPOTS[name] for name in ("S", *seats)}
    game = at_turn(net, "track", companies={"S": holders(Ada=25, Bo=5)}, seats=seats, stations=stations)
    game.play(offered(game, LayTile)[0])
    assert not waits(game)


@pytest.mark.clause("1881/12.6a", "1881/H.48")
@pytest.mark.parametrize("variant", ["base", "house"])
def test_a_purchase_that_must_be_made_cannot_be_prevented(variant: str) -> None:
    game = board("trains", trains={"S": []}, cash={"S": 900}, variant=variant)
    game.play(BuyTrain("S", BANK, "4S-1", "4S", 300))
    assert not waits(game) and trains_of(game.position, "S")


@pytest.mark.clause("1881/12.6a", "1881/H.48")
@pytest.mark.parametrize(("variant", "asked"), [("base", True), ("house", False)])
def test_the_dividend_is_contested_except_by_the_house_rules(variant: str, asked: bool) -> None:
    game = board("dividend", {"S-II": "Bo"}, variant, turn={"revenue": 60})
    game.play(Dividend("S", "pay"))
    assert waits(game) == asked


# The vote


TABLE: tuple[tuple[Sequence[str], str, tuple[bool, ...], tuple[int, int], bool], ...] = (
    # owners of II, III, IV; variant; votes after the veto of II; for and against; is it done?
    (("Bo",), "base", (), (1, 1), True),
    (("Bo",), "house", (), (2, 1), True),
    (("Bo", "Cy"), "base", (True,), (2, 1), True),
    (("Bo", "Cy"), "base", (False,), (1, 2), False),
    (("Bo", "Cy"), "house", (True,), (3, 1), True),
    (("Bo", "Cy"), "house", (False,), (2, 2), True),
    (("Bo", "Bo"), "base", (), (1, 2), False),
    (("Bo", "Bo"), "house", (), (2, 2), True),
    (("Bo", "Ada"), "base", (), (2, 1), True),
    (("Bo", "Cy", "Di"), "base", (True, True), (3, 1), True),
    (("Bo", "Cy", "Di"), "base", (True, False), (2, 2), True),
    (("Bo", "Cy", "Di"), "base", (False, False), (1, 3), False),
    (("Bo", "Cy", "Di"), "house", (False, True), (3, 2), True),
    (("Bo", "Cy", "Di"), "house", (False, False), (2, 3), False),
    (("Bo", "Cy", "Cy"), "base", (False,), (1, 3), False),
    (("Bo", "Cy", "Cy"), "base", (True,), (3, 1), True),
    (("Bo", "Cy", "Cy"), "house", (False,), (2, 3), False),
    (("Bo", "Ada", "Ada"), "base", (), (3, 1), True),
    (("Bo", "Bo", "Bo"), "base", (), (1, 3), False),
    (("Bo", "Bo", "Bo"), "house", (), (2, 3), False),
    (("Bo", "SBV"), "base", (False,), (1, 2), False),
    (("SBV", "Cy"), "base", (True,), (2, 1), True),
    (("SBV", "SBV"), "house", (), (2, 2), True),
)


@pytest.mark.clause("1881/12.6b", "1881/H.49")
@pytest.mark.parametrize(("owners", "variant", "votes", "result", "done"), TABLE)
def test_more_votes_against_than_for_bring_it_down(
    owners: Sequence[str], variant: str, votes: tuple[bool, ...], result: tuple[int, int], done: bool
) -> None:
    """The vetoer has voted against, the president for; by the house rules his vote counts twice; he breaks ties."""
    companies, stations = {"SBV": holders(Di=60)}, {"SBV": ["L16"]}
    game = board(seats=dict(zip(NETS, owners, strict=False)), variant=variant, companies=companies, stations=stations)
    game.play(LAY)
    object_to(game, *votes)
    assert counted(game) == [result] and not waits(game)
    assert ("H18" in game.position.tiles) == done


@pytest.mark.clause("1881/12.6b", "1881/12.6a")
def test_the_first_veto_ends_the_asking_and_the_others_vote_in_order() -> None:
    """Who let it pass may still vote either way (R97)."""
    game = board(seats=dict(zip(NETS, ("Bo", "Cy", "Di"), strict=True)))
    play_on(game, LAY, LetPass("Bo"), CallVote("Cy"))
    assert game.actor == "Bo"
    refused(game, CastVote("Di", False), clause="1881/12.6b")
    play_on(game, CastVote("Bo", False))
    assert game.actor == "Di"
    game.play(CastVote("Di", True))
    assert counted(game) == [(2, 2)] and "H18" in game.position.tiles


@pytest.mark.clause("1881/12.6b")
def test_what_was_voted_down_may_be_replaced_but_not_proposed_again() -> None:
    """Base: another proposal, or none (R67, R79)."""
    game = board(seats={"S-II": "Bo", "S-III": "Bo"})
    game.play(LAY)
    object_to(game)
    refused(game, LAY, clause="1881/12.6b", code="voted-down")
    assert allowed(game, OTHER)
    pass_all(play_on(game, OTHER))
    assert "I21" in game.position.tiles
    none = board(seats={"S-II": "Bo", "S-III": "Bo"})
    none.play(LAY)
    object_to(none)
    none.play(Run("S", 0))
    assert not none.position.tiles


@pytest.mark.clause("1881/H.49", "1881/H.48")
def test_by_the_house_rules_it_is_not_replaced_and_each_vetoes_once_a_round() -> None:
    game = board(seats=dict.fromkeys(NETS, "Bo"), variant="house", cash={"S": 900})
    game.play(LAY)
    object_to(game)
    refused(game, OTHER, clause="1881/H.49", code="voted-down")
    play_on(game, Run("S", 0), BUY)
    assert not waits(game) and len(trains_of(game.position, "S")) == 3, "his veto is used up"


@pytest.mark.clause("1881/12.6a", "1881/H.48")
def test_in_the_base_game_everybody_may_veto_again() -> None:
    game = board(seats=dict.fromkeys(NETS, "Bo"), cash={"S": 900})
    game.play(LAY)
    object_to(game)
    play_on(game, Run("S", 0), BUY)
    assert waits(game)
    object_to(game)
    assert len(trains_of(game.position, "S")) == 2
    refused(game, BUY, clause="1881/12.6b")


@pytest.mark.clause("1881/12.6b")
def test_a_price_that_was_voted_down_is_open_at_others() -> None:
    """A proposal is an offer with its price."""
    game = board("trains", {"S-II": "Bo", "S-III": "Bo"}, trains={"S": ["4S"], "S-II": ["4S"]})
    game.play(BuyTrain("S", "S-II", "4S-2", "4S", 5))
    object_to(game)
    refused(game, BuyTrain("S", "S-II", "4S-2", "4S", 5), clause="1881/12.6b")
    for amount in (4, 6):
        assert allowed(game, BuyTrain("S", "S-II", "4S-2", "4S", amount))


@pytest.mark.clause("1881/12.6b", "1881/12.6a")
@pytest.mark.parametrize(("proposed", "kept"), [("pay", True), ("split", True), ("retain", False)])
def test_after_a_veto_against_paying_the_net_keeps_and_the_other_way_round(proposed: str, kept: bool) -> None:
    """R79: this second decision stands."""
    turn = {"revenue": 60, "piers": 40 if proposed == "split" else 0}
    game = board("dividend", {"S-II": "Bo", "S-III": "Bo"}, turn=turn, cells={"S": (6, 3)})
    income = sum(turn.values())
    game.play(Dividend("S", proposed))
    object_to(game)
    assert not offered(game, Dividend)
    game.play(Pass("S"))
    assert cash(game, "S") == 500 + (income if kept else 0)


@pytest.mark.clause("1881/12.6b")
def test_after_a_veto_against_keeping_the_president_says_what_becomes_of_bonuses() -> None:
    turn = {"revenue": 60, "piers": 40}
    game = board("dividend", {"S-II": "Bo", "S-III": "Bo"}, turn=turn, cells={"S": (6, 3)})
    game.play(Dividend("S", "retain"))
    object_to(game)
    refused(game, Dividend("S", "retain"), clause="1881/12.6b", code="voted-down")
    assert {action.kind for action in offered(game, Dividend)} == {"pay", "split"}
    game.play(Dividend("S", "split"))
    assert not waits(game) and cash(game, "S") == 540 and price(game, "S") == 88
