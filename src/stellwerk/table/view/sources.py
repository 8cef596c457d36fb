"""Where figures come from: the rule text, public play aids, or our own reconstruction."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from stellwerk.rules import Rules
from stellwerk.table.view.naming import place_of
from stellwerk.table.view.texts import Say

RECONSTRUCTED = "reconstructed"


class Sourced(msgspec.Struct, frozen=True):
    """A figure, what we use, where it comes from."""

    figure: str
    use: str
    source: str
    """`rules`, `public` or `reconstructed`."""
    source_name: str
    reconstructed: bool
    note: str = ""


def sources_of(rules: Rules, say: Say) -> tuple[Sourced, ...]:
    """All figures of a title by their sources, reconstructed ones first."""
    return tuple(sorted(_all(rules, say), key=lambda line: not line.reconstructed))


def _all(rules: Rules, say: Say) -> Iterator[Sourced]:
    figures = rules.figures
    what = say("Share chart, trains, tiles, companies")
    yield _sourced(say, what, say("as shown on the title's page"), figures.source)
    for name, board in figures.boards.items():
        use = say.n("{n} hex", "{n} hexes", len(board.hexes))
        yield _sourced(say, say("Board {name}", name=name.capitalize()), use, board.source, board.note or "")
        for hex in board.hexes:
            if hex.source and hex.source != board.source:
                place = place_of(rules, hex.at)
                yield _sourced(say, say("Hex {place}", place=place), say("as drawn"), hex.source, hex.note or "")


def _sourced(say: Say, figure: str, use: str, source: str, note: str = "") -> Sourced:
    return Sourced(figure, use, source, source_word(say, source), source == RECONSTRUCTED, say.sentence(note))


def source_word(say: Say, source: str) -> str:
    """The name of a kind of source."""
    known = {
        "rules": say("rule book"),
        "public": say("public"),
        RECONSTRUCTED: say("reconstructed"),
    }
    return known.get(source, source)
