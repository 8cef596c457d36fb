"""A game that can no longer be followed: the banner that says so, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stellwerk.table.db.damage import NO_RULES, Damaged
from stellwerk.table.db.records import PERSON, SCREEN, Head, TableInfo
from stellwerk.table.service.history import Past
from stellwerk.table.view.game.history import ShownUndoRequest, Tool
from stellwerk.table.view.scene import LIVE, Scene
from stellwerk.table.view.words.texts import Speech


class Banner(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a game, and what can be done."""

    entry: int
    """The entry that can no longer be followed; 0, if none can."""
    cause: str
    """`other`, `refused`, `unreadable`, `missing` or `rules`."""
    shown: int | None
    """The entry after which the position shown stands; None, if none can be shown."""
    head: str
    text: str
    advice: str
    go_on: Tool | None = None
    """The button to go on from the last sound position, for those who sit at the table."""


def make_damage_banner(scene: Scene) -> Banner | None:
    """The banner of a scene, if it needs one."""
    if scene.damage is None:
        return None
    shown = scene.stands
    made = bare_banner(scene.damage, scene.say, shown=shown)
    if scene.mode != LIVE:
        return msgspec.structs.replace(made, head=scene.say("The position you asked for cannot be shown."))
    tool = _go_on(scene.table, scene.head, scene.mine, shown, scene.say) if scene.past.request is None else None
    return msgspec.structs.replace(
        made, go_on=tool, advice=_advice_on_damage(scene.damage, bool(scene.mine), shown, scene.say)
    )


def bare_banner(damage: Damaged, say: Speech, *, shown: int | None = None) -> Banner:
    """The banner without a way on."""
    where = (
        say("No position of it can be shown.")
        if shown is None
        else say("This is the last sound position, after action {number}.", number=shown)
    )
    return Banner(
        entry=damage.entry,
        cause=damage.cause,
        shown=shown,
        head=say("This game has stopped."),
        text=f"{say.sentence(damage.sentence)} {where}",
        advice="",
    )


def stopped_banner(
    damage: Damaged, table: TableInfo, head: Head, mine: Sequence[int], past: Past, say: Speech
) -> Banner:
    """The banner where there is no position at all: a game whose rules are there can begin anew."""
    made = bare_banner(damage, say)
    advice = _advice_on_damage(damage, bool(mine), None, say)
    asks = past.request is None and damage.cause != NO_RULES
    tool = _go_on(table, head, mine, None, say) if asks else None
    return msgspec.structs.replace(made, advice=advice, go_on=tool)


def _advice_on_damage(damage: Damaged, sits: bool, shown: int | None, say: Speech) -> str:
    if damage.cause == NO_RULES:
        return say("Nobody can move. Log and file are whole; whoever runs this server can bring back what is missing.")
    if not sits:
        return say("Nobody can move until the people at the table agree to go on. Log and file are whole.")
    if shown is None:
        return say("Nobody can move. If all people at the table agree, the game begins anew; the log stays whole.")
    return say("Nobody can move. If all people at the table agree, the game goes on from here; the log stays whole.")


def _go_on(table: TableInfo, head: Head, mine: Sequence[int], shown: int | None, say: Speech) -> Tool | None:
    if not mine:
        return None
    account = table.seats[mine[0]].account
    others = tuple(
        seat.name
        for seat in table.seats
        if seat.kind in (PERSON, SCREEN) and seat.account is not None and seat.account != account
    )
    label = say("Begin anew") if shown is None else say("Go on from here")
    title = say("It is for {names} to agree", names=", ".join(others)) if others else label
    action = f"/tables/{table.id}/go-on"
    if others:
        label = say("Ask to begin anew") if shown is None else say("Ask to go on from here")
    return Tool(label=label, title=title, action=action, at=head.number, seat=mine[0], asks=others)


def stopped_asking(table: TableInfo, past: Past, mine: Sequence[int], say: Speech) -> ShownUndoRequest | None:
    """The request that waits, where there is no position at all."""
    request = past.request
    if request is None:
        return None
    waiting = [seat for seat in request.asked if seat not in request.agreed]
    who = table.seats[request.seat].name
    return ShownUndoRequest(
        id=request.id,
        kind=request.kind,
        who=who,
        text=say("{who} asks to begin anew.", who=who) if not request.target else say("{who} asks to undo.", who=who),
        what=(),
        target=request.target,
        waiting=tuple(table.seats[seat].name for seat in waiting),
        answer_as=next((seat for seat in waiting if seat in mine), None),
        withdraw_as=request.seat if request.seat in mine else None,
        action=f"/tables/{table.id}/requests/{request.id}",
    )
