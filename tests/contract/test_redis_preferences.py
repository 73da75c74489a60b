"""The companion's opinions in a real Redis: as they are published, found, followed, and done without."""

from __future__ import annotations

import asyncio
import json
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import SecretStr
from tests.redis_server import RealRedis, running_redis

import reverie
from reverie import Reverie, aio
from reverie.app.persona_preferences import PersonaPreferences
from reverie.config import Config
from reverie.errors import ConfigError, InvalidInput, NotFound, RedisUnavailable, ReverieWarning
from reverie.persona import opinion_publishing
from reverie.records.memories import Kind, Status
from reverie.redis.preference_index import PreferenceIndex
from reverie.settings_sections import RedisSettings

P = "luna"


@pytest.fixture(scope="module")
def server() -> Iterator[RealRedis]:
    with running_redis() as started:
        yield started


@pytest.fixture
def redis(server: RealRedis) -> Iterator[Any]:
    with server.client() as client:
        client.flushall()
        yield client


def settings(server: RealRedis, **more: Any) -> RedisSettings:
    return RedisSettings(url=SecretStr(server.url), persona=P, **more)


def opened(server: RealRedis, store: str = ":memory:", **more: Any) -> Reverie:
    return reverie.open(store, companion="Luna", config=Config(redis=settings(server, **more)))


@pytest.fixture
def luna(server: RealRedis, redis: Any) -> Iterator[Reverie]:
    with opened(server) as companion:
        yield companion


def opine(luna: Reverie, name: str, opinion: str, category: str = "aesthetic", **more: Any) -> str:
    made = luna.preferences.add_preference(P, name, opinion, category, **more)
    assert made["step"] == "added", made
    return str(made["id"])


def key(named: str) -> str:
    return f"reverie:persona_pref:{P}:{named}"


def field(redis: Any, named: str, name: str) -> str:
    value = redis.hget(key(named), name)
    assert isinstance(value, bytes)
    return value.decode()


# -- as it is published --------------------------------------------------------------------------


def test_an_opinion_is_one_hash_with_every_field(luna: Reverie, redis: Any) -> None:
    made = luna.preferences.add_preference(
        P,
        "rain",
        "Rain on a tin roof is the best sound there is.",
        "aesthetic",
        triggering_user_id="u-1",
        triggering_message_id="m-1",
        source_platform="discord",
        source_channel_id="c-1",
        strength=0.5,
        related_user_ids=["u-2", "u-3"],
        related_kg_uuids=["kg-1"],
    )
    raw = redis.hgetall(key(made["id"]))
    assert isinstance(raw, dict)
    vector = np.frombuffer(raw.pop(b"embedding"), dtype="<f4")
    assert vector.shape == (384,)
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=0.02)
    told = {name.decode(): value.decode() for name, value in raw.items()}
    assert told.pop("created_at") == told.pop("last_reinforced") == made["created_at"]
    assert told == {
        "id": made["id"],
        "memory_id": made["id"],
        "persona_id": P,
        "name": "rain",
        "opinion": "Rain on a tin roof is the best sound there is.",
        "category": "aesthetic",
        "strength": "0.5",
        "active": "1",
        "reason": "",
        "triggering_user_id": "u-1",
        "triggering_message_id": "m-1",
        "source_platform": "discord",
        "source_channel_id": "c-1",
        "related_user_ids": '["u-2", "u-3"]',
        "related_user_ids_index": "u-2,u-3",
        "related_kg_uuids": '["kg-1"]',
        "told_to": "u-1,u-2,u-3",
        "reinforcement_count": "0",
        "evolution_history": "[]",
    }


def test_the_index_has_tags_and_vectors_by_hnsw(luna: Reverie, redis: Any) -> None:
    assert luna.preferences.ensure_index()
    assert not luna.preferences.ensure_index()
    found = redis.ft("idx:persona_prefs").info()
    fields = {a[1].decode(): [str(x.decode() if isinstance(x, bytes) else x) for x in a] for a in found["attributes"]}
    assert {name for name, one in fields.items() if "TAG" in one} == {
        "persona_id",
        "category",
        "active",
        "related_user_ids_index",
        "told_to",
    }
    assert "NUMERIC" in fields["strength"]
    assert {"HNSW", "FLOAT32", "384", "COSINE"} <= set(fields["embedding"])


