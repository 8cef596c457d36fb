"""Reading forms: numbers and names that people typed, and who they are."""

from __future__ import annotations

from typing import NoReturn

from starlette.requests import Request

from stellwerk.errors import BadInput
from stellwerk.table.web.site import account

DIGITS = 12
"""No number that somebody types is longer."""


def whole(text: object) -> int:
    """A whole number somebody typed."""
    typed = str(text).strip()
    try:
        return int(typed) if len(typed) <= DIGITS else _refuse(typed)
    except ValueError:
        _refuse(typed)


def _refuse(typed: str) -> NoReturn:
    raise BadInput(f"{typed[:20]!r} is no whole number.") from None


def name_of(request: Request) -> str:
    """The name of the one who asks; empty for a visitor."""
    found = account(request)
    return found.name if found is not None else ""
