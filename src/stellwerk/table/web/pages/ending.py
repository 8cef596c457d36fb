"""The end of a game: the page, its figures as JSON and CSV, the final board and the game file."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.draw.game import board_picture
from stellwerk.errors import Illegal
from stellwerk.table.db.records import OVER, Actor
from stellwerk.table.service.service import Service
from stellwerk.table.view.ending import ending_page as view
from stellwerk.table.view.ending.ending_page import Ending
from stellwerk.table.view.ending.scoring import show_amount
from stellwerk.table.view.words.texts import Speech
from stellwerk.table.web.reply import answer_page, wants_json
from stellwerk.table.web.site import actor_of, number_in, run_in_thread, site_of, speech_of
from stellwerk.table.web.timelines import Courses


def _ending_model(courses: Courses, table: int, who: Actor, words: Speech) -> Ending:
    played = courses.play_through(table, who)
    game = played.game
    made = view.make_ending_page(played.table, game.rules, game.position, played.course, played.seconds, words)
    if played.damage is None and played.lost is None:
        return made
    note = words.sentence(played.damage.sentence) if played.damage is not None else ""
    if played.lost is not None:
        note = words("{note} From action {n} on its course cannot be told.", note=note, n=played.lost).strip()
    return msgspec.structs.replace(made, note=note)


async def _read_asked(request: Request) -> Ending:
    return await run_in_thread(
        _ending_model, site_of(request).courses, number_in(request, "table"), actor_of(request), speech_of(request)
    )


async def show_ending(request: Request) -> Response:
    """The page, or its JSON twin."""
    model = await _read_asked(request)
    if wants_json(request):
        return answer_page(request, "ending.html", model)
    chart = await run_in_thread(view.worth_chart, model, speech_of(request))
    return answer_page(request, "ending.html", model, chart=chart, shown=show_amount)


async def send_player_figures(request: Request) -> Response:
    """One row a player and round, as CSV."""
    model = await _read_asked(request)
    return _file_answer(view.players_csv(model), "text/csv", f"table-{model.table}.csv")


async def send_revenue_figures(request: Request) -> Response:
    """One row a company and round, as CSV."""
    model = await _read_asked(request)
    return _file_answer(view.revenue_csv(model), "text/csv", f"table-{model.table}-revenue.csv")


async def send_final_board(request: Request) -> Response:
    """The board as it lies at the end, as SVG."""
    played = await run_in_thread(site_of(request).courses.play_through, number_in(request, "table"), actor_of(request))
    return Response(await run_in_thread(board_picture, played.game), media_type="image/svg+xml")


async def game_file(request: Request) -> Response:
    """The whole game as a file; only once it is over, for it holds the seed of all draws."""
    number = number_in(request, "table")
    data = await run_in_thread(_exported_game, site_of(request).service, number, actor_of(request))
    return _file_answer(msgspec.json.encode(data).decode(), "application/json", f"table-{number}.json")


def _exported_game(service: Service, number: int, who: Actor) -> dict[str, Any]:
    with service.desk.reading(who):
        if service.tables.table(number, actor=who).state != OVER:
            raise Illegal("not-over", "The game file is there once the game is over.")
        return service.games.export(number, actor=who)


def _file_answer(text: str, kind: str, name: str) -> Response:
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


routes = [
    Route("/tables/{table:int}/end", show_ending),
    Route("/tables/{table:int}/end.json", show_ending),
    Route("/tables/{table:int}/end.csv", send_player_figures),
    Route("/tables/{table:int}/end/revenue.csv", send_revenue_figures),
    Route("/tables/{table:int}/end/board.svg", send_final_board),
    Route("/tables/{table:int}/end/game.json", game_file),
]
