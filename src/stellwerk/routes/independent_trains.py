"""Trains that run apart: other trains may use their track too, so each finds its own best route."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from msgspec.structs import replace

from stellwerk.routes.answer import Answer
from stellwerk.routes.spec import TrainSpec


def group_trains(trains: Sequence[TrainSpec]) -> list[list[int]]:
    """The trains that share the track, then each that runs apart, by their numbers."""
    together = [number for number, train in enumerate(trains) if not train.apart]
    return [together, *([number] for number, train in enumerate(trains) if train.apart)]


def join_groups(parts: Sequence[tuple[Sequence[int], Answer]], k: int) -> Answer:
    """The best sets of all trains out of those of each group; runs are numbered like the trains of the company."""
    choices = [[_renumber_runs(answer, numbers) for answer in (best, *best.others)] for numbers, best in parts]
    ranked = sorted(map(_merge_answers, product(*choices)), key=lambda answer: -answer.total)
    best, *others = ranked[:k]
    considered = sum(answer.considered for _, answer in parts)
    return replace(best, others=tuple(others), considered=considered)


def _renumber_runs(answer: Answer, numbers: Sequence[int]) -> Answer:
    return replace(answer, runs=tuple(replace(run, train=numbers[run.train]) for run in answer.runs))


def _merge_answers(answers: Sequence[Answer]) -> Answer:
    runs = sorted((run for answer in answers for run in answer.runs), key=lambda run: run.train)
    return Answer(
        tuple(runs),
        sum(answer.total for answer in answers),
        all(answer.proven for answer in answers),
        sum(answer.bound for answer in answers),
        tuple(bonus for answer in answers for bonus in answer.bonuses),
    )
