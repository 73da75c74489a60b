"""Every error a caller can meet, grouped by what the caller can do about it.

    ReverieError
    ├── ConfigError            an unknown setting or provider, a missing extra
    ├── InvalidInput           also a ValueError: mend the argument
    ├── NotFound               also a LookupError: no such person, memory, message or change
    ├── Conflict               it stands against something that exists: see ``existing``
    │   └── DoneBefore         a request of this key was done: look at what is there
    ├── Refused                a privacy setting or the sensitivity gate said no: see ``reason``
    ├── StoreError             the database could not do it
    │   ├── SchemaOutOfDate    the database's version is not this Reverie's
    │   ├── StoreBusy          another writer holds it: try again
    │   │   ├── StoreChanged   others changed what it was decided on before it was written: try again
    │   │   └── StoreLost      the server went away in the middle: try again
    │   ├── StoreUnsure        it went away while something was being kept: look first
    │   ├── RedisUnavailable   Redis, which holds copies, did not answer: nothing is lost, try again
    │   └── WrongKey           the file is encrypted, or is no database at all
    └── ModelError             a model could not do it
        ├── ModelUnavailable   try again
        │   └── ModelMisconfigured  also a ConfigError: only a setting mends it
        ├── ModelReplyInvalid  see ``reply``
        └── UpstreamError      a request that was passed on came back with an error: see ``status`` and ``error``

Every message ends with the remedy.
"""

from __future__ import annotations


class ReverieError(Exception):
    """What every error of Reverie is."""


class ConfigError(ReverieError):
    """A setting is unknown or has no sense, or the extra that it needs is not installed."""


class InvalidInput(ReverieError, ValueError):
    """An argument can't be used as it is."""


class NotFound(ReverieError, LookupError):
    """Nothing here has that name or id; ``alike`` are names that may have been meant."""

    def __init__(self, message: str, *, alike: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.alike = alike


class Conflict(ReverieError):
    """It stands against something that exists already.

    ``existing`` names what is in the way: a change, a memory or a person.
    """

    def __init__(self, message: str, *, existing: str | None = None) -> None:
        super().__init__(message)
        self.existing = existing


class DoneBefore(Conflict):
    """A request under this key was done already, by this server or another; nothing was done now."""


class Refused(ReverieError):
    """A privacy setting or the sensitivity gate said no; ``reason`` is one word for it."""

    def __init__(self, message: str, *, reason: str) -> None:
        super().__init__(message)
        self.reason = reason

    @classmethod
    def switched_off(cls, category: str) -> Refused:
        """The person lets nothing of this category be remembered."""
        return cls(f"the category '{category}' is switched off: switch it on in the settings", reason="category")


class StoreError(ReverieError):
    """The database could not do what was asked; nothing was written."""


class SchemaOutOfDate(StoreError):
    """The database was made by another version of Reverie."""


class StoreBusy(StoreError):
    """Another writer held the database for longer than the time-out; try again."""


class StoreChanged(StoreBusy):
    """What a writer had read and decided on was changed by another before it was written; try again."""


class StoreLost(StoreBusy):
    """The server of the database went away in the middle of something, and nothing of that was kept; try again."""


class StoreUnsure(StoreError):
    """The server of the database went away while something was being kept: look whether it is there, then try again."""


class RedisUnavailable(StoreError):
    """Redis did not do what was asked; it holds copies, so nothing is lost: try again."""


class WrongKey(StoreError):
    """The file can't be read as a database: it is encrypted with another key, or damaged."""


class ModelError(ReverieError):
    """An embedder or a language model could not do what was asked."""


class ModelUnavailable(ModelError):
    """The model did not answer; try again."""


class ModelMisconfigured(ModelUnavailable, ConfigError):
    """The model can't answer before a setting changes: its key, name or address is wrong, or a package is missing."""


class ModelReplyInvalid(ModelError):
    """The model answered what can't be used; ``reply`` is what it said, and it read and wrote so many ``tokens``."""

    def __init__(self, message: str, *, reply: str, tokens: tuple[int, int] = (0, 0)) -> None:
        super().__init__(message)
        self.reply = reply
        self.tokens = tokens


class UpstreamError(ModelError):
    """A request was passed on to a model's server, and this came back.

    ``status`` is what a client is told by number, ``error`` what the server said (message, type, param, code), and
    ``retry_after`` how long it asked to wait, as it wrote it. The message of this error repeats nothing of that.
    """

    def __init__(
        self, message: str, *, status: int, error: dict[str, str | int | None], retry_after: str | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.retry_after = retry_after


class ReverieWarning(UserWarning):
    """Something works less well than it could; the message says why and what mends it."""


def why(error: Exception) -> str:
    """What the system says of an error, without the path: the message around it names that already."""
    return getattr(error, "strerror", None) or str(error)
