"""The page of a title: everything that is printed on its board, cards and sheets, and the facts of its rules."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.figures import CompanyFigure, FaceFigure, PhaseFigure, PrivateFigure, TrainFigure
from stellwerk.rules import Rules
from stellwerk.table.view.title.fact_sheet import FactSection, fact_sheet, first_prices
from stellwerk.table.view.title.figure_sources import RECONSTRUCTED, Sourced, sources_of
from stellwerk.table.view.title.tile_growth import TileSection, tile_section
from stellwerk.table.view.title.variant_changes import VariantView, variants_of
from stellwerk.table.view.words.names import (
    color_word,
    css_name,
    join_with_and,
    money_of,
    place_of,
    size_word,
    terrain_word,
)
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import rules_of, titles

SIZES = ("small", "medium", "large")


class TitleLine(msgspec.Struct, frozen=True):
    """A title in the list."""

    title: str
    address: str
    designer: str
    publisher: str
    players: tuple[int, ...]
    companies: int
    hexes: int
    variants: tuple[str, ...]
    about: str = ""


class TitleList(msgspec.Struct, frozen=True):
    """All titles that can be played."""

    titles: tuple[TitleLine, ...]


class FirstPrice(msgspec.Struct, frozen=True):
    """What a number of players begins with."""

    players: int
    cash: int | UnsetType
    """Nothing where there is no money."""
    certificate_limit: int


class PrintedFace(msgspec.Struct, frozen=True):
    """A side of a train card: the train, what it costs and what its sale scraps."""

    name: str
    size: str
    price: int | UnsetType
    """Nothing where there is no money."""
    kind: str
    scraps: tuple[str, ...]


class TrainLine(msgspec.Struct, frozen=True):
    """The cards of one letter, and what holds from the first one on."""

    letter: str
    count: int | None
    faces: tuple[PrintedFace, ...]
    columns: tuple[PrintedFace | None, ...]
    """The same, one for each kind of company."""
    new_color: str
    """The colour of tiles this phase opens."""
    new_color_name: str
    limits: tuple[int | None, ...]
    """Trains a company may own, by kinds of companies."""
    values: str
    """The colour whose values hold."""
    brings: tuple[str, ...]
    """What the first one changes, in words."""


class CompanyLine(msgspec.Struct, frozen=True):
    """A company's charter."""

    id: str
    css: str
    name: str
    size: str
    size_name: str
    homes: tuple[str, ...]
    home: str
    """The homes in words."""
    shares: tuple[int, ...]
    certificates: str
    """The certificates in words: 50 + 2 × 25."""
    station_costs: tuple[int, ...] | UnsetType
    """Nothing where there is no money; then only `stations` says how many there are."""
    float_percent: int | UnsetType
    """Nothing where a company begins with its director's certificate."""
    capital_factor: int | None
    """The capital is so many times the first price; None where the title has a rule of its own."""
    stations: int | UnsetType = UNSET


class PrivateLine(msgspec.Struct, frozen=True):
    """A private company."""

    id: str
    name: str
    size_name: str
    price: int
    income: int
    powers: tuple[str, ...]


class SetLine(msgspec.Struct, frozen=True):
    """A set of rounds: a stock round and so many operating rounds, each with the price of private companies."""

    number: int
    prices: tuple[int, ...]


class BoardLine(msgspec.Struct, frozen=True):
    """A board of the title."""

    name: str
    heading: str
    hexes: int
    layout: str
    source: str
    note: str = ""
    """What is to be said of the board where it is reconstructed."""
    marked: str = ""
    """The tile whose places are marked in the picture."""


class TitlePage(msgspec.Struct, frozen=True):
    """The whole page."""

    title: str
    variant: str
    designer: str
    publisher: str
    currency: str | UnsetType
    """Nothing, as all that is money, where there is none."""
    players: tuple[int, ...]
    about: str
    sizes: tuple[str, ...]
    size_names: tuple[str, ...]
    bank: int | UnsetType | None
    board: BoardLine
    tiles: TileSection
    chart_kind: str | UnsetType
    starts_at: dict[str, tuple[int, ...]] | UnsetType
    """Kind of company to its starting prices."""
    trains: tuple[TrainLine, ...]
    companies: tuple[CompanyLine, ...]
    privates: tuple[PrivateLine, ...]
    sets: tuple[SetLine, ...]
    starts: tuple[FirstPrice, ...]
    variants: tuple[VariantView, ...]
    facts: tuple[FactSection, ...]
    sources: tuple[Sourced, ...]
    pictures: dict[str, str]
    """Addresses of the drawings."""


def title_list() -> TitleList:
    """All titles."""
    return TitleList(tuple(_title_line(rules_of(title)) for title in titles()))