def test_an_index_of_other_dimensions_is_made_anew_over_the_same_hashes(luna: Reverie, redis: Any) -> None:
    opine(luna, "jazz", "I love jazz")
    redis.ft("idx:persona_prefs").dropindex()
    schema = ("ON", "HASH", "PREFIX", 1, "reverie:persona_pref:", "SCHEMA", "persona_id", "TAG")
    vector = ("embedding", "VECTOR", "HNSW", 6, "TYPE", "FLOAT32", "DIM", 3072, "DISTANCE_METRIC", "COSINE")
    redis.execute_command("FT.CREATE", "idx:persona_prefs", *schema, *vector)
    assert not luna.preferences.check().ok
    assert luna.preferences.ensure_index()
    assert luna.preferences.check().ok
    assert [one["name"] for one in luna.preferences.search_preferences(P, "music")] == ["jazz"]


def test_the_index_of_another_program_is_left_alone(luna: Reverie, redis: Any) -> None:
    redis.execute_command("FT.CREATE", "idx:persona_prefs", "ON", "HASH", "PREFIX", 1, "x:", "SCHEMA", "a", "TAG")
    with pytest.raises(RedisUnavailable, match=r"take another Redis"):
        luna.preferences.ensure_index()


# -- the verbs -----------------------------------------------------------------------------------


def test_an_opinion_lives_under_one_id(luna: Reverie, redis: Any) -> None:
    prefs = luna.preferences
    jazz = opine(luna, "jazz", "I love jazz", strength=0.5)

    stronger = prefs.reinforce_preference(jazz, P)
    assert stronger == {"id": jazz, "name": "jazz", "strength": pytest.approx(0.65), "reinforcement_count": 1}
    assert float(field(redis, jazz, "strength")) == pytest.approx(0.65)

    changed = prefs.evolve_preference(jazz, P, "Jazz tires me after an hour", "a long festival")
    assert changed["id"] == jazz
    assert (changed["new_opinion"], changed["evolutions"]) == ("Jazz tires me after an hour", 1)
    assert changed["strength"] == pytest.approx(0.6)
    (turn,) = json.loads(field(redis, jazz, "evolution_history"))
    assert (turn["old_opinion"], turn["new_opinion"]) == ("I love jazz", "Jazz tires me after an hour")
    assert (turn["type"], turn["reason"]) == ("evolution", "a long festival")
    assert field(redis, jazz, "memory_id") != jazz

    gone = prefs.retract_preference(jazz, P, "it was a mood")
    assert gone == {"id": jazz, "name": "jazz", "active": False}
    assert field(redis, jazz, "active") == "0"
    assert json.loads(field(redis, jazz, "evolution_history"))[-1]["reason"] == "it was a mood"
    assert prefs.list_preferences(P) == []
    assert [one["id"] for one in prefs.list_preferences(P, include_retracted=True)] == [jazz]
    kept = prefs.get_preference(jazz, P)
    assert kept is not None
    assert kept["active"] is False
    assert "embedding" not in kept
    assert len(redis.keys("reverie:persona_pref:*")) == 1


def test_what_cannot_be_done_is_an_answer(luna: Reverie) -> None:
    prefs = luna.preferences
    assert "error" in prefs.reinforce_preference("nowhere", P)
    assert "error" in prefs.evolve_preference("nowhere", P, "x is good", "why not")
    assert "error" in prefs.retract_preference("nowhere", P)
    assert prefs.get_preference("nowhere", P) is None
    with pytest.raises(NotFound, match="the persona here is 'luna'"):
        prefs.list_preferences("stargazer")
    with pytest.raises(InvalidInput, match="384 numbers"):
        prefs.search_preferences(P, [0.0] * 3072)


def test_what_stands_against_an_opinion_waits_and_is_not_published(luna: Reverie, redis: Any) -> None:
    jazz = opine(luna, "jazz", "I love jazz")
    made = luna.preferences.add_preference(P, "jazz", "I hate jazz", "aesthetic")
    assert (made["step"], made["against"], made["active"]) == ("proposed", [jazz], False)
    assert redis.exists(key(made["id"])) == 0
    luna.opinions.decide(made["id"], accept=True)
    luna.preferences.publish()
    assert field(redis, jazz, "opinion") == "I hate jazz"


