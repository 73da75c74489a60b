"""LangGraph's store: what its interface promises, held against LangGraph's own store in memory, and in a real graph."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchItem,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore
from typing_extensions import TypedDict

import reverie
from reverie import InvalidInput, Refused, Reverie
from reverie.adapters.langgraph import ReverieStore
from reverie.config import Config
from reverie.testing import HashEmbedder

NOTES = ("ada", "notes")


@pytest.fixture
def luna(tmp_path: Path) -> Iterator[Reverie]:
    with reverie.open(tmp_path / "luna.db", embedder=HashEmbedder(), config=Config(embedder="none")) as luna:
        yield luna


@pytest.fixture
def ours(luna: Reverie) -> ReverieStore:
    return ReverieStore(luna)


@pytest.fixture(params=["LangGraph's", "ours"])
def store(request: pytest.FixtureRequest, ours: ReverieStore) -> BaseStore:
    """A store that has to behave so: LangGraph's own one too, so that no case says anything of its own."""
    return ours if request.param == "ours" else InMemoryStore()


def keys(found: list[SearchItem]) -> list[str]:
    return sorted(one.key for one in found)


# -- as LangGraph's own --------------------------------------------------------------------------


def test_what_is_put_is_got(store: BaseStore) -> None:
    value = {"text": "Ünï 日本", "n": [1, 2.5, None, {"deep": True}], "": ""}
    store.put(NOTES, "k", value)
    kept = store.get(NOTES, "k")
    assert isinstance(kept, Item)
    assert (kept.value, kept.key, kept.namespace) == (value, "k", NOTES)
    assert kept.created_at.tzinfo is not None
    assert store.get(NOTES, "K") is None
    assert store.get(("bo", "notes"), "k") is None


def test_a_put_over_another_takes_its_place(store: BaseStore) -> None:
    store.put(NOTES, "k", {"n": 1})
    store.put(NOTES, "k", {"m": 2})
    kept = store.get(NOTES, "k")
    assert kept is not None
    assert kept.value == {"m": 2}
    assert kept.updated_at >= kept.created_at


def test_none_deletes(store: BaseStore) -> None:
    store.put(NOTES, "k", {"n": 1})
    store.batch([PutOp(NOTES, "k", None)])
    store.delete(NOTES, "never there")
    store.delete(("nobody", "notes"), "never there")
    assert store.get(NOTES, "k") is None
    assert store.search(NOTES) == []


def test_a_batch_answers_in_order_and_reads_before_it_writes(store: BaseStore) -> None:
    store.put(NOTES, "old", {"n": 1})
    found = store.batch(
        [
            PutOp(NOTES, "new", {"n": 2}),
            GetOp(NOTES, "new"),
            SearchOp(NOTES),
            ListNamespacesOp(match_conditions=(MatchCondition("prefix", ("ada",)),)),
            PutOp(NOTES, "new", {"n": 3}),
            PutOp(("ada", "other"), "k", {}),
            GetOp(NOTES, "old"),
        ]
    )
    assert [type(one).__name__ for one in found] == [
        "NoneType",
        "NoneType",
        "list",
        "list",
        "NoneType",
        "NoneType",
        "Item",
    ]
    assert keys(found[2]) == ["old"]  # type: ignore[arg-type] # it is that of the search
    assert found[3] == [NOTES]
    kept = store.get(NOTES, "new")
    assert kept is not None
    assert kept.value == {"n": 3}
    assert store.batch([]) == []


def test_a_search_looks_below_a_namespace_and_nowhere_else(store: BaseStore) -> None:
    for place in (("ada",), NOTES, (*NOTES, "deep"), ("ada", "notes_too"), ("bo", "notes")):
        store.put(place, "/".join(place), {})
    assert keys(store.search(NOTES)) == ["ada/notes", "ada/notes/deep"]
    assert keys(store.search(("ada",))) == ["ada", "ada/notes", "ada/notes/deep", "ada/notes_too"]
    assert store.search(("nobody",)) == []
    assert {one.namespace for one in store.search(("ada",))} == {
        ("ada",),
        NOTES,
        (*NOTES, "deep"),
        ("ada", "notes_too"),
    }


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"of": "a"}, "1 2"),
        ({"of": "a", "n": 2}, "2"),
        ({"n": {"$eq": 3}}, "3"),
        ({"n": {"$ne": 3}}, "1 2 4"),
        ({"n": {"$gt": 1, "$lt": 3}}, "2"),
        ({"n": {"$gte": 2, "$lte": 3}}, "2 3"),
        ({"deep": {"er": "x"}}, "4"),
        ({"deep": {"n": {"$gt": 4}}}, "4"),
        ({"list": [1, 2]}, "4"),
        ({"of": None}, "4"),
        ({"missing": "x"}, ""),
        ({}, "1 2 3 4"),
    ],
    ids=str,
)
def test_a_search_filters(store: BaseStore, wanted: dict[str, Any], found: str) -> None:
    store.put(NOTES, "1", {"of": "a", "n": 1})
    store.put(NOTES, "2", {"of": "a", "n": 2})
    store.put(NOTES, "3", {"of": "b", "n": 3})
    store.put(NOTES, "4", {"deep": {"er": "x", "n": 5}, "list": [1, 2], "n": 4, "of": None})
    assert keys(store.search(NOTES, filter=wanted)) == found.split()


