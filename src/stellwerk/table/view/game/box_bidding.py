"""Bidding on boxes on the table page: every box of every lot with the tokens, and what a bid causes.

Everybody sees the boxes; only whoever moves a token now can pick one.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.actions import Action
from stellwerk.errors import Illegal
from stellwerk.position import OFFERING, OUT
from stellwerk.steps.bidding import BoxBidding, PlaceToken
from stellwerk.table.db.records import BOT
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.game.choices import Effect, Group, by_group, id_of, task_of
from stellwerk.table.view.game.effects import show_change, try_action
from stellwerk.table.view.own_words import lines_of
from stellwerk.table.view.scene import Pick, Scene
from stellwerk.table.view.words.choice_labels import full_name, private_name

FREE, LOW, LOCKED = "free", "low", "locked"
"""A box can be picked; it cannot, for a reason; nothing can be picked now."""


class BoxToken(msgspec.Struct, frozen=True):
    """A token on a box; `outbid`: it lies lower than another one of the same lot."""

    player: str
    letter: str
    bot: bool
    you: bool
    outbid: bool


class BidBox(msgspec.Struct, frozen=True, kw_only=True):
    """A box: its value, the token on it, whether the reader can pick it, and if not, why."""

    amount: int
    state: str
    why: str = ""
    token: BoxToken | UnsetType = UNSET
    option: int | UnsetType = UNSET
    """Which choice of its lot it is."""
    chosen: bool = False


class BidRow(msgspec.Struct, frozen=True, kw_only=True):
    """A lot with its boxes."""

    lot: str
    sign: str
    """What stands on its card."""
    name: str
    income: int
    power: str
    group: str
    """What a choice of it picks."""
    boxes: tuple[BidBox, ...]
    chosen: bool


class BoxBids(msgspec.Struct, frozen=True, kw_only=True):
    """The boxes of all lots in the game."""

    heading: str
    rule: str
    """How it goes, in a few words."""
    rows: tuple[BidRow, ...]
    gone: tuple[str, ...]
    """The lots that are not in this game."""
    mover: str
    """Who places or moves a token now."""
    decides: bool
    must_move: bool
    """Is the reader's own token outbid?"""


class BidWay(msgspec.Struct, frozen=True):
    """A lot the reader can bid for: from what amount on, and what a bid there causes."""

    group: str
    lot: str
    sign: str
    least: int
    then: str
    chosen: bool


class BidPanel(msgspec.Struct, frozen=True, kw_only=True):
    """The panel while the reader places or moves his token."""

    reason: str
    """Why he has to."""
    ways: tuple[BidWay, ...]
    amounts: tuple[int, ...] = ()
    """The boxes he can pick on the chosen lot, in the order of its choices."""
    lot: str = ""
    effects: tuple[Effect, ...] = ()


def make_box_bids(scene: Scene, pick: Pick) -> BoxBids | None:
    """The boxes, while they are bid on."""
    step = task_of(scene)
    if not isinstance(step, BoxBidding) or scene.game.over:
        return None
    lots = scene.position.privates
    return BoxBids(
        heading=scene.say("Bids on boxes"),
        rule=scene.say("each player has one token; of two on one lot the lower must move"),
        rows=tuple(_make_row(scene, step, lot, pick) for lot, place in lots.items() if place == OFFERING),
        gone=tuple(sign_of_lot(scene, lot) for lot, place in lots.items() if place == OUT),
        mover=scene.game.turn,
        decides=scene.decides,
        must_move=scene.me in step.tokens and step.is_outbid(str(scene.me)),
    )


def sign_of_lot(scene: Scene, lot: str) -> str:
    """What a lot's card shows, in a few signs."""
    sign = scene.rules.signs(scene.position).cards.get(lot)
    return sign.sign if sign is not None else standing_facts.private_label(scene.rules, lot)


def _make_row(scene: Scene, step: BoxBidding, lot: str, pick: Pick) -> BidRow:
    figure, group = scene.rules.privates[lot], id_of(PlaceToken(scene.game.turn, lot, 0))
    known = {_amount_of(choice.action): n for n, choice in enumerate(by_group(scene).get(group, ()))}
    picked = _picked_option(pick, group, len(known)) if scene.decides else None
    return BidRow(
        lot=lot,
        sign=sign_of_lot(scene, lot),
        name=scene.say.sentence(figure.name),
        income=figure.income,
        power=scene.say.sentence(figure.power) if figure.power else "",
        group=group,
        boxes=tuple(_make_box(scene, step, lot, amount, known.get(amount), picked) for amount in figure.boxes),
        chosen=picked is not None,
    )


def _amount_of(action: Action) -> int:
    assert isinstance(action, PlaceToken)
    return action.amount


def _picked_option(pick: Pick, group: str, count: int) -> int | None:
    """Which choice of a lot is picked; the lowest one, if only the lot is."""
    if pick.group != group or not count:
        return None
    wanted = int(pick.tile) if pick.tile.isdecimal() else 0
    return wanted if wanted < count else 0


