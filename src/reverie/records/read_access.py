"""What a reader of memory may see: a language model by its name, an API key, an assistant over MCP.

The one idea: a reader who may not see a category reads as if the person had switched it off, and a conversation that
stays on this machine is not there for whoever is elsewhere. What is kept and learned does not depend on who reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from reverie.records.memories import Category

ALL, LOCAL, ANYBODY = "all", "local", "*"
"""Words of ``may_read`` beside the categories: every category; local-only conversations; whoever has no own entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAccess:
    """What a reader may not see: memories of some categories, and with ``local_only`` False what stays on the machine.

    ``between`` are a person and the companion (ids), where nobody else's memory is read so; None is everybody's.

    >>> phone = ReadAccess(without=frozenset({"health"}), local_only=False)
    >>> (phone & ReadAccess(without=frozenset({"money"}))).without == {"health", "money"}
    True
    """

    without: frozenset[str] = frozenset()
    local_only: bool = True
    between: tuple[str, str] | None = None

    def __and__(self, other: ReadAccess) -> ReadAccess:
        """What both may see, of whomever."""
        return ReadAccess(without=self.without | other.without, local_only=self.local_only and other.local_only)


WHOLE = ReadAccess()
"""The access of a person to their own memory, and of whoever looks after it."""


def access_of(
    may_read: Mapping[str, Sequence[str]], readers: Iterable[Sequence[str]], *, local: bool = False
) -> ReadAccess:
    """What readers may see together; each is given by its names, of which the first that is in ``may_read`` counts.

    ``local`` says that all of them are on this machine. Who has no entry, and there is none for ``*``, may see every
    category.

    >>> rules = {"openai:big": ["fact", "preference"], "key:desk": ["all", "local"]}
    >>> sorted(access_of(rules, [["openai:big"]]).without)
    ['event', 'feeling', 'health', 'money', 'other']
    >>> access_of(rules, [["key:desk"]]), access_of(rules, [["openai:small"]]).local_only
    (ReadAccess(without=frozenset(), local_only=True, between=None), False)
    """
    return reduce(ReadAccess.__and__, (_access(may_read, names, local) for names in readers), WHOLE)


def _access(may_read: Mapping[str, Sequence[str]], names: Sequence[str], local: bool) -> ReadAccess:
    found = next((may_read[name] for name in (*names, ANYBODY) if name in may_read), (ALL,))
    without = frozenset() if ALL in found else frozenset(Category) - set(found)
    return ReadAccess(without=frozenset(map(str, without)), local_only=local or LOCAL in found)
