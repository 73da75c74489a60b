"""A recorded model answers the very prompts that it was asked before, and keeps those that it was not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from pydantic import BaseModel

from reverie.errors import InvalidInput, ModelReplyInvalid
from reverie.ports import LanguageModel, Reply
from reverie_bench.recorded_model import RecordedModel


class Colour(BaseModel):
    """A colour that was asked for."""

    name: str


def asked(text: str) -> list[Mapping[str, object]]:
    return [{"role": "user", "content": text}]


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "colours" / "answers.jsonl"
    path.parent.mkdir()
    rows = [
        {"shape": "Colour", "messages": asked("Which colour is snow?"), "answer": {"name": "white"}},
        {"shape": None, "messages": asked("Which colour is snow?"), "answer": "As white as can be."},
        {"shape": "Colour", "messages": asked("And coal?"), "answer": {"colour": "black"}},
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def test_it_answers_as_it_did(recording: Path) -> None:
    model: LanguageModel = RecordedModel(recording)
    assert model.name == "recorded:colours"
    assert model.structured(asked("Which colour is snow?"), Colour)[0] == Colour(name="white")
    assert model.reply(asked("Which colour is snow?")).text == "As white as can be."
    assert list(model.stream(asked("Which colour is snow?"))) == [
        "As white as can be.",
        Reply(text="As white as can be."),
    ]
    RecordedModel(recording).see_whole()


def test_a_prompt_is_known_by_its_every_character(recording: Path) -> None:
    model = RecordedModel(recording)
    with pytest.raises(ModelReplyInvalid, match="no answer"):
        model.structured(asked("Which colour is snow? "), Colour)


def test_what_has_no_answer_is_kept_once_and_answers_when_it_is_given_one(recording: Path) -> None:
    model = RecordedModel(recording)
    for text in ("Grass?", "Grass?", "«Sky»?"):
        with pytest.raises(ModelReplyInvalid):
            model.structured(asked(text), Colour)
    with pytest.raises(InvalidInput, match=r"2 prompts have no answer in .*answers.open.jsonl"):
        model.see_whole()
    open_lines = (recording.parent / "answers.open.jsonl").read_text().splitlines()
    assert [json.loads(line)["messages"] for line in open_lines] == [asked("Grass?"), asked("«Sky»?")]

    given = dict(json.loads(open_lines[1]), answer={"name": "blue"})
    recording.write_text(recording.read_text() + json.dumps(given) + "\n")
    assert RecordedModel(recording).structured(asked("«Sky»?"), Colour)[0] == Colour(name="blue")


def test_a_recording_can_begin_with_nothing(tmp_path: Path) -> None:
    model = RecordedModel(tmp_path / "new.jsonl")
    with pytest.raises(ModelReplyInvalid):
        model.reply(asked("Anybody there?"))
    assert (model.open, (tmp_path / "new.open.jsonl").exists()) == (1, True)


def test_an_answer_of_another_shape_is_a_mistake_in_the_recording(recording: Path) -> None:
    with pytest.raises(InvalidInput, match="no Colour"):
        RecordedModel(recording).structured(asked("And coal?"), Colour)


def test_a_line_without_an_answer_is_named(recording: Path) -> None:
    recording.write_text(json.dumps({"shape": None, "messages": asked("Grass?")}))
    with pytest.raises(InvalidInput, match="line 1 needs 'answer'"):
        RecordedModel(recording)
