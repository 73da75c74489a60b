"""Which model may read what: a word of a withheld category, or of a conversation that stays here, reaches no model.

Each surface is tried twice with the same word: withheld from the model it is nowhere in what goes to it, and allowed it
is there, so the test can fail.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from tests.exports import chatgpt, chatgpt_message
from tests.service.scene import DAY, MINUTE, START

import reverie
from reverie import Person, Reverie
from reverie.app.tools import Toolbox
from reverie.config import Config
from reverie.conversations.message_store import REPLY_TO
from reverie.errors import ConfigError, Conflict, ModelUnavailable, NotFound, Refused
from reverie.models import language_model
from reverie.ports import Placed
from reverie.records.memories import Category
from reverie.records.read_access import ReadAccess
from reverie.settings_sections import ModelSettings, Readable
from reverie.store import archive_rows
from reverie.store.keyset_pages import Listing
from reverie.store.tables.change_log import Changes
from reverie.store.tables.conversation_notes import Sheets
from reverie.store.tables.memories import Links, Memories
from reverie.store.tables.messages import Dialogue
from reverie.store.tables.model_work import Work
from reverie.testing import FrozenClock, HashEmbedder, Messages, ScriptedModel

CANARY = "quillfeather"
OPERA, NO_OPERA = "Loves the opera", "Does not love the opera"
ALL_BUT_TASTES: tuple[Readable, ...] = ("fact", "health", "money", "event", "feeling", "other", "local")
CATEGORY, LOCAL = "category", "local"


def answer(messages: Messages) -> str:
    """Words to a person, and no facts to the background's questions."""
    return '{"facts": [], "endings": []}' if "facts" in str(messages[0]["content"]) else "I see."


class House:
    """A companion with a scripted model, and Ada, who said the canary where the model may not read it."""

    def __init__(self, luna: Reverie, model: ScriptedModel, clock: FrozenClock, place: str) -> None:
        self.luna, self.model, self.clock = luna, model, clock
        self.ada = luna.meet("Ada")
        where = self.ada.conversations.begin(local_only=place == LOCAL)
        said = self.ada.say(f"My favorite food is {CANARY}.", conversation=where.id).message
        assert said is not None
        clock.advance(MINUTE)
        self.ada.say("That is good to know.", role="assistant", conversation=where.id)
        self.ada.say("Thank you. We talk again tomorrow.", conversation=where.id)
        self.said = said
        self.ada.user_model.record(f"Adores {CANARY}", category="interest", message=said.id)
        occasion = self.ada.user_model.occasion(said.id)
        luna.opinions.add("food", f"The best food is {CANARY}.", occasion=occasion)
        luna.self_model.record_self_observation(f"I grow hungry of {CANARY}", "preference", occasion=occasion)
        self.ada.conversations.end(where.id)
        clock.advance(DAY)
        self.ada.say("I work at Acme.")
        self.ada.say("Good for you.", role="assistant")

    @property
    def sent(self) -> str:
        """Everything that went to the model."""
        return json.dumps(self.model.asked, default=str)


def opened(path: Path, model: ScriptedModel, clock: FrozenClock, may_read: dict[str, tuple[Readable, ...]]) -> Reverie:
    config = Config(embedder="none", may_read=may_read, model=ModelSettings(tasks=("facts",)))
    return reverie.open(
        path / "luna.db", companion="Luna", embedder=HashEmbedder(), clock=clock, config=config, model=model
    )


@pytest.fixture(params=[CATEGORY, LOCAL])
def place(request: pytest.FixtureRequest) -> str:
    """Where the canary is said: in a category that is withheld, or in a conversation that stays here."""
    return str(request.param)


