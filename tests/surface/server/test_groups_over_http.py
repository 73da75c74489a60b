"""Groups over HTTP: what somebody told alone is in no answer that is for all who are present."""

from __future__ import annotations

from typing import Any

from tests.surface.server.conftest import House

from reverie.records.users import Scope

ALONE, HEALTH = "quillfeather", "zorbnut"


def kitchen(house: House) -> dict[str, str]:
    """Ada and Ben in a kitchen, and Ada's words of before."""
    headers = house.key(Scope.WRITE)
    house.ada.say(f"My favorite food is {ALONE}.")
    house.ada.say(f"I am allergic to {HEALTH}.")
    made = house.client.post("/v1/groups", headers=headers, json={"name": "kitchen", "members": ["Ada", house.ben.id]})
    assert made.status_code == 200, made.text
    assert [one["user"]["name"] for one in made.json()["members"]] == ["Ada", "Ben"]
    return headers


def said(house: House, headers: dict[str, str], who: str, text: str) -> Any:
    answer = house.client.post(
        "/v1/groups/kitchen/messages", headers=headers, json={"person_id": who, "text": text, "id": text}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_group_tells_what_all_heard_and_nothing_that_was_told_alone(house: House) -> None:
    headers = kitchen(house)
    assert said(house, headers, "Ada", "I work at Acme.")["learned"]
    said(house, headers, "Ben", "My boat is called Zanzibar.")
    told = ""
    for path, body in {
        "context": {"message": "What is my favorite food, and what am I allergic to?"},
        "memories/search": {"query": "my favorite food and allergic"},
        "turns": {"text": "What is my favorite food, and what am I allergic to?"},
    }.items():
        answer = house.client.post(f"/v1/groups/kitchen/{path}", headers=headers, json={"person_id": "Ada", **body})
        assert answer.status_code == 200, answer.text
        told += answer.text
    told += house.client.get("/v1/groups/kitchen/messages", headers=headers).text
    assert ALONE not in told
    assert HEALTH not in told
    assert "Acme" in told
    assert "Zanzibar" in told
    changed = house.client.patch(
        f"/v1/people/{house.ada.id}/settings", headers=headers, json={"told_in_company": ["preference"]}
    )
    assert changed.json()["told_in_company"] == ["preference"]
    ask = {"person_id": "Ada", "message": "What is my favorite food, and what am I allergic to?"}
    opened = house.client.post("/v1/groups/kitchen/context", headers=headers, json=ask).text
    assert ALONE in opened
    assert HEALTH not in opened


def test_who_comes_and_goes(house: House) -> None:
    headers = kitchen(house)
    said(house, headers, "Ada", "I work at Acme.")
    gone = house.client.delete(f"/v1/groups/kitchen/members/{house.ben.id}", headers=headers).json()
    assert [one["is_present"] for one in gone["members"]] == [True, False]
    ask = {"person_id": "Ben", "message": "And I?"}
    assert house.client.post("/v1/groups/kitchen/context", headers=headers, json=ask).status_code == 404
    back = house.client.post("/v1/groups/kitchen/members", headers=headers, json={"person_id": "Ben"}).json()
    assert all(one["is_present"] for one in back["members"])
    assert house.client.get(f"/v1/groups/{back['id']}", headers=headers).json() == back


def test_a_group_is_for_the_application(house: House) -> None:
    headers = kitchen(house)
    said(house, headers, "Ada", "I work at Acme.")
    for own in (house.token(house.ada), house.key(Scope.ADMIN, house.ada)):
        assert house.client.get("/v1/groups/kitchen/messages", headers=own).status_code == 404
        assert house.client.post("/v1/groups", headers=own, json={"name": "kitchen"}).status_code == 403
    reader = house.key(Scope.READ)
    assert house.client.get("/v1/groups/kitchen/messages", headers=reader).status_code == 200
    body = {"person_id": "Ada", "text": "Hello."}
    assert house.client.post("/v1/groups/kitchen/messages", headers=reader, json=body).status_code == 403
    for group, who in (("cellar", "Ada"), ("kitchen", "ada"), ("Kitchen", "Ada"), ("kitchen", "Zoe")):
        body = {"person_id": who, "text": "Hello."}
        answer = house.client.post(f"/v1/groups/{group}/messages", headers=headers, json=body)
        assert answer.status_code == 404, (group, who)


def test_after_one_is_erased_the_others_words_stay(house: House) -> None:
    headers = kitchen(house)
    said(house, headers, "Ada", "I work at Acme.")
    said(house, headers, "Ben", "My boat is called Zanzibar.")
    erased = house.client.delete(f"/v1/people/{house.ada.id}", headers=headers)
    assert erased.status_code == 200
    assert erased.json()["left"] == 0
    told = house.client.get("/v1/groups/kitchen/messages", headers=headers).json()
    assert [one["text"] for one in told] == ["My boat is called Zanzibar."]
    assert house.ada.id not in house.client.get("/v1/groups/kitchen", headers=headers).text
