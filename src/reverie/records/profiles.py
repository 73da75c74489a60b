"""A person's profile: what is known of them as one page, and what it means to change that page.

The profile is a view. It is read off the user and their current memories; what somebody writes into it is compared
with what stood there, place by place, and comes back as edits. A place is a field, a name in ``background`` or an
entry of a list, so two people who write at once only meet where they wrote at the same place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from difflib import get_close_matches
from enum import StrEnum
from operator import attrgetter
from typing import Final

from reverie.errors import Conflict, InvalidInput, NotFound
from reverie.records.conversations import cleaned
from reverie.records.memories import About, Category, Kind, Memory
from reverie.records.users import User
from reverie.secrets import no_secret
from reverie.text.patterns import lazy_pattern

TEXTS: Final = (
    "display_name", "nickname", "pronouns", "relationship", "communication.style", "notes", "face_image",
)  # fmt: skip
LISTS: Final = ("communication.preferences", "values", "interests", "hobbies")
MAPPING: Final = "background"
FIELDS: Final = (
    "display_name", "nickname", "pronouns", "relationship", "background", "communication", "values", "interests",
    "hobbies", "notes", "face_image",
)  # fmt: skip
"""Every field, in the order in which a page shows them."""

LONGEST_TEXT = 4_000
"""Characters of one text."""

LONGEST_ENTRY = 200
"""Characters of an entry of a list, of a name in ``background``, and of what somebody is called."""

_SLOTS: Final = {
    "name": "display_name", "nickname": "nickname", "pronouns": "pronouns", "relationship": "relationship",
    "communication_style": "communication.style", "notes": "notes", "face_image": "face_image",
}  # fmt: skip
FAMILIES: Final = {
    "communication": "communication.preferences", "value": "values", "interest": "interests", "hobby": "hobbies",
}  # fmt: skip
"""The lists, by what the slots of their entries begin with."""
KEYS: Final = {name: key for key, name in _SLOTS.items()} | {name: key for key, name in FAMILIES.items()}
"""The slot of a text, and the part before the colon of a list's slots."""

_OTHER_NAMES: Final = {"company": "employer", "position": "occupation", "location": "home"}
_MEANT: Final = {
    "name": "display_name", "user_name": "display_name", "style": "communication", "preferences": "communication",
    "face_image_path": "face_image",
}  # fmt: skip
_WORDS = lazy_pattern(r"\w+")

Place = tuple[str, str]
"""Where something stands: a field with "", ``background`` with a name, or a list with the entry itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Communication:
    """How somebody talks (``style``), and how they like to be talked to."""

    style: str | None = None
    preferences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What is known of somebody. Lists are kept in alphabetical order: the order of a page is the page's own.

    ``last_updated`` is when one of its facts last changed; None where none is known.
    """

    display_name: str
    nickname: str | None = None
    pronouns: str | None = None
    relationship: str | None = None
    background: Mapping[str, str] = field(default_factory=dict)
    communication: Communication = field(default_factory=Communication)
    values: tuple[str, ...] = ()
    interests: tuple[str, ...] = ()
    hobbies: tuple[str, ...] = ()
    notes: str | None = None
    face_image: str | None = None
    last_updated: datetime | None = field(default=None, compare=False)


