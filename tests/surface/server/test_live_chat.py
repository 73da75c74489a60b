"""Live chat with a real client on a real server: what is said, answered and remembered, on every device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from tests.service.scripted_server import Script, piece, playing, refusal, streamed
from tests.surface.server.chatting import PATIENCE_S, Halting, House, kinds, texts

import reverie
from reverie import Person
from reverie.config import Config
from reverie.models import openai_servers
from reverie.server.live.connections import ChatLimits
from reverie.settings_sections import ModelSettings
from reverie.testing import ScriptedModel

NOTES = (
    "<record_self_observation>I enjoy talking of food.</record_self_observation>"
    "<record_user_observation>Ada is hungry.</record_user_observation>"
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """No model, until a test sets one and starts it."""
    made = House(folder=tmp_path)
    yield made
    made.stop()


def halting(house: House, answer: str = "One two three four five.") -> Halting:
    model = house.model = Halting(answer)
    house.start()
    return model


def test_the_newest_messages_come_first_and_memory_answers(house: House) -> None:
    house.start()
    for number in range(30):
        house.ada.say(f"Message {number}.")
    house.ada.say("My name is Ada, and my favorite food is ramen.")
    chat = house.chat()
    welcome = chat.next()
    assert texts(welcome)[:-1] == [f"Message {number}." for number in range(6, 30)]
    assert len(welcome["messages"]) == 25
    assert (welcome["earlier"], welcome["resumed"], welcome["model"], welcome["version"]) == (True, False, None, 1)
    assert (welcome["person"]["name"], welcome["companion"]) == ("Ada", "Luna")
    assert welcome["conversation"] == welcome["messages"][0]["conversation_id"]
    assert "Name is Ada." in [one["text"] for one in welcome["memories"]]
    found = chat.say("What is my favorite food?", "page-1")
    assert kinds(found) == ["message", "thinking", "piece", "message", "answered"]
    assert "ramen" in found[-1]["text"]
    assert {frame.get("ref") for frame in found if frame["type"] != "piece"} == {"page-1"}
    assert len({frame["turn"] for frame in found}) == 1
    assert found[-1]["message"] == found[-2]["message"]
    assert house.chat().next()["messages"][-1] == found[-1]["message"]


@pytest.fixture
def upstream() -> Iterator[Script]:
    with playing() as script:
        yield script


def test_a_models_answer_comes_piece_by_piece_with_what_was_learned(
    house: House, upstream: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openai_servers, "RETRIES", 0)
    upstream.answers = [
        streamed(piece("Ramen "), piece("is "), piece(f"fine. {NOTES}"), piece(None, "stop"), "[DONE]"),
        refusal(500, "out of order"),
    ]
    settings = ModelSettings(name="openai:small", base_url=upstream.url, api_key="none")  # type: ignore[arg-type] # pydantic makes it secret
    house.config = Config(model=settings)
    house.start()
    chat = house.chat()
    assert chat.next()["model"] == "openai:small"
    found = chat.say("My favorite food is ramen.", "page-1")
    assert kinds(found) == ["message", "memory", "thinking", "piece", "message", "memory", "memory", "answered"]
    assert len({frame["turn"] for frame in found}) == 1
    pieces = [frame for frame in found if frame["type"] == "piece"]
    assert len(pieces) > 1
    assert [one["at"] for one in pieces] == [len("".join(p["text"] for p in pieces[:n])) for n in range(len(pieces))]
    assert "".join(one["text"] for one in pieces) == found[-1]["text"] == found[-1]["message"]["text"]
    learned, seen, noted = (frame["event"] for frame in found if frame["type"] == "memory")
    assert (learned["kind"], learned["emoji"], learned["text"]) == ("learned", "👤", "Favorite food is ramen.")
    assert (seen["kind"], seen["emoji"], seen["text"]) == ("observed", "👤", "Ada is hungry.")
    assert (noted["kind"], noted["emoji"], noted["text"]) == ("observed", "🪞", "I enjoy talking of food.")
    assert found[-1]["finish"] == "stop"
    failed = chat.say("And now?")
    assert (failed[-1]["finish"], failed[-1]["message"]) == ("failed", None)
    assert "did not answer" in failed[-1]["degraded"][-1]


def test_two_devices_see_each_others_turns(house: House) -> None:
    model = halting(house)
    phone, desk = house.chat(), house.chat()
    phone.next(), desk.next()
    model.go.set()
    found = phone.say("Hello.", "phone-1")
    assert desk.until("answered") == found
    told = house.http("POST", "Ada/messages", json={"text": "My favorite food is ramen."})
    for chat in (phone, desk):
        message, event = chat.until("memory")
        assert message["message"] == told["message"]
        assert event["event"]["id"] == told["learned"][0]["memory"]["id"]
    with reverie.open(house.folder / "luna.db", embedder="none") as elsewhere:  # another program
        elsewhere.find("Ada").say("I have two cats.", id="theirs")
    for chat in (phone, desk):
        message = chat.until("message")[-1]
        assert (message["message"]["text"], message["ref"]) == ("I have two cats.", "theirs")


def test_what_is_forgotten_goes_on_every_device(house: House) -> None:
    house.start()
    chat = house.chat()
    chat.next()
    said = chat.say("I like my job. My favorite food is ramen.")[0]["message"]
    house.http("POST", "Ada/memories/forget", json={"what": "ramen"})
    event, message = sorted((chat.next(), chat.next()), key=lambda frame: len(frame["type"]))
    assert (message["message"]["id"], "ramen" in message["message"]["text"]) == (said["id"], False)
    assert (event["event"]["kind"], event["event"]["text"]) == ("forgotten", "[forgotten]")
    house.http("DELETE", f"Ada/messages/{said['id']}")
    assert chat.until("unsaid")[-1]["id"] == said["id"]
    answered = chat.say("What do you remember about me?")[-1]
    assert (answered["message"], "ramen" in answered["text"]) == (None, False)


def test_who_comes_back_loses_nothing_and_is_told_nothing_twice(house: House) -> None:
    house.start()
    chat = house.chat()
    chat.next()
    chat.say("First.")
    last = chat.say("Second.")[-1]["message"]["id"]
    chat.socket.close()
    for number in range(150):
        house.ada.say(f"Meanwhile {number}.")
    house.stop()
    house.start()  # another process, as far as anybody sees
    back = house.chat(after=last)
    welcome = back.next()
    assert (welcome["resumed"], welcome["earlier"]) == (True, True)
    found = texts(welcome)
    while len(found) < 150:
        found.append(back.next()["message"]["text"])
    assert found == [f"Meanwhile {number}." for number in range(150)]
    assert back.told() == []
    house.ada.unsay(house.ada.messages()[-1].id)
    newest = house.ada.messages()[-1].id
    assert texts(house.chat(after=newest).next()) == []
    unknown = house.chat(after="00000000-0000-0000-0000-000000000000").next()
    assert (unknown["resumed"], len(unknown["messages"])) == (False, 25)


def test_what_was_forgotten_or_unsaid_meanwhile_is_told_to_who_comes_back(house: House) -> None:
    house.start()
    chat = house.chat()
    chat.next()
    said = chat.say("I like my job. My favorite food is ramen.")
    last = said[-1]["message"]["id"]
    chat.socket.close()
    house.ada.forget("ramen")
    house.ada.say("Something new.")
    back = house.chat(after=last)
    assert texts(back.next()) == ["Something new."]
    changed = {frame["message"]["id"]: frame["message"]["text"] for frame in back.told()}
    assert "ramen" not in changed[said[0]["message"]["id"]]


def test_who_comes_in_the_middle_gets_the_answer_from_its_beginning(house: House) -> None:
    model = halting(house)
    phone = house.chat()
    phone.next()
    phone.send("say", text="Hello.", ref="phone-1")
    assert model.begun.wait(PATIENCE_S)
    before = phone.until("piece")
    desk = house.chat(after=before[0]["message"]["id"])
    assert texts(desk.next()) == []
    thinking, first = desk.next(), desk.next()
    assert (thinking["type"], thinking["ref"], first["at"]) == ("thinking", "phone-1", 0)
    desk.send("say", text="Hello.", ref="phone-1")  # it does not know whether that arrived
    assert desk.told() == []
    model.go.set()
    rest = desk.until("answered")
    assert first["text"] + "".join(f["text"] for f in rest if f["type"] == "piece") == "One two three four five."
    assert desk.told() == []
    assert [message.text for message in house.ada.messages()] == ["Hello.", "One two three four five."]


def test_one_answer_is_under_way_at_a_time_also_right_after_the_one_before(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way, most = 0, 0

    def answer(_messages: object) -> str:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        sleep(0.2)
        under_way -= 1
        return "Yes."

    def slowly(person: Person) -> str:  # it is asked after each answer
        sleep(0.1)
        return person.user.id

    house.model = ScriptedModel(answer)
    house.start()
    chat = house.chat()
    chat.next()
    monkeypatch.setattr(Person, "id", property(slowly))
    chat.say("Hello.", "0")
    for number in (1, 2, 3):
        chat.send("say", text=f"Message {number}.", ref=str(number))
    again = house.chat()
    assert kinds([again.next()]) == ["welcome"]
    assert [chat.until("answered")[-1]["ref"] for _ in range(3)] == ["1", "2", "3"]
    assert most == 1


def test_the_same_ref_is_said_and_answered_once(house: House) -> None:
    house.model = ScriptedModel(["Once."])
    house.start()
    chat, other = house.chat(), house.chat()
    chat.next(), other.next()
    first = chat.say("Hello.", "page-1")[-1]
    other.until("answered")
    again = chat.say("Hello.", "page-1")
    assert kinds(again) == ["answered"]
    assert (again[0]["message"], again[0]["finish"]) == (first["message"], "again")
    problem = chat.say("Another.", "page-1")[-1]
    assert (problem["ref"], problem["problem"]["status"]) == ("page-1", 409)
    assert other.told() == []
    assert len(house.ada.messages()) == 2


def test_an_answer_whose_client_vanished_is_finished_and_kept(house: House) -> None:
    model = halting(house)
    chat = house.chat()
    chat.next()
    chat.send("say", text="Hello.")
    last = chat.until("thinking")[0]["message"]["id"]
    chat.socket.socket.close()  # without a word
    model.go.set()
    back = house.chat(after=last)
    found = [*texts(back.next())]
    if not found:  # it was under way, and is seen to its end
        found = [back.until("answered")[-1]["text"]]
    assert found == ["One two three four five."]
    assert house.ada.messages()[-1].text == "One two three four five."


def test_stop_keeps_what_was_shown(house: House) -> None:
    model = halting(house)
    chat = house.chat()
    chat.next()
    chat.send("say", text="Hello.")
    chat.until("piece")
    chat.send("stop")
    assert chat.told() == []
    model.go.set()
    answered = chat.until("answered")[-1]
    assert (answered["finish"], answered["message"]["text"][-3:]) == ("cancelled", "[…]")
    assert "five" not in answered["text"]
    chat.send("stop")  # nothing is under way
    assert chat.told() == []


def test_what_is_said_meanwhile_waits_its_turn_and_too_much_is_refused(house: House) -> None:
    house.settings = ChatLimits(waiting=2)
    model = halting(house)
    chat = house.chat()
    chat.next()
    chat.send("say", text="Message 0.", ref="0")
    chat.until("thinking")
    for number in (1, 2, 3):
        chat.send("say", text=f"Message {number}.", ref=str(number))
    problem = chat.until("problem")[-1]
    assert (problem["ref"], problem["problem"]["status"]) == ("3", 429)
    model.go.set()
    refs = [frame["ref"] for _ in range(3) for frame in chat.until("answered")[-1:]]
    assert refs == ["0", "1", "2"]
    said = [message.text for message in house.ada.messages() if message.role == "user"]
    assert said == ["Message 0.", "Message 1.", "Message 2."]


def test_while_memory_is_paused_it_is_answered_and_nothing_is_kept(house: House) -> None:
    house.model = ScriptedModel(["Hello!", "You said hello."])
    house.start()
    house.ada.pause()
    chat = house.chat()
    chat.next()
    found = chat.say("Hello.", "page-1")
    assert kinds(found) == ["thinking", "piece", "answered"]
    assert (found[-1]["text"], found[-1]["message"]) == ("Hello!", None)
    chat.say("What did I say?")
    assert "Hello." in [message["content"] for message in house.model.asked[-1]]  # it has a thread all the same
    assert house.ada.messages() == []


def test_a_conversation_keeps_to_itself(house: House) -> None:
    house.start()
    first = house.ada.say("Long ago.").message
    assert first is not None
    house.ada.conversations.end()
    house.ada.say("I am at work.")
    chat, all_of_it = house.chat(conversation=first.conversation_id), house.chat()
    assert texts(chat.next()) == ["Long ago."]
    assert texts(all_of_it.next()) == ["Long ago.", "I am at work."]
    all_of_it.say("Still now.")
    assert chat.told() == []
    assert chat.say("Back then.")[0]["message"]["conversation_id"] == first.conversation_id
    assert house.chat(conversation="none").ended()[0] == 4404


def test_a_guest_who_gives_a_known_name_stays_a_guest(house: House) -> None:
    house.start()
    guest = house.luna.guest()
    chat = house.chat(guest.id)
    assert chat.next()["person"]["guest"] is True
    assert chat.say("My name is Ada.")[-1]["type"] == "answered"
    assert chat.say("I mean, my name is Bob Stone.")[-1]["type"] == "answered"
    assert house.luna.meet("Bob Stone").id != guest.id
    assert house.chat(guest.id).next()["person"]["guest"] is True


def test_a_guest_who_becomes_somebody_comes_back_as_themselves(house: House) -> None:
    house.start()
    guest = house.luna.guest()
    chat = house.chat(guest.id)
    chat.next()
    house.luna.directory.merge(guest, into=house.ada)
    chat.send("say", text="I own a boat.")
    code, found = chat.ended()
    assert (code, found[-2]["type"]) == (4409, "answered")
    assert house.chat(guest.id).next()["person"]["id"] == house.ada.id


def test_a_secret_and_a_category_switched_off_are_told(house: House) -> None:
    house.start()
    house.ada.settings(categories_off=["preference"])
    chat = house.chat()
    chat.next()
    found = chat.say("My favorite food is ramen. My password is hunter2hunter2.")
    events: list[Any] = [frame["event"]["kind"] for frame in found if frame["type"] == "memory"]
    assert sorted(events) == ["masked", "refused"]
    assert "hunter2" not in str(found)


def test_a_turn_over_plain_http_is_whole_and_the_devices_see_it(house: House) -> None:
    house.model = ScriptedModel([f"Hello! {NOTES}"])
    house.start()
    chat = house.chat()
    chat.next()
    asked = {"text": "My favorite food is ramen.", "id": "mine"}
    turn = house.http("POST", "Ada/turns", json=asked)
    assert (turn["reply"], turn["finish"], turn["model"]) == ("Hello!", "stop", "scripted:model")
    assert turn["learned"][0]["memory"]["text"] == "Favorite food is ramen."
    assert turn["notices"][0]["mark"] == "🪞"
    assert [chat.until("message")[-1]["ref"] for _ in range(2)] == ["mine", "mine"]
    assert house.http("POST", "Ada/turns", json=asked)["finish"] == "again"
    assert len(house.ada.messages()) == 2
