"""What if: private copies of any position."""

from __future__ import annotations

import pytest
from tests.table.tablekit import BOTS, Club, person, same
from tests.table.test_moves import refused

from stellwerk import load
from stellwerk.bots.casual import Casual
from stellwerk.errors import BadInput
from stellwerk.table import whatif
from stellwerk.table.records import Actor


def test_a_copy_is_played_exported_and_dropped_and_the_game_stays(club: Club) -> None:
    for _ in range(6):
        club.move()
    service, actor, now = club.service, club.cy, club.service.head(club.table, actor=BOTS)
    copy = service.create_what_if(club.table, 4, actor=actor)
    bot = Casual(9)
    for _ in range(5):
        action = bot.choose(service.what_if_game(copy.id, actor=actor))
        copy = service.play_what_if(copy.id, action, len(copy.actions), actor=actor)
    game = service.what_if_game(copy.id, actor=actor)
    assert same(load(service.export_what_if(copy.id, actor=actor)), game)
    assert service.head(club.table, actor=BOTS) == now
    assert service.what_ifs_of(club.table, actor=actor) == [copy]
    service.drop_what_if(copy.id, actor=actor)
    assert service.what_ifs_of(club.table, actor=actor) == []


def test_a_copy_goes_back_a_step(club: Club) -> None:
    service, actor = club.service, club.ada
    copy = service.create_what_if(club.table, actor=actor)
    before = service.what_if_game(copy.id, actor=actor).position.hash()
    copy = service.play_what_if(copy.id, club.choice(), 0, actor=actor)
    with refused("stale"):
        service.play_what_if(copy.id, club.choice(), 0, actor=actor)
    copy = service.undo_what_if(copy.id, len(copy.actions), actor=actor)
    assert service.what_if_game(copy.id, actor=actor).position.hash() == before
    with refused("nothing-to-undo"):
        service.undo_what_if(copy.id, 0, actor=actor)


def test_a_copy_is_private(club: Club) -> None:
    copy = club.service.create_what_if(club.table, actor=club.ada)
    for stranger in (club.bo, Actor(), BOTS):
        with refused("unknown-what-if"):
            club.service.what_if_game(copy.id, actor=stranger)
        with refused("unknown-what-if"):
            club.service.drop_what_if(copy.id, actor=stranger)
    assert club.service.what_ifs_of(club.table, actor=club.bo) == []
    with refused("forbidden"):
        club.service.create_what_if(club.table, actor=Actor())


def test_copies_are_limited(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whatif, "AT_MOST", 2)
    monkeypatch.setattr(whatif, "LONGEST", 0)
    eve = person(club.service, "Eve")
    copies = [club.service.create_what_if(club.table, actor=eve) for _ in range(2)]
    with refused("too-many-copies"):
        club.service.create_what_if(club.table, actor=eve)
    with refused("too-long"):
        club.service.play_what_if(copies[0].id, club.choice(), 0, actor=eve)
    with pytest.raises(BadInput):
        club.service.play_what_if(copies[0].id, {}, 0, actor=eve)


def test_a_copy_does_not_tell_the_future(club: Club) -> None:
    service = club.service
    order = service.log(club.table, actor=BOTS)[0].action
    copies = [service.create_what_if(club.table, 0, actor=club.ada) for _ in range(8)]
    assert all(copy.actions[0]["type"] == "draw" for copy in copies)
    assert len({str(copy.actions[0]) for copy in copies}) > 1
    assert any(copy.actions[0] != order for copy in copies)
    with service.store.reading() as connection:
        seed = service.find(connection, club.table, club.ada).seed
    for copy in copies:
        game = service.what_if_game(copy.id, actor=club.ada)
        assert game.position.seed not in (0, seed) and game.turn in club.people


def test_an_exported_copy_has_no_seed_and_goes_on_with_draws_of_its_own(club: Club) -> None:
    club.move()
    copy = club.service.create_what_if(club.table, actor=club.bo)
    copy = club.service.play_what_if(copy.id, club.choice(), 0, actor=club.bo)
    file = club.service.export_what_if(copy.id, actor=club.bo)
    assert "seed" not in file and "hashes" not in file
    read, bot = load(file), Casual(4)
    assert same(read, club.service.what_if_game(copy.id, actor=club.bo))
    for _ in range(20):
        read.play(bot.choose(read))
    assert load(read.as_json()).position.hash() == read.position.hash()
