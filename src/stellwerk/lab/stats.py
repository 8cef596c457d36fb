"""The statistics of a run that need no library."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from stellwerk.lab.record import CRASH, CUT, GameRecord, SeatRecord, Timing

NORMAL_95 = 1.959963984540054
"""Within so many standard deviations lie 95 in 100."""


def wilson_interval(wins: float, games: float, z: float = NORMAL_95) -> tuple[float, float]:
    """Wilson's interval for a rate: sound for few games and for rates near 0 and 1."""
    if games <= 0:
        return 0.0, 1.0
    rate = wins / games
    scale = 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / scale
    half = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / scale
    return 0.0 if wins <= 0 else middle - half, 1.0 if wins >= games else middle + half


class Tally(msgspec.Struct, frozen=True):
    """How a bot, or a place, did."""

    name: str
    games: int
    """Seats in games: two steady players in one game are two."""
    wins: float
    worth: float
    moves: int
    seconds: float
    """A move, on average."""
    median: float
    late: float
    """19 of 20 moves took less."""
    faults: int

    @property
    def rate(self) -> float:
        """How often it won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return wilson_interval(self.wins, self.games)[0]

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return wilson_interval(self.wins, self.games)[1]


def finished_games(records: Iterable[GameRecord]) -> list[GameRecord]:
    """The games that ended by their rules."""
    return [record for record in records if record.ended not in (CRASH, CUT)]


def tally_wins(records: Sequence[GameRecord], by: str = "bot") -> list[Tally]:
    """How each bot (`bot`) or each place (`place`) did, in games that ended by their rules."""
    groups: dict[str, list[tuple[GameRecord, SeatRecord]]] = {}
    for record in finished_games(records):
        for seat in record.seats:
            groups.setdefault(str(getattr(seat, by)), []).append((record, seat))
    return [count_line(name, groups[name]) for name in sorted(groups)]


def count_line(name: str, seats: list[tuple[GameRecord, SeatRecord]]) -> Tally:
    """One line of a tally."""
    times = [record.times[seat.player] for record, seat in seats if seat.player in record.times]
    spread: Counter[int] = Counter()
    for time in times:
        spread.update(time.spread)
    moves = sum(spread.values())
    return Tally(
        name=name,
        games=len(seats),
        wins=sum(seat.won for _, seat in seats),
        worth=sum(seat.worth for _, seat in seats) / len(seats),
        moves=moves,
        seconds=sum(time.seconds for time in times) / max(1, moves),
        median=quantile_of_times(spread, 0.5),
        late=quantile_of_times(spread, 0.95),
        faults=sum(fault.player == seat.player for record, seat in seats for fault in record.faults),
    )


def quantile_of_times(spread: Mapping[int, int], part: float) -> float:
    """Seconds that a part of the moves stayed below, to a quarter of a doubling."""
    left = part * sum(spread.values())
    for bucket in sorted(spread):
        left -= spread[bucket]
        if left <= 0:
            return float(2 ** (bucket / 4) / 1e6)
    return 0.0


def slowest_move(times: Iterable[Timing]) -> float:
    """The longest anybody thought."""
    return max((time.slowest for time in times), default=0.0)
