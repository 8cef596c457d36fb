"""Running trains and deciding about the income."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from msgspec.structs import replace

from stellwerk.actions import Action, Choice, Dividend, Route, Run
from stellwerk.errors import Illegal
from stellwerk.events import DividendDecided, Ran
from stellwerk.position import BANK, Position
from stellwerk.referee import Referee
from stellwerk.routes import Answer, Network, TrainSpec, best_runs, evaluate_each, evaluate_routes, runs_beside
from stellwerk.rules import Rules
from stellwerk.rules.stages import find_act
from stellwerk.steps.base import Act
from stellwerk.steps.loads import Loading
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.trains import trains_of

HIGHEST_CLAIM = 100_000
RETAINED = "revenue retained"
"""Why a company gets what it keeps of its income."""
REST = "what is too little to be paid out"
"""Why it gets what is no full dividend."""

_FIELDS = Position.__struct_fields__
_last: tuple[tuple[Rules, str, Position] | None, Answer] = (None, Answer((), 0, True, 0))
"""The last question and its answer: a claim is offered, checked and played, three times the same question."""


def running_trains(rules: Rules, pos: Position, company: str) -> list[tuple[str, str]]:
    """Cards and faces a company can run, the dearest face first."""
    trains = [(c, f) for c, f in trains_of(pos, company) if rules.may_run(company, rules.cards.by_name[f])]
    return sorted(trains, key=lambda train: (-rules.cards.by_name[train[1]].price, train))


def specs_of(rules: Rules, pos: Position, company: str) -> Sequence[TrainSpec]:
    """The company's trains as the route finder wants them."""
    by_name = rules.cards.by_name
    running = running_trains(rules, pos, company)
    return [rules.train_spec(pos, company, by_name[face], card) for card, face in running]


def best_for(rules: Rules, pos: Position, company: str, **search: Any) -> Answer:
    """The best set of runs of a company, proven; its total is what the company may claim.

    `search` is handed to the route finder: how long it may take, how many sets are wanted.
    """
    global _last
    before, known = _last
    if not search and before is not None and before[:2] == (rules, company) and is_unchanged(before[2], pos):
        return known
    answer = best_on(rules.network(pos, company), rules, pos, company, **search)
    if not search:
        _last = ((rules, company, pos.copy()), answer)
    return answer


def is_unchanged(before: Position, now: Position) -> bool:
    """Is nothing in a position other than it was? What its fields hold never changes in place."""
    return all(getattr(before, field) is getattr(now, field) for field in _FIELDS)


def best_on(network: Network, rules: Rules, pos: Position, company: str, **search: Any) -> Answer:
    """The same on a network that is known already."""
    return as_claimed(rules, best_with(network, specs_of(rules, pos, company), rules.supplies(pos, company), **search))


def best_with(network: Network, specs: Sequence[TrainSpec], supplies: Mapping[str, int], **search: Any) -> Answer:
    """The best set of runs in which as many of the trains that must run do so as can."""
    if not any(spec.must for spec in specs):
        return best_runs(network, specs, supplies=supplies, **search)
    urged = [spec.urged(HIGHEST_CLAIM) if spec.must else spec for spec in specs]
    found = best_runs(network, urged, supplies=supplies, **search)
    told = evaluate_routes(network, specs, [(run.train, run.nodes) for run in found.runs], supplies=supplies)
    return replace(told, proven=found.proven, bound=told.total if found.proven else found.bound)


def count_musts(specs: Sequence[TrainSpec], trains: Iterable[int]) -> int:
    """How many of these trains are such as must run."""
    return sum(specs[number].must for number in trains)


def worth_of(rules: Rules, pos: Position, company: str, routes: Sequence[Route], claimed: int | None = None) -> Answer:
    """What routes earn that are named in the order of the trains; an empty one is a train that does not run.

    Where supplies may rest there are several answers: the one that is claimed, else the best.
    """
    act = find_act(rules, RunTrains, pos, company)
    named = [(i, route) for i, route in enumerate(routes) if route]
    supplies = rules.supplies(pos, company)
    network, specs = rules.network(pos, company), specs_of(rules, pos, company)
    if claimed is None or act is None or not act.supplies_may_rest:
        return as_claimed(rules, evaluate_routes(network, specs, named, supplies=supplies))
    ways = [as_claimed(rules, answer) for answer in evaluate_each(network, specs, named, supplies=supplies)]
    return next((answer for answer in ways if answer.total == claimed), ways[0])