@pytest.fixture(params=[False, True], ids=["withheld", "allowed"])
def allowed(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def house(tmp_path: Path, place: str, allowed: bool) -> Iterator[House]:
    model = ScriptedModel(answer, window=16_000)
    rules: dict[str, tuple[Readable, ...]] = {} if place == LOCAL else {"*": ALL_BUT_TASTES}
    rules = {"*": ("all", "local")} if allowed else rules
    clock = FrozenClock(START)
    with opened(tmp_path, model, clock, rules) as luna:
        yield House(luna, model, clock, place)


def context(house: House) -> str:
    return str(house.ada.context("What is my favorite food?"))


def turn(house: House) -> str:
    house.ada.turn("What is my favorite food?")
    assert house.model.asked
    return house.sent


def streamed_turn(house: House) -> str:
    with house.ada.turn.stream("What is my favorite food?") as pieces:
        assert "".join(pieces)
    return house.sent


def past(house: House) -> str:
    """A context as it was written in the past."""
    return str(house.ada.context("What is my favorite food?", known_at=house.clock()))


def work(house: House) -> str:
    house.luna.work()
    return house.sent


def tool(name: str, **arguments: object) -> Callable[[House], str]:
    def run(house: House) -> str:
        outcome = Toolbox(house.luna, house.ada).run(name, arguments)
        assert outcome.ok, outcome.content
        return outcome.content

    return run


def recall(house: House) -> str:
    return repr(list(house.ada.read_by("mcp").recall("my favorite food")))


def memories(house: House) -> str:
    return repr(house.ada.read_by("mcp").memories())


def messages(house: House) -> str:
    return repr(house.ada.read_by("mcp").messages())


def history(house: House) -> str:
    return repr(house.ada.read_by("mcp").history())


def conversations(house: House) -> str:
    talks = house.ada.read_by("mcp").conversations
    return repr([talks.said("food"), talks.page(100), [talks.window(one.id) for one in talks.all()]])


def episodes(house: House) -> str:
    return repr(house.ada.read_by("mcp").conversations.episodes.all())


def listed_in_chat(house: House) -> str:
    return str(house.ada.read_by("mcp").say("What do you remember about me?").reply)


SURFACES = {
    "context": context,
    "past": past,
    "turn": turn,
    "streamed turn": streamed_turn,
    "work": work,
    "reflect": tool("reflect_on_user"),
    "observations": tool("review_user_observations"),
    "opinions": tool("review_self_model"),
    "oneself": tool("reflect_on_self"),
    "recall": recall,
    "memories": memories,
    "messages": messages,
    "history": history,
    "conversations": conversations,
    "episodes": episodes,
    "listed in chat": listed_in_chat,
}


@pytest.mark.parametrize("surface", SURFACES)
def test_the_canary_goes_to_the_model_where_it_may_and_nowhere_else(house: House, allowed: bool, surface: str) -> None:
    assert (CANARY in SURFACES[surface](house).casefold()) is allowed


def test_the_person_and_their_operator_read_all(house: House) -> None:
    assert CANARY in repr(house.ada.memories())
    assert CANARY in repr(list(house.ada.recall("my favorite food")))
    assert CANARY in repr(house.luna.export(house.ada))


@pytest.fixture
def withheld(tmp_path: Path) -> Iterator[House]:
    with opened(tmp_path, ScriptedModel(answer), FrozenClock(START), {"*": ALL_BUT_TASTES}) as luna:
        yield House(luna, luna.model, FrozenClock(START), CATEGORY)  # type: ignore[arg-type] # it is the one above


def test_what_is_said_to_a_model_is_learned_whole(withheld: House) -> None:
    withheld.ada.turn("I love marzipan.")
    assert "marzipan" in repr(withheld.ada.memories())
    assert "marzipan" not in str(withheld.ada.context("What do I love?"))


def test_what_a_model_writes_says_nothing_of_what_it_may_not_read(withheld: House) -> None:
    """The slot is taken by what is withheld: what replaces it is told, and not what it was."""
    seen = withheld.ada.read_by()
    (learned,) = seen.remember("The favorite food is ramen.", key="favorite_food", value="ramen", category="fact")
    assert learned.previous is None
    assert CANARY not in Toolbox(withheld.luna, withheld.ada).run("review_user_observations", {}).content


def test_a_model_does_not_write_where_it_may_not_read(withheld: House) -> None:
    with pytest.raises(Refused, match="switched off"):
        withheld.ada.read_by().remember("Loves marzipan.", category=Category.PREFERENCE)


def test_what_may_not_be_seen_is_not_forgotten_by_topic(withheld: House) -> None:
    seen = withheld.ada.read_by()
    assert not seen.forget(CANARY, preview=True)
    assert not seen.forget(CANARY)
    assert CANARY in repr(withheld.ada.memories())


def test_what_may_not_be_seen_is_neither_decided_nor_deleted(withheld: House) -> None:
    seen = withheld.ada.read_by()
    kept = next(m for m in withheld.ada.memories() if CANARY in m.text)
    with pytest.raises(NotFound):
        seen.memory(kept.id)
    with pytest.raises(NotFound):
        seen.user_model.correct(kept.id, "The favorite food is ramen.")
    with pytest.raises(NotFound):
        seen.unsay(withheld.said.id)
    with pytest.raises(Refused):
        withheld.luna.export(seen)
    assert CANARY not in repr(seen.undo())


def test_what_may_not_be_seen_is_neither_taken_back_nor_erased(house: House, allowed: bool) -> None:
    seen = house.ada.read_by("mcp")
    learned = next(e.change.id for e in house.ada.history() if e.after is not None and CANARY in e.after.text)
    for take_back in (
        lambda: seen.undo(learned),
        lambda: seen.undo(message=house.said.id),
        lambda: house.luna.erase(seen, message=house.said.id),
        lambda: house.luna.erase(seen),
        lambda: house.luna.archives.pack("ada.zip", seen),
    ):
        if allowed:
            continue
        with pytest.raises((Refused, NotFound), match=r"seen here|no message"):
            take_back()
    assert CANARY in repr(house.ada.memories())
    house.ada.say(f"My favorite drink is {CANARY}.", conversation=house.said.conversation_id)
    assert ("may not be seen" in str(seen.say("forget that").reply)) is not allowed
    house.ada.say(f"My favorite drink is {CANARY}.", conversation=house.said.conversation_id)
    assert ("may be seen here" in str(seen.say("undo that").reply)) is not allowed


def test_what_was_deleted_and_may_not_be_seen_does_not_come_back(house: House, allowed: bool) -> None:
    house.ada.unsay(house.said.id)
    seen = house.ada.read_by("mcp")
    if allowed:
        seen.undo()
    else:
        with pytest.raises(Refused, match="seen here"):
            seen.undo()
    assert (CANARY in repr(house.ada.memories())) is allowed


def test_under_the_id_of_what_may_not_be_seen_nothing_is_told(house: House, allowed: bool) -> None:
    """Neither what was said, once a part of it was forgotten, nor what was answered."""
    ada, where = house.ada, house.said.conversation_id
    for id, said, reply in (
        ("one", f"My favorite color is blue. My favorite drink is {CANARY}.", "Good to know."),
        ("two", "What is my favorite drink?", f"Your favorite drink is {CANARY}."),
    ):
        ada.say(said, id=id, conversation=where)
        ada.say(reply, role="assistant", id=f"{REPLY_TO}{id}", conversation=where)
    ada.forget("blue")
    seen = ada.read_by("mcp")
    for id, said in (("one", "Anything."), ("two", "What is my favorite drink?")):
        if allowed:
            assert CANARY in repr(seen.turn(said, id=id))
            continue
        with pytest.raises((Conflict, Refused), match=r"has this id|may not be seen") as told:
            seen.turn(said, id=id)
        assert CANARY not in str(told.value)


def test_the_title_of_a_conversation_is_not_told_of_what_may_not_be_seen(tmp_path: Path) -> None:
    with opened(tmp_path, ScriptedModel(answer), FrozenClock(START), {"mcp": ("fact", "preference")}) as luna:
        ada, file = luna.meet("Ada"), tmp_path / "conversations.json"
        told = {"Chemotherapy": "Hello.", "Monday": "I have asthma.", "Tuesday": "I work at Acme."}
        file.write_text(
            json.dumps([chatgpt(chatgpt_message("user", said), id=title, title=title) for title, said in told.items()])
        )
        luna.import_history(file, ada)
        assert {one.title for one in ada.conversations.all()} == set(told)
        assert {one.title for one in ada.read_by("mcp").conversations.all()} == {None, "Tuesday"}


def test_others_are_shown_to_a_model_as_it_may_see_them(withheld: House) -> None:
    ben = withheld.luna.meet("Ben")
    told = Toolbox(withheld.luna, ben, others=True).run("reflect_on_user", {"user_id": "Ada"})
    assert told.ok
    assert CANARY not in told.content


# -- conversations that stay here ------------------------------------------------------------------


@pytest.fixture
def local(tmp_path: Path) -> Iterator[House]:
    with opened(tmp_path, ScriptedModel(answer, window=16_000), FrozenClock(START), {}) as luna:
        yield House(luna, luna.model, FrozenClock(START), LOCAL)  # type: ignore[arg-type] # it is the one above


def test_memory_answers_where_a_conversation_stays_here(local: House) -> None:
    where = local.ada.conversations.begin(local_only=True)
    turn = local.ada.turn("What is my favorite food?", conversation=where.id)
    assert not local.model.asked
    assert CANARY in turn.reply
    assert turn.degraded[0] == "the conversation stays on this machine, and scripted:model does not: memory answered"
    again = local.ada.turn("What is my favorite food?")
    assert not local.model.asked, "it goes on in that conversation"
    assert CANARY in again.reply


def test_a_message_in_an_ordinary_conversation_does_not_bring_it_up(local: House) -> None:
    local.model._answers = iter([ModelUnavailable("it is away: start it")])
    reply = local.ada.turn("What is my favorite food?").reply  # the model has no answer: memory gives what it may
    assert CANARY not in reply


def test_what_is_written_answers_nothing_of_what_stays_here(local: House) -> None:
    """A profile, an observation, a settlement: each answers with what it read to write."""
    ada, where, seen = local.ada, local.said.conversation_id, local.ada.read_by("mcp")
    message = ada.say("I work at Zanzibar Ltd.", conversation=where).message
    assert message is not None
    noted = [ada.user_model.record(text, category="interest", message=message.id) for text in (OPERA, NO_OPERA)]
    for reader, told in ((seen, False), (ada, True)):
        assert ("Zanzibar" in repr(reader.user_model.update("background.home", "Nice").profile)) is told
        assert ("opera" in repr(reader.user_model.record(NO_OPERA, category="interest").contradicts)) is told
    for reader, told in ((seen, False), (ada, True)):
        ada.say("I work at Zanzibar Ltd.", conversation=where)
        (plain,) = ada.remember("Zork is odd today.")
        assert plain.memory is not None
        corrected = reader.user_model.correct(plain.memory.id, "I work at Acme and I live in Oslo.")
        assert ("Zanzibar" in repr(corrected)) is told
    ids = [one.memory.id for one in noted]
    with pytest.raises(NotFound):
        seen.user_model.settle(*ids, right=ids[:1])
    for changed in ({"retention_days": 1}, {"told_in_company": ["all"]}):
        with pytest.raises(Refused, match="seen here"):
            seen.settings(**changed)


def test_what_ends_or_repeats_something_that_stays_here_does_not_tell_it(local: House) -> None:
    where, seen = local.said.conversation_id, local.ada.read_by("mcp")
    for reader in (seen, local.ada):
        local.ada.say("I work at Zanzibar Ltd.", conversation=where)
        again, over = reader.say("I work at Zanzibar Ltd."), reader.say("I quit my job.")
        told = [any("Zanzibar" in one.text for one in said.learned) for said in (again, over)]
        assert told == [reader is local.ada] * 2


def test_a_conversation_can_be_shown_again(local: House) -> None:
    where = local.said.conversation_id
    assert local.ada.conversations.keep_local(where, local_only=False).local_only is False
    assert CANARY in str(local.ada.context("What is my favorite food?"))
    assert local.ada.conversations.keep_local(where).local_only
    assert local.ada.conversations.keep_local(where).local_only, "twice is once"
    assert CANARY not in str(local.ada.context("What is my favorite food?"))


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[House]:
    """Nothing is withheld: the conversation does not stay here."""
    with opened(tmp_path, ScriptedModel(answer, window=16_000), FrozenClock(START), {}) as luna:
        yield House(luna, luna.model, FrozenClock(START), CATEGORY)  # type: ignore[arg-type] # it is the one above


def test_a_reader_that_is_held_notices_that_a_conversation_stays_here_now(shown: House) -> None:
    seen = shown.ada.read_by()
    for local_only in (False, True, False, True):
        shown.ada.conversations.keep_local(shown.said.conversation_id, local_only=local_only)
        for _ in range(2):
            told = [seen.memories(), seen.messages(), seen.recall(CANARY).hits, seen.context("My favorite food?")]
            assert [CANARY in repr(one) + str(one) for one in told] == [not local_only] * 4


def test_a_reader_that_is_held_notices_what_another_program_made_local(shown: House, tmp_path: Path) -> None:
    seen = shown.ada.read_by()
    assert CANARY in repr(seen.memories())
    with opened(tmp_path, ScriptedModel(answer), FrozenClock(START), {}) as other:
        other.find("Ada").conversations.keep_local(shown.said.conversation_id)
    assert CANARY not in repr(seen.memories())


def test_a_reader_of_one_sees_all_in_the_very_session_until_something_stays_here(shown: House) -> None:
    seen = shown.ada.read_by().reads.store
    with shown.luna._runtime.store.snapshot() as whole, seen.reading() as session:
        assert session is whole
    shown.ada.conversations.keep_local(shown.said.conversation_id)
    with shown.luna._runtime.store.snapshot() as whole, seen.reading() as session:
        assert session is not whole


def test_a_reader_that_is_held_notices_in_whom_one_is_found_now(local: House) -> None:
    ben = local.luna.meet("Ben")
    seen = ben.read_by()
    assert not seen.memories()
    local.luna.directory.merge(ben, into=local.ada)
    assert "Acme" in repr(seen.memories())
    assert CANARY not in repr(seen.memories())


def test_what_was_noted_with_several_is_withheld_as_it_is_of_any_of_them(local: House) -> None:
    """Ben has nothing that stays here: an opinion that was formed with Ada there, and concerns him, is told to him."""
    ben = local.luna.meet("Ben")
    occasion = replace(local.ada.user_model.occasion(local.said.id), related_users=(ben.id,))
    local.luna.opinions.add("hats", "A hat of zibeline is best.", occasion=occasion)
    assert "zibeline" in repr(local.luna.opinions.for_injection("hats", present=[ben.id]))
    assert "zibeline" not in str(ben.context("What do you think of hats?"))


def test_a_tool_that_looks_at_others_is_not_told_what_stays_here(local: House) -> None:
    ben = local.luna.meet("Ben")
    assert CANARY not in repr(Toolbox(local.luna, ben, others=True)._reach.companion.opinions.list())


def test_a_model_can_not_open_what_it_does_not_see(local: House) -> None:
    with pytest.raises(NotFound):
        local.ada.read_by("mcp").conversations.keep_local(local.said.conversation_id, local_only=False)


def test_it_stays_so_in_an_archive_and_for_whom_one_is_merged_into(local: House, tmp_path: Path) -> None:
    local.luna.archives.pack(tmp_path / "ada.zip", local.ada)
    with reverie.open(":memory:", companion="Luna", config=Config(embedder="none")) as other:
        other.archives.unpack(tmp_path / "ada.zip")
        ada = other.find("Ada")
        assert ada.conversations.find(local.said.conversation_id).local_only
        eve = other.meet("Eve")
        other.directory.merge(ada, into=eve)
        assert CANARY not in str(eve.context("What is my favorite food?"))
        assert CANARY in repr(eve.memories())


def test_an_archive_from_before_has_conversations_that_may_be_shown() -> None:
    kept = {"owner": "ada", "id": "talk", "started_at": START.isoformat()}
    assert archive_rows.parsed("conversations", kept)["local_only"] is False


def test_an_embedder_elsewhere_would_be_sent_all(tmp_path: Path) -> None:
    class Elsewhere(HashEmbedder):
        local = False

    with reverie.open(tmp_path / "luna.db", companion="Luna", embedder=Elsewhere()) as luna:
        ada = luna.meet("Ada")
        ada.say("I work at Acme.")
        with pytest.raises(Refused, match="the embedder is elsewhere"):
            ada.conversations.begin(local_only=True)
        with pytest.raises(Refused, match="the embedder is elsewhere"):
            ada.conversations.keep_local()
        assert not ada.conversations.begin().local_only


# -- who is near, and what the setting says ----------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("http://localhost:11434/v1", True),
        ("http://127.0.0.1:8080/v1", True),
        ("http://127.8.9.1/v1", True),
        ("http://[::1]:8080/v1", True),
        ("http://box.localhost/v1", True),
        ("http://localhost.example.com/v1", False),
        ("http://127.0.0.1.example.com/v1", False),
        ("http://192.168.1.5:11434/v1", False),
        ("https://api.openai.com/v1", False),
    ],
)
def test_a_model_is_here_by_its_address(address: str, near: bool) -> None:
    settings = Config(model=ModelSettings(name="openai:small", base_url=address))
    model = language_model("openai:small", settings)
    assert model is not None
    placed: object = model
    assert isinstance(placed, Placed)
    assert placed.local is near


