"""Every table of people's rows by its owner, and every statement of every verb on one owner's pieces alone."""

# mypy: disable-error-code="func-returns-value"

from __future__ import annotations

import importlib
import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import wraps
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy import Index, Table, UniqueConstraint
from tests.postgres import empty_database
from tests.service.scene import START
from tests.spread import PIECES, Touching, make, pieces, watched

import reverie
from reverie import Person, Reverie
from reverie.app.group import Group
from reverie.argument_checks import faces
from reverie.config import Config
from reverie.conversations.episodes import Outline
from reverie.people.merge import Merged
from reverie.records.opinions import Occasion
from reverie.settings_sections import ContextSettings, MemorySettings
from reverie.store.engine.placement import BY_OWNER, DIRECTORY
from reverie.store.schema import metadata
from reverie.testing import FrozenClock, HashEmbedder

pytestmark = pytest.mark.postgres

# A face is loaded when it is first used.
PARTS = (
    *("app.archives", "app.companion", "app.api_keys", "app.directory", "app.turns"),
    *("knowledge.passages", "conversations.news", "app.persona_preferences", "persona.self_model"),
)
for _module in PARTS:
    importlib.import_module(f"reverie.{_module}")


@pytest.mark.parametrize("table", BY_OWNER, ids=str)
def test_the_owner_is_first_in_all_that_must_be_unique_and_in_every_key(table: Table) -> None:
    assert next(iter(table.primary_key.columns)).name == "owner"
    for one in table.constraints:
        if isinstance(one, UniqueConstraint):
            assert next(c.name for c in one.columns) == "owner", one
    for index in table.indexes:
        assert isinstance(index, Index)
        assert getattr(index.expressions[0], "name", None) == "owner", index
    for key in table.foreign_key_constraints:
        assert key.column_keys[0] == "owner", key
        far = key.elements[0].column
        assert far.name == "owner" or far.table.name == "users", key


def test_every_table_is_in_the_directory_or_by_its_owner() -> None:
    placed = {one.name for one in (*DIRECTORY, *BY_OWNER)}
    assert {table.name for table in metadata.sorted_tables} <= placed
    assert placed - set(metadata.tables) == {"receipts", "reverie_version"}
    assert {one.name for one in DIRECTORY} == {"users", "accounts", "settings", "keys", "reverie_version"}


# -- statements ----------------------------------------------------------------------------------


@pytest.fixture
def url(postgres_url: str) -> Iterator[str]:
    with empty_database(postgres_url) as made:
        make(made)
        yield made


@pytest.fixture
def luna(url: str) -> Iterator[Reverie]:
    config = Config(
        embedder="none",
        memory=MemorySettings(conflict="ask"),
        context=ContextSettings(excerpt=200),
    )
    with reverie.open(url, companion="Luna", embedder=HashEmbedder(), clock=FrozenClock(START), config=config) as luna:
        yield luna


def spoken_together(room: Group, luna: Reverie, ada: Person) -> None:
    """All that is done in a group."""
    assert luna.directory.group(room.id).name == room.name
    room.join(ada, since=START)
    assert len(room.members()) == 2
    room.say("Ada", "My favorite color is green.")
    room.say("Ben", "Mine is blue.")
    assert room.turn("Ada", "What is my favorite color?").reply
    assert room.context("Ada", "And what is yours?").lines
    assert room.recall("Ada", "favorite color")
    assert len(room.messages()) > 2
    room.gather(ada)
    room.leave("Ben")


