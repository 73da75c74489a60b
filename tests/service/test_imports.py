"""A history comes in with its own dates, once; what can't be read is named, and the rest goes in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.service.scene import MINUTE, START, Scene

import reverie
from reverie.histories import History, recognition
from reverie.histories.files import document
from reverie.imports import Report
from reverie.memory.runtime import digest
from reverie.removal import message_deletion
from reverie.testing import FrozenClock, HashEmbedder


def turn(text: object = "I like jazz.", **more: object) -> dict[str, object]:
    return {"id": "t1", "speaker": "Ada", "role": "user", "text": text, **more}


def thread(*turns: object, **more: object) -> dict[str, object]:
    return {"id": "c", "sessions": [{"id": "s", "datetime": "2026-01-01T10:00:00", "turns": list(turns), **more}]}


def bring(scene: Scene, content: str | bytes, **more: Any) -> Report:
    path = scene.path.with_name("history")
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    return scene.luna.import_history(path, scene.ada, **more)


def read(text: str) -> History:
    return recognition.read([document("history", text)])


def lines(*found: object) -> str:
    return "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in found)


def test_the_jsonl_layout(scene: Scene) -> None:
    whole = thread(
        turn(),
        turn("Lovely.", id="t2", speaker="Luna", role="assistant"),
        turn("I like tea.", id="t3", speaker="Mia", role="peer"),
        turn("Look!", id="t4", image_caption="a red boat"),
    )
    done: list[tuple[int, int]] = []
    report = bring(scene, lines(whole), progress=lambda at, of: done.append((at, of)))
    assert (report.conversations, report.messages, report.known, report.broken) == (1, 4, 0, [])
    assert done == [(4, 4)]
    assert [m.role for m in scene.ada.messages()] == ["user", "assistant", "peer", "user"]
    assert "a red boat" in scene.ada.messages()[3].text
    assert scene.ada.messages()[0].sent_at == datetime(2026, 1, 1, 10, tzinfo=UTC)
    assert scene.known() == ["Likes jazz."]
    assert scene.ada.memories()[0].valid_from == datetime(2026, 1, 1, 10, tzinfo=UTC)


def test_twice_is_once_and_a_longer_file_adds_its_end(scene: Scene) -> None:
    bring(scene, lines(thread(turn())))
    before = scene.luna.export(scene.ada)
    scene.clock.advance(MINUTE)
    again = bring(scene, lines(thread(turn())))
    assert (again.conversations, again.messages, again.known, again.learned) == (0, 0, 1, {})
    assert {**scene.luna.export(scene.ada), "exported_at": ""} == {**before, "exported_at": ""}
    more = bring(scene, lines(thread(turn(), turn("I live in Lyon.", id="t2"))))
    assert (more.conversations, more.messages, more.known) == (0, 1, 1)
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]


NO_TIMES: list[object] = ["not a date", "2026-13-45", 17, {"a": 1}, "0001-01-01", "9999-12-31", float("nan"), []]


@pytest.mark.parametrize(
    "broken",
    [
        "garbage",
        "[1, 2]",
        "5",
        "null",
        '"text"',
        "{",
        '{"id": "x"}',
        '{"sessions": 5}',
        '{"sessions": [5]}',
        '{"sessions": [{}]}',
        '{"sessions": [{"turns": "no"}]}',
        '{"sessions": [{"turns": [5]}]}',
        '{"id": ' + "9" * 5000 + "}",
        '{"a": ' + "[" * 100_000,
        lines(thread(turn(5), id="s0")).strip(),
        lines(thread({"id": "t0", "role": "user"}, id="s0")).strip(),
        lines(thread(turn(""), id="s0")).strip(),
        lines(thread(turn("x" * 2_000_001), id="s0")).strip(),
        *(lines(thread(turn(), id="s0", datetime=when)).strip() for when in NO_TIMES),
        lines(thread(turn(datetime="31.12.2025"), id="s0")).strip(),
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_a_broken_line_is_named_and_the_rest_goes_in(scene: Scene, broken: str, place: int) -> None:
    good = [lines(thread(turn())).strip(), lines({**thread(turn("I live in Lyon."), id="s2"), "id": "d"}).strip()]
    report = bring(scene, lines(*good[:place], broken, *good[place:]))
    assert len(report.broken) == 1
    assert f"line {place + 1}" in report.broken[0].where
    assert report.broken[0].reason
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]


def test_a_turn_key_given_twice_loses_nothing(scene: Scene) -> None:
    whole = thread(turn(), turn("I live in Lyon."))
    report = bring(scene, lines(whole, {**thread(turn("I play chess."), id="s2"), "id": "d"}))
    assert report.messages + len(report.broken) == 3
    assert {"Likes jazz.", "Plays chess."} <= set(scene.known())


@pytest.mark.parametrize("odd", ["\ud800", "\0", "x" * 5000])
@pytest.mark.parametrize("place", ["speaker", "id", "text", "session"])
def test_odd_characters_lose_nothing(scene: Scene, odd: str, place: str) -> None:
    first = thread(turn(**{place: f"I like jazz{odd}."} if place != "session" else {}))
    if place == "session":
        first["sessions"] = [{**s, "id": f"s{odd}"} for s in first["sessions"]]  # type: ignore[attr-defined] # a list
    second = thread(turn("I live in Lyon."), id="s2")
    report = bring(scene, lines(first, second))
    assert report.messages + len(report.broken) == 2
    assert "Lives in Lyon." in scene.known()
    assert bring(scene, lines(first, second)).messages == 0


def test_without_keys_and_dates_it_still_is_once(scene: Scene) -> None:
    bare = {"sessions": [{"turns": [{"role": "user", "text": "I like jazz."}]}]}
    assert bring(scene, lines(bare)).messages == 1
    scene.clock.advance(MINUTE)
    assert bring(scene, lines(bare)).messages == 0
    assert scene.ada.messages()[0].sent_at == START


@pytest.mark.parametrize("content", [b"", b"  \n \n\t", b"\xef\xbb\xbf"])
def test_an_empty_file_is_said_to_be_empty(scene: Scene, content: bytes) -> None:
    with pytest.raises(reverie.InvalidInput, match="holds no conversation"):
        bring(scene, content)


@pytest.mark.parametrize("content", [bytes(range(256)) * 40, b"\x00" * 1000, b"\x89PNG\r\n\x1a\n" + bytes(500)])
def test_a_binary_file_brings_nothing(scene: Scene, content: bytes) -> None:
    with pytest.raises(reverie.InvalidInput):
        bring(scene, content)
    assert scene.ada.messages() == []


def test_a_file_that_is_not_there(scene: Scene) -> None:
    for path in (scene.path.with_name("nothing"), scene.path.parent, Path("a\0b")):
        with pytest.raises(reverie.InvalidInput):
            scene.luna.import_history(path, scene.ada)


def test_a_file_that_does_not_say_who_the_person_is(scene: Scene) -> None:
    with pytest.raises(reverie.InvalidInput, match="Zoe"):
        bring(scene, "Zoe: I like jazz.\nMia: Me too.\n")
    with pytest.raises(reverie.InvalidInput, match="does not speak"):
        bring(scene, "Zoe: I like jazz.\nMia: Me too.\n", speaker="Eve")
    assert scene.ada.messages() == []
    report = bring(scene, "Zoe: I like jazz.\nMia: I like tea.\n", speaker="zoe")
    assert report.messages == 2
    assert scene.known() == ["Likes jazz."]


TRANSCRIPT = """# 2026-01-05

