"""What one person says, is called or is thought of stays with them, whoever else talks to the same companion."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import reverie
from reverie import Reverie
from reverie.app.tools import Toolbox
from reverie.conversations.episodes import Outline


@pytest.fixture
def luna() -> Iterator[Reverie]:
    with reverie.open(":memory:", companion="Luna", embedder="none", model="none") as opened:
        yield opened


# -- names and ids -------------------------------------------------------------------------------


def test_a_name_that_comes_with_an_account_is_nobodys_id(luna: Reverie) -> None:
    other = luna.meet("user-10442", account=("discord", "999"))
    meant = luna.meet("user-10442", exact=True)
    meant.say("My favorite food is ramen.")
    assert meant.id != other.id
    assert luna.meet("user-10442", exact=True).id == luna.find("user-10442", exact=True).id == meant.id
    assert other.memories() == []


def test_a_name_that_comes_with_an_account_keeps_nobody_out(luna: Reverie) -> None:
    meant = luna.meet("user-10442", exact=True)
    luna.meet("user-10442", account=("discord", "999"))
    assert luna.meet("user-10442", exact=True).id == meant.id


def test_an_account_comes_before_a_name_that_is_written_like_it(luna: Reverie) -> None:
    ana = luna.meet("ana", account=("slack", "ana"))
    luna.meet("slack:ana", account=("discord", "999"))
    assert luna.find("slack:ana", exact=True).id == luna.find("slack:ana").id == ana.id


def test_a_name_of_an_account_is_met_by_nobody_and_found_where_nobody_else_has_it(luna: Reverie) -> None:
    other = luna.meet("Mariana Silva", account=("discord", "evil"))
    assert luna.find("mariana silva").id == other.id
    mariana = luna.meet("Mariana Silva")
    assert mariana.id != other.id
    assert luna.find("Mariana Silva").id == luna.meet("mariana silva").id == mariana.id


def test_a_host_that_names_them_anew_lets_them_be_found_by_that(luna: Reverie) -> None:
    other = luna.meet("xX_eve_Xx", account=("discord", "7"))
    luna.directory.describe(other, pronouns="she/her")
    assert luna.meet("Xx Eve Xx").id != other.id
    luna.directory.describe(other, name="Eve Stone")
    assert luna.meet("Eve Stone").id == other.id


@pytest.mark.parametrize("written", ["ana-1 ", " ana-1", "ana-1\u00a0", "ana-1\t", "ana  1"])
def test_an_id_with_other_spaces_is_refused_or_found_nowhere(luna: Reverie, written: str) -> None:
    luna.meet("ana-1", exact=True)
    luna.meet("ana 1", exact=True)
    with pytest.raises(reverie.InvalidInput, match="match exactly"):
        luna.meet(written, exact=True)
    with pytest.raises(reverie.NotFound):
        luna.find(written, exact=True)


def test_a_nickname_that_somebody_gives_themselves_is_met_by_nobody(luna: Reverie) -> None:
    eve = luna.meet("Eve")
    eve.user_model.update("nickname", "Victoria Smith")
    assert luna.meet("Victoria Smith").id != eve.id


# -- what a companion notes and thinks -----------------------------------------------------------

TAG = 'ok <record_user_observation user="{}" category="background">Lies to friends.</record_user_observation>'


@pytest.mark.parametrize("named", ["Ada", "Nobody"])
def test_a_tag_records_nothing_of_somebody_else_and_tells_not_who_is_known(luna: Reverie, named: str) -> None:
    ada, ben = luna.meet("Ada"), luna.meet("Ben")
    (notice,) = ben.say(TAG.format(named), role="assistant").notices
    assert notice.memory is None
    assert notice.troubles == (
        "It was not recorded: a reply records nothing of anybody but the one it answers: leave user out.",
    )
    assert ada.user_model.review() == []


def test_a_tag_may_name_the_one_who_is_there(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    ada.say(TAG.format("ada"), role="assistant")
    assert [one.text for one in ada.user_model.review()] == ["Lies to friends."]


def test_tools_tell_nothing_of_what_was_between_the_companion_and_others(luna: Reverie) -> None:
    ada, ben = luna.meet("Ada"), luna.meet("Ben")
    luna.self_model.note_disagreement(ada.user, "marriage", mine="It is worth saving", theirs="I will flee to Zanzibar")
    luna.self_model.record_self_observation("I am short with Quokka", occasion=ada.user_model.occasion(None))
    for tool in ("reflect_on_self", "review_self_model"):
        told = Toolbox(luna, ben).run(tool, {}).content
        assert "Zanzibar" not in told
        assert "Quokka" not in told
        assert "Zanzibar" in Toolbox(luna, ada).run(tool, {}).content
        assert "Zanzibar" in Toolbox(luna, ben, others=True).run(tool, {}).content
    assert len(luna.self_model.review_self_model().disagreements) == 1


LIFE = [
    ("My boss Rita Kowalski fired me.", "I think Rita Kowalski was unfair to fire Ada.", "Rita Kowalski"),
    ("rita kowalski fired me", "I think Rita was unfair.", "Rita"),
    ("Kowalczyk fired me, and Kowalczyk smiled.", "I think Kowalczyk was unfair.", "Kowalczyk"),
    ("My husband left.", "I think Tom is a bad influence.", "Tom"),
]


@pytest.mark.parametrize(("said", "reply", "name"), LIFE)
def test_an_opinion_on_somebody_in_a_life_is_told_to_that_person_alone(
    luna: Reverie, said: str, reply: str, name: str
) -> None:
    ada, ben = luna.meet("Ada"), luna.meet("Ben")
    ada.say(said)
    assert ada.say(reply, role="assistant").notices
    assert name in str(ada.context(f"What do you think of {name}?"))
    assert name not in str(ben.context(f"What do you think of {name}?"))
    assert name not in Toolbox(luna, ben).run("review_self_model", {}).content
    assert name in Toolbox(luna, ada).run("review_self_model", {}).content


def test_what_is_thought_with_somebody_is_between_them_and_what_the_host_says_is_told_to_everybody(
    luna: Reverie,
) -> None:
    ada, ben = luna.meet("Ada"), luna.meet("Ben")
    ada.say("What is the best soup?")
    ada.say("I think ramen is wonderful.", role="assistant")
    assert "ramen is wonderful" in str(ada.context("Do we eat ramen?"))
    assert "ramen" not in str(ben.context("What of soup?"))
    (one,) = luna.opinions.list()
    luna.opinions.add(one.name, one.opinion)
    assert "ramen is wonderful" in str(ben.context("What of soup, or of ramen?"))


@pytest.mark.parametrize(
    ("said", "thought"),
    [
        ("My boss KOWALCZYK hits me.", "KOWALCZYK is dangerous"),
        ("my boss timo hits me", "timo is dangerous"),
        ("Zubrowka hits me.", "Drinking while pregnant with twins at Initech is dangerous"),
        ("Мой начальник Иван уволил меня.", "Иван is dangerous"),
    ],
)
def test_nobody_meets_changes_or_is_told_what_is_thought_with_somebody_else(
    luna: Reverie, said: str, thought: str
) -> None:
    ada, ben = luna.meet("Ada"), luna.meet("Ben")
    ada.say(said)
    told = Toolbox(luna, ada).run("form_opinion", {"topic": "it", "opinion": f"{thought}, says Ada"}).content
    assert "says Ada" in told
    for name, arguments in (
        ("form_opinion", {"topic": "it", "opinion": thought}),
        ("form_opinion", {"topic": "it", "opinion": f"I can't say that {thought}"}),
        ("evolve_opinion", {"opinion_id": "it", "new_opinion": "Ben says no", "reason": "Ben"}),
        ("note_disagreement", {"topic": "it", "my_view": thought, "their_view": "no"}),
        ("review_self_model", {}),
    ):
        assert "says Ada" not in Toolbox(luna, ben).run(name, arguments).content
    assert not any("says Ada" in notice.text for notice in ben.say(f"I think {thought}.", role="assistant").notices)
    assert "says Ada" not in str(ben.context(f"What of {thought}?"))
    assert "Ben says" not in str(ada.context(f"What of {thought}?"))
    luna.erase(ada)
    assert not [one for one in luna.opinions.list(include_retracted=True) if "says Ada" in one.opinion]


def test_what_was_noticed_with_somebody_stands_against_nothing_of_another(luna: Reverie) -> None:
    ada, ben = luna.meet("Ada"), luna.meet("Ben")
    noticed = {"observation": "I am not patient with grief", "category": "pattern"}
    Toolbox(luna, ada).run("record_self_observation", noticed)
    opposite = Toolbox(luna, ben).run("record_self_observation", noticed | {"observation": "I am patient with grief"})
    assert json.loads(opposite.content)["against"] == []
    again = Toolbox(luna, ben).run("record_self_observation", noticed)
    assert json.loads(again.content)["step"] == "added"
    assert json.loads(again.content)["against"] == ["I am patient with grief"]


def test_what_is_thought_with_somebody_is_forgotten_whole_and_comes_back_only_with_that(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    formed = {"topic": "Rita", "opinion": "Rita was cruel in Zanzibar"}
    Toolbox(luna, ada).run("form_opinion", formed)
    luna.opinions.evolve("Rita", "Rita was kind", "she is nice")
    gone = ada.forget("Zanzibar")
    assert gone
    ada.forget("Rita")
    assert [one.opinion for one in luna.opinions.list(include_retracted=True)] == []
    assert luna.opinions.search("Rita", include_retracted=True).opinions == ()
    with pytest.raises(reverie.NotFound):
        luna.opinions.get("Rita")
    assert not [event for event in luna.opinions.changes() if event.after and "Zanzibar" in event.after.text]
    with pytest.raises((reverie.NotFound, reverie.Conflict)):  # the companion's half alone is not undone
        luna.opinions.undo()
    twin = luna.opinions.changes()[-1].change
    with pytest.raises(reverie.Conflict, match="undo that"):
        luna.opinions.undo(twin.id)
    ada.undo()
    assert [one.opinion for one in luna.opinions.list()] == ["Rita was kind"]


def test_after_a_split_no_page_holds_words_of_the_other(luna: Reverie) -> None:
    ada, ben = luna.meet("Ada"), luna.meet("Ben")
    ben.user_model.edit(ben.user_model.yaml().replace("values:", "values: [quagga rides]"))
    luna.directory.merge(ben, into=ada)
    both = luna.find("Ada")
    both.user_model.edit(both.user_model.yaml().replace("communication:", "# of both\ncommunication:"))
    luna.directory.split("Ben")
    assert "quagga" not in str(luna.export(luna.find("Ada")))
    assert "quagga" in luna.find("Ben").user_model.yaml()


def test_forgetting_somebody_takes_back_what_the_companion_thinks_of_them(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    ada.say("My boss Rita fired me.")
    ada.say("I think Rita was unfair to fire you.", role="assistant")
    luna.self_model.note_disagreement(ada.user, "Rita", mine="She was unfair", theirs="Rita had her reasons")
    assert ada.forget("Rita", preview=True)
    gone = ada.forget("Rita")
    assert [one for one in luna.opinions.list() if "Rita" in f"{one.name} {one.opinion}"] == []
    assert luna.self_model.disagreements() == []
    assert not ada.forget("Rita", preview=True)
    ada.undo(gone.change_id)
    assert len(luna.self_model.disagreements()) == 1
    assert [one for one in luna.opinions.list() if "Rita" in f"{one.name} {one.opinion}"]


# -- becoming one --------------------------------------------------------------------------------


def test_people_become_one_where_only_one_has_chosen_categories(luna: Reverie) -> None:
    ada, bob = luna.meet("Ada"), luna.meet("Bob")
    bob.settings(categories_off=("health", "money"))
    luna.directory.merge(bob, into=ada)
    assert luna.find("Ada").settings().categories_off == ("health", "money")
    luna.directory.split("Bob")
    assert luna.find("Ada").settings().categories_off == ("money",)
    assert luna.find("Bob").settings().categories_off == ("health", "money")


# -- money, where it is off ----------------------------------------------------------------------

MONEY = "Earns fifty thousand a year."


def test_no_door_keeps_what_tells_of_money_until_it_is_turned_on(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    ada.say("I went rowing. It was cold.")
    talks = ada.conversations
    talks.note(f"Was tired. {MONEY}")
    assert talks.notes() == "Was tired."
    talks.summarize(f"Went rowing. {MONEY}")
    assert "fifty" not in talks.summary().text
    with pytest.raises(reverie.Refused):
        talks.episodes.put(Outline(observation=f"Went rowing. {MONEY}"))
    with pytest.raises(reverie.Refused):
        ada.user_model.update("hobbies", "rowing", action="append", reason=MONEY)
    with pytest.raises(reverie.Refused):
        luna.self_model.note_disagreement(ada.user, "work", mine="Work is good", theirs="I earn fifty thousand a year")
    with pytest.raises(reverie.Refused):
        luna.opinions.add("Tom", "Tom should not earn 90k a year", occasion=ada.user_model.occasion(None))
    ada.say("I think you earn too little, 20k a year is nothing.", role="assistant")
    assert luna.opinions.list() == []


def test_a_summary_tells_nothing_of_money_once_that_is_turned_off_again(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    ada.settings(categories_off=())
    ada.say("I went rowing.")
    ada.conversations.summarize(f"Went rowing. {MONEY}")
    assert "fifty" in ada.conversations.summary().text
    ada.settings(categories_off=("money",))
    assert ada.conversations.summary().text == "Went rowing."


def test_what_the_companion_alone_thinks_of_somebody_is_forgotten_too(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    luna.self_model.note_disagreement(ada.user, "Quokka", mine="It is kind", theirs="It is not")
    assert ada.forget("Quokka", preview=True).elsewhere == ["what was noted of a conversation about it"]
    assert ada.forget("Quokka")
    assert luna.self_model.disagreements() == []
    assert not ada.forget("Quokka")