def lived(luna: Reverie, tmp_path: Path) -> dict[str, Callable[[], object]]:
    """A life with every verb that reads or writes a memory, in order, each by its name."""
    ada, ben = luna.meet("Ada"), luna.meet("Ben")
    (tmp_path / "cats.md").write_text("# Cats\n\nCats sleep for most of the day.\n")
    clock = luna._runtime.clock
    assert isinstance(clock, FrozenClock)

    merged: list[Merged] = []
    prefs = luna.preferences
    history, picture = tmp_path / "chat.jsonl", tmp_path / "bridge.png"
    history.write_text('{"role": "user", "content": "I live in Faro."}\n{"role": "assistant", "content": "Lovely."}\n')
    Image.new("RGB", (8, 8), "red").save(picture)

    def newest(person: Person) -> str:
        return person.messages()[-1].id

    def packed() -> None:
        luna.archives.pack(tmp_path / "ada.zip", ada)
        luna.archives.unpack(tmp_path / "ada.zip", "Ada")

    def exported() -> None:
        ada.conversations.export(tmp_path / "folder")
        ada.conversations.bring(tmp_path / "folder")

    return {
        "say": lambda: ada.say("My favorite food is ramen. I live in Porto. I work as a pilot."),
        "say something that asks": lambda: ada.say("My favorite food is soup."),
        "answer it": lambda: ada.say("yes, update it"),
        "say as the companion": lambda: ada.say("I think honesty matters more than comfort.", role="assistant"),
        "turn": lambda: ada.turn("What do I like to eat?"),
        "say with an id": lambda: [ada.say("I have two cats.", id="m1") for _ in range(2)],
        "remember": lambda: ada.remember("Sings in a choir"),
        "recall": lambda: ada.recall("What is my favorite food?"),
        "recall the past": lambda: ada.recall("food", as_of=START, known_at=START + timedelta(hours=1)),
        "context": lambda: ada.context("What is my favorite food?"),
        "memories": lambda: [ada.memories(), ada.memory(ada.memories()[0].id), ada.count()],
        "acquaintances": lambda: [ada.say("My sister Eva plays chess."), ada.acquaintances()],
        "history": lambda: [ada.history(), ada.history(ada.memories()[0].id)],
        "messages": ada.messages,
        "settings": lambda: [ada.settings(retention_days=400), ada.pause(), ada.resume(), ada.imports()],
        "the next day": lambda: clock.advance(timedelta(days=1)),
        "say after a pause": lambda: [ada.say("I moved to Lisbon."), ada.say("I am training for a marathon.")],
        "conversations": lambda: [ada.conversations.all(), ada.conversations.messages(ada.conversations.all()[0].id)],
        "group": lambda: spoken_together(luna.group("kitchen", [ada, ben]), luna, ada),
        "said": lambda: [ada.conversations.said("food"), ada.conversations.discussed("food")],
        "summary": lambda: [
            ada.conversations.summary(),
            ada.conversations.summarize("They spoke of food."),
            ada.conversations.window(),
        ],
        "note": lambda: [ada.conversations.note("She was in a hurry."), ada.conversations.notes()],
        "end": ada.conversations.end,
        "episodes": lambda: [luna.upkeep(), ada.conversations.episodes.all(), ada.conversations.episodes.best("move")],
        "export": lambda: [exported(), packed(), luna.export(ada), luna.archives.memory_list(ada)],
        "observations": lambda: [
            ada.user_model.record("Answers late at night"),
            ada.user_model.review(),
            ada.user_model.validate(ada.user_model.review()[0].memory.id),
        ],
        "correct": lambda: ada.user_model.correct(ada.memories()[0].id, "Favorite food is stew", value="stew"),
        "pin": lambda: [
            ada.pin(ada.memories()[0].id),
            ada.pinned(),
            ada.context("hey"),
            ada.unpin(ada.memories()[0].id),
        ],
        "profile": lambda: [
            ada.user_model.profile(),
            ada.user_model.yaml(),
            ada.user_model.edit(ada.user_model.yaml()),
            ada.user_model.reflect(),
            ada.user_model.relationship(),
            ada.user_model.synthesize(),
            ada.user_model.proposals(),
        ],
        "items": lambda: [
            ada.items.put(("notes",), "one", {"text": "the kettle sings"}, text="the kettle sings"),
            ada.items.append(("log",), [{"said": 1}]),
            ada.items.listed(("log",)),
            ada.items.pop(("log",)),
            ada.items.clear(("log",)),
            ada.items.get(("notes",), "one"),
            ada.items.search(("notes",), query="kettle"),
            ada.items.namespaces(),
            ada.items.delete(("notes",), "one"),
        ],
        "knowledge": lambda: [
            luna.knowledge.add(tmp_path / "cats.md"),
            luna.knowledge.search("How long do cats sleep?"),
            luna.knowledge.documents(),
            luna.knowledge.remove(tmp_path / "cats.md"),
        ],
        "opinions": lambda: [
            luna.opinions.add("jazz", "I love jazz"),
            luna.opinions.add("jazz", "I hate jazz"),
            luna.opinions.decide(luna.opinions.held()[0].id, accept=True),
            luna.opinions.reinforce("jazz"),
            luna.opinions.evolve("jazz", "Jazz is fine in small doses", "a festival"),
            luna.opinions.search("music"),
            luna.opinions.for_injection("Do you like jazz?", present=[ada.id]),
            luna.opinions.list(include_retracted=True),
            luna.opinions.retract("jazz"),
            luna.opinions.undo(),
            luna.opinions.changes(),
        ],
        "the self": lambda: [
            luna.self_model.append("capabilities", "I listen well"),
            luna.self_model.record_self_observation("I ramble when I am tired"),
            luna.self_model.note_disagreement(ada.user, "tea", mine="Tea is fine", theirs="Tea is dull"),
            luna.self_model.review_self_model(),
            luna.preferences.search_preferences(luna.companion.id, "tea"),
        ],
        "news": lambda: [luna.news.opening(ada.user, 5), luna.news.since(ada.user, 0), luna.news.silence(ada.user)],
        "unsay": lambda: ada.unsay(newest(ada)),
        "forget": lambda: [ada.forget("Porto"), ada.forget(ada.memories()[0].id)],
        "undo": ada.undo,
        "accounts": lambda: [
            luna.directory.link(ada, "discord", "ada-1"),
            luna.directory.by_account("discord", "ada-1"),
            luna.directory.accounts(ada),
            luna.directory.describe(ada, nickname="Addie"),
            luna.directory.history(ada),
        ],
        "keys": lambda: [luna.keys.check(luna.keys.create("app", person=ada)[1]), luna.keys.all()],
        "say as another": lambda: ben.say("My favorite food is pizza. My name is Ben."),
        "merge": lambda: merged.append(luna.directory.merge(ben, into=ada)),
        "what was merged": lambda: [ada.recall("pizza"), ada.context("What do I eat?"), ada.memories()],
        "split": lambda: luna.directory.split(merged[0]),
        "meet others": lambda: [
            luna.find("Ada"),
            luna.guest(),
            luna.directory.add("Cy"),
            luna.directory.alike("Adah"),
            luna.directory.by_id(ada.id),
            luna.directory.unlink(ada, "discord", "ada-1"),
            luna.directory.confirm(luna.guest(), luna.find("Cy")),
            luna.keys.given(),
            luna.keys.access(luna.keys.all()[0]),
            luna.keys.revoke(luna.keys.all()[0].id),
        ],
        "stay here": lambda: [
            ada.say("My favorite tea is oolong.", conversation=ada.conversations.begin(local_only=True).id),
            ada.conversations.keep_local(),
        ],
        "read by a model": lambda: [
            ada.read_by("openai:big").context("What do I eat?"),
            ada.limited(luna.keys.access(luna.keys.all()[0])).recall("tea"),
        ],
        "pages": lambda: [ada.conversations.page(2), ada.conversations.watch(tmp_path / "folder").look()],
        "off the record": lambda: [
            ada.off_record().say("My favorite color is green."),
            ada.off_record().recall("color"),
        ],
        "an episode put": lambda: ada.conversations.episodes.put(
            Outline(observation="She moved.", thought="tired"), conversation=ada.conversations.all()[0].id
        ),
        "import": lambda: [
            luna.archives.preview(history, ada),
            ada.undo(batch=luna.import_history(history, ada).batch),
        ],
        "pictures": lambda: [
            ada.pictures.add(picture, "A red bridge over a river at dusk"),
            ada.pictures.best("the red bridge"),
            ada.pictures.find("the red bridge"),
            ada.pictures.scene(ada.pictures.list()[0].id),
            ada.pictures.forget(ada.pictures.list()[0].id),
        ],
        "turns": lambda: [
            list(ada.turn.stream("Where do I live?")),
            ada.turn.unanswered(),
        ],
        "more of a person": lambda: [
            ada.user_model.occasion(),
            ada.user_model.update("nickname", "Addie"),
            ada.user_model.record("Never answers late at night"),
            ada.user_model.settle(*(one.memory.id for one in ada.user_model.review()[:2]), right=[]),
        ],
        "more of opinions": lambda: [
            luna.opinions.heard("I think tea is better than coffee.", Occasion(user=ada.id)),
            luna.opinions.get("jazz"),
            luna.opinions.stats(),
            luna.opinions.find_conflicts("I love jazz"),
        ],
        "more of the self": lambda: [
            luna.self_model.set("limitations", ["I forget faces", "I tire"]),
            luna.self_model.remove("limitations", "I tire"),
            luna.self_model.profile(),
            luna.self_model.reflect_on_self(),
            luna.self_model.form_opinion("rain", "Rain is lovely"),
            luna.self_model.add_growth_observation("I listen longer than I did"),
            luna.self_model.observations(),
            luna.self_model.validate(luna.self_model.observations()[0].memory.id),
            luna.self_model.disagreements(),
        ],
        "preferences": lambda: [
            prefs.add_preference(prefs.persona, "snow", "Snow is quiet", "aesthetic"),
            prefs.reinforce_preference("snow", prefs.persona),
            prefs.evolve_preference("snow", prefs.persona, "Snow is cold", "a winter"),
            prefs.list_preferences(prefs.persona),
            prefs.stats(prefs.persona),
            prefs.find_conflicts(prefs.persona, "Snow is cold"),
            prefs.get_preference("snow", prefs.persona),
            prefs.get_preferences_for_injection(prefs.persona, "snow", active_user_ids=[ada.id]),
            prefs.retract_preference("snow", prefs.persona),
        ],
        "work ahead": luna.ahead,
        "reindex": luna.reindex,
        "doctor": luna.doctor,
        "load": luna.load,
        "upkeep": luna.upkeep,
        "erase a message": lambda: luna.erase(ada, message=newest(ada)),
        "erase": lambda: luna.erase(ben),
    }


