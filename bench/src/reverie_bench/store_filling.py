"""A store of a given size to measure on: what is said in it, filling it, and taking that out again.

It is filled through the product's own write path, as an import fills it, only with vectors that are drawn by lot:
embedding a hundred thousand texts would take a quarter of an hour and change no other figure.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.conversations.episodes import Outline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reverie.app.companion import Reverie
    from reverie.app.person import Person
    from reverie.learning.message_learning import Heard
    from reverie.memory.runtime import Runtime
    from reverie.ports import Embedder
    from reverie.store.database import Store

Progress = Callable[[int], None]

WORDS = 6000
SITTING = 9
"""Messages of a conversation; with the one memory that the first of them teaches, ten items."""
HISTORY = timedelta(days=730)

DOCUMENTS = 100
OPINIONS = 30
OBSERVATIONS = 10
EPISODES = 50
SCENES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is measured: ``items`` of each owner (one in ten a memory, the others messages), ``queries`` calls a verb.

    ``names`` are the owners made for it. ``named`` says that the store is the caller's own and is to be left as it was.
    """

    items: int
    queries: int
    names: tuple[str, ...]
    store: str
    named: bool
    embedder: str


class Texts:
    """Draws sentences from the shipped vocabulary, whose order is that of frequency: word n is as frequent as 1/n."""

    def __init__(self, seed: int = 11) -> None:
        import numpy as np

        from reverie.models.onnx import VOCABULARY

        lines = VOCABULARY.read_text(encoding="utf-8").splitlines()
        self._words = [word for word in lines if len(word) > 1 and word.isalpha() and word.isascii()][:WORDS]
        self._reach = np.cumsum(1 / np.arange(1, WORDS + 1))
        self._draw = np.random.default_rng(seed)

    def words(self, count: int, *, rarer_than: int = 0) -> list[str]:
        """Words by their frequency; ``rarer_than`` leaves out that many of the most frequent."""
        low = self._reach[rarer_than - 1] if rarer_than else 0.0
        drawn = low + self._draw.random(count) * (self._reach[-1] - low)
        return [self._words[rank] for rank in self._reach.searchsorted(drawn)]

    def message(self) -> str:
        """Two or three sentences of 6 to 14 words; one in five is a question."""
        ends = ["?" if self._draw.random() < 0.2 else "." for _ in range(int(self._draw.integers(2, 4)))]
        return " ".join(" ".join(self.words(int(self._draw.integers(6, 15)))).capitalize() + end for end in ends)

    def liking(self, number: int) -> str:
        """Something to like, another one for every number."""
        second, first = divmod(number, WORDS)
        return f"{self._words[first]} {self._words[-1 - second]}"

    def saying(self) -> str:
        """A message that teaches something: the rules read a liking in it."""
        return f"{self.message()} I like {' '.join(self.words(2, rarer_than=300))}."

    def question(self) -> str:
        """A question about one to four things."""
        return f"What did I say about {' and '.join(self.words(int(self._draw.integers(1, 5)), rarer_than=100))}?"


class Drawn:
    """An embedder for filling only: a text's vector is drawn by lot, the same for the same text, at no cost."""

    def __init__(self, real: Embedder) -> None:
        self.space = real.space
        self.dimensions = real.dimensions
        self.multilingual = real.multilingual

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Draw unit vectors, shape (len(texts), dimensions)."""
        import numpy as np

        drawn = [np.random.default_rng(zlib.crc32(t.encode())).standard_normal(self.dimensions) for t in texts]
        vectors = np.array(drawn, dtype=np.float32)
        unit: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit


def history(owner: str, items: int, texts: Texts) -> Iterator[list[Heard]]:
    """Conversations over two years, user and assistant in turn, until their messages and memories are ``items``."""
    from reverie.conversations.message_store import Draft
    from reverie.learning.message_learning import Heard
    from reverie.memory.runtime import new_id
    from reverie.records.conversations import Message, Role
    from reverie.records.memories import Candidate, Category

    first, count = datetime.now(UTC) - HISTORY, -(-items // (SITTING + 1))
    for number in range(count):
        left = items - number * (SITTING + 1)
        sitting = []
        for turn in range(min(SITTING, left)):
            role = Role.ASSISTANT if turn % 2 else Role.USER
            at = first + HISTORY * (number / count) + timedelta(minutes=turn)
            message = Message(
                id=new_id(), owner=owner, conversation_id="", role=role, speaker=role, text=texts.message(), sent_at=at
            )
            taught: tuple[Candidate, ...] = ()
            if turn == 0 and left > SITTING:
                liked = texts.liking(number)
                taught = (
                    Candidate(
                        text=f"Likes {liked}",
                        key=f"likes:{liked}",
                        value=liked,
                        category=Category.PREFERENCE,
                        span=(0, 9),
                    ),
                )
            sitting.append(Heard(draft=Draft(message=message), candidates=taught))
        yield sitting


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """What the filled store is like; ``index_bytes`` are those of every owner's search index in memory."""

    bytes_per_item: int
    index_bytes: int
    items_per_s: int
    database: dict[str, str]


