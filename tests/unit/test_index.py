"""The index agrees with a slow oracle written from the formulas, whatever was put, replaced and dropped."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from threading import Thread

import numpy as np
import pytest
from numpy.typing import NDArray

import reverie.store.search.search_index as index_module
from reverie.ports import Indexed, Scored, View
from reverie.records.queries import Question, Sources
from reverie.store.search import bm25_scoring
from reverie.store.search.ranking import FUSION, FUSION_LEXICAL, asked
from reverie.store.search.search_index import OwnerIndex
from reverie.store.search.tokens import features, packed_tokens, tokens
from reverie.store.search.vectors import packed, unpacked

DIMENSIONS = 8
NOW = datetime(2024, 6, 1, tzinfo=UTC).timestamp()
DAY = 86_400.0
WORDS = "ramen tiger piano lake train garden lamp violin moss harbour kite pepper novel winter copper".split()
NO_MATTER = View(now=NOW)


def vector(seed: int) -> NDArray[np.float32]:
    made = np.random.default_rng(seed).standard_normal(DIMENSIONS).astype(np.float32)
    return made / np.float32(np.linalg.norm(made))


def item(number: int, text: str, **changed: object) -> Indexed:
    read = features(text)
    [(steps, scale)] = packed(vector(number)[None])
    made = Indexed(
        id=f"{number:04}", item="message", at=NOW - 100 * DAY + number, tokens=read.tokens, words=read.words,
        question_share=read.question_share, temporal=read.temporal, vector=steps, scale=scale,
        conversation_id="c", role="user", speaker="Ada",
    )  # fmt: skip
    return made._replace(**changed)  # type: ignore[arg-type]  # a test names any field


def memory(number: int, text: str, **changed: object) -> Indexed:
    alone: dict[str, object] = {"item": "memory", "conversation_id": None, "role": "", "speaker": "", "kind": "fact"}
    return item(number, text, **(alone | {"category": "preference"} | changed))


def world(seed: int, count: int = 60) -> list[Indexed]:
    """A few chats between friends and with an assistant, memories among them, some without vectors."""
    dice = random.Random(seed)
    made = []
    for number in range(count):
        chat = dice.randrange(8)
        second = ("peer", "Ben") if chat < 4 else ("assistant", "Luna")
        role, speaker = dice.choice([("user", "Ada"), second])
        said = [dice.choice(WORDS[: dice.choice([4, 15])]) for _ in range(dice.randrange(12))]
        text = " ".join(said) + dice.choice(["?", ".", " yesterday.", ". Is it? Yes."])
        at = NOW - dice.randrange(400) * DAY
        one = item(number, text, at=at, conversation_id=f"c{chat}", role=role, speaker=speaker)
        if dice.random() < 0.2:
            one = memory(number, text, at=at, importance=dice.random())
        made.append(one._replace(vector=None, scale=0.0) if dice.random() < 0.15 else one)
    return made


def index_of(items: Iterable[Indexed], dimensions: int | None = DIMENSIONS) -> OwnerIndex:
    index = OwnerIndex(dimensions)
    index.put(list(items))
    return index


def ids(hits: Sequence[Scored]) -> list[str]:
    return [hit.id for hit in hits]


class Oracle:
    """The formulas of docs/decisions/0003-search.md, one item after another."""

    def __init__(self, items: Sequence[Indexed]) -> None:
        self.items = items
        self.said = [np.frombuffer(one.tokens, "<u4").tolist() for one in items]
        self.chats: dict[str, list[int]] = {}
        for row in sorted(range(len(items)), key=lambda row: (items[row].at, items[row].id)):
            if items[row].item == "message":
                self.chats.setdefault(str(items[row].conversation_id), []).append(row)
        self.friends = {c for c, rows in self.chats.items() if any(items[row].role == "peer" for row in rows)}
        windows = [self.window(row) for row in range(len(items)) if self.friend(row)]
        self.mean_window = sum(map(len, windows)) / max(1, len(windows))
        sittings = [self.sitting(chat) for chat in self.friends]
        self.mean_sitting = sum(map(len, sittings)) / max(1, len(sittings))
        self.mean = sum(map(len, self.said)) / len(items)

    def friend(self, row: int) -> bool:
        return self.items[row].item == "message" and self.items[row].conversation_id in self.friends

    def sitting(self, chat: str) -> list[int]:
        return [token for row in self.chats[chat] for token in self.said[row]]

    def window(self, row: int) -> list[int]:
        chat = self.chats[str(self.items[row].conversation_id)]
        place = chat.index(row)
        return [token for near in chat[max(0, place - 1) : place + 2] for token in self.said[near]]

    def asks(self, row: int) -> bool:
        one = self.items[row]
        return one.role == "assistant" and not self.friend(row) and one.question_share >= 0.3

    def before(self, row: int) -> int | None:
        chat = self.chats[str(self.items[row].conversation_id)]
        place = chat.index(row)
        return chat[place - 1] if place else None

    @staticmethod
    def idf(texts: Sequence[list[int]], term: int) -> float:
        having = sum(term in text for text in texts)
        return math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))

    def bm25(self, text: list[int], mean: float, b: float, idfs: dict[int, float]) -> float:
        counts = Counter(text)
        norm = 0.9 * (1 - b + b * len(text) / mean) if mean else 0.9
        return sum(idf * 1.9 * counts[term] / (counts[term] + norm) for term, idf in idfs.items() if counts[term])

    def cosine(self, row: int, asked_for: NDArray[np.float32] | None) -> float:
        one = self.items[row]
        return float(unpacked(one.vector, one.scale) @ asked_for) if one.vector and asked_for is not None else 0.0

    def mean_of(self, rows: Sequence[int]) -> NDArray[np.float32]:
        vectors = [unpacked(one.vector, one.scale) for one in map(self.items.__getitem__, rows) if one.vector]
        whole = np.sum(vectors, axis=0) if vectors else np.zeros(DIMENSIONS)
        [(steps, scale)] = packed((whole / (np.linalg.norm(whole) or 1))[None].astype(np.float32))
        return unpacked(steps, scale)

    def features(self, question: Question, meant: NDArray[np.float32] | None) -> dict[str, dict[str, float]]:
        if meant is not None:
            [(steps, scale)] = packed(meant[None])
            meant = unpacked(steps, scale)
        terms = set(tokens(question.stripped))
        idfs = {term: self.idf(self.said, term) for term in terms}
        sittings = [self.sitting(chat) for chat in self.friends]
        sitting_idfs = {term: self.idf(sittings, term) for term in terms}
        ideal = 1.9 * sum(sorted(idfs.values(), reverse=True)[:8])
        fusion = FUSION if meant is not None else FUSION_LEXICAL
        power = (1.0 if question.is_question else fusion.statement) / max(ideal, 1e-9) ** 1.3
        found: dict[str, dict[str, float]] = {}
        for row, one in enumerate(self.items):
            friend, said = self.friend(row), one.item == "message"
            found[one.id] = made = {}
            if friend:
                made["lex"] = self.bm25(self.window(row), self.mean_window, 0.4, idfs)
                sitting = self.sitting(str(one.conversation_id))
                session = power * self.bm25(sitting, self.mean_sitting, 0.4, sitting_idfs) ** 1.3
                made["lex_session"] = fusion.lex_session * session
            else:
                made["lex"] = self.bm25(self.said[row], self.mean, 0.75, idfs)
            made["asked"] = 0.0
            if self.asks(row) and not (question.asks_questions or question.asks_assistant):
                made["asked"] = -0.5
            elif said and (before := self.before(row)) is not None and self.asks(before) and one.role != "assistant":
                both = made["lex"] + 0.4 * self.bm25(self.said[before], self.mean, 0.75, idfs)
                made["asked"] = fusion.lex * power * (both**1.3 - made["lex"] ** 1.3)
                made["asked"] += 0.3 * fusion.dense * max(0.0, self.cosine(before, meant))
            made["lex"] = fusion.lex * power * made["lex"] ** 1.3
            made["dense"] = fusion.dense * self.cosine(row, meant)
            if said:
                rows = self.chats[str(one.conversation_id)]
                near = float(self.mean_of(rows) @ meant) if meant is not None else 0
                made["dense_session"] = fusion.dense_session * near
            made["author"] = fusion.author * self.author(question, one)
            made["source"] = fusion.source * self.source(question, one)
            made["question_share"] = fusion.question_share * one.question_share * friend
            made["short"] = fusion.short * math.log(1 + min(one.words, 30))
            made["long"] = fusion.long * max(0.0, math.log(1 + one.words) - math.log(31))
            made["when_temporal"] = fusion.when_temporal * (question.asks_when and one.temporal)
            made["date"] = fusion.date * max((self.fit(one.at, *span) for span in question.dates), default=0)
            made["memory"] = 0 if said else 0.8
            made["importance"] = 0 if said else fusion.importance * (one.importance - 0.5)
            made["recency"] = 0 if said else fusion.recency * 0.5 ** (max(0.0, NOW - one.at) / DAY / 90)
        return found

    @staticmethod
    def author(question: Question, one: Indexed) -> float:
        if one.item == "memory" or not question.named:
            return 0
        return 1 if one.speaker == question.named else -1

    @staticmethod
    def source(question: Question, one: Indexed) -> float:
        if one.item == "memory" or one.role != "assistant":
            return 0
        return 1 if question.asks_assistant else -1

    @staticmethod
    def fit(at: float, start: datetime, end: datetime) -> float:
        early, late = (start.timestamp() - at) / (2 * DAY), (at - end.timestamp()) / (14 * DAY)
        return max(0.0, min(1.0, 1 - early, 1 - late))


QUESTIONS = (
    "When was the ramen by the lake?",
    "Did Ada play the piano in the garden last week?",
    "What tiger did you recommend yesterday?",
    "The copper kite and the moss in the harbour, the winter novel, the violin lamp and the train.",
    "What about zebras and ramen?",
)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("text", QUESTIONS)
def test_it_agrees_with_the_oracle(seed: int, text: str) -> None:
    items = world(seed)
    question = asked(text, at=datetime.fromtimestamp(NOW, UTC), speakers=("Ada", "Ben", "Luna"))
    meant = None if seed % 4 == 0 else vector(1000 + seed)
    hits = index_of(items).search(question, meant, NO_MATTER, len(items))
    expected = Oracle(items).features(question, meant)
    assert len(hits) >= 10
    for hit in hits:
        assert hit.features == pytest.approx({k: v for k, v in expected[hit.id].items() if v}, rel=1e-3, abs=2e-4)
        assert hit.score == pytest.approx(sum(expected[hit.id].values()), abs=1e-3)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    missing = [
        one
        for one in items
        if one.id not in ids(hits)
        and ((meant is not None and one.vector) or max(expected[one.id]["lex"], expected[one.id]["asked"]) > 0)
    ]
    said = {(hit.item, {one.id: one for one in items}[hit.id].tokens) for hit in hits}
    assert all((one.item, one.tokens) in said for one in missing)  # passed over only for one of the same words


@pytest.mark.parametrize("seed", range(6))
def test_the_best_are_found_without_scoring_all(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    index = index_of(world(seed, 400))
    question = asked(QUESTIONS[seed % 5], at=datetime.fromtimestamp(NOW, UTC), speakers=("Ada",))
    whole = index.search(question, vector(7), NO_MATTER, 5)
    monkeypatch.setattr(index_module, "SCORED_IN_FULL", 0)
    monkeypatch.setattr(bm25_scoring, "BEST_OF_AN_ARM", 100)
    assert index.search(question, vector(7), NO_MATTER, 5) == whole
    nearest = index.nearest(vector(7), NO_MATTER, 5)
    monkeypatch.setattr(bm25_scoring, "SIGNS_ABOVE", 0)
    monkeypatch.setattr(bm25_scoring, "CHOSEN_BY_SIGNS", 150)
    assert index.search(question, vector(7), NO_MATTER, 5) == whole
    assert index.nearest(vector(7), NO_MATTER, 5) == nearest


@pytest.mark.parametrize("seed", range(8))
def test_the_way_there_leaves_no_trace(seed: int) -> None:
    """Items put one by one, replaced, dropped and put again search like items put at once."""
    dice = random.Random(seed)
    items = world(seed, 80)
    index = index_of(world(seed + 50, 80)[:60])
    question = asked(QUESTIONS[seed % 5], speakers=("Ada",))
    for one in dice.sample(items, len(items)):
        index.put([one])
        if dice.random() < 0.3:
            index.search(question, vector(5), NO_MATTER, 3)
        if dice.random() < 0.3:
            gone = dice.choice(items)
            index.drop([gone.id, "never there"])
            index.put([gone])
    away = {one.id for one in dice.sample(items, 20)}
    index.drop(away)
    fresh = index_of(one for one in items if one.id not in away)
    assert len(index) == len(fresh) == 60
    assert index.speakers == fresh.speakers
    assert index.unembedded == fresh.unembedded
    mine, theirs = (each.search(question, vector(5), NO_MATTER, 60) for each in (index, fresh))
    assert ids(mine) == ids(theirs)
    for my_hit, their_hit in zip(mine, theirs, strict=True):
        assert my_hit.features == pytest.approx(their_hit.features, abs=1e-5)
    assert index.nearest(vector(5), NO_MATTER, 9) == fresh.nearest(vector(5), NO_MATTER, 9)


def test_many_drops_close_the_gaps() -> None:
    items = world(3, 1500)
    index = index_of(items)
    size = index.nbytes
    index.drop([one.id for one in items[:1400]])
    fresh = index_of(items[1400:])
    question = asked(QUESTIONS[0])
    assert index.nbytes < size / 4
    mine, theirs = (each.search(question, vector(1), NO_MATTER, 50) for each in (index, fresh))
    assert ids(mine) == ids(theirs)


def test_an_empty_index_has_no_answers() -> None:
    for index in (OwnerIndex(DIMENSIONS), OwnerIndex(None)):
        assert index.search(asked("ramen?"), vector(1), NO_MATTER, 5) == []
        assert index.nearest(vector(1), NO_MATTER, 5) == []
        assert (len(index), index.unembedded, index.speakers) == (0, 0, [])
        index.put([])
        index.drop(["nobody"])
    emptied = index_of([item(1, "ramen")])
    emptied.drop(["0001"])
    assert emptied.search(asked("ramen?"), vector(1), NO_MATTER, 5) == []


def test_words_nobody_said_find_nothing_without_vectors() -> None:
    index = index_of([item(1, "ramen"), item(2, "tiger")])
    assert index.search(asked("zebras?"), None, NO_MATTER, 5) == []
    assert index.search(asked("when is the it?"), None, NO_MATTER, 5) == []
    assert len(index.search(asked("zebras?"), vector(9), NO_MATTER, 5)) == 2


def test_many_words_nobody_said_do_not_hide_one_that_was() -> None:
    index = index_of([item(1, "ramen"), item(2, "tiger")])
    unsaid = " ".join(f"zebra{number}" for number in range(bm25_scoring.READ_WORDS))
    (hit,) = index.search(asked(f"{unsaid} tiger?"), None, NO_MATTER, 5)
    assert hit.id == "0002"


def test_without_vectors_words_answer() -> None:
    index = index_of([item(n, text)._replace(vector=None) for n, text in enumerate(["ramen", "tiger"])], None)
    (hit,) = index.search(asked("ramen?"), None, NO_MATTER, 5, FUSION_LEXICAL)
    assert hit.id == "0000"
    assert "dense" not in hit.features
    assert index.unembedded == 2


def test_a_vector_of_another_size_counts_as_none() -> None:
    index = index_of([item(1, "ramen", vector=bytes(3)), item(2, "tiger")])
    assert index.unembedded == 1
    assert [one for one, _ in index.nearest(vector(2), NO_MATTER, 5)] == ["0002"]


def test_a_chat_ends_at_its_border() -> None:
    """A neighbour's words count among friends, in their own sitting only, and not in chats with an assistant."""
    friends = {"role": "peer", "speaker": "Ben", "vector": None}
    index = index_of(
        [
            item(1, "tiger", conversation_id="a", **friends),
            item(2, "lake", conversation_id="a", **friends),
            item(3, "moss", conversation_id="a", **friends),
            item(4, "ramen", conversation_id="b", **friends),
            item(5, "kite", conversation_id="c", vector=None),
            item(6, "pepper", conversation_id="c", vector=None, role="assistant"),
        ]
    )
    lex = {hit.id: hit.features.get("lex", 0.0) for hit in index.search(asked("lake?"), None, NO_MATTER, 9)}
    assert lex["0001"] == lex["0003"] > 0
    assert lex["0001"] > lex["0002"] > 0  # whose window is longer
    assert set(lex) == {"0001", "0002", "0003"}
    assert ids(index.search(asked("kite?"), None, NO_MATTER, 9)) == ["0005"]


