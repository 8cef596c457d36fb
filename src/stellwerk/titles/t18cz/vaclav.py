"""Vaclav, the third player of Bohemia, who never acts: his companies, the draws for them, their trains (XI.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from stellwerk.actions import StartCompany
from stellwerk.events import TrainGiven, TrainScrapped
from stellwerk.position import OFFERING, Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.steps.base import Task
from stellwerk.steps.game_flow import Chance, random_number
from stellwerk.steps.rusting import train_sold
from stellwerk.steps.share_sales_and_directors import hand_over, settle_float
from stellwerk.trains import scrap_train, trains_of

VACLAV = "Vaclav"
PARTS = {"small": 50, "medium": 60, "large": 50}
"""How many percent of a company Vaclav receives (XI.1d to XI.1f)."""


class VaclavDraw(Chance, frozen=True, tag="vaclav-draw"):
    """Chance draws a company of a size for Vaclav, out of those nobody has begun."""

    what = "vaclav"

    size: str

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """A size there is, in the set-up or when its phase has begun."""
        self.refuse_unsound(self.size in PARTS)

    def outcomes(self, ref: Referee) -> list[str]:
        """Companies of the size, all of whose shares lie in the offering."""
        register = ref.rules.register
        return [
            company
            for company, figure in ref.rules.companies.items()
            if figure.size == self.size and register.percent(ref.pos, company, OFFERING) == 100
        ]

    def advance(self, ref: Referee) -> bool:
        """Without such a company there is nothing to draw."""
        if self.outcomes(ref):
            return False
        ref.pop()
        return True

    def drawn(self, ref: Referee) -> tuple[str, ...]:
        """One of them."""
        able = self.outcomes(ref)
        return (able[random_number(ref.pos.seed, ref.pos.draws, len(able))],)

    def possible(self, ref: Referee, result: tuple[str, ...]) -> bool:
        """One of them."""
        return result in [(company,) for company in self.outcomes(ref)]

    def settle(self, ref: Referee, result: tuple[str, ...]) -> None:
        """It is Vaclav's."""
        found_vaclavs_company(ref, result[0])


def found_vaclavs_company(ref: Referee, company: str) -> None:
    """Vaclav's shares from the offering, the lowest price, and the next card of the stack at once (XI.1d to XI.1h)."""
    rules = ref.rules
    rules.start_company(ref, StartCompany(VACLAV, company, min(rules.starting_prices(ref.pos, company))))
    directors, *rest = rules.register.of[company]
    part = PARTS[rules.companies[company].size] - directors.percent
    for card in (directors, *(rules.register.exactly(rest, part) or ())):
        hand_over(ref, card, VACLAV)
    settle_float(ref, company)
    take_card(ref, company)


class NewCards(Task, frozen=True, tag="new-cards"):
    """Vaclav's companies take the next cards of the stack, one after the other (XI.1m, R55)."""

    going_on: ClassVar[str] = "Vaclav's companies take new trains"

    companies: tuple[str, ...]

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """Companies of Vaclav, each once."""
        mine = {c for c in rules.companies if rules.register.director(position, c) == VACLAV}
        self.refuse_unsound(set(self.companies) <= mine and len(set(self.companies)) == len(self.companies))

    def advance(self, ref: Referee) -> bool:
        """The next company's card; what it brings about comes before the company after it."""
        if not self.companies:
            ref.pop()
            return True
        company, *rest = self.companies
        ref.amend(self, companies=tuple(rest))
        take_card(ref, company)
        return True


def take_card(ref: Referee, company: str) -> None:
    """The old train leaves the game; the top card comes as a train the company can run, as if bought (R54)."""
    for old, name in trains_of(ref.pos, company):
        scrap_train(ref.pos, old)
        ref.say(TrainScrapped(company, old, name))
    top = ref.pos.stack[0]
    face = next((f for f in ref.rules.cards.faces(top) if ref.rules.may_run(company, f)), None)
    if face is None or face.name in ref.pos.scrapped:
        return
    ref.rules.cards.take(ref.pos, top)
    ref.pos.put("trains", top, (company, face.name))
    ref.say(TrainGiven(company, top, face.name))
    train_sold(ref, top, (face,))
