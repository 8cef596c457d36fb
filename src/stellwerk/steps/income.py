"""The income of private companies."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.position import BANK, OFFERING, OUT
from stellwerk.referee import Referee


def pay_privates(ref: Referee) -> None:
    """The bank pays the owners of private companies their income."""
    for private, owner in owned_privates(ref):
        pay_private(ref, private, owner)


def owned_privates(ref: Referee) -> Iterator[tuple[str, str]]:
    """The private companies that somebody owns, and who."""
    return ((private, owner) for private, owner in ref.pos.privates.items() if owner not in (OFFERING, OUT))


def pay_private(ref: Referee, private: str, owner: str) -> None:
    """The bank pays the owner of a private company."""
    ref.pay(BANK, owner, ref.rules.private_income(ref.pos, private), f"income of {private}")
