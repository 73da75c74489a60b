"""What memory should be, in a few lists: the model against which any history is compared.

Written from the documents, not from the code. The one idea: what somebody holds in a slot follows from what was said,
sorted by when it was said. The same value again lengthens a stretch, another one ends it, and nothing else is kept;
so taking something back is leaving it out and looking again. Two things need to know what was known when: what is
forgotten goes on ending what it had ended ("nobody said that pizza is the favorite again"), and an end that comes
before the beginning it is about ends nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

HOME = "home"
"""The slot that asks: what stands stays, and another value waits for a decision."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that can be said: the words, what is remembered of them, where, and how long it lives."""

    words: str
    text: str
    slot: str
    value: str
    life: timedelta | None = None
    preference: bool = False


def _fact(words: str, text: str, slot: str, value: str, hours: int = 0, preference: bool = False) -> Fact:
    life = timedelta(hours=hours) if hours else None
    return Fact(words, text, slot, value, life, preference)


FOODS = [
    _fact(f"My favorite food is {food}.", f"Favorite food is {food}.", "favorite_food", food, preference=True)
    for food in ("ramen", "pizza", "sushi")
]
LIKES = [_fact(f"I like {it}.", f"Likes {it}.", f"likes:{it}", it, preference=True) for it in ("jazz", "fog")]
FEELINGS = [_fact(f"I'm feeling {how}.", f"Feels {how}.", "feeling", how, hours=6) for how in ("sad", "proud")]
HOMES = [_fact(f"I live in {town}.", f"Lives in {town}.", HOME, town) for town in ("Lyon", "Oslo", "Quito")]
FACTS = [*FOODS, *LIKES, *FEELINGS, *HOMES]
OF = {(fact.slot, fact.value): fact for fact in FACTS}


@dataclass(slots=True, eq=False)
class Saying:
    """Something told of a slot at a time, known since ``known_at``. ``value`` None ends what is held.

    ``verb`` is for the slot that asks. ``taken`` back it is as if it had never been; ``forgotten`` since a moment it is
    told no more. ``twin`` is the same saying as a merge told it to somebody else.
    """

    at: datetime
    known_at: datetime
    slot: str
    value: str | None
    message: str | None = None
    verb: str = "say"
    taken: int = 0
    forgotten: datetime | None = None
    twin: Saying | None = None

    def take(self, by: int) -> None:
        """Take it back (1), or take that back (-1)."""
        self.taken += by
        if self.twin is not None:
            self.twin.take(by)

    def turn(self, by: int) -> None:
        """Undo it (-1), or take that back (1)."""
        self.take(-by)

    def forget(self, since: datetime | None) -> None:
        """Forget it, or (None) take that back."""
        self.forgotten = since
        if self.twin is not None:
            self.twin.forget(since)


@dataclass(slots=True, eq=False)
class Stretch:
    """A value that was held: from when, until when, and by which sayings."""

    slot: str
    value: str
    start: datetime
    sayings: list[Saying]
    end: datetime | None = None
    expires: datetime | None = None
    proposed: bool = False

    def known_before(self, moment: datetime) -> bool:
        """Whether something of it was known at a moment."""
        return any(saying.known_at < moment for saying in self.sayings)


State = tuple[str, str, datetime, datetime | None]
"""A memory as it is compared: its text, its status, from when and until when it was so."""


