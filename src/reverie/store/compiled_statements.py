"""Compiled statements, shared by all SQLite stores of a process.

SQLAlchemy keeps them for each engine, since two may speak differently. Ours do not: stores on one SQLite library are
set up alike, so that whoever opens many of them, one for each person or each test, compiles a statement once.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine import Compiled
from sqlalchemy.util import LRUCache

STATEMENTS = 1000
"""How many are kept; what is used least recently gives way."""


class _ByLibrary(LRUCache[Any, Compiled]):
    """Finds a statement by its dialect's class and library, where SQLAlchemy names an engine's own dialect."""

    __slots__ = ()

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_common(key), default)

    def __getitem__(self, key: Any) -> Compiled:
        return super().__getitem__(_common(key))

    def __setitem__(self, key: Any, value: Compiled) -> None:
        super().__setitem__(_common(key), value)


def _common(key: tuple[Any, ...]) -> tuple[Any, ...]:
    dialect, *statement = key
    return (type(dialect), dialect.dbapi, *statement)


_shared = _ByLibrary(STATEMENTS)


def sharing(engine: Engine) -> Engine:
    """Let a SQLite engine use what others have compiled, and give."""
    engine.update_execution_options(compiled_cache=_shared)
    return engine
