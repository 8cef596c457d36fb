"""Runs and bonuses apart, and what is decided about both (8.1, 9)."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.actions import Dividend
from stellwerk.events import DividendDecided
from stellwerk.position import BANK, Position
from stellwerk.referee import Referee
from stellwerk.routes import Answer
from stellwerk.rules import Rules
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.running import RETAINED, DecideDividend, RunTrains, retain_revenue
from stellwerk.titles.t1881 import credit
from stellwerk.titles.t1881.turn import CompanyTurn, company_turn

PIERS, LINK = "ferry piers", "first connection with the centre"
"""Causes of bonuses."""


class RunVehicles(RunTrains):
    """Running is optional and the routes are free (5.4, R52)."""

    def routes_matter(self, rules: Rules, position: Position, company: str) -> bool:
        """Ferry piers count apart."""
        return True

    def note_runs(self, ref: Referee, company: str, answer: Answer) -> None:
        """What the piers have added (9.3)."""
        piers = sum(amount for run in answer.runs for _, amount in run.bonuses)
        ref.amend(company_turn(ref), piers=piers)

    def note_revenue(self, ref: Referee, task: OperatingTurn, revenue: int) -> None:
        """The price looks at the runs without bonuses; without any income nobody is asked (R54)."""
        turn = company_turn(ref)
        ref.amend(turn, revenue=revenue - turn.piers)
        if revenue + turn.link == 0:
            retain_revenue(ref, company_turn(ref))


class DivideIncome(DecideDividend):
    """Pay all, pay the runs and keep the bonuses, or keep all (9.6, 9.8)."""

    counts_bonuses = True

    def check(self, ref: Referee, task: CompanyTurn, action: Dividend) -> None:  # type: ignore[override]
        """Bonuses are kept apart only where there are both; who owes for a vehicle keeps all (R54, R75)."""
        super().check(ref, task, action)
        if action.kind == "split" and not (task.bonus and task.revenue):
            ref.refuse(
                "nothing-apart", "Bonuses can be kept apart only when runs and bonuses have both brought something."
            )
        if action.kind != "retain" and credit.owes(ref.pos, task.company):
            ref.refuse("in-debt", f"{task.company} owes for a vehicle and keeps its whole income.", "dividend")

    def bonuses(self, task: CompanyTurn) -> Sequence[tuple[str, int]]:  # type: ignore[override]
        """Of piers and of an edge station connected (9.3, 9.4)."""
        return [(cause, amount) for cause, amount in ((PIERS, task.piers), (LINK, task.link)) if amount]

    def retain(self, ref: Referee, task: CompanyTurn) -> None:  # type: ignore[override]
        """All income into the treasury; the price falls."""
        self.decide(ref, task, "retain")

    def pay_out(self, ref: Referee, task: CompanyTurn) -> None:  # type: ignore[override]
        """Runs and bonuses to the holders."""
        self.decide(ref, task, "pay")

    def split(self, ref: Referee, task: CompanyTurn) -> None:  # type: ignore[override]
        """The runs to the holders, the bonuses into the treasury."""
        self.decide(ref, task, "split")

    def decide(self, ref: Referee, task: CompanyTurn, kind: str) -> None:
        """Keep and pay; what the price does hangs on the runs alone (9.8, 9.9, R54)."""
        total, paid = self.income(task), self.paid(ref.rules, ref.pos, task, kind)
        ref.say(DividendDecided(task.company, kind, total))
        ref.pay(BANK, task.company, total - paid, RETAINED)
        self.bring(ref, task, paid)
        self.close(ref, task)

    def bring(self, ref: Referee, task: CompanyTurn, paid: int) -> None:
        """The dividend, and what the price makes of it."""
        self.distribute(ref, task.company, paid)
        ref.rules.price_after_run(ref, task.company, task.revenue if paid else 0)

    def settle_income(self, ref: Referee, company: str) -> None:
        """A company pays for its vehicle as soon as it can (R75)."""
        credit.repay(ref, company)
