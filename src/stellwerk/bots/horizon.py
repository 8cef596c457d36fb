"""What is to come: how many operating rounds, which trains are sold when, how long they live, what they earn.

Rules of thumb, the same for every title: they ask the rules and the figures, and guess the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from stellwerk.bots.reachable_area import nearby_board
from stellwerk.figures import FaceFigure
from stellwerk.memory import Memory
from stellwerk.position import BANK, OFFERING, POOL, Position
from stellwerk.rules import Rules
from stellwerk.steps.operating_round import OperatingTurn

LEAN, BEND = 3.0, 0.75
"""On good track a train earns LEAN times its price to the power of BEND: the first their price, the last half of it."""
NEXT = (1.0, 0.8, 0.6, 0.5)
"""A second, third ... train finds poorer runs than the first."""
AT_FIRST = 0.5
"""A new company's track earns this part of what good track does."""
AHEAD = 0.4
"""How much the next train counts where track is judged."""
BEST = 1.6
"""No track is thought to earn more than this, against good track."""
PACE, EACH = 0.5, 0.2
"""Train cards that leave the stack in a round: a few, and more for each company."""
LONGEST = 14.0
"""No game is expected to last longer than so many operating rounds from now on."""
_REMEMBERED = 5_000
GROWTH, PAID = 1.08, 150
"""A bank that can break pays more in each round than in the last one, and so much at least."""


class Horizon:
    """The trains a company could buy now, in a round, in two rounds ..., and how long any train lives."""

    def __init__(self, coming: tuple[FaceFigure | None, ...], lives: Mapping[str, float]):
        self.coming = coming
        self.lives = lives
        """Name of a train to the rounds it may live from now on: until the card that scraps it is sold."""

    def next(self, t: int) -> FaceFigure | None:
        """The train on sale in a round."""
        return self.coming[min(t, len(self.coming) - 1)]


