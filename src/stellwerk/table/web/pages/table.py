"""The table page: the position now, an old one, or a private copy; whole, or in parts for htmx; and playing on it."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.errors import BadInput, Illegal
from stellwerk.steps.deals import Consent
from stellwerk.table.db.damage import Damaged
from stellwerk.table.db.records import Actor
from stellwerk.table.service.games import viewer_of
from stellwerk.table.service.readings import Reading
from stellwerk.table.service.service import Service
from stellwerk.table.view.game.damage import make_damage_banner
from stellwerk.table.view.game.log_page import LogPage
from stellwerk.table.view.game.offers import counter_line
from stellwerk.table.view.own_words import spoken
from stellwerk.table.view.scene import COPY, LIVE, OLD, Pick, Scene
from stellwerk.table.view.words.texts import Speech
from stellwerk.table.web import parts
from stellwerk.table.web.pages import tables
from stellwerk.table.web.pages.forms import DIGITS, read_whole_number
from stellwerk.table.web.pages.stopped import stopped_log
from stellwerk.table.web.reply import answer_json, answer_page, is_fragment, redirect_to, wants_json
from stellwerk.table.web.site import actor_of, number_in, run_in_thread, site_of, speech_of


def scene_of(service: Service, table_id: int, number: int | None, who: Actor, words: Speech) -> Scene:
    """The scene at a table, now or after an entry."""
    read = service.readings.read_table(table_id, number, actor=who)
    viewer = viewer_of(read.table, read.game.turn, who)
    return _make_scene(read, viewer, words, LIVE if number is None else OLD, f"/tables/{table_id}")


def copy_of(service: Service, what_if: int, who: Actor, words: Speech) -> Scene:
    """The scene of a private copy; its owner decides for everybody."""
    read = service.readings.read_copy(what_if, actor=who)
    return _make_scene(read, read.game.turn, words, COPY, f"/what-ifs/{what_if}")


def _make_scene(read: Reading, viewer: str | None, words: Speech, mode: str, base: str) -> Scene:
    return Scene(
        table=read.table,
        game=read.game.seen_by(viewer),
        head=read.head,
        number=read.number,
        line=read.line,
        say=spoken(words, read.table.title),
        mode=mode,
        base=base,
        mine=tuple(seat.seat for seat in read.mine),
        programs=dict(read.programs),
        damage=read.damage,
        copied=read.copied,
        past=read.past,
    )


def pick_of(request: Request) -> Pick:
    """What is picked, from the address."""
    asked = request.query_params
    turn = asked.get("turn", "0")
    return Pick(
        asked.get("pick", "")[:80],
        asked.get("tile", "")[:40],
        int(turn) % 6 if turn.isdecimal() and len(turn) <= DIGITS else 0,
    )


async def scene_for(request: Request) -> Scene:
    """The scene a request is about."""
    if "copy" in request.path_params:
        return await run_in_thread(
            copy_of, site_of(request).service, number_in(request, "copy"), actor_of(request), speech_of(request)
        )
    number = number_in(request, "number") if "number" in request.path_params else None
    return await run_in_thread(
        scene_of, site_of(request).service, number_in(request, "table"), number, actor_of(request), speech_of(request)
    )


async def show_table(request: Request) -> Response:
    """The whole page, or its JSON twin; the waiting room, while the game has not begun."""
    if "copy" in request.path_params:
        return await run_in_thread(_whole_page, request, await scene_for(request))
    found = await run_in_thread(_find_table, site_of(request).service, number_in(request, "table"), request)
    if isinstance(found, tables.Room):
        return await tables.show_room(request, found)
    if isinstance(found, LogPage):
        return answer_page(request, "log.html", found)
    return await run_in_thread(_whole_page, request, found)


def _find_table(service: Service, table_id: int, request: Request) -> Scene | tables.Room | LogPage:
    """What there is to show of a table: a position; who sits there, while no game has begun; or why it has stopped."""
    who, words = actor_of(request), speech_of(request)
    number = number_in(request, "number") if "number" in request.path_params else None
    with service.desk.reading(who):
        try:
            return scene_of(service, table_id, number, who, words)
        except Illegal as refusal:
            if refusal.code == "not-begun":
                return tables.read_room(service, table_id, who)
            if not isinstance(refusal, Damaged) or number is not None:
                raise
            return stopped_log(service, refusal, who, words)


def _whole_page(request: Request, scene: Scene) -> Response:
    made = parts.make_parts(scene, pick_of(request))
    return answer_page(
        request, "table.html", _table_model(scene, made), scene=scene, say=scene.say, parts=made, swap=False
    )


async def show_parts(request: Request) -> Response:
    """Parts of the page, each to go to its place; `only` names some of them."""
    return await run_in_thread(_in_parts, request, await scene_for(request))


def _in_parts(request: Request, scene: Scene) -> Response:
    wanted = request.query_params.get("only")
    names = tuple(name for name in parts.PARTS if wanted is None or name in wanted.split(","))
    made = parts.make_parts(scene, pick_of(request), names)
    answer = answer_page(
        request, "parts.html", _table_model(scene, made), scene=scene, say=scene.say, parts=made, swap=True
    )
    answer.headers["X-Stellwerk-At"] = str(scene.number)
    return answer


def _table_model(scene: Scene, made: dict[str, Any]) -> dict[str, Any]:
    about = {
        "table": scene.table.id,
        "number": scene.number,
        "mode": scene.mode,
        "me": scene.me,
        "turn": scene.game.turn,
        "damage": make_damage_banner(scene),
    }
    return {**about, "position": scene.position, **made}


def action_in(form: dict[str, Any]) -> dict[str, Any]:
    """The action a form says: as JSON, its free number beside it."""
    try:
        action = msgspec.json.decode(form.get("action", ""))
    except (msgspec.DecodeError, RecursionError, TypeError):
        raise BadInput("The form says no action.") from None
    if not isinstance(action, dict):
        raise BadInput("The form says no action.")
    if form.get("field"):
        action[str(form["field"])] = read_whole_number(form.get("number", ""))
    return action


def first_in(form: dict[str, Any]) -> list[dict[str, Any]]:
    """The actions a form says that belong to its action and are played before it."""
    if not form.get("first"):
        return []
    try:
        return msgspec.json.decode(form["first"], type=list[dict[str, Any]])
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, TypeError):
        raise BadInput("The form says no actions.") from None


async def play_action(request: Request) -> Response:
    """Play an action: then the page with its new position."""
    form = dict(await request.form())
    who, service, at = actor_of(request), site_of(request).service, read_whole_number(form.get("at", ""))
    if "copy" in request.path_params:
        copy = number_in(request, "copy")
        await run_in_thread(service.what_ifs.play_what_if, copy, action_in(form), at, actor=who, first=first_in(form))
        return await answer_after(request, f"/what-ifs/{copy}")
    table = number_in(request, "table")
    key = str(form.get("key") or "") or None
    counter = await counter_in(request, form)
    played = await run_in_thread(
        service.moves.play,
        table,
        read_whole_number(form.get("seat", "")),
        action_in(form),
        at,
        actor=who,
        key=key,
        first=first_in(form),
    )
    if counter:
        await run_in_thread(service.chat.say, table, counter, actor=who)
    if wants_json(request):
        return answer_json({"number": played.number, "now": played.now})
    return await answer_after(request, f"/tables/{table}")


async def counter_in(request: Request, form: dict[str, Any]) -> str:
    """What somebody who declines an offer says he would agree to, as a line of chat."""
    if not form.get("counter"):
        return ""
    amount, scene = read_whole_number(form["counter"]), await scene_for(request)
    asked = scene.position.agenda[-1]
    return counter_line(scene, asked.offer, amount) if isinstance(asked, Consent) else ""


async def answer_after(request: Request, address: str) -> Response:
    """What is shown once something was done: the parts to a script, the page to others."""
    return await show_parts(request) if is_fragment(request) else redirect_to(request, address)


routes = [
    Route("/tables/{table:int}", show_table),
    Route("/tables/{table:int}.json", show_table),
    Route("/tables/{table:int}/parts", show_parts),
    Route("/tables/{table:int}/moves", play_action, methods=["POST"]),
    Route("/tables/{table:int}/moves.json", play_action, methods=["POST"]),
    Route("/tables/{table:int}/at/{number:int}", show_table),
    Route("/tables/{table:int}/at/{number:int}.json", show_table),
    Route("/tables/{table:int}/at/{number:int}/parts", show_parts),
    Route("/what-ifs/{copy:int}", show_table),
    Route("/what-ifs/{copy:int}.json", show_table),
    Route("/what-ifs/{copy:int}/parts", show_parts),
    Route("/what-ifs/{copy:int}/moves", play_action, methods=["POST"]),
]
