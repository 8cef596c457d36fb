"""Stock rounds (4)."""

from __future__ import annotations

from stellwerk.rules import Rules


class StockRules(Rules):
    """The answers of these chapters."""
