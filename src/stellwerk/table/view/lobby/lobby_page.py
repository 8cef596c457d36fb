"""The first page: play now, go on with a game, answer what is asked, sit down at an open table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stellwerk.position import Round
from stellwerk.rules import Rules
from stellwerk.table.db.records import (
    BOT,
    CLOSED,
    FREE,
    OVER,
    WAITING,
    Copied,
    Overview,
    TableInfo,
    TableSeat,
    TableStanding,
    UndoRequest,
)
from stellwerk.table.view.lobby.set_up import SetUpChoice, bot_levels
from stellwerk.table.view.title.title_card import TitleCard, make_title_cards, variants_text
from stellwerk.table.view.words.texts import Speech
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


class LobbyRequest(msgspec.Struct, frozen=True):
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
    levels: tuple[SetUpChoice, ...]
    """How strong the bots can be."""
    games: tuple[GameRow, ...]
    total: int
    """How many games there are in all; `games` may hold fewer."""
    needs: int
    notices: tuple[LobbyRequest, ...]
    open_tables: tuple[OpenRow, ...]
    put_away: tuple[GameRow, ...] = ()
    everything: bool = False
    """Are all games listed, those put away too?"""


class Lists(msgspec.Struct, frozen=True, kw_only=True):
    """What the service knows for the page."""

    mine: Sequence[Overview] = ()
    put_away: Sequence[Overview] = ()
    open: Sequence[Overview] = ()
    asked: Sequence[UndoRequest] = ()
    copies: Sequence[Copied] = ()


def make_lobby(lists: Lists, account: int | None, say: Speech, now: float, everything: bool = False) -> Lobby:
    """The page, for an account (None: a visitor)."""
    rows = [
        *(game_row(one, account, say, now) for one in lists.mine),
        *(_copy_row(one, say, now) for one in lists.copies),
    ]
    rows.sort(key=lambda one: ORDER.index(one.state))
    found = make_title_cards(say)
    first = found[0]
    return Lobby(
        titles=found,
        title=first.title,
        players=4 if 4 in first.players else first.players[0],
        counts=tuple(sorted({count for one in found for count in one.players})),
        levels=bot_levels(say),
        games=tuple(rows if everything else rows[:SHOWN]),
        total=len(rows),
        needs=sum(one.needs_me for one in rows),
        notices=(*_request_rows(lists, say, now), *_offer_rows(rows, say)),
        open_tables=tuple(_open_table_row(one, say, now) for one in lists.open),
        put_away=tuple(game_row(one, account, say, now) for one in lists.put_away),
        everything=everything,
    )


def game_row(one: Overview, account: int | None, say: Speech, now: float) -> GameRow:
    """A table in the list of games."""
    table = one.table
    own = tuple(seat.name for seat in table.seats if account is not None and seat.account == account)
    state = _game_state(one, own)
    won = bool(one.standing and one.standing.result and _winner_of(one.standing.result) in own)
    return GameRow(
        id=table.id,
        address=f"/tables/{table.id}",
        title=table.title,
        name=table_name(table.name, table.id, say),
        state=state,
        tag=_state_tag(state, one, own, say),
        detail=_detail_line(one, say),
        seats=seat_marks(table.seats),
        sentence=_state_sentence(one, state, say),
        button=_button_text(state, say),
        since=time_ago(now - one.at, say),
        won=won,
        may_put_away=table.state in (OVER, CLOSED) or _is_alone(table, account),
    )


def table_name(name: str, number: int, say: Speech) -> str:
    """What a table is called."""
    return name or say("Table {n}", n=number)


def seat_marks(seats: Sequence[TableSeat]) -> tuple[SeatMark, ...]:
    """Who sits where, with letters that differ."""
    firsts = [seat.name[:1].upper() for seat in seats]
    return tuple(
        SeatMark(
            seat.name, "+" if seat.kind == FREE else (first if firsts.count(first) == 1 else f"{first}{at}"), seat.kind
        )
        for at, (seat, first) in enumerate(zip(seats, firsts, strict=True), 1)
    )


def round_name(rules: Rules, round: Round, say: Speech) -> str:
    """The round in short."""
    kind = rules.kind_of(round)
    if kind.shares_trade and not round.set:
        return say("Stock round")
    return say(kind.heading or kind.short or round.kind.capitalize(), set=round.set, number=round.number)


def time_ago(seconds: float, say: Speech) -> str:
    """How long ago, roughly."""
    minutes = int(max(seconds, 0) // 60)
    if minutes < 1:
        return say("just now")
    if minutes < 60:
        return say("{n} min", n=minutes)
    if minutes < 48 * 60:
        return say("{n} h", n=minutes // 60)
    return say.n("{n} day", "{n} days", minutes // 1440)


def _is_alone(table: TableInfo, account: int | None) -> bool:
    return all(seat.account in (None, account) and seat.kind != FREE for seat in table.seats)


def _game_state(one: Overview, own: tuple[str, ...]) -> str:
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


def _state_tag(state: str, one: Overview, own: tuple[str, ...], say: Speech) -> str:
    if state == ENDED and one.standing and one.standing.result and _winner_of(one.standing.result) in own:
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


def _rules(one: Overview) -> Rules:
    return rules_of(one.table.title, one.table.variant, one.table.rules, edition=one.table.edition)


def _detail_line(one: Overview, say: Speech) -> str:
    if one.standing is None or one.standing.result is not None:
        return variants_text(one.table.title, one.table.variant, say)
    return say("{round} · entry {n}", round=round_name(_rules(one), one.standing.round, say), n=one.number)


def _button_text(state: str, say: Speech) -> str:
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


def _state_sentence(one: Overview, state: str, say: Speech) -> str:
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
        return _say_result(one.table, one.standing.result, say)
    return say_standing(one.standing, one.table, say)


def say_standing(standing: TableStanding, table: TableInfo, say: Speech) -> str:
    """Where a running game stands, in one sentence."""
    who, actor = standing.turn, standing.actor
    bot = any(seat.name == who and seat.kind == BOT for seat in table.seats)
    if standing.step == "consent":
        return say("{player} answers an offer.", player=who)
    if standing.step == "operating-turn":
        return f"{_say_stage(standing.stage, actor, say)} {say('{player} decides.', player=who)}"
    if bot:
        return say("{player}, a bot, thinks.", player=who)
    if standing.step == "stock-round":
        return say("{player} may buy and sell shares.", player=who)
    return say("{player} decides.", player=who)


def _say_stage(stage: str, company: str, say: Speech) -> str:
    known = {
        "track": say("{company} lays track.", company=company),
        "station": say("{company} may place a station.", company=company),
        "run": say("{company} runs its trains.", company=company),
        "dividend": say("{company} decides about its dividend.", company=company),
        "acquire": say("{company} may take a company over.", company=company),
        "trains": say("{company} may buy trains.", company=company),
    }
    return known.get(stage, say("{company} has its turn.", company=company))


def _winner_of(result: dict[str, int]) -> str:
    return max(result, key=lambda player: result[player])


def _say_result(table: TableInfo, result: dict[str, int], say: Speech) -> str:
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


def _copy_row(copy: Copied, say: Speech, now: float) -> GameRow:
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
        since=time_ago(now - copy.created, say),
    )


def _request_rows(lists: Lists, say: Speech, now: float) -> tuple[LobbyRequest, ...]:
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
        found.append(
            LobbyRequest(request.kind, f"/tables/{request.table}", name, text, time_ago(now - request.at, say))
        )
    return tuple(found)


def _offer_rows(rows: Sequence[GameRow], say: Speech) -> tuple[LobbyRequest, ...]:
    text = say("You are asked about an offer.")
    return tuple(LobbyRequest("offer", one.address, one.name, text, one.since) for one in rows if one.state == ASKED)


def _open_table_row(one: Overview, say: Speech, now: float) -> OpenRow:
    table = one.table
    variant = variants_text(table.title, table.variant, say)
    name = table_name(table.name, table.id, say)
    since = time_ago(now - table.created, say)
    return OpenRow(
        table.id, f"/tables/{table.id}", table.title, name, variant, seat_marks(table.seats), one.host, since
    )
