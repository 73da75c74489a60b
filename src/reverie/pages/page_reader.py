"""Reading a page: a stream of YAML events becomes nodes that know where they stand, and the nodes a profile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NoReturn

from reverie.errors import InvalidInput, Refused
from reverie.records.profiles import (
    FIELDS,
    LISTS,
    LONGEST_TEXT,
    MAPPING,
    Place,
    Profile,
    assembled,
    checked_background,
    unknown_field,
)
from reverie.secrets import masked
from reverie.text.patterns import lazy_pattern

if TYPE_CHECKING:
    from ruamel.yaml.events import Event, ScalarEvent

LARGEST = 256 * 1024
"""Bytes that a page may have."""

MOST = 10_000
"""Entries of one list; a mapping has half as many, because a name counts too."""

_DEPTH = 3
"""Levels of a page: its fields, what stands in them, and the list in ``communication``."""

HEADER = lazy_pattern(
    r"^# reverie profile of (?P<owner>\S+), as known at (?P<known_at>[^\s,]+)(?:, change (?P<seq>\d{1,18})\b)?.*$\n?",
    re.MULTILINE,
)
_UNREADABLE = lazy_pattern("[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
NOTHING = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a page says. ``said`` are the places it speaks of, empty ones too, as ``Edit.where`` names them.

    ``owner``, ``known_at`` and ``seq`` come from the comment that a page is given when it is written: whose it is, and
    what was known then, by the clock and by the log. Pages of older versions have no ``seq``.
    """

    profile: Profile
    said: frozenset[str]
    owner: str | None = None
    known_at: datetime | None = None
    seq: int | None = None


@dataclass(slots=True, kw_only=True)
class Node:
    """A piece of a page: a text, a list or a mapping, and where in the page it stands: [start, end)."""

    start: int
    end: int
    line: int
    column: int
    flow: bool = False
    style: str | None = None
    text: str | None = None
    items: list[Node] | None = None
    pairs: list[tuple[Node, Node]] | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing stands there, or what means nothing."""
        return self.text is None and self.items is None and self.pairs is None


def parsed(text: str) -> Page:
    """Read a page.

    Raises:
        InvalidInput: it is too large, no YAML, or says what no profile says; with line, column and reason.
    """
    text = prepared(text)
    root = root_of(text)
    found: dict[Place, str] = {}
    said: set[str] = set()
    for name, key, value in _named(root, "the page"):
        if name not in FIELDS:
            _refuse(key, unknown_field(name))
        _take(name, key, value, found, said)
    header = HEADER.search(text)
    return Page(
        profile=assembled(found),
        said=frozenset(said),
        owner=header["owner"] if header else None,
        known_at=_moment(header["known_at"]) if header else None,
        seq=int(header["seq"]) if header and header["seq"] else None,
    )


def unheaded(text: str) -> str:
    """A page without the comment that says whose it is."""
    return HEADER.sub("", text, count=1)


def see_no_secret(text: str) -> None:
    """See that no line of a page holds a secret, comments too: the page is kept as it is.

    Raises:
        Refused: one does.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        kinds = masked(unheaded(line)).kinds
        if kinds:
            raise Refused(f"line {number}: a {kinds[0]} is never stored: take it out of the text", reason="sensitive")
    kinds = masked(unheaded(text)).kinds
    if kinds:
        raise Refused(f"a {kinds[0]} is never stored: take it out of the text", reason="sensitive")


def _take(name: str, key: Node, value: Node, found: dict[Place, str], said: set[str]) -> None:
    """Take what one field says."""
    if name == MAPPING:
        for inner, at, one in _named(value, name):
            said.add(f"{name}.{_checked_name(at, inner)}")
            _take_text((name, _checked_name(at, inner)), one, found)
    elif name == "communication":
        for inner, at, one in _named(value, name):
            if inner not in ("style", "preferences"):
                _refuse(at, f"communication has no {inner!r}: there are style and preferences")
            _take(f"{name}.{inner}", at, one, found, said)
    elif name in LISTS:
        said.add(name)
        _take_list(name, value, found)
    else:
        said.add(name)
        if name == "display_name" and value.empty:
            _refuse(key, "display_name can't be empty: it is what the person is called")
        _take_text((name, ""), value, found)


def _take_text(where: Place, node: Node, found: dict[Place, str]) -> None:
    name = where[1] or where[0]
    if node.items is not None or node.pairs is not None:
        _refuse(node, f"{name} is a text, not a {'list' if node.pairs is None else 'mapping'}: put it in quotes")
    if len(node.text or "") > LONGEST_TEXT:
        _refuse(node, f"{name} has at most {LONGEST_TEXT:,} characters: this has {len(node.text or ''):,}")
    if node.text is not None:
        found[where] = node.text


def _take_list(name: str, node: Node, found: dict[Place, str]) -> None:
    if node.text is not None or node.pairs is not None:
        _refuse(node, f"{name} is a list: write each of its entries on a line of its own after a dash")
    for item in node.items or ():
        if item.empty:
            _refuse(item, f"an entry of {name} is empty: write something there, or delete the line")
        if item.text is not None and (name, item.text) in found:
            _refuse(item, f"{item.text!r} stands twice in {name}: delete one of both")
        _take_text((name, item.text or ""), item, found)


