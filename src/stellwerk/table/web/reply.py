"""Answers: a page and its JSON twin from the same record; fragments for htmx; on to another page."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from stellwerk.table.web.site import data_as_json, site_of, speech_of

LONGEST = 500


def wants_json(request: Request) -> bool:
    """Is the JSON twin of a page asked for?"""
    return request.url.path.endswith(".json")


def is_fragment(request: Request) -> bool:
    """Does htmx ask, for a part of a page?"""
    return request.headers.get("HX-Request") == "true"


def answer_page(request: Request, template: str, model: Any, status: int = 200, **more: Any) -> Response:
    """A page from a record (`model` in the template), or its JSON twin; `more` is for the template only."""
    if wants_json(request):
        return answer_json(model, status)
    return Response(render_template(request, template, model=model, **more), status, media_type="text/html")


def render_template(request: Request, template: str, **context: Any) -> str:
    """A template with what every page knows."""
    known = {"request": request, "say": speech_of(request), "site": site_of(request), "state": request.state}
    return site_of(request).templates.get_template(template).render({**known, **context})


def answer_json(data: Any, status: int = 200) -> Response:
    """Data as JSON."""
    return Response(data_as_json(data), status, media_type="application/json")


def redirect_to(request: Request, address: str) -> Response:
    """On to another page, after something was done."""
    if is_fragment(request):
        return Response(
            status_code=204, headers={"HX-Redirect": address}
        )  # a whole page has scripts and styles of its own
    return RedirectResponse(address, status_code=303)


def own_path(text: object, other: str = "/") -> str:
    """A path of this site that somebody asked to go on to; anything else is not followed."""
    if not isinstance(text, str) or not 0 < len(text) <= LONGEST or not text.isprintable() or not text.isascii():
        return other
    if not text.startswith("/") or text.startswith("//") or "\\" in text or " " in text:
        return other
    parts = urlsplit(text)
    return other if parts.scheme or parts.netloc else text
