"""Cookies: what a browser keeps for us. All are HttpOnly and SameSite=Lax; over HTTPS Secure and bound to the host."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response

from stellwerk.table.web.site import Settings, site_of

SESSION, CSRF, LANGUAGE, THEME, INVITATION = "session", "csrf", "language", "theme", "invitation"
"""The cookies there are, by their short names."""

DAY = 86_400
MOST = 128
"""A cookie of ours is never longer."""
PLAIN = re.compile(r"[A-Za-z0-9_-]+")


def full_name(settings: Settings, short: str) -> str:
    """The name the browser knows; `__Host-` makes it refuse what another host or plain HTTP sets."""
    return f"__Host-stellwerk-{short}" if settings.secure else f"stellwerk-{short}"


def read_cookie(request: Request, short: str) -> str:
    """What a cookie says; nothing if it is not there or not of our making."""
    value = request.cookies.get(full_name(site_of(request).settings, short), "")
    return value if len(value) <= MOST and PLAIN.fullmatch(value) else ""


def keep_cookie(request: Request, response: Response, short: str, value: str, days: float = 30) -> None:
    """Let the browser keep something."""
    settings = site_of(request).settings
    name, age = full_name(settings, short), int(days * DAY)
    response.set_cookie(name, value, max_age=age, path="/", secure=settings.secure, httponly=True, samesite="lax")


def drop_cookie(request: Request, response: Response, short: str) -> None:
    """Let the browser forget something."""
    settings = site_of(request).settings
    response.delete_cookie(full_name(settings, short), path="/", secure=settings.secure, httponly=True, samesite="lax")


def keep_invitation(request: Request, response: Response, invitation: str) -> None:
    """Somebody followed an invitation: from now on he may see that table."""
    keep_cookie(request, response, INVITATION, invitation, days=7)
