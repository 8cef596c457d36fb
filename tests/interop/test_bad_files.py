"""Files that cannot be read: one clear sentence each, and never a stack trace."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.interop.made import random_game

from stellwerk import BadInput
from stellwerk.interop.files import load_game
from stellwerk.interop.games18xx import export_game, import_game

GAME = Path(__file__).parents[1] / "games" / "18CZ-3p.json"
TITLES = ("18CZ", "18Rhl")
KEPT = 150
"""How many actions of the game the mutations play with."""
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    3,
    10**30,
    1.5,
    "",
    "x",
    "E12",
    "BN",
    "S1",
    "2a-0",
    "2-0",
    "RhE",
    [],
    [[]],
    {},
    "\0",
    "é" * 999,
)


@cache
def sound_text(title: str) -> str:
    """A sound file, as text."""
    recorded = title in GAME.stem
    game = load_game(json.loads(GAME.read_text(encoding="utf-8"))) if recorded else random_game(title, 3, 1, 300)
    file = export_game(game)
    file["actions"] = file["actions"][:KEPT]
    file["status"] = "active"
    return json.dumps(file)


def sound(title: str = "18CZ") -> dict[str, Any]:
    """A sound file, free to be spoilt."""
    file: dict[str, Any] = json.loads(sound_text(title))
    return file


def first(file: dict[str, Any], kind: str) -> dict[str, Any]:
    """The first action of a kind."""
    return next(action for action in file["actions"] if action["type"] == kind)


def refusal(file: object) -> str:
    """The sentence a file is refused with."""
    with pytest.raises(BadInput) as caught:
        import_game(file)
    text = str(caught.value)
    assert text.count("\n") == 0 and len(text) < 400
    return text


def spoil(kind: str, /, **fields: Any) -> Callable[[dict[str, Any]], None]:
    """Change fields of the first action of a kind."""
    return lambda file: first(file, kind).update(fields)


@pytest.mark.parametrize("title", TITLES)
def test_the_sound_file_is_read(title: str) -> None:
    assert import_game(sound(title)).differences == []


@pytest.mark.parametrize("data", [None, 7, "game", [], {}, {"title": 3}, {"title": "18CZ"}])
def test_what_is_no_file_is_refused(data: object) -> None:
    refusal(data)


HEADS: list[tuple[str, Any, str]] = [
    ("title", "1889", "1889"),
    ("title", None, "title"),
    ("players", None, "players"),
    ("players", [], "players"),
    ("players", [{"id": 1}], "name"),
    ("players", [{"name": "A"}, {"name": "A"}, {"name": "C"}], "same id"),
    ("players", [{"name": "A"}], "not 1"),
    ("players", [{"name": str(i)} for i in range(7)], "not 7"),
    ("settings", {"pin": "abc"}, "pinned"),
    ("settings", {"optional_rules": ["no_such_rule"]}, "no_such_rule"),
    ("settings", 5, "settings"),
    ("actions", {}, "actions"),
    ("actions", [{}] * 30_000, "30000"),
    ("actions", ["pass"], "Action 1"),
]


@pytest.mark.parametrize(("key", "value", "word"), HEADS)
def test_a_bad_head_is_refused(key: str, value: Any, word: str) -> None:
    assert word in refusal({**sound(), key: value})


ACTIONS: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (spoil("bid", company="Z9"), "Z9"),
    (spoil("bid", company=["S1"]), "company"),
    (spoil("bid", price=1), "costs"),
    (spoil("bid", entity="Nobody"), "Nobody"),
    (spoil("bid", entity={}), "entity"),
    (spoil("bid", entity_type="corporation"), "no player"),
    (spoil("bid", type="fly"), "fly"),
    (spoil("bid", type=None), "type"),
    (spoil("bid", id=-4), "id"),
    (spoil("bid", auto_actions=7), "auto_actions"),
    (spoil("par", share_price="dear"), "share_price"),
    (spoil("par", share_price="61,0,6"), "cannot start"),
    (spoil("par", corporation="Sx"), "Sx"),
    (spoil("buy_shares", shares=["EKJ_9"]), "certificates"),
    (spoil("buy_shares", shares=["EKJ_1", "BN_1"]), "one company"),
    (spoil("buy_shares", shares=[]), "one company"),
    (spoil("buy_shares", percent="all"), "percent"),
    (spoil("lay_tile", hex="Z99"), "Z99"),
    (spoil("lay_tile", tile="9999-0"), "9999-0"),
    (spoil("lay_tile", rotation="2"), "rotation"),
    (spoil("lay_tile", rotation=9), "does not fit"),
    (spoil("lay_tile", entity="SX"), "cannot do this now"),
    (spoil("buy_train", train="9z-0"), "9z-0"),
    (spoil("buy_train", variant="7x"), "7x"),
    (spoil("buy_train", price=None), "price"),
    (spoil("run_routes", routes=[{"train": "2a-0"}]), "revenue"),
    (spoil("run_routes", routes=5), "routes"),
    (spoil("run_routes", routes=[{"train": "8x-0", "revenue": 10, "connections": []}]), "8x-0"),
    (spoil("dividend", kind="half"), "payout"),
]


@pytest.mark.parametrize(("change", "word"), ACTIONS)
def test_a_bad_action_is_refused_by_its_number(change: Callable[[dict[str, Any]], None], word: str) -> None:
    file = sound()
    change(file)
    text = refusal(file)
    assert word in text and text.startswith("Action ")


AUCTION: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (spoil("bid", company="No1"), "No1"),
    (spoil("bid", price=1), "1"),
    (spoil("par", share_price="61,0,6"), "RhE"),
    (spoil("buy_shares", shares=["KKK_1"]), "one company"),
    (spoil("lay_tile", tile="921-0"), "921-0"),
    (spoil("lay_tile", entity="Szl", entity_type="company"), "No3"),
    (spoil("lay_tile", type="bankrupt"), "can pay"),
    (spoil("lay_tile", type="buy_corporation", corporation="GVE", price=1), "cannot do this now"),
    (spoil("buy_train", train="2-9"), "2-9"),
    (spoil("run_routes", routes=[{"train": "2-0", "revenue": 0, "connections": [["I10", 5]]}]), "list of hexes"),
]


@pytest.mark.parametrize(("change", "word"), AUCTION)
def test_a_bad_action_of_a_game_with_an_auction_is_refused(change: Callable[[dict[str, Any]], None], word: str) -> None:
    file = sound("18Rhl")
    change(file)
    text = refusal(file)
    assert word in text and text.startswith("Action ")


def test_an_unknown_optional_rule_is_refused() -> None:
    assert "ratingen_variant" in refusal({**sound("18Rhl"), "settings": {"optional_rules": ["ratingen_variant"]}})


def test_an_action_left_out_is_noticed() -> None:
    file = sound()
    file["actions"] = [action for action in file["actions"] if action["type"] != "par"]
    assert refusal(file).startswith("Action ")


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(120))
def test_no_mutation_breaks_the_importer(title: str, seed: int) -> None:
    """Whatever is changed: the file is read, or refused with a sentence."""
    dice, file = random.Random(seed), sound(title)
    file["actions"] = file["actions"][: dice.randint(1, KEPT)]
    for _ in range(dice.randint(1, 3)):
        mutate(dice, file)
    try:
        import_game(file)
    except BadInput as error:
        assert "\n" not in str(error)


def mutate(dice: random.Random, file: dict[str, Any]) -> None:
    """Change, drop or double something somewhere."""
    actions = file["actions"]
    if not isinstance(actions, list) or not actions or dice.random() < 0.15:
        file[dice.choice(list(file))] = dice.choice(ODD)
        return
    place = dice.randrange(len(actions))
    if dice.random() < 0.2:
        actions.insert(dice.randrange(len(actions)), copy.deepcopy(actions[place]))
    elif dice.random() < 0.2:
        del actions[place]
    elif isinstance(actions[place], dict):
        key = dice.choice(list(actions[place]))
        if dice.random() < 0.2:
            del actions[place][key]
        else:
            actions[place][key] = dice.choice(ODD)
