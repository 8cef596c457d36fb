"""The first page, and starting a game against bots from it."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.errors import StellwerkError
from stellwerk.table.records import Actor
from stellwerk.table.seating import USUAL_BOT
from stellwerk.table.service import Service
from stellwerk.table.view.lobby import Lists, Lobby, lobby
from stellwerk.table.view.setup import bots_for
from stellwerk.table.view.texts import Say
from stellwerk.table.view.titlecard import mini_board
from stellwerk.table.web.pages.forms import name_of, whole
from stellwerk.table.web.refusals import Refusal, refusal_of, status_of
from stellwerk.table.web.reply import go, json, page, wants_json
from stellwerk.table.web.site import actor, number_in, say, site, work

BUDGET = 0.1
"""Seconds a page may spend on looking up where games stand; the rest is looked up next time."""


def lists_of(service: Service, who: Actor, local: bool, everything: bool) -> Lists:
    """What the service knows for the page."""
    known = who.account is not None
    return Lists(
        mine=service.overview(actor=who, budget=BUDGET) if known else (),
        put_away=service.overview(actor=who, put_away=True, budget=BUDGET) if known and everything else (),
        open=() if local else service.open_overview(actor=who),
        asked=service.asked_of(actor=who) if known else (),
        copies=service.copies(actor=who) if known else (),
    )


def lobby_of(service: Service, who: Actor, local: bool, everything: bool, words: Say) -> Lobby:
    """The page as somebody sees it."""
    lists = lists_of(service, who, local, everything)
    return lobby(lists, who.account, words, service.clock(), everything)


async def show(request: Request, refusal: Refusal | None = None, status: int = 200) -> Response:
    """The page, or its JSON twin."""
    here, everything = site(request), request.query_params.get("all") == "1"
    made = await work(lobby_of, here.service, actor(request), here.settings.local, everything, say(request))
    boards = {card.title: await work(mini_board, card.title) for card in made.titles}
    return page(request, "lobby.html", made, status, boards=boards, refusal=refusal)


async def first(request: Request) -> Response:
    """The first page."""
    return await show(request)


async def play(request: Request) -> Response:
    """Start a game against bots at once."""
    form = dict(await request.form())
    try:
        table = await work(_start, site(request).service, form, name_of(request), actor(request), say(request))
    except StellwerkError as error:
        if wants_json(request):
            raise
        return await show(request, refusal_of(error, say(request)), status_of(error))
    return json({"table": table}) if wants_json(request) else go(request, f"/tables/{table}")


def _start(service: Service, form: Mapping[str, object], me: str, who: Actor, words: Say) -> int:
    title = str(form.get("title", ""))
    level = str(form.get("bots") or USUAL_BOT)
    seats = bots_for(title, me, whole(form.get("players", "")), words, level)
    table = service.create_table(title, seats, actor=who)
    service.start(table, actor=who)
    return table


async def put_away(request: Request) -> Response:
    """Take a table off the list, or put it back."""
    service, table = site(request).service, number_in(request, "table")
    back = request.url.path.removesuffix(".json").endswith("/bring-back")
    await work(service.bring_back if back else service.put_away, table, actor=actor(request))
    return json({"table": table, "put_away": not back}) if wants_json(request) else go(request, "/lobby?all=1")


def _twice(path: str) -> tuple[str, str]:
    return path, f"{path}.json"


routes = [
    Route("/", first),
    *(Route(path, first) for path in _twice("/lobby")),
    *(Route(path, play, methods=["POST"]) for path in _twice("/play")),
    *(Route(path, put_away, methods=["POST"]) for path in _twice("/tables/{table:int}/put-away")),
    *(Route(path, put_away, methods=["POST"]) for path in _twice("/tables/{table:int}/bring-back")),
]
