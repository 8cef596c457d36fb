"""The trains part of the table page: what the bank has, the pool, limits and phases, and what comes next."""

from __future__ import annotations

from collections import Counter

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.board.ground import COLORS
from stellwerk.figures import PhaseFigure, TrainFigure
from stellwerk.position import BANK, OFFERING, OUT, POOL
from stellwerk.rules import Rules
from stellwerk.rules.privates import cards_on_privates, price_of_privates
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.game.forecast import ForecastPart, make_forecast
from stellwerk.table.view.game.standing_facts import ShownTrain
from stellwerk.table.view.scene import Pick, Scene
from stellwerk.table.view.words import vehicle_text


class TrainFace(msgspec.Struct, frozen=True):
    """A face of a card: the train, its frame, its price, and whether it is out of the game."""

    name: str
    frame: str
    price: int | UnsetType
    """Nothing where there is no money."""
    scrapped: bool
    left: int | None = None
    """How many there are of it, where each column is a stack of its own."""
    on: bool = False
    """Is it on sale, where each column is a stack of its own?"""


class Supply(msgspec.Struct, frozen=True):
    """The cards of one letter that are left (None: no end of them), one face for each column; `on`: on sale now.

    Where the bank has several stacks a line holds what comes with one phase, and each face has its own number.
    """

    letter: str
    faces: tuple[TrainFace | None, ...]
    left: int | None
    on: bool


class PileLine(msgspec.Struct, frozen=True):
    """A kind of vehicle in a stack: since which phase (its place and name), which, how many are left."""

    rank: int
    phase: str
    face: TrainFace


class Pile(msgspec.Struct, frozen=True):
    """One of two stacks of the bank, line by line."""

    heading: str
    lines: tuple[PileLine, ...]


class Limit(msgspec.Struct, frozen=True):
    """How many trains a kind of company may own."""

    kind: str
    trains: int


class Phase(msgspec.Struct, frozen=True):
    """A phase: its tiles, its limits, its operating rounds (0: the figures say otherwise)."""

    name: str
    now: bool
    tiles: tuple[str, ...]
    limits: tuple[Limit, ...]
    rounds: int


class Private(msgspec.Struct, frozen=True):
    """A private company in the game."""

    id: str
    short: str
    name: str
    owner: str
    by_company: bool
    income: int
    used: bool


class Trains(msgspec.Struct, frozen=True, kw_only=True):
    """Trains and phase."""

    phase: str
    columns: tuple[str, ...]
    """Headings of the faces: the kinds of companies or the bank's stacks, or one empty one."""
    stacks: bool
    """Is each column a stack of its own?"""
    supply: tuple[Supply, ...]
    pool: tuple[ShownTrain, ...]
    limits: tuple[Limit, ...]
    uncounted: tuple[str, ...]
    """The bank's stacks whose vehicles do not count against the limit."""
    phases: tuple[Phase, ...]
    comes: tuple[ForecastPart, ...]
    privates: tuple[Private, ...]
    stock: tuple[tuple[str, int], ...] | UnsetType = UNSET
    """What lies in a stock of its own, and how much of it."""
    private_price: int | UnsetType | None
    """What private companies cost in this operating round, where they share a price."""
    piles: tuple[Pile, ...] | UnsetType = UNSET
    """The bank's stacks where there are two of them, which stand side by side."""
    bank: int | UnsetType = UNSET
    """What the bank has left, beside two stacks."""
    rounds: int | UnsetType = UNSET
    """How many operating rounds follow a stock round now, beside two stacks."""


def make_trains_part(scene: Scene, pick: Pick) -> Trains:
    """Trains and phase of a scene."""
    rules, position = scene.rules, scene.position
    piles = two_piles(scene)
    return Trains(
        phase=position.phase,
        columns=bank_columns(scene),
        stacks=len(standing_facts.bank_piles(rules)) > 1,
        supply=by_phase(scene) if len(standing_facts.bank_piles(rules)) > 1 else bank_supply(scene),
        pool=standing_facts.trains_at(scene, POOL),
        limits=train_limits(scene, rules.phases[position.phase]),
        uncounted=uncounted_piles(scene),
        phases=list_phases(scene),
        comes=make_forecast(scene),
        privates=list_owned_privates(scene),
        stock=list_stock(scene) or UNSET,
        private_price=private_price(scene) if scene.rules.figures.has_money else UNSET,
        piles=piles or UNSET,
        bank=position.cash.get(BANK, 0) if piles and rules.figures.bank else UNSET,
        rounds=rules.phases[position.phase].operating_rounds if piles else UNSET,
    )


def list_stock(scene: Scene) -> tuple[tuple[str, int], ...]:
    """What lies in stocks of their own."""
    return tuple((scene.say.sentence(name), count) for name, count in scene.rules.signs(scene.position).stock.items())


def bank_columns(scene: Scene) -> tuple[str, ...]:
    """The bank's stacks, or the kinds of companies."""
    piles = standing_facts.bank_piles(scene.rules)
    if len(piles) > 1:
        return tuple(vehicle_text.pile_name(scene.say, pile) for pile in piles)
    return tuple(standing_facts.kind_word(scene.say, size) for size in scene.rules.figures.sizes)


