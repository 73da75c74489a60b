"""What a page shows beside lists: people of a life, what a message taught, imports as one thing, the second person."""

from __future__ import annotations

import base64
from typing import Any

from tests.surface.server.test_routes import ADA, Caller, call, say

__all__ = ["call"]

HISTORY = (
    "[2026-02-01 10:00] Ada: I live in Lyon.\n[2026-02-01 10:01] Luna: Noted.\n[2026-02-01 10:02] Ada: I love chess.\n"
)


def in_base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def texts(items: list[Any]) -> list[str]:
    return [one["text"] for one in items]


def remember(call: Caller, *texts: str) -> None:
    for text in texts:
        call("POST", f"{ADA}/memories", {"text": text})


def test_people_and_pets_are_told_with_what_is_known_of_them(call: Caller) -> None:
    say(call, "My sister Nora is here.", "My husband Tom is a teacher.", "We have a dog named Rex.")
    remember(
        call,
        "And my cat is called Möhre.",
        "Nora hates mushrooms.",
        "Every March my mom comes along.",
        "my nephew theo is 7.",
    )
    found = {one["name"]: one for one in call("GET", f"{ADA}/acquaintances")}
    relations = {name: one["relation"] for name, one in found.items()}
    assert relations == {
        "Nora": "sister",
        "Möhre": "cat",
        "Tom": "husband",
        "Rex": "dog",
        "Theo": "nephew",
        None: "mom",
    }
    assert "Nora hates mushrooms." in texts(found["Nora"]["memories"])
    assert found["Rex"]["memories"][0]["to_you"] == "You have a dog named Rex."


def test_what_is_known_of_one_of_two_is_told_of_neither(call: Caller) -> None:
    say(call, "My sister Nora is here.")
    remember(call, "Heavy rain scares my sister.")
    [nora] = call("GET", f"{ADA}/acquaintances")
    assert "Heavy rain scares my sister." in texts(nora["memories"])
    say(call, "My sister Pia is here too.")
    cards = {one["name"]: texts(one["memories"]) for one in call("GET", f"{ADA}/acquaintances")}
    assert set(cards) == {"Nora", "Pia", None}
    assert cards[None] == ["Heavy rain scares my sister."]


def test_nobody_of_a_category_that_is_off_is_told(call: Caller) -> None:
    say(call, "My sister Nora lives in Lisbon.")
    assert len(call("GET", f"{ADA}/acquaintances")) == 1
    call("PATCH", f"{ADA}/settings", {"categories_off": ["fact"]})
    assert call("GET", f"{ADA}/acquaintances") == []


def test_what_a_message_taught_is_found_by_it(call: Caller) -> None:
    first, second, _third = say(call, "I live in Lyon.", "I love chess.", "I love sailing.")
    ids = [one["message"]["id"] for one in (first, second)]
    asked = "&".join(f"message_id={one}" for one in ids)
    assert texts(call("GET", f"{ADA}/memories?{asked}")["items"]) == ["Lives in Lyon.", "Likes chess."]
    then = f"known_at={second['message']['sent_at'].replace('+', '%2B')}"
    assert texts(call("GET", f"{ADA}/memories?message_id={ids[0]}&{then}")["items"]) == ["Lives in Lyon."]
    assert call("GET", f"{ADA}/memories?message_id=none")["items"] == []


def test_a_memory_is_said_to_the_person(call: Caller) -> None:
    say(call, "I live in Lyon.")
    call("POST", f"{ADA}/memories", {"text": "I once carried my brother home."})
    call("POST", f"{ADA}/memories", {"text": "Ada once met a queen."})
    told = {one["to_you"] for one in call("GET", f"{ADA}/memories")["items"]}
    assert told == {"You live in Lyon.", "You once carried your brother home.", "Ada once met a queen."}


def test_a_fact_ends_and_nothing_takes_its_place(call: Caller) -> None:
    say(call, "I live in Lyon.")
    [lyon] = call("GET", f"{ADA}/memories")["items"]
    [ended] = call("PATCH", f"{ADA}/memories/{lyon['id']}", {"text": None})
    assert (ended["step"], ended["memory"]["status"]) == ("ended", "superseded")
    assert call("GET", f"{ADA}/memories")["items"] == []
    assert texts(call("GET", f"{ADA}/memories?status=superseded")["items"]) == ["Lives in Lyon."]
    call("PATCH", f"{ADA}/memories/{lyon['id']}", {"text": None}, status=409)
    last = call("GET", f"{ADA}/memories/{lyon['id']}/history")[-1]["change"]
    call("POST", f"{ADA}/changes/undo", {"change_id": last["id"]})
    call("POST", f"{ADA}/pause")
    assert call("PATCH", f"{ADA}/memories/{lyon['id']}", {"text": None}, status=403)["reason"] == "paused"
    assert texts(call("GET", f"{ADA}/memories")["items"]) == ["Lives in Lyon."]


def test_an_import_is_one_thing_with_one_undo(call: Caller) -> None:
    say(call, "I like tea.")
    brought = call("POST", f"{ADA}/imports", {"name": "chat.txt", "content": in_base64(HISTORY)})
    assert (brought["conversations"], brought["messages"], brought["unread"]) == (1, 3, [])
    again = call("POST", f"{ADA}/imports", {"name": "chat.txt", "content": in_base64(HISTORY)})
    assert (again["messages"], again["known"]) == (0, 3)
    [one] = call("GET", f"{ADA}/imports")
    assert (one["batch"], one["messages"], one["memories"], one["undone"]) == (brought["batch"], 3, 2, False)
    assert len(call("GET", f"{ADA}/changes")["items"]) == 3
    beside = call("GET", f"{ADA}/changes?imports=false")["items"]
    assert [step["after"]["text"] for step in beside] == ["Likes tea."]
    call("POST", f"{ADA}/changes/undo", {"batch": one["batch"]})
    assert texts(call("GET", f"{ADA}/memories")["items"]) == ["Likes tea."]
    assert [each["undone"] for each in call("GET", f"{ADA}/imports")] == [True]


def test_a_file_that_can_not_be_read_is_named_as_it_was_sent(call: Caller) -> None:
    for content, said in (("%%%", "base64"), (in_base64("\n\n"), "chat.txt")):
        told = call("POST", f"{ADA}/imports", {"name": "chat.txt", "content": content}, status=422)
        assert said in told["detail"]
        assert "/" not in told["detail"]
    strangers = in_base64("[2026-02-01 10:00] Bo: Hello.\n[2026-02-01 10:01] Cy: Hi.\n")
    told = call("POST", f"{ADA}/imports", {"name": "chat.txt", "content": strangers}, status=422)
    assert "Bo, Cy" in told["detail"]
    kept = call("POST", f"{ADA}/imports", {"name": "chat.txt", "content": strangers, "speaker": "Bo"})
    assert kept["messages"] == 2
