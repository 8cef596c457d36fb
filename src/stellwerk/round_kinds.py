"""Kinds of rounds: who acts in them, and what they are called.

A step that begins a kind of round names it (`Task.round_kind`); a title names what it brings beside (`own_rounds`).
Nothing else knows the kinds by name.
"""

from __future__ import annotations

import msgspec

from stellwerk.position import Round


class RoundKind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of round. Its words may speak of `{set}` and `{number}`."""

    name: str
    """What `Round.kind` says."""
    players_act: bool = False
    """Do players act in it in turn?"""
    shares_trade: bool = False
    """Do they buy and sell shares?"""
    companies_act: bool = False
    """Have companies their turns in it? Then its rounds are numbered in their set."""
    in_set: bool = True
    """Does it belong to a set of rounds (otherwise it comes before the first one)?"""
    title: str = ""
    """`Operating round {set}.{number}`."""
    phrase: str = ""
    """The same within a sentence."""
    short: str = ""
    """`OR {set}.{number}`."""
    heading: str = ""
    """In a list of games, where that is not the short name."""
    label: str = ""
    """In records and statistics: `{set}.{number}`."""

    def label_of(self, round: Round) -> str:
        """The label of a round; its name where the kind has none."""
        return self.label.format(set=round.set, number=round.number) if self.label else self.name


SETUP = RoundKind(
    name=Round().kind,
    players_act=True,
    in_set=False,
    title="Beginning of the game",
    phrase="set-up",
    short="Start",
    heading="Beginning",
)
