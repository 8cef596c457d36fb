"""Accounts of a club: sign up, in and out, a new password, closing; settings for everybody."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from typing import Literal, cast

import pytest
from argon2 import PasswordHasher
from starlette.applications import Starlette
from tests.web.webkit import PASSWORD, Browser, app_on, table_of

from stellwerk.errors import Illegal
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.table.web.limits import RATES, Limits, network_of


def name_of(browser: Browser) -> str | None:
    """Who a browser is signed in as."""
    account = browser.get("/settings.json").json()["account"]
    return account and str(account["name"])


@pytest.fixture
def ada(club: Starlette) -> Browser:
    """Ada's browser, signed in."""
    browser = Browser(club)
    browser.sign_up("Ada")
    return browser


def test_sign_up_signs_in(club: Starlette, service: Service) -> None:
    browser = Browser(club)
    assert name_of(browser) is None
    answer = browser.sign_up(" Ada ")
    assert answer.history[0].status_code == 303 and name_of(browser) == "Ada"
    known = service.accounts.password_of("Ada")
    assert known is not None and str(known[1]).startswith("$argon2id$") and PASSWORD not in str(known[1])


def test_sign_out_and_in(ada: Browser) -> None:
    ada.submit("/sign-out")
    assert name_of(ada) is None
    assert ada.sign_in("ADA").history[0].status_code == 303
    assert name_of(ada) == "Ada"
    assert ada.get("/sign-in", follow_redirects=False).status_code == 303, "nothing to do there"


def test_a_session_ends_at_once(ada: Browser, club: Starlette) -> None:
    stolen = Browser(club, cookies=dict(ada.cookies))
    assert name_of(stolen) == "Ada"
    ada.submit("/sign-out")
    assert name_of(stolen) is None


def test_signing_in_gives_a_new_session(ada: Browser, club: Starlette) -> None:
    before = ada.cookies["stellwerk-session"]
    ada.sign_in("Ada")
    assert ada.cookies["stellwerk-session"] != before
    assert name_of(Browser(club, cookies={"stellwerk-session": before})) is None


@pytest.mark.parametrize(("name", "password"), [("Ada", "wrong password"), ("Nobody", PASSWORD), ("Ada", "x" * 5000)])
def test_what_does_not_fit_is_refused_alike(ada: Browser, club: Starlette, name: str, password: str) -> None:
    browser = Browser(club)
    answer = browser.sign_in(name, password)
    assert answer.status_code == 403 and "Name and password do not fit." in answer.text
    assert f'value="{name}"' in answer.text and password not in answer.text
    assert name_of(browser) is None
    said = browser.post("/sign-in.json", data={"name": name}, headers={"X-CSRF-Token": browser.csrf}).json()
    assert said["error"]["code"] == "wrong-password"