def _make_box(scene: Scene, step: BoxBidding, lot: str, amount: int, option: int | None, picked: int | None) -> BidBox:
    player = next((name for name, token in step.tokens.items() if token == (lot, amount)), "")
    why = _why_not(scene, PlaceToken(scene.game.turn, lot, amount)) if option is None else ""
    return BidBox(
        amount=amount,
        state=LOW if option is None else FREE if scene.decides else LOCKED,
        why=why,
        token=_make_token(scene, step, player) if player else UNSET,
        option=option if option is not None and scene.decides else UNSET,
        chosen=option is not None and option == picked,
    )


def _make_token(scene: Scene, step: BoxBidding, player: str) -> BoxToken:
    seat = scene.seat_of(player)
    bot = seat is not None and seat.kind == BOT
    return BoxToken(player, scene.letter(player), bot, player == scene.me, step.is_outbid(player))


def _why_not(scene: Scene, bid: PlaceToken) -> str:
    """What the rules say to a bid that is not possible."""
    try:
        scene.game.check(bid)
    except Illegal as refusal:
        return scene.say.sentence(refusal.sentence)
    return ""


# Where a player's token lies


def say_token(scene: Scene, player: str) -> tuple[str, bool]:
    """Where somebody's token lies, in words, and whether it must move; nothing, where there is no such bidding."""
    step = task_of(scene)
    if not isinstance(step, BoxBidding) or scene.game.over:
        return "", False
    if player not in step.tokens:
        return scene.say("no bid yet"), False
    lot, amount = step.tokens[player]
    name = private_name(scene, lot)
    return scene.say("{amount} on {name}", amount=amount, name=name), step.is_outbid(player)


# The panel


def make_bid_panel(scene: Scene, picked: Group | None, chosen: int | None) -> BidPanel | None:
    """The ways the reader can bid, and what the picked one does."""
    step = task_of(scene)
    if not isinstance(step, BoxBidding) or not scene.decides:
        return None
    ways = tuple(
        _make_way(scene, [_bid_of(choice.action) for choice in choices], picked)
        for choices in by_group(scene).values()
        if isinstance(choices[0].action, PlaceToken)
    )
    reason = _say_reason(scene, step)
    if picked is None or chosen is None or picked.kind != "bid":
        return BidPanel(reason=reason, ways=ways)
    bids = [_bid_of(choice.action) for choice in by_group(scene)[picked.id]]
    return BidPanel(
        reason=reason,
        ways=ways,
        amounts=tuple(bid.amount for bid in bids),
        lot=full_name(scene, bids[0].lot),
        effects=tuple(_effects_of_bid(scene, step, bids[chosen])),
    )


def _bid_of(action: Action) -> PlaceToken:
    assert isinstance(action, PlaceToken)
    return action


def _make_way(scene: Scene, bids: Sequence[PlaceToken], picked: Group | None) -> BidWay:
    first, group = bids[0], id_of(bids[0])
    then = _say_then(scene, first)
    return BidWay(
        group, first.lot, sign_of_lot(scene, first.lot), first.amount, then, picked is not None and picked.id == group
    )


def _say_reason(scene: Scene, step: BoxBidding) -> str:
    """Why a token is to be placed or moved."""
    player = scene.game.turn
    if player not in step.tokens:
        return scene.say("your token lies on no box yet")
    lot, amount = step.tokens[player]
    above = {bid: name for name, (on, bid) in step.tokens.items() if on == lot and bid > amount}
    return scene.say("{player} outbid you on {name}", player=above[max(above)], name=private_name(scene, lot))


def _say_then(scene: Scene, bid: PlaceToken) -> str:
    """What a bid causes: who has to move, whose first bid is next, or the end of the bidding."""
    after = try_action(scene, bid).game
    step = after.position.agenda[-1] if after.position.agenda else None
    if not isinstance(step, BoxBidding):
        return scene.say("ends the bidding")
    if after.turn in step.tokens:
        return scene.say("then {player} must move", player=after.turn)
    return scene.say("then {player} bids first", player=after.turn)


def _say_next(scene: Scene, bid: PlaceToken) -> str:
    """Who moves or places a token then."""
    game = try_action(scene, bid).game
    if not isinstance(game.position.agenda[-1] if game.position.agenda else None, BoxBidding):
        return scene.say("nobody: all tokens stay")
    return game.turn


def _effects_of_bid(scene: Scene, step: BoxBidding, bid: PlaceToken) -> Sequence[Effect]:
    """What it costs if the token stays, what the lot brings, and who is next."""
    say, cash = scene.say, scene.position.cash[bid.player]
    after = cash - bid.amount
    income = scene.rules.privates[bid.lot].income
    return (
        Effect(say("Your cash if it stays"), show_change(scene, cash, after), before=cash, after=after),
        Effect(say("Income a round"), scene.money(income)),
        Effect(say("Next to move"), _say_next(scene, bid)),
        *(Effect(label, text) for label, _, text in (line.partition(": ") for line in lines_of(scene, step))),
    )
