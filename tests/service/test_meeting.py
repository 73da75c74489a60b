"""Somebody gives a name that is like a known one: who they are is asked, answered, and never guessed."""

from __future__ import annotations

import pytest
from tests.service.scene import Scene, opened, texts

import reverie
from reverie import Person
from reverie.config import Config
from reverie.sections import IdentitySettings

QUESTION = "I know somebody called John Smith. Is that you?"


@pytest.fixture
def john(scene: Scene) -> Person:
    john = scene.luna.meet("John Smith")
    john.say("I like jazz.")
    return john


def test_a_name_that_is_nobodys_makes_somebody_new(scene: Scene, john: Person) -> None:
    for name in ("Grace", "Adam", "Guest 12", "Bartholomew"):
        assert scene.luna.meet(name).confirmation is None
    assert len(scene.luna.people()) == 6


def test_who_is_clearly_meant_is_not_asked(scene: Scene, john: Person) -> None:
    config = Config(embedder="none", identity=IdentitySettings(high=0.9, low=0.7))
    with opened(scene.path, scene.clock, config) as luna:
        assert luna.meet("Jon Smith").id == john.id
        other = luna.directory.add("John Smith")
        asked = luna.meet("Johnn Smith").confirmation  # two are as like
        assert asked is not None
        assert {one.id for one in asked.candidates} == {john.id, other.id}


def test_a_name_like_a_known_one_is_asked_about(scene: Scene, john: Person) -> None:
    jon = scene.luna.meet("Jon")
    assert (jon.name, jon.user.guest) == ("Jon", True)
    assert jon.confirmation is not None
    assert (jon.confirmation.given_name, jon.confirmation.question) == ("Jon", QUESTION)
    (known,) = jon.confirmation.candidates
    assert (known.id, known.name) == (john.id, "John Smith")
    assert 0.7 <= known.score < 0.97
    assert jon.memories() == []


def test_who_waits_is_found_again_after_a_restart(scene: Scene, john: Person) -> None:
    jon = scene.luna.meet("Jon")
    jon.say("I own a boat.")
    with opened(scene.path, scene.clock) as again:
        waiting = again.meet("JON")
        assert waiting.id == again.find("Jon").id == jon.id
        assert waiting.confirmation is not None
        assert texts(waiting.memories()) == ["Owns a boat."]
        said = waiting.say("yes")
        assert said.identified is not None
        assert said.identified.user_id == john.id
        assert again.meet("Jon").id == john.id


def test_a_yes_makes_them_the_known_one_and_loses_nothing(scene: Scene, john: Person) -> None:
    jon = scene.luna.meet("Jon")
    first = jon.say("Hello! I own a boat.")
    assert (first.reply, first.identified) == (QUESTION, None)
    said = jon.say("Yep, that's me. I work at Acme.")
    assert said.reply == "Welcome back, John Smith."
    assert said.identified is not None
    assert (said.identified.name, said.identified.user_id, said.identified.new) == ("John Smith", john.id, False)
    assert (jon.id, jon.name, jon.confirmation) == (john.id, "John Smith", None)
    assert sorted(texts(john.memories())) == ["Likes jazz.", "Owns a boat.", "Works at Acme."]
    assert len(john.messages()) == 3
    assert [user.name for user in scene.luna.people()] == ["Ada", "John Smith"]


def test_a_mistaken_yes_is_split_again(scene: Scene, john: Person) -> None:
    jon = scene.luna.meet("Jon")
    jon.say("I own a boat.")
    jon.say("yes")
    back = scene.luna.directory.split("Jon")
    assert (texts(back.memories()), texts(john.memories())) == (["Owns a boat."], ["Likes jazz."])
    assert (back.confirmation, back.user.guest) == (None, False)
    assert scene.luna.meet("Jon").id == back.id


def test_a_no_asks_about_the_next_and_then_believes_it(scene: Scene, john: Person) -> None:
    joan = scene.luna.directory.add("Jona")
    jon = scene.luna.meet("Jon")
    assert jon.confirmation is not None
    assert {one.name for one in jon.confirmation.candidates} == {"Jona", "John Smith"}
    first, second = jon.confirmation.candidates
    assert first.score >= second.score
    assert jon.say("no").reply == f"Then are you {second.name}?"
    said = jon.say("no, I'm not")
    assert (said.reply, jon.user.guest) == ("Nice to meet you, Jon.", False)
    assert said.identified is not None
    assert (said.identified.name, said.identified.user_id, said.identified.new) == ("Jon", jon.id, True)
    assert scene.luna.meet("Jon").id == jon.id != joan.id


