"""Compiled statements, shared by all stores of a process that speak alike.

SQLAlchemy keeps them for each engine, since two may speak differently. Ours are all set up alike, and differ by their
library and the version behind it alone: whoever opens many stores, one for each person or each test, compiles a
statement once.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine import Compiled
from sqlalchemy.util import LRUCache

STATEMENTS = 1000
"""How many are kept; what is used least recently gives way."""


class _ByKind(LRUCache[Any, Compiled]):
    """Finds a statement by its dialect's class, library and version, where SQLAlchemy names an engine's own dialect."""

    __slots__ = ()

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_common(key), default)

    def __getitem__(self, key: Any) -> Compiled:
        return super().__getitem__(_common(key))

    def __setitem__(self, key: Any, value: Compiled) -> None:
        super().__setitem__(_common(key), value)


def _common(key: tuple[Any, ...]) -> tuple[Any, ...]:
    dialect, *statement = key
    return (type(dialect), dialect.dbapi, dialect.server_version_info, *statement)


_shared = _ByKind(STATEMENTS)


def sharing(engine: Engine) -> Engine:
    """Let an engine use what others have compiled, and give."""
    engine.update_execution_options(compiled_cache=_shared)
    return engine
