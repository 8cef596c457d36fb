"""Figures for Prometheus: requests by page and status, how long they took, and how things stand now.

They are served at an address of their own (`--metrics`), never by the site itself: whoever asks for a page cannot ask
for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import Scope

from stellwerk.errors import BadInput
from stellwerk.table.live.background_player import Runner
from stellwerk.table.service.service import Service
from stellwerk.table.web.connections import Doors
from stellwerk.table.web.operator_log import template_of
from stellwerk.table.web.streams import Streams
from stellwerk.table.web.timelines import Courses

METHODS = frozenset({"GET", "HEAD", "POST"})
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
STREAMS = "/tables/{table}/events"
"""A stream is open for hours: how long says nothing."""


class Counted(Protocol):
    """What figures are taken from."""

    service: Service
    courses: Courses
    streams: Streams
    doors: Doors
    runner: Runner | None


class FigureCollector:
    """The figures of one site."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        pages, times = ("method", "page", "status"), ("page",)
        self._requests = Counter("stellwerk_requests", "Requests by page and status", pages, registry=self.registry)
        self._seconds = Histogram(
            "stellwerk_request_seconds", "Time to the whole answer", times, registry=self.registry, buckets=SECONDS
        )

    def count_request(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        page = template_of(scope) or "other"
        method = scope["method"] if scope["method"] in METHODS else "other"
        self._requests.labels(method, page, str(status)).inc()
        if page != STREAMS:
            self._seconds.labels(page).observe(seconds)

    def watch(self, site: Counted) -> None:
        """Tell how things stand at a site whenever somebody asks."""
        self.registry.register(ServerStanding(site))

    def serve(self, host: str, port: int) -> None:
        """Answer whoever asks at this address, in a thread of its own."""
        try:
            start_http_server(port, host, registry=self.registry)
        except OSError as error:
            raise BadInput(f"Figures cannot be served at {host}:{port}: {error.strerror or error}.") from None


class ServerStanding(Collector):
    """How things stand at a site, looked up when somebody asks."""

    def __init__(self, site: Counted):
        self.site = site

    def collect(self) -> Iterator[Metric]:
        """The figures of this moment."""
        site = self.site
        yield GaugeMetricFamily("stellwerk_connections", "Open connections", value=site.doors.open)
        yield GaugeMetricFamily("stellwerk_streams", "Open streams of events", value=site.streams.count)
        refused = {**site.doors.refused, "stream": site.streams.refused}
        yield _count_family("stellwerk_refused", "Connections and streams refused or let go", "why", refused)
        yield _count_family("stellwerk_moves", "Moves played", "who", site.service.feed.moves)
        yield _count_family(
            "stellwerk_database_errors", "The database was not there", "why", site.service.store.failures
        )
        memories = {**site.service.memories(), "courses": site.courses.known}
        kept = GaugeMetricFamily("stellwerk_memory_kept", "What is kept in memory", labels=["what"])
        for name, memory in memories.items():
            kept.add_metric([name], len(memory))
        yield kept
        found = {name: memory.found for name, memory in memories.items()}
        missed = {name: memory.missed for name, memory in memories.items()}
        yield _count_family("stellwerk_memory_found", "How often what was asked for was in memory", "what", found)
        yield _count_family("stellwerk_memory_missed", "How often it was not", "what", missed)
        yield CounterMetricFamily("stellwerk_transactions", "Transactions begun", value=site.service.store.begun)
        if site.runner is not None:
            due, seconds = site.runner.waiting()
            yield GaugeMetricFamily("stellwerk_bots_waiting", "Tables where a bot or a program is due", value=due)
            yield GaugeMetricFamily("stellwerk_bots_wait_seconds", "How long the first of them waits", value=seconds)


def _count_family(name: str, about: str, label: str, counts: dict[str, int]) -> Metric:
    made = CounterMetricFamily(name, about, labels=[label])
    for kind, count in sorted(counts.copy().items()):
        made.add_metric([kind], count)
    return made


def metrics_address(text: str) -> tuple[str, int]:
    """Host and port of `9018`, `10.0.0.5:9018` or `[::1]:9018`; loopback unless said."""
    host, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdecimal() or not 0 < int(port[:6]) < 65_536:
        raise BadInput("Figures are served at a port, as 9018, or at an address and a port, as 10.0.0.5:9018.")
    return host.strip("[]") or "127.0.0.1", int(port)
