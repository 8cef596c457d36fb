"""The outermost layer: every request has its line in the log and is counted, whatever becomes of it."""

from __future__ import annotations

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.table.web.operator_log import log_request

GONE = 499
"""The status in the log of a request whose sender did not wait for the answer."""
CRASHED = 500


class RequestLog:
    """Measures what passes through it."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, and note what became of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), GONE

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sent)
        except Exception:
            status = CRASHED
            raise
        finally:
            seconds = time.perf_counter() - began
            scope["app"].state.site.figures.count_request(scope, status, seconds)
            log_request(scope, status, seconds)
