"""Reading forms: numbers and names that people typed, and who they are."""

from __future__ import annotations

from typing import NoReturn

from starlette.requests import Request

from stellwerk.errors import BadInput
from stellwerk.table.web.site import account_of

DIGITS = 12
"""No number that somebody types is longer."""


def read_whole_number(text: object) -> int:
    """A whole number somebody typed."""
    typed = str(text).strip()
    try:
        return int(typed) if len(typed) <= DIGITS else _refuse_number(typed)
    except ValueError:
        _refuse_number(typed)


def _refuse_number(typed: str) -> NoReturn:
    raise BadInput(f"{typed[:20]!r} is no whole number.") from None


def name_of(request: Request) -> str:
    """The name of the one who asks; empty for a visitor."""
    found = account_of(request)
    return found.name if found is not None else ""
