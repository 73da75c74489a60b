"""Profiles: shown, edited by hand and by verb, merged, refused, forgotten and undone; on a real file."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import timedelta

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.service.scene import DAY, MINUTE, Scene, on_file, opened

import reverie
from reverie.config import Config
from reverie.records.memories import SourceKind, Status
from reverie.records.profiles import Communication
from reverie.settings_sections import MemorySettings
from reverie.testing import HashEmbedder

KEPT = "profile_text"


def edited(scene: Scene, *changes: tuple[str, str]) -> str:
    """Ada's page with pieces of it replaced, a minute later."""
    text = scene.ada.user_model.yaml()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    scene.clock.advance(MINUTE)
    return text


def test_a_profile_is_read_off_what_was_said(scene: Scene) -> None:
    scene.say(
        "Call me Bo. I work at Acme. I'm a pilot. I live in New York.", "My hobby is chess. I'm allergic to nuts."
    )
    scene.ada.remember("Her star sign is leo.", key="Star Sign", value="leo")
    found = scene.ada.user_model.profile()
    assert (found.display_name, found.nickname, found.hobbies) == ("Ada", "Bo", ("chess",))
    assert found.background == {"employer": "Acme", "occupation": "pilot", "home": "New York", "star_sign": "leo"}
    assert (found.relationship, found.communication, found.notes) == (None, Communication(), None)
    assert found.last_updated == scene.clock()


def test_of_a_profile_only_what_may_stand_on_it_is_read(scene: Scene) -> None:
    scene.say("I live in Lyon.", "I like jazz.", "I play chess.", "My sister is called Nora.")
    scene.ada.remember("Sings in a choir")
    scene.ada.user_model.update("values", "honesty", action="append")
    with scene.luna._runtime.store.reading() as session:
        read = session.memories.standing(scene.ada.id, scene.clock(), None, ["value:", "hobby:"], ())
    families = {(m.key or "").partition(":")[0] for m in read}
    assert {"home", "value"} <= families
    assert families.isdisjoint({"", "likes", "sister"})


def test_every_field_is_written_as_one_change_by_the_person_and_undone(scene: Scene) -> None:
    scene.say("I live in Lyon.")
    model = scene.ada.user_model
    before = model.profile()
    text = edited(
        scene,
        ("display_name: Ada", "display_name: Ada Lovelace"),
        ("nickname:", "nickname: Bo"),
        ("pronouns:", "pronouns: she/her"),
        ("relationship:", "relationship: collaborator"),
        ("home: Lyon", "home: Bern\n  company: Acme\n  Star Sign: leo"),
        ("style:", "style: direct"),
        ("preferences:", "preferences:\n  - the why before the how"),
        ("values:", "values: [honesty, curiosity]"),
        ("interests:", "interests:\n- astronomy"),
        ("hobbies:", "hobbies:\n- chess"),
        ("notes:", "notes: |\n  Has a dog.\n\n  Flies."),
        ("face_image:", "face_image: faces/ada.png"),
    )
    done = model.edit(text)
    found = model.profile()
    assert done.profile == found
    assert (found.display_name, found.nickname, found.pronouns) == ("Ada Lovelace", "Bo", "she/her")
    assert found.background == {"home": "Bern", "employer": "Acme", "star_sign": "leo"}
    assert found.communication == Communication(style="direct", preferences=("the why before the how",))
    assert (found.values, found.interests, found.hobbies) == (("curiosity", "honesty"), ("astronomy",), ("chess",))
    assert (found.notes, found.face_image) == ("Has a dog.\n\nFlies.", "faces/ada.png")
    told = [m for m in scene.ada.memories() if m.source.kind is SourceKind.PERSON]
    assert len(told) == 15
    assert {m.key for m in told} >= {
        "name",
        "employer",
        "value:honesty",
        "communication:the why before the how",
        "notes",
    }
    assert scene.luna.find("Ada Lovelace").user.nickname == "Bo"
    assert "You are talking to Bo" in str(scene.luna.find("Bo").context("hi"))
    change = scene.change("profile")
    assert done.change_id == change
    assert len({e.change.id for e in scene.ada.history() if e.change.cause == "profile"}) == 1
    scene.clock.advance(MINUTE)
    scene.ada.undo()
    assert model.profile() == before
    assert scene.luna.find("Ada").user.nickname is None