def test_they_are_counted_and_listed_by_strength(luna: Reverie) -> None:
    opine(luna, "jazz", "I love jazz", strength=0.4)
    opine(luna, "lying", "Lying is wrong", "ethical", strength=0.9)
    opine(luna, "gossip", "Gossip bores me", "no such category", strength=0.2)
    luna.preferences.retract_preference(opine(luna, "neon", "Neon signs are lovely"), P)
    assert [one["name"] for one in luna.preferences.list_preferences(P)] == ["lying", "jazz", "gossip"]
    assert [one["name"] for one in luna.preferences.list_preferences(P, "ethical")] == ["lying"]
    assert [one["name"] for one in luna.preferences.list_preferences(P, limit=1)] == ["lying"]
    assert luna.preferences.stats(P) == {
        "persona_id": P,
        "total": 4,
        "active": 3,
        "retracted": 1,
        "by_category": {"aesthetic": 1, "ethical": 1, "philosophical": 1},
    }


def test_they_are_found_by_meaning_as_the_store_finds_them(luna: Reverie) -> None:
    for name, opinion in {
        "jazz": "Improvised music moves me more than anything composed",
        "lying": "A lie is never worth what it saves",
        "tea": "Green tea beats coffee on every morning",
        "cats": "Cats are better company than most guests",
    }.items():
        opine(luna, name, opinion)
    found = luna.preferences.search_preferences(P, "which songs do you enjoy?", top_k=4)
    stored = luna.opinions.search("which songs do you enjoy?", limit=4)
    assert [one["name"] for one in found] == [one.name for one in stored]
    assert [1 - one["score"] for one in found] == pytest.approx([one.similarity for one in stored], abs=0.02)
    alike = luna.preferences.find_conflicts(P, "Improvised music moves me more than anything that was composed", 0.8)
    assert [one["name"] for one in alike] == ["jazz"]
    assert alike[0]["similarity"] > 0.8


def test_for_a_context_they_are_found_by_topic_and_by_who_is_there(luna: Reverie) -> None:
    opine(luna, "tea", "Green tea beats coffee on every morning", strength=0.5)
    opine(luna, "Ada", "Ada plays chess like a poet", related_user_ids=["ada-1"], strength=0.9)
    opine(luna, "Bob", "Bob should rest more", triggering_user_id="bob-1", strength=0.9)
    asked = "What do you drink in the morning, tea or coffee?"

    def told(*there: str) -> set[str]:
        found = luna.preferences.get_preferences_for_injection(P, asked, active_user_ids=there)
        assert {one["name"] for one in found} == {one.name for one in luna.opinions.for_injection(asked, present=there)}
        return {one["name"] for one in found}

    assert told() == {"tea"}
    assert told("ada-1") == {"tea", "Ada"}
    assert told("ada-1", "eve-1") == {"tea", "Ada"}
    (first, *_) = luna.preferences.get_preferences_for_injection(P, asked, active_user_ids=["ada-1"], max_count=1)
    assert set(first) == {"id", "name", "opinion", "category", "strength", "related_user_ids", "relevance"}
    assert luna.preferences.get_preferences_for_injection(P, asked, max_chars=3) == []


def test_what_is_between_the_companion_and_somebody_is_told_to_them_alone(luna: Reverie) -> None:
    ada, bob = luna.meet("Ada"), luna.meet("Bob")
    opine(luna, "chess", "Chess with Ada is the best part of a week", triggering_user_id=ada.id)
    asked = "Do you like playing chess?"
    whose = [
        [one["name"] for one in luna.preferences.get_preferences_for_injection(P, asked, active_user_ids=there)]
        for there in ([], [bob.id], [ada.id])
    ]
    assert whose == [[], [], ["chess"]]


# -- followed, and rebuilt -----------------------------------------------------------------------


def shown(redis: Any) -> dict[str, str]:
    return {
        redis.hget(one, "name").decode(): redis.hget(one, "opinion").decode()
        for one in redis.keys("reverie:persona_pref:*")
    }


def test_whatever_changes_in_the_store_is_shown_at_the_next_publication(luna: Reverie, redis: Any) -> None:
    luna.opinions.add("jazz", "I love jazz")
    luna.opinions.add("tea", "Green tea beats coffee")
    assert luna.preferences.publish().written == 2
    assert luna.preferences.publish().written == 0
    luna.opinions.evolve("jazz", "Jazz is fine in small doses", "a festival")
    assert luna.preferences.publish().written == 1
    assert shown(redis)["jazz"] == "Jazz is fine in small doses"
    luna.opinions.undo()
    luna.preferences.publish()
    assert luna.preferences.list_preferences(P)[0]["opinion"] == "I love jazz"
    assert luna.preferences.check().ok


