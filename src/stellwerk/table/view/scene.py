"""The scene: one position as one person sees it, from which all parts of the table page are made."""

from __future__ import annotations

from typing import Any

import msgspec

from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.rules import Rules
from stellwerk.table.db.damage import Damaged
from stellwerk.table.db.records import BOT, Head, Logged, TableInfo, TableSeat, WhatIf
from stellwerk.table.service.history import Past
from stellwerk.table.view.words.texts import Speech

LIVE, OLD, COPY = "live", "old", "what-if"
"""The position that is being played, one that was, or a private copy to play with."""


class Pick(msgspec.Struct, frozen=True):
    """What the reader has picked on the page: a group of choices (`tile:B12`, `sell:BN`), and how far into it."""

    group: str = ""
    tile: str = ""
    turn: int = 0


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """One position, seen by one person."""

    table: TableInfo
    game: Game
    """As the seat sees it: the position has passed `seen_by`, and there is no log."""
    head: Head
    """The end of the table's log."""
    number: int
    """The entry after which this position stands; of a copy, how many actions were played on it."""
    line: tuple[Logged, ...]
    """The steps that lead here."""
    say: Speech
    mode: str = LIVE
    base: str = ""
    """What the addresses of the page's forms begin with: `/tables/7` or `/what-ifs/3`."""
    mine: tuple[int, ...] = ()
    """The seats the reader plays for."""
    copied: WhatIf | None = None
    programs: dict[int, dict[str, Any]] = {}
    """Programmed choices stored for the reader's own seats."""
    damage: Damaged | None = None
    """Why the game cannot be followed to where it should stand; shown is the last sound position before that."""
    past: Past = Past()
    """How it came to this: the log with what happened, ways back, request, copies, chat, note."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules

    @property
    def position(self) -> Position:
        """What is so."""
        return self.game.position

    @property
    def stands(self) -> int:
        """The entry after which the position shown stands; at a table that has stopped it is not the last."""
        return self.number if self.damage is None else self.line[-1].number if self.line else 0

    @property
    def turn(self) -> TableSeat | None:
        """The seat that decides now."""
        return self.seat_of(self.game.turn)

    @property
    def seat(self) -> TableSeat | None:
        """The seat the reader looks from: the one that decides, if it is his, or his first."""
        turn = self.turn
        if turn is not None and (self.mode == COPY or turn.seat in self.mine):
            return turn
        return self.table.seats[self.mine[0]] if self.mine else None

    @property
    def me(self) -> str | None:
        """The player the reader looks as."""
        seat = self.seat
        return seat.name if seat is not None else None

    @property
    def decides(self) -> bool:
        """May the reader play now?"""
        turn = self.turn
        plays = self.mode == COPY or (self.mode == LIVE and turn is not None and turn.seat in self.mine)
        return turn is not None and plays and self.damage is None

    @property
    def bot_thinks(self) -> bool:
        """Is it a bot's turn in the running game?"""
        running = self.mode == LIVE and self.damage is None
        return running and self.turn is not None and self.turn.kind == BOT

    @property
    def since(self) -> tuple[Logged, ...]:
        """The steps since the reader's last move."""
        mine = {self.table.seats[seat].name for seat in self.mine}
        last = max((index for index, step in enumerate(self.line) if step.who in mine), default=-1)
        return self.line[last + 1 :]

    def seat_of(self, player: str) -> TableSeat | None:
        """The seat of a player."""
        return next((seat for seat in self.table.seats if seat.name == player), None)

    def letter(self, player: str) -> str:
        """One or two letters that stand for a player and for no other."""
        names = self.table.players
        short = player[:1].upper()
        if sum(name[:1].upper() == short for name in names) == 1:
            return short
        return f"{short}{names.index(player) + 1}" if player in names else short

    def token(self, company: str) -> str:
        """What stands on the small tokens of a company."""
        figure = self.rules.companies.get(company)
        return figure.sign if figure is not None else company

    def money(self, amount: int) -> str:
        """An amount with the title's unit; a figure alone where there is no money."""
        unit = f"\u00a0{self.rules.figures.currency}" if self.rules.figures.has_money else ""
        return f"{amount:,}".replace(",", "\u202f") + unit

    def place(self, hex: str) -> str:
        """A hex by its name on the board and, if it has one, the place's."""
        name = self.rules.board.hexes[hex].name if hex in self.rules.board.hexes else None
        return f"{hex} {name}" if name else hex


def plain_data(view: Any) -> Any:
    """A view as plain data, for its JSON twin."""
    return msgspec.to_builtins(view)