def _title_line(rules: Rules) -> TitleLine:
    figures = rules.figures
    return TitleLine(
        title=rules.title,
        address=f"/titles/{rules.title}",
        designer=figures.designer,
        publisher=figures.publisher,
        players=tuple(rules.figures.player_counts()),
        companies=len(figures.companies),
        hexes=len(rules.board.hexes),
        variants=rules.variants[1:],
        about=about_line(rules),
    )


def about_line(rules: Rules) -> str:
    """One line about the game, if its figures have one."""
    return str(getattr(rules.figures, "about", ""))


def title_page(rules: Rules, say: Speech, marked: str = "") -> TitlePage:
    """The page of a title in one of its variants; `marked` is a tile whose places the board shows."""
    figures = rules.figures
    board = next(iter(figures.boards))
    base, money = f"/titles/{rules.title}", figures.has_money
    query = "" if rules.variant == rules.variants[0] else f"?variant={rules.variant.replace('+', '%2B')}"
    return TitlePage(
        title=rules.title,
        variant=rules.variant,
        designer=figures.designer,
        publisher=figures.publisher,
        currency=figures.currency if money else UNSET,
        players=tuple(rules.figures.player_counts()),
        about=about_line(rules),
        sizes=sizes_of(rules),
        size_names=tuple(_size_name(rules, say, size) for size in sizes_of(rules)),
        bank=figures.bank if money else UNSET,
        board=_make_board(rules, say, board, marked),
        tiles=tile_section(rules, say),
        chart_kind=figures.chart.kind if money else UNSET,
        starts_at={size: tuple(first_prices(rules, size)) for size in sizes_of(rules)} if money else UNSET,
        trains=tuple(_make_trains(rules, say)),
        companies=tuple(_make_company(rules, say, company) for company in figures.companies),
        privates=tuple(_make_private(rules, say, private) for private in figures.privates) if money else (),
        sets=tuple(SetLine(number, prices) for number, prices in enumerate(figures.sets, start=1)),
        starts=tuple(
            FirstPrice(n, figures.starting_cash[str(n)] if money else UNSET, figures.certificate_limit[str(n)])
            for n in figures.player_counts()
        ),
        variants=variants_of(rules, say),
        facts=fact_sheet(rules, say),
        sources=sources_of(rules, say),
        pictures={name: f"{base}/{name}.svg{query}" for name in ("board", "tiles", *(["chart"] if money else []))},
    )


def _make_board(rules: Rules, say: Speech, name: str, marked: str) -> BoardLine:
    figure, hexes = rules.board.figure, len(rules.board.hexes)
    words = (say("Figures of this board are reconstructed."), say.sentence(figure.note or ""))
    note = " ".join(words) if figure.source == RECONSTRUCTED else ""
    return BoardLine(name, name.title(), hexes, rules.board.layout, figure.source, note.strip(), marked)


def sizes_of(rules: Rules) -> tuple[str, ...]:
    """The kinds of companies there are."""
    return tuple(rules.figures.sizes) or ("",)


def _size_name(rules: Rules, say: Speech, size: str) -> str:
    """A kind of company; nothing where a title has but one, with a name of its own."""
    word = size_word(say, size)
    return word if len(sizes_of(rules)) > 1 or size in SIZES else ""


def _make_trains(rules: Rules, say: Speech) -> Iterator[TrainLine]:
    before: PhaseFigure | None = None
    for train in rules.figures.trains:
        phase = rules.phases.get(train.letter)
        yield _make_train(rules, say, train, phase, before)
        before = phase or before


def _fewer_cards(rules: Rules, say: Speech, train: TrainFigure) -> Iterator[str]:
    """How many cards a game has that does without some of them, by the number of players."""
    for count in rules.figures.player_counts() if train.count else ():
        stack = rules.new_position([f"P{number}" for number in range(count)], 0).stack
        left = sum(rules.cards.letter(card) == train.letter for card in stack)
        if 0 < left < (train.count or 0):
            yield say("With {players} players there are {count} of them.", players=count, count=left)


def _phase_words(rules: Rules, say: Speech, train: TrainFigure) -> Iterator[str]:
    """What a card has to do with a phase that is called after another."""
    if train.phase and rules.counts_as_train(train.faces[0]):
        yield say("Begins phase {phase}, too.", phase=say.find(train.phase))
    elif train.phase:
        yield say("On sale from phase {phase} on.", phase=say.find(train.phase))


def _make_train(
    rules: Rules, say: Speech, train: TrainFigure, phase: PhaseFigure | None, before: PhaseFigure | None
) -> TrainLine:
    old_colors = before.tiles if before else ()
    new = next((color for color in phase.tiles if color not in old_colors), "") if phase else ""
    priced = rules.figures.has_money
    faces = tuple(PrintedFace(f.name, f.size, f.price if priced else UNSET, f.kind, f.scraps) for f in train.faces)
    sizes = sizes_of(rules)
    return TrainLine(
        letter=train.letter,
        count=train.count,
        faces=faces,
        columns=tuple(next((face for face in faces if face.size == size), None) for size in sizes),
        new_color=new,
        new_color_name=color_word(say, new) if new else "",
        limits=tuple(phase.train_limit.get(size) if phase else None for size in sizes),
        values=phase.values if phase else "",
        brings=(*_fewer_cards(rules, say, train), *_what_train_brings(rules, say, train, phase, before)),
    )


