"""Erasing for good: nothing is left in any file, what is left is found, and nobody else loses anything."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from tests.exports import chatgpt, chatgpt_message
from tests.service.scene import HOUSEHOLD, MINUTE, START, Scene, about, on_file, opened, readable, texts

import reverie
from reverie import Occasion, Person, Reverie, safekeeping
from reverie.privacy.erasure import Receipt
from reverie.records.memories import Status
from reverie.removal.message_deletion import delete_messages
from reverie.store import row_erasure
from reverie.store.search.vectors import packed
from reverie.testing import FrozenClock, HashEmbedder

pytestmark = on_file

# -- what is left is found -----------------------------------------------------------------------


def planting(monkeypatch: pytest.MonkeyPatch, plant: Callable[[], object]) -> None:
    """Put something back just after the database was rewritten, as a fault of the program would leave it."""
    rewritten = row_erasure.rewrite

    def rewrite(store: Any) -> str | None:
        told = rewritten(store)
        plant()
        return told

    monkeypatch.setattr(row_erasure, "rewrite", rewrite)


def found(receipt: Receipt, name: str) -> list[str]:
    return [place.sort.value for place in receipt.places if Path(place.where).name == name]


@readable
def test_words_in_a_free_page_are_found(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    scene.say("I love Zanzibarian ramen.")

    def plant() -> None:
        with closing(sqlite3.connect(scene.path)) as raw:
            raw.execute("PRAGMA secure_delete = OFF")
            raw.execute("CREATE TABLE planted (text)")
            raw.executemany("INSERT INTO planted VALUES (?)", [("x" * 3000 + "Zanzibarian",)] * 9)
            raw.execute("DROP TABLE planted")
            raw.commit()
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            assert raw.execute("PRAGMA freelist_count").fetchone()[0] > 0

    planting(monkeypatch, plant)
    receipt = scene.luna.erase(scene.ada)
    assert not receipt.proved
    assert found(receipt, "luna.db") == ["word"]
    (place,) = [p for p in receipt.places if p.offset is not None]
    assert scene.path.read_bytes()[place.offset or 0 :].startswith(b"Zanzibarian")
    assert "Zanzibarian" not in repr(receipt)


@readable
def test_words_in_the_log_and_vectors_are_found(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    scene.say("I love Zanzibarian ramen.")
    ((vector, _scale),) = packed(HashEmbedder().embed(["I love Zanzibarian ramen."]))
    with closing(sqlite3.connect(scene.path)) as raw:

        def plant() -> None:
            raw.execute("CREATE TABLE planted (vector, text)")
            raw.execute("INSERT INTO planted VALUES (?, 'i LOVE Zanzibarian ramen')", [vector])
            raw.commit()

        planting(monkeypatch, plant)
        receipt = scene.luna.erase(scene.ada)
        assert set(found(receipt, "luna.db-wal")) == {"vector", "word"}
        assert receipt.left == len(receipt.places) == 3  # a word, and a vector in two pieces


@readable
def test_a_table_that_still_tells_of_them_is_named(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    scene.say("I love Zanzibarian ramen.")
    bob = scene.luna.meet("Bob")
    bob.say("I like jazz.")

    def plant() -> None:
        with closing(sqlite3.connect(scene.path)) as raw:
            raw.execute("PRAGMA foreign_keys = OFF")
            raw.execute("INSERT INTO blocked VALUES (?, 'Zanzibarian', 'x')", [scene.ada.id])
            raw.commit()

    planting(monkeypatch, plant)
    receipt = scene.luna.erase(scene.ada)
    assert "table blocked" in {one.where for one in receipt.scanned if one.found} | {p.where for p in receipt.places}


@readable
def test_a_backup_is_named_for_what_it_is_and_files_are_searched_on_request(scene: Scene, tmp_path: Path) -> None:
    scene.say("I love Zanzibarian ramen, and the long way home.")
    safekeeping.backup(tmp_path / "luna.db.friday", scene.path)
    safekeeping.backup(tmp_path / "elsewhere.db", scene.path)
    scene.ada.conversations.export(tmp_path / "talks")
    (tmp_path / "notes.txt").write_text("Nothing of theirs.", "utf-8")
    scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada)
    (tmp_path / "torn.zip").write_bytes((tmp_path / "ada.zip").read_bytes().replace(b"PK\x03\x04", b"PK\x03\x05"))
    also = [tmp_path / name for name in ("talks", "notes.txt", "ada.zip", "torn.zip")]
    receipt = scene.luna.erase(scene.ada, also=also)
    assert [(Path(one.where).name, one.found > 3) for one in receipt.copies] == [
        ("elsewhere.db", True),
        ("luna.db.friday", True),
    ]
    assert not receipt.proved  # the folder that was named holds them
    by_file = {Path(one.where).name: one.found for one in receipt.scanned}
    assert (by_file["luna.db"], by_file["notes.txt"]) == (0, 0)
    assert by_file["conversation.md"] > 0
    assert by_file["ada.zip"] > 3
    assert any("torn.zip can't be looked into" in one for one in receipt.remains)
    assert (tmp_path / "talks").exists()  # searched, and left as it is


def test_nothing_is_erased_where_a_file_to_search_is_not_there(scene: Scene, tmp_path: Path) -> None:
    scene.say("I like jazz.")
    with pytest.raises(reverie.NotFound, match="nothing was erased"):
        scene.luna.erase(scene.ada, also=[tmp_path / "nowhere"])
    assert scene.known() == ["Likes jazz."]


@readable
def test_what_others_said_too_proves_nothing_and_stays(scene: Scene) -> None:
    bob = scene.luna.meet("Bob")
    bob.say("Ada told me of the Zanzibarian ramen.")
    scene.say("I love Zanzibarian ramen.", "My brother is Bartholomew.")
    receipt = scene.luna.erase(scene.ada)
    assert receipt.proved
    assert receipt.looked_for > 0
    assert b"Zanzibarian" in scene.bytes_on_disk()
    assert b"Bartholomew" not in scene.bytes_on_disk()
    assert texts(bob.messages()) == ["Ada told me of the Zanzibarian ramen."]


@readable
def test_words_that_only_the_columns_of_another_make_together_prove_nothing(scene: Scene) -> None:
    """The file has "susansusanSusan" in a row of the directory, which is no "susans"."""
    scene.luna.meet("Susan")
    scene.say("I have lunch at susans house in Zanzibar.")
    receipt = scene.luna.erase(scene.ada)
    assert (receipt.left, receipt.proved) == (0, True)


def test_a_reader_that_keeps_the_log_is_told_of_and_the_next_start_goes_on(
    scene: Scene, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.say("I love Zanzibarian ramen.")
    rewritten = row_erasure.rewrite

    def at_once(store: Any) -> str | None:  # the time a writer waits for others is not what is tried here
        with store.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA busy_timeout = 0").close()
        return rewritten(store)

    monkeypatch.setattr(row_erasure, "rewrite", at_once)
    with closing(sqlite3.connect(scene.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM users").fetchone()
        receipt = scene.luna.erase(scene.ada)
        assert len(receipt.remains) == 1
        assert not receipt.proved
        reader.execute("COMMIT")
    scene.luna.close()
    with opened(scene.path, clock):
        assert b"Zanzibarian" not in scene.bytes_on_disk()


# -- what others hold of them --------------------------------------------------------------------


def test_what_the_companion_says_of_them_goes_by_name_and_by_quote(scene: Scene) -> None:
    luna, ada = scene.luna, scene.ada
    scene.say("I adore Zanzibarian ramen.")
    on = Occasion(user=ada.id)
    luna.opinions.add("ramen", "Zanzibarian ramen is overrated", occasion=on)  # formed with her, in her words
    luna.opinions.add("painters", "Ada paints like nobody else")  # by name alone
    luna.opinions.add("noodles", "Long noodles are best", occasion=on)  # formed with her
    luna.opinions.add("canals", "The canals of Canada are long")
    receipt = luna.erase(ada)
    assert receipt.proved
    assert sorted(one.name for one in luna.opinions.list(include_retracted=True)) == ["canals"]
    for word in (b"Zanzibarian", b"paints like", ada.id.encode()):
        assert word not in scene.bytes_on_disk()


def test_nobody_is_asked_any_more_whether_they_are_them(scene: Scene) -> None:
    with opened(scene.path, scene.clock, HOUSEHOLD) as luna:
        jonathan = luna.meet("Jonathan Zanzibari")
        guest = luna.meet("Jonathon Zanzibari")
        assert guest.confirmation is not None
        receipt = luna.erase(jonathan)
        assert receipt.proved
        assert jonathan.id.encode() not in scene.bytes_on_disk()
        assert b"Jonathan" not in scene.bytes_on_disk()
        assert luna.find(guest.id).confirmation is None


def test_whoever_is_hidden_in_another_goes_with_them(scene: Scene) -> None:
    ben = scene.luna.meet("Benedict")
    ben.say("I collect Zanzibarian stamps.")
    scene.luna.directory.merge(ben, into=scene.ada)
    assert scene.luna.erase(ben).rows["users"] == 2
    assert scene.luna.people() == []
    assert b"Zanzibarian" not in scene.bytes_on_disk()


def test_keys_of_theirs_go(scene: Scene) -> None:
    scene.luna.keys.create("Zanzibarian phone", person=scene.ada)
    receipt = scene.luna.erase(scene.ada)
    assert (receipt.proved, receipt.rows["keys"]) == (True, 1)
    assert scene.luna.keys.all() == []
    assert b"Zanzibarian" not in scene.bytes_on_disk()


def test_a_store_in_memory_is_searched_table_by_table(clock: FrozenClock) -> None:
    with opened(":memory:", clock) as luna:
        ada = luna.meet("Ada")
        ada.say("I love Zanzibarian ramen.")
        receipt = luna.erase(ada)
        assert (receipt.left, receipt.proved) == (0, False)
        assert any(one.where == "table messages" for one in receipt.scanned)
        assert "memory" in receipt.remains[0]


def test_an_encrypted_store_is_searched_table_by_table_too(tmp_path: Path, clock: FrozenClock) -> None:
    with reverie.open(tmp_path / "luna.db", embedder=HashEmbedder(), clock=clock, key="a long passphrase") as luna:
        ada = luna.meet("Ada")
        ada.say("I love Zanzibarian ramen.")
        receipt = luna.erase(ada)
    assert receipt.proved
    assert {"luna.db", "table messages"} <= {Path(one.where).name for one in receipt.scanned}


# -- one message ---------------------------------------------------------------------------------


@pytest.mark.parametrize("gone", ["unsay", "erase"])
def test_an_answer_of_memory_goes_with_the_message_that_it_quotes(scene: Scene, gone: str) -> None:
    said = scene.ada.turn("I collect Zanzibarian stamps.").said.message
    assert said is not None
    scene.ada.say("I live in Lyon.")
    scene.clock.advance(MINUTE * 600)
    assert "Zanzibarian" in scene.ada.turn("What do I collect?").reply
    assert "Lyon" in scene.ada.turn("Where do I live?").reply
    undone = scene.ada.unsay(said.id) if gone == "unsay" else None
    if undone is None:
        assert scene.luna.erase(scene.ada, message=said.id).proved
        assert b"anzibarian" not in scene.bytes_on_disk()
    left = [message.text for message in scene.ada.messages()]
    assert not [text for text in left if "anzibarian" in text]
    assert {"I live in Lyon.", "What do I collect?", "Where do I live?"} < set(left)
    assert "Lyon" in left[-1]
    if undone is not None:
        scene.ada.undo(undone.change.id)
        assert len([one for one in scene.ada.messages() if "anzibarian" in one.text]) > 1


@pytest.mark.parametrize("gone", ["unsay", "erase"])
def test_a_reply_that_repeats_a_message_goes_with_it(scene: Scene, gone: str) -> None:
    (said,) = scene.say("I collect Zanzibarian stamps from my uncle in Graz, and beetles. I like tea.")
    for reply in (
        "Zanzibar, how nice!",  # says nothing again
        "“I collect Zanzibarian stamps from my uncle in Graz”: you told me in March.",
        "So: collect zanzibarian stamps from my uncle in Graz?",  # eight in a row
        "I like tea too.",
    ):
        scene.ada.say(reply, role="assistant")
        scene.clock.advance(MINUTE)
    assert said.message is not None
    if gone == "unsay":
        scene.ada.unsay(said.message.id)
    else:
        receipt = scene.luna.erase(scene.ada, message=said.message.id)
        assert receipt.proved
        assert receipt.rows["messages"] == 3
        assert b"anzibarian" not in scene.bytes_on_disk()
    assert [one.text for one in scene.ada.messages()] == ["Zanzibar, how nice!", "I like tea too."]


@pytest.mark.parametrize("gone", ["unsay", "erase", "forget"])
def test_the_title_of_a_conversation_goes_with_what_it_tells_of(scene: Scene, tmp_path: Path, gone: str) -> None:
    """The title was made of the words by who exported it; others stay."""
    told = {"My Zanzibarian stamps": "I collect zanzibarian stamps.", "Of Lyon": "I live in Lyon."}
    history = [chatgpt(chatgpt_message("user", said), id=title[:2], title=title) for title, said in told.items()]
    (tmp_path / "conversations.json").write_text(json.dumps(history))
    scene.luna.import_history(tmp_path / "conversations.json", scene.ada)
    (said,) = (one for one in scene.ada.messages() if "zanzibarian" in one.text)
    assert {one.title for one in scene.ada.conversations.all()} == set(told)
    if gone == "forget":
        assert "what was noted of a conversation about it" in scene.ada.forget("zanzibarian").elsewhere
    elif gone == "unsay":
        scene.ada.unsay(said.id)
    else:
        assert scene.luna.erase(scene.ada, message=said.id).proved
        assert b"anzibarian" not in scene.bytes_on_disk()
    assert {one.title for one in scene.ada.conversations.all()} == {None, "Of Lyon"}
    if gone != "erase":
        scene.ada.undo()
        assert {one.title for one in scene.ada.conversations.all()} == set(told)


@readable
def test_erasing_a_message_takes_what_came_from_it_and_brings_back_what_was_so(scene: Scene) -> None:
    scene.say("I live in Lyon.", "I like jazz.")
    (said,) = scene.say("I live in Zanzibar. I no longer like jazz. My sister is Bartholomea.")
    assert said.message is not None
    scene.ada.conversations.note("She moved to Zanzibar. She likes music.")
    scene.ada.conversations.end()
    assert about(scene.ada, "Zanzibar").status is Status.ACTIVE
    receipt = scene.luna.erase(scene.ada, message=said.message.id)
    assert receipt.proved
    assert receipt.looked_for > 3
    assert receipt.rows["messages"] == 1
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]
    lyon = about(scene.ada, "Lyon")
    assert (lyon.status, lyon.valid_to, lyon.superseded_by) == (Status.ACTIVE, None, None)
    for word in (b"Zanzibar", b"zanzibar", b"Bartholomea"):
        assert word not in scene.bytes_on_disk()
    assert b"jazz" in scene.bytes_on_disk()
    assert scene.ada.conversations.notes() == "She likes music."
    assert not any("Zanzibar" in hit.text for hit in scene.ada.recall("Zanzibar"))
    assert any("jazz" in hit.text for hit in scene.ada.recall("jazz"))
    with pytest.raises(reverie.NotFound):
        scene.luna.erase(scene.ada, message=said.message.id)
    with pytest.raises(reverie.Conflict, match="erased"):
        scene.ada.undo(scene.change("delete"))


@readable
@pytest.mark.parametrize("merged_first", [True, False])
def test_a_message_that_was_taken_back_is_erased_by_its_id_still(scene: Scene, merged_first: bool) -> None:
    scene.say("I live in Lyon.", "I like jazz.")
    (said,) = scene.say("I live in Zanzibar. My sister is Bartholomea.")
    assert said.message is not None
    scene.ada.say("My sister is Bartholomea.", role="assistant")
    stranger = scene.luna.directory.add("The Enchantress")
    stranger.say("I like poetry.")
    if not merged_first:
        scene.ada.unsay(said.message.id)
    scene.luna.directory.merge(scene.ada, into=stranger)
    ada = scene.luna.find("The Enchantress")
    if merged_first:
        ada.unsay(said.message.id)
    ada.say("I like opera.")
    assert b"Bartholomea" in scene.bytes_on_disk()  # until it is undone
    receipt = scene.luna.erase(ada, message=said.message.id)
    assert receipt.proved
    assert receipt.rows["messages"] == 0
    for word in (b"Zanzibar", b"zanzibar", b"Bartholomea"):
        assert word not in scene.bytes_on_disk()
    assert sorted(texts(ada.memories())) == ["Likes jazz.", "Likes opera.", "Likes poetry.", "Lives in Lyon."]
    with pytest.raises(reverie.NotFound):
        scene.luna.erase(ada, message=said.message.id)
    if merged_first:
        with pytest.raises(reverie.Conflict, match="erased"):
            ada.undo(next(c["id"] for c in scene.luna.export(ada)["changes"] if c["cause"] == "delete"))


@readable
def test_of_what_was_deleted_at_once_the_rest_comes_back_when_one_was_erased(scene: Scene) -> None:
    scene.say("I live in Lyon.")
    (said,), (kept,) = scene.say("I live in Zanzibar."), scene.say("I like jazz.")
    assert said.message is not None
    assert kept.message is not None
    delete_messages(scene.luna._runtime, scene.ada.id, [said.message.id, kept.message.id])
    change = scene.change("delete")
    scene.luna.erase(scene.ada, message=said.message.id)
    scene.ada.undo(change)
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]


@readable
def test_what_another_message_says_too_stays_with_its_words(scene: Scene) -> None:
    first, second = scene.say("I like Zanzibarian jazz!", "Yes, I really like Zanzibarian jazz, Bartholomew.")
    assert first.message is not None
    assert second.message is not None
    before = about(scene.ada, "jazz")
    receipt = scene.luna.erase(scene.ada, message=second.message.id)
    after = about(scene.ada, "jazz")
    assert receipt.proved
    assert (after.status, after.source.message_id) == (Status.ACTIVE, first.message.id)
    assert after.confidence < before.confidence
    assert b"Bartholomew" not in scene.bytes_on_disk()
    assert b"Zanzibarian" in scene.bytes_on_disk()


def test_what_a_message_had_taught_goes_with_it_though_it_was_taken_back_before(scene: Scene) -> None:
    said = scene.say("Hello.", "My favorite food is Zanzibarian pie.")[1].message
    assert said is not None
    scene.ada.undo(message=said.id)
    assert about(scene.ada, "pie").status is Status.RETRACTED
    receipt = scene.luna.erase(scene.ada, message=said.id)
    assert (receipt.proved, receipt.rows["memories"]) == (True, 1)
    assert b"anzibarian" not in scene.bytes_on_disk()


def test_a_quote_goes_with_its_message_where_two_memories_became_one(scene: Scene) -> None:
    foods = ("ramen", "pizza", "ramen, like Bartholomew Zanzibarian")
    said = [
        scene.ada.say(f"My favorite food is {food}.", at=START + n * MINUTE).message for n, food in enumerate(foods)
    ]
    ids = [message.id for message in said if message is not None]
    scene.ada.unsay(ids[1])
    assert scene.known() == ["Favorite food is ramen."]
    assert scene.luna.erase(scene.ada, message=ids[2]).proved
    assert scene.known() == ["Favorite food is ramen."]
    assert b"anzibarian" not in scene.bytes_on_disk()


def test_an_opinion_voiced_in_a_message_goes_with_it(scene: Scene) -> None:
    scene.say("What do you think of remakes?")
    said = scene.ada.say("I think Zanzibarian remakes are dull.", role="assistant")
    assert said.message is not None
    assert [one.triggering_message for one in scene.luna.opinions.list()] == [said.message.id]
    assert scene.luna.erase(scene.ada, message=said.message.id).proved
    assert list(scene.luna.opinions.list(include_retracted=True)) == []
    assert b"Zanzibarian" not in scene.bytes_on_disk()


def test_another_companion_object_hears_that_a_message_was_erased(scene: Scene, clock: FrozenClock) -> None:
    (said, _other) = scene.say("I love Zanzibarian ramen.", "I like jazz.")
    assert said.message is not None
    with opened(scene.path, clock) as other:
        ada = other.find("Ada")
        assert any("ramen" in hit.text for hit in ada.recall("ramen"))
        scene.luna.erase(scene.ada, message=said.message.id)
        assert not any("ramen" in hit.text for hit in ada.recall("ramen"))
        assert any("jazz" in hit.text for hit in ada.recall("jazz"))


def test_what_was_erased_of_somebody_before_is_no_trace_of_them(scene: Scene) -> None:
    said = scene.say("I collect Zanzibarian stamps.", "I like jazz.")[0].message
    scene.ada.say("I think stamps are lovely.", role="assistant")
    assert said is not None
    assert scene.luna.erase(scene.ada, message=said.id).proved
    scene.ada.settings(retention_days=1)
    scene.clock.advance(3 * 24 * 3600)
    scene.luna.upkeep()
    assert scene.luna.erase(scene.ada).proved


def test_a_message_of_two_who_are_one_is_erased_of_both(scene: Scene) -> None:
    ben = scene.luna.meet("Benedict")
    said = ben.say("I collect Zanzibarian stamps.").message
    assert said is not None
    scene.luna.directory.merge(ben, into=scene.ada)
    assert scene.luna.erase(scene.ada, message=said.id).proved
    assert b"Zanzibarian" not in scene.bytes_on_disk()
    assert scene.luna.directory.split("Benedict").messages() == []


# -- any history ---------------------------------------------------------------------------------

Act = Callable[["House", Person, str], object]


class House:
    """Three people and what was done with them; whatever is said of somebody has a word that only they have."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path = folder, folder / "luna.db"
        self.clock = FrozenClock(START)
        self.luna: Reverie = opened(self.path, self.clock)
        self.words: dict[str, set[str]] = {}
        self.chance = random.Random(3)
        self.merged: list[str] = []

    def word(self, person: Person) -> str:
        made = f"{person.name}{''.join(self.chance.choices('bdfgklmnprstvz', k=9))}"
        self.words.setdefault(person.id, set()).add(made)
        return made

    def on_disk(self) -> bytes:
        return b"".join(file.read_bytes() for file in self.path.parent.glob("luna.db*"))


