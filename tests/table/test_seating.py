"""Tables, seats, accounts and sessions, and who may do what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.table.tablekit import BOTS, Clock, Club, person
from tests.table.test_moves import refused

from stellwerk.errors import BadInput
from stellwerk.table.db.records import Actor
from stellwerk.table.live.feed import Cursor
from stellwerk.table.service.permission import may
from stellwerk.table.service.service import Service
from stellwerk.table.service.table_limits import Allowance

FREE_SEATS = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "bot", "name": "Robot"}]


@pytest.fixture
def ada(service: Service) -> Actor:
    return person(service, "Ada")


def test_a_table_fills_and_starts(service: Service, ada: Actor) -> None:
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=ada)
    with refused("seats-free"):
        service.tables.start(table, actor=ada)
    with refused("not-begun"):
        service.games.game(table, actor=ada)
    bo = person(service, "Bo")
    guest = Actor(account=bo.account, invitation=service.tables.table(table, actor=ada).invitation)
    service.seats.join(table, 1, "Bo", actor=guest)
    with refused("seat-taken"):
        service.seats.join(table, 1, "Eve", actor=guest)
    with refused("forbidden"):
        service.tables.start(table, actor=bo)
    service.tables.start(table, actor=ada)
    for late in (lambda: service.tables.start(table, actor=ada), lambda: service.seats.leave(table, 1, actor=bo)):
        with refused("begun"):
            late()
    assert [info.id for info in service.tables.tables_of(actor=bo)] == [table]
    assert service.tables.table_invited(guest.invitation) == table


def test_who_leaves_frees_the_seat(service: Service, ada: Actor) -> None:
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=ada, visibility="open")
    bo = person(service, "Bo")
    service.seats.join(table, 1, "Bo", actor=bo)
    service.seats.arrange(table, 2, {"kind": "free"}, actor=ada)
    with refused("seated"):
        service.seats.join(table, 2, "Bo again", actor=bo)
    with refused("forbidden"):
        service.seats.leave(table, 1, actor=ada)
    with refused("seat-taken"):
        service.seats.arrange(table, 1, {"kind": "bot"}, actor=ada)
    assert service.seats.leave(table, 1, actor=bo).seats[1].kind == "free"
    info = service.seats.arrange(table, 1, {"kind": "bot", "name": "Second"}, actor=ada)
    assert (info.seats[1].kind, info.seats[1].bot) == ("bot", "steady")


def test_the_seed_and_the_invitation_are_not_for_everybody(club: Club) -> None:
    for actor, invited in ((club.ada, True), (club.bo, True), (Actor(), False), (BOTS, False)):
        table = club.service.tables.table(club.table, actor=actor)
        assert (bool(table.invitation), table.seed) == (invited, 0)


def test_a_private_table_is_not_there_for_others(service: Service, ada: Actor) -> None:
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=ada)
    eve = person(service, "Eve")
    for stranger in (eve, Actor(), Actor(account=eve.account, invitation="guess")):
        for attempt in (
            lambda who: service.tables.table(table, actor=who),
            lambda who: service.seats.join(table, 1, "Eve", actor=who),
            lambda who: service.chat.messages(table, actor=who),
            lambda who: service.live.news(table, Cursor(), actor=who),
            lambda who: service.tables.start(table, actor=who),
        ):
            with refused("unknown-table"):
                attempt(stranger)
    assert service.tables.open_tables(actor=eve) == []
    with refused("unknown-invitation"):
        service.tables.table_invited("guess")


@pytest.mark.parametrize(
    "change",
    [
        {"title": "1830"},
        {"variant": "nonsense"},
        {"rules": "nonsense"},
        {"title": 5},
        {"seating": []},
        {"seating": "Ada"},
        {"seating": FREE_SEATS[:2]},
        {"seating": [*FREE_SEATS[:2], {"kind": "throne"}]},
        {"seating": [*FREE_SEATS[:2], {"kind": "bot", "bot": "deep"}]},
        {"seating": [*FREE_SEATS[:2], {"name": "Ada"}]},
        {"seating": [*FREE_SEATS[:2], {"name": "x" * 41}]},
        {"seating": [*FREE_SEATS[:2], {"name": "a\u202eb\n"}]},
        {"seating": [*FREE_SEATS[:2], {"name": "chance"}]},
        {"seating": [*FREE_SEATS[:2], {"owner": 1}]},
        {"seed": 2**60},
        {"seed": "7"},
        {"visibility": "secret"},
        {"options": {"x": "y" * 5000}},
    ],
)
def test_a_table_that_cannot_be_is_refused(service: Service, ada: Actor, change: dict[str, Any]) -> None:
    told: dict[str, Any] = {"title": "18CZ", "seating": FREE_SEATS, **change}
    with pytest.raises(BadInput):
        service.tables.create_table(**told, actor=ada)
    assert service.tables.tables_of(actor=ada) == []


def test_tables_that_wait_are_limited(service: Service, ada: Actor) -> None:
    service.desk.allowance = Allowance(waiting=1)
    service.tables.create_table("18CZ", FREE_SEATS, actor=ada)
    with refused("too-many-tables"):
        service.tables.create_table("18CZ", FREE_SEATS, actor=ada)
    with refused("forbidden"):
        service.tables.create_table("18CZ", FREE_SEATS, actor=Actor())


def test_names_of_accounts_differ_in_more_than_capitals(service: Service) -> None:
    service.accounts.open_account("Grün")
    for name in ("Grün", "GRÜN", "gru\u0308n"):
        with refused("name-taken"):
            service.accounts.open_account(name)
    for bad in ("", " a", "a\tb", "x" * 41, None):
        with pytest.raises(BadInput):
            service.accounts.open_account(bad)  # type: ignore[arg-type]


def test_a_session_stands_for_an_account_until_it_ends(service: Service) -> None:
    account = service.accounts.open_account("Ada", "hash-1")
    assert service.accounts.password_of("aDa") == (account.id, "hash-1")
    token = service.accounts.open_session(account.id, days=1)
    assert service.accounts.actor_of(token) == Actor(account=account.id)
    assert service.accounts.actor_of("guess") == service.accounts.actor_of("\ud800") == Actor()
    assert isinstance(service.clock, Clock)
    service.clock.now += 86_401
    assert service.accounts.actor_of(token) == Actor()
    tokens = [service.accounts.open_session(account.id) for _ in range(2)]
    service.accounts.close_session(tokens[0])
    assert [service.accounts.actor_of(token).account for token in tokens] == [None, account.id]
    service.accounts.set_password(account.id, "hash-2")
    assert service.accounts.actor_of(tokens[1]) == Actor()


def test_a_closed_account_takes_no_game_away(club: Club) -> None:
    assert club.bo.account is not None
    token = club.service.accounts.open_session(club.bo.account)
    club.move()
    club.service.accounts.close_account(club.bo.account)
    assert club.service.accounts.actor_of(token) == Actor()
    assert club.service.accounts.password_of("Bo") is None
    assert club.service.accounts.account(club.bo.account).closed
    with refused("unknown-account"):
        club.service.accounts.open_session(club.bo.account)
    with refused("unknown-account"):
        club.service.tables.create_table("18CZ", FREE_SEATS, actor=club.bo)
    assert club.service.tables.table(club.table, actor=club.ada).seats[1].name == "Bo"
    assert club.service.games.verify(club.table) == 2


def test_what_is_not_known_is_not_allowed(club: Club) -> None:
    table = club.service.tables.table(club.table, actor=club.ada)
    assert not may(club.ada, "table.burn", table)
    assert not may(club.ada, "table.see", None)
    assert not may(club.ada, "seat.play", table)
    assert may(Actor(), "table.see", table)
    assert not may(Actor(), "chat.write", table)
    assert may(BOTS, "table.see", table) and not may(BOTS, "seat.play", table.seats[0])


def test_one_is_called_otherwise_until_the_game_begins(service: Service, ada: Actor) -> None:
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=ada, visibility="open")
    bo = person(service, "Bo")
    service.seats.join(table, 1, "Bo", actor=bo)
    assert service.seats.rename(table, 1, "Bobo", actor=bo).players == ("Ada", "Bobo", "Robot")
    with refused("forbidden"):
        service.seats.rename(table, 1, "Fool", actor=ada)
    for name in ("Ada", "chance", "", "x" * 41):
        with pytest.raises(BadInput):
            service.seats.rename(table, 1, name, actor=bo)
    service.tables.start(table, actor=ada)
    with refused("begun"):
        service.seats.rename(table, 1, "Bo", actor=bo)


def test_a_table_that_waits_can_be_closed(service: Service, ada: Actor) -> None:
    table = service.tables.create_table("18CZ", FREE_SEATS, actor=ada, visibility="open")
    bo = person(service, "Bo")
    with refused("forbidden"):
        service.tables.close_table(table, actor=bo)
    assert service.tables.close_table(table, actor=ada).state == "closed"
    for late in (
        lambda: service.seats.join(table, 1, "Bo", actor=bo),
        lambda: service.tables.start(table, actor=ada),
        lambda: service.tables.close_table(table, actor=ada),
    ):
        with refused("closed"):
            late()
    with refused("not-begun"):
        service.games.game(table, actor=ada)
    assert [*service.tables.open_tables(actor=bo), *service.overviews.open_overview(actor=bo)] == []


def test_a_seat_given_up_is_played_by_a_bot_and_the_log_keeps_who_played_what(club: Club) -> None:
    while not any(line.who == "Bo" for line in club.service.history.log(club.table, actor=BOTS)):
        club.move()
    with refused("forbidden"):
        club.service.seat_transfers.replace(club.table, 1, actor=club.ada)
    club.service.programs.set_program(club.table, 1, {"pass": True}, actor=club.bo)
    assert club.service.seat_transfers.replace(club.table, 1, actor=club.bo).seats[1].kind == "bot"
    with refused("forbidden"):
        club.service.programs.program(club.table, 1, actor=club.bo)
    club.people["Bo"] = BOTS
    for _ in range(6):
        club.move()
    played = [line.account for line in club.service.history.log(club.table, actor=BOTS) if line.who == "Bo"]
    assert played[0] == club.bo.account and played[-1] is None
    assert club.service.tables.table(club.table, actor=club.ada).players == ("Ada", "Bo", "Cy")


def test_a_bot_goes_on_for_a_closed_account(club: Club) -> None:
    assert club.bo.account is not None
    club.service.accounts.close_account(club.bo.account)
    with refused("forbidden"):
        club.service.seat_transfers.replace(club.table, 1, actor=person(club.service, "Eve"))
    assert club.service.seat_transfers.replace(club.table, 1, actor=club.cy).seats[1].kind == "bot"
    with refused("seat-taken"):
        club.service.seat_transfers.replace(club.table, 1, actor=club.cy)


def test_a_bots_seat_is_taken_over_if_the_owner_likes(club: Club) -> None:
    eve = person(club.service, "Eve")
    with refused("seat-taken"):
        club.service.seat_transfers.offer_seat(club.table, 1, actor=club.ada)
    club.service.seat_transfers.replace(club.table, 1, actor=club.bo)
    with refused("seat-taken"):
        club.service.seat_transfers.take_over(club.table, 1, actor=eve)
    with refused("forbidden"):
        club.service.seat_transfers.offer_seat(club.table, 1, actor=club.cy)
    assert club.service.seat_transfers.offer_seat(club.table, 1, actor=club.ada).offered == (1,)
    with refused("seated"):
        club.service.seat_transfers.take_over(club.table, 1, actor=club.cy)
    taken = club.service.seat_transfers.take_over(club.table, 1, actor=eve)
    assert (taken.seats[1].name, taken.seats[1].account, taken.offered) == ("Bo", eve.account, ())
    club.service.seat_transfers.replace(club.table, 1, actor=eve)
    assert club.service.seat_transfers.take_over(club.table, 1, actor=club.ada).seats[1].kind == "screen"


def test_what_is_put_away_is_off_the_list_and_nowhere_else(club: Club, ada_alone: int) -> None:
    with refused("others-play"):
        club.service.overviews.put_away(club.table, actor=club.ada)
    with refused("unknown-table"):
        club.service.overviews.put_away(ada_alone, actor=club.bo)
    for _ in range(2):
        club.service.overviews.put_away(ada_alone, actor=club.ada)
    assert [one.table.id for one in club.service.overviews.overview(actor=club.ada)] == [club.table]
    assert [one.table.id for one in club.service.overviews.overview(actor=club.ada, put_away=True)] == [ada_alone]
    assert club.service.games.game(ada_alone, actor=club.ada).turn
    club.service.overviews.bring_back(ada_alone, actor=club.ada)
    assert len(club.service.overviews.overview(actor=club.ada)) == 2


@pytest.fixture
def ada_alone(club: Club) -> int:
    seats = [{"kind": "account", "name": "Ada"}, *({"kind": "bot", "name": name} for name in ("Emil", "Rosa"))]
    table = club.service.tables.create_table("18CZ", seats, actor=club.ada)
    club.service.tables.start(table, actor=club.ada)
    return table


def test_the_list_says_where_games_stand_without_reading_positions(club: Club) -> None:
    club.move()
    (one,) = club.service.overviews.overview(actor=club.ada, budget=0)
    assert one.standing is not None and one.standing.turn == club.service.games.game(club.table, actor=club.ada).turn
    assert one.number == club.at
    club.service.archive.forget()
    assert club.service.overviews.overview(actor=club.ada, budget=-1)[0].standing is None
    assert club.service.overviews.overview(actor=club.ada)[0].standing == one.standing


def test_a_visitor_has_no_lists(club: Club, ada_alone: int) -> None:
    nobody = Actor()
    assert [*club.service.overviews.overview(actor=nobody), *club.service.tables.tables_of(actor=nobody)] == []
    assert [*club.service.overviews.asked_of(actor=nobody), *club.service.overviews.copies(actor=nobody)] == []
    with refused("unknown-table"):
        club.service.overviews.put_away(ada_alone, actor=nobody)


def test_a_whole_game_is_brought_and_can_be_gone_back_in(service: Service, ada: Actor) -> None:
    file = (Path(__file__).resolve().parents[1] / "games" / "18Rhl-3p.json").read_bytes()
    table = service.game_import.import_table(file, actor=ada, name="Old times")
    info = service.tables.table(table, actor=ada)
    assert (info.state, info.name) == ("over", "Old times")
    assert {seat.kind for seat in info.seats} == {"screen"}
    line = service.history.line(table, actor=ada)
    service.archive.forget()
    assert service.games.game(table, 120, actor=ada).position.hash() == line[119].hash
    with pytest.raises(BadInput):
        service.game_import.import_table(file[: len(file) // 2], actor=ada)
    with refused("forbidden"):
        service.game_import.import_table(file, actor=Actor())
    assert len(service.tables.tables_of(actor=ada)) == 1
