"""The log: what happened, one block a turn, newest first; what was undone stays, folded under the undo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.actions import COMMON
from stellwerk.errors import StellwerkError
from stellwerk.events import (
    DEALS,
    DIRECTORS,
    MONEY,
    SHARES,
    TRACK,
    TRAINS,
    DividendDecided,
    Event,
    Exported,
    GameEnded,
    OrderDealt,
    Paid,
    Passed,
    Ran,
    RoundBegan,
)
from stellwerk.interop.text import to_text
from stellwerk.position import BANK, Round
from stellwerk.steps.sealed_bids import BidsOpened
from stellwerk.table.db.event_cache import Happened
from stellwerk.table.db.records import BOT, DRAW, MOVE, REDO, UNDO, Logged
from stellwerk.table.view.game.chat import TalkPart, make_talk
from stellwerk.table.view.scene import LIVE, Pick, Scene
from stellwerk.table.view.words.event_text import EventLine, EventTeller
from stellwerk.table.view.words.texts import Speech
from stellwerk.vocabulary import Vocabulary

COMPANY, PLAYER, COURSE, UNTOLD = "company", "player", "course", "untold"
"""Whose block it is: a company's turn, a player's, what the game did by itself; or an entry nobody can play again."""

COURSE_EVENTS = (BidsOpened, OrderDealt, RoundBegan, Exported, GameEnded)
"""From these on the game goes on by itself."""


class LogBlock(msgspec.Struct, frozen=True, kw_only=True):
    """A turn in the log, or an undo with what it took back."""

    kind: str
    """`company`, `player`, `course`, `undo`, `redo` or `untold`."""
    id: str = ""
    """The company or player."""
    letter: str = ""
    bot: bool = False
    head: str
    """Who, or the one thing that happened."""
    result: str = ""
    lines: tuple[EventLine, ...] = ()
    round: str = ""
    """The round it belongs to, in words."""
    number: int | None = None
    """The last entry of the block: its position is at `/tables/{id}/at/{number}`. None on a private copy."""
    at: float = 0.0
    new: bool = False
    """Since the reader's last move?"""
    undone: tuple[LogBlock, ...] = ()
    """What an undo took back."""
    kinds: tuple[str, ...] = ()
    """The kinds of its lines, for the filter."""
    sign: str | UnsetType = UNSET
    """What stands on the company's token, where that is not its name."""


class LogPart(msgspec.Struct, frozen=True, kw_only=True):
    """The log with chat and notes beside it."""

    blocks: tuple[LogBlock, ...]
    older: int
    """How many entries come before: they are in the whole log."""
    whole: str
    """Where the whole log is."""
    table: str
    """The address of the table; positions lie under it."""
    filters: tuple[tuple[str, str], ...]
    talk: TalkPart


def make_log(scene: Scene, pick: Pick) -> LogPart:
    """The log part of a scene."""
    past, table = scene.past, f"/tables/{scene.table.id}"
    tried = _tried_blocks(scene)
    blocks = [*reversed(tried), *reversed(blocks_of(scene, past.entries))]
    return LogPart(
        blocks=tuple(blocks),
        older=past.older,
        whole=f"{table}/log",
        table=table,
        filters=log_filters(scene.say),
        talk=make_talk(scene),
    )


def log_filters(say: Speech) -> tuple[tuple[str, str], ...]:
    """What the log can be asked for."""
    return (
        ("", say("Everything")),
        (TRACK, say("Track")),
        (SHARES, say("Shares")),
        (TRAINS, say("Trains")),
        (DIRECTORS, say("Directors")),
        (DEALS, say("Deals")),
        (MONEY, say("Money")),
    )


def filter_blocks(blocks: Iterable[LogBlock], kind: str) -> list[LogBlock]:
    """The blocks with something of a kind, and of their lines only those."""
    if not kind:
        return list(blocks)
    found = []
    for block in blocks:
        lines = tuple(line for line in block.lines if line.kind == kind)
        if kind in block.kinds:
            found.append(msgspec.structs.replace(block, lines=lines))
    return found


class _Building(msgspec.Struct):
    """A block that is being gathered."""

    kind: str
    id: str
    round: Round
    director: str = ""
    number: int | None = None
    first: int = 0
    at: float = 0.0
    lines: list[EventLine] = []
    events: list[Event] = []
    secret: str = ""
    """An amount that only the reader is told."""


def blocks_of(scene: Scene, entries: Sequence[Logged]) -> list[LogBlock]:
    """The blocks of some entries, oldest first."""
    builder = _LogBuilder(scene)
    for entry in entries:
        if entry.undone_by is None:
            builder.add(entry, [line for line in entries if line.undone_by == entry.number])
    return builder.finished()


def _tried_blocks(scene: Scene) -> list[LogBlock]:
    """What was played on a copy."""
    builder = _LogBuilder(scene)
    for action, what in scene.past.tried:
        builder.step(None, action, what, "", scene.past.now)
    return builder.finished()


