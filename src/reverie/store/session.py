"""The gateways over one transaction, for whoever may see all and for a reader who may not."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection

from reverie.records.read_access import WHOLE, ReadAccess
from reverie.store.engine.transactions import MOST, Moment
from reverie.store.keyset_pages import Listing
from reverie.store.pending_writes import Ledger
from reverie.store.tables.change_feed import Following
from reverie.store.tables.change_log import Act, Changes
from reverie.store.tables.conversation_notes import Sheets
from reverie.store.tables.documents import Documents
from reverie.store.tables.gateway import Hiding
from reverie.store.tables.items import Items
from reverie.store.tables.memories import Links, Memories, NamedMemories, Statements, circles
from reverie.store.tables.messages import Dialogue, any_local
from reverie.store.tables.model_work import Work
from reverie.store.tables.people import Keys, People, stood
from reverie.store.tables.pictures import Pictures
from reverie.store.tables.search_entries import Entries

if TYPE_CHECKING:
    from reverie.records.memories import Change, Kind

Given = TypeVar("Given")
Kept = dict[Hashable, tuple[tuple[int, int], Any]]
"""What was read of owners, with where their log ended then."""


class Session:
    """The gateways over one transaction, which writes, or reads one moment. Each is of one part; acts write.

    ``moment`` is what is known of it already. A writer's is that of before it wrote. A reader with less ``access`` is
    given nothing that is withheld; such a writer can name nothing of it, but what is in a slot is there for it too.
    """

    def __init__(
        self, connection: Connection, moment: Moment, kept: Kept, *, writes: bool = False, access: ReadAccess = WHOLE
    ) -> None:
        self.connection = connection
        self.moment = moment
        self.access = access
        self._shared = kept
        self._kept = None if writes or access != WHOLE else kept  # what is kept is for whoever may see all
        self._ledger = Ledger(connection)
        self.people = People(connection, None if writes else moment, self._ledger, access)
        hiding = _hiding(connection, access, self.people)
        self._hiding = None if writes else hiding
        self.dialogue = Dialogue(connection, hiding, reads_one_moment=not writes)
        self.memories = Memories(connection, self._hiding, reads_one_moment=not writes)
        if writes and hiding is not None:
            self.memories = NamedMemories(connection, hiding)
        self.links, self.statements = Links(connection, self._hiding), Statements(self._ledger)
        ends = None if writes else lambda owner: self.people.standing(owner).head
        self.changes = Changes(self._ledger, ends, self._hiding)
        self.entries = Entries(self._ledger)
        self.documents, self.sheets = Documents(connection), Sheets(connection, self._hiding)
        self.items = Items(connection)
        self.pictures = Pictures(connection)
        self.work = Work(connection, self._hiding)
        self.keys = Keys(connection)
        self.following = Following(connection)
        self.listing = Listing(connection, self._hiding)
        self._others: dict[ReadAccess, Session] = {}

    def read_by(self, access: ReadAccess) -> Session:
        """The same moment for a reader who may see no more than that: this very session, where that is all there is."""
        if access == self.access:
            return self
        if access not in self._others:
            self._others[access] = self._read_by(access)
        return self._others[access]

    def _read_by(self, access: ReadAccess) -> Session:
        if WHOLE not in (access, self.access):
            return self.read_by(WHOLE).read_by(access)
        if access != WHOLE and not self._withholds(access):
            return self
        return Session(self.connection, self.moment, self._shared, access=access)

    def _withholds(self, access: ReadAccess) -> bool:
        """Whether anything may be withheld: by category, or as somebody has a conversation that stays here.

        It is looked at in each session, as a reader that is held has to notice that a conversation stays here now.
        What the companion noted with several people is told to each: then all of them count.
        """
        if access.without or access.between is None or access.company is not None:
            return True
        person, companion = access.between
        known = self.people.standing(person, companion).user  # both in one statement
        if known is None:
            return True
        now = self.people.present(known)
        own = {now.id, *(user.id for user in self.people.merged(now.id))}
        shared = self.kept(companion, "circles", partial(circles, self.connection, companion))
        owners = own.union(*(circle for circle in shared if not own.isdisjoint(circle)))
        return any(self.kept(one, "local only", partial(any_local, self.connection, one)) for one in sorted(owners))

    def withheld(self, owner: str) -> frozenset[str]:
        """Ids of the memories and messages of an owner that whoever reads here may not see."""
        return frozenset() if self._hiding is None else self._hiding.of(owner).ids

    @contextmanager
    def act(self, change: Change, *, stands: bool = False) -> Iterator[Act]:
        """Write a change; its head is moved when the block ends well. One that ``stands`` is kept though empty."""
        act = Act(self.connection, self._ledger, change, stands=stands)
        yield act
        act.close()

    def kept(self, owner: str, what: Hashable, read: Callable[[], Given]) -> Given:
        """What is read of an owner's memories, kept as long as their log does not move: ``what`` names it."""
        if self._kept is None:
            return read()
        head = self.people.standing(owner).head
        there = self._kept.get((owner, what))
        if there is None or there[0] != head:
            if len(self._kept) > MOST:
                self._kept.clear()
            self._kept[owner, what] = there = (head, read())
        found: Given = there[1]
        return found

    def any_of(self, owner: str, kind: Kind) -> bool:
        """Whether there is an active memory of a kind, kept as ``kept`` does."""
        return self.kept(owner, kind, lambda: self.memories.any_of(owner, kind))

    def stands_at(self, moment: Moment, owner: str) -> bool:
        """Whether nobody wrote since a moment was read, as a writer finds it: then the owner's log ends as it did."""
        if self.moment is not moment or not (standing := stood(moment, owner)):
            return False
        if standing.ended_at is not None:
            self._ledger.take(owner, standing.head, standing.ended_at)
        return standing.ended_at is not None

    def close(self) -> None:
        """Write what waits. Called once, at the end of a transaction that writes."""
        self._ledger.flush()

    @property
    def written(self) -> set[str]:
        """Whose logs were gone on with."""
        return self._ledger.written


def _hiding(connection: Connection, access: ReadAccess, people: People) -> Hiding | None:
    if access == WHOLE:
        return None
    from reverie.store.withheld import Finder

    return Finder(connection, access, people).hiding
