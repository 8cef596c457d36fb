"""Sealed bids on the table page: the envelopes while bids are made, and what came of them once they are open.

The envelopes show what the step shows to the reader: who has sealed a bid, and his own amount. The opening is told from
what happened by it; it stands until the reader's first own action, and can be shown again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.events import Event, OrderDealt, Paid
from stellwerk.steps.sealed_bids import BIDS, BidsOpened, SealBid, SealedBids
from stellwerk.table.db.records import BOT, DRAW, Logged
from stellwerk.table.view.game.choices import task_of
from stellwerk.table.view.game.effects import cash_changes
from stellwerk.table.view.game.history import Tool, undo_tool
from stellwerk.table.view.game.standing_facts import in_stock_round
from stellwerk.table.view.own_words import Note, note_of
from stellwerk.table.view.scene import LIVE, OLD, Pick, Scene

SEALED, YOURS, MISSING = "sealed", "yours", "missing"
"""A bid is sealed; the reader makes his now; there is none yet."""
SHOW_OPENING = "opening"
"""The pick that shows the opening again."""


class Envelope(msgspec.Struct, frozen=True):
    """A player's envelope; `amount` is his own bid, told to himself only."""

    player: str
    letter: str
    bot: bool
    you: bool
    state: str
    amount: int | None = None


class Envelopes(msgspec.Struct, frozen=True):
    """All envelopes in the order of the seats, and how many are sealed."""

    heading: str
    sealed: int
    envelopes: tuple[Envelope, ...]


class OpenedBid(msgspec.Struct, frozen=True, kw_only=True):
    """A bid that was opened, the highest first: what was given and got for it, the cash before and after."""

    place: int
    player: str
    letter: str
    bot: bool
    you: bool
    leads: bool
    """Does he act first from now on?"""
    amount: int
    tie: str
    """How a tie was settled, in words."""
    gives: int
    gets: int
    partner: str
    """With whom he exchanges; nobody, if he keeps his bid."""
    before: int
    after: int


class Opening(msgspec.Struct, frozen=True):
    """The bids that were opened, and who exchanges: pairs of places."""

    number: int
    """The entry of the opening."""
    bids: tuple[OpenedBid, ...]
    pairs: tuple[tuple[int, int], ...]
    again: bool
    """Was it asked for again?"""


def make_envelopes(scene: Scene) -> Envelopes | None:
    """The envelopes, while bids are made."""
    step = task_of(scene)
    if not isinstance(step, SealedBids) or scene.game.over:
        return None
    made = dict(step.sealed)
    envelopes = tuple(_envelope(scene, player, made) for player in scene.position.order)
    return Envelopes(_heading(scene), sum(1 for one in envelopes if one.state == SEALED), envelopes)


def _heading(scene: Scene) -> str:
    """What the round is called."""
    return scene.say(BIDS.title)


def _envelope(scene: Scene, player: str, made: Mapping[str, int | None]) -> Envelope:
    yours = scene.decides and player == scene.game.actor
    state = YOURS if yours else SEALED if player in made else MISSING
    amount = made.get(player) if state == SEALED else None
    return Envelope(player, scene.letter(player), _is_bot(scene, player), player == scene.me, state, amount)


def _is_bot(scene: Scene, player: str) -> bool:
    seat = scene.seat_of(player)
    return seat is not None and seat.kind == BOT


# The opening


def make_opening(scene: Scene, pick: Pick) -> Opening | None:
    """What came of the bids, if it is to be shown."""
    entry = find_opening(scene)
    if entry is None or entry.number not in scene.past.happened:
        return None
    again = pick.group == SHOW_OPENING
    if not again and not _is_news(scene, entry):
        return None
    events = scene.past.happened[entry.number].events
    opened = next((event for event in events if isinstance(event, BidsOpened)), None)
    return _told(scene, entry.number, opened, events, again) if opened is not None else None


def find_opening(scene: Scene) -> Logged | None:
    """The entry of the latest opening on the line that leads here."""
    return next((step for step in reversed(scene.line) if _opens_bids(step)), None)


def _opens_bids(step: Logged) -> bool:
    return step.kind == DRAW and (step.action or {}).get("what") == SealedBids.what


