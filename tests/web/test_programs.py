"""Programmed choices: what they do, what stops them, and that nobody else sees them."""

from __future__ import annotations

from typing import Any

import pytest
from tests import tramsharekit
from tests.web.test_bots import runner_of, wait_for
from tests.web.webkit import Browser, app_on, play_some, table_of

from stellwerk import actions, titles
from stellwerk.actions import BuyShare, Pass, SellShares, StartCompany
from stellwerk.errors import BadInput, Illegal
from stellwerk.game import Game
from stellwerk.position import OFFERING
from stellwerk.steps.distribution import DISTRIBUTION
from stellwerk.table.db.records import Actor, Logged
from stellwerk.table.live import programmed_choices
from stellwerk.table.live.background_player import BOTS
from stellwerk.table.live.programmed_choices import DANGER, FLOATING, PASSING, STOPS, USUAL, ProgramStep, StopReason
from stellwerk.table.service.service import Service
from stellwerk.table.view.game.programmed_choices import make_program_part as shown
from stellwerk.table.view.words.texts import Speech
from stellwerk.table.web.pages.table import scene_of


def in_stock_round(service: Service, me: Actor, title: str = "", set: int = 1, **more: Any) -> int:
    """A table in a stock round; those in it have kept their money together."""
    table = table_of(service, me, title or titles()[0], **more)
    for count in range(1500):
        game, _ = turn(service, table)
        if programmed_choices.in_stock_round(game.position) and game.position.round.set >= set:
            return table
        if game.position.round.set < 2 and set == 1:
            play(service, table, thrifty(game, count), me)
        else:
            play_some(service, table, me, 1)
    raise AssertionError("no stock round")


def thrifty(game: Game, count: int) -> actions.Action:
    """Pass as long as that leads on; then buy what must be bought, and what is given out, or there is no next round."""
    buys = count > 12 or game.position.round.kind == DISTRIBUTION.name
    found = sorted(game.legal().actions(), key=lambda action: isinstance(action, Pass) == buys)
    return found[0]


def turn(service: Service, table: int) -> tuple[Game, int]:
    """The game, and the seat that decides."""
    game = service.games.game(table, actor=BOTS)
    return game, service.tables.table(table, actor=BOTS).players.index(game.turn)


def play(service: Service, table: int, action: actions.Action, me: Actor) -> None:
    """The one who decides plays this."""
    game, seat = turn(service, table)
    assert action in game.legal(), f"{action} is not legal"
    service.moves.play(table, seat, action, service.games.head(table, actor=BOTS).number, actor=me)


def set_up(
    service: Service, table: int, seat: int, kind: str, me: Actor, company: str = "", stops: Any = USUAL
) -> None:
    """Program a choice as the page does."""
    number = service.games.head(table, actor=BOTS).number
    game = service.games.game(table, actor=BOTS)
    made = programmed_choices.new_program(kind, company, stops, game, number)
    service.programs.set_program(table, seat, programmed_choices.encode_program(made), actor=me)
    service.feed.publish(table)


def reason(service: Service, table: int, seat: int, me: Actor) -> StopReason | None:
    """Why the program of a seat stopped, if it did."""
    stored = programmed_choices.decode_program(service.programs.program(table, seat, actor=me))
    return stored.reason if stored else None


@pytest.mark.parametrize("title", titles())
def test_passing_goes_on_to_the_end_of_the_round_and_is_dropped_there(service: Service, me: Actor, title: str) -> None:
    table = in_stock_round(service, me, title)
    game, _ = turn(service, table)
    now = game.position.round
    with runner_of(service):
        for seat in range(4):
            set_up(service, table, seat, PASSING, me)
        wait_for(lambda: service.games.game(table, actor=me).position.round != now)
        wait_for(lambda: all(service.programs.program(table, seat, actor=me) is None for seat in range(4)))
    passes = [entry for entry in service.history.log(table, actor=me) if (entry.action or {}).get("type") == "pass"]
    assert len(passes) >= 4 and all(entry.account == me.account for entry in passes)


def test_a_company_that_is_started_stops_passing(service: Service, me: Actor) -> None:
    table = in_stock_round(service, me)
    game, seat = turn(service, table)
    start = next(action for action in game.legal().actions() if isinstance(action, StartCompany))
    others = [other for other in range(4) if other != seat]
    with runner_of(service):
        for other in others:
            set_up(service, table, other, PASSING, me)
        play(service, table, start, me)
        wait_for(lambda: all(reason(service, table, other, me) is not None for other in others))
    told = reason(service, table, others[0], me)
    assert told is not None and (told.code, told.company) == ("started", start.company)
    assert service.games.game(table, actor=me).turn != game.turn


