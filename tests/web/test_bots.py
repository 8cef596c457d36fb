"""Bots in the background: they move whenever it is their turn, know no future, and leave people in peace."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
from tests.web.webkit import play_some, table_of

from stellwerk import titles
from stellwerk.actions import Answer
from stellwerk.events import Offered
from stellwerk.game import Game
from stellwerk.table.db.records import BOT, OVER, Actor
from stellwerk.table.live import background_player as running
from stellwerk.table.live.background_player import BOTS, Runner, choose_for_bot, has_offered, would_ask_person
from stellwerk.table.service.service import Service
from stellwerk.table.web.site import Settings


@contextmanager
def runner_of(service: Service, delay: float = 0.0) -> Iterator[Runner]:
    """A runner at work."""
    made = Runner(service, Settings(bot_delay=delay))
    made.start()
    try:
        yield made
    finally:
        made.stop()


def wait_for(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def is_persons_turn(service: Service, table: int) -> bool:
    """Does a person decide, or nobody any more?"""
    game, seats = service.games.game(table, actor=BOTS), service.tables.table(table, actor=BOTS).seats
    return game.over or any(seat.name == game.turn and seat.kind != BOT for seat in seats)


@pytest.mark.parametrize("title", titles())
def test_bots_move_until_a_person_decides(service: Service, me: Actor, title: str) -> None:
    table = table_of(service, me, title, bots=3)
    with runner_of(service):
        for _ in range(8):
            wait_for(lambda: is_persons_turn(service, table))
            play_some(service, table, me, 1)
        wait_for(lambda: is_persons_turn(service, table))
        bots = {entry.who for entry in service.history.log(table, actor=me) if entry.account is None} - {"chance"}
        assert bots == {"Bo", "Cy", "Di"}
    assert service.games.verify(table) == service.games.head(table, actor=me).number


def test_bots_alone_play_a_game_to_its_end(service: Service, me: Actor) -> None:
    seats = [{"kind": "bot", "name": name, "bot": "casual"} for name in ("A", "B", "C")]
    table = service.tables.create_table(titles()[0], seats, actor=me, seed=5)
    with runner_of(service):
        service.tables.start(table, actor=me)
        wait_for(lambda: service.tables.table(table, actor=me).state == OVER, 60)


def test_a_bot_plays_the_same_again_and_needs_no_seed(service: Service, me: Actor) -> None:
    table = table_of(service, me, bots=3)
    play_some(service, table, me, 60)
    info, game = service.tables.table(table, actor=BOTS), service.games.game(table, actor=BOTS)
    seat = info.seats[1]
    chosen = choose_for_bot(game, info, seat, 61)
    assert choose_for_bot(game, info, seat, 61) == chosen
    blind = game.copy()
    blind.position.seed, blind.position.draws = 0, 0
    assert choose_for_bot(blind, info, seat, 61) == chosen


def test_a_bot_waits_before_it_moves(service: Service, me: Actor) -> None:
    seats = [{"kind": "bot", "name": name} for name in ("A", "B", "C")]
    table = service.tables.create_table(titles()[0], seats, actor=me, seed=5)
    with runner_of(service, delay=0.1):
        service.tables.start(table, actor=me)
        wait_for(lambda: service.games.head(table, actor=me).number >= 4)
    times = [entry.at for entry in service.history.log(table, actor=me)][:4]
    assert all(later - earlier >= 0.095 for earlier, later in pairwise(times))


def test_what_fails_at_one_table_is_tried_again_and_stops_no_other(
    service: Service, me: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "PATIENCE", (0.05,))
    bad, good = (table_of(service, me, bots=3, seed=seed) for seed in (1, 2))
    failures: list[int] = []
    play = service.moves.play

    def failing(table: int, *args: Any, **kwargs: Any) -> Any:
        if table == bad and len(failures) < 3:
            failures.append(1)
            raise RuntimeError("a bug")
        return play(table, *args, **kwargs)

    service.moves.play = failing  # type: ignore[assignment, method-assign]
    with runner_of(service):
        for table in (good, bad):
            for _ in range(2):
                wait_for(lambda table=table: is_persons_turn(service, table))  # type: ignore[misc]
                play_some(service, table, me, 1)
        wait_for(lambda: is_persons_turn(service, bad))
    assert len(failures) == 3


def offering(service: Service, me: Actor) -> tuple[int, Game]:
    """A game just before a company makes a person an offer."""
    for seed in range(1, 40):
        table = table_of(service, me, bots=1, seed=seed)
        for _ in range(60):
            number = play_some(service, table, me, 10, seed)
            game = service.games.game(table, actor=BOTS)
            if game.over:
                break
            for entry in game.log:
                if any(isinstance(event, Offered) and event.asked != "Di" for event in entry.events):
                    return number, game
    raise AssertionError("no offer in forty games")


def test_a_person_gets_one_offer_in_a_turn(service: Service, me: Actor) -> None:
    _, game = offering(service, me)
    people = {"Ada", "Bo", "Cy"}
    index = next(
        i for i, e in enumerate(game.log) if any(isinstance(x, Offered) and x.asked in people for x in e.events)
    )
    entry = game.log[index]
    again = Game(game.rules, entry.before.copy())
    assert would_ask_person(again, entry.action, people) and not has_offered(again, people)
    asked = next(event.asked for event in again.play(entry.action) if isinstance(event, Offered))
    again.play(Answer(asked, False))
    assert has_offered(again, people)
    info = service.tables.table(1, actor=BOTS)
    for number in range(40):
        assert not would_ask_person(again, choose_for_bot(again, info, info.seats[3], number), people)
