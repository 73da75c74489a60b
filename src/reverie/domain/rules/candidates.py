"""How a find of the clause reader becomes a candidate: less sure and less weighty than what a rule finds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from reverie.domain.memories import Candidate, Category
from reverie.domain.rules import dates
from reverie.domain.rules.cutting import valued

CONFIDENCE = 0.6
IMPORTANCE = 0.5


def candidate(
    rule: str, key: str, value: str, text: str, *, category: Category = Category.FACT, sent_at: datetime | None = None
) -> Iterator[Candidate]:
    """Yield one candidate in a slot of many values, if its words are a value; dated by its text if ``sent_at``."""
    named, kept = valued(value), valued(text)
    if named is None or kept is None:
        return
    shown = kept.shown
    said = dates.moment(text, sent_at, past=category is Category.EVENT) if sent_at else None
    yield Candidate(
        text=f"{shown[:1].upper()}{shown[1:]}{f' ({said.shown})' if said else ''}.",
        key=f"{key}:{named.plain}",
        value=named.plain,
        category=category,
        importance=IMPORTANCE,
        confidence=CONFIDENCE,
        valid_from=min(said.at, sent_at) if said and sent_at and category is Category.EVENT else None,
        rule=f"clause:{rule}",
        details={"when": said.when} if said else {},
    )
