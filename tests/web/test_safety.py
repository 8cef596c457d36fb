"""Safety of the web: names it answers to, headers, forms from elsewhere, sizes, rates, texts that look like markup."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest
from httpx import Response
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route
from tests.web.webkit import HTMX, Browser, app_on, local_actor, table_of

from stellwerk.errors import Illegal
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.table.web.guard import CSP, FORM_BYTES, UPLOAD_BYTES
from stellwerk.table.web.limits import KEPT, RATES, Limits
from stellwerk.table.web.reply import own_path

EVIL = "<script>alert(1)</script>"


def routes(app: Starlette, method: str) -> list[Route]:
    """The routes that take a method."""
    return [route for route in app.routes if isinstance(route, Route) and method in (route.methods or ())]


def path_of(route: Route, number: int = 1) -> str:
    """An address of a route: numbers filled in, texts too."""
    path = route.path.replace("{title}", "18CZ").replace("{hex}", "B12")
    return re.sub(r"{\w+}", "x", re.sub(r"{\w+:int}", str(number), path))


def pages(browser: Browser, app: Starlette) -> Iterator[tuple[str, Response]]:
    """Every page there is to see, of table 1 where it is about one; streams of events only of no table."""
    for route in routes(app, "GET"):
        path = path_of(route, 999 if route.path.endswith("/events") else 1)
        yield path, browser.get(path)


@pytest.fixture
def busy(app: Starlette, service: Service, me: Actor) -> Browser:
    """A browser where table 1 runs and copy 1 of it is kept."""
    table = table_of(service, me)
    service.what_ifs.create_what_if(table, actor=me)
    return Browser(app)


def test_every_answer_has_the_safety_headers(busy: Browser, app: Starlette) -> None:
    answers = dict(pages(busy, app))
    answers["missing"] = busy.get("/nowhere")
    answers["refused"] = busy.post("/settings")
    answers["static"] = busy.get("/static/site.css")
    answers["other name"] = busy.get("/", headers={"Host": "evil.example"})
    for path, answer in answers.items():
        assert answer.status_code < 500, (path, answer.text)
        assert answer.headers["Content-Security-Policy"] == CSP, path
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path
        assert answer.headers["X-Frame-Options"] == "DENY", path
        assert answer.headers["Referrer-Policy"] == "same-origin", path
        assert "camera=()" in answer.headers["Permissions-Policy"], path
        assert "Strict-Transport-Security" not in answer.headers, path


def test_pages_are_not_kept_and_static_files_are(busy: Browser) -> None:
    page = busy.get("/settings")
    assert page.headers["Cache-Control"] == "no-store"
    hashed = re.search(r'href="(/static/site\.css\?v=\w+)"', page.text)
    assert hashed and "immutable" in busy.get(hashed.group(1)).headers["Cache-Control"]
    plain = busy.get("/static/site.css")
    assert plain.headers["Cache-Control"] == "no-cache"
    again = busy.get("/static/site.css", headers={"If-None-Match": plain.headers["ETag"]})
    assert again.status_code == 304
    assert busy.get("/static/nothing.css").headers["Cache-Control"] == "no-store"


def test_no_page_has_script_or_style_in_it(busy: Browser, app: Starlette) -> None:
    bad = re.compile(r"<script(?![^>]*\ssrc=)|<style|\sstyle\s*=|\son[a-z]+\s*=|javascript:|\shx-on", re.I)
    seen = 0
    for path, answer in pages(busy, app):
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            found = bad.search(answer.text)
            assert found is None, (path, answer.text[max(0, found.start() - 100) : found.end() + 100])
            seen += answer.status_code == 200
    assert seen > 1


def test_pages_use_files_that_are_there(busy: Browser, app: Starlette) -> None:
    used = {name for _, answer in pages(busy, app) for name in re.findall(r'"(/static/[^"]+)"', answer.text)}
    assert len(used) > 3
    for name in used:
        assert busy.get(name).status_code == 200, name


def test_every_form_needs_its_token(busy: Browser, app: Starlette, service: Service, me: Actor) -> None:
    before, token = service.games.head(1, actor=me), busy.csrf
    foreign = {"X-CSRF-Token": token}
    tries = {
        "none": {},
        "wrong": {"X-CSRF-Token": "0" * 64},
        "strange letters": {"X-CSRF-Token": "ü".encode()},
        "another site": {**foreign, "Origin": "https://evil.example"},
        "no site": {**foreign, "Origin": "null"},
        "another port": {**foreign, "Origin": "http://testserver:81"},
        "fetched from elsewhere": {**foreign, "Sec-Fetch-Site": "cross-site"},
        "fetched from beside": {**foreign, "Sec-Fetch-Site": "same-site"},
    }
    found = routes(app, "POST")
    for route in found:
        for words, headers in tries.items():
            answer = busy.post(path_of(route), headers=headers, data={"x": "y"})
            assert answer.status_code == 403, (route.path, words)
        assert busy.post(path_of(route), data={"csrf": "wrong"}).status_code == 403
        assert Browser(app).post(path_of(route), data={"csrf": token}).status_code == 403, "another browser's token"
    assert len(found) > 5 and service.games.head(1, actor=me) == before


def test_all_that_changes_something_is_a_post(app: Starlette) -> None:
    known = {"GET", "HEAD", "POST"}
    assert all((route.methods or set()) <= known for route in app.routes if isinstance(route, Route))


def test_a_form_of_ours_passes(browser: Browser) -> None:
    ours = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
    assert browser.submit("/settings", {"theme": "dark"}, headers=ours).status_code == 200
    assert 'data-theme="dark"' in browser.get("/settings").text
    assert browser.ask("/settings", {"theme": "light"}).headers["HX-Redirect"] == "/settings"
    assert 'data-theme="light"' in browser.get("/settings").text


def test_a_form_with_a_file_carries_its_token_too(browser: Browser) -> None:
    data, files = {"csrf": browser.csrf, "theme": "dark"}, {"file": ("a.json", b"{}")}
    assert browser.post("/settings", data=data, files=files).status_code == 200
    assert browser.post("/settings", data={"theme": "dark"}, files=files).status_code == 403
    assert browser.post("/settings", files={"csrf": ("x", browser.csrf.encode())}).status_code == 403


def test_cookies_are_for_us_alone(app: Starlette, club: Starlette, service: Service) -> None:
    browser = Browser(club)
    browser.sign_up("Ada")
    given = [Browser(app).get("/settings"), browser.submit("/settings", {"theme": "dark"})]
    set_there = [cookie for answer in (*given, *given[1].history) for cookie in answer.headers.get_list("Set-Cookie")]
    assert len(set_there) >= 2
    for cookie in set_there:
        assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Path=/" in cookie and "Secure" not in cookie
    secure = Browser(app_on(service, local=False, secure=True), base_url="https://testserver")
    answer = secure.get("/settings")
    assert answer.headers["Set-Cookie"].startswith("__Host-stellwerk-csrf=")
    assert "; Secure" in answer.headers["Set-Cookie"]
    assert "Strict-Transport-Security" in answer.headers
    session = secure.sign_up("Bo").history[0].headers["Set-Cookie"]
    assert session.startswith("__Host-stellwerk-session=") and "HttpOnly" in session and "; Secure" in session


def test_strange_cookies_are_as_none(club: Starlette) -> None:
    for value in ("x" * 5000, "a b", "%00", '"', "<script>", "é"):
        header = f"stellwerk-session={value}; stellwerk-csrf={value}; stellwerk-theme={value}".encode()
        answer = Browser(club).get("/settings.json", headers={"Cookie": header})
        assert answer.status_code == 200 and answer.json()["account"] is None


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::2]", "localhost.evil:80", "[::1"])
def test_other_names_are_not_answered(browser: Browser, host: str) -> None:
    assert browser.get("/settings", headers={"Host": host}).status_code == 421
    assert browser.get("/static/site.css", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8018", "127.0.0.1:99", "[::1]:8018"])
def test_our_own_names_are_answered(browser: Browser, host: str) -> None:
    assert browser.get("/settings", headers={"Host": host}).status_code == 200


def test_too_large_a_form_is_refused(browser: Browser) -> None:
    token = {"X-CSRF-Token": browser.csrf, "Content-Type": "application/x-www-form-urlencoded"}
    fits, over = b"theme=dark&x=" + b"y" * (FORM_BYTES - 100), b"x=" + b"y" * FORM_BYTES
    assert browser.post("/settings", content=fits, headers=token).status_code == 200
    assert browser.post("/settings", content=over, headers=token).status_code == 413
    in_pieces = browser.post("/settings", content=iter([over[:1000], over[1000:]]), headers=token)
    assert in_pieces.status_code == 413, "no length was said"
    assert browser.post("/settings", content=b"x", headers={**token, "Content-Length": "-1"}).status_code == 413
    said = browser.post("/settings.json", content=over, headers=token).json()
    assert said["error"]["code"] == "too-large"


def test_too_large_an_upload_is_refused(browser: Browser) -> None:
    for size, status in ((FORM_BYTES * 2, 200), (UPLOAD_BYTES + 1, 413)):
        data = {"csrf": browser.csrf, "theme": "dark"}
        assert browser.post("/settings", data=data, files={"f": ("a", b"x" * size)}).status_code == status


@pytest.mark.parametrize("content", [b"\xff\xfe", b"--x\r\nnonsense", b"", b"a=1&" * 15_000])
def test_an_unreadable_form_is_a_refusal(browser: Browser, content: bytes) -> None:
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data", "?"):
        answer = browser.post("/settings", content=content, headers={"Content-Type": kind})
        assert answer.status_code in (400, 403), (kind, answer.status_code)


def test_a_crash_is_one_sentence_and_a_line_in_the_log(app: Starlette, caplog: pytest.LogCaptureFixture) -> None:
    async def crash(request: Request) -> None:
        raise RuntimeError("the inner secret")

    app.router.routes[:0] = [Route("/crash", crash), Route("/crash.json", crash)]
    with caplog.at_level(logging.ERROR):
        answers = [
            Browser(app).get("/crash"),
            Browser(app).get("/crash.json"),
            Browser(app).get("/crash", headers=HTMX),
        ]
    for answer in answers:
        assert answer.status_code == 500 and "went wrong on our side" in answer.text
        assert "secret" not in answer.text and "Traceback" not in answer.text
        assert answer.headers["Content-Security-Policy"] == CSP
    assert "the inner secret" in caplog.text


def test_a_refusal_comes_as_it_was_asked_for(browser: Browser) -> None:
    page, data = browser.get("/tables/7"), browser.get("/tables/7.json")
    assert page.status_code == data.status_code == 404
    assert "There is no table 7." in page.text and "<!DOCTYPE html>" in page.text
    sentence = {"code": "unknown-table", "sentence": "There is no table 7.", "clause": None}
    assert data.json() == {"error": sentence}
    piece = browser.get("/tables/7/parts", headers=HTMX)
    begins = re.match(
        r'<div\s+id="refusal"\s+role="alert"\s+class="note bad refusal"\s+hx-swap-oob="true"', piece.text.strip()
    )
    assert begins
    assert piece.headers["HX-Reswap"] == "none" and piece.status_code == 404


def test_the_web_s_own_refusals(browser: Browser) -> None:
    assert browser.get("/nowhere.json").json()["error"]["code"] == "unknown-page"
    assert browser.get("/sign-out").status_code == 405
    assert browser.put("/settings").status_code == 403
    assert browser.put("/settings", headers={"X-CSRF-Token": browser.csrf}).status_code == 405
    assert browser.submit("/settings", {"theme": "pink"}).status_code == 400


def test_too_many_moves_are_refused(service: Service) -> None:
    browser = Browser(app_on(service, limits=True))
    token = {"X-CSRF-Token": browser.csrf}
    answers = [browser.post("/tables/1/moves.json", headers=token) for _ in range(RATES["move"].most + 15)]
    codes = [answer.status_code for answer in answers]
    assert codes[0] == 400 and 429 in codes
    assert answers[codes.index(429)].json()["error"]["code"] == "too-fast"
    others = [browser.post("/settings", headers=token).status_code for _ in range(RATES["post"].most + 15)]
    assert others[0] == 200 and 429 in others


def test_limits_fill_up_again() -> None:
    now = [0.0]
    limits = Limits(clock=lambda: now[0])
    for _ in range(10):
        limits.take("sign-in", "Ada")
    with pytest.raises(Illegal, match="too often"):
        limits.take("sign-in", "Ada")
    limits.take("sign-in", "Bo")
    now[0] = 6.1
    limits.take("sign-in", "Ada")
    with pytest.raises(Illegal):
        limits.take("sign-in", "Ada")


def test_limits_forget_and_stay_small() -> None:
    now = [0.0]
    limits = Limits(clock=lambda: now[0])
    for number in range(KEPT + 10):
        limits.take("post", str(number))
    assert len(limits._buckets) <= KEPT


@pytest.mark.parametrize("path", ["/", "/tables/1", "/tables/1?pick=tile:B12", "/x/y#z"])
def test_own_paths_are_followed(path: str) -> None:
    assert own_path(path) == path


@pytest.mark.parametrize(
    "path",
    ["", "//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil", "javascript:alert(1)", "evil", None],
)
def test_other_addresses_are_not_followed(path: object) -> None:
    assert own_path(path) == "/"


@pytest.mark.parametrize("path", ["/\t/evil.example", "/\n", " /", "/x y", "/é", "/" * 600, "///evil", 3])
def test_strange_addresses_are_not_followed(path: object) -> None:
    assert own_path(path) == "/"


def test_names_that_pretend_to_be_markup_are_escaped(app: Starlette, service: Service) -> None:
    me = local_actor(app)
    seats = [
        {"kind": "account", "name": EVIL},
        {"kind": "screen", "name": '"><img src=x>'},
        {"kind": "bot", "name": "Cy"},
    ]
    table = service.tables.create_table("18CZ", seats, actor=me, seed=7)
    service.tables.start(table, actor=me)
    service.chat.say(table, f"hello {EVIL}", actor=me)
    for path, answer in pages(Browser(app), app):
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            assert EVIL not in answer.text and "<img src=x>" not in answer.text, path


def test_names_of_accounts_are_escaped(club: Starlette) -> None:
    browser = Browser(club)
    browser.sign_up(EVIL)
    for path in ("/account", "/settings", "/nowhere"):
        assert EVIL not in browser.get(path).text and "&lt;script&gt;" in browser.get("/account").text
    refused = browser.submit("/sign-in", {"name": '"><b>', "password": "x"})
    assert refused.status_code == 403 and '"><b>' not in refused.text


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("de", "de"),
        ("de-AT,en;q=0.5", "de"),
        ("fr, en;q=0.3, de;q=0.9", "de"),
        ("fr", "en"),
        ("", "en"),
        ("de;q=0", "en"),
        ("de;q=x,en", "en"),
        (";;,,;q=", "en"),
    ],
)
def test_the_language_is_the_browser_s(browser: Browser, asked: str, language: str) -> None:
    assert browser.get("/settings.json", headers={"Accept-Language": asked}).json()["language"] == language


def test_the_language_chosen_stays(browser: Browser) -> None:
    browser.submit("/settings", {"language": "de"})
    assert browser.get("/settings.json", headers={"Accept-Language": "en"}).json()["language"] == "de"
    assert '<html lang="de"' in browser.get("/settings").text
