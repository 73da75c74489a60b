"""Who is who: names, nicknames, guests, accounts, and the names that make no sense."""

from __future__ import annotations

import pytest
from tests.service.scene import Scene, opened

import reverie


def test_meeting_again_is_the_same_person(scene: Scene) -> None:
    assert scene.luna.meet("  ADÁ ").id == scene.ada.id
    assert scene.luna.find(scene.ada.id).id == scene.ada.id
    with opened(scene.path, scene.clock) as again:
        assert again.meet("Ada").id == scene.ada.id
        assert [user.name for user in again.people()] == ["Ada"]
        assert again.companion.id == scene.luna.companion.id


def test_an_account_leads_to_the_same_memory(scene: Scene) -> None:
    scene.luna.directory.link(scene.ada, "discord", "1234")
    scene.luna.directory.link(scene.ada, "discord", "1234")
    scene.say("I like jazz.")
    phone = scene.luna.meet("Somebody", account=("discord", "1234"))
    assert phone.id == scene.luna.find("discord:1234").id == scene.ada.id
    assert [m.text for m in phone.memories()] == ["Likes jazz."]
    bob = scene.luna.meet("Bob", account=("matrix", "bob"))
    with pytest.raises(reverie.Conflict) as told:
        scene.luna.directory.link(bob, "discord", "1234")
    assert told.value.existing == scene.ada.id


def test_a_known_account_is_found_whatever_it_is_called(scene: Scene) -> None:
    scene.luna.directory.link(scene.ada, "discord", "1234")
    for name in ("", "!!", "x" * 300, "4111 1111 1111 1111"):
        assert scene.luna.meet(name, account=("discord", "1234")).id == scene.ada.id
        with pytest.raises((reverie.InvalidInput, reverie.Refused)):
            scene.luna.meet(name, account=("discord", "5678"))


@pytest.mark.parametrize("account", [("", "1"), ("discord", ""), ("  ", "1"), ("discord", " ")])
def test_half_an_account_is_none(scene: Scene, account: tuple[str, str]) -> None:
    with pytest.raises(reverie.InvalidInput):
        scene.luna.directory.link(scene.ada, *account)


@pytest.mark.parametrize("name", ["", "   ", "\t\n", "...", "\u00a0\u2003", "x" * 10_000, "\u0301"])
def test_a_name_without_sense_makes_nobody(scene: Scene, name: str) -> None:
    with pytest.raises(reverie.InvalidInput):
        scene.luna.meet(name)
    with pytest.raises(reverie.InvalidInput):
        scene.luna.directory.describe(scene.ada, name=name)
    assert [user.name for user in scene.luna.people()] == ["Ada"]


@pytest.mark.parametrize("nickname", ["   ", "x" * 10_000])
def test_a_nickname_without_sense_is_refused(scene: Scene, nickname: str) -> None:
    with pytest.raises(reverie.InvalidInput):
        scene.luna.directory.describe(scene.ada, nickname=nickname)
    assert scene.luna.find("Ada").user.nickname is None


@pytest.mark.parametrize("changed", [{"shoe_size": "9"}, {"id": "x"}, {"name": None}, {"guest": "yes"}, {}])
def test_only_what_a_person_has_can_be_described(scene: Scene, changed: dict[str, str | None]) -> None:
    if changed:
        with pytest.raises(reverie.InvalidInput):
            scene.luna.directory.describe(scene.ada, **changed)
    assert scene.luna.find("Ada").user == scene.ada.user


def test_every_guest_is_another(scene: Scene) -> None:
    first, second = scene.luna.guest(), scene.luna.guest()
    assert first.id != second.id
    first.say("I like Zanzibar.")
    assert second.memories() == []
    assert "guest" in str(first.context("Hello"))
    assert "Zanzibar" not in str(second.context("Zanzibar"))


def test_a_guest_comes_after_one_was_erased(scene: Scene) -> None:
    first, _second = scene.luna.guest(), scene.luna.guest()
    scene.luna.erase(first)
    scene.luna.guest()
    assert len(scene.luna.people()) == 3


def test_a_guest_takes_nobodys_name(scene: Scene) -> None:
    scene.luna.guest()
    scene.luna.guest()
    assert scene.luna.meet("Guest 2").name == "Guest 2"


