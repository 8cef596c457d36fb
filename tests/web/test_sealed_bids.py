"""Sealed bids at a table of five: nobody hears another's bid before the opening, everybody hears all of them then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.web.test_secrets import Planted, gathered, leaks
from tests.web.webkit import Browser, app_on, service_on

from stellwerk.actions import Draw
from stellwerk.game import Game
from stellwerk.interop.files import load_game
from stellwerk.interop.protocol import Session
from stellwerk.steps.sealed_bids import BidsOpened, SealBid, SealedBids
from stellwerk.table.db.records import Actor, UndoRequest
from stellwerk.titles import rules_of

RICH = 20_000_000
"""So much money that a bid is a number one can look for."""
BIDS = {"Ada": 7_340_030, "Bo": 5_550_120, "Cy": 9_187_650, "Di": 3_218_470, "Eve": 1_964_280}
NAMES = tuple(BIDS)
RANKED = ("Cy", "Ada", "Bo", "Di", "Eve")


@pytest.fixture(scope="module", autouse=True)
def rich() -> Iterator[None]:
    """Everybody is rich."""
    rules = rules_of("1881")
    money = msgspec.structs.replace(rules.figures, starting_cash={"3": RICH, "5": RICH}, bank=10 * RICH)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "figures", money)
        yield


class Table:
    """Five people at an open table of 1881, and Zoe, who looks on."""

    def __init__(self, folder: Path):
        self.service = service_on(folder / "games.sqlite")
        self.app = app_on(self.service, local=False)
        self.people = {name: Browser(self.app) for name in (*NAMES, "Zoe")}
        for name, browser in self.people.items():
            browser.sign_up(name)
        self.actors = {name: Actor(account=number) for number, name in enumerate(self.people, 1)}
        self.ada = self.actors["Ada"]
        self.id = self.begun([{"kind": "account", "name": "Ada"}, *[{"kind": "free"}] * 4])
        self.order = self.game.position.order
        """In which they bid."""

    def begun(self, seats: Sequence[dict[str, str]]) -> int:
        """A table of Ada's at which the game has begun."""
        table = self.service.tables.create_table("1881", seats, actor=self.ada, seed=11, visibility="open")
        for seat, name in enumerate(NAMES):
            if seats[seat:] and seats[seat]["kind"] == "free":
                self.service.seats.join(table, seat, name, actor=self.actors[name])
        self.service.tables.start(table, actor=self.ada)
        return table

    def seal(self, bids: int) -> Table:
        """The next ones bid."""
        for _ in range(bids):
            self.play(SealBid(self.game.turn, BIDS[self.game.turn]))
        return self

    def play(self, bid: SealBid) -> None:
        """Bid."""
        seat = NAMES.index(bid.player)
        self.service.moves.play(self.id, seat, bid, self.number, actor=self.actors[bid.player])

    @property
    def number(self) -> int:
        """The end of the log."""
        return self.service.games.head(self.id, actor=self.ada).number

    @property
    def game(self) -> Game:
        """The game."""
        return self.service.games.game(self.id, actor=self.ada)

    def told(self, name: str, table: int = 0) -> dict[str, str]:
        """What is told of the past: the page, the log, its twin, the file of the game."""
        here = f"/tables/{table or self.id}"
        addresses = (here, f"{here}.json", f"{here}/log", f"{here}/log.json", f"{here}/game.json")
        return {address: self.people[name].get(address).text for address in addresses}

    def export(self, name: str) -> dict[str, Any]:
        """The file of the game that somebody gets."""
        return self.service.games.export(self.id, actor=self.actors[name])


