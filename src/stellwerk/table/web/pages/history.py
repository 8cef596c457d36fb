"""Undo and redo, requests about them, private copies, the whole log, and the game as a file."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.errors import BadInput
from stellwerk.interop.files import write_json
from stellwerk.table import past
from stellwerk.table.damage import Damaged
from stellwerk.table.records import REDO, Actor
from stellwerk.table.service import Service
from stellwerk.table.view.damage import banner
from stellwerk.table.view.history import Travel, travel
from stellwerk.table.view.log import blocks_of, filters, only, round_name
from stellwerk.table.view.logpage import LogPage
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.talk import talk
from stellwerk.table.view.texts import Say
from stellwerk.table.web.pages.forms import whole
from stellwerk.table.web.pages.stopped import PAGE, stopped_log
from stellwerk.table.web.pages.table import after, scene_of
from stellwerk.table.web.reply import go, json, page, wants_json
from stellwerk.table.web.site import actor, number_in, say, site, work

# Undo and redo


async def turn_back(request: Request) -> Response:
    """Undo or redo, or ask the others about it."""
    form, service, who = await request.form(), site(request).service, actor(request)
    number, at, seat = number_in(request, "table"), whole(form.get("at", "")), whole(form.get("seat", ""))
    if request.url.path.removesuffix(".json").endswith(REDO):
        done = await work(service.redo, number, seat, at, actor=who)
    else:
        to = whole(form["to"]) if form.get("to") else None
        done = await work(service.undo, number, seat, at, to, actor=who)
    return await _answered(request, done, f"/tables/{number}")


async def go_on(request: Request) -> Response:
    """Go on from the last sound position of a game that has stopped, or ask the others about it."""
    form, service, who = await request.form(), site(request).service, actor(request)
    number, at, seat = number_in(request, "table"), whole(form.get("at", "")), whole(form.get("seat", ""))
    done = await work(service.go_on, number, seat, at, actor=who)
    return await _answered(request, done, f"/tables/{number}")


async def answer(request: Request) -> Response:
    """Agree to a request, decline it, or withdraw one's own."""
    form, service, who = await request.form(), site(request).service, actor(request)
    number, asked, seat = number_in(request, "table"), number_in(request, "request"), whole(form.get("seat", ""))
    word = form.get("answer")
    if word not in ("agree", "decline", "withdraw"):
        raise BadInput("The answer to a request is agree, decline or withdraw.")
    if word == "withdraw":
        done: Any = await work(service.withdraw, number, asked, seat, actor=who)
    else:
        done = await work(service.answer, number, asked, seat, word == "agree", actor=who)
    return await _answered(request, done, f"/tables/{number}")


async def _answered(request: Request, done: Any, address: str) -> Response:
    """The page again; to a program, where the log ends or what was asked. Hashes come of the seed and are not told."""
    if not wants_json(request):
        return await after(request, address)
    told: dict[str, Any] = msgspec.to_builtins(done)
    told.pop("hash", None)
    return json(told)


# Private copies


async def copy(request: Request) -> Response:
    """A private copy of a position."""
    form, number = await request.form(), number_in(request, "table")
    made = await work(site(request).service.create_what_if, number, _number(form), actor=actor(request))
    return json({"id": made.id}) if wants_json(request) else go(request, f"/what-ifs/{made.id}")


def _number(form: FormData) -> int | None:
    return whole(form["number"]) if form.get("number") else None


async def undo_copy(request: Request) -> Response:
    """Take the last action on a copy back."""
    form, number = await request.form(), number_in(request, "copy")
    await work(site(request).service.undo_what_if, number, whole(form.get("at", "")), actor=actor(request))
    return await after(request, f"/what-ifs/{number}")


async def drop(request: Request) -> Response:
    """Throw a copy away."""
    service, who, number = site(request).service, actor(request), number_in(request, "copy")
    found = await work(service.what_if, number, actor=who)
    await work(service.drop_what_if, number, actor=who)
    return json({"dropped": number}) if wants_json(request) else go(request, f"/tables/{found.table}")


# Files


