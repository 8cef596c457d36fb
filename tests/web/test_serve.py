"""Starting the server as a command: it says its address, is there at once, and goes when told to."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from click.testing import CliRunner
from tests.web.webkit import service_on, table_of

from stellwerk.cli import main
from stellwerk.errors import BadInput
from stellwerk.table.db.records import Actor
from stellwerk.table.web import server
from stellwerk.table.web.notice import hold_file, running_at, secret_beside
from stellwerk.table.web.server import ServerPlan, address_of, host_names, own_file
from stellwerk.table.web.site import Settings

ROOT = Path(__file__).parents[2]


@contextmanager
def started(
    *arguments: object, before: Callable[[], None] | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own (`before` it starts, this is done there), and its address; gone afterwards."""
    command = [sys.executable, "-u", "-m", "stellwerk", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, env=environment, preexec_fn=before, **pipes)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("Stellwerk"), (line, process.communicate(timeout=5))
        yield process, next(word for word in line.split() if word.startswith("http"))
    finally:
        process.kill()
        process.communicate()


def free_port() -> int:
    """A port that nobody listens on."""
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def test_play_starts_serves_and_stops(tmp_path: Path) -> None:
    file = tmp_path / "new" / "games.sqlite"
    with started("play", "--no-open", "--file", file) as (process, address):
        assert httpx.get(f"{address}/settings.json").json()["local"] is True
        assert httpx.get(f"{address}/settings", headers={"Host": "evil.example"}).status_code == 421
        assert httpx.get(f"{address}/settings", headers={"Host": "testserver"}).status_code == 421
        assert running_at(file) == address
        again = CliRunner().invoke(main, ["play", "--no-open", "--file", str(file)])
        assert again.exit_code == 0 and again.output == f"Stellwerk runs already: {address}\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
    assert process.returncode == 0 and running_at(file) is None
    secret = file.with_name("games.sqlite.secret")
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600 and len(secret.read_bytes()) == 32
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_serve_is_for_accounts_and_stops_by_ctrl_c(tmp_path: Path) -> None:
    port, file = free_port(), tmp_path / "club.sqlite"
    with started("serve", "--file", file, "--port", str(port)) as (process, address):
        assert address == f"http://127.0.0.1:{port}"
        assert httpx.get(f"{address}/settings.json").json()["account"] is None
        assert httpx.get(f"{address}/sign-up").status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0


