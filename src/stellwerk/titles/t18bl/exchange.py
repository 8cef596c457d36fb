"""The exchange of private company No. 6 for shares of the RhE (5.2, 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from stellwerk.actions import Action, ExchangePrivate, Pass
from stellwerk.certificates import Certificate
from stellwerk.errors import Illegal
from stellwerk.events import Passed, PrivateExchanged
from stellwerk.position import OFFERING, POOL
from stellwerk.referee import Referee
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.steps.base import Act, Task
from stellwerk.steps.privates import close_private
from stellwerk.steps.share_purchase import float_at_once
from stellwerk.steps.share_sales_and_directors import hand_over, settle_director

CCE, RHE = "CCE", "RhE"
SHARES, MOST_BEFORE = 2, 50


def shares_for_it(ref: Referee) -> list[Certificate]:
    """Two certificates of the RhE, from the initial offering as long as it has any, else from the pool (R23)."""
    register = ref.rules.register
    ordinary = [card for place in (OFFERING, POOL) for card in register.ordinary(ref.pos, RHE, place)]
    return ordinary[:SHARES]


class Exchange(Act):
    """Beside the action of a turn: the private company for 20% of the RhE."""

    action = ExchangePrivate

    def options(self, ref: Referee, task: Any) -> Iterator[Action]:
        """No. 6."""
        yield ExchangePrivate(task.actor(ref), CCE)

    def check(self, ref: Referee, task: Any, action: ExchangePrivate) -> None:
        """Its owner, after the first stock round, with at most half of a founded RhE and none of it sold (R23-R26)."""
        player, pos = action.player, ref.pos
        if action.private != CCE or pos.privates[CCE] != player:
            ref.refuse("no-exchange", f"{player} has no private company to exchange.")
        if pos.round.set < 2:
            ref.refuse("exchange-time", "In the First Stock Round nothing is exchanged.")
        if RHE not in pos.markers or len(shares_for_it(ref)) < SHARES:
            ref.refuse("exchange-shares", f"Two certificates of a founded {RHE} are needed.")
        if ref.percent(RHE, player) > MOST_BEFORE:
            ref.refuse("exchange-half", f"{player} holds more than {MOST_BEFORE}% of {RHE}.")
        if RHE in pos.sold.get(player, ()):
            ref.refuse("exchange-sold", f"{player} has sold shares of {RHE} in this stock round.")
        if ref.rules.excess(pos, player):
            ref.refuse("over-limit", f"{player} holds too many certificates and must sell.")
        then = certificates_of(ref.rules, pos, player) + SHARES - 1
        if ref.rules.counts_to_limit(pos, RHE) and then > limit_of_certificates(ref.rules, pos):
            ref.refuse("certificate-limit", f"{player} may hold {limit_of_certificates(ref.rules, pos)} certificates.")

    def apply(self, ref: Referee, task: Any, action: ExchangePrivate) -> None:
        """The private company closes; the shares may change the director and float the RhE."""
        if isinstance(task, ExchangeOffer):
            ref.pop()
        ref.say(PrivateExchanged(CCE, action.player))
        close_private(ref, CCE)
        for card in shares_for_it(ref):
            hand_over(ref, card, action.player)
        settle_director(ref, RHE)
        float_at_once(ref, RHE)


class ExchangeOffer(Task, frozen=True, tag="exchange-offer"):
    """After his purchase the owner of No. 6 may still exchange it in the same turn (5.2.6b, R26)."""

    going_on: ClassVar[str] = "a player may exchange his private company"
    question: ClassVar[str] = "Exchange your private company for shares, or keep it"
    passing: ClassVar[str] = "Keep it"

    player: str

    def actor(self, ref: Referee) -> str:
        """The owner."""
        return self.player

    def acts(self, ref: Referee) -> Sequence[Act]:
        """Exchange it or not."""
        return (EXCHANGE, _KEEP)


class Keep(Act):
    """Exchange nothing."""

    action = Pass

    def options(self, ref: Referee, task: ExchangeOffer) -> Iterator[Action]:
        """Go on."""
        yield Pass(task.player)

    def check(self, ref: Referee, task: ExchangeOffer, action: Pass) -> None:
        """Always possible."""

    def apply(self, ref: Referee, task: ExchangeOffer, action: Pass) -> None:
        """The turn is over."""
        ref.say(Passed(action.who))
        ref.pop()


EXCHANGE, _KEEP = Exchange(), Keep()


def offer_exchange(ref: Referee, player: str) -> None:
    """Ask a player who has bought whether he exchanges, if he can."""
    offer = ExchangeOffer(player)
    try:
        EXCHANGE.check(ref, offer, ExchangePrivate(player, CCE))
    except Illegal:
        return
    ref.push(offer)
