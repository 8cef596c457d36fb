"""Accounts of a club: sign up, sign in and out, a new password, closing; and everybody's settings: language, theme."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.errors import BadInput, Illegal
from stellwerk.table import checks
from stellwerk.table.accounts import DAYS
from stellwerk.table.records import Account
from stellwerk.table.view.texts import LANGUAGES
from stellwerk.table.web import cookies, passwords
from stellwerk.table.web.guard import address
from stellwerk.table.web.refusals import Refusal, refusal_of, status_of
from stellwerk.table.web.reply import go, is_fragment, own_path, page, wants_json
from stellwerk.table.web.site import account, say, site, work

THEMES = ("system", "light", "dark")


class Door(msgspec.Struct, frozen=True):
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
    if site(request).settings.local:
        raise Illegal("unknown-page", say(request)("On your own machine there are no accounts: you are always in."))


def _signed_in(request: Request) -> Account:
    _club_only(request)
    found = account(request)
    if found is None:
        raise Illegal("forbidden", say(request)("Sign in first."))
    return found


async def _form(request: Request) -> dict[str, str]:
    """The texts of a form."""
    return {name: value for name, value in (await request.form()).items() if isinstance(value, str)}


async def sign_in(request: Request) -> Response:
    """The page to sign in."""
    return _door(request, "account/sign-in.html")


async def sign_up(request: Request) -> Response:
    """The page to open an account."""
    return _door(request, "account/sign-up.html")


def _door(request: Request, template: str) -> Response:
    _club_only(request)
    ahead = own_path(request.query_params.get("next"))
    return page(request, template, Door("", ahead)) if account(request) is None else go(request, ahead)


def _again(request: Request, template: str, form: dict[str, str], error: BadInput | Illegal) -> Response:
    """The same page with what was refused; programs and scripts get the refusal alone."""
    if wants_json(request) or is_fragment(request):
        raise error
    door = Door(form.get("name", "")[: checks.NAME], own_path(form.get("next")), refusal_of(error, say(request)))
    return page(request, template, door, status_of(error))


async def do_sign_in(request: Request) -> Response:
    """Sign in; afterwards on to where one wanted to go."""
    _club_only(request)
    form = await _form(request)
    try:
        number = await _proven(request, form.get("name", ""), form.get("password", ""))
    except (BadInput, Illegal) as error:
        return _again(request, "account/sign-in.html", form, error)
    return await _welcome(request, number, own_path(form.get("next")))


async def _proven(request: Request, name: str, password: str) -> int:
    """The account whose name and password these are."""
    here, words = site(request), say(request)
    name = checks.name(name.strip())
    here.limits.take_sign_in(name.casefold(), address(request))
    known = await work(here.service.password_of, name)
    stored = known[1] if known else None
    if not await passwords.fits(here, stored, password) or known is None:
        raise Illegal("wrong-password", words("Name and password do not fit."))
    if here.hasher.check_needs_rehash(cast(str, stored)):
        await work(here.service.renew_hash, known[0], await passwords.hashed(here, password))
    return known[0]


async def do_sign_up(request: Request) -> Response:
    """Open an account and sign in."""
    _club_only(request)
    form, here = await _form(request), site(request)
    try:
        password = passwords.checked(form.get("password"), say(request))
        name = checks.name(form.get("name", "").strip())
        here.limits.take("sign-up", address(request))
        made = await work(here.service.open_account, name, await passwords.hashed(here, password))
    except (BadInput, Illegal) as error:
        return _again(request, "account/sign-up.html", form, error)
    return await _welcome(request, made.id, own_path(form.get("next")))


async def _welcome(request: Request, number: int, ahead: str) -> Response:
    """On, with a fresh session; the one before, if any, ends."""
    service = site(request).service
    if request.state.session:
        await work(service.close_session, request.state.session)
    response = go(request, ahead)
    cookies.keep(request, response, cookies.SESSION, await work(service.open_session, number), DAYS)
    return response


async def sign_out(request: Request) -> Response:
    """End this session."""
    _club_only(request)
    await work(site(request).service.close_session, request.state.session)
    return _farewell(request, "/")


def _farewell(request: Request, ahead: str) -> Response:
    response = go(request, ahead)
    cookies.drop(request, response, cookies.SESSION)
    cookies.drop(request, response, cookies.INVITATION)
    return response


async def about(request: Request) -> Response:
    """One's own account; who is not signed in is asked to."""
    _club_only(request)
    if account(request) is None and not wants_json(request):
        return go(request, "/sign-in?next=/account")
    return await _about(request, done="password" if "changed" in request.query_params else "")