def test_what_changed_meanwhile_is_merged(scene: Scene) -> None:
    scene.say("I live in Lyon. My hobby is chess.")
    text = edited(scene, ("- chess", "- chess\n  - go"), ("notes:", "notes: Flies."))
    scene.say("I moved to Bern.", "My hobby is knitting.")
    done = scene.ada.user_model.edit(text)
    assert [str(edit) for edit in done.meanwhile] == ["background.home: Lyon → Bern", "hobbies: + knitting"]
    assert (done.profile.background["home"], done.profile.notes) == ("Bern", "Flies.")
    assert done.profile.hobbies == ("chess", "go", "knitting")


def test_the_same_field_written_by_both_is_refused_with_both_values(scene: Scene) -> None:
    scene.say("I live in Lyon.")
    text = edited(scene, ("home: Lyon", "home: Rome"), ("notes:", "notes: Flies."))
    scene.say("I moved to Bern.")
    before = scene.written()
    with pytest.raises(reverie.Conflict) as refused:
        scene.ada.user_model.edit(text)
    assert "background.home became 'Bern', and you wrote 'Rome'" in str(refused.value)
    assert refused.value.existing == "background.home"
    assert scene.written() == before
    scene.ada.user_model.edit(text.replace("Rome", "Bern"))
    assert scene.ada.user_model.profile().notes == "Flies."


def test_a_page_in_which_nothing_was_changed_changes_nothing(scene: Scene) -> None:
    scene.say("I live in Lyon. My hobby is chess.")
    before = scene.ada.history()
    done = scene.ada.user_model.edit(edited(scene))
    assert (done.edits, done.meanwhile, done.change_id) == ((), (), None)
    assert scene.ada.history() == before


def test_a_name_that_was_described_meanwhile_is_no_change_of_the_page(scene: Scene) -> None:
    text = edited(scene, ("notes:", "notes: Flies."))
    scene.clock.advance(MINUTE)
    scene.luna.directory.describe(scene.ada, nickname="Bo", pronouns="she/her")
    done = scene.ada.user_model.edit(text)
    assert [edit.field for edit in done.edits] == ["notes"]
    assert (done.profile.nickname, done.profile.pronouns) == ("Bo", "she/her")
    assert scene.ada.user_model.profile(known_at=scene.clock() - 2 * MINUTE).nickname is None


def test_a_page_without_its_first_comment_counts_for_the_fields_it_has(scene: Scene) -> None:
    scene.say("I live in Lyon. I work at Acme. My hobby is chess. Call me Bo.")
    scene.clock.advance(MINUTE)
    done = scene.ada.user_model.edit("background:\n  home: Bern\nhobbies: [go]\n")
    assert done.profile.background == {"home": "Bern", "employer": "Acme"}
    assert (done.profile.hobbies, done.profile.nickname) == (("go",), "Bo")
    assert scene.ada.user_model.edit("nickname:\nbackground: {employer: ~}").profile.nickname is None
    assert scene.ada.user_model.profile().background == {"home": "Bern"}


