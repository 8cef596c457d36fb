"""Accounts of a club: sign up, sign in and out, a new password, closing; and everybody's settings: language, theme."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.errors import BadInput, Illegal
from stellwerk.table.db.records import Account
from stellwerk.table.service import input_checks
from stellwerk.table.service.accounts import DAYS
from stellwerk.table.view.words.texts import LANGUAGES
from stellwerk.table.web import cookies, passwords
from stellwerk.table.web.guard import client_address
from stellwerk.table.web.refusal_replies import Refusal, refusal_of, status_of
from stellwerk.table.web.reply import answer_page, is_fragment, own_path, redirect_to, wants_json
from stellwerk.table.web.site import account_of, run_in_thread, site_of, speech_of

THEMES = ("system", "light", "dark")


class AccountDoor(msgspec.Struct, frozen=True):
    """The page to sign in or up: the name given so far, where to go afterwards, what was refused."""

    name: str
    next: str
    refusal: Refusal | None = None


class About(msgspec.Struct, frozen=True):
    """The page of one's own account."""

    account: Account
    tables: int
    """Tables he owns or sits at."""
    done: str = ""
    """What was just done: `password`, or nothing."""
    refusal: Refusal | None = None


class Chosen(msgspec.Struct, frozen=True):
    """What somebody chose, what there is to choose, and the token programs send as `X-CSRF-Token`."""

    language: str
    languages: dict[str, str]
    theme: str
    themes: tuple[str, ...]
    csrf: str
    account: Account | None
    local: bool
    next: str = "/"


def _club_only(request: Request) -> None:
    if site_of(request).settings.local:
        raise Illegal(
            "unknown-page", speech_of(request)("On your own machine there are no accounts: you are always in.")
        )


def _signed_in(request: Request) -> Account:
    _club_only(request)
    found = account_of(request)
    if found is None:
        raise Illegal("forbidden", speech_of(request)("Sign in first."))
    return found


async def _read_form(request: Request) -> dict[str, str]:
    """The texts of a form."""
    return {name: value for name, value in (await request.form()).items() if isinstance(value, str)}


async def sign_in(request: Request) -> Response:
    """The page to sign in."""
    return _door_page(request, "account/sign-in.html")


async def sign_up(request: Request) -> Response:
    """The page to open an account."""
    return _door_page(request, "account/sign-up.html")


def _door_page(request: Request, template: str) -> Response:
    _club_only(request)
    ahead = own_path(request.query_params.get("next"))
    return (
        answer_page(request, template, AccountDoor("", ahead))
        if account_of(request) is None
        else redirect_to(request, ahead)
    )


def _show_form_again(request: Request, template: str, form: dict[str, str], error: BadInput | Illegal) -> Response:
    """The same page with what was refused; programs and scripts get the refusal alone."""
    if wants_json(request) or is_fragment(request):
        raise error
    door = AccountDoor(
        form.get("name", "")[: input_checks.NAME], own_path(form.get("next")), refusal_of(error, speech_of(request))
    )
    return answer_page(request, template, door, status_of(error))


async def do_sign_in(request: Request) -> Response:
    """Sign in; afterwards on to where one wanted to go."""
    _club_only(request)
    form = await _read_form(request)
    try:
        number = await _proven_account(request, form.get("name", ""), form.get("password", ""))
    except (BadInput, Illegal) as error:
        return _show_form_again(request, "account/sign-in.html", form, error)
    return await _welcome_account(request, number, own_path(form.get("next")))


async def _proven_account(request: Request, name: str, password: str) -> int:
    """The account whose name and password these are."""
    here, words = site_of(request), speech_of(request)
    name = input_checks.check_name(name.strip())
    here.limits.take_sign_in(name.casefold(), client_address(request))
    known = await run_in_thread(here.service.accounts.password_of, name)
    stored = known[1] if known else None
    if not await passwords.password_fits(here, stored, password) or known is None:
        raise Illegal("wrong-password", words("Name and password do not fit."))
    if here.hasher.check_needs_rehash(cast(str, stored)):
        await run_in_thread(here.service.accounts.renew_hash, known[0], await passwords.hash_password(here, password))
    return known[0]


async def do_sign_up(request: Request) -> Response:
    """Open an account and sign in."""
    _club_only(request)
    form, here = await _read_form(request), site_of(request)
    try:
        password = passwords.check_password(form.get("password"), speech_of(request))
        name = input_checks.check_name(form.get("name", "").strip())
        here.limits.take("sign-up", client_address(request))
        made = await run_in_thread(
            here.service.accounts.open_account, name, await passwords.hash_password(here, password)
        )
    except (BadInput, Illegal) as error:
        return _show_form_again(request, "account/sign-up.html", form, error)
    return await _welcome_account(request, made.id, own_path(form.get("next")))


