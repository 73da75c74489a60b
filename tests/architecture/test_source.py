"""The budgets and the words of the house, read from the source itself: what ruff can't see or can be told to forget."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "reverie"
BENCH = ROOT / "bench" / "src"
FILES = {path.relative_to(SOURCE).as_posix(): path for path in SOURCE.rglob("*.py")}
FILES |= {path.relative_to(BENCH).as_posix(): path for path in BENCH.rglob("*.py")}

LINES = 400
METHODS_OF_A_CLASS = 15
METHODS_OF_A_PORT = 5
# Path under src/reverie -> why the module is better in one piece.
LONGER_MODULES: dict[str, str] = {}

UNUSED_CLASS_WORDS = {"Manager", "Engine", "Handler", "Helper", "Utils", "Base", "Abstract"}
UNUSED_FUNCTION_NAMES = {"process", "handle", "data", "info"}
NAMES_OF_OTHERS = {"adapters/agno.py": {"process"}}
"""What a framework's own protocol names so."""

# What the field has another word for: message, extraction, query, context, snapshot, permission, undo, runtime.
UNUSED_MODULE_WORDS = set(
    "sitting talk talks telling hearing heard lesson looking asking beside beyond sheet sheets held seats room hall "
    "across apart far following gate reach door drawn gist mind unsaying unsaid means voices standing "
    "settling told".split()
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the source, read when a test first asks: the other tests' workers don't."""
    return {name: ast.parse(path.read_bytes()) for name, path in FILES.items()}


def wrong(look: Callable[[ast.Module], object]) -> dict[str, object]:
    """What a check finds in each module, where it finds anything."""
    found = {path: look(tree) for path, tree in sorted(modules().items())}
    return {path: one for path, one in found.items() if one}


def classes(tree: ast.Module) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def public(body: list[ast.stmt]) -> list[ast.ClassDef | Function]:
    definitions = (node for node in body if isinstance(node, ast.ClassDef | Function))
    return [node for node in definitions if not node.name.startswith("_")]


def test_the_source_is_there() -> None:
    assert {"__init__.py", "errors.py", "ports.py"} <= FILES.keys()


def test_a_module_has_at_most_400_lines() -> None:
    longer = {name for name, path in FILES.items() if len(path.read_text("utf-8").splitlines()) > LINES}
    assert longer == LONGER_MODULES.keys()


def test_a_class_has_at_most_15_public_methods() -> None:
    def longer(tree: ast.Module) -> dict[str, int]:
        counts = {node.name: len(public(node.body)) for node in classes(tree)}
        return {name: count for name, count in counts.items() if count > METHODS_OF_A_CLASS}

    assert wrong(longer) == {}


def test_a_port_has_at_most_5_methods() -> None:
    def longer(tree: ast.Module) -> dict[str, int]:
        ports = [node for node in classes(tree) if any("Protocol" in ast.unparse(parent) for parent in node.bases)]
        counts = {port.name: sum(isinstance(node, Function) for node in port.body) for port in ports}
        return {name: count for name, count in counts.items() if count > METHODS_OF_A_PORT}

    assert wrong(longer) == {}


def test_names_say_something() -> None:
    def empty(tree: ast.Module) -> set[str]:
        words = {node.name: set(re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+", node.name)) for node in classes(tree)}
        functions = {node.name for node in ast.walk(tree) if isinstance(node, Function)}
        return {name for name, parts in words.items() if parts & UNUSED_CLASS_WORDS} | functions & UNUSED_FUNCTION_NAMES

    assert wrong(empty) == NAMES_OF_OTHERS


def test_modules_are_named_by_the_words_of_the_field() -> None:
    words = {path: {*re.split(r"[/_.]", path)} & UNUSED_MODULE_WORDS for path in FILES}
    assert {path for path, found in words.items() if found} == set()


def test_no_error_is_caught_blindly() -> None:
    blind = re.compile(r"\b(Base)?Exception\b")

    def caught(tree: ast.Module) -> list[int]:
        handlers = [node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)]
        return [node.lineno for node in handlers if node.type is None or blind.search(ast.unparse(node.type))]

    assert wrong(caught) == {}


def test_what_is_public_is_documented() -> None:
    def silent(tree: ast.Module) -> list[str]:
        shown = public(tree.body)
        shown += [method for node in shown if isinstance(node, ast.ClassDef) for method in public(node.body)]
        module = [] if ast.get_docstring(tree) else ["the module"]
        return [*module, *(node.name for node in shown if not ast.get_docstring(node))]

    assert wrong(silent) == {}


@pytest.mark.parametrize("folder", ["src", "bench", "tests", "benchmarks"])
def test_nothing_is_left_to_do(folder: str) -> None:
    left = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX"]) + r")\b")
    files = sorted((ROOT / folder).rglob("*.py"))
    assert [file.relative_to(ROOT).as_posix() for file in files if left.search(file.read_text("utf-8"))] == []