def test_comments_order_and_quotes_come_back_by_machine_and_by_hand_in_turn(scene: Scene) -> None:
    scene.say("I live in Lyon.")
    model = scene.ada.user_model
    written = (
        "# hers\nhobbies: ['go']  # for fun\n\nnotes: \"Flies\"   # since 2020\n# about\nbackground:\n  home:  Lyon\n"
        "display_name: Ada\n# the end\n"
    )
    model.edit(written)
    for turn in range(3):
        scene.clock.advance(MINUTE)
        scene.say(f"I moved to {'Bern' if turn % 2 else 'Rome'}.")
        text = model.yaml()
        assert text.split("\n", 1)[1] == written.replace("Lyon", "Bern" if turn % 2 else "Rome")
        scene.clock.advance(MINUTE)
        assert model.edit(text.replace("# the end", f"# turn {turn}\n# the end")).edits == ()
        written = written.replace("# the end", f"# turn {turn}\n# the end")


def test_a_typo_is_mended_and_a_spelling_changed(scene: Scene) -> None:
    scene.say("I work at Lufthanza. My hobby is Chess.")
    done = scene.ada.user_model.edit(edited(scene, ("Lufthanza", "Lufthansa"), ("- Chess", "- CHESS")))
    assert (done.profile.background["employer"], done.profile.hobbies) == ("Lufthansa", ("CHESS",))
    found = {m.key: m.text for m in scene.ada.memories()}
    assert found == {"employer": "Works at Lufthansa.", "hobby:chess": "Hobby is CHESS."}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("display_name: Ada\nnicknme: Bo\n", "line 2, column 1: there is no field 'nicknme': did you mean nickname?"),
        ("display_name: Ada\njob: pilot\n", "line 2, column 1: there is no field 'job': there are display_name"),
        ("notes: [a, b]\n", "line 1, column 8: notes is a text, not a list"),
        ("values: honesty\n", "line 1, column 9: values is a list"),
        ("background: Bern\n", "line 1, column 13: background is a mapping"),
        ("communication:\n  tone: x\n", "line 2, column 3: communication has no 'tone'"),
        ("notes: a\nnotes: b\n", "line 2, column 1: 'notes' stands twice in the page"),
        ("hobbies:\n- go\n- go\n", "line 3, column 3: 'go' stands twice in hobbies"),
        ("hobbies:\n- go\n-\n- chess\n", "an entry of hobbies is empty"),
        ("background:\n  company: a\n  employer: b\n", "line 3, column 3: 'employer' stands twice in background"),
        ("background:\n  nickname: a\n", "line 2, column 3: 'nickname' is a field of its own"),
        ("background:\n  favorite_food: a\n", "'favorite_food' can't stand in background"),
        ("background:\n  a: {b: {c: {d: e}}}\n", "is not that deep"),
        ("display_name:\n", "line 1, column 1: display_name can't be empty"),
        ("notes: &a x\nnickname: *a\n", "line 1, column 8: anchors and aliases"),
        ("notes: *a\n", "line 1, column 8: anchors and aliases"),
        ("notes: !!python/object x\n", "line 1, column 8: tags (!) are not read"),
        ("%YAML 1.1\n---\nnotes: no\n", "no directives"),
        ("%YAML 1.9\n---\nnotes: no\n", "can't be read as YAML: version"),
        ("notes: a\n---\nnotes: b\n", "a profile is one document"),
        ("notes: 'a\nnickname: b\n", "line 3, column 1: found unexpected end of stream"),
        ("notes: a: b\n", "line 1, column 9: mapping values are not allowed here"),
        ("- a\n", "the page is a mapping"),
        ("just text\n", "the page is a mapping"),
        ("notes: a\x07b\n", "line 1, column 9: the character U+0007 can't stand in YAML"),
        (f"notes: {'a' * 4001}\n", "line 1, column 8: notes has at most 4,000 characters"),
        (f"hobbies: [{'a' * 201}]\n", "hobbies has at most 200 characters"),
        (f"nickname: {'a' * 201}\n", "nickname has at most 200 characters"),
        ("notes: |\n" + "  aaaaaaa\n" * 30_000, "a profile has at most 256 KB"),
        ("a: &a [x]\n" + "b: [*a, *a]\n" * 10, "line 1, column 4: anchors and aliases"),
        ("notes: " + "[" * 5_000, "is not that deep"),
    ],
)
def test_a_broken_page_is_refused_with_line_and_reason_and_loses_nothing(scene: Scene, text: str, reason: str) -> None:
    scene.say("I live in Lyon.")
    before = scene.written()
    with pytest.raises(reverie.InvalidInput) as refused:
        scene.ada.user_model.edit(text)
    assert reason in str(refused.value)
    assert scene.written() == before


