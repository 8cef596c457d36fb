"""Hostile requests no client library would send, over every route and straight into the application: none breaks it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import anyio
import msgspec
import pytest
from tests.web.fuzzkit import Asked, Fuzz, World
from tests.web.webkit import Browser

A_WORLD = 600
"""So many requests a club gets before the next begins: some of them close accounts and tables."""


async def broken(world: World, asked: Iterable[Asked], statuses: Counter[int]) -> list[Asked]:
    """The requests that broke something."""
    found = []
    for one in asked:
        status = await world.ask(one)
        statuses[status] += 1
        if status >= 500 or status == 0:
            found.append(one)
    return found


def tried(folder: Path, count: int, seed: int) -> tuple[list[Asked], Counter[int]]:
    """Send so many requests, each few hundred to a fresh club."""
    found: list[Asked] = []
    statuses: Counter[int] = Counter()
    for number in range(0, count, A_WORLD):
        world = World(folder / f"{seed}-{number}.sqlite")
        requests = Fuzz(world, seed * 1_000_003 + number).requests(min(A_WORLD, count - number))
        found += anyio.run(broken, world, requests, statuses)
        world.close()
    return found, statuses


def test_no_hostile_request_breaks_the_program(tmp_path: Path) -> None:
    found, statuses = tried(tmp_path, A_WORLD, seed=1)
    assert not found, "\n".join(map(str, found[:20]))
    assert statuses[200] and statuses[400] and statuses[404] and statuses[422]


@pytest.mark.slow
def test_no_hostile_request_of_many_breaks_the_program(tmp_path: Path) -> None:
    found, statuses = tried(tmp_path, 42_000, seed=2)
    print(f"{statuses.total():,} hostile requests: {dict(sorted(statuses.items()))}, {len(found)} broke something")
    assert not found, "\n".join(map(str, found[:20]))


HOSTILE: tuple[tuple[str, str, dict[str, str], bytes, int], ...] = (
    ("GET", "/tables/1/at/0", {}, b"", 200),
    ("GET", "/tables/1/at/0.json", {}, b"", 200),
    ("GET", "/tables/1/at/0/tiles", {}, b"", 200),
    ("GET", "/tables/1/at/0/hexes/B12.json", {}, b"", 200),
    ("GET", f"/tables/{'9' * 5_000}", {}, b"", 404),
    ("GET", f"/tables/1?turn={'9' * 5_000}", {}, b"", 200),
    ("GET", "/tables/1?turn=--1", {}, b"", 200),
    ("GET", f"/tables/1/chat.json?after={'9' * 5_000}", {}, b"", 400),
    ("GET", f"/tables/1/log?before={'9' * 5_000}", {}, b"", 400),
    ("GET", "/tables/new?title=18CZ&seed=--1", {}, b"", 200),
    ("GET", "/sign-in?next=//[", {}, b"", 303),
    ("POST", "/tables/new.json", {}, b"title=18CZ&players=3&seed=--1", 400),
    ("POST", "/tables/1/moves.json", {}, b"at=1&seat=0&action=" + b"[" * 20_000, 400),
    ("POST", "/tables/1/moves.json", {}, b"at=1&seat=0&action=" + b'{"a":' * 9_000, 400),
    ("POST", "/tables/1/moves.json", {}, b"at=" + b"9" * 5_000 + b"&seat=0&action={}", 400),
    ("POST", "/tables/1/chat.json", {"origin": "http://["}, b"text=a", 403),
    ("POST", "/tables/1/chat.json", {"content-type": "multipart/form-data; boundary=m; charset=punycode"}, b"", 415),
    ("POST", "/tables/1/chat.json", {"content-type": "multipart/form-data; boundary=m; charset=\0"}, b"", 415),
    ("POST", "/tables/1/chat.json", {"content-type": "application/x-www-form-urlencoded"}, b"text=a%00b", 400),
)
"""Requests that were answered with 500 once, or are of their kind; and what they are answered with now."""


@pytest.mark.parametrize(("method", "target", "headers", "body", "status"), HOSTILE)
def test_what_broke_the_program_once(
    tmp_path: Path, method: str, target: str, headers: dict[str, str], body: bytes, status: int
) -> None:
    world = World(tmp_path / "games.sqlite")
    kind = {"content-type": "application/x-www-form-urlencoded"}
    given = {"host": "testserver", **(kind if method == "POST" else {}), **headers}
    sent = (*world.known["owner"], *((name.encode(), value.encode()) for name, value in given.items()))
    assert anyio.run(world.ask, Asked("owner", method, target, sent, body)) == status
    world.close()


def test_a_copy_of_the_very_beginning_works(tmp_path: Path) -> None:
    world = World(tmp_path / "games.sqlite")
    browser = Browser(world.app)
    browser.sign_in("Bo")
    copy = next(one for one in world.service.what_ifs.what_ifs_of(3, actor=world.bo) if one.number == 0)
    page = browser.get(f"/what-ifs/{copy.id}.json").json()
    option = page["panel"]["groups"][0]["options"][0]
    form = {"at": page["number"], "action": msgspec.json.encode(option["action"]).decode()}
    assert browser.submit(f"/what-ifs/{copy.id}/moves", form).status_code == 200
    assert browser.get(f"/what-ifs/{copy.id}.json").json()["number"] > page["number"]
    world.close()
