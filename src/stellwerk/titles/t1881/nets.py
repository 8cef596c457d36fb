"""The S-Bahn: nets, seats and the president (12)."""

from __future__ import annotations

from stellwerk.rules import Rules


class NetRules(Rules):
    """The answers of these chapters."""
