"""What the routes do: the library's verbs, over HTTP, one after the other as an application would call them."""

from __future__ import annotations

import base64
import io
import threading
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from tests.surface.server.conftest import ADDRESS

import reverie
from reverie import Reverie
from reverie.app.tools import TOOLS
from reverie.config import Config
from reverie.server.application import application
from reverie.settings_sections import MemorySettings, ServerSettings
from reverie.testing import ScriptedModel

ADA = "/v1/people/Ada"


class Caller:
    """A client that wants everything to be well."""

    def __init__(self, client: TestClient) -> None:
        self._client = client

    def __call__(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        answer = self._client.request(method, path, json=body)
        assert answer.status_code == status, (method, path, answer.text)
        return answer.json()


@pytest.fixture
def call(client: TestClient) -> Caller:
    made = Caller(client)
    made("POST", "/v1/people", {"name": "Ada"})
    made("PUT", "/v1/people/Ada/accounts", {"platform": "chat", "external_id": "1"})
    return made


def say(call: Caller, *texts: str) -> list[Any]:
    return [call("POST", f"{ADA}/messages", {"text": text}) for text in texts]


def test_people_are_met_described_merged_and_told_apart(call: Caller) -> None:
    ada = call("GET", "/v1/people/chat:1")
    assert (ada["person"]["name"], ada["accounts"][0]["platform"]) == ("Ada", "chat")
    assert call("POST", "/v1/people", {"name": "Adah"})["confirmation"] is None
    assert call("POST", "/v1/people", {"name": "ada"})["person"]["id"] != ada["person"]["id"]
    call("POST", "/v1/people", {"name": "Grace"})
    renamed = call("PATCH", "/v1/people/Grace", {"nickname": "Gracie", "pronouns": "she/her"})
    assert (renamed["person"]["nickname"], renamed["person"]["pronouns"]) == ("Gracie", "she/her")
    assert call("PATCH", "/v1/people/Grace", {"nickname": None})["person"]["nickname"] is None
    call("PATCH", "/v1/people/Grace", {"name": None}, status=422)
    linked = call("PUT", "/v1/people/Grace/accounts", {"platform": "mail", "external_id": "g"})
    assert [one["platform"] for one in linked["accounts"]] == ["mail"]
    call("PUT", f"{ADA}/accounts", {"platform": "mail", "external_id": "g"}, status=409)
    merged = call("POST", "/v1/people/Grace/merge", {"into": "Ada"})
    assert call("GET", "/v1/people/Grace")["person"]["name"] == "Ada"
    assert call("POST", "/v1/people/split", {"who": merged["id"]})["person"]["name"] == "Grace"
    assert call("POST", "/v1/people/Grace/accounts/unlink", {"platform": "mail", "external_id": "g"})["accounts"] == []
    assert [one["what"] for one in call("GET", "/v1/people/Grace/names")][:2] == ["met", "nickname"]
    assert call("POST", "/v1/people", {"name": "Grace", "namesake": True})["person"]["name"] == "Grace"
    call("GET", "/v1/people/Grace", status=409)
    assert call("GET", "/v1/patterns") == []
    assert call("GET", "/v1/companion")["name"] == "Luna"


def test_lists_come_in_pieces_that_lose_and_repeat_nothing(call: Caller) -> None:
    said = [one["message"]["id"] for one in say(call, *(f"I went to town {number}." for number in range(7)))]
    for order, expected in (("oldest", said), ("newest", said[::-1])):
        seen, cursor = [], ""
        while True:
            piece = call("GET", f"{ADA}/messages?limit=3&order={order}{cursor}")
            seen += [one["id"] for one in piece["items"]]
            if piece["next_cursor"] is None:
                break
            cursor = f"&cursor={piece['next_cursor']}"
        assert seen == expected
    first = call("GET", f"{ADA}/messages?limit=3")
    call("DELETE", f"{ADA}/messages/{said[0]}")
    rest = call("GET", f"{ADA}/messages?limit=200&cursor={first['next_cursor']}")
    assert [one["id"] for one in rest["items"]] == said[3:]
    call("DELETE", f"{ADA}/messages/{said[2]}")  # what the cursor names
    again = call("GET", f"{ADA}/messages?limit=200&cursor={first['next_cursor']}")
    assert [one["id"] for one in again["items"]] == said[3:]


@pytest.mark.parametrize("path", [f"{ADA}/changes", "/v1/companion/changes"])
def test_changes_come_in_pieces_the_newest_first(call: Caller, path: str) -> None:
    say(call, *(f"My favorite color is {one}." for one in ("red", "green", "blue", "grey", "pink")))
    for one in ("jazz", "tea", "rain", "moss", "fado"):
        call("POST", "/v1/opinions", {"name": one, "opinion": f"{one} is best."})
    whole = call("GET", f"{path}?limit=200")["items"]
    assert len(whole) > 4
    assert [one["at"] for one in whole] == sorted((one["at"] for one in whole), reverse=True)
    seen, piece = [], call("GET", f"{path}?limit=2")
    say(call, "I live in Bern.")  # what comes meanwhile moves nothing
    call("POST", "/v1/opinions", {"name": "snow", "opinion": "Snow is best."})
    while piece["next_cursor"] is not None:
        seen += piece["items"]
        piece = call("GET", f"{path}?limit=2&cursor={piece['next_cursor']}")
    assert [*seen, *piece["items"]] == whole


@pytest.mark.parametrize("cursor", ["WzFd", "WyJ4Il0", "WzEsMl0", "Wy0xXQ", "e30", "WzFlOTld"])
def test_a_cursor_is_of_its_own_list(call: Caller, client: TestClient, cursor: str) -> None:
    say(call, "I live in Bern.")  # the first is [1]: nothing came before that
    answer = client.get(f"{ADA}/changes?cursor={cursor}")
    assert answer.status_code == (200 if cursor == "WzFd" else 400)
    assert client.get(f"{ADA}/messages?cursor={cursor}").status_code == 400


def test_what_is_said_is_found_with_its_reasons_and_its_context(call: Caller) -> None:
    said, *_ = say(call, "My favorite food is ramen.", "I have a cat called Miso.")
    assert said["learned"][0]["memory"]["source"]["quote"] == "My favorite food is ramen."
    best = call("POST", f"{ADA}/memories/search", {"query": "What food do I like?"})["hits"][0]
    assert (best["value"], best["said_by"]) == ("ramen", "Ada")
    assert best["score"] == pytest.approx(sum(best["features"].values()), abs=0.01)
    assert best["why"]
    own = call("POST", f"{ADA}/memories/search", {"query": "cat", "own_words": True, "limit": 1})["hits"]
    assert [one["kind"] for one in own] == ["message"]
    made = call("POST", f"{ADA}/context", {"message": "Dinner ideas?", "budget": 200, "emotion": "calm"})
    assert "ramen" in made["text"]
    system, last = made["openai"]
    assert system["content"].startswith(made["stable"])
    assert last == {"role": "user", "content": f"{made['volatile']}\n\nDinner ideas?"}
    assert made["anthropic"]["messages"] == [last]
    assert made["anthropic"]["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert 0 < made["tokens"] <= made["budget"] == 200
    assert 0 < sum(one["tokens"] for one in made["lines"]) < made["tokens"]
    assert all((one["score"] is not None) is (one["source"] == "recalled") for one in made["lines"])
    past = call("POST", f"{ADA}/context", {"message": "Dinner ideas?", "known_at": said["message"]["sent_at"][:10]})
    assert "ramen" not in past["text"]
    quotes = call("POST", f"{ADA}/messages/search", {"topic": "cat"})["quotes"]
    assert quotes[0]["message"]["text"] == "I have a cat called Miso."
    both = call("POST", f"{ADA}/messages/search", {"topic": "cat", "whose": "both"})["quotes"]
    assert both[0]["message"]["id"] == quotes[0]["message"]["id"]


def test_off_the_record_nothing_is_kept(call: Caller) -> None:
    said = call("POST", f"{ADA}/messages", {"text": "My favorite food is ramen.", "off_record": True})
    assert said["message"] is None
    assert call("GET", f"{ADA}/messages")["items"] == []


def test_a_memory_is_corrected_dated_looked_at_in_the_past_and_undone(call: Caller) -> None:
    stated = {"text": "My favorite food is ramen.", "at": "2026-03-01T12:00:00Z"}
    old = call("POST", f"{ADA}/memories", stated)[0]["memory"]
    new = call("PATCH", f"{ADA}/memories/{old['id']}", {"text": "My favorite food is sushi."})[0]
    assert (new["step"], new["memory"]["key"], new["memory"]["value"]) == ("superseded", "favorite_food", "sushi")
    assert [one["value"] for one in call("GET", f"{ADA}/memories")["items"]] == ["sushi"]
    then = call("GET", f"{ADA}/memories?as_of=2026-04-01T00:00:00Z")["items"]
    assert [one["value"] for one in then] == ["ramen"]
    line = call("GET", f"{ADA}/memories/{new['memory']['id']}/timeline")
    assert [(one["value"], one["status"]) for one in line] == [("ramen", "superseded"), ("sushi", "active")]
    assert line[0]["valid_to"] == line[1]["valid_from"]
    causes = [one["change"]["cause"] for one in call("GET", f"{ADA}/memories/{old['id']}/history")]
    assert causes == ["remember", "correct"]
    assert call("GET", f"{ADA}/memories/{old['id']}")["superseded_by"] == new["memory"]["id"]
    call("PATCH", f"{ADA}/memories/{old['id']}", {"text": "Something."}, status=409)
    assert [one["value"] for one in call("GET", f"{ADA}/memories?status=superseded&key=favorite_food")["items"]] == [
        "ramen"
    ]
    call("POST", f"{ADA}/changes/undo", {"change_id": call("GET", f"{ADA}/changes")["items"][0]["change"]["id"]})
    assert [one["value"] for one in call("GET", f"{ADA}/memories")["items"]] == ["ramen"]
    call("POST", f"{ADA}/changes/undo", {"change_id": "none"}, status=404)


def test_a_memory_is_pinned_listed_told_first_and_unpinned(call: Caller) -> None:
    kept = call("POST", f"{ADA}/memories", {"text": "Call me in the evening."})[0]["memory"]
    pinned = call("PUT", f"{ADA}/pinned/{kept['id']}")
    assert (pinned["memory"], call("GET", f"{ADA}/pinned")) == (kept, [kept])
    assert call("PUT", f"{ADA}/pinned/{kept['id']}")["change_id"] is None
    first = call("POST", f"{ADA}/context", {"message": "hey"})["lines"][0]
    assert (first["source"], first["memory_id"], first["why"]) == ("pinned", kept["id"], "pinned")
    assert call("POST", f"{ADA}/changes/undo", {})["change"]["cause"] == "undo"
    assert call("GET", f"{ADA}/pinned") == []
    assert call("DELETE", f"{ADA}/pinned/{kept['id']}")["change_id"] is None
    call("PUT", f"{ADA}/pinned/nothing", status=404)


def test_a_list_of_memories_is_narrowed_and_turned_round(call: Caller) -> None:
    for day, text in ((1, "The garden gate squeaks."), (2, "The garden is full of snow."), (3, "The gate was oiled.")):
        call("POST", f"{ADA}/memories", {"text": text, "at": f"2026-03-0{day}T12:00:00Z"})

    def days(query: str) -> list[int]:
        return [int(one["valid_from"][8:10]) for one in call("GET", f"{ADA}/memories?{query}")["items"]]

    assert days("order=newest") == [3, 2, 1]
    assert days("words=garden") == [1, 2]
    assert days("words=GATE%20the") == [1, 3]
    assert days("since=2026-03-02T00:00:00Z&until=2026-03-03T00:00:00Z") == [2]
    assert days("words=no-such-word") == []


def test_messages_are_listed_from_one_of_them_either_way(call: Caller) -> None:
    say(call, "One.", "Two.", "Three.", "Four.")
    first, second, third, _fourth = call("GET", f"{ADA}/messages")["items"]

    def texts(query: str) -> list[str]:
        return [one["text"] for one in call("GET", f"{ADA}/messages?{query}")["items"]]

    assert texts(f"after={second['id']}") == ["Three.", "Four."]
    here = f"conversation_id={third['conversation_id']}"
    assert texts(f"after={third['id']}&order=newest&{here}") == ["Two.", "One."]
    piece = call("GET", f"{ADA}/messages?after={first['id']}&limit=1")
    assert texts(f"after={first['id']}&limit=1&cursor={piece['next_cursor']}") == ["Three."]
    call("GET", f"{ADA}/messages?after=nothing", status=404)


def test_a_sentence_without_a_slot_is_corrected_too(call: Caller) -> None:
    old = call("POST", f"{ADA}/memories", {"text": "The garden gate squeaks."})[0]["memory"]
    assert old["key"] is None
    new = call("PATCH", f"{ADA}/memories/{old['id']}", {"text": "The garden gate was oiled."})[0]
    assert (new["step"], new["previous"]["id"]) == ("superseded", old["id"])
    slotted = call("PATCH", f"{ADA}/memories/{new['memory']['id']}", {"text": "My favorite food is ramen."})
    assert [one["memory"]["key"] for one in slotted] == ["favorite_food"]
    assert [one["text"] for one in call("GET", f"{ADA}/memories")["items"]] == ["Favorite food is ramen."]
    call("PATCH", f"{ADA}/memories/{slotted[0]['memory']['id']}", {"text": "My password is hunter2-xyz."}, status=403)


def test_forgetting_is_shown_first_and_leaves_no_words(call: Caller) -> None:
    said, _ = say(call, "My favorite food is ramen. I live in Nice.", "I play chess.")
    memory = said["learned"][0]["memory"]["id"]
    shown = call("DELETE", f"{ADA}/memories/{memory}?preview=true")
    assert (shown["change_id"], shown["messages"][0]["words"]) == (None, ["My favorite food is ramen."])
    assert call("GET", f"{ADA}/memories/{memory}")["value"] == "ramen"
    gone = call("DELETE", f"{ADA}/memories/{memory}")
    assert gone["change_id"]
    call("GET", f"{ADA}/memories/{memory}", status=404)
    assert "ramen" not in str(call("GET", f"{ADA}/memories/{memory}/history"))
    for path in ("messages", "memories", "changes", "export"):
        assert "ramen" not in str(call("GET", f"{ADA}/{path}")), path
    call("POST", f"{ADA}/memories/forget", {"what": "ramen"}, status=404)
    assert call("POST", f"{ADA}/memories/forget", {"what": "chess", "preview": True})["change_id"] is None


def test_a_person_is_understood(call: Caller) -> None:
    made = call("POST", f"{ADA}/observations", {"text": "Ada enjoys long walks", "category": "interest"})
    observation = made["observation"]["id"]
    assert call("POST", f"{ADA}/observations/{observation}/validate")["validations"] == 1
    against = call("POST", f"{ADA}/observations", {"text": "Ada does not enjoy long walks", "category": "interest"})
    listed = call("GET", f"{ADA}/observations?category=interest&minimum_confidence=0.1")["items"]
    assert len(listed) == 2
    assert len(call("GET", f"{ADA}/conflicts")["items"]) == (2 if against["contradicts"] else 0)
    assert "Ada" in call("GET", f"{ADA}/reflection")["text"]
    assert call("GET", f"{ADA}/relationship") == []
    call("POST", f"{ADA}/observations", {"text": "x", "category": "sport"}, status=422)


def test_what_is_proposed_is_decided(call: Caller, luna: Reverie) -> None:
    ada = luna.find("Ada")
    for number in range(4):
        ada.user_model.record(f"Ada loves hiking in the hills, walk {number}", category="interest")
    waiting = call("POST", f"{ADA}/proposals")
    listed = call("GET", f"{ADA}/proposals")["items"]
    assert [one["proposal"]["id"] for one in listed] == [one["proposal"]["id"] for one in waiting]
    call("POST", f"{ADA}/proposals/none/accept", status=404)
    for one in waiting:
        assert call("POST", f"{ADA}/proposals/{one['proposal']['id']}/accept")["status"] == "active"


def test_a_fact_that_waits_shows_what_it_stands_against(call: Caller, tmp_path: Any) -> None:
    settings = Config(memory=MemorySettings(conflict="ask"))
    with reverie.open(tmp_path / "asks.db", embedder="none", config=settings) as asks:
        asks.meet("Ada")
        with TestClient(application(asks, ServerSettings(), local=True), base_url=ADDRESS) as client:
            ask = Caller(client)
            say(ask, "My favorite food is ramen.", "My favorite food is sushi.")
            (waiting,) = ask("GET", f"{ADA}/proposals")["items"]
            assert (waiting["proposal"]["value"], waiting["replaces"]["value"]) == ("sushi", "ramen")
            declined = ask("POST", f"{ADA}/proposals/{waiting['proposal']['id']}/decline")
            assert declined["status"] == "retracted"
            assert ask("GET", f"{ADA}/proposals")["items"] == []


def test_a_profile_is_read_edited_and_updated(call: Caller) -> None:
    call("PATCH", f"{ADA}/profile", {"field": "values", "value": ["honesty"], "action": "append"})
    page = call("GET", f"{ADA}/profile")
    assert page["profile"]["values"] == ["honesty"]
    edited = call("PUT", f"{ADA}/profile", {"yaml": page["yaml"].replace("notes:", "notes: Met at sea.")})
    assert (edited["profile"]["notes"], edited["edits"][0]["field"]) == ("Met at sea.", "notes")
    call("PUT", f"{ADA}/profile", {"yaml": "notes: [unclosed"}, status=422)
    call("PATCH", f"{ADA}/profile", {"field": "shoe_size", "value": "40"}, status=422)
    assert call("GET", f"{ADA}/profile")["profile"]["notes"] == "Met at sea."


def test_conversations_are_summed_up_noted_and_ended(call: Caller) -> None:
    said, *_ = say(call, "I passed my exam today!", "I was so nervous before.")
    where = f"{ADA}/conversations/{said['message']['conversation_id']}"
    assert len(call("GET", f"{where}/messages")["items"]) == 2
    assert len(call("GET", f"{where}/summary")["messages"]) == 2
    assert call("PUT", f"{where}/summary", {"text": "She passed."})["author"] == "person"
    assert call("PUT", f"{where}/notes", {"text": "Ask about it."}) == call("GET", f"{where}/notes")
    ended = call("POST", f"{where}/end")
    assert ended["conversation"]["ended_at"]
    assert call("GET", where) == ended["conversation"] == call("GET", f"{ADA}/conversations")["items"][0]
    assert call("GET", f"{ADA}/episodes")["items"][0]["conversation_id"] == said["message"]["conversation_id"]
    found = call("POST", f"{ADA}/episodes/search", {"message": "How did my exam go?"})
    assert set(found) == {"episode", "excerpt"}
    call("GET", f"{ADA}/conversations/none", status=404)


def test_a_person_decides_about_their_memory(call: Caller) -> None:
    assert call("POST", f"{ADA}/pause")["paused"] is True
    assert say(call, "I live in Nice.")[0]["message"] is None
    call("POST", f"{ADA}/memories", {"text": "I live in Nice."}, status=403)
    assert call("POST", f"{ADA}/resume")["paused"] is False
    changed = call("PATCH", f"{ADA}/settings", {"categories_off": ["health"], "retention_days": 30})
    decided = {"paused": False, "categories_off": ["health"], "retention_days": 30.0}
    assert changed == decided | {"told_in_company": []}
    assert call("PATCH", f"{ADA}/settings", {"retention_days": None})["retention_days"] is None
    assert call("GET", f"{ADA}/settings")["categories_off"] == ["health"]
    say(call, "I live in Nice.")
    exported = call("GET", f"{ADA}/export")
    assert exported["conversations"][0]["messages"][0]["text"] == "I live in Nice."
    receipt = call("DELETE", ADA)
    assert (receipt["proved"], receipt["left"]) == (True, 0)
    call("GET", ADA, status=404)


def test_the_companion_has_opinions_and_a_self(call: Caller) -> None:
    jazz = call("POST", "/v1/opinions", {"name": "jazz", "opinion": "Jazz is best live.", "about": ["Ada"]})["opinion"]
    assert call("POST", f"/v1/opinions/{jazz['id']}/reinforce")["strength"] > jazz["strength"]
    new = call("POST", f"/v1/opinions/{jazz['id']}/evolve", {"opinion": "Jazz is best at home.", "reason": "Rain."})
    assert call("GET", f"/v1/opinions/{jazz['id']}")["opinion"] == "Jazz is best at home."
    assert call("GET", "/v1/opinions")["items"][0]["history"][0]["reason"] == "Rain."
    assert call("POST", "/v1/opinions/search", {"query": "jazz"})["opinions"]
    assert call("GET", "/v1/opinions/stats")["active"] == 1
    assert call("POST", f"/v1/opinions/{new['opinion']['id']}/retract", {"reason": "Enough."})["status"] == "retracted"
    call("POST", "/v1/opinions/undo", {})
    assert call("GET", "/v1/opinions/stats")["active"] == 1
    call("POST", f"/v1/opinions/{jazz['id']}/accept", status=404)
    call("PUT", "/v1/self/capabilities", {"statements": ["I listen."]})
    call("POST", "/v1/self/capabilities/append", {"statement": "I remember."})
    left = call("POST", "/v1/self/capabilities/remove", {"statement": "I listen."})
    assert left["capabilities"] == ["I remember."] == call("GET", "/v1/self")["profile"]["capabilities"]
    call("POST", "/v1/self-observations", {"text": "I talk less at night."})
    assert call("GET", "/v1/self-observations")["items"][0]["text"] == "I talk less at night."


def test_knowledge_is_listed_and_searched(call: Caller, luna: Reverie, tmp_path: Any) -> None:
    (tmp_path / "guide.md").write_text("# Install\n\nRun the installer, then restart the machine.\n")
    luna.knowledge.add(tmp_path / "guide.md")
    assert call("GET", "/v1/knowledge")["items"][0]["title"] == "Install"
    found = call("POST", "/v1/knowledge/search", {"question": "How do I run the installer?"})["passages"]
    assert found[0]["lines"]


def test_a_picture_is_shown_as_it_was_added(client: TestClient, call: Caller, luna: Reverie, tmp_path: Path) -> None:
    file = tmp_path / "cat.png"
    Image.new("RGB", (8, 8), "red").save(file)
    scene = luna.find("Ada").pictures.add(file, "A cat on the sofa.").scene
    answer = client.get(f"{ADA}/pictures/{scene.id}/image")
    assert (answer.status_code, answer.content) == (200, file.read_bytes())
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["content-disposition"] == 'inline; filename="picture.png"'
    assert answer.headers["x-content-type-options"] == "nosniff"
    Image.new("RGB", (8, 8), "blue").save(file)
    assert "changed" in call("GET", f"{ADA}/pictures/{scene.id}/image", status=409)["detail"]
    file.unlink()
    call("GET", f"{ADA}/pictures/{scene.id}/image", status=404)
    call("GET", f"{ADA}/pictures/none/image", status=404)


def encoded(colour: str = "red", form: str = "PNG") -> str:
    held = io.BytesIO()
    Image.new("RGB", (8, 6), colour).save(held, form)
    return base64.b64encode(held.getvalue()).decode()


def test_a_picture_is_sent_found_and_shown_and_goes_with_its_person(
    client: TestClient, call: Caller, luna: Reverie, tmp_path: Path
) -> None:
    sent = {"image": f"data:image/png;base64,{encoded()}", "description": "the cat on the sofa", "scene_id": "cam-1"}
    made = call("POST", f"{ADA}/pictures", {**sent, "vector": [0.6, 0.8], "space": "eye", "at": "2026-03-01T10:00:00Z"})
    scene = made["scene"]
    assert (made["step"], made["spaces"], scene["scene_id"], scene["width"]) == ("added", ["eye"], "cam-1", 8)
    assert scene["at"] == "2026-03-01T10:00:00Z"
    assert call("POST", f"{ADA}/pictures", sent)["step"] == "reinforced"
    found = call("POST", f"{ADA}/pictures/search", {"message": "a cat", "vector": [0.6, 0.8], "space": "eye"})
    assert [one["id"] for one in found["scenes"]] == [scene["id"]]
    assert client.get(f"{ADA}/pictures/{scene['id']}/image").content == base64.b64decode(encoded())
    path = luna.find("Ada").pictures.scene(scene["id"]).path
    assert luna.find("Ada").id in path.parts
    assert path.stat().st_mode & 0o777 == 0o600
    call("POST", "/v1/people", {"name": "Ben"})
    call("POST", "/v1/people/Ben/pictures", sent)
    call("GET", f"/v1/people/Ben/pictures/{scene['id']}", status=404)
    receipt = call("DELETE", ADA)
    assert receipt["rows"]["picture_files"] == 1
    assert not path.exists()
    assert len(list(path.parents[1].rglob("*.png"))) == 1  # Ben's stays


def test_nothing_that_is_told_names_a_folder_of_the_server(
    client: TestClient, call: Caller, luna: Reverie, tmp_path: Path
) -> None:
    guide, photo = tmp_path / "guide.md", tmp_path / "cat.png"
    guide.write_text("# Cats\n\nThe cat sleeps on the sofa.\n")
    photo.write_bytes(base64.b64decode(encoded()))
    luna.knowledge.add(guide)
    ada = luna.find("Ada")
    ada.say("The cat on the sofa is called Bartholomea.")
    scene = ada.pictures.add(photo, "the cat on the sofa").scene.id
    (tmp_path / "luna.db.friday").write_bytes((tmp_path / "luna.db").read_bytes())
    message = ada.messages()[0].id

    def told() -> str:
        looked = [
            client.get(f"{ADA}/pictures"),
            client.get(f"{ADA}/pictures/{scene}"),
            client.get(f"{ADA}/pictures/{scene}/image"),
            client.post(f"{ADA}/pictures/search", json={"message": "the cat on the sofa"}),
            client.post(f"{ADA}/memories/search", json={"query": "the cat on the sofa"}),
            client.post(f"{ADA}/context", json={"message": "the cat on the sofa"}),
            client.post("/v1/knowledge/search", json={"question": "Where does the cat sleep?"}),
        ]
        return "\n".join(one.text for one in looked)

    shown = told()
    assert shown.count("the cat on the sofa") > 3
    assert "The cat sleeps on the sofa." in shown
    photo.write_bytes(base64.b64decode(encoded("blue")))
    changed = told()
    assert "was changed since it was added" in changed
    photo.unlink()
    gone = told()
    assert "is not there" in gone
    receipts = [client.delete(f"{ADA}/messages/{message}/traces"), client.delete(ADA)]
    assert [one["where"] for one in receipts[1].json()["copies"]] == ["luna.db.friday"]
    for text in (shown, changed, gone, *(one.text for one in receipts)):
        assert str(tmp_path) not in text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"image": "not base64!"}, 422),
        ({"image": base64.b64encode(b"MZ\x90 a program").decode()}, 422),
        ({"image": base64.b64encode(b"<svg xmlns='x'/>").decode()}, 422),
        ({"image": encoded()[:40]}, 422),
        ({"image": encoded(form="BMP")}, 422),
        ({"image": encoded(), "description": "  "}, 422),
        ({"image": encoded(), "vector": [1.0]}, 422),
        ({"image": encoded(), "vector": [0.0, 0.0], "space": "eye"}, 422),
        ({"image": encoded(), "description": "my PIN is 4921 and my card 4111 1111 1111 1111"}, 403),
        ({"image": encoded(), "path": "/etc/passwd"}, 422),
        ({"path": "/etc/passwd"}, 422),
        ({"image": "/etc/passwd"}, 422),
        ({"image": "file:///etc/hostname"}, 422),
        ({"image": "A" * 5_000_000}, 413),
    ],
)
def test_what_is_no_picture_is_refused_and_leaves_no_file(
    call: Caller, tmp_path: Path, body: dict[str, str], status: int
) -> None:
    call("POST", f"{ADA}/pictures", {"description": "a cat", **body}, status=status)
    assert call("GET", f"{ADA}/pictures")["items"] == []
    assert [one for one in tmp_path.rglob("pictures/*/*")] == []


