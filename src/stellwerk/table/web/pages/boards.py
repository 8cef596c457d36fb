"""Own boards: what is reconstructed, the format of a board file, and a check of one. Nothing is stored."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.errors import BadInput
from stellwerk.table.view.boards import MOST_BYTES, BoardReport, boards_page, check_board, normal_form
from stellwerk.table.web.pages.titles import rules_for
from stellwerk.table.web.reply import page, wants_json
from stellwerk.table.web.site import say, work
from stellwerk.titles import titles

REFUSED = 422


async def show(request: Request) -> Response:
    """The page, or its JSON twin."""
    model = await work(boards_page, say(request), request.query_params.get("title", ""))
    return page(request, "boards.html", model)


async def check(request: Request) -> Response:
    """Check the file that was sent; the page with the report, or its JSON twin."""
    async with request.form(max_files=2, max_fields=10) as form:
        title, data = str(form.get("title", ""))[:40], await _content(form.get("board"))
    report = await work(_check, title, data)
    model = await work(boards_page, say(request), title, report)
    return page(request, "boards.html", model, REFUSED if wants_json(request) and not report.good else 200)


async def normal(request: Request) -> Response:
    """A good file in its normal form, to be kept."""
    async with request.form(max_files=2, max_fields=10, max_part_size=MOST_BYTES) as form:
        title, data = str(form.get("title", ""))[:40], await _content(form.get("board"))
    report = await work(_check, title, data)
    if not report.good:
        raise BadInput("The file has mistakes; only a good one has a normal form.")
    return _file(report.normal, f"{title}-board.json")


async def example(request: Request) -> Response:
    """The board of a title as a file, to begin with."""
    rules = await work(rules_for, request.query_params.get("title", titles()[0]))
    return _file(await work(normal_form, rules.board.figure), f"{rules.title}-board.json")


def _check(title: str, data: bytes) -> BoardReport:
    return check_board(rules_for(title), data)


async def _content(sent: Any) -> bytes:
    """What was sent, as a file or as text; one byte more than allowed is enough to refuse it."""
    if isinstance(sent, UploadFile):
        return await sent.read(MOST_BYTES + 1)
    return str(sent or "").encode("utf-8", "replace")


def _file(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


routes = [
    Route("/boards", show),
    Route("/boards.json", show),
    Route("/boards", check, methods=["POST"]),
    Route("/boards.json", check, methods=["POST"]),
    Route("/boards/normal.json", normal, methods=["POST"]),
    Route("/boards/example.json", example),
]