def test_neighbours_of_the_best_are_scored_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "SCORED_IN_FULL", 0)
    texts = ("moss", "tiger", "lake", "train", "moss")
    index = index_of(item(n, text, role="peer", vector=None) for n, text in enumerate(texts))
    assert set(ids(index.search(asked("lake?"), None, NO_MATTER, 9))) == {"0001", "0002", "0003"}
    index.put([item(3, "train", role="user", vector=None)])
    mine = View(now=NOW, roles=frozenset({"user"}))
    assert ids(index.search(asked("lake?"), None, mine, 9)) == ["0003"]


def test_a_chat_is_friends_only_while_a_friend_has_a_word_in_it() -> None:
    index = index_of([item(1, "lake", vector=None), item(2, "moss", vector=None), item(3, "kite", role="peer")])
    assert len(index.search(asked("lake?"), None, NO_MATTER, 9)) == 3
    index.drop(["0003"])
    assert ids(index.search(asked("lake?"), None, NO_MATTER, 9)) == ["0001"]


def test_long_turns_are_no_chat_of_friends_whatever_their_roles() -> None:
    for words, together in ((35, True), (36, False)):
        long = " ".join(f"word{n}" for n in range(words - 1))
        index = index_of([item(1, f"lake {long}", role="peer", vector=None), item(2, f"moss {long}", vector=None)])
        assert (len(index.search(asked("lake?"), None, NO_MATTER, 9)) == 2) is together


