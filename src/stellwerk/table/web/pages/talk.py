"""Chat at the table and private notes. `chat.json` and `note.json` are read and written by programs."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.errors import BadInput
from stellwerk.table.view.talk import said
from stellwerk.table.web.reply import go, is_fragment, json, render, wants_json
from stellwerk.table.web.site import actor, number_in, site, work


async def _text(request: Request) -> str:
    """The text a form carries."""
    text = (await request.form()).get("text")
    if not isinstance(text, str):
        raise BadInput("The form says no text.")
    return text.replace("\r\n", "\n")


async def chat(request: Request) -> Response:
    """What was said at a table, after the line `after`."""
    asked = request.query_params.get("after", "0")
    if not asked.isdecimal() or len(asked) > 12:
        raise BadInput("A line of chat is named by its number.")
    number = number_in(request, "table")
    lines = await work(site(request).service.lines, number, int(asked), actor=actor(request))
    return json({"lines": [said(line) for line in lines]})


async def speak(request: Request) -> Response:
    """Say something at the table."""
    number, service = number_in(request, "table"), site(request).service
    message = await work(service.say, number, await _text(request), actor=actor(request))
    if wants_json(request):
        return json({"id": message.id})
    if not is_fragment(request):
        return go(request, f"/tables/{number}/log?tab=chat")
    lines = await work(service.lines, number, actor=actor(request))
    shown = render(request, "log/said.html", lines=[said(line) for line in lines])
    return Response(shown, media_type="text/html")


async def note(request: Request) -> Response:
    """The reader's own note."""
    text = await work(site(request).service.note, number_in(request, "table"), actor=actor(request))
    return json({"text": text})


async def write(request: Request) -> Response:
    """Keep the reader's own note."""
    number = number_in(request, "table")
    await work(site(request).service.write_note, number, await _text(request), actor=actor(request))
    if wants_json(request):
        return json({"saved": True})
    if is_fragment(request):
        return Response(render(request, "log/note.html"), media_type="text/html")
    return go(request, f"/tables/{number}/log?tab=notes")


routes = [
    Route("/tables/{table:int}/chat.json", chat),
    Route("/tables/{table:int}/chat.json", speak, methods=["POST"]),
    Route("/tables/{table:int}/chat", speak, methods=["POST"]),
    Route("/tables/{table:int}/note.json", note),
    Route("/tables/{table:int}/note.json", write, methods=["POST"]),
    Route("/tables/{table:int}/note", write, methods=["POST"]),
]
