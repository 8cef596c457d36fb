"""Setting a table up, the waiting room, invitations, and seats that change hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from stellwerk.errors import BadInput, Illegal, StellwerkError
from stellwerk.rules import Rules
from stellwerk.table import checks
from stellwerk.table.records import BOT, FREE, PERSON, PLAYING, SCREEN, WAITING, Actor, TableInfo
from stellwerk.table.seating import USUAL_BOT
from stellwerk.table.service import Service
from stellwerk.table.view.setup import BOT_NAMES, SeatWish, Wish, problems, seed_of, setup, specs, variant_of
from stellwerk.table.view.texts import Say
from stellwerk.table.view.titlecard import mini_board, small_board
from stellwerk.table.view.waiting import waiting
from stellwerk.table.web import cookies
from stellwerk.table.web.pages.forms import name_of, whole
from stellwerk.table.web.refusals import Refusal, refusal_of, status_of
from stellwerk.table.web.reply import go, json, page, wants_json
from stellwerk.table.web.site import actor, number_in, say, site, work

Form = Mapping[str, Any]
MOST_SEATS = 10


# Setting up


def wish_of(form: Any) -> Wish:
    """A wish from a form or an address."""
    players = str(form.get("players", "4"))
    return Wish(
        title=str(form.get("title", ""))[:40],
        players=int(players) if players.isdecimal() and len(players) < 3 else 4,
        variants=tuple(str(name)[:60] for name in form.getlist("variant"))[:10],
        rules=str(form.get("rules") or "book")[:40],
        name=str(form.get("name", "")).strip()[:200],
        visibility=str(form.get("visibility") or "private")[:10],
        seed=str(form.get("seed", "")).strip()[:40],
        bots=str(form.get("bots") or USUAL_BOT)[:40],
        seats=tuple(_seat_wish(form, number) for number in range(MOST_SEATS)),
        own=str(form.get("own", ""))[:64],
    )


def _seat_wish(form: Form, number: int) -> SeatWish:
    """A name that the page filled in does not follow a seat that becomes another kind."""
    kind, name, was, given = (
        str(form.get(f"seat{number}-{part}", ""))[:200] for part in ("kind", "name", "was", "given")
    )
    return SeatWish(kind, "" if kind != was and name == given else name)


async def new(request: Request) -> Response:
    """The page to set a table up; the address may say what is wished for."""
    return await _setup(request, wish_of(request.query_params))


async def _setup(request: Request, wish: Wish, refusal: Refusal | None = None, status: int = 200) -> Response:
    local, asked = site(request).settings.local, bool(wish.title)
    kept = await work(site(request).service.boards_kept, actor=actor(request))
    made = await work(setup, wish, name_of(request), local, say(request), complain=asked, kept=kept)
    boards = {card.title: await work(mini_board, card.title) for card in made.titles}
    return page(request, "setup.html", made, status, boards=boards, refusal=refusal)


async def create(request: Request) -> Response:
    """Set a table up as wished; if nobody is waited for, the game begins. `show` only asks what the wish means."""
    form = await request.form()
    wish = wish_of(form)
    if form.get("show"):
        return await _setup(request, wish)
    here, words, me = site(request), say(request), name_of(request)
    try:
        found = await work(problems, wish, me, here.settings.local, words)
        if found:
            raise BadInput(" ".join(found))
        table = await work(_create, here.service, wish, me, here.settings.local, words, actor(request))
    except StellwerkError as error:
        if wants_json(request):
            raise
        return await _setup(request, wish, refusal_of(error, say(request)), status_of(error))
    return json({"table": table}) if wants_json(request) else go(request, f"/tables/{table}")


def _create(service: Service, wish: Wish, me: str, local: bool, words: Say, who: Actor) -> int:
    seating = specs(wish, me, local, words)
    table = service.create_table(
        wish.title,
        seating,
        actor=who,
        variant=variant_of(wish),
        rules=wish.rules,
        options={"name": checks.name(wish.name, "name of a table")} if wish.name else {},
        seed=seed_of(wish),
        visibility="private" if local else wish.visibility,
        own=wish.own or None,
    )
    if all(seat["kind"] != FREE for seat in seating):
        service.start(table, actor=who)
    return table


async def bring(request: Request) -> Response:
    """A game file becomes a table."""
    form = await request.form()
    file, name = form.get("file"), str(form.get("name", "")).strip()[:200]
    try:
        if not isinstance(file, UploadFile) or not file.filename:
            raise BadInput("Choose the file of a game first.")
        data = await file.read()
        table = await work(site(request).service.import_table, data, actor=actor(request), name=name)
    except StellwerkError as error:
        if wants_json(request):
            raise
        return await _setup(request, Wish(), refusal_of(error, say(request)), status_of(error))
    return json({"table": table}) if wants_json(request) else go(request, f"/tables/{table}")


# The waiting room


async def show_waiting(request: Request) -> Response:
    """The waiting room of the table in the address, or its JSON twin; once the game runs, the page of its seats."""
    return await _room(request)


async def _room(request: Request, refusal: Refusal | None = None, status: int = 200) -> Response:
    who, here, number = actor(request), site(request), number_in(request, "table")
    table = await work(here.service.table, number, actor=who)
    deserted = await work(here.service.deserted, number, actor=who) if table.state == PLAYING else ()
    rules = await work(_rules, here.service, table)
    made = await work(waiting, table, rules, who, here.settings.local, say(request), deserted)
    board = await work(small_board, rules.board.figure) if rules is not None else ""
    link = f"{str(request.base_url).rstrip('/')}{made.invitation}" if made.invitation else ""
    me = name_of(request)
    return page(request, "waiting.html", made, status, board=board, link=link, me=me, refusal=refusal)


def _rules(service: Service, table: TableInfo) -> Rules | None:
    """The rules of a table; None if they are not here, which is no reason not to tell who sits there."""
    try:
        return service.rules_at(table)
    except StellwerkError:
        return None


Deed = Callable[[Service, int, Mapping[str, Any], Actor], object]


def _doing(deed: Deed, to: str = "") -> Callable[[Request], Any]:
    """A page that does something at a table and shows it again; a refusal is said there."""

    async def do(request: Request) -> Response:
        form, number, who = dict(await request.form()), number_in(request, "table"), actor(request)
        service = site(request).service
        try:
            done = await work(deed, service, number, form, who)
        except StellwerkError as error:
            if wants_json(request) or not (bool(to) or await work(_waits, service, number, who)):
                raise
            return await _room(request, refusal_of(error, say(request)), status_of(error))
        if wants_json(request):
            return json(done)
        return go(request, f"/tables/{number}{to}" if await work(_sees, service, number, who) else "/")

    return do


def _sees(service: Service, number: int, who: Actor) -> bool:
    """Who stood up from a private table may no longer see it."""
    try:
        return bool(service.table(number, actor=who))
    except Illegal:
        return False


def _waits(service: Service, number: int, who: Actor) -> bool:
    return service.table(number, actor=who).state == WAITING


def _join(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.join(table, whole(form.get("seat", "")), str(form.get("name", "")).strip(), actor=who)


def _leave(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.leave(table, whole(form.get("seat", "")), actor=who)


def _rename(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.rename(table, whole(form.get("seat", "")), str(form.get("name", "")).strip(), actor=who)


def _arrange(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    """Another kind of seat; a name that is not given is one that nobody has."""
    seat, kind = whole(form.get("seat", "")), str(form.get("kind", ""))
    info = service.table(table, actor=who)
    name = str(form.get("name", "")).strip() or _unused(info, seat, kind, service, who)
    return service.arrange(table, seat, {"kind": kind, **({"name": name} if name else {})}, actor=who)


def _unused(table: TableInfo, seat: int, kind: str, service: Service, who: Actor) -> str:
    taken = {other.name for other in table.seats if other.seat != seat}
    wanted = {BOT: BOT_NAMES, SCREEN: (f"Player {seat + 1}",), FREE: (f"Seat {seat + 1}",)}
    if kind == PERSON and who.account is not None:
        wanted[PERSON] = (service.account(who.account).name,)
    return next((name for name in wanted.get(kind, ()) if name not in taken), "")


def _remove(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.remove(table, whole(form.get("seat", "")), actor=who)


def _renew_invitation(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.renew_invitation(table, actor=who)


def _begin(service: Service, table: int, form: Form, who: Actor) -> object:
    now = service.start(table, actor=who)
    return {"number": now.number, "depth": now.depth}


def _close(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.close_table(table, actor=who)


def _replace(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.replace(table, whole(form.get("seat", "")), actor=who)


def _offer(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.offer_seat(table, whole(form.get("seat", "")), form.get("offered", "1") == "1", actor=who)


def _take_over(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.take_over(table, whole(form.get("seat", "")), actor=who)


# Invitations


async def join_by(request: Request) -> Response:
    """Somebody follows an invitation: it is remembered, and he goes to the table, by way of signing in."""
    token = str(request.path_params["token"])
    table = await work(site(request).service.table_invited, token)
    to = f"/tables/{table}" if actor(request).account is not None else f"/sign-in?next=/tables/{table}"
    answer = RedirectResponse(to, status_code=303)
    cookies.keep_invitation(request, answer, token)
    return answer


_DEEDS: dict[str, Deed] = {
    "join": _join,
    "leave": _leave,
    "rename": _rename,
    "arrange": _arrange,
    "remove": _remove,
    "invitation": _renew_invitation,
    "start": _begin,
    "close": _close,
    "replace": _replace,
    "offer": _offer,
    "take-over": _take_over,
}

_AFTER = dict.fromkeys(("replace", "offer", "take-over", "invitation"), "/seats")

routes = [
    Route("/tables/{table:int}/seats", show_waiting),
    Route("/tables/{table:int}/seats.json", show_waiting),
    Route("/tables/new", new),
    Route("/tables/new.json", new),
    Route("/tables/new", create, methods=["POST"]),
    Route("/tables/new.json", create, methods=["POST"]),
    Route("/tables/bring", bring, methods=["POST"]),
    Route("/tables/bring.json", bring, methods=["POST"]),
    Route("/join/{token}", join_by),
    *(
        Route(f"/tables/{{table:int}}/{name}{end}", _doing(deed, _AFTER.get(name, "")), methods=["POST"], name=name)
        for name, deed in _DEEDS.items()
        for end in ("", ".json")
    ),
]
