"""Players that are programs: `make_bot` one by its name."""

from __future__ import annotations

from stellwerk.bots.base import Bot, Casual, Decision, RandomBot
from stellwerk.errors import BadInput

__all__ = ["NAMES", "Bot", "Decision", "make_bot"]

NAMES = ("random", "casual", "steady", "keen")
"""The bots there are, the weakest first."""


def make_bot(name: str, seed: int = 0, seconds: float = 2.0) -> Bot:
    """A bot by its name; `seconds` is what a bot that searches may take for a move."""
    if name == "keen":
        from stellwerk.bots.keen import Keen

        return Keen(seed, seconds=seconds)
    if name == "steady":
        from stellwerk.bots.steady import Steady

        return Steady(seed)
    if name == "casual":
        return Casual(seed)
    if name == "random":
        return RandomBot(seed)
    raise BadInput(f"There is no bot {name!r}; there are {', '.join(NAMES)}.")
