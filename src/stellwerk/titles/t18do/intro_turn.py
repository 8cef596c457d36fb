"""A player's turn in the Introduction Game (3.2): a certificate, a tile, a station or a link, a swap of trains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from stellwerk.actions import Action, LayTile, Pass, PlaceStation
from stellwerk.errors import refuse_unless
from stellwerk.events import Passed, TrainGiven, TrainScrapped
from stellwerk.position import OFFERING, POOL, Position
from stellwerk.referee import Referee
from stellwerk.round_kinds import RoundKind
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.rules.phases import rank_of_phase
from stellwerk.steps.base import Act, Task
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.rusting import begin_phase
from stellwerk.steps.share_sales_and_directors import hand_over, settle_director
from stellwerk.steps.stations import Station, put_homes, put_station
from stellwerk.steps.stock_round import StockRound
from stellwerk.steps.track import LayTrack, put_tile
from stellwerk.titles.t18do.links import BuildLink, Link
from stellwerk.trains import scrap_train, trains_of
from stellwerk.vocabulary import Form, Forms

if TYPE_CHECKING:
    from stellwerk.rules import Rules

INTRODUCTION = RoundKind(
    name="introduction",
    players_act=True,
    shares_trade=True,
    title="Players' turns",
    phrase="the players' turns",
    short="Turns",
    label="turns",
)
CERTIFICATE, TILE, PLACE, TRAINS = range(4)
"""The steps of a turn, in order (3.2b)."""


class TakeCertificate(Action, frozen=True, tag="take-certificate"):
    """A player takes the top certificate of a corporation from the display."""

    forms: ClassVar[Forms] = (Form("{player} takes a certificate of {company}"),)
    group: ClassVar[tuple[str, str]] = ("buy", "company")
    liking: ClassVar[float] = 20

    player: str
    company: str


class DiscardCertificate(Action, frozen=True, tag="discard-certificate"):
    """A player discards a certificate, one of his own or the top one of a stack on display."""

    forms: ClassVar[Forms] = (
        Form("{player} discards {percent}% of {company} from the display", {"source": "offering"}),
        Form("{player} discards {percent}% of {company}", {"source": "own"}),
    )
    group: ClassVar[tuple[str, str]] = ("sell", "company")

    player: str
    company: str
    percent: int
    source: str


class SwapTrains(Action, frozen=True, tag="swap-trains"):
    """A player swaps the trains of two of his corporations."""

    forms: ClassVar[Forms] = (Form("{player} swaps the trains of {company} and {target}"),)
    group: ClassVar[tuple[str, str]] = ("train", "company")

    player: str
    company: str
    target: str


class RenewTrain(Action, frozen=True, tag="renew-train"):
    """A player swaps an obsolete train of his corporation for the next new one."""

    forms: ClassVar[Forms] = (Form("{player} renews the train of {company}"),)
    group: ClassVar[tuple[str, str]] = ("train", "company")
    liking: ClassVar[float] = 8

    player: str
    company: str


OWN = "own"


class PlayerTurn(StockRound, frozen=True, tag="player-turn"):
    """Players have their turns, clockwise, until the display is empty."""

    going_on: ClassVar[str] = "the players have their turns"
    question: ClassVar[str] = "Take a certificate, build, swap trains"
    passing: ClassVar[str] = "End the turn"
    skippable: ClassVar[bool] = False
    carries: ClassVar[bool] = False
    round_kind: ClassVar[RoundKind | None] = INTRODUCTION

    stage: int = CERTIFICATE

    def acts(self, ref: Referee) -> Sequence[Act]:
        """What the present step and those after it allow; nothing comes before the certificate."""
        acts = ref.rules.acts_by_step[PlayerTurn]
        return [act for act in acts if isinstance(act, TurnAct) and act.open_at(self.stage)]

    def advance(self, ref: Referee) -> bool:
        """The game is over once the turn is finished in which the last certificate was taken (3.3a)."""
        if self.stage != CERTIFICATE or OFFERING in ref.pos.certificates.values():
            return False
        ref.pop()
        return True

    def go_to(self, ref: Referee, step: int) -> None:
        """The next step of the turn; after the last one the next player."""
        if step <= TRAINS:
            ref.amend(self, stage=step)
        else:
            ref.amend(self, seat=(self.seat + 1) % len(ref.pos.order), stage=CERTIFICATE)

    def check_sound(self, rules: Rules, position: Position, below: Sequence[Task]) -> None:
        """A step there is."""
        super().check_sound(rules, position, below)
        refuse_unless(CERTIFICATE <= self.stage <= TRAINS, "There is no such step of a turn.")


class CertificateSurplus(Task, frozen=True, tag="certificate-surplus"):
    """A former director holds too many certificates by the exchange, and discards (3.2.1i)."""

    going_on: ClassVar[str] = "a player discards a certificate"
    question: ClassVar[str] = "Discard a certificate"
    lies_on: ClassVar[tuple[str, ...]] = ("player-turn", "certificate-surplus")
    carries: ClassVar[bool] = False

    player: str

    def actor(self, ref: Referee) -> str:
        """The player."""
        return self.player

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Discard."""
        return (_SURPLUS,)

    def advance(self, ref: Referee) -> bool:
        """Done when the limit holds."""
        if is_over(ref, self.player):
            return False
        ref.pop()
        return True


