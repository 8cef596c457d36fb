"""Hostile requests for every route of a club: addresses, queries, forms, uploads and headers nobody should send.

The requests are made up by a generator with a seed, so what was found once is found again, and go straight into the
application: a client library would refuse to send most of them.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_from_bytes, unquote

import msgspec
from starlette.applications import Starlette
from starlette.routing import Route
from tests.web.webkit import Browser, app_on, play_some, service_on

from stellwerk import actions
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.table.web.cookies import full_name


def named(words: str) -> tuple[str, ...]:
    """Words apart."""
    return tuple(words.split())


BOTS = Actor(bot=True)
HOST = b"testserver"
DEEP = 20_000
ROLES = ("visitor", "player", "owner")

NUMBERS = ("0", "1", "2", "3", "4", "5", "17", "60")
BAD_NUMBERS: tuple[str, ...] = (
    "-1",
    "--1",
    "+1",
    "1e9",
    "1.5",
    "²",
    "٣",
    "१२",
    " 1 ",
    "0x10",
    "1_000",
    "nan",
    "inf",
    "-",
    "9" * 12,
)
BAD_NUMBERS += ("9" * 19, "9" * 40, "9" * 5_000, "2147483648", "9007199254740993", "-9007199254740993", "")
BAD_TEXTS: tuple[str, ...] = (
    "",
    " ",
    "\0",
    "a\0b",
    "é",
    "\u202e",
    "\ud7ff",
    "\ufffe",
    "😀" * 50,
    "x" * 300,
    "x" * 21_000,
    "\r\n",
    "%",
)
BAD_TEXTS += ("../../etc/passwd", "<script>", "=1+1", "'; drop table seats; --", "{}", "[]", "null", "{{7*7}}", "\x7f")
BAD_TEXTS += (
    "//evil.example",
    "/\\evil.example",
    "http://[",
    "//[",
    "/a?next=//[",
    "[",
    "]",
    "//[::1",
    "\u2100",
    "%zz",
)
TEXTS = named("""
    18CZ 18Rhl base book Ada Bo open private light de pass float stop agree decline withdraw account screen free
    bot header panel,log private:S1 B12 chat tile:B12 buy:BN sell:BN train:bank moves 1.1 57.12 /tables/1 casual
    keen rename
""")
QUERIES = named("""
    pick tile turn only after before log tab all title variant players seed next theme download name own
    visibility rules changed v bots seat0-kind
""")
FIELDS = named("""
    at seat to action field number key counter answer kind company stop text name password new next language
    theme title players variant rules visibility seed own seat0-kind seat0-name seat1-kind show offered digest
    bots file board
