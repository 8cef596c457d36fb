"""Live news of a table as server-sent events, and programmed choices.

`GET /tables/{id}/events` starts after the event id in `Last-Event-ID` or `?after=` (`57`, or `57.12` with the last line
of chat) and tells in JSON: `entry` (number, kind, who, action as this reader may see it), `chat` (id, name, text) and
`table` (look again who sits and what is asked). A stream belongs to the session it was opened in and ends with it, or
when its reader may no longer see the table. When the server is told to end, the streams end: sse-starlette
sees uvicorn's signal, and a server may call `service.feed.close()` itself.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing
from typing import Any

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from stellwerk.errors import StellwerkError
from stellwerk.table.custom_boards.kept_figures import vocabulary_of
from stellwerk.table.db.records import Actor, Logged, Message, TableInfo
from stellwerk.table.live import programmed_choices
from stellwerk.table.live.feed import FeedEvent, read_cursor
from stellwerk.table.service.games import action_as_seen, names_of
from stellwerk.table.service.service import Service
from stellwerk.table.web.guard import client_address
from stellwerk.table.web.pages.forms import read_whole_number
from stellwerk.table.web.pages.table import answer_after
from stellwerk.table.web.reply import answer_json, wants_json
from stellwerk.table.web.site import actor_of, data_as_json, number_in, run_in_thread, site_of

HEARTBEAT = 15
"""Seconds between comments that keep a silent stream open."""
POLL = 60.0
"""Seconds until a stream looks for itself: news of other processes, and may it still listen?"""
RETRY = 2_000
"""Milliseconds after which a browser comes back."""


class NewsTeller:
    """Puts events into words for one reader."""

    def __init__(self, service: Service, table: TableInfo, mine: Sequence[str]):
        self.service = service
        self.table = table
        self.mine = mine
        self.names: dict[int, str] = {}

    async def tell(self, event: FeedEvent) -> bytes:
        """An event as it is sent."""
        data: Any = {"at": event.cursor.number}
        if event.kind == "entry":
            data = self.entry(event.data)
        elif event.kind == "chat":
            data = await self.chat(event.data)
        return b"id: %s\nevent: %s\ndata: %s\n\n" % (
            str(event.cursor).encode(),
            event.kind.encode(),
            data_as_json(data),
        )

    def entry(self, line: Logged) -> dict[str, Any]:
        """An entry of the log: what this reader may see of it."""
        about = {"number": line.number, "kind": line.kind, "who": line.who, "node": line.node, "depth": line.depth}
        return {**about, "at": line.at, "action": action_as_seen(line, self.mine, vocabulary_of(self.table))}

    async def chat(self, message: Message) -> dict[str, Any]:
        """A line of chat, under the name of who said it."""
        if message.account not in self.names:
            self.names[message.account] = (await run_in_thread(self.service.accounts.account, message.account)).name
        about = {"id": message.id, "name": self.names[message.account], "text": message.text}
        return {**about, "number": message.number, "at": message.at}


async def stream_events(request: Request) -> Response:
    """What happens at a table, as it happens."""
    service, who, number = site_of(request).service, actor_of(request), number_in(request, "table")
    start = request.headers.get("last-event-id") or request.query_params.get("after", "0")
    release = site_of(request).streams.take(client_address(request), who.account)
    try:
        table = await run_in_thread(service.tables.table, number, actor=who)
        news = await run_in_thread(service.live.listen, number, str(read_cursor(start)), actor=who, poll=POLL)
    except BaseException:
        release()
        raise
    return Stream(release, _make_stream(news, NewsTeller(service, table, names_of(table, who))), service)


class Stream(EventSourceResponse):
    """A stream of events that is counted while it is open."""

    def __init__(self, release: Callable[[], None], content: AsyncIterator[bytes], service: Service):
        super().__init__(
            content,
            ping=HEARTBEAT,
            sep="\n",
            ping_message_factory=_send_heartbeat,
            shutdown_event=_Closing(service),  # type: ignore[arg-type]
            shutdown_grace_period=1,
        )
        self._release = release

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what happens until one side ends it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._release()


class _Closing:
    """What sse-starlette sets when the server is told to end: all streams come to their end by themselves."""

    def __init__(self, service: Service):
        self.set = service.feed.close


async def _make_stream(news: AsyncGenerator[FeedEvent], teller: NewsTeller) -> AsyncIterator[bytes]:
    """The stream: the hint with which catching up ends is left out, for the reader has just looked."""
    yield b"retry: %d\n\n" % RETRY
    caught_up = False
    try:
        async with aclosing(news):
            async for event in news:
                if event.kind == "table" and not caught_up:
                    caught_up = True
                    continue
                yield await teller.tell(event)
    except StellwerkError:
        return  # he may no longer listen


def _send_heartbeat() -> ServerSentEvent:
    return ServerSentEvent(comment="", sep="\n")


def store_program(
    service: Service, table_id: int, seat: int, kind: str, company: str, stops: list[str], who: Actor
) -> dict[str, Any] | None:
    """Store a programmed choice, or end it (`stop`); the runner is told."""
    stored = None
    service.programs.program(table_id, seat, actor=who)
    if kind != "stop":
        number = service.games.head(table_id, actor=who).number
        game = service.games.game(table_id, number, actor=who)
        stored = programmed_choices.encode_program(programmed_choices.new_program(kind, company, stops, game, number))
    service.programs.set_program(table_id, seat, stored, actor=who)
    service.feed.publish(table_id)
    return stored


async def post_program(request: Request) -> Response:
    """Program a choice: then the page."""
    form = await request.form()
    table, kind, company = number_in(request, "table"), str(form.get("kind", "")), str(form.get("company", ""))
    seat, stops = read_whole_number(form.get("seat", "")), [str(stop) for stop in form.getlist("stop")]
    stored = await run_in_thread(
        store_program, site_of(request).service, table, seat, kind, company, stops, actor_of(request)
    )
    return answer_json({"program": stored}) if wants_json(request) else await answer_after(request, f"/tables/{table}")


routes = [
    Route("/tables/{table:int}/events", stream_events),
    Route("/tables/{table:int}/program", post_program, methods=["POST"]),
    Route("/tables/{table:int}/program.json", post_program, methods=["POST"]),
]
