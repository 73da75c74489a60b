"""The directory of a companion: who is known, by which accounts, who turned out to be one, and what people share.

It decides nothing itself: it hands on to the rooms, and hands out persons.
"""

from __future__ import annotations

from reverie.app.group import Group
from reverie.app.person import Person
from reverie.argument_checks import checked
from reverie.config import Config
from reverie.memory.runtime import Runtime
from reverie.people import accounts, groups, identity, identity_changes, identity_confirmation, merge, split
from reverie.people.identity_changes import Happened
from reverie.people.merge import Merged
from reverie.privacy import retention
from reverie.profile import population_patterns
from reverie.profile.population_patterns import Pattern
from reverie.records.identity_question import Identified, Known
from reverie.records.users import Account, User


@checked
class Directory:
    """Everyone a companion knows: ``luna.directory``."""

    def __init__(self, runtime: Runtime, settings: Config, companion: User) -> None:
        self._runtime = runtime
        self._settings = settings
        self._companion = companion

    @property
    def asks(self) -> str:
        """Whether somebody with a name like a known one is asked who they are: the setting ``identity``."""
        return self._settings.identity

    def alike(self, name: str) -> tuple[Known, ...]:
        """Those of whose names a name may be a slip, the likest first."""
        return identity.alike(self._runtime, name, identity.Limits(high=identity.SLIP, low=identity.SLIP))

    def add(self, name: str) -> Person:
        """Add somebody new of this name, whoever else is called so, or nearly so; nobody is asked.

        Raises:
            InvalidInput: the name is empty or too long.
        """
        return self._person(identity.add(self._runtime, name))

    def describe(self, person: Person, **changed: str | bool | None) -> Person:
        """Change a person's ``name``, ``nickname``, ``pronouns`` or ``guest``.

        Raises:
            InvalidInput: there is no such field, or its value has no sense.
        """
        return self._person(identity.describe(self._runtime, self._now(person), changed))

    def by_id(self, person_id: str) -> Person:
        """The person with this id and no other, or the one in whom they are found now; no name is taken for an id.

        Raises:
            NotFound: nobody has it.
        """
        return self._person(identity.by_id(self._runtime, person_id))

    def by_account(self, platform: str, external_id: str) -> Person:
        """The person an account of another platform leads to.

        Raises:
            NotFound: it is linked to nobody.
        """
        return self._person(accounts.by_account(self._runtime, platform, external_id))

    def group(self, who: str) -> Group:
        """The group of this id or name, to the letter; ``luna.group`` makes one.

        Raises:
            NotFound: there is none.
        """
        return Group(self._runtime, self._settings, self._companion, groups.find(self._runtime, who))

    def accounts(self, person: Person) -> list[Account]:
        """The accounts that lead to a person, those of people who were merged into them too."""
        return accounts.of_person(self._runtime, self._now(person))

    def link(self, person: Person, platform: str, external_id: str) -> None:
        """Link an account on another platform to a person: it finds the same memory.

        Raises:
            Conflict: the account is linked to somebody else.
        """
        accounts.link(self._runtime, self._now(person), platform, external_id)

    def unlink(self, person: Person, platform: str, external_id: str) -> None:
        """Take an account away from a person; what was said with it stays theirs.

        Raises:
            NotFound: it is not linked to them.
        """
        accounts.unlink(self._runtime, self._now(person), platform, external_id)

    def confirm(self, guest: Person, known: Person) -> Identified:
        """Say that a guest is somebody known, as the application that vouches for them; the guest becomes them.

        ``split`` takes it back.

        Raises:
            Conflict: they are no guest.
        """
        return identity_confirmation.confirm(self._runtime, self._now(guest), self._now(known))

    def merge(self, person: Person, *, into: Person) -> Merged:
        """Merge a person into another, because they are one: whoever looks for the first finds the other.

        The other then knows what both knew. The rows of the first stay, hidden, so that ``split`` brings them back.
        ``person`` speaks for the other from now on.

        Raises:
            InvalidInput: they are one already, or one is the companion.
            NotFound: one of them was erased.
        """
        return merge.merge(self._runtime, self._now(person), self._now(into))

    def split(self, who: str | Merged) -> Person:
        """Tell somebody apart again who was merged: by their name or id, or by the merge.

        Both are as they were; what was said since to the other stays theirs.

        Raises:
            NotFound: nobody of this name was merged.
            Conflict: several were, or the one they were merged into was merged too and has to be split first.
        """
        return self._person(split.split(self._runtime, who.merged.id if isinstance(who, Merged) else who))

    def history(self, person: Person) -> list[Happened]:
        """What became of who a person is, in order: names, accounts linked and unlinked, merges and splits."""
        return identity_changes.history(self._runtime, self._now(person))

    def patterns(self, minimum: int = population_patterns.SMALLEST) -> list[Pattern]:
        """What at least ``minimum`` people share, the most common first.

        It is for whoever runs the companion, and not to be shown to a person.

        Raises:
            InvalidInput: the minimum is below five.
        """
        return population_patterns.patterns(self._runtime, minimum)

    def _now(self, person: Person) -> User:
        return identity.present(self._runtime, person.user)

    def _person(self, user: User) -> Person:
        retention.keep_retention(self._runtime, user)
        return Person(self._runtime, self._settings, self._companion, user)
