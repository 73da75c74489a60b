"""A server on a socket, for HTTP of any sort: it says where it listens, ends well on a signal, and logs no words."""

from __future__ import annotations

import json
import logging
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from types import FrameType, TracebackType
from typing import Any

import uvicorn

from reverie.spans import trace_id

_ENDING = (signal.SIGTERM, signal.SIGINT)


def ending_well() -> AbstractContextManager[None]:
    """Let the process end by itself after a signal: uvicorn raises it again, once it has shut down."""
    return on_signals(lambda _number, _frame: None)


@contextmanager
def on_signals(then: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Do something where a signal would end the process; in another thread than the main one, nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, then) for number in _ENDING}
    try:
        yield
    finally:
        for number, what in before.items():
            signal.signal(number, what)


class Listener(uvicorn.Server):
    """Says where it listens once it does: with port 0 only then is that known."""

    def __init__(self, config: uvicorn.Config, started: Callable[[str], None]) -> None:
        super().__init__(config)
        self._told = started

    async def startup(self, sockets: Any = None) -> None:
        """Begin to listen, and say where."""
        await super().startup(sockets)
        for one in self.servers[:1]:
            host, port = one.sockets[0].getsockname()[:2]
            self._told(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")


class Discreet(logging.Formatter):
    """Log lines without the values that an exception quotes: they may be a person's words. Its type and place stay."""

    def formatException(
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """The frames of a traceback, and the exception's type."""
        kind, _error, trace = ei
        frames = []
        while trace is not None:
            code = trace.tb_frame.f_code
            frames.append(f"  {code.co_filename}:{trace.tb_lineno} in {code.co_name}")
            trace = trace.tb_next
        return "\n".join([*frames, kind.__name__ if kind is not None else "no exception"])


class DiscreetJson(Discreet):
    """The same as one JSON object a line: of a request its parts, of a trace its id, of an exception type and place."""

    _PARTS = ("method", "route", "status", "ms", "request_id")

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        said: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        said |= {name: value for name in self._PARTS if (value := getattr(record, name, None)) is not None}
        if trace := trace_id():
            said["trace_id"] = trace
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)
