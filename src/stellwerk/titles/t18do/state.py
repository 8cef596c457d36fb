"""What a game of 18DO remembers beside what every game does: links, markers, cubes, loads, the broken bank."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cache

from msgspec import UNSET, UnsetType

from stellwerk.errors import refuse_unless
from stellwerk.position import OFFERING, OUT, POOL, Position, TitleState, value_or
from stellwerk.rules import Rules
from stellwerk.titles.t18do.printed import printed_of

CUBE = "a beer cube"
DIGEST = 16


@cache
def lowest_delivery(rules: Rules) -> int:
    """What a cube brings in the red area that pays least."""
    areas = (figure.offboard for figure in rules.board.hexes.values() if figure.offboard is not None)
    return min(area.delivery for area in areas if area.delivery)


class DoState(TitleState, frozen=True):
    """The state of the title."""

    broken: str | UnsetType = UNSET
    """The kind of round in which the bank could not pay (4.6)."""
    cubes: Mapping[str, int] | UnsetType = UNSET
    """Private brewery to the cubes on it (4.3.1.2)."""
    free_links: tuple[str, ...] | UnsetType = UNSET
    """The corporations with a token for a link free of charge (4.3.2.1b)."""
    last_acting: str | UnsetType = UNSET
    """Who bought or sold last in this stock round (4.4d)."""
    links: Mapping[str, int] | UnsetType = UNSET
    """Hex of a mine or mill to the value of its link (4.5.4)."""
    loads: Mapping[str, tuple[int, str]] | UnsetType = UNSET
    """Train card to the cubes it carries and the red area they go to, by its first hex (4.5.5.1)."""
    markers: Mapping[str, str] | UnsetType = UNSET
    """Private brewery to the corporation that has its marker; out of the game once it is used (4.3.1)."""
    seen: str | UnsetType = UNSET
    """The position as the last set of rounds left it, by its digest: a game that stands still ends."""
    stacks: Mapping[str, tuple[str, ...]] | UnsetType = UNSET
    """Corporation to the certificates that came back to its charter and lie on top, the last one uppermost (R70)."""

    def link(self, hex: str) -> int:
        """The value of the link of a mine or mill; 0 where there is none."""
        return value_or(self.links, {}).get(hex, 0)

    def cubes_on(self, private: str) -> int:
        """The cubes on a private brewery."""
        return value_or(self.cubes, {}).get(private, 0)

    def holder(self, private: str) -> str:
        """The corporation with the marker of a private brewery, if one has it."""
        return value_or(self.markers, {}).get(private, "")

    def stock(self, position: Position) -> int:
        """The cubes in the stock: all that lie on no brewery (R25)."""
        printed, on_breweries = printed_of(position.variant), sum(value_or(self.cubes, {}).values())
        brought = (n for private, n in printed.cubes_on.items() if position.privates[private] in position.players)
        return printed.cubes + sum(brought) - on_breweries

    def counted_things(self, rules: Rules, position: Position) -> Mapping[str, Mapping[str, int]]:
        """The cubes: in the stock, on breweries, and those that came into play with none (R25); none without beer."""
        printed, players = printed_of(position.variant), position.players
        if not printed.cubes:
            return {}
        aside = sum(n for private, n in printed.cubes_on.items() if position.privates[private] not in players)
        return {CUBE: {POOL: self.stock(position), OFFERING: aside, **value_or(self.cubes, {})}}

    def run_key(self, hexes: Sequence[str]) -> Hashable:
        """The links in these hexes: all that plain trains earn more by."""
        links = value_or(self.links, {})
        return tuple((hex, links[hex]) for hex in hexes if hex in links)

    def could_bring(self, rules: Rules, position: Position) -> Mapping[str, int]:
        """Cubes that are not named yet, carried to the cheapest red area; those on a front may come too late."""
        each = lowest_delivery(rules)
        found: dict[str, int] = {}
        for private, count in value_or(self.cubes, {}).items():
            owner = position.privates[private]
            mine = [c for c in rules.companies_in_play(position) if rules.register.director(position, c) == owner]
            named = sum(n for card, (n, _) in value_or(self.loads, {}).items() if position.trains[card][0] in mine)
            stake = max((rules.register.percent(position, c, owner) for c in mine), default=0)
            found[owner] = (count - named) * each * stake // (100 if private in position.used else 200)
        return found

    def check(self, rules: Rules, position: Position) -> None:
        """Refuse what cannot be in this position."""
        cubes, players = value_or(self.cubes, {}), position.players
        owned = {private for private, owner in position.privates.items() if owner in players}
        refuse_unless(set(cubes) <= owned and min(cubes.values(), default=0) >= 0, "Cubes lie on breweries in play.")
        refuse_unless(self.stock(position) >= 0, "There are not so many beer cubes.")
        refuse_unless(self.broken in (UNSET, "stock", "operating"), "The bank breaks in a stock or operating round.")
        refuse_unless(len(value_or(self.seen, "")) <= DIGEST, "A digest of a position is short.")
        refuse_unless(self.last_acting in (UNSET, *players), "The last one to act is a player.")
        refuse_unless(set(value_or(self.free_links, ())) <= set(rules.companies), "Free links belong to corporations.")
        self.check_links(rules, position)
        self.check_markers(rules, position, owned)
        self.check_loads(rules, position)

    def check_links(self, rules: Rules, position: Position) -> None:
        """Links of mines and mills that carry track, with a value there is."""
        values = printed_of(position.variant).links.values.values()
        for hex, value in value_or(self.links, {}).items():
            figure = rules.board.hexes.get(hex)
            right = figure is not None and {"coal", "steel"} & set(figure.icons) and value in values
            refuse_unless(bool(right), f"{hex} cannot have a link of {value}.")
            track = rules.board.ground(position.tiles, hex).exits
            refuse_unless(bool(track), f"{hex} has no track, and no link.")

    def check_markers(self, rules: Rules, position: Position, owned: set[str]) -> None:
        """Markers of breweries in play, with founded corporations or out of the game."""
        places = {OUT, *rules.companies_in_play(position)}
        for private, place in value_or(self.markers, {}).items():
            marked = private in owned and private not in printed_of(position.variant).cubes_on
            refuse_unless(marked and place in places, f"The marker of {private} cannot be with {place!r}.")

    def check_loads(self, rules: Rules, position: Position) -> None:
        """Loads on trains of corporations, certificates on charters."""
        for card, (cubes, hex) in value_or(self.loads, {}).items():
            owner, areas = position.trains.get(card, (OUT, ""))[0], rules.board.areas
            refuse_unless(owner in rules.companies and cubes > 0 and hex in areas, f"{card} cannot carry a load.")
        known = {card.id for card in rules.register.all()}
        for company, cards in value_or(self.stacks, {}).items():
            sound = company in rules.companies and set(cards) <= known and len(set(cards)) == len(cards)
            refuse_unless(sound, "Certificates that came back are named once each.")
