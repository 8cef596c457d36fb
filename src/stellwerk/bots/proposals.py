"""What waits for others: proposals a board may object to, and bids that are sealed.

A proposal is judged by what it would do. To let it pass, or to vote for it, is worth the position after it; to object,
or to vote against it, the position as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.actions import Action, Choice
from stellwerk.bots.base import Prospect
from stellwerk.errors import Illegal
from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.steps.objection import CallVote, CastVote, LetPass, Proposal
from stellwerk.steps.sealed_bids import SealBid

if TYPE_CHECKING:
    from stellwerk.bots.steady import SteadyMind

HEAT = 25.0
"""What a proposal must cost for somebody to object to it: a vote takes time, and may be lost."""
EAGER = 0.15
"""At most this part of the money is bid for an early turn."""

REASONS: dict[str, str] = {
    "harmless": "It does no harm worth a vote.",
    "harmful": "It would cost about {0}.",
    "useful": "It would bring about {0}.",
    "seal": "An early turn is worth no more than {0}.",
}


def as_if_agreed(game: Game) -> Position:
    """The position of a game; where a proposal waits for a board, as it will be when that lets it pass."""
    step = game.position.agenda[-1] if game.position.agenda else None
    done = carried_out(game, step) if isinstance(step, Proposal) else None
    return game.position if done is None else done


def weigh_proposal(mind: SteadyMind, action: Action) -> Prospect:
    """What an answer to the proposal that waits leads to, as if it decided alone."""
    pos, step = mind.game.position, mind.game.position.agenda[-1]
    assert isinstance(step, Proposal), "somebody is asked about a proposal"
    agrees = isinstance(action, LetPass) or (isinstance(action, CastVote) and action.agrees)
    if not agrees:
        return Prospect(action, pos, mind.start - (HEAT if isinstance(action, CallVote) else 0.0))
    after = carried_out(mind.game, step)
    return Prospect(action, after, mind.value(after, mind.me)) if after is not None else mind.vain(action)


def carried_out(game: Game, step: Proposal) -> Position | None:
    """The position after a proposal was carried out; none, if what a seat sees is not enough for that."""
    try:
        return step.carried_out(game.rules, game.position).pos
    except Illegal:
        return None


def reason_for_answer(mind: SteadyMind, chosen: Prospect) -> str:
    """What the proposal would mean."""
    step = mind.game.position.agenda[-1]
    after = carried_out(mind.game, step) if isinstance(step, Proposal) else None
    gain = round(mind.value(after, mind.me) - mind.start) if after is not None else 0
    if gain < 0 and isinstance(chosen.action, LetPass):
        return REASONS["harmless"]
    return REASONS["useful" if gain >= 0 else "harmful"].format(abs(gain))


def seal(mind: SteadyMind, choice: Choice) -> Prospect:
    """A bid that nobody can guess: something between the least and what an early turn is worth."""
    most = max(choice.low, min(choice.high, worth_of_early_turn(mind)))
    amount = choice.low + mind.chance.randint(0, (most - choice.low) // choice.step) * choice.step
    return Prospect(choice.at(amount), mind.game.position, mind.now)


def reason_for_seal(mind: SteadyMind, action: SealBid) -> str:
    """The most it would bid."""
    return REASONS["seal"].format(max(action.amount or 0, worth_of_early_turn(mind)))


def worth_of_early_turn(mind: SteadyMind) -> int:
    """The most that is bid to act early."""
    return int(EAGER * mind.game.position.cash[mind.me])
