"""What an operator has: a log with times and a line for every request, an address that asks the database, figures."""

from __future__ import annotations

import logging
import re
import signal
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from prometheus_client import generate_latest
from starlette.applications import Starlette
from tests.web.test_live import Stream, serving
from tests.web.test_serve import free_port, started
from tests.web.test_trouble import disk_full, held_elsewhere, write_much
from tests.web.webkit import PASSWORD, Browser, play_some, table_of

from stellwerk.cli import main
from stellwerk.errors import BadInput
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.table.web import health
from stellwerk.table.web.metrics import metrics_address
from stellwerk.table.web.operator_log import ACCESS, MINUTE, SAYINGS, Sparing

LINE = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d (DEBUG|INFO|WARNING|ERROR) [\w.]+: ")


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The lines about requests."""
    caplog.set_level(logging.INFO, ACCESS.name)
    return caplog


def test_every_request_has_a_line(lines: pytest.LogCaptureFixture, browser: Browser, club: Starlette) -> None:
    browser.get("/tables/7.json?pick=x")
    browser.get("/nowhere")
    browser.get("/settings", headers={"Host": "evil.example"})
    ada = Browser(club)
    ada.sign_up("Ada")
    ada.get("/account")
    browser.get("/static/site.css")
    told = [re.sub(r"\d+ ms", "N ms", line) for line in lines.messages]
    assert "testclient GET /tables/7.json 404 N ms account 1" in told
    assert "testclient GET /nowhere 404 N ms account 1" in told
    assert "testclient GET /settings 421 N ms" in told
    assert "testclient POST /sign-up 303 N ms" in told
    assert any(re.fullmatch(r"testclient GET /account 200 N ms account \d+", line) for line in told)
    assert not any("/static/" in line for line in told), "only the level debug tells of them"


def test_no_secret_is_in_the_log(
    lines: pytest.LogCaptureFixture, club: Starlette, service: Service, tmp_path: Path
) -> None:
    lines.set_level(logging.DEBUG)
    ada, guest = Browser(club), Browser(club)
    ada.sign_up("Ada")
    ada.sign_in("Ada", "a wrong password")
    ada.submit("/account/password", {"password": PASSWORD, "new": "another long password"})
    table = table_of(service, Actor(account=1))
    token = service.tables.table(table, actor=Actor(account=1)).invitation
    for path in (
        f"/join/{token}",
        f"/join/{token}/",
        f"/sign-in?next=/join/{token}",
        f"/x/{token}",
        f"/join%2F{token}",
    ):
        guest.get(path)
        guest.get(path, headers={"Host": "evil.example"})
    ada.get("/settings", params={"csrf": ada.csrf, "password": PASSWORD})
    told = "\n".join(line for line in lines.messages if not line.startswith("HTTP Request:"))  # that is httpx
    assert "GET /join/{token} 303" in told
    for secret in (token, ada.csrf, PASSWORD, "a wrong password", "another long password", *ada.cookies.values()):
        assert secret not in told


def test_a_path_cannot_write_lines_of_its_own(lines: pytest.LogCaptureFixture, browser: Browser) -> None:
    browser.get("/x%0a2026-11-18T00:00:00 INFO stellwerk.access: 10.0.0.1 GET / 200")
    assert len(lines.messages) >= 1 and all("\n" not in line for line in lines.messages)


def test_the_same_is_said_a_few_times_a_minute() -> None:
    sparing, now = Sparing(), 1_000.0

    def say(at: float, text: str = "%s is too much", *args: object, name: str = "stellwerk.web") -> str | None:
        record = logging.LogRecord(name, logging.ERROR, "", 0, text, args or (3,), None)
        record.created = at
        return record.getMessage() if sparing.filter(record) else None

    assert [say(now) for _ in range(SAYINGS + 20)] == ["3 is too much"] * SAYINGS + [None] * 20
    assert say(now, "%s else") == "3 else"
    assert say(now + MINUTE) == "3 is too much (and 20 times more before)"
    assert all(say(now, name=ACCESS.name) for _ in range(100))


def test_the_log_of_a_server_has_times_and_goes_where_it_is_told_to(tmp_path: Path) -> None:
    file, log = tmp_path / "club.sqlite", tmp_path / "club.log"
    common = ("serve", "--file", file, "--port", free_port(), "--log-file", log)
    with started(*common) as (process, address):
        httpx.get(f"{address}/settings.json")
        while "/settings.json" not in log.read_text():
            time.sleep(0.01)
        log.rename(tmp_path / "old.log")
        httpx.get(f"{address}/sign-in")
        httpx.get(f"{address}/static/site.css")
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        assert process.stderr is not None and process.stderr.read() == ""
    old, new = (tmp_path / "old.log").read_text().splitlines(), log.read_text().splitlines()
    assert all(LINE.match(line) for line in [*old, *new])
    assert any("127.0.0.1 GET /settings.json 200" in line for line in old)
    assert any("127.0.0.1 GET /sign-in 200" in line for line in new)
    assert not any("/static/" in line for line in new)


def test_a_quiet_server_logs_no_requests(tmp_path: Path) -> None:
    common = ("serve", "--file", tmp_path / "club.sqlite", "--port", free_port(), "--log-level", "error")
    with started(*common) as (process, address):
        httpx.get(f"{address}/settings.json")
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0 and process.stderr is not None and process.stderr.read() == ""


def test_a_healthy_server(browser: Browser) -> None:
    answer = browser.get("/health.json")
    assert answer.status_code == 200 and answer.json() == {"database": "ok"}


def test_health_asks_the_database(
    browser: Browser, service: Service, me: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "SECONDS", 0.0)
    file, table = Path(str(service.store.engine.url.database)), table_of(service, me)
    with held_elsewhere(file):
        held = browser.get("/health.json")
    assert held.status_code == 503 and held.json()["error"]["code"] == "busy"
    assert browser.get("/health.json").status_code == 200
    with disk_full(service.store):
        write_much(browser, table)
    full = browser.get("/health.json")
    assert full.status_code == 503 and full.json()["error"]["code"] == "disk-full"
    write_much(browser, table)
    assert browser.get("/health.json").status_code == 200, "there is room again"


def figures(app: Starlette) -> dict[str, float]:
    """All figures of a site by name and labels."""
    text = generate_latest(app.state.site.figures.registry).decode()
    found = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in found}


def test_figures_count_what_happens(app: Starlette, service: Service, me: Actor) -> None:
    table = table_of(service, me)
    with serving(app) as address:
        stream = Stream(f"{address}/tables/{table}/events")
        for number in (table, table, 99):
            httpx.get(f"{address}/tables/{number}.json")
        play_some(service, table, me, 6)
        time.sleep(0.1)
        now = figures(app)
        stream.close()
    assert now['stellwerk_requests_total{method="GET",page="/tables/{table}.json",status="200"}'] == 2
    assert now['stellwerk_requests_total{method="GET",page="/tables/{table}.json",status="404"}'] == 1
    assert now['stellwerk_request_seconds_count{page="/tables/{table}.json"}'] == 3
    assert now["stellwerk_streams"] == 1 and now["stellwerk_connections"] >= 1
    assert now['stellwerk_moves_total{who="person"}'] == 6
    assert now["stellwerk_bots_waiting"] >= 0 and now["stellwerk_bots_wait_seconds"] >= 0
    assert now["process_open_fds"] > 0


def test_figures_tell_of_a_database_that_is_not_there(
    app: Starlette, browser: Browser, service: Service, me: Actor
) -> None:
    table = table_of(service, me)
    with disk_full(service.store):
        write_much(browser, table)
    assert figures(app)['stellwerk_database_errors_total{why="disk-full"}'] == 1


def test_strange_requests_do_not_make_more_figures(app: Starlette, browser: Browser) -> None:
    for number in range(5):
        browser.get(f"/x{number}")
        browser.request(f"M{number}", "/settings")
    pages = {name for name in figures(app) if name.startswith("stellwerk_requests_total")}
    assert len(pages) <= 2 and all('page="other"' in name or 'method="other"' in name for name in pages)


def test_figures_are_served_where_they_are_asked_for_and_nowhere_else(tmp_path: Path) -> None:
    port, figures_port = free_port(), free_port()
    common = ("serve", "--file", tmp_path / "club.sqlite", "--port", port, "--metrics", figures_port)
    with started(*common) as (_, address):
        assert httpx.get(f"{address}/metrics").status_code == 404
        told = httpx.get(f"http://127.0.0.1:{figures_port}/metrics").text
        other = CliRunner().invoke(
            main, ["serve", "--file", str(tmp_path / "x.sqlite"), "--port", str(free_port()), "--metrics", str(port)]
        )
    assert "stellwerk_requests_total" in told and "stellwerk_streams 0.0" in told
    assert other.exit_code == 2 and "Figures cannot be served at" in other.output


@pytest.mark.parametrize(
    ("text", "address"),
    [("9018", ("127.0.0.1", 9018)), ("10.0.0.5:9018", ("10.0.0.5", 9018)), ("[::1]:80", ("::1", 80))],
)
def test_where_figures_are_served(text: str, address: Any) -> None:
    assert metrics_address(text) == address


@pytest.mark.parametrize("text", ["", "x", "10.0.0.5", "0", "99999999", "1:²"])
def test_where_figures_cannot_be_served(text: str) -> None:
    with pytest.raises(BadInput, match="at a port"):
        metrics_address(text)