def test_a_model_on_this_machine_sees_what_stays_here(tmp_path: Path) -> None:
    class Near(ScriptedModel):
        local = True

    with opened(tmp_path, Near(answer, window=16_000), FrozenClock(START), {}) as luna:
        house = House(luna, luna.model, FrozenClock(START), LOCAL)  # type: ignore[arg-type] # it is the one above
        assert CANARY in turn(house)
        assert CANARY in str(house.ada.read_by("scripted:other").context("What is my favorite food?"))
        assert CANARY not in str(house.ada.read_by("openai:other").context("What is my favorite food?"))


def test_a_category_that_there_is_not_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "reverie.toml").write_text('[may_read]\n"openai:big" = ["tastes"]\n')
    monkeypatch.setenv("REVERIE_CONFIG", str(tmp_path / "reverie.toml"))
    with pytest.raises(ConfigError, match=r"may_read\.openai:big\.0"):
        reverie.config.load()


def test_access_narrows(house: House) -> None:
    """A reader of a reader sees no more than both."""
    none = ReadAccess(without=frozenset(Category), local_only=False)
    assert CANARY not in repr(house.ada.limited(none).read_by("mcp").memories())
    assert not house.ada.limited(none).memories()


def test_what_a_person_wrote_beside_their_profile_is_theirs(withheld: House) -> None:
    """A comment may be of anything: a reader who may not see all is shown the page without any."""
    page = withheld.ada.user_model.yaml()
    withheld.ada.user_model.edit(page + f"# the best of all is {CANARY} soup\n")
    assert f"{CANARY} soup" in withheld.ada.user_model.yaml()
    assert CANARY not in withheld.ada.read_by().user_model.yaml()


