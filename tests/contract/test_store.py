"""One contract for both databases: the same verbs give the same results and the same ranking, to everyone at once."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.postgres import empty_database
from tests.service.scene import DAY, EVERY, MINUTE, START, about, opened, texts

import reverie
from reverie import Looking, Person, Reverie
from reverie.background import maintenance
from reverie.memory.runtime import new_id
from reverie.memory.writing import Step
from reverie.records.conversations import Conversation
from reverie.records.memories import Status
from reverie.testing import FrozenClock, HashEmbedder

EARLIER = timedelta(hours=3)
CANARY = "Zanzibarian"
HISTORY = [
    "My name is Ada Lovelace. I live in Lyon.",
    "I like jazz, ramen and hiking.",
    "My favorite food is pizza.",
    "The harbour smells of tar, I walked there with Mia.",
    "I work at Acme as a nurse.",
    "Actually my favorite food is ramen now.",
    "I passed my pilot's exam!",
    "I feel sad today.",
    "I no longer like hiking.",
    "I moved to Paris.",
    "Do you remember which food I like?",
    "I like jazz.",
]
QUESTIONS = [
    "What is my favorite food?",
    "what can she fly?",
    "Where do I live?",
    "harbour tar with Mia",
    "jazz",
    "yesterday",
]


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def luna(store_url: str, clock: FrozenClock) -> Iterator[Reverie]:
    with opened(store_url, clock) as luna:
        yield luna


def tell(person: Person, clock: FrozenClock, history: list[str]) -> None:
    for n, words in enumerate(history):
        person.say(words)
        if n % 3 == 0:
            person.say(f"Tell me more about number {n}.", role="assistant")
        clock.advance(MINUTE if n % 4 else timedelta(hours=2))


def test_every_verb(luna: Reverie, clock: FrozenClock, tmp_path: Path) -> None:
    ada = luna.meet("Ada")
    said = ada.say("My favorite food is pizza. I live in Lyon.")
    clock.advance(MINUTE)
    ada.say("My favorite food is ramen.")
    assert ada.recall("favorite food")[0].memory.value == "ramen"
    assert "Favorite food is ramen." in str(ada.context("dinner?"))
    clock.advance(MINUTE)
    assert [one.step for one in ada.remember("My favorite food is sushi.")] == [Step.SUPERSEDED]
    assert [m.value for m in ada.memories() if m.key == "favorite_food"] == ["sushi"]
    remembered = ada.history(about(ada, "sushi").id)[0].change
    clock.advance(MINUTE)
    ada.undo(remembered.id)
    assert about(ada, "ramen").status is Status.ACTIVE
    forgotten = ada.forget("ramen")
    assert not ada.forget("ramen", preview=True)
    ada.undo(forgotten.change_id)
    clock.advance(MINUTE)
    assert said.message is not None
    ada.unsay(said.message.id)
    assert texts(ada.memories()) == ["Favorite food is ramen."]
    assert ada.settings(categories_off=["event"], retention_days=90.5).retention_days == 90.5
    chat = tmp_path / "chat.txt"
    chat.write_text("2026-01-05\nAda: I like jazz.\nLuna: Nice.\n", "utf-8")
    report = luna.import_history(chat, ada)
    assert (report.messages, luna.import_history(chat, ada).known) == (2, 2)
    ada.undo(batch=report.batch)
    assert luna.reindex() == 0
    assert all(check.ok for check in luna.doctor())
    assert luna.upkeep().deleted == 0
    whole = luna.export(ada)
    assert {"person", "memories", "links", "conversations", "changes", "settings"} <= set(whole)
    assert json.loads(json.dumps(whole)) == whole
    receipt = luna.erase(ada)
    assert receipt.rows["users"] == 1
    assert luna.people() == []


def _everything(url: str) -> list[object]:
    """All that recall and context say over a history, without the ids."""
    clock = FrozenClock(START)
    with opened(url, clock) as luna:
        ada, bob = luna.meet("Ada"), luna.meet("Bob")
        tell(ada, clock, HISTORY)
        tell(bob, clock, HISTORY[::-1])
        ada.forget("Acme")
        now = clock()
        told: list[object] = []
        for person in (ada, bob):
            for question in QUESTIONS:
                for as_of, known_at in ((None, None), (now - EARLIER, None), (None, now - EARLIER)):
                    found = person.recall(question, limit=20, as_of=as_of, known_at=known_at)
                    told += [(h.text, round(h.score, 5), h.why, h.said_at) for h in found]
                told.append(str(person.context(question, budget=500)))
            told += [
                (m.text, m.status, m.confidence, m.valid_from, m.valid_to) for m in person.memories(statuses=EVERY)
            ]
            told += [(m.text, m.role, m.sent_at) for m in person.messages()]
        return told


@pytest.mark.postgres
def test_both_databases_rank_alike(tmp_path: Path, postgres_url: str) -> None:
    with empty_database(postgres_url) as url:
        ours, theirs = _everything(str(tmp_path / "luna.db")), _everything(url)
    assert len(ours) > 100
    assert ours == theirs


def test_the_database_allows_one_active_value_in_a_slot(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    ada.say("I live in Lyon.")
    copy = text(
        "INSERT INTO memories SELECT owner, :id, about, kind, category, key, text, details, importance, confidence, "
        "status, supersedes, superseded_by, source_kind, message_id, conversation_id, quote, span_start, span_end, "
        "valid_from, valid_to, created_at, closed_at, expires_at, last_used_at, validations, "
        "last_validated_at, revision FROM memories WHERE owner = :owner"
    )
    store = luna._runtime.store
    with pytest.raises(reverie.Conflict), store.writing() as session:
        session.connection.execute(copy, {"id": "another", "owner": ada.id})
    with store.writing() as session:
        session.connection.execute(text("UPDATE memories SET status = 'superseded'"))
        session.connection.execute(copy, {"id": "another", "owner": ada.id})


# -- isolation -----------------------------------------------------------------------------------


def test_what_waits_to_be_written_is_seen_by_whoever_reads_it(luna: Reverie) -> None:
    ada, runtime = luna.meet("Ada"), luna._runtime
    with runtime.store.writing(ada.id) as session:
        before = session.changes.head(ada.id)
        with session.act(runtime.change(ada.id, "say", actor="person")) as act:
            act.write(None, Conversation(id=new_id(), owner=ada.id, started_at=START))
        (line,) = session.changes.log(ada.id, change_ids=[act.change.id])
        assert line.item == "conversation"
        assert session.changes.head(ada.id) == (line.seq, before[1])
    with runtime.store.reading() as session:
        assert session.changes.head(ada.id) == (line.seq, before[1])


def test_a_context_notes_what_it_used_and_not_again_within_the_hour(luna: Reverie, clock: FrozenClock) -> None:
    ada = luna.meet("Ada")
    ada.say("My name is Ada.")
    noted = []
    for later in (MINUTE, MINUTE, timedelta(hours=2)):
        clock.advance(later)
        ada.context("Hello!")
        noted += [memory.last_used_at for memory in ada.memories()]
    assert noted == [START + MINUTE, START + MINUTE, clock()]


def test_nothing_of_one_person_reaches_another(luna: Reverie, clock: FrozenClock, tmp_path: Path) -> None:
    ada, bob = luna.meet("Ada"), luna.meet("Bob")
    said = ada.say(f"I like {CANARY} ramen. My favorite food is {CANARY} soup.")
    chat = tmp_path / "chat.txt"
    chat.write_text(f"Ada: My sister is called {CANARY}.\n", "utf-8")
    report = luna.import_history(chat, ada)
    clock.advance(MINUTE)
    bob.say("I like ramen. My favorite food is soup.")
    before = luna.export(ada)
    looking = [Looking(), Looking(memories=False), Looking(messages=False), Looking(roles=frozenset({"user"}))]
    seen: list[object] = [bob.recall(f"{CANARY} ramen", limit=100, looking=one) for one in looking]
    seen += [bob.recall(CANARY, as_of=clock()), bob.recall(CANARY, known_at=clock()), bob.context(f"ramen, {CANARY}")]
    seen += [bob.memories(statuses=EVERY), bob.memories(as_of=clock()), bob.memories(known_at=clock())]
    seen += [bob.messages(), bob.messages(newest=100), bob.history(), luna.export(bob)]
    seen += [bob.say("What do you remember about me?"), bob.say(f"What do you remember about my {CANARY}?").learned]
    assert CANARY not in "".join(repr(one) for one in seen)
    memory = about(ada, "soup")
    assert said.message is not None
    message = said.message
    assert bob.history(memory.id) == []
    assert bob.messages(conversation=said.message.conversation_id) == []
    assert not bob.forget(CANARY)
    assert not bob.forget(memory.id)
    change = ada.history(memory.id)[0].change.id
    attempts: list[Callable[[], Any]] = [
        lambda: bob.say("Hello", conversation=message.conversation_id),
        lambda: bob.unsay(message.id),
        lambda: bob.undo(change),
        lambda: bob.undo(change[:20]),
        lambda: bob.undo(message=message.id),
        lambda: bob.undo(batch=report.batch),
        lambda: bob.decide(memory.id, accept=True),
    ]
    for attempt in attempts:
        with pytest.raises(reverie.NotFound):
            attempt()
    assert {**luna.export(ada), "exported_at": ""} == {**before, "exported_at": ""}
    luna.erase(bob)
    assert {**luna.export(ada), "exported_at": ""} == {**before, "exported_at": ""}


def test_words_of_one_person_weigh_nothing_in_anothers_ranking(luna: Reverie, clock: FrozenClock) -> None:
    ada, bob = luna.meet("Ada"), luna.meet("Bob")
    tell(ada, clock, HISTORY)
    now = clock()
    alone = [(h.text, h.score) for h in ada.recall("favorite food ramen", limit=20)]
    for n in range(20):
        bob.say(f"My favorite food is ramen number {n}.")
    clock.set(now)
    assert [(h.text, h.score) for h in ada.recall("favorite food ramen", limit=20)] == alone


# -- at once -------------------------------------------------------------------------------------


def test_another_companion_object_is_heard_at_the_next_query(luna: Reverie, store_url: str, clock: FrozenClock) -> None:
    ada = luna.meet("Ada")
    ada.say("I like jazz.")
    assert not any("tar" in hit.text for hit in ada.recall("harbour tar"))
    with opened(store_url, clock) as other:
        there = other.meet("Ada")
        said = there.say("The harbour smells of tar.")
        assert ada.recall("harbour tar")[0].text == "The harbour smells of tar."
        there.forget("jazz")
        assert not any("jazz" in hit.text for hit in ada.recall("jazz"))
        assert said.message is not None
        there.unsay(said.message.id)
        assert not any("tar" in hit.text for hit in ada.recall("harbour tar"))
        ada.say("I play chess.")
        assert any("chess" in hit.text for hit in there.recall("chess"))


def test_another_process_is_heard_at_the_next_query(luna: Reverie, store_url: str) -> None:
    ada = luna.meet("Ada")
    ada.say("I like jazz.")
    ada.recall("harbour")
    script = (
        "import sys, reverie\nfrom reverie.testing import HashEmbedder\n"
        "with reverie.open(sys.argv[1], embedder=HashEmbedder()) as luna:\n"
        "    luna.meet('Ada').say('The harbour smells of tar.')\n"
    )
    subprocess.run([sys.executable, "-c", script, store_url], check=True)
    assert ada.recall("harbour tar")[0].text == "The harbour smells of tar."


def _at_once(works: list[Callable[[], None]]) -> list[BaseException]:
    errors: list[BaseException] = []
    start = threading.Barrier(len(works))

    def run(work: Callable[[], None]) -> None:
        start.wait()
        try:
            work()
        except (reverie.ReverieError, RuntimeError, ValueError, LookupError) as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


def test_four_threads_say_and_recall_at_once(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    fruits = ["apples", "plums", "pears", "figs", "limes", "dates"]

    def work(name: str) -> Callable[[], None]:
        def talk() -> None:
            for fruit in fruits:
                ada.say(f"I like {name} {fruit}. I like jazz.")
                assert any(f"{name} {fruit}" in hit.text for hit in ada.recall(f"{name} {fruit}"))
                ada.context("fruit?")

        return talk

    assert _at_once([work(name) for name in ("red", "green", "blue", "black")]) == []
    said = [m.text for m in ada.messages()]
    assert len(said) == len(set(said)) == 24
    assert len(ada.memories()) == 25
    assert about(ada, "jazz").validations == 23
    assert len({m.conversation_id for m in ada.messages()}) == 1
    seqs = [c["seq"] for c in luna.export(ada)["changes"]]
    assert len(seqs) == len(set(seqs))


def test_four_threads_meet_the_same_stranger(luna: Reverie) -> None:
    met: list[str] = []
    errors = _at_once([lambda: met.append(luna.meet("Grace").id)] * 4)
    assert errors == []
    assert len(met) == 4
    assert len(set(met)) == 1
    assert _at_once([lambda: met.append(luna.guest().id)] * 4) == []
    assert len(luna.people()) == 5


# -- embedders -----------------------------------------------------------------------------------


def test_reindex_can_be_stopped_and_never_mixes_spaces(store_url: str, clock: FrozenClock) -> None:
    with opened(store_url, clock) as luna:
        tell(luna.meet("Ada"), clock, HISTORY * 8)
    with reverie.open(store_url, companion="Luna", embedder=HashEmbedder(96), clock=clock) as luna:
        ada = luna.meet("Ada")
        found = ada.recall("favorite food")
        assert "reindex" in "".join(found.degraded)
        assert len(found) > 0
        assert not any("dense" in hit.features for hit in found)
        assert not all(check.ok for check in luna.doctor())

        class Stopped(RuntimeError):
            """Whoever watches has had enough."""

        def stop(_done: int, _of: int) -> None:
            raise Stopped

        with pytest.raises(Stopped):
            luna.reindex(stop)
        assert len(ada.recall("favorite food")) > 0
        made = luna.reindex()
        assert made > 0
        assert luna.reindex() == 0
        assert ada.recall("favorite food").degraded == ()
        assert any("dense" in hit.features for hit in ada.recall("favorite food"))
        assert made + maintenance.BATCH == sum(len(kept) for kept in (ada.messages(), ada.memories(statuses=EVERY)))


def test_without_an_embedder_it_says_so(store_url: str, clock: FrozenClock) -> None:
    with reverie.open(store_url, embedder="none", clock=clock) as luna:
        ada = luna.meet("Ada")
        ada.say("I like jazz.")
        found = ada.recall("jazz")
        assert len(found) == 1
        assert found.degraded != ()
        assert ada.context("jazz").degraded == found.degraded
        with pytest.raises(reverie.ModelUnavailable):
            luna.reindex()


# -- odd things, on both -------------------------------------------------------------------------


@pytest.mark.parametrize("odd", ["\0", "\ud800", "😀\u2028", "'; DROP TABLE users; --", "%_\\"])
def test_odd_characters_are_kept_alike(luna: Reverie, odd: str) -> None:
    ada = luna.meet(f"Ada {odd}x")
    said = ada.say(f"I like jazz {odd} very much.", speaker=f"Ada{odd}")
    assert said.message is not None
    assert [m.text for m in ada.messages()] == [said.message.text]
    assert luna.find(f"Ada {odd}x").id == ada.id
    ada.remember(f"The key {odd} is under the pot.", key=f"key{odd}", value=f"pot{odd}")
    luna.export(ada)
    ada.forget("key pot")
    ada.undo(ada.history()[-1].change.id)
    assert len(ada.memories()) >= 1


def test_an_open_that_fails_holds_nothing(store_url: str) -> None:
    for name, embedder in (("Luna", "nobody:x"), ("   ", "none")):
        with pytest.raises((reverie.ConfigError, reverie.InvalidInput)):
            reverie.open(store_url, companion=name, embedder=embedder)
    if store_url.startswith("postgresql"):
        with opened(store_url, FrozenClock(START + DAY)) as luna, luna._runtime.store.reading() as session:
            count = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            assert session.connection.execute(count).scalar_one() == 1