def test_what_was_not_asked_for_does_not_stop(service: Service, me: Actor) -> None:
    table = in_stock_round(service, me)
    game, seat = turn(service, table)
    start = next(action for action in game.legal().actions() if isinstance(action, StartCompany))
    with runner_of(service):
        for other in range(4):
            if other != seat:
                set_up(service, table, other, PASSING, me, stops=[DANGER])
        play(service, table, start, me)
        wait_for(lambda: service.games.game(table, actor=me).turn == game.turn)
        assert all(reason(service, table, other, me) is None for other in range(4))


def test_an_undo_stops_it(service: Service, me: Actor) -> None:
    table = in_stock_round(service, me)
    game, seat = turn(service, table)
    passing = (seat + 1) % 4
    with runner_of(service):
        set_up(service, table, passing, PASSING, me)
        play(service, table, Pass(game.turn), me)
        wait_for(lambda: turn(service, table)[1] not in (seat, passing))
        service.undo.undo(table, seat, service.games.head(table, actor=me).number, actor=me)
        wait_for(lambda: reason(service, table, passing, me) is not None)
    told = reason(service, table, passing, me)
    assert told is not None and told.code == "undone"


@pytest.mark.parametrize("title", titles())
def test_buying_to_float_buys_until_it_floats(service: Service, me: Actor, title: str) -> None:
    table = in_stock_round(service, me, title)
    company, seat = started(service, table, me)
    with runner_of(service):
        set_up(service, table, seat, FLOATING, me, company)
        for other in range(4):
            if other != seat:
                set_up(service, table, other, PASSING, me, stops=[])
        wait_for(lambda: (service.programs.program(table, seat, actor=me) or {"reason": 1})["reason"] is not None)
    game = service.games.game(table, actor=me)
    told = reason(service, table, seat, me)
    player = service.tables.table(table, actor=me).players[seat]
    bought = [e.action for e in service.history.log(table, actor=me) if e.who == player and e.account == me.account]
    mine = [a for a in bought if a and a["type"] == "buy-share" and a["company"] == company]
    assert all(a.get("source", OFFERING) == OFFERING for a in mine)
    if told is not None and told.code == "enough":
        assert mine and programmed_choices.has_floated(game.rules, game.position, company)
    else:
        assert told is None or told.code in ("refused", "none-left", "floated")


def started(service: Service, table: int, me: Actor) -> tuple[str, int]:
    """A company that waits to float, and the seat that decides then."""
    for _ in range(1500):
        game, seat = turn(service, table)
        waiting = (
            programmed_choices.to_float(game.rules, game.position)
            if programmed_choices.in_stock_round(game.position)
            else ()
        )
        if waiting:
            return waiting[0], seat
        starts = [action for action in game.legal().actions() if isinstance(action, StartCompany)]
        if starts:
            play(service, table, min(starts, key=lambda action: directors_part(game, action.company)), me)
        else:
            play_some(service, table, me, 1)
    raise AssertionError("nobody could start a company")


def directors_part(game: Game, company: str) -> int:
    """How many percent the director's certificate is."""
    return game.rules.register.of[company][0].percent


def logged(game: Game, action: actions.Action, who: str) -> ProgramStep:
    """A step as the log has it."""
    before = game.position
    events = game.play(action)
    line = Logged(2, "move", 1, 2, 2, actions.encode(action), "", who, None, 0.0)
    return ProgramStep(line, before, game.position, events)


@pytest.mark.parametrize("title", titles())
def test_sales_and_rivals_concern_holders_and_directors_only(service: Service, me: Actor, title: str) -> None:
    """Every sale and purchase of two stock rounds, seen by every player."""
    table = in_stock_round(service, me, title, set=2)
    found: set[str] = set()
    for seed in range(1, 150):
        game, _ = turn(service, table)
        if game.over:
            break
        if game.position.round.kind == "stock":
            found |= check_step(game, seed)
        play_some(service, table, me, 1, seed)
    assert "sold" in found


def check_step(game: Game, seed: int) -> set[str]:
    """Try every sale and purchase in a position; what it tells whom is right."""
    made = programmed_choices.new_program(PASSING, "", (programmed_choices.SOLD, DANGER), game, 1)
    rules, told = game.rules, set()
    for action in game.legal().actions():
        if not isinstance(action, SellShares | BuyShare):
            continue
        step = logged(game.copy(), action, game.turn)
        for player in game.position.players:
            reason = programmed_choices.concern_of(made, player, rules, step)
            if player == game.turn:
                assert reason is not None and reason.code == "own"
                continue
            holds = rules.register.percent(step.before, action.company, player) > 0
            if isinstance(action, SellShares):
                assert (reason is not None and reason.code == "sold") == holds
            elif reason is not None:
                assert rules.register.director(step.before, action.company) == player
            told |= {reason.code} if reason else set()
    return told


