"""Requests that can't be used: each is answered with a problem, none leaves a trace of itself, nothing is lost."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from fastapi.testclient import TestClient
from starlette.types import Message
from tests.surface.server.conftest import ADDRESS

from reverie import Reverie
from reverie.errors import ModelUnavailable, ReverieError, StoreBusy, StoreError, StoreLost, StoreUnsure
from reverie.http_listening import Discreet, DiscreetJson
from reverie.server import problem_details
from reverie.server.application import application
from reverie.settings_sections import ServerSettings

PEOPLE = "/v1/people"
JSON = {"Content-Type": "application/json"}
SECRET_WORD = "Quillfeather"


@pytest.fixture
def ada(client: TestClient) -> str:
    return str(client.post(PEOPLE, json={"name": "Ada"}).json()["person"]["id"])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"text": "half', 400),
        (b"", 422),
        (b"nonsense", 400),
        (b'{"text": "\xff\xfe"}', 400),
        (b"[" * 100_000, 400),
        (b'{"text": "\\ud800 alone"}', 422),
        (b'{"text": 7}', 422),
        (b'{"text": null}', 422),
        (b'{"text": ""}', 422),
        (b'{"text": "x", "id": "mine"}', 422),
        (b'{"text": "x", "role": "boss"}', 422),
        (b'{"text": "x", "at": "99999-01-01"}', 422),
        (b'{"text": "x", "at": "9999-12-31T23:59:59-23:59"}', 422),
        (b'{"text": "x", "conversation_id": "none"}', 404),
        (b"[]", 422),
        (b'"x"', 422),
        (b"null", 422),
        (b'{"text": "x", "at": ' + b"9" * 400 + b"}", 422),
        (b'{"text": "x", "at": 0}', 422),
        (b'{"text": "x", "at": "0.5"}', 422),
        (b'{"text": "x", "off_record": 0}', 422),
        (b'{"text": "x", "off_record": "no"}', 422),
    ],
)
def test_a_body_that_cannot_be_used_is_a_problem(client: TestClient, ada: str, body: bytes, status: int) -> None:
    answer = client.post(f"{PEOPLE}/{ada}/messages", content=body, headers=JSON)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    told = answer.json()
    assert told["status"] == status
    assert told["detail"]
    assert "Traceback" not in answer.text
    assert client.get(f"{PEOPLE}/{ada}/messages").json()["items"] == []


def test_nul_bytes_are_kept_out_of_the_store_and_the_rest_is_kept(client: TestClient, ada: str) -> None:
    said = client.post(f"{PEOPLE}/{ada}/messages", json={"text": "I like\0 ramen."})
    assert (said.status_code, said.json()["message"]["text"]) == (200, "I like\ufffd ramen.")
    for path in (f"{PEOPLE}/%00", f"{PEOPLE}/%ff%fe", f"{PEOPLE}/{ada}/memories/%00", f"{PEOPLE}/{'x' * 301}"):
        assert client.get(path).status_code in (404, 422), path


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=x",
        "cursor=%00",
        "cursor=!!",
        "as_of=yesterday",
        "as_of=0.5",
        "as_of=1e3",
        "status=retracted",
        "kind=x",
    ],
)
def test_a_query_that_cannot_be_used_is_a_problem(client: TestClient, ada: str, query: str) -> None:
    assert client.get(f"{PEOPLE}/{ada}/memories?{query}").status_code in (400, 422)


@pytest.mark.parametrize("wrong", ["NaN", "Infinity", "-Infinity", "1e999", "2", "false", '"0.5"'])
def test_numbers_are_numbers(client: TestClient, ada: str, wrong: str) -> None:
    body = f'{{"text": "x", "importance": {wrong}}}'.encode()
    assert client.post(f"{PEOPLE}/{ada}/memories", content=body, headers=JSON).status_code == 422


def test_what_was_sent_is_not_told_back_nor_logged(
    client: TestClient, ada: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "reverie")
    for body in ({"text": [SECRET_WORD]}, {SECRET_WORD: 1, "text": 5}, {"text": "x", "role": SECRET_WORD}):
        answer = client.post(f"{PEOPLE}/{ada}/messages", json=body)
        assert answer.status_code == 422
        assert "text" in answer.text or "role" in answer.text
    assert SECRET_WORD not in caplog.text
    client.get(f"/v1/{SECRET_WORD}?{SECRET_WORD}={SECRET_WORD}")
    client.get(f"{PEOPLE}/{SECRET_WORD}")
    assert SECRET_WORD not in caplog.text
    assert SECRET_WORD not in client.get("/metrics").text


def test_routes_that_are_not_there_are_problems(client: TestClient) -> None:
    nowhere = client.get("/v1/nowhere").json()
    assert (nowhere["type"], "/v1/openapi.json" in nowhere["detail"]) == ("urn:reverie:problem:not-found", True)
    refused = client.put(PEOPLE)
    assert (refused.status_code, refused.json()["type"]) == (405, "urn:reverie:problem:method-not-allowed")
    assert refused.headers["allow"] == "GET, POST"
    assert "GET, POST" in refused.json()["detail"]
    assert client.get(f"{PEOPLE}/").status_code == 404


def test_a_request_has_an_id(client: TestClient) -> None:
    assert client.get("/healthz", headers={"X-Request-Id": "mine-1"}).headers["x-request-id"] == "mine-1"
    for odd in ("x" * 65, "a b", "<script>", ""):
        assert client.get("/healthz", headers={"X-Request-Id": odd}).headers["x-request-id"] != odd


# -- large and slow ------------------------------------------------------------------------------


@pytest.fixture
def small(luna: Reverie, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr("reverie.server.access.rate_limits.BODY_S", 0.05)
    settings = ServerSettings(body_megabytes=0.001)
    with TestClient(application(luna, settings, local=True), base_url=ADDRESS) as made:
        yield made


def test_a_body_that_is_too_large_is_refused_however_it_comes(small: TestClient) -> None:
    large = json.dumps({"name": "x" * 2000}).encode()

    def in_pieces() -> Iterator[bytes]:
        for at in range(0, len(large), 100):
            yield large[at : at + 100]

    for content in (large, in_pieces()):
        answer = small.post(PEOPLE, content=content, headers=JSON)
        assert (answer.status_code, answer.json()["type"]) == (413, "urn:reverie:problem:too-large")
    once = small.post(PEOPLE, content=in_pieces(), headers={**JSON, "Idempotency-Key": "a"})
    assert once.status_code == 413


def test_a_body_that_does_not_come_is_not_waited_for(small: TestClient) -> None:
    async def ask() -> list[Message]:
        answered: list[Message] = []
        sent = iter([{"type": "http.request", "body": b'{"name": ', "more_body": True}])

        async def receive() -> Message:
            if (message := next(sent, None)) is not None:
                return message
            await anyio.sleep_forever()
            raise AssertionError

        async def send(message: Message) -> None:
            answered.append(message)

        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        scope = {
            "type": "http", "method": "POST", "path": PEOPLE, "raw_path": PEOPLE.encode(), "query_string": b"",
            "headers": headers, "client": ("127.0.0.1", 1), "scheme": "http", "server": ("localhost", 80),
            "root_path": "",
        }  # fmt: skip
        await small.app(scope, receive, send)
        return answered

    answered = anyio.run(ask)
    assert answered[0]["status"] == 408
    assert b"too-slow" in answered[1]["body"]


# -- what goes wrong below -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (StoreBusy("/srv/secret/luna.db is held"), 503, "store-busy"),
        (StoreLost("the database went away"), 503, "store-lost"),
        (StoreUnsure("a part may be kept: look first"), 503, "store-unsure"),
        (StoreError("/srv/secret/luna.db is damaged"), 503, "store"),
        (ModelUnavailable("no answer"), 503, "model-unavailable"),
        (ReverieError("something"), 500, "internal"),
    ],
)
def test_errors_of_the_library_are_problems(
    client: TestClient, luna: Reverie, monkeypatch: pytest.MonkeyPatch, error: ReverieError, status: int, kind: str
) -> None:
    def fails() -> Any:
        raise error

    monkeypatch.setattr(luna, "people", fails)
    answer = client.get(PEOPLE)
    assert (answer.status_code, answer.json()["type"]) == (status, f"urn:reverie:problem:{kind}")
    assert ("retry-after" in answer.headers) is (status == 503 and kind != "store-unsure")
    assert "/srv/secret" not in answer.text


def test_a_fault_of_ours_says_nothing_of_itself(
    luna: Reverie, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> Any:
        raise ZeroDivisionError(SECRET_WORD)

    monkeypatch.setattr(luna, "people", fails)
    app = application(luna, ServerSettings(), local=True)
    with TestClient(app, base_url=ADDRESS, raise_server_exceptions=False) as client:
        answer = client.get(PEOPLE)
    assert answer.status_code == 500
    assert answer.json()["detail"] == problem_details.INTERNAL
    assert answer.json()["request_id"] == answer.headers["x-request-id"]
    for name, value in {**problem_details.HEADERS, "Connection": "close"}.items():
        assert answer.headers[name] == value
    assert SECRET_WORD not in answer.text + caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_a_log_has_the_place_of_a_fault_and_not_its_words() -> None:
    try:
        raise ZeroDivisionError(SECRET_WORD)
    except ZeroDivisionError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, "f", 1, "it failed", (), (type(error), error, error.__traceback__)
        )
    for formatter in (Discreet(), DiscreetJson()):
        written = formatter.format(record)
        assert SECRET_WORD not in written
        assert "test_a_log_has_the_place_of_a_fault" in written
        assert written.rstrip('"}').endswith("ZeroDivisionError")
