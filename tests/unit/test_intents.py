"""What a message is for: the five intents, each beside what only looks like it."""

from __future__ import annotations

import pytest

from reverie.context.intents import Intent, intent

MESSAGES = {
    Intent.GREETING: """
        Hi!
        hello there
        Hey Luna
        Good morning
        good evening, Luna!
        Hi Luna, how are you?
        Hey! How's it going today?
        hello again, long time no see
        Yo, what's up?
        I'm back!
        Bonjour !
    """,
    Intent.TELLING: """
        I got a dog yesterday.
        Hi! I just moved to Lyon.
        My sister is a pilot
        We are getting married in June!
        I passed my pilot's exam! Can you believe it?
        I am allergic to peanuts.
        hello, I'm Ada and I work as a nurse
        Honestly my back has been killing me all week
        I told her good night and went home.
    """,
    Intent.ASKING: """
        What is my favorite food?
        how old is my brother
        Hi Luna, do you know a good pizzeria?
        Do you remember where I live?
        Isn't that strange?
        Hey, what did I say about the car?
        Good morning! What should I cook tonight?
        How are the children?
        Tell me more about it.
    """,
    Intent.ENDING: """
        Bye!
        Good night, talk tomorrow!
        I have to go now, see you later
        ok thanks, gotta run, bye
        That's all for today.
    """,
    Intent.GOING_ON: """
        ok
        I see.
        Yes, I think so too.
        haha
        That sounds good.
        I don't know.
        They all said hello.
        The weather is lovely.
        She said bye.
        ...
        👍
    """,
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [(line.strip(), wanted) for wanted, block in MESSAGES.items() for line in block.strip().splitlines()],
)
def test_intents(text: str, expected: Intent) -> None:
    assert intent(text) is expected


def test_anything_has_an_intent() -> None:
    for text in ("", " ", "?", "hi" * 100_000, "\n\n", "bye" * 5_000, "I " * 50_000):
        assert isinstance(intent(text), Intent)
