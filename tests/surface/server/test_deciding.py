"""What a page needs beside the library's verbs: settling what contradicts, revising a profile by fields, counting."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.surface.server.test_routes import ADA, Caller, call, say

__all__ = ["call"]


@pytest.fixture
def sides(call: Caller) -> list[str]:
    """Two observations that can't both be so, the older first."""
    texts = ("Ada enjoys long walks", "Ada does not enjoy long walks")
    made = [call("POST", f"{ADA}/observations", {"text": text, "category": "interest"}) for text in texts]
    return [one["observation"]["id"] for one in made]


def standing(call: Caller) -> set[str]:
    return {one["id"] for one in call("GET", f"{ADA}/observations")["items"]}


@pytest.mark.parametrize("right", [[0], [1], [0, 1], []])
def test_a_contradiction_is_settled_and_undone(call: Caller, sides: list[str], right: list[int]) -> None:
    so = [sides[at] for at in right]
    settled = call("POST", f"{ADA}/conflicts/settle", {"sides": sides, "right": so})
    assert {one["id"] for one in settled["wrong"]} == {*sides} - {*so}
    assert standing(call) == {*so}
    assert call("GET", f"{ADA}/conflicts")["items"] == []
    call("POST", f"{ADA}/changes/undo", {"change_id": settled["change_id"]})
    assert standing(call) == {*sides}
    assert len(call("GET", f"{ADA}/conflicts")["items"]) == 2


def test_what_can_not_be_settled_says_why(call: Caller, sides: list[str]) -> None:
    path = f"{ADA}/conflicts/settle"
    call("POST", path, {"sides": sides, "right": ["another"]}, status=422)
    call("POST", path, {"sides": [sides[0], "another"], "right": []}, status=404)
    alone = call("POST", f"{ADA}/observations", {"text": "Ada keeps bees", "category": "interest"})["observation"]
    call("POST", path, {"sides": [sides[0], alone["id"]], "right": []}, status=409)
    call("POST", f"{ADA}/pause")
    assert call("POST", path, {"sides": sides, "right": []}, status=403)["reason"] == "paused"
    assert len(call("GET", f"{ADA}/conflicts")["items"]) == 2


def fields(call: Caller) -> dict[str, Any]:
    told = call("GET", f"{ADA}/profile")["profile"]
    talk = told.pop("communication")
    del told["last_updated"]
    return {**told, **talk}


def test_a_profile_is_revised_by_fields_as_one_change_and_its_comments_stay(call: Caller) -> None:
    yaml = call("GET", f"{ADA}/profile")["yaml"].replace("hobbies:\n", "hobbies: # mine\n  - chess\n")
    call("PUT", f"{ADA}/profile", {"yaml": yaml})
    shown = fields(call)
    wanted = {**shown, "relationship": "friend", "hobbies": ["Go", "chess"], "background": {"home": "Lyon"}}
    call("PATCH", f"{ADA}/profile", {"field": "values", "value": "candour", "action": "append"})
    done = call("PUT", f"{ADA}/profile/fields", {"shown": shown, "wanted": wanted})
    assert sorted(one["field"] for one in done["edits"]) == ["background", "hobbies", "relationship"]
    assert [one["name"] for one in done["meanwhile"]] == ["candour"]
    assert (done["profile"]["values"], done["profile"]["hobbies"]) == (["candour"], ["chess", "Go"])
    assert "hobbies: # mine" in call("GET", f"{ADA}/profile")["yaml"]
    call("POST", f"{ADA}/changes/undo", {"change_id": done["change_id"]})
    assert fields(call) == {**shown, "values": ["candour"]}


def test_a_profile_that_was_changed_at_the_same_place_meanwhile_is_refused(call: Caller) -> None:
    shown = fields(call)
    call("PATCH", f"{ADA}/profile", {"field": "relationship", "value": "colleague"})
    body = {"shown": shown, "wanted": {**shown, "relationship": "friend"}}
    refused = call("PUT", f"{ADA}/profile/fields", body, status=409)
    assert refused["existing"] == "relationship"
    assert "'colleague', and you wrote 'friend'" in refused["detail"]
    assert fields(call)["relationship"] == "colleague"


def test_what_is_kept_is_counted_by_day_and_kind(call: Caller) -> None:
    assert call("GET", f"{ADA}/counts")["days"] == []
    say(call, "I live in Lyon. I love jazz.", "I moved to Oslo.")
    call("POST", f"{ADA}/observations", {"text": "Ada likes to move", "category": "background"})
    counts = call("GET", f"{ADA}/counts")
    (day,) = counts["days"]
    assert (counts["messages"], counts["conversations"], counts["past"], counts["proposed"]) == (2, 1, 1, 0)
    assert counts["kinds"] == {"fact": 2, "observation": 1}
    assert counts["categories"] == {"fact": 1, "preference": 1}
    assert (day["messages"], day["memories"]) == (2, {"fact": 3, "observation": 1})


def test_the_companions_own_changes_are_listed_and_taken_back(call: Caller, client: TestClient) -> None:
    call("POST", "/v1/opinions", {"name": "jazz", "opinion": "Jazz is best live."})
    call("POST", "/v1/self/capabilities/append", {"statement": "I can sing."})
    newest, first = call("GET", "/v1/companion/changes")["items"]
    assert (newest["after"]["text"], first["after"]["text"]) == ("I can sing.", "Jazz is best live.")
    call("POST", "/v1/opinions/undo", {"change_id": first["change"]["id"]})
    assert call("GET", "/v1/opinions")["items"] == []
    assert call("GET", "/v1/self")["profile"]["capabilities"] == ["I can sing."]
