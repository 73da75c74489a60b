"""Words that end a conversation, and their look-alikes."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reverie.text.farewells import farewell, only_parting

FAREWELLS = """bye
Bye bye!
good bye Luna
Good night, talk tomorrow!
Goodnight Luna, sleep well
ok thanks bye
Bye! Thanks for everything!
Bye, love you!
See you tomorrow!
I'll see you later
Talk to you later.
Let’s talk tomorrow.
I have to go now, see you
Sorry, I have to go.
I'd better go
I should get going.
I need to go to bed. Night!
I'm off to bed
Have a good evening!
Take care of yourself.
That's all for today.
That helps a lot. I feel better. Catch you later!
gtg
ttyl
Until tomorrow
it's late - good night
bye ❤️
Good night! xoxo
Okay then, goodnight and sweet dreams.
晚安
Au revoir !""".splitlines()

LOOK_ALIKES = """she said bye
She said, "bye"
He waved and said, bye
How do I say goodbye to my mother?
Goodbye is such a sad word
I hate goodbyes.
Bye Bye Birdie is my favorite musical
We said good night.
I had a good night.
What a good night!
Did you have a good night?
Nice to see you.
I see you.
I can't wait to see you tomorrow
I have to take care of my mother
I have to go to the doctor
He said I have to go
I don't want to go
I'm off on Friday
Maybe later.
Bye? What do you mean?
Bye! Oh wait, what is the weather tomorrow?
See you tomorrow?
The movie is called Goodbye
His last words were goodbye
My favorite song is Good Night
I never got to say goodbye
Good evening Luna
I work nights
My dog died last night
I couldn't sleep well
They told us to take care
Tell Anna good night
Have a great time with your family? I hope so.
We'll see.
You have to go""".splitlines()


@pytest.mark.parametrize("text", FAREWELLS)
def test_a_farewell_ends_a_conversation(text: str) -> None:
    assert farewell(text)


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_what_only_looks_like_one_does_not(text: str) -> None:
    assert not farewell(text)


@pytest.mark.parametrize(
    "text", ["Bye", "See you!", "You too!", "Thanks, you too!", "ok bye", "Good night, sleep well"]
)
def test_an_answer_to_a_farewell_is_nothing_but_parting(text: str) -> None:
    assert only_parting(text)


@pytest.mark.parametrize("text", ["I passed my exam, bye", "Hello again", "What about ramen? Bye", "She said bye"])
def test_what_says_something_is_more_than_parting(text: str) -> None:
    assert not only_parting(text)


@given(st.text(max_size=300))
@example("IS")
@example("what she said")
def test_any_text_is_read_and_how_it_began_does_not_matter(text: str) -> None:
    assert farewell(f"{'x' * 900} {text}") is farewell(f"{'q' * 1900} {text}")


@pytest.mark.parametrize("text", ["What she said.\nBye!", "That is what it is! Good night", "So it was? See you!"])
def test_a_farewell_in_a_sentence_of_its_own_is_not_told_of(text: str) -> None:
    assert farewell(text)