def _what_train_brings(
    rules: Rules, say: Speech, train: TrainFigure, phase: PhaseFigure | None, before: PhaseFigure | None
) -> Iterator[str]:
    """What changes with the first card of a letter."""
    yield from (text for face in train.faces if (text := _what_train_scraps(rules, say, face, train)))
    yield from _phase_words(rules, say, train)
    if phase is None:
        return
    for what in phase.allows:
        if before is not None and what not in before.allows:
            yield _say_allowed(say, what)
    if before is not None and phase.values != before.values:
        yield say("Red areas take their {color} value.", color=color_word(say, phase.values))
    if before is not None and phase.operating_rounds != before.operating_rounds:
        n = phase.operating_rounds
        yield say.n("{n} operating round follows a stock round.", "{n} operating rounds follow a stock round.", n)


def _what_train_scraps(rules: Rules, say: Speech, face: FaceFigure, train: TrainFigure) -> str:
    """What the first train of a name scraps; a name may come with several letters."""
    first = next(t.letter for t in rules.figures.trains if any(f.name == face.name for f in t.faces))
    if not face.scraps or first != train.letter:
        return ""
    fields = {"train": face.name, "old": join_with_and(say, list(face.scraps))}
    if rules.figures.trains_stay:
        return say("{train} makes {old} obsolete.", **fields)
    return say("{train} scraps {old}.", **fields)


def _say_allowed(say: Speech, what: str) -> str:
    known = {
        "small": say("Small companies."),
        "medium": say("Medium companies."),
        "large": say("Large companies."),
        "trains-between-companies": say("Companies may sell trains to each other."),
        "privates-to-companies": say("Companies may buy private companies from players."),
    }
    return known.get(what, what)


def _make_company(rules: Rules, say: Speech, company: CompanyFigure) -> CompanyLine:
    hexes = tuple(place.hex for place in company.home)
    needed = company.float_percent or rules.figures.float_percent
    return CompanyLine(
        id=company.id,
        css=css_name(company.id),
        name=company.name,
        size=company.size,
        size_name=size_word(say, company.size),
        homes=hexes,
        home=_say_home(rules, say, company),
        shares=company.shares,
        certificates=_count_certificates(company.shares),
        station_costs=company.token_costs if rules.figures.has_money else UNSET,
        stations=UNSET if rules.figures.has_money else len(company.token_costs),
        float_percent=needed if rules.figures.has_money else UNSET,
        capital_factor=company.capital_factor if type(rules).capital is Rules.capital else None,
    )


def _say_home(rules: Rules, say: Speech, company: CompanyFigure) -> str:
    places = [place_of(rules, place.hex) for place in company.home]
    if company.home_name and len(places) == 1:
        places = [f"{company.home[0].hex} {company.home_name}"]
    if company.home_tile and len(places) > 1:
        return say("{one} or {other}", one=", ".join(places[:-1]), other=places[-1])
    return join_with_and(say, places)


def _count_certificates(shares: tuple[int, ...]) -> str:
    """The director's certificate, then how many of each kind: 50 + 2 × 25; nothing for a part of a company."""
    if not shares:
        return ""
    rest = dict.fromkeys(shares[1:])
    return " + ".join([str(shares[0]), *(f"{shares[1:].count(percent)} × {percent}" for percent in rest)])


def _make_private(rules: Rules, say: Speech, private: PrivateFigure) -> PrivateLine:
    full = say.sentence(private.name)
    name = f"{full} ({private.short})" if private.short else full
    size = size_word(say, private.size)
    return PrivateLine(private.id, name, size, private.price, private.income, tuple(_say_powers(say, private)))


def _say_powers(say: Speech, private: PrivateFigure) -> Iterator[str]:
    """What a private company can do, once, as its card says."""
    if private.free_terrain:
        words = join_with_and(say, [terrain_word(say, terrain) for terrain in private.free_terrain])
        yield say("Makes the terrain of one tile free: {terrain}.", terrain=words)
    if private.purple_tile_colors:
        words = join_with_and(say, [color_word(say, color) for color in private.purple_tile_colors])
        yield say("Lays one purple-edged tile: {colors}.", colors=words)
    told = str(getattr(private, "power", ""))
    if told:
        yield say.sentence(told)


def in_money(rules: Rules, amount: int) -> str:
    """An amount with the unit; for templates."""
    return money_of(rules, amount)
