"""Setting a table up, the waiting room, invitations, and seats that change hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from stellwerk.errors import BadInput, Illegal, StellwerkError
from stellwerk.rules import Rules
from stellwerk.table.db.records import BOT, FREE, PERSON, PLAYING, SCREEN, WAITING, Actor, TableInfo
from stellwerk.table.service import input_checks
from stellwerk.table.service.service import Service
from stellwerk.table.service.tables import USUAL_BOT
from stellwerk.table.view.lobby.set_up import (
    BOT_NAMES,
    SeatWish,
    Wish,
    make_set_up_page,
    seat_specs,
    seed_of,
    set_up_problems,
    variant_of,
)
from stellwerk.table.view.lobby.waiting_room import make_waiting_room
from stellwerk.table.view.title.title_card import mini_board, small_board
from stellwerk.table.view.words.texts import Speech
from stellwerk.table.web import cookies
from stellwerk.table.web.pages.forms import name_of, read_whole_number
from stellwerk.table.web.refusal_replies import Refusal, refusal_of, status_of
from stellwerk.table.web.reply import answer_json, answer_page, redirect_to, wants_json
from stellwerk.table.web.site import actor_of, number_in, run_in_thread, site_of, speech_of

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


async def show_set_up(request: Request) -> Response:
    """The page to set a table up; the address may say what is wished for."""
    return await _set_up_page(request, wish_of(request.query_params))


async def _set_up_page(request: Request, wish: Wish, refusal: Refusal | None = None, status: int = 200) -> Response:
    local, asked = site_of(request).settings.local, bool(wish.title)
    kept = await run_in_thread(site_of(request).service.boards.boards_kept, actor=actor_of(request))
    made = await run_in_thread(
        make_set_up_page, wish, name_of(request), local, speech_of(request), complain=asked, kept=kept
    )
    boards = {card.title: await run_in_thread(mini_board, card.title) for card in made.titles}
    return answer_page(request, "setup.html", made, status, boards=boards, refusal=refusal)


async def create_table(request: Request) -> Response:
    """Set a table up as wished; if nobody is waited for, the game begins. `show` only asks what the wish means."""
    form = await request.form()
    wish = wish_of(form)
    if form.get("show"):
        return await _set_up_page(request, wish)
    here, words, me = site_of(request), speech_of(request), name_of(request)
    try:
        found = await run_in_thread(set_up_problems, wish, me, here.settings.local, words)
        if found:
            raise BadInput(" ".join(found))
        table = await run_in_thread(
            _create_from_wish, here.service, wish, me, here.settings.local, words, actor_of(request)
        )
    except StellwerkError as error:
        if wants_json(request):
            raise
        return await _set_up_page(request, wish, refusal_of(error, speech_of(request)), status_of(error))
    return answer_json({"table": table}) if wants_json(request) else redirect_to(request, f"/tables/{table}")


def _create_from_wish(service: Service, wish: Wish, me: str, local: bool, words: Speech, who: Actor) -> int:
    seating = seat_specs(wish, me, local, words)
    table = service.tables.create_table(
        wish.title,
        seating,
        actor=who,
        variant=variant_of(wish),
        rules=wish.rules,
        options={"name": input_checks.check_name(wish.name, "name of a table")} if wish.name else {},
        seed=seed_of(wish),
        visibility="private" if local else wish.visibility,
        own=wish.own or None,
    )
    if all(seat["kind"] != FREE for seat in seating):
        service.tables.start(table, actor=who)
    return table


async def import_game(request: Request) -> Response:
    """A game file becomes a table."""
    form = await request.form()
    file, name = form.get("file"), str(form.get("name", "")).strip()[:200]
    try:
        if not isinstance(file, UploadFile) or not file.filename:
            raise BadInput("Choose the file of a game first.")
        data = await file.read()
        table = await run_in_thread(
            site_of(request).service.game_import.import_table, data, actor=actor_of(request), name=name
        )
    except StellwerkError as error:
        if wants_json(request):
            raise
        return await _set_up_page(request, Wish(), refusal_of(error, speech_of(request)), status_of(error))
    return answer_json({"table": table}) if wants_json(request) else redirect_to(request, f"/tables/{table}")


# The waiting room


class Room(NamedTuple):
    """A table, the seats nobody plays for any more, and its rules, if they are here."""

    table: TableInfo
    deserted: tuple[int, ...]
    rules: Rules | None


async def show_waiting(request: Request) -> Response:
    """The waiting room of the table in the address, or its JSON twin; once the game runs, the page of its seats."""
    return await _waiting_room(request)


async def _waiting_room(request: Request, refusal: Refusal | None = None, status: int = 200) -> Response:
    room = await run_in_thread(read_room, site_of(request).service, number_in(request, "table"), actor_of(request))
    return await show_room(request, room, refusal, status)


async def show_room(request: Request, room: Room, refusal: Refusal | None = None, status: int = 200) -> Response:
    """The waiting room, or the page of the seats once the game runs, or its JSON twin."""
    table, deserted, rules = room
    made = await run_in_thread(
        make_waiting_room,
        table,
        rules,
        actor_of(request),
        site_of(request).settings.local,
        speech_of(request),
        deserted,
    )
    board = await run_in_thread(small_board, rules.board.figure) if rules is not None else ""
    link = f"{str(request.base_url).rstrip('/')}{made.invitation}" if made.invitation else ""
    me = name_of(request)
    return answer_page(request, "waiting.html", made, status, board=board, link=link, me=me, refusal=refusal)


def read_room(service: Service, number: int, who: Actor) -> Room:
    """Who sits at a table."""
    with service.desk.reading(who):
        table = service.tables.table(number, actor=who)
        deserted = service.seat_transfers.deserted(number, actor=who) if table.state == PLAYING else ()
        return Room(table, deserted, _rules_of_table(service, table))


def _rules_of_table(service: Service, table: TableInfo) -> Rules | None:
    """The rules of a table; None if they are not here, which is no reason not to tell who sits there."""
    try:
        return service.boards.rules_at(table)
    except StellwerkError:
        return None


Deed = Callable[[Service, int, Mapping[str, Any], Actor], object]


def _deed_route(deed: Deed, to: str = "") -> Callable[[Request], Any]:
    """A page that does something at a table and shows it again; a refusal is said there."""

    async def do(request: Request) -> Response:
        form, number, who = dict(await request.form()), number_in(request, "table"), actor_of(request)
        service = site_of(request).service
        try:
            done = await run_in_thread(deed, service, number, form, who)
        except StellwerkError as error:
            if wants_json(request) or not (bool(to) or await run_in_thread(_is_waiting, service, number, who)):
                raise
            return await _waiting_room(request, refusal_of(error, speech_of(request)), status_of(error))
        if wants_json(request):
            return answer_json(done)
        return redirect_to(
            request, f"/tables/{number}{to}" if await run_in_thread(_may_see, service, number, who) else "/"
        )

    return do


def _may_see(service: Service, number: int, who: Actor) -> bool:
    """Who stood up from a private table may no longer see it."""
    try:
        return bool(service.tables.table(number, actor=who))
    except Illegal:
        return False


def _is_waiting(service: Service, number: int, who: Actor) -> bool:
    return service.tables.table(number, actor=who).state == WAITING


def _join_table(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.seats.join(
        table, read_whole_number(form.get("seat", "")), str(form.get("name", "")).strip(), actor=who
    )


def _leave_table(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.seats.leave(table, read_whole_number(form.get("seat", "")), actor=who)


def _rename_seat(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.seats.rename(
        table, read_whole_number(form.get("seat", "")), str(form.get("name", "")).strip(), actor=who
    )


def _arrange_seat(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    """Another kind of seat; a name that is not given is one that nobody has."""
    seat, kind = read_whole_number(form.get("seat", "")), str(form.get("kind", ""))
    info = service.tables.table(table, actor=who)
    name = str(form.get("name", "")).strip() or _unused_name(info, seat, kind, service, who)
    return service.seats.arrange(table, seat, {"kind": kind, **({"name": name} if name else {})}, actor=who)


def _unused_name(table: TableInfo, seat: int, kind: str, service: Service, who: Actor) -> str:
    taken = {other.name for other in table.seats if other.seat != seat}
    wanted = {BOT: BOT_NAMES, SCREEN: (f"Player {seat + 1}",), FREE: (f"Seat {seat + 1}",)}
    if kind == PERSON and who.account is not None:
        wanted[PERSON] = (service.accounts.account(who.account).name,)
    return next((name for name in wanted.get(kind, ()) if name not in taken), "")


def _remove_guest(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.seats.remove(table, read_whole_number(form.get("seat", "")), actor=who)


def _renew_invitation(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.tables.renew_invitation(table, actor=who)


def _begin_game(service: Service, table: int, form: Form, who: Actor) -> object:
    now = service.tables.start(table, actor=who)
    return {"number": now.number, "depth": now.depth}


def _close_table(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.tables.close_table(table, actor=who)


def _replace_invitation(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.seat_transfers.replace(table, read_whole_number(form.get("seat", "")), actor=who)


def _offer_seat(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.seat_transfers.offer_seat(
        table, read_whole_number(form.get("seat", "")), form.get("offered", "1") == "1", actor=who
    )


def _take_over(service: Service, table: int, form: Form, who: Actor) -> TableInfo:
    return service.seat_transfers.take_over(table, read_whole_number(form.get("seat", "")), actor=who)


# Invitations


async def join_by(request: Request) -> Response:
    """Somebody follows an invitation: it is remembered, and he goes to the table, by way of signing in."""
    token = str(request.path_params["token"])
    table = await run_in_thread(site_of(request).service.tables.table_invited, token)
    to = f"/tables/{table}" if actor_of(request).account is not None else f"/sign-in?next=/tables/{table}"
    answer = RedirectResponse(to, status_code=303)
    cookies.keep_invitation(request, answer, token)
    return answer


_DEEDS: dict[str, Deed] = {
    "join": _join_table,
    "leave": _leave_table,
    "rename": _rename_seat,
    "arrange": _arrange_seat,
    "remove": _remove_guest,
    "invitation": _renew_invitation,
    "start": _begin_game,
    "close": _close_table,
    "replace": _replace_invitation,
    "offer": _offer_seat,
    "take-over": _take_over,
}

_AFTER = dict.fromkeys(("replace", "offer", "take-over", "invitation"), "/seats")

routes = [
    Route("/tables/{table:int}/seats", show_waiting),
    Route("/tables/{table:int}/seats.json", show_waiting),
    Route("/tables/new", show_set_up),
    Route("/tables/new.json", show_set_up),
    Route("/tables/new", create_table, methods=["POST"]),
    Route("/tables/new.json", create_table, methods=["POST"]),
    Route("/tables/bring", import_game, methods=["POST"]),
    Route("/tables/bring.json", import_game, methods=["POST"]),
    Route("/join/{token}", join_by),
    *(
        Route(
            f"/tables/{{table:int}}/{name}{end}", _deed_route(deed, _AFTER.get(name, "")), methods=["POST"], name=name
        )
        for name, deed in _DEEDS.items()
        for end in ("", ".json")
    ),
]
