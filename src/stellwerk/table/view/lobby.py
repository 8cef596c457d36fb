"""The first page: play now, go on with a game, answer what is asked, sit down at an open table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stellwerk.position import Round
from stellwerk.table.records import (
    BOT,
    CLOSED,
    FREE,
    OVER,
    WAITING,
    Copied,
    Overview,
    Request,
    Seat,
    Standing,
    TableInfo,
)
from stellwerk.table.view.setup import Choice, levels
from stellwerk.table.view.texts import Say
from stellwerk.table.view.titlecard import TitleCard, cards, variants_text
from stellwerk.titles import rules_of

YOUR_TURN, ASKED, STOPPED, OTHERS, NOT_BEGUN, COPY, ENDED, SHUT = (
    "your-turn",
    "asked",
    "stopped",
    "waiting",
    "not-begun",
    "what-if",
    "over",
    "closed",
)
"""How a game in the list concerns the reader."""

ORDER = (YOUR_TURN, ASKED, STOPPED, OTHERS, NOT_BEGUN, COPY, ENDED, SHUT)
SHOWN = 12
"""So many games are on the first page; all are one click away."""


class SeatMark(msgspec.Struct, frozen=True):
    """Who sits there, and the letter that stands for him."""

    name: str
    letter: str
    kind: str


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the reader's, or a private copy."""

    id: int
    address: str
    title: str
    name: str
    state: str
    """`your-turn`, `asked`, `stopped`, `waiting`, `not-begun`, `what-if`, `over` or `closed`."""
    tag: str
    detail: str
    """The round and how far the log goes."""
    seats: tuple[SeatMark, ...]
    sentence: str
    button: str
    since: str = ""
    won: bool = False
    may_put_away: bool = False

    @property
    def needs_me(self) -> bool:
        """Does the game wait for the reader?"""
        return self.state in (YOUR_TURN, ASKED)


class Asking(msgspec.Struct, frozen=True):
    """Something others ask of the reader."""

    kind: str
    """`undo`, `redo` or `offer`."""
    address: str
    name: str
    text: str
    since: str


class OpenRow(msgspec.Struct, frozen=True):
    """An open table with a free seat."""

    id: int
    address: str
    title: str
    name: str
    variant: str
    seats: tuple[SeatMark, ...]
    host: str
    since: str


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    """The first page."""

    titles: tuple[TitleCard, ...]
    title: str
    """The title that is picked at first, and the number of players."""
    players: int
    counts: tuple[int, ...]
    """The numbers of players some title allows."""
    levels: tuple[Choice, ...]
    """How strong the bots can be."""
    games: tuple[GameRow, ...]
    total: int
    """How many games there are in all; `games` may hold fewer."""
    needs: int
    notices: tuple[Asking, ...]
    open_tables: tuple[OpenRow, ...]
    put_away: tuple[GameRow, ...] = ()
    everything: bool = False
    """Are all games listed, those put away too?"""


class Lists(msgspec.Struct, frozen=True, kw_only=True):
    """What the service knows for the page."""

    mine: Sequence[Overview] = ()
    put_away: Sequence[Overview] = ()
    open: Sequence[Overview] = ()
    asked: Sequence[Request] = ()
    copies: Sequence[Copied] = ()


def lobby(lists: Lists, account: int | None, say: Say, now: float, everything: bool = False) -> Lobby:
    """The page, for an account (None: a visitor)."""
    rows = [*(row(one, account, say, now) for one in lists.mine), *(_copy(one, say, now) for one in lists.copies)]
    rows.sort(key=lambda one: ORDER.index(one.state))
    found = cards(say)
    first = found[0]
    return Lobby(
        titles=found,
        title=first.title,
        players=4 if 4 in first.players else first.players[0],
        counts=tuple(sorted({count for one in found for count in one.players})),
        levels=levels(say),
        games=tuple(rows if everything else rows[:SHOWN]),
        total=len(rows),
        needs=sum(one.needs_me for one in rows),
        notices=(*_requests(lists, say, now), *_offers(rows, say)),
        open_tables=tuple(_open(one, say, now) for one in lists.open),
        put_away=tuple(row(one, account, say, now) for one in lists.put_away),
        everything=everything,
    )


