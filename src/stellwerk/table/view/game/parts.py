"""A company made of parts, as the table page shows it: a row each, and what the price will do."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from stellwerk.position import Position
from stellwerk.rules.parts import (
    ACTS,
    EMPTY,
    JOINED,
    KEEPS,
    LATER,
    PAYS,
    RESTS,
    WAITS,
    PartsStanding,
    PartStanding,
    Tally,
)
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.game.standing_facts import ShownTrain
from stellwerk.table.view.scene import Scene


class PartRow(msgspec.Struct, frozen=True, kw_only=True):
    """One part: who decides and why, what it has, what it does in this round."""

    company: str
    sign: str
    state: str
    letter: str
    """Stands for the player who decides."""
    decider: str
    why: str
    mine: bool
    cash: int | None
    """Nothing where it has no purse of its own any more."""
    trains: tuple[ShownTrain, ...]
    trains_text: str
    depot: str
    result: str
    tone: str


class PartStop(msgspec.Struct, frozen=True):
    """A part that counts for the price: it pays, keeps, acts, or comes later."""

    sign: str
    state: str


class PartsCard(msgspec.Struct, frozen=True, kw_only=True):
    """A company of parts."""

    company: str
    name: str
    price: int | None
    state: str
    note: str
    """What is held for the holders, or how far it is from its start."""
    held: int
    rows: tuple[PartRow, ...] = ()
    stops: tuple[PartStop, ...] = ()
    tendency: tuple[str, ...] = ()
    """What the price will do, in sentences."""


def companies_of_parts(scene: Scene) -> tuple[str, ...]:
    """The companies in play whose parts act for themselves."""
    rules, position = scene.rules, scene.position
    return tuple(c for c in rules.companies_in_play(position) if rules.standing_of_parts(position, c) is not None)


def make_parts_cards(scene: Scene) -> tuple[PartsCard, ...]:
    """The companies of a scene that are made of parts."""
    found = (scene.rules.standing_of_parts(scene.position, c) for c in companies_of_parts(scene))
    return tuple(_make_card(scene, standing) for standing in found if standing is not None)


def standing_around(scene: Scene, company: str, position: Position | None = None) -> PartsStanding | None:
    """The standing of the company that this one is, or is a part of."""
    figure = scene.rules.companies.get(company)
    if figure is None:
        return None
    return scene.rules.standing_of_parts(position or scene.position, figure.part_of or company)


def _make_card(scene: Scene, standing: PartsStanding) -> PartsCard:
    states = {part.state for part in standing.parts}
    acting = ACTS in states
    return PartsCard(
        company=standing.company,
        name=scene.rules.companies[standing.company].name,
        price=scene.rules.price_of(scene.position, standing.company),
        state=ACTS if acting else "",
        note=_say_held(scene, standing, acting),
        held=standing.held,
        rows=tuple(_make_row(scene, part) for part in standing.parts),
        stops=tuple(PartStop(part.sign, _stop_state(part)) for part in standing.parts if part.counts),
        tendency=tuple(say_tendency(scene, standing)),
    )


def _stop_state(part: PartStanding) -> str:
    if part.decided:
        return PAYS if part.for_price else KEEPS
    return part.state if part.state == ACTS else LATER


def _say_held(scene: Scene, standing: PartsStanding, acting: bool) -> str:
    last = standing.part(standing.last)
    if not acting or last is None:
        return ""
    if not standing.held:
        return scene.say("nothing held yet")
    return scene.say("held until {part} is done", part=name_of_part(scene, last))


def name_of_part(scene: Scene, part: PartStanding) -> str:
    """A part in words: its kind and numeral."""
    return scene.say("part {sign}", sign=part.sign)


def _make_row(scene: Scene, part: PartStanding) -> PartRow:
    position, joined = scene.position, part.state == JOINED
    text, tone = _say_result(scene, part)
    return PartRow(
        company=part.company,
        sign=part.sign,
        state=part.state,
        letter=scene.letter(part.decider) if part.decider else "",
        decider=_say_decider(scene, part),
        why=say_why(scene, part),
        mine=part.decider is not None and part.decider == scene.me,
        cash=None if joined else position.cash.get(part.company, 0),
        trains=() if joined else standing_facts.trains_at(scene, part.company),
        trains_text=_say_trains(scene, part),
        depot=", ".join(_place_name(scene, hex) for hex in part.depots) or scene.say("not placed yet"),
        result=text,
        tone=tone,
    )


def _place_name(scene: Scene, hex: str) -> str:
    figure = scene.rules.board.hexes.get(hex)
    return figure.name if figure is not None and figure.name else hex


def _say_decider(scene: Scene, part: PartStanding) -> str:
    if part.decider is None:
        return part.owner or scene.say("nobody")
    return scene.say("You") if part.decider == scene.me else part.decider


def say_why(scene: Scene, part: PartStanding) -> str:
    """Why somebody decides for a part: as president, through a company, by a certificate."""
    say = scene.say
    if part.owner is not None and part.owner in scene.rules.companies:
        return say("for {company}", company=part.owner)
    if not part.card:
        return say("president")
    return say("card {number}", number=part.card)


def _say_trains(scene: Scene, part: PartStanding) -> str:
    if part.state == JOINED:
        return scene.say("with {sign}", sign=_first_sign(scene, part))
    return "" if standing_facts.trains_at(scene, part.company) else scene.say("no train")


def _first_sign(scene: Scene, part: PartStanding) -> str:
    standing = standing_around(scene, part.company)
    return standing.parts[0].sign if standing is not None else ""


def _say_result(scene: Scene, part: PartStanding) -> tuple[str, str]:
    """What a part does in this round, and how that is coloured."""
    say = scene.say
    if part.state == JOINED:
        return say("joined {sign}", sign=_first_sign(scene, part)), ""
    if part.state == RESTS:
        return say("rests"), "down"
    if part.result == PAYS and part.for_price:
        return say("pays {amount}", amount=part.amount), "up"
    if part.result == PAYS:
        return say("pays {amount}, no run", amount=part.amount), "up"
    if part.result == KEEPS:
        return say("keeps {amount}", amount=part.amount), "down"
    if part.result == EMPTY:
        return say("no income"), "down"
    return {ACTS: say("acts now"), LATER: say("later"), WAITS: ""}.get(part.state, ""), ""


# What the price will do


def say_tendency(scene: Scene, standing: PartsStanding) -> Iterator[str]:
    """What the price does, true whatever the others do: every outcome that is still open, or the only one."""
    tally, say = standing.tally, scene.say
    if tally is None:
        return
    settled = tally.settled()
    if not tally.waiting or (settled is not None and tally.of > 1):
        yield _say_settled(scene, tally, settled if settled is not None else tally.price)
        return
    if tally.paying + tally.silent == 0 and not any(part.state == ACTS for part in standing.parts):
        yield say.n("{n} will count as things stand.", "{n} will count as things stand.", tally.of)
    else:
        yield say.n("{n} of {of} pays so far.", "{n} of {of} pay so far.", tally.paying, of=tally.of)
    yield from (say_outcome(scene, tally, text, after) for text, after in _open_outcomes(scene, tally))
    yield from _say_own_weight(scene, standing, tally)
    if any(part.result == PAYS and not part.for_price for part in standing.parts):
        yield say("Bonuses alone do not count.")


def _say_settled(scene: Scene, tally: Tally, after: int) -> str:
    text = scene.say("{paying} of {of} pay", paying=tally.paying, of=tally.of)
    if tally.waiting:
        text = scene.say("Settled whatever the others do")
    return say_outcome(scene, tally, text, after)


def say_outcome(scene: Scene, tally: Tally, text: str, after: int) -> str:
    """One outcome: how many pay, and the price before and after."""
    say = scene.say
    if not after:
        return say("{text}: {before}, and it is closed.", text=text, before=tally.price)
    if after == tally.price:
        return say("{text}: stays at {price}.", text=text, price=tally.price)
    return say("{text}: {before} → {after}.", text=text, before=tally.price, after=after)


def _open_outcomes(scene: Scene, tally: Tally) -> Iterator[tuple[str, int]]:
    """The outcomes that are possible still."""
    say, of = scene.say, tally.of
    most, least = tally.paying + tally.waiting, tally.paying
    majority, minority = of // 2 + 1, (of - 1) // 2
    if most >= majority:
        low = max(majority, least)
        text = say("{k} of {n} pay", k=low, n=of) if low == most else say("{k} or more of {n} pay", k=low, n=of)
        yield text, tally.if_paid
    if of % 2 == 0 and least <= of // 2 <= most:
        yield say("{k} of {n} pay", k=of // 2, n=of), tally.price
    if least <= minority:
        high = min(minority, most)
        if not high:
            text = say("none pays")
        else:
            text = (
                say("{k} of {n} pay", k=high, n=of) if high == least else say("{k} or fewer of {n} pay", k=high, n=of)
            )
        yield text, tally.if_kept


def _say_own_weight(scene: Scene, standing: PartsStanding, tally: Tally) -> Iterator[str]:
    """What the reader's own parts that have not decided can settle."""
    own = [p for p in standing.parts if p.counts and not p.decided and p.decider == scene.me and scene.me is not None]
    if not own or tally.of < 2:
        return
    say, n = scene.say, len(own)
    if tally.settled(paying=n) is not None:
        yield say.n("Yours decides it if its run pays.", "Yours decide it if their runs pay.", n)
    if tally.settled(silent=n) is not None:
        yield say.n("Yours decides it if it keeps.", "Yours decide it if they keep.", n)
