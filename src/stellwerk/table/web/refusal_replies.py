"""Refusals: what cannot be done, said in words: as a page, as JSON, or as a fragment at the spot for htmx."""

from __future__ import annotations

import logging

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from stellwerk.errors import Illegal, StellwerkError
from stellwerk.table.db.trouble import Unavailable
from stellwerk.table.view.words.texts import Speech
from stellwerk.table.web.operator_log import path_of
from stellwerk.table.web.reply import answer_json, is_fragment, render_template, wants_json
from stellwerk.table.web.site import speech_of

LOG = logging.getLogger("stellwerk.web")

STATUS = {"forbidden": 403, "wrong-password": 403, "stale": 409, "too-fast": 429, "too-many": 429, "damaged": 409}
"""Codes with a status of their own; `unknown-...` is 404, what a rule forbids 422, a database that is not there 503."""


class Refusal(msgspec.Struct, frozen=True):
    """What is said: a code for programs, a sentence for people, the clause for lawyers."""

    code: str
    sentence: str
    clause: str | None = None


def status_of(error: StellwerkError) -> int:
    """The HTTP status that fits a refusal."""
    if isinstance(error, Unavailable):
        return 503
    if not isinstance(error, Illegal):
        return 400
    return 404 if error.code.startswith("unknown-") else STATUS.get(error.code, 422)


def answer_refused(request: Request, error: StellwerkError) -> Response:
    """The answer to what the service or the engine refused."""
    headers = {"Retry-After": str(error.retry_seconds)} if isinstance(error, Unavailable) else None
    return answer_with(request, status_of(error), refusal_of(error, speech_of(request)), headers)


def refusal_of(error: StellwerkError, words: Speech) -> Refusal:
    """A refusal in somebody's language."""
    if isinstance(error, Illegal):
        return Refusal(error.code, words.sentence(error.sentence), error.clause)
    if isinstance(error, Unavailable):
        return Refusal(error.code, words.sentence(error.sentence))
    return Refusal("bad-input", words.sentence(str(error)))


def not_served(request: Request, error: HTTPException) -> Response:
    """The answer to what the web itself refused: no such page, wrong method, unreadable form."""
    words, headers = speech_of(request), dict(error.headers or {})
    known = {
        404: Refusal("unknown-page", words("There is no such page.")),
        405: Refusal("wrong-method", words("This address does not take such a request.")),
        408: Refusal("too-slow", words("The request took too long to arrive.")),
        413: Refusal("too-large", words("This is too large to be accepted.")),
    }
    said = known.get(error.status_code, Refusal("bad-input", words("The request cannot be read.")))
    return answer_with(request, error.status_code, said, headers)


def answer_crashed(request: Request, error: Exception) -> Response:
    """The answer when the program itself is at fault: one sentence here, the rest in the log."""
    LOG.error("%s %s failed", request.method, path_of(request.scope), exc_info=error)
    sentence = speech_of(request)("Something went wrong on our side. Load the page again to see how things stand.")
    return answer_with(request, 500, Refusal("internal", sentence))


def answer_with(request: Request, status: int, said: Refusal, headers: dict[str, str] | None = None) -> Response:
    """A refusal in the form that was asked for."""
    if wants_json(request):
        made = answer_json({"error": said}, status)
    elif is_fragment(request):
        made = Response(render_template(request, "refusal.html", refusal=said), status, media_type="text/html")
        made.headers["HX-Reswap"] = "none"  # only the place for refusals changes
    else:
        made = Response(
            render_template(request, "error.html", refusal=said, status=status), status, media_type="text/html"
        )
    made.headers.update(headers or {})
    return made
