"""Reading forms: numbers and names that people typed, and who they are."""

from __future__ import annotations

from starlette.requests import Request

from stellwerk.errors import BadInput
from stellwerk.table.web.site import account


def whole(text: object) -> int:
    """A whole number somebody typed."""
    try:
        return int(str(text).strip()[:12])
    except ValueError:
        raise BadInput(f"{str(text)[:20]!r} is no whole number.") from None


def name_of(request: Request) -> str:
    """The name of the one who asks; empty for a visitor."""
    found = account(request)
    return found.name if found is not None else ""