def test_words_that_nobody_said_take_no_place_of_those_that_were() -> None:
    index = index_of([item(1, "ramen"), item(2, "tiger")])
    unheard = " ".join(f"unheard{n}" for n in range(100))
    assert ids(index.search(asked(f"{unheard} ramen?"), None, NO_MATTER, 5)) == ["0001"]


def test_a_date_finds_what_shares_no_word_with_it_among_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "SCORED_IN_FULL", 0)
    monkeypatch.setattr(bm25_scoring, "BEST_OF_AN_ARM", 3)
    index = index_of(item(n, f"moss{n}", at=NOW - n * DAY, conversation_id=f"c{n}", vector=None) for n in range(2, 60))
    found = index.search(asked("What happened 30 days ago?", at=datetime.fromtimestamp(NOW, UTC)), None, NO_MATTER, 3)
    assert "0030" in ids(found)


def test_sources_count_in_halvings() -> None:
    index = index_of(
        [
            item(1, "ramen soup"),
            item(2, "ramen stew", role="assistant", conversation_id="d"),
            item(3, "ramen pie", role="assistant", conversation_id="here"),
            item(4, "ramen pot", conversation_id="here"),
            memory(5, "ramen cup"),
        ]
    )
    sources = Sources(inputs=2.0, replies=0.25, here="here", inputs_here=4.0, replies_here=1.0)

    def counted(text: str) -> dict[str, float]:
        found = index.search(asked(text), vector(9), View(now=NOW, sources=sources), 9)
        return {hit.id: hit.features.get("source", 0.0) / FUSION.source for hit in found}

    assert counted("ramen?") == pytest.approx({"0001": 0, "0002": -3, "0003": -1, "0004": 1, "0005": 0})
    # What the companion said is asked for: it counts twice, wherever it was.
    asking = counted("Which ramen did you recommend?")
    assert asking == pytest.approx({"0001": 0, "0002": 1, "0003": 1, "0004": 1, "0005": 0})


