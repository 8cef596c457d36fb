"""The course of a game: draws, the rounds one after the other, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.actions import CHANCE, Action, Draw
from stellwerk.events import GameEnded, OrderDealt
from stellwerk.position import BANK
from stellwerk.referee import Referee
from stellwerk.round_kinds import SETUP, RoundKind
from stellwerk.steps.base import Act, Task


class GameFlow(Task, frozen=True, tag="course"):
    """Below everything else: when a round is over, the next one begins."""

    carries: ClassVar[bool] = False

    def advance(self, ref: Referee) -> bool:
        """Ask the title what comes now."""
        ref.rules.next_round(ref)
        return True

    def may_follow(self, below: Task) -> bool:
        """It lies at the bottom."""
        return False


class Chance(Task, frozen=True):
    """A draw: chance decides, and what it decides is an action like any other."""

    going_on: ClassVar[str] = "chance draws"
    carries: ClassVar[bool] = False

    what: ClassVar[str]

    def actor(self, ref: Referee) -> str:
        """Chance."""
        return CHANCE

    def decider(self, ref: Referee) -> str:
        """Chance."""
        return CHANCE

    def acts(self, ref: Referee) -> Sequence[Act]:
        """One draw."""
        return (_DRAW,)

    def drawn(self, ref: Referee) -> tuple[str, ...]:
        """What the generator gives."""
        raise AssertionError("a draw has an outcome")

    def possible(self, ref: Referee, result: tuple[str, ...]) -> bool:
        """Could it have come out so?"""
        raise AssertionError("a draw knows its outcomes")

    def outcomes(self, ref: Referee) -> Sequence[str]:
        """Where one thing out of a few is drawn: these, in the order of print."""
        return ()

    def settle(self, ref: Referee, result: tuple[str, ...]) -> None:
        """What follows from it."""
        raise AssertionError("a draw has a consequence")


class Seating(Chance, frozen=True, tag="seating"):
    """Chance deals the first playing order."""

    lies_on: ClassVar[tuple[str, ...]] = ("course", "Chance")
    carries: ClassVar[bool] = False
    round_kind: ClassVar[RoundKind | None] = SETUP

    what = "seating"

    def drawn(self, ref: Referee) -> tuple[str, ...]:
        """The players, shuffled."""
        return tuple(shuffle_items(ref.pos.players, ref.pos.seed, ref.pos.draws))

    def possible(self, ref: Referee, result: tuple[str, ...]) -> bool:
        """Every player once."""
        return sorted(result) == sorted(ref.pos.players)

    def settle(self, ref: Referee, result: tuple[str, ...]) -> None:
        """Deal the order cards."""
        deal_order(ref, result)


class MakeDraw(Act):
    """The outcome the generator gives; another possible one may be given instead."""

    action = Draw

    def options(self, ref: Referee, task: Chance) -> Iterator[Action]:
        """What the generator gives; any other outcome is as good."""
        yield Draw(task.what, task.drawn(ref))

    def check(self, ref: Referee, task: Chance, action: Draw) -> None:
        """A possible outcome of this draw."""
        if action.what != task.what or not task.possible(ref, action.result):
            ref.refuse(task.what, f"This is no possible outcome of the draw for {task.what}.")

    def apply(self, ref: Referee, task: Chance, action: Draw) -> None:
        """The draw is made."""
        ref.pop()
        ref.pos.draws += 1
        task.settle(ref, action.result)


_DRAW = MakeDraw()


class Finished(Task, frozen=True, tag="finished"):
    """The game is over."""

    going_on: ClassVar[str] = "the game is over"
    carries: ClassVar[bool] = False

    def actor(self, ref: Referee) -> str:
        """Nobody."""
        return ""

    def decider(self, ref: Referee) -> str:
        """Nobody."""
        return ""

    def may_follow(self, below: Task) -> bool:
        """It lies alone."""
        return False


def pay_starting_cash(ref: Referee) -> None:
    """The bank pays every player his starting cash."""
    cash = ref.rules.figures.starting_cash[str(len(ref.pos.players))]
    for player in ref.pos.players:
        ref.pay(BANK, player, cash, "starting cash")


def deal_order(ref: Referee, order: Sequence[str]) -> None:
    """Hand out the order cards."""
    ref.pos.order = tuple(order)
    ref.say(OrderDealt(tuple(order)))


def rotate_order(order: Sequence[str], first: str) -> tuple[str, ...]:
    """Seats clockwise from one player on."""
    start = order.index(first) if first in order else 0
    return (*order[start:], *order[:start])


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


def shuffle_items(items: Sequence[str], seed: int, draw: int) -> list[str]:
    """The items in a drawn order."""
    pile = list(items)
    for i in range(len(pile) - 1, 0, -1):
        j = random_number(seed, draw * 64 + i, i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    return pile
