"""What if: private copies of any position."""

from __future__ import annotations

import pytest
from tests.table.tablekit import BOTS, Club, person, same
from tests.table.test_moves import refused

from stellwerk import load
from stellwerk.bots.casual import CasualBot
from stellwerk.errors import BadInput
from stellwerk.table.db.records import Actor
from stellwerk.table.service import what_if


def test_a_copy_is_played_exported_and_dropped_and_the_game_stays(club: Club) -> None:
    for _ in range(6):
        club.move()
    service, actor, now = club.service, club.cy, club.service.games.head(club.table, actor=BOTS)
    copy = service.what_ifs.create_what_if(club.table, 4, actor=actor)
    bot = CasualBot(9)
    for _ in range(5):
        action = bot.choose(service.what_ifs.what_if_game(copy.id, actor=actor))
        copy = service.what_ifs.play_what_if(copy.id, action, len(copy.actions), actor=actor)
    game = service.what_ifs.what_if_game(copy.id, actor=actor)
    assert same(load(service.what_ifs.export_what_if(copy.id, actor=actor)), game)
    assert service.games.head(club.table, actor=BOTS) == now
    assert service.what_ifs.what_ifs_of(club.table, actor=actor) == [copy]
    service.what_ifs.drop_what_if(copy.id, actor=actor)
    assert service.what_ifs.what_ifs_of(club.table, actor=actor) == []


def test_a_copy_goes_back_a_step(club: Club) -> None:
    service, actor = club.service, club.ada
    copy = service.what_ifs.create_what_if(club.table, actor=actor)
    before = service.what_ifs.what_if_game(copy.id, actor=actor).position.hash()
    copy = service.what_ifs.play_what_if(copy.id, club.choice(), 0, actor=actor)
    with refused("stale"):
        service.what_ifs.play_what_if(copy.id, club.choice(), 0, actor=actor)
    copy = service.what_ifs.undo_what_if(copy.id, len(copy.actions), actor=actor)
    assert service.what_ifs.what_if_game(copy.id, actor=actor).position.hash() == before
    with refused("nothing-to-undo"):
        service.what_ifs.undo_what_if(copy.id, 0, actor=actor)


def test_a_copy_is_private(club: Club) -> None:
    copy = club.service.what_ifs.create_what_if(club.table, actor=club.ada)
    for stranger in (club.bo, Actor(), BOTS):
        with refused("unknown-what-if"):
            club.service.what_ifs.what_if_game(copy.id, actor=stranger)
        with refused("unknown-what-if"):
            club.service.what_ifs.drop_what_if(copy.id, actor=stranger)
    assert club.service.what_ifs.what_ifs_of(club.table, actor=club.bo) == []
    with refused("forbidden"):
        club.service.what_ifs.create_what_if(club.table, actor=Actor())


def test_copies_are_limited(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(what_if, "AT_MOST", 2)
    monkeypatch.setattr(what_if, "LONGEST", 0)
    eve = person(club.service, "Eve")
    copies = [club.service.what_ifs.create_what_if(club.table, actor=eve) for _ in range(2)]
    with refused("too-many-copies"):
        club.service.what_ifs.create_what_if(club.table, actor=eve)
    with refused("too-long"):
        club.service.what_ifs.play_what_if(copies[0].id, club.choice(), 0, actor=eve)
    with pytest.raises(BadInput):
        club.service.what_ifs.play_what_if(copies[0].id, {}, 0, actor=eve)


def test_a_copy_does_not_tell_the_future(club: Club) -> None:
    service = club.service
    order = service.history.log(club.table, actor=BOTS)[0].action
    copies = [service.what_ifs.create_what_if(club.table, 0, actor=club.ada) for _ in range(8)]
    assert all(copy.actions[0]["type"] == "draw" for copy in copies)
    assert len({str(copy.actions[0]) for copy in copies}) > 1
    assert any(copy.actions[0] != order for copy in copies)
    with service.store.reading() as connection:
        seed = service.desk.find(connection, club.table, club.ada).seed
    for copy in copies:
        game = service.what_ifs.what_if_game(copy.id, actor=club.ada)
        assert game.position.seed not in (0, seed) and game.turn in club.people


def test_an_exported_copy_has_no_seed_and_goes_on_with_draws_of_its_own(club: Club) -> None:
    club.move()
    copy = club.service.what_ifs.create_what_if(club.table, actor=club.bo)
    copy = club.service.what_ifs.play_what_if(copy.id, club.choice(), 0, actor=club.bo)
    file = club.service.what_ifs.export_what_if(copy.id, actor=club.bo)
    assert "seed" not in file and "hashes" not in file
    read, bot = load(file), CasualBot(4)
    assert same(read, club.service.what_ifs.what_if_game(copy.id, actor=club.bo))
    for _ in range(20):
        read.play(bot.choose(read))
    assert load(read.as_json()).position.hash() == read.position.hash()
