"""The draw for the extra coal mine and the extra steel mill (2.2)."""

from __future__ import annotations

from stellwerk.referee import Referee
from stellwerk.steps.game_flow import Chance, random_number
from stellwerk.titles.t18rhl.map import MINES


class MineDraw(Chance, frozen=True, tag="mine-draw"):
    """One of the nine ADR certificates is drawn and put back; its number tells both places."""

    what = "mines"

    def drawn(self, ref: Referee) -> tuple[str, ...]:
        """A number from 1 to 9."""
        return (str(random_number(ref.pos.seed, ref.pos.draws, len(MINES)) + 1),)

    def possible(self, ref: Referee, result: tuple[str, ...]) -> bool:
        """One of the nine."""
        return result in [(str(number + 1),) for number in range(len(MINES))]

    def settle(self, ref: Referee, result: tuple[str, ...]) -> None:
        """Place the markers."""
        ref.pos.update_state(mines=MINES[int(result[0]) - 1])
