"""What the companion says: its tags are taken out and recorded, its opinions learned, and both are told in notices."""

from __future__ import annotations

import json

import pytest
from tests.service.scene import Scene, texts

from reverie import Memory
from reverie.learning.message_learning import Notice
from reverie.records.memories import Category, SourceKind

TAG = (
    '<record_user_observation category="preference" confidence="0.85">Prefers short answers.</record_user_observation>'
)
SELF = "<record_self_observation category='growth'>I ask before I assume.</record_self_observation>"


def reply(scene: Scene, text: str, *, off_record: bool = False) -> tuple[Notice, ...]:
    """What the companion says to Ada, and what it is told that it recorded."""
    scene.clock.advance(60)
    person = scene.ada.off_record() if off_record else scene.ada
    return person.say(text, role="assistant").notices


def observed(scene: Scene, whose: str = "Ada") -> list[Memory]:
    return [one.memory for one in scene.luna.find(whose).user_model.review()]


def noticed_of_itself(scene: Scene) -> list[Memory]:
    return [one.memory for one in scene.luna.self_model.observations()]


def everywhere(scene: Scene) -> str:
    """All that was kept, of Ada and of the companion, as text."""
    opinions = scene.luna.opinions.list(include_retracted=True)
    return f"{json.dumps(scene.luna.export(scene.ada), default=str)} {noticed_of_itself(scene)} {opinions}"


def test_tags_are_recorded_and_stripped_from_what_is_kept_and_sent(scene: Scene) -> None:
    said = scene.ada.say(f"Of course.\n\n{TAG}\n\n{SELF}\n\nWhat else?", role="assistant")
    assert said.message is not None
    assert said.message.text == "Of course.\n\nWhat else?"
    assert texts(scene.ada.messages()) == [said.message.text]
    of_her, of_itself = said.notices
    assert (str(of_her), str(of_itself)) == ("👤 Prefers short answers.", "🪞 I ask before I assume.")
    (noted,) = observed(scene)
    assert of_her.memory == noted
    assert (noted.text, noted.category, noted.confidence) == ("Prefers short answers.", "preference", 0.85)
    source = noted.source
    assert (source.kind, source.message_id, source.conversation_id) == (
        SourceKind.MESSAGE,
        said.message.id,
        said.message.conversation_id,
    )
    (itself,) = noticed_of_itself(scene)
    assert (itself.text, itself.category, itself.details["user"]) == ("I ask before I assume.", "growth", scene.ada.id)
    assert itself.owner != scene.ada.id
    block = str(scene.ada.context("How shall I answer?"))
    assert "Prefers short answers." in block
    assert "<record_" not in block + everywhere(scene)


def test_deleting_the_reply_takes_what_it_observed(scene: Scene) -> None:
    said = scene.ada.say(f"Of course. {TAG}", role="assistant")
    assert said.message is not None
    scene.ada.unsay(said.message.id)
    assert observed(scene) == []


def test_what_a_tag_gets_wrong_is_told_and_the_rest_recorded(scene: Scene) -> None:
    wrong = TAG.replace("preference", "mood").replace("0.85", "very").replace(" conf", ' source_type="dream" conf')
    (notice,) = reply(scene, f"Hm. {wrong}")
    (noted,) = observed(scene)
    assert notice.memory == noted
    assert (noted.text, noted.category, noted.confidence) == ("Prefers short answers.", "background", 0.7)
    assert noted.details["source_type"] == "conversation"
    category, confidence, source_type = notice.troubles
    assert category.startswith('"mood" is no category of what is said about the user: use interest, preference,')
    assert confidence == 'The confidence "very" is not a number from 0 to 1.'
    assert source_type == 'There is no source type "dream": there are conversation, explicit_reflection, journal.'


def test_a_source_type_is_kept_and_an_unclosed_tag_is_read(scene: Scene) -> None:
    (notice,) = reply(scene, 'So.\n\n<record_user_observation source_type="journal">Rows at dawn.\n\nAnd you?')
    (noted,) = observed(scene)
    assert (noted.text, noted.details["source_type"]) == ("Rows at dawn.", "journal")
    assert notice.troubles[0].startswith("The tag was never closed")
    assert texts(scene.ada.messages()) == ["So.\n\nAnd you?"]


