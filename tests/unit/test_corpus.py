"""The corpus is what its page says: every mark stands in the words, and every file can be trained on."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from model.training.corpus import (
    ATTRIBUTES,
    HELD_BACK,
    LEFT_OUT,
    Fact,
    Turn,
    by_writer,
    conversations,
    fact_id,
    judged,
    over,
    questions,
    told_in,
)
from model.training.reminders import Reminder, Text, clashing, how_asked, reminders, written

from reverie.ports import Clause

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


def test_a_clause_tells_the_fact_of_which_it_is_a_part() -> None:
    text = "Handed the apron in last night, so no more Costco. It was time. Tea?"

    def at(words: str) -> tuple[int, int]:
        return text.index(words), text.index(words) + len(words)

    fact = Fact(
        clause=at("Handed the apron in last night, so no more Costco. It was time."),
        spans=(at("Costco"),),
        about="me",
        attribute="employer",
        value="Costco",
        says="No longer works at Costco.",
        state="was",
        effect="ends",
        of=None,
        needs=None,
        sure=True,
    )
    turn = Turn(id="1", at="2026-01-01T10:00", role="user", text=text, facts=(fact,))
    assert told_in(turn, at("so no more Costco.")) == [fact]
    assert told_in(turn, at("Handed the apron in last night,")) == [fact]
    assert told_in(turn, at("It was time.")) is None
    assert told_in(turn, at("Tea?")) == []


def test_it_is_known_how_people_ask_for_every_sort_of_thing() -> None:
    asked = how_asked(CORPUS)
    assert {*asked} == {*ATTRIBUTES, "any"}
    for ways in asked.values():
        assert {*ways} <= {"asks", "of", "says", "says_of"}
        for place, wordings in ways.items():
            assert len({*wordings}) == len(wordings)
            if place in ("of", "says_of"):
                assert all("{who}" in wording for wording in wordings if place == "of")
            assert all(wording.format(who="Bex", value="chess").strip() for wording in wordings)


def test_reminders_are_made_of_facts_and_have_no_answer_among_their_decoys() -> None:
    told = by_writer(conversations(CORPUS))["w02"]
    made = reminders([told], how_asked(CORPUS), random.Random(1))
    turns = {turn.text: {fact.attribute for fact in turn.facts} for one in told for turn in one.turns}
    assert len(made) > 20
    assert {one.kind for one in made} == {"plain", "question", "request", "value"}
    for one in made:
        assert "{" not in one.query
        assert one.finds not in one.decoys
        assert not one.answers & {text.attribute for text in one.decoys}
        assert one.finds.text not in turns or one.finds.attribute in turns[one.finds.text]
    assert made != reminders([told], how_asked(CORPUS), random.Random(2))


def test_written_reminders_are_whole() -> None:
    read = written(CORPUS)
    assert len({one.query for one in read}) == len(read) > 2000
    assert {one.kind for one in read} == {"request", "cue", "question", "paraphrase"}
    assert all(one.finds not in one.decoys for one in read)


def test_what_is_no_reminder_is_named(tmp_path: Path) -> None:
    line = {"topic": "tea", "kind": "request", "query": "tea?", "finds": "I only drink coffee", "not": [" "]}
    (tmp_path / "reminders").mkdir()
    (tmp_path / "reminders" / "a.jsonl").write_text(json.dumps(line))
    with pytest.raises(ValueError, match=r"a.jsonl, line 1: not a reminder"):
        written(tmp_path)


def test_what_may_answer_another_is_no_decoy_of_it() -> None:
    home, job = Text("I live in Bern", "home"), Text("I teach", "occupation")
    asking = [
        Reminder("question", "where do i live", home, (job,), frozenset({"home"})),
        Reminder("plain", "Lives in Oslo.", Text("oslo now", "home"), (), frozenset()),
    ]
    offered = [home, asking[1].finds, job]
    assert list(clashing(asking, offered)) == [(0, 1)]


def test_questions_and_what_is_over_name_facts_in_the_order_in_which_they_were_told() -> None:
    told = by_writer(conversations(CORPUS))
    writers = {path.stem for folder in ("questions", "over") for path in (CORPUS / folder).glob("*.jsonl")}
    assert len(writers) > 80
    assert not writers & {*HELD_BACK}
    for writer in writers:
        turns = [(one, turn) for one in told[writer] for turn in one.turns]
        ids = [fact_id(one, turn, place) for one, turn in turns for place in range(len(turn.facts))]
        asked = questions(CORPUS, writer)
        assert len(asked) >= 30
        for question in asked:
            assert question.text.strip()
            assert question.answers | question.stale <= {*ids}
            assert not question.answers & question.stale
        for by, gone in over(CORPUS, writer).items():
            assert gone.touched <= {*ids[: ids.index(by)]}, (writer, by)


def test_what_readers_judged_is_of_writers_that_are_learned_from() -> None:
    writers = {path.stem for path in (CORPUS / "judged").glob("*.jsonl")}
    assert len(writers) > 50
    assert not writers & {*LEFT_OUT}
    found = [one for writer in writers for one in judged(CORPUS, writer)]
    assert {one.label for one in found} == {"ends", "same", "unrelated", None}
    assert all(": " in one.known and ": " in one.said for one in found)


def test_a_note_is_held_against_those_that_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the product would ask of a pair of notes is what the model learns, by the facts in them."""
    monkeypatch.syspath_prepend(str(CORPUS.parent / "model"))
    taught, read, noted = (import_module(f"training.{name}") for name in ("endings", "corpus", "noted"))
    reader = Worded()
    told = [
        read.Conversation(
            id="w00-01",
            writer="w00",
            turns=(
                turn("1", "i stock shelves at costco", "costco", read),
                turn("2", "miso is my cat", "miso", read),
                turn("3", "i quit costco", "quit", read),
            ),
        )
    ]
    over = {"01#3.0": read.Over(whole=frozenset({"01#1.0"}))}
    stock, cat = "occupation, today: “i stock shelves at costco”", "occupation, today: “miso is my cat”"
    heard = list(noted.heard(Lasting(), told))
    found = list(taught.endings(reader, Lasting(), heard, over))
    assert [(known, said) for known, said, _companion in reader.asked] == [
        (stock, "occupation: miso is my cat"),
        (stock, "occupation: i quit costco"),
        (cat, "occupation: i quit costco"),
    ]
    assert [pair.label for pair in found] == [0, 2, 0]
    judged = [
        read.Judged(known=known, said="occupation: i quit costco", companion="", label=label)
        for known, label in ((stock, None), (cat, "same"))
    ]
    assert [pair.label for pair in taught.endings(reader, Lasting(), heard, over, judged)] == [0, 1]


