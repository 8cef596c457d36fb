"""The first page, and starting a game against bots from it."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.errors import StellwerkError
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.table.service.tables import USUAL_BOT
from stellwerk.table.view.lobby.lobby_page import Lists, Lobby, make_lobby
from stellwerk.table.view.lobby.set_up import bots_for
from stellwerk.table.view.title.title_card import mini_board
from stellwerk.table.view.words.texts import Speech
from stellwerk.table.web.pages.forms import name_of, read_whole_number
from stellwerk.table.web.refusal_replies import Refusal, refusal_of, status_of
from stellwerk.table.web.reply import answer_json, answer_page, redirect_to, wants_json
from stellwerk.table.web.site import actor_of, number_in, run_in_thread, site_of, speech_of

BUDGET = 0.1
"""Seconds a page may spend on looking up where games stand; the rest is looked up next time."""


def lists_of(service: Service, who: Actor, local: bool, everything: bool) -> Lists:
    """What the service knows for the page."""
    known = who.account is not None
    return Lists(
        mine=service.overviews.overview(actor=who, budget=BUDGET) if known else (),
        put_away=service.overviews.overview(actor=who, put_away=True, budget=BUDGET) if known and everything else (),
        open=() if local else service.overviews.open_overview(actor=who),
        asked=service.overviews.asked_of(actor=who) if known else (),
        copies=service.overviews.copies(actor=who) if known else (),
    )


def lobby_of(service: Service, who: Actor, local: bool, everything: bool, words: Speech) -> Lobby:
    """The page as somebody sees it."""
    with service.desk.reading(who):
        lists = lists_of(service, who, local, everything)
    return make_lobby(lists, who.account, words, service.clock(), everything)


async def show_lobby(request: Request, refusal: Refusal | None = None, status: int = 200) -> Response:
    """The page, or its JSON twin."""
    here, everything = site_of(request), request.query_params.get("all") == "1"
    made = await run_in_thread(
        lobby_of, here.service, actor_of(request), here.settings.local, everything, speech_of(request)
    )
    boards = {card.title: await run_in_thread(mini_board, card.title) for card in made.titles}
    return answer_page(request, "lobby.html", made, status, boards=boards, refusal=refusal)


async def show_first_page(request: Request) -> Response:
    """The first page."""
    return await show_lobby(request)


async def play_now(request: Request) -> Response:
    """Start a game against bots at once."""
    form = dict(await request.form())
    try:
        table = await run_in_thread(
            _start_game, site_of(request).service, form, name_of(request), actor_of(request), speech_of(request)
        )
    except StellwerkError as error:
        if wants_json(request):
            raise
        return await show_lobby(request, refusal_of(error, speech_of(request)), status_of(error))
    return answer_json({"table": table}) if wants_json(request) else redirect_to(request, f"/tables/{table}")


def _start_game(service: Service, form: Mapping[str, object], me: str, who: Actor, words: Speech) -> int:
    title = str(form.get("title", ""))
    level = str(form.get("bots") or USUAL_BOT)
    seats = bots_for(title, me, read_whole_number(form.get("players", "")), words, level)
    table = service.tables.create_table(title, seats, actor=who)
    service.tables.start(table, actor=who)
    return table


async def put_away(request: Request) -> Response:
    """Take a table off the list, or put it back."""
    service, table = site_of(request).service, number_in(request, "table")
    back = request.url.path.removesuffix(".json").endswith("/bring-back")
    await run_in_thread(
        service.overviews.bring_back if back else service.overviews.put_away, table, actor=actor_of(request)
    )
    return (
        answer_json({"table": table, "put_away": not back})
        if wants_json(request)
        else redirect_to(request, "/lobby?all=1")
    )


def _page_and_twin(path: str) -> tuple[str, str]:
    return path, f"{path}.json"


routes = [
    Route("/", show_first_page),
    *(Route(path, show_first_page) for path in _page_and_twin("/lobby")),
    *(Route(path, play_now, methods=["POST"]) for path in _page_and_twin("/play")),
    *(Route(path, put_away, methods=["POST"]) for path in _page_and_twin("/tables/{table:int}/put-away")),
    *(Route(path, put_away, methods=["POST"]) for path in _page_and_twin("/tables/{table:int}/bring-back")),
]