def test_what_cannot_be_programmed(service: Service, me: Actor) -> None:
    table = table_of(service, me)
    game = service.games.game(table, actor=me)
    with pytest.raises(Illegal, match="stock round"):
        programmed_choices.new_program(PASSING, "", STOPS, game, 1)
    game = service.games.game(in_stock_round(service, me), actor=me)
    with pytest.raises(BadInput):
        programmed_choices.new_program("win", "", STOPS, game, 1)
    with pytest.raises(Illegal, match="no company"):
        programmed_choices.new_program(FLOATING, "nobody", STOPS, game, 1)
    assert programmed_choices.decode_program({"kind": "x"}) is None and programmed_choices.decode_program("x") is None


def test_the_page_programs_and_stops(service: Service, me: Actor, browser: Browser) -> None:
    table = in_stock_round(service, me)
    _, seat = turn(service, table)
    other = str((seat + 1) % 4)
    form = {"seat": other, "kind": "pass", "stop": ["sold", "nonsense"]}
    answer = browser.post(f"/tables/{table}/program.json", data={"csrf": browser.csrf, **form})
    assert answer.status_code == 200 and answer.json()["program"]["stops"] == ["sold"]
    stored = service.programs.program(table, int(other), actor=me)
    assert stored is not None and stored["kind"] == "pass"
    stop = {"seat": other, "kind": "stop"}
    assert browser.submit(f"/tables/{table}/program", stop, follow_redirects=False).status_code == 303
    assert service.programs.program(table, int(other), actor=me) is None
    assert browser.submit(f"/tables/{table}/program", {"seat": other, "kind": "dance"}).status_code == 400
    assert browser.submit(f"/tables/{table}/program", {"seat": "9", "kind": "pass"}).status_code >= 400


def test_a_program_is_shown_to_its_own_seat_only(service: Service) -> None:
    app = app_on(service, local=False)
    ada, bo = (Actor(account=service.accounts.open_account(name).id) for name in ("Ada", "Bo"))
    seats = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "bot", "name": "Cy"}]
    table = service.tables.create_table(titles()[0], seats, actor=ada, seed=7, visibility="open")
    service.seats.join(table, 1, "Bo", actor=bo)
    service.tables.start(table, actor=ada)
    stranger = Browser(app)
    stranger.sign_up("Eve")
    for form in ({"seat": "0", "kind": "pass"}, {"seat": "0", "kind": "stop"}):
        assert stranger.submit(f"/tables/{table}/program", form).status_code == 403
    with pytest.raises(Illegal):
        service.programs.program(table, 0, actor=bo)


def test_the_view_says_what_runs_and_why_it_stopped(service: Service, me: Actor) -> None:
    table = in_stock_round(service, me)
    company, seat = started(service, table, me)
    scene = scene_of(service, table, None, me, Speech("en"))
    fresh = shown(scene, {})
    assert fresh is not None and fresh.passing is not None and not fresh.running
    assert [stop.code for stop in fresh.passing.stops if stop.usual] == list(USUAL)
    assert company in [offer.company for offer in fresh.floating]
    made = programmed_choices.new_program(FLOATING, company, (), service.games.game(table, actor=me), 1)
    running = shown(scene, {seat: programmed_choices.encode_program(made)})
    assert running is not None and running.passing is None and company in running.running[0].text
    stopped = shown(scene, {seat: programmed_choices.encode_program(made.stopped(StopReason("sold", "Cy", company)))})
    assert stopped is not None and stopped.stopped[0].reason == f"Cy sold shares of {company}."
    assert stopped.passing is not None


# Where a turn goes on after the purchase


def test_a_program_ends_the_turn_after_its_purchase() -> None:
    """Given a title in which one may still sell after a purchase, the program buys one certificate, then passes."""
    game = tramsharekit.stock(companies=tramsharekit.tram("SSC", Ada=30, Bo=10), cash={"Ada": 700})
    floating = programmed_choices.new_program(FLOATING, "SSC", (), game, 1)
    buys = programmed_choices.choose_by_program(floating, "Ada", game)
    assert buys == BuyShare("Ada", "SSC", 10, OFFERING)
    assert programmed_choices.is_expected(floating, actions.encode(buys), game.position)
    game.play(buys)
    assert game.turn == "Ada" and programmed_choices.choose_by_program(floating, "Ada", game) == Pass("Ada")
    assert programmed_choices.is_expected(floating, actions.encode(Pass("Ada")), game.position)
    assert not programmed_choices.is_expected(floating, actions.encode(buys), game.position)


def test_closed_companies_are_none_to_float() -> None:
    game = tramsharekit.stock(companies=tramsharekit.tram("SSC", Ada=30, Bo=10))
    assert programmed_choices.to_float(game.rules, game.position) == ("SSC",)
