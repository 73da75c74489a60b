"""What a message is said in: the conversation so far, which says what "and what about her?" is about.

Three of the five queries of a context are texts of the present conversation: the last two things the person said,
all they said, and all that was said (seed 003). They become one question: each line weighs what the queries it is
part of weigh, shared among their lines, and the message itself is a line of all three. The other two queries ask
where it is found, in what the person said once or in what was replied: those are ``Sources``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from reverie.errors import InvalidInput
from reverie.records.conversations import Message, Role
from reverie.records.queries import Question, Sources
from reverie.store.database import Session
from reverie.store.search.tokens import tokens
from reverie.text.patterns import lazy_pattern

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reverie.ports import Index

RECENT_INPUTS = 2
AROUND = 0.5
"""What the words of a line before weigh, beside its share of the meaning: they tell the topic, not the question."""

LATEST_LINES = 20
"""How much of a conversation is read: earlier lines are about something else by now."""

_POINTS_BACK = lazy_pattern(
    r"\b(?:he|she|him|her|hers|his|it|its|they|them|their|that|this|those|these|there|then|ones?|too|else|again)\b"
    r"|^\W*(?:and|or|but|so|what about|how about)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Queries:
    """The weights of the five queries of a context.

    ``recent`` are the person's last two inputs, the message among them; ``inputs`` and ``past_inputs`` what they
    said in this conversation and in others; ``conversation`` and ``past_conversations`` what was said by anybody.
    """

    recent: float = 3.0
    inputs: float = 1.5
    past_inputs: float = 2.0
    conversation: float = 0.5
    past_conversations: float = 0.3

    def __post_init__(self) -> None:
        """Refuse weights that say nothing.

        Raises:
            InvalidInput: a weight is not above 0, or has no end.
        """
        if not 0 < self.recent < math.inf:
            raise InvalidInput("a query's weight is a number above 0")
        self.sources(None)

    def sources(self, here: str | None) -> Sources:
        """How much the words found count, by who said them and whether it was in the conversation ``here``."""
        return Sources(
            inputs=self.past_inputs,
            replies=self.past_conversations,
            here=here,
            inputs_here=self.inputs,
            replies_here=self.conversation,
        )


QUERIES = Queries()


def leans(question: Question) -> bool:
    """Tell whether a message leans on what was said before it: it asks nothing, or too little to stand alone.

    A question that stands alone is looked for alone: mixed with an unrelated conversation, questions of LongMemEval
    lost 12 of 80 points.
    """
    words = len(set(tokens(question.text)))
    return not question.is_question or words <= 1 or (words == 2 and _POINTS_BACK.search(question.text) is not None)


def weighed(lines: Sequence[Message], queries: Queries) -> tuple[float, list[float]]:
    """The weight of a message that comes after these lines, and that of each of them."""
    inputs = [line for line in lines if line.role is not Role.ASSISTANT]
    recent = inputs[-(RECENT_INPUTS - 1) :]
    each = queries.conversation / (len(lines) + 1)
    of_inputs = each + queries.inputs / (len(inputs) + 1)
    of_recent = of_inputs + queries.recent / (len(recent) + 1)
    latest = {line.id for line in recent}
    weights = [each if line.role is Role.ASSISTANT else of_recent if line.id in latest else of_inputs for line in lines]
    return of_recent, weights


def so_far(session: Session, owner: str, conversation_id: str, message: str) -> list[Message]:
    """The latest lines of a conversation, without the message itself where it is the last of them."""
    lines = session.dialogue.messages(owner, conversation_id=conversation_id, newest=LATEST_LINES)
    said = " ".join(message.split())
    return lines[:-1] if lines and " ".join(lines[-1].text.split()) == said else lines


def blended(
    question: Question,
    vector: NDArray[np.float32] | None,
    lines: Sequence[Message],
    index: Index,
    queries: Queries,
) -> tuple[Question, NDArray[np.float32] | None]:
    """The question and its vector together with the lines before it, by their weights."""
    if not lines:
        return question, vector
    own, weights = weighed(lines, queries)
    around = tuple((line.text, AROUND * weight / own) for line, weight in zip(lines, weights, strict=True))
    question = replace(question, around=around)
    if vector is None:
        return question, None
    known = index.vectors([line.id for line in lines])
    meant = own * vector
    for line, weight in zip(lines, weights, strict=True):
        if line.id in known:
            meant = meant + weight * known[line.id]
    return question, (meant / max(float(np.linalg.norm(meant)), 1e-9)).astype(np.float32)