def test_an_operator_that_is_none_is_an_error(store: BaseStore) -> None:
    store.put(NOTES, "1", {"n": 1})
    with pytest.raises(ValueError, match="near"):
        store.search(NOTES, filter={"n": {"$near": 1}})


def test_a_search_comes_in_pages(store: BaseStore) -> None:
    for number in range(25):
        store.put(NOTES, f"{number:02}", {"n": number})
    assert len(store.search(NOTES)) == 10
    pages = [[one.key for one in store.search(NOTES, limit=10, offset=start)] for start in (0, 10, 20, 30)]
    assert [len(page) for page in pages] == [10, 10, 5, 0]
    assert sorted(key for page in pages for key in page) == [f"{number:02}" for number in range(25)]
    assert store.search(NOTES, limit=0) == []


def test_namespaces_are_listed_by_how_they_begin_and_end_and_how_deep(store: BaseStore) -> None:
    for place in (("a", "b", "c"), ("a", "b", "d", "e"), ("a", "f", "c"), ("g", "b", "c"), ("a",)):
        store.put(place, "k", {})
        store.put(place, "another", {})
    listed = store.list_namespaces
    assert listed(prefix=("a",)) == [("a",), ("a", "b", "c"), ("a", "b", "d", "e"), ("a", "f", "c")]
    assert listed(prefix=("a", "b")) == [("a", "b", "c"), ("a", "b", "d", "e")]
    assert listed(prefix=("a", "*", "c")) == [("a", "b", "c"), ("a", "f", "c")]
    assert listed(prefix=("a",), suffix=("c",)) == [("a", "b", "c"), ("a", "f", "c")]
    assert listed(prefix=("a",), suffix=("d", "*")) == [("a", "b", "d", "e")]
    assert listed(prefix=("a",), max_depth=2) == [("a",), ("a", "b"), ("a", "f")]
    assert listed(prefix=("a",), limit=2, offset=1) == [("a", "b", "c"), ("a", "b", "d", "e")]
    assert listed(prefix=("z",)) == []
    store.delete(("a",), "k")
    assert ("a",) in listed(prefix=("a",))


def test_namespaces_that_are_none_are_refused(store: BaseStore) -> None:
    for place in ((), ("",), ("a.b",), ("a", ""), ("langgraph", "k")):
        with pytest.raises(InvalidNamespaceError):
            store.put(place, "k", {})
    with pytest.raises(NotImplementedError):
        store.put(NOTES, "k", {}, ttl=5)


def test_a_point_in_a_label_leads_nowhere_else(ours: ReverieStore) -> None:
    ours.put(("ada", "a", "b"), "k", {"n": 1})
    with pytest.raises(InvalidNamespaceError):
        ours.batch([GetOp(("ada", "a.b"), "k")])


def test_everything_can_be_awaited(store: BaseStore) -> None:
    async def main() -> None:
        await asyncio.gather(*(store.aput(("ada", str(n)), "k", {"n": n}) for n in range(8)))
        kept = await store.aget(("ada", "3"), "k")
        assert kept is not None
        assert kept.value == {"n": 3}
        assert len(await store.asearch(("ada",), filter={"n": {"$lt": 4}})) == 4
        await store.adelete(("ada", "3"), "k")
        assert await store.aget(("ada", "3"), "k") is None
        assert await store.alist_namespaces(prefix=("ada",), suffix=("4",)) == [("ada", "4")]

    asyncio.run(main())


# -- ours alone ----------------------------------------------------------------------------------


