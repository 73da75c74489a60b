"""Which messages lean on what was said before them, and what each line before them weighs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from reverie.errors import InvalidInput
from reverie.ports import Indexed
from reverie.recall.query_context import AROUND, Queries, blended, leans, weighed
from reverie.records.conversations import Message, Role
from reverie.records.queries import Sources
from reverie.store.search.ranking import asked
from reverie.store.search.search_index import OwnerIndex
from reverie.store.search.tokens import tokens, weighed_tokens
from reverie.store.search.vectors import packed

START = datetime(2026, 3, 1, tzinfo=UTC)


def _lines(*roles: Role) -> list[Message]:
    return [
        Message(
            id=f"m{place}",
            owner="ada",
            conversation_id="c",
            role=role,
            speaker="",
            text=f"line{place} word{place}",
            sent_at=START + timedelta(minutes=place),
        )
        for place, role in enumerate(roles)
    ]


@pytest.mark.parametrize(
    "message", ["And what about her?", "Really?", "I'm looking forward to it!", "Who is it?", "ok"]
)
def test_a_message_that_asks_nothing_of_its_own_leans_on_what_came_before(message: str) -> None:
    assert leans(asked(message))


@pytest.mark.parametrize(
    "message",
    [
        "What did Caroline research?",
        "Where did I put the keys to the cellar?",
        "What was the name of that restaurant in Lyon?",
        "When did she adopt the second cat from the shelter?",
    ],
)
def test_a_question_that_stands_alone_is_looked_for_alone(message: str) -> None:
    assert not leans(asked(message, speakers=["Caroline"]))


def test_each_line_weighs_what_its_queries_weigh_shared_among_their_lines() -> None:
    lines = _lines(Role.USER, Role.ASSISTANT, Role.USER, Role.ASSISTANT)
    own, weights = weighed(lines, Queries())
    # The queries have 5 lines (0.5), 3 inputs (1.5) and 2 recent inputs (3.0); the message is one of each.
    reply, input_, recent = 0.5 / 5, 0.5 / 5 + 1.5 / 3, 0.5 / 5 + 1.5 / 3 + 3.0 / 2
    assert own == pytest.approx(recent)
    assert weights == pytest.approx([input_, reply, recent, reply])


def test_the_first_message_of_a_conversation_has_the_weight_of_all_queries() -> None:
    own, weights = weighed([], Queries(recent=1, inputs=2, conversation=4))
    assert (own, weights) == (7, [])


def test_the_blend_is_the_weighted_mean_of_the_vectors_that_there_are() -> None:
    lines = _lines(Role.USER, Role.ASSISTANT)
    index = OwnerIndex(3)
    [(steps, scale)] = packed(np.array([[0, 1, 0]], np.float32))
    index.put([Indexed(id="m0", item="message", at=0, vector=steps, scale=scale)])  # m1 has no vector
    message = asked("word0 again")
    question, vector = blended(message, np.array([1, 0, 0], np.float32), lines, index, Queries())
    own, (first, second) = weighed(lines, Queries())
    assert vector is not None
    assert vector == pytest.approx(np.array([own, first, 0]) / np.hypot(own, first), abs=1e-3)
    assert dict(question.around) == pytest.approx(
        {"line0 word0": AROUND * first / own, "line1 word1": AROUND * second / own}
    )
    assert blended(message, None, lines, index, Queries())[1] is None
    assert blended(message, vector, [], index, Queries()) == (message, vector)


def test_words_before_weigh_less_and_never_replace_the_message_s_own() -> None:
    terms = weighed_tokens("ramen tonight", [("ramen with Mia", 0.25), ("Mia", 0.5)])
    (ramen, tonight, mia) = (tokens(word)[0] for word in ("ramen", "tonight", "Mia"))
    assert terms == {ramen: 1.0, tonight: 1.0, mia: 0.5}


def test_what_is_found_counts_by_who_said_it_and_where() -> None:
    assert Queries().sources("c") == Sources(inputs=2.0, replies=0.3, here="c", inputs_here=1.5, replies_here=0.5)


@pytest.mark.parametrize("wrong", [0.0, -1.0, float("inf"), float("nan")])
@pytest.mark.parametrize("name", ["recent", "inputs", "past_inputs", "conversation", "past_conversations"])
def test_a_weight_is_above_nothing(name: str, wrong: float) -> None:
    with pytest.raises(InvalidInput):
        Queries(**{name: wrong})


def test_a_source_that_counts_nothing_is_refused() -> None:
    with pytest.raises(InvalidInput, match="roles"):
        Sources(replies=0.0)
