"""Write a store with the program as it is: games of every kind, as people and bots leave them.

    python -m tools.record_store NAME [TITLE ...]        # writes tests/stores/NAME.sqlite.xz

Every title (or those named), variant and number of players; games begun, in the middle, just after a purchase, over;
offers and requests that wait; copies, notes, chat, programmed choices, own boards, undone branches. Such a store is
written once for each edition of the rules, before the next one is begun, for a title that is added later once more, and
never again: every later version must open it (tests/stores/test_stores.py).
"""

from __future__ import annotations

import lzma
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import count, cycle
from pathlib import Path
from typing import Any

import msgspec
from argon2 import PasswordHasher
from tools.record_games import NAMES, pick

from stellwerk.actions import Action, BuyPrivate, BuyShare, BuyTrain, Choice, Run
from stellwerk.game import Game
from stellwerk.interop.own_figures_file import printed_own_file
from stellwerk.table.db.records import Actor, UndoRequest
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service
from stellwerk.table.service.table_limits import ALONE
from stellwerk.titles import rules_of, titles

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "stores"
PASSWORD = "a long enough password"
QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
BOTS = Actor(bot=True)
LONGEST = 4_000
PURCHASES = (BuyTrain, BuyPrivate, BuyShare)
JOINED = ("18Rhl", "1881")
"""The titles whose variants can be played together."""

Until = Callable[[Game], bool]


def after_moves(number: int) -> Until:
    """So many moves were made."""
    return lambda game: len(game.log) >= number


def is_after_purchase(game: Game) -> bool:
    """A train, private company or share was bought just now, some way into the game."""
    return len(game.log) > 90 and isinstance(game.log[-1].action, PURCHASES)


def has_offer(game: Game) -> bool:
    """An offer waits for its answer."""
    return bool(game.position.agenda) and type(game.position.agenda[-1]).__name__ == "Consent"


def is_over(game: Game) -> bool:
    """The game has ended."""
    return game.over


def chosen_titles() -> tuple[str, ...]:
    """The titles named at the command line; all, if none is."""
    return tuple(sys.argv[2:]) or titles()


def kinds_of_game() -> Iterator[tuple[str, str, str, int]]:
    """Title, variant, rules and number of players of every kind of game; of joined variants all together."""
    for title in chosen_titles():
        base = rules_of(title)
        single = list(base.variants[1:])
        joined = ["+".join(single)] if title in JOINED else []
        for variant in (base.variants[0], *single, *joined):
            rules = rules_of(title, variant)
            for players in rules.figures.player_counts():
                for program in base.programs if players == rules.figures.player_counts()[-1] else ("book",):
                    if program == "book" or variant != "moravia":
                        yield title, variant, program, players


class Writer:
    """A club whose tables are being played."""

    def __init__(self, file: Path):
        self.service = Service(Store(f"sqlite:///{file}", durable=False), clock=_clock())
        self.service.desk.allowance = ALONE
        self.people = {
            name: Actor(account=self.service.accounts.open_account(name, QUICK.hash(PASSWORD)).id) for name in NAMES
        }
        self.ada = self.people["Ada"]
        self.dice = random.Random("a store")

    def open_table(self, kind: tuple[str, str, str, int], bots: int = 0, **more: Any) -> int:
        """A table of people, of whom the last `bots` are programs."""
        title, variant, program, players = kind
        kinds = ["account"] + ["free"] * (players - 1 - bots) + ["bot"] * bots
        seats = [{"kind": seat, "name": f"Seat {n}" if seat == "free" else NAMES[n]} for n, seat in enumerate(kinds)]
        more = {
            "seed": self.dice.randrange(2**40),
            "visibility": "open",
            "options": {"name": f"{title} {variant}"},
            **more,
        }
        table = self.service.tables.create_table(title, seats, actor=self.ada, variant=variant, rules=program, **more)
        for seat, wanted in enumerate(kinds):
            if wanted == "free":
                self.service.seats.join(table, seat, NAMES[seat], actor=self.people[NAMES[seat]])
        return table

    def play_table(self, table: int, until: Until) -> bool:
        """Play until something holds; did it?"""
        game = self.service.games.game(table, actor=BOTS)
        moves = 0
        info = self.service.tables.table(table, actor=BOTS)
        while moves < LONGEST and not (game.log and until(game)):
            if game.over:
                return False
            seat = next(seat for seat in info.seats if seat.name == game.turn)
            who = BOTS if seat.kind == "bot" else self.people[seat.name]
            action = self._choose(game)
            at = self.service.games.head(table, actor=BOTS).number
            self.service.moves.play(table, seat.seat, action, at, actor=who, key=f"key {table} {at}")
            game.play(action)
            moves += 1
        return moves < LONGEST

    def _choose(self, game: Game) -> Action:
        choices = list(game.legal())
        runs = [choice for choice in choices if isinstance(choice.action, Run)]
        free = next((choice for choice in runs if choice.field == "revenue"), None)
        if free is not None and isinstance(free.action, Run) and self.dice.random() < 0.95:
            return _claim_best(game, free)
        return pick(self.dice, choices)


def _claim_best(game: Game, free: Choice) -> Action:
    """What the route finder proves, where any number would be taken."""
    assert isinstance(free.action, Run)
    return msgspec.structs.replace(free.action, revenue=game.best_runs(free.action.company).total)


