"""Profiles: what is known of a person as one page, and what they write into it, as one change.

A page says as of when it was written. What was changed in it is the difference to what was known then; what changed
meanwhile is the difference from then to now; both are brought together place by place, or refused where they meet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from reverie import pages
from reverie.errors import Conflict, InvalidInput, NotFound, Refused, StoreBusy
from reverie.learning.message_learning import expiry, learnable
from reverie.memory import reading
from reverie.memory.lifecycle import current
from reverie.memory.runtime import Runtime, new_id
from reverie.memory.writing import Step, Telling, Writing
from reverie.people import identity
from reverie.records import profiles
from reverie.records.memories import Candidate, Category, Memory, Source, SourceKind
from reverie.records.profiles import KEYS, LISTS, MAPPING, Action, Edit, Place, Profile
from reverie.records.read_access import WHOLE, switched_off
from reverie.records.users import User
from reverie.secrets import masked
from reverie.store import row_mapping
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.store.tables.search_entries import Entry
from reverie.text.value_matching import alike

_TRIES = 20
"""How often a change is begun anew because somebody else wrote in the same places meanwhile."""

_ROW = {"display_name": "name", "nickname": "nickname", "pronouns": "pronouns"}
"""Fields that stand in the directory too, and as what."""

_SENTENCES = {
    "name": "Name is {}.",
    "nickname": "Goes by {}.",
    "employer": "Works at {}.",
    "home": "Lives in {}.",
    "pronouns": "Pronouns are {}.",
    "communication.preferences": "Communication preference: {}.",
    "values": "Values {}.",
    "interests": "Is interested in {}.",
    "hobbies": "Hobby is {}.",
}
"""What a fact says of a slot or a list, as the rules say it; any other slot "is" its value."""

_TASTES = frozenset({"communication.preferences", "interests", "hobbies"})

_Wanted = Callable[[Profile], tuple[Profile, tuple[Edit, ...]]]
"""What is known, made into what is wanted, with what others had changed meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What became of an edited profile: as it is now, what was changed, and what others had changed ``meanwhile``.

    ``change_id`` is what undo takes; None where nothing was changed.
    """

    user: User
    profile: Profile
    edits: tuple[Edit, ...] = ()
    meanwhile: tuple[Edit, ...] = ()
    change_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Standing:
    """A profile with the memories that it is read from, by place."""

    user: User
    profile: Profile
    memories: Mapping[Place, Sequence[Memory]]


def profile(runtime: Runtime, user: User, known_at: datetime | None = None) -> Profile:
    """What is known of a person, or was known at a moment, but for the categories that they switched off."""
    with runtime.store.reading() as session:
        if known_at is None:
            return _standing(session, user.id, runtime.clock()).profile
        return _then(session, user.id, known_at)


def page(runtime: Runtime, user: User) -> str:
    """A person's profile as YAML: the page they last wrote with what is known now, or a new one."""
    with runtime.store.reading() as session:
        last, (seq, _generation) = session.changes.recent(user.id, 1), session.changes.head(user.id)
        # A clock that went back must not make the page older than what it says.
        now = max([runtime.clock(), *(change.at for change in last)])
        known = _standing(session, user.id, now).profile
        kept = session.people.settings(user.id).get(pages.KEPT)
    return pages.rendered(known, kept, owner=user.id, known_at=now, seq=seq)


def _standing(session: Session, owner: str, now: datetime) -> _Standing:
    user = session.people.by_id(owner)
    if user is None:
        raise NotFound("this person is not known here any more: they were erased")
    off = session.people.settings(owner)["categories_off"]
    by_place: dict[Place, list[Memory]] = {}
    found = [m for m in pages.profiled(session, owner, now) if not switched_off(m, off)]
    for memory in found:
        if (place := profiles.place(memory)) is not None:
            by_place.setdefault(place, []).append(memory)
    return _Standing(user=user, profile=profiles.profile_of(user, found), memories=by_place)


def _then(
    session: Session, owner: str, moment: datetime, *, seq: int | None = None, with_forgotten: bool = False
) -> Profile:
    """The profile as it was known at a moment, or (``seq``) just then as of this end of the log."""
    user = session.people.by_id(owner)
    if user is None:
        raise NotFound("this person is not known here any more: they were erased")
    for step in session.changes.log(owner, item_id=owner):
        later = step.at > moment if seq is None else step.seq > seq
        if step.item == "user" and later and step.before is not None:
            user = row_mapping.user(row_mapping.from_json(step.before))
            break
    off = () if with_forgotten else session.people.settings(owner)["categories_off"]
    known = reading.known(session, owner, moment if seq is None else seq, with_forgotten=with_forgotten)
    found = [m for m in known.memories.values() if current(m, moment) and not switched_off(m, off)]
    return profiles.profile_of(user, sorted(found, key=lambda m: (m.valid_from, m.id)))


# -- what somebody writes ------------------------------------------------------------------------


