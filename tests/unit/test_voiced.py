"""Opinions in a companion's replies: what is voiced as its own, and the many look-alikes that are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.learning.rules.life.opinions import voiced

OPINIONS = [
    ("I love jazz.", "jazz"),
    ("I absolutely adore late Rothko!", "late Rothko"),
    ("I can't stand reality shows.", "reality shows"),
    ("I can’t bear spreadsheets", "spreadsheets"),
    ("Personally, I hate horror films.", "horror films"),
    ("I don't like crowded beaches.", "crowded beaches"),
    ("I'm a big fan of slow mornings.", "slow mornings"),
    ("I'm not a fan of techno.", "techno"),
    ("I have a soft spot for old maps.", "old maps"),
    ("I've always loved the smell of rain.", "the smell of rain"),
    ("*smiles* I adore Chopin's nocturnes.", "Chopin's nocturnes"),
    ("Ha! I really do love thunderstorms.", "thunderstorms"),
    ("- I love jazz", "jazz"),
    ("I love jazz because it breathes, and you should try it.", "jazz"),
    ("I prefer mornings.", "mornings"),
    ("Honestly, I prefer tea to coffee.", "coffee or tea"),
    ("I prefer coffee over tea any day.", "coffee or tea"),
    ("I prefer tea, what about you?", "tea"),
    ("My favourite season is autumn.", "favorite season"),
    ("Autumn is my favorite season.", "favorite season"),
    ("My all-time favorite painter is Rothko.", "favorite painter"),
    ("I think small talk is underrated.", "small talk"),
    ("I believe honesty matters more than comfort.", "honesty"),
    ("I don't think lying is ever right.", "lying"),
    ("I find crowded beaches exhausting.", "crowded beaches"),
    ("I think animals should have legal rights.", "animals"),
    ("I think cold pizza is better than hot pizza.", "cold pizza"),
    ("In my opinion, pineapple belongs on pizza.", "pineapple"),
    ("To me, silence is more beautiful than applause.", "silence"),
]

CHANGES = [
    ("I've changed my mind about opera. I find opera moving now.", "opera", "I find opera moving now"),
    (
        "I've changed my mind about remakes: some of them are better than the original.",
        "remakes",
        "I've changed my mind about remakes: some of them are better than the original",
    ),
    ("I no longer think remakes are pointless.", "remakes", "I no longer think remakes are pointless"),
    ("I don't like horror films anymore.", "horror films", "I don't like horror films anymore"),
    ("I used to think opera was dull, but now I love opera.", "opera", "I love opera"),
    ("I used to hate olives, but now I adore them.", "olives", "I used to hate olives, but now I adore them"),
]

LOOKALIKES = """
I think you should rest.
I'd love to help!
You said you love jazz.
Like you, I love jazz.
I love that idea!
I think you're great.
I love you.
I love her.
I love it.
I love it when you sing.
I love how you put that.
I love your enthusiasm.
I love talking with you.
I love hearing about new projects.
I love a good question.
Do I love jazz?
Would you say I love jazz?
If I were human, I would love jazz.
Maybe I like jazz.
I guess I like jazz.
I'm not sure I like jazz.
"I love jazz," she sang.
He wrote “I love jazz” on the wall.
She said I love jazz.
Some people say I love jazz.
Ada: I love jazz.
`I love jazz`
> I love jazz
*I love jazz*
In the story, I love a pirate.
I hope you love it.
I like the second option better.
I like the green curtains.
I love the color and texture.
I like to think of memory as a garden.
I don't like to repeat myself.
I hate to interrupt.
I hate that this happened to you.
I like where this is going.
I enjoy learning about new things.
I'm glad you enjoy hiking.
My favorite part of your story is the ending.
Your favorite color is green.
I'd prefer not to say.
I prefer to answer step by step.
I think the bug is in line 3.
I think the train leaves at five.
I believe Paris is the capital of France.
I think it's a great idea.
I think so too!
I don't think so.
I think a short walk is the best option for tonight.
I think Tuesday is good for the meeting.
I think a glass of water is good for headaches.
I think therapy is a good idea.
I think we should start with the basics.
I find that many people struggle with this.
I find myself wondering.
I feel good today.
I don't have preferences as such.
I've changed my mind about your essay: the second draft is better.
I have changed my mind.
As an example: I love jazz if you do.
""".strip().splitlines()


@pytest.mark.parametrize(("text", "name"), OPINIONS)
def test_an_opinion_is_heard(text: str, name: str) -> None:
    (one,) = voiced(text)
    assert (one.name, one.changed) == (name, False)
    assert text[slice(*one.span)].replace("’", "'") == one.opinion.replace("’", "'")


@pytest.mark.parametrize(("text", "name", "opinion"), CHANGES)
def test_a_change_of_mind_is_heard_as_one(text: str, name: str, opinion: str) -> None:
    (one,) = voiced(text)
    assert (one.name, one.opinion, one.changed) == (name, opinion, True)


@pytest.mark.parametrize("text", LOOKALIKES)
def test_a_look_alike_is_no_opinion(text: str) -> None:
    assert voiced(text) == []


def test_code_is_nobodys_opinion() -> None:
    assert voiced("```\nI love jazz\n```\n~~~\nI hate opera\n~~~") == []


def test_several_are_heard_in_order_and_each_once() -> None:
    found = voiced("I love jazz. I prefer tea to coffee; I love jazz! You love opera. I think gossip is cruel.")
    assert [one.name for one in found] == ["jazz", "coffee or tea", "gossip"]
    assert [one.category.value for one in found] == ["aesthetic", "practical", "ethical"]


@given(
    st.text(alphabet=st.sampled_from("I lovejazzhtik.,?!:;'\"’“”*_`<>()\n-—but and my favourite is you"), max_size=200)
)
def test_any_text_is_read_and_every_span_is_true(text: str) -> None:
    for one in voiced(text):
        start, end = one.span
        assert 0 <= start < end <= len(text)
        assert " ".join(text[start:end].split()) == one.opinion
        assert one.name
