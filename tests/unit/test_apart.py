"""What may be an open database is read without taking SQLite's locks away."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from reverie.store.sqlite.residue import opened

_BEGIN = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN IMMEDIATE')"


def _locked(path: Path) -> bool:
    """Whether another process finds that somebody is writing."""
    tried = subprocess.run([sys.executable, "-c", _BEGIN, str(path)], capture_output=True, text=True, check=False)
    return "locked" in tried.stderr


def test_reading_takes_no_lock_away(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (a)")
        connection.commit()
        connection.execute("BEGIN IMMEDIATE")
        with opened(path) as file:
            assert file.read(15) == b"SQLite format 3"
        assert _locked(path)
        with opened(path) as file:
            assert file.read() == path.read_bytes()  # which closes it here, and so shows what would happen
        assert not _locked(path)


def test_what_can_not_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="can't be read"), opened(tmp_path / "none.db") as file:
        file.read()


def test_an_empty_file_is_none(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with opened(tmp_path / "empty") as file:
        assert file.read() == b""
