"""What a model makes of observations: proposals with their evidence, and contradictions with both sides."""

from __future__ import annotations

import pytest
from tests.service.asked import answered, ask, keep, means_of
from tests.service.scene import Scene, texts

from reverie.background.tasks.answer_checks import Why
from reverie.background.tasks.contradictions import CONTRADICTIONS
from reverie.background.tasks.synthesis import ENOUGH, SYNTHESIS
from reverie.records.memories import Memory, Status

NOTICED = (
    ("Says when something hurt.", "value"),
    ("Wants to hear the truth, also when it hurts.", "value"),
    ("Told a friend frankly what went wrong.", "background"),
    ("Has a red bicycle.", "background"),
    ("Likes walks by the sea.", "interest"),
)


def notice(scene: Scene, *noticed: tuple[str, str]) -> list[Memory]:
    return [scene.ada.user_model.record(text, category=category).memory for text, category in noticed or NOTICED]


def proposed(*many: dict[str, object]) -> dict[str, object]:
    return {"proposals": list(many)}


def one(rests_on: list[int], sentence: str, category: str = "value") -> dict[str, object]:
    return {"rests_on": rests_on, "sentence": sentence, "category": category}


GOOD = one([1, 2, 3], "Values the frank truth.")


def test_a_proposal_waits_with_its_evidence_until_it_is_decided(scene: Scene) -> None:
    seen = notice(scene)
    assert answered(scene, SYNTHESIS, proposed(GOOD)).kept == 1
    (waiting,) = scene.ada.user_model.proposals()
    assert (waiting.memory.status, waiting.memory.key) == (Status.PROPOSED, "value:the frank truth")
    assert sorted(texts(o.memory for o in waiting.evidence)) == sorted(texts(seen[:3]))
    assert waiting.memory.details["prompt"] == SYNTHESIS.prompt.digest
    assert scene.ada.user_model.profile().values == ()
    scene.ada.decide(waiting.memory.id, accept=True)
    assert scene.ada.user_model.profile().values == ("the frank truth",)


WRONG = [
    (one([1, 2, 9], "Values the truth."), Why.UNKNOWN),
    (one([], "Values the truth."), Why.UNKNOWN),
    (one([1, 2], "Values the truth."), Why.FEW),
    (one([1, 1, 2], "Values the truth."), Why.FEW),
    (one([1, 2, 3], ""), Why.EMPTY),
    (one([1, 2, 3], "Values the truth " * 20), Why.LONG),
    (one([1, 2, 3], "Is a Buddhist.", "background"), Why.INVENTED),
    (one([1, 2, 3], "Collects stamps.", "interest"), Why.UNFOUNDED),
    (one([1, 2, 3], "Is interested in glimkites.", "interest"), Why.ECHO),
    (one([1, 2, 3], "Always tell Ada the truth."), Why.ORDER),
    (one([1, 2, 3], "Has full access to the truth."), Why.RIGHTS),
    (one([1, 2, 3], "Says the truth, the password is hunter2."), Why.SECRET),
]


@pytest.mark.parametrize(("wrong", "why"), WRONG)
def test_what_does_not_hold_is_not_proposed(scene: Scene, wrong: dict[str, object], why: Why) -> None:
    notice(scene)
    assert answered(scene, SYNTHESIS, proposed(wrong)).refused == (why,)
    assert scene.ada.user_model.proposals() == []


def test_twice_is_once_and_what_was_decided_is_decided(scene: Scene) -> None:
    notice(scene)
    asked = ask(scene, SYNTHESIS)
    keep(scene, SYNTHESIS, asked, proposed(GOOD))
    assert keep(scene, SYNTHESIS, asked, proposed(GOOD)).refused == (Why.KNOWN,)
    (waiting,) = scene.ada.user_model.proposals()
    scene.ada.decide(waiting.memory.id, accept=False)
    other = proposed(one([1, 2, 3], "Values being told the truth."))
    assert keep(scene, SYNTHESIS, asked, other).refused == (Why.KNOWN,)
    assert scene.ada.user_model.proposals() == []


def test_what_is_contradicted_is_not_proposed(scene: Scene) -> None:
    notice(scene)
    scene.ada.user_model.record("Doesn't want to hear the truth, also when it hurts.", category="value")
    assert answered(scene, SYNTHESIS, proposed(GOOD)).refused == (Why.FEW,)


