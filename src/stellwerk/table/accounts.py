"""Accounts and sessions. Passwords come hashed (the web does it); tokens are stored as their digest only."""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from stellwerk.errors import Illegal
from stellwerk.table import checks
from stellwerk.table.desk import Desk
from stellwerk.table.records import Account, Actor
from stellwerk.table.schema import accounts, sessions

DAYS = 30
DAY = 86_400.0


class Accounts(Desk):
    """The part of the service that knows people."""

    def open_account(self, name: str, password: str | None = None) -> Account:
        """A new account; two names that differ in capitals only are one."""
        name = checks.name(name)
        if password is not None:
            checks.words(password, "password hash", 200)
        values = {"name": name, "folded": name.casefold(), "password": password, "closed": False}
        try:
            with self.store.writing() as connection:
                made = insert(accounts).values(**values, created=self.clock()).returning(accounts.c.id)
                return _account(connection, connection.execute(made).scalar_one())
        except IntegrityError:
            raise Illegal("name-taken", f"There is somebody called {name} already.") from None

    def account(self, account: int) -> Account:
        """An account by its number, closed ones too."""
        with self.store.reading() as connection:
            return _account(connection, checks.number(account, "account"))

    def password_of(self, name: str) -> tuple[int, str | None] | None:
        """The number and the stored hash of an open account by its name; None if there is none."""
        folded = checks.name(name).casefold()
        query = select(accounts.c.id, accounts.c.password).where(accounts.c.folded == folded, ~accounts.c.closed)
        with self.store.reading() as connection:
            row = connection.execute(query).one_or_none()
        return (row.id, row.password) if row is not None else None

    def set_password(self, account: int, password: str) -> None:
        """A new hash; all sessions end."""
        checks.words(password, "password hash", 200)
        with self.store.writing() as connection:
            _account(connection, account)
            connection.execute(update(accounts).where(accounts.c.id == account).values(password=password))
            connection.execute(delete(sessions).where(sessions.c.account == account))
        self.sessions.end_account(account)

    def renew_hash(self, account: int, password: str) -> None:
        """The same password hashed anew; sessions go on."""
        checks.words(password, "password hash", 200)
        with self.store.writing() as connection:
            connection.execute(update(accounts).where(accounts.c.id == account).values(password=password))

    def close_account(self, account: int) -> None:
        """Nobody can sign in any more; games, seats and words stay with the others."""
        with self.store.writing() as connection:
            _account(connection, account)
            connection.execute(update(accounts).where(accounts.c.id == account).values(closed=True, password=None))
            connection.execute(delete(sessions).where(sessions.c.account == account))
        self.sessions.end_account(account)

    def open_session(self, account: int, days: float = DAYS) -> str:
        """A token that stands for the account until it expires."""
        token, now = secrets.token_urlsafe(32), self.clock()
        with self.store.writing() as connection:
            if _account(connection, account).closed:
                raise Illegal("unknown-account", "This account is closed.")
            connection.execute(delete(sessions).where(sessions.c.expires <= now))
            values = {"token": digest(token), "account": account, "created": now, "expires": now + days * DAY}
            connection.execute(insert(sessions).values(values))
        return token

    def actor_of(self, token: str) -> Actor:
        """Who a token stands for: an account, or a visitor."""
        known = (sessions.c.token == digest(str(token)), sessions.c.expires > self.clock())
        with self.store.reading() as connection:
            return Actor(account=connection.scalar(select(sessions.c.account).where(*known)))

    def close_session(self, token: str) -> None:
        """Sign out."""
        with self.store.writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.token == digest(str(token))))
        self.sessions.end_session(digest(str(token)))


def demand_session(connection: Connection, token: str, actor: Actor, now: float) -> None:
    """Refuse unless a session stands for the actor; no token is no session, as on one's own machine."""
    known = (sessions.c.token == digest(token), sessions.c.expires > now)
    if token and connection.scalar(select(sessions.c.account).where(*known)) != actor.account:
        raise Illegal("forbidden", "This session has ended; sign in again.")


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _account(connection: Connection, number: int) -> Account:
    columns = (accounts.c.id, accounts.c.name, accounts.c.closed, accounts.c.created)
    row = connection.execute(select(*columns).where(accounts.c.id == number)).one_or_none()
    if row is None:
        raise Illegal("unknown-account", "There is no such account.")
    return Account(*row)