class Counting(PasswordHasher):
    """Remembers which hashes were compared."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=64, parallelism=1)
        self.compared: list[str] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.compared.append(str(hash))
        return super().verify(hash, password)


def test_an_unknown_name_takes_the_same_work_as_a_wrong_password(ada: Browser, club: Starlette) -> None:
    hasher = club.state.site.hasher = Counting()
    for name in ("Ada", "Nobody"):
        Browser(club).sign_in(name, "wrong password")
    known, unknown = hasher.compared
    assert known != unknown and known.split("$")[:4] == unknown.split("$")[:4], "one comparison each, equally costly"


@pytest.mark.parametrize(
    ("name", "password", "sentence"),
    [
        ("Bo", "too short", "10 to 200 characters"),
        ("Bo", "x" * 201, "10 to 200 characters"),
        ("", PASSWORD, "1 to 40 printable"),
        ("B\x00o", PASSWORD, "1 to 40 printable"),
        ("ada", PASSWORD, "somebody called ada already"),
    ],
)
def test_sign_up_says_what_is_missing(ada: Browser, club: Starlette, name: str, password: str, sentence: str) -> None:
    browser = Browser(club)
    answer = browser.sign_up(name, password)
    assert answer.status_code in (400, 422) and sentence in answer.text
    assert name_of(browser) is None


def test_a_new_password_ends_all_other_sessions(ada: Browser, club: Starlette) -> None:
    other = Browser(club)
    other.sign_in("Ada")
    new = "another long password"
    answer = ada.submit("/account/password", {"password": PASSWORD, "new": new})
    assert answer.status_code == 200 and "Your password is new." in answer.text
    assert name_of(ada) == "Ada" and name_of(other) is None
    assert other.sign_in("Ada").status_code == 403
    assert other.sign_in("Ada", new).status_code != 403 and name_of(other) == "Ada"


@pytest.mark.parametrize(
    ("password", "new", "sentence"),
    [("wrong password", "another long password", "not your password"), (PASSWORD, "short", "10 to 200 characters")],
)
def test_a_new_password_needs_the_old_one(ada: Browser, password: str, new: str, sentence: str) -> None:
    answer = ada.submit("/account/password", {"password": password, "new": new})
    assert answer.status_code in (400, 403) and sentence in answer.text
    ada.submit("/sign-out")
    ada.sign_in("Ada")
    assert name_of(ada) == "Ada"


def test_closing_keeps_the_games(ada: Browser, club: Starlette, service: Service) -> None:
    me = Actor(account=1)
    table = table_of(service, me, visibility="open")
    assert ada.submit("/account/close", {"password": "wrong password"}).status_code == 403
    assert name_of(ada) == "Ada"
    ada.submit("/account/close", {"password": PASSWORD})
    assert name_of(ada) is None and ada.sign_in("Ada").status_code == 403
    assert Browser(club).sign_up("Ada").status_code == 422, "the name stays hers"
    seen = service.tables.table(table, actor=Actor(account=2))
    assert seen.seats[0].name == "Ada" and seen.seats[0].account == 1
    assert service.accounts.account(1).closed and service.games.game(table, actor=Actor()).turn


def test_the_account_page_is_one_s_own(ada: Browser, club: Starlette) -> None:
    assert ada.get("/account.json").json()["account"]["name"] == "Ada"
    visitor = Browser(club)
    asked = visitor.get("/account", follow_redirects=False)
    assert asked.headers["Location"] == "/sign-in?next=/account"
    assert visitor.get("/account.json").status_code == 403
    for path in ("/account/password", "/account/close"):
        assert visitor.submit(path, {"password": PASSWORD, "new": PASSWORD}).status_code == 403


def test_on_to_where_one_wanted_to_go(club: Starlette) -> None:
    for asked, went in (("/settings", "/settings"), ("//evil.example", "/"), ("https://evil.example/", "/")):
        browser = Browser(club)
        browser.submit("/sign-up", {"name": f"Bo {went} {asked}"[:30], "password": PASSWORD})
        browser.submit("/sign-out")
        form = {"name": f"Bo {went} {asked}"[:30], "password": PASSWORD, "next": asked}
        assert browser.submit("/sign-in", form, follow_redirects=False).headers["Location"] == went
        page = Browser(club).get("/sign-in", params={"next": asked}).text
        assert f'name="next" value="{went}"' in page


def test_a_hash_with_old_parameters_is_renewed(club: Starlette, service: Service) -> None:
    old = PasswordHasher(time_cost=2, memory_cost=32, parallelism=1).hash(PASSWORD)
    service.accounts.open_account("Old", old)
    browser = Browser(club)
    browser.sign_in("Old")
    known = service.accounts.password_of("Old")
    assert name_of(browser) == "Old" and known is not None and known[1] != old


def test_an_account_without_password_cannot_be_entered(club: Starlette, service: Service) -> None:
    service.accounts.open_account("Player")
    for password in ("", PASSWORD, "nobody has this password"):
        assert Browser(club).sign_in("Player", password).status_code == 403


def counted(service: Service) -> Browser:
    """A browser at a club that counts; its clock goes on a tenth of a second with each look at it."""
    app, ticks = app_on(service, local=False), count()
    app.state.site.limits = Limits(clock=lambda: next(ticks) / 10)
    return Browser(app)


def test_too_many_sign_ins_are_refused(service: Service) -> None:
    browser, most = counted(service), RATES["sign-in"].most
    assert [browser.sign_in("Ada", "wrong").status_code for _ in range(most + 1)] == [403] * most + [429]
    assert browser.sign_in("Bo", "wrong").status_code == 403, "another name"
    codes = [browser.sign_in(f"Cy {number}", "wrong").status_code for number in range(RATES["sign-in-address"].most)]
    assert 429 in codes, "the address counts as well"


def test_wrong_passwords_from_elsewhere_shut_nobody_out(service: Service) -> None:
    evil = counted(service)
    ada = Browser(cast(Starlette, evil.app), client=("10.0.0.1", 1))
    ada.sign_up("Ada")
    ada.submit("/sign-out")
    codes = [evil.sign_in("Ada", "wrong").status_code for _ in range(RATES["sign-in"].most + 5)]
    assert codes[-1] == 429
    assert ada.sign_in("Ada").status_code == 200


def test_an_address_that_is_refused_does_not_count_against_the_name() -> None:
    limits = Limits(clock=lambda: 0.0)
    for _ in range(RATES["sign-in-name"].most * 2):
        with suppress(Illegal):
            limits.take_sign_in("ada", "10.6.6.6")
    for number in range(9):
        for _ in range(RATES["sign-in"].most):
            limits.take_sign_in("ada", f"10.0.0.{number}")
    with pytest.raises(Illegal, match="too often"):
        limits.take_sign_in("ada", "10.0.1.1")


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_whom_an_address_stands_for(address: str, counted: str) -> None:
    assert network_of(address) == counted


def test_too_many_sign_ups_are_refused(service: Service) -> None:
    browser = counted(service)
    codes = [browser.sign_up(f"Bo {number}").status_code for number in range(RATES["sign-up"].most + 1)]
    assert 429 not in codes[:-1] and codes[-1] == 429


def test_on_one_s_own_machine_there_are_no_accounts(browser: Browser) -> None:
    for path in ("/sign-in", "/sign-up", "/account"):
        answer = browser.get(path)
        assert answer.status_code == 404 and "there are no accounts" in answer.text
    assert browser.submit("/sign-out").status_code == 404
    page = browser.get("/settings").text
    assert "/sign-in" not in page and "/account" not in page and name_of(browser) == "Player"


def test_the_own_machine_s_account_is_found_again(service: Service) -> None:
    first = app_on(service).state.site.local
    assert app_on(service).state.site.local == first and first.name == "Player"


def test_a_club_s_file_gets_an_account_for_the_own_machine(ada: Browser, service: Service) -> None:
    local = app_on(service).state.site.local
    assert local.name == "Player" and local.id != 1
    assert app_on(service).state.site.local == local


def test_settings_go_back_to_where_they_were_chosen(browser: Browser) -> None:
    answer = browser.submit("/settings", {"language": "de", "next": "/settings?x=1"}, follow_redirects=False)
    assert answer.headers["Location"] == "/settings?x=1"
    chosen = browser.get("/settings.json").json()
    assert (
        chosen["language"] == "de" and chosen["theme"] == "system" and chosen["themes"] == ["system", "light", "dark"]
    )
