"""Positions from outside: what arose in play is accepted and resumes, what cannot be is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.doors.made import ODD, SPEC, TITLE, plain, played, spoil

from stellwerk import BadInput, StellwerkError
from stellwerk.game import Game
from stellwerk.interop.check_position import check_position, game_at, read_position
from stellwerk.interop.files import load_any
from stellwerk.interop.position_file import set_up


def sound(game: Game, dice: random.Random, decisions: int = 4) -> None:
    """The game can be played on, copied, saved as JSON and undone; its money adds up."""
    assert game.over or game.legal()
    assert sum(game.position.cash.values()) == 0
    assert game.copy().position.hash() == game.position.hash()
    again = game_at(plain(game.position.as_json()))
    assert again.position == game.position and again.position.hash() == game.position.hash()
    before = game.position.hash()
    done = 0
    while done < decisions and not game.over:
        choice = dice.choice(list(game.legal()))
        game.play(choice.at(dice.randint(choice.low, choice.high)) if choice.field else choice.action)
        done += 1
        assert sum(game.position.cash.values()) == 0
    for _ in range(done):
        game.undo()
    assert game.position.hash() == before


@pytest.mark.parametrize(("title", "seed"), [*((TITLE, seed) for seed in range(4)), ("18Rhl", 0), ("18Rhl", 4)])
def test_every_position_of_a_game_is_accepted_and_comes_back(title: str, seed: int) -> None:
    game = played(seed, 2000, 3 + seed % 4, title)
    positions = [entry.before for entry in game.log] + [game.position]
    for position in positions[seed % 3 :: 3]:
        check_position(game.rules, position)
        again = read_position(game.rules, plain(position.as_json()))
        assert again == position
        assert again.hash() == position.hash()


def test_a_saved_position_resumes_in_the_middle_of_anything() -> None:
    dice = random.Random(0)
    game = played(1, 2000)
    for entry in dice.sample(game.log[1:], 40):
        again = game_at(plain(entry.before.as_json()))
        again.replay((entry.action,))
        assert [str(event) for event in again.log[-1].events] == [str(event) for event in entry.events]


def test_undo_and_redo_are_each_other() -> None:
    game = played(4, 200).copy()
    hashes = [entry.before.hash() for entry in game.log] + [game.position.hash()]
    while len(game.log) > 1:
        game.undo()
        assert game.position.hash() == hashes[len(game.log)]
    with pytest.raises(BadInput, match="nothing to undo"):
        game.undo()
    assert game.position.hash() == hashes[1] and len(game.log) == 1
    while game.undone:
        game.redo()
        assert game.position.hash() == hashes[len(game.log)]
    assert len(game.log) == len(hashes) - 1
    with pytest.raises(BadInput, match="nothing to redo"):
        game.redo()


def test_the_full_position_file_is_sound() -> None:
    game = set_up(SPEC)
    assert game.actor == "Sx" and game.turn == "Bo"
    assert game.position.unplaced["Sx"] == 3, "two of its own and three of EKJ, less two on the map"
    assert game.position.stack[0] == "e3"
    sound(game, random.Random(0))


def test_a_file_that_says_only_who_plays_is_a_new_game() -> None:
    game = set_up({"title": TITLE, "players": ["Ada", "Bo", "Cy"], "cash": {}})
    assert game.position.round.kind == "draft" and len(game.log) == 1
    assert set_up({"title": TITLE, "players": ["Ada", "Bo", "Cy"], "cash": {"Ada": 5}}).position.cash["Ada"] == 5


def test_the_phase_follows_from_the_next_card() -> None:
    for card, phase in (("a1", "a"), ("b1", "a"), ("b2", "b"), ("j1", "i"), ("j5", "j")):
        game = set_up({"title": TITLE, "players": ["Ada", "Bo", "Cy"], "next_card": card})
        assert game.position.phase == phase and game.position.stack[0] == card


def test_cards_that_never_run_out_are_dealt_on() -> None:
    share = {"par": 90, "holders": {"Ada": 60}}
    spec = {"title": TITLE, "players": ["Ada", "Bo", "Cy"], "phase": "j", "companies": {"Sx": share, "kk": share}}
    game = set_up({**spec, "trains": {"Sx": ["8E"]}})
    assert game.position.trains == {"j1": ("Sx", "8E")} and game.position.stack == ("j2",)
    game = set_up({**spec, "next_card": "j3", "trains": {"Sx": ["8E"], "kk": ["8E"]}})
    assert set(game.position.trains) == {"j1", "j2"} and game.position.stack == ("j3",)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"format": "x"}, "its format is 'x'"),
    ({"seed": 2**54}, "seed is too large"),
    ({"order": ["Ada", "Bo"]}, "names every player once"),
    ({"phase": "z"}, "There is no phase 'z'"),
    ({"round": {"kind": "tea", "set": 1}}, "There is no such round"),
    ({"round": {"kind": "operating", "set": 9, "number": 1}}, "set 9 is not played"),
    ({"round": {"kind": "operating", "set": 5, "number": 3}}, "Set 5 has 2 operating rounds"),
    ({"round": {"kind": "stock", "set": 5}}, "it is a player's turn"),
    ({"turn": {}}, "says which company's turn"),
    ({"turn": {"player": "Ada", "company": "BN"}}, "not of both"),
    ({"turn": {"company": "BN", "stage": "tea"}}, "There is no stage 'tea'"),
    ({"turn": {"company": "BN", "laid": ["blue"]}}, "'yellow' or 'upgrade'"),
    ({"turn": {"company": "BN", "revenue": -1}}, "cannot have earned -1"),
    ({"turn": {"company": "BN", "after": ["BN"]}}, "cannot operate after BN"),
    ({"turn": {"company": "BN", "after": ["MW", "MW"]}}, "one turn in a round"),
    (
        {"turn": {"company": "BN", "stage": "end"}, "trains": {}, "returned": {}, "privates": {}, "used": []},
        "can do nothing",
    ),
    ({"companies": {"XX": {"par": 60}}}, "no company 'XX'"),
    ({"companies": {"BN": {"par": 60, "holders": {"Zoe": 60}}}}, "Zoe cannot hold 60% of BN"),
    ({"companies": {"BN": {"par": 60, "holders": {"Ada": 50}}}}, "cannot give Ada 50%"),
    ({"companies": {"BN": {"par": 60, "holders": {"Ada": 20}}}}, "nobody named holds enough"),
    (
        {"companies": {"BN": {"par": 60, "holders": {"Ada": 40, "Bo": 60}, "director": "Ada"}}},
        "another player holds more",
    ),
    ({"companies": {"BN": {"par": 60, "price": 61, "holders": {"Ada": 60}}}}, "no price 61"),
    ({"companies": {"BN": {"par": 60, "cell": [5, 5], "holders": {"Ada": 60}}}}, "row 5, column 5"),
    ({"floated": ["Sx", "BN"], "turn": {"company": "Sx"}}, "So much of MW is sold that it floats"),
    ({"floated": ["Sx", "BN", "MW", "MW"]}, "stands twice"),
    ({"floated": ["Sx", "BN", "MW", "kk"]}, "kk cannot float"),
    ({"absorbed": {"Sx": ["BN"]}}, "BN is taken over and has no shares"),
    ({"absorbed": {"MW": ["NWB"]}}, "MW cannot have taken over NWB"),
    ({"absorbed": {"Sx": ["EKJ", "EKJ"]}}, "stands twice"),
    ({"cash": {"bank": 5}}, "'bank' cannot have 5"),
    ({"cash": {"Ada": -5}}, "'Ada' cannot have -5"),
    ({"cash": {"Ada": 10**12}}, "cannot have"),
    ({"loans": {"BN": 5}}, "'BN' cannot owe 5"),
    ({"privates": {"X1": "Ada"}}, "no private company 'X1'"),
    ({"privates": {"S1": "Zoe"}}, "'Zoe' cannot own S1"),
    ({"used": ["S4", "S4"]}, "named once each"),
    ({"used": ["X4"]}, "Only private companies"),
    ({"tiles": {"F22": "57@2", "G23": "57@2", "Z99": "57@2"}}, "cannot lie on 'Z99'"),
    ({"tiles": {"F22": "57"}}, "write an existing hex"),
    ({"tiles": {"F22": "8891@0"}}, "Tile 8891@0 cannot lie on F22"),
    ({"stations": {"MW": ["F22", "F22"]}}, "MW cannot have two stations in F22"),
    ({"stations": {"MW": ["F22.x"]}}, "no place for a station"),
    ({"stations": {"MW": ["F22." + "9" * 5000]}}, "no place for a station"),
    ({"stations": {"BN": ["E11"]}}, "and the city too"),
    ({"stations": {"MW": ["F22", "D4", "I9", "E15"]}}, "station markers, on the map and on its charter"),
    ({"stations": {"kk": ["F22"]}}, "kk has not been started"),
    ({"stations": {"MW": ["F22"], "BN": ["F22"]}}, "too many stations in city 0 of F22"),
    ({"scrapped": ["2", "2"]}, "named once each"),
    ({"scrapped": ["9"]}, "no '9'-train"),
    ({"scrapped": ["2", "3"]}, "no train 'c4 3' left for pool"),
    ({"trains": {"MW": ["3", "3", "3"]}, "returned": {}}, "MW may own 2 trains, not 3"),
    ({"trains": {"kk": ["3E"]}}, "'kk' cannot own a 3E"),
    ({"trains": {"pool": ["2+2"] * 9}}, "no train '2+2' left for pool"),
    ({"next_card": "e9"}, "no card 'e9'"),
    ({"next_card": "e"}, "no card 'e'"),
    ({"next_card": "j" + "9" * 5000}, "no card"),
    ({"returned": {"j1": "MW"}}, "cannot have returned"),
    ({"sold": {"Zoe": ["BN"]}}, "no player 'Zoe'"),
    ({"sold": {"Ada": ["XX"]}}, "no company 'XX'"),
]


@pytest.mark.parametrize(("change", "words"), REFUSED, ids=[words for _, words in REFUSED])
def test_what_cannot_be_is_refused_with_the_reason(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput) as caught:
        set_up({**SPEC, **change})
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_tile_too_many_is_refused() -> None:
    game = set_up(SPEC)
    tile = next(name for name, count in game.rules.board.counts.items() if count == 1)
    hexes = game.rules.board.hexes
    fits = [f"{h}" for h in hexes for r in range(6) if game.rules.board.may_lie(h, tile, r)]
    turns = {h: next(r for r in range(6) if game.rules.board.may_lie(h, tile, r)) for h in fits}
    two = dict(list({h: f"{tile}@{r}" for h, r in turns.items()}.items())[:2])
    assert len(two) == 2
    with pytest.raises(BadInput, match=f"There are only 1 tiles {tile}, not 2"):
        set_up({"title": TITLE, "players": ["Ada", "Bo", "Cy"], "tiles": two})


@pytest.mark.parametrize("lot", range(4))
def test_a_spoiled_position_file_is_playable_or_refused(lot: int) -> None:
    dice = random.Random(lot)
    outcomes = {"playable": 0, "refused": 0}
    for _ in range(150):
        spec = spoil(SPEC, dice, dice.choice((1, 1, 2, 5)))
        try:
            game = set_up(spec)
        except BadInput as error:
            assert "\n" not in str(error)
            outcomes["refused"] += 1
            continue
        sound(game, dice, 3)
        outcomes["playable"] += 1
    assert min(outcomes.values()) > 10, outcomes


@pytest.mark.parametrize("lot", range(4))
def test_a_spoiled_position_is_playable_or_refused(lot: int) -> None:
    dice = random.Random(lot)
    game = played(lot, 2000, 3 + lot % 3)
    for _ in range(150):
        data = spoil(plain(dice.choice(game.log).before.as_json()), dice, dice.choice((1, 1, 2)))
        try:
            again = load_any(data) if isinstance(data, dict) else game_at(data)
        except BadInput as error:
            assert "\n" not in str(error)
            continue
        sound(again, dice, 3)


@pytest.mark.slow
@pytest.mark.parametrize("lot", range(20))
def test_many_spoiled_positions(lot: int) -> None:
    dice = random.Random(1000 + lot)
    game = played(lot, 2000, 3 + lot % 4)
    for _ in range(1500):
        source = SPEC if dice.random() < 0.5 else plain(dice.choice(game.log).before.as_json())
        try:
            again = load_any(spoil(source, dice, dice.choice((1, 2, 3))))
        except StellwerkError:
            continue
        sound(again, dice, 12)


@pytest.mark.parametrize("data", [*ODD, [SPEC]], ids=repr)
def test_what_is_no_object_is_no_position(data: Any) -> None:
    for door in (game_at, set_up):
        with pytest.raises(BadInput) as caught:
            door(data)
        assert "\n" not in str(caught.value)
