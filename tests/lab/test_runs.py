"""Runs: the same games whoever plays them, and nothing lost when somebody is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import psutil
import pytest
from click.testing import CliRunner
from tests.lab.labkit import ROOT, TITLE, alive, essences, lines_in, small, wait_until

from stellwerk import new_game
from stellwerk.bots.base import RandomBot
from stellwerk.cli import main
from stellwerk.errors import BadInput
from stellwerk.game import Game
from stellwerk.lab import local_workers, seated_bots
from stellwerk.lab.plan import RunPlan
from stellwerk.lab.record import CRASH, CUT, LAST_ROUND, decoder
from stellwerk.lab.run import list_troubles, play_all
from stellwerk.lab.store import GAMES, MANIFEST, RunFolder
from stellwerk.lab.worker import play_game
from stellwerk.titles import titles

WHOLE = """
import sys, msgspec
from pathlib import Path
from stellwerk.lab.plan import RunPlan
from stellwerk.lab.run import play_all
play_all(msgspec.json.decode(sys.argv[1], type=RunPlan), Path(sys.argv[2]), 2)
"""


def begun(plan: RunPlan, folder: Path) -> subprocess.Popen[bytes]:
    """A run in a process of its own, with two workers."""
    words = [sys.executable, "-c", WHOLE, msgspec.json.encode(plan).decode(), str(folder)]
    return subprocess.Popen(words, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})


def test_games_are_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    plan = small(bots=("random", "steady", "random"), most=25)
    expected = essences(plan)
    for workers in (1, 2):
        records = play_all(plan, tmp_path / str(workers), workers)
        assert [record.essence() for record in records] == expected
    assert len({game["hash"] for game in expected}) == plan.games


@pytest.mark.parametrize("title", titles())
def test_a_record_tells_of_the_game(title: str) -> None:
    record = play_game(RunPlan(title=title, bots=("random",) * 4, games=1, seed=3), 0)
    assert record.ended not in (CRASH, CUT) and not record.faults and record.error is None
    assert {seat.player: seat.worth for seat in record.seats} == record.result
    assert sum(seat.won for seat in record.seats) == pytest.approx(1)
    assert sum(seat.moves for seat in record.seats) == record.moves
    assert record.worths[-1] == record.result
    assert len(record.worths) == record.rounds
    assert any(company.floated is not None for company in record.companies.values())
    assert any(train.bought for train in record.trains.values())
    assert all(1 <= number <= record.rounds for train in record.trains.values() for number in train.bought)
    again = new_game(title, [seat.player for seat in sorted(record.seats, key=lambda seat: seat.player)], record.seed)
    assert list(again.position.order) == [seat.player for seat in record.seats]


def test_a_run_can_be_made_longer_and_goes_on(tmp_path: Path) -> None:
    play_all(small(games=2), tmp_path, 1)
    first = (tmp_path / GAMES).read_bytes()
    told: list[int] = []
    play_all(small(games=5), tmp_path, 1, told=lambda record: told.append(record.game))
    assert told == [2, 3, 4]
    assert (tmp_path / GAMES).read_bytes().startswith(first)
    assert json.loads((tmp_path / MANIFEST).read_bytes())["plan"]["games"] == 5


def test_a_run_that_is_killed_goes_on_and_loses_nothing(tmp_path: Path) -> None:
    plan = small(games=40, most=60)
    process = begun(plan, tmp_path)
    wait_until(lambda: lines_in(tmp_path / GAMES) >= 3)
    helpers = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_until(lambda: not any(alive(helper.pid) for helper in helpers), 20)
    done = lines_in(tmp_path / GAMES)
    assert 3 <= done < plan.games
    records = play_all(plan, tmp_path, 1)
    assert [record.essence() for record in records] == essences(plan)
    assert lines_in(tmp_path / GAMES) == plan.games


def test_a_line_cut_in_half_is_repaired(tmp_path: Path) -> None:
    plan = small(games=4)
    play_all(plan, tmp_path, 1)
    path = tmp_path / GAMES
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])
    told: list[int] = []
    play_all(plan, tmp_path, 1, told=lambda record: told.append(record.game))
    assert told == [3]
    assert [decoder.decode(line).game for line in path.read_bytes().splitlines()] == [0, 1, 2, 3]


def test_a_file_damaged_in_the_middle_is_refused(tmp_path: Path) -> None:
    plan = small(games=3)
    play_all(plan, tmp_path, 1)
    lines = (tmp_path / GAMES).read_bytes().splitlines(keepends=True)
    damaged = lines[0] + b'{"game": 1\n' + lines[2]
    (tmp_path / GAMES).write_bytes(damaged)
    with pytest.raises(BadInput, match="Line 2 of"):
        play_all(plan, tmp_path, 1)
    assert (tmp_path / GAMES).read_bytes() == damaged


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 6}, "seed is 5 there and 6 here"),
        ({"bots": ("random", "steady", "random")}, "bots is random,random,random there and random,steady,random here"),
        ({"rotate": False}, "rotate is True there"),
        ({"version": "0.0.1"}, "version"),
    ],
)
def test_other_settings_are_refused(tmp_path: Path, change: dict[str, object], words: str) -> None:
    play_all(small(games=1), tmp_path, 1)
    before = (tmp_path / GAMES).read_bytes()
    with pytest.raises(BadInput, match=words):
        play_all(small(games=1, **change), tmp_path, 1)
    assert (tmp_path / GAMES).read_bytes() == before


def test_a_folder_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text("{}", encoding="utf-8")
    with pytest.raises(BadInput, match="no manifest of the laboratory"):
        play_all(small(), tmp_path, 1)


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    with RunFolder(tmp_path, small()), pytest.raises(BadInput, match="Another run"):
        RunFolder(tmp_path, small())


def test_a_game_is_counted_once(tmp_path: Path) -> None:
    plan = small()
    with RunFolder(tmp_path, plan) as store:
        assert store.add(play_game(plan, 1))
        assert not store.add(play_game(plan, 1))
        assert list(store.missing()) == [0, 2, 3, 4, 5]


class Wild(RandomBot):
    """Plays a while, then fails."""

    name = "wild"

    def choose_wrong(self, game: Game) -> None:
        """Fail."""
        raise ZeroDivisionError("I divide by nothing")

    def decide(self, game: Game):  # type: ignore[no-untyped-def]
        """Fail in some positions."""
        if self.chance(game).random() < 0.3:
            self.choose_wrong(game)
        return super().decide(game)


def test_a_bot_of_ours_that_fails_is_reported_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    real = seated_bots.make_bot
    monkeypatch.setattr(
        seated_bots, "make_bot", lambda name, seed, plan: Wild(seed) if name == "casual" else real(name, seed, plan)
    )
    record = play_game(small(bots=("casual", "random", "random"), most=60), 0)
    assert record.ended == CUT and record.moves == 60
    (fault,) = record.faults
    assert (fault.bot, fault.kind, fault.sentence) == ("wild", "crash", "ZeroDivisionError: I divide by nothing")
    assert fault.player == next(seat.player for seat in record.seats if seat.bot == "casual")
    assert any("I divide by nothing" in line for line in list_troubles(record))


def test_a_bot_sees_what_its_seat_sees() -> None:
    game = new_game(TITLE, ["A", "B", "C"], seed=99)
    shown = game.seen_by("A")
    assert shown.position.seed == 0 and shown.start.seed == 0 and not shown.log
    assert [choice.action for choice in shown.legal()] == [choice.action for choice in game.legal()]
    shown.play(next(iter(shown.legal())).action)
    assert game.position.seed == 99 and len(game.log) < len(shown.log) + 2


def test_a_game_that_crashes_is_recorded_with_its_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = small(games=3)

    def play(game: Game, action: object) -> None:
        if game.start.seed == plan.number_for("game", 1) and len(game.log) > 5:
            raise RuntimeError("the engine is broken")
        real(game, action)  # type: ignore[arg-type]

    real = Game.play
    monkeypatch.setattr(Game, "play", play)
    records = play_all(plan, tmp_path, 1)
    assert [record.ended for record in records] == [CUT, CRASH, CUT]
    assert records[1].seed == plan.number_for("game", 1) and "the engine is broken" in (records[1].error or "")
    assert any("the engine is broken" in line for line in list_troubles(records[1]))


def test_a_game_that_cannot_begin_is_recorded(tmp_path: Path) -> None:
    (record,) = play_all(small(games=1, bots=("clever", "random", "random")), tmp_path, 1)
    assert record.ended == CRASH and "no bot 'clever'" in (record.error or "")


KILLER = """
import os, signal, sys
from pathlib import Path
once = Path(sys.argv[1])
if len(sys.argv) > 2 or not once.exists():
    once.touch()
    os.kill(os.getppid(), signal.SIGKILL)
