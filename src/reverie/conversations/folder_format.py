"""A conversation as Markdown that people read and edit, and back, exactly (seed 003's folder).

Each turn begins with a mark, a comment on a line of its own that says who, when and which. Only marks are looked for,
and a line of somebody's words that looks like one gets a backslash, so no message can be taken for the format.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from reverie.errors import InvalidInput
from reverie.records.conversations import Author, Conversation, Message, Role, SheetName
from reverie.text.patterns import lazy_pattern

TITLES = {SheetName.SUMMARY: "Summary", SheetName.NOTES: "AI Notes"}

_HEAD = lazy_pattern(r"<!-- conversation (\{.*\}) -->\r?")
_MARK = lazy_pattern(r"<!-- turn (\{.*\}) -->\r?")
_SHEET = lazy_pattern(r"<!-- (summary|notes) (\{.*\}) -->\r?")
_LIKE_A_MARK = lazy_pattern(r"^(\\*<!-- turn )", re.MULTILINE)
_ESCAPED = lazy_pattern(r"^\\(\\*<!-- turn )", re.MULTILINE)
_HEADING = lazy_pattern(r"## [^\n]*(?:\n|\Z)\n?")
_ID = lazy_pattern(r"[0-9A-Za-z][0-9A-Za-z._:-]{0,35}")
_END = "\n\n---\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A message as a file has it, and the digest of its words as they were written; None where the mark lost it."""

    message: Message
    written: str | None

    @property
    def edited(self) -> bool:
        """Whether somebody changed its words in the file."""
        return self.written != digest(self.message.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """A conversation read from a file: whose it was when it was written, and what could not be read of it."""

    conversation: Conversation
    turns: tuple[Turn, ...]
    owner: str | None = None
    troubles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A summary or notes in a file; ``written`` is the digest of the text as it was written there.

    ``base`` is the digest of what was put beside the conversation then, None where nothing was; ``to_id`` is the last
    message that it covers.
    """

    text: str
    author: Author | None = None
    written: str | None = None
    base: str | None = None
    to_id: str | None = None

    @property
    def edited(self) -> bool:
        """Whether somebody wrote or changed it in the file."""
        return self.written != digest(self.text)


def digest(text: str) -> str:
    """A short digest of a text: what tells whether it was edited."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def stamp(moment: datetime) -> str:
    """A moment in the name of a folder: ``20260119_143022``, in UTC."""
    return f"{moment.astimezone(UTC):%Y%m%d_%H%M%S}"


def folder_name(conversation: Conversation) -> str:
    """The name of a conversation's folder, made of nothing but its time."""
    return f"conv_{stamp(conversation.started_at)}"


# -- conversation.md and user_inputs.md ------------------------------------------------------------


def written(conversation: Conversation, messages: Sequence[Message]) -> str:
    """A conversation as Markdown."""
    head: dict[str, Any] = {
        "id": conversation.id,
        "owner": conversation.owner,
        "title": conversation.title,
        "key": conversation.external_id,
        "started_at": conversation.started_at.isoformat(),
        "ended_at": None if conversation.ended_at is None else conversation.ended_at.isoformat(),
    }
    lines = [f"<!-- conversation {_json(head)} -->", f"# Conversation {stamp(conversation.started_at)}", ""]
    if conversation.title:
        lines.append(f"**Title**: {_line(conversation.title)}  ")
    lines.append(f"**Started**: {_moment(conversation.started_at)}  ")
    if conversation.ended_at is not None:
        lines.append(f"**Ended**: {_moment(conversation.ended_at)}  ")
    lines += [f"**Messages**: {len(messages)}", "", "---", ""]
    turns = [_turn(number, one, conversation.started_at) for number, one in enumerate(messages, start=1)]
    return "\n".join([*lines, *turns])


def _turn(number: int, message: Message, since: datetime) -> str:
    mark: dict[str, Any] = {
        "id": message.id,
        "role": message.role.value,
        "speaker": message.speaker,
        "at": message.sent_at.isoformat(),
        "revision": message.revision,
        "digest": digest(message.text),
    }
    mark |= {"key": message.external_id} if message.external_id is not None else {}
    mark |= {} if message.learnable else {"learnable": False}
    heading = f"## Turn {number} · {_line(message.speaker)} ({_time(message.sent_at, since)})"
    return f"<!-- turn {_json(mark)} -->\n{heading}\n\n{_LIKE_A_MARK.sub(_escaped, message.text)}{_END}"


def user_inputs(conversation: Conversation, messages: Sequence[Message]) -> str:
    """The person's own inputs alone, in the format of seed 003."""
    own = [message for message in messages if message.role is Role.USER]
    updated = own[-1].sent_at if own else conversation.started_at
    lines = [
        f"# User Inputs - Conversation {stamp(conversation.started_at)}",
        "",
        f"**Started**: {_moment(conversation.started_at)}  ",
        f"**Last Updated**: {_moment(updated)}  ",
        f"**Total Inputs**: {len(own)}",
        "",
        "---",
        "",
    ]
    for number, message in enumerate(own, start=1):
        lines += [f"## Turn {number} ({_time(message.sent_at, conversation.started_at)})", "", message.text]
        lines += ["", "---", ""]
    return "\n".join(lines)


def read(text: str, owner: str) -> Transcript:
    """Read ``written`` back, as a conversation of ``owner``; a turn whose mark can't be read is named and left out.

    Raises:
        InvalidInput: it has no mark of a conversation.
    """
    first, _, rest = text.partition("\n")
    found = _HEAD.fullmatch(first)
    if found is None:
        raise InvalidInput(
            "the first line has no mark of a conversation: export it anew, or bring a transcript with `reverie import`"
        )
    rest = rest.replace("\r\n", "\n") if first.endswith("\r") else rest
    head = _mark(found[1])
    conversation = _conversation(head, owner)
    turns: list[Turn] = []
    troubles: list[str] = []
    seen: set[str] = set()
    for number, (mark, body) in enumerate(_blocks(rest), start=1):
        try:
            turn = _read_turn(_mark(mark), body, conversation)
            names = {
                turn.message.id,
                *([] if turn.message.external_id is None else [f"key {turn.message.external_id}"]),
            }
            if names & seen:
                raise InvalidInput("its id was used before: a new turn can't be made by copying another")
        except InvalidInput as error:
            troubles.append(f"turn {number}: {error}")
            continue
        seen |= names
        turns.append(turn)
    return Transcript(
        conversation=conversation,
        turns=tuple(turns),
        owner=_string(head.get("owner")),
        troubles=tuple(troubles),
    )


def _blocks(text: str) -> list[tuple[str, str]]:
    """Each mark with what stands between it and the next."""
    blocks: list[tuple[str, list[str]]] = []
    for line in text.split("\n"):
        mark = _MARK.fullmatch(line)
        if mark is not None:
            blocks.append((mark[1], []))
        elif blocks:
            blocks[-1][1].append(line)
    return [(mark, "\n".join(lines)) for mark, lines in blocks]


def _read_turn(mark: Mapping[str, Any], body: str, conversation: Conversation) -> Turn:
    body = _HEADING.sub("", body, count=1) if _HEADING.match(body) else body
    if body.endswith(_END):
        body = body.removesuffix(_END)
    else:  # somebody changed the end
        bare = body.rstrip()
        body = bare.removesuffix("\n---").rstrip("\n") if bare.endswith("\n---") else bare
    revision, key = mark.get("revision", 1), mark.get("key")
    if not isinstance(revision, int) or isinstance(revision, bool) or not 0 < revision < 2**31:
        raise InvalidInput("its revision is a number from 1")
    message = Message(
        id=_id(mark),
        owner=conversation.owner,
        conversation_id=conversation.id,
        role=_role(mark.get("role")),
        speaker=_text(mark, "speaker"),
        text=_ESCAPED.sub(r"\1", body),
        sent_at=_at(mark, "at"),
        external_id=None if key is None else _text(mark, "key"),
        learnable=mark.get("learnable") is not False,
        revision=revision,
    )
    return Turn(message=message, written=_string(mark.get("digest")))


def _conversation(head: Mapping[str, Any], owner: str) -> Conversation:
    return Conversation(
        id=_id(head),
        owner=owner,
        title=None if head.get("title") is None else _text(head, "title"),
        external_id=None if head.get("key") is None else _text(head, "key"),
        started_at=_at(head, "started_at"),
        ended_at=None if head.get("ended_at") is None else _at(head, "ended_at"),
    )


# -- conversation_summary.md and conversation_ai_notes.md ------------------------------------------


def sheet_page(conversation: Conversation, name: SheetName, page: Page, told: Sequence[str] = ()) -> str:
    """A summary or notes as Markdown; ``told`` are lines that say of it what people want to know."""
    mark = {"author": page.author, "to": page.to_id, "digest": digest(page.text), "base": page.base}
    lines = [f"<!-- {name} {_json(mark)} -->", f"# {TITLES[name]} - Conversation {stamp(conversation.started_at)}", ""]
    if told:
        lines += [*(f"{line}  " for line in told[:-1]), told[-1], ""]
    return "\n".join([*lines, "---", "", page.text, ""])


def read_sheet(text: str) -> Page:
    """Read a summary or notes; without a mark, all of it is somebody's text.

    Raises:
        InvalidInput: the mark can't be read.
    """
    text = text.replace("\r\n", "\n")
    first, _, rest = text.partition("\n")
    found = _SHEET.fullmatch(first)
    if found is None:
        return Page(text=text.strip())
    mark = _mark(found[2])
    _heading, ruled, body = f"\n{rest}".partition("\n---\n")
    author = mark.get("author")
    of_words, base, to_id = (_string(mark.get(name)) for name in ("digest", "base", "to"))
    return Page(
        text=(body if ruled else rest).strip(),
        author=Author(author) if author in tuple(Author) else None,
        written=of_words,
        base=base,
        to_id=to_id,
    )


# -- marks -----------------------------------------------------------------------------------------


def _json(mark: Mapping[str, Any]) -> str:
    """JSON that can end no comment."""
    return json.dumps(mark, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e")


def _mark(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"its mark can't be read: {error}; leave the comments as they are") from error
    if not isinstance(found, dict):
        raise InvalidInput("its mark can't be read: leave the comments as they are")
    return found


def _string(found: object) -> str | None:
    return found if isinstance(found, str) else None


def _id(mark: Mapping[str, Any]) -> str:
    found = mark.get("id")
    if not isinstance(found, str) or _ID.fullmatch(found) is None:
        raise InvalidInput("it has no id of at most 36 letters and digits: leave the comments as they are")
    return found


def _text(mark: Mapping[str, Any], name: str) -> str:
    found = mark.get(name)
    if not isinstance(found, str):
        raise InvalidInput(f"its mark has no {name}: leave the comments as they are")
    return found


def _role(named: object) -> Role:
    if not isinstance(named, str) or named not in tuple(Role):
        raise InvalidInput(f"there is no role {named!r}: there are {', '.join(Role)}")
    return Role(named)


def _at(mark: Mapping[str, Any], name: str) -> datetime:
    try:
        found = datetime.fromisoformat(_text(mark, name))
    except ValueError as error:
        raise InvalidInput(f"the time in {name} can't be read: write it as 2026-03-01T18:30:00+00:00") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _escaped(found: re.Match[str]) -> str:
    return f"\\{found[1]}"


def _line(text: str) -> str:
    return " ".join(text.split())


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def _time(moment: datetime, since: datetime) -> str:
    """The time of a turn, with the day where that is not the first."""
    same = moment.astimezone(UTC).date() == since.astimezone(UTC).date()
    return f"{moment.astimezone(UTC):%H:%M:%S}" if same else _moment(moment)
