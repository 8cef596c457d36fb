"""Chat at the table and private notes. `chat.json` and `note.json` are read and written by programs."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.errors import BadInput
from stellwerk.table.view.game.chat import chat_line
from stellwerk.table.web.reply import answer_json, is_fragment, redirect_to, render_template, wants_json
from stellwerk.table.web.site import actor_of, number_in, run_in_thread, site_of


async def _read_text(request: Request) -> str:
    """The text a form carries."""
    text = (await request.form()).get("text")
    if not isinstance(text, str):
        raise BadInput("The form says no text.")
    return text.replace("\r\n", "\n")


async def send_chat(request: Request) -> Response:
    """What was said at a table, after the line `after`."""
    asked = request.query_params.get("after", "0")
    if not asked.isdecimal() or len(asked) > 12:
        raise BadInput("A line of chat is named by its number.")
    number = number_in(request, "table")
    lines = await run_in_thread(site_of(request).service.chat.lines, number, int(asked), actor=actor_of(request))
    return answer_json({"lines": [chat_line(line) for line in lines]})


async def post_chat(request: Request) -> Response:
    """Say something at the table."""
    number, service = number_in(request, "table"), site_of(request).service
    message = await run_in_thread(service.chat.say, number, await _read_text(request), actor=actor_of(request))
    if wants_json(request):
        return answer_json({"id": message.id})
    if not is_fragment(request):
        return redirect_to(request, f"/tables/{number}/log?tab=chat")
    lines = await run_in_thread(service.chat.lines, number, actor=actor_of(request))
    shown = render_template(request, "log/said.html", lines=[chat_line(line) for line in lines])
    return Response(shown, media_type="text/html")


async def send_note(request: Request) -> Response:
    """The reader's own note."""
    text = await run_in_thread(
        site_of(request).service.notes.note, number_in(request, "table"), actor=actor_of(request)
    )
    return answer_json({"text": text})


async def post_note(request: Request) -> Response:
    """Keep the reader's own note."""
    number = number_in(request, "table")
    await run_in_thread(
        site_of(request).service.notes.write_note, number, await _read_text(request), actor=actor_of(request)
    )
    if wants_json(request):
        return answer_json({"saved": True})
    if is_fragment(request):
        return Response(render_template(request, "log/note.html"), media_type="text/html")
    return redirect_to(request, f"/tables/{number}/log?tab=notes")


routes = [
    Route("/tables/{table:int}/chat.json", send_chat),
    Route("/tables/{table:int}/chat.json", post_chat, methods=["POST"]),
    Route("/tables/{table:int}/chat", post_chat, methods=["POST"]),
    Route("/tables/{table:int}/note.json", send_note),
    Route("/tables/{table:int}/note.json", post_note, methods=["POST"]),
    Route("/tables/{table:int}/note", post_note, methods=["POST"]),
]