@pytest.mark.parametrize(("answer", "name"), [("none of these", "Jon"), ("No, I'm Carol.", "Carol")])
def test_none_of_these_is_somebody_new(scene: Scene, john: Person, answer: str, name: str) -> None:
    jon = scene.luna.meet("Jon")
    said = jon.say(answer)
    assert said.reply == f"Nice to meet you, {name}."
    assert scene.luna.find(name).id == jon.id
    assert scene.luna.find("John Smith").id == john.id


def test_what_is_no_answer_is_kept_and_asked_again_once(scene: Scene, john: Person) -> None:
    jon = scene.luna.meet("Jon")
    replies = [jon.say(text).reply for text in ("I own a boat.", "I live in Lyon.", "I like chess.", "I feel fine.")]
    assert replies == [QUESTION, QUESTION, None, None]
    assert {"Owns a boat.", "Lives in Lyon.", "Likes chess."} <= set(texts(jon.memories()))
    assert jon.confirmation is not None
    assert jon.say("Yes, that's me").reply == "Welcome back, John Smith."


def test_memory_can_be_asked_while_they_wait(scene: Scene, john: Person) -> None:
    jon = scene.luna.meet("Jon")
    jon.say("I own a boat.")
    listed = jon.say("What do you remember about me?").reply
    assert listed is not None
    assert "boat" in listed
    assert "jazz" not in listed
    assert jon.confirmation is not None


def test_off_the_record_nobody_becomes_anybody(scene: Scene, john: Person) -> None:
    jon = scene.luna.meet("Jon")
    assert jon.off_record().say("yes").identified is None
    assert scene.luna.meet("Jon").confirmation is not None


def test_a_candidate_who_was_erased_is_not_asked_about(scene: Scene, john: Person) -> None:
    jona = scene.luna.directory.add("Jona")
    jon = scene.luna.meet("Jon")
    scene.luna.erase(jona)
    scene.luna.erase(john)
    assert (jon.confirmation, jon.user.guest, jon.name) == (None, False, "Jon")
    assert scene.luna.find("Jon").id == jon.id


def test_an_account_is_never_asked(scene: Scene, john: Person) -> None:
    jon = scene.luna.meet("Jon", account=("discord", "1"))
    assert (jon.confirmation, jon.user.guest) == (None, False)
    assert scene.luna.meet("Somebody", account=("discord", "1")).id == jon.id
    assert scene.luna.meet("John Smith", account=("matrix", "2")).id == john.id


def test_a_programmer_who_knows_adds_somebody_new(scene: Scene, john: Person) -> None:
    jon = scene.luna.directory.add("Jon")
    assert jon.confirmation is None
    assert scene.luna.directory.add("Jon").id != jon.id
    with pytest.raises(reverie.Conflict):
        scene.luna.meet("Jon")


def test_a_guest_who_is_known_is_welcomed_back(scene: Scene, john: Person) -> None:
    guest = scene.luna.guest()
    guest.say("I own a boat.")
    said = guest.say("My name is John Smith.")
    assert said.reply == "Welcome back, John Smith."
    assert said.identified is not None
    assert not said.identified.new
    assert guest.id == john.id
    assert {"Owns a boat.", "Likes jazz."} <= set(texts(john.memories()))


def test_a_guest_whose_name_is_like_a_known_one_is_asked(scene: Scene, john: Person) -> None:
    guest = scene.luna.guest()
    said = guest.say("My name is Jon.")
    assert (said.reply, said.identified) == (QUESTION, None)
    assert scene.luna.meet("Jon").id == guest.id
    assert guest.say("neither").reply == "Nice to meet you, Jon."


def test_a_guest_nobody_knows_gets_their_name(scene: Scene, john: Person) -> None:
    guest = scene.luna.guest()
    said = guest.say("My name is Grace.")
    assert said.reply is None
    assert said.identified is not None
    assert (said.identified.name, said.identified.new) == ("Grace", True)
    assert (guest.name, scene.luna.meet("Grace").id) == ("Grace", guest.id)
    assert guest.say("My name is Hopper.").identified is None