def test_a_view_decides_before_the_best_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "SCORED_IN_FULL", 0)
    monkeypatch.setattr(bm25_scoring, "BEST_OF_AN_ARM", 1)
    index = index_of([*(item(n, "ramen ramen", conversation_id=f"c{n}") for n in range(9)), memory(20, "ramen soup")])
    view = View(now=NOW, items=frozenset({"memory"}))
    assert ids(index.search(asked("ramen?"), None, view, 3)) == ["0020"]


def test_views_leave_out_what_they_say() -> None:
    index = index_of(
        [
            item(1, "ramen one", role="user"),
            item(2, "ramen two", role="assistant"),
            memory(3, "ramen three", kind="fact", category="preference"),
            memory(4, "ramen four", kind="episode", category="event"),
        ]
    )

    def found(**view: object) -> set[str]:
        return set(ids(index.search(asked("ramen?"), None, View(now=NOW, **view), 9)))  # type: ignore[arg-type]  # any field

    assert found() == {"0001", "0002", "0003", "0004"}
    assert found(items=frozenset({"message"})) == {"0001", "0002"}
    assert found(roles=frozenset({"user"})) == {"0001", "0003", "0004"}
    assert found(kinds=frozenset({"episode"})) == {"0004"}
    assert found(kinds=frozenset({"message", "fact"})) == {"0001", "0002", "0003"}
    assert found(only=frozenset({"0002", "0003", "gone"})) == {"0002", "0003"}
    assert found(without_categories=frozenset({"event"})) == {"0001", "0002", "0003"}
    assert found(items=frozenset()) == set()


