"""People as JSON: who they are, what became of that, and what they decided about their memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from reverie.shapes.fields import Moment, utc

if TYPE_CHECKING:
    from reverie.domain import identity_question, users
    from reverie.services import erasure, identity_changes, merge, population_patterns, privacy
    from reverie.store.residue import Trace


class Person(TypedDict):
    """Somebody in the directory."""

    id: str
    name: str
    nickname: str | None
    pronouns: str | None
    guest: bool
    created_at: Moment


def user(one: users.User) -> Person:
    """Somebody in the directory."""
    return {
        "id": one.id,
        "name": one.name,
        "nickname": one.nickname,
        "pronouns": one.pronouns,
        "guest": one.guest,
        "created_at": utc(one.created_at),
    }


class Account(TypedDict):
    """A login of a person on another platform."""

    platform: str
    external_id: str
    linked_at: Moment


def account(one: users.Account) -> Account:
    """A login of a person on another platform."""
    return {"platform": one.platform, "external_id": one.external_id, "linked_at": utc(one.linked_at)}


class Happened(TypedDict):
    """Something that became of who a person is; ``change_id`` is what undo takes."""

    at: Moment
    what: str
    before: str | None
    after: str | None
    change_id: str | None


def happened(one: identity_changes.Happened) -> Happened:
    """Something that became of who a person is."""
    return {
        "at": utc(one.at),
        "what": one.what,
        "before": one.before,
        "after": one.after,
        "change_id": one.change_id,
    }


class Known(TypedDict):
    """Somebody known who may be meant, with the likeness of the names, 0 to 1."""

    id: str
    name: str
    score: float


class Confirmation(TypedDict):
    """The question who somebody is; ``position`` is the candidate it is about."""

    given_name: str
    candidates: list[Known]
    position: int
    asked: int
    question: str


def confirmation(one: identity_question.Confirmation) -> Confirmation:
    """The question who somebody is."""
    return {
        "given_name": one.given_name,
        "candidates": [{"id": each.id, "name": each.name, "score": each.score} for each in one.candidates],
        "position": one.position,
        "asked": one.asked,
        "question": one.question,
    }


class Identified(TypedDict):
    """It became clear who somebody is: ``new``, or known already."""

    name: str
    user_id: str
    new: bool


def identified(one: identity_question.Identified) -> Identified:
    """It became clear who somebody is."""
    return {"name": one.name, "user_id": one.user_id, "new": one.new}


class Merged(TypedDict):
    """Two people who are one now; ``id`` is what a split takes."""

    id: str
    person: Person
    merged: Person
    at: Moment
    messages: int
    memories: int


def merged(one: merge.Merged) -> Merged:
    """Two people who are one now."""
    return {
        "id": one.id,
        "person": user(one.person),
        "merged": user(one.merged),
        "at": utc(one.at),
        "messages": one.messages,
        "memories": one.memories,
    }


class Pattern(TypedDict):
    """What several people share."""

    of: str
    what: str
    people: int
    examples: list[str]


def pattern(one: population_patterns.Pattern) -> Pattern:
    """What several people share."""
    return {"of": one.of, "what": one.what, "people": one.people, "examples": list(one.examples)}


class Settings(TypedDict):
    """What a person decided about their memory; ``retention_days`` null keeps what its category keeps."""

    paused: bool
    categories_off: list[str]
    retention_days: float | None


def settings(one: privacy.Settings) -> Settings:
    """What a person decided."""
    return {
        "paused": one.paused,
        "categories_off": list(one.categories_off),
        "retention_days": one.retention_days,
    }


class Scanned(TypedDict):
    """A file or table that was searched: its bytes, and how many of the things looked for stand in it."""

    where: str
    bytes: int
    found: int


class Place(TypedDict):
    """Where something of theirs was found, and what sort of thing it is; ``offset`` is a byte of a file."""

    where: str
    offset: int | None
    sort: str


class Receipt(TypedDict):
    """What an erasure took and what it proved: counts, files and places, without any content.

    ``looked_for`` counts what nobody else has (words, phrases, names, ids, pieces of vectors), ``left`` what of it was
    found in what was ``scanned``. ``copies`` of the store, such as backups, are left as they are; ``remains`` says what
    else may hold something.
    """

    person_id: str
    at: Moment
    rows: dict[str, int]
    looked_for: int
    left: int
    proved: bool
    scanned: list[Scanned]
    places: list[Place]
    copies: list[Scanned]
    remains: list[str]


def receipt(one: erasure.Receipt) -> Receipt:
    """What an erasure took and proved."""
    return {
        "person_id": one.person_id,
        "at": utc(one.at),
        "rows": dict(one.rows),
        "looked_for": one.looked_for,
        "left": one.left,
        "proved": one.proved,
        "scanned": [_scanned(file) for file in one.scanned],
        "places": [_place(place) for place in one.places],
        "copies": [_scanned(file) for file in one.copies],
        "remains": list(one.remains),
    }


def _scanned(one: erasure.Scanned) -> Scanned:
    return {"where": one.where, "bytes": one.bytes, "found": one.found}


def _place(one: Trace) -> Place:
    return {"where": one.where, "offset": one.offset, "sort": one.sort.value}
