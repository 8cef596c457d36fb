"""The fact sheet of a title: sentences made of its figures, each with the clause it stands on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from stellwerk.board.ground import COLORS
from stellwerk.figures import TrainFigure
from stellwerk.position import OFFERING
from stellwerk.rules import Rules
from stellwerk.table.view.title.fact_lines import CHAPTERS, OTHER, UNSAID, Chapter
from stellwerk.table.view.title.fact_lines_of_boards import MORE
from stellwerk.table.view.words.names import (
    clause_anchor,
    color_word,
    group_digits,
    join_with_and,
    money_of,
    place_of,
    size_word,
    terrain_word,
)
from stellwerk.table.view.words.texts import Speech

START = "start"
"""The chapter about the beginning."""


class Clause(msgspec.Struct, frozen=True):
    """A clause of the rule book, by its number; `anchor` is empty where an earlier line has it."""

    id: str
    anchor: str
    first: bool
    """Is this the place its anchor stands at?"""


class Fact(msgspec.Struct, frozen=True):
    """One sentence, the codes of the refusals it explains, and the clause behind it."""

    text: str
    codes: tuple[str, ...] = ()
    clauses: tuple[Clause, ...] = ()


class FactSection(msgspec.Struct, frozen=True):
    """Facts that belong together."""

    heading: str
    facts: tuple[Fact, ...]


def fact_sheet(rules: Rules, say: Speech) -> tuple[FactSection, ...]:
    """All facts of a title, by sections; every clause a refusal can name is among them once with its anchor."""
    fields, seen = fill_blanks(rules, say), set[str]()
    own = [section for chapter in rules.figures.facts.values() for section in chapter]
    said = {code for code, section in rules.figures.clauses.items() if section in own}
    sections = [FactSection(say("About this sheet"), tuple(_lines_about_title(rules, say)))]
    for chapter in CHAPTERS:
        told = tuple(_own_facts(rules, say, chapter, fields, seen))
        facts = (*told, *_join_facts(_shared_facts(rules, say, chapter, fields, seen, said)))
        if chapter.key == START and not told:
            facts = (*_opening_facts(rules, say), *facts)
        if facts:
            sections.append(FactSection(say(chapter.heading), facts))
    rest = [code for code in rules.figures.clauses if code not in said and _says_something(rules, code)]
    if rest:
        facts = tuple(_make_fact(rules, code, say(UNSAID, code=code), seen) for code in rest)
        sections.append(FactSection(say(OTHER), facts))
    return tuple(sections)


def _holds(rules: Rules, section: str) -> bool:
    """Does a section of the book hold for this variant?"""
    return not rules.figures.sections or section.startswith(rules.figures.sections)


def _says_something(rules: Rules, code: str) -> bool:
    """Can a refusal be heard in this variant? Of what things cost nothing is said where there is no money."""
    of_money = code.startswith("no-cash") and not rules.figures.has_money
    return _holds(rules, rules.figures.clauses[code]) and not of_money


def _lines_about_title(rules: Rules, say: Speech) -> Iterator[Fact]:
    """Whose game it is, and what counts in a dispute."""
    figures = rules.figures
    yield Fact(
        say(
            "{title} is a game by {designer}, published by {publisher}.",
            title=figures.title,
            designer=figures.designer,
            publisher=figures.publisher,
        )
    )
    yield Fact(say("The rule book is the law. This sheet sums it up in our own words and does not replace it."))
    yield Fact(say("The number after a line is the clause it stands on."))
    yield Fact(say("Where the book is silent or says two things, the line says how it is played here."))


def _own_facts(
    rules: Rules, say: Speech, chapter: Chapter, fields: Mapping[str, Any], seen: set[str]
) -> Iterator[Fact]:
    """What the title says itself, for each section with the refusals that stand on it."""
    for section, text in rules.figures.facts.get(chapter.key, {}).items():
        if not _holds(rules, section):
            continue
        codes = tuple(code for code, named in rules.figures.clauses.items() if named == section)
        yield Fact(say.sentence(text).format(**fields), codes, (_make_clause(section, seen),))


def _shared_facts(
    rules: Rules, say: Speech, chapter: Chapter, fields: Mapping[str, Any], seen: set[str], said: set[str]
) -> Iterator[Fact]:
    """The sentences that all titles share."""
    for code, text in (*chapter.lines, *MORE.get(chapter.key, ())):
        for known in _codes_of_line(rules, code):
            if known not in said and _says_something(rules, known):
                said.add(known)
                case = known.partition(" ")[2]
                more = {"place": place_of(rules, case), "size": size_word(say, case)}
                yield _make_fact(rules, known, say(text, **{**fields, **more}), seen)


def _join_facts(facts: Iterator[Fact]) -> tuple[Fact, ...]:
    """Neighbours that stand on one clause become one fact."""
    joined: list[Fact] = []
    for fact in facts:
        last = joined[-1] if joined else None
        if last is not None and last.clauses[0].id == fact.clauses[0].id:
            joined[-1] = Fact(f"{last.text} {fact.text}", (*last.codes, *fact.codes), last.clauses)
        else:
            joined.append(fact)
    return tuple(joined)


def _codes_of_line(rules: Rules, code: str) -> list[str]:
    """The codes of a title a line is for: its own, or with `*` all its cases."""
    if not code.endswith(" *"):
        return [code] if code in rules.figures.clauses else []
    return [known for known in rules.figures.clauses if known.startswith(code[:-1])]


def _make_fact(rules: Rules, code: str, text: str, seen: set[str]) -> Fact:
    return Fact(text, (code,), (_make_clause(rules.figures.clauses[code], seen),))


def _make_clause(section: str, seen: set[str]) -> Clause:
    clause = Clause(section, clause_anchor(section), section not in seen)
    seen.add(section)
    return clause


def _opening_facts(rules: Rules, say: Speech) -> Iterator[Fact]:
    """What no refusal names, for a title that says nothing of it: who may play, with what, when companies begin."""
    figures = rules.figures
    counts = [str(count) for count in rules.figures.player_counts()]
    yield Fact(say("The game is for {counts} players.", counts=join_with_and(say, counts)))
    if not figures.has_money:
        return
    yield Fact(say("Each begins with, by the number of players: {cash}.", cash=_starting_cash(rules)))
    if figures.bank is None:
        yield Fact(say("The bank has as much money as it needs."))
    else:
        yield Fact(say("The bank begins with {amount}, less the players' cash.", amount=money_of(rules, figures.bank)))
    when = say("at once") if rules.floats_at_once else say("at the end of the stock round")
    yield Fact(say("A company floats when {percents} is sold, {when}.", percents=_float_blank(rules), when=when))


def _starting_cash(rules: Rules) -> str:
    cash = rules.figures.starting_cash
    return ", ".join(f"{count}: {money_of(rules, cash[str(count)])}" for count in rules.figures.player_counts())


def _float_blank(rules: Rules) -> str:
    usual = rules.figures.float_percent
    own = {c.id: c.float_percent for c in rules.figures.companies if c.float_percent not in (None, usual)}
    return ", ".join([f"{usual}%", *(f"{company}: {percent}%" for company, percent in own.items())])


def fill_blanks(rules: Rules, say: Speech) -> dict[str, Any]:
    """What stands in the blanks of the sentences."""
    return {
        **_money_blanks(rules, say),
        **_company_blanks(rules, say),
        **_board_blanks(rules, say),
        **_train_blanks(rules, say),
    }


def _money_blanks(rules: Rules, say: Speech) -> dict[str, Any]:
    figures = rules.figures
    left = {(figures.bank or 0) - int(count) * cash for count, cash in figures.starting_cash.items()}
    return {
        "starting_cash": _starting_cash(rules),
        "bank": money_of(rules, figures.bank or 0),
        "bank_left": join_with_and(say, [money_of(rules, amount) for amount in sorted(left)]),
        "rounds": " | ".join(" ".join(map(str, prices)) for prices in figures.sets),
        "private_prices": _private_prices(rules, say),
        "lot_prices": ", ".join(money_of(rules, private.price) for private in figures.privates),
    }


def _private_prices(rules: Rules, say: Speech) -> str:
    """What private companies cost, by their sizes."""
    prices: dict[str, list[str]] = {}
    for private in rules.figures.privates:
        prices.setdefault(size_word(say, private.size), []).append(str(private.price))
    return "; ".join(f"{size} {', '.join(amounts)}".strip() for size, amounts in prices.items())


def _company_blanks(rules: Rules, say: Speech) -> dict[str, Any]:
    figures = rules.figures
    counts = [str(count) for count in rules.figures.player_counts()]
    directors = _by_size(rules, say, lambda size: f"{_of_size(rules, size)[0].shares[0]}%")
    return {
        "steps": ", ".join(_step_word(say, stage.name) for stage in rules.turn),
        "companies": len(figures.companies),
        "privates": len(figures.privates),
        "director_percents": directors,
        "pars": _by_size(rules, say, lambda size: ", ".join(map(str, first_prices(rules, size)))),
        "share_places": join_with_and(say, [_place_word(say, place) for place in rules.sources]),
        "sales_place": _place_word(say, rules.sales_go_to),
        "certificate_limits": ", ".join(f"{count}: {figures.certificate_limit[count]}" for count in counts),
        "ownership_limits": _by_size(rules, say, lambda size: f"{figures.ownership_limit[size]}%"),
        "pool_limit": rules.figures.pool_limit,
        "private_trade": _allowed_from(rules, "privates-to-companies", say),
        "train_trade": _allowed_from(rules, "trains-between-companies", say),
        "station_costs": _by_size(rules, say, lambda size: _describe_station_costs(rules, size)),
        "markers": _by_size(rules, say, lambda size: _marker_counts(rules, size)),
    }


def _board_blanks(rules: Rules, say: Speech) -> dict[str, Any]:
    board, figures = rules.board, rules.figures
    company = next(iter(rules.companies))
    position = rules.new_position([f"player {index}" for index in range(min(figures.player_counts()))], 0)
    first, later = (rules.yellow_tiles(position, company, turn) for turn in (True, False))
    tiles = say.n("{n} yellow tile", "{n} yellow tiles", later)
    if first != later:
        tiles = say("{tiles} ({first} in its first turn)", tiles=tiles, first=first)
    costs = sorted({(cost.terrain, cost.amount) for hex in board.hexes.values() if (cost := hex.cost) is not None})
    used = [color for color in COLORS[1:] if any(tile.color == color for tile in board.tiles.values())]
    numbers = {color: sum(board.counts[t.id] or 0 for t in board.tiles.values() if t.color == color) for color in used}
    return {
        "yellow_tiles": tiles,
        "hexes": len(board.hexes),
        "tile_kinds": len(board.tiles),
        "tile_counts": ", ".join(f"{number} {color_word(say, color)}" for color, number in numbers.items()),
        "colors": ", ".join(f"{color_word(say, color)} {_color_from(rules, color, say)}" for color in used),
        "color_order": ", ".join(color_word(say, color) for color in used),
        "labels": ", ".join(sorted({tile.label for tile in board.tiles.values() if tile.label})),
        "stubs": ", ".join(hex.at for hex in board.hexes.values() if hex.stubs),
        "terrain": ", ".join(f"{terrain_word(say, terrain)} {amount}" for terrain, amount in costs),
        "tile_costs": ", ".join(f"{tile.id}: {tile.cost.amount}" for tile in board.tiles.values() if tile.cost),
        "special_tiles": ", ".join(tile for tile in figures.tiles if rules.special_tile(tile)),
    }


def _train_blanks(rules: Rules, say: Speech) -> dict[str, Any]:
    figures = rules.figures
    cards = [f"{train.letter} × {'∞' if train.count is None else train.count}" for train in figures.trains]
    limits = [f"{say.find(p.phase)}: {' / '.join(map(str, p.train_limit.values()))}" for p in figures.phases]
    names = dict.fromkeys(face.name for train in figures.trains for face in train.faces)
    return {
        "train_cards": ", ".join(cards),
        "train_faces": "; ".join(_describe_faces(rules, say, train) for train in figures.trains),
        "train_limits": ", ".join(limits),
        "train_names": ", ".join(names),
    }


def _describe_faces(rules: Rules, say: Speech, train: TrainFigure) -> str:
    """The sides of a card with their prices: `b: 2 for 70 K, 2+2 for 80 K`."""
    sides = [say("{train} for {price}", train=f.name, price=money_of(rules, f.price)) for f in train.faces]
    letter = "" if train.letter == train.faces[0].name else f"{train.letter}: "
    return letter + ", ".join(sides)


def _of_size(rules: Rules, size: str) -> list[Any]:
    return [company for company in rules.figures.companies if company.size == size]


def first_prices(rules: Rules, size: str) -> list[int]:
    """The first prices of a kind of company; none where there are no such companies."""
    return sorted(
        {price for company in _of_size(rules, size) for price in rules.chart.starts(company.id, company.size)}
    )


def _by_size(rules: Rules, say: Speech, tell: Any) -> str:
    """What holds for each kind of company; said once where there is one kind only."""
    sizes = [size for size in rules.figures.sizes if _of_size(rules, size)]
    told = [(size_word(say, size), tell(size)) for size in sizes]
    if len(told) == 1 or len({text for _, text in told}) == 1:
        return str(told[0][1])
    return "; ".join(f"{name} {text}" for name, text in told)


def _describe_station_costs(rules: Rules, size: str) -> str:
    """What the markers of a kind of company cost, home first; once for all that have the same."""
    kinds = dict.fromkeys(company.token_costs for company in _of_size(rules, size))
    if len(kinds) == 1:
        return ", ".join(group_digits(cost) for cost in next(iter(kinds)))
    named = {costs: [c.id for c in _of_size(rules, size) if c.token_costs == costs] for costs in kinds}
    return "; ".join(f"{'/'.join(ids)} {', '.join(map(group_digits, costs))}" for costs, ids in named.items())


def _marker_counts(rules: Rules, size: str) -> str:
    numbers = sorted({len(company.token_costs) for company in _of_size(rules, size)})
    if len(numbers) == 1:
        return str(numbers[0])
    return ", ".join(f"{company.id} {len(company.token_costs)}" for company in _of_size(rules, size))


def _allowed_from(rules: Rules, what: str, say: Speech) -> str:
    return next((say.find(phase.phase) for phase in rules.figures.phases if what in phase.allows), "–")


def _color_from(rules: Rules, color: str, say: Speech) -> str:
    return next((say.find(phase.phase) for phase in rules.figures.phases if color in phase.tiles), "–")


def _place_word(say: Speech, place: str) -> str:
    return say("the initial offering") if place == OFFERING else say("the bank pool")


def _step_word(say: Speech, stage: str) -> str:
    known = {
        "track": say("track"),
        "station": say("station"),
        "run": say("run"),
        "dividend": say("dividend"),
        "acquire": say("acquisitions"),
        "trains": say("trains"),
        "end": say("end of turn"),
    }
    return known.get(stage, stage)
