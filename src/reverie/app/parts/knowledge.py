"""What a companion has read: the documents of its knowledge. It decides nothing, and hands on to the rooms.

Knowledge is the companion's, and no person's: everybody it knows may be told of it, and nobody's erasure takes it away.
"""

from __future__ import annotations

from pathlib import Path

from reverie.argument_checks import checked
from reverie.knowledge import passages
from reverie.knowledge.passages import Indexing, Passages, Progress
from reverie.memory.runtime import Runtime
from reverie.records.documents import Document
from reverie.records.users import User


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
        return passages.add(self._runtime, self._owner, [Path(path) for path in paths], progress)

    def search(self, question: str, limit: int = 3) -> Passages:
        """The passages that answer a question best, with their sources; none where nothing is near.

        Raises:
            InvalidInput: the limit is not from 1 to 100.
        """
        return passages.best(self._runtime, self._owner, question, limit)

    def documents(self) -> list[Document]:
        """Every document, by where it is."""
        return passages.known(self._runtime, self._owner)

    def remove(self, path: str | Path) -> Indexing:
        """Take a document out, or all that were found in a folder. The files themselves are left alone.

        Raises:
            NotFound: nothing was indexed from there.
            Conflict: documents of several folders are named so.
        """
        return passages.remove(self._runtime, self._owner, path)
