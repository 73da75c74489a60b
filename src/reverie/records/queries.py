"""What is searched for, and how much each source counts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime

from reverie.errors import InvalidInput

Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is searched for. A message in a chat is a question too: to memory, it asks what bears on it.

    ``stripped`` is the text without words that only ask for words, and without the speakers' names: a name weighs so
    much in a vector that leaving it out lifts recall by 16 points. ``named`` is the one speaker it names. ``dates`` are
    [start, end). ``around`` is what was said before it, with the weight of the words in proportion to its own.
    """

    text: str
    stripped: str
    named: str | None = None
    asks_when: bool = False
    asks_assistant: bool = False
    asks_questions: bool = False
    is_question: bool = True
    dates: tuple[Span, ...] = ()
    mostly_latin: bool = True
    around: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """How much each source counts (seed 003): what people say, ``inputs``, and what the companion says, ``replies``.

    ``here`` is the conversation that is going on, and the fields that end so are its own. What counts half loses
    the weight ``source`` of a score once, a quarter twice; a memory counts as ``inputs``.
    """

    inputs: float = 2.0
    replies: float = 1.0
    here: str | None = None
    inputs_here: float = 2.0
    replies_here: float = 1.0

    def __post_init__(self) -> None:
        """Refuse weights that have no halvings.

        Raises:
            InvalidInput: a weight is not above 0, or has no end.
        """
        if not all(0 < w < math.inf for w in (self.inputs, self.replies, self.inputs_here, self.replies_here)):
            raise InvalidInput("a source's weight is a number above 0; `roles` leaves a source out altogether")


SOURCES = Sources()
