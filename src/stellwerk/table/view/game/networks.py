"""Two networks on one board: whose track stands out, and which stations stop the company that acts."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from stellwerk.draw.board_pieces import Sheet
from stellwerk.table.view.game import parts, standing_facts
from stellwerk.table.view.scene import Scene

SECOND, FIRST = "s", "tram"
ABOVE = 9.0
"""How far above a city the sign stands that it stops the company."""


class BlockMark(msgspec.Struct, frozen=True):
    """A city through which the acting company cannot run, and where the sign of it stands."""

    hex: str
    x: float
    y: float


def kind_of_track(scene: Scene) -> str:
    """The kind of track of the company that acts; nothing where nobody does, or where there is one kind only."""
    rules, company = scene.rules, standing_facts.acting_company(scene.position)
    if company is None or not standing_facts.has_two_networks(rules):
        return ""
    return SECOND if rules.board_for(company) is not rules.board else FIRST


def blocked_cities(scene: Scene) -> Iterator[tuple[str, int]]:
    """The cities where depots of others stop the acting company: a run of it may end there, not pass."""
    company = standing_facts.acting_company(scene.position)
    if company is None or scene.game.over or not standing_facts.has_two_networks(scene.rules):
        return
    for hex, here in scene.position.stations.items():
        for city in dict.fromkeys(city for _, city in here):
            if not scene.rules.may_pass(scene.position, company, hex, city):
                yield hex, city


def mark_blocked_cities(scene: Scene, sheet: Sheet) -> tuple[BlockMark, ...]:
    """The signs on the board."""
    found = []
    for hex, city in blocked_cities(scene):
        cell = sheet.pieces[hex].cell
        stop = cell.plan.city(city)
        if stop is not None:
            top = min(y for _, y in stop.places) - stop.radius - ABOVE
            found.append(BlockMark(hex, round(cell.at[0] + stop.at[0], 2), round(cell.at[1] + top, 2)))
    return tuple(found)


def describe_block(scene: Scene, hex: str, blocked: frozenset[str]) -> list[str]:
    """That depots stop the acting company, in words: whose they are."""
    company = standing_facts.acting_company(scene.position)
    if company is None or hex not in blocked:
        return []
    owners = [name_of_owner(scene, owner) for owner, _ in scene.position.stations[hex]]
    return [scene.say("blocks {company}: {owners}", company=company, owners=", ".join(dict.fromkeys(owners)))]


def name_of_owner(scene: Scene, company: str) -> str:
    """Whose a station is: a part of a company by its numeral."""
    standing = parts.standing_around(scene, company)
    part = standing.part(company) if standing is not None else None
    if standing is None or part is None:
        return company
    return scene.say("{company}, part {sign}", company=standing.company, sign=part.sign)