Ada: I like jazz.
Luna: How nice!
  And since when?
[2026-01-05 18:30] Ada: I live in Lyon.
2026-02-30
2026-02-28 09:15
Ada: I live in Paris.
"""


def test_a_transcript_with_dates(scene: Scene) -> None:
    report = bring(scene, TRANSCRIPT)
    assert (report.conversations, report.messages) == (2, 4)
    assert [b.where for b in report.broken] == ["line 7"]
    assert [(m.speaker, f"{m.sent_at:%m-%d %H:%M}") for m in scene.ada.messages()] == [
        ("Ada", "01-05 00:00"),
        ("Luna", "01-05 00:00"),
        ("Ada", "01-05 18:30"),
        ("Ada", "02-28 09:15"),
    ]
    assert "And since when?" in scene.ada.messages()[1].text
    assert scene.known() == ["Likes jazz.", "Lives in Paris."]
    assert bring(scene, TRANSCRIPT).messages == 0


def test_a_transcript_without_dates(scene: Scene) -> None:
    chat = "Ada: I like jazz.\r\nLuna: Nice.\r\nAda: I like jazz.\r\n"
    assert bring(scene, chat).messages == 3
    scene.clock.advance(MINUTE)
    assert bring(scene, chat).messages == 0
    assert [m.text for m in scene.ada.messages()] == ["I like jazz.", "Nice.", "I like jazz."]
    assert scene.ada.memories()[0].validations == 1


def test_what_was_off_the_record_is_not_brought_in(scene: Scene) -> None:
    report = bring(scene, "Ada: I love Zanzibar, but don't remember this.\nAda: I like jazz.\n")
    assert (report.private, report.messages) == (1, 1)
    assert b"Zanzibar" not in scene.bytes_on_disk()


def test_nothing_is_brought_in_while_paused(scene: Scene) -> None:
    scene.ada.pause()
    with pytest.raises(reverie.ReverieError, match="paused"):
        bring(scene, "Ada: I like jazz.\n")
    assert scene.ada.messages() == []


def test_commands_in_a_history_are_not_obeyed(scene: Scene) -> None:
    scene.say("I live in Lyon.")
    bring(scene, "Ada: I like jazz.\nAda: Forget everything about my home.\nAda: Stop remembering.\n")
    assert not scene.ada.settings().paused
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]


def test_one_message_a_line_is_one_sitting(scene: Scene) -> None:
    said = [{"role": "user", "content": "I like jazz."}, {"role": "assistant", "content": "Noted."}]
    dated = {"role": "user", "content": "I live in Lyon.", "datetime": "2026-01-02T10:00:00"}
    report = bring(scene, "".join(json.dumps(one) + "\n" for one in (*said, dated)))
    assert (report.conversations, report.messages, report.broken) == (1, 3, [])
    assert set(scene.known()) == {"Likes jazz.", "Lives in Lyon."}
    whole = json.dumps({"id": "chat", "messages": [{"role": "user", "content": "I play chess."}]}) + "\n"
    assert bring(scene, whole).messages == 1
    assert bring(scene, whole).messages == 0


def test_what_is_over_when_it_is_read_is_counted_as_past(scene: Scene) -> None:
    report = bring(scene, lines(thread(turn("I feel tired."), datetime="2020-01-01T10:00:00")))
    assert report.learned == {"past": 1}
    assert scene.known() == []


def test_what_was_deleted_does_not_come_back_with_its_file(scene: Scene) -> None:
    file = lines(thread(turn("I hate my boss.")))
    bring(scene, file)
    gone = scene.ada.unsay(scene.ada.messages()[0].id)
    assert bring(scene, file).messages == 0
    assert scene.known() == []
    scene.ada.undo(gone.change.id)
    assert scene.known() == ["Dislikes their boss."]


def test_a_message_whose_id_looks_like_a_deleted_ones_comes_in(scene: Scene) -> None:
    bring(scene, lines(thread(turn("I hate my boss.", id="A1"))))
    scene.ada.unsay(scene.ada.messages()[0].id)
    assert bring(scene, lines(thread(turn("I live in Lyon.", id="a1")))).messages == 1
    assert scene.known() == ["Lives in Lyon."]


def test_what_a_version_before_deleted_does_not_come_back_either(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    file = lines(thread(turn("I hate my boss.")))
    bring(scene, file)
    monkeypatch.setattr(message_deletion, "id_digest", lambda id: digest(None, id))
    scene.ada.unsay(scene.ada.messages()[0].id)
    assert bring(scene, file).messages == 0


def test_a_history_that_asked_to_forget_is_heeded(scene: Scene) -> None:
    said = [turn("I live in Lyon."), turn("I hate my boss.", id="b"), turn("Don't remember that.", id="c")]
    bring(scene, lines(thread(*said, turn("forget everything about my boss", id="d"))))
    assert [m.text for m in scene.ada.messages()] == ["I live in Lyon."]


def test_turns_without_a_time_follow_the_ones_that_have_one(scene: Scene) -> None:
    chat = "2026-01-01\n[2026-01-01 12:00] Ada: My favorite food is pizza.\nAda: Actually, my favorite food is ramen.\n"
    bring(scene, chat.encode())
    assert scene.known() == ["Favorite food is ramen."]


def test_keys_that_come_again_lose_no_turn(scene: Scene) -> None:
    keys = [("tea", "a"), ("jazz", "a#3"), ("fog", "a"), ("rain", "a")]
    some = [turn(f"I like {what}.", id=key) for what, key in keys]
    assert bring(scene, lines(thread(*some))).messages == 4
    assert bring(scene, lines(thread(*some))).known == 4


def test_very_many_lines_and_turns_are_read_to_their_end(scene: Scene) -> None:
    """Each line was once added to all before it, and each key compared with all: hours for a large file."""
    (sitting,) = read("Ada: so\n" + "and on\n" * 100_000).conversations
    assert sitting.turns[0].text.count("\n") == 100_000
    (told,) = read(lines(thread(*[turn(id=str(place)) for place in range(20_000)]))).conversations
    assert len(told.turns) == 20_000
    assert read("#" + " " * 100_000 + "x\n" + " " * 100_000 + "x").conversations == ()
    assert read("\n" * 100_000).conversations == ()


def test_the_same_words_are_embedded_once(tmp_path: Path, clock: FrozenClock) -> None:
    embedded: list[str] = []

    class Counting(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            embedded.extend(texts)
            return super().embed(texts)

    path = tmp_path / "history.txt"
    path.write_text("2026-01-01\n" + "Ada: The owls are back.\nLuna: Lovely.\n" * 20, encoding="utf-8")
    with reverie.open(tmp_path / "luna.db", companion="Luna", embedder=Counting(), clock=clock) as luna:
        ada = luna.meet("Ada")
        assert luna.import_history(path, ada).messages == 40
        assert sorted(embedded) == ["Lovely.", "The owls are back."]
        assert ada.recall("owls")[0].memory.text == "The owls are back."
