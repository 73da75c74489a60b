"""What every test may ask for: a database of its own, on each kind of database, and a real language model."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx2._config import DEFAULT_TIMEOUT_CONFIG
from hypothesis import settings

from tests.llm import RealModel, running_model
from tests.postgres import Databases, empty_database, running_server

# What the extractor finds hangs on a model that is trained anew: tests of anything else learn by rules alone. Those of
# the extractor, and of the documents, say otherwise.
os.environ["REVERIE_EXTRACTOR"] = "none"

# A server under test may share its processor with much else: that it is slow then is no failure.
DEFAULT_TIMEOUT_CONFIG.read = DEFAULT_TIMEOUT_CONFIG.connect = 60.0
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_configure() -> None:
    """Let programs that the tests start be interrupted: a shell's background job would have them ignore it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a PostgreSQL server that lives as long as the tests (with pytest-xdist: one per worker).

    Its database is everybody's: a test that writes asks for ``store_url``.
    """
    with running_server() as url:
        yield url


@pytest.fixture(scope="session")
def databases(postgres_url: str) -> Databases:
    """Databases of that server, in place of files."""
    return Databases(postgres_url)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, of each kind in turn; what opens it must close it."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'luna.db'}"
    else:
        with empty_database(request.getfixturevalue("postgres_url")) as url:
            yield url


@pytest.fixture(scope="session")
def real_model() -> Iterator[RealModel]:
    """A real language model on a real server (with pytest-xdist: one per worker). What asks for it is marked llm."""
    with running_model() as model:
        yield model
