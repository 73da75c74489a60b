"""Archives: everything that is kept of a person, or the companion's own, as one zip; out of one store, into another.

It decides nothing, and hands on to the services.
"""

from __future__ import annotations

from pathlib import Path

from reverie.domain.users import User
from reverie.person import Person
from reverie.services import identity
from reverie.services.archives import packing, unpacking
from reverie.services.archives.packing import Packed
from reverie.services.archives.unpacking import Progress, Unpacked
from reverie.services.runtime import Runtime
from reverie.services.scenes import Viewing


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
        """
        owner = self._companion if person is None else identity.present(self._runtime, person.user)
        return packing.pack(self._runtime, owner, Path(path), self._viewing, with_vectors=with_vectors, force=force)

    def unpack(self, path: str | Path, into: str | None = None, *, progress: Progress | None = None) -> Unpacked:
        """Bring an archive in; twice is once. Somebody new comes in as they were, somebody known is told what is new.

        ``into`` says who it is here, where another has the name: somebody known, or a new name.

        Raises:
            InvalidInput: the archive is damaged or was changed; nothing was brought in.
            Conflict: it is not clear who it is here.
        """
        return unpacking.unpack(self._runtime, self._companion, Path(path), self._viewing, into=into, progress=progress)