class _LogBuilder:
    """Puts steps together to turns."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self.done: list[LogBlock] = []
        self.open: _Building | None = None
        self.waiting: list[Event] = []
        """What happened at the end of a turn and belongs to the next one."""
        self.mine = mine = {scene.table.seats[seat].name for seat in scene.mine}
        moved = [entry.number for entry in scene.past.entries if entry.kind == MOVE and entry.who in mine]
        self.seen = max(moved, default=0) if scene.mode == LIVE and mine else None

    def finished(self) -> list[LogBlock]:
        """All blocks, the last one closed."""
        self._close()
        if self.waiting:
            self._course(self.waiting, self.scene.position.round, self.done[-1].number if self.done else None, 0.0)
        self._close()
        return self.done

    def add(self, entry: Logged, undone: Sequence[Logged]) -> None:
        """One more entry of the log."""
        if entry.kind in (UNDO, REDO):
            self._close()
            self.done.append(self._turned_back(entry, undone))
            return
        if entry.number in self.scene.past.untold:
            self._close()
            new = self.seen is not None and entry.number > self.seen
            self.done.append(self._untold(entry, new))
            return
        what = self.scene.past.happened.get(entry.number, Happened())
        self.step(entry.number, entry.action or {}, what, entry.kind, entry.at)

    def _untold(self, entry: Logged, new: bool) -> LogBlock:
        round = self.done[-1].round if self.done else ""
        return untold_block(entry, self.scene.say, self.scene.rules.shapes.actions, round, new)

    def step(self, number: int | None, action: dict[str, Any], what: Happened, kind: str, at: float) -> None:
        """One more step: its own events go to the block of the turn, what followed by itself to the next."""
        own, course = _split_own_events(what.events)
        chance = kind == DRAW or action.get("type") == "draw"
        if self.open is None or (not chance and (self.open.id, self.open.round) != (what.turn, what.round)):
            self._close()
            whose = COMPANY if what.turn in self.scene.rules.companies else PLAYER if what.turn else COURSE
            self.open = _Building(whose, what.turn, what.round, what.director, first=number or 0)
        block = self.open
        block.number, block.at = number, at
        block.lines += EventTeller(self.scene, what.turn, what.was).tell([*self._late(what.turn), *own])
        block.events += own
        block.secret = self._own_secret(number, action, what.turn) or block.secret
        if course:
            self._after(course, what.round, number, at)

    def _own_secret(self, number: int | None, action: dict[str, Any], turn: str) -> str:
        """The amount of a secret action of the reader's own."""
        kind = self.scene.rules.shapes.actions.by_tag.get(str(action.get("type")))
        amount = action.get(kind.number) if kind is not None and kind.secret_until and turn in self.mine else None
        return "" if amount is None else self.scene.money(int(amount))

    def _late(self, turn: str) -> list[Event]:
        """What waits for this turn."""
        found = [event for event in self.waiting if getattr(event, "company", turn) == turn]
        self.waiting = [event for event in self.waiting if event not in found]
        return found

    def _after(self, events: Sequence[Event], round: Round, number: int | None, at: float) -> None:
        """What the game did by itself after a step: at the end of a round, at the beginning of the next."""
        begins = next((index for index, event in enumerate(events) if isinstance(event, RoundBegan)), None)
        if begins is None and not any(isinstance(event, COURSE_EVENTS) for event in events):
            self.waiting += events
            return
        end = len(events) if begins is None else begins
        self._course(events[:end], round, number, at)
        if begins is not None:
            self._course(events[end + 1 :], self._round_after(number), number, at)

    def _round_after(self, number: int | None) -> Round:
        """The round that holds after an entry."""
        for entry in self.scene.past.entries if number is not None else ():
            if entry.parent == number and entry.number in self.scene.past.happened and entry.undone_by is None:
                return self.scene.past.happened[entry.number].round
        return self.scene.position.round

    def _course(self, events: Sequence[Event], round: Round, number: int | None, at: float) -> None:
        self._close()
        lines = EventTeller(self.scene).tell(events)
        if lines:
            made = _Building(COURSE, "", round, "", number, number or 0, at, lines, list(events))
            self.done.append(self._block(made))

    def _close(self) -> None:
        if self.open is not None and (self.open.lines or self.open.kind != COURSE):
            self.done.append(self._block(self.open))
        self.open = None

    def _block(self, made: _Building) -> LogBlock:
        """A block as it is shown; a single line becomes its head."""
        lines = list(made.lines)
        head = self._head(made)
        if made.kind == PLAYER and len(lines) == 1:
            head, lines = lines[0].text, []
        elif made.kind == COURSE and len(lines) == 1:
            head, lines = _is_large(lines[0].text), []
        seat = self.scene.seat_of(made.id)
        return LogBlock(
            kind=made.kind,
            id=made.id,
            letter=self.scene.letter(made.id) if seat is not None else "",
            bot=seat is not None and seat.kind == BOT,
            head=head,
            result=self._result(made),
            lines=tuple(lines),
            round=round_name(self.scene, made.round),
            number=made.number,
            at=made.at,
            new=self.seen is not None and made.first > self.seen,
            kinds=tuple(sorted({line.kind for line in made.lines})),
            sign=sign if made.kind == COMPANY and (sign := self.scene.token(made.id)) != made.id else UNSET,
        )

    def _head(self, made: _Building) -> str:
        say, scene = self.scene.say, self.scene
        teller = EventTeller(scene)
        if made.kind == COMPANY:
            return say("{company}, {director}", company=made.id, director=teller.name(made.director or BANK))
        if made.kind == PLAYER:
            return _is_large(teller.name(made.id)) if made.lines else say("{player} decides", player=made.id)
        if any(isinstance(event, BidsOpened) for event in made.events):
            return say("All envelopes are opened")
        if any(isinstance(event, Paid) for event in made.events):
            return say("The round begins")
        return say("The round ends")

    def _result(self, made: _Building) -> str:
        """What it came to, in money."""
        scene, say = self.scene, self.scene.say
        if made.secret:
            return made.secret
        if made.kind == COMPANY:
            for event in made.events:
                if isinstance(event, DividendDecided) and event.revenue:
                    amount = scene.money(event.revenue)
                    return (
                        say("{amount} kept", amount=amount)
                        if event.kind == "retain"
                        else say("{amount} paid", amount=amount)
                    )
            return say("no run") if any(isinstance(event, Ran) for event in made.events) else ""
        paid = [event for event in made.events if isinstance(event, Paid)]
        if made.kind == COURSE:
            if any(isinstance(event, BidsOpened) for event in made.events):
                return ""
            total = sum(event.amount for event in paid)
            return scene.money(total) if total else ""
        change = sum(event.amount for event in paid if event.payee == made.id)
        change -= sum(event.amount for event in paid if event.payer == made.id)
        if not change:
            return ""
        return f"+{scene.money(change)}" if change > 0 else scene.money(change).replace("-", "−")

    def _turned_back(self, entry: Logged, undone: Sequence[Logged]) -> LogBlock:
        """An undo or a redo, with the blocks it took back."""
        say, teller = self.scene.say, EventTeller(self.scene)
        count, who = len(undone), teller.name(entry.who)
        if entry.kind == REDO:
            head = say("Restored by {who}", who=who)
        elif count:
            head = say.n("{n} action undone by {who}", "{n} actions undone by {who}", count, who=who)
        else:
            head = say("Undone by {who}, and restored", who=who)
        inner = _LogBuilder(self.scene)
        for line in undone:
            inner.add(line, ())
        return LogBlock(
            kind=entry.kind,
            head=head,
            round=self.done[-1].round if self.done else "",
            number=entry.number,
            at=entry.at,
            new=self.seen is not None and entry.number > self.seen,
            undone=tuple(reversed(inner.finished())),
        )