def uncounted_piles(scene: Scene) -> tuple[str, ...]:
    """The stacks whose vehicles do not count against the limit of a company."""
    rules = scene.rules
    free = [f.pile for f in rules.cards.figures.values() if not any(map(rules.counts_as_train, f.faces))]
    return tuple(vehicle_text.pile_name(scene.say, pile) for pile in dict.fromkeys(free) if pile)


def two_piles(scene: Scene) -> tuple[Pile, ...]:
    """The bank's stacks where there are two: what is left, and what is gone from them and not out of the game."""
    piles = standing_facts.bank_piles(scene.rules)
    return tuple(_make_pile(scene, pile) for pile in piles) if len(piles) == 2 else ()


def _make_pile(scene: Scene, pile: str) -> Pile:
    rules, position = scene.rules, scene.position
    on_sale = {rules.cards.letter(card) for card in rules.on_stack(position)}
    left = Counter(rules.cards.letter(card) for card in position.stack)
    lines, names, rank = [], list(rules.phases), 0
    for letter, figure in rules.cards.figures.items():
        face = figure.faces[0]
        if figure.pile != pile:
            continue
        rank = _rank_of_vehicle(rules, figure) or rank
        if left[letter] or face.name not in position.scrapped:
            frame = standing_facts.vehicle_frame(rules, face)
            shown = TrainFace(face.name, frame, face.price, False, left[letter], letter in on_sale)
            lines.append(PileLine(rank, names[rank - 1], shown))
    return Pile(vehicle_text.pile_name(scene.say, pile), tuple(lines))


def _rank_of_vehicle(rules: Rules, figure: TrainFigure) -> int:
    """The phase a kind of vehicle begins or comes with, counted from 1; 0 if it only follows another one."""
    names = list(rules.phases)
    if figure.phase in names:
        return names.index(figure.phase) + 1
    with_it = (n for n, phase in enumerate(rules.phases.values(), 1) if figure.faces[0].name in phase.allows)
    return next(with_it, 0)


def by_phase(scene: Scene) -> tuple[Supply, ...]:
    """What the bank still has in its stacks, a line for each phase."""
    rules, position = scene.rules, scene.position
    on_sale = {rules.cards.letter(card) for card in rules.on_stack(position)}
    kept = cards_on_privates(rules, position)
    left = Counter(rules.cards.letter(card) for card in position.stack if card not in kept)
    lines: dict[str, dict[str, TrainFace]] = {}
    for letter, figure in rules.cards.figures.items():
        if left[letter]:
            face = figure.faces[0]
            shown = TrainFace(
                face.name, standing_facts.vehicle_frame(rules, face), face.price, False, left[letter], letter in on_sale
            )
            lines.setdefault(figure.phase or letter, {})[figure.pile] = shown
    piles = standing_facts.bank_piles(rules)
    return tuple(
        Supply(phase, tuple(faces.get(pile) for pile in piles), None, any(face.on for face in faces.values()))
        for phase, faces in lines.items()
    )


def bank_supply(scene: Scene) -> tuple[Supply, ...]:
    """The letters the bank still has, in order."""
    rules, position = scene.rules, scene.position
    on_sale = {rules.cards.letter(card) for card in rules.on_stack(position)}
    left: dict[str, int] = {}
    for card in position.stack:
        letter = rules.cards.letter(card)
        left[letter] = left.get(letter, 0) + 1
    return tuple(
        Supply(
            letter, _make_faces(scene, figure), None if figure.count is None else left[letter], letter in on_sale
        )
        for letter, figure in rules.cards.figures.items()
        if letter in left
    )  # fmt: skip


def _make_faces(scene: Scene, figure: TrainFigure) -> tuple[TrainFace | None, ...]:
    by_size = {
        face.size: TrainFace(
            face.name,
            standing_facts.train_frame(scene.rules, face.size),
            face.price if scene.rules.figures.has_money else UNSET,
            face.name in scene.position.scrapped,
        )
        for face in figure.faces
    }  # fmt: skip
    return tuple(by_size.get(size) for size in scene.rules.figures.sizes)


def train_limits(scene: Scene, phase: PhaseFigure) -> tuple[Limit, ...]:
    """The train limits of a phase."""
    return tuple(Limit(standing_facts.kind_word(scene.say, size), number) for size, number in phase.train_limit.items())


def list_phases(scene: Scene) -> tuple[Phase, ...]:
    """All phases of the game."""
    return tuple(
        Phase(
            phase.phase,
            phase.phase == scene.position.phase,
            tuple(standing_facts.colour_word(scene.say, colour) for colour in phase.tiles if colour in COLORS),
            train_limits(scene, phase),
            phase.operating_rounds,
        )
        for phase in scene.rules.figures.phases
    )


def list_owned_privates(scene: Scene) -> tuple[Private, ...]:
    """The private companies somebody owns, those of companies first."""
    rules, position = scene.rules, scene.position
    found = [
        Private(
            private,
            standing_facts.private_label(rules, private),
            scene.say.sentence(rules.privates[private].name),
            owner,
            owner in rules.companies,
            rules.private_income(position, private),
            private in position.used,
        )
        for private, owner in position.privates.items()
        if owner not in (OFFERING, OUT)
    ]
    return tuple(sorted(found, key=lambda private: not private.by_company))


def private_price(scene: Scene) -> int | None:
    """The shared price of private companies in an operating round."""
    now = scene.position.round
    if not scene.rules.kind_of(now).companies_act or not scene.rules.figures.sets:
        return None
    return price_of_privates(scene.rules, scene.position)