def _last(person: Person) -> str | None:
    said = person.messages(newest=1)
    return said[0].id if said else None


def _merge(house: House, person: Person, _word: str) -> None:
    into = next(user for user in house.luna.people() if user.id != person.id)
    house.luna.directory.merge(person, into=house.luna.find(into.id))
    house.merged.append(person.id)


def _import(house: House, person: Person, word: str) -> None:
    chat = house.folder / "chat.txt"
    chat.write_text(f"2026-01-05\n{person.name}: I like {word}.\nLuna: Nice, {word}.\n", "utf-8")
    house.luna.import_history(chat, person)
    chat.unlink()


def _scene(house: House, person: Person, word: str) -> None:
    photo = house.folder / f"{word}.png"
    Image.new("RGB", (8, 8), (house.chance.randrange(256), 0, 0)).save(photo)
    person.pictures.add(photo, f"a {word} mask", vector=np.arange(32) + house.chance.random(), space="eye")


def _note(house: House, person: Person, word: str) -> None:
    person.say("Hello there.")
    person.conversations.note(f"About {word}.")
    person.conversations.end()


def _expire(house: House, _person: Person, _word: str) -> None:
    house.clock.advance(90 * 24 * 3600)
    house.luna.upkeep()


ACTS: dict[str, Act] = {
    "say": lambda h, p, w: p.say(f"I like {w}. My favorite food is {w} soup."),
    "umlaut": lambda h, p, w: p.say(f"I live in Zürich{w}, near the Überlingen mill of {w}."),
    "reply": lambda h, p, w: p.say(
        f'I think {w} is lovely. <observe_user category="interest">Likes {w}</observe_user>', role="assistant"
    ),
    "remember": lambda h, p, w: p.remember(f"I collect {w}."),
    "forget": lambda h, p, w: (p.say(f"My brother is {w}."), p.forget(w)),
    "unsay": lambda h, p, w: (p.say(f"I hate {w}."), p.unsay(str(_last(p)))),
    "undo": lambda h, p, w: (p.remember(f"I play {w}."), p.undo()),
    "opinion": lambda h, p, w: h.luna.opinions.add(w, f"{w} is honest", occasion=Occasion(user=p.id)),
    "self": lambda h, p, w: h.luna.self_model.record_self_observation(f"I ramble of {w}", occasion=Occasion(user=p.id)),
    "observe": lambda h, p, w: p.user_model.record(f"Is interested in {w}", category="interest"),
    "synthesize": lambda h, p, w: p.user_model.synthesize(),
    "note": _note,
    "page": lambda h, p, w: p.user_model.edit(p.user_model.yaml() + f"\n# {w}\n"),
    "account": lambda h, p, w: h.luna.directory.link(p, "discord", w),
    "nickname": lambda h, p, w: h.luna.directory.describe(p, nickname=w),
    "import": _import,
    "picture": _scene,
    "recall": lambda h, p, w: p.recall(f"what of {w}?"),
    "expire": _expire,
    "merge": _merge,
    "split": lambda h, p, w: h.luna.directory.split(h.merged.pop()) if h.merged else None,
}


