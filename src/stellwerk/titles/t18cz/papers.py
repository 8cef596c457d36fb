"""What the private papers of Moravia-Silesia do: the 3E-train, the Mährische Westbahn, the company left out (XI.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.actions import Action, LayTile, Pass, UsePrivate
from stellwerk.events import CompanyClosed, Passed, StationPlaced, StationRemoved, TrainGiven, TrainScrapped
from stellwerk.position import OUT, Position
from stellwerk.referee import Referee
from stellwerk.routes import Answer
from stellwerk.rules import Rules
from stellwerk.steps.base import Act, Task
from stellwerk.steps.game_flow import Chance, random_number
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.privates import BuyFromPlayer, close_private
from stellwerk.steps.running import RunTrains
from stellwerk.steps.track import put_tile, refuse_unfit
from stellwerk.trains import scrap_train

TRAIN_PAPER, MW = "3E", "MW"


class CompanyDraw(Chance, frozen=True, tag="company-draw"):
    """With two players one of the five companies, drawn by chance, leaves the game (XI.2b)."""

    what = "company"

    def advance(self, ref: Referee) -> bool:
        """Three players play with all five."""
        if len(ref.pos.players) == 2:
            return False
        ref.pop()
        return True

    def drawn(self, ref: Referee) -> tuple[str, ...]:
        """One of the companies."""
        companies = list(ref.rules.companies)
        return (companies[random_number(ref.pos.seed, ref.pos.draws, len(companies))],)

    def possible(self, ref: Referee, result: tuple[str, ...]) -> bool:
        """Any one of them."""
        return len(result) == 1 and result[0] in ref.rules.companies

    def settle(self, ref: Referee, result: tuple[str, ...]) -> None:
        """Its certificates are out of the game."""
        for card in ref.rules.register.of[result[0]]:
            ref.pos.put("certificates", card.id, OUT)
        ref.say(CompanyClosed(result[0]))


# The 3E-train (XI.2.papers-a to -c, R66)


class AssignTrain(Act):
    """The owner of the 3E-train gives it to the company of his that operates, before it runs."""

    action = UsePrivate

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """While he has it."""
        if ref.pos.privates[TRAIN_PAPER] in ref.pos.players:
            yield UsePrivate(task.company, TRAIN_PAPER)

    def check(self, ref: Referee, task: OperatingTurn, action: UsePrivate) -> None:
        """The paper is the director's, and the company has not run."""
        if action.private != TRAIN_PAPER or ref.pos.privates[TRAIN_PAPER] != ref.director(task.company):
            ref.refuse("no-power", f"{ref.director(task.company)} has no {action.private} for {task.company}.", "3E")
        if task.stage > [stage.name for stage in ref.rules.turn].index("run"):
            ref.refuse("after-run", f"{task.company} has run in this turn.")

    def apply(self, ref: Referee, task: OperatingTurn, action: UsePrivate) -> None:
        """The paper is a train now."""
        card = ref.rules.cards.name(TRAIN_PAPER, 1)
        close_private(ref, TRAIN_PAPER)
        ref.pos.put("trains", card, (task.company, TRAIN_PAPER))
        ref.say(TrainGiven(task.company, card, TRAIN_PAPER))


class RunTrainPaper(RunTrains):
    """Runs, the 3E-train among them."""

    def note_runs(self, ref: Referee, company: str, answer: Answer) -> None:
        """The 3E-train runs once (XI.2.papers-a)."""
        card = ref.rules.cards.name(TRAIN_PAPER, 1)
        if ref.pos.trains[card][0] == company:
            scrap_train(ref.pos, card)
            ref.say(TrainScrapped(company, card, TRAIN_PAPER))


class BuyPaper(BuyFromPlayer):
    """A company buys a paper of a player."""

    def may_own(self, rules: Rules, position: Position, company: str, private: str) -> bool:
        """All but the 3E-train, which is not for sale (R66)."""
        return private != TRAIN_PAPER


# The Mährische Westbahn (XI.2.papers-d to -g, R67, R68)