def test_a_guest_who_says_who_they_are(scene: Scene) -> None:
    guest = scene.luna.guest()
    guest.say("My name is Grace.")
    assert "Grace" in str(guest.context("Hello"))
    assert "guest" not in str(guest.context("Hello"))


def test_a_name_given_up_is_free(scene: Scene) -> None:
    eve = scene.luna.directory.describe(scene.ada, name="Eve")
    assert (eve.id, eve.name) == (scene.ada.id, "Eve")
    stranger = scene.luna.meet("Ada")
    assert stranger.id != eve.id
    assert scene.luna.meet("Eve").id == eve.id


def test_nickname_before_name_and_pronouns(scene: Scene) -> None:
    ada = scene.luna.directory.describe(scene.ada, nickname="Countess", pronouns="she/her")
    block = str(ada.context("Hello"))
    assert "talking to Countess" in block
    assert "she/her" in block
    assert scene.luna.find("countess").id == ada.id
    ada.say("Call me Lace.")
    assert "talking to Lace" in str(ada.context("Hello"))


def test_nobody_of_that_name(scene: Scene) -> None:
    for who in ("Zoe", "", "discord:", ":", "discord:9"):
        with pytest.raises(reverie.NotFound):
            scene.luna.find(who)
    with pytest.raises(reverie.NotFound, match="Ada"):
        scene.luna.find("Zoe")


def test_several_of_one_name_are_told_apart_by_id(scene: Scene) -> None:
    bob = scene.luna.meet("Bob")
    scene.luna.directory.describe(bob, name="Ada")
    for verb in (scene.luna.meet, scene.luna.find):
        with pytest.raises(reverie.Conflict):
            verb("Ada")
    assert scene.luna.find(bob.id).name == "Ada"


def test_a_companion_needs_a_name_too(scene: Scene) -> None:
    with pytest.raises(reverie.InvalidInput):
        reverie.open(scene.path.with_name("other.db"), companion="   ", embedder="none")


def test_another_account_of_the_same_name_is_another_person(scene: Scene) -> None:
    one = scene.luna.meet("Grace", account=("discord", "1"))
    one.say("I am allergic to peanuts.")
    other = scene.luna.meet("Grace", account=("discord", "2"))
    assert other.id != one.id
    assert other.memories() == []
    assert scene.luna.meet("Grace", account=("discord", "1")).id == one.id


def test_the_companion_is_nobody_to_be_found_or_erased(scene: Scene) -> None:
    with pytest.raises(reverie.NotFound):
        scene.luna.find(scene.luna.companion.id)


def test_whoever_holds_a_person_sees_a_new_nickname_at_once(scene: Scene) -> None:
    held, model = scene.ada, scene.ada.user_model
    scene.luna.directory.describe(scene.luna.find("Ada"), nickname="Addie", pronouns="she/her")
    assert "talking to Addie" in held.context("hello").stable
    said = held.say("I like jazz.")
    assert said.message is not None
    assert said.message.speaker == "Addie"
    assert (held.user.nickname, held.name, model.user.pronouns) == ("Addie", "Ada", "she/her")
    assert held.off_record().user.called == "Addie"


def test_another_program_renames_somebody_whom_this_one_holds(scene: Scene) -> None:
    with opened(scene.path, scene.clock) as elsewhere:
        elsewhere.directory.describe(elsewhere.find("Ada"), name="Ada Lovelace", nickname="Countess")
    assert "talking to Countess (their name is Ada Lovelace)" in scene.ada.context("hello").stable
    assert scene.ada.name == "Ada Lovelace"


def test_whoever_holds_a_guest_sees_that_it_is_settled_who_they_are(scene: Scene) -> None:
    guest = scene.luna.guest()
    held = scene.luna.directory.by_id(guest.id)
    scene.luna.directory.confirm(guest, scene.ada)
    assert (held.id, held.name, held.user.guest) == (scene.ada.id, "Ada", False)


def test_a_person_has_a_name_after_the_store_is_closed(scene: Scene) -> None:
    scene.luna.close()
    assert (scene.ada.name, scene.ada.confirmation) == ("Ada", None)