def test_only_what_is_so_now_or_was_so_then() -> None:
    day = {"at": NOW - 10 * DAY}
    index = index_of(
        [
            memory(1, "ramen active", **day),
            memory(2, "ramen replaced", status="superseded", until=NOW - 5 * DAY, **day),
            memory(3, "ramen over", status="expired", expires=NOW - 2 * DAY, **day),
            memory(4, "ramen withdrawn", status="retracted", **day),
            memory(5, "ramen proposed", status="proposed", **day),
            memory(6, "ramen due", expires=NOW - 1.0, **day),
            memory(7, "ramen planned", at=NOW + 5 * DAY),
            item(8, "ramen said", at=NOW - 4 * DAY),
        ]
    )

    def found(as_of: float | None) -> set[int]:
        hits = index.search(asked("ramen?"), None, View(now=NOW, as_of=as_of), 9)
        return {int(hit.id) for hit in hits}

    assert found(None) == {1, 7, 8}
    assert found(NOW - 6 * DAY) == {1, 2, 3, 6}
    assert found(NOW - 5 * DAY) == {1, 3, 6}
    assert found(NOW - 4 * DAY) == {1, 3, 6, 8}
    assert found(NOW - 2 * DAY) == {1, 6, 8}
    assert found(NOW - 20 * DAY) == set()
    assert found(NOW + 6 * DAY) == {1, 7, 8}


