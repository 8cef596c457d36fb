"""Where figures come from: the rule text, public play aids, or our own reconstruction."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from stellwerk.rules import Rules
from stellwerk.table.view.words.names import place_of
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import rules_of

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


def sources_of(rules: Rules, say: Speech) -> tuple[Sourced, ...]:
    """All figures of a title by their sources, reconstructed ones first."""
    return tuple(sorted(_all_sources(rules, say), key=lambda line: not line.reconstructed))


def all_sources_of(title: str, say: Speech) -> tuple[Sourced, ...]:
    """The same with the boards of all its variants."""
    lines = (line for variant in rules_of(title).variants for line in _all_sources(rules_of(title, variant), say))
    return tuple(sorted(dict.fromkeys(lines), key=lambda line: not line.reconstructed))


def own_line(rules: Rules, brought_by: str, say: Speech) -> str:
    """What is said of an own board where it is played on; nothing of the printed one."""
    if rules.own is None:
        return ""
    if not brought_by:
        return say("Own board: {name}.", name=rules.own.name)
    return say("Own board: {name}, brought by {player}.", name=rules.own.name, player=brought_by)


def _all_sources(rules: Rules, say: Speech) -> Iterator[Sourced]:
    figures, shown = rules.figures, say("as shown on the title's page")
    whole = say("Share chart, trains, tiles, companies")
    told = [(say.sentence(what), source) for source, figs in figures.sources.items() for what in figs]
    for what, source in told or [(whole, figures.source)]:
        yield _make_sourced(say, what, shown, source)
    for name, board in figures.boards.items():
        use = say.n("{n} hex", "{n} hexes", len(board.hexes))
        yield _make_sourced(say, say("Board {name}", name=name.title()), use, board.source, board.note or "")
        for hex in board.hexes:
            if hex.source and hex.source != board.source:
                place = place_of(rules, hex.at)
                yield _make_sourced(say, say("Hex {place}", place=place), say("as drawn"), hex.source, hex.note or "")


def _make_sourced(say: Speech, figure: str, use: str, source: str, note: str = "") -> Sourced:
    return Sourced(figure, use, source, source_word(say, source), source == RECONSTRUCTED, say.sentence(note))


def source_word(say: Speech, source: str) -> str:
    """The name of a kind of source."""
    known = {
        "rules": say("rule book"),
        "public": say("public"),
        "own": say("an owner's file"),
        RECONSTRUCTED: say("reconstructed"),
    }
    return known.get(source, source)
