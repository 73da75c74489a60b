"""Rules alone and rules with a model, side by side, with a task of the test's own on a real store."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from reverie.background.tasks.task import Kept, Task
from reverie.errors import ModelUnavailable
from reverie.learning import message_learning
from reverie.memory.runtime import Runtime
from reverie.prompts import prompt
from reverie.records.conversations import Role
from reverie.records.memories import Candidate
from reverie.records.users import User
from reverie.store.tables.model_work import Due
from reverie.testing import Answer, Messages, ScriptedModel
from reverie_bench import model_extraction


class Found(BaseModel):
    """Facts of a message: a key and a value each, quoted."""

    facts: list[tuple[str, str]]


def due(runtime: Runtime, person: User, limit: int) -> list[Due]:
    with runtime.store.reading() as session:
        said = session.dialogue.messages(person.id)
    return [Due(id=one.id, mark="1") for one in said if one.role is Role.USER][:limit]


def text_of(runtime: Runtime, person: User, items: Sequence[Due]) -> str:
    with runtime.store.reading() as session:
        return session.dialogue.by_ids(person.id, [items[0].id])[items[0].id].text


def ask(runtime: Runtime, person: User, items: Sequence[Due]) -> Sequence[Mapping[str, object]] | None:
    text = text_of(runtime, person, items)
    return None if "what time" in text else [{"role": "user", "content": text}]


def keep(runtime: Runtime, person: User, items: Sequence[Due], answer: Found) -> Kept:
    text = text_of(runtime, person, items)
    good = [(key, value) for key, value in answer.facts if value in text]
    for key, value in good:
        told = Candidate(text=f"{key}: {value}", key=f"{key}:{value}", value=value, confidence=0.9)
        message_learning.remember(runtime, person.id, told, at=None)
    return Kept(kept=len(good), refused=("the value is not in the message",) * (len(answer.facts) - len(good)))


TASK = Task(name="tried", prompt=prompt("qa_reader"), shape=Found, batch=8, due=due, ask=ask, keep=keep)


def fact(key: str, value: str) -> dict[str, str]:
    return {"key": key, "value": value}


LINES = [
    {"id": "a", "text": "My favorite food is ramen.", "gold": [fact("likes", "ramen")]},
    {"id": "b", "text": "Mog woke me at five again, the scamp", "gold": [fact("cat", "Mog")]},
    {"id": "c", "text": "what time is it?", "gold": []},
    {"id": "d", "text": "The rain in Bern is dreadful", "gold": []},
    {"id": "e", "text": "Off to bed, the shift was long", "gold": []},
]


def answer(messages: Messages) -> Answer:
    text = str(messages[0]["content"])
    if "Mog" in text:
        return {"facts": [["pet", "Mog"], ["pet", "Rex"]]}
    if "Bern" in text:
        return {"facts": [["home", "Bern"]]}
    return "I found nothing!" if "shift" in text else {"facts": []}


def silent(_done: int, _total: int) -> None:
    """Progress that nobody sees."""


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.jsonl"
    path.write_text("\n".join(map(json.dumps, LINES)))
    return path


def test_both_are_scored_from_the_same_lines(gold: Path) -> None:
    model = ScriptedModel(answer)
    report: dict[str, Any] = model_extraction.measured(gold, model, TASK, silent, show=True)

    rules, both = report["rules"], report["rules_and_model"]
    assert (rules["metrics"]["value_recall"], rules["metrics"]["precision"]) == (0.5, 1.0)
    assert (both["metrics"]["value_recall"], both["metrics"]["precision"]) == (1.0, 0.6667)
    assert (rules["metrics"]["false_alarms"], both["metrics"]["false_alarms"]) == (0.0, 0.3333)
    assert rules["n"]["value_recall"] == both["n"]["value_recall"] == 2
    assert report["changed"] == {"found_more": 1, "found_less": 0, "false_more": 1, "false_less": 0}
    assert report["model"] == {
        "name": "scripted:model",
        "task": "tried",
        "prompt": TASK.prompt.digest,
        "calls": 4,
        "prompt_tokens": sum(len(str(one[0]["content"]).split()) for one in model.asked),
        "completion_tokens": report["model"]["completion_tokens"],
        "kept": 2,
        "refused": {"the value is not in the message": 1},
        "unusable": 1,
        "unusable_first": report["model"]["unusable_first"],
    }
    assert report["model"]["completion_tokens"] > 0
    assert "Found" in report["model"]["unusable_first"][0]
    assert [(one["id"], one["false"]) for one in report["shown"]] == [("d", ["home:Bern: Bern (model)"])]


def test_a_limit_draws_lines_by_their_text(gold: Path) -> None:
    model = ScriptedModel(answer)
    report = model_extraction.measured(gold, model, TASK, silent, limit=2)
    assert (report["lines"], report["lines_of_the_file"]) == (2, len(LINES))
    assert len(model.asked) <= 2


def test_a_model_that_is_not_there_ends_it(gold: Path) -> None:
    model = ScriptedModel(lambda _messages: ModelUnavailable("nobody is there; start it"))
    with pytest.raises(ModelUnavailable, match="start it"):
        model_extraction.measured(gold, model, TASK, silent)