def _is_news(scene: Scene, entry: Logged) -> bool:
    """Has the reader done nothing since? Who only watches sees it until somebody acts."""
    if scene.mode == OLD or not scene.mine:
        return scene.line[-1] is entry
    return entry in scene.since and not scene.past.tried


def _told(scene: Scene, number: int, opened: BidsOpened, events: Sequence[Event], again: bool) -> Opening:
    paid = [event for event in events if isinstance(event, Paid)]
    order = next((event.order for event in events if isinstance(event, OrderDealt)), ())
    places = {player: place for place, (player, _) in enumerate(opened.bids)}
    later = cash_changes(list(_events_since(scene, number)))
    bids = []
    for place, (player, amount) in enumerate(opened.bids):
        gives, gets = _sum(paid, payer=player), _sum(paid, payee=player)
        partner = next((event.payee for event in paid if event.payer == player and event.payee in places), "")
        before = scene.position.cash[player] - later.get(player, 0)
        bids.append(
            OpenedBid(
                place=place + 1,
                player=player,
                letter=scene.letter(player),
                bot=_is_bot(scene, player),
                you=player == scene.me,
                leads=bool(order) and order[0] == player,
                amount=amount,
                tie=_tie(scene, opened.bids, place),
                gives=gives,
                gets=gets,
                partner=partner,
                before=before,
                after=before - gives + gets,
            )
        )
    pairs = {tuple(sorted((one.place, places[one.partner] + 1))) for one in bids if one.partner}
    return Opening(number, tuple(bids), tuple(sorted(pairs)), again)  # type: ignore[arg-type]  # two places each


def _sum(paid: Sequence[Paid], payer: str = "", payee: str = "") -> int:
    return sum(event.amount for event in paid if payer in ("", event.payer) and payee in ("", event.payee))


def _events_since(scene: Scene, number: int) -> Iterator[Event]:
    """What has happened from an entry on."""
    steps = (step.number for step in scene.line if step.number >= number)
    yield from chain.from_iterable(scene.past.happened[one].events for one in steps if one in scene.past.happened)
    yield from chain.from_iterable(what.events for _, what in scene.past.tried)


def _tie(scene: Scene, bids: Sequence[tuple[str, int]], place: int) -> str:
    """Why somebody stands before others who have bid as much."""
    player, amount = bids[place]
    equal = [other for other, bid in bids if bid == amount]
    if len(equal) < 2:
        return ""
    if player == equal[0]:
        return scene.say("tie: first in the order")
    return scene.say("tie with {player}", player=equal[0] if equal[0] != scene.me else scene.say("you"))


class OpeningLink(msgspec.Struct, frozen=True):
    """Where the opening can be seen again; `pick` is empty where it is another page."""

    address: str
    pick: str = ""


def link_to_opening(scene: Scene, pick: Pick) -> OpeningLink | None:
    """Where the opening is shown again: here, or at the position after it once the log of this page is too short."""
    entry = find_opening(scene)
    if entry is None or not in_stock_round(scene) or make_opening(scene, pick) is not None:
        return None
    if entry.number in scene.past.happened:
        return OpeningLink(f"{scene.base}?pick={SHOW_OPENING}", SHOW_OPENING)
    return OpeningLink(f"/tables/{scene.table.id}/at/{entry.number}")


# One's own bid


class SealedBid(msgspec.Struct, frozen=True, kw_only=True):
    """The reader's own bid, what it would mean, and how to take it back as long as nobody else has acted."""

    amount: int
    sealed: int
    of: int
    note: Note | UnsetType = UNSET
    back: Tool | None = None


def own_bid(scene: Scene) -> SealedBid | None:
    """The reader's own bid, if he has sealed one and the others have not all."""
    envelopes = make_envelopes(scene)
    own = next((one for one in envelopes.envelopes if one.you and one.amount is not None), None) if envelopes else None
    if envelopes is None or own is None or own.amount is None:
        return None
    way = scene.past.ways.undo if scene.mode == LIVE else None
    return SealedBid(
        amount=own.amount,
        sealed=envelopes.sealed,
        of=len(envelopes.envelopes),
        note=note_of(scene, SealBid(own.player, own.amount)),
        back=undo_tool(scene) if way is not None and way.free else None,
    )
