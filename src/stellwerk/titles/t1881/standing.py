"""How the nets of the S-Bahn stand: who decides for each, what it has decided, what the price will do (12, R68)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from stellwerk.position import Position, value_or
from stellwerk.referee import Referee
from stellwerk.rules import Rules, Signs
from stellwerk.rules.parts import (
    ACTS,
    DONE,
    EMPTY,
    JOINED,
    KEEPS,
    LATER,
    PAYS,
    RESTS,
    WAITS,
    PartsStanding,
    PartStanding,
    Tally,
)
from stellwerk.steps.connection_cache import stations_of
from stellwerk.steps.operating_round import OperatingRound, OperatingTurn
from stellwerk.titles.t1881 import nets
from stellwerk.titles.t1881.joint_turn import JointTurn
from stellwerk.titles.t1881.printed import printed_of
from stellwerk.titles.t1881.state import STADTBAHN, State1881
from stellwerk.titles.t1881.turn import CompanyTurn

FIRST = "I"
"""The main net's numeral; those of the subnets end their names."""


class StandingRules(Rules):
    """The answer about parts."""

    def signs(self, position: Position) -> Signs:
        """On the map piers, bonuses and depots that nets have brought along (6.16, 9.3, 9.4, R62).

        On the charter of a company that owes for its vehicle: how much it has saved (15.2).
        """
        signs = super().signs(position)
        saved = {
            company: [*signs.charters.get(company, ()), f"on credit: saved {position.cash[company]} of {owed}"]
            for company, owed in position.state.money_owed().items()
        }
        brought = {hex: net for net, hex in nets.joined_of(position).items() if hex}
        return Signs(signs_of_map(self, position), {**signs.charters, **saved}, brought)

    def standing_of_parts(self, position: Position, company: str) -> PartsStanding | None:
        """The S-Bahn with its nets, those that have joined too, once it has started."""
        if company != STADTBAHN or STADTBAHN not in position.floated or position.result is not None:
            return None
        ref = Referee(self, position)
        reached = {*nets.nets_on_track(ref)}
        parts = tuple(net_standing(ref, net, net in reached) for net in nets_so_far(ref))
        turn = turn_of_all(position)
        last = next((part.company for part in reversed(parts) if part.counts), "")
        held = sum(paid for _, paid, _ in turn.paid) if turn else 0
        return PartsStanding(company=company, parts=parts, held=held, last=last, tally=tally_of(ref, parts))


def signs_of_map(rules: Rules, position: Position) -> Mapping[str, Sequence[str]]:
    """Hex to what it brings: for the first tile, at the pier, for the first connection (6.16, 9.3, 9.4)."""
    printed, found = printed_of(rules.variant), defaultdict[str, list[str]](list)
    for hex, amount in printed.building_bonus.items():
        if hex not in position.tiles:
            found[hex].append(f"bonus {amount}")
    for hex in printed.ferry_piers.hexes:
        found[hex].append(f"pier {printed.ferry_piers.bonus}")
    used, link = value_or(State1881.of(position).connected, ()), printed.connection_bonus
    for hex in link.edge_stations:
        found[hex].append(f"first {link.amount}{' used' if hex in used else ''}")
    return found


def nets_so_far(ref: Referee) -> list[str]:
    """The main net, and the subnets that have begun."""
    begun = (*ref.pos.floated, *nets.joined_of(ref.pos))
    return [STADTBAHN, *(net for net in ref.rules.register.parts_of(STADTBAHN) if net in begun)]


def turn_of_all(position: Position) -> JointTurn | None:
    """The S-Bahn's turn, if it goes on."""
    return next((step for step in position.agenda if isinstance(step, JointTurn)), None)


def turn_of_net(position: Position) -> CompanyTurn | None:
    """The turn of a net that goes on."""
    turn = next((step for step in position.agenda if isinstance(step, OperatingTurn)), None)
    return turn if isinstance(turn, CompanyTurn) else None


