"""Actions as numbers: every choice a title can ever offer has an index, the same in every game of the title.

Who acts follows from the position, so an index says only what is done: `lay-tile` on this hex, this tile, this way
round. Where the engine leaves a number free, `POINTS` of its range are taken. An action says itself which of its fields
tell its choices apart; the table of a title's own action holds whatever these can be. Choices that no table foresees
are counted in the last block, in the order in which the engine offers them; more than it holds are an error, so that
none is lost.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache

from msgspec import UNSET

from stellwerk.actions import Action, Choice, GiveCertificates, LayTile
from stellwerk.errors import BadInput, StellwerkError
from stellwerk.lab.encoding import ANY_POWER, Catalogue, EncodingBlock, catalogue_of
from stellwerk.lab.encoding_own import own_tables
from stellwerk.position import POOL, Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.stages import usual_act
from stellwerk.steps.running import DecideDividend
from stellwerk.vocabulary import tag_of, telling

POINTS = (0, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 1)
"""Which points of a range are taken: the lowest, the highest, and more of them near the lowest."""

OTHERS = 64
"""How many choices can be told apart that no table foresees."""

PAID = frozenset({
    "answer", "run", "dividend", "repay", "buy-private", "bid", "take-over-private", "sell-private",
    "exchange-private", "use-private", "buy-token", "start-company", "buy-share", "sell-shares", "give-certificates",
    "acquire", "buy-train", "turn-train", "scrap-train", "return-train", "choose-city", "remove-station",
})  # fmt: skip
"""What companies and players do with money, or after such deals: games without money have no such blocks."""

Key = tuple[Hashable, ...]


def points_of_range(choice: Choice) -> Iterator[tuple[int, int]]:
    """Point and number: the points of a choice's range, each number once; its ends always at the outer points."""
    steps = (choice.high - choice.low) // choice.step
    parts = [int(part * steps) for part in POINTS]
    for point, part in enumerate(parts):
        if part not in parts[:point] and (part < steps or point == len(parts) - 1 or not steps):
            yield point, choice.low + choice.step * part


def has_range(choice: Choice) -> bool:
    """Is a number left free? (Of free routes only the best set has an index.)"""
    return choice.field not in (None, "routes")


class Unforeseen(StellwerkError):
    """A position has more choices than have an index: a table is missing."""


