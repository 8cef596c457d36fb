"""Accounts and sessions. Passwords come hashed (the web does it); tokens are stored as their digest only."""

from __future__ import annotations

import secrets

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from stellwerk.errors import Illegal
from stellwerk.memory import Memory
from stellwerk.table.db.records import Account, Actor
from stellwerk.table.db.schema import accounts, sessions
from stellwerk.table.live.sessions import OpenSessions, token_digest
from stellwerk.table.service import input_checks
from stellwerk.table.service.front_desk import Desk

DAYS = 30
DAY = 86_400.0
RECOGNISED = 5_000
"""So many sessions are kept in memory."""
KNOWN_SECONDS = 60.0
"""After so long a session is looked up again, whether or not its owner has done anything."""


class Recognised(msgspec.Struct, frozen=True):
    """Whose a session is; so long it need not be looked up."""

    account: Account
    until: float


class Accounts:
    """The part of the service that knows people."""

    def __init__(self, desk: Desk, sessions: OpenSessions):
        self.desk = desk
        self.sessions = sessions
        self.recognised: Memory[str, Recognised] = Memory(RECOGNISED)
        """Accounts by their session. Who acts is looked up again in every transaction (`Desk`)."""

    def open_account(self, name: str, password: str | None = None) -> Account:
        """A new account; two names that differ in capitals only are one."""
        name = input_checks.check_name(name)
        if password is not None:
            input_checks.check_words(password, "password hash", 200)
        values = {"name": name, "folded": name.casefold(), "password": password, "closed": False}
        try:
            with self.desk.store.writing() as connection:
                made = insert(accounts).values(**values, created=self.desk.clock()).returning(accounts.c.id)
                return _read_account(connection, connection.execute(made).scalar_one())
        except IntegrityError:
            raise Illegal("name-taken", f"There is somebody called {name} already.") from None

    def account(self, account: int) -> Account:
        """An account by its number, closed ones too."""
        with self.desk.store.reading() as connection:
            return _read_account(connection, input_checks.check_number(account, "account"))

    def password_of(self, name: str) -> tuple[int, str | None] | None:
        """The number and the stored hash of an open account by its name; None if there is none."""
        folded = input_checks.check_name(name).casefold()
        query = select(accounts.c.id, accounts.c.password).where(accounts.c.folded == folded, ~accounts.c.closed)
        with self.desk.store.reading() as connection:
            row = connection.execute(query).one_or_none()
        return (row.id, row.password) if row is not None else None

    def set_password(self, account: int, password: str) -> None:
        """A new hash; all sessions end."""
        input_checks.check_words(password, "password hash", 200)
        with self.desk.store.writing() as connection:
            _read_account(connection, account)
            connection.execute(update(accounts).where(accounts.c.id == account).values(password=password))
            connection.execute(delete(sessions).where(sessions.c.account == account))
        self.recognised.clear()
        self.sessions.end_account(account)

    def renew_hash(self, account: int, password: str) -> None:
        """The same password hashed anew; sessions go on."""
        input_checks.check_words(password, "password hash", 200)
        with self.desk.store.writing() as connection:
            connection.execute(update(accounts).where(accounts.c.id == account).values(password=password))

    def close_account(self, account: int) -> None:
        """Nobody can sign in any more; games, seats and words stay with the others."""
        with self.desk.store.writing() as connection:
            _read_account(connection, account)
            connection.execute(update(accounts).where(accounts.c.id == account).values(closed=True, password=None))
            connection.execute(delete(sessions).where(sessions.c.account == account))
        self.recognised.clear()
        self.sessions.end_account(account)

    def open_session(self, account: int, days: float = DAYS) -> str:
        """A token that stands for the account until it expires."""
        token, now = secrets.token_urlsafe(32), self.desk.clock()
        with self.desk.store.writing() as connection:
            if _read_account(connection, account).closed:
                raise Illegal("unknown-account", "This account is closed.")
            connection.execute(delete(sessions).where(sessions.c.expires <= now))
            values = {"token": token_digest(token), "account": account, "created": now, "expires": now + days * DAY}
            connection.execute(insert(sessions).values(values))
        return token

    def actor_of(self, token: str) -> Actor:
        """Who a token stands for: an account, or a visitor."""
        known = (sessions.c.token == token_digest(str(token)), sessions.c.expires > self.desk.clock())
        with self.desk.store.reading() as connection:
            return Actor(account=connection.scalar(select(sessions.c.account).where(*known)))

    def recognise(self, token: str) -> Account | None:
        """Whose a session is, looked up: an account's, or nobody's."""
        session, now = token_digest(str(token)), self.desk.clock()
        known = (sessions.c.token == session, sessions.c.expires > now)
        query = select(*_COLUMNS, sessions.c.expires).join(sessions, sessions.c.account == accounts.c.id).where(*known)
        with self.desk.store.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            self.recognised.drop(session)
            return None
        found = Account(row.id, row.name, row.closed, row.created)
        self.recognised.put(session, Recognised(found, min(row.expires, now + KNOWN_SECONDS)))
        return found

    def recall(self, token: str) -> Account | None:
        """Whose a session was a moment ago, if that is in memory; what he does is looked at with care anyway."""
        known = self.recognised.find(token_digest(str(token)))
        return known.account if known is not None and self.desk.clock() < known.until else None

    def close_session(self, token: str) -> None:
        """Sign out."""
        with self.desk.store.writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.token == token_digest(str(token))))
        self.recognised.drop(token_digest(str(token)))
        self.sessions.end_session(token_digest(str(token)))


_COLUMNS = (accounts.c.id, accounts.c.name, accounts.c.closed, accounts.c.created)


def _read_account(connection: Connection, number: int) -> Account:
    row = connection.execute(select(*_COLUMNS).where(accounts.c.id == number)).one_or_none()
    if row is None:
        raise Illegal("unknown-account", "There is no such account.")
    return Account(*row)
