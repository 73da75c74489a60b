"""What a history comes in may mean harm: it is opened within limits, and an error says what is wrong with it."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests import exports
from tests.exports import zipped

from reverie.errors import InvalidInput
from reverie.histories import History, files, recognition
from reverie.histories.files import Layout, decoded, document, opened


def read(content: bytes, **how: Any) -> History:
    return recognition.read(opened("chats.zip", io.BytesIO(content)), **how)


# -- zips ----------------------------------------------------------------------------------------


def test_a_whole_zip_is_read_and_what_is_beside_the_chats_is_left_alone() -> None:
    whole = zipped(
        user__json=json.dumps({"id": "u", "email": "maria@example.org"}),
        chat__html="<html>not read</html>",
        picture__png=b"\x89PNG\r\n\x1a\n\0\0\0",
        message_feedback__json="[]",
        **{
            "conversations-000__json": json.dumps([exports.chatgpt_talk("a")]),
            "conversations-001__json": json.dumps([exports.chatgpt_talk("b")]),
        },
    )
    history = read(whole)
    assert (history.format, [one.key for one in history.conversations]) == ("chatgpt", ["chatgpt:a", "chatgpt:b"])


@pytest.mark.parametrize("begin", ["<!DOCTYPE html>\n<html>", "\n<html lang='en'>"])
def test_a_page_of_a_chat_is_refused_with_a_way_on(begin: str) -> None:
    page = f"{begin}<body><div class='from_name'>Cleo</div><div class='text'>Cleo: hi</div></body></html>"
    with pytest.raises(InvalidInput, match=r"messages\.html is a web page \(HTML\).* as JSON, as Telegram Desktop"):
        recognition.read([document("messages.html", page)])


def test_other_zips_are_known_too() -> None:
    claude = zipped(
        conversations__json=json.dumps([exports.claude()]), memories__json=json.dumps(exports.CLAUDE_MEMORIES)
    )
    assert (read(claude).format, len(read(claude).remembered)) == ("claude", 3)
    assert read(zipped(_chat__txt=exports.WHATSAPP_IOS, **{"00-PHOTO__jpg": b"\xff\xd8"})).format == "whatsapp"
    takeout = {"Takeout/My Activity/Maps/MyActivity__json": json.dumps([{"header": "Maps", "time": "x", "title": "y"}])}
    takeout["Takeout/My Activity/Gemini Apps/MyActivity__json"] = json.dumps(exports.GEMINI)
    assert read(zipped(**takeout)).format == "gemini"


@pytest.mark.parametrize(
    "name", ["../../etc/passwd.json", "/etc/evil.json", "C:\\temp\\evil.json", "a\0b.json", "x" * 300]
)
def test_a_name_in_a_zip_leads_nowhere(name: str) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr(name if name.endswith(".json") else f"{name}.json", "[{")
    with pytest.raises(InvalidInput) as raised:
        read(held.getvalue(), format="chatgpt")
    assert not {"/", "\\", "\0"} & {*str(raised.value).split(", item")[0]}
    assert len(str(raised.value)) < 400


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(InvalidInput, match=r"conversations.json would unpack to 67,108,864 bytes from"):
        read(zipped(conversations__json="[" + " " * (64 * 1024**2 - 1)))


def test_a_zip_that_lies_about_a_size_is_refused() -> None:
    whole = bytearray(zipped(conversations__json=json.dumps([exports.chatgpt_talk()]) + " " * 5000))
    at = whole.rindex(b"PK\1\2") + 24  # the size in the directory
    struct.pack_into("<I", whole, at, 100)
    with pytest.raises(InvalidInput, match=r"not of the size|no whole zip"):
        read(bytes(whole))


def test_more_text_than_is_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1000)
    for content in (b"Maria: " + b"x" * 1000, zipped(a__txt="Maria: " + "x" * 600, b__txt="Maria: " + "y" * 600)):
        with pytest.raises(InvalidInput, match="split it"):
            read(content)


@pytest.mark.parametrize("cut", [10, 200, -30, -1])
def test_a_zip_that_breaks_off_is_named(cut: int) -> None:
    with pytest.raises(InvalidInput, match="no whole zip file"):
        read(zipped(conversations__json=json.dumps([exports.chatgpt_talk()]))[:cut])


def test_an_encrypted_zip_says_so() -> None:
    whole = bytearray(zipped(conversations__json="[]"))
    whole[6] |= 1
    whole[whole.rindex(b"PK\1\2") + 8] |= 1
    with pytest.raises(InvalidInput, match="is encrypted"):
        read(bytes(whole))


def test_a_zip_without_text_says_so() -> None:
    with pytest.raises(InvalidInput, match="no text in it"):
        read(zipped(photo__jpg=b"\xff\xd8"))


# -- JSON ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[{"mapping": {}}', "item 1 is no JSON: a comma or ] is missing"),
        ('[{"mapping": {}}, {"mapping"', "item 2 is no JSON"),
        ('[{"mapping": {}}, ', "item 2 is no JSON"),
        ('[{"mapping": {}},]', "item 2 is no JSON"),
        ('[{"mapping": {}}, ' + '{"a":' * 100_000, "item 2 is no JSON: it is nested too deep"),
        ('[{"mapping": {}}, {"create_time": ' + "9" * 5000 + "}]", "item 2 is no JSON"),
        ("[" * 100_000, "no JSON of one array"),
    ],
)
def test_json_that_breaks_off_is_named_with_its_place(text: str, reason: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        recognition.read([document("it", text)], format="chatgpt")
    assert reason in str(raised.value)


def test_how_a_text_is_built() -> None:
    built = {
        "[]": Layout.ARRAY,
        ' \n[ {"a": 1} ]\n': Layout.ARRAY,
        '{"a":\n 1}\n': Layout.OBJECT,
        '{"a": 1}\n{"b": 2}': Layout.LINES,
        'oops\n{"b": 2}': Layout.LINES,
        "[1/2/25, 10:00:00] Ada: hi": Layout.TEXT,
        'Ada: look\n{"b": 2}': Layout.TEXT,
        "": Layout.TEXT,
    }
    assert {text: document("it", text).layout for text in built} == built


# -- encodings -----------------------------------------------------------------------------------

_WORDS = "Zoë: J’aime le café à Zürich. 東京 🙂"
_LATIN = "Zoë: J’aime le café à Zürich…"


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_is_read_with_and_without_a_mark(coding: str) -> None:
    assert decoded("it", _WORDS.encode(coding)) == _WORDS


@pytest.mark.parametrize("mark", ["le", "be"])
def test_either_order_of_bytes_is_read(mark: str) -> None:
    assert decoded("it", ("\ufeff" + _WORDS).encode(f"utf-16-{mark}")) == _WORDS


def test_windows_letters_are_read() -> None:
    assert decoded("it", _LATIN.encode("cp1252")) == _LATIN


def test_one_broken_byte_spoils_no_other_letter() -> None:
    content = _WORDS.encode() + b"\xff" + _WORDS.encode()
    assert decoded("it", content) == f"{_WORDS}\ufffd{_WORDS}"


@pytest.mark.parametrize("content", [bytes(range(256)) * 40, b"\0" * 1000, b"\x89PNG\r\n\x1a\n" + bytes(500)])
def test_what_is_no_text_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidInput, match="it is no text"):
        decoded("it", content)


LONG = 200_000


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("whatsapp", f"17/05/2025, 18:30 - Maria: a{' ' * LONG}b"),
        ("whatsapp", f"17/05/2025, 18:30 - Maria: {'<' * LONG}"),
        ("chatgpt", json.dumps([exports.chatgpt(exports.chatgpt_message("assistant", "\ue200【" * LONG))])),
        ("gemini", json.dumps([exports.gemini("Hi.", "<br" * LONG, "2025-05-04T18:30:00Z")])),
        ("memories", f"- a{' ' * LONG}b"),
        ("memories", "*" * LONG),
        ("copied", f"You said:{' ' * LONG}x\nYou said:\nHi."),
        ("transcript", f"{'#' * LONG}x\nMaria: Hi.{' ' * LONG}x"),
    ],
)
def test_long_runs_are_read_to_their_end(format: str, text: str) -> None:
    """A pattern that begins anew at each character of a run would take hours."""
    assert recognition.read([document("it", text)], format=format).format == format


# -- anything ------------------------------------------------------------------------------------

_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
_ANY = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
)
_IDS = [one.id for one in recognition.FORMATS]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for name, one in inner for place in places(one, (*path, name)))]


def changed(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """A JSON value with another at a place."""
    if not path:
        return other
    if isinstance(value, dict):
        return {name: changed(one, path[1:], other) if name == path[0] else one for name, one in value.items()}
    return [changed(one, path[1:], other) if number == path[0] else one for number, one in enumerate(value)]


_JSON = {
    "chatgpt": [exports.chatgpt_talk(), exports.chatgpt_talk("b")],
    "claude": [exports.claude(), *exports.CLAUDE_MEMORIES],
    "gemini": exports.GEMINI,
    "discord": exports.DISCORD,
    "telegram": exports.TELEGRAM,
    "characterai": exports.CHARACTER_AI,
    "messages": exports.OPENAI_MESSAGES,
    "memory-list": exports.MEM0,
}


def well_read(text: str, format: str | None) -> None:
    """Read a text: either it is a whole history, or an error says what is wrong."""
    history = History()
    with suppress(InvalidInput):
        history = recognition.read([document("it", text)], format=format)
    for conversation in history.conversations:
        keys = [turn.key for turn in conversation.turns]
        assert len(set(keys)) == len(keys)
        assert all(turn.at is None or turn.at.tzinfo for turn in conversation.turns)


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_an_export_with_anything_in_any_place_is_read_or_refused(data: st.DataObject) -> None:
    format = data.draw(st.sampled_from(sorted(_JSON)))
    whole = _JSON[format]
    other = changed(whole, data.draw(st.sampled_from(places(whole))), data.draw(_ANY))
    text = json.dumps(other)
    well_read(text, format)
    well_read(text, None)


@settings(max_examples=200)
@given(st.text(max_size=300), st.sampled_from([None, *_IDS]))
@example("[04/05/2025, 18:30:05] Maria:", "whatsapp")
@example("[]", "chatgpt")
@example("{}", "telegram")
def test_any_text_is_read_or_refused(text: str, format: str | None) -> None:
    well_read(text, format)


@settings(max_examples=200)
@given(_ANY, st.sampled_from([None, *_IDS]))
def test_any_json_is_read_or_refused(value: Any, format: str | None) -> None:
    well_read(json.dumps(value), format)
    well_read(json.dumps([value]), format)


@settings(max_examples=200)
@given(st.binary(max_size=300), st.integers(0, 2**31), st.sampled_from(sorted(exports.EVERY)))
def test_any_bytes_are_read_or_refused(noise: bytes, place: int, format: str) -> None:
    content = exports.EVERY[format].encode("utf-8", "surrogatepass")
    at = place % len(content)
    spoiled = content[:at] + noise + content[at + len(noise) :]
    for one in (spoiled, zipped(a__json=spoiled), noise, b"PK\3\4" + noise):
        with suppress(InvalidInput):
            read(one)


_LINES = st.lists(
    st.tuples(st.sampled_from(["Maria", "Tom Okafor"]), st.sampled_from(["Hello.", "ok", "Well: no\nreally", "…"])),
    min_size=1,
    max_size=20,
)


@settings(max_examples=100)
@given(_LINES, st.integers(0, 19))
def test_a_longer_chat_begins_with_the_keys_of_the_shorter(said: list[tuple[str, str]], cut: int) -> None:
    def keys(some: list[tuple[str, str]]) -> list[str]:
        text = "".join(f"[17/05/2025, 18:{n:02}:00] {who}: {words}\n" for n, (who, words) in enumerate(some))
        return [turn.key for one in recognition.read([document("it", text)]).conversations for turn in one.turns]

    whole = keys(said)
    assert len(whole) == len(said)
    shorter = said[: cut % len(said) + 1]
    assert keys(shorter) == whole[: len(shorter)]
