"""JSON items: what an agent's framework keeps of a person, under a namespace and a key, to be given back as it was.

An item is no memory: nothing is learned from it and it is in no context. It is the person's all the same, so it is
exported, erased and undone like everything else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from operator import ge, gt, le, lt
from typing import Any

from reverie.errors import InvalidInput, Refused
from reverie.records.conversations import LONGEST, cleaned
from reverie.secrets import masked, secrets
from reverie.text.patterns import lazy_pattern

Value = Mapping[str, Any]
Namespace = tuple[str, ...]

LONGEST_NAMESPACE = 1200
LONGEST_KEY = 800
"""Bytes: a namespace and a key stand in an index of PostgreSQL, whose entries end at 2,704."""

_AS_THEY_ARE = frozenset({"id", "call_id", "item_id", "encrypted_content", "type", "role", "status"})
"""Fields whose random letters only look like secrets, and mean something to the framework."""

_BLOB = lazy_pattern(r"(?:data:[\w.+/-]+;base64,)?[\w+/=-]{400,}")
"""A picture or a file in letters: no words, and too long for a key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A JSON object under a namespace and a key. ``text`` is what the search finds it by; it may be empty."""

    id: str
    owner: str
    namespace: Namespace
    key: str
    value: Value = field(default_factory=dict)
    text: str = ""
    created_at: datetime
    updated_at: datetime
    revision: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """What is to be written under a namespace and a key; a ``value`` of None deletes what is there.

    ``text`` is what it is found by: None takes every text in the value, an empty one keeps it out of the search.
    """

    namespace: Namespace
    key: str
    value: Value | None
    text: str | None = None


def checked(write: Write) -> Write:
    """A write that can be kept, with the secrets in its value masked.

    Raises:
        InvalidInput: the namespace or the key is empty or too long, or the value is no JSON object.
        Refused: there is a secret in the namespace or the key.
    """
    spelt, name = namespace_text(write.namespace), write.key
    if not write.namespace or not all(write.namespace) or not name:
        raise InvalidInput("a namespace has one label at least, and neither a label nor a key is empty")
    if len(spelt.encode()) > LONGEST_NAMESPACE or len(name.encode()) > LONGEST_KEY:
        raise InvalidInput(f"a namespace has at most {LONGEST_NAMESPACE} bytes, and a key {LONGEST_KEY}: shorten them")
    if secrets(" ".join((*write.namespace, name))):
        raise Refused("there is a secret in the namespace or the key: name the item otherwise", reason="sensitive")
    if write.value is None:
        return write
    value = without_secrets(_plain(write.value))
    text = "\n".join(texts(value)) if write.text is None else masked(write.text).text
    return Write(namespace=write.namespace, key=name, value=value, text=cleaned(text))


def _plain(value: Value) -> dict[str, Any]:
    """A value as it comes back from JSON, which has to be the same."""
    try:
        written = json.dumps(value, allow_nan=False)
        plain = json.loads(written)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"the value can't be kept as JSON ({error}): make it of plain texts and numbers") from error
    if not isinstance(plain, dict) or plain != value:
        raise InvalidInput("the value would come back otherwise: give an object of texts, numbers, lists and objects")
    if len(written) > LONGEST:
        raise InvalidInput(f"the value has more than {LONGEST:,} characters: cut it into several items")
    return plain


def texts(value: object) -> Iterator[str]:
    """Every text in a JSON value, in order; names of fields are none."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, Sequence):
        for one in value:
            yield from texts(one)


def without_secrets(value: Any, name: str = "") -> Any:
    """A JSON value with the secrets in its names and texts masked, and those in JSON that stands in its texts.

    >>> without_secrets({"note": "my wifi password is hunter2, ok?", "n": 1, "pin": "4815"})
    {'note': 'my wifi password is [password removed], ok?', 'n': 1, 'pin': '[password removed]'}
    """
    if isinstance(value, Mapping):
        return {masked(key).text: without_secrets(one, key) for key, one in value.items()}
    if isinstance(value, list):
        return [without_secrets(one, name) for one in value]
    if not isinstance(value, str) or name in _AS_THEY_ARE or _BLOB.fullmatch(value):
        return value
    inside = _inside(value)
    if inside is not None:
        safe = without_secrets(inside)
        return value if safe == inside else json.dumps(safe, ensure_ascii=False)
    told = masked(f"{name}: {value}").text  # "password", "tulip": together they tell one
    return told.removeprefix(f"{name}: ") if told.startswith(f"{name}: ") else masked(value).text


def _inside(text: str) -> Any | None:
    """The object or list that a text is the JSON of, as the arguments of a tool are."""
    if not text.startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


# -- namespaces ----------------------------------------------------------------------------------


def namespace_text(namespace: tuple[object, ...]) -> str:
    """A namespace as it is kept: a JSON list, so that a label may hold any letter.

    Raises:
        InvalidInput: a label holds what no database keeps.

    >>> namespace_text(("notes", "2026"))
    '["notes","2026"]'
    """
    if any(not isinstance(label, str) or cleaned(label) != label for label in namespace):
        raise InvalidInput("the labels of a namespace are texts without NUL and broken characters")
    return json.dumps(namespace, ensure_ascii=False, separators=(",", ":"))


def namespace_of(spelt: str) -> Namespace:
    """The namespace that was kept. Raises ValueError where it is none."""
    labels = json.loads(spelt)
    if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
        raise ValueError("its 'namespace' is no list of texts")
    return tuple(labels)


# -- filters -------------------------------------------------------------------------------------

_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {"$gt": gt, "$gte": ge, "$lt": lt, "$lte": le}


def matches(value: Value, wanted: Value) -> bool:
    """Whether every wanted field is there and is equal, or stands as its operators say.

    The operators are ``$eq``, ``$ne``, ``$gt``, ``$gte``, ``$lt`` and ``$lte``. What can't be compared does not match.

    Raises:
        InvalidInput: there is no such operator.

    >>> matches({"stars": 4, "of": {"city": "Lyon"}}, {"stars": {"$gte": 3}, "of": {"city": "Lyon"}})
    True
    """
    return all(_matches(value.get(name), one) for name, one in wanted.items())


def _matches(there: Any, wanted: Any) -> bool:
    if not isinstance(wanted, Mapping):
        return bool(there == wanted)
    operators = [name for name in wanted if name.startswith("$")]
    if not operators:
        return isinstance(there, Mapping) and matches(there, wanted)
    return all(_holds(operator, there, wanted[operator]) for operator in operators)


def _holds(operator: str, there: Any, wanted: Any) -> bool:
    if operator in ("$eq", "$ne"):
        return bool(there == wanted) is (operator == "$eq")
    if operator not in _ORDER:
        raise InvalidInput(f"there is no operator {operator!r}: there are $eq, $ne, {', '.join(_ORDER)}")
    try:
        return partial(_ORDER[operator], there)(wanted)
    except TypeError:
        return False