"""


def test_a_worker_that_dies_costs_no_game(tmp_path: Path) -> None:
    killer = tmp_path / "killer.py"
    killer.write_text(KILLER, encoding="utf-8")
    once = f"cmd:{sys.executable} {killer} {tmp_path / 'once'}"
    plan = small(bots=(once, "random", "random"), games=3, most=20)
    records = play_all(plan, tmp_path / "run", 2)
    assert [record.game for record in records] == [0, 1, 2]
    assert [record.ended for record in records] == [CUT] * 3


def test_a_game_over_which_workers_die_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_workers, "STRIKES", 2)
    killer = tmp_path / "killer.py"
    killer.write_text(KILLER, encoding="utf-8")
    always = f"cmd:{sys.executable} {killer} {tmp_path / 'once'} always"
    (record,) = play_all(small(bots=(always, "random", "random"), games=1), tmp_path / "run", 2)
    assert record.ended == CRASH and "workers died" in (record.error or "")


def test_the_command_plays_and_goes_on(tmp_path: Path) -> None:
    words = ["lab", "play", "--title", TITLE, "--bots", "random", "--players", "3", "--workers", "1"]
    words += ["--out", str(tmp_path / "run"), "--games"]
    first = CliRunner().invoke(main, [*words, "1"])
    assert first.exit_code == 0, first.output
    assert "random" in first.output and "lab report" in first.output
    second = CliRunner().invoke(main, [*words, "2"])
    assert second.exit_code == 0 and lines_in(tmp_path / "run" / GAMES) == 2
    refused = CliRunner().invoke(main, [*words, "2", "--seed", "9"])
    assert refused.exit_code == 2 and "holds another run: seed is 1 there and 9 here" in refused.output
    assert all(decoder.decode(line).ended == LAST_ROUND for line in (tmp_path / "run" / GAMES).open("rb"))