async def _about(request: Request, status: int = 200, **more: Any) -> Response:
    mine = _signed_in(request)
    tables = await work(site(request).service.tables_of, actor=request.state.actor)
    return page(request, "account/account.html", About(mine, len(tables), **more), status)


async def _own_password(request: Request, mine: Account, password: str) -> None:
    """Refuse unless somebody gives his own password once more."""
    try:
        await _proven(request, mine.name, password)
    except Illegal as error:
        if error.code != "wrong-password":
            raise
        raise Illegal("wrong-password", say(request)("This is not your password.")) from None


async def change_password(request: Request) -> Response:
    """A new password; all other sessions end, this one goes on."""
    mine, form, here = _signed_in(request), await _form(request), site(request)
    try:
        new = passwords.checked(form.get("new"), say(request))
        await _own_password(request, mine, form.get("password", ""))
    except (BadInput, Illegal) as error:
        return await _about_refused(request, error)
    await work(here.service.set_password, mine.id, await passwords.hashed(here, new))
    return await _welcome(request, mine.id, "/account?changed")


async def close(request: Request) -> Response:
    """Close one's account; the games stay with the others."""
    mine, form = _signed_in(request), await _form(request)
    try:
        await _own_password(request, mine, form.get("password", ""))
    except (BadInput, Illegal) as error:
        return await _about_refused(request, error)
    await work(site(request).service.close_account, mine.id)
    return _farewell(request, "/")


async def _about_refused(request: Request, error: BadInput | Illegal) -> Response:
    if wants_json(request) or is_fragment(request):
        raise error
    return await _about(request, status_of(error), refusal=refusal_of(error, say(request)))


async def settings(request: Request) -> Response:
    """The page of settings."""
    theme, here = request.state.theme or "system", own_path(request.query_params.get("next"))
    words, who = say(request), account(request)
    chosen = Chosen(words.language, LANGUAGES, theme, THEMES, request.state.csrf, who, request.state.local, here)
    return page(request, "account/settings.html", chosen)


async def choose(request: Request) -> Response:
    """Keep what was chosen, language or theme or both; back to where it was chosen."""
    form = await _form(request)
    response = go(request, own_path(form.get("next"), "/settings"))
    for name, known in ((cookies.LANGUAGE, tuple(LANGUAGES)), (cookies.THEME, THEMES)):
        if name not in form:
            continue
        if form[name] not in known:
            raise BadInput(say(request)("There is no such choice."))
        cookies.keep(request, response, name, form[name], days=365)
    return response


def _twins(path: str, show: Any, do: Any = None) -> list[Route]:
    """A page, its JSON twin and, for both, what is done there."""
    shown = [Route(path, show), Route(f"{path}.json", show)]
    return shown + ([Route(path, do, methods=["POST"]), Route(f"{path}.json", do, methods=["POST"])] if do else [])


routes = [
    *_twins("/sign-in", sign_in, do_sign_in),
    *_twins("/sign-up", sign_up, do_sign_up),
    *_twins("/account", about),
    *_twins("/settings", settings, choose),
    Route("/sign-out", sign_out, methods=["POST"]),
    Route("/account/password", change_password, methods=["POST"]),
    Route("/account/close", close, methods=["POST"]),
]
