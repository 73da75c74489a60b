"""The timeline of a slot, computed from its statements: which value was so from when until when, and what ended it.

The one idea: sorted by the time from which it is so, the same value again lengthens a stretch, another one ends it, and
nothing else is kept. Whatever is taken back is left out, and the timeline is computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce

from reverie.memory.lifecycle import surer
from reverie.records.memories import Says, Statement


@dataclass(slots=True, eq=False)
class Stretch:
    """A value that was so: by which statements, until when, and what ended it.

    ``before`` is the stretch whose place it took; ``after`` the one that took its own, ``by_id`` a memory elsewhere
    that did. One that is ``silent`` was forgotten: it says nothing, but it ended what stood before it.
    """

    value: str
    silent: bool
    start: datetime
    statements: list[Statement] = field(default_factory=list)
    end: datetime | None = None
    expires: datetime | None = None
    before: Stretch | None = None
    after: Stretch | None = None
    by_id: str | None = None

    def say(self, statement: Statement) -> None:
        """Let it be said once more. A life span ends with that of the last one; one without an end has none."""
        first = not self.statements
        self.statements.append(statement)
        if first:
            self.expires = statement.expires_at
        elif self.expires is not None:
            self.expires = max(self.expires, statement.expires_at or self.expires)

    def was_known(self, before: int) -> bool:
        """Whether something of it was known then."""
        return any(statement.known < before for statement in self.statements)

    def was_silent(self, when: int) -> bool:
        """Whether it was forgotten by then."""
        return self.silent and all(one.silenced is not None and one.silenced < when for one in self.statements)

    def close(self, at: datetime, after: Stretch | None = None, by_id: str | None = None) -> None:
        """End it."""
        self.end, self.after, self.by_id = at, after, by_id


def fold(statements: Collection[Statement], values: Mapping[str, str]) -> list[Stretch]:
    """Compute a timeline, the earliest stretch first.

    ``values`` names what each memory says: equal names are one value.
    """
    made: list[Stretch] = []
    held: Stretch | None = None
    for at, statement in _in_order(statements, values):
        value, silent = values[statement.memory_id], statement.silenced is not None
        if held is not None and held.expires is not None and at >= held.expires:
            held.close(held.expires)
            held = None
        if statement.says is not Says.SO:
            if held is not None and held.value == value and not held.silent and held.was_known(statement.known):
                held.close(at, by_id=statement.by_id)
                held = None
            continue
        if held is not None and (held.value, held.silent) == (value, silent):
            held.say(statement)
            continue
        if statement.silenced == 0 or (silent and held is not None and not held.was_known(statement.silenced or 0)):
            continue  # what was said since it was forgotten is not ended by it
        new = Stretch(value, silent, at)
        new.say(statement)
        if held is None and made and made[-1].by_id in (statement.memory_id, statement.id):
            held = made[-1]  # it was decided that this takes its place
        if held is not None and not held.was_silent(statement.known):
            held.close(at, after=new)
            new.before = held
        made.append(new)
        held = new
    return made


def _in_order(statements: Iterable[Statement], values: Mapping[str, str]) -> list[tuple[datetime, Statement]]:
    """The statements by the time from which they count: what a decision ended counts up to the decision at most."""
    ends = [one for one in statements if one.says is Says.SETTLED]
    found = []
    for one in statements:
        decided = [
            end.at
            for end in ends
            if one.says is Says.SO and values[end.memory_id] == values[one.memory_id] and one.known < end.known
        ]
        at = min([one.at, *decided])
        found.append(((at, at not in decided, one.known, one.id), one))
    return [(key[0], one) for key, one in sorted(found, key=lambda pair: pair[0])]


def claimed(stretches: Collection[Stretch], there: Collection[str], coming: Collection[str] = ()) -> dict[str, Stretch]:
    """Name each stretch by the id of a memory, so that ids stay as they are wherever they can.

    A memory is where the statement is that began it; else where the first of its statements is. What is left has the
    id of its own first statement. ``there`` are the ids of the memories that there are, ``coming`` those that may be.
    """
    named: dict[str, Stretch] = {}
    nameless = list(stretches)

    def name(ids: Callable[[Statement], str | None]) -> None:
        for stretch in list(nameless):
            free = [i for s in _known(stretch) if (i := ids(s)) is not None and i not in named]
            if free:
                named[free[0]] = stretch
                nameless.remove(stretch)

    name(lambda s: s.id if s.id == s.memory_id and s.id in there else None)
    name(lambda s: s.memory_id if s.memory_id in there else None)
    name(lambda s: s.id if s.id == s.memory_id and s.id in coming else None)
    name(lambda s: s.memory_id if s.memory_id in coming else None)
    name(lambda s: s.id)
    return named


def _known(stretch: Stretch) -> list[Statement]:
    return sorted(stretch.statements, key=lambda one: (one.known, one.id))


def certainty(statements: Iterable[Statement], confirmed: int = 0) -> tuple[float, float]:
    """How sure and how important something is that was said by these, as they became known, and confirmed so often."""
    first, *more = sorted(statements, key=lambda one: (one.known, one.id))
    again = [*((one.confidence, one.importance) for one in more), *[(0.0, 0.0)] * confirmed]
    return reduce(surer, again, (first.confidence, first.importance))
