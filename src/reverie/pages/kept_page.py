"""The page that a person last wrote, which is kept so that their comments and their order come back to them.

It follows what is known: what goes out of memory goes out of it too, comments included. Each of its versions stands in
the log, so an undo brings it back with what the page had said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from reverie.errors import InvalidInput
from reverie.pages.page_reader import HEADER, Node, prepared, root_of
from reverie.pages.page_writer import comments, rendered
from reverie.records.memories import Memory
from reverie.records.profiles import FAMILIES, Profile, place, profile_of
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.store.tables.people import write_setting
from reverie.text.value_matching import mentions

KEPT = "profile_text"
"""The setting in which the page is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """A kept page before and after something went; ``spoke`` says whether it spoke of that."""

    before: str
    after: str | None
    spoke: bool


def profiled(session: Session, owner: str, now: datetime) -> list[Memory]:
    """What stands on a profile at ``now``, in the order in which it became so."""
    slots = session.memories.standing(owner, now, None, [f"{family}:" for family in FAMILIES], ())
    return sorted((m for m in slots if place(m) is not None), key=lambda m: (m.valid_from, m.id))


def followed(
    session: Session, owner: str, now: datetime, *, gone: Collection[str] = (), topics: Iterable[frozenset[str]] = ()
) -> Lines | None:
    """The kept page as it has to be once the memories ``gone`` (their ids) and the words of ``topics`` are.

    None where no page is kept. A page that can't be read any more is given up (``after`` None).
    """
    text = session.people.settings(owner).get(KEPT)
    user = session.people.by_id(owner)
    if text is None or user is None:
        return None
    staying = [m for m in profiled(session, owner, now) if m.id not in gone]
    sought = [topic for topic in topics if topic]
    try:
        after = _unmentioned(prepared(rendered(profile_of(user, staying), text)), sought)
    except InvalidInput:
        after = None
    spoke = any(mentions(text, topic) and not mentions(after or "", topic) for topic in sought)
    return Lines(before=text, after=after, spoke=spoke)


def follow(session: Session, act: Act, topics: Iterable[frozenset[str]] = ()) -> None:
    """Take out of the kept page what is not known any more, and the comments that mention ``topics``."""
    lines = followed(session, act.change.owner, act.change.at, topics=topics)
    if lines is not None:
        write_setting(act, KEPT, lines.before, lines.after)


def keep(session: Session, act: Act, text: str, profile: Profile) -> None:
    """Keep the page that a person wrote, unless the one kept before would say the same, to the letter."""
    kept = session.people.settings(act.change.owner).get(KEPT)
    if HEADER.sub("", text, count=1) != HEADER.sub("", rendered(profile, kept), count=1):
        write_setting(act, KEPT, kept, text)


def _unmentioned(text: str, topics: Collection[frozenset[str]]) -> str:
    """A page without the comments that mention a topic, or that do so with the comments around them."""
    whole = Node(start=0, end=len(text), line=1, column=1, items=[root_of(text)])
    blocks: list[list[tuple[int, int]]] = []
    for start, end in comments(text, whole):
        if blocks and not text[blocks[-1][-1][1] : start].strip():
            blocks[-1].append((start, end))
        else:
            blocks.append([(start, end)])
    going: list[tuple[int, int]] = []
    for block in blocks:
        for topic in topics:
            if mentions(text[block[0][0] : block[-1][1]], topic):
                alone = [span for span in block if mentions(text[slice(*span)], topic)]
                going += alone or block
    for start, end in sorted(set(going), reverse=True):
        line = text.rfind("\n", 0, start) + 1
        # A comment on a line of its own takes the line along, one behind something the space before it.
        first, last = (line, end + 1) if not text[line:start].strip() else (len(text[:start].rstrip()), end)
        text = text[:first] + text[last:]
    return text
