"""How a record becomes a shape: each field of its name, moments as text, and records within it as their own shapes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

Record = dict[str, Any]
"""A shape that only people's programs read, with no schema."""


class _DateTime:
    """Says in a JSON schema that a text is a moment; pydantic asks whatever annotates a type for it."""

    def __get_pydantic_json_schema__(self, core: object, schema_of: Callable[[object], Record]) -> Record:
        return {**schema_of(core), "format": "date-time"}


_A_MOMENT = _DateTime()
Moment = Annotated[str, _A_MOMENT]
"""ISO 8601 in UTC."""

Of = TypeVar("Of")
Shape = TypeVar("Shape")
Maker = Callable[[Of], Shape]
"""What makes a shape of a record."""

_DERIVED: dict[object, dict[str, Callable[[Any], object]]] = {}


def maker(shape: type[Shape], **derived: Callable[[Any], object]) -> Maker[Any, Shape]:
    """Make what turns records into a shape: into a dict with each of its fields, read off the record's of that name.

    ``derived`` make the fields that the record has not, or not so, from the whole record.
    """
    _DERIVED[shape] = derived
    return _made(shape)


def _made(shape: Any) -> Maker[Any, Any]:
    return lambda one: {name: read(one) for name, read in _readers(shape)}


@cache
def _readers(shape: type) -> tuple[tuple[str, Callable[[Any], object]], ...]:
    derived = _DERIVED.get(shape, {})
    return tuple((name, derived.get(name) or _reader(name, _conversion(hint))) for name, hint in hints(shape).items())


def hints(shape: type) -> Record:
    """What the fields of a shape are. A base's are read where it stands: there its names mean what it says."""
    found = get_type_hints(shape, include_extras=True)
    for base in filter(is_typeddict, getattr(shape, "__orig_bases__", ())):
        found |= hints(base)
    return found


def _reader(name: str, convert: Callable[[Any], object] | None) -> Callable[[Any], object]:
    read = attrgetter(name)
    return read if convert is None else lambda one: convert(read(one))


def _conversion(hint: Any) -> Callable[[Any], object] | None:
    """What makes a field's value of a record's; None where it stays as it is."""
    origin, within = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        (only,) = (_conversion(one) for one in within if one is not NoneType)
        return None if only is None else lambda value: None if value is None else only(value)
    if origin is Annotated and _A_MOMENT in hint.__metadata__:
        return utc
    if origin is list:
        inner = _conversion(within[0])
        return list if inner is None else lambda value: [inner(one) for one in value]
    if is_typeddict(hint):
        return _made(hint)
    return dict if origin is dict else str if hint is str else None


def utc(moment: datetime) -> Moment:
    """A moment as ISO 8601 in UTC.

    >>> utc(datetime(2026, 3, 1, 18, 30, tzinfo=UTC))
    '2026-03-01T18:30:00Z'
    """
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def utc_or_none(moment: datetime | None) -> Moment | None:
    """The same of a moment that may not be."""
    return None if moment is None else utc(moment)
