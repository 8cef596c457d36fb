"""Bots of other people: good ones, and those that crash, hang, talk nonsense and flood."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from tests.lab.labkit import EXAMPLE, ROOT, alive, small, wait_until

from stellwerk.lab import external_bot
from stellwerk.lab.record import CUT, Fault, GameRecord
from stellwerk.lab.worker import play_game

FRAME = """
import json, os, sys, time
def say(**reply):
    print(json.dumps(reply), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if request["command"] == "sit":
        say(ok=True, id=request["id"])
        continue
    good = {"ok": True, "id": request["id"], "action": request["choices"][0]["action"]}
    DEED
"""


@pytest.fixture
def bot(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Makes a program that does a deed when it is asked for a move."""

    def made(deed: str, frame: str = FRAME) -> str:
        path = tmp_path / "bot.py"
        path.write_text(frame.replace("DEED", deed), encoding="utf-8")
        return f"cmd:{sys.executable} {path}"

    return made


def played(bot: str, limit: float = 20.0) -> GameRecord:
    """A few moves of a bot against two others."""
    record = play_game(small(bots=(bot, "random", "random"), most=12, limit=limit), 0)
    assert record.ended == CUT and record.moves == 12, record.error
    assert not external_bot.running
    return record


def failed(bot: str, limit: float = 20.0) -> Fault:
    """What is reported of a bot that fails; the game goes on."""
    (fault,) = played(bot, limit).faults
    assert fault.bot == bot
    return fault


def test_the_example_plays() -> None:
    record = played(EXAMPLE)
    assert not record.faults
    assert record.essence() == played(EXAMPLE).essence()


def test_the_example_is_short_and_needs_only_the_library() -> None:
    text = (ROOT / "examples" / "mybot.py").read_text(encoding="utf-8")
    code = text.split('"""', 2)[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 30
    imports = {line.split()[1] for line in code.splitlines() if line.startswith(("import", "from"))}
    assert imports <= sys.stdlib_module_names


def test_actions_in_words_are_understood(bot) -> None:  # type: ignore[no-untyped-def]
    assert not played(bot("say(ok=True, action=request['choices'][0]['text'], why='It is the first.')")).faults


def test_a_seat_sees_its_position_and_no_seed(bot) -> None:  # type: ignore[no-untyped-def]
    keys = "{'id', 'command', 'seat', 'actor', 'seconds', 'position', 'choices'}"
    deed = f"say(**good) if set(request) == {keys} and request['position']['seed'] == 0 else say(ok=False)"
    assert not played(bot(deed)).faults


@pytest.mark.parametrize(
    ("deed", "kind", "words"),
    [
        ("sys.exit('I give up')", "crash", "It ended with code 1: I give up."),
        ("os.abort()", "crash", "It ended with code -6."),
        ("raise KeyError('x')", "crash", "KeyError: 'x'"),
        ("print('hello', flush=True)", "nonsense", "It said 'hello'."),
        ("print('[' * 5000, flush=True)", "nonsense", "It said '[["),
        ("os.write(1, b'\\xff\\xfe\\n')", "nonsense", "It said"),
        ("print(3, flush=True)", "nonsense", "It said '3', not"),
        ("say(ok=False, id=request['id'])", "nonsense", 'not {"ok": true'),
        ("say(ok=True, id=-1)", "nonsense", 'not {"ok": true'),
        ("say(ok=True)", "nonsense", "This is no action"),
        ("say(ok=True, action={'type': 'fly'})", "nonsense", "This is no action"),
        ("say(ok=True, action='we fly')", "nonsense", "is no action"),
        ("say(ok=True, action={'type': 'run', 'company': 'X', 'revenue': 9})", "illegal", ""),
        ("say(**good); say(**good)", "nonsense", ""),
        ("print('x' * 3_000_000, flush=True)", "flood", "1,000,000 bytes"),
    ],
)
def test_a_bot_that_fails_is_reported_and_replaced(bot, deed: str, kind: str, words: str) -> None:  # type: ignore[no-untyped-def]
    fault = failed(bot(deed))
    assert fault.kind == kind and words in fault.sentence, fault


@pytest.mark.parametrize("deed", ["time.sleep(60)", "os.write(1, b'x')", "while True: pass"])
def test_a_bot_that_says_nothing_is_replaced_in_time(bot, deed: str) -> None:  # type: ignore[no-untyped-def]
    start = time.monotonic()
    fault = failed(bot(deed), limit=0.5)
    assert fault.kind == "silence" and "0.5 seconds" in fault.sentence
    assert time.monotonic() - start < 30


def test_a_bot_that_never_stops_talking_is_stopped(bot) -> None:  # type: ignore[no-untyped-def]
    assert failed(bot("", "while True: print('x' * 100_000, end='')")).kind == "flood"
    assert failed(bot("", "while True: print('x')")).kind == "nonsense"


def test_a_bot_that_complains_much_is_heard(bot) -> None:  # type: ignore[no-untyped-def]
    assert not played(bot("sys.stderr.write('x' * 300_000); sys.stderr.flush(); say(**good)")).faults


def test_a_bot_that_does_not_read_is_replaced(bot, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(external_bot, "START_SECONDS", 0.5)
    assert failed(bot("", "import time; time.sleep(60)"), limit=0.5).kind == "silence"


def test_a_program_that_is_not_there_is_reported() -> None:
    fault = failed("cmd:./there-is-no-such-program")
    assert fault.kind == "crash" and "does not start" in fault.sentence


def test_what_a_bot_started_ends_with_it(bot, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    note = tmp_path / "pid"
    frame = f"""
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(note)!r}, "w").write(str(child.pid))
"""
    assert not played(bot("say(**good)", frame + FRAME)).faults
    number = int(note.read_text(encoding="utf-8"))
    wait_until(lambda: not alive(number), 10)
