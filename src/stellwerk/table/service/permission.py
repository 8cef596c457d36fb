"""Permission, asked in one place: may this actor do this to that?"""

from __future__ import annotations

from hmac import compare_digest

from stellwerk.errors import Illegal
from stellwerk.table.db.records import BOT, FREE, Actor, TableInfo, TableSeat, WhatIf

Resource = TableInfo | TableSeat | WhatIf | None

ACCOUNT_ACTIONS = frozenset({"table.create", "board.keep"})
TABLE_ACTIONS = frozenset(
    {
        "table.see",
        "table.join",
        "table.arrange",
        "table.start",
        "table.close",
        "table.invite",
        "table.relieve",
        "table.shelve",
        "chat.write",
        "note",
        "what-if.create",
    }
)
SEAT_ACTIONS = frozenset({"seat.play", "seat.leave", "seat.rename", "seat.program"})
WHAT_IF_ACTIONS = frozenset({"what-if.use"})


def may(actor: Actor, action: str, resource: Resource = None) -> bool:
    """May the actor do it? What is not allowed here is forbidden."""
    if action in ACCOUNT_ACTIONS:
        return actor.account is not None
    if action in TABLE_ACTIONS and isinstance(resource, TableInfo):
        return _may_table(actor, action, resource)
    if action in SEAT_ACTIONS and isinstance(resource, TableSeat):
        return _may_seat(actor, action, resource)
    if action in WHAT_IF_ACTIONS and isinstance(resource, WhatIf):
        return actor.account == resource.owner
    return False


def demand_permission(actor: Actor, action: str, resource: Resource = None) -> None:
    """Refuse what the actor may not do; a table he may not see does not exist for him."""
    if may(actor, action, resource):
        return
    if isinstance(resource, TableInfo) and not may(actor, "table.see", resource):
        raise Illegal("unknown-table", f"There is no table {resource.id}.")
    if isinstance(resource, WhatIf):
        raise Illegal("unknown-what-if", f"There is no copy {resource.id}.")
    raise Illegal("forbidden", _SENTENCES.get(action, "You may not do this."))


def is_member(actor: Actor, table: TableInfo) -> bool:
    """Does the actor own the table or sit at it?"""
    if actor.account is None:
        return False
    return actor.account == table.owner or any(seat.account == actor.account for seat in table.seats)


def _may_table(actor: Actor, action: str, table: TableInfo) -> bool:
    member = is_member(actor, table)
    invited = bool(actor.invitation) and compare_digest(actor.invitation.encode(), table.invitation.encode())
    sees = member or invited or table.visibility == "open" or actor.bot
    person = actor.account is not None
    if action == "table.see":
        return sees
    if action == "table.join":
        return sees and person
    if action in ("note", "what-if.create"):
        return sees and person
    if action in ("chat.write", "table.invite", "table.relieve", "table.shelve"):
        return member
    return person and actor.account == table.owner


def _may_seat(actor: Actor, action: str, seat: TableSeat) -> bool:
    if seat.kind == BOT:
        return actor.bot and action == "seat.play"
    return seat.kind != FREE and actor.account is not None and actor.account == seat.account


_SENTENCES = {
    "table.create": "Only somebody with an account can set up a table.",
    "board.keep": "Only somebody with an account can keep own boards.",
    "table.join": "Only somebody with an account can sit down at a table.",
    "table.arrange": "Only the one who set the table up can arrange its seats.",
    "table.start": "Only the one who set the table up can start the game.",
    "table.close": "Only the one who set the table up can close it.",
    "table.relieve": "Only those at the table can put a bot on an empty seat.",
    "table.shelve": "This table is none of yours.",
    "table.invite": "Only those at the table can invite others.",
    "chat.write": "Only those at the table can talk there.",
    "note": "Only somebody with an account can keep notes.",
    "what-if.create": "Only somebody with an account can keep a copy of a game.",
    "seat.play": "You do not play for this seat.",
    "seat.leave": "This is not your seat.",
    "seat.rename": "This is not your seat.",
    "seat.program": "You do not play for this seat.",
}
