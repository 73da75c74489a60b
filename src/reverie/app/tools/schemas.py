"""JSON schemas as providers' strict modes want them, made from those that pydantic gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel


def schema(tool: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a tool's arguments, as strict modes want it.

    Every property is required (an optional one may be null), no other is allowed, and bounds are left to the
    description, since not every provider knows them.
    """
    whole = tool.model_json_schema()
    made: dict[str, Any] = _strict({k: v for k, v in whole.items() if k != "description"}, whole.get("$defs", {}))
    return made


def _strict(part: Any, named: Mapping[str, Any]) -> Any:
    if isinstance(part, list):
        return [_strict(one, named) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        found = _strict(named[part["$ref"].rpartition("/")[2]], named)
        return found | {k: v for k, v in part.items() if k == "description"}
    kept = {k: _strict(v, named) for k, v in part.items() if k not in _LEFT_OUT and k != "properties"}
    if "properties" in part:
        needed = part.get("required", ())
        kept["properties"] = {k: _nullable(_strict(v, named), k in needed) for k, v in part["properties"].items()}
        kept |= {"required": list(part["properties"]), "additionalProperties": False}
    return kept


def _nullable(part: dict[str, Any], needed: bool) -> dict[str, Any]:
    """A property that may be null where it may be left out."""
    if needed or {"type": "null"} in part.get("anyOf", ()):
        return part
    said = {k: v for k, v in part.items() if k == "description"}
    return {"anyOf": [{k: v for k, v in part.items() if k != "description"}, {"type": "null"}], **said}


_LEFT_OUT = frozenset({"title", "default", "$defs", "minimum", "maximum", "additionalProperties"})
