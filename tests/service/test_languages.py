"""People who speak other languages: what is found, and what is said to be lacking."""

from __future__ import annotations

from tests.service.scene import Scene

import reverie
from reverie.config import Config
from reverie.memory.runtime import LATIN_ONLY


def test_a_question_finds_other_forms_of_its_words(scene: Scene) -> None:
    scene.say("meine Schwestern wohnen jetzt in Hamburg", "heute hat es nur geregnet", "der Kuchen war trocken")
    assert scene.ada.recall("Wo ist die Wohnung meiner Schwester?")[0].text.startswith("meine Schwestern")
    scene.say("мои сёстры живут в Казани", "сегодня опять дождь")
    found = scene.ada.recall("где живёт сестра?")
    assert found[0].text == "мои сёстры живут в Казани"
    assert found.degraded == (LATIN_ONLY,)


def test_the_doctor_says_which_languages_are_spoken_and_what_they_lack(scene: Scene) -> None:
    assert "languages" not in {check.name for check in scene.luna.doctor()}
    scene.say("I have two cats and they are ill", "ich habe eine Katze und sie ist krank", "мои сёстры живут в Казани")
    (seen,) = [check for check in scene.luna.doctor() if check.name == "languages"]
    lacks = 'found by its words, and by meaning with embedder = "multilingual"; only a language model learns from it'
    assert seen.ok
    assert seen.seen == f"English; German ({lacks}); Russian ({lacks})".replace("; only", ", only")


def test_meaning_is_found_in_letters_that_the_embedder_knows(scene: Scene) -> None:
    with reverie.open(scene.path.parent / "wei.db", companion="Luna", config=Config(embedder="multilingual")) as luna:
        wei = luna.meet("Wei")
        for said in ("我妹妹搬到伦敦去了", "今天的面条很好吃", "我坐车总是头晕"):
            wei.say(said)
        found = wei.recall("出门旅行要注意什么？", limit=1)
        assert ([hit.text for hit in found], found.degraded) == (["我坐车总是头晕"], ())
