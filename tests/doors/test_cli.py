"""The command line: what it shows and writes, and that trouble is one sentence with exit code 2."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from tests.doors.made import SPEC, played

from stellwerk.cli import main
from stellwerk.interop.check_position import game_at
from stellwerk.interop.files import load_game, save_game

ROOT = Path(__file__).parents[2]


def run(*arguments: str | Path, given: bytes | None = None) -> Result:
    """A command, run in this process; never a traceback."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def shell(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "stellwerk", *arguments]
    return subprocess.run(command, input=given, capture_output=True, env=environment, check=False, timeout=60)


def refused(result: Result) -> str:
    """The one sentence of a refusal."""
    assert result.exit_code == 2
    assert result.stdout == ""
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("stellwerk: "), lines
    return lines[0]


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    """A game half played."""
    path = tmp_path / "game.json"
    path.write_bytes(save_game(played(1, 200)))
    return path


@pytest.fixture
def position_file(tmp_path: Path) -> Path:
    """A position."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps(SPEC), encoding="utf-8")
    return path


def test_help_is_quick() -> None:
    times = []
    for _ in range(5):
        start = time.perf_counter()
        assert shell("--help").returncode == 0
        times.append(time.perf_counter() - start)
    assert min(times) < 0.6, f"--help took {min(times):.2f} s at best; on a quiet machine it takes 0.1 s"


def test_help_imports_nothing_heavy() -> None:
    heavy = {"rich", "numpy", "numba", "sqlalchemy", "starlette", "uvicorn", "stellwerk.game"}
    code = f"import sys, stellwerk.cli; print(*({heavy} & set(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=True, timeout=60)
    assert found.stdout.split() == []


def test_titles_credits_designer_and_publisher() -> None:
    shown = run("titles").stdout
    assert "18CZ" in shown and "Leonhard Orgler" in shown and "Fox in the Box" in shown


def test_show_tells_the_state_of_a_game(game_file: Path) -> None:
    shown = run("show", game_file).stdout
    assert "Leonhard Orgler" in shown and "legal actions" in shown
    game = load_game(game_file.read_bytes())
    for word in (*game.position.players, *game.position.markers):
        assert word in shown


def test_show_reads_standard_input_and_every_kind_of_file(position_file: Path) -> None:
    for data in (json.dumps(SPEC).encode(), json.dumps(played(1, 50).position.as_json()).encode()):
        assert "legal actions" in run("show", "-", given=data).stdout
    assert "Sx" in run("setup", position_file).stdout


def test_show_draws(game_file: Path, tmp_path: Path) -> None:
    out = [tmp_path / "new" / name for name in ("board.svg", "chart.svg", "tiles.svg")]
    assert run("show", game_file, "--svg", out[0], "--chart", out[1], "--tiles", out[2]).exit_code == 0
    for path in out:
        assert ElementTree.fromstring(path.read_text(encoding="utf-8")).tag.endswith("svg")


def test_a_name_with_markup_is_shown_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    spec = {"title": "18CZ", "players": ["[bold]x[/]", "[/]", "Cy"], "round": {"kind": "stock", "set": 1}}
    path.write_text(json.dumps(spec), encoding="utf-8")
    assert "[bold]x[/]" in run("show", path).stdout


def test_replay_prints_the_log(game_file: Path) -> None:
    game = load_game(game_file.read_bytes())
    assert len(run("replay", game_file).stdout.splitlines()) == len(game.log)
    assert len(run("replay", game_file, "--to", "3").stdout.splitlines()) == 3
    assert len(run("replay", game_file, "--events").stdout.splitlines()) > len(game.log)


def test_demo_plays_a_whole_game_and_draws_it(tmp_path: Path) -> None:
    result = run("demo", "--players", "3", "--seed", "4", "--out", tmp_path / "out")
    assert result.exit_code == 0, result.stderr
    assert "Result" in result.stdout and "game.html" in result.stdout
    game = load_game((tmp_path / "out" / "game.json").read_bytes())
    assert game.over
    page = (tmp_path / "out" / "game.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2 and "Leonhard Orgler" in page and "<script" not in page
    for name in ("board.svg", "chart.svg"):
        ElementTree.fromstring((tmp_path / "out" / name).read_text(encoding="utf-8"))


def test_a_game_goes_out_to_18xx_games_and_comes_in(game_file: Path, tmp_path: Path) -> None:
    out, back = tmp_path / "out.json", tmp_path / "back.json"
    assert run("export", game_file, "-o", out).exit_code == 0
    assert run("import", out, "-o", back).exit_code == 0
    there, here = load_game(back.read_bytes()), load_game(game_file.read_bytes())
    assert there.position.cash == here.position.cash and there.position.tiles == here.position.tiles
    assert "legal actions" in run("show", out).stdout


def test_the_engine_speaks_on_standard_input_and_output() -> None:
    lines = [b'{"command": "titles"}', b"", b"\xff", b'{"id": 1, "command": "new", "players": ["A", "B", "C"]}']
    lines += [b'{"command": "position"}', b'{"command": "quit"}', b'{"command": "titles"}']
    result = shell("engine", given=b"\n".join(lines) + b"\n")
    assert result.returncode == 0 and result.stderr == b""
    replies = [json.loads(line) for line in result.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, False, True, True, True]
    assert game_at(replies[3]["position"]).position.players == ("A", "B", "C")


def test_the_engine_ends_with_its_input() -> None:
    result = shell("engine", given=b'{"command": "titles"}')
    assert result.returncode == 0 and len(result.stdout.splitlines()) == 1


@pytest.mark.parametrize("command", ["show", "setup", "replay", "import", "export"])
def test_trouble_is_one_sentence(command: str, tmp_path: Path) -> None:
    more = ["-o", str(tmp_path / "out.json")] if command in ("import", "export") else []
    assert "There is no file" in refused(run(command, tmp_path / "nowhere", *more))
    assert "is a directory" in refused(run(command, tmp_path, *more))
    contents = {
        "binary": b"\x89PNG\r\n\x1a\n\x00",
        "broken": b'{"title": ',
        "number": b"7",
        "list": b"[]",
        "empty": b"",
        "other": b'{"format": "other"}',
        "deep": b"[" * 1000,
        "nobody": b'{"title": "18CZ", "players": []}',
    }
    for name, content in contents.items():
        path = tmp_path / name
        path.write_bytes(content)
        refused(run(command, path, *more))
    assert not (tmp_path / "out.json").exists()


def test_a_file_that_may_not_be_read_or_written(game_file: Path, tmp_path: Path) -> None:
    assert "written" not in run("show", game_file, "--svg", tmp_path).stderr
    assert run("show", game_file, "--svg", tmp_path).exit_code == 2
    assert run("show", game_file, "--svg", game_file / "x.svg").exit_code == 2
    assert "zero byte" in refused(run("show", "a\0b"))


def test_a_changed_game_file_is_refused(game_file: Path) -> None:
    data = json.loads(game_file.read_bytes())
    data["hashes"][30] = "f" * 16
    game_file.write_text(json.dumps(data), encoding="utf-8")
    assert "After action 31" in refused(run("replay", game_file))


def test_wrong_usage_ends_with_code_2() -> None:
    for arguments in (["fly"], ["show"], ["replay", "x", "--to", "-1"], ["demo", "--players", "99"], ["import", "x"]):
        result = run(*arguments)
        assert result.exit_code == 2 and "Traceback" not in result.output
    assert "no title 'Go'" in refused(run("demo", "--title", "Go"))


def test_no_traceback_in_a_process_of_its_own(tmp_path: Path) -> None:
    result = shell("show", str(tmp_path / "nowhere"))
    assert result.returncode == 2 and b"Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) == 1
