"""Archives: everything that is kept of a person, or the companion's own, as one zip; out of one store, into another.

What comes from other programs is looked at here too, and what is known goes out as a list that they can be given.

It decides nothing, and hands on to the rooms.
"""

from __future__ import annotations

from pathlib import Path

from reverie import imports
from reverie.app.person import Person
from reverie.argument_checks import checked
from reverie.histories import Remembered
from reverie.histories.memory_lists import written
from reverie.images.scenes import Viewing
from reverie.imports import Preview
from reverie.memory.runtime import Runtime
from reverie.people import identity
from reverie.privacy import archive_packing, archive_unpacking
from reverie.privacy.archive_packing import Packed
from reverie.privacy.archive_unpacking import Progress, Unpacked
from reverie.records.memories import About, Kind
from reverie.records.users import User


@checked
class Archives:
    """The way of a memory out of a store, and into one: ``luna.archives``."""

    def __init__(self, runtime: Runtime, companion: User, viewing: Viewing) -> None:
        self._runtime = runtime
        self._companion = companion
        self._viewing = viewing

    def pack(
        self, path: str | Path, person: Person | None = None, *, with_vectors: bool = False, force: bool = False
    ) -> Packed:
        """Write everything that is kept of a person, or else the companion's own memory, into an archive.

        Raises:
            Conflict: the file is there, and may not be replaced (``force``).
            InvalidInput: it can't be written.
            NotFound: they were erased.
            Refused: whoever reads here may not see all of it.
        """
        if person is not None:
            person.see_whole("pack it")
        owner = self._companion if person is None else identity.present(self._runtime, person.user)
        return archive_packing.pack(
            self._runtime, owner, Path(path), self._viewing, with_vectors=with_vectors, force=force
        )

    def unpack(self, path: str | Path, into: str | None = None, *, progress: Progress | None = None) -> Unpacked:
        """Bring an archive in; twice is once. Somebody new comes in as they were, somebody known is told what is new.

        ``into`` says who it is here, where another has the name: somebody known, or a new name.

        Raises:
            InvalidInput: the archive is damaged or was changed; nothing was brought in.
            Conflict: it is not clear who it is here.
        """
        return archive_unpacking.unpack(
            self._runtime, self._companion, Path(path), self._viewing, into=into, progress=progress
        )

    def preview(
        self,
        path: str | Path,
        person: Person | str,
        *,
        speaker: str | None = None,
        format: str | None = None,
        learning: bool | None = None,
        memories: bool = False,
    ) -> Preview:
        """Say what ``import_history`` would bring in; nothing is written. Who is not known yet is named.

        Raises:
            InvalidInput: the file can't be read, or does not say who the person is.
        """
        whose = person if isinstance(person, str) else identity.present(self._runtime, person.user)
        options = imports.Options(speaker=speaker, format=format, learning=learning, memories=memories)
        return imports.preview(self._runtime, whose, self._companion, Path(path), options)

    def memory_list(self, person: Person) -> str:
        """What is known of a person now, a line each with its date; ``import_history`` reads it as ``memories``."""
        known = [
            one for one in person.memories() if one.about is About.USER and one.kind in (Kind.FACT, Kind.OBSERVATION)
        ]
        return written(Remembered(text=one.text, at=one.valid_from) for one in known)
