"""What a key, an assistant or a model may not read is in no answer over HTTP or MCP, and in no request to a model."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from mcp import Client
from tests.surface.server.conftest import ADDRESS, House
from tests.surface.server.test_canary import body_of, operations

import reverie
from reverie import Reverie
from reverie.config import Config
from reverie.mcp.server import MemoryServer, Offer, Speaker
from reverie.records.users import Scope
from reverie.server.application import application
from reverie.settings_sections import Readable, ServerSettings
from reverie.testing import ScriptedModel

CANARY = "quillfeather"
ALL_BUT_TASTES: tuple[Readable, ...] = ("fact", "health", "money", "event", "feeling", "other")
CATEGORY, LOCAL = "category", "local"
NOT_WALKED = {"erase_person", "erase_message", "pause", "take_turn", "take_group_turn"}
"""What ends the walk, or has a model."""
TAKES_AWAY = {"forget", "undo", "merge_person", "put_profile", "revise_profile", "correct_memory", "revoke_key"}
"""What may take the canary away, where it is to be found."""


class Upstream(ScriptedModel):
    """A model whose server takes requests as they are, and is somewhere else."""

    @property
    def name(self) -> str:
        return "openai:small"

    def passed(self, request: dict[str, Any]) -> dict[str, Any]:
        self.asked.append([request])
        return {"choices": [{"index": 0, "message": {"role": "assistant", "content": "I see."}}], "model": "small"}

    def passing(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        self.asked.append([request])
        yield {"choices": [{"index": 0, "delta": {"content": "I see."}, "finish_reason": "stop"}]}


@pytest.fixture(params=[CATEGORY, LOCAL])
def place(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[False, True], ids=["withheld", "allowed"])
def allowed(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def model() -> Upstream:
    return Upstream(lambda _messages: "I see.", window=16_000)


@pytest.fixture
def luna(tmp_path: Path, model: Upstream, place: str, allowed: bool) -> Iterator[Reverie]:
    withheld: tuple[Readable, ...] = ALL_BUT_TASTES + (("preference",) if place == LOCAL else ("local",))
    reads: tuple[Readable, ...] = ("all", "local") if allowed else withheld
    config = Config(embedder="none", may_read=dict.fromkeys(("openai:small", "key:app", "mcp", "*"), reads))
    with reverie.open(tmp_path / "luna.db", companion="Luna", embedder="none", config=config, model=model) as opened:
        yield opened


@pytest.fixture
def ids(house: House, place: str) -> dict[str, str]:
    """Something of Ada's for every id that paths have; what she said first holds the canary."""
    ada, luna = house.ada, house.luna
    where = ada.conversations.begin(local_only=place == LOCAL)
    said = ada.say(f"My favorite food is {CANARY}.", conversation=where.id).message
    assert said is not None
    ada.say("Thank you for telling me that.", conversation=where.id)
    noticed = ada.user_model.record(f"Adores {CANARY}", category="interest", message=said.id).memory
    occasion = ada.user_model.occasion(said.id)
    opinion = luna.opinions.add("food", f"The best food is {CANARY}.", occasion=occasion).opinion
    ada.conversations.end(where.id)
    later = ada.say("I work at Acme.", conversation=ada.conversations.begin().id)
    assert later.message is not None
    return {
        "person_id": ada.id,
        "member_id": ada.id,
        "group_id": luna.group("kitchen", [ada]).id,
        "memory_id": next(m.id for m in ada.memories() if CANARY in m.text),
        "message_id": said.id,
        "conversation_id": where.id,
        "picture_id": noticed.id,
        "opinion_id": opinion.id,
        "observation_id": noticed.id,
        "proposal_id": noticed.id,
        "field": "capabilities",
        "name": "review_user_observations",
        "model": "reverie",
    }


def asked(operation: dict[str, Any]) -> dict[str, Any] | None:
    """A body that asks for the canary without saying it."""
    body = body_of(operation)
    written = json.dumps(body).replace("Quillfeather", "favorite food").replace("my cat called", "my favorite food")
    found: dict[str, Any] | None = json.loads(written)
    return found


@pytest.mark.parametrize("reach", ["everybody", "Ada alone"])
def test_no_operation_gives_a_key_what_it_may_not_read(
    house: House, ids: dict[str, str], allowed: bool, reach: str
) -> None:
    headers = house.key(Scope.ADMIN, house.ada if reach == "Ada alone" else None)
    told: dict[str, bool] = {}
    for method, path, operation in sorted(operations(house), key=lambda one: one[0] != "GET"):
        takes_away = method == "DELETE" or operation["operationId"] in TAKES_AWAY
        if operation["operationId"] not in NOT_WALKED and not (allowed and takes_away):
            answer = house.client.request(method, path.format(**ids), headers=headers, json=asked(operation))
            told[operation["operationId"]] = CANARY in (answer.text + str(answer.headers)).casefold()
    if not allowed:
        assert not [name for name, there in told.items() if there]
        return
    for name in ("list_memories", "recall", "list_messages", "list_changes", "context", "get_memory"):
        assert told[name], name


