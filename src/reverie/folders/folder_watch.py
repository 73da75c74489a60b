"""Watching folders: what somebody saves in them comes into memory at the next look."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from reverie.folders import folder_files
from reverie.folders.folder_files import Signature
from reverie.folders.folder_reader import Brought


class Watch:
    """The folders of a place, looked at again and again; ``bring`` reads one of them.

    A folder is read once its files are as they were at the look before, so a file that is being saved is left in peace.
    """

    def __init__(self, place: Path, bring: Callable[[Path], Brought]) -> None:
        self._place = place
        self._bring = bring
        self._seen: dict[Path, Signature] = {}
        self._taken: dict[Path, Signature] = {}

    def look(self, *, settled: bool = True) -> list[Brought]:
        """Read the folders that changed since they were last read; with ``settled`` off, those being saved too.

        Raises:
            InvalidInput: the place is gone.
        """
        found = []
        for folder in folder_files.folders(self._place):
            now = folder_files.signature(folder)
            still = self._seen.get(folder) == now or not settled
            self._seen[folder] = now
            if still and self._taken.get(folder) != now:
                found.append(self._bring(folder))
                self._taken[folder] = self._seen[folder] = folder_files.signature(folder)
        return found
