"""A player who knows nothing but the pages: reads them, picks what they offer, fills in forms and sends them.

No engine, no addresses of his own: he comes in by the doors (sign up, set up) and goes on by links and forms. He leans
towards what people do, so that games go on: track, trains, shares, paying out; he seldom sells.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
from starlette.applications import Starlette
from tests.web.pagekit import Form, Node, form_to, forms, parse

LIKES = {
    "pass": 2.0,
    "private": 4.0,
    "bid": 2.0,
    "start": 4.0,
    "buy": 20.0,
    "sell": 0.3,
    "repay": 5.0,
    "tile": 30.0,
    "station": 3.0,
    "run": 6.0,
    "acquire": 0.3,
    "turn": 4.0,
    "scrap": 0.5,
    "train": 8.0,
    "sell-private": 0.1,
}
"""How much a kind of group is liked beside the others on offer."""
TRADE = 0.03
"""How much less a train of another company is liked than the bank's."""


class Refused(AssertionError):
    """Something a page offered was refused."""


class Browser:
    """A browser without script: cookies, redirects, pages."""

    def __init__(self, app: Starlette):
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        base = "http://testserver"
        self.client = httpx.AsyncClient(transport=transport, base_url=base, follow_redirects=True)
        self.count: Counter[str] = Counter()
        self.address = "/"

    async def get(self, address: str, script: bool = False) -> Node:
        """A page; as htmx asks for it, if `script`."""
        answer = await self.client.get(address, headers={"HX-Request": "true"} if script else None)
        self.count["fragments" if script else "pages"] += 1
        return self._read(answer, f"GET {address}")

    async def send(self, form: Form, script: bool = False) -> Node:
        """Send a form; gives the page that comes then."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", **({"HX-Request": "true"} if script else {})}
        assert form.method == "post", form
        content = urlencode(form.fields).encode()
        answer = await self.client.post(form.action, content=content, headers=headers)
        self.count["posts"] += 1
        return self._read(answer, f"POST {form.action} {form.fields}")

    def _read(self, answer: httpx.Response, asked: str) -> Node:
        if answer.status_code != 200:
            raise Refused(f"{asked}: {answer.status_code} {parse(answer.text).text[-600:]}")
        self.address = answer.url.path
        return parse(answer.text)


class Offer(NamedTuple):
    """Something the panel offers: a group to be picked by a link, or a form that plays at once."""

    kind: str
    like: float
    link: str = ""
    fragment: str = ""
    form: Form | None = None


class Player(Browser):
    """Somebody at a table."""

    def __init__(self, app: Starlette, name: str, seed: int):
        super().__init__(app)
        self.name = name
        self.random = random.Random(f"{name} {seed}")
        self.played: Counter[str] = Counter()

    async def sign_up(self) -> None:
        """Open an account."""
        page = await self.get("/sign-up")
        await self.send(form_to(page, "/sign-up").filled(name=self.name, password="a long enough password"))

    async def turn(self, table: str, whole: bool) -> Node | None:
        """Look at the table and play, if it is his turn; the page after it. None: somebody else decides."""
        page = await (self.get(table) if whole else self.get(f"{table}/parts?only=panel", script=True))
        if not mine(page):
            return None
        offers = offers_in(page)
        assert offers, f"{self.name} is to decide, but is offered nothing: {panel(page).text}"
        offer = self.random.choices(offers, [offer.like for offer in offers])[0]
        form = offer.form
        if form is None:
            form = await self._picked(offer, whole)
        self.played[offer.kind] += 1
        return await self.send(self._filled(form), script=not whole)

    async def _picked(self, offer: Offer, whole: bool) -> Form:
        """Follow the link of a group and choose one of what it holds."""
        page = await (self.get(offer.link) if whole else self.get(offer.fragment, script=True))
        more = [node for node in panel(page).having("data-choice") if _option_of(node, offer.link)]
        if len(more) > 1:
            other = self.random.choice(more)
            page = await (self.get(other.get("href")) if whole else self.get(other.get("hx-get"), script=True))
        found = [form for form in moves_in(page) if form.node.get("id") != "mv-pass" or offer.kind == "pass"]
        assert found, f"The link {offer.link} shows nothing to play: {panel(page).text}"
        return self.random.choices(found, [_taste(form) for form in found])[0]

    def _filled(self, form: Form) -> Form:
        """Choose a radio button, tick what must be ticked, put a number in its range."""
        texts: dict[str, str] = {}
        tiles = form.choices("action")
        if tiles:
            texts["action"] = self.random.choice(tiles)
        for node in form.node.all("input"):
            if node.get("type") == "checkbox" and "required" in node:
                texts[node.get("name")] = node.get("value", "on")
            if node.get("type") == "number":
                texts[node.get("name")] = str(self._number(node, form))
        return form.filled(**texts)

    def _number(self, node: Node, form: Form) -> int:
        low, high, step = int(node.get("min")), int(node.get("max")), int(node.get("step", "1"))
        assert low <= int(node.get("value")) <= high, node.attributes
        if '"repay"' in form.having("action"):
            return high
        return low + step * int((high - low) // step * self.random.random() ** 2)


def panel(page: Node) -> Node:
    """The panel of a table's page."""
    found = page.by_id("part-panel")
    assert found is not None
    return found


