"""What a companion has read: the documents of its knowledge. It decides nothing, and hands on to the services.

Knowledge is the companion's, and no person's: everybody it knows may be told of it, and nobody's erasure takes it away.
"""

from __future__ import annotations

from pathlib import Path

from reverie.argument_checks import checked
from reverie.domain.documents import Document
from reverie.domain.users import User
from reverie.services import knowledge
from reverie.services.knowledge import Indexing, Passages, Progress
from reverie.services.runtime import Runtime


@checked
class Knowledge:
    """The documents that a companion has read. ``luna.knowledge`` are hers."""

    def __init__(self, runtime: Runtime, companion: User) -> None:
        self._runtime = runtime
        self._owner = companion.id

    def add(self, *paths: str | Path, progress: Progress | None = None) -> Indexing:
        """Index files and folders of Markdown, text, HTML and PDF. Again, only what changed is read.

        Documents that are gone from a folder that is named go too. A file that can't be read is told in the result, and
        the rest goes on; ``progress`` is called with how many files are done, of how many.

        Raises:
            InvalidInput: no path is given.
        """
        return knowledge.add(self._runtime, self._owner, [Path(path) for path in paths], progress)

    def search(self, question: str, limit: int = 3) -> Passages:
        """The passages that answer a question best, with their sources; none where nothing is near.

        Raises:
            InvalidInput: the limit is not from 1 to 100.
        """
        return knowledge.best(self._runtime, self._owner, question, limit)

    def documents(self) -> list[Document]:
        """Every document, by where it is."""
        return knowledge.known(self._runtime, self._owner)

    def remove(self, path: str | Path) -> Indexing:
        """Take a document out, or all that were found in a folder. The files themselves are left alone.

        Raises:
            NotFound: nothing was indexed from there.
            Conflict: documents of several folders are named so.
        """
        return knowledge.remove(self._runtime, self._owner, path)
