"""Track, depots and runs (6 to 8)."""

from __future__ import annotations

from stellwerk.rules import Rules


class StreetRules(Rules):
    """The answers of these chapters."""
