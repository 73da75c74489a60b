"""Writing a page: what changed is put into the text at the very place where it stands; every other byte stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from operator import attrgetter

from reverie.errors import InvalidInput
from reverie.pages.page_reader import HEADER, Node, parsed, prepared, root_of
from reverie.records.profiles import FIELDS, Profile, background_name
from reverie.text.patterns import lazy_pattern

BLANK = """\
# What is known of this person, and yours to change: edit, add, or empty what you like.
# Your comments, your order and your quotes stay as you leave them.

display_name:
nickname:
pronouns:

# What you are to each other: friend, collaborator, primary_partner …
relationship:

# Who they are. Any name may stand here; employer, occupation and home are learned from talk.
background:

communication:
  # How they talk, in a few words.
  style:
  # How they like to be talked to, each on a line of its own after a dash.
  preferences:

# What they care about, each on a line of its own after a dash.
values:
interests:
hobbies:

# Anything else.
notes:

# The path of a picture of their face.
face_image:
"""

_ESCAPED = lazy_pattern("[^\t\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_PLAIN = lazy_pattern(r"[^\W\d_](?:[\w '()/.&+,-]*[\w)])?")
_OTHERS_READ_AS = frozenset("y n yes no on off true false null none nan inf".split())
_BLOCK_HEAD = lazy_pattern(r"[|>][^\n#]*(#[^\n]*)?")
_COMMENT = lazy_pattern(r"(?:^|(?<=\s))#[^\n]*")

Wanted = str | Sequence[str] | Mapping[str, "Wanted"] | None
Change = tuple[int, int, str]
"""Characters [start, end) of a page, and what is to stand there."""


class _OneLine(str):
    """A text that is to stand on one line, whatever is in it."""

    __slots__ = ()


class _Unfit(ValueError):
    """The text can't be changed in its place."""


def rendered(
    profile: Profile,
    onto: str | None = None,
    *,
    owner: str | None = None,
    known_at: datetime | None = None,
    seq: int | None = None,
) -> str:
    """Write a profile as a page, on top of the text that somebody last wrote; without one, as a page with every field.

    With ``owner`` and ``known_at`` its first comment says whose it is and what was known then, for the next merge:
    ``seq`` says it to the letter, for clocks disagree.
    A text that can't be changed where it stands (all of it in braces, for example) gives way to a new page.
    """
    try:
        text = _onto(BLANK if onto is None else prepared(onto), profile)
    except (_Unfit, InvalidInput):
        text = _changed(BLANK, profile)
    if owner is None or known_at is None:
        return text
    known = known_at.isoformat() if seq is None else f"{known_at.isoformat()}, change {seq}"
    return _headed(text, profile, owner, known)


def _onto(text: str, profile: Profile) -> str:
    if parsed(text).profile == profile:
        return text
    # Lines below a name would take in a comment that stands there further to the right: then it is written on one.
    for one_line in (False, True):
        changed = _changed(text, profile, one_line=one_line)
        if _says_that(changed, profile):
            return changed
    raise _Unfit


def _says_that(text: str, profile: Profile) -> bool:
    try:
        return parsed(text).profile == profile
    except InvalidInput:
        return False


def _headed(text: str, profile: Profile, owner: str, known: str) -> str:
    updated = f", last updated {profile.last_updated.isoformat()}" if profile.last_updated else ""
    header = f"# reverie profile of {owner}, as known at {known}{updated}\n"
    return HEADER.sub(lambda _old: header, text, count=1) if HEADER.search(text) else header + text


def _changed(text: str, profile: Profile, *, one_line: bool = False) -> str:
    root = root_of(text)
    if root.flow or root.text is not None or root.items is not None:
        raise _Unfit
    changes = list(_mapping(text, root, _tree(profile, one_line=one_line)))
    pieces, at = [], 0
    for start, end, new in sorted(changes, key=lambda change: change[0]):
        pieces += [text[at:start], new]
        at = max(at, end)
    return "".join([*pieces, text[at:]])


def _tree(profile: Profile, *, one_line: bool) -> dict[str, Wanted]:
    """What a page is to say, by field."""
    made = _OneLine if one_line else str
    tree: dict[str, Wanted] = {name: attrgetter(name)(profile) for name in FIELDS}
    talk = profile.communication
    tree["communication"] = {"style": talk.style and made(talk.style), "preferences": talk.preferences}
    tree["background"] = {name: made(text) for name, text in profile.background.items()}
    return {name: made(one) if isinstance(one, str) else one for name, one in tree.items()}


