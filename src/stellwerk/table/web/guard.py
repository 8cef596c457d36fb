"""Who asks, in which language, and is the request to be trusted: asked before any page is.

One layer around all pages, in plain ASGI. It answers to known host names only, puts actor, words, theme and CSRF token
into the state of the request, holds requests that change something to limits of size and rate, demands their token,
turns a crash into a sentence, and gives every answer its safety headers.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from anyio import fail_after
from python_multipart.multipart import parse_options_header
from starlette.datastructures import MutableHeaders, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.errors import StellwerkError
from stellwerk.table.db.records import Account, Actor
from stellwerk.table.live.sessions import SessionEnded, token_digest
from stellwerk.table.view.words.texts import LANGUAGES
from stellwerk.table.web import cookies
from stellwerk.table.web.limits import network_of
from stellwerk.table.web.operator_log import path_of
from stellwerk.table.web.refusal_replies import LOG, Refusal, answer_crashed, answer_refused, answer_with, not_served
from stellwerk.table.web.site import Site, actor_of, run_in_thread, site_of, speech_of

CSP = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HTTPS_ONLY = "max-age=31536000"

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
FORM_BYTES = 64 * 1024
UPLOAD_BYTES = 2 * 1024 * 1024
BODY_SECONDS = 30
"""A request's body must have arrived by then."""
MOVES = re.compile(r"/moves(\.json)?")
LONG_NUMBER = re.compile(r"\d{19}")
"""No table, entry or copy has so long a number, and neither Python nor SQLite would take one of any length."""
CHARSETS = frozenset({"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin-1"})
"""How forms may be written; some of what Python can read is not for texts from outside."""
FOREVER, A_WEEK, ASK_AGAIN = "public, max-age=31536000, immutable", "public, max-age=604800", "no-cache"


class Guard:
    """The layer around all pages."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        leaving = Leaving(request, send)
        if not _is_host_known(request):
            text = "This server does not answer to that name."
            await PlainTextResponse(text, 421)(scope, receive, leaving)
            return
        _introduce_visitor(request)
        await self._pass(request, leaving)

    async def _pass(self, request: Request, leaving: Leaving) -> None:
        scope, receive = request.scope, request.receive
        try:
            await _recognise_account(request)
            if LONG_NUMBER.search(request.url.path):
                raise HTTPException(404)
            if request.method not in SAFE:
                receive = await _check_origin(request)
            try:
                await self.app(scope, receive, leaving)
            except SessionEnded:
                await self._pass_again(request, leaving)
        except ClientDisconnect:
            return
        except Exception as error:
            if leaving.begun:
                LOG.error("%s %s failed half way", request.method, path_of(request.scope), exc_info=error)
                raise
            await _answer_refusal(request, error)(scope, request.receive, leaving)

    async def _pass_again(self, request: Request, leaving: Leaving) -> None:
        """A session that was in memory has ended meanwhile: who only looks, looks as the visitor he is."""
        await run_in_thread(site_of(request).service.accounts.recognise, request.state.session)
        if leaving.begun or request.method not in SAFE:
            raise SessionEnded
        await _recognise_account(request)
        await self.app(request.scope, request.receive, leaving)


class Leaving:
    """What leaves the server: every answer gets its headers, and a browser without a CSRF cookie gets one."""

    def __init__(self, request: Request, send: Send):
        self.request = request
        self.send = send
        self.begun = False

    async def __call__(self, message: Message) -> None:
        """Send a message on."""
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            if site_of(self.request).settings.secure:
                headers["Strict-Transport-Security"] = HTTPS_ONLY
            headers.setdefault("Cache-Control", _caching_header(self.request, message["status"]))
            self._set_cookie(headers)
        await self.send(message)

    def _set_cookie(self, headers: MutableHeaders) -> None:
        new = self.request.scope.get("state", {}).get("new_csrf")
        if new:
            carrier = Response()
            cookies.keep_cookie(self.request, carrier, cookies.CSRF, new, days=365)
            headers.append("Set-Cookie", carrier.headers["Set-Cookie"])


def csrf_token(here: Site, cookie: str, session: str) -> str:
    """The CSRF token that fits a browser's cookie and session."""
    return hmac.new(here.secret, f"csrf {cookie} {session}".encode(), "sha256").hexdigest()


def client_address(request: Request) -> str:
    """Where a request comes from: the address that limits count."""
    return network_of(request.client.host) if request.client else ""


def _introduce_visitor(request: Request) -> None:
    """Put into the request's state how the one who asks likes it; he is a visitor until he is recognised."""
    here = site_of(request)
    nobody = here.settings.local or _is_static(request)
    session = "" if nobody else cookies.read_cookie(request, cookies.SESSION)
    cookie = cookies.read_cookie(request, cookies.CSRF)
    known = cookie or secrets.token_urlsafe(32)
    theme = cookies.read_cookie(request, cookies.THEME)
    request.scope.setdefault("state", {}).update(
        actor=Actor(),
        account=None,
        local=here.settings.local,
        say=here.words[language_of(request)],
        theme=theme if theme in ("light", "dark") else "",
        csrf=csrf_token(here, known, session),
        session=session,
        new_csrf="" if cookie or _is_static(request) else known,
    )


