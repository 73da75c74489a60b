"""One question of a task, asked of a model that says what the test says: what became of the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.service.scene import DAY, MINUTE, Scene

from reverie import Memory, Message, Person
from reverie.background.tasks.task import Kept, Task
from reverie.memory.runtime import Runtime
from reverie.records.memories import Kind, Status
from reverie.store.tables.model_work import Due
from reverie.testing import ScriptedModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a model was asked, and on which items; None where nothing was left to ask."""

    items: Sequence[Due]
    messages: Sequence[Mapping[str, object]] | None

    @property
    def text(self) -> str:
        """What the question is about."""
        return "" if self.messages is None else str(self.messages[-1]["content"])


def means_of(scene: Scene) -> Runtime:
    return replace(scene.luna._runtime, model=ScriptedModel())


def talk(scene: Scene, *turns: tuple[str, str], person: Person | None = None, over: bool = True) -> list[Message]:
    """Say these turns, a minute apart; ``over``: a day goes by then."""
    said = []
    for role, text in turns:
        speaker = "Tom" if role == "peer" else None
        message = (person or scene.ada).say(text, role=role, speaker=speaker).message
        assert message is not None
        said.append(message)
        scene.clock.advance(MINUTE)
    if over:
        scene.clock.advance(DAY)
    return said


def ask(scene: Scene, task: Task[Any], person: Person | None = None) -> Asked:
    runtime, user = means_of(scene), (person or scene.ada).user
    items = task.due(runtime, user, task.batch)
    return Asked(items=items, messages=task.ask(runtime, user, items) if items else None)


def keep(scene: Scene, task: Task[Any], asked: Asked, answer: Mapping[str, object]) -> Kept:
    """Keep an answer, which has to be of the task's shape."""
    record, _usage = ScriptedModel([answer]).structured(asked.messages or (), task.shape)
    return task.keep(means_of(scene), scene.ada.user, asked.items, record)


def answered(
    scene: Scene, task: Task[Any], answer: Mapping[str, object], *, meanwhile: Callable[[], object] = lambda: None
) -> Kept:
    """Ask, let something happen, and keep the answer."""
    asked = ask(scene, task)
    assert asked.messages is not None
    meanwhile()
    return keep(scene, task, asked, answer)


def of_kind(scene: Scene, kind: Kind, owner: str | None = None) -> list[Memory]:
    """Every memory of a kind that stands."""
    with scene.luna._runtime.store.reading() as session:
        return session.memories.of_kind(owner or scene.ada.id, kind, [Status.ACTIVE, Status.PROPOSED])
