"""A hint: what a steady bot would do in the reader's place, and why."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk import actions, bots
from stellwerk.actions import Choice
from stellwerk.table.service.tables import USUAL_BOT
from stellwerk.table.view.game.choices import id_of
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words.choice_labels import label_choice
from stellwerk.table.web.pages.table import scene_for
from stellwerk.table.web.reply import answer_page
from stellwerk.table.web.site import run_in_thread


class Hint(msgspec.Struct, frozen=True):
    """What could be done: the action, in words, why, and the group of choices it stands in; or why there is none."""

    action: dict[str, Any] | None
    text: str
    why: str
    group: str


def find_hint(scene: Scene) -> Hint:
    """What the usual bot would do; it sees what the reader sees."""
    if scene.damage is not None:
        return Hint(None, "", scene.say("The game has stopped; nobody can move."), "")
    if not scene.decides:
        return Hint(None, "", scene.say("A hint is for the one who decides."), "")
    found = bots.make_bot(USUAL_BOT).decide(scene.game)
    text = label_choice(scene, Choice(found.action), 0).label
    return Hint(actions.encode(found.action), text, scene.say.sentence(found.why), id_of(found.action))


async def show_hint(request: Request) -> Response:
    """A hint for the reader's seat, as a fragment, a page or JSON."""
    scene = await scene_for(request)
    return answer_page(request, "hint.html", await run_in_thread(find_hint, scene), scene=scene)


routes = [
    Route("/tables/{table:int}/hint", show_hint),
    Route("/tables/{table:int}/hint.json", show_hint),
    Route("/what-ifs/{copy:int}/hint", show_hint),
    Route("/what-ifs/{copy:int}/hint.json", show_hint),
]
