"""What the library does, as seen from outside: spans of OpenTelemetry, and figures for whoever counts.

This is the one place that makes them. A span is made where the program has loaded OpenTelemetry's API itself: who
exports spans has, and for all others there is nothing to import and nothing to wait for. Names and attributes are those
of the conventions for generative AI. Neither spans nor figures have a word in them of what was said or is known.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import wraps
from types import TracebackType
from typing import Any, Self, TypeVar, cast

Verb = TypeVar("Verb", bound=Callable[..., Any])
Watcher = Callable[["Operation"], None]

_NAMES = {
    "say": "upsert_memory",
    "remember": "upsert_memory",
    "learn": "upsert_memory",
    "recall": "search_memory",
    "context": "search_memory",
    "forget": "delete_memory",
    "turn": "invoke_agent",
    "ask": "chat",
    "embed": "embeddings",
}
"""What each of our operations is in the conventions."""

_TOKENS = {
    "prompt": "gen_ai.usage.input_tokens",
    "completion": "gen_ai.usage.output_tokens",
    "cached": "gen_ai.usage.cache_read.input_tokens",
}

_watchers: list[Watcher] = []


class Operation:
    """One thing that is done, as a ``with`` block; what it came to is noted before the block ends.

    One that goes on while others use the thread, as an answer does that comes in pieces, is made without ``with``: each
    step of it is ``during`` it, and it ``end``s by itself where a step raises, ``StopIteration`` too.

    ``counts`` has figures by what is counted and of which sort: ``("learned", "added")``, ``("masked", "card")``,
    ``("tokens", "prompt")``. ``seconds`` and ``error``, the type of what was raised, are there once it ended.
    """

    __slots__ = ("_began", "_over", "_span", "_step", "counts", "error", "name", "records", "seconds")

    def __init__(self, name: str, *, store: str | None = None, model: str | None = None) -> None:
        self.name = name
        self.seconds = 0.0
        self.records: int | None = None
        self.counts: Counter[tuple[str, str]] = Counter()
        self.error: str | None = None
        self._over = False
        self._step: AbstractContextManager[None] | None = None
        self._span = _begun(name, store, model)
        self._began = time.perf_counter()

    def used(self, usage: Any) -> None:
        """Note the tokens that a language model took (``ports.Usage``)."""
        self.counts.update({("tokens", sort): getattr(usage, sort) for sort in _TOKENS})

    @contextmanager
    def during(self) -> Iterator[None]:
        """Let what is done in the block be part of it; what the block raises ends it."""
        context = sys.modules.get("opentelemetry.context")
        with ExitStack() as stack:
            if self._span is not None and context is not None:
                token = context.attach(sys.modules["opentelemetry.trace"].set_span_in_context(self._span))
                stack.callback(context.detach, token)
            stack.push(self._raised)
            yield

    def _raised(self, kind: type[BaseException] | None, _error: BaseException | None, _trace: object) -> None:
        if kind is not None:
            self.end(kind)

    def end(self, kind: type[BaseException] | None = None) -> None:
        """It is over, with what was raised; twice is once."""
        if self._over:
            return
        self._over, self.seconds = True, time.perf_counter() - self._began
        if kind is not None and issubclass(kind, Exception) and not issubclass(kind, StopIteration):
            self.error = kind.__name__
        for watcher in _watchers:
            watcher(self)
        if self._span is not None:
            self._describe()
            self._span.end()

    @contextmanager
    def apart(self) -> Iterator[Self]:
        """Let the block be its whole, and nothing that is done meanwhile a part of it: for a generator's block."""
        with ExitStack() as stack:
            stack.push(lambda kind, _error, _trace: self.end(kind))
            yield self

    def __enter__(self) -> Self:
        if self._span is not None:
            self._step = self.during()
            self._step.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end(kind)
        if self._step is not None:
            self._step.__exit__(None, None, None)

    def _describe(self) -> None:
        if self.records is not None:
            self._span.set_attribute("gen_ai.memory.record.count", self.records)
        for sort, attribute in _TOKENS.items():
            if ("tokens", sort) in self.counts:
                self._span.set_attribute(attribute, self.counts["tokens", sort])
        if self.error is not None:  # its message may quote somebody, so it is not told
            self._span.set_attribute("error.type", self.error)
            self._span.set_status(sys.modules["opentelemetry.trace"].StatusCode.ERROR)


def _begun(name: str, store: str | None, model: str | None) -> Any:
    """A span that has begun, or None where nobody exports spans."""
    trace = sys.modules.get("opentelemetry.trace")
    if trace is None or "opentelemetry.context" not in sys.modules:
        return None
    attributes, shown = {"gen_ai.operation.name": _NAMES[name], "reverie.operation": name}, _NAMES[name]
    if store is not None:
        attributes["gen_ai.memory.store.id"] = store
    if model is not None:
        provider, _, asked = model.partition(":")
        attributes |= {"gen_ai.provider.name": provider, "gen_ai.request.model": asked}
        shown = f"{shown} {asked}"
    kind = trace.SpanKind.INTERNAL if model is None else trace.SpanKind.CLIENT
    return trace.get_tracer("reverie").start_span(shown, kind=kind, attributes=attributes)


def observed(name: str, note: Callable[[Operation, Any], None]) -> Callable[[Verb], Verb]:
    """Make every call of a person's verb an operation; ``note`` notes there what the verb gave."""

    def wrapping(verb: Verb) -> Verb:
        @wraps(verb)
        def seen(self: Any, *args: Any, **named: Any) -> Any:
            with Operation(name, store=self._user.id) as operation:
                given = verb(self, *args, **named)
                note(operation, given)
            return given

        return cast("Verb", seen)

    return wrapping


def found(operation: Operation, given: Any) -> None:
    """Note how many hits there are."""
    operation.records = len(given)


def learned(operation: Operation, given: Any) -> None:
    """Note what became of what was told: memories by step, and what was masked by kind."""
    told, masked = (given, ()) if isinstance(given, list) else (given.learned, given.masked)
    operation.records = len(told)
    operation.counts.update(("learned", one.step.value) for one in told)
    operation.counts.update(("masked", kind) for kind in masked)


def cited(operation: Operation, given: Any) -> None:
    """Note how many lines a context has."""
    operation.records = len(given.lines)


def forgotten(operation: Operation, given: Any) -> None:
    """Note how many memories went; a preview takes none."""
    operation.records = 0 if given.change_id is None else len(given.memories)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Have every operation of this process told once it is over, in the thread that did it, until the block ends."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


@contextmanager
def joining(headers: Mapping[str, str]) -> Iterator[None]:
    """Let what is done in the block be part of the trace that a caller's headers name (``traceparent``).

    It changes nothing where a span is going on here already, or nobody exports spans.
    """
    trace, context = sys.modules.get("opentelemetry.trace"), sys.modules.get("opentelemetry.context")
    if trace is None or context is None or trace.get_current_span().get_span_context().is_valid:
        yield
        return
    from opentelemetry.propagate import extract

    token = context.attach(extract(headers))
    try:
        yield
    finally:
        context.detach(token)


def trace_id() -> str:
    """The trace that is going on, as logs write it; empty where there is none."""
    trace = sys.modules.get("opentelemetry.trace")
    if trace is None:
        return ""
    found = trace.get_current_span().get_span_context()
    return trace.format_trace_id(found.trace_id) if found.is_valid else ""