def is_over(ref: Referee, player: str, more: int = 0) -> bool:
    """Would so many certificates more be too many?"""
    return certificates_of(ref.rules, ref.pos, player) + more > limit_of_certificates(ref.rules, ref.pos)


def directed(ref: Referee, player: str) -> list[str]:
    """The corporations a player directs."""
    register = ref.rules.register
    return [company for company in ref.rules.companies if register.director(ref.pos, company) == player]


class TurnAct(Act):
    """Something that may be done up to a step of the turn."""

    last: ClassVar[int]

    def open_at(self, step: int) -> bool:
        """May it be done at this step? What comes before the certificate may be done only then."""
        return step == CERTIFICATE == self.last or CERTIFICATE < step <= self.last


class Take(TurnAct):
    """Take the top certificate of a stack (3.2.1a)."""

    action = TakeCertificate
    last = CERTIFICATE

    def options(self, ref: Referee, task: PlayerTurn) -> Iterator[Action]:
        """One of each corporation."""
        for company in ref.rules.companies:
            yield TakeCertificate(task.actor(ref), company)

    def check(self, ref: Referee, task: PlayerTurn, action: TakeCertificate) -> None:
        """Below the limit of certificates, and then at most 60% (3.2.1e, g)."""
        cards = (
            ref.rules.register.on_sale(ref.pos, action.company, OFFERING)
            if action.company in ref.rules.companies
            else []
        )
        if not cards:
            ref.refuse("no-certificate", f"No certificate of {action.company} is on display.")
        if is_over(ref, action.player, 1):
            ref.refuse("certificate-limit", f"{action.player} is at the limit and must discard first.")
        limit = ref.rules.ownership_limit(ref.pos, action.player, action.company, OFFERING)
        if ref.percent(action.company, action.player) + cards[0].percent > limit:
            ref.refuse("ownership-limit", f"A player may hold {limit}% of {action.company}.")

    def apply(self, ref: Referee, task: PlayerTurn, action: TakeCertificate) -> None:
        """It may be the director's, or make a director."""
        task.go_to(ref, TILE)
        (card, *_) = ref.rules.register.on_sale(ref.pos, action.company, OFFERING)
        hand_over(ref, card, action.player)
        if card.director:
            found(ref, action.company)
        else:
            settle_directorship(ref, action.company)


def found(ref: Referee, company: str) -> None:
    """The charter with the tokens, and the next train of the display, if one is left (3.2.1b, R27)."""
    ref.pos.floated = (*ref.pos.floated, company)
    put_homes(ref, company)
    give_next_train(ref, company)


def give_next_train(ref: Referee, company: str) -> None:
    """The next train of the display goes to a corporation; it may begin a phase (3.2.1c)."""
    for card in ref.pos.stack[:1]:
        (face,) = ref.rules.cards.faces(card)
        ref.rules.cards.take(ref.pos, card)
        ref.pos.put("trains", card, (company, face.name))
        ref.say(TrainGiven(company, card, face.name))
        begin_phase(ref, ref.rules.cards.letter(card))


def settle_directorship(ref: Referee, company: str) -> None:
    """Whoever holds more is director at once; who holds too many certificates by that discards (3.2.1h, i)."""
    settle_director(ref, company)
    for player in reversed(ref.pos.order):
        if is_over(ref, player):
            ref.push(CertificateSurplus(player))


