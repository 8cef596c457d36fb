"""The page of a game of which no position can be shown: what is wrong, its log, and the way on."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.table import past
from stellwerk.table.damage import Damaged
from stellwerk.table.records import Actor
from stellwerk.table.service import Service
from stellwerk.table.view.logpage import LogPage, stopped_page
from stellwerk.table.view.texts import Say
from stellwerk.table.web.reply import page
from stellwerk.table.web.site import actor, number_in, say, site, work

PAGE = 150
"""So many entries a page of the whole log tells."""


def stopped_log(
    service: Service, damage: Damaged, who: Actor, words: Say, before: int | None = None, tab: str = ""
) -> LogPage:
    """The log of such a game before a number."""
    table, head = service.table(damage.table, actor=who), service.head(damage.table, actor=who)
    told = past.page_of(service, table.id, PAGE, before, actor=who)
    now = past.of_table(service, table.id, actor=who)
    merged = msgspec.structs.replace(now, entries=told.entries, older=told.older)
    mine = tuple(seat.seat for seat in table.seats if seat.account is not None and seat.account == who.account)
    return stopped_page(damage, table, head, mine, merged, words, tab)


async def show(request: Request) -> Response:
    """The page of the table, or its JSON twin."""
    service, who = site(request).service, actor(request)
    sound = await work(service.sound, number_in(request, "table"), actor=who)
    assert sound.damage is not None
    model = await work(stopped_log, service, sound.damage, who, say(request))
    return page(request, "log.html", model)


routes: list[Route] = []
"""Its address is the table's."""
