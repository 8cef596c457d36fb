"""The initial bid, the distribution and stock rounds (2 to 4)."""

from __future__ import annotations

from functools import cached_property

from msgspec import UNSET

from stellwerk import market
from stellwerk.events import (
    BankBroken,
    CertificateMoved,
    CompanyClosed,
    CompanyStarted,
    Event,
    Floated,
    Paid,
    PhaseBegan,
    RoundBegan,
)
from stellwerk.position import BANK, OFFERING, OUT, Position, Round, value_or
from stellwerk.referee import Referee
from stellwerk.round_kinds import SETUP
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.steps.base import Task
from stellwerk.steps.distribution import DISTRIBUTION, Distribution
from stellwerk.steps.game_flow import GameFlow, Seating, deal_order, end_game, pay_starting_cash, rotate_order
from stellwerk.steps.operating_round import OPERATING, begin_operating_round
from stellwerk.steps.sealed_bids import BIDS, BidsOpened, SealedBids
from stellwerk.steps.stations import put_homes
from stellwerk.steps.stock_round import begin_stock_round, raise_sold_out
from stellwerk.titles.t1881.bids import exchange_envelopes
from stellwerk.titles.t1881.prices import BANKRUPT, END, PriceRules
from stellwerk.titles.t1881.printed import printed_of
from stellwerk.titles.t1881.register import Register1881
from stellwerk.titles.t1881.state import NET, TRAM, State1881
from stellwerk.titles.t1881.stock_round import StockRound1881

YELLOW = ("yellow", BANKRUPT)
"""The zones of the stock table whose shares do not count."""


