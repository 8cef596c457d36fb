"""What a game of 18BL remembers beside what every game does: access tokens, the broken bank, buyers and buying."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from stellwerk.errors import BadInput
from stellwerk.position import OUT, POOL, Position, TitleState, value_or
from stellwerk.rules import Rules

EHG = "EHG"
TOKEN = "an access token"


class BlState(TitleState, frozen=True):
    """The state of the title."""

    access: tuple[str, ...] | UnsetType = UNSET
    """The corporations with an access token on their charter (5.2.4f)."""
    access_pool: int | UnsetType = UNSET
    """How many tokens of closed corporations lie in the bank pool while No. 4 is open (R21)."""
    broken: str | UnsetType = UNSET
    """The kind of round in which the bank was broken (10.1)."""
    full: str | UnsetType = UNSET
    """The turn in which a corporation met its train limit: who, and the number of the round (R72)."""
    last_buyer: str | UnsetType = UNSET
    """Who bought last in the start packet or this stock round (R7, 7b)."""

    def unplaced_tokens(self, rules: Rules, position: Position) -> Mapping[str, int]:
        """Where the tokens lie that are on no charter: with the owner of No. 4, and in the pool (5.2.4c-e, R19)."""
        unplaced = rules.privates[EHG].tokens - len(value_or(self.access, ()))
        owner = position.privates[EHG]
        if owner == OUT:
            return {POOL: unplaced}
        pooled = value_or(self.access_pool, 0)
        return {owner: unplaced - pooled, POOL: pooled}

    def counted_things(self, rules: Rules, position: Position) -> Mapping[str, Mapping[str, int]]:
        """The access tokens."""
        return {TOKEN: Counter(value_or(self.access, ())) + Counter(self.unplaced_tokens(rules, position))}

    def check(self, rules: Rules, position: Position) -> None:
        """Three tokens, a round that breaks the bank, players who buy."""
        access = value_or(self.access, ())
        twice = len(set(access)) < len(access)
        if twice or set(access) - set(position.floated) or min(self.unplaced_tokens(rules, position).values()) < 0:
            raise BadInput("There are three access tokens, on the charters of floated corporations or in the pool.")
        if self.broken not in (UNSET, "stock", "operating") or self.last_buyer not in (UNSET, *position.players):
            raise BadInput("The bank breaks in a stock or an operating round, and the last buyer is a player.")
        who, _, round = value_or(self.full, "").rpartition(" ")
        if self.full is not UNSET and (who not in rules.companies or not re.fullmatch(r"\d{1,4}\.\d{1,4}", round)):
            raise BadInput("A corporation meets its train limit in a round that has a number.")
