"""Bidding on boxes: every player has one token on a box of a lot; whoever is outbid moves it; all get a lot in the end.

Nobody withdraws. The tokens go on moving, one at a time in seating order, until no lot holds two of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from stellwerk.actions import Action
from stellwerk.errors import refuse_unless
from stellwerk.events import BidPlaced
from stellwerk.position import OFFERING, Position
from stellwerk.referee import Referee
from stellwerk.round_kinds import RoundKind
from stellwerk.steps.base import Act, Task
from stellwerk.steps.draft import DRAFT
from stellwerk.steps.game_flow import rotate_order
from stellwerk.vocabulary import Form, Forms

if TYPE_CHECKING:
    from stellwerk.rules import Rules

Tokens = Mapping[str, tuple[str, int]]
"""Player to the lot his token lies on, and the value of its box."""


class PlaceToken(Action, frozen=True, tag="place-token"):
    """A player puts his token on a box of a lot, or moves it there."""

    forms: ClassVar[Forms] = (Form("{player} bids {amount} on the boxes of {lot}"),)
    label: ClassVar[str] = "Bid {amount} for {lot}"
    doing: ClassVar[str] = "bid on a box"
    group: ClassVar[tuple[str, str]] = ("bid", "lot")

    player: str
    lot: str
    amount: int

    @classmethod
    def known_choices(cls, rules: Any) -> Iterable[tuple[Hashable, ...]] | None:
        """Every box there is."""
        return [(lot, box) for lot, figure in rules.privates.items() for box in figure.boxes]


class BoxBidding(Task, frozen=True, tag="box-bidding"):
    """Players place and move their tokens until each lies on a lot of its own."""

    going_on: ClassVar[str] = "the lots are bid for"
    question: ClassVar[str] = "Put your token on a box"
    lies_on: ClassVar[tuple[str, ...]] = ("course",)
    carries: ClassVar[bool] = False
    can_be_written: ClassVar[bool] = True
    round_kind: ClassVar[RoundKind | None] = DRAFT
    takes: ClassVar[tuple[type[Action], ...]] = (PlaceToken,)

    last: str = ""
    """Who has moved last."""
    tokens: Tokens = msgspec.field(default_factory=dict)

    def actor(self, ref: Referee) -> str:
        """The next player in order who has no token on a box yet, or one that is outbid."""
        return self.waiting(ref)[0]

    def waiting(self, ref: Referee) -> list[str]:
        """Who has to place or move a token, in order."""
        first, *after = rotate_order(ref.pos.order, self.last)
        around = (*after, first) if self.last else (first, *after)
        return [player for player in around if player not in self.tokens or self.is_outbid(player)]

    def is_outbid(self, player: str) -> bool:
        """Lies another token on a dearer box of the same lot?"""
        lot, amount = self.tokens[player]
        return amount < self.highest(lot)

    def highest(self, lot: str) -> int:
        """The dearest box of a lot with a token; -1 where none lies there."""
        return max((amount for on, amount in self.tokens.values() if on == lot), default=-1)

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Bid."""
        return (_BID,)

    def advance(self, ref: Referee) -> bool:
        """When every token lies on a lot of its own, all lots with a token are sold."""
        if self.waiting(ref):
            return False
        ref.pop()
        for player, (lot, amount) in sorted(self.tokens.items(), key=lambda token: token[1][0]):
            ref.rules.lot_sold(ref, player, lot, amount)
        ref.rules.packet_sold(ref, 0)
        return True

    @classmethod
    def as_written(cls, ref: Referee, player: str | None, bids: Tokens) -> BoxBidding:
        """Tokens as they lie; the one before the player on turn has moved last."""
        order = ref.pos.order
        before = order[order.index(player) - 1] if player in order else ""
        step = cls(last=before, tokens=bids)
        refuse_unless(player is None or player in step.waiting(ref)[:1], f"{player} has no token to place or move.")
        return step

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """Players with tokens on boxes there are, of lots on sale, no two on one box; a lot for everybody."""
        lots = [lot for lot, owner in position.privates.items() if owner == OFFERING]
        refuse_unless(len(lots) >= len(position.players), "Every player needs a lot to bid for.")
        refuse_unless(self.last in ("", *position.players), f"{self.last!r} does not bid.")
        refuse_unless(set(self.tokens) <= set(position.players), "Only players bid.")
        for lot, amount in self.tokens.values():
            on_sale = lot in rules.privates and position.privates[lot] == OFFERING
            refuse_unless(on_sale and amount in rules.privates[lot].boxes, f"There is no box of {amount} for {lot}.")
        dear = [player for player, (_, amount) in self.tokens.items() if amount > position.cash[player]]
        refuse_unless(not dear, "A bid is in the purse of whoever made it.")
        refuse_unless(len(set(self.tokens.values())) == len(self.tokens), "On one box lies one token.")


class BidOnBox(Act):
    """Put a token on a box above every other token of its lot."""

    action = PlaceToken

    def options(self, ref: Referee, task: BoxBidding) -> Iterator[Action]:
        """Every box."""
        for lot, figure in ref.rules.privates.items():
            for amount in figure.boxes:
                yield PlaceToken(task.actor(ref), lot, amount)

    def check(self, ref: Referee, task: BoxBidding, action: PlaceToken) -> None:
        """A box of a lot on sale, above the tokens there, that the player can pay."""
        figure = ref.rules.privates.get(action.lot)
        if figure is None or ref.pos.privates[action.lot] != OFFERING or action.amount not in figure.boxes:
            ref.refuse("no-box", f"There is no box of {action.amount} for {action.lot}.")
        if action.amount <= task.highest(action.lot):
            ref.refuse("box-too-low", f"A token for {action.lot} must lie above {task.highest(action.lot)}.")
        if action.amount > ref.cash(action.player):
            ref.refuse("no-cash", f"{action.player} has {ref.cash(action.player)} to bid with.", "box-bidding")

    def apply(self, ref: Referee, task: BoxBidding, action: PlaceToken) -> None:
        """The token lies there now."""
        ref.say(BidPlaced(action.player, action.lot, action.amount))
        ref.amend(task, last=action.player, tokens={**task.tokens, action.player: (action.lot, action.amount)})


_BID = BidOnBox()