@dataclass(slots=True, eq=False)
class Somebody:
    """What was said by one person, and what follows from it."""

    sayings: list[Saying] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)

    def slots(self) -> set[str]:
        """The slots that something was said of."""
        return {saying.slot for saying in self.sayings}

    def stretches(self, now: datetime) -> list[Stretch]:
        """All that was held, is held and waits, and is not forgotten."""
        return [one for slot in sorted(self.slots()) for one in self.line(slot, now)]

    def line(self, slot: str, now: datetime) -> list[Stretch]:
        """What was held in one slot."""
        said = [saying for saying in self.sayings if saying.slot == slot and not saying.taken]
        if slot == HOME:
            return _asked(sorted(said, key=lambda one: one.known_at))
        made: list[Stretch] = []
        held: Stretch | None = None
        for saying in sorted(said, key=lambda one: one.at):
            if held is not None and held.expires is not None and saying.at >= held.expires:
                held = None
            gone = saying.forgotten
            if gone is not None or saying.value is None:
                if held is not None and held.known_before(gone or saying.known_at):
                    held.end, held = saying.at, None
                continue
            life = OF[slot, saying.value].life
            expires = None if life is None else saying.at + life
            if held is not None and held.value == saying.value:
                held.sayings.append(saying)
                held.expires = expires
                continue
            if held is not None:
                held.end = saying.at
            held = Stretch(slot, saying.value, saying.at, [saying], expires=expires)
            made.append(held)
        for one in made:
            if one.expires is not None and one.end is None and one.expires <= now:
                one.end = one.expires
        return made

    def states(self, now: datetime) -> list[State]:
        """Every memory that is not retracted."""
        return sorted((_text(one), _status(one), one.start, one.end) for one in self.stretches(now))

    def texts(self, now: datetime, as_of: datetime | None = None) -> list[str]:
        """What is so now, or what was so at a moment."""
        then = as_of or now
        found = [one for one in self.stretches(now) if not one.proposed and one.start <= then]
        if as_of is None:
            return sorted(_text(one) for one in found if one.end is None)
        return sorted(_text(one) for one in found if (one.end is None or as_of < one.end) and _alive(one, as_of))

    def unlearn(self, message: str) -> None:
        """Take back what a message taught."""
        for saying in self.sayings:
            if saying.message == message and not saying.taken:
                saying.take(1)

    def told(self, moment: datetime) -> Somebody:
        """The same sayings, told to somebody else at a moment: what a merge does."""
        kept = [saying for saying in self.sayings if not saying.taken and saying.forgotten is None]
        told = sorted(kept, key=lambda one: one.known_at)
        at = {known: moment + place * timedelta.resolution for place, known in enumerate(one.known_at for one in told)}
        return Somebody([_twin(saying, at[saying.known_at]) for saying in told], list(self.messages))

    def without(self, other: Somebody) -> None:
        """Take out what a merge brought."""
        brought = {id(saying.twin) for saying in other.sayings}
        self.sayings = [saying for saying in self.sayings if id(saying) not in brought]
        self.messages = [one for one in self.messages if one not in other.messages]
        for saying in other.sayings:
            saying.twin = None


def _twin(saying: Saying, moment: datetime) -> Saying:
    saying.twin = replace(saying, known_at=moment, twin=None)
    return saying.twin


def _asked(said: Iterable[Saying]) -> list[Stretch]:
    """The slot that asks: the first value stands until a decision."""
    made: list[Stretch] = []
    for saying in said:
        value = saying.value or ""
        held = next((one for one in made if one.end is None and not one.proposed), None)
        waiting = next((one for one in made if one.proposed and one.value == value), None)
        if saying.verb == "forget":
            made = [one for one in made if one.value != value]
        elif saying.verb == "decline":  # where what it stood against was taken back since, it stood itself
            made = [one for one in made if one.value != value or one.end is not None]
            _stand(made[-1:] if held is not None and held not in made else ())
        elif saying.verb == "accept" and waiting is not None:
            if held is not None:
                held.end = waiting.start
            waiting.proposed = False
        elif saying.verb == "say" and held is not None and held.value == value:
            held.sayings.append(saying)
        elif saying.verb == "say" and held is not None and waiting is not None:
            waiting.sayings.append(saying)
        elif saying.verb == "say":
            made.append(Stretch(HOME, value, saying.at, [saying], proposed=held is not None))
    return made


def _stand(waiting: Iterable[Stretch]) -> None:
    for one in waiting:
        one.proposed = False


def _text(one: Stretch) -> str:
    return OF[one.slot, one.value].text


def _status(one: Stretch) -> str:
    if one.proposed:
        return "proposed"
    if one.end is None:
        return "active"
    return "expired" if one.end == one.expires else "superseded"


def _alive(one: Stretch, moment: datetime) -> bool:
    return one.expires is None or moment < one.expires
