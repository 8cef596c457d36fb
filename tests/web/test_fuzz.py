"""Hostile requests: whatever is sent, the answer is a page or one sentence, never a fault of ours."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from starlette.routing import Route
from tests.web.webkit import Browser, app_on, play_some, service_on, table_of

from stellwerk.table.db.records import Actor

DEEP = "[" * 20_000
LONG = "9" * 5_000
NUMBERS = ("0", "1", "3", "-1", "--1", "999999", str(2**31), str(2**63), "1" * 19, LONG, "1e9", "٣", "²", "")
TEXTS = (
    "",
    "A1",
    "<b>",
    "\0",
    "\ud7ff\uffff",
    "%00",
    "../../etc/passwd",
    "=1+1",
    "é" * 3_000,
    "{}",
    "[]",
    "null",
    "true",
    '{"type":"pass","who":"Ada"}',
    '{"type":"lay-tile"}',
    '{"type":["pass"]}',
    '{"a":' * 9_000,
    DEEP,
    '"' + "x" * 30_000,
    "NaN",
)
FIELDS = (
    "at",
    "seat",
    "action",
    "field",
    "number",
    "to",
    "text",
    "name",
    "title",
    "variant",
    "players",
    "rules",
    "seed",
    "own",
    "kind",
    "seat0-kind",
    "seat0-name",
    "visibility",
    "stop",
    "company",
    "pick",
    "tile",
    "turn",
    "only",
    "before",
    "log",
    "tab",
    "after",
    "answer",
    "next",
    "language",
    "theme",
    "password",
    "new",
    "board",
    "digest",
    "show",
    "key",
    "offered",
)
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {},
    {},
    {"HX-Request": "true"},
    {"Origin": "http://["},
    {"Origin": "null"},
    {"Last-Event-ID": LONG},
    {"Accept-Language": ";q=,,;q=x"},
    {"Content-Length": "x"},
    {"Cookie": "a=" + "b" * 3_000},
    {"Referer": "http://["},
    {"Accept-Language": "de;q=1e999"},
)
TYPES = (
    "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=x; charset=punycode",
    "multipart/form-data; boundary=x; charset=a\0b",
    "multipart/form-data",
    "application/json",
    "application/x-www-form-urlencoded; charset=idna",
    "text/\xff",
    "",
)
PART = 'Content-Disposition: form-data; name="%s"\r\n\r\n%s'
UNFUZZED = ("/events", "/account/close", "/sign-out", "/account/password")
"""Streams do not end; the others would end the session of the one who tries."""


class Attacker:
    """Somebody who sends what no browser would."""

    def __init__(self, folder: Path, seed: int):
        self.dice = random.Random(seed)
        service = service_on(folder / "games.sqlite")
        self.app = app_on(service, local=False)
        self.browsers = [Browser(self.app) for _ in range(3)]
        for name, browser in zip(("Ada", "Bo"), self.browsers, strict=False):
            browser.sign_up(name)
        ada = Actor(account=1)
        self.tables = [table_of(service, ada, title, bots=1, visibility="open") for title in ("18CZ", "18Rhl")]
        for table in self.tables:
            play_some(service, table, ada, 12)
        waiting = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "free"}]
        self.tables.append(service.tables.create_table("18BL", waiting, actor=ada, visibility="open"))
        self.routes = [route for route in self.app.routes if isinstance(route, Route)]

    def requests(self, count: int) -> Iterator[tuple[str, Response]]:
        """So many requests and their answers."""
        for _ in range(count):
            route = self.dice.choice(self.routes)
            if route.path.endswith(UNFUZZED):
                continue
            method = self.dice.choice(sorted((route.methods or {"GET"}) - {"HEAD"}))
            address = re.sub(r"\{(\w+)(?::\w+)?\}", lambda name: self._in_path(name[1]), route.path)
            browser = self.dice.choice(self.browsers)
            headers = {**self.dice.choice(HEADERS)}
            asked = {name: self._value() for name in self.dice.sample(FIELDS, 2)} if self.dice.random() < 0.6 else {}
            yield (
                f"{method} {address[:80]} {headers} {asked!s:.200}",
                self._send(browser, method, address, headers, asked),
            )

    def _send(
        self, browser: Browser, method: str, address: str, headers: dict[str, str], asked: dict[str, str]
    ) -> Response:
        answer: Response
        if method == "GET":
            answer = browser.get(address, params=_sendable(asked, 6_000), headers=headers, follow_redirects=False)
            return answer
        headers["X-CSRF-Token"] = browser.csrf
        form = {name: self._value() for name in self.dice.sample(FIELDS, 6)}
        if self.dice.random() < 0.3:
            kind = self.dice.choice(TYPES).encode("latin-1")
            sent: dict[str, Any] = {**headers, "Content-Type": kind}
            answer = browser.post(address, headers=sent, content=self._odd_body(form), follow_redirects=False)
            return answer
        answer = browser.post(address, data=_sendable(form), headers=headers, follow_redirects=False)
        return answer

    def _odd_body(self, form: dict[str, str]) -> bytes:
        parts = "".join(f"--x\r\n{PART % item}\r\n" for item in form.items())
        return (parts + self.dice.choice(("--x--\r\n", "", "--x"))).encode("utf-8", "replace")

    def _in_path(self, name: str) -> str:
        if name == "table" and self.dice.random() < 0.7:
            return str(self.dice.choice(self.tables))
        if name == "number" and self.dice.random() < 0.5:
            return str(self.dice.randrange(12))
        if name == "title" and self.dice.random() < 0.5:
            return self.dice.choice(("18CZ", "18Rhl", "18BL"))
        found = self.dice.choice(NUMBERS if name in ("table", "number", "copy", "request") else (*NUMBERS, *TEXTS))
        return "".join(
            letter if letter.isalnum() and letter.isascii() else f"%{ord(letter) % 256:02x}" for letter in found
        )[:6_000]

    def _value(self) -> str:
        return self.dice.choice((*NUMBERS, *TEXTS, str(self.dice.randrange(20)), "18CZ", "account", "pass", "agree"))


def _sendable(form: dict[str, str], most: int = 60_000) -> dict[str, str]:
    return {name: value[:most].encode("utf-8", "replace").decode() for name, value in form.items()}


def send_hostile_requests(folder: Path, seed: int, count: int) -> int:
    """Send them; each answer is no fault of ours. How many were sent?"""
    faults, sent = [], 0
    for asked, answer in Attacker(folder, seed).requests(count):
        sent += 1
        if answer.status_code >= 500:
            faults.append(f"{answer.status_code} {asked}")
    assert not faults, "\n".join(faults[:20])
    return sent


def test_hostile_requests_get_a_sentence(tmp_path: Path) -> None:
    assert send_hostile_requests(tmp_path, 1, 900) > 800


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 22))
def test_many_hostile_requests_get_a_sentence(tmp_path: Path, seed: int) -> None:
    sent = send_hostile_requests(tmp_path, seed, 2_300)
    print(f"{sent} hostile requests, none with a fault of ours")
