"""What a variant changes: found by comparing its figures with those of the base game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from stellwerk.rules import Rules
from stellwerk.rules.arranged_figures import Figures
from stellwerk.table.view.title.title_card import variant_label
from stellwerk.table.view.words.names import join_with_and, money_of
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import rules_of


class VariantView(msgspec.Struct, frozen=True):
    """A variant and its changes in words."""

    name: str
    heading: str
    address: str
    changes: tuple[str, ...]
    current: bool


def variants_of(rules: Rules, say: Speech) -> tuple[VariantView, ...]:
    """The variants of a title; none where there is only the base game."""
    own_names = rules_of(rules.title).figures.variant_name
    return tuple(_read_variant(rules, say, name) for name in (rules.variants if own_names else rules.variants[1:]))


def _read_variant(rules: Rules, say: Speech, name: str) -> VariantView:
    base, other = rules_of(rules.title), rules_of(rules.title, name)
    return VariantView(
        name=name,
        heading=variant_label(rules.title, name, say),
        address=f"/titles/{rules.title}" + (f"?variant={name}" if name != base.variant else ""),
        changes=tuple(list_changes(base, other, say)) or (say("Only rules change, no figures."),),
        current=name in rules.variant.split("+"),
    )


def list_changes(base: Rules, other: Rules, say: Speech) -> Iterator[str]:
    """What is different, one sentence a figure; first what a variant says of itself."""
    old, new = base.figures, other.figures
    if new.about != old.about or (other.variant == base.variant and new.about):
        yield say.sentence(new.about)
    yield from _say_gone(old, new, say)
    yield from _number_changes(old.starting_cash, new.starting_cash, other, say)
    yield from _limit_changes(old.certificate_limit, new.certificate_limit, say)
    yield from _train_changes(old, new, say)
    yield from _tile_changes(old, new, say)
    upgrades = [tile for tile in new.upgrades if new.upgrades[tile] != old.upgrades.get(tile)]
    for tile in upgrades:
        yield say("{tile} becomes {later}.", tile=tile, later=join_with_and(say, list(new.upgrades[tile])))
    if old.boards != new.boards and next(iter(old.boards)) != next(iter(new.boards)):
        yield say("It is played on the board {name}.", name=next(iter(new.boards)).title())
    if old.bank != new.bank and new.bank is not None:
        yield say("The bank begins with {amount}.", amount=money_of(other, new.bank))


def _say_gone(old: Figures, new: Figures, say: Speech) -> Iterator[str]:
    companies = _missing_names((company.id for company in old.companies), (company.id for company in new.companies))
    if companies:
        yield say("Companies that are not in the game: {companies}.", companies=join_with_and(say, companies))
    privates = _missing_names((private.name for private in old.privates), (private.name for private in new.privates))
    if privates:
        number = len(old.privates) - len(privates)
        yield say("Of the private companies {number} are in the game.", number=number)


def _missing_names(before: Iterable[str], now: Iterable[str]) -> list[str]:
    left = set(now)
    return [name for name in before if name not in left]


def _number_changes(old: Mapping[str, int], new: Mapping[str, int], rules: Rules, say: Speech) -> Iterator[str]:
    if old != new and rules.figures.has_money:
        told = [f"{count}: {money_of(rules, cash)}" for count, cash in _by_count(new)]
        yield say("Each begins with, by the number of players: {cash}.", cash=", ".join(told))


def _by_count(numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(numbers.items(), key=lambda item: int(item[0]))


def _limit_changes(old: Mapping[str, int], new: Mapping[str, int], say: Speech) -> Iterator[str]:
    if old != new:
        told = ", ".join(f"{count}: {limit}" for count, limit in _by_count(new))
        yield say("A player holds so many certificates at most: {certificate_limits}.", certificate_limits=told)


def _train_changes(old: Figures, new: Figures, say: Speech) -> Iterator[str]:
    before = {train.letter: train.count for train in old.trains}
    if before.keys() != {train.letter for train in new.trains}:
        own = join_with_and(say, list(dict.fromkeys(face.name for train in new.trains for face in train.faces)))
        yield say("It has trains of its own: {trains}.", trains=own)
        return
    for train in new.trains:
        if train.count != before.get(train.letter):
            count = "∞" if train.count is None else train.count
            yield say("There are {count} cards {letter} (base game {old}).", count=count, letter=train.letter,
                      old=before.get(train.letter, 0))  # fmt: skip


def _tile_changes(old: Figures, new: Figures, say: Speech) -> Iterator[str]:
    changed = [f"{tile} × {n}" for tile, n in new.tiles.items() if n != old.tiles.get(tile)]
    if changed:
        yield say("Tiles are added: {tiles}.", tiles=", ".join(changed))
    gone = [tile for tile in old.tiles if tile not in new.tiles]
    if gone:
        yield say("Tiles are taken away: {tiles}.", tiles=", ".join(gone))
