"""What a position is worth in a game without money: what its runs would count, if they were those of the end.

The rules say how wealth is counted; asked of a position in which every company has the revenue that is expected of
it in the end, they say what a player may hope for. Early in the game a company is expected to grow, more so under a
director who holds much of it.
"""

from __future__ import annotations

from stellwerk.bots.evaluation import DIVIDENDS, Evaluation, Parts
from stellwerk.bots.reachable_area import nearby_board
from stellwerk.figures import FaceFigure
from stellwerk.position import OFFERING, Position
from stellwerk.rules import Rules
from stellwerk.trains import trains_of

DREAM = 0.5
"""How much what the best train there is could earn counts beside what one's own does, as long as all is to come."""
GROWS, CARES = 120.0, 2.0
"""What a company's runs grow from the first turn to the last, and how much more where its director holds all of it."""
SIGHT = 6.0
"""What a stop within reach, or one that is near, counts in the beginning."""
GRAIN = 0.2
"""Where dividends alone count, differences are so much smaller than where everything is paid."""


class FinalRuns(Evaluation):
    """Values positions by the dividends of the end; made for one decision."""

    grain = GRAIN

    def everyone(self, pos: Position) -> dict[str, Parts]:
        """What everybody may hope for."""
        if pos.result is not None:
            return {player: {DIVIDENDS: float(pos.result[player])} for player in pos.players}
        then = pos.copy()
        left = part_on_offer(self.rules, pos)
        then.revenues = {company: round(self.expected(pos, company, left)) for company in self.founded(pos)}
        return {player: {DIVIDENDS: float(self.rules.wealth(then, player))} for player in pos.players}

    def founded(self, pos: Position) -> list[str]:
        """The companies that will run in the end."""
        return [company for company in self.rules.companies_in_play(pos) if company in pos.floated]

    def expected(self, pos: Position, company: str, left: float) -> float:
        """What a company will run for in the end, if so much of the game is still to come."""
        cards, near = self.rules.cards.by_name, nearby_board(self.rules, pos, company)
        own = [cards[face] for _, face in trains_of(pos, company)]
        now = near.run(self.rules, pos, company, own)
        dream = near.run(self.rules, pos, company, [self.longest]) if left else now
        director = self.rules.register.director(pos, company)
        stake = self.rules.register.percent(pos, company, director) / 100 if director else 0.0
        return now + left * (DREAM * (dream - now) + GROWS * (1 + CARES * stake) + SIGHT * near.stops)

    @property
    def longest(self) -> FaceFigure:
        """The train that comes last."""
        return list(self.rules.cards.by_name.values())[-1]


def part_on_offer(rules: Rules, pos: Position) -> float:
    """Which part of the certificates is still to be taken: so much of the game is to come."""
    places = list(pos.certificates.values())
    return places.count(OFFERING) / len(places)


def make_evaluation(rules: Rules, base: Position, acting: str = "") -> Evaluation:
    """How positions of a game are valued: by money, or by the runs of the end where there is none."""
    return (Evaluation if rules.figures.has_money else FinalRuns)(rules, base, acting)
