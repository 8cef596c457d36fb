"""Words for tests of the table: a service on a fresh file, people, a game that runs."""

from __future__ import annotations

from pathlib import Path

from stellwerk.actions import Action
from stellwerk.bots.casual import CasualBot
from stellwerk.game import Game
from stellwerk.table.db.records import Actor, PlayedAnswer
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service

NAMES = ("Ada", "Bo", "Cy")
BOTS = Actor(bot=True)


class Clock:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def url(file: Path) -> str:
    """The address of a database in a file."""
    return f"sqlite:///{file}"


def service_on(file: Path) -> Service:
    """A service on a file; not durable against power cuts, so that tests are quick."""
    return Service(Store(url(file), durable=False), Clock())


def person(service: Service, name: str) -> Actor:
    """Somebody with an account."""
    return Actor(account=service.accounts.open_account(name).id)


def same(one: Game, other: Game) -> bool:
    """Do both games stand the same way, apart from what only the server knows (the seed)?"""
    return one.position.seen_by(None).hash() == other.position.seen_by(None).hash()


class Club:
    """Ada has set up an 18CZ table; Bo and Cy have sat down; the game runs."""

    def __init__(self, service: Service, title: str = "18CZ", seed: int = 7):
        self.service = service
        self.ada, self.bo, self.cy = (person(service, name) for name in NAMES)
        self.people = dict(zip(NAMES, (self.ada, self.bo, self.cy), strict=True))
        seats = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "free"}]
        self.table = service.tables.create_table(title, seats, actor=self.ada, seed=seed, visibility="open")
        service.seats.join(self.table, 1, "Bo", actor=self.bo)
        service.seats.join(self.table, 2, "Cy", actor=self.cy)
        service.tables.start(self.table, actor=self.ada)

    @property
    def at(self) -> int:
        """The number of the last entry."""
        return self.service.games.head(self.table, actor=BOTS).number

    @property
    def turn(self) -> tuple[int, Actor]:
        """The seat that decides, and who sits there."""
        name = self.service.games.game(self.table, actor=BOTS).turn
        return NAMES.index(name), self.people[name]

    def choice(self, seed: int = 1) -> Action:
        """What a casual player would do."""
        return CasualBot(seed).choose(self.service.games.game(self.table, actor=BOTS))

    def move(self, key: str | None = None) -> PlayedAnswer:
        """The one whose turn it is plays something."""
        seat, actor = self.turn
        return self.service.moves.play(self.table, seat, self.choice(), self.at, actor=actor, key=key)


def bot_table(service: Service, title: str, owner: Actor, seed: int = 3, players: int = 3) -> int:
    """A table of bots only, started."""
    seats = [{"kind": "bot", "name": f"Bot {number}"} for number in range(1, players + 1)]
    table = service.tables.create_table(title, seats, actor=owner, seed=seed)
    service.tables.start(table, actor=owner)
    return table


def bot_move(service: Service, table: int, bot: CasualBot) -> PlayedAnswer | None:
    """The bot whose turn it is plays; None when the game is over."""
    at = service.games.head(table, actor=BOTS).number
    game = service.games.game(table, actor=BOTS)
    if game.over:
        return None
    seat = service.tables.table(table, actor=BOTS).players.index(game.turn)
    return service.moves.play(table, seat, bot.choose(game), at, actor=BOTS)
