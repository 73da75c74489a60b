"""Somebody gives a name that is like a known one: who they are is asked, answered, and never guessed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.service.scene import HOUSEHOLD, Scene, opened, texts

import reverie
from reverie import Person, Reverie
from reverie.config import Config
from reverie.people.identity import Limits
from reverie.testing import FrozenClock

DEFAULT = Config(embedder="none")
VOUCHED = Config(embedder="none", identity="vouched")
QUESTION = "I know somebody called John Smith. Is that you?"


@pytest.fixture
def scene(tmp_path: Path, clock: FrozenClock) -> Iterator[Scene]:
    """A household that shares one device."""
    path = tmp_path / "luna.db"
    with opened(path, clock, HOUSEHOLD) as luna:
        yield Scene(luna=luna, ada=luna.meet("Ada"), clock=clock, path=path)


@pytest.fixture
def john(scene: Scene) -> Person:
    john = scene.luna.meet("John Smith")
    john.say("I like jazz.")
    return john


def test_a_name_that_is_nobodys_makes_somebody_new(scene: Scene, john: Person) -> None:
    for name in ("Grace", "Adam", "Guest 12", "Bartholomew"):
        assert scene.luna.meet(name).confirmation is None
    assert len(scene.luna.people()) == 6


def test_who_is_clearly_meant_is_not_asked(scene: Scene, john: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reverie.app.companion.Limits", partial(Limits, high=0.9))
    with opened(scene.path, scene.clock, HOUSEHOLD) as luna:
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
    with opened(scene.path, scene.clock, HOUSEHOLD) as again:
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
    assert scene.luna.meet("John Smith", account=("matrix", "2")).id not in (john.id, jon.id)


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


def test_yes_to_an_offer_is_no_answer(scene: Scene, john: Person) -> None:
    jon = scene.luna.meet("Jon")
    assert jon.say("Yes please, tell me about jazz").identified is None
    assert jon.id != john.id


# -- where nobody is asked, and where somebody has to vouch ----------------------------------------


def test_by_default_a_name_that_is_only_like_a_known_one_is_somebody_new(scene: Scene, john: Person) -> None:
    with opened(scene.path, scene.clock) as luna:
        for name in ("Jon", "Jon Smith", "Johnn Smith", "John"):
            person = luna.meet(name)
            assert (person.confirmation, person.user.guest) == (None, False)
            said = [person.say(text) for text in ("hey", "yes", "yes, that's me", "I am John Smith")]
            assert [(one.reply, one.identified) for one in said] == [(None, None)] * 4
            assert person.id != john.id
        assert luna.meet("JOHN SMITH").id == john.id


def test_by_default_a_guest_who_gives_a_known_name_stays_a_guest(scene: Scene, john: Person) -> None:
    with opened(scene.path, scene.clock) as luna:
        guest = luna.guest()
        said = guest.say("My name is John Smith.")
        assert (said.reply, said.identified, guest.user.guest) == (None, None, True)
        assert luna.meet("John Smith").id == john.id
        event = luna.directory.confirm(guest, luna.find("John Smith"))
        assert (event.user_id, event.new) == (john.id, False)


@pytest.mark.parametrize("config", [DEFAULT, VOUCHED], ids=["never", "vouched"])
@pytest.mark.parametrize("name", ["Bob Stone", "Jon Smith", "John Smith"])
def test_whoever_names_themselves_is_not_found_by_it(scene: Scene, john: Person, config: Config, name: str) -> None:
    with opened(scene.path, scene.clock, config) as luna:
        eve = luna.guest()
        eve.say(f"My name is {name}.")
        assert name in str(eve.context("Who am I?"))
        assert eve.say("no").identified is None
        eve.say(f"I'm {name}.")
        bob = luna.meet(name, exact=True)
        bob.say("My wife is called Morgana.")
        assert bob.id != eve.id
        assert luna.meet("Guest").id != eve.id
        assert eve.user.guest
        assert "Morgana" not in f"{eve.context('Who is my wife?')} {texts(eve.memories())}"
        luna.directory.confirm(eve, luna.find("Ada"))
        assert luna.meet(name, exact=True).id == bob.id
        assert luna.meet("Guest").id != scene.ada.id


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sofia.m@example.org", "SOFIA.M@example.org"), ("aB3x9", "ab3x9"), ("ana_m", "Ana_M"), ("user:é1", "user:e1"),
        ("912 345 678", "912 345 679"),
    ],
)  # fmt: skip
def test_an_id_is_exact(scene: Scene, one: str, other: str) -> None:
    with opened(scene.path, scene.clock, HOUSEHOLD) as luna:
        first, second = luna.meet(one), luna.meet(other)
        assert first.id != second.id
        assert second.confirmation is None
        assert (luna.meet(one).id, luna.find(other).id) == (first.id, second.id)


def test_names_are_exact_where_they_are_ids_of_an_application(scene: Scene) -> None:
    with opened(scene.path, scene.clock) as luna:
        found = [luna.meet(name, exact=True).id for name in ("José", "Jose", "jose", "José")]
        assert len(set(found)) == 3
        assert found[0] == found[3]
        assert luna.find("jose", exact=True).id == found[2]
        luna.directory.describe(luna.find("José", exact=True), nickname="Pepe")
        with pytest.raises(reverie.NotFound, match="match exactly"):
            luna.find("Pepe", exact=True)


@pytest.fixture
def vouched(scene: Scene, john: Person) -> Iterator[Reverie]:
    with opened(scene.path, scene.clock, VOUCHED) as luna:
        yield luna


def test_a_yes_alone_opens_nothing_and_the_question_names_nobody(vouched: Reverie, john: Person) -> None:
    jon = vouched.meet("Jon Smith")
    told = [jon.say(text).reply or "" for text in ("hey", "yes", "What do you know about me?", "I am John Smith")]
    assert "met before" in told[0]
    assert "confirmed" in told[1]
    assert not any("John" in one or "jazz" in one for one in told)
    assert (jon.user.guest, jon.id != john.id) == (True, True)
    assert "jazz" not in str(jon.context("music?"))
    assert jon.confirmation is not None
    assert jon.confirmation.claimed == john.id


def test_the_application_vouches(vouched: Reverie, john: Person) -> None:
    jon = vouched.meet("Jon Smith")
    jon.say("yes")
    jon.say("I own a boat.")
    event = vouched.directory.confirm(jon, vouched.find("John Smith"))
    assert (event.user_id, event.new) == (john.id, False)
    assert {"Owns a boat.", "Likes jazz."} <= set(texts(vouched.meet("Jon Smith").memories()))
    with pytest.raises(reverie.Conflict, match="no guest"):
        vouched.directory.confirm(vouched.find("Ada"), vouched.find("John Smith"))


def test_a_no_is_believed_where_nobody_was_named(vouched: Reverie, john: Person) -> None:
    jon = vouched.meet("Jon Smith")
    said = jon.say("no, never")
    assert (said.reply, said.identified and said.identified.new) == ("Nice to meet you, Jon Smith.", True)


def test_whoever_was_claimed_leaves_nothing_when_erased(vouched: Reverie, john: Person) -> None:
    jona = vouched.directory.add("Jon Smyth")
    jon = vouched.meet("Jon Smith")
    jon.say("yes")
    claimed = vouched.find("Jon Smith").confirmation
    assert claimed is not None
    vouched.erase(john if claimed.claimed == john.id else jona)
    left = vouched.find("Jon Smith").confirmation
    assert left is not None
    assert (left.claimed, len(left.candidates)) == (None, 1)


def test_nobody_takes_a_name_that_an_application_may_know_another_by(vouched: Reverie, john: Person) -> None:
    guest = vouched.meet("Jon", exact=True)
    said = guest.say("No, I'm Zara.")
    assert said.identified is not None
    assert said.identified.new
    zara = vouched.meet("Zara", exact=True)
    assert zara.id != guest.id
    assert vouched.meet("Jon", exact=True).id == guest.id


def test_an_export_tells_a_guest_of_nobody_else(vouched: Reverie, john: Person) -> None:
    guest = vouched.meet("Jon")
    kept = vouched.export(guest)
    assert kept["settings"] == {"categories_off": ["money"], "confirmation": {"given_name": "Jon", "asked": 0}}
    assert john.id not in str(kept)
    assert john.name not in str(kept)


def test_a_nickname_takes_nobodys_place_who_came_with_an_account(scene: Scene) -> None:
    """An operator's "Ada" would mean whoever called themselves so: two are called that, and an id tells them apart."""
    ada = scene.luna.meet("Ada Byron", account=("discord", "1815"))
    assert scene.luna.find("Ada Byron").id == ada.id
    mallory = scene.luna.meet("Mallory")
    scene.luna.directory.describe(mallory, nickname="Ada Byron")
    with pytest.raises(reverie.Conflict, match="2 people"):
        scene.luna.find("Ada Byron")
    assert scene.luna.find(mallory.id).id == mallory.id
