"""Building and trains in the Introduction Game (3.2.2, 3.2.3): a tile, a station or a link, a swap of trains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from stellwerk.actions import Action, Choice, LayTile, Pass, PlaceStation
from stellwerk.events import Passed, TrainGiven, TrainScrapped
from stellwerk.referee import Referee
from stellwerk.rules.phases import rank_of_phase
from stellwerk.steps.base import Act
from stellwerk.steps.links import BuildLink
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.stations import Station, put_homes
from stellwerk.steps.track import LayTrack
from stellwerk.titles.t18do.intro_turn import (
    PLACE,
    TILE,
    TRAINS,
    Discard,
    PlayerTurn,
    Take,
    TurnAct,
    directed,
    give_next_train,
)
from stellwerk.titles.t18do.links import Link
from stellwerk.trains import scrap_train, trains_of
from stellwerk.vocabulary import Form, Forms

SWAP = "Last step of the turn: swap trains, once"


class SwapTrains(Action, frozen=True, tag="swap-trains"):
    """A player swaps the trains of two of his corporations."""

    forms: ClassVar[Forms] = (Form("{player} swaps the trains of {company} and {target}"),)
    label: ClassVar[str] = "Swap the trains of {company} and {target}"
    doing: ClassVar[str] = "swap trains"
    group: ClassVar[tuple[str, str]] = ("swap", "pair")

    player: str
    company: str
    target: str

    @property
    def pair(self) -> str:
        """Both corporations."""
        return f"{self.company}-{self.target}"

    def section(self) -> str:
        """The last step of a turn."""
        return SWAP


class RenewTrain(Action, frozen=True, tag="renew-train"):
    """A player swaps an obsolete train of his corporation for the next new one."""

    forms: ClassVar[Forms] = (Form("{player} renews the train of {company}"),)
    label: ClassVar[str] = "Renew the train of {company}"
    doing: ClassVar[str] = "swap trains"
    group: ClassVar[tuple[str, str]] = ("swap", "company")
    liking: ClassVar[float] = 8

    player: str
    company: str

    def section(self) -> str:
        """The last step of a turn."""
        return SWAP


class ForCompany(TurnAct):
    """What a corporation does in its turn in the Railway Game, a player does here for one of his (3.2.2)."""

    act: ClassVar[Act]

    def companies(self, ref: Referee, task: PlayerTurn) -> list[str]:
        """Those it may be done for."""
        return directed(ref, task.actor(ref))

    def may_act(self, ref: Referee, task: PlayerTurn, actor: str) -> bool:
        """One of those."""
        return actor in self.companies(ref, task)

    def options(self, ref: Referee, task: PlayerTurn) -> Iterator[Action | Choice]:
        """For each of them."""
        for company in self.companies(ref, task):
            yield from self.act.options(at_home(ref, company), OperatingTurn(company))

    def check(self, ref: Referee, task: PlayerTurn, action: Any) -> None:
        """As there; what costs something there costs nothing here."""
        self.act.check(at_home(ref, action.company), OperatingTurn(action.company), action)

    def apply(self, ref: Referee, task: PlayerTurn, action: Any) -> None:
        """As there; the player's next step follows."""
        turn = OperatingTurn(action.company)
        ref.push(turn)
        self.act.apply(ref, turn, action)
        ref.pop()
        task.go_to(ref, self.last + 1)


class Lay(ForCompany):
    """A tile; who directs no corporation lays it for any (3.2.2.2a, b)."""

    act, action, last = LayTrack(), LayTile, TILE

    def companies(self, ref: Referee, task: PlayerTurn) -> list[str]:
        """The own ones, or all."""
        return super().companies(ref, task) or list(ref.rules.companies)


class PlaceToken(ForCompany):
    """A station (3.2.2.2c, 3.2.2.3)."""

    act, action, last = Station(), PlaceStation, PLACE


class BuildALink(ForCompany):
    """A link instead (3.2.2.2c, 3.2.2.4)."""

    act, action, last = Link(), BuildLink, PLACE


