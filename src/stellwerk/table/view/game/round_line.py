"""The rounds of the game as a railway line: what is done, what is now, what comes."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.events import Exported
from stellwerk.position import Position, Round
from stellwerk.referee import Referee
from stellwerk.round_kinds import SETUP, RoundKind
from stellwerk.rules import Rules
from stellwerk.steps.operating_round import OPERATING
from stellwerk.steps.stock_round import STOCK
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words.texts import Speech

EXPORT, OPENING = "export", "opening"
"""A round without turns, and what comes before the first one."""
DONE, NOW, LATER = "done", "now", "later"
WIDTH, MARGIN, WIDEST = 640.0, 16.4, 46.0
_AFTER_EXPORT = 0.63


class RoundStop(msgspec.Struct, frozen=True):
    """A round: its kind, its set and number, whether it is done, now or later, where it stands, what is under it."""

    kind: str
    set: int
    number: int
    state: str
    x: float
    label: str = ""


class RoundLine(msgspec.Struct, frozen=True):
    """The line: the present round's short name, the whole in words, its stops, and whether its end is unknown."""

    now: str
    label: str
    stops: tuple[RoundStop, ...]
    open: bool
    turns: bool | UnsetType = UNSET
    """Is each stop a single turn?"""

    @property
    def reached(self) -> float:
        """How far the line is done."""
        return max((stop.x for stop in self.stops if stop.state != LATER), default=MARGIN)


def make_round_line(scene: Scene) -> RoundLine:
    """The rounds of a scene's game."""
    rules, position = scene.rules, scene.position
    turns = rules.turn_count(position)
    if turns is not None:
        return _line_of_turns(scene, *turns)
    rounds = _fixed_rounds(rules) if rules.figures.sets else _known_rounds(rules, position)
    if not rules.kind_of(position.round).in_set:
        rounds = [(OPENING, 0, 0), *rounds]
    rounds = [*_first_rounds(rules), *(one for one in rounds if one[0] != OPENING)] if _first_rounds(rules) else rounds
    now = short_name(rules, scene.say, position.round)
    stops = _place_rounds(scene, rounds)
    last = next((stop for stop in reversed(stops) if stop.number), None)
    if scene.game.over:
        words = scene.say("Rounds: the game is over, after {now}", now=now)
    elif rules.figures.sets and last is not None:
        words = scene.say(
            "Rounds: now {now}; the game ends after {last}", now=now, last=_round_name(rules, scene.say, last)
        )
    else:
        words = scene.say("Rounds: now {now}; how many will follow is open", now=now)
    return RoundLine(now, words, stops, not rules.figures.sets and not scene.game.over)


def _line_of_turns(scene: Scene, now: int, of: int) -> RoundLine:
    """A small stop for each turn, where a game has a fixed number of them."""
    kind, gap, over = scene.position.round.kind, (WIDTH - 2 * MARGIN - 8) / max(1, of - 1), scene.game.over
    label = say_turn(scene, now, of)
    stops = []
    for number in range(1, of + 1):
        state = DONE if over or number < now else NOW if number == now else LATER
        at = round(MARGIN + gap * (number - 1), 1)
        stops.append(RoundStop(kind, 1, number, state, at, label if state == NOW else ""))
    words = scene.say("Turns: the game is over, after {of}", of=of) if over else label
    return RoundLine(label, words, tuple(stops), False, turns=True)


def say_turn(scene: Scene, now: int, of: int) -> str:
    """Which turn of how many it is."""
    return scene.say("Turn {n} of {of}", n=now, of=of)


def name_of_now(scene: Scene) -> str:
    """What goes on, in a few letters: the round, or which turn of how many it is."""
    turns = scene.rules.turn_count(scene.position)
    return say_turn(scene, *turns) if turns is not None else short_name(scene.rules, scene.say, scene.position.round)


def short_name(rules: Rules, say: Speech, now: Round) -> str:
    """A round in a few letters: SR 6, OR 5.2."""
    short = rules.kind_of(now).short if now.kind != OPENING else SETUP.short
    return say(short or now.kind.capitalize(), set=now.set, number=now.number)


def _round_name(rules: Rules, say: Speech, stop: RoundStop) -> str:
    return short_name(rules, say, Round(stop.kind, stop.set, stop.number))


def _first_rounds(rules: Rules) -> list[tuple[str, int, int]]:
    """The rounds before the first set, where there are several kinds of them: each has a stop."""
    kinds = [kind.name for kind in rules.round_kinds.values() if not kind.in_set and kind.name != SETUP.name]
    return [(kind, 0, 0) for kind in kinds] if len(kinds) > 1 else []


