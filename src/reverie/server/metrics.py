"""Figures for Prometheus: requests, what was done for them and how long it took, and what the store holds.

Labels are routes and kinds, never paths, words or ids.
"""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from reverie.app.companion import Reverie
from reverie.background.worker import Background
from reverie.spans import Operation

MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

_COUNTED = {
    "learned": ("learned", "step", "What became of what was told: added, reinforced, superseded, proposed, refused, …"),
    "masked": ("masked", "kind", "Secrets that were masked in what was said."),
    "tokens": ("model_tokens", "kind", "Tokens of language models: prompt, of these cached, completion."),
}
"""What operations count, and the figure and the label that tell it."""


class Figures:
    """What an application counts of itself; ``done`` counts what the library does in this process."""

    def __init__(self, luna: Reverie, work: Background | None) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "reverie_http_requests", "Requests answered.", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "reverie_http_request_seconds",
            "Seconds until a response was begun.",
            ["method", "route"],
            registry=self._registry,
            buckets=_SECONDS,
        )
        self.in_flight = Gauge(
            "reverie_http_requests_in_flight", "Requests that are being answered.", registry=self._registry
        )
        self._operations = Histogram(
            "reverie_operation_seconds",
            "Seconds that what was done took: say, recall, context, turn, learn, ask (a language model), …",
            ["operation"],
            registry=self._registry,
            buckets=_SECONDS,
        )
        self._failures = Counter(
            "reverie_operation_failures", "What ended with an error.", ["operation", "error"], registry=self._registry
        )
        self._counts = {
            what: Counter(f"reverie_{name}", told, [label], registry=self._registry)
            for what, (name, label, told) in _COUNTED.items()
        }
        self._registry.register(_Now(luna, work))
        self.chats = Gauge("reverie_chat_connections", "Connections of live chat.", registry=self._registry)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        named = method if method in _METHODS else "other"
        self._requests.labels(named, route, str(status)).inc()
        self._seconds.labels(named, route).observe(seconds)

    def done(self, operation: Operation) -> None:
        """Count something that the library did."""
        self._operations.labels(operation.name).observe(operation.seconds)
        if operation.error is not None:
            self._failures.labels(operation.name, operation.error).inc()
        for (what, sort), count in operation.counts.items():
            self._counts[what].labels(sort).inc(count)

    def text(self) -> bytes:
        """All of it in Prometheus's text format."""
        return generate_latest(self._registry)


class _Now(Collector):
    """Figures that are looked up when they are asked for."""

    def __init__(self, luna: Reverie, work: Background | None) -> None:
        self._luna = luna
        self._work = work

    def describe(self) -> Iterator[Metric]:
        """Nothing ahead: the registry need not look anything up to know the names."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """The figures of this moment."""
        load = self._luna.load()
        yield GaugeMetricFamily("reverie_index_bytes", "Bytes of the search cache.", load.index_bytes)
        yield GaugeMetricFamily("reverie_index_owners", "People whose index is in it.", load.index_owners)
        yield CounterMetricFamily("reverie_index_hits", "Searches that found their index in it.", load.index_hits)
        yield CounterMetricFamily("reverie_index_misses", "Searches that read it anew.", load.index_misses)
        yield GaugeMetricFamily("reverie_connections", "Connections of the database at work.", load.connections)
        if self._work is None:
            return
        yield CounterMetricFamily("reverie_work_runs", "Runs of work in the background.", self._work.runs)
        yield CounterMetricFamily("reverie_work_failures", "Those that went wrong.", self._work.failures)
        items = GaugeMetricFamily("reverie_work_items", "Items of the last run.", labels=["task", "outcome"])
        for one in () if self._work.last is None else self._work.last.tasks:
            for outcome, count in (("done", one.done), ("failed", one.failed), ("parked", one.parked)):
                items.add_metric([one.task, outcome], count)
        yield items