def _named(node: Node, what: str) -> Iterator[tuple[str, Node, Node]]:
    """The pairs of a mapping, each name once."""
    if node.text is not None or node.items is not None:
        _refuse(node, f"{what} is a mapping: write lines like `name: text`")
    seen: set[str] = set()
    for key, value in node.pairs or ():
        if key.text is None:
            _refuse(key, "a name is a text: write lines like `name: text`")
        name = _checked_name(key, key.text) if what == MAPPING else key.text
        if name in seen:
            _refuse(key, f"{name!r} stands twice in {what}: delete one of both")
        seen.add(name)
        yield key.text, key, value


def _checked_name(node: Node, name: str) -> str:
    try:
        return checked_background(name)
    except InvalidInput as error:
        _refuse(node, str(error))


def _refuse(node: Node, reason: str) -> NoReturn:
    raise InvalidInput(f"line {node.line}, column {node.column}: {reason}")


def _moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidInput(f"the first comment's time {text!r} can't be read: undo your change of that line") from error
    if found.tzinfo is None:
        raise InvalidInput(f"the first comment's time {text!r} has no zone: undo your change of that line")
    return found


def prepared(text: str) -> str:
    """A page as it is read: with the line ends of YAML, and of a size and of characters that it may have."""
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise InvalidInput(f"a profile has at most {LARGEST // 1024} KB: this text is larger")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    odd = _UNREADABLE.search(text)
    if odd:
        line, column = text.count("\n", 0, odd.start()) + 1, odd.start() - text.rfind("\n", 0, odd.start())
        raise InvalidInput(
            f"line {line}, column {column}: the character U+{ord(odd[0]):04X} can't stand in YAML as it is: delete it, "
            'or write it as "\\x07" in double quotes'
        )
    return text if text.endswith("\n") or not text else text + "\n"


def root_of(text: str) -> Node:
    """Read the nodes of a prepared page: as a stream, so that nothing is built of what is refused."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        return _document(YAML(typ="safe", pure=True).parse(text), text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark is not None else ""
        raise InvalidInput(f"{where}{error.problem or error.context or 'this is no YAML'}; mend the line") from error
    except (YAMLError, ValueError, OverflowError, AssertionError) as error:  # versions are asserted by ruamel
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(f"this can't be read as YAML: {error}") from error


def _document(events: Iterator[Event], text: str) -> Node:
    from ruamel.yaml.events import DocumentStartEvent, StreamEndEvent, StreamStartEvent

    root = Node(start=len(text), end=len(text), line=1, column=1)
    documents = 0
    for event in events:
        if isinstance(event, DocumentStartEvent):
            documents += 1
            if documents > 1:
                _refuse(_at(event), "a profile is one document: delete what begins with ---")
            if event.version is not None or event.tags:
                _refuse(_at(event), "a profile has no directives: delete the line that begins with %")
            root = _node(next(events), events, depth=0)
        elif isinstance(event, StreamStartEvent | StreamEndEvent):
            continue
    return root


def _node(event: Event, events: Iterator[Event], depth: int) -> Node:
    from ruamel.yaml.events import AliasEvent, MappingStartEvent, ScalarEvent, SequenceStartEvent

    node = _at(event)
    if isinstance(event, AliasEvent) or getattr(event, "anchor", None) is not None:
        _refuse(node, "anchors and aliases (& and *) are not read: write it out, or put it in quotes")
    if getattr(event, "ctag", None) is not None:
        _refuse(node, "tags (!) are not read: put the text in quotes")
    if isinstance(event, ScalarEvent):
        return _scalar(node, event)
    if depth == _DEPTH:
        _refuse(node, "a profile is not that deep: put it in quotes if it is a text")
    inner, closed = _children(events, depth + 1)
    if isinstance(event, SequenceStartEvent):
        node.items, node.flow = inner, bool(event.flow_style)
    elif isinstance(event, MappingStartEvent):
        node.pairs, node.flow = list(zip(inner[::2], inner[1::2], strict=True)), bool(event.flow_style)
    node.end = closed if node.flow else inner[-1].end
    return node


def _children(events: Iterator[Event], depth: int) -> tuple[list[Node], int]:
    """What stands in a list or mapping, keys and values alike, and where it is closed."""
    from ruamel.yaml.events import CollectionEndEvent

    inner: list[Node] = []
    for event in events:
        if isinstance(event, CollectionEndEvent):
            return inner, event.end_mark.index
        inner.append(_node(event, events, depth))
        if len(inner) > MOST:
            _refuse(inner[-1], f"a profile has at most {MOST:,} entries in one place, names counted too")
    raise ValueError("it ends too early")  # pragma: no cover - the parser says so before


def _scalar(node: Node, event: ScalarEvent) -> Node:
    plain = event.style is None or event.style == ""
    node.style = None if plain else event.style
    text = event.value.removesuffix("\n") if event.style in ("|", ">") else event.value
    node.text = None if not text or (plain and text in NOTHING) else text
    return node


def _at(event: Event) -> Node:
    start, end = event.start_mark, event.end_mark
    return Node(start=start.index, end=end.index, line=start.line + 1, column=start.column + 1)
