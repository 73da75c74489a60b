"""What a verb reads is of one moment, on both databases.

Whatever another program writes between any two of its statements, the verb tells what it would have told wholly before
that or wholly after it, and never a part of both.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from io import BytesIO
from itertools import chain, count, takewhile
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
import pytest
from numpy.typing import NDArray
from PIL import Image
from psycopg import sql
from sqlalchemy import event
from tests.service.scene import DAY, MINUTE, START, opened, texts

import reverie
from reverie import Person, Reverie
from reverie.config import Config
from reverie.errors import NotFound, ReverieError, StoreBusy
from reverie.images.scenes import Viewing
from reverie.recall.search import Amounts, Looking
from reverie.records.conversations import Rolling
from reverie.records.memories import Kind
from reverie.settings_sections import ContextSettings, ConversationSettings
from reverie.store.search import search_cache
from reverie.testing import FrozenClock, HashEmbedder, ScriptedModel

SETTINGS = Config(
    embedder="none",
    context=ContextSettings(excerpt=400, budget=4000),
    conversations=ConversationSettings(window=2),
)
MESSAGE = "Any ramen for dinner in Lyon?"

Doing = Callable[[Reverie, Person], object]
Fresh = Callable[[], AbstractContextManager[str]]


def lived(luna: Reverie, clock: FrozenClock, folder: Path) -> None:
    """Two days with Ada that leave something in every part of a context."""
    ada, bob = luna.meet("Ada"), luna.meet("Bob")
    for day in ("ramen", "the ramen shop"):
        for text in (f"I love {day}. I live in Lyon.", "I work as a nurse.", f"{day} with Emma again. I play chess."):
            ada.say(text)
            clock.advance(MINUTE)
            ada.say("I think ramen is wonderful.", role="assistant")
            clock.advance(MINUTE)
        clock.advance(DAY)
    bob.say("I love ramen with garlic. I live in Paris.")
    ada.user_model.record("Cheers up over ramen", category="preference", confidence=0.9)
    picture = folder / "bowl.png"
    Image.new("RGB", (8, 8), "red").save(picture)
    ada.pictures.add(picture, "Ramen for dinner in Lyon")
    read = folder / "ramen.md"
    read.write_text("# Ramen\n\nRamen for dinner is a soup with noodles, in Lyon too.\n")
    luna.knowledge.add(read)
    ada.say("My favorite food is ramen.")
    for text in ("I want ramen for dinner.", "My sister Emma wants soup.", "Emma lives in Paris.", "She loves ramen."):
        ada.say(text)
        clock.advance(MINUTE)


@pytest.fixture(scope="module", autouse=True)
def _soon() -> Iterator[None]:
    """Summaries at every message, pictures that are easily found, and no long wait for a lock."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reverie.app.companion.Rolling", partial(Rolling, every=1))
        patch.setattr("reverie.images.scenes.Viewing", partial(Viewing, description_threshold=0.1))
        patch.setattr("reverie.store.engine.postgres.LOCK_S", 0.05)
        yield


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def fresh(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fresh]:
    """Give the URL of a copy of what was lived, as often as it is asked for."""
    folder = tmp_path_factory.mktemp("lived")
    clock = FrozenClock(START)
    if request.param == "sqlite":
        path = folder / "lived.db"
        with opened(path, clock, SETTINGS) as luna:
            lived(luna, clock, folder)
        numbers = iter(range(10_000))

        @contextmanager
        def copied() -> Iterator[str]:
            copy = folder / f"{next(numbers)}.db"
            shutil.copy(path, copy)
            try:
                yield f"sqlite:///{copy}"
            finally:  # erasing looks into what lies beside a store
                for left in folder.glob(f"{copy.name}*"):
                    left.unlink()

        yield copied
        return
    server = request.getfixturevalue("postgres_url")
    with psycopg.connect(server.replace("+psycopg", ""), autocommit=True) as connection:

        def run(statement: str, *names: str) -> None:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))

        @contextmanager
        def database(name: str, like: str) -> Iterator[str]:
            run("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY", name, like)
            try:
                yield server.replace("/postgres?", f"/{name}?")
            finally:
                run("DROP DATABASE {} WITH (FORCE)", name)

        with database("lived", "template0") as url:
            with opened(url, clock, SETTINGS) as luna:
                lived(luna, clock, folder)
            yield lambda: database("copy", "lived")