def test_a_query_ranks_by_what_may_be_searched(ours: ReverieStore) -> None:
    ours.put(NOTES, "food", {"text": "likes ramen with egg", "tag": "apple"})
    ours.put(NOTES, "place", {"text": "lives in Lyon"}, index=["text"])
    ours.put(NOTES, "hidden", {"text": "ramen ramen ramen"}, index=False)
    found = ours.search(NOTES, query="where does she live?", limit=3)
    assert found[0].key == "place"
    assert found[0].score is not None
    assert (found[-1].key, found[-1].score) == ("hidden", None)
    assert [one.key for one in ours.search(NOTES, query="ramen", limit=1)] == ["food"]
    assert [one.key for one in ours.search(NOTES, query="ramen", filter={"text": "lives in Lyon"})] == ["place"]


def test_what_a_field_does_not_hold_is_not_searched(ours: ReverieStore) -> None:
    ours.put(NOTES, "a", {"text": "likes ramen", "tag": "zanzibar"}, index=["text"])
    ours.put(NOTES, "b", {"text": "likes jazz", "tag": "zanzibar"})
    assert [one.key for one in ours.search(NOTES, query="zanzibar", limit=1)] == ["b"]


def test_nobody_sees_another_s_and_nobody_looks_at_all(ours: ReverieStore, luna: Reverie) -> None:
    ours.put(("ada", "notes"), "k", {"of": "ada"})
    ours.put(("Ada", "notes"), "k", {"of": "another"})
    assert [one.value["of"] for one in ours.search(("ada",))] == ["ada"]
    assert {user.name for user in luna.people()} == {"ada", "Ada"}
    for asked in (lambda: ours.search(()), ours.list_namespaces, lambda: ours.list_namespaces(prefix=("*", "notes"))):
        with pytest.raises(InvalidInput, match="begin the namespace with the person"):
            asked()
    assert ours.get(("stranger", "notes"), "k") is None
    assert len(luna.people()) == 2  # to be asked about makes nobody known


def test_an_account_is_a_person_too(ours: ReverieStore, luna: Reverie) -> None:
    ada = luna.meet("Ada", account=("app", "7"))
    ours.put(("app:7", "notes"), "k", {"n": 1})
    assert [one.item.value for one in ada.items.search()] == [{"n": 1}]


def test_erase_undo_and_pause_hold(ours: ReverieStore, luna: Reverie, tmp_path: Path) -> None:
    ours.put(NOTES, "k", {"text": "Quetzalcoatl"})
    ours.put(NOTES, "k", {"text": "changed"})
    ada = luna.find("ada")
    ada.undo(luna.export(ada)["changes"][-1]["id"])
    kept = ours.get(NOTES, "k")
    assert kept is not None
    assert kept.value == {"text": "Quetzalcoatl"}
    ada.pause()
    with pytest.raises(Refused, match="paused"):
        ours.put(NOTES, "k", {"text": "more"})
    ours.delete(NOTES, "never there")
    receipt = luna.erase(ada)
    assert (receipt.proved, receipt.rows["items"]) == (True, 1)
    assert ours.search(NOTES) == []
    assert b"Quetzalcoatl" not in b"".join(file.read_bytes() for file in tmp_path.glob("luna.db*"))


class Counting(TypedDict):
    seen: int


@dataclass
class Asked:
    user: str


def test_a_real_graph_keeps_items_across_restarts(tmp_path: Path) -> None:
    def count(state: Counting, runtime: Runtime[Asked]) -> Counting:
        assert runtime.store is not None
        place = (runtime.context.user, "visits")
        kept = runtime.store.get(place, "count")
        seen = 1 if kept is None else kept.value["n"] + 1
        runtime.store.put(place, "count", {"n": seen})
        return {"seen": seen}

    async def acount(state: Counting, runtime: Runtime[Asked]) -> Counting:
        assert runtime.store is not None
        kept = await runtime.store.aget((runtime.context.user, "visits"), "count")
        return {"seen": 0 if kept is None else kept.value["n"]}

    def run(node: Any, user: str, *, awaited: bool = False) -> int:
        with reverie.open(tmp_path / "luna.db", config=Config(embedder="none")) as luna:
            graph = StateGraph(Counting, context_schema=Asked)
            graph.add_node("count", node)
            graph.add_edge(START, "count")
            graph.add_edge("count", END)
            made = graph.compile(store=ReverieStore(luna))
            given: Counting = {"seen": 0}
            context = Asked(user=user)
            ran = asyncio.run(made.ainvoke(given, context=context)) if awaited else made.invoke(given, context=context)
            return int(ran["seen"])

    assert [run(count, "ada"), run(count, "ada"), run(count, "bo"), run(count, "ada")] == [1, 2, 1, 3]
    assert run(acount, "ada", awaited=True) == 3
