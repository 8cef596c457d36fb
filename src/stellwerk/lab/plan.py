"""What is to be played: the settings of a run, and from them the seed and the seats of each game.

Game `i` of a plan is the same game whoever plays it, when and where: everything it needs comes from the plan and `i`.
"""

from __future__ import annotations

import hashlib
import math
import re
import shlex

import msgspec

from stellwerk import __version__, bots
from stellwerk.errors import BadInput
from stellwerk.titles import first_variant, rules_of

PLAYERS = ("Ada", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hana")
"""The names at the table. Who sits where is drawn by the game; which bot plays whom follows from that."""

COMMAND = "cmd:"
"""How the bots of other people begin: what follows is a command."""

USUAL_PLAYERS = 4
"""So many play where nothing is said and the title allows it."""

MOST_MOVES = 20_000
"""A game that takes longer is cut off; none by the rules does."""


class RunPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a run, as they stand in its manifest."""

    title: str
    variant: str = ""
    """The title's first one unless said."""
    rules: str = "book"
    """The book, or the program whose deviations are played; manifests that name none are by the book."""
    bots: tuple[str, ...]
    """One for each player; with rotation each takes each place in turn."""
    games: int
    seed: int = 1
    rotate: bool = True
    seconds: float = 2.0
    """What a bot that searches may take for a move."""
    limit: float = 10.0
    """What a program of other people may take for a move."""
    most: int = MOST_MOVES
    version: str = __version__
    edition: int = 1
    """The edition of the title's rules; manifests that name none are of the first."""

    def __post_init__(self) -> None:
        """The variant has a name."""
        if not self.variant:
            msgspec.structs.force_setattr(self, "variant", first_variant(self.title))

    @property
    def players(self) -> tuple[str, ...]:
        """The names at the table."""
        return PLAYERS[: len(self.bots)]

    def number_for(self, what: str, game: int) -> int:
        """A number that only this run's seed, the game and the purpose decide: 53 bits of a hash."""
        text = f"stellwerk lab {self.seed} {game} {what}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 11

    def bot_at(self, place: int, game: int) -> str:
        """Which bot has a place (0 plays first) in a game."""
        shift = game if self.rotate else 0
        return self.bots[(place + shift) % len(self.bots)]

    def difference(self, other: RunPlan) -> str | None:
        """The first setting in which another plan is not this one; more or fewer games make no other plan."""
        for field in self.__struct_fields__:
            if field != "games" and getattr(self, field) != getattr(other, field):
                there, here = (say_setting(getattr(plan, field)) for plan in (self, other))
                return f"{field} is {there} there and {here} here"
        return None

    def folder_name(self) -> str:
        """A short name for this plan, the same for the same plan."""
        settings = msgspec.to_builtins(msgspec.structs.replace(self, games=0))
        for name, usual in (("edition", 1), ("rules", "book")):
            if settings[name] == usual:
                del settings[name]
        digest = hashlib.blake2b(msgspec.json.encode(settings), digest_size=3).hexdigest()
        words = re.sub(r"[^A-Za-z0-9]+", "-", f"{self.title}-{'-'.join(self.bots)}-seed{self.seed}")
        return f"{words[:80]}-{digest}"


def say_setting(value: object) -> str:
    """A setting in words."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def read_bots(text: str, title: str, variant: str, players: int | None, rules: str = "book") -> tuple[str, ...]:
    """The bots of `--bots`: one for each player, or one for all; the number of players follows unless it is given."""
    names = tuple(name.strip() for name in text.split(","))
    counts = tuple(rules_of(title, variant, rules).figures.player_counts())
    wanted = players or (len(names) if len(names) > 1 else usual_player_count(counts))
    if len(names) == 1:
        names *= wanted
    if len(names) != wanted:
        raise BadInput(f"There are {len(names)} bots for {wanted} players: name one for each, or one for all.")
    if wanted not in counts:
        raise BadInput(f"{title} ({variant}) is for {', '.join(map(str, counts))} players, not {wanted}.")
    for name in names:
        check_bot(name)
    return names


def usual_player_count(counts: tuple[int, ...]) -> int:
    """How many play when nobody says."""
    return min(counts, key=lambda count: (abs(count - USUAL_PLAYERS), count))


def check_bot(name: str) -> None:
    """Is there such a bot?"""
    if not name.startswith(COMMAND):
        if name not in bots.NAMES:
            raise BadInput(f"There is no bot {name!r}; there are {', '.join(bots.NAMES)}, and {COMMAND}PROGRAM.")
        return
    if not words_of(name):
        raise BadInput(f"After {COMMAND} a program must be named.")


def words_of(name: str) -> list[str]:
    """The words of a command."""
    try:
        return shlex.split(name.removeprefix(COMMAND))
    except ValueError as error:
        raise BadInput(f"The command of {name!r} cannot be read: {error}.") from None


def check_plan(plan: RunPlan) -> RunPlan:
    """A plan that can be played."""
    for what, number in (("seconds", plan.seconds), ("limit", plan.limit)):
        if not (math.isfinite(number) and 0 < number <= 3600):
            raise BadInput(f"The {what} of a move are more than 0 and at most 3600, not {number:g}.")
    if not 0 <= plan.seed <= 2**53:
        raise BadInput("The seed is a whole number from 0 to 2^53.")
    if plan.games < 1 or plan.most < 1:
        raise BadInput("There must be a game to play, and a move in it.")
    return plan