def bids_but(name: str) -> dict[str, str]:
    """What somebody may not know before the opening."""
    return {f"bid of {player}": str(bid) for player, bid in BIDS.items() if player != name}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A new one."""
    made = Table(tmp_path)
    yield made
    made.service.store.close()


# Before the opening


def test_before_the_opening_nobody_finds_another_s_bid(table: Table) -> None:
    """Given four bids of five, on no page, in no twin, part, file or event anybody finds a bid that is not his own."""
    table.seal(4)
    first, last = table.order[0], table.order[-1]
    assert table.game.turn == last
    for name in (first, last, "Zoe"):
        got = gathered(table, table.people[name], Planted(table.id, "", 1, frozenset(), hex="B16"))
        assert leaks(got, bids_but(name)) == []
        if name == first:
            own = {where for where in got if leaks({where: got[where]}, {"own": str(BIDS[first])})}
            assert {"events", f"/tables/{table.id}/log ", f"/tables/{table.id}/game.json "} <= own
        else:
            assert f"{first} seals an envelope" in got[f"/tables/{table.id}/log "] and "seal-bid" in got["events"]


def test_everybody_finds_his_own_bid_only(table: Table) -> None:
    table.seal(4)
    for name in NAMES:
        got = table.told(name)
        assert leaks(got, bids_but(name)) == []
        assert bool(leaks(got, {"own": str(BIDS[name])})) == (name != table.order[-1])


def test_the_answer_to_a_bid_tells_nothing_of_others(table: Table) -> None:
    """Neither that it is played nor that it is refused."""
    name = table.seal(2).order[2]
    form = {"seat": str(NAMES.index(name)), "at": str(table.number)}
    said = {**form, "action": f'{{"type":"seal-bid","player":"{name}","amount":{BIDS[name]}}}'}
    address = f"/tables/{table.id}/moves.json"
    answer = table.people[name].submit(address, said)
    assert answer.status_code == 200 and table.game.turn == table.order[3]
    again = table.people[name].submit(address, {**said, "at": str(table.number)})
    assert again.status_code >= 400
    assert leaks({"played": answer.text, "refused": again.text}, bids_but(name)) == []


def test_copies_of_a_running_bid_know_one_s_own_only(table: Table) -> None:
    """Given a copy of the first bidder's, he bids on it for all others; its file tells none of their bids."""
    first, *others, last = table.seal(4).order
    whatifs, who = table.service.what_ifs, table.actors[first]
    copy = whatifs.create_what_if(table.id, actor=who)
    step = whatifs.what_if_game(copy.id, actor=who).position.agenda[-1]
    assert isinstance(step, SealedBids) and step.amounts == {first: BIDS[first]}
    for number, player in enumerate((last, *others)):
        assert whatifs.what_if_game(copy.id, actor=who).turn == player
        whatifs.play_what_if(copy.id, SealBid(player, 1000 + 10 * number), number, actor=who)
    tried = whatifs.what_if_game(copy.id, actor=who)
    assert tried.log[-1].action == Draw("bids", (first, *reversed(others), last))
    file = whatifs.export_what_if(copy.id, actor=who)
    assert leaks({"file": str(file)}, bids_but(first)) == []
    assert load_game(file).position.order == tried.position.order


def test_the_file_of_a_game_that_runs_can_be_loaded(table: Table) -> None:
    """Given three bids, the second bidder's file has his own; who loads it is asked for the others' in the end."""
    one, two, three, four, five = table.seal(3).order
    loaded = load_game(table.export(two))
    assert [entry.action for entry in loaded.log[1:]] == [SealBid(one), SealBid(two, BIDS[two]), SealBid(three)]
    for player in (four, five, one, three):
        assert loaded.turn == player
        loaded.play(SealBid(player, 20))
    assert loaded.position.round.kind == "distribution"
    brought = table.service.game_import.import_table(table.export("Zoe"), actor=table.ada)
    assert table.service.games.verify(brought) == 4, "a table that is brought so can be followed"


def test_several_people_at_one_screen_see_no_bid_in_the_log(table: Table) -> None:
    """The log lies open while the next one bids."""
    seats = [{"kind": "account", "name": "Ada"}, *({"kind": "screen", "name": name} for name in ("Bo", "Cy"))]
    shared = table.begun(seats)
    first = table.service.games.game(shared, actor=table.ada).turn
    seat, bid = NAMES.index(first), SealBid(first, BIDS[first])
    now = table.service.moves.play(shared, seat, bid, 1, actor=table.ada).now
    got = table.told("Ada", shared)
    assert f"{first} seals an envelope" in got[f"/tables/{shared}/log"] and leaks(got, {"bid": str(BIDS[first])}) == []
    for number in (now, now + 1):
        turn = table.service.games.game(shared, actor=table.ada).turn
        seat, bid = NAMES.index(turn), SealBid(turn, BIDS[turn])
        table.service.moves.play(shared, seat, bid, number, actor=table.ada)
    assert leaks(table.told("Ada", shared), {"bid": str(BIDS[first])})


