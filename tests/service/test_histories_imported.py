"""Exports from elsewhere in a real store: whose they are, nothing twice, one undo, and what they teach."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests import exports
from tests.exports import chatgpt_talk, lines, zipped
from tests.service.scene import MINUTE, ON_SERVER, Scene

import reverie
from reverie import Person, imports
from reverie.imports import Report
from reverie.learning import message_learning
from reverie.records.memories import Status

PROPOSED = frozenset({Status.PROPOSED})


@pytest.fixture
def maria(scene: Scene) -> Person:
    return scene.luna.meet("Maria")


def file_of(scene: Scene, content: str | bytes | list[Any] | dict[str, Any]) -> Path:
    path = scene.path.with_name("history")
    whole = content if isinstance(content, str | bytes) else json.dumps(content)
    path.write_bytes(whole.encode() if isinstance(whole, str) else whole)
    return path


def bring(scene: Scene, person: Person, content: str | bytes | list[Any] | dict[str, Any], **how: Any) -> Report:
    return scene.luna.import_history(file_of(scene, content), person, **how)


def known(person: Person) -> list[str]:
    return sorted(one.text for one in person.memories())


def waiting(person: Person) -> list[tuple[str, str]]:
    return sorted((one.text, f"{one.valid_from:%Y-%m-%d}") for one in person.memories(statuses=PROPOSED))


def said(person: Person) -> list[tuple[str, str, str]]:
    return [(one.role.value, one.speaker, one.text) for one in person.messages()]


# -- coming in -----------------------------------------------------------------------------------

TEACHING = sorted(exports.EVERY.keys() - {"characterai", "sillytavern", "memory-list", "copied", "transcript"})


@pytest.mark.parametrize("format", TEACHING)
def test_each_format_comes_in_with_its_dates_and_teaches(scene: Scene, maria: Person, format: str) -> None:
    report = bring(scene, maria, exports.EVERY[format])
    assert (report.format, report.broken, report.learning) == (format, [], True)
    assert "Lives in Porto." in known(maria)
    assert "I live in Porto." in [text for role, _name, text in said(maria) if role == "user"]
    dated = {"messages", "jsonl"}
    first = maria.memories()[0].valid_from
    assert (first.date() == exports.SENT.date()) is (format not in dated)
    before = maria.messages()
    scene.clock.advance(MINUTE)
    again = bring(scene, maria, exports.EVERY[format])
    assert (again.messages, again.known, again.conversations) == (0, report.messages, 0)
    assert maria.messages() == before


def test_names_roles_and_titles_are_kept(scene: Scene, maria: Person) -> None:
    bring(scene, maria, [chatgpt_talk()])
    assert said(maria)[:2] == [("user", "Maria", "I live in Porto."), ("assistant", "ChatGPT", "Noted, number 0.")]
    assert [one.title for one in maria.conversations.all()] == ["A boat"]


def test_others_in_a_chat_are_peers_and_teach_nothing(scene: Scene, maria: Person) -> None:
    chat = "[04/05/2025, 18:30:10] Tom Okafor: I live in Rome.\n[04/05/2025, 18:31:00] Maria: I like jazz.\n"
    bring(scene, maria, chat)
    assert [role for role, _name, _text in said(maria)] == ["peer", "user"]
    assert known(maria) == ["Likes jazz."]


def test_who_the_person_is_can_be_said_and_has_to_be_clear(scene: Scene) -> None:
    with pytest.raises(reverie.InvalidInput, match=r"nobody in it is Ada.*--speaker.*Maria, Tom Okafor"):
        bring(scene, scene.ada, exports.TELEGRAM)
    with pytest.raises(reverie.InvalidInput, match="does not speak in it"):
        bring(scene, scene.ada, exports.TELEGRAM, speaker="Eve")
    assert scene.ada.messages() == []
    bring(scene, scene.ada, exports.TELEGRAM, speaker="maria")
    assert scene.known() == ["Likes jazz.", "Lives in Porto."]


def test_nothing_comes_in_of_an_export_that_breaks_its_rules_at_its_end(scene: Scene, maria: Person) -> None:
    for broken in ([chatgpt_talk("a"), {**chatgpt_talk("b"), "title": 5}], json.dumps([chatgpt_talk("a")])[:-1]):
        with pytest.raises(reverie.InvalidInput, match="history, item"):
            bring(scene, maria, broken)
    assert (maria.messages(), maria.conversations.all()) == ([], [])


def test_a_zip_comes_in_from_the_library(scene: Scene, maria: Person) -> None:
    whole = zipped(conversations__json=json.dumps([chatgpt_talk()]), user__json="{}")
    assert bring(scene, maria, whole).messages == 4


def test_secrets_are_masked(scene: Scene, maria: Person) -> None:
    talk = chatgpt_talk("a", "My password is Blue-Falcon7-x.")
    report = bring(scene, maria, [{**talk, "title": "My password is Blue-Falcon7-x."}])
    assert report.masked
    assert b"Blue-Falcon7-x" not in scene.bytes_on_disk()


# -- nothing twice -------------------------------------------------------------------------------


def test_a_newer_export_adds_what_is_new(scene: Scene, maria: Person) -> None:
    bring(scene, maria, [chatgpt_talk("a", "I live in Porto.")])
    newer = [chatgpt_talk("a", "I live in Porto.", "I like jazz."), chatgpt_talk("b", "I play chess.")]
    report = bring(scene, maria, newer)
    assert (report.conversations, report.messages, report.known) == (1, 4, 2)
    assert known(maria) == ["Likes jazz.", "Lives in Porto.", "Plays chess."]


def test_a_newer_whatsapp_export_without_its_beginning_adds_what_is_new(scene: Scene, maria: Person) -> None:
    bring(scene, maria, exports.WHATSAPP_IOS)
    newer = exports.WHATSAPP_IOS.split("\r\n", 2)[2] + "[17/05/2025, 10:00:00] Zoe: Hello, I am new.\r\n"
    report = bring(scene, maria, newer)
    assert (report.messages, report.known) == (1, 2)
    assert len(maria.messages()) == 4


def test_what_was_deleted_does_not_come_back_with_a_newer_export(scene: Scene, maria: Person) -> None:
    bring(scene, maria, exports.WHATSAPP_IOS)
    maria.unsay(maria.messages()[0].id)
    newer = exports.WHATSAPP_IOS + "[17/05/2025, 10:00:00] Zoe: Hello, I am new.\r\n"
    assert bring(scene, maria, newer).messages == 1
    assert known(maria) == ["Likes jazz."]


# -- undo ----------------------------------------------------------------------------------------


def test_one_undo_takes_a_whole_import_back(scene: Scene, maria: Person) -> None:
    whole = zipped(
        conversations__json=json.dumps([exports.claude(), exports.claude("I ski.", id="c-2")]),
        memories__json=json.dumps(exports.CLAUDE_MEMORIES),
    )
    report = bring(scene, maria, whole, memories=True)
    assert (report.conversations, report.messages, report.proposed) == (2, 6, 3)
    maria.undo(batch=report.batch)
    assert (maria.messages(), maria.conversations.all(), known(maria), waiting(maria)) == ([], [], [], [])
    assert bring(scene, maria, whole, memories=True).messages == 6
    assert len(waiting(maria)) == 3
    maria.undo(batch=report.batch)
    assert (maria.messages(), waiting(maria)) == ([], [])


def test_undoing_memories_that_came_in_later_leaves_the_conversations(scene: Scene, maria: Person) -> None:
    whole = zipped(
        conversations__json=json.dumps([exports.claude()]), memories__json=json.dumps(exports.CLAUDE_MEMORIES)
    )
    first = bring(scene, maria, whole)
    later = bring(scene, maria, whole, memories=True)
    messages, learned = maria.messages(), known(maria)
    assert (later.messages, later.proposed, len(messages) > 0) == (0, 3, True)
    maria.undo(batch=later.batch)
    assert (waiting(maria), maria.messages(), known(maria)) == ([], messages, learned)
    maria.undo(batch=first.batch)
    assert maria.messages() == []


def test_undo_alone_takes_no_small_part_of_an_import(scene: Scene, maria: Person) -> None:
    maria.remember("Likes jazz.")
    report = bring(scene, maria, [chatgpt_talk("a", "I ski.", "I like tea.")])
    with pytest.raises(reverie.Conflict, match=f"reverie undo NAME --import {report.batch}"):
        maria.undo()
    assert report.batch in str(maria.say("undo that").reply)
    maria.undo(batch=report.batch)
    assert maria.undo().of is not None
    assert known(maria) == []


def test_an_import_that_was_begun_twice_is_undone_at_once(
    scene: Scene, maria: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    talks = [chatgpt_talk("a"), chatgpt_talk("b", "I ski.")]
    writes = 0

    def once(*given: Any, **more: Any) -> Any:
        nonlocal writes
        writes += 1
        if writes == 2:
            raise reverie.StoreBusy("the disk is busy: try again")
        return message_learning.write(*given, **more)

    monkeypatch.setattr(imports, "write", once)
    with pytest.raises(reverie.StoreBusy):
        bring(scene, maria, talks)
    assert len(maria.messages()) == 4
    report = bring(scene, maria, talks)
    assert (report.messages, report.known) == (2, 4)
    maria.undo(batch=report.batch)
    assert (maria.messages(), known(maria)) == ([], [])


# -- killed --------------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
import reverie
from reverie.config import Config
from reverie import imports; from reverie.learning import message_learning as learning
from reverie.testing import HashEmbedder

imports.PIECE = 4
store, history = sys.argv[1:]
luna = reverie.open(store, companion="Luna", embedder=HashEmbedder(), config=Config(embedder="none"))

def moved(done, total):
    if done >= 8:
        os.kill(os.getpid(), signal.SIGKILL)

luna.import_history(history, luna.find("Maria"), progress=moved)
"""


