"""Plans: who plays where with which seed, and settings that make no sense."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from tests.lab.labkit import TITLE, small

from stellwerk.errors import BadInput
from stellwerk.lab.plan import check_plan, read_bots
from stellwerk.titles import rules_of


def test_every_bot_has_every_place_equally_often() -> None:
    plan = small(bots=("a", "b", "c"), games=9)
    places = Counter((plan.bot_at(place, game), place) for game in range(9) for place in range(3))
    assert set(places.values()) == {3} and len(places) == 9


def test_without_rotation_every_bot_keeps_its_place() -> None:
    plan = small(bots=("a", "b", "c"), rotate=False)
    assert {plan.bot_at(1, game) for game in range(9)} == {"b"}


def test_seeds_are_those_of_the_run_the_game_and_the_purpose() -> None:
    plan = small()
    numbers = {plan.number_for(what, game) for what in ("game", "bot 0", "bot 1") for game in range(100)}
    assert len(numbers) == 300 and all(0 <= number < 2**53 for number in numbers)
    assert small(games=99).number_for("game", 3) == plan.number_for("game", 3)
    assert small(seed=6).number_for("game", 3) != plan.number_for("game", 3)
    assert plan.number_for("game", 0) == 8154776463087780, "a run of an earlier version must stay what it was"


def test_the_folder_is_named_after_the_settings() -> None:
    assert small().folder_name() == small(games=7).folder_name()
    assert small().folder_name() != small(seconds=1.0).folder_name()
    assert "/" not in small(bots=("cmd:./x y",) * 3).folder_name()


def test_one_bot_plays_all_seats() -> None:
    counts = rules_of(TITLE).figures.player_counts()
    assert read_bots("steady", TITLE, "base", counts[0]) == ("steady",) * counts[0]
    assert len(read_bots("steady", TITLE, "base", None)) == 4
    assert read_bots("steady, random,cmd:./x -y", TITLE, "base", None) == ("steady", "random", "cmd:./x -y")


@pytest.mark.parametrize(
    ("bots", "players", "words"),
    [
        ("steady,random", 3, "2 bots for 3 players"),
        ("steady,random", None, "not 2"),
        ("steady,clever,random", None, "no bot 'clever'"),
        ("cmd:,random,random", None, "a program must be named"),
        ("cmd:'x,random,random", None, "cannot be read"),
        ("", None, "no bot ''"),
    ],
)
def test_bots_that_cannot_play_are_refused(bots: str, players: int | None, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        read_bots(bots, TITLE, "base", players)


@pytest.mark.parametrize("wrong", [{"seconds": 0.0}, {"limit": float("nan")}, {"seed": -1}, {"games": 0}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(BadInput):
        check_plan(msgspec.structs.replace(small(), **wrong))