class Outlook:
    """Guesses about the future of companies by the rules of one title; it remembers them, for they do not change."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self.whole = {company: (company,) for company in rules.companies if not rules.register.parts_of(company)}
        """The companies without parts, each with itself as its family: asked very often."""
        self._horizons: Memory[tuple[object, ...], Horizon] = Memory(_REMEMBERED)
        self._due: tuple[Sequence[object], frozenset[str], tuple[OperatingTurn, ...]] = ((), frozenset(), ())
        """An agenda, the companies that wait in it, and the turns on it."""
        self._faces: tuple[Mapping[str, tuple[str, str]], dict[str, list[FaceFigure]]] = ({}, {})

    def rounds(self, pos: Position) -> float:
        """How many operating rounds are still to come after the present one."""
        kind = self.rules.kind_of(pos.round)
        now = max(0, pos.round.of - pos.round.number) if kind.companies_act else 0
        if self.rules.figures.sets:
            begun = self.rules.rounds_of_set(pos, pos.round.set) if kind.shares_trade else 0
            return float(sum(len(values) for values in self.rules.figures.sets[max(0, pos.round.set) :]) + now + begun)
        return max(float(now), self.until_broke(pos))

    def until_broke(self, pos: Position) -> float:
        """How many rounds the bank's money lasts."""
        left, paid, rounds = pos.cash[BANK], PAID + sum(pos.revenues.get(c, 0) for c in pos.floated), 0.0
        while left > 0 and rounds < LONGEST:
            left, paid, rounds = left - int(paid), int(paid * GROWTH), rounds + 1
        return rounds

    def to_run(self, pos: Position, company: str) -> int:
        """Is the company, or a part of it, still to run in the present round? 1 or 0."""
        agenda, queued, turns = self._due
        if agenda is not pos.agenda:
            queued = frozenset(one for step in pos.agenda for one in getattr(step, "queue", ()))
            turns = tuple(step for step in pos.agenda if isinstance(step, OperatingTurn))
            self._due = (pos.agenda, queued, turns)  # replaced as a whole: several threads may ask
        family = self.whole.get(company) or family_of(self.rules, pos, company)
        for one in family:
            if one in queued:
                return 1
        for turn in turns:
            if turn.company in family:
                return int(any(stage.must for stage in self.rules.stages(pos, turn.company)[turn.stage :]))
        return 0

    def family(self, pos: Position, company: str) -> tuple[str, ...]:
        """A company with its parts."""
        return self.whole.get(company) or family_of(self.rules, pos, company)

    def pace(self, pos: Position) -> float:
        """How many train cards leave the stack in a round."""
        return PACE + EACH * len(pos.floated)

    def runnable(self, pos: Position, company: str) -> Sequence[FaceFigure]:
        """The trains of a company that it can run, the dearest first."""
        trains, faces = self._faces
        if trains is not pos.trains:
            faces = self.by_owner(pos)
            self._faces = (pos.trains, faces)  # replaced as a whole: several threads may ask
        return faces.get(company, ())

    def fleet(self, pos: Position, company: str) -> Sequence[FaceFigure]:
        """The trains of a company and its parts, the dearest first."""
        family = self.family(pos, company)
        if len(family) == 1:
            return self.runnable(pos, company)
        faces = [face for one in family for face in self.runnable(pos, one)]
        return sorted(faces, key=lambda face: -face.price)

    def by_owner(self, pos: Position) -> dict[str, list[FaceFigure]]:
        """Company to the trains it can run, the dearest first."""
        found: dict[str, list[FaceFigure]] = {}
        for owner, name in pos.trains.values():
            face = self.rules.cards.by_name[name]
            if owner in self.rules.companies and self.rules.may_run(owner, face):
                found.setdefault(owner, []).append(face)
        for faces in found.values():
            faces.sort(key=lambda face: -face.price)
        return found

    def horizon(self, pos: Position, company: str, pace: float) -> Horizon:
        """What trains are to come for a company, so many cards a round."""
        key = (pos.stack, pos.scrapped, self.rules.companies[company].size, pace)
        known = self._horizons.find(key)
        if known is None:
            coming = tuple(self.train_at(pos, company, int(t * pace)) for t in range(int(LONGEST) + 2))
            lives = {name: round(self.sold_before(pos, name) / pace, 1) for name in self.rules.cards.by_name}
            known = Horizon(coming, lives)
            self._horizons.put(key, known)
        return known

    def train_at(self, pos: Position, company: str, ahead: int) -> FaceFigure | None:
        """The first train from a card of the stack on that a company can run."""
        stack = pos.stack[min(ahead, len(pos.stack) - 1) :] if pos.stack else ()
        for card in stack:
            faces = [f for f in self.rules.cards.faces(card) if self.rules.may_run(company, f)]
            faces = [f for f in faces if f.name not in pos.scrapped]
            if faces:
                return min(faces, key=lambda face: face.price)
        return None

    def sold_before(self, pos: Position, train: str) -> float:
        """How many cards are sold before the one that scraps a train."""
        for ahead, card in enumerate(pos.stack):
            if any(train in face.scraps for face in self.rules.cards.faces(card)):
                return ahead + 0.5
        return 999.0

    def quality(self, pos: Position, company: str) -> float:
        """What a company's track earns against good track: for its trains, and for the next one alone."""
        if company not in pos.operated:
            return AT_FIRST
        mine, coming = self.fleet(pos, company), self.train_at(pos, company, 0)
        then = self.against_good_track(self.earns(pos, company, [coming]), [coming]) if coming else AT_FIRST
        if not mine:
            return then
        family = self.family(pos, company)
        now = sum(self.earns(pos, one, faces) for one in family if (faces := self.runnable(pos, one)))
        return then + (1 - AHEAD) * (self.against_good_track(now, mine) - then)

    def earns(self, pos: Position, company: str, faces: Sequence[FaceFigure]) -> int:
        """What trains earn on a company's track."""
        return nearby_board(self.rules, pos, company).run(self.rules, pos, company, faces)

    def against_good_track(self, earned: int, faces: Sequence[FaceFigure]) -> float:
        """What trains earn, as a part of what they would on good track."""
        return min(BEST, earned / potential_of_trains(faces))


@lru_cache(8)
def outlook_of(rules: Rules) -> Outlook:
    """The outlook by the rules of a title, the same for all decisions."""
    return Outlook(rules)


def family_of(rules: Rules, pos: Position, company: str) -> tuple[str, ...]:
    """A company with those of its parts that are in the game on their own."""
    parts = rules.register.parts_of(company)
    return (company, *[part for part in parts if part in pos.floated]) if parts else (company,)


def potential_of_trains(faces: Sequence[FaceFigure]) -> float:
    """What trains, the dearest first, earn together on good track."""
    return sum((part * LEAN * float(face.price**BEND) for part, face in zip(NEXT, faces, strict=False)), 0.0)


Holdings = dict[str, dict[str, int]]
"""Company to the places where its shares lie, in percent."""


def holdings_by_company(rules: Rules, pos: Position) -> Holdings:
    """Company to the places where its shares lie, in percent; only companies that are started."""
    held: dict[str, dict[str, int]] = {company: {OFFERING: 0, POOL: 0} for company in pos.markers}
    for company, places in held.items():
        for card in rules.register.of[company]:
            place = pos.certificates[card.id]
            places[place] = places.get(place, 0) + card.percent
    return held
