"""The chat without a language model: it quotes, dates, admits what it does not know, and keeps what it may."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import reverie
from reverie.cli.commands import app
from reverie.cli.verbs.chat import in_one_line
from reverie.context import answers
from reverie.context.intents import Intent
from reverie.learning.message_learning import Said
from reverie.learning.notes import NOTE
from reverie.memory.writing import Learned, Step
from reverie.recall.search import Hit, spoken
from reverie.records.conversations import Message, Role
from reverie.records.memories import Kind, Memory, Source, SourceKind, Status

MARCH, MAY = datetime(2026, 3, 4, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC)


def said_at(at: datetime, text: str) -> Message:
    return Message(
        id=f"message {text}", owner="ada", conversation_id="1", role=Role.USER, speaker="Ada", text=text, sent_at=at
    )


def words(at: datetime, text: str, **features: float) -> Hit:
    message = said_at(at, text)
    return Hit(memory=spoken(message), message=message, score=1.0, features=features or {"lex": 4.0})


RAMEN = Memory(
    id="ramen",
    owner="ada",
    kind=Kind.FACT,
    key="favorite_food",
    text="Favorite food is ramen.",
    source=Source(kind=SourceKind.MESSAGE, message_id="message x", quote="my favorite food is ramen"),
    valid_from=MAY,
    created_at=MAY,
)


def test_words_and_facts_are_quoted_with_their_dates() -> None:
    fact = Hit(memory=RAMEN, message=said_at(MAY, "x"), score=1.0)
    stated = Hit(memory=replace(RAMEN, source=Source(kind=SourceKind.PERSON)), message=None, score=1.0)
    assert answers.answer([words(MARCH, "I passed!"), fact, stated], {}, MAY).splitlines() == [
        "You told me on 4 March: “I passed!”",
        "Your favorite food is ramen. You told me today: “my favorite food is ramen”",
        "Your favorite food is ramen. You told me today.",
    ]
    dated = Hit(memory=replace(RAMEN, text="“exam soon” [2026-12-02]"), message=said_at(MAY, "x"), score=1.0)
    assert answers.answer([dated], {}, MAY) == "You told me today: “exam soon” [2 December 2026]"
    assert answers.answer([], {}, MAY) == answers.NOTHING


def test_words_that_are_no_longer_so_say_it() -> None:
    old = replace(RAMEN, text="Favorite food is pizza.", status=Status.SUPERSEDED, valid_to=MAY)
    told = replace(old, source=replace(RAMEN.source, message_id="message pizza!"))
    over = answers.ended([told, replace(told, status=Status.RETRACTED), RAMEN])
    note = "(“Favorite food is pizza” is no longer so, since today.)"
    assert answers.answer([words(MARCH, "pizza!")], over, MAY) == f"You told me on 4 March: “pizza!” {note}"
    assert answers.answer([Hit(memory=old, message=said_at(MARCH, "x"), score=1.0)], over, MAY).endswith(note)
    source = replace(told.source, quote="pizza!")
    noted = {"message pizza!": [replace(told, text="“pizza!” (asked “And food?”)", source=source)]}
    assert answers.answer([words(MARCH, "pizza!")], noted, MAY).endswith("(“pizza!” is no longer so, since today.)")


def test_only_what_is_near_enough_is_an_answer() -> None:
    near, far = words(MAY, "the harp", lex=3.0), words(MAY, "the hat", lex=1.0)
    by_meaning = words(MAY, "my instrument", lex=0.0, dense=4.0)
    vague = words(MAY, "music", lex=0.3, dense=2.0)
    assert answers.relevant([near, far]) == [near]
    assert answers.relevant([by_meaning, vague]) == [by_meaning]
    assert answers.relevant([words(MAY, str(n), lex=3.0) for n in range(9)])[-1].text == "2"


def test_no_question_is_an_answer_nor_is_what_was_said_just_now() -> None:
    asks, told, now = words(MAY, "do I like the harp?", lex=7.0), words(MAY, "the harp", lex=3.0), words(MAY, "oh")
    assert answers.telling([asks, told, now], but=now.memory.id) == [told]
    assert len(answers.telling([words(MAY, str(n)) for n in range(answers.LOOKED_AT)])) == answers.READ


def test_what_is_likely_to_answer_is_the_answer_however_near_the_rest_is() -> None:
    near, far = (replace(words(MAY, said, dense=1.0), score=score) for said, score in (("harp", 6), ("hat", 5)))
    assert answers.relevant([near, far], [0.1, 0.9]) == [far]
    assert answers.relevant([near, far], [0.5, 0.8]) == [far, near]
    assert answers.relevant([near, far], [0.4, 0.8]) == [far]
    assert answers.relevant([near, far, far], [0.95, 0.9, 0.9]) == [near, far]
    assert answers.relevant([near, far], [0.1, 0.2]) == []


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("what do you know about sam", True),
        ("Tell me about Sam.", True),
        ("who's my brother sam?", True),
        ("what does sam do?", True),
        ("what about the party", False),
        ("tell me a joke", False),
        ("where does sam live?", False),
    ],
)
def test_who_asks_for_anything_of_somebody_gets_what_names_them(asked: str, found: bool) -> None:
    brother, tea = words(MAY, "my brother sam is a plumber", lex=1.0), words(MAY, "i like tea", lex=1.0)
    assert answers.about(asked, [tea, brother]) == ([brother] if found else [])


def test_the_companion_knows_its_name() -> None:
    assert all(map(answers.asks_for_name, ("who are you?", "Hey, what's your name?", "whats ur name")))
    assert not any(map(answers.asks_for_name, ("who are you seeing?", "what's your name for a cat?", "who am i?")))


@pytest.mark.parametrize(
    ("said", "of_it"),
    [
        ("are you there", True),
        ("could you read me the scores?", True),
        ("do you remember my sister?", False),
        ("can you tell me where i live", False),
        ("where do I live?", False),
    ],
)
def test_what_is_asked_of_the_companion_is_no_question_to_memory(said: str, of_it: bool) -> None:
    assert answers.of_companion(said) is of_it


def test_what_was_noted_is_said() -> None:
    learned = (
        Learned(step=Step.ADDED, memory=RAMEN),
        Learned(step=Step.SUPERSEDED, memory=RAMEN, previous=replace(RAMEN, text="Favorite food is pizza.")),
        Learned(step=Step.REFUSED, reason="the category 'preference' is switched off"),
    )
    said = Said(message=said_at(MAY, "x"), learned=learned, masked=("password",))
    assert answers.listened(said, Intent.TELLING, "Ada", recorded=True).splitlines() == [
        "👤 I'll remember: your favorite food is ramen.",
        "👤 I'll remember: your favorite food is ramen. (Until now: your favorite food is pizza.)",
        "👤 not kept: the category 'preference' is switched off",
        "I left something out (password): secrets are never kept.",
    ]
    for recorded, why in ((False, "we are off the record"), (True, "memory is paused")):
        passed = answers.listened(Said(message=None), Intent.TELLING, "Ada", recorded=recorded)
        assert passed == f"I'm listening, and keep nothing of it: {why}."


@pytest.mark.parametrize(
    ("intent", "called", "word"),
    [
        (Intent.GREETING, "nina", "Hello Nina. How are you?"),
        (Intent.GREETING, "nina@example.org", "Hello. How are you?"),
        (Intent.ENDING, "Nina", "Take care, Nina. I'll be here."),
        (Intent.ENDING, "u-7", "Take care. I'll be here."),
        (Intent.TELLING, "Nina", "I hear you. Go on."),
        (Intent.GOING_ON, "Nina", "I'm listening."),
    ],
)
def test_where_nothing_was_learned_a_word_fits(intent: Intent, called: str, word: str) -> None:
    said = Said(message=said_at(MAY, "x"))
    assert answers.listened(said, intent, called, recorded=True) == word


def test_a_death_is_met_with_sorrow_before_anything_else() -> None:
    rule = replace(RAMEN, key="event:mum died", text="Their mum died (2026-03).", details={"rule": "loss"})
    note = replace(RAMEN, key="note_death:nan passed", text="“nan passed”", details={"rule": NOTE})
    for died in (rule, note):
        said = Said(message=said_at(MAY, "x"), learned=(Learned(step=Step.ADDED, memory=died),))
        assert answers.listened(said, Intent.TELLING, "Nina", recorded=True).startswith(f"{answers.SORRY}\n👤 ")
    assert answers.SORRY not in answers.listened(
        Said(message=said_at(MAY, "x"), learned=(Learned(step=Step.ADDED, memory=RAMEN),)),
        Intent.TELLING,
        "Nina",
        recorded=True,
    )
    assert answers.promise(Learned(step=Step.ADDED, memory=rule)) == "👤 I'll remember: your mum died (March 2026)."


def test_what_was_learned_is_one_line() -> None:
    notes = ["👤 I'll remember: you ski.", "👤 Decides quickly.", "👤 I'll remember: “cant swim”"]
    assert in_one_line(notes) == "👤 I'll remember: you ski; “cant swim” · Decides quickly"
    assert in_one_line(notes[:1]) == notes[0]


# -- the whole of it ---------------------------------------------------------------------------------

Chat = Callable[..., Result]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HOME", "REVERIE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    monkeypatch.chdir(tmp_path)
    store = tmp_path / "luna.db"
    with reverie.open(store, companion="Luna") as luna:
        ada = luna.meet("Ada")
        ada.say("My favorite food is pizza.", at=MARCH)
        ada.say("Actually my favorite food is ramen.", at=MAY)
        ada.say("The lake was so cold that I screamed.", at=MAY)
    return store


@pytest.fixture
def chat(store: Path) -> Chat:
    def typed(*lines: str, options: tuple[str, ...] = ()) -> Result:
        arguments = ["chat", "Ada", "--store", str(store), *options]
        return CliRunner().invoke(app, arguments, input="".join(f"{line}\n" for line in lines), catch_exceptions=False)

    return typed


def kept(store: Path) -> list[tuple[str, str]]:
    with reverie.open(store) as luna:
        return [(message.role.value, message.text) for message in luna.find("Ada").messages()]


def test_it_says_once_what_it_is(chat: Chat) -> None:
    result = chat("hello", "hello again")
    assert result.exit_code == 0
    assert result.stderr.count("no language model is set") == 1
    assert "language model" not in result.stdout
    assert result.stdout.splitlines() == ["Hello Ada. How are you?"] * 2


def test_questions_are_answered_with_ones_own_words(chat: Chat, store: Path) -> None:
    answered = chat("what is my favorite food?", "how cold was the lake?", "who is the king of Spain?").stdout
    first, *_, lake, unknown = answered.splitlines()
    assert first == "Your favorite food is ramen. You told me on 1 May: “Actually my favorite food is ramen.”"
    assert lake == "You told me on 1 May: “The lake was so cold that I screamed.”"
    assert unknown == answers.NOTHING
    assert ("user", "who is the king of Spain?") in kept(store)
    assert ("assistant", answers.NOTHING) in kept(store)


def test_a_question_asked_twice_is_no_answer_to_itself(chat: Chat) -> None:
    lines = chat("did I buy a harp?", "did I buy a harp?").stdout.splitlines()
    assert lines == [answers.NOTHING, answers.NOTHING]


def test_statements_are_noted_and_secrets_named(chat: Chat, store: Path) -> None:
    lines = chat("I live in Lyon.", "hm, nice weather", "my password is hunter22").stdout.splitlines()
    assert lines[0] == "👤 I'll remember: you live in Lyon."
    assert lines[1] == "I'm listening."
    assert lines[2] == "I left something out (password): secrets are never kept."
    assert not any("hunter22" in text for _role, text in kept(store))


def test_memory_is_asked_in_plain_words(chat: Chat, store: Path) -> None:
    before = len(kept(store))
    result = chat("what do you remember about me?", "forget everything about ramen", "undo that")
    assert "- Your favorite food is ramen. (you said on 1 May" in result.stdout
    assert "Forgotten: " in result.stdout
    assert "Undone. I know again:\n- Your favorite food is ramen.\n" in result.stdout
    # Neither a request nor its answer is kept: the answer would bring back what was forgotten.
    assert len(kept(store)) == before


def test_slash_commands(chat: Chat, store: Path) -> None:
    result = chat(
        "/memories food favorite", "/memories opera", "/forget ramen", "/forget ramen", "/forget", "/undo", "/nope",
        "what is my favorite food?", "/why", "/help", "/quit", "I live in Lyon.",
    )  # fmt: skip
    lines = result.stdout.splitlines()
    assert lines[0] == "- Your favorite food is ramen. (you said on 1 May: “Actually my favorite food is ramen.”)"
    assert lines[1] == "I remember nothing about opera."
    assert lines[2].startswith(
        "Forgotten: 1 memory, words in 1 message, what was noted of a conversation about it. /undo "
    )
    assert "I find nothing about ramen, so there is nothing to forget." in lines
    assert "Say what to forget: /forget ramen" in lines
    assert "Undone. I know again:" in lines
    assert "error: there is no /nope: /help lists what there is" in result.stderr
    assert "the words match (+" in result.stdout
    assert "/forget WHAT" in result.stdout
    assert "Lyon" not in result.stdout


@pytest.mark.parametrize("end", ["exit", "Quit", "/exit"])
def test_a_chat_is_ended_and_helped_as_people_try_first(chat: Chat, store: Path, end: str) -> None:
    before = kept(store)
    result = chat("help", "/Memories food", end, "I live in Lyon.")
    assert "/forget WHAT" in result.stdout
    assert "Your favorite food is ramen." in result.stdout
    assert kept(store) == before


def test_off_the_record_and_paused_keep_nothing(chat: Chat, store: Path) -> None:
    before = kept(store)
    off = chat("I live in Lyon.", "what is my favorite food?", options=("--off-record",))
    assert "Off the record" in off.stderr
    assert off.stdout.splitlines()[0] == "I'm listening, and keep nothing of it: we are off the record."
    assert off.stdout.splitlines()[1].startswith("Your favorite food is ramen.")
    paused = chat("/pause", "I live in Lyon.", "/resume").stdout.splitlines()
    assert paused[1] == "I'm listening, and keep nothing of it: memory is paused."
    assert kept(store) == before


def test_json_is_a_line_for_each_turn(chat: Chat) -> None:
    result = chat("what is my favorite food?", "I live in Lyon.", "", "/why", "/nope", options=("--json",))
    turns: list[dict[str, Any]] = [json.loads(line) for line in result.stdout.splitlines()]
    assert [turn.keys() for turn in turns] == [
        {"message", "learned", "masked", "reply", "identified", "notices", "hits", "intent", "model", "finish", "calls"}
        | {"picture", "question", "settled", "usage", "left_out", "degraded"}
    ] * 3
    assert turns[0]["hits"][0]["value"] == "ramen"
    assert turns[1]["learned"][0]["memory"]["text"] == "Lives in Lyon."
    assert turns[2]["message"] is None
    assert json.loads(result.stderr.splitlines()[-1])["error"]["type"] == "InvalidInput"
