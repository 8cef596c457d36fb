"""1881, chapter 4, a second opinion: who directs which company, written from the book alone, compared in random rounds.

`Registrar` knows shares as plain numbers and when each holder came to his present one; it looks at no certificate.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import pytest
from tests.tramsharekit import TRAMS, fresh

from stellwerk.actions import Action, BuyShare, Choice, SellShares
from stellwerk.game import Game
from stellwerk.position import OFFERING, POOL

SHARES = 10
STARTS_WITH = 6
ROUNDS = 12


@dataclass
class Company:
    """What the book says of one company."""

    held: dict[str, int] = field(default_factory=dict)
    since: dict[str, int] = field(default_factory=dict)
    """When each holder came to his present number."""
    unsold: int = SHARES
    pool: int = 0
    director: str = ""
    started: bool = False

    def change(self, player: str, shares: int, now: int) -> None:
        """Somebody holds more or fewer now."""
        self.held[player] = self.held.get(player, 0) + shares
        self.since[player] = now

    def settle(self) -> list[str]:
        """See who directs and whether it starts; says what happened."""
        sold, told = SHARES - self.unsold, []
        most = max(self.held.values())
        largest = [player for player, shares in self.held.items() if shares == most]
        appointed = not self.director and sold >= STARTS_WITH and most >= 2  # 4.22
        outdone = bool(self.director) and self.held[self.director] < most  # 4.24
        if appointed or outdone:
            self.director = min(largest, key=lambda player: self.since[player])  # 4.25
            told = ["appointed" if appointed else "outdone", *["tie"] * (len(largest) > 1)]
        if self.director and sold >= STARTS_WITH and not self.started:  # 4.21, 4.26
            self.started = True
            told.append("started")
        return told


class Registrar:
    """Follows a game by its purchases and sales."""

    def __init__(self) -> None:
        self.companies: dict[str, Company] = defaultdict(Company)
        self.now = 0
        self.told: Counter[str] = Counter()

    def note(self, action: Action) -> None:
        """What an action changes."""
        self.now += 1
        if isinstance(action, BuyShare):
            company, shares = self.companies[action.company], action.percent // 10
            if action.source == POOL:
                company.pool -= shares
            else:
                company.unsold -= shares
            company.change(action.player, shares, self.now)
            if shares == 2:
                company.director = action.player  # 4.13, 4.23
        elif isinstance(action, SellShares):
            company, shares = self.companies[action.company], action.percent // 10
            company.pool += shares
            company.change(action.player, -shares, self.now)
        else:
            return
        self.told.update(company.settle())

    def compare(self, game: Game) -> None:
        """Is it so in the game?"""
        for name in TRAMS:
            company, holders = self.companies[name], game.holders(name)
            told = {player: 10 * shares for player, shares in company.held.items() if shares}
            assert {who: percent for who, percent in holders.items() if who in game.players} == told, name
            assert holders.get(OFFERING, 0) == 10 * company.unsold and holders.get(POOL, 0) == 10 * company.pool, name
            assert (game.director(name) or "") == company.director, f"{name}: {company}"
            assert game.has_floated(name) == company.started, name


def pick(game: Game, chance: random.Random) -> Action:
    """Rather a purchase than a sale, rather of a few companies than of many, rather few shares than many."""
    kinds: dict[type[Action], list[Choice]] = defaultdict(list)
    for choice in game.legal():
        kinds[type(choice.action)].append(choice)
    names = list(kinds)
    (kind,) = chance.choices(names, [3 if name is BuyShare else 1 for name in names])
    some = chance.choices(kinds[kind], k=2)
    choice = min(some, key=lambda c: (getattr(c.action, "company", ""), getattr(c.action, "percent", 0)))
    if choice.field is None:
        return choice.action
    return choice.at(chance.randrange(choice.low, choice.high + 1, choice.step))


def play_compared(seed: int) -> tuple[Registrar, Game]:
    """A game of stock rounds by chance; money is given now and then, so that it goes on."""
    chance, registrar = random.Random(seed), Registrar()
    game = fresh(players=tuple(f"P{n}" for n in range(3 + seed % 4)))
    while not game.over and game.position.round.set <= ROUNDS and len(game.log) < 400:
        if chance.random() < 0.1:
            game.position = game.position.copy()
            game.position.put("cash", game.turn, game.cash(game.turn) + 200)
        action = pick(game, chance)
        game.play(action)
        registrar.note(action)
        registrar.compare(game)
    return registrar, game


@pytest.mark.clause("1881/4.21a", "1881/4.22a", "1881/4.24", "1881/4.25")
def test_two_opinions_agree_after_every_action() -> None:
    """Given 50 games by chance, the program and the second opinion name the same directors, and all cases come up."""
    told: Counter[str] = Counter()
    for seed in range(50):
        registrar, _ = play_compared(seed)
        told += registrar.told
    assert min(told[case] for case in ("appointed", "outdone", "tie", "started")) >= 5, told
