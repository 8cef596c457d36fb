"""A title at a glance: a small picture of its board, for how many, by whom, and what its variants change."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from stellwerk.draw.geometry import RADIUS, centre_of_hex, hex_corners
from stellwerk.errors import BadInput
from stellwerk.figures import BoardFigure
from stellwerk.rules import Figures, Rules
from stellwerk.table.db.records import CLOSED, WAITING, TableInfo
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import newest_edition, rules_of, titles

SMALL = 10 / RADIUS
"""The small picture's hexes have radius 10."""


class BoardOutline(msgspec.Struct, frozen=True):
    """All hexes of one colour, as the `d` of a path."""

    color: str
    path: str


class MiniBoard(msgspec.Struct, frozen=True):
    """A board so small that only colours and cities show."""

    view_box: str
    shapes: tuple[BoardOutline, ...]
    cities: tuple[tuple[float, float], ...]


class TitleCard(msgspec.Struct, frozen=True):
    """A title to pick."""

    title: str
    players: tuple[int, ...]
    players_text: str
    about: str
    credit: str


class VariantCard(msgspec.Struct, frozen=True):
    """A variant to pick, what it changes, and why it cannot be picked now, if it cannot."""

    name: str
    label: str
    changes: tuple[str, ...]
    chosen: bool = False
    clash: str = ""
    of_its_own: bool = False
    """Is it a game with a name of its own, one of which is played?"""


@cache
def mini_board(title: str) -> MiniBoard:
    """The board of a title as a small picture."""
    return small_board(rules_of(title).board.figure)


def small_board(figure: BoardFigure) -> MiniBoard:
    """A board as a small picture."""
    outline = hex_corners(figure.layout, SMALL * 0.96)
    paths: dict[str, list[str]] = {}
    middles, cities = [], []
    for hex in figure.hexes:
        x, y = (part * SMALL for part in centre_of_hex(hex.at, figure.layout))
        points = "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in outline)
        paths.setdefault("land" if hex.color == "white" else hex.color, []).append(f"M{points}z")
        middles.append((x, y))
        if hex.cities:
            cities.append((round(x, 1), round(y, 1)))
    left, top = min(x for x, _ in middles) - 11, min(y for _, y in middles) - 11
    width, height = max(x for x, _ in middles) + 11 - left, max(y for _, y in middles) + 11 - top
    shapes = tuple(BoardOutline(color, "".join(path)) for color, path in paths.items())
    return MiniBoard(f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}", shapes, tuple(cities))


def make_title_cards(say: Speech) -> tuple[TitleCard, ...]:
    """All titles there are."""
    return tuple(make_title_card(title, say) for title in titles())


def make_title_card(title: str, say: Speech) -> TitleCard:
    """One title."""
    rules = rules_of(title)
    counts, figures = tuple(rules.figures.player_counts()), rules.figures
    about = say.sentence(getattr(figures, "about", ""))
    return TitleCard(title, counts, _player_counts_line(counts_of(title), say), about, _credit_line(figures, say))


def counts_of(title: str) -> tuple[int, ...]:
    """For how many players a title is, in any of its variants."""
    variants = rules_of(title).variants
    return tuple(sorted({count for variant in variants for count in rules_of(title, variant).figures.player_counts()}))


def _credit_line(figures: Figures, say: Speech) -> str:
    if figures.designer == figures.publisher:
        return say("designed and published by {designer}", designer=figures.designer)
    return say("by {designer}, published by {publisher}", designer=figures.designer, publisher=figures.publisher)


def _player_counts_line(counts: tuple[int, ...], say: Speech) -> str:
    if counts == tuple(range(counts[0], counts[-1] + 1)) and len(counts) > 1:
        return say("{least} to {most} players", least=counts[0], most=counts[-1])
    return say("{counts} players", counts=", ".join(map(str, counts)))


def variant_label(title: str, name: str, say: Speech) -> str:
    """A variant's name as people write it."""
    rules = rules_of(title, name)
    if name == rules.variants[0] and not rules.figures.variant_name:
        return say("base game")
    told = rules.figures.variant_name or re.sub(r"(?<!\d)-", " ", name).capitalize()
    return say.sentence(told)


def variants_text(title: str, variant: str, say: Speech) -> str:
    """A variant, or several joined, in words; by its plain name, if the title is not here."""
    try:
        return ", ".join(variant_label(title, name, say) for name in variant.split("+"))
    except BadInput:
        return variant


def edition_line(table: TableInfo, say: Speech) -> str:
    """Which edition of the rules a game is played by, where it is not the newest."""
    try:
        newest = newest_edition(table.title)
    except BadInput:
        return ""
    if table.state in (WAITING, CLOSED) or table.edition == newest:
        return ""
    return say("Played by the rules of edition {n}; the newest is {newest}.", n=table.edition, newest=newest)


def variant_changes(rules: Rules, players: int, say: Speech) -> tuple[str, ...]:
    """What a variant changes: what it says of itself, or what can be read off the figures."""
    base, new = rules_of(rules.title).figures, rules.figures
    if new.about != base.about or rules.variant == rules_of(rules.title).variant:
        return (say.sentence(new.about),)
    found = (*_train_changes(base, new, say), *_cash_changes(base, new, players, say), *_tile_changes(base, new, say))
    return found or (say("Changes how some things are done, but no figures."),)


def _train_changes(base: Figures, new: Figures, say: Speech) -> tuple[str, ...]:
    before = {train.letter: train.count for train in base.trains}
    return tuple(
        say(
            "{n} cards of train {train} instead of {before}.",
            n=train.count,
            train=train.letter,
            before=before[train.letter],
        )
        for train in new.trains
        if before.get(train.letter, train.count) != train.count
    )


def _cash_changes(base: Figures, new: Figures, players: int, say: Speech) -> tuple[str, ...]:
    cash, before = new.starting_cash.get(str(players)), base.starting_cash.get(str(players))
    if dict(base.starting_cash) == dict(new.starting_cash):
        return ()
    if cash == before or cash is None or before is None:
        return (say("Other starting cash."),)
    return (
        say(
            "Each of {players} players begins with {cash} instead of {before}.",
            players=players,
            cash=f"{cash} {new.currency}",
            before=before,
        ),
    )


def _tile_changes(base: Figures, new: Figures, say: Speech) -> tuple[str, ...]:
    more = [tile for tile, count in new.tiles.items() if count != base.tiles.get(tile, 0)]
    return (say("Other tiles in the supply: {tiles}.", tiles=", ".join(more)),) if more else ()
