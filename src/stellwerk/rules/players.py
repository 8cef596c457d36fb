"""Who may sit down to a game: how many players, and under which names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stellwerk.errors import BadInput
from stellwerk.position import BANK, OFFERING, POOL

if TYPE_CHECKING:
    from stellwerk.rules.arranged_figures import Arranged


def check_player_names(rules: Arranged, players: Iterable[str]) -> tuple[str, ...]:
    """Names that can be told apart, in a number the game allows."""
    names, counts = tuple(players), rules.figures.player_counts()
    if len(names) not in counts:
        allowed = ", ".join(map(str, counts))
        raise BadInput(f"{rules.title} ({rules.variant}) is for {allowed} players, not {len(names)}.")
    owners = (*rules.companies, *rules.privates, *rules.purses, *rules.silent_partners)
    taken = {*owners, BANK, OFFERING, POOL, "out", "chance"}
    for name in names:
        if not isinstance(name, str) or not 0 < len(name) <= 40 or not name.isprintable() or name != name.strip():
            raise BadInput(f"{name!r} is no name for a player: 1 to 40 printable characters are.")
        if name in taken:
            raise BadInput(f"{name!r} cannot be a player's name: something else in the game is called so.")
    if len(set(names)) != len(names):
        raise BadInput("Every player needs a name of his own.")
    return names
