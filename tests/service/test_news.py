"""What happened is read off the log: each thing once, in order, with only the words that may be shown now."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.service.scene import MINUTE, Scene, opened

from reverie.conversations.episodes import Outline
from reverie.conversations.news import LINES, Kept, Remembered, Unsaid, What
from reverie.errors import NotFound


def happened(scene: Scene, after: int) -> list[Kept | Unsaid | Remembered]:
    return list(scene.luna.news.since(scene.ada.user, after).happenings)


def head(scene: Scene) -> int:
    return scene.luna.news.heads([scene.ada.id])[scene.ada.id]


def remembered(scene: Scene, after: int) -> list[tuple[str, str, str | None]]:
    found = [one for one in happened(scene, after) if isinstance(one, Remembered)]
    return [(one.what.value, one.text, one.previous) for one in found]


def test_what_is_said_teaches_and_is_told_in_order(scene: Scene) -> None:
    begun = head(scene)
    (first,) = scene.say("My favorite food is ramen.")
    told = happened(scene, begun)
    assert first.message is not None
    assert [type(one) for one in told] == [Kept, Remembered]
    assert isinstance(told[0], Kept)
    assert (told[0].message, told[0].changed) == (first.message, False)
    assert isinstance(told[1], Remembered)
    assert told[1].message_id == first.message.id
    assert remembered(scene, begun) == [("learned", "Favorite food is ramen.", None)]
    assert happened(scene, head(scene)) == []


def test_each_thing_that_can_happen_to_a_memory_has_its_name(scene: Scene) -> None:
    scene.say("My favorite food is ramen. I love chess.")
    at = head(scene)
    scene.say("I really love chess!")
    assert [what for what, _text, _previous in remembered(scene, at)] == ["reinforced"]
    at = head(scene)
    scene.say("My favorite food is pizza now.")
    assert remembered(scene, at) == [("superseded", "Favorite food is pizza.", "Favorite food is ramen.")]
    at = head(scene)
    change = scene.ada.undo()
    assert ("retracted", "Favorite food is pizza.", None) in remembered(scene, at)
    assert ("restored", "Favorite food is ramen.", None) in remembered(scene, at)
    assert change.change.cause == "undo"
    at = head(scene)
    scene.ada.user_model.record("Ada hums while thinking.")
    assert [what for what, _text, _previous in remembered(scene, at)] == ["observed"]
    at = head(scene)
    scene.say("I don't like chess any more.")
    assert "ended" in [what for what, _text, _previous in remembered(scene, at)]
    at = head(scene)
    scene.ada.forget("ramen")
    assert remembered(scene, at) == [("forgotten", "[forgotten]", None)]
    shortened = [one for one in happened(scene, at) if isinstance(one, Kept)]
    assert [(one.changed, "ramen" in one.message.text) for one in shortened] == [(True, False)]


def test_what_is_gone_is_told_without_its_words(scene: Scene) -> None:
    begun = head(scene)
    (said,) = scene.say("My favorite food is ramen.")
    assert said.message is not None
    scene.ada.unsay(said.message.id)
    told = happened(scene, begun)
    assert [one.message_id for one in told if isinstance(one, Unsaid)] == [said.message.id]
    assert "ramen" not in str([one for one in told if not isinstance(one, Remembered)])


def test_forgotten_words_are_in_no_news_of_earlier(scene: Scene) -> None:
    begun = head(scene)
    scene.say("My favorite food is ramen.")
    scene.ada.forget("ramen")
    assert "ramen" not in str(happened(scene, begun))


def test_an_episode_and_an_import_are_no_news(scene: Scene, tmp_path: Path) -> None:
    scene.say("I had a hard day at work, and my boss shouted.")
    scene.ada.conversations.end()
    at = head(scene)
    scene.ada.conversations.episodes.put(Outline(observation="Ada had a hard day."))
    history = tmp_path / "history.txt"
    history.write_text("Ada: My favorite food is ramen.\nLuna: Noted.\n")
    report = scene.luna.import_history(history, scene.ada, speaker="Ada")
    assert report is not None
    assert len(scene.ada.messages()) == 3
    assert happened(scene, at) == []


def test_much_comes_in_pieces_that_lose_and_repeat_nothing(scene: Scene) -> None:
    begun = after = head(scene)
    scene.say(*(f"Message {number}." for number in range(LINES + 20)))
    found: list[str] = []
    more = True
    while more:
        news = scene.luna.news.since(scene.ada.user, after)
        found += [one.message.text for one in news.happenings if isinstance(one, Kept)]
        after, more = news.reached, news.more
    assert found == [f"Message {number}." for number in range(LINES + 20)]
    assert after == head(scene)
    until = scene.luna.news.since(scene.ada.user, begun, until=begun + 1)
    assert until.reached == begun + 1


def test_who_opens_sees_the_newest_or_what_they_missed(scene: Scene) -> None:
    said = scene.say("First.", "Second.", "Third.")
    ada, news = scene.ada.user, scene.luna.news
    first = news.opening(ada, 2)
    assert [message.text for message in first.messages] == ["Second.", "Third."]
    assert (first.earlier, first.after, first.place) == (True, None, head(scene))
    assert first.here is not None
    assert said[0].message is not None
    back = news.opening(ada, 2, after=said[0].message.id)
    assert back.after is not None
    told = news.since(ada, back.after).happenings
    assert [one.message.text for one in told if isinstance(one, Kept)] == ["Second.", "Third."]
    scene.clock.advance(120 * MINUTE)
    assert news.opening(ada, 2).here is None
    with pytest.raises(NotFound):
        news.opening(ada, 2, conversation="none")


def test_who_was_erased_has_no_news(scene: Scene) -> None:
    scene.say("Hello.")
    ada = scene.ada.user
    scene.luna.erase(scene.ada)
    assert scene.luna.news.heads([ada.id]) == {}
    with pytest.raises(NotFound):
        scene.luna.news.since(ada, 0)
    with pytest.raises(NotFound):
        scene.luna.news.opening(ada, 25)


def test_another_process_on_the_same_file_is_seen(scene: Scene) -> None:
    begun = head(scene)
    with opened(scene.path, scene.clock) as elsewhere:
        elsewhere.find("Ada").say("My favorite food is ramen.")
    assert [what for what, _text, _previous in remembered(scene, begun)] == [What.LEARNED]