def test_a_limited_key_does_not_look_after_the_companion(house: House, ids: dict[str, str], allowed: bool) -> None:
    answer = house.client.get(f"/v1/people/{ids['person_id']}/export", headers=house.key())
    assert answer.status_code == (200 if allowed else 403)
    answer = house.client.post(f"/v1/people/{ids['person_id']}/tokens", headers=house.key(), json={})
    assert answer.status_code == (200 if allowed else 403), "a token would reach all of it"
    answer = house.client.get("/v1/opinions", headers=house.key())
    assert answer.status_code == (200 if allowed else 403)
    answer = house.client.delete(f"/v1/people/{ids['person_id']}", headers=house.key())
    assert answer.status_code == (200 if allowed else 403)


@pytest.fixture
def operator(luna: Reverie) -> Iterator[TestClient]:
    """Whoever sits at the machine: what they may read is not limited, and what goes to the model is."""
    with TestClient(application(luna, ServerSettings(), local=True), base_url=ADDRESS) as made:
        yield made


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("path", ["chat/completions", "responses"])
def test_what_goes_to_the_model(
    operator: TestClient, ids: dict[str, str], model: Upstream, allowed: bool, path: str, stream: bool
) -> None:
    words: dict[str, Any] = {"input": "What is my favorite food?"}
    if path == "chat/completions":
        words = {"messages": [{"role": "user", "content": "What is my favorite food?"}]}
    answer = operator.post(f"/v1/{path}", json={"user": "Ada", "stream": stream, **words})
    assert answer.status_code == 200, answer.text
    assert model.asked
    assert (CANARY in json.dumps(model.asked, default=str).casefold()) is allowed


def test_what_a_turn_and_the_context_for_a_model_hold(
    operator: TestClient, ids: dict[str, str], model: Upstream, allowed: bool
) -> None:
    question = "What is my favorite food?"
    context = operator.post("/v1/people/Ada/context", json={"message": question, "model": "openai:small"})
    assert (CANARY in context.text) is allowed
    turn = operator.post("/v1/people/Ada/turns", json={"text": question})
    assert turn.status_code == 200, turn.text
    assert (CANARY in json.dumps(model.asked, default=str)) is allowed


def test_a_local_conversation_is_not_relayed(
    operator: TestClient, house: House, model: Upstream, place: str, allowed: bool
) -> None:
    where = house.ada.conversations.begin(local_only=True)
    house.ada.say("I sail at noon.", conversation=where.id)
    words = [{"role": "user", "content": "When do I sail?"}]
    answer = operator.post("/v1/chat/completions", json={"user": "Ada", "messages": words})
    assert answer.status_code == 200
    assert bool(model.asked) is (allowed or place == CATEGORY), "there the model counts as one on this machine"
    assert model.asked or "I sail at noon" in answer.text


def test_no_tool_or_resource_of_mcp_tells_what_an_assistant_may_not_read(
    luna: Reverie, house: House, ids: dict[str, str], allowed: bool
) -> None:
    calls: dict[str, dict[str, Any]] = {
        "memory_search": {"query": "my favorite food"},
        "memory_context": {"message": "What is my favorite food?"},
        "memory_list": {},
        "memory_forget": {"what": "favorite food"},
        "profile": {},
        "memory_history": {},
        "conversations": {},
        "said": {"topic": "favorite food"},
        "reflect_on_user": {},
        "review_user_observations": {},
        "reflect_on_self": {"focus": "opinions"},
        "review_self_model": {},
        "record_user_observation": {"observation": "Loathes all food", "category": "interest"},
        "memory_add": {"text": "My favorite food is ramen."},
        "memory_undo": {},
    }

    async def walked() -> dict[str, str]:
        server = MemoryServer(luna, lambda _: Speaker(person=luna.find("Ada")), Offer(full=True, own=True))
        async with Client(server, mode="legacy") as client:
            told = {uri: repr(await client.read_resource(uri)) for uri in ("profile://me", "context://core")}
            told["resources"] = repr(await client.list_resources())
            told["recall"] = repr(await client.get_prompt("recall", {"topic": "favorite food"}))
            return told | {name: repr(await client.call_tool(name, given)) for name, given in calls.items()}

    told = asyncio.run(walked())
    there = {name for name, answer in told.items() if CANARY in answer.casefold()}
    if allowed:
        assert there >= {"memory_search", "memory_list", "memory_context", "said", "recall"}
    else:
        assert not there


def test_a_conversation_is_begun_and_changed(operator: TestClient, ids: dict[str, str]) -> None:
    base = f"/v1/people/{ids['person_id']}/conversations"
    begun = operator.post(base, json={"local_only": True}).json()
    assert begun["local_only"] is True
    changed = operator.patch(f"{base}/{begun['id']}", json={"local_only": False}).json()
    assert changed == begun | {"local_only": False}
    assert operator.patch(f"{base}/{begun['id']}", json={}).status_code == 422
