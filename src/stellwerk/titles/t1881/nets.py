"""The S-Bahn: a main net and up to three subnets, each with its owner, purse, trains and depot (12)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from stellwerk.events import SHARES, TRACK, CertificateMoved, DirectorChanged, Event, Floated, RoundBegan
from stellwerk.position import BANK, OFFERING, OUT, POOL, Position, value_or
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.arranged_figures import Arranged
from stellwerk.steps.connection_cache import reach_of, stations_of
from stellwerk.steps.operating_round import OPERATING
from stellwerk.steps.rusting import check_limits
from stellwerk.steps.share_sales_and_directors import MarkedCertificateGiven
from stellwerk.titles.t1881.depots import DepotChoice, ask_for_depot
from stellwerk.titles.t1881.printed import printed_of
from stellwerk.titles.t1881.state import STADTBAHN, State1881
from stellwerk.trains import trains_of


class NetJoined(Event, frozen=True, tag="net-joined"):
    """A subnet is part of the main net from now on."""

    sentence: ClassVar[str] = "{net} joins the main net of {company}"
    heading: ClassVar[str] = TRACK

    net: str
    company: str


class SeatLapsed(Event, frozen=True, tag="seat-lapsed"):
    """A seat on the board is a plain share for good."""

    sentence: ClassVar[str] = "The seat of {net} on the board of {company} lapses"
    heading: ClassVar[str] = SHARES

    net: str
    company: str


def is_net(rules: Arranged, company: str) -> bool:
    """Is this the main net or a subnet of the S-Bahn?"""
    return company == STADTBAHN or rules.companies[company].part_of == STADTBAHN


@cache
def seats_of(marks: tuple[str, ...], parts: tuple[str, ...]) -> dict[str, str]:
    """Subnet to the card that is its seat, both in order."""
    return dict(zip(parts, marks, strict=True))


def seats(rules: Arranged) -> dict[str, str]:
    """Subnet to the card that is its seat on the board (R58)."""
    register = rules.register
    marked = tuple(card.id for card in register.of[STADTBAHN] if card.mark)
    return seats_of(marked, register.parts_of(STADTBAHN))


def seat_of(rules: Arranged, net: str) -> str:
    """The card that is the seat of a subnet."""
    return seats(rules)[net]


def joined_of(position: Position) -> dict[str, str]:
    """The subnets that have joined the main net, and the hexes of their depots."""
    return dict(value_or(State1881.of(position).joined, {}))


def has_lapsed(position: Position, card: str) -> bool:
    """Is a seat a plain share for good?"""
    return card in value_or(State1881.of(position).lapsed, ())


def owner_of(rules: Arranged, position: Position, company: str) -> str | None:
    """Who owns a net (its seat, the president's share) or directs a company: a player, a company, or nobody."""
    if rules.companies[company].part_of != STADTBAHN:
        return rules.register.director(position, company)
    place = position.certificates[seat_of(rules, company)]
    return place if place in rules.register.holders(position, STADTBAHN) else None


def decider_of(rules: Arranged, position: Position, company: str) -> str | None:
    """The player who acts for a company; nobody where it rests, or where the company that owns a net rests (R85)."""
    owner = owner_of(rules, position, company)
    return decider_of(rules, position, owner) if owner in rules.companies else owner


def subnets_of(rules: Arranged, position: Position, company: str) -> list[str]:
    """The subnets that are on their own, by the numbers of their shares."""
    return [net for net in rules.register.parts_of(company) if net in position.floated]


def nets_to_operate(rules: Arranged, position: Position) -> list[str]:
    """The nets that have turns in this operating round: those that had begun before it (R59, R60)."""
    return [net for net in (STADTBAHN, *subnets_of(rules, position, STADTBAHN)) if net in position.operated]


# Seats, and the nets that come with them


def settle_nets(ref: Referee) -> None:
    """Shares of the S-Bahn have moved: nets begin with their seats and join with their owners (12.3 to 12.5, R62)."""
    if STADTBAHN not in ref.pos.floated:
        return
    for net, card in seats(ref.rules).items():
        place = ref.pos.certificates[card]
        if place in (OFFERING, OUT) or has_lapsed(ref.pos, card):
            continue
        if place == POOL:
            lapse_seat(ref, net)
            continue
        if net not in ref.pos.floated and net not in joined_of(ref.pos):
            begin_net(ref, net)
        if place == ref.rules.register.director(ref.pos, STADTBAHN):
            join_net(ref, net)


def begin_net(ref: Referee, net: str) -> None:
    """With its seat a net gets a quarter of the capital and its depot (12.4, 12.5, R60)."""
    capital = printed_of(ref.rules.variant).net_capital
    ref.pos.floated = (*ref.pos.floated, net)
    ref.say(Floated(net, capital))
    ref.pay(BANK, net, capital, "capital")
    ask_for_depot(ref, net)


def lapse_seat(ref: Referee, net: str) -> None:
    """A seat that is sold or given up is a plain share; its net joins the main net (12.5, R63, R80, R82)."""
    lapsed = value_or(State1881.of(ref.pos).lapsed, ())
    ref.pos.update_state(lapsed=(*lapsed, seat_of(ref.rules, net)))
    ref.say(SeatLapsed(net, STADTBAHN))
    join_net(ref, net)


def join_net(ref: Referee, net: str) -> None:
    """Money, trains and depot of a subnet pass to the main net for good (R62)."""
    if net not in ref.pos.floated:
        return
    pos = ref.pos
    pos.agenda = tuple(s for s in pos.agenda if not (isinstance(s, DepotChoice) and s.company == net))
    pos.update_state(joined={**joined_of(pos), net: "".join(hex for hex, _ in stations_of(pos, net))})
    pos.put("absorbed", STADTBAHN, (*pos.absorbed.get(STADTBAHN, ()), net))
    pos.put("unplaced", STADTBAHN, pos.unplaced[STADTBAHN] + pos.unplaced[net])
    pos.put("unplaced", net, 0)
    ref.say(NetJoined(net, STADTBAHN))
    ref.pay(net, STADTBAHN, ref.cash(net), "treasury of a net that joins")
    for card, face in trains_of(pos, net):
        pos.put("trains", card, (STADTBAHN, face))
    rename_depots(ref, net)
    pos.floated = tuple(other for other in pos.floated if other != net)
    pos.operated = tuple(other for other in pos.operated if other != net)
    check_limits(ref, None)
    ask_for_depot(ref, STADTBAHN)


def rename_depots(ref: Referee, net: str) -> None:
    """The depots of a subnet are the main net's."""
    for hex, here in ref.pos.stations.items():
        if any(owner == net for owner, _ in here):
            ref.pos.put("stations", hex, tuple((STADTBAHN if o == net else o, city) for o, city in here))


def nets_on_track(ref: Referee) -> Iterator[str]:
    """The subnets whose depot is joined with one of the main net by track (12.5, R62)."""
    reached = reach_of(ref.rules, ref.pos, STADTBAHN).cities
    for net in subnets_of(ref.rules, ref.pos, STADTBAHN):
        if any(station in reached for station in stations_of(ref.pos, net)):
            yield net


class NetRules(Rules):
    """The answers of chapter 12."""

    def follow_event(self, ref: Referee, event: Event) -> None:
        """Nets begin and end with what happens to shares of the S-Bahn (12.3 to 12.5)."""
        super().follow_event(ref, event)
        match event:
            case Floated(company) if company == STADTBAHN:
                ref.pos.operated = (*ref.pos.operated, STADTBAHN)
                settle_nets(ref)
                ask_for_depot(ref, STADTBAHN)
            case RoundBegan() if ref.pos.round.kind == OPERATING.name:
                begun = [net for net in subnets_of(self, ref.pos, STADTBAHN) if net not in ref.pos.operated]
                ref.pos.operated = (*ref.pos.operated, *begun)
            case MarkedCertificateGiven(card=card):
                lapse_seat(ref, next(net for net, seat in seats(self).items() if seat == card))
            case CertificateMoved(company) | DirectorChanged(company) if company == STADTBAHN:
                settle_nets(ref)

    def decides(self, position: Position, company: str, stage: str = "") -> str:
        """The director; for a net whoever owns it, for a company that owns it its director (10.9, 12.5)."""
        decider = decider_of(self, position, company)
        assert decider is not None, f"nobody directs {company}"
        return decider

    def station_cost(self, position: Position, company: str) -> int:
        """The main net's one additional depot; trams by the order of their markers (7.2, 12.10)."""
        if company == STADTBAHN:
            return self.companies[company].token_costs[-1]
        return super().station_cost(position, company)

    def runs_itself(self, position: Position, company: str) -> bool:
        """A company without a director rests (R35, R80, R85)."""
        return decider_of(self, position, company) is None

    def automatic_turn(self, ref: Referee, company: str) -> None:
        """Where the main net rests the subnets have their turns (R80)."""
        own_turn = self.own_turn(ref.pos, company) if company == STADTBAHN else None
        if own_turn is not None:
            ref.push(own_turn)
