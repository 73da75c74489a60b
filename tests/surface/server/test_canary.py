"""A person's token reaches that person alone: every operation is walked with another person's token."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.surface.server.conftest import House

from reverie.conversations.episodes import Outline
from reverie.records.users import Scope
from reverie.server.access.authentication import OPEN

CANARY = "Quillfeather"
"""A word that only Ada ever said."""
IMAGE = "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs="
"""The smallest GIF."""

BODIES: dict[str, dict[str, Any]] = {
    "meet_person": {"name": "Ada"},
    "confirm_person": {"guest": "Ada"},
    "merge_person": {"into": "Ben"},
    "split_people": {"who": "Ada"},
    "link_account": {"platform": "chat", "external_id": "1"},
    "unlink_account": {"platform": "chat", "external_id": "ada-1"},
    "say": {"text": "What do you remember about me?"},
    "search_messages": {"topic": CANARY},
    "take_turn": {"text": "What do you remember about me?"},
    "remember": {"text": "Something."},
    "recall": {"query": CANARY},
    "forget": {"what": CANARY},
    "correct_memory": {"text": "Something else."},
    "context": {"message": "What is my cat called?"},
    "put_profile": {"yaml": "display_name: Ada"},
    "revise_profile": {"shown": {"display_name": "Ada"}, "wanted": {"display_name": "Ada", "notes": "x"}},
    "settle_conflict": {"sides": ["x", "y"], "right": []},
    "update_profile": {"field": "notes", "value": "x"},
    "record_observation": {"text": "Something."},
    "begin_conversation": {},
    "change_conversation": {"local_only": True},
    "put_summary": {"text": "x"},
    "put_notes": {"text": "x"},
    "search_episodes": {"message": CANARY},
    "search_pictures": {"message": CANARY},
    "import_history": {"name": "a.txt", "content": "QWRhOiBIaQo="},
    "add_picture": {"image": IMAGE, "description": "Something."},
    "form_opinion": {"name": "x", "opinion": "x"},
    "search_opinions": {"query": CANARY},
    "evolve_opinion": {"opinion": "x", "reason": "x"},
    "set_self_field": {"statements": []},
    "append_self_field": {"statement": "x"},
    "remove_self_field": {"statement": "x"},
    "record_self_observation": {"text": "x"},
    "search_knowledge": {"question": CANARY},
    "open_group": {"name": "kitchen", "members": ["Ada"]},
    "join_group": {"person_id": "Ada"},
    "say_in_group": {"person_id": "Ada", "text": "What do you remember about me?"},
    "group_context": {"person_id": "Ada", "message": "What is my cat called?"},
    "recall_in_group": {"person_id": "Ada", "query": CANARY},
    "take_group_turn": {"person_id": "Ada", "text": "What do you remember about me?"},
    "create_response": {"user": "Ada", "input": "What is my cat called?"},
    "create_chat_completion": {"user": "Ada", "messages": [{"role": "user", "content": "What is my cat called?"}]},
}
NAMED_IN_THE_BODY = {"create_chat_completion", "create_response"}
FOR_ALL = {"list_models", "get_model"}
"""What says nothing of anybody."""
OWN_SESSION = {"get_session", "begin_session", "end_session"}


@pytest.fixture
def ids(house: House, tmp_path: Path) -> dict[str, str]:
    """Something of Ada's for every id that paths have: each holds the canary."""
    ada, luna = house.ada, house.luna
    luna.directory.link(ada, "chat", "ada-1")
    said = ada.say(f"My cat is called {CANARY}. I love {CANARY} tea.")
    assert said.message is not None
    ada.conversations.note(f"{CANARY} matters")
    ada.conversations.end()
    ada.user_model.update("notes", f"Talks of {CANARY}.")
    ada.conversations.episodes.put(Outline(observation=f"Ada told of {CANARY}."))
    picture = tmp_path / "cat.png"
    Image.new("RGB", (8, 8), "red").save(picture)
    scene = ada.pictures.add(picture, f"{CANARY} on the sofa").scene
    opinion = luna.opinions.add("cats", "Cats are fine company.").opinion
    observation = ada.user_model.record(f"Ada adores {CANARY}").memory
    luna.self_model.note_disagreement(ada.user, "tea", mine="Tea is water.", theirs=f"{CANARY} tea is best.")
    return {
        "person_id": ada.id,
        "member_id": ada.id,
        "group_id": luna.group("kitchen", [ada]).id,
        "memory_id": next(m.id for m in ada.memories() if CANARY in m.text),
        "message_id": said.message.id,
        "conversation_id": said.message.conversation_id,
        "picture_id": scene.id,
        "opinion_id": opinion.id,
        "observation_id": observation.id,
        "proposal_id": observation.id,
        "field": "capabilities",
        "name": "reflect_on_user",
        "model": "reverie",
    }


