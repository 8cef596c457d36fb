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
from stellwerk.table.db.damage import Damaged
from stellwerk.table.db.records import REDO, Actor
from stellwerk.table.service.service import Service
from stellwerk.table.view.game.chat import make_talk
from stellwerk.table.view.game.damage import make_damage_banner
from stellwerk.table.view.game.history import Travel, make_travel
from stellwerk.table.view.game.log import blocks_of, filter_blocks, log_filters, round_name
from stellwerk.table.view.game.log_page import LogPage
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words.texts import Speech
from stellwerk.table.web.pages.forms import read_whole_number
from stellwerk.table.web.pages.stopped import PAGE, stopped_log
from stellwerk.table.web.pages.table import answer_after, scene_of
from stellwerk.table.web.reply import answer_json, answer_page, redirect_to, wants_json
from stellwerk.table.web.site import actor_of, number_in, run_in_thread, site_of, speech_of

# Undo and redo


async def turn_back(request: Request) -> Response:
    """Undo or redo, or ask the others about it."""
    form, service, who = await request.form(), site_of(request).service, actor_of(request)
    number, at, seat = (
        number_in(request, "table"),
        read_whole_number(form.get("at", "")),
        read_whole_number(form.get("seat", "")),
    )
    if request.url.path.removesuffix(".json").endswith(REDO):
        done = await run_in_thread(service.undo.redo, number, seat, at, actor=who)
    else:
        to = read_whole_number(form["to"]) if form.get("to") else None
        done = await run_in_thread(service.undo.undo, number, seat, at, to, actor=who)
    return await _page_after_answer(request, done, f"/tables/{number}")


async def go_on(request: Request) -> Response:
    """Go on from the last sound position of a game that has stopped, or ask the others about it."""
    form, service, who = await request.form(), site_of(request).service, actor_of(request)
    number, at, seat = (
        number_in(request, "table"),
        read_whole_number(form.get("at", "")),
        read_whole_number(form.get("seat", "")),
    )
    done = await run_in_thread(service.repair.go_on, number, seat, at, actor=who)
    return await _page_after_answer(request, done, f"/tables/{number}")


async def answer_request(request: Request) -> Response:
    """Agree to a request, decline it, or withdraw one's own."""
    form, service, who = await request.form(), site_of(request).service, actor_of(request)
    number, asked, seat = (
        number_in(request, "table"),
        number_in(request, "request"),
        read_whole_number(form.get("seat", "")),
    )
    word = form.get("answer")
    if word not in ("agree", "decline", "withdraw"):
        raise BadInput("The answer to a request is agree, decline or withdraw.")
    if word == "withdraw":
        done: Any = await run_in_thread(service.undo.withdraw, number, asked, seat, actor=who)
    else:
        done = await run_in_thread(service.undo.answer, number, asked, seat, word == "agree", actor=who)
    return await _page_after_answer(request, done, f"/tables/{number}")


async def _page_after_answer(request: Request, done: Any, address: str) -> Response:
    """The page again; to a program, where the log ends or what was asked. Hashes come of the seed and are not told."""
    if not wants_json(request):
        return await answer_after(request, address)
    told: dict[str, Any] = msgspec.to_builtins(done)
    told.pop("hash", None)
    return answer_json(told)


# Private copies


async def make_copy(request: Request) -> Response:
    """A private copy of a position."""
    form, number = await request.form(), number_in(request, "table")
    made = await run_in_thread(
        site_of(request).service.what_ifs.create_what_if, number, _read_number(form), actor=actor_of(request)
    )
    return answer_json({"id": made.id}) if wants_json(request) else redirect_to(request, f"/what-ifs/{made.id}")


def _read_number(form: FormData) -> int | None:
    return read_whole_number(form["number"]) if form.get("number") else None


async def undo_copy(request: Request) -> Response:
    """Take the last action on a copy back."""
    form, number = await request.form(), number_in(request, "copy")
    await run_in_thread(
        site_of(request).service.what_ifs.undo_what_if,
        number,
        read_whole_number(form.get("at", "")),
        actor=actor_of(request),
    )
    return await answer_after(request, f"/what-ifs/{number}")


async def drop_copy(request: Request) -> Response:
    """Throw a copy away."""
    service, who, number = site_of(request).service, actor_of(request), number_in(request, "copy")
    found = await run_in_thread(service.what_ifs.what_if, number, actor=who)
    await run_in_thread(service.what_ifs.drop_what_if, number, actor=who)
    return answer_json({"dropped": number}) if wants_json(request) else redirect_to(request, f"/tables/{found.table}")


# Files