class Discard(TurnAct):
    """Discard at the limit, or where nothing can be taken: an own certificate, or one of the display (3.2.1e, R27)."""

    action = DiscardCertificate
    last = CERTIFICATE

    def options(self, ref: Referee, task: Any) -> Iterator[Action]:
        """Each size of each corporation, and each stack."""
        player, register = task.actor(ref), ref.rules.register
        for company in ref.rules.companies:
            for percent in sorted({card.percent for card in register.ordinary(ref.pos, company, player)}):
                yield DiscardCertificate(player, company, percent, OWN)
            for card in register.on_sale(ref.pos, company, OFFERING):
                yield DiscardCertificate(player, company, card.percent, OFFERING)

    def check(self, ref: Referee, task: Any, action: DiscardCertificate) -> None:
        """A certificate there is, not a director's; at the limit, or from the display where nothing can be taken."""
        if action.source not in (OWN, OFFERING) or not self.cards(ref, action):
            ref.refuse("no-discard", f"There is no such certificate of {action.company} that could be discarded.")
        stuck = action.source == OFFERING and not any(True for _ in task.choices_of(ref, Take()))
        if not is_over(ref, action.player, 1) and not stuck:
            ref.refuse("no-need-to-discard", f"{action.player} is below the limit and takes a certificate.")

    def cards(self, ref: Referee, action: DiscardCertificate) -> list[Any]:
        """The certificates it could be."""
        register = ref.rules.register
        if action.company not in register.of:
            return []
        if action.source == OFFERING:
            cards = register.on_sale(ref.pos, action.company, OFFERING)
        else:
            cards = register.ordinary(ref.pos, action.company, action.player)
        return [card for card in cards if card.percent == action.percent and not card.director]

    def apply(self, ref: Referee, task: Any, action: DiscardCertificate) -> None:
        """Into the pool, for good; from the display it takes the place of the certificate (3.2.1f)."""
        hand_over(ref, self.cards(ref, action)[0], POOL)
        if action.source == OFFERING:
            task.go_to(ref, TILE)
        else:
            settle_directorship(ref, action.company)


class DiscardSurplus(Discard):
    """Discard an own certificate."""

    def check(self, ref: Referee, task: CertificateSurplus, action: DiscardCertificate) -> None:
        """An own one that is not a director's (R80)."""
        if action.source != OWN or not self.cards(ref, action):
            ref.refuse("no-discard", f"There is no such certificate of {action.company} that could be discarded.")


_SURPLUS = DiscardSurplus()


class ForCompany(TurnAct):
    """Something a player does for one of his corporations."""

    def companies(self, ref: Referee, task: PlayerTurn) -> list[str]:
        """Those it may be done for."""
        return directed(ref, task.actor(ref))

    def may_act(self, ref: Referee, task: PlayerTurn, actor: str) -> bool:
        """One of those."""
        return actor in self.companies(ref, task)


class Lay(ForCompany):
    """Lay a tile for a corporation one directs; who directs none lays for any (3.2.2.2a, b)."""

    action = LayTile
    last = TILE

    def companies(self, ref: Referee, task: PlayerTurn) -> list[str]:
        """The own ones, or all."""
        return super().companies(ref, task) or list(ref.rules.companies)

    def options(self, ref: Referee, task: PlayerTurn) -> Iterator[Action]:
        """All that fits near their track."""
        for company in self.companies(ref, task):
            for option in LayTrack().options(at_home(ref, company), OperatingTurn(company)):
                assert isinstance(option, LayTile)
                yield option

    def check(self, ref: Referee, task: PlayerTurn, action: LayTile) -> None:
        """As in every game, without costs."""
        LayTrack().check(at_home(ref, action.company), OperatingTurn(action.company), action)

    def apply(self, ref: Referee, task: PlayerTurn, action: LayTile) -> None:
        """Put it there."""
        put_tile(ref, action, 0)
        task.go_to(ref, PLACE)


def at_home(ref: Referee, company: str) -> Referee:
    """The position with the home station of a corporation that is not founded: it lies there, face down (3.1c)."""
    if company in ref.pos.floated or company not in ref.rules.companies:
        return ref
    seen = Referee(ref.rules, ref.pos.copy())
    put_homes(seen, company)
    return seen


class PlaceToken(ForCompany):
    """Place a station (3.2.2.2c, 3.2.2.3)."""

    action = PlaceStation
    last = PLACE

    def options(self, ref: Referee, task: PlayerTurn) -> Iterator[Action]:
        """For each corporation."""
        for company in self.companies(ref, task):
            yield from Station().options(ref, OperatingTurn(company))

    def check(self, ref: Referee, task: PlayerTurn, action: PlaceStation) -> None:
        """As in every game."""
        Station().check(ref, OperatingTurn(action.company), action)

    def apply(self, ref: Referee, task: PlayerTurn, action: PlaceStation) -> None:
        """It costs nothing."""
        put_station(ref, action.company, action.hex, action.city, 0)
        task.go_to(ref, TRAINS)


class BuildALink(ForCompany):
    """Create or extend a link instead (3.2.2.2c, 3.2.2.4)."""

    action = BuildLink
    last = PLACE

    def options(self, ref: Referee, task: PlayerTurn) -> Iterator[Action]:
        """For each corporation."""
        for company in self.companies(ref, task):
            yield from Link().options(ref, OperatingTurn(company))

    def check(self, ref: Referee, task: PlayerTurn, action: BuildLink) -> None:
        """As in the Railway Game."""
        Link().check(ref, task, action)

    def apply(self, ref: Referee, task: PlayerTurn, action: BuildLink) -> None:
        """It costs nothing."""
        Link().build(ref, action)
        task.go_to(ref, TRAINS)


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
            ref.refuse("swap-trains", "Each of them needs a train.")

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
