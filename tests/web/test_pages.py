"""Every page of every kind of table, for everybody, in both languages: it answers, is well-formed, and leads on.

The pages are those of `app.routes`, so that one that is added later is looked at too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from httpx import Response
from starlette.routing import Match, Route
from tests.web.pagekit import Node, parse
from tests.web.tablesets import KINDS, OPPONENT, OWNER, SPECTATOR, Club, gets
from tests.web.webkit import HTMX, Browser, app_on, service_on

from stellwerk.table.custom_boards.board_page import example_file
from stellwerk.titles import rules_of

Tables = dict[tuple[str, str], int]
"""Table by title and kind."""
TITLES = ("18CZ", "18Rhl", "18BL")
WAITING = "waiting"
LEFT = re.compile(r"\bNone\b(?! (?:is|are|of|left)\b)|Undefined|\{[a-z_]+\}|\bnan\b|<built-in|object at 0x|Traceback")
"""What a text says when somebody forgot to put something in."""
REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "form", "list", "headers")
LINKS = ("href", "src", "action", "hx-get", "hx-post", "formaction")
TEXTS = ("aria-label", "title", "alt", "placeholder", "value")
ELSEWHERE = {"/tables/{table:int}/events": "never ends: see test_secrets and test_live"}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """People and an application."""
    made = Club(tmp_path_factory.mktemp("pages"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def tables(club: Club) -> Tables:
    """Tables that were asked for already."""
    return {}


def table_of(club: Club, tables: Tables, title: str, kind: str) -> int:
    """A table of a kind; made when it is first asked for."""
    if (title, kind) not in tables:
        tables[title, kind] = club.waiting(title) if kind == WAITING else club.playing(title, KINDS[kind])
    return tables[title, kind]


def addresses(club: Club, table: int, kind: str, reader: str) -> Iterator[tuple[str, str]]:
    """Every page there is, about one table: its route and its address."""
    known = values(club, table, kind, reader)
    for path in gets(club.app):
        names = re.findall(r"\{(\w+)(?::\w+)?\}", path)
        if path in ELSEWHERE or any(known.get(name, 0) is None for name in names):
            continue
        missing = [name for name in names if name not in known]
        assert not missing, f"{path}: say in this test what {missing} may be"
        yield path, re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: str(known[found[1]]), path)


def values(club: Club, table: int, kind: str, reader: str) -> dict[str, object]:
    """What stands for the names in addresses; None: there is no such thing at this table."""
    service, who = club.service, club.actors[reader]
    info = service.tables.table(table, actor=who)
    invitation = service.tables.table(table, actor=club.actors[OWNER]).invitation
    digest = service.boards.keep_board(example_file(rules_of(info.title)), actor=who).digest
    known: dict[str, object] = {"table": table, "title": info.title, "token": invitation, "digest": digest}
    if kind == WAITING:
        return {**known, "number": None, "copy": None, "hex": None}
    game, head = service.games.game(table, actor=who), service.games.head(table, actor=who).number
    hex = next(iter(game.position.tiles), next(iter(game.rules.board.hexes)))
    copy = service.what_ifs.create_what_if(table, max(1, head - 2), actor=who).id
    return {**known, "number": max(1, head // 2), "copy": copy, "hex": hex}


def expected(path: str, kind: str, reader: str) -> int:
    """The status with which a page answers."""
    if path.startswith(("/sign-in", "/sign-up")):
        return 303  # signed in already
    if path == "/join/{token}":
        return 303
    if path == "/tables/{table:int}/board.json":
        return 404  # these are played on printed boards
    if kind == WAITING and path.startswith("/tables/{table:int}/") and "/seats" not in path:
        return 200 if path.endswith(("chat.json", "note.json")) else 422
    if path.endswith("/end/game.json") and kind != "over":
        return 422
    return 200


def judge(path: str, answer: Response) -> list[str]:
    """What is wrong with an answer."""
    kind = answer.headers.get("content-type", "").partition(";")[0]
    if answer.status_code == 303:
        return []
    if path.endswith(".json"):
        return [] if kind == "application/json" and json.loads(answer.text) is not None else [f"no JSON: {kind}"]
    if kind == "text/html":
        return mistakes(parse(answer.text), fragment=path.endswith("/parts") or "<!DOCTYPE" not in answer.text)
    return [] if kind in ("text/css", "text/csv", "image/svg+xml") and answer.text else [f"unknown kind {kind}"]


def mistakes(page: Node, fragment: bool) -> list[str]:
    """What is wrong with a page."""
    nodes = list(page.walk())
    ids = [node.get("id") for node in nodes if "id" in node]
    wrong = [f"id {id!r} twice" for id in set(ids) if ids.count(id) > 1]
    wrong += [f"empty id in <{node.tag}>" for node in nodes if "id" in node and not node.get("id").strip()]
    for node in nodes:
        wrong += _forbidden(node) + _leftovers(node)
        if not fragment:
            wrong += _references(node, set(ids))
    return wrong + ([] if fragment else _whole(page))


def _forbidden(node: Node) -> list[str]:
    names = [name for name in node.attributes if name in ("style", "hx-on") or name.startswith(("on", "hx-on"))]
    inline = node.tag == "style" or (node.tag == "script" and "src" not in node)
    return [f"<{node.tag} {name}>" for name in names] + ([f"inline <{node.tag}>"] if inline else [])


def _leftovers(node: Node) -> list[str]:
    said = [child for child in node.children if isinstance(child, str)]
    said += [node.get(name) for name in TEXTS if not (name == "value" and node.get("type") in ("hidden", "radio"))]
    return [f"<{node.tag}> says {text.strip()[:120]!r}" for text in said if LEFT.search(text)]


def _references(node: Node, ids: set[str]) -> list[str]:
    wanted = [(name, id) for name in REFERENCES for id in node.get(name).split() if name in node]
    if node.tag in ("use", "a") and node.get("href").startswith("#") and len(node.get("href")) > 1:
        wanted.append(("href", node.get("href")[1:]))
    return [f'<{node.tag} {name}="{id}"> leads nowhere' for name, id in wanted if id not in ids]


def _whole(page: Node) -> list[str]:
    titles, main = page.all("title"), page.all("main")
    named = [node for node in titles if node.text.strip()]
    wrong = [] if named else ["no title"]
    return wrong + ([] if len(main) == 1 else [f"{len(main)} <main>"])


def links_in(page: Node) -> Iterator[tuple[str, str, str]]:
    """Where a page leads, on this site: method, address, and the same without its numbers."""
    for node in page.walk():
        for name in LINKS:
            address = node.get(name)
            if name not in node or address.startswith(("#", "data:", "http:", "https:", "mailto:")):
                continue
            post = name == "hx-post" or (name == "action" and node.get("method", "get").lower() == "post")
            shape = re.sub(r"\d+|=[^&]*(?=&|$)|/hexes/[^/?]*", "*", address)
            yield "POST" if post else "GET", address, f"{node.tag} {name} {shape}"


def follow(club: Club, browser: Browser, at: str, page: Node, known: set[str]) -> list[str]:
    """Follow the links of a page, one of each shape; those sent by POST must have a route."""
    wrong = []
    for method, link, shape in links_in(page):
        if shape in known:
            continue
        known.add(shape)
        address = urljoin(at, link)
        if method == "POST" or urlsplit(address).path in [path.partition("{")[0] for path in ELSEWHERE]:
            if not _has_route(club, method, urlsplit(address).path):
                wrong.append(f"{method} {address}: no such route")
            continue
        fragment = " hx-get " in f" {shape} "
        answer = browser.get(address, headers=HTMX if fragment else None)
        if answer.status_code != 200:
            wrong.append(f"{shape}: {address} answers {answer.status_code}")
        elif (place := urlsplit(address).fragment) and parse(answer.text).by_id(place) is None:
            wrong.append(f"{shape}: {address} has no such place")
    return wrong


def _has_route(club: Club, method: str, path: str) -> bool:
    scope = {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}
    return any(isinstance(r, Route) and r.matches(scope)[0] is Match.FULL for r in club.app.routes)


def look_at_all(club: Club, table: int, kind: str, reader: str, language: str) -> None:
    """Every page about a table, for one reader, and where they lead."""
    browser = club.browsers[reader]
    browser.submit("/settings", {"language": language})
    wrong: list[str] = []
    known: set[str] = set()
    for path, address in addresses(club, table, kind, reader):
        answer = browser.get(address, follow_redirects=False)
        if answer.status_code != expected(path, kind, reader):
            wrong.append(f"{address}: {answer.status_code} {answer.text[:200]}")
            continue
        wrong += [f"{address}: {what}" for what in judge(address, answer)]
        if answer.headers.get("content-type", "").startswith("text/html"):
            page = parse(answer.text)
            if "<!DOCTYPE" in answer.text and page.all("html")[0].get("lang") != language:
                wrong.append(f"{address}: another language")
            wrong += [f"{address}: {what}" for what in follow(club, browser, address, page, known)]
    assert not wrong, "\n".join(dict.fromkeys(wrong))


SOME = [
    *((title, kind, OWNER, "en") for title, kind in product(TITLES, ("stock", "operating"))),
    ("18CZ", "begun", OPPONENT, "de"),
    ("18CZ", WAITING, OPPONENT, "en"),
    ("18Rhl", "begun", SPECTATOR, "de"),
    ("18Rhl", "over", OWNER, "de"),
    ("18CZ", "over", SPECTATOR, "en"),
]
"""A table of each kind, each reader, each language."""
ALL = list(product(TITLES, (WAITING, *KINDS), (OWNER, OPPONENT, SPECTATOR), ("en", "de")))


@pytest.mark.parametrize(("title", "kind", "reader", "language"), SOME)
def test_pages(club: Club, tables: Tables, title: str, kind: str, reader: str, language: str) -> None:
    look_at_all(club, table_of(club, tables, title, kind), kind, reader, language)


@pytest.mark.slow
@pytest.mark.parametrize(("title", "kind", "reader", "language"), [each for each in ALL if each not in SOME])
def test_all_pages(club: Club, tables: Tables, title: str, kind: str, reader: str, language: str) -> None:
    look_at_all(club, table_of(club, tables, title, kind), kind, reader, language)


def test_pages_on_one_s_own_machine(tmp_path: Path) -> None:
    """The same program without accounts: a game against bots, started from the first page."""
    service = service_on(tmp_path / "games.sqlite")
    browser = Browser(app_on(service))
    started = browser.submit("/play", {"title": TITLES[0], "players": "3"})
    assert started.status_code == 200 and started.url.path == "/tables/1"
    for address in ("/", "/lobby?all=1", "/settings", "/tables/new", "/tables/1", "/tables/1/seats", "/tables/1/log"):
        answer = browser.get(address)
        assert answer.status_code == 200 and not mistakes(parse(answer.text), fragment=False), address
    assert browser.get("/account").status_code == 404
    service.store.close()


def test_a_visitor_sees_the_doors(club: Club) -> None:
    browser = Browser(club.app)
    for address in ("/", "/lobby", "/sign-in", "/sign-up", "/titles", "/boards", "/settings", "/tables/new"):
        answer = browser.get(address)
        assert answer.status_code == 200 and not mistakes(parse(answer.text), fragment=False), address


@pytest.mark.parametrize("address", ["/nowhere", "/tables/99999", "/titles/nothing", "/what-ifs/99999"])
def test_pages_that_are_not_there(club: Club, address: str) -> None:
    for name, browser in club.browsers.items():
        answer = browser.get(address)
        assert answer.status_code == 404 and not mistakes(parse(answer.text), fragment=False), (name, address)


def test_htmx_is_loaded_before_the_scripts_that_call_it(club: Club, tables: Tables) -> None:
    """Scripts run in their order in a page, and news can come at once."""
    table = table_of(club, tables, TITLES[0], "stock")
    for address in ("/", f"/tables/{table}", "/tables/new"):
        scripts = re.findall(r'<script[^>]* src="([^"]+)"', club.browsers[OWNER].get(address).text)
        assert len(scripts) > 2 and "htmx" in scripts[0], address


def test_a_mistake_is_found() -> None:
    """The judge itself: each of these pages has one."""
    frame = "<!DOCTYPE html><html><head><title>x</title></head><body><main>{}</main></body></html>"
    for inside in (
        '<p style="color:red">x</p>',
        "<script>x</script>",
        "<p id=a></p><p id=a></p>",
        "<label for=b>x</label>",
        "<p>None</p>",
        "<p>for {money}</p>",
        '<a onclick="x">y</a>',
    ):
        assert mistakes(parse(frame.replace("{}", inside, 1)), fragment=False), inside
    for broken in ("<p><b></p></b>", "<div>", "</div>", '<p a="1" a="2"></p>'):
        with pytest.raises(AssertionError):
            parse(broken)
