"""Looking for many things in bytes: every place is looked at, whatever stands around it, and however it is written."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.store.sqlite.residue import Probe, Search, Sort, Traces, look


def search(*texts: str, blobs: tuple[bytes, ...] = ()) -> Search:
    traces = Traces()
    for text in texts:
        traces.text(text)
    for blob in blobs:
        traces.blob(blob)
    return Search(traces.probes())


def found(sought: Search, content: bytes) -> set[bytes]:
    return {probe.what for _place, probe in sought.read(io.BytesIO(content))}


WORDS = st.text(st.characters(categories=["L", "Nd"], exclude_characters="\0"), min_size=6, max_size=40)


@given(WORDS, st.binary(max_size=200), st.binary(max_size=200))
def test_a_word_is_found_wherever_it_stands_and_however_it_is_written(word: str, before: bytes, after: bytes) -> None:
    sought = Search([Probe(Sort.WORD, word.encode())])
    for written in (word.encode(), word.encode("utf-16-le"), word.encode("utf-16-be"), json.dumps(word)[1:-1].encode()):
        assert len(before) in {place for place, _probe in sought.places(before + written + after)}


def test_a_word_over_the_edge_of_what_is_read_at_once_is_found() -> None:
    word, sought = b"Zanzibarian", search("Zanzibarian")
    for place in range((1 << 20) - len(word) - 1, (1 << 20) + 2):
        content = bytes(place) + word + bytes(100)
        assert [place for place, _probe in sought.read(io.BytesIO(content))] == [place]
    assert found(sought, bytes((1 << 20) - len(word)) + word) == {word}


def test_every_one_of_many_is_found_once_where_it_is_and_nothing_else() -> None:
    chance = random.Random(7)
    words = {"".join(chance.choices("abcdefghij", k=chance.randint(6, 12))) for _ in range(2000)}
    there = sorted(words)[::3]
    content = b"\0".join(word.encode() for word in there)
    expected = {word.encode() for word in words if word.encode() in content}
    assert found(search(" ".join(sorted(words))), content) & {w.encode() for w in words} == expected


def test_phrases_of_plain_words_and_pieces_of_vectors_are_looked_for() -> None:
    vector = bytes(range(40, 104))
    sought = search("early we walked past the old mill", blobs=(vector,))
    assert found(sought, b"xx" + b"early we walked past" + b"yy") == {b"early we walked past", b"walked"}
    assert found(sought, b"left" + vector[32:60]) == {vector[32:56]}
    assert found(sought, b"early we walk past" + vector[:20]) == set()


def test_what_stands_elsewhere_too_is_not_looked_for_any_more() -> None:
    sought = search("planet Zanzibar")
    assert {probe.what for probe in sought.without(b"interplanetary")} == {b"planet"}
    assert found(sought, b"planetZanzibar") == {b"Zanzibar"}


def test_ids_times_and_names_of_fields_are_nobodys_words() -> None:
    traces = Traces()
    traces.json({"category": "019a0000-0000-7000-8000-000000000000", "at": ["2026-03-01T12:00:00.123456+00:00"]})
    traces.text("f" * 64)
    assert traces.probes() == set()
    traces.id("019a0000-0000-7000-8000-0123456789ab")
    assert traces.probes() == {Probe(Sort.ID, b"0123456789ab")}


def test_a_short_name_is_looked_for_between_its_quotes() -> None:
    traces = Traces()
    traces.name("Ada")
    sought = Search(traces.probes())
    assert found(sought, b"Canada") == set()
    assert found(sought, json.dumps({"name": "Ada"}).encode()) == {b': "Ada"'}


def test_what_is_held_is_bounded_and_the_same_in_any_order() -> None:
    ids = [f"{n:036d}" for n in range(25_000)]
    forth, back = Traces(), Traces()
    for one in ids:
        forth.id(one)
    for one in reversed(ids):
        back.id(one)
    assert len(forth.probes()) == 20_000
    assert forth.probes() == back.probes()


def test_a_file_that_cannot_be_read_is_told_apart_from_one_without_traces(tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(b"nothing")
    looked = look(tmp_path / "there", search("Zanzibar"))
    assert looked is not None
    assert (looked.size, looked.found) == (7, set())
    assert look(tmp_path, search("Zanzibar")) is None


@pytest.mark.parametrize("content", [b"", b"short", b"12345"])
def test_little_to_read_is_nothing_found(content: bytes) -> None:
    assert found(search("Zanzibar"), content) == set()
    assert found(Search([]), content + bytes(20)) == set()
