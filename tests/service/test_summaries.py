"""The rolling summary: what it covers, what it reads, and that nothing forgotten stays in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.service.scene import MINUTE, START, Scene, on_file, opened

import reverie
from reverie.config import Config
from reverie.records.conversations import Author, Message, Rolling
from reverie.settings_sections import ConversationSettings
from reverie.store.tables.messages import Dialogue
from reverie.testing import FrozenClock

FACTS = [
    "I work at Acme as a welder.",
    "I adopted a dog named Biscuit.",
    "I moved to Lyon in 2024.",
    "I'm going to run a marathon next spring.",
    "My sister Nora lives in Oslo.",
]


@pytest.fixture
def small(tmp_path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """A companion that keeps four messages word for word and sums up every three more, in 300 characters."""
    monkeypatch.setattr("reverie.app.companion.Rolling", partial(Rolling, every=3, length=300))
    config = Config(embedder="none", conversations=ConversationSettings(window=4))
    path = tmp_path / "small.db"
    with opened(path, clock, config) as luna:
        yield Scene(luna=luna, ada=luna.meet("Ada"), clock=clock, path=path)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the messages that a conversation's stretches gave."""
    ids: list[str] = []
    real = Dialogue.stretch

    def counted(self: Dialogue, *arguments: object, **named: object) -> list[Message]:
        found = real(self, *arguments, **named)  # type: ignore[arg-type] # what it is given it hands on
        ids.extend(message.id for message in found if named.get("limit") != 1)
        return found

    monkeypatch.setattr(Dialogue, "stretch", counted)
    return ids


def talk(scene: Scene, *texts: str) -> list[str]:
    """Ada says things, and is answered."""
    said = []
    for text in texts:
        kept = scene.ada.say(text).message
        scene.ada.say("I see. I love my garden in Bergen.", role="assistant")
        scene.clock.advance(MINUTE)
        assert kept is not None
        said.append(kept.id)
    return said


def test_the_last_messages_are_word_for_word_and_the_rest_is_summed_up(small: Scene) -> None:
    talk(small, *FACTS[:3])
    window = small.ada.conversations.window()
    assert (window.summary.text, window.summary.covers, len(window.messages)) == ("", None, 6)
    talk(small, *FACTS[3:])
    window = small.ada.conversations.window()
    every = small.ada.messages()
    covers = window.summary.covers
    assert covers is not None
    assert (covers.count, covers.from_id, covers.to_id) == (6, every[0].id, every[5].id)
    assert list(window.messages) == every[6:]
    assert window.summary.text == "2026-03-01: " + " ".join(FACTS[:3])
    assert window.summary.author is Author.RULES
    assert "Bergen" not in window.summary.text


def test_a_message_is_read_for_it_once(small: Scene, read: list[str]) -> None:
    summed_up: list[str] = []
    for _round in range(12):
        talk(small, *FACTS, "What do you think of that?")
        read.clear()
        window = small.ada.conversations.window()
        summed_up += read[: len(read) - len(window.messages)]
    every = [message.id for message in small.ada.messages()]
    covers = small.ada.conversations.summary().covers
    assert covers is not None
    assert summed_up == every[: covers.count]
    read.clear()
    messages = small.ada.conversations.window().messages
    assert read == [message.id for message in messages]


def test_it_keeps_to_its_length_and_is_the_same_however_often_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reverie.app.companion.Rolling", partial(Rolling, every=1, length=200))
    texts = []
    for often in (True, False):
        clock = FrozenClock(START)
        config = Config(embedder="none", conversations=ConversationSettings(window=2))
        with opened(tmp_path / f"{often}.db", clock, config) as luna:
            ada = luna.meet("Ada")
            for number in range(30):
                ada.say(f"I visited town {number} and I loved the {number} bridges there.")
                clock.advance(MINUTE)
                if often:
                    ada.conversations.window()
            summary = ada.conversations.summary()
            assert len(summary.text) <= 200
            assert len(summary.sentences) >= 2
            texts.append(summary.text)
    assert texts[0] == texts[1]


def test_what_is_forgotten_unsaid_or_edited_goes_out_of_it_and_comes_back(small: Scene) -> None:
    ids = talk(small, *FACTS)
    assert "Biscuit" in small.ada.conversations.summary().text
    small.ada.forget("Biscuit")
    assert "Biscuit" not in small.ada.conversations.summary().text
    small.ada.undo()
    assert "Biscuit" in small.ada.conversations.summary().text
    small.ada.unsay(ids[0])
    assert "Acme" not in small.ada.conversations.summary().text
    covers = small.ada.conversations.summary().covers
    assert covers is not None
    assert covers.count == 5


def test_a_message_that_arrives_late_is_summed_up_where_it_belongs(small: Scene) -> None:
    talk(small, *FACTS)
    first = small.ada.conversations.summary()
    where = small.ada.conversations.find()
    small.ada.say("I was born in Rome in 1980.", at=where.started_at, conversation=where.id)
    summary = small.ada.conversations.summary()
    assert "I was born in Rome in 1980." in summary.text
    assert first.covers is not None
    assert summary.covers is not None
    assert summary.covers.count == first.covers.count + 1


def test_nothing_is_kept_off_the_record_and_the_answer_is_the_same(small: Scene) -> None:
    talk(small, *FACTS)
    hidden = small.ada.off_record().conversations.window()
    with small.luna._runtime.store.reading() as session:
        assert session.sheets.earlier(small.ada.id, hidden.summary.conversation_id).gist is None
    assert small.ada.conversations.window() == hidden