def found_westbahn(ref: Referee) -> None:
    """The owner puts its only station on its home hex."""
    hex = ref.rules.privates[MW].hex
    ref.pos.put("stations", hex, (*ref.pos.stations.get(hex, ()), (MW, 0)))
    ref.say(StationPlaced(MW, hex, 0, 0))


def give_up(ref: Referee) -> None:
    """Its station leaves the map."""
    hex = ref.rules.privates[MW].hex
    here = ref.pos.stations.get(hex, ())
    for who, city in here:
        if who == MW:
            ref.pos.put("stations", hex, tuple(station for station in here if station[0] != MW))
            ref.say(StationRemoved(MW, hex, city))


def take_over(ref: Referee, company: str) -> None:
    """Its station becomes one of the buyer's; beside one of the buyer's own it goes to the charter (R68)."""
    hex = ref.rules.privates[MW].hex
    city = next(city for who, city in ref.pos.stations[hex] if who == MW)
    spare = any(who == company for who, _ in ref.pos.stations[hex])
    give_up(ref)
    ref.pos.update_state(mw=company, spare=spare)
    if spare:
        ref.pos.put("unplaced", company, ref.pos.unplaced[company] + 1)
        return
    ref.pos.put("stations", hex, (*ref.pos.stations[hex], (company, city)))
    ref.say(StationPlaced(company, hex, city, 0))


class HomeBuild(Task, frozen=True, tag="home-build"):
    """Before it pays, a private company may lay or promote a tile on its home hex."""

    going_on: ClassVar[str] = "a private company builds on its home hex"
    question: ClassVar[str] = "{name} may build on {place}"
    passing: ClassVar[str] = "Build nothing"

    private: str

    def actor(self, ref: Referee) -> str:
        """The private company."""
        return self.private

    def decider(self, ref: Referee) -> str:
        """Its owner."""
        return ref.pos.privates[self.private]

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Build or not."""
        return (_BUILD, _BUILD_NOTHING)

    def advance(self, ref: Referee) -> bool:
        """Where no tile is available nobody is asked."""
        if next(self.choices_of(ref, _BUILD), None) is not None:
            return False
        self.finish(ref)
        return True

    def finish(self, ref: Referee) -> None:
        """The income follows."""
        ref.pop()
        owner = self.decider(ref)
        ref.pay("bank", owner, ref.rules.private_income(ref.pos, self.private), f"income of {self.private}")


class BuildAtHome(Act):
    """Lay or promote the tile, free and without a power."""

    action = LayTile

    def options(self, ref: Referee, task: HomeBuild) -> Iterator[Action]:
        """Every tile that fits."""
        hex = ref.rules.privates[task.private].hex
        for tile, rotation in ref.rules.board.fitting(ref.pos.tiles, hex):
            yield LayTile(task.private, hex, tile, rotation)

    def check(self, ref: Referee, task: HomeBuild, action: LayTile) -> None:
        """On the home hex, an ordinary tile that is available."""
        if action.hex != ref.rules.privates[task.private].hex or action.private is not None:
            ref.refuse("home-build", f"{task.private} builds on its home hex only.")
        if ref.rules.special_tile(action.tile):
            ref.refuse("special-tile", f"Tile {action.tile} is laid only with a local railway's power.")
        refuse_unfit(ref, action)

    def apply(self, ref: Referee, task: HomeBuild, action: LayTile) -> None:
        """One tile in a round."""
        put_tile(ref, action, 0)
        task.finish(ref)


class BuildNothing(Act):
    """Leave the hex as it is."""

    action = Pass

    def options(self, ref: Referee, task: HomeBuild) -> Iterator[Action]:
        """Always possible."""
        yield Pass(task.private)

    def check(self, ref: Referee, task: HomeBuild, action: Pass) -> None:
        """Always allowed."""

    def apply(self, ref: Referee, task: HomeBuild, action: Pass) -> None:
        """It only pays."""
        ref.say(Passed(action.who))
        task.finish(ref)


_BUILD, _BUILD_NOTHING = BuildAtHome(), BuildNothing()
