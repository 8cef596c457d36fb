"""What 18BL's rule book says, as answers to the questions of the steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from stellwerk.actions import BuyTrain, LayTile
from stellwerk.board.ground import Ground
from stellwerk.errors import BadInput
from stellwerk.events import BankBroken, RoundBegan
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OUT, POOL, Position, Round
from stellwerk.referee import Referee
from stellwerk.routes import Answer, Network, TrainSpec, network
from stellwerk.rules import Stage
from stellwerk.steps.base import Act, Task
from stellwerk.steps.buying import BuyFromBank, BuyFromCompany
from stellwerk.steps.course import Course, Finished, Seating, end_game
from stellwerk.steps.deals import Consent
from stellwerk.steps.extending import extends_route
from stellwerk.steps.forced import ForcedSale, director_pays
from stellwerk.steps.leave import LayByLeave
from stellwerk.steps.operating import EndTurn, OperatingRound, OperatingTurn, acting_first
from stellwerk.steps.privates import BuyFromPlayer, close_private
from stellwerk.steps.rounds import go_on
from stellwerk.steps.run import DecideDividend, RunTrains, specs_of
from stellwerk.steps.rusting import Surplus
from stellwerk.steps.stations import Station, put_homes
from stellwerk.steps.stock import StockRound
from stellwerk.steps.track import connected
from stellwerk.steps.waterfall import LotAuction, Packet
from stellwerk.titles.t18bl import ruin, tokens
from stellwerk.titles.t18bl.exchange import EXCHANGE, ExchangeOffer
from stellwerk.titles.t18bl.stock import StockOf18BL
from stellwerk.titles.t18bl.tokens import EHG, BuyAccess
from stellwerk.trains import in_pool, owned, scrap

SK, DTE, MBG, DEB = "SK", "DTE", "MBG", "DEB"
LAYERS = (SK, DTE, MBG)
"""Private companies that give their corporation a tile on one hex (5.1e)."""
TRAILER, RAIL_BUS = "trailer", "rail-bus"
TRAILERS = "trailers"
GREY, LAST_SET = "6", 3


class Extra(msgspec.Struct, forbid_unknown_fields=True):
    """What a position file of this title may add."""

    access: tuple[str, ...] = ()
    access_pool: int = 0
    broken: str = ""
    last_buyer: str = ""


class T18BL(StockOf18BL):
    """The game by the book."""

    title = "18BL"
    newest_edition = 2
    players_may_leave = True
    tasks: ClassVar[tuple[type[Task], ...]] = (
        Course, Seating, Packet, LotAuction, StockRound, ExchangeOffer, OperatingRound, OperatingTurn, Consent,
        Surplus, ForcedSale, Finished,
    )  # fmt: skip
    turn: ClassVar[tuple[Stage, ...]] = (  # 8.2
        Stage("track", (LayByLeave(),)),
        Stage("station", (Station(),)),
        Stage("run", (RunTrains(),), must=True),
        Stage("dividend", (DecideDividend(),), must=True),
        Stage("trains", (BuyFromBank(), BuyFromCompany())),
        Stage("end", (EndTurn(),)),
    )
    any_time: ClassVar[tuple[Act, ...]] = (BuyFromPlayer(), BuyAccess())
    stock_acts: ClassVar[tuple[Act, ...]] = (EXCHANGE,)

    # 2, 8, 10: the course of the game

    def opening(self) -> tuple[Task, ...]:
        """Seats are drawn; the first one has the priority deal (2.1)."""
        return (Course(), Seating())

    def rounds_of_set(self, position: Position, number: int) -> int:
        """As many as the phase has; three after a stock round that broke the bank (8, 10.1c, R84)."""
        if position.extra.get("broken") == "stock":
            return LAST_SET
        return self.phases[position.phase].operating_rounds if number >= 1 else 0

    def next_round(self, ref: Referee) -> None:
        """The Starting Round, then a stock round and its operating rounds, until the bank is broken (4, 8, 10.1)."""
        now = ref.pos.round
        if now.kind == "setup":
            self.pay_starting_cash(ref)
            ref.pos.round = Round("draft")
            ref.say(RoundBegan("The Starting Round"))
            ref.push(Packet())
        elif all(self.gone(ref.pos, company) for company in self.companies):
            end_game(ref)
        else:
            go_on(ref, bool(ref.pos.extra.get("broken")))

    def bank_falls_short(self, ref: Referee, amount: int) -> None:
        """The last operating rounds are played; in a stock round the players help first (10.1, R83, R84, R89)."""
        if not ref.pos.extra.get("broken"):
            ref.pos.put("extra", "broken", ref.pos.round.kind)
            ref.say(BankBroken())
            if ref.pos.round.kind == "stock":
                ruin.contribute(ref, amount - ref.cash(BANK))

    def read_extra(self, position: Position, extra: Mapping[str, Any]) -> None:
        """`access` (corporations with a token), `access_pool`, `broken` (in which kind of round), `last_buyer`."""
        try:
            known = msgspec.convert(extra, type=Extra)
        except msgspec.ValidationError as error:
            raise BadInput(f"This is nothing 18BL knows: {error}.") from None
        count, tokens = len(known.access) + known.access_pool, self.privates[EHG].tokens
        if set(known.access) - set(position.floated) or not 0 <= known.access_pool <= count <= tokens:
            raise BadInput("There are three access tokens, on the charters of floated corporations or in the pool.")
        if known.broken not in ("", "stock", "operating") or known.last_buyer not in ("", *position.order):
            raise BadInput("The bank breaks in a stock or an operating round, and the last buyer is a player.")
        for key, value in msgspec.structs.asdict(known).items():
            if value:
                position.put("extra", key, list(value) if key == "access" else value)
        if position.privates[DEB] in position.players and self.own_trailer not in (*position.stack, *position.trains):
            cards = {*position.stack, self.own_trailer}
            position.stack = tuple(card for card in self.cards.stack() if card in cards)

    # 5: private companies

    @property
    def own_trailer(self) -> str:
        """The trailer that lies on private company No. 5 (2.3e)."""
        return self.cards.name("BW-A", 3)

    def private_on_sale(self, position: Position, private: str) -> bool:
        """From the phase on its certificate (5.1c)."""
        figure = self.privates.get(private)
        return figure is not None and self.phase_rank(position.phase) >= self.phase_rank(figure.from_phase)

    def private_range(self, position: Position, private: str) -> tuple[int, int]:
        """50% to 200% of the printed price (5.1c, R11)."""
        price = self.privates[private].price
        return (price + 1) // 2, 2 * price

    def may_own_private(self, position: Position, company: str, private: str) -> bool:
        """No. 5 brings a trailer, and a corporation has one at most (R22)."""
        return private != DEB or not self.trailers(position, company)

    def private_bought(self, ref: Referee, company: str, private: str) -> None:
        """No. 4 brings access tokens, one for the buyer's charter; No. 5 a trailer (5.2.4b, 5.2.5b)."""
        if private == EHG:
            tokens.place(ref, company, EHG)
        if private == DEB:
            self.cards.take(ref.pos, self.own_trailer)
            ref.pos.put("trains", self.own_trailer, (company, self.cards.faces(self.own_trailer)[0].name))

    def private_closed(self, ref: Referee, private: str) -> None:
        """A trailer still lying on No. 5 leaves the game with it."""
        if private == DEB and self.own_trailer in ref.pos.stack:
            self.cards.take(ref.pos, self.own_trailer)
            ref.pos.put("trains", self.own_trailer, (POOL, self.cards.faces(self.own_trailer)[0].name))
            scrap(ref.pos, self.own_trailer)

    def company_closed(self, ref: Referee, company: str) -> None:
        """Its access token goes to the pool (7.5e)."""
        tokens.give_up(ref, company)

    def phase_began(self, ref: Referee) -> None:
        """With the brown phase all private companies close (9d)."""
        if self.color_open(ref.pos, "brown"):
            for private in self.privates:
                close_private(ref, private)

    def privilege(self, position: Position, company: str, hex: str) -> bool:
        """Does the corporation own the private company that gives it the first tile on this hex (5.1e)?"""
        mine = [private for private in LAYERS if position.privates[private] == company]
        return hex not in position.tiles and any(self.privates[private].hex == hex for private in mine)

    # 8.3, 8.4: track and stations

    def yellow_tiles(self, first_turn: bool) -> int:
        """Two in the first turn, then one (8.2c)."""
        return 2 if first_turn else 1

    def whole_action(self, position: Position, company: str, hex: str) -> bool:
        """An upgrade, or the tile of a private company (5.1e, R14)."""
        return self.is_upgrade(position, hex) or self.privilege(position, company, hex)

    def lay_cost(self, position: Position, company: str, hex: str) -> int:
        """Nothing with the private company of the hex (5.2.2b, 5.2.3b)."""
        return 0 if self.privilege(position, company, hex) else self.tile_cost(position, hex)

    def check_hex(self, ref: Referee, task: OperatingTurn, hex: str) -> None:
        """Nobody builds on J4 while a player owns No. 1 (5.2.1b, 8.3.2b)."""
        if hex == self.privates[SK].hex and ref.pos.privates[SK] not in (OUT, *self.companies):
            ref.refuse("kept-hex", f"While a player owns the {self.privates[SK].name} nobody builds on {hex}.")

    def asked_for_hex(self, ref: Referee, company: str, hex: str) -> str:
        """On J4 the director of the corporation that owns No. 1 (5.2.1c, R15)."""
        owner = ref.pos.privates[SK]
        kept = hex == self.privates[SK].hex and owner in self.companies
        return ref.director(owner if kept else company)

    def tile_laid(self, ref: Referee, action: LayTile) -> None:
        """A tile on J4 closes No. 1; the owner's first tile on their hexes closes No. 2 and No. 3 (5.2.1d, 5.2.2b)."""
        for private in LAYERS:
            owner = ref.pos.privates[private]
            if action.hex == self.privates[private].hex and (private == SK or owner == action.company):
                close_private(ref, private)

    def closed_to(self, position: Position, company: str) -> frozenset[str]:
        """P12 without an access token: no link of any kind leads there or through it (8.5.3a, R50, R92)."""
        return frozenset() if company in tokens.placed(position) else frozenset({self.privates[EHG].hex})

    def charter_markers(self, position: Position, company: str) -> Sequence[str]:
        """Its access token, and those that others may buy from it (5.2.4b)."""
        return tokens.on_charter(self, position, company)

    def extends(self, ref: Referee, company: str, hex: str, new: Ground) -> bool:
        """New track continues a route; plain track is upgraded for a new piece of it (8.3.1b, 8.3.3b, 8.3.3c)."""
        if new.cities or new.towns:
            return connected(ref, company, hex, new)
        return extends_route(ref, company, hex, new)

    def place_home(self, ref: Referee, company: str) -> None:
        """The home station, free, at the start of the first turn (8.4a)."""
        put_homes(ref, company)

    # 8.5, 8.6: running and revenue

    def must_run_best(self) -> bool:
        """The director chooses the routes (8.2d, R65)."""
        return False

    def network(self, position: Position, company: str) -> Network:
        """Values by the colour of the phase; P12 is neither city nor town (8.5.3, 8.6.1a, R62)."""
        return network(
            self.board, position.tiles, company, position.stations,
            colour=self.phases[position.phase].values,
            others={self.privates[EHG].hex},
            closed=self.closed_to(position, company),
        )  # fmt: skip

    def train_spec(self, face: FaceFigure) -> TrainSpec:
        """Trains, 3+3 trains and rail busses (8.5.2)."""
        if face.kind == RAIL_BUS:
            return TrainSpec.rail_bus(face.cities, trailer=TRAILER)
        return TrainSpec.twice(face.cities) if face.kind == "twice" else TrainSpec.plain(face.cities)

    def trailers(self, position: Position, company: str) -> list[str]:
        """The trailers of a corporation."""
        return [card for card, face in owned(position, company) if self.cards.by_name[face].kind == TRAILER]

    def supplies(self, position: Position, company: str) -> Mapping[str, int]:
        """Its trailer, for one of its rail busses (8.5.2d)."""
        return {TRAILER: len(self.trailers(position, company))}

    def supplies_may_rest(self) -> bool:
        """The trailer may be used, or left behind (R91)."""
        return True

    def revenue(self, total: int) -> int:
        """Rounded down to full 10 Mark, once (8.6.1d, R66)."""
        return total // 10 * 10

    def routes_matter(self, position: Position, company: str) -> bool:
        """Whether the trailer of No. 5 was used (5.2.5b)."""
        return position.privates[DEB] == company

    def ran(self, ref: Referee, company: str, answer: Answer) -> None:
        """No. 5 closes when its trailer has earned money (5.2.5b, R22)."""
        specs = specs_of(self, ref.pos, company)
        pulled = any(specs[run.train].modes[run.mode].uses for run in answer.runs)
        if pulled and self.routes_matter(ref.pos, company):
            close_private(ref, DEB)

    def dividend_kinds(self) -> tuple[str, ...]:
        """100%, nothing, or 75% (8.6.2)."""
        return ("pay", "retain", "split")

    def withheld(self, revenue: int) -> int:
        """A quarter, rounded down to full 10 Mark (8.6.2c, R45)."""
        return revenue // 40 * 10

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

    def tradable(self, face: FaceFigure) -> bool:
        """A trailer is never sold on (8.8.1i)."""
        return face.kind != TRAILER

    def keeps_last_place(self) -> bool:
        """There is nothing a corporation owns and cannot run but trailers."""
        return False

    def open_types(self, position: Position) -> set[str]:
        """The types in the available boxes: a type sold out brings the next one of both kinds (8.8.2, R68, R70)."""
        left = {self.cards.letter(card) for card in position.stack}
        rank, figures = self.phase_rank(position.phase), self.cards.figures.values()
        opened = {f.letter for f in figures if f.pile == TRAILERS and rank >= self.phase_rank(f.phase)}
        for phase in self.phases:
            types = {f.letter for f in figures if f.pile != TRAILERS and (f.phase or f.letter) == phase}
            opened |= types
            with_the_first = phase == GREY and rank >= self.phase_rank(GREY)
            if types <= left and not with_the_first:
                break
        return opened

    def on_stack(self, position: Position) -> Sequence[str]:
        """The first card of every type in the available boxes; the trailer of No. 5 is not for sale."""
        opened, kept = self.open_types(position), self.kept_back(position)
        cards = [card for card in position.stack if card not in kept]
        first = {self.cards.letter(card): card for card in reversed(cards)}
        return [card for letter, card in reversed(first.items()) if letter in opened]

    def kept_back(self, position: Position) -> frozenset[str]:
        """The trailer of No. 5, as long as that is open (2.3e)."""
        return frozenset() if position.privates[DEB] == OUT else frozenset({self.own_trailer})

    def check_purchase(self, ref: Referee, company: str, face: FaceFigure) -> None:
        """A trailer needs a rail bus; once the limit was met nothing more is bought (8.8.1b, g, i, R72)."""
        if face.kind == TRAILER:
            if self.trailers(ref.pos, company):
                ref.refuse("one-trailer", f"{company} has a trailer already.")
            if not any(self.cards.by_name[f].kind == RAIL_BUS for _, f in owned(ref.pos, company)):
                ref.refuse("no-rail-bus", f"{company} has no rail bus to pull a trailer.")
        elif ref.pos.extra.get("full") == self.moment(ref.pos, company):
            ref.refuse("limit-met", f"{company} has met its limit in this turn and buys nothing more.")

    def train_taken(self, ref: Referee, company: str) -> None:
        """Note that the limit is met, counted before anything becomes obsolete (8.8.1g, R72)."""
        if len(self.limited(ref.pos, company)) >= self.train_limit(ref.pos, company):
            ref.pos.put("extra", "full", self.moment(ref.pos, company))

    def moment(self, position: Position, company: str) -> str:
        """A corporation's turn, by a name."""
        return f"{company} {position.round.set}.{position.round.number}"

    def surplus_order(self, ref: Referee) -> Sequence[str]:
        """First the acting corporation, then in operating order (R73)."""
        return acting_first(ref)

    # 8.8.3 to 8.8.5: forced purchase

    def may_end_without_train(self, position: Position, company: str) -> bool:
        """The duty rests while bank and pool have nothing to sell (R77)."""
        cards = (*self.on_stack(position), *in_pool(position))
        return not any(self.may_run(company, face) for card in cards for face in self.cards.faces(card))

    def emergency_choice(self, ref: Referee, company: str, source: str, face: FaceFigure) -> bool:
        """The cheapest train or the cheapest rail bus of the boxes (8.8.4a, R77, R80)."""
        return any((sale.source, sale.face) == (source, face.name) for sale in ruin.choices(ref, company))

    def raise_money(self, ref: Referee, action: BuyTrain, missing: int) -> bool:
        """The director's cash, then his shares; who cannot raise enough is bankrupt (8.8.4)."""
        if not ruin.can_raise(ref, action):
            ruin.bankrupt(ref, action)
            return False
        return director_pays(ref, action, missing)

    def sales_must_suffice(self) -> bool:
        """Only who cannot raise the money at all is bankrupt (R80)."""
        return True

    def sales_are_judged_together(self) -> bool:
        """No certificate is superfluous when the purchase is over (R90)."""
        return True

    def refuse_forced_sale(self, ref: Referee, company: str, sold: str, percent: int) -> None:
        """No sale may close the acting corporation (R79)."""
        if sold == company and self.close_off(ref, company, percent):
            ref.refuse("closes-itself", f"This sale would close {company}.")
