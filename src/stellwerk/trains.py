"""Train cards: faces, the bank's stack, what companies and the pool hold, phases."""

from __future__ import annotations

from collections.abc import Iterable

from stellwerk.figures import FaceFigure, TrainFigure
from stellwerk.position import OUT, POOL, Position


class Cards:
    """All train cards of a game. A card is its letter and a number."""

    def __init__(self, figures: Iterable[TrainFigure]):
        self.figures = {figure.letter: figure for figure in figures}
        self.letters = tuple(self.figures)
        self.by_name = {face.name: face for f in self.figures.values() for face in f.faces}

    def name(self, letter: str, number: int) -> str:
        """A card: `e3`; where letters are figures, `2-3`."""
        return f"{letter}{number}" if letter.isalpha() else f"{letter}-{number}"

    def stack(self) -> tuple[str, ...]:
        """The stack at the start; of an unlimited letter one card lies ready."""
        return tuple(
            self.name(letter, i + 1)
            for letter, figure in self.figures.items()
            for i in range(1 if figure.count is None else figure.count)
        )

    def letter(self, card: str) -> str:
        """The letter of a card."""
        return card.rpartition("-")[0] if "-" in card else card.rstrip("0123456789")

    def knows(self, card: str) -> bool:
        """Is there such a card?"""
        letter = self.letter(card)
        figure = self.figures.get(letter)
        number = card[len(letter) :].lstrip("-")
        if figure is None or not number.isdecimal() or len(number) > 3:
            return False
        return 1 <= int(number) <= (figure.count or 999) and card == self.name(letter, int(number))

    def faces(self, card: str) -> tuple[FaceFigure, ...]:
        """What may show on a card."""
        return self.figures[self.letter(card)].faces

    def face(self, card: str, name: str) -> FaceFigure | None:
        """The face of that name, if the card has it."""
        return next((face for face in self.faces(card) if face.name == name), None)

    def rank(self, letter: str) -> int:
        """How late in the game a letter comes."""
        return self.letters.index(letter)

    def take(self, position: Position, card: str) -> None:
        """Take a card off the stack; an unlimited letter never runs out."""
        rest = [other for other in position.stack if other != card]
        letter = self.letter(card)
        if self.figures[letter].count is None:
            rest.insert(0, self.name(letter, int(card[len(letter) :].lstrip("-")) + 1))
        position.stack = tuple(rest)


def trains_of(position: Position, owner: str) -> list[tuple[str, str]]:
    """Cards and faces at a company or in the pool."""
    return [(card, face) for card, (place, face) in position.trains.items() if place == owner]


def in_pool(position: Position) -> list[str]:
    """The cards in the train pool."""
    return [card for card, _ in trains_of(position, POOL)]


def scrap_train(position: Position, card: str) -> None:
    """A train leaves the game."""
    position.put("trains", card, (OUT, position.trains[card][1]))