def test_a_person_is_who_they_are_for_every_reader(withheld: House) -> None:
    seen: Person = withheld.ada.read_by()
    assert (seen.id, seen.name) == (withheld.ada.id, "Ada")


WORDS = re.compile(r"\b(Memory|Message|Conversation|Link|LogEntry|Sheet|Kept|Earlier|Due|Told)\b")
"""What a gateway gives that may hold words, or lead a model to them."""
LEAVES_OUT = {"_hiding", "_withheld", "_shown"}
"""Where what is withheld is left out: a method comes there by itself, or by others of its gateway."""


def calls(gateway: type, name: str, seen: frozenset[str] = frozenset()) -> set[str]:
    """The names that a method uses, and those that these use in turn."""
    verb = getattr(gateway, name, None)
    if name in seen or not isinstance(verb, FunctionType):
        return {name}
    codes = [verb.__code__]
    for code in codes:
        codes += [one for one in code.co_consts if isinstance(one, CodeType)]
    used = {one for code in codes for one in code.co_names}
    return {name}.union(*(calls(gateway, one, seen | {name}) for one in used))


@pytest.mark.parametrize("gateway", [Changes, Dialogue, Links, Listing, Memories, Sheets, Work])
def test_no_gateway_has_a_way_that_leaves_nothing_out(gateway: type) -> None:
    """A new method of a gateway gives a reader all, where it does not come by what leaves out: then this fails."""
    gives = {
        name
        for name, verb in vars(gateway).items()
        if not name.startswith("_") and WORDS.search(str(getattr(verb, "__annotations__", {}).get("return", "")))
    }
    assert gives, "the gateway gives something"
    assert {name for name in gives if LEAVES_OUT.isdisjoint(calls(gateway, name))} == set()