def _clock() -> Callable[[], float]:
    """A clock that goes on by some seconds whenever it is looked at, so that a store can be written again."""
    ticks = count()
    return lambda: 1_790_000_000.0 + 7 * next(ticks)


def write_games(club: Writer) -> None:
    """Each kind of game in the middle and in one of the other states; each variant in all of them."""
    states: dict[str, Until] = {"begun": after_moves(2), "purchase": is_after_purchase, "over": is_over}
    seen: dict[tuple[str, str, str], Iterator[str]] = {}
    for kind in kinds_of_game():
        table = club.open_table(kind, bots=1 if kind[3] % 2 else 0)
        club.service.tables.start(table, actor=club.ada)
        club.play_table(table, after_moves(120 + 10 * kind[3]))
        turn = seen.setdefault(kind[:3], cycle(states))
        last = kind[3] == rules_of(kind[0], kind[1]).figures.player_counts()[-1]
        for state in states if last else [next(turn)]:
            table = club.open_table(kind, bots=1 if state == "over" else 0)
            club.service.tables.start(table, actor=club.ada)
            reached = club.play_table(table, states[state])
            sys.stdout.write(f"{table}: {' '.join(map(str, kind))} {state} {'' if reached else '(not reached)'}\n")


def write_offers(club: Writer) -> None:
    """Offers that wait for the other side."""
    for title in chosen_titles():
        kind = (title, rules_of(title).variant, "book", rules_of(title).figures.player_counts()[0] + 1)
        for _ in range(12):
            table = club.open_table(kind)
            club.service.tables.start(table, actor=club.ada)
            if club.play_table(table, has_offer):
                sys.stdout.write(f"{table}: {title} with an offer\n")
                break


def write_undone(club: Writer) -> None:
    """Branches, requests that wait, were answered or withdrawn; chat, notes, copies, programmed choices."""
    service = club.service
    for title in chosen_titles():
        kind = (title, rules_of(title).variant, "book", rules_of(title).figures.player_counts()[0] + 1)
        table = club.open_table(kind)
        service.tables.start(table, actor=club.ada)
        club.play_table(table, after_moves(30))
        info = service.tables.table(table, actor=BOTS)
        line = service.history.line(table, actor=BOTS)
        for to in (line[-2].number, line[-4].number):
            asked = service.undo.undo(table, 0, service.games.head(table, actor=BOTS).number, to, actor=club.ada)
            if isinstance(asked, UndoRequest):
                for seat in asked.asked:
                    answered = service.undo.answer(
                        table, asked.id, seat, True, actor=club.people[info.seats[seat].name]
                    )
                    if not isinstance(answered, UndoRequest):
                        break
        service.undo.redo(table, 0, service.games.head(table, actor=BOTS).number, actor=club.ada)
        played = len(service.games.game(table, actor=BOTS).log)
        club.play_table(table, after_moves(played + 8))
        to = service.history.line(table, actor=BOTS)[-6].number
        service.undo.undo(table, 1, service.games.head(table, actor=BOTS).number, to, actor=club.people["Bo"])
        for name, text in (("Ada", "Good luck!"), ("Bo", "Viel Glück, und <b>Spaß</b> \u2764")):
            service.chat.say(table, text, actor=club.people[name])
            service.notes.write_note(table, f"{name} plans: {text}", actor=club.people[name])
        for number in (3, None):
            copy = service.what_ifs.create_what_if(table, number, actor=club.ada)
            game = service.games.game(table, number, actor=club.ada)
            service.what_ifs.play_what_if(copy.id, pick(club.dice, list(game.legal())), 0, actor=club.ada)
        service.programs.set_program(table, 1, {"kind": "pass", "stops": []}, actor=club.people["Bo"])


def write_rest(club: Writer) -> None:
    """Tables that wait or were closed, own boards, a brought game, an account that was closed, a table put away."""
    service = club.service
    for title in chosen_titles():
        kind = (title, rules_of(title).variant, "book", rules_of(title).figures.player_counts()[0])
        seats = [{"kind": "account", "name": "Ada"}, *({"kind": "free"} for _ in range(kind[3] - 1))]
        service.tables.create_table(title, seats, actor=club.ada, visibility="open", seed=5)
        service.tables.close_table(service.tables.create_table(title, seats, actor=club.ada, seed=6), actor=club.ada)
        own = printed_own_file(rules_of(title), f"My {title}")
        digest = service.boards.keep_board(own.as_json(), actor=club.ada).digest
        table = club.open_table(kind, own=digest)
        service.tables.start(table, actor=club.ada)
        club.play_table(table, after_moves(60))
        brought = service.game_import.import_table(
            service.games.export(table, actor=club.ada), actor=club.ada, name="Brought along"
        )
        service.overviews.put_away(brought, actor=club.ada)
    leaver = Actor(account=service.accounts.open_account("Zoe", QUICK.hash(PASSWORD)).id)
    service.accounts.close_account(leaver.account or 0)


def main() -> None:
    """Write the store asked for."""
    name = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite"
        club = Writer(file)
        write_rest(club)
        write_undone(club)
        write_offers(club)
        write_games(club)
        club.service.store.close()
        with sqlite3.connect(file) as database:
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute("VACUUM")
        database.close()
        data = file.read_bytes()
    FOLDER.mkdir(exist_ok=True)
    packed = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
    (FOLDER / f"{name}.sqlite.xz").write_bytes(packed)
    sys.stdout.write(f"{len(data):,} bytes, packed {len(packed):,}\n")


if __name__ == "__main__":
    main()
