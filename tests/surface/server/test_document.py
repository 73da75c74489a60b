"""The OpenAPI document: complete enough that a client can be generated of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from reverie.server.openai_api.openai_errors import theirs as of_openai

FREE = {"JsonValue"}
"""What is any JSON by its nature: the arguments of a tool, and the rows of an export."""


@pytest.fixture
def document(client: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/v1/openapi.json").json()
    return found


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def test_it_is_openapi_3_1_with_an_id_for_every_operation(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    ids = Counter(operation["operationId"] for _name, operation in operations(document))
    assert [one for one, count in ids.items() if count > 1] == []
    assert [one for one in ids if not one.replace("_", "").isalpha()] == []
    assert [path for path in document["paths"] if path.endswith("/")] == []


def test_every_answer_has_a_schema(document: dict[str, Any]) -> None:
    bare = []
    for name, operation in operations(document):
        for code, answer in operation["responses"].items():
            (kind, said), *_ = answer["content"].items()
            failed, theirs = code == "default" or int(code) >= 400, of_openai(name.split()[1])
            error = "OpenAIError" if theirs else "Problem"
            assert (said["schema"].get("$ref") == f"#/components/schemas/{error}") is failed, (name, code)
            assert (kind == "application/problem+json") is (failed and not theirs), (name, code)
            bare += [name] if said["schema"] in ({}, {"type": "object"}) else []
    assert bare == []


def test_no_schema_is_bare_and_every_one_has_a_name_of_its_own(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert [name for name, schema in schemas.items() if _bare(schema) and name not in FREE] == []
    assert [name for name in schemas if "__" in name or "-" in name] == []
    assert [schema["title"] for schema in schemas.values()] == list(schemas)  # generators name their classes so
    assert sorted(_references(document) - schemas.keys()) == []


def _bare(schema: Any) -> bool:
    """Whether something in a schema may be anything."""
    if isinstance(schema, list):
        return any(_bare(one) for one in schema)
    if not isinstance(schema, dict):
        return False
    any_object = schema.get("type") == "object" and not schema.keys() & {"properties", "additionalProperties"}
    return schema == {} or any_object or any(_bare(one) for name, one in schema.items() if name not in _FREE_KEYS)


_FREE_KEYS = {"default", "examples", "enum", "const"}


def _references(part: Any) -> set[str]:
    if isinstance(part, list):
        return {name for one in part for name in _references(one)}
    if not isinstance(part, dict):
        return set()
    own = {part["$ref"].rpartition("/")[2]} if isinstance(part.get("$ref"), str) else set()
    return own | {name for one in part.values() for name in _references(one)}


def test_every_operation_and_field_of_a_problem_is_told(document: dict[str, Any]) -> None:
    assert [name for name, operation in operations(document) if not operation.get("description")] == []
    assert set(document["components"]["schemas"]["Problem"]["required"]) == {"type", "title", "status", "detail"}
    assert set(document["components"]["securitySchemes"]) == {"bearer", "cookie"}
