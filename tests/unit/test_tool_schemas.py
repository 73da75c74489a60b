"""The tools' schemas: what strict modes take, and the same arguments that the tools themselves take."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from reverie.app.tools import TOOLS, schema

SCHEMAS = {name: schema(tool) for name, tool in TOOLS.items()}
KEYWORDS = {"type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "description"}
"""Those of our schemas, all of which strict modes know."""

TYPES = {"object", "array", "string", "number", "integer", "null"}
RANGES = {"confidence": (0, 1), "limit": (1, 100)}
"""Bounds that only a description tells, because strict modes differ in whether they take them."""

TOOL = st.sampled_from(sorted(TOOLS))
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def parts(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A schema with every schema inside of it."""
    yield part
    inside = [
        *part.get("properties", {}).values(),
        *part.get("anyOf", []),
        *([part["items"]] if "items" in part else []),
    ]
    for one in inside:
        yield from parts(one)


def allowed(part: dict[str, Any], bounds: tuple[int, int] = (-9, 9)) -> st.SearchStrategy[Any]:
    """Everything that a schema of ours allows, numbers within bounds."""
    if "anyOf" in part:
        return st.one_of([allowed(one, bounds) for one in part["anyOf"]])
    if "enum" in part:
        return st.sampled_from(part["enum"])
    match part["type"]:
        case "object":
            return st.fixed_dictionaries(
                {name: allowed(one, RANGES.get(name, bounds)) for name, one in part["properties"].items()}
            )
        case "array":
            return st.lists(allowed(part["items"]), max_size=3)
        case "number":
            return st.floats(*bounds) | st.integers(*bounds)
        case "integer":
            return st.integers(*bounds)
        case "null":
            return st.none()
        case _:
            return TEXT


def allows(part: dict[str, Any], value: object) -> bool:
    """Whether a schema of ours allows a value of JSON: this is all of JSON Schema that they use."""
    if "anyOf" in part:
        return any(allows(one, value) for one in part["anyOf"])
    if "enum" in part:
        return value in part["enum"]
    match part["type"]:
        case "object":
            return (
                isinstance(value, dict)
                and value.keys() == part["properties"].keys()
                and all(allows(part["properties"][name], one) for name, one in value.items())
            )
        case "array":
            return isinstance(value, list) and all(allows(part["items"], one) for one in value)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "null":
            return value is None
        case _:
            return isinstance(value, str)


def sent(arguments: object) -> Any:
    """Arguments as they arrive."""
    return json.loads(json.dumps(arguments))


@pytest.mark.parametrize("name", TOOLS)
def test_a_schema_has_what_strict_modes_ask_and_nothing_they_do_not_know(name: str) -> None:
    whole = SCHEMAS[name]
    assert whole["type"] == "object"
    for part in parts(whole):
        assert part.keys() <= KEYWORDS
        assert "anyOf" in part or part["type"] in TYPES
        if "properties" in part:
            assert part["type"] == "object"
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])
        else:
            assert part.get("type") != "object"
            assert part.get("type") != "array" or part["items"]
        if "enum" in part:
            assert part["enum"]
            assert len(set(part["enum"])) == len(part["enum"])
    assert json.loads(json.dumps(whole)) == whole


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_and_each_of_its_arguments_is_described(name: str) -> None:
    assert (TOOLS[name].__doc__ or "").strip()
    for argument, part in SCHEMAS[name]["properties"].items():
        assert part["description"].endswith("."), argument


def test_together_they_stay_within_what_a_provider_takes() -> None:
    # OpenAI's strict mode: at most 5,000 properties and ten levels, names of 64 characters of this set.
    everything = [part for whole in SCHEMAS.values() for part in parts(whole)]
    assert sum(len(part.get("properties", {})) for part in everything) < 100
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz_") and len(name) <= 64 for name in SCHEMAS)


@given(st.data(), TOOL)
def test_a_tool_takes_what_its_schema_allows(data: st.DataObject, name: str) -> None:
    arguments = sent(data.draw(allowed(SCHEMAS[name])))
    assert allows(SCHEMAS[name], arguments)
    taken = TOOLS[name].checked(arguments)
    for argument, value in arguments.items():
        if isinstance(value, int | float):
            assert getattr(taken, argument) == value
        elif isinstance(value, str):
            assert getattr(taken, argument).strip() == value.strip()


@given(st.data(), TOOL)
def test_null_is_as_good_as_leaving_an_argument_out(data: st.DataObject, name: str) -> None:
    whole = SCHEMAS[name]
    given_ = data.draw(allowed(whole))
    optional = [name for name, part in whole["properties"].items() if allows(part, None)]
    nulled = given_ | dict.fromkeys(optional)
    left_out = {argument: value for argument, value in given_.items() if argument not in optional}
    assert TOOLS[name].checked(nulled) == TOOLS[name].checked(left_out)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2),
    max_leaves=3,
)


@given(st.data(), TOOL, JUNK)
def test_a_tool_refuses_what_its_schema_does_not_allow(data: st.DataObject, name: str, junk: object) -> None:
    whole = SCHEMAS[name]
    right = sent(data.draw(allowed(whole)))
    wrong = right | {data.draw(st.sampled_from(list(whole["properties"]))): junk}
    names_entries = name == "update_user_profile" and isinstance(wrong["value"], dict)  # seed 000 shows mappings
    if allows(whole, wrong) or names_entries or _whole_number(wrong):
        return
    with pytest.raises(ValidationError):
        TOOLS[name].checked(sent(wrong))


def _whole_number(arguments: dict[str, Any]) -> bool:
    """Whether a limit is written as 5.0, which JSON Schema counts among the integers."""
    limit = arguments.get("limit")
    return isinstance(limit, float) and limit.is_integer()


@given(st.data(), TOOL)
def test_a_tool_refuses_an_argument_too_many_and_one_too_few(data: st.DataObject, name: str) -> None:
    right = data.draw(allowed(SCHEMAS[name]))
    with pytest.raises(ValidationError, match="mood"):
        TOOLS[name].checked(right | {"mood": data.draw(st.none() | TEXT)})
    needed = [name for name, part in SCHEMAS[name]["properties"].items() if not allows(part, None)]
    if needed:
        missing = data.draw(st.sampled_from(needed))
        with pytest.raises(ValidationError, match=missing):
            TOOLS[name].checked({argument: value for argument, value in right.items() if argument != missing})


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("add_growth_observation", {"observation": "I listen more", "confidence": 1.01}),
        ("add_growth_observation", {"observation": "I listen more", "confidence": float("nan")}),
        ("add_growth_observation", {"observation": "I listen more", "confidence": "0.5"}),
        ("add_growth_observation", {"observation": "I listen more", "confidence": True}),
        ("review_self_model", {"limit": 0}),
        ("review_self_model", {"limit": 101}),
        ("review_self_model", {"limit": 5.5}),
        ("reflect_on_self", {"focus": "mood"}),
        ("update_user_profile", {"field": "values", "value": ["fairness", 1]}),
        ("update_user_profile", {"field": "background", "value": [{"key": "role", "value": "pilot", "sure": "yes"}]}),
    ],
)
def test_what_is_out_of_range_is_refused(name: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TOOLS[name].checked(arguments)


def test_a_mapping_is_taken_as_its_entries() -> None:
    tool = TOOLS["update_user_profile"]
    entries = [{"key": "role", "value": "pilot"}, {"key": "languages", "value": ["English", "French"]}]
    as_mapping = {"role": "pilot", "languages": ["English", "French"]}
    assert tool.checked({"field": "background", "value": entries}) == tool.checked(
        {"field": "background", "value": as_mapping}
    )