def test_somebody_elses_page_is_refused(scene: Scene) -> None:
    with pytest.raises(reverie.Conflict, match="somebody else"):
        scene.luna.meet("Bob").user_model.edit(scene.ada.user_model.yaml())


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("notes: my password is hunter2xyz\n", "line 1"),
        ("notes: Flies.\n# the card is 4111 1111 1111 1111\n", "line 2"),
        ("background:\n  wifi password: hunter2xyz\n", "line 2"),
    ],
)
def test_a_secret_is_refused_wherever_it_stands_and_nothing_is_written(scene: Scene, text: str, line: str) -> None:
    before = scene.written()
    with pytest.raises(reverie.Refused) as refused:
        scene.ada.user_model.edit(text)
    assert (refused.value.reason, line in str(refused.value)) == ("sensitive", True)
    with pytest.raises(reverie.Refused):
        scene.ada.user_model.update("notes", "my password is hunter2xyz")
    with pytest.raises(reverie.Refused):
        scene.ada.user_model.update("background", {"wifi password": "hunter2xyz"})
    with pytest.raises(reverie.Refused):
        scene.ada.user_model.update("relationship", "friend", reason="my password is hunter2xyz")
    assert scene.written() == before
    assert b"hunter2xyz" not in scene.bytes_on_disk()


def test_nothing_is_written_while_paused_off_the_record_or_of_a_category_that_is_off(scene: Scene) -> None:
    hidden = scene.ada.off_record().user_model
    assert hidden.profile().display_name == "Ada"
    with pytest.raises(reverie.Refused) as refused:
        hidden.edit("notes: a\n")
    assert refused.value.reason == "off_record"
    with pytest.raises(reverie.Refused) as refused:
        hidden.update("notes", "a")
    assert refused.value.reason == "off_record"
    scene.ada.settings(categories_off=["preference"])
    with pytest.raises(reverie.Refused) as refused:
        scene.ada.user_model.update("hobbies", "chess", action="append")
    assert refused.value.reason == "category"
    scene.ada.pause()
    with pytest.raises(reverie.Refused) as refused:
        scene.ada.user_model.edit("notes: a\n")
    assert refused.value.reason == "paused"
    assert KEPT not in scene.luna.export(scene.ada)["settings"]


def test_what_is_forgotten_leaves_the_page_with_its_comments(scene: Scene) -> None:
    model = scene.ada.user_model
    model.edit(
        "# Jazz is her life\nhobbies:\n- jazz  # every day\n- chess  # not jazz\n\n# kept\nnotes: |  # so much jazz\n"
        "  Loves jazz.\ninterests: [all that jazz, go]\n"
    )
    old = model.yaml()
    scene.clock.advance(MINUTE)
    assert scene.ada.forget("jazz", preview=True).page
    gone = scene.ada.forget("jazz")
    assert sorted(m.text for m in gone.memories) == ["Hobby is jazz.", "Is interested in all that jazz.", "Loves jazz."]
    kept = scene.luna.export(scene.ada)["settings"][KEPT]
    assert kept == "hobbies:\n- chess\n\n# kept\nnotes:\ninterests: [go]\ndisplay_name: Ada\n"
    assert "jazz" not in model.yaml()
    assert (model.profile().hobbies, model.profile().notes, model.profile().interests) == (("chess",), None, ("go",))
    scene.clock.advance(MINUTE)
    assert "jazz" not in str(model.edit(old.replace("# kept", "# still")).profile)
    scene.ada.undo(gone.change_id)
    assert model.profile().hobbies == ("chess", "jazz")