def test_a_store_without_a_folder_takes_no_pictures_and_says_what_to_set() -> None:
    with reverie.open(":memory:", embedder="none") as luna:
        luna.meet("Ada")
        app = application(luna, ServerSettings(), local=True)
        with TestClient(app, base_url=ADDRESS) as client:
            answer = client.post(f"{ADA}/pictures", json={"image": encoded(), "description": "a cat"})
    assert (answer.status_code, "pictures.folder" in answer.json()["detail"]) == (409, True)


def test_the_work_in_the_background_can_be_looked_at(tmp_path: Path) -> None:
    with reverie.open(tmp_path / "learning.db", embedder="none", model=ScriptedModel()) as luna:
        luna.meet("Ada").say("So my knees and I went back to fencing, twice a week.")
        with luna.working(every=3600) as work:
            app = application(luna, ServerSettings(), local=True, work=work)
            with TestClient(app, base_url=ADDRESS) as client:
                told = Caller(client)("GET", "/v1/work")
        facts = next(one for one in told["tasks"] if one["task"] == "facts")
        assert (told["model"], told["running"], facts["items"]) == ("scripted:model", True, 1)


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_can_be_called(call: Caller, name: str) -> None:
    offered = {one["name"]: one for one in call("GET", f"{ADA}/tools")}
    assert offered.keys() == TOOLS.keys()
    outcome = call("POST", f"{ADA}/tools/{name}", {"nonsense": 1})
    assert (outcome["name"], outcome["ok"]) == (name, False)
    assert "there is no such argument" in outcome["content"]["error"]