class Action(StrEnum):
    """What an update does to a field."""

    SET = "set"
    APPEND = "append"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A change at one place: ``before`` None where it begins, ``after`` None where it ends."""

    field: str
    name: str = ""
    before: str | None = None
    after: str | None = None

    @property
    def where(self) -> str:
        """The place, as it is named to people."""
        return f"{self.field}.{self.name}" if self.field == MAPPING else self.field

    def __str__(self) -> str:
        if self.field in LISTS:
            return f"{self.where}: {'+' if self.before is None else '-'} {self.name}"
        return f"{self.where}: {self.before or '(nothing)'} → {self.after or '(nothing)'}"


# -- from memories -------------------------------------------------------------------------------


def background_name(name: str) -> str:
    """A name in ``background`` as its slot is called; the names of other systems are those of the rules' slots.

    >>> background_name("Star Sign"), background_name("company")
    ('star_sign', 'employer')
    """
    plain = "_".join(_WORDS.findall(name.casefold())).strip("_") or name.strip()
    return _OTHER_NAMES.get(plain, plain)


def place(memory: Memory) -> Place | None:
    """Where a memory stands in a profile; None for one that has no place there."""
    if memory.about is not About.USER or memory.kind is not Kind.FACT or not memory.key:
        return None
    family, colon, _entry = memory.key.partition(":")
    if not _shown(memory):
        return None
    if colon:
        return (FAMILIES[family], _shown(memory)) if family in FAMILIES else None
    name = background_name(memory.key)
    if name in _SLOTS:
        return (_SLOTS[name], "")
    return (MAPPING, name) if memory.category == Category.FACT and not name.startswith("favorite_") else None


def _shown(memory: Memory) -> str:
    """What a profile shows of a memory that has a place in it."""
    return _tidy("notes", memory.text) if memory.key == "notes" else _tidy("", memory.spelt or memory.text)


def _tidy(name: str, text: str) -> str:
    return cleaned(text).strip() if name == "notes" else " ".join(cleaned(text).split())


def profile_of(user: User, memories: Iterable[Memory]) -> Profile:
    """The profile that a user and memories make, which are in the order in which they became so."""
    found = {("display_name", ""): user.name}
    found |= {("nickname", ""): user.nickname} if user.nickname else {}
    found |= {("pronouns", ""): user.pronouns} if user.pronouns else {}
    updated: list[datetime] = []
    for memory in memories:
        there = place(memory)
        if there is not None:
            found[there] = _shown(memory)
            updated.append(memory.last_validated_at or memory.created_at)
    return replace(assembled(found), last_updated=max(updated, default=None))


# -- places --------------------------------------------------------------------------------------


def places(profile: Profile) -> dict[Place, str]:
    """Everything that a profile says, by where it stands."""
    found = {(name, ""): text for name in TEXTS if (text := attrgetter(name)(profile))}
    found |= {(MAPPING, name): text for name, text in profile.background.items()}
    return found | {(name, entry): entry for name in LISTS for entry in attrgetter(name)(profile)}


def assembled(found: Mapping[Place, str]) -> Profile:
    """The profile that says this: ``places``, the other way round."""
    texts = {name: text for (name, _entry), text in found.items() if name in TEXTS}
    lists: dict[str, list[str]] = {name: [] for name in LISTS}
    for name, entry in found:
        if name in LISTS:
            lists[name].append(entry)
    ordered = {name: tuple(sorted(entries, key=lambda e: (e.casefold(), e))) for name, entries in lists.items()}
    return Profile(
        display_name=texts.pop("display_name", ""),
        background={name: text for (where, name), text in found.items() if where == MAPPING},
        communication=Communication(
            style=texts.pop("communication.style", None), preferences=ordered.pop("communication.preferences")
        ),
        values=ordered["values"],
        interests=ordered["interests"],
        hobbies=ordered["hobbies"],
        nickname=texts.get("nickname"),
        pronouns=texts.get("pronouns"),
        relationship=texts.get("relationship"),
        notes=texts.get("notes"),
        face_image=texts.get("face_image"),
    )


def tidied(profile: Profile) -> Profile:
    """The profile as it is kept: on one line each, but for the notes; what is empty then is left out."""
    kept: dict[Place, str] = {}
    for (name, entry), text in places(profile).items():
        plain = _tidy(name, text)
        if plain:
            kept[name, plain if name in LISTS else entry] = plain
    return assembled(kept)


def difference(base: Profile, edited: Profile) -> tuple[Edit, ...]:
    """What was changed from one profile to another; what ends comes first."""
    before, after = places(base), places(edited)
    edits = [
        Edit(field=name, name=entry, before=before.get((name, entry)), after=after.get((name, entry)))
        for name, entry in {**before, **after}
        if before.get((name, entry)) != after.get((name, entry))
    ]
    return tuple(sorted(edits, key=lambda edit: edit.after is not None))


def merged(base: Profile, mine: Profile, theirs: Profile) -> Profile:
    """Both sides' changes of a base.

    Raises:
        Conflict: both made something else of the same place; the message shows what.
    """
    was, here, there = places(base), places(mine), places(theirs)
    kept: dict[Place, str] = {}
    clashes = []
    for where in {**here, **there}:
        old, own, other = was.get(where), here.get(where), there.get(where)
        if own not in (old, other) and other != old:
            clashes.append(Edit(field=where[0], name=where[1], before=other, after=own))
        chosen = other if own == old else own
        if chosen is not None:
            kept[where] = chosen
    if clashes:
        raise Conflict(_clashing(clashes), existing=clashes[0].where)
    return assembled(kept)


def _clashing(clashes: Iterable[Edit]) -> str:
    told = "; ".join(f"{c.where} became {_said(c.before)}, and you wrote {_said(c.after)}" for c in clashes)
    return (
        f"this changed in the meantime: {told}. Nothing was changed: take over what it became, or export the profile "
        "again and write yours there"
    )


def _said(text: str | None) -> str:
    return "nothing" if text is None else repr(text)


# -- one update ----------------------------------------------------------------------------------


def updated(profile: Profile, name: str, value: object, action: str = Action.SET) -> Profile:
    """The profile after an update of one field (seed 000).

    ``set`` replaces a text or a list, and sets the named ones of a mapping; ``append`` adds to a list; ``remove`` takes
    entries out of a list, names out of ``background``, and empties a text. Parts are named ``background.employer``,
    ``communication.style`` and ``communication.preferences``.

    Raises:
        InvalidInput: there is no such field or action, the field has no such action, or the value has no sense for it.
        NotFound: what is to be removed is not there.
    """
    if action not in [a.value for a in Action]:
        raise InvalidInput(f"there is no action {action!r}: there are {', '.join(Action)}")
    if name not in (*FIELDS, *TEXTS, *LISTS) and not name.startswith(f"{MAPPING}."):
        raise InvalidInput(unknown_field(name))
    found = places(profile)
    if name == "communication":
        if action == Action.SET:
            return _all_set(profile, name, value, known=("style", "preferences"))
        name = "communication.preferences"
    if name == MAPPING and action == Action.SET:
        return _all_set(profile, name, value)
    if name in LISTS:
        return assembled(_listed(found, name, _texts(name, value), action))
    if action == Action.APPEND:
        raise InvalidInput(f"{name} is no list: it can be set or removed; {', '.join(LISTS)} can be appended to")
    if name == MAPPING:
        return assembled(_without(found, MAPPING, [background_name(text) for text in _texts(name, value)]))
    inner = name.removeprefix(f"{MAPPING}.")
    where = (name, "") if inner == name else (MAPPING, checked_background(inner))
    if action == Action.REMOVE or value is None:
        return assembled({at: text for at, text in found.items() if at != where})
    (text,) = _texts(name, value, one=True)
    return assembled({**found, where: text})


def _all_set(profile: Profile, name: str, value: object, known: tuple[str, ...] = ()) -> Profile:
    if not isinstance(value, Mapping) or not value:
        raise InvalidInput(f"{name} is set by a mapping, as {{{known[0] if known else 'employer'!r}: 'text'}}")
    for inner, one in value.items():
        if known and inner not in known:
            raise InvalidInput(f"{name} has no {inner!r}: there are {' and '.join(known)}")
        profile = updated(profile, f"{name}.{inner}", one)
    return profile


def _texts(name: str, value: object, *, one: bool = False) -> list[str]:
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, list | tuple | set | frozenset) or not all(isinstance(text, str) for text in given):
        raise InvalidInput(f"{name} takes {'text' if one else 'text or a list of texts'}, not {value!r}")
    if one and not isinstance(value, str):
        raise InvalidInput(f"{name} takes text, not {value!r}")
    return list(given)


def _listed(found: dict[Place, str], name: str, entries: list[str], action: str) -> dict[Place, str]:
    if action == Action.REMOVE:
        return _without(found, name, entries)
    kept = found if action == Action.APPEND else {at: text for at, text in found.items() if at[0] != name}
    there = {entry.casefold() for where, entry in kept if where == name}
    return {**kept, **{(name, entry): entry for entry in entries if entry.casefold() not in there}}


def _without(found: dict[Place, str], name: str, entries: list[str]) -> dict[Place, str]:
    there = {entry.casefold(): (where, entry) for where, entry in found if where == name}
    missing = [entry for entry in entries if entry.casefold() not in there]
    if missing:
        known = ", ".join(entry for _where, entry in there.values()) or "nothing"
        raise NotFound(f"{name} does not have {missing[0]!r}: it has {known}")
    gone = {there[entry.casefold()] for entry in entries}
    return {at: text for at, text in found.items() if at not in gone}


# -- what may be written -------------------------------------------------------------------------


def unknown_field(name: str) -> str:
    """What to say of a field that there isn't, with the one that may be meant."""
    near = get_close_matches(name.casefold(), [*FIELDS, *_MEANT], n=1, cutoff=0.5)
    meant = f"did you mean {_MEANT.get(near[0], near[0])}?" if near else f"there are {', '.join(FIELDS)}"
    return f"there is no field {name!r}: {meant} What has no field goes into background, under any name"