async def _welcome_account(request: Request, number: int, ahead: str) -> Response:
    """On, with a fresh session; the one before, if any, ends."""
    service = site_of(request).service
    if request.state.session:
        await run_in_thread(service.accounts.close_session, request.state.session)
    response = redirect_to(request, ahead)
    cookies.keep_cookie(
        request, response, cookies.SESSION, await run_in_thread(service.accounts.open_session, number), DAYS
    )
    return response


async def sign_out(request: Request) -> Response:
    """End this session."""
    _club_only(request)
    await run_in_thread(site_of(request).service.accounts.close_session, request.state.session)
    return _say_farewell(request, "/")


def _say_farewell(request: Request, ahead: str) -> Response:
    response = redirect_to(request, ahead)
    cookies.drop_cookie(request, response, cookies.SESSION)
    cookies.drop_cookie(request, response, cookies.INVITATION)
    return response


async def show_account(request: Request) -> Response:
    """One's own account; who is not signed in is asked to."""
    _club_only(request)
    if account_of(request) is None and not wants_json(request):
        return redirect_to(request, "/sign-in?next=/account")
    return await _account_page(request, done="password" if "changed" in request.query_params else "")


async def _account_page(request: Request, status: int = 200, **more: Any) -> Response:
    mine = _signed_in(request)
    tables = await run_in_thread(site_of(request).service.tables.tables_of, actor=request.state.actor)
    return answer_page(request, "account/account.html", About(mine, len(tables), **more), status)


async def _own_password(request: Request, mine: Account, password: str) -> None:
    """Refuse unless somebody gives his own password once more."""
    try:
        await _proven_account(request, mine.name, password)
    except Illegal as error:
        if error.code != "wrong-password":
            raise
        raise Illegal("wrong-password", speech_of(request)("This is not your password.")) from None


async def change_password(request: Request) -> Response:
    """A new password; all other sessions end, this one goes on."""
    mine, form, here = _signed_in(request), await _read_form(request), site_of(request)
    try:
        new = passwords.check_password(form.get("new"), speech_of(request))
        await _own_password(request, mine, form.get("password", ""))
    except (BadInput, Illegal) as error:
        return await _about_refused(request, error)
    await run_in_thread(here.service.accounts.set_password, mine.id, await passwords.hash_password(here, new))
    return await _welcome_account(request, mine.id, "/account?changed")


async def close_account(request: Request) -> Response:
    """Close one's account; the games stay with the others."""
    mine, form = _signed_in(request), await _read_form(request)
    try:
        await _own_password(request, mine, form.get("password", ""))
    except (BadInput, Illegal) as error:
        return await _about_refused(request, error)
    await run_in_thread(site_of(request).service.accounts.close_account, mine.id)
    return _say_farewell(request, "/")


async def _about_refused(request: Request, error: BadInput | Illegal) -> Response:
    if wants_json(request) or is_fragment(request):
        raise error
    return await _account_page(request, status_of(error), refusal=refusal_of(error, speech_of(request)))


async def show_settings(request: Request) -> Response:
    """The page of settings."""
    theme, here = request.state.theme or "system", own_path(request.query_params.get("next"))
    words, who = speech_of(request), account_of(request)
    chosen = Chosen(words.language, LANGUAGES, theme, THEMES, request.state.csrf, who, request.state.local, here)
    return answer_page(request, "account/settings.html", chosen)


async def choose_settings(request: Request) -> Response:
    """Keep what was chosen, language or theme or both; back to where it was chosen."""
    form = await _read_form(request)
    response = redirect_to(request, own_path(form.get("next"), "/settings"))
    for name, known in ((cookies.LANGUAGE, tuple(LANGUAGES)), (cookies.THEME, THEMES)):
        if name not in form:
            continue
        if form[name] not in known:
            raise BadInput(speech_of(request)("There is no such choice."))
        cookies.keep_cookie(request, response, name, form[name], days=365)
    return response


def _page_and_twin(path: str, show: Any, do: Any = None) -> list[Route]:
    """A page, its JSON twin and, for both, what is done there."""
    shown = [Route(path, show), Route(f"{path}.json", show)]
    return shown + ([Route(path, do, methods=["POST"]), Route(f"{path}.json", do, methods=["POST"])] if do else [])


routes = [
    *_page_and_twin("/sign-in", sign_in, do_sign_in),
    *_page_and_twin("/sign-up", sign_up, do_sign_up),
    *_page_and_twin("/account", show_account),
    *_page_and_twin("/settings", show_settings, choose_settings),
    Route("/sign-out", sign_out, methods=["POST"]),
    Route("/account/password", change_password, methods=["POST"]),
    Route("/account/close", close_account, methods=["POST"]),
]
