"""Where a database is, as a caller writes it: a path, or a URL."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

from reverie.errors import ConfigError, InvalidInput


def database_url(url: str | Path) -> URL:
    """What a caller means by a path or URL.

    Raises:
        InvalidInput: it is neither.
        ConfigError: it names another database.
    """
    text = str(url)
    if text.startswith("~"):
        text = str(Path(text).expanduser())
    if not text.strip() or "\0" in text:
        raise InvalidInput("the store needs a path or a URL: for example luna.db or postgresql+psycopg://host/name")
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        made = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise InvalidInput("that is no database URL: write it as postgresql+psycopg://user@host/name") from error
    if made.get_backend_name() == "postgresql" and made.drivername == "postgresql":
        made = made.set(drivername="postgresql+psycopg")
    if made.get_backend_name() not in ("sqlite", "postgresql"):
        raise ConfigError(f"{made.get_backend_name()!r} is not supported: use a SQLite path or a PostgreSQL URL")
    return made
