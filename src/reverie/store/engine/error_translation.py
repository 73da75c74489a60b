"""What a database's errors mean to a caller: every one leaves the store with its remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from reverie.errors import Conflict, InvalidInput, StoreBusy, StoreError, WrongKey
from reverie.store.engine import encryption, postgres

_SIGNS: tuple[tuple[str, type[StoreError], str], ...] = (
    ("database is locked", StoreBusy, "{where} is held by another writer: try again, or close the other program"),
    ("database table is locked", StoreBusy, "{where} is held by another writer: try again"),
    ("lock timeout", StoreBusy, "{where} is held by another writer: try again"),
    (
        "statement timeout",
        StoreBusy,
        "{where} took longer than a statement may: try again, or raise postgres.statement_seconds",
    ),
    (
        "queuepool limit",
        StoreBusy,
        "all connections to {where} are in use: try again, or raise postgres.connections",
    ),
    ("too many clients", StoreBusy, "{where} takes no more connections: try again, or raise its max_connections"),
    ("could not serialize", StoreBusy, "two writers stood in each other's way in {where}: try again"),
    ("deadlock detected", StoreBusy, "two writers stood in each other's way in {where}: try again"),
    (
        "not a database",
        WrongKey,
        "{where} is no database that can be read: it is encrypted (name its key: `encryption.key_file`), damaged, "
        "or another kind of file",
    ),
    (
        "malformed",
        StoreError,
        "{where} is damaged: run `reverie db check`, and go back to a backup if it can't be read",
    ),
    ("readonly", StoreError, "{where} can't be written: give write permission on the file and its folder"),
    ("read-only", StoreError, "{where} can't be written: give write permission on the file and its folder"),
    ("unable to open", StoreError, "{where} can't be opened: check that its folder exists and may be written"),
    ("disk is full", StoreError, "the disk of {where} is full: free some space and try again; nothing was lost"),
    (
        "disk i/o error",
        StoreError,
        "the disk of {where} failed, or has no space left: check it, then run `reverie db check`",
    ),
)


@contextmanager
def translated(path: Path | None) -> Iterator[None]:
    """Turn a database's errors into Reverie's, with the remedy.

    Raises:
        StoreError: or the narrower error that fits.
        Conflict: a unique rule of the database said no.
    """
    where = "the database" if path is None else str(path)
    try:
        yield
    except IntegrityError as error:
        raise Conflict(
            "somebody wrote the same thing at the same moment: look at it again and repeat what you asked for"
        ) from error
    except UnicodeEncodeError as error:
        raise InvalidInput("that text holds half a character (a lone surrogate): send whole characters") from error
    except NoConnection as error:
        raise _meant(str(error), where, operational=True) from error
    except encryption.errors(DBAPIError) as error:
        if "cannot contain nul" in str(error).casefold():
            raise InvalidInput("that text holds a NUL character: leave it out") from error
        gone = isinstance(error, DBAPIError) and postgres.lost(error)
        if gone:
            raise gone from error
        met = getattr(error, "orig", None) or error
        if encryption.with_key(met) and "not a database" in str(met):
            raise _locked(path, where) from error
        raise _meant(str(met), where, isinstance(error, OperationalError)) from error
    except OSError as error:
        raise StoreError(
            f"{where} can't be used: {error.strerror or error}; check the path and its permissions"
        ) from error


def _locked(path: Path | None, where: str) -> WrongKey:
    if path is not None and encryption.plain(path):
        return WrongKey(f"{where} is not encrypted, and there is a key: run `reverie db encrypt`, or leave the key out")
    return WrongKey(
        f"{where} can't be read with this key: it is another's, or the file is damaged; `reverie db check` can tell"
    )


def _meant(said: str, where: str, operational: bool) -> StoreError:
    lowered = said.casefold()
    for sign, kind, message in _SIGNS:
        if sign in lowered:
            return kind(message.format(where=where))
    first = said.strip().splitlines()[0] if said.strip() else "no reason given"
    hint = "check that the server runs and the URL is right" if operational else "run `reverie doctor`"
    return StoreError(f"{where} failed: {first}; {hint}")