async def _recognise_account(request: Request) -> None:
    """Put into the request's state who asks."""
    account = await _account_of_session(site_of(request), request.state.session)
    invitation = cookies.read_cookie(request, cookies.INVITATION)
    session = token_digest(request.state.session) if account and request.state.session else ""
    request.state.account = account
    request.state.actor = Actor(account=account.id if account else None, invitation=invitation, session=session)


async def _account_of_session(here: Site, session: str) -> Account | None:
    if here.settings.local:
        return here.local
    if not session:
        return None
    accounts = here.service.accounts
    return accounts.recall(session) or await run_in_thread(accounts.recognise, session)


def language_of(request: Request) -> str:
    """The language somebody chose, else the one his browser asks for."""
    chosen = cookies.read_cookie(request, cookies.LANGUAGE)
    if chosen in LANGUAGES:
        return chosen
    asked = request.headers.get("Accept-Language", "")[:200].lower().split(",")
    ranked = sorted((-_quality_of(part), place, part) for place, part in enumerate(asked))
    spoken = [part.split(";")[0].strip()[:2] for quality, _, part in ranked if quality]
    return next((language for language in spoken if language in LANGUAGES), "en")


def _quality_of(part: str) -> float:
    _, _, weight = part.partition(";q=")
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0


async def _check_origin(request: Request) -> Receive:
    """Let a request that changes something pass only from our own pages, not too often, not too large; its body."""
    _not_too_often(request)
    if not _is_from_here(request):
        raise Foreign
    if not _is_readable(request):
        raise HTTPException(415)
    with fail_after(BODY_SECONDS):
        body = await _read_body(request)
    given = request.headers.get("X-CSRF-Token") or await _token_in_form(request, body)
    if not hmac.compare_digest(given.encode(), str(request.state.csrf).encode()):
        raise Foreign
    return _replay_body(body, request.receive)


class Foreign(Exception):
    """The request does not come from a page of ours."""


def _answer_refusal(request: Request, error: Exception) -> Response:
    """The answer to what went wrong on the way."""
    if isinstance(error, StellwerkError):
        return answer_refused(request, error)
    if isinstance(error, HTTPException):
        return not_served(request, error)
    if isinstance(error, TimeoutError):
        return not_served(request, HTTPException(408))
    if isinstance(error, Foreign):
        sentence = speech_of(request)(
            "This form is too old or comes from another site. Load the page again and repeat it."
        )
        return answer_with(request, 403, Refusal("csrf", sentence))
    return answer_crashed(request, error)


def _not_too_often(request: Request) -> None:
    who = actor_of(request).account
    kind = "move" if MOVES.search(request.url.path) else "post"
    site_of(request).limits.take(kind, client_address(request) if who is None else str(who))


def _is_from_here(request: Request) -> bool:
    """Do the browser's own words about where the request was made allow it?"""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    return origin is None or _host_of(origin) == request.headers.get("Host", "").lower()


def _host_of(origin: str) -> str | None:
    """The host an origin names; None for what is no address."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


async def _read_body(request: Request) -> bytes:
    """The whole body, if it is not too large; the length it claims is not believed."""
    most = UPLOAD_BYTES if _is_upload(request) else FORM_BYTES
    claimed = request.headers.get("Content-Length", "0")
    if not claimed.isdecimal() or int(claimed[:12]) > most:
        raise HTTPException(413)
    body = bytearray()
    more = True
    while more:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise HTTPException(413)
    return bytes(body)


def _is_readable(request: Request) -> bool:
    """Is the form written in letters that are read here?"""
    _, options = parse_options_header(request.headers.get("Content-Type", ""))
    return options.get(b"charset", b"utf-8").decode("latin-1").lower() in CHARSETS


def _is_upload(request: Request) -> bool:
    return request.headers.get("Content-Type", "").lower().startswith("multipart/form-data")


async def _token_in_form(request: Request, body: bytes) -> str:
    async with Request(request.scope, _replay_body(body, request.receive)).form(max_files=4, max_fields=200) as form:
        given = form.get("csrf", "")
        return "" if isinstance(given, UploadFile) else given


def _replay_body(body: bytes, then: Receive) -> Callable[[], Awaitable[Message]]:
    """A body that was read, to be read again."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return waiting.pop() if waiting else await then()

    return receive


def _is_host_known(request: Request) -> bool:
    hosts = site_of(request).settings.hosts
    given = request.headers.get("Host", "").lower()
    name = given[: given.find("]") + 1] if given.startswith("[") else given.partition(":")[0]
    return "*" in hosts or name in hosts


def _is_static(request: Request) -> bool:
    return request.url.path.startswith("/static/")


def _caching_header(request: Request, status: int) -> str:
    if not _is_static(request) or status >= 400:
        return "no-store"
    if request.url.path.endswith(".woff2"):
        return A_WEEK
    return FOREVER if "v" in request.query_params else ASK_AGAIN