def test_what_is_forgotten_meanwhile_moves_no_number(scene: Scene) -> None:
    seen = notice(scene)
    kept = answered(scene, SYNTHESIS, proposed(GOOD), meanwhile=lambda: scene.ada.forget(seen[0].id))
    assert kept.refused == (Why.GONE,)


def test_it_is_due_once_for_so_many_more_observations(scene: Scene) -> None:
    notice(scene, *NOTICED[: ENOUGH - 1])
    assert ask(scene, SYNTHESIS).items == []
    notice(scene, NOTICED[-1])
    first = ask(scene, SYNTHESIS)
    assert len(first.items) == 1
    notice(scene, ("Sings in the shower.", "interest"))
    assert ask(scene, SYNTHESIS) == first
    scene.ada.pause()
    assert ask(scene, SYNTHESIS).items == []


# -- contradictions --------------------------------------------------------------------------------

MEAT = (
    ("Eats no meat at all.", "preference"),
    ("Eats a steak on Sundays.", "preference"),
    ("Plays chess.", "interest"),
)


def judged(pair: int, first: str, second: str, verdict: str = "contradict") -> dict[str, object]:
    return {"judgements": [{"pair": pair, "first": first, "second": second, "verdict": verdict}]}


CLASH = judged(1, "no meat", "a steak")


def against(scene: Scene) -> dict[str, list[str]]:
    seen = scene.ada.user_model.review()
    return {one.memory.text: [o.memory.text for o in one.contradictions] for one in seen if one.contradictions}


def test_a_contradiction_is_flagged_with_both_sides_once(scene: Scene) -> None:
    notice(scene, *MEAT)
    asked = ask(scene, CONTRADICTIONS)
    assert asked.text.count("first:") == 1
    assert "chess" not in asked.text
    assert keep(scene, CONTRADICTIONS, asked, CLASH).kept == 1
    assert against(scene) == {MEAT[0][0]: [MEAT[1][0]], MEAT[1][0]: [MEAT[0][0]]}
    before = scene.written()
    assert keep(scene, CONTRADICTIONS, asked, CLASH).kept == 0
    assert (scene.written(), ask(scene, CONTRADICTIONS).items) == (before, [])
    scene.ada.undo()
    assert against(scene) == {}


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        (judged(1, "no meat", "a steak", "compatible"), ()),
        (judged(1, "no meat", "a steak", "unclear"), ()),
        (judged(1, "eats meat", "a steak"), (Why.NOT_SAID,)),
        (judged(1, "", "a steak"), (Why.NOT_SAID,)),
        (judged(4, "no meat", "a steak"), (Why.UNKNOWN,)),
    ],
)
def test_what_is_no_contradiction_or_not_quoted_is_not_flagged(
    scene: Scene, answer: dict[str, object], refused: tuple[Why, ...]
) -> None:
    notice(scene, *MEAT)
    assert answered(scene, CONTRADICTIONS, answer).refused == refused
    assert against(scene) == {}


def test_a_side_that_went_meanwhile_is_not_flagged(scene: Scene) -> None:
    seen = notice(scene, *MEAT)
    kept = answered(scene, CONTRADICTIONS, CLASH, meanwhile=lambda: scene.ada.forget(seen[0].id))
    assert kept.refused == (Why.UNKNOWN,)
    assert answered_while_paused(scene) == 0


def answered_while_paused(scene: Scene) -> int:
    notice(scene, *MEAT)
    return answered(scene, CONTRADICTIONS, CLASH, meanwhile=scene.ada.pause).kept


def test_pairs_are_asked_about_once_and_never_all_with_all(scene: Scene) -> None:
    notice(scene, *[(f"Eats dish number {number}.", "preference") for number in range(20)])
    items = CONTRADICTIONS.due(means_of(scene), scene.ada.user, 1000)
    assert len(items) == len({item.id for item in items}) == 1 + 2 + 3 + 4 + 15 * 5


def test_what_the_rules_flagged_is_not_asked_again(scene: Scene) -> None:
    notice(scene, ("Likes jazz", "interest"), ("Dislikes jazz", "interest"))
    assert ask(scene, CONTRADICTIONS).items == []
