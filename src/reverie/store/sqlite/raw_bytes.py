"""Reading the bytes of what may be an open database.

Closing a file takes away every POSIX lock that this process has on it, SQLite's own too, whoever took them: then two
writers may both think that they are alone ("How To Corrupt An SQLite Database File", 2.2, at sqlite.org). So another
process opens it, and hands the bytes over.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """A file, to be read from its beginning.

    Raises:
        OSError: it can't be read.
    """
    if os.name == "nt":  # locks belong to handles there
        with path.open("rb") as file:
            yield file
        return
    command = ["/bin/cat", "--", str(path.absolute())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as reader:  # noqa: S603 # no shell
        told = cast("IO[bytes]", reader.stdout)
        yield told
        at_its_end = not told.read(1)
    if at_its_end and reader.returncode:
        raise OSError(f"{path} can't be read")