def _mapping(text: str, node: Node, wanted: Mapping[str, Wanted]) -> Iterable[Change]:
    """The changes that make a block mapping say what is wanted: None empties a name, and one that is left out goes."""
    left = dict(wanted)
    column = 0
    last = len(text)
    for key, value in node.pairs or ():
        name = background_name(key.text or "")
        colon = _colon(text, key, value)
        column = key.column - 1
        last = _after(text, max(colon, _end(text, value)))
        if name not in left:
            yield _line(text, key.start), last, ""
        else:
            yield from _value(text, value, left.pop(name), colon, column)
    for name, one in left.items():
        if _says(one):
            yield last, last, _field(name, one, column)


def _value(text: str, node: Node, wanted: Wanted, colon: int, column: int) -> Iterable[Change]:
    """The changes that make what stands behind a name say what is wanted."""
    if wanted is None or isinstance(wanted, str):
        if node.text != wanted:
            yield from _text(text, node, wanted, colon, column)
    elif node.flow and (node.items or node.pairs):
        if (new := _flow(text, node, wanted)) != _flow(text, node, None):
            line = _line(text, node.start)
            for start, end in comments(text, node):
                yield line, line, f"{' ' * column}{text[start:end]}\n"
            yield node.start, node.end, new
    elif node.items is not None or node.pairs is not None or wanted:
        yield from _block(text, node, wanted, colon, column)


def _block(
    text: str, node: Node, wanted: Sequence[str] | Mapping[str, Wanted], colon: int, column: int
) -> Iterable[Change]:
    """The changes that make a block list or mapping, or what is empty yet, say what is wanted."""
    if node.empty or node.flow:
        if _says(wanted):
            stands = _stands(text, node, colon)
            if stands:
                yield _shrunk(text, node.start), node.end, ""
            line = _after(text, node.end if stands else colon)
            yield line, line, _inner(wanted, column + 2)
    elif isinstance(wanted, Mapping):
        yield from _mapping(text, node, wanted)
    else:
        yield from _list(text, node, wanted)


def _list(text: str, node: Node, wanted: Sequence[str]) -> Iterable[Change]:
    left = dict.fromkeys(wanted)
    before, column, last = node.start, node.column - 1, node.start
    for item in node.items or ():
        dash = text.rfind("-", before, item.start)
        before, last = item.end, _after(text, _end(text, item))
        if dash < 0:
            raise _Unfit
        if item.text in left:
            del left[item.text]
        else:
            yield _line(text, dash), last, ""
    yield last, last, _inner(list(left), column)


def _text(text: str, node: Node, wanted: str | None, colon: int, column: int) -> Iterable[Change]:
    """The changes that put a text in the place of another, or of nothing."""
    head, body = ("", "") if wanted is None else _scalar(wanted, column + 2)
    if node.style in ("|", ">"):
        said = _BLOCK_HEAD.match(text, node.start)
        head += f"  {said[1]}" if said and said[1] else ""
    if _stands(text, node, colon):
        start, end = node.start, _end(text, node)
        start = start if head else _shrunk(text, start)
    else:
        start = end = colon
        head = f" {head}"
    yield start, end, head
    if body:
        line = _after(text, end)
        yield line, line, body


def _stands(text: str, node: Node, colon: int) -> bool:
    """Whether anything stands behind a name: what is empty may be ~, or quotes with nothing in them."""
    return node.start >= colon and bool(text[node.start : node.end].strip())


def _says(wanted: Wanted) -> bool:
    """Whether there is anything to be written."""
    return any(map(_says, wanted.values())) if isinstance(wanted, Mapping) else bool(wanted)


# -- pieces of text ------------------------------------------------------------------------------


def _field(name: str, wanted: Wanted, column: int) -> str:
    """A field that is new on the page."""
    pad = " " * column
    if wanted is None or isinstance(wanted, str):
        head, body = _scalar(wanted or "", column + 2)
        return f"{pad}{_key(name)}: {head}\n{body}"
    return f"{pad}{_key(name)}:\n{_inner(wanted, column + 2)}"


def _inner(wanted: Sequence[str] | Mapping[str, Wanted], column: int) -> str:
    if isinstance(wanted, Mapping):
        return "".join(_field(name, one, column) for name, one in wanted.items() if _says(one))
    return "".join(f"{' ' * column}- {_quoted(entry)}\n" for entry in wanted)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[a-z]\w*", name) and name not in _OTHERS_READ_AS else _quoted(name)


