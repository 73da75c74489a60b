"""What a reader of memory may see, and of which categories words tell, by the words alone.

A reader is a language model by its name, an API key, or an assistant over MCP.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce

from reverie.records.memories import Category, Kind, Memory
from reverie.text.private_matters import of_health, of_money


def speaks_of(text: str, off: Collection[str]) -> Category | None:
    """The category that is switched ``off`` and that a text tells of, if it does.

    >>> speaks_of("I earn 52k a year", ["money"]), speaks_of("I earn 52k a year", ["health"])
    (<Category.MONEY: 'money'>, None)
    """
    if Category.MONEY in off and of_money(text):
        return Category.MONEY
    return Category.HEALTH if Category.HEALTH in off and of_health(text) else None


def switched_off(memory: Memory, off: Collection[str]) -> bool:
    """Whether a memory is of a category that is switched off, or tells of one: then it is used nowhere."""
    words = f"{memory.text} {memory.value or ''}"
    return memory.category in off or is_mixed_with(memory.details, off) or speaks_of(words, off) is not None


def is_mixed_with(details: Mapping[str, object], off: Collection[str]) -> bool:
    """Whether a note tells of a category that is switched off beside its own."""
    also = details.get("categories")
    return isinstance(also, (list, tuple)) and not set(off).isdisjoint(map(str, also))


ALL, LOCAL, ANYBODY = "all", "local", "*"
"""Words of ``may_read`` beside the categories: every category; local-only conversations; whoever has no own entry."""


SENSITIVE = frozenset({Category.HEALTH.value, Category.MONEY.value})
"""Categories that are told in company only where their person opened them, whoever heard of them."""

Span = tuple[datetime, datetime | None]
"""From when to when (exclusively; None has no end) somebody is in a group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Before whom a person's memory is told: those present in a group, who ``heard`` what was said in these spans.

    ``opened`` are the categories that the person lets be told in company, wherever they were told; ``all`` is all but
    the talk of groups itself, where others spoke too.
    """

    person: str
    group: str
    heard: tuple[Span, ...] = ()
    opened: frozenset[str] = frozenset()

    @property
    def opens_all(self) -> bool:
        """Whether the person lets all of it be told."""
        return ALL in self.opened

    def was_there(self, at: datetime) -> bool:
        """Whether all who are present heard what was said then."""
        return any(begin <= at and (end is None or at < end) for begin, end in self.heard)

    def opens(self, memory: Memory) -> bool:
        """Whether a memory may be told, wherever it was told."""
        closed = frozenset() if self.opens_all else frozenset(map(str, Category)) - self.opened
        return memory.kind is Kind.FACT and memory.category not in closed and not is_mixed_with(memory.details, closed)

    def is_in(self, group: str | None) -> bool:
        """Whether talk in a group, or None alone, may be told at all."""
        return self.opens_all if group is None else group == self.group


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAccess:
    """What a reader may not see: memories of some categories, and with ``local_only`` False what stays on the machine.

    ``between`` are a person and the companion (ids), where nobody else's memory is read so; None is everybody's.
    ``company`` are those before whom one person's memory is told; None where only they hear it.

    >>> phone = ReadAccess(without=frozenset({"health"}), local_only=False)
    >>> (phone & ReadAccess(without=frozenset({"money"}))).without == {"health", "money"}
    True
    """

    without: frozenset[str] = frozenset()
    local_only: bool = True
    between: tuple[str, str] | None = None
    company: Company | None = None

    def __and__(self, other: ReadAccess) -> ReadAccess:
        """What both may see, of whomever."""
        return ReadAccess(
            without=self.without | other.without,
            local_only=self.local_only and other.local_only,
            company=self.company or other.company,
        )


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
    (ReadAccess(without=frozenset(), local_only=True, between=None, company=None), False)
    >>> len(access_of(rules, [["openai: BIG:latest"]]).without)
    5
    """
    return reduce(ReadAccess.__and__, (_access(may_read, names, local) for names in readers), WHOLE)


def _spelled(name: str) -> str:
    """A reader's name as it is compared: servers of models take "QWEN3" and "qwen3:latest" for "qwen3"."""
    return name if name.startswith("key:") else name.strip().casefold().replace(": ", ":").removesuffix(":latest")


def _untagged(name: str) -> str:
    """A model's name without its tag: "ollama:qwen3:8b" is a "ollama:qwen3", where it has no entry of its own."""
    return name.rpartition(":")[0] if name.count(":") > 1 and not name.startswith("key:") else name


def _access(may_read: Mapping[str, Sequence[str]], names: Sequence[str], local: bool) -> ReadAccess:
    rules = {_spelled(name): categories for name, categories in may_read.items()}
    asked = [one for name in names for one in (_spelled(name), _untagged(_spelled(name)))]
    found = next((rules[name] for name in (*asked, ANYBODY) if name in rules), (ALL,))
    without = frozenset() if ALL in found else frozenset(Category) - set(found)
    return ReadAccess(without=frozenset(map(str, without)), local_only=local or LOCAL in found)