def test_ties_go_to_the_newer_then_to_the_id() -> None:
    texts = ((1, "ramen soup", NOW - 5), (3, "ramen bowl", NOW), (2, "ramen pot", NOW))
    items = [item(number, text, at=at, vector=None, conversation_id=None) for number, text, at in texts]
    for order in (items, items[::-1]):
        assert ids(index_of(order).search(asked("ramen?"), None, NO_MATTER, 3)) == ["0002", "0003", "0001"]
        assert ids(index_of(order).search(asked("ramen?"), None, NO_MATTER, 1)) == ["0002"]


def test_the_same_words_take_one_place() -> None:
    alone = {"conversation_id": None, "vector": None}
    index = index_of([item(n, "Ramen, the best!", **alone) for n in range(5)] + [memory(9, "ramen best", vector=None)])
    assert set(ids(index.search(asked("ramen?"), None, NO_MATTER, 5))) == {"0004", "0009"}


def test_memories_of_one_meaning_take_one_place_but_messages_do_not() -> None:
    [(steps, scale)] = packed(vector(1)[None])
    near = {"vector": steps, "scale": scale}
    index = index_of([memory(1, "likes ramen", **near), memory(2, "enjoys soup", **near, at=NOW - 300 * DAY)])
    assert ids(index.search(asked("ramen?"), vector(1), NO_MATTER, 5)) == ["0001"]
    index = index_of([item(1, "best time 27", **near), item(2, "best time 26", **near)])
    assert len(index.search(asked("best time?"), vector(1), NO_MATTER, 5)) == 2


