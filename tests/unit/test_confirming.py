"""How people answer "is that you?", and what is no answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.records.identity_question import Accept, Confirmation, Known, Next, Stranger, Unclear, answered

JOHN = Known(id="1", name="John Smith", score=0.9)
JOAN = Known(id="2", name="Joan Miró", score=0.8)
ASKED = Confirmation(given_name="Jon", candidates=(JOHN, JOAN))

YES = """yes|Yes!|yep|yep that's me|Yeah, it's me|yeah|yup|Yes, that is me.|sure|correct|That's right|that’s me
it is|I am|exactly|of course|of course!|oh yes|yes please|Yes. How are you?|YES|yess|yeees|yse|yws|yea
Yes, we've met before.|indeed|Hi! Yes, it's me|haha yes|well, yes|I'm John Smith
im john smith|It's John|John Smith|yes, John Smith|My name is John Smith.|you remember me!|uh huh|mhm
the one and only|yes thanks|ok yes|hello, yes that's me|Call me John
Yep, that's me. I work at Acme.|yeah, it's me, put some jazz on|yes! how are you today?|yes, hello again
yes it's me, hi"""
NEXT = """no|No.|nope|nah|no, I'm the other one|No, the other one.|not me|that's not me|it isn't|I'm not
wrong person|no sorry|sorry, no|No, I am afraid not|I'm not John Smith|No, I'm not John|not John|no thanks
the other one|no no no|no, it's not me|No, that's wrong|Not John, I'm Jon|n|No, I'm Jon"""
NOBODY = """neither|none of these|None of them.|no, neither|no, none of those|never met you|We've never met
no, we have never met|You don't know me|I don't know you|no, you don't know me|I'm new here
this is my first time here|No, I'm someone else|somebody else|I'm a different person|nobody
no, we haven't met before|a stranger|neither of them|No - never met you before|No. This is my first time.
No, I am new|weve never spoken before|never met him"""
UNCLEAR = """What's the weather like?|I like jazz.|no way, did you see the game last night?
Yes we can do that tomorrow|hello|Not much is going on here.|I'm tired|I'm fine, thanks|I am going home
My favorite food is ramen.|no idea where my keys are
I was out with my sister the whole day and then we went home, yes|Hi there|thanks|Jon|I'm Jon
What do you know about John Smith?|Nobody likes rain.|Is John Smith there?|yet|?|...|👍 jazz
Right now I am cooking|sure is hot today|New shoes arrived today!|I think it's raining|she said yes|the yes men
Yes please, tell me about jazz|yes please, jazz it is|Yes, I'd love some jazz|ok, anyway my day was rubbish
yes, turn the lights off|Right, so I need to tell you something|sure thing, put on some jazz|ok, lights off
right, never mind|sure, if you say so
yes, who's that?|yes, what did he tell you?|yeah, he's my husband|yes - his wife|Yes, I know him|yes?|Yes? who is asking
True, the weather is nice|ok, who's john smith?|yeah sure, as if|Yes - I moved to Paris.|me? no"""


def each(lines: str) -> list[str]:
    return [text for line in lines.splitlines() for text in line.split("|")]


@pytest.mark.parametrize("text", each(YES))
def test_a_yes_accepts_the_one_who_was_asked_about(text: str) -> None:
    assert answered(ASKED, text) == Accept(candidate=JOHN)


@pytest.mark.parametrize("text", each(NEXT))
def test_a_no_goes_on_to_the_next(text: str) -> None:
    assert answered(ASKED, text) == Next()


@pytest.mark.parametrize("text", each(NOBODY))
def test_none_of_them_is_somebody_new(text: str) -> None:
    assert answered(ASKED, text) == Stranger(name="Jon")


@pytest.mark.parametrize("text", each(UNCLEAR))
def test_what_is_no_answer_leaves_the_question_open(text: str) -> None:
    assert answered(ASKED, text) == Unclear()


@pytest.mark.parametrize(
    "text", ["No, I'm Joan Miro", "I'm Joan", "joan miró", "no, it's joan", "Not John, I'm Joan Miró!"]
)
def test_naming_another_candidate_accepts_them(text: str) -> None:
    assert answered(ASKED, text) == Accept(candidate=JOAN)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("No, I'm Carol Danvers.", "Carol Danvers"),
        ("my name is Carol", "Carol"),
        ("None of these, call me Carol please", "Carol"),
        ("I'm not John Smith, I'm Carol", "Carol"),
    ],
)
def test_naming_somebody_else_is_a_stranger_of_that_name(text: str, name: str) -> None:
    assert answered(ASKED, text) == Stranger(name=name)


def test_the_questions_come_in_order() -> None:
    assert ASKED.question == "I know somebody called John Smith. Is that you?"
    following = ASKED.following
    assert following is not None
    assert following.question == "Then are you Joan Miró?"
    assert answered(following, "yes") == Accept(candidate=JOAN)
    assert following.following is None


@pytest.mark.parametrize("words", ["it is me ", "no no ", "never met you ", "hello there ", "not me not "])
def test_a_long_text_is_no_answer_and_takes_no_time(words: str) -> None:
    assert answered(ASKED, words * 40 + "and so on") == Unclear()
    assert answered(ASKED, words * 12 + "and so on") == Unclear()


@given(st.text(max_size=80))
def test_any_text_has_a_reading(text: str) -> None:
    assert isinstance(answered(ASKED, text), Accept | Next | Stranger | Unclear)


@pytest.mark.parametrize("text", ["not me", "no, I'm ???", "!", ""])
def test_somebody_whose_name_is_signs_alone(text: str) -> None:
    signs = Confirmation(given_name="?", candidates=(Known(id="1", name="?!", score=0.9), JOAN))
    assert isinstance(answered(signs, text), Accept | Next | Stranger | Unclear)