@pytest.mark.skipif(ON_SERVER, reason="another process opens the file")
def test_a_killed_import_goes_on_where_it_was(scene: Scene, maria: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    liked = "jazz tea soup rain fog snow chess maps boats bread"
    words = [f"I like {one}." for one in liked.split()]
    file = file_of(scene, [chatgpt_talk("a", *words)])
    process = subprocess.run(
        [sys.executable, "-c", KILLED, scene.path, file], check=False, env={**os.environ}, capture_output=True
    )
    assert process.returncode == -signal.SIGKILL, process.stderr
    assert [one.text for one in maria.messages()][::2] == words[:4]
    monkeypatch.setattr(imports, "PIECE", 4)
    report = scene.luna.import_history(file, maria)
    assert (report.messages, report.known, report.conversations) == (12, 8, 0)
    assert [one.text for one in maria.messages()][::2] == words
    assert len(known(maria)) == 10
    maria.undo(batch=report.batch)
    assert (maria.messages(), known(maria)) == ([], [])


def test_a_long_conversation_is_written_in_pieces_and_what_it_asked_to_forget_is_heeded(
    scene: Scene, maria: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "PIECE", 3)
    done: list[tuple[int, int]] = []
    words = ["I like jazz.", "I hate my boss.", "Don't remember that.", "I ski.", "I like tea."]
    talk = lines([{"role": "user", "content": one} for one in words])
    report = bring(scene, maria, talk, progress=lambda at, of: done.append((at, of)))
    assert [text for _role, _name, text in said(maria)] == ["I like jazz.", "I ski.", "I like tea."]
    assert (report.private, done) == (2, [(5, 5)])
    bring(
        scene,
        maria,
        lines([{"role": "user", "content": f"I own a lamp{n}."} for n in range(7)]),
        progress=lambda at, of: done.append((at, of)),
    )
    assert done[1:] == [(3, 7), (6, 7), (7, 7)]


# -- what it teaches -----------------------------------------------------------------------------


def test_role_play_teaches_nothing_unless_it_is_asked_to(scene: Scene, maria: Person) -> None:
    played = [bring(scene, maria, exports.EVERY[format]) for format in ("sillytavern", "characterai")]
    assert [(one.role_play, one.learning, one.learned) for one in played] == [(True, False, {})] * 2
    assert known(maria) == []
    assert not any(one.learnable for one in maria.messages())
    assert maria.messages()[0].text == "Ahoy!"
    maria.undo(batch=played[1].batch)
    assert bring(scene, maria, exports.EVERY["characterai"], learning=True).learning
    assert known(maria) == ["Lives in Mars."]


def test_without_learning_words_are_found_and_teach_nothing(scene: Scene, maria: Person) -> None:
    report = bring(scene, maria, [chatgpt_talk()], learning=False)
    assert (report.messages, report.learned, known(maria)) == (4, {}, [])
    assert "I live in Porto." in [hit.text for hit in maria.recall("Porto")]


# -- what was remembered -------------------------------------------------------------------------


def test_what_was_remembered_waits_for_a_decision_with_its_dates(scene: Scene, maria: Person) -> None:
    report = bring(scene, maria, exports.MEM0)
    assert (report.format, report.remembered, report.proposed, report.refused) == ("memory-list", 2, 2, 0)
    assert known(maria) == []
    assert waiting(maria) == [("Has two cats", "2025-06-01"), ("Restores old boats", "2025-05-05")]
    accepted = maria.memories(statuses=PROPOSED)[0]
    maria.decide(accepted.id, accept=True)
    maria.decide(maria.memories(statuses=PROPOSED)[0].id, accept=False)
    assert known(maria) == [accepted.text]
    again = bring(scene, maria, exports.MEM0)
    assert (again.proposed, waiting(maria)) == (0, [])


def test_beside_conversations_it_is_proposed_where_it_is_asked_for(scene: Scene, maria: Person) -> None:
    whole = zipped(
        conversations__json=json.dumps([exports.claude()]), memories__json=json.dumps(exports.CLAUDE_MEMORIES)
    )
    report = bring(scene, maria, whole)
    assert (report.remembered, report.proposed, waiting(maria)) == (3, 0, [])
    assert bring(scene, maria, whole, memories=True).proposed == 3


def test_what_is_remembered_of_secrets_and_switched_off_is_refused(scene: Scene, maria: Person) -> None:
    told = "- My password is Blue-Falcon7-x.\n- Has two cats.\n- Earns 80,000 euros a year.\n- " + "x" * 5000 + "\n"
    report = bring(scene, maria, told, memories=True)
    assert (report.proposed, report.refused) == (1, 3)
    assert b"Blue-Falcon7-x" not in scene.bytes_on_disk()
    maria.pause()
    with pytest.raises(reverie.ReverieError, match="paused"):
        bring(scene, maria, told, memories=True)


def test_what_is_known_goes_out_in_the_form_in_which_it_comes_in(scene: Scene, maria: Person) -> None:
    maria.say("I live in Porto. I like jazz.", at=datetime(2025, 5, 4, tzinfo=UTC))
    written = scene.luna.archives.memory_list(maria)
    assert sorted(written.splitlines()) == ["- [2025-05-04] Likes jazz.", "- [2025-05-04] Lives in Porto."]
    report = bring(scene, scene.ada, written, memories=True)
    assert (report.proposed, sorted(waiting(scene.ada))) == (
        2,
        [("Likes jazz.", "2025-05-04"), ("Lives in Porto.", "2025-05-04")],
    )
    assert bring(scene, maria, written, memories=True).proposed == 0


# -- looking first -------------------------------------------------------------------------------


def test_a_preview_says_what_would_come_in_and_writes_nothing(scene: Scene, maria: Person) -> None:
    file = file_of(scene, exports.TELEGRAM)
    before = scene.luna.export(maria)
    seen = scene.luna.archives.preview(file, maria)
    assert {**scene.luna.export(maria), "exported_at": ""} == {**before, "exported_at": ""}
    assert (seen.format, seen.name, seen.conversations, seen.messages, seen.known) == ("telegram", "Telegram", 2, 3, 0)
    assert (seen.speakers, seen.person) == ({"Maria": 2, "Tom Okafor": 1}, ("Maria",))
    assert (f"{seen.first_at:%Y-%m-%d}", f"{seen.last_at:%Y-%m-%d}") == ("2025-05-04", "2025-05-17")
    scene.luna.import_history(file, maria)
    assert scene.luna.archives.preview(file, maria).known == 3
    people = scene.luna.people()
    assert scene.luna.archives.preview(file, "Tom Okafor").person == ("Tom Okafor",)
    assert scene.luna.people() == people
    with pytest.raises(reverie.InvalidInput, match="nobody in it is Eve"):
        scene.luna.archives.preview(file, "Eve")