def test_what_is_said_after_a_conversation_was_begun_is_said_in_it(tmp_path: Path) -> None:
    """Whoever begins one that stays here and speaks on expects that it stays here, an hour later too."""
    clock = FrozenClock(START)
    with opened(tmp_path, ScriptedModel(answer), clock, {}) as luna:
        ada = luna.meet("Ada")
        ada.say("I live in Lyon.")
        where = ada.conversations.begin(local_only=True)
        clock.advance(DAY)
        for text in ("My boat is called Zanzibar.", "It is blue."):
            said = ada.say(text).message
            assert said is not None
            assert said.conversation_id == where.id
        assert "Zanzibar" not in str(ada.context("What is my boat called?"))
        first, second = (ada.conversations.begin() for _ in range(2))
        said = ada.say("Hello.").message
        assert said is not None
        assert said.conversation_id == second.id != first.id
        clock.advance(DAY)
        said = ada.say("Hello again.").message
        assert said is not None
        assert said.conversation_id not in {first.id, second.id, where.id}
        ada.unsay(said.id)
        clock.advance(DAY)
        later = ada.say("And again.").message
        assert later is not None
        assert later.conversation_id != said.conversation_id, "an emptied one waits for nothing"


def test_a_turn_does_not_tell_how_much_was_said_beside_it(withheld: House) -> None:
    for by, known in ((withheld.ada, True), (withheld.ada.read_by("mcp"), False)):
        said = [hit.message for hit in by.recall("food", limit=10) if hit.message is not None]
        assert said
        assert {message.turn is not None for message in said} == {known}