def mine(page: Node) -> bool:
    """Is it the reader who decides?"""
    now = page.by_id("now")
    return now is not None and now.get("data-mine") == "yes"


def turn_of(page: Node) -> str:
    """What the panel's head says: it names who decides."""
    head = page.by_id("h-act")
    return head.text if head is not None else ""


def is_over(page: Node) -> bool:
    """Is the game over?"""
    return any(node.get("data-state") == "over" for node in panel(page).having("data-state"))


def moves_in(page: Node) -> list[Form]:
    """The forms of the panel that play."""
    return [
        form for form in forms(panel(page)) if form.action.endswith("/moves") and form.node.get("id") != "mv-counter"
    ]


def offers_in(page: Node) -> list[Offer]:
    """Everything the panel offers: groups that can be picked, and what can be played at once."""
    found: dict[str, Offer] = {}
    for form in moves_in(page):
        action = _action(form)
        kind = "tile" if form.node.get("id") == "tileform" else str(action.get("type", ""))
        found[json.dumps(action)] = Offer(kind, _like(kind, action) * _taste(form), form=form)
    for node in panel(page).having("data-pick"):
        group = node.get("data-pick")
        if ("data-choice" not in node and "data-pass" not in node) or "tile" in _query(node.get("href")):
            continue
        if group != "pass" or not any(offer.kind == "pass" for offer in found.values()):
            kind = group.partition(":")[0]
            found[group] = Offer(
                kind, _like(kind, {"source": group.partition(":")[2]}), node.get("href"), node.get("hx-get")
            )
    return list(found.values())


def _like(kind: str, action: dict[str, Any]) -> float:
    source = action.get("source", "bank")
    return LIKES.get(kind, 1.0) * (TRADE if kind in ("train", "buy-train") and source not in ("bank", "pool") else 1)


def _taste(form: Form) -> float:
    """What is liked among options that stand beside each other."""
    action = _action(form)
    if action.get("type") == "dividend":
        return 9 if action.get("kind") == "pay" else 1
    return 3 if action.get("agrees") else 1


def _action(form: Form) -> dict[str, Any]:
    said = json.loads(form.having("action") or "{}")
    assert isinstance(said, dict)
    return said


def _query(link: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(link).query)


def _option_of(node: Node, link: str) -> bool:
    """Is it one of the options of the group that a link has picked?"""
    here, there = _query(node.get("href")), _query(link)
    return "tile" in here and here.get("pick") == there.get("pick")


async def play_on(players: Sequence[Player], table: str, most: int, whole_every: int = 7) -> tuple[int, bool]:
    """Play so many moves, or to the end; how many there were, and whether the game is over.

    Every so often a player loads the whole page and sends a form as a browser without script; otherwise as htmx does.
    """
    at, count = players[0], 0
    while count < most:
        page = await at.turn(table, whole=count % whole_every == 0)
        count += page is not None
        if page is None:
            page = await at.get(f"{table}/parts?only=panel", script=True)
        if is_over(page):
            return count, True
        if not mine(page):
            at = next_of(players, page, at)
    return count, False


def next_of(players: Sequence[Player], page: Node, other: Player) -> Player:
    """Whom the page names as the one who decides."""
    named = [player for player in players if player.name in turn_of(page)]
    assert len(named) == 1 and named[0] is not other, (turn_of(page), other.name)
    return named[0]
