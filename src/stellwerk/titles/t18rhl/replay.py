"""18Rhl as 18xx.games plays it, where that differs from the book: only so that recorded games replay.

Each answer names the ruling whose Replay line it follows; docs/interop.md lists them.
"""

from __future__ import annotations

from stellwerk.titles.t18rhl.rules import T18Rhl


class T18RhlAsPlayedOnline(T18Rhl):
    """The answers of the Replay lines."""

    def claims_are_free(self) -> bool:
        """R65: an empty run is accepted; recorded amounts are taken at their word."""
        return True

    def sells_again(self) -> bool:
        """R23: every sale is its own block with its own drop."""
        return True