class Between:
    """Lets something happen before one statement of whatever a companion's store runs in a block.

    The beginning of a transaction counts as one: what it reads is of that moment, though no statement may follow.
    """

    def __init__(self, luna: Reverie, place: int, happens: Callable[[], object]) -> None:
        self._engine = luna._runtime.store.engine
        self._left = place
        self._happens = happens
        self._thread = threading.get_ident()
        self.happened = False

    def __enter__(self) -> Between:
        for name in ("begin", "before_cursor_execute"):
            event.listen(self._engine, name, self._before)
        return self

    def __exit__(self, *_error: object) -> None:
        for name in ("begin", "before_cursor_execute"):
            event.remove(self._engine, name, self._before)

    def _before(self, *_given: Any) -> None:
        if self._left == 0 and threading.get_ident() == self._thread:
            self._happens()
            self.happened = True
        self._left -= 1


def outcome(verb: Doing, luna: Reverie, ada: Person) -> str:
    """What a verb gave, or how it failed."""
    try:
        return json.dumps(verb(luna, ada), ensure_ascii=False, indent=1)
    except ReverieError as error:
        return f"{type(error).__name__}: {error}"


def state(luna: Reverie) -> str:
    """What is kept of everybody in the end, but for ids and times; episodes are drawn when there is time for it."""
    told = []
    for person in luna.people():
        whole = luna.export(luna.find(person.id))
        memories = [one for one in whole["memories"] if one["kind"] != Kind.EPISODE]
        told.append(
            {
                "name": whole["person"]["name"],
                "memories": sorted(f"{m['text']} {m['status']} {m['confidence']:.3f}" for m in memories),
                "messages": [m["text"] for c in whole["conversations"] for m in c["messages"]],
                "sheets": sorted(s["text"] for c in whole["conversations"] for s in c["sheets"]),
                "settings": whole["settings"],
                "links": len([one for one in whole["links"] if one["from_id"] in {m["id"] for m in memories}]),
            }
        )
    return json.dumps(told, ensure_ascii=False, indent=1)


def impatient(luna: Reverie) -> None:
    """Let a companion not wait for another writer."""
    store = luna._runtime.store
    if store.on_sqlite:
        with store.outside_transactions() as connection:
            connection.exec_driver_sql("PRAGMA busy_timeout = 0")


class Ticking(FrozenClock):
    """A clock that is later each time: what is said after another is never of the same instant."""

    def __call__(self) -> datetime:
        self.advance(timedelta(microseconds=1))
        return super().__call__()


class Two:
    """A companion, and another program with the same one, on a copy of what was lived."""

    def __init__(self, url: str) -> None:
        clock = Ticking(START + 3 * DAY)
        self.luna, self.other = opened(url, clock, SETTINGS), opened(url, clock, SETTINGS)
        self.ada = self.luna.meet("Ada")
        impatient(self.other)

    def close(self) -> None:
        self.other.close()
        self.luna.close()


