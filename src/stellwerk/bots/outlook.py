"""What is to come: how many operating rounds, which trains are sold when, how long they live, what they earn.

Rules of thumb, the same for every title: they ask the rules and the figures, and guess the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OFFERING, POOL, Position
from stellwerk.rules import Rules
from stellwerk.steps.operating import OperatingRound, OperatingTurn
from stellwerk.steps.run import best_for
from stellwerk.trains import owned

LEAN, BEND = 3.0, 0.75
"""On good track a train earns LEAN times its price to the power of BEND: the first their price, the last half of it."""
NEXT = (1.0, 0.8, 0.6, 0.5)
"""A second, third ... train finds poorer runs than the first."""
AT_FIRST = 0.5
"""A new company's track earns this part of what good track does."""
BEST = 1.6
"""No track is thought to earn more than this, against good track."""
PACE, EACH = 0.5, 0.2
"""Train cards that leave the stack in a round: a few, and more for each company."""
LONGEST = 14.0
"""No game is expected to last longer than so many operating rounds from now on."""
GROWTH, PAID = 1.08, 150
"""A bank that can break pays more in each round than in the last one, and so much at least."""

_runs: dict[tuple[object, ...], int] = {}
_REMEMBERED = 20_000


class Outlook:
    """Guesses about the future of one position's companies; made anew for each decision, for it remembers."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self._coming: dict[tuple[object, ...], tuple[FaceFigure | None, ...]] = {}
        self._lives: dict[tuple[object, ...], float] = {}

    def rounds(self, pos: Position) -> float:
        """How many operating rounds are still to come after the present one."""
        now = max(0, pos.round.of - pos.round.number) if pos.round.kind == "operating" else 0
        if self.rules.figures.sets:
            begun = self.rules.rounds_of_set(pos, pos.round.set) if pos.round.kind == "stock" else 0
            return float(sum(len(values) for values in self.rules.figures.sets[max(0, pos.round.set) :]) + now + begun)
        return max(float(now), self.until_broke(pos))

    def until_broke(self, pos: Position) -> float:
        """How many rounds the bank's money lasts."""
        left, paid, rounds = pos.cash[BANK], PAID + sum(pos.revenues.get(c, 0) for c in pos.floated), 0.0
        while left > 0 and rounds < LONGEST:
            left, paid, rounds = left - int(paid), int(paid * GROWTH), rounds + 1
        return rounds

    def to_run(self, pos: Position, company: str) -> int:
        """Is the company still to run in the present round? 1 or 0."""
        for step in pos.agenda:
            if isinstance(step, OperatingRound) and company in step.queue:
                return 1
            if isinstance(step, OperatingTurn) and step.company == company:
                return int(any(stage.must for stage in self.rules.turn[step.stage :]))
        return 0

    def pace(self, pos: Position) -> float:
        """How many train cards leave the stack in a round."""
        return PACE + EACH * len(pos.floated)

    def runnable(self, pos: Position, company: str) -> list[FaceFigure]:
        """The trains of a company that it can run, the dearest first."""
        faces = (self.rules.cards.by_name[face] for _, face in owned(pos, company))
        return sorted((f for f in faces if self.rules.may_run(company, f)), key=lambda f: -f.price)

    def coming(self, pos: Position, company: str) -> tuple[FaceFigure | None, ...]:
        """The train a company could buy now, in a round, in two rounds ..."""
        key = (pos.stack, self.rules.companies[company].size, len(pos.floated))
        if key not in self._coming:
            pace = self.pace(pos)
            self._coming[key] = tuple(self.train_at(pos, company, int(t * pace)) for t in range(int(LONGEST) + 2))
        return self._coming[key]

    def train_at(self, pos: Position, company: str, ahead: int) -> FaceFigure | None:
        """The first train from a card of the stack on that a company can run."""
        stack = pos.stack[min(ahead, len(pos.stack) - 1) :] if pos.stack else ()
        for card in stack:
            faces = [f for f in self.rules.cards.faces(card) if self.rules.may_run(company, f)]
            faces = [f for f in faces if f.name not in pos.scrapped]
            if faces:
                return min(faces, key=lambda face: face.price)
        return None

    def life(self, pos: Position, face: FaceFigure) -> float:
        """How many rounds a train may live: until the card that scraps it is sold."""
        key = (pos.stack, face.name, len(pos.floated))
        if key not in self._lives:
            self._lives[key] = self.sold_before(pos, face) / self.pace(pos)
        return self._lives[key]

    def sold_before(self, pos: Position, face: FaceFigure) -> float:
        """How many cards are sold before the one that scraps a train."""
        for ahead, card in enumerate(pos.stack):
            if any(face.name in other.scraps for other in self.rules.cards.faces(card)):
                return ahead + 0.5
        return 999.0

    def quality(self, pos: Position, company: str) -> float:
        """What a company's track earns, against good track; one without trains is lent the next one."""
        if company not in pos.operated:
            return AT_FIRST
        lent = pos if self.runnable(pos, company) else self.with_train(pos, company)
        faces = self.runnable(lent, company)
        return min(BEST, self.run(lent, company) / potential(faces)) if faces else AT_FIRST

    def run(self, pos: Position, company: str) -> int:
        """What a company can run for right now."""
        trains = tuple(sorted(face for _, face in owned(pos, company)))
        where = (hash(frozenset(pos.tiles.items())), hash(frozenset(pos.stations.items())))
        key = (pos.title, pos.variant, pos.rules, repr(pos.extra), company, trains, pos.phase, *where)
        if key not in _runs:
            if len(_runs) >= _REMEMBERED:
                _runs.clear()
            _runs[key] = best_for(self.rules, pos, company).total
        return _runs[key]

    def with_train(self, pos: Position, company: str) -> Position:
        """The position as if the company had the next train."""
        face = self.coming(pos, company)[0]
        card = next((c for c in pos.stack if face in self.rules.cards.faces(c)), None)
        if face is None or card is None:
            return pos
        lent = pos.copy()
        lent.put("trains", card, (company, face.name))
        return lent


def potential(faces: Sequence[FaceFigure]) -> float:
    """What trains, the dearest first, earn together on good track."""
    return sum((part * LEAN * float(face.price**BEND) for part, face in zip(NEXT, faces, strict=False)), 0.0)


def holdings(rules: Rules, pos: Position) -> dict[str, dict[str, int]]:
    """Company to the places where its shares lie, in percent; only companies that are started."""
    held: dict[str, dict[str, int]] = {company: {OFFERING: 0, POOL: 0} for company in pos.markers}
    for company, places in held.items():
        for card in rules.register.of[company]:
            place = pos.certificates[card.id]
            places[place] = places.get(place, 0) + card.percent
    return held