def _fixed_rounds(rules: Rules) -> list[tuple[str, int, int]]:
    """All rounds, where the figures say how many there are."""
    rounds: list[tuple[str, int, int]] = []
    sets = rules.figures.sets
    for index, prices in enumerate(sets, start=1):
        rounds.append((STOCK.name, index, 0))
        rounds.extend((kind, index, number + 1) for number in range(len(prices)) for kind in _acting(rules))
        if index < len(sets) and trains_are_exported(rules):
            rounds.append((_silent(rules), index, 0))
    return rounds


def _known_rounds(rules: Rules, position: Position) -> list[tuple[str, int, int]]:
    """What is known otherwise: the stock rounds so far, this set, the next stock round."""
    now = position.round
    current = max(now.set, 1)
    of = now.of if rules.kind_of(now).companies_act else rules.rounds_of_set(position, current)
    past = [(STOCK.name, index, 0) for index in range(1, current + 1)]
    this = [(kind, current, number + 1) for number in range(of) for kind in _acting(rules)]
    return [*past, *this, (STOCK.name, current + 1, 0)] if position.result is None else [*past, *this]


@lru_cache(maxsize=32)
def trains_are_exported(rules: Rules) -> bool:
    """Is a train exported between two sets of rounds? The rules are asked, at a made-up end of the first set."""
    names = [f"player {index}" for index in range(min(rules.figures.player_counts()))]
    position = rules.new_position(names, 0)
    of = rules.rounds_of_set(position, 1)
    position.round = Round(OPERATING.name, 1, of, of)
    referee = Referee(rules, position)
    rules.next_round(referee)
    return any(isinstance(event, Exported) for event in referee.events)


def _acting(rules: Rules) -> list[str]:
    """The kinds of rounds in which companies act, in the order in which they follow each other."""
    return [kind.name for kind in rules.round_kinds.values() if kind.companies_act]


def _index(order: list[str], kind: str) -> int:
    return order.index(kind) if kind in order else 0


def _silent(rules: Rules) -> str:
    """The kind of round between two sets in which nobody acts."""
    kinds = rules.round_kinds.values()
    return next((kind.name for kind in kinds if kind.in_set and not (kind.players_act or kind.companies_act)), EXPORT)


def _rank_of_kind(kind: RoundKind) -> int:
    """Which kind of round comes first in a set: players act, then companies, then nobody."""
    if not kind.in_set:
        return 0
    return 1 if kind.players_act else 2 if kind.companies_act else 3


def _place_rounds(scene: Scene, rounds: list[tuple[str, int, int]]) -> tuple[RoundStop, ...]:
    """The rounds with their places along the line and their states."""
    now, kinds = scene.position.round, {**scene.rules.round_kinds, OPENING: SETUP}
    order = [*(kind for kind, _, _ in _first_rounds(scene.rules)), *_acting(scene.rules)]
    here = (now.set, _rank_of_kind(scene.rules.kind_of(now)), now.number, _index(order, now.kind))
    gaps = [0.0] + [_AFTER_EXPORT if _rank_of_kind(kinds[before[0]]) == 3 else 1.0 for before in rounds[:-1]]
    scale = min(WIDEST, (WIDTH - 2 * MARGIN - 8) / max(sum(gaps), 1))
    x = (WIDTH - scale * sum(gaps)) / 2
    stops = []
    for (kind, set, number), gap in zip(rounds, gaps, strict=True):
        x += gap * scale
        place = (set, _rank_of_kind(kinds[kind]), number, _index(order, kind))
        over = scene.game.over or place < here
        state = DONE if over else NOW if place == here else LATER
        stops.append(RoundStop(kind, set, number, state, round(x, 1), _present_label(scene, kind, set, number, state)))
    return tuple(_without_crowding(stops))


def _present_label(scene: Scene, kind: str, set: int, number: int, state: str) -> str:
    """The present round's name; under operating rounds the price of private companies, where rounds have one."""
    if state == NOW:
        return short_name(scene.rules, scene.say, Round(kind, set, number))
    sets = scene.rules.figures.sets
    return str(sets[set - 1][number - 1]) if number and sets else ""


def _without_crowding(stops: list[RoundStop]) -> list[RoundStop]:
    """Labels beside the present round's name would touch it: they are left out."""
    here = next((stop.x for stop in stops if stop.state == NOW), None)
    if here is None:
        return stops
    near = [stop.state != NOW and abs(stop.x - here) < 30 for stop in stops]
    return [msgspec.structs.replace(stop, label="") if close else stop for stop, close in zip(stops, near, strict=True)]
