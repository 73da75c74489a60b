"""One contract for both databases: what a companion thinks and is to itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.service.scene import DAY, START, opened

from reverie import Reverie
from reverie.memory.writing import Step
from reverie.records.memories import Status
from reverie.records.opinions import Occasion
from reverie.testing import FrozenClock


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def luna(store_url: str, clock: FrozenClock) -> Iterator[Reverie]:
    with opened(store_url, clock) as luna:
        yield luna


def test_the_life_of_an_opinion(luna: Reverie, clock: FrozenClock) -> None:
    ada, thinks = luna.meet("Ada"), luna.opinions
    on = Occasion(message="m", related_users=(ada.id,), related_entities=("it's 100% {odd}",))
    first = thinks.add("jazz", "I love jazz", "aesthetic", occasion=on).opinion
    assert (first.related_users, first.related_entities) == ((ada.id,), ("it's 100% {odd}",))
    clock.advance(DAY)
    assert thinks.add("Jazz", "I adore jazz").opinion.strength == 0.65
    held = thinks.add("jazz", "I can't stand jazz")
    assert (held.step, [one.id for one in held.against]) == (Step.PROPOSED, [first.id])
    evolved = thinks.evolve(first.id[:13], "Small doses of it suit me", "heard too much").opinion
    assert (evolved.strength, [t.reason for t in evolved.history]) == (0.6, ["heard too much"])
    assert [one.id for one in thinks.search("small doses")] == [evolved.id]
    assert [one.id for one in thinks.for_injection("hello there", present=[ada.id])] == [evolved.id]
    assert thinks.decide(held.opinion.id, accept=False).status is Status.RETRACTED
    clock.advance(DAY)
    gone = thinks.retract("jazz", "a pose")
    assert (thinks.list(), [t.new for t in gone.history]) == ([], [evolved.opinion, None])
    assert thinks.for_injection("small doses", present=[ada.id]).opinions == ()
    assert {one.id for one in thinks.list(include_retracted=True)} == {gone.id, held.opinion.id}
    thinks.undo()
    assert thinks.get("jazz") == evolved
    told = thinks.stats()
    assert (told.total, told.active, told.retracted, told.held) == (2, 1, 1, 0)


def test_the_self_model(luna: Reverie) -> None:
    ada, itself = luna.meet("Ada"), luna.self_model
    itself.set("identity_statements", ["I am curious", "I keep promises"])
    itself.remove("identity_statements", "I am curious")
    itself.record_self_observation("I explain too much", "limitation", occasion=Occasion(user=ada.id))
    noted, _ = itself.note_disagreement(ada.user, "remakes", mine="Remakes are worth it", theirs="They are not")
    assert itself.disagreements([ada.id]) == [noted]
    told = itself.review_self_model()
    assert told.profile.identity_statements == ("I keep promises",)
    assert [m.text for m in told.observations] == ["I explain too much"]
    receipt = luna.erase(ada)
    assert receipt.rows["memories"] == 3
    assert itself.reflect_on_self() == "Who I am:\n- I keep promises"
