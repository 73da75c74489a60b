"""The verbs a language model may call: their schemas for any provider, and one place that does what is called.

Whatever a model sends comes back as an ``Outcome`` that it can read: its mistakes are answered, with the remedy, and
don't raise.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from reverie.app.tools.definitions import TOOLS, Arguments
from reverie.app.tools.permissions import Companion, Reach, Understood
from reverie.errors import Conflict, InvalidInput, NotFound, Refused

__all__ = ["LONGEST_ARGUMENTS", "TOOLS", "Outcome", "Toolbox", "schema"]

LONGEST_ARGUMENTS: Final = 64_000
"""Characters of arguments that are read."""

_SHOWN: Final = 80
"""Characters of a name that is none, where it is told back."""


_LEFT_OUT = frozenset({"title", "default", "$defs", "minimum", "maximum", "additionalProperties"})
"""What strict modes do not want in a schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a call: ``content`` is JSON to send back to the model, ``ok`` whether it did what was asked."""

    name: str
    ok: bool
    content: str


class Toolbox:
    """The tools as one conversation has them: the companion's own, and those about the person it talks to.

    A model may name somebody else, whom the ``companion`` knows, only with ``others``: else whoever talks to it could
    ask it about other people.
    ``message`` is the id of the person's message that is answered: what a tool notes names it, and goes with it.

    >>> import reverie
    >>> with reverie.open(":memory:", companion="Luna", embedder="none") as luna:
    ...     box = Toolbox(luna, luna.meet("Ada"))
    ...     formed = box.run("form_opinion", {"topic": "jazz", "opinion": "Jazz is best live."})
    >>> formed.ok, len(box.openai())
    (True, 11)
    """

    def __init__(
        self, companion: Companion | None, person: Understood, *, others: bool = False, message: str | None = None
    ) -> None:
        self._reach = Reach(companion if others else None, person, message=message)

    def openai(self) -> list[dict[str, Any]]:
        """The tools as an OpenAI-compatible endpoint takes them, in strict mode."""
        return [
            {"type": "function", "function": {"name": name, **_described(tool, "parameters"), "strict": True}}
            for name, tool in TOOLS.items()
        ]

    def anthropic(self) -> list[dict[str, Any]]:
        """The tools as Anthropic's messages take them."""
        return [{"name": name, **_described(tool, "input_schema")} for name, tool in TOOLS.items()]

    def mcp(self) -> list[dict[str, Any]]:
        """The tools as an MCP server lists them."""
        return [{"name": name, **_described(tool, "inputSchema")} for name, tool in TOOLS.items()]

    def run(self, name: str, arguments: str | Mapping[str, object]) -> Outcome:
        """Do what a model asks, given its arguments as JSON or as a mapping.

        What the model got wrong is an ``Outcome`` that says so and what would be right; only a store that fails raises.
        """
        try:
            tool = _tool(name)
            told = tool.checked(_read(arguments)).told(self._reach)
        except ValidationError as error:
            return _failed(name, _mistakes(error, TOOLS[name]))
        except (Conflict, InvalidInput, NotFound, Refused) as error:
            return _failed(name, str(error))
        return Outcome(name=name, ok=True, content=json.dumps(told, ensure_ascii=False))


def _tool(name: str) -> type[Arguments]:
    if name not in TOOLS:
        raise NotFound(f"there is no tool {name[:_SHOWN]!r}: there are {', '.join(TOOLS)}")
    return TOOLS[name]


def _read(arguments: str | Mapping[str, object]) -> Mapping[str, object]:
    """The arguments as a mapping; some models send none as an empty text."""
    written = arguments if isinstance(arguments, str) else json.dumps(dict(arguments), ensure_ascii=False, default=str)
    if len(written) > LONGEST_ARGUMENTS:
        raise InvalidInput(f"arguments have at most {LONGEST_ARGUMENTS:,} characters: these have {len(written):,}")
    if not isinstance(arguments, str):
        return arguments
    try:
        given = json.loads(arguments) if arguments.strip() else {}
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"the arguments are no JSON ({error}): send one JSON object") from error
    if not isinstance(given, dict):
        raise InvalidInput("the arguments are one JSON object, with the names that the tool has")
    return given


def _failed(name: str, why: str) -> Outcome:
    return Outcome(name=name, ok=False, content=json.dumps({"error": why}, ensure_ascii=False))


def _mistakes(error: ValidationError, tool: type[Arguments]) -> str:
    """What is wrong, argument by argument, each thing once; and which arguments there are where one is too much."""
    errors = error.errors()
    named = [(str(one["loc"][0])[:_SHOWN] if one["loc"] else "the arguments", one) for one in errors]
    found = dict.fromkeys(f"{name}: {_WRONG.get(one['type'], one['msg'])}" for name, one in named)
    if any(one["type"] == "extra_forbidden" for one in errors):
        found[f"there are {', '.join(tool.model_fields)}"] = None
    return "; ".join(found)


_WRONG = {
    "missing": "it is missing",
    "extra_forbidden": "there is no such argument",
    "model_type": "Input should be an object with key and value",
}


def _described(tool: type[Arguments], name: str) -> dict[str, Any]:
    return {"description": inspect.getdoc(tool), name: schema(tool)}


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