SEVERAL = {"erase", "erase a message"}
"""To prove that nothing is left of somebody, everybody's rows are looked through."""

ELSEWHERE = {
    *(
        "Reverie.close",
        "Newsroom.noticing",
        "CompanionWork.working",
        "CompanionWork.work",
        "Turns.relay",
        "Group.relay",
    ),
    *("Directory.patterns", "Newsroom.heads", "PersonMemories.decide", "SelfModel.decide"),
    *(f"PersonaPreferences.{verb}" for verb in ("check", "ensure_index", "publish", "following")),
}
"""Verbs that need a language model or Redis, are of other verbs' kind, or ask of several people by design."""


def noted(called: set[str], monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every verb of the library, by name; from now on one that is called is noted."""
    every: set[str] = set()
    for face in faces():
        for name, verb in list(vars(face).items()):
            if inspect.isfunction(verb) and not name.startswith("_"):
                full = f"{face.__name__}.{name}"
                every.add(full)
                monkeypatch.setattr(face, name, _noting(verb, full, called))
    return every


def _noting(verb: Callable[..., object], full: str, called: set[str]) -> Callable[..., object]:
    @wraps(verb)
    def noting(*args: object, **named: object) -> object:
        called.add(full)
        return verb(*args, **named)

    return noting


def test_no_statement_of_any_verb_touches_the_pieces_of_two_owners(
    luna: Reverie, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    across: list[str] = []
    verbs = Counter[str]()
    verb = ""

    def see(statement: str, touched: Touching) -> None:
        verbs[verb] += 1
        if len(pieces(touched)) > 1 and verb not in SEVERAL:
            across.append(f"{verb}: {' '.join(statement.split())} {dict(touched)}")

    called: set[str] = set()
    every = noted(called, monkeypatch)
    for name, act in lived(luna, tmp_path).items():
        verb = name
        with watched(see, luna._runtime.store.engine):
            act()
    assert across == []
    assert verbs.total() > 1500
    assert every - called == ELSEWHERE


def test_a_statement_on_two_owners_would_be_seen(luna: Reverie) -> None:
    people = [luna.meet(f"Person {number}") for number in range(PIECES)]
    seen: list[int] = []
    with watched(lambda _statement, touched: seen.append(len(pieces(touched))), luna._runtime.store.engine):
        luna.news.heads([one.id for one in people])
        assert max(seen) > 1
        seen.clear()
        luna.news.heads([people[0].id])
        assert set(seen) == {1}
        luna.directory.patterns()
        assert PIECES in seen, "what people share is asked of all"
