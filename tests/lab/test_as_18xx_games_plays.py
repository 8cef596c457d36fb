"""Games of bots under `rules = 18xx-games` are games like those by the book: nobody claims what no route earns."""

from __future__ import annotations

from statistics import mean

import pytest

from stellwerk.lab.local_workers import play_here
from stellwerk.lab.plan import RunPlan
from stellwerk.lab.record import GameRecord
from stellwerk.titles import rules_of

KINDS = [("18CZ", "base", 4), ("18CZ", "bohemia", 2), ("18Rhl", "base", 4)]


def games_of(title: str, variant: str, players: int, rules: str, games: int) -> list[GameRecord]:
    """Games of `casual`, played to the end; each claim of a bot is held against what the route finder proves."""
    edition = rules_of(title, variant).newest_edition
    plan = RunPlan(title=title, variant=variant, rules=rules, bots=("casual",) * players, games=games, edition=edition)
    records = list(play_here(plan, range(games), 2))
    assert not [record.error for record in records if record.error]
    return records


def best_worths(records: list[GameRecord]) -> list[int]:
    """What the winner of each game is worth."""
    return [max(seat.worth for seat in record.seats) for record in records]


@pytest.mark.parametrize(("title", "variant", "players"), KINDS)
def test_every_claim_of_a_bot_is_proven(title: str, variant: str, players: int) -> None:
    records = games_of(title, variant, players, "18xx-games", 2)
    assert all(0 < worth < 20_000 for worth in best_worths(records))


@pytest.mark.slow
@pytest.mark.parametrize(("title", "variant", "players"), KINDS)
def test_the_worths_are_in_the_range_of_the_book(title: str, variant: str, players: int) -> None:
    """200 games by the book and 200 as the other program plays them: the winners are worth about as much."""
    book, online = (best_worths(games_of(title, variant, players, rules, 200)) for rules in ("book", "18xx-games"))
    for name, worths in (("book", book), ("18xx-games", online)):
        print(f"{title} {variant}, {name}: winners {mean(worths):,.0f} on average, {min(worths):,} to {max(worths):,}")
    assert 0.8 < mean(online) / mean(book) < 1.25
    assert max(online) < 1.5 * max(book)