@contextmanager
def filled(plan: Plan, model: Embedder | None, texts: Texts, progress: Progress) -> Iterator[Disk]:
    """Fill the store; when the block ends, however it ends, take out of a named store what was put in."""
    from reverie import config
    from reverie.memory.lifecycle import Policy
    from reverie.memory.runtime import Runtime
    from reverie.people import identity
    from reverie.privacy import privacy_settings
    from reverie.store import row_erasure
    from reverie.store.database import Store
    from reverie.store.engine.encryption_keys import chosen
    from reverie.store.search.search_cache import IndexCache

    drawn = None if model is None else Drawn(model)
    store = Store(plan.store, key=chosen(None, config.load().encryption))
    cache = IndexCache(space=None, dimensions=None)  # filling searches nothing
    runtime = Runtime(store=store, search=cache, embedder=drawn, clock=lambda: datetime.now(UTC), policy=Policy())
    try:
        empty, started = _bytes_on_disk(store), time.perf_counter()
        owners = [identity.add(runtime, name).id for name in plan.names]
        for owner in owners:
            privacy_settings.configure(runtime, owner, {"categories_off": ()})  # the texts are of anything
            _fill(runtime, history(owner, plan.items, texts), progress)
        count = plan.items * len(owners)
        yield Disk(
            items_per_s=round(count / (time.perf_counter() - started)),
            bytes_per_item=round((_bytes_on_disk(store) - empty) / count),
            index_bytes=_index_bytes(store, owners[0], drawn) * len(owners),
            database=_version(store),
        )
    finally:
        if plan.named:
            with store.writing() as session:
                for user in (user for name in plan.names for user in session.people.by_name(name)):
                    row_erasure.delete_person(session.connection, user.id)
            row_erasure.rewrite(store)
        store.close()


def surrounded(companion: Reverie, people: Sequence[Person], texts: Texts, folder: Path) -> None:
    """Give a store all that a context can draw on beside messages and memories, as much as a companion may have.

    That is a hundred documents, thirty opinions, and of each person ten observations, fifty episodes and fifty pictures
    (where Pillow is installed).
    """
    for number in range(DOCUMENTS):
        parts = [f"## {' '.join(texts.words(3))}\n\n{' '.join(texts.message() for _ in range(8))}" for _ in range(5)]
        (folder / f"{number}.md").write_text("\n\n".join(parts), encoding="utf-8")
    companion.knowledge.add(folder)
    for number in range(OPINIONS):
        companion.opinions.add(texts.liking(number), f"{texts.message()[:120]}")
    for person in people:
        for _ in range(OBSERVATIONS):
            person.user_model.record(texts.message())
        for where in person.conversations.all()[-EPISODES:]:
            told = next(m for m in person.conversations.messages(where.id) if m.role == "user")
            person.conversations.episodes.put(Outline(observation=told.text[:200]), conversation=where.id)
        if find_spec("PIL") is not None:
            for number in range(SCENES):
                person.pictures.add(_painted(folder / f"{person.id}-{number}.png", number), texts.message()[:200])


def _painted(path: Path, number: int) -> Path:
    from PIL import Image

    Image.new("RGB", (64, 64), (number, 5 * number % 256, 255 - number)).save(path)
    return path


def _fill(runtime: Runtime, sittings: Iterator[list[Heard]], progress: Progress) -> None:
    from reverie.learning.message_learning import write
    from reverie.memory.runtime import new_id
    from reverie.records.conversations import Conversation

    for sitting in sittings:
        first = sitting[0].draft.message
        begin = Conversation(id=new_id(), owner=first.owner, started_at=first.sent_at)
        write(runtime, first.owner, sitting, settings={}, begin=begin, batch="bench")
        progress(len(sitting) + len(sitting[0].candidates))


def _index_bytes(store: Store, owner: str, embedder: Drawn | None) -> int:
    from reverie.store.search.search_index import OwnerIndex

    index = OwnerIndex(None if embedder is None else embedder.dimensions)
    with store.reading() as session:
        index.put(list(session.entries.indexed(owner, None if embedder is None else embedder.space)))
    return index.nbytes


def _bytes_on_disk(store: Store) -> int:
    if store.path is not None:
        with store.outside_transactions() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()
        return store.path.stat().st_size
    with store.reading() as session:
        size = session.connection.exec_driver_sql("SELECT pg_database_size(current_database())")
        return int(size.scalar_one())


def _version(store: Store) -> dict[str, str]:
    asking = "SELECT sqlite_version()" if store.on_sqlite else "SHOW server_version"
    with store.reading() as session:
        version = session.connection.exec_driver_sql(asking).scalar_one()
    return {"sqlite" if store.on_sqlite else "postgresql": str(version)}
