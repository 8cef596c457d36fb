"""Things to put through the doors: names that fight back, actions of every kind, games half played, spoiled JSON."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st

import stellwerk
from stellwerk import actions
from stellwerk.actions import Action
from stellwerk.game import Game

TITLE = "18CZ"
KINDS: tuple[type[Action], ...] = actions.COMMON.kinds

HOSTILE = (
    "Ada", "Ada L.", 'B"o', "C\\y", "passes", "the", "bank", "from the pool", "chance", "20%", "Ada, Bo", "a>b", "-",
    "nothing", "(x)", "57@2", "draws: x", "Žofie", "木", "\u00a0x\u00a0", "'", '"', "\\", "{who}", "x" * 40, "1",
    "null",
)  # fmt: skip

names = st.sampled_from(HOSTILE) | st.text(min_size=1, max_size=40).filter(lambda name: name.isprintable())
numbers = st.integers(-(10**15) + 1, 10**15 - 1)

FIELDS: dict[Any, st.SearchStrategy[Any]] = {
    str: names,
    int: numbers,
    bool: st.booleans(),
    str | None: st.none() | names,
    str | msgspec.UnsetType: st.just(msgspec.UNSET) | names,
    tuple[str, ...]: st.lists(names, max_size=4).map(tuple),
    tuple[int, ...]: st.lists(numbers, max_size=4).map(tuple),
    tuple[actions.Route, ...]: st.lists(st.lists(names, max_size=4).map(tuple), max_size=3).map(tuple),
}


def actions_of(kind: type[Action]) -> st.SearchStrategy[Action]:
    """Any action of a kind."""
    fields = {field.name: FIELDS[field.type] for field in msgspec.structs.fields(kind)}
    return st.builds(kind, **fields)


any_action = st.sampled_from(KINDS).flatmap(actions_of)


@cache
def played(seed: int, decisions: int, players: int = 3, title: str = TITLE) -> Game:
    """A game after some random decisions; do not change it, take a copy."""
    dice = random.Random(seed)
    game = stellwerk.new_game(title, ["Ada", "Bo", "Cy", "Di L.", "Eli", 'F"ay'][:players], seed=seed)
    for _ in range(decisions):
        if game.over:
            break
        choice = dice.choice(list(game.legal()))
        high = choice.high if title == TITLE else choice.low  # high bids bind all money and end no auction
        game.play(choice.at(dice.randint(choice.low, high)) if choice.field else choice.action)
    return game


SPEC: dict[str, Any] = {
    "format": "stellwerk-position",
    "title": TITLE,
    "players": ["Ada", "Bo", "Cy"],
    "order": ["Bo", "Cy", "Ada"],
    "seed": 3,
    "phase": "e",
    "next_card": "e3",
    "scrapped": ["2"],
    "round": {"kind": "operating", "set": 5, "number": 1},
    "cash": {"Ada": 120, "Bo": 45, "MW": 95, "BN": 310, "Sx": 800},
    "loans": {"Cy": 30},
    "penalties": {"Cy": 30},
    "companies": {
        "Sx": {"par": 100, "price": 126, "holders": {"Ada": 30, "Bo": 30}, "director": "Bo"},
        "BN": {"par": 70, "price": 80, "holders": {"Bo": 60, "Cy": 20}},
        "MW": {"par": 60, "price": 65, "holders": {"Ada": 75, "Bo": 25}},
    },
    "operated": ["Sx", "BN", "MW"],
    "absorbed": {"Sx": ["EKJ"]},
    "privates": {"S1": "Ada", "M2": "Bo", "S4": "MW", "L1": "Sx"},
    "used": ["S4"],
    "tiles": {"F22": "57@2", "G23": "57@2", "A7": "8896@5"},
    "stations": {"MW": ["F22"], "BN": ["E11.1"], "Sx": ["A7", "D4"]},
    "trains": {"MW": ["3"], "BN": ["2+2", "d4 3+3"], "Sx": ["3E"], "pool": ["c4 3"]},
    "returned": {"c4": "MW"},
    "turn": {"company": "Sx", "stage": "track", "after": ["BN", "MW"], "laid": []},
}
"""A position file that says something in every part."""

ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 10**6, 2**53, 2**63, 10**30, 1.5, "", "Ada", "Zoe", "BN", "kk", "EKJ",
    "F22", "57@2", "E11.0", "E11", "2", "3E", "e1", "j1", "j7", "a0", "S1", "bank", "offering", "pool", "out", "stock",
    "operating", "\u0000", "x" * 100, [], {}, ["Ada"], ["BN", "BN"], {"Ada": 1}, {"BN": {}}, [[]], [[["x"]]], -(10**20),
)  # fmt: skip


def spoil(data: Any, dice: random.Random, times: int = 1) -> Any:
    """The same JSON with something in it changed, dropped, doubled or exchanged."""
    data = copy.deepcopy(data)
    for _ in range(times):
        data = _spoil_once(data, dice)
    return data


def _spoil_once(data: Any, dice: random.Random) -> Any:
    spots = list(_spots(data))
    if not spots:
        return dice.choice(ODD)
    holder, key = dice.choice(spots)
    others = [other[place] for other, place in spots]
    match dice.randrange(5):
        case 0:
            del holder[key]
        case 1:
            holder[key] = copy.deepcopy(dice.choice(ODD))
        case 2:
            holder[key] = copy.deepcopy(dice.choice(others))
        case 3 if isinstance(holder[key], int) and not isinstance(holder[key], bool):
            holder[key] += dice.choice((-1, 1, 5, -100, 1000))
        case 3 if isinstance(holder, list):
            holder.append(copy.deepcopy(dice.choice(others)))
        case _ if isinstance(holder, dict):
            names = [k for h, _ in spots if isinstance(h, dict) for k in h]
            holder[dice.choice([*names, "x", "Zoe", "bank"])] = holder.pop(key)
        case _:
            dice.shuffle(holder)
    return data


def _spots(data: Any) -> Any:
    """Every place of a JSON value that can be changed: its holder and its key."""
    if isinstance(data, dict | list):
        for key in list(data) if isinstance(data, dict) else range(len(data)):
            yield data, key
            yield from _spots(data[key])


def plain(value: Any) -> Any:
    """A value as JSON gives it back."""
    return json.loads(json.dumps(value))