def net_standing(ref: Referee, net: str, reached: bool) -> PartStanding:
    """One net."""
    pos, joined = ref.pos, nets.joined_of(ref.pos)
    owner, decider = nets.owner_of(ref.rules, pos, net), nets.decider_of(ref.rules, pos, net)
    state = state_of(ref, net)
    result, amount, for_price = decision_of(ref, net)
    has_no_run = runs_over(ref, net) and not getattr(turn_of_net(pos), "revenue", 0)
    return PartStanding(
        company=net,
        sign=net.rpartition("-")[2] if net != STADTBAHN else FIRST,
        state=state,
        owner=owner,
        card=number_of_seat(ref, net),
        decider=decider,
        depots=tuple(filter(None, [joined[net]])) if net in joined else tuple(hex for hex, _ in stations_of(pos, net)),
        result=result,
        amount=amount,
        counts=state in (DONE, ACTS, LATER),
        for_price=for_price,
        decided=bool(result) or has_no_run,
        reached=reached,
    )


def number_of_seat(ref: Referee, net: str) -> int:
    """Which of the S-Bahn's cards is the seat of a subnet, from 1 on."""
    if net == STADTBAHN:
        return 0
    cards = [card.id for card in ref.rules.register.of[STADTBAHN]]
    return cards.index(nets.seat_of(ref.rules, net)) + 1


def state_of(ref: Referee, net: str) -> str:
    """Where a net stands in this round."""
    if net in nets.joined_of(ref.pos):
        return JOINED
    if ref.rules.runs_itself(ref.pos, net):
        return RESTS
    turn, acting = turn_of_all(ref.pos), turn_of_net(ref.pos)
    if turn is None:
        waiting = next((step.queue for step in ref.pos.agenda if isinstance(step, OperatingRound)), ())
        return LATER if STADTBAHN in waiting and net in ref.pos.operated else WAITS
    if acting is not None and acting.company == net:
        return ACTS
    return DONE if net in turn.operated else LATER if net in turn.queue else WAITS


def runs_over(ref: Referee, net: str) -> bool:
    """Is it this net's turn, and has it run?"""
    turn = turn_of_net(ref.pos)
    if turn is None or turn.company != net:
        return False
    names = [stage.name for stage in ref.rules.stages(ref.pos, net)]
    return turn.stage > names.index("run")


def decision_of(ref: Referee, net: str) -> tuple[str, int, bool]:
    """What a net has decided in this turn of the S-Bahn, how much that was, and whether it counts as paying."""
    turn, acting = turn_of_all(ref.pos), turn_of_net(ref.pos)
    if turn is None or net not in turn.operated:
        return "", 0, False
    for payer, amount, earned in turn.paid:
        if payer == net:
            return PAYS, amount, earned
    if acting is not None and acting.company == net:
        names = [stage.name for stage in ref.rules.stages(ref.pos, net)]
        if acting.stage <= names.index("dividend"):
            return "", 0, False
        income = acting.revenue + acting.bonus
    else:
        income = ref.pos.revenues.get(net) or 0
    return (KEEPS if income else EMPTY), income, False


def tally_of(ref: Referee, parts: tuple[PartStanding, ...]) -> Tally | None:
    """How the nets stand that count, and what becomes of the price (12.12, R68)."""
    counting = [part for part in parts if part.counts]
    if not counting:
        return None
    paying = sum(part.for_price for part in counting)
    silent = sum(part.decided and not part.for_price for part in counting)
    return Tally(
        paying=paying,
        silent=silent,
        waiting=len(counting) - paying - silent,
        price=ref.price(STADTBAHN),
        if_paid=price_after(ref, paid=1),
        if_kept=price_after(ref, paid=0),
    )


def price_after(ref: Referee, paid: int) -> int:
    """Where the S-Bahn's price goes; 0 where that is its end."""
    after = Referee(ref.rules, ref.pos.copy())
    ref.rules.price_after_run(after, STADTBAHN, paid)
    return after.price(STADTBAHN) if STADTBAHN in after.pos.markers else 0