async def export_copy(request: Request) -> Response:
    """A copy as a game file."""
    number = number_in(request, "copy")
    data = await run_in_thread(site_of(request).service.what_ifs.export_what_if, number, actor=actor_of(request))
    return _file_answer(data, f"{data['title']}-what-if-{number}")


async def export_game(request: Request) -> Response:
    """The game as a file; while it runs, without what would tell its future."""
    number = number_in(request, "table")
    data = await run_in_thread(site_of(request).service.games.export, number, actor=actor_of(request))
    return _file_answer(data, f"{data['title']}-table-{number}")


def _file_answer(data: dict[str, Any], name: str) -> Response:
    safe = re.sub(r"[^A-Za-z0-9.-]", "_", name)
    headers = {"Content-Disposition": f'attachment; filename="{safe}.json"'}
    return Response(write_json(data), media_type="application/json", headers=headers)


# The whole log


def log_page(
    service: Service, table_id: int, before: int | None, kind: str, tab: str, who: Actor, words: Speech
) -> LogPage:
    """The entries of a table before a number, told."""
    with service.desk.reading(who):
        try:
            scene = scene_of(service, table_id, None, who, words)
        except Damaged as damage:
            return stopped_log(service, damage, who, words, before, tab)
        entries, older = _entries_of_page(service, scene, before, who)
    blocks = filter_blocks(reversed(blocks_of(entries, entries.past.entries)), kind)
    return LogPage(
        table=table_id,
        title=scene.table.title,
        name=scene.table.name,
        blocks=tuple(blocks),
        before=older,
        kind=kind,
        filters=log_filters(words),
        talk=make_talk(scene),
        tab=tab,
        damage=make_damage_banner(scene),
    )


def _entries_of_page(service: Service, scene: Scene, before: int | None, who: Actor) -> tuple[Scene, int | None]:
    """The scene with the entries of one page as its past, and where the next page ends."""
    told = service.history.page_of(scene.table.id, PAGE, before, actor=who)
    older = told.older + 1 if told.older else None
    page = {"entries": told.entries, "happened": told.happened, "untold": told.untold, "older": told.older}
    merged = msgspec.structs.replace(scene.past, **page)
    return msgspec.structs.replace(scene, past=merged), older


async def show_log(request: Request) -> Response:
    """The whole log in pages, chat and notes beside it."""
    asked = request.query_params
    before = read_whole_number(asked["before"]) if asked.get("before") else None
    kind, tab = asked.get("log", "")[:20], asked.get("tab", "")[:10]
    number = number_in(request, "table")
    model = await run_in_thread(
        log_page, site_of(request).service, number, before, kind, tab, actor_of(request), speech_of(request)
    )
    return answer_page(request, "log.html", model)


# The line of positions


class RoundMark(msgspec.Struct, frozen=True):
    """Where a round began: the entry after which its first player decides, and its name."""

    number: int
    name: str


class LoggedLine(msgspec.Struct, frozen=True):
    """The positions of a game and its rounds, for the scrubber."""

    travel: Travel
    rounds: tuple[RoundMark, ...]


def line_of(service: Service, table_id: int, who: Actor, words: Speech) -> LoggedLine:
    """The positions of a game."""
    with service.desk.reading(who):
        scene = scene_of(service, table_id, None, who, words)
        begun = service.history.rounds_of(table_id, actor=who)
    return LoggedLine(
        make_travel(scene), tuple(RoundMark(number, round_name(scene, what.round)) for number, what in begun)
    )


async def send_rounds(request: Request) -> Response:
    """Where the rounds of a game began."""
    return answer_json(
        await run_in_thread(
            line_of, site_of(request).service, number_in(request, "table"), actor_of(request), speech_of(request)
        )
    )


def _post_route(path: str, do: Any) -> list[Route]:
    return [Route(path, do, methods=["POST"]), Route(f"{path}.json", do, methods=["POST"])]


routes = [
    *_post_route("/tables/{table:int}/undo", turn_back),
    *_post_route("/tables/{table:int}/redo", turn_back),
    *_post_route("/tables/{table:int}/go-on", go_on),
    *_post_route("/tables/{table:int}/requests/{request:int}", answer_request),
    *_post_route("/tables/{table:int}/what-if", make_copy),
    Route("/tables/{table:int}/game.json", export_game),
    Route("/tables/{table:int}/log", show_log),
    Route("/tables/{table:int}/log.json", show_log),
    Route("/tables/{table:int}/rounds.json", send_rounds),
    Route("/what-ifs/{copy:int}/undo", undo_copy, methods=["POST"]),
    *_post_route("/what-ifs/{copy:int}/drop", drop_copy),
    Route("/what-ifs/{copy:int}/export.json", export_copy),
]
