"""Pages of the titles: the list, one page a title with its drawings, and the colours of its companies."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.draw import board_svg, chart_svg, tile_set_svg
from stellwerk.draw.game import credit_line
from stellwerk.draw.style import theme_named
from stellwerk.draw.tiles import tile_group
from stellwerk.errors import BadInput, Illegal
from stellwerk.rules import Rules
from stellwerk.table.view.game.chart import is_tall
from stellwerk.table.view.title import title_page as view
from stellwerk.table.view.title.tile_growth import SHOWN, find_growth
from stellwerk.table.view.title.title_page import TitlePage
from stellwerk.table.view.words.names import colours_css
from stellwerk.table.view.words.texts import Speech
from stellwerk.table.web.reply import answer_page, wants_json
from stellwerk.table.web.site import run_in_thread, speech_of
from stellwerk.titles import rules_of, titles

THEMES = ("light", "dark")
AN_HOUR = "public, max-age=3600"


def rules_for(title: str, variant: str = "") -> Rules:
    """The rules of a title that somebody asks for by its address."""
    if title not in titles():
        raise Illegal("unknown-title", f"There is no title {title[:40]!r}; there are {', '.join(titles())}.")
    if len(variant) > 200:
        raise BadInput("There is no variant with so long a name.")
    return rules_of(title, variant)


@lru_cache(64)
def board_picture(rules: Rules, theme: str, marked: str = "") -> str:
    """The board as it is printed; `marked` is a tile whose places are dotted."""
    return board_svg(
        rules.board.figure,
        rules.board.tiles,
        rules.companies,
        tiles={},
        stations={},
        values=rules.figures.phases[0].values,
        buildable=find_growth(rules).hexes.get(marked, ()) if marked else (),
        theme=theme,
        caption=credit_line(rules),
    )


@lru_cache(32)
def chart_picture(rules: Rules, theme: str) -> str:
    """The share chart without markers."""
    caption = f"Share chart of {credit_line(rules)}"
    return chart_svg(rules.figures.chart, rules.companies, {}, theme=theme, caption=caption, on_side=is_tall(rules))


@lru_cache(32)
def tiles_picture(rules: Rules, theme: str) -> str:
    """The sheet of tiles."""
    tiles = list(rules.board.tiles.values())
    return tile_set_svg(tiles, rules.board.counts, layout=rules.board.layout, theme=theme)


@lru_cache(32)
def tile_pictures(rules: Rules) -> dict[str, str]:
    """Each tile as a group, to be put into a drawing of a page."""
    look, layout = theme_named("light"), rules.board.layout
    return {tile.id: tile_group(tile, 0, layout, look) for tile in rules.board.tiles.values()}


@lru_cache(64)
def page_of(rules: Rules, words: Speech, marked: str) -> TitlePage:
    """The page of a title; figures do not change while the server runs."""
    return view.title_page(rules, words, marked)


def _read_asked(request: Request) -> Rules:
    return rules_for(str(request.path_params["title"]), request.query_params.get("variant", ""))


async def show_list(request: Request) -> Response:
    """All titles."""
    return answer_page(request, "titles.html", await run_in_thread(view.title_list))


async def show_title(request: Request) -> Response:
    """One title, or its JSON twin."""
    rules = await run_in_thread(_read_asked, request)
    tile = request.query_params.get("tile", "")
    marked = tile if tile in rules.board.tiles else ""
    model = await run_in_thread(page_of, rules, speech_of(request), marked)
    if wants_json(request):
        return answer_page(request, "title.html", model)
    return await run_in_thread(_title_page, request, rules, model, marked)


def _title_page(request: Request, rules: Rules, model: TitlePage, marked: str) -> Response:
    box = "-56 -64 112 128" if rules.board.layout == "pointy" else "-64 -56 128 112"
    return answer_page(
        request,
        "title.html",
        model,
        rules=rules,
        board=board_picture(rules, "light", marked),
        chart=chart_picture(rules, "light"),
        tiles=tile_pictures(rules),
        box=box,
        shown=SHOWN,
        money=lambda amount: view.in_money(rules, amount),
    )


async def send_picture(request: Request) -> Response:
    """A drawing as a file: board, tiles or chart."""
    rules = await run_in_thread(_read_asked, request)
    theme = request.query_params.get("theme", "light")
    theme = theme if theme in THEMES else "light"
    draw = {"board": board_picture, "tiles": tiles_picture, "chart": chart_picture}[request.path_params["name"]]
    text = await run_in_thread(draw, rules, theme)
    name = f"{rules.title}-{request.path_params['name']}.svg"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'} if "download" in request.query_params else {}
    return lasting_answer(request, text, "image/svg+xml", headers)


async def send_colours(request: Request) -> Response:
    """The colours of a title's companies, as a style sheet."""
    rules = await run_in_thread(_read_asked, request)
    return lasting_answer(request, await run_in_thread(colours_css, rules), "text/css")


def lasting_answer(request: Request, text: str, kind: str, headers: dict[str, str] | None = None) -> Response:
    """Something that stays the same for a while: a browser that has it is told so."""
    mark = f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'
    known = {"ETag": mark, "Cache-Control": AN_HOUR, **(headers or {})}
    if mark in request.headers.get("If-None-Match", ""):
        return Response(status_code=304, headers=known)
    return Response(text, media_type=kind, headers=known)


def _drawing_route(name: str) -> Route:
    async def endpoint(request: Request) -> Response:
        request.path_params["name"] = name
        return await send_picture(request)

    return Route(f"/titles/{{title}}/{name}.svg", endpoint)


routes = [
    Route("/titles", show_list),
    Route("/titles.json", show_list),
    Route("/titles/{title}/colours.css", send_colours),
    *(_drawing_route(name) for name in ("board", "tiles", "chart")),
    Route("/titles/{title}.json", show_title),
    Route("/titles/{title}", show_title),
]
