"""Telling an archive to somebody who is known already, through the doors by which people are merged.

And seeing that its words hold no secret: those of an archive that somebody wrote by hand may.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from reverie.memory.runtime import Runtime
from reverie.people.merge import Retelling
from reverie.records.items import without_secrets
from reverie.records.users import Account
from reverie.secrets import masked
from reverie.store import row_erasure
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.store.tables.people import write_user


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What was new: messages and memories. ``left_out`` are accounts that lead to somebody else here."""

    messages: int
    memories: int
    left_out: tuple[str, ...]


def tell(runtime: Runtime, session: Session, act: Act, of: str, accounts: list[tuple[str, str]]) -> Told:
    """Tell everything of somebody (``of``) to the owner of an act; then they are gone again."""
    owner = act.change.owner
    before = {memory.id for memory in session.memories.all(owner)}
    conversations = {one.id for one in session.dialogue.conversations(owner)} if _forgot(session, owner) else set()
    retelling = Retelling(runtime, session, act, of, anew=True)
    messages = retelling.messages()
    retelling.memories()
    retelling.items()
    retelling.settings()
    _bring_sheets(session, act, of, conversations)
    _bring_names(session, act, of)
    left_out = tuple(":".join(account) for account in accounts if not _link(runtime, act, session, *account))
    row_erasure.delete_person(session.connection, of)
    memories = sum(memory.id not in before for memory in session.memories.all(owner))
    return Told(messages=messages, memories=memories, left_out=left_out)


def _forgot(session: Session, owner: str) -> bool:
    """Whether something was forgotten or deleted here, of which an older summary or note may still tell."""
    return any(one.undone_by is None for one in session.changes.recent(owner, None, ["forget", "delete", "retention"]))


def _bring_sheets(session: Session, act: Act, of: str, but: Collection[str]) -> None:
    """Bring summaries and notes of conversations that have none here, but for those ``but``."""
    owner = act.change.owner
    for sheet in session.sheets.all(of):
        if sheet.conversation_id in but:
            continue
        here = session.dialogue.conversation(owner, sheet.conversation_id) is not None
        if here and session.sheets.named(owner, sheet.conversation_id, sheet.name) is None:
            act.write(None, replace(sheet, owner=owner))


def _bring_names(session: Session, act: Act, of: str) -> None:
    """Take over a nickname and pronouns where there are none."""
    ours, theirs = session.people.by_id(act.change.owner), session.people.by_id(of)
    row = session.people.row(act.change.owner)
    if ours is None or theirs is None or row is None:
        return
    fuller = replace(ours, nickname=ours.nickname or theirs.nickname, pronouns=ours.pronouns or theirs.pronouns)
    if fuller != ours:
        write_user(act, row, session.people.columns(fuller))


def _link(runtime: Runtime, act: Act, session: Session, platform: str, external_id: str) -> bool:
    """Link an account of the archive; False where it leads to somebody else."""
    known = session.people.by_account(platform, external_id)
    if known is None:
        account = Account(
            platform=platform, external_id=external_id, user_id=act.change.owner, linked_at=runtime.clock()
        )
        act.write(None, account)
    return known is None or known.id == act.change.owner


_FIELDS = ("text", "quote", "title", "name", "nickname", "speaker", "key")
_JSON = ("value", "details")

MOST_REMEMBERED = 500_000
"""Digests of texts that were seen to be clean: the log says most of them again."""


class Wording:
    """Masks secrets in rows; ``masked`` counts the texts that had one."""

    def __init__(self) -> None:
        self.masked = 0
        self._clean: set[bytes] = set()

    def cleaned(self, row: Any) -> None:
        """Mask secrets in the words of a row, in place."""
        if not isinstance(row, dict):
            return
        for field in _FIELDS:
            text = row.get(field)
            if isinstance(text, str):
                row[field] = self._cleaned(text)
        for field in _JSON:
            told = row.get(field)
            if told is not None:
                row[field] = without_secrets(told)
                self.masked += row[field] != told

    def _cleaned(self, text: str) -> str:
        digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()
        if digest in self._clean:
            return text
        safe = masked(text)
        self.masked += bool(safe.kinds)
        if len(self._clean) < MOST_REMEMBERED:
            self._clean.add(hashlib.blake2b(safe.text.encode("utf-8", "replace"), digest_size=16).digest())
        return safe.text
