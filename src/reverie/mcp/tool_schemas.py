"""Schemas as clients are sent them: whole and closed, and without what a model would pay for and not read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_UNREAD = frozenset({"title", "$defs", "minLength", "maxLength"})
_OUT = _UNREAD | {"description"}


def taken(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of what a tool takes, which is closed.

    >>> taken({"type": "object", "title": "A", "properties": {"title": {"title": "Title", "type": "string"}}})
    {'type': 'object', 'properties': {'title': {'type': 'string'}}, 'additionalProperties': False}
    """
    return _lean(schema, schema.get("$defs", {}), _UNREAD) | {"additionalProperties": False}


def given(schema: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The schema of what a tool gives, which may be given more some day."""
    return None if schema is None else _lean(schema, schema.get("$defs", {}), _OUT)


def _lean(part: Mapping[str, Any], named: Mapping[str, Any], without: frozenset[str]) -> dict[str, Any]:
    """A schema without what is not read, and with what it refers to in its place."""
    if "$ref" in part:
        part = {**named[part["$ref"].rpartition("/")[2]], **part}
        without = _OUT | {"$ref"}  # what a record is for, its name says
    kept = {k: v for k, v in part.items() if k not in without and k != "properties"}
    if "items" in kept:
        kept["items"] = _lean(kept["items"], named, without)
    if "properties" in part:
        kept["properties"] = {name: _lean(one, named, without) for name, one in part["properties"].items()}
    return kept
