"""What comes to mind beside memories and messages: episodes, an excerpt, scenes and passages."""

from __future__ import annotations

from pathlib import Path

from tests.service.scene import DAY, Scene, opened
from tests.service.test_episodes import DOG, OPERA, talk
from tests.service.test_scenes import RED, drawn

from reverie import Amounts, Context, Looking
from reverie.config import Config
from reverie.context.rendering import Line
from reverie.settings_sections import ContextSettings
from reverie.testing import FrozenClock

ALL = Looking(beside=Amounts(episodes=2, excerpt=2000, scenes=2, passages=2))


def lines(context: Context, source: str) -> list[Line]:
    return [line for line in context.lines if line.source == source]


def lived(scene: Scene, folder: Path) -> None:
    """Two conversations that are over, a picture and a document."""
    talk(scene, OPERA)
    scene.clock.advance(DAY)
    talk(scene, DOG)
    scene.clock.advance(DAY)
    scene.ada.pictures.add(drawn(folder / "red.png"), RED)
    page = folder / "singing.md"
    page.write_text("# Singing\n\nThe opera school repeats a failed singing exam in June.\n", "utf-8")
    scene.luna.knowledge.add(page)
    scene.ada.say("Good morning!")


def test_recall_gives_what_is_asked_for_beside_the_hits(scene: Scene, tmp_path: Path) -> None:
    lived(scene, tmp_path)
    found = scene.ada.recall("How was the singing exam at the opera school?", looking=ALL)
    other = found.beside
    assert [one.id for one in other.episodes] == [scene.ada.conversations.episodes.all()[0].id]
    assert (other.episodes[0].why, other.episodes[0].score) == (found[0].why, found[0].score)
    assert other.excerpt is not None
    assert "failed my singing exam" in other.excerpt.text
    assert [one.source for one in other.passages] == ["singing.md, lines 1-3"]
    assert other.passages[0].why


def test_a_plain_recall_looks_nowhere_else(scene: Scene, tmp_path: Path) -> None:
    lived(scene, tmp_path)
    other = scene.ada.recall("How was the singing exam at the opera school?").beside
    assert (other.episodes, other.excerpt, other.scenes, other.passages) == ((), None, (), ())


def test_a_scene_is_found_beside_the_hits(scene: Scene, tmp_path: Path) -> None:
    lived(scene, tmp_path)
    other = scene.ada.recall("Where was the red circle on the wall?", looking=ALL).beside
    assert [one.description for one in other.scenes] == [RED]
    assert "its description fits" in other.scenes[0].why
    assert any("image model" in note for note in other.degraded)


def test_a_context_tells_each_source_with_its_reason(scene: Scene, tmp_path: Path) -> None:
    lived(scene, tmp_path)
    context = scene.ada.context("How was the singing exam at the opera school?")
    (episode,) = lines(context, "episodes")
    assert "singing exam" in episode.text
    assert episode.memory_id == scene.ada.conversations.episodes.all()[0].id
    assert episode.why
    assert [line.text[:10] for line in lines(context, "passages")] == ["singing.md"]
    assert "Earlier conversations:" in str(context)


def test_a_context_names_the_scenes_that_can_be_sent_with_it(scene: Scene, tmp_path: Path) -> None:
    lived(scene, tmp_path)
    context = scene.ada.context("Where was the red circle on the wall?")
    assert [line.text for line in lines(context, "scenes")] == [f"2026-03-03: {RED}"]
    (found,) = context.scenes
    assert scene.ada.pictures.scene(found).part_openai()["type"] == "image_url"
    recalled = [line.memory_id for line in lines(context, "recalled")]
    assert found not in recalled


def test_no_scene_comes_to_mind_for_something_else(scene: Scene, tmp_path: Path) -> None:
    lived(scene, tmp_path)
    assert scene.ada.context("How was the singing exam?").scenes == ()


def excerpting(path: Path, clock: FrozenClock, characters: int) -> Scene:
    settings = Config(embedder="none", context=ContextSettings(excerpt=characters))
    luna = opened(path, clock, settings)
    return Scene(luna=luna, ada=luna.meet("Ada"), clock=clock, path=path)


def test_an_excerpt_is_told_once_within_its_characters(tmp_path: Path, clock: FrozenClock) -> None:
    scene = excerpting(tmp_path / "luna.db", clock, 120)
    with scene.luna:
        lived(scene, tmp_path)
        context = scene.ada.context("How was the singing exam at the opera school?")
        turns = lines(context, "excerpt")
        assert [line.text for line in turns if "failed my singing exam" in line.text]
        assert 1 < len(turns) < len(OPERA)
        told = [line.message_id for line in (*turns, *lines(context, "recalled")) if line.memory_id is None]
        assert len(told) == len(set(told))


def test_the_best_turn_stands_in_an_excerpt_that_has_no_room(tmp_path: Path, clock: FrozenClock) -> None:
    scene = excerpting(tmp_path / "luna.db", clock, 1)
    with scene.luna:
        lived(scene, tmp_path)
        (turn,) = lines(scene.ada.context("How was the singing exam at the opera school?"), "excerpt")
        assert "failed my singing exam" in turn.text


def test_an_excerpt_says_what_is_no_longer_so(tmp_path: Path, clock: FrozenClock) -> None:
    scene = excerpting(tmp_path / "luna.db", clock, 1000)
    with scene.luna:
        scene.say("We sat by the fire and sang.", "My favorite food is pizza.", "Then the storm came over the fire.")
        scene.clock.advance(DAY)
        scene.say("My favorite food is ramen.")
        scene.clock.advance(DAY)
        context = scene.ada.context("Who sat by the fire and sang in the storm?")
        turns = [line.text for line in lines(context, "excerpt")]
        assert [text for text in turns if "pizza" in text and "no longer so: Favorite food is ramen." in text]


def test_what_was_forgotten_comes_from_no_source(scene: Scene, tmp_path: Path) -> None:
    lived(scene, tmp_path)
    scene.ada.forget("singing exam")
    found = scene.ada.recall("How was the singing exam at the opera school?", looking=ALL)
    assert "singing" not in " ".join(map(str, [*found.beside.episodes, found.beside.excerpt, *found])).casefold()


def test_nobody_elses_past_is_beside_mine(scene: Scene, tmp_path: Path) -> None:
    lived(scene, tmp_path)
    bob = scene.luna.meet("Bob")
    other = bob.recall("How was the singing exam at the opera school?", looking=ALL).beside
    assert (other.episodes, other.excerpt) == ((), None)
    assert [one.source for one in other.passages] == ["singing.md, lines 1-3"]
    assert bob.recall("Where was the red circle on the wall?", looking=ALL).beside.scenes == ()
