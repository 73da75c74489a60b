"""Conversations as folders: written, edited, read back and watched; nothing leads out, nothing forgotten returns."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.service.scene import MINUTE, Scene, opened

import reverie
from reverie.conversations.folder_format import read
from reverie.folders import folder_files
from reverie.testing import FrozenClock

ODD = "# A heading\n\n---\n\n```html\n<!-- turn {} -->\n```\n"


@pytest.fixture
def talked(scene: Scene) -> Scene:
    scene.clock.advance(timedelta(microseconds=123456))
    scene.say("My favorite food is pizza.", ODD)
    scene.ada.say("How nice!", role="assistant")
    scene.clock.advance(MINUTE)
    scene.say("I live in Lyon.")
    scene.ada.conversations.note("She likes to talk of food.")
    return scene


def exported(scene: Scene, place: Path) -> Path:
    (one,) = scene.ada.conversations.export(place)
    return one.folder


def edit(folder: Path, old: str, new: str, name: str = folder_files.CONVERSATION) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")


def test_a_folder_has_the_files_of_the_seed(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    assert folder.name == "conv_20260301_120000"
    assert {one.name for one in folder.iterdir()} == {
        "conversation.md",
        "conversation_summary.md",
        "conversation_ai_notes.md",
        "user_inputs.md",
        "artifacts",
    }
    inputs = (folder / folder_files.INPUTS).read_text(encoding="utf-8")
    assert inputs.startswith("# User Inputs - Conversation 20260301_120000\n\n**Started**: 2026-03-01 12:00:00  \n")
    assert "**Total Inputs**: 3" in inputs
    assert "How nice!" not in inputs
    assert "My favorite food is pizza." in (folder / folder_files.SUMMARY).read_text(encoding="utf-8")
    assert "She likes to talk of food." in (folder / folder_files.NOTES).read_text(encoding="utf-8")
    assert (folder / folder_files.CONVERSATION).stat().st_mode & 0o077 == 0


def test_it_comes_back_equal_in_another_memory_and_twice_is_once(
    talked: Scene, tmp_path: Path, clock: FrozenClock
) -> None:
    folder = exported(talked, tmp_path / "out")
    with opened(tmp_path / "other.db", clock) as other:
        ada = other.meet("Ada")
        (brought,) = ada.conversations.bring(tmp_path / "out")
        assert (brought.begun, brought.added, brought.notes, brought.troubles) == (True, 4, True, [])
        theirs, mine = ada.messages(), talked.ada.messages()
        strip = {m.id: (m.role, m.speaker, m.text, m.sent_at, m.conversation_id, m.revision) for m in theirs}
        assert strip == {m.id: (m.role, m.speaker, m.text, m.sent_at, m.conversation_id, m.revision) for m in mine}
        assert ada.conversations.notes() == "She likes to talk of food."
        assert sorted(m.text for m in ada.memories()) == talked.known()
        again = ada.conversations.bring(folder)
        assert not again[0].changed
        assert len(ada.messages()) == 4
        ada.undo(batch=brought.batch)
        assert (ada.messages(), ada.memories()) == ([], [])
        assert ada.conversations.bring(folder)[0].added == 4


def test_a_second_export_goes_into_the_same_folder_and_keeps_what_is_in_it(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    (folder / "artifacts" / "page.html").write_text("<p>hi</p>", encoding="utf-8")
    (folder / "own.txt").write_text("mine", encoding="utf-8")
    folder = folder.rename(folder.with_name("conv_renamed"))
    assert talked.ada.conversations.export(tmp_path / "out")[0].files == ()
    talked.say("One more thing: I love tea.")
    (again,) = talked.ada.conversations.export(tmp_path / "out")
    assert (again.folder, again.messages) == (folder, 5)
    assert set(again.files) == {folder_files.CONVERSATION, folder_files.SUMMARY, folder_files.INPUTS}
    assert (folder / "artifacts" / "page.html").read_text(encoding="utf-8") == "<p>hi</p>"
    assert (folder / "own.txt").exists()


def test_conversations_of_one_second_have_folders_of_their_own(scene: Scene, tmp_path: Path) -> None:
    for number in range(3):
        scene.ada.say(f"Note {number} of mine.", at=scene.clock() + timedelta(hours=number))
    every = scene.ada.conversations.all()
    runtime = scene.luna._runtime
    made = runtime.change(scene.ada.id, "test", actor="test")
    with runtime.store.writing(scene.ada.id) as session, session.act(made) as act:
        for one in every[1:]:
            act.write(one, replace(one, started_at=every[0].started_at))
    names = [one.folder.name for one in scene.ada.conversations.export(tmp_path / "out")]
    assert names == ["conv_20260301_120000", "conv_20260301_120000_2", "conv_20260301_120000_3"]
    assert [one.folder.name for one in scene.ada.conversations.export(tmp_path / "out")] == names


def test_an_edited_turn_is_changed_and_learned_anew(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    edit(folder, "food is pizza", "food is ramen")
    edit(folder, "How nice!", "How very nice!")
    (brought,) = talked.ada.conversations.bring(folder)
    assert (len(brought.edited), brought.added, brought.troubles) == (2, 0, [])
    assert talked.known() == ["Favorite food is ramen.", "Lives in Lyon."]
    assert [m.text for m in talked.ada.messages()][::2] == ["My favorite food is ramen.", "How very nice!"]
    assert "ramen" in (folder / folder_files.INPUTS).read_text(encoding="utf-8")
    assert not talked.ada.conversations.bring(folder)[0].changed
    edit(folder, "food is ramen", "food is udon")
    assert len(talked.ada.conversations.bring(folder)[0].edited) == 1
    assert "Favorite food is udon." in talked.known()


def test_an_edit_can_be_undone(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    before = talked.known()
    edit(folder, "food is pizza", "food is ramen")
    talked.ada.conversations.bring(folder)
    talked.ada.undo()  # what the new words taught
    talked.ada.undo()
    assert talked.ada.messages()[0].text == "My favorite food is pizza."
    assert talked.known() == before


def test_a_turn_that_is_missing_deletes_nothing(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    text = (folder / folder_files.CONVERSATION).read_text(encoding="utf-8")
    (folder / folder_files.CONVERSATION).write_text(text[: text.rindex("<!-- turn")], encoding="utf-8")
    (brought,) = talked.ada.conversations.bring(folder)
    assert (brought.missing, brought.changed) == (1, False)
    assert len(talked.ada.messages()) == 4


def test_an_old_file_brings_back_nothing_that_was_forgotten_or_unsaid(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    talked.ada.forget("pizza")
    talked.ada.unsay(talked.ada.messages()[-1].id)
    (brought,) = talked.ada.conversations.bring(folder)
    assert (brought.changed, brought.unsaid) == (False, 1)
    assert "pizza" not in str(talked.luna.export(talked.ada))
    edit(folder, "food is pizza", "food is pizza and more")
    edit(folder, "pizza", "pizza, always", folder_files.SUMMARY)
    (brought,) = talked.ada.conversations.bring(folder)
    assert not brought.changed
    assert [trouble.split(" was")[0] for trouble in brought.troubles] == ["turn 1", folder_files.SUMMARY]
    assert "pizza" not in str(talked.luna.export(talked.ada))


def test_what_was_edited_is_not_written_over_unless_forced(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    edit(folder, "in Lyon", "in Nice")
    edit(folder, "of food", "of soup", folder_files.NOTES)
    with pytest.raises(reverie.Conflict, match=r"conversation\.md, conversation_ai_notes\.md"):
        talked.ada.conversations.export(tmp_path / "out")
    talked.ada.conversations.export(tmp_path / "out", force=True)
    assert "in Lyon" in (folder / folder_files.CONVERSATION).read_text(encoding="utf-8")


def test_an_edited_summary_and_notes_are_kept(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    edit(folder, "I live in Lyon.", "At home in Lyon.", folder_files.SUMMARY)
    edit(folder, "of food", "of soup", folder_files.NOTES)
    (brought,) = talked.ada.conversations.bring(folder)
    assert (brought.summary, brought.notes, brought.troubles) == (True, True, [])
    assert "At home in Lyon." in talked.ada.conversations.summary().text
    assert talked.ada.conversations.notes() == "She likes to talk of soup."
    talked.say("I love tea most of all.")
    talked.ada.conversations.export(tmp_path / "out")
    edit(folder, "At home in Lyon.", "At home there.", folder_files.SUMMARY)
    (brought,) = talked.ada.conversations.bring(folder)
    assert (brought.summary, brought.troubles) == (True, [])
    talked.ada.conversations.note("Newer.")
    edit(folder, "of soup", "of stew", folder_files.NOTES)
    (brought,) = talked.ada.conversations.bring(folder)
    assert "conversation_ai_notes.md was changed in memory too" in brought.troubles[0]
    assert talked.ada.conversations.notes() == "Newer."


def test_secrets_in_a_file_are_masked(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    edit(folder, "I live in Lyon.", "I live in Lyon. My password is hunter22.")
    (brought,) = talked.ada.conversations.bring(folder)
    assert brought.masked == 1
    assert "hunter22" not in str(talked.luna.export(talked.ada))
    assert "hunter22" not in (folder / folder_files.CONVERSATION).read_text(encoding="utf-8")


def test_what_asked_not_to_be_kept_is_not(talked: Scene, tmp_path: Path, clock: FrozenClock) -> None:
    folder = exported(talked, tmp_path / "out")
    edit(folder, "I live in Lyon.", "Forget everything about my knee.")
    with opened(tmp_path / "other.db", clock) as other:
        (brought,) = other.meet("Ada").conversations.bring(folder)
        assert (brought.private, brought.added) == (1, 3)
        assert "knee" not in str(other.export(other.meet("Ada")))


def test_somebody_elses_conversation_is_not_taken(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    bob = talked.luna.meet("Bob")
    (brought,) = bob.conversations.bring(folder)
    assert "somebody else" in brought.troubles[0]
    assert bob.messages() == []


def test_links_pipes_and_devices_lead_nowhere(talked: Scene, tmp_path: Path) -> None:
    place, outside = tmp_path / "out", tmp_path / "outside"
    folder = exported(talked, place)
    outside.mkdir()
    secret = outside / "secret.md"
    secret.write_text("outside", encoding="utf-8")
    (place / "conv_link").symlink_to(outside)
    (folder / folder_files.NOTES).unlink()
    (folder / folder_files.NOTES).symlink_to(secret)
    (folder / folder_files.SUMMARY).unlink()
    os.mkfifo(folder / folder_files.SUMMARY)
    (brought,) = talked.ada.conversations.bring(place)
    assert [trouble.split(":")[0] for trouble in brought.troubles] == [folder_files.SUMMARY, folder_files.NOTES]
    assert not brought.changed
    (folder / folder_files.SUMMARY).unlink()
    talked.ada.conversations.export(place, force=True)
    assert secret.read_text(encoding="utf-8") == "outside"
    assert not (folder / folder_files.NOTES).is_symlink()
    assert list(outside.iterdir()) == [secret]


def test_titles_and_names_are_in_no_path(scene: Scene, tmp_path: Path) -> None:
    history = tmp_path / "history.jsonl"
    history.write_text(
        '{"id": "../../up", "sessions": [{"id": "/etc/CON", "datetime": "2026-01-19T14:30:22", "turns": '
        '[{"id": "../x", "speaker": "../Ada", "role": "user", "text": "I love tea."}]}]}',
        encoding="utf-8",
    )
    scene.luna.import_history(history, scene.ada)
    folder = exported(scene, tmp_path / "deep" / "out")
    assert folder == tmp_path / "deep" / "out" / "conv_20260119_143022"
    assert sorted(one.name for one in (tmp_path / "deep").iterdir()) == ["out"]


def test_what_cant_be_read_is_told_and_the_rest_comes_in(talked: Scene, tmp_path: Path, clock: FrozenClock) -> None:
    place = tmp_path / "out"
    folder = exported(talked, place)
    for name, content in {"conv_none": None, "conv_bytes": b"\xff\xfe\x00", "conv_other": b"# Chat"}.items():
        (place / name).mkdir()
        if content is not None:
            (place / name / folder_files.CONVERSATION).write_bytes(content)
    edit(folder, '"role": "assistant"', '"role": "king"')
    with opened(tmp_path / "other.db", clock) as other:
        found = {one.folder: one for one in other.meet("Ada").conversations.bring(place)}
    assert {name: bool(one.troubles) for name, one in found.items()} == dict.fromkeys(
        ["conv_none", "conv_bytes", "conv_other", folder.name], True
    )
    assert found[folder.name].added == 3
    for wrong in (tmp_path / "nowhere", tmp_path / "empty"):
        if wrong.name == "empty":
            wrong.mkdir()
        with pytest.raises(reverie.InvalidInput):
            talked.ada.conversations.bring(wrong)


def test_times_that_cant_be_and_keys_that_are_taken(talked: Scene, tmp_path: Path, clock: FrozenClock) -> None:
    history = tmp_path / "history.jsonl"
    history.write_text(
        '{"id": "k", "sessions": [{"turns": [{"role": "user", "text": "I love tea."}]}]}', encoding="utf-8"
    )
    talked.luna.import_history(history, talked.ada)
    bob = talked.luna.meet("Bob")
    talked.luna.import_history(history, bob)
    exports = {one.conversation_id: one for one in bob.conversations.export(tmp_path / "bob")}
    (folder,) = (one.folder for one in exports.values())
    edit(folder, f'"owner": "{bob.id}"', '"owner": "nobody"')
    (brought,) = talked.ada.conversations.bring(folder)
    assert (brought.added, brought.troubles) == (1, [])
    with opened(tmp_path / "other.db", clock) as other:
        edit(folder, '"started_at": "2026', '"started_at": "0026')
        (brought,) = other.meet("Ada").conversations.bring(folder)
        assert "can't be right" in brought.troubles[0]


def test_one_conversations_folder_is_no_place_for_others(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    assert talked.ada.conversations.export(folder)[0].folder == folder
    talked.ada.say("Hello again.", at=talked.clock() + timedelta(days=1))
    with pytest.raises(reverie.InvalidInput, match="one conversation"):
        talked.ada.conversations.export(folder)


def test_nothing_is_brought_while_paused_or_off_the_record(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    edit(folder, "in Lyon", "in Nice")
    with pytest.raises(reverie.Refused):
        talked.ada.off_record().conversations.bring(folder)
    talked.ada.pause()
    with pytest.raises(reverie.Refused):
        talked.ada.conversations.bring(folder)
    assert talked.known() == ["Favorite food is pizza.", "Lives in Lyon."]


def test_a_watched_folder_is_read_once_it_is_saved(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    watch = talked.ada.conversations.watch(tmp_path / "out")
    assert [one.changed for one in watch.look()] == []
    assert [one.changed for one in watch.look()] == [False]
    assert watch.look() == []
    edit(folder, "in Lyon", "in Nic")
    assert watch.look() == []  # it may be half of what is being saved
    edit(folder, "in Nic", "in Nice")
    assert watch.look() == []
    assert [one.changed for one in watch.look()] == [True]
    assert "Lives in Nice." in talked.known()
    assert [watch.look(), watch.look()] == [[], []]


def test_the_file_is_what_the_pure_reader_reads(talked: Scene, tmp_path: Path) -> None:
    folder = exported(talked, tmp_path / "out")
    found = read((folder / folder_files.CONVERSATION).read_text(encoding="utf-8"), talked.ada.id)
    assert [turn.message for turn in found.turns] == talked.ada.messages()
    assert found.conversation == talked.ada.conversations.find()
