"""A topic is looked up in the rows that may speak of it, not in all that was ever said."""

from __future__ import annotations

from sqlalchemy import event
from tests.service.scene import Scene

from reverie.records.memories import Status
from reverie.store.tables.topic_looks import TopicLook


def test_a_topic_is_looked_up_in_few_rows(scene: Scene) -> None:
    """What somebody said of other things is not read, neither to quote nor to forget."""
    scene.say("I love pizza.", *(f"I love thing{number}." for number in range(30)))
    read: list[bool] = []
    store = scene.luna._runtime.store

    def note(_connection: object, clause: object, *_more: object) -> None:
        read.append("LIKE lower(" in str(clause))

    with store.reading() as session:
        of = TopicLook(words=frozenset({"pizza"}))
        assert [one.text for one in session.dialogue.messages(scene.ada.id, of=of)] == ["I love pizza."]
        assert [one.value for one in session.memories.all(scene.ada.id, [Status.ACTIVE], of=of)] == ["pizza"]
    event.listen(store.engine, "before_execute", note)
    try:
        scene.ada.conversations.said("pizza")
        quoted = sum(read)
        scene.ada.forget("pizza", preview=True)
    finally:
        event.remove(store.engine, "before_execute", note)
    assert (quoted, sum(read) - quoted) == (1, 2)