def test_words_that_only_a_comment_has_are_forgotten(scene: Scene) -> None:
    model = scene.ada.user_model
    model.edit("# she knits\n# with red\n# wool\nnotes: Flies.  # a plane\n")
    gone = scene.ada.forget("red wool")
    assert (gone.memories, gone.page, bool(gone)) == ((), True, True)
    assert scene.luna.export(scene.ada)["settings"][KEPT] == "notes: Flies.  # a plane\ndisplay_name: Ada\n"
    assert not scene.ada.forget("red wool")
    scene.ada.undo(gone.change_id)
    assert "# with red\n" in model.yaml()


def test_undo_gives_the_page_back_with_its_comments(scene: Scene) -> None:
    model = scene.ada.user_model
    model.edit("# hers\nnotes: Flies.  # a plane\nhobbies: [chess, go]\n")
    before = model.yaml()
    saved = model.edit(
        before.replace("# hers\n", "# not hers\n").replace("  # a plane", "").replace("[chess, go]", "[go]")
    )
    assert model.profile().hobbies == ("go",)
    undone = scene.ada.undo(saved.change_id)
    assert _body(model.yaml()) == _body(before)
    scene.ada.undo(undone.change.id)
    assert "# not hers\n" in model.yaml()
    assert "# a plane" not in model.yaml()


def test_a_comment_alone_can_be_undone_and_a_page_as_it_was_is_no_change(scene: Scene) -> None:
    model = scene.ada.user_model
    assert model.edit(model.yaml()).change_id is None
    first = model.edit("# hers\n" + model.yaml())
    assert (first.edits, model.edit(model.yaml()).change_id) == ((), None)
    scene.ada.undo(first.change_id)
    assert "# hers" not in model.yaml()


def test_undo_brings_no_page_back_that_speaks_of_what_was_forgotten_since(scene: Scene) -> None:
    model = scene.ada.user_model
    model.edit("# zeppelins, always zeppelins\nnotes: Flies.\n")
    saved = model.edit(model.yaml().replace("# zeppelins, always zeppelins\n", "").replace("Flies.", "Rests."))
    scene.say("I love zeppelins.")
    assert scene.ada.forget("zeppelins")
    scene.ada.undo(saved.change_id)
    assert model.profile().notes == "Flies."
    assert "zeppelins" not in model.yaml()


def _body(page: str) -> str:
    """A page without its first comment."""
    return page.partition("\n")[2]


def test_a_forgotten_nickname_goes_out_of_the_directory_too(scene: Scene) -> None:
    scene.ada.user_model.update("nickname", "Zanzi")
    gone = scene.ada.forget("Zanzi")
    assert scene.luna.find("Ada").user.nickname is None
    assert "Zanzi" not in str(scene.luna.find("Ada").context("hi"))
    scene.ada.undo(gone.change_id)
    assert scene.luna.find("Zanzi").user.nickname == "Zanzi"


def test_what_is_deleted_or_past_its_retention_leaves_the_page(scene: Scene) -> None:
    (said,) = scene.say("My hobby is zeppelins.")
    model = scene.ada.user_model
    model.edit(edited(scene, ("hobbies:", "hobbies:  # hers")))
    assert said.message is not None
    scene.ada.unsay(said.message.id)
    assert "zeppelins" not in scene.luna.export(scene.ada)["settings"][KEPT]
    model.edit("notes: Flies.  # flies high\n")
    scene.ada.settings(retention_days=1)
    scene.clock.advance(3 * DAY)
    scene.luna.find("Ada")
    kept = scene.luna.export(scene.ada)["settings"][KEPT]
    assert not {"zeppelins", "Flies", "flies"} & set(kept.replace(".", " ").split())


