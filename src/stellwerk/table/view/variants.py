"""What a variant changes: found by comparing its figures with those of the base game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from stellwerk.rules import Rules
from stellwerk.rules.arranged import Figures
from stellwerk.table.view.naming import listed, money_of
from stellwerk.table.view.texts import Say
from stellwerk.table.view.titlecard import variant_label
from stellwerk.titles import rules_of


class VariantView(msgspec.Struct, frozen=True):
    """A variant and its changes in words."""

    name: str
    heading: str
    address: str
    changes: tuple[str, ...]
    current: bool


def variants_of(rules: Rules, say: Say) -> tuple[VariantView, ...]:
    """The variants of a title; none where there is only the base game."""
    names = [name for name in type(rules).variants if name != "base"]
    return tuple(_variant(rules, say, name) for name in names)


def _variant(rules: Rules, say: Say, name: str) -> VariantView:
    base, other = rules_of(rules.title), rules_of(rules.title, name)
    return VariantView(
        name=name,
        heading=variant_label(name, say),
        address=f"/titles/{rules.title}?variant={name}",
        changes=tuple(changes(base, other, say)) or (say("Only rules change, no figures."),),
        current=name in rules.variant.split("+"),
    )


def changes(base: Rules, other: Rules, say: Say) -> Iterator[str]:
    """What is different, one sentence a figure."""
    old, new = base.figures, other.figures
    yield from _numbers(old.starting_cash, new.starting_cash, other, say)
    yield from _limits(old.certificate_limit, new.certificate_limit, say)
    yield from _trains(old, new, say)
    yield from _tiles(old, new, say)
    upgrades = [tile for tile in new.upgrades if new.upgrades[tile] != old.upgrades.get(tile)]
    for tile in upgrades:
        yield say("{tile} becomes {later}.", tile=tile, later=listed(say, list(new.upgrades[tile])))
    if old.boards != new.boards and next(iter(old.boards)) != next(iter(new.boards)):
        yield say("It is played on the board {name}.", name=next(iter(new.boards)).capitalize())
    if old.bank != new.bank and new.bank is not None:
        yield say("The bank begins with {amount}.", amount=money_of(other, new.bank))


def _numbers(old: Mapping[str, int], new: Mapping[str, int], rules: Rules, say: Say) -> Iterator[str]:
    if old != new:
        told = [f"{count}: {money_of(rules, cash)}" for count, cash in new.items()]
        yield say("Each begins with, by the number of players: {cash}.", cash=", ".join(told))


def _limits(old: Mapping[str, int], new: Mapping[str, int], say: Say) -> Iterator[str]:
    if old != new:
        told = ", ".join(f"{count}: {limit}" for count, limit in new.items())
        yield say("A player holds so many certificates at most: {certificate_limits}.", certificate_limits=told)


def _trains(old: Figures, new: Figures, say: Say) -> Iterator[str]:
    before = {train.letter: train.count for train in old.trains}
    for train in new.trains:
        if train.count != before.get(train.letter):
            count = "∞" if train.count is None else train.count
            yield say("There are {count} cards {letter} (base game {old}).", count=count, letter=train.letter,
                      old=before.get(train.letter, 0))  # fmt: skip


def _tiles(old: Figures, new: Figures, say: Say) -> Iterator[str]:
    changed = [f"{tile} × {n}" for tile, n in new.tiles.items() if n != old.tiles.get(tile)]
    if changed:
        yield say("Tiles are added: {tiles}.", tiles=", ".join(changed))
    gone = [tile for tile in old.tiles if tile not in new.tiles]
    if gone:
        yield say("Tiles are taken away: {tiles}.", tiles=", ".join(gone))
