"""Five people in one conversation: what one of them told alone comes back nowhere before the others.

Each has words that only they said: one alone with the companion, one of their health, and one in the group. Every
surface is tried closed and opened, so that a canary that is found nowhere is known to be there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from PIL import Image
from tests.service.scene import MINUTE, START

import reverie
from reverie import Reverie
from reverie.app.tools import Toolbox
from reverie.config import Config
from reverie.conversations.episodes import Outline
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.testing import FrozenClock, HashEmbedder, ScriptedModel

NAMES = ("Ada", "Ben", "Cem", "Dora", "Eve")
ALONE = {name: f"quill{name.casefold()}feather" for name in NAMES}
HEALTH = {name: f"zorb{name.casefold()}nut" for name in NAMES}
HEARD = {name: f"mire{name.casefold()}stone" for name in NAMES}
NOTED = {name: f"glim{name.casefold()}wick" for name in NAMES}
COLORS = dict(zip(NAMES, ("red", "green", "blue", "black", "white"), strict=True))


class House:
    """A companion with a scripted model, and five people in its kitchen."""

    def __init__(self, luna: Reverie, model: ScriptedModel, clock: FrozenClock, pictures: Path) -> None:
        self.luna, self.model, self.clock = luna, model, clock
        self.people = {name: luna.meet(name) for name in NAMES}
        for name, person in self.people.items():
            said = person.say(f"My favorite food is {ALONE[name]}.").message
            assert said is not None
            person.say("That sounds good.", role="assistant")
            person.say(f"I am allergic to {HEALTH[name]}.")
            person.user_model.record(f"Adores {NOTED[name]}", category="interest", message=said.id)
            occasion = person.user_model.occasion(said.id)
            luna.opinions.add(f"food {name}", f"The best food is {NOTED[name]}.", occasion=occasion)
            luna.self_model.record_self_observation(f"I hunger for {NOTED[name]}", "preference", occasion=occasion)
            person.remember(f"Dreams of {NOTED[name]}.")
            person.user_model.update("notes", f"Talks of {NOTED[name]}.")
            person.user_model.edit(f"# of {NOTED[name]}\n{person.user_model.yaml()}")
            person.conversations.note(f"{NOTED[name]} matters")
            person.conversations.episodes.put(Outline(observation=f"They told of {NOTED[name]}."))
            Image.new("RGB", (8, 8), COLORS[name]).save(pictures / f"{name}.png")
            person.pictures.add(pictures / f"{name}.png", f"{NOTED[name]} on the sofa")
        clock.advance(MINUTE)
        self.room = luna.group("kitchen", [*self.people.values()])
        for name in NAMES:
            self.say(name, f"My favorite color is {HEARD[name]}.")

    def say(self, name: str, text: str) -> None:
        self.clock.advance(MINUTE)
        self.room.say(name, text)
        self.clock.advance(MINUTE)

    @property
    def told(self) -> str:
        """All that the model was given."""
        return repr(self.model.asked)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    clock, model = FrozenClock(START), ScriptedModel(lambda _messages: "I see.", window=32_000)
    with reverie.open(
        tmp_path / "luna.db", companion="Luna", embedder=HashEmbedder(), clock=clock, model=model, config=Config()
    ) as luna:
        yield House(luna, model, clock, tmp_path)


ASKED = "What is my favorite food, what am I allergic to, what do I adore, and what do I dream of?"


def context(house: House, name: str) -> str:
    return repr(house.room.context(name, ASKED))


def recall(house: House, name: str) -> str:
    return repr([house.room.recall(name, f"{ASKED} {ALONE[name]} {HEALTH[name]} {NOTED[name]}", limit=50)])


def turn(house: House, name: str) -> str:
    taken = house.room.turn(name, ASKED)
    return house.told + repr(taken)


def tools(house: House, name: str) -> str:
    """What a model's tools find in the group; not what the caller's own words hold."""
    box = Toolbox(house.luna, house.room._present(name))
    calls = {
        "review_user_observations": {},
        "reflect_on_user": {},
        "search_memories": {"query": ASKED},
        "review_self_model": {},
        "reflect_on_self": {},
    }
    known = {tool["function"]["name"] for tool in box.openai()}
    return "".join(box.run(tool, given).content for tool, given in calls.items() if tool in known)


def parts(house: House, name: str) -> str:
    here = house.room._present(name)
    return repr(
        [
            here.memories(),
            here.history(),
            here.messages(),
            here.acquaintances(),
            here.conversations.all(),
            here.conversations.episodes.all(),
            here.conversations.said("food"),
            here.conversations.discussed("food"),
            here.pictures.find("sofa"),
            here.user_model.review(),
            here.user_model.reflect(),
            here.user_model.profile(),
            here.user_model.yaml(),
            here.user_model.relationship(),
            here.conversations.notes() if here.conversations.all() else "",
        ]
    )


def asked_of_memory(house: House, name: str) -> str:
    return repr(house.room.say(name, "What do you remember about me?").reply)


SURFACES: dict[str, Callable[[House, str], str]] = {
    "context": context,
    "recall": recall,
    "turn": turn,
    "tools": tools,
    "parts of a person": parts,
    "what do you remember": asked_of_memory,
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("surface", SURFACES)
def test_what_was_told_alone_is_not_told_in_company(house: House, surface: str, name: str) -> None:
    told = SURFACES[surface](house, name)
    if surface == "recall":
        told = told.replace(ASKED, "")
    for canaries in (ALONE, HEALTH, NOTED):
        assert not [word for word in canaries.values() if word in told.casefold()]
    assert HEARD[name] in told.casefold() or surface == "tools"


@pytest.mark.parametrize("surface", SURFACES)
def test_what_a_person_opened_is_told_and_nothing_of_anybody_else(house: House, surface: str) -> None:
    house.people["Ada"].settings(told_in_company=["all"])
    told = SURFACES[surface](house, "Ada").casefold()
    assert ALONE["Ada"] in told or NOTED["Ada"] in told
    assert not [
        words[name] for words in (ALONE, HEALTH, NOTED) for name in NAMES if name != "Ada" and words[name] in told
    ]
    closed = SURFACES[surface](house, "Ben").casefold()
    assert ALONE["Ben"] not in closed
    assert HEALTH["Ben"] not in closed


def test_a_category_is_opened_alone_and_without_the_words_it_was_told_in(house: House) -> None:
    ada = house.people["Ada"]
    ada.say(f"I love {NOTED['Ada']} soup, and my sister is called Ines.")
    ada.settings(told_in_company=["preference"])
    told = repr(house.room.context("Ada", ASKED)) + recall(house, "Ada")
    assert ALONE["Ada"] in told
    assert HEALTH["Ada"] not in repr(house.room.context("Ada", ASKED))
    assert "My favorite food is" not in told
    assert "Ines" not in told
    ada.settings(told_in_company=[])
    assert ALONE["Ada"] not in repr(house.room.context("Ada", ASKED))


def test_what_is_sensitive_is_not_told_again_though_it_was_said_in_the_group(house: House) -> None:
    house.say("Ada", "I have asthma and take salbutamol.")
    for name in NAMES:
        assert "salbutamol" not in context(house, name)
    house.people["Ada"].settings(told_in_company=["health"])
    assert "salbutamol" in context(house, "Ada")
    assert "salbutamol" in context(house, "Ben")  # it stands in the thread, which Ben heard
    assert HEALTH["Ada"] in context(house, "Ada")


def test_each_ones_words_teach_about_that_one_and_stand_once(house: House) -> None:
    for name, person in house.people.items():
        memories = repr(person.memories())
        assert [word for word in HEARD.values() if word in memories] == [HEARD[name]]
    everything = [one.text for person in house.people.values() for one in person.messages()]
    assert len([text for text in everything if HEARD["Ben"] in text]) == 1
    alone = str(house.people["Ada"].context("What is my favorite color?"))
    assert HEARD["Ada"] in alone  # what was said in the group is theirs alone, too
    assert HEARD["Ben"] not in alone


def test_a_context_names_who_is_there_and_gives_the_thread(house: House) -> None:
    text = str(house.room.context("Cem", "So?"))
    assert "You are talking to Cem. Also here, and hearing what you say: Ada, Ben, Dora and Eve." in text
    assert [f"- {name}: My favorite color is {HEARD[name]}." in text for name in NAMES] == [True] * 5


def test_a_turn_sends_the_thread_with_names_once(house: House) -> None:
    taken = house.room.turn("Dora", "What did Ben say?")
    sent = "".join(str(message["content"]) for message in taken.prompt)
    assert f"Ben: My favorite color is {HEARD['Ben']}." in sent
    assert sent.count(f"My favorite color is {HEARD['Ben']}.") == 1
    assert [m.text for m in house.room.messages(newest=2)] == ["What did Ben say?", "I see."]
    assert house.people["Dora"].messages(newest=1)[0].text == "I see."


def test_what_is_said_alone_afterwards_is_not_said_in_the_group(house: House) -> None:
    house.people["Ada"].say("My boat is called Zanzibar.")
    house.people["Ada"].turn("My horse is called Bucephalus.")
    assert "Zanzibar" not in repr(house.room.messages())
    assert not [word for word in ("Zanzibar", "Bucephalus") if word in context(house, "Ada")]
    house.say("Ada", "My cat is called Tigris.")
    assert "Tigris" not in repr(house.people["Ada"].conversations.window())


def test_an_answer_is_not_read_with_a_question_before_which_others_spoke(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_EXTRACTOR", "tuned")
    clock = FrozenClock(START)
    with reverie.open(":memory:", companion="Luna", embedder="none", model="none", clock=clock) as luna:
        ada, ben = luna.meet("Ada"), luna.meet("Ben")
        for say in (ada.say, partial(luna.group("kitchen", [ben]).say, ben)):
            say("What is your dog called?", role="assistant")
            clock.advance(timedelta(seconds=5))
            assert bool(say("Rex.").learned) is (say == ada.say)


def test_somebody_who_comes_later_is_not_told_what_was_said_before(house: House) -> None:
    fay = house.luna.meet("Fay")
    house.room.join(fay)
    for name in (*NAMES, "Fay"):
        told = context(house, name) + repr(house.room.messages())
        assert not [word for word in HEARD.values() if word in told.casefold()]
    house.say("Fay", "Hello, everybody.")
    assert [one.text for one in house.room.messages()] == ["Hello, everybody."]
    house.room.leave(fay)
    assert HEARD["Ben"] in context(house, "Ada")


def test_who_opens_all_opens_nothing_of_others_in_what_was_replied(house: House) -> None:
    house.people["Ada"].settings(told_in_company=["all"])
    house.say("Ben", "My boat is called Zanzibar.")
    replied = house.room.say("Ada", "Ben told us of Zanzibar, Ada.", role="assistant").message
    assert replied is not None
    house.people["Ada"].user_model.record("Was told of Zanzibar", category="interest", message=replied.id)
    house.clock.advance(MINUTE)
    assert "Zanzibar" in recall(house, "Ada")
    house.room.join(house.luna.meet("Fay"))
    cellar = house.luna.group("cellar", [house.people["Ada"], house.luna.meet("Gus")])
    for room in (house.room, cellar):
        told = [room.context("Ada", "Zanzibar?"), list(room.recall("Ada", "Zanzibar Ben told")), room.messages()]
        assert "Zanzibar" not in repr(told)
        assert ALONE["Ada"] in repr(room.context("Ada", ASKED))


def test_somebody_who_can_read_back_knows_it(house: House) -> None:
    house.room.join(house.luna.meet("Fay"), since=START)
    assert HEARD["Ben"] in context(house, "Fay")
    assert ALONE["Ben"] not in context(house, "Fay")


def test_somebody_who_left_does_not_hear_what_is_said_meanwhile(house: House) -> None:
    house.room.leave("Eve")
    assert "Eve" not in str(house.room.context("Ada", "Who is here?")).splitlines()[0]
    with pytest.raises(NotFound, match="not in the group"):
        house.room.context("Eve", "And I?")
    house.say("Ada", "My plan is a surprise party, called Pomegranate.")
    assert "Pomegranate" in context(house, "Ben")
    house.say("Eve", "I am back.")
    for name in NAMES:
        told = context(house, name)
        assert "Pomegranate" not in told
        assert HEARD["Ada"] in told


def test_an_unknown_speaker_joins_as_a_guest_and_teaches_about_the_guest(house: House) -> None:
    with pytest.raises(NotFound, match="give a person"):
        house.room.say("Zoe", "Let me in.")
    guest = house.luna.guest()
    house.room.say(guest, "I love marzipan.")
    house.clock.advance(MINUTE)
    assert "marzipan" in repr(guest.memories())
    assert not [name for name, one in house.people.items() if "marzipan" in repr(one.memories())]
    told = str(house.room.context(guest, "Who am I?"))
    assert "talking to a guest" in told
    assert not [word for words in (ALONE, HEALTH, HEARD) for word in words.values() if word in told]


def test_names_that_look_alike_are_told_apart(house: House) -> None:
    for name in ("ada", "Adä", "Ada ", "Аda", "ADA"):
        with pytest.raises(NotFound):
            house.room.say(name, "It is me.")
    other = house.luna.directory.add("Ada")
    house.room.say(other, "My favorite drink is cider.")
    with pytest.raises(Conflict, match="name one by id"):
        house.room.say("Ada", "It is me.")
    assert "cider" not in repr(house.people["Ada"].memories())
    nicknamed = house.luna.directory.describe(house.luna.meet("Mallory"), nickname="Ben")
    house.room.join(nicknamed)
    house.say("Ben", "I work at Acme.")
    assert "Acme" not in repr(nicknamed.memories())
    assert "Acme" in repr(house.people["Ben"].memories())


def test_after_one_is_erased_their_words_are_gone_and_the_others_stay(house: House) -> None:
    house.room.turn("Ben", "I work at Quarry.")
    before = {name: house.luna.export(house.people[name]) for name in NAMES if name != "Ben"}
    ben = house.people["Ben"].id
    receipt = house.luna.erase(house.people["Ben"])
    assert receipt.proved, receipt.places
    assert [one.user.name for one in house.room.members()] == ["Ada", "Cem", "Dora", "Eve"]
    told = repr(house.room.messages())
    assert HEARD["Ben"] not in told
    assert "I see." not in told
    assert all(HEARD[name] in told for name in before)
    assert ben.encode() not in (house.luna._runtime.store.path or Path()).read_bytes()
    for name, export in before.items():
        assert {**house.luna.export(house.people[name]), "exported_at": ""} == {**export, "exported_at": ""}
    assert "Ben" not in context(house, "Ada")


def test_undo_unsaying_and_retention_hold_for_the_group(house: House) -> None:
    said = house.room.say("Ada", "My favorite drink is cider.")
    assert said.message is not None
    ada = house.people["Ada"]
    ada.undo(message=said.message.id)
    assert "cider" not in repr(ada.memories())
    ada.unsay(said.message.id)
    assert "cider" not in repr(house.room.messages())
    ada.settings(retention_days=1)
    house.clock.advance(timedelta(days=2))
    assert HEARD["Ada"] not in repr(house.room.messages())
    assert HEARD["Ada"] not in context(house, "Ben")
    assert HEARD["Ben"] in context(house, "Ben")


def test_the_same_id_is_said_once(house: House) -> None:
    first = house.room.say("Ada", "I play the cello.", id="m-1")
    again = house.room.say("Ada", "I play the cello.", id="m-1")
    assert first.message is not None
    assert again.again
    assert [m.text for m in house.room.messages()].count("I play the cello.") == 1


def test_whoever_was_merged_is_one_in_the_group(house: House) -> None:
    double = house.luna.meet("Adele")
    house.room.join(double)
    house.say("Adele", "I play the cello.")
    merged = house.luna.directory.merge(double, into=house.people["Ada"])
    assert [one.user.name for one in house.room.members()] == list(NAMES)
    assert [m.text for m in house.room.messages()].count("I play the cello.") == 1
    assert HEARD["Ben"] in context(house, "Ada")  # Ada heard it
    house.luna.directory.split(merged)
    assert len(house.room.members()) == 6


def test_forgetting_in_company_says_nothing_of_what_is_not_told_there(house: House) -> None:
    said = house.room.say("Ada", f"Forget everything about {ALONE['Ada']}.")
    assert said.message is None
    with pytest.raises(Refused):
        house.room.say("Ada", "Forget everything about favorite.")
    assert ALONE["Ada"] in repr(house.people["Ada"].memories())


def test_a_group_is_no_person(house: House) -> None:
    assert [user.name for user in house.luna.people()] == sorted(NAMES)
    for who in (house.room.id, house.room.name):
        with pytest.raises(NotFound):
            house.luna.find(who)
    with pytest.raises(NotFound):
        house.luna.directory.by_id(house.room.id)
    assert house.luna.group("kitchen").id == house.room.id
    assert house.luna.directory.group(house.room.id).name == "kitchen"
    assert house.luna.group("Kitchen").id != house.room.id
    with pytest.raises(NotFound):
        house.luna.directory.group("cellar")
    with pytest.raises(InvalidInput):
        house.luna.group(" ")


def test_a_model_reads_in_a_group_what_it_may_and_no_more(tmp_path: Path) -> None:
    clock = FrozenClock(START)
    model = ScriptedModel(lambda _messages: "I see.")
    config = Config(may_read={"*": ("fact",)})
    with reverie.open(
        tmp_path / "luna.db", companion="Luna", embedder="none", clock=clock, model=model, config=config
    ) as luna:
        ada, ben = luna.meet("Ada"), luna.meet("Ben")
        room = luna.group("kitchen", [ada, ben])
        room.say(ada, "My favorite food is quillfeather.")
        clock.advance(MINUTE)
        room.say(ada, "I work at Acme.")
        clock.advance(MINUTE)
        for name in ("Ada", "Ben"):
            told = repr(room.context(name, "What is Ada's favorite food, and where does she work?"))
            assert "quillfeather" not in told
            assert "Acme" in told
        room.turn(ben, "What is Ada's favorite food?")
        assert "quillfeather" not in repr(model.asked)


def test_another_model_reads_no_more_of_what_the_others_said_than_it_may(tmp_path: Path) -> None:
    clock, config = FrozenClock(START), Config(may_read={"openai:other": ("fact",)})
    with reverie.open(tmp_path / "luna.db", companion="Luna", embedder="none", clock=clock, config=config) as luna:
        ada, ben = luna.meet("Ada"), luna.meet("Ben")
        room = luna.group("kitchen", [ada, ben])
        room.say(ben, "My favorite food is quillfeather.")
        clock.advance(MINUTE)
        assert "quillfeather" in str(room.context(ada, "What does Ben like?"))
        assert "quillfeather" not in str(room._present(ada).read_by("openai:other").context("What does Ben like?"))


def test_without_a_model_memory_answers_what_may_be_told(tmp_path: Path) -> None:
    clock = FrozenClock(START)
    with reverie.open(tmp_path / "luna.db", companion="Luna", embedder="none", clock=clock) as luna:
        ada, ben = luna.meet("Ada"), luna.meet("Ben")
        ada.say("My favorite food is quillfeather.")
        clock.advance(MINUTE)
        room = luna.group("kitchen", [ada, ben])
        room.say(ada, "I work at Acme.")
        clock.advance(MINUTE)
        assert "quillfeather" not in room.turn(ada, "What is my favorite food?").reply
        clock.advance(MINUTE)
        assert "Acme" in room.turn(ada, "Where do I work?").reply


def test_a_reply_in_company_tells_nothing_of_what_was_told_alone(tmp_path: Path) -> None:
    """Neither what ends by what is said here, nor what was answered alone under the same id."""
    with reverie.open(tmp_path / "luna.db", companion="Luna", config=Config(embedder="none")) as luna:
        ada, ben = luna.meet("Ada"), luna.meet("Ben")
        ada.say("I work at Zanzibar Ltd.")
        assert "Zanzibar" in ada.turn("Where do I work?", id="one").reply
        room = luna.group("kitchen", [ada, ben])
        for said in ("I quit my job.", "I work at Acme now."):
            assert "Zanzibar" not in room.turn(ada, said).reply
        with pytest.raises((Conflict, Refused)):
            room.turn(ada, "Where do I work?", id="one")
        assert "Zanzibar" not in repr(room.messages())


def test_settings_refuse_what_there_is_not(house: House) -> None:
    with pytest.raises(InvalidInput, match="told_in_company"):
        house.people["Ada"].settings(told_in_company=["secrets"])
    assert house.people["Ada"].settings().told_in_company == ()
