"""What did I say about X: the person's own words, dated, and nobody else's; over time, with the turns of a mind."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.service.scene import DAY, MINUTE, START, Scene, opened

import reverie
from reverie.config import Config
from reverie.recall.said import Change
from reverie.testing import FrozenClock

TOPICS = ["ramen", "jazz", "sister", "marathon", "Lisbon"]
PHRASES = ["I love {}.", "{} is overrated, you said.", "Tell me about {}!", "You told me you hate {}.", "{}"]


def test_it_is_word_for_word_dated_and_with_the_sentences_that_speak_of_it(scene: Scene) -> None:
    (kept,) = scene.say("What a day! My sister Nora moved to Oslo. I miss her.")
    scene.say("I bought tomatoes.")
    quotes = scene.ada.conversations.said("my sister")
    assert kept.message is not None
    assert [quote.message for quote in quotes] == [kept.message]
    assert quotes[0].sentences == ("My sister Nora moved to Oslo.",)
    assert quotes[0].message.sent_at == START
    assert quotes[0].why


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    said=st.lists(
        st.tuples(
            st.sampled_from(["user", "assistant", "peer", "system"]), st.sampled_from(PHRASES), st.sampled_from(TOPICS)
        ),
        min_size=1,
        max_size=8,
    )
)
def test_nothing_that_anybody_else_said_can_answer(said: list[tuple[str, str, str]]) -> None:
    with opened(":memory:", FrozenClock(START)) as luna:
        ada = luna.meet("Ada")
        for role, phrase, topic in said:
            ada.say(phrase.format(topic), role=role)
        mine = {message.id for message in ada.messages() if message.role == "user"}
        for topic in TOPICS:
            for over_time in (False, True):
                found = ada.conversations.said(topic, over_time=over_time)
                assert {quote.message.id for quote in found} <= mine
                assert all(quote.message.role == "user" for quote in found)


def test_only_the_companion_spoke_of_it_so_nothing_was_said(scene: Scene) -> None:
    scene.ada.say("I hear you love opera, above all Verdi.", role="assistant")
    scene.ada.say("Ada adores opera.", role="peer", speaker="Bob")
    scene.say("I bought tomatoes.")
    assert len(scene.ada.conversations.said("opera")) == 0
    assert len(scene.ada.conversations.said("opera", over_time=True)) == 0
    assert {quote.message.speaker for quote in scene.ada.conversations.discussed("opera")} == {"Luna", "Bob"}


def test_about_an_unknown_topic_there_is_nothing(scene: Scene) -> None:
    scene.say("I love ramen.", "I work at Acme.", "My sister lives in Oslo.")
    for over_time in (False, True):
        assert list(scene.ada.conversations.said("submarines", over_time=over_time)) == []
    assert list(scene.ada.conversations.discussed("submarines")) == []
    with pytest.raises(reverie.InvalidInput):
        scene.ada.conversations.said(" ")


def test_what_was_learned_leads_to_the_words(scene: Scene) -> None:
    scene.say("I work at Acme.", "I love ramen.")
    (quote,) = scene.ada.conversations.said("my job")
    assert quote.sentences == ("I work at Acme.",)
    assert quote.why == "it taught: Works at Acme."


def test_what_is_switched_off_leads_nowhere(scene: Scene) -> None:
    scene.say("I'm allergic to walnuts.")
    assert len(scene.ada.conversations.said("health")) == 1
    scene.ada.settings(categories_off=["health"])
    assert len(scene.ada.conversations.said("health")) == 0


def test_a_limit_counts_what_speaks_of_the_topic(scene: Scene) -> None:
    scene.say("I love ramen.", "I love ramen at night.", "I cooked ramen for Nora.", "I love jazz.")
    assert len(scene.ada.conversations.said("ramen", limit=2)) == 2
    for limit in (0, 1001):
        with pytest.raises(reverie.InvalidInput):
            scene.ada.conversations.said("ramen", limit=limit)


def test_over_time_it_is_in_order_and_the_turns_of_a_mind_are_marked(scene: Scene) -> None:
    ids = []
    for text in (
        "My favorite food is pizza.",
        "Pizza again today, I ate pizza with Nora.",
        "Actually my favorite food is ramen.",
        "I don't like pizza.",
    ):
        (kept,) = scene.say(text)
        assert kept.message is not None
        ids.append(kept.message.id)
        scene.clock.advance(DAY)
    told = scene.ada.conversations.said("pizza", over_time=True)
    assert [quote.message.id for quote in told] == ids
    assert [quote.turn.change if quote.turn else None for quote in told][:3] == [None, None, Change.SUPERSEDED]
    turn = told[2].turn
    assert turn is not None
    assert turn.earlier == ids[0]
    assert turn.why == "“Favorite food is ramen.” took the place of “Favorite food is pizza.”"


def test_what_was_ended_and_what_is_opposed_are_turns(scene: Scene) -> None:
    scene.say("I love jazz.", "I can't stand jazz.", "My hobby is chess.", "I quit chess.")
    _love, hate = scene.ada.conversations.said("jazz", over_time=True)
    assert hate.turn is not None
    assert hate.turn.earlier is not None
    begun, over = scene.ada.conversations.said("chess", over_time=True)
    assert begun.turn is None
    assert over.turn is not None
    assert over.turn.change in (Change.ENDED, Change.SUPERSEDED)


def test_opposed_words_that_taught_nothing_are_a_turn_too(scene: Scene) -> None:
    scene.say("Honestly I enjoy long meetings.")
    scene.clock.advance(DAY)
    scene.say("Honestly I hate long meetings.")
    quotes = scene.ada.conversations.said("long meetings", over_time=True)
    assert quotes[-1].turn is not None
    assert quotes[-1].turn.earlier == quotes[0].message.id


def test_of_what_is_forgotten_nothing_was_said(scene: Scene) -> None:
    scene.say("I love ramen. I live in Lyon.")
    scene.ada.forget("ramen")
    for over_time in (False, True):
        assert list(scene.ada.conversations.said("ramen", over_time=over_time)) == []
    assert [q.sentences for q in scene.ada.conversations.said("Lyon")] == [("I live in Lyon.",)]


def test_discussed_shows_both_sides_and_the_persons_words_first(scene: Scene) -> None:
    scene.say("The kayak trip to Norway was cold.")
    scene.ada.say("The kayak trip to Norway was cold, you told me.", role="assistant")
    scene.clock.advance(MINUTE)
    found = scene.ada.conversations.discussed("kayak trip to Norway")
    assert [quote.message.role for quote in found] == ["user", "assistant"]
    assert found[0].score > found[1].score


def test_it_says_what_it_had_to_do_without(scene: Scene) -> None:
    with reverie.open(":memory:", embedder="none", clock=scene.clock) as luna:
        ada = luna.meet("Ada")
        ada.say("I love ramen.")
        assert "no embedder" in ada.conversations.said("ramen").degraded[0]
        assert len(ada.conversations.said("ramen")) == 1
        assert len(ada.conversations.said("submarines")) == 0


ASKED = ["What is Emma good at?", "do you remember what i said about emma"]
TOLD = ["My daughter Emma struggles with reading.", "Is Emma well? Emma cried yesterday."]


def test_what_somebody_asks_they_do_not_say(scene: Scene) -> None:
    scene.say(*ASKED, *TOLD)
    quotes = scene.ada.conversations.said("Emma")
    assert {quote.sentences for quote in quotes} == {(TOLD[0],), ("Emma cried yesterday.",)}
    assert {quote.message.text for quote in scene.ada.conversations.said("Emma", over_time=True)} == {*TOLD}


def test_who_asks_for_questions_is_told_them(scene: Scene) -> None:
    scene.say(*ASKED, *TOLD)
    quotes = scene.ada.conversations.said("my questions about Emma", limit=10)
    assert ASKED[0] in {quote.message.text for quote in quotes}


@pytest.mark.parametrize("topic", ["What did I say about my knee?", "tell me what i told u abt my knee", "my knee"])
def test_words_that_ask_for_words_are_none_of_the_topic(scene: Scene, topic: str) -> None:
    scene.say("My knee hurts since Tuesday.", "The vet says he'll be fine.", "I told the boss about it.")
    assert [q.message.text for q in scene.ada.conversations.said(topic)] == ["My knee hurts since Tuesday."]


# -- without its name ------------------------------------------------------------------------------


def test_what_goes_on_about_somebody_by_a_pronoun_is_quoted(tmp_path: Path, clock: FrozenClock) -> None:
    config = Config(embedder="none")
    with reverie.open(tmp_path / "luna.db", companion="Luna", clock=clock, config=config, model="none") as luna:
        ada = luna.meet("Ada")
        for role, text in (
            ("user", "my sister moved to leeds on saturday"),
            ("assistant", "Big day. How did it go?"),
            ("user", "she cried the whole way up the m1"),
            ("user", "they've put me on nights at the warehouse"),
            ("user", "my boss Ines rang too"),
            ("user", "she wants me in on sunday"),
            ("user", "did she ever like it?"),
        ):
            ada.say(text, role=role)
            clock.advance(MINUTE)
        said = ada.conversations.said("my sister")
        assert [quote.message.text for quote in said] == [
            "my sister moved to leeds on saturday",
            "she cried the whole way up the m1",
        ]
        assert said[1].why == "it goes on about it"
        clock.advance(timedelta(hours=13))
        ada.say("she phoned")
        assert len(ada.conversations.said("my sister")) == 2
