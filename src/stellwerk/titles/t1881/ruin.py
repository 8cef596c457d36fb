"""Bankruptcies: of a player who cannot pay for a vehicle, of a company whose price is down at 10 (9.13, R35, R57)."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.events import DIRECTORS, Bankrupt, CertificateMoved, Event
from stellwerk.position import POOL
from stellwerk.referee import Referee
from stellwerk.steps.closing import close_company
from stellwerk.steps.game_flow import end_game
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.share_sales_and_directors import holder_of_directorship, settle_director
from stellwerk.titles.t1881.state import STADTBAHN


class Rests(Event, frozen=True, tag="company-rests"):
    """A company has lost its director, and nobody can follow him."""

    sentence: ClassVar[str] = "{company} rests until somebody can direct it"
    heading: ClassVar[str] = DIRECTORS

    company: str


def leave_game(ref: Referee, player: str, company: str) -> None:
    """A player who cannot pay for a company's vehicle: his money stays there, his shares go to the pool (R35)."""
    ref.say(Bankrupt(player))
    ref.pay(player, company, ref.cash(player), "last money of a bankrupt player")
    ref.pos.order = tuple(other for other in ref.pos.order if other != player)
    give_up_shares(ref, player)
    if len(ref.pos.order) < 2:
        end_game(ref)
    else:
        ref.pos.agenda = tuple(step for step in ref.pos.agenda if not isinstance(step, OperatingTurn))


def give_up_shares(ref: Referee, holder: str) -> None:
    """All shares go to the pool without a price change; what they directed passes on, or rests (R35, R80)."""
    for company in [c for c in ref.pos.markers if ref.percent(c, holder)]:
        directed, percent = holder_of_directorship(ref, company) == holder, ref.percent(company, holder)
        for card in ref.rules.register.at(ref.pos, company, holder):
            ref.pos.put("certificates", card.id, POOL)
        ref.say(CertificateMoved(company, percent, holder, POOL))
        if directed:
            settle_director(ref, company)
            if holder_of_directorship(ref, company) == POOL:
                ref.say(Rests(company))


def close_bankrupt(ref: Referee, company: str) -> None:
    """A company whose price has fallen to 10 is out of the game; its S-Bahn shares go to the pool (R57)."""
    if STADTBAHN in ref.pos.markers and company != STADTBAHN:
        give_up_shares(ref, company)
    close_company(ref, company)