def checked_background(name: str) -> str:
    """A name in ``background`` as it is kept.

    Raises:
        InvalidInput: it is empty or too long, or it is that of a field.
        Refused: it holds a secret.
    """
    no_secret(name, "the name of an entry")
    kept = background_name(name)
    if not 0 < len(kept) <= LONGEST_ENTRY:
        raise InvalidInput(f"a name in background has 1 to {LONGEST_ENTRY} characters: this has {len(kept):,}")
    if kept in _SLOTS:
        raise InvalidInput(f"{name!r} is a field of its own, {_SLOTS[kept]}: write it there")
    if kept.startswith("favorite_") or ":" in kept:
        raise InvalidInput(f"{name!r} can't stand in background: state it as a sentence with `reverie remember`")
    return kept


def checked(edit: Edit) -> Edit:
    """See that what an edit writes can be kept.

    Raises:
        InvalidInput: it is too long, or a name is to be empty.
    """
    if edit.field == "display_name" and not edit.after:
        raise InvalidInput("display_name can't be empty: it is what the person is called")
    if edit.field == MAPPING and edit.after:
        checked_background(edit.name)
    longest = LONGEST_ENTRY if edit.field in (*LISTS, "display_name", "nickname", "pronouns") else LONGEST_TEXT
    if len(edit.after or "") > longest:
        raise InvalidInput(f"{edit.where} has at most {longest:,} characters: this has {len(edit.after or ''):,}")
    return edit
