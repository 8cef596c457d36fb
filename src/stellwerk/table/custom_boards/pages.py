"""Own boards: what is reconstructed, the format of a board file, a check of one, and those kept for one's tables."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.board.own_figures import MOST_BYTES, normal_form
from stellwerk.errors import BadInput
from stellwerk.table.custom_boards.board_page import BoardReport, boards_page, check_board, example_file
from stellwerk.table.web.pages.titles import rules_for
from stellwerk.table.web.reply import answer_json, answer_page, redirect_to, wants_json
from stellwerk.table.web.site import actor_of, number_in, run_in_thread, site_of, speech_of
from stellwerk.titles import titles

REFUSED = 422


async def show_boards(request: Request) -> Response:
    """The page, or its JSON twin."""
    return await _boards_page(request, request.query_params.get("title", ""))


async def check_sent_board(request: Request) -> Response:
    """Check the file that was sent; the page with the report, or its JSON twin."""
    title, data = await _read_sent(request)
    report = await run_in_thread(_check_file, title, data)
    return await _boards_page(request, title, report, REFUSED if wants_json(request) and not report.good else 200)


async def _boards_page(request: Request, title: str, report: BoardReport | None = None, status: int = 200) -> Response:
    kept = await run_in_thread(site_of(request).service.boards.boards_kept, actor=actor_of(request))
    model = await run_in_thread(boards_page, speech_of(request), title, report, kept)
    return answer_page(request, "boards.html", model, status)


async def normalise_board(request: Request) -> Response:
    """A good file in its normal form, to be kept."""
    title, data = await _read_sent(request)
    report = await run_in_thread(_check_file, title, data)
    if not report.good:
        raise BadInput("The file has mistakes; only a good one has a normal form.")
    return _file_answer(report.normal, f"{report.title}-board.json")


async def keep_board(request: Request) -> Response:
    """Keep a good file for one's tables."""
    title, data = await _read_sent(request)
    kept = await run_in_thread(site_of(request).service.boards.keep_board, data, actor=actor_of(request), title=title)
    return answer_json(kept) if wants_json(request) else redirect_to(request, "/boards#mine")


async def drop_board(request: Request) -> Response:
    """Throw away a file that was kept; tables that are played on it keep it."""
    form = await request.form()
    await run_in_thread(
        site_of(request).service.boards.drop_board, str(form.get("digest", ""))[:64], actor=actor_of(request)
    )
    return answer_json({"dropped": True}) if wants_json(request) else redirect_to(request, "/boards#mine")


async def send_kept_board(request: Request) -> Response:
    """A file that one keeps here."""
    digest = str(request.path_params["digest"])[:64]
    own = await run_in_thread(site_of(request).service.boards.board_kept, digest, actor=actor_of(request))
    return _file_answer(await run_in_thread(normal_form, own), f"{own.title}-board.json")


async def send_printed_board(request: Request) -> Response:
    """The figures of a title as a file, to begin with."""
    asked = request.query_params
    rules = await run_in_thread(rules_for, asked.get("title", titles()[0]), asked.get("variant", ""))
    return _file_answer(await run_in_thread(example_file, rules), f"{rules.title}-board.json")


async def of_table(request: Request) -> Response:
    """The own board of a table, for everybody who sees the table."""
    service, number = site_of(request).service, number_in(request, "table")
    own = await run_in_thread(service.boards.board_at, number, actor=actor_of(request))
    return _file_answer(await run_in_thread(normal_form, own), f"{own.title}-table-{number}-board.json")


def _check_file(title: str, data: bytes) -> BoardReport:
    return check_board(data, rules_for(title).title if title else "")


async def _read_sent(request: Request) -> tuple[str, bytes]:
    """The title and the file that were sent."""
    async with request.form(max_files=2, max_fields=10, max_part_size=MOST_BYTES) as form:
        return str(form.get("title", ""))[:40], await _content_sent(form.get("board"))


async def _content_sent(sent: Any) -> bytes:
    """What was sent, as a file or as text; one byte more than allowed is enough to refuse it."""
    if isinstance(sent, UploadFile):
        return await sent.read(MOST_BYTES + 1)
    return str(sent or "").encode("utf-8", "replace")


def _file_answer(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


routes = [
    Route("/boards", show_boards),
    Route("/boards.json", show_boards),
    Route("/boards", check_sent_board, methods=["POST"]),
    Route("/boards.json", check_sent_board, methods=["POST"]),
    Route("/boards/normal.json", normalise_board, methods=["POST"]),
    Route("/boards/keep", keep_board, methods=["POST"]),
    Route("/boards/keep.json", keep_board, methods=["POST"]),
    Route("/boards/drop", drop_board, methods=["POST"]),
    Route("/boards/drop.json", drop_board, methods=["POST"]),
    Route("/boards/kept/{digest}.json", send_kept_board),
    Route("/boards/example.json", send_printed_board),
    Route("/tables/{table:int}/board.json", of_table),
]
