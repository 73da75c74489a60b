"""What counts as a request to the memory, and the many idioms that only sound like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.text.command_phrases import Command, Verb, asked_of_memory, told_to_remember

COMMANDS: dict[str, Command] = {
    "what do you remember about me?": Command(verb=Verb.LIST),
    "What do you know about me": Command(verb=Verb.LIST),
    "what do you know about my job?": Command(verb=Verb.LIST, topic="my job"),
    "so, what have you learned about me so far?": Command(verb=Verb.LIST),
    "Show me what you know about me": Command(verb=Verb.LIST),
    "list my memories": Command(verb=Verb.LIST),
    "tell me everything you know about me please": Command(verb=Verb.LIST),
    "Luna, what do you remember about my sister?": Command(verb=Verb.LIST, topic="my sister"),
    "what's in your memory?": Command(verb=Verb.LIST),
    "Thanks! What do you know about me?": Command(verb=Verb.LIST),
    "forget that": Command(verb=Verb.FORGET_THAT),
    "please forget that": Command(verb=Verb.FORGET_THAT),
    "Forget what I just said.": Command(verb=Verb.FORGET_THAT),
    "forget this": Command(verb=Verb.FORGET_THAT),
    "can you forget that?": Command(verb=Verb.FORGET_THAT),
    "forget the last thing I said": Command(verb=Verb.FORGET_THAT),
    "forget I said that": Command(verb=Verb.FORGET_THAT),
    "delete that": Command(verb=Verb.FORGET_THAT),
    "forget everything about my job": Command(verb=Verb.FORGET, topic="my job"),
    "forget what I said about the fall please I don't want Peter fretting": Command(verb=Verb.FORGET, topic="the fall"),
    "forget about ramen because I hate it": Command(verb=Verb.FORGET, topic="ramen"),
    "forget about ramen": Command(verb=Verb.FORGET, topic="ramen"),
    "forget the trailer": Command(verb=Verb.FORGET, topic="the trailer"),
    "ok forget the sleeping pills please": Command(verb=Verb.FORGET, topic="the sleeping pills"),
    "Forget our old house.": Command(verb=Verb.FORGET, topic="our old house"),
    "forget my address": Command(verb=Verb.FORGET, topic="my address"),
    "forget that I like ramen": Command(verb=Verb.FORGET, topic="I like ramen"),
    "Please forget everything I told you about my brother.": Command(verb=Verb.FORGET, topic="my brother"),
    "could you forget about my allergy?": Command(verb=Verb.FORGET, topic="my allergy"),
    "delete my phone number from your memory": Command(verb=Verb.FORGET, topic="my phone number"),
    "he texted again. please forget everything about julien, i don't want him here": Command(
        verb=Verb.FORGET, topic="julien"
    ),
    "forget that i'm vegan": Command(verb=Verb.FORGET, topic="i'm vegan"),
    "Forget what you know about Acme": Command(verb=Verb.FORGET, topic="Acme"),
    "erase the memory of my wedding": Command(verb=Verb.FORGET, topic="my wedding"),
    "forget everything about me": Command(verb=Verb.FORGET_ALL),
    "forget me": Command(verb=Verb.FORGET_ALL),
    "delete my account": Command(verb=Verb.FORGET_ALL),
    "how do i delete everything?": Command(verb=Verb.FORGET_ALL),
    "delete all my data": Command(verb=Verb.FORGET_ALL),
    "erase everything you know about me": Command(verb=Verb.FORGET_ALL),
    "wipe your memory of me": Command(verb=Verb.FORGET_ALL),
    "forget everything I ever told you": Command(verb=Verb.FORGET_ALL),
    "forget everything": Command(verb=Verb.FORGET_ALL),
    "don't remember this": Command(verb=Verb.UNLEARN),
    "don’t remember that": Command(verb=Verb.UNLEARN),
    "dont save this please": Command(verb=Verb.UNLEARN),
    "don't save this: my sister is pregnant": Command(verb=Verb.UNLEARN, off_record=True),
    "My sister is pregnant, but please don't remember that": Command(verb=Verb.UNLEARN, off_record=True),
    "I got fired today. Don't save that.": Command(verb=Verb.UNLEARN, off_record=True),
    "off the record: I hate my boss": Command(verb=Verb.UNLEARN, off_record=True),
    "this is off the record": Command(verb=Verb.UNLEARN),
    "do not store what I just told you": Command(verb=Verb.UNLEARN),
    "don't remember this but I failed the exam": Command(verb=Verb.UNLEARN, off_record=True),
    "I kissed Tom (off the record)": Command(verb=Verb.UNLEARN, off_record=True),
    "stop remembering": Command(verb=Verb.PAUSE),
    "pause memory": Command(verb=Verb.PAUSE),
    "pause your memory for now": Command(verb=Verb.PAUSE),
    "stop remembering things": Command(verb=Verb.PAUSE),
    "turn off memory": Command(verb=Verb.PAUSE),
    "please don't remember anything I say": Command(verb=Verb.PAUSE),
    "turn your memory off": Command(verb=Verb.PAUSE),
    "start remembering again": Command(verb=Verb.RESUME),
    "resume memory": Command(verb=Verb.RESUME),
    "you can remember again": Command(verb=Verb.RESUME),
    "ok you can start remembering things": Command(verb=Verb.RESUME),
    "turn memory back on": Command(verb=Verb.RESUME),
    "undo": Command(verb=Verb.UNDO),
    "undo that": Command(verb=Verb.UNDO),
    "bring it back": Command(verb=Verb.UNDO),
    "Undo that please": Command(verb=Verb.UNDO),
    "restore that memory": Command(verb=Verb.UNDO),
    "how do you know that?": Command(verb=Verb.WHY),
    "why do you think I like jazz?": Command(verb=Verb.WHY, topic="I like jazz"),
    "How did you know I live in Bern?": Command(verb=Verb.WHY, topic="I live in Bern"),
    "who told you that?": Command(verb=Verb.WHY),
    "what makes you think I hate olives?": Command(verb=Verb.WHY, topic="I hate olives"),
    "when did I tell you that?": Command(verb=Verb.WHY),
}

NO_COMMANDS: tuple[str, ...] = (
    "don't forget that I like tea",
    "I always forget my keys",
    "forget it, let's talk about something else",
    "forget it",
    "Forget it.",
    "I can't forget my ex",
    "never forget about us",
    "remember when we went to Rome?",
    "what do you know about Rome?",
    "what do you know about cats",
    "Don't forget me",
    "don't forget my birthday",
    "I forgot my password",
    "I will never forget that day",
    "forget about it",
    "forget about him",
    "forget about her",
    "let's forget about the past",
    "forget the past",
    "forget the whole thing",
    "forget the diet for tonight",
    "forget the last few days",
    "forget the rules!",
    "how do you know when pasta is done?",
    "why do you think the sky is blue?",
    "why do you think I should move?",
    "I don't remember that",
    "I don't remember this song",
    "you don't remember that?",
    "don't remember that?",
    "he told me to forget everything",
    "she said forget me",
    "undo button is broken",
    "how do I undo a commit?",
    "bring it on",
    "bring the dog back",
    "stop",
    "stop it",
    "pause the music",
    "start again",
    "remember that I like tea",
    "please remember this",
    "can you remember things?",
    "what do you remember about the war?",
    "did you forget that?",
    "Forget me not is my favorite flower",
    "did I forget my umbrella?",
    "I want to forget everything about him",
    "don't save me a seat",
    "save this for later",
    "off the record player shelf",
    "how do you know so much?",
    "I was drunk but don't remember that",
    "forget work for a while",
    "forget about work for a while",
    "I need to delete my photos",
    "how do I delete my account on instagram?",
    "do you know me?",
    "who am I?",
    "",
    "?",
    '"forget me" is a song',
    "what do you think about my job?",
    "my memory is bad",
    "turn off the lights",
    "stop saving for a house",
    "Forget about dinner, let's dance",
    "Forget me. Those were her last words.",
)


@pytest.mark.parametrize(("said", "command"), COMMANDS.items())
def test_a_request_is_understood(said: str, command: Command) -> None:
    assert asked_of_memory(said) == command


@pytest.mark.parametrize("said", NO_COMMANDS)
def test_what_only_sounds_like_a_request_is_none(said: str) -> None:
    assert asked_of_memory(said) is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("remember: my locker is number 12", "my locker is number 12"),
        ("can you remember that my dentist is on Elm Street?", "my dentist is on Elm Street"),
        ("please note that I work nights.", "I work nights"),
        ("don't forget I'm deaf in one ear", "I'm deaf in one ear"),
        ("remember my sister?", None),
        ("remember when we went to Rome?", None),
        ("do you remember that I like tea?", None),
        ("don't forget my birthday", None),
        ("I remember that my dog was ill", None),
    ],
)
def test_what_is_to_be_remembered_is_told_apart_from_what_is_asked(said: str, told: str | None) -> None:
    assert told_to_remember(said) == told


TAKES_AWAY = {Verb.FORGET, Verb.FORGET_ALL, Verb.FORGET_THAT, Verb.UNDO}


@pytest.mark.parametrize(
    "said", [s for s, command in COMMANDS.items() if command.verb in TAKES_AWAY and "everything about j" not in s]
)
def test_what_takes_away_must_be_the_whole_message(said: str) -> None:
    assert asked_of_memory(f"I didn't say {said}") is None
    assert asked_of_memory(f'he wrote "{said}"') is None
    assert asked_of_memory(f"{said.rstrip('.!')}. She never did.") is None


def test_every_verb_can_be_asked_for() -> None:
    assert {command.verb for command in COMMANDS.values()} == set(Verb)


def test_a_long_message_is_no_command() -> None:
    assert asked_of_memory("forget me" + " " * 50 + "x" * 1_000_000) is None


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_no_text_is_an_error(text: str) -> None:
    command = asked_of_memory(text)
    assert command is None or command.verb in Verb