class ActionCode:
    """The table of a title: key to index, and what the indices mean in a position."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self.things = catalogue_of(rules)
        self.blocks: list[EncodingBlock] = []
        self.index: dict[Key, int] = {}
        self.size = 0
        self.names_companies = any(task.names_companies for task in rules.tasks)
        vocabulary = rules.shapes.actions
        for name, meaning, keys in (*_action_tables(self.things), *own_tables(self.things, vocabulary)):
            if rules.figures.has_money or name not in PAID:
                self._add(name, meaning, list(keys), vocabulary.by_tag.get(name))
        self.others = self.size
        words = "the k-th choice (a number's points one by one) that no other index stands for"
        self.blocks.append(EncodingBlock("other", self.size, OTHERS, words))
        self.size += OTHERS

    def _add(self, name: str, meaning: str, keys: Sequence[Key], kind: type[Action] | None) -> None:
        width = len(POINTS) if kind is not None and kind.number else 1
        if kind is not None and self.is_for_named(kind):
            keys = [(*key, company) for key in keys for company in self.things.companies]
            meaning = f"{meaning} x company"
        for i, key in enumerate(keys):
            self.index[key] = self.size + i * width
        self.blocks.append(EncodingBlock(name, self.size, len(keys) * width, meaning))
        self.size += len(keys) * width

    def is_for_named(self, kind: type[Action]) -> bool:
        """Is it done by a company that a player may choose, so that the company tells choices apart?"""
        return self.names_companies and kind.by == "company"

    def key(self, action: Action) -> Key:
        """What tells this action apart from others of the position, its number aside."""
        tag = tag_of(action)
        values = tuple(getattr(action, field) for field in telling(type(action)))
        if self.is_for_named(type(action)):
            values = (*values, action.actor)
        if isinstance(action, LayTile) and action.private is not None:
            return f"{tag} with {self.things.powers.get(action.private, ANY_POWER)}", *values
        if isinstance(action, GiveCertificates):
            return tag, tuple(sorted(values[0], reverse=True))
        return tag, *values

    def offers(self, position: Position) -> dict[int, Action]:
        """Index to action: all that may be played now."""
        found: dict[int, Action] = {}
        rest: list[Action] = []
        if position.agenda:
            ref = Referee(self.rules, position)
            for choice in ref.task.choices(ref):
                self._place(choice, found, rest)
        if len(rest) > OTHERS:
            kinds = ", ".join(sorted({tag_of(action) for action in rest}))
            raise Unforeseen(f"{len(rest)} choices have no index, {OTHERS} can have one: of {kinds}.")
        found.update(zip(range(self.others, self.size), rest, strict=False))
        return found

    def _place(self, choice: Choice, found: dict[int, Action], rest: list[Action]) -> None:
        """Put a choice on its indices; if it has none, or another choice has taken them, among the rest."""
        points = list(points_of_range(choice)) if has_range(choice) else [(0, 0)]
        index = self.index.get(self.key(choice.action))
        fits = len(points) == 1 or bool(choice.action.number)
        if index is None or index in found or not fits:
            rest.extend(choice.at(number) for _, number in points)
        else:
            found.update((index + point, choice.at(number)) for point, number in points)

    def decode(self, position: Position, index: int) -> Action:
        """The action an index stands for in a position."""
        action = self.offers(position).get(int(index))
        if action is None:
            raise BadInput(f"Index {index} stands for nothing that may be played now.")
        return action

    def encode(self, position: Position, action: Action) -> int:
        """The index of an action, or of the one nearest to it by its number."""
        offers = self.offers(position)
        exact = next((i for i, offered in offers.items() if offered == action), None)
        if exact is not None:
            return exact
        key = self.key(action)
        alike = {i: _number_named(offered) for i, offered in offers.items() if self.key(offered) == key}
        if not alike:
            raise BadInput("This action may not be played now.")
        return min(alike, key=lambda i: (abs(alike[i] - _number_named(action)), i))

    def block_of(self, index: int) -> EncodingBlock:
        """The block an index lies in."""
        return next(block for block in self.blocks if index < block.start + block.size)


def _number_named(action: Action) -> int:
    """The number an action names: an amount or a price."""
    return int(getattr(action, "amount", getattr(action, "price", 0)))


def _action_tables(things: Catalogue) -> Iterator[tuple[str, str, Iterator[Key]]]:
    """Name, meaning and keys of every block, in order."""
    yield from _small_tables(things)
    yield from _share_tables(things)
    yield from _train_tables(things)
    yield from _board_tables(things)


def _make_keys(tag: str, rows: Sequence[Hashable]) -> Iterator[Key]:
    return ((tag, *row) if isinstance(row, tuple) else (tag, row) for row in rows)


def kinds_of(rules: Rules) -> tuple[str, ...]:
    """What may be decided about revenue."""
    act = usual_act(rules, DecideDividend)
    return act.kinds if act is not None else ()


def _small_tables(things: Catalogue) -> Iterator[tuple[str, str, Iterator[Key]]]:
    yield "pass", "do nothing more", iter([("pass",)])
    yield "answer", "decline, agree", _make_keys("answer", [False, True])
    yield "run", "run the trains for the most they earn", iter([("run",)])
    yield "dividend", "pay out, retain, or what else may be decided", _make_keys("dividend", kinds_of(things.rules))
    yield "repay", "part of the loan: points", iter([("repay",)])
    yield "buy-private", "private company", _make_keys("buy-private", things.privates)
    yield "bid", "private company x points", _make_keys("bid", things.privates)
    yield "take-over-private", "private company x points", _make_keys("take-over-private", things.privates)
    yield "sell-private", "private company", _make_keys("sell-private", things.privates)
    yield "exchange-private", "private company", _make_keys("exchange-private", things.privates)
    yield "use-private", "private company", _make_keys("use-private", things.privates)
    yield "buy-token", "the pool, or the company that sells", _make_keys("buy-token", (POOL, *things.companies))


def _share_tables(things: Catalogue) -> Iterator[tuple[str, str, Iterator[Key]]]:
    sources = things.rules.sources
    sizes = [(company, percent, source, UNSET) for company, percent in things.percents for source in sources]
    named = [(card.company, card.percent, source, card.id) for card in things.marked for source in sources]
    holdings = [(company, percent, UNSET) for company, percent in things.holdings]
    cards = [(card.company, card.percent, card.id) for card in things.marked]
    bundles = [(bundle,) for bundle in things.bundles]
    yield "start-company", "company and first price", _make_keys("start-company", things.prices)
    yield "buy-share", "company and percent x where it lies", _make_keys("buy-share", [*sizes, *named])
    yield "sell-shares", "company and percent", _make_keys("sell-shares", [*holdings, *cards])
    yield "give-certificates", "sizes of the certificates given", _make_keys("give-certificates", bundles)
    yield "acquire", "company taken over x points", _make_keys("acquire", things.companies)


def _train_tables(things: Catalogue) -> Iterator[tuple[str, str, Iterator[Key]]]:
    faces = things.faces_of_cards
    yield "buy-train", "card and face x points (a printed price: the first one)", _make_keys("buy-train", faces)
    yield "turn-train", "card and face", _make_keys("turn-train", faces)
    yield "scrap-train", "card", _make_keys("scrap-train", things.cards)
    yield "return-train", "card", _make_keys("return-train", things.cards)


def _board_tables(things: Catalogue) -> Iterator[tuple[str, str, Iterator[Key]]]:
    for tag in ("place-station", "choose-city", "remove-station"):
        yield tag, "hex and city", _make_keys(tag, things.places)
    yield "lay-tile", "hex, tile and rotation", _make_keys("lay-tile", things.layings)
    for power in dict.fromkeys(things.powers.values()):
        equal = [private for private, name in things.powers.items() if name == power]
        words = f"the same, with the power of {_join_with_or(equal)}"
        name = f"lay-tile with {power}"
        yield name, words, _make_keys(name, list(things.power_layings(power)))


def _join_with_or(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


@cache
def action_code(rules: Rules) -> ActionCode:
    """The encoding of a title in one of its variants, made once."""
    return ActionCode(rules)