def applied(runtime: Runtime, user: User, text: str) -> Applied:
    """Apply an edited page as one change, and keep its text for the next time.

    A page without its first comment counts for the fields that it has, and leaves the others and the kept page alone.
    """
    read = pages.parsed(text)
    if read.owner not in (None, user.id):
        raise Conflict("this is the profile of somebody else: to take it over, delete its first comment")
    if not read.said:
        raise InvalidInput("this page says nothing, and nothing was changed: leave a field empty to take it out")
    pages.see_no_secret(text)

    mine = profiles.tidied(read.profile)

    def with_what_was_known(session: Session) -> _Wanted:
        if read.known_at is None:
            return lambda now: (_stated(read, mine, now), ())
        base = _then(session, user.id, read.known_at, seq=read.seq, with_forgotten=True)
        page = mine if "display_name" in read.said else replace(mine, display_name=base.display_name)
        return lambda now: (profiles.merged(base, page, now), profiles.difference(base, now))

    return _written(runtime, user, with_what_was_known, text=text, whole=read.known_at is not None)


def revised(runtime: Runtime, user: User, shown: Profile, wanted: Profile) -> Applied:
    """Apply a profile that was made of the one ``shown``, as one change; the comments of its page stay."""
    base, mine = profiles.tidied(shown), profiles.tidied(wanted)

    def wanting(_session: Session) -> _Wanted:
        return lambda now: (profiles.merged(base, mine, now), profiles.difference(base, now))

    return _written(runtime, user, wanting)


def update(
    runtime: Runtime,
    user: User,
    field: str,
    value: object,
    action: str = Action.SET,
    *,
    reason: str | None = None,
    source: Source | None = None,
) -> Applied:
    """Update one field of a profile (seed 000); ``reason`` is kept with what is new."""
    return _written(
        runtime,
        user,
        lambda _session: lambda now: (profiles.tidied(profiles.updated(now, field, value, action)), ()),
        source=source,
        reason=reason,
    )


def _stated(read: pages.Page, mine: Profile, now: Profile) -> Profile:
    """What is known, with the fields that a page speaks of as it says them."""
    left = {
        (name, entry): text
        for (name, entry), text in profiles.places(now).items()
        if (f"{name}.{entry}" if name == MAPPING else name) not in read.said
    }
    return profiles.assembled({**left, **profiles.places(mine)})


def _written(
    runtime: Runtime,
    user: User,
    wanting: Callable[[Session], _Wanted],
    *,
    source: Source | None = None,
    reason: str | None = None,
    text: str | None = None,
    whole: bool = False,
) -> Applied:
    """Write the difference to a wanted profile; begin anew where somebody wrote what it touches since it was read."""
    source = source or Source(kind=SourceKind.PERSON)
    actor = "person" if source.kind is SourceKind.PERSON else "companion"
    for _try in range(_TRIES):
        with runtime.store.reading() as session:
            head, settings = session.changes.head(user.id), session.people.settings(user.id)
            now, wanted = _standing(session, user.id, runtime.clock()), wanting(session)
        edits, meanwhile = _edits(now, wanted)
        _admitted(settings, edits, reason)
        steps = _steps(runtime, now, edits, settings, reason=reason, source=source)
        with runtime.store.writing(user.id) as session:
            if session.changes.head(user.id) != head:
                later = _standing(session, user.id, runtime.clock())
                still, meanwhile = _edits(later, wanted)
                same = session.people.settings(user.id) == settings and _touched(now, edits) == _touched(later, edits)
                if still != edits or not same:
                    continue
            with session.act(runtime.change(user.id, "profile", actor=actor)) as act:
                _write(runtime, session, act, steps, ask=actor != "person")
                then = _standing(session, user.id, runtime.clock())
                if text is not None and (whole or pages.KEPT not in settings):  # a part takes no whole page away
                    pages.keep(session, act, text, then.profile)
            change_id = act.change.id if act.written else None
        shown = then.profile if runtime.access == WHOLE else profile(runtime, user)
        return Applied(user=then.user, profile=shown, edits=edits, meanwhile=meanwhile, change_id=change_id)
    raise StoreBusy("this person's memory is being written all the time: try again in a moment")


def _edits(now: _Standing, wanted: _Wanted) -> tuple[tuple[Edit, ...], tuple[Edit, ...]]:
    """What is to be changed, and what others had changed meanwhile."""
    target, meanwhile = wanted(now.profile)
    return tuple(profiles.checked(edit) for edit in profiles.difference(now.profile, target)), meanwhile


def _touched(now: _Standing, edits: Sequence[Edit]) -> list[tuple[Sequence[Memory], str | None]]:
    """What stands where edits are made, and the slots into which they go."""
    return [(now.memories.get((e.field, e.name), ()), e.after and _key(now, e, e.after)) for e in edits]


