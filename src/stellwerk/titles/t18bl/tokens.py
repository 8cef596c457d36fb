"""Access tokens to P12: where they lie, and who buys one (5.2, private company No. 4)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.actions import Action, BuyToken
from stellwerk.events import TokenMoved
from stellwerk.position import BANK, OUT, POOL, Position, value_or
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.steps.base import Act
from stellwerk.steps.closing import close_company
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.titles.t18bl.state import EHG, TOKEN, BlState


def token_holders(position: Position) -> list[str]:
    """The corporations with an access token on their charter."""
    return list(value_or(BlState.of(position).access, ()))


def on_sale(rules: Rules, position: Position, source: str) -> int:
    """How many tokens lie for sale in the bank pool, or in the treasury of the owner of No. 4 (5.2.4c-e, R19)."""
    if source != POOL and source not in rules.companies:
        return 0
    return BlState.of(position).unplaced_tokens(rules, position).get(source, 0)


def on_charter(rules: Rules, position: Position, company: str) -> list[str]:
    """The tokens on a corporation's charter: its own, and those it has to sell."""
    own = ["access token"] if company in token_holders(position) else []
    return own + ["access token to sell"] * on_sale(rules, position, company)


def place_token(ref: Referee, company: str, source: str) -> None:
    """A token goes onto a corporation's charter, where it stays (5.2.4f)."""
    if source == POOL and ref.pos.privates[EHG] != OUT:
        ref.pos.update_state(access_pool=value_or(BlState.of(ref.pos).access_pool, 0) - 1)
    ref.pos.update_state(access=(*token_holders(ref.pos), company))
    ref.say(TokenMoved(TOKEN, source, company))


def give_up(ref: Referee, company: str) -> None:
    """The token of a closed corporation goes to the bank pool (7.5e, R21)."""
    if company in token_holders(ref.pos):
        others = tuple(other for other in token_holders(ref.pos) if other != company)
        ref.pos.update_state(access=others, access_pool=value_or(BlState.of(ref.pos).access_pool, 0) + 1)
        ref.say(TokenMoved(TOKEN, company, POOL))


def close_corporation(ref: Referee, company: str) -> None:
    """A corporation leaves the game; its access token goes to the pool (7.5)."""
    close_company(ref, company)
    give_up(ref, company)


class BuyAccess(Act):
    """Buy an access token at any time of the turn; the owner of No. 4 cannot refuse (5.2.4c, R19)."""

    action = BuyToken

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """From the pool and from the owner of No. 4."""
        for source in (POOL, ref.pos.privates[EHG]):
            yield BuyToken(task.company, source)

    def check(self, ref: Referee, task: OperatingTurn, action: BuyToken) -> None:
        """One for each corporation, while there are any, for 60."""
        if task.company in token_holders(ref.pos):
            ref.refuse("one-token", f"{task.company} has an access token already.")
        if on_sale(ref.rules, ref.pos, action.source) < 1:
            ref.refuse("no-token", f"There is no access token for sale at {action.source}.")
        price = ref.rules.privates[EHG].token_price
        if price > ref.cash(task.company):
            ref.refuse("no-cash-token", f"An access token costs {price}; {task.company} has {ref.cash(task.company)}.")

    def apply(self, ref: Referee, task: OperatingTurn, action: BuyToken) -> None:
        """Pay the seller; the pool's money goes to the bank."""
        payee = BANK if action.source == POOL else action.source
        ref.pay(task.company, payee, ref.rules.privates[EHG].token_price, "access token")
        place_token(ref, task.company, action.source)
