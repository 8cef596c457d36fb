"""The table page: the position now, an old one, or a private copy; whole, or in parts for htmx; and playing on it."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.errors import BadInput, Illegal
from stellwerk.steps.deals import Consent
from stellwerk.table import checks, past
from stellwerk.table.records import Actor, TableInfo
from stellwerk.table.service import Service
from stellwerk.table.view.damage import banner
from stellwerk.table.view.offers import counter_line
from stellwerk.table.view.scene import COPY, LIVE, OLD, Pick, Scene
from stellwerk.table.view.texts import Say
from stellwerk.table.web import parts
from stellwerk.table.web.pages import seating, stopped
from stellwerk.table.web.pages.forms import DIGITS, whole
from stellwerk.table.web.reply import go, is_fragment, json, page, wants_json
from stellwerk.table.web.site import actor, number_in, say, site, work


def seats_of(table: TableInfo, who: Actor) -> tuple[int, ...]:
    """The seats somebody plays for."""
    return tuple(seat.seat for seat in table.seats if seat.account is not None and seat.account == who.account)


def scene_of(service: Service, table_id: int, number: int | None, who: Actor, words: Say) -> Scene:
    """The scene at a table, now or after an entry."""
    table, head = service.table(table_id, actor=who), service.head(table_id, actor=who)
    shown = head.number if number is None else checks.number(number, "number of an entry")
    sound = service.sound(table_id, shown, actor=who)
    if sound.game is None:
        raise sound.damage or Illegal("not-begun", "The game has not begun.")
    game, stands = sound.game, shown if sound.damage is None else sound.node
    mine = seats_of(table, who)
    names = [table.seats[seat].name for seat in mine]
    viewer = game.turn if game.turn in names else next(iter(names), None)
    return Scene(
        table=table,
        game=game.seen_by(viewer),
        head=head,
        number=shown if number is None else stands,
        line=tuple(service.line(table_id, stands, actor=who)),
        say=words,
        mode=LIVE if number is None else OLD,
        base=f"/tables/{table_id}",
        mine=mine,
        programs=programs_of(service, table_id, mine, who) if number is None else {},
        damage=sound.damage,
        past=past.of_table(service, table_id, None if number is None else stands, actor=who),
    )


def programs_of(service: Service, table_id: int, mine: tuple[int, ...], who: Actor) -> dict[int, dict[str, Any]]:
    """The programmed choices of somebody's seats."""
    found = {seat: service.program(table_id, seat, actor=who) for seat in mine}
    return {seat: program for seat, program in found.items() if program is not None}


def copy_of(service: Service, what_if: int, who: Actor, words: Say) -> Scene:
    """The scene of a private copy; its owner decides for everybody."""
    copied, game = service.what_if(what_if, actor=who), service.what_if_game(what_if, actor=who)
    table = service.table(copied.table, actor=who)
    return Scene(
        table=table,
        game=game.seen_by(game.turn),
        head=service.head(copied.table, actor=who),
        number=len(copied.actions),
        line=tuple(service.line(copied.table, copied.number, actor=who)),
        say=words,
        mode=COPY,
        base=f"/what-ifs/{what_if}",
        mine=seats_of(table, who),
        copied=copied,
        past=past.of_copy(service, copied, game, actor=who),
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
        return await work(copy_of, site(request).service, number_in(request, "copy"), actor(request), say(request))
    number = number_in(request, "number") if "number" in request.path_params else None
    return await work(
        scene_of, site(request).service, number_in(request, "table"), number, actor(request), say(request)
    )


async def show(request: Request) -> Response:
    """The whole page, or its JSON twin; the waiting room, while the game has not begun."""
    try:
        scene = await scene_for(request)
    except Illegal as refusal:
        if refusal.code == "not-begun":
            return await seating.show_waiting(request)
        if refusal.code != "damaged" or "number" in request.path_params or "table" not in request.path_params:
            raise
        return await stopped.show(request)
    return await work(_whole, request, scene)


def _whole(request: Request, scene: Scene) -> Response:
    made = parts.make(scene, pick_of(request))
    return page(request, "table.html", _model(scene, made), scene=scene, parts=made, swap=False)


async def show_parts(request: Request) -> Response:
    """Parts of the page, each to go to its place; `only` names some of them."""
    return await work(_in_parts, request, await scene_for(request))


def _in_parts(request: Request, scene: Scene) -> Response:
    wanted = request.query_params.get("only")
    names = tuple(name for name in parts.PARTS if wanted is None or name in wanted.split(","))
    made = parts.make(scene, pick_of(request), names)
    answer = page(request, "parts.html", _model(scene, made), scene=scene, parts=made, swap=True)
    answer.headers["X-Stellwerk-At"] = str(scene.number)
    return answer


def _model(scene: Scene, made: dict[str, Any]) -> dict[str, Any]:
    about = {
        "table": scene.table.id,
        "number": scene.number,
        "mode": scene.mode,
        "me": scene.me,
        "turn": scene.game.turn,
        "damage": banner(scene),
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
        action[str(form["field"])] = whole(form.get("number", ""))
    return action


async def play(request: Request) -> Response:
    """Play an action: then the page with its new position."""
    form = dict(await request.form())
    who, service, at = actor(request), site(request).service, whole(form.get("at", ""))
    if "copy" in request.path_params:
        copy = number_in(request, "copy")
        await work(service.play_what_if, copy, action_in(form), at, actor=who)
        return await after(request, f"/what-ifs/{copy}")
    table = number_in(request, "table")
    key = str(form.get("key") or "") or None
    counter = await counter_in(request, form)
    played = await work(service.play, table, whole(form.get("seat", "")), action_in(form), at, actor=who, key=key)
    if counter:
        await work(service.say, table, counter, actor=who)
    if wants_json(request):
        return json({"number": played.number, "now": played.now})
    return await after(request, f"/tables/{table}")


async def counter_in(request: Request, form: dict[str, Any]) -> str:
    """What somebody who declines an offer says he would agree to, as a line of chat."""
    if not form.get("counter"):
        return ""
    amount, scene = whole(form["counter"]), await scene_for(request)
    asked = scene.position.agenda[-1]
    return counter_line(scene, asked.offer, amount) if isinstance(asked, Consent) else ""


async def after(request: Request, address: str) -> Response:
    """What is shown once something was done: the parts to a script, the page to others."""
    return await show_parts(request) if is_fragment(request) else go(request, address)


routes = [
    Route("/tables/{table:int}", show),
    Route("/tables/{table:int}.json", show),
    Route("/tables/{table:int}/parts", show_parts),
    Route("/tables/{table:int}/moves", play, methods=["POST"]),
    Route("/tables/{table:int}/moves.json", play, methods=["POST"]),
    Route("/tables/{table:int}/at/{number:int}", show),
    Route("/tables/{table:int}/at/{number:int}.json", show),
    Route("/tables/{table:int}/at/{number:int}/parts", show_parts),
    Route("/what-ifs/{copy:int}", show),
    Route("/what-ifs/{copy:int}.json", show),
    Route("/what-ifs/{copy:int}/parts", show_parts),
    Route("/what-ifs/{copy:int}/moves", play, methods=["POST"]),
]