def test_an_important_memory_comes_first() -> None:
    index = index_of([memory(1, "ramen soup", importance=0.9, vector=None), memory(2, "ramen bowl", vector=None)])
    assert ids(index.search(asked("ramen?"), None, NO_MATTER, 2)) == ["0001", "0002"]


def test_the_main_speakers_have_their_share() -> None:
    index = index_of(item(n, "x", speaker=("Ben" if n % 3 == 0 else "Ada") if n < 30 else "Cid") for n in range(31))
    assert index.speakers == ["Ada", "Ben"]


def test_scripts_without_spaces_are_found() -> None:
    index = index_of([item(1, "我喜欢吃拉面"), item(2, "今天天气很好"), item(3, "안녕하세요 여러분")])
    assert ids(index.search(asked("拉面好吃吗?"), None, NO_MATTER, 1)) == ["0001"]
    assert ids(index.search(asked("안녕하세요"), None, NO_MATTER, 3)) == ["0003"]


def test_the_last_of_two_with_one_id_stands() -> None:
    index = index_of([item(1, "ramen"), item(1, "tiger")])
    assert len(index) == 1
    assert ids(index.search(asked("tiger?"), None, NO_MATTER, 3)) == ["0001"]
    assert index.search(asked("ramen?"), None, NO_MATTER, 3) == []


def test_threads_see_whole_answers() -> None:
    items = world(2, 200)
    index, wrong = index_of(items), []

    def read() -> None:
        for _ in range(40):
            hits = index.search(asked("ramen tiger?"), vector(3), NO_MATTER, 5)
            if len(hits) != 5:
                wrong.append(hits)

    def write() -> None:
        for one in items:
            index.put([one])

    threads = [Thread(target=job) for job in (read, write, read)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(index) == 200


def test_tokens_are_stems_without_accents_and_stop_words() -> None:
    assert tokens("What did you paint?") == tokens("The PAINTINGS of it") == tokens("painted")
    assert tokens("Café José") == tokens("cafe jose")
    assert tokens("when is it that you were?") == []
    assert len(tokens("\ud800 \x00 ramen")) == 1
    assert np.frombuffer(packed_tokens(tokens("ramen lake")), "<u4").tolist() == tokens("ramen lake")


def test_a_megabyte_is_counted_in_part() -> None:
    read = features("ramen lake " * 100_000)
    assert len(read.tokens) // 4 == pytest.approx(182, abs=2)
    assert read.words == pytest.approx(200_000, rel=0.01)
