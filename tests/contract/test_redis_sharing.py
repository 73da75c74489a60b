"""What servers share through a real Redis: rates and news; and how they do without it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import Queue

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr
from tests.redis_server import RealRedis, running_redis

import reverie
from reverie import Reverie
from reverie.config import Config
from reverie.errors import RedisUnavailable
from reverie.redis.sharing import REST_S, Sharing
from reverie.server.access.rate_limits import Buckets
from reverie.server.application import application
from reverie.settings_sections import RedisSettings, ServerSettings


@pytest.fixture(scope="module")
def server() -> Iterator[RealRedis]:
    with running_redis(searching=False) as started:
        yield started


@pytest.fixture
def settings(server: RealRedis) -> RedisSettings:
    with server.client() as client:
        client.flushall()
    return RedisSettings(url=SecretStr(server.url))


def eventually(claim: Callable[[], object]) -> None:
    until = time.monotonic() + 20
    while not claim():
        assert time.monotonic() < until
        time.sleep(0.02)


def opened(store: Path, settings: RedisSettings) -> Reverie:
    return reverie.open(store, embedder="none", config=Config(embedder="none", redis=settings))


# -- rates ---------------------------------------------------------------------------------------


def test_a_bucket_is_one_of_all_servers(settings: RedisSettings) -> None:
    one, other = Buckets(60, sharing=Sharing(settings)), Buckets(60, sharing=Sharing(settings))
    taken = [bucket.take("ada") for _ in range(30) for bucket in (one, other)]
    assert taken == [0.0] * 60
    wait = other.take("ada")
    assert 0 < wait <= 1
    assert one.take("ben") == 0
    assert Buckets(60, kind="failures", sharing=Sharing(settings)).take("ada") == 0
    time.sleep(wait + 0.01)
    assert other.take("ada") == 0
    assert one.take("ada") > 0


def test_a_key_of_a_bucket_goes_once_it_is_full(settings: RedisSettings, server: RealRedis) -> None:
    Buckets(60, sharing=Sharing(settings)).take("ada")
    with server.client() as client:
        assert client.keys("*") == [b"reverie:rate:calls:ada"]
        assert client.ttl("reverie:rate:calls:ada") in (60, 61)


def test_while_redis_is_away_a_server_counts_alone_and_does_not_wait_each_time() -> None:
    now = 0.0
    with running_redis(searching=False) as server:
        sharing = Sharing(RedisSettings(url=SecretStr(server.url)), clock=lambda: now)
        bucket = Buckets(2, sharing=sharing)
        assert bucket.take("ada") == 0
        server.kill()
        assert [bucket.take("ada") > 0 for _ in range(3)] == [False, False, True]
        asked = 0

        def question(_redis: object) -> None:
            nonlocal asked
            asked += 1

        server.start()
        with pytest.raises(RedisUnavailable, match="a moment ago"):
            sharing.ask(question)
        now += REST_S
        sharing.ask(question)
        assert asked == 1
        assert bucket.take("ada") == 0


def test_two_servers_let_a_caller_in_as_often_as_one(settings: RedisSettings, tmp_path: Path) -> None:
    with ExitStack() as both:
        lunas = [both.enter_context(opened(tmp_path / "luna.db", settings)) for _ in range(2)]
        _key, secret = lunas[0].keys.create("app")
        clients = [
            both.enter_context(
                TestClient(application(luna, ServerSettings(requests_per_minute=4)), base_url="http://localhost")
            )
            for luna in lunas
        ]
        by = {"Authorization": f"Bearer {secret}"}
        seen = [client.get("/v1/people", headers=by).status_code for _ in range(3) for client in clients]
        assert seen == [200, 200, 200, 200, 429, 429]


# -- news ----------------------------------------------------------------------------------------


def test_what_one_server_writes_another_hears_with_its_index_already_new(
    settings: RedisSettings, tmp_path: Path
) -> None:
    heard: Queue[tuple[str, int]] = Queue()
    with opened(tmp_path / "luna.db", settings) as one, opened(tmp_path / "luna.db", settings) as other:
        ada = one.meet("Ada")
        ada.say("My favorite food is ramen.")
        assert other.find("Ada").recall("favorite food").hits  # it holds an index of her now
        cache = other._runtime.search

        def hear(owner: str) -> None:
            heard.put((owner, cache._held[owner].moment[0]))

        hearing = other._runtime
        with one.news.noticing(lambda _owner: None), other.news.noticing(hear):
            assert hearing.store.announce is not None
            eventually(lambda: _subscribers(settings) == 2)
            ada.say("I live in Porto.")
            owner, seq = heard.get(timeout=20)
            assert owner == ada.id
            assert seq == one.news.heads([ada.id])[ada.id]
            other.find("Ada").say("I work as a pilot.")
            time.sleep(0.2)
            assert heard.empty(), "nobody hears of what they wrote themselves"
        assert hearing.store.announce is None


def _subscribers(settings: RedisSettings) -> int:
    sharing = Sharing(settings)
    return int(sharing.ask(lambda redis: redis.pubsub_numsub(sharing.channel))[0][1])


def test_while_redis_is_away_writers_go_on_and_news_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reverie.redis.sharing.REST_S", 0.1)
    heard: Queue[str] = Queue()
    with running_redis(searching=False) as server:
        settings = RedisSettings(url=SecretStr(server.url))
        with opened(tmp_path / "luna.db", settings) as one, opened(tmp_path / "luna.db", settings) as other:
            ada = one.meet("Ada")
            with one.news.noticing(lambda _owner: None), other.news.noticing(heard.put):
                eventually(lambda: _subscribers(settings) == 2)
                server.kill()
                began = time.monotonic()
                for number in range(20):
                    ada.say(f"I have seen {number} herons.")
                assert time.monotonic() - began < 10
                assert len(other.find("Ada").messages()) == 20
                server.start()
                eventually(lambda: _subscribers(settings) == 2)
                while heard.empty():  # what was announced while it was let alone is in the log alone
                    ada.say("I live in Porto.")
                    time.sleep(0.05)
                assert heard.get() == ada.id
