"""Offers: trains, depots, private companies and whole companies bought at a price that serves both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from stellwerk.actions import Acquire, Action, Answer, BuyTrain, Choice, TakeOverPrivate
from stellwerk.bots.base import WHIM, Prospect, play_if_seen
from stellwerk.position import Position
from stellwerk.steps.deals import Consent

if TYPE_CHECKING:
    from stellwerk.bots.steady import SteadyMind

DEALS = (Acquire, BuyTrain, TakeOverPrivate)
"""What may need another player's consent; all have a price."""
POLITE = 15.0
"""An offer is made only if it brings so much, and the other side gains so much too."""
SHIFT = 40.0
"""Moving trains and money between one's own companies must bring so much."""


class Concluded(NamedTuple):
    """The position after a deal both sides agree to, and who had to be asked."""

    after: Position
    asked: str


def best_offer(mind: SteadyMind, choice: Choice) -> Prospect:
    """An offer at the lowest price the other side would accept; in vain if there is none that serves both."""
    vain = mind.vain(choice.action)
    if was_declined(mind, choice.action) or (mind.hasty and other_side(mind, choice.action) != mind.me):
        return vain
    low = conclude_offer(mind, choice.at(choice.low))
    cheapest = vain if low is None else mind.valued(choice.at(choice.low), low.after)
    if low is None or (low.asked and cheapest.value < mind.now + POLITE - WHIM):
        return vain
    high = conclude_offer(mind, choice.at(choice.high))
    if high is None:
        return vain
    if not low.asked:  # companies of one's own: whatever moves the money better
        better = max(cheapest, mind.valued(choice.at(choice.high), high.after), key=lambda found: found.value)
        return better if better.value > mind.now + SHIFT else vain
    price = lowest_acceptable(mind, choice, low, high)
    agreed = None if price is None else conclude_offer(mind, choice.at(price))
    if price is None or agreed is None:
        return vain
    found = mind.valued(choice.at(price), agreed.after)
    return found if found.value > mind.now + POLITE else vain


def conclude_offer(mind: SteadyMind, action: Action) -> Concluded | None:
    """What follows if the other side agrees."""
    after = play_if_seen(mind.game, action)
    if after is None:
        return None
    asked = after.position.agenda[-1]
    if not isinstance(asked, Consent):
        return Concluded(after.position, "")
    after.play(Answer(asked.asked, True))
    return Concluded(after.position, asked.asked)


def lowest_acceptable(mind: SteadyMind, choice: Choice, low: Concluded, high: Concluded) -> int | None:
    """The lowest price at which the other side gains; what it gains grows evenly with the price."""
    before = mind.value(mind.game.position, low.asked) + POLITE
    least, most = mind.value(low.after, low.asked) - before, mind.value(high.after, low.asked) - before
    if most < 0:
        return None
    if least >= 0 or most == least:
        return choice.low
    return min(choice.high, choice.low + int((choice.high - choice.low) * -least / (most - least)) + 1)


def other_side(mind: SteadyMind, action: Any) -> str | None:
    """The player a deal would be made with."""
    pos, rules = mind.game.position, mind.game.rules
    if isinstance(action, TakeOverPrivate):
        return pos.privates[action.private]
    other = action.target if isinstance(action, Acquire) else getattr(action, "owner", "") or action.source
    return rules.register.director(pos, other) if other in rules.companies else mind.me


def was_declined(mind: SteadyMind, action: Any) -> bool:
    """Was the same asked before in this turn? Nobody likes to be asked twice."""
    before = getattr(mind.game.position.agenda[-1], "declined", ())
    return any(replace(offer, price=0) == replace(action, price=0) for offer in before)