@pytest.mark.parametrize("named", ["Zed", "Robert Lin", "robert lin", "Bobby"])
def test_somebody_else_is_refused_whether_they_are_known_or_not_and_no_words_are_lost(scene: Scene, named: str) -> None:
    bob = scene.luna.meet("Robert Lin")
    scene.luna.directory.describe(bob, nickname="Bobby")
    bob.pause()
    (notice,) = reply(scene, f"Hm. {TAG.replace(' category', f' user=“{named}” category')}")
    assert (notice.mark, notice.text, notice.memory) == ("👤", "Prefers short answers.", None)
    assert notice.troubles == (
        "It was not recorded: a reply records nothing of anybody but the one it answers: leave user out.",
    )
    assert observed(scene) == observed(scene, "Robert Lin") == []
    assert texts(scene.ada.messages()) == ["Hm."]


def test_the_person_who_is_there_comes_before_their_namesakes(scene: Scene) -> None:
    other = scene.luna.directory.add("Ada")
    (notice,) = reply(scene, TAG.replace(" category", " user=ada category"))
    assert notice.memory is not None
    assert notice.memory.owner == scene.ada.id
    assert other.user_model.review() == []
    scene.luna.directory.describe(scene.ada, name="Augusta")
    assert reply(scene, TAG.replace(" category", f" user={other.id} category"))[0].memory is None
    assert other.user_model.review() == []


def test_a_merged_person_is_followed(scene: Scene) -> None:
    bob = scene.luna.meet("Robert Lin")
    scene.luna.directory.merge(scene.luna.find("Ada"), into=bob)
    (notice,) = reply(scene, f"Hm. {TAG}")
    assert notice.memory is not None
    assert notice.memory.owner == bob.id
    assert [one.memory.id for one in bob.user_model.review()] == [notice.memory.id]


def test_tags_alone_are_no_message(scene: Scene) -> None:
    said = scene.ada.say(f"{TAG}\n", role="assistant")
    assert said.message is None
    assert texts([n.memory for n in said.notices if n.memory]) == ["Prefers short answers."]
    (noted,) = observed(scene)
    assert (noted.source.kind, noted.source.message_id) == (SourceKind.MODEL, None)
    (empty,) = reply(scene, "<record_user_observation/>")
    assert str(empty) == "👤 The tag has no text, so there is nothing to remember."
    assert scene.ada.messages() == []


@pytest.mark.parametrize("text", [f"Of course. {TAG} {SELF} I prefer tea to coffee.", TAG, SELF])
def test_off_the_record_and_paused_nothing_is_recorded(scene: Scene, text: str) -> None:
    before = everywhere(scene)
    said = scene.ada.off_record().say(text, role="assistant")
    assert (said.message, said.notices) == (None, ())
    assert everywhere(scene) == before
    scene.ada.pause()
    before = everywhere(scene)
    said = scene.ada.say(text, role="assistant")
    assert (said.message, said.notices) == (None, ())
    assert everywhere(scene) == before


def test_a_category_that_is_switched_off_is_not_recorded(scene: Scene) -> None:
    scene.ada.settings(categories_off=[Category.HEALTH])
    (notice,) = reply(scene, "Oh. <record_user_observation>Ada is allergic to nuts.</record_user_observation>")
    assert notice.memory is None
    assert notice.troubles[0].startswith("It was not recorded: the category 'health' is switched off")
    assert "nuts" not in everywhere(scene)


def test_opinions_are_voiced_reinforced_held_and_changed(scene: Scene) -> None:
    opinions = scene.luna.opinions
    (added,) = reply(scene, "I love jazz.")
    assert str(added) == "🪞 I love jazz"
    first = opinions.get("jazz")
    assert (first.opinion, first.triggering_user) == ("I love jazz", scene.ada.id)
    assert first.triggering_message == scene.ada.messages()[-1].id

    reply(scene, "I love jazz.")
    assert opinions.get("jazz").strength > first.strength

    (held,) = reply(scene, "I hate jazz.")
    assert held.text == "I hate jazz (it stands against “I love jazz”: decide which holds)"
    assert [one.opinion for one in opinions.held()] == ["I hate jazz"]
    assert opinions.get("jazz").opinion == "I love jazz"

    (changed,) = reply(scene, "I've changed my mind about jazz: I hate it now.")
    assert changed.mark == "🪞"
    now = opinions.get("jazz")
    assert (now.strength, now.history[-1].old) == (0.6, "I love jazz")
    assert opinions.held() == []  # the change of mind says what was held


