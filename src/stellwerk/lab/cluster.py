"""Workers on other machines: the same games on dask.distributed.

dask plays again what a lost worker had, so a game may be played twice; it is counted once, because only the master
writes, by number. Games are deterministic, so it does not matter which of the two comes in.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from stellwerk.errors import BadInput
from stellwerk.lab.local_workers import AHEAD, STRIKES, record_of_death
from stellwerk.lab.plan import RunPlan
from stellwerk.lab.record import GameRecord, decoder, encoder
from stellwerk.lab.worker import play_game

CONNECT_SECONDS = 10


def play_line(plan: bytes, number: int) -> bytes:
    """Play a game on a worker: settings in, a line out, so that only plain bytes travel."""
    return encoder.encode(play_game(msgspec.json.decode(plan, type=RunPlan), number))


def play_there(plan: RunPlan, numbers: Iterable[int], address: str) -> Iterator[GameRecord]:
    """The games of these numbers on a cluster, as they are finished."""
    client = connect_client(address)
    try:
        yield from ClusterWorkers(client, plan).play(iter(numbers))
    finally:
        client.close()


def connect_client(address: str) -> Any:
    """A client of the scheduler at an address."""
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise BadInput(f"A cluster needs {error.name}: pip install 'stellwerk[lab]' brings it.") from None
    silence_tracebacks()
    try:
        client: Any = distributed.Client  # untyped
        return client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        raise BadInput(f"There is no dask scheduler at {address}.") from None


def silence_tracebacks() -> None:
    """What goes wrong is said in our own sentences; the library's tracebacks stay unprinted."""
    for name in tuple(logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


class ClusterWorkers:
    """The games under way on a cluster."""

    def __init__(self, client: Any, plan: RunPlan):
        import distributed

        as_completed: Any = distributed.as_completed  # untyped
        self.client = client
        self.plan = plan
        self.settings = msgspec.json.encode(plan)
        self.numbers: dict[str, int] = {}
        self.strikes: Counter[int] = Counter()
        self.finished: Any = as_completed([], loop=client.loop)

    def play(self, coming: Iterator[int]) -> Iterator[GameRecord]:
        """Keep every worker busy until all is played."""
        self._fill(coming)
        for future in self.finished:
            record = self._taken(future)
            self._fill(coming)
            if record is not None:
                yield record

    def _fill(self, coming: Iterator[int]) -> None:
        threads = sum(self.client.nthreads().values())
        while len(self.numbers) < max(1, threads) * AHEAD:
            number = next(coming, None)
            if number is None:
                return
            self._send(number)

    def _send(self, number: int) -> None:
        future = self.client.submit(play_line, self.settings, number, pure=False)
        self.numbers[future.key] = number
        self.finished.add(future)

    def _taken(self, future: Any) -> GameRecord | None:
        """The record of a finished game; one whose workers died is sent again, a few times."""
        number = self.numbers.pop(future.key)
        try:
            return decoder.decode(future.result())
        except Exception as error:
            self._check_cluster(error)
            self.strikes[number] += 1
            if self.strikes[number] >= STRIKES:
                return record_of_death(self.plan, number)
            self._send(number)
            return None
        finally:
            future.release()

    def _check_cluster(self, error: Exception) -> None:
        """When the scheduler itself is gone there is nobody to send anything to."""
        if self.client.status != "running":
            raise BadInput("The dask scheduler is gone; the same command goes on when it is back.") from error
