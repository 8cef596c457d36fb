"""Questions about companies, their trains and their privates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stellwerk.figures import (
    FaceFigure,
)
from stellwerk.position import Position
from stellwerk.rules.arranged import Arranged
from stellwerk.trains import owned

if TYPE_CHECKING:
    from stellwerk.actions import BuyTrain
    from stellwerk.referee import Referee


class TrainRules(Arranged):
    """The defaults say what most books say."""

    def size_rank(self, size: str) -> int:
        """How big a size is; sizes come in order."""
        return self.figures.sizes.index(size)

    def train_limit(self, position: Position, company: str) -> int:
        """How many trains a company may own now."""
        return self.phases[position.phase].train_limit.get(self.companies[company].size, 0)

    def may_own(self, company: str, face: FaceFigure) -> bool:
        """May this company own such a train?"""
        return self.size_rank(face.size) <= self.size_rank(self.companies[company].size)

    def may_run(self, company: str, face: FaceFigure) -> bool:
        """May this company run such a train?"""
        return face.size == self.companies[company].size

    def must_own_train(self, position: Position, company: str) -> bool:
        """Must the company own a train it can run at the end of its turn?"""
        return True

    def runs_itself(self, position: Position, company: str) -> bool:
        """Does a company act without anybody deciding for it?"""
        return False

    def automatic_turn(self, ref: Referee, company: str) -> None:
        """The turn of a company that runs itself."""

    def goes_alone(self, position: Position, company: str) -> bool:
        """Is what leaves no choice in this company's turn done without asking anybody?"""
        return False

    def may_end_without_train(self, position: Position, company: str) -> bool:
        """May a turn end although the company owns no train it can run?"""
        return not self.must_own_train(position, company)

    def allows(self, position: Position, what: str) -> bool:
        """Does the present phase allow it?"""
        return what in self.phases[position.phase].allows

    def may_acquire(self, position: Position, company: str, target: str) -> bool:
        """May the one take the other over?"""
        sizes = [self.size_rank(self.companies[c].size) for c in (company, target)]
        return sizes[0] > sizes[1]

    def may_own_private(self, position: Position, company: str, private: str) -> bool:
        """May the company own this private company?"""
        return self.size_rank(self.privates[private].size) <= self.size_rank(self.companies[company].size)

    def private_price(self, position: Position) -> int:
        """The present price of private companies, where they share one."""
        return self.figures.sets[position.round.set - 1][position.round.number - 1]

    def private_on_sale(self, position: Position, private: str) -> bool:
        """May companies buy this private company in this phase?"""
        return self.allows(position, "privates-to-companies")

    def private_range(self, position: Position, private: str) -> tuple[int, int]:
        """The lowest and the highest price a company may pay for a private company."""
        return 1, self.private_price(position)

    def private_bought(self, ref: Referee, company: str, private: str) -> None:
        """A company has bought a private company from a player."""

    def counts_as_train(self, face: FaceFigure) -> bool:
        """Does such a vehicle count against the train limit?"""
        return True

    def limited(self, position: Position, company: str) -> list[str]:
        """The cards of a company that count against the train limit."""
        return [card for card, face in owned(position, company) if self.counts_as_train(self.cards.by_name[face])]

    def check_purchase(self, ref: Referee, company: str, face: FaceFigure) -> None:
        """Refuse a train that a company may not buy now for a reason of the title's own."""

    def tradable(self, face: FaceFigure) -> bool:
        """May companies sell such a train to each other?"""
        return True

    def train_taken(self, ref: Referee, company: str) -> None:
        """A company has bought a train; what its sale does comes after this."""

    def on_stack(self, position: Position) -> Sequence[str]:
        """The cards of the stack that are on sale."""
        return position.stack[:1]

    def kept_back(self, position: Position) -> frozenset[str]:
        """Cards of the stack that are not for sale but come with something else."""
        return frozenset()

    def may_buy_card(self, position: Position, company: str, card: str) -> bool:
        """May the company buy this card (and not: have it back)?"""
        return True

    def sale_counts(self, source: str) -> bool:
        """Does a sale from here scrap older trains?"""
        return True

    def may_sell_train(self, position: Position, company: str) -> bool:
        """May this company sell trains to others?"""
        return True

    def emergency_choice(self, ref: Referee, company: str, source: str, face: FaceFigure) -> bool:
        """May the director help to buy this one of the trains the company can run?"""
        return True

    def raise_money(self, ref: Referee, action: BuyTrain, missing: int) -> bool:
        """The director makes up what the treasury lacks; False if that takes a step of its own first."""
        raise AssertionError("a title says where emergency money comes from")

    def refuse_forced_sale(self, ref: Referee, company: str, sold: str, percent: int) -> None:
        """Refuse a sale for a train of `company` for a reason of the title's own."""

    def sales_must_suffice(self) -> bool:
        """Must a director who can raise the money sell so that he does, and one who cannot sell all he can?"""
        return False

    def sales_are_judged_together(self) -> bool:
        """Is no certificate sold that could be left out, over all sales of one forced purchase?"""
        return False

    def ruin(self, ref: Referee, player: str, train: BuyTrain) -> None:
        """A player cannot raise the money for a train his company must buy."""
        raise AssertionError("a title says what bankruptcy is")

    def surplus_order(self, ref: Referee) -> Sequence[str]:
        """In which order companies return trains above their limit."""
        return self.operating_order(ref.pos)

    def phase_began(self, ref: Referee) -> None:
        """What else happens when a phase begins."""

    def bank_falls_short(self, ref: Referee, amount: int) -> None:
        """The bank is about to pay an amount that is more than it has; nothing where it is unlimited."""

    def bank_is_empty(self, ref: Referee) -> None:
        """The bank has paid more than it had; nothing where it is unlimited."""

    def turning_scraps(self) -> bool:
        """Does a train turned over in an acquisition scrap older ones, as a sale does?"""
        return False

    def surplus_is_scrapped(self) -> bool:
        """Must trains taken over keep within the limit at once (otherwise the surplus is returned later)?"""
        return True

    def keeps_last_place(self) -> bool:
        """Is a company's last place, and the train bought beyond it, for a train it can run?"""
        return True

    def treasuries_may_owe(self) -> bool:
        """May a company have less than nothing?"""
        return False

    def keeps_bought_train(self, traded: bool = False) -> bool:
        """Must a company keep a train it bought beyond its limit (`traded`: of another company) and return another?"""
        return self.keeps_last_place()