def at_home(ref: Referee, company: str) -> Referee:
    """The position with the home station of a corporation that is not founded: it lies there, face down (3.1c)."""
    if company in ref.pos.floated or company not in ref.rules.companies:
        return ref
    seen = Referee(ref.rules, ref.pos.copy())
    put_homes(seen, company)
    return seen


def is_obsolete(ref: Referee, name: str) -> bool:
    """Has the phase begun that makes a train obsolete (3.2.3b)?"""
    later = (face for face in ref.rules.cards.by_name.values() if name in face.scraps)
    return any(rank_of_phase(ref.rules, ref.pos.phase) >= rank_of_phase(ref.rules, face.name) for face in later)


class Swap(TurnAct):
    """Two corporations of one director exchange their trains (3.2.3f)."""

    action = SwapTrains
    last = TRAINS

    def options(self, ref: Referee, task: PlayerTurn) -> Iterator[Action]:
        """Each pair."""
        mine = directed(ref, task.actor(ref))
        for i, company in enumerate(mine):
            for target in mine[i + 1 :]:
                yield SwapTrains(task.actor(ref), company, target)

    def check(self, ref: Referee, task: PlayerTurn, action: SwapTrains) -> None:
        """Two of his corporations with a train each, in the order of the charters."""
        mine = directed(ref, action.player)
        pair = [company for company in mine if company in (action.company, action.target)]
        if pair != [action.company, action.target]:
            ref.refuse("swap-own", f"{action.player} swaps trains of two corporations he directs.")
        if not all(trains_of(ref.pos, company) for company in pair):
            ref.refuse("swap-needs-trains", "Each of them needs a train.")

    def apply(self, ref: Referee, task: PlayerTurn, action: SwapTrains) -> None:
        """One for one."""
        pairs = [(company, trains_of(ref.pos, company)[0]) for company in (action.target, action.company)]
        for (taker, _), (_, (card, face)) in zip(pairs, reversed(pairs), strict=True):
            ref.pos.put("trains", card, (taker, face))
            ref.say(TrainGiven(taker, card, face))
        task.go_to(ref, TRAINS + 1)


class Renew(TurnAct):
    """An obsolete train is swapped for the next of the display (3.2.3d, e)."""

    action = RenewTrain
    last = TRAINS

    def options(self, ref: Referee, task: PlayerTurn) -> Iterator[Action]:
        """For each corporation."""
        for company in directed(ref, task.actor(ref)):
            yield RenewTrain(task.actor(ref), company)

    def check(self, ref: Referee, task: PlayerTurn, action: RenewTrain) -> None:
        """An own corporation, an obsolete train, a new one."""
        if action.company not in directed(ref, action.player):
            ref.refuse("swap-own", f"{action.player} does not direct {action.company}.")
        if not any(is_obsolete(ref, face) for _, face in trains_of(ref.pos, action.company)):
            ref.refuse("not-obsolete", f"{action.company} has no obsolete train.")
        if not ref.pos.stack:
            ref.refuse("no-new-train", "No new train is left.")

    def apply(self, ref: Referee, task: PlayerTurn, action: RenewTrain) -> None:
        """The old one leaves the game."""
        for card, face in trains_of(ref.pos, action.company):
            scrap_train(ref.pos, card)
            ref.say(TrainScrapped(action.company, card, face))
        give_next_train(ref, action.company)
        task.go_to(ref, TRAINS + 1)


class EndPlayerTurn(TurnAct):
    """Do no more in this turn."""

    action = Pass
    last = TRAINS

    def options(self, ref: Referee, task: PlayerTurn) -> Iterator[Action]:
        """Once the certificate is settled."""
        yield Pass(task.actor(ref))

    def check(self, ref: Referee, task: PlayerTurn, action: Pass) -> None:
        """Always allowed then."""

    def apply(self, ref: Referee, task: PlayerTurn, action: Pass) -> None:
        """The next player."""
        ref.say(Passed(action.who))
        task.go_to(ref, TRAINS + 1)


TURN_ACTS: tuple[Act, ...] = (
    Take(), Discard(), Lay(), PlaceToken(), BuildALink(), Swap(), Renew(), EndPlayerTurn(),
)  # fmt: skip
