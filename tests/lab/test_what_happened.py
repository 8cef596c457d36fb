"""The laboratory counts whatever happens, by what a title's events say; a game without money has no parts about it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from stellwerk import new_game
from stellwerk.bots import make_bot
from stellwerk.lab.game_observer import GameObserver
from stellwerk.lab.plan import RunPlan
from stellwerk.lab.record import BANK, LAST_ROUND
from stellwerk.lab.report import write_report
from stellwerk.lab.run import play_all
from stellwerk.lab.sweep import Kind, is_faultless, plan_of
from stellwerk.lab.worker import play_game
from stellwerk.titles.t18do.breweries import CubesMoved
from stellwerk.vocabulary import tag_of


def test_events_of_a_title_are_counted_with_what_their_numbers_come_to() -> None:
    game, bot = new_game("18DO", ("Ada", "Bo", "Cy"), seed=4), make_bot("casual", 4)
    watch = GameObserver(game)
    while not game.over and game.position.phase != "6":
        game.play(bot.choose(game))
        watch.look()
    happened = [event for entry in game.log for event in entry.events]
    assert {tag: told.times for tag, told in watch.events.items()} == Counter(tag_of(event) for event in happened)
    cubes = [event.count for event in happened if isinstance(event, CubesMoved)]
    told = watch.events["cubes-moved"]
    assert told.gained.get("count", 0) == sum(count for count in cubes if count > 0) > 0
    assert told.lost.get("count", 0) == sum(count for count in cubes if count < 0)


def test_phases_are_noted_by_the_operating_round_in_which_they_begin() -> None:
    game, bot = new_game("18DO", ("Ada", "Bo", "Cy"), seed=4), make_bot("casual", 4)
    watch, began = GameObserver(game), {}
    while not game.over and game.position.phase != "4":
        before = game.position.phase
        game.play(bot.choose(game))
        watch.look()
        if game.position.phase != before:
            began[game.position.phase] = watch.rounds
    assert watch.phases == began and set(began) == {"3", "4"}


def test_the_report_on_a_game_without_money_leaves_out_what_it_does_not_have(tmp_path: Path) -> None:
    """No rounds, prices or purchases; what is left is who won, how long it took, and what happened."""
    play_all(RunPlan(title="18DO", variant="introduction", bots=("random",) * 3, games=2, seed=3), tmp_path, 1)
    write_report(tmp_path)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    sections = set(re.findall(r'<section[^>]* id="([^"]+)"', page) or re.findall(r'<section id="([^"]+)"', page))
    assert sections == {"bots", "places", "length", "ends", "events", "times"}
    assert "take-certificate" not in page and "certificate-moved" in page and "operating rounds" not in page
    assert "2 of 2 games ended by the rules" in page


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("variant", ["railway", "introduction"])
def test_games_of_steady_players_end_by_the_rules_with_sound_books(variant: str, players: int) -> None:
    record = play_game(plan_of(Kind("18DO", variant, players), "steady", 1, 7, 2.0), 0)
    assert is_faultless([record])
    assert record.ended == (BANK if variant == "railway" else LAST_ROUND)