def test_a_server_stops_at_once_although_browsers_listen_or_dawdle(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    service = service_on(file)
    table_of(service, Actor(account=service.accounts.open_account("Player").id))
    service.store.close()
    with started("play", "--no-open", "--file", file) as (process, address), httpx.Client(base_url=address) as browser:
        assert browser.get("/settings").status_code == 200
        worked = sum(psutil.Process(process.pid).cpu_times()[:2])
        with browser.stream("GET", "/tables/1/events", timeout=20) as events, closing(dawdler(address)):
            assert events.status_code == 200 and next(events.iter_lines())
            process.send_signal(signal.SIGTERM)
            assert process.wait(15) == 0
    assert worked < 6, f"{worked:.1f} s of the processor; about one on a quiet machine"


def dawdler(address: str) -> socket.socket:
    """A browser that never sends the rest of its form."""
    made = socket.create_connection(("127.0.0.1", int(address.rsplit(":")[-1])))
    made.sendall(b"POST /settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nx")
    time.sleep(0.2)
    return made


def test_small_answers_come_at_once(tmp_path: Path) -> None:
    """Head and body leave in two pieces; without TCP_NODELAY the second waits 40 ms for the browser's nod."""
    with started("play", "--no-open", "--file", tmp_path / "games.sqlite") as (_, address):
        browser = HTTPConnection(address.removeprefix("http://"), timeout=10)
        took = sorted(time_of_answer(browser) for _ in range(40))
        browser.close()
    median = took[len(took) // 2]
    print(f"\na small answer: {1000 * median:.1f} ms")
    assert median < 0.02


def time_of_answer(browser: HTTPConnection) -> float:
    """Seconds from a request over a kept connection to the end of its answer."""
    begun = time.perf_counter()
    browser.request("GET", "/alive.json")
    assert b"stellwerk" in browser.getresponse().read()
    return time.perf_counter() - begun


def test_a_taken_port(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(main, ["play", "--port", str(port), "--file", str(tmp_path / "games.sqlite")])
    assert result.exit_code == 2 and f"Port {port} of 127.0.0.1 is taken." in result.output


def test_the_usual_port_or_any(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        monkeypatch.setattr(server, "PORT", taken.getsockname()[1])
        with closing(server.bind_any("127.0.0.1", None)) as other:
            assert other.getsockname()[1] != server.PORT


def test_a_file_that_is_no_store_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.write_text("not a database at all, only some words " * 50, encoding="utf-8")
    result = CliRunner().invoke(main, ["play", "--no-open", "--file", str(file)])
    assert result.exit_code == 2 and "cannot be used as the file of the games" in result.output
    assert "Traceback" not in result.output


def test_a_notice_of_a_server_that_is_gone_or_another_s(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    notice = tmp_path / "games.sqlite.server"
    for said in ("", "{}", "[]", '{"address": "http://127.0.0.1:9"}', '{"address": 3}', "\0"):
        notice.write_text(said, encoding="utf-8")
        assert running_at(file) is None
    with started("play", "--no-open", "--file", tmp_path / "other.sqlite") as (_, address):
        notice.write_text(json.dumps({"address": address}), encoding="utf-8")
        assert running_at(file) is None, "it serves another file"


def test_a_second_server_on_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite"
    with started("serve", "--file", file, "--port", str(free_port())) as (_, address):
        began = time.perf_counter()
        again = CliRunner().invoke(main, ["serve", "--file", str(file), "--port", str(free_port())])
    assert (
        again.exit_code == 2
        and again.output == f"stellwerk: A server runs on {file} already: {address}. End it first.\n"
    )
    assert time.perf_counter() - began < 5


def test_a_server_that_does_not_answer_holds_its_file_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite"
    with hold_file(file):
        again = CliRunner().invoke(main, ["serve", "--file", str(file), "--port", str(free_port())])
    assert again.exit_code == 2 and "already, or is about to. End it first." in again.output
    assert not file.with_name("club.sqlite.server").exists()


def test_a_killed_server_s_notice_stops_nobody(tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite"
    with started("serve", "--file", file, "--port", str(free_port())) as (process, _):
        process.send_signal(signal.SIGKILL)
        process.wait(10)
    assert file.with_name("club.sqlite.server").exists()
    with started("serve", "--file", file, "--port", str(free_port())) as (_, address):
        assert running_at(file) == address


def test_the_secret_stays(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    assert secret_beside(file) == secret_beside(file)
    file.with_name("games.sqlite.secret").write_bytes(b"short")
    with pytest.raises(BadInput, match="does not hold a secret"):
        secret_beside(file)


def test_names_a_club_answers_to() -> None:
    assert host_names("127.0.0.1", "") == ("127.0.0.1", "localhost", "[::1]")
    assert host_names("127.0.0.1", "Games.Example.org")[0] == "games.example.org"
    assert host_names("192.168.1.5", "")[0] == "192.168.1.5" and host_names("fd00::5", "")[0] == "[fd00::5]"
    assert host_names("0.0.0.0", "") == ("*",)


def test_addresses_people_are_told() -> None:
    plan = ServerPlan(file=Path("x"), settings=Settings(secure=True), name="games.example.org", proxy="127.0.0.1")
    assert address_of(plan, 80, public=True) == "https://games.example.org"
    assert address_of(plan, 80) == "http://127.0.0.1:80"
    assert address_of(ServerPlan(file=Path("x"), settings=Settings(), host="::"), 80) == "http://127.0.0.1:80"
    assert address_of(ServerPlan(file=Path("x"), settings=Settings(), host="::1"), 80) == "http://[::1]:80"


def test_the_games_lie_in_the_user_s_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert own_file() == tmp_path / "stellwerk" / "games.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert own_file().parts[-4:] == (".local", "share", "stellwerk", "games.sqlite")