def _admitted(settings: Mapping[str, Any], edits: Sequence[Edit], reason: str | None) -> None:
    """See that these edits may be kept.

    Raises:
        Refused: memory is paused, one holds a secret, or its category is switched off.
    """
    if settings.get("paused"):
        raise Refused("memory is paused for this person: resume it first", reason="paused")
    if reason is not None and not any(edit.after for edit in edits):
        raise InvalidInput("a reason goes with something new: leave it out, or change something")
    for edit in edits:
        told = edit.after or ""
        slot = f"{(edit.name or edit.field).replace('_', ' ')}: {told}"  # "wifi password: tulip" tells one together
        if secret := next((kinds[0] for one in (told, slot, reason or "") if (kinds := masked(one).kinds)), None):
            raise Refused(f"{edit.where}: a {secret} is never stored: keep it elsewhere", reason="sensitive")
        judged = Candidate(text=f"{slot}. {reason or ''}", category=_category(edit))
        if told and not learnable(settings, judged):
            raise Refused.switched_off(judged.category)


def _category(edit: Edit) -> str:
    return Category.PREFERENCE if edit.field in _TASTES else Category.FACT


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """What one edit writes: memories that end, one that is told, and what the directory says then."""

    ending: Sequence[Memory]
    telling: Telling | None
    row: Mapping[str, object]


def _steps(
    runtime: Runtime,
    now: _Standing,
    edits: Sequence[Edit],
    settings: Mapping[str, Any],
    *,
    reason: str | None,
    source: Source,
) -> list[_Step]:
    """What is to be written; it embeds, so it comes before the transaction."""
    candidates = [None if edit.after is None else _candidate(now, edit, reason) for edit in edits]
    entries = iter(runtime.entries("memory", [(new_id(), one.text) for one in candidates if one is not None]))
    return [
        _Step(
            ending=_ending(now, edit),
            telling=None
            if candidate is None
            else _telling(runtime, now, edit, candidate, settings, entry=next(entries), source=source),
            row=_row(edit, source),
        )
        for edit, candidate in zip(edits, candidates, strict=True)
    ]


def _row(edit: Edit, source: Source) -> dict[str, object]:
    if edit.field not in _ROW:
        return {}
    findable = source.kind is SourceKind.PERSON or edit.field == "pronouns"  # no tool makes a name people are found by
    checked = identity.checked_name(edit.after) if edit.after is not None and findable else None
    return {_ROW[edit.field]: checked, **({"guest": False} if edit.field == "display_name" else {})}


def _ending(now: _Standing, edit: Edit) -> Sequence[Memory]:
    """Memories that have to be ended for an edit: what takes their place would do it, unless it only confirmed them."""
    there = now.memories.get((edit.field, edit.name), ())
    if edit.after is None:
        return there
    return [m for m in there if m.category != _category(edit) or alike(m.value or m.text, edit.after)]


def _telling(
    runtime: Runtime,
    now: _Standing,
    edit: Edit,
    candidate: Candidate,
    settings: Mapping[str, Any],
    *,
    entry: Entry,
    source: Source,
) -> Telling:
    at = max([runtime.clock(), *(memory.valid_from for memory in now.memories.get((edit.field, edit.name), ()))])
    return Telling(
        candidate=candidate,
        source=source if source.message_id else replace(source, quote=edit.after),
        at=at,
        entry=entry,
        expires=expiry(runtime, settings, candidate, at),
    )


def _candidate(now: _Standing, edit: Edit, reason: str | None) -> Candidate:
    value = edit.after or ""
    key = _key(now, edit, value)
    text, kept = value, None
    if edit.field != "notes":
        said = _SENTENCES.get(key) or _SENTENCES.get(edit.field) or f"{key.replace('_', ' ').capitalize()} is {{}}."
        told = value.join(said.rsplit("{}", 1))
        text, kept = told[:-1] if told.endswith(("..", "!.", "?.")) else told, value
    return Candidate(
        text=text,
        key=key,
        value=kept,
        category=_category(edit),
        importance=0.8,
        confidence=1.0,
        details={} if reason is None else {"reason": reason},
    )


def _key(now: _Standing, edit: Edit, value: str) -> str:
    """The slot of what is told: the one in which it stands already, or is spelt a little otherwise, or a new one."""
    if edit.field not in LISTS:
        there = now.memories.get((edit.field, edit.name), ())
        return (there[-1].key if there else None) or KEYS.get(edit.field, edit.name)
    for (field, entry), there in now.memories.items():
        if field == edit.field and alike(entry, value):
            return there[-1].key or ""
    return f"{KEYS[edit.field]}:{value.casefold()}"


def _write(runtime: Runtime, session: Session, act: Act, steps: Sequence[_Step], *, ask: bool) -> None:
    """Write the steps; where the slot's rule is to ask, a person who writes it has answered."""
    writing = Writing(runtime, session, act)
    row: dict[str, object] = {}
    for step in steps:
        row |= step.row
        for memory in step.ending:
            writing.end(memory, act.change.at)
        told = step.telling and replace(step.telling, at=max(step.telling.at, act.change.at))
        for learned in writing.tell(told) if told is not None else ():
            if learned.step is Step.PROPOSED and learned.memory is not None and not ask:
                writing.accept(learned.memory)
    if row:
        identity.rewritten(session, act, row)
