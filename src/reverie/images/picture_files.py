"""Pictures that came as bytes, over HTTP or from a camera: kept as files, in a folder of each person's own.

Files that the application names stay where they are and are its own. These are ours: they go when the person is erased.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from reverie.errors import ConfigError, StoreError
from reverie.images.image_files import Facts
from reverie.images.image_formats import SENT
from reverie.memory.runtime import new_id

FOLDER = "pictures"
"""The folder in which they stand, one folder for each person."""


def path_for(owner: str, facts: Facts, folder: Path | None) -> Path:
    """Where a picture of a person is kept.

    Raises:
        ConfigError: there is no ``folder`` for pictures.
    """
    if folder is None:
        raise ConfigError(
            "there is no place for a picture that is sent: set pictures.folder, which a store in memory, on PostgreSQL "
            "or encrypted does not choose by itself"
        )
    return folder / FOLDER / owner / f"{facts.sha256}.{SENT[facts.media_type].lower()}"


@contextmanager
def kept(path: Path, content: bytes) -> Iterator[None]:
    """Have a picture in a file while a scene of it is remembered; where that fails, a file that is new goes again.

    Raises:
        StoreError: it can't be written.
    """
    there = path.is_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished = path.with_name(f"{new_id()}.part")
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
        unfinished.replace(path)
    except OSError as error:
        raise StoreError(f"the picture can't be kept at {path}: {error.strerror or error}") from error
    with ExitStack() as unless_remembered:
        if not there:
            unless_remembered.callback(path.unlink, missing_ok=True)
        yield
        unless_remembered.pop_all()


def delete(owners: Collection[str], folder: Path | None) -> tuple[int, tuple[str, ...]]:
    """Delete the pictures of people who are erased; how many went, and in sentences what could not be deleted."""
    gone, left = 0, []
    for place in [] if folder is None else [folder / FOLDER / owner for owner in owners]:
        there = sum(1 for _file in place.glob("*"))
        try:
            shutil.rmtree(place)
        except FileNotFoundError:
            continue  # nobody sent one
        except OSError as error:
            left.append(f"pictures at {place} can't be deleted ({error.strerror or error}): delete that folder")
        gone += there - sum(1 for _file in place.glob("*"))
    return gone, tuple(left)