# The opening


def test_after_the_opening_everybody_finds_all_bids(table: Table) -> None:
    """In the log, in its twin, in the file; also of the time before it."""
    table.seal(5)
    assert table.game.position.order == RANKED
    for name in ("Ada", "Eve", "Zoe"):
        for address, text in table.told(name).items():
            if address.endswith(("/log", "/log.json", "/game.json")):
                missing = [bid for bid in BIDS if not leaks({address: text}, {bid: str(BIDS[bid])})]
                assert not missing, f"{name}: {address}"
    file = table.export("Zoe")
    assert [action["amount"] for action in file["actions"][1:6]] == [BIDS[name] for name in table.order]
    assert load_game(file).position.order == RANKED
    past = table.service.history.of_table(table.id, 2, actor=table.actors["Zoe"])
    first = table.order[0]
    assert past.entries[1].action == {"type": "seal-bid", "player": first, "amount": BIDS[first]}


def test_the_opening_says_who_bid_what(table: Table) -> None:
    happened = table.seal(5).service.history.happenings(table.id, table.number, actor=table.ada)
    (opened,) = [event for event in happened if isinstance(event, BidsOpened)]
    assert opened.bids == tuple((player, BIDS[player]) for player in RANKED)


def test_who_takes_back_the_last_bid_after_the_opening_asks_everybody(table: Table) -> None:
    """Given the bids are open, who bid last knows them all now: he bids anew only if all the others agree."""
    *others, last = table.seal(5).order
    service, who, seat = table.service, table.actors[last], NAMES.index(last)
    way = service.undo.ways(table.id, actor=who).undo
    assert way is not None and set(way.asked) == set(others) and not way.free
    asked = service.undo.undo(table.id, seat, table.number, actor=who)
    assert isinstance(asked, UndoRequest) and {NAMES[number] for number in asked.asked} == set(others)
    for name in others:
        assert table.game.position.round.kind == "distribution"
        service.undo.answer(table.id, asked.id, NAMES.index(name), True, actor=table.actors[name])
    assert table.game.turn == last


def test_before_the_opening_one_takes_back_one_s_own_bid_freely(table: Table) -> None:
    first, second, *_ = table.seal(2).order
    way = table.service.undo.ways(table.id, actor=table.actors[second]).undo
    assert way is not None and way.free
    other = table.service.undo.ways(table.id, actor=table.actors[first]).undo
    assert other is not None and other.asked == (second,)


def test_a_bid_that_was_taken_back_is_never_told(table: Table) -> None:
    """Given a first bid undone, the opening tells the second one only."""
    name = table.seal(2).order[1]
    table.service.undo.undo(table.id, NAMES.index(name), table.number, actor=table.actors[name])
    table.play(SealBid(name, 40))
    table.seal(3)
    for other in (table.order[0], "Zoe"):
        assert leaks(table.told(other), {"first bid": str(BIDS[name])}) == []
    assert leaks(table.told(name), {"first bid": str(BIDS[name])})


# Programs


def test_the_engine_protocol_hides_bids_in_what_a_seat_views() -> None:
    session = Session()
    assert '"ok":true' in session.answer('{"command":"new","title":"1881","players":["Ada","Bo","Cy"],"seed":3}')
    first = session.game.turn
    said = session.answer(f'{{"command":"play","action":"{first} seals a bid of 7340030"}}')
    assert '"ok":true' in said
    for name in ("Ada", "Bo", "Cy"):
        seen = session.answer(f'{{"command":"view","seat":"{name}"}}')
        assert ("7340030" in seen) == (name == first)


def test_a_learning_program_observes_no_bid_of_another() -> None:
    """Whatever the first one has bid, the others observe the same."""
    pytest.importorskip("pettingzoo")
    from stellwerk.lab.aec import TitleEnv

    def observed(part: int) -> list[Any]:
        env = TitleEnv("1881", 3)
        env.reset(seed=5)
        first = env.agent_selection
        env.step(sorted(env.offers)[part])
        others = [agent for agent in env.possible_agents if agent != first]
        assert all(env.infos[agent]["last"] == f"{first} seals a bid" for agent in others)
        return [(env.observe(agent)["observation"].tolist(), env.infos[agent]) for agent in others]

    assert observed(0) == observed(3) == observed(6)
