"""Shapes: what a field becomes, and that every record has the fields that its shape reads."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pytest
from typing_extensions import TypedDict

from reverie import shapes
from reverie.app.turns import turn_json
from reverie.shapes import fields


class Colour(StrEnum):
    RED = "red"


class Part(TypedDict):
    at: fields.Moment
    of: str | None


class Whole(TypedDict):
    name: str
    path: str
    parts: list[Part]
    one: Part | None
    words: dict[str, int]
    size: int
    twice: int


@dataclass(frozen=True)
class PartRecord:
    at: datetime
    of: Colour | None = None


@dataclass(frozen=True)
class WholeRecord:
    name: Colour
    path: Path
    parts: tuple[PartRecord, ...]
    one: PartRecord | None
    words: dict[str, int]
    size: int


def test_a_record_becomes_its_shape() -> None:
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    make = fields.maker(Whole, twice=lambda one: 2 * one.size)
    record = WholeRecord(
        name=Colour.RED, path=Path("a/b"), parts=(PartRecord(at=noon, of=Colour.RED),), one=None, words={"a": 1}, size=2
    )
    made: dict[str, Any] = {**make(record)}
    assert made == {
        "name": "red",
        "path": str(Path("a/b")),
        "parts": [{"at": "2026-03-01T12:00:00Z", "of": "red"}],
        "one": None,
        "words": {"a": 1},
        "size": 2,
        "twice": 4,
    }
    assert type(made["name"]) is str
    assert made["words"] is not record.words
    assert make(dataclasses.replace(record, one=PartRecord(at=noon)))["one"] == {
        "at": "2026-03-01T12:00:00Z",
        "of": None,
    }


def _only_annotated(module: ModuleType) -> Iterator[tuple[str, object]]:
    """What a module imports for its annotations alone."""
    for part in ast.parse(inspect.getsource(module)).body:
        if isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING":
            for found in part.body:
                assert isinstance(found, ast.ImportFrom)
                for one in found.names:
                    source = importlib.import_module(str(found.module))
                    there = getattr(source, one.name, None) or importlib.import_module(f"{found.module}.{one.name}")
                    yield one.asname or one.name, there


def _makers() -> Iterator[Any]:
    modules = [importlib.import_module(f"reverie.shapes.{one.name}") for one in pkgutil.iter_modules(shapes.__path__)]
    for module in (*modules, turn_json):
        for name, told in get_type_hints(module, localns=dict(_only_annotated(module))).items():
            if callable(getattr(module, name, None)):
                (record,), shape = get_args(told)
                yield pytest.param(record, shape, id=f"{module.__name__.rpartition('.')[2]}.{name}")


@pytest.mark.parametrize(("record", "shape"), list(_makers()))
def test_a_record_has_the_fields_of_its_shape(record: type, shape: type) -> None:
    there = {one.name for one in dataclasses.fields(record)} | {
        name for name in dir(record) if not name.startswith("_")
    }
    read = {name: hint for name, hint in fields.hints(shape).items() if name not in fields._DERIVED[shape]}
    assert set(read) <= there
    moments = {one.name for one in dataclasses.fields(record) if str(one.type).startswith("datetime")}
    assert {name for name, hint in read.items() if hint in (fields.Moment, fields.Moment | None)} == moments & set(read)