@on_file
def test_erasing_takes_the_page_too(scene: Scene) -> None:
    scene.ada.user_model.edit("# Zanzibarian\nnotes: Quetzalcoatl\n")
    assert scene.luna.erase(scene.ada).proved
    assert b"Zanzibarian" not in scene.bytes_on_disk()
    assert b"Quetzalcoatl" not in scene.bytes_on_disk()


def test_the_kept_text_is_no_setting_but_is_exported(scene: Scene) -> None:
    scene.ada.user_model.edit("# hers\nnotes: Flies.\n")
    assert not hasattr(scene.ada.settings(), KEPT)
    assert scene.luna.export(scene.ada)["settings"][KEPT] == "# hers\nnotes: Flies.\n"
    with pytest.raises(reverie.InvalidInput):
        scene.ada.settings(profile_text="x")


def test_a_relationship_keeps_its_past_with_the_reasons(scene: Scene) -> None:
    model = scene.ada.user_model
    model.update("relationship", "acquaintance")
    scene.clock.advance(timedelta(days=30))
    done = model.update("relationship", "friend", reason="they talk every day")
    assert done.profile.relationship == "friend"
    line = [
        m for m in scene.ada.memories(statuses=frozenset({Status.ACTIVE, Status.SUPERSEDED})) if m.key == "relationship"
    ]
    assert [(m.value, m.details.get("reason")) for m in line] == [
        ("acquaintance", None),
        ("friend", "they talk every day"),
    ]
    assert line[0].superseded_by == line[1].id
    with pytest.raises(reverie.InvalidInput, match="a reason goes with something new"):
        model.update("relationship", action="remove", reason="why")


def test_an_update_takes_the_actions_of_its_field(scene: Scene) -> None:
    model = scene.ada.user_model
    model.update("background", {"role": "Software Engineer", "Company": "Acme"})
    model.update("background.home", "Bern")
    assert model.profile().background == {"role": "Software Engineer", "employer": "Acme", "home": "Bern"}
    assert model.update("background", "role", action="remove").profile.background == {
        "employer": "Acme",
        "home": "Bern",
    }
    model.update("values", ["honesty", "craft"])
    model.update("values", "Craft", action="append")
    assert model.update("values", "patience", action="append").profile.values == ("craft", "honesty", "patience")
    assert model.update("values", ["Honesty"], action="remove").profile.values == ("craft", "patience")
    model.update("communication", {"style": "direct", "preferences": ["short answers"]})
    talk = model.update("communication", "no small talk", action="append").profile.communication
    assert talk == Communication(style="direct", preferences=("no small talk", "short answers"))
    model.update("notes", "Flies.")
    assert model.update("notes", action="remove").profile.notes is None
    assert model.update("communication.style", None).profile.communication.style is None


@pytest.mark.parametrize(
    ("field", "value", "action", "reason"),
    [
        ("notes", "a", "append", "notes is no list: it can be set or removed"),
        ("background", {"a": "b"}, "append", "background is no list"),
        ("background", "a", "set", "background is set by a mapping"),
        ("values", {"a": "b"}, "set", "values takes text or a list of texts"),
        ("notes", 42, "set", "notes takes text"),
        ("hobbys", "go", "append", "did you mean hobbies?"),
        ("notes", "a", "add", "there is no action 'add': there are set, append, remove"),
        ("display_name", None, "remove", "display_name can't be empty"),
        ("communication", {"tone": "x"}, "set", "communication has no 'tone'"),
        ("background", {"nickname": "x"}, "set", "'nickname' is a field of its own"),
    ],
)
def test_an_update_that_makes_no_sense_says_what_would(
    scene: Scene, field: str, value: object, action: str, reason: str
) -> None:
    with pytest.raises(reverie.InvalidInput) as refused:
        scene.ada.user_model.update(field, value, action=action)
    assert reason in str(refused.value)


def test_what_is_not_there_can_not_be_removed(scene: Scene) -> None:
    scene.ada.user_model.update("values", "honesty")
    with pytest.raises(reverie.NotFound, match="it has honesty"):
        scene.ada.user_model.update("values", "craft", action="remove")