def test_a_models_text_takes_the_place_of_the_rules_up_to_what_it_covers(small: Scene) -> None:
    ids = talk(small, *FACTS)
    small.ada.conversations.summary()
    small.ada.conversations.summarize("Ada is a welder with a dog.", covers=ids[1])
    summary = small.ada.conversations.summary()
    assert summary.author is Author.MODEL
    assert summary.text == f"Ada is a welder with a dog.\n2026-03-01: {FACTS[2]}"
    small.ada.conversations.summarize("")
    assert small.ada.conversations.summary().author is Author.RULES


def test_a_text_for_the_whole_leaves_the_last_messages_in_the_window(small: Scene) -> None:
    talk(small, *FACTS)
    small.ada.conversations.summarize("Ada told of her life.")
    window = small.ada.conversations.window()
    assert window.summary.text == "Ada told of her life."
    assert list(window.messages) == small.ada.messages()[-4:]


def test_a_models_text_goes_with_words_that_it_may_repeat(small: Scene) -> None:
    talk(small, *FACTS)
    small.ada.conversations.summarize("Ada has a pet she cares for. Ada welds.")
    small.ada.forget("Biscuit")
    assert "pet" not in small.ada.conversations.summary().text
    small.ada.undo()
    assert "pet" in small.ada.conversations.summary().text


def test_a_persons_text_and_the_notes_lose_the_sentences_that_tell_of_it(small: Scene) -> None:
    talk(small, *FACTS)
    small.ada.conversations.summarize("I have Biscuit. I weld.", author="person")
    small.ada.conversations.note("She lights up about Biscuit.\n\nShe is tired of welding.")
    small.ada.forget("Biscuit")
    assert small.ada.conversations.summary().text.startswith("I weld.")
    assert small.ada.conversations.notes() == "She is tired of welding."
    assert "Biscuit" not in str(small.luna.export(small.ada))


def test_notes_alone_can_speak_of_what_is_forgotten(small: Scene) -> None:
    talk(small, *FACTS)
    small.ada.conversations.note("Ask about the kayak.")
    assert small.ada.forget("kayak", preview=True).beside
    small.ada.forget("kayak")
    assert small.ada.conversations.notes() == ""


def test_a_summary_written_since_does_not_stand_in_the_way_of_an_undo(small: Scene) -> None:
    talk(small, *FACTS)
    small.ada.conversations.summarize("I have Biscuit. I weld.", author="person")
    forgotten = small.ada.forget("Biscuit")
    small.ada.conversations.summarize("All is new.", author="person")
    small.ada.undo(forgotten.change_id)
    assert small.ada.conversations.summary().text.startswith("All is new.")


def test_notes_are_in_no_context_and_never_recalled(small: Scene) -> None:
    talk(small, *FACTS)
    small.ada.conversations.note("She seems to hide a xylophone.")
    assert "xylophone" not in str(small.ada.context("Do you know of a xylophone?")).replace("a xylophone?", "")
    assert all("hide" not in hit.text for hit in small.ada.recall("hide a xylophone", limit=50))
    assert len(small.ada.conversations.discussed("xylophone")) == 0


def test_secrets_are_masked_and_pauses_held(small: Scene) -> None:
    talk(small, *FACTS)
    small.ada.conversations.note("Her password is hunter22, she said.")
    assert "hunter22" not in small.ada.conversations.notes()
    small.ada.pause()
    with pytest.raises(reverie.Refused):
        small.ada.conversations.note("More.")
    with pytest.raises(reverie.Refused):
        small.ada.off_record().conversations.summarize("More.")


def test_what_is_not_there_is_told(small: Scene) -> None:
    with pytest.raises(reverie.NotFound, match="nothing was said yet"):
        small.ada.conversations.summary()
    talk(small, *FACTS)
    for wrong in ("zzz", "0000000"):
        with pytest.raises(reverie.NotFound, match="conversations list"):
            small.ada.conversations.summary(wrong)
    with pytest.raises(reverie.NotFound, match="no such message"):
        small.ada.conversations.summarize("Text.", covers="nowhere")
    with pytest.raises(reverie.InvalidInput, match="100,000"):
        small.ada.conversations.note("x" * 100_001)
    with pytest.raises(reverie.InvalidInput, match="no author"):
        small.ada.conversations.summarize("Text.", author="king")


@on_file
def test_erasing_and_retention_leave_nothing_of_it(small: Scene) -> None:
    talk(small, *FACTS)
    small.ada.conversations.note("Keepsake: a zitherlike hum.")
    small.ada.conversations.summary()
    small.ada.settings(retention_days=1)
    small.clock.advance(MINUTE * 60 * 48)
    small.luna.upkeep()
    with small.luna._runtime.store.reading() as session:
        assert session.sheets.all(small.ada.id) == []
        kept = [e for e in session.changes.log(small.ada.id) if e.item == "sheet"]
    assert kept
    assert all(entry.before is None and entry.after is None for entry in kept)
    small.ada.settings(retention_days=None)
    talk(small, *FACTS)
    small.ada.conversations.note("Keepsake: a zitherlike hum.")
    receipt = small.luna.erase(small.ada)
    assert receipt.proved
    assert receipt.rows["sheets"] == 1
    assert b"zitherlike" not in small.bytes_on_disk()
