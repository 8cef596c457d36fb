"""What 18BL's rule book says, as answers to the questions of the steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from stellwerk.actions import BuyTrain
from stellwerk.board.ground import Ground
from stellwerk.events import BankBroken, Event, PhaseBegan, PrivateMoved, RoundBegan, TileLaid, TrainBought
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OUT, POOL, Position, Round
from stellwerk.referee import Referee
from stellwerk.round_kinds import SETUP
from stellwerk.routes import Network, TrainSpec, build_network
from stellwerk.rules import Signs, Stage
from stellwerk.rules.limits import limited_trains
from stellwerk.rules.phases import is_color_open, rank_of_phase
from stellwerk.rules.privates import cards_on_privates
from stellwerk.steps.base import Act, Task
from stellwerk.steps.deals import Consent
from stellwerk.steps.draft import DRAFT
from stellwerk.steps.forced_purchase import ForcedSale, director_pays
from stellwerk.steps.game_flow import Finished, GameFlow, Seating, end_game, pay_starting_cash
from stellwerk.steps.operating_round import EndTurn, OperatingRound, OperatingTurn, acting_first
from stellwerk.steps.privates import close_private
from stellwerk.steps.rounds import go_on
from stellwerk.steps.rusting import Surplus
from stellwerk.steps.stations import Station, put_homes
from stellwerk.steps.stock_round import STOCK_ACTS, Sell, StockRound
from stellwerk.steps.strict_connection import extends_route
from stellwerk.steps.track import is_connected
from stellwerk.steps.waterfall import BuyLowest, DropOut, LotAuction, Packet, PassPacket, PlaceBid, RaiseBid
from stellwerk.titles.t18bl import bankruptcy, tokens
from stellwerk.titles.t18bl.acts import (
    DEB,
    LAYERS,
    RAIL_BUS,
    SK,
    TRAILER,
    BuyNew,
    BuyPrivateFromPlayer,
    BuyUsed,
    DivideRevenue,
    LayCorporationTrack,
    RunWithTrailer,
    SellForVehicle,
    has_privilege,
    trailers_of,
    turn_name,
)
from stellwerk.titles.t18bl.exchange import EXCHANGE, ExchangeOffer
from stellwerk.titles.t18bl.state import EHG, BlState
from stellwerk.titles.t18bl.stock import StockOf18BL
from stellwerk.titles.t18bl.tokens import BuyAccess
from stellwerk.trains import scrap_train

TRAILERS = "trailers"
GREY, LAST_SET = "6", 3


class T18BL(StockOf18BL):
    """The game by the book."""

    title = "18BL"
    newest_edition = 2
    players_may_leave = True
    state = BlState
    own_rounds = (DRAFT,)
    tasks: ClassVar[tuple[type[Task], ...]] = (
        GameFlow, Seating, Packet, LotAuction, StockRound, ExchangeOffer, OperatingRound, OperatingTurn, Consent,
        Surplus, ForcedSale, Finished,
    )  # fmt: skip
    turn: ClassVar[tuple[Stage, ...]] = (  # 8.2
        Stage("track", (LayCorporationTrack(),)),
        Stage("station", (Station(),)),
        Stage("run", (RunWithTrailer(must_be_best=False, supplies_may_rest=True),), must=True),
        Stage("dividend", (DivideRevenue(kinds=("pay", "retain", "split")),), must=True),
        Stage("trains", (BuyNew(), BuyUsed())),
        Stage("end", (EndTurn(duty_rests=True),)),
    )
    any_time: ClassVar[tuple[Act, ...]] = (BuyPrivateFromPlayer(), BuyAccess())
    step_acts: ClassVar[Mapping[type[Task], tuple[Act, ...]]] = {
        Packet: (BuyLowest(), PlaceBid(step=5, while_falling=False), PassPacket(first_speaks=True)),  # 3d, 3l, R5
        LotAuction: (RaiseBid(step=5), DropOut()),
        StockRound: (Sell(again_over_limit=True), *STOCK_ACTS[1:], EXCHANGE),  # 7.2f, R37
        ForcedSale: (SellForVehicle(must_suffice=True, judged_together=True),),  # R80, R90
    }

    # 2, 8, 10: the course of the game

    def opening(self) -> tuple[Task, ...]:
        """Seats are drawn; the first one has the priority deal (2.1)."""
        return (GameFlow(), Seating())

    def rounds_of_set(self, position: Position, number: int) -> int:
        """As many as the phase has; three after a stock round that broke the bank (8, 10.1c, R84)."""
        if BlState.of(position).broken == "stock":
            return LAST_SET
        return self.phases[position.phase].operating_rounds if number >= 1 else 0

    def next_round(self, ref: Referee) -> None:
        """The Starting Round, then a stock round and its operating rounds, until the bank is broken (4, 8, 10.1)."""
        now = ref.pos.round
        if now.kind == SETUP.name:
            pay_starting_cash(ref)
            ref.pos.round = Round(DRAFT.name)
            ref.say(RoundBegan("The Starting Round"))
            ref.push(Packet())
        elif all(self.register.has_left(ref.pos, company) for company in self.companies):
            end_game(ref)
        else:
            go_on(ref, bool(BlState.of(ref.pos).broken))

    def bank_falls_short(self, ref: Referee, amount: int) -> None:
        """The last operating rounds are played; in a stock round the players help first (10.1, R83, R84, R89)."""
        if not BlState.of(ref.pos).broken:
            ref.pos.update_state(broken=ref.pos.round.kind)
            ref.say(BankBroken())
            if ref.pos.round.kind == "stock":
                bankruptcy.contribute_to_bank(ref, amount - ref.cash(BANK))

    def read_extra(self, position: Position, extra: Mapping[str, Any]) -> None:
        """`access` (corporations with a token), `access_pool`, `broken` (in which kind of round), `last_buyer`."""
        super().read_extra(position, extra)
        if position.privates[DEB] in position.players and self.own_trailer not in (*position.stack, *position.trains):
            cards = {*position.stack, self.own_trailer}
            position.stack = tuple(card for card in self.cards.stack() if card in cards)

    # 5, 7.5, 8.8, 9: what follows from what

    def follow_event(self, ref: Referee, event: Event) -> None:
        """Private companies bring something when they are bought, and close; a purchase may meet the limit."""
        match event:
            case PrivateMoved(private, owner) if owner == OUT:
                self.close_card(ref, private)
            case PrivateMoved(private, owner) if owner in self.companies:
                self.bring(ref, owner, private)
            case PhaseBegan() if is_color_open(self, ref.pos, "brown"):
                for private in self.privates:  # with the brown phase all of them close (9d)
                    close_private(ref, private)
            case TileLaid(company, hex):
                self.close_layers(ref, company, hex)
            case TrainBought(company) if self.limit_met(ref.pos, company):
                ref.pos.update_state(full=turn_name(ref.pos, company))

    def bring(self, ref: Referee, company: str, private: str) -> None:
        """No. 4 brings access tokens, one for the buyer's charter; No. 5 a trailer (5.2.4b, 5.2.5b)."""
        if private == EHG:
            tokens.place_token(ref, company, EHG)
        if private == DEB:
            self.cards.take(ref.pos, self.own_trailer)
            ref.pos.put("trains", self.own_trailer, (company, self.cards.faces(self.own_trailer)[0].name))

    def close_card(self, ref: Referee, private: str) -> None:
        """A trailer still lying on No. 5 leaves the game with it."""
        if private == DEB and self.own_trailer in ref.pos.stack:
            self.cards.take(ref.pos, self.own_trailer)
            ref.pos.put("trains", self.own_trailer, (POOL, self.cards.faces(self.own_trailer)[0].name))
            scrap_train(ref.pos, self.own_trailer)

    def close_layers(self, ref: Referee, company: str, hex: str) -> None:
        """A tile on J4 closes No. 1; the owner's first tile on their hexes closes No. 2 and No. 3 (5.2.1d, 5.2.2b)."""
        for private in LAYERS:
            owner = ref.pos.privates[private]
            if hex == self.privates[private].hex and (private == SK or owner == company):
                close_private(ref, private)

    def limit_met(self, position: Position, company: str) -> bool:
        """Is the limit met, counted before anything becomes obsolete (8.8.1g, R72)?"""
        return len(limited_trains(self, position, company)) >= self.train_limit(position, company)

    @property
    def own_trailer(self) -> str:
        """The trailer that lies on private company No. 5 (2.3e)."""
        return self.privates[DEB].train

    # 8.3, 8.4: track and stations

    def yellow_tiles(self, position: Position, company: str, first_turn: bool) -> int:
        """Two in the first turn, then one (8.2c)."""
        return 2 if first_turn else 1

    def lay_cost(self, position: Position, company: str, hex: str) -> int:
        """Nothing with the private company of the hex (5.2.2b, 5.2.3b)."""
        return 0 if has_privilege(self, position, company, hex) else self.board.tile_cost(position.tiles, hex)

    def check_hex(self, ref: Referee, task: OperatingTurn, hex: str) -> None:
        """Nobody builds on J4 while a player owns No. 1 (5.2.1b, 8.3.2b)."""
        if hex == self.privates[SK].hex and ref.pos.privates[SK] not in (OUT, *self.companies):
            ref.refuse("kept-hex", f"While a player owns the {self.privates[SK].name} nobody builds on {hex}.")

    def closed_to(self, position: Position, company: str) -> frozenset[str]:
        """P12 without an access token: no link of any kind leads there or through it (8.5.3a, R50, R92)."""
        return frozenset() if company in tokens.token_holders(position) else frozenset({self.privates[EHG].hex})

    def signs(self, position: Position) -> Signs:
        """Access tokens on charters, and those that others may buy from there (5.2.4b)."""
        return Signs(charters={company: tokens.on_charter(self, position, company) for company in self.companies})

    def extends(self, ref: Referee, company: str, hex: str, new: Ground) -> bool:
        """New track continues a route; plain track is upgraded for a new piece of it (8.3.1b, 8.3.3b, 8.3.3c)."""
        if new.cities or new.towns:
            return is_connected(ref, company, hex, new)
        return extends_route(ref, company, hex, new)

    def place_home(self, ref: Referee, company: str) -> None:
        """The home station, free, at the start of the first turn (8.4a)."""
        put_homes(ref, company)

    # 8.5, 8.6: running and revenue

    def network(self, position: Position, company: str) -> Network:
        """Values by the colour of the phase; P12 is neither city nor town (8.5.3, 8.6.1a, R62)."""
        return build_network(
            self.board, position.tiles, company, position.stations,
            colour=self.phases[position.phase].values,
            others={self.privates[EHG].hex},
            closed=self.closed_to(position, company),
        )  # fmt: skip

    def train_spec(self, position: Position, company: str, face: FaceFigure, card: str = "") -> TrainSpec:
        """Trains, 3+3 trains and rail busses (8.5.2)."""
        if face.kind == RAIL_BUS:
            return TrainSpec.rail_bus(face.cities, trailer=TRAILER)
        return TrainSpec.twice(face.cities) if face.kind == "twice" else TrainSpec.plain(face.cities)

    def supplies(self, position: Position, company: str) -> Mapping[str, int]:
        """Its trailer, for one of its rail busses (8.5.2d)."""
        return {TRAILER: len(trailers_of(self, position, company))}

    def treasury_part(self, position: Position, company: str) -> int:
        """The dividend of shares in the pool (8.6.2b)."""
        return self.register.percent(position, company, POOL)

    # 8.8, 9: vehicles

    def may_run(self, company: str, face: FaceFigure) -> bool:
        """A trailer does not run by itself (8.5.2d, 8.8.3a)."""
        return face.kind != TRAILER

    def counts_as_train(self, face: FaceFigure) -> bool:
        """Trailers have a limit of their own (8.8.1b)."""
        return face.kind != TRAILER

    def keeps_last_place(self) -> bool:
        """There is nothing a corporation owns and cannot run but trailers."""
        return False

    def open_types(self, position: Position) -> set[str]:
        """The types in the available boxes: a type sold out brings the next one of both kinds (8.8.2, R68, R70)."""
        left = {self.cards.letter(card) for card in position.stack}
        rank, figures = rank_of_phase(self, position.phase), self.cards.figures.values()
        opened = {f.letter for f in figures if f.pile == TRAILERS and rank >= rank_of_phase(self, f.phase)}
        for phase in self.phases:
            types = {f.letter for f in figures if f.pile != TRAILERS and (f.phase or f.letter) == phase}
            opened |= types
            with_the_first = phase == GREY and rank >= rank_of_phase(self, GREY)
            if types <= left and not with_the_first:
                break
        return opened

    def on_stack(self, position: Position) -> Sequence[str]:
        """The first card of every type in the available boxes; the trailer of No. 5 is not for sale (2.3e)."""
        opened, kept = self.open_types(position), cards_on_privates(self, position)
        cards = [card for card in position.stack if card not in kept]
        first = {self.cards.letter(card): card for card in reversed(cards)}
        return [card for letter, card in reversed(first.items()) if letter in opened]

    def surplus_order(self, ref: Referee) -> Sequence[str]:
        """First the acting corporation, then in operating order (R73)."""
        return acting_first(ref)

    # 8.8.3 to 8.8.5: forced purchase

    def emergency_choice(self, ref: Referee, company: str, source: str, face: FaceFigure) -> bool:
        """The cheapest train or the cheapest rail bus of the boxes (8.8.4a, R77, R80)."""
        return any(
            (sale.source, sale.face) == (source, face.name) for sale in bankruptcy.trains_to_help_with(ref, company)
        )

    def raise_money(self, ref: Referee, action: BuyTrain, missing: int) -> bool:
        """The director's cash, then his shares; who cannot raise enough is bankrupt (8.8.4)."""
        if not bankruptcy.can_raise(ref, action):
            bankruptcy.declare_bankrupt(ref, action)
            return False
        return director_pays(ref, action, missing)
