"""Trains of a position file: who has which card, and what is left of the bank's stack."""

from __future__ import annotations

from collections.abc import Iterable

from stellwerk.errors import BadInput
from stellwerk.interop.check_position import place_of, stack_from
from stellwerk.interop.position_fields import PositionFile
from stellwerk.position import POOL, Position
from stellwerk.rules import Rules


def require_once(names: Iterable[str], what: str) -> None:
    """Refuse a list that names something twice."""
    listed = list(names)
    if len(set(listed)) < len(listed):
        raise BadInput(f"{what} are named once each.")


def require_company(rules: Rules, company: str) -> None:
    """Refuse what is no company."""
    if company not in rules.companies:
        raise BadInput(f"There is no company {company!r}.")


class TrainDealer:
    """Gives the trains of a file to their owners."""

    def __init__(self, rules: Rules, spec: PositionFile, position: Position):
        self.rules = rules
        self.spec = spec
        self.pos = position

    def deal_trains(self) -> None:
        """Trains and the bank's stack; cards before the next one that nobody holds are out of the game."""
        spec, pos, cards = self.spec, self.pos, self.rules.cards
        for face in spec.scrapped:
            if face not in cards.by_name:
                raise BadInput(f"There is no {face!r}-train.")
        require_once(spec.scrapped, "Scrapped trains")
        pos.scrapped = spec.scrapped
        first = spec.next_card or next((c for c in pos.stack if cards.letter(c) == pos.phase), pos.stack[0])
        if isinstance(first, str):
            stack = stack_from(self.rules, first)
            sold = [card for card in self.cards_up_to(first) if card not in stack]
        else:
            stack = self.stacks(first)
            sold = [card for card in cards.stack() if card not in stack]
        listed = [(owner, text) for owner, trains in spec.trains.items() for text in trains]
        for owner, text in sorted(listed, key=lambda train: " " not in train[1]):
            if owner != POOL:
                require_company(self.rules, owner)
            self.train(owner, text, (*reversed(sold), *stack))
        pos.stack = tuple(card for card in stack if card not in pos.trains) or self.next_endless()
        pos.returned = dict(spec.returned)

    def stacks(self, firsts: tuple[str, ...]) -> tuple[str, ...]:
        """The bank's cards when these are the next ones of their stacks; a stack not named is sold out."""
        cards = self.rules.cards
        pile = {card: cards.figures[cards.letter(card)].pile for card in cards.stack()}
        left = {card for first in firsts for card in stack_from(self.rules, first) if pile[card] == pile.get(first)}
        return tuple(card for card in cards.stack() if card in left)

    def cards_up_to(self, last: str) -> list[str]:
        """All cards up to one of them; a letter without limit has as many as are asked for."""
        rank, number = place_of(self.rules, last)
        letters = self.rules.cards.letters[: rank + 1]
        counts = [self.rules.cards.figures[letter].count or number for letter in letters]
        name = self.rules.cards.name
        return [name(letter, i + 1) for letter, count in zip(letters, counts, strict=True) for i in range(count)]

    def next_endless(self) -> tuple[str, ...]:
        """The next card of the letter that never runs out, if there is one."""
        letter = self.rules.cards.letters[-1]
        if self.rules.cards.figures[letter].count is not None:
            return ()
        cards = self.rules.cards
        numbers = [place_of(self.rules, card)[1] for card in self.pos.trains if cards.letter(card) == letter]
        return (cards.name(letter, max(numbers, default=0) + 1),)

    def train(self, owner: str, text: str, cards: tuple[str, ...]) -> None:
        """A train, on the card named or on the latest one sold that shows it, else on the bank's next ones."""
        card, _, face = text.rpartition(" ")
        pos = self.pos
        free = [c for c in cards if c not in pos.trains and self.rules.cards.face(c, face) and card in ("", c)]
        if not free or face in pos.scrapped:
            raise BadInput(f"There is no train {text!r} left for {owner}.")
        pos.put("trains", free[0], (owner, face))
