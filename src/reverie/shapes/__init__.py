"""Records as JSON: the shapes that programs rely on, the same for ``--json``, for HTTP and for whatever comes next.

Each shape is a ``TypedDict`` beside the maker that fills it from a record: a field of the record's name is read off it,
so that a new field is one line, and OpenAPI's schemas are read from the shapes. A field may be added; none is renamed
or taken away. Times are ISO 8601 in UTC.
"""

from __future__ import annotations

from reverie.shapes.conversations import (
    brought,
    conversation,
    episode,
    excerpt,
    exported,
    message,
    preview,
    quotes,
    report,
    summary,
)
from reverie.shapes.fields import Record, utc, utc_or_none
from reverie.shapes.hits import added_scene, context, document, hit, passage, recalled, scene
from reverie.shapes.memories import (
    acquaintance,
    change,
    event,
    forgotten,
    gone,
    imported,
    learned,
    memory,
    notice,
    pinned,
    said,
    sourced,
    undone,
)
from reverie.shapes.observations import applied, moment, observation, observed, profile, proposal, recorded, settled
from reverie.shapes.people import account, confirmation, happened, identified, merged, pattern, receipt, settings, user
from reverie.shapes.persona import disagreement, opined, opinion, self_profile, self_review, tally

__all__ = [
    "Record",
    "account",
    "acquaintance",
    "added_scene",
    "applied",
    "brought",
    "change",
    "confirmation",
    "context",
    "conversation",
    "disagreement",
    "document",
    "episode",
    "event",
    "excerpt",
    "exported",
    "forgotten",
    "gone",
    "happened",
    "hit",
    "identified",
    "imported",
    "learned",
    "memory",
    "merged",
    "message",
    "moment",
    "notice",
    "observation",
    "observed",
    "opined",
    "opinion",
    "passage",
    "pattern",
    "pinned",
    "preview",
    "profile",
    "proposal",
    "quotes",
    "recalled",
    "receipt",
    "recorded",
    "report",
    "said",
    "scene",
    "self_profile",
    "self_review",
    "settings",
    "settled",
    "sourced",
    "summary",
    "tally",
    "undone",
    "user",
    "utc",
    "utc_or_none",
]
