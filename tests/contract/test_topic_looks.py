"""Rows that may speak of a topic: the database finds at least those in which the words themselves are found."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie import open as opened
from reverie.store.tables.topic_looks import TopicLook
from reverie.text.value_matching import TOPIC_KEYS, mentions, topic_words, word_beginning, words

SAID = [
    "PIZZA!", "two pizzas", "the pizza's gone", "a pízza", "pizz a", "Cherries are red", "my cherry", "mice", "a MOUSE",
    "K is Kelvin", "ıt ſays pizza", "C++ and C#", "100% of it_all", "a\\b", "drawn 東京 here", "don't", "don’t",
    "it is",
]  # fmt: skip
TOPICS = ["pizza", "cherries", "mouse", "k", "say", "c++", "100", "all", "b", "東京", "don't", "İ", "pizzas gone", "it"]


@pytest.mark.parametrize("topic", TOPICS)
def test_no_message_or_memory_is_missed(store_url: str, topic: str) -> None:
    with opened(store_url) as luna:
        ada = luna.meet("Ada")
        for text in SAID:
            ada.say(text, at=datetime(2026, 1, 1, tzinfo=UTC))
            ada.remember(text)
        named = topic_words(topic)
        with ada._runtime.store.reading() as session:
            said, kept = session.dialogue.messages(ada.id), session.memories.all(ada.id)
            of = TopicLook(words=named)
            assert {one.id for one in said if mentions(one.text, named)} <= {
                one.id for one in session.dialogue.messages(ada.id, of=of)
            }
            assert {one.id for one in kept if mentions(one.wording, named)} <= {
                one.id for one in session.memories.all(ada.id, of=of)
            }
            for quote in SAID:
                found = {one.id for one in session.dialogue.messages(ada.id, of=TopicLook(words=named, quotes=[quote]))}
                assert {one.id for one in said if re.search(re.escape(quote), one.text, re.IGNORECASE)} <= found


@given(
    st.text(st.characters(max_codepoint=127)), st.sampled_from(sorted([*TOPIC_KEYS, "mice", "people's", "cherries"]))
)
def test_a_word_begins_as_it_is_said_to(text: str, topic: str) -> None:
    said = f"{text} {topic}s {text}"
    assert all(word_beginning(word) in said.lower() for word in words(said))
