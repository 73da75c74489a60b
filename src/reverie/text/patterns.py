"""Patterns that are compiled when they are first used: a command pays at its start for none that it never needs."""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


class Lazy:
    """Stands for a compiled pattern, and compiles it at the first look."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self.pattern = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if "compiled" not in self.__dict__:
            self.compiled: re.Pattern[Any] = re.compile(self.pattern, self._flags)
        found = getattr(self.compiled, name)
        setattr(self, name, found)  # from now on it costs what that of a compiled pattern does
        return found


def lazy_pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Make a pattern as ``re.compile`` does, but when it is first used."""
    return cast("re.Pattern[AnyStr]", Lazy(text, flags))


UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
"""The form of an id as this program and others make them."""

ID = lazy_pattern(UUID)
"""An id of a person, a message or a memory."""