def row(one: Overview, account: int | None, say: Say, now: float) -> GameRow:
    """A table in the list of games."""
    table = one.table
    own = tuple(seat.name for seat in table.seats if account is not None and seat.account == account)
    state = _state(one, own)
    won = bool(one.standing and one.standing.result and _winner(one.standing.result) in own)
    return GameRow(
        id=table.id,
        address=f"/tables/{table.id}",
        title=table.title,
        name=table_name(table.name, table.id, say),
        state=state,
        tag=_tag(state, one, own, say),
        detail=_detail(one, say),
        seats=marks(table.seats),
        sentence=_sentence(one, state, say),
        button=_button(state, say),
        since=ago(now - one.at, say),
        won=won,
        may_put_away=table.state in (OVER, CLOSED) or _alone(table, account),
    )


def table_name(name: str, number: int, say: Say) -> str:
    """What a table is called."""
    return name or say("Table {n}", n=number)


def marks(seats: Sequence[Seat]) -> tuple[SeatMark, ...]:
    """Who sits where, with letters that differ."""
    firsts = [seat.name[:1].upper() for seat in seats]
    return tuple(
        SeatMark(
            seat.name, "+" if seat.kind == FREE else (first if firsts.count(first) == 1 else f"{first}{at}"), seat.kind
        )
        for at, (seat, first) in enumerate(zip(seats, firsts, strict=True), 1)
    )


def round_name(round: Round, say: Say) -> str:
    """The round in short."""
    if round.kind == "operating":
        return say("OR {set}.{number}", set=round.set, number=round.number)
    if round.kind == "stock":
        return say("SR {set}", set=round.set) if round.set else say("Stock round")
    known = {"draft": say("Pre-stock round"), "export": say("Export"), "setup": say("Beginning")}
    return known.get(round.kind, round.kind.capitalize())