class StockRules(PriceRules):
    """The answers of these chapters."""

    @cached_property
    def register(self) -> Register1881:
        """All certificates."""
        return Register1881(self.figures.companies)

    # 2, 3, 13.1: the course of the game

    def opening(self) -> tuple[Task, ...]:
        """Seats are drawn; the first one is the auctioneer's (2.4, R11)."""
        return (GameFlow(), Seating())

    def next_round(self, ref: Referee) -> None:
        """The initial bid, the distribution, then stock rounds with their operating rounds (2, 3.2)."""
        now, printed = ref.pos.round, printed_of(self.variant)
        if now.kind == SETUP.name:
            pay_starting_cash(ref)
            ref.pos.round = Round(BIDS.name)
            ref.say(RoundBegan("The initial bid"))
            ref.push(SealedBids(printed.initial_bid.min, printed.initial_bid.step))
        elif now.kind == BIDS.name:
            ref.pos.round = Round(DISTRIBUTION.name)
            ref.say(RoundBegan("The distribution of shares"))
            ref.push(Distribution(printed.initial_shares))
        elif self.is_over(ref.pos):
            end_game(ref)
        elif now.kind == OPERATING.name and now.number < now.of:
            begin_operating_round(ref, now.set, now.number + 1, now.of)
        elif self.kind_of(now).shares_trade:
            begin_operating_round(ref, now.set, 1, self.rounds_of_set(ref.pos, now.set))
        else:
            self.begin_stock_round(ref, now.set + 1)

    def is_over(self, position: Position) -> bool:
        """Was this the last round (13.1, R72), or has nobody bought a share, and nobody a company to operate (R78)?"""
        state = State1881.of(position)
        idle = self.kind_of(position.round).shares_trade and state.last_buyer is UNSET
        nobody_acts = all(self.runs_itself(position, company) for company in position.floated)
        return bool(value_or(state.last_round, False)) or (idle and nobody_acts)

    def begin_stock_round(self, ref: Referee, number: int) -> None:
        """Where no tram company is in the game and none may be opened, one may be (R78)."""
        ref.pos.update_state(last_buyer=UNSET)
        in_game = [company for company in self.trams(ref.pos) if self.register.sold(ref.pos, company)]
        if not in_game and not value_or(State1881.of(ref.pos).openings, 0):
            ref.pos.update_state(openings=1)
        begin_stock_round(ref, number, StockRound1881())

    def follow_event(self, ref: Referee, event: Event) -> None:
        """What follows from what."""
        super().follow_event(ref, event)
        match event:
            case BidsOpened(bids):
                exchange_envelopes(ref, bids)
            case CertificateMoved():
                self.note_move(ref, event)
            case Floated(company) if self.companies[company].size == TRAM:  # 4.26b, R28
                ref.pos.operated = (*ref.pos.operated, company)
                put_homes(ref, company)
            case PhaseBegan():
                self.put_first_markers(ref.pos)
            case CompanyClosed(company):
                lines = value_or(State1881.of(ref.pos).seniority, {})
                ref.pos.update_state(seniority={other: line for other, line in lines.items() if other != company})
            case Paid(payer) if payer == BANK and ref.cash(BANK) <= 0:
                self.note_empty_bank(ref)

    def note_empty_bank(self, ref: Referee) -> None:
        """This is the last round (13.1, R72)."""
        if not value_or(State1881.of(ref.pos).last_round, False):
            ref.pos.update_state(last_round=True)
            ref.say(BankBroken())

    # 2.10, 4.12, 4.13, 12.1: what may be bought

    def trams(self, position: Position) -> list[str]:
        """The tram companies that have not left the game."""
        return [company for company in position.markers if self.companies[company].size == TRAM]

    def put_first_markers(self, position: Position) -> None:
        """All trams have a price from the start, the S-Bahn from phase 2 on (2.10, R14)."""
        sizes = (TRAM, NET) if NET in self.phases[position.phase].allows else (TRAM,)
        for company, figure in self.companies.items():
            has_left = company in position.pars or self.register.has_left(position, company)
            if figure.size in sizes and not figure.part_of and not has_left:
                ((par, cell),) = self.starting_prices(position, company).items()
                position.put("pars", company, par)
                market.put_on(position, company, cell)

    def places_before_start(self, position: Position, company: str) -> set[str]:
        """In the offering, or out of the game."""
        return {OFFERING, OUT}

    def available(self, position: Position, company: str) -> bool:
        """A tram company of which nothing was sold needs an opening (4.12); the S-Bahn comes with phase 2 (12.1)."""
        if company not in position.markers:
            return False
        if self.register.sold(position, company) or self.companies[company].size != TRAM:
            return True
        return position.round.kind == DISTRIBUTION.name or bool(value_or(State1881.of(position).openings, 0))

    def note_move(self, ref: Referee, event: CertificateMoved) -> None:
        """Who holds as many for how long (R23), and openings."""
        company, pos, state = event.company, ref.pos, State1881.of(ref.pos)
        line = value_or(state.seniority, {}).get(company, ())
        both = [holder for holder in (event.giver, event.taker) if holder in self.register.holders(pos, company)]
        kept = (*(holder for holder in line if holder not in both), *both)
        line = tuple(holder for holder in kept if self.register.percent(pos, company, holder))
        pos.update_state(seniority={**value_or(state.seniority, {}), company: line})
        if event.giver == OFFERING and self.companies[company].size == TRAM:
            self.note_openings(ref, event)

    def note_openings(self, ref: Referee, event: CertificateMoved) -> None:
        """A director's share bought opens a company; an offering that is empty lets another be opened (4.12, R19)."""
        company, state = event.company, State1881.of(ref.pos)
        openings, emptied = value_or(state.openings, 0), value_or(state.emptied, ())
        if event.percent == self.register.of[company][0].percent:
            openings -= 1
            ref.say(CompanyStarted(company, event.taker, ref.pos.pars[company]))
        if company not in emptied and not self.register.at(ref.pos, company, OFFERING):
            openings, emptied = openings + 1, (*emptied, company)
        ref.pos.update_state(openings=openings or UNSET, emptied=emptied or UNSET)

    # 4.4, 4.5: limits

    def counts_to_limit(self, position: Position, company: str) -> bool:
        """Not in the yellow zone (4.4)."""
        return company in position.markers and self.zone(position, company) not in YELLOW

    def excess(self, position: Position, player: str) -> list[str]:
        """Over the limit he sells what counts against it (4.4, R24)."""
        if certificates_of(self, position, player) <= limit_of_certificates(self, position):
            return []
        return [company for company in position.markers if self.counts_to_limit(position, company)]

    # 4.6 to 4.20: the round, prices

    def bought(self, ref: Referee, player: str) -> None:
        """Who bought last (4.7)."""
        ref.pos.update_state(last_buyer=player)

    def share_price(self, position: Position, company: str, source: str) -> int:
        """The initial price in the offering, always (4.10, R27)."""
        return position.pars[company] if source == OFFERING else super().share_price(position, company, source)

    def may_sell_now(self, position: Position, company: str) -> bool:
        """Always, and companies that have not started, too (R17)."""
        return True

    def price_after_sale(self, ref: Referee, company: str, shares: int, seller: str) -> None:
        """One space to the left, as far as the table goes (4.14, 4.15, 4.18)."""
        ref.move_price(company, "left")

    def close_stock_round(self, ref: Referee) -> None:
        """Sold-out companies rise, which can end the game; the tram token goes on (4.7, 4.16, 4.17, R18, R26)."""
        raise_sold_out(ref, "right")
        if any(self.zone(ref.pos, company) == END for company in ref.pos.markers):
            end_game(ref)
            return
        state, order = State1881.of(ref.pos), ref.pos.order
        seats = value_or(state.seats, order)
        if state.last_buyer is UNSET:
            deal_order(ref, rotate_order(seats, order[0]))
        else:
            last, *after = rotate_order(seats, state.last_buyer)
            deal_order(ref, (*after, last))
        ref.pos.update_state(seats=UNSET)

    # 4.21, 4.26: starting

    def floats(self, position: Position, company: str) -> bool:
        """With its share of the offering sold, and a director (4.21, R21, 12.4)."""
        directed = self.register.director(position, company) is not None
        return directed and self.register.sold(position, company) >= self.register.starts_at[company]
