"""What trains carry in a run: the best loads, or those the reader has planned, and the runs that follow.

A plan is said in the address: `plan-2H2-0` puts two loads for H2 on the first train and none on the second.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from time import perf_counter
from weakref import WeakKeyDictionary

import msgspec

from stellwerk.actions import Action
from stellwerk.errors import Illegal
from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.routes import Answer, RunResult, best_runs
from stellwerk.rules import Rules
from stellwerk.rules.stages import find_act
from stellwerk.steps.loads import LOADS, Loading
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.running import RunTrains, best_for, running_trains, specs_of
from stellwerk.table.view.scene import Pick, Scene

PLAN = "plan"
PATIENCE = 0.8
"""Seconds a page waits for the best loads."""

_ENTRY = re.compile(r"(\d{1,2})([A-Z]{1,2}\d{1,2})|0")

Loads = Mapping[str, tuple[int, str]]
"""Train card to how much it carries, and to which red area."""


class Planned(msgspec.Struct, frozen=True):
    """Loads on trains, and the runs that follow."""

    loading: Loading
    loads: Loads
    """What is planned, and what is on the trains already."""
    game: Game
    """A copy of the game in which everything is loaded."""
    answer: Answer
    proven: bool
    """Is it proved that neither other loads nor other runs bring more?"""
    bound: int
    best: bool
    """Are these the best loads that were found?"""
    refused: str = ""
    """Why what was planned cannot be carried."""


_known: WeakKeyDictionary[Game, tuple[Position, dict[str, Planned | None]]] = WeakKeyDictionary()


def plan_of(scene: Scene, pick: Pick | None = None) -> Planned | None:
    """The plan of the reader, else the best; nothing where the company has nothing to carry, or has run."""
    text = pick.tile if pick is not None and pick.group == "run" and pick.tile.startswith(PLAN) else ""
    known = _known.get(scene.game)
    if known is None or known[0] is not scene.position:
        known = (scene.position, {})
        _known[scene.game] = known
    if text not in known[1]:
        known[1][text] = _make_plan(scene, text)
    return known[1][text]


def _make_plan(scene: Scene, text: str) -> Planned | None:
    turn = next((step for step in reversed(scene.position.agenda) if isinstance(step, OperatingTurn)), None)
    loading = loading_of(scene.rules, scene.position, turn) if turn is not None else None
    if turn is None or loading is None:
        return None
    best = _best_loads(scene.rules, scene.position, turn.company, loading)
    wanted = read_plan(scene, turn.company, loading, text)
    if wanted is None:
        return _load_and_run(scene, turn.company, loading, *best, is_best=True)
    made = _load_and_run(scene, turn.company, loading, wanted, best[1], is_best=wanted == best[0])
    return made if made.answer.runs or not made.refused else plan_of(scene)


def loading_of(rules: Rules, position: Position, turn: OperatingTurn) -> Loading | None:
    """What may be loaded before the trains run; nothing once they have run, or where nothing can be carried."""
    stages = [stage.name for stage in rules.stages(position, turn.company)]
    if "run" not in stages or turn.stage > stages.index("run"):
        return None
    act = find_act(rules, RunTrains, position, turn.company)
    loading = act.loading(rules, position, turn.company) if act is not None else None
    return loading if loading is not None and (loading.able() or loading.aboard) else None


def _best_loads(
    rules: Rules, position: Position, company: str, loading: Loading
) -> tuple[dict[str, tuple[int, str]], Answer]:
    """The loads that bring most, found together with the routes."""
    cards = [card for card, _ in running_trains(rules, position, company)]
    specs = [
        spec if card in loading.aboard else loading.spec(card, spec)
        for card, spec in zip(cards, specs_of(rules, position, company), strict=True)
    ]
    specs = [spec.urged(100_000) if spec.must else spec for spec in specs]
    network = rules.network(position, company)
    answer = best_runs(network, specs, supplies=loading.supplies, limit=PATIENCE, now=perf_counter)
    loads: dict[str, tuple[int, str]] = {}
    for run in answer.runs:
        mode = specs[run.train].modes[run.mode]
        count = dict(mode.uses).get(LOADS, 0)
        if count:
            loads[cards[run.train]] = (count, next(tag for tag, _ in mode.needs if tag in loading.pays))
    return loads, answer


def _load_and_run(
    scene: Scene, company: str, loading: Loading, wanted: Loads, found: Answer, *, is_best: bool
) -> Planned:
    """Load the trains of a copy of the game, and run them as well as they can."""
    game, refused = scene.game.copy(), ""
    game.draws = False
    try:
        for action in loading_actions(scene.rules, scene.position, company, wanted):
            game.play(action)
    except Illegal as refusal:
        game, refused = scene.game.copy(), scene.say.sentence(refusal.sentence)
    answer = best_for(scene.rules, game.position, company, limit=PATIENCE, now=perf_counter)
    proven = found.proven and (answer.total == found.total or not is_best)
    loads = {**loading.aboard, **({} if refused else wanted)}
    return Planned(loading, loads, game, answer, proven, found.bound, is_best and not refused, refused)


def loading_actions(rules: Rules, position: Position, company: str, loads: Loads) -> list[Action]:
    """What is played to load the trains so."""
    act = find_act(rules, RunTrains, position, company)
    assert act is not None, "who loads trains runs them"
    order = [card for card, _ in running_trains(rules, position, company)]
    return [act.load(company, card, *loads[card]) for card in order if card in loads]


# A plan in an address


def read_plan(scene: Scene, company: str, loading: Loading, text: str) -> dict[str, tuple[int, str]] | None:
    """The loads an address names, as far as there is so much and room for it; nothing where it names none."""
    cards = [card for card, _ in running_trains(scene.rules, scene.position, company)]
    entries = text.removeprefix(PLAN).split("-")[1:]
    if not text.startswith(PLAN) or len(entries) != len(cards):
        return None
    found: dict[str, tuple[int, str]] = {}
    for card, entry in zip(cards, entries, strict=True):
        match = _ENTRY.fullmatch(entry)
        if match is None or (match[1] and (int(match[1]) > loading.most(card) or match[2] not in loading.pays)):
            return None
        if match[1] and int(match[1]):
            found[card] = (int(match[1]), match[2])
    return found if _fits(loading, {card: count for card, (count, _) in found.items()}) else None


def write_plan(cards: Sequence[str], loads: Loads) -> str:
    """A plan as addresses say it."""
    told = (f"{loads[card][0]}{loads[card][1]}" if loads.get(card, (0, ""))[0] else "0" for card in cards)
    return "-".join((PLAN, *told))


def _beyond(loading: Loading, counts: Mapping[str, int]) -> dict[str, int]:
    """Which trains carry more than they have room for by themselves, and how much."""
    over = {card: count - loading.room.get(card, 0) for card, count in counts.items()}
    return {card: more for card, more in over.items() if more > 0}


def _fits(loading: Loading, counts: Mapping[str, int]) -> bool:
    return sum(counts.values()) <= loading.supply and sum(_beyond(loading, counts).values()) <= loading.more


def one_more(loading: Loading, loads: Loads, card: str, hex: str) -> dict[str, tuple[int, str]] | None:
    """The plan with one load more on a train; the room beyond goes to it from another one if need be."""
    count = loads.get(card, (0, hex))[0] + 1
    tried = {**{c: load for c, load in loads.items() if c not in loading.aboard}, card: (count, hex)}
    if count > loading.most(card):
        return None
    counts = {c: n for c, (n, _) in tried.items()}
    if not _fits(loading, counts):
        others = [other for other in _beyond(loading, counts) if other != card]
        if not others:
            return None
        tried[others[0]] = (tried[others[0]][0] - 1, tried[others[0]][1])
    tried = {c: load for c, load in tried.items() if load[0]}
    return tried if _fits(loading, {c: n for c, (n, _) in tried.items()}) else None


def kind_of_loads(scene: Scene) -> str:
    """The kind of group of the actions that load trains: the panel offers them together with the run."""
    turn = next((step for step in reversed(scene.position.agenda) if isinstance(step, OperatingTurn)), None)
    act = find_act(scene.rules, RunTrains, scene.position, turn.company) if turn is not None else None
    loading = act.loading(scene.rules, scene.position, turn.company) if act is not None and turn is not None else None
    return loading.kind if loading is not None else ""


def areas_touched(rules: Rules, loading: Loading, run: RunResult) -> dict[str, str]:
    """The red areas a route touches where loads can go, by their first hexes; each with the hex it touches."""
    hexes = (node.partition(".")[0] for node, _ in run.stops)
    touched = {rules.board.areas[hex][0]: hex for hex in hexes if hex in rules.board.areas}
    return {first: hex for first, hex in touched.items() if first in loading.pays}