def ago(seconds: float, say: Say) -> str:
    """How long ago, roughly."""
    minutes = int(max(seconds, 0) // 60)
    if minutes < 1:
        return say("just now")
    if minutes < 60:
        return say("{n} min", n=minutes)
    if minutes < 48 * 60:
        return say("{n} h", n=minutes // 60)
    return say.n("{n} day", "{n} days", minutes // 1440)


def _alone(table: TableInfo, account: int | None) -> bool:
    return all(seat.account in (None, account) and seat.kind != FREE for seat in table.seats)


def _state(one: Overview, own: tuple[str, ...]) -> str:
    if one.table.state == WAITING:
        return NOT_BEGUN
    if one.table.state == CLOSED:
        return SHUT
    if one.damaged:
        return STOPPED
    if one.table.state == OVER:
        return ENDED
    if one.standing is None or one.standing.turn not in own:
        return OTHERS
    return ASKED if one.standing.step == "consent" else YOUR_TURN


def _tag(state: str, one: Overview, own: tuple[str, ...], say: Say) -> str:
    if state == ENDED and one.standing and one.standing.result and _winner(one.standing.result) in own:
        return say("you won") if len(own) == 1 else say("over")
    known = {
        YOUR_TURN: say("your turn"),
        ASKED: say("asked"),
        STOPPED: say("stopped"),
        OTHERS: say("waiting"),
        NOT_BEGUN: say("not begun"),
        ENDED: say("over"),
        SHUT: say("closed"),
    }
    return known[state]


def _detail(one: Overview, say: Say) -> str:
    if one.standing is None or one.standing.result is not None:
        return variants_text(one.table.title, one.table.variant, say)
    return say("{round} · entry {n}", round=round_name(one.standing.round, say), n=one.number)


def _button(state: str, say: Say) -> str:
    known = {
        YOUR_TURN: say("Play"),
        ASKED: say("Answer"),
        STOPPED: say("Look"),
        OTHERS: say("Look"),
        NOT_BEGUN: say("Go in"),
        ENDED: say("Result"),
        SHUT: say("Look"),
    }
    return known[state]


def _sentence(one: Overview, state: str, say: Say) -> str:
    free = sum(seat.kind == FREE for seat in one.table.seats)
    if state == NOT_BEGUN:
        return say.n("{n} seat is free.", "{n} seats are free.", free) if free else say("All sit. It can begin.")
    if state == SHUT:
        return say("Closed before it began.")
    if state == STOPPED:
        return say("This game can no longer be followed; look what can be done.")
    if one.standing is None:
        return say("The game is over.") if state == ENDED else say("The game runs.")
    if one.standing.result is not None:
        return _result(one.table, one.standing.result, say)
    return stands(one.standing, one.table, say)


def stands(standing: Standing, table: TableInfo, say: Say) -> str:
    """Where a running game stands, in one sentence."""
    who, actor = standing.turn, standing.actor
    bot = any(seat.name == who and seat.kind == BOT for seat in table.seats)
    if standing.step == "consent":
        return say("{player} answers an offer.", player=who)
    if standing.step == "operating-turn":
        return f"{_stage(standing.stage, actor, say)} {say('{player} decides.', player=who)}"
    if bot:
        return say("{player}, a bot, thinks.", player=who)
    if standing.step == "stock-round":
        return say("{player} may buy and sell shares.", player=who)
    return say("{player} decides.", player=who)


def _stage(stage: str, company: str, say: Say) -> str:
    known = {
        "track": say("{company} lays track.", company=company),
        "station": say("{company} may place a station.", company=company),
        "run": say("{company} runs its trains.", company=company),
        "dividend": say("{company} decides about its dividend.", company=company),
        "acquire": say("{company} may take a company over.", company=company),
        "trains": say("{company} may buy trains.", company=company),
    }
    return known.get(stage, say("{company} has its turn.", company=company))


def _winner(result: dict[str, int]) -> str:
    return max(result, key=lambda player: result[player])


def _result(table: TableInfo, result: dict[str, int], say: Say) -> str:
    first, *rest = sorted(result, key=lambda player: -result[player])
    worth = f"{result[first]:,} {rules_of(table.title).figures.currency}".replace(",", "\u202f")
    if not rest:
        return say("{player}: {worth}.", player=first, worth=worth)
    lead = result[first] - result[rest[0]]
    if lead == 0:
        return say(
            "{player} and {second} share the first place with {worth}.", player=first, second=rest[0], worth=worth
        )
    return say("{player}: {worth}, ahead of {second} by {lead}.", player=first, worth=worth, second=rest[0], lead=lead)


def _copy(copy: Copied, say: Say, now: float) -> GameRow:
    name = table_name(copy.name, copy.table, say)
    return GameRow(
        id=copy.id,
        address=f"/what-ifs/{copy.id}",
        title=copy.title,
        name=say("Copy of {name}", name=name),
        state=COPY,
        tag=say("what if"),
        detail=say("from entry {n}", n=copy.number),
        seats=(),
        sentence=say.n(
            "{n} action played on it. Kept until you drop it.",
            "{n} actions played on it. Kept until you drop it.",
            copy.played,
        ),
        button=say("Open"),
        since=ago(now - copy.created, say),
    )


def _requests(lists: Lists, say: Say, now: float) -> tuple[Asking, ...]:
    tables = {one.table.id: one.table for one in lists.mine}
    found = []
    for request in lists.asked:
        table = tables.get(request.table)
        who = table.seats[request.seat].name if table else "?"
        text = (
            say("{player} asks to undo to entry {n}.", player=who, n=request.target)
            if request.kind == "undo"
            else say("{player} asks to restore what was undone.", player=who)
        )
        name = table_name(table.name if table else "", request.table, say)
        found.append(Asking(request.kind, f"/tables/{request.table}", name, text, ago(now - request.at, say)))
    return tuple(found)


def _offers(rows: Sequence[GameRow], say: Say) -> tuple[Asking, ...]:
    text = say("You are asked about an offer.")
    return tuple(Asking("offer", one.address, one.name, text, one.since) for one in rows if one.state == ASKED)


def _open(one: Overview, say: Say, now: float) -> OpenRow:
    table = one.table
    variant = variants_text(table.title, table.variant, say)
    name = table_name(table.name, table.id, say)
    since = ago(now - table.created, say)
    return OpenRow(table.id, f"/tables/{table.id}", table.title, name, variant, marks(table.seats), one.host, since)