@contextmanager
def two(fresh: Fresh) -> Iterator[Two]:
    with fresh() as url:
        both = Two(url)
        try:
            yield both
        finally:
            both.close()


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A verb, what another program does meanwhile, and what is kept in the end where that matters."""

    fresh: Fresh
    verb: Doing
    happens: Doing
    kept: Callable[[Reverie], str] = lambda _luna: ""

    def in_order(self, *, before: bool) -> tuple[str, str]:
        """What the verb gives where something happens wholly before it, or after it."""
        with two(self.fresh) as both:
            there = both.other.meet("Ada")
            if before:
                self.happens(both.other, there)
            told = outcome(self.verb, both.luna, both.ada)
            if not before:
                self.happens(both.other, there)
            return told, self.kept(both.luna)

    def at(self, place: int) -> tuple[str, str] | None:
        """What the verb gives where something happens before one of its statements; None where it has none there."""
        with two(self.fresh) as both:
            there, waits = both.other.meet("Ada"), []

            def happens() -> None:
                try:
                    self.happens(both.other, there)
                except StoreBusy:  # the verb is writing: it waits its turn
                    waits.append(place)

            with Between(both.luna, place, happens) as between:
                told = outcome(self.verb, both.luna, both.ada)
            if waits:
                self.happens(both.other, there)
            return (told, self.kept(both.luna)) if between.happened else None

    def see_one_moment(self, places: Iterable[int]) -> None:
        """See that it makes no difference between which statements something happens, as far as there are any."""
        wholly = [self.in_order(before=True), self.in_order(before=False)]
        assert self.kept is state or wholly[0] != wholly[1], "it makes no difference, so it proves nothing"
        found = list(takewhile(bool, map(self.at, places)))
        for place, one in enumerate(found):
            assert one in wholly, f"before statement {place} of {len(found)}"
        assert found[0] == wholly[0]
        assert found[-1] == wholly[1]


# -- what is read, and what happens meanwhile ------------------------------------------------------


def context(_luna: Reverie, ada: Person) -> object:
    found = ada.context(MESSAGE)
    return [str(found), [(line.text, line.why) for line in found.lines], found.degraded]


def named(_luna: Reverie, ada: Person) -> object:
    found = ada.context("What did Ada say about ramen?")
    return [str(found), [(line.text, line.why) for line in found.lines], found.degraded]


def recalled(_luna: Reverie, ada: Person) -> object:
    found = ada.recall(MESSAGE, looking=Looking(beside=Amounts(episodes=3, excerpt=400, scenes=2, passages=2)))
    there = found.beside
    return [
        [(hit.text, hit.why, None if hit.outdated_by is None else hit.outdated_by.text) for hit in found],
        [(one.text, one.why) for one in there.episodes],
        [(one.text, one.why) for one in there.passages],
        [(one.description, one.why) for one in there.scenes],
        None if there.excerpt is None else [one.text for one in there.excerpt.messages],
    ]


def said(_luna: Reverie, ada: Person) -> object:
    return [(q.message.text, q.sentences, q.why) for q in ada.conversations.said("ramen", over_time=True)]


def forgets(luna: Reverie, ada: Person) -> None:
    luna.find(ada.id).forget("ramen")


def erases(luna: Reverie, ada: Person) -> None:
    luna.erase(ada)


def says(_luna: Reverie, ada: Person) -> None:
    ada.say("I want ramen for dinner in Lyon. My favorite food is pizza.")


def merges(luna: Reverie, ada: Person) -> None:
    luna.directory.merge(luna.find("Bob"), into=ada)


def merges_away(luna: Reverie, ada: Person) -> None:
    luna.directory.merge(ada, into=luna.find("Bob"))


@pytest.mark.parametrize(("verb", "happens"), [(context, forgets), (recalled, says), (said, merges)])
def test_what_is_read_is_of_one_moment(fresh: Fresh, verb: Doing, happens: Doing) -> None:
    Trial(fresh=fresh, verb=verb, happens=happens).see_one_moment(count(step=4))


def forgotten(_luna: Reverie, ada: Person) -> object:
    found = ada.forget("ramen")
    return [texts(found.memories), texts(found.messages), found.elsewhere]


def told(_luna: Reverie, ada: Person) -> object:
    found = ada.say("Actually it's soup. I have a cat called Tom.")
    return [(one.step, None if one.memory is None else one.memory.text) for one in found.learned]


def noticed(_luna: Reverie, ada: Person) -> object:
    found = ada.user_model.record("Is fond of cats", category="preference", confidence=0.7)
    return [found.step, found.memory.text]


def stated(_luna: Reverie, ada: Person) -> object:
    (fact,) = [one for one in ada.memories() if one.text == "Plays chess."]
    found = [*ada.user_model.correct(fact.id, "I play go."), *ada.remember("I have a red bicycle.")]
    picture = BytesIO()
    Image.new("RGB", (8, 8), "blue").save(picture, "png")
    shown = ada.pictures.add(picture.getvalue(), "Soup in Nice")
    return [[(one.step, None if one.memory is None else one.memory.text) for one in found], shown.scene.description]


def pauses(_luna: Reverie, ada: Person) -> None:
    ada.pause()


@pytest.mark.parametrize(
    ("verb", "happens"),
    [
        (forgotten, says),
        (forgotten, erases),
        (told, says),
        (told, merges_away),
        (told, pauses),
        (noticed, merges_away),
        (stated, merges_away),
    ],
)
def test_what_is_written_agrees_with_what_was_read(fresh: Fresh, verb: Doing, happens: Doing) -> None:
    Trial(fresh=fresh, verb=verb, happens=happens, kept=state).see_one_moment(
        chain((0, 2, 3, 4, 6, 40), count(120, step=80))
    )


@pytest.mark.nightly
@pytest.mark.timeout(900)
@pytest.mark.parametrize("verb", [forgotten, told, noticed])
@pytest.mark.parametrize("happens", [forgets, erases, says, merges, merges_away, pauses])
def test_whatever_is_written_agrees_with_what_was_read(fresh: Fresh, verb: Doing, happens: Doing) -> None:
    Trial(fresh=fresh, verb=verb, happens=happens, kept=state).see_one_moment(count())


def test_a_prompt_is_of_one_moment(tmp_path: Path) -> None:
    clock = FrozenClock(START)
    path = tmp_path / "luna.db"
    with opened(path, clock) as luna:
        ada = luna.meet("Ada")
        for text in ("I love ramen.", "I live in Lyon.", "What shall I eat?"):
            ada.say(text, id=text)
            clock.advance(MINUTE)
    met = []
    for place in count():
        copy = tmp_path / f"{place}.db"
        shutil.copy(path, copy)
        model = ScriptedModel(["Soup."])
        with (
            reverie.open(copy, companion="Luna", embedder=HashEmbedder(), model=model, clock=clock) as luna,
            opened(copy, clock) as other,
        ):
            impatient(other)
            with Between(luna, place, partial(other.find("Ada").forget, "ramen")), suppress(StoreBusy):
                luna.find("Ada").turn("What shall I eat?", id="What shall I eat?")
        if not model.asked:  # the verb was writing already
            break
        talk, _frame, remembered = " ".join(str(one["content"]) for one in model.asked[0]).partition("<memory note")
        met.append(("ramen" in remembered, "ramen" in talk))
    assert set(met) == {(True, True), (False, False)}
    assert len(met) > 20


@pytest.mark.nightly
@pytest.mark.timeout(900)
@pytest.mark.parametrize("verb", [context, named, recalled, said])
@pytest.mark.parametrize("happens", [forgets, erases, says, merges])
def test_whatever_is_read_is_of_one_moment(fresh: Fresh, verb: Doing, happens: Doing) -> None:
    Trial(fresh=fresh, verb=verb, happens=happens).see_one_moment(count())


# -- what holds a moment ---------------------------------------------------------------------------


class Watching(HashEmbedder):
    """An embedder that sees whether a connection to the database is in use while it works."""

    luna: Reverie | None = None
    asked = 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.luna is not None:
            self.asked += 1
            assert self.luna._runtime.store.engine.pool.checkedout() == 0  # type: ignore[attr-defined] # of a pool
        return super().embed(texts)


def test_no_connection_waits_for_a_model(fresh: Fresh) -> None:
    watching = Watching()
    with fresh() as url:
        clock = FrozenClock(START + 3 * DAY)
        with reverie.open(url, companion="Luna", embedder=watching, clock=clock, config=SETTINGS) as luna:
            watching.luna, ada = luna, luna.find("Ada")
            for verb in (context, named, recalled, said):
                verb(luna, ada)
            ada.conversations.episodes.best("ramen for dinner in Paris")
            luna.knowledge.search("what soup is there in Lyon?")
            luna.opinions.for_injection("wonderful ramen")
            ada.turn("What do I love to eat?")
            ada.say("I love soup now.")
            ada.remember("I have a red bicycle.")
            ada.forget("ramen")
            assert watching.asked > 10
            watching.luna = None


def test_nothing_is_written_in_a_snapshot_and_what_waits_is_written_after_it(store_url: str) -> None:
    with opened(store_url, FrozenClock(START)) as luna:
        store, ada = luna._runtime.store, luna.meet("Ada")
        with store.snapshot() as session, store.snapshot() as inner, store.reading() as innermost:
            assert session is inner is innermost
            for write in (store.writing, store.outside_transactions):
                with pytest.raises(RuntimeError, match="a snapshot is open"):
                    write().__enter__()
            store.later(lambda: ada.say("I love soup."))
            assert ada.messages() == []
        assert texts(ada.messages()) == ["I love soup."]

        def failing() -> None:
            with store.snapshot():
                store.later(lambda: ada.say("I love jazz."))
                raise NotFound("no such soup")

        with pytest.raises(NotFound):
            failing()
        store.later(lambda: ada.say("I love chess."))
        assert texts(ada.messages()) == ["I love soup.", "I love chess."]
        assert not store.in_snapshot


def test_a_snapshot_is_one_threads(store_url: str) -> None:
    with opened(store_url, FrozenClock(START)) as luna:
        store, ada = luna._runtime.store, luna.meet("Ada")
        with store.snapshot(), ThreadPoolExecutor(1) as elsewhere:
            assert texts(ada.messages()) == []
            elsewhere.submit(ada.say, "I love ramen.").result()
            assert not elsewhere.submit(lambda: store.in_snapshot).result()
            assert texts(elsewhere.submit(ada.messages).result()) == ["I love ramen."]
            assert texts(ada.messages()) == []
        assert texts(ada.messages()) == ["I love ramen."]


@pytest.mark.parametrize("trail", [1000, 2])  # what changed is read again one by one, or all is loaded anew
def test_the_search_answers_as_of_the_moment_of_who_asks(
    store_url: str, trail: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_cache, "TRAIL", trail)
    question = "Do I love ramen or jazz?"
    with opened(store_url, FrozenClock(START)) as luna, ThreadPoolExecutor(1) as elsewhere:
        runtime, ada = luna._runtime, luna.meet("Ada")
        for text in ("I love ramen.", "I love jazz too.", "I live in Lyon."):
            ada.say(text)

        def made_anew() -> None:
            with runtime.store.writing(ada.id) as session:
                session.changes.new_generation(ada.id)

        writes = (
            lambda: ada.forget("ramen"),
            lambda: ada.say("I love jazz and chess."),
            ada.undo,
            lambda: ada.forget("Lyon"),
            made_anew,
        )

        def found() -> list[tuple[str, float]]:
            return [(hit.text, hit.score) for hit in ada.recall(question)]

        def read() -> list[list[tuple[str, float]]]:
            then, now = found(), []
            for write in writes:
                elsewhere.submit(write).result()
                now.append(elsewhere.submit(found).result())
                assert found() == then
            assert then not in now
            return now

        assert runtime.one_moment(read, about=lambda: question)[-1] == found()
        with runtime.store.reading() as session:
            kept = runtime.search.index(ada.id, session).vectors([m.id for m in ada.messages()])
            runtime.search.drop(ada.id)
            anew = runtime.search.index(ada.id, session).vectors([m.id for m in ada.messages()])
            assert {i: v.tolist() for i, v in kept.items()} == {i: v.tolist() for i, v in anew.items()}
