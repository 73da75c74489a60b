"""None, a number or bytes where a verb takes a text is told by the verb, before anything is done."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.service.scene import Scene

from reverie import InvalidInput
from reverie.argument_checks import faces

# A face is checked where it is defined, and loaded when it is first used.
PARTS = (
    *("app.archives", "app.companion", "app.api_keys", "app.directory", "app.turns"),
    *("knowledge.passages", "conversations.news", "app.persona_preferences", "persona.self_model"),
)
for _module in PARTS:
    importlib.import_module(f"reverie.{_module}")

WRONG = (None, 5, b"Ada", ["Ada"])

Verb = Callable[[Scene], Callable[..., object]]

VERBS: dict[str, Verb] = {
    "meet": lambda s: s.luna.meet,
    "find": lambda s: s.luna.find,
    "say": lambda s: s.ada.say,
    "turn": lambda s: s.ada.turn,
    "stream": lambda s: s.ada.turn.stream,
    "recall": lambda s: s.ada.recall,
    "context": lambda s: s.ada.context,
    "remember": lambda s: s.ada.remember,
    "forget": lambda s: s.ada.forget,
    "record": lambda s: s.ada.user_model.record,
    "note": lambda s: s.ada.conversations.note,
    "pictures": lambda s: s.ada.pictures.find,
    "self": lambda s: s.luna.self_model.record_self_observation,
    "knowledge": lambda s: s.luna.knowledge.search,
    "keys": lambda s: s.luna.keys.create,
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_a_text_is_a_text(scene: Scene, verb: str, wrong: object) -> None:
    before = scene.written()
    with pytest.raises(InvalidInput, match=r"\(\w+=…\) was given \w+: pass text"):
        VERBS[verb](scene)(wrong)
    assert scene.written() == before


def test_of_a_time_and_of_a_path_it_is_said_too(scene: Scene) -> None:
    with pytest.raises(InvalidInput, match=r"say\(at=…\) was given str: pass a datetime or None"):
        scene.ada.say("Hello.", at="2026-03-01")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match=r"add\(paths=…\) was given None: pass text or a path"):
        scene.luna.knowledge.add(".", None)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match=r"erase\(person=…\) was given None: pass one of the type Person"):
        scene.luna.erase(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="positional argument"):
        scene.ada.say("Hello.", "assistant")  # type: ignore[call-arg]


def _needing() -> dict[str, Callable[..., Any]]:
    """Every public verb whose first parameter has to be something."""
    found: dict[str, Callable[..., Any]] = {}
    for face in faces():
        for name, verb in inspect.getmembers(face, inspect.isfunction):
            first = next(iter(list(inspect.signature(verb).parameters.values())[1:]), None)
            if name.startswith("_") or first is None or first.kind is not first.POSITIONAL_OR_KEYWORD:
                continue
            if first.default is first.empty and not re.search(r"None|Any|object", str(first.annotation)):
                found[f"{face.__name__}.{name}"] = verb
    return found


NEEDING = _needing()


@pytest.mark.parametrize("verb", NEEDING)
def test_no_verb_takes_none_for_what_it_needs(verb: str) -> None:
    """The check comes before the verb, so it needs no companion to be tried on."""
    assert len(NEEDING) > 50
    with pytest.raises(InvalidInput, match="was given None"):
        NEEDING[verb](None, None)
