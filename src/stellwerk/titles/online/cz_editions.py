"""What 18CZ as 18xx.games plays it answered in old editions, for games that began before it was mended."""

from __future__ import annotations

from stellwerk.titles.online.cz import T18CZAsPlayedOnline


class FirstOnlineCZ(T18CZAsPlayedOnline):
    """18CZ: edition 1."""

    def claims_are_free(self) -> bool:
        """R35: anybody could claim any amount."""
        return True

    def keeps_bought_train(self, traded: bool = False) -> bool:
        """R48: a train of another company was kept all the same."""
        return traded or super().keeps_bought_train(traded)