def test_what_is_no_opinion_is_nothing_to_publish(
    luna: Reverie, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opine(luna, "jazz", "I love jazz")
    luna.self_model.record_self_observation("I ramble when I am tired")
    (tmp_path / "cats.md").write_text("Cats sleep for most of the day.")
    luna.knowledge.add(tmp_path / "cats.md")
    whole = 0

    def counted(*given: Any) -> Any:
        nonlocal whole
        whole += 1
        return {}

    monkeypatch.setattr(opinion_publishing, "_hashes", counted)
    assert luna.preferences.publish().written == 0
    assert whole == 0


def test_who_is_erased_is_in_no_hash(server: RealRedis, redis: Any) -> None:
    with opened(server) as luna:
        ada = luna.meet("Ada")
        opine(luna, "Ada", "Ada plays chess like a poet", triggering_user_id=ada.id)
        both = opine(luna, "evenings", "Evenings with friends are the best", related_user_ids=[ada.id, "bob-1"])
        luna.erase(ada)
        assert json.loads(field(redis, both, "related_user_ids")) == ["bob-1"]
        said = b"".join(v for one in redis.keys("*") for v in redis.hvals(one))
        assert ada.id.encode() not in said
        assert b"chess" not in said


def test_a_redis_that_lost_all_is_filled_again(luna: Reverie, redis: Any) -> None:
    jazz = opine(luna, "jazz", "I love jazz")
    redis.flushall()
    assert not luna.preferences.check().ok
    assert luna.preferences.publish().written == 1
    assert luna.preferences.check().ok
    assert [one["id"] for one in luna.preferences.search_preferences(P, "music")] == [jazz]


def test_anew_removes_what_is_not_ours_and_mends_what_was_changed(luna: Reverie, redis: Any) -> None:
    jazz = opine(luna, "jazz", "I love jazz")
    redis.hset(key("alien"), mapping={"persona_id": P, "active": "1", "name": "alien"})
    redis.hset(key(jazz), "opinion", "I hate jazz")
    redis.hset(f"reverie:persona_pref:{P}x:1", mapping={"name": "another persona's"})
    found = luna.preferences.check()
    assert not found.ok
    assert "1 not as they are in the store" in found.seen
    assert found.remedy == "run `reverie persona publish --anew`"
    done = luna.preferences.publish(anew=True)
    assert (done.written, done.removed) == (1, 1)
    assert field(redis, jazz, "opinion") == "I love jazz"
    assert redis.exists(key("alien"), f"reverie:persona_pref:{P}x:1") == 1
    assert luna.preferences.check().ok


def test_an_older_publication_does_not_go_over_a_later_one(luna: Reverie, redis: Any) -> None:
    opine(luna, "jazz", "I love jazz")
    old = opinion_publishing.hashes(luna._runtime, luna.companion.id, P)
    opine(luna, "tea", "Green tea beats coffee")
    late: PreferenceIndex = luna.preferences._index
    assert late.publish(*old).written == 0
    assert set(shown(redis)) == {"jazz", "tea"}


def test_a_store_that_went_back_to_a_backup_is_shown_as_it_is(server: RealRedis, redis: Any, tmp_path: Path) -> None:
    with opened(server, str(tmp_path / "old.db")) as luna:
        luna.opinions.add("jazz", "I love jazz")
        luna.preferences.publish()
    (tmp_path / "new.db").write_bytes((tmp_path / "old.db").read_bytes())
    with opened(server, str(tmp_path / "new.db")) as luna:
        luna.opinions.add("tea", "Green tea beats coffee")
        luna.preferences.publish()
    with opened(server, str(tmp_path / "old.db")) as luna:
        luna.preferences.publish()
        assert set(shown(redis)) == {"jazz"}
        assert luna.preferences.check().ok


def eventually(claim: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not claim():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_another_process_of_the_same_store_is_followed(server: RealRedis, redis: Any, tmp_path: Path) -> None:
    where = str(tmp_path / "luna.db")
    with opened(server, where) as one, opened(server, where) as other, one.preferences.following(0.05):
        other.opinions.add("jazz", "I love jazz")
        eventually(lambda: shown(redis) == {"jazz": "I love jazz"})
        other.opinions.evolve("jazz", "Jazz tires me", "a festival")
        eventually(lambda: shown(redis) == {"jazz": "Jazz tires me"})
        redis.flushall()
        eventually(lambda: shown(redis) == {"jazz": "Jazz tires me"})


# -- done without --------------------------------------------------------------------------------


def test_while_redis_is_away_nothing_is_lost_and_it_is_said() -> None:
    with running_redis() as server, opened(server) as luna:
        opine(luna, "tea", "Green tea beats coffee on every morning")
        following = luna.preferences.following(0.05)
        with following:
            server.kill()
            eventually(lambda: following.trouble is not None)
            with pytest.warns(ReverieWarning, match="it is done, and published once Redis is back"):
                opine(luna, "jazz", "Improvised music moves me")
            with pytest.warns(ReverieWarning, match="until then the store is read"):
                found = luna.preferences.search_preferences(P, "which songs do you enjoy?")
            assert found[0]["name"] == "jazz"
            with pytest.warns(ReverieWarning, match="the store is read"):
                assert luna.preferences.stats(P)["active"] == 2
            away = luna.preferences.check()
            assert not away.ok
            assert "nothing is lost" in away.remedy
            with pytest.raises(RedisUnavailable, match=r"check redis\.url"):
                luna.preferences.publish()
            server.start()
            eventually(lambda: following.trouble is None and luna.preferences.check().ok)
        with warnings.catch_warnings(action="error"):
            assert len(luna.preferences.list_preferences(P)) == 2


def test_a_redis_without_the_search_says_so() -> None:
    with running_redis(searching=False) as server, opened(server) as luna:
        with pytest.warns(ReverieWarning, match="no RediSearch"):
            luna.preferences.add_preference(P, "jazz", "I love jazz", "aesthetic")
        with pytest.warns(ReverieWarning, match="no RediSearch"):
            assert len(luna.preferences.list_preferences(P)) == 1
        assert "no RediSearch" in luna.preferences.check().remedy


def test_without_a_redis_the_store_is_read_and_nothing_is_published() -> None:
    with reverie.open(":memory:", companion="Luna") as luna:
        prefs: PersonaPreferences = luna.preferences
        made = prefs.add_preference(luna.companion.id, "jazz", "I love jazz", "aesthetic")
        assert [one["id"] for one in prefs.search_preferences(luna.companion.id, "music")] == [made["id"]]
        assert "redis" not in [one.name for one in luna.doctor()]
        with pytest.raises(ConfigError, match="REVERIE_REDIS__URL"):
            prefs.publish()


def test_without_an_embedder_there_are_tags_and_no_vectors(server: RealRedis, redis: Any) -> None:
    with reverie.open(":memory:", embedder="none", config=Config(redis=settings(server))) as luna:
        luna.preferences.add_preference(P, "jazz", "I love jazz", "aesthetic")
        assert [one["name"] for one in luna.preferences.list_preferences(P)] == ["jazz"]
        with pytest.warns(ReverieWarning, match="no embedder"):
            assert luna.preferences.search_preferences(P, "music") == []


def test_the_store_and_redis_read_alike(luna: Reverie, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = opine(luna, "neon", "Neon signs are lovely", related_user_ids=["ada-1"])
    for number, strength in enumerate((0.1, 0.9, 0.5)):
        opine(luna, f"tea {number}", f"Tea number {number} is the one for a morning", strength=strength)
    luna.preferences.retract_preference(gone, P)
    vector = luna._runtime.vectors(["tea"])
    assert vector is not None

    def read() -> list[Any]:
        prefs = luna.preferences
        searched = [
            prefs.search_preferences(P, vector[0].tolist(), 9, include_retracted=retracted)
            for retracted in (True, False)
        ]
        for one in (one for found in searched for one in found):
            one["score"] = pytest.approx(one["score"], abs=1e-4)
        listed = [prefs.list_preferences(P, include_retracted=True), prefs.list_preferences(P, "ethical")]
        return [*searched, *listed, prefs.get_preference(gone, P)]

    of_redis = read()
    monkeypatch.setattr(luna.preferences, "configured", False)
    assert of_redis == read()
    assert len(of_redis[0]) == 4


def test_every_verb_can_be_awaited(server: RealRedis, redis: Any) -> None:
    async def main() -> list[str]:
        async with await aio.open(":memory:", config=Config(redis=settings(server))) as luna:
            await luna.preferences.add_preference(P, "jazz", "I love jazz", "aesthetic")
            return [one["name"] for one in await luna.preferences.search_preferences(P, "music")]

    assert asyncio.run(main()) == ["jazz"]


def test_many_are_published_in_one_piece(luna: Reverie, redis: Any) -> None:
    for number in range(60):
        luna.opinions.add(f"thing {number}", f"Thing number {number} is neither here nor there")
    done = luna.preferences.publish()
    assert done.written == done.hashes == len(redis.keys("reverie:persona_pref:*"))
    with luna._runtime.store.reading() as session:
        assert done.hashes == len(session.memories.of_kind(luna.companion.id, Kind.OPINION, [Status.ACTIVE]))