""")
NUMERIC = frozenset({"at", "seat", "to", "number", "counter", "players", "seed", "turn", "after", "before", "offered"})
CHARSETS = ("utf-8", "punycode", "idna", "utf-7", "utf-16", "unicode_escape", "base64", "rot13", "hex", "x" * 90, "\0")
ORIGINS = ("http://[", "http://testserver", "null", "http://[::1", "http://]", "//", "http://\u2100", "é", "http://a.b")
LANGUAGES = (",,,;;", "de;q=nan", "de;q=inf", "de;q=-1", "de;q=" + "9" * 5_000, "é", "x" * 9_000, ";q=1")
HOSTS = ("[", "[::1]", "testserver:", "testserver:99999999", "testserver:x", "é", "")
RANGES = ("bytes=0-", "bytes=9-1", "bytes=" + "9" * 5_000 + "-", "bytes=-", "x=1-2")
METHODS = ("HEAD", "PUT", "DELETE", "OPTIONS", "X")
ENDS = ("/", "%00", "%ff", ".json", "%2e%2e")
QUERY_ENDS = ("&%ff=%ff", "&=", "&&", "&a%00=1", "&pick[]=1")
KINDS = ("application/json", "text/plain", "application/x-www-form-urlencoded; charset=punycode", "x", ";;;", "é")
BODIES = (b"\xff\xfe", b"{}", b"[" * DEEP, b"&&=&=%", b"a=%ff")
PLAIN = "application/x-www-form-urlencoded"
UPLOADS = (b"multipart/form-data", b"multipart/form-data; boundary=", b"multipart/form-data; boundary=\xff")
FILE_KINDS = (b"application/json", b"text/plain; charset=punycode", b"\0")
FILES = (b"\xff\xfe\x00", b"PK\x03\x04", b"\xef\xbb\xbf{}", b"", b"null", b"[[]]")
THINGS: tuple[Any, ...] = (None, True, 0, -1, 2**63, 2**70, 1.5, 1e308, "", "\0", "x" * 500, "Ada", "BN", "B12", [], {})
THINGS += ([[["B12", 0]]], [[]], {"a": {"b": 1}}, ["B12"], [1, 2], ["\0"], [None])
NONSENSE: tuple[str, ...] = (
    "[" * DEEP,
    "[" * DEEP + "]" * DEEP,
    "[" * 3_000,
    '{"a":' * 3_000,
    "9" * 5_000,
    '{"type":"pass"}',
    "NaN",
    "",
)
NONSENSE += ('"\\ud800"', '{"type":"run","revenue":1e400}', "\0", '{"type":' + "9" * 400 + "}", "{", "[1,")


class Asked(msgspec.Struct, frozen=True):
    """A request as the server gets it."""

    role: str
    method: str
    target: str
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""

    def __str__(self) -> str:
        return f"{self.role}: {self.method} {self.target[:200]} {dict(self.headers)!r:.400} {self.body[:300]!r}"


class World:
    """A club with a waiting, a running and a finished table, copies, and three people who ask: one has no account."""

    def __init__(self, file: Path):
        self.service: Service = service_on(file)
        self.app: Starlette = app_on(self.service, local=False)
        owner, player = Browser(self.app), Browser(self.app)
        owner.sign_up("Ada")
        player.sign_up("Bo")
        self.ada, self.bo = Actor(account=1), Actor(account=2)
        self.running = self._tables()
        browsers = {"visitor": Browser(self.app), "player": player, "owner": owner}
        self.known = {role: self._known(browser) for role, browser in browsers.items()}

    def _tables(self) -> int:
        seats = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "bot", "name": "Cy"}]
        running = self.service.tables.create_table("18CZ", seats, actor=self.ada, visibility="open", seed=7)
        self.service.seats.join(running, 1, "Bo", actor=self.bo)
        self.service.tables.start(running, actor=self.ada)
        waiting = self.service.tables.create_table("18Rhl", seats, actor=self.ada, visibility="open")
        self.service.seats.join(waiting, 1, "Bo", actor=self.bo)
        alone = [{"kind": "screen", "name": name} for name in ("Di", "Ed", "Flo")]
        other = self.service.tables.create_table("18CZ", alone, actor=self.bo, seed=3)
        self.service.tables.start(other, actor=self.bo)
        play_some(self.service, other, self.bo, 25)
        for number in (None, 0, 1):
            self.service.what_ifs.create_what_if(other, number, actor=self.bo)
            self.service.what_ifs.create_what_if(running, number, actor=self.ada)
        return running

    def _known(self, browser: Browser) -> tuple[tuple[bytes, bytes], ...]:
        """The cookies and the token of a browser, as headers."""
        token = browser.csrf
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        return (b"cookie", cookies.encode()), (b"x-csrf-token", token.encode())

    def close(self) -> None:
        """Let go of the file."""
        self.service.store.close()

    async def ask(self, asked: Asked) -> int:
        """Send a request; the status of the answer, 500 if the application breaks."""
        path, _, query = asked.target.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": asked.method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode("latin-1", "replace"),
            "root_path": "",
            "headers": list(asked.headers),
            "client": ("127.0.0.1", 50_000),
            "server": ("testserver", 80),
        }
        return await _sent(self.app, scope, asked.body)


async def _sent(app: Starlette, scope: dict[str, Any], body: bytes) -> int:
    waiting = [{"type": "http.request", "body": body, "more_body": False}]
    found: list[int] = []

    async def receive() -> dict[str, Any]:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            found.append(message["status"])

    try:
        await app(scope, receive, send)  # type: ignore[arg-type]
    except Exception:
        return 500
    return found[0] if found else 0


class Fuzz:
    """Makes hostile requests up."""

    def __init__(self, world: World, seed: int):
        self.world = world
        self.chance = random.Random(seed)
        routes = [route for route in world.app.routes if isinstance(route, Route)]
        self.routes = [(route, method) for route in routes for method in sorted((route.methods or set()) - {"HEAD"})]
        self.files = _files(world)

    def requests(self, count: int) -> Iterator[Asked]:
        """So many requests; every route has its turn."""
        for number in range(count):
            route, method = self.routes[number % len(self.routes)]
            yield self.request(route, method)

    def request(self, route: Route, method: str) -> Asked:
        """One request for a route."""
        role = self.chance.choice(ROLES)
        target = self.path(route) + self.query()
        kind, body = self.body(route) if method == "POST" else (b"", b"")
        method = self.chance.choice(METHODS) if self.rarely(0.03) else method
        return Asked(role, method, target, self.headers(role, kind), body)

    def rarely(self, share: float = 0.15) -> bool:
        """Is something odd to be done here?"""
        return self.chance.random() < share

    def number(self) -> str:
        """A number, or something that looks like one."""
        return self.chance.choice(BAD_NUMBERS if self.rarely(0.3) else NUMBERS)

    def text(self) -> str:
        """A word the application knows, or none."""
        return self.chance.choice(BAD_TEXTS if self.rarely(0.5) else TEXTS)

    def path(self, route: Route) -> str:
        """An address of a route."""
        path = re.sub(r"{\w+:int}", lambda _: quote(self.digits()), route.path)
        path = re.sub(r"{title}", lambda _: quote(self.text() if self.rarely(0.3) else "18CZ", safe=""), path)
        path = re.sub(r"{hex}", lambda _: quote(self.text() if self.rarely(0.3) else "B12", safe=""), path)
        path = re.sub(r"{\w+}", lambda _: quote(self.text(), safe=""), path)
        return path + (self.chance.choice(ENDS) if self.rarely(0.03) else "")

    def digits(self) -> str:
        """The number of a table, an entry or a copy; mostly one there is."""
        return self.number() if self.rarely() else self.chance.choice("111223450")

    def query(self) -> str:
        """What stands behind the address."""
        if self.rarely(0.5):
            return ""
        names = [self.chance.choice(QUERIES) for _ in range(self.chance.randint(1, 3))]
        pairs = "&".join(f"{name}={quote(self.value(name))}" for name in names)
        return "?" + pairs + (self.chance.choice(QUERY_ENDS) if self.rarely(0.05) else "")

    def value(self, name: str) -> str:
        """A value for a field or a parameter."""
        if name in ("at", "seat") and self.rarely(0.6):
            return self.now(name)
        if name in NUMERIC or self.rarely(0.1):
            return self.number()
        if name == "action":
            return self.action()
        return self.text()

    def now(self, name: str) -> str:
        """Where the running game stands, or who decides there."""
        service, table = self.world.service, self.world.running
        if name == "at":
            return str(service.games.head(table, actor=BOTS).number)
        turn = service.games.game(table, actor=BOTS).turn
        return str(next((seat.seat for seat in service.tables.table(table, actor=BOTS).seats if seat.name == turn), 0))

    def action(self) -> str:
        """An action as JSON: a legal one, a spoilt one, or nonsense."""
        if self.rarely(0.3):
            return self.chance.choice(NONSENSE)
        game = self.world.service.games.game(self.world.running, actor=BOTS)
        action = actions.encode(self.chance.choice(game.legal().actions() or [actions.Pass("Ada")]))
        if self.rarely(0.6):
            action[self.chance.choice([*action, "more"])] = deepcopy(self.chance.choice(THINGS))
        return json.dumps(action)

    def headers(self, role: str, kind: bytes) -> tuple[tuple[bytes, bytes], ...]:
        """The headers: who asks, what he sends, and now and then something odd."""
        found: dict[bytes, bytes] = {b"host": HOST, **dict(self.world.known[role])}
        if kind:
            found[b"content-type"] = kind
        if self.rarely(0.2):
            found[b"hx-request"] = b"true"
        if self.rarely(0.2):
            name, value = self.odd_header()
            found[name] = value.encode("utf-8", "replace").replace(b"\r", b"").replace(b"\n", b"").replace(b"\0", b"")
        return tuple(found.items())

    def odd_header(self) -> tuple[bytes, str]:
        """A header that does not say what it should."""
        cookie = full_name(self.world.app.state.site.settings, "session")
        odd: dict[bytes, tuple[str, ...]] = {
            b"origin": ORIGINS,
            b"accept-language": LANGUAGES,
            b"host": HOSTS,
            b"cookie": (f"{cookie}={self.text()}", "=;=;", "x" * 9_000, '="', self.text()),
            b"content-length": (self.number(),),
            b"last-event-id": (self.number(), "1.2.3", "57.9999999999", self.text()),
            b"range": RANGES,
        }
        name = self.chance.choice([*odd, b"x-csrf-token", b"if-none-match", b"sec-fetch-site", b"if-modified-since"])
        return name, self.chance.choice(odd.get(name, BAD_TEXTS))

    def body(self, route: Route) -> tuple[bytes, bytes]:
        """The content type and the body of a form."""
        names = [self.chance.choice(FIELDS) for _ in range(self.chance.randint(0, 5))]
        if "seat" in _wanted(route):
            names += ["at", "seat"]
        if "moves" in route.path:
            names += ["action"]
        uploads = any(word in route.path for word in ("bring", "boards"))
        if uploads or self.rarely(0.2):
            return self.multipart([*names, "file", "board"] if uploads else names)
        if self.rarely(0.1):
            return self.chance.choice(KINDS).encode(), self.chance.choice(BODIES)
        pairs = [f"{name}={self.coded(self.value(name))}" for name in dict.fromkeys(names)]
        return PLAIN.encode(), "&".join(pairs).encode()

    def coded(self, text: str) -> str:
        """A value of a form; now and then bytes that are no text."""
        return quote_from_bytes(b"\xff\xfe\xed\xa0\x80") if self.rarely(0.03) else quote(text[:60_000])

    def multipart(self, names: list[str]) -> tuple[bytes, bytes]:
        """A form with files, sound or not."""
        mark = b"mark" if not self.rarely(0.05) else b"m" * 80
        kind = b"multipart/form-data; boundary=" + mark
        if self.rarely(0.4):
            kind += b"; charset=" + self.chance.choice(CHARSETS).encode()
        if self.rarely(0.05):
            kind = self.chance.choice(UPLOADS)
        parts = b"".join(self.part(name, mark) for name in names)
        end = b"--" + mark + b"--\r\n"
        body = parts + (b"" if self.rarely(0.05) else end)
        return kind, body[: self.chance.randrange(len(body) + 1)] if self.rarely(0.05) else body

    def part(self, name: str, mark: bytes) -> bytes:
        """A field or a file of such a form."""
        spoilt = self.chance.choice((b"\0", b'"', b"\xff", b"\r\n", b"")) if self.rarely(0.08) else b""
        about = b'Content-Disposition: form-data; name="' + name.encode() + spoilt + b'"'
        if name in ("file", "board"):
            about += b'; filename="' + self.chance.choice((b"game.json", b"\0", b"", b"\xff", b"../x")) + b'"'
            about += b"\r\nContent-Type: " + self.chance.choice(FILE_KINDS)
            content = self.file()
        else:
            content = self.value(name).encode("utf-8", "replace")
        return b"--" + mark + b"\r\n" + about + b"\r\n\r\n" + content + b"\r\n"

    def file(self) -> bytes:
        """A game or a board as a file, with something in it spoilt."""
        if self.rarely(0.25):
            return self.chance.choice((*FILES, *(text.encode() for text in NONSENSE)))
        spoilt = json.loads(self.chance.choice(self.files))
        for _ in range(self.chance.randint(0, 3)):
            self._spoil(spoilt)
        return json.dumps(spoilt).encode()

    def _spoil(self, data: Any) -> None:
        """Put something else somewhere into plain data."""
        while isinstance(data, dict | list) and data:
            key: Any = self.chance.choice(list(data) if isinstance(data, dict) else range(len(data)))
            if not isinstance(data[key], dict | list) or not data[key] or self.rarely(0.3):
                data[key] = deepcopy(self.chance.choice(THINGS))
                return
            data = data[key]


def _wanted(route: Route) -> str:
    """Routes about seats are asked with a seat."""
    seats = ("moves", "undo", "redo", "requests", "join", "leave", "rename", "arrange", "replace", "offer", "take-over")
    return "seat" if any(word in route.path for word in (*seats, "program", "remove")) else ""


def _files(world: World) -> list[str]:
    """Sound files to be spoilt: games of ours, and a board."""
    browser = Browser(world.app)
    game = json.dumps(world.service.games.export(3, actor=world.bo))
    short = json.dumps(world.service.games.export(world.running, actor=world.bo))
    return [game, short, browser.get("/boards/example.json?title=18CZ").text]
