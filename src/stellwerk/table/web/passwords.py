"""Passwords: argon2id in a worker thread, few at once; an unknown name takes as long as a wrong password."""

from __future__ import annotations

from functools import cache, partial

from anyio import to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from stellwerk.errors import BadInput
from stellwerk.table.view.words.texts import Speech
from stellwerk.table.web.site import Site

SHORTEST, LONGEST = 10, 200


def check_password(password: object, say: Speech) -> str:
    """A new password, if it is long enough."""
    if not isinstance(password, str) or not SHORTEST <= len(password) <= LONGEST:
        raise BadInput(say("A password has {shortest} to {longest} characters.", shortest=SHORTEST, longest=LONGEST))
    return password


async def hash_password(here: Site, password: str) -> str:
    """What is stored of a password."""
    return await to_thread.run_sync(here.hasher.hash, password, limiter=here.hashing)


async def password_fits(here: Site, stored: str | None, password: object) -> bool:
    """Is this the password? Without a stored one the answer is no, after the same work."""
    given = password if isinstance(password, str) and len(password) <= LONGEST else ""
    return await to_thread.run_sync(partial(_verify_password, here.hasher, stored, given), limiter=here.hashing)


def _verify_password(hasher: PasswordHasher, stored: str | None, password: str) -> bool:
    try:
        return hasher.verify(stored or hash_of_nobody(hasher), password) and stored is not None
    except (VerificationError, InvalidHashError):
        return False


@cache
def hash_of_nobody(hasher: PasswordHasher) -> str:
    """A hash that stands in for the one of an unknown name."""
    return hasher.hash("nobody has this password")
