"""Who asks, in which language, and is the request to be trusted: asked before any page is."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from stellwerk.table.records import Actor
from stellwerk.table.view.texts import Say


class Guard:
    """Puts actor, words, theme and CSRF token into the state of each request."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "http":
            scope.setdefault("state", {}).update(actor=Actor(account=1), say=Say("en"), theme="", csrf="")
        await self.app(scope, receive, send)
