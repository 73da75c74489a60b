"""What a public verb may be given, as its signature says it: ``None`` or a number for a text is told, with the verb.

Each class of the library's face is ``checked``. Only texts, paths, times and ``None`` are looked at: whatever else a
caller passes is the verb's own to judge.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from itertools import chain, repeat
from typing import Any, TypeVar

from reverie.errors import InvalidInput

Face = TypeVar("Face")

_faces: list[type] = []

_KINDS: Mapping[str, tuple[type, str]] = {
    "str": (str, "text"),
    "bytes": (bytes, "bytes"),
    "Path": (os.PathLike, "a path"),
    "datetime": (datetime, "a datetime"),
    "None": (type(None), "None"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    """What one parameter takes; ``kinds`` None is anything but None."""

    name: str
    kinds: tuple[type, ...] | None
    spelt: str

    def see(self, verb: str, value: object) -> None:
        """See that a value is of these kinds.

        Raises:
            InvalidInput: it is not.
        """
        if value is not None if self.kinds is None else isinstance(value, self.kinds):
            return
        given = "None" if value is None else type(value).__name__
        raise InvalidInput(f"{verb}({self.name}=…) was given {given}: pass {self.spelt}")


def checked(face: type[Face]) -> type[Face]:
    """Let every public verb of a class see that what it is given is what its signature says."""
    _faces.append(face)
    for name, verb in list(vars(face).items()):
        if inspect.isfunction(verb) and (name == "__call__" or not name.startswith("_")):
            setattr(face, name, _checked(verb, "turn" if name == "__call__" else name))
    return face


def faces() -> tuple[type, ...]:
    """The classes whose verbs a program calls, as far as they are loaded: an object's class is."""
    return tuple(_faces)


def _checked(verb: Callable[..., Any], name: str) -> Callable[..., Any]:
    taken = list(inspect.signature(verb).parameters.values())[1:]
    rules = {one.name: rule for one in taken if (rule := _rule(one)) is not None}
    placed = [rules.get(one.name) for one in taken if one.kind is one.POSITIONAL_OR_KEYWORD]
    rest = next((rules.get(one.name) for one in taken if one.kind is one.VAR_POSITIONAL), None)

    @wraps(verb)
    def seen(self: Any, /, *args: Any, **named: Any) -> Any:
        for rule, value in zip(chain(placed, repeat(rest)), args):  # noqa: B905 - the first has no end
            if rule is not None:
                rule.see(name, value)
        for key, value in named.items():
            if key in rules:
                rules[key].see(name, value)
        return verb(self, *args, **named)

    return seen if rules else verb


def _rule(parameter: inspect.Parameter) -> _Rule | None:
    """What a parameter takes, by its annotation; None where it takes anything."""
    written = str(parameter.annotation)
    parts = written.split(" | ")
    if all(part in _KINDS for part in parts):
        kinds = tuple(_KINDS[part][0] for part in parts)
        return _Rule(name=parameter.name, kinds=kinds, spelt=" or ".join(_KINDS[part][1] for part in parts))
    if parameter.kind is parameter.VAR_KEYWORD or any(one in written for one in ("None", "Any", "object")):
        return None
    return _Rule(name=parameter.name, kinds=None, spelt=f"one of the type {written}")