async def export_copy(request: Request) -> Response:
    """A copy as a game file."""
    number = number_in(request, "copy")
    data = await work(site(request).service.export_what_if, number, actor=actor(request))
    return _file(data, f"{data['title']}-what-if-{number}")


async def export(request: Request) -> Response:
    """The game as a file; while it runs, without what would tell its future."""
    number = number_in(request, "table")
    data = await work(site(request).service.export, number, actor=actor(request))
    return _file(data, f"{data['title']}-table-{number}")


def _file(data: dict[str, Any], name: str) -> Response:
    safe = re.sub(r"[^A-Za-z0-9.-]", "_", name)
    headers = {"Content-Disposition": f'attachment; filename="{safe}.json"'}
    return Response(write_json(data), media_type="application/json", headers=headers)


# The whole log


def log_page(
    service: Service, table_id: int, before: int | None, kind: str, tab: str, who: Actor, words: Say
) -> LogPage:
    """The entries of a table before a number, told."""
    try:
        scene = scene_of(service, table_id, None, who, words)
    except Damaged as damage:
        return stopped_log(service, damage, who, words, before, tab)
    entries, older = _entries(service, scene, before, who)
    blocks = only(reversed(blocks_of(entries, entries.past.entries)), kind)
    return LogPage(
        table=table_id,
        title=scene.table.title,
        name=scene.table.name,
        blocks=tuple(blocks),
        before=older,
        kind=kind,
        filters=filters(words),
        talk=talk(scene),
        tab=tab,
        damage=banner(scene),
    )


def _entries(service: Service, scene: Scene, before: int | None, who: Actor) -> tuple[Scene, int | None]:
    """The scene with the entries of one page as its past, and where the next page ends."""
    told = past.page_of(service, scene.table.id, PAGE, before, actor=who)
    older = told.older + 1 if told.older else None
    page = {"entries": told.entries, "happened": told.happened, "untold": told.untold, "older": told.older}
    merged = msgspec.structs.replace(scene.past, **page)
    return msgspec.structs.replace(scene, past=merged), older


async def log(request: Request) -> Response:
    """The whole log in pages, chat and notes beside it."""
    asked = request.query_params
    before = whole(asked["before"]) if asked.get("before") else None
    kind, tab = asked.get("log", "")[:20], asked.get("tab", "")[:10]
    number = number_in(request, "table")
    model = await work(log_page, site(request).service, number, before, kind, tab, actor(request), say(request))
    return page(request, "log.html", model)


# The line of positions


class RoundMark(msgspec.Struct, frozen=True):
    """Where a round began: the entry after which its first player decides, and its name."""

    number: int
    name: str


class Line(msgspec.Struct, frozen=True):
    """The positions of a game and its rounds, for the scrubber."""

    travel: Travel
    rounds: tuple[RoundMark, ...]


def line_of(service: Service, table_id: int, who: Actor, words: Say) -> Line:
    """The positions of a game."""
    scene = scene_of(service, table_id, None, who, words)
    begun = past.rounds_of(service, table_id, actor=who)
    return Line(travel(scene), tuple(RoundMark(number, round_name(scene, what.round)) for number, what in begun))


async def rounds(request: Request) -> Response:
    """Where the rounds of a game began."""
    return json(await work(line_of, site(request).service, number_in(request, "table"), actor(request), say(request)))


def _post(path: str, do: Any) -> list[Route]:
    return [Route(path, do, methods=["POST"]), Route(f"{path}.json", do, methods=["POST"])]


routes = [
    *_post("/tables/{table:int}/undo", turn_back),
    *_post("/tables/{table:int}/redo", turn_back),
    *_post("/tables/{table:int}/go-on", go_on),
    *_post("/tables/{table:int}/requests/{request:int}", answer),
    *_post("/tables/{table:int}/what-if", copy),
    Route("/tables/{table:int}/game.json", export),
    Route("/tables/{table:int}/log", log),
    Route("/tables/{table:int}/log.json", log),
    Route("/tables/{table:int}/rounds.json", rounds),
    Route("/what-ifs/{copy:int}/undo", undo_copy, methods=["POST"]),
    *_post("/what-ifs/{copy:int}/drop", drop),
    Route("/what-ifs/{copy:int}/export.json", export_copy),
]
