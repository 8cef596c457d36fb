"""The tables of a title's own actions: all that the fields can be which tell its choices apart.

A field is known by its type (a truth, one of a few words) or by its name, as companies, hexes and cards are. An action
with another field has no table; it may say itself what its choices can be (`known_choices`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Literal, get_args, get_origin

import msgspec

from stellwerk.actions import COMMON, Action
from stellwerk.lab.encoding import Catalogue
from stellwerk.position import BANK, OFFERING, POOL
from stellwerk.vocabulary import Vocabulary, tag_of, telling

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
    if set(names) == {"hex", "city"}:
        return tuple(tuple(dict(zip(("hex", "city"), place, strict=True))[name] for name in names)
                     for place in things.places)  # fmt: skip
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    domains = [_domain(things, name, types[name]) for name in names]
    size = 1
    for domain in domains:
        size *= len(domain)
    return tuple(product(*domains)) if 0 < size <= MOST else None


def _domain(things: Catalogue, name: str, type_: Any) -> Sequence[Hashable]:
    """What a field can be; nothing where that cannot be foreseen."""
    if type_ is bool:
        return (False, True)
    if get_origin(type_) is Literal:
        return get_args(type_)
    places = (BANK, OFFERING, POOL)
    known: Mapping[str, Sequence[Hashable]] = {
        "company": things.companies, "target": things.companies, "private": things.privates, "lot": things.privates,
        "hex": things.hexes, "card": things.cards, "face": things.faces, "source": (*places, *things.companies),
        "tile": tuple(things.rules.board.counts), "rotation": range(6), "phase": tuple(things.rules.phases),
        "percent": tuple(sorted({percent for _, percent in things.holdings})),
    }  # fmt: skip
    return known.get(name, ())