def _scalar(text: str, column: int) -> tuple[str, str]:
    """A text as it stands behind a name: what begins on that line, and the lines below, if it has several."""
    lines = text.split("\n")
    literal = (
        len(lines) > 1 and not isinstance(text, _OneLine) and not _ESCAPED.search("".join(lines)) and "\t" not in text
    )
    if literal and text.strip() == text and all(line.strip() or not line for line in lines):
        return "|-", "".join(f"{' ' * column if line else ''}{line}\n" for line in lines)
    return _quoted(text), ""


def _quoted(text: str, *, flow: bool = False) -> str:
    """A text on one line: plain where every reader of YAML takes it for that text, or else in double quotes."""
    plain = _PLAIN.fullmatch(text) and text.casefold() not in _OTHERS_READ_AS and not (flow and "," in text)
    if plain:
        return text
    # What JSON leaves as it is and YAML does not: control characters, line separators, the byte order mark.
    escaped = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda c: f"\\u{ord(c[0]):04x}" if ord(c[0]) < 0x10000 else f"\\U{ord(c[0]):08x}", escaped)


def _flow(text: str, node: Node | None, wanted: Wanted) -> str:
    """A list or mapping between brackets, with the words of what stays as they stand; ``wanted`` None takes all."""
    if node is not None and (wanted is None or (isinstance(wanted, str) and node.text == wanted)):
        if node.items:
            return f"[{', '.join(_flow(text, item, None) for item in node.items)}]"
        if node.pairs:
            return f"{{{', '.join(f'{text[k.start : k.end]}: {_flow(text, v, None)}' for k, v in node.pairs)}}}"
        return text[node.start : node.end]
    if wanted is None or isinstance(wanted, str):
        return _quoted(wanted or "", flow=True)
    if isinstance(wanted, Mapping):
        return f"{{{', '.join(_flow_pairs(text, node, wanted))}}}"
    items = {item.text or "": item for item in (node.items if node is not None else None) or ()}
    there = frozenset(wanted)
    entries = [*(entry for entry in items if entry in there), *(entry for entry in wanted if entry not in items)]
    return f"[{', '.join(_flow(text, items.get(entry), entry) for entry in entries)}]"


def _flow_pairs(text: str, node: Node | None, wanted: Mapping[str, Wanted]) -> Iterable[str]:
    left = {name: one for name, one in wanted.items() if _says(one)}
    for key, value in (node.pairs if node is not None else None) or ():
        one = left.pop(background_name(key.text or ""), None)
        if one:
            yield f"{text[key.start : key.end]}: {_flow(text, value, one)}"
    for name, one in left.items():
        yield f"{_key(name)}: {_flow(text, None, one)}"


def comments(text: str, node: Node) -> Iterable[tuple[int, int]]:
    """Where the comments of a node stand, [start, end): what begins with # between its words."""
    at = node.start
    for leaf in [*_leaves(node), None]:
        start, end = (node.end, node.end) if leaf is None else (leaf.start, leaf.end)
        for found in _COMMENT.finditer(text[at:start]):
            yield at + found.start(), at + found.end()
        if leaf is not None and leaf.style in ("|", ">"):
            head = _BLOCK_HEAD.match(text, leaf.start)
            if head and head[1]:
                yield head.span(1)
        at = max(at, end)


def _leaves(node: Node) -> Iterable[Node]:
    inner = [*(node.items or ()), *(one for pair in node.pairs or () for one in pair)]
    if not inner:
        yield node
    for one in inner:
        yield from _leaves(one)


def _colon(text: str, key: Node, value: Node) -> int:
    """The place behind the colon that follows a name."""
    found = text.find(":", key.end)
    if found < 0 or text[key.end : found].strip() or (not value.empty and found >= value.start):
        raise _Unfit  # a name written as `? name`
    return found + 1


def _end(text: str, node: Node) -> int:
    """Where the last word of a node ends."""
    if node.items is not None or node.pairs is not None:
        inner = node.items if node.items is not None else [one for pair in node.pairs or () for one in pair]
        return node.end if node.flow or not inner else max(_end(text, one) for one in inner)
    return node.start + len(text[node.start : node.end].rstrip())


def _line(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _after(text: str, at: int) -> int:
    """The beginning of the next line."""
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _shrunk(text: str, at: int) -> int:
    """The same place, without the spaces before it."""
    return len(text[:at].rstrip(" "))
