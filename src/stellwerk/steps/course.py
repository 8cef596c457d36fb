"""The course of a game: draws, the rounds one after the other, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.actions import CHANCE, Action, Draw
from stellwerk.events import GameEnded, OrderDealt
from stellwerk.referee import Referee
from stellwerk.steps.base import Act, Task


class Course(Task, frozen=True, tag="course"):
    """Below everything else: when a round is over, the next one begins."""

    def advance(self, ref: Referee) -> bool:
        """Ask the title what comes now."""
        ref.rules.next_round(ref)
        return True


class Seating(Task, frozen=True, tag="seating"):
    """Chance deals the first playing order."""

    def actor(self, ref: Referee) -> str:
        """Chance."""
        return CHANCE

    def decider(self, ref: Referee) -> str:
        """Chance."""
        return CHANCE

    def acts(self, ref: Referee) -> Sequence[Act]:
        """One draw."""
        return (_DEAL,)


class DealSeats(Act):
    """The order of the players is drawn."""

    action = Draw

    def options(self, ref: Referee, task: Seating) -> Iterator[Action]:
        """The order the generator gives; any other order is as good."""
        yield Draw("seating", tuple(shuffled(ref.pos.players, ref.pos.seed, ref.pos.draws)))

    def check(self, ref: Referee, task: Seating, action: Draw) -> None:
        """Every player once."""
        if action.what != "seating" or sorted(action.result) != sorted(ref.pos.players):
            ref.refuse("seating", "A playing order names every player once.")

    def apply(self, ref: Referee, task: Seating, action: Draw) -> None:
        """Deal the order cards."""
        ref.pos.draws += 1
        deal_order(ref, action.result)
        ref.pop()


_DEAL = DealSeats()


class Finished(Task, frozen=True, tag="finished"):
    """The game is over."""

    def actor(self, ref: Referee) -> str:
        """Nobody."""
        return ""

    def decider(self, ref: Referee) -> str:
        """Nobody."""
        return ""


def deal_order(ref: Referee, order: Sequence[str]) -> None:
    """Hand out the order cards."""
    ref.pos.order = tuple(order)
    ref.say(OrderDealt(tuple(order)))


def order_by_cash(ref: Referee, most_first: bool) -> None:
    """Deal the order cards by cash; among equals the old order holds."""
    sign = -1 if most_first else 1
    deal_order(ref, sorted(ref.pos.order, key=lambda player: sign * ref.cash(player)))


def end_game(ref: Referee) -> None:
    """Count everybody's wealth; the richest win (equals together)."""
    result = {player: ref.rules.wealth(ref.pos, player) for player in ref.pos.players}
    best = max(result.values())
    ref.pos.result = result
    ref.pos.agenda = (Finished(),)
    ref.say(GameEnded(tuple(p for p in result if result[p] == best), result))


def random_number(seed: int, draw: int, below: int) -> int:
    """A number from 0 on, below a limit, the same on every machine (splitmix64)."""
    mask = (1 << 64) - 1
    z = (seed * 0x9E3779B97F4A7C15 + (draw + 1) * 0xD1B54A32D192ED03) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return (z ^ (z >> 31)) % below


def shuffled(items: Sequence[str], seed: int, draw: int) -> list[str]:
    """The items in a drawn order."""
    pile = list(items)
    for i in range(len(pile) - 1, 0, -1):
        j = random_number(seed, draw * 64 + i, i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    return pile
