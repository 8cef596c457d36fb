"""The end of a game: the page, its figures as JSON and CSV, the final board and the game file."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from weakref import WeakKeyDictionary

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk import actions
from stellwerk.draw.game import board_picture
from stellwerk.errors import Illegal
from stellwerk.game import Game
from stellwerk.table import past
from stellwerk.table.records import OVER, Actor, Logged, TableInfo
from stellwerk.table.service import Service
from stellwerk.table.view import ending as view
from stellwerk.table.view.ending import Ending
from stellwerk.table.view.gamecourse import Course, course_of
from stellwerk.table.view.scoring import shown
from stellwerk.table.view.texts import Say
from stellwerk.table.web.reply import page, wants_json
from stellwerk.table.web.site import actor, number_in, say, site, work

KEPT = 32
"""So many games are kept in memory once they were played through."""


class Played(msgspec.Struct, frozen=True):
    """A table's game, played through."""

    table: TableInfo
    course: Course
    game: Game
    seconds: float
    lost: int | None = None
    """The first entry of which nobody knows any more what happened by it."""


class Courses:
    """Games played through, by table and position; a position never changes once it has its number."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[Service, OrderedDict[tuple[int, int], Played]] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def of(self, service: Service, table_id: int, who: Actor) -> Played:
        """The course of a table's game as it stands."""
        table, head = service.table(table_id, actor=who), service.head(table_id, actor=who)
        key = (table_id, head.node)
        with self._lock:
            known = self._kept.setdefault(service, OrderedDict()).get(key)
        if known is not None:
            return msgspec.structs.replace(known, table=table)
        sound = service.sound(table_id, actor=who)
        if sound.game is None:
            raise sound.damage or Illegal("not-begun", "The game has not begun.")
        played = _play(service, table, sound.game, sound.node, who)
        with self._lock:
            games = self._kept.setdefault(service, OrderedDict())
            games[key] = played
            while len(games) > KEPT:
                games.popitem(last=False)
        return played


def _play(service: Service, table: TableInfo, stands: Game, node: int, who: Actor) -> Played:
    """The course up to where the game stands; where it can no longer be followed from its beginning, as far as that."""
    line = service.line(table.id, node, actor=who)
    seconds = line[-1].at - line[0].at if line else 0.0
    begun = service.game(table.id, 0, actor=who)
    with suppress(Exception):
        course, game = _course(begun, line)
        if game.position.hash() == stands.position.hash():
            return Played(table, course, game, seconds)
    told = past.told_from_start(service, table.id, line, actor=who)
    course, _ = _course(begun, told)
    lost = line[len(told)].number if len(told) < len(line) else None
    return Played(table, msgspec.structs.replace(course, over=stands.over), stands, seconds, lost)


def _course(begun: Game, line: Sequence[Logged]) -> tuple[Course, Game]:
    decided = [actions.decode(step.action) for step in line]
    return course_of(begun.start, begun.rules, decided, [step.number for step in line], [step.hash for step in line])


COURSES = Courses()


def _model(service: Service, table: int, who: Actor, words: Say) -> Ending:
    played = COURSES.of(service, table, who)
    game = played.game
    made = view.ending(played.table, game.rules, game.position, played.course, played.seconds, words)
    damage = service.sound(table, actor=who).damage
    if damage is None and played.lost is None:
        return made
    note = words.sentence(damage.sentence) if damage is not None else ""
    if played.lost is not None:
        note = words("{note} From action {n} on its course cannot be told.", note=note, n=played.lost).strip()
    return msgspec.structs.replace(made, note=note)


async def _asked(request: Request) -> Ending:
    return await work(_model, site(request).service, number_in(request, "table"), actor(request), say(request))


async def show(request: Request) -> Response:
    """The page, or its JSON twin."""
    model = await _asked(request)
    if wants_json(request):
        return page(request, "ending.html", model)
    chart = await work(view.worth_chart, model, say(request))
    return page(request, "ending.html", model, chart=chart, shown=shown)


async def figures(request: Request) -> Response:
    """One row a player and round, as CSV."""
    model = await _asked(request)
    return _file(view.players_csv(model), "text/csv", f"table-{model.table}.csv")


async def revenue(request: Request) -> Response:
    """One row a company and round, as CSV."""
    model = await _asked(request)
    return _file(view.revenue_csv(model), "text/csv", f"table-{model.table}-revenue.csv")


async def board(request: Request) -> Response:
    """The board as it lies at the end, as SVG."""
    played = await work(COURSES.of, site(request).service, number_in(request, "table"), actor(request))
    return Response(await work(board_picture, played.game), media_type="image/svg+xml")


async def game_file(request: Request) -> Response:
    """The whole game as a file; only once it is over, for it holds the seed of all draws."""
    service, number, who = site(request).service, number_in(request, "table"), actor(request)
    if (await work(service.table, number, actor=who)).state != OVER:
        raise Illegal("not-over", "The game file is there once the game is over.")
    data = await work(service.export, number, actor=who)
    return _file(msgspec.json.encode(data).decode(), "application/json", f"table-{number}.json")


def _file(text: str, kind: str, name: str) -> Response:
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


routes = [
    Route("/tables/{table:int}/end", show),
    Route("/tables/{table:int}/end.json", show),
    Route("/tables/{table:int}/end.csv", figures),
    Route("/tables/{table:int}/end/revenue.csv", revenue),
    Route("/tables/{table:int}/end/board.svg", board),
    Route("/tables/{table:int}/end/game.json", game_file),
]
