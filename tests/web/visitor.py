"""Opens a file of games with whatever Stellwerk is on the path, visits every page, tries to move, goes on.

A program of its own, for the test that changes a rule in a copy of the package: `python visitor.py FILE` prints what it
met as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import select
from tests.web.webkit import Browser, app_on, local_actor, play_some, service_on

import stellwerk
from stellwerk.table.db.records import Actor
from stellwerk.table.db.schema import tables
from stellwerk.table.service.service import Service

PAGES = ("", ".json", "/log", "/log.json", "/rounds.json", "/end", "/end.json", "/end.csv", "/end/revenue.csv",
         "/end/board.svg", "/tiles", "/hint.json", "/parts", "/seats", "/chat.json", "/game.json")  # fmt: skip


def visit(browser: Browser, service: Service, table: int, me: Actor) -> dict[str, Any]:
    """What a table answers."""
    last = service.games.head(table, actor=me).number
    old = [f"/at/{number}" for number in range(1, last + 1, max(1, last // 12))]
    statuses = {page: browser.get(f"/tables/{table}{page}").status_code for page in (*PAGES, *old)}
    twin = browser.get(f"/tables/{table}.json").json()
    shown = {"turn": twin["turn"], "number": twin["number"], "position": twin["position"], "panel": twin["panel"]}
    return {
        "title": twin["header"]["title"],
        "statuses": statuses,
        "damage": twin["damage"],
        "shown": json.dumps(shown, sort_keys=True),
        "actions": len(browser.get(f"/tables/{table}/game.json").json()["actions"]),
    }


def move(browser: Browser, table: int, at: int) -> tuple[int, str]:
    """Somebody passes; the status and code of the answer."""
    form = {"at": at, "seat": 0, "action": '{"type": "pass", "who": "Ada"}'}
    answer = browser.submit(f"/tables/{table}/moves.json", form)
    return answer.status_code, answer.json().get("error", {}).get("code", "")


def go_on(browser: Browser, service: Service, table: int, at: int, me: Actor) -> dict[str, Any]:
    """Go on from the last sound position, and play some moves."""
    status = browser.submit(f"/tables/{table}/go-on.json", {"at": at, "seat": 0}).status_code
    twin = browser.get(f"/tables/{table}.json").json()
    return {"status": status, "damage": twin["damage"], "played": play_some(service, table, me, 5) - twin["number"]}


def report(file: Path) -> dict[str, Any]:
    """Everything that was met."""
    service = service_on(file)
    app = app_on(service)
    browser, me = Browser(app), local_actor(app)
    with service.store.reading() as connection:
        numbers = list(connection.scalars(select(tables.c.id).order_by(tables.c.id)))
    met = {number: visit(browser, service, number, me) for number in numbers}
    lobby = browser.get("/lobby.json?all=1")
    first = browser.get("/").status_code
    for number, table in met.items():
        if table["damage"] is not None:
            at = service.games.head(number, actor=me).number
            table["move"] = move(browser, number, at)
            table["went_on"] = go_on(browser, service, number, at, me)
    return {
        "program": str(Path(stellwerk.__file__).parent),
        "first": first,
        "lobby": {row["id"]: row["state"] for row in lobby.json()["games"]},
        "tables": met,
    }


if __name__ == "__main__":
    print(json.dumps(report(Path(sys.argv[1]))))
