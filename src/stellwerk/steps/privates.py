"""Private companies in a company's turn, at any point of it: bought, sold to the bank, their powers used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stellwerk.actions import Action, Choice, LayTile, SellPrivate, TakeOverPrivate
from stellwerk.events import PrivateMoved
from stellwerk.position import BANK, OUT, Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.privates import price_of_privates
from stellwerk.steps.base import Act
from stellwerk.steps.deals import Deal, lowest_offer, refuse_repeated
from stellwerk.steps.operating_round import OperatingTurn, turn_now
from stellwerk.steps.track import put_tile, refuse_unfit, tiles_for, use_power


class BuyFromPlayer(Deal):
    """A company buys a private company from a player, for a price the owner agrees to."""

    action = TakeOverPrivate

    def is_on_sale(self, rules: Rules, position: Position, private: str) -> bool:
        """May companies buy this private company in this phase?"""
        return rules.allows(position, "privates-to-companies")

    def price_range(self, rules: Rules, position: Position, private: str) -> tuple[int, int]:
        """The lowest and the highest price a company may pay for a private company."""
        return 1, price_of_privates(rules, position)

    def may_own(self, rules: Rules, position: Position, company: str, private: str) -> bool:
        """May the company own this private company?"""
        figures, size = rules.figures, rules.privates[private].size
        return figures.size_rank(size) <= figures.size_rank(rules.companies[company].size)

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Choice]:
        """Each one a player owns, for any price the rules admit."""
        for private, owner in ref.pos.privates.items():
            if owner in ref.pos.players:
                least, most = self.price_range(ref.rules, ref.pos, private)
                low = max(least, lowest_offer(task, TakeOverPrivate(task.company, private, 1)))
                high = min(most, ref.cash(task.company))
                if low <= high:
                    yield Choice(TakeOverPrivate(task.company, private, low), "price", low, high)

    def check(self, ref: Referee, task: OperatingTurn, action: TakeOverPrivate) -> None:
        """The phase, a player's private, the size, the price, the money."""
        if not self.is_on_sale(ref.rules, ref.pos, action.private):
            ref.refuse("no-private-trade", f"Companies cannot buy {action.private} yet.")
        if ref.pos.privates.get(action.private) not in ref.pos.players:
            ref.refuse("not-a-players", f"No player owns {action.private}.")
        if not self.may_own(ref.rules, ref.pos, action.company, action.private):
            ref.refuse("private-size", f"{action.company} may not own {action.private}.", action.company)
        least, most = self.price_range(ref.rules, ref.pos, action.private)
        if not least <= action.price <= most:
            ref.refuse("private-price", f"The price must be between {least} and {most}.")
        if action.price > ref.cash(action.company):
            ref.refuse("no-cash-private", f"{action.company} has only {ref.cash(action.company)}.")
        refuse_repeated(ref, task, action)

    def asked(self, ref: Referee, action: TakeOverPrivate) -> str:
        """The owner."""
        return ref.pos.privates[action.private]

    def words(self, action: TakeOverPrivate) -> str:
        """The offer."""
        return f"{action.price} for {action.private}"

    def conclude(self, ref: Referee, action: TakeOverPrivate) -> None:
        """The company pays the owner."""
        ref.pay(action.company, ref.pos.privates[action.private], action.price, f"local railway {action.private}")
        ref.pos.put("privates", action.private, action.company)
        ref.say(PrivateMoved(action.private, action.company))


def close_private(ref: Referee, private: str) -> None:
    """A private company leaves the game."""
    if ref.pos.privates[private] != OUT:
        ref.pos.put("privates", private, OUT)
        ref.say(PrivateMoved(private, OUT))


class SellToBank(Act):
    """A company sells a private company to the bank for the present price; it leaves the game."""

    action = SellPrivate

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Each one the company owns."""
        for private, owner in ref.pos.privates.items():
            if owner == task.company:
                yield SellPrivate(task.company, private)

    def check(self, ref: Referee, task: OperatingTurn, action: SellPrivate) -> None:
        """Only its own; players cannot sell theirs."""
        if ref.pos.privates.get(action.private) != task.company:
            ref.refuse("not-its-private", f"{task.company} does not own {action.private}.")

    def apply(self, ref: Referee, task: OperatingTurn, action: SellPrivate) -> None:
        """The bank pays."""
        ref.pay(BANK, task.company, price_of_privates(ref.rules, ref.pos), f"local railway {action.private} sold")
        close_private(ref, action.private)


@dataclass(frozen=True, kw_only=True)
class LaySpecialTile(Act):
    """Lay one special tile with a private company's power, free and beside the normal track action."""

    action = LayTile

    layer_picks: bool = False
    """As for the normal track action."""

    def covers(self, ref: Referee, action: Action) -> bool:
        """Special tiles."""
        return isinstance(action, LayTile) and ref.rules.special_tile(action.tile)

    def powers(self, ref: Referee, company: str) -> list[str]:
        """Private companies of a company whose power is unused."""
        return [p for p, owner in ref.pos.privates.items() if owner == company and p not in ref.pos.used]

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Each special tile that fits, with each power."""
        powers = self.powers(ref, task.company)
        if powers:
            for hex, tile, rotation in tiles_for(ref, task.company, special=True):
                for private in powers:
                    yield LayTile(task.company, hex, tile, rotation, private)

    def check(self, ref: Referee, task: OperatingTurn, action: LayTile) -> None:
        """A power that covers the colour, and all that a tile needs."""
        if action.private is None:
            ref.refuse("special-tile", f"Tile {action.tile} is laid only with a local railway's power.")
        if action.private not in self.powers(ref, task.company):
            ref.refuse("no-power", f"{task.company} cannot use a power of {action.private}.")
        color = ref.rules.board.tiles[action.tile].color
        if color not in ref.rules.privates[action.private].purple_tile_colors:
            ref.refuse("power-color", f"{action.private} lays no {color} tile.")
        if action.hex in ref.rules.board.hexes:
            ref.rules.check_hex(ref, turn_now(ref), action.hex)
        refuse_unfit(ref, action)

    def apply(self, ref: Referee, task: OperatingTurn, action: LayTile) -> None:
        """Use the power, lay the tile."""
        assert action.private is not None
        use_power(ref, action.private, task.company)
        put_tile(ref, action, 0, self.layer_picks)