def _split_own_events(events: Sequence[Event]) -> tuple[list[Event], list[Event]]:
    """What a step did itself, and what the game did by itself afterwards."""
    for index, event in enumerate(events):
        if isinstance(event, Passed):
            return list(events[: index + 1]), list(events[index + 1 :])
        if isinstance(event, COURSE_EVENTS):
            return list(events[:index]), list(events[index:])
    return list(events), []


def bare_blocks(entries: Sequence[Logged], say: Speech) -> list[LogBlock]:
    """A log without a game, oldest first: every entry as it was written."""
    return [untold_block(entry, say) for entry in entries]


def untold_block(
    entry: Logged, say: Speech, vocabulary: Vocabulary = COMMON, round: str = "", new: bool = False
) -> LogBlock:
    """An entry of which nobody knows what happened by it."""
    if entry.kind in (UNDO, REDO):
        head = say("Undone by {who}", who=entry.who) if entry.kind == UNDO else say("Restored by {who}", who=entry.who)
        return LogBlock(kind=entry.kind, head=head, number=entry.number, at=entry.at, round=round, new=new)
    head = text_of(entry, vocabulary)
    if entry.kind != DRAW and not head.startswith(entry.who):
        head = f"{entry.who}: {head}"
    result = say("cannot be retold")
    return LogBlock(kind=UNTOLD, head=head, result=result, number=entry.number, at=entry.at, round=round, new=new)


def text_of(entry: Logged, vocabulary: Vocabulary) -> str:
    """The action of an entry in its plain text; as data, if it is none."""
    try:
        return to_text(vocabulary.decode(entry.action))
    except StellwerkError:
        return msgspec.json.encode(entry.action).decode()[:300]


def round_name(scene: Scene, round: Round) -> str:
    """A round in words."""
    return scene.say(scene.rules.kind_of(round).title or round.kind, set=round.set, number=round.number)


def _is_large(text: str) -> str:
    return text[:1].upper() + text[1:]
