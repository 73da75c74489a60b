"""A large owner's vectors in PostgreSQL: found by pgvector, ranked as in memory, and true at every moment."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from sqlalchemy import text
from tests.postgres import empty_database
from tests.service.scene import START, opened

from reverie import Reverie
from reverie.background import maintenance
from reverie.config import Config
from reverie.ports import View
from reverie.store.search import pgvector
from reverie.store.search.ranking import asked
from reverie.store.search.search_cache import IndexCache
from reverie.testing import FrozenClock

pytestmark = pytest.mark.postgres

ITEMS = 150
THINGS = ("kettle", "bicycle", "violin", "garden", "harbour", "mountain", "letter", "candle", "window", "river")


@pytest.fixture
def luna(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reverie]:
    monkeypatch.setattr(pgvector, "LOOKED_THROUGH", 20)
    monkeypatch.setattr(maintenance, "NEAREST_FROM", ITEMS)
    settings = Config(embedder="none")
    with empty_database(postgres_url) as url, opened(url, FrozenClock(START), settings) as luna:
        yield luna


def filled(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    for number in range(ITEMS):
        first, second = THINGS[number % 10], THINGS[number // 10 % 10]
        ada.say(f"The {first} stood by the {second} on day {number}.")


def held(luna: Reverie) -> bool:
    """Whether Ada's vectors are left in the database."""
    owner = luna.meet("Ada").id
    with luna._runtime.store.reading() as session:
        luna._runtime.search.index(owner, session)
    return "vector" not in luna._runtime.search._held[owner].index._corpus.columns


def test_the_ranking_is_the_same_and_stays_true(luna: Reverie) -> None:
    filled(luna)
    ada, runtime = luna.meet("Ada"), luna._runtime
    assert runtime.embedder is not None
    questions = [f"Where was the {one} near the {other}?" for one in THINGS for other in THINGS[::3]]
    in_memory = [[(hit.text, round(hit.score, 4)) for hit in ada.recall(one)] for one in questions]
    assert not held(luna)

    luna.upkeep()
    assert held(luna)
    far_away = [[(hit.text, round(hit.score, 4)) for hit in ada.recall(one)] for one in questions]
    same = sum(len(set(here) & set(there)) for here, there in zip(in_memory, far_away, strict=True))
    assert same / sum(map(len, in_memory)) >= 0.95

    ada.say("An accordion wheezes in the attic.")
    assert ada.recall("What wheezes in the attic?").hits[0].text == "An accordion wheezes in the attic."
    ada.forget("accordion")
    assert all("accordion" not in hit.text for hit in ada.recall("What wheezes in the attic?"))
    assert luna.meet("Bob").recall("Where was the kettle?").hits == ()


def test_nearest_are_the_nearest_of_this_owner_alone(luna: Reverie) -> None:
    filled(luna)
    ada, bob, runtime = luna.meet("Ada"), luna.meet("Bob"), luna._runtime
    bob.say("The kettle stood by the violin on day 3.")
    luna.upkeep()
    assert runtime.embedder is not None
    [vector] = runtime.embedder.embed(["The kettle stood by the violin on day 3."])
    view = View(now=START.timestamp() + 1e6)
    with runtime.store.reading() as session:
        there = runtime.search.index(ada.id, session)
        exact = IndexCache(space=None, dimensions=None)
        assert exact.index(ada.id, session).unembedded == there.unembedded + ITEMS  # counted where no space is known
        ids = [one for one, _likeness in there.nearest(vector, view, 20)]
        assert len(ids) == 20
        known = there.vectors(ids)
        likeness = [float(known[one] @ vector) for one in ids]
        hits = there.search(asked("the kettle", at=START, speakers=()), vector, view, 5)
    assert likeness == sorted(likeness, reverse=True) or np.allclose(
        likeness, sorted(likeness, reverse=True), atol=1e-3
    )
    own = {message.id for message in ada.messages()} | {memory.id for memory in ada.memories()}
    assert set(ids) <= own
    assert {hit.id for hit in hits} <= own


def test_the_index_is_used_and_made_once(luna: Reverie) -> None:
    filled(luna)
    luna.upkeep()
    store, ada, embedder = luna._runtime.store, luna.meet("Ada"), luna._runtime.embedder
    assert embedder is not None
    assert not pgvector.draw(store, ada.id, embedder.space, embedder.dimensions, ITEMS), "it is there"
    assert not pgvector.draw(store, luna.companion.id, embedder.space, embedder.dimensions, ITEMS), "it is small"
    with store.reading() as session:
        session.connection.execute(pgvector._LOOKING, {"width": "40"})
        asked_for = pgvector.named(ada.id, embedder.space, embedder.dimensions) | {
            "asked": f"x{'01' * embedder.dimensions}"
        }
        plan = session.connection.execute(
            text(f"EXPLAIN {pgvector._NEAREST.text}").bindparams(*pgvector._NEAREST._bindparams.values()),
            asked_for | {"most": 10},
        )
        assert f"Index Scan using {pgvector._named(ada.id, embedder.space)}" in "\n".join(plan.scalars())
