"""The prompts: their examples have the shape that is asked for, and are known again when they come back."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from reverie.background.tasks.contradictions import CONTRADICTIONS
from reverie.background.tasks.episodes import EPISODES
from reverie.background.tasks.observations import OBSERVATIONS
from reverie.background.tasks.opinions import OPINIONS
from reverie.background.tasks.summaries import SUMMARIES
from reverie.background.tasks.synthesis import SYNTHESIS
from reverie.background.tasks.task import Task
from reverie.learning.evidence import echoes

each_task = pytest.mark.parametrize(
    "task", [OBSERVATIONS, EPISODES, SUMMARIES, OPINIONS, SYNTHESIS, CONTRADICTIONS], ids=lambda task: task.name
)
STATED = ("observation", "opinion", "text", "sentence", "quote", "first", "second")


def examples(task: Task[Any]) -> list[Any]:
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", task.prompt.text, re.DOTALL)]


def stated(value: object, under: str = "") -> list[str]:
    if isinstance(value, dict):
        return [text for name, one in value.items() for text in stated(one, name)]
    if isinstance(value, list):
        return [text for one in value for text in stated(one, under)]
    return [value] if isinstance(value, str) and under in STATED else []


@each_task
def test_the_examples_are_of_the_shape_that_is_asked_for(task: Task[Any]) -> None:
    found = examples(task)
    assert found
    for example in found:
        assert task.shape.model_validate(example).model_dump(mode="json") == example


@each_task
def test_an_example_that_comes_back_is_known(task: Task[Any]) -> None:
    told = [text for example in examples(task) for text in stated(example)]
    assert told
    assert [text for text in told if not echoes(text, task.prompt.text)] == []


@each_task
def test_a_prompt_says_that_it_is_data_that_follows_and_is_the_same_for_everybody(task: Task[Any]) -> None:
    assert "never" in task.prompt.text
    assert "material to read" in task.prompt.text
    assert "{{" not in task.prompt.text
    assert len(task.prompt.text) < 4_000


@each_task
def test_every_field_is_asked_for(task: Task[Any]) -> None:
    schema = task.shape.model_json_schema()
    for record in (schema, *schema.get("$defs", {}).values()):
        assert record.get("required", []) == list(record.get("properties", {}))
