"""The corpus is what its page says: every mark stands in the words, and every file can be trained on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from model.training.corpus import by_writer, conversations

CORPUS = Path(__file__).parents[2] / "corpus"


def test_every_mark_stands_in_the_words() -> None:
    read = conversations(CORPUS)
    assert len(by_writer(read)) >= 5
    turns = [turn for conversation in read for turn in conversation.turns if turn.role == "user"]
    assert len(turns) >= 462
    assert 0.5 < sum(not turn.facts for turn in turns) / len(turns) < 0.7
    for turn in turns:
        for fact in turn.facts:
            assert turn.text[slice(*fact.clause)].strip()
            assert all(turn.text[start:end].strip() for start, end in fact.spans)


def test_faults_are_named_with_their_turn(tmp_path: Path) -> None:
    fact: dict[str, object] = dict.fromkeys(("clause", "about", "value", "says", "of", "needs"), "x")
    fact |= {"spans": ["y"], "attribute": "shoe", "state": "is", "does": "states", "since": None, "until": None}
    turns = [
        {"id": "1", "at": "2026-01-01T10:00", "role": "user", "text": "hello", "facts": [fact | {"sure": True}]},
        {"id": "1", "at": "2026-01-01T09:00", "role": "nobody", "text": "hello"},
    ]
    (tmp_path / "w00").mkdir()
    whole = {"id": "w00-01", "writer": "w01", "turns": turns, "end": {"true": [], "false": []}}
    (tmp_path / "w00" / "01.json").write_text(json.dumps(whole))
    with pytest.raises(ValueError, match="the writer is w01") as found:
        conversations(tmp_path)
    faults = str(found.value).splitlines()
    assert faults[1:] == [
        "w00/01.json turn 1: not in the text: 'x'",
        "w00/01.json turn 1: not in the text: 'y'",
        "w00/01.json turn 1: unknown attribute shoe",
        "w00/01.json turn 1: it needs the unknown turn x",
        "w00/01.json turn 1: this id is there twice",
        "w00/01.json turn 1: it is earlier than the turn before",
        "w00/01.json turn 1: its role is nobody",
    ]