def test_what_the_person_says_is_never_read_as_a_tag_or_an_opinion(scene: Scene) -> None:
    mine = f"Look what I found: {TAG} {SELF}\nI prefer tea to coffee."
    for role in ("user", "peer", "system"):
        said = scene.ada.say(mine, role=role)
        assert said.notices == ()
        assert said.message is not None
        assert said.message.text == mine
    assert [*observed(scene), *noticed_of_itself(scene), *scene.luna.opinions.list()] == []


def test_code_that_shows_a_tag_stays_and_records_nothing(scene: Scene) -> None:
    shown = f"Write it so:\n```\n{TAG}\n```"
    assert reply(scene, shown) == ()
    assert texts(scene.ada.messages()) == [shown]
    assert observed(scene) == []


@pytest.mark.parametrize(
    "tag",
    [
        "<record_user_observation>Her password is hunter22.</record_user_observation>",
        "<record_self_observation>My password is hunter22.</record_self_observation>",
        '<record_user_observation user="password: hunter22">Likes tea.</record_user_observation>',
        '<record_user_observation category="password: hunter22">Likes tea.</record_user_observation>',
    ],
)
def test_a_secret_in_a_tag_is_neither_kept_nor_shown(scene: Scene, tag: str) -> None:
    (notice,) = reply(scene, f"Noted. {tag}")
    assert notice.troubles
    assert "hunter22" not in f"{notice} {everywhere(scene)}"
    assert b"hunter22" not in scene.bytes_on_disk()
    assert texts(scene.ada.messages()) == ["Noted."]


def test_a_secret_beside_a_tag_is_masked_and_the_tag_recorded(scene: Scene) -> None:
    said = scene.ada.say(f"Your password is hunter22. {TAG}", role="assistant")
    assert said.masked == ("password",)
    assert texts(observed(scene)) == ["Prefers short answers."]
    assert "hunter22" not in everywhere(scene)


def test_the_same_tag_again_makes_it_surer(scene: Scene) -> None:
    (first,) = reply(scene, f"So. {TAG}")
    (again,) = reply(scene, f"Yes. {TAG}")
    assert first.memory is not None
    assert again.memory is not None
    assert again.memory.id == first.memory.id
    assert again.memory.confidence > first.memory.confidence
    assert again.memory.validations == 1


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("My favorite food is ramen.", "My favorite food is ramen."),
        ("ok so fyi my favorite food is ramen lol", "Ah, my favorite food is ramen! How nice."),
        ("ugh i hate mornings", "Oh, I hate mornings! So noted."),
        ("I prefer tea to coffee these days.", "I prefer tea to coffee. Is that still so?"),
    ],
)
def test_an_echo_of_the_person_is_no_opinion_of_the_companion(scene: Scene, said: str, answer: str) -> None:
    scene.ada.say(said)
    assert reply(scene, answer) == ()
    assert list(scene.luna.opinions.list()) == []


def test_an_echo_some_messages_later_is_no_opinion_either(scene: Scene) -> None:
    for text in ("I love thunderstorms.", "It is raining again.", "What was it that I love?"):
        scene.ada.say(text)
        scene.clock.advance(60)
    assert reply(scene, "I love thunderstorms.") == ()


@pytest.mark.parametrize("answer", ["I love jazz.", "I love thunderstorms too.", "I hate thunderstorms."])
def test_an_answer_of_its_own_is_the_companions_opinion(scene: Scene, answer: str) -> None:
    scene.ada.say("I love thunderstorms. Do you love jazz?")
    (notice,) = reply(scene, answer)
    assert notice.text == answer.rstrip(".")


def test_its_own_words_again_are_no_echo(scene: Scene) -> None:
    reply(scene, "I love jazz.")
    scene.ada.say("Oh, tell me more.")
    (notice,) = reply(scene, "I love jazz.")
    assert notice.text == "I love jazz"
