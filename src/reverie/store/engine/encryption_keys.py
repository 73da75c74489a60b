"""Where the key of a store comes from: an argument, a file, the environment, or the system's keyring.

It is never an option of a command, because everybody on a machine can read command lines.
"""

from __future__ import annotations

import os
import secrets
import shlex
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.errors import ConfigError, Conflict, InvalidInput
from reverie.extras import install
from reverie.store.engine.encryption import RAW_BYTES, Key

if TYPE_CHECKING:
    from reverie.settings_sections import EncryptionSettings

Given = str | bytes | Key | Callable[[], str | bytes]
"""A key as a caller may give it: text is a passphrase or ``x'…'``, bytes are a raw key, a callable fetches either."""

SERVICE = "reverie"
"""Under which service a key is kept in the system's keyring."""

_LONGEST = 4096
_OTHERS = stat.S_IROTH | stat.S_IWOTH


def chosen(given: Given | None, settings: EncryptionSettings) -> Key | None:
    """The key that is given, or else the one that the settings name; None where there is none.

    Raises:
        ConfigError: the settings name one that can't be had.
        InvalidInput: it is no key.
    """
    if given is not None:
        return made(given)
    if settings.key_file is not None:
        return read(Path(settings.key_file).expanduser())
    if settings.keyring is not None:
        return _of_keyring(settings.keyring)
    return None if settings.key is None else made(settings.key.get_secret_value())


def read(path: Path) -> Key:
    """The key that is in a file: a passphrase or ``x'…'``, in one line.

    Raises:
        ConfigError: the file can't be read, everybody may read it, or it holds no key.
    """
    try:
        with path.open("rb") as file:
            shared = os.name == "posix" and os.fstat(file.fileno()).st_mode & _OTHERS
            content = file.read(_LONGEST + 1)
    except OSError as error:
        raise ConfigError(f"the key file {path} can't be read: {error.strerror or error}") from error
    if shared:
        raise ConfigError(
            f"everybody on this machine may read the key file {path}: run `chmod 600 {shlex.quote(str(path))}`"
        )
    try:
        lines = content.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ConfigError(f"the key file {path} holds no text: `reverie db key FILE` makes one") from error
    if len(lines) != 1 or len(content) > _LONGEST or not lines[0].strip():
        raise ConfigError(f"the key file {path} must hold one line, the key: `reverie db key FILE` makes one")
    return Key(lines[0])


def write_new(path: Path) -> None:
    """Make a key by lot and write it into a new file, which only its owner may read.

    Raises:
        Conflict: there is such a file: the key in it may be the only way into a store.
        ConfigError: it can't be written.
    """
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(f"x'{secrets.token_hex(RAW_BYTES)}'\n")
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError as error:
        taken = f"{path} is there already, and is never replaced: name another file"
        raise Conflict(taken, existing=str(path)) from error
    except OSError as error:
        raise ConfigError(f"the key file {path} can't be written: {error.strerror or error}") from error


def made(given: Given) -> Key:
    """The key that a caller gives.

    Raises:
        InvalidInput: it is no key.
    """
    if isinstance(given, Key):
        return given
    secret = given() if callable(given) else given
    if not isinstance(secret, str | bytes):
        raise InvalidInput("a key is text or bytes, or a callable that gives one")
    return Key(secret)


def _of_keyring(name: str) -> Key:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError as error:
        raise ConfigError(f"encryption.keyring needs another package: {install('keyring')}") from error
    try:
        found = keyring.get_password(SERVICE, name)
    except KeyringError as error:
        raise ConfigError(
            f"the system's keyring can't be read ({error}): unlock it, or use encryption.key_file"
        ) from error
    if not found:
        raise ConfigError(f"the keyring has no key {name!r}: add it with `keyring set {SERVICE} {name}`")
    return Key(found)
