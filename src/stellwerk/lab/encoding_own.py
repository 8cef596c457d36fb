"""The tables of a title's own actions: all that the fields can be which tell its choices apart.

A field is known by its type (a truth, one of a few words) or by its name, as companies, hexes and cards are. An action
with another field has no table; it may say itself what its choices can be (`known_choices`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import prod
from typing import Any, Literal, get_args, get_origin

import msgspec

from stellwerk.actions import COMMON, Action
from stellwerk.lab.encoding import Catalogue
from stellwerk.position import BANK, OFFERING, POOL
from stellwerk.vocabulary import Vocabulary, tag_of, telling

PLACE, TRAIN = ("hex", "city"), ("card", "face")
PAIRS = (PLACE, TRAIN)
"""Fields of which one depends on the other: a city is one of its hex, a face one of its card."""
MOST = 20_000
"""Longer tables are not made."""

Table = tuple[str, str, Sequence[tuple[Hashable, ...]]]


def own_tables(things: Catalogue, vocabulary: Vocabulary) -> Iterator[Table]:
    """Name, meaning and keys of the tables of a title's own actions."""
    for kind in vocabulary.kinds:
        if kind not in COMMON.kinds:
            rows = choices_of(things, kind)
            if rows is not None:
                tag = tag_of(kind)
                yield tag, " x ".join(telling(kind)) or "do it", [(tag, *row) for row in rows]


def choices_of(things: Catalogue, kind: type[Action]) -> Sequence[tuple[Hashable, ...]] | None:
    """What the telling fields of a kind can be together; None where that cannot be foreseen."""
    told = kind.known_choices(things.rules)
    if told is not None:
        return tuple(dict.fromkeys(told))
    names = telling(kind)
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    domains: dict[tuple[str, ...], Sequence[Any]] = {}
    for name in names:
        pair = next((pair for pair in PAIRS if name in pair and set(pair) <= set(names)), None)
        if pair is None:
            domains[(name,)] = [(value,) for value in _domain(things, name, types[name])]
        else:
            domains[pair] = things.places if pair == PLACE else things.faces_of_cards
    if not 0 < prod(map(len, domains.values())) <= MOST:
        return None
    together = [name for parts in domains for name in parts]
    rows = (dict(zip(together, chain(*row), strict=True)) for row in product(*domains.values()))
    return tuple(tuple(row[name] for name in names) for row in rows)


def _domain(things: Catalogue, name: str, type_: Any) -> Sequence[Hashable]:
    """What a field can be; nothing where that cannot be foreseen."""
    if type_ is bool:
        return (False, True)
    if get_origin(type_) is Literal:
        return get_args(type_)
    places = (BANK, OFFERING, POOL)
    known: Mapping[str, Sequence[Hashable]] = {
        "company": things.companies, "target": things.companies, "owner": things.companies,
        "source": (*places, *things.companies), "private": things.privates, "lot": things.privates,
        "card": things.cards, "old": things.cards, "face": things.faces,
        "hex": things.hexes, "tile": tuple(things.rules.board.counts), "rotation": range(6),
        "phase": tuple(things.rules.phases),
        "percent": tuple(sorted({percent for _, percent in things.holdings})),
    }  # fmt: skip
    return known.get(name, ())