def as_claimed(rules: Rules, answer: Answer) -> Answer:
    """The same runs with the revenue that the rules make of their sum."""
    claimed = round_revenue(rules, answer.total)
    return answer if claimed == answer.total else replace(answer, total=claimed)


def round_revenue(rules: Rules, total: int) -> int:
    """A company's revenue for what its runs earn together."""
    unit = rules.figures.revenue_unit
    return total // unit * unit


@dataclass(frozen=True, kw_only=True)
class RunTrains(Act):
    """Run for the highest revenue anybody can show, or (where the book leaves it open) on any legal routes."""

    action = Run

    must_be_best: bool = True
    """Must a company run for the highest revenue?"""
    may_run_nothing: bool = False
    """May a company that could run leave all its trains at home?"""
    all_must_run: bool = False
    """Must every train run that finds a route beside the others'?"""
    supplies_may_rest: bool = False
    """May routes that are named be run without a supply that would earn more?"""
    reads_records: bool = False
    """Are there recorded games of another program, whose amounts are taken at their word when they are read?"""
    claims_are_free: bool = False
    """May anybody claim any revenue?"""

    def routes_matter(self, rules: Rules, position: Position, company: str) -> bool:
        """Does more than the revenue follow from the routes (see `note_runs`), so that trusted claims are judged?"""
        return False

    def loading(self, rules: Rules, position: Position, company: str) -> Loading | None:
        """What the company may load on its trains before they run, where trains carry something."""
        return None

    def load(self, company: str, card: str, count: int, hex: str) -> Action:
        """The action that loads a train."""
        raise AssertionError("a book that knows loads says how they are named")

    def loaded_by(self, action: Action) -> tuple[str, int, str] | None:
        """What an action has loaded: train card, how much, and where it goes; nothing if it has loaded nothing."""
        return None

    def put_aboard(self, ref: Referee, card: str, count: int, hex: str) -> None:
        """A train carries so much to a red area in its next run."""
        raise AssertionError("a book that knows loads says where they lie")

    def note_runs(self, ref: Referee, company: str, answer: Answer) -> None:
        """A company has run; its trains did what the answer says."""

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action | Choice]:
        """The best claim, with other routes where the rules leave them open; where claims are free, any after it."""
        best, least = best_for(ref.rules, ref.pos, task.company).total, 0 if self.may_run_nothing else 1
        run = Run(task.company, best)
        yield Choice(run, "routes", least, best) if best >= least and not self.must_be_best else run
        if self.claims_are_free:
            yield Choice(Run(task.company, 0), "revenue", 0, HIGHEST_CLAIM, 1)

    def check(self, ref: Referee, task: OperatingTurn, action: Run) -> None:
        """The claim is the maximum, what the named routes earn, or what a record says."""
        if action.recorded and not (ref.reading and self.reads_records):
            ref.refuse("not-recorded", "Only a game recorded by another program is read with the amounts it states.")
        if action.recorded or self.claims_are_free:
            if not 0 <= action.revenue <= HIGHEST_CLAIM:
                ref.refuse("not-the-maximum", f"No company earns {action.revenue}.")
        elif action.routes and not self.must_be_best:
            self.check_routes(ref, task.company, action)
        elif action.routes or action.revenue or not self.may_run_nothing:
            self.check_best(ref, task.company, action)

    def check_best(self, ref: Referee, company: str, action: Run) -> None:
        """The claim is the maximum, and names no routes."""
        best = best_for(ref.rules, ref.pos, company).total
        if action.revenue != best or action.routes:
            ref.refuse("not-the-maximum", f"{company} must run for the highest revenue, {best}.")

    def check_routes(self, ref: Referee, company: str, action: Run) -> None:
        """Routes stand in the order of the trains, dearest first; an empty one is a train that does not run."""
        specs = specs_of(ref.rules, ref.pos, company)
        if len(action.routes) > len(specs) or not any(action.routes):
            ref.refuse("route-too-many", f"{company} can run {len(specs)} trains and must run one.")
        try:
            worth = worth_of(ref.rules, ref.pos, company, action.routes, action.revenue).total
        except Illegal as refusal:
            ref.refuse(refusal.code, refusal.sentence)
        if worth != action.revenue:
            ref.refuse("not-the-sum", f"These routes earn {worth}, not {action.revenue}.")
        running = [number for number, route in enumerate(action.routes) if route]
        if any(spec.must for spec in specs):
            best = best_for(ref.rules, ref.pos, company)
            if count_musts(specs, running) < count_musts(specs, (run.train for run in best.runs)):
                ref.refuse("load-must-run", f"{company} must run the trains that carry something.")
        if self.all_must_run and len(running) < len(specs):
            self.refuse_idle(ref, company, action)

    def refuse_idle(self, ref: Referee, company: str, action: Run) -> None:
        """Refuse to leave a train at home for which there is track beside the routes that are run."""
        if runs_beside(ref.rules.network(ref.pos, company), [route for route in action.routes if route]):
            ref.refuse("train-must-run", f"{company} must run every train that finds a route beside the others'.")

    def apply(self, ref: Referee, task: OperatingTurn, action: Run) -> None:
        """Note the revenue; without any there is nothing to decide."""
        routes, company = action.routes, task.company
        trains = tuple(face for _, face in running_trains(ref.rules, ref.pos, company))
        answer = self.runs_made(ref, action)
        if answer is not None:
            routes = routes or tuple(run.nodes for run in answer.runs)
            self.note_runs(ref, company, answer)
        ref.say(Ran(task.company, action.revenue, routes, trains, action.recorded))
        ref.pos.put("revenues", task.company, action.revenue)
        self.note_revenue(ref, task.renewed(ref).leave(ref, "run"), action.revenue)

    def note_revenue(self, ref: Referee, task: OperatingTurn, revenue: int) -> None:
        """What was earned is to be decided about; without anything nobody is asked."""
        ref.amend(task, revenue=revenue)
        if revenue == 0:
            retain_revenue(ref, task.renewed(ref))

    def runs_made(self, ref: Referee, action: Run) -> Answer | None:
        """The runs of a claim: those it names, else the best; None if it is taken at its word or nothing runs."""
        rules, pos, company = ref.rules, ref.pos, action.company
        taken = action.recorded or self.claims_are_free
        if (taken and not self.routes_matter(rules, pos, company)) or (not action.revenue and self.may_run_nothing):
            return None
        if action.routes:
            return worth_of(rules, pos, company, action.routes, action.revenue)
        return best_for(rules, pos, company)


