"""What a corporation and its director do otherwise than in most books: track by leave, runs, dividends, purchases."""

from __future__ import annotations

from stellwerk import market
from stellwerk.actions import LayTile, SellShares
from stellwerk.figures import FaceFigure
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.routes import Answer
from stellwerk.rules import Rules
from stellwerk.rules.phases import rank_of_phase
from stellwerk.steps.forced_purchase import ForcedSale, SellForTrain
from stellwerk.steps.permission_to_build import LayByLeave
from stellwerk.steps.privates import BuyFromPlayer, close_private
from stellwerk.steps.running import DecideDividend, RunTrains, specs_of
from stellwerk.steps.train_purchase import BuyFromBank, BuyFromCompany
from stellwerk.titles.t18bl.prices import would_close
from stellwerk.titles.t18bl.state import BlState
from stellwerk.trains import trains_of

SK, DTE, MBG, DEB = "SK", "DTE", "MBG", "DEB"
LAYERS = (SK, DTE, MBG)
"""Private companies that give their corporation a tile on one hex (5.1e)."""
TRAILER, RAIL_BUS = "trailer", "rail-bus"


def has_privilege(rules: Rules, position: Position, company: str, hex: str) -> bool:
    """Does the corporation own the private company that gives it the first tile on this hex (5.1e)?"""
    mine = [private for private in LAYERS if position.privates[private] == company]
    return hex not in position.tiles and any(rules.privates[private].hex == hex for private in mine)


def trailers_of(rules: Rules, position: Position, company: str) -> list[str]:
    """The trailers of a corporation."""
    return [card for card, face in trains_of(position, company) if rules.cards.by_name[face].kind == TRAILER]


class LayCorporationTrack(LayByLeave):
    """Track; on J4 with leave of the owner of No. 1."""

    def asked(self, ref: Referee, action: LayTile) -> str:
        """On J4 the director of the corporation that owns No. 1 (5.2.1c, R15)."""
        owner = ref.pos.privates[SK]
        kept = action.hex == ref.rules.privates[SK].hex and owner in ref.rules.companies
        return ref.director(owner if kept else action.company)

    def is_whole_action(self, rules: Rules, position: Position, company: str, hex: str) -> bool:
        """An upgrade, or the tile of a private company (5.1e, R14)."""
        return rules.is_upgrade(position, hex) or has_privilege(rules, position, company, hex)


class RunWithTrailer(RunTrains):
    """Runs; the trailer of No. 5 that has earned money closes it."""

    def routes_matter(self, rules: Rules, position: Position, company: str) -> bool:
        """Whether the trailer of No. 5 was used (5.2.5b)."""
        return position.privates[DEB] == company

    def note_runs(self, ref: Referee, company: str, answer: Answer) -> None:
        """No. 5 closes when its trailer has earned money (5.2.5b, R22)."""
        specs = specs_of(ref.rules, ref.pos, company)
        pulled = any(specs[run.train].modes[run.mode].uses for run in answer.runs)
        if pulled and self.routes_matter(ref.rules, ref.pos, company):
            close_private(ref, DEB)


class DivideRevenue(DecideDividend):
    """100%, nothing, or 75% (8.6.2)."""

    def withheld(self, rules: Rules, position: Position, company: str, revenue: int) -> int:
        """A quarter, rounded down to full 10 Mark (8.6.2c, R45)."""
        return revenue // 40 * 10

    def price_after_split(self, ref: Referee, company: str, paid: int) -> None:
        """75%: as for 100% if 150% of the stock value is paid, else it goes below the others there (8.7c, 8.7d)."""
        if 2 * paid >= 3 * ref.price(company):
            ref.rules.price_after_run(ref, company, paid)
        else:
            market.put_marker_below(ref.pos, company)


class BuyPrivateFromPlayer(BuyFromPlayer):
    """A corporation buys a private company."""

    def is_on_sale(self, rules: Rules, position: Position, private: str) -> bool:
        """From the phase on its certificate (5.1c)."""
        figure = rules.privates.get(private)
        return figure is not None and rank_of_phase(rules, position.phase) >= rank_of_phase(rules, figure.from_phase)

    def price_range(self, rules: Rules, position: Position, private: str) -> tuple[int, int]:
        """50% to 200% of the printed price (5.1c, R11)."""
        price = rules.privates[private].price
        return (price + 1) // 2, 2 * price

    def may_own(self, rules: Rules, position: Position, company: str, private: str) -> bool:
        """No. 5 brings a trailer, and a corporation has one at most (R22)."""
        return private != DEB or not trailers_of(rules, position, company)


def refuse_vehicle(ref: Referee, company: str, face: FaceFigure) -> None:
    """A trailer needs a rail bus; once the limit was met nothing more is bought (8.8.1b, g, i, R72)."""
    if face.kind == TRAILER:
        if trailers_of(ref.rules, ref.pos, company):
            ref.refuse("one-trailer", f"{company} has a trailer already.")
        if not any(ref.rules.cards.by_name[f].kind == RAIL_BUS for _, f in trains_of(ref.pos, company)):
            ref.refuse("no-rail-bus", f"{company} has no rail bus to pull a trailer.")
    elif BlState.of(ref.pos).full == turn_name(ref.pos, company):
        ref.refuse("limit-met", f"{company} has met its limit in this turn and buys nothing more.")


def turn_name(position: Position, company: str) -> str:
    """A corporation's turn, by a name."""
    return f"{company} {position.round.set}.{position.round.number}"


class BuyNew(BuyFromBank):
    """A vehicle of the boxes or the pool."""

    def refuse_train(self, ref: Referee, company: str, face: FaceFigure) -> None:
        """See `refuse_vehicle`."""
        refuse_vehicle(ref, company, face)


class BuyUsed(BuyFromCompany):
    """A train of another corporation."""

    def refuse_train(self, ref: Referee, company: str, face: FaceFigure) -> None:
        """See `refuse_vehicle`."""
        refuse_vehicle(ref, company, face)

    def is_traded(self, face: FaceFigure) -> bool:
        """A trailer is never sold on (8.8.1i)."""
        return face.kind != TRAILER


class SellForVehicle(SellForTrain):
    """Shares sold for a train (8.8.4)."""

    def refuse_sale(self, ref: Referee, task: ForcedSale, action: SellShares) -> None:
        """No sale may close the acting corporation (R79)."""
        itself = action.company == task.train.company
        if itself and would_close(ref.rules, ref.pos, action.company, action.percent):
            ref.refuse("closes-itself", f"This sale would close {action.company}.")
