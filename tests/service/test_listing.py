"""Lists piece by piece: as much as all of it, nothing twice, whatever else happens meanwhile."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event
from tests.postgres import empty_database
from tests.service.scene import EVERY, MINUTE, START, Scene, on_file, opened

from reverie.errors import NotFound
from reverie.memory.reading import Part
from reverie.records.memories import Category, Kind, Memory, Status
from reverie.testing import FrozenClock
from reverie_bench.sql_statements import counted


@pytest.fixture
def filled(scene: Scene) -> Scene:
    """Memories of several sorts, some over, many of one moment."""
    for number in range(7):
        scene.ada.remember(f"Thing {number} is so.", category=Category.HEALTH if number % 3 == 0 else Category.FACT)
    scene.say("My favorite food is ramen.", "My favorite food is pizza now.", "I have a headache.", "I love chess.")
    scene.ada.user_model.record("Ada hums.")
    return scene


def pieces(scene: Scene, size: int, part: Part | None = None, **asked: Any) -> list[Memory]:
    found: list[Memory] = []
    part = replace(part or Part(limit=size), limit=size)
    while True:
        piece = scene.ada.memories(part=part, **asked)
        found += piece
        if len(piece) < size:
            return found
        part = replace(part, after=(piece[-1].valid_from, piece[-1].id))


@pytest.mark.parametrize("size", [1, 3, 100])
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"statuses": EVERY},
        {"statuses": frozenset({Status.SUPERSEDED})},
        {"as_of": START + MINUTE},
        {"known_at": START + 2 * MINUTE},
    ],
    ids=["now", "every", "superseded", "as_of", "known_at"],
)
def test_the_pieces_are_the_whole(filled: Scene, size: int, asked: dict[str, Any]) -> None:
    whole = filled.ada.memories(**asked)
    assert whole
    assert pieces(filled, size, **asked) == whole
    assert pieces(filled, size, Part(limit=size, newest=True), **asked) == whole[::-1]


def test_what_ends_by_itself_is_in_no_piece(filled: Scene) -> None:
    filled.clock.advance(600 * MINUTE)
    assert pieces(filled, 2) == filled.ada.memories()
    assert "headache" not in str(pieces(filled, 2))


@pytest.mark.parametrize(
    ("part", "fits"),
    [
        (Part(limit=1, kind=Kind.OBSERVATION), lambda one: one.kind is Kind.OBSERVATION),
        (Part(limit=1, category="health"), lambda one: one.category == "health"),
        (Part(limit=1, key="favorite_food"), lambda one: one.key == "favorite_food"),
        (Part(limit=1, words=("thing", "5")), lambda one: one.text == "Thing 5 is so."),
        (Part(limit=1, words=("CHESS", "love")), lambda one: one.source.quote == "I love chess."),
        (Part(limit=1, since=START + MINUTE), lambda one: one.valid_from >= START + MINUTE),
        (Part(limit=1, until=START + MINUTE), lambda one: one.valid_from < START + MINUTE),
    ],
)
@pytest.mark.parametrize("asked", [{}, {"known_at": START + 60 * MINUTE}], ids=["now", "known_at"])
@pytest.mark.parametrize("newest", [False, True], ids=["oldest", "newest"])
def test_only_a_part(
    filled: Scene, part: Part, fits: Callable[[Memory], bool], asked: dict[str, Any], newest: bool
) -> None:
    filled.clock.advance(60 * MINUTE)
    found = pieces(filled, 2, replace(part, newest=newest), **asked)
    assert found == [one for one in filled.ada.memories(**asked) if fits(one)][:: -1 if newest else 1]
    assert found


def test_messages_come_from_either_end(scene: Scene) -> None:
    scene.say(*(f"Message {number}." for number in range(5)))
    scene.ada.say("At the same time.", at=scene.ada.messages()[2].sent_at)
    whole = scene.ada.messages()
    for size, backwards in itertools.product((1, 2, 10), (False, True)):
        found, after = [], None
        while piece := scene.ada.conversations.page(size, after=after, backwards=backwards):
            found += piece
            after = (piece[-1].sent_at, piece[-1].id)
        assert found == (whole[::-1] if backwards else whole)
    only = scene.ada.conversations.page(100, conversation=whole[0].conversation_id)
    assert only == scene.ada.conversations.messages(whole[0].conversation_id)


def test_one_memory_is_read_by_its_id(filled: Scene) -> None:
    for one in filled.ada.memories(statuses=EVERY):
        if one.status is not Status.RETRACTED:
            assert filled.ada.memory(one.id) == one
    gone = filled.ada.memories()[0]
    filled.ada.forget(gone.id)
    ben, left = filled.luna.meet("Ben"), filled.ada.memories()[0]
    for person, named in ((filled.ada, gone.id), (filled.ada, "0"), (ben, left.id)):
        with pytest.raises(NotFound, match="no such memory"):
            person.memory(named)


@pytest.mark.parametrize("engine", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_what_is_counted_is_what_is_listed(request: pytest.FixtureRequest, clock: FrozenClock, engine: str) -> None:
    with ExitStack() as ends:
        server = request.getfixturevalue("postgres_url") if engine == "postgres" else None
        url = ":memory:" if server is None else ends.enter_context(empty_database(server))
        luna = ends.enter_context(opened(url, clock))
        ada, ben = luna.meet("Ada"), luna.meet("Ben")
        ben.say("I love rowing.")
        ada.say("My favorite food is ramen.", at=datetime(1962, 3, 4, 23, 59, tzinfo=UTC))
        ada.say("My favorite food is pizza.", at=datetime(1970, 1, 1, 0, 0, tzinfo=UTC))
        ada.say("I have a headache. I love chess.", at=clock() - timedelta(days=90))
        ada.say("It rained.")
        ada.remember("Sings in a choir")
        ada.user_model.record("Ada hums.")
        counts = ada.count()
        current, kept = ada.memories(), ada.memories(statuses=EVERY - {Status.RETRACTED})
        messages = ada.messages()
        assert counts.kinds == Counter(one.kind for one in current)
        assert counts.categories == Counter(one.category for one in current if one.kind is Kind.FACT)
        assert (counts.memories, counts.past, counts.proposed) == (len(current), len(kept) - len(current), 0)
        assert (counts.messages, counts.conversations) == (4, len({one.conversation_id for one in messages}))
        days = [one.day.isoformat() for one in counts.days]
        assert days == sorted({f"{one.sent_at:%Y-%m-%d}" for one in messages})
        assert [one.messages for one in counts.days] == [1] * 4
        assert [sum(one.memories.values()) for one in counts.days][:2] == [1, 1]
        assert sum(sum(one.memories.values()) for one in counts.days) == len(kept)


def test_counts_are_read_again_only_once_something_changed(scene: Scene) -> None:
    scene.say("I am tired.", "I love chess.")
    first = scene.ada.count()
    store = scene.luna._runtime.store
    with counted(store) as tally:
        again = scene.ada.count()
    # A server has no number that tells whether anybody wrote: it is asked who they are, and where their log ends.
    assert (first, tally.statements) == (again, 0 if store.on_sqlite else 2)
    assert again.memories == len(scene.ada.memories())
    scene.clock.advance(600 * MINUTE)  # nothing is written where something ends by itself
    assert scene.ada.count().memories == len(scene.ada.memories()) < again.memories
    scene.say("I love tea.")
    assert (scene.ada.count().memories, scene.ada.count().messages) == (len(scene.ada.memories()), 3)


@on_file
@pytest.mark.parametrize(
    ("index", "asked"),
    [
        ("ix_memories_listed", {"part": Part(limit=5, newest=True)}),
        ("ix_memories_category", {"part": Part(limit=5, category="health", kind=Kind.FACT, newest=True)}),
        ("ix_memories_proposed", {"statuses": frozenset({Status.PROPOSED})}),
    ],
)
def test_a_list_reads_what_it_shows_and_sorts_nothing(filled: Scene, index: str, asked: dict[str, Any]) -> None:
    sent = list[tuple[str, Any]]()

    def noted(_connection: object, _cursor: object, query: str, values: Any, *_rest: object) -> None:
        sent.append((query, values))

    event.listen(filled.luna._runtime.store.engine, "before_cursor_execute", noted)
    filled.ada.memories(**asked)
    event.remove(filled.luna._runtime.store.engine, "before_cursor_execute", noted)
    with filled.luna._runtime.store.reading() as session:
        rows = [
            str(row[-1])
            for query, values in sent
            if "FROM memories" in query
            for row in session.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", values)
        ]
    assert [row for row in rows if index in row]
    assert not [row for row in rows if "TEMP B-TREE" in row]
