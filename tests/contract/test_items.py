"""JSON items on both databases: given back as they were, found, undone, merged, packed, outlived and erased."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, text
from tests.service.scene import DAY, MINUTE, START, opened

from reverie import InvalidInput, Person, Refused, Reverie
from reverie.records.items import Write
from reverie.store.schema import entries
from reverie.store.sqlite.integrity_check import findings
from reverie.testing import FrozenClock

NOTES = ("agent", "notes")
WILD = {
    "text": 'Zürichovia "quoted" \\ \n 日本 \u2028 \x7f',
    "n": -1.5e300,
    "deep": [{"a": [None, True, {"b": ""}]}],
    "": {"$odd": "name"},
}


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def luna(store_url: str, clock: FrozenClock) -> Iterator[Reverie]:
    with opened(store_url, clock) as luna:
        yield luna


@pytest.fixture
def ada(luna: Reverie) -> Person:
    return luna.meet("Ada")


def keys(person: Person, *prefix: str, **how: Any) -> list[str]:
    return [found.item.key for found in person.items.search(prefix, **how)]


def test_it_comes_back_as_it_was(luna: Reverie, ada: Person, clock: FrozenClock) -> None:
    ada.items.put(NOTES, "a key: with \"all\" % _ 'kinds'", WILD)
    found = ada.items.get(NOTES, "a key: with \"all\" % _ 'kinds'")
    assert found is not None
    assert found.value == WILD
    assert (found.namespace, found.created_at, found.updated_at) == (NOTES, START, START)
    clock.advance(MINUTE)
    ada.items.put(NOTES, found.key, {"n": 2})
    again = ada.items.get(NOTES, found.key)
    assert again is not None
    assert (again.value, again.created_at, again.updated_at) == ({"n": 2}, START, START + MINUTE)
    assert ada.items.put(NOTES, found.key, {"n": 2}) is None  # it stood there already
    assert luna.meet("Bo").items.get(NOTES, found.key) is None


def test_namespaces_have_those_below_them_and_no_others(ada: Person) -> None:
    for place in (("a",), ("a", "b"), ("a", "b", "c"), ("ab",), ("a%", "b"), ("a,b",), ('a"', "b")):
        ada.items.put(place, "k", {"at": ".".join(place)})
    below = {found.item.namespace for found in ada.items.search(("a",))}
    assert below == {("a",), ("a", "b"), ("a", "b", "c")}
    assert {found.item.namespace for found in ada.items.search(("a%",))} == {("a%", "b")}
    assert {found.item.namespace for found in ada.items.search(('a"',))} == {('a"', "b")}
    assert len(ada.items.search()) == 7
    assert ada.items.namespaces()[:3] == [("a",), ("a", "b"), ("a", "b", "c")]


def test_the_search_knows_fields_words_and_pages(ada: Person, clock: FrozenClock) -> None:
    for number, food in enumerate(("ramen with egg", "fresh pasta", "apple cake")):
        ada.items.put(NOTES, str(number), {"text": food, "stars": number, "kept": {"by": "luna"}})
        clock.advance(MINUTE)
    ada.items.put(NOTES, "hidden", {"text": "apple cake of no search", "stars": "many"}, text="")
    assert keys(ada, limit=2) == ["hidden", "2"]
    assert keys(ada, limit=2, offset=2) == ["1", "0"]
    assert keys(ada, where={"stars": {"$gte": 1, "$lt": 2}}) == ["1"]
    assert keys(ada, where={"kept": {"by": "luna"}, "stars": {"$ne": 2}}) == ["1", "0"]
    assert keys(ada, where={"stars": {"$eq": 2}}) == ["2"]
    found = ada.items.search(query="apple cakes", limit=4)
    assert (found[0].item.key, found[-1].item.key, found[-1].score) == ("2", "hidden", None)
    assert sorted(one.score for one in found[:-1] if one.score is not None)[::-1] == [one.score for one in found[:-1]]
    assert keys(ada, query="ramen", limit=1) == ["0"]
    with pytest.raises(InvalidInput, match=r"no operator '\$near'"):
        ada.items.search(where={"stars": {"$near": 1}})
    with pytest.raises(InvalidInput, match="limit"):
        ada.items.search(limit=-1)


def test_what_is_written_together_is_one_change_and_undone_together(luna: Reverie, ada: Person) -> None:
    ada.items.put(NOTES, "stays", {"text": "apple"})
    first = ada.items.write(
        [
            Write(namespace=NOTES, key="new", value={"text": "ramen"}),
            Write(namespace=NOTES, key="stays", value={"text": "pear"}),
            Write(namespace=NOTES, key="not there", value=None),
        ]
    )
    gone = ada.items.delete(NOTES, "new")
    assert ada.items.delete(NOTES, "new") is None
    ada.undo(gone)
    assert keys(ada, query="ramen", limit=1) == ["new"]  # it is found again
    assert ada.items.search(query="ramen", limit=1)[0].score is not None
    ada.undo(first)
    assert keys(ada) == ["stays"]
    assert [found.item.value["text"] for found in ada.items.search(query="apple")] == ["apple"]
    assert ada.items.search(query="apple")[0].score is not None
    assert not [found for found in findings(luna._runtime.store) if found.wrong]


def test_what_can_not_be_kept_is_refused_and_nothing_is_written(ada: Person) -> None:
    good = Write(namespace=NOTES, key="good", value={"n": 1})
    odd: list[Any] = [{"n": float("nan")}, {"t": (1, 2)}, {1: "a"}, {"o": object()}, {"t": "x" * 2_000_001}]
    for value in odd:
        with pytest.raises(InvalidInput):
            ada.items.write([good, Write(namespace=NOTES, key="bad", value=value)])
    for place, key in (((), "k"), (("",), "k"), (NOTES, ""), (("\0",), "k"), (("x" * 1200,), "k"), (NOTES, "k" * 801)):
        with pytest.raises(InvalidInput):
            ada.items.put(place, key, {})
    with pytest.raises(Refused, match="secret"):
        ada.items.put(NOTES, "my password is hunter2", {})
    ada.pause()
    with pytest.raises(Refused, match="paused"):
        ada.items.put(NOTES, "k", {"n": 1})
    ada.resume()
    with pytest.raises(Refused, match="off the record"):
        ada.off_record().items.put(NOTES, "k", {"n": 1})
    assert ada.items.search() == []


def test_secrets_are_masked(ada: Person) -> None:
    value = {"text": "my password is hunter2", "arguments": '{"q": "my pin is 4711", "n": 1}', "id": "sk-" + "a1" * 24}
    ada.items.put(NOTES, "k", value)
    kept = ada.items.get(NOTES, "k")
    assert kept is not None
    assert "hunter2" not in str(kept)
    assert "4711" not in str(kept)
    assert kept.value["arguments"].startswith('{"q": "my pin is [')
    assert kept.value["id"] == value["id"]


def test_a_list_keeps_its_order(ada: Person) -> None:
    place = ("chat", "1.a")
    ada.items.append(place, [{"n": n} for n in range(11)])
    ada.items.append(place, [{"n": 11}])
    assert [one.value["n"] for one in ada.items.listed(place)] == list(range(12))
    assert [one.value["n"] for one in ada.items.listed(place, newest=2)] == [10, 11]
    last = ada.items.pop(place)
    assert last is not None
    assert last.value == {"n": 11}
    ada.items.append(place, [{"n": 99}])
    assert [one.value["n"] for one in ada.items.listed(place, newest=2)] == [10, 99]
    assert ada.items.clear(place) == 12
    ada.items.put(NOTES, "k", {})
    with pytest.raises(InvalidInput, match="keys of their own"):
        ada.items.append(NOTES, [{"n": 1}])
    assert keys(ada) == ["k"]
    assert (ada.items.pop(place), ada.items.listed(place)) == (None, [])


def test_it_is_in_the_export_and_in_archives(luna: Reverie, ada: Person, tmp_path: Path, clock: FrozenClock) -> None:
    ada.items.put(NOTES, "k", WILD)
    assert [one["value"] for one in luna.export(ada)["items"]] == [WILD]
    packed = luna.archives.pack(tmp_path / "ada.zip", ada)
    with zipfile.ZipFile(packed.path) as zipped:
        assert "items.jsonl" in zipped.namelist()
    for known in (False, True):
        with opened(":memory:", clock) as other:
            there = other.meet("Eve" if known else "Bo")
            other.archives.unpack(packed.path, into="Eve" if known else None)
            there = there if known else other.find("Ada")
            assert [found.item.value for found in there.items.search(query="Zürichovia")] == [WILD]
            assert there.items.search(query="Zürichovia")[0].score is not None
            assert not [found for found in findings(other._runtime.store) if found.wrong]


def test_who_is_merged_brings_them_and_takes_them_again(luna: Reverie, ada: Person) -> None:
    bo = luna.meet("Bo")
    ada.items.put(NOTES, "both", {"of": "ada"})
    bo.items.put(NOTES, "both", {"of": "bo"})
    bo.items.put(NOTES, "own", {"of": "bo", "text": "ramen"})
    luna.directory.merge(bo, into=ada)
    assert {f.item.key: f.item.value["of"] for f in ada.items.search()} == {"both": "ada", "own": "bo"}
    assert ada.items.search(query="ramen", limit=1)[0].score is not None
    luna.directory.split("Bo")
    assert {f.item.key: f.item.value["of"] for f in ada.items.search()} == {"both": "ada"}
    assert {f.item.key: f.item.value["of"] for f in luna.find("Bo").items.search()} == {"both": "bo", "own": "bo"}


def test_retention_takes_them_from_the_log_too(luna: Reverie, ada: Person, clock: FrozenClock) -> None:
    ada.items.put(NOTES, "old", {"text": "Zanzibarian"})
    ada.items.put(NOTES, "gone", {"text": "Zanzibarian"})
    ada.items.delete(NOTES, "gone")
    clock.advance(3 * DAY)
    ada.items.put(NOTES, "new", {"text": "apple"})
    ada.settings(retention_days=2)
    assert luna.upkeep().deleted == 1
    assert keys(ada) == ["new"]
    assert _tables_with(luna, "anzibarian") == []


def test_erasing_leaves_nothing_of_them(luna: Reverie, ada: Person, store_url: str) -> None:
    ada.items.put(("Qwertylabel",), "Qwertykey", {"text": "Quetzalcoatl über Zürichovia", "deep": [["Xyzzyvalue"]]})
    ada.items.append(("chat", "Plughsession"), [{"role": "user", "content": "Frobnitzword"}])
    luna.meet("Bo").items.put(NOTES, "k", {"text": "apple"})
    receipt = luna.erase(ada)
    assert (receipt.rows["items"], receipt.left) == (2, 0)
    assert receipt.proved is store_url.startswith("sqlite")
    for word in ("Qwertylabel", "Qwertykey", "Quetzalcoatl", "richovia", "Xyzzyvalue", "Plughsession", "Frobnitzword"):
        assert _tables_with(luna, word) == [], word
    assert keys(luna.find("Bo")) == ["k"]


def test_a_vector_that_is_missing_is_made(luna: Reverie, ada: Person, store_url: str) -> None:
    ada.items.put(NOTES, "k", {"text": "ramen"})
    with luna._runtime.store.writing() as session:
        session.connection.execute(delete(entries))
    assert [found.name for found in findings(luna._runtime.store) if found.wrong] == ["items in the search"]


def _tables_with(luna: Reverie, word: str) -> list[str]:
    with luna._runtime.store.reading() as session:
        names = "SELECT name FROM sqlite_schema WHERE type = 'table'"
        if not luna._runtime.store.on_sqlite:
            names = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        found = []
        for table in session.connection.execute(text(names)).scalars().all():
            rows = session.connection.exec_driver_sql(f'SELECT * FROM "{table}"').all()  # noqa: S608 - of the catalogue
            found += [table for row in rows if word in repr(row)]
        return found