def done(house: House, name: str, who: int) -> None:
    """Do one thing with somebody who is known; what can't be done at that moment is left."""
    people = house.luna.people()
    person = house.luna.find(people[who % len(people)].id)
    with suppress(reverie.Conflict, reverie.NotFound, reverie.Refused, StopIteration):
        ACTS[name](house, person, house.word(person))
    house.clock.advance(MINUTE)


def kept_of(luna: Reverie, gone: set[str]) -> dict[str, str]:
    """What is exported of everybody else; that they were one with somebody who is erased is told no more."""
    kept = {}
    for user in luna.people():
        if user.id not in gone:
            whole: dict[str, Any] = {**luna.export(luna.find(user.id)), "exported_at": ""}
            for change in whole["changes"]:
                if change["batch"] in {f"merge:{one}" for one in gone}:
                    change["batch"] = None
            kept[user.id] = json.dumps(whole, sort_keys=True)
    return kept


HISTORIES = st.lists(st.tuples(st.sampled_from(sorted(ACTS)), st.integers(0, 2)), min_size=1, max_size=14)
PATIENT = (HealthCheck.too_slow,)


@settings(max_examples=10, suppress_health_check=PATIENT)
@given(HISTORIES, st.integers(0, 2))
def test_whatever_happened_erasing_one_leaves_nothing_of_them_and_everything_of_others(
    acts: list[tuple[str, int]], who: int
) -> None:
    erase_one(acts, who)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@settings(max_examples=500, suppress_health_check=PATIENT)
