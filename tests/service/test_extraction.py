"""What an extractor finds becomes notes beside what the rules learn: cited, taken back, and never without a word."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from tests.service.scene import MINUTE, START, texts

import reverie
from reverie import Reverie, ReverieWarning
from reverie.config import Config
from reverie.domain.notes import Clause
from reverie.errors import ConfigError, ModelUnavailable
from reverie.models import extractor as resolved
from reverie.models.extractor import Reader, TunedExtractor
from reverie.testing import FrozenClock


class Scripted:
    """Finds the words that it is told to find, and remembers what it was given."""

    def __init__(self) -> None:
        self.lasting: list[str] = []
        self.given: list[tuple[str, str, str]] = []
        self.broken = False
        self.ends: dict[str, str] = {}

    def ending(self, known: Sequence[str], said: str, *, companion: str = "") -> Sequence[float]:
        return [0.99 if one == self.ends.get(said) else 0.1 for one in known]

    def extract(self, text: str, *, own: str = "", companion: str = "") -> Sequence[Clause]:
        self.given.append((text, own, companion))
        if self.broken:
            raise ModelUnavailable("the extractor is away.")
        there = [(text.index(words), words) for words in self.lasting if words in text]
        return [Clause(start=at, end=at + len(words), confidence=0.9) for at, words in sorted(there)]


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    made = Scripted()
    monkeypatch.setattr("reverie.app.resolved_extractor", lambda _name: made)
    return made


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def luna(scripted: Scripted, clock: FrozenClock) -> Iterator[Reverie]:
    assert scripted is not None
    with reverie.open(":memory:", companion="Luna", embedder="none", model="none", clock=clock) as opened:
        yield opened


def test_what_it_finds_is_a_memory_that_cites_the_words(luna: Reverie, scripted: Scripted, clock: FrozenClock) -> None:
    scripted.lasting = ["callum does sound for bands"]
    ada = luna.meet("Ada")
    said = ada.say("nite! callum does sound for bands", id="m1")
    (learned,) = said.learned
    assert learned.text == "“callum does sound for bands”"
    assert learned.memory is not None
    assert learned.memory.source.quote == "callum does sound for bands"
    clock.advance(MINUTE)
    assert next(hit.text for hit in ada.recall("sound for bands")).startswith("“callum")
    ada.say("did i say. callum does sound for bands")
    assert texts(ada.memories()) == ["“callum does sound for bands”"]
    assert ada.memories()[0].validations == 1
    ada.undo()
    assert ada.memories()[0].validations == 0
    assert said.message is not None
    ada.unsay(said.message.id)
    assert ada.memories() == []


def test_it_is_given_the_turns_before_where_they_are_near(
    luna: Reverie, scripted: Scripted, clock: FrozenClock
) -> None:
    ada = luna.meet("Ada")
    for role, text in (("user", "hey"), ("assistant", "Hi! Who waits up for you?"), ("user", "callum")):
        ada.say(text, role=role)
        clock.advance(MINUTE)
    assert scripted.given == [("hey", "", ""), ("callum", "hey", "Hi! Who waits up for you?")]
    clock.advance(timedelta(days=2))
    ada.say("morning")
    assert scripted.given[-1] == ("morning", "", "")


def test_what_the_rules_read_is_no_note_and_what_is_off_is_not_kept(luna: Reverie, scripted: Scripted) -> None:
    scripted.lasting = ["My favorite food is ramen.", "i owe the bank 300", "my sister bex is here"]
    ada = luna.meet("Ada")
    assert texts([one.memory for one in ada.say("My favorite food is ramen.").learned if one.memory]) == [
        "Favorite food is ramen."
    ]
    assert not any(one.memory for one in ada.say("ugh i owe the bank 300").learned)
    ada.pause()
    ada.say("my sister bex is here")
    ada.off_record().say("my sister bex is here")
    ada.resume()
    assert texts(ada.memories()) == ["Favorite food is ramen."]


def test_an_import_is_read_with_its_own_turns(luna: Reverie, scripted: Scripted, tmp_path: Path) -> None:
    scripted.lasting = ["callum, bf"]
    turns = [
        '{"role": "assistant", "text": "Who waits up?", "datetime": "2026-01-05T10:00:00+00:00"}',
        '{"role": "user", "text": "callum, bf", "datetime": "2026-01-05T10:01:00+00:00"}',
    ]
    file = tmp_path / "chat.jsonl"
    file.write_text('{"id": "c", "sessions": [{"turns": [' + ", ".join(turns) + "]}]}")
    ada = luna.meet("Ada")
    luna.import_history(file, ada)
    assert scripted.given == [("callum, bf", "", "Who waits up?")]
    assert texts(ada.memories()) == ["“callum, bf” (asked “Who waits up?”)"]


def test_where_it_fails_the_rules_stand_and_a_warning_says_so(luna: Reverie, scripted: Scripted) -> None:
    scripted.broken = True
    ada = luna.meet("Ada")
    with pytest.warns(ReverieWarning, match="the extractor is away. Until then only rules learn."):
        ada.say("My favorite food is ramen.")
    assert texts(ada.memories()) == ["Favorite food is ramen."]


COLUMNS: dict[str, list[object]] = {
    "lasting": [False, True],
    "attribute": ["other", "home"],
    "person": ["me", "other"],
    "state": ["is"],
    "effect": ["states", "ends"],
    "leans": [False, True],
}


def made_extractor(folder: Path, words: Sequence[str]) -> TunedExtractor:
    """A model of one table: clauses with these words last, are of a home and lean on a question; they are values."""
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    many = sum(len(labels) for labels in COLUMNS.values())
    table = np.zeros((30_522, 3 + 2 * many + 3), dtype=np.float32)
    table[:, 0] = table[:, 3] = 4.0  # no value, nothing that lasts
    for piece in Reader().encoded(" ".join(words)):
        for token in piece.tokens[piece.first : -1]:
            table[token, :3] = 0, 0, 9
            table[token, 3 : 3 + many] = [0, 99, 0, 99, 0, 0, 0, 0, 0, 0, 99]
    ids, logits = (
        helper.make_tensor_value_info(name, kind, [1, "tokens", *more])
        for name, kind, more in (("input_ids", TensorProto.INT64, []), ("logits", TensorProto.FLOAT, [table.shape[1]]))
    )
    others = [
        helper.make_tensor_value_info(name, TensorProto.INT64, [1, "tokens"])
        for name in ("token_type_ids", "attention_mask")
    ]
    node = helper.make_node("Gather", ["table", "input_ids"], ["logits"], axis=0)
    graph = helper.make_graph([node], "g", [ids, *others], [logits], [numpy_helper.from_array(table, "table")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(folder / "extractor.onnx"))
    columns = [{"name": name, "labels": labels} for name, labels in COLUMNS.items()]
    (folder / "extractor.json").write_text(json.dumps({"columns": columns}))
    return TunedExtractor(folder)


def test_a_model_is_read_clause_by_clause(tmp_path: Path) -> None:
    tuned = made_extractor(tmp_path, ["kirkstall"])
    text = "GOT ONE!! kirkstall, top floor. and toast. Kirkstall again"
    found = tuned.extract(text, companion="And the flat?")
    assert [text[one.start : one.end] for one in found] == ["kirkstall, ", "Kirkstall again"]
    (first, second) = found
    assert [text[slice(*span)] for span in first.values] == ["kirkstall"]
    assert (first.attribute, first.about, first.effect, first.leans) == ("home", "me", "states", True)
    assert min(first.confidence, second.confidence) > 0.9
    long = "We walked a long way on and on today. " * 60 + "kirkstall is home."
    assert [long[one.start : one.end] for one in tuned.extract(long)] == ["kirkstall is home."]
    assert tuned.extract("") == tuned.extract("hello") == []


def test_one_that_is_not_there_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nonesuch"):
        reverie.open(":memory:", config=Config(embedder="none", extractor="nonesuch:x"))
    assert resolved("none") is None
    with pytest.raises(ModelUnavailable, match="holds no extractor that can be used"):
        TunedExtractor(tmp_path).extract("hello")
    (tmp_path / "extractor.json").write_text('{"columns": []}')
    (tmp_path / "extractor.onnx").write_bytes(b"no model")
    with pytest.raises(ModelUnavailable, match="can't load the extractor"):
        TunedExtractor(tmp_path).extract("hello")


def test_what_a_note_ends_is_so_no_longer_until_the_note_is_taken_back(
    luna: Reverie, scripted: Scripted, clock: FrozenClock
) -> None:
    scripted.lasting = ["callum does sound for bands", "callum packed that in"]
    scripted.ends = {"callum packed that in": "“callum does sound for bands”"}
    ada = luna.meet("Ada")
    ada.say("callum does sound for bands")
    clock.advance(MINUTE)
    said = ada.say("callum packed that in").message
    assert said is not None
    assert texts(ada.memories()) == ["“callum packed that in”"]
    ada.unsay(said.id)
    assert texts(ada.memories()) == ["“callum does sound for bands”"]
