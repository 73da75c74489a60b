"""Figures for Prometheus: how many requests, how long they took. Labels are routes, never paths, words or ids."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Figures:
    """What an application counts of itself."""

    def __init__(self) -> None:
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
        self.chats = Gauge("reverie_chat_connections", "Connections of live chat.", registry=self._registry)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        named = method if method in _METHODS else "other"
        self._requests.labels(named, route, str(status)).inc()
        self._seconds.labels(named, route).observe(seconds)

    def text(self) -> bytes:
        """All of it in Prometheus's text format."""
        return generate_latest(self._registry)
