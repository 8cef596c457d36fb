"""A player's turn in the Introduction Game (3.2), and its first step: certificates, and trains with them (3.2.1)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from stellwerk.actions import Action
from stellwerk.errors import refuse_unless
from stellwerk.events import TrainGiven
from stellwerk.position import OFFERING, POOL, Position
from stellwerk.referee import Referee
from stellwerk.round_kinds import RoundKind
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.steps.base import Act, Task
from stellwerk.steps.rusting import begin_phase
from stellwerk.steps.share_sales_and_directors import hand_over, settle_director
from stellwerk.steps.stations import put_homes
from stellwerk.steps.stock_round import StockRound
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
    label: ClassVar[str] = "Take a certificate of {company}"
    doing: ClassVar[str] = "take a certificate"
    group: ClassVar[tuple[str, str]] = ("take", "company")
    liking: ClassVar[float] = 20

    player: str
    company: str


class DiscardCertificate(Action, frozen=True, tag="discard-certificate"):
    """A player discards a certificate, one of his own or the top one of a stack on display."""

    forms: ClassVar[Forms] = (
        Form("{player} discards {percent}% of {company} from the display", {"source": "offering"}),
        Form("{player} discards {percent}% of {company}", {"source": "own"}),
    )
    label: ClassVar[str] = "Set {percent}% of {company} aside"
    doing: ClassVar[str] = "set a certificate aside"
    group: ClassVar[tuple[str, str]] = ("aside", "pile")

    player: str
    company: str
    percent: int
    source: str

    @classmethod
    def known_choices(cls, rules: Any) -> Iterable[tuple[Hashable, ...]] | None:
        """Each size of each corporation, an own one or the top one of its stack."""
        sizes = {company: {card.percent for card in cards} for company, cards in rules.register.of.items()}
        some = [(company, percent) for company, of in sizes.items() for percent in sorted(of)]
        return [(*one, source) for one in some for source in (OWN, OFFERING)]

    @property
    def pile(self) -> str:
        """Where it is taken from."""
        return f"{self.source}-{self.company}"

    def section(self) -> str:
        """One of the two ways at the limit."""
        return "Set aside one of yours" if self.source == OWN else "Set aside one from the display"


OWN = "own"


class PlayerTurn(StockRound, frozen=True, tag="player-turn"):
    """Players have their turns, clockwise, until the display is empty."""

    going_on: ClassVar[str] = "the players have their turns"
    question: ClassVar[str] = "Take a certificate, build, swap trains"
    passing: ClassVar[str] = "End the turn"
    in_order: ClassVar[bool] = True
    names_companies: ClassVar[bool] = True
    stages: ClassVar[tuple[str, ...]] = ("Certificate", "Track", "Station or link", "Swap")
    skippable: ClassVar[bool] = False
    carries: ClassVar[bool] = False
    round_kind: ClassVar[RoundKind | None] = INTRODUCTION

    stage_names: ClassVar[tuple[str, ...]] = ("certificate", "tile", "place", "trains")

    stage: int = CERTIFICATE

    def acts(self, ref: Referee) -> Sequence[Act]:
        """What the present step and those after it allow; nothing comes before the certificate."""
        acts = ref.rules.acts_by_step[PlayerTurn]
        return [act for act in acts if isinstance(act, TurnAct) and act.open_at(self.stage)]

    def stage_of_act(self, act: Act) -> int:
        """Up to which step of the turn it may be done."""
        return act.last if isinstance(act, TurnAct) else CERTIFICATE

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
