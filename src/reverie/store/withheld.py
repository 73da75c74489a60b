"""What of an owner's rows is withheld from a reader who may not see all.

The one idea: it is a set of ids, found once in a session by what the rows say themselves: conversations that stay
on this machine, memories of a category with the messages that taught them, and what was made of any of these.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Text, cast, or_, select

from reverie.learning.rules import categories
from reverie.records.conversations import Role
from reverie.records.memories import EPISODE_KEY, Category, Kind, Link, Memory, Relation
from reverie.records.observation_categories import in_first_person
from reverie.records.opinions import between_them
from reverie.records.read_access import Company, ReadAccess, switched_off
from reverie.records.users import UserKind
from reverie.store import row_mapping
from reverie.store.schema import conversations, links, memories, messages
from reverie.store.tables.gateway import Hiding, Withheld, chunks
from reverie.store.tables.people import People

_TOLD_BY_WORDS = frozenset({Category.HEALTH, Category.MONEY})
"""Categories that words tell, whatever a memory was filed under."""

_OF_ONE_MESSAGE = (Kind.FACT, Kind.PASSAGE)
"""Kinds that tell what one message said; the others tell of all the messages that are their evidence."""


def _grouped(memory: Memory, where: Mapping[str, str | None]) -> bool:
    """Whether a memory is of what was said in a group, where others spoke too."""
    place = (memory.key or "").removeprefix(EPISODE_KEY) if memory.kind is Kind.EPISODE else None
    return where.get(memory.source.conversation_id or place or "") is not None


class Finder:
    """Finds what a reader may not see, over one connection; ``hiding`` leaves it out."""

    def __init__(self, connection: Connection, access: ReadAccess, people: People) -> None:
        self.hiding = Hiding(access, self._find)
        self._access = access
        self._connection = connection
        self._people = people

    def _find(self, owner: str) -> Withheld:
        user = self._people.by_id(owner)
        companion = user is not None and user.kind is UserKind.COMPANION
        return self._of_companion(owner) if companion else self._in_company(owner)

    def _in_company(self, owner: str) -> Withheld:
        """What is withheld of a person before those who are present: all but what they heard, and what was opened."""
        found, company = self._of_person(owner), self._access.company
        if company is None:
            return found
        where, said = self._said(owner)
        heard = self._heard(company, where, said) if owner == company.person else set[str]()
        there, opened = self._read(owner), set[str]()
        if owner == company.person:
            opened = {m.id for m in there if company.opens(m) or (company.opens_all and not _grouped(m, where))}
        shown = opened | {m.id for m in there if m.source.message_id in heard}
        made = {m.id for m in there if m.id in shown - opened and m.kind not in _OF_ONE_MESSAGE}
        evidence = self._links(owner, Relation.EVIDENCE, links.c.from_id, made)
        shown -= {link.from_id for link in evidence if link.to_id not in heard}
        shown -= self._following(owner, {m.id for m in there} - shown)
        only = (shown | heard) - found.ids
        return replace(
            found,
            ids=found.ids | ({m.id for m in there} | said.keys()) - only,
            conversations=found.conversations | {one for one, group in where.items() if not company.is_in(group)},
            touched=found.touched | {place for one, (place, _at) in said.items() if one not in only},
            only=frozenset(only),
        )

    def _said(self, owner: str) -> tuple[dict[str, str | None], dict[str, tuple[str, datetime]]]:
        """The groups of a person's conversations, and where and when their messages were said, by id."""
        of = select(conversations.c.id, conversations.c.group_id).where(conversations.c.owner == owner)
        all_said = select(messages.c.id, messages.c.conversation_id, messages.c.sent_at).where(
            messages.c.owner == owner
        )
        where = {one: group for one, group in self._connection.execute(of)}
        return where, {one: (place, at) for one, place, at in self._connection.execute(all_said)}

    def _heard(
        self, company: Company, where: Mapping[str, str | None], said: Mapping[str, tuple[str, datetime]]
    ) -> set[str]:
        """The messages that all who are present heard, or may hear."""
        return {
            one
            for one, (place, at) in said.items()
            if company.is_in(group := where.get(place)) and (group is None or company.was_there(at))
        }

    def _of_person(self, owner: str) -> Withheld:
        local = set[str]()
        if not self._access.local_only:
            query = select(conversations.c.id).where(conversations.c.owner == owner, conversations.c.local_only)
            local = set(self._connection.execute(query).scalars())
        if not local and not self._access.without:
            return Withheld()
        said = self._ids(owner, messages.c.id, messages.c.conversation_id, local)
        there = self._memories(owner, local)
        off = [one for one in there if self._is_off(one)]
        hidden = {one.id for one in off}
        hidden |= {m.id for m in there if m.source.conversation_id in local or m.source.message_id in said}
        taught = [one for one in off if one.kind is not Kind.EPISODE]
        said |= {one.source.message_id for one in taught if one.source.message_id}
        said |= {link.to_id for link in self._links(owner, Relation.EVIDENCE, links.c.from_id, {m.id for m in taught})}
        touched = local | self._ids(owner, messages.c.conversation_id, messages.c.id, said)
        said |= self._answers(owner, touched, said)
        hidden |= self._ids(owner, memories.c.id, memories.c.key, {f"{EPISODE_KEY}{one}" for one in touched})
        hidden |= self._made_of(owner, said)
        ids = frozenset(hidden | said | self._following(owner, hidden))
        told = frozenset(text.casefold().rstrip(".") for m in off for text in (m.text, m.source.quote) if text)
        return Withheld(ids=ids, conversations=frozenset(local), touched=frozenset(touched), told=told)

    def _is_off(self, one: Memory) -> bool:
        """Whether a memory tells of a category that is withheld; observations have categories of their own."""
        if switched_off(one, self._access.without):
            return True
        if one.kind is not Kind.OBSERVATION or not self._access.without:
            return False
        user = self._people.by_id(one.owner)
        names = [] if user is None else [name for name in (user.name, user.nickname) if name]
        read = categories(in_first_person(one.text, names), sent_at=one.valid_from)
        return not read.isdisjoint(self._access.without)

    def _of_companion(self, owner: str) -> Withheld:
        """What the companion noted with people in what is withheld of these, and in company with any of them alone."""
        company = self._access.company
        heard = None if company is None else self._heard(company, *self._said(company.person))
        said = or_(memories.c.conversation_id.is_not(None), memories.c.message_id.is_not(None))
        there = self._read(owner, *([said] if heard is None else []))
        hidden = {one.id for one in there if any(self._said_with(one, person) for person in between_them(one))}
        if company is not None and heard is not None:
            own = {company.person} if company.opens_all else set[str]()
            hidden |= {m.id for m in there if set(between_them(m)) - own and m.source.message_id not in heard}
        return Withheld(ids=frozenset(hidden | self._following(owner, hidden)))

    def _said_with(self, one: Memory, person: str) -> bool:
        theirs = self.hiding.of(person)
        return one.source.conversation_id in theirs.conversations or one.source.message_id in theirs.ids

    def _memories(self, owner: str, local: Collection[str]) -> list[Memory]:
        """The memories that may have to be withheld: all of them where words have to be looked at."""
        if self._access.without & _TOLD_BY_WORDS:
            return self._read(owner)
        off = memories.c.category.in_(sorted(self._access.without))
        mixed = cast(memories.c.details, Text).contains('"categories"')
        said = or_(memories.c.conversation_id.is_not(None), memories.c.message_id.is_not(None))
        noticed = memories.c.kind == Kind.OBSERVATION
        return self._read(owner, or_(off, mixed, noticed, *([said] if local else [])))

    def _read(self, owner: str, *which: Any) -> list[Memory]:
        found = self._connection.execute(select(memories).where(memories.c.owner == owner, *which))
        return [row_mapping.memory(row) for row in row_mapping.rows(found)]

    def _answers(self, owner: str, touched: Collection[str], said: Collection[str]) -> set[str]:
        """The companion's answers to messages that are withheld."""
        found = set[str]()
        order = (messages.c.conversation_id, messages.c.sent_at, messages.c.id)
        for part in chunks(sorted(touched)):
            here = (messages.c.owner == owner, messages.c.conversation_id.in_(part))
            withheld = False
            for one, role in self._connection.execute(
                select(messages.c.id, messages.c.role).where(*here).order_by(*order)
            ):
                withheld = one in said or (withheld and role == Role.ASSISTANT)
                found |= {one} if withheld else set()
        return found

    def _made_of(self, owner: str, said: Collection[str]) -> set[str]:
        """What was made of several messages of which one is withheld."""
        made = {link.from_id for link in self._links(owner, Relation.EVIDENCE, links.c.to_id, said)}
        made |= self._ids(owner, memories.c.id, memories.c.message_id, said)
        return self._ids(owner, memories.c.id, memories.c.id, made, memories.c.kind.not_in(_OF_ONE_MESSAGE))

    def _following(self, owner: str, hidden: Collection[str]) -> set[str]:
        """What follows from memories, and what follows from that."""
        found, new = set[str](), set(hidden)
        while new:
            new = {link.from_id for link in self._links(owner, Relation.DERIVED_FROM, links.c.to_id, new)} - found
            found |= new
        return found

    def _links(self, owner: str, relation: Relation, end: Any, ids: Collection[str]) -> list[Link]:
        found = list[Link]()
        for part in chunks(sorted(ids)):
            of = (links.c.owner == owner, links.c.relation == relation, end.in_(part))
            found += [row_mapping.link(row) for row in self._connection.execute(select(links).where(*of)).mappings()]
        return found

    def _ids(self, owner: str, wanted: Any, where: Any, values: Collection[str], *more: Any) -> set[str]:
        """A column of the rows in which another has one of these values."""
        found = set[str]()
        for part in chunks(sorted(values)):
            of = (wanted.table.c.owner == owner, where.in_(part), *more)
            found |= set(self._connection.execute(select(wanted).where(*of)).scalars())
        return found