def test_a_question_is_held_against_what_may_be_found_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(CORPUS.parent / "model"))
    taught, read, noted = (import_module(f"training.{name}") for name in ("questions", "corpus", "noted"))
    told = [read.Conversation(id="w00-01", writer="w00", turns=(turn("1", "i stock shelves at costco", "costco", read),
        turn("2", "i ran the fryer at wendys", "wendys", read), turn("3", "it rains", "rains", read)))]  # fmt: skip
    asked = [read.Question(text="where do i work", answers=frozenset({"01#1.0"}), stale=frozenset({"01#2.0"}))]
    reader = Worded()
    found = list(taught.answering(reader, told, asked, list(noted.heard(Lasting(), told))))
    held = [(text, pair.label) for (text, question, _), pair in zip(reader.asked, found, strict=True)]
    assert {text for text, right in held if right} >= {"i stock shelves at costco", "“i stock shelves at costco”"}
    assert {text.partition(" (")[0] for text, right in held if not right} == {"it rains", "“it rains”"}


def turn(number: str, text: str, value: str, read: Any) -> Any:
    at = text.index(value)
    fact = read.Fact(
        clause=(0, len(text)),
        spans=((at, at + len(value)),),
        about="me",
        attribute="occupation",
        value=value,
        says=text,
        state="is",
        effect="states",
        of=None,
        needs=None,
        sure=True,
    )
    return read.Turn(id=number, at=f"2026-01-01T10:0{number}", role="user", text=text, facts=(fact,))


class Lasting:
    """An extractor to whom every turn is one lasting clause that may end something."""

    def extract(self, text: str, **_before: str) -> list[Clause]:
        clause = Clause(start=0, end=len(text), confidence=0.9, attribute="occupation", about="me", ends=0.5)
        return [clause]

    def ending(self, known: Sequence[str], _said: str, **_before: str) -> list[float]:
        return [0.5 for _one in known]

    def whose(self, named: Sequence[str], _said: str, **_before: str) -> list[float]:
        return [0.0 for _one in named]


class Worded:
    """A reader that remembers which pairs it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    def pair(self, known: str, text: str, companion: str = "") -> tuple[list[int], list[int]]:
        self.asked.append((known, text, companion))
        return [1], [0]

    answer = pair
