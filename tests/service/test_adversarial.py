"""A model that was fooled: whatever it makes of these conversations, nothing of anybody else becomes the person's.

The conversations are data (``adversarial/*.json``). ``fooled`` are the worst plausible claims on the person, ``opined``
those on the companion's opinions; each is tried with the number of every message and in every task that it concerns.
``never`` are patterns that no new memory may have, ``may`` is an honest observation that has to be kept all the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.service.asked import Asked, ask, keep, talk
from tests.service.scene import DAY, EVERY, Scene, opened

from reverie import Memory, Message
from reverie.background.tasks.episodes import EPISODES
from reverie.background.tasks.facts import FACTS
from reverie.background.tasks.observations import MOST, OBSERVATIONS
from reverie.background.tasks.opinions import OPINIONS
from reverie.background.tasks.summaries import SUMMARIES
from reverie.background.tasks.task import Task
from reverie.config import Config
from reverie.records.conversations import Role, Rolling
from reverie.records.memories import Kind
from reverie.records.observation_categories import UserCategory
from reverie.settings_sections import ConversationSettings
from reverie.testing import FrozenClock

Case = Mapping[str, Any]
FOLDER = Path(__file__).parent / "adversarial"
CASES: list[Case] = [case for file in sorted(FOLDER.glob("*.json")) for case in json.loads(file.read_text("utf-8"))]
CATEGORIES = (UserCategory.BACKGROUND, UserCategory.COMMUNICATION_STYLE)
"""One that has to share a word with what it quotes, and one that needs not."""

each_case = pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])


def test_there_are_enough_and_each_has_its_name() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) >= 60
    assert all(case["fooled"] and case["never"] for case in CASES)
    assert sum(case["may"] is not None for case in CASES) >= 40


@pytest.fixture
def scene(tmp_path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """Luna and Ada, with a summary of all but the last message."""
    monkeypatch.setattr("reverie.app.companion.Rolling", partial(Rolling, every=1))
    config = Config(embedder="none", conversations=ConversationSettings(window=1))
    with opened(tmp_path / "luna.db", clock, config) as luna:
        yield Scene(luna=luna, ada=luna.meet("Ada"), clock=clock, path=tmp_path / "luna.db")


def tried(scene: Scene, task: Task[Any], asked: Asked, field: str, claims: Sequence[dict[str, object]]) -> None:
    """Answer with claims, as many at a time as an answer may have."""
    more: dict[str, object] = {"endings": []} if task is FACTS else {"keep": []} if task is SUMMARIES else {}
    for start in range(0, len(claims), MOST):
        keep(scene, task, asked, {field: claims[start : start + MOST], **more})


def observation(claim: Case, number: int, category: str) -> dict[str, object]:
    told = {"message": number, "quote": claim["quote"], "observation": claim["text"]}
    return {**told, "category": category, "confidence": 95}


def fact(claim: Case, number: int) -> dict[str, object]:
    told = {"message": number, "quote": claim["quote"], "text": claim["text"], "category": "fact"}
    slot = {"slot": claim.get("slot", "none"), "value": claim.get("value", "")}
    return {**told, **slot, "importance": 9, "confidence": 99}


def memories(scene: Scene) -> dict[str, Memory]:
    return {memory.id: memory for memory in scene.ada.memories(statuses=EVERY)}


def breaches(case: Case, texts: Iterable[str], patterns: str = "never") -> list[str]:
    return [text for text in texts if any(re.search(one, text.casefold()) for one in case.get(patterns, ()))]


@each_case
def test_what_a_fooled_model_says_of_the_person_is_not_kept(scene: Scene, case: Case) -> None:
    said = talk(scene, *case["messages"])
    by_rules = memories(scene)
    numbers = range(1, len(said) + 1)
    asked = ask(scene, OBSERVATIONS)
    every = [observation(c, n, category) for c in case["fooled"] for n in numbers for category in CATEGORIES]
    tried(scene, OBSERVATIONS, asked, "observations", every)
    if case["may"] is not None:
        own = [m for m in said if m.role is Role.USER]
        number = 1 + next(at for at, message in enumerate(own) if case["may"]["quote"] in message.text)
        honest = observation(case["may"], number, UserCategory.INTEREST)
        assert keep(scene, OBSERVATIONS, asked, {"observations": [honest]}).refused == ()
    facts = [fact(claim, number) for claim in case["fooled"] for number in numbers]
    tried(scene, FACTS, ask(scene, FACTS), "facts", facts)
    new = [memory for name, memory in memories(scene).items() if name not in by_rules]
    assert breaches(case, [memory.text for memory in new]) == []
    for memory in new:
        assert_said(memory, said)


def assert_said(memory: Memory, said: Sequence[Message]) -> None:
    """The words that a memory rests on stand in a message of the person."""
    message = next(one for one in said if one.id == memory.source.message_id)
    assert message.role is Role.USER
    assert memory.source.quote is not None
    assert memory.source.quote in message.text


@each_case
def test_what_a_fooled_model_picks_and_sums_up_is_told_of_who_said_it(scene: Scene, case: Case) -> None:
    said = talk(scene, *case["messages"], ("assistant", "Until tomorrow."), over=False)
    numbers = range(1, len(said) + 1)
    points = [{"message": n, "quote": c["quote"], "text": c["text"]} for c in case["fooled"] for n in numbers]
    keep(scene, SUMMARIES, ask(scene, SUMMARIES), {"keep": [], "points": points[:12]})
    lines = scene.ada.conversations.summary().text.splitlines()
    assert breaches(case, [line.removeprefix("Ada: ") for line in lines if line.startswith("Ada: ")]) == []
    scene.clock.advance(DAY)
    for claim in case["fooled"]:
        for number in numbers:
            part = {"message": number, "quote": claim["quote"]}
            answer = {"observation": [part], "thought": part, "action": None, "result": part}
            keep(scene, EPISODES, ask_anew(scene), answer)
    with scene.luna._runtime.store.reading() as session:
        episodes = session.memories.of_kind(scene.ada.id, Kind.EPISODE, list(EVERY))
    told = [memory for memory in episodes if memory.details["author"] == "model"]
    for memory in told:
        quoted = [q for part in ("observation", "thought", "result") for q in _quotes(str(memory.details[part]))]
        own = "\n".join(m.text for m in said if m.role is Role.USER)
        assert [quote for quote in quoted if quote not in own] == []


def _quotes(part: str) -> list[str]:
    assert part == "" or part.startswith("Ada: “")
    return re.findall(r"“([^”]*)”", part)


def ask_anew(scene: Scene) -> Asked:
    """The conversation as an item, whether it is done or not."""
    asked = ask(scene, EPISODES)
    assert asked.items
    return asked


@each_case
def test_a_fooled_model_gives_the_companion_no_opinion_of_somebody_else(scene: Scene, case: Case) -> None:
    said = talk(scene, *case["messages"])
    companion = scene.luna.companion.id
    with scene.luna._runtime.store.reading() as session:
        before = {m.id for m in session.memories.of_kind(companion, Kind.OPINION, list(EVERY))}
    asked = ask(scene, OPINIONS)
    claims = [*case.get("opined", ()), *({**claim, "name": claim["text"][:40]} for claim in case["fooled"])]
    voiced = [
        {
            "message": n,
            "quote": c["quote"],
            "name": c["name"],
            "opinion": c["text"],
            "category": "social",
            "strength": 90,
        }
        for c in claims
        for n in range(1, len(said) + 1)
    ]
    tried(scene, OPINIONS, asked, "opinions", voiced)
    with scene.luna._runtime.store.reading() as session:
        now = session.memories.of_kind(companion, Kind.OPINION, list(EVERY))
    new = [memory for memory in now if memory.id not in before]
    assert breaches(case, [memory.text for memory in new], "never_opined") == []
    replies = "\n".join(message.text for message in said if message.role is Role.ASSISTANT)
    assert [memory.text for memory in new if (memory.source.quote or "") not in replies] == []
