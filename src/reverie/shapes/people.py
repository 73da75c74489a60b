"""People as JSON: who they are, what became of that, and what they decided about their memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from reverie.shapes.fields import Maker, Moment, maker

if TYPE_CHECKING:
    from reverie.people import identity_changes, merge
    from reverie.privacy import erasure, privacy_settings
    from reverie.profile import population_patterns
    from reverie.records import identity_question, users


class Person(TypedDict):
    """Somebody in the directory."""

    id: str
    name: str
    nickname: str | None
    pronouns: str | None
    guest: bool
    created_at: Moment


user: Maker[users.User, Person] = maker(Person)


class Account(TypedDict):
    """A login of a person on another platform."""

    platform: str
    external_id: str
    linked_at: Moment


account: Maker[users.Account, Account] = maker(Account)


class Happened(TypedDict):
    """Something that became of who a person is; ``change_id`` is what undo takes."""

    at: Moment
    what: str
    before: str | None
    after: str | None
    change_id: str | None


happened: Maker[identity_changes.Happened, Happened] = maker(Happened)


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


confirmation: Maker[identity_question.Confirmation, Confirmation] = maker(Confirmation)


class Identified(TypedDict):
    """It became clear who somebody is: ``new``, or known already."""

    name: str
    user_id: str
    new: bool


identified: Maker[identity_question.Identified, Identified] = maker(Identified)


class Merged(TypedDict):
    """Two people who are one now; ``id`` is what a split takes."""

    id: str
    person: Person
    merged: Person
    at: Moment
    messages: int
    memories: int


merged: Maker[merge.Merged, Merged] = maker(Merged)


class Pattern(TypedDict):
    """What several people share."""

    of: str
    what: str
    people: int
    examples: list[str]


pattern: Maker[population_patterns.Pattern, Pattern] = maker(Pattern)


class Settings(TypedDict):
    """What a person decided about their memory; ``retention_days`` null keeps what its category keeps."""

    paused: bool
    categories_off: list[str]
    retention_days: float | None
    told_in_company: list[str]


settings: Maker[privacy_settings.Settings, Settings] = maker(Settings)


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


receipt: Maker[erasure.Receipt, Receipt] = maker(Receipt)
