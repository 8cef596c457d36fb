"""Pages about the board of a table: the tile list, and one hex in words."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.table.view.game.hexes import describe_hex
from stellwerk.table.view.game.tile_list import make_tile_list
from stellwerk.table.web.pages.table import scene_for
from stellwerk.table.web.reply import answer_page, is_fragment
from stellwerk.table.web.site import run_in_thread


async def show_tiles(request: Request) -> Response:
    """The tile list as a page; for a script only the list, to stand in a dialog."""
    scene = await scene_for(request)
    listed = await run_in_thread(make_tile_list, scene)
    template = "board/tilelist.html" if is_fragment(request) else "tiles.html"
    return answer_page(request, template, listed, scene=scene, say=scene.say)


async def show_hex(request: Request) -> Response:
    """One hex in words: what lies there, what it can become, why nothing can be built there."""
    scene = await scene_for(request)
    hex = str(request.path_params["hex"]).removesuffix(".json")
    if hex not in scene.rules.board.hexes:
        raise HTTPException(404)
    info = await run_in_thread(describe_hex, scene, hex)
    return answer_page(request, "board/hex.html", info, scene=scene, say=scene.say, info=info)


PLACES = ("/tables/{table:int}", "/tables/{table:int}/at/{number:int}", "/what-ifs/{copy:int}")
routes = [
    route
    for place in PLACES
    for route in (
        Route(f"{place}/tiles", show_tiles),
        Route(f"{place}/tiles.json", show_tiles),
        Route(f"{place}/hexes/{{hex}}", show_hex),
    )
]