def test_where_the_rule_is_to_ask_the_persons_own_page_is_the_answer(scene: Scene) -> None:
    config = Config(embedder="none", memory=MemorySettings(conflict="ask"))
    with opened(scene.path.with_name("ask.db"), scene.clock, config) as luna:
        ada = luna.meet("Ada")
        ada.say("I live in Lyon.")
        scene.clock.advance(MINUTE)
        assert ada.user_model.update("background.home", "Bern").profile.background == {"home": "Bern"}
        assert ada.memories(statuses=frozenset({Status.PROPOSED})) == []


def test_a_guest_who_writes_their_name_is_no_guest_any_more(scene: Scene) -> None:
    guest = scene.luna.guest()
    guest.user_model.update("display_name", "Grace")
    assert not scene.luna.find("Grace").user.guest


@pytest.mark.parametrize(
    ("field", "value"), [("notes", "Owes Ben 500 euros."), ("background", {"salary": "52k a year"})]
)
def test_money_is_written_into_no_profile_until_it_is_turned_on(scene: Scene, field: str, value: object) -> None:
    with pytest.raises(reverie.Refused, match="'money' is switched off"):
        scene.ada.user_model.update(field, value)
    scene.ada.settings(categories_off=())
    assert scene.ada.user_model.update(field, value).edits


def test_a_profile_is_json_for_programs(scene: Scene) -> None:
    scene.ada.user_model.update("background", {"home": "Bern"})
    assert json.loads(json.dumps(asdict(scene.ada.user_model.profile()), default=str))["background"] == {"home": "Bern"}


class Meddler(HashEmbedder):
    """An embedder during whose work somebody else writes, once."""

    meddle: Callable[[], object] | None = None

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        meddle, self.meddle = self.meddle, None
        if meddle is not None:
            meddle()
        return super().embed(texts)


def test_what_is_written_while_an_edit_is_prepared_is_not_overwritten(scene: Scene) -> None:
    scene.say("I live in Lyon.")
    meddler = Meddler()
    with reverie.open(scene.path, embedder=meddler, clock=scene.clock) as other:
        model = other.find("Ada").user_model
        page = edited(scene, ("notes:", "notes: Flies."))
        meddler.meddle = lambda: scene.say("I moved to Bern.")
        done = model.edit(page)
        assert (done.profile.notes, done.profile.background) == ("Flies.", {"home": "Bern"})
        assert [edit.where for edit in done.meanwhile] == ["background.home"]
        page = edited(scene, ("home: Bern", "home: Rome"))
        meddler.meddle = lambda: scene.say("I moved to Oslo.")
        with pytest.raises(reverie.Conflict):
            model.edit(page)
    assert scene.ada.user_model.profile().background == {"home": "Oslo"}


@pytest.mark.parametrize("page", ["", "  \n\n", "# only a comment\n", "---\n...\n"])
def test_an_empty_page_is_refused_and_loses_nothing(scene: Scene, page: str) -> None:
    model = scene.ada.user_model
    model.edit(edited(scene, ("notes:", "notes: Flies.  # hers")))
    before = scene.luna.export(scene.ada)["settings"]
    with pytest.raises(reverie.InvalidInput, match="nothing was changed"):
        model.edit(page)
    assert model.profile().notes == "Flies."
    assert scene.luna.export(scene.ada)["settings"] == before


def test_a_part_of_a_page_leaves_the_comments_and_the_order_of_the_whole(scene: Scene) -> None:
    model = scene.ada.user_model
    model.edit(edited(scene, ("notes:", "notes: Flies.  # hers")))
    done = model.edit("hobbies: [chess]\n")
    page = model.yaml()
    assert "# hers" in page
    assert "chess" in page
    assert done.change_id is not None
    scene.ada.undo(done.change_id)
    assert model.profile().hobbies == ()
    assert "# hers" in model.yaml()