def retain_revenue(ref: Referee, task: OperatingTurn) -> None:
    """The company keeps its revenue, as its turn has it; where there is none, nobody is asked."""
    act = find_act(ref.rules, DecideDividend, ref.pos, task.company)
    assert act is not None, "who runs decides about the revenue"
    act.retain(ref, task)


@dataclass(frozen=True, kw_only=True)
class DecideDividend(Act):
    """Pay all of it or keep all of it, or (where the book knows it) a part."""

    action = Dividend
    counts_bonuses: ClassVar[bool] = False
    """Can bonuses come in beside the runs, about which is decided apart?"""

    kinds: tuple[str, ...] = ("pay", "retain")
    """What may be decided: `pay` and `retain` everything; some books know a `split`."""
    rounded_up: bool = False
    """Is what a holder gets rounded up (otherwise down), once on his whole holding?"""
    full: int = 1
    """A dividend is paid in full so many; the company keeps what is no such amount."""
    partners_collect: bool = False
    """Are silent partners paid their parts (otherwise what they hold brings nobody anything)?"""

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """All that is open to the company."""
        for kind in self.kinds:
            yield Dividend(task.company, kind)

    def check(self, ref: Referee, task: OperatingTurn, action: Dividend) -> None:
        """Nothing else."""
        if action.kind not in self.kinds:
            ref.refuse("all-or-nothing", "A company pays its whole revenue (pay) or keeps it (retain).")

    def apply(self, ref: Referee, task: OperatingTurn, action: Dividend) -> None:
        """Do it."""
        {"pay": self.pay_out, "retain": self.retain, "split": self.split}[action.kind](ref, task)

    def retain(self, ref: Referee, task: OperatingTurn) -> None:
        """All revenue into the treasury; the price falls."""
        ref.say(DividendDecided(task.company, "retain", task.revenue))
        ref.pay(BANK, task.company, task.revenue, RETAINED)
        ref.rules.price_after_run(ref, task.company, 0)
        self.close(ref, task)

    def pay_out(self, ref: Referee, task: OperatingTurn) -> None:
        """Every player gets his part; the price rises. Where all is too little to be paid, it is kept."""
        paid = task.revenue // self.full * self.full
        if task.revenue and not paid:
            self.retain(ref, task)
            return
        ref.say(DividendDecided(task.company, "pay", task.revenue))
        if paid < task.revenue:
            ref.pay(BANK, task.company, task.revenue - paid, REST)
        self.distribute(ref, task.company, paid)
        ref.rules.price_after_run(ref, task.company, paid)
        self.close(ref, task)

    def split(self, ref: Referee, task: OperatingTurn) -> None:
        """The company keeps a part, the rest is paid out."""
        ref.say(DividendDecided(task.company, "split", task.revenue))
        kept = self.withheld(ref.rules, ref.pos, task.company, task.revenue)
        ref.pay(BANK, task.company, kept, RETAINED)
        self.distribute(ref, task.company, task.revenue - kept)
        self.price_after_split(ref, task.company, task.revenue - kept)
        self.close(ref, task)

    def bonuses(self, task: OperatingTurn) -> Sequence[tuple[str, int]]:
        """What came in beside the runs, by its cause; where there is any, that part alone can be kept (`split`)."""
        return ()

    def income(self, task: OperatingTurn) -> int:
        """All that is decided about."""
        return task.revenue + sum(amount for _, amount in self.bonuses(task))

    def paid(self, rules: Rules, position: Position, task: OperatingTurn, kind: str) -> int:
        """What the holders of all shares together would get."""
        if kind == "split" and not self.bonuses(task):
            return task.revenue - self.withheld(rules, position, task.company, task.revenue)
        return {"pay": self.income(task) // self.full * self.full, "split": task.revenue}.get(kind, 0)

    def explain(self, rules: Rules, position: Position, company: str, paid: int) -> str:
        """Why the price moves as it does when so much is paid, in a few words; nothing where the book is plain."""
        return ""

    def withheld(self, rules: Rules, position: Position, company: str, revenue: int) -> int:
        """What a company keeps that splits its revenue."""
        raise AssertionError("a book that knows a split says what is kept")

    def price_after_split(self, ref: Referee, company: str, paid: int) -> None:
        """Move the price marker for a dividend of which the company has kept a part."""
        ref.rules.price_after_run(ref, company, paid)

    def distribute(self, ref: Referee, company: str, amount: int) -> None:
        """Every player gets his part of a dividend, rounded once on his whole holding; so does the treasury."""
        register = ref.rules.register
        partners = register.silent_partners if self.partners_collect else ()
        for player in (*ref.pos.players, *partners, *register.holding_companies[company]):
            ref.pay(BANK, player, self.part(amount, ref.percent(company, player)), f"dividend of {company}")
        own = self.part(amount, ref.rules.treasury_part(ref.pos, company))
        ref.pay(BANK, company, own, "dividend of its own shares")

    def part(self, amount: int, percent: int) -> int:
        """What a holder of so many percent gets."""
        return -(-amount * percent // 100) if self.rounded_up else amount * percent // 100

    def close(self, ref: Referee, task: OperatingTurn) -> None:
        """The income is decided about; a company that has closed by it has no turn any more."""
        if task in ref.pos.agenda:
            self.settle_income(ref, task.company)
            task.leave(ref, "dividend")

    def settle_income(self, ref: Referee, company: str) -> None:
        """What follows the decision about the income."""
