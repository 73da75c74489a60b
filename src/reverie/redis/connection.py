"""A Redis server: how it is reached, and what its errors mean to a caller.

The one idea: Redis holds copies. When it goes away, what is asked of it is slower or said to be missing, and never
wrong; so every wait for it is short, and every error of it says that nothing was lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from reverie.errors import ConfigError, RedisUnavailable
from reverie.extras import install

if TYPE_CHECKING:
    from redis import Redis

    from reverie.settings_sections import RedisSettings

NONE = "no Redis is configured: set redis.url, in the file or as REVERIE_REDIS__URL=redis://host:6379/0"
WAIT_S = 1.0
"""How long Redis is waited for, before it is done without."""

_ITEMS_STAY = "nothing is lost, the store has all of it"


def client(settings: RedisSettings) -> Redis:
    """A client of the server that the settings name; no connection is made before it is needed.

    Raises:
        ConfigError: none is named, its URL has no sense, or the extra is not installed.
    """
    if settings.url is None:
        raise ConfigError(NONE)
    try:
        from redis import Redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError as error:
        raise ConfigError(f"Redis needs its client: {install('redis')}") from error
    try:
        return Redis.from_url(
            settings.url.get_secret_value(),
            protocol=2,  # answers of RediSearch have one shape in it, whatever the server
            socket_timeout=WAIT_S,
            socket_connect_timeout=WAIT_S,
            retry=Retry(NoBackoff(), 1),  # a connection that was kept may be one of a server that is gone
            client_name="reverie",
        )
    except ValueError as error:
        raise ConfigError(f"redis.url is not valid: write it as redis://host:6379/0 ({error})") from error


def shown_url(settings: RedisSettings) -> str:
    """Where the server is, as it may be shown: without a password."""
    parts = urlsplit("" if settings.url is None else settings.url.get_secret_value())
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


@contextmanager
def translated() -> Iterator[None]:
    """Turn the client's errors into Reverie's, with the remedy.

    Raises:
        RedisUnavailable: it can't be reached, is full, or has no RediSearch.
    """
    from redis import exceptions

    try:
        yield
    except (exceptions.ConnectionError, exceptions.TimeoutError) as error:
        raise RedisUnavailable(
            f"Redis did not answer ({type(error).__name__}); {_ITEMS_STAY}: check redis.url and that it runs"
        ) from error
    except exceptions.OutOfMemoryError as error:
        raise RedisUnavailable(f"Redis is full; {_ITEMS_STAY}: give it more memory (maxmemory)") from error
    except exceptions.ReadOnlyError as error:
        raise RedisUnavailable(f"this Redis is a replica; {_ITEMS_STAY}: let redis.url name the one it follows") from (
            error
        )
    except exceptions.ResponseError as error:
        if "unknown command" in str(error).casefold():
            raise RedisUnavailable(
                f"this Redis has no RediSearch; {_ITEMS_STAY}: load its module, or take Redis 8, which has it"
            ) from error
        raise RedisUnavailable(f"Redis refused: {error}; {_ITEMS_STAY}: `reverie doctor` looks at it") from error