def test_a_tool_does_what_it_does(call: Caller) -> None:
    formed = call("POST", f"{ADA}/tools/form_opinion", {"topic": "jazz", "opinion": "Jazz is best live."})
    assert (formed["ok"], formed["content"]["step"]) == (True, "added")
    call("POST", f"{ADA}/tools/no_tool", {}, status=404)


def test_what_a_tool_notes_goes_with_the_message_it_answers(call: Caller) -> None:
    said = call("POST", f"{ADA}/messages", {"text": "I have not slept since the move."})
    note = {"observation": "Sleeps badly", "category": "background"}
    assert call("POST", f"{ADA}/tools/record_user_observation", note)["ok"]
    assert [one["text"] for one in call("GET", f"{ADA}/observations")["items"]] == ["Sleeps badly"]
    call("DELETE", f"{ADA}/messages/{said['message']['id']}")
    assert call("GET", f"{ADA}/observations")["items"] == []


def test_many_at_once_lose_nothing(call: Caller) -> None:
    def speak(number: int) -> None:
        say(call, *(f"Walk {number}.{turn} was fine." for turn in range(5)))

    threads = [threading.Thread(target=speak, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(call("GET", f"{ADA}/messages?limit=200")["items"]) == 30


def test_a_message_and_a_person_are_erased_with_a_receipt(call: Caller) -> None:
    said = say(call, "I live in Lyon.", "I live in Zanzibar.")[1]["message"]["id"]
    receipt = call("DELETE", f"{ADA}/messages/{said}/traces")
    assert (receipt["rows"]["messages"], receipt["left"]) == (1, 0)
    assert [one["text"] for one in call("GET", f"{ADA}/memories")["items"]] == ["Lives in Lyon."]
    call("DELETE", f"{ADA}/messages/{said}/traces", status=404)
    receipt = call("DELETE", ADA)
    assert (receipt["rows"]["users"], receipt["left"], receipt["places"]) == (1, 0, [])
    assert receipt["looked_for"] > 0
    assert "Lyon" not in str(receipt)
    call("DELETE", ADA, status=404)
