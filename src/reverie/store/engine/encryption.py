"""An encrypted SQLite file: its key, the library that reads it (SQLCipher), and how a connection is unlocked.

A file without a key is read by Python's own sqlite3, one with a key by sqlcipher3, which encrypts and signs every page,
in the log too. A passphrase is stretched once, not at each connection: what SQLCipher would make of it is made here
(PBKDF2-HMAC-SHA512, 256,000 rounds, with the first 16 bytes of the file as salt) and handed on as a raw key.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from reverie.errors import ConfigError, InvalidInput
from reverie.extras import install

PAGE = 4096
"""Bytes of a page of an encrypted file: SQLCipher's default since version 4."""

ROUNDS = 256_000
"""Rounds of PBKDF2: SQLCipher's default since version 4."""

RAW_BYTES = 32

_RAW = re.compile(r"x'([0-9a-fA-F]{64})'")
_NO_KEY = "0" * 2 * RAW_BYTES


class Key:
    """The key of a store, which no repr and no error shows.

    ``secret`` is a passphrase, a raw key written as ``x'64 hexadecimal digits'``, or the 32 bytes of one.

    Raises:
        InvalidInput: it is empty, or bytes that are not 32.
    """

    __slots__ = ("_passphrase", "_raw", "_stretched")

    def __init__(self, secret: str | bytes) -> None:
        self._passphrase = b""
        self._raw: str | None = None
        self._stretched: dict[str, str] = {}
        if isinstance(secret, bytes):
            if len(secret) != RAW_BYTES:
                raise InvalidInput(f"a key in bytes has {RAW_BYTES} of them: give a passphrase as text")
            self._raw = secret.hex()
        elif raw := _RAW.fullmatch(secret):
            self._raw = raw[1].lower()
        elif not secret.strip() or "\0" in secret:
            raise InvalidInput("a key is a passphrase, or x'64 hexadecimal digits': this one is empty or holds a NUL")
        else:
            self._passphrase = secret.encode("utf-8", "surrogatepass")

    def literal(self, salt: str) -> str:
        """The raw key and the file's salt (32 hexadecimal digits), as SQLCipher reads them."""
        if self._raw is None and salt not in self._stretched:
            made = hashlib.pbkdf2_hmac("sha512", self._passphrase, bytes.fromhex(salt), ROUNDS, RAW_BYTES)
            self._stretched[salt] = made.hex()
        return f"x'{self._raw or self._stretched[salt]}{salt}'"

    def __repr__(self) -> str:
        return "Key(***)"

    def __reduce__(self) -> str:
        raise TypeError("a key is not written down: hand it on as a callable")


def library() -> ModuleType:
    """What reads encrypted files.

    Raises:
        ConfigError: it is not installed.
    """
    try:
        from sqlcipher3 import dbapi2
    except ImportError as error:
        raise ConfigError(f"an encrypted store needs another package: {install('encrypted')}") from error
    return cast("ModuleType", dbapi2)


def connect(database: str, key: Key | None, **options: Any) -> sqlite3.Connection:
    """A connection that begins no transaction by itself. Nothing has been read yet, so the key may be wrong."""
    if key is None:
        plainly: sqlite3.Connection = sqlite3.connect(database, isolation_level=None, **options)
        return plainly
    made = cast("sqlite3.Connection", library().connect(database, isolation_level=None, **options))
    unlock(made, key)
    return made


def unlock(connection: Any, key: Key) -> None:
    """Give a new connection the key, before anything else is asked of it."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA cipher_log_level = NONE")  # it would write to standard error, past every log
    # The salt is asked of SQLCipher: a file that this process reads by itself loses its locks when it is closed.
    cursor.execute(f"PRAGMA key = \"x'{_NO_KEY}'\"")
    (salt,) = cursor.execute("PRAGMA cipher_salt").fetchone()
    cursor.execute(f'PRAGMA key = "{key.literal(str(salt))}"')
    cursor.close()


def errors(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """The errors of the libraries in use, and others.

    To be asked for when there is an error: the second library is loaded late.
    """
    loaded = sys.modules.get("sqlcipher3.dbapi2")
    return (sqlite3.Error, *others) if loaded is None else (sqlite3.Error, loaded.Error, *others)


def with_key(error: BaseException) -> bool:
    """Whether an error comes from reading with a key."""
    return type(error).__module__.partition(".")[0] == "sqlcipher3"


def plain(path: Path) -> bool:
    """Whether a file is a database that is not encrypted."""
    made = library()
    with closing(made.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as connection:
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except made.Error:
            return False
    return True


def broken_pages(connection: sqlite3.Connection) -> list[int]:
    """Which pages of an encrypted file are not as they were written with this key, by their signature, from 1 on."""
    found = connection.execute("PRAGMA cipher_integrity_check").fetchall()
    return [int(number[1]) for (line,) in found if (number := re.search(r"\bpage (\d+)", line))]