@given(HISTORIES, st.integers(0, 2))
def test_many_histories(acts: list[tuple[str, int]], who: int) -> None:
    erase_one(acts, who)


def erase_one(acts: list[tuple[str, int]], who: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        with house.luna as luna:
            for name in ("Adalind", "Bertram", "Cyriac"):
                luna.meet(name)
            for name, whose in acts:
                done(house, name, whose)
            people = luna.people()
            ada = luna.find(people[who % len(people)].id)
            gone = {ada.id, *(str(one["id"]) for one in luna.export(ada)["merged"])}
            before = kept_of(luna, gone)
            receipt = luna.erase(ada)
            assert receipt.proved, receipt
            assert kept_of(luna, gone) == before
            on_disk = house.on_disk()
            for owner in gone:
                assert owner.encode() not in on_disk
                for word in house.words.get(owner, ()):
                    assert word.encode() not in on_disk, word
            assert all(one.ok for one in safekeeping.check(house.path))


# -- a crash in the middle -----------------------------------------------------------------------

PROGRAM = """
import os, signal, sys
import reverie
from reverie.config import Config
from reverie.store import row_erasure
from reverie.store.engine import vacuum

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def erase(store, stage):
    with reverie.open(store, companion="Luna", config=Config(embedder="none")) as luna:
        if stage == "deleting":
            row_erasure.scrub_directory = die
        elif stage == "deleted":
            row_erasure.rewrite = die
        elif stage == "emptied":
            emptied, vacuum._emptied = vacuum._emptied, lambda connection: (emptied(connection), die())
        luna.erase(luna.find("Ada"))

for place in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        erase(place, place.rpartition(".")[2])
        os._exit(0)
    _child, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), place
"""


@readable
def test_a_crash_leaves_all_or_nothing_and_the_next_start_goes_on(
    scene: Scene, clock: FrozenClock, tmp_path: Path
) -> None:
    scene.say("I love Zanzibarian ramen.")
    scene.luna.meet("Bob").say("I like jazz.")
    stages = {"deleting": False, "deleted": True, "emptied": True}
    places = {tmp_path / stage / f"died.{stage}": gone for stage, gone in stages.items()}
    for place in places:
        place.parent.mkdir()
        safekeeping.backup(place, scene.path)
    subprocess.run([sys.executable, "-c", PROGRAM, *places], check=True, env=os.environ)
    for place, gone in places.items():
        with opened(place, clock) as luna:
            assert [user.name for user in luna.people()] == (["Bob"] if gone else ["Ada", "Bob"])
            assert (b"Zanzibarian" in _bytes(place)) is not gone
            if not gone:
                assert texts(luna.find("Ada").memories()) == ["Likes Zanzibarian ramen."]
                assert luna.erase(luna.find("Ada")).proved
        assert b"Zanzibarian" not in _bytes(place)
        assert all(one.ok for one in safekeeping.check(place))


def _bytes(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.iterdir())
