"""Railway links to coal mines and steel mills (4.5.4)."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.position import Position, value_or
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.steps.links import BuildLink, LinkPlaces
from stellwerk.titles.t18do.printed import printed_of
from stellwerk.titles.t18do.state import DoState

COAL, STEEL = "coal", "steel"


def is_place(rules: Rules, hex: str) -> bool:
    """Is there a coal mine or a steel mill on the hex?"""
    return bool({COAL, STEEL} & set(rules.board.hexes[hex].icons))


def next_value(rules: Rules, position: Position, hex: str) -> tuple[str, int] | None:
    """The colour and the value of the next step of a link; none beyond the last (4.5.4.2)."""
    return Link().next_step(rules, position, hex)


def link_values(position: Position) -> Mapping[str, int]:
    """Hex to what its link adds to it, for every corporation (4.5.4a)."""
    return value_or(DoState.of(position).links, {})


def goes_free(rules: Rules, position: Position, company: str, hex: str) -> bool:
    """Has the company a token for the first link of a coal mine (4.3.2.1b, R26)?"""
    mine = COAL in rules.board.hexes[hex].icons and not DoState.of(position).link(hex)
    return mine and company in value_or(DoState.of(position).free_links, ())


class Link(LinkPlaces):
    """The link of a mine or mill (4.5.4.1, 4.5.4.2)."""

    def steps(self, rules: Rules) -> Mapping[str, int]:
        """As printed on the tokens."""
        return printed_of(rules.variant).links.values

    def is_place(self, rules: Rules, hex: str) -> bool:
        """A mine or mill."""
        return is_place(rules, hex)

    def value(self, position: Position, hex: str) -> int:
        """That of the token there."""
        return DoState.of(position).link(hex)

    def cost(self, ref: Referee, action: BuildLink) -> int:
        """The same for every step; the first coal mine of the KWE is free."""
        free = goes_free(ref.rules, ref.pos, action.company, action.hex)
        return 0 if free else printed_of(ref.rules.variant).links.cost

    def build(self, ref: Referee, action: BuildLink, value: int) -> None:
        """The token lies there; one for a free link is used up."""
        if goes_free(ref.rules, ref.pos, action.company, action.hex):
            left = (c for c in value_or(DoState.of(ref.pos).free_links, ()) if c != action.company)
            ref.pos.update_state(free_links=tuple(left))
        ref.pos.update_state(links={**link_values(ref.pos), action.hex: value})
