"""What 18DO's rule book says of the Railway Game, as answers to the questions of the steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import UNSET

from stellwerk.actions import BuyTrain
from stellwerk.board.ground import Ground
from stellwerk.events import (
    BankBroken,
    Event,
    Floated,
    PhaseBegan,
    RoundBegan,
    StationPlaced,
    TrainReturned,
    TrainScrapped,
)
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OUT, Position, Round, value_or
from stellwerk.referee import Referee
from stellwerk.round_kinds import SETUP
from stellwerk.routes import Network, TrainSpec, build_network
from stellwerk.rules import Signs, Stage
from stellwerk.rules.homes import stands_beside
from stellwerk.rules.phases import rank_of_phase
from stellwerk.steps.base import Act, Task
from stellwerk.steps.bidding import BoxBidding
from stellwerk.steps.deals import Consent
from stellwerk.steps.draft import DRAFT
from stellwerk.steps.game_flow import Finished, GameFlow, deal_order, end_game, pay_starting_cash, rotate_order
from stellwerk.steps.links import LinkBuilt
from stellwerk.steps.operating_round import EndTurn, OperatingRound, OperatingTurn, acting_first
from stellwerk.steps.rounds import go_on
from stellwerk.steps.rusting import Surplus
from stellwerk.steps.share_purchase import Buy, StartAct
from stellwerk.steps.share_sales_and_directors import SaleChoice
from stellwerk.steps.stations import Station, put_homes
from stellwerk.steps.stock_round import EndStockTurn, Sell, StockRound
from stellwerk.steps.track import LayTrack
from stellwerk.titles.t18do import breweries, cards, trains
from stellwerk.titles.t18do.beer import (
    NameBeer,
    PayInFull,
    RunWithBeer,
    delivery_signs,
    is_turned,
    place_tags,
    spec_of_train,
)
from stellwerk.titles.t18do.breweries import DealBreweries, PutMarker
from stellwerk.titles.t18do.land import extends_route_or_stop, refuse_without_link, yard_values
from stellwerk.titles.t18do.links import STEEL, Link, link_values
from stellwerk.titles.t18do.printed import Printed, printed_of
from stellwerk.titles.t18do.state import DoState
from stellwerk.titles.t18do.stock import BuyByTradingUp, StockOf18DO
from stellwerk.trains import scrap_train

LAST_SET = 3
"""So many operating rounds follow a stock round in which the bank is broken (4.6c)."""
FIRST_DOUBLE_CUBES = "6"


class PlaceRailwayStation(Station):
    """A station; in Dortmund City at half the price with marker 3 (4.3.1.1c)."""

    def cost(self, ref: Referee, company: str, hex: str) -> int:
        """What the next station costs."""
        cost = super().cost(ref, company, hex)
        half = hex == ref.rules.privates[breweries.PB3].hex and DoState.of(ref.pos).holder(breweries.PB3) == company
        return cost // 2 if half else cost


class T18DO(StockOf18DO):
    """The Railway Game by the book."""

    title = "18DO"
    variants = ("railway", "introduction")
    state = DoState
    tasks: ClassVar[tuple[type[Task], ...]] = (
        GameFlow, DealBreweries, BoxBidding, StockRound, SaleChoice, OperatingRound, OperatingTurn, Consent, Surplus,
        Finished,
    )  # fmt: skip
    turn: ClassVar[tuple[Stage, ...]] = (  # 4.5c
        Stage(trains.EARLY, (trains.BuyEarly(stage=trains.EARLY),)),
        Stage("track", (LayTrack(),)),
        Stage("station", (PlaceRailwayStation(),)),
        Stage("link", (Link(),)),
        Stage("run", (NameBeer(), RunWithBeer(must_be_best=False, all_must_run=True)), must=True),
        Stage("dividend", (PayInFull(full=10),), must=True),
        Stage("trains", (trains.BuyNew(), trains.BuyUsed())),
        Stage("end", (EndTurn(duty_rests=True),)),
    )
    any_time: ClassVar[tuple[Act, ...]] = (trains.SELL_OWN, trains.BuyOwnRailwayShare(), PutMarker())
    step_acts: ClassVar[Mapping[type[Task], tuple[Act, ...]]] = {
        StockRound: (Sell(again_over_limit=True), Buy(), BuyByTradingUp(), StartAct(), PutMarker(), EndStockTurn()),
    }

    @property
    def printed(self) -> Printed:
        """The figures only this game has."""
        return printed_of(self.variant)

    # 4.1, 4.2, 4.6: the course of the game

    def opening(self) -> tuple[Task, ...]:
        """Breweries are dealt: they fix the seats (4.1f)."""
        return (GameFlow(), DealBreweries())

    def rounds_of_set(self, position: Position, number: int) -> int:
        """As many as the phase has; three after a stock round that broke the bank (4.2a, R15, 4.6c)."""
        if DoState.of(position).broken == "stock":
            return LAST_SET
        return self.phases[position.phase].operating_rounds if number >= 1 else 0

    def next_round(self, ref: Referee) -> None:
        """The Starting Round, then stock rounds and sets of operating rounds, until the bank is broken (4.2a, 4.6)."""
        if ref.pos.round.kind == SETUP.name:
            pay_starting_cash(ref)
            ref.pos.round = Round(DRAFT.name)
            ref.say(RoundBegan("The Starting Round"))
            ref.push(BoxBidding())
        elif self.stands_still(ref):
            end_game(ref)
        else:
            go_on(ref, bool(DoState.of(ref.pos).broken))

    def stands_still(self, ref: Referee) -> bool:
        """Has a stock round with its operating rounds changed nothing? Then nothing will, and no bank is broken."""
        now = ref.pos.round
        if not self.kind_of(now).companies_act or now.number < now.of:
            return False
        bare = ref.pos.copy()
        bare.round, bare.agenda = Round(), ()
        bare.update_state(seen=UNSET)
        before = DoState.of(ref.pos).seen
        ref.pos.update_state(seen=bare.hash())
        return before == DoState.of(ref.pos).seen

    def bank_falls_short(self, ref: Referee, amount: int) -> None:
        """The end comes, and every player gives the bank the same, in full ten Mark (4.6a-c, R28)."""
        if not DoState.of(ref.pos).broken:
            ref.pos.update_state(broken=ref.pos.round.kind)
            ref.say(BankBroken())
        missing, players = amount - ref.cash(BANK), len(ref.pos.players)
        each = -(-missing // (10 * players)) * 10
        for player in ref.pos.order:
            ref.charge(player, each, "contribution to the bank")

    def lot_sold(self, ref: Referee, player: str, lot: str, price: int) -> None:
        """A brewery comes with its marker or its cubes (4.2.2f)."""
        super().lot_sold(ref, player, lot, price)
        breweries.buy_brewery(ref, lot)

    def packet_sold(self, ref: Referee, seat: int) -> None:
        """The lowest number has the priority deal (4.2.2h)."""
        deal_order(ref, rotate_order(ref.pos.order, breweries.lowest_owner(self, ref.pos)))

    # 4.3.1: what follows from what

    def follow_event(self, ref: Referee, event: Event) -> None:
        """Homes, links, markers and phases have their effects."""
        match event:
            case Floated(company):
                put_homes(ref, company)
            case StationPlaced():
                breweries.use_city_markers(ref, event)
            case LinkBuilt():
                self.reward_link(ref, event)
            case PhaseBegan(breweries.LAST_REVENUE):
                breweries.end_revenues(ref)
            case PhaseBegan() | TrainReturned():
                self.scrap_turned(ref)

    def reward_link(self, ref: Referee, built: LinkBuilt) -> None:
        """A cube for the director's brewery, two for the last step once the first 6-train is bought (4.5.4.3)."""
        director = ref.director(built.company)
        breweries.give_cubes(ref, breweries.brewery_of(ref.pos, director), self.cubes_of_link(ref.pos, built.value))

    def cubes_of_link(self, position: Position, value: int) -> int:
        """The cubes a step of a link gives."""
        late = rank_of_phase(self, position.phase) >= rank_of_phase(self, FIRST_DOUBLE_CUBES)
        return 2 if late and value == max(self.printed.links.values.values()) else 1

    def scrap_turned(self, ref: Referee) -> None:
        """No turned train lies in the pool (R13)."""
        for card, (owner, face) in ref.pos.trains.items():
            if owner == "pool" and is_turned(self, ref.pos, face):
                scrap_train(ref.pos, card)
                ref.say(TrainScrapped(owner, card, face))

    def private_income(self, position: Position, private: str) -> int:
        """Nothing once its back is up (4.3.1a, c)."""
        return 0 if private in position.used else super().private_income(position, private)

    # 4.5.1 to 4.5.4: track, stations, links

    def place_home(self, ref: Referee, company: str) -> None:
        """The home lies there since the float; the KWE gets a token for a mine (4.4.2a, 4.3.2.1b)."""
        if company in self.printed.free_link:
            ref.pos.update_state(free_links=(*value_or(DoState.of(ref.pos).free_links, ()), company))

    def check_hex(self, ref: Referee, task: OperatingTurn, hex: str) -> None:
        """Mines and mills are upgraded once they have a link (4.5.2f, g)."""
        refuse_without_link(ref, hex)

    def extends(self, ref: Referee, company: str, hex: str, new: Ground) -> bool:
        """New track continues a route; where there is none, the stop lies on one (4.5.1f, R17)."""
        return extends_route_or_stop(ref, company, hex, new)

    def reserved(self, position: Position, hex: str, ground: Ground, city: int, company: str) -> int:
        """Homes of corporations that have not floated, and the circle for marker 2 (R18, 4.2.2g)."""
        homes = (home.company for home in self.board.hexes[hex].home)
        waiting = [c for c in homes if c not in (company, *position.floated) and not stands_beside(self, c, hex)]
        return len(waiting) + breweries.keeps_circle(self, position, hex, company)

    # 4.5.5, 4.5.6: running

    def network(self, position: Position, company: str) -> Network:
        """Values by the colour of the phase, with links and freight yards (4.5.4a, 4.5.6.1)."""
        yards = yard_values(self, position, company)
        free = self.board.hexes if company in self.printed.through_steel else {}
        return build_network(
            self.board, position.tiles, company, self.blocking_stations(position, company),
            colour=self.colour(position),
            value=lambda hex, kind, index: yards.get(hex),
            plus=link_values(position),
            passable=lambda hex, city: True if hex in free and STEEL in free[hex].icons else None,
            tags=place_tags(self),
        )  # fmt: skip

    def colour(self, position: Position) -> str:
        """The colour by which values are read."""
        return self.phases[position.phase].values

    def blocking_stations(self, position: Position, company: str) -> Mapping[str, tuple[tuple[str, int], ...]]:
        """The stations, without those of others that stand beside the circles (4.5.3e)."""
        return {
            hex: tuple((c, city) for c, city in here if c == company or not stands_beside(self, c, hex))
            for hex, here in position.stations.items()
        }

    def train_spec(self, position: Position, company: str, face: FaceFigure, card: str = "") -> TrainSpec:
        """So many hexes, none left out; with beer by way of Dortmund City to a red area (4.5.5b, 4.5.5.1)."""
        return spec_of_train(self, position, company, face, card)

    def supplies(self, position: Position, company: str) -> Mapping[str, int]:
        """Cubes are named before trains run: nothing is used up in a run."""
        return {}

    def signs(self, position: Position) -> Signs:
        """Links, the circle for marker 2, what beer brings; markers and the token for a free link on charters."""
        state = DoState.of(position)
        held = {c: [f"marker {p}" for p in self.privates if state.holder(p) == c] for c in self.companies}
        free = value_or(state.free_links, ())
        charters = {c: [*markers, *(["a free link"] if c in free else [])] for c, markers in held.items()}
        return Signs(
            {hex: (f"+{value}",) for hex, value in link_values(position).items()},
            {company: told for company, told in charters.items() if told},
            circles=breweries.kept_circles(self, position),
            deliveries=delivery_signs(self, position),
            trains=cards.train_signs(self, position),
            cards=cards.card_signs(self, position),
            stock=cards.stock_signs(position),
        )

    def stop_values(self, position: Position, company: str = "") -> Mapping[str, int]:
        """Freight yards, for a company (4.5.6.1c, d)."""
        return yard_values(self, position, company) if company else {}

    # 4.5.7: trains

    def keeps_last_place(self) -> bool:
        """Every train can be run."""
        return False

    def on_stack(self, position: Position) -> Sequence[str]:
        """In ascending order; the first 8-train once the second 6-train is bought (4.5.7.1)."""
        first, sixes = position.stack[:1], [card for card in position.stack if self.cards.letter(card) == "6"]
        count = self.cards.figures["6"].count or 0
        if not first or self.cards.letter(first[0]) != "6" or count - len(sixes) < 2:
            return first
        return (*first, *[card for card in position.stack if self.cards.letter(card) == "8"][:1])

    def may_buy_card(self, position: Position, company: str, card: str) -> bool:
        """Not a train it gave up itself (4.5.7d, R89)."""
        given_up = position.trains.get(card, (OUT, ""))[0] == "pool" and position.returned.get(card) == company
        return not given_up

    def surplus_order(self, ref: Referee) -> Sequence[str]:
        """First the acting corporation, then in operating order (R79)."""
        return acting_first(ref)

    def raise_money(self, ref: Referee, action: BuyTrain, missing: int) -> bool:
        """In the order of the book; a credit for what is missing then (4.5.7.5)."""
        trains.raise_for_train(ref, action.company, action.price)
        return True
