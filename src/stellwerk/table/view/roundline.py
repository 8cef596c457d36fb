"""The rounds of the game as a railway line: what is done, what is now, what comes."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from stellwerk.events import Exported
from stellwerk.position import Position, Round
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.texts import Say

STOCK, OPERATING, EXPORT, OPENING = "stock", "operating", "export", "opening"
DONE, NOW, LATER = "done", "now", "later"
WIDTH, MARGIN, WIDEST = 640.0, 16.4, 46.0
_AFTER_EXPORT = 0.63


class Stop(msgspec.Struct, frozen=True):
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
    stops: tuple[Stop, ...]
    open: bool

    @property
    def reached(self) -> float:
        """How far the line is done."""
        return max((stop.x for stop in self.stops if stop.state != LATER), default=MARGIN)


def roundline(scene: Scene) -> RoundLine:
    """The rounds of a scene's game."""
    rules, position = scene.rules, scene.position
    rounds = _fixed(rules) if rules.figures.sets else _known(rules, position)
    if position.round.kind not in (STOCK, OPERATING, EXPORT):
        rounds = [(OPENING, 0, 0), *rounds]
    now = short_name(scene.say, position.round)
    stops = _placed(scene, rounds)
    last = next((stop for stop in reversed(stops) if stop.kind == OPERATING), None)
    if scene.game.over:
        words = scene.say("Rounds: the game is over, after {now}", now=now)
    elif rules.figures.sets and last is not None:
        words = scene.say("Rounds: now {now}; the game ends after {last}", now=now, last=_name(scene.say, last))
    else:
        words = scene.say("Rounds: now {now}; how many will follow is open", now=now)
    return RoundLine(now, words, stops, not rules.figures.sets and not scene.game.over)


def short_name(say: Say, now: Round) -> str:
    """A round in a few letters: SR 6, OR 5.2."""
    if now.kind == STOCK:
        return say("SR {set}", set=now.set)
    if now.kind == OPERATING:
        return say("OR {set}.{number}", set=now.set, number=now.number)
    return say("Export") if now.kind == EXPORT else say("Start")


def _name(say: Say, stop: Stop) -> str:
    return short_name(say, Round(stop.kind, stop.set, stop.number))


def _fixed(rules: Rules) -> list[tuple[str, int, int]]:
    """All rounds, where the figures say how many there are."""
    rounds: list[tuple[str, int, int]] = []
    sets = rules.figures.sets
    for index, prices in enumerate(sets, start=1):
        rounds.append((STOCK, index, 0))
        rounds.extend((OPERATING, index, number + 1) for number in range(len(prices)))
        if index < len(sets) and exports(rules):
            rounds.append((EXPORT, index, 0))
    return rounds


def _known(rules: Rules, position: Position) -> list[tuple[str, int, int]]:
    """What is known otherwise: the stock rounds so far, this set, the next stock round."""
    now = position.round
    current = max(now.set, 1)
    of = now.of if now.kind == OPERATING else rules.rounds_of_set(position, current)
    past = [(STOCK, index, 0) for index in range(1, current + 1)]
    this = [(OPERATING, current, number + 1) for number in range(of)]
    return [*past, *this, (STOCK, current + 1, 0)] if position.result is None else [*past, *this]


@lru_cache(maxsize=32)
def exports(rules: Rules) -> bool:
    """Is a train exported between two sets of rounds? The rules are asked, at a made-up end of the first set."""
    names = [f"player {index}" for index in range(min(rules.player_counts()))]
    position = rules.new_position(names, 0)
    of = rules.rounds_of_set(position, 1)
    position.round = Round(OPERATING, 1, of, of)
    referee = Referee(rules, position)
    rules.next_round(referee)
    return any(isinstance(event, Exported) for event in referee.events)


def _rank(kind: str) -> int:
    return (OPENING, STOCK, OPERATING, EXPORT).index(kind) if kind in (STOCK, OPERATING, EXPORT) else 0


def _placed(scene: Scene, rounds: list[tuple[str, int, int]]) -> tuple[Stop, ...]:
    """The rounds with their places along the line and their states."""
    now = scene.position.round
    here = (now.set, _rank(now.kind), now.number if now.kind == OPERATING else 0)
    gaps = [0.0] + [_AFTER_EXPORT if before[0] == EXPORT else 1.0 for before in rounds[:-1]]
    scale = min(WIDEST, (WIDTH - 2 * MARGIN - 8) / max(sum(gaps), 1))
    x = (WIDTH - scale * sum(gaps)) / 2
    stops = []
    for (kind, set, number), gap in zip(rounds, gaps, strict=True):
        x += gap * scale
        place = (set, _rank(kind), number)
        over = scene.game.over or place < here
        state = DONE if over else NOW if place == here else LATER
        stops.append(Stop(kind, set, number, state, round(x, 1), _label(scene, kind, set, number, state)))
    return tuple(_without_crowding(stops))


def _label(scene: Scene, kind: str, set: int, number: int, state: str) -> str:
    """The present round's name; under operating rounds the price of private companies, where rounds have one."""
    if state == NOW:
        return short_name(scene.say, Round(kind, set, number))
    sets = scene.rules.figures.sets
    return str(sets[set - 1][number - 1]) if kind == OPERATING and sets else ""


def _without_crowding(stops: list[Stop]) -> list[Stop]:
    """Labels beside the present round's name would touch it: they are left out."""
    here = next((stop.x for stop in stops if stop.state == NOW), None)
    if here is None:
        return stops
    near = [stop.state != NOW and abs(stop.x - here) < 30 for stop in stops]
    return [msgspec.structs.replace(stop, label="") if close else stop for stop, close in zip(stops, near, strict=True)]
