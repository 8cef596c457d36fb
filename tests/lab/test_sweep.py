"""Every kind of game, and whether all went well."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.lab.labkit import TITLE, small

from stellwerk import ledger, new_game
from stellwerk.cli import main
from stellwerk.errors import StellwerkError
from stellwerk.lab.record import Fault
from stellwerk.lab.store import read_games
from stellwerk.lab.sweep import Kind, is_faultless, kinds_of_games, plan_of
from stellwerk.lab.worker import check_books, play_game
from stellwerk.titles import rules_of, titles


def test_every_title_variant_and_number_of_players_is_a_kind() -> None:
    found = set(kinds_of_games())
    for title in titles():
        for variant in rules_of(title).variants:
            counts = {kind.players for kind in found if (kind.title, kind.variant) == (title, variant)}
            assert counts == set(rules_of(title, variant).figures.player_counts())


def test_bots_go_round_the_seats() -> None:
    assert plan_of(Kind(TITLE, "base", 5), "steady,random", 3, 1, 2.0).bots == (
        "steady", "random", "steady", "random", "steady",
    )  # fmt: skip


def test_the_command_plays_each_kind_and_goes_on_with_what_is_there(tmp_path: Path) -> None:
    wanted = ["lab", "sweep", "--title", TITLE, "--variant", "base", "--bots", "random", "--workers", "1"]
    folder = ["--out", str(tmp_path), "--seed", "3"]
    first = CliRunner().invoke(main, [*wanted, *folder, "--games", "1"])
    assert first.exit_code == 0, first.output
    again = CliRunner().invoke(main, [*wanted, *folder, "--games", "1"])
    assert again.exit_code == 0, again.output
    for kind in kinds_of_games(TITLE, "base"):
        records, _ = read_games(tmp_path / kind.name)
        assert len(records) == 1
        assert len(records[0].seats) == kind.players
        assert is_faultless(records)


def test_a_game_cut_off_or_a_bot_that_failed_is_not_faultless() -> None:
    cut = play_game(small(), 0)
    assert not is_faultless([cut])
    ended = play_game(small(most=20_000), 0)
    assert is_faultless([ended])
    ended.faults = (Fault("Ada", "random", 3, "illegal", "The rules forbid it."),)
    assert not is_faultless([ended])


def test_money_from_nowhere_is_found() -> None:
    game = new_game(TITLE, ["Ada", "Bo", "Cy"], 1)
    money = ledger.total_money(game.position)
    check_books(game, money)
    game.position.cash = {**game.position.cash, "Ada": game.position.cash["Ada"] + 1}
    with pytest.raises(StellwerkError, match="books do not balance"):
        check_books(game, money)


def test_a_player_who_owes_money_is_found() -> None:
    game = new_game(TITLE, ["Ada", "Bo", "Cy"], 1)
    money = ledger.total_money(game.position)
    ledger.pay(game.position, "Ada", "Bo", 10_000, "a test", lambda event: None)
    with pytest.raises(StellwerkError, match="books do not balance"):
        check_books(game, money)
