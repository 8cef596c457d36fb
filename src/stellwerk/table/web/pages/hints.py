"""A hint: what a steady bot would do in the reader's place, and why."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk import actions, bots
from stellwerk.actions import Choice
from stellwerk.table.seating import USUAL_BOT
from stellwerk.table.view.choices import id_of
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words import said
from stellwerk.table.web.pages.table import scene_for
from stellwerk.table.web.reply import page
from stellwerk.table.web.site import work


class Hint(msgspec.Struct, frozen=True):
    """What could be done: the action, in words, why, and the group of choices it stands in; or why there is none."""

    action: dict[str, Any] | None
    text: str
    why: str
    group: str


def hint(scene: Scene) -> Hint:
    """What the usual bot would do; it sees what the reader sees."""
    if scene.damage is not None:
        return Hint(None, "", scene.say("The game has stopped; nobody can move."), "")
    if not scene.decides:
        return Hint(None, "", scene.say("A hint is for the one who decides."), "")
    found = bots.make(USUAL_BOT).decide(scene.game)
    text = said(scene, Choice(found.action), 0).label
    return Hint(actions.encode(found.action), text, scene.say.sentence(found.why), id_of(found.action))


async def show(request: Request) -> Response:
    """A hint for the reader's seat, as a fragment, a page or JSON."""
    scene = await scene_for(request)
    return page(request, "hint.html", await work(hint, scene), scene=scene)


routes = [
    Route("/tables/{table:int}/hint", show),
    Route("/tables/{table:int}/hint.json", show),
    Route("/what-ifs/{copy:int}/hint", show),
    Route("/what-ifs/{copy:int}/hint.json", show),
]