def operations(house: House) -> list[tuple[str, str, dict[str, Any]]]:
    """Every operation that is not open: (method, path, operation)."""
    document = house.client.get("/v1/openapi.json").json()
    found = [
        (method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if path not in OPEN
    ]
    assert len(found) > 80
    return found


def body_of(operation: dict[str, Any]) -> dict[str, Any] | None:
    named = operation["operationId"]
    assert named in BODIES or not _needs_a_body(operation), f"say what {named} is sent"
    return BODIES.get(named, {}) if "requestBody" in operation else None


def _needs_a_body(operation: dict[str, Any]) -> bool:
    return operation["operationId"] not in {
        "describe_person", "undo", "undo_opinion", "change_settings", "retract_opinion", "issue_token", "call_tool",
    } and "requestBody" in operation  # fmt: skip


@pytest.mark.parametrize("callers", ["token", "key"])
def test_another_persons_token_finds_nobody(
    house: House, ids: dict[str, str], callers: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    headers = house.token(house.ben) if callers == "token" else house.key(Scope.ADMIN, house.ben)
    before = house.luna.export(house.ada)
    for method, path, operation in operations(house):
        if operation["operationId"] in OWN_SESSION:
            continue
        answer = house.client.request(method, path.format(**ids), headers=headers, json=body_of(operation))
        expected = 404 if "{" in path or operation["operationId"] in NAMED_IN_THE_BODY else 403
        expected = 200 if operation["operationId"] in FOR_ALL else expected
        assert answer.status_code == expected, (method, path, answer.text)
        assert CANARY not in answer.text + str(answer.headers)
    assert {**house.luna.export(house.ada), "exported_at": ""} == {**before, "exported_at": ""}
    assert CANARY not in caplog.text
    assert CANARY not in house.app.state.figures.text().decode()


def test_by_their_own_name_nobody_elses_things_are_found(
    house: House, ids: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    headers, theirs = house.token(house.ben), set()
    before = house.luna.export(house.ada)
    for method, path, operation in operations(house):
        if "{person_id}" not in path or operation["operationId"] == "erase_person":
            continue
        answer = house.client.request(
            method, path.format(**{**ids, "person_id": "me"}), headers=headers, json=body_of(operation)
        )
        by_id = path.count("{") > 1
        assert answer.status_code in ((404, 403) if by_id else (200, 403, 404, 409, 422)), (method, path, answer.text)
        assert answer.status_code == 404 or not by_id or "tools" in path or "notes" in path, (method, path)
        assert CANARY not in answer.text + str(answer.headers)
        theirs.add(answer.status_code)
    assert 200 in theirs  # what is their own they do find
    assert {**house.luna.export(house.ada), "exported_at": ""} == {**before, "exported_at": ""}
    assert CANARY not in caplog.text
    assert CANARY not in house.app.state.figures.text().decode()


def test_whoever_is_asked_for_says_nothing_of_whether_they_are_there(house: House) -> None:
    answers = [
        house.client.get(f"/v1/people/{who}", headers=house.token(house.ben)).json()
        for who in (house.ada.id, "Ada", "01a20245-b86e-73ab-bf94-23b11600525b", "Nobody", "chat:1")
    ]
    assert {(one["status"], one["detail"]) for one in answers} == {(404, answers[0]["detail"])}


def test_the_canary_is_there_for_whom_it_is(house: House, ids: dict[str, str]) -> None:
    mine = house.token(house.ada)
    for path in ("messages", "memories", "profile", "export", "episodes", f"memories/{ids['memory_id']}", "pictures"):
        assert CANARY in house.client.get(f"/v1/people/me/{path}", headers=mine).text, path
    assert house.client.delete("/v1/people/me", headers=mine).json()["proved"] is True
    assert house.client.get("/v1/people/me", headers=mine).status_code == 401  # nobody is there any more
