"""Own boards: what is reconstructed, the format of a board file, a check of one, and those kept for one's tables."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.board.own import MOST_BYTES, normal_form
from stellwerk.errors import BadInput
from stellwerk.table.view.boards import BoardReport, boards_page, check_board, example
from stellwerk.table.web.pages.titles import rules_for
from stellwerk.table.web.reply import go, json, page, wants_json
from stellwerk.table.web.site import actor, number_in, say, site, work
from stellwerk.titles import titles

REFUSED = 422


async def show(request: Request) -> Response:
    """The page, or its JSON twin."""
    return await _page(request, request.query_params.get("title", ""))


async def check(request: Request) -> Response:
    """Check the file that was sent; the page with the report, or its JSON twin."""
    title, data = await _sent(request)
    report = await work(_check, title, data)
    return await _page(request, title, report, REFUSED if wants_json(request) and not report.good else 200)


async def _page(request: Request, title: str, report: BoardReport | None = None, status: int = 200) -> Response:
    kept = await work(site(request).service.boards_kept, actor=actor(request))
    model = await work(boards_page, say(request), title, report, kept)
    return page(request, "boards.html", model, status)


async def normal(request: Request) -> Response:
    """A good file in its normal form, to be kept."""
    title, data = await _sent(request)
    report = await work(_check, title, data)
    if not report.good:
        raise BadInput("The file has mistakes; only a good one has a normal form.")
    return _file(report.normal, f"{report.title}-board.json")


async def keep(request: Request) -> Response:
    """Keep a good file for one's tables."""
    title, data = await _sent(request)
    kept = await work(site(request).service.keep_board, data, actor=actor(request), title=title)
    return json(kept) if wants_json(request) else go(request, "/boards#mine")


async def drop(request: Request) -> Response:
    """Throw away a file that was kept; tables that are played on it keep it."""
    form = await request.form()
    await work(site(request).service.drop_board, str(form.get("digest", ""))[:64], actor=actor(request))
    return json({"dropped": True}) if wants_json(request) else go(request, "/boards#mine")


async def kept(request: Request) -> Response:
    """A file that one keeps here."""
    digest = str(request.path_params["digest"])[:64]
    own = await work(site(request).service.board_kept, digest, actor=actor(request))
    return _file(await work(normal_form, own), f"{own.title}-board.json")


async def printed(request: Request) -> Response:
    """The figures of a title as a file, to begin with."""
    asked = request.query_params
    rules = await work(rules_for, asked.get("title", titles()[0]), asked.get("variant", "base"))
    return _file(await work(example, rules), f"{rules.title}-board.json")


async def of_table(request: Request) -> Response:
    """The own board of a table, for everybody who sees the table."""
    service, number = site(request).service, number_in(request, "table")
    own = await work(service.board_at, number, actor=actor(request))
    return _file(await work(normal_form, own), f"{own.title}-table-{number}-board.json")


def _check(title: str, data: bytes) -> BoardReport:
    return check_board(data, rules_for(title).title if title else "")


async def _sent(request: Request) -> tuple[str, bytes]:
    """The title and the file that were sent."""
    async with request.form(max_files=2, max_fields=10, max_part_size=MOST_BYTES) as form:
        return str(form.get("title", ""))[:40], await _content(form.get("board"))


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
    Route("/boards/keep", keep, methods=["POST"]),
    Route("/boards/keep.json", keep, methods=["POST"]),
    Route("/boards/drop", drop, methods=["POST"]),
    Route("/boards/drop.json", drop, methods=["POST"]),
    Route("/boards/kept/{digest}.json", kept),
    Route("/boards/example.json", printed),
    Route("/tables/{table:int}/board.json", of_table),
]
