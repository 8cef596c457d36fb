"""The waiting room: a table before its game begins; and the seats of a running game, which may change hands."""

from __future__ import annotations

import hashlib

import msgspec

from stellwerk.rules import Rules
from stellwerk.table.db.records import (
    BOT,
    CLOSED,
    FREE,
    OVER,
    PERSON,
    PLAYING,
    SCREEN,
    WAITING,
    Actor,
    TableInfo,
    TableSeat,
)
from stellwerk.table.service.permission import is_member, may
from stellwerk.table.view.lobby.lobby_page import SeatMark, seat_marks, table_name
from stellwerk.table.view.title.figure_sources import own_line
from stellwerk.table.view.title.title_card import edition_line, variant_changes, variants_text
from stellwerk.table.view.words.texts import Speech


class SeatRow(msgspec.Struct, frozen=True):
    """A seat: who sits there, and what the reader may do with it."""

    seat: int
    name: str
    mark: SeatMark
    kind: str
    kind_text: str
    mine: bool = False
    may_sit: bool = False
    may_leave: bool = False
    may_rename: bool = False
    may_remove: bool = False
    """May the owner have whoever sits there stand up?"""
    becomes: tuple[str, ...] = ()
    """The kinds the owner may make of it."""
    deserted: bool = False
    """Is its account closed?"""
    may_give_up: bool = False
    """May the reader let a bot go on for this seat?"""
    offered: bool = False
    may_offer: bool = False
    may_take_over: bool = False


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """The page."""

    table: int
    title: str
    name: str
    state: str
    variant: str
    changes: tuple[str, ...]
    rules: str
    visibility: str
    seats: tuple[SeatRow, ...]
    free: int
    version: str
    """Changes when somebody sits down, leaves or starts the game."""
    says: str
    edition: int = 1
    """The edition of the rules it is played by; before it begins, the newest when it was set up."""
    by_edition: str = ""
    """A sentence about that, where it is not the newest."""
    own: str = ""
    """The own board it is played on, and who brought it."""
    invitation: str = ""
    """The path of the invitation, for those who may pass it on."""
    may_renew: bool = False
    """May the reader make a new invitation, so that the old one is void?"""
    seed: str = ""
    """That somebody chose the seed, in a sentence."""
    may_start: bool = False
    may_close: bool = False
    owns: bool = False
    sits: bool = False


def make_waiting_room(
    table: TableInfo, rules: Rules | None, who: Actor, local: bool, say: Speech, deserted: tuple[int, ...] = ()
) -> Waiting:
    """The room as somebody sees it; `deserted` are the seats of closed accounts."""
    owns, free = may(who, "table.arrange", table), sum(seat.kind == FREE for seat in table.seats)
    open_now = table.state == WAITING
    seats = seat_rows(table, who, owns and open_now, local, say)
    found = seats_to_hand_over(seats, table, who, local, deserted) if table.state == PLAYING else seats
    return Waiting(
        table=table.id,
        title=table.title,
        name=table_name(table.name, table.id, say),
        state=table.state,
        variant=variants_text(table.title, table.variant, say),
        changes=variant_changes(rules, len(table.seats), say)
        if rules is not None and table.variant != rules.variants[0]
        else (),
        rules=table.rules,
        visibility=table.visibility,
        seats=found,
        free=free,
        version=room_version(table),
        says=_say_table_state(table, free, owns, say),
        edition=table.edition,
        by_edition=edition_line(table, say),
        own=own_line(rules, table.brought_by, say) if rules is not None else "",
        invitation=f"/join/{table.invitation}" if table.invitation and table.state != CLOSED and not local else "",
        may_renew=owns and not local and table.state != CLOSED,
        seed=_seed_line(table, local, say),
        may_start=owns and open_now and free == 0,
        may_close=owns and open_now,
        owns=owns,
        sits=is_member(who, table) and any(row.mine for row in found),
    )


def seat_rows(table: TableInfo, who: Actor, arranges: bool, local: bool, say: Speech) -> tuple[SeatRow, ...]:
    """The seats. Who sees the table may sit down; the invitation that let him see it is not in `table` any more."""
    open_now = table.state == WAITING
    sits = any(seat.kind == PERSON and seat.account == who.account for seat in table.seats)
    found = []
    for seat, mark in zip(table.seats, seat_marks(table.seats), strict=True):
        mine = may(who, "seat.rename", seat)
        found.append(
            SeatRow(
                seat=seat.seat,
                name="" if seat.kind == FREE else seat.name,
                mark=mark,
                kind=seat.kind,
                kind_text=_kind_text(seat, mine, say),
                mine=mine,
                may_sit=open_now and seat.kind == FREE and not sits and who.account is not None,
                may_leave=open_now and mine,
                may_rename=open_now and mine,
                may_remove=arranges and seat.account not in (None, who.account),
                becomes=_seat_kinds_open(seat, who, sits, local) if arranges else (),
            )
        )
    return tuple(found)


def seats_to_hand_over(
    seats: tuple[SeatRow, ...], table: TableInfo, who: Actor, local: bool, deserted: tuple[int, ...]
) -> tuple[SeatRow, ...]:
    """The seats of a running game, with what the reader may do to hand them over."""
    owns, sits = may(who, "table.arrange", table), any(row.mine and row.kind == PERSON for row in seats)
    found = []
    for row in seats:
        bot, offered, left = row.kind == BOT, row.seat in table.offered, row.seat in deserted
        found.append(
            msgspec.structs.replace(
                row,
                deserted=left,
                may_give_up=row.mine or (left and may(who, "table.relieve", table)),
                offered=offered,
                may_offer=bot and owns and not local,
                may_take_over=bot and who.account is not None and (owns or (offered and not sits)),
            )
        )
    return tuple(found)


def room_version(table: TableInfo) -> str:
    """A short text that changes with what the room shows."""
    told = repr((table.state, [(seat.name, seat.kind, seat.account) for seat in table.seats]))
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def _seed_line(table: TableInfo, local: bool, say: Speech) -> str:
    if local or not table.seed_was_chosen:
        return ""
    return say("The seed of this game was chosen, not drawn by chance: who chose it may foretell draws.")


def _seat_kinds_open(seat: TableSeat, who: Actor, sits: bool, local: bool) -> tuple[str, ...]:
    if seat.account not in (None, who.account):
        return ()
    kinds = [SCREEN, BOT] if local else [FREE, SCREEN, BOT]
    if not sits:
        kinds.insert(0, PERSON)
    return tuple(kind for kind in kinds if kind != seat.kind)


def _kind_text(seat: TableSeat, mine: bool, say: Speech) -> str:
    if seat.kind == PERSON:
        return say("you") if mine else say("has sat down")
    known = {FREE: say("free"), SCREEN: say("at your screen") if mine else say("at the host's screen"), BOT: say("bot")}
    return known[seat.kind]


def _say_table_state(table: TableInfo, free: int, owns: bool, say: Speech) -> str:
    if table.state == CLOSED:
        return say("This table was closed before the game began.")
    if table.state == PLAYING:
        return say("The game runs. A player keeps his name, whoever plays for him.")
    if table.state == OVER:
        return say("The game is over.")
    if free:
        return say.n("{n} seat is still free.", "{n} seats are still free.", free)
    return say("All sit. Start the game.") if owns else say("All sit. The one who set the table up can start the game.")
